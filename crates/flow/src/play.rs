//! [`Play`]: what an action or a step of the flow does things with.

use std::collections::VecDeque;
use std::ops::Deref;

use parlor_core::{Rejection, Rng, Seat, SeatSet};
use parlor_table::{Change, Changes, Eyes, Packed, Table, Word};
use smallvec::SmallVec;

use crate::happening::{Before, Happening, Kind};
use crate::local::Values;
use crate::program::ProgramFrame;
use crate::said::{SHOWN, Said, SaidArg};
use crate::state::{Frame, Round};
use crate::{
    At, Event, FlowGame, HappeningId, Local, MessageId, Params, Procedure, Say, Side, State, When,
};

/// The table in the hands of the rules: it reads like a [`Table`], changes by the verbs of [`Changes`], and speaks.
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("none", "None", 2..=2);
/// let (deck, hand) = (game.zone("deck").hidden().add(), game.zone("hand").owner_sees().each_seat());
/// let drew = game.message("drew", "{seat} draws {card}");
/// game.action("draw").run(move |play, _| {
///     let seat = play.seat();
///     if let Some(card) = play.draw(deck, hand.of(seat)) {
///         play.say(drew, [seat.into(), card.into()]);
///     }
/// });
/// ```
pub struct Play<'p, 'd> {
    pub(crate) game: &'p FlowGame,
    pub(crate) state: &'p mut State,
    pub(crate) sink: Sink<'p, 'd>,
    pub(crate) seat: Seat,
    /// What watchers have not reacted to yet.
    pub(crate) happened: VecDeque<Happening>,
    /// What has been called, and waits for the rule that called it to return.
    pub(crate) calls: Vec<Frame>,
    /// Why things happen now.
    pub(crate) cause: Option<Word>,
    /// How many turns each loop has made since somebody acted.
    pub(crate) turns: SmallVec<[(u16, u32); 2]>,
    /// How many commands sides have made, in play without a log.
    pub(crate) made_by_sides: u32,
    /// What went wrong first. The rules run on, on a state that will be thrown away.
    pub(crate) error: Option<Rejection>,
}

/// Where changes are written down, and where chance comes from.
pub(crate) type Sink<'p, 'd> = parlor_tabletop::Sink<'p, 'd, Event>;

/// The most pieces that there can ever be in a match.
const MOST_PIECES: usize = 60_000;

/// How many frames there may be: procedures that call each other, and nodes within nodes.
pub(crate) const DEEPEST: usize = 256;

impl<'p, 'd> Play<'p, 'd> {
    pub(crate) fn new(
        game: &'p FlowGame,
        state: &'p mut State,
        sink: Sink<'p, 'd>,
        seat: Seat,
    ) -> Self {
        Play {
            game,
            state,
            sink,
            seat,
            happened: VecDeque::new(),
            calls: Vec::new(),
            cause: None,
            turns: SmallVec::new(),
            made_by_sides: 0,
            error: None,
        }
    }

    /// Notes what went wrong first.
    pub(crate) fn check(&mut self, written: Result<(), Rejection>) {
        if let Err(rejection) = written {
            self.fail(rejection);
        }
    }

    pub(crate) fn fail(&mut self, rejection: Rejection) {
        self.error.get_or_insert(rejection);
    }

    /// The seat that acts, or whose turn it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        match self.side() {
            None => self.seat,
            Some(_) => self.state.at.turn,
        }
    }

    /// The side that acts, where it is no seat.
    #[inline]
    pub fn side(&self) -> Option<Side> {
        Side::of(self.seat)
    }

    /// The position as conditions see it.
    #[inline]
    pub fn at(&self) -> At<'_> {
        At::new(self.game, self.state, self.seat)
    }

    /// The value of a local: [`At::local`].
    pub fn local<T: Packed>(&self, local: Local<T>) -> T {
        self.at().local(local)
    }

    /// All answers to a question: [`At::locals`].
    pub fn locals<T: Packed>(&self, local: Local<T>) -> Vec<T> {
        self.at().locals(local)
    }

    /// Calls a procedure. It is only noted here, and nothing comes back: the procedure begins when the rule that calls it has
    /// returned and all have reacted, before the flow goes on. What is called first comes first.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("discard", "Discard", 2..=2);
    /// let hand = game.zone("hand").owner_sees().each_seat();
    /// let pile = game.zone("pile").add();
    /// for name in ["a", "b", "c"] {
    ///     let card = game.definition("card", name);
    ///     game.place(card, hand.of(Seat(1)), 1);
    /// }
    /// let discard = game.procedure("discard", move |who: Local<Seat>, many: Local<i64>| {
    ///     let question = move |at: &At<'_>| {
    ///         let (who, many) = (at.local(who), at.local(many) as usize);
    ///         Ask::pieces(who, at.zone(hand.of(who)).pieces()).many(many..=many)
    ///     };
    ///     ask(question, move |cards| run(move |play| {
    ///         let cards = play.locals(cards);
    ///         play.put_all(cards, pile);
    ///     }))
    /// });
    /// game.action("attack").run(move |play, _| play.call(discard, (Seat(1), 2)));
    /// let game = game.flow(each_seat(step(["attack"])));
    ///
    /// let mut scenario = Scenario::new(&game, 2, 1);
    /// scenario.play("attack").unwrap();
    /// assert_eq!(scenario.legal().len(), 3, "two of three cards");
    /// ```
    pub fn call<P: Params>(&mut self, procedure: Procedure<P>, with: P) {
        self.call_values(procedure.index, with.values());
    }

    pub(crate) fn call_values(&mut self, procedure: u16, values: Values) {
        let mut frame = Frame::new(self.game.procedures[usize::from(procedure)]);
        frame.round = Some(Round::Values(values));
        self.calls.push(frame);
    }

    /// Starts a program of [`GameBuilder::programs`](crate::GameBuilder::programs), with its first locals, as [`Play::call`] calls a
    /// procedure.
    pub fn start(&mut self, program: u32, locals: &[i64]) {
        let mut frame = Frame::new(self.game.program);
        frame.round = Some(Round::Program(Box::new(ProgramFrame {
            program,
            locals: locals.to_vec(),
            ..ProgramFrame::default()
        })));
        self.calls.push(frame);
    }

    /// Calls a procedure when something happens, instead of now.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("poison", "Poison", 2..=2);
    /// let health = game.value("health", 9_i64).each_seat();
    /// let hurt = game.procedure("hurt", move |who: Local<Seat>| run(move |play| {
    ///     let who = play.local(who);
    ///     play.add_to(who, health, -1);
    /// }));
    /// game.action("poison").run(move |play, _| {
    ///     play.schedule(When::turn_of(Seat(1)).every(), hurt, (Seat(1),));
    /// });
    /// game.action("wait").run(|_, _| {});
    /// let game = game.flow(forever(each_seat(step(["poison", "wait"]))));
    /// let mut scenario = Scenario::new(&game, 2, 1);
    /// for command in ["poison", "wait", "wait", "wait"] {
    ///     scenario.play(command).unwrap();
    /// }
    /// assert_eq!(scenario.table().of(Seat(1), health), 7);
    /// ```
    pub fn schedule<P: Params>(&mut self, when: When, procedure: Procedure<P>, with: P) {
        const MOST_SCHEDULED: usize = 10_000;
        if self.state.at.scheduled.len() >= MOST_SCHEDULED {
            return self.fail(Rejection::new(
                "too_much_scheduled",
                "the rules have scheduled too much",
            ));
        }
        let scheduled = when.calls(procedure.index, with.values());
        self.state.at.scheduled.push(scheduled);
    }

    /// Says that something has happened, and lets watchers react to it when the rule that posts it has returned. The seats and pieces
    /// among the arguments are those it is about, and the first number says how much.
    pub fn post<const N: usize>(&mut self, id: HappeningId, args: [Say; N]) {
        let kind = Kind::Named(id.0.0);
        if self.is_watched(kind) {
            let mut it = Happening::new(kind);
            for arg in &args {
                match arg {
                    Say::Seat(seat) => it.seats.push(*seat),
                    Say::Piece(piece) => it.pieces.push(*piece),
                    Say::Number(number) if it.amount == 0 => it.amount = *number,
                    _ => {}
                }
            }
            self.happens(it);
        }
        self.say(id.0, args);
    }

    /// Gives everything that this does a cause, which watchers read in [`Happening::cause`].
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("fall", "Fall", 1..=1);
    /// let (field, grave) = (game.zone("field").add(), game.zone("grave").add());
    /// let ox = game.definition("card", "ox");
    /// game.place(ox, field, 1);
    /// let sacrificed = game.value("sacrificed", 0_i64).add();
    /// game.on_move(move |play, it| {
    ///     if it.cause.is_some_and(|cause| cause.as_str() == "sacrifice") {
    ///         play.add(sacrificed, 1);
    ///     }
    /// });
    /// let game = game.flow(run(move |play| play.because("sacrifice", |play| {
    ///     play.draw(field, grave);
    /// })));
    /// assert_eq!(Scenario::new(&game, 1, 1).table().value(sacrificed), 1);
    /// ```
    ///
    /// # Panics
    /// When the cause has more than 31 bytes, which is a mistake of the game's author.
    pub fn because(&mut self, cause: &str, does: impl FnOnce(&mut Self)) {
        let Some(cause) = Word::new(cause) else {
            panic!("{}", crate::step::too_long("a cause", cause));
        };
        let before = self.cause.replace(cause);
        does(self);
        self.cause = before;
    }

    /// The next seat that is still in the match.
    pub fn next(&self, seat: Seat) -> Seat {
        self.at().next(seat)
    }

    /// Says something to everybody.
    pub fn say<const N: usize>(&mut self, message: MessageId, args: [Say; N]) {
        self.say_to(Eyes::ALL, message, args);
    }

    /// Says something to some.
    pub fn say_to<const N: usize>(&mut self, to: Eyes, message: MessageId, args: [Say; N]) {
        if self.sink.is_log() {
            let args = args.map(|arg| arg.fix(&self.state.table));
            self.say_fixed(to, message, args);
        }
    }

    fn say_fixed<const N: usize>(&mut self, to: Eyes, message: MessageId, args: [SaidArg; N]) {
        let said = Said {
            message: message.0,
            to,
            args: args.into_iter().collect(),
        };
        let names = &self.game.messages[usize::from(message.0)].names;
        if names.len() != N {
            let problem = Rejection::new(
                "message_arguments",
                "a message takes {names}, and got {given} arguments",
            );
            return self.fail(
                problem
                    .with("names", names.join(", "))
                    .with("given", N as u64),
            );
        }
        let written = self.sink.say(self.state, said);
        self.check(written);
    }

    /// The same seat acts once more in this step.
    pub fn again(&mut self) {
        self.state.at.again = true;
    }

    /// A seat is no longer in the match: it is skipped from now on.
    pub fn eliminate(&mut self, seat: Seat) {
        self.state.at.out = self.state.at.out.with(seat);
    }

    /// The seats that are no longer in the match.
    pub fn out(&self) -> SeatSet {
        self.state.at.out
    }

    /// The match ends here.
    pub fn finish(&mut self) {
        self.state.at.over = true;
    }

    /// It is this seat's turn now, until the flow says otherwise.
    pub fn set_turn(&mut self, seat: Seat) {
        self.state.at.turn = seat;
        self.seat = seat;
    }
}

impl Changes for Play<'_, '_> {
    #[inline]
    fn table(&self) -> &Table {
        &self.state.table
    }

    #[inline]
    fn rng(&mut self) -> &mut Rng {
        self.sink.rng()
    }

    fn refuse(&mut self, problem: Rejection) {
        self.fail(problem);
    }

    fn most_pieces(&self) -> usize {
        MOST_PIECES
    }

    #[inline]
    fn change(&mut self, change: Change) {
        // What is shown for a moment is said, too: nobody has to be quick.
        let shown = match change {
            Change::Reveal { piece, to } => Some((piece, to)),
            Change::Move { piece, seen, .. } if !seen.is_empty() => Some((piece, seen)),
            _ => None,
        };
        if let Some((piece, to)) = shown.filter(|_| self.sink.is_log()) {
            self.say_fixed(
                to,
                SHOWN,
                [SaidArg::Piece(self.definition(piece), to, Eyes::ALL)],
            );
        }
        if self.game.watchers.is_idle() && self.state.at.scheduled.is_empty() {
            self.apply(&change);
        } else {
            self.change_watched(change);
        }
    }
}

impl Play<'_, '_> {
    /// Makes a change part of the position.
    #[inline]
    fn apply(&mut self, change: &Change) {
        let traced = self.game.info.hidden;
        let rules = &self.game.sights;
        let before = self.state.table.before_change(rules, change);
        let written = self.sink.change(self.state, change, traced);
        if let Some(before) = before {
            self.state.table.after_change(rules, before);
        }
        self.check(written);
    }

    /// Makes a change that rules may replace, or react to.
    fn change_watched(&mut self, mut change: Change) {
        let mut before = Before::default();
        match &mut change {
            Change::Move { piece, to, .. } => {
                let from = self.place_of(*piece);
                before.piece = Some(*piece);
                before.from = Some(from);
                before.host = self.host(*piece);
                before.tree = self.tree(*piece);
                if to.zone != from.zone && !self.game.watchers.instead.is_empty() {
                    *to = self.replaced(*piece, from, *to);
                }
            }
            Change::Attach { piece, host } if self.host(*piece) != Some(*host) => {
                before.piece = Some(*piece);
                before.from = Some(self.place_of(*piece));
                before.tree = self.tree(*piece);
            }
            Change::Create { definition, .. } => {
                before.piece = Some(self.table().next_piece(*definition));
            }
            Change::Set {
                piece, attribute, ..
            } => {
                before.piece = Some(*piece);
                before.amount = self.state.table.attribute_number(*piece, *attribute);
            }
            Change::Count { index, .. } => before.amount = self.state.table.value_number(*index),
            Change::Own { piece, .. } | Change::Control { piece, .. } => {
                before.piece = Some(*piece)
            }
            _ => {}
        }
        self.apply(&change);
        self.post_change(&change, before);
    }
}

impl Deref for Play<'_, '_> {
    type Target = Table;

    #[inline]
    fn deref(&self) -> &Table {
        &self.state.table
    }
}
