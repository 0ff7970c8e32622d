//! How strong players are: ratings by Glicko-2, for matches of any number of seats.
//!
//! The algorithm is Mark Glickman's, as published in "Example of the Glicko-2 system". One match is one rating period: a
//! seat has met every other seat, and has won, drawn or lost by their places. Ratings are numbers for people, not part
//! of any game's rules, so that floats are welcome here.

use parlor_core::Outcome;
use serde::{Deserialize, Serialize};

/// How many points of the rating people see make one of the algorithm's own scale.
const SCALE: f64 = 173.7178;
/// How much a volatility may change at once. Small: surprises in a game of chance are no news.
const TAU: f64 = 0.5;
/// The greatest deviation: as little is known as of a newcomer.
const MOST_DEVIATION: f64 = 350.0;
/// So many days without a match make a rating less certain by one period.
const IDLE_PERIOD_DAYS: u32 = 4;

/// How strong a player is in one game, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The strength; newcomers have 1500.
    pub rating: f64,
    /// How uncertain it is: the true strength is within two deviations, nearly always.
    pub deviation: f64,
    /// How much the player's strength changes by itself.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating {
            rating: 1500.0,
            deviation: MOST_DEVIATION,
            volatility: 0.06,
        }
    }
}

impl Rating {
    /// The rating after so many days without a match: as strong as before, but less certain.
    pub fn after_idle_days(self, days: u32) -> Rating {
        let periods = f64::from(days / IDLE_PERIOD_DAYS);
        let drift = self.volatility * SCALE;
        let deviation = (self.deviation.powi(2) + periods * drift.powi(2)).sqrt();
        Rating {
            deviation: deviation.min(MOST_DEVIATION).max(self.deviation),
            ..self
        }
    }
}

/// A result against one opponent.
#[derive(Clone, Copy, Debug)]
pub struct Met {
    /// The opponent.
    pub opponent: Rating,
    /// 1 for a win, ½ for a draw, 0 for a loss.
    pub score: f64,
    /// How much of it counts, from 0 to 1: half a share tells half as much.
    pub share: f64,
}

/// The player's rating after one period with these results.
pub fn rate(player: Rating, results: &[Met]) -> Rating {
    if results.iter().all(|met| met.share <= 0.0) {
        return player;
    }
    let mu = (player.rating - 1500.0) / SCALE;
    let phi = player.deviation / SCALE;
    // What the results tell: how much (`information`, one over the paper's v) and in which direction (`surprise`).
    let (mut information, mut surprise) = (0.0, 0.0);
    for Met {
        opponent,
        score,
        share,
    } in results
    {
        let phi_j = opponent.deviation / SCALE;
        let mu_j = (opponent.rating - 1500.0) / SCALE;
        let g = 1.0 / (1.0 + 3.0 * (phi_j / std::f64::consts::PI).powi(2)).sqrt();
        let expected = 1.0 / (1.0 + (-g * (mu - mu_j)).exp());
        information += share * g * g * expected * (1.0 - expected);
        surprise += share * g * (score - expected);
    }
    let volatility = volatility(phi, player.volatility, information, surprise);
    let before = phi * phi + volatility * volatility;
    let variance = 1.0 / (1.0 / before + information);
    let rated = Rating {
        rating: player.rating + SCALE * variance * surprise,
        deviation: (SCALE * variance.sqrt()).min(MOST_DEVIATION),
        volatility,
    };
    // Nonsense in the store must not spread to those who play against it.
    let numbers = [rated.rating, rated.deviation, rated.volatility];
    let sane = numbers.iter().all(|number| number.is_finite());
    if sane { rated } else { player }
}

/// The ratings of all seats after a match. How strong a seat is to take its opponent for, and how much of the result counts, is
/// asked with the two.
pub fn ratings_after(
    ratings: &[Rating],
    outcome: &Outcome,
    weigh: impl Fn(usize, usize) -> (Rating, f64),
) -> Vec<Rating> {
    let seats = || ratings.iter().zip(outcome.standings());
    let mut after: Vec<Rating> = Vec::with_capacity(ratings.len());
    for (seat, (rating, standing)) in seats().enumerate() {
        let others = seats().enumerate().filter(|(other, _)| *other != seat);
        let results: Vec<Met> = others
            .map(|(at, (_, other))| {
                let (opponent, share) = weigh(seat, at);
                let score = match standing.place.cmp(&other.place) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
                Met {
                    opponent,
                    score,
                    share,
                }
            })
            .collect();
        after.push(rate(*rating, &results));
    }
    // A seat that the outcome does not know stays as it is.
    after.extend(ratings.iter().skip(after.len()));
    after
}

/// The new volatility: step 5 of the paper, by the Illinois variant of false position.
fn volatility(phi: f64, sigma: f64, information: f64, surprise: f64) -> f64 {
    if information <= 0.0 {
        // The players are so far apart that the result tells nothing.
        return sigma;
    }
    let v = 1.0 / information;
    let delta = v * surprise;
    let a = sigma.powi(2).ln();
    let f = |x: f64| {
        let e = x.exp();
        let sum = phi * phi + v + e;
        e * (delta * delta - sum) / (2.0 * sum * sum) - (x - a) / (TAU * TAU)
    };
    let (mut low, mut high) = (a, a - TAU);
    if delta * delta > phi * phi + v {
        high = (delta * delta - phi * phi - v).ln();
    } else {
        // It ends on the way to minus infinity, where `f` is positive; the bound is for nonsense.
        for _ in 0..100 {
            if f(high) >= 0.0 {
                break;
            }
            high -= TAU;
        }
    }
    let (mut at_low, mut at_high) = (f(low), f(high));
    for _ in 0..100 {
        if (high - low).abs() <= 1e-6 {
            break;
        }
        let between = low + (low - high) * at_low / (at_high - at_low);
        let at_between = f(between);
        if at_between * at_high <= 0.0 {
            (low, at_low) = (high, at_high);
        } else {
            at_low /= 2.0;
        }
        (high, at_high) = (between, at_between);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use parlor_core::{Fate, Outcome, Rng, Seat, Standing};

    use super::{Met, Rating, rate, ratings_after};

    fn rating(rating: f64, deviation: f64) -> Rating {
        Rating {
            rating,
            deviation,
            volatility: 0.06,
        }
    }

    /// A result that counts in full.
    fn whole(opponent: Rating, score: f64) -> Met {
        Met {
            opponent,
            score,
            share: 1.0,
        }
    }

    fn told(ratings: &[Rating]) -> String {
        let line = |r: &Rating| {
            format!(
                "{:.2} ± {:.2}, {:.6}\n",
                r.rating, r.deviation, r.volatility
            )
        };
        ratings.iter().map(line).collect()
    }

    fn check(ratings: &[Rating], outcome: &Outcome, expect: Expect) {
        expect.assert_eq(&told(&ratings_after(ratings, outcome, |_, at| {
            (ratings[at], 1.0)
        })));
    }

    #[test]
    fn the_worked_example_of_the_paper() {
        let results = [
            whole(rating(1400.0, 30.0), 1.0),
            whole(rating(1550.0, 100.0), 0.0),
            whole(rating(1700.0, 300.0), 0.0),
        ];
        let after = rate(rating(1500.0, 200.0), &results);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn newcomers_gain_and_lose_the_same() {
        check(
            &[Rating::default(); 2],
            &Outcome::win(2, Seat(1), "mate"),
            expect![[r#"
                1337.69 ± 290.32, 0.060000
                1662.31 ± 290.32, 0.060000
            "#]],
        );
    }

    #[test]
    fn a_draw_moves_both_towards_each_other() {
        check(
            &[rating(1400.0, 80.0), rating(1700.0, 80.0)],
            &Outcome::draw(2, "stalemate"),
            expect![[r#"
                1412.10 ± 79.61, 0.060000
                1687.90 ± 79.61, 0.060000
            "#]],
        );
    }

    #[test]
    fn many_seats_meet_in_pairs() {
        let place = |place| Standing::finished(place, "points");
        check(
            &[Rating::default(); 4],
            &Outcome::of([place(2), place(4), place(1), place(2)]),
            expect![[r#"
                1500.00 ± 227.74, 0.059998
                1200.37 ± 227.74, 0.060001
                1799.63 ± 227.74, 0.060001
                1500.00 ± 227.74, 0.059998
            "#]],
        );
    }

    #[test]
    fn whoever_gives_up_has_lost() {
        let ratings = [Rating::default(); 2];
        let lost = Outcome::win(2, Seat(1), "mate");
        let resigned = Outcome::abandoned(2, Seat(0), Fate::Resigned);
        let after = |outcome| ratings_after(&ratings, outcome, |_, at| (ratings[at], 1.0));
        assert_eq!(after(&lost), after(&resigned));
    }

    #[test]
    fn one_alone_changes_nothing() {
        let ratings = [rating(1400.0, 80.0), rating(1700.0, 80.0)];
        let alone = Outcome::win(1, Seat(0), "solved");
        assert_eq!(
            ratings_after(&ratings, &alone, |_, at| (ratings[at], 1.0)),
            ratings
        );
    }

    #[test]
    fn what_counts_less_moves_less() {
        let ratings = [Rating::default(); 2];
        let won = Outcome::win(2, Seat(0), "mate");
        let after = |share: f64| ratings_after(&ratings, &won, |_, at| (ratings[at], share))[0];
        assert_eq!(after(0.0), Rating::default());
        let steps: Vec<Rating> = [0.0, 0.125, 0.25, 0.5, 1.0].map(after).into();
        for pair in steps.windows(2) {
            assert!(pair[0].rating < pair[1].rating, "{steps:?}");
            assert!(pair[0].deviation > pair[1].deviation, "{steps:?}");
        }
        // Only for whom it does not count.
        let one = ratings_after(&ratings, &won, |seat, at| {
            (ratings[at], if seat == 0 { 0.0 } else { 1.0 })
        });
        assert_eq!(one[0], Rating::default());
        assert!(one[1].rating < 1500.0);
    }

    #[test]
    fn who_does_not_play_becomes_uncertain_and_no_more_than_a_newcomer() {
        let known = rating(1800.0, 60.0);
        assert_eq!(known.after_idle_days(3), known);
        assert!((known.after_idle_days(4).deviation - 60.898).abs() < 0.001);
        assert!((known.after_idle_days(365).deviation - 116.08).abs() < 0.1);
        assert_eq!(known.after_idle_days(u32::MAX).deviation, 350.0);
        assert_eq!(known.after_idle_days(365).rating, 1800.0);
    }

    #[test]
    fn a_better_result_is_never_worse_and_all_stays_finite() {
        for seed in 0..2000 {
            let mut rng = Rng::from_integer(seed);
            let mut some = || {
                let points = f64::from(rng.below(8000)) - 2000.0;
                rating(points, f64::from(rng.between(1, 350)))
            };
            let (player, opponent) = (some(), some());
            let after = |score| rate(player, &[whole(opponent, score)]);
            let (lost, drawn, won) = (after(0.0), after(0.5), after(1.0));
            assert!(lost.rating <= drawn.rating, "seed {seed}");
            assert!(drawn.rating <= won.rating, "seed {seed}");
            assert!(lost.rating <= player.rating && player.rating <= won.rating);
            for rating in [lost, drawn, won] {
                let sane = rating.rating.is_finite()
                    && (0.0..=350.0).contains(&rating.deviation)
                    && (0.0..0.5).contains(&rating.volatility);
                assert!(sane, "seed {seed}: {player:?} {opponent:?} {rating:?}");
            }
        }
    }

    #[test]
    fn players_beyond_all_comparison_stay_sane() {
        let (giant, dwarf) = (rating(90_000.0, 30.0), rating(-90_000.0, 30.0));
        for score in [0.0, 1.0] {
            let after = rate(giant, &[whole(dwarf, score)]);
            assert_eq!(after.volatility, 0.06, "{after:?}");
            assert!((after.rating - 90_000.0).abs() < 20.0, "{after:?}");
        }
    }

    #[test]
    fn nonsense_does_not_spread() {
        let honest = rating(1500.0, 100.0);
        for broken in [
            rating(f64::NAN, 100.0),
            rating(1500.0, f64::NAN),
            rating(f64::NEG_INFINITY, 100.0),
        ] {
            let after = rate(honest, &[whole(broken, 1.0)]);
            assert!(
                after.rating.is_finite() && after.deviation <= 350.0,
                "{after:?}"
            );
        }
    }

    #[test]
    fn the_stronger_player_is_found() {
        let mut ratings = [Rating::default(); 2];
        let mut rng = Rng::from_integer(3);
        for _ in 0..300 {
            // Three of four for seat 0: 191 points by the logistic curve.
            let winner = Seat(u8::from(rng.below(4) == 0));
            let outcome = Outcome::win(2, winner, "mate");
            let after = ratings_after(&ratings, &outcome, |_, at| (ratings[at], 1.0));
            ratings = after.try_into().unwrap();
        }
        let lead = ratings[0].rating - ratings[1].rating;
        assert!((100.0..300.0).contains(&lead), "{lead}");
        assert!(ratings[0].deviation < 80.0, "{ratings:?}");
    }
}
