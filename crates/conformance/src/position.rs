//! Where a law looks: a match at some point, and what else is known of the game.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;

use parlor_core::{
    Actor, Budget, Capabilities, Decision, Entry, Game, GameInfo, Match, Message, Outcome,
    Rejection, Rng, Ruling, Seat, SeatSet, Seed, Setup, SetupError, SystemCommand, Told, View,
    Viewer,
};

use crate::laws::Unseen;

/// A game by reference, so that a test can hold one that it does not give away.
pub(crate) struct ByRef<'g, G> {
    game: &'g G,
    /// Whether its matches begin with other numbers inside.
    renumbered: bool,
}

impl<'g, G> ByRef<'g, G> {
    pub(crate) fn new(game: &'g G) -> ByRef<'g, G> {
        let renumbered = false;
        ByRef { game, renumbered }
    }
}

impl<G: Game> Game for ByRef<'_, G> {
    type State = G::State;
    type Command = G::Command;
    type Event = G::Event;

    fn info(&self) -> GameInfo {
        self.game.info()
    }

    fn setup(&self, setup: &Setup) -> Result<G::State, SetupError> {
        let state = self.game.setup(setup)?;
        let hidden = self.game.capabilities().hidden.filter(|_| self.renumbered);
        let other = hidden.and_then(|hidden| hidden.renumbered(&state, &mut Rng::fast(0, 1)));
        Ok(other.unwrap_or(state))
    }

    fn check_bring(
        &self,
        setup: &Setup,
        seat: Seat,
        bring: &str,
        value: &serde_json::Value,
    ) -> Vec<Message> {
        self.game.check_bring(setup, seat, bring, value)
    }

    fn random_bring(
        &self,
        setup: &Setup,
        seat: Seat,
        bring: &str,
        rng: &mut Rng,
    ) -> Option<serde_json::Value> {
        self.game.random_bring(setup, seat, bring, rng)
    }

    fn to_act(&self, state: &G::State) -> SeatSet {
        self.game.to_act(state)
    }

    fn legal(&self, state: &G::State, seat: Seat, out: &mut Vec<G::Command>) {
        self.game.legal(state, seat, out);
    }

    fn decide(
        &self,
        state: &G::State,
        seat: Seat,
        command: &G::Command,
        decision: &mut Decision<'_, G::Event>,
    ) -> Result<(), Rejection> {
        self.game.decide(state, seat, command, decision)
    }

    fn reach(
        &self,
        state: &G::State,
        seat: Seat,
        command: &G::Command,
        decision: &mut Decision<'_, G::Event>,
    ) -> Result<Option<G::State>, Rejection> {
        self.game.reach(state, seat, command, decision)
    }

    fn apply(&self, state: &mut G::State, event: &G::Event) {
        self.game.apply(state, event);
    }

    fn outcome(&self, state: &G::State) -> Option<Outcome> {
        self.game.outcome(state)
    }

    fn view(&self, state: &G::State, viewer: Viewer) -> View {
        self.game.view(state, viewer)
    }

    fn tell(&self, state: &G::State, event: &G::Event, viewer: Viewer) -> Option<Told> {
        self.game.tell(state, event, viewer)
    }

    fn system(
        &self,
        state: &G::State,
        command: &SystemCommand,
        decision: &mut Decision<'_, G::Event>,
    ) -> Result<Ruling, Rejection> {
        self.game.system(state, command, decision)
    }

    fn is_final(&self, command: &G::Command) -> bool {
        self.game.is_final(command)
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        let Capabilities {
            fast,
            hidden,
            guided,
            keyed,
            numbered,
            objectives,
            sided,
        } = self.game.capabilities();
        Capabilities {
            fast,
            hidden,
            guided,
            keyed,
            numbered,
            objectives,
            sided,
        }
    }
}

/// A list of so many commands may be one of more: nobody can read them all, and long ranges of numbers are listed in part.
pub(crate) const IN_PART: usize = 1_000;

/// A match under test.
pub(crate) type Play<'g, G> = Match<ByRef<'g, G>>;

/// One step of a script.
#[derive(Clone)]
pub(crate) enum Step<C> {
    /// A seat sends a command.
    Command(Seat, C),
    /// A player leaves: resigns, or runs out of time.
    Leave(SystemCommand),
    /// A side acts, as the rules choose.
    Side,
}

impl<C: Clone> Step<C> {
    /// Takes this step in a match.
    pub(crate) fn take<G: Game<Command = C>>(&self, play: &mut Match<G>) -> Result<(), Rejection> {
        let receipt = match self {
            Step::Command(seat, command) => play.play(*seat, command),
            Step::Leave(command) => play.system(*command, 0),
            Step::Side => play.side_acts(0)?.ok_or_else(Rejection::illegal),
        };
        receipt.map(|_| ())
    }
}

impl<C: fmt::Display> fmt::Display for Step<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Command(seat, command) => write!(f, "{seat}: {command}"),
            Step::Leave(SystemCommand::TimeOut { seat }) => write!(f, "{seat} runs out of time"),
            Step::Leave(SystemCommand::Resign { seat }) => write!(f, "{seat} resigns"),
            Step::Leave(SystemCommand::Open) => f.write_str("the match opens"),
            Step::Side => f.write_str("the rules act for their side"),
        }
    }
}

/// What stays the same during a whole check of one set-up.
pub(crate) struct Bench<'g, G: Game> {
    pub(crate) game: &'g G,
    pub(crate) info: GameInfo,
    pub(crate) setup: Setup,
    /// Commands that were legal somewhere: what to try where they are not.
    pub(crate) pool: Vec<G::Command>,
    /// Whether resampling has ever led to another state.
    pub(crate) resampling_varies: Cell<bool>,
    /// Whether there has been anything to resample for somebody.
    pub(crate) resampled: Cell<bool>,
    /// What the viewers could not see, and whether it was ever dealt anew.
    pub(crate) unseen: Unseen,
    /// The match that is played with other numbers inside, as far as it was followed.
    pub(crate) twin: RefCell<Option<(u32, Play<'g, G>)>>,
}

/// Where a law looks.
pub(crate) struct Position<'b, 'g, G: Game> {
    pub(crate) bench: &'b Bench<'g, G>,
    pub(crate) play: &'b Play<'g, G>,
    pub(crate) seed: u32,
}

impl<'g, G: Game> Bench<'g, G> {
    /// A new match, after its opening.
    pub(crate) fn begin(&self, seed: u32) -> Result<Play<'g, G>, SetupError> {
        self.begin_with(ByRef::new(self.game), seed)
    }

    /// The same match, in which the rules number things otherwise inside.
    pub(crate) fn begin_renumbered(&self, seed: u32) -> Result<Play<'g, G>, SetupError> {
        let game = ByRef {
            game: self.game,
            renumbered: true,
        };
        self.begin_with(game, seed)
    }

    /// Sides act one by one, so that the laws get to look at what is in between.
    fn begin_with(&self, game: ByRef<'g, G>, seed: u32) -> Result<Play<'g, G>, SetupError> {
        let seed = Seed::Integer(seed);
        let mut play = Match::new_shared(Arc::new(game), self.setup.clone(), seed, 0)?;
        play.one_by_one();
        Ok(play)
    }

    /// A match after these commands, or nothing if one of them is refused.
    pub(crate) fn play(&self, seed: u32, script: &[Step<G::Command>]) -> Option<Play<'g, G>> {
        let mut play = self.begin(seed).ok()?;
        for step in script {
            step.take(&mut play).ok()?;
        }
        Some(play)
    }
}

impl<'g, G: Game> Position<'_, 'g, G> {
    pub(crate) fn game(&self) -> &'g G {
        self.bench.game
    }

    pub(crate) fn state(&self) -> &G::State {
        self.play.state()
    }

    pub(crate) fn seats(&self) -> u8 {
        self.bench.setup.seats()
    }

    /// Chance for a law's own use, the same each time that it looks here.
    pub(crate) fn rng(&self, stream: u64) -> Rng {
        let place = u64::from(self.seed) << 32 | self.play.version();
        Rng::fast(place, stream)
    }

    pub(crate) fn legal(&self, state: &G::State, seat: Seat) -> Vec<G::Command> {
        let mut commands = Vec::new();
        self.game().legal(state, seat, &mut commands);
        commands
    }

    /// Everybody who must not learn a secret.
    pub(crate) fn players_and_spectator(&self) -> impl Iterator<Item = Viewer> {
        Viewer::all(self.seats()).filter(|viewer| *viewer != Viewer::Referee)
    }

    /// What the rules decide here, with this chance.
    pub(crate) fn decide(
        &self,
        state: &G::State,
        seat: Seat,
        command: &G::Command,
        rng: &mut Rng,
    ) -> Result<Vec<G::Event>, Rejection> {
        let mut events = Vec::new();
        let mut decision = Decision::new(rng, &mut events, Budget::default());
        self.game().decide(state, seat, command, &mut decision)?;
        Ok(events)
    }

    /// The state after these events, and what a viewer hears of them: of an event that it is told nothing of, not even that
    /// there was one.
    pub(crate) fn happen(
        &self,
        state: &G::State,
        events: &[G::Event],
        viewer: Viewer,
    ) -> (G::State, Vec<Told>) {
        let mut state = state.clone();
        let mut told = Vec::new();
        for event in events {
            told.extend(self.game().tell(&state, event, viewer));
            self.game().apply(&mut state, event);
        }
        (state, told)
    }

    /// The latest command and who sent it, if the latest record is one.
    pub(crate) fn last_command(&self) -> Option<(Seat, &G::Command)> {
        let record = self.play.record(self.play.version())?;
        match (&record.actor, &record.entry) {
            (Actor::Seat(seat), Entry::Command { command, .. }) => Some((*seat, command)),
            _ => None,
        }
    }
}
