//! New rooms, as the hub makes and keeps them.

use std::sync::Arc;

use parlor_protocol::{Account, Visibility};
use parlor_store::{NewMatch, Put, StoreError};

use crate::failure::Failure;
use crate::hub::Hub;
use crate::ids;
use crate::live::Deed;
use crate::room::{RoomState, listed_from};

impl Hub {
    /// Makes a room, and begins its match if nobody is waited for.
    pub async fn make_room(
        self: &Arc<Self>,
        room: RoomState,
        start: bool,
    ) -> Result<RoomState, Failure> {
        let room = self.keep_new_room(room, None).await?;
        if !(start && room.start_when_full && room.is_full()) {
            return Ok(room);
        }
        let host = Arc::new(Account {
            id: room.host.clone(),
            name: String::new(),
            guest: true,
        });
        self.act(&room.id, &host, || Deed::Start).await
    }

    /// Makes a room whose match has begun elsewhere, and is here as text.
    pub async fn make_room_with(&self, room: RoomState, text: &str) -> Result<RoomState, Failure> {
        self.keep_new_room(room, Some(text)).await
    }

    /// Whether one more public room may be made from the address that this one is from.
    async fn check_listed(&self, room: &RoomState) -> Result<(), Failure> {
        let most = self.config.limits.public_rooms_per_address as usize;
        let Some(from) = &room.from else {
            return Ok(());
        };
        let listed = self.store.list(&listed_from(from), "", most).await?;
        match listed.len() < most {
            true => Ok(()),
            false => {
                let text = format!("{most} public rooms from your address are open already");
                Err(Failure::conflict("too_many_public_rooms", text)
                    .hint("join one of them, or make a room that is entered by its code"))
            }
        }
    }

    /// Keeps a new room, and gives it an id and a code.
    async fn keep_new_room(
        &self,
        mut room: RoomState,
        begun: Option<&str>,
    ) -> Result<RoomState, Failure> {
        let public = room.visibility == Visibility::Public;
        let _alone = match public {
            true => Some(self.guard.listing.lock().await),
            false => None,
        };
        if public {
            self.check_listed(&room).await?;
        }
        room.id = ids::new_id()?;
        room.match_id = room.id.clone();
        if let Some(series) = &mut room.series {
            series.id.clone_from(&room.id);
        }
        room.created_ms = self.time.wall_ms();
        let mut tries = 0;
        loop {
            room.code = ids::new_code()?;
            let puts = new_room_puts(&room);
            let kept = match begun {
                None => self.store.put(puts).await,
                Some(text) => {
                    let new = NewMatch::from_text(&room.match_id, &room.game, text);
                    let new = new.map_err(|error| {
                        tracing::error!(%error, "a match cannot be kept");
                        Failure::internal()
                    })?;
                    self.store.create(new.puts(puts)).await
                }
            };
            match kept {
                Ok(()) => return Ok(room),
                // Two rooms with one code: a code in a hundred million, so try another.
                Err(StoreError::Changed { .. }) if tries < 5 => tries += 1,
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// What is to be kept of the room of the next game of a series. It takes the code of the room before, as soon as everybody may
/// know that the game there is over.
pub(crate) fn next_game_puts(room: &RoomState) -> Vec<Put> {
    let mut puts = new_room_puts(room);
    puts.retain(|put| put.kind != "code");
    let begins_ms = room.series.as_ref().and_then(|series| series.begins_ms);
    let begins_ms = begins_ms.unwrap_or_default().to_string();
    puts.push(Put::new(BEGINS, &room.id, begins_ms).anyway());
    puts
}

/// Under which kind the rooms are kept that begin a game by themselves, so that a server that starts again wakes them.
pub(crate) const BEGINS: &str = "begins";

/// What is to be kept of a new room.
fn new_room_puts(room: &RoomState) -> Vec<Put> {
    let text = serde_json::to_string(room).unwrap_or_default();
    let mut puts = vec![
        Put::new("room", &room.id, text),
        Put::new("code", &room.code, &*room.id),
    ];
    if room.visibility == Visibility::Public {
        puts.push(Put::new("listed", &room.id, "{}"));
        let from = room.from.as_deref();
        puts.extend(from.map(|from| Put::new(listed_from(from), &room.id, "{}").anyway()));
    }
    // Also whoever has made it and has no seat: such a room costs as much.
    let mut accounts: Vec<&str> = vec![&room.host];
    accounts.extend(room.accounts().into_iter().map(|account| &*account.id));
    accounts.sort_unstable();
    accounts.dedup();
    for account in accounts {
        puts.push(Put::new(format!("mine:{account}"), &room.id, "{}").anyway());
    }
    puts
}
