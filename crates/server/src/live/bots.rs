//! Who thinks: the bots of a room, each with what its seat may know and nothing else.

use parlor_bots::{Bot, Spec};
use parlor_core::{Rng, Seat};
use parlor_protocol::RoomStatus;
use serde_json::Value;

use super::call::Found;
use super::{Call, Live};
use crate::clock::Clock;

impl Live {
    /// Lets every bot think that is to act and does not think yet.
    pub(super) fn wake_bots(&mut self) {
        let Some(play) = &self.play else { return };
        let paused = play.clock.as_ref().is_some_and(Clock::is_paused);
        if self.room.status != RoomStatus::Playing || paused {
            return;
        }
        // Bots that play among themselves wait until somebody looks on.
        if self.room.humans().is_empty() && self.watchers.is_empty() {
            return;
        }
        let version = play.current.version();
        for seat in play.current.to_act().iter() {
            let Some(level) = self.room.bot(seat) else {
                continue;
            };
            // What it finds for an older version is thrown away when it comes, and then it thinks anew.
            if self.thinking.iter().any(|(thinking, _)| *thinking == seat) {
                continue;
            }
            let Some(myself) = self.myself.upgrade() else {
                return;
            };
            let spec: Spec = level.parse().unwrap_or_else(|_| Spec::random());
            let seed = match play.current.bot_rng(version) {
                Some(mut rng) => u64::from(rng.word()) << 32 | u64::from(rng.word()),
                None => version,
            };
            let rehearsal = play.current.rehearse(seat);
            self.thinking.push((seat, version));
            let hub = self.hub.clone();
            let host = self.room.host.clone();
            tokio::spawn(async move {
                // One at a time for each who has made rooms: so nobody's many rooms keep others waiting.
                let turn = hub.bot_turn(&host).acquire_owned().await;
                let permit = hub.bots.clone().acquire_owned().await;
                let found = tokio::task::spawn_blocking(move || {
                    let _permit = (turn, permit);
                    let thought = Bot::new(spec, seed).think(rehearsal?);
                    thought.ok().map(|thought| thought.command)
                });
                let command = found.await.ok().flatten();
                // A room that was put to sleep meanwhile lets its bots think again when it wakes.
                let _ = myself
                    .send(Call::Found(Box::new(Found {
                        seat,
                        version,
                        command,
                    })))
                    .await;
            });
        }
    }

    /// Any command, where no bot can think fairly.
    pub(super) fn any_command(&self, seat: Seat, version: u64) -> Option<Value> {
        let current = &self.play.as_ref()?.current;
        let rng = current.bot_rng(version);
        let mut rng = rng.unwrap_or_else(|| Rng::fast(version, 0));
        current.random_command(seat, &mut rng)
    }
}
