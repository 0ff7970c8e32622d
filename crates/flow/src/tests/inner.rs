//! The numbers of pieces stay inside: who knew them could name a hidden card wherever it lies.

use parlor_conformance::{Checker, Law, Violation};
use parlor_core::{Seat, Viewer};
use serde_json::Value as Json;

use crate::prelude::*;

/// The top of a shuffled deck is noted, as a piece or as a number; then cards are drawn and played.
fn noting(as_number: bool) -> FlowGame {
    let mut game = GameBuilder::new("noting", "Noting", 2..=2);
    game.chance();
    let deck = game.zone("deck").hidden().stacked().add();
    let (hand, row) = (
        game.zone("hand").owner_sees().each_seat(),
        game.zone("row").add(),
    );
    Cards::standard(game.schema(), deck);
    let noted = game.value("noted", None::<Piece>).label("Noted").add();
    let number = game.value("number", 0_i64).label("Number").add();
    game.opening(move |play| {
        play.shuffle(deck);
        play.deal(deck, hand, 3);
    });
    game.action("draw").run(move |play, _| {
        let seat = play.seat();
        play.draw(deck, hand.of(seat));
        let top = play.zone(deck).top();
        play.set_value(noted, top);
        if let (Some(top), true) = (top, as_number) {
            play.set_value(number, i64::from(top.0));
        }
    });
    game.action("play")
        .choose_piece("card", move |at| hand.of(at.seat()), |_, _| true)
        .run(move |play, args| play.put(args.piece("card"), row));
    game.flow(repeat(6, each_seat(step(["draw", "play"]))))
}

fn broken(game: &FlowGame, laws: impl IntoIterator<Item = Law>) -> Option<Violation> {
    let checker = Checker::new(game).positions(60);
    checker.laws(laws).run().err()
}

#[test]
fn a_value_that_is_a_piece_shows_what_each_viewer_calls_it() {
    let game = noting(false);
    assert_eq!(broken(&game, Law::ALL), None);
    let mut scenario = Scenario::new(&game, 2, 1);
    scenario.play("draw").unwrap();
    for viewer in [
        Viewer::Seat(Seat(0)),
        Viewer::Seat(Seat(1)),
        Viewer::Spectator,
    ] {
        let view = scenario.view(viewer);
        let top = view.zones[0].pieces[0].handle.clone().unwrap();
        assert_eq!(view.values["noted"], Json::from(&*top), "{viewer}");
    }
}

#[test]
fn a_value_that_is_the_number_of_a_piece_is_caught() {
    let game = noting(true);
    let found = broken(&game, [Law::InnerNumbersStayInside]).unwrap();
    assert!(found.problem.contains("/values/number"), "{found}");
    let others = Law::ALL.into_iter();
    let others = others.filter(|law| *law != Law::InnerNumbersStayInside);
    assert_eq!(broken(&game, others), None);
}
