//! The work of judging: moves go to whichever thread is free, and come back in order.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError, mpsc};

use parlor_core::{ActionView, AnyMatch, Played, Rehearsal, Rng, Viewer};
use serde_json::Value;

use super::judge::loss;
use super::{Alternative, AnalysisError, Judged, Judgement};
use crate::only::Only;
use crate::{Bot, BotError, Considered, Spec, Stopper};

/// A move that the bot looked at less than this share of the time is looked at on its own: what it found by the way is
/// not worth much.
const GLANCE: f64 = 0.1;

/// Between a value that is certain and one that is not, only so much makes a difference: what is not certain is an average over
/// good and bad replies, and may still turn out to be a win or a draw.
const BEYOND_DOUBT: f64 = 0.4;

/// A move to judge, and what its player knew.
struct Task {
    number: u32,
    played: Played,
    rehearsal: Box<dyn Rehearsal>,
    /// What the player could do, in the words that the player had before the eyes.
    actions: Vec<ActionView>,
}

/// Judges the moves, as many at once as there are cores for.
pub(super) fn judge_all(
    current: &dyn AnyMatch,
    played: &[Played],
    spec: &Spec,
    seed: u64,
    stopper: &Stopper,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Vec<Judged>, AnalysisError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = (cores / spec.effort.thread_count()).clamp(1, played.len().max(1));
    // Few wait at a time: each holds a whole position.
    let (give, tasks) = mpsc::sync_channel::<Task>(threads);
    let tasks = Mutex::new(tasks);
    let (answer, answers) = mpsc::channel();
    let mut judged = BTreeMap::new();
    let (mut failed, mut unfair) = (None, None);
    std::thread::scope(|scope| {
        let mut started = 0;
        for _ in 0..threads {
            let (answer, tasks) = (answer.clone(), &tasks);
            let work = move || {
                loop {
                    let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(task) = task else { break };
                    let number = task.number;
                    if answer
                        .send((number, judge(task, spec, seed, stopper)))
                        .is_err()
                    {
                        break;
                    }
                }
            };
            let spawned = std::thread::Builder::new().spawn_scoped(scope, work);
            started += usize::from(spawned.is_ok());
        }
        drop(answer);
        if started == 0 {
            failed = Some(AnalysisError::NoThreads);
            return;
        }
        let total = played.len() as u64;
        let mut keep = |(number, result): (u32, Result<Option<Judged>, BotError>)| {
            match result {
                Ok(one) => judged.extend(one.map(|one| (number, one))),
                Err(error) => failed = Some(error.into()),
            }
            progress(judged.len() as u64, total);
            failed.is_none()
        };
        for (number, played) in (1..).zip(played) {
            let version = played.version - 1;
            let Some(rehearsal) = current.rehearse_at(version, played.seat) else {
                unfair = Some(AnalysisError::Secrets(current.info().name.clone()));
                break;
            };
            let view = current.view_at(version, Viewer::Seat(played.seat));
            let task = Task {
                number,
                played: played.clone(),
                rehearsal,
                actions: view.map(|view| view.actions).unwrap_or_default(),
            };
            if stopper.is_stopped()
                || !answers.try_iter().all(&mut keep)
                || give.send(task).is_err()
            {
                break;
            }
        }
        drop(give);
        answers.iter().for_each(|answer| {
            keep(answer);
        });
    });
    if let Some(error) = failed.or(unfair) {
        return Err(error);
    }
    // What comes after a gap is dropped.
    let judged = judged.into_iter().zip(1..);
    let in_order = judged.take_while(|((number, _), place)| number == place);
    Ok(in_order.map(|((_, one), _)| one).collect())
}

/// Judges one move; nothing if it was called off.
fn judge(
    task: Task,
    spec: &Spec,
    seed: u64,
    stopper: &Stopper,
) -> Result<Option<Judged>, BotError> {
    let Task {
        number,
        played,
        rehearsal,
        actions,
    } = task;
    // As the player read it.
    let text = |command: &Value, otherwise: &str| {
        let same = actions.iter().find(|action| action.command == *command);
        same.map_or(otherwise, |action| &action.text).to_string()
    };
    let mut judged = Judged {
        number,
        version: played.version,
        seat: played.seat,
        text: text(&played.command, &played.text),
        before: None,
        value: None,
        proven: false,
        best: None,
        loss: None,
        judgement: None,
        forced: false,
        command: played.command,
    };
    let plays_alone = rehearsal.seats() < 2;
    // Each move has chance of its own, so that it does not matter which thread judges it.
    let seed = seed.wrapping_add(u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut again = rehearsal.another();
    judged.forced = {
        let mut rng = Rng::fast(seed, 0);
        again.start(&mut rng);
        let listed = again.list(played.seat, 2, &mut rng);
        again.forget(listed.start);
        listed.len() < 2
    };
    if judged.forced {
        // A bot does not think where there is nothing to choose, so that it has no value to tell.
        return Ok(Some(judged));
    }
    let think = |rehearsal| {
        let mut bot = Bot::new(spec.clone(), seed).stopped_by(stopper.clone());
        bot.think(rehearsal)
    };
    let think_alone = |command: &Value| match Only::new(again.another(), command) {
        Some(only) => think(Box::new(only)).map(|thought| thought.moves.into_iter().next()),
        None => Ok(None),
    };
    let thought = think(rehearsal)?;
    let Some(mut best) = thought.moves.first().cloned() else {
        return Err(BotError::NothingToDo(played.seat));
    };
    let is_best = best.command == judged.command;
    let mut found = match is_best {
        true => Some(best.clone()),
        false => {
            let is_it = |considered: &&Considered| considered.command == judged.command;
            thought.moves.iter().find(is_it).cloned()
        }
    };
    let looked_at =
        |one: &Considered| one.proven || one.visits as f64 >= best.visits as f64 * GLANCE;
    // Scores of one who plays alone are worth something beside each other only.
    if !plays_alone && !is_best {
        if !found.as_ref().is_some_and(looked_at) {
            let seen = found.filter(|found| found.visits > 0);
            found = think_alone(&judged.command)?.or(seen);
        } else if let Some(found) = &mut found
            && best.proven
            && !found.proven
        {
            // What is certain and an average cannot be compared: the other one gets as much thought.
            *found = think_alone(&judged.command)?.unwrap_or_else(|| found.clone());
        }
        if found.as_ref().is_some_and(|found| found.proven) && !best.proven {
            best = think_alone(&best.command)?.unwrap_or(best);
        }
    }
    if stopper.is_stopped() {
        return Ok(None);
    }
    if plays_alone {
        judged.judgement = is_best.then_some(Judgement::Best);
    } else if let Some(found) = &found {
        let loss = loss(best.value, found.value);
        let is_in_doubt = best.proven != found.proven && 0.0 < loss && loss < BEYOND_DOUBT;
        judged.value = Some(found.value);
        judged.proven = found.proven;
        judged.loss = (!is_in_doubt).then_some(loss);
        let judgement = Judgement::of(loss);
        judged.judgement = Some(match is_in_doubt {
            true => judgement.min(Judgement::Good),
            false => judgement,
        });
    }
    judged.before = (!plays_alone).then(|| best.value.max(judged.value.unwrap_or(0.0)));
    judged.best = (!is_best).then(|| Alternative {
        text: text(&best.command, &best.text),
        command: best.command,
        value: (!plays_alone).then_some(best.value),
        proven: best.proven,
    });
    Ok(Some(judged))
}
