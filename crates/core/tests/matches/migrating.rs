//! Matches of older rules: translated by their author, or refused with the reason, and never called forged.

use std::fmt;

use expect_test::expect;
use parlor_core::prelude::*;
use parlor_core::{LoadProblem, Rules};
use serde_json::{Value, json};

/// Roll a die and add it, three times; version 2 says "throw" and adds one to each.
#[derive(Clone, Copy)]
struct Dice {
    version: u8,
    /// How it translates version 1.
    way: Way,
}

#[derive(Clone, Copy, PartialEq)]
enum Way {
    No,
    Yes,
    RollsTwice,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Word(String);

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Rolls(Vec<u32>);

impl Dice {
    fn word(self) -> &'static str {
        ["roll", "throw"][usize::from(self.version) - 1]
    }
}

impl Game for Dice {
    type State = Rolls;
    type Command = Word;
    type Event = u32;

    fn info(&self) -> GameInfo {
        GameInfo::new("dice", "Dice", 1..=1)
            .version(format!("{}.0.0", self.version))
            .chance()
    }

    fn setup(&self, _: &Setup) -> Result<Rolls, SetupError> {
        Ok(Rolls::default())
    }

    fn to_act(&self, rolls: &Rolls) -> SeatSet {
        match rolls.0.len() < 3 {
            true => SeatSet::one(Seat(0)),
            false => SeatSet::EMPTY,
        }
    }

    fn legal(&self, rolls: &Rolls, seat: Seat, out: &mut Vec<Word>) {
        if self.to_act(rolls).contains(seat) {
            out.push(Word(self.word().into()));
        }
    }

    fn decide(
        &self,
        _: &Rolls,
        _: Seat,
        word: &Word,
        decision: &mut Decision<'_, u32>,
    ) -> Result<(), Rejection> {
        if word.0 != self.word() {
            return Err(Rejection::new("word", "say {word}").with("word", self.word()));
        }
        if self.way == Way::RollsTwice {
            decision.rng().between(1, 6);
        }
        let face = decision.rng().between(1, 6);
        decision.emit(face + u32::from(self.version) - 1)
    }

    fn apply(&self, rolls: &mut Rolls, face: &u32) {
        rolls.0.push(*face);
    }

    fn outcome(&self, rolls: &Rolls) -> Option<Outcome> {
        (rolls.0.len() == 3).then(|| Outcome::win(1, Seat(0), "rolled"))
    }

    fn view(&self, _: &Rolls, _: Viewer) -> View {
        View::new()
    }

    fn tell(&self, _: &Rolls, _: &u32, _: Viewer) -> Option<Told> {
        None
    }

    fn migrates(&self, from: &Rules) -> bool {
        self.way != Way::No && from.version == "1.0.0"
    }

    fn migrate(&self, _: &Rules, _: Seat, command: Value) -> Result<Value, String> {
        match command == "roll" {
            true => Ok(json!("throw")),
            false => Err(format!("{command} was never said")),
        }
    }
}

const OLD: Dice = Dice {
    version: 1,
    way: Way::No,
};

fn today(way: Way) -> Dice {
    Dice { version: 2, way }
}

/// A match of version 1: a roll, taken back and done again, and another.
fn old() -> Match<Dice> {
    let setup = Setup::new(&OLD.info(), 1).unwrap();
    let mut dice = Match::new(OLD, setup, Seed::Secret([5; 32])).unwrap();
    let roll = Word("roll".into());
    dice.play(Seat(0), &roll).unwrap();
    dice.undo(Undo::new(Seat(0), 1)).unwrap();
    dice.redo(Seat(0), 0).unwrap();
    dice.play(Seat(0), &roll).unwrap();
    dice
}

fn refused(game: Dice, text: &str) -> String {
    match Match::migrate(game, text) {
        Ok(_) => "migrated".into(),
        Err(error) => {
            assert!(!matches!(error.problem, LoadProblem::Forged(_)));
            error.to_string()
        }
    }
}

#[test]
fn commands_are_translated_and_decided_again() {
    let (old, today) = (old(), today(Way::Yes));
    let migrated = Match::migrate(today, &old.save()).unwrap();
    let plus: Vec<u32> = old.state().0.iter().map(|face| face + 1).collect();
    assert_eq!(migrated.state().0, plus);
    assert_eq!(migrated.version(), old.version());
    let header = migrated.header();
    assert_eq!(
        (&*header.game_version, &*header.rules),
        ("2.0.0", &*today.info().content_hash())
    );
    let origin = header.migrated.as_ref().unwrap();
    assert_eq!(
        (&*origin.game_version, &*origin.rules),
        ("1.0.0", &*OLD.info().content_hash())
    );
    // It is a match like any other: it loads, proves its chance, and goes on.
    let mut loaded = Match::load(today, &migrated.save()).unwrap();
    assert_eq!(loaded.save(), migrated.save());
    let proof = loaded.verify().unwrap();
    assert!(proof.seed_known && proof.proved == proof.drawn);
    loaded.play(Seat(0), &Word("throw".into())).unwrap();
    assert!(loaded.outcome().is_some());
    // And reading it once more changes nothing.
    assert_eq!(
        Match::migrate(today, &migrated.save()).unwrap().save(),
        migrated.save()
    );
}

#[test]
fn what_cannot_be_played_again_is_refused_by_name() {
    let text = old().save();
    expect!["the header (line 1): this match was played with Dice 1.0.0, and this is Dice 2.0.0: open it with Dice 1.0.0, or begin a new match"]
        .assert_eq(&refused(today(Way::No), &text));
    // Without the author's word nothing is translated when a file is only loaded.
    assert!(Match::load(today(Way::Yes), &text).is_err());
    expect!["record 2 (line 3): this match was played with Dice 1.0.0, and cannot be played again by Dice 2.0.0: the rules draw another amount of chance than is recorded"]
        .assert_eq(&refused(today(Way::RollsTwice), &text));
    let other = text.replace("\"command\":\"roll\"", "\"command\":\"rest\"");
    expect!["record 2 (line 3): hash mismatch: this line was changed, or the one before it was changed or is missing"]
        .assert_eq(&refused(today(Way::Yes), &other));
    let cut: Vec<&str> = text
        .lines()
        .enumerate()
        .filter(|(line, _)| *line != 2)
        .map(|(_, line)| line)
        .collect();
    assert!(refused(today(Way::Yes), &cut.join("\n")).contains("record 2 (line 3): hash mismatch"));
    assert_eq!(refused(today(Way::Yes), &text), "migrated");
}
