//! How a match ended: places, scores, and why, for each seat.

use std::cell::Cell;
use std::cmp::Ordering;

use parlor_core::{Message, Outcome, Ranking, Seat, Standing};

use crate::Ruleset;
use crate::document;
use crate::limits::{CHECK_FUEL, LONGEST_MATCH, LONGEST_TEXT};
use crate::run::{Coverage, Eval, Me, State, Status, js_number};

impl Ruleset {
    /// How a match ended: by the last results where the rules ended it, and otherwise by those of all rounds together.
    pub(crate) fn standings(&self, state: &State) -> Option<Outcome> {
        self.standings_covered(state, None)
    }

    /// The same, noting which branches its reasons go through.
    pub(crate) fn standings_covered(
        &self,
        state: &State,
        coverage: Option<&Coverage>,
    ) -> Option<Outcome> {
        let at = &state.at;
        if !at.over {
            return None;
        }
        let scored = at.results.iter().any(Option::is_some);
        if at.status == Status::Finished && scored {
            return Some(self.by_results(state, coverage));
        }
        if at.rounds_over > 0 || scored {
            return Some(self.by_rounds(state, coverage));
        }
        Some(Outcome::draw(
            state.seats(),
            ("reason.stuck", "nobody can go on"),
        ))
    }

    /// The rules ended it: winners share the first place, the others have places by their scores.
    fn by_results(&self, state: &State, coverage: Option<&Coverage>) -> Outcome {
        let results: Vec<i8> = state
            .at
            .results
            .iter()
            .map(|one| one.unwrap_or(0))
            .collect();
        let scores: Vec<Option<f64>> = Seat::all(state.seats())
            .map(|seat| self.final_score(state, seat))
            .collect();
        let best = results.iter().copied().max().unwrap_or(0);
        let ranking = match self.program().scoring.ranking {
            Some(document::Ranking::Highest) => Some(Ranking::Highest),
            Some(document::Ranking::Lowest) => Some(Ranking::Lowest),
            Some(document::Ranking::None) => None,
            None => found_out(&results, &scores),
        };
        let before = |one: usize, other: usize| match results[one].cmp(&results[other]) {
            Ordering::Equal if results[one] < best => {
                compare(ranking, scores[one], scores[other]) == Ordering::Greater
            }
            order => order == Ordering::Greater,
        };
        let seats = 0..results.len();
        let outcome = Outcome::of(seats.clone().map(|seat| {
            let ahead = seats.clone().filter(|other| before(*other, seat)).count();
            let reason = self.reason(state, seat, coverage).unwrap_or_else(|| {
                let first = results[seat] == best;
                self.usual_reason(&results, scores[seat], ranking, first)
            });
            Standing {
                score: scores[seat].map(|score| score as i64),
                ..Standing::finished(place(ahead, &results), reason)
            }
        }));
        outcome.ranked(ranking)
    }

    /// Nothing but the number of rounds ended it: rounds won and lost count.
    fn by_rounds(&self, state: &State, coverage: Option<&Coverage>) -> Outcome {
        let at = &state.at;
        let scored = at.results.iter().any(Option::is_some);
        let rounds = at.rounds_over + u32::from(scored);
        let each = at.totals.iter().zip(&at.results);
        let totals: Vec<i32> = each
            .map(|(total, result)| total + i32::from(result.unwrap_or(0)))
            .collect();
        let outcome = Outcome::of(totals.iter().zip(0..).map(|(total, seat)| {
            let ahead = totals.iter().filter(|other| *other > total).count();
            let own = match rounds == 1 && scored {
                true => self.reason(state, seat, coverage),
                false => None,
            };
            let reason = own.unwrap_or_else(|| match at.commands >= LONGEST_MATCH {
                true => Message::new("reason.longest", "stopped after {moves} moves")
                    .with("moves", LONGEST_MATCH),
                false => balance(*total, rounds),
            });
            Standing {
                score: Some(i64::from(*total)),
                ..Standing::finished(place(ahead, &totals), reason)
            }
        }));
        outcome.ranked(Some(Ranking::Highest))
    }

    /// The score that players counted on: the one over all rounds, where there is one.
    fn final_score(&self, state: &State, seat: Seat) -> Option<f64> {
        let sums = self.program().cumulative;
        let sum = sums.and_then(|first| state.at.vars.get(usize::from(first) + seat.index()));
        sum.or_else(|| state.at.scores.get(seat.index()))
    }

    /// What the file says about why it ended so for a seat. What cannot be worked out is not said.
    fn reason(&self, state: &State, seat: usize, coverage: Option<&Coverage>) -> Option<Message> {
        let fuel = Cell::new(CHECK_FUEL);
        let mut eval = Eval::new(self.program(), state, Me::Seat(seat as u8), &fuel);
        eval.my_score = state.at.scores.get(seat).unwrap_or(0.0);
        eval.coverage = coverage;
        let text = eval.text(self.program().scoring.reason?).ok()?;
        let text: String = eval.show_text(text).chars().take(LONGEST_TEXT).collect();
        (!text.is_empty()).then(|| self.texts().reason(&text))
    }

    /// Why it ended so, if the file says nothing about it.
    fn usual_reason(
        &self,
        results: &[i8],
        score: Option<f64>,
        ranking: Option<Ranking>,
        first: bool,
    ) -> Message {
        if results.len() > 1 && results.iter().all(|other| *other == results[0]) {
            return match results[0] {
                1 => Message::new("reason.all_won", "everybody won"),
                0 => Message::new("reason.all_tied", "everybody tied"),
                _ => Message::new("reason.nobody_won", "nobody won"),
            };
        }
        let points = self.program().cumulative.is_some();
        match (score, ranking) {
            (Some(score), Some(Ranking::Highest)) if first && points => {
                scored("reason.most_points", "the most points ({score})", score)
            }
            (Some(score), Some(Ranking::Lowest)) if first && points => {
                scored("reason.fewest_points", "the fewest points ({score})", score)
            }
            (Some(score), Some(Ranking::Highest)) if first => {
                scored("reason.highest", "the highest score ({score})", score)
            }
            (Some(score), Some(Ranking::Lowest)) if first => {
                scored("reason.lowest", "the lowest score ({score})", score)
            }
            (Some(score), _) if points => scored("reason.points", "points: {score}", score),
            (Some(score), _) => scored("reason.score", "score: {score}", score),
            (None, _) if first => Message::new("reason.met", "met the win condition"),
            (None, _) => Message::new("reason.not_met", "did not meet the win condition"),
        }
    }
}

/// The place of somebody with so many ahead. Whoever plays alone against the rules can lose, too.
fn place<N: PartialOrd + From<i8>>(ahead: usize, results: &[N]) -> u8 {
    match results {
        [only] if *only < N::from(0) => 2,
        _ => ahead as u8 + 1,
    }
}

/// A reason with a score in it.
fn scored(id: &'static str, text: &'static str, score: f64) -> Message {
    Message::new(id, text).with("score", js_number(score))
}

/// Rounds won and lost, in words.
fn balance(total: i32, rounds: u32) -> Message {
    if rounds == 1 {
        return match total.signum() {
            1 => Message::new("reason.won_round", "won the round"),
            0 => Message::new("reason.tied_round", "tied the round"),
            _ => Message::new("reason.lost_round", "lost the round"),
        };
    }
    let many = total.unsigned_abs();
    let message = match (total.signum(), many) {
        (1, 1) => Message::new(
            "reason.won_one_more",
            "won 1 more round than lost, out of {rounds}",
        ),
        (1, _) => Message::new(
            "reason.won_more",
            "won {many} more rounds than lost, out of {rounds}",
        )
        .with("many", many),
        (0, _) => Message::new(
            "reason.won_as_many",
            "won as many rounds as lost, out of {rounds}",
        ),
        (_, 1) => Message::new(
            "reason.lost_one_more",
            "lost 1 more round than won, out of {rounds}",
        ),
        _ => Message::new(
            "reason.lost_more",
            "lost {many} more rounds than won, out of {rounds}",
        )
        .with("many", many),
    };
    message.with("rounds", rounds)
}

/// Which scores are better, found out by comparing those with the best result with the others.
fn found_out(results: &[i8], scores: &[Option<f64>]) -> Option<Ranking> {
    let best = results.iter().copied().max();
    let each = || results.iter().zip(scores);
    let first = each().filter(|(result, _)| Some(**result) == best);
    let rest = || each().filter(|(result, _)| Some(**result) != best);
    let pairs: Vec<Option<Ordering>> = first
        .flat_map(|(_, one)| rest().map(move |(_, other)| one.partial_cmp(other)))
        .collect();
    let all = |order| {
        pairs
            .iter()
            .all(|pair| [Some(order), Some(Ordering::Equal)].contains(pair))
    };
    let known = scores.iter().all(Option::is_some);
    match (all(Ordering::Greater), all(Ordering::Less)) {
        (true, false) if known => Some(Ranking::Highest),
        (false, true) if known => Some(Ranking::Lowest),
        _ => None,
    }
}

/// `Greater` if the first score is the better one.
fn compare(ranking: Option<Ranking>, one: Option<f64>, other: Option<f64>) -> Ordering {
    let order = one.partial_cmp(&other).unwrap_or(Ordering::Equal);
    match ranking {
        Some(Ranking::Highest) => order,
        Some(Ranking::Lowest) => order.reverse(),
        None => Ordering::Equal,
    }
}
