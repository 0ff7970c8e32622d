//! Rulesets held to the laws that every game must keep, with each number of players and for as long as there is time.

use std::fmt::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use parlor_conformance::{Checker, Law, Report, Violation};
use parlor_core::Game;
use parlor_ruleset::Ruleset;
use serde_json::{Value, json};

use crate::failure::printable;
use crate::numbers::{counted, grouped};
use crate::{progress, setup};

const ONE_SECOND: Duration = Duration::from_secs(1);

/// The longest script that is shown.
const LONGEST: usize = 40;

/// The most characters of a problem that are shown.
const MOST_SHOWN: usize = 300;

/// How rulesets are held to the laws.
pub struct Trial<'l> {
    /// The laws that are held.
    pub laws: &'l [Law],
    /// The most games with each number of players.
    pub games: u64,
    /// The seed of the first game.
    pub seed: u32,
    /// When it is enough, whatever has been played by then.
    pub time: Duration,
}

/// What came of it.
pub struct Verdict {
    players: (u8, u8),
    /// What was looked at, by the number of players.
    tables: Vec<(u8, Report)>,
    /// How much time there was.
    time: Duration,
    /// Whether it was over before all games were played.
    stopped: bool,
    /// The number of players with which a law is broken, and how.
    pub broken: Option<(u8, Box<Violation>)>,
}

impl Trial<'_> {
    /// Plays with these numbers of players, or with all that the rules allow.
    pub fn run(
        &self,
        ruleset: &Ruleset,
        players: Option<u8>,
        options: &[String],
    ) -> Result<Verdict> {
        let (start, info) = (Instant::now(), ruleset.info());
        let (min, max) = players.map_or((info.min_seats, info.max_seats), |one| (one, one));
        let tables = u32::from(max - min) + 1;
        let mut verdict = Verdict {
            players: (min, max),
            tables: Vec::new(),
            time: self.time,
            stopped: false,
            broken: None,
        };
        let in_time = || start.elapsed() < self.time;
        let bar = progress::bar(self.games.saturating_mul(tables.into()), "games");
        for (table, players) in (1..).zip(min..=max) {
            bar.set_message(counted(players.into(), "player"));
            let checker = Checker::new(ruleset)
                .setups([setup::set_up(&info, players.into(), options)?])
                .laws(self.laws.iter().copied())
                .seed(self.seed)
                .games(self.games)
                .positions(u64::MAX)
                .shrink_while(&in_time)
                // All rulesets are declared to have secrets, also those that show everything.
                .may_be_open();
            let done = verdict.games();
            let checked = checker.run_while(&|so_far| {
                bar.set_position(done + so_far.games);
                start.elapsed() < self.time * table / tables
            });
            match checked {
                Ok(report) => verdict.tables.push((players, report)),
                Err(violation) => {
                    verdict.broken = Some((players, Box::new(violation)));
                    break;
                }
            }
        }
        bar.finish_and_clear();
        verdict.stopped = !in_time();
        Ok(verdict)
    }
}

impl Verdict {
    fn games(&self) -> u64 {
        self.tables.iter().map(|(_, report)| report.games).sum()
    }

    fn positions(&self) -> u64 {
        self.tables.iter().map(|(_, report)| report.positions).sum()
    }

    /// The numbers of players with which no game came to its end. Nothing is shown with them.
    fn unfinished(&self) -> Vec<u8> {
        let unfinished = self.tables.iter().filter(|(_, report)| report.games == 0);
        unfinished.map(|(players, _)| *players).collect()
    }

    /// Whether the laws were found to hold, in at least one whole game with each number of players.
    pub fn holds(&self) -> bool {
        self.broken.is_none() && self.unfinished().is_empty()
    }

    /// What was not checked although the laws hold, and why.
    fn unchecked(&self) -> Option<&'static str> {
        let sum = |of: fn(&Report) -> u64| self.tables.iter().map(|(_, one)| of(one)).sum::<u64>();
        match (sum(|one| one.hidden), sum(|one| one.redealt)) {
            (0, _) => Some("no card was hidden from anybody, so there were no secrets to check"),
            (_, 0) => Some("no hidden card could be re-dealt: players always know which one it is"),
            _ => None,
        }
    }

    /// For people: one line, or what is broken and how to see it. `more_time` is the option that gives it more seconds.
    pub fn text(&self, file: &str, more_time: &str) -> String {
        let file = printable(file);
        let Some((players, violation)) = &self.broken else {
            return match self.holds() {
                true => self.text_of_success(&file),
                false => self.text_of_nothing(&file, more_time),
            };
        };
        let mut text = format!("{file}: the law {} is broken\n", violation.law);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  law:     {}", meaning(violation.law));
        let _ = writeln!(text, "  players: {players}");
        let _ = writeln!(text, "  seed:    {}", violation.seed);
        match &violation.script[..] {
            [] => text.push_str("  script:  nothing but the opening\n"),
            script => {
                text.push_str("  script:\n");
                for (number, step) in (1..).zip(script.iter().take(LONGEST)) {
                    let _ = writeln!(text, "    {number:>3}. {}", printable(step));
                }
                if script.len() > LONGEST {
                    let _ = writeln!(text, "    … and {} more", script.len() - LONGEST);
                }
            }
        }
        if violation.cut_short {
            text.push_str("           (time ran out: a shorter script may do)\n");
        }
        // Where the secret is named, nobody needs the two views in full.
        let whole = match &violation.learned {
            Some(_) => violation.problem.split(": at '").next().unwrap_or_default(),
            None => &violation.problem,
        };
        let mut problem: String = whole.chars().take(MOST_SHOWN).collect();
        if problem.len() < whole.len() {
            problem.push('…');
        }
        let _ = writeln!(text, "  problem: {}", printable(&problem));
        if let Some(learned) = &violation.learned {
            let _ = writeln!(text, "  secret:  {}", printable(learned));
        }
        if violation.law == Law::ViewHidesSecrets {
            text.push_str("  help:    what is offered must not depend on cards that the player does not see, nor on effects\n");
            text.push_str(
                "           that fail with some of them: ask in the effect with if(…) instead\n",
            );
        }
        if violation.law == Law::UndoRestoresEveryView {
            text.push_str("  help:    variables are not re-dealt: if one of them keeps what a hidden card was, what is offered must not\n");
            text.push_str("           depend on it\n");
        }
        let _ = writeln!(
            text,
            "  repeat:  parlor check {file} --laws --seed {}",
            violation.seed
        );
        text
    }

    fn text_of_success(&self, file: &str) -> String {
        let players = match self.players {
            (min, max) if min == max => counted(min.into(), "player"),
            (min, max) => format!("{min} to {max} players"),
        };
        let (games, positions) = (counted(self.games(), "game"), grouped(self.positions()));
        let until = match self.stopped {
            true => format!(", stopped after {}", seconds(self.time)),
            false => String::new(),
        };
        let mut text = format!(
            "{file}: the laws hold with {players} ({games}, {positions} positions{until})\n"
        );
        if let Some(unchecked) = self.unchecked() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  note:    {unchecked}");
        }
        text
    }

    /// No game came to its end with some number of players: that is no success, and no broken law either.
    fn text_of_nothing(&self, file: &str, more_time: &str) -> String {
        let were = match self.time == ONE_SECOND {
            true => "was",
            false => "were",
        };
        let seconds = seconds(self.time);
        let players = match self.unfinished()[..] {
            [one] => counted(one.into(), "player"),
            ref several => {
                let several: Vec<String> = several.iter().map(u8::to_string).collect();
                format!("{} players", several.join(" or "))
            }
        };
        let mut text =
            format!("{file}: {seconds} {were} too short to tell whether the laws hold\n");
        let _ = writeln!(
            text,
            "  reason:  no game with {players} was played to its end"
        );
        let _ = writeln!(
            text,
            "  so far:  {}, {} positions; no law is broken there",
            counted(self.games(), "game"),
            grouped(self.positions())
        );
        let longer = self.time.as_secs().max(1).saturating_mul(10);
        let _ = writeln!(text, "  help:    give it more time: {more_time} {longer}");
        text
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let violation = self.broken.as_ref().map(|(players, violation)| {
            json!({
                "law": violation.law.name(),
                "players": players,
                "seed": violation.seed,
                "script": violation.script,
                "problem": violation.problem,
                "secret": violation.learned,
                "cut_short": violation.cut_short,
            })
        });
        json!({
            "ok": self.holds(),
            "players": { "min": self.players.0, "max": self.players.1 },
            "games": self.games(),
            "positions": self.positions(),
            "stopped": self.stopped,
            "unfinished": self.unfinished(),
            "unchecked": self.unchecked(),
            "violation": violation,
        })
    }
}

/// A time as people read it. `simulate` gives half of what was asked for, so it may be half a second.
fn seconds(time: Duration) -> String {
    match time == ONE_SECOND {
        true => "1 second".into(),
        false => format!("{} seconds", time.as_secs_f64()),
    }
}

/// What a law says, for authors of rulesets.
fn meaning(law: Law) -> &'static str {
    match law {
        Law::LegalIsAccepted => "what is offered can be done",
        Law::ViewHidesSecrets => {
            "what a player cannot see changes nothing that reaches that player"
        }
        Law::SomeoneActsUntilOver => "until the match is over, somebody can act",
        Law::GamesEnd => "every match ends",
        Law::UndoRestoresEveryView => {
            "undo brings every view back, and needs the consent of whoever has learned something"
        }
        _ => {
            "see crates/conformance: rules that are data should not be able to break it; please report it"
        }
    }
}
