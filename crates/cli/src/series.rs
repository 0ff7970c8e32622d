//! Series of games: as somebody asks for one on the command line, and how its standing reads.

use anyhow::Result;
use clap::Args;
use parlor_core::{Outcome, Points, Series, SeriesGame, SeriesLength};
use parlor_protocol::SeriesShown;

use crate::failure::Failure;

/// How long a series is to be.
#[derive(Args, Clone, Debug, Default)]
#[group(multiple = false)]
pub struct SeriesArgs {
    /// Plays a series of at most so many games, until nobody can catch up
    #[arg(long, value_name = "GAMES", conflicts_with_all = ["resume", "join"])]
    best_of: Option<u8>,
    /// Plays a series until somebody has so many points: 1 for a win, ½ for a draw
    #[arg(long, value_name = "POINTS", conflicts_with_all = ["resume", "join"])]
    first_to: Option<u8>,
    /// Plays a series of so many games
    #[arg(long = "games", value_name = "GAMES", conflicts_with_all = ["resume", "join"])]
    all_of: Option<u8>,
}

impl SeriesArgs {
    /// The length that was asked for, if any was.
    pub fn length(&self) -> Result<Option<SeriesLength>> {
        let best_of = self.best_of.map(SeriesLength::BestOf);
        let first_to = self.first_to.map(SeriesLength::FirstTo);
        let all_of = self.all_of.map(SeriesLength::Games);
        let wanted = best_of.or(first_to).or(all_of);
        let checked = wanted.map(SeriesLength::check).transpose();
        Ok(checked.map_err(Failure::usage)?)
    }
}

/// How a series stands at one of its games.
pub struct Standing {
    pub length: SeriesLength,
    pub number: u16,
    /// By the seats of this game.
    points: Vec<Points>,
    /// How the series ended, by the seats of this game.
    pub outcome: Option<Outcome>,
}

impl Standing {
    /// As the header of a game says it; with the result of the game once that is over.
    pub fn of(game: &SeriesGame, outcome: Option<&Outcome>) -> Option<Standing> {
        let mut series = Series::before(game).ok()?;
        if let Some(outcome) = outcome {
            series.end_game(outcome);
        }
        Some(Standing {
            length: game.length,
            number: game.number,
            points: series.half_points(game.number),
            outcome: series.outcome_by_seat(game.number),
        })
    }

    /// As a server says it.
    pub fn shown(shown: &SeriesShown) -> Standing {
        Standing {
            length: shown.length,
            number: shown.number,
            points: shown.half_points.clone(),
            outcome: shown.outcome.clone(),
        }
    }

    /// The standing in a line: `Best of 3, game 2: Ann 1, Bob 0`.
    pub fn line(&self, names: &[String]) -> String {
        let points: Vec<String> = (names.iter().zip(&self.points))
            .map(|(name, points)| format!("{name} {points}"))
            .collect();
        let length = self.length.to_string();
        let (first, rest) = length.split_at(1);
        let length = format!("{}{rest}", first.to_uppercase());
        match &self.outcome {
            None => format!("{length}, game {}: {}", self.number, points.join(", ")),
            Some(outcome) => {
                let winners: Vec<&str> = (outcome.winners().iter())
                    .filter_map(|seat| names.get(seat.index()).map(String::as_str))
                    .collect();
                let result = match winners[..] {
                    [] => "the series was called off".into(),
                    [winner] => format!("{winner} wins the series"),
                    _ => format!("{} share the series", winners.join(" and ")),
                };
                format!("{length}: {} – {result}", points.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_core::Seat;

    #[test]
    fn a_standing_reads_before_a_game_after_it_and_at_the_end() {
        let names = ["Ann", "Bob"].map(String::from);
        let mut series = Series::new(SeriesLength::BestOf(3), 2).unwrap();
        let won = Outcome::win(2, Seat(0), "test");
        let first = series.game("s1");
        let line = |game: &SeriesGame, outcome| Standing::of(game, outcome).unwrap().line(&names);
        assert_eq!(line(&first, None), "Best of 3, game 1: Ann 0, Bob 0");
        assert_eq!(line(&first, Some(&won)), "Best of 3, game 1: Ann 1, Bob 0");
        series.end_game(&won);
        let lost = Outcome::win(2, Seat(1), "test");
        let decided = line(&series.game("s1"), Some(&lost));
        assert_eq!(decided, "Best of 3: Ann 0, Bob 2 – Bob wins the series");
    }
}
