//! When to stop thinking: the time, and whoever calls it off.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parlor_core::{Rehearsal, Rng};

/// Calls a bot's thinking off from another thread. The bot then answers at once with the best it has found.
///
/// What is called off stays called off: whoever wants the bot to think again gives it another one with
/// [`Bot::stopped_by`](crate::Bot::stopped_by).
///
/// ```
/// use parlor_bots::Stopper;
/// let stopper = Stopper::default();
/// let same = stopper.clone();
/// same.stop();
/// assert!(stopper.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stopper(Arc<AtomicBool>);

impl Stopper {
    /// Calls it off.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been called off.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// So many random commands are played at a stretch at most; fewer where they are slow. What is drawn does not depend on it: a
/// playout is what its single steps are, which is a law.
const STRETCH: u64 = 64;
/// How often to look at the time: often enough to be punctual, and no more.
const LOOK_EVERY: Duration = Duration::from_micros(200);
const MOST_BETWEEN_LOOKS: u64 = 1 << 14;

/// Tells a search when to stop. Looking at the time costs time, so it is looked at after some commands only, fewer of
/// them where the game is slow.
pub(crate) struct Clock {
    deadline: Option<Instant>,
    stopper: Stopper,
    /// Commands since the last look.
    played: u64,
    /// Commands between two looks.
    between: u64,
    looked: Instant,
    up: bool,
}

impl Clock {
    pub fn new(deadline: Option<Instant>, stopper: Stopper) -> Clock {
        Clock {
            deadline,
            stopper,
            played: 0,
            between: 1,
            looked: Instant::now(),
            up: false,
        }
    }

    /// Whether it is time to stop, after so many more commands.
    #[inline]
    pub fn is_up(&mut self, commands: u64) -> bool {
        self.played += commands;
        if self.played >= self.between {
            self.look();
        }
        self.up
    }

    #[cold]
    fn look(&mut self) {
        let now = Instant::now();
        let passed = now - self.looked;
        self.played = 0;
        self.looked = now;
        self.between = match passed < LOOK_EVERY {
            true => (self.between * 2).min(MOST_BETWEEN_LOOKS),
            false => (self.between / 2).max(1),
        };
        self.up =
            self.stopper.is_stopped() || self.deadline.is_some_and(|deadline| now >= deadline);
    }

    /// Plays at random to the end, or so many commands at most. False if there was no time for it.
    #[inline]
    pub fn play_out(&mut self, rehearsal: &mut dyn Rehearsal, rng: &mut Rng, most: u64) -> bool {
        let mut left = most;
        loop {
            let stretch = left.min(STRETCH).min(self.between);
            let played = rehearsal.playout(rng, stretch);
            left -= played.min(left);
            if played < stretch || left == 0 {
                self.played += played;
                return true;
            }
            if self.is_up(played) {
                return false;
            }
        }
    }
}
