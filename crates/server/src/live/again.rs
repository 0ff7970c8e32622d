//! A match looked at again as a whole: whether it fits changed rules.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use parlor_core::{AnyGame, AnyMatch, Submission, Viewer};
use parlor_protocol::{Problem, RoomStatus};

use super::Live;
use crate::failure::Failure;

impl Live {
    /// Plays the match again by changed rules. If its commands no longer fit, everything stays as it is, and says so.
    pub(super) async fn reload(&mut self, game: Arc<dyn AnyGame>) -> Result<u64, Failure> {
        let Some(play) = &self.play else {
            self.game = Some(game);
            self.trouble = None;
            return Ok(0);
        };
        // What is over stays as it ended.
        if self.room.status == RoomStatus::Over {
            return Ok(play.current.played().len() as u64);
        }
        // Nothing but words has changed: there is nothing to play again.
        if game.info().hashes().contains(&play.current.header().rules) {
            let commands = play.current.played().len() as u64;
            self.load_play().await?;
            self.trouble = None;
            self.show_table_to_all();
            self.wake_bots();
            return Ok(commands);
        }
        let again = catch_unwind(AssertUnwindSafe(|| replay(&*play.current, &*game)));
        let again = again.unwrap_or_else(|_| Err("the rules fail while they are played".into()));
        let current = match again {
            Ok(current) => current,
            Err(why) => {
                let text = format!("this match cannot continue with the changed rules: {why}");
                let problem = Problem::new("does_not_replay", text).hint(
                    "it continues with the old rules; start a new match for the changed ones",
                );
                self.trouble = Some(problem.clone());
                self.tell_status();
                return Err(Failure {
                    problem,
                    ..Failure::conflict("", "")
                });
            }
        };
        let commands = current.played().len() as u64;
        self.go_on_as(game, current).await?;
        self.show_table_to_all();
        self.wake_bots();
        Ok(commands)
    }

    /// The room goes on with another match than the store has: the same by other rules. The old one stays where it is.
    pub(super) async fn go_on_as(
        &mut self,
        game: Arc<dyn AnyGame>,
        current: Box<dyn AnyMatch>,
    ) -> Result<(), Failure> {
        let number = self
            .room
            .match_id
            .rsplit_once('.')
            .and_then(|(_, number)| number.parse().ok());
        let next: u64 = number.unwrap_or(0) + 1;
        self.room.match_id = format!("{}.{next}", self.room.id);
        let over = current.outcome();
        self.room.status = match over {
            Some(_) => RoomStatus::Over,
            None => RoomStatus::Playing,
        };
        self.room.outcome = over;
        self.game = Some(game);
        self.offer = None;
        self.delayed.clear();
        self.thinking.clear();
        self.keep_new(current, Vec::new()).await?;
        self.trouble = None;
        Ok(())
    }
}

/// The same seed, seats and commands by other rules.
fn replay(before: &dyn AnyMatch, game: &dyn AnyGame) -> Result<Box<dyn AnyMatch>, String> {
    let header = before.header();
    let setup = (before.setup().adapted(game.info())).map_err(|error| error.to_string())?;
    let seed = before.seed().ok_or("its seed is not known")?;
    let begun = game.begin(setup, seed, header.time_ms);
    let mut again = begun.map_err(|error| error.to_string())?;
    for (number, played) in before.played().into_iter().enumerate() {
        let submission = Submission::new(played.seat, played.command);
        again.submit(submission).map_err(|rejection| {
            let names = &header.seats;
            let who = names.get(played.seat.index()).map_or("", String::as_str);
            format!(
                "command {} ({who}: {}) is refused: {}",
                number + 1,
                played.text,
                rejection.message().render(names)
            )
        })?;
    }
    // What the rules show must be something that can be drawn.
    again.view(Viewer::Spectator);
    Ok(again)
}
