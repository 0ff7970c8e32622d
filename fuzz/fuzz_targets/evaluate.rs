//! Any expression, as an effect, a condition, a transition, a score and an objective of a small game: a few actions are played.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_core::{Game, Match, Objectives, Seat, Seed, Setup};
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
        "/ai/objectives/0/check",
    ];
    for place in places {
        let Ok(mut json) = serde_json::from_str::<Value>(HIGH_CARD) else {
            return;
        };
        json["ai"] = serde_json::json!({ "objectives": [{ "name": "aim", "check": "best > 0", "weight": 1 }] });
        if let Some(value) = json.pointer_mut(place) {
            *value = text.into();
        }
        let Ok(ruleset) = Ruleset::load(json.to_string().as_bytes()) else {
            continue;
        };
        if let Ok(setup) = Setup::new(&ruleset.info(), 2)
            && let Ok(begun) = Match::new(ruleset.clone(), setup, Seed::Integer(1))
        {
            ruleset.holds(0, begun.state(), Seat(1));
        }
        let Ok(mut trace) = Trace::new(&ruleset, 2, 1) else {
            continue;
        };
        trace.act(r#"{"kind":"start_game"}"#);
        for player in [0, 1, 0] {
            let action =
                serde_json::json!({ "kind": "declare", "player": player, "declaration": "stand" });
            trace.act(&action.to_string());
        }
    }
});
