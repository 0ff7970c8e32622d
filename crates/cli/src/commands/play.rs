//! `parlor play`: a game at this terminal, against bots, with others in front of the same screen, or on a server.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Result;
use clap::Args;
use parlor_bots::{Spec, SpecError};
use parlor_core::{Registry, Series, SeriesLength, Setup};

use crate::failure::Failure;
use crate::online::{self, OnlineArgs};
use crate::play::{Session, plain, screen};
use crate::rulesets::{self, Found};
use crate::series::SeriesArgs;
use crate::setup::{self, OptionArgs, Wanted};
use crate::terminal::{Screen, is_interactive};
use crate::{matchfile, saves, trial};

/// Plays a game, against bots, with others at the same screen, or on a server
///
/// Every command is saved at once; 'q' quits, and --resume continues where you left off.
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  parlor play tic-tac-toe                       you against a bot
  parlor play connect-four --level hard         against a strong one
  parlor play liars-dice --seats human,easy,hard
  parlor play hex --seats human,tree:50ms       a bot with so much time for each command
  parlor play tic-tac-toe --seats human,human --names Ann,Bob
  parlor play hex --option size=7 --seed 42     a smaller board, a known seed
  parlor play hex --best-of 3                   a series; another player begins each game
  parlor play hex --resume                      resume the latest unfinished match
  parlor play my.cardgame.json --seats human,bot,bot
  parlor play duel --bring 0:deck=my-deck.json --bring 1:deck=embers
  parlor play hex --server parlor.example       on a server, with whoever gets the code
  parlor play hex --server parlor.example --seats human,open --clock 5m+3s
  parlor play --server parlor.example --join ABCDEF
  parlor play --server parlor.example --join ABCDEF --spectate

Bots see what their seat may see and no more. Levels are easy, medium, hard and expert; a number is how many iterations
a bot searches, and a method can have limits of its own: random, flat:1000, tree:50ms, information:2s:threads=2.
Easy searches 100 iterations and half a second at most, medium 2,000 and 1 s, hard 50,000 and 2 s; expert searches
for 3 s on all cores. With --seed, bots that do not run out of time play the same again.

Without a terminal, or with --plain, it is played in lines of text.
On a server you are a guest; who you are is kept in sessions.json beside your matches, for you alone. If the connection breaks
it comes back by itself, and no command is lost or played twice. There, '?' or :help says how to offer draws, undo, chat and more.
Matches are kept in $PARLOR_HOME/matches, or else in your data folder under parlor/matches.")]
pub struct Play {
    /// The game's id, as 'parlor games' lists it, or a .cardgame.json file
    #[arg(required_unless_present = "join")]
    game: Option<String>,
    /// Who plays each seat; 'open' waits for somebody, on a server [default: you, and bots or whoever comes]
    #[arg(long, value_name = "human|bot|BOT|open", value_delimiter = ',')]
    seats: Vec<SeatWord>,
    /// The strength of bots for which --seats gives none: easy, medium, hard, expert or a number [default: medium]
    #[arg(long, value_name = "LEVEL")]
    level: Option<Spec>,
    /// The players' names, by seat
    #[arg(long, value_delimiter = ',')]
    names: Vec<String>,
    #[command(flatten)]
    options: OptionArgs,
    /// A number, for a match that can be repeated, or 64 hexadecimal digits [default: secret]
    #[arg(long)]
    seed: Option<String>,
    /// The file to save the match in
    #[arg(long, value_name = "PATH")]
    file: Option<PathBuf>,
    /// Resumes --file, or the latest unfinished match of this game
    #[arg(long, conflicts_with_all = ["seed", "names", "options", "brings"])]
    resume: bool,
    /// Lines of text instead of a screen
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    series: SeriesArgs,
    #[command(flatten)]
    online: OnlineArgs,
}

/// Who is to play a seat, here or on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SeatWord {
    /// Whoever comes.
    Open,
    /// Somebody who is known already.
    Wanted(Wanted),
}

impl FromStr for SeatWord {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<SeatWord, SpecError> {
        match text.trim() {
            "open" => Ok(SeatWord::Open),
            text => text.parse().map(SeatWord::Wanted),
        }
    }
}

impl Play {
    /// Plays.
    pub fn run(self, games: &Registry) -> Result<()> {
        if self.online.server.is_some() {
            return self.go_online();
        }
        let plain = self.plain || !is_interactive();
        let called = self.game.clone().unwrap_or_default();
        let found = rulesets::find(games, &called)?;
        let seats = self.here()?;
        let session = match self.resume {
            true => self.resume(&found, &found.beside(games), &seats)?,
            false => self.begin(&found, &seats)?,
        };
        let session = session.called(&called);
        match plain {
            true => {
                let mut session = session;
                let echo = !io::stdin().is_terminal();
                let (mut input, mut out) = (io::stdin().lock(), io::stdout().lock());
                plain::run(&mut session, &mut input, &mut out, echo)
            }
            false => {
                let mut terminal = Screen::open()?;
                let session = screen::run(&mut terminal, session)?;
                drop(terminal);
                farewell(&session)
            }
        }
    }

    /// Who plays, where nobody comes in from elsewhere.
    fn here(&self) -> Result<Vec<Wanted>> {
        let here = self.seats.iter().map(|seat| match seat {
            SeatWord::Wanted(wanted) => Ok(wanted.clone()),
            SeatWord::Open => Err(Failure::usage("nobody comes to an open seat here")
                .hint("say on which server with --server URL")
                .into()),
        });
        here.collect()
    }

    fn go_online(self) -> Result<()> {
        let level = self.level.unwrap_or(setup::usual_level());
        let word = |seat: &SeatWord| match seat {
            SeatWord::Open => "open".into(),
            SeatWord::Wanted(Wanted::Human) => "me".into(),
            SeatWord::Wanted(Wanted::Bot) => level.to_string(),
            SeatWord::Wanted(Wanted::Named(spec)) => spec.to_string(),
        };
        let told = online::Told {
            game: self.game,
            seats: self.seats.iter().map(word).collect(),
            options: self.options.options,
            brings: self.options.brings,
            seed: self.seed,
            series: self.series.length()?,
            resume: self.resume,
            plain: self.plain || !is_interactive(),
        };
        online::run(self.online, told)
    }

    fn begin(self, found: &Found, seats: &[Wanted]) -> Result<Session> {
        let info = found.game.info();
        let level = self.level.unwrap_or(setup::usual_level());
        let players = setup::players(info, seats, &level);
        if self.names.len() > players.len() {
            let text = format!(
                "there are {} names for {} seats",
                self.names.len(),
                players.len()
            );
            return Err(Failure::usage(text)
                .hint("say who plays with --seats human,human")
                .into());
        }
        let setup = (self.options)
            .set_up(&*found.game, players.len())?
            .named(setup::names(&players, &self.names))
            .map_err(|error| Failure::usage(error).hint("choose another name with --names"))?;
        if let Some(name) = setup::human_with_a_bots_name(&players, setup.names()) {
            let text = format!("'{name}' is a bot's name, and a human is to play that seat");
            return Err(Failure::usage(text)
                .hint("choose another name with --names")
                .into());
        }
        if let Some(path) = self.file.as_ref().filter(|path| path.exists()) {
            let text = format!("{} exists already", path.display());
            let hint = "add --resume to go on with it, or choose another file";
            return Err(Failure::usage(text).hint(hint).into());
        }
        let seed = setup::seed(self.seed.as_deref())?;
        let setup = match self.series.length()? {
            Some(length) => in_series(setup, length)?,
            None => setup,
        };
        Session::begin(found.game.clone(), setup, players, seed, self.file)
            .map_err(|error| trial::explained(found, error))
    }

    fn resume(self, found: &Found, games: &Registry, seats: &[Wanted]) -> Result<Session> {
        let info = found.game.info();
        let (path, loaded) = match self.file {
            Some(path) => {
                let loaded = matchfile::load(games, &path)?;
                (path, loaded)
            }
            None => {
                let latest = saves::unfinished(games, Some(&info.id)).into_iter().next();
                // Rather than "there is none" about one that cannot be opened.
                if latest.is_none() {
                    saves::check_latest(games, &info.id)?;
                }
                latest.ok_or_else(|| {
                    let text = format!("there is no unfinished match of {}", info.name);
                    let game = self.game.unwrap_or_default();
                    Failure::failed(text).hint(format!("begin one with: parlor play {game}"))
                })?
            }
        };
        let id = &loaded.game.info().id;
        if *id != info.id {
            let text = format!("{} is a match of {id}, not of {}", path.display(), info.id);
            let hint = format!("say: parlor play {id} --resume --file {}", path.display());
            return Err(Failure::usage(text).hint(hint).into());
        }
        Session::resume(loaded, path, seats, self.level.as_ref())
    }
}

/// The set-up of the first game of a series.
fn in_series(setup: Setup, length: SeriesLength) -> Result<Setup> {
    let series = Series::new(length, setup.seats()).map_err(Failure::usage)?;
    let id = format!("local-{}", saves::now_ms());
    Ok(setup.in_series(series.game(id)).map_err(Failure::usage)?)
}

/// What stays on the terminal after the screen is gone.
pub fn farewell(session: &Session) -> Result<()> {
    let mut out = io::stdout().lock();
    let path = session.path.display();
    match session.current.outcome() {
        Some(outcome) => {
            for line in crate::table::text::result(&outcome, session.names()) {
                writeln!(out, "{line}")?;
            }
            if let Some(standing) = session.standing() {
                writeln!(out, "{}", standing.line(session.names()))?;
            }
            writeln!(out, "Saved in {path}")?;
        }
        None => {
            let resume = session.how_to_resume();
            writeln!(out, "Saved in {path}\nResume with: {resume}")?;
        }
    }
    Ok(())
}
