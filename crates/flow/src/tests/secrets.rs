//! Simultaneous steps and messages: who hears what, and when.

use parlor_core::{Game, SystemCommand};

use crate::prelude::*;

/// Both seats lay one of three cards down at the same time.
fn duel() -> (FlowGame, EachZone) {
    let mut game = GameBuilder::new("duel", "Duel", 2..=3);
    let hand = game.zone("hand").owner_sees().each_seat();
    let table = game.zone("table").each_seat();
    for name in ["rock", "paper", "scissors"] {
        let card = game.definition("card", name);
        for seat in 0..3 {
            game.set_up(move |dealer, setup| {
                if seat < setup.seats() {
                    dealer.create(card, hand.of(Seat(seat)), None);
                }
            });
        }
    }
    let lays = game.message("lays", "{seat} lays {card}");
    game.action("lay")
        .choose_piece("card", move |at| hand.of(at.seat()), |_, _| true)
        .run(move |play, args| {
            let (seat, card) = (play.seat(), args.piece("card"));
            play.put(card, table.of(seat));
            play.say(lays, [seat.into(), card.into()]);
        });
    (game.flow(repeat(2, together(["lay"]))), table)
}

#[test]
fn the_laws_hold_for_a_duel() {
    parlor_conformance::check(&duel().0);
}

#[test]
fn what_is_chosen_stays_secret_until_all_have_chosen() {
    let (game, table) = duel();
    let mut scenario = Scenario::new(&game, 2, 1);
    let before = scenario.view(Viewer::Seat(Seat(0)));
    scenario.play_as(Seat(1), "lay paper").unwrap();
    assert_eq!(scenario.heard(), ["seat 1 has chosen"]);
    let after = scenario.view(Viewer::Seat(Seat(0)));
    assert_eq!((before.zones, before.actions), (after.zones, after.actions));
    assert_eq!(scenario.to_act(), [Seat(0)]);
    scenario.play("lay rock").unwrap();
    assert_eq!(
        scenario.heard()[1..],
        ["seat 0 lays rock", "seat 1 lays paper"]
    );
    scenario.assert_zone(table.of(Seat(1)), &["paper"]);
    assert_eq!(scenario.to_act(), [Seat(0), Seat(1)]);
}

#[test]
fn who_leaves_takes_the_choice_along() {
    let (game, table) = duel();
    let mut scenario = Scenario::new(&game, 3, 1);
    scenario.play_as(Seat(1), "lay paper").unwrap();
    scenario.play_as(Seat(2), "lay paper").unwrap();
    scenario
        .system(SystemCommand::Resign { seat: Seat(1) })
        .unwrap();
    scenario.play("lay rock").unwrap();
    scenario.assert_zone(table.of(Seat(1)), &[]);
    scenario.assert_zone(table.of(Seat(2)), &["paper"]);
}

#[test]
fn at_once_everybody_acts_until_done() {
    let mut game = GameBuilder::new("grab", "Grab", 2..=2);
    let heap = game.zone("heap").add();
    let own = game.zone("own").each_seat();
    let coin = game.definition("coin", "coin");
    game.place(coin, heap, 5);
    game.action("grab")
        .when(
            move |at| !at.zone(heap).is_empty(),
            "none",
            "nothing is left",
        )
        .run(move |play, _| {
            play.draw(heap, own.of(play.seat()));
        });
    let enough = move |at: &At<'_>, seat: Seat| at.zone(own.of(seat)).len() == 2;
    let game = game.flow(together(["grab"]).until(enough));
    let mut scenario = Scenario::new(&game, 2, 1);
    scenario.play_as(Seat(1), "grab").unwrap();
    scenario.play_as(Seat(1), "grab").unwrap();
    assert_eq!(scenario.to_act(), [Seat(0)]);
    scenario.play_all(["grab", "grab"]).unwrap();
    assert!(scenario.to_act().is_empty());
    scenario.assert_zone(heap, &["coin"]);
}

#[test]
fn a_message_names_a_card_only_to_those_who_see_it() {
    let mut game = GameBuilder::new("draw", "Draw", 2..=2);
    let deck = game.zone("deck").hidden().add();
    let hand = game.zone("hand").owner_sees().each_seat();
    let ace = game.definition("card", "A♠");
    game.place(ace, deck, 1);
    let drew = game.message("drew", "{seat} draws {card}");
    let psst = game.message("psst", "only you hear this");
    game.action("draw").run(move |play, _| {
        let seat = play.seat();
        if let Some(card) = play.draw(deck, hand.of(seat)) {
            play.say(drew, [seat.into(), card.into()]);
            play.say_to(Eyes::of(seat), psst, []);
        }
    });
    let game = game.flow(step(["draw"]));
    let mut scenario = Scenario::new(&game, 2, 1);
    scenario.play("draw").unwrap();
    let recent = |viewer| -> Vec<String> {
        let recent = scenario.view(viewer).recent;
        let texts = recent.iter().map(|told| told.message.to_string());
        texts.filter(|text| !text.is_empty()).collect()
    };
    assert_eq!(
        recent(Viewer::Seat(Seat(0))),
        ["seat 0 draws A♠", "only you hear this"]
    );
    assert_eq!(recent(Viewer::Seat(Seat(1))), ["seat 0 draws a card"]);
    assert_eq!(recent(Viewer::Spectator), ["seat 0 draws a card"]);
}

#[test]
fn a_card_that_cannot_be_told_from_others_cannot_be_pointed_at() {
    let mut game = GameBuilder::new("steal", "Steal", 2..=2);
    let hand = game.zone("hand").owner_sees().each_seat();
    let card = game.definition("card", "A♠");
    game.place(card, hand.of(Seat(1)), 2);
    game.action("steal")
        .choose_piece("card", move |at| hand.of(at.next(at.seat())), |_, _| true)
        .run(|play, args| play.remove(args.piece("card")));
    game.action("wait").run(|_, _| {});
    let game = game.flow(step(["steal", "wait"]));
    let mut scenario = Scenario::new(&game, 2, 1);
    assert_eq!(scenario.legal(), ["wait"]);
    assert_eq!(scenario.play("steal 1").unwrap_err().code(), "not_a_choice");
    assert!(game.info().hidden);
}

#[test]
fn a_reason_tells_nothing_of_a_face_that_the_seat_does_not_see() {
    let mut game = GameBuilder::new("low", "Low", 2..=2);
    let deck = game.zone("deck").hidden().add();
    let hand = game.zone("hand").owner_sees().each_seat();
    let rank = Cards::standard(game.schema(), deck).rank;
    game.opening(move |play| {
        let king = play.zone(deck).top();
        play.put_all(king, hand.of(Seat(0)));
    });
    game.action("play")
        .choose_piece("card", move |at| hand.of(at.seat()), |_, _| true)
        .valid(move |at, card: Piece| match at.get(card, rank) {
            Rank(13) => Err(Rejection::new("too_high", "too high")),
            _ => Ok(()),
        })
        .run(|_, _| {});
    game.action("pass").run(|_, _| {});
    let game = game.flow(step(["play", "pass"]));
    let mut scenario = Scenario::new(&game, 2, 1);
    let mut codes = |zone: Zone| -> Vec<String> {
        let handles: Vec<String> = (scenario.table().zone(zone).pieces())
            .map(|card| {
                let handle = scenario.table().handle(card, Viewer::Seat(Seat(0)));
                format!("play {}", handle.map_or(0, |handle| handle.0))
            })
            .collect();
        let refused = handles.iter().map(|text| scenario.play(text).unwrap_err());
        refused.map(|rejection| rejection.code().into()).collect()
    };
    assert_eq!(codes(hand.of(Seat(0))), ["too_high"]);
    // The other three kings are in the deck, where anybody can point at them.
    assert!(codes(deck).iter().all(|code| code == "not_a_choice"));
}

#[test]
fn a_secret_choice_is_of_the_card_whatever_it_is_called_later() {
    let mut game = GameBuilder::new("pass", "Pass", 2..=2);
    let hand = game.zone("hand").owner_sees().each_seat();
    let rank = game.attribute::<i64>("rank").add();
    for (number, name) in (0..).zip(["a", "b", "c", "d"]) {
        let card = game.definition("card", name);
        game.give(card, rank, 9 - number);
        game.place(card, hand.of(Seat((number % 2) as u8)), 1);
    }
    game.action("pass")
        .choose_piece("card", move |at| hand.of(at.seat()), |_, _| true)
        .run(move |play, args| {
            let next = hand.of(play.next(play.seat()));
            play.put(args.piece("card"), next);
            // Sorting gives all cards of the hand new handles.
            play.sort(next, rank);
        });
    let game = game.flow(together(["pass"]));
    let mut scenario = Scenario::new(&game, 2, 1);
    scenario.play_all(["pass a", "pass b"]).unwrap();
    scenario.assert_zone(hand.of(Seat(0)), &["c", "b"]);
    scenario.assert_zone(hand.of(Seat(1)), &["d", "a"]);
}

#[test]
fn a_choice_that_has_become_impossible_is_said_to_be() {
    let mut game = GameBuilder::new("grab", "Grab", 2..=2);
    let (heap, own) = (game.zone("heap").add(), game.zone("own").each_seat());
    let coin = game.definition("coin", "coin");
    game.place(coin, heap, 1);
    game.action("grab")
        .choose_piece("coin", move |_| heap, |_, _| true)
        .run(move |play, args| play.put(args.piece("coin"), own.of(play.seat())));
    let game = game.flow(together(["grab"]));
    let mut scenario = Scenario::new(&game, 2, 1);
    scenario.play_all(["grab coin", "grab coin"]).unwrap();
    assert!(
        scenario
            .heard()
            .contains(&"what seat 1 has chosen is no longer possible".into())
    );
}

#[test]
fn secrets_of_open_zones_are_kept_where_the_author_says_that_there_are_some() {
    let mut game = GameBuilder::new("peek", "Peek", 2..=2);
    game.secrets();
    let row = game.zone("row").add();
    for name in ["A", "B"] {
        let card = game.definition("card", name);
        game.place(card, row, 1);
    }
    game.opening(move |play| {
        let cards: Vec<Piece> = play.zone(row).pieces().collect();
        cards.into_iter().for_each(|card| play.hide(card));
        play.shuffle(row);
    });
    game.action("peek")
        .choose_piece("card", move |_| row, |_, _| true)
        .run(|play, args| {
            let seat = play.seat();
            play.show_only_to(args.piece("card"), SeatSet::one(seat));
        });
    game.chance();
    let game = game.flow(each_seat(step(["peek"])));
    assert!(game.info().hidden);
    parlor_conformance::check(&game);
}

#[test]
fn a_secret_value_could_be_anything_that_it_can_be() {
    use parlor_core::{Hidden, Rng};
    let mut game = GameBuilder::new("bid", "Bid", 2..=2);
    let bid = game
        .value("bid", 0_i64)
        .shown(Shown::ToOwner)
        .between(0..=9)
        .each_seat();
    game.action("bid")
        .choose_number("coins", |_| 0..=9)
        .run(move |play, args| play.set_of(play.seat(), bid, args.number("coins")));
    let game = game.flow(repeat(2, together(["bid"])));
    parlor_conformance::check(&game);
    let mut scenario = Scenario::new(&game, 2, 1);
    scenario.play_all(["bid 7", "bid 3"]).unwrap();
    let mut rng = Rng::fast(1, 0);
    let mut imagine = || game.resample(scenario.state(), Viewer::Seat(Seat(0)), &mut rng);
    let bids: Vec<i64> = (0..50)
        .map(|_| imagine().table().of(Seat(1), bid))
        .collect();
    assert!(bids.iter().any(|bid| *bid != 3) && bids.iter().all(|bid| (0..=9).contains(bid)));
    assert_eq!(imagine().table().of(Seat(0), bid), 7);
}

#[test]
#[should_panic(expected = "the value bid is a secret: say what it can be with between()")]
fn a_secret_value_must_say_what_it_can_be() {
    let mut game = GameBuilder::new("bid", "Bid", 2..=2);
    game.value("bid", 0_i64).shown(Shown::ToOwner).each_seat();
    game.flow(sequence([]));
}

#[test]
fn a_sample_remembers_nothing_of_what_a_viewer_was_not_told() {
    use parlor_core::{Hidden, Rng};
    let mut game = GameBuilder::new("draw", "Draw", 2..=2);
    game.chance();
    let deck = game.zone("deck").hidden().add();
    let hand = game.zone("hand").owner_sees().each_seat();
    for name in ["A", "B", "C", "D"] {
        let card = game.definition("card", name);
        game.place(card, deck, 1);
    }
    let drew = game.message("drew", "{seat} draws {card}");
    game.opening(move |play| play.shuffle(deck));
    game.action("draw").run(move |play, _| {
        let seat = play.seat();
        if let Some(card) = play.draw(deck, hand.of(seat)) {
            play.say(drew, [seat.into(), card.into()]);
        }
    });
    let game = game.flow(each_seat(step(["draw"])));
    parlor_conformance::check(&game);
    let recent = |seed: u32, viewer: u8| {
        let mut scenario = Scenario::new(&game, 2, seed);
        scenario.play("draw").unwrap();
        let viewer = Viewer::Seat(Seat(viewer));
        let sample = game.resample(scenario.state(), viewer, &mut Rng::fast(1, 0));
        sample.said().cloned().collect::<Vec<_>>()
    };
    assert!((2..9).all(|seed| recent(seed, 1) == recent(1, 1)));
    assert!((2..9).any(|seed| recent(seed, 0) != recent(1, 0)));
}

#[test]
fn a_message_names_no_back_where_none_is_seen() {
    let mut game = GameBuilder::new("bag", "Bag", 2..=2);
    let bag = game.zone("bag").count_only().add();
    let hand = game
        .zone("hand")
        .owner_sees()
        .others_see(Others::Count)
        .each_seat();
    let red = game.definition("red marble", "r");
    game.place(red, bag, 2);
    let drew = game.message("drew", "{seat} draws {marble}");
    game.action("draw").run(move |play, _| {
        let seat = play.seat();
        if let Some(marble) = play.draw(bag, hand.of(seat)) {
            play.say(drew, [seat.into(), marble.into()]);
        }
    });
    let game = game.flow(step(["draw"]));
    let mut scenario = Scenario::new(&game, 2, 1);
    scenario.play(r#"{"action":"draw"}"#).unwrap();
    let recent = scenario.view(Viewer::Seat(Seat(1))).recent;
    let texts: Vec<String> = recent.iter().map(|told| told.message.to_string()).collect();
    assert!(
        texts.contains(&"seat 0 draws something".into()),
        "{texts:?}"
    );
}
