//! The clock of a match: whose time runs, how much is left, when it is out.
//!
//! It is a plain state machine. All times are milliseconds of the server's time and are given by the caller, so that a
//! clock can be stored, loaded and tested as it likes. A seat is charged from the moment it is to act until it has
//! acted, and for nothing else: not while the clock is paused.

mod rules;
#[cfg(test)]
mod tests;

use parlor_core::{Seat, SeatSet};
use parlor_protocol::ClockShown;
use serde::{Deserialize, Serialize};

pub use rules::{ClockError, ClockRules};

/// The clock of one match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    rules: ClockRules,
    seats: Vec<SeatTime>,
    /// The seats that are to act; while the clock is paused nobody's time runs, but these go on afterwards.
    to_act: SeatSet,
    paused: bool,
    /// Who asked for the pause.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paused_by: Option<Seat>,
    /// What the rules give those who are to act for this step, where they limit it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    step: Option<SeatTime>,
}

/// The time of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SeatTime {
    /// What it had left at `since_ms`, or has left while its time does not run.
    left_ms: u64,
    /// Since when its time runs. It stays as it is while the seat thinks: so a deadline never drifts.
    since_ms: u64,
    /// What it had left when it moved last, before that move gave it more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before_ms: Option<u64>,
}

impl Clock {
    /// The clock of a match that begins now.
    pub fn start(rules: ClockRules, seats: u8, to_act: SeatSet, now_ms: u64) -> Clock {
        let time = SeatTime {
            left_ms: rules.allotment_ms(),
            since_ms: now_ms,
            before_ms: None,
        };
        let mut clock = Clock {
            rules,
            seats: vec![time; usize::from(seats)],
            to_act: SeatSet::EMPTY,
            paused: false,
            paused_by: None,
            step: None,
        };
        clock.changed(to_act, now_ms);
        clock
    }

    /// A seat has acted, and now these are to act.
    ///
    /// The mover is charged and gets its increment; when it is to act again it begins a turn of its own. A seat that was
    /// to act before and still is goes on as if nothing had happened.
    pub fn moved(&mut self, mover: Seat, to_act: SeatSet, now_ms: u64) {
        // Whoever is not on the clock gains nothing by a command.
        if self.to_act.contains(mover) {
            self.end_turn(mover, now_ms);
            self.to_act = self.to_act.without(mover);
            if let Some(time) = self.seats.get_mut(mover.index()) {
                time.before_ms = Some(time.left_ms);
                time.left_ms = self.rules.after_move_ms(time.left_ms);
            }
        }
        self.changed(to_act, now_ms);
    }

    /// The latest moves of these seats were taken back, and now these are to act: what the moves gave is taken back as well.
    pub fn taken_back(&mut self, seats: SeatSet, to_act: SeatSet, now_ms: u64) {
        let had: Vec<u64> = self.seats.iter().map(|time| time.left_ms).collect();
        self.changed(to_act, now_ms);
        for seat in seats.iter() {
            if let Some(time) = self.seats.get_mut(seat.index()) {
                // What was taken back and played again has given nothing.
                let before_ms = time.before_ms.take().unwrap_or(had[seat.index()]);
                time.left_ms = time.left_ms.min(before_ms);
            }
        }
    }

    /// Other seats are to act by something that was nobody's move: a command of the system.
    ///
    /// Time that was used is not given back.
    pub fn changed(&mut self, to_act: SeatSet, now_ms: u64) {
        for seat in self.to_act.minus(to_act).iter() {
            self.end_turn(seat, now_ms);
        }
        for seat in to_act.minus(self.to_act).iter() {
            if let Some(time) = self.seats.get_mut(seat.index()) {
                time.left_ms = self.rules.at_turn_ms(time.left_ms);
                time.since_ms = now_ms;
            }
        }
        // Those who have not chosen yet gain no time by others who have.
        if !to_act.minus(self.to_act).is_empty() {
            self.step = None;
        }
        self.to_act = to_act;
    }

    /// A step begins or goes on in which the rules themselves limit how long those who are to act may think, or do not.
    pub fn limit(&mut self, limit_ms: Option<u64>, now_ms: u64) {
        self.step = limit_ms.map(|left_ms| {
            self.step.unwrap_or(SeatTime {
                left_ms,
                since_ms: now_ms,
                before_ms: None,
            })
        });
    }

    /// All time stands still from now on, because a seat asked for it.
    pub fn pause(&mut self, by: Seat, now_ms: u64) {
        if let Some(step) = self.step.as_mut().filter(|_| !self.paused) {
            step.left_ms = step.left_at(now_ms);
        }
        for seat in self.to_act.iter() {
            self.end_turn(seat, now_ms);
        }
        self.paused = true;
        self.paused_by = Some(by);
    }

    /// Time goes on for those who are to act.
    pub fn resume(&mut self, now_ms: u64) {
        if !self.paused {
            return;
        }
        self.paused = false;
        self.paused_by = None;
        if let Some(step) = &mut self.step {
            step.since_ms = now_ms;
        }
        for seat in self.to_act.iter() {
            if let Some(time) = self.seats.get_mut(seat.index()) {
                time.since_ms = now_ms;
            }
        }
    }

    /// The match is over: nobody's time runs any more, and what is left stays to be seen.
    pub fn stop(&mut self, now_ms: u64) {
        self.changed(SeatSet::EMPTY, now_ms);
        self.paused = false;
        self.paused_by = None;
        self.step = None;
    }

    /// When the time of the first seat will be out, if any time runs.
    pub fn due(&self) -> Option<u64> {
        self.deadlines().map(|(deadline_ms, _)| deadline_ms).min()
    }

    /// The seats whose time is out by now, the earliest first.
    pub fn timed_out(&self, now_ms: u64) -> Vec<Seat> {
        let late = self
            .deadlines()
            .filter(|(deadline_ms, _)| *deadline_ms <= now_ms);
        let mut late: Vec<_> = late.collect();
        late.sort();
        late.into_iter().map(|(_, seat)| seat).collect()
    }

    /// What a seat has left now; nothing without a clock.
    pub fn remaining(&self, seat: Seat, now_ms: u64) -> Option<u64> {
        let time = self.seats.get(seat.index())?;
        let runs = self.runs(seat);
        let left = |time: &SeatTime| match runs {
            true => time.left_at(now_ms),
            false => time.left_ms,
        };
        let own = (self.rules != ClockRules::None).then(|| left(time));
        let step = self.step.as_ref().filter(|_| self.to_act.contains(seat));
        match (own, step.map(left)) {
            (Some(own), Some(step)) => Some(own.min(step)),
            (Some(left), None) | (None, Some(left)) => Some(left),
            // Whoever waits for a step of the rules has all of it before them.
            (None, None) => self.step.map(|step| step.left_ms),
        }
    }

    /// What clients are shown.
    pub fn shown(&self, now_ms: u64) -> ClockShown {
        let seats = Seat::all(self.seats.len() as u8);
        let running = match (self.rules, self.step) {
            (ClockRules::None, None) => SeatSet::EMPTY,
            _ => self.to_act,
        };
        ClockShown {
            remaining_ms: seats
                .filter_map(|seat| self.remaining(seat, now_ms))
                .collect(),
            running,
            paused: self.paused,
            paused_by: self.paused_by,
        }
    }

    /// Whether all time stands still.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    fn runs(&self, seat: Seat) -> bool {
        !self.paused && self.to_act.contains(seat)
    }

    /// Charges a seat for the time that it has run.
    fn end_turn(&mut self, seat: Seat, now_ms: u64) {
        if self.runs(seat)
            && let Some(time) = self.seats.get_mut(seat.index())
        {
            time.left_ms = time.left_at(now_ms);
        }
    }

    /// When the time of each running seat will be out.
    fn deadlines(&self) -> impl Iterator<Item = (u64, Seat)> {
        let running = match self.paused {
            true => SeatSet::EMPTY,
            false => self.to_act,
        };
        running.iter().filter_map(|seat| {
            let own = self.seats.get(seat.index());
            let own = own.filter(|_| self.rules != ClockRules::None);
            let times = own.into_iter().chain(&self.step);
            let deadlines = times.map(|time| time.since_ms.saturating_add(time.left_ms));
            Some((deadlines.min()?, seat))
        })
    }
}

impl SeatTime {
    /// What is left at this time. When time goes backwards, nothing is charged.
    fn left_at(self, now_ms: u64) -> u64 {
        let used_ms = now_ms.saturating_sub(self.since_ms);
        self.left_ms.saturating_sub(used_ms)
    }
}
