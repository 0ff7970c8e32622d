//! Conditions as clauses: "your hand is worth less than 21".

use super::{Telling, quoted};
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

    fn comparison(
        &self,
        expr: &Expr,
        binary: Binary,
        left: &Expr,
        right: &Expr,
        holds: bool,
    ) -> String {
        // The contrary of an order is another order; only one set of words is needed then.
        let binary = match (binary, holds) {
            (binary, true) => binary,
            (Binary::Equal, false) => Binary::Unequal,
            (Binary::Unequal, false) => Binary::Equal,
            (Binary::Less, false) => Binary::GreaterOrEqual,
            (Binary::Greater, false) => Binary::LessOrEqual,
            (Binary::LessOrEqual, false) => Binary::Greater,
            (Binary::GreaterOrEqual, false) => Binary::Less,
            _ => return self.raw(expr),
        };
        if let Kind::Call(name, args) = &left.kind
            && let Some(text) = self.of_call(name, args, binary, right)
        {
            return text;
        }
        let equal = matches!(binary, Binary::Equal | Binary::Unequal);
        let not = if binary == Binary::Unequal {
            "not "
        } else {
            ""
        };
        if let (Kind::Name(name), true) = (&left.kind, equal) {
            if name == "current_player_index" {
                return format!("{} {not}{}", self.english.who_is(), self.player(right));
            }
            if self.english.is_text_variable(name) {
                return self.text_is(name, right, not);
            }
        }
        if let (Kind::Name(name), true) = (&right.kind, equal)
            && name == "current_player_index"
        {
            return format!("{} {not}{}", self.english.who_is(), self.player(left));
        }
        let (left, right) = (self.number(left), self.number(right));
        format!("{left} is {}{right}", order(binary))
    }

    fn text_is(&self, variable: &str, text: &Expr, not: &str) -> String {
        match (&text.kind, not.is_empty()) {
            (Kind::Text(text), true) if text.is_empty() => {
                format!("{} is empty", quoted(variable))
            }
            (Kind::Text(text), false) if text.is_empty() => {
                format!("{} is set", quoted(variable))
            }
            _ => format!("{} is {not}{}", quoted(variable), self.number(text)),
        }
    }

    /// Comparisons that have better words than "the number of … is …".
    fn of_call(&self, name: &str, args: &[Expr], binary: Binary, right: &Expr) -> Option<String> {
        let equal = binary == Binary::Equal;
        let sides = matches!(binary, Binary::Equal | Binary::Unequal);
        let not = if equal { "" } else { "not " };
        Some(match (name, args) {
            ("card_count", [zone]) => {
                format!(
                    "{} has {}",
                    self.zone(zone),
                    self.count(binary, right, "card")
                )
            }
            ("hand_value", [zone]) => {
                let right = self.number(right);
                format!("{} is worth {}{right}", self.zone(zone), worth(binary))
            }
            ("count_cards_by_suit", [zone, suit]) if matches!(suit.kind, Kind::Text(_)) => {
                let suit = self.number(suit);
                let thing = suit.strip_suffix('s').unwrap_or(&suit);
                format!(
                    "{} has {}",
                    self.zone(zone),
                    self.count(binary, right, thing)
                )
            }
            ("trick_card_count", [zones]) => {
                let count = self.count(binary, right, "card");
                format!("{} together have {count}", self.zones(zones))
            }
            ("card_rank_name", [zone, index]) if sides => {
                format!("{} is {not}{}", self.card(zone, index), self.rank(right))
            }
            ("top_card_rank_name", [zone]) if sides => {
                format!(
                    "the top card of {} is {not}{}",
                    self.zone(zone),
                    self.rank(right)
                )
            }
            ("get_str_var", [variable]) if sides => match &variable.kind {
                Kind::Text(name) => self.text_is(name, right, not),
                _ => return None,
            },
            ("turn_direction", []) if sides => {
                let clockwise = match &right.kind {
                    Kind::Number(1.0) => equal,
                    Kind::Negative(_) => !equal,
                    _ => return None,
                };
                let way = if clockwise {
                    "clockwise"
                } else {
                    "counterclockwise"
                };
                format!("play goes {way}")
            }
            _ => return None,
        })
    }

    /// "no cards", "exactly 2 cards", "fewer than 3 cards".
    fn count(&self, binary: Binary, right: &Expr, thing: &str) -> String {
        let number = self.number(right);
        if number.parse::<f64>().is_err() {
            return match binary {
                Binary::Equal => format!("as many {thing}s as {number}"),
                Binary::Unequal => format!("not as many {thing}s as {number}"),
                Binary::Less => format!("fewer {thing}s than {number}"),
                Binary::Greater => format!("more {thing}s than {number}"),
                Binary::LessOrEqual => format!("no more {thing}s than {number}"),
                _ => format!("no fewer {thing}s than {number}"),
            };
        }
        let things = |number: &str| match number {
            "1" => format!("1 {thing}"),
            _ => format!("{number} {thing}s"),
        };
        match (binary, &*number) {
            (Binary::Equal, "0") | (Binary::Less, "1") | (Binary::LessOrEqual, "0") => {
                format!("no {thing}s")
            }
            (Binary::Greater | Binary::Unequal, "0") | (Binary::GreaterOrEqual, "1") => {
                format!("at least 1 {thing}")
            }
            (Binary::Equal, _) => format!("exactly {}", things(&number)),
            (Binary::Unequal, _) => format!("not {}", things(&number)),
            (Binary::Less, _) => format!("fewer than {}", things(&number)),
            (Binary::Greater, _) => format!("more than {}", things(&number)),
            (Binary::LessOrEqual, _) => format!("at most {}", things(&number)),
            _ => format!("at least {}", things(&number)),
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

fn order(binary: Binary) -> &'static str {
    match binary {
        Binary::Unequal => "not ",
        Binary::Less => "less than ",
        Binary::Greater => "more than ",
        Binary::LessOrEqual => "at most ",
        Binary::GreaterOrEqual => "at least ",
        _ => "",
    }
}

fn worth(binary: Binary) -> &'static str {
    match binary {
        Binary::Equal => "exactly ",
        other => order(other),
    }
}
