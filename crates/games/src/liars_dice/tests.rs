//! Positions as text, one behaviour a test.

use expect_test::{Expect, expect};
use parlor_core::{Budget, Patch};

use super::*;

/// Says things in turn from a position and shows what comes of them. Dice that are rolled anew are not shown.
fn check(position: &str, says: &str, expect: Expect) {
    let mut state: State = position.parse().unwrap();
    for text in says.split(", ") {
        let seat = state.turn();
        let say = match text.split_once(" x ") {
            Some((count, face)) => Say::Bid {
                count: count.parse().unwrap(),
                face: face.parse().unwrap(),
            },
            None => Say::Liar,
        };
        let (mut rng, mut events) = (Rng::from_integer(1), Vec::new());
        let mut decision = Decision::new(&mut rng, &mut events, Budget::default());
        if let Err(rejection) = LiarsDice.decide(&state, seat, &say, &mut decision) {
            return expect.assert_eq(&format!(
                "{text} is refused ({}): {rejection}",
                rejection.code()
            ));
        }
        for event in &events {
            LiarsDice.apply(&mut state, event);
        }
    }
    let counts: Vec<String> = Seat::all(state.seats())
        .map(|seat| state.count(seat).to_string())
        .collect();
    let shown = state
        .showdown()
        .map(|shown| format!("; found {}, {} loses a die", shown.found, shown.loser));
    let next = match state.outcome() {
        Some(outcome) => format!(
            "{:?}",
            outcome
                .standings()
                .iter()
                .map(|s| (s.place, s.fate))
                .collect::<Vec<_>>()
        ),
        None => format!("{} to act", state.turn()),
    };
    expect.assert_eq(&format!(
        "dice {}{}; {next}",
        counts.join(" "),
        shown.unwrap_or_default()
    ));
}

#[test]
fn bids_go_up() {
    check(
        "123 456 | no bid | 0 | plain",
        "2 x 3, 2 x 4, 3 x 1",
        expect!["dice 3 3; seat 1 to act"],
    );
    check(
        "123 456 | 2x3 by 0 | 1 | plain",
        "2 x 3",
        expect![
            "2 x 3 is refused (too_low): bid more than 2 x 3: more dice, or as many of a higher face"
        ],
    );
    check(
        "123 456 | 2x3 by 0 | 1 | plain",
        "2 x 2",
        expect![
            "2 x 2 is refused (too_low): bid more than 2 x 3: more dice, or as many of a higher face"
        ],
    );
    check(
        "123 456 | 2x3 by 0 | 1 | plain",
        "7 x 6",
        expect!["7 x 6 is refused (no_such_count): there are 6 dice: bid from 1 to 6"],
    );
    check(
        "123 456 | 2x3 by 0 | 1 | plain",
        "3 x 7",
        expect!["3 x 7 is refused (no_such_face): a die has faces from 1 to 6"],
    );
    check(
        "123 456 | no bid | 0 | wild",
        "2 x 1",
        expect!["2 x 1 is refused (wild): ones are wild: nobody can bid on them"],
    );
}

#[test]
fn a_true_bid_costs_the_caller_a_die() {
    check(
        "333 345 | 4x3 by 0 | 1 | plain",
        "liar",
        expect!["dice 3 2; found 4, seat 1 loses a die; seat 1 to act"],
    );
}

#[test]
fn a_false_bid_costs_the_bidder_a_die() {
    check(
        "333 345 | 5x3 by 0 | 1 | plain",
        "liar",
        expect!["dice 2 3; found 4, seat 0 loses a die; seat 0 to act"],
    );
}

#[test]
fn wild_ones_count_as_every_face() {
    check(
        "331 345 | 4x3 by 0 | 1 | wild",
        "liar",
        expect!["dice 3 2; found 4, seat 1 loses a die; seat 1 to act"],
    );
    check(
        "331 345 | 4x3 by 0 | 1 | plain",
        "liar",
        expect!["dice 2 3; found 3, seat 0 loses a die; seat 0 to act"],
    );
}

#[test]
fn nobody_can_be_called_before_a_bid() {
    check(
        "331 345 | no bid | 0 | wild",
        "liar",
        expect!["liar is refused (no_bid): nobody has bid yet: begin the bidding"],
    );
}

#[test]
fn who_has_no_dice_is_out_and_the_last_one_wins() {
    check(
        "1 22 3 | 2x6 by 0 | 1 | plain",
        "liar",
        expect!["dice 0 2 1; found 0, seat 0 loses a die; seat 1 to act"],
    );
    check(
        "1 - 3 | 2x6 by 0 | 2 | plain",
        "liar",
        expect![
            "dice 0 0 1; found 0, seat 0 loses a die; [(2, Eliminated), (3, Eliminated), (1, Finished)]"
        ],
    );
}

#[test]
fn the_highest_bid_can_only_be_called() {
    let state: State = "1 2 | 2x6 by 0 | 1 | plain".parse().unwrap();
    let mut legal = Vec::new();
    LiarsDice.legal(&state, Seat(1), &mut legal);
    assert_eq!(legal, [Say::Liar]);
}

#[test]
fn a_player_who_leaves_is_last_and_the_others_play_on() {
    let setup = Setup::new(&LiarsDice.info(), 3).unwrap();
    let mut dice = Match::new(LiarsDice, setup, Seed::Integer(3)).unwrap();
    dice.system(SystemCommand::Resign { seat: Seat(0) }, 0)
        .unwrap();
    assert_eq!(dice.to_act().first(), Some(Seat(1)));
    assert_eq!(dice.outcome(), None);
    let again = dice
        .system(SystemCommand::Resign { seat: Seat(0) }, 0)
        .unwrap_err();
    assert_eq!(again.code(), "is_out");
    dice.system(SystemCommand::TimeOut { seat: Seat(2) }, 0)
        .unwrap();
    let outcome = dice.outcome().unwrap();
    let fates: Vec<_> = outcome
        .standings()
        .iter()
        .map(|s| (s.place, s.fate))
        .collect();
    assert_eq!(
        fates,
        [
            (3, Fate::Resigned),
            (1, Fate::Finished),
            (2, Fate::TimedOut)
        ]
    );
}

#[test]
fn others_see_neither_faces_nor_what_was_rolled() {
    let state: State = "135 246 | no bid | 0 | wild".parse().unwrap();
    let view = serde_json::to_string(&LiarsDice.view(&state, Viewer::Spectator)).unwrap();
    assert!(!view.contains("face\":\""), "{view}");
    let event = Event::Rolled {
        dice: [[4; MOST]; MOST],
    };
    let told = LiarsDice.tell(&state, &event, Viewer::Spectator).unwrap();
    assert_eq!(told.data, serde_json::json!([]));
    let own = LiarsDice.view(&state, Viewer::Seat(Seat(0)));
    assert_eq!(own.zones[0].pieces[2].face.as_deref(), Some("5"));
    assert_eq!(own.zones[1].pieces[2].face, None);
    assert!(!Patch::between(&LiarsDice.view(&state, Viewer::Spectator), &own).is_empty());
}

#[test]
fn a_bid_can_be_taken_back_and_a_call_cannot() {
    let setup = Setup::new(&LiarsDice.info(), 3).unwrap();
    let mut dice = Match::new(LiarsDice, setup, Seed::Integer(3)).unwrap();
    dice.play(Seat(0), &Say::Bid { count: 2, face: 3 }).unwrap();
    assert_eq!(dice.undo_needs(Seat(0), 1), Ok(SeatSet::EMPTY));
    // Going back over another one's bid takes everybody, not only the one who made it.
    assert_eq!(
        dice.undo_needs(Seat(1), 1),
        Ok(SeatSet::all(3).without(Seat(1)))
    );
    dice.play(Seat(1), &Say::Liar).unwrap();
    assert_eq!(
        dice.undo_needs(Seat(1), 2),
        Ok(SeatSet::all(3).without(Seat(1)))
    );
}

#[test]
fn positions_read_and_print() {
    for text in [
        "1345 226 - | 2x6 by 0 | 1 | wild",
        "1 2 | no bid | 0 | plain",
    ] {
        assert_eq!(text.parse::<State>().unwrap().to_string(), text);
    }
    for bad in [
        "",
        "1 2",
        "1 | no bid | 0 | wild",
        "7 2 | no bid | 0 | wild",
        "1 2 | 9x9 by 0 | 1 | wild",
        "1 - | no bid | 1 | wild",
    ] {
        assert!(bad.parse::<State>().is_err(), "{bad}");
    }
}

#[test]
fn the_laws_hold() {
    parlor_conformance::check(&LiarsDice);
}
