//! A match on a server in lines of text: what is heard is told, and what is typed is sent.

mod shown;

use std::future::Future;
use std::io::Write;
use std::pin::Pin;
use std::sync::Arc;

use anyhow::Result;
use parlor_client::{Answer, Api, Client, Error, Event, Events};
use parlor_core::{Guide, Rejection, Seat, View, Viewer};
use parlor_protocol::{Account, Room, RoomStatus, Status};
use serde_json::Value;
use tokio::sync::mpsc;

use super::asking::{Asking, Meant};
use super::words::{self, HELP, Word, speaker};
use super::{Ending, failure};
use crate::failure::{Failure, printable};
use crate::series::Standing;
use crate::table::text;

/// How many commands are listed unasked.
const LISTED: usize = 20;

/// Something that was sent, and what comes of it.
enum Sent {
    Command(String, Result<Answer, Error>),
    Guide(
        Seat,
        Vec<parlor_core::Answer>,
        Result<Result<Guide<Value>, Rejection>, Error>,
    ),
}

type Waiting = Pin<Box<dyn Future<Output = Sent>>>;

/// A match on a server, as it is told and asked here.
pub struct Table {
    api: Api,
    client: Client,
    id: String,
    me: Account,
    /// Whether there are secrets: several people at one device take turns to look then.
    hidden: bool,
    /// Whether to repeat what is typed, where no terminal shows it.
    echo: bool,
    viewer: Option<Viewer>,
    /// What the viewer has heard, by version.
    heard: u64,
    status: Option<Status>,
    /// The room as it was told last.
    room: Room,
    /// Whether the end has been shown.
    shown_over: bool,
    asking: Option<Asking>,
    /// The version at which somebody was asked the last time.
    asked_at: Option<(Seat, u64)>,
    /// Somebody must press Enter before this seat's secrets are shown.
    curtain: Option<Seat>,
    waiting: Option<Waiting>,
    /// Whether something was asked for that nothing has come of yet.
    expecting: bool,
    /// Whether the cursor stands behind a prompt.
    prompted: bool,
    input_ended: bool,
}

impl Table {
    pub fn new(
        api: Api,
        client: Client,
        room: Room,
        me: Account,
        hidden: bool,
        echo: bool,
    ) -> Table {
        Table {
            id: room.id.clone(),
            api,
            client,
            me,
            hidden,
            echo,
            viewer: None,
            heard: 0,
            status: None,
            room,
            shown_over: false,
            asking: None,
            asked_at: None,
            curtain: None,
            waiting: None,
            expecting: false,
            prompted: false,
            input_ended: false,
        }
    }

    /// Plays to the end of the match or of the input.
    pub async fn run(
        mut self,
        mut events: Events,
        mut lines: mpsc::Receiver<String>,
        out: &mut dyn Write,
    ) -> Result<Ending> {
        // In a pipe, a line that is no word waits until something is asked.
        let mut held: Option<String> = None;
        loop {
            self.prompt(out)?;
            if let Some(line) = held.take_if(|line| self.takes(line)) {
                if self.typed(line, out)? {
                    return self.leave().await;
                }
                continue;
            }
            let done = self.input_ended && held.is_none() && !self.expecting;
            if done && self.asking.is_some() {
                writeln!(out)?;
                return self.leave().await;
            }
            let reads = held.is_none() && !self.input_ended;
            tokio::select! {
                event = events.next() => match event {
                    Some(event) => {
                        if self.hear(event, out)? && self.is_over(out).await? {
                            return Ok(Ending::Over);
                        }
                    }
                    None => return Err(Failure::failed("the connection has ended").into()),
                },
                line = lines.recv(), if reads => match line {
                    Some(line) => held = Some(line),
                    None => self.input_ended = true,
                },
                sent = wait(&mut self.waiting) => {
                    self.waiting = None;
                    if self.answered(sent, out)? && self.is_over(out).await? {
                        return Ok(Ending::Over);
                    }
                }
            }
        }
    }

    /// Whether nothing comes after a match that is over. The next game of a series does, and it is gone to.
    async fn is_over(&mut self, out: &mut dyn Write) -> Result<bool> {
        let Some(room) = self.client.status(&self.id).map(|status| status.room) else {
            return Ok(true);
        };
        let Some(series) = &room.series else {
            return Ok(true);
        };
        // How the series stands is told a moment after how the game has ended.
        if room.status != RoomStatus::Over {
            return Ok(false);
        }
        let names: Vec<String> = room.seats.iter().map(|player| player.name()).collect();
        let line = Standing::shown(series).line(&names);
        self.say(out, &printable(&line))?;
        let Some(next) = room.next.filter(|_| series.outcome.is_none()) else {
            return Ok(true);
        };
        let plays = !self
            .client
            .viewers(&self.id)
            .iter()
            .all(|viewer| viewer.seat().is_none());
        self.client.unsubscribe(&self.id);
        self.client
            .subscribe_by_code(&next, None, room.code.as_deref());
        if plays {
            // Nothing is chosen here between two games, so nobody has to wait for it.
            let ready = self.api.ready(&next).await;
            if let Err(error) = ready
                && error
                    .problem()
                    .is_none_or(|problem| problem.code != "begun")
            {
                return Err(failure(error));
            }
        }
        self.id = next;
        self.viewer = None;
        (self.heard, self.shown_over) = (0, false);
        (self.status, self.asking, self.asked_at, self.curtain) = (None, None, None, None);
        Ok(false)
    }

    /// Leaves, when all that was said is on its way.
    async fn leave(&self) -> Result<Ending> {
        super::send_all(&self.client).await;
        Ok(Ending::Left)
    }

    /// Whether a line can be taken now.
    fn takes(&self, line: &str) -> bool {
        let asked = self.asking.is_some() || self.curtain.is_some();
        asked && self.waiting.is_none() || line.starts_with(':') || !self.echo
    }

    /// Does what a line says; true if it says to leave.
    fn typed(&mut self, line: String, out: &mut dyn Write) -> Result<bool> {
        let line = printable(&line);
        if self.echo {
            writeln!(out, "{line}")?;
        }
        self.prompted = false;
        if let Some(seat) = self.curtain.take() {
            self.viewer = Some(Viewer::Seat(seat));
            self.refresh(out)?;
            return Ok(false);
        }
        let names = self.names();
        let is_written =
            (self.asking.as_ref()).is_some_and(|asking| asking.is_written(&line, &names));
        if line.is_empty() {
            return Ok(false);
        }
        match words::read(&line).filter(|_| !is_written) {
            Some(word) => self.obey(word, out),
            None => {
                self.play(&line, &names, out)?;
                Ok(false)
            }
        }
    }

    fn obey(&mut self, word: Word, out: &mut dyn Write) -> Result<bool> {
        let seat = self.viewer.and_then(Viewer::seat);
        match word {
            Word::Quit => return Ok(true),
            Word::Help => writeln!(out, "{HELP}")?,
            Word::Ask(ask) => {
                self.expecting = true;
                self.client.ask(&self.id, seat, ask);
            }
            Word::Chat(text) => self.client.chat(&self.id, &text),
            Word::List(with) => self.list(&with, usize::MAX, out)?,
            Word::Clock => match self.clocks() {
                Some(clocks) => writeln!(out, "{clocks}")?,
                None => writeln!(out, "There are no clocks.")?,
            },
            Word::Unknown(word) => writeln!(out, "No: ':{word}' is not known; ':help' helps.")?,
        }
        Ok(false)
    }

    fn play(&mut self, line: &str, names: &[String], out: &mut dyn Write) -> Result<()> {
        let Some(asking) = self.asking.take_if(|_| self.waiting.is_none()) else {
            writeln!(out, "It is not your turn; ':help' says what can be typed.")?;
            return Ok(());
        };
        match asking.read(line, names) {
            Meant::Command(command) => self.submit(asking.seat, command, line),
            Meant::Answers(answers) => self.guide(asking.seat, answers),
            Meant::Nothing => {
                writeln!(out, "No: choose one of these, by its number or its name.")?;
                self.asking = Some(asking);
            }
        }
        Ok(())
    }

    fn submit(&mut self, seat: Seat, command: Value, line: &str) {
        let sent = self.client.submit(&self.id, Some(seat), command);
        let line = line.to_string();
        self.waiting = Some(Box::pin(async move { Sent::Command(line, sent.await) }));
    }

    fn guide(&mut self, seat: Seat, answers: Vec<parlor_core::Answer>) {
        let (client, id) = (self.client.clone(), self.id.clone());
        self.waiting = Some(Box::pin(async move {
            let guide = client.guide(&id, Some(seat), answers.clone()).await;
            Sent::Guide(seat, answers, guide)
        }));
    }

    /// What came of something that was sent; true once the match is over.
    fn answered(&mut self, sent: Sent, out: &mut dyn Write) -> Result<bool> {
        let refused = match sent {
            Sent::Command(_, Err(error)) | Sent::Guide(_, _, Err(error)) => {
                return Err(failure(error));
            }
            // What it led to may have been heard already.
            Sent::Command(_, Ok(Answer::Accepted { .. })) => return self.refresh(out),
            Sent::Command(line, Ok(Answer::Rejected(rejection))) => match rejection.code() {
                "malformed" => {
                    let line: String = line.chars().take(40).collect();
                    format!("'{line}' is not a legal command; type 'list' to see them")
                }
                _ => rejection.message().render(&self.names()),
            },
            Sent::Command(_, Ok(Answer::Refused(problem))) => problem.to_string(),
            Sent::Guide(seat, answers, Ok(Ok(Guide::Ask(question)))) => {
                self.asking = Some(Asking {
                    seat,
                    actions: Vec::new(),
                    question: Some((question, answers)),
                });
                self.list("", LISTED, out)?;
                return Ok(false);
            }
            Sent::Guide(seat, _, Ok(Ok(Guide::Done(command)))) => {
                self.submit(seat, command, "");
                return Ok(false);
            }
            Sent::Guide(_, _, Ok(Err(rejection))) => rejection.message().render(&self.names()),
        };
        self.say(out, &format!("No: {}.", printable(&refused)))?;
        // The same is asked again, unless something has happened meanwhile.
        match self.asked_at {
            Some((seat, version)) if self.client.version(&self.id) == Some(version) => {
                self.ask(seat, false, out)?;
                Ok(false)
            }
            _ => self.refresh(out),
        }
    }

    /// Hears an event; true once the match is over.
    fn hear(&mut self, event: Event, out: &mut dyn Write) -> Result<bool> {
        if event.of_match().is_some_and(|id| id != self.id) {
            return Ok(false);
        }
        let settles = !matches!(
            event,
            Event::Chat { .. } | Event::Lost { .. } | Event::Back { .. }
        );
        self.expecting &= !settles;
        match event {
            Event::Lost { why, .. } => {
                self.say(
                    out,
                    &format!("Connection lost ({}); trying again.", printable(&why)),
                )?;
            }
            Event::Back { again: true, .. } => self.say(out, "Connected again.")?,
            Event::Table { version, .. } => {
                self.news(out)?;
                self.heard = version;
                return self.refresh(out);
            }
            Event::Update {
                viewer,
                version,
                told,
                ..
            } => {
                self.heard = self.heard.max(version);
                if self.viewer.is_none_or(|own| own == viewer) {
                    let names = self.names();
                    let told = told.iter().map(|told| told.message.render(&names));
                    for line in told.filter(|line| !line.is_empty()) {
                        self.say(out, &format!("- {}", printable(&line)))?;
                    }
                }
                return self.refresh(out);
            }
            Event::Status { .. } => {
                self.news(out)?;
                return self.refresh(out);
            }
            Event::Chat { line, .. } => {
                let said = format!("{}: {}", speaker(&line), line.text);
                self.say(out, &printable(&said))?;
            }
            Event::Rejected {
                key: None,
                rejection,
                ..
            } => {
                let why = rejection.message().render(&self.names());
                self.say(out, &format!("No: {}.", printable(&why)))?;
            }
            Event::Refused { problem, .. } => {
                if self.viewer.is_none() && problem.retry_after_ms.is_none() {
                    return Err(failure(Error::Problem { status: 0, problem }));
                }
                self.say(out, &format!("No: {}.", printable(&problem.to_string())))?;
            }
            Event::Ended { why } => {
                return Err(failure(Error::Problem {
                    status: 0,
                    problem: why,
                }));
            }
            Event::Missed { .. } => {
                self.heard = self.client.version(&self.id).unwrap_or(0);
                return self.refresh(out);
            }
            _ => {}
        }
        Ok(false)
    }

    /// The match has begun, or we have come into it.
    fn begin(&mut self, out: &mut dyn Write) -> Result<()> {
        let viewers = self.client.viewers(&self.id);
        if self.hidden && viewers.len() > 1 {
            // Nobody looks before the right one does.
            self.viewer = Some(Viewer::Spectator);
        } else {
            self.viewer = viewers.first().copied();
        }
        if self.viewer.is_some() {
            let names = self.names().join(", ");
            self.say(
                out,
                &printable(&format!("{}: {names}", self.room.game_name)),
            )?;
            self.say(out, "Type ':help' for help.")?;
        }
        Ok(())
    }

    /// Looks anew; true once the match is over.
    fn refresh(&mut self, out: &mut dyn Write) -> Result<bool> {
        // The client may know more than we have been told: what is still to come is told before the table is shown.
        if self.client.version(&self.id) != Some(self.heard) {
            return Ok(false);
        }
        if self.viewer.is_none() {
            self.begin(out)?;
        }
        let seats: Vec<Seat> = self
            .client
            .viewers(&self.id)
            .into_iter()
            .filter_map(Viewer::seat)
            .collect();
        let Some(any) = self.any_view() else {
            return Ok(false);
        };
        if any.outcome.is_some() {
            self.asking = None;
            if !std::mem::replace(&mut self.shown_over, true) {
                let shown = self.own_view().unwrap_or(any);
                self.show(&shown, out)?;
            }
            return Ok(true);
        }
        let Some(seat) = seats
            .iter()
            .copied()
            .find(|seat| any.to_act.contains(*seat))
        else {
            self.asking = None;
            if seats.is_empty() && self.asked_at.is_none_or(|(_, at)| at < self.heard) {
                self.asked_at = Some((Seat(0), self.heard));
                self.show(&any, out)?;
            }
            return Ok(false);
        };
        let viewer = Viewer::Seat(seat);
        if self.viewer != Some(viewer) && seats.len() > 1 {
            if self.hidden {
                if self.curtain != Some(seat) {
                    // What the last player saw scrolls away before the next one is called.
                    write!(out, "{}", "\n".repeat(40))?;
                    self.curtain = Some(seat);
                    self.prompted = false;
                }
                return Ok(false);
            }
            self.viewer = Some(viewer);
        }
        let version = self.client.version(&self.id).unwrap_or(0);
        if self.waiting.is_none() && self.asked_at != Some((seat, version)) {
            self.asked_at = Some((seat, version));
            self.ask(seat, true, out)?;
        } else if self.waiting.is_some() {
            // The answer may come after what it has led to.
            self.asking = None;
        }
        Ok(false)
    }

    /// Asks a seat what to play, and shows the table before that if it has changed.
    fn ask(&mut self, seat: Seat, show: bool, out: &mut dyn Write) -> Result<()> {
        let Some(view) = self.client.view(&self.id, Viewer::Seat(seat)) else {
            return Ok(());
        };
        if show {
            self.show(&view, out)?;
        }
        if view.actions.is_empty() {
            self.asking = None;
            self.guide(seat, Vec::new());
            return Ok(());
        }
        self.asking = Some(Asking {
            seat,
            actions: view.actions.clone(),
            question: None,
        });
        match show {
            true => self.list("", LISTED, out),
            false => Ok(()),
        }
    }

    /// The names of the players.
    fn names(&self) -> Vec<String> {
        match self.any_view() {
            Some(view) => text::names(&view),
            None => self.room.seats.iter().map(|player| player.name()).collect(),
        }
    }

    fn own_view(&self) -> Option<Arc<View>> {
        self.client.view(&self.id, self.viewer?)
    }

    /// A view of anybody here, for what everybody may know.
    fn any_view(&self) -> Option<Arc<View>> {
        let viewer = self.client.viewers(&self.id).first().copied()?;
        self.client.view(&self.id, viewer)
    }
}

async fn wait(waiting: &mut Option<Waiting>) -> Sent {
    match waiting {
        Some(waiting) => waiting.await,
        None => std::future::pending().await,
    }
}
