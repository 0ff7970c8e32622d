//! One game, counted.

use std::time::Instant;

use parlor_core::{Seed, Submission};

use super::tally::{Leader, Tally};
use super::{Balance, is_random};
use crate::arena::{derive, two_words};
use crate::series::{cannot, unthinkable};
use crate::{ArenaError, Bot, BotError, Work};

/// What chance is drawn for; each gets its own, and none that the arena has.
const DEAL: u64 = 16;
const DECISION: u64 = 17;

/// The seed of a game.
pub(super) fn deal(seed: u64, number: u64) -> Seed {
    let mut rng = derive(seed, &[DEAL, number]);
    let mut bytes = [0; 32];
    for chunk in bytes.chunks_mut(4) {
        chunk.copy_from_slice(&rng.word().to_le_bytes());
    }
    Seed::Secret(bytes)
}

/// Plays a game; nothing if it was called off.
pub(super) fn play(balance: &Balance<'_>, number: u64) -> Result<Option<Tally>, ArenaError> {
    let seed = deal(balance.seed, number);
    let mut game = balance.game.begin(balance.setup.clone(), seed, 0)?;
    let seats = balance.setup.seats();
    let mut tally = Tally::new(seats);
    let mut leader = Leader::new(seats);
    let all_think = seats > 1 && !balance.bots.iter().any(is_random);
    let bots = balance.bots.iter().cloned();
    let mut bots: Vec<Bot> = bots
        .map(|spec| Bot::new(spec, 0).stopped_by(balance.stopper.clone()))
        .collect();
    let longest = balance.game.info().longest;
    let mut length = 0;
    while let Some(seat) = game.to_act().first() {
        if length as u64 >= longest {
            break;
        }
        let bot = &mut bots[seat.index()];
        let legal = game.legal(seat);
        let mut rng = derive(balance.seed, &[DECISION, number, game.version()]);
        let start = Instant::now();
        let (command, iterations) = if is_random(bot.spec()) {
            let Some(command) = game.random_command(seat, &mut rng) else {
                break;
            };
            (command, 0)
        } else {
            let rehearsal = game
                .rehearse(seat)
                .ok_or_else(|| unthinkable(balance.game))?;
            bot.reseed(two_words(&mut rng));
            match bot.think(rehearsal) {
                // Where there is nothing to choose a bot does not look ahead, and has no value to tell.
                Ok(thought) if legal.len() < 2 => (thought.command, 0),
                Ok(thought) => {
                    if all_think {
                        leader.hear(length, seat, thought.value);
                    }
                    (thought.command, thought.iterations)
                }
                Err(BotError::NothingToDo(_)) => break,
                Err(error) => return Err(cannot(bot.spec(), error)),
            }
        };
        let time = start.elapsed();
        // What a bot finds when it is called off says nothing about the game.
        if balance.stopper.is_stopped() {
            return Ok(None);
        }
        tally.survey(length, legal.len());
        tally.kinds.count(&legal, &command);
        tally.work[seat.index()].add(&Work {
            decisions: 1,
            iterations,
            time,
        });
        // Rules may run out of their budget in the middle of a command.
        if game.submit(Submission::new(seat, command)).is_err() {
            break;
        }
        length += 1;
    }
    let outcome = game.outcome().filter(|_| game.to_act().is_empty());
    if all_think {
        leader.end(length, &mut tally);
    }
    tally.end(length, outcome.as_ref());
    Ok(Some(tally))
}
