//! Many games one after the other, several at a time.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use parlor_core::{AnyGame, Seed, Setup};

use crate::{ArenaError, Bot, BotError, Spec, Stopper};

/// The games that are played at a time never take more threads than this.
const MOST_AT_A_TIME: u64 = 4096;

/// How many games are played at a time, if nobody has said how many: so many that bots do not fight for cores.
pub(crate) fn at_a_time(bots: &[Spec], said: Option<usize>, games: u64) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let most = bots.iter().map(|bot| bot.effort.thread_count()).max();
    let threads = said.unwrap_or_else(|| cores() / most.unwrap_or(1));
    threads.clamp(1, games.clamp(1, MOST_AT_A_TIME) as usize)
}

/// Plays games by their numbers until all are played, one says that there will be no more, or one fails.
pub(crate) fn play_all(
    games: u64,
    at_a_time: usize,
    stopper: &Stopper,
    play: &(dyn Fn(u64) -> Result<bool, ArenaError> + Sync),
) -> Result<(), ArenaError> {
    let next = AtomicU64::new(0);
    let failed = Mutex::new(None);
    let work = || {
        while !stopper.is_stopped() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games {
                break;
            }
            match play(number) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    next.store(games, Ordering::Relaxed);
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                }
            }
        }
    };
    match at_a_time {
        1 => work(),
        threads => std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
        }),
    }
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.map_or(Ok(()), Err)
}

/// Whether every bot can play this game, before anybody has waited for anything.
pub(crate) fn check<'s>(
    game: &dyn AnyGame,
    setup: &Setup,
    deal: Seed,
    bots: impl Iterator<Item = &'s Spec>,
) -> Result<(), ArenaError> {
    let first = game.begin(setup.clone(), deal, 0)?;
    let Some(seat) = first.to_act().first() else {
        return Ok(());
    };
    for spec in bots {
        // A bot that has been called off answers at once.
        let stopper = Stopper::default();
        stopper.stop();
        let mut bot = Bot::new(spec.clone(), 0).stopped_by(stopper);
        let rehearsal = first.rehearse(seat).ok_or_else(|| unthinkable(game))?;
        if let Err(error @ BotError::Unfit { .. }) = bot.think(rehearsal) {
            return Err(cannot(spec, error));
        }
    }
    Ok(())
}

pub(crate) fn unthinkable(game: &dyn AnyGame) -> ArenaError {
    ArenaError::Unthinkable {
        game: game.info().name.clone(),
    }
}

pub(crate) fn cannot(spec: &Spec, error: BotError) -> ArenaError {
    ArenaError::Bot {
        bot: spec.to_string(),
        error,
    }
}
