//! [`Sided`]: forces that the rules play. They act by commands in the log, and have no seat.

use crate::{Budget, Decision, Game, Message, Rejection, Rng};

/// Forces that the rules play without a seat: zombies that move in their phase, a market, a dealer.
///
/// What a side does is a command like any other, of the same actions, in a record of its own. The match lets sides act by
/// itself as soon as no seat has to: see [`Match::side_acts`](crate::Match::side_acts). A side has no client, no clock and
/// no view, and never blocks.
///
/// ```
/// # use parlor_core::doc::Tide;
/// use parlor_core::prelude::*;
/// let setup = Setup::new(&Tide.info(), 1).unwrap();
/// let mut game = Match::new(Tide, setup, Seed::Integer(1)).unwrap();
/// game.play(Seat(0), &2).unwrap();
/// // The seat's command is record 2. The sea has answered in record 3, as the rules chose.
/// let record = game.record(3).unwrap();
/// assert_eq!(record.actor, Actor::System);
/// assert!(matches!(record.entry, parlor_core::Entry::Command { command: 1, .. }));
/// // What else the sea could have done can be asked afterwards.
/// assert_eq!(game.side_turn(3).unwrap().others, [2]);
/// ```
pub trait Sided: Game {
    /// The side that acts now, as people call it; nothing while seats act, and once the match is over.
    fn side(&self, state: &Self::State) -> Option<Message>;

    /// Adds to `out` every command that the side may send now, each once.
    fn side_legal(&self, state: &Self::State, out: &mut Vec<Self::Command>);

    /// The one of them that the rules choose. Where several are as good, the rules take the first or draw one: all chance
    /// comes from `rng`.
    fn side_choice(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::Command>;

    /// How people say a command of the side. Its plain text will do where that reads the same in every language.
    fn side_label(&self, state: &Self::State, command: &Self::Command) -> Message {
        let _ = state;
        command.to_string().into()
    }

    /// Decides what a command of the side leads to, as [`Game::reach`] does for a seat's.
    fn side_reach(
        &self,
        state: &Self::State,
        command: &Self::Command,
        decision: &mut Decision<'_, Self::Event>,
    ) -> Result<Option<Self::State>, Rejection>;
}

/// A command of a side in a match, and what the side could have done instead.
///
/// ```
/// # use parlor_core::doc::Tide;
/// use parlor_core::prelude::*;
/// let setup = Setup::new(&Tide.info(), 1).unwrap();
/// let mut game = Match::new(Tide, setup, Seed::Integer(1)).unwrap();
/// game.play(Seat(0), &2).unwrap();
/// let turn = game.side_turn(3).unwrap();
/// assert_eq!((turn.side.to_string().as_str(), turn.command), ("The sea", 1));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SideTurn<C> {
    /// The version that it made.
    pub version: u64,
    /// Who acted.
    pub side: Message,
    /// What it did.
    pub command: C,
    /// What else it could have done.
    pub others: Vec<C>,
}

/// What a side does now.
pub(crate) struct SideActs<G: Game> {
    pub command: G::Command,
    pub events: Vec<G::Event>,
    pub state: G::State,
}

/// Lets the side act whose turn it is, if it is a side's.
pub(crate) fn side_acts<G: Game>(
    game: &G,
    state: &G::State,
    rng: &mut Rng,
    budget: Budget,
) -> Result<Option<SideActs<G>>, Rejection> {
    let Some(sided) = game.capabilities().sided else {
        return Ok(None);
    };
    let Some(side) = sided.side(state) else {
        return Ok(None);
    };
    let Some(command) = sided.side_choice(state, rng) else {
        return Err(
            Rejection::new("side_is_stuck", "{side} is to act and has no legal command")
                .with("side", side),
        );
    };
    let mut events = Vec::new();
    let mut decision = Decision::new(rng, &mut events, budget);
    let reached = sided.side_reach(state, &command, &mut decision)?;
    let state = reached.unwrap_or_else(|| {
        let mut state = state.clone();
        for event in &events {
            game.apply(&mut state, event);
        }
        state
    });
    Ok(Some(SideActs {
        command,
        events,
        state,
    }))
}

/// Lets sides act until a seat has to, and says how many commands that took: what whoever plays without a match does after
/// each command. An endless side is an error.
///
/// ```
/// # use parlor_core::doc::Tide;
/// use parlor_core::{follow_sides, Game, Rng, Setup};
/// let mut state = Tide.setup(&Setup::new(&Tide.info(), 1).unwrap()).unwrap();
/// assert_eq!(follow_sides(&Tide, &mut state, &mut Rng::fast(1, 0)), Ok(0));
/// ```
pub fn follow_sides<G: Game>(
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
) -> Result<u32, Rejection> {
    let budget = Budget::default();
    let mut made = 0;
    while let Some(acts) = side_acts(game, state, rng, budget)? {
        made += 1;
        within(made, budget)?;
        *state = acts.state;
    }
    Ok(made)
}

/// Whether sides may make so many commands in a row.
pub(crate) fn within(made: u32, budget: Budget) -> Result<(), Rejection> {
    match made <= budget.commands {
        true => Ok(()),
        false => Err(Rejection::new(
            "endless_side",
            "sides sent more than {limit} commands in a row, and no seat was to act",
        )
        .with("limit", budget.commands)),
    }
}
