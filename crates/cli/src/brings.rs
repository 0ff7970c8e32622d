//! What seats bring, as somebody says it on the command line: `0:deck=embers`, `deck=my-deck.json`.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;
use parlor_core::{AnyGame, GameInfo, Seat, Setup};
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
    let each = info.brings.iter().map(|spec| {
        let presets: Vec<&str> = spec.presets.iter().map(|preset| &*preset.id).collect();
        match presets[..] {
            [] => spec.id.clone(),
            _ => format!("{} ({}, or a file)", spec.id, presets.join(", ")),
        }
    });
    let each: Vec<String> = each.collect();
    format!("each seat brings to {}: {}", info.name, each.join("; "))
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
    fn on_a_server_everybody_speaks_for_their_own_seat() {
        let wishes = wishes(&["deck=embers".into(), "hero=\"mage\"".into()]).unwrap();
        assert_eq!(wishes["deck"], Bring::Preset("embers".into()));
        assert_eq!(wishes["hero"], Bring::Value("mage".into()));
        assert!(super::wishes(&["1:deck=embers".into()]).is_err());
    }
}
