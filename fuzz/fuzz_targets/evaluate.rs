//! Any expression, as an effect, a condition, a transition and a score of a small game: a few actions are played.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_ruleset::doc::HIGH_CARD;
use parlor_ruleset::{Ruleset, Trace};
use serde_json::Value;

fuzz_target!(|text: &str| {
    let places = [
        "/phases/1/actions/1/effect/0",
        "/phases/1/transitions/0/when",
        "/phases/0/onEnter/1",
        "/scoring/method",
        "/scoring/winCondition",
    ];
    for place in places {
        let Ok(mut json) = serde_json::from_str::<Value>(HIGH_CARD) else {
            return;
        };
        if let Some(value) = json.pointer_mut(place) {
            *value = text.into();
        }
        let Ok(ruleset) = Ruleset::load(json.to_string().as_bytes()) else {
            continue;
        };
        let Ok(mut trace) = Trace::new(&ruleset, 2, 1) else {
            continue;
        };
        trace.act(r#"{"kind":"start_game"}"#);
        for player in [0, 1, 0] {
            let action = serde_json::json!({ "kind": "declare", "player": player, "declaration": "stand" });
            trace.act(&action.to_string());
        }
    }
});
