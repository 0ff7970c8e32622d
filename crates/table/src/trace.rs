//! [`Traces`]: what can be told of changes, and to whom.

use parlor_core::{Message, Told, Viewer};
use serde::{Deserialize, Serialize};

use crate::knowledge::follow_to;
use crate::names::{NAMELESS, column, columns};
use crate::table::NONE;
use crate::{
    Change, Definition, End, Eyes, Glimpse, Handle, Piece, Place, Schema, Table, ToldChange, Zone,
};

/// What can be told of some changes, one after the other: where something went from and to, what it is called by whom, who
/// sees its face.
///
/// ```
/// use parlor_core::{Seat, Viewer};
/// use parlor_table::{Change, End, Eyes, Schema, Traces};
/// let mut schema = Schema::new();
/// let (deck, hand) = (schema.zone("deck").hidden().add(), schema.zone("hand").owner_sees().each_seat());
/// let ace = schema.definition("card", "A♠");
/// schema.place(ace, deck, 1);
/// let (mut table, mut traces) = (schema.lay(2), Traces::default());
/// let piece = table.zone(deck).top().unwrap();
/// let to = hand.of(Seat(0)).into();
/// table.trace_onto(&Change::Move { piece, to, end: End::Top, seen: Eyes::NOBODY }, &mut traces);
/// let face = |viewer| traces.tell(0, table.schema(), viewer).unwrap().data["face"].clone();
/// assert_eq!(face(Viewer::Seat(Seat(0))), "A♠");
/// assert!(face(Viewer::Seat(Seat(1))).is_null());
/// ```
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traces {
    traces: Vec<Trace>,
    /// What the pieces are called, before and after.
    names: Vec<u32>,
}

/// What can be told of one change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Trace {
    what: What,
    /// The places, by number.
    from: u16,
    to: u16,
    piece: Piece,
    definition: Definition,
    /// What it is attached to.
    host: Piece,
    /// What a die shows.
    value: i32,
    /// Where its names begin.
    names: u32,
    /// Who notices that something left, or came.
    notice_from: Eyes,
    notice_to: Eyes,
    /// Who sees its face.
    see: Eyes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum What {
    Create,
    Move,
    Order,
    Show,
    Look,
    Roll,
    See,
}

impl Trace {
    /// Nothing yet.
    const BLANK: Trace = Trace {
        what: What::Move,
        from: NONE,
        to: NONE,
        piece: Piece(NONE),
        definition: Definition(0),
        host: Piece(NONE),
        value: 0,
        names: 0,
        notice_from: Eyes::NOBODY,
        notice_to: Eyes::NOBODY,
        see: Eyes::NOBODY,
    };
}

impl Clone for Traces {
    fn clone(&self) -> Traces {
        Traces {
            traces: self.traces.clone(),
            names: self.names.clone(),
        }
    }

    fn clone_from(&mut self, other: &Traces) {
        self.traces.clone_from(&other.traces);
        self.names.clone_from(&other.names);
    }
}

impl Table {
    /// Makes a change part of the table, and adds what can be told of it to `traces`. Values, owners, controllers, lists and attributes
    /// other than the face of a die have nothing to tell: they show in the view.
    ///
    /// ```
    /// use parlor_table::{Change, End, Eyes, Schema, Traces};
    /// let mut schema = Schema::new();
    /// let (deck, hand) = (schema.zone("deck").hidden().add(), schema.zone("hand").add());
    /// let ace = schema.definition("card", "A♠");
    /// schema.place(ace, deck, 1);
    /// let (mut table, mut traces) = (schema.lay(1), Traces::default());
    /// let piece = table.zone(deck).top().unwrap();
    /// let change = Change::Move { piece, to: hand.into(), end: End::Top, seen: Eyes::NOBODY };
    /// table.trace_onto(&change, &mut traces);
    /// assert_eq!((table.count_at(hand), traces.len()), (1, 1));
    /// ```
    #[inline]
    pub fn trace_onto(&mut self, change: &Change, traces: &mut Traces) {
        self.trace(change, traces);
        self.apply(change);
    }

    /// Moves a piece, and adds what can be told of it to `traces`: [`Change::Move`] without a detour.
    ///
    /// ```
    /// use parlor_table::{End, Eyes, Schema, Traces};
    /// let mut schema = Schema::new();
    /// let (deck, hand) = (schema.zone("deck").hidden().add(), schema.zone("hand").add());
    /// let ace = schema.definition("card", "A♠");
    /// schema.place(ace, deck, 1);
    /// let (mut table, mut traces) = (schema.lay(1), Traces::default());
    /// let piece = table.zone(deck).top().unwrap();
    /// table.move_traced(piece, hand.into(), End::Top, Eyes::NOBODY, &mut traces);
    /// assert_eq!((table.count_at(hand), traces.len()), (1, 1));
    /// ```
    #[inline]
    pub fn move_traced(
        &mut self,
        piece: Piece,
        to: Place,
        end: End,
        seen: Eyes,
        traces: &mut Traces,
    ) {
        self.trace_move(piece, to, seen, traces);
        self.relocate(piece, to, end, seen);
    }

    /// Adds what can be told of a change that this table is about to go through.
    #[inline]
    pub(crate) fn trace(&self, change: &Change, traces: &mut Traces) {
        match *change {
            Change::Move {
                piece, to, seen, ..
            } => self.trace_move(piece, to, seen, traces),
            Change::Attach { piece, host } => {
                let (to, index) = (self.place_of(host), traces.len());
                self.trace_move(piece, to, Eyes::NOBODY, traces);
                traces.traces[index].host = host;
                traces.names.extend_from_slice(self.names_of(host));
            }
            Change::Create {
                definition,
                to,
                owner,
            } => {
                let sight = self.sight_at(to, owner);
                let gained = match to.zone {
                    Zone::REMOVED => Eyes::NOBODY,
                    _ => sight.tracked(),
                };
                let value = self.schema.first_face(definition);
                let trace = Trace {
                    what: What::Create,
                    to: self.schema.place_index(to) as u16,
                    piece: self.next_piece(definition),
                    definition,
                    value,
                    see: sight.eyes,
                    notice_to: self.noticed(to.zone, sight.eyes),
                    ..Trace::BLANK
                };
                // Before it was there, nobody called it anything.
                traces.push(trace, |names| {
                    let start = names.len();
                    names.resize(start + columns(self.schema.seats), NAMELESS);
                    names.extend_from_within(start..);
                    self.name_from(names, Eyes::NOBODY, gained);
                });
            }
            Change::Show { piece, to } => {
                let sight = self.sight(self.zone_of(piece));
                let place = self.place_of(piece);
                // In fog whoever sees the cell sees it all the same.
                let see = match self.has_fog(place.zone) {
                    true => self
                        .fog_eyes(place, self.owner(piece))
                        .or(to.unwrap_or(sight.eyes)),
                    false => to.unwrap_or(sight.eyes),
                };
                let before = self.eyes(piece);
                let trace = Trace {
                    see,
                    notice_to: before.or(see).but(before.and(see)),
                    ..self.trace_of(What::Show, piece)
                };
                let followed = self.followers(piece);
                let follow = match self.zone_of(piece) {
                    Zone::REMOVED => followed,
                    _ => sight.tracked().or(see),
                };
                self.push_named(traces, trace, followed, follow);
            }
            Change::Reveal { piece, to } => {
                let trace = self.trace_of(What::Show, piece);
                let see = trace.see.or(to);
                let notice_to = to;
                let trace = Trace {
                    see,
                    notice_to,
                    ..trace
                };
                self.push_named(traces, trace, Eyes::NOBODY, Eyes::NOBODY);
            }
            Change::Set {
                piece,
                attribute,
                value,
            } => {
                let rolls = self.schema.die_face == Some(attribute) && self.die(piece).is_some();
                if rolls {
                    let trace = Trace {
                        value: value as i32,
                        notice_to: self.followers(piece),
                        ..self.trace_of(What::Roll, piece)
                    };
                    self.push_named(traces, trace, Eyes::NOBODY, Eyes::NOBODY);
                }
            }
            Change::Order { place, .. } => traces.traces.push(Trace {
                what: What::Order,
                from: self.schema.place_index(place.zone.into()) as u16,
                notice_from: self.noticed(place.zone, Eyes::NOBODY),
                ..Trace::BLANK
            }),
            Change::Look { zone, sight } => {
                let before = self.sight(zone);
                let same = match before.others == sight.others {
                    true => Eyes::ALL.but(before.eyes.or(sight.eyes)),
                    false => Eyes::NOBODY,
                };
                traces.traces.push(Trace {
                    what: What::Look,
                    from: self.schema.place_index(zone.into()) as u16,
                    notice_from: Eyes::ALL.but(same.or(before.eyes.and(sight.eyes))),
                    ..Trace::BLANK
                });
            }
            Change::See { zone, ref seats } => {
                let noticed = seats.iter().map(|glimpse| Eyes::of(glimpse.seat));
                let trace = Trace {
                    what: What::See,
                    from: self.schema.place_index(zone.into()) as u16,
                    notice_from: noticed.fold(Eyes::NOBODY, Eyes::or),
                    ..Trace::BLANK
                };
                traces.push(trace, |list| {
                    for Glimpse { seat, seen, lost } in seats {
                        list.extend([seat.0.into(), seen.len() as u32, lost.len() as u32]);
                        let cells = seen.iter().chain(lost);
                        list.extend(cells.map(|cell| u32::from(cell.0)));
                    }
                });
            }
            Change::Own { .. }
            | Change::Control { .. }
            | Change::Count { .. }
            | Change::Cell { .. }
            | Change::List { .. } => {}
        }
    }

    #[inline]
    fn trace_move(&self, piece: Piece, to: Place, seen: Eyes, traces: &mut Traces) {
        let mut trace = self.trace_of(What::Move, piece);
        let source = self.zone_of(piece);
        trace.notice_from = match source {
            // Nobody looks there: only those notice it who know that it was there.
            Zone::REMOVED => self.callers(piece),
            _ => self.noticed(source, trace.see),
        };
        trace.to = self.schema.place_index(to) as u16;
        let (mut eyes, mut followed, mut follow) = (trace.see, Eyes::NOBODY, Eyes::NOBODY);
        if source != to.zone || self.has_fog(source) {
            let mut sight = self.sight_at(to, self.owner(piece));
            if source == to.zone {
                sight.eyes = sight.eyes.or(self.shown_in_fog(piece));
            }
            eyes = sight.eyes;
            followed = self.followers(piece);
            follow = follow_to(followed, to.zone, sight);
        }
        trace.notice_to = match to.zone {
            Zone::REMOVED => trace.notice_from,
            zone => self.noticed(zone, eyes),
        };
        trace.see = trace.see.or(seen).or(eyes);
        self.push_named(traces, trace, followed, follow);
    }

    /// With what the piece is called before and after: those who could follow it and can no longer have no name for it, and
    /// those who can now and could not have a new one.
    #[inline]
    fn push_named(&self, traces: &mut Traces, trace: Trace, followed: Eyes, follow: Eyes) {
        let called = self.names_of(trace.piece);
        traces.push(trace, |names| {
            names.extend_from_slice(called);
            names.extend_from_slice(called);
            self.name_from(names, followed.but(follow), follow.but(followed));
        });
    }

    /// What a piece will be called whose names stand last in the list.
    #[inline]
    fn name_from(&self, names: &mut [u32], lost: Eyes, gained: Eyes) {
        if lost.or(gained).is_empty() {
            return;
        }
        let seats = self.schema.seats;
        let row = names.len() - columns(seats);
        for column in lost.columns(seats) {
            names[row + column] = NAMELESS;
        }
        for column in gained.columns(seats) {
            names[row + column] = self.names[column];
        }
    }

    /// A trace as far as the table as it is now tells it.
    #[inline]
    fn trace_of(&self, what: What, piece: Piece) -> Trace {
        let entry = &self.pieces[piece.0 as usize];
        Trace {
            what,
            from: entry.place,
            piece,
            definition: entry.definition,
            value: self.die_value(piece),
            see: self.eyes(piece),
            ..Trace::BLANK
        }
    }

    /// What a die shows; 0 for all other pieces.
    fn die_value(&self, piece: Piece) -> i32 {
        if self.schema.die_face.is_none() {
            return 0;
        }
        let definition = self.definition(piece);
        let is_die = self.schema.definitions[definition.0 as usize].die.is_some();
        match self.schema.die_face {
            Some(face) if is_die => self.raw_attribute(piece, face) as i32,
            _ => 0,
        }
    }
}

impl Traces {
    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.traces.len()
    }

    /// Whether there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        self.traces.is_empty()
    }

    /// Forgets them all.
    #[inline]
    pub fn clear(&mut self) {
        self.traces.clear();
        self.names.clear();
    }

    #[inline]
    fn push(&mut self, mut trace: Trace, names: impl FnOnce(&mut Vec<u32>)) {
        trace.names = self.names.len() as u32;
        names(&mut self.names);
        self.traces.push(trace);
    }

    /// Forgets what it was that moved, unless this viewer saw it: for whoever imagines what the viewer cannot know.
    ///
    /// ```
    /// use parlor_core::{Seat, Viewer};
    /// use parlor_table::{Change, End, Eyes, Schema, Traces};
    /// let mut schema = Schema::new();
    /// let deck = schema.zone("deck").hidden().add();
    /// let hand = schema.zone("hand").owner_sees().each_seat();
    /// schema.definition("card", "A♠");
    /// let king = schema.definition("card", "K♠");
    /// schema.place(king, deck, 1);
    /// let (mut table, mut traces) = (schema.lay(2), Traces::default());
    /// let (piece, to) = (table.zone(deck).top().unwrap(), hand.of(Seat(0)).into());
    /// table.trace_onto(&Change::Move { piece, to, end: End::Top, seen: Eyes::NOBODY }, &mut traces);
    /// let face = |traces: &Traces| {
    ///     traces.tell(0, table.schema(), Viewer::Seat(Seat(0))).unwrap().data["face"].clone()
    /// };
    /// traces.hide_from(Viewer::Seat(Seat(0)));
    /// assert_eq!(face(&traces), "K♠");
    /// traces.hide_from(Viewer::Seat(Seat(1)));
    /// assert_ne!(face(&traces), "K♠");
    /// ```
    pub fn hide_from(&mut self, viewer: Viewer) {
        for trace in &mut self.traces {
            if !trace.see.see(viewer) {
                trace.definition = Definition(0);
                trace.value = 0;
            }
        }
    }

    /// What this viewer hears of one of them: a [`ToldChange`] for animation, without words. Nothing if it notices nothing.
    pub fn tell(&self, index: usize, schema: &Schema, viewer: Viewer) -> Option<Told> {
        let told = self.told(self.traces.get(index)?, schema, viewer)?;
        Some(Told::new(Message::default()).data(&told))
    }

    fn told(&self, trace: &Trace, schema: &Schema, viewer: Viewer) -> Option<ToldChange> {
        let zone = |place: u16| schema.zone_name(schema.zone_of_place[place as usize]);
        let left = trace.from != NONE && trace.notice_from.see(viewer);
        let came = trace.notice_to.see(viewer);
        let (was, piece) = self.called(trace, schema.seats, viewer);
        let onto = self.host(trace, schema.seats, viewer);
        let face = trace.see.see(viewer).then(|| face(trace, schema));
        // Where something lay or lies on a board is told to whoever can say what lies there.
        let at =
            |place: u16, name: &Option<String>| name.as_ref().and_then(|_| schema.cell_name(place));
        match trace.what {
            What::See => left.then(|| {
                let (seen, lost) = self.glimpsed(trace, viewer);
                let name = |cell: u32| schema.cell_name(trace.from + cell as u16);
                let names = |cells: &[u32]| cells.iter().filter_map(|cell| name(*cell)).collect();
                ToldChange::See {
                    zone: zone(trace.from),
                    seen: names(seen),
                    lost: names(lost),
                }
            }),
            What::Order => left.then(|| ToldChange::Order {
                zone: zone(trace.from),
            }),
            What::Look => left.then(|| ToldChange::Look {
                zone: zone(trace.from),
            }),
            What::Show => came.then(|| ToldChange::Show {
                zone: zone(trace.from),
                was: was.filter(|_| piece.is_none()),
                piece,
                face,
            }),
            What::Roll => came.then(|| ToldChange::Roll {
                zone: zone(trace.from),
                piece,
                face,
            }),
            What::Create => came.then(|| ToldChange::Create {
                to: zone(trace.to),
                to_at: at(trace.to, &piece),
                piece,
                face,
            }),
            What::Move => {
                let was = was.filter(|_| left);
                let piece = piece.filter(|_| came);
                (left || came).then(|| ToldChange::Move {
                    from: left.then(|| zone(trace.from)),
                    from_at: at(trace.from, &was),
                    was,
                    to: came.then(|| zone(trace.to)),
                    to_at: at(trace.to, &piece),
                    onto: onto.filter(|_| came),
                    piece,
                    face,
                })
            }
        }
    }

    /// The cells that a viewer sees now and did not before, and those that it no longer sees.
    fn glimpsed(&self, trace: &Trace, viewer: Viewer) -> (&[u32], &[u32]) {
        let Viewer::Seat(viewer) = viewer else {
            return (&[], &[]);
        };
        let mut rest = &self.names[trace.names as usize..];
        while let [seat, seen, lost, cells @ ..] = rest {
            let (cells, others) = cells.split_at((seen + lost) as usize);
            if *seat == u32::from(viewer.0) {
                return cells.split_at(*seen as usize);
            }
            rest = others;
        }
        (&[], &[])
    }

    /// What a viewer called a piece before a change, and what it calls it after.
    fn called(&self, trace: &Trace, seats: u8, viewer: Viewer) -> (Option<String>, Option<String>) {
        if viewer == Viewer::Referee {
            let name = Some(Handle(trace.piece.0.into()).to_string());
            return (name.clone(), name);
        }
        let name = |row: usize| {
            let index = trace.names as usize + row + column(seats, viewer)?;
            let name = self.names.get(index).filter(|name| **name != NAMELESS)?;
            Some(Handle(*name).to_string())
        };
        match trace.piece == Trace::BLANK.piece {
            true => (None, None),
            false => (name(0), name(columns(seats))),
        }
    }
}

impl Traces {
    /// What a viewer calls the piece that another one was attached to.
    fn host(&self, trace: &Trace, seats: u8, viewer: Viewer) -> Option<String> {
        if trace.host == Trace::BLANK.host {
            return None;
        }
        let name = match viewer {
            Viewer::Referee => trace.host.0.into(),
            _ => {
                let column = 2 * columns(seats) + column(seats, viewer)?;
                *self.names.get(trace.names as usize + column)?
            }
        };
        (name != NAMELESS).then(|| Handle(name).to_string())
    }
}

/// What is on the piece of a change.
fn face(trace: &Trace, schema: &Schema) -> String {
    let definition = &schema.definitions[trace.definition.0 as usize];
    match &definition.die {
        Some(die) => die.label(trace.value.into()).into_owned(),
        None => definition.name.clone(),
    }
}
