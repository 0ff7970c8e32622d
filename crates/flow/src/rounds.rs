//! Nodes that go round: so many times, for each item, for each seat, from state to state.

use parlor_core::Seat;

use crate::compile::{MachineState, Op};
use crate::node::Asks;
use crate::state::Round;
use crate::{FlowGame, Play};

impl<'p> Play<'p, '_> {
    pub(crate) fn repeat(&mut self, times: i64, body: u16) {
        let Some(frame) = self.state.at.frames.last_mut() else {
            return;
        };
        // How many times was said when we came here.
        let round = frame.round.get_or_insert(Round::Times(times));
        if matches!(round, Round::Times(times) if i64::from(frame.count) < *times) {
            frame.count += 1;
            self.enter(body);
        } else {
            self.leave_node();
        }
    }

    pub(crate) fn next_item(&mut self, items: &Asks<Vec<i64>>, body: u16) {
        let fresh = self
            .state
            .at
            .frames
            .last()
            .is_some_and(|frame| frame.round.is_none());
        let list = fresh.then(|| items(&self.at()));
        let Some(frame) = self.state.at.frames.last_mut() else {
            return;
        };
        if let Some(list) = list {
            frame.round = Some(Round::Items(list.into()));
        }
        let length = match &frame.round {
            Some(Round::Items(items)) => items.len(),
            _ => 0,
        };
        if (frame.count as usize) < length {
            frame.count += 1;
            self.enter(body);
        } else {
            self.leave_node();
        }
    }

    pub(crate) fn next_state(&mut self, states: &[MachineState]) {
        let Some(frame) = self.state.at.frames.last() else {
            return;
        };
        // The count is one more than the number of the state that we are in.
        let next = match (frame.count as usize).checked_sub(1) {
            None => Some(0),
            Some(now) => {
                let at = self.at();
                let mut transitions = states[now].transitions.iter();
                transitions
                    .find(|(_, holds)| holds(&at))
                    .map(|(state, _)| *state)
            }
        };
        match (next, self.state.at.frames.last_mut()) {
            (Some(state), Some(frame)) => {
                frame.count = u32::from(state) + 1;
                self.enter(states[usize::from(state)].body);
            }
            _ => self.leave_node(),
        }
    }

    pub(crate) fn next_seat(&mut self) {
        let game: &'p FlowGame = self.game;
        let seats = self.state.table.schema().seats();
        let Some(frame) = self.state.at.frames.last() else {
            return;
        };
        let Op::EachSeat { order, body } = &game.ops[usize::from(frame.node)] else {
            return;
        };
        if frame.count == 0 {
            let list = order.list.as_ref().map(|list| list(&self.at()));
            let first = if order.backward {
                Seat(seats - 1)
            } else {
                Seat(0)
            };
            let start = order
                .start
                .as_ref()
                .map_or(first, |start| start(&self.at()));
            if let Some(frame) = self.state.at.frames.last_mut() {
                frame.round = list.map(|seats| Round::Seats(seats.into()));
                frame.start = start.0;
            }
        }
        while let Some(frame) = self.state.at.frames.last_mut() {
            let visited = frame.count;
            let seat = match &frame.round {
                Some(Round::Seats(seats)) => match seats.get(visited as usize) {
                    Some(seat) => *seat,
                    None => break,
                },
                _ if visited >= seats.into() => break,
                _ => {
                    let step = (visited % u32::from(seats)) as u8;
                    let step = if order.backward { seats - step } else { step };
                    Seat((frame.start + step) % seats)
                }
            };
            frame.count += 1;
            let kept = !self.state.at.out.contains(seat)
                && order.only.is_none_or(|only| only.contains(seat))
                && order
                    .filter
                    .as_ref()
                    .is_none_or(|filter| filter(&self.at(), seat));
            if kept {
                if let Some(frame) = self.state.at.frames.last_mut() {
                    frame.seat = seat.0;
                }
                self.begin_turn(seat);
                return self.enter(*body);
            }
        }
        self.leave_node();
        // An outer round goes on with its own seat.
        let outer = self.state.at.frames.iter().rev().find(|frame| {
            let op = &game.ops[usize::from(frame.node)];
            matches!(op, Op::EachSeat { .. })
        });
        if let Some(outer) = outer {
            self.state.at.turn = Seat(outer.seat);
        }
    }
}
