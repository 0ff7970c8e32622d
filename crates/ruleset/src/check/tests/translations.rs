//! What is said about translations.

use expect_test::expect;
use serde_json::json;

use super::check;

fn whole() -> serde_json::Value {
    json!({ "de": {
        "game.name": "Ablegen", "phase.play": "Spiel", "action.play.play_card": "Spielen", "action.play.draw": "Ziehen",
        "zone.stash": "Vorrat", "zone.discard": "Ablage"
    } })
}

#[test]
fn there_is_nothing_to_say_about_a_whole_translation() {
    check("/translations", whole(), expect![""]);
}

#[test]
fn a_translation_of_nothing_is_told_with_what_was_perhaps_meant() {
    let mut texts = whole();
    texts["de"]["zone.dsicard"] = "Ablage".into();
    check(
        "/translations",
        texts,
        expect![[r#"
        /translations/de/zone.dsicard warning[R218]: nothing that the game says has the id 'zone.dsicard'
          expected: the id of a text of this game
          help: did you mean 'zone.discard'?
    "#]],
    );
}

#[test]
fn what_a_translation_lacks_is_told() {
    let mut texts = whole();
    texts["de"].as_object_mut().unwrap().remove("phase.play");
    texts["de"].as_object_mut().unwrap().remove("zone.stash");
    check(
        "/translations",
        texts,
        expect![[r#"
        /translations/de warning[R219]: there is no translation of phase.play, zone.stash
          expected: all that this game says and others do not
          help: add "phase.play": a translation of "Play"
    "#]],
    );
    check(
        "/translations",
        json!({ "fr": {} }),
        expect![[r#"
            /translations/fr warning[R219]: there is no translation of action.play.draw, action.play.play_card, game.name, phase.play, zone.discard, zone.draw_pile and 2 more
              expected: all that this game says and others do not
              help: add "action.play.draw": a translation of "Draw"
        "#]],
    );
}

#[test]
fn a_translation_has_only_the_places_of_its_text() {
    let mut texts = whole();
    texts["de"]["plays_card"] = "{spieler} spielt {card}".into();
    check(
        "/translations",
        texts,
        expect![[r#"
        /translations/de/plays_card warning[R220]: '{spieler}' is not in the text
          expected: only what is in "{seat} plays {card}"
          help: use the names of the English text
    "#]],
    );
}
