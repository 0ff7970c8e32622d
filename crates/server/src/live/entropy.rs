//! What players add to the seed before the match begins, so that not even this server can choose the deal.
//!
//! Who takes part says so with a commitment when they sit down. Once the table is full the server commits to its seed, they tell
//! their entropy, and the match begins. Nobody else waits for longer than that takes.

use parlor_core::{Contribution, Entropy, Seat, Seed};
use parlor_protocol::{Dealing, Problem, RoomStatus, ToClient};

use super::Live;
use crate::failure::Failure;
use crate::ids;

/// For so long those who take part are waited for.
const PATIENCE_MS: u64 = 3000;

/// A match that is about to begin: the server has committed to its seed.
pub(super) struct Deal {
    seed: Seed,
    contributions: Vec<Contribution>,
    pub due_ms: u64,
}

impl Live {
    /// Commits to a seed if somebody wants to add to it, and waits for what they tell. Says whether it does.
    pub(super) fn waits_for_entropy(&mut self) -> Result<bool, Failure> {
        // A seed that was asked for makes a match that can be repeated.
        if self.room.seed.is_some() {
            return Ok(false);
        }
        let contributions: Vec<Contribution> = (self.room.committed().into_iter())
            .map(|(seat, commitment)| Contribution {
                seat,
                commitment,
                revealed: None,
            })
            .collect();
        if contributions.is_empty() {
            return Ok(false);
        }
        self.deal = Some(Box::new(Deal {
            seed: Seed::Secret(ids::random()?),
            contributions,
            due_ms: self.hub.time.server_ms() + PATIENCE_MS,
        }));
        Ok(true)
    }

    /// Somebody who looks on adds to the seed from now on, if they have a seat.
    pub(super) async fn committed(&mut self, account: &str, commitment: &str) {
        let before = self.room.clone();
        let waits = self.room.status == RoomStatus::Gathering && self.deal.is_none();
        if !waits || self.room.commit(account, commitment).is_err() || self.room == before {
            return;
        }
        if self.keep_room(Vec::new()).await.is_err() {
            self.room = before;
        }
    }

    /// Somebody tells what they have committed to. When all have, the match begins.
    pub(super) async fn told(&mut self, socket: u64, entropy: Entropy) {
        let Some(watcher) = self.watcher(socket) else {
            return self.refuse_stranger(socket);
        };
        let (outbox, account) = (watcher.outbox.clone(), watcher.account.id.clone());
        let mine = self.room.seats_of(&account);
        let deal = self.deal.as_mut();
        let own = deal.and_then(|deal| {
            let mut contributions = deal.contributions.iter_mut();
            contributions.find(|one| mine.contains(one.seat))
        });
        let problem = match own {
            None => Problem::new("not_asked", "no entropy is expected from you"),
            Some(one) if !entropy.keeps(&one.commitment) => Problem::new(
                "other_entropy",
                "this entropy does not match your commitment",
            ),
            Some(one) => {
                one.revealed = Some(entropy);
                if self.untold().is_empty() {
                    self.deal_now().await;
                }
                return;
            }
        };
        outbox.send(&ToClient::Refused {
            id: Some(self.room.id.clone()),
            key: None,
            problem,
        });
    }

    /// Begins the match with whatever was told.
    pub(super) async fn deal_now(&mut self) {
        let Some(deal) = self.deal.take() else {
            return;
        };
        let Deal {
            seed,
            contributions,
            ..
        } = *deal;
        if let Err(failure) = Box::pin(self.begin_with(seed, contributions)).await {
            tracing::warn!(room = self.room.id, problem = %failure.problem, "a match could not begin");
            // What was told is no secret any more.
            self.room.commitments.clear();
            self.tell_status();
        }
    }

    /// The match will not begin like this. What was told is no secret any more, so that all begin anew.
    pub(super) fn cancel_deal(&mut self) {
        if self.deal.take().is_some() {
            self.room.commitments.clear();
        }
    }

    fn untold(&self) -> Vec<Seat> {
        let contributions = (self.deal.iter()).flat_map(|deal| &deal.contributions);
        let untold = contributions.filter(|one| one.revealed.is_none());
        untold.map(|one| one.seat).collect()
    }

    /// What everybody at the table is told while it is waited for.
    pub(super) fn dealing(&self) -> Option<Dealing> {
        let deal = self.deal.as_ref()?;
        let account = |seat: Seat| self.room.seats.get(seat.index())?.account();
        let untold = self.untold().into_iter().filter_map(account);
        Some(Dealing {
            commitment: deal.seed.commitment(),
            waits_for: untold.map(|account| account.id.clone()).collect(),
        })
    }
}
