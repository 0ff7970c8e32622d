//! What a simulation of a ruleset says of its parts: which were never exercised, and what went wrong.

use std::fmt::Write;
use std::time::Duration;

use anyhow::Result;
use parlor_core::Game;
use parlor_ruleset::{Missed, Part, Place, Ruleset, Tree, read, render};
use serde_json::{Value, json};

use crate::failure::printable;
use crate::rulesets::Source;
use crate::trial::{self, Trial};

/// The most characters of an expression that are shown.
const MOST_SHOWN: usize = 100;

/// A report on the parts of a ruleset, with its file.
pub struct Coverage {
    trial: Trial,
    seats: (usize, usize),
    file: String,
    source: Source,
    tree: Option<Tree>,
}

impl Coverage {
    /// Plays at a table of so many seats, or at tables of all sizes.
    pub fn of(
        (ruleset, source): &(Ruleset, Source),
        seats: Option<usize>,
        options: &[String],
        seed: u64,
        time: Duration,
    ) -> Result<Coverage> {
        let info = ruleset.info();
        let seats = match seats {
            Some(seats) => (seats, seats),
            None => (info.min_seats.into(), info.max_seats.into()),
        };
        let trial = Trial::run(ruleset, seats.0..=seats.1, options, seed, time)?;
        Ok(Coverage {
            trial,
            seats,
            file: printable(&source.file),
            source: source.clone(),
            tree: read(&source.bytes).ok(),
        })
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let report = &self.trial.report;
        let parts: serde_json::Map<String, Value> = Part::ALL
            .into_iter()
            .map(|part| {
                let counts = json!({ "all": report.all(part), "reached": report.reached(part) });
                (part.plural().to_owned(), counts)
            })
            .collect();
        let mut value = json!({
            "games": report.games,
            "stopped": self.trial.stopped,
            "seats": { "min": self.seats.0, "max": self.seats.1 },
            "parts": parts,
            "missed": report.missed,
            "faults": report.faults,
            "refused": report.refused,
        });
        // Where the file is at hand, its lines are too.
        let lists = [
            (
                "missed",
                self.trial
                    .report
                    .missed
                    .iter()
                    .map(|one| &one.place)
                    .collect(),
            ),
            (
                "faults",
                self.trial
                    .report
                    .faults
                    .iter()
                    .map(|one| &one.place)
                    .collect(),
            ),
            (
                "refused",
                self.trial
                    .report
                    .refused
                    .iter()
                    .map(|one| &one.place)
                    .collect::<Vec<&Place>>(),
            ),
        ];
        for (list, places) in lists {
            for (index, place) in places.into_iter().enumerate() {
                if let Some(tree) = &self.tree {
                    let position = tree.locate(place);
                    value[list][index]["line"] = position.line.into();
                    value[list][index]["column"] = position.column.into();
                }
            }
        }
        value
    }

    /// For people.
    pub fn text(&self) -> String {
        let report = &self.trial.report;
        let seats = match self.seats {
            (1, 1) => "1 player".to_owned(),
            (min, max) if min == max => format!("{min} players"),
            (min, max) => format!("{min} to {max} players"),
        };
        let parts: Vec<String> = Part::ALL
            .into_iter()
            .filter(|part| report.all(*part) > 0)
            .map(|part| {
                let (reached, all) = (report.reached(part), report.all(part));
                format!("{} {reached} of {all}", part.plural())
            })
            .collect();
        let mut text = format!(
            "\ncoverage, {} random games with {seats}{}: {}\n",
            report.games,
            if self.trial.stopped {
                " until time was over"
            } else {
                ""
            },
            parts.join(", ")
        );
        // What belongs to a phase that is never reached goes without saying.
        let within = |missed: &Missed, phase: &Missed| {
            let inner = missed.place.pointer.strip_prefix(&phase.place.pointer);
            inner.is_some_and(|rest| rest.starts_with('/'))
        };
        let phases = || report.missed.iter().filter(|one| one.part == Part::Phase);
        let mut worth = report
            .missed
            .iter()
            .filter(|missed| !phases().any(|phase| within(missed, phase)));
        if report.missed.is_empty() {
            text.push_str("every part was exercised\n");
        } else {
            text.push_str("never exercised:\n");
        }
        // Writing to a string cannot fail.
        let _ = worth.try_for_each(|missed| {
            let way = match missed.way {
                Some(true) => ", never true",
                Some(false) => ", never false",
                None => "",
            };
            let shown = shown(missed.text.as_deref());
            let place = self.place(&missed.place);
            writeln!(text, "  {}{way}{shown}{place}", printable(&missed.at))
        });
        text
    }

    /// What failed, each with the line that it stands in; nothing where all went well.
    pub fn troubles_text(&self, colours: bool) -> String {
        let problems = trial::problems(&self.source, self.trial.troubles());
        match problems.is_empty() {
            true => String::new(),
            false => {
                let shown = render(&self.source.file, &self.source.bytes, &problems, colours);
                format!("went wrong in play:\n\n{shown}")
            }
        }
    }

    fn place(&self, place: &Place) -> String {
        match &self.tree {
            Some(tree) => format!(" ({}:{})", self.file, tree.locate(place)),
            None => String::new(),
        }
    }
}

fn shown(text: Option<&str>) -> String {
    let Some(text) = text else {
        return String::new();
    };
    let mut shown: String = text.chars().take(MOST_SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!(": {}", printable(&shown))
}
