//! Guests and rooms, made by many hands at once.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Result;
use parlor_client::Error;
use parlor_client::http::Http;
use parlor_core::OptionValue;
use parlor_protocol::{Join, NewGuest, NewRoom, Session};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::pair::{Pair, lock};

/// So many requests are under way at once.
const HANDS: usize = 16;

/// What rooms are made of.
#[derive(Clone)]
pub struct Wish {
    /// The id of the game.
    pub game: String,
    /// Its options.
    pub options: BTreeMap<String, OptionValue>,
}

/// Of a new room, what matters.
#[derive(Deserialize)]
struct Made {
    id: String,
    code: Option<String>,
}

/// Does something many times, a few at a time, and gives what came of it in order.
pub async fn many<T: Send + 'static, F>(count: usize, make: impl Fn(usize) -> F) -> Result<Vec<T>>
where
    F: Future<Output = Result<T>> + Send + 'static,
{
    let mut made: Vec<Option<T>> = (0..count).map(|_| None).collect();
    let mut under_way = JoinSet::new();
    for index in 0..count {
        if under_way.len() >= HANDS
            && let Some(done) = under_way.join_next().await
        {
            let (index, one): (usize, Result<T>) = done?;
            made[index] = Some(one?);
        }
        let one = make(index);
        under_way.spawn(async move { (index, one.await) });
    }
    while let Some(done) = under_way.join_next().await {
        let (index, one) = done?;
        made[index] = Some(one?);
    }
    Ok(made.into_iter().flatten().collect())
}

/// A new guest, when the server has time for one.
pub async fn guest(http: &Http, number: usize) -> Result<Session> {
    let name = format!("Load {number}");
    let guest = NewGuest { name };
    Ok(patiently(|| http.send("POST", "/api/guests", Some(&guest))).await?)
}

/// A room with two players in it, whose match has begun.
pub async fn room(host: &Http, other: &Http, wish: &Wish) -> Result<Arc<str>> {
    let room = NewRoom {
        seats: vec!["me".into(), "open".into()],
        options: wish.options.clone(),
        ..NewRoom::of(&wish.game)
    };
    let made: Made = patiently(|| host.send("POST", "/api/rooms", Some(&room))).await?;
    let join = Join {
        code: made.code,
        ..Join::default()
    };
    let path = format!("/api/rooms/{}/join", made.id);
    let _: Made = patiently(|| other.send("POST", &path, Some(&join))).await?;
    Ok(made.id.into())
}

/// Makes the rooms that are ordered, for as long as anybody may order one.
pub async fn make_rooms(
    mut orders: mpsc::UnboundedReceiver<usize>,
    pairs: Arc<Vec<Arc<Mutex<Pair>>>>,
    players: Arc<Vec<Http>>,
    wish: Arc<Wish>,
) -> anyhow::Error {
    let mut under_way = JoinSet::new();
    loop {
        tokio::select! {
            Some(index) = orders.recv(), if under_way.len() < HANDS => {
                let (pairs, players, wish) = (pairs.clone(), players.clone(), wish.clone());
                under_way.spawn(async move {
                    let id = room(&players[index * 2], &players[index * 2 + 1], &wish).await?;
                    lock(&pairs[index]).add_room(id);
                    Ok::<(), anyhow::Error>(())
                });
            }
            Some(done) = under_way.join_next() => {
                if let Err(error) = done.map_err(anyhow::Error::from).and_then(|done| done) {
                    return error;
                }
            }
        }
    }
}

/// Asks until the server has time, as often as it says when that will be.
async fn patiently<T, F: Future<Output = Result<T, Error>>>(
    ask: impl Fn() -> F,
) -> Result<T, Error> {
    loop {
        let answer = ask().await;
        let wait = match &answer {
            Err(error) => error.problem().and_then(|problem| problem.retry_after_ms),
            Ok(_) => None,
        };
        match wait {
            Some(wait_ms) => tokio::time::sleep(Duration::from_millis(wait_ms.max(1))).await,
            None => return answer,
        }
    }
}
