//! From values to words: how good a move was, how well a player played, how the chances went.

use parlor_core::{Outcome, Seat};
use serde::{Deserialize, Serialize};

use super::{Curve, Judged, Point, Summary};

/// How good a move was, by what it gave away of the chance to win, in whole points of a hundred.
///
/// | word | gives away | mark |
/// |---|---|---|
/// | best | nothing, or it was the bot's own choice | |
/// | good | 1 to 4 | |
/// | inaccuracy | 5 to 9 | `?!` |
/// | mistake | 10 to 19 | `?` |
/// | blunder | 20 or more | `??` |
///
/// ```
/// use parlor_bots::Judgement;
/// assert_eq!(Judgement::of(0.004), Judgement::Best);
/// assert_eq!(Judgement::of(0.12).mark(), "?");
/// assert!(Judgement::of(0.3) > Judgement::Mistake);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Judgement {
    /// The best, or as good.
    Best,
    /// Nearly as good.
    Good,
    /// Something was given away.
    Inaccuracy,
    /// Much was given away.
    Mistake,
    /// It may have cost the match.
    Blunder,
}

impl Judgement {
    /// What is said of a move that gave away so much.
    pub fn of(loss: f64) -> Judgement {
        match points(loss) {
            ..1.0 => Judgement::Best,
            ..5.0 => Judgement::Good,
            ..10.0 => Judgement::Inaccuracy,
            ..20.0 => Judgement::Mistake,
            _ => Judgement::Blunder,
        }
    }

    /// The mark that people put behind a move.
    pub fn mark(self) -> &'static str {
        match self {
            Judgement::Best | Judgement::Good => "",
            Judgement::Inaccuracy => "?!",
            Judgement::Mistake => "?",
            Judgement::Blunder => "??",
        }
    }

    /// How accurate a move is that gave away so much: 1 if nothing, half of it for each 10 points of a hundred.
    ///
    /// ```
    /// use parlor_bots::Judgement;
    /// assert_eq!(Judgement::accuracy(0.0), 1.0);
    /// assert_eq!(Judgement::accuracy(0.2), 0.25);
    /// ```
    pub fn accuracy(loss: f64) -> f64 {
        0.5_f64.powf(loss.max(0.0) / 0.10)
    }
}

/// A chance in whole points of a hundred, as it is shown.
fn points(chance: f64) -> f64 {
    (100.0 * chance).round()
}

/// How much worse a move is than the best one, between the values as they are shown, so that everybody can reckon it up.
pub(super) fn loss(best: f64, value: f64) -> f64 {
    (points(best) - points(value)).max(0.0) / 100.0
}

/// How a player did.
pub(super) fn summary(seat: Seat, moves: &[Judged]) -> Summary {
    let chosen = || moves.iter().filter(|one| one.seat == seat && !one.forced);
    let count = |judgement| {
        let same = chosen().filter(|one| one.judgement == Some(judgement));
        same.count() as u32
    };
    let losses: Vec<f64> = chosen().filter_map(|one| one.loss).collect();
    let average = |of: &dyn Fn(f64) -> f64| {
        let sum: f64 = losses.iter().map(|loss| of(*loss)).sum();
        (!losses.is_empty()).then(|| sum / losses.len() as f64)
    };
    Summary {
        seat,
        choices: chosen().count() as u32,
        best: count(Judgement::Best),
        inaccuracies: count(Judgement::Inaccuracy),
        mistakes: count(Judgement::Mistake),
        blunders: count(Judgement::Blunder),
        average_loss: average(&|loss| loss),
        accuracy: average(&Judgement::accuracy),
    }
}

/// How the chances went, as those who were to move saw them.
pub(super) fn curves(seats: u8, moves: &[Judged], outcome: Option<&Outcome>) -> Vec<Curve> {
    let whose: Vec<Seat> = match seats {
        0 | 1 => return Vec::new(),
        2 => vec![Seat(0)],
        many => Seat::all(many).collect(),
    };
    let curve = |seat: Seat| {
        // What one of two wins the other loses.
        let turned = |own: Seat, value: f64| match own == seat {
            true => Some(value),
            false if seats == 2 => Some(1.0 - value),
            false => None,
        };
        let mut certain = None;
        let seen = moves.iter().filter_map(|one| {
            // What was certain of the move before is certain of this position, whether that is seen here or not.
            let known = certain.take();
            certain = match one.value.filter(|_| one.proven) {
                Some(value) => turned(one.seat, value),
                None => known.filter(|_| one.forced),
            };
            // Nobody thought about a forced move: the curve goes on from the move before it to the one after it.
            let before = one.before?;
            let value = known.or_else(|| turned(one.seat, before))?;
            let moves = one.number - 1;
            Some(Point { moves, value })
        });
        let end = outcome.map(|outcome| {
            let winners = outcome.winners();
            let value = match winners.contains(seat) {
                true => 1.0 / winners.len() as f64,
                false => 0.0,
            };
            let moves = moves.last().map_or(0, |last| last.number);
            Point { moves, value }
        });
        Curve {
            seat,
            points: seen.chain(end).collect(),
        }
    };
    whose.into_iter().map(curve).collect()
}
