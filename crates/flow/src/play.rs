//! [`Play`]: what an action or a step of the flow does things with.

use std::ops::Deref;

use parlor_core::{Decision, Rejection, Rng, Seat, SeatSet};
use parlor_table::{Change, Changes, Definition, Eyes, Piece, Place, Table};
use smallvec::SmallVec;

use crate::said::{SHOWN, Said, SaidArg};
use crate::state::Recent;
use crate::{At, Event, FlowGame, MessageId, Say, State};

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
    pub(crate) depth: u32,
    /// How many turns each loop has made since somebody acted.
    pub(crate) turns: SmallVec<[(u16, u32); 2]>,
    /// What went wrong first. The rules run on, on a state that will be thrown away.
    pub(crate) error: Option<Rejection>,
}

/// Where changes are written down, and where chance comes from.
pub(crate) enum Sink<'p, 'd> {
    /// Into a decision.
    Log(&'p mut Decision<'d, Event>),
    /// Nowhere: the state itself is what counts.
    Fast(&'p mut Rng),
}

/// The most pieces that there can ever be in a match.
const MOST_PIECES: usize = 60_000;

/// How deep hooks may set each other off.
const DEEPEST: u32 = 32;

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
            depth: 0,
            turns: SmallVec::new(),
            error: None,
        }
    }

    pub(crate) fn emit(&mut self, event: impl FnOnce() -> Event) {
        if let Sink::Log(decision) = &mut self.sink
            && self.error.is_none()
        {
            self.error = decision.emit(event()).err();
        }
    }

    pub(crate) fn fail(&mut self, rejection: Rejection) {
        self.error.get_or_insert(rejection);
    }

    /// The seat that acts, or whose turn it is.
    #[inline]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The position as conditions see it.
    pub fn at(&self) -> At<'_> {
        At::new(self.state, self.seat)
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
        if let Sink::Log(_) = self.sink {
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
        self.emit(|| Event::Say(said.clone()));
        self.state.recent.push(Recent::Said(said));
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
        match &mut self.sink {
            Sink::Log(decision) => decision.rng(),
            Sink::Fast(rng) => rng,
        }
    }

    fn refuse(&mut self, problem: Rejection) {
        self.fail(problem);
    }

    fn create(
        &mut self,
        definition: Definition,
        to: impl Into<Place>,
        owner: Option<Seat>,
    ) -> Piece {
        let pieces = self.table().piece_count();
        if pieces >= MOST_PIECES {
            self.fail(Rejection::new(
                "too_many_pieces",
                "there are too many pieces on the table",
            ));
            return Piece(pieces as u16 - 1);
        }
        let (piece, to) = (Piece(pieces as u16), to.into());
        self.change(Change::Create {
            definition,
            to,
            owner,
        });
        piece
    }

    #[inline]
    fn change(&mut self, change: Change) {
        // What is shown for a moment is said, too: nobody has to be quick.
        let shown = match change {
            Change::Reveal { piece, to } => Some((piece, to)),
            Change::Move { piece, seen, .. } if !seen.is_empty() => Some((piece, seen)),
            _ => None,
        };
        if let (Some((piece, to)), Sink::Log(_)) = (shown, &self.sink) {
            self.say_fixed(
                to,
                SHOWN,
                [SaidArg::Piece(self.definition(piece), to, Eyes::ALL)],
            );
        }
        if self.game.hooks.is_empty() {
            self.apply(&change);
            self.emit(|| Event::Change(change));
        } else {
            self.change_with_hooks(change);
        }
    }
}

impl Play<'_, '_> {
    /// Makes a change part of the position. Where nobody listens, nothing is kept to be told.
    #[inline]
    fn apply(&mut self, change: &Change) {
        match self.sink {
            Sink::Log(_) => self.state.change(change, self.game.info.hidden),
            Sink::Fast(_) => self.state.table.apply(change),
        }
    }

    fn change_with_hooks(&mut self, change: Change) {
        let moved = match change {
            Change::Move { piece, to, .. } => Some((piece, Some(self.zone_of(piece)), to.zone)),
            Change::Create { to, .. } => {
                let piece = Piece(self.table().piece_count() as u16);
                Some((piece, None, to.zone))
            }
            _ => None,
        };
        self.apply(&change);
        self.emit(|| Event::Change(change));
        let Some((piece, from, to)) = moved.filter(|(_, from, to)| *from != Some(*to)) else {
            return;
        };
        if self.depth >= DEEPEST {
            return self.fail(Rejection::new(
                "hooks_too_deep",
                "moving a piece set off hooks without end",
            ));
        }
        self.depth += 1;
        let game = self.game;
        for hook in game.hooks.iter() {
            let fires = match hook.on {
                crate::builder::HookOn::Enter(zone) => to.is_kind_of(zone),
                crate::builder::HookOn::Exit(zone) => {
                    from.is_some_and(|from| from.is_kind_of(zone))
                }
            };
            if fires {
                (hook.run)(self, piece);
            }
        }
        self.depth -= 1;
    }
}

impl Deref for Play<'_, '_> {
    type Target = Table;

    #[inline]
    fn deref(&self) -> &Table {
        &self.state.table
    }
}
