//! One game between bots.

use std::time::{Duration, Instant};

use parlor_core::{AnyMatch, Outcome, Seat, Submission};

use super::schedule::LineUp;
use super::{Arena, ArenaError, Purpose, derive, two_words};
use crate::series::{cannot, unthinkable};
use crate::{Bot, BotError, Method};

/// A game that is over.
///
/// ```
/// use parlor_bots::Played;
/// let played = Played { seats: vec![1, 0], winners: vec![0], ..Played::default() };
/// // The second bot had the first seat, and won from there.
/// assert_eq!((played.points(0), played.points(1)), (0.0, 1.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// Its number within the arena.
    pub number: u64,
    /// Games of the same deal had the same seed.
    pub deal: u64,
    /// The bot on each seat, by its place in the list of bots.
    pub seats: Vec<usize>,
    /// The seats in first place.
    pub winners: Vec<usize>,
    /// The place of each seat; 1 is first.
    pub places: Vec<u8>,
    /// It was called off: it took longer than games of its kind take, or nobody could do anything. It counts as a draw.
    pub unfinished: bool,
    /// What it took each seat.
    pub work: Vec<Work>,
}

/// How much thinking there was.
///
/// ```
/// use std::time::Duration;
/// use parlor_bots::Work;
/// let work = Work { decisions: 4, iterations: 400, time: Duration::from_millis(8) };
/// assert_eq!((work.iterations_per_decision(), work.ms_per_decision()), (100.0, 2.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// How many commands were chosen.
    pub decisions: u64,
    /// How many looks ahead it took.
    pub iterations: u64,
    /// How long it took.
    pub time: Duration,
}

impl Played {
    /// The points of a bot: one for a win, a part of one for a shared win, as large as its share of the seats that won.
    pub fn points(&self, bot: usize) -> f64 {
        let won = self.winners.iter().filter_map(|seat| self.seats.get(*seat));
        let own = won.filter(|winner| **winner == bot).count();
        own as f64 / self.winners.len().max(1) as f64
    }

    fn ended(mut self, outcome: Option<&Outcome>) -> Played {
        let seats = self.seats.len();
        let everybody = || (0..seats).collect();
        match outcome {
            Some(outcome) => {
                let winners = outcome.winners().iter().map(Seat::index).collect();
                // Where nobody won, nobody is better than the others.
                self.winners = if outcome.winners().is_empty() {
                    everybody()
                } else {
                    winners
                };
                let place = |standing: &parlor_core::Standing| standing.place;
                self.places = outcome.standings().iter().map(place).collect();
            }
            None => {
                self.unfinished = true;
                self.winners = everybody();
                self.places = vec![1; seats];
            }
        }
        self
    }
}

impl Work {
    /// The mean of looks ahead.
    pub fn iterations_per_decision(&self) -> f64 {
        self.iterations as f64 / self.decisions.max(1) as f64
    }

    /// The mean time, in milliseconds.
    pub fn ms_per_decision(&self) -> f64 {
        1000.0 * self.time.as_secs_f64() / self.decisions.max(1) as f64
    }

    /// Both together.
    pub(crate) fn add(&mut self, other: &Work) {
        self.decisions += other.decisions;
        self.iterations += other.iterations;
        self.time += other.time;
    }
}

/// Plays a game to its end; nothing if it was called off from outside.
pub(crate) fn play(
    arena: &Arena<'_>,
    number: u64,
    line_up: LineUp,
) -> Result<Option<Played>, ArenaError> {
    let mut game = arena
        .game
        .begin(arena.setup.clone(), arena.deal(line_up.deal), 0)?;
    let spec = |bot: &usize| arena.bots[*bot].clone();
    let bots = line_up.seats.iter().map(spec);
    let mut bots: Vec<Bot> = bots
        .map(|spec| Bot::new(spec, 0).stopped_by(arena.stopper.clone()))
        .collect();
    let mut played = Played {
        number,
        deal: line_up.deal,
        work: vec![Work::default(); line_up.seats.len()],
        seats: line_up.seats,
        ..Played::default()
    };
    let mut left = arena.game.info().longest;
    while let Some(seat) = game.to_act().first() {
        let Some(bot) = bots.get_mut(seat.index()).filter(|_| left > 0) else {
            break;
        };
        left -= 1;
        let rehearsal = game.rehearse(seat).ok_or_else(|| unthinkable(arena.game))?;
        let name = [
            Purpose::Decision as u64,
            number,
            seat.0.into(),
            game.version(),
        ];
        bot.reseed(two_words(&mut derive(arena.seed, &name)));
        let start = Instant::now();
        let thought = bot.think(rehearsal);
        let time = start.elapsed();
        // What a bot finds when it is called off says nothing about its strength.
        if arena.stopper.is_stopped() {
            return Ok(None);
        }
        let thought = match thought {
            Ok(thought) => thought,
            Err(BotError::NothingToDo(_)) => break,
            Err(error) => return Err(cannot(bot.spec(), error)),
        };
        // Who plays at random or has nothing to choose does not look ahead.
        let is_forced = || thought.moves.len() < 2 && game.legal(seat).len() < 2;
        let looks = bot.spec().method != Method::Random && !is_forced();
        played.work[seat.index()].add(&Work {
            decisions: 1,
            iterations: if looks { thought.iterations } else { 0 },
            time,
        });
        // Rules may run out of their budget in the middle of a command.
        if game.submit(Submission::new(seat, thought.command)).is_err() {
            break;
        }
    }
    Ok(Some(played.ended(outcome(&*game).as_ref())))
}

fn outcome(game: &dyn AnyMatch) -> Option<Outcome> {
    game.outcome().filter(|_| game.to_act().is_empty())
}
