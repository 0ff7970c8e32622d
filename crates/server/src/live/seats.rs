//! Joining, leaving, the start, the rematch.

use std::collections::BTreeMap;

use parlor_core::{Seat, SeatSet, SystemCommand};
use parlor_protocol::{Account, Bring, Join, RoomStatus, Visibility};
use parlor_store::Put;

use super::play::{By, No};
use super::{AGAIN, Deed, Live};
use crate::failure::Failure;
use crate::ratings::Kept;
use crate::room::{Left, RoomState, no_free_seat};
use crate::token::AccountName;

impl Live {
    /// Does what an account wants done, and gives the room as it is then.
    pub(super) async fn act(
        &mut self,
        account: &Account,
        deed: Deed,
    ) -> Result<RoomState, Failure> {
        match deed {
            Deed::Join(join) => self.join(account, &join).await?,
            Deed::Leave => self.leave(account).await?,
            Deed::Start if self.room.host != account.id => {
                return Err(Failure::forbidden(
                    "not_host",
                    "only the host starts the match",
                ));
            }
            // It has begun by itself.
            Deed::Start if self.room.start_when_full && self.play.is_some() => {}
            // It begins in a moment.
            Deed::Start if self.deal.is_some() => {}
            Deed::Start => self.begin().await?,
            Deed::Ready => self.ready(account).await?,
            Deed::Rematch => return self.rematch(account).await,
            Deed::SetSeat(seat, word) => self.set_seat(account, seat, &word).await?,
            Deed::Bring(seat, brings) => self.bring(account, seat, &brings).await?,
        }
        Ok(self.room.clone())
    }

    async fn join(&mut self, account: &Account, join: &Join) -> Result<(), Failure> {
        self.hub.check_speaker(account).await?;
        if let Some(name) = join
            .name
            .as_deref()
            .map(str::trim)
            .filter(|name| !name.is_empty())
        {
            let name = AccountName::new(name)
                .map_err(|error| Failure::bad("bad_name", error.to_string()))?;
            self.hub.check_name(&name, Some(&account.id)).await?;
        }
        if self
            .room
            .is_late_for(Some(&account.id), self.hub.time.wall_ms())
        {
            // What they would be told while it is on.
            let mut room = self.room.clone();
            room.status = RoomStatus::Playing;
            let joined = room.join(account, join, None);
            return Err(joined.err().unwrap_or_else(no_free_seat));
        }
        let known = self.room.has(&account.id) || self.room.keeps_seat_of(&account.id);
        let by_code = self.room.visibility == Visibility::ByCode;
        if by_code && !known && !self.room.is_code(join.code.as_deref()) {
            return Err(Failure::forbidden(
                "code_needed",
                "this room is entered by its code",
            ));
        }
        let rating = match self.room.rated {
            true => {
                let kept = Kept::read(&*self.hub.store, &self.room.game, account).await?;
                Some(kept.shown(self.hub.time.wall_ms()))
            }
            false => None,
        };
        let before = self.room.clone();
        let seat = self.room.join(account, join, rating)?;
        if let Some(commitment) = &join.commitment
            && let Err(failure) = self.room.commit(&account.id, commitment)
        {
            self.room = before;
            return Err(failure);
        }
        if !join.brings.is_empty() {
            let game = self.hub.game(&self.room.game)?;
            if let Err(failure) = self.room.bring(&*game, seat, &join.brings) {
                self.room = before;
                return Err(failure);
            }
        }
        let mine = Put::new(format!("mine:{}", account.id), &self.room.id, "{}").anyway();
        self.change_seats(before, vec![mine]).await?;
        if self.room.status == RoomStatus::Gathering
            && self.room.start_when_full
            && self.room.is_full()
        {
            self.begin().await?;
        }
        Ok(())
    }

    async fn leave(&mut self, account: &Account) -> Result<(), Failure> {
        if self.is_ruleless() && self.room.has(&account.id) {
            return self.abort_ruleless().await;
        }
        let before = self.room.clone();
        let left = self.room.leave(account)?;
        let not_mine = Put::remove(format!("mine:{}", account.id), &self.room.id);
        match left {
            Left::Freed | Left::Replaced => {
                self.change_seats(before, vec![not_mine]).await?;
                self.wake_bots();
            }
            Left::Empty => {
                self.room.status = RoomStatus::Over;
                let mut puts = self.room.closed();
                puts.push(not_mine);
                self.change_seats(before, puts).await?;
            }
            Left::Resigned(seats) if self.room.waits_for_next_game() => {
                self.room = before;
                self.end_series(seats.first()).await?;
            }
            Left::Resigned(seats) => {
                self.room = before;
                self.resign(seats).await?;
            }
        }
        Ok(())
    }

    /// Somebody has nothing more to choose before the next game of a series.
    async fn ready(&mut self, account: &Account) -> Result<(), Failure> {
        if !self.room.waits_for_next_game() {
            return Err(Failure::conflict("begun", "no game waits for you here"));
        }
        if !self.room.has(&account.id) {
            return Err(Failure::forbidden("not_in", "you are not at this table"));
        }
        Box::pin(self.has_come(&account.id)).await;
        Ok(())
    }

    /// Somebody who was waited for is there. Where there is something to choose before the next game of a series, they say
    /// themselves that they are ready.
    pub(super) async fn arrived(&mut self, account: &str) {
        let chooses = (self.game.as_ref()).is_some_and(|game| !game.info().brings.is_empty());
        if !(chooses && self.room.waits_for_next_game()) {
            self.has_come(account).await;
        }
    }

    /// Gives up the series, and the game that is on with it.
    pub(super) async fn concede_series(&mut self, seat: Seat) -> Result<(), Failure> {
        let before = self.room.clone();
        self.room.concede_series(seat)?;
        if let Err(failure) = self.resign(SeatSet::one(seat)).await {
            if !self.unsure {
                self.room.series = before.series;
            }
            return Err(failure);
        }
        // The others may play on: the series ends with this game.
        match self.room.status {
            RoomStatus::Playing => self.keep_room(Vec::new()).await,
            _ => Ok(()),
        }
    }

    /// Begins the next game of a series when its time has come, whoever is there.
    pub(super) async fn begin_next_game(&mut self) {
        self.room.awaited.clear();
        if let Err(failure) = Box::pin(self.begin()).await {
            tracing::warn!(room = self.room.id, problem = %failure.problem, "a game of a series could not begin");
            // Rules or decks that do not fit any more do not fit in a moment either.
            let called_off = match failure.is_unavailable() {
                true => Err(failure),
                false => self.end_series(None).await,
            };
            if called_off.is_err()
                && let Some(series) = &mut self.room.series
            {
                series.begins_ms = Some(self.hub.time.server_ms() + AGAIN.as_millis() as u64);
            }
        }
    }

    async fn has_come(&mut self, account: &str) {
        let before = self.room.clone();
        self.room.awaited.retain(|awaited| awaited != account);
        if self.room.awaited == before.awaited || self.room.status != RoomStatus::Gathering {
            return;
        }
        if self.change_seats(before, Vec::new()).await.is_err() {
            return;
        }
        if self.room.start_when_full
            && self.room.is_full()
            && let Err(failure) = self.begin().await
        {
            tracing::warn!(room = self.room.id, problem = %failure.problem, "a match could not begin");
        }
    }

    /// Closes a room in which nobody has waited for long, and for which nobody has come.
    pub(super) async fn expire(&mut self) {
        if self.room.status != RoomStatus::Gathering || !self.watchers.is_empty() {
            return;
        }
        if self.room.waits_for_next_game() {
            return self.begin_next_game().await;
        }
        let before = self.room.clone();
        self.room.status = RoomStatus::Over;
        let mut puts = self.room.closed();
        puts.push(Put::remove(
            format!("mine:{}", self.room.host),
            &self.room.id,
        ));
        for account in self.room.accounts() {
            puts.push(Put::remove(format!("mine:{}", account.id), &self.room.id));
        }
        // If it cannot be kept, it is tried again the next time.
        let _ = self.change_seats(before, puts).await;
    }

    /// Gives up at these seats.
    pub(super) async fn resign(&mut self, seats: SeatSet) -> Result<(), Failure> {
        for seat in seats.iter() {
            let time_ms = self.hub.time.wall_ms();
            let command = SystemCommand::Resign { seat };
            match self
                .change(|current| current.system(command, time_ms))
                .await
            {
                Ok(receipt) => {
                    self.keep_record(By::Other, None, receipt).await?;
                    self.after_record();
                }
                // Who has two seats may have ended the match with the first.
                Err(No::Rejected(rejection)) if rejection.code() == "match_over" => {}
                Err(No::Rejected(rejection)) => {
                    let names = self.room.names();
                    let text = rejection.message().render(&names);
                    return Err(Failure::conflict(rejection.code(), text));
                }
                Err(No::Failed(failure)) => return Err(failure),
            }
        }
        Ok(())
    }

    async fn set_seat(&mut self, by: &Account, seat: Seat, word: &str) -> Result<(), Failure> {
        let before = self.room.clone();
        let bot_time_ms = self.hub.config.bots.time_ms.into();
        self.room.set_seat(&by.id, seat, word, bot_time_ms)?;
        let gone: Vec<Put> = (before.accounts().into_iter())
            .filter(|account| !self.room.has(&account.id))
            .map(|account| Put::remove(format!("mine:{}", account.id), &self.room.id))
            .collect();
        self.change_seats(before, gone).await?;
        if self.room.start_when_full && self.room.is_full() {
            self.begin().await?;
        }
        Ok(())
    }

    /// Somebody brings something else to the match than they have said before.
    async fn bring(
        &mut self,
        account: &Account,
        seat: Seat,
        brings: &BTreeMap<String, Bring>,
    ) -> Result<(), Failure> {
        if !self.room.seats_of(&account.id).contains(seat) {
            return Err(Failure::forbidden("not_your_seat", "that is not your seat"));
        }
        if self.deal.is_some() {
            // To begin anew now would keep others from adding to the seed.
            return Err(Failure::conflict("begun", "the match begins in a moment"));
        }
        let before = self.room.clone();
        let game = self.hub.game(&self.room.game)?;
        self.room.bring(&*game, seat, brings)?;
        let kept = self.keep_room(Vec::new()).await;
        if kept.is_err() {
            self.room = before;
        }
        kept
    }

    /// Keeps the seats as they are now, and tells everybody.
    async fn change_seats(&mut self, before: RoomState, puts: Vec<Put>) -> Result<(), Failure> {
        // Other people at the table, another deal.
        self.cancel_deal();
        let anew: Vec<String> = (self.room.accounts().into_iter())
            .chain(before.accounts())
            .filter(|account| self.room.seats_of(&account.id) != before.seats_of(&account.id))
            .map(|account| account.id.clone())
            .collect();
        if let Err(failure) = self.keep_room(puts).await {
            self.room = before;
            return Err(failure);
        }
        self.seat_anew();
        for watcher in &self.watchers {
            if anew.contains(&watcher.account.id) {
                self.show_table(watcher);
            }
        }
        self.tell_status();
        Ok(())
    }

    /// The same people once more. Whoever asks first makes the room; the others find it there.
    async fn rematch(&mut self, account: &Account) -> Result<RoomState, Failure> {
        if !self.room.has(&account.id) {
            return Err(Failure::forbidden("not_in", "you are not at this table"));
        }
        if self.room.status != RoomStatus::Over {
            return Err(Failure::conflict("not_over", "this match is not over"));
        }
        if let Some(next) = &self.room.next {
            return self.hub.look(next).await;
        }
        self.hub.check_room_limit(&account.id, None).await?;
        let room = self.room.again(&account.id);
        let made = self.hub.make_room(room, true).await?;
        self.room.next = Some(made.id.clone());
        self.keep_room(Vec::new()).await?;
        self.tell_status();
        Ok(made)
    }
}
