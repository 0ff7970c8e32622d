//! How commands read, and what on the table they touch.

use parlor_core::{Arg, Message, Seat};
use parlor_table::{Packed, Piece, Zone};

use crate::action::{Action, Choice};
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
        if action == DONE_ACTION {
            return Message::new("done", "done");
        }
        let action = &self.actions[usize::from(action)];
        let at = At::new(self, state, seat).with(Args {
            action: Some(action),
            given: args,
        });
        let text = match &action.label {
            Some(label) => label.clone(),
            None => action.plain_label().into(),
        };
        let mut message = Message::new(action.name.to_string(), text);
        for (choice, resolved) in action.choices.iter().zip(args) {
            message = message.with(choice.name.clone(), choice.read(&at, resolved));
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

impl Action {
    fn plain_label(&self) -> String {
        let choices = self
            .choices
            .iter()
            .map(|choice| format!(" {{{}}}", choice.name));
        std::iter::once(self.name.to_string())
            .chain(choices)
            .collect()
    }
}

impl Choice {
    fn read(&self, at: &At<'_>, resolved: &Resolved) -> Arg {
        match resolved {
            Resolved::Nothing => "nothing".into(),
            Resolved::One(raw) => self.read_one(at, *raw),
            Resolved::Many(raws) => {
                let texts: Vec<String> = raws
                    .iter()
                    .map(|raw| match self.read_one(at, *raw) {
                        Arg::Text(text) => text.into_owned(),
                        Arg::Number(number) => number.to_string(),
                        Arg::Seat { seat } => seat.to_string(),
                    })
                    .collect();
                texts.join(" ").into()
            }
            Resolved::Text(text) => text.to_string().into(),
        }
    }

    /// How people read one answer.
    pub(crate) fn read_one(&self, at: &At<'_>, raw: i64) -> Arg {
        if let Some(display) = &self.display {
            return display(at, raw).into();
        }
        match self.shape(at) {
            Shape::Piece => read_piece(at, Piece::unpack(raw)),
            Shape::Target => match Target::unpack(raw) {
                Target::Piece(piece) => read_piece(at, piece),
                Target::Seat(seat) => seat.into(),
            },
            Shape::Cell(zone) => at.place_name(zone.at(Packed::unpack(raw))).into(),
            Shape::Zone => at.schema().zone_name(Zone::unpack(raw)).into(),
            Shape::Seat => Seat::unpack(raw).into(),
            Shape::Word(words) => words[raw as usize].to_string().into(),
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

/// A piece by its face, and where the seat does not see that, by its back and handle.
fn read_piece(at: &At<'_>, piece: Piece) -> Arg {
    match at.sees_face(piece) {
        true => at.face(piece).into(),
        false => match at.handle_of(piece) {
            Some(handle) => format!("{} {handle}", at.back(piece)).into(),
            None => at.back(piece).to_string().into(),
        },
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
