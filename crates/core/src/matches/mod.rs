//! [`Match`]: one play of a game, as a log that can be trusted.
//!
//! | file | holds |
//! |---|---|
//! | `record` | the lines: header, records, hash chain |
//! | `log` | the records in memory, with snapshots |
//! | `seal` | what seats bring: open, or sealed until the end |
//! | `submit` | the way in: commands of seats and of the system |
//! | `side` | commands of sides without a seat |
//! | `undo` | undo, redo, fork |
//! | `fence` | which records have told somebody something |
//! | `file` | text out, text in |
//! | `migrate` | matches of older rules, translated by the author |
//! | `verify` | the seed's proof, and deriving the whole log again |

mod fence;
mod file;
mod log;
mod migrate;
mod record;
mod ruleless;
mod rules;
mod seal;
mod side;
mod submit;
mod told;
mod undo;
mod verify;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use file::{LoadError, LoadProblem};
pub use migrate::Origin;
pub use record::{Ending, Entry, FORMAT, Hash, Header, Record};
pub use ruleless::abort_without_rules;
pub use rules::Rules;
pub use seal::{Declared, Opened};
pub(crate) use seal::{check as check_brings, faults};
pub use submit::{Receipt, Submission};
pub use undo::{ForkError, Undo};
pub use verify::{Proof, VerifyError};

use crate::rng::Streams;
use crate::{
    Algorithm, Budget, Contribution, Domain, Fate, Game, GameInfo, Outcome, Rehearsal, Rejection,
    Rng, Seat, SeatSet, Seed, Setup, SetupError, SystemCommand, View, Viewer, rehearse,
};
use log::{Log, RecordOf};
use submit::Keys;

/// One play of a game: a header, a hash-chained log, and the state that follows from it.
///
/// It never looks at a clock, a file or the network: who runs it brings the time and the seed, and keeps the lines.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::prelude::*;
///
/// let setup = Setup::new(&Sticks.info(), 2).unwrap().named(["Ann", "Bob"]).unwrap();
/// let mut game = Match::new(Sticks, setup, Seed::Integer(42)).unwrap();
///
/// game.play(Seat(0), &2).unwrap();
/// let refused = game.play(Seat(0), &1).unwrap_err();
/// assert_eq!(refused.message().render(&game.header().seats), "it is the turn of Bob");
///
/// let text = game.save();
/// let loaded = Match::load(Sticks, &text).unwrap();
/// assert_eq!(loaded.state(), game.state());
/// ```
pub struct Match<G: Game> {
    game: Arc<G>,
    info: Arc<GameInfo>,
    header: Arc<Header>,
    setup: Arc<Setup>,
    /// What opens the secrets that seats have brought.
    opened: Arc<seal::BySeat<Opened>>,
    state: G::State,
    log: Log<G>,
    /// The version whose command the state comes from: the latest one but for undo and redo.
    head: u64,
    /// The hash of the latest record.
    hash: Hash,
    /// The latest record as a line.
    line: Vec<u8>,
    chance: Chance,
    /// The heads that were left by undo, with who left them.
    undone: Vec<(Seat, u64)>,
    /// The latest undo of each seat for which it asked nobody.
    silent: BTreeMap<Seat, u64>,
    keys: Keys<G::Command>,
    budget: Budget,
    /// Whether sides wait to be asked for each of their commands.
    one_by_one: bool,
    /// How things stood after the record that was told last, and its version.
    told: Option<(u64, G::State)>,
}

/// Where the match's chance comes from, and how far it has been used.
#[derive(Clone)]
struct Chance {
    /// The seed and what follows from it, unless this copy of the match was made without it.
    secret: Option<Secret>,
    commitment: String,
    algorithm: Algorithm,
    /// The version after which this seed serves.
    since: u64,
    /// The words drawn from it so far.
    drawn: u64,
}

/// A seed, and what is drawn from.
#[derive(Clone)]
struct Secret {
    /// What the host has committed to.
    seed: Seed,
    /// The seed with what seats have contributed: what all chance comes from.
    mixed: Seed,
    streams: Streams,
}

impl Secret {
    fn new(seed: Seed, contributions: &[Contribution]) -> Secret {
        let mixed = seed.mixed(contributions);
        Secret {
            streams: mixed.streams(Domain::Match),
            mixed,
            seed,
        }
    }
}

impl Chance {
    fn new(seed: Seed, contributions: &[Contribution], since: u64) -> Chance {
        let secret = Secret::new(seed, contributions);
        Chance {
            commitment: secret.seed.commitment(),
            algorithm: secret.mixed.algorithm(),
            secret: Some(secret),
            since,
            drawn: 0,
        }
    }

    /// Chance whose seed is not known.
    fn unknown(commitment: String, algorithm: Algorithm, since: u64) -> Chance {
        Chance {
            secret: None,
            commitment,
            algorithm,
            since,
            drawn: 0,
        }
    }

    /// The generator for the record that makes `version`. ChaCha20 has a stream for each; mulberry32 goes on.
    fn rng(&self, version: u64) -> Rng {
        match &self.secret {
            Some(Secret {
                mixed: Seed::Secret(_),
                streams,
                ..
            }) => streams.rng(version).recording(),
            Some(Secret {
                mixed: Seed::Integer(_),
                streams,
                ..
            }) => streams.rng(self.drawn).recording(),
            None => Rng::replaying(&[], self.algorithm),
        }
    }
}

impl<G: Game> Match<G> {
    /// Begins a match; the opening (shuffle, deal) is its first record.
    pub fn new(game: G, setup: Setup, seed: Seed) -> Result<Match<G>, SetupError> {
        Match::new_shared(Arc::new(game), setup, seed, 0)
    }

    /// Begins a match of rules that several matches share, at this time in milliseconds since 1970.
    pub fn new_shared(
        game: Arc<G>,
        setup: Setup,
        seed: Seed,
        time_ms: u64,
    ) -> Result<Match<G>, SetupError> {
        let info = game.info();
        let (brings, opened) = seal::declare(&setup, &seed);
        let chance = Chance::new(seed, setup.contributions(), 0);
        let header = Header {
            parlor: FORMAT,
            game: info.id.clone(),
            game_version: info.version.clone(),
            rules: info.content_hash(),
            seats: setup.names().to_vec(),
            options: setup.option_values().clone(),
            chance: chance.algorithm,
            commitment: chance.commitment.clone(),
            time_ms,
            brings,
            entropy: setup.contributions().to_vec(),
            migrated: None,
            series: setup.series().cloned(),
        };
        let mut new = Match::unopened(game, info, header, setup, opened, chance)?;
        new.open(time_ms).map_err(|rejection| {
            SetupError::Other(format!("the opening was refused: {rejection}"))
        })?;
        Ok(new)
    }

    /// A match with a header and nothing else yet.
    fn unopened(
        game: Arc<G>,
        info: GameInfo,
        header: Header,
        setup: Setup,
        opened: seal::BySeat<Opened>,
        chance: Chance,
    ) -> Result<Match<G>, SetupError> {
        seal::check(&*game, &setup)?;
        let state = game.setup(&setup)?;
        let line =
            serde_json::to_string(&header).map_err(|error| SetupError::Other(error.to_string()))?;
        Ok(Match {
            game,
            info: Arc::new(info),
            header: Arc::new(header),
            setup: Arc::new(setup),
            opened: Arc::new(opened),
            log: Log::new(state.clone()),
            state,
            head: 0,
            hash: record::header_hash(&line),
            line: Vec::new(),
            chance,
            undone: Vec::new(),
            silent: BTreeMap::new(),
            keys: Keys::default(),
            budget: Budget::default(),
            one_by_one: false,
            told: None,
        })
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The facts about the game.
    pub fn info(&self) -> &GameInfo {
        &self.info
    }

    /// The first line: what is played, by whom, and the commitment to the seed.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What was agreed before the match.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The state now. Whoever shows something to a player uses [`Match::view`] instead.
    pub fn state(&self) -> &G::State {
        &self.state
    }

    /// The number of records so far.
    pub fn version(&self) -> u64 {
        self.log.version()
    }

    /// The hash over the whole log.
    pub fn hash(&self) -> &Hash {
        &self.hash
    }

    /// The record that led to a version.
    pub fn record(&self, version: u64) -> Option<&Record<G::Command, G::Event>> {
        self.log.record(version)
    }

    /// All records, from the opening on.
    pub fn records(&self) -> impl Iterator<Item = &Record<G::Command, G::Event>> {
        self.log.records()
    }

    /// The commitment to the seed that serves now: the header's, or the latest fork's.
    pub fn commitment(&self) -> &str {
        &self.chance.commitment
    }

    /// Chance for others than the rules, such as the bots of this match: it follows from the seed and tells nothing of it.
    /// Nothing if this copy of the match has no seed.
    pub fn bot_rng(&self, stream: u64) -> Option<Rng> {
        let secret = self.chance.secret.as_ref()?;
        Some(Rng::new(&secret.mixed, Domain::Bots, stream))
    }

    /// Changes what one command may take, up to [`Budget::CEILING`]. This does not touch records that are there already.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget.capped();
    }

    /// The seats that may act now; none once the match is over.
    pub fn to_act(&self) -> SeatSet {
        match self.ended(self.head) {
            Some(_) => SeatSet::EMPTY,
            None => self.game.to_act(&self.state),
        }
    }

    /// The host's seed that serves now, without what seats have contributed, for the host's own tools: whoever knows it knows every draw. Nothing if this copy has none.
    ///
    /// ```
    /// # use parlor_core::doc::Sticks;
    /// use parlor_core::prelude::*;
    /// let setup = Setup::new(&Sticks.info(), 2).unwrap();
    /// let game = Match::new(Sticks, setup, Seed::Integer(1)).unwrap();
    /// assert_eq!(game.seed(), Some(&Seed::Integer(1)));
    /// ```
    pub fn seed(&self) -> Option<&Seed> {
        self.chance.secret.as_ref().map(|secret| &secret.seed)
    }

    /// How the match ended, once it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended(self.head)
            .or_else(|| self.game.outcome(&self.state))
    }

    /// The commands that a seat may send now.
    pub fn legal(&self, seat: Seat) -> Vec<G::Command> {
        let mut commands = Vec::new();
        if self.to_act().contains(seat) {
            self.game.legal(&self.state, seat, &mut commands);
        }
        commands
    }

    /// What a viewer may know now.
    pub fn view(&self, viewer: Viewer) -> View {
        let viewer = self.seated(viewer);
        self.dress(self.game.view(&self.state, viewer), self.head)
    }

    /// The state at an earlier version.
    pub fn state_at(&self, version: u64) -> Option<G::State> {
        (version <= self.version()).then(|| self.log.state(&self.game, version))
    }

    /// What a viewer knew at an earlier version.
    pub fn view_at(&self, version: u64, viewer: Viewer) -> Option<View> {
        let state = self.state_at(version)?;
        let viewer = self.seated(viewer);
        Some(self.dress(self.game.view(&state, viewer), self.log.effective(version)))
    }

    /// The state at a version rebuilt from the events alone, without snapshots.
    pub fn replay(&self, version: u64) -> Option<G::State> {
        (version <= self.version()).then(|| self.log.replay(&self.game, version))
    }

    /// The snapshots that undo, fork and [`Match::state_at`] start from. Each equals [`Match::replay`].
    pub fn snapshots(&self) -> impl Iterator<Item = (u64, &G::State)> {
        self.log.snapshots()
    }

    /// Lets a seat that is to act think, about no more than it knows. Nothing if it is not to act, or if the game has secrets
    /// and does not say what a viewer cannot tell apart.
    pub fn rehearse(&self, seat: Seat) -> Option<Box<dyn Rehearsal>>
    where
        G: 'static,
    {
        self.to_act().contains(seat).then_some(())?;
        rehearse(self.game.clone(), &self.state, self.setup.seats(), seat)
    }

    /// Lets a seat think about an earlier version, at which it was to act, as it knew it then.
    pub fn rehearse_at(&self, version: u64, seat: Seat) -> Option<Box<dyn Rehearsal>>
    where
        G: 'static,
    {
        let state = self.state_at(version)?;
        self.game.to_act(&state).contains(seat).then_some(())?;
        rehearse(self.game.clone(), &state, self.setup.seats(), seat)
    }

    /// A seat that does not exist sees no more than a spectator, and games need not reckon with it.
    fn seated(&self, viewer: Viewer) -> Viewer {
        match viewer {
            Viewer::Seat(seat) if seat.0 >= self.header.seat_count() => Viewer::Spectator,
            viewer => viewer,
        }
    }

    /// How the match was ended by a player who left or by all of them, if the record at this effective version did that.
    fn ended(&self, effective: u64) -> Option<Outcome> {
        let (seat, fate) = match self.log.record(effective)?.entry {
            Entry::System {
                command: SystemCommand::Resign { seat },
                ends: true,
                ..
            } => (seat, Fate::Resigned),
            Entry::System {
                command: SystemCommand::TimeOut { seat },
                ends: true,
                ..
            } => (seat, Fate::TimedOut),
            Entry::End(Ending::Draw) => {
                return Some(Outcome::draw(
                    self.header.seat_count(),
                    ("reason.agreement", "agreement"),
                ));
            }
            Entry::End(Ending::Abort) => {
                return Some(Outcome::aborted(self.header.seat_count()));
            }
            _ => return None,
        };
        Some(Outcome::abandoned(self.header.seat_count(), seat, fate))
    }

    /// Adds to a view what only the match knows: names, and an end by a player who left.
    fn dress(&self, view: View, effective: u64) -> View {
        let mut view = view.named(&self.header.seats);
        if let Some(outcome) = self.ended(effective) {
            view.outcome = Some(outcome);
            view.to_act = SeatSet::EMPTY;
            view.actions.clear();
            view.prompt = None;
        }
        view
    }

    /// The legal commands as JSON, for a rejection.
    fn legal_json(&self, seat: Seat) -> Vec<serde_json::Value> {
        self.legal(seat)
            .iter()
            .take(Rejection::MOST_LEGAL)
            .map(|command| serde_json::to_value(command).unwrap_or_default())
            .collect()
    }
}
