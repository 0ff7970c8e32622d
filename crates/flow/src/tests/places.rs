//! Where hidden pieces stand: bots may not know it either.

use parlor_conformance::{Checker, Law, Violation};

use crate::prelude::*;

/// A pawn and a decoy hide somewhere on 64 cells, and players guess.
fn hunt() -> FlowGame {
    let mut game = GameBuilder::new("hunt", "Hunt", 2..=2);
    game.chance();
    let board = Grid::new(8, 8, Adjacency::All);
    let fog = game
        .zone("fog")
        .hidden()
        .others_see(Others::Nothing)
        .board(board)
        .add();
    for name in ["pawn", "decoy"] {
        let piece = game.definition("piece", name);
        game.place(piece, fog.at(Cell(0)), 1);
    }
    game.opening(move |play| {
        for piece in [Piece(0), Piece(1)] {
            let cell = play.rng().below(64) as u16;
            play.put(piece, fog.at(Cell(cell)));
        }
    });
    let found = game.value("found", 0_i64).each_seat();
    game.action("guess")
        .choose_cell("cell", fog, |_, _| true)
        .run(move |play, args| {
            let there = play
                .zone(fog.at(args.cell("cell")))
                .pieces()
                .any(|piece| piece == Piece(0));
            play.add_to(play.seat(), found, there.into());
        });
    game.flow(repeat(5, each_seat(step(["guess"]))))
}

fn broken(game: &FlowGame) -> Option<Violation> {
    let checker = Checker::new(game).laws([Law::SamplesTellNoSecrets]);
    checker.positions(150).run().err()
}

#[test]
fn places_that_every_sample_keeps_are_named() {
    let found = broken(&hunt()).unwrap();
    assert!(
        found.problem.contains("which places of fog are taken"),
        "{found}"
    );
}
