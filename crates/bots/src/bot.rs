//! [`Bot`]: a player for any seat of any game.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use parlor_core::{Rehearsal, Rng};

use crate::clock::{Clock, Stopper};
use crate::cores::Thinking;
use crate::search::{Report, Search};
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
    latest: Vec<Search>,
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
            latest: Vec::new(),
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
            _ => effort.thread_count(),
        };
        let deadline = effort.time.map(|time| start + time);
        let share = |thread: u64| {
            let iterations = effort.iterations.unwrap_or(u64::MAX);
            let threads = threads as u64;
            iterations / threads + u64::from(thread < iterations % threads)
        };
        // With counted iterations a command follows from the seed and the position alone, so nothing is carried over.
        let mut latest = match effort.iterations {
            Some(_) => Vec::new(),
            None => std::mem::take(&mut self.latest),
        };
        self.latest.clear();
        let mut searches = Vec::new();
        for thread in 1..threads {
            let (another, seed) = (rehearsal.another(), self.seed);
            searches.push(Search::begin(
                method,
                &self.spec.tuning,
                another,
                latest.pop(),
                seed,
                thread as u64,
            ));
        }
        searches.push(Search::begin(
            method,
            &self.spec.tuning,
            rehearsal,
            latest.pop(),
            self.seed,
            0,
        ));
        let mut team = Team::new(threads);
        for (thread, mut search) in (0..).zip(searches.into_iter().rev()) {
            let clock = Clock::new(deadline, self.stopper.clone());
            let (news, iterations) = (team.news.clone(), share(thread));
            let thinking = Thinking::begin();
            let work = move || {
                search.run(iterations, clock, &mut |report| {
                    let _ = news.send(News::Report(thread as usize, report));
                });
                drop(thinking);
                let _ = news.send(News::Done(thread as usize, Box::new(search)));
            };
            // With nothing to wait for there is no need for another thread.
            match deadline.is_none() && threads == 1 {
                true => work(),
                false => {
                    let name = format!("bot {thread}");
                    if std::thread::Builder::new().name(name).spawn(work).is_err() {
                        team.lost += 1;
                    }
                }
            }
        }
        let (reports, searches) = team.gather(deadline, &self.stopper);
        if effort.iterations.is_none() {
            self.latest = searches;
        }
        Report::merge(reports).ok_or(BotError::NothingToDo(seat))
    }
}

/// What a thinking thread tells.
enum News {
    /// What it has found so far.
    Report(usize, Report),
    /// It is done; here is the search, to go on with later.
    Done(usize, Box<Search>),
}

/// The threads that think about one command.
struct Team {
    news: Sender<News>,
    heard: Receiver<News>,
    size: usize,
    /// Threads that could not be started.
    lost: usize,
}

/// A thread that is in the middle of a slow command gets this long after the time is up; then the best so far counts.
const GRACE: Duration = Duration::from_millis(5);
/// How often to look whether it was called off.
const POLL: Duration = Duration::from_millis(10);

impl Team {
    fn new(size: usize) -> Team {
        let (news, heard) = mpsc::channel();
        Team {
            news,
            heard,
            size,
            lost: 0,
        }
    }

    /// Waits for all, but not beyond the deadline once there is something to answer.
    fn gather(self, deadline: Option<Instant>, stopper: &Stopper) -> (Vec<Report>, Vec<Search>) {
        let Team {
            news,
            heard,
            size,
            lost,
        } = self;
        // So that the channel closes when the last thread is gone.
        drop(news);
        let mut reports: Vec<Option<Report>> = (0..size).map(|_| None).collect();
        let mut searches: Vec<Option<Search>> = (0..size).map(|_| None).collect();
        let mut working = size - lost;
        let mut stopped = None;
        while working > 0 {
            let now = Instant::now();
            if stopped.is_none() && stopper.is_stopped() {
                stopped = Some(now);
            }
            let end = [deadline, stopped].into_iter().flatten().min();
            let answered = reports.iter().any(Option::is_some);
            let wait = match end.filter(|_| answered) {
                Some(end) => (end + GRACE).saturating_duration_since(now),
                None => POLL,
            };
            match heard.recv_timeout(wait.min(POLL)) {
                Ok(News::Report(thread, report)) => reports[thread] = Some(report),
                Ok(News::Done(thread, search)) => {
                    searches[thread] = Some(*search);
                    working -= 1;
                }
                Err(RecvTimeoutError::Timeout) if !wait.is_zero() => {}
                Err(_) => break,
            }
        }
        let reports = reports.into_iter().flatten().collect();
        let kept: Option<Vec<Search>> = searches.into_iter().collect();
        (reports, kept.unwrap_or_default())
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
