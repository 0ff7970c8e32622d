//! Comparisons as clauses: "your hand has fewer than 3 cards".

use super::{Telling, quoted};
use crate::expression::{Binary, Expr, Kind};

impl Telling<'_, '_> {
    /// A comparison, or its contrary.
    pub(super) fn comparison(
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
