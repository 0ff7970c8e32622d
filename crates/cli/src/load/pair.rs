//! Two players at one table after the other: what they hear, and what they play.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Instant;

use anyhow::{Result, bail};
use tokio::sync::mpsc;

use super::actions::Actions;
use super::frame::Frame;
use super::latency::Latency;
use super::wire::Wire;

/// A player whose commands are refused so often in a row will never move.
const MOST_REJECTED: u32 = 100;

/// When fewer rooms than this are ahead, new ones are made.
const FEWEST: usize = 4;

/// Two players, who play each other in one room after the other.
pub struct Pair {
    index: usize,
    sides: [Side; 2],
    /// All their rooms; a side has played those before its own `at`.
    rooms: Vec<Arc<str>>,
    /// How many rooms were ordered.
    ordered: usize,
    orders: mpsc::UnboundedSender<usize>,
    /// How many rooms to have ahead at least.
    ahead: usize,
    /// The moves that are due, where they come at a set pace.
    due: VecDeque<Instant>,
    paced: bool,
    /// Whether to move at all.
    pub playing: bool,
    tally: Arc<Mutex<Tally>>,
}

/// What has come of all moves.
pub struct Tally {
    /// Moves count from here on.
    pub begin: Instant,
    /// And up to here.
    pub end: Instant,
    pub latency: Latency,
    pub rejected: u64,
    /// Rooms that are over.
    pub ended: u64,
    /// Rooms that were made.
    pub made: u64,
}

struct Side {
    /// The room that is played.
    at: usize,
    /// That room, and those that are to be played next.
    tables: VecDeque<Seat>,
    waker: Option<Waker>,
    chance: u64,
    keys: u64,
    rejected: u32,
}

/// A seat in one match.
struct Seat {
    id: Arc<str>,
    begun: bool,
    over: bool,
    version: u64,
    /// The version that the latest own move has led to.
    accepted: u64,
    actions: Actions,
    waiting: Option<Waiting>,
}

/// A command without an answer.
struct Waiting {
    key: u64,
    since: Instant,
}

impl Pair {
    pub fn new(
        index: usize,
        paced: bool,
        orders: mpsc::UnboundedSender<usize>,
        tally: Arc<Mutex<Tally>>,
    ) -> Pair {
        let side = |number: u64| Side {
            at: 0,
            tables: VecDeque::new(),
            waker: None,
            chance: 0x9e37_79b9_7f4a_7c15 ^ (index as u64 * 2 + number + 1),
            keys: 0,
            rejected: 0,
        };
        Pair {
            index,
            sides: [side(0), side(1)],
            rooms: Vec::new(),
            ordered: 0,
            orders,
            ahead: 0,
            due: VecDeque::new(),
            paced,
            playing: false,
            tally,
        }
    }

    /// Adds a room that is ready for both.
    pub fn add_room(&mut self, id: Arc<str>) {
        self.rooms.push(id);
        lock(&self.tally).made += 1;
        self.wake();
    }

    /// Orders so many rooms ahead of the one that is played, and never lets them run out from then on.
    pub fn stock(&mut self, ahead: usize) {
        self.ahead = ahead.min(FEWEST);
        self.order_ahead(ahead);
    }

    fn order_ahead(&mut self, ahead: usize) {
        let at = self.sides.iter().map(|side| side.at).max().unwrap_or(0);
        while self.ordered < at + 1 + ahead {
            self.ordered += 1;
            // Whoever makes rooms ends after us.
            let _ = self.orders.send(self.index);
        }
    }

    /// How many rooms are ready, with the one that is played.
    pub fn rooms_ready(&self) -> usize {
        let at = self.sides.iter().map(|side| side.at).max().unwrap_or(0);
        self.rooms.len().saturating_sub(at)
    }

    /// Whether both see their match.
    pub fn is_live(&self) -> bool {
        let sees = |side: &Side| side.tables.front().is_some_and(|seat| seat.begun);
        self.sides.iter().all(sees)
    }

    /// A move is due.
    pub fn tick(&mut self, at: Instant) {
        self.due.push_back(at);
        if let Some(side) = self.sides.iter_mut().find(|side| side.can_act()) {
            side.wake();
        }
    }

    /// The moves that are due and have no answer, by the time since when they are.
    pub fn unanswered(&self) -> impl Iterator<Item = Instant> {
        let waiting = (self.sides.iter())
            .flat_map(|side| &side.tables)
            .filter_map(|seat| seat.waiting.as_ref().map(|waiting| waiting.since));
        self.due.iter().copied().chain(waiting)
    }

    /// Lets both look around.
    pub fn wake(&mut self) {
        self.sides.iter_mut().for_each(Side::wake);
    }

    /// Sits down at rooms that have been added: the one that is played and the next.
    fn sit_down(&mut self, side: usize, wire: &mut Wire) {
        let side = &mut self.sides[side];
        while side.tables.len() < 2
            && let Some(id) = self.rooms.get(side.at + side.tables.len())
        {
            wire.send(format!(r#"{{"type":"subscribe","match":"{id}"}}"#).as_bytes());
            side.tables.push_back(Seat {
                id: id.clone(),
                begun: false,
                over: false,
                version: 0,
                accepted: 0,
                actions: Actions::default(),
                waiting: None,
            });
        }
    }

    fn hear(&mut self, side: usize, text: &[u8], wire: &mut Wire) -> Result<()> {
        let frame: Frame<'_> = serde_json::from_slice(text)?;
        if matches!(frame.kind, "refused" | "bye") {
            let why = frame.text.as_deref().unwrap_or("for no reason");
            bail!("the server refuses a player: {why}");
        }
        let own = &mut self.sides[side];
        let Some(id) = frame.id.as_deref() else {
            return Ok(());
        };
        let Some(seat) = own.tables.iter_mut().find(|seat| *seat.id == *id) else {
            return Ok(());
        };
        match frame.kind {
            "table" => {
                seat.version = frame.version;
                if let Some(shown) = frame.views.first() {
                    seat.begun = true;
                    seat.actions.set(shown.view.actions);
                    seat.over = shown.view.outcome.is_some();
                }
            }
            "update" => {
                seat.version = frame.version;
                for change in &frame.patch {
                    seat.actions.change(change);
                    seat.over |= change.at == "/outcome" && change.set.is_some();
                }
            }
            "accepted" => {
                let key = frame.key.and_then(|key| key.parse().ok());
                if let Some(waiting) = seat.waiting.take_if(|waiting| Some(waiting.key) == key) {
                    seat.accepted = frame.version;
                    own.rejected = 0;
                    lock(&self.tally).count(waiting.since);
                }
            }
            "rejected" => {
                seat.waiting = None;
                own.rejected += 1;
                lock(&self.tally).rejected += 1;
                if own.rejected > MOST_REJECTED {
                    let why = frame.rejection.map_or("", |rejection| rejection.get());
                    bail!("no command of a player is accepted: {why}");
                }
            }
            _ => return Ok(()),
        }
        self.stand_up(side, wire);
        self.act(side, wire);
        Ok(())
    }

    /// Leaves a room that is over, for the next.
    fn stand_up(&mut self, index: usize, wire: &mut Wire) {
        let side = &mut self.sides[index];
        let is_done = |seat: &Seat| seat.over && seat.waiting.is_none();
        if !side.tables.front().is_some_and(is_done) {
            return;
        }
        if let Some(seat) = side.tables.pop_front() {
            let id = &seat.id;
            wire.send(format!(r#"{{"type":"unsubscribe","match":"{id}"}}"#).as_bytes());
            side.at += 1;
        }
        // Each room is left by two.
        if index == 0 {
            lock(&self.tally).ended += 1;
        }
        self.order_ahead(self.ahead);
        self.sit_down(index, wire);
    }

    /// Plays a move, if it can and may.
    fn act(&mut self, side: usize, wire: &mut Wire) {
        let side = &mut self.sides[side];
        if !self.playing || !side.can_act() {
            return;
        }
        let since = match self.paced {
            true => match self.due.pop_front() {
                Some(due) => due,
                None => return,
            },
            false => Instant::now(),
        };
        side.chance ^= side.chance << 13;
        side.chance ^= side.chance >> 7;
        side.chance ^= side.chance << 17;
        let (key, chance) = (side.keys, side.chance >> 11);
        let Some(seat) = side.tables.front_mut() else {
            return;
        };
        let Some(command) = seat.actions.choose(chance) else {
            return;
        };
        let id = &seat.id;
        let frame =
            format!(r#"{{"type":"submit","match":"{id}","command":{command},"key":"{key}"}}"#);
        wire.send(frame.as_bytes());
        seat.waiting = Some(Waiting { key, since });
        side.keys += 1;
    }
}

impl Side {
    /// Whether it is this player's turn, as far as it knows.
    fn can_act(&self) -> bool {
        self.tables.front().is_some_and(|seat| {
            let is_up_to_date = seat.waiting.is_none() && seat.version >= seat.accepted;
            seat.begun && !seat.over && is_up_to_date && !seat.actions.is_empty()
        })
    }

    fn wake(&mut self) {
        if let Some(waker) = &self.waker {
            waker.wake_by_ref();
        }
    }
}

impl Tally {
    fn count(&mut self, since: Instant) {
        let now = Instant::now();
        if since >= self.begin && now <= self.end {
            self.latency.add(now.duration_since(since));
        }
    }
}

/// Plays one side until something goes wrong.
pub async fn play(pair: Arc<Mutex<Pair>>, side: usize, mut wire: Wire) -> anyhow::Error {
    poll_fn(|context| {
        let mut pair = lock(&pair);
        poll(&mut pair, side, &mut wire, context)
    })
    .await
}

fn poll(
    pair: &mut Pair,
    side: usize,
    wire: &mut Wire,
    context: &mut Context<'_>,
) -> Poll<anyhow::Error> {
    let waker = &mut pair.sides[side].waker;
    if !waker
        .as_ref()
        .is_some_and(|waker| waker.will_wake(context.waker()))
    {
        *waker = Some(context.waker().clone());
    }
    pair.sit_down(side, wire);
    pair.act(side, wire);
    wire.poll(context, |wire, text| pair.hear(side, text, wire))
}

/// A lock that a panic elsewhere does not spoil.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
