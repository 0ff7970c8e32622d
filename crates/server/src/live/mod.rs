//! A room with its match while somebody cares for it: one task, which does one thing after the other.
//!
//! | file | holds |
//! |---|---|
//! | `call` | what can be asked of a room |
//! | `load` | reading a room and its match from the store |
//! | `seats` | joining, leaving, the start, the rematch |
//! | `play` | commands, and how a record is kept, acknowledged and told |
//! | `ruleless` | what can still be done when the rules are gone: leave, abort, export |
//! | `offers` | what needs others to agree: draws, undo, pauses |
//! | `watch` | who looks on, and what they are sent |
//! | `delayed` | what some see later than it happens |
//! | `talk` | questions on the way to a command |
//! | `chat` | what people say |
//! | `again` | whether a match fits changed rules |
//! | `bots` | who thinks |
//! | `entropy` | what players add to the seed |
//! | `finish` | the end: ratings and history |
//!
//! What is acknowledged is durable; what was refused has changed nothing. When the store fails in the middle of something,
//! the match in memory is thrown away and read again: at once if that works, and otherwise whenever somebody asks, and once a
//! second while the store answers. Until then nothing is played and nothing is made up.

mod admission;
mod again;
mod bots;
mod call;
mod chat;
mod delayed;
mod entropy;
mod finish;
mod load;
mod offers;
mod play;
mod ruleless;
mod seats;
mod talk;
mod watch;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use parlor_core::{AnyGame, AnyMatch, Seat, View, Viewer};
use parlor_protocol::{Offer, Problem};
use parlor_store::{Put, StoreError};
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::clock::Clock;
use crate::failure::Failure;
use crate::hub::Hub;
use crate::room::RoomState;
use crate::socket::Outbox;
pub(crate) use admission::code_needed;
pub(crate) use bots::cost_ms;
pub(crate) use call::{Call, Deed, Do, Guide, Inbox, Reload, Reply, Submit, Subscribe, Told, Why};
use chat::Chat;
pub(crate) use finish::KeptPast;
pub(crate) use load::wake;
use offers::Asked;
pub(crate) use watch::{NewWatcher, Watcher};

/// How many calls wait for a room at most; whoever has more to say waits with it.
const CALLS: usize = 256;
/// How long a room in which somebody is waits before it looks around.
const LOOK_AROUND: Duration = Duration::from_secs(60);
/// After so long without a move, a match keeps only what cannot be looked up again.
const QUIET: Duration = Duration::from_secs(5);
/// So long after a failure of the store it is tried again.
const AGAIN: Duration = Duration::from_secs(1);

/// A room that is awake.
pub(crate) struct Live {
    hub: Arc<Hub>,
    room: RoomState,
    /// The revision of the room's document in the store.
    revision: u64,
    /// The rules of the match; before it begins, and when they are gone, those of its game today, if there are any.
    game: Option<Arc<dyn AnyGame>>,
    play: Option<Play>,
    /// Whether nobody knows what the store has kept: before anything else, the room and its match are read again.
    unsure: bool,
    watchers: Vec<Watcher>,
    /// Those who wanted to look on and may not.
    turned_away: Vec<(u64, Outbox)>,
    chat: Chat,
    offer: Option<Offer>,
    /// The match that is about to begin, while players add to its seed.
    deal: Option<Box<entropy::Deal>>,
    /// What was asked for before, so that nobody asks again and again.
    asked: Vec<Asked>,
    /// The bots that think, with the version that they think about.
    thinking: Vec<(Seat, u64)>,
    /// What is shown to those who may only see it later: when, and which version.
    delayed: VecDeque<(u64, u64)>,
    /// The version that spectators have seen, where they are behind.
    delayed_version: u64,
    /// Since when something about the room is to be told that can wait a moment.
    untold_since_ms: Option<u64>,
    /// Whether nobody else finds the room any more.
    closed: bool,
    /// What goes wrong at this table.
    trouble: Option<Problem>,
    /// To call itself.
    myself: mpsc::WeakSender<Call>,
    used: Instant,
}

/// The match of a room.
struct Play {
    current: Box<dyn AnyMatch>,
    clock: Option<Clock>,
    /// What those who look on have been shown last.
    views: Vec<(Viewer, View)>,
}

impl Live {
    async fn run(mut self, mut inbox: mpsc::Receiver<Call>, waiting: Vec<Subscribe>) {
        // Whoever sees it later would learn that the game before is over.
        let hidden = self.room.hidden_ms(self.hub.time.wall_ms()) > 0;
        let counted = i64::from(!hidden);
        self.hub.metrics.rooms.add(counted);
        for subscribe in waiting {
            self.answer(Call::Subscribe(Box::new(subscribe))).await;
        }
        self.wake_bots();
        let timer = tokio::time::sleep_until(self.next_look());
        tokio::pin!(timer);
        loop {
            tokio::select! {
                call = inbox.recv() => match call {
                    Some(call) => {
                        self.used = Instant::now();
                        self.answer(call).await;
                    }
                    None => break,
                },
                () = &mut timer => {
                    Box::pin(self.on_time()).await;
                    if self.may_sleep() {
                        // Whoever found this room before it was put to sleep is still served.
                        self.hub.asleep(&self.room.id);
                        inbox.close();
                    }
                    timer.as_mut().reset(self.next_look());
                    continue;
                }
            }
            let next = self.next_look();
            // Most calls change nothing about when to look next, and setting a timer costs.
            if next < timer.deadline() {
                timer.as_mut().reset(next);
            }
        }
        self.hub.metrics.rooms.sub(counted);
    }

    /// When there is something to do even if nobody calls.
    fn next_look(&self) -> Instant {
        let soon = Instant::now() + Duration::from_millis(100);
        let has_views = (self.play.as_ref()).is_some_and(|play| !play.views.is_empty());
        let idle = match self.is_needed() {
            true if has_views => (self.used + QUIET).max(soon),
            // Whoever leaves calls, and then it is looked at again.
            true => Instant::now() + LOOK_AROUND,
            false => (self.used + self.idle()).max(soon),
        };
        let clock = self
            .play
            .as_ref()
            .and_then(|play| play.clock.as_ref()?.due());
        let delayed = self.delayed.front().map(|(due_ms, _)| *due_ms);
        let untold = self
            .untold_since_ms
            .map(|since| since + watch::TELL_AFTER_MS);
        let idle = match self.unsure {
            true => idle.min(Instant::now() + AGAIN),
            false => idle,
        };
        // Nothing is told while nobody knows what the store has kept.
        let unheard = self.chat.due().filter(|_| !self.unsure);
        let deal = self.deal.as_ref().map(|deal| deal.due_ms);
        let begins = self.begins_ms().filter(|_| !self.unsure);
        match [clock, delayed, untold, unheard, deal, begins]
            .into_iter()
            .flatten()
            .min()
        {
            Some(due_ms) => Instant::from_std(self.hub.time.instant(due_ms)).min(idle),
            None => idle,
        }
    }

    fn idle(&self) -> Duration {
        Duration::from_secs(self.hub.config.limits.match_idle_seconds.into())
    }

    /// Whether nobody needs this room to be awake.
    fn may_sleep(&self) -> bool {
        !self.is_needed() && self.used.elapsed() >= self.idle()
    }

    /// When the next game of a series begins by itself.
    fn begins_ms(&self) -> Option<u64> {
        let series = self.room.series.as_ref().filter(|_| self.deal.is_none());
        series
            .and_then(|series| series.begins_ms)
            .filter(|_| self.room.waits_for_next_game())
    }

    /// Whether somebody looks on, thinks, or a game is about to begin.
    fn is_needed(&self) -> bool {
        !(self.watchers.is_empty() && self.thinking.is_empty()) || self.begins_ms().is_some()
    }

    /// What is due.
    async fn on_time(&mut self) {
        let now_ms = self.hub.time.server_ms();
        if self.used.elapsed() >= QUIET {
            self.forget_views();
        }
        // A store that is known to be away is not asked by every room as well.
        if self.unsure && (!self.hub.time.is_beating() || self.catch_up().await.is_err()) {
            return;
        }
        if self.play.is_none() && self.trouble.is_some() {
            self.hub.shelve(&self.room.match_id).await;
        }
        if (self.deal.as_ref()).is_some_and(|deal| deal.due_ms <= now_ms) {
            self.deal_now().await;
        }
        if (self.begins_ms()).is_some_and(|begins_ms| begins_ms <= now_ms) {
            self.begin_next_game().await;
        }
        self.time_out(now_ms).await;
        self.wake_bots();
        self.tell_unheard(now_ms);
        self.show_delayed(now_ms);
        self.close_late().await;
        if self
            .untold_since_ms
            .is_some_and(|since| since + watch::TELL_AFTER_MS <= now_ms)
        {
            self.tell_status();
        }
    }

    /// What is rare is boxed: so the task of a room is as small as what it does all the time.
    async fn answer(&mut self, call: Call) {
        if self.unsure
            && let Err(failure) = Box::pin(self.catch_up()).await
        {
            if let Some(call) = call::refuse(call, &failure, |socket| self.outbox_of(socket)) {
                self.answer_unsure(call);
            }
            return;
        }
        self.answer_now(call).await;
        if self
            .play
            .as_ref()
            .is_some_and(|play| play.current.side().is_some())
        {
            Box::pin(self.sides_act()).await;
        }
        if self.unsure && Box::pin(self.catch_up()).await.is_err() {
            self.tell_status();
        }
    }

    /// What can be done as long as nobody knows how the match stands: coming and going.
    fn answer_unsure(&mut self, call: Call) {
        match call {
            Call::Subscribe(subscribe) => self.subscribe(*subscribe),
            Call::Unsubscribe { socket } => self.unsubscribe(socket),
            _ => {}
        }
    }

    async fn answer_now(&mut self, call: Call) {
        match call {
            Call::Submit(submit) => self.submit(*submit).await,
            Call::Found(found) => self.found(*found).await,
            Call::Subscribe(subscribe) => {
                let account = subscribe.watcher.account.clone();
                let commitment = subscribe.commitment.clone();
                self.subscribe(*subscribe);
                if let Some(commitment) = commitment {
                    Box::pin(self.committed(&account.id, &commitment)).await;
                }
                if self.room.awaited.contains(&account.id) {
                    Box::pin(self.arrived(&account.id)).await;
                }
                self.wake_bots();
            }
            Call::Unsubscribe { socket } => self.unsubscribe(socket),
            Call::Entropy(told) => Box::pin(self.told(told.socket, told.entropy)).await,
            Call::Guide(guide) => self.guide(*guide),
            Call::Why(why) => self.why(*why),
            Call::Ask { socket, seat, ask } => Box::pin(self.ask(socket, seat, ask)).await,
            Call::Chat { socket, text } => Box::pin(self.say(socket, &text)).await,
            Call::Do(call) => {
                let done = Box::pin(self.act(&call.account, call.deed)).await;
                let _ = call.reply.send(done);
            }
            Call::Export { reply } => {
                let _ = reply.send(self.export().await);
            }
            Call::Reload(call) => {
                let done = Box::pin(self.reload(call.game)).await;
                let _ = call.reply.send(done);
            }
            Call::TimeOut => Box::pin(self.on_time()).await,
            Call::Expire => Box::pin(self.expire()).await,
        }
    }

    /// Keeps the room as it is now, and whatever else belongs to the same change.
    async fn keep_room(&mut self, mut puts: Vec<Put>) -> Result<(), Failure> {
        puts.push(self.room_put());
        match self.hub.store.put(puts).await {
            Ok(()) => {
                self.revision += 1;
                Ok(())
            }
            Err(error) => {
                // What is in the store is what counts.
                self.lose_track();
                Err(error.into())
            }
        }
    }

    fn room_put(&self) -> Put {
        let text = serde_json::to_string(&self.room).unwrap_or_default();
        Put::new("room", &self.room.id, text).over(self.revision)
    }
}

/// Whether an error of the store leaves open what has happened.
fn is_unsure(error: &StoreError) -> bool {
    matches!(error, StoreError::Unavailable(_))
}

impl Drop for Live {
    /// If the rules have failed in a way that nobody foresaw, those who look on come back and find the room as it was kept.
    fn drop(&mut self) {
        if std::thread::panicking() {
            tracing::error!(room = self.room.id, "a table has failed");
            for watcher in &self.watchers {
                watcher.outbox.cut();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_task_of_a_room_is_small() {
        fn size<T, F: Future>(_: impl Fn(T) -> F) -> usize {
            size_of::<F>()
        }
        let bytes = size(|(live, inbox): (Live, mpsc::Receiver<Call>)| live.run(inbox, Vec::new()));
        println!("live {} run {bytes}", size_of::<Live>());
        assert!(bytes < 4096, "{bytes}");
    }
}
