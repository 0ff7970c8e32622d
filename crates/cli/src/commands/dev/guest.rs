//! The player at this machine: a guest of the server, which is asked as everybody asks it, only without a network.

use anyhow::{Context, Result};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, header};
use parlor_protocol::{NewGuest, NewRoom, Problem, Room, Session};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tower::ServiceExt;

use crate::failure::Failure;

/// What the player is called.
const NAME: &str = "Author";
/// No answer is longer.
const MOST_BYTES: usize = 1024 * 1024;

/// The player at this machine.
pub struct Guest {
    app: Router,
    /// What the player is known by.
    pub token: String,
}

impl Guest {
    /// Signs in.
    pub async fn new(app: Router) -> Result<Guest> {
        let name = NewGuest { name: NAME.into() };
        let session: Session = post(&app, "/api/guests", None, &name).await?;
        Ok(Guest {
            app,
            token: session.token,
        })
    }

    /// Makes a room.
    pub async fn make_room(&self, wish: &NewRoom) -> Result<Room> {
        post(&self.app, "/api/rooms", Some(&self.token), wish).await
    }
}

async fn post<T: DeserializeOwned>(
    app: &Router,
    path: &str,
    token: Option<&str>,
    body: &impl Serialize,
) -> Result<T> {
    let mut request = Request::post(path).header(header::CONTENT_TYPE, "application/json");
    if let Some(token) = token {
        request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
    }
    let request = request.body(Body::from(serde_json::to_vec(body)?))?;
    let answer = app.clone().oneshot(request).await?;
    let is_fine = answer.status().is_success();
    let bytes = to_bytes(answer.into_body(), MOST_BYTES).await?;
    if is_fine {
        return serde_json::from_slice(&bytes).context("the server's answer makes no sense");
    }
    let problem: Problem = serde_json::from_slice(&bytes)?;
    let failure = Failure::failed(&problem.text);
    Err(match problem.hint {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
    .into())
}
