//! One game with everything in it, for the laws.

use crate::prelude::*;

/// Every kind of zone, choice, node and change that a game can have, in no sensible order.
fn everything() -> FlowGame {
    let mut game = GameBuilder::new("everything", "Everything", 2..=4);
    game.chance();
    game.longest(500);
    let deck = game.zone("deck").hidden().stacked().add();
    let hand = game.zone("hand").owner_sees().each_seat();
    let mat = game.zone("mat").each_seat();
    let bag = game.zone("bag").count_only().add();
    let secret = game
        .zone("secret")
        .owner_sees()
        .others_see(Others::Nothing)
        .each_seat();
    let row = game.zone("row").add();
    let board = game
        .zone("board")
        .board(Grid::new(3, 3, Adjacency::All))
        .add();
    let map = Graph::new()
        .node("port")
        .node("hill")
        .node("cave")
        .edge("port", "hill")
        .edge("hill", "cave");
    let land = game.zone("land").board(map).add();
    let face = game.attribute("face").changes().add();
    let marked = game
        .attribute::<bool>("marked")
        .changes()
        .shown(Shown::Always)
        .add();
    let cup = game
        .zone("cup")
        .owner_sees()
        .others_see(Others::Backs)
        .each_seat();
    let die = game.die("d6", Die::d6(), face);
    for seat in 0..4 {
        game.set_up(move |dealer, setup| {
            if seat < setup.seats() {
                dealer.create(die, cup.of(Seat(seat)), Some(Seat(seat)));
            }
        });
    }
    let cards = Cards::of_ranks(game.schema(), deck, Rank::all().take(4));
    let pawn = game.definition("pawn", "P");
    game.place(pawn, land.at(Cell(0)), 1);
    let score = game.value("score", 0_i64).each_seat();
    let mood = game
        .value("mood", 0_i64)
        .shown(Shown::ToOwner)
        .between(0..=3)
        .each_seat();
    let entries = game.seat_list("entries");
    let says = game.message("says", "{seat} takes {card}");

    game.opening(move |play| {
        play.shuffle(deck);
        play.deal(deck, hand, 2);
        for seat in play.seats() {
            play.roll_all(cup.of(seat), face);
            play.set_of(seat, mood, i64::from(seat.0));
        }
    });
    game.on_enter(row, move |play, card| {
        let points = play.get(card, cards.rank).pack();
        play.add_to(play.seat(), score, points);
    });
    game.action("draw")
        .when(
            move |at| !at.zone(deck).is_empty(),
            "empty",
            "the deck is empty",
        )
        .run(move |play, _| {
            let seat = play.seat();
            if let Some(card) = play.draw(deck, hand.of(seat)) {
                play.say(says, [seat.into(), card.into()]);
            }
        });
    game.action("lay")
        .choose_piece("card", move |at| hand.of(at.seat()), |_, _| true)
        .run(move |play, args| play.put(args.piece("card"), row));
    game.action("hide")
        .choose_piece("cards", move |at| hand.of(at.seat()), |_, _| true)
        .many(1..=2)
        .choose_zone("where", move |at| vec![bag, secret.of(at.seat()), deck])
        .run(move |play, args| {
            play.put_all(args.pieces("cards"), args.zone("where"));
            play.shuffle(deck);
        });
    game.action("pass_on")
        .choose_seat("to", |at, seat| seat != at.seat())
        .choose_piece("card", move |at| hand.of(at.seat()), |_, _| true)
        .run(move |play, args| play.put(args.piece("card"), hand.of(args.seat("to"))));
    game.action("show")
        .choose_piece("card", move |at| hand.of(at.seat()), |_, _| true)
        .choose_word("how", ["all", "next", "moment"])
        .run(move |play, args| {
            let card = args.piece("card");
            match args.word("how").as_str() {
                "all" => play.show_to_all(card),
                "next" => {
                    let next = play.next(play.seat());
                    play.show_to(card, SeatSet::one(next));
                }
                _ => play.reveal(card, Eyes::ALL),
            }
        });
    game.action("peek")
        .when(
            move |at| !at.zone(deck).is_empty(),
            "empty",
            "the deck is empty",
        )
        .run(move |play, _| {
            if let Some(card) = play.zone(deck).top() {
                let seat = play.seat();
                play.reveal(card, Eyes::of(seat));
                play.set(card, marked, true);
            }
        });
    game.action("place")
        .choose_cell("cell", board, move |at, cell| {
            at.zone(board.at(cell)).is_empty()
        })
        .run(move |play, args| {
            let seat = play.seat();
            play.create(pawn, args.place("cell"), Some(seat));
        });
    game.action("walk")
        .choose_cell_of("to", land, move |at| {
            let pawn = at.zone(land).first().map(|pawn| at.cell_of(pawn));
            pawn.map_or(Vec::new(), |cell| at.board(land).exits(cell).collect())
        })
        .run(move |play, args| {
            let Some(pawn) = play.zone(land).first() else {
                return;
            };
            let map = play.board(land);
            let edge = map.edge_between(play.cell_of(pawn), args.cell("to"));
            play.put(pawn, args.place("to"));
            if let Some(edge) = edge {
                let open = play.rng().below(4) > 0;
                play.set_open(land, edge, open);
            }
        });
    game.action("roll").run(move |play, _| {
        play.roll_all(cup.of(play.seat()), face);
        play.again();
    });
    game.action("write")
        .choose_number("number", |_| 0..=3)
        .optional()
        .run(move |play, args| {
            let number = if args.has("number") {
                args.number("number")
            } else {
                -1
            };
            play.push(play.seat(), entries, number);
        });
    game.action("open").run(move |play, _| {
        let zone = hand.of(play.seat());
        match play.sight(zone) == Sight::OPEN {
            true => play.close(zone),
            false => play.open(zone),
        }
    });
    game.scores("most points", move |at, seat| at.of(seat, score));
    game.on_leave(move |play, seat| {
        play.empty(hand.of(seat), deck);
        play.shuffle(deck);
    });
    let turn = step([
        "draw", "lay", "hide", "pass_on", "show", "peek", "place", "walk", "roll", "write", "open",
    ]);
    let discard =
        together(["lay", "hide"]).seats(move |at, seat| !at.zone(hand.of(seat)).is_empty());
    let _ = mat;
    game.flow(repeat(
        3,
        sequence([
            phase("turns", "Turns", each_seat(turn.moves(0..=2))),
            phase("together", "Together", discard),
        ]),
    ))
}

#[test]
fn the_laws_hold_for_everything_at_once() {
    // Every position of this game takes long to look at from all sides.
    let game = everything();
    let checker = parlor_conformance::Checker::new(&game).positions(200);
    if let Err(violation) = checker.run() {
        panic!("{violation}");
    }
}
