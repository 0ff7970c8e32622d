//! Games of a series: each is a match of its own, whose header says which game it is.

use parlor_core::doc::Duel;
use parlor_core::prelude::*;
use parlor_core::{Header, Series, SeriesLength};
use serde_json::json;

/// Plays a game of a series to its end: each plays the highest number first.
fn played(series: &Series, setup: Setup, seed: u8) -> Match<Duel> {
    let setup = setup.in_series(series.game("s1")).unwrap();
    let mut duel = Match::new(Duel, setup, Seed::Secret([seed; 32])).unwrap();
    while let Some(seat) = duel.to_act().first() {
        let number = *duel.legal(seat).last().unwrap();
        duel.play(seat, &number).unwrap();
    }
    duel
}

fn with_deck(seat: Seat, deck: &[u8]) -> Setup {
    let setup = Setup::new(&Duel.info(), 2).unwrap();
    setup.bring(seat, "deck", json!(deck)).unwrap()
}

#[test]
fn each_game_has_a_file_that_stands_for_itself() {
    let mut series = Series::new(SeriesLength::BestOf(3), 2).unwrap();
    let first = played(&series, with_deck(Seat(0), &[7, 8, 9]), 1);
    assert!(first.outcome().unwrap().winners().contains(Seat(0)));
    series.end_game(&first.outcome().unwrap());
    // The same player has the other seat now, and brings something else.
    let second = played(&series, with_deck(Seat(1), &[6, 8, 9]), 2);
    series.end_game(&second.outcome().unwrap());
    assert_eq!((series.standing(1), series.is_over()), ("2–0".into(), true));
    let text = second.export();
    let header = Header::read(&text).unwrap();
    let game = header.series.unwrap();
    assert_eq!(
        (&*game.id, game.number, game.standing()),
        ("s1", 2, "0–1".into())
    );
    let loaded = Match::load(Duel, &text).unwrap();
    assert_eq!(loaded.setup().series().unwrap().number, 2);
    assert!(loaded.verify().is_ok());
    assert_eq!(loaded.save(), text);
    // The decks of both are sealed, each with a salt of its own.
    let seals = |text: &str| {
        let brings = Header::read(text).unwrap().brings;
        brings
            .iter()
            .map(|seat| format!("{:?}", seat["deck"]))
            .collect::<Vec<_>>()
    };
    assert!(
        seals(&first.export())
            .iter()
            .all(|seal| !seals(&text).contains(seal))
    );
}

#[test]
fn a_header_with_a_standing_that_cannot_be_is_refused() {
    let series = Series::new(SeriesLength::BestOf(3), 2).unwrap();
    let text = played(&series, with_deck(Seat(0), &[7, 8, 9]), 1).export();
    for (from, to) in [
        (r#""half_points":[0,0]"#, r#""half_points":[0,2]"#),
        (r#""number":1"#, r#""number":4"#),
        (r#"{"best_of":3}"#, r#"{"best_of":1}"#),
    ] {
        let changed = text.replace(from, to);
        assert_ne!(changed, text);
        let error = Match::load(Duel, &changed).err().unwrap();
        assert_eq!(error.record, Some(0), "{error}");
        assert!(error.to_string().contains("series"), "{error}");
    }
    // What could be still breaks the seal of the records.
    let another = text.replace(r#""id":"s1""#, r#""id":"s2""#);
    assert_eq!(Match::load(Duel, &another).err().unwrap().record, Some(1));
}
