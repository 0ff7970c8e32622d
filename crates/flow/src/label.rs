//! How commands read, and what on the table they touch.

use parlor_core::{Arg, Message, Seat};
use parlor_table::{Packed, Piece, Zone};

use crate::action::Choice;
use crate::args::Resolved;
use crate::choice::Shape;
use crate::leaves::DONE_ACTION;
use crate::{Args, At, FlowGame, State, Target};

impl FlowGame {
    /// How people say a command.
    pub(crate) fn label(
        &self,
        state: &State,
        seat: Seat,
        action: u16,
        args: &[Resolved],
    ) -> Message {
        self.label_numbered(state, seat, action, args, false)
    }

    /// The same; where several pieces have the same name, each with its number.
    pub(crate) fn label_numbered(
        &self,
        state: &State,
        seat: Seat,
        action: u16,
        args: &[Resolved],
        numbered: bool,
    ) -> Message {
        if action == DONE_ACTION {
            return Message::new("done", "done");
        }
        let action = &self.actions[usize::from(action)];
        let at = At::new(self, state, seat).with(Args {
            action: Some(action),
            given: args,
        });
        let mut message = action.label.clone();
        for (choice, resolved) in action.choices.iter().zip(args) {
            message = message.with(choice.name.clone(), choice.read(&at, resolved, numbered));
        }
        message
    }

    /// What to touch for a command, in order.
    pub(crate) fn touches(
        &self,
        state: &State,
        seat: Seat,
        action: u16,
        args: &[Resolved],
    ) -> Vec<String> {
        let Some(action) = self.actions.get(usize::from(action)) else {
            return Vec::new();
        };
        let at = At::new(self, state, seat).with(Args {
            action: Some(action),
            given: args,
        });
        let mut touches = Vec::new();
        for (choice, resolved) in action.choices.iter().zip(args) {
            match resolved {
                Resolved::One(raw) => touches.extend(choice.touched(&at, *raw)),
                Resolved::Many(raws) => {
                    touches.extend(raws.iter().filter_map(|raw| choice.touched(&at, *raw)));
                }
                Resolved::Nothing | Resolved::Text(_) => {}
            }
        }
        touches
    }
}

impl Choice {
    fn read(&self, at: &At<'_>, resolved: &Resolved, numbered: bool) -> Arg {
        match resolved {
            Resolved::Nothing => Message::new("nothing", "nothing").into(),
            Resolved::One(raw) => self.read_one(at, *raw, numbered),
            Resolved::Many(raws) => {
                let args = raws.iter().map(|raw| self.read_one(at, *raw, numbered));
                args.collect::<Vec<Arg>>().into()
            }
            Resolved::Text(text) => text.to_string().into(),
        }
    }

    /// How people read one answer.
    pub(crate) fn read_one(&self, at: &At<'_>, raw: i64, numbered: bool) -> Arg {
        if let Some(display) = &self.display {
            return display(at, raw);
        }
        match self.shape(at) {
            Shape::Piece => read_piece(at, Piece::unpack(raw), numbered),
            Shape::Target => match Target::unpack(raw) {
                Target::Piece(piece) => read_piece(at, piece, numbered),
                Target::Seat(seat) => seat.into(),
            },
            Shape::Cell(zone) => {
                let place = at.place_name(zone.at(Packed::unpack(raw)));
                Arg::named("place", &place)
            }
            Shape::Zone => read_zone(at, Zone::unpack(raw)).into(),
            Shape::Seat => Seat::unpack(raw).into(),
            Shape::Word(words) => Message::word("word", words[raw as usize].as_str()).into(),
            Shape::Number => raw.into(),
        }
    }

    /// What lights up on the table for one answer.
    pub(crate) fn touched(&self, at: &At<'_>, raw: i64) -> Option<String> {
        if let Some(touch) = &self.touch {
            return Some(touch(at, raw));
        }
        match self.shape(at) {
            Shape::Piece => touched_piece(at, Piece::unpack(raw)),
            Shape::Target => match Target::unpack(raw) {
                Target::Piece(piece) => touched_piece(at, piece),
                Target::Seat(seat) => Some(seat.touch()),
            },
            Shape::Cell(zone) => Some(at.place_name(zone.at(Packed::unpack(raw)))),
            Shape::Zone => Some(at.schema().zone_name(Zone::unpack(raw))),
            Shape::Seat => Some(Seat::unpack(raw).touch()),
            Shape::Word(_) | Shape::Number => None,
        }
    }
}

/// A piece by its face, and where the seat does not see that, by its back.
fn read_piece(at: &At<'_>, piece: Piece, numbered: bool) -> Arg {
    let name = match at.sees_face(piece) {
        true => Arg::face(&at.face(piece).to_string()),
        false => Message::word("back", at.back(piece)).into(),
    };
    let number = numbered.then(|| twin_number(at, piece)).flatten();
    match number {
        Some(number) => Message::new("numbered", "{name} {number}")
            .with("name", name)
            .with("number", number)
            .into(),
        None => name,
    }
}

/// Which of several pieces with the same name this is, where the seat can tell them apart.
///
/// They are counted in the order in which the seat has come to know them, with those that it has seen leave the table, so that
/// a piece keeps its number when another is gone. Nothing that the seat cannot see plays a part.
fn twin_number(at: &At<'_>, piece: Piece) -> Option<u32> {
    let own = at.handle_of(piece)?;
    let (seen, face) = (at.sees_face(piece), at.face(piece));
    let is_twin = |other: &Piece| match seen {
        true => at.sees_face(*other) && at.face(*other) == face,
        // Of what lies face down, only what lies there is alike.
        false => {
            !at.sees_face(*other)
                && at.zone_of(*other) == at.zone_of(piece)
                && at.back(*other) == at.back(piece)
        }
    };
    let gone = at.zone(Zone::REMOVED).pieces();
    let handles = at.pieces().chain(gone).filter(is_twin);
    let mut handles: Vec<_> = handles.filter_map(|other| at.handle_of(other)).collect();
    handles.sort_unstable();
    let index = handles.iter().position(|handle| *handle == own)?;
    (handles.len() > 1).then_some(index as u32 + 1)
}

/// A zone by its kind, and whose it is.
fn read_zone(at: &At<'_>, zone: Zone) -> Message {
    let name = Message::word("zone", at.schema().zone_kind_name(zone));
    match at.schema().is_each(zone) {
        true => Message::new("zone_of", "{seat}: {zone}")
            .with("seat", zone.seat())
            .with("zone", name),
        false => name,
    }
}

/// On a board one touches the place of a piece.
fn touched_piece(at: &At<'_>, piece: Piece) -> Option<String> {
    let place = at.place_of(piece);
    match at.has_board(place.zone) {
        true => Some(at.place_name(place)),
        false => at.handle_of(piece).map(|handle| handle.to_string()),
    }
}
