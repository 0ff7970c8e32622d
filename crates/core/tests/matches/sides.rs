//! Sides without a seat: their commands in the log, one by one, judged, taken back and never endless.

use parlor_core::doc::{Castle, Tide};
use parlor_core::prelude::*;
use parlor_core::{Entry, LoadProblem, Sided};

fn tide() -> Match<Tide> {
    let setup = Setup::new(&Tide.info(), 1).unwrap();
    Match::new(Tide, setup, Seed::Integer(1)).unwrap()
}

/// Who sent what, record by record.
fn sent<G: Game>(game: &Match<G>) -> Vec<(Actor, String)> {
    let commands = game.records().filter_map(|record| match &record.entry {
        Entry::Command { command, .. } => Some((record.actor, command.to_string())),
        _ => None,
    });
    commands.collect()
}

#[test]
fn a_side_acts_in_records_of_its_own() {
    let mut game = tide();
    let receipt = game.play(Seat(0), &2).unwrap();
    assert_eq!((receipt.version, game.version()), (2, 3));
    let own = (Actor::System, "1".to_owned());
    assert_eq!(sent(&game), [(Actor::Seat(Seat(0)), "2".into()), own]);
    let told = game.told(3, Viewer::Spectator);
    assert_eq!(told[0].message.to_string(), "The sea plays 1");
    assert_eq!(game.to_act(), SeatSet::one(Seat(0)));
    // Between the two it was the sea's turn.
    let view = game.view_at(2, Viewer::Spectator).unwrap();
    assert_eq!(view.side.unwrap().to_string(), "The sea");
    assert!(view.to_act.is_empty() && view.outcome.is_none());
    assert_eq!(game.view(Viewer::Spectator).side, None);
}

#[test]
fn what_a_side_did_is_read_again_and_cannot_be_forged() {
    let mut game = tide();
    while game.outcome().is_none() {
        game.play(Seat(0), &1).unwrap();
    }
    let text = game.save();
    let loaded = Match::load(Tide, &text).unwrap();
    assert_eq!(loaded.save(), text);
    assert!(loaded.verify().unwrap().proved > 0);
    assert_eq!(loaded.rederive().unwrap().unwrap().save(), text);
    // A sea that would have been kinder: no hash is wrong, but the rules would not have chosen it.
    let kind = kinder(&game);
    let error = Match::load(Tide, &kind).err().unwrap();
    assert!(matches!(error.problem, LoadProblem::Forged(_)), "{error}");
}

/// The same game by rules whose sea always takes one: a file with sound hashes, as a cheating host would write it.
struct Kind;

impl PlainGame for Kind {
    type State = Castle;
    type Command = u8;

    fn about(&self) -> GameInfo {
        Tide.about()
    }

    fn start(&self, setup: &Setup) -> Castle {
        Tide.start(setup)
    }

    fn turn(&self, castle: &Castle) -> Option<Seat> {
        Tide.turn(castle)
    }

    fn moves(&self, castle: &Castle, out: &mut Vec<u8>) {
        Tide.moves(castle, out);
    }

    fn play(&self, castle: &mut Castle, command: &u8) {
        PlainGame::play(&Tide, castle, command);
    }

    fn result(&self, castle: &Castle) -> Option<Outcome> {
        Tide.result(castle)
    }

    fn scene(&self, castle: &Castle) -> View {
        Tide.scene(castle)
    }

    fn abilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none().sided(self)
    }
}

impl Sided for Kind {
    fn side(&self, castle: &Castle) -> Option<Message> {
        Tide.side(castle)
    }

    fn side_legal(&self, castle: &Castle, out: &mut Vec<u8>) {
        Tide.side_legal(castle, out);
    }

    fn side_choice(&self, _: &Castle, _: &mut Rng) -> Option<u8> {
        Some(1)
    }

    fn side_reach(
        &self,
        castle: &Castle,
        command: &u8,
        decision: &mut Decision<'_, u8>,
    ) -> Result<Option<Castle>, Rejection> {
        Tide.side_reach(castle, command, decision)
    }
}

fn kinder(game: &Match<Tide>) -> String {
    let setup = game.setup().clone();
    let mut kind = Match::new(Kind, setup, Seed::Integer(1)).unwrap();
    for _ in 0..4 {
        kind.play(Seat(0), &2).unwrap();
    }
    kind.save()
}

#[test]
fn taking_back_takes_back_what_sides_answered() {
    let mut game = tide();
    game.play(Seat(0), &2).unwrap();
    let after = game.state().clone();
    let to = game.undo_target(Seat(0)).unwrap();
    assert_eq!(to, 1);
    // Not to the middle of it, where nobody could go on.
    assert_eq!(
        game.undo(Undo::new(Seat(0), 2)).unwrap_err().code(),
        "no_such_undo"
    );
    game.undo(Undo::new(Seat(0), to)).unwrap();
    assert_eq!((game.state().height, game.to_act().len()), (3, 1));
    game.redo(Seat(0), 0).unwrap();
    assert_eq!(*game.state(), after);
}

#[test]
fn a_fork_in_the_middle_lets_the_side_act() {
    let mut game = tide();
    game.play(Seat(0), &2).unwrap();
    let fork = game.fork(2, Seed::Integer(7), 0).unwrap();
    assert_eq!((fork.version(), fork.state().waves), (4, 1));
    assert_eq!(fork.to_act(), SeatSet::one(Seat(0)));
}

#[test]
fn a_file_that_ends_in_the_middle_goes_on() {
    let mut game = tide();
    game.one_by_one();
    game.play(Seat(0), &2).unwrap();
    let mut read = Match::load(Tide, &game.save()).unwrap();
    assert!(read.side().is_some() && read.to_act().is_empty());
    assert_eq!(read.play(Seat(0), &1).unwrap_err().code(), "match_over");
    read.side_acts(0).unwrap().unwrap();
    game.side_acts(0).unwrap().unwrap();
    assert_eq!(read.save(), game.save());
    read.play(Seat(0), &1).unwrap();
}

/// A sea that never stops.
struct Flood;

impl PlainGame for Flood {
    type State = u32;
    type Command = u8;

    fn about(&self) -> GameInfo {
        GameInfo::new("flood", "Flood", 1..=1)
    }

    fn start(&self, _: &Setup) -> u32 {
        0
    }

    fn turn(&self, waves: &u32) -> Option<Seat> {
        (*waves == 0).then_some(Seat(0))
    }

    fn moves(&self, _: &u32, out: &mut Vec<u8>) {
        out.push(1);
    }

    fn play(&self, waves: &mut u32, _: &u8) {
        *waves += 1;
    }

    fn result(&self, _: &u32) -> Option<Outcome> {
        None
    }

    fn scene(&self, _: &u32) -> View {
        View::new()
    }

    fn abilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none().sided(self)
    }
}

impl Sided for Flood {
    fn side(&self, waves: &u32) -> Option<Message> {
        (*waves > 0).then(|| "The sea".into())
    }

    fn side_legal(&self, _: &u32, out: &mut Vec<u8>) {
        out.push(1);
    }

    fn side_choice(&self, _: &u32, _: &mut Rng) -> Option<u8> {
        Some(1)
    }

    fn side_reach(
        &self,
        _: &u32,
        command: &u8,
        decision: &mut Decision<'_, u8>,
    ) -> Result<Option<u32>, Rejection> {
        decision.emit(*command).map(|()| None)
    }
}

#[test]
fn an_endless_side_is_refused_before_anything_happens() {
    let setup = Setup::new(&Flood.info(), 1).unwrap();
    for one_by_one in [false, true] {
        let mut game = Match::new(Flood, setup.clone(), Seed::Integer(1)).unwrap();
        if one_by_one {
            game.one_by_one();
        }
        let refusal = game.play(Seat(0), &1).unwrap_err();
        assert_eq!(refusal.code(), "endless_side");
        assert_eq!((game.version(), *game.state()), (1, 0));
    }
}
