//! Which changes of a file make other rules of it, and that matches of earlier versions of Parlor can still be read.

use parlor_core::{Game, LoadProblem, Match};
use parlor_ruleset::{Ruleset, bundled, doc::HIGH_CARD};

fn ruleset(text: &str) -> Ruleset {
    Ruleset::load(text.as_bytes()).unwrap()
}

fn hash(text: &str) -> String {
    ruleset(text).info().content_hash()
}

#[test]
fn words_and_looks_are_no_rules() {
    let same = [
        ("\"High Card\"", "\"Higher Card\""),
        ("\"author\": \"Parlor\"", "\"author\": \"Ann\""),
        ("Change your card once", "Exchange your card once"),
        ("\"label\": \"Stand\"", "\"label\": \"Keep it\""),
        (
            "\"description\":",
            "\"tags\": [\"quick\"], \"license\": \"MIT\", \"description\":",
        ),
        ("felt_green", "wood"),
        ("\"circle\"", "\"grid\""),
        (
            "\"felt_green\" }",
            "\"felt_green\" }, \"ai\": { \"objectives\": [{ \"name\": \"high\", \"check\": \"true\", \"weight\": 1 }] }",
        ),
    ];
    for (from, to) in same {
        let edited = HIGH_CARD.replace(from, to);
        assert_ne!(edited, HIGH_CARD, "{from}");
        assert_eq!(hash(&edited), hash(HIGH_CARD), "{from}");
    }
    let other = [
        ("\"A\": 14", "\"A\": 1"),
        ("my_score >= best", "my_score > best"),
        ("\"max\": 4", "\"max\": 3"),
        ("\"1.0.0\"", "\"1.0.1\""),
        (
            "draw(draw_pile, current_player.hand, 1)",
            "draw(draw_pile, current_player.hand, 2)",
        ),
        ("owner_only", "public"),
        ("\"name\": \"change\"", "\"name\": \"swap\""),
    ];
    for (from, to) in other {
        let edited = HIGH_CARD.replace(from, to);
        assert_ne!(edited, HIGH_CARD, "{from}");
        assert_ne!(hash(&edited), hash(HIGH_CARD), "{from}");
    }
}

#[test]
fn a_match_of_an_earlier_parlor_is_read_by_the_same_rules_and_no_others() {
    // Written when the hash was of the whole file.
    let text = include_str!("earlier/high-card.jsonl");
    let found = Match::load(ruleset(HIGH_CARD), text).unwrap();
    assert!(found.outcome().is_some());
    assert_eq!(found.save(), text);
    let relabelled = ruleset(&HIGH_CARD.replace("\"Stand\"", "\"Keep it\""));
    let refused = Match::load(relabelled, text).err().unwrap();
    assert!(matches!(refused.problem, LoadProblem::OtherRules { .. }));
}

#[test]
fn what_players_chose_and_what_was_said_reads_as_it_was_written() {
    let file = bundled()
        .iter()
        .find(|file| file.file.starts_with("holdem"));
    let text = include_str!("earlier/holdem.jsonl");
    assert!(text.contains(r#""params":1"#) && text.contains(r#"{"say":{"seat":0,"#));
    let found = Match::load(ruleset(file.unwrap().text), text).unwrap();
    assert!(found.outcome().is_some());
    assert_eq!(found.save(), text);
}

#[test]
fn a_match_goes_on_with_other_words() {
    let text = include_str!("earlier/high-card.jsonl");
    let (now, before) = (
        hash(HIGH_CARD),
        ruleset(HIGH_CARD).info().hashes().remove(1),
    );
    assert!(text.contains(&before) && now != before);
    let info = ruleset(HIGH_CARD).info();
    let setup = parlor_core::Setup::new(&info, 2).unwrap();
    let begun = Match::new(ruleset(HIGH_CARD), setup, parlor_core::Seed::Integer(1)).unwrap();
    let relabelled = ruleset(&HIGH_CARD.replace("\"Stand\"", "\"Keep it\""));
    let on = Match::load(relabelled, &begun.save()).unwrap();
    let view = on.view(parlor_core::Viewer::Seat(parlor_core::Seat(0)));
    assert!(
        view.actions
            .iter()
            .any(|action| action.text.contains("Keep it"))
    );
}
