//! A bot at work on a thread of its own, so that the table stays alive meanwhile.

use std::sync::mpsc::{self, Receiver, TryRecvError};

use anyhow::Result;
use parlor_bots::{Bot, BotError, Stopper, Thought};
use parlor_core::{Rehearsal, Seat};
use serde_json::Value;

use crate::failure::Failure;

/// A bot that thinks about a version of the match. Dropping it calls the bot off.
pub struct Thinking {
    /// For whom.
    pub seat: Seat,
    /// About which version.
    pub version: u64,
    stopper: Option<Stopper>,
    answer: Receiver<Answer>,
}

/// The bot, to think on with, and what it has found.
struct Answer {
    bot: Option<Bot>,
    thought: Result<Thought, BotError>,
}

/// What came of it: the bot that is to be used again, if there is one, and its thought.
pub type Found = (Option<Bot>, Thought);

impl Thinking {
    /// Lets a bot think.
    pub fn start(mut bot: Bot, rehearsal: Box<dyn Rehearsal>, version: u64) -> Result<Thinking> {
        let seat = rehearsal.seat();
        let stopper = Some(bot.stopper());
        let (sender, answer) = mpsc::channel();
        let work = move || {
            let thought = bot.think(rehearsal);
            // If nobody waits any more it was called off.
            let _ = sender.send(Answer {
                bot: Some(bot),
                thought,
            });
        };
        let thread = std::thread::Builder::new().name("thinking".into());
        thread.spawn(work).map_err(Failure::failed)?;
        Ok(Thinking {
            seat,
            version,
            stopper,
            answer,
        })
    }

    /// Where no bot can think fairly, any command has been found already.
    pub fn without_a_thought(seat: Seat, version: u64, command: Value) -> Thinking {
        let (sender, answer) = mpsc::channel();
        let thought = Ok(Thought {
            text: command.to_string(),
            command,
            value: 0.5,
            proven: false,
            iterations: 0,
            moves: Vec::new(),
        });
        let _ = sender.send(Answer { bot: None, thought });
        Thinking {
            seat,
            version,
            stopper: None,
            answer,
        }
    }

    /// Waits for what it finds.
    pub fn wait(mut self) -> Result<Found> {
        let answer = self.answer.recv().map_err(|_| gone())?;
        self.open(answer)
    }

    /// What it has found, if it is done.
    pub fn look(&mut self) -> Option<Result<Found>> {
        match self.answer.try_recv() {
            Ok(answer) => Some(self.open(answer)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(gone().into())),
        }
    }

    fn open(&mut self, answer: Answer) -> Result<Found> {
        // It is done: there is nothing to call off any more.
        self.stopper = None;
        let thought = answer.thought.map_err(unfit)?;
        Ok((answer.bot, thought))
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        if let Some(stopper) = &self.stopper {
            stopper.stop();
        }
    }
}

fn gone() -> Failure {
    Failure::failed("a bot broke off in the middle of its thoughts")
}

/// What to say instead of a bot that does not play a game.
pub const EVERY_GAME: &str = "say easy, medium, hard or expert: they play every game";

/// What a bot cannot do, told to whoever wanted it.
pub fn unfit(error: BotError) -> Failure {
    match error {
        BotError::Unfit { .. } => Failure::usage(error).hint(EVERY_GAME),
        error => Failure::failed(error),
    }
}
