//! Playing on a server from this terminal.

mod asking;
mod news;
mod room;
mod screen;
mod sessions;
mod table;
mod words;

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use parlor_client::{Api, Client};
use parlor_core::SeriesLength;
use parlor_protocol::{Role, RoomStatus};

use crate::failure::{Failure, printable};
use crate::lines::{Line, read_line};
use room::Wish;

/// The longest line that somebody may type, in bytes.
const LONGEST_LINE: usize = 4096;

/// How long leaving may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// How to play on a server.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Online")]
pub struct OnlineArgs {
    /// Plays on this server instead of here
    #[arg(long, value_name = "URL", conflicts_with_all = ["file", "names"])]
    pub server: Option<String>,
    /// What the others call you [default: as the last time, or your user's name]
    #[arg(long, requires = "server")]
    pub name: Option<String>,
    /// Joins a room by its code or link instead of making one
    #[arg(long, value_name = "CODE", requires = "server", conflicts_with_all = ["options", "seats", "seed", "resume"])]
    pub join: Option<String>,
    /// Watches instead of taking a seat
    #[arg(long, requires = "join")]
    pub spectate: bool,
    /// The clock: 30s for each move, 5m+3s for the match and more with each move, 3d for each move [default: none]
    #[arg(long, requires = "server", conflicts_with = "join")]
    pub clock: Option<String>,
    /// Counts for ratings
    #[arg(long, requires = "server", conflicts_with = "join")]
    pub rated: bool,
    /// Lists the room for everybody to join
    #[arg(long, requires = "server", conflicts_with = "join")]
    pub public: bool,
}

/// What `parlor play` was told besides.
pub struct Told {
    /// The id of the game, unless a room is joined.
    pub game: Option<String>,
    /// Who sits where, in a server's words.
    pub seats: Vec<String>,
    /// The options of the game.
    pub options: Vec<String>,
    /// What somebody brings.
    pub brings: Vec<String>,
    /// A seed, where the server allows it.
    pub seed: Option<String>,
    /// How long the series is to be, if it is to be one.
    pub series: Option<SeriesLength>,
    /// Goes on with a match.
    pub resume: bool,
    /// Lines of text instead of a screen.
    pub plain: bool,
}

/// How it ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Ending {
    /// The match is over.
    Over,
    /// Somebody has left, or the input has ended when something was asked.
    Left,
}

/// Plays on a server.
pub fn run(args: OnlineArgs, told: Told) -> Result<()> {
    let server = args.server.as_deref().unwrap_or_default();
    let api = Api::new(server).map_err(Failure::usage)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start")?;
    let done = runtime.block_on(play(api, args, told));
    // Whoever still reads lines must not keep the program from ending.
    runtime.shutdown_background();
    done
}

async fn play(api: Api, args: OnlineArgs, told: Told) -> Result<()> {
    let mut out = io::stdout();
    let plain = told.plain;
    let session = sessions::session(&api, args.name.as_deref()).await?;
    let api = api.with_token(&session.token);
    let wish = Wish::new(&args, told)?;
    let entropy = parlor_client::entropy();
    let room = room::enter(&api, &wish, &session.account, &entropy.commitment()).await?;
    let game = api.game(&room.game).await.map_err(failure)?.info;
    let server = api.address().to_string();
    let role = args.spectate.then_some(Role::Spectator);
    let (client, events) = Client::connect(api.address().clone(), &session.token);
    let language = crate::speech::language();
    if language != "en" {
        client.speak(
            language,
            api.words(&room.game, language).await.map_err(failure)?,
        );
    }
    client.contribute(&room.id, entropy);
    client.subscribe_by_code(&room.id, role, room.code.as_deref());
    let me = session.account;
    let (ending, room) = match plain {
        true => {
            writeln!(out, "{} on {server}, as {}", room.game_name, me.name)?;
            if room.status == RoomStatus::Gathering {
                room::invite(&room, &server, &mut out)?;
            }
            let echo = !io::stdin().is_terminal();
            let table = table::Table::new(api.clone(), client, room.clone(), me, game.hidden, echo);
            (table.run(events, lines(), &mut out).await?, room)
        }
        false => {
            let server = server.clone();
            let place = screen::Place {
                server,
                game,
                me,
                role,
            };
            let closing = screen::run(&api, &client, events, place, room).await?;
            for line in &closing.result {
                writeln!(out, "{}", printable(line))?;
            }
            send_all(&client).await;
            (closing.ending, closing.room)
        }
    };
    // Whoever looks on can go without a word.
    if ending == Ending::Left && role.is_none() {
        if room::is_gathering(&api, &room.id).await {
            // Nobody is to wait for somebody who has gone.
            let _ = api.leave(&room.id).await;
            writeln!(out, "You have left the room.")?;
        } else {
            let game = &room.game;
            writeln!(out, "The match goes on without you.")?;
            writeln!(
                out,
                "Resume with: parlor play {game} --server {server} --resume"
            )?;
        }
    }
    Ok(())
}

/// Waits until all that was said is on its way; without a connection nobody hears it anyway.
async fn send_all(client: &Client) {
    let _ = tokio::time::timeout(PATIENCE, client.sent()).await;
}

/// The lines that somebody types, read on a thread of their own; closed at their end.
fn lines() -> tokio::sync::mpsc::Receiver<String> {
    let (send, lines) = tokio::sync::mpsc::channel(16);
    std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let line = match read_line(&mut input, LONGEST_LINE) {
                Ok(Line::Text(bytes)) => String::from_utf8_lossy(&bytes).trim().to_string(),
                Ok(Line::TooLong) => "a line that is far too long".into(),
                Ok(Line::End) | Err(_) => return,
            };
            if send.blocking_send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// What a user can do about it.
fn failure(error: parlor_client::Error) -> anyhow::Error {
    let Some(problem) = error.problem() else {
        let failure = Failure::failed(&error);
        return match error {
            parlor_client::Error::Unreachable { .. } => {
                failure.hint("is the server running? 'parlor serve' starts one")
            }
            _ => failure,
        }
        .into();
    };
    let failure = Failure::failed(&problem.text);
    match &problem.hint {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
    .into()
}
