//! `parlor trace`: a ruleset played line by line, actions in and positions out.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::Result;
use clap::Args;
use parlor_core::Registry;
use parlor_ruleset::{Trace as Player, render};
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::lines::{Line, read_line};
use crate::rulesets::{self, Source};
use crate::terminal::has_colours;
use crate::trial;

/// The longest line, in bytes.
const LONGEST_LINE: usize = 1024 * 1024;

/// Plays a ruleset line by line: actions as JSON in, the whole position out after each
///
/// Every card and every secret is in the output: this is for authors and for tests, not for players.
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  printf '%s\\n' '{\"kind\":\"start_game\"}' '{\"kind\":\"declare\",\"player\":0,\"declaration\":\"hit\"}' |
    parlor trace blackjack.cardgame.json --players 2 --seed 42

ACTIONS, one JSON object a line:
  {\"kind\":\"start_game\"}
  {\"kind\":\"declare\",\"player\":0,\"declaration\":\"hit\",\"params\":{\"colour\":\"red\"}}
  {\"kind\":\"play_card\",\"player\":0,\"card\":\"8|hearts\",\"fromZone\":\"hand:0\",\"toZone\":\"discard\"}
  {\"kind\":\"step_phase\"}                            one step of an automatic phase that goes in steps

After each comes one line {\"rejected\"?, \"state\", \"valid\"}: why the action was refused, the position, and what each player may
do ('!' stands before what is not possible now). Blank lines are skipped. Rounds go on for as long as the rules let them.

Exit codes: 0 at the end of the input, refused and malformed lines included; 1 if the ruleset cannot be played.")]
pub struct Trace {
    /// A .cardgame.json file, or the id of a bundled ruleset
    #[arg(value_name = "FILE")]
    ruleset: String,
    /// How many players [default: as few as the game takes]
    #[arg(short, long)]
    players: Option<u8>,
    /// The number that all chance comes from
    #[arg(short, long, default_value_t = 0)]
    seed: u32,
    /// Prints the position before the first action too
    #[arg(long)]
    initial: bool,
}

impl Trace {
    /// Answers every line.
    pub fn run(self, games: &Registry) -> Result<()> {
        let (ruleset, source) = rulesets::find_ruleset(games, &self.ruleset)?;
        let limits = ruleset.document().meta.players;
        let players = self.players.unwrap_or(limits.min);
        let mut player = Player::new(&ruleset, players, self.seed).map_err(|error| {
            let hint = format!("say --players {} to {}", limits.min, limits.max);
            Failure::usage(error).hint(hint)
        })?;
        let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
        if self.initial {
            answer(&mut out, &position(&player, None))?;
        }
        trace(&mut player, &source, &mut input, &mut out)
    }
}

fn trace(
    player: &mut Player<'_>,
    source: &Source,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<()> {
    loop {
        let done = match read_line(input, LONGEST_LINE)? {
            Line::End => return Ok(()),
            Line::TooLong => {
                let reason = format!("this is no action: it is longer than {LONGEST_LINE} bytes");
                position(player, Some(&reason))
            }
            Line::Text(bytes) if bytes.trim_ascii().is_empty() => continue,
            Line::Text(bytes) => match std::str::from_utf8(&bytes) {
                Ok(line) => player.act(line),
                Err(_) => position(player, Some("this is no action: it is not UTF-8")),
            },
        };
        answer(out, &done)?;
        if done.get("rejected").is_some() {
            let problems = trial::problems(source, player.trouble());
            if !problems.is_empty() {
                let colours = has_colours(io::stderr().is_terminal());
                let shown = render(&source.file, &source.bytes, &problems, colours);
                write!(io::stderr(), "{shown}")?;
            }
        }
    }
}

/// The position as it is, and why nothing happened.
fn position(player: &Player<'_>, rejected: Option<&str>) -> Value {
    let mut line = json!({ "state": player.state(), "valid": player.valid() });
    if let Some(reason) = rejected {
        line["rejected"] = reason.into();
    }
    line
}

fn answer(out: &mut dyn Write, line: &Value) -> io::Result<()> {
    // In one piece: a line that is written value by value takes ten times as long.
    let mut text = line.to_string();
    text.push('\n');
    out.write_all(text.as_bytes())?;
    out.flush()
}
