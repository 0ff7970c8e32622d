//! Ratings from comparisons: the strengths that make what happened most likely (Bradley and Terry), on the scale of Elo.

use serde::Serialize;

use super::share::Z;

/// How strong a bot is: 100 points more mean 64 % of the points against each other, 400 more mean 91 %.
///
/// ```
/// use parlor_bots::Elo;
/// let elo = Elo { value: 250.0, low: 210.0, high: 290.0 };
/// assert_eq!(elo.to_string(), "+250 ± 40");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The rating.
    pub value: f64,
    /// The lowest that it may be, with 95 % confidence.
    pub low: f64,
    /// The highest.
    pub high: f64,
}

impl std::fmt::Display for Elo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let half = (self.high - self.low) / 2.0;
        match self.value.round() {
            0.0 => write!(f, "0 ± {half:.0}"),
            value => write!(f, "{value:+.0} ± {half:.0}"),
        }
    }
}

/// Points of Elo for a factor of e in strength.
fn unit() -> f64 {
    400.0 / std::f64::consts::LN_10
}

/// Between every two bots one draw is added to what happened. It hardly shows where there are many games, and keeps a rating
/// finite where somebody won them all.
const VIRTUAL_DRAWS: f64 = 1.0;

/// It settles long before.
const MOST_ROUNDS: usize = 100_000;

/// The ratings, from the points that each bot (row) made against each other one (column).
///
/// One bot may be fixed at zero; without it the mean of all is. A draw is half a win for both.
pub(crate) fn ratings(points: &[Vec<f64>], fixed: Option<usize>) -> Vec<Elo> {
    let bots = points.len();
    let others = |one: usize| (0..bots).filter(move |other| *other != one);
    let games = |one: usize, other: usize| points[one][other] + points[other][one] + VIRTUAL_DRAWS;
    let made = |one: usize| {
        let points = others(one).map(|other| points[one][other] + VIRTUAL_DRAWS / 2.0);
        points.sum::<f64>()
    };
    // Minorisation and maximisation: each round fits one strength after the other to the rest, and none is worse than before.
    let mut strength = vec![1.0_f64; bots];
    for _ in 0..MOST_ROUNDS {
        let mut change = 0.0_f64;
        for one in 0..bots {
            let expected =
                others(one).map(|other| games(one, other) / (strength[one] + strength[other]));
            let new = made(one) / expected.sum::<f64>();
            change = change.max((new / strength[one] - 1.0).abs());
            strength[one] = new;
        }
        if change < 1e-10 {
            break;
        }
    }
    let logs: Vec<f64> = strength.iter().map(|strength| strength.ln()).collect();
    let zero = match fixed {
        Some(fixed) => logs[fixed],
        None => logs.iter().sum::<f64>() / bots as f64,
    };
    let variances = variances(&strength, &games, fixed);
    let rating = |(log, variance): (&f64, f64)| {
        let value = (log - zero) * unit();
        let margin = Z * variance.max(0.0).sqrt() * unit();
        // What lies behind a tenth of a point is noise.
        let tenth = |value: f64| (value * 10.0).round() / 10.0 + 0.0;
        Elo {
            value: tenth(value),
            low: tenth(value - margin),
            high: tenth(value + margin),
        }
    };
    logs.iter().zip(variances).map(rating).collect()
}

/// How uncertain each logarithm of a strength is: the inverse of the Fisher information, in which a game between equals
/// tells most.
fn variances(
    strength: &[f64],
    games: &dyn Fn(usize, usize) -> f64,
    fixed: Option<usize>,
) -> Vec<f64> {
    let bots = strength.len();
    let mut information = vec![vec![0.0; bots]; bots];
    for one in 0..bots {
        for other in (0..bots).filter(|other| *other != one) {
            let sum = strength[one] + strength[other];
            let told = games(one, other) * strength[one] * strength[other] / (sum * sum);
            information[one][one] += told;
            information[one][other] -= told;
        }
    }
    // Only differences can be known. Fixing one, or the mean, makes the rest definite.
    match fixed {
        Some(fixed) => {
            information[fixed].fill(0.0);
            for row in &mut information {
                row[fixed] = 0.0;
            }
            information[fixed][fixed] = 1.0;
        }
        None => {
            for value in information.iter_mut().flatten() {
                *value += 1.0 / bots as f64;
            }
        }
    }
    let mut inverse = invert(information);
    match fixed {
        Some(fixed) => inverse[fixed] = 0.0,
        None => {
            for value in &mut inverse {
                *value -= 1.0 / bots as f64;
            }
        }
    }
    inverse
}

/// The diagonal of the inverse of a symmetric, positive definite matrix (Gauss and Jordan).
fn invert(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let size = matrix.len();
    let unit = |row: usize| (0..size).map(move |column| f64::from(u8::from(row == column)));
    let mut inverse: Vec<Vec<f64>> = (0..size).map(|row| unit(row).collect()).collect();
    for step in 0..size {
        let pivot = matrix[step][step];
        for column in 0..size {
            matrix[step][column] /= pivot;
            inverse[step][column] /= pivot;
        }
        for row in (0..size).filter(|row| *row != step) {
            let factor = matrix[row][step];
            for column in 0..size {
                matrix[row][column] -= factor * matrix[step][column];
                inverse[row][column] -= factor * inverse[step][column];
            }
        }
    }
    (0..size).map(|place| inverse[place][place]).collect()
}
