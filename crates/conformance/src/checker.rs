//! Plays games and holds the laws at every step.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use parlor_core::{Game, GameInfo, OptionKind, OptionValue, Rng, Seat, Setup, SystemCommand};

use serde_json::Value;

use crate::laws::{Law, Unseen, learned};
use crate::position::{Bench, Play, Position, Step};
use crate::shrink;

/// Holds a game to the laws, with seeds, set-ups and effort of your choice.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_conformance::Checker;
/// let report = Checker::new(&Sticks).seed(17).positions(50).run().unwrap();
/// assert!(report.positions >= 50);
/// ```
pub struct Checker<'g, G: Game> {
    game: &'g G,
    first_seed: u32,
    positions: u64,
    setups: Vec<Setup>,
    laws: Vec<Law>,
    games: u64,
    may_be_open: bool,
}

/// After so many commands of a game only its end is looked for.
const LONG: u64 = 500;

/// What was looked at without finding a violation.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// let report = parlor_conformance::Checker::new(&Sticks).positions(20).run().unwrap();
/// assert_eq!(report.setups, 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Set-ups tried.
    pub setups: u64,
    /// Games played.
    pub games: u64,
    /// Positions at which the laws were held.
    pub positions: u64,
}

/// A law that was broken, and how to see it.
///
/// ```
/// use parlor_conformance::{Law, Violation};
/// let violation = Violation {
///     law: Law::GamesEnd,
///     problem: "it goes on after 100 commands".into(),
///     setup: "Endless 1.0.0, 2 seats".into(),
///     seed: 7,
///     script: Vec::new(),
///     learned: None,
/// };
/// assert!(violation.to_string().starts_with("the law games_end is broken"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The law.
    pub law: Law,
    /// What was seen.
    pub problem: String,
    /// The game and its set-up, in words.
    pub setup: String,
    /// The seed that repeats it.
    pub seed: u32,
    /// The shortest script of commands that was found to show it.
    pub script: Vec<String>,
    /// Where a secret is told: which one, to whom, and by what.
    pub learned: Option<String>,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "the law {} is broken", self.law)?;
        writeln!(f, "  game:    {}", self.setup)?;
        writeln!(f, "  seed:    {}", self.seed)?;
        match self.script.as_slice() {
            [] => writeln!(f, "  script:  nothing but the opening")?,
            script => {
                writeln!(f, "  script:")?;
                for (number, step) in (1..).zip(script.iter().take(40)) {
                    writeln!(f, "    {number:>3}. {step}")?;
                }
                if script.len() > 40 {
                    writeln!(f, "    … and {} more", script.len() - 40)?;
                }
            }
        }
        writeln!(f, "  problem: {}", self.problem)?;
        if let Some(learned) = &self.learned {
            writeln!(f, "  secret:  {learned}")?;
        }
        write!(
            f,
            "  repeat:  Checker::new(&game).seed({}).run()",
            self.seed
        )
    }
}

impl std::error::Error for Violation {}

impl<'g, G: Game> Checker<'g, G> {
    /// All laws, with every number of seats that the game allows, from seed 1 on. With the fewest and the most, its options
    /// are at their defaults and extremes.
    pub fn new(game: &'g G) -> Checker<'g, G> {
        Checker {
            game,
            first_seed: 1,
            positions: 1_000,
            setups: setups(&game.info()),
            laws: Law::ALL.to_vec(),
            games: u64::MAX,
            may_be_open: false,
        }
    }

    /// Begins with this seed; the games after the first take the seeds after it.
    #[must_use]
    pub fn seed(mut self, seed: u32) -> Self {
        self.first_seed = seed;
        self
    }

    /// Looks at about so many positions, shared out between the set-ups.
    #[must_use]
    pub fn positions(mut self, positions: u64) -> Self {
        self.positions = positions;
        self
    }

    /// Plays at most so many games with each set-up.
    #[must_use]
    pub fn games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// Takes no offense at secrets that are never re-dealt. A game that is data may be declared to have secrets by whatever
    /// runs it, and show everything all the same.
    #[must_use]
    pub fn may_be_open(mut self) -> Self {
        self.may_be_open = true;
        self
    }

    /// Tries only these set-ups.
    #[must_use]
    pub fn setups(mut self, setups: impl IntoIterator<Item = Setup>) -> Self {
        self.setups = setups.into_iter().collect();
        self
    }

    /// Holds only these laws.
    #[must_use]
    pub fn laws(mut self, laws: impl IntoIterator<Item = Law>) -> Self {
        self.laws = laws.into_iter().collect();
        self
    }

    /// Plays and looks.
    pub fn run(&self) -> Result<Report, Violation> {
        self.run_while(&|_| true)
    }

    /// The same for as long as `go_on` says so, which is asked at each position. Of a run that was stopped it is not said that
    /// nothing is ever re-dealt.
    ///
    /// ```
    /// # use parlor_core::doc::Sticks;
    /// let checker = parlor_conformance::Checker::new(&Sticks);
    /// let report = checker.run_while(&|so_far| so_far.positions < 7).unwrap();
    /// assert_eq!(report.positions, 7);
    /// ```
    pub fn run_while(&self, go_on: &dyn Fn(&Report) -> bool) -> Result<Report, Violation> {
        let mut report = Report::default();
        for setup in &self.setups {
            let positions = (self.positions / self.setups.len() as u64).max(1);
            if !self.check_setup(setup.clone(), positions, &mut report, go_on)? {
                return Ok(report);
            }
            report.setups += 1;
        }
        Ok(report)
    }

    /// Says whether it came to its end.
    fn check_setup(
        &self,
        setup: Setup,
        positions: u64,
        report: &mut Report,
        go_on: &dyn Fn(&Report) -> bool,
    ) -> Result<bool, Violation> {
        let mut bench = Bench {
            game: self.game,
            info: self.game.info(),
            setup,
            pool: Vec::new(),
            resampling_varies: Cell::new(false),
            resampled: Cell::new(false),
            unseen: Unseen::default(),
            twin: RefCell::new(None),
        };
        bench.pool = pool(&bench, self.first_seed);
        let enough = report.positions.saturating_add(positions);
        let most_games = report.games.saturating_add(self.games);
        let mut seed = self.first_seed;
        let mut more_matches = MORE_MATCHES;
        while report.games < most_games {
            if report.positions >= enough {
                if more_matches == 0 || self.may_be_open || !bench.unseen.is_unsure() {
                    break;
                }
                more_matches -= 1;
            }
            if !self.check_game(&bench, seed, report, go_on)? {
                return Ok(false);
            }
            report.games += 1;
            seed = seed.wrapping_add(1);
        }
        if self.may_be_open {
            return Ok(true);
        }
        let dull = bench.resampled.get() && !bench.resampling_varies.get();
        if dull && self.laws.contains(&Law::ViewHidesSecrets) {
            let problem =
                "the game says that it has secrets, but resampling never changes anything";
            return Err(bench.violation(Law::ViewHidesSecrets, problem, self.first_seed, &[]));
        }
        if let Some(problem) = bench.unseen.never_redrawn() {
            return Err(bench.violation(Law::SamplesTellNoSecrets, &problem, self.first_seed, &[]));
        }
        Ok(true)
    }

    /// One random game, with the laws held at every step. Says whether to go on.
    fn check_game(
        &self,
        bench: &Bench<'g, G>,
        seed: u32,
        report: &mut Report,
        go_on: &dyn Fn(&Report) -> bool,
    ) -> Result<bool, Violation> {
        let mut play = match catch(|| bench.begin(seed).map_err(|error| error.to_string())) {
            Ok(play) => play,
            Err(problem) => {
                return Err(bench.violation(Law::LegalIsAccepted, &problem, seed, &[]));
            }
        };
        let mut rng = Rng::fast(seed.into(), u64::MAX);
        let mut script: Vec<Step<G::Command>> = Vec::new();
        // In every fourth match somebody leaves early on.
        let leaves_after = seed.is_multiple_of(4).then(|| rng.below(8) as usize);
        loop {
            // An endless game is not worth a look at each of its positions, only at whether it ends.
            if !go_on(report) {
                return Ok(false);
            }
            if (script.len() as u64) < LONG {
                let last = play.to_act().is_empty() || script.len() as u64 + 1 == LONG;
                self.look(bench, &play, seed, last, &script)?;
                report.positions += 1;
            }
            if leaves_after == Some(script.len()) {
                let seat = Seat(rng.below(bench.setup.seats().into()) as u8);
                let leave = Step::Leave(match rng.below(2) {
                    0 => SystemCommand::Resign { seat },
                    _ => SystemCommand::TimeOut { seat },
                });
                let left = catch(|| Ok(leave.take(&mut play).is_ok())).map_err(|problem| {
                    bench.violation(Law::SomeoneActsUntilOver, &problem, seed, &script)
                })?;
                // Who is out already cannot leave; then nobody leaves this match.
                if left {
                    script.push(leave);
                    continue;
                }
            }
            let Some(step) = random_step(&play, &mut rng) else {
                return Ok(true);
            };
            if script.len() as u64 >= bench.info.longest {
                if !self.laws.contains(&Law::GamesEnd) {
                    return Ok(true);
                }
                let problem = format!("it goes on after {} commands", script.len());
                return Err(bench.violation(Law::GamesEnd, &problem, seed, &script));
            }
            let accepted = catch(|| {
                step.take(&mut play)
                    .map_err(|rejection| rejection.to_string())
            });
            script.push(step);
            if let Err(problem) = accepted {
                if !self.laws.contains(&Law::LegalIsAccepted) {
                    return Ok(true);
                }
                let problem = format!("a legal command is refused: {problem}");
                return Err(bench.violation(Law::LegalIsAccepted, &problem, seed, &script));
            }
        }
    }

    /// Holds every law at one position. Laws about the whole log need not be held at each of its records.
    fn look(
        &self,
        bench: &Bench<'g, G>,
        play: &Play<'g, G>,
        seed: u32,
        last: bool,
        script: &[Step<G::Command>],
    ) -> Result<(), Violation> {
        let position = Position { bench, play, seed };
        for law in &self.laws {
            if law.is_about_the_log() && !last && script.len() % 16 != 3 {
                continue;
            }
            if let Err(problem) = catch(|| law.check(&position)) {
                let (script, problem) = shrink::shortest(bench, *law, seed, script, problem);
                let learned = match law {
                    Law::ViewHidesSecrets => learned_after(bench, seed, &script),
                    _ => None,
                };
                return Err(Violation {
                    learned,
                    ..bench.violation(*law, &problem, seed, &script)
                });
            }
        }
        Ok(())
    }
}

impl<G: Game> Bench<'_, G> {
    fn violation(
        &self,
        law: Law,
        problem: &str,
        seed: u32,
        script: &[Step<G::Command>],
    ) -> Violation {
        let options: Vec<String> = (self.setup.option_values().iter())
            .map(|(name, value)| format!(", {name} {value}"))
            .collect();
        Violation {
            law,
            problem: problem.into(),
            setup: format!(
                "{} {}, {} seats{}",
                self.info.name,
                self.info.version,
                self.setup.seats(),
                options.concat()
            ),
            seed,
            script: script.iter().map(ToString::to_string).collect(),
            learned: None,
        }
    }
}

/// Which secret somebody learns after a script.
fn learned_after<G: Game>(
    bench: &Bench<'_, G>,
    seed: u32,
    script: &[Step<G::Command>],
) -> Option<String> {
    let found = catch(|| {
        let play = bench.play(seed, script).ok_or_else(String::new)?;
        let play = &play;
        Ok(learned(&Position { bench, play, seed }))
    });
    found.ok().flatten()
}

/// So many matches more are played when it is not clear whether a viewer knows what it is always right about.
const MORE_MATCHES: u32 = 8;

/// How the problem begins when the rules have panicked.
pub(crate) const PANICKED: &str = "the rules panicked";

/// A panic in the rules is a violation like any other, with a seed and a script.
pub(crate) fn catch<T>(look: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(look)).unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        Err(format!("{PANICKED}: {text}"))
    })
}

/// A random legal command of a random seat that is to act.
fn random_step<G: Game>(play: &Play<'_, G>, rng: &mut Rng) -> Option<Step<G::Command>> {
    let seats: Vec<_> = play.to_act().iter().collect();
    let seat = *rng.pick(&seats)?;
    let commands = play.legal(seat);
    Some(Step::Command(seat, rng.pick(&commands)?.clone()))
}

/// Commands from a few random games, each once, and what becomes of them when their numbers and words are changed: most of
/// them are illegal most of the time, and some always.
fn pool<G: Game>(bench: &Bench<'_, G>, seed: u32) -> Vec<G::Command> {
    const MOST: usize = 24;
    let mut pool: Vec<G::Command> = Vec::new();
    let mut rng = Rng::fast(seed.into(), u64::MAX - 1);
    for game in 0..4 {
        let _ = catch(|| {
            let mut play = bench
                .begin(seed.wrapping_add(game))
                .map_err(|error| error.to_string())?;
            for _ in 0..64 {
                let Some(Step::Command(seat, command)) = random_step(&play, &mut rng) else {
                    break;
                };
                let _ = play.play(seat, &command);
                if pool.len() < MOST && !pool.contains(&command) {
                    pool.push(command);
                }
            }
            Ok(())
        });
    }
    let strange: Vec<G::Command> = pool
        .iter()
        .filter_map(|command| serde_json::to_value(command).ok())
        .flat_map(|json| (0..4).map(move |way| changed(&json, way)))
        .filter_map(|json| serde_json::from_value(json).ok())
        .collect();
    for command in strange {
        if pool.len() < 2 * MOST && !pool.contains(&command) {
            pool.push(command);
        }
    }
    pool
}

/// A command with its numbers moved, one way or another.
fn changed(json: &Value, way: u8) -> Value {
    match json {
        Value::Number(number) => match (number.as_i64(), way) {
            (Some(number), 0) => (number + 1).into(),
            (Some(number), 1) => (number - 1).into(),
            (Some(_), 2) => 0.into(),
            (Some(_), _) => 99.into(),
            (None, _) => json.clone(),
        },
        Value::Array(items) => items.iter().map(|item| changed(item, way)).collect(),
        Value::Object(fields) => {
            let fields = fields.iter();
            Value::Object(
                fields
                    .map(|(name, value)| (name.clone(), changed(value, way)))
                    .collect(),
            )
        }
        _ => json.clone(),
    }
}

/// Every number of seats; with the fewest and the most, each option at its default and at each of its extremes.
fn setups(info: &GameInfo) -> Vec<Setup> {
    let mut setups: Vec<Setup> = Vec::new();
    let mut add = |setup: Setup| {
        if !setups.contains(&setup) {
            setups.push(setup);
        }
    };
    for seats in info.min_seats..=info.max_seats {
        let Ok(setup) = Setup::new(info, seats.into()) else {
            continue;
        };
        add(setup.clone());
        if seats != info.min_seats && seats != info.max_seats {
            continue;
        }
        for option in &info.options {
            let values = match &option.kind {
                OptionKind::Bool { .. } => vec![OptionValue::Bool(false), OptionValue::Bool(true)],
                OptionKind::Int { min, max, .. } => {
                    vec![OptionValue::Int(*min), OptionValue::Int(*max)]
                }
                OptionKind::Choice { choices, .. } => {
                    choices.iter().cloned().map(OptionValue::Choice).collect()
                }
            };
            for value in values {
                if let Ok(setup) = setup.clone().option(&option.name, value) {
                    add(setup);
                }
            }
        }
    }
    setups
}
