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
    Ok(Json(hub.new_guest(&wish)?))
}

pub(super) async fn create(
    State(hub): Shared,
    From(address): From,
    Body(wish): Body<Credentials>,
) -> Answer<Session> {
    hub.guard
        .allow(Wish::Login, address, hub.time.server_ms())?;
    Ok(Json(hub.new_account(wish).await?))
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
    Body(wish): Body<NewGuest>,
) -> Answer<Session> {
    let token = token.ok_or_else(Failure::unauthenticated)?;
    Ok(Json(hub.rename_guest(&token, &wish)?))
}

pub(super) async fn me(Who(account): Who) -> Answer<Account> {
    Ok(Json((*account).clone()))
}
