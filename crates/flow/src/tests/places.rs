//! Where hidden pieces stand: bots may not know it either.

use parlor_conformance::{Checker, Law, Violation};
use parlor_core::{Hidden, Rng, Viewer};

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
    let laws = [
        Law::SamplesTellNoSecrets,
        Law::UnseenMoves,
        Law::ViewHidesSecrets,
    ];
    Checker::new(game).laws(laws).positions(400).run().err()
}

#[test]
fn pieces_on_a_board_that_nobody_sees_are_imagined_anywhere_on_it() {
    assert_eq!(broken(&hunt()), None);
}

#[test]
fn the_first_guess_of_a_sample_is_right_as_often_as_chance() {
    let (game, mut rng) = (hunt(), Rng::fast(1, 0));
    let mut right = 0;
    for seed in 0..40 {
        let scenario = Scenario::new(&game, 2, seed);
        let truth = scenario.state().table().cell_of(Piece(0));
        for _ in 0..40 {
            let sample = game.resample(scenario.state(), Viewer::Seat(Seat(0)), &mut rng);
            right += u32::from(sample.table().cell_of(Piece(0)) == truth);
        }
    }
    // 1,600 guesses at 64 cells.
    assert!((10..45).contains(&right), "{right}");
}
