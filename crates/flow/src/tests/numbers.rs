//! Numbers for commands, and commands that are too many to list.

use parlor_core::{Decision, Fast, Game, Hidden, Numbered, Rng, Setup, SystemCommand};

use parlor_table::Handle;

use crate::prelude::*;
use crate::{Input, State};

fn begin(game: &FlowGame, seed: u32) -> State {
    let setup = Setup::new(&game.info(), 2).unwrap();
    let mut state = game.setup(&setup).unwrap();
    let (mut rng, mut events) = (Rng::from_integer(seed), Vec::new());
    let mut decision = Decision::new(&mut rng, &mut events, Default::default());
    game.system(&state, &SystemCommand::Open, &mut decision)
        .unwrap();
    for event in &events {
        game.apply(&mut state, event);
    }
    state
}

/// The commands of so many numbers, drawn at random.
fn drawn(game: &FlowGame, state: &State, most: usize) -> Vec<Command> {
    let (mut rng, mut numbers) = (Rng::fast(1, 0), Vec::new());
    game.numbers(state, Seat(0), most, &mut rng, &mut numbers);
    assert_eq!(numbers.len(), most);
    let command = |number: &u64| game.numbered(state, Seat(0), *number).unwrap();
    numbers.iter().map(command).collect()
}

/// Very long lists take their time: a few positions will do, and the laws that this is about.
fn holds_for_some(game: &FlowGame) {
    use parlor_conformance::{Checker, Law};
    let checker = Checker::new(game).positions(4);
    let laws = [Law::FastEqualsSlow, Law::NumbersAreCommands];
    let report = checker.laws(laws).run();
    report.unwrap_or_else(|violation| panic!("{violation}"));
}

fn bidding() -> GameBuilder {
    let mut game = GameBuilder::new("bids", "Bids", 2..=2);
    let most = game.value("most", 0_i64).add();
    game.action("bid")
        .choose_number("amount", |_| 1..=1_000_000)
        .run(move |play, args| play.set_value(most, args.number("amount")));
    game
}

#[test]
fn every_number_of_a_long_range_can_be_drawn_and_played() {
    let game = bidding().flow(repeat(3, each_seat(step(["bid"]))));
    holds_for_some(&game);
    let state = begin(&game, 1);
    let amounts: Vec<i64> = drawn(&game, &state, 100)
        .iter()
        .map(|command| match command.args[0] {
            Input::Number(amount) => amount,
            _ => panic!("a number"),
        })
        .collect();
    assert!(amounts.iter().any(|amount| *amount > 950_000));
    assert!(amounts.iter().any(|amount| amount % 1_000 != 1));
    let (mut rng, mut high) = (Rng::fast(2, 0), 0);
    for _ in 0..50 {
        let command = game.sample(&state, Seat(0), &mut rng);
        high += u32::from(matches!(command.args[0], Input::Number(900_000..)));
    }
    assert!((1..20).contains(&high));
}

#[test]
fn conditions_and_checks_on_long_ranges_hold_of_what_is_drawn() {
    let mut game = bidding();
    game.action("odd")
        .choose_number("amount", |_| 1..=10_000)
        .only(|_, amount: i64| amount % 2 == 1, "even", "only odd numbers")
        .optional()
        .run(|_, _| {});
    game.action("pair")
        .choose_seat("to", |at, seat| seat != at.seat())
        .choose_number("amount", |_| 1..=100_000)
        .check(|_, args| match args.number("amount") % 777 {
            0 => Ok(()),
            _ => Err(Rejection::new("no", "only multiples of 777")),
        })
        .run(|_, _| {});
    let game = game.flow(repeat(3, each_seat(step(["odd", "pair"]))));
    holds_for_some(&game);
    let state = begin(&game, 1);
    let all = drawn(&game, &state, 50);
    assert!(all.iter().any(|command| command.action.as_str() == "odd"));
}

#[test]
fn a_range_can_be_as_long_as_it_likes() {
    let mut game = bidding();
    game.action("any")
        .choose_number("number", |_| i64::MIN..=i64::MAX)
        .run(|_, _| {});
    game.action("odd")
        .choose_number("number", |_| i64::MIN..=i64::MAX)
        .only(|_, number: i64| number % 2 != 0, "even", "only odd numbers")
        .run(|_, _| {});
    let game = game.flow(repeat(3, each_seat(step(["any", "odd"]))));
    let state = begin(&game, 1);
    for command in drawn(&game, &state, 50) {
        let mut rng = Rng::fast(1, 0);
        let mut after = state.clone();
        game.advance(&mut after, Seat(0), &command, &mut rng);
        assert_ne!(after, state, "{command}");
    }
}

#[test]
fn a_condition_that_almost_nothing_fulfils_still_leads_to_a_command() {
    let mut game = bidding();
    game.action("guess")
        .choose_number("amount", |_| 1..=1_000_000)
        .only(|_, amount: i64| amount == 123_456, "no", "no")
        .run(|_, _| {});
    let game = game.flow(repeat(3, each_seat(step(["guess"]))));
    holds_for_some(&game);
    let command = game.sample(&begin(&game, 1), Seat(0), &mut Rng::fast(1, 0));
    assert_eq!(command.to_string(), "guess 123456");
}

fn five_of_a_deck() -> FlowGame {
    let mut game = GameBuilder::new("five", "Five", 2..=2);
    let deck = game.zone("deck").add();
    Cards::standard(game.schema(), deck);
    game.action("take")
        .choose_piece("cards", move |_| deck, |_, _| true)
        .many(5..=5)
        .run(move |play, args| play.put_all(args.pieces("cards"), deck));
    game.flow(repeat(3, each_seat(step(["take"]))))
}

#[test]
fn any_five_of_a_deck_can_be_drawn_and_played() {
    let game = five_of_a_deck();
    let state = begin(&game, 1);
    let all = drawn(&game, &state, 64);
    let first = |command: &Command| match &command.args[0] {
        Input::Many(cards) if cards.len() == 5 => cards[0].clone(),
        _ => panic!("five"),
    };
    assert!(all.iter().any(|command| first(command) != Input::Number(0)));
    let mut commands: Vec<String> = all.iter().map(ToString::to_string).collect();
    commands.sort();
    commands.dedup();
    assert_eq!(commands.len(), 64);
    // By its number, a command leads where it leads by its name.
    let (mut rng, mut numbers) = (Rng::fast(1, 0), Vec::new());
    game.numbers(&state, Seat(0), 64, &mut rng, &mut numbers);
    for (number, command) in numbers.iter().zip(all) {
        let (mut one, mut other) = (state.clone(), state.clone());
        assert!(game.advance_number(&mut one, Seat(0), *number, &mut rng));
        game.advance(&mut other, Seat(0), &command, &mut rng);
        assert_eq!(one, other);
    }
}

#[test]
fn drawing_from_millions_lists_nothing() {
    let bids = bidding().flow(repeat(3, each_seat(step(["bid"]))));
    for game in [bids, five_of_a_deck()] {
        let mut state = begin(&game, 1);
        let (mut rng, mut numbers) = (Rng::fast(1, 0), Vec::new());
        let memory = allocation_counter::measure(|| {
            game.numbers(&state, Seat(0), 16, &mut rng, &mut numbers);
            let _ = game.sample(&state, Seat(0), &mut rng);
            assert!(game.advance_number(&mut state, Seat(0), numbers[7], &mut rng));
        });
        assert!(rng.drawn() < 100, "{}", rng.drawn());
        assert!(memory.bytes_total < 20_000, "{memory:?}");
    }
}

#[test]
fn an_action_that_wants_a_text_without_examples_can_be_taken() {
    let mut game = GameBuilder::new("texts", "Texts", 2..=2);
    game.action("say")
        .choose_text("what", 3..=9, |_| Vec::new())
        .run(|_, _| {});
    game.action("count")
        .choose_text("number", 1..=9, |_| Vec::new())
        .check(|_, args| match args.text("number").parse::<u32>() {
            Ok(_) => Ok(()),
            Err(_) => Err(Rejection::new("no_number", "this is no number")),
        })
        .run(|_, _| {});
    let game = game.flow(repeat(3, each_seat(step(["say", "count"]))));
    parlor_conformance::check(&game);
    assert_eq!(Scenario::new(&game, 2, 1).legal(), ["say aaa", "count 1"]);
}

#[test]
fn a_card_has_the_same_number_in_whichever_order_it_was_dealt() {
    let mut game = GameBuilder::new("hands", "Hands", 2..=2);
    game.chance();
    let deck = game.zone("deck").hidden().stacked().add();
    let hand = game.zone("hand").owner_sees().each_seat();
    let away = game.zone("away").hidden().each_seat();
    for (name, copies) in [("A", 2), ("B", 2), ("C", 2), ("D", 1)] {
        let card = game.definition("card", name);
        game.place(card, deck, copies);
    }
    game.action("lay")
        .choose_piece("card", move |at| hand.of(at.seat()), |_, _| true)
        .choose_seat("to", |at, seat| seat != at.seat())
        .run(move |play, args| play.put(args.piece("card"), away.of(args.seat("to"))));
    game.action("throw")
        .choose_piece("cards", move |at| hand.of(at.seat()), |_, _| true)
        .many(1..=2)
        .optional()
        .run(move |play, args| play.put_all(args.pieces("cards"), deck));
    game.action("pair")
        .choose_piece("cards", move |at| hand.of(at.seat()), |_, _| true)
        .many(2..=2)
        .check(|_, _| Ok(()))
        .run(move |play, args| play.put_all(args.pieces("cards"), deck));
    game.opening(move |play| {
        play.shuffle(deck);
        play.deal(deck, hand, 3);
    });
    let game = game.flow(repeat(3, each_seat(step(["lay", "throw", "pair"]))));
    parlor_conformance::Checker::new(&game)
        .positions(100)
        .run()
        .unwrap();
    // What the other one holds is drawn anew, and each of its cards keeps its number.
    let state = begin(&game, 1);
    let mut by_number: Vec<(u64, String)> = Vec::new();
    for stream in 0..40 {
        let mut rng = Rng::fast(3, stream);
        let mut other = game.resample(&state, Viewer::Seat(Seat(0)), &mut rng);
        let mut numbers = Vec::new();
        // The first seat does something, so that it is the other one's turn.
        game.numbers(&other, Seat(0), usize::MAX, &mut rng, &mut numbers);
        assert!(game.advance_number(&mut other, Seat(0), numbers[0], &mut rng));
        numbers.clear();
        game.numbers(&other, Seat(1), usize::MAX, &mut rng, &mut numbers);
        for number in numbers {
            let command = game.numbered(&other, Seat(1), number).unwrap();
            let read = read(other.table(), &command);
            match by_number.iter().find(|(known, _)| *known == number) {
                Some((_, known)) => assert_eq!(*known, read),
                None => by_number.push((number, read)),
            }
        }
    }
    let mut read: Vec<&String> = by_number.iter().map(|(_, read)| read).collect();
    read.sort();
    read.dedup();
    // Cards and pairs of cards; a twin makes a second number.
    assert!(read.len() > 10, "{read:?}");
    assert_eq!(by_number.len(), 21);
}

/// A command by what is on the cards, in whichever order they are named.
fn read(table: &Table, command: &Command) -> String {
    let name = |input: &Input| match input {
        Input::Number(handle) => {
            let piece = table
                .by_handle(Handle(*handle as u32), Viewer::Seat(Seat(1)))
                .unwrap();
            table.name(piece).to_owned()
        }
        _ => "-".into(),
    };
    let mut names = match &command.args[0] {
        Input::Many(cards) => cards.iter().map(name).collect(),
        card => vec![name(card)],
    };
    names.sort();
    format!("{} {}", command.action, names.join(" "))
}
#[test]
fn dice_are_known_by_what_they_show() {
    let mut game = GameBuilder::new("dice", "Dice", 2..=2);
    game.chance();
    let cup = game.zone("cup").add();
    let face = game.attribute::<i64>("face").changes().add();
    let die = game.schema().die("d6", Die::d6(), face);
    game.place(die, cup, 5);
    game.action("keep")
        .choose_piece("dice", move |_| cup, |_, _| true)
        .many(0..=5)
        .run(move |play, args| {
            let kept = args.pieces("dice");
            let all: Vec<Piece> = play.zone(cup).pieces().collect();
            for die in all.into_iter().filter(|die| !kept.contains(die)) {
                play.roll(die, face);
            }
        });
    game.opening(move |play| play.roll_all(cup, face));
    let game = game.flow(repeat(3, each_seat(step(["keep"]))));
    parlor_conformance::Checker::new(&game)
        .positions(100)
        .run()
        .unwrap();
    // Whichever of the dice shows it: keeping one six is keeping one six.
    let mut numbers_of_one_six = Vec::new();
    for seed in 1..60 {
        let state = begin(&game, seed);
        let faces: Vec<i64> = state.table().zone(cup).pieces().values(face).collect();
        if let Some(six) = faces.iter().position(|face| *face == 6) {
            let mut numbers = Vec::new();
            game.numbers(
                &state,
                Seat(0),
                usize::MAX,
                &mut Rng::fast(1, 0),
                &mut numbers,
            );
            // Nothing is kept, one of five is kept, and so on.
            numbers_of_one_six.push(numbers[1 + six]);
        }
    }
    numbers_of_one_six.dedup();
    assert_eq!(numbers_of_one_six.len(), 1);
}
