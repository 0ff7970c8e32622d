//! Who somebody is.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use parlor_protocol::{Account, Credentials, NewGuest, Session};

use super::extract::{Bearer, Body, From, Who};
use super::{Answer, Shared};
use crate::failure::Failure;
use crate::guard::Wish;

pub(super) async fn guest(
    State(hub): Shared,
    From(address): From,
    Body(wish): Body<NewGuest>,
) -> Answer<Session> {
    hub.guard
        .allow(Wish::Guest, address, hub.time.server_ms())?;
    Ok(Json(hub.new_guest(&wish).await?))
}

pub(super) async fn create(
    State(hub): Shared,
    From(address): From,
    Body(wish): Body<Credentials>,
) -> Answer<Session> {
    let now_ms = hub.time.server_ms();
    hub.guard.allow(Wish::Login, address, now_ms)?;
    hub.guard.allow(Wish::Account, address, now_ms)?;
    Ok(Json(hub.new_account(wish, address).await?))
}

pub(super) async fn log_in(
    State(hub): Shared,
    From(address): From,
    Body(wish): Body<Credentials>,
) -> Answer<Session> {
    hub.guard
        .allow(Wish::Login, address, hub.time.server_ms())?;
    Ok(Json(hub.log_in(wish).await?))
}

pub(super) async fn log_out(
    State(hub): Shared,
    Bearer(token): Bearer,
) -> Result<StatusCode, Failure> {
    let token = token.ok_or_else(Failure::unauthenticated)?;
    hub.log_out(&token).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn rename(
    State(hub): Shared,
    Who(_): Who,
    Bearer(token): Bearer,
    From(address): From,
    Body(wish): Body<NewGuest>,
) -> Answer<Session> {
    // Another name is as good as another guest.
    hub.guard
        .allow(Wish::Guest, address, hub.time.server_ms())?;
    let token = token.ok_or_else(Failure::unauthenticated)?;
    Ok(Json(hub.rename_guest(&token, &wish).await?))
}

pub(super) async fn me(Who(account): Who) -> Answer<Account> {
    Ok(Json((*account).clone()))
}
