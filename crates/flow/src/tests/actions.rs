//! Choices of every kind, conditions and reasons.

use expect_test::{Expect, expect};

use crate::prelude::*;

/// What a seat can say, and what comes of saying something.
fn check(game: FlowGame, texts: &[&str], expect: Expect) {
    let scenario = Scenario::new(&game, 2, 1);
    let mut lines = vec![scenario.legal().join(", ")];
    for text in texts {
        let mut scenario = Scenario::new(&game, 2, 1);
        lines.push(match scenario.play(text) {
            Ok(()) => format!("{text}: {}", scenario.heard().join("; ")),
            Err(rejection) => format!("{text} is refused ({}): {rejection}", rejection.code()),
        });
    }
    expect.assert_eq(&lines.join("\n"));
}

fn game() -> GameBuilder {
    GameBuilder::new("test", "Test", 2..=2)
}

#[test]
fn a_number_within_bounds() {
    let mut game = game();
    let coins = game.value("coins", 3_i64).add();
    let bids = game.message("bids", "{seat} bids {amount}");
    game.action("bid")
        .choose_number("amount", move |at| 1..=at.value(coins))
        .quiet()
        .run(move |play, args| play.say(bids, [play.seat().into(), args.number("amount").into()]));
    check(
        game.flow(step(["bid"])),
        &["bid 2", "bid 4", "bid x", "bid", "bid 1 2"],
        expect![[r#"
            bid 1, bid 2, bid 3
            bid 2: seat 0 bids 2
            bid 4 is refused (not_a_choice): 4 cannot be chosen as amount now
            bid x is refused (not_a_choice): x cannot be chosen as amount now
            bid is refused (wrong_answers): bid asks for: amount
            bid 1 2 is refused (wrong_answers): bid asks for: amount"#]],
    );
}

#[test]
fn a_long_range_is_accepted_whole_and_listed_in_part() {
    let mut game = game();
    game.action("bid")
        .choose_number("amount", |_| 0..=1_000_000)
        .run(|_, _| {});
    let game = game.flow(step(["bid"]));
    let mut scenario = Scenario::new(&game, 2, 1);
    let legal = scenario.legal();
    assert!(legal.len() < 1_100 && legal[0] == "bid 0" && legal[legal.len() - 1] == "bid 1000000");
    scenario.play("bid 123457").unwrap();
}

#[test]
fn a_seat_a_word_and_an_optional_number() {
    let mut game = game();
    game.action("offer")
        .choose_seat("to", |at, seat| seat != at.seat())
        .choose_word("what", ["wood", "wool"])
        .choose_number("price", |_| 1..=1)
        .optional()
        .label("offer {what} to {to} for {price}")
        .run(|_, _| {});
    check(
        game.flow(step(["offer"])),
        &["offer 1 wool -", "offer 0 wool 1", "offer 1 iron 1"],
        expect![[r#"
            offer wood to seat 1 for nothing, offer wood to seat 1 for 1, offer wool to seat 1 for nothing, offer wool to seat 1 for 1
            offer 1 wool -: seat 0: offer wool to seat 1 for nothing
            offer 0 wool 1 is refused (not_a_choice): 0 cannot be chosen as to now
            offer 1 iron 1 is refused (not_a_choice): iron cannot be chosen as what now"#]],
    );
}

#[test]
fn pieces_cells_and_zones_that_depend_on_each_other() {
    let mut game = game();
    let board = game
        .zone("board")
        .board(Grid::new(2, 2, Adjacency::Orthogonal))
        .add();
    let (left, right) = (game.zone("left").add(), game.zone("right").add());
    let pawn = game.definition("pawn", "P");
    game.place(pawn, board.at(Cell(0)), 1);
    game.place(pawn, board.at(Cell(3)), 1);
    game.action("move")
        .choose_piece("pawn", move |_| board, |_, _| true)
        .display(|at, pawn: Piece| at.place_name(at.place_of(pawn)))
        .choose_cell_of("to", board, move |at| {
            let cell = at.cell_of(at.args().piece("pawn"));
            let free = |cell: &Cell| at.zone(board.at(*cell)).is_empty();
            at.board(board)
                .neighbours(cell)
                .iter()
                .copied()
                .filter(free)
                .collect()
        })
        .label("{pawn}-{to}")
        .run(move |play, args| play.put(args.piece("pawn"), args.place("to")));
    game.action("store")
        .choose_piece_of("pawn", move |at| at.zone(board).pieces().collect())
        .choose_zone("where", move |_| vec![left, right])
        .check(move |at, args| {
            let near = at.cell_of(args.piece("pawn")) == Cell(0);
            match near || args.zone("where") == right {
                true => Ok(()),
                false => {
                    Err(Rejection::new("too_far", "{where} is too far away").with("where", "left"))
                }
            }
        })
        .run(move |play, args| play.put(args.piece("pawn"), args.zone("where")));
    check(
        game.flow(step(["move", "store"])),
        &[
            "a1-a2",
            "move 0 b1",
            "move 0 b2",
            "move 7 b2",
            "store 1 left",
        ],
        expect![[r#"
            a1-b1, a1-a2, store P 1 left, store P 1 right, b2-b1, b2-a2, store P 2 right
            a1-a2: seat 0: a1-a2
            move 0 b1: seat 0: a1-b1
            move 0 b2 is refused (not_a_choice): b2 cannot be chosen as to now
            move 7 b2 is refused (not_a_choice): 7 cannot be chosen as pawn now
            store 1 left is refused (too_far): left is too far away"#]],
    );
}

#[test]
fn many_at_once_in_any_order() {
    let mut game = game();
    let row = game.zone("row").add();
    for name in ["a", "b", "c"] {
        let tile = game.definition("tile", name);
        game.place(tile, row, 1);
    }
    game.action("take")
        .choose_piece("tiles", move |_| row, |_, _| true)
        .many(2..=3)
        .run(move |play, args| {
            args.pieces("tiles")
                .into_iter()
                .for_each(|tile| play.remove(tile))
        });
    let game = game.flow(step(["take"]));
    let scenario = Scenario::new(&game, 2, 1);
    assert_eq!(
        scenario.legal(),
        ["take a b", "take a c", "take b c", "take a b c"]
    );
    let take = |tiles: Vec<i64>| {
        let command = Command::new("take").with(tiles);
        let text = serde_json::to_string(&command).unwrap();
        let command: Command = serde_json::from_str(&text).unwrap();
        use parlor_core::Game;
        let (mut rng, mut events) = (parlor_core::Rng::from_integer(1), Vec::new());
        let mut decision = parlor_core::Decision::new(&mut rng, &mut events, Default::default());
        let answer = game.decide(scenario.state(), Seat(0), &command, &mut decision);
        answer.map_err(|rejection| rejection.to_string())
    };
    assert_eq!(take(vec![2, 0]), Ok(()));
    assert_eq!(
        take(vec![0]),
        Err("tiles takes 2 to 3 answers, not 1".into())
    );
    assert_eq!(take(vec![1, 1]), Err("tiles: 1 is there twice".into()));
}

#[test]
fn a_text_of_a_length() {
    let mut game = game();
    game.action("name")
        .choose_text("name", 2..=5, |_| {
            vec!["Ann".into(), "much too long".into()]
        })
        .run(|_, _| {});
    check(
        game.flow(step(["name"])),
        &["name Bob", "name X"],
        expect![[r#"
            name Ann
            name Bob: seat 0: name Bob
            name X is refused (wrong_length): name takes 2 to 5 characters"#]],
    );
}

#[test]
fn conditions_and_checks_say_why_not() {
    let mut game = game();
    let gold = game.value("gold", 0_i64).add();
    game.action("buy")
        .when(move |at| at.value(gold) > 0, "no_gold", "you have no gold")
        .run(|_, _| {});
    game.action("roll").run(|_, _| {});
    game.action("pick")
        .choose_from("number", |_| vec![1_i64, 2, 3, 2])
        .valid(|_, number: i64| match number % 2 {
            0 => Err(Rejection::new("even", "{number} is even").with("number", number)),
            _ => Ok(()),
        })
        .display(|_, number: i64| format!("no. {number}"))
        .run(|_, _| {});
    check(
        game.flow(step(["buy", "pick"])),
        &["buy", "roll", "fly", "pick 2", "pick 4", "pick no. 3"],
        expect![[r#"
            pick no. 1, pick no. 3
            buy is refused (no_gold): you have no gold
            roll is refused (not_now): roll is not possible now
            fly is refused (not_legal): 'fly' is not legal now
            pick 2 is refused (even): 2 is even
            pick 4 is refused (not_a_choice): 4 cannot be chosen as number now
            pick no. 3: seat 0: pick no. 3"#]],
    );
}

#[test]
#[should_panic(expected = "no choice is called 'colour'; there are: number")]
fn asking_for_a_choice_that_is_not_there_names_those_that_are() {
    let mut game = game();
    game.action("pick")
        .choose_number("number", |_| 1..=2)
        .run(|_, args| {
            args.number("colour");
        });
    let game = game.flow(step(["pick"]));
    let _ = Scenario::new(&game, 2, 1).play("pick 1");
}

#[test]
fn what_is_final_is_fenced() {
    use parlor_core::{Match, Seed, Setup};
    let mut game = game();
    game.action("sign").not_undoable().run(|_, _| {});
    game.action("think").run(|_, _| {});
    let game = game.flow(repeat(4, each_seat(step(["sign", "think"]))));
    use parlor_core::Game;
    let setup = Setup::new(&game.info(), 2).unwrap();
    let mut play = Match::new(game, setup, Seed::Integer(1)).unwrap();
    play.play(Seat(0), &Command::new("think")).unwrap();
    play.play(Seat(1), &Command::new("sign")).unwrap();
    assert!(!play.is_fenced(2) && play.is_fenced(3));
    assert_eq!(
        play.undo_needs(Seat(1), 2).unwrap().len(),
        1,
        "the other one's consent"
    );
}

#[test]
fn a_long_range_with_a_condition_is_accepted_whole_too() {
    let mut game = game();
    game.action("bid")
        .choose_number("amount", |_| 0..=1_000_000)
        .only(|_, amount: i64| amount % 2 == 1, "even", "only odd numbers")
        .run(|_, _| {});
    game.action("any")
        .choose_number("amount", |_| i64::MIN..=i64::MAX)
        .run(|_, _| {});
    let game = game.flow(repeat(2, step(["bid", "any"])));
    let mut scenario = Scenario::new(&game, 2, 1);
    assert_eq!(scenario.play("bid 123456").unwrap_err().code(), "even");
    scenario.play("bid 123457").unwrap();
    scenario.play("any -5").unwrap();
}

#[test]
fn a_reason_is_given_only_for_what_could_be_chosen() {
    let mut game = game();
    let (shop, shelf) = (game.zone("shop").add(), game.zone("shelf").add());
    let (hat, coat) = (
        game.definition("hat", "hat"),
        game.definition("coat", "coat"),
    );
    game.place(hat, shop, 1);
    game.place(coat, shelf, 1);
    game.action("buy")
        .choose_piece("thing", move |_| shop, |_, _| true)
        .only(|_, _: Piece| false, "too_dear", "too dear")
        .run(|_, _| {});
    game.action("leave").run(|_, _| {});
    check(
        game.flow(step(["buy", "leave"])),
        &["buy 0", "buy 1"],
        expect![[r#"
            leave
            buy 0 is refused (too_dear): too dear
            buy 1 is refused (not_a_choice): 1 cannot be chosen as thing now"#]],
    );
}

#[test]
fn zones_are_called_by_their_names_even_where_they_are_boards() {
    let mut game = game();
    let sea = game
        .zone("sea")
        .board(Grid::new(2, 2, Adjacency::All))
        .each_seat();
    game.action("aim")
        .choose_zone("at", move |at| {
            at.seats().map(|seat| sea.of(seat)).collect()
        })
        .run(|_, _| {});
    check(
        game.flow(step(["aim"])),
        &["aim sea-1"],
        expect![[r#"
            aim seat 0: sea, aim seat 1: sea
            aim sea-1: seat 0: aim seat 1: sea"#]],
    );
}

#[test]
fn a_condition_that_few_numbers_fulfil_finds_them() {
    let mut game = game();
    game.action("bid")
        .choose_number("amount", |_| 1..=1_000_000)
        .only(
            |_, amount: i64| amount % 777 == 0,
            "odd",
            "only multiples of 777",
        )
        .run(|_, _| {});
    let game = game.flow(step(["bid"]));
    let legal = Scenario::new(&game, 2, 1).legal();
    assert_eq!((legal[0].as_str(), legal.len()), ("bid 777", 1_000));
}

#[test]
fn a_long_text_can_be_said() {
    let mut game = game();
    let clue = game.message("clue", "{seat}: {clue}");
    game.action("give")
        .choose_text("clue", 1..=60, |_| vec!["water".into()])
        .quiet()
        .run(move |play, args| play.say(clue, [play.seat().into(), args.text("clue").into()]));
    let game = game.flow(step(["give"]));
    let mut scenario = Scenario::new(&game, 2, 1);
    scenario.play("give antidisestablishmentarianism").unwrap();
    assert_eq!(scenario.heard(), ["seat 0: antidisestablishmentarianism"]);
}

#[test]
#[should_panic(expected = "its length is all that can be asked of it here; use check()")]
fn conditions_on_a_text_are_a_mistake() {
    game()
        .action("name")
        .choose_text("name", 1..=9, |_| vec!["Ann".into()])
        .only(|_, _: i64| false, "no", "no")
        .run(|_, _| {});
}

#[test]
fn too_many_pieces_are_refused() {
    let mut game = game();
    let heap = game.zone("heap").add();
    let coin = game.definition("coin", "coin");
    let sum = game.value("sum", i64::MAX).add();
    game.action("mint")
        .choose_number("coins", |_| 1..=100_000)
        .run(move |play, args| {
            for _ in 0..args.number("coins") {
                let coin = play.create(coin, heap, None);
                play.add(sum, 1);
                play.put(coin, heap);
            }
        });
    let game = game.flow(repeat(2, step(["mint"])));
    let mut scenario = Scenario::new(&game, 2, 1);
    let refused = scenario.play("mint 100000").unwrap_err();
    assert_eq!(refused.code(), "over_budget");
    scenario.play("mint 10").unwrap();
}
