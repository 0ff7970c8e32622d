//! The contract: [`Game`] is the rules, and everything else follows from it.

use std::fmt::{Debug, Display};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::{
    Capabilities, Decision, GameInfo, Message, Outcome, Rejection, Rng, Rules, Seat, SeatSet,
    Setup, SetupError, Told, View, Viewer,
};

/// Plain data: it can be copied, compared, printed, saved and loaded. Derive it all:
/// `#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]`.
///
/// ```
/// #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
/// struct Board { stones: [u64; 2] }
///
/// fn is_data<T: parlor_core::Data>() {}
/// is_data::<Board>();
/// ```
pub trait Data:
    Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
}

impl<T> Data for T where
    T: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
}

/// The rules of a game: immutable and shared by all its matches.
///
/// A **seat** sends a **command**; the rules **decide events**; events **apply** to the **state**; each **viewer** gets a
/// **view**. Games in which the command itself is what happens need less: see [`PlainGame`](crate::PlainGame).
///
/// The laws that a game must keep are checked by `parlor_conformance::check(&game)`.
///
/// ```
/// use parlor_core::prelude::*;
///
/// /// Each of two seats rolls a die once; the higher one wins.
/// struct Dice;
///
/// #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
/// struct Rolls(Vec<u32>);
///
/// impl Game for Dice {
///     type State = Rolls;
///     type Command = String;
///     type Event = u32;
///
///     fn info(&self) -> GameInfo { GameInfo::new("dice", "Dice", 2..=2).chance() }
///     fn setup(&self, _: &Setup) -> Result<Rolls, SetupError> { Ok(Rolls::default()) }
///     fn to_act(&self, rolls: &Rolls) -> SeatSet {
///         Seat::all(2).nth(rolls.0.len()).map_or(SeatSet::EMPTY, SeatSet::one)
///     }
///     fn legal(&self, rolls: &Rolls, seat: Seat, out: &mut Vec<String>) {
///         if self.to_act(rolls).contains(seat) {
///             out.push("roll".into());
///         }
///     }
///     fn decide(&self, _: &Rolls, _: Seat, say: &String, decision: &mut Decision<u32>) -> Result<(), Rejection> {
///         if say != "roll" {
///             return Err(Rejection::new("roll", "you can only roll"));
///         }
///         let face = decision.rng().between(1, 6);
///         decision.emit(face)
///     }
///     fn apply(&self, rolls: &mut Rolls, face: &u32) { rolls.0.push(*face) }
///     fn outcome(&self, rolls: &Rolls) -> Option<Outcome> {
///         let scores: Vec<i64> = rolls.0.iter().map(|face| i64::from(*face)).collect();
///         (scores.len() == 2).then(|| Outcome::by_score(&scores, "the higher roll"))
///     }
///     fn view(&self, rolls: &Rolls, viewer: Viewer) -> View { View::of(self, rolls, viewer) }
///     fn tell(&self, _: &Rolls, face: &u32, _: Viewer) -> Option<Told> {
///         Some(Told::new(Message::new("rolled", "it is {face}").with("face", *face)))
///     }
/// }
///
/// impl Drawn for Dice {
///     fn draw(&self, rolls: &Rolls, _: Viewer) -> View {
///         let dice = rolls.0.iter().map(|face| PieceView::new("die", face.to_string()));
///         View::new().zone(ZoneView::row("dice").pieces(dice))
///     }
/// }
///
/// let setup = Setup::new(&Dice.info(), 2).unwrap();
/// let mut dice = Match::new(Dice, setup, Seed::Integer(42)).unwrap();
/// dice.play(Seat(0), &"roll".into()).unwrap();
/// dice.play(Seat(1), &"roll".into()).unwrap();
/// assert_eq!(dice.state().0, [4, 3]);
/// assert_eq!(dice.outcome().unwrap().winners().first(), Some(Seat(0)));
/// ```
pub trait Game: Send + Sync {
    /// All there is to know of a position. Neither the seed nor the players' names are in it.
    type State: Data;
    /// What a seat can ask. Its text is what people read and type: `b2`, `bid 3 × 6`.
    type Command: Data + Display;
    /// What happened, chance included.
    type Event: Data;

    /// The facts about the game.
    fn info(&self) -> GameInfo;

    /// The position before anything has happened. There is no chance in here: a shuffle or deal belongs into the
    /// opening, see [`Game::system`].
    fn setup(&self, setup: &Setup) -> Result<Self::State, SetupError>;

    /// Everything that is wrong with what a seat brings, all at once. The other values of the set-up are there to be looked
    /// at: a deck's size may depend on an option. What is missing was named already, and never comes here.
    fn check_bring(
        &self,
        setup: &Setup,
        seat: Seat,
        bring: &str,
        value: &serde_json::Value,
    ) -> Vec<Message> {
        let _ = (setup, seat, bring, value);
        Vec::new()
    }

    /// Something that a seat could bring, drawn at random: what tests try beside the presets. Nothing unless the game says
    /// otherwise.
    fn random_bring(
        &self,
        setup: &Setup,
        seat: Seat,
        bring: &str,
        rng: &mut Rng,
    ) -> Option<serde_json::Value> {
        let _ = (setup, seat, bring, rng);
        None
    }

    /// The seats that may act now: one, several at once, or none when the match is over.
    fn to_act(&self, state: &Self::State) -> SeatSet;

    /// Adds to `out` every command that `seat` may send now, each once. Nothing when it is not to act.
    fn legal(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Command>);

    /// Decides what a command leads to: emits events, drawing all chance from the decision, or refuses.
    ///
    /// The seat is one of [`Game::to_act`]; whoever calls has checked that. The command may be anything.
    fn decide(
        &self,
        state: &Self::State,
        seat: Seat,
        command: &Self::Command,
        decision: &mut Decision<'_, Self::Event>,
    ) -> Result<(), Rejection>;

    /// Decides as [`Game::decide`] does, and hands over the state that the events lead to. That is worth it where rules
    /// play on a copy of the state to find out what happens: the copy is that state, and the match need not apply the
    /// events once more. Unless a game says otherwise nothing is handed over, and the match applies the events.
    ///
    /// The law `log_rebuilds_state` holds what is handed over to what the events lead to.
    fn reach(
        &self,
        state: &Self::State,
        seat: Seat,
        command: &Self::Command,
        decision: &mut Decision<'_, Self::Event>,
    ) -> Result<Option<Self::State>, Rejection> {
        self.decide(state, seat, command, decision).map(|()| None)
    }

    /// Makes an event part of the state. This cannot fail, and nothing is drawn here.
    fn apply(&self, state: &mut Self::State, event: &Self::Event);

    /// How the match ended, once it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// What a viewer may know of the state. [`View::of`] does most of it for a [`Drawn`](crate::Drawn) game.
    fn view(&self, state: &Self::State, viewer: Viewer) -> View;

    /// An event as a viewer may hear it, or nothing if it may not hear of it. `state` is the one before the event.
    ///
    /// What is told must be no more than what the viewer's views show: a card that is shown and hidden again within one
    /// command belongs into the view as well.
    fn tell(&self, state: &Self::State, event: &Self::Event, viewer: Viewer) -> Option<Told>;

    /// Decides what the system asks: the opening, a resignation, a time-out.
    ///
    /// Unless a game says otherwise the opening does nothing, and a player who leaves ends the match.
    fn system(
        &self,
        state: &Self::State,
        command: &SystemCommand,
        decision: &mut Decision<'_, Self::Event>,
    ) -> Result<Ruling, Rejection> {
        let _ = (state, decision);
        Ok(match command {
            SystemCommand::Open => Ruling::Continue,
            SystemCommand::Resign { .. } | SystemCommand::TimeOut { .. } => Ruling::End,
        })
    }

    /// Whether a command can never be taken back in silence, whatever it has shown, because the rules say so.
    fn is_final(&self, command: &Self::Command) -> bool {
        let _ = command;
        false
    }

    /// Whether [`Game::migrate`] can translate the commands of matches that were played under these older rules.
    fn migrates(&self, from: &Rules) -> bool {
        let _ = from;
        false
    }

    /// A command of a match that was played under older rules, as today's rules know it; or why there is none. Today's rules
    /// then decide it again: see [`Match::migrate`](crate::Match::migrate).
    fn migrate(
        &self,
        from: &Rules,
        seat: Seat,
        command: serde_json::Value,
    ) -> Result<serde_json::Value, String> {
        let _ = (from, seat);
        Ok(command)
    }

    /// What else this game can do: `Capabilities::none().fast(self).hidden(self)`.
    fn capabilities(&self) -> Capabilities<'_, Self>
    where
        Self: Sized,
    {
        Capabilities::none()
    }
}

/// What the system asks of the rules.
///
/// ```
/// use parlor_core::{Seat, SystemCommand};
/// let json = |command| serde_json::to_string(&command).unwrap();
/// assert_eq!(json(SystemCommand::Open), "\"open\"");
/// assert_eq!(json(SystemCommand::Resign { seat: Seat(1) }), r#"{"resign":{"seat":1}}"#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SystemCommand {
    /// The match begins: shuffle, deal, roll. The first record of every match.
    Open,
    /// A player gives up.
    Resign {
        /// Whose player.
        seat: Seat,
    },
    /// A player's time has run out.
    TimeOut {
        /// Whose player.
        seat: Seat,
    },
}

/// Whether a match goes on after a command of the system.
///
/// ```
/// # use parlor_core::doc::Cup;
/// use parlor_core::{Budget, Decision, Game, Rng, Ruling, SystemCommand};
/// let (mut rng, mut events) = (Rng::from_integer(1), Vec::new());
/// let mut decision = Decision::new(&mut rng, &mut events, Budget::default());
/// let table = parlor_core::doc::Table { die: 0, guess: None };
/// assert_eq!(Cup.system(&table, &SystemCommand::Open, &mut decision), Ok(Ruling::Continue));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// It goes on; the events say how.
    Continue,
    /// It ends here: the seat that left is last, the others share the first place.
    End,
}
