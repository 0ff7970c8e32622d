//! Rules by their hash: a match is played by those that it was begun with, whatever has become of its game since.

use std::sync::Arc;

use parlor_core::{AnyGame, Game, GameInfo, Header, erase};
use parlor_ruleset::Ruleset;
use parlor_store::{Put, Store, StoreError};
use serde_json::Value;

use crate::hub::Hub;

/// The kind of document that keeps rules which are data, by their hash.
const KIND: &str = "rules";

/// Keeps rules that are data, under every hash that a match of theirs may have.
pub(crate) async fn keep(
    store: &dyn Store,
    info: &GameInfo,
    rules: &Value,
) -> Result<(), StoreError> {
    let mut puts = Vec::new();
    for hash in info.hashes() {
        if store.get(KIND, &hash).await?.is_none() {
            puts.push(Put::new(KIND, hash, rules.to_string()).anyway());
        }
    }
    match puts.is_empty() {
        true => Ok(()),
        false => store.put(puts).await,
    }
}

impl Hub {
    /// The rules that a match was begun with: those at hand, or those that were kept; nothing if they are gone.
    pub async fn rules_of(&self, header: &Header) -> Result<Option<Arc<dyn AnyGame>>, StoreError> {
        let fits = |game: &Arc<dyn AnyGame>| game.info().hashes().contains(&header.rules);
        if let Some(game) = self.game(&header.game).ok().filter(fits) {
            return Ok(Some(game));
        }
        if let Some(game) = self.known_rules(&header.rules) {
            return Ok(Some(game));
        }
        let Some(found) = self.store.get(KIND, &header.rules).await? else {
            return Ok(None);
        };
        let game = match Ruleset::load(found.text.as_bytes()) {
            Ok(ruleset) if ruleset.info().id == header.game => erase(ruleset),
            _ => {
                tracing::error!(rules = header.rules, "rules that were kept cannot be read");
                return Ok(None);
            }
        };
        if !fits(&game) {
            tracing::error!(
                rules = header.rules,
                "rules that were kept have another hash"
            );
            return Ok(None);
        }
        self.know_rules(&header.rules, &game);
        Ok(Some(game))
    }
}
