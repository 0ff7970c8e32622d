//! From what somebody typed to a [`Setup`]: options, names, who plays which seat, the seed.

use anyhow::{Context, Result};
use clap::Args;
use parlor_core::{AnyGame, GameInfo, OptionKind, OptionValue, Registry, Seat, Seed, Setup};
use std::sync::Arc;

use crate::failure::Failure;
use crate::rulesets;

/// Who chooses the commands of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Player {
    /// Somebody at this terminal.
    Human,
    /// The computer, which plays random legal commands.
    Bot,
}

/// The options of a game, as every command takes them.
#[derive(Args, Debug, Clone, Default)]
pub struct OptionArgs {
    /// Sets an option of the game, as in --option size=7; may be given several times
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

/// What a bot's name ends with, so that everybody at the table, and whoever resumes the match, knows it for one.
const BOT: &str = "(bot)";

impl Player {
    /// Who plays a seat, by its name in a saved match.
    pub fn by_name(name: &str) -> Player {
        match name.ends_with(BOT) {
            true => Player::Bot,
            false => Player::Human,
        }
    }
}

/// The game with this id or of this ruleset file, or what to do instead.
pub fn find_game(games: &Registry, text: &str) -> Result<Arc<dyn AnyGame>> {
    Ok(rulesets::find(games, text)?.game)
}

/// A table of so many seats with these options.
pub fn set_up(info: &GameInfo, seats: usize, options: &[String]) -> Result<Setup> {
    let hint = |failure: Failure| failure.hint(option_help(info));
    let mut setup = Setup::new(info, seats).map_err(|error| {
        Failure::usage(error).hint("'parlor games' lists how many seats each game takes")
    })?;
    for option in options {
        let Some((name, value)) = option.split_once('=') else {
            let text = format!("'{option}' is no option: write it as name=value");
            return Err(hint(Failure::usage(text)).into());
        };
        let value = OptionValue::from(value.trim());
        setup = setup
            .option(name.trim(), value)
            .map_err(|error| hint(Failure::usage(error)))?;
    }
    Ok(setup)
}

/// The names for a table: those given, "Player 1" and so on for other humans, and a mark on every bot.
pub fn names(players: &[Player], given: &[String]) -> Vec<String> {
    let bots = players.iter().filter(|p| **p == Player::Bot).count();
    let mut bot_number = 0;
    (0..)
        .zip(players)
        .map(|(index, player): (usize, _)| {
            let given = given.get(index).map(|name| name.trim());
            if *player == Player::Human {
                return given.map_or_else(|| format!("Player {}", index + 1), String::from);
            }
            bot_number += 1;
            match given {
                Some(name) if name.ends_with(BOT) => name.into(),
                Some(name) => format!("{name} {BOT}"),
                None if bots == 1 => format!("Random {BOT}"),
                None => format!("Random {bot_number} {BOT}"),
            }
        })
        .collect()
}

/// A human whose name would make a bot of it when the match is resumed.
pub fn human_with_a_bots_name<'a>(players: &[Player], names: &'a [String]) -> Option<&'a str> {
    let mut seats = players.iter().zip(names);
    let (_, name) = seats
        .find(|(player, name)| **player == Player::Human && Player::by_name(name) == Player::Bot)?;
    Some(name)
}

/// Who plays, as far as was said: bots fill the seats that nobody spoke of.
pub fn players(info: &GameInfo, given: &[Player]) -> Vec<Player> {
    let mut players = match given {
        [] => vec![Player::Human],
        given => given.to_vec(),
    };
    if players.len() < usize::from(info.min_seats) {
        players.resize(info.min_seats.into(), Player::Bot);
    }
    players
}

/// The seats that humans play.
pub fn humans(players: &[Player]) -> Vec<Seat> {
    Seat::all(players.len() as u8)
        .filter(|seat| players[seat.index()] == Player::Human)
        .collect()
}

/// The seed that was asked for, or 256 secret bits.
pub fn seed(text: Option<&str>) -> Result<Seed> {
    match text {
        Some(text) => {
            let hint = "leave --seed away for a secret random seed";
            Ok(text
                .parse()
                .map_err(|error| Failure::usage(error).hint(hint))?)
        }
        None => {
            let mut bits = [0; 32];
            getrandom::fill(&mut bits)
                .map_err(Failure::failed)
                .context("this system gives no random numbers")?;
            Ok(Seed::Secret(bits))
        }
    }
}

/// One line on the options of a game.
pub fn option_help(info: &GameInfo) -> String {
    if info.options.is_empty() {
        return format!("{} has no options", info.name);
    }
    let each: Vec<String> = info
        .options
        .iter()
        .map(|spec| format!("{} ({})", spec.name, describe(&spec.kind)))
        .collect();
    format!("the options of {} are {}", info.name, each.join(", "))
}

/// What an option may be, and its default.
pub fn describe(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Bool { default } => format!("true or false, default {default}"),
        OptionKind::Int { min, max, default } => format!("{min} to {max}, default {default}"),
        OptionKind::Choice { choices, default } => {
            format!("{}, default {default}", choices.join(" or "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_are_known_by_their_names() {
        let players = [Player::Human, Player::Bot, Player::Bot];
        let names = names(&players, &["Ann".into(), "Hal".into()]);
        assert_eq!(names, ["Ann", "Hal (bot)", "Random 2 (bot)"]);
        let again: Vec<Player> = names.iter().map(|name| Player::by_name(name)).collect();
        assert_eq!(again, players);
    }
}
