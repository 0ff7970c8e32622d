//! Commands, and how a record is kept, acknowledged and told: in this order.

use std::panic::{AssertUnwindSafe, catch_unwind};

use parlor_core::{
    AnyMatch, Contribution, Receipt, Rejection, Seat, SeatSet, Seed, Setup, Submission,
};
use parlor_core::{SystemCommand, Viewer};
use parlor_protocol::{RoomStatus, ToClient};
use parlor_store::{Append, Appended, NewMatch, Note, Put, StoreError};
use serde_json::Value;

use super::call::Found;
use super::watch::not_begun;
use super::{AGAIN, Call, Live, Play, Submit, is_unsure};
use crate::clock::{Clock, ClockRules};
use crate::failure::Failure;
use crate::ids;
use crate::metrics::Happened;
use crate::new_room::BEGINS;

/// So many time-outs are dealt with at once; then others have their turn.
const TIME_OUTS: usize = 16;
/// How often the end of a match is tried when the ratings of its players change under it.
const TRIES: usize = 32;

/// Who has made a record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// A seat by its command, or by running out of time: its turn is over.
    Seat(Seat),
    /// An undo, which has taken back moves of these seats.
    Undo(SeatSet),
    /// The system.
    Other,
}

/// Why nothing came of it.
pub(super) enum No {
    /// The rules say no.
    Rejected(Rejection),
    /// It could not be kept.
    Failed(Failure),
}

impl From<Rejection> for No {
    fn from(rejection: Rejection) -> No {
        No::Rejected(rejection)
    }
}

impl From<Failure> for No {
    fn from(failure: Failure) -> No {
        No::Failed(failure)
    }
}

impl Live {
    /// Begins the match.
    pub(super) async fn begin(&mut self) -> Result<(), Failure> {
        if self.room.status != RoomStatus::Gathering {
            return Err(Failure::conflict("begun", "the match has begun"));
        }
        if !self.room.is_full() {
            return Err(Failure::conflict("not_full", "some seats are still open")
                .hint("wait for others, or give the seats to bots"));
        }
        if self.deal.is_some() {
            return Ok(());
        }
        // What cannot begin is not waited for.
        self.room.setup(&*self.hub.game(&self.room.game)?)?;
        if self.waits_for_entropy()? {
            self.tell_status();
            return Ok(());
        }
        let seed = match &self.room.seed {
            Some(text) => text.parse().map_err(|error: parlor_core::SeedError| {
                Failure::bad("bad_seed", error.to_string())
            })?,
            None => Seed::Secret(ids::random()?),
        };
        self.begin_with(seed, Vec::new()).await
    }

    /// Begins the match with this seed, and with what seats add to it.
    pub(super) async fn begin_with(
        &mut self,
        seed: Seed,
        contributions: Vec<Contribution>,
    ) -> Result<(), Failure> {
        // The match begins by the rules of today.
        let game = self.hub.game(&self.room.game)?;
        let setup = self.room.setup(&*game)?;
        let setup = (contributions.into_iter()).try_fold(setup, Setup::contribution)?;
        let time_ms = self.hub.time.wall_ms();
        self.game = Some(game.clone());
        let begun = catch_unwind(AssertUnwindSafe(|| game.begin(setup, seed, time_ms)));
        let current = begun.map_err(|_| rules_failed())??;
        let before = self.room.clone();
        self.room.status = RoomStatus::Playing;
        self.room.seed = None;
        self.room.commitments.clear();
        self.room.awaited.clear();
        let puts = match self.room.is_later_game() {
            true => vec![Put::remove(BEGINS, &self.room.id)],
            false => Vec::new(),
        };
        if let Err(failure) = self.keep_new(current, puts).await {
            self.room = before;
            return Err(failure);
        }
        self.count_begin();
        self.show_table_to_all();
        // A game may be over before anybody has moved.
        if self
            .play
            .as_ref()
            .is_some_and(|play| play.current.outcome().is_some())
        {
            self.finish_now().await;
        }
        self.wake_bots();
        Ok(())
    }

    /// Keeps a match that has just been made, together with the room that plays it.
    pub(super) async fn keep_new(
        &mut self,
        mut current: Box<dyn AnyMatch>,
        mut puts: Vec<Put>,
    ) -> Result<(), Failure> {
        let now_ms = self.hub.time.server_ms();
        let seats = current.header().seat_count();
        let clock = match self.room.clock {
            ClockRules::None if !current.info().timed => None,
            rules => {
                let mut clock = Clock::start(rules, seats, current.to_act(), now_ms);
                clock.limit(step_limit(&*current), now_ms);
                Some(clock)
            }
        };
        puts.push(self.room_put());
        let text = current.save();
        let mut new = NewMatch::from_text(&self.room.match_id, &self.room.game, &text)
            .map_err(|error| {
                tracing::error!(%error, "a new match cannot be kept");
                Failure::internal()
            })?
            .puts(puts);
        new.note = clock.as_ref().map(note);
        if let Err(error) = self.hub.store.create(new).await {
            self.lose_track();
            return Err(error.into());
        }
        self.revision += 1;
        self.delayed_version = current.version();
        current.one_by_one();
        self.play = Some(Play {
            current,
            clock,
            views: Vec::new(),
        });
        Ok(())
    }

    /// A socket sends a command.
    pub(super) async fn submit(&mut self, submit: Submit) {
        let Some(watcher) = self.watcher(submit.socket) else {
            return self.refuse_stranger(submit.socket);
        };
        let outbox = watcher.outbox.clone();
        let id = self.room.id.clone();
        let done = match self.seat_of(submit.socket, submit.seat) {
            Ok(seat) => {
                self.command(
                    seat,
                    submit.command,
                    submit.version,
                    Some(submit.key.clone()),
                )
                .await
            }
            Err(rejection) => Err(No::Rejected(rejection)),
        };
        let key = submit.key;
        match done {
            Ok(receipt) => {
                outbox.send(&ToClient::Accepted {
                    id,
                    key,
                    version: receipt.version,
                });
                self.count(Happened::Move);
                if !receipt.repeated {
                    self.after_record();
                }
            }
            Err(No::Rejected(rejection)) => {
                self.count(Happened::Rejected);
                outbox.send(&ToClient::Rejected {
                    id,
                    key: Some(key),
                    rejection,
                });
            }
            // Nobody knows what has become of it: whoever comes back and sends it again gets the true answer.
            Err(No::Failed(failure)) => {
                outbox.send(&ToClient::Refused {
                    id: Some(id),
                    key: Some(key),
                    problem: failure.problem,
                });
                self.cut_all();
            }
        }
    }

    fn cut_all(&mut self) {
        for watcher in self.watchers.drain(..) {
            watcher.outbox.cut();
        }
    }

    /// Plays a seat's command, and keeps what came of it.
    async fn command(
        &mut self,
        seat: Seat,
        command: Value,
        version: Option<u64>,
        key: Option<String>,
    ) -> Result<Receipt, No> {
        let submission = Submission {
            seat,
            command,
            expected_version: version,
            key,
            time_ms: self.hub.time.wall_ms(),
        };
        // Whoever is too late has lost before.
        let now_ms = self.hub.time.server_ms();
        let due = self
            .play
            .as_ref()
            .and_then(|play| play.clock.as_ref()?.due());
        if due.is_some_and(|due_ms| due_ms <= now_ms) {
            Box::pin(self.time_out(now_ms)).await;
        }
        self.refuse_if_paused(&submission)?;
        // After a failure the match is read again, and then either knows the key or takes the command now.
        let again = submission.clone();
        match self.command_once(submission, seat).await {
            Err(No::Failed(_)) => Box::pin(self.command_once(again, seat)).await,
            done => done,
        }
    }

    async fn command_once(
        &mut self,
        submission: Submission<Value>,
        seat: Seat,
    ) -> Result<Receipt, No> {
        let key = submission
            .key
            .as_ref()
            .map(|key| format!("{}/{key}", seat.0));
        let receipt = self.change(|current| current.submit(submission)).await?;
        if !receipt.repeated {
            self.keep_record(By::Seat(seat), key, receipt).await?;
        }
        Ok(receipt)
    }

    /// While the match is paused nothing new is played; what was played before is still known by its key.
    fn refuse_if_paused(&self, submission: &Submission<Value>) -> Result<(), Rejection> {
        let is_new = |play: &Play| play.current.answered(submission).is_none();
        let play = self.play.as_ref().filter(|play| is_paused(play));
        match play.is_some_and(is_new) {
            true => Err(paused()),
            false => Ok(()),
        }
    }

    /// Lets something happen to the match. Rules that panic have changed nothing: the match is read again.
    pub(super) async fn change(
        &mut self,
        change: impl FnOnce(&mut dyn AnyMatch) -> Result<Receipt, Rejection>,
    ) -> Result<Receipt, No> {
        Box::pin(self.catch_up()).await?;
        self.remember_views();
        if self.play.is_none() {
            return Err(self.no_play().into());
        }
        let play = self.play.as_mut().ok_or_else(not_begun)?;
        match catch_unwind(AssertUnwindSafe(|| change(&mut *play.current))) {
            Ok(done) => Ok(done?),
            Err(_) => {
                tracing::error!(room = self.room.id, "the rules have failed");
                self.lose_track();
                Box::pin(self.catch_up()).await?;
                Err(No::Rejected(rules_failed_at()))
            }
        }
    }

    /// Keeps the latest record. Until this is done nobody hears of it.
    pub(super) async fn keep_record(
        &mut self,
        by: By,
        key: Option<String>,
        receipt: Receipt,
    ) -> Result<(), Failure> {
        let now_ms = self.hub.time.server_ms();
        let Some(play) = &mut self.play else {
            return Err(Failure::internal());
        };
        let outcome = play.current.outcome();
        if let Some(clock) = &mut play.clock {
            let to_act = play.current.to_act();
            match (by, &outcome) {
                (_, Some(_)) => clock.stop(now_ms),
                (By::Seat(seat), None) => clock.moved(seat, to_act, now_ms),
                (By::Undo(seats), None) => clock.taken_back(seats, to_act, now_ms),
                (By::Other, None) => clock.changed(to_act, now_ms),
            }
            if outcome.is_none() {
                clock.limit(step_limit(&*play.current), now_ms);
            }
        }
        let mut append = Append::new(
            &self.room.match_id,
            receipt.version - 1,
            play.current.last_line(),
        );
        append.key = key;
        append.note = play.clock.as_ref().map(note);
        let kept = match outcome {
            None => self.hub.store.append(append).await,
            Some(outcome) => {
                let agreed = matches!(by, By::Undo(_));
                Box::pin(self.keep_end(append, &outcome, agreed)).await
            }
        };
        match kept {
            Ok(Appended::New) => Ok(()),
            // Somebody else has written, or nobody knows: what is in the store is what counts.
            Ok(Appended::Repeated { .. }) => Box::pin(self.after_failure(None)).await,
            Err(error) => Box::pin(self.after_failure(Some(error))).await,
        }
    }

    /// Keeps the record that ends the match, together with what follows from it.
    pub(super) async fn keep_end(
        &mut self,
        append: Append,
        outcome: &parlor_core::Outcome,
        agreed: bool,
    ) -> Result<Appended, StoreError> {
        let before = self.room.clone();
        self.room.status = RoomStatus::Over;
        self.room.outcome = Some(outcome.clone());
        self.room.ended_ms = Some(self.hub.time.wall_ms());
        let mut tries = 0;
        loop {
            let mut puts = self.ending(outcome, agreed).await?;
            puts.push(self.room_put());
            let mut append = append.clone();
            append.puts = puts;
            match self.hub.store.append(append).await {
                // Another match of the same player has ended meanwhile.
                Err(StoreError::Changed { .. }) if tries < TRIES => tries += 1,
                Ok(appended) => {
                    self.revision += 1;
                    self.count(Happened::End);
                    return Ok(appended);
                }
                Err(error) => {
                    self.room = before;
                    return Err(error);
                }
            }
        }
    }

    async fn after_failure(&mut self, error: Option<StoreError>) -> Result<(), Failure> {
        let unsure = error.as_ref().is_none_or(is_unsure);
        tracing::error!(room = self.room.id, ?error, unsure, "a record was not kept");
        self.lose_track();
        Box::pin(self.catch_up()).await?;
        Err(error.map_or_else(Failure::unavailable, Failure::from))
    }

    /// Lets sides act that the rules play, and keeps and shows each of their commands by itself.
    pub(super) async fn sides_act(&mut self) {
        let is_due = |play: &Play| play.current.side().is_some();
        while !self.unsure && self.play.as_ref().is_some_and(is_due) {
            let time_ms = self.hub.time.wall_ms();
            let acts = |current: &mut dyn AnyMatch| {
                let acted = current.side_acts(time_ms)?;
                acted.ok_or_else(Rejection::illegal)
            };
            let kept = match self.change(acts).await {
                Ok(receipt) => self.keep_record(By::Other, None, receipt).await.is_ok(),
                Err(No::Rejected(rejection)) => {
                    tracing::error!(room = self.room.id, %rejection, "a side cannot act");
                    return;
                }
                Err(No::Failed(_)) => false,
            };
            match kept {
                true => self.after_record(),
                // The store will come back, and then it is still the side's turn.
                false => return self.look_again_soon(),
            }
        }
    }

    /// What follows a record once it is kept.
    pub(super) fn after_record(&mut self) {
        let had_offer = self.offer.take().is_some();
        self.broadcast();
        if had_offer || self.room.status == RoomStatus::Over {
            self.tell_status();
        }
        if self.room.status == RoomStatus::Over {
            self.wake_next();
        }
        self.wake_bots();
    }

    /// Those whose time is out.
    pub(super) async fn time_out(&mut self, now_ms: u64) {
        for _ in 0..TIME_OUTS {
            let clock = self.play.as_ref().and_then(|play| play.clock.as_ref());
            let Some(seat) = clock.and_then(|clock| clock.timed_out(now_ms).first().copied())
            else {
                return;
            };
            let time_ms = self.hub.time.wall_ms();
            let command = SystemCommand::TimeOut { seat };
            let done = self
                .change(|current| current.system(command, time_ms))
                .await;
            let kept = match done {
                Ok(receipt) => self.keep_record(By::Seat(seat), None, receipt).await,
                Err(No::Failed(failure)) => Err(failure),
                Err(No::Rejected(rejection)) => {
                    // Who cannot run out of time any more has none to lose.
                    tracing::warn!(room = self.room.id, %rejection, "a time-out was refused");
                    if let Some(clock) = self.play.as_mut().and_then(|play| play.clock.as_mut()) {
                        clock.stop(now_ms);
                    }
                    return;
                }
            };
            match kept {
                Ok(()) => self.after_record(),
                // It is due still, and will be tried again.
                Err(_) => return,
            }
        }
    }

    /// A bot has found its command.
    pub(super) async fn found(&mut self, found: Found) {
        let Found {
            seat,
            version,
            command,
        } = found;
        self.thinking.retain(|(thinking, _)| *thinking != seat);
        let current = self.play.as_ref().map(|play| &play.current);
        let stands = current.is_some_and(|current| current.version() == version);
        if !stands || self.room.bot(seat).is_none() {
            return self.wake_bots();
        }
        let command = command.or_else(|| self.any_command(seat, version));
        let Some(command) = command else {
            tracing::error!(room = self.room.id, %seat, "a bot is to act and cannot");
            return;
        };
        match self.command(seat, command, Some(version), None).await {
            Ok(_) => {
                self.count(Happened::BotMove);
                self.after_record();
            }
            Err(No::Rejected(rejection)) if rejection.code() == "paused" => {}
            Err(No::Rejected(rejection)) => {
                tracing::error!(room = self.room.id, %rejection, "a bot's command was refused");
            }
            // The store will come back, and then it is still the bot's turn.
            Err(No::Failed(_)) => self.look_again_soon(),
        }
    }

    /// Looks around again in a moment.
    fn look_again_soon(&self) {
        let Some(myself) = self.myself.upgrade() else {
            return;
        };
        tokio::spawn(async move {
            tokio::time::sleep(AGAIN).await;
            let _ = myself.send(Call::TimeOut).await;
        });
    }
}

/// How long the rules let those who are to act think, where they say so.
fn step_limit(current: &dyn AnyMatch) -> Option<u64> {
    match current.info().timed {
        true => current.view(Viewer::Spectator).time_limit_ms,
        false => None,
    }
}

/// What the store is to know of a clock.
pub(super) fn note(clock: &Clock) -> Note {
    Note {
        text: serde_json::to_string(clock).unwrap_or_default(),
        due_ms: clock.due(),
    }
}

/// Whether all clocks of a match stand still.
pub(super) fn is_paused(play: &Play) -> bool {
    play.clock.as_ref().is_some_and(Clock::is_paused)
}

pub(super) fn paused() -> Rejection {
    Rejection::new("paused", "the match is paused: resume it to play")
}

pub(super) fn rules_failed_at() -> Rejection {
    Rejection::new(
        "rules_failed",
        "the rules of this game have failed at this; nothing has changed",
    )
}

fn rules_failed() -> Failure {
    Failure::bad("rules_failed", "the rules of this game fail at the opening")
}
