//! What seats bring, as somebody says it on the command line: `0:deck=embers`, `deck=my-deck.json`.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use parlor_core::{AnyGame, BringSpec, GameInfo, Seat, Setup};
use parlor_protocol::Bring;
use serde_json::Value;

use crate::failure::Failure;

/// The longest file of something that a seat brings, in bytes.
const LONGEST_FILE: u64 = 1 << 20;

/// One of these words: for which seat, or for all of them, what, and which.
struct Word<'w> {
    seat: Option<Seat>,
    bring: &'w str,
    which: &'w str,
}

impl<'w> Word<'w> {
    fn read(text: &'w str) -> Result<Word<'w>> {
        let bad = || {
            Failure::usage(format!("'{text}' says nothing that a seat brings"))
                .hint("write it as deck=FILE, deck=PRESET, or 0:deck=… for one seat alone")
        };
        let (name, which) = text.split_once('=').ok_or_else(bad)?;
        let (seat, bring) = match name.split_once(':') {
            Some((seat, bring)) => (Some(Seat(seat.trim().parse().map_err(|_| bad())?)), bring),
            None => (None, name),
        };
        Ok(Word {
            seat,
            bring: bring.trim(),
            which: which.trim(),
        })
    }

    /// The value that is meant, unless it is the name of a preset.
    fn value(&self) -> Result<Option<Value>> {
        if let Ok(value) = serde_json::from_str(self.which) {
            return Ok(Some(value));
        }
        let path = Path::new(self.which);
        if !path.is_file() {
            return Ok(None);
        }
        let cannot = |problem: String| Failure::usage(format!("{}: {problem}", self.which));
        let read = || -> std::io::Result<String> {
            if path.metadata()?.len() > LONGEST_FILE {
                return Err(std::io::Error::other("it is too large"));
            }
            std::fs::read_to_string(path)
        };
        let text = read().map_err(|error| cannot(error.to_string()))?;
        let value = serde_json::from_str(&text);
        Ok(Some(value.map_err(|error| {
            cannot(format!("it is not JSON: {error}"))
        })?))
    }
}

/// The set-up with what these words say that its seats bring. Everything that is wrong with it is told at once.
pub fn bring(game: &dyn AnyGame, mut setup: Setup, words: &[String]) -> Result<Setup> {
    let info = game.info();
    for text in words {
        let word = Word::read(text)?;
        let value = match word.value()? {
            Some(value) => value,
            None => preset(info, &word)?,
        };
        let seats: Vec<Seat> = match word.seat {
            Some(seat) => vec![seat],
            None => Seat::all(setup.seats()).collect(),
        };
        for seat in seats {
            let brought = setup.bring(seat, word.bring, value.clone());
            setup = brought.map_err(|error| Failure::usage(error).hint(help(info)))?;
        }
    }
    let faults = game.faults(&setup);
    if !faults.is_empty() {
        let faults = faults.iter().map(|fault| format!("\n  {fault}"));
        let text = format!(
            "this cannot be brought to {}:{}",
            info.name,
            faults.collect::<String>()
        );
        return Err(Failure::usage(text).hint(help(info)).into());
    }
    Ok(setup)
}

/// What somebody at a server's table brings. Which presets there are the server knows.
pub fn wishes(words: &[String]) -> Result<BTreeMap<String, Bring>> {
    let mut wishes = BTreeMap::new();
    for text in words {
        let word = Word::read(text)?;
        if word.seat.is_some() {
            let failure = Failure::usage(format!("'{text}' is for a seat of its own"));
            let hint = "on a server you bring something to your own seat alone: deck=…";
            return Err(failure.hint(hint).into());
        }
        let bring = match word.value()? {
            Some(value) => Bring::Value(value),
            None => Bring::Preset(word.which.into()),
        };
        wishes.insert(word.bring.into(), bring);
    }
    Ok(wishes)
}

/// The set-up with what a script says that each seat brings.
pub fn bring_by_seat(
    info: &GameInfo,
    mut setup: Setup,
    brings: BTreeMap<u8, BTreeMap<String, Bring>>,
) -> Result<Setup, String> {
    for (seat, brings) in brings {
        for (id, bring) in brings {
            let value = match bring {
                Bring::Value(value) => value,
                Bring::Preset(name) => {
                    let spec = info.brings.iter().find(|spec| spec.id == id);
                    let preset = spec.and_then(|spec| spec.find_preset(&name));
                    let none = || format!("there is no ready-made {id} called '{name}'");
                    preset.ok_or_else(none)?.value.clone()
                }
            };
            let brought = setup.bring(Seat(seat), &id, value);
            setup = brought.map_err(|error| error.to_string())?;
        }
    }
    Ok(setup)
}

/// A ready-made value by its id.
fn preset(info: &GameInfo, word: &Word<'_>) -> Result<Value> {
    let spec = info.brings.iter().find(|spec| spec.id == word.bring);
    let known = spec.and_then(|spec| spec.find_preset(word.which));
    match known {
        Some(preset) => Ok(preset.value.clone()),
        None => {
            let text = format!("'{}' is neither a file nor ready-made", word.which);
            Err(Failure::usage(text).hint(help(info)).into())
        }
    }
}

/// One line on what seats bring to a game.
pub fn help(info: &GameInfo) -> String {
    if info.brings.is_empty() {
        return format!("nobody brings anything to {}", info.name);
    }
    let each = info.brings.iter();
    let each = each.map(|spec| format!("{} ({})", spec.id, presets(spec)));
    let each: Vec<String> = each.collect();
    format!("each seat brings to {}: {}", info.name, each.join("; "))
}

/// What can be brought without a file, in words.
pub fn presets(spec: &BringSpec) -> String {
    let presets = spec.presets.iter().map(|preset| &*preset.id);
    let presets: Vec<&str> = presets.chain(["or a file"]).collect();
    match presets[..] {
        [file] => file.trim_start_matches("or ").into(),
        _ => presets.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_for_whom_and_what() {
        let word = Word::read("1:deck=[1, 2]").unwrap();
        assert_eq!((word.seat, word.bring), (Some(Seat(1)), "deck"));
        assert_eq!(word.value().unwrap(), Some(serde_json::json!([1, 2])));
        let word = Word::read("deck = embers").unwrap();
        assert_eq!(
            (word.seat, word.bring, word.which),
            (None, "deck", "embers")
        );
        assert_eq!(word.value().unwrap(), None);
        assert!(Word::read("deck").is_err() && Word::read("x:deck=a").is_err());
    }

    #[test]
    fn all_that_is_wrong_is_told_with_what_there_is() {
        let game = parlor_core::erase(parlor_core::doc::Duel);
        let setup = || Setup::new(game.info(), 2).unwrap();
        let bring = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            bring(&*game, setup(), &words).map_err(|error| error.to_string())
        };
        let brought = bring(&["deck=high", "1:deck=[4,5,6]", "0:hero=\"thief\""]).unwrap();
        assert_eq!(brought.of(Seat(0), "deck"), &serde_json::json!([5, 7, 8]));
        assert_eq!(brought.of(Seat(1), "deck"), &serde_json::json!([4, 5, 6]));
        assert_eq!(brought.of(Seat(0), "hero"), "thief");
        assert_eq!(
            bring(&["0:deck=[10,20]"]).unwrap_err(),
            "this cannot be brought to Duel:\n  deck of seat 0: a deck has 3 numbers, not 2\n  \
             deck of seat 0: 10 is more than 9\n  deck of seat 0: 20 is more than 9"
        );
        let unknown = bring(&["deck=middle"]).unwrap_err();
        assert_eq!(unknown, "'middle' is neither a file nor ready-made");
        assert!(
            bring(&["squad=[]"])
                .unwrap_err()
                .contains("nobody brings 'squad'")
        );
        let help = "each seat brings to Duel: deck (low, odd, high, wide, or a file); hero (mage, or a file); pet (a file)";
        assert_eq!(help, super::help(game.info()));
    }

    #[test]
    fn on_a_server_everybody_speaks_for_their_own_seat() {
        let wishes = wishes(&["deck=embers".into(), "hero=\"mage\"".into()]).unwrap();
        assert_eq!(wishes["deck"], Bring::Preset("embers".into()));
        assert_eq!(wishes["hero"], Bring::Value("mage".into()));
        assert!(super::wishes(&["1:deck=embers".into()]).is_err());
    }
}
