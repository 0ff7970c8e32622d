//! Files: what is written, what is read, and what is refused with a clear word.

use expect_test::expect;
use parlor_core::doc::Sticks;
use parlor_core::prelude::*;

use crate::cards::{Act, Cards, acted};
use crate::played;

fn refused(text: &str) -> String {
    match Match::load(Sticks, text) {
        Ok(_) => "loaded".into(),
        Err(error) => error.to_string(),
    }
}

fn lines(game: &Match<Sticks>) -> Vec<String> {
    game.save().lines().map(str::to_owned).collect()
}

fn join(lines: &[String]) -> String {
    lines.join("\n")
}

#[test]
fn a_match_is_written_as_json_lines() {
    let mut game = played(&[1]);
    game.submit(Submission::new(Seat(1), 2).key("k").at_ms(77))
        .unwrap();
    game.undo(Undo::new(Seat(1), 2)).unwrap();
    expect![[r#"
        {"parlor":1,"game":"sticks","game_version":"1.0.0","rules":"6a202715c81144507080199feafe49c6227676fab15c0fcac2f03bc2fe36a312","seats":["Ann","Bob"],"options":{},"chance":"mulberry32","commitment":"f3e497e16d6516960da2eb28b63ceee633673f61e1c9be236dc5798b8fe7bc22","time_ms":0}
        {"version":1,"actor":"system","system":"open","events":[],"time_ms":0,"hash":"535696a91c93908d82dcc429d8addfcea9b409ec17d663f408dae421387bccff"}
        {"version":2,"actor":0,"command":1,"events":[1],"time_ms":0,"hash":"a1c5b026042f6b23e86908e27e493b03c3098041776cbb3de559422f5bdc6497"}
        {"version":3,"actor":1,"command":2,"events":[2],"time_ms":77,"key":"k","hash":"d2d9ce55841120e232e19a87b18c38efaa0695a9aec13029e5df12ee5073730a"}
        {"version":4,"actor":1,"undo":2,"time_ms":0,"hash":"36fda993c19cc0d04ad14c3ebdb57750fc89ee9c18fec8b195702e5a290b0512"}
        {"seed":42}
    "#]].assert_eq(&game.save());
}

#[test]
fn chance_is_in_the_log_and_the_seed_only_at_the_end() {
    let game = acted(&[Act::Roll]);
    let export = game.export();
    assert!(export.contains("\"chance\":\""));
    assert!(!export.contains("\"seed\":"));
    assert!(game.save().contains("\"seed\":\"0909"));
    let mut over = acted(&[Act::Roll]);
    over.system(SystemCommand::Resign { seat: Seat(0) }, 0)
        .unwrap();
    assert!(over.export().contains("\"seed\":\"0909"));
}

#[test]
fn a_sound_file_loads_with_or_without_its_seed() {
    let game = played(&[1, 2]);
    assert_eq!(refused(&game.save()), "loaded");
    assert_eq!(refused(&game.export()), "loaded");
    // A missing line end and Windows line ends do no harm.
    assert_eq!(refused(game.save().trim_end()), "loaded");
    assert_eq!(refused(&game.save().replace('\n', "\r\n")), "loaded");
}

#[test]
fn without_its_seed_a_match_goes_on_until_it_needs_chance() {
    let mut game = Match::load(Cards, &acted(&[Act::Draw]).export()).unwrap();
    game.play(Seat(1), &Act::Draw).unwrap();
    let rejection = game.play(Seat(0), &Act::Roll).unwrap_err();
    assert_eq!(rejection.code(), "no_seed");
    assert!(!game.verify().unwrap().seed_known);
}

#[test]
fn files_that_are_no_matches_are_refused() {
    expect!["this is no match file: its first line is not JSON"].assert_eq(&refused(""));
    expect!["this is no match file: its first line is not JSON"].assert_eq(&refused("\u{0}\u{1}…"));
    expect![[r#"this is no match file: its first line has no "parlor" with a format number"#]]
        .assert_eq(&refused("{\"game\":\"sticks\"}"));
    expect![[r#"this is no match file: its first line has no "parlor" with a format number"#]]
        .assert_eq(&refused("[1,2]"));
}

#[test]
fn other_formats_are_refused_with_a_way_out() {
    let text = played(&[1]).save();
    expect!["the header (line 1): the file has format 2, and this version of Parlor reads format 1: update Parlor to read it"].assert_eq(&refused(&text.replacen("\"parlor\":1", "\"parlor\":2", 1)));
    expect!["the header (line 1): the file has format 0, and this version of Parlor reads format 1: open it with the version that wrote it and save it anew"].assert_eq(&refused(&text.replacen("\"parlor\":1", "\"parlor\":0", 1)));
}

#[test]
fn other_games_and_other_rules_are_refused() {
    let text = played(&[1]).save();
    expect!["the header (line 1): this is a match of 'sticks', not of 'cards'"].assert_eq(
        &match Match::load(Cards, &text) {
            Ok(_) => "loaded".into(),
            Err(error) => error.to_string(),
        },
    );
    let rules = text
        .split("\"rules\":\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let other = text.replacen(rules, &"0".repeat(64), 1);
    expect!["the header (line 1): this match was played with other rules of Sticks 1.0.0 (fingerprint 00000000) than these (fingerprint 6a202715), which have changed without a new version: open it with the rules that it was played with, or begin a new match"].assert_eq(&refused(&other));
    let older = other.replacen(
        "\"game_version\":\"1.0.0\"",
        "\"game_version\":\"0.9.0\"",
        1,
    );
    expect!["the header (line 1): this match was played with Sticks 0.9.0, and this is Sticks 1.0.0: open it with Sticks 0.9.0, or begin a new match"].assert_eq(&refused(&older));
}

#[test]
fn damage_is_refused_and_says_where() {
    let good = lines(&played(&[1, 2, 1]));
    let change = |index: usize, from: &str, to: &str| {
        let mut lines = good.clone();
        assert!(lines[index].contains(from));
        lines[index] = lines[index].replacen(from, to, 1);
        refused(&join(&lines))
    };
    expect![
        "record 2 (line 3): hash mismatch: this line was changed, or the one before it was changed or is missing"
    ]
    .assert_eq(&change(2, "\"command\":1", "\"command\":2"));
    expect![
        "record 3 (line 4): hash mismatch: this line was changed, or the one before it was changed or is missing"
    ]
    .assert_eq(&change(3, "\"time_ms\":0", "\"time_ms\":1"));
    expect![
        "record 1 (line 2): hash mismatch: this line was changed, or the one before it was changed or is missing"
    ]
    .assert_eq(&change(0, "\"Ann\"", "\"Eve\""));
    expect!["the header (line 1): it is not written as Parlor writes it: it was changed"]
        .assert_eq(&change(0, "{\"parlor\"", "{ \"parlor\""));
    let without = |index: usize| {
        let mut lines = good.clone();
        lines.remove(index);
        refused(&join(&lines))
    };
    expect![
        "record 2 (line 3): hash mismatch: this line was changed, or the one before it was changed or is missing"
    ]
    .assert_eq(&without(2));
    expect![
        "record 1 (line 2): hash mismatch: this line was changed, or the one before it was changed or is missing"
    ]
    .assert_eq(&without(1));
    let mut cut = good.clone();
    cut.truncate(4);
    cut[3].truncate(40);
    expect!["record 3 (line 4): it is cut off or no record: there is no hash at its end"]
        .assert_eq(&refused(&join(&cut)));
    cut.truncate(1);
    expect!["record 1 (line 2): the opening is missing"].assert_eq(&refused(&join(&cut)));
    let mut swapped = good.clone();
    swapped.swap(2, 3);
    expect![
        "record 2 (line 3): hash mismatch: this line was changed, or the one before it was changed or is missing"
    ]
    .assert_eq(&refused(&join(&swapped)));
    let mut longer = good.clone();
    longer.push("{}".into());
    expect!["record 5 (line 6): there is more after the seed"].assert_eq(&refused(&join(&longer)));
    let mut empty_line = good.clone();
    empty_line.insert(2, String::new());
    expect!["record 2 (line 3): it is cut off or no record: there is no hash at its end"]
        .assert_eq(&refused(&join(&empty_line)));
}

/// Seals a changed record again, as a forger would, with every hash after it.
fn reseal(lines: &[String]) -> String {
    let mut hash = *blake3::Hasher::new_derive_key("parlor 2026 header")
        .update(lines[0].as_bytes())
        .finalize()
        .as_bytes();
    let mut text = lines[0].clone();
    for line in &lines[1..] {
        text.push('\n');
        match line.rsplit_once(",\"hash\":\"") {
            Some((content, _)) => {
                let sealed = blake3::keyed_hash(&hash, content.as_bytes());
                hash = *sealed.as_bytes();
                text.push_str(&format!("{content},\"hash\":\"{}\"}}", sealed.to_hex()));
            }
            None => text.push_str(line),
        }
    }
    text
}

#[test]
fn forgery_with_a_sound_chain_is_refused_and_says_where() {
    let good = lines(&played(&[1, 2, 1]));
    assert_eq!(refused(&reseal(&good)), "loaded");
    let forge = |index: usize, from: &str, to: &str| {
        let mut lines = good.clone();
        assert!(lines[index].contains(from), "{}", lines[index]);
        lines[index] = lines[index].replacen(from, to, 1);
        refused(&reseal(&lines))
    };
    expect!["record 2 (line 3): the file was changed, or the rules were without a new version: the rules decide other events than these"].assert_eq(&forge(2, "\"command\":1", "\"command\":2"));
    expect!["record 2 (line 3): the file was changed, or the rules were without a new version: that is not possible now"]
        .assert_eq(&forge(
            2,
            "\"command\":1,\"events\":[1]",
            "\"command\":3,\"events\":[3]",
        ));
    expect!["record 3 (line 4): the file was changed, or the rules were without a new version: the rules decide other events than these"].assert_eq(&forge(3, "\"events\":[2]", "\"events\":[2,1]"));
    expect!["record 3 (line 4): the file was changed, or the rules were without a new version: it is the turn of seat 1"]
        .assert_eq(&forge(3, "\"actor\":1", "\"actor\":0"));
    expect!["record 3 (line 4): the file was changed, or the rules were without a new version: this match has 2 seats, counted from 0"].assert_eq(&forge(3, "\"actor\":1", "\"actor\":70"));
    expect![
        "record 3 (line 4): the file was changed, or the rules were without a new version: no side is to act"
    ]
    .assert_eq(&forge(3, "\"actor\":1", "\"actor\":\"system\""));
    expect!["record 3 (line 4): it says that it is record 4"].assert_eq(&forge(
        3,
        "\"version\":3",
        "\"version\":4",
    ));
    expect!["record 3 (line 4): the file was changed, or the rules were without a new version: the match cannot go back to version 999"].assert_eq(&forge(3, "\"command\":2,\"events\":[2]", "\"undo\":999"));
    expect!["record 3 (line 4): the file was changed, or the rules were without a new version: there was no such undo to take back"].assert_eq(&forge(3, "\"command\":2,\"events\":[2]", "\"redo\":1"));
    expect![
        "record 3 (line 4): it is not exactly one of command, system, undo, redo, end and fork"
    ]
    .assert_eq(&forge(3, "\"command\":2", "\"command\":2,\"undo\":1"));
    expect!["record 3 (line 4): the file was changed, or the rules were without a new version: the rules draw another amount of chance than is recorded"].assert_eq(&forge(3, "\"time_ms\"", "\"chance\":\"00000001\",\"time_ms\""));
    expect!["record 3 (line 4): its chance is not written in words of 8 digits"].assert_eq(&forge(
        3,
        "\"time_ms\"",
        "\"chance\":\"xyz\",\"time_ms\"",
    ));
    expect!["record 3 (line 4): unknown field `extra`, expected one of `version`, `actor`, `command`, `system`, `events`, `ends`, `undo`, `consent`, `redo`, `end`, `fork`, `chance`, `time_ms`, `key` at line 1 column 55"].assert_eq(&forge(3, "\"time_ms\"", "\"extra\":1,\"time_ms\""));
    expect!["record 1 (line 2): the file was changed, or the rules were without a new version: the opening is the first record and no other"].assert_eq(&forge(1, "\"system\":\"open\"", "\"system\":{\"resign\":{\"seat\":0}}"));
    expect!["record 5 (line 6): the seed is not the one that was committed to at the start"]
        .assert_eq(&forge(5, "42", "43"));
}

#[test]
fn dice_that_were_not_rolled_are_refused() {
    let game = acted(&[Act::Roll, Act::Draw]);
    let good: Vec<String> = game.save().lines().map(str::to_owned).collect();
    let load = |lines: &[String]| Match::load(Cards, &reseal(lines));
    assert!(load(&good).is_ok());
    // Another face than the recorded chance gives.
    let face = game.record(2).unwrap().entry.events()[0].clone();
    let crate::cards::Fact::Rolled(face) = face else {
        panic!("a roll")
    };
    let mut forged = good.clone();
    forged[2] = forged[2].replacen(
        &format!("\"rolled\":{face}"),
        &format!("\"rolled\":{}", face % 6 + 1),
        1,
    );
    let error = load(&forged).err().unwrap().to_string();
    expect!["record 2 (line 3): the file was changed, or the rules were without a new version: the rules decide other events than these"].assert_eq(&error);
    // Chance that gives that face, but does not come from the seed: the rules agree, the seed does not.
    let mut lucky = good.clone();
    let words = format!("{:08x}", game.record(2).unwrap().chance[0]);
    lucky[2] = lucky[2]
        .replacen(&format!("\"rolled\":{face}"), "\"rolled\":6", 1)
        .replacen(&words, "f0000000", 1);
    let loaded = load(&lucky).unwrap();
    expect!["record 2: its chance does not come from the seed that was committed to"]
        .assert_eq(&loaded.verify().unwrap_err().to_string());
}

#[test]
fn consent_is_in_the_log_and_cannot_be_left_away() {
    let mut game = acted(&[Act::Roll]);
    let undo = Undo::new(Seat(0), 1).consent(SeatSet::one(Seat(1)));
    game.undo(undo).unwrap();
    let good: Vec<String> = game.save().lines().map(str::to_owned).collect();
    assert!(
        good[3].contains("\"undo\":1,\"consent\":[1]"),
        "{}",
        good[3]
    );
    assert!(Match::load(Cards, &reseal(&good)).is_ok());
    let mut forged = good.clone();
    forged[3] = forged[3].replacen(",\"consent\":[1]", "", 1);
    let error = Match::load(Cards, &reseal(&forged)).err().unwrap();
    expect!["record 3 (line 4): the file was changed, or the rules were without a new version: it takes back without the consent of others"].assert_eq(&error.to_string());
}

#[test]
fn a_second_seed_is_refused() {
    let mut lines = lines(&played(&[1]));
    let seed = lines.last().unwrap().clone();
    lines.push(seed);
    expect!["record 3 (line 4): there is more after the seed"].assert_eq(&refused(&join(&lines)));
}

#[test]
fn what_a_larger_budget_allowed_can_be_loaded() {
    let mut game = acted(&[]);
    game.set_budget(parlor_core::Budget {
        events: 30_000,
        ..Default::default()
    });
    game.play(Seat(0), &Act::Many).unwrap();
    let loaded = Match::load(Cards, &game.save()).unwrap();
    assert_eq!(loaded.state(), game.state());
    assert_eq!(game.rederive().unwrap().unwrap().save(), game.save());
}

#[test]
fn a_fair_match_is_proved_fair() {
    let mut game = acted(&[Act::Roll, Act::Roll, Act::Draw]);
    game.system(SystemCommand::Resign { seat: Seat(1) }, 0)
        .unwrap();
    let loaded = Match::load(Cards, &game.export()).unwrap();
    let proof = loaded.verify().unwrap();
    assert!(
        proof.seed_known && proof.proved == proof.drawn && proof.drawn >= 11,
        "{proof:?}"
    );
    assert_eq!(loaded.rederive().unwrap().unwrap().export(), game.export());
}

#[test]
fn an_integer_seed_goes_on_drawing_where_it_stopped() {
    let setup = || Setup::new(&Cards.info(), 2).unwrap();
    let mut whole = Match::new(Cards, setup(), Seed::Integer(7)).unwrap();
    whole.play(Seat(0), &Act::Roll).unwrap();
    let mut loaded = Match::load(Cards, &whole.save()).unwrap();
    for game in [&mut whole, &mut loaded] {
        game.play(Seat(1), &Act::Roll).unwrap();
    }
    assert_eq!(whole.save(), loaded.save());
    // One generator serves the whole match: shuffle and rolls are its words in order.
    let mut rng = Rng::from_integer(7);
    for record in whole.records() {
        for word in &record.chance {
            assert_eq!(*word, rng.word());
        }
    }
}

/// Every byte of a file, damaged in turn, is noticed, and nothing panics.
#[test]
fn no_single_damaged_byte_goes_unnoticed() {
    let text = played(&[1, 2]).save();
    for index in 0..text.len() {
        let mut bytes = text.clone().into_bytes();
        bytes[index] ^= 1;
        let Ok(damaged) = String::from_utf8(bytes) else {
            continue;
        };
        // Only the white space between lines may change without harm.
        if text.as_bytes()[index] != b'\n' {
            assert_ne!(refused(&damaged), "loaded", "byte {index}: {damaged}");
        }
    }
}
