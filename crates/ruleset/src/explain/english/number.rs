//! Numbers and texts as nouns: "the value of your hand".

use super::{Telling, Who, a, ordinal, quoted, spoken};
use crate::expression::{Binary, Expr, Kind};
use crate::run::js_number;

impl Telling<'_, '_> {
    /// A number or a text.
    pub(super) fn number(&self, expr: &Expr) -> String {
        match &expr.kind {
            Kind::Number(number) => js_number(*number),
            Kind::Text(text) if text.is_empty() => "nothing".into(),
            Kind::Text(text) => text.clone(),
            Kind::Bool(value) => if *value { "yes" } else { "no" }.into(),
            Kind::Negative(of) => match &of.kind {
                Kind::Number(number) => js_number(-number),
                _ => format!("minus {}", self.number(of)),
            },
            Kind::Not(_) => self.raw(expr),
            Kind::Binary(binary, left, right) => self.sum(expr, *binary, left, right),
            Kind::Member(..) => self.zone(expr),
            Kind::Name(name) => self.name(expr, name),
            Kind::Call(name, args) => self.call(expr, name, args),
        }
    }

    fn name(&self, expr: &Expr, name: &str) -> String {
        let english = self.english;
        match name {
            "current_player_index" => match english.who {
                Who::You => "you".into(),
                Who::Current => "the current player".into(),
                Who::Scored => "the player".into(),
            },
            "turn_number" => "the number of the turn".into(),
            "player_count" => "the number of players".into(),
            "played_card_index" => "the position of the card".into(),
            "my_score" | "hand_value" if english.who == Who::Scored => "the score".into(),
            _ if english.is_zone(name) || name.contains(':') => self.zone(expr),
            _ if english.is_variable(name) => quoted(name),
            _ => match english.scored_role(name) {
                Some(role) => format!("the {}'s score", spoken(role)),
                None => self.call(expr, name, &[]),
            },
        }
    }

    fn sum(&self, expr: &Expr, binary: Binary, left: &Expr, right: &Expr) -> String {
        let (left, right) = match (binary, &left.kind) {
            // A row of sums needs no brackets.
            (Binary::Plus | Binary::Minus, Kind::Binary(Binary::Plus | Binary::Minus, ..)) => {
                (self.number(left), self.operand(right))
            }
            _ => (self.operand(left), self.operand(right)),
        };
        match binary {
            Binary::Plus => format!("{left} plus {right}"),
            Binary::Minus => format!("{left} minus {right}"),
            Binary::Times => format!("{left} times {right}"),
            Binary::Divided => format!("{left} divided by {right}"),
            Binary::Remainder => format!("the remainder of {left} divided by {right}"),
            _ => self.raw(expr),
        }
    }

    /// A number within a larger one, in brackets where its end would not be clear.
    pub(super) fn operand(&self, expr: &Expr) -> String {
        match &expr.kind {
            Kind::Binary(..) => format!("({})", self.number(expr)),
            Kind::Call(name, _) if name == "if" => format!("({})", self.number(expr)),
            _ => self.number(expr),
        }
    }

    /// The card at an index: "the top card of the discard".
    pub(super) fn card(&self, zone: &Expr, index: &Expr) -> String {
        match &index.kind {
            Kind::Name(name) if name == "played_card_index" => "the card played".into(),
            Kind::Number(0.0) => format!("the top card of {}", self.zone(zone)),
            Kind::Number(index) if *index > 0.0 => {
                let index = ordinal(*index as usize);
                format!("the {index} card of {}", self.zone(zone))
            }
            _ => format!("the card at {} of {}", self.number(index), self.zone(zone)),
        }
    }

    fn call(&self, expr: &Expr, name: &str, args: &[Expr]) -> String {
        let whose = self.english.whose();
        match (name, args) {
            ("card_count", [zone]) => format!("the number of cards in {}", self.zone(zone)),
            ("hand_value", [zone]) => format!("the value of {}", self.zone(zone)),
            ("hand_value" | "sum_card_values", [zone, target]) => {
                let (zone, target) = (self.zone(zone), self.number(target));
                format!("the value of {zone}, best up to {target}")
            }
            ("prefer_high_under", [target]) => self.number(target),
            ("card_rank", [zone, index]) => format!("the value of {}", self.card(zone, index)),
            ("card_rank_name", [zone, index]) => format!("the rank of {}", self.card(zone, index)),
            ("card_suit", [zone, index]) => format!("the suit of {}", self.card(zone, index)),
            ("top_card_rank", [zone]) => {
                format!("the value of the top card of {}", self.zone(zone))
            }
            ("top_card_rank_name", [zone]) => {
                format!("the rank of the top card of {}", self.zone(zone))
            }
            ("top_card_suit", [zone]) => format!("the suit of the top card of {}", self.zone(zone)),
            ("max_card_rank", [zone]) => format!("the highest card value in {}", self.zone(zone)),
            ("count_rank", [zone, rank]) => {
                let (zone, rank) = (self.zone(zone), self.number(rank));
                format!("the number of cards of the rank {rank} in {zone}")
            }
            ("count_cards_by_suit", [zone, suit]) => {
                format!("the number of {} in {}", self.number(suit), self.zone(zone))
            }
            ("sum_zone_values_by_suit", [zone, suit]) => {
                let (zone, suit) = (self.zone(zone), self.number(suit));
                format!("the values of the {suit} in {zone} together")
            }
            ("count_sets", [zone, least]) => {
                let (zone, least) = (self.zone(zone), self.number(least));
                format!("the number of ranks with {least} or more cards in {zone}")
            }
            ("max_set_size", [zone]) => {
                format!("the most cards of one rank in {}", self.zone(zone))
            }
            ("count_runs", [zone, least]) => {
                let (zone, least) = (self.zone(zone), self.number(least));
                format!("the number of runs of {least} or more cards in {zone}")
            }
            ("max_run_length", [zone]) => {
                format!("the length of the longest run in {}", self.zone(zone))
            }
            ("trick_winner", _) => "the winner of the trick".into(),
            ("led_card_suit", _) => "the suit that was led".into(),
            ("trick_card_count", [zones]) => {
                format!("the number of cards in {} together", self.zones(zones))
            }
            ("turn_direction", []) => "the direction of play".into(),
            ("get_var" | "get_str_var", [variable]) => {
                self.variable(variable).unwrap_or_else(|| self.raw(expr))
            }
            ("poker_hand", [zone]) => format!("the poker hand in {}", self.zone(zone)),
            ("poker_hand", [zone, other]) => {
                let (zone, other) = (self.zone(zone), self.zone(other));
                format!("the poker hand in {zone} and {other}")
            }
            ("poker_hand_name", [hand]) => format!("the name of {}", self.number(hand)),
            ("get_param", [name]) => match &name.kind {
                Kind::Text(name) => format!("the chosen {}", spoken(name)),
                _ => self.raw(expr),
            },
            ("get_cumulative_score", [player]) => match &player.kind {
                Kind::Name(name) if name == "current_player_index" => {
                    format!("{whose} total score")
                }
                _ => format!("the total score of {}", self.player(player)),
            },
            ("max_cumulative_score", []) => "the highest total score".into(),
            ("min_cumulative_score", []) => "the lowest total score".into(),
            ("if", [condition, then, other]) => {
                let condition = self.condition(condition, true);
                let (then, other) = (self.operand(then), self.number(other));
                format!("{then} if {condition}, otherwise {other}")
            }
            ("concat", [left, right]) => {
                format!(
                    "{} and {} as one text",
                    self.number(left),
                    self.number(right)
                )
            }
            _ => self.raw(expr),
        }
    }

    /// A player by number: "the first player", "the player of “winner”".
    pub(super) fn player(&self, expr: &Expr) -> String {
        match &expr.kind {
            Kind::Number(number) if *number >= 0.0 => {
                format!("the {} player", ordinal(*number as usize))
            }
            Kind::Name(name) if self.english.is_variable(name) => {
                format!("the player noted as {}", quoted(name))
            }
            Kind::Call(name, args) if name == "get_var" => {
                match args.first().map(|arg| &arg.kind) {
                    Some(Kind::Text(name)) => format!("the player noted as {}", quoted(name)),
                    _ => self.number(expr),
                }
            }
            Kind::Call(name, _) if name == "get_param" => {
                format!("{} (a player)", self.number(expr))
            }
            Kind::Call(name, _) if name != "if" => self.number(expr),
            Kind::Name(_) => self.number(expr),
            _ => format!("the player with the number {}", self.operand(expr)),
        }
    }

    /// What a rank or suit that is compared with stands for: "an 8".
    pub(super) fn rank(&self, expr: &Expr) -> String {
        match &expr.kind {
            Kind::Text(rank) => a(rank),
            _ => format!("of {}", self.number(expr)),
        }
    }
}
