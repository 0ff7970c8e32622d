//! Any game behind one object-safe face, with JSON for commands, events and views: what servers, terminals and agents use.

use std::sync::Arc;

use serde_json::Value;

use crate::{
    Actor, Answer, BringFault, Ending, Entry, ForkError, Game, GameInfo, Guide, Header, LoadError,
    Match, Message, Outcome, Proof, Receipt, Rehearsal, Rejection, Rng, Seat, SeatSet, Seed, Setup,
    SetupError, SideTurn, Submission, SystemCommand, Tally, Told, Undo, VerifyError, View, Viewer,
    simulate,
};

/// Any game.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::{Seat, Seed, Setup, Submission, erase};
/// let game = erase(Sticks);
/// let setup = Setup::new(game.info(), 2).unwrap();
/// let mut sticks = game.begin(setup, Seed::Integer(1), 0).unwrap();
/// sticks.submit(Submission::new(Seat(0), 2.into())).unwrap();
/// let refused = sticks.submit(Submission::new(Seat(1), "all".into())).unwrap_err();
/// assert_eq!(refused.code(), "malformed");
/// assert_eq!(refused.legal(), [1, 2]);
/// ```
pub trait AnyGame: Send + Sync {
    /// The facts about the game.
    fn info(&self) -> &GameInfo;
    /// Begins a match.
    fn begin(
        &self,
        setup: Setup,
        seed: Seed,
        time_ms: u64,
    ) -> Result<Box<dyn AnyMatch>, SetupError>;
    /// Reads a match from text.
    fn load(&self, text: &str) -> Result<Box<dyn AnyMatch>, LoadError>;
    /// Reads a match from text that may have been played under older rules: [`Match::migrate`].
    fn migrate(&self, text: &str) -> Result<Box<dyn AnyMatch>, LoadError>;
    /// Everything that is wrong with what the seats of a set-up bring, all at once.
    fn faults(&self, setup: &Setup) -> Vec<BringFault>;
    /// Something that a seat could bring, drawn at random: [`Game::random_bring`].
    fn random_bring(&self, setup: &Setup, seat: Seat, bring: &str, rng: &mut Rng) -> Option<Value>;
    /// Plays random games: [`simulate`].
    fn simulate(
        &self,
        setup: &Setup,
        seed: u64,
        stream: u64,
        games: u64,
    ) -> Result<Tally, SetupError>;
    /// Whether the game leads to commands by questions.
    fn is_guided(&self) -> bool;
}

/// A match of any game. Each method does what [`Match`]'s does, with JSON.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::{Seat, Seed, Setup, Viewer, erase};
/// let game = erase(Sticks);
/// let setup = Setup::new(game.info(), 2).unwrap();
/// let sticks = game.begin(setup, Seed::Integer(1), 0).unwrap();
/// assert_eq!(sticks.legal(Seat(0)), [1, 2]);
/// assert_eq!(sticks.command(Seat(0), "2"), Some(2.into()));
/// assert_eq!(sticks.view(Viewer::Spectator).zones[0].id, "heap");
/// ```
pub trait AnyMatch: Send {
    /// The facts about the game.
    fn info(&self) -> &GameInfo;
    /// The first line.
    fn header(&self) -> &Header;
    /// What was agreed before the match, with what the seats have brought: for the host alone.
    fn setup(&self) -> &Setup;
    /// The commitment to the seed that serves now: the header's, or the latest fork's.
    fn commitment(&self) -> &str;
    /// The seed that serves now, for the host's own tools: whoever knows it knows every draw. Nothing if this copy has none.
    fn seed(&self) -> Option<Seed>;
    /// Chance for the bots of this match; nothing if this copy has no seed.
    fn bot_rng(&self, stream: u64) -> Option<Rng>;
    /// The hash over the whole log, in hexadecimal digits.
    fn hash(&self) -> String;
    /// The number of records so far.
    fn version(&self) -> u64;
    /// The seats that may act now.
    fn to_act(&self) -> SeatSet;
    /// How the match ended, once it has.
    fn outcome(&self) -> Option<Outcome>;
    /// The commands that a seat may send now.
    fn legal(&self, seat: Seat) -> Vec<Value>;
    /// The command that a person means by a text, if it is legal now. Upper and lower case are the same.
    fn command(&self, seat: Seat, text: &str) -> Option<Value>;
    /// A random legal command for a seat that is to act.
    fn random_command(&self, seat: Seat, rng: &mut Rng) -> Option<Value>;
    /// The next question on the way to a command; nothing if the game asks none.
    fn guide(&self, seat: Seat, answers: &[Answer]) -> Option<Result<Guide<Value>, Rejection>>;
    /// Lets a seat that is to act think, about no more than it knows.
    fn rehearse(&self, seat: Seat) -> Option<Box<dyn Rehearsal>>;
    /// Lets a seat think about an earlier version, as it knew it then.
    fn rehearse_at(&self, version: u64, seat: Seat) -> Option<Box<dyn Rehearsal>>;
    /// What a viewer may know now.
    fn view(&self, viewer: Viewer) -> View;
    /// What a viewer knew at a version.
    fn view_at(&self, version: u64, viewer: Viewer) -> Option<View>;
    /// What a viewer heard of the record that led to a version.
    fn told(&self, version: u64, viewer: Viewer) -> Vec<Told>;
    /// See [`Match::state_at`]: everything, for the host's own tools and never for a player.
    fn state_at(&self, version: u64) -> Option<Value>;
    /// What each of some viewers heard of the latest record: [`Match::told_latest`].
    fn told_latest(&mut self, viewers: &[Viewer]) -> Vec<Vec<Told>>;
    /// The events of the record that led to a version, as the referee knows them.
    fn events(&self, version: u64) -> Vec<Value>;
    /// The seats' commands that are still in effect, in the order in which they came, as the referee knows them.
    fn played(&self) -> Vec<Played>;
    /// Sends a seat's command.
    fn submit(&mut self, submission: Submission<Value>) -> Result<Receipt, Rejection>;
    /// Why a seat's command would be refused now: [`Match::why_not`].
    fn why_not(&self, seat: Seat, command: &Value) -> Option<Rejection>;
    /// The answer that this submission's key has had before.
    fn answered(&self, submission: &Submission<Value>) -> Option<Result<Receipt, Rejection>>;
    /// Sends a command of the system.
    fn system(&mut self, command: SystemCommand, time_ms: u64) -> Result<Receipt, Rejection>;
    /// Ends the match without asking the rules.
    fn end(&mut self, ending: Ending, time_ms: u64) -> Result<Receipt, Rejection>;
    /// As [`Match::one_by_one`].
    fn one_by_one(&mut self);
    /// As [`Match::side`].
    fn side(&self) -> Option<Message>;
    /// As [`Match::side_acts`].
    fn side_acts(&mut self, time_ms: u64) -> Result<Option<Receipt>, Rejection>;
    /// What sides did and has not been taken back, and what they could have done instead, as people say it.
    fn side_turns(&self) -> Vec<SideTurn<Message>>;
    /// The version before a seat's latest command that is still in effect.
    fn undo_target(&self, seat: Seat) -> Option<u64>;
    /// Whose consent an undo takes.
    fn undo_needs(&self, seat: Seat, to: u64) -> Result<SeatSet, Rejection>;
    /// Takes back everything after a version.
    fn undo(&mut self, undo: Undo) -> Result<Receipt, Rejection>;
    /// Whether a seat has just undone something that it can play again.
    fn can_redo(&self, seat: Seat) -> bool;
    /// Takes back the latest undo.
    fn redo(&mut self, seat: Seat, time_ms: u64) -> Result<Receipt, Rejection>;
    /// A match of its own from a version on.
    fn fork(&self, version: u64, seed: Seed, time_ms: u64) -> Result<Box<dyn AnyMatch>, ForkError>;
    /// Checks that all chance comes from the seed that was committed to.
    fn verify(&self) -> Result<Proof, VerifyError>;
    /// The whole match as text, seed included: for the host's own files.
    fn save(&self) -> String;
    /// The match as text for others.
    fn export(&self) -> String;
    /// The latest record as a line.
    fn last_line(&self) -> &str;
}

/// A seat's command that is in effect: it was not taken back, or was played again.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::{AnyMatch, Seat, Seed, Setup, Submission, Undo, erase};
/// let game = erase(Sticks);
/// let setup = Setup::new(game.info(), 2).unwrap();
/// let mut sticks = game.begin(setup, Seed::Integer(1), 0).unwrap();
/// sticks.submit(Submission::new(Seat(0), 2.into())).unwrap();
/// sticks.undo(Undo::new(Seat(0), 1)).unwrap();
/// sticks.submit(Submission::new(Seat(0), 1.into())).unwrap();
/// let played = sticks.played();
/// assert_eq!(played.len(), 1);
/// assert_eq!((played[0].version, played[0].text.as_str()), (4, "1"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The version that it led to. What the seat knew before it is what it knew at the version before this one.
    pub version: u64,
    /// Who sent it.
    pub seat: Seat,
    /// The command.
    pub command: Value,
    /// The command as people read it.
    pub text: String,
}

/// Puts a game behind the common face.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// assert_eq!(parlor_core::erase(Sticks).info().name, "Sticks");
/// ```
pub fn erase<G: Game + 'static>(game: G) -> Arc<dyn AnyGame> {
    Arc::new(Erased {
        info: game.info(),
        game: Arc::new(game),
    })
}

struct Erased<G> {
    game: Arc<G>,
    info: GameInfo,
}

impl<G: Game + 'static> AnyGame for Erased<G> {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn begin(
        &self,
        setup: Setup,
        seed: Seed,
        time_ms: u64,
    ) -> Result<Box<dyn AnyMatch>, SetupError> {
        Ok(Box::new(Match::new_shared(
            self.game.clone(),
            setup,
            seed,
            time_ms,
        )?))
    }

    fn load(&self, text: &str) -> Result<Box<dyn AnyMatch>, LoadError> {
        Ok(Box::new(Match::load_shared(self.game.clone(), text)?))
    }

    fn migrate(&self, text: &str) -> Result<Box<dyn AnyMatch>, LoadError> {
        Ok(Box::new(Match::migrate_shared(self.game.clone(), text)?))
    }

    fn faults(&self, setup: &Setup) -> Vec<BringFault> {
        crate::matches::faults(&*self.game, setup)
    }

    fn random_bring(&self, setup: &Setup, seat: Seat, bring: &str, rng: &mut Rng) -> Option<Value> {
        self.game.random_bring(setup, seat, bring, rng)
    }

    fn simulate(
        &self,
        setup: &Setup,
        seed: u64,
        stream: u64,
        games: u64,
    ) -> Result<Tally, SetupError> {
        simulate(&*self.game, setup, seed, stream, games)
    }

    fn is_guided(&self) -> bool {
        self.game.capabilities().guided.is_some()
    }
}

impl<G: Game + 'static> AnyMatch for Match<G> {
    fn info(&self) -> &GameInfo {
        self.info()
    }

    fn header(&self) -> &Header {
        self.header()
    }

    fn setup(&self) -> &Setup {
        self.setup()
    }

    fn commitment(&self) -> &str {
        self.commitment()
    }

    fn seed(&self) -> Option<Seed> {
        self.seed().cloned()
    }

    fn bot_rng(&self, stream: u64) -> Option<Rng> {
        self.bot_rng(stream)
    }

    fn hash(&self) -> String {
        blake3::Hash::from_bytes(*self.hash()).to_hex().to_string()
    }

    fn version(&self) -> u64 {
        self.version()
    }

    fn to_act(&self) -> SeatSet {
        self.to_act()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn legal(&self, seat: Seat) -> Vec<Value> {
        self.legal(seat).iter().map(json).collect()
    }

    fn command(&self, seat: Seat, text: &str) -> Option<Value> {
        let text = text.trim().to_lowercase();
        let legal = self.legal(seat);
        let meant = legal
            .iter()
            .find(|command| command.to_string().to_lowercase() == text);
        if let Some(command) = meant {
            return Some(json(command));
        }
        // Or as the view says it.
        let actions = Match::view(self, Viewer::Seat(seat)).actions;
        let mut actions = actions.into_iter();
        let meant = actions.find(|action| action.text.to_lowercase() == text)?;
        Some(meant.command)
    }

    fn random_command(&self, seat: Seat, rng: &mut Rng) -> Option<Value> {
        if !self.to_act().contains(seat) {
            return None;
        }
        match self.game().capabilities().fast {
            Some(fast) => Some(json(&fast.sample(self.state(), seat, rng))),
            None => rng.pick(&self.legal(seat)).map(json),
        }
    }

    fn guide(&self, seat: Seat, answers: &[Answer]) -> Option<Result<Guide<Value>, Rejection>> {
        let guided = self.game().capabilities().guided?;
        if !self.to_act().contains(seat) {
            return Some(Err(Rejection::not_your_turn(self.to_act())));
        }
        let guide = guided.guide(self.state(), seat, answers);
        Some(guide.map(|guide| match guide {
            Guide::Ask(question) => Guide::Ask(question),
            Guide::Done(command) => Guide::Done(json(&command)),
        }))
    }

    fn rehearse(&self, seat: Seat) -> Option<Box<dyn Rehearsal>> {
        self.rehearse(seat)
    }

    fn rehearse_at(&self, version: u64, seat: Seat) -> Option<Box<dyn Rehearsal>> {
        self.rehearse_at(version, seat)
    }

    fn view(&self, viewer: Viewer) -> View {
        self.view(viewer)
    }

    fn view_at(&self, version: u64, viewer: Viewer) -> Option<View> {
        self.view_at(version, viewer)
    }

    fn state_at(&self, version: u64) -> Option<Value> {
        self.state_at(version).as_ref().map(json)
    }

    fn told(&self, version: u64, viewer: Viewer) -> Vec<Told> {
        self.told(version, viewer)
    }

    fn told_latest(&mut self, viewers: &[Viewer]) -> Vec<Vec<Told>> {
        self.told_latest(viewers)
    }

    fn events(&self, version: u64) -> Vec<Value> {
        self.record(version)
            .map(|record| record.entry.events().iter().map(json).collect())
            .unwrap_or_default()
    }

    fn played(&self) -> Vec<Played> {
        let played = self.in_effect().into_iter().filter_map(|version| {
            let record = self.record(version)?;
            match (&record.entry, record.actor) {
                (Entry::Command { command, .. }, Actor::Seat(seat)) => Some(Played {
                    version,
                    seat,
                    command: json(command),
                    text: command.to_string(),
                }),
                _ => None,
            }
        });
        played.collect()
    }

    fn submit(&mut self, submission: Submission<Value>) -> Result<Receipt, Rejection> {
        let Submission {
            seat,
            command,
            expected_version,
            key,
            time_ms,
        } = submission;
        let command =
            serde_json::from_value(command).map_err(|error| malformed(self, seat, error))?;
        self.submit(Submission {
            seat,
            command,
            expected_version,
            key,
            time_ms,
        })
    }

    fn why_not(&self, seat: Seat, command: &Value) -> Option<Rejection> {
        match serde_json::from_value(command.clone()) {
            Ok(command) => self.why_not(seat, &command),
            Err(error) => Some(malformed(self, seat, error)),
        }
    }

    fn answered(&self, submission: &Submission<Value>) -> Option<Result<Receipt, Rejection>> {
        let command = serde_json::from_value(submission.command.clone()).ok()?;
        self.answered(&Submission {
            seat: submission.seat,
            command,
            expected_version: submission.expected_version,
            key: submission.key.clone(),
            time_ms: submission.time_ms,
        })
    }

    fn system(&mut self, command: SystemCommand, time_ms: u64) -> Result<Receipt, Rejection> {
        self.system(command, time_ms)
    }

    fn end(&mut self, ending: Ending, time_ms: u64) -> Result<Receipt, Rejection> {
        self.end(ending, time_ms)
    }

    fn one_by_one(&mut self) {
        self.one_by_one();
    }

    fn side(&self) -> Option<Message> {
        self.side()
    }

    fn side_acts(&mut self, time_ms: u64) -> Result<Option<Receipt>, Rejection> {
        self.side_acts(time_ms)
    }

    fn side_turns(&self) -> Vec<SideTurn<Message>> {
        let versions = self.in_effect().into_iter();
        versions
            .filter_map(|version| self.side_turn_said(version))
            .collect()
    }

    fn undo_target(&self, seat: Seat) -> Option<u64> {
        self.undo_target(seat)
    }

    fn undo_needs(&self, seat: Seat, to: u64) -> Result<SeatSet, Rejection> {
        self.undo_needs(seat, to)
    }

    fn undo(&mut self, undo: Undo) -> Result<Receipt, Rejection> {
        self.undo(undo)
    }

    fn can_redo(&self, seat: Seat) -> bool {
        self.can_redo(seat)
    }

    fn redo(&mut self, seat: Seat, time_ms: u64) -> Result<Receipt, Rejection> {
        self.redo(seat, time_ms)
    }

    fn fork(&self, version: u64, seed: Seed, time_ms: u64) -> Result<Box<dyn AnyMatch>, ForkError> {
        Ok(Box::new(self.fork(version, seed, time_ms)?))
    }

    fn verify(&self) -> Result<Proof, VerifyError> {
        self.verify()
    }

    fn save(&self) -> String {
        self.save()
    }

    fn export(&self) -> String {
        self.export()
    }

    fn last_line(&self) -> &str {
        self.last_line()
    }
}

fn malformed(play: &impl AnyMatch, seat: Seat, error: serde_json::Error) -> Rejection {
    Rejection::malformed(error).with_legal(AnyMatch::legal(play, seat))
}

fn json(data: &impl serde::Serialize) -> Value {
    serde_json::to_value(data).unwrap_or_default()
}
