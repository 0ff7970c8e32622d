//! The work of judging: moves go to whichever thread is free, and come back in order.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError, mpsc};

use parlor_core::{AnyMatch, Played, Rehearsal, Rng};

use super::{Alternative, AnalysisError, Judged, Judgement};
use crate::only::Only;
use crate::{Bot, BotError, Considered, Spec, Stopper};

/// A move that the bot looked at less than this share of the time is looked at on its own: what it found by the way is
/// not worth much.
const GLANCE: f64 = 0.1;

/// A move to judge, and what its player knew.
struct Task {
    number: u32,
    played: Played,
    rehearsal: Box<dyn Rehearsal>,
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
            let Some(rehearsal) = current.rehearse_at(played.version - 1, played.seat) else {
                unfair = Some(AnalysisError::Secrets(current.info().name.clone()));
                break;
            };
            let task = Task {
                number,
                played: played.clone(),
                rehearsal,
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
    // What comes after a gap is left away.
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
    } = task;
    let seats = rehearsal.seats();
    // Each move has chance of its own, so that it does not matter which thread judges it.
    let seed = seed.wrapping_add(u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut again = rehearsal.another();
    let forced = {
        let mut rng = Rng::fast(seed, 0);
        again.start(&mut rng);
        let listed = again.list(played.seat, 2, &mut rng);
        again.forget(listed.start);
        listed.len() < 2
    };
    let thought = Bot::new(spec.clone(), seed)
        .stopped_by(stopper.clone())
        .think(rehearsal)?;
    let Some(best) = thought.moves.first() else {
        return Err(BotError::NothingToDo(played.seat));
    };
    let is_it = |considered: &&Considered| considered.command == played.command;
    let mut found = thought.moves.iter().find(is_it).cloned();
    let looked_at =
        |one: &Considered| one.proven || one.visits as f64 >= best.visits as f64 * GLANCE;
    // Scores of one who plays alone are worth something beside each other only.
    if seats > 1 && !found.as_ref().is_some_and(looked_at) {
        let alone = Only::new(again, &played.command);
        found = match alone {
            Some(alone) => {
                let mut bot = Bot::new(spec.clone(), seed).stopped_by(stopper.clone());
                bot.think(Box::new(alone))?.moves.into_iter().next()
            }
            None => found.filter(|found| found.visits > 0),
        };
    }
    if stopper.is_stopped() {
        return Ok(None);
    }
    let is_best = best.command == played.command;
    let value = found.as_ref().map(|found| found.value);
    let loss = value.map(|value| match is_best {
        true => 0.0,
        false => (best.value - value).max(0.0),
    });
    Ok(Some(Judged {
        number,
        version: played.version,
        seat: played.seat,
        before: best.value.max(value.unwrap_or(0.0)),
        value,
        proven: found.is_some_and(|found| found.proven),
        best: (!is_best).then(|| Alternative {
            command: best.command.clone(),
            text: best.text.clone(),
            value: best.value,
            proven: best.proven,
        }),
        loss,
        judgement: loss.map(Judgement::of),
        forced,
        command: played.command,
        text: played.text,
    }))
}
