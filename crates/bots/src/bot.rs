//! [`Bot`]: a player for any seat of any game.

use std::time::Instant;

use parlor_core::{Rehearsal, Rng};

use crate::clock::Stopper;
use crate::search::{Report, Search};
use crate::team::Team;
use crate::{Method, Spec, Thought};

/// A player for any seat of any game. It gets a [`Rehearsal`]: what the seat knows, and nothing else.
///
/// ```
/// use parlor_bots::{Bot, Level};
/// use parlor_core::prelude::*;
/// use parlor_games::go_fish;
///
/// let game = go_fish::go_fish();
/// let setup = Setup::new(&game.info(), 2).unwrap();
/// let mut fish = Match::new(game, setup, Seed::Integer(1)).unwrap();
/// let mut bot = Bot::new(Level::Easy.into(), 42);
/// while let Some(seat) = fish.to_act().first() {
///     let thought = bot.think(fish.rehearse(seat).unwrap()).unwrap();
///     let command = serde_json::from_value(thought.command).unwrap();
///     fish.play(seat, &command).unwrap();
/// }
/// assert!(fish.outcome().is_some());
/// ```
pub struct Bot {
    spec: Spec,
    seed: u64,
    stopper: Stopper,
    /// The latest search, to go on with if the next position follows from it.
    latest: Option<Search>,
}

/// Why a bot cannot choose.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BotError {
    /// It is to act and has no legal command.
    #[error("{0} is to act and has no legal command")]
    NothingToDo(parlor_core::Seat),
    /// The method does not play this game.
    #[error("{method} does not play {game}: {why}; 'auto' finds a method for every game")]
    Unfit {
        /// The method.
        method: Method,
        /// The game's name.
        game: String,
        /// Why not.
        why: &'static str,
    },
}

impl Bot {
    /// A bot whose chance comes from this seed.
    pub fn new(spec: Spec, seed: u64) -> Bot {
        Bot {
            spec,
            seed,
            stopper: Stopper::default(),
            latest: None,
        }
    }

    /// Which bot this is.
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// From now on its chance comes from this seed.
    pub fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// From now on its thinking is called off by this, which may serve several bots.
    #[must_use]
    pub fn stopped_by(mut self, stopper: Stopper) -> Bot {
        self.stopper = stopper;
        self
    }

    /// What calls its thinking off, from another thread.
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// Finds a command, within its time, even if the game is slow: then with the best that it has found so far.
    pub fn think(&mut self, mut rehearsal: Box<dyn Rehearsal>) -> Result<Thought, BotError> {
        let start = Instant::now();
        let seat = rehearsal.seat();
        let mut rng = Rng::fast(self.seed, 0);
        let method = fitting(self.spec.method, &mut *rehearsal, &mut rng)?;
        let effort = self.spec.effort;
        let threads = match method {
            // It looks one move deeper at a time, which cannot be shared out; and nothing is to be found at random.
            Method::Minimax | Method::Random => 1,
            _ => effort.threads_now(),
        };
        // With counted iterations a command follows from the seed and the position alone, so nothing is carried over.
        let latest = self.latest.take().filter(|_| effort.iterations.is_none());
        let rng = Rng::fast(self.seed, 0);
        let first = Search::begin(method, &self.spec.tuning, rehearsal, latest, rng);
        let team = Team {
            method,
            spec: &self.spec,
            seed: self.seed,
            threads,
            start,
            stopper: &self.stopper,
        };
        let (reports, search) = team.think(first);
        self.latest = search.filter(|_| effort.iterations.is_none());
        Report::merge(reports).ok_or(BotError::NothingToDo(seat))
    }
}

/// The method that a bot uses for this game.
fn fitting(
    method: Method,
    rehearsal: &mut dyn Rehearsal,
    rng: &mut Rng,
) -> Result<Method, BotError> {
    let several_act = rehearsal.start(rng).len() > 1;
    let info = rehearsal.info();
    let unclear = match (info.hidden, info.chance, several_act) {
        (true, ..) => Some("it has secrets"),
        (_, true, _) => Some("chance plays a part"),
        (.., true) => Some("several seats act at once"),
        _ => None,
    };
    let unfit = |why| BotError::Unfit {
        method,
        game: info.name.clone(),
        why,
    };
    match (method, unclear) {
        (Method::Auto, None) => Ok(Method::Tree),
        (Method::Auto, Some(_)) => Ok(Method::Information),
        (Method::Tree | Method::Minimax, Some(why)) => Err(unfit(why)),
        (Method::Minimax, None) if rehearsal.seats() != 2 => Err(unfit("it is not for two")),
        (method, _) => Ok(method),
    }
}
