//! Threads that think about one command together.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use parlor_core::Rng;

use crate::clock::{Clock, Stopper};
use crate::cores::Thinking;
use crate::search::{Report, Search};
use crate::spec::LEAST_LOOKS;
use crate::{Method, Spec};

/// A thread that is in the middle of a slow command gets this long after the time is up; then the best so far counts.
const GRACE: Duration = Duration::from_millis(5);
/// How often to look whether it was called off.
const POLL: Duration = Duration::from_millis(10);

/// What a thinking thread tells.
enum News {
    /// What it has found so far.
    Report(usize, Report),
    /// It is done; here is the search, to go on with later.
    Done(usize, Box<Search>),
}

/// What came of a round: what each thread has found, and the searches of those that are back.
struct Found {
    reports: Vec<Report>,
    searches: Vec<Search>,
}

/// Threads that think about one command together. Where they can, they come together now and then, and go on with all
/// that was found.
pub(crate) struct Team<'a> {
    pub method: Method,
    pub spec: &'a Spec,
    pub seed: u64,
    pub threads: usize,
    pub start: Instant,
    pub stopper: &'a Stopper,
}

impl Team<'_> {
    /// What was found, and the search to go on with later.
    pub fn think(&self, first: Search) -> (Vec<Report>, Option<Search>) {
        let effort = &self.spec.effort;
        let (mut first, mut looks, mut stream) = (first, 0, 0);
        let rounds = effort.rounds(self.threads, first.can_share());
        for part in rounds {
            // Where a look takes long, what was begun is better ended than shared.
            let few = looks < LEAST_LOOKS * self.threads as u64;
            if part > 1 && stream > 0 && few {
                continue;
            }
            let common = first.snapshot(self.threads);
            let mut searches = vec![first];
            while searches.len() < self.threads {
                stream += 1;
                let rng = Rng::fast(self.seed, stream);
                searches.push(searches[0].another(self.method, &self.spec.tuning, rng));
            }
            let due = effort.iterations.unwrap_or(u64::MAX) / u64::from(part);
            let deadline = effort.time.map(|time| self.start + time / part);
            let found = self.run(searches, due.saturating_sub(looks), deadline);
            let reports = found.reports.iter();
            looks += reports.map(|report| report.iterations).sum::<u64>();
            let mut back = found.searches.into_iter();
            let common = match (back.next(), common) {
                (Some(next), Some(common)) => {
                    first = next;
                    common
                }
                (alone, _) => return (found.reports, alone),
            };
            first.absorb(back.as_slice(), &common);
            if part == 1 || first.is_finished() || self.stopper.is_stopped() {
                break;
            }
        }
        (vec![first.report(looks)], Some(first))
    }

    /// Lets each search run on a thread of its own until the deadline, for so many looks ahead of all together.
    fn run(&self, searches: Vec<Search>, looks: u64, deadline: Option<Instant>) -> Found {
        let (news, heard) = mpsc::channel();
        let size = searches.len();
        let share = |thread: u64| looks / size as u64 + u64::from(thread < looks % size as u64);
        let mut working = 0;
        for (thread, search) in searches.into_iter().enumerate() {
            let clock = Clock::new(deadline, self.stopper.clone());
            let work = work(thread, search, share(thread as u64), clock, news.clone());
            // With nothing to wait for there is no need for another thread.
            if deadline.is_none() && size == 1 {
                work();
                working += 1;
                continue;
            }
            let name = format!("bot {thread}");
            let spawned = std::thread::Builder::new().name(name).spawn(work);
            working += usize::from(spawned.is_ok());
        }
        // So that the channel closes when the last thread is gone.
        drop(news);
        // Where commands are slow, a round may take longer; the time of all of them may not.
        let deadline = self.spec.effort.time.map(|time| self.start + time);
        gather(&heard, size, working, deadline, self.stopper)
    }
}

fn work(
    thread: usize,
    mut search: Search,
    iterations: u64,
    clock: Clock,
    news: Sender<News>,
) -> impl FnOnce() + Send + 'static {
    let thinking = Thinking::begin();
    move || {
        search.run(iterations, clock, &mut |report| {
            let _ = news.send(News::Report(thread, report));
        });
        drop(thinking);
        let _ = news.send(News::Done(thread, Box::new(search)));
    }
}

/// Waits for all, but not beyond the deadline once there is something to answer.
fn gather(
    heard: &Receiver<News>,
    size: usize,
    mut working: usize,
    deadline: Option<Instant>,
    stopper: &Stopper,
) -> Found {
    let mut reports: Vec<Option<Report>> = (0..size).map(|_| None).collect();
    let mut searches: Vec<Option<Search>> = (0..size).map(|_| None).collect();
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
    Found {
        reports: reports.into_iter().flatten().collect(),
        searches: searches.into_iter().flatten().collect(),
    }
}
