//! The way in: versions, keys, refusals, the system's commands, budgets.

use expect_test::expect;
use parlor_core::doc::Sticks;
use parlor_core::prelude::*;
use parlor_core::{Budget, Ending, Fate};

use crate::cards::{Act, Cards, cards};
use crate::{played, sticks};

fn refused(result: Result<parlor_core::Receipt, Rejection>) -> String {
    let rejection = result.unwrap_err();
    format!("{}: {rejection}", rejection.code())
}

#[test]
fn a_stale_version_is_told_so() {
    let mut game = sticks();
    let submission = Submission::new(Seat(0), 1).expecting(0);
    expect!["stale_version: the match is at version 1, not 0: look again"]
        .assert_eq(&refused(game.submit(submission)));
    assert_eq!(
        game.submit(Submission::new(Seat(0), 1).expecting(1))
            .unwrap()
            .version,
        2
    );
}

#[test]
fn of_two_racers_one_wins() {
    let mut game = sticks();
    let answers: Vec<_> = (0..64)
        .map(|racer| {
            game.submit(
                Submission::new(Seat(0), 1)
                    .expecting(1)
                    .key(format!("racer {racer}")),
            )
        })
        .collect();
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 1);
    assert_eq!(game.version(), 2);
}

#[test]
fn a_repeated_key_gets_the_first_answer_again() {
    let mut game = sticks();
    let submission = Submission::new(Seat(0), 2).key("k").expecting(1);
    let first = game.submit(submission.clone()).unwrap();
    assert!(!first.repeated);
    game.play(Seat(1), &1).unwrap();
    let again = game.submit(submission).unwrap();
    assert_eq!((again.version, again.repeated), (first.version, true));
    assert_eq!(game.version(), 3);
}

#[test]
fn a_repeated_key_gets_the_first_refusal_again() {
    let mut game = sticks();
    let early = Submission::new(Seat(1), 1).key("k");
    expect!["not_your_turn: it is the turn of seat 0"]
        .assert_eq(&refused(game.submit(early.clone())));
    game.play(Seat(0), &1).unwrap();
    expect!["not_your_turn: it is the turn of seat 0"].assert_eq(&refused(game.submit(early)));
}

#[test]
fn a_key_is_good_for_one_command_of_one_seat() {
    let mut game = sticks();
    game.submit(Submission::new(Seat(0), 2).key("k")).unwrap();
    expect!["key_reused: that key came before with another command"]
        .assert_eq(&refused(game.submit(Submission::new(Seat(0), 1).key("k"))));
    // Another seat's answer is not handed out, and its key does not stand in the way.
    let other = game.submit(Submission::new(Seat(1), 2).key("k")).unwrap();
    assert!(!other.repeated);
    expect!["bad_key: a key has 1 to 64 bytes, none of them a control character"].assert_eq(
        &refused(game.submit(Submission::new(Seat(0), 1).key("k".repeat(65)))),
    );
    expect!["bad_key: a key has 1 to 64 bytes, none of them a control character"]
        .assert_eq(&refused(game.submit(Submission::new(Seat(0), 1).key(""))));
}

#[test]
fn keys_survive_saving_and_loading() {
    let mut game = sticks();
    game.submit(Submission::new(Seat(0), 2).key("k")).unwrap();
    let mut loaded = Match::load(parlor_core::doc::Sticks, &game.save()).unwrap();
    assert!(
        loaded
            .submit(Submission::new(Seat(0), 2).key("k"))
            .unwrap()
            .repeated
    );
}

#[test]
fn a_refusal_says_what_would_be_legal() {
    let mut game = sticks();
    let rejection = game.play(Seat(0), &3).unwrap_err();
    assert_eq!(rejection.code(), "illegal");
    assert_eq!(rejection.legal(), [1, 2]);
    let rejection = game.play(Seat(1), &1).unwrap_err();
    assert!(rejection.legal().is_empty());
    expect!["no_such_seat: this match has 2 seats, counted from 0"]
        .assert_eq(&refused(game.play(Seat(2), &1)));
}

#[test]
fn nothing_can_be_done_after_the_end() {
    let mut game = played(&[2, 2, 2, 1]);
    assert_eq!(game.outcome().unwrap().winners(), SeatSet::one(Seat(1)));
    expect!["match_over: the match is over"].assert_eq(&refused(game.play(Seat(0), &1)));
    let resign = SystemCommand::Resign { seat: Seat(0) };
    expect!["match_over: the match is over"].assert_eq(&refused(game.system(resign, 0)));
}

#[test]
fn a_match_ends_by_agreement_or_is_called_off_and_the_file_says_so() {
    for (ending, heard) in [
        (Ending::Draw, "a draw is agreed"),
        (Ending::Abort, "the match is called off"),
    ] {
        let mut game = played(&[1]);
        let receipt = game.end(ending, 5).unwrap();
        assert_eq!(receipt.version, 3);
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.is_draw(), ending == Ending::Draw);
        assert_eq!(outcome.is_aborted(), ending == Ending::Abort);
        assert!(game.to_act().is_empty() && game.view(Viewer::Spectator).outcome.is_some());
        let told = game.told(3, Viewer::Seat(Seat(0)));
        assert_eq!(told[0].message.to_string(), heard);
        expect!["match_over: the match is over"].assert_eq(&refused(game.end(ending, 6)));
        let loaded = Match::load(Sticks, &game.save()).unwrap();
        assert_eq!(loaded.outcome(), game.outcome());
        assert!(loaded.verify().is_ok());
        // Nobody goes behind it alone.
        assert_eq!(game.undo_needs(Seat(0), 2), Ok(SeatSet::one(Seat(1))));
    }
}

#[test]
fn who_resigns_or_runs_out_of_time_loses() {
    for (command, fate, heard) in [
        (
            SystemCommand::Resign { seat: Seat(0) },
            Fate::Resigned,
            "Ann resigns",
        ),
        (
            SystemCommand::TimeOut { seat: Seat(0) },
            Fate::TimedOut,
            "Ann has run out of time",
        ),
    ] {
        let mut game = played(&[1]);
        game.system(command, 5).unwrap();
        let outcome = game.outcome().unwrap();
        assert_eq!(outcome.winners(), SeatSet::one(Seat(1)));
        assert_eq!(outcome.standing(Seat(0)).unwrap().fate, fate);
        assert!(game.to_act().is_empty() && game.legal(Seat(1)).is_empty());
        let view = game.view(Viewer::Seat(Seat(1)));
        assert!(view.outcome.is_some() && view.actions.is_empty() && view.to_act.is_empty());
        let told = game.told(game.version(), Viewer::Spectator);
        assert_eq!(told[0].message.render(&game.header().seats), heard);
    }
    let mut game = sticks();
    expect!["no_such_seat: this match has 2 seats, counted from 0"].assert_eq(&refused(
        game.system(SystemCommand::Resign { seat: Seat(9) }, 0),
    ));
    expect!["already_open: the match has begun"]
        .assert_eq(&refused(game.system(SystemCommand::Open, 0)));
}

#[test]
fn a_runaway_rule_is_refused_and_changes_nothing() {
    let mut game = cards();
    game.set_budget(Budget {
        events: 50,
        ..Budget::default()
    });
    let before = game.save();
    expect!["over_budget: the rules went past their limit of 50 events for one command"]
        .assert_eq(&refused(game.play(Seat(0), &Act::Loop)));
    assert_eq!(game.save(), before);
    game.play(Seat(0), &Act::Draw).unwrap();
}

#[test]
fn the_last_line_is_what_the_file_ends_with() {
    let game = played(&[1, 2]);
    let text = game.export();
    assert_eq!(text.lines().last(), Some(game.last_line()));
}

#[test]
fn asking_why_not_gives_the_refusal_and_never_plays() {
    let mut game = sticks();
    let before = (game.version(), *game.hash(), game.state().clone());
    for round in 0..3_000_u16 {
        // Legal, too many, of the other seat, of no seat.
        assert_eq!(game.why_not(Seat(0), &[1, 2][usize::from(round % 2)]), None);
        for (seat, take) in [(Seat(0), 9), (Seat(1), 1), (Seat(7), 1)] {
            assert!(game.why_not(seat, &take).is_some(), "{seat} {take}");
        }
    }
    assert_eq!(before, (game.version(), *game.hash(), game.state().clone()));
    for (seat, take) in [(Seat(0), 9), (Seat(1), 1), (Seat(7), 1)] {
        let asked = game.why_not(seat, &take);
        assert_eq!(asked, game.play(seat, &take).err());
    }
    // What makes no sense at all is refused in the same words, too.
    let mut game: Box<dyn parlor_core::AnyMatch> = Box::new(game);
    let asked = game.why_not(Seat(0), &"all".into());
    let sent = game.submit(Submission::new(Seat(0), "all".into()));
    assert_eq!(asked, sent.err());
}

#[test]
fn asking_why_not_draws_nothing() {
    let roll = |asks: usize| {
        let setup = Setup::new(&Cards.info(), 2).unwrap();
        let mut game = Match::new(Cards, setup, Seed::Integer(5)).unwrap();
        for _ in 0..asks {
            assert_eq!(game.why_not(Seat(0), &Act::Roll), None);
        }
        game.play(Seat(0), &Act::Roll).unwrap();
        game.last_line().to_string()
    };
    assert_eq!(roll(0), roll(1_000));
}
