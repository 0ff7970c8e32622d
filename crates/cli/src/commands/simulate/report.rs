//! What a simulation says: for people, and as JSON.

use std::collections::BTreeMap;

use parlor_bots::Share;
use parlor_core::{GameInfo, Setup, Tally};
use serde_json::{Value, json};

use crate::failure::printable;
use crate::numbers::{counted, grouped};

/// How many bars a histogram has at most.
const BARS: u64 = 12;

/// How long the longest bar is.
const LONGEST_BAR: u64 = 40;

/// The result of a simulation.
pub struct Report {
    game: String,
    name: String,
    options: Value,
    seats: u8,
    seed: u64,
    tally: Tally,
    threads: u64,
    seconds: f64,
}

impl Report {
    /// The report on a tally.
    pub fn new(
        info: &GameInfo,
        setup: &Setup,
        seed: u64,
        tally: Tally,
        threads: u64,
        seconds: f64,
    ) -> Report {
        Report {
            game: info.id.clone(),
            name: info.name.clone(),
            options: json!(setup.option_values()),
            seats: setup.seats(),
            seed,
            tally,
            threads,
            // A clock may stand still for as long as a short simulation takes.
            seconds: seconds.max(1e-9),
        }
    }

    /// For programs. All but `speed` is the same for the same seed.
    pub fn json(&self) -> Value {
        let tally = &self.tally;
        let seats: Vec<Value> = (0..usize::from(self.seats))
            .map(|seat| {
                let Share { low, high, .. } = Share::of(tally.wins[seat] as f64, tally.games);
                json!({
                    "seat": seat,
                    "wins": tally.wins[seat],
                    "shared": tally.shared[seat],
                    "lost": self.lost(seat),
                    "loss_rate": rate(self.lost(seat), tally.games),
                    "win_rate": rate(tally.wins[seat], tally.games),
                    "win_rate_low": low,
                    "win_rate_high": high,
                })
            })
            .collect();
        json!({
            "game": self.game,
            "options": self.options,
            "seed": self.seed,
            "games": tally.games,
            "seats": seats,
            "shared": self.shared(),
            "unfinished": tally.unfinished,
            "endings": tally.endings,
            "length": {
                "min": self.percentile(0.0),
                "p5": self.percentile(0.05),
                "median": self.percentile(0.5),
                "mean": self.mean_length(),
                "p95": self.percentile(0.95),
                "max": self.percentile(1.0),
                "counts": tally.lengths,
            },
            "branching": {
                "positions": tally.positions,
                "mean": rate(tally.choices, tally.positions),
                "max": tally.most_choices,
            },
            "speed": {
                "threads": self.threads,
                "seconds": self.seconds,
                "games_per_second": (tally.games as f64 / self.seconds).round(),
                "commands_per_second": (tally.commands() as f64 / self.seconds).round(),
            },
        })
    }

    /// For people.
    pub fn text(&self) -> String {
        let tally = &self.tally;
        let percent = |count| 100.0 * rate(count, tally.games);
        let mut text = format!(
            "{}: {}, seed {}\n\n",
            self.name,
            counted(tally.games, "random game"),
            self.seed
        );
        text.push_str("result              games     share   95 % confidence\n");
        let mut line = |label: String, count: u64| {
            let Share { low, high, .. } = Share::of(count as f64, tally.games);
            text.push_str(&format!(
                "{label:<12}  {:>11}  {:>6.2} %   {:.2} % to {:.2} %\n",
                grouped(count),
                percent(count),
                100.0 * low,
                100.0 * high
            ));
        };
        let one_loses = self.one_loses();
        for seat in 0..usize::from(self.seats) {
            match one_loses {
                true => line(format!("seat {seat} loses"), self.lost(seat)),
                false => line(format!("seat {seat} wins"), tally.wins[seat]),
            }
        }
        line(
            "draw, shared".into(),
            match one_loses {
                true => self.shared() - tally.lost.iter().sum::<u64>(),
                false => self.shared(),
            },
        );
        if tally.unfinished > 0 {
            line("unfinished".into(), tally.unfinished);
        }
        text.push_str(&self.endings());
        text.push_str(&format!(
            "\nlength in commands: min {}, 5 % {}, median {}, mean {:.2}, 95 % {}, max {}\n",
            self.percentile(0.0),
            self.percentile(0.05),
            self.percentile(0.5),
            self.mean_length(),
            self.percentile(0.95),
            self.percentile(1.0)
        ));
        for bar in self.histogram() {
            text.push_str(&bar);
        }
        text.push_str(&format!(
            "\nlegal commands: mean {:.2}, max {} (in {} positions)\n",
            rate(tally.choices, tally.positions),
            tally.most_choices,
            grouped(tally.positions)
        ));
        text.push_str(&format!(
            "speed: {} games/s, {} commands/s on {} {}\n",
            grouped((tally.games as f64 / self.seconds) as u64),
            grouped((tally.commands() as f64 / self.seconds) as u64),
            self.threads,
            if self.threads == 1 {
                "thread"
            } else {
                "threads"
            }
        ));
        text
    }

    /// Games in which several seats, or all, were first.
    fn shared(&self) -> u64 {
        let tally = &self.tally;
        tally.games - tally.unfinished - tally.wins.iter().sum::<u64>()
    }

    /// Games that a seat lost alone.
    fn lost(&self, seat: usize) -> u64 {
        self.tally.lost.get(seat).copied().unwrap_or(0)
    }

    /// Whether this is a game that one player loses, and that nobody wins.
    fn one_loses(&self) -> bool {
        let tally = &self.tally;
        tally.wins.iter().all(|wins| *wins == 0) && tally.lost.iter().any(|lost| *lost > 0)
    }

    /// Why games ended, most often first.
    fn endings(&self) -> String {
        let mut endings: Vec<(&str, u64)> =
            self.tally.endings.iter().map(|(a, b)| (&**a, *b)).collect();
        endings.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
        let all: u64 = endings.iter().map(|(_, games)| games).sum();
        if all == 0 {
            return String::new();
        }
        let seen = match all + self.tally.unfinished == self.tally.games {
            true => String::new(),
            false => format!(" (of {} games)", grouped(all)),
        };
        let mut text = format!("\nwhy games ended{seen}\n");
        for (reason, games) in endings {
            let share = 100.0 * rate(games, all);
            text.push_str(&format!("{share:>8.2} %   {}\n", printable(reason)));
        }
        text
    }

    fn mean_length(&self) -> f64 {
        rate(self.tally.commands(), self.tally.games)
    }

    /// The length that this share of the games does not exceed.
    fn percentile(&self, share: f64) -> usize {
        let wanted = ((self.tally.games as f64 * share).ceil() as u64).max(1);
        let mut seen = 0;
        for (length, count) in self.tally.lengths.iter().enumerate() {
            seen += count;
            if seen >= wanted {
                return length;
            }
        }
        self.tally.lengths.len().saturating_sub(1)
    }

    fn histogram(&self) -> Vec<String> {
        bars(&(0..).zip(self.tally.lengths.iter().copied()).collect())
    }
}

/// A line for each range of numbers, with a bar as long as it came up often.
pub fn bars(counts: &BTreeMap<u64, u64>) -> Vec<String> {
    let seen = || counts.iter().filter(|(_, count)| **count > 0);
    let (Some((min, _)), Some((max, _))) = (seen().next(), seen().next_back()) else {
        return Vec::new();
    };
    let step = (max - min + 1).div_ceil(BARS);
    let bins: Vec<(u64, u64)> = (*min..=*max)
        .step_by(step as usize)
        .map(|first| {
            (
                first,
                counts
                    .range(first..first + step)
                    .map(|(_, count)| count)
                    .sum(),
            )
        })
        .collect();
    let most = bins
        .iter()
        .map(|(_, count)| *count)
        .max()
        .unwrap_or(1)
        .max(1);
    let bar = |(first, count): &(u64, u64)| {
        let last = (first + step - 1).min(*max);
        let label = match *first == last {
            true => first.to_string(),
            false => format!("{first}-{last}"),
        };
        // Whatever happened at all is seen.
        let length = (count * LONGEST_BAR).div_ceil(most) as usize;
        let bar = "#".repeat(length);
        format!("{label:>9} {bar:<40} {}\n", grouped(*count))
    };
    bins.iter().map(bar).collect()
}

fn rate(count: u64, of: u64) -> f64 {
    if of == 0 {
        0.0
    } else {
        count as f64 / of as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_summed_up() {
        let tally = Tally {
            games: 10,
            wins: vec![4, 3],
            shared: vec![3, 3],
            lengths: vec![0, 0, 0, 1, 8, 0, 1],
            ..Tally::default()
        };
        let info = GameInfo::new("x", "X", 2..=2);
        let setup = Setup::new(&info, 2).unwrap();
        let report = Report::new(&info, &setup, 0, tally, 1, 1.0);
        let length = &report.json()["length"];
        assert_eq!(length["min"], 3);
        assert_eq!(length["median"], 4);
        assert_eq!(length["max"], 6);
        assert_eq!(length["mean"], 4.1);
        assert_eq!(report.shared(), 3);
        assert_eq!(grouped(1_234_567), "1,234,567");
    }
}
