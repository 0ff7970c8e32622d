//! Rulesets that are saved go to the tables where they are played.

use std::io::{self, IsTerminal, Write};

use anyhow::Result;
use parlor_core::{Game, Registry, erase};
use parlor_ruleset::{Problem, Ruleset, Severity, render};
use parlor_server::{Handle, Reloaded};

use super::watch::{Change, Notices, Watched};
use super::{What, line};
use crate::rulesets::{self, Source, many};
use crate::terminal::has_colours;
use crate::trial::{self, Trial};

/// Follows what an author saves.
pub struct Follower {
    /// The games as they are now.
    pub games: Registry,
    handle: Handle,
    watched: Option<(Watched, Notices)>,
    /// The id that each file had last.
    ids: Vec<(String, String)>,
}

impl Follower {
    /// Nothing is looked at yet.
    pub fn new(games: &Registry, what: &What, handle: Handle) -> Result<Follower> {
        let watched = match what {
            What::Folder(place) | What::File(place) => {
                Some((Watched::new(place), Notices::of(place)?))
            }
            What::Anything | What::Game(_) => None,
        };
        Ok(Follower {
            games: games.clone(),
            handle,
            watched,
            ids: Vec::new(),
        })
    }

    /// The id of the first file that could be played.
    pub fn game(&self) -> Option<String> {
        self.ids.first().map(|(_, id)| id.clone())
    }

    /// Waits for something to happen, and takes in what has changed.
    pub async fn next(&mut self) {
        match &mut self.watched {
            Some((_, notices)) => notices.next().await,
            None => std::future::pending().await,
        }
        self.look().await;
    }

    /// Takes in what has changed.
    pub async fn look(&mut self) {
        let Some((watched, _)) = &mut self.watched else {
            return;
        };
        for change in watched.look() {
            match change {
                Change::New(source) | Change::Changed(source) => self.take(&source).await,
                Change::Gone(file) => line(format!(
                    "{file} is gone: its game stays as it was until this ends"
                )),
            }
        }
    }

    /// Checks a file, and has it played where it is fine.
    async fn take(&mut self, source: &Source) {
        let file = &source.file;
        let mut report = Ruleset::check(&source.bytes);
        if let Some(ruleset) = &report.ruleset {
            report.problems.extend(failing(ruleset, source).await);
        }
        if !report.problems.is_empty() {
            let colours = has_colours(io::stdout().is_terminal());
            let shown = render(file, &source.bytes, &report.problems, colours);
            let _ = write!(io::stdout(), "{shown}");
        }
        let wrong = !report.problems.is_empty();
        let shown = wrong.then(|| render(file, &source.bytes, &report.problems, false));
        self.handle.tell_author(file, shown);
        // A file may have comments, so it is what it says that is shown, not how it is written.
        let document = report.ruleset.as_ref().map(Ruleset::document);
        let rules = document.and_then(|document| serde_json::to_value(document).ok());
        let errors = rulesets::count(&report, Severity::Error);
        let (Some(ruleset), Some(rules)) = (report.ruleset, rules) else {
            let known = self.ids.iter().any(|(known, _)| known == file);
            let rest = match known {
                true => "; it continues with the old rules",
                false => "",
            };
            return line(format!(
                "{file} cannot be played: it has {}{rest}",
                many(errors, "error")
            ));
        };
        let id = ruleset.info().id;
        let before = self.ids.iter_mut().find(|(known, _)| known == file);
        match before {
            Some((_, known)) if *known == id => {}
            Some((_, known)) => {
                line(format!(
                    "{file}: '{known}' is called '{id}' now, and is a game beside it"
                ));
                known.clone_from(&id);
            }
            None => self.ids.push((file.clone(), id.clone())),
        }
        let game = erase(ruleset);
        self.games.add(game.clone());
        let reloaded = self.handle.replace_game(game, Some(rules)).await;
        line(match errors {
            0 => format!("{file}: fine"),
            _ => format!(
                "{file} can be played, but its rules fail in {}",
                many(errors, "place")
            ),
        });
        for one in &reloaded {
            line(told(one));
        }
    }
}

/// What fails when a ruleset is tried out. It can be played all the same: what fails is not offered, or refused.
async fn failing(ruleset: &Ruleset, source: &Source) -> Vec<Problem> {
    let (ruleset, source) = (ruleset.clone(), source.clone());
    let tried = tokio::task::spawn_blocking(move || {
        let trial = Trial::brief(&ruleset).ok()?;
        Some(trial::problems(&source, trial.troubles()))
    });
    tried.await.ok().flatten().unwrap_or_default()
}

/// What became of a match, in words.
fn told(reloaded: &Reloaded) -> String {
    let id = &reloaded.id;
    match &reloaded.replayed {
        Ok(count) => {
            let commands = many(*count as usize, "command");
            format!("match {id} kept: {commands} played again by the new rules")
        }
        Err(why) => {
            let why = why.trim_start_matches("this match ");
            format!("match {id} {why}; it continues with the old rules")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_became_of_a_match_is_said_in_one_line() {
        let kept = |replayed| Reloaded {
            id: "m1".into(),
            replayed,
        };
        assert_eq!(
            told(&kept(Ok(12))),
            "match m1 kept: 12 commands played again by the new rules"
        );
        let why =
            "this match cannot continue with the changed rules: command 3 is refused".to_string();
        assert_eq!(
            told(&kept(Err(why))),
            "match m1 cannot continue with the changed rules: command 3 is refused; it continues with the old rules"
        );
    }
}
