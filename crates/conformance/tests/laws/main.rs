//! Every law catches its planted bugs, and says so with a seed and a short script.

mod bring;
mod corners;
mod hide;
mod last;
mod peek;
mod seats;
mod tide;

use std::cell::Cell;

use corners::Corners;
use expect_test::expect;
use parlor_conformance::{Checker, Law, Violation};
use parlor_core::prelude::*;
use peek::{Bug, Command, Peek};

/// Each bug, and the law that must catch it even when it is the only one held.
const PLANTED: [(Bug, Law); 75] = [
    (Bug::ListsWhatItRefuses, Law::LegalIsAccepted),
    (Bug::ListsTwice, Law::LegalIsAccepted),
    (
        Bug::AcceptsWhatItDoesNotList,
        Law::IllegalIsRefusedAndChangesNothing,
    ),
    (
        Bug::RefusalChangesState,
        Law::IllegalIsRefusedAndChangesNothing,
    ),
    (
        Bug::RefusesWithoutCode,
        Law::IllegalIsRefusedAndChangesNothing,
    ),
    (Bug::ApplyDrawsChance, Law::LogRebuildsState),
    (Bug::ApplyNeedsDecide, Law::LogRebuildsState),
    (Bug::ReachForgetsPass, Law::LogRebuildsState),
    (Bug::ReachForgetsToTell, Law::LogRebuildsState),
    (Bug::ShuffleIgnoresSeed, Law::SeedAndCommandsRebuildLog),
    (Bug::ChanceIsNotDeclared, Law::SeedAndCommandsRebuildLog),
    (Bug::LeavingDrawsChance, Law::SeedAndCommandsRebuildLog),
    (Bug::StatesShareMemory, Law::SnapshotEqualsReplay),
    (Bug::OpeningWritesIntoCopies, Law::SnapshotEqualsReplay),
    (Bug::SaveForgetsField, Law::SaveAndLoadChangeNothing),
    (Bug::FastForgetsTurn, Law::FastEqualsSlow),
    (Bug::FastDrawsChance, Law::FastEqualsSlow),
    (Bug::SampleIsUneven, Law::FastEqualsSlow),
    (Bug::SampleIsIllegal, Law::FastEqualsSlow),
    (Bug::FastWinnerIsWrong, Law::FastEqualsSlow),
    (Bug::PlayoutStopsEarly, Law::FastEqualsSlow),
    (Bug::ViewShowsHands, Law::ViewHidesSecrets),
    (Bug::EventTellsCard, Law::ViewHidesSecrets),
    (Bug::DealTellsCards, Law::ViewHidesSecrets),
    (Bug::HandleTellsCard, Law::ViewHidesSecrets),
    (Bug::RejectionTellsHolder, Law::ViewHidesSecrets),
    (Bug::LegalCountTellsDeck, Law::ViewHidesSecrets),
    (Bug::SaysNothingIsHidden, Law::ViewHidesSecrets),
    (Bug::CannotResample, Law::ViewHidesSecrets),
    (Bug::ResampleChangesNothing, Law::ViewHidesSecrets),
    (Bug::ViewShowsInnerNumber, Law::InnerNumbersStayInside),
    (Bug::SampleKeepsOrder, Law::SamplesTellNoSecrets),
    (Bug::SampleKeepsOneSeat, Law::SamplesTellNoSecrets),
    (Bug::SampleKeepsOneCard, Law::UnseenMoves),
    (Bug::RedrawDealsOwnHand, Law::SamplesTellNoSecrets),
    (Bug::RedrawIgnoresChance, Law::SamplesTellNoSecrets),
    (Bug::CopyForgetsField, Law::SamplesTellNoSecrets),
    (Bug::ViewHasLossyFloat, Law::PatchEqualsView),
    (Bug::RevealIsNotFenced, Law::UndoRestoresEveryView),
    (Bug::NobodyIsToAct, Law::SomeoneActsUntilOver),
    (Bug::ActsAfterTheEnd, Law::SomeoneActsUntilOver),
    (Bug::LeaverStillActs, Law::SomeoneActsUntilOver),
    (Bug::TimeOutPanics, Law::SomeoneActsUntilOver),
    (Bug::StandingIsMissing, Law::SomeoneActsUntilOver),
    (Bug::NobodyWins, Law::SomeoneActsUntilOver),
    (Bug::StrangerActs, Law::SomeoneActsUntilOver),
    (Bug::ListsForOthers, Law::LegalIsAccepted),
    (Bug::TurnTellsCard, Law::ViewHidesSecrets),
    (Bug::LegalTellsDeck, Law::ViewHidesSecrets),
    (Bug::RefereeIsResampled, Law::ViewHidesSecrets),
    (Bug::StrangeRejectionTellsCard, Law::ViewHidesSecrets),
    (Bug::ViewShowsSharedMemory, Law::UndoRestoresEveryView),
    (Bug::CommandIsReadAsAnother, Law::SaveAndLoadChangeNothing),
    (Bug::NeverEnds, Law::GamesEnd),
    (Bug::GuideMissesCommand, Law::GuideLeadsToLegal),
    (Bug::NumbersMissCommand, Law::NumbersAreCommands),
    (Bug::NumberStandsForTwo, Law::NumbersAreCommands),
    (Bug::NumberGivesAnother, Law::NumbersAreCommands),
    (Bug::NumberGivesNothing, Law::NumbersAreCommands),
    (Bug::NumberCannotBePlayed, Law::NumbersAreCommands),
    (Bug::NumberForgetsTurn, Law::NumbersAreCommands),
    (Bug::NumberDrawsChance, Law::NumbersAreCommands),
    (Bug::StrangeNumberGivesCommand, Law::NumbersAreCommands),
    (Bug::StrangeNumberIsPlayed, Law::NumbersAreCommands),
    (Bug::StrangeNumberDrawsChance, Law::NumbersAreCommands),
    (Bug::NumbersAreNotDrawn, Law::NumbersAreCommands),
    (Bug::NumbersAreDrawnTwice, Law::NumbersAreCommands),
    (Bug::MoreNumbersThanAskedFor, Law::NumbersAreCommands),
    (Bug::NumbersTellDeck, Law::NumbersAreCommands),
    (Bug::SampleHasStrangeCard, Law::SamplesPlayOn),
    (Bug::ResignationIsRefused, Law::LeaversUnblock),
    (Bug::TimeOutAsksAgain, Law::QuestionsHaveAnswers),
    (Bug::KeyIsTheSame, Law::KeysTellPositionsApart),
    (Bug::KeyComesFromOutside, Law::KeysTellPositionsApart),
    (Bug::KeyForgetsHands, Law::KeysTellPositionsApart),
];

fn violation(bug: Bug, laws: &[Law]) -> Option<Violation> {
    Checker::new(&Peek(bug))
        .laws(laws.iter().copied())
        .run()
        .err()
}

#[test]
fn the_game_without_a_bug_keeps_every_law() {
    parlor_conformance::check(&Peek(Bug::None));
}

#[test]
fn what_nobody_hears_of_may_happen_as_often_as_it_will() {
    parlor_conformance::check(&Peek(Bug::HappensUnheard));
}

#[test]
fn what_nobody_hears_of_keeps_nobody_from_taking_back() {
    let setup = Setup::new(&Peek(Bug::HappensUnheard).info(), 2).unwrap();
    for seed in 1..9 {
        let game = Peek(Bug::HappensUnheard);
        let mut play = Match::new(game, setup.clone(), Seed::Integer(seed)).unwrap();
        let opened = play.version();
        play.play(Seat(0), &Command::Pass).unwrap();
        let needs = play.undo_needs(Seat(0), opened).unwrap();
        assert_eq!(needs, SeatSet::EMPTY, "seed {seed}");
    }
}

#[test]
fn the_games_of_the_documentation_keep_every_law() {
    parlor_conformance::check(&parlor_core::doc::Cup);
    parlor_conformance::check(&parlor_core::doc::Sticks);
    parlor_conformance::check(&parlor_core::doc::Duel);
}

#[test]
fn every_number_of_seats_is_tried() {
    let game = seats::Highest {
        nobody_wins_with: None,
    };
    let report = Checker::new(&game).positions(50).run().unwrap();
    assert_eq!(report.setups, 5);
    for seats in 2..=5 {
        let game = seats::Highest {
            nobody_wins_with: Some(seats),
        };
        let found = Checker::new(&game).positions(50).run().unwrap_err();
        assert_eq!(found.law, Law::SomeoneActsUntilOver);
        assert_eq!(found.problem, "nobody is in first place");
        assert_eq!(found.setup, format!("Highest 1.0.0, {seats} seats"));
    }
}

#[test]
fn each_law_catches_its_planted_bugs_by_itself() {
    for (bug, law) in PLANTED {
        let found = violation(bug, &[law]);
        assert_eq!(found.map(|found| found.law), Some(law), "{bug:?}");
    }
}

#[test]
fn a_number_that_names_a_hidden_card_is_caught_by_one_law_alone() {
    let others = Law::ALL
        .into_iter()
        .filter(|law| *law != Law::InnerNumbersStayInside);
    let others: Vec<Law> = others.collect();
    assert_eq!(violation(Bug::ViewShowsInnerNumber, &others), None);
}

#[test]
fn all_laws_together_catch_every_planted_bug() {
    for (bug, _) in PLANTED {
        assert!(violation(bug, &Law::ALL).is_some(), "{bug:?}");
    }
}

#[test]
fn what_is_never_dealt_anew_is_named() {
    expect![[r#"
        the law samples_tell_no_secrets is broken
          game:    Peek 1.0.0, 2 seats
          seed:    1
          script:  nothing but the opening
          problem: what seat 0 cannot see of hand-1 is the same in every sample: it is not redrawn
          repeat:  Checker::new(&game).seed(1).run()"#]]
    .assert_eq(
        &violation(Bug::SampleKeepsOneSeat, &[Law::SamplesTellNoSecrets])
            .unwrap()
            .to_string(),
    );
}

#[test]
fn a_single_card_that_is_never_dealt_anew_is_named() {
    let found = violation(Bug::SampleKeepsOneCard, &[Law::UnseenMoves]).unwrap();
    let problem =
        "what spectator cannot see of where 6 lies is the same in every sample: it is not redrawn";
    assert_eq!(found.problem, problem);
}

/// Have planted bugs in games of their own, which are caught by them alone: see `bring`, `hide` and `tide`.
const ELSEWHERE: [Law; 4] = [
    Law::BringsStaySecret,
    Law::SidesKeepTheRules,
    Law::SightIsTrue,
    Law::UnseenMoves,
];

#[test]
fn every_law_has_a_planted_bug() {
    let here = |law: &Law| !ELSEWHERE.contains(law);
    for law in Law::ALL.into_iter().filter(here) {
        assert!(PLANTED.iter().any(|(_, caught)| *caught == law), "{law}");
    }
}

#[test]
fn positions_that_go_on_differently_need_different_keys() {
    let check = |forgets_who| Checker::new(&Corners { forgets_who }).run().err();
    assert_eq!(check(false), None);
    let found = check(true).unwrap();
    assert_eq!(found.law, Law::KeysTellPositionsApart, "{found}");
    assert!(found.problem.contains("go on differently"), "{found}");
}

#[test]
fn a_panic_in_the_rules_is_a_violation_with_a_script() {
    let found = violation(Bug::Panics, &Law::ALL).unwrap();
    assert!(
        found.problem.contains("the rules panicked: no such card"),
        "{found}"
    );
    assert!(found.script.is_empty(), "{found}");
}

#[test]
fn a_violation_says_how_to_repeat_it() {
    expect![[r#"
        the law view_hides_secrets is broken
          game:    Peek 1.0.0, 2 seats
          seed:    1
          script:  nothing but the opening
          problem: what seat 1 is told is more than it sees: at '/0/data' it is 2 or 1
          repeat:  Checker::new(&game).seed(1).run()"#]]
    .assert_eq(
        &violation(Bug::EventTellsCard, &Law::ALL)
            .unwrap()
            .to_string(),
    );
    expect![[r#"
        the law view_hides_secrets is broken
          game:    Peek 1.0.0, 2 seats
          seed:    1
          script:  nothing but the opening
          problem: the answer to play 5 tells seat 0 what it must not know: {"code":"not_held","text":"you do not hold that card"} or {"code":"not_yours","text":"the other one has it"}
          secret:  seat 0 learns about the cards of hand-1: the answer to 'play 3' depends on it
          repeat:  Checker::new(&game).seed(1).run()"#]].assert_eq(
        &violation(Bug::RejectionTellsHolder, &Law::ALL)
            .unwrap()
            .to_string(),
    );
    expect![[r#"
        the law fast_equals_slow is broken
          game:    Peek 1.0.0, 2 seats
          seed:    1
          script:
              1. seat 0: draw
              2. seat 1: draw
          problem: play 4 of seat 0 leads to another state when advanced in place:
            fast State { bug: FastForgetsTurn, deck: [], hands: [[1, 2], [3, 6, 5]], table: [[4], []], turn: Seat(0), turns: 3, passes: 0, inner: [0, 1, 2, 3, 4, 5], shared: Shared(0), latest: Latest("not drawn") }
            slow State { bug: FastForgetsTurn, deck: [], hands: [[1, 2], [3, 6, 5]], table: [[4], []], turn: Seat(1), turns: 3, passes: 0, inner: [0, 1, 2, 3, 4, 5], shared: Shared(0), latest: Latest("not drawn") }
          repeat:  Checker::new(&game).seed(1).run()"#]].assert_eq(
        &violation(Bug::FastForgetsTurn, &Law::ALL)
            .unwrap()
            .to_string(),
    );
}

#[test]
fn a_violation_names_the_secret_and_who_learns_it() {
    let learned = |bug| violation(bug, &[Law::ViewHidesSecrets]).unwrap().learned;
    for (bug, wanted) in [
        (Bug::TurnTellsCard, "the card in hand-1: 'draw' is possible"),
        (
            Bug::RejectionTellsHolder,
            "the cards of hand-1: the answer to 'play 3' depends on it",
        ),
        // Not even the referee is shown the deck: then it is not guessed.
        (
            Bug::LegalTellsDeck,
            "cards that it does not see: 'play 2' is possible",
        ),
        (
            Bug::ViewShowsHands,
            "cards that it does not see: the view shows it: at '/zones/3/pieces/0/face'",
        ),
    ] {
        let learned = learned(bug).unwrap();
        let wanted = format!("seat 0 learns about {wanted}");
        assert!(learned.starts_with(&wanted), "{bug:?}: {learned}");
    }
    // It is told in an event, which no view shows: the problem says which.
    assert_eq!(learned(Bug::EventTellsCard), None);
}

#[test]
fn a_run_ends_when_it_is_told_to() {
    let game = Peek(Bug::None);
    let report = Checker::new(&game)
        .run_while(&|so_far| so_far.positions < 30)
        .unwrap();
    assert_eq!((report.positions, report.setups), (30, 0));
    let report = Checker::new(&game)
        .games(3)
        .positions(u64::MAX)
        .run()
        .unwrap();
    assert_eq!(report.games, 3 * report.setups);
}

#[test]
fn open_games_that_are_data_may_be_declared_to_have_secrets() {
    let game = Peek(Bug::ResampleChangesNothing);
    let checker = || Checker::new(&game).laws([Law::ViewHidesSecrets]);
    assert!(checker().run().is_err());
    assert!(checker().may_be_open().run().is_ok());
}

#[test]
fn what_is_hidden_in_a_game_that_is_data_must_be_redealt_all_the_same() {
    for (bug, law) in [
        (Bug::SampleKeepsOneSeat, Law::SamplesTellNoSecrets),
        (Bug::SampleKeepsOneCard, Law::UnseenMoves),
    ] {
        let game = Peek(bug);
        let checker = Checker::new(&game).laws([law]);
        let found = checker.may_be_open().run().unwrap_err();
        assert!(found.problem.contains("it is not redrawn"), "{found}");
    }
}

#[test]
fn a_run_that_is_stopped_tells_what_was_never_redealt_until_then() {
    let game = Peek(Bug::SampleKeepsOneSeat);
    let checker = Checker::new(&game).laws([Law::SamplesTellNoSecrets]);
    let checker = checker.positions(u64::MAX);
    let run = |positions| checker.run_while(&|so_far| so_far.positions < positions);
    assert!(run(300).is_err());
    // A few positions say nothing.
    assert!(run(20).is_ok());
}

#[test]
fn a_report_says_whether_anything_was_hidden_and_redealt() {
    let report = Checker::new(&Peek(Bug::None)).positions(200).run().unwrap();
    assert!(report.hidden > 0 && report.redealt > 0, "{report:?}");
    assert!(report.redealt <= report.hidden, "{report:?}");
    let report = Checker::new(&parlor_core::doc::Sticks).run().unwrap();
    assert_eq!((report.hidden, report.redealt), (0, 0));
}

#[test]
fn the_last_hidden_card_is_known_when_all_others_lie_open() {
    // Nothing can be re-dealt where there is only one card that it can be.
    let game = last::Last { one_stays: true };
    if let Err(violation) = Checker::new(&game).may_be_open().run() {
        panic!("{violation}");
    }
    // With two cards it could be the other one.
    let game = last::Last { one_stays: false };
    let found = Checker::new(&game).may_be_open().run().unwrap_err();
    assert!(found.problem.contains("it is not redrawn"), "{found}");
}

#[test]
fn a_script_is_shortened_only_as_long_as_there_is_time() {
    let game = Peek(Bug::ActsAfterTheEnd);
    let run = |times: u32| {
        let asked = Cell::new(0);
        let go_on = || {
            asked.set(asked.get() + 1);
            asked.get() <= times
        };
        let checker = Checker::new(&game)
            .laws([Law::SomeoneActsUntilOver])
            .seed(3);
        let found = checker.shrink_while(&go_on).run().unwrap_err();
        // Once time is over nothing is looked at any more.
        assert!(asked.get() <= times.saturating_add(3), "{}", asked.get());
        found
    };
    let (none, some, all) = (run(0), run(2), run(u32::MAX));
    assert!(none.cut_short && some.cut_short && !all.cut_short);
    assert!(none.script.len() > all.script.len(), "{none}");
    assert!(none.to_string().contains("time ran out"), "{none}");
    assert!(!all.to_string().contains("time ran out"), "{all}");
}

#[test]
fn the_secret_is_looked_for_only_as_long_as_there_is_time() {
    let game = Peek(Bug::ViewShowsHands);
    let no_time = || false;
    let checker = Checker::new(&game).laws([Law::ViewHidesSecrets]);
    let found = checker.shrink_while(&no_time).run().unwrap_err();
    assert_eq!(found.learned, None);
}

#[test]
fn each_law_catches_a_planted_bug_that_all_the_others_miss() {
    let here = |law: &Law| !ELSEWHERE.contains(law);
    for law in Law::ALL.into_iter().filter(here) {
        let others: Vec<Law> = Law::ALL.into_iter().filter(|one| *one != law).collect();
        let mut own = PLANTED.iter().filter(|(_, caught)| *caught == law);
        let alone = own.any(|(bug, _)| {
            violation(*bug, &[law]).is_some() && violation(*bug, &others).is_none()
        });
        assert!(alone, "{law} has no planted bug of its own");
    }
}
#[test]
fn the_same_seed_finds_the_same_violation() {
    let first = violation(Bug::EventTellsCard, &Law::ALL).unwrap();
    let again = Checker::new(&Peek(Bug::EventTellsCard))
        .seed(first.seed)
        .run();
    assert_eq!(again, Err(first));
}
