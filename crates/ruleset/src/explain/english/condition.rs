//! Conditions as clauses: "your hand is worth less than 21".

use super::Telling;
use crate::expression::{Binary, Expr, Kind};

impl Telling<'_, '_> {
    /// A condition, or its contrary.
    pub(super) fn condition(&self, expr: &Expr, holds: bool) -> String {
        match &expr.kind {
            Kind::Not(of) => self.condition(of, !holds),
            Kind::Bool(value) => if *value == holds { "always" } else { "never" }.into(),
            Kind::Binary(Binary::And, left, right) => self.both(left, right, holds, holds),
            Kind::Binary(Binary::Or, left, right) => self.both(left, right, holds, !holds),
            Kind::Binary(binary, left, right) => self.comparison(expr, *binary, left, right, holds),
            Kind::Name(name) => self.question(expr, name, &[], holds),
            Kind::Call(name, args) => self.question(expr, name, args, holds),
            _ => self.raw(expr),
        }
    }

    /// Two conditions, of which both must hold or one.
    fn both(&self, left: &Expr, right: &Expr, holds: bool, and: bool) -> String {
        let part = |expr: &Expr| {
            let text = self.condition(expr, holds);
            // What is said of an alternative within a list of demands must not run into the next one.
            let is_or = match &expr.kind {
                Kind::Binary(Binary::Or, ..) => holds,
                Kind::Binary(Binary::And, ..) => !holds,
                _ => false,
            };
            if and && is_or {
                format!("either {text}")
            } else {
                text
            }
        };
        let (left, right) = (part(left), part(right));
        let comma = if left.len() + right.len() > 70 {
            ","
        } else {
            ""
        };
        match and {
            true => format!("{left}{comma} and {right}"),
            false => format!("{left}{comma} or {right}"),
        }
    }

    /// A builtin that is true or false.
    fn question(&self, expr: &Expr, name: &str, args: &[Expr], holds: bool) -> String {
        let has = if holds { "has" } else { "does not have" };
        let not = if holds { "" } else { "not " };
        match (name, args) {
            ("all_players_done", []) => match holds {
                true => "everybody has had a turn".into(),
                false => "not everybody has had a turn".into(),
            },
            ("all_hands_dealt", []) => format!("the cards have {not}been dealt"),
            ("scores_calculated", []) => format!("the scores have {not}been worked out"),
            ("continue_game", []) => match holds {
                true => "there is another round to play".into(),
                false => "there are no more rounds to play".into(),
            },
            ("is_availability_check", []) => match holds {
                true => "no card is chosen yet".into(),
                false => "a card is chosen".into(),
            },
            ("has_card_matching_suit", [zone, suit]) => {
                format!("{} {has} a card of {}", self.zone(zone), self.suit(suit))
            }
            ("has_card_matching_rank", [zone, rank]) => match &rank.kind {
                Kind::Text(_) => format!("{} {has} {}", self.zone(zone), self.rank(rank)),
                _ => {
                    let (zone, rank) = (self.zone(zone), self.number(rank));
                    format!("{zone} {has} a card of the rank {rank}")
                }
            },
            ("has_card_with", [zone, rank, suit]) => {
                let rank = self.rank(rank);
                let rank = rank.split_once(' ').map_or(&*rank, |(_, rank)| rank);
                format!(
                    "{} {has} the {rank} of {}",
                    self.zone(zone),
                    self.number(suit)
                )
            }
            ("played_card_matches_top", [target]) => {
                let target = self.zone(target);
                let does = if holds { "matches" } else { "does not match" };
                format!("the card played {does} the suit or the rank of the top card of {target}")
            }
            ("card_matches_top", [zone, index, target]) => {
                let (card, target) = (self.card(zone, index), self.zone(target));
                let does = if holds { "matches" } else { "does not match" };
                format!("{card} {does} the suit or the rank of the top card of {target}")
            }
            ("has_playable_card", [zone, target]) => {
                let (zone, target) = (self.zone(zone), self.zone(target));
                let a = if holds { "a" } else { "no" };
                format!("{zone} has {a} card that matches the top card of {target}")
            }
            ("has_flush", [zone, count]) => {
                let (zone, count) = (self.zone(zone), self.number(count));
                format!("{zone} {has} {count} cards of one suit")
            }
            ("has_straight", [zone, count]) => {
                let (zone, count) = (self.zone(zone), self.number(count));
                format!("{zone} {has} {count} cards in a row")
            }
            ("if", [condition, then]) => self.choice(condition, then, None, holds),
            ("if", [condition, then, other]) => self.choice(condition, then, Some(other), holds),
            ("get_param", _) => format!("{} is {not}chosen", self.number(expr)),
            _ => match holds {
                true => self.raw(expr),
                false => format!("not {}", self.raw(expr)),
            },
        }
    }

    fn choice(&self, condition: &Expr, then: &Expr, other: Option<&Expr>, holds: bool) -> String {
        let fixed = |expr: &Expr| match expr.kind {
            Kind::Bool(value) => Some(value == holds),
            _ => None,
        };
        let other_fixed = other.map_or(Some(holds), fixed);
        // An `if` of which one way is settled is an "and" or an "or".
        match (fixed(then), other_fixed) {
            (None, Some(false)) => {
                let condition = self.condition(condition, true);
                format!("{condition} and {}", self.condition(then, holds))
            }
            (Some(true), None) => {
                let other = other.map_or(String::new(), |other| self.condition(other, holds));
                format!("{} or {other}", self.condition(condition, true))
            }
            (None, Some(true)) => {
                let condition = self.condition(condition, false);
                format!("{condition} or {}", self.condition(then, holds))
            }
            (Some(false), None) => {
                let other = other.map_or(String::new(), |other| self.condition(other, holds));
                format!("{} and {other}", self.condition(condition, false))
            }
            _ => {
                let condition = self.condition(condition, true);
                let then = self.condition(then, holds);
                let other = other.map_or("always".into(), |other| self.condition(other, holds));
                format!("(where {condition}: {then}; otherwise: {other})")
            }
        }
    }

    /// A suit that a card has: "the suit hearts", "the suit that was led".
    fn suit(&self, expr: &Expr) -> String {
        match &expr.kind {
            // "if(active_suit == \"\", top_card_suit(…), active_suit)" is how every such game says it.
            Kind::Call(name, args) if name == "if" => match args.last().map(|arg| &arg.kind) {
                Some(Kind::Name(name)) if name == "active_suit" => "the suit asked for".into(),
                _ => format!("the suit {}", self.operand(expr)),
            },
            Kind::Call(name, _) if name.ends_with("_suit") => self.number(expr),
            _ => format!("the suit {}", self.number(expr)),
        }
    }
}
