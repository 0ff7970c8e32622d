//! The games at hand, by id.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{AnyGame, Game, erase};

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
            nearest: self.nearest(id),
        })
    }

    /// All games, by id.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn AnyGame>> {
        self.games.values()
    }

    fn nearest(&self, id: &str) -> Option<String> {
        if id.len() > 60 {
            return None;
        }
        let letters = |text: &str| text.to_lowercase().replace(['-', '_', ' '], "");
        let wanted = letters(id);
        self.games
            .keys()
            .map(|known| (distance(&wanted, &letters(known)), known))
            .filter(|(distance, known)| *distance <= known.len() / 3)
            .min()
            .map(|(_, known)| known.clone())
    }
}

/// How many letters must be added, dropped or changed to get from one text to the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let change = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}
