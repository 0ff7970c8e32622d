//! Undo, redo, fences and forks.

use expect_test::expect;
use parlor_core::doc::{Cup, Sticks};
use parlor_core::prelude::*;

use crate::cards::{Act, acted};
use crate::{played, sticks};

#[test]
fn undo_appends_and_erases_nothing() {
    let mut game = played(&[1, 2]);
    let before = game.export();
    let to = game.undo_target(Seat(1)).unwrap();
    game.undo(Undo::new(Seat(1), to)).unwrap();
    assert_eq!((game.state().sticks, game.version()), (6, 4));
    assert!(game.export().starts_with(&before));
    game.play(Seat(1), &1).unwrap();
    assert_eq!(game.state().sticks, 5);
    assert_eq!(game.replay(game.version()).as_ref(), Some(game.state()));
}

#[test]
fn others_commands_are_only_taken_back_with_their_consent() {
    let mut game = played(&[1, 2]);
    let to = game.undo_target(Seat(0)).unwrap();
    assert_eq!(game.undo_needs(Seat(0), to), Ok(SeatSet::one(Seat(1))));
    let refusal = game.undo(Undo::new(Seat(0), to)).unwrap_err();
    expect!["this can only be taken back if Bob agrees"]
        .assert_eq(&refusal.message().render(&game.header().seats));
    game.undo(Undo::new(Seat(0), to).consent(SeatSet::one(Seat(1))))
        .unwrap();
    assert_eq!(game.state().sticks, 7);
}

#[test]
fn consent_is_for_the_version_that_was_seen() {
    let mut game = played(&[1]);
    let undo = Undo {
        expected_version: Some(1),
        ..Undo::new(Seat(0), 1)
    };
    assert_eq!(game.undo(undo).unwrap_err().code(), "stale_version");
}

#[test]
fn redo_brings_back_what_was_undone_until_something_else_is_played() {
    let mut game = played(&[1]);
    game.undo(Undo::new(Seat(0), 1)).unwrap();
    assert_eq!(game.redo(Seat(1), 0).unwrap_err().code(), "nothing_to_redo");
    game.redo(Seat(0), 0).unwrap();
    assert_eq!(game.state().sticks, 6);
    assert_eq!(game.redo(Seat(0), 0).unwrap_err().code(), "nothing_to_redo");
    game.undo(Undo::new(Seat(0), 1)).unwrap();
    game.play(Seat(0), &2).unwrap();
    assert_eq!(game.redo(Seat(0), 0).unwrap_err().code(), "nothing_to_redo");
}

#[test]
fn undo_of_undo_goes_back_through_what_is_in_effect() {
    let mut game = played(&[1, 1, 1]);
    let all = SeatSet::all(2);
    game.undo(Undo::new(Seat(0), 3).consent(all)).unwrap();
    game.undo(Undo::new(Seat(0), 2).consent(all)).unwrap();
    assert_eq!(game.state().sticks, 6);
    game.redo(Seat(0), 0).unwrap();
    game.redo(Seat(0), 0).unwrap();
    assert_eq!(game.state().sticks, 4);
    // Version 4 is in effect; versions 5 to 8 are undos and redos and cannot be gone back to.
    assert_eq!(
        game.undo(Undo::new(Seat(0), 6).consent(all))
            .unwrap_err()
            .code(),
        "no_such_undo"
    );
    assert_eq!(
        game.undo(Undo::new(Seat(0), 0).consent(all))
            .unwrap_err()
            .code(),
        "no_such_undo"
    );
    assert_eq!(
        game.undo(Undo::new(Seat(0), 99).consent(all))
            .unwrap_err()
            .code(),
        "no_such_undo"
    );
    for version in 0..=game.version() {
        assert_eq!(game.state_at(version), game.replay(version));
    }
}

#[test]
fn the_opening_is_never_taken_back() {
    assert_eq!(sticks().undo_target(Seat(0)), None);
    assert_eq!(
        sticks().undo_needs(Seat(0), 0).unwrap_err().code(),
        "no_such_undo"
    );
}

#[test]
fn a_resignation_needs_consent_to_be_taken_back() {
    let mut game = played(&[1]);
    game.system(SystemCommand::Resign { seat: Seat(0) }, 0)
        .unwrap();
    assert_eq!(game.undo_needs(Seat(0), 2), Ok(SeatSet::one(Seat(1))));
    game.undo(Undo::new(Seat(0), 2).consent(SeatSet::one(Seat(1))))
        .unwrap();
    assert_eq!(game.outcome(), None);
    assert_eq!(game.to_act(), SeatSet::one(Seat(1)));
}

#[test]
fn nobody_goes_back_in_a_game_of_chance_once_the_seed_is_revealed() {
    let mut game = acted(&[Act::Cover]);
    game.system(SystemCommand::Resign { seat: Seat(0) }, 0)
        .unwrap();
    assert!(game.export().contains("\"seed\""));
    let undo = Undo::new(Seat(0), 1).consent(SeatSet::all(2));
    assert_eq!(game.undo(undo).unwrap_err().code(), "seed_revealed");
    assert!(game.fork(1, Seed::Secret([1; 32]), 0).is_ok());
}

#[test]
fn nobody_probes_the_rules_by_going_back_again_and_again() {
    let mut game = acted(&[]);
    game.play(Seat(0), &Act::Cover).unwrap();
    game.undo(Undo::new(Seat(0), 1)).unwrap();
    game.play(Seat(0), &Act::Cover).unwrap();
    let again = game.undo(Undo::new(Seat(0), 1)).unwrap_err();
    assert_eq!(again.code(), "needs_consent");
    // That is remembered in the file, too.
    let loaded = Match::load(crate::cards::Cards, &game.save()).unwrap();
    assert_eq!(loaded.undo_needs(Seat(0), 1), Ok(SeatSet::one(Seat(1))));
    // Once somebody else has acted, it is free again.
    game.play(Seat(1), &Act::Cover).unwrap();
    game.play(Seat(0), &Act::Cover).unwrap();
    assert_eq!(
        game.undo_needs(Seat(0), game.version() - 1),
        Ok(SeatSet::EMPTY)
    );
    // A fork from before does not remember what it never saw; one from after does.
    assert!(game.fork(1, Seed::Integer(2), 0).is_ok());
    assert_eq!(
        game.fork(1, Seed::Secret([9; 32]), 0).err(),
        Some(parlor_core::ForkError::SameSeed)
    );
    // A game without secrets has nothing to probe.
    let mut open = played(&[]);
    for _ in 0..3 {
        open.play(Seat(0), &1).unwrap();
        open.undo(Undo::new(Seat(0), 1)).unwrap();
    }
}

/// Whose consent it takes to take back the last of these acts.
fn needs(acts: &[Act]) -> SeatSet {
    let game = acted(acts);
    let seat = Seat((acts.len() as u8 + 1) % 2);
    game.undo_needs(seat, game.version() - 1).unwrap()
}

#[test]
fn fences_stand_where_something_was_revealed() {
    let nobody = SeatSet::EMPTY;
    let other = SeatSet::one(Seat(1));
    assert_eq!(needs(&[Act::Draw]), other, "a card was seen");
    assert_eq!(needs(&[Act::Open]), other, "a card was shown");
    assert_eq!(needs(&[Act::Roll]), other, "chance was drawn");
    assert_eq!(
        needs(&[Act::Cover]),
        nobody,
        "a card was laid down covered: nobody learned anything"
    );
}

#[test]
fn a_fence_further_back_holds_too() {
    let game = acted(&[Act::Draw, Act::Cover, Act::Cover]);
    assert_eq!(game.undo_needs(Seat(0), 3), Ok(SeatSet::EMPTY));
    assert_eq!(game.undo_needs(Seat(0), 1), Ok(SeatSet::one(Seat(1))));
    assert!(game.is_fenced(2) && !game.is_fenced(3) && game.is_fenced(1));
}

#[test]
fn chance_after_an_undo_is_new_chance() {
    let mut rolls = Vec::new();
    let mut game = acted(&[]);
    for _ in 0..8 {
        game.play(Seat(0), &Act::Roll).unwrap();
        rolls.push(game.record(game.version()).unwrap().chance.clone());
        let all = SeatSet::all(2);
        game.undo(Undo::new(Seat(0), 1).consent(all)).unwrap();
    }
    rolls.sort();
    rolls.dedup();
    assert_eq!(rolls.len(), 8);
}

#[test]
fn a_fork_goes_its_own_way_with_its_own_chance() {
    let game = acted(&[Act::Draw, Act::Draw, Act::Draw]);
    let mut fork = game.fork(3, Seed::Secret([5; 32]), 7).unwrap();
    assert_eq!(fork.version(), 4);
    assert_eq!(Some(fork.state()), game.state_at(3).as_ref());
    let mut same = game.fork(3, Seed::Secret([6; 32]), 7).unwrap();
    fork.play(Seat(0), &Act::Roll).unwrap();
    same.play(Seat(0), &Act::Roll).unwrap();
    let words = |game: &Match<_>| game.record(5).unwrap().chance.clone();
    assert_ne!(words(&fork), words(&same));
    // The match that was forked has not noticed.
    assert_eq!(game.version(), 4);
    assert!(game.record(5).is_none());
}

#[test]
fn a_fork_saves_loads_and_verifies() {
    let game = acted(&[Act::Draw, Act::Roll]);
    let mut fork = game.fork(2, Seed::Integer(5), 7).unwrap();
    fork.play(Seat(1), &Act::Roll).unwrap();
    let loaded = Match::load(crate::cards::Cards, &fork.save()).unwrap();
    assert_eq!(loaded.state(), fork.state());
    let proof = loaded.verify().unwrap();
    assert!(proof.seed_known);
    // One roll was drawn in the fork; the shuffle before it came from the first seed.
    assert_eq!((proof.proved, proof.drawn > 1), (1, true));
}

#[test]
fn there_is_no_fork_before_the_opening_or_after_the_end() {
    let game = sticks();
    assert!(game.fork(0, Seed::Integer(1), 0).is_err());
    let error = game.fork(2, Seed::Integer(1), 0).err().unwrap();
    expect!["there is no version 2 to fork at: this match has versions 1 to 1"]
        .assert_eq(&error.to_string());
}

#[test]
fn a_long_log_is_right_at_every_version() {
    // Undo and redo over and over, across many chunks of the log.
    let mut game = sticks();
    let mut rng = Rng::fast(3, 0);
    for _ in 0..400 {
        let all = SeatSet::all(2);
        match game.to_act().first() {
            Some(seat) if rng.below(3) > 0 => {
                let legal = game.legal(seat);
                game.play(seat, rng.pick(&legal).unwrap()).unwrap();
            }
            _ => {
                let seat = Seat(rng.below(2) as u8);
                if let Some(to) = game.undo_target(seat) {
                    game.undo(Undo::new(seat, to).consent(all)).unwrap();
                    if rng.below(2) == 0 {
                        game.redo(seat, 0).unwrap();
                    }
                }
            }
        }
    }
    assert!(game.version() > 300);
    for version in 0..=game.version() {
        assert_eq!(
            game.state_at(version),
            game.replay(version),
            "version {version}"
        );
    }
    for (version, snapshot) in game.snapshots() {
        assert_eq!(Some(snapshot), game.replay(version).as_ref());
    }
    let loaded = Match::load(Sticks, &game.save()).unwrap();
    assert_eq!(loaded.save(), game.save());
    let again = game.rederive().unwrap().unwrap();
    assert_eq!(again.save(), game.save());
    for version in [1, 64, 65, 128, game.version()] {
        let fork = game.fork(version, Seed::Integer(1), 0).unwrap();
        assert_eq!(Some(fork.state()), game.state_at(version).as_ref());
        assert_eq!(
            Match::load(Sticks, &fork.save()).unwrap().save(),
            fork.save()
        );
    }
}

/// The cup, with a view that shows nothing: who guessed wrong sees it by the outcome alone.
struct Quiet;

impl Game for Quiet {
    type State = parlor_core::doc::Table;
    type Command = u8;
    type Event = parlor_core::doc::Happening;

    fn info(&self) -> GameInfo {
        Cup.info()
    }
    fn setup(&self, setup: &Setup) -> Result<Self::State, SetupError> {
        Cup.setup(setup)
    }
    fn to_act(&self, state: &Self::State) -> SeatSet {
        // A wrong guess is followed by another one.
        match self.outcome(state) {
            Some(_) => SeatSet::EMPTY,
            None => SeatSet::one(Seat(1)),
        }
    }
    fn legal(&self, state: &Self::State, seat: Seat, out: &mut Vec<u8>) {
        if self.to_act(state).contains(seat) {
            out.extend(1..=6);
        }
    }
    fn decide(
        &self,
        state: &Self::State,
        seat: Seat,
        face: &u8,
        decision: &mut Decision<'_, Self::Event>,
    ) -> Result<(), Rejection> {
        Cup.decide(state, seat, face, decision)
    }
    fn apply(&self, state: &mut Self::State, event: &Self::Event) {
        Cup.apply(state, event);
    }
    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        (state.guess? == state.die).then(|| Outcome::win(2, Seat(1), "guessed"))
    }
    fn view(&self, _: &Self::State, _: Viewer) -> View {
        View::new()
    }
    fn tell(&self, _: &Self::State, _: &Self::Event, _: Viewer) -> Option<Told> {
        None
    }
    fn system(
        &self,
        state: &Self::State,
        command: &SystemCommand,
        decision: &mut Decision<'_, Self::Event>,
    ) -> Result<Ruling, Rejection> {
        Cup.system(state, command, decision)
    }
    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none().hidden(self)
    }
}

impl Hidden for Quiet {
    fn resample(&self, state: &Self::State, viewer: Viewer, rng: &mut Rng) -> Self::State {
        Cup.resample(
            &parlor_core::doc::Table {
                guess: None,
                ..state.clone()
            },
            viewer,
            rng,
        )
    }
}

#[test]
fn a_fence_stands_where_only_the_outcome_tells() {
    let setup = Setup::new(&Quiet.info(), 2).unwrap();
    let mut quiet = Match::new(Quiet, setup, Seed::Secret([1; 32])).unwrap();
    let wrong = quiet.state().die % 6 + 1;
    quiet.play(Seat(1), &wrong).unwrap();
    assert_eq!(quiet.outcome(), None);
    assert_eq!(quiet.undo_needs(Seat(1), 1), Ok(SeatSet::one(Seat(0))));
}

#[test]
fn the_latest_is_told_the_same_whatever_was_told_before() {
    let viewers = [
        Viewer::Seat(Seat(0)),
        Viewer::Seat(Seat(1)),
        Viewer::Spectator,
    ];
    // Told after every record, after none but the last, and after some.
    for ask in [
        |_: u64| true,
        |version| version == 6,
        |version| version % 2 == 0,
    ] {
        let mut game = sticks();
        let heard = |game: &mut Match<Sticks>| {
            let version = game.version();
            if ask(version) {
                let told = viewers.map(|viewer| game.told(version, viewer));
                assert_eq!(game.told_latest(&viewers), told, "version {version}");
            }
        };
        heard(&mut game);
        game.play(Seat(0), &1).unwrap();
        heard(&mut game);
        game.undo(Undo::new(Seat(0), 1)).unwrap();
        heard(&mut game);
        game.play(Seat(0), &2).unwrap();
        heard(&mut game);
        game.play(Seat(1), &2).unwrap();
        heard(&mut game);
        game.system(SystemCommand::Resign { seat: Seat(0) }, 0)
            .unwrap();
        assert_eq!(game.version(), 6);
        heard(&mut game);
    }
}
