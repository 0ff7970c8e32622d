//! [`Trace`]: what can be told of a change, and to whom.

use parlor_core::{Message, Told, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::table::NONE;
use crate::{Change, Definition, End, Eyes, Others, Piece, Place, Schema, Table, Zone};

/// What can be told of a change: where something went from and to, what it is called, who sees its face.
///
/// ```
/// use parlor_core::{Seat, Viewer};
/// use parlor_table::{Change, End, Eyes, Schema};
/// let mut schema = Schema::new();
/// let (deck, hand) = (schema.zone("deck").hidden().add(), schema.zone("hand").owner_sees().each_seat());
/// let ace = schema.definition("card", "A♠");
/// schema.place(ace, deck, 1);
/// let mut table = schema.lay(2);
/// let piece = table.zone(deck).top().unwrap();
/// let to = hand.of(Seat(0)).into();
/// let trace = table.apply_traced(&Change::Move { piece, to, end: End::Top, seen: Eyes::NOBODY }).unwrap();
/// let face = |viewer| trace.tell(table.schema(), viewer).unwrap().data["face"].clone();
/// assert_eq!(face(Viewer::Seat(Seat(0))), "A♠");
/// assert!(face(Viewer::Seat(Seat(1))).is_null());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    what: What,
    /// The places, by number.
    from: u16,
    to: u16,
    /// The handles before and after.
    was: u32,
    piece: u32,
    definition: Definition,
    /// What a die shows.
    value: i32,
    /// Who notices that something left, or came.
    notice_from: Eyes,
    notice_to: Eyes,
    /// Who can tell it from the others there.
    follow_from: Eyes,
    follow_to: Eyes,
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
}

impl Trace {
    /// Nothing yet: to be filled in place, since copying traces costs more than making them.
    const BLANK: Trace = Trace {
        what: What::Move,
        from: NONE,
        to: NONE,
        was: 0,
        piece: 0,
        definition: Definition(0),
        value: 0,
        notice_from: Eyes::NOBODY,
        notice_to: Eyes::NOBODY,
        follow_from: Eyes::NOBODY,
        follow_to: Eyes::NOBODY,
        see: Eyes::NOBODY,
    };
}

impl Table {
    /// Makes a change part of the table, and adds what can be told of it to `traces`.
    ///
    /// ```
    /// use parlor_table::{Change, End, Eyes, Schema};
    /// let mut schema = Schema::new();
    /// let (deck, hand) = (schema.zone("deck").hidden().add(), schema.zone("hand").add());
    /// let ace = schema.definition("card", "A♠");
    /// schema.place(ace, deck, 1);
    /// let (mut table, mut traces) = (schema.lay(1), Vec::new());
    /// let piece = table.zone(deck).top().unwrap();
    /// let change = Change::Move { piece, to: hand.into(), end: End::Top, seen: Eyes::NOBODY };
    /// assert_eq!(table.clone().apply_traced(&change), { table.trace_onto(&change, &mut traces); traces.pop() });
    /// ```
    #[inline]
    pub fn trace_onto(&mut self, change: &Change, traces: &mut Vec<Trace>) {
        match *change {
            Change::Move {
                piece,
                to,
                end,
                seen,
            } => self.move_traced(piece, to, end, seen, traces),
            _ => traces.extend(self.apply_traced(change)),
        }
    }

    /// Moves a piece, and adds what can be told of it to `traces`: [`Change::Move`] without a detour.
    ///
    /// ```
    /// use parlor_table::{End, Eyes, Schema};
    /// let mut schema = Schema::new();
    /// let (deck, hand) = (schema.zone("deck").hidden().add(), schema.zone("hand").add());
    /// let ace = schema.definition("card", "A♠");
    /// schema.place(ace, deck, 1);
    /// let (mut table, mut traces) = (schema.lay(1), Vec::new());
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
        traces: &mut Vec<Trace>,
    ) {
        let entry = &self.pieces[piece.0 as usize];
        let (from, was, definition) = (entry.place, entry.handle, entry.definition);
        let source = self.zone_of(piece);
        let (eyes, sight, value) = (self.eyes(piece), self.sight(source), self.die_value(piece));
        let notice_from = self.noticed(source, eyes);
        self.relocate(piece, to, end, seen);
        let (eyes_after, sight_after) = (self.eyes(piece), self.sight(to.zone));
        let notice_to = self.noticed(to.zone, eyes_after);
        let entry = &self.pieces[piece.0 as usize];
        traces.push(Trace::BLANK);
        if let Some(trace) = traces.last_mut() {
            trace.from = from;
            trace.to = entry.place;
            trace.was = was;
            trace.piece = entry.handle;
            trace.definition = definition;
            trace.value = value;
            trace.notice_from = notice_from;
            trace.notice_to = notice_to;
            trace.follow_from = sight.tracked().or(eyes);
            trace.follow_to = sight_after.tracked().or(eyes_after);
            trace.see = eyes.or(seen).or(eyes_after);
        }
    }

    /// Makes a change part of the table, and says what can be told of it. Values, owners, lists and attributes other than
    /// the face of a die have nothing to tell: they show in the view.
    #[inline]
    pub fn apply_traced(&mut self, change: &Change) -> Option<Trace> {
        match *change {
            Change::Move {
                piece, to, seen, ..
            } => {
                let mut trace = self.trace(What::Move, piece, seen);
                self.apply(change);
                trace.to = self.schema.place_index(to) as u16;
                self.arrive(piece, &mut trace);
                Some(trace)
            }
            Change::Create { to, .. } => {
                let piece = Piece(self.pieces.len() as u16);
                self.apply(change);
                let mut trace = self.trace(What::Create, piece, Eyes::NOBODY);
                trace.notice_from = Eyes::NOBODY;
                trace.from = NONE;
                trace.to = self.schema.place_index(to) as u16;
                self.arrive(piece, &mut trace);
                Some(trace)
            }
            Change::Show { piece, .. } | Change::Reveal { piece, .. } => {
                let seen = match *change {
                    Change::Reveal { to, .. } => to,
                    _ => Eyes::NOBODY,
                };
                let mut trace = self.trace(What::Show, piece, Eyes::NOBODY);
                self.apply(change);
                trace.see = self.eyes(piece).or(seen);
                trace.to = trace.from;
                self.arrive_again(piece, &mut trace);
                trace.notice_to = trace.notice_from.or(trace.see);
                Some(trace)
            }
            Change::Set {
                piece, attribute, ..
            } => {
                let definition = &self.schema.definitions[self.definition(piece).0 as usize];
                let rolls = definition.die.is_some() && self.schema.die_face == Some(attribute);
                self.apply(change);
                rolls.then(|| {
                    let mut trace = self.trace(What::Roll, piece, Eyes::NOBODY);
                    trace.notice_to = trace.follow_from;
                    trace.follow_to = trace.follow_from;
                    trace
                })
            }
            Change::Order { place, .. } => {
                self.apply(change);
                Some(self.trace_of_zone(What::Order, place.zone))
            }
            Change::Look { zone, .. } => {
                let before = self.noticed(zone, Eyes::NOBODY);
                self.apply(change);
                let mut trace = self.trace_of_zone(What::Look, zone);
                trace.notice_from = trace.notice_from.or(before);
                Some(trace)
            }
            Change::Own { .. } | Change::Count { .. } | Change::List { .. } => {
                self.apply(change);
                None
            }
        }
    }

    /// A trace as far as the table before the change tells it.
    #[inline]
    fn trace(&self, what: What, piece: Piece, seen: Eyes) -> Trace {
        let entry = &self.pieces[piece.0 as usize];
        let eyes = self.eyes(piece);
        let sight = self.sight(self.zone_of(piece));
        Trace {
            what,
            from: entry.place,
            to: NONE,
            was: entry.handle,
            piece: entry.handle,
            definition: entry.definition,
            value: self.die_value(piece),
            notice_from: self.noticed(self.zone_of(piece), eyes),
            notice_to: Eyes::NOBODY,
            follow_from: sight.tracked().or(eyes),
            follow_to: Eyes::NOBODY,
            see: eyes.or(seen),
        }
    }

    /// What the table after the change adds.
    #[inline]
    fn arrive(&self, piece: Piece, trace: &mut Trace) {
        self.arrive_again(piece, trace);
        let eyes = self.eyes(piece);
        trace.notice_to = self.noticed(self.zone_of(piece), eyes);
        trace.see = trace.see.or(eyes);
    }

    #[inline]
    fn arrive_again(&self, piece: Piece, trace: &mut Trace) {
        trace.piece = self.pieces[piece.0 as usize].handle;
        trace.follow_to = self
            .sight(self.zone_of(piece))
            .tracked()
            .or(self.eyes(piece));
    }

    /// Who notices that something happens in a zone.
    #[inline]
    fn noticed(&self, zone: Zone, eyes: Eyes) -> Eyes {
        let sight = self.sight(zone);
        match sight.others {
            Others::Nothing => sight.eyes.or(eyes),
            _ => Eyes::ALL,
        }
    }

    /// A trace of something that concerns a whole zone.
    fn trace_of_zone(&self, what: What, zone: Zone) -> Trace {
        Trace {
            what,
            from: self.schema.place_index(zone.into()) as u16,
            to: NONE,
            was: 0,
            piece: 0,
            definition: Definition(0),
            value: 0,
            notice_from: self.noticed(zone, Eyes::NOBODY),
            notice_to: Eyes::NOBODY,
            follow_from: Eyes::NOBODY,
            follow_to: Eyes::NOBODY,
            see: Eyes::NOBODY,
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

impl Trace {
    /// Forgets what it was that moved, unless this viewer saw it: for whoever imagines what the viewer cannot know.
    ///
    /// ```
    /// use parlor_core::{Seat, Viewer};
    /// use parlor_table::{Change, End, Eyes, Schema};
    /// let mut schema = Schema::new();
    /// let deck = schema.zone("deck").hidden().add();
    /// let hand = schema.zone("hand").owner_sees().each_seat();
    /// schema.definition("card", "A♠");
    /// let king = schema.definition("card", "K♠");
    /// schema.place(king, deck, 1);
    /// let mut table = schema.lay(2);
    /// let (piece, to) = (table.zone(deck).top().unwrap(), hand.of(Seat(0)).into());
    /// let mut trace = table.apply_traced(&Change::Move { piece, to, end: End::Top, seen: Eyes::NOBODY }).unwrap();
    /// let face = |trace: parlor_table::Trace| {
    ///     trace.tell(table.schema(), Viewer::Seat(Seat(0))).unwrap().data["face"].clone()
    /// };
    /// trace.hide_from(Viewer::Seat(Seat(0)));
    /// assert_eq!(face(trace), "K♠");
    /// trace.hide_from(Viewer::Seat(Seat(1)));
    /// assert_ne!(face(trace), "K♠");
    /// ```
    pub fn hide_from(&mut self, viewer: Viewer) {
        if !self.see.see(viewer) {
            self.definition = Definition(0);
            self.value = 0;
        }
    }

    /// What this viewer hears of it: data for animation, without words. Nothing if it notices nothing.
    pub fn tell(&self, schema: &Schema, viewer: Viewer) -> Option<Told> {
        let mut data = Map::new();
        let mut put = |key: &str, value: String| data.insert(key.into(), Json::String(value));
        let handle = |number: u32| crate::Handle(number).to_string();
        let zone = |place: u16| schema.zone_name(schema.zone_of_place[place as usize]);
        let sees = self.see.see(viewer);
        match self.what {
            What::Order | What::Look => {
                if !self.notice_from.see(viewer) {
                    return None;
                }
                put(
                    "change",
                    if self.what == What::Order {
                        "order"
                    } else {
                        "look"
                    }
                    .into(),
                );
                put("zone", zone(self.from));
            }
            What::Show | What::Roll => {
                if !self.notice_to.see(viewer) {
                    return None;
                }
                put(
                    "change",
                    if self.what == What::Show {
                        "show"
                    } else {
                        "roll"
                    }
                    .into(),
                );
                put("zone", zone(self.from));
                if self.follow_from.see(viewer) && self.was != self.piece {
                    put("was", handle(self.was));
                }
                if self.follow_to.see(viewer) {
                    put("piece", handle(self.piece));
                }
            }
            What::Create | What::Move => {
                let left = self.from != NONE && self.notice_from.see(viewer);
                let came = self.notice_to.see(viewer);
                if !left && !came {
                    return None;
                }
                put(
                    "change",
                    if self.what == What::Create {
                        "create"
                    } else {
                        "move"
                    }
                    .into(),
                );
                if left {
                    put("from", zone(self.from));
                    if self.follow_from.see(viewer) {
                        put("was", handle(self.was));
                        if let Some(name) = schema.cell_name(self.from) {
                            put("from_at", name);
                        }
                    }
                }
                if came {
                    put("to", zone(self.to));
                    if self.follow_to.see(viewer) {
                        put("piece", handle(self.piece));
                        if let Some(name) = schema.cell_name(self.to) {
                            put("to_at", name);
                        }
                    }
                }
            }
        }
        if sees && !matches!(self.what, What::Order | What::Look) {
            let definition = &schema.definitions[self.definition.0 as usize];
            let face = match &definition.die {
                Some(die) => die.label(self.value.into()).into_owned(),
                None => definition.name.clone(),
            };
            put("face", face);
        }
        Some(Told::new(Message::default()).data(&data))
    }
}
