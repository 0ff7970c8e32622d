//! The deck: which cards there are, in which order, what they are worth, and where they lie at first.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parlor_table::Definition;

use super::Compiler;
use crate::document::{CardValue, CardValueKind, Preset};
use crate::limits::MOST_CARDS;
use crate::program::{Card, ZoneAt};
use crate::{Code, Place, Problem};

/// What a card can be worth: so much that sums stay exact.
const LARGEST_VALUE: f64 = 1e12;

const SUITS: [&str; 4] = ["hearts", "diamonds", "clubs", "spades"];
const RANKS: [&str; 13] = [
    "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K",
];
const COLOURS: [&str; 4] = ["red", "yellow", "green", "blue"];

impl Compiler<'_> {
    pub(super) fn declare_deck(&mut self) {
        let deck = &self.document.deck;
        let cards = templates(deck.preset, deck.cards.as_deref().unwrap_or(&[]));
        let total = cards.len().saturating_mul(deck.copies as usize);
        if total > MOST_CARDS {
            let message =
                format!("the deck has {total} cards; {MOST_CARDS} are enough for everybody");
            self.report(Problem::new(
                Code::DeckTooLarge,
                Place::of("/deck/copies"),
                message,
            ));
            return;
        }
        let names = faces(&cards);
        let words = |words: Vec<&str>| words.into_iter().map(String::from).collect::<Vec<_>>();
        let ranks = distinct(cards.iter().map(|(_, rank)| &**rank));
        let suits = distinct(cards.iter().map(|(suit, _)| &**suit));
        let schema = &mut self.program.schema;
        let rank = schema
            .attribute::<u16>("rank")
            .words(words(ranks.clone()))
            .add();
        let suit = schema
            .attribute::<u16>("suit")
            .words(words(suits.clone()))
            .add();
        self.declare_face(&ranks, &suits);
        let mut known: HashMap<&(String, String), u16> = HashMap::new();
        let mut once = Vec::new();
        let mut in_order: BTreeMap<(u16, u16), Arc<str>> = BTreeMap::new();
        for (card, name) in cards.iter().zip(&names) {
            if let Some(definition) = known.get(card) {
                once.push(*definition);
                self.program.twins = true;
                continue;
            }
            let schema = &mut self.program.schema;
            let definition = schema.definition("card", name);
            let position = |list: &[&str], text: &str| {
                list.iter().position(|other| *other == text).unwrap_or(0) as u16
            };
            schema.give(definition, rank, position(&ranks, &card.1));
            schema.give(definition, suit, position(&suits, &card.0));
            let value = deck.card_values.get(&card.1);
            let (high, low) = value.map_or((0.0, 0.0), both_values);
            let card_info = Card {
                rank: self.word(&card.1),
                suit: self.word(&card.0),
                value: high,
                low,
            };
            self.program.cards.push(card_info);
            let face: Arc<str> = Arc::from(&**name);
            if deck.preset == Preset::Custom {
                let (suit, rank) = (position(&suits, &card.0), position(&ranks, &card.1));
                in_order.insert((suit, rank), face.clone());
            }
            self.program.faces.push(face);
            known.insert(card, definition.0);
            once.push(definition.0);
        }
        self.program.orders = in_order.into_values().zip(0..).collect();
        self.program.twins |= deck.copies > 1;
        self.program.deck = once.repeat(deck.copies as usize);
        self.check_values(&ranks);
    }

    fn check_values(&mut self, ranks: &[&str]) {
        let deck = &self.document.deck;
        let place = Place::of("/deck/cardValues");
        let without: Vec<&str> = ranks
            .iter()
            .filter(|rank| !deck.card_values.contains_key(**rank))
            .map(|rank| &**rank)
            .collect();
        if !without.is_empty() {
            let shown: Vec<String> = without
                .iter()
                .take(15)
                .map(|rank| format!("'{}'", rank.escape_debug()))
                .collect();
            let message = format!("there is no value for {}", shown.join(", "));
            let first = without[0].escape_debug();
            let problem = Problem::new(Code::CardWithoutValue, place.clone(), message)
                .expected("a value for every rank of the deck")
                .help(format!(
                    "add \"{first}\": {{ \"kind\": \"fixed\", \"value\": 0 }}"
                ));
            self.report(problem);
        }
        for (rank, value) in &deck.card_values {
            let (high, low) = both_values(value);
            if high.abs().max(low.abs()) > LARGEST_VALUE {
                let message = format!("a card is worth at most {LARGEST_VALUE}");
                self.report(Problem::new(Code::OutOfRange, place.field(rank), message));
            }
        }
        for rank in deck.card_values.keys() {
            if !ranks.contains(&&**rank) {
                let message = format!("no card of the deck has the rank '{}'", rank.escape_debug());
                let place = place.field(rank).key();
                let problem = Problem::new(Code::ValueWithoutCard, place, message);
                self.report(problem.near(rank, ranks.iter().copied()));
            }
        }
    }

    /// The deck lies in `draw_pile`, or else in the first zone that nobody owns.
    pub(super) fn place_deck(&mut self) {
        let declared = || self.document.zones.iter().zip(&self.program.zones);
        let shared = |at: ZoneAt| match at {
            ZoneAt::One(zone) => Some(zone),
            ZoneAt::Each(_) => None,
        };
        let by_name = declared().find(|(zone, _)| zone.name == "draw_pile");
        let by_name = by_name.and_then(|(_, info)| shared(info.at));
        let unowned = declared().find(|(zone, _)| zone.owners.is_empty());
        let place = by_name.or_else(|| unowned.and_then(|(_, info)| shared(info.at)));
        let Some(zone) = place else {
            let message = "there is no zone 'draw_pile', and none without an owner, for the deck";
            let problem = Problem::new(Code::NoPlaceForDeck, Place::of("/zones"), message);
            let zone =
                r#"{ "name": "draw_pile", "visibility": { "kind": "hidden" }, "owners": [] }"#;
            self.report(problem.help(format!("add {zone}")));
            return;
        };
        self.program.deck_zone = zone;
        // The first card is on top, and the top is what lies last.
        for definition in self.program.deck.iter().rev() {
            self.program.schema.place(Definition(*definition), zone, 1);
        }
    }
}

/// The high and the low value of a rank.
fn both_values(value: &CardValue) -> (f64, f64) {
    match value {
        CardValue::Number(value) | CardValue::Kind(CardValueKind::Fixed { value }) => {
            (*value, *value)
        }
        CardValue::Kind(CardValueKind::Dual { low, high }) => (*high, *low),
    }
}

/// The cards of one deck, as suit and rank, in the order of creation.
fn templates(preset: Preset, custom: &[crate::document::CardTemplate]) -> Vec<(String, String)> {
    let card = |suit: &str, rank: &str| (suit.to_owned(), rank.to_owned());
    let suits = || {
        SUITS
            .iter()
            .flat_map(|suit| RANKS.iter().map(|rank| card(suit, rank)))
    };
    match preset {
        Preset::Standard52 => suits().collect(),
        Preset::Standard54 => {
            let jokers = [card("joker", "Joker"), card("joker", "Joker")];
            suits().chain(jokers).collect()
        }
        Preset::Uno108 => {
            let numbers: Vec<String> = (1..=9).map(|number| number.to_string()).collect();
            let mut cards = Vec::new();
            for colour in COLOURS {
                cards.push(card(colour, "0"));
                let specials = ["Skip", "Reverse", "Draw Two"];
                for rank in numbers.iter().map(|rank| &**rank).chain(specials) {
                    cards.extend([card(colour, rank), card(colour, rank)]);
                }
            }
            for _ in 0..4 {
                cards.extend([card("wild", "Wild"), card("wild", "Wild Draw Four")]);
            }
            cards
        }
        Preset::Custom => custom
            .iter()
            .map(|other| card(&other.suit, &other.rank))
            .collect(),
    }
}

/// What is on the cards' faces: `Q♠`, `7 red`, and the rank alone where it says everything.
fn faces(cards: &[(String, String)]) -> Vec<String> {
    let mut suits_of: HashMap<&str, Option<&str>> = HashMap::new();
    for (suit, rank) in cards {
        let same = |known: &mut Option<&str>| {
            if *known != Some(&**suit) {
                *known = None;
            }
        };
        suits_of.entry(rank).and_modify(same).or_insert(Some(suit));
    }
    let face = |(suit, rank): &(String, String)| match &**suit {
        "hearts" => format!("{rank}♥"),
        "diamonds" => format!("{rank}♦"),
        "clubs" => format!("{rank}♣"),
        "spades" => format!("{rank}♠"),
        _ if suits_of.get(&**rank).is_some_and(Option::is_some) => rank.clone(),
        _ => format!("{rank} {suit}"),
    };
    cards.iter().map(face).collect()
}

fn distinct<'t>(texts: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut all = Vec::new();
    for text in texts {
        if !all.contains(&text) {
            all.push(text);
        }
    }
    all
}
