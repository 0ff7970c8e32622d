//! Known hands and piles, and the known distribution of all hands.

use super::*;

fn cards(text: &str) -> Vec<Card> {
    text.split_whitespace()
        .map(|card| card.parse().unwrap())
        .collect()
}

/// Scores a text of five cards, the starter last.
fn score(text: &str, crib: bool) -> HandScore {
    let cards = cards(text);
    let (starter, hand) = cards.split_last().unwrap();
    score_hand(hand.try_into().unwrap(), *starter, crib)
}

/// A hand with the starter last, and its fifteens, pairs, runs, flush and nobs.
#[track_caller]
fn check(text: &str, expected: [u32; 5]) {
    let score = score(text, false);
    let found = [
        score.fifteens,
        score.pairs,
        score.runs,
        score.flush,
        score.nobs,
    ];
    assert_eq!(found, expected, "{text}");
    assert_eq!(score.total(), expected.iter().sum::<u32>(), "{text}");
}

/// Plays the pile card by card; what each card scores in fifteens, thirty-ones, pairs and runs together.
#[track_caller]
fn check_pegs(text: &str, expected: &[u32]) {
    let pile = cards(text);
    let found: Vec<u32> = (1..=pile.len())
        .map(|played| peg(&pile[..played]).total())
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn the_best_hands() {
    check("5♥ 5♣ 5♦ J♠ 5♠", [16, 12, 0, 0, 1]);
    check("5♥ 5♣ 5♦ 5♠ J♠", [16, 12, 0, 0, 0]);
    check("5♥ 5♣ 5♦ 5♠ 10♠", [16, 12, 0, 0, 0]);
    check("4♥ 4♣ 5♦ 5♠ 6♠", [8, 4, 12, 0, 0]);
    check("4♥ 5♣ 5♦ 6♠ 6♥", [8, 4, 12, 0, 0]);
    check("4♥ 4♣ 5♦ 6♠ 6♥", [8, 4, 12, 0, 0]);
    check("7♥ 7♣ 8♦ 8♠ 9♠", [8, 4, 12, 0, 0]);
    check("3♥ 3♣ 3♦ 9♠ 3♠", [12, 12, 0, 0, 0]);
    check("7♥ 7♣ 7♦ A♠ 7♠", [12, 12, 0, 0, 0]);
    check("J♣ J♦ 5♣ 5♦ 5♠", [14, 8, 0, 0, 0]);
    check("J♣ J♦ 5♥ 5♦ 5♣", [14, 8, 0, 0, 1]);
}

#[test]
fn hands_that_score_nothing() {
    check("2♥ 4♣ 6♦ 8♠ K♠", [0; 5]);
    check("A♥ 3♣ 7♦ Q♠ 9♠", [0; 5]);
    check("2♥ 2♣ 4♦ 6♠ 8♠", [0, 2, 0, 0, 0]);
}

#[test]
fn fifteens_take_two_to_five_cards() {
    check("9♥ 6♣ Q♦ 2♠ K♠", [2, 0, 0, 0, 0]);
    check("2♥ 6♣ 7♦ Q♠ K♠", [2, 0, 0, 0, 0]);
    check("10♥ A♣ 2♦ 2♠ Q♠", [4, 2, 0, 0, 0]);
    check("A♥ A♣ 3♦ 4♠ 6♠", [2, 2, 0, 0, 0]);
    check("A♥ 2♣ 3♦ 4♠ 5♠", [2, 0, 5, 0, 0]);
    check("5♥ 10♣ J♦ Q♠ K♠", [8, 0, 4, 0, 0]);
}

#[test]
fn runs_count_once_for_each_choice_of_their_cards() {
    check("J♥ Q♣ K♦ 2♠ 8♠", [0, 0, 3, 0, 0]);
    check("9♥ 10♣ J♦ Q♠ K♠", [0, 0, 5, 0, 0]);
    check("A♥ 2♣ 3♦ 3♠ 4♠", [0, 2, 8, 0, 0]);
    check("J♥ Q♣ K♦ K♠ 2♠", [0, 2, 6, 0, 0]);
    check("J♥ Q♣ K♦ K♠ K♣", [0, 6, 9, 0, 0]);
    check("J♥ Q♣ Q♦ K♠ K♣", [0, 4, 12, 0, 0]);
}

#[test]
fn no_run_goes_around_the_king() {
    check("Q♥ K♣ A♦ 7♠ 9♠", [0; 5]);
    check("K♥ A♣ 2♦ 7♠ 9♠", [0; 5]);
}

#[test]
fn a_crib_scores_only_a_flush_of_five() {
    let four = "2♥ 4♥ 6♥ 8♥ K♠";
    assert_eq!((score(four, false).flush, score(four, true).flush), (4, 0));
    let five = "2♥ 4♥ 6♥ 8♥ K♥";
    assert_eq!((score(five, false).flush, score(five, true).flush), (5, 5));
    // Four of a suit with the starter among them are no flush.
    check("2♥ 4♥ 6♥ 8♠ K♥", [0; 5]);
}

#[test]
fn nobs_is_the_jack_in_the_hand_not_the_starter() {
    check("J♥ 2♣ 4♦ 8♠ 6♥", [0, 0, 0, 0, 1]);
    check("J♥ 2♣ 4♦ 8♠ 6♣", [0; 5]);
    check("6♥ 2♣ 4♦ 8♠ J♥", [0; 5]);
    check("J♥ 2♥ 4♥ 8♥ 6♥", [0, 0, 0, 5, 1]);
}

#[test]
fn all_hands_together_have_the_known_distribution() {
    // How many of the 12,994,800 hands with a starter score 0, 1, 2 … points, as tables of cribbage odds list it.
    const KNOWN: [u32; 30] = [
        1_009_008, 99_792, 2_813_796, 505_008, 2_855_676, 697_508, 1_800_268, 751_324, 1_137_236,
        361_224, 388_740, 51_680, 317_340, 19_656, 90_100, 9_168, 58_248, 11_196, 2_708, 0, 8_068,
        2_496, 444, 356, 3_680, 0, 0, 0, 76, 4,
    ];
    let deck: Vec<Card> = Card::deck().collect();
    let mut found = [0_u32; 30];
    for (e, &fifth) in deck.iter().enumerate() {
        for (d, &fourth) in deck[..e].iter().enumerate() {
            for (c, &third) in deck[..d].iter().enumerate() {
                for (b, &second) in deck[..c].iter().enumerate() {
                    for &first in &deck[..b] {
                        let mut hand = [first, second, third, fourth];
                        let mut starter = fifth;
                        for place in 0..5 {
                            found[score_hand(&hand, starter, false).total() as usize] += 1;
                            if place < 4 {
                                std::mem::swap(&mut hand[place], &mut starter);
                            }
                        }
                    }
                }
            }
        }
    }
    assert_eq!(found.iter().sum::<u32>(), 12_994_800);
    assert_eq!(found, KNOWN);
}

#[test]
fn an_empty_pile_scores_nothing() {
    assert_eq!(peg(&[]), PegScore::default());
}

#[test]
fn fifteen_and_thirty_one_score_two_each() {
    check_pegs("7♥ 8♣", &[0, 2]);
    check_pegs("10♥ 5♣ 6♦ J♠", &[0, 2, 0, 2]);
    check_pegs("K♥ Q♣ 9♦ A♠ A♥", &[0, 0, 0, 0, 4]);
    check_pegs("K♥ Q♣ J♦", &[0, 0, 3]);
}

#[test]
fn pairs_in_unbroken_succession_score_two_six_twelve() {
    check_pegs("4♥ 4♣ 4♦ 4♠", &[0, 2, 6, 12]);
    check_pegs("5♥ 5♣ 5♦ 5♠", &[0, 2, 8, 12]);
    check_pegs("4♥ 4♣ 9♦ 4♠", &[0, 2, 0, 0]);
    // A jack and a queen count the same and are no pair.
    check_pegs("J♥ Q♣", &[0, 0]);
}

#[test]
fn runs_take_the_last_cards_in_any_order() {
    check_pegs("4♥ 2♣ 3♦", &[0, 0, 3]);
    check_pegs("4♥ 2♣ 3♦ 5♠", &[0, 0, 3, 4]);
    check_pegs("4♥ 2♣ 3♦ 5♠ 6♠", &[0, 0, 3, 4, 5]);
    check_pegs("A♥ 3♣ 5♦ 2♠ 4♠", &[0, 0, 0, 0, 7]);
    check_pegs("7♥ A♣ 3♦ 2♠ 4♠ 5♠ 6♥", &[0, 0, 0, 3, 4, 5, 7]);
    check_pegs("7♥ 6♣ 5♦ 4♠ 3♠ 2♥ A♥", &[0, 0, 3, 4, 5, 6, 7]);
}

#[test]
fn a_rank_that_comes_twice_breaks_a_run() {
    check_pegs("3♥ 2♣ 3♦ 4♠", &[0, 0, 0, 3]);
    check_pegs("2♥ 3♣ 3♦ 4♠", &[0, 0, 2, 0]);
    check_pegs("4♥ 2♣ 3♦ 4♠ 3♥", &[0, 0, 3, 3, 0]);
    check_pegs("2♥ 4♣ 8♦ 3♠", &[0, 0, 0, 0]);
    // No run goes around the king.
    check_pegs("Q♥ K♣ A♦", &[0, 0, 0]);
}
