//! Rulesets held to the laws that every game must keep, with each number of players and for as long as there is time.

use std::fmt::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use parlor_conformance::{Checker, Law, Violation};
use parlor_core::Game;
use parlor_ruleset::Ruleset;
use serde_json::{Value, json};

use crate::failure::printable;
use crate::numbers::{counted, grouped};
use crate::{progress, setup};

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
    games: u64,
    positions: u64,
    /// Whether time was over before all games were played.
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
            games: 0,
            positions: 0,
            stopped: false,
            broken: None,
        };
        let bar = progress::bar(self.games.saturating_mul(tables.into()), "games");
        for (table, players) in (1..).zip(min..=max) {
            bar.set_message(counted(players.into(), "player"));
            let checker = Checker::new(ruleset)
                .setups([setup::set_up(&info, players.into(), options)?])
                .laws(self.laws.iter().copied())
                .seed(self.seed)
                .games(self.games)
                .positions(u64::MAX)
                .may_be_open();
            let done = verdict.games;
            let checked = checker.run_while(&|so_far| {
                bar.set_position(done + so_far.games);
                start.elapsed() < self.time * table / tables
            });
            match checked {
                Ok(report) => {
                    verdict.games += report.games;
                    verdict.positions += report.positions;
                }
                Err(violation) => {
                    verdict.broken = Some((players, Box::new(violation)));
                    break;
                }
            }
        }
        bar.finish_and_clear();
        verdict.stopped = start.elapsed() >= self.time;
        Ok(verdict)
    }
}

impl Verdict {
    /// For people: one line, or what is broken and how to see it.
    pub fn text(&self, file: &str) -> String {
        let file = printable(file);
        let Some((players, violation)) = &self.broken else {
            let players = match self.players {
                (min, max) if min == max => counted(min.into(), "player"),
                (min, max) => format!("{min} to {max} players"),
            };
            let (games, positions) = (counted(self.games, "game"), grouped(self.positions));
            let until = if self.stopped {
                ", until time was over"
            } else {
                ""
            };
            return format!(
                "{file}: the laws hold with {players} ({games}, {positions} positions{until})\n"
            );
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
            text.push_str("  help:    what is offered must not hang on cards that the player does not see, nor on effects\n");
            text.push_str(
                "           that fail with some of them: ask in the effect with if(…) instead\n",
            );
        }
        let _ = writeln!(
            text,
            "  repeat:  parlor check {file} --laws --seed {}",
            violation.seed
        );
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
            })
        });
        json!({
            "ok": violation.is_none(),
            "players": { "min": self.players.0, "max": self.players.1 },
            "games": self.games,
            "positions": self.positions,
            "stopped": self.stopped,
            "violation": violation,
        })
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
        _ => {
            "see crates/conformance: rules that are data should not be able to break it; please report it"
        }
    }
}
