//! The short form, for games in which the command is what happens: [`PlainGame`].

use std::fmt::Display;

use crate::{
    Capabilities, Data, Decision, Drawn, Game, GameInfo, Message, Outcome, Rejection, Seat,
    SeatSet, Setup, SetupError, Told, View, Viewer,
};

/// A game in which the command is the event: no chance, no secrets, one seat at a time.
///
/// Such a game writes neither events nor `apply`. It says how a position starts, whose turn it is, what can be played,
/// what playing does, when it ends and how it looks, and is a [`Game`] by that.
///
/// ```
/// use parlor_core::prelude::*;
///
/// /// Take one or two sticks; who takes the last one wins.
/// struct Sticks;
///
/// #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
/// struct Heap { sticks: u8, turn: Seat }
///
/// impl PlainGame for Sticks {
///     type State = Heap;
///     type Command = u8;
///
///     fn about(&self) -> GameInfo { GameInfo::new("sticks", "Sticks", 2..=2) }
///     fn start(&self, _: &Setup) -> Heap { Heap { sticks: 7, turn: Seat(0) } }
///     fn turn(&self, heap: &Heap) -> Option<Seat> { (heap.sticks > 0).then_some(heap.turn) }
///     fn moves(&self, heap: &Heap, out: &mut Vec<u8>) { out.extend(1..=heap.sticks.min(2)) }
///     fn play(&self, heap: &mut Heap, take: &u8) {
///         heap.sticks -= take;
///         heap.turn = heap.turn.after(2);
///     }
///     fn result(&self, heap: &Heap) -> Option<Outcome> {
///         (heap.sticks == 0).then(|| Outcome::win(2, heap.turn.after(2), "took the last stick"))
///     }
///     fn scene(&self, heap: &Heap) -> View {
///         View::new().zone(ZoneView::pile("heap", heap.sticks.into()))
///     }
/// }
///
/// let setup = Setup::new(&Sticks.info(), 2).unwrap();
/// let mut sticks = Match::new(Sticks, setup, Seed::Integer(1)).unwrap();
/// sticks.play(Seat(0), &2).unwrap();
/// assert_eq!(sticks.state().sticks, 5);
/// ```
pub trait PlainGame: Send + Sync {
    /// All there is to know of a position.
    type State: Data;
    /// What a seat can play.
    type Command: Data + Display;

    /// The facts about the game: [`Game::info`].
    fn about(&self) -> GameInfo;

    /// The position at the start: [`Game::setup`].
    fn start(&self, setup: &Setup) -> Self::State;

    /// What is wrong with something that a seat brings: [`Game::check_bring`].
    fn check_brought(
        &self,
        setup: &Setup,
        seat: Seat,
        bring: &str,
        value: &serde_json::Value,
    ) -> Vec<Message> {
        let _ = (setup, seat, bring, value);
        Vec::new()
    }

    /// Whose turn it is; nobody's when the match is over: [`Game::to_act`].
    fn turn(&self, state: &Self::State) -> Option<Seat>;

    /// Adds what can be played now: [`Game::legal`].
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Command>);

    /// Plays a command that [`PlainGame::check`] has passed: [`Game::apply`].
    fn play(&self, state: &mut Self::State, command: &Self::Command);

    /// How the match ended, once it has: [`Game::outcome`].
    fn result(&self, state: &Self::State) -> Option<Outcome>;

    /// How the position looks: [`Drawn::draw`].
    fn scene(&self, state: &Self::State) -> View;

    /// Whether a command can be played now. Say more than "no" where you can; it is faster than a list, too.
    fn check(&self, state: &Self::State, command: &Self::Command) -> Result<(), Rejection> {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        match moves.contains(command) {
            true => Ok(()),
            false => Err(Rejection::illegal()),
        }
    }

    /// How people say a command. Its plain text will do where that reads the same in every language, as `b2` does.
    fn say(&self, command: &Self::Command) -> Message {
        command.to_string().into()
    }

    /// The places to touch for a command: [`Drawn::touches`]. Unless you say otherwise that is the place which the
    /// command's text names.
    fn touch(&self, state: &Self::State, command: &Self::Command) -> Vec<String> {
        let _ = state;
        vec![command.to_string()]
    }

    /// What else the game can do: [`Game::capabilities`].
    fn abilities(&self) -> Capabilities<'_, Self>
    where
        Self: Sized,
    {
        Capabilities::none()
    }
}

impl<P: PlainGame> Game for P {
    type State = P::State;
    type Command = P::Command;
    type Event = P::Command;

    fn info(&self) -> GameInfo {
        self.about()
    }

    fn setup(&self, setup: &Setup) -> Result<P::State, SetupError> {
        Ok(self.start(setup))
    }

    fn check_bring(
        &self,
        setup: &Setup,
        seat: Seat,
        bring: &str,
        value: &serde_json::Value,
    ) -> Vec<Message> {
        self.check_brought(setup, seat, bring, value)
    }

    #[inline]
    fn to_act(&self, state: &P::State) -> SeatSet {
        self.turn(state).map_or(SeatSet::EMPTY, SeatSet::one)
    }

    #[inline]
    fn legal(&self, state: &P::State, seat: Seat, out: &mut Vec<P::Command>) {
        if self.turn(state) == Some(seat) {
            self.moves(state, out);
        }
    }

    fn decide(
        &self,
        state: &P::State,
        _: Seat,
        command: &P::Command,
        decision: &mut Decision<'_, P::Command>,
    ) -> Result<(), Rejection> {
        self.check(state, command)?;
        decision.emit(command.clone())
    }

    #[inline]
    fn apply(&self, state: &mut P::State, command: &P::Command) {
        self.play(state, command);
    }

    fn outcome(&self, state: &P::State) -> Option<Outcome> {
        self.result(state)
    }

    fn view(&self, state: &P::State, viewer: Viewer) -> View {
        View::of(self, state, viewer)
    }

    fn tell(&self, state: &P::State, command: &P::Command, _: Viewer) -> Option<Told> {
        let side = || self.abilities().sided?.side(state);
        let message = match (self.turn(state), side()) {
            (None, Some(side)) => {
                Message::new("side_plays", "{side} plays {command}").with("side", side)
            }
            (Some(seat), _) => Message::new("plays", "{seat} plays {command}").with("seat", seat),
            (None, None) => Message::new("plays", "{seat} plays {command}"),
        };
        Some(Told::new(message.with("command", self.say(command))).data(command))
    }

    fn capabilities(&self) -> Capabilities<'_, P> {
        self.abilities()
    }
}

impl<P: PlainGame> Drawn for P {
    fn draw(&self, state: &P::State, _: Viewer) -> View {
        self.scene(state)
    }

    fn label(&self, _: &P::State, command: &P::Command) -> Message {
        self.say(command)
    }

    fn touches(&self, state: &P::State, command: &P::Command) -> Vec<String> {
        self.touch(state, command)
    }
}
