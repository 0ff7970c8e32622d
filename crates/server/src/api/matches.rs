//! Matches: their files and proofs, what was played, who is strong, who looks for an opponent.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use parlor_core::AnyMatch;
use parlor_protocol::{Account, Checked, PastMatch, Ranked, RatingShown, RoomStatus, Seek, Sought};

use super::extract::{Bearer, Body, From, MayBe, Who, WithCode};
use super::{Answer, Shared};
use crate::failure::Failure;
use crate::hub::Hub;
use crate::live::{Call, KeptPast};
use crate::past::{self, Reader};
use crate::ratings::{self, Kept};
use crate::room::RoomState;

const MOST_RANKED: usize = 100;
const MOST_PAST: usize = 100;

/// A match as a file. Before it is over, it says what is hidden to some: nobody gets it then.
pub(super) async fn export(
    State(hub): Shared,
    who: MayBe,
    Path(id): Path<String>,
    Query(with): Query<WithCode>,
) -> Result<Response, Failure> {
    let room = over(&hub, &who, &id, &with).await?;
    let id = room.id;
    let text = hub.call(&id, |reply| Call::Export { reply }).await?;
    let name = format!("attachment; filename=\"{}-{id}.jsonl\"", room.game);
    let headers = [
        (
            header::CONTENT_TYPE,
            "application/jsonl; charset=utf-8".to_string(),
        ),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text).into_response())
}

/// Whether a match is sound. The hash rests on what is hidden: before the end, whoever knows all but a little of it could
/// find that by trying.
pub(super) async fn verify(
    State(hub): Shared,
    who: MayBe,
    From(address): From,
    Path(id): Path<String>,
    Query(with): Query<WithCode>,
) -> Answer<Checked> {
    let room = over(&hub, &who, &id, &with).await?;
    let account = who.id().map_or_else(|| address.to_string(), String::from);
    let by = Reader {
        account,
        address,
        cost_ms: 0,
    };
    let check = |current: &dyn AnyMatch| Ok(past::checked(current));
    Ok(Json(past::look_back(&hub, by, &room, check).await?))
}

/// The room of a match that is over, as far as whoever asks may know.
async fn over(
    hub: &Arc<Hub>,
    who: &MayBe,
    id: &str,
    with: &WithCode,
) -> Result<RoomState, Failure> {
    let account = who.id();
    let (room, _) = hub.enter(id, account, with.code.as_deref()).await?;
    if !room.spectators.allowed && !account.is_some_and(|account| room.has(account)) {
        let text = "this table does not allow spectators";
        return Err(Failure::forbidden("no_spectators", text));
    }
    match room.status != RoomStatus::Over || room.is_late_for(account, hub.time.wall_ms()) {
        true => {
            let text = "the file of a match says everything: it can be had when the match is over";
            Err(Failure::conflict("not_over", text))
        }
        false if hub.keeps_brings(&room, account).await? => {
            let text = "the file of a match says what everybody has brought: it can be had when the series is over";
            Err(Failure::conflict("series_not_over", text))
        }
        false => Ok(room),
    }
}

/// What somebody has played. Others find only what everybody could have seen by now.
pub(super) async fn past(
    State(hub): Shared,
    Bearer(token): Bearer,
    Path(id): Path<String>,
) -> Answer<Vec<PastMatch>> {
    let own = match token {
        Some(token) => hub.who(&token).await?.id == id,
        None => false,
    };
    let now_ms = hub.time.wall_ms();
    let past = hub.store.list(&format!("past:{id}"), "", MOST_PAST).await?;
    let past = past
        .iter()
        .filter_map(|found| serde_json::from_str::<KeptPast>(&found.text).ok())
        .filter(|kept| own || (!kept.private && kept.shown_from_ms <= now_ms));
    Ok(Json(past.map(|kept| kept.past).collect()))
}

pub(super) async fn ratings(
    State(hub): Shared,
    Path(id): Path<String>,
) -> Answer<BTreeMap<String, RatingShown>> {
    let account = Account {
        name: String::new(),
        guest: true,
        id,
    };
    let games = {
        let games = hub
            .games
            .read()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        games.cards()
    };
    let mut all = BTreeMap::new();
    for game in games {
        let kept = Kept::read(&*hub.store, &game.id, &account).await?;
        let shown = kept.shown(hub.time.wall_ms());
        if shown.matches > 0 {
            all.insert(game.id, shown);
        }
    }
    Ok(Json(all))
}

pub(super) async fn leaderboard(
    State(hub): Shared,
    Path(game): Path<String>,
) -> Answer<Vec<Ranked>> {
    hub.game(&game)?;
    let now_ms = hub.time.wall_ms();
    let board = ratings::leaderboard(&*hub.store, &game, MOST_RANKED, now_ms);
    Ok(Json(board.await?))
}

pub(super) async fn seek(
    State(hub): Shared,
    Who(account): Who,
    Body(seek): Body<Seek>,
) -> Answer<Sought> {
    Ok(Json(hub.seek(&account, seek).await?))
}

pub(super) async fn sought(State(hub): Shared, Who(account): Who) -> Answer<Sought> {
    Ok(Json(hub.sought(&account.id)))
}

pub(super) async fn stop_seeking(State(hub): Shared, Who(account): Who) -> Answer<Sought> {
    Ok(Json(hub.stop_seeking(&account.id)))
}
