//! How the flow goes on: from node to node until somebody has to act, or the match is over.

use std::borrow::Cow;

use parlor_core::{Rejection, Seat, SeatSet};

use crate::args::Resolved;
use crate::compile::{Op, Step};
use crate::happening::{Happening, Kind};
use crate::leaves::DONE_ACTION;
use crate::node::Does;
use crate::play::{DEEPEST, Sink};
use crate::program::Next;
use crate::said::TOO_LATE;
use crate::state::{Chosen, Frame, Round};
use crate::{Act, Args, At, Command, FlowGame, Play, Side, State};

/// Who is asked now, and for which actions.
pub(crate) struct Asked<'g> {
    /// All that the step names, or those that the position leaves.
    pub actions: Cow<'g, [u16]>,
    pub seats: SeatSet,
    /// The one that acts in a step: the number of a seat, or of a side.
    pub one: Option<Seat>,
    /// Whether the step may be ended without another move.
    pub done: bool,
}

impl Asked<'_> {
    /// Whether a seat or side is to act.
    pub fn asks(&self, seat: Seat) -> bool {
        self.seats.contains(seat) || self.one == Some(seat)
    }
}

/// What a question that the flow asks by itself is at.
mod asking {
    /// It has not been asked yet.
    pub const NEW: u32 = 0;
    /// It waits.
    pub const WAITS: u32 = 1;
    /// It is answered, and what comes of it has not begun. Then it counts on.
    pub const ANSWERED: u32 = 2;
}

/// Whether a step waits for its seat.
enum Waits {
    Yes,
    /// It is left out, or through.
    No,
    /// It would wait, but there is nothing to do.
    Stuck,
}

/// In play without a decision, so many nodes without a command mean that the flow will never wait.
const MOST_NODES: u32 = 1_000_000;

impl FlowGame {
    /// The step that waits for a command.
    #[inline]
    pub(crate) fn asked<'g>(&'g self, state: &State) -> Option<Asked<'g>> {
        if state.at.over {
            return None;
        }
        let frame = state.at.frames.last()?;
        match &self.ops[usize::from(frame.node)] {
            Op::Step(step) => Some(Asked {
                actions: self.offered(step, state, Seat(frame.seat)),
                seats: SeatSet::one(Seat(frame.seat)),
                one: Some(Seat(frame.seat)),
                done: may_end(step, frame),
            }),
            Op::Together(together) => Some(Asked {
                actions: Cow::Borrowed(&together.actions),
                seats: frame.waiting,
                one: None,
                done: false,
            }),
            Op::Ask { .. } | Op::Program if frame.count == asking::WAITS => Some(Asked {
                actions: Cow::Borrowed(&self.answer),
                seats: SeatSet::one(Seat(frame.seat)),
                one: None,
                done: false,
            }),
            _ => None,
        }
    }

    /// The actions of a step that its seat is offered.
    #[inline]
    fn offered<'g>(&'g self, step: &'g Step, state: &State, seat: Seat) -> Cow<'g, [u16]> {
        let Some(offers) = &step.spec.offers else {
            return Cow::Borrowed(&step.actions);
        };
        let at = At::new(self, state, seat);
        let actions = step.actions.iter().copied();
        Cow::Owned(
            actions
                .filter(|action| offers(&at, self.actions[usize::from(*action)].name.as_str()))
                .collect(),
        )
    }
}

fn may_end(step: &Step, frame: &Frame) -> bool {
    let moves = &step.spec.moves;
    moves.start() != moves.end() && frame.count >= *moves.start()
}

fn is_finished(step: &Step, frame: &Frame, at: &At<'_>) -> bool {
    let most = *step.spec.moves.end();
    match &step.spec.until {
        Some(until) => frame.count > 0 && (until(at) || (most > 1 && frame.count >= most)),
        None => frame.count >= most,
    }
}

impl<'p> Play<'p, '_> {
    /// A seat does what it was asked for.
    pub(crate) fn act(
        &mut self,
        seat: Seat,
        action: u16,
        args: &[Resolved],
        command: Option<&Command>,
    ) {
        let game = self.game;
        let Some(frame) = self.state.at.frames.last() else {
            return;
        };
        let op = &game.ops[usize::from(frame.node)];
        let secret = matches!(op, Op::Together(step) if !step.spec.at_once);
        let shown = command.filter(|_| !secret);
        self.begin(Some(seat), shown);
        self.seat = seat;
        self.state.at.again = false;
        match op {
            Op::Together(_) if secret => {
                let args = args.into();
                self.state.at.chosen.push(Chosen { seat, action, args });
                self.acted(seat);
            }
            Op::Together(together) => {
                self.run_action(action, args);
                let done = together.spec.done.as_ref();
                if done.is_none_or(|done| done(&self.at(), seat)) {
                    self.acted(seat);
                }
            }
            Op::Ask { .. } | Op::Program => self.answered(args),
            _ if action == DONE_ACTION => self.leave_node(),
            _ => {
                self.run_action(action, args);
                if let Some(frame) = self.state.at.frames.last_mut()
                    && !self.state.at.again
                {
                    frame.count += 1;
                }
            }
        }
        // Another move means something in a step of one seat only.
        self.state.at.again = false;
        self.react();
        self.look_for_the_end();
    }

    /// A command begins: what was said before it is history.
    pub(crate) fn begin(&mut self, seat: Option<Seat>, command: Option<&Command>) {
        let side = seat.and_then(Side::of);
        let act = || Act {
            seat: seat.filter(|_| side.is_none()),
            side,
            command: command.cloned().map(Box::new),
        };
        let written = self.sink.begin(self.state, |_| None, act);
        self.check(written);
    }

    fn run_action(&mut self, action: u16, args: &[Resolved]) {
        let game: &'p FlowGame = self.game;
        let action = &game.actions[usize::from(action)];
        let args = Args {
            action: Some(action),
            given: args,
        };
        (action.run)(self, args);
    }

    /// A seat has acted in a simultaneous step; when all have, what they chose in secret happens.
    pub(crate) fn acted(&mut self, seat: Seat) {
        let game = self.game;
        let Some(frame) = self.state.at.frames.last_mut() else {
            return;
        };
        frame.waiting = frame.waiting.without(seat);
        if !frame.waiting.is_empty() {
            return;
        }
        let mut chosen = std::mem::take(&mut self.state.at.chosen);
        chosen.sort_by_key(|chosen| chosen.seat);
        for Chosen { seat, action, args } in chosen {
            self.seat = seat;
            // What an earlier seat did may have made it impossible.
            if game.is_possible(&self.at(), action, &args) {
                self.run_action(action, &args);
            } else {
                self.say(TOO_LATE, [seat.into()]);
            }
        }
    }

    /// Ends the match if the rules say that it is over.
    #[inline]
    pub(crate) fn look_for_the_end(&mut self) {
        if let Some(ends) = &self.game.ends_when
            && !self.state.at.over
            && ends(&self.at())
        {
            self.state.at.over = true;
        }
    }

    /// How many turns a loop has made since somebody acted, this one included.
    fn turns_of(&mut self, node: u16) -> u32 {
        match self.turns.iter_mut().find(|(other, _)| *other == node) {
            Some((_, turns)) => {
                *turns += 1;
                *turns
            }
            None => {
                self.turns.push((node, 1));
                1
            }
        }
    }

    /// Runs a rule that nobody was asked for.
    fn run_rule(&mut self, does: &Does) {
        does(self);
        self.state.at.again = false;
        self.react();
        self.look_for_the_end();
    }

    pub(crate) fn enter(&mut self, node: u16) {
        self.state.at.frames.push(Frame::new(node));
    }

    pub(crate) fn leave_node(&mut self) {
        self.state.at.frames.pop();
    }

    fn count(&mut self) -> u32 {
        let Some(frame) = self.state.at.frames.last_mut() else {
            return 0;
        };
        frame.count += 1;
        frame.count
    }

    /// Goes on until somebody has to act. A lazy look does not make sure that there is something to do.
    pub(crate) fn go_on(&mut self, lazy: bool) {
        let game: &'p FlowGame = self.game;
        let mut nodes = 0;
        self.look_around();
        loop {
            if !self.happened.is_empty() {
                self.react();
                self.look_for_the_end();
            }
            if self.error.is_none() && !self.state.at.over {
                self.begin_calls();
            }
            if self.error.is_some() || self.state.at.over {
                return;
            }
            nodes += 1;
            if let Sink::Log(decision) = &mut self.sink {
                self.error = decision.step().err();
            } else if nodes > MOST_NODES {
                self.state.at.over = true;
            }
            self.seat = self.state.at.turn;
            let Some(frame) = self.state.at.frames.last() else {
                self.state.at.over = true;
                return;
            };
            let (count, frame_node) = (frame.count, frame.node);
            match &game.ops[usize::from(frame.node)] {
                Op::Sequence(nodes) => match nodes.get(count as usize) {
                    Some(node) => {
                        self.count();
                        self.enter(*node);
                    }
                    None => self.leave_node(),
                },
                Op::While { holds, limit, body } => {
                    if !holds(&self.at()) {
                        self.leave_node();
                    } else if self.turns_of(frame_node) > *limit {
                        self.fail(too_many_turns(frame_node, *limit));
                        self.leave_node();
                    } else {
                        self.count();
                        self.enter(*body);
                    }
                }
                Op::Repeat { times, body } => self.repeat(times(&self.at()), *body),
                Op::EachSeat { .. } => self.next_seat(),
                Op::ForEach { items, body, .. } => self.next_item(items, *body),
                Op::Bind { value, body, .. } => match count {
                    0 => {
                        let value = value(&self.at());
                        self.hold([value].into_iter().collect());
                        self.enter(*body);
                    }
                    _ => self.leave_node(),
                },
                Op::Procedure { body, .. } => match self.count() {
                    1 => self.enter(*body),
                    _ => self.leave_node(),
                },
                Op::Ask { body, .. } => match count {
                    asking::NEW | asking::WAITS => {
                        if self.wait_for_answer() {
                            return;
                        }
                    }
                    asking::ANSWERED => {
                        self.count();
                        self.enter(*body);
                    }
                    _ => self.leave_node(),
                },
                Op::Program => match count {
                    asking::WAITS => {
                        if self.wait_for_answer() {
                            return;
                        }
                    }
                    _ => self.run_program(),
                },
                Op::Step(step) => match self.waits(step, lazy) {
                    Waits::Yes if step.spec.side.is_some() && !self.sink.is_log() => {
                        self.side_acts();
                    }
                    Waits::Yes => return,
                    Waits::No => self.leave_node(),
                    Waits::Stuck => self.get_stuck(),
                },
                Op::Together(_) => {
                    if self.wait_for_all() {
                        return;
                    }
                    self.leave_node();
                }
                Op::Phase {
                    enter, leave, body, ..
                } => match self.count() {
                    1 => {
                        if let Some(enter) = enter {
                            self.run_rule(enter);
                        }
                        self.enter(*body);
                    }
                    _ => {
                        self.leave_node();
                        if let Some(leave) = leave {
                            self.run_rule(leave);
                        }
                    }
                },
                Op::Switch {
                    on,
                    cases,
                    otherwise,
                } => {
                    let value = on(&self.at());
                    let case = cases.iter().find(|(case, _)| *case == value);
                    self.branch(case.map(|(_, node)| *node).or(*otherwise));
                }
                Op::If {
                    holds,
                    then,
                    otherwise,
                } => {
                    let node = if holds(&self.at()) {
                        Some(*then)
                    } else {
                        *otherwise
                    };
                    self.branch(node);
                }
                Op::Run(does) => {
                    self.leave_node();
                    self.run_rule(does);
                }
                Op::States(states) => self.next_state(states),
            }
        }
    }

    fn branch(&mut self, node: Option<u16>) {
        self.leave_node();
        if let Some(node) = node {
            self.enter(node);
        }
    }

    /// The seat was asked, and there is nothing that it can do: the step is over.
    pub(crate) fn get_stuck(&mut self) {
        let game: &'p FlowGame = self.game;
        let Some(frame) = self.state.at.frames.pop() else {
            return;
        };
        if let Op::Step(step) = &game.ops[usize::from(frame.node)]
            && let Some(if_stuck) = &step.spec.if_stuck
            && frame.count == 0
        {
            self.seat = Seat(frame.seat);
            self.run_rule(if_stuck);
        }
    }

    /// Whether a step waits for its seat.
    fn waits(&mut self, step: &Step, lazy: bool) -> Waits {
        let Some(frame) = self.state.at.frames.last() else {
            return Waits::No;
        };
        let turn = self.state.at.turn;
        let count = frame.count;
        let seat = match (&step.spec.seat, step.spec.side) {
            (_, Some(side)) => side.seat(),
            (Some(seat), None) if count == 0 => seat(&self.at()),
            (Some(_), None) => Seat(frame.seat),
            (None, None) => turn,
        };
        self.seat = seat;
        if is_finished(step, frame, &self.at())
            || self.state.at.out.contains(seat)
            || (count == 0 && step.spec.skip.as_ref().is_some_and(|skip| skip(&self.at())))
        {
            return Waits::No;
        }
        if let Some(frame) = self.state.at.frames.last_mut() {
            frame.seat = seat.0;
        }
        // A step in which nothing but ending it is possible is over.
        let offered = self.game.offered(step, self.state, seat);
        let lazy = lazy && step.spec.side.is_none();
        match lazy || self.game.can_act(&offered, &self.at()) {
            true => Waits::Yes,
            false => Waits::Stuck,
        }
    }

    /// Whether a simultaneous step waits for anybody.
    fn wait_for_all(&mut self) -> bool {
        let game: &'p FlowGame = self.game;
        let Some(frame) = self.state.at.frames.last() else {
            return false;
        };
        let Op::Together(together) = &game.ops[usize::from(frame.node)] else {
            return false;
        };
        if frame.count == 0 {
            let can_act = |seat: &Seat| {
                let at = At::new(game, self.state, *seat);
                together
                    .spec
                    .seats
                    .as_ref()
                    .is_none_or(|holds| holds(&at, *seat))
                    && together
                        .spec
                        .done
                        .as_ref()
                        .is_none_or(|done| !done(&at, *seat))
                    && game.can_act(&together.actions, &at)
            };
            let seats = self.state.table.seat_set().minus(self.state.at.out);
            let waiting = seats.iter().filter(can_act).collect();
            if let Some(frame) = self.state.at.frames.last_mut() {
                frame.count = 1;
                frame.waiting = waiting;
            }
            return !waiting.is_empty();
        }
        // Where things happen at once, a seat may have nothing left to do.
        let stuck = |seat: &Seat| {
            let at = At::new(game, self.state, *seat);
            together.spec.at_once && !game.can_act(&together.actions, &at)
        };
        let gone: SeatSet = frame.waiting.iter().filter(stuck).collect();
        let waiting = frame.waiting.minus(gone);
        if let Some(frame) = self.state.at.frames.last_mut() {
            frame.waiting = waiting;
        }
        !waiting.is_empty()
    }
}

impl<'p> Play<'p, '_> {
    /// What rules have called begins, the first call first.
    #[inline]
    fn begin_calls(&mut self) {
        if !self.calls.is_empty() {
            self.begin_all_calls();
        }
    }

    fn begin_all_calls(&mut self) {
        let frames = self.state.at.frames.len() + self.calls.len();
        if frames > DEEPEST {
            self.calls.clear();
            return self.fail(too_deep());
        }
        self.state.at.frames.extend(self.calls.drain(..).rev());
    }

    /// The innermost frame holds these values from now on.
    fn hold(&mut self, values: crate::local::Values) {
        if let Some(frame) = self.state.at.frames.last_mut() {
            frame.count += 1;
            frame.round = Some(Round::Values(values));
        }
    }

    /// Asks the question of the innermost frame; whether it waits for an answer. A question that needs none is answered at once.
    fn wait_for_answer(&mut self) -> bool {
        let at = self.at();
        let Some(question) = at.question() else {
            return false;
        };
        let seat = question.seat();
        let gone = self.state.at.out.contains(seat);
        let at = At::new(self.game, self.state, seat);
        let answer = match gone {
            true => Some(question.default_answer(&at)),
            false => question.forced(&at),
        };
        if let Some(answer) = answer {
            self.take_answer(answer);
            return false;
        }
        if let Some(frame) = self.state.at.frames.last_mut() {
            frame.seat = seat.0;
            frame.count = asking::WAITS;
        }
        self.seat = seat;
        true
    }

    /// The innermost frame has its answer.
    fn take_answer(&mut self, answer: Vec<i64>) {
        let Some(frame) = self.state.at.frames.last_mut() else {
            return;
        };
        match &mut frame.round {
            Some(Round::Program(program)) => {
                program.answer = Some(answer);
                frame.count = asking::NEW;
            }
            round => {
                *round = Some(Round::Values(answer.into()));
                frame.count = asking::ANSWERED;
            }
        }
    }

    /// A seat has answered the question of the innermost frame.
    fn answered(&mut self, args: &[Resolved]) {
        let answer = match args.first() {
            Some(Resolved::One(raw)) => vec![*raw],
            Some(Resolved::Many(raws)) => raws.to_vec(),
            _ => Vec::new(),
        };
        self.take_answer(answer);
    }

    /// Whether a question waits for this seat, which takes the default answer when the seat cannot give one.
    pub(crate) fn answer_by_default(&mut self, seat: Seat) -> bool {
        let waits = self.state.at.frames.last().is_some_and(|frame| {
            let op = &self.game.ops[usize::from(frame.node)];
            let asks = matches!(op, Op::Ask { .. } | Op::Program);
            asks && frame.count == asking::WAITS && frame.seat == seat.0
        });
        if !waits {
            return false;
        }
        let at = At::new(self.game, self.state, seat);
        let answer = at.question().map(|question| question.default_answer(&at));
        self.take_answer(answer.unwrap_or_default());
        true
    }

    /// Runs one instruction of the program in the innermost frame.
    fn run_program(&mut self) {
        let game: &'p FlowGame = self.game;
        let (Some(programs), Some(frame)) = (&game.programs, self.state.at.frames.last_mut())
        else {
            return self.leave_node();
        };
        let Some(Round::Program(program)) = &mut frame.round else {
            return self.leave_node();
        };
        // The instruction may look at the position, of which its own frame is a part.
        let mut own = std::mem::take(&mut **program);
        let next = programs.run(self, &mut own);
        let Some(frame) = self.state.at.frames.last_mut() else {
            return;
        };
        if let Some(Round::Program(program)) = &mut frame.round {
            **program = own;
        }
        match next {
            Next::Again | Next::Called => {}
            Next::Ask => frame.count = asking::WAITS,
            Next::Done => self.leave_node(),
        }
        self.state.at.again = false;
        self.react();
        self.look_for_the_end();
    }

    /// A seat's turn begins.
    pub(crate) fn begin_turn(&mut self, seat: Seat) {
        self.state.at.turn = seat;
        if self.is_watched(Kind::TurnBegan) {
            let mut it = Happening::new(Kind::TurnBegan);
            it.seats.push(seat);
            self.happens(it);
        }
    }
}

fn too_deep() -> Rejection {
    Rejection::new(
        "calls_too_deep",
        "the rules call each other more than {limit} levels deep",
    )
    .with("limit", DEEPEST as u64)
}

fn too_many_turns(node: u16, limit: u32) -> Rejection {
    Rejection::new(
        "endless_loop",
        "a loop of the flow (node {node}) went on for more than {limit} turns without anybody acting",
    )
    .with("node", u32::from(node))
    .with("limit", limit)
}
