//! How cards lie where players see them: side by side in the order in which they came, or on one another as on a discard pile.

use super::Compiler;
use crate::expression::{Expr, Kind};
use crate::program::Lies;

impl Compiler<'_> {
    /// A card that is played lands on top, and every other card goes to the bottom of a zone. So of two zones with the same
    /// cards one has the latest on top, and the other at the bottom: players are shown the latest last in both.
    pub(super) fn find_piles(&mut self) {
        let actions = self.program.phases.iter().flat_map(|phase| &phase.actions);
        let plays = actions.filter_map(|action| action.play.as_ref());
        let played: Vec<u8> = plays.flat_map(|play| play.to.iter().copied()).collect();
        let topped = self.topped();
        for (index, zone) in (0..).zip(&mut self.program.zones) {
            zone.lies = match played.contains(&index) {
                false => Lies::TopFirst,
                // A trick that all share has no use for its top: there every card is to be seen.
                true if zone.is_each() || !topped.contains(&index) => Lies::TopLast,
                true => Lies::Pile,
            };
        }
    }

    /// The zones whose top the rules ask for, or take cards from.
    fn topped(&self) -> Vec<u8> {
        let mut zones = Vec::new();
        for expr in self.parsed.values() {
            expr.walk(&mut |part| {
                if let Kind::Call(name, args) = &part.kind
                    && let Some(zone) = whose_top(name).and_then(|index| args.get(index))
                    && let Some(zone) = self.zone_named(zone)
                {
                    zones.push(zone);
                }
            });
        }
        zones
    }

    /// The zone that an expression says plainly.
    fn zone_named(&self, expr: &Expr) -> Option<u8> {
        match &expr.kind {
            Kind::Name(name) | Kind::Text(name) => self.zones.get(&**name).copied(),
            _ => None,
        }
    }
}

/// Which argument of a builtin is a zone of which the top counts.
fn whose_top(builtin: &str) -> Option<usize> {
    match builtin {
        "top_card_rank" | "top_card_rank_name" | "top_card_suit" | "played_card_matches_top" => {
            Some(0)
        }
        "deal" | "draw" | "move_top" | "flip_top" => Some(0),
        "has_playable_card" => Some(1),
        "card_matches_top" => Some(2),
        _ => None,
    }
}
