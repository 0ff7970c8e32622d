//! [`Sink`]: where what happens is written down, and where chance comes from.

use parlor_core::{Decision, Rejection, Rng};
use parlor_table::Change;

use crate::{Event, State};

/// Where what happens is written down, and where chance comes from.
///
/// Rules that play through a sink are written once: in a match they decide events, and in search they play on without
/// writing anything down, told texts included.
///
/// ```
/// use parlor_core::{Budget, Decision, Game, Rng, Setup};
/// use parlor_table::Change;
/// use parlor_tabletop::doc::Draft;
/// use parlor_tabletop::Sink;
/// let mut state = Draft.setup(&Setup::new(&Draft.info(), 2).unwrap()).unwrap();
/// let (mut rng, mut events) = (Rng::from_integer(1), Vec::new());
/// let mut decision: Decision<'_, <Draft as Game>::Event> =
///     Decision::new(&mut rng, &mut events, Budget::default());
/// let first = Change::Count { index: 0, value: 3 };
/// let mut sink = Sink::Log(&mut decision);
/// sink.change(&mut state, &first, true).unwrap();
/// assert_eq!(events.len(), 1);
/// ```
#[derive(Debug)]
pub enum Sink<'p, 'd, E> {
    /// Into a decision.
    Log(&'p mut Decision<'d, E>),
    /// Nowhere: the state itself is what counts.
    Fast(&'p mut Rng),
}

impl<A: Clone, S: Clone, W> Sink<'_, '_, Event<A, S, W>> {
    /// The source of chance.
    #[inline]
    pub fn rng(&mut self) -> &mut Rng {
        match self {
            Sink::Log(decision) => decision.rng(),
            Sink::Fast(rng) => rng,
        }
    }

    /// Whether somebody listens.
    #[inline]
    pub fn is_log(&self) -> bool {
        matches!(self, Sink::Log(_))
    }

    /// A command begins. What of it the position `keeps` can be read in views until the next one.
    pub fn begin<P>(
        &mut self,
        state: &mut State<P, A, S>,
        keeps: impl FnOnce(&A) -> Option<A>,
        act: impl FnOnce() -> A,
    ) -> Result<(), Rejection> {
        match self {
            Sink::Log(decision) => {
                let act = act();
                state.begin(keeps(&act));
                decision.emit(Event::Act(act))
            }
            Sink::Fast(_) => {
                state.begin(None);
                Ok(())
            }
        }
    }

    /// Makes a change part of the position: see [`State::change`].
    #[inline]
    pub fn change<P>(
        &mut self,
        state: &mut State<P, A, S>,
        change: &Change,
        traced: bool,
    ) -> Result<(), Rejection> {
        match self {
            Sink::Log(decision) => {
                state.change(change, traced);
                decision.emit(Event::Change(change.clone()))
            }
            Sink::Fast(_) => {
                state.table.apply(change);
                Ok(())
            }
        }
    }

    /// Says something.
    pub fn say<P>(&mut self, state: &mut State<P, A, S>, said: S) -> Result<(), Rejection> {
        match self {
            Sink::Log(decision) => {
                state.say(said.clone());
                decision.emit(Event::Say(said))
            }
            Sink::Fast(_) => Ok(()),
        }
    }
}
