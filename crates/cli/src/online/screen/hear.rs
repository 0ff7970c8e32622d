//! What comes from the server: events, and the answers to what was sent.

use anyhow::Result;
use parlor_client::{Answer, Error, Event};
use parlor_core::{Guide, Rejection};
use parlor_protocol::ChatLine;
use serde_json::Value;

use super::app::{App, Link, Seen, UnderWay};
use super::draw::RESUMES;
use crate::failure::printable;
use crate::online::failure;
use crate::online::news::{Before, changes};
use crate::online::words::speaker;
use crate::play::choices::Choices;
use crate::table::text;

/// The answer to a command.
pub type Played = Result<Answer, Error>;

/// The answer to answers on the way to a command.
pub type Guided = Result<Result<Guide<Value>, Rejection>, Error>;

impl App {
    /// Hears an event, and what is seen after it.
    pub fn hear(&mut self, event: Event, seen: Seen) -> Result<()> {
        if event.of_match().is_some_and(|id| id != self.room.id) {
            return Ok(());
        }
        self.seen = seen;
        match event {
            Event::Lost { why, .. } => {
                // It may fail again and again for the same reason.
                if self.link != Link::Lost {
                    self.tell(None, printable(&format!("Connection lost: {why}.")));
                    self.chooser.notice = None;
                }
                self.link = Link::Lost;
            }
            Event::Back { .. } if self.link == Link::Lost => {
                self.tell(None, "Connected again.".into());
                self.link = Link::Again;
            }
            Event::Back { .. } => self.link = Link::Up,
            Event::Table { version, .. } => {
                self.hear_status();
                self.hear_chat();
                self.heard = version;
                self.look();
            }
            Event::Update {
                viewer,
                version,
                told,
                ..
            } => {
                self.heard = self.heard.max(version);
                let names = self.names();
                for told in told {
                    let line = printable(&told.message.render(&names));
                    if !line.is_empty() {
                        self.tell(Some(viewer), line);
                    }
                }
                self.look();
            }
            Event::Status { .. } => {
                self.hear_status();
                self.look();
            }
            Event::Chat { line, .. } => self.hear_line(line),
            Event::Rejected {
                key: None,
                rejection,
                ..
            } => self.refuse(&rejection),
            Event::Refused { problem, .. } => {
                // Whoever is not let in has nothing to look at.
                if self.status.is_none() && problem.retry_after_ms.is_none() {
                    return Err(failure(Error::Problem { status: 0, problem }));
                }
                self.chooser.alert(printable(&problem.to_string()));
            }
            Event::Ended { why: problem } => {
                return Err(failure(Error::Problem { status: 0, problem }));
            }
            Event::Missed { .. } => {
                self.hear_status();
                self.hear_chat();
                self.heard = self.seen.version.unwrap_or(0);
                self.look();
            }
            _ => {}
        }
        Ok(())
    }

    /// Hears what came of a command.
    pub fn played(&mut self, played: Played) -> Result<()> {
        let UnderWay::Command(typed) = std::mem::replace(&mut self.under_way, UnderWay::Nothing)
        else {
            return Ok(());
        };
        match played.map_err(failure)? {
            // The same could be played once more before what it led to is seen.
            Answer::Accepted { version } if self.shown < Some(version) => {
                self.under_way = UnderWay::Accepted(version);
            }
            Answer::Accepted { .. } => {}
            Answer::Rejected(rejection) => match (rejection.code(), typed) {
                ("malformed", Some(typed)) => self.chooser.alert_unknown(&typed),
                _ => self.refuse(&rejection),
            },
            Answer::Refused(problem) => self.chooser.alert(printable(&problem.to_string())),
        }
        // What has come meanwhile had to wait for its first question.
        if self.can_choose() && self.chooser.choices.is_nothing() {
            self.start_choosing();
        }
        Ok(())
    }

    /// Hears the next question, or the command that the answers add up to.
    pub fn guided(&mut self, guided: Guided) -> Result<()> {
        let UnderWay::Question(answers) = std::mem::replace(&mut self.under_way, UnderWay::Nothing)
        else {
            return Ok(());
        };
        match guided.map_err(failure)? {
            Ok(Guide::Ask(question)) => {
                let choices = Choices::question(question, answers, &self.names());
                self.chooser.offer(choices);
            }
            Ok(Guide::Done(command)) => self.submit(command, None),
            Err(rejection) => {
                self.chooser.typed = None;
                if answers.is_empty() {
                    // There are no questions: the list has to do.
                    self.guided = false;
                } else if self.chooser.choices.prompt.is_none() {
                    // What others did meanwhile has made the answers worthless.
                    self.ask_question(Vec::new());
                }
                self.refuse(&rejection);
            }
        }
        Ok(())
    }

    /// There is no other match.
    pub fn no_other(&mut self, error: &Error) {
        self.under_way = UnderWay::Nothing;
        self.chooser.alert(printable(&error.to_string()));
    }

    /// Shows why not.
    fn refuse(&mut self, rejection: &Rejection) {
        let why = rejection.message().render(&self.names());
        self.chooser.alert(printable(&why));
    }

    fn hear_status(&mut self) {
        let Some(status) = self.seen.status.clone() else {
            return;
        };
        let before = Before {
            room: &self.room,
            status: self.status.as_ref(),
            me: &self.place.me,
            answers: "y or n",
            resumes: RESUMES,
        };
        for line in changes(&before, &status) {
            self.tell(None, printable(&line));
        }
        if self.room.next.is_none() && status.room.next.is_some() {
            self.tell(None, "There is another match.".into());
        }
        self.room = status.room.clone();
        self.status = Some(status);
    }

    /// Hears what was said while nobody listened.
    fn hear_chat(&mut self) {
        let lines = std::mem::take(&mut self.seen.chat);
        let last = lines
            .iter()
            .rposition(|line| Some(line) == self.said.as_ref());
        let news = last.map_or(0, |last| last + 1);
        for line in lines.into_iter().skip(news) {
            self.hear_line(line);
        }
    }

    fn hear_line(&mut self, line: ChatLine) {
        let said = format!("{} says: {}", speaker(&line), line.text);
        self.tell(None, printable(&said));
        self.said = Some(line);
    }

    /// The names of the players.
    pub(super) fn names(&self) -> Vec<String> {
        match self.seen.views.values().next() {
            Some(view) => text::names(view),
            None => self.room.seats.iter().map(|player| player.name()).collect(),
        }
    }
}
