//! The games at hand, by id.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{AnyGame, Game, erase, nearest};

/// A shelf of games.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::Registry;
/// let games = Registry::new().with(Sticks);
/// assert_eq!(games.get("sticks").unwrap().info().name, "Sticks");
/// let error = games.get("stick").err().unwrap();
/// assert_eq!(error.to_string(), "there is no game 'stick'; did you mean sticks?");
/// ```
#[derive(Clone, Default)]
pub struct Registry {
    games: BTreeMap<String, Arc<dyn AnyGame>>,
}

/// A game that is not on the shelf.
///
/// ```
/// let error = parlor_core::Registry::new().get("chess").err().unwrap();
/// assert_eq!(error.to_string(), "there is no game 'chess'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no game '{id}'{}", suggestion(.nearest))]
pub struct UnknownGame {
    /// What was asked for.
    pub id: String,
    /// The game that was perhaps meant.
    pub nearest: Option<String>,
}

fn suggestion(nearest: &Option<String>) -> String {
    nearest
        .as_ref()
        .map_or(String::new(), |id| format!("; did you mean {id}?"))
}

impl Registry {
    /// An empty shelf.
    pub fn new() -> Registry {
        Registry::default()
    }

    /// With one more game. A game of the same id is replaced.
    #[must_use]
    pub fn with(mut self, game: impl Game + 'static) -> Registry {
        self.add(erase(game));
        self
    }

    /// Puts a game on the shelf, in place of one with the same id.
    pub fn add(&mut self, game: Arc<dyn AnyGame>) {
        self.games.insert(game.info().id.clone(), game);
    }

    /// The game with this id.
    pub fn get(&self, id: &str) -> Result<&Arc<dyn AnyGame>, UnknownGame> {
        self.games.get(id).ok_or_else(|| UnknownGame {
            id: id.chars().take(60).collect(),
            nearest: nearest(id, self.games.keys().map(|known| &**known)).map(String::from),
        })
    }

    /// All games, by id.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn AnyGame>> {
        self.games.values()
    }
}
