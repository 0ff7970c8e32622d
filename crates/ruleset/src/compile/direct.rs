//! Whether a list of effects can happen one by one: no part of it asks about what an earlier part has changed.

use super::{Compiler, Context};
use crate::builtins::builtin;
use crate::expression::{Expr, Kind};
use crate::{Gives, Place};

/// Parts of a position, a bit each.
type Parts = u8;

const NOTHING: Parts = 0;
const CARDS: Parts = 1;
const TURN: Parts = 2;
const NUMBERS: Parts = 4;
const TEXTS: Parts = 8;
const SCORES: Parts = 16;
const PROGRESS: Parts = 32;
const ALL: Parts = u8::MAX;

impl Compiler<'_> {
    /// Whether the effects at a place can happen as soon as each is worked out.
    pub(super) fn is_direct(&self, place: &Place, count: usize, context: Context) -> bool {
        let mut changed = NOTHING;
        (0..count).all(|index| {
            let Some(expr) = self.parsed.get(&place.index(index).pointer) else {
                return false;
            };
            let fits = self.asked(expr, context) & changed == NOTHING;
            changed |= changes(expr);
            fits
        })
    }

    /// The parts of a position that an expression asks about when it is worked out.
    fn asked(&self, expr: &Expr, context: Context) -> Parts {
        let whose = if context.acting { NOTHING } else { TURN };
        let mut asked = NOTHING;
        expr.walk(&mut |part| {
            asked |= match &part.kind {
                Kind::Number(_) | Kind::Text(_) | Kind::Bool(_) => NOTHING,
                Kind::Not(_) | Kind::Negative(_) | Kind::Binary(..) => NOTHING,
                Kind::Member(..) => whose,
                Kind::Name(name) => self.asked_by_name(name, whose),
                Kind::Call(name, _) => asked_by_call(name, whose),
            };
        });
        asked
    }

    fn asked_by_name(&self, name: &str, whose: Parts) -> Parts {
        match name {
            "player_count" => NOTHING,
            "current_player" | "current_player_index" => whose,
            "turn_number" => TURN,
            _ if self
                .zones
                .contains_key(name.split(':').next().unwrap_or(name)) =>
            {
                NOTHING
            }
            _ if self.vars.contains_key(name) => NUMBERS,
            _ if self.text_vars.contains_key(name) => TEXTS,
            _ => asked_by_call(name, whose) | SCORES,
        }
    }
}

fn asked_by_call(name: &str, whose: Parts) -> Parts {
    match name {
        "if"
        | "concat"
        | "poker_hand_name"
        | "get_param"
        | "prefer_high_under"
        | "is_availability_check" => NOTHING,
        "while" => ALL,
        // It names the current player.
        "say" => whose,
        "get_var" => NUMBERS,
        "get_str_var" => TEXTS,
        "turn_direction" | "all_players_done" => TURN,
        "get_cumulative_score" | "max_cumulative_score" | "min_cumulative_score" => NUMBERS,
        "all_hands_dealt" | "scores_calculated" | "continue_game" => PROGRESS,
        "trick_winner" | "led_card_suit" => CARDS | NUMBERS | TEXTS,
        "card_matches_top" | "has_playable_card" | "played_card_matches_top" => {
            CARDS | TEXTS | whose
        }
        _ => match builtin(name) {
            // What an effect needs besides its arguments it finds when it happens.
            Some(builtin) if builtin.gives == Gives::Effect => NOTHING,
            Some(_) => CARDS,
            None => ALL,
        },
    }
}

/// The parts of a position that an expression changes.
fn changes(expr: &Expr) -> Parts {
    let mut changed = NOTHING;
    expr.walk(&mut |part| {
        let Kind::Call(name, _) = &part.kind else {
            return;
        };
        if builtin(name).is_none_or(|builtin| builtin.gives != Gives::Effect) {
            return;
        }
        changed |= match &**name {
            // Nothing asks whether a card lies face up.
            "flip_top" | "set_face_up" | "reveal_all" => NOTHING,
            "shuffle" | "deal" | "draw" | "move_top" | "move_all" | "move_rank"
            | "collect_all_to" | "collect_trick" => CARDS | PROGRESS,
            "end_turn" | "reverse_turn_order" | "skip_next_player" | "set_next_player" => TURN,
            "set_lead_player" => TURN | NUMBERS,
            "set_var" | "inc_var" | "accumulate_scores" => NUMBERS,
            "set_str_var" => TEXTS,
            // What was said changes nothing that could be asked for.
            "say" => NOTHING,
            "calculate_scores" | "determine_winners" => SCORES | PROGRESS,
            _ => ALL,
        };
    });
    changed
}
