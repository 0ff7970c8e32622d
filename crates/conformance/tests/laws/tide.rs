//! A sea that does not keep to the rules, and the laws that say so.

use std::sync::atomic::{AtomicU8, Ordering};

use parlor_conformance::{Checker, Law};
use parlor_core::doc::{Castle, Tide};
use parlor_core::prelude::*;
use parlor_core::{Sided, follow_sides};

/// What is wrong with it.
#[derive(Clone, Copy, PartialEq)]
enum Bug {
    None,
    /// The rules choose what is not legal.
    ChoosesIllegal,
    /// The rules choose by something that is in no position.
    ChoosesByWhim,
    /// The sea may do what the rules then refuse.
    ListsWhatItRefuses,
    /// What is not listed is accepted.
    AcceptsWhatItDoesNotList,
    /// The sea is said to act while a seat is.
    ActsOutOfTurn,
    /// Played without a log, the sea does nothing.
    FastForgetsSide,
    /// Played without a log, the sea is kinder.
    FastIsKinder,
}

struct Sea(Bug);

/// So often the rules were asked.
static ASKED: AtomicU8 = AtomicU8::new(0);

impl PlainGame for Sea {
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
        Capabilities::none().sided(self).fast(self)
    }
}

impl Fast for Sea {
    fn sample(&self, _: &Castle, _: Seat, rng: &mut Rng) -> u8 {
        rng.between(1, 2) as u8
    }

    fn advance(&self, castle: &mut Castle, _: Seat, command: &u8, rng: &mut Rng) {
        PlainGame::play(self, castle, command);
        match self.0 {
            Bug::FastForgetsSide => castle.wave = false,
            Bug::FastIsKinder if castle.wave => PlainGame::play(self, castle, &1),
            _ => {
                let _ = follow_sides(self, castle, rng);
            }
        }
    }
}

impl Sided for Sea {
    fn side(&self, castle: &Castle) -> Option<Message> {
        match self.0 == Bug::ActsOutOfTurn && castle.waves == 2 {
            true => Some("The sea".into()),
            false => Tide.side(castle),
        }
    }

    fn side_legal(&self, castle: &Castle, out: &mut Vec<u8>) {
        Tide.side_legal(castle, out);
        match self.0 {
            Bug::ListsWhatItRefuses if castle.wave => out.push(3),
            Bug::AcceptsWhatItDoesNotList => out.retain(|command| *command == 1),
            _ => {}
        }
    }

    fn side_choice(&self, castle: &Castle, rng: &mut Rng) -> Option<u8> {
        self.side(castle)?;
        match self.0 {
            Bug::ChoosesIllegal if castle.waves == 3 => Some(3),
            Bug::ChoosesByWhim => Some(1 + ASKED.fetch_add(1, Ordering::Relaxed) % 2),
            Bug::AcceptsWhatItDoesNotList => Some(1),
            Bug::ActsOutOfTurn => Some(1),
            _ => Tide.side_choice(castle, rng),
        }
    }

    fn side_reach(
        &self,
        castle: &Castle,
        command: &u8,
        decision: &mut Decision<'_, u8>,
    ) -> Result<Option<Castle>, Rejection> {
        match self.0 == Bug::ChoosesIllegal {
            true => decision.emit(*command).map(|()| None),
            false => Tide.side_reach(castle, command, decision),
        }
    }
}

#[test]
fn the_sea_without_a_bug_keeps_every_law() {
    parlor_conformance::check(&Sea(Bug::None));
    parlor_conformance::check(&Tide);
}

#[test]
fn every_bug_of_a_side_is_caught_by_its_law() {
    for (bug, law) in [
        (Bug::ChoosesIllegal, Law::SidesKeepTheRules),
        (Bug::ChoosesByWhim, Law::SidesKeepTheRules),
        (Bug::ListsWhatItRefuses, Law::SidesKeepTheRules),
        (Bug::AcceptsWhatItDoesNotList, Law::SidesKeepTheRules),
        (Bug::ActsOutOfTurn, Law::SomeoneActsUntilOver),
        (Bug::FastForgetsSide, Law::FastEqualsSlow),
        (Bug::FastIsKinder, Law::FastEqualsSlow),
    ] {
        let found = Checker::new(&Sea(bug)).laws([law]).run();
        let violation = found.err().unwrap_or_else(|| panic!("{law} misses a bug"));
        assert_eq!(violation.law, law, "{violation}");
    }
}

#[test]
fn a_script_says_when_a_side_has_acted() {
    let found = Checker::new(&Sea(Bug::ActsOutOfTurn))
        .laws([Law::SomeoneActsUntilOver])
        .run();
    let violation = found.unwrap_err().to_string();
    assert!(
        violation.contains("the rules act for their side"),
        "{violation}"
    );
}

#[test]
fn other_laws_miss_what_a_side_may_not_do() {
    let law = Law::SidesKeepTheRules;
    let others = Law::ALL.into_iter().filter(|one| *one != law);
    let sea = Sea(Bug::AcceptsWhatItDoesNotList);
    assert_eq!(Checker::new(&sea).laws(others).run().err(), None);
}
