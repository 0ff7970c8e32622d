//! Hex once more, as a table with stones: the same rules as [`hex`](crate::hex), written with a `GameBuilder`.
//!
//! The first seat connects top and bottom, the second left and right. Options: the board's `size` (3 to 19), and the
//! `swap` rule: instead of a first stone, the second seat may take over the one that is there, mirrored.
//!
//! What the two ways cost, without their texts and tests: `hex` takes 437 lines in four files, with a board of bits and a
//! picture of its own, and plays 560,000 random games a second of processor time on its usual board; this one takes 109
//! lines and plays 23,500. A third of its time goes into listing the free places, which `hex` keeps from move to move.

#[cfg(test)]
mod tests;
mod text;

use parlor_flow::prelude::*;

pub use text::{parse, print};

/// The rules.
///
/// ```
/// use parlor_core::prelude::*;
/// let game = parlor_games::hex_table::hex_table();
/// let setup = Setup::new(&game.info(), 2).unwrap().option("size", 7).unwrap();
/// let hex = Match::new(game, setup, Seed::Integer(1)).unwrap();
/// assert_eq!(hex.legal(Seat(0)).len(), 49);
/// ```
pub fn hex_table() -> FlowGame {
    let mut game = GameBuilder::new("hex-table", "Hex (on the table)", 2..=2);
    game.summary("Connect your two sides, with stones on a table.");
    game.tags(["board", "strategy"]);
    game.manifest(
        Manifest::new()
            .minutes(10, 40)
            .complexity(2)
            .age(8)
            .best_for([2])
            .picture("⬡")
            .source("Piet Hein, 1942; John Nash, 1948")
            .license("MIT OR Apache-2.0"),
    );
    game.words_json("de", include_str!("de.json"));
    game.option(OptionSpec::int("size", "Board size", 3..=19, 11));
    game.option(OptionSpec::bool("swap", "Swap rule", true));
    game.longest(19 * 19 + 1);

    let board = game.zone("board").sides(Seat(0), Seat(1)).add();
    let stones = ["X", "O"].map(|face| game.definition("stone", face));
    // Whether a stone hangs together with its seat's first side.
    let linked = game.attribute("linked").shown(Shown::Never).changes().add();
    let size = game.value("size", 0_u16).shown(Shown::Never).add();
    let swap_rule = game.value("swap", false).shown(Shown::Never).add();
    let connects = game
        .value("connects", 0_i64)
        .words(["top and bottom", "left and right"])
        .label("Connects")
        .each_seat();

    game.board(board, |setup| {
        let size = setup.int("size") as u8;
        Hexes::parallelogram(size, size, Orientation::Pointy).into()
    });
    game.set_up(move |dealer, setup| {
        dealer.set_value(size, setup.int("size") as u16);
        dealer.set_value(swap_rule, setup.bool("swap"));
        dealer.set_of(Seat(1), connects, 1);
    });

    // How far a cell is from its seat's first side.
    let along = move |table: &Table, cell: Cell, seat: Seat| match seat {
        Seat(0) => cell.0 / table.value(size),
        _ => cell.0 % table.value(size),
    };
    // Each stone is linked once, so finding out who has won costs next to nothing.
    let place = move |play: &mut Play<'_, '_>, cell: Cell| {
        let seat = play.seat();
        let own = |play: &Play<'_, '_>, cell: Cell, link: bool| {
            let stone = play.zone(board.at(cell)).top()?;
            let fits = play.owner(stone) == Some(seat) && play.get(stone, linked) == link;
            fits.then_some(stone)
        };
        let stone = play.create(stones[seat.index()], board.at(cell), Some(seat));
        let near = play.board(board).neighbours(cell);
        let beside_linked = near.iter().any(|near| own(play, *near, true).is_some());
        if along(play, cell, seat) > 0 && !beside_linked {
            return;
        }
        let mut fresh = vec![stone];
        while let Some(stone) = fresh.pop() {
            let cell = play.cell_of(stone);
            play.set(stone, linked, true);
            if along(play, cell, seat) + 1 == play.value(size) {
                return play.finish();
            }
            let near = play.board(board).neighbours(cell).iter();
            fresh.extend(near.filter_map(|near| own(play, *near, false)));
        }
    };

    game.action("place")
        .prompt("Place a stone")
        .choose_empty_cell("cell", board)
        .label("{cell}")
        .run(move |play, args| place(play, args.cell("cell")));

    game.action("swap")
        .prompt("Take over the first stone, mirrored")
        .when(
            move |at| at.piece_count() == 1 && at.value(swap_rule),
            "no_swap",
            "only the second player may swap, instead of a first stone",
        )
        .run(move |play, _| {
            if let Some(stone) = play.zone(board).top() {
                let (cell, size) = (play.cell_of(stone), play.value(size));
                play.remove(stone);
                place(play, Cell(cell.0 % size * size + cell.0 / size));
            }
        });

    game.winners(("reason.connected", "connected both sides"), |at| {
        SeatSet::one(at.seat())
    });
    game.flow(forever(each_seat(step(["place", "swap"]))))
}
