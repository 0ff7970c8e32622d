//! Blocks that are games, or parts of the game of chapter 1: they load without any problem, and random players finish them.

use std::collections::BTreeSet;

use parlor_core::{Game, Match, Rng, Seed, Setup, simulate};
use parlor_ruleset::document::PhaseKind;
use parlor_ruleset::{Ruleset, render};
use serde_json::{Value, json};

use crate::blocks::{Block, blocks, json as read, put};

/// So many games are played with the fewest and with the most players.
const GAMES: u64 = 20;
/// By then every action has been taken in a game or two.
const MOST_GAMES: u32 = 60;
/// A game in these pages is shorter than this.
const LONGEST: usize = 3000;

/// The text of the ruleset that a block stands for; none for blocks that are not JSON.
pub fn ruleset_of(block: &Block) -> Option<String> {
    if !block.is("json") {
        return None;
    }
    if !block.says("part") {
        return Some(block.text.clone());
    }
    let whole = match base_of(block) {
        Some(word) => game_called(&word),
        None => game_called("base"),
    };
    let mut whole = match block.says("older") {
        true => older(whole),
        false => whole,
    };
    put(&mut whole, read(block, &format!("{{\n{}}}", block.text)));
    Some(serde_json::to_string_pretty(&whole).expect("JSON can be written"))
}

/// The word for the game that a part belongs to, where it is not that of chapter 1.
fn base_of(part: &Block) -> Option<String> {
    let mut words = part.words.iter().skip(1);
    words
        .find(|word| !matches!(&***word, "part" | "older"))
        .cloned()
}

/// The game that has this word: `base` is that of chapter 1.
fn game_called(word: &str) -> Value {
    let all = blocks();
    let mut games = all
        .iter()
        .filter(|block| block.is("json") && !block.says("part") && block.says(word));
    let Some(game) = games.next() else {
        panic!("there is no game ```json {word}");
    };
    assert!(games.next().is_none(), "there are two games ```json {word}");
    read(game, &game.text)
}

/// The same game in the older dialect.
fn older(mut game: Value) -> Value {
    let phases = game["phases"].as_array_mut().expect("phases are a list");
    for phase in phases.iter_mut().filter_map(Value::as_object_mut) {
        if let Some(effects) = phase.remove("onEnter") {
            phase.insert("automaticSequence".into(), effects);
        }
    }
    let values = game["deck"]["cardValues"].as_object_mut();
    for value in values.expect("values are an object").values_mut() {
        *value = json!({ "kind": "fixed", "value": value });
    }
    game
}

/// What is wrong with the ruleset of a block, or nothing.
pub fn wrong_with(block: &Block, text: &str) -> Option<String> {
    let report = Ruleset::check(text.as_bytes());
    let (Some(ruleset), true) = (report.ruleset, report.problems.is_empty()) else {
        // Of a whole game the lines are those of the page; a part is shown within its game.
        let shown = match block.says("part") {
            true => render(&block.to_string(), text.as_bytes(), &report.problems, false),
            false => {
                let text = format!("{}{text}", "\n".repeat(block.line - 1));
                let report = Ruleset::check(text.as_bytes());
                let page = format!("docs/rulesets/{}", block.page);
                render(&page, text.as_bytes(), &report.problems, false)
            }
        };
        return Some(shown);
    };
    let players = ruleset.document().meta.players;
    let mut untaken = actions(&ruleset);
    for seats in BTreeSet::from([players.min, players.max]) {
        let setup = Setup::new(&ruleset.info(), seats.into()).expect("the number of players fits");
        match simulate(&ruleset, &setup, 1, 0, GAMES) {
            Err(error) => return Some(format!("with {seats} players: {error}")),
            Ok(tally) if tally.unfinished > 0 => {
                return Some(format!("with {seats} players a game never ends"));
            }
            Ok(_) => {}
        }
    }
    for seed in 0..MOST_GAMES {
        let seats = if seed % 2 == 0 {
            players.max
        } else {
            players.min
        };
        if let Err(why) = play(&ruleset, seats, seed, &mut untaken) {
            return Some(format!("with {seats} players and seed {seed}: {why}"));
        }
        if untaken.is_empty() && seed > 2 {
            return None;
        }
    }
    Some(format!(
        "in {MOST_GAMES} games nobody could take {untaken:?}"
    ))
}

/// The actions of phases in which players act, with the phases' names.
fn actions(ruleset: &Ruleset) -> BTreeSet<(String, String)> {
    let phases = ruleset.document().phases.iter();
    let acting = phases.filter(|phase| phase.kind != PhaseKind::Automatic);
    let all = acting.flat_map(|phase| {
        let name = phase.name.clone();
        let actions = phase.actions.iter();
        actions.map(move |action| (name.clone(), action.name.clone()))
    });
    all.collect()
}

/// A random game by the long way; what was taken is struck off the list.
fn play(
    ruleset: &Ruleset,
    seats: u8,
    seed: u32,
    untaken: &mut BTreeSet<(String, String)>,
) -> Result<(), String> {
    let setup = Setup::new(&ruleset.info(), seats.into()).expect("the number of players fits");
    let begun = Match::new(ruleset.clone(), setup, Seed::Integer(seed));
    let mut game = begun.map_err(|error| error.to_string())?;
    let mut rng = Rng::from_integer(seed);
    for _ in 0..LONGEST {
        let acting: Vec<_> = game.to_act().iter().collect();
        let Some(seat) = rng.pick(&acting).copied() else {
            return match game.outcome() {
                Some(_) => Ok(()),
                None => Err("nobody acts, but the game is not over".into()),
            };
        };
        let legal = game.legal(seat);
        let command = rng.pick(&legal).ok_or("a player who acts can do nothing")?;
        let view = game.view(parlor_core::Viewer::Spectator);
        let phase = view.phase.map(|phase| phase.id.to_string());
        let phase = phase.and_then(|id| id.strip_prefix("phase.").map(String::from));
        untaken.remove(&(phase.unwrap_or_default(), command.action.as_str().into()));
        game.play(seat, command).map_err(|why| why.to_string())?;
    }
    Err(format!("it is not over after {LONGEST} commands"))
}

/// What the checker says if one line of the game of chapter 1 is as a sample of its messages shows it.
pub fn said_of(sample: &Block) -> Option<String> {
    let source = sample.text.lines().find(|line| line.contains(" | "))?;
    let (number, changed) = source.split_once(" | ")?;
    let number: usize = number.trim().parse().ok()?;
    let all = blocks();
    let game = all
        .iter()
        .find(|block| block.is("json") && block.says("base"))?;
    let mut lines: Vec<&str> = game.text.lines().collect();
    *lines.get_mut(number.checked_sub(1)?)? = changed;
    let text = lines.join("\n") + "\n";
    let report = Ruleset::check(text.as_bytes());
    Some(render(
        "higher.cardgame.json",
        text.as_bytes(),
        &report.problems,
        false,
    ))
}
