//! Positions as text, as in
//! `scores 45 60 of 121 | dealer 1 | hands 5♥ 6♥ 7♥ / Q♣ 2♠ K♠ | starter 9♦ | crib A♥ A♣ 8♦ 8♣ | played 4♥ / J♣ | pile 4♥ J♣ | turn 0`.
//!
//! Without a crib the players are laying away, and the starter is the card that will be turned up. Without cards in the
//! hands it is the show. The pile is the present count, in the order in which it was played. What one player has done
//! while both are asked, and the order of the deck below the starter, are not in the text.

use parlor_core::Game;
use parlor_flow::State;
use parlor_flow::prelude::*;
use parlor_table::{Dealer, Schema};

use super::Card;
use super::parts::{MOST, Parts};
use crate::TextError;

/// The text of a position. Nothing in it is hidden.
///
/// ```
/// use parlor_games::cribbage::{cribbage, parse, print};
/// let text = "scores 7 0 of 61 | dealer 0 | hands 5♥ / 2♠ K♠ | starter 9♦ | crib A♥ A♣ 8♦ 8♣ \
///             | played 4♥ 6♥ 7♥ / Q♣ J♣ | pile 7♥ J♣ | turn 1";
/// let state = parse(&cribbage(), text).unwrap();
/// assert_eq!(print(&state), text);
/// ```
pub fn print(state: &State) -> String {
    let (parts, table) = (Parts::declare(&mut Schema::new()), state.table());
    let name = |card: Piece| table.name(card).to_string();
    let row = |zone: Zone| {
        let names: Vec<String> = table.zone(zone).pieces().map(name).collect();
        names.join(" ")
    };
    let rows = |zone: EachZone| [Seat(0), Seat(1)].map(|seat| row(zone.of(seat)));
    let ([mine, yours], played) = (rows(parts.hand), rows(parts.played));
    let [first, second] = [Seat(0), Seat(1)].map(|seat| table.of(seat, parts.score));
    let target = table.value(parts.target);
    let laying_away = table.zone(parts.crib).is_empty();
    let starter = match laying_away {
        true => table.zone(parts.deck).top(),
        false => table.zone(parts.starter).top(),
    };
    let mut text = format!("scores {first} {second} of {target}");
    let mut add = |key: &str, value: String| {
        if !value.is_empty() {
            text += &format!(" | {key} {value}");
        }
    };
    add("dealer", table.value(parts.dealer).0.to_string());
    if !(mine.is_empty() && yours.is_empty()) {
        add("hands", format!("{mine} / {yours}").trim().into());
    }
    add("starter", starter.map_or(String::new(), name));
    if laying_away {
        return text;
    }
    add("crib", row(parts.crib));
    if played.iter().any(|row| !row.is_empty()) {
        add("played", played.join(" / ").trim().into());
    }
    let (pile, length) = parts.pile(table);
    add(
        "pile",
        pile[..length]
            .iter()
            .map(|card| name(*card))
            .collect::<Vec<_>>()
            .join(" "),
    );
    let gone = table.seats().filter(|seat| table.of(*seat, parts.go));
    add(
        "go",
        gone.map(|seat| seat.0.to_string())
            .collect::<Vec<_>>()
            .join(" "),
    );
    if !(mine.is_empty() && yours.is_empty()) {
        add("turn", table.value(parts.turn).0.to_string());
    }
    text
}

/// The position that a text tells of.
///
/// ```
/// use parlor_games::cribbage::{cribbage, parse};
/// let error = parse(&cribbage(), "dealer 0 | hands 5♥ / 5♥").unwrap_err();
/// assert_eq!(error.to_string(), "5♥ is there twice");
/// ```
pub fn parse(game: &FlowGame, text: &str) -> Result<State, TextError> {
    let position = Position::read(text)?;
    position.check()?;
    position.set_up(game)
}

/// What a text says.
#[derive(Default)]
struct Position {
    scores: [i64; 2],
    target: String,
    dealer: u8,
    hands: [Vec<Card>; 2],
    starter: Vec<Card>,
    crib: Vec<Card>,
    played: [Vec<Card>; 2],
    pile: Vec<Card>,
    go: Vec<u8>,
    turn: Option<u8>,
}

fn wrong<T>(what: impl Into<String>) -> Result<T, TextError> {
    Err(TextError::Rule(what.into()))
}

fn cards(text: &str) -> Result<Vec<Card>, TextError> {
    let cards = text.split_whitespace().map(str::parse::<Card>);
    cards
        .collect::<Result<_, _>>()
        .or_else(|error| wrong(error.to_string()))
}

fn rows(text: &str) -> Result<[Vec<Card>; 2], TextError> {
    match text.split_once('/') {
        Some((mine, yours)) => Ok([cards(mine)?, cards(yours)?]),
        None => wrong("the cards of both seats are written 5♥ 6♥ / 7♣ 8♣"),
    }
}

fn seat(text: &str) -> Result<u8, TextError> {
    match text {
        "0" => Ok(0),
        "1" => Ok(1),
        _ => wrong(format!("the seats are 0 and 1, not '{text}'")),
    }
}

impl Position {
    fn read(text: &str) -> Result<Position, TextError> {
        let mut position = Position {
            target: "121".into(),
            ..Position::default()
        };
        for part in text.split('|').map(str::trim) {
            let (key, value) = part.split_once(' ').unwrap_or((part, ""));
            match key {
                "scores" => position.read_scores(value)?,
                "dealer" => position.dealer = seat(value)?,
                "hands" => position.hands = rows(value)?,
                "starter" => position.starter = cards(value)?,
                "crib" => position.crib = cards(value)?,
                "played" => position.played = rows(value)?,
                "pile" => position.pile = cards(value)?,
                "go" => {
                    let seats = value.split_whitespace().map(seat);
                    position.go = seats.collect::<Result<_, _>>()?;
                }
                "turn" => position.turn = Some(seat(value)?),
                _ => {
                    return wrong(format!(
                        "'{key}' is no part of a position: say scores, dealer, hands, starter, crib, played, pile, go or turn"
                    ));
                }
            }
        }
        Ok(position)
    }

    fn read_scores(&mut self, text: &str) -> Result<(), TextError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |text: &str| text.parse::<i64>().ok().filter(|score| *score >= 0);
        if let [first, second, "of", target @ ("61" | "121")] = words[..]
            && let (Some(first), Some(second), Some(most)) =
                (number(first), number(second), number(target))
            && first.max(second) < most
        {
            self.scores = [first, second];
            self.target = target.into();
            return Ok(());
        }
        wrong("scores are written 45 60 of 121, or of 61, and both are less than that")
    }

    /// Whether play can lead here.
    fn check(&self) -> Result<(), TextError> {
        let rows = [&self.starter, &self.crib].into_iter();
        let all: Vec<Card> = rows
            .chain(&self.hands)
            .chain(&self.played)
            .flatten()
            .copied()
            .collect();
        for (index, card) in all.iter().enumerate() {
            if all[..index].contains(card) {
                return wrong(format!("{card} is there twice"));
            }
        }
        if self.crib.is_empty() {
            return self.check_laying_away();
        }
        if self.crib.len() != 4 || self.starter.len() != 1 {
            return wrong("a crib has four cards, and there is one starter");
        }
        for (hand, played) in self.hands.iter().zip(&self.played) {
            if hand.len() + played.len() != 4 {
                return wrong("each seat has four cards, in the hand or played");
            }
            let in_count: Vec<Card> = self
                .pile
                .iter()
                .copied()
                .filter(|card| played.contains(card))
                .collect();
            if !played.ends_with(&in_count) {
                return wrong("the pile ends with the cards that were played last");
            }
        }
        let played = |card: &Card| self.played.iter().any(|row| row.contains(card));
        if !self.pile.iter().all(played) {
            return wrong("the cards of the pile are among those played");
        }
        if self.count() > MOST {
            return wrong("the count does not pass 31");
        }
        let fits = |card: &Card| self.count() + i64::from(card.pips()) <= MOST;
        match (self.turn, self.hands.iter().all(Vec::is_empty)) {
            (None, true) if self.pile.is_empty() && self.go.is_empty() => Ok(()),
            (Some(turn), false) if self.hands[usize::from(turn)].iter().any(fits) => Ok(()),
            (_, true) => wrong("in the show there is no pile, no go and no turn"),
            _ => wrong("it is the turn of a seat with a card that fits"),
        }
    }

    fn check_laying_away(&self) -> Result<(), TextError> {
        let six = self.hands.iter().all(|hand| hand.len() == 6);
        let begun = self.played.iter().any(|row| !row.is_empty()) || !self.pile.is_empty();
        match six && !begun && self.go.is_empty() && self.turn.is_none() && self.starter.len() <= 1
        {
            true => Ok(()),
            false => wrong("before the crib is laid away both hold six cards, and none is played"),
        }
    }

    fn count(&self) -> i64 {
        self.pile.iter().map(|card| i64::from(card.pips())).sum()
    }

    /// Lets the flow come here by laying away, with the rest already on the table.
    fn set_up(&self, game: &FlowGame) -> Result<State, TextError> {
        let parts = Parts::declare(&mut Schema::new());
        let setup = Setup::new(&game.info(), 2)
            .and_then(|setup| setup.option("target", self.target.as_str()))
            .or_else(|error| wrong(error.to_string()))?;
        let mut scenario = Scenario::with(game, &setup, 1);
        scenario.set_up(|dealer| self.lay(dealer, parts));
        for (seat, two) in [Seat(0), Seat(1)].into_iter().zip(self.crib.chunks(2)) {
            let [first, second] = two else { continue };
            scenario
                .play_as(seat, &format!("lay away {first} {second}"))
                .or_else(|rejection| wrong(rejection.to_string()))?;
        }
        scenario.set_up(|dealer| {
            for (seat, score) in [Seat(0), Seat(1)].into_iter().zip(self.scores) {
                dealer.set_of(seat, parts.score, score);
            }
        });
        Ok(scenario.state().clone())
    }

    /// Puts all cards where they belong; those of the crib are still in the hands.
    fn lay(&self, dealer: &mut Dealer<'_>, parts: Parts) {
        for seat in [Seat(0), Seat(1)] {
            dealer.empty(parts.hand.of(seat), parts.deck);
        }
        let mut put = |card: &Card, zone: Zone| {
            let table = dealer.table();
            let piece = table
                .pieces()
                .find(|piece| parts.card(table, *piece) == *card);
            if let Some(piece) = piece {
                dealer.put(piece, zone);
                let index = self.pile.iter().position(|other| other == card);
                dealer.set(piece, parts.order, index.map_or(0, |index| index as u8 + 1));
            }
        };
        for (index, seat) in [Seat(0), Seat(1)].into_iter().enumerate() {
            let laid = self.crib.iter().skip(2 * index).take(2);
            self.hands[index]
                .iter()
                .chain(laid)
                .for_each(|card| put(card, parts.hand.of(seat)));
            self.played[index]
                .iter()
                .for_each(|card| put(card, parts.played.of(seat)));
        }
        self.starter.iter().for_each(|card| put(card, parts.deck));
        let dealing = Seat(self.dealer);
        dealer.set_value(parts.dealer, dealing);
        dealer.set_value(parts.turn, self.turn.map_or(dealing.after(2), Seat));
        dealer.set_value(parts.count, self.count());
        for seat in &self.go {
            dealer.set_of(Seat(*seat), parts.go, true);
            dealer.set_of(Seat(*seat), parts.above, MOST - self.count());
        }
    }
}
