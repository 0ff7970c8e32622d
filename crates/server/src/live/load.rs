//! A room as it wakes, and when nobody knows any more what the store has kept: read from there.

use std::collections::VecDeque;
use std::sync::Arc;

use parlor_core::{AnyGame, AnyMatch, Header};
use parlor_protocol::{Problem, RoomStatus};
use parlor_store::StoreError;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::chat::Chat;
use super::{AGAIN, CALLS, Call, Inbox, Live, Play, call};
use crate::failure::Failure;
use crate::hub::Hub;
use crate::room::RoomState;

/// Wakes a room: reads it from the store and gives it a task. Nothing if there is no such room.
pub(crate) fn wake(hub: Arc<Hub>, id: String) -> Inbox {
    let (sender, receiver) = mpsc::channel(CALLS);
    let myself = sender.downgrade();
    tokio::spawn(async move {
        let mut receiver = receiver;
        let mut waiting = Vec::new();
        let loaded = loop {
            let load = Live::load(hub.clone(), &id, myself.clone());
            match Box::pin(load).await {
                // Who wants to look on waits until the store is back; all others are told at once.
                Err(failure) if failure.is_unavailable() => {
                    call::refuse_for(AGAIN, &mut receiver, &failure, &mut waiting).await;
                    if waiting.is_empty() {
                        break Err(failure);
                    }
                }
                loaded => break loaded,
            }
        };
        match loaded {
            Ok(live) => live.run(receiver, waiting).await,
            Err(failure) => call::refuse_all(receiver, waiting, &failure).await,
        }
        hub.asleep(&id);
    });
    sender
}

impl Live {
    async fn load(
        hub: Arc<Hub>,
        id: &str,
        myself: mpsc::WeakSender<Call>,
    ) -> Result<Live, Failure> {
        let document = hub.store.get("room", id).await?;
        let document = document.ok_or_else(|| crate::ids::no_such_room(id))?;
        let room: RoomState = serde_json::from_str(&document.text).map_err(|error| {
            tracing::error!(room = id, %error, "a room cannot be read");
            Failure::internal()
        })?;
        let chat = Chat::read(&*hub.store, id).await?;
        let game = hub.game(&room.game).ok();
        let mut live = Live {
            room,
            revision: document.revision,
            game,
            play: None,
            unsure: false,
            watchers: Vec::new(),
            turned_away: Vec::new(),
            chat,
            offer: None,
            deal: None,
            asked: Vec::new(),
            thinking: Vec::new(),
            delayed: VecDeque::new(),
            delayed_version: 0,
            untold_since_ms: None,
            closed: false,
            trouble: None,
            myself,
            used: Instant::now(),
            hub,
        };
        let (wall_ms, now_ms) = (live.hub.time.wall_ms(), live.hub.time.server_ms());
        let delay_ms = u64::from(live.room.spectators.delay_seconds) * 1000;
        let down_ms = wall_ms.saturating_sub(now_ms);
        live.chat.hold_back(delay_ms, wall_ms, down_ms);
        if live.room.status != RoomStatus::Gathering {
            live.load_play().await?;
            live.wake_next();
        } else if live.room.start_when_full && live.room.is_full() {
            // The server has died between the last one's coming and the beginning.
            if let Err(failure) = live.begin().await {
                tracing::warn!(room = id, problem = %failure.problem, "a match could not begin");
            }
        }
        Ok(live)
    }

    /// Reads the room and its match again, if nobody knows what the store has kept of them, and shows them to whoever is there.
    pub(super) async fn catch_up(&mut self) -> Result<(), Failure> {
        if !self.unsure {
            return Ok(());
        }
        self.read_room_again().await?;
        if self.room.status != RoomStatus::Gathering {
            self.load_play().await?;
        }
        self.unsure = false;
        self.show_table_to_all();
        // Who was waited for may have come meanwhile.
        let here: Vec<String> = (self.watchers.iter())
            .map(|watcher| watcher.account.id.clone())
            .filter(|account| self.room.awaited.contains(account))
            .collect();
        for account in here {
            Box::pin(self.arrived(&account)).await;
        }
        Ok(())
    }

    /// A match that goes on by today's rules, where these know what to make of its commands.
    fn migrated(&self, text: &str) -> Option<(Arc<dyn AnyGame>, Box<dyn AnyMatch>)> {
        let plays = self.room.status == RoomStatus::Playing;
        let game = self.hub.game(&self.room.game).ok().filter(|_| plays)?;
        let migrated = std::panic::AssertUnwindSafe(|| game.migrate(text));
        match std::panic::catch_unwind(migrated) {
            Ok(Ok(current)) => Some((game, current)),
            Ok(Err(error)) => {
                tracing::warn!(room = self.room.id, %error, "a match cannot be migrated");
                None
            }
            Err(_) => None,
        }
    }

    /// The store has failed: nobody knows what it has kept, and what is in memory counts no more.
    pub(super) fn lose_track(&mut self) {
        self.unsure = true;
        self.play = None;
        self.thinking.clear();
    }

    /// Reads the match from the store: when the room wakes, and when nobody knows any more what the store has kept. The room is
    /// there even if its match cannot be played here any more.
    pub(super) async fn load_play(&mut self) -> Result<(), Failure> {
        self.play = None;
        self.thinking.clear();
        let stored = match self.hub.store.read(&self.room.match_id, 0).await {
            // The room was closed before a match began.
            Err(StoreError::NoMatch(_)) => return Ok(()),
            stored => stored?,
        };
        let text = stored.text();
        let rules = match Header::read(&text) {
            Ok(header) => self.hub.rules_of(&header).await?,
            Err(_) => None,
        };
        let Some(game) = rules else {
            if let Some((game, current)) = self.migrated(&text) {
                return Box::pin(self.go_on_as(game, current)).await;
            }
            tracing::error!(room = self.room.id, "the rules of a match are gone");
            self.trouble = Some(unreadable());
            return Ok(());
        };
        self.game = Some(game.clone());
        let loaded = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| game.load(&text)));
        let mut current = match loaded {
            Ok(Ok(current)) => current,
            Ok(Err(error)) => {
                tracing::error!(room = self.room.id, %error, "a match cannot be read");
                self.trouble = Some(unreadable());
                return Ok(());
            }
            Err(_) => {
                tracing::error!(
                    room = self.room.id,
                    "the rules failed while a match was read"
                );
                self.trouble = Some(unreadable());
                return Ok(());
            }
        };
        let clock = match stored.note {
            Some(note) => Some(serde_json::from_str(&note.text).map_err(|error| {
                tracing::error!(room = self.room.id, %error, "a clock cannot be read");
                Failure::internal()
            })?),
            None => None,
        };
        self.read_delayed(&text, current.version());
        let is_over = current.outcome().is_some();
        self.trouble
            .take_if(|trouble| trouble.code == RULES_CHANGED);
        current.one_by_one();
        self.play = Some(Play {
            current,
            clock,
            views: Vec::new(),
        });
        self.read_offer().await?;
        // It was over as soon as it had begun, and the store failed before the room could say so.
        if is_over && self.room.status == RoomStatus::Playing {
            self.finish_now().await;
        }
        Ok(())
    }

    pub(super) async fn read_room_again(&mut self) -> Result<(), Failure> {
        let document = self.hub.store.get("room", &self.room.id).await?;
        if let Some(document) = document
            && let Ok(room) = serde_json::from_str(&document.text)
        {
            self.room = room;
            self.revision = document.revision;
        }
        Ok(())
    }
}

pub(super) const RULES_CHANGED: &str = "rules_changed";

fn unreadable() -> Problem {
    let text =
        "the rules of this game have changed since this match was played: it cannot go on here";
    Problem::new(RULES_CHANGED, text).hint("you can leave it, and save its file afterwards")
}
