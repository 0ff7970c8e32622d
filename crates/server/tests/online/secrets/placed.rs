//! A game that begins where the test wants it to: the opening puts one of several prepared states in place.

use parlor_core::prelude::*;
use parlor_core::{Data, OptionSpec};

/// A game around a game.
pub struct Placed<G: Game> {
    pub inner: G,
    pub positions: Vec<G::State>,
    /// A planted mistake, for tests of the law itself.
    pub leak: Leak,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Leak {
    None,
    /// The view has a number that rests on all of the state.
    View,
    /// Only a refusal does.
    Rejection,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct At<S: Data> {
    position: u32,
    inner: S,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Event<E: Data> {
    Placed(u32),
    Inner(E),
}

impl<G: Game> Placed<G> {
    /// A number that differs whenever anything in the state does.
    fn trace(&self, state: &At<G::State>) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        serde_json::to_string(&state.inner)
            .unwrap()
            .hash(&mut hasher);
        hasher.finish()
    }

    /// Lets the inner rules decide, and wraps what they decide.
    fn within<T>(
        decision: &mut Decision<'_, Event<G::Event>>,
        decide: impl FnOnce(&mut Decision<'_, G::Event>) -> Result<T, Rejection>,
    ) -> Result<T, Rejection> {
        let mut events = Vec::new();
        let mut inner = Decision::new(decision.rng(), &mut events, Budget::default());
        let decided = decide(&mut inner)?;
        for event in events {
            decision.emit(Event::Inner(event))?;
        }
        Ok(decided)
    }
}

impl<G: Game + 'static> Game for Placed<G> {
    type State = At<G::State>;
    type Command = G::Command;
    type Event = Event<G::Event>;

    fn info(&self) -> GameInfo {
        let most = self.positions.len() as i64;
        let info = self.inner.info();
        info.option(OptionSpec::int("position", "Position", 0..=most, 0))
    }

    fn setup(&self, setup: &Setup) -> Result<Self::State, SetupError> {
        Ok(At {
            position: setup.int("position") as u32,
            inner: self.inner.setup(setup)?,
        })
    }

    fn to_act(&self, state: &Self::State) -> SeatSet {
        self.inner.to_act(&state.inner)
    }

    fn legal(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Command>) {
        self.inner.legal(&state.inner, seat, out);
    }

    fn decide(
        &self,
        state: &Self::State,
        seat: Seat,
        command: &Self::Command,
        decision: &mut Decision<'_, Self::Event>,
    ) -> Result<(), Rejection> {
        let decided = Self::within(decision, |decision| {
            self.inner.decide(&state.inner, seat, command, decision)
        });
        match self.leak {
            Leak::Rejection => {
                decided.map_err(|rejection| rejection.with("leak", self.trace(state)))
            }
            _ => decided,
        }
    }

    fn apply(&self, state: &mut Self::State, event: &Self::Event) {
        match event {
            Event::Placed(position) => {
                state.inner = self.positions[*position as usize].clone();
            }
            Event::Inner(event) => self.inner.apply(&mut state.inner, event),
        }
    }

    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        self.inner.outcome(&state.inner)
    }

    fn view(&self, state: &Self::State, viewer: Viewer) -> View {
        let mut view = self.inner.view(&state.inner, viewer);
        if self.leak == Leak::View {
            view.values.insert("leak".into(), self.trace(state).into());
        }
        view
    }

    fn tell(&self, state: &Self::State, event: &Self::Event, viewer: Viewer) -> Option<Told> {
        match event {
            Event::Placed(_) => None,
            Event::Inner(event) => self.inner.tell(&state.inner, event, viewer),
        }
    }

    fn system(
        &self,
        state: &Self::State,
        command: &SystemCommand,
        decision: &mut Decision<'_, Self::Event>,
    ) -> Result<Ruling, Rejection> {
        if *command == SystemCommand::Open {
            decision.emit(Event::Placed(state.position))?;
            return Ok(Ruling::Continue);
        }
        Self::within(decision, |decision| {
            self.inner.system(&state.inner, command, decision)
        })
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        match self.inner.capabilities().guided {
            Some(_) => Capabilities::none().hidden(self).guided(self),
            None => Capabilities::none().hidden(self),
        }
    }
}

impl<G: Game + 'static> Hidden for Placed<G> {
    fn resample(&self, state: &Self::State, viewer: Viewer, rng: &mut Rng) -> Self::State {
        let hidden = self.inner.capabilities().hidden.unwrap();
        At {
            position: state.position,
            inner: hidden.resample(&state.inner, viewer, rng),
        }
    }
}

impl<G: Game + 'static> Guided for Placed<G> {
    fn guide(
        &self,
        state: &Self::State,
        seat: Seat,
        answers: &[Answer],
    ) -> Result<Guide<Self::Command>, Rejection> {
        let guided = self.inner.capabilities().guided.unwrap();
        guided.guide(&state.inner, seat, answers)
    }
}

/// A position of a random game, some commands after the opening.
pub fn random_position<G: Game>(game: &G, setup: &Setup, rng: &mut Rng) -> G::State {
    let mut state = game.setup(setup).unwrap();
    let mut before = state.clone();
    let open = |decision: &mut Decision<'_, G::Event>| {
        game.system(&game.setup(setup).unwrap(), &SystemCommand::Open, decision)
            .map(|_| ())
    };
    step(game, &mut state, rng, open);
    for _ in 0..rng.below(25) {
        let Some(seat) = game.to_act(&state).first() else {
            return before;
        };
        before = state.clone();
        let mut legal = Vec::new();
        game.legal(&state, seat, &mut legal);
        let command = rng.pick(&legal).unwrap().clone();
        step(game, &mut state, rng, |decision| {
            game.decide(&before, seat, &command, decision)
        });
    }
    match game.to_act(&state).is_empty() {
        true => before,
        false => state,
    }
}

fn step<G: Game>(
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
    decide: impl FnOnce(&mut Decision<'_, G::Event>) -> Result<(), Rejection>,
) {
    let mut events = Vec::new();
    let mut decision = Decision::new(rng, &mut events, Budget::default());
    decide(&mut decision).unwrap();
    for event in &events {
        game.apply(state, event);
    }
}
