//! Liar's dice: everybody rolls in secret; bid how many dice of a face there are among all, each bid higher than the last,
//! or call the last bidder a liar.
//!
//! On a call all dice are shown. If there are at least as many as were bid the caller loses a die, else the bidder does; who
//! lost one begins the next round. Who has no dice left is out, and the last one in wins. A higher bid is more dice of any
//! face, or as many of a higher face. Options: `dice` for each player (1 to 6), and whether ones are `wild`: then they
//! count as every face, and nobody can bid on them.

mod draw;
mod fast;
mod guide;
mod state;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;

use parlor_core::prelude::*;
pub use state::{Bid, Dice, Showdown, State};

/// The rules.
///
/// ```
/// use parlor_core::prelude::*;
/// use parlor_games::liars_dice::{LiarsDice, Say};
/// let setup = Setup::new(&LiarsDice.info(), 3).unwrap();
/// let mut dice = Match::new(LiarsDice, setup, Seed::Integer(1)).unwrap();
/// dice.play(Seat(0), &Say::Bid { count: 4, face: 6 }).unwrap();
/// dice.play(Seat(1), &Say::Liar).unwrap();
/// assert!(dice.state().showdown().is_some());
/// ```
pub struct LiarsDice;

/// The most seats, and the most dice of each.
pub const MOST: usize = 6;

/// What a player can say.
///
/// ```
/// use parlor_games::liars_dice::Say;
/// assert_eq!(Say::Bid { count: 3, face: 6 }.to_string(), "3 x 6");
/// assert_eq!(serde_json::to_string(&Say::Liar).unwrap(), "\"liar\"");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Say {
    /// There are at least so many dice of this face.
    Bid {
        /// How many.
        count: u8,
        /// Of which face, 1 to 6.
        face: u8,
    },
    /// No, there are not.
    Liar,
}

/// What happened.
///
/// ```
/// use parlor_core::Seat;
/// use parlor_games::liars_dice::Event;
/// let json = serde_json::to_string(&Event::Called { seat: Seat(1) }).unwrap();
/// assert_eq!(json, r#"{"called":{"seat":1}}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Everybody rolled in secret, and a round began.
    Rolled {
        /// The dice, by seat.
        dice: [Dice; MOST],
    },
    /// A player bid.
    Bid(Bid),
    /// A player called the last bidder a liar, and all dice were shown.
    Called {
        /// The caller.
        seat: Seat,
    },
    /// A player left the match.
    Left {
        /// Who.
        seat: Seat,
        /// Whether the time ran out.
        timed_out: bool,
    },
}

impl Game for LiarsDice {
    type State = State;
    type Command = Say;
    type Event = Event;

    fn info(&self) -> GameInfo {
        GameInfo::new("liars-dice", "Liar's dice", 2..=MOST as u8)
            .summary("Roll in secret, bid higher, call the liar.")
            .manifest(
                Manifest::new()
                    .minutes(15, 30)
                    .complexity(2)
                    .age(8)
                    .best_for([3, 4, 5])
                    .picture("⚄")
                    .scoreboard(["dice"])
                    .source("traditional")
                    .license("MIT OR Apache-2.0"),
            )
            .words_json("de", include_str!("de.json"))
            .tags(["dice", "bluff"])
            .option(OptionSpec::int(
                "dice",
                "Dice of each player",
                1..=MOST as i64,
                5,
            ))
            .option(OptionSpec::bool("wild", "Ones are wild", true))
            .hidden()
            .chance()
            .longest(8_000)
    }

    fn setup(&self, setup: &Setup) -> Result<State, SetupError> {
        Ok(State::new(
            setup.seats(),
            setup.int("dice") as u8,
            setup.bool("wild"),
        ))
    }

    fn to_act(&self, state: &State) -> SeatSet {
        match state.is_over() {
            true => SeatSet::EMPTY,
            false => SeatSet::one(state.turn()),
        }
    }

    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Say>) {
        if self.to_act(state).contains(seat) {
            out.extend((0..state.bids_left()).map(|index| state.higher_bid(index)));
            out.extend(state.bid().map(|_| Say::Liar));
        }
    }

    fn decide(
        &self,
        state: &State,
        seat: Seat,
        say: &Say,
        decision: &mut Decision<'_, Event>,
    ) -> Result<(), Rejection> {
        match *say {
            Say::Bid { count, face } => {
                state.check_bid(count, face)?;
                decision.emit(Event::Bid(Bid { seat, count, face }))
            }
            Say::Liar if state.bid().is_none() => Err(Rejection::new(
                "no_bid",
                "nobody has bid yet: begin the bidding",
            )),
            Say::Liar => self.next_round(state, Event::Called { seat }, decision),
        }
    }

    fn apply(&self, state: &mut State, event: &Event) {
        match event {
            Event::Rolled { dice } => state.begin_round(*dice),
            Event::Bid(bid) => state.raise(*bid),
            Event::Called { seat } => state.show_down(*seat),
            Event::Left { seat, timed_out } => state.leave(*seat, *timed_out),
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome()
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::of(self, state, viewer)
    }

    fn tell(&self, state: &State, event: &Event, viewer: Viewer) -> Option<Told> {
        Some(draw::tell(state, event, viewer))
    }

    /// The opening is the first roll. A player who leaves takes the dice away; the others roll again and play on.
    fn system(
        &self,
        state: &State,
        command: &SystemCommand,
        decision: &mut Decision<'_, Event>,
    ) -> Result<Ruling, Rejection> {
        match *command {
            SystemCommand::Open => {
                let dice = state.roll(decision.rng());
                decision.emit(Event::Rolled { dice })?;
            }
            SystemCommand::Resign { seat } | SystemCommand::TimeOut { seat } => {
                if !state.is_in(seat) {
                    return Err(
                        Rejection::new("is_out", "{seat} is out already").with("seat", seat)
                    );
                }
                let timed_out = matches!(command, SystemCommand::TimeOut { .. });
                self.next_round(state, Event::Left { seat, timed_out }, decision)?;
            }
        }
        Ok(Ruling::Continue)
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none()
            .fast(self)
            .hidden(self)
            .guided(self)
            .objectives(self)
    }
}

impl LiarsDice {
    /// An event that ends the round, and the roll for the next one unless the match is over.
    fn next_round(
        &self,
        state: &State,
        event: Event,
        decision: &mut Decision<'_, Event>,
    ) -> Result<(), Rejection> {
        let mut after = state.clone();
        self.apply(&mut after, &event);
        decision.emit(event)?;
        if after.is_over() {
            return Ok(());
        }
        let dice = after.roll(decision.rng());
        decision.emit(Event::Rolled { dice })
    }
}

impl Hidden for LiarsDice {
    fn resample(&self, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
        let mut sample = state.clone();
        self.redraw(&mut sample, viewer, rng);
        sample
    }

    /// Nothing but the own dice is known for sure: all others could have fallen any way.
    fn redraw(&self, sample: &mut State, viewer: Viewer, rng: &mut Rng) {
        let rolled = sample.roll(rng);
        for seat in Seat::all(MOST as u8) {
            if !viewer.sees(seat) && sample.has_rolled(seat) {
                sample.set_dice(seat, rolled[seat.index()]);
            }
        }
    }
}

impl fmt::Display for Say {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Say::Bid { count, face } => write!(f, "{count} x {face}"),
            Say::Liar => f.write_str("liar"),
        }
    }
}
