//! `parlor dev`: a table in the browser for whoever writes a game, with rules that change while it is played.

mod address;
mod bots;
mod follow;
mod guest;
mod watch;

use std::io::{self, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use parlor_core::Registry;
use parlor_protocol::{NewRoom, Visibility};
use parlor_server::{Config, Server};
use parlor_store::Memory;
use tokio::net::TcpListener;

use super::serve;
use crate::brings;
use crate::failure::{Failure, printable};
use crate::rulesets;
use crate::setup::{self, OptionArgs};
use bots::Bots;
use follow::Follower;
use guest::Guest;

/// The port unless somebody says otherwise; if it is taken, any that is free.
const PORT: u16 = 7777;

/// Opens a table in the browser and reloads rulesets whenever they are saved
///
/// Nothing is kept: when it ends, all matches are gone.
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  parlor dev                                   all games that come with Parlor
  parlor dev my.cardgame.json                  a match of it, in which each save of the file shows at once
  parlor dev rulesets/                         all .cardgame.json files of a folder
  parlor dev go-fish --seats 4                 a game by its id, you against three bots
  parlor dev my.cardgame.json --bots easy,hard two bots of these levels at the last seats
  parlor dev hex --bots 0 --lan                others join with their phones: scan the QR code
  parlor dev my.cardgame.json --seed 7         the same cards again and again

When a ruleset is saved, it is checked, and tried out for half a second: what fails in play is shown with its line. If it
cannot be played, all problems are shown, and the last rules that were fine stay. Otherwise the matches that are on are
played again by the new rules with the same chance; where a command no longer fits, the match goes on by the rules as they
were, and says so.

Ctrl-C ends it.

Exit codes: 0 it was ended, 1 it could not begin, 2 the command line was not understood.")]
pub struct Dev {
    /// A .cardgame.json file, a folder of them, or the id of a game [default: the games that come with Parlor]
    #[arg(value_name = "FILE|DIR|GAME")]
    what: Option<String>,
    /// How many seats [default: as few as the game takes]
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// How many bots, or which ones, at the last seats; one alone takes all seats but the first; seats without a bot are
    /// open for others [default: medium]
    #[arg(long, value_name = "N|BOT[,BOT…]")]
    bots: Option<Bots>,
    #[command(flatten)]
    options: OptionArgs,
    /// A number, for a match that can be repeated, or 64 hexadecimal digits [default: secret]
    #[arg(long)]
    seed: Option<String>,
    /// Lets in other devices of the network, and shows a QR code for them
    #[arg(long)]
    lan: bool,
    /// The port to listen on [default: 7777, or any that is free]
    #[arg(long)]
    port: Option<u16>,
    /// Opens no browser
    #[arg(long)]
    no_open: bool,
}

/// What is to be played and watched.
#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    /// Whatever somebody chooses in the browser.
    Anything,
    /// The rulesets of a folder.
    Folder(PathBuf),
    /// A ruleset.
    File(PathBuf),
    /// A game that comes with Parlor.
    Game(String),
}

impl What {
    fn of(games: &Registry, text: Option<&str>) -> Result<What> {
        let Some(text) = text else {
            return Ok(What::Anything);
        };
        let path = PathBuf::from(text);
        if path.is_dir() {
            return Ok(What::Folder(path));
        }
        if rulesets::is_file(games, text) {
            rulesets::read(text)?;
            return Ok(What::File(path));
        }
        setup::find_game(games, text)?;
        Ok(What::Game(text.into()))
    }
}

impl Dev {
    /// Serves and watches until it is told to stop.
    pub fn run(self, games: &Registry) -> Result<()> {
        let what = What::of(games, self.what.as_deref())?;
        setup::seed(self.seed.as_deref())?;
        if let What::Game(id) = &what {
            self.wish(games, id)?;
        }
        let config = self.settings()?;
        serve::start_log(&config);
        serve::runtime(&config)?.block_on(self.serve(games, what, config))
    }

    fn settings(&self) -> Result<Config> {
        let flags = [
            "store.url=memory",
            "server.allow_seeds=true",
            "server.allow_uploads=true",
            "server.author_tools=true",
            "server.shutdown_seconds=2",
            // A match that nobody looks at now is looked at again after the next save.
            "limits.match_idle_seconds=86400",
            "limits.rooms_per_account=1000",
            "limits.rooms_per_minute=100000",
            "limits.guests_per_minute=1000",
            "log.level=warn",
        ];
        serve::settings(None, &flags.map(String::from))
    }

    async fn serve(self, games: &Registry, what: What, mut config: Config) -> Result<()> {
        let listener = self.listen().await?;
        let port = listener.local_addr()?.port();
        let here = format!("http://{}", SocketAddr::from(([127, 0, 0, 1], port)));
        let shown = match self.lan {
            true => format!(
                "http://{}",
                SocketAddr::new(address::of_this_machine()?, port)
            ),
            false => here.clone(),
        };
        config.server.public_url = Some(shown.clone());
        let all = serve::all_games(games, &[])?;
        let server = Server::begin(config, all, Arc::new(Memory::new()));
        let server = server.await.map_err(Failure::failed)?;
        let guest = Guest::new(server.app()).await?;
        line(format!("serving on {shown}"));
        let mut follower = Follower::new(games, &what, server.handle())?;
        follower.look().await;
        let table = Table {
            dev: &self,
            guest: &guest,
            here: &here,
        };
        let opened = match &what {
            What::Game(id) => table.open(games, id).await?,
            What::File(_) => match follower.game() {
                Some(id) => table.open(&follower.games, &id).await?,
                None => {
                    line("it is opened as soon as it can be played");
                    false
                }
            },
            What::Anything | What::Folder(_) => {
                table.invite(&shown);
                table.show("/");
                true
            }
        };
        let following = async {
            let mut opened = opened;
            loop {
                follower.next().await;
                if let (false, Some(id)) = (opened, follower.game()) {
                    match table.open(&follower.games, &id).await {
                        Ok(done) => opened = done,
                        Err(error) => line(format!("error: {error:#}")),
                    }
                }
            }
        };
        tokio::select! {
            done = server.run(listener, serve::told_to_stop()) => done?,
            () = following => {}
        }
        Ok(())
    }

    async fn listen(&self) -> Result<TcpListener> {
        let ip = match self.lan {
            true => IpAddr::from([0, 0, 0, 0]),
            false => IpAddr::from([127, 0, 0, 1]),
        };
        let port = self.port.unwrap_or(PORT);
        let listener = match TcpListener::bind((ip, port)).await {
            Err(_) if self.port.is_none() => TcpListener::bind((ip, 0)).await,
            bound => bound,
        };
        listener.map_err(|error| {
            Failure::failed(format!("cannot listen on port {port}: {error}"))
                .hint("omit --port to take any that is free")
                .into()
        })
    }

    /// The room that the command line asks for.
    fn wish(&self, games: &Registry, id: &str) -> Result<NewRoom> {
        let game = setup::find_game(games, id)?;
        let info = game.info();
        let seats = self.seats.unwrap_or(info.min_seats.into());
        let setup = self.options.set_up(&*game, seats)?;
        let bots = self.bots.clone().unwrap_or_default();
        Ok(NewRoom {
            seats: bots.seats(seats)?,
            options: setup.option_values().clone(),
            brings: brings::wishes(&self.options.brings)?,
            seed: self.seed.clone(),
            visibility: Visibility::Public,
            late_join: true,
            ..NewRoom::of(id)
        })
    }
}

/// What a browser is shown.
struct Table<'a> {
    dev: &'a Dev,
    guest: &'a Guest,
    /// Where the server is found on this machine.
    here: &'a str,
}

impl Table<'_> {
    /// Makes a room for a game, and opens it in the browser.
    async fn open(&self, games: &Registry, id: &str) -> Result<bool> {
        let wish = self.dev.wish(games, id)?;
        let room = self.guest.make_room(&wish).await?;
        if let Some(link) = &room.link {
            line(format!("others join at {link}"));
            self.invite(link);
        }
        self.show(&format!("/match/{}", room.id));
        Ok(true)
    }

    /// Shows the way in to whoever has a phone at hand.
    fn invite(&self, link: &str) {
        if self.dev.lan {
            print!("{}", crate::qr::qr(link));
        }
    }

    /// Opens a page in the browser, known there by a token. A fragment never reaches a server, nor its log.
    fn show(&self, path: &str) {
        let url = format!("{}{path}#token={}", self.here, self.guest.token);
        line(format!("your table: {url}"));
        if !self.dev.no_open && !crate::browser::open(&url) {
            line("no browser could be opened: open this address yourself");
        }
    }
}

/// Says what happens, in one line.
fn line(text: impl AsRef<str>) {
    let mut out = io::stdout().lock();
    // Where nobody reads, there is nobody to tell.
    let _ = writeln!(out, "{}", printable(text.as_ref()));
    let _ = out.flush();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_meant_is_a_folder_a_file_or_a_game() {
        let games = rulesets::registry();
        let what = |text| What::of(&games, text);
        assert_eq!(what(None).unwrap(), What::Anything);
        assert_eq!(what(Some("hex")).unwrap(), What::Game("hex".into()));
        let folder = what(Some("src")).unwrap();
        assert_eq!(folder, What::Folder("src".into()));
        assert!(what(Some("nowhere.cardgame.json")).is_err());
        assert!(what(Some("chess")).is_err());
    }
}
