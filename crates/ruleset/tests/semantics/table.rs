//! A small ruleset to try expressions and effects in.

use expect_test::Expect;
use parlor_ruleset::{Ruleset, Trace};
use serde_json::{Value, json};

/// A ruleset of one waiting phase `play` after a set-up, to try things in.
pub struct Table {
    json: Value,
    players: u8,
}

pub fn table() -> Table {
    Table {
        json: json!({
            "meta": {
                "name": "Test", "slug": "test", "version": "1.0.0", "author": "Parlor",
                "players": { "min": 2, "max": 4 }
            },
            "deck": {
                "preset": "custom", "copies": 1,
                "cards": [
                    { "suit": "hearts", "rank": "A" }, { "suit": "hearts", "rank": "2" },
                    { "suit": "spades", "rank": "A" }, { "suit": "spades", "rank": "3" },
                    { "suit": "clubs", "rank": "4" }, { "suit": "clubs", "rank": "2" }
                ],
                "cardValues": { "A": { "kind": "dual", "low": 1, "high": 11 }, "2": 2, "3": 3, "4": 4 }
            },
            "roles": [
                { "name": "player", "isHuman": true, "count": "per_player" },
                { "name": "dealer", "isHuman": false, "count": 1 }
            ],
            "zones": [
                { "name": "draw_pile", "visibility": { "kind": "hidden" }, "owners": [] },
                { "name": "discard", "visibility": { "kind": "public" }, "owners": [] },
                { "name": "hand", "visibility": { "kind": "owner_only" }, "owners": ["player"] },
                { "name": "dealer_hand", "visibility": { "kind": "public" }, "owners": ["dealer"] }
            ],
            "variables": { "x": { "initial": 0 }, "t": { "initial": "" }, "active_suit": { "initial": "" } },
            "phases": [
                {
                    "name": "setup", "kind": "automatic", "actions": [], "onEnter": ["draw(draw_pile, discard, 0)"],
                    "transitions": [{ "to": "play", "when": "all_hands_dealt" }]
                },
                { "name": "play", "kind": "turn_based", "actions": [], "transitions": [] }
            ],
            "scoring": { "method": "hand_value(hand)", "winCondition": "my_score > dealer_value" },
            "ui": { "layout": "circle", "tableColor": "wood" }
        }),
        players: 2,
    }
}

impl Table {
    /// With something else at a JSON pointer.
    pub fn with(mut self, pointer: &str, value: Value) -> Table {
        *self.json.pointer_mut(pointer).expect("the place is there") = value;
        self
    }

    /// With an action that does this.
    pub fn action(mut self, name: &str, condition: Option<&str>, effects: &[&str]) -> Table {
        let actions = self
            .json
            .pointer_mut("/phases/1/actions")
            .and_then(Value::as_array_mut);
        let mut action = json!({ "name": name, "label": name, "effect": effects });
        if let Some(condition) = condition {
            action["condition"] = condition.into();
        }
        actions.expect("there are actions").push(action);
        self
    }

    pub fn players(mut self, players: u8) -> Table {
        self.players = players;
        self
    }

    /// What the parts of the position at these pointers are after each of some actions.
    pub fn play(&self, actions: &[Value], show: &[&str]) -> Vec<String> {
        let ruleset = match Ruleset::load(self.json.to_string().as_bytes()) {
            Ok(ruleset) => ruleset,
            Err(error) => panic!("{error}"),
        };
        let mut trace = Trace::new(&ruleset, self.players, 1).expect("the number of players fits");
        trace.act(r#"{"kind":"start_game"}"#);
        let lines = actions.iter().map(|action| {
            let line = trace.act(&action.to_string());
            let shown: Vec<String> = show
                .iter()
                .map(|pointer| line.pointer(pointer).map_or("-".into(), Value::to_string))
                .collect();
            match line.get("rejected") {
                Some(reason) => format!(
                    "refused: {}; {}",
                    reason.as_str().unwrap_or(""),
                    shown.join(" ")
                ),
                None => shown.join(" "),
            }
        });
        lines.collect()
    }
}

pub fn declare(name: &str) -> Value {
    json!({ "kind": "declare", "player": 0, "declaration": name })
}

/// What a number comes to, after some effects have happened.
pub fn number(before: &[&str], expression: &str, expected: Expect) {
    let set = format!("set_var(\"x\", {expression})");
    let table = table()
        .action("before", None, before)
        .action("go", None, &[&set]);
    let lines = table.play(&[declare("before"), declare("go")], &["/state/vars/x"]);
    expected.assert_eq(&lines[1]);
}

/// What a text comes to.
pub fn text(expression: &str, expected: Expect) {
    let set = format!("set_str_var(\"t\", {expression})");
    let lines = table()
        .action("go", None, &[&set])
        .play(&[declare("go")], &["/state/svars/t"]);
    expected.assert_eq(&lines[0]);
}
