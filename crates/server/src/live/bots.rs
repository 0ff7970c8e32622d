//! Who thinks: the bots of a room, each with what its seat may know and nothing else.

use parlor_bots::{Bot, Spec};
use parlor_core::{Rng, Seat};
use parlor_protocol::{Role, RoomStatus};
use serde_json::Value;

use super::call::Found;
use super::{Call, Live, Watcher};
use crate::clock::Clock;
use crate::fair::Work;

/// About how long a bot thinks at most. A look ahead takes less than a millisecond in most games.
pub(crate) fn cost_ms(spec: &Spec) -> u32 {
    let time_ms = spec.effort.time.map(|time| time.as_millis() as u64);
    let looks = spec.effort.iterations;
    let least = [time_ms, looks].into_iter().flatten().min();
    least.unwrap_or(1000).min(u64::from(u32::MAX)) as u32
}

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
            let work = self.work(cost_ms(&spec));
            tokio::spawn(async move {
                let turn = hub.bots.turn(work).await;
                let found = tokio::task::spawn_blocking(move || {
                    // Whoever has too many bots waiting gets any command of theirs.
                    let _turn = turn.ok()?;
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

    /// For whom a bot thinks: for somebody who plays here and is there, or else for whoever looks on. Where no player is there,
    /// others come first.
    fn work(&self, cost_ms: u32) -> Work {
        let plays = |watcher: &&Watcher| watcher.role == Role::Player;
        let player = self.watchers.iter().find(plays);
        let watcher = player.or(self.watchers.first());
        Work {
            address: watcher.map(|watcher| watcher.address),
            account: watcher
                .map_or(&self.room.host, |watcher| &watcher.account.id)
                .clone(),
            cost_ms,
            patient: player.is_none(),
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
