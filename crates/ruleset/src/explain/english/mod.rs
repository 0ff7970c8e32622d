//! Expressions in English, as far as possible: what is not understood stays as it is, in backticks.

mod compare;
mod condition;
mod effect;
mod number;
#[cfg(test)]
mod tests;

use crate::document::{Document, PerPlayer, RoleCount, Scalar};
use crate::expression::{Expr, Kind, parse};

/// Whom `current_player` means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// The reader, who takes an action.
    You,
    /// Whoever's turn it is while the rules run by themselves.
    Current,
    /// Whoever is scored.
    Scored,
}

/// How the expressions of a document are told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct English<'d> {
    document: &'d Document,
    who: Who,
}

impl<'d> English<'d> {
    pub fn new(document: &'d Document, who: Who) -> English<'d> {
        English { document, who }
    }

    /// A condition as a clause: "your hand is worth less than 21". Nothing if it always holds.
    pub fn when(&self, text: &str) -> Option<String> {
        let expr = match parse(text) {
            Ok(expr) => expr,
            Err(_) => return Some(raw(text)),
        };
        match expr.kind {
            Kind::Bool(true) => None,
            _ => Some(
                Telling {
                    english: self,
                    text,
                }
                .condition(&expr, true),
            ),
        }
    }

    /// An effect as an instruction: "shuffle the draw pile".
    pub fn effect(&self, text: &str) -> String {
        match parse(text) {
            Ok(expr) => Telling {
                english: self,
                text,
            }
            .effect(&expr),
            Err(_) => raw(text),
        }
    }

    /// A number as a noun: "the value of your hand".
    pub fn number(&self, text: &str) -> String {
        match parse(text) {
            Ok(expr) => Telling {
                english: self,
                text,
            }
            .number(&expr),
            Err(_) => raw(text),
        }
    }

    /// "your", "the player's".
    fn whose(&self) -> &'static str {
        match self.who {
            Who::You => "your",
            Who::Current => "the current player's",
            Who::Scored => "the player's",
        }
    }

    /// "you are", "the player is".
    fn who_is(&self) -> &'static str {
        match self.who {
            Who::You => "you are",
            Who::Current => "it is the turn of",
            Who::Scored => "the player is",
        }
    }

    /// Whether each player has such a zone.
    pub fn is_each(&self, zone: &str) -> bool {
        let owners = |zone: &crate::document::Zone| {
            zone.owners.iter().any(|owner| {
                self.document.roles.iter().any(|role| {
                    role.name == *owner && role.count == RoleCount::Word(PerPlayer::PerPlayer)
                })
            })
        };
        let mut zones = self.document.zones.iter();
        zones.any(|known| known.name == zone && owners(known))
    }

    fn is_zone(&self, name: &str) -> bool {
        self.document.zones.iter().any(|zone| zone.name == name)
    }

    fn is_variable(&self, name: &str) -> bool {
        let older = self.document.initial_variables.as_ref();
        let newer = self.document.variables.as_ref();
        older.is_some_and(|all| all.contains_key(name))
            || newer.is_some_and(|all| all.contains_key(name))
    }

    fn is_text_variable(&self, name: &str) -> bool {
        let newer = self.document.variables.as_ref();
        let variable = newer.and_then(|all| all.get(name));
        variable.is_some_and(|variable| matches!(variable.initial, Scalar::Text(_)))
    }

    /// A role that people do not play, if the name speaks of its score.
    fn scored_role(&self, name: &str) -> Option<&'d str> {
        let role = name
            .strip_suffix("_score")
            .or_else(|| name.strip_suffix("_value"))?;
        let mut roles = self.document.roles.iter();
        roles
            .find(|known| known.name == role && !known.is_human)
            .map(|known| &*known.name)
    }
}

/// An expression that is being told, with its text.
struct Telling<'e, 'd> {
    english: &'e English<'d>,
    text: &'e str,
}

impl Telling<'_, '_> {
    /// The expression as it is written.
    fn raw(&self, expr: &Expr) -> String {
        raw(self.text.get(expr.span.clone()).unwrap_or(self.text))
    }

    /// A zone with its article: "the draw pile", "your hand", "the second player's hand".
    fn zone(&self, expr: &Expr) -> String {
        let english = self.english;
        match &expr.kind {
            Kind::Member(_, zone) => format!("{} {}", english.whose(), pile(zone)),
            Kind::Name(name) | Kind::Text(name) => match name.split_once(':') {
                Some((zone, number)) => match number.parse::<usize>() {
                    Ok(number) => format!("the {} player's {}", ordinal(number), pile(zone)),
                    Err(_) => format!("the {}", spoken(name)),
                },
                None if english.is_each(name) => format!("{} {}", english.whose(), pile(name)),
                None => format!("the {}", pile(name)),
            },
            Kind::Call(name, args) if name == "concat" => match args.as_slice() {
                [first, second] => self.numbered_zone(expr, first, second),
                _ => self.raw(expr),
            },
            _ => self.raw(expr),
        }
    }

    /// A zone whose number is worked out: `concat("hand:", …)` is a player's, `concat("meld_", …)` one of several.
    fn numbered_zone(&self, expr: &Expr, first: &Expr, second: &Expr) -> String {
        match &first.kind {
            Kind::Text(zone) if zone.ends_with(':') => {
                let zone = pile(zone.trim_end_matches(':'));
                format!("the {zone} of {}", self.player(second))
            }
            Kind::Text(zone) if zone.ends_with('_') => {
                format!(
                    "{} {}",
                    pile(zone.trim_end_matches('_')),
                    self.operand(second)
                )
            }
            _ => self.raw(expr),
        }
    }

    /// A variable, by its name or by a name that is put together: “bet” of the first player.
    fn variable(&self, expr: &Expr) -> Option<String> {
        match &expr.kind {
            Kind::Text(name) => Some(quoted(name)),
            Kind::Call(name, args) if name == "concat" => match args.as_slice() {
                [first, second] => match &first.kind {
                    Kind::Text(name) => {
                        let name = quoted(name.trim_end_matches('_'));
                        if matches!(&second.kind, Kind::Name(name) if name == "current_player_index")
                        {
                            return Some(format!("{} {name}", self.english.whose()));
                        }
                        Some(format!("{name} of {}", self.player(second)))
                    }
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// A zone as the target of a deal: "each player's hand".
    fn zone_or_each(&self, expr: &Expr) -> String {
        match &expr.kind {
            Kind::Name(name) | Kind::Text(name) if self.english.is_each(name) => {
                format!("each player's {}", pile(name))
            }
            _ => self.zone(expr),
        }
    }

    /// The zones that all players have: "the players' tricks".
    fn zones(&self, expr: &Expr) -> String {
        match &expr.kind {
            Kind::Name(name) | Kind::Text(name) => {
                format!("the players' {}s", pile(name))
            }
            _ => self.raw(expr),
        }
    }
}

/// What is not understood, as it is.
fn raw(text: &str) -> String {
    format!("`{text}`")
}

/// A name as people say it: `draw_pile` is "draw pile".
pub(crate) fn spoken(name: &str) -> String {
    name.replace(['_', '-'], " ")
}

/// A zone's name: "hand", "taken pile".
pub(crate) fn pile(zone: &str) -> String {
    let zone = spoken(zone);
    match zone.ends_with("ed") || zone.ends_with("en") || zone == "aside" {
        true => zone + " pile",
        false => zone,
    }
}

/// A variable: “running total”.
fn quoted(name: &str) -> String {
    format!("“{}”", spoken(name))
}

/// "first" for 0.
fn ordinal(index: usize) -> String {
    const WORDS: [&str; 8] = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
    ];
    WORDS
        .get(index)
        .map_or_else(|| format!("{}th", index + 1), |word| (*word).into())
}

/// "an 8", "a Reverse", "an ace" for what stands on a card.
fn a(rank: &str) -> String {
    let rank = match rank {
        "A" => "ace",
        "K" => "king",
        "Q" => "queen",
        "J" => "jack",
        other => other,
    };
    let vowel = rank.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O', '8']);
    let article = if vowel || rank == "11" || rank == "18" {
        "an"
    } else {
        "a"
    };
    format!("{article} {rank}")
}

/// "a card", "3 cards", "so many cards as …".
fn cards(count: &str) -> String {
    match count {
        "1" => "a card".into(),
        number if number.bytes().all(|byte| byte.is_ascii_digit()) => format!("{number} cards"),
        other => format!("as many cards as {other}"),
    }
}
