//! Attributes that follow from the position: in rules, in views, and never on a face that a viewer does not see.

use crate::prelude::*;

/// Two soldiers on an open field, two more in each hand; each is as strong as it is, and stronger by one for each other on the field.
fn soldiers() -> (FlowGame, Zone, EachZone, Derived) {
    let mut game = GameBuilder::new("soldiers", "Soldiers", 2..=2);
    let field = game.zone("field").add();
    let hand = game.zone("hand").owner_sees().each_seat();
    // What is in a hand could as well be in its reserve.
    let reserve = game.zone("reserve").hidden().each_seat();
    let strength = game.attribute::<i64>("strength").add();
    for (name, number) in [("ox", 2), ("elk", 3)] {
        let soldier = game.definition("soldier", name);
        game.give(soldier, strength, number);
        game.place(soldier, field, 1);
        for seat in Seat::all(2) {
            game.place(soldier, hand.of(seat), 1);
            game.place(soldier, reserve.of(seat), 1);
        }
    }
    let might = game.derived("might", move |table, piece| {
        table.get(piece, strength) + table.zone(field).len() as i64 - 1
    });
    game.action("send")
        .choose_piece(
            "soldier",
            move |at| hand.of(at.seat()),
            move |at, piece| at.derived(piece, might) > 3,
        )
        .run(move |play, args| play.put(args.piece("soldier"), field));
    let sent = game.flow(repeat(1, each_seat(step(["send"]))));
    (sent, field, hand, might)
}

fn might_of(view: &parlor_core::View, zone: &str, face: &str) -> Option<i64> {
    let zone = view.zones.iter().find(|one| one.id == zone)?;
    let piece = zone
        .pieces
        .iter()
        .find(|piece| piece.face.as_deref() == Some(face))?;
    piece.attributes.get("might")?.as_i64()
}

#[test]
fn what_is_derived_follows_from_the_position_without_events() {
    let (game, field, _, might) = soldiers();
    let mut scenario = Scenario::new(&game, 2, 1);
    let sum = |scenario: &Scenario<'_>| {
        let at = crate::At::new(&game, scenario.state(), Seat(0));
        at.zone(field)
            .pieces()
            .map(|piece| at.derived(piece, might))
            .sum::<i64>()
    };
    assert_eq!(sum(&scenario), 3 + 4);
    // Only the elk is mighty enough to be sent.
    scenario.play("send elk").unwrap();
    assert_eq!(sum(&scenario), 4 + 5 + 5);
    let view = scenario.view(Viewer::Spectator);
    assert_eq!(might_of(&view, "field", "ox"), Some(4));
}

#[test]
fn nobody_reads_what_is_derived_of_a_face_that_they_do_not_see() {
    let (game, ..) = soldiers();
    let scenario = Scenario::new(&game, 2, 1);
    let own = scenario.view(Viewer::Seat(Seat(0)));
    assert_eq!(might_of(&own, "hand-0", "elk"), Some(4));
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
        let view = scenario.view(viewer);
        for piece in view.zones.iter().flat_map(|zone| &zone.pieces) {
            assert!(
                piece.face.is_some() || piece.attributes.is_empty(),
                "{piece:?}"
            );
        }
    }
    parlor_conformance::check(&game);
}
