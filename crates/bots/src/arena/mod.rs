//! [`Arena`]: bots play each other, each as often on every seat, and [`Results`] say who is stronger and how sure that is.

mod elo;
mod play;
mod results;
mod schedule;
mod share;
#[cfg(test)]
mod tests;

use std::sync::{Mutex, PoisonError};

use parlor_core::{AnyGame, Rng, Seed, Setup, SetupError};

use crate::{BotError, Spec, Stopper, series};
pub use elo::Elo;
pub use play::{Played, Work};
pub use results::{BotResult, PairResult, Results, SeatResult};
use schedule::Schedule;
pub use share::Share;

/// A contest between bots.
///
/// # Who meets whom
/// With as many bots as seats all of them sit at one table. Otherwise every two bots meet, and take turns around the table:
/// with four seats the one has the first and the third, the other the second and the fourth.
///
/// Each deal is played several times, with the same seed and the bots on other seats, until every bot has had every seat
/// equally often. All pairings get the same deals. So a lucky hand is a lucky hand for all, and fewer games tell who
/// is better.
///
/// # What comes out
/// With efforts that are counted in iterations the results follow from the seed alone, whatever the machine and however many
/// games run at a time; only the times differ.
///
/// ```
/// use parlor_bots::Arena;
/// use parlor_core::{Setup, erase};
/// use parlor_games::tic_tac_toe::TicTacToe;
///
/// let game = erase(TicTacToe);
/// let setup = Setup::new(game.info(), 2).unwrap();
/// let bots = ["tree:200", "random"].map(|bot| bot.parse().unwrap());
/// let arena = Arena { games: 20, ..Arena::new(&*game, setup, bots) };
/// let results = arena.run(&|played| assert_eq!(played.seats.len(), 2)).unwrap();
/// assert_eq!(results.games, 20);
/// assert_eq!(results.ranking()[0].name, "tree:200");
/// assert!(results.bots[0].elo.low > results.bots[1].elo.high);
/// ```
pub struct Arena<'a> {
    /// What is played.
    pub game: &'a dyn AnyGame,
    /// At which table.
    pub setup: Setup,
    /// By whom. The same bot may be there twice.
    pub bots: Vec<Spec>,
    /// So many games for each pairing, or altogether where all sit at one table. A deal that is begun is played on every
    /// seat, so there may be a few more.
    pub games: u64,
    /// All chance comes from this: of deals, and of bots.
    pub seed: u64,
    /// So many games at a time. Nothing means as many as there are cores, divided by the threads of the bot that thinks on
    /// most of them: bots do not fight for cores.
    pub threads: Option<usize>,
    /// Ends it early; the games that are over by then count.
    pub stopper: Stopper,
}

/// Why bots cannot play each other.
///
/// ```
/// use parlor_bots::{Arena, ArenaError, Spec};
/// use parlor_core::{Setup, erase};
/// let game = erase(parlor_games::go_fish::go_fish());
/// let setup = Setup::new(game.info(), 2).unwrap();
/// let bots = [Spec::random(), "tree:1000".parse().unwrap()];
/// let error = Arena::new(&*game, setup, bots).run(&|_| {}).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "bot 'tree:1000': tree does not play Go Fish: it has secrets; 'auto' finds a method for every game"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArenaError {
    /// It takes two.
    #[error("an arena takes at least two bots")]
    TooFewBots,
    /// A table for one has no winner.
    #[error("an arena takes a table with at least two seats")]
    TooFewSeats,
    /// The game does not let anybody think.
    #[error(
        "{game} has secrets and does not say what a seat cannot tell apart, so bots cannot play it"
    )]
    Unthinkable {
        /// The game's name.
        game: String,
    },
    /// The game cannot be set up like this.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A bot that cannot play.
    #[error("bot '{bot}': {error}")]
    Bot {
        /// The bot, as it was written.
        bot: String,
        /// Why.
        error: BotError,
    },
}

/// The games of a pairing unless somebody says otherwise.
const GAMES: u64 = 100;

impl<'a> Arena<'a> {
    /// A hundred games for each pairing of these bots, with seed 0.
    pub fn new(
        game: &'a dyn AnyGame,
        setup: Setup,
        bots: impl IntoIterator<Item = Spec>,
    ) -> Arena<'a> {
        Arena {
            game,
            setup,
            bots: bots.into_iter().collect(),
            games: GAMES,
            seed: 0,
            threads: None,
            stopper: Stopper::default(),
        }
    }

    /// How many games there will be.
    pub fn total(&self) -> u64 {
        self.schedule().games()
    }

    /// How many of them are played at a time.
    pub fn games_at_a_time(&self) -> usize {
        series::at_a_time(&self.bots, self.threads, self.total())
    }

    /// Plays all games, and tells of each when it is over.
    pub fn run(&self, played: &(dyn Fn(&Played) + Sync)) -> Result<Results, ArenaError> {
        self.check()?;
        let schedule = self.schedule();
        let games: Mutex<Vec<Played>> = Mutex::new(Vec::new());
        let play = |number| {
            let Some(game) = play::play(self, number, schedule.game(number))? else {
                return Ok(false);
            };
            played(&game);
            let mut games = games.lock().unwrap_or_else(PoisonError::into_inner);
            games.push(game);
            Ok(true)
        };
        series::play_all(
            schedule.games(),
            self.games_at_a_time(),
            &self.stopper,
            &play,
        )?;
        let mut games = games.into_inner().unwrap_or_else(PoisonError::into_inner);
        // They may have ended in any order.
        games.sort_by_key(|game| game.number);
        let seats = self.setup.seats().into();
        Ok(Results::new(&self.bots, seats, schedule.games(), &games))
    }

    /// Whether every bot can play this game, before anybody has waited for anything.
    fn check(&self) -> Result<(), ArenaError> {
        if self.bots.len() < 2 {
            return Err(ArenaError::TooFewBots);
        }
        if self.setup.seats() < 2 {
            return Err(ArenaError::TooFewSeats);
        }
        series::check(self.game, &self.setup, self.deal(0), self.bots.iter())
    }

    fn schedule(&self) -> Schedule {
        let seats = self.setup.seats().into();
        Schedule::new(self.bots.len(), seats, self.games, self.seed)
    }

    /// The seed of a deal. It is a large one, as in matches that count: rulesets draw better from it than from an integer.
    fn deal(&self, number: u64) -> Seed {
        let mut rng = derive(self.seed, &[Purpose::Deal as u64, number]);
        let mut bytes = [0; 32];
        for chunk in bytes.chunks_mut(4) {
            chunk.copy_from_slice(&rng.word().to_le_bytes());
        }
        Seed::Secret(bytes)
    }
}

/// What chance is drawn for; each gets its own.
#[derive(Clone, Copy)]
enum Purpose {
    Deal,
    Order,
    Decision,
}

/// Chance for one thing alone, named by numbers.
pub(crate) fn derive(seed: u64, names: &[u64]) -> Rng {
    names.iter().fold(Rng::fast(seed, 0), |mut rng, name| {
        Rng::fast(two_words(&mut rng), *name)
    })
}

pub(crate) fn two_words(rng: &mut Rng) -> u64 {
    u64::from(rng.word()) << 32 | u64::from(rng.word())
}
