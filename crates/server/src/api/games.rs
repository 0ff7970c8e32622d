//! The games, and rulesets that players bring.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

use axum::Json;
use axum::extract::{Path, Query, State};
use parlor_core::{Game, Seat, Seed, Setup, View, Viewer, erase};
use parlor_protocol::{GameCard, GameDetails, RulesetUpload};
use parlor_ruleset::{Ruleset, Severity};
use parlor_store::Put;
use serde::Deserialize;
use serde_json::Value;
use tracing::Instrument;

use super::extract::{Body, Who};
use super::{Answer, Shared};
use crate::failure::Failure;
use crate::hub::Hub;

/// In which language somebody reads.
#[derive(Deserialize)]
pub(super) struct Reads {
    language: Option<String>,
}

pub(super) async fn list(State(hub): Shared, Query(reads): Query<Reads>) -> Answer<Vec<GameCard>> {
    let games = hub.games.read().unwrap_or_else(PoisonError::into_inner);
    Ok(Json(match reads.language {
        Some(language) => games.cards_in(&language),
        None => games.cards(),
    }))
}

pub(super) async fn details(State(hub): Shared, Path(id): Path<String>) -> Answer<GameDetails> {
    let games = hub.games.read().unwrap_or_else(PoisonError::into_inner);
    Ok(Json(games.details(&id)?))
}

/// What a game says in a language, by the ids of messages. English needs none: messages have it with them. What there is to
/// translate is for authors alone, since it names cards that nobody has seen; what names such cards in a translation is for those
/// who can read the rules.
pub(super) async fn words(
    State(hub): Shared,
    Path((id, language)): Path<(String, String)>,
) -> Answer<BTreeMap<String, String>> {
    let game = hub.game(&id)?;
    let games = hub.games.read().unwrap_or_else(PoisonError::into_inner);
    let (words, own) = (&game.info().words, |(id, text): (&str, &str)| {
        (id.to_owned(), text.to_owned())
    });
    Ok(Json(match games.rules(&id) {
        _ if language == "en" => BTreeMap::new(),
        Some(_) => words.texts(&language).map(own).collect(),
        None => words.open(&language).map(own).collect(),
    }))
}

/// How a game looks to the first seat at the beginning: a picture of it. The deal is always the same, and nobody plays it.
pub(super) async fn opening(State(hub): Shared, Path(id): Path<String>) -> Answer<View> {
    let game = hub.game(&id)?;
    let seats = usize::from(game.info().min_seats).max(2.min(game.info().max_seats.into()));
    let shown = tokio::task::spawn_blocking(move || {
        let setup = Setup::new(game.info(), seats)?;
        let begun = game.begin(setup, Seed::Integer(7), 0)?;
        Ok(begun.view(Viewer::Seat(Seat(0))))
    });
    shown.await.map_err(|_| Failure::internal())?.map(Json)
}

/// Takes a ruleset in, where the host allows it. It runs on fuel like every other, and never replaces a game that is there.
pub(super) async fn upload(
    State(hub): Shared,
    Who(account): Who,
    Body(upload): Body<RulesetUpload>,
) -> Answer<GameCard> {
    if !hub.config.server.allow_uploads {
        return Err(
            Failure::forbidden("no_uploads", "this server takes no rulesets")
                .hint("the host can allow it: server.allow_uploads"),
        );
    }
    let most = hub.config.server.upload_bytes as usize;
    let text = match upload {
        RulesetUpload::Text(text) => text,
        RulesetUpload::Url(url) => crate::fetch::fetch(&url, most).await?,
    };
    if text.len() > most {
        let text = format!("a ruleset has {most} bytes at most");
        return Err(Failure::bad("too_long", text));
    }
    let checked = tokio::task::spawn_blocking(move || {
        let report = Ruleset::check(text.as_bytes());
        (report, text)
    });
    let (report, text) = checked.await.map_err(|_| Failure::internal())?;
    let errors: Vec<String> = (report.problems.iter())
        .filter(|problem| problem.severity() == Severity::Error)
        .map(|problem| problem.to_string())
        .collect();
    let ruleset = match report.ruleset {
        Some(ruleset) if errors.is_empty() => ruleset,
        _ => return Err(Failure::bad("bad_ruleset", errors.join("\n"))),
    };
    // Whoever goes away in the middle of it leaves nothing behind that is kept and not counted.
    let keeping = keep(hub, account.id.clone(), ruleset, text).in_current_span();
    let kept = tokio::spawn(keeping).await;
    kept.map_err(|_| Failure::internal())?.map(Json)
}

/// Keeps a ruleset for good, if there is room for it.
async fn keep(
    hub: Arc<Hub>,
    account: String,
    ruleset: Ruleset,
    text: String,
) -> Result<GameCard, Failure> {
    let _alone = hub.guard.uploads.lock().await;
    let info = ruleset.info();
    // Not the text itself, which may have comments.
    let rules = serde_json::to_value(ruleset.document()).map_err(|_| Failure::internal())?;
    if let Ok(known) = hub.game(&info.id) {
        let exists =
            |text: String| Err(Failure::conflict("game_exists", text).hint("give it another slug"));
        if known.info().content_hash() != info.content_hash() {
            return exists(format!("there is a game '{}' already", info.id));
        }
        // The same rules. Labels are a matter of whoever has brought them, and change also under matches that are on.
        match hub.has_ruleset(&info.id, &rules, &account) {
            Has::Same => return Ok(GameCard::from(known.info())),
            Has::OwnLabels => {}
            Has::OthersLabels => {
                return exists(format!(
                    "there is a game '{}' already, with the same rules and other labels: only whoever has brought it changes these",
                    info.id
                ));
            }
        }
    }
    check_room(&hub, &account, &info.id)?;
    // It is there again after a restart, and counts.
    let by = Put::new("ruleset_by", &info.id, &*account).anyway();
    let put = Put::new("ruleset", &info.id, text).anyway();
    hub.store.put(vec![put, by]).await?;
    crate::rules::keep(&*hub.store, &info, &rules).await?;
    tracing::info!(game = info.id, account, "a ruleset was brought");
    let game = erase(ruleset);
    hub.change_games(|games| {
        games.brought(&info.id, &account);
        games.add_ruleset(game.clone(), rules);
    });
    // Who sits at a table sees the new labels at once.
    hub.reload(&game).await;
    Ok(GameCard::from(&info))
}

/// How a ruleset that is brought differs from the one that is there, if its rules are the same.
enum Has {
    /// In nothing.
    Same,
    /// In its labels, and the one that is there was brought by the same account.
    OwnLabels,
    /// In its labels, and it is somebody else's.
    OthersLabels,
}

impl Hub {
    fn has_ruleset(&self, id: &str, rules: &Value, account: &str) -> Has {
        let games = self.games.read().unwrap_or_else(PoisonError::into_inner);
        match games.rules(id) {
            Some(known) if known == rules => Has::Same,
            _ if games.is_brought_by(id, account) => Has::OwnLabels,
            _ => Has::OthersLabels,
        }
    }
}

/// Whether there is room for one more ruleset.
fn check_room(hub: &Hub, account: &str, id: &str) -> Result<(), Failure> {
    let games = hub.games.read().unwrap_or_else(PoisonError::into_inner);
    let (own, all) = games.count_brought(account, id);
    let limits = &hub.config.limits;
    let refusal = |text: String, hint: &str| {
        Err(Failure::conflict("too_many_rulesets", text).hint(hint.to_string()))
    };
    if own >= limits.rulesets_per_account as usize {
        let text = format!("you have brought {own} rulesets, and more are not taken");
        return refusal(text, "the host can allow more: limits.rulesets_per_account");
    }
    if all >= limits.rulesets as usize {
        let text = format!("players have brought {all} rulesets, and more are not taken");
        return refusal(text, "the host can allow more: limits.rulesets");
    }
    Ok(())
}
