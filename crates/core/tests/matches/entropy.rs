//! What seats add to the seed: nothing changes without it, nobody can choose the deal with it, and a host that cheats is caught.

use expect_test::{expect, expect_file};
use parlor_core::prelude::*;
use parlor_core::{Contribution, Entropy, VerifyError};

use crate::cards::{Act, Cards, cards};

const HOST: Seed = Seed::Secret([9; 32]);
const ANN: Entropy = Entropy([1; 32]);
const BOB: Entropy = Entropy([2; 32]);

fn mixed(seed: Seed, contributions: &[Contribution]) -> Match<Cards> {
    let mut setup = Setup::new(&Cards.info(), 2).unwrap();
    for contribution in contributions {
        setup = setup.contribution(contribution.clone()).unwrap();
    }
    Match::new(Cards, setup, seed).unwrap()
}

fn both() -> [Contribution; 2] {
    [
        Contribution::revealed(Seat(0), ANN),
        Contribution::revealed(Seat(1), BOB),
    ]
}

fn silent(seat: Seat, entropy: Entropy) -> Contribution {
    Contribution {
        revealed: None,
        ..Contribution::revealed(seat, entropy)
    }
}

fn refused(text: &str) -> String {
    match Match::load(Cards, text) {
        Ok(_) => "loaded".into(),
        Err(error) => error.to_string(),
    }
}

/// The file with its header changed, and every hash made anew, as a host could do it.
fn rewritten(game: &Match<Cards>, change: impl Fn(&str) -> String) -> String {
    let file = game.save();
    let mut lines = file.lines();
    let header = change(lines.next().unwrap());
    let mut hash = blake3::derive_key("parlor 2026 header", header.as_bytes());
    let mut text = header + "\n";
    for line in lines {
        let Some((content, _)) = line.rsplit_once(",\"hash\":\"") else {
            text += &format!("{line}\n");
            continue;
        };
        hash = *blake3::keyed_hash(&hash, content.as_bytes()).as_bytes();
        let seal = blake3::Hash::from_bytes(hash).to_hex();
        text += &format!("{content},\"hash\":\"{seal}\"}}\n");
    }
    text
}

#[test]
fn seats_that_contribute_nothing_change_nothing() {
    let plain = cards().save();
    assert_eq!(mixed(HOST, &[]).save(), plain);
    assert!(!plain.contains("entropy"));
    // Who has committed and not told is named, and nothing is drawn otherwise.
    let quiet = mixed(HOST, &[silent(Seat(1), BOB)]);
    assert_eq!(quiet.state(), cards().state());
    let proof = quiet.verify().unwrap();
    assert_eq!(
        (proof.contributed, proof.left_out),
        (SeatSet::EMPTY, SeatSet::one(Seat(1)))
    );
}

#[test]
fn the_deal_depends_on_the_host_and_on_every_seat_that_tells() {
    let deal = |seed: Seed, all: &[Contribution]| mixed(seed, all).state().clone();
    let [ann, bob] = both();
    let other = Contribution::revealed(Seat(1), Entropy([3; 32]));
    let deals = [
        deal(HOST, &[]),
        deal(HOST, &both()),
        deal(HOST, std::slice::from_ref(&ann)),
        deal(HOST, &[bob]),
        deal(HOST, &[ann, other]),
        deal(Seed::Secret([8; 32]), &both()),
        // What a seat tells counts for that seat.
        deal(
            HOST,
            &[
                Contribution::revealed(Seat(0), BOB),
                Contribution::revealed(Seat(1), ANN),
            ],
        ),
    ];
    for (index, one) in deals.iter().enumerate() {
        assert!(deals[..index].iter().all(|other| other != one), "{index}");
    }
    assert_eq!(deal(HOST, &both()), deals[1]);
}

#[test]
fn a_match_with_entropy_loads_verifies_and_goes_on() {
    for seed in [HOST, Seed::Integer(5)] {
        let mut game = mixed(seed, &both());
        game.play(Seat(0), &Act::Roll).unwrap();
        let mut loaded = Match::load(Cards, &game.save()).unwrap();
        assert_eq!(loaded.save(), game.save());
        assert_eq!(loaded.setup(), game.setup());
        let proof = loaded.verify().unwrap();
        assert_eq!(
            (proof.proved, proof.contributed),
            (proof.drawn, SeatSet::all(2))
        );
        assert_eq!(loaded.rederive().unwrap().unwrap().save(), game.save());
        loaded.play(Seat(1), &Act::Roll).unwrap();
        game.play(Seat(1), &Act::Roll).unwrap();
        assert_eq!(loaded.save(), game.save());
        let fork = loaded.fork(2, Seed::Secret([4; 32]), 0).unwrap();
        let fork = Match::load(Cards, &fork.save()).unwrap();
        assert_eq!(fork.verify().unwrap().contributed, SeatSet::EMPTY);
    }
}

#[test]
fn a_host_that_chooses_its_seed_after_the_entropy_was_told_is_caught() {
    let promised = HOST.commitment();
    // It tries seeds until it likes the deal, and writes a file that is sound in itself.
    let liked = |seed: &Seed| mixed(seed.clone(), &both()).state().hands[0].contains(&10);
    let grind = (0..=255)
        .map(|byte| Seed::Secret([byte; 32]))
        .filter(|seed| *seed != HOST);
    let chosen = grind.into_iter().find(liked).unwrap();
    let file = mixed(chosen, &both()).save();
    let loaded = Match::load(Cards, &file).unwrap();
    assert!(loaded.verify().is_ok());
    let checked = loaded.header().check(Some(&promised), Some(ANN));
    assert_eq!(checked, Err(VerifyError::Promise));
    // Keeping the promise in the header does not help: the seed is another one.
    let honest = HOST.commitment();
    let forged = rewritten(&loaded, |header| {
        header.replace(&loaded.header().commitment, &honest)
    });
    expect!["record 2 (line 3): the seed is not the one that was committed to at the start"]
        .assert_eq(&refused(&forged));
}

#[test]
fn a_host_that_leaves_out_or_swaps_what_a_seat_told_is_caught() {
    let told = |game: &Match<Cards>| game.header().check(Some(&HOST.commitment()), Some(ANN));
    assert_eq!(told(&mixed(HOST, &both())), Ok(()));
    let [_, bob] = both();
    for contributions in [
        vec![bob.clone()],
        vec![silent(Seat(0), ANN), bob.clone()],
        vec![Contribution::revealed(Seat(0), Entropy([3; 32])), bob],
    ] {
        let game = mixed(HOST, &contributions);
        assert!(game.verify().is_ok());
        assert_eq!(told(&game), Err(VerifyError::LeftOut));
    }
    // Another entropy than was committed to is found by everybody.
    let game = mixed(HOST, &both());
    let swap = |header: &str| header.replace(&ANN.to_string(), &Entropy([3; 32]).to_string());
    expect!["the header (line 1): seat 0 has told other entropy than it had committed to"]
        .assert_eq(&refused(&rewritten(&game, swap)));
}

#[test]
fn chance_that_does_not_come_from_the_mix_is_found() {
    // The log of a match without entropy, under a header that claims some.
    let game = mixed(HOST, &[]);
    let entropy = serde_json::to_string(&both()).unwrap();
    let claims = |header: &str| format!("{},\"entropy\":{entropy}}}", &header[..header.len() - 1]);
    let forged = Match::load(Cards, &rewritten(&game, claims)).unwrap();
    assert_eq!(forged.verify(), Err(VerifyError::Chance { record: 1 }));
}

#[test]
fn headers_with_strange_entropy_are_refused() {
    let game = mixed(HOST, &both());
    let refused = |change: &dyn Fn(&str) -> String| refused(&rewritten(&game, change));
    expect!["the header (line 1): seat 0 contributes to the seed out of turn"].assert_eq(&refused(
        &|header| header.replace("\"seat\":1", "\"seat\":0"),
    ));
    expect!["the header (line 1): seat 7 contributes to the seed, and there is no such seat"]
        .assert_eq(&refused(&|header| {
            header.replace("\"seat\":1", "\"seat\":7")
        }));
    let loud = |header: &str| header.replace(&"01".repeat(32), &"0A".repeat(32));
    assert!(refused(&loud).contains("entropy is 64 hexadecimal digits"));
}

#[test]
fn the_page_is_tested_with_a_match_like_this() {
    let left_out = [Contribution::revealed(Seat(0), ANN), silent(Seat(1), BOB)];
    let mut game = mixed(HOST, &left_out);
    for act in [Act::Roll, Act::Draw, Act::Roll] {
        let seat = game.to_act().first().unwrap();
        game.play(seat, &act).unwrap();
    }
    game.system(SystemCommand::Resign { seat: Seat(0) }, 0)
        .unwrap();
    expect_file!["../../../../web/src/model/fixtures/mixed.jsonl"].assert_eq(&game.export());
}
