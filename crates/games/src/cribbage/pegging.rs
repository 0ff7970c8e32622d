//! The play: what happens when a card is played.

use parlor_flow::prelude::*;

use super::parts::{LONGEST, MOST, Parts, Words};
use super::{PegScore, peg};

/// The seat whose turn it is plays a card that fits.
pub(super) fn play_card(play: &mut Play<'_, '_>, parts: Parts, words: Words, card: Piece) {
    let (seat, other) = (play.seat(), play.seat().after(2));
    let (mut pile, before) = parts.pile(play);
    pile[before] = card;
    let pile = &pile[..=before];
    let count = play.value(parts.count) + i64::from(parts.card(play, card).pips());
    play.put(card, parts.played.of(seat));
    play.set(card, parts.order, pile.len() as u8);
    play.set_value(parts.count, count);
    play.say(words.plays, [seat.into(), card.into(), count.into()]);

    let mut cards = [parts.card(play, card); LONGEST];
    for (card, piece) in cards.iter_mut().zip(pile) {
        *card = parts.card(play, *piece);
    }
    score(play, parts, words, peg(&cards[..pile.len()]));
    if parts.has_won(play, seat) {
        return;
    }
    if count < MOST {
        if parts.can_play(play, other) {
            return play.set_value(parts.turn, other);
        }
        say_go(play, parts, words, other);
        if parts.can_play(play, seat) {
            return play.set_value(parts.turn, seat);
        }
        learn(play, parts, seat);
        let hands = [seat, other].map(|seat| play.zone(parts.hand.of(seat)).len());
        let last = match hands {
            [0, 0] => words.last_of_all,
            _ => words.last,
        };
        parts.score(play, seat, 1, last);
        if parts.has_won(play, seat) {
            return;
        }
    }
    begin_count(play, parts, pile);
    let next = match play.zone(parts.hand.of(other)).is_empty() {
        true => seat,
        false => other,
    };
    play.set_value(parts.turn, next);
}

fn score(play: &mut Play<'_, '_>, parts: Parts, words: Words, score: PegScore) {
    let pairs = match score.pairs {
        0..=2 => words.pair,
        3..=6 => words.pair_royal,
        _ => words.double_pair_royal,
    };
    let seat = play.seat();
    for (points, why) in [
        (score.fifteen, words.fifteen),
        (score.thirty_one, words.thirty_one),
        (score.pairs, pairs),
        (score.run, words.run),
    ] {
        parts.score(play, seat, points, why);
    }
}

/// A seat that cannot play says so, once in a count. Without cards there is nothing to say.
fn say_go(play: &mut Play<'_, '_>, parts: Parts, words: Words, seat: Seat) {
    if !play.zone(parts.hand.of(seat)).is_empty() && !play.of(seat, parts.go) {
        play.say(words.go, [seat.into()]);
        play.set_of(seat, parts.go, true);
        learn(play, parts, seat);
    }
}

/// Everybody knows now that the cards in this hand do not fit.
fn learn(play: &mut Play<'_, '_>, parts: Parts, seat: Seat) {
    let above = MOST - play.value(parts.count);
    if above > play.of(seat, parts.above) {
        play.set_of(seat, parts.above, above);
    }
}

/// The count begins again at 0, without the cards that have been played.
fn begin_count(play: &mut Play<'_, '_>, parts: Parts, pile: &[Piece]) {
    for card in pile {
        play.set(*card, parts.order, 0);
    }
    play.set_value(parts.count, 0);
    for seat in play.seats() {
        if play.of(seat, parts.go) {
            play.set_of(seat, parts.go, false);
        }
    }
}
