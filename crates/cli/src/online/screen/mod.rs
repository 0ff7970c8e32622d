//! A match on a server on a screen: draw, wait for a key or for the server, and again.

mod app;
mod draw;
mod gathering;
mod hear;
mod keys;
#[cfg(test)]
mod tests;

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use anyhow::Result;
use parlor_client::{Api, Client, Error, Events};
use parlor_protocol::{Role, Room};
use tokio::sync::mpsc;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

pub use app::Place;
use app::{App, Deed, Seen};
use hear::{Guided, Played};

use super::Ending;
use crate::failure::Failure;
use crate::table::{Palette, text};
use crate::terminal::{self, Input, Screen};

/// So often is time shown to pass.
const TICK: Duration = Duration::from_millis(250);

/// So long is said that the connection has come back.
const NEWS: Duration = Duration::from_secs(5);

/// Something that was sent, and what came of it.
enum Sent {
    Command(Played),
    Guide(Guided),
    Another(Result<Box<Room>, Error>),
}

type Waiting = Pin<Box<dyn Future<Output = Sent>>>;

/// How it ended, in which room, and what stays on the terminal.
pub struct Closing {
    pub ending: Ending,
    pub room: Room,
    pub result: Vec<String>,
}

/// Plays until the user has enough.
pub async fn run(
    api: &Api,
    client: &Client,
    mut events: Events,
    place: Place,
    room: Room,
) -> Result<Closing> {
    let role = place.role;
    let mut screen = Screen::open()?;
    let mut inputs = inputs();
    let mut app = App::new(place, room, Palette::from_environment());
    let mut waiting: Option<Waiting> = None;
    let mut tick = interval(TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut calm = Box::pin(sleep(NEWS));
    loop {
        app.clock = client.clock(&app.room.id);
        screen.terminal.draw(|frame| draw::draw(frame, &mut app))?;
        tokio::select! {
            event = events.next() => {
                let event = event.ok_or_else(|| Failure::failed("the connection has ended"))?;
                let seen = Seen::of(client, &app.room.id);
                let was_back = app.is_back();
                app.hear(event, seen)?;
                if app.is_back() && !was_back {
                    calm.as_mut().reset(Instant::now() + NEWS);
                }
            }
            input = inputs.recv() => match input {
                Some(Ok(Input::Key(key))) => {
                    if app.key(key) {
                        break;
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error),
                None => break,
            },
            sent = wait(&mut waiting) => {
                waiting = None;
                match sent {
                    Sent::Command(played) => app.played(played)?,
                    Sent::Guide(guided) => app.guided(guided)?,
                    Sent::Another(Ok(room)) => {
                        client.unsubscribe(&app.room.id);
                        client.subscribe_by_code(&room.id, role, room.code.as_deref());
                        app = app.in_room(*room);
                    }
                    Sent::Another(Err(error)) => app.no_other(&error),
                }
            }
            _ = tick.tick(), if app.ticks() => {}
            () = &mut calm, if app.is_back() => app.calm(),
        }
        for deed in std::mem::take(&mut app.deeds) {
            if let Some(sent) = send(api, client, &app, deed) {
                waiting = Some(sent);
            }
        }
    }
    drop(screen);
    let outcome = app.outcome();
    let result = outcome.map(|(outcome, names)| text::result(outcome, &names));
    Ok(Closing {
        ending: match result {
            Some(_) => Ending::Over,
            None => Ending::Left,
        },
        room: app.room,
        result: result.unwrap_or_default(),
    })
}

/// Does something on the server; what is to be waited for comes back. Only a question can still be waited for when the next
/// is sent: it is one about an earlier version, then, and nobody wants to know any more.
fn send(api: &Api, client: &Client, app: &App, deed: Deed) -> Option<Waiting> {
    let id = app.room.id.clone();
    Some(match deed {
        Deed::Ask(seat, ask) => {
            client.ask(&id, Some(seat), ask);
            return None;
        }
        Deed::Chat(line) => {
            client.chat(&id, &line);
            return None;
        }
        Deed::Submit(seat, command) => {
            let sent = client.submit(&id, Some(seat), command);
            Box::pin(async move { Sent::Command(sent.await) })
        }
        Deed::Guide(seat, answers) => {
            let client = client.clone();
            Box::pin(async move { Sent::Guide(client.guide(&id, Some(seat), answers).await) })
        }
        Deed::Another => {
            let api = api.clone();
            let looks_on = app.place.role == Some(Role::Spectator);
            let next = app.room.next.clone().filter(|_| looks_on);
            Box::pin(async move {
                let room = match next {
                    Some(next) => api.room(&next).await,
                    None => api.rematch(&id).await,
                };
                let room = match room {
                    // Nothing is chosen here between two games, so nobody has to wait for it.
                    Ok(room) if !looks_on && waits(&room) => api.ready(&room.id).await.or(Ok(room)),
                    room => room,
                };
                Sent::Another(room.map(Box::new))
            })
        }
    })
}

/// Whether a room waits for the players of the next game of a series.
fn waits(room: &Room) -> bool {
    let series = room.series.as_ref();
    series.is_some_and(|series| !series.waits_for.is_empty())
}

async fn wait(waiting: &mut Option<Waiting>) -> Sent {
    match waiting {
        Some(waiting) => waiting.await,
        None => std::future::pending().await,
    }
}

/// What somebody does at the terminal, waited for on a thread of its own that ends when nobody listens.
fn inputs() -> mpsc::Receiver<Result<Input>> {
    let (send, inputs) = mpsc::channel(64);
    std::thread::spawn(move || {
        while !send.is_closed() {
            let input = match terminal::wait(Some(TICK)) {
                Ok(Input::Nothing) => continue,
                input => input,
            };
            let failed = input.is_err();
            if send.blocking_send(input).is_err() || failed {
                return;
            }
        }
    });
    inputs
}
