//! [`Balance`]: bots play a game many times, and a [`BalanceReport`] says what the game is like: fair, long, close, rich.

mod kinds;
mod page;
mod play;
mod report;
mod tally;
#[cfg(test)]
mod tests;
mod words;

use std::sync::{Mutex, PoisonError};

use parlor_core::{AnyGame, Setup};

use crate::series;
use crate::{ArenaError, Method, Spec, Stopper};
pub use report::{
    ActionBalance, BalanceReport, Branching, FirstPlayer, Lead, SeatBalance, Spread, Thinking,
    Verdict,
};
use tally::Tally;

/// Bots play a game many times, each on a seat of its own, to find out what the game is like.
///
/// With efforts that are counted in iterations the numbers follow from the seed alone, whatever the machine and however many
/// games run at a time; only the times differ.
///
/// ```
/// use parlor_bots::{Balance, Verdict};
/// use parlor_core::Setup;
/// let games = parlor_games::all();
/// let game = games.get("tic-tac-toe").unwrap();
/// let setup = Setup::new(game.info(), 2).unwrap();
/// let bots = ["random", "random"].map(|bot| bot.parse().unwrap());
/// let balance = Balance { games: 500, ..Balance::new(&**game, setup, bots) };
/// let report = balance.run(&|_| {}).unwrap();
/// assert_eq!(report.first_player.verdict, Verdict::Ahead);
/// assert_eq!((report.length.min, report.length.max), (5, 9));
/// assert!(report.page("parlor simulate tic-tac-toe").starts_with("<!doctype html>"));
/// ```
pub struct Balance<'a> {
    /// What is played.
    pub game: &'a dyn AnyGame,
    /// At which table.
    pub setup: Setup,
    /// By whom, seat by seat.
    pub bots: Vec<Spec>,
    /// How often.
    pub games: u64,
    /// All chance comes from this: of deals, and of bots.
    pub seed: u64,
    /// So many games at a time. Nothing means as many as there are cores, divided by the threads of the bot that thinks on
    /// most of them.
    pub threads: Option<usize>,
    /// Ends it early; the games that are over by then count.
    pub stopper: Stopper,
}

/// So many games unless somebody says otherwise.
const GAMES: u64 = 100;

impl<'a> Balance<'a> {
    /// A hundred games of these bots, seat by seat, with seed 0.
    pub fn new(
        game: &'a dyn AnyGame,
        setup: Setup,
        bots: impl IntoIterator<Item = Spec>,
    ) -> Balance<'a> {
        Balance {
            game,
            setup,
            bots: bots.into_iter().collect(),
            games: GAMES,
            seed: 0,
            threads: None,
            stopper: Stopper::default(),
        }
    }

    /// How many games are played at a time.
    pub fn games_at_a_time(&self) -> usize {
        series::at_a_time(&self.bots, self.threads, self.games)
    }

    /// Plays all games. `played` hears how many more are over.
    pub fn run(&self, played: &(dyn Fn(u64) + Sync)) -> Result<BalanceReport, ArenaError> {
        self.check()?;
        let seats = self.setup.seats();
        // All that is counted is whole numbers: it does not matter which game is over first.
        let total = Mutex::new(Tally::new(seats));
        let play = |number| {
            let Some(game) = play::play(self, number)? else {
                return Ok(false);
            };
            let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
            total.merge(game);
            played(1);
            Ok(true)
        };
        series::play_all(self.games, self.games_at_a_time(), &self.stopper, &play)?;
        let tally = total.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(BalanceReport::new(self, &tally))
    }

    /// Whether every bot can play this game, before anybody has waited for anything.
    fn check(&self) -> Result<(), ArenaError> {
        if self.bots.len() != usize::from(self.setup.seats()) {
            return Err(ArenaError::TooFewBots);
        }
        let thinking = self.bots.iter().filter(|spec| !is_random(spec));
        let deal = play::deal(self.seed, 0);
        series::check(self.game, &self.setup, deal, thinking)
    }
}

fn is_random(spec: &Spec) -> bool {
    spec.method == Method::Random
}
