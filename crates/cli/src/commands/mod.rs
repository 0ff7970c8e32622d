//! The commands, one file each.

mod analyze;
mod arena;
pub mod catalog;
mod check;
mod completions;
mod dev;
mod explain;
mod games;
mod hint;
mod load;
mod menu;
mod open;
mod play;
mod replay;
mod schema;
mod script;
mod serve;
mod simulate;
mod trace;
mod verify;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Play, simulate, analyze, replay and verify turn-based games.
///
/// Without a command, the games open in your browser.
#[derive(Parser, Debug)]
#[command(name = "parlor", version, arg_required_else_help = false, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// The language to read games in, such as 'de' [default: the system's]
    #[arg(long, global = true, value_name = "LANGUAGE")]
    lang: Option<String>,
}

const EXAMPLES: &str = "\
EXAMPLES:
  parlor                                  choose a game in the browser and play
  parlor menu                             choose one in this terminal
  parlor games                            list the games
  parlor play tic-tac-toe                 play against a bot
  parlor play connect-four --level hard   play against a strong one
  parlor hint match.jsonl                 ask what to play in a saved match
  parlor analyze match.jsonl              find the blunders of a match
  parlor simulate tic-tac-toe -n 100000   play many random games and count
  parlor arena hex --bots hard,easy       let bots play each other
  parlor simulate hex --bots hard --report balance.html
                                          find out whether a game is fair
  parlor serve                            let others play over the network
  parlor play hex --server localhost:7777 play there from a terminal
  parlor load                             find out how much a server can take
  parlor dev my.cardgame.json             play a ruleset in the browser while you write it
  parlor check my.cardgame.json           say all that is wrong with a ruleset
  parlor play my.cardgame.json            play a ruleset of your own

Exit codes: 0 all went well, 1 something failed, 2 the command line was not understood.";

#[derive(Subcommand, Debug)]
enum Command {
    /// Choose a game in this terminal and play
    Menu,
    Games(games::Games),
    Play(play::Play),
    Simulate(simulate::Simulate),
    Arena(arena::Arena),
    Hint(hint::Hint),
    Analyze(analyze::Analyze),
    Replay(replay::Replay),
    Verify(verify::Verify),
    Serve(serve::Serve),
    Dev(dev::Dev),
    Load(load::Load),
    Script(script::Script),
    Check(check::Check),
    Explain(explain::Explain),
    Trace(trace::Trace),
    Catalog(catalog::Catalog),
    Schema(schema::Schema),
    Completions(completions::Completions),
}

/// Does what the command line says.
pub fn run(cli: Cli) -> Result<()> {
    crate::speech::speak(cli.lang.as_deref());
    let games = crate::rulesets::registry();
    match cli.command {
        None => open::run(&games),
        Some(Command::Menu) => menu::run(&games),
        Some(Command::Games(command)) => command.run(&games),
        Some(Command::Play(command)) => command.run(&games),
        Some(Command::Simulate(command)) => command.run(&games),
        Some(Command::Arena(command)) => command.run(&games),
        Some(Command::Hint(command)) => command.run(&games),
        Some(Command::Analyze(command)) => command.run(&games),
        Some(Command::Replay(command)) => command.run(&games),
        Some(Command::Verify(command)) => command.run(&games),
        Some(Command::Serve(command)) => command.run(&games),
        Some(Command::Dev(command)) => command.run(&games),
        Some(Command::Load(command)) => command.run(),
        Some(Command::Script(command)) => command.run(&games),
        Some(Command::Check(command)) => command.run(),
        Some(Command::Explain(command)) => command.run(&games),
        Some(Command::Trace(command)) => command.run(&games),
        Some(Command::Catalog(command)) => command.run(),
        Some(Command::Schema(command)) => command.run(),
        Some(Command::Completions(command)) => command.run(),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
