//! Looking back: a match version by version, a file, an analysis board, what a bot thinks of it all, and what an author sees.

use std::net::IpAddr;
use std::sync::{Arc, PoisonError};

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use parlor_bots::{Level, Spec};
use parlor_core::Viewer;
use parlor_protocol::{
    Account, Advice, AskAdvice, AuthorNews, Fork, History, Inside, Room, RoomStatus,
};
use serde::Deserialize;

use super::extract::{Body, From, MatchFile, Who, WithCode};
use super::{Answer, Shared};
use crate::failure::Failure;
use crate::guard::Wish;
use crate::hub::Hub;
use crate::live::cost_ms;
use crate::past::{self, MOST_STEPS, Page, Reader};
use crate::room::RoomState;

#[derive(Deserialize)]
pub(super) struct Eyes {
    viewer: Option<String>,
    after: Option<u64>,
    limit: Option<u64>,
    code: Option<String>,
}

impl Eyes {
    /// Which part of the history: from the opening on, if nobody says otherwise.
    fn page(&self) -> Result<Page, Failure> {
        let limit = self.limit.unwrap_or(MOST_STEPS);
        if !(1..=MOST_STEPS).contains(&limit) {
            let text = format!("a page has 1 to {MOST_STEPS} versions");
            return Err(Failure::bad("bad_limit", text));
        }
        let after = self.after.unwrap_or(1).max(1);
        Ok(Page { after, limit })
    }

    /// Through whose eyes, if that was said.
    fn viewer(&self) -> Result<Option<Viewer>, Failure> {
        let Some(text) = &self.viewer else {
            return Ok(None);
        };
        let viewer = text.parse();
        viewer.map(Some).map_err(|_| {
            Failure::bad("bad_viewer", "there is no viewer with that name")
                .hint("a viewer is the number of a seat, 'spectator' or 'referee'")
        })
    }
}

#[derive(Deserialize)]
pub(super) struct At {
    version: Option<u64>,
}

/// How much somebody may see of a match.
struct Sight {
    room: RoomState,
    /// Whether nothing is a secret any more, or never was for whoever asks.
    all: bool,
    /// Whether they make the rules of the game themselves.
    author: bool,
}

async fn sight(
    hub: &Arc<Hub>,
    account: &Account,
    id: &str,
    code: Option<&str>,
) -> Result<Sight, Failure> {
    let (room, by_code) = hub.enter(id, Some(&account.id), code).await?;
    let inside = by_code || room.has(&account.id);
    if !room.spectators.allowed && !room.has(&account.id) {
        let text = "this table does not allow spectators";
        return Err(Failure::forbidden("no_spectators", text));
    }
    if room.status == RoomStatus::Gathering {
        return Err(Failure::conflict("not_begun", "the match has not begun"));
    }
    let late = room.is_late_for(Some(&account.id), hub.time.wall_ms());
    let over = room.status == RoomStatus::Over && !late;
    let open = over && !hub.keeps_brings(&room, Some(&account.id)).await?;
    let behind = room.spectators.delay_seconds > 0 && !room.has(&account.id);
    if behind && !over {
        let text = "delayed spectators can review the match when it is over";
        return Err(Failure::conflict("not_over", text));
    }
    let author = hub.config.server.author_tools && inside && room.host == account.id;
    Ok(Sight {
        all: open || author,
        author,
        room,
    })
}

fn reader(account: &Account, address: IpAddr, cost_ms: u32) -> Reader {
    Reader {
        account: account.id.clone(),
        address,
        cost_ms,
    }
}

impl Sight {
    /// Through whose eyes they look, if they may: while secrets are secrets, through their own or a spectator's.
    fn through(&self, account: &Account, wanted: Option<Viewer>) -> Result<Viewer, Failure> {
        let mine = self.room.seats_of(&account.id);
        let own = mine.iter().next().map_or(Viewer::Spectator, Viewer::Seat);
        let viewer = wanted.unwrap_or(own);
        let may = match viewer {
            Viewer::Spectator => true,
            Viewer::Seat(seat) => self.all || mine.contains(seat),
            Viewer::Referee => self.all,
        };
        match may {
            true => Ok(viewer),
            false => Err(Failure::forbidden(
                "not_your_eyes",
                "what others see can be seen when the match is over",
            )),
        }
    }
}

pub(super) async fn history(
    State(hub): Shared,
    Who(account): Who,
    From(address): From,
    Path(id): Path<String>,
    Query(eyes): Query<Eyes>,
) -> Answer<History> {
    let sight = sight(&hub, &account, &id, eyes.code.as_deref()).await?;
    let viewer = sight.through(&account, eyes.viewer()?)?;
    let page = eyes.page()?;
    let look = move |current: &dyn parlor_core::AnyMatch| past::history(current, viewer, page);
    let history = past::look_back(&hub, reader(&account, address, 0), &sight.room, look);
    Ok(Json(history.await?))
}

/// A file says everything: whoever has it may see everything in it.
pub(super) async fn replay(
    State(hub): Shared,
    Who(account): Who,
    From(address): From,
    Query(eyes): Query<Eyes>,
    MatchFile(text): MatchFile,
) -> Answer<History> {
    let viewer = eyes.viewer()?.unwrap_or(Viewer::Referee);
    let page = eyes.page()?;
    let history = past::look_at_file(&hub, reader(&account, address, 0), text, move |current| {
        let mut history = past::history(current, viewer, page)?;
        // Once is enough: it is about all of the file.
        if page.after == 1 {
            history.checked = Some(past::checked(current));
        }
        Ok(history)
    });
    Ok(Json(history.await?))
}

/// Where there are neither secrets nor chance nor anybody to win against, one may try things out while the match is on.
pub(super) async fn fork(
    State(hub): Shared,
    Who(account): Who,
    From(address): From,
    Path(id): Path<String>,
    Query(with): Query<WithCode>,
    Body(Fork { version }): Body<Fork>,
) -> Answer<Room> {
    hub.guard.allow(Wish::Room, address, hub.time.server_ms())?;
    let sight = sight(&hub, &account, &id, with.code.as_deref()).await?;
    let game = hub.game(&sight.room.game)?;
    let alone = sight.room.accounts().len() < 2;
    let plain = !game.info().hidden && !game.info().chance && alone;
    if !sight.all && !plain {
        let text = "this match can be forked when it is over";
        return Err(Failure::conflict("not_over", text));
    }
    hub.check_room_limit(&account.id, None).await?;
    let time_ms = hub.time.wall_ms();
    let forked = past::look_back(
        &hub,
        reader(&account, address, 0),
        &sight.room,
        move |current| {
            let names = current.header().seats.clone();
            Ok((past::forked(current, version, time_ms)?, names))
        },
    );
    let (text, names) = forked.await?;
    let room = sight.room.analysis(&account, names);
    let room = hub.make_room_with(room, &text).await?;
    Ok(Json(hub.shown(&room, Some(&account.id), false)))
}

/// What a bot thinks of every move: when the match is over, or on one's own analysis board.
pub(super) async fn analysis(
    State(hub): Shared,
    Who(account): Who,
    From(address): From,
    Path(id): Path<String>,
    Query(with): Query<WithCode>,
) -> Result<Response, Failure> {
    let sight = sight(&hub, &account, &id, with.code.as_deref()).await?;
    if sight.room.status != RoomStatus::Over || !sight.all {
        let text = "a match can be analyzed when it is over";
        return Err(Failure::conflict("not_over", text));
    }
    let text = past::analysis(&hub, &reader(&account, address, 0), &sight.room).await?;
    let kind = [(header::CONTENT_TYPE, "application/json")];
    Ok((kind, text).into_response())
}

/// What a bot would play, where nobody plays against anybody.
pub(super) async fn advice(
    State(hub): Shared,
    Who(account): Who,
    From(address): From,
    Path(id): Path<String>,
    Body(ask): Body<AskAdvice>,
) -> Answer<Advice> {
    let sight = sight(&hub, &account, &id, None).await?;
    let board = sight.room.analysis_of.is_some() && sight.room.host == account.id;
    if !board && !sight.author {
        let text = "bots give advice on analysis boards only";
        return Err(Failure::forbidden("no_advice", text));
    }
    let level: Level = ask
        .level
        .parse()
        .map_err(|error: parlor_bots::SpecError| Failure::bad("bad_level", error.to_string()))?;
    let spec = Spec::from(level);
    let by = reader(&account, address, cost_ms(&spec));
    let advice = past::look_back(&hub, by, &sight.room, move |current| {
        past::advice(current, spec)
    });
    Ok(Json(advice.await?))
}

/// A version with all that is behind it, for whoever writes the game.
pub(super) async fn inside(
    State(hub): Shared,
    Who(account): Who,
    From(address): From,
    Path(id): Path<String>,
    Query(at): Query<At>,
) -> Answer<Inside> {
    let sight = sight(&hub, &account, &id, None).await?;
    if !sight.author {
        let text = "only the author of a game can look inside: use parlor dev";
        return Err(Failure::forbidden("no_author", text));
    }
    let look = move |current: &dyn parlor_core::AnyMatch| past::inside(current, at.version);
    let inside = past::look_back(&hub, reader(&account, address, 0), &sight.room, look);
    Ok(Json(inside.await?))
}

/// How the file stands that an author saved last.
pub(super) async fn author(State(hub): Shared, Who(_): Who) -> Answer<AuthorNews> {
    if !hub.config.server.author_tools {
        let text = "only the author of a game is told: use parlor dev";
        return Err(Failure::forbidden("no_author", text));
    }
    let news = hub.author.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(Json(news.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_core::Seat;

    fn account(id: &str) -> Account {
        Account {
            id: id.into(),
            name: id.into(),
            guest: true,
        }
    }

    #[test]
    fn while_there_are_secrets_everybody_sees_with_their_own_eyes() {
        let games = parlor_games::all();
        let info = games.get("go-fish").unwrap().info().clone();
        let mut wish = parlor_protocol::NewRoom::of("go-fish");
        wish.seats = vec!["me".into(), "easy".into()];
        let room = RoomState::new(wish, &account("ann"), &info, 100).unwrap();
        let mut sight = Sight {
            room,
            all: false,
            author: false,
        };
        let seat = |seat| Some(Viewer::Seat(Seat(seat)));
        let through = |sight: &Sight, who: &str, wanted| sight.through(&account(who), wanted).ok();
        assert_eq!(through(&sight, "ann", None), seat(0));
        assert_eq!(through(&sight, "bob", None), Some(Viewer::Spectator));
        for wanted in [seat(1), Some(Viewer::Referee)] {
            assert_eq!(through(&sight, "ann", wanted), None);
        }
        assert_eq!(through(&sight, "bob", seat(0)), None);
        sight.all = true;
        assert_eq!(through(&sight, "bob", seat(0)), seat(0));
        let referee = Some(Viewer::Referee);
        assert_eq!(through(&sight, "bob", referee), referee);
    }
}
