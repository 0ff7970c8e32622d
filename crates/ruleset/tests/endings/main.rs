//! How the bundled rulesets end: places and reasons are worked out again, from the cards on the table and the points on the
//! plates, and are the same; and what need not be secret any more is seen by all.

mod naive;

use parlor_core::{Game, Match, Outcome, Ranking, Rng, Seat, Seed, Setup, View, Viewer};
use parlor_ruleset::{Ruleset, bundled};

fn load(slug: &str) -> Ruleset {
    let file = format!("{slug}.cardgame.json");
    let found = bundled().iter().find(|bundled| bundled.file == file);
    Ruleset::load(found.expect("a bundled ruleset").text.as_bytes()).expect("it can be played")
}

/// A match that was played at random to its end.
struct Ending {
    /// What spectators saw before the last command, and in the end.
    before: View,
    view: View,
    outcome: Outcome,
}

fn play(slug: &str, seats: usize, seed: u32, mut look: impl FnMut(&View, &View)) -> Ending {
    play_rounds(slug, seats, seed, None, &mut look)
}

fn play_rounds(
    slug: &str,
    seats: usize,
    seed: u32,
    rounds: Option<i64>,
    look: &mut impl FnMut(&View, &View),
) -> Ending {
    let ruleset = load(slug);
    let mut setup = Setup::new(&ruleset.info(), seats).expect("so many can play");
    if let Some(rounds) = rounds {
        setup = setup.option("rounds", rounds).expect("an option");
    }
    let mut game = Match::new(ruleset, setup, Seed::Integer(seed)).expect("it begins");
    let mut rng = Rng::fast(seed.into(), 0);
    let mut before = game.view(Viewer::Spectator);
    loop {
        let to_act: Vec<Seat> = game.to_act().iter().collect();
        let seat = *rng.pick(&to_act).expect("somebody acts");
        let command = rng.pick(&game.legal(seat)).cloned().expect("and can");
        game.play(seat, &command).expect("it is legal");
        let view = game.view(Viewer::Spectator);
        look(&before, &view);
        if let Some(outcome) = game.outcome() {
            return Ending {
                before,
                view,
                outcome,
            };
        }
        before = view;
    }
}

/// The faces in a zone of one player; those that are not seen are `?`.
fn faces(view: &View, zone: &str) -> Vec<String> {
    let found = view.zones.iter().find(|other| *other.id == *zone);
    let zone = found.unwrap_or_else(|| panic!("no zone {zone}"));
    let face = |face: Option<&str>| face.unwrap_or("?").to_owned();
    zone.pieces
        .iter()
        .map(|piece| face(piece.face.as_deref()))
        .collect()
}

fn count(view: &View, zone: &str) -> i64 {
    let found = view
        .zones
        .iter()
        .find(|other| *other.id == *zone)
        .expect("a zone");
    found.count.map_or(found.pieces.len() as i64, i64::from)
}

fn hands(view: &View, zone: &str) -> Vec<Vec<String>> {
    (0..view.seats.len())
        .map(|seat| faces(view, &format!("{zone}-{seat}")))
        .collect()
}

fn points(view: &View) -> Vec<i64> {
    let of = |seat: &parlor_core::SeatView| seat.values.get("points").and_then(|one| one.as_i64());
    view.seats
        .iter()
        .map(|seat| of(seat).unwrap_or(0))
        .collect()
}

/// Places, scores and the first one's reason, worked out the slow way: who is better than whom by `better`.
fn check(ending: &Ending, scores: &[i64], won: &[bool], low: bool, reason: &str) {
    let standings = ending.outcome.standings();
    for (seat, standing) in standings.iter().enumerate() {
        let ahead = (0..scores.len()).filter(|other| match (won[*other], won[seat]) {
            (true, won) => !won,
            (false, true) => false,
            (false, false) if low => scores[*other] < scores[seat],
            (false, false) => scores[*other] > scores[seat],
        });
        assert_eq!(
            usize::from(standing.place),
            ahead.count() + 1,
            "{standings:?}"
        );
        assert_eq!(standing.score, Some(scores[seat]), "{standings:?}");
        if won[seat] {
            assert_eq!(standing.reason.to_string(), reason);
        }
    }
    assert!(won.contains(&true), "{standings:?}");
    let ranking = if low {
        Ranking::Lowest
    } else {
        Ranking::Highest
    };
    // Where everybody has won, nothing tells which scores are better.
    let known = won.contains(&false).then_some(ranking);
    assert_eq!(ending.outcome.ranking(), known, "{standings:?}");
}

/// Those with the best score.
fn best(scores: &[i64], low: bool) -> (Vec<bool>, i64) {
    let best = match low {
        true => scores.iter().min(),
        false => scores.iter().max(),
    };
    let best = *best.expect("somebody plays");
    (scores.iter().map(|score| *score == best).collect(), best)
}

/// The points after the last deal are those before it and what lies on the table.
fn check_points(ending: &Ending, gained: &[i64]) -> Vec<i64> {
    let before = points(&ending.before);
    let sums: Vec<i64> = before
        .iter()
        .zip(gained)
        .map(|(before, more)| before + more)
        .collect();
    assert_eq!(points(&ending.view), sums);
    sums
}

#[test]
fn the_fewest_points_win_at_hearts_and_the_others_are_in_order() {
    for seed in 0..2 {
        let ending = play("hearts", 4, seed, |_, _| {});
        let taken = hands(&ending.view, "taken");
        let mut gained: Vec<i64> = taken.iter().map(|cards| naive::hearts(cards)).collect();
        if gained.contains(&26) {
            gained = gained.iter().map(|points| 26 - points).collect();
        }
        let scores = check_points(&ending, &gained);
        let (won, fewest) = best(&scores, true);
        check(
            &ending,
            &scores,
            &won,
            true,
            &format!("the fewest points ({fewest})"),
        );
    }
}

#[test]
fn cards_that_are_left_count_and_are_seen_in_the_end() {
    for (slug, zones, worth) in [
        (
            "crazy-eights",
            &["hand"][..],
            naive::crazy_eights as fn(&str) -> i64,
        ),
        ("rummy", &["hand"][..], naive::rummy),
    ] {
        let ending = play(slug, 3, 1, |_, _| {});
        let left = |seat: usize| -> i64 {
            let zones = zones
                .iter()
                .map(|zone| faces(&ending.view, &format!("{zone}-{seat}")));
            zones.flatten().map(|card| worth(&card)).sum()
        };
        let gained: Vec<i64> = (0..3).map(left).collect();
        let scores = check_points(&ending, &gained);
        let (won, fewest) = best(&scores, true);
        check(
            &ending,
            &scores,
            &won,
            true,
            &format!("the fewest points ({fewest})"),
        );
    }
}

#[test]
fn the_most_points_win_at_hue_and_cry() {
    let ending = play("hue-and-cry", 3, 1, |_, _| {});
    let prize: i64 = faces(&ending.view, "prize")
        .iter()
        .map(|card| naive::hue_and_cry(card))
        .sum();
    let gained: Vec<i64> = points(&ending.view)
        .iter()
        .zip(points(&ending.before))
        .map(|(after, before)| if *after > before { prize } else { 0 })
        .collect();
    let scores = check_points(&ending, &gained);
    let (won, most) = best(&scores, false);
    check(
        &ending,
        &scores,
        &won,
        false,
        &format!("the most points ({most})"),
    );
}

#[test]
fn the_most_books_win_at_go_fish() {
    let ending = play("go-fish", 4, 2, |_, _| {});
    let books: Vec<i64> = hands(&ending.view, "books")
        .iter()
        .map(|cards| cards.len() as i64 / 4)
        .collect();
    let (won, most) = best(&books, false);
    check(
        &ending,
        &books,
        &won,
        false,
        &format!("the most books ({most})"),
    );
}

#[test]
fn the_old_maid_is_seen_in_the_end() {
    for seats in 2..=6 {
        let ending = play("old-maid", seats, 3, |_, _| {});
        let hands = hands(&ending.view, "hand");
        let lost: Vec<bool> = hands.iter().map(|cards| *cards == ["Old Maid"]).collect();
        assert_eq!(lost.iter().filter(|lost| **lost).count(), 1, "{hands:?}");
        let scores: Vec<i64> = lost.iter().map(|lost| (*lost).into()).collect();
        let won: Vec<bool> = lost.iter().map(|lost| !lost).collect();
        check(&ending, &scores, &won, true, "out of cards");
        let loser = lost.iter().position(|lost| *lost).expect("somebody lost");
        let standing = &ending.outcome.standings()[loser];
        assert_eq!(standing.reason.to_string(), "left with the Old Maid");
    }
}

#[test]
fn the_last_one_with_a_life_wins_at_ninety_nine() {
    let ending = play("ninety-nine", 4, 1, |_, _| {});
    let lost = points(&ending.view);
    let won: Vec<bool> = lost.iter().map(|lost| *lost < 3).collect();
    assert_eq!(won.iter().filter(|won| **won).count(), 1, "{lost:?}");
    check(&ending, &lost, &won, true, "the last one with a life left");
    assert!(
        !hands(&ending.view, "hand")
            .concat()
            .contains(&"?".to_owned())
    );
}

#[test]
fn all_the_cards_win_at_war() {
    let ending = play("war", 2, 1, |_, _| {});
    let cards: Vec<i64> = [0, 1]
        .map(|seat| count(&ending.view, &format!("stack-{seat}")))
        .into();
    let won: Vec<bool> = cards.iter().map(|cards| *cards > 26).collect();
    let reason = match cards.iter().max() {
        Some(52) => "has all the cards".into(),
        most => format!("has {} cards after 500 battles", most.expect("two play")),
    };
    check(&ending, &cards, &won, false, &reason);
}

#[test]
fn blackjack_ends_with_the_last_hands_on_the_table() {
    for seats in [1, 3] {
        let mut sums = vec![0; seats];
        let mut look = |before: &View, view: &View| {
            let results = |view: &View| view.values.contains_key("dealer score");
            if results(view) && !results(before) {
                let dealer = naive::blackjack(&faces(view, "dealer_hand"));
                for (sum, hand) in sums.iter_mut().zip(hands(view, "hand")) {
                    *sum += naive::beats(naive::blackjack(&hand), dealer);
                }
            }
        };
        let ending = play_rounds("blackjack", seats, 5, Some(4), &mut look);
        let dealer = faces(&ending.view, "dealer_hand");
        assert!(
            dealer.len() >= 2 && !dealer.contains(&"?".to_owned()),
            "{dealer:?}"
        );
        let standings = ending.outcome.standings();
        for (sum, standing) in sums.iter().zip(standings) {
            assert_eq!(standing.score, Some(*sum), "{sums:?}");
            let ahead = sums.iter().filter(|other| *other > sum).count();
            let place = if seats == 1 && *sum < 0 { 2 } else { ahead + 1 };
            assert_eq!(usize::from(standing.place), place, "{sums:?}");
            let s = if sum.abs() == 1 { "" } else { "s" };
            let reason = match sum.signum() {
                1 => format!("won {sum} more round{s} than lost, out of 4"),
                0 => "won as many rounds as lost, out of 4".into(),
                _ => format!("lost {} more round{s} than won, out of 4", -sum),
            };
            assert_eq!(standing.reason.to_string(), reason);
        }
    }
}

#[test]
fn every_hand_of_holdem_says_who_won_how_much_and_with_what() {
    let (mut showdowns, mut folded) = (0, 0);
    for seed in 0..3 {
        let mut look = |before: &View, view: &View| {
            let said: Vec<String> = view
                .recent
                .iter()
                .map(|told| told.message.to_string())
                .collect();
            let said: Vec<&String> = said.iter().filter(|line| line.contains(" wins ")).collect();
            let ends = |line: &&String| line.ends_with(" chips: everybody else folded");
            if !said.is_empty() && !said.iter().any(ends) {
                showdowns += 1;
                let board = faces(view, "board");
                let hands = hands(view, "hand");
                let worth = |hand: &Vec<String>| {
                    (!hand.is_empty()).then(|| naive::poker(&[&hand[..], &board].concat()))
                };
                let all: Vec<_> = hands.iter().map(worth).collect();
                let most = all
                    .iter()
                    .max()
                    .cloned()
                    .flatten()
                    .expect("somebody shows cards");
                let winners: Vec<usize> = (0..all.len())
                    .filter(|seat| all[*seat].as_ref() == Some(&most))
                    .collect();
                let won = |seat: &usize| {
                    let bet = view.seats[*seat].values["bet"].as_i64().expect("a bet");
                    points(view)[*seat] - points(before)[*seat] + bet
                };
                let lines = winners.iter().map(|seat| {
                    format!(
                        "seat {seat} wins {} chips with {}",
                        won(seat),
                        naive::name(&most)
                    )
                });
                let mut lines: Vec<String> = lines.collect();
                let mut said: Vec<String> = said.iter().map(ToString::to_string).collect();
                lines.sort();
                said.sort();
                assert_eq!(said, lines, "{hands:?} {board:?}");
            } else if !said.is_empty() {
                folded += 1;
                assert!(
                    said[0].ends_with(" chips: everybody else folded"),
                    "{said:?}"
                );
                assert!(!hands(view, "hand").concat().iter().any(|face| face != "?"));
            }
        };
        let ending = play("holdem", 3, seed, &mut look);
        let chips = points(&ending.view);
        let (won, most) = best(&chips, false);
        check(
            &ending,
            &chips,
            &won,
            false,
            &format!("the most chips ({most})"),
        );
        assert_ne!(
            hands(&ending.view, "hand").concat().len(),
            0,
            "the last hand stays on the table"
        );
    }
    assert!(showdowns > 3 && folded > 3, "{showdowns} {folded}");
}
