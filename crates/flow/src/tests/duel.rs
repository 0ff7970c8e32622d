//! A duel with decks of thirty cards that nobody else knows: what is imagined of them comes from known lists.

use std::collections::BTreeSet;

use parlor_conformance::{Checker, Law};
use parlor_core::{Hidden, Rng};
use serde_json::{Value as Json, json};

use crate::prelude::*;

const CARDS: [&str; 10] = [
    "ox", "spark", "ember", "torch", "lava", "gull", "wave", "tide", "storm", "reef",
];

/// Thirty cards, six of each of these five.
fn list(cards: [&str; 5]) -> Json {
    json!(cards.map(|card| [card; 6]).concat())
}

fn lists() -> [Json; 3] {
    [
        list(["ox", "spark", "ember", "torch", "lava"]),
        list(["ox", "gull", "wave", "tide", "storm"]),
        list(["gull", "wave", "tide", "storm", "reef"]),
    ]
}

/// In turn, draw a card and play one, which hits the other as hard as its cost, or pass; the field shows what was played.
fn duel(reads_deck: bool) -> (FlowGame, EachZone) {
    let mut game = GameBuilder::new("duel", "Duel", 2..=2);
    game.chance();
    game.longest(80);
    let deck = game.zone("deck").hidden().stacked().each_seat();
    let hand = game.zone("hand").owner_sees().each_seat();
    let field = game.zone("field").each_seat();
    let power = game.attribute::<i64>("power").add();
    let cards = CARDS.map(|name| game.definition("card", name));
    for (number, card) in (1..).zip(cards) {
        game.give(card, power, number % 4 + 1);
    }
    let life = game.value("life", 20_i64).each_seat();

    let card = move |name: &Json| {
        let index = CARDS.iter().position(|known| name == known);
        cards[index.unwrap_or(0)]
    };
    let [fire, water, reef] = lists();
    game.brings("deck", "Deck")
        .secret()
        .preset("fire", "Fire", fire)
        .preset("water", "Water", water)
        .pool([reef])
        .pieces(deck, move |value| {
            value.as_array().into_iter().flatten().map(card).collect()
        })
        .add();
    game.opening(move |play| {
        for seat in Seat::all(2) {
            play.shuffle(deck.of(seat));
            play.draw_many(deck.of(seat), hand.of(seat), 3);
        }
    });
    game.action("play")
        .choose_piece("card", move |at| hand.of(at.seat()), |_, _| true)
        .run(move |play, args| {
            let (seat, card) = (play.seat(), args.piece("card"));
            let power = play.get(card, power);
            play.put(card, field.of(seat));
            play.add_to(seat.after(2), life, -power);
        });
    game.action("pass").run(|_, _| {});
    game.ends_when(move |at| at.seats().any(|seat| at.of(seat, life) <= 0));
    game.winners("the other is beaten", move |at| {
        at.seats().filter(|seat| at.of(*seat, life) > 0).collect()
    });
    let ox = cards[0];
    let top_is_ox = move |at: &At<'_>| {
        let top = at.zone(deck.of(at.seat())).top();
        top.is_some_and(|top| at.definition(top) == ox)
    };
    // Who is asked for what must not depend on a card that nobody sees.
    game.action("skip")
        .when(
            move |at| reads_deck && top_is_ox(at),
            "no_ox",
            "there is no ox",
        )
        .run(|_, _| {});
    let draw = run(move |play| {
        let seat = play.seat();
        play.draw(deck.of(seat), hand.of(seat));
    });
    let game = game.flow(repeat(
        15,
        each_seat(sequence([draw, step(["play", "pass", "skip"]).into()])),
    ));
    (game, hand)
}

#[test]
fn a_duel_with_secret_decks_keeps_every_law() {
    let game = duel(false).0;
    if let Err(violation) = Checker::new(&game).positions(300).run() {
        panic!("{violation}");
    }
}

#[test]
fn a_question_that_depends_on_a_hidden_card_is_caught() {
    let game = duel(true).0;
    let checker = Checker::new(&game).laws([Law::ViewHidesSecrets]);
    assert!(checker.positions(300).run().is_err());
}

#[test]
fn what_is_imagined_of_a_deck_is_on_a_known_list_that_fits() {
    let (game, _) = duel(false);
    let [fire, water, reef] = lists().map(|list| {
        let cards = list.as_array().unwrap().iter();
        cards
            .map(|card| card.as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    });
    let mut rng = Rng::fast(1, 0);
    let mut imagined = BTreeSet::new();
    for seed in 0..6 {
        let setup = Setup::new(&parlor_core::Game::info(&game), 2).unwrap();
        let setup = setup.bring(Seat(1), "deck", lists()[1].clone()).unwrap();
        let mut scenario = Scenario::with(&game, &setup, seed);
        for moves in 0..12 {
            for _ in 0..4 {
                let sample = game.resample(scenario.state(), Viewer::Seat(Seat(0)), &mut rng);
                let table = sample.table();
                let owned = table.pieces().owned_by(Seat(1));
                let mut cards: Vec<String> = owned.map(|card| table.name(card).into()).collect();
                cards.sort_unstable();
                let known = [&fire, &water, &reef].into_iter().position(|list| {
                    let mut list = list.clone();
                    list.sort_unstable();
                    list == cards
                });
                let known = known.unwrap_or_else(|| panic!("no list has {cards:?}"));
                imagined.insert((moves == 0, known));
            }
            let legal = scenario.legal();
            scenario.play(rng.pick(&legal).unwrap()).unwrap();
        }
    }
    // At first it could be any of them; the longer they play, the fewer it could be.
    assert!(
        (0..3).all(|list| imagined.contains(&(true, list))),
        "{imagined:?}"
    );
    assert!(imagined.contains(&(false, 1)));
}
