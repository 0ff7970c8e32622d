//! Positions as pictures, one behaviour a test.

use expect_test::{Expect, expect};
use parlor_core::Game;
use parlor_flow::State;

use super::text::each_move;
use super::*;

/// Plays commands, and compares the position, and what can be played in it or how it ended.
fn check(position: &str, commands: &str, expect: Expect) {
    let game = checkers();
    let state = parse(&game, position).unwrap();
    expect.assert_eq(&play(&game, state, commands));
}

fn play(game: &FlowGame, state: State, commands: &str) -> String {
    let mut scenario = Scenario::at(game, state, 1);
    for text in commands.split_whitespace() {
        if let Err(rejection) = scenario.play(text) {
            return format!("{text} is refused ({}): {rejection}", rejection.code());
        }
    }
    let state = scenario.state();
    let what = match game.outcome(state) {
        Some(outcome) => {
            let reason = &outcome.standings()[0].reason;
            match (outcome.is_draw(), outcome.winners().first()) {
                (false, Some(seat)) => format!("{seat} wins: {reason}"),
                _ => format!("a draw: {reason}"),
            }
        }
        None => moves(game, state).join(" "),
    };
    format!("{} — {what}", print(state))
}

#[test]
fn men_move_forward_only() {
    check(
        "......../......w./......../......../...b..../......../......../........ b",
        "",
        expect![
            "......../......w./......../......../...b..../......../......../........ b — d4-c5 d4-e5"
        ],
    );
    check(
        "......../......w./......../......../...b..../......../......../........ w",
        "",
        expect![
            "......../......w./......../......../...b..../......../......../........ w — g7-f6 g7-h6"
        ],
    );
    check(
        "......../......w./......../......../...b..../b......./......../........ b",
        "a3-b4 g7-h6",
        expect![
            "......../......../.......w/......../.b.b..../......../......../........ b — b4-a5 b4-c5 d4-c5 d4-e5"
        ],
    );
}

#[test]
fn who_can_jump_must() {
    let position = "......../......../......../..w...../.b...b../......../......../........ b";
    check(
        position,
        "",
        expect![
            "......../......../......../..w...../.b...b../......../......../........ b — b4xd6"
        ],
    );
    let game = checkers();
    let mut scenario = Scenario::at(&game, parse(&game, position).unwrap(), 1);
    let man = scenario.table().pieces().nth(1).unwrap();
    let handle = scenario.table().handle(man, Viewer::Spectator).unwrap().0;
    let rejection = scenario.play(&format!("move {handle} g5")).unwrap_err();
    expect!["you can jump, and who can must"].assert_eq(&rejection.to_string());
    assert_eq!(rejection.code(), "must_jump");
}

#[test]
fn the_prompt_holds_for_moves_and_jumps() {
    let game = checkers();
    let prompt = |text| {
        let state = parse(&game, text).unwrap();
        let view = game.view(&state, Viewer::Seat(state.at.turn()));
        view.prompt.map(|prompt| prompt.to_string())
    };
    let expected = Some("Move a piece; who can jump must".to_string());
    assert_eq!(prompt("B:W21:B1"), expected);
    assert_eq!(prompt("B:W17:B14"), expected);
}

#[test]
fn any_jump_may_be_chosen_not_only_the_longest() {
    let position = ".......w/......../......../..w...../......../..w.w.../...b..../......b. b";
    check(
        position,
        "",
        expect![
            ".......w/......../......../..w...../......../..w.w.../...b..../......b. b — d2xb4xd6 d2xf4"
        ],
    );
    check(
        position,
        "d2xf4",
        expect![
            ".......w/......../......../..w...../.....b../..w...../......../......b. w — c3-b2 c3-d2 c5-b4 c5-d4 h8-g7"
        ],
    );
}

#[test]
fn a_chain_of_jumps_goes_on_with_the_same_piece() {
    // The man on h2 could jump as well, but it is not its turn any more.
    let position = "......../w......./......../....w.../......../..w...w./.b.....b/........ b";
    check(
        position,
        "b2xd4",
        expect![
            "......../w......./......../....w.../...b..../......w./.......b/........ b d4 — d4xf6"
        ],
    );
    check(
        position,
        "b2xd4 d4xf6",
        expect![
            "......../w......./.....b../......../......../......w./.......b/........ w — a7-b6 g3-f2"
        ],
    );
}

#[test]
fn a_man_that_becomes_a_king_stops_in_the_middle_of_its_jumps() {
    // A king on d8 could jump over e7.
    check(
        "......../..w.w.../.b....../......../......../......../......../........ b",
        "b6xd8",
        expect![
            "...B..../....w.../......../......../......../......../......../........ w — e7-d6 e7-f6"
        ],
    );
    check(
        ".......w/......../......../......../......../w......./.b.b..../........ w",
        "a3xc1",
        expect![
            ".......w/......../......../......../......../......../...b..../..W..... b — d2-c3 d2-e3"
        ],
    );
}

#[test]
fn a_man_becomes_a_king_by_a_plain_move() {
    check(
        "......../..b...../.......w/......../......../......../......../........ b",
        "c7-b8",
        expect![
            ".B....../......../.......w/......../......../......../......../........ w — h6-g5"
        ],
    );
    let (game, text) = (checkers(), "B:W21:B27");
    let mut scenario = Scenario::at(&game, parse(&game, text).unwrap(), 1);
    scenario.play("c7-b8").unwrap();
    expect!["seat 0: c7-b8, seat 0 has a king on b8"].assert_eq(&scenario.heard().join(", "));
}

#[test]
fn kings_move_and_jump_in_all_directions() {
    check(
        "......../......../.......w/......../...B..../......../......../........ b",
        "",
        expect![
            "......../......../.......w/......../...B..../......../......../........ b — d4-c3 d4-c5 d4-e3 d4-e5"
        ],
    );
    check(
        "......../......../......../..w.w.../...B..../..w.w.../......../........ b",
        "",
        expect![
            "......../......../......../..w.w.../...B..../..w.w.../......../........ b — d4xb2 d4xb6 d4xf2 d4xf6"
        ],
    );
    check(
        "......../......../.....W../....b.../......../......../......../........ w",
        "",
        expect![
            "......../......../.....W../....b.../......../......../......../........ w — f6xd4"
        ],
    );
}

#[test]
fn men_do_not_jump_back_and_kings_do_not_fly() {
    check(
        "......../......../......../......../...b..../..w.w.../......../........ b",
        "",
        expect![
            "......../......../......../......../...b..../..w.w.../......../........ b — d4-c5 d4-e5"
        ],
    );
    check(
        "......../......../......../......../......../..w...../......../B....... b",
        "",
        expect![
            "......../......../......../......../......../..w...../......../B....... b — a1-b2"
        ],
    );
}

#[test]
fn a_king_can_jump_back_to_where_it_began() {
    check(
        "......../......../.w.w..../......../.w.w..../..B...../......../........ b",
        "",
        expect![
            "......../......../.w.w..../......../.w.w..../..B...../......../........ b — c3xa5xc7xe5xc3 c3xe5xc7xa5xc3"
        ],
    );
}

#[test]
fn own_pieces_and_backed_pieces_are_not_jumped() {
    check(
        ".......w/......w./.....w../....B.../......../..b...../.b....../........ b",
        "",
        expect![
            ".......w/......w./.....w../....B.../......../..b...../.b....../........ b — b2-a3 c3-b4 c3-d4 e5-d4 e5-d6 e5-f4"
        ],
    );
}

#[test]
fn who_is_blocked_has_lost() {
    check(
        ".w....../b......./......../......../......../......../......../........ b",
        "",
        expect![
            ".w....../b......./......../......../......../......../......../........ b — seat 1 wins: the other side cannot move"
        ],
    );
    check(
        "......../w.w...../......../b......./......../......../......../........ w",
        "a7-b6",
        expect![
            "......../..w...../.w....../b......./......../......../......../........ b — seat 1 wins: the other side cannot move"
        ],
    );
    check(
        "......../......../......../......../.......w/......../.....b.b/........ b",
        "h2-g3",
        expect![
            "......../......../......../......../.......w/......b./.....b../........ w — seat 0 wins: the other side cannot move"
        ],
    );
}

#[test]
fn who_has_nothing_left_has_lost() {
    check(
        "......../......../......../..w...../.b....../......../......../........ b",
        "b4xd6",
        expect![
            "......../......../...b..../......../......../......../......../........ w — seat 0 wins: the other side cannot move"
        ],
    );
}

#[test]
fn forty_moves_each_without_progress_are_a_draw() {
    check(
        ".W....../......../......../......../......../......../......../..B..... b 78",
        "c1-d2",
        expect![
            ".W....../......../......../......../......../......../...B..../........ w 79 — b8-a7 b8-c7"
        ],
    );
    check(
        ".W....../......../......../......../......../......../......../..B..... b 78",
        "c1-d2 b8-a7",
        expect![
            "......../W......./......../......../......../......../...B..../........ b 80 — a draw: 40 moves each without a capture or a man's move"
        ],
    );
    let refused = parse(
        &checkers(),
        ".W....../......../......../......../......../......../......../..B..... b 80",
    )
    .unwrap_err();
    expect!["80 quiet moves are a draw"].assert_eq(&refused.to_string());
}

#[test]
fn a_capture_and_a_mans_move_begin_the_count_anew() {
    check(
        ".W....../......../......../......../......../b......./......../..B..... b 79",
        "a3-b4",
        expect![
            ".W....../......../......../......../.b....../......../......../..B..... w — b8-a7 b8-c7"
        ],
    );
    check(
        ".W....../......../......../......../......../......../...w..../..B..... b 79",
        "c1xe3",
        expect![
            ".W....../......../......../......../......../....B.../......../........ w — b8-a7 b8-c7"
        ],
    );
}

#[test]
fn the_third_time_is_a_draw() {
    let position = ".W....../......../......../......../......../......../......../..B..... b";
    let round = "c1-d2 b8-a7 d2-c1 a7-b8 ";
    check(
        position,
        round,
        expect![
            ".W....../......../......../......../......../......../......../..B..... b 4 — c1-b2 c1-d2"
        ],
    );
    check(
        position,
        &round.repeat(2),
        expect![
            ".W....../......../......../......../......../......../......../..B..... b 8 — a draw: the same position for the third time"
        ],
    );
    // The two rounds need not be the same, nor follow one another at once.
    let other = "c1-b2 b8-c7 b2-a3 c7-d8 a3-b2 d8-c7 b2-c1 c7-b8";
    check(
        position,
        &format!("{round}{other}"),
        expect![
            ".W....../......../......../......../......../......../......../..B..... b 12 — a draw: the same position for the third time"
        ],
    );
    // It counts from the position that a man or a capture has left.
    check(
        ".W....../......../......../......../.....b../......../......../..B..... b 7",
        "f4-g5 b8-a7 c1-d2 a7-b8 d2-c1 b8-a7 c1-d2 a7-b8 d2-c1",
        expect![
            ".W....../......../......../......b./......../......../......../..B..... w 8 — a draw: the same position for the third time"
        ],
    );
    // Nobody knows what came before a position that was set up.
    check(
        ".W....../......../......../......../......../......../......../..B..... b 8",
        round,
        expect![
            ".W....../......../......../......../......../......../......../..B..... b 12 — c1-b2 c1-d2"
        ],
    );
}

#[test]
fn kings_that_change_places_make_the_same_position() {
    let position = ".W....../......../......../......../......../......../......../..B.B... b";
    let change = "c1-b2 b8-a7 e1-d2 a7-b8 b2-a1 b8-a7 d2-c1 a7-b8 a1-b2 b8-a7 b2-c3 a7-b8 c3-d2 b8-a7 d2-e1 a7-b8 ";
    check(
        position,
        &change.repeat(2),
        expect![
            ".W....../......../......../......../......../......../......../..B.B... b 32 — a draw: the same position for the third time"
        ],
    );
}

#[test]
fn positions_read_and_print() {
    let game = checkers();
    let start = Scenario::new(&game, 2, 1);
    let (picture, numbers) = (print(start.state()), pdn(start.state()));
    expect![".w.w.w.w/w.w.w.w./.w.w.w.w/......../......../b.b.b.b./.b.b.b.b/b.b.b.b. b"]
        .assert_eq(&picture);
    expect!["B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"]
        .assert_eq(&numbers);
    for text in [&picture, &numbers, &picture.replace('/', "\n")] {
        assert_eq!(print(&parse(&game, text).unwrap()), picture);
    }
    for text in [
        ".......W/......../......../..b.B.../......../b......./......../........ w 17",
        "......../......../......../....w.../...b..../......../......../b....... b d4",
    ] {
        assert_eq!(print(&parse(&game, text).unwrap()), text);
    }
    for square in 1..=32 {
        let text = format!("B:WK{square}:B");
        assert_eq!(pdn(&parse(&game, &text).unwrap()), text);
    }
}

#[test]
fn texts_that_are_no_positions() {
    let check = |text: &str, expect: Expect| {
        expect.assert_eq(&parse(&checkers(), text).unwrap_err().to_string());
    };
    check(
        "......../........ b",
        expect!["row 3 has 1 places, and the board 8"],
    );
    check(
        "......../......",
        expect!["row 2 has 6 places, and the board 8"],
    );
    check(
        "......../......../......../......../......../......../......../b....... bx",
        expect!["say b or w after the board: who is to move"],
    );
    check(
        &"......../......../......../......../......../......../......../b....... b"
            .replace('b', "x"),
        expect!["'x' in row 8 is none of b, w, B, W and ."],
    );
    check(
        "......../......../......../......../......../......../......../b....... ",
        expect!["say b or w after the board: who is to move"],
    );
    check(
        "......../......../......../......../......../......../......../b....... b soon",
        expect!["'soon' is neither a number nor a square"],
    );
    check(
        "......../......../......../......../......../......../......../b....... b 1 1",
        expect!["'1' comes after the end"],
    );
    check(
        "......../......../......../......../......../......../......../b....... b a1",
        expect!["the piece on a1 cannot jump on"],
    );
    check(
        "......../......../......../......../......../......../......../b....... b b2",
        expect!["no piece of the side to move is on b2"],
    );
    check(
        ".b....../......../......../......../......../......../......../........ b",
        expect!["a man on b8 would be a king"],
    );
    check(
        "......../......../......../......../......../......../......../.b...... b",
        expect!["b1 is a light square"],
    );
    check("B:W33:B1", expect!["'33' is no square from 1 to 32"]);
    check("B:W1:X1", expect!["'X1' does not begin with B or W"]);
    check("B:W5:B5", expect!["there are two pieces on h2"]);
    check(
        "B:B1,2,3,4,5,6,7,8,9,10,11,12,13",
        expect!["13 pieces on a side of 12"],
    );
}

#[test]
fn as_many_lines_of_play_as_everybody_counts() {
    fn lines(game: &FlowGame, state: &State, depth: u32) -> u64 {
        let mut count = 0;
        each_move(game, state, "", &mut |_, after| {
            count += match depth {
                1 => 1,
                _ => lines(game, after, depth - 1),
            };
        });
        count
    }
    let game = checkers();
    let start = Scenario::new(&game, 2, 1);
    for (depth, count) in (1..).zip([7, 49, 302, 1469, 7361, 36768]) {
        assert_eq!(lines(&game, start.state(), depth), count, "depth {depth}");
    }
}

#[test]
fn the_laws_hold() {
    parlor_conformance::check(&checkers());
}
