//! Effects as instructions: "draw a card from the draw pile to your hand".

use super::{Telling, cards, ordinal, pile};
use crate::expression::{Binary, Expr, Kind};

impl Telling<'_, '_> {
    /// An effect.
    pub(super) fn effect(&self, expr: &Expr) -> String {
        match &expr.kind {
            Kind::Call(name, args) => self.act(expr, name, args),
            Kind::Name(name) => self.act(expr, name, &[]),
            Kind::Binary(Binary::And, condition, effect) => {
                let condition = self.condition(condition, true);
                format!("if {condition}: {}", self.effect(effect))
            }
            Kind::Binary(Binary::Or, condition, effect) => {
                let condition = self.condition(condition, true);
                format!("unless {condition}: {}", self.effect(effect))
            }
            Kind::Bool(_) | Kind::Number(_) => "do nothing".into(),
            _ => self.raw(expr),
        }
    }

    fn act(&self, expr: &Expr, name: &str, args: &[Expr]) -> String {
        match (name, args) {
            ("if", [condition, then]) => {
                let condition = self.condition(condition, true);
                format!("if {condition}: {}", self.effect(then))
            }
            ("if", [condition, then, other]) => {
                let condition = self.condition(condition, true);
                let (then, other) = (self.effect(then), self.effect(other));
                format!("if {condition}: {then}; otherwise: {other}")
            }
            ("while", [condition, body]) => {
                let condition = self.condition(condition, true);
                format!("while {condition}: {}", self.effect(body))
            }
            ("shuffle", [zone]) => format!("shuffle {}", self.zone(zone)),
            ("deal", [from, to, count]) => {
                let (count, from) = (cards(&self.operand(count)), self.zone(from));
                format!("deal {count} from {from} to {}", self.zone_or_each(to))
            }
            ("draw", [from, to, count]) => {
                let (count, from) = (cards(&self.operand(count)), self.zone(from));
                let to = match &to.kind {
                    // Whose turn it is may have changed by then.
                    Kind::Name(name) if self.english.is_each(name) => {
                        format!("the {} of whoever's turn it is now", pile(name))
                    }
                    _ => self.zone(to),
                };
                format!("draw {count} from {from} to {to}")
            }
            ("move_top", [from, to, count]) => {
                let (from, to) = (self.zone(from), self.zone(to));
                format!("move {} of {from} to {to}", self.top(count))
            }
            ("move_all", [from, to]) => {
                format!("move all cards of {} to {}", self.zone(from), self.zone(to))
            }
            ("move_rank", [from, to, rank]) => {
                let (from, to, rank) = (self.zone(from), self.zone(to), self.number(rank));
                format!("move all cards of the rank {rank} from {from} to {to}")
            }
            ("collect_all_to", [zone]) => {
                format!("gather all cards face down in {}", self.zone(zone))
            }
            ("collect_trick", [zones, to]) => {
                format!(
                    "gather {} face down in {}",
                    self.zones(zones),
                    self.zone(to)
                )
            }
            ("flip_top", [zone, count]) => {
                format!("turn {} of {} face up", self.top(count), self.zone(zone))
            }
            ("set_face_up", [zone, index, up]) => {
                let way = match up.kind {
                    Kind::Bool(true) => "face up".into(),
                    Kind::Bool(false) => "face down".into(),
                    _ => format!("face up if {}, else face down", self.condition(up, true)),
                };
                let card = match &index.kind {
                    Kind::Number(index) if *index >= 0.0 => {
                        let index = ordinal(*index as usize);
                        format!("the {index} card of {}", self.zone(zone))
                    }
                    _ => self.card(zone, index),
                };
                format!("turn {card} {way}")
            }
            ("reveal_all", [zone]) => format!("turn all cards of {} face up", self.zone(zone)),
            ("end_turn", []) => "end the turn".into(),
            ("reverse_turn_order", []) => "reverse the direction of play".into(),
            ("skip_next_player", []) => "skip a player".into(),
            ("set_next_player", [player]) => format!("make it the turn of {}", self.player(player)),
            ("set_lead_player", [player]) => {
                format!("let {} lead the next trick", self.player(player))
            }
            ("set_var" | "set_str_var" | "inc_var", [variable, value]) => {
                self.assign(expr, name, variable, value)
            }
            ("calculate_scores", []) => "work out the scores".into(),
            ("determine_winners", []) => "decide who has won".into(),
            ("accumulate_scores", []) => "add the scores to the total scores".into(),
            ("reset_round", []) => {
                "clear the scores for a new round, which the first player begins".into()
            }
            ("say", [text]) => match &text.kind {
                Kind::Text(text) => format!("tell everybody “{}”", told(text)),
                _ => "tell everybody about it".into(),
            },
            ("end_game", []) => "end the game".into(),
            _ => self.raw(expr),
        }
    }

    fn assign(&self, expr: &Expr, name: &str, variable: &Expr, value: &Expr) -> String {
        let Some(variable) = self.variable(variable) else {
            return self.raw(expr);
        };
        match (name, &value.kind) {
            ("inc_var", Kind::Negative(of)) => format!("take {} off {variable}", self.number(of)),
            ("inc_var", _) => format!("add {} to {variable}", self.number(value)),
            ("set_str_var", Kind::Text(text)) if text.is_empty() => format!("clear {variable}"),
            _ => format!("set {variable} to {}", self.number(value)),
        }
    }

    fn top(&self, count: &Expr) -> String {
        match &*self.operand(count) {
            "1" => "the top card".into(),
            number if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("the top {number} cards")
            }
            other => format!("as many cards from the top as {other}"),
        }
    }
}

/// A message as people hear it: “the player wins the pot”.
fn told(text: &str) -> String {
    text.replace("{player}", "the player")
        .replace(['{', '}'], "")
}
