//! The games that a server has, and where they come from.

use std::collections::BTreeMap;
use std::sync::Arc;

use parlor_core::{AnyGame, GameInfo, OptionKind, Registry, UnknownGame};
use parlor_protocol::{GameCard, GameDetails};
use serde_json::{Value, json};

/// The games that a server has.
///
/// ```
/// use parlor_server::Games;
/// let games = Games::of(parlor_games::all());
/// assert!(games.cards().iter().any(|card| card.id == "tic-tac-toe"));
/// ```
#[derive(Clone, Default)]
pub struct Games {
    registry: Registry,
    /// The rules of those that are data, by id.
    rulesets: BTreeMap<String, Value>,
    /// The account that has brought a ruleset, by its id; empty where nobody knows any more.
    brought: BTreeMap<String, String>,
}

impl Games {
    /// No games.
    pub fn new() -> Games {
        Games::default()
    }

    /// These games.
    pub fn of(registry: Registry) -> Games {
        Games {
            registry,
            ..Games::default()
        }
    }

    /// Adds a game, in place of one with the same id.
    pub fn add(&mut self, game: Arc<dyn AnyGame>) {
        self.registry.add(game);
    }

    /// Adds a game whose rules are data.
    pub fn add_ruleset(&mut self, game: Arc<dyn AnyGame>, rules: Value) {
        self.rulesets.insert(game.info().id.clone(), rules);
        self.registry.add(game);
    }

    /// Remembers who has brought a ruleset.
    pub(crate) fn brought(&mut self, id: &str, account: &str) {
        self.brought.insert(id.into(), account.into());
    }

    /// Whether this account has brought a ruleset.
    pub(crate) fn is_brought_by(&self, id: &str, account: &str) -> bool {
        self.brought.get(id).is_some_and(|by| by == account)
    }

    /// The rules of a game that is data.
    pub(crate) fn rules(&self, id: &str) -> Option<&Value> {
        self.rulesets.get(id)
    }

    /// How many rulesets were brought, by this account and all together, besides this one.
    pub(crate) fn count_brought(&self, account: &str, besides: &str) -> (usize, usize) {
        let others = || self.brought.iter().filter(|(id, _)| **id != *besides);
        let own = others().filter(|(_, by)| **by == *account).count();
        (own, others().count())
    }

    /// The games whose rules are data, with these.
    pub(crate) fn data(&self) -> impl Iterator<Item = (&GameInfo, &Value)> {
        let all = self.rulesets.iter();
        all.filter_map(|(id, rules)| Some((self.registry.get(id).ok()?.info(), rules)))
    }

    /// The game with this id.
    pub fn get(&self, id: &str) -> Result<Arc<dyn AnyGame>, UnknownGame> {
        self.registry.get(id).cloned()
    }

    /// All of them, as a catalogue lists them.
    pub fn cards(&self) -> Vec<GameCard> {
        self.registry
            .iter()
            .map(|game| GameCard::from(game.info()))
            .collect()
    }

    /// The same in a language; games that have no words in it stay English.
    ///
    /// ```
    /// use parlor_server::Games;
    /// let games = Games::of(parlor_games::all());
    /// assert!(games.cards_in("de").iter().any(|card| card.name == "Dame"));
    /// ```
    pub fn cards_in(&self, language: &str) -> Vec<GameCard> {
        let games = self.registry.iter();
        games
            .map(|game| GameCard::from(&game.info().translated(language)))
            .collect()
    }

    /// All that can be known of a game before it is played.
    pub fn details(&self, id: &str) -> Result<GameDetails, UnknownGame> {
        let info = self.registry.get(id)?.info();
        Ok(GameDetails {
            info: info.clone(),
            options_schema: options_schema(info),
            ruleset: self.rulesets.get(id).cloned(),
        })
    }
}

/// What a game lets one choose, as a JSON Schema.
fn options_schema(info: &GameInfo) -> Value {
    let properties = info.options.iter().map(|option| {
        let mut schema = match &option.kind {
            OptionKind::Bool { default } => json!({"type": "boolean", "default": default}),
            OptionKind::Int { min, max, default } => {
                json!({"type": "integer", "minimum": min, "maximum": max, "default": default})
            }
            OptionKind::Choice { choices, default } => {
                json!({"type": "string", "enum": choices, "default": default})
            }
        };
        schema["title"] = option.label.clone().into();
        (option.name.clone(), schema)
    });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "additionalProperties": false,
        "properties": properties.collect::<serde_json::Map<_, _>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_described_as_a_schema() {
        let hex = Games::of(parlor_games::all()).details("hex").unwrap();
        let size = &hex.options_schema["properties"]["size"];
        assert_eq!(size["type"], "integer");
        assert_eq!(size["default"], 11);
        assert!(size["title"].is_string());
    }
}
