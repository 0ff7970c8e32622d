//! Finds a short script that shows a violation.

use std::cell::Cell;
use std::collections::VecDeque;

use parlor_core::Game;

use crate::checker::{PANICKED, catch};
use crate::laws::Law;
use crate::position::{Bench, Position, Step};

/// How many positions the search for the shortest script may look at.
const MOST: usize = 2_000;

/// What was found.
pub(crate) struct Shrunk<C> {
    pub(crate) script: Vec<Step<C>>,
    pub(crate) problem: String,
    /// Whether it was given up before all was tried.
    pub(crate) cut_short: bool,
}

/// The shortest script that was found to break the law from this seed, and what is seen there.
///
/// Commands are dropped from the known script as long as it still breaks the law: that makes most scripts short soon. Then all
/// scripts up to that length are tried, shortest first, as far as that is affordable: what is found then is the shortest there
/// is. Each takes a look at a position, and before each it is asked whether to go on.
pub(crate) fn shortest<G: Game>(
    bench: &Bench<'_, G>,
    law: Law,
    seed: u32,
    script: &[Step<G::Command>],
    problem: String,
    go_on: &dyn Fn() -> bool,
) -> Shrunk<G::Command> {
    let stopped = Cell::new(false);
    let go_on = || {
        stopped.set(stopped.get() || !go_on());
        !stopped.get()
    };
    // Each panic is printed, and nobody wants to read two thousand of them.
    let panicked = problem.starts_with(PANICKED);
    let dropped = drop_steps(bench, law, seed, script, problem, &go_on);
    let found = match panicked {
        true => None,
        false => search(bench, law, seed, dropped.0.len(), &go_on),
    };
    let (script, problem) = found.unwrap_or(dropped);
    // There is nothing shorter than nothing.
    let cut_short = stopped.get() && !script.is_empty();
    Shrunk {
        script,
        problem,
        cut_short,
    }
}

/// What the law finds wrong after a script, if it can be played at all.
fn broken<G: Game>(
    bench: &Bench<'_, G>,
    law: Law,
    seed: u32,
    script: &[Step<G::Command>],
) -> Option<String> {
    let result = catch(|| {
        Ok(match bench.play(seed, script) {
            Some(play) => law.check(&Position {
                bench,
                play: &play,
                seed,
            }),
            None => Ok(()),
        })
    });
    result.and_then(|found| found).err()
}

fn search<G: Game>(
    bench: &Bench<'_, G>,
    law: Law,
    seed: u32,
    longest: usize,
    go_on: &dyn Fn() -> bool,
) -> Option<(Vec<Step<G::Command>>, String)> {
    let mut queue = VecDeque::from([Vec::new()]);
    let mut looked = 0;
    while let Some(script) = queue.pop_front() {
        if !go_on() {
            return None;
        }
        if let Some(problem) = broken(bench, law, seed, &script) {
            return Some((script, problem));
        }
        looked += 1;
        if looked + queue.len() > MOST {
            // What is queued is of the next length; nothing longer is begun.
            continue;
        }
        if script.len() >= longest {
            continue;
        }
        let next = catch(|| {
            let play = bench.play(seed, &script).ok_or_else(String::new)?;
            let steps = play.to_act().iter().flat_map(|seat| {
                play.legal(seat)
                    .into_iter()
                    .map(move |command| Step::Command(seat, command))
            });
            Ok(steps.collect::<Vec<_>>())
        });
        for step in next.unwrap_or_default() {
            queue.push_back([script.as_slice(), &[step]].concat());
        }
    }
    None
}

fn drop_steps<G: Game>(
    bench: &Bench<'_, G>,
    law: Law,
    seed: u32,
    script: &[Step<G::Command>],
    problem: String,
    go_on: &dyn Fn() -> bool,
) -> (Vec<Step<G::Command>>, String) {
    let mut best = (script.to_vec(), problem);
    let mut size = (best.0.len() / 2).max(1);
    loop {
        let mut from = 0;
        while from < best.0.len() {
            if !go_on() {
                return best;
            }
            let mut shorter = best.0.clone();
            shorter.drain(from..(from + size).min(best.0.len()));
            match broken(bench, law, seed, &shorter) {
                Some(problem) => best = (shorter, problem),
                None => from += size,
            }
        }
        if size == 1 {
            return best;
        }
        size /= 2;
    }
}
