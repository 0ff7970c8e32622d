//! A hint: what a strong bot would play, what that is worth, and what else there is.

use std::time::Duration;

use parlor_bots::{Considered, Level, Spec, Thought};
use parlor_core::ActionView;
use serde_json::{Value, json};

/// Nobody wants to wait longer for a hint.
const LONGEST: Duration = Duration::from_secs(1);

/// What came of fewer looks ahead is no number to show.
const FEWEST_LOOKS: u64 = 30;

/// So many other moves are named at most.
const ALTERNATIVES: usize = 3;

/// The bot that gives hints unless somebody wants another.
pub fn usual_bot() -> Spec {
    let mut spec = Spec::from(Level::Hard);
    spec.effort.time = Some(LONGEST);
    spec
}

/// What a bot advises.
pub struct Hint {
    /// The best moves, the best first.
    pub moves: Vec<Advice>,
    seats: usize,
    fewest_looks: u64,
    /// Whether there is nothing to choose.
    only: bool,
    /// Whether whatever is played loses.
    lost: bool,
}

/// A move and its worth.
pub struct Advice {
    /// The move, as people read it.
    pub text: String,
    command: Value,
    value: f64,
    proven: bool,
    visits: u64,
}

impl Hint {
    /// What a thought advises somebody who can do this, at a table of so many seats.
    pub fn new(thought: &Thought, actions: &[ActionView], seats: usize) -> Hint {
        let advice = |considered: &Considered| {
            // As the view says it: that is what people have before their eyes.
            let same = actions
                .iter()
                .find(|action| action.command == considered.command);
            Advice {
                text: same
                    .map_or_else(|| considered.text.clone(), |action| action.text.to_string()),
                command: considered.command.clone(),
                value: considered.value,
                proven: considered.proven,
                visits: considered.visits,
            }
        };
        let mut looked_at = thought.moves.iter();
        let best = looked_at.next().map(advice);
        let others = looked_at.filter(|other| other.visits > 0 || other.proven);
        let moves = best.into_iter().chain(others.map(advice));
        let lost = |considered: &Considered| considered.proven && considered.value <= 0.0;
        Hint {
            moves: moves.take(1 + ALTERNATIVES).collect(),
            seats,
            fewest_looks: FEWEST_LOOKS,
            only: actions.len() == 1,
            lost: thought.moves.iter().all(lost),
        }
    }

    /// For a bot that does not look again and again, but at everything, ever deeper.
    #[must_use]
    pub fn with_few_looks(mut self) -> Hint {
        self.fewest_looks = 1;
        self
    }

    /// In words: the best move, and in a second line what else there is.
    pub fn lines(&self) -> Vec<String> {
        let Some(best) = self.moves.first() else {
            return vec!["There is nothing to play.".into()];
        };
        let text = &best.text;
        if self.lost {
            return vec![format!("You could: {text} (every move loses).")];
        }
        let could = if self.only { "can only" } else { "could" };
        let mut lines = vec![match self.worth(best) {
            Some(worth) => format!("You {could}: {text} ({worth})."),
            None => format!("You {could}: {text}."),
        }];
        // Short enough to stand in one line.
        let others = self.moves[1..].iter().map(|other| {
            let worth = self.worth(other).map(|worth| {
                let worth = worth.trim_start_matches("wins about ");
                format!(" ({worth})")
            });
            format!("{}{}", other.text, worth.unwrap_or_default())
        });
        let others: Vec<String> = others.collect();
        if !others.is_empty() {
            lines.push(format!("Or: {}.", others.join(", ")));
        }
        lines
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let advice = |advice: &Advice| {
            json!({
                "command": advice.command,
                "text": advice.text,
                "value": advice.value,
                "proven": advice.proven,
                "visits": advice.visits,
            })
        };
        Value::Array(self.moves.iter().map(advice).collect())
    }

    /// What a move is worth; nothing where it cannot be told as a chance to win.
    fn worth(&self, advice: &Advice) -> Option<String> {
        // Who plays alone is after a high score, which is no chance of anything.
        if self.seats < 2 || advice.visits < self.fewest_looks && !advice.proven {
            return None;
        }
        Some(match (advice.proven, advice.value) {
            (true, 1.0..) => "wins for certain".into(),
            (true, ..=0.0) => "loses for certain".into(),
            (true, _) if self.seats == 2 => "draws with best play".into(),
            (true, _) => "shares the win with best play".into(),
            (false, value) => format!("wins about {:.0} %", (100.0 * value).clamp(1.0, 99.0)),
        })
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check(moves: &[(&str, f64, bool)], seats: usize, expected: Expect) {
        check_looks(moves, seats, 100, expected);
    }

    fn check_looks(moves: &[(&str, f64, bool)], seats: usize, visits: u64, expected: Expect) {
        let considered = |(text, value, proven): &(&str, f64, bool)| Considered {
            command: (*text).into(),
            text: (*text).into(),
            visits,
            value: *value,
            proven: *proven,
        };
        let moves: Vec<Considered> = moves.iter().map(considered).collect();
        let actions = moves.iter().map(|considered| ActionView {
            command: considered.command.clone(),
            text: considered.text.to_uppercase().into(),
            label: None,
            touches: Vec::new(),
        });
        let thought = Thought {
            command: moves[0].command.clone(),
            text: moves[0].text.clone(),
            value: moves[0].value,
            proven: moves[0].proven,
            iterations: 100,
            moves: moves.clone(),
        };
        let hint = Hint::new(&thought, &actions.collect::<Vec<_>>(), seats);
        expected.assert_eq(&hint.lines().join("\n"));
    }

    #[test]
    fn hints_say_what_moves_are_worth() {
        check(
            &[
                ("d", 0.643, false),
                ("e", 0.61, false),
                ("c", 0.5, true),
                ("b", 0.0, true),
                ("a", 0.1, false),
            ],
            2,
            expect![[r#"
                You could: D (wins about 64 %).
                Or: E (61 %), C (draws with best play), B (loses for certain)."#]],
        );
        check(
            &[("d", 1.0, true), ("e", 0.999, false)],
            3,
            expect![[r#"
                You could: D (wins for certain).
                Or: E (99 %)."#]],
        );
        check(
            &[("d", 0.0, true), ("e", 0.0, true)],
            2,
            expect!["You could: D (every move loses)."],
        );
        check(
            &[("d", 0.4, false)],
            2,
            expect!["You can only: D (wins about 40 %)."],
        );
        check(
            &[("d", 0.4, false), ("e", 0.3, false)],
            1,
            expect![[r#"
                You could: D.
                Or: E."#]],
        );
    }

    #[test]
    fn what_came_of_few_looks_is_not_told_as_a_chance() {
        check_looks(
            &[("d", 0.9, false), ("e", 0.5, true), ("c", 0.3, false)],
            2,
            29,
            expect![[r#"
                You could: D.
                Or: E (draws with best play), C."#]],
        );
    }
}
