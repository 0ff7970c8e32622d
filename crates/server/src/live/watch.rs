//! Who looks on, and what they are sent. Everything here is built from what the viewer may know.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use parlor_core::{Patch, Rejection, Seat, Told, View, Viewer};
use parlor_protocol::{
    Account, ClockShown, Presence, Role, RoomStatus, Status, Table, TableView, ToClient,
};
use serde::Serialize;

use super::call::Subscribe;
use super::delayed::is_behind;
use super::{Live, Play};
use crate::failure::Failure;
use crate::socket::{Outbox, written};

/// What can wait a moment is told after so long: many spectators who come at once are one piece of news.
pub(super) const TELL_AFTER_MS: u64 = 250;
/// So many frames are sent for missed versions; beyond, the whole table is shorter.
const LONGEST_TAIL: u64 = 64;
/// Somebody who wants to look on.
pub(crate) struct NewWatcher {
    /// What the match is called, for the answer.
    pub id: String,
    pub socket: u64,
    pub account: Arc<Account>,
    /// The address that they come from, as limits count it.
    pub address: [u8; 16],
    pub outbox: Outbox,
}

/// Somebody who looks on.
pub(crate) struct Watcher {
    pub(super) socket: u64,
    pub(super) account: Arc<Account>,
    pub(super) address: [u8; 16],
    pub(super) outbox: Outbox,
    pub(super) role: Role,
    /// Whether it goes on as a spectator, whatever seats it has.
    only_looks: bool,
    viewers: Viewers,
    /// All but the views as it was told last, to somebody who is behind.
    told: Mutex<Option<Utf8Bytes>>,
}

/// Through whose eyes somebody looks. Hardly ever more than one pair.
type Viewers = Vec<Viewer>;

/// A record more, as it travels: [`ToClient::Update`] without copies.
#[derive(Serialize)]
struct Update<'a, P> {
    r#type: &'static str,
    r#match: &'a str,
    viewer: Viewer,
    version: u64,
    patch: P,
    #[serde(skip_serializing_if = "<[Told]>::is_empty")]
    told: &'a [Told],
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<&'a ClockShown>,
}

impl Live {
    /// Lets somebody look on, and shows them what they have missed.
    pub(super) fn subscribe(&mut self, wish: Subscribe) {
        let Subscribe {
            watcher: new,
            after,
            role,
            code,
            commitment: _,
        } = wish;
        let mine = self.room.seats_of(&new.account.id);
        let only_looks = role == Some(Role::Spectator);
        let role = match role {
            None | Some(Role::Player) if !mine.is_empty() => Role::Player,
            Some(Role::Display) => Role::Display,
            _ => Role::Spectator,
        };
        self.turned_away.retain(|(socket, _)| *socket != new.socket);
        if let Err(problem) = self.admit(role, &new.account.id, code.as_deref()) {
            let (id, key) = (Some(new.id), None);
            new.outbox.send(&ToClient::Refused { id, key, problem });
            if self.watcher(new.socket).is_none() {
                self.turned_away.push((new.socket, new.outbox));
            }
            return;
        }
        let viewers = match role {
            Role::Player => mine.iter().map(Viewer::Seat).collect(),
            Role::Spectator | Role::Display => vec![Viewer::Spectator],
        };
        self.watchers.retain(|watcher| watcher.socket != new.socket);
        // Whoever comes is there already in what they are told of who is there.
        self.watchers.push(Watcher {
            socket: new.socket,
            account: new.account,
            address: new.address,
            outbox: new.outbox,
            role,
            only_looks,
            viewers,
            told: Mutex::default(),
        });
        let Some(watcher) = self.watchers.last() else {
            return;
        };
        match after.and_then(|after| self.tail(watcher, after)) {
            Some(frames) => {
                for frame in frames {
                    watcher.outbox.push(frame);
                }
                self.push_status(watcher, self.status_frame(watcher));
            }
            // What they have seen stays until the match can be read again.
            None if self.unsure && after.is_some() => {
                self.push_status(watcher, self.status_frame(watcher));
            }
            None => self.show_table(watcher),
        }
        match role {
            Role::Player => self.tell_status_to_others(),
            Role::Spectator | Role::Display => self.tell_later(),
        }
    }

    pub(super) fn unsubscribe(&mut self, socket: u64) {
        self.turned_away.retain(|(known, _)| *known != socket);
        let Some(at) = self
            .watchers
            .iter()
            .position(|watcher| watcher.socket == socket)
        else {
            return;
        };
        let gone = self.watchers.swap_remove(at);
        let needed = |viewer: &Viewer| {
            (self.watchers.iter()).any(|watcher| watcher.viewers.contains(viewer))
        };
        if let Some(play) = &mut self.play {
            play.views.retain(|(viewer, _)| needed(viewer));
        }
        match gone.role {
            Role::Player => self.tell_status(),
            Role::Spectator | Role::Display => self.tell_later(),
        }
    }

    /// Somebody's seats have changed: they look through other eyes now.
    pub(super) fn seat_anew(&mut self) {
        let room = &self.room;
        for watcher in &mut self.watchers {
            let mine = room.seats_of(&watcher.account.id);
            if watcher.role == Role::Display || watcher.only_looks {
                continue;
            }
            watcher.role = match mine.is_empty() {
                true => Role::Spectator,
                false => Role::Player,
            };
            watcher.viewers = match mine.is_empty() {
                true => vec![Viewer::Spectator],
                false => mine.iter().map(Viewer::Seat).collect(),
            };
        }
        self.turn_away();
    }

    /// Shows everybody everything: the match has begun, or is another now.
    pub(super) fn show_table_to_all(&mut self) {
        self.seat_anew();
        for watcher in &self.watchers {
            self.show_table(watcher);
        }
    }

    /// How to tell a socket something, and about which room.
    pub(super) fn outbox_of(&self, socket: u64) -> Option<(String, Outbox)> {
        let watcher = self.watcher(socket)?;
        Some((self.room.id.clone(), watcher.outbox.clone()))
    }

    pub(super) fn watcher(&self, socket: u64) -> Option<&Watcher> {
        self.watchers
            .iter()
            .find(|watcher| watcher.socket == socket)
    }

    /// The seat that a socket speaks for: the one that it names, or the only one that it can mean.
    pub(super) fn seat_of(&self, socket: u64, named: Option<Seat>) -> Result<Seat, Rejection> {
        let account = self.watcher(socket).map(|watcher| &watcher.account.id);
        let mine = account
            .map(|account| self.room.seats_of(account))
            .unwrap_or_default();
        let to_act = self
            .play
            .as_ref()
            .map(|play| play.current.to_act())
            .unwrap_or_default();
        let acting = || mine.iter().filter(|seat| to_act.contains(*seat));
        match named {
            Some(seat) if mine.contains(seat) => Ok(seat),
            Some(seat) => {
                Err(Rejection::new("not_your_seat", "{seat} is not yours").with("seat", seat))
            }
            None if mine.is_empty() => Err(Rejection::new("no_seat", "you have no seat here")),
            None if mine.len() == 1 || acting().count() == 1 => {
                Ok(acting().next().or(mine.first()).unwrap_or_default())
            }
            None => Err(Rejection::new("which_seat", "say for which of your seats")),
        }
    }

    fn spectators(&self) -> u32 {
        let looking_on = |watcher: &&Watcher| watcher.role == Role::Spectator;
        self.watchers.iter().filter(looking_on).count() as u32
    }

    /// The version that a watcher sees.
    fn version_for(&self, watcher: &Watcher) -> u64 {
        match &self.play {
            Some(_) if self.is_behind(watcher) => self.delayed_version,
            Some(play) => play.current.version(),
            None => 0,
        }
    }

    /// Forgets what can be looked up again: a match in which somebody thinks for long needs little memory.
    pub(super) fn forget_views(&mut self) {
        if let Some(play) = &mut self.play {
            play.views = Vec::new();
        }
    }

    /// Makes sure that what everybody has been shown is at hand, before it changes.
    pub(super) fn remember_views(&mut self) {
        let Some(play) = &mut self.play else { return };
        for viewer in self.watchers.iter().flat_map(|watcher| &watcher.viewers) {
            if play.views.iter().all(|(known, _)| known != viewer) {
                play.views.push((*viewer, play.current.view(*viewer)));
            }
        }
    }

    /// What somebody has missed, frame by frame, if that is not too much.
    fn tail(&self, watcher: &Watcher, after: u64) -> Option<Vec<Utf8Bytes>> {
        let play = self.play.as_ref()?;
        let version = self.version_for(watcher);
        // What would not fit into the queue would cut off whoever comes back, again and again.
        let queue = u64::from(self.hub.config.limits.queue_frames) / 2;
        let frames = (version.saturating_sub(after)).saturating_mul(watcher.viewers.len() as u64);
        if after == 0 || after > version || frames > LONGEST_TAIL.min(queue) {
            return None;
        }
        let mut frames = Vec::new();
        for viewer in &watcher.viewers {
            let mut before = play.current.view_at(after, *viewer)?;
            for version in after + 1..=version {
                let view = play.current.view_at(version, *viewer)?;
                frames.push(update(
                    &self.room.id,
                    play,
                    version,
                    *viewer,
                    &before,
                    &view,
                ));
                before = view;
            }
        }
        Some(frames)
    }

    pub(super) fn show_table(&self, watcher: &Watcher) {
        let behind = self.is_behind(watcher);
        let version = self.version_for(watcher);
        let views = (watcher.viewers.iter()).filter_map(|viewer| {
            let play = self.play.as_ref()?;
            let view = match behind {
                true => play.current.view_at(version, *viewer)?,
                false => play.current.view(*viewer),
            };
            Some(TableView {
                viewer: *viewer,
                view,
            })
        });
        let inside = self.is_inside(watcher);
        let table = Table {
            id: self.room.id.clone(),
            version,
            views: views.collect(),
            chat: self.chat.shown(behind),
            status: self.status(inside, behind),
        };
        watcher.outbox.send(&ToClient::Table(Box::new(table)));
        if behind {
            *told(watcher) = Some(self.status_frame(watcher));
        }
    }

    /// All but the views, for somebody.
    fn status_frame(&self, watcher: &Watcher) -> Utf8Bytes {
        let status = self.status(self.is_inside(watcher), self.is_behind(watcher));
        written(&ToClient::Status(Box::new(status)))
    }

    /// Tells somebody all but the views. News that say nothing new still say when something happened: whoever is behind is not
    /// told the same twice.
    fn push_status(&self, watcher: &Watcher, frame: Utf8Bytes) {
        if self.is_behind(watcher) {
            let mut told = told(watcher);
            if told.as_ref() == Some(&frame) {
                return;
            }
            *told = Some(frame.clone());
        }
        watcher.outbox.push(frame);
    }

    /// All but the views. Those outside do not learn the code, and those behind do not learn the end before they see it.
    fn status(&self, inside: bool, behind: bool) -> Status {
        let base = inside.then(|| self.hub.base_url());
        let name = self.game.as_ref().map(|game| &*game.info().name);
        let name = name.unwrap_or(&self.room.game);
        let mut room = self.room.shown(name, base.as_deref());
        let late = behind && !self.delayed.is_empty();
        if late && room.status == RoomStatus::Over {
            crate::room::hide_end(&mut room, &self.room);
        }
        self.hub.set_begin(&mut room);
        // When players come and go tells when it is over, and who has given up hope.
        let hidden = behind && room.status != RoomStatus::Gathering;
        let here = (self.room.accounts().into_iter()).map(|account| {
            let here = |watcher: &Watcher| {
                watcher.role == Role::Player && watcher.account.id == account.id
            };
            Presence {
                account: account.id.clone(),
                away: !hidden && !self.watchers.iter().any(here),
            }
        });
        Status {
            id: self.room.id.clone(),
            here: here.collect(),
            spectators: self.spectators(),
            screen: (self.watchers.iter()).any(|watcher| watcher.role == Role::Display),
            offer: self.offer.clone().filter(|_| !behind),
            clock: self.clock_shown().filter(|_| !behind),
            commitment: (self.play.as_ref()).map(|play| play.current.commitment().into()),
            dealing: self.dealing(),
            trouble: match self.unsure {
                true => Some(Failure::unavailable().problem),
                false => self.trouble.clone(),
            },
            room,
        }
    }

    pub(super) fn clock_shown(&self) -> Option<ClockShown> {
        let clock = self.play.as_ref()?.clock.as_ref()?;
        Some(clock.shown(self.hub.time.server_ms()))
    }

    /// Tells everybody all but the views.
    pub(super) fn tell_status(&mut self) {
        self.untold_since_ms = None;
        self.tell_status_but(None);
    }

    /// Tells everybody but the latest, who has just been told.
    fn tell_status_to_others(&mut self) {
        let latest = self.watchers.last().map(|watcher| watcher.socket);
        self.tell_status_but(latest);
    }

    fn tell_status_but(&self, but: Option<u64>) {
        let mut written_already: [Option<Utf8Bytes>; 4] = Default::default();
        for watcher in self
            .watchers
            .iter()
            .filter(|watcher| Some(watcher.socket) != but)
        {
            let inside = self.is_inside(watcher);
            let behind = self.is_behind(watcher);
            let frame = &mut written_already[usize::from(inside) * 2 + usize::from(behind)];
            let frame = frame.get_or_insert_with(|| self.status_frame(watcher));
            self.push_status(watcher, frame.clone());
        }
    }

    /// Tells everybody in a moment.
    pub(super) fn tell_later(&mut self) {
        let now_ms = self.hub.time.server_ms();
        self.untold_since_ms.get_or_insert(now_ms);
    }

    /// Shows everybody what the latest record has changed for them.
    pub(super) fn broadcast(&mut self) {
        let clock = self.clock_shown();
        let delay_ms = u64::from(self.room.spectators.delay_seconds) * 1000;
        let Some(play) = &mut self.play else { return };
        let version = play.current.version();
        if delay_ms > 0 {
            self.delayed
                .push_back((self.hub.time.server_ms() + delay_ms, version));
        }
        let viewers: Vec<Viewer> = play.views.iter().map(|(viewer, _)| *viewer).collect();
        let told = play.current.told_latest(&viewers);
        for ((viewer, view), told) in play.views.iter_mut().zip(told) {
            let now = play.current.view(*viewer);
            let frame = written(&Update {
                r#type: "update",
                r#match: &self.room.id,
                viewer: *viewer,
                version,
                patch: Patch::written(view, &now),
                told: &told,
                clock: clock.as_ref(),
            });
            *view = now;
            for watcher in &self.watchers {
                if watcher.viewers.contains(viewer) && !is_behind(&self.room, watcher) {
                    watcher.outbox.push(frame.clone());
                }
            }
        }
    }
}

/// What an earlier record has changed for a viewer.
pub(super) fn update(
    id: &str,
    play: &Play,
    version: u64,
    viewer: Viewer,
    before: &View,
    now: &View,
) -> Utf8Bytes {
    written(&Update {
        r#type: "update",
        r#match: id,
        viewer,
        version,
        patch: Patch::written(before, now),
        told: &play.current.told(version, viewer),
        clock: None,
    })
}

fn told(watcher: &Watcher) -> MutexGuard<'_, Option<Utf8Bytes>> {
    watcher.told.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn not_begun() -> Rejection {
    Rejection::new("not_begun", "the match has not begun")
}

#[cfg(test)]
mod tests {
    use parlor_core::{Message, SeatSet};

    use super::*;

    #[test]
    fn an_update_travels_as_the_protocol_says() {
        let told = vec![Told::new(Message::new("x", "y"))];
        let clock = ClockShown {
            remaining_ms: vec![1, 2],
            running: SeatSet::one(Seat(1)),
            paused: false,
            paused_by: None,
        };
        for (told, clock) in [(told, Some(clock)), (Vec::new(), None)] {
            let patch = Patch::between(&View::new(), &View::new().prompt("a", "b"));
            let slim = Update {
                r#type: "update",
                r#match: "m1",
                viewer: Viewer::Seat(Seat(1)),
                version: 7,
                patch: patch.clone(),
                told: &told,
                clock: clock.as_ref(),
            };
            let full = ToClient::Update {
                id: "m1".into(),
                viewer: Viewer::Seat(Seat(1)),
                version: 7,
                patch,
                told: told.clone(),
                clock: clock.clone(),
            };
            assert_eq!(written(&slim), written(&full));
        }
    }
}
