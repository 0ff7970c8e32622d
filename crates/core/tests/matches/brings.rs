//! What seats bring: checked with all faults at once, sealed while the match is on, opened at its end.

use expect_test::{expect, expect_file};
use parlor_core::doc::Duel;
use parlor_core::prelude::*;
use parlor_core::{Header, erase};
use serde_json::{Value as Json, json};

fn setup() -> Setup {
    Setup::new(&Duel.info(), 2).unwrap()
}

fn with_deck(deck: Json) -> Setup {
    setup().bring(Seat(1), "deck", deck).unwrap()
}

/// A match in which seat 1 has brought this deck, after so many commands: each plays the highest number first.
fn played(deck: Json, commands: usize) -> Match<Duel> {
    let mut duel = Match::new(Duel, with_deck(deck), Seed::Secret([7; 32])).unwrap();
    for _ in 0..commands {
        let seat = duel.to_act().first().unwrap();
        let number = *duel.legal(seat).last().unwrap();
        duel.play(seat, &number).unwrap();
    }
    duel
}

fn refused(text: &str) -> String {
    match Match::load(Duel, text) {
        Ok(_) => "loaded".into(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_seat_that_says_nothing_brings_the_first_preset() {
    assert_eq!(setup().of(Seat(0), "deck"), &json!([1, 2, 3]));
    assert_eq!(setup().of(Seat(1), "hero"), "mage");
    assert_eq!(setup().of(Seat(1), "pet"), &Json::Null);
    assert!(Match::new(Duel, setup(), Seed::Integer(1)).is_ok());
}

#[test]
fn everything_wrong_with_what_seats_bring_is_named_at_once() {
    let setup = with_deck(json!([1, 10, 2, 77]))
        .bring(Seat(0), "hero", Json::Null)
        .unwrap();
    let all = "hero of seat 0: it is missing; deck of seat 1: a deck has 3 numbers, not 4; \
               deck of seat 1: 10 is more than 9; deck of seat 1: 77 is more than 9";
    let error = Match::new(Duel, setup.clone(), Seed::Integer(1))
        .err()
        .unwrap();
    assert_eq!(error.to_string(), all);
    let duel = erase(Duel);
    let faults = duel.faults(&setup);
    let codes: Vec<&str> = faults.iter().map(|fault| &*fault.fault.id).collect();
    assert_eq!(codes, ["missing", "size", "large", "large"]);
    assert_eq!(duel.simulate(&setup, 1, 0, 1).unwrap_err().to_string(), all);
}

#[test]
fn what_no_game_asks_for_or_could_take_is_refused() {
    let error = setup().bring(Seat(0), "squad", 1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "nobody brings 'squad' to Duel; it has deck, hero, pet"
    );
    let error = setup().bring(Seat(0), "deck", json!([0.5])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "deck of seat 0: all numbers in it must be whole"
    );
    let error = setup().bring(Seat(2), "deck", json!([1])).unwrap_err();
    assert_eq!(error.to_string(), "deck of seat 2: there is no such seat");
}

#[test]
fn a_secret_is_sealed_while_the_match_is_on_and_opened_at_its_end() {
    let running = played(json!([4, 5, 6]), 2);
    expect![[r#"[{"deck":{"sealed":"a"},"hero":{"open":"mage"},"pet":{"open":null}},{"deck":{"sealed":"b"},"hero":{"open":"mage"},"pet":{"open":null}}]"#]]
        .assert_eq(&short_seals(&running));
    // Of the deck [4, 5, 6] only the 6 was played.
    assert!(!running.export().contains("[4,5,6]") && !running.export().contains("salt"));
    assert!(!running.header_line().contains("[4,5,6]"));
    assert!(running.save().contains("[4,5,6]"));
    let over = played(json!([4, 5, 6]), 6);
    assert!(over.outcome().is_some());
    assert!(over.export().contains("[4,5,6]") && over.export().contains("salt"));
}

/// What the header says of brings, with the two seals as `a` and `b`.
fn short_seals(duel: &Match<Duel>) -> String {
    let mut text = serde_json::to_string(&duel.header().brings).unwrap();
    for (seal, short) in [(0, "a"), (1, "b")] {
        let parlor_core::Declared::Sealed(hash) = &duel.header().brings[seal]["deck"] else {
            panic!("a deck is a secret");
        };
        text = text.replace(hash, short);
    }
    text
}

#[test]
fn equal_decks_have_different_seals() {
    let duel = played(json!([1, 2, 3]), 0);
    let brings = &duel.header().brings;
    assert_ne!(brings[0]["deck"], brings[1]["deck"]);
    let other = Match::new(Duel, setup(), Seed::Secret([8; 32])).unwrap();
    assert_ne!(brings[0]["deck"], other.header().brings[0]["deck"]);
}

#[test]
fn files_with_what_seats_brought_load_and_verify() {
    for commands in [0, 3, 6] {
        let duel = played(json!([4, 5, 6]), commands);
        let loaded = Match::load(Duel, &duel.save()).unwrap();
        assert_eq!(loaded.state(), duel.state());
        assert_eq!(loaded.save(), duel.save());
        assert_eq!(loaded.setup(), duel.setup());
        assert!(loaded.verify().is_ok());
        assert_eq!(loaded.rederive().unwrap().unwrap().save(), duel.save());
        let fork = loaded.fork(1, Seed::Integer(5), 0).unwrap();
        assert_eq!(
            Match::load(Duel, &fork.save()).unwrap().state(),
            fork.state()
        );
        assert!(!fork.export().contains("salt"));
    }
    let over = played(json!([4, 5, 6]), 6);
    assert_eq!(refused(&over.export()), "loaded");
}

#[test]
fn a_running_match_of_others_is_still_sealed() {
    let running = played(json!([4, 5, 6]), 2);
    expect!["the header (line 1): the deck of seat 0 is still sealed: the match can be read when it is over and its host has opened it"]
        .assert_eq(&refused(&running.export()));
}

#[test]
fn a_deck_that_was_changed_is_named() {
    let file = played(json!([4, 5, 6]), 2).save();
    expect!["the header (line 1): the deck of seat 1 does not match its commitment"]
        .assert_eq(&refused(&file.replace("[4,5,6]", "[4,9,6]")));
    // Whoever swaps two decks with their salts is found out as well.
    let seats: Vec<Json> =
        serde_json::from_str::<Json>(file.lines().last().unwrap()).unwrap()["brings"]
            .as_array()
            .unwrap()
            .clone();
    let swapped = file.replace(
        &serde_json::to_string(&seats).unwrap(),
        &serde_json::to_string(&[&seats[1], &seats[0]]).unwrap(),
    );
    assert_ne!(swapped, file);
    expect!["the header (line 1): the deck of seat 0 does not match its commitment"]
        .assert_eq(&refused(&swapped));
    // What stands in the open is part of the header, on which the chain rests.
    expect!["record 1 (line 2): hash mismatch: this line was changed, or the one before it was changed or is missing"]
        .assert_eq(&refused(&file.replacen("mage", "sage", 1)));
}

#[test]
fn the_header_says_what_each_seat_brings_and_nothing_else() {
    let file = played(json!([4, 5, 6]), 0).save();
    let header = |change: &dyn Fn(&mut Json)| {
        let mut header: Json = serde_json::from_str(file.lines().next().unwrap()).unwrap();
        change(&mut header["brings"]);
        let rest: Vec<&str> = file.lines().skip(1).collect();
        refused(&format!("{header}\n{}\n", rest.join("\n")))
    };
    expect!["the header (line 1): it does not say what hero seat 1 brings"].assert_eq(&header(
        &|brings| {
            brings[1].as_object_mut().unwrap().remove("hero");
        },
    ));
    expect![
        "the header (line 1): the deck of seat 0 is a secret, and it stands open in the header"
    ]
    .assert_eq(&header(&|brings| {
        brings[0]["deck"] = json!({"open": [1, 2, 3]})
    }));
    expect!["the header (line 1): the hero of seat 0 is no secret, and it is sealed in the header"]
        .assert_eq(&header(&|brings| {
            brings[0]["hero"] = json!({"sealed": "ab"})
        }));
    expect!["the header (line 1): seat 0 brings 'squad', which this game does not ask for"]
        .assert_eq(&header(&|brings| brings[0]["squad"] = json!({"open": 1})));
}

#[test]
fn a_secret_does_not_print_itself() {
    // No preset has a zero.
    let deck = json!([0, 0, 0]);
    let setup = with_deck(deck.clone());
    assert!(!format!("{setup:?}").contains("Number(0)"), "{setup:?}");
    let header = Header::read(&played(deck, 0).save()).unwrap();
    assert!(!format!("{:?}", header.brings).contains("Number(0)"));
}

#[test]
fn the_page_is_tested_with_a_match_like_this() {
    let deck = json!([4, 5, 6]);
    expect_file!["../../../../web/src/model/fixtures/sealed.jsonl"]
        .assert_eq(&played(deck, 6).export());
}
