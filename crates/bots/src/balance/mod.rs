//! [`Balance`]: bots play a game many times, and a [`BalanceReport`] says what the game is like: fair, long, close, rich.

mod kinds;
mod page;
mod play;
mod report;
mod tally;
#[cfg(test)]
mod tests;
mod words;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use parlor_core::{AnyGame, Setup};

use crate::arena::cannot;
use crate::{ArenaError, Bot, BotError, Method, Spec, Stopper};
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
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let most = self.bots.iter().map(|bot| bot.effort.thread_count()).max();
        let threads = self.threads.unwrap_or_else(|| cores() / most.unwrap_or(1));
        threads.clamp(1, self.games.clamp(1, 4096) as usize)
    }

    /// Plays all games. `played` hears how many more are over.
    pub fn run(&self, played: &(dyn Fn(u64) + Sync)) -> Result<BalanceReport, ArenaError> {
        self.check()?;
        let seats = self.setup.seats();
        let next = AtomicU64::new(0);
        let total = Mutex::new(Ok(Tally::new(seats)));
        let work = || {
            let mut tally = Tally::new(seats);
            while !self.stopper.is_stopped() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games {
                    break;
                }
                match play::play(self, number) {
                    Ok(Some(game)) => tally.merge(game),
                    Ok(None) => break,
                    Err(error) => {
                        next.store(self.games, Ordering::Relaxed);
                        *total.lock().unwrap_or_else(PoisonError::into_inner) = Err(error);
                        return;
                    }
                }
                played(1);
            }
            // All that is counted is whole numbers: it does not matter which thread arrives here first.
            if let Ok(total) = &mut *total.lock().unwrap_or_else(PoisonError::into_inner) {
                total.merge(tally);
            }
        };
        match self.games_at_a_time() {
            1 => work(),
            threads => std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(work);
                }
            }),
        }
        let tally = total.into_inner().unwrap_or_else(PoisonError::into_inner)?;
        Ok(BalanceReport::new(self, &tally))
    }

    /// Whether every bot can play this game, before anybody has waited for anything.
    fn check(&self) -> Result<(), ArenaError> {
        if self.bots.len() != usize::from(self.setup.seats()) {
            return Err(ArenaError::TooFewBots);
        }
        let first = self
            .game
            .begin(self.setup.clone(), play::deal(self.seed, 0), 0)?;
        let Some(seat) = first.to_act().first() else {
            return Ok(());
        };
        for spec in self.bots.iter().filter(|spec| !is_random(spec)) {
            // A bot that has been called off answers at once.
            let stopper = Stopper::default();
            stopper.stop();
            let mut bot = Bot::new(spec.clone(), 0).stopped_by(stopper);
            let rehearsal = first.rehearse(seat).ok_or_else(|| self.unthinkable())?;
            if let Err(error @ BotError::Unfit { .. }) = bot.think(rehearsal) {
                return Err(cannot(spec, error));
            }
        }
        Ok(())
    }

    fn unthinkable(&self) -> ArenaError {
        ArenaError::Unthinkable {
            game: self.game.info().name.clone(),
        }
    }
}

fn is_random(spec: &Spec) -> bool {
    spec.method == Method::Random
}
