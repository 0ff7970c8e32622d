//! The deck in words: how many cards, and what they are worth, those alike together.

use super::list;
use crate::document::{CardValue, CardValueKind, Deck, Preset};
use crate::run::js_number;

/// What the cards are.
pub(super) fn deck(deck: &Deck) -> String {
    let many = |cards: &str| match deck.copies {
        1 => format!("One deck of {cards}."),
        copies => format!("{copies} decks of {cards}, shuffled together."),
    };
    match deck.preset {
        Preset::Standard52 => many("52 cards"),
        Preset::Standard54 => many("52 cards and 2 jokers"),
        Preset::Uno108 => many(
            "108 cards in red, yellow, green and blue: 0 to 9, Skip, Reverse and Draw Two, and wild cards",
        ),
        Preset::Custom => {
            let cards = deck.cards.as_deref().unwrap_or_default();
            let mut suits: Vec<String> = Vec::new();
            for card in cards {
                if !suits.contains(&card.suit) {
                    suits.push(card.suit.clone());
                }
            }
            many(&format!("{} cards in {}", cards.len(), list(&suits)))
        }
    }
}

/// What the cards are worth, a line for those that are worth the same.
pub(super) fn values(deck: &Deck) -> Vec<String> {
    let mut faces: Vec<u32> = Vec::new();
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    let mut ranks: Vec<(&String, &CardValue)> = deck.card_values.iter().collect();
    ranks.sort_by_key(|(rank, _)| order(rank));
    for (rank, value) in ranks {
        let worth = match *value {
            CardValue::Number(value) | CardValue::Kind(CardValueKind::Fixed { value }) => {
                if let Ok(number) = rank.parse::<u32>()
                    && f64::from(number) == value
                {
                    faces.push(number);
                    continue;
                }
                js_number(value)
            }
            CardValue::Kind(CardValueKind::Dual { low, high }) => {
                let (low, high) = (js_number(low), js_number(high));
                format!("{high}, or {low} where {high} would be too much")
            }
        };
        match groups.iter_mut().find(|(known, _)| *known == worth) {
            Some((_, ranks)) => ranks.push(name(rank)),
            None => groups.push((worth, vec![name(rank)])),
        }
    }
    let mut lines = Vec::new();
    if let (Some(first), Some(last)) = (faces.first(), faces.last()) {
        let row = faces.len() > 2 && (last - first) as usize + 1 == faces.len();
        let ranks = match row {
            true => format!("{first} to {last}"),
            false => list(&faces.iter().map(u32::to_string).collect::<Vec<_>>()),
        };
        lines.push(match faces.len() {
            1 => format!("{ranks} is worth its number."),
            _ => format!("{ranks} are worth their number."),
        });
    }
    for (worth, ranks) in groups {
        let is = if ranks.len() == 1 { "is" } else { "are" };
        lines.push(format!("{} {is} worth {worth}.", list(&ranks)));
    }
    lines
}

/// Numbers first, then the court, the ace, and what else there is.
fn order(rank: &str) -> (u32, String) {
    let place = match rank {
        "J" => 1001,
        "Q" => 1002,
        "K" => 1003,
        "A" => 1004,
        other => other.parse().map_or(2000, |number: u32| number.min(1000)),
    };
    (place, rank.into())
}

fn name(rank: &str) -> String {
    match rank {
        "J" => "Jack".into(),
        "Q" => "Queen".into(),
        "K" => "King".into(),
        "A" => "Ace".into(),
        other => other.into(),
    }
}
