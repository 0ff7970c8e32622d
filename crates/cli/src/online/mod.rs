//! Playing on a server from this terminal.

mod asking;
mod room;
mod sessions;
mod table;
mod words;

use std::io::{self, IsTerminal, Write};

use anyhow::{Context, Result};
use clap::Args;
use parlor_client::{Api, Client};
use parlor_protocol::{Role, RoomStatus};

use crate::failure::Failure;
use crate::lines::{Line, read_line};
use room::Wish;

/// The longest line that somebody may type, in bytes.
const LONGEST_LINE: usize = 4096;

/// How to play on a server.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Online")]
pub struct OnlineArgs {
    /// Plays on this server instead of here
    #[arg(long, value_name = "URL", conflicts_with_all = ["file", "names", "plain"])]
    pub server: Option<String>,
    /// What the others call you [default: as the last time, or your user's name]
    #[arg(long, requires = "server")]
    pub name: Option<String>,
    /// Joins a room by its code or link instead of making one
    #[arg(long, value_name = "CODE", requires = "server", conflicts_with_all = ["options", "seats", "seed", "resume"])]
    pub join: Option<String>,
    /// Looks on instead of taking a seat
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
    /// A seed, where the server allows it.
    pub seed: Option<String>,
    /// Goes on with a match.
    pub resume: bool,
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
    let session = sessions::session(&api, args.name.as_deref()).await?;
    let api = api.with_token(&session.token);
    let wish = Wish::new(&args, told)?;
    let room = room::enter(&api, &wish, &session.account).await?;
    let game = api.game(&room.game).await.map_err(failure)?;
    let server = api.address().to_string();
    writeln!(
        out,
        "{} on {server}, as {}",
        room.game_name, session.account.name
    )?;
    if room.status == RoomStatus::Gathering {
        room::invite(&room, &server, &mut out)?;
    }
    let role = args.spectate.then_some(Role::Spectator);
    let (client, events) = Client::connect(api.address().clone(), &session.token);
    client.subscribe(&room.id, role);
    let echo = !io::stdin().is_terminal();
    let table = table::Table::new(
        client,
        room.clone(),
        session.account,
        game.info.hidden,
        echo,
    );
    let ending = table.run(events, lines(), &mut out).await?;
    if ending == table::Ending::Left {
        if room::is_gathering(&api, &room.id).await {
            // Nobody is to wait for somebody who has gone.
            let _ = api.leave(&room.id).await;
            writeln!(out, "You have left the room.")?;
        } else {
            let game = &room.game;
            writeln!(out, "The match goes on without you.")?;
            writeln!(
                out,
                "Go on with: parlor play {game} --server {server} --resume"
            )?;
        }
    }
    Ok(())
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
