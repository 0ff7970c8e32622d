//! Finds a short script that shows a violation.

use std::collections::VecDeque;

use parlor_core::Game;

use crate::checker::{PANICKED, catch};
use crate::laws::Law;
use crate::position::{Bench, Position, Step};

/// How many positions the search for the shortest script may look at.
const MOST: usize = 2_000;

/// The shortest script that was found to break the law from this seed, and what is seen there.
///
/// First all scripts are tried, shortest first, as far as that is affordable: what is found then is the shortest there is.
/// Otherwise commands are dropped from the known script as long as it still breaks the law.
pub(crate) fn shortest<G: Game>(
    bench: &Bench<'_, G>,
    law: Law,
    seed: u32,
    script: &[Step<G::Command>],
    problem: String,
) -> (Vec<Step<G::Command>>, String) {
    // Each panic is printed, and nobody wants to read two thousand of them.
    let found = match problem.starts_with(PANICKED) {
        true => None,
        false => search(bench, law, seed, script.len()),
    };
    found.unwrap_or_else(|| drop_steps(bench, law, seed, script, problem))
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
) -> Option<(Vec<Step<G::Command>>, String)> {
    let mut queue = VecDeque::from([Vec::new()]);
    let mut looked = 0;
    while let Some(script) = queue.pop_front() {
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
) -> (Vec<Step<G::Command>>, String) {
    let mut best = (script.to_vec(), problem);
    let mut size = (best.0.len() / 2).max(1);
    loop {
        let mut from = 0;
        while from < best.0.len() {
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
