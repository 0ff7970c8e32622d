//! A small card battle with all that pieces can be: attached, controlled, full of counters, tokens, remembered in lists.

use crate::prelude::*;

/// Beasts and auras, half of each in the deck of both seats.
fn battle() -> FlowGame {
    let mut game = GameBuilder::new("battle", "Battle", 2..=3);
    game.chance();
    game.longest(300);
    let deck = game.zone("deck").hidden().stacked().add();
    let hand = game.zone("hand").owner_sees().each_seat();
    let field = game.zone("field").most(3).each_seat();
    let grave = game.zone("grave").add();
    let poison = game.counter("poison");
    let waiting: TableList<Piece> = game.list("waiting").add();
    let plans = game.list::<u8>("plans").shown(Shown::ToOwner);
    let plans = plans.between(0..=3).each_seat();
    let marks = game.list::<u8>("marks").each_piece();
    for number in 0..5 {
        let beast = game.definition("card", &format!("beast {number}"));
        let aura = game.definition("card", &format!("aura {number}"));
        game.place(beast, deck, 1);
        game.place(aura, deck, 1);
    }
    let goblin = game.token("token", "goblin");
    // A token has another back, by which everybody could tell it from the cards.
    let is_card = move |at: &At<'_>, piece: Piece| at.definition(piece) != goblin;
    let is_aura = |at: &At<'_>, piece: Piece| at.name(piece).starts_with("aura");

    game.opening(move |play| {
        play.shuffle(deck);
        play.deal(deck, hand, 3);
    });
    game.action("draw")
        .when(
            move |at| !at.zone(deck).is_empty(),
            "empty",
            "the deck is empty",
        )
        .run(move |play, _| {
            let seat = play.seat();
            play.draw(deck, hand.of(seat));
        });
    game.action("summon")
        .when(
            move |at| at.has_room(field.of(at.seat())),
            "full",
            "your field is full",
        )
        .choose_piece(
            "card",
            move |at| hand.of(at.seat()),
            move |at, card| !is_aura(at, card),
        )
        .run(move |play, args| {
            let seat = play.seat();
            play.put(args.piece("card"), field.of(seat));
            play.give(args.piece("card"), Some(seat));
        });
    game.action("enchant")
        .choose_piece("aura", move |at| hand.of(at.seat()), is_aura)
        .choose_piece("beast", move |at| field.of(at.next(at.seat())), |_, _| true)
        .run(move |play, args| {
            let (aura, beast) = (args.piece("aura"), args.piece("beast"));
            play.attach(aura, beast);
            play.push_item(waiting, aura);
            let number = play.rng().below(4) as u8;
            play.push_item(marks.of(aura), number);
        });
    game.action("charm")
        .choose_piece("beast", move |at| field.of(at.next(at.seat())), |_, _| true)
        .run(move |play, args| {
            let seat = play.seat();
            play.control(args.piece("beast"), Some(seat));
            play.push_item(plans.of(seat), 1);
        });
    game.action("poison")
        .choose_piece("beast", move |at| field.of(at.seat()), |_, _| true)
        .run(move |play, args| {
            let beast = args.piece("beast");
            play.add_counters(beast, poison, 2);
            if play.get(beast, poison) > 3 {
                play.detach_all(beast, grave);
                play.remove(beast);
            }
        });
    game.action("retreat")
        .choose_piece("beast", move |at| field.of(at.seat()), is_card)
        .run(move |play, args| {
            let owner = play.owner(args.piece("beast")).unwrap_or(play.seat());
            play.put(args.piece("beast"), hand.of(owner));
            play.pop_item(waiting);
        });
    game.action("breed")
        .when(
            move |at| at.has_room(field.of(at.seat())),
            "full",
            "your field is full",
        )
        .run(move |play, _| {
            let seat = play.seat();
            play.create(goblin, field.of(seat), Some(seat));
        });
    game.action("hide")
        .choose_piece("beast", move |at| field.of(at.seat()), is_card)
        .run(move |play, args| {
            play.hide(args.piece("beast"));
            play.put(args.piece("beast"), deck);
            play.shuffle(deck);
        });
    let turn = step([
        "draw", "summon", "enchant", "charm", "poison", "retreat", "breed", "hide",
    ]);
    game.scores("most beasts", move |at, seat| {
        let fields = at.seats().flat_map(|seat| at.zone(field.of(seat)).pieces());
        let own = |piece: &Piece| at.controller(*piece) == Some(seat);
        fields.filter(own).count() as i64
    });
    game.flow(repeat(4, each_seat(turn.moves(0..=3))))
}

#[test]
fn the_laws_hold_for_all_that_pieces_can_be() {
    let game = battle();
    let checker = parlor_conformance::Checker::new(&game).positions(200);
    if let Err(violation) = checker.run() {
        panic!("{violation}");
    }
}

#[test]
fn a_full_zone_refuses_the_command_that_would_put_more_there() {
    let mut game = GameBuilder::new("slots", "Slots", 1..=1);
    let (bag, slot) = (game.zone("bag").add(), game.zone("slot").most(1).add());
    let gem = game.definition("gem", "ruby");
    game.place(gem, bag, 2);
    game.action("put").run(move |play, _| {
        play.draw(bag, slot);
    });
    game.action("make").run(move |play, _| {
        play.create(gem, slot, None);
    });
    let game = game.flow(repeat(2, step(["put", "make"])));
    let mut scenario = Scenario::new(&game, 1, 1);
    scenario.play("put").unwrap();
    for command in ["put", "make"] {
        let refused = scenario.play(command).unwrap_err().to_string();
        assert!(
            refused.contains("slot is full: it holds at most 1"),
            "{refused}"
        );
    }
    scenario.assert_zone(slot, &["ruby"]);
    scenario.assert_zone(bag, &["ruby"]);
}
