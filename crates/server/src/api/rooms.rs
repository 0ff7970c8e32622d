//! Rooms: making, finding, joining and leaving them.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use parlor_core::Seat;
use parlor_protocol::{Join, NewRoom, Player, Room, RoomStatus, SetBrings, SetSeat, Visibility};
use qrcode::QrCode;
use qrcode::render::svg;
use serde::Deserialize;

use super::extract::{Bearer, Body, From, Who, WithCode};
use super::{Answer, Shared};
use crate::failure::Failure;
use crate::guard::Wish;
use crate::limits::address_key;
use crate::live::Deed;
use crate::ratings::Kept;
use crate::room::RoomState;

/// So many rooms are listed at most.
const MOST_LISTED: usize = 100;

pub(super) async fn create(
    State(hub): Shared,
    Who(account): Who,
    From(address): From,
    Body(mut wish): Body<NewRoom>,
) -> Answer<Room> {
    hub.guard.allow(Wish::Room, address, hub.time.server_ms())?;
    hub.check_speaker(&account).await?;
    if wish.seed.is_some() && !hub.config.server.allow_seeds {
        let text = "this server takes no seeds: whoever knows the seed knows every card";
        return Err(Failure::forbidden("no_seeds", text).hint("leave out 'seed'"));
    }
    hub.check_room_limit(&account.id, None).await?;
    let game = hub.game(&wish.game)?;
    let bot_time_ms = hub.config.bots.time_ms.into();
    let brings = std::mem::take(&mut wish.brings);
    let commitment = wish.commitment.take();
    let mut room = RoomState::new(wish, &account, game.info(), bot_time_ms)?;
    for seat in room.seats_of(&account.id).iter() {
        room.bring(&*game, seat, &brings)?;
    }
    if let Some(commitment) = commitment {
        room.commit(&account.id, &commitment)?;
    }
    room.from = Some(hub.signer.mark(address_key(address)));
    if room.rated {
        let kept = Kept::read(&*hub.store, &room.game, &account).await?;
        for player in &mut room.seats {
            if let Player::Human { rating, .. } = player {
                *rating = Some(kept.shown(hub.time.wall_ms()));
            }
        }
    }
    let room = hub.make_room(room, true).await?;
    Ok(Json(hub.shown(&room, Some(&account.id), false)))
}

#[derive(Deserialize)]
pub(super) struct Filter {
    game: Option<String>,
}

/// The public rooms that are not over, those with free seats first.
pub(super) async fn list(State(hub): Shared, Query(filter): Query<Filter>) -> Answer<Vec<Room>> {
    let listed = hub.store.list("listed", "", MOST_LISTED * 20).await?;
    let mut rooms = Vec::new();
    for entry in listed {
        let Some(found) = hub.store.get("room", &entry.id).await? else {
            continue;
        };
        let Ok(room) = serde_json::from_str::<RoomState>(&found.text) else {
            continue;
        };
        let wanted = filter.game.as_ref().is_none_or(|game| *game == room.game);
        // Whether it is over is not told before it can be seen.
        let shown = hub.shown(&room, None, false);
        let hidden = room.is_hidden_from(None, hub.time.wall_ms());
        if wanted
            && !hidden
            && shown.status != RoomStatus::Over
            && room.visibility == Visibility::Public
        {
            rooms.push(shown);
        }
    }
    rooms.sort_by_key(|room| {
        (
            room.status != RoomStatus::Gathering,
            u64::MAX - room.created_ms,
        )
    });
    rooms.truncate(MOST_LISTED);
    Ok(Json(rooms))
}

pub(super) async fn look(
    State(hub): Shared,
    Who(account): Who,
    Path(id): Path<String>,
    Query(with): Query<WithCode>,
) -> Answer<Room> {
    let code = with.code.as_deref();
    let (room, by_code) = hub.enter(&id, Some(&account.id), code).await?;
    Ok(Json(hub.shown(&room, Some(&account.id), by_code)))
}

pub(super) async fn join(
    State(hub): Shared,
    Who(account): Who,
    Path(text): Path<String>,
    Body(mut join): Body<Join>,
) -> Answer<Room> {
    let (id, by_code) = hub.find_room(&text).await?;
    if by_code {
        join.code = Some(text);
    }
    hub.check_room_limit(&account.id, Some(&id)).await?;
    let room = hub.act(&id, &account, || Deed::Join(join.clone())).await?;
    Ok(Json(hub.shown(&room, Some(&account.id), by_code)))
}

pub(super) async fn leave(
    State(hub): Shared,
    Who(account): Who,
    Path(id): Path<String>,
) -> Answer<Room> {
    let (id, _) = hub.find_room(&id).await?;
    let room = hub.act(&id, &account, || Deed::Leave).await?;
    Ok(Json(hub.shown(&room, Some(&account.id), false)))
}

pub(super) async fn start(
    State(hub): Shared,
    Who(account): Who,
    Path(id): Path<String>,
) -> Answer<Room> {
    let (id, _) = hub.find_room(&id).await?;
    let room = hub.act(&id, &account, || Deed::Start).await?;
    Ok(Json(hub.shown(&room, Some(&account.id), false)))
}

pub(super) async fn rematch(
    State(hub): Shared,
    Who(account): Who,
    From(address): From,
    Path(id): Path<String>,
) -> Answer<Room> {
    hub.guard.allow(Wish::Room, address, hub.time.server_ms())?;
    let (id, _) = hub.find_room(&id).await?;
    let room = hub.act(&id, &account, || Deed::Rematch).await?;
    Ok(Json(hub.shown(&room, Some(&account.id), false)))
}

pub(super) async fn ready(
    State(hub): Shared,
    Who(account): Who,
    Path(id): Path<String>,
) -> Answer<Room> {
    let (id, _) = hub.find_room(&id).await?;
    let room = hub.act(&id, &account, || Deed::Ready).await?;
    Ok(Json(hub.shown(&room, Some(&account.id), false)))
}

pub(super) async fn set_seat(
    State(hub): Shared,
    Who(account): Who,
    Path((id, seat)): Path<(String, u8)>,
    Body(set): Body<SetSeat>,
) -> Answer<Room> {
    let (id, _) = hub.find_room(&id).await?;
    let deed = || Deed::SetSeat(Seat(seat), set.player.clone());
    let room = hub.act(&id, &account, deed).await?;
    Ok(Json(hub.shown(&room, Some(&account.id), false)))
}

pub(super) async fn bring(
    State(hub): Shared,
    Who(account): Who,
    Path((id, seat)): Path<(String, u8)>,
    Body(set): Body<SetBrings>,
) -> Answer<Room> {
    let (id, _) = hub.find_room(&id).await?;
    let deed = || Deed::Bring(Seat(seat), set.brings.clone());
    let room = hub.act(&id, &account, deed).await?;
    Ok(Json(hub.shown(&room, Some(&account.id), false)))
}

pub(super) async fn mine(State(hub): Shared, Who(account): Who) -> Answer<Vec<Room>> {
    let mine = hub
        .store
        .list(&format!("mine:{}", account.id), "", MOST_LISTED)
        .await?;
    let mut rooms = Vec::new();
    for entry in mine {
        if let Ok(room) = hub.look(&entry.id).await
            && room.status != RoomStatus::Over
        {
            rooms.push(hub.shown(&room, Some(&account.id), false));
        }
    }
    Ok(Json(rooms))
}

/// The link of a room as a picture, for those who know its code, or are in it.
pub(super) async fn qr(
    State(hub): Shared,
    Bearer(token): Bearer,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let (id, by_code) = hub.find_room(&id).await?;
    let room = hub.look(&id).await?;
    let account = match token {
        Some(token) => Some(hub.who(&token).await?),
        None => None,
    };
    let shown = hub.shown(&room, account.as_ref().map(|account| &*account.id), by_code);
    let link = shown
        .link
        .ok_or_else(|| Failure::forbidden("code_needed", "this room is entered by its code"))?;
    // Whoever asks sees the picture alone: it leads to where they have found the server, unless the host says where it is.
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let link = match (
        &hub.config.server.public_url,
        host,
        link.rsplit_once("/join/"),
    ) {
        (None, Some(host), Some((_, code))) => format!("http://{host}/join/{code}"),
        _ => link,
    };
    let code = QrCode::new(link.as_bytes()).map_err(|_| Failure::internal())?;
    let picture = code
        .render::<svg::Color<'_>>()
        .min_dimensions(256, 256)
        .build();
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture).into_response())
}
