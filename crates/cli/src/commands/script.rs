//! `parlor script`: a match without a screen, in JSON lines; for programs, tests and agents.

mod request;

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use anyhow::Result;
use clap::Args;
use parlor_core::{
    AnyGame, AnyMatch, Receipt, Registry, Rejection, Seat, Submission, SystemCommand, Undo, Viewer,
};
use serde_json::{Value, json};

use crate::brings;
use crate::failure::Failure;
use crate::lines::{Line, read_line};
use crate::setup;
use request::{Request, SetupLine};

/// The longest line, in bytes.
const LONGEST_LINE: usize = 1024 * 1024;

/// Plays a match without a screen: JSON lines in, JSON lines out
///
/// The first line sets the match up; then each line asks for something and gets one line as its answer.
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  printf '%s\\n' '{\"seed\":1}' '{\"seat\":0,\"command\":\"b2\"}' '{\"view\":\"spectator\"}' | parlor script tic-tac-toe

FIRST LINE (every field is optional):
  {\"seats\":2,\"names\":[\"Ann\",\"Bob\"],\"options\":{\"size\":7},\"seed\":42,\"time_ms\":0}

THEN:
  {\"seat\":0,\"command\":\"b2\",\"expect\":3,\"key\":\"k1\"}   send a command, as JSON or as its text
  {\"view\":0}  {\"view\":\"spectator\",\"at\":3}           what a viewer sees, now or then
  {\"legal\":0}                                       what a seat may send
  {\"told\":0,\"version\":3}                            what a viewer heard of a record
  {\"undo\":{\"seat\":0,\"to\":1,\"consent\":[1]}}          undo
  {\"redo\":{\"seat\":0}}                               play it again
  {\"resign\":0}  {\"time_out\":0}                      a player leaves
  {\"fork\":{\"version\":2,\"seed\":7}}                   go on in a match of its own
  {\"guide\":{\"seat\":0,\"answers\":[3]}}                the next question on the way to a command
  {\"export\":true}  {\"verify\":true}                  the match as lines; proof that it was fair

Whoever writes these lines is the referee: 'events' and 'export' hold every secret. Hand players only what 'view', 'told' and
'legal' say to their own seat.

Exit codes: 0 at the end of the input, refused and malformed lines included; 2 if the first line sets up no match.")]
pub struct Script {
    /// The game's id, as 'parlor games' lists it, or a .cardgame.json file
    game: String,
}

impl Script {
    /// Answers every line.
    pub fn run(self, games: &Registry) -> Result<()> {
        let game = setup::find_game(games, &self.game)?;
        converse(&*game, &mut io::stdin().lock(), &mut io::stdout().lock())
    }
}

/// The conversation, whoever it is with.
fn converse(game: &dyn AnyGame, input: &mut dyn BufRead, out: &mut dyn Write) -> Result<()> {
    let mut number = 0;
    let mut table: Option<Table> = None;
    loop {
        let line = match read_line(input, LONGEST_LINE)? {
            Line::End => break,
            Line::TooLong => Err(format!("it is longer than {LONGEST_LINE} bytes")),
            Line::Text(bytes) => Ok(bytes),
        };
        number += 1;
        if line
            .as_ref()
            .is_ok_and(|bytes| bytes.trim_ascii().is_empty())
        {
            continue;
        }
        match &mut table {
            None => match line.and_then(|bytes| Table::set_up(game, &bytes)) {
                Ok(begun) => {
                    answer(out, &begun.greeting())?;
                    table = Some(begun);
                }
                Err(error) => {
                    answer(out, &failure(number, &error))?;
                    let text = format!("line {number} sets up no match: {error}");
                    return Err(Failure::usage(text)
                        .hint("'{}' is enough; 'parlor script --help' shows all fields")
                        .into());
                }
            },
            Some(table) => {
                let done = line.and_then(|bytes| Request::read(&bytes));
                let done = done.and_then(|request| table.answer(request));
                answer(out, &done.unwrap_or_else(|error| failure(number, &error)))?;
            }
        }
    }
    Ok(())
}

fn answer(out: &mut dyn Write, answer: &Value) -> io::Result<()> {
    writeln!(out, "{answer}")?;
    out.flush()
}

fn failure(line: u64, error: &str) -> Value {
    json!({"ok": false, "error": format!("line {line}: {error}"), "line": line})
}

/// The match that a script plays.
struct Table {
    current: Box<dyn AnyMatch>,
    /// What texts under a key meant when they first came: sent again, they mean the same.
    meant: BTreeMap<(Seat, String, String), Value>,
}

impl Table {
    fn set_up(game: &dyn AnyGame, line: &[u8]) -> Result<Table, String> {
        let line: SetupLine = request::parse(line)?;
        let info = game.info();
        let text = |error: parlor_core::SetupError| error.to_string();
        let names = line.names.unwrap_or_default();
        let seats = match line.seats {
            Some(seats) => seats,
            None => names.len().max(info.min_seats.into()),
        };
        if names.len() > seats {
            return Err(format!("there are {} names for {seats} seats", names.len()));
        }
        let setup = parlor_core::Setup::new(info, seats)
            .and_then(|setup| setup.named(names))
            .and_then(|setup| setup.options(line.options.unwrap_or_default()))
            .map_err(text)?;
        let setup = brings::bring_by_seat(info, setup, line.brings.unwrap_or_default())?;
        let seed = match line.seed {
            Some(seed) => seed,
            None => setup::seed(None).map_err(|error| error.to_string())?,
        };
        Ok(Table {
            current: game.begin(setup, seed, line.time_ms).map_err(text)?,
            meant: BTreeMap::new(),
        })
    }

    fn greeting(&self) -> Value {
        json!({
            "ok": true,
            "version": self.current.version(),
            "to_act": self.current.to_act(),
            "commitment": self.current.commitment(),
        })
    }

    fn answer(&mut self, request: Request) -> Result<Value, String> {
        let current = &mut self.current;
        let receipt = match request {
            Request::Command(line) => {
                let command = self.meaning(line.seat, &line.command, line.key.as_deref());
                self.current.submit(Submission {
                    seat: line.seat,
                    command,
                    expected_version: line.expect,
                    key: line.key,
                    time_ms: line.time_ms,
                })
            }
            Request::Undo(line, time_ms) => {
                let Some(to) = line.to.or_else(|| current.undo_target(line.seat)) else {
                    let nothing = "{seat} has nothing to undo";
                    let rejection = Rejection::new("nothing_to_undo", nothing);
                    return Ok(refused(&**current, &rejection.with("seat", line.seat)));
                };
                current.undo(Undo {
                    time_ms,
                    ..Undo::new(line.seat, to).consent(line.consent)
                })
            }
            Request::Redo(line, time_ms) => current.redo(line.seat, time_ms),
            Request::Resign(seat, time_ms) => {
                current.system(SystemCommand::Resign { seat }, time_ms)
            }
            Request::TimeOut(seat, time_ms) => {
                current.system(SystemCommand::TimeOut { seat }, time_ms)
            }
            Request::Fork(line, time_ms) => {
                let seed = match line.seed {
                    Some(seed) => seed,
                    None => setup::seed(None).map_err(|error| error.to_string())?,
                };
                let fork = current.fork(line.version, seed, time_ms);
                *current = fork.map_err(|error| error.to_string())?;
                self.meant.clear();
                return Ok(self.greeting());
            }
            Request::View(viewer, at) => {
                check_viewer(&**current, viewer)?;
                let version = at.unwrap_or(current.version());
                let view = current
                    .view_at(version, viewer)
                    .ok_or_else(|| no_version(&**current, version))?;
                return Ok(json!({"view": view}));
            }
            Request::Legal(seat) => {
                check_viewer(&**current, seat.into())?;
                return Ok(json!({"legal": current.legal(seat)}));
            }
            Request::Told(viewer, version) => {
                check_viewer(&**current, viewer)?;
                let version = version.unwrap_or(current.version());
                if version == 0 || version > current.version() {
                    return Err(no_version(&**current, version));
                }
                return Ok(json!({"told": current.told(version, viewer)}));
            }
            Request::Guide(line) => {
                return Ok(match current.guide(line.seat, &line.answers) {
                    None => return Err(format!("{} asks no questions", current.info().name)),
                    Some(Ok(guide)) => json!({"guide": guide}),
                    Some(Err(rejection)) => refused(&**current, &rejection),
                });
            }
            Request::Export => {
                let text = current.export();
                return Ok(json!({"lines": text.lines().collect::<Vec<_>>()}));
            }
            Request::Verify => {
                let proof = current.verify().map_err(|error| error.to_string())?;
                return Ok(json!({"ok": true, "proof": {
                    "records": proof.records,
                    "drawn": proof.drawn,
                    "proved": proof.proved,
                    "seed_known": proof.seed_known,
                }}));
            }
        };
        Ok(match receipt {
            Ok(receipt) => self.accepted(receipt),
            Err(rejection) => refused(&*self.current, &rejection),
        })
    }

    fn accepted(&self, receipt: Receipt) -> Value {
        let mut answer = json!({
            "ok": true,
            "version": receipt.version,
            "events": self.current.events(receipt.version),
            "to_act": self.current.to_act(),
        });
        if let Some(outcome) = self.current.outcome() {
            answer["outcome"] = json!(outcome);
        }
        if receipt.repeated {
            answer["repeated"] = true.into();
        }
        answer
    }

    /// The command as JSON: a text that names a legal command means that command.
    fn meaning(&mut self, seat: Seat, command: &Value, key: Option<&str>) -> Value {
        let Value::String(text) = command else {
            return command.clone();
        };
        let name = key.map(|key| (seat, key.to_string(), text.clone()));
        if let Some(meant) = name.as_ref().and_then(|name| self.meant.get(name)) {
            return meant.clone();
        }
        let Some(meant) = self.current.command(seat, text) else {
            return command.clone();
        };
        if let Some(name) = name {
            self.meant.insert(name, meant.clone());
        }
        meant
    }
}

/// A rejection as data for programs, and as a sentence with names for people and agents.
fn refused(current: &dyn AnyMatch, rejection: &Rejection) -> Value {
    let message = rejection.message().render(&current.header().seats);
    json!({"ok": false, "rejection": rejection, "message": message})
}

fn check_viewer(current: &dyn AnyMatch, viewer: Viewer) -> Result<(), String> {
    let seats = current.header().seat_count();
    match viewer.seat() {
        Some(seat) if seat.0 >= seats => Err(format!(
            "there is no {seat}: this match has seats 0 to {}",
            seats - 1
        )),
        _ => Ok(()),
    }
}

fn no_version(current: &dyn AnyMatch, version: u64) -> String {
    format!(
        "there is no version {version}: this match has versions 1 to {}",
        current.version()
    )
}
