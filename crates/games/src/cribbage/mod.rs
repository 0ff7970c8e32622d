//! Cribbage: two players lay away cards to a crib, play to 31, and count fifteens, pairs, runs and flushes to 121.
//!
//! At the opening both cut for the deal: the lower card deals first, the ace being the lowest, and equal ranks are cut
//! again. Both are dealt six cards and lay away two of them, at the same time and in secret: the crib, which is the
//! dealer's. Then the starter is turned up (the deck has been shuffled, so its top card does for the other player's
//! cut); a jack is his heels and scores 2 for the dealer.
//!
//! In the play, which the other player begins, both lay down a card by turns, and the count may not pass 31. Whoever has
//! no card that fits says go, and the other one plays on as long as it can. There is never a choice in that, so go is said
//! without being asked for. Whoever plays the last card of a count scores 2 for 31 or 1 for less, and the other one begins
//! the next count. On the way a card scores by what it makes of those before it in the count; see [`peg`].
//!
//! In the show the other player's hand is counted first, then the dealer's, then the crib; see [`score_hand`]. All cards
//! stay on the table until both want to go on, and the deal passes. Whoever comes to 121 has won at once, in the middle of
//! anything. Below 91 the loser is skunked, below 61 doubly.
//!
//! Option `target`: 121 points, or 61; there the loser is skunked below 31.

mod card;
mod parts;
mod pegging;
mod score;
#[cfg(test)]
mod tests;
mod text;

use std::cmp::Ordering;

use parlor_flow::prelude::*;

pub use card::{Card, CardError};
use parts::{Parts, Words};
pub use score::{HandScore, PegScore, peg, score_hand};
pub use text::{parse, print};

/// The rules.
///
/// ```
/// use parlor_core::prelude::*;
/// let game = parlor_games::cribbage::cribbage();
/// let setup = Setup::new(&game.info(), 2).unwrap();
/// let cribbage = Match::new(game, setup, Seed::Integer(1)).unwrap();
/// assert_eq!(cribbage.to_act().len(), 2);
/// assert_eq!(cribbage.view(Viewer::Seat(Seat(0))).actions.len(), 15);
/// ```
pub fn cribbage() -> FlowGame {
    let mut game = GameBuilder::new("cribbage", "Cribbage", 2..=2);
    game.summary("Play to 31; count fifteens, pairs and runs.");
    game.tags(["cards", "classic"]);
    game.manifest(
        Manifest::new()
            .minutes(20, 40)
            .complexity(3)
            .age(10)
            .best_for([2])
            .picture("♣")
            .scoreboard(["score"])
            .source("Sir John Suckling, 17th century")
            .license("MIT OR Apache-2.0"),
    );
    game.words_json("de", include_str!("de.json"));
    game.option(OptionSpec::choice(
        "target",
        "Points to win",
        &["121", "61"],
    ));
    game.chance();
    // Every deal scores at least one point, for its last card, and takes twelve commands.
    game.longest(12 * 241);

    let parts = Parts::declare(game.schema());
    let words = Words::declare(&mut game);
    let Parts { hand, played, .. } = parts;

    game.set_up(move |dealer, setup| {
        let target = setup.choice("target").parse().unwrap_or(121);
        dealer.set_value(parts.target, target);
    });
    game.opening(move |play| {
        let dealer = cut_for_deal(play, parts, words);
        play.set_value(parts.dealer, dealer);
    });

    game.action("lay_away")
        .prompt("Lay away two cards to the crib")
        .choose_piece("cards", move |at| hand.of(at.seat()), |_, _| true)
        .many(2..=2)
        .label("lay away {cards}")
        .run(move |play, args| play.put_all(args.pieces("cards"), parts.crib));
    game.action("play")
        .prompt("Play a card")
        .choose_piece("card", move |at| hand.of(at.seat()), |_, _| true)
        .only(
            move |at, card: Piece| parts.fits(at, card),
            "past_31",
            "the count would pass 31",
        )
        .run(move |play, args| pegging::play_card(play, parts, words, args.piece("card")));
    game.action("go_on")
        .prompt("Review the show, then continue")
        .label("Continue")
        .run(|_, _| {});

    game.ends_when(move |at| at.seats().any(|seat| parts.has_won(at, seat)));
    game.outcome(move |at| outcome(at, parts));
    // Whoever wonders what the other one holds knows what a go tells.
    game.contradictions(move |at| {
        let wrong = |seat| {
            let cards = at.zone(hand.of(seat)).pieces().values(parts.cards.rank);
            let low = |rank: &Rank| i64::from(card::pips(*rank)) <= at.of(seat, parts.above);
            cards.filter(low).count()
        };
        at.seats().map(wrong).sum()
    });

    // One count of hand and crib after the other decides, far from the end.
    let lead = move |at: &At<'_>| {
        let (seat, other) = (at.seat(), at.next(at.seat()));
        at.of(seat, parts.score) - at.of(other, parts.score)
    };
    game.objective("is ahead", 0.3, move |at| lead(at) > 0);
    game.objective("is ahead by a good hand", 0.3, move |at| lead(at) > 8);
    game.objective("is far ahead", 0.3, move |at| lead(at) > 24);

    let hands_left = move |at: &At<'_>| at.seats().any(|seat| !at.zone(hand.of(seat)).is_empty());
    let the_play = repeat_while(
        hands_left,
        step(["play"]).by(move |at| at.value(parts.turn)),
    );
    let show_hand = move |play: &mut Play<'_, '_>, seat: Seat| {
        let points = show(play, parts, words.hand, words, seat, played.of(seat));
        play.set_of(seat, parts.hand_points, points);
    };
    // Each count may end the match, so their order matters.
    let the_show = sequence([
        run(move |play| {
            let other = parts.other(play);
            show_hand(play, other);
        }),
        run(move |play| {
            let dealer = play.value(parts.dealer);
            show_hand(play, dealer);
        }),
        run(move |play| {
            let dealer = play.value(parts.dealer);
            play.open(parts.crib);
            let points = show(play, parts, words.crib, words, dealer, parts.crib);
            play.set_value(parts.crib_points, points);
        }),
        together(["go_on"]).at_once().into(),
    ]);
    game.flow(forever(sequence([
        run(move |play| deal(play, parts, words)),
        phase("lay_away", "Laying away", together(["lay_away"])),
        run(move |play| turn_up(play, parts, words)),
        phase("play", "The play", the_play),
        phase("show", "The show", the_show),
        set(parts.dealer, move |at| parts.other(at)),
    ])))
}

/// Both cut the deck; the lower card deals.
fn cut_for_deal(play: &mut Play<'_, '_>, parts: Parts, words: Words) -> Seat {
    loop {
        play.shuffle(parts.deck);
        let mut cuts = [(Seat(0), Rank(0)), (Seat(1), Rank(0))];
        let mut cards = play.zone(parts.deck).top_many(2).into_iter();
        for (cut, card) in cuts.iter_mut().zip(&mut cards) {
            cut.1 = play.get(card, parts.cards.rank);
            play.say(words.cuts, [cut.0.into(), play.definition(card).into()]);
        }
        match cuts[0].1.cmp(&cuts[1].1) {
            Ordering::Less => return Seat(0),
            Ordering::Greater => return Seat(1),
            Ordering::Equal => {}
        }
    }
}

/// Collects all cards, shuffles, and gives both players six, the other player first.
fn deal(play: &mut Play<'_, '_>, parts: Parts, words: Words) {
    let (dealer, other) = (play.value(parts.dealer), parts.other(play));
    for zone in [parts.starter, parts.crib] {
        play.empty(zone, parts.deck);
    }
    play.close(parts.crib);
    for seat in [other, dealer] {
        play.empty(parts.played.of(seat), parts.deck);
        play.set_of(seat, parts.hand_points, 0);
        play.set_of(seat, parts.above, 0);
    }
    play.set_value(parts.crib_points, 0);
    play.set_value(parts.turn, other);
    play.say(words.deals, [dealer.into()]);
    play.shuffle(parts.deck);
    for _ in 0..6 {
        play.draw(parts.deck, parts.hand.of(other));
        play.draw(parts.deck, parts.hand.of(dealer));
    }
}

/// Turns up the starter, which may be his heels.
fn turn_up(play: &mut Play<'_, '_>, parts: Parts, words: Words) {
    if let Some(card) = play.draw(parts.deck, parts.starter) {
        play.say(words.starter, [card.into()]);
        if play.get(card, parts.cards.rank) == score::JACK {
            let dealer = play.value(parts.dealer);
            parts.score(play, dealer, 2, words.heels);
        }
    }
}

/// Counts four cards with the starter for a seat.
fn show(
    play: &mut Play<'_, '_>,
    parts: Parts,
    headline: MessageId,
    words: Words,
    seat: Seat,
    zone: Zone,
) -> i64 {
    let cards: Vec<Piece> = play.zone(zone).pieces().collect();
    let (&[a, b, c, d], Some(starter)) = (&cards[..], play.zone(parts.starter).top()) else {
        return 0;
    };
    let hand = [a, b, c, d].map(|card| parts.card(play, card));
    let score = score_hand(&hand, parts.card(play, starter), zone == parts.crib);
    let total = i64::from(score.total());
    let shown = [a, b, c, d, starter].map(Say::from);
    let [a, b, c, d, starter] = shown;
    play.say(headline, [seat.into(), a, b, c, d, total.into(), starter]);
    for (points, why) in [
        (score.fifteens, words.fifteens),
        (score.pairs, words.pairs),
        (score.runs, words.runs),
        (score.flush, words.flush),
        (score.nobs, words.nobs),
    ] {
        parts.score(play, seat, points, why);
    }
    total
}

/// Who has won, and by how much.
fn outcome(at: &At<'_>, parts: Parts) -> Outcome {
    let scores: Vec<i64> = at.seats().map(|seat| at.of(seat, parts.score)).collect();
    let least = scores.iter().copied().min().unwrap_or(0);
    let reason = match at.value(parts.target) {
        121 if least < 61 => (
            "reason.121_double_skunk",
            "first to 121: a double skunk, the loser is below 61",
        ),
        121 if least < 91 => (
            "reason.121_skunk",
            "first to 121: a skunk, the loser is below 91",
        ),
        121 => ("reason.121", "first to 121"),
        _ if least < 31 => (
            "reason.61_skunk",
            "first to 61: a skunk, the loser is below 31",
        ),
        _ => ("reason.61", "first to 61"),
    };
    Outcome::by_score(&scores, reason)
}
