//! From what somebody typed to a [`Setup`]: options, names, who plays which seat, the seed.

use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use parlor_bots::{Level, Spec, SpecError};
use parlor_core::{AnyGame, GameInfo, OptionKind, OptionValue, Registry, Seat, Seed, Setup};

use crate::brings;
use crate::failure::Failure;
use crate::rulesets;

/// So many games at a time at most.
const MOST_THREADS: u64 = 1024;

/// Who chooses the commands of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// Somebody at this terminal.
    Human,
    /// The computer.
    Bot(Spec),
}

/// Who is to play a seat, as somebody says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Somebody at this terminal.
    Human,
    /// A bot of the level that goes for all.
    Bot,
    /// This bot.
    Named(Spec),
}

/// The options of a game, as every command takes them.
#[derive(Args, Debug, Clone, Default)]
pub struct OptionArgs {
    /// Sets an option of the game, as in --option size=7; may be given several times
    #[arg(short, long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// What a seat brings, as in --bring deck=FILE or --bring 0:deck=PRESET; may be given several times
    #[arg(long = "bring", value_name = "[SEAT:]NAME=FILE|PRESET")]
    pub brings: Vec<String>,
}

impl OptionArgs {
    /// A table of so many seats with these options, to which the seats bring what was said.
    pub fn set_up(&self, game: &dyn AnyGame, seats: usize) -> Result<Setup> {
        let setup = set_up(game.info(), seats, &self.options)?;
        brings::bring(game, setup, &self.brings)
    }
}

impl FromStr for Wanted {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Wanted, SpecError> {
        match text.trim() {
            "human" => Ok(Wanted::Human),
            "bot" => Ok(Wanted::Bot),
            text => text.parse().map(Wanted::Named),
        }
    }
}

impl Wanted {
    /// Who is to play a seat, by its name in a saved match: a bot's says which bot it is, as in "Bot 1 (hard)". Those of
    /// earlier versions end with "(bot)".
    pub fn by_name(name: &str) -> Wanted {
        let (Some((_, bot)), true) = (name.rsplit_once('('), name.ends_with(')')) else {
            return Wanted::Human;
        };
        match bot.trim_end_matches(')') {
            // "Ann (2)" is a person.
            number if number.starts_with(|c: char| c.is_ascii_digit()) => Wanted::Human,
            bot => bot.parse().unwrap_or(Wanted::Human),
        }
    }

    fn player(self, level: &Spec) -> Player {
        match self {
            Wanted::Human => Player::Human,
            Wanted::Bot => Player::Bot(level.clone()),
            Wanted::Named(spec) => Player::Bot(spec),
        }
    }
}

impl Player {
    /// Whether the computer plays.
    pub fn is_bot(&self) -> bool {
        matches!(self, Player::Bot(_))
    }

    /// Who plays the seats of a saved match. A bot that its name says no more of plays at this level; it used to play at random.
    pub fn by_names(names: &[String], level: Option<&Spec>) -> Vec<Player> {
        let level = level.cloned().unwrap_or_else(Spec::random);
        let wanted = names.iter().map(|name| Wanted::by_name(name));
        wanted.map(|wanted| wanted.player(&level)).collect()
    }
}

/// The level of bots that nobody said more about.
pub fn usual_level() -> Spec {
    Level::Medium.into()
}

/// What a bot's name ends with, so that everybody at the table, and whoever resumes the match, knows it for one.
fn mark(spec: &Spec) -> String {
    match spec.to_string() {
        // A number alone could be part of a person's name.
        number if number.starts_with(|c: char| c.is_ascii_digit()) => format!("(auto:{number})"),
        spec => format!("({spec})"),
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
    let bots = players.iter().filter(|player| player.is_bot()).count();
    let mut bot_number = 0;
    (0..)
        .zip(players)
        .map(|(index, player): (usize, _)| {
            let given = given.get(index).map(|name| name.trim());
            let Player::Bot(spec) = player else {
                return given.map_or_else(|| format!("Player {}", index + 1), String::from);
            };
            bot_number += 1;
            let mark = mark(spec);
            match given {
                Some(name) if name.ends_with(&mark) => name.into(),
                Some(name) => format!("{name} {mark}"),
                None if bots == 1 => format!("Bot {mark}"),
                None => format!("Bot {bot_number} {mark}"),
            }
        })
        .collect()
}

/// A human whose name would make a bot of it when the match is resumed.
pub fn human_with_a_bots_name<'a>(players: &[Player], names: &'a [String]) -> Option<&'a str> {
    let mut seats = players.iter().zip(names);
    let (_, name) = seats.find(|(player, name)| {
        **player == Player::Human && Wanted::by_name(name) != Wanted::Human
    })?;
    Some(name)
}

/// Who plays, as far as was said: bots of this level fill the seats that nobody spoke of.
pub fn players(info: &GameInfo, given: &[Wanted], level: &Spec) -> Vec<Player> {
    let mut wanted = match given {
        [] => vec![Wanted::Human],
        given => given.to_vec(),
    };
    if wanted.len() < usize::from(info.min_seats) {
        wanted.resize(info.min_seats.into(), Wanted::Bot);
    }
    wanted
        .into_iter()
        .map(|wanted| wanted.player(level))
        .collect()
}

/// The seats that humans play.
pub fn humans(players: &[Player]) -> Vec<Seat> {
    Seat::all(players.len() as u8)
        .filter(|seat| players[seat.index()] == Player::Human)
        .collect()
}

/// A number of games, or of anything else that there is at least one of; 1_000 is a thousand.
pub fn number(text: &str, most: u64) -> Result<u64, String> {
    match text.replace('_', "").parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("say a number from 1 to {most}")),
    }
}

/// A number of games at a time.
pub fn threads_number(text: &str) -> Result<u64, String> {
    number(text, MOST_THREADS)
}

/// The seed that was asked for, or 256 secret bits.
pub fn seed(text: Option<&str>) -> Result<Seed> {
    match text {
        Some(text) => {
            let hint = "omit --seed for a secret random seed";
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
    fn bots_are_known_by_their_names_and_play_as_they_say() {
        let bot = |text: &str| Player::Bot(text.parse().unwrap());
        let players = [
            Player::Human,
            bot("hard"),
            bot("tree:50ms"),
            bot("auto:500"),
        ];
        let names = names(&players, &["Ann (2)".into(), "Hal".into()]);
        assert_eq!(
            names,
            [
                "Ann (2)",
                "Hal (hard)",
                "Bot 2 (tree:50ms)",
                "Bot 3 (auto:500)"
            ]
        );
        assert_eq!(Player::by_names(&names, None), players);
        assert_eq!(mark(&"500".parse().unwrap()), "(auto:500)");
        // As matches were saved when all bots played at random.
        let old = ["Ann".into(), "Random (bot)".into()];
        assert_eq!(Player::by_names(&old, None), [Player::Human, bot("random")]);
        let hard = Spec::from(Level::Hard);
        assert_eq!(Player::by_names(&old, Some(&hard))[1], bot("hard"));
    }

    #[test]
    fn seats_are_said_in_words() {
        let info = GameInfo::new("x", "X", 3..=4);
        let wanted: Vec<Wanted> = ["bot", "easy"].map(|text| text.parse().unwrap()).into();
        let medium = Spec::from(Level::Medium);
        let players = players(&info, &wanted, &medium);
        assert_eq!(players.len(), 3);
        assert_eq!(players[0], players[2]);
        assert_eq!(players[1], Player::Bot(Level::Easy.into()));
        assert!("hrad".parse::<Wanted>().is_err());
    }
}
