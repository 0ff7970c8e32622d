//! A match with its players and its file: every accepted command is saved before anybody sees what came of it.

use crate::speech::language;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use parlor_bots::{Bot, Method, Spec};
use parlor_core::{
    AnyGame, AnyMatch, Receipt, Rejection, Rng, Seat, SeatSet, Seed, Series, Setup, Submission,
    SystemCommand, Undo, Viewer,
};
use serde_json::Value;

use super::thinking::{Found, Thinking, unfit};
use crate::failure::Failure;
use crate::matchfile::Loaded;
use crate::saves;
use crate::series::Standing;
use crate::setup::{self, Player, Wanted};

/// A match that is being played here.
pub struct Session {
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    /// The match.
    pub current: Box<dyn AnyMatch>,
    /// Who plays, by seat.
    pub players: Vec<Player>,
    /// Where it is saved.
    pub path: PathBuf,
    /// What the game goes by on a command line: its id, or the file of its rules.
    pub called: String,
    /// The bots that have thought already, by seat.
    bots: Vec<Option<Bot>>,
}

/// What the rules said, once the file could be written.
pub type Answer = Result<Result<(), Rejection>>;

/// An undo that a human asked for, and whose consent it takes.
#[derive(Clone, Debug, PartialEq)]
pub struct UndoPlan {
    /// Who takes back.
    pub seat: Seat,
    /// The humans to be asked.
    pub ask: Vec<Seat>,
    to: u64,
    needs: SeatSet,
}

impl Session {
    /// Why something was refused, as people read it.
    pub fn why_not(&self, rejection: &Rejection) -> String {
        let words = &self.current.info().words;
        words.say(language(), rejection.message(), self.names())
    }

    /// Begins a match, in this file or in a new one.
    pub fn begin(
        game: Arc<dyn AnyGame>,
        setup: Setup,
        players: Vec<Player>,
        seed: Seed,
        path: Option<PathBuf>,
    ) -> Result<Session> {
        let time_ms = saves::now_ms();
        let current = game.begin(setup, seed, time_ms).map_err(Failure::usage)?;
        check_bots(&*current, &players)?;
        let path = match path {
            Some(path) => path,
            None => saves::new_file(&game.info().id, time_ms)?,
        };
        saves::write(&path, &current.save())?;
        let called = game.info().id.clone();
        Ok(Session {
            game,
            current,
            bots: no_bots(&players),
            players,
            path,
            called,
        })
    }

    /// Goes on with a match from a file. Bots are known by their names, unless somebody says who plays.
    pub fn resume(
        loaded: Loaded,
        path: PathBuf,
        wanted: &[Wanted],
        level: Option<&Spec>,
    ) -> Result<Session> {
        let names = &loaded.current.header().seats;
        let players = match wanted {
            [] => Player::by_names(names, level),
            given if given.len() == names.len() => {
                let level = level.cloned().unwrap_or(setup::usual_level());
                setup::players(loaded.game.info(), given, &level)
            }
            given => {
                let text = format!("this match has {} seats, not {}", names.len(), given.len());
                return Err(Failure::usage(text).into());
            }
        };
        check_bots(&*loaded.current, &players)?;
        let called = loaded.game.info().id.clone();
        let mut current = loaded.current;
        // A server may have stopped in the middle of what a side did.
        let acts = |current: &mut dyn AnyMatch| current.side_acts(saves::now_ms());
        while acts(&mut *current).map_err(Failure::failed)?.is_some() {}
        Ok(Session {
            game: loaded.game,
            current,
            bots: no_bots(&players),
            players,
            path,
            called,
        })
    }

    /// A new match with the same set-up, in a new file, from a secret seed: the next game of the series, if there is one.
    pub fn another(&self) -> Result<Session> {
        let mut setup = self.current.setup().clone();
        let mut players = self.players.clone();
        if let Some(game) = setup.series().cloned() {
            // Another player begins.
            setup = setup.moved_on();
            players.rotate_left(1);
            let mut series = Series::before(&game).map_err(Failure::usage)?;
            if let Some(outcome) = self.current.outcome() {
                series.end_game(&outcome);
            }
            let next = match series.is_over() {
                false => series.game(game.id),
                true => {
                    let again = Series::new(game.length, setup.seats()).map_err(Failure::usage)?;
                    again.game(format!("local-{}", saves::now_ms()))
                }
            };
            setup = setup.in_series(next).map_err(Failure::usage)?;
        }
        let seed = setup::seed(None)?;
        let session = Session::begin(self.game.clone(), setup, players, seed, None)?;
        Ok(session.called(&self.called))
    }

    /// How the series stands that this is a game of.
    pub fn standing(&self) -> Option<Standing> {
        let game = self.current.header().series.as_ref()?;
        Standing::of(game, self.current.outcome().as_ref())
    }

    /// Whether this was a game of a series that goes on.
    pub fn has_next_game(&self) -> bool {
        let standing = self.standing();
        self.current.outcome().is_some() && standing.is_some_and(|one| one.outcome.is_none())
    }

    /// The same, with what the game goes by on a command line.
    #[must_use]
    pub fn called(mut self, name: &str) -> Session {
        self.called = name.into();
        self
    }

    /// The players' names.
    pub fn names(&self) -> &[String] {
        &self.current.header().seats
    }

    /// A seat's name.
    pub fn name(&self, seat: Seat) -> &str {
        self.names()
            .get(seat.index())
            .map_or("nobody", String::as_str)
    }

    /// The seats that humans play.
    pub fn humans(&self) -> Vec<Seat> {
        setup::humans(&self.players)
    }

    /// The bot that is to act. Bots go first where several seats may act at once.
    pub fn acting_bot(&self) -> Option<Seat> {
        let bot = |seat: &Seat| self.players[seat.index()].is_bot();
        self.current.to_act().iter().find(bot)
    }

    /// The human who is to act, once no bot is.
    pub fn acting_human(&self) -> Option<Seat> {
        match self.acting_bot() {
            Some(_) => None,
            None => self.current.to_act().first(),
        }
    }

    /// Who looks at the screen now, if `before` did until now.
    ///
    /// A lone human always does; several humans take turns; where there is none, a spectator does.
    pub fn viewer(&self, before: Option<Viewer>) -> Viewer {
        let humans = self.humans();
        match humans[..] {
            [] => Viewer::Spectator,
            [human] => Viewer::Seat(human),
            _ if self.current.outcome().is_some() && self.current.info().hidden => {
                Viewer::Spectator
            }
            _ => match (self.acting_human(), before) {
                (Some(human), _) => Viewer::Seat(human),
                (None, Some(before)) => before,
                (None, None) => Viewer::Spectator,
            },
        }
    }

    /// Whether the screen must be hidden before this viewer looks: others at this terminal must not see its secrets.
    pub fn needs_curtain(&self, viewer: Viewer) -> bool {
        self.current.info().hidden && self.humans().len() > 1 && viewer.seat().is_some()
    }

    /// Sends a seat's command.
    pub fn play(&mut self, seat: Seat, command: Value) -> Answer {
        let submission = Submission::new(seat, command).at_ms(saves::now_ms());
        let answer = self.current.submit(submission);
        self.keep(answer)
    }

    /// Lets a bot think, on a thread of its own.
    pub fn think(&mut self, seat: Seat) -> Result<Thinking> {
        let version = self.current.version();
        let Player::Bot(spec) = &self.players[seat.index()] else {
            return Err(Failure::failed(format!("no bot plays {seat}")).into());
        };
        let mut rng = self.bot_rng(version);
        let Some(rehearsal) = self.current.rehearse(seat) else {
            let stuck = || Failure::failed(format!("{seat} is to act and has no legal command"));
            let command = self.current.random_command(seat, &mut rng);
            let command = command.ok_or_else(stuck)?;
            return Ok(Thinking::without_a_thought(seat, version, command));
        };
        let seed = seed(&mut rng);
        let bot = self.bots[seat.index()].take();
        let mut bot = bot.unwrap_or_else(|| Bot::new(spec.clone(), seed));
        bot.reseed(seed);
        Thinking::start(bot, rehearsal, version)
    }

    /// Plays what a bot has found.
    pub fn play_found(&mut self, seat: Seat, found: Found) -> Result<()> {
        let (bot, thought) = found;
        self.bots[seat.index()] = bot;
        self.play(seat, thought.command)?.map_err(|rejection| {
            Failure::failed(format!("a bot's command was refused: {rejection}")).into()
        })
    }

    /// Lets a bot act, and waits for it.
    pub fn play_bot(&mut self, seat: Seat) -> Result<()> {
        let found = self.think(seat)?.wait()?;
        self.play_found(seat, found)
    }

    /// Lets a bot think for a human; nothing if there is no fair way to think about this game.
    pub fn think_hint(&self, seat: Seat) -> Option<Result<Thinking>> {
        let version = self.current.version();
        let rehearsal = self.current.rehearse(seat)?;
        let seed = seed(&mut self.bot_rng(version));
        let bot = Bot::new(super::hint::usual_bot(), seed);
        Some(Thinking::start(bot, rehearsal, version))
    }

    /// Chance for bots. A match whose file has no seed can still be played on; its bots then go by the version alone.
    fn bot_rng(&self, version: u64) -> Rng {
        let rng = self.current.bot_rng(version);
        rng.unwrap_or_else(|| Rng::fast(version, 0))
    }

    /// What it takes to take back the latest command of a human.
    pub fn plan_undo(&self) -> Result<UndoPlan, Rejection> {
        let target = |seat| Some((self.current.undo_target(seat)?, seat));
        let latest = self.humans().into_iter().filter_map(target).max();
        let Some((to, seat)) = latest else {
            return Err(Rejection::new(
                "nothing_to_undo",
                "there is nothing to undo",
            ));
        };
        let needs = self.current.undo_needs(seat, to)?;
        let human = |seat: &Seat| !self.players[seat.index()].is_bot();
        Ok(UndoPlan {
            seat,
            ask: needs.iter().filter(human).collect(),
            to,
            needs,
        })
    }

    /// Takes back, once everybody who was to be asked has agreed. Bots always agree.
    pub fn undo(&mut self, plan: &UndoPlan) -> Answer {
        let undo = Undo {
            time_ms: saves::now_ms(),
            ..Undo::new(plan.seat, plan.to).consent(plan.needs)
        };
        let answer = self.current.undo(undo);
        self.keep(answer)
    }

    /// Takes the latest undo back.
    pub fn redo(&mut self) -> Answer {
        let nothing = Rejection::new("nothing_to_redo", "there is nothing to play again");
        let mut answer = Err(nothing);
        for seat in self.humans() {
            let redone = self.current.redo(seat, saves::now_ms());
            if redone.is_ok() {
                answer = redone;
                break;
            }
        }
        self.keep(answer)
    }

    /// How to go on with this match later.
    pub fn how_to_resume(&self) -> String {
        let game = &self.called;
        match self.path.starts_with(saves::folder()) {
            true => format!("parlor play {game} --resume"),
            false => format!("parlor play {game} --resume --file {}", self.path.display()),
        }
    }

    /// What can be proved from the file, in words.
    pub fn proof_note(&self) -> &'static str {
        match self.current.info().chance {
            true => "'parlor verify' proves from them that chance was fair.",
            false => "'parlor verify' proves from them that the rules were kept.",
        }
    }

    /// Gives up.
    pub fn resign(&mut self, seat: Seat) -> Answer {
        let command = SystemCommand::Resign { seat };
        let answer = self.current.system(command, saves::now_ms());
        self.keep(answer)
    }

    fn keep(&mut self, answer: Result<Receipt, Rejection>) -> Answer {
        match answer {
            Ok(_) => {
                saves::write(&self.path, &self.current.save())?;
                Ok(Ok(()))
            }
            Err(rejection) => Ok(Err(rejection)),
        }
    }
}

fn no_bots(players: &[Player]) -> Vec<Option<Bot>> {
    players.iter().map(|_| None).collect()
}

fn seed(rng: &mut Rng) -> u64 {
    u64::from(rng.word()) << 32 | u64::from(rng.word())
}

/// Whether the bots can play this game: better told now than in the middle of it.
fn check_bots(current: &dyn AnyMatch, players: &[Player]) -> Result<()> {
    let Some(seat) = current.to_act().first() else {
        return Ok(());
    };
    for player in players {
        if let Player::Bot(spec) = player
            && !matches!(spec.method, Method::Auto | Method::Random)
            && let Some(rehearsal) = current.rehearse(seat)
        {
            let mut bot = Bot::new(spec.clone(), 0);
            // It need not think; it only has to find out whether it could.
            bot.stopper().stop();
            bot.think(rehearsal).map_err(unfit)?;
        }
    }
    Ok(())
}
