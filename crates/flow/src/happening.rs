//! Happenings: what others can react to. Watchers are rules that react, and something can be scheduled for a happening to come.

use std::collections::BTreeMap;

use parlor_core::Seat;
use parlor_table::{Change, Piece, Place, Word, ZoneKind};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::local::Values;
use crate::{At, Play};

/// Something that has happened, as watchers see it. Changes of the table are posted by themselves; rules post named ones with
/// [`Play::post`].
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("gold", "Gold", 1..=1);
/// let (bank, purse) = (game.zone("bank").add(), game.zone("purse").add());
/// let coin = game.definition("coin", "gold");
/// game.place(coin, bank, 3);
/// let earned = game.value("earned", 0_i64).add();
/// game.on_move(move |play, it: &Happening| {
///     if it.to.is_some_and(|to| to.zone == purse) {
///         play.add(earned, 1);
///     }
/// });
/// let game = game.flow(run(move |play| {
///     play.draw_many(bank, purse, 2);
/// }));
/// assert_eq!(Scenario::new(&game, 1, 1).table().value(earned), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Happening {
    pub(crate) kind: Kind,
    /// Why, as the rules said with [`Play::because`].
    pub cause: Option<Word>,
    /// Which pieces it is about.
    pub pieces: SmallVec<[Piece; 2]>,
    /// Which seats it is about.
    pub seats: SmallVec<[Seat; 2]>,
    /// How much; of a value or an attribute, by how much it changed.
    pub amount: i64,
    /// Where a piece came from.
    pub from: Option<Place>,
    /// Where a piece went.
    pub to: Option<Place>,
}

/// What kind of thing happened: what watchers are found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// A piece came to the table.
    Created,
    /// A piece went from one zone to another.
    Moved,
    /// An attribute of a piece changed.
    Set(u8),
    /// A value changed.
    Counted(u16),
    /// A piece changed hands: another seat owns it, or decides over it.
    Owned,
    /// A piece was attached to another, or taken off.
    Attached,
    /// The turn of a seat began.
    TurnBegan,
    /// What the rules call by a name.
    Named(u16),
}

impl Happening {
    /// A happening about nothing yet.
    pub(crate) fn new(kind: Kind) -> Happening {
        Happening {
            kind,
            cause: None,
            pieces: SmallVec::new(),
            seats: SmallVec::new(),
            amount: 0,
            from: None,
            to: None,
        }
    }

    /// The piece it is about, if it is about one.
    pub fn piece(&self) -> Option<Piece> {
        self.pieces.first().copied()
    }

    /// The seat it is about, if it is about one.
    pub fn seat(&self) -> Option<Seat> {
        self.seats.first().copied()
    }

    /// Whether a piece went into a zone of this kind.
    pub fn enters(&self, zone: impl Into<ZoneKind>) -> bool {
        let zone = zone.into();
        self.to.is_some_and(|to| to.zone.is_kind_of(zone))
    }

    /// Whether a piece left a zone of this kind.
    pub fn leaves(&self, zone: impl Into<ZoneKind>) -> bool {
        let zone = zone.into();
        self.from.is_some_and(|from| from.zone.is_kind_of(zone))
    }
}

/// The name of a happening that rules post; made by [`GameBuilder::happening`](crate::GameBuilder::happening).
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("none", "None", 2..=2);
/// let summoned: HappeningId = game.happening("summoned", "{seat} summons {piece}");
/// game.opening(move |play| play.post(summoned, [Seat(0).into(), "an ox".into()]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HappeningId(pub(crate) crate::MessageId);

type Reacts = Box<dyn Fn(&mut Play<'_, '_>, &Happening) + Send + Sync>;
type Replaces = Box<dyn Fn(&At<'_>, &Happening) -> Option<Place> + Send + Sync>;
type Settles = Box<dyn Fn(&mut Play<'_, '_>) -> bool + Send + Sync>;

/// All rules that react to something, found by what happened.
#[derive(Default)]
pub(crate) struct Watchers {
    by_kind: BTreeMap<Kind, Vec<Reacts>>,
    /// What happens in place of a move into such a zone.
    pub instead: Vec<(ZoneKind, Replaces)>,
    pub settle: Vec<Settles>,
}

impl Watchers {
    pub fn add(&mut self, kind: Kind, reacts: Reacts) {
        self.by_kind.entry(kind).or_default().push(reacts);
    }

    fn of(&self, kind: Kind) -> &[Reacts] {
        self.by_kind.get(&kind).map_or(&[], Vec::as_slice)
    }

    /// Whether no change of the table needs a second look: in most games none does.
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.by_kind.is_empty() && self.instead.is_empty()
    }

    /// Whether no rule reacts to anything.
    pub fn is_empty(&self) -> bool {
        self.is_idle() && self.settle.is_empty()
    }

    /// How many there are of each kind, for the fingerprint.
    pub fn counts(&self) -> (Vec<(Kind, usize)>, usize, usize) {
        let kinds = self.by_kind.iter();
        let kinds = kinds.map(|(kind, watchers)| (*kind, watchers.len()));
        (kinds.collect(), self.instead.len(), self.settle.len())
    }
}

/// A call that waits for a happening: as it is in the log.
///
/// ```
/// # fn is_data<T: parlor_core::Data>() {}
/// is_data::<parlor_flow::Scheduled>();
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scheduled {
    pub(crate) on: Kind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) of: Option<Seat>,
    pub(crate) procedure: u16,
    #[serde(default, skip_serializing_if = "SmallVec::is_empty")]
    pub(crate) values: Values,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) every: bool,
    /// The piece with whose leaving the zone it ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<Piece>,
}

/// When something that is scheduled comes: see [`Play::schedule`].
///
/// ```
/// use parlor_core::Seat;
/// use parlor_flow::When;
/// let upkeep = When::turn_of(Seat(1)).every();
/// # let _ = upkeep;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct When {
    on: Kind,
    of: Option<Seat>,
    every: bool,
    source: Option<Piece>,
}

impl When {
    fn new(on: Kind) -> When {
        When {
            on,
            of: None,
            every: false,
            source: None,
        }
    }

    /// When the next turn of a seat begins.
    pub fn turn_of(seat: Seat) -> When {
        When::new(Kind::TurnBegan).of(seat)
    }

    /// When the next turn begins, whoever's it is.
    pub fn next_turn() -> When {
        When::new(Kind::TurnBegan)
    }

    /// When this happens the next time.
    pub fn happens(id: HappeningId) -> When {
        When::new(Kind::Named(id.0.0))
    }

    /// Only if it is about this seat.
    #[must_use]
    pub fn of(mut self, seat: Seat) -> When {
        self.of = Some(seat);
        self
    }

    /// Each time, not only the next.
    #[must_use]
    pub fn every(mut self) -> When {
        self.every = true;
        self
    }

    /// For as long as this piece stays in the zone in which it lies.
    #[must_use]
    pub fn while_stays(mut self, source: Piece) -> When {
        self.source = Some(source);
        self
    }

    pub(crate) fn calls(self, procedure: u16, values: Values) -> Scheduled {
        Scheduled {
            on: self.on,
            of: self.of,
            procedure,
            values,
            every: self.every,
            source: self.source,
        }
    }
}

/// So many reactions without a command between them mean that there is no end to them.
const MOST_REACTIONS: u32 = 10_000;

impl<'p> Play<'p, '_> {
    /// Posts what a change of the table means to watchers. `before` is how things were.
    pub(crate) fn post_change(&mut self, change: &Change, before: Before) {
        let kind = match *change {
            Change::Create { .. } => Kind::Created,
            Change::Move { .. } | Change::Attach { .. } => return self.post_move(change, before),
            Change::Set { attribute, .. } => Kind::Set(attribute),
            Change::Count { index, .. } => Kind::Counted(index),
            Change::Own { .. } | Change::Control { .. } => Kind::Owned,
            _ => return,
        };
        if !self.is_watched(kind) {
            return;
        }
        let mut it = Happening::new(kind);
        it.pieces.extend(before.piece);
        match *change {
            Change::Create { to, owner, .. } => {
                it.to = Some(to);
                it.seats.extend(owner);
            }
            Change::Set { value, .. } | Change::Count { value, .. } => {
                it.amount = value.saturating_sub(before.amount);
            }
            Change::Own { owner: seat, .. }
            | Change::Control {
                controller: seat, ..
            } => it.seats.extend(seat),
            _ => {}
        }
        self.happens(it);
    }

    /// A piece has gone somewhere, with all that is attached to it; or it was attached to another, or taken off.
    fn post_move(&mut self, change: &Change, before: Before) {
        let (Some(piece), Some(from)) = (before.piece, before.from) else {
            return;
        };
        let to = self.place_of(piece);
        let went = before.tree;
        if to.zone != from.zone {
            let scheduled = &mut self.state.at.scheduled;
            scheduled.retain(|scheduled| !scheduled.source.is_some_and(|one| went.contains(&one)));
            if self.is_watched(Kind::Moved) {
                for piece in &went {
                    let mut it = Happening::new(Kind::Moved);
                    it.pieces.push(*piece);
                    (it.from, it.to) = (Some(from), Some(to));
                    self.happens(it);
                }
            }
        }
        if !self.is_watched(Kind::Attached) {
            return;
        }
        let attached = matches!(change, Change::Attach { .. }) || before.host.is_some();
        for (index, piece) in went.into_iter().enumerate() {
            // What is removed falls apart.
            let fell_off = index > 0 && self.host(piece).is_none();
            if fell_off || (index == 0 && attached) {
                let mut it = Happening::new(Kind::Attached);
                it.pieces.push(piece);
                it.pieces.extend(self.host(piece));
                self.happens(it);
            }
        }
    }

    /// Whether anything reacts to such a happening.
    pub(crate) fn is_watched(&self, kind: Kind) -> bool {
        let mut scheduled = self.state.at.scheduled.iter();
        !self.game.watchers.of(kind).is_empty() || scheduled.any(|scheduled| scheduled.on == kind)
    }

    pub(crate) fn happens(&mut self, mut it: Happening) {
        it.cause = it.cause.or(self.cause);
        self.happened.push_back(it);
    }

    /// Lets watchers react to all that has happened, and then rules settle the position, until nothing more happens.
    #[inline]
    pub(crate) fn react(&mut self) {
        self.look_around();
        if !(self.happened.is_empty() && self.game.watchers.settle.is_empty()) {
            self.react_to_all();
        }
    }

    #[inline(never)]
    fn react_to_all(&mut self) {
        let game = self.game;
        let (seat, mut reactions) = (self.seat, 0);
        loop {
            while let Some(it) = self.happened.pop_front() {
                self.call_scheduled(&it);
                for reacts in game.watchers.of(it.kind) {
                    reactions += 1;
                    if !self.may_react(reactions) {
                        return;
                    }
                    self.seat = self.state.at.turn;
                    reacts(self, &it);
                    self.look_around();
                }
            }
            let mut changed = false;
            for settles in &game.watchers.settle {
                reactions += 1;
                if !self.may_react(reactions) {
                    return;
                }
                self.seat = self.state.at.turn;
                changed |= settles(self);
                self.look_around();
            }
            if !changed && self.happened.is_empty() {
                self.seat = seat;
                return;
            }
        }
    }

    fn may_react(&mut self, reactions: u32) -> bool {
        if reactions > MOST_REACTIONS {
            self.fail(parlor_core::Rejection::new(
                "endless_reactions",
                "the rules react to each other without end",
            ));
        }
        if self.error.is_some() {
            self.happened.clear();
        }
        self.error.is_none()
    }

    /// Calls what was scheduled for this, in the order in which it was.
    fn call_scheduled(&mut self, it: &Happening) {
        let due = |scheduled: &Scheduled| {
            scheduled.on == it.kind && scheduled.of.is_none_or(|seat| it.seats.contains(&seat))
        };
        let scheduled = &mut self.state.at.scheduled;
        if !scheduled.iter().any(due) {
            return;
        }
        let mut called = Vec::new();
        scheduled.retain(|scheduled| {
            let is_due = due(scheduled);
            if is_due {
                called.push((scheduled.procedure, scheduled.values.clone()));
            }
            !is_due || scheduled.every
        });
        for (procedure, values) in called {
            self.call_values(procedure, values);
        }
    }

    /// Where a move leads, once the rules that replace it have been asked; each of them once.
    pub(crate) fn replaced(&self, piece: Piece, from: Place, to: Place) -> Place {
        let instead = &self.game.watchers.instead;
        let (mut to, mut used) = (to, SmallVec::<[bool; 8]>::from_elem(false, instead.len()));
        loop {
            let mut found = None;
            for (index, (zone, replaces)) in instead.iter().enumerate() {
                if used[index] || !to.zone.is_kind_of(*zone) {
                    continue;
                }
                let mut it = Happening::new(Kind::Moved);
                it.cause = self.cause;
                it.pieces.push(piece);
                (it.from, it.to) = (Some(from), Some(to));
                if let Some(place) = replaces(&self.at(), &it) {
                    found = Some((index, place));
                    break;
                }
            }
            match found {
                Some((index, place)) => (used[index], to) = (true, place),
                None => return to,
            }
        }
    }
}

/// What a watcher may want to know of how things were before a change.
#[derive(Default)]
pub(crate) struct Before {
    pub piece: Option<Piece>,
    pub from: Option<Place>,
    /// What it was attached to.
    pub host: Option<Piece>,
    /// It, with all that was attached to it.
    pub tree: SmallVec<[Piece; 4]>,
    pub amount: i64,
}
