//! Expressions in English, as far as possible: what is not understood stays as it is, in backticks.

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
            Kind::Member(_, zone) => format!("{} {}", english.whose(), spoken(zone)),
            Kind::Name(name) | Kind::Text(name) => match name.split_once(':') {
                Some((zone, number)) => match number.parse::<usize>() {
                    Ok(number) => format!("the {} player's {}", ordinal(number), spoken(zone)),
                    Err(_) => format!("the {}", spoken(name)),
                },
                None if english.is_each(name) => {
                    format!("{} {}", english.whose(), spoken(name))
                }
                None => format!("the {}", spoken(name)),
            },
            // The zone of a player whose number is worked out: concat("hand:", …).
            Kind::Call(name, args) if name == "concat" && args.len() == 2 => {
                match (&args[0].kind, &args[1].kind) {
                    (Kind::Text(zone), Kind::Call(winner, _))
                        if zone.ends_with(':') && winner == "trick_winner" =>
                    {
                        let zone = spoken(zone.trim_end_matches(':'));
                        format!("the {zone} of the trick's winner")
                    }
                    (Kind::Text(zone), _) if zone.ends_with(':') => {
                        let zone = spoken(zone.trim_end_matches(':'));
                        format!("the {zone} of player {}", self.number(&args[1]))
                    }
                    _ => self.raw(expr),
                }
            }
            _ => self.raw(expr),
        }
    }

    /// A zone as the target of a deal: "each player's hand".
    fn zone_or_each(&self, expr: &Expr) -> String {
        match &expr.kind {
            Kind::Name(name) | Kind::Text(name) if self.english.is_each(name) => {
                format!("each player's {}", spoken(name))
            }
            _ => self.zone(expr),
        }
    }

    /// The zones that all players have: "all players' trick".
    fn zones(&self, expr: &Expr) -> String {
        match &expr.kind {
            Kind::Name(name) | Kind::Text(name) => format!("the players' {}", spoken(name)),
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
