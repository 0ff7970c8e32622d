//! What a simulation of a ruleset says of its parts: which were never exercised, and what went wrong.

use std::fmt::Write;

use anyhow::Result;
use parlor_core::Game;
use parlor_ruleset::{CoverageReport, Missed, Part, Place, Ruleset, Tree, read};
use serde_json::{Value, json};

use crate::failure::printable;
use crate::rulesets::Source;
use crate::setup;

/// How many games are played for the sake of coverage, at least one at each size of the table.
const GAMES: u64 = 300;

/// The most characters of an expression that are shown.
const MOST_SHOWN: usize = 100;

/// A report on the parts of a ruleset, with its file.
pub struct Coverage {
    report: CoverageReport,
    seats: (usize, usize),
    file: String,
    tree: Option<Tree>,
}

impl Coverage {
    /// Plays at a table of so many seats, or at tables of all sizes.
    pub fn of(
        (ruleset, source): &(Ruleset, Source),
        seats: Option<usize>,
        options: &[String],
        seed: u64,
    ) -> Result<Coverage> {
        let info = ruleset.info();
        let seats = match seats {
            Some(seats) => (seats, seats),
            None => (info.min_seats.into(), info.max_seats.into()),
        };
        let tables = (seats.1 - seats.0 + 1) as u64;
        let mut whole: Option<CoverageReport> = None;
        for seats in seats.0..=seats.1 {
            let setup = setup::set_up(&info, seats, options)?;
            let report = ruleset.cover(&setup, seed, GAMES.div_ceil(tables));
            match &mut whole {
                Some(whole) => whole.merge(&report),
                None => whole = Some(report),
            }
        }
        let report = whole.ok_or_else(|| anyhow::anyhow!("{} takes no seats", info.name))?;
        Ok(Coverage {
            report,
            seats,
            file: printable(&source.file),
            tree: read(&source.bytes).ok(),
        })
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let report = &self.report;
        let parts: serde_json::Map<String, Value> = Part::ALL
            .into_iter()
            .map(|part| {
                let counts = json!({ "all": report.all(part), "reached": report.reached(part) });
                (part.plural().to_owned(), counts)
            })
            .collect();
        let mut value = json!({
            "games": report.games,
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
                self.report.missed.iter().map(|one| &one.place).collect(),
            ),
            (
                "faults",
                self.report.faults.iter().map(|one| &one.place).collect(),
            ),
            (
                "refused",
                self.report
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
        let report = &self.report;
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
            "\ncoverage, {} random games with {seats}: {}\n",
            report.games,
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
        let troubles = [
            (
                "conditions that went wrong, which counts as not met:",
                &report.faults,
            ),
            (
                "actions that could not be taken because something went wrong:",
                &report.refused,
            ),
        ];
        for (title, troubles) in troubles {
            if troubles.is_empty() {
                continue;
            }
            let _ = writeln!(text, "{title}");
            for trouble in troubles {
                let shown = shown(trouble.text.as_deref());
                let place = self.place(&trouble.place);
                let (at, reason) = (printable(&trouble.at), printable(&trouble.reason));
                let _ = writeln!(text, "  {at}{shown}{place}\n    {reason}");
            }
        }
        text
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
