//! Hex on the table is Hex.

use parlor_core::{Fast, Game, Rng};
use parlor_flow::State;

use super::*;
use crate::hex::{Board, Hex, Move};

/// Legal commands by the words of hex: `a1`, `swap`.
fn legal(game: &FlowGame, state: &State, seat: Seat) -> Vec<(String, Command)> {
    let mut commands = Vec::new();
    game.legal(state, seat, &mut commands);
    let word = |command: &Command| match command.args.first() {
        Some(cell) => cell.to_string(),
        None => command.action.to_string(),
    };
    let mut legal: Vec<_> = commands.iter().map(|c| (word(c), c.clone())).collect();
    legal.sort_by(|a, b| a.0.cmp(&b.0));
    legal
}

/// Plays the same random game both ways.
fn same_game(table: &FlowGame, size: i64, swap: bool, seed: u64) {
    let set_up = |info| Setup::new(&info, 2).unwrap().option("size", size).unwrap();
    let set_up = |info| set_up(info).option("swap", swap).unwrap();
    let mut rng = Rng::fast(seed, 0);
    let mut board: Board = Hex.setup(&set_up(Hex.info())).unwrap();
    let mut state = table.begin_from(&set_up(table.info()), |_| {}).unwrap();
    while let Some(seat) = Hex.to_act(&board).first() {
        assert_eq!(
            table.to_act(&state),
            SeatSet::one(seat),
            "seed {seed}: {board}"
        );
        let mut moves: Vec<Move> = Vec::new();
        Hex.legal(&board, seat, &mut moves);
        let mut words: Vec<String> = moves.iter().map(Move::to_string).collect();
        words.sort();
        let commands = legal(table, &state, seat);
        assert!(
            words.iter().eq(commands.iter().map(|(word, _)| word)),
            "seed {seed}: {board}"
        );
        let (word, command) = rng.pick(&commands).unwrap();
        let played = moves
            .iter()
            .find(|played| played.to_string() == *word)
            .unwrap();
        Hex.advance(&mut board, seat, played, &mut Rng::fast(0, 0));
        table.advance(&mut state, seat, command, &mut Rng::fast(0, 0));
        assert_eq!(print(&state), board.to_string(), "seed {seed}");
    }
    assert_eq!(
        table.outcome(&state),
        Hex.outcome(&board),
        "seed {seed}: {board}"
    );
}

#[test]
fn both_ways_play_the_same_games() {
    let table = hex_table();
    for seed in 0..60 {
        same_game(&table, 3 + seed as i64 % 4, seed % 2 == 0, seed);
    }
    for (size, seed) in (7..=19).step_by(4).zip(100..) {
        same_game(&table, size, true, seed);
    }
}

#[test]
fn swapping_takes_over_the_first_stone_mirrored() {
    let game = hex_table();
    let mut scenario = Scenario::new(&game, 2, 1);
    assert_eq!(scenario.play("swap").unwrap_err().code(), "no_swap");
    scenario.play_all(["c1", "swap"]).unwrap();
    scenario.assert_zone(scenario.table().schema().zones().next().unwrap(), &["O"]);
    assert!(print(scenario.state()).starts_with(".........../.........../o"));
    assert_eq!(scenario.to_act(), [Seat(0)]);
    assert_eq!(scenario.play("swap").unwrap_err().code(), "no_swap");
    scenario.play("c1").unwrap();
    assert_eq!(scenario.play("swap").unwrap_err().code(), "no_swap");
}

#[test]
fn without_the_option_nobody_swaps() {
    let game = hex_table();
    let setup = Setup::new(&game.info(), 2).unwrap();
    let setup = setup.option("swap", false).unwrap();
    let mut scenario = Scenario::with(&game, &setup, 1);
    scenario.play("c1").unwrap();
    assert_eq!(scenario.play("swap").unwrap_err().code(), "no_swap");
}

#[test]
fn a_taken_place_is_refused() {
    let game = hex_table();
    let mut scenario = Scenario::new(&game, 2, 1);
    scenario.play("c1").unwrap();
    assert_eq!(
        scenario.play("place c1").unwrap_err().code(),
        "not_a_choice"
    );
}

#[test]
fn positions_read_and_print() {
    let game = hex_table();
    let text = "xo../.x.o/..../....";
    assert_eq!(print(&parse(&game, text).unwrap()), text);
    let won = parse(&game, "x.o/xo./x..").unwrap();
    assert_eq!(game.outcome(&won).unwrap().winners(), SeatSet::one(Seat(0)));
    let refused = |text| parse(&game, text).unwrap_err().to_string();
    expect_test::expect!["option 'size' of Hex (on the table) is a number from 3 to 19, not 2"]
        .assert_eq(&refused("x./.."));
    expect_test::expect!["a seat has connected its sides, and play went on"]
        .assert_eq(&refused("xo./xo./xo."));
    expect_test::expect!["o cannot have 0 stones when x has 2"].assert_eq(&refused("xx./.../..."));
}

#[test]
fn the_laws_hold() {
    parlor_conformance::check(&hex_table());
}
