//! Which bot, and how hard it thinks: [`Spec`], [`Level`], [`Effort`], as people write them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use parlor_core::nearest;
use serde::{Deserialize, Serialize};

use crate::cores;

/// How a bot finds its command.
///
/// ```
/// use parlor_bots::Method;
/// assert_eq!("tree".parse(), Ok(Method::Tree));
/// assert_eq!(Method::Information.to_string(), "information");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// Tree search where everything is known, information-set search elsewhere.
    Auto,
    /// Any legal command, each as likely as the others.
    Random,
    /// Flat Monte Carlo: tries each command equally often and plays on at random.
    Flat,
    /// Monte-Carlo tree search (UCT), for games without secrets and chance.
    Tree,
    /// Information-set tree search: what the seat cannot know is drawn anew before each look ahead.
    Information,
    /// As `Information`, but drawn only once: what a bot does that takes one guess for the truth. To compare with.
    Single,
    /// Minimax with alpha-beta, deeper and deeper, for small games of two seats without secrets and chance.
    Minimax,
}

impl Method {
    const ALL: [(&'static str, Method); 7] = [
        ("auto", Method::Auto),
        ("random", Method::Random),
        ("flat", Method::Flat),
        ("tree", Method::Tree),
        ("information", Method::Information),
        ("single", Method::Single),
        ("minimax", Method::Minimax),
    ];
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Method::ALL.iter().find(|(_, method)| method == self);
        f.write_str(name.map_or("auto", |(name, _)| name))
    }
}

impl FromStr for Method {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Method, SpecError> {
        let found = Method::ALL.iter().find(|(name, _)| *name == text);
        found
            .map(|(_, method)| *method)
            .ok_or_else(|| SpecError::unknown(text))
    }
}

/// How strong a bot is, for people who do not want to know more.
///
/// ```
/// use parlor_bots::Level;
/// assert!(Level::Hard.effort().iterations > Level::Easy.effort().iterations);
/// assert_eq!("hard".parse(), Ok(Level::Hard));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// For a first game.
    Easy,
    /// Sees what is coming next.
    Medium,
    /// A serious opponent.
    Hard,
    /// As strong as it gets in a few seconds, on all cores that no other bot uses.
    Expert,
}

impl Level {
    /// All levels, from the weakest on.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Expert];

    /// How hard a bot of this level thinks.
    pub fn effort(self) -> Effort {
        let of = |iterations: Option<u64>, time_ms: u64, threads| Effort {
            iterations,
            time: Some(Duration::from_millis(time_ms)),
            threads,
        };
        match self {
            Level::Easy => of(Some(100), 500, Some(1)),
            Level::Medium => of(Some(2_000), 1_000, Some(1)),
            Level::Hard => of(Some(50_000), 2_000, Some(1)),
            Level::Expert => of(None, 3_000, None),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
        })
    }
}

impl FromStr for Level {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Level, SpecError> {
        let found = Level::ALL.iter().find(|level| level.to_string() == text);
        found.copied().ok_or_else(|| SpecError::unknown(text))
    }
}

/// How hard a bot thinks about one command. It stops at whatever comes first.
///
/// With a number of iterations and no time, one command follows from the seed and from what the seat knows alone: it is
/// the same on every machine.
///
/// ```
/// use std::time::Duration;
/// use parlor_bots::{Effort, Spec};
/// let spec: Spec = "tree:1000:50ms:threads=2".parse().unwrap();
/// let effort = Effort { iterations: Some(1000), time: Some(Duration::from_millis(50)), threads: Some(2) };
/// assert_eq!(spec.effort, effort);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Effort {
    /// So many looks ahead at most.
    pub iterations: Option<u64>,
    /// So much time at most.
    pub time: Option<Duration>,
    /// On so many threads; nothing means one where the iterations are counted, and one for each core where they are not.
    pub threads: Option<usize>,
}

impl Effort {
    /// So many looks ahead, on one thread.
    pub fn iterations(iterations: u64) -> Effort {
        Effort {
            iterations: Some(iterations),
            time: None,
            threads: None,
        }
    }

    /// So much time, on one thread for each core.
    pub fn time(time: Duration) -> Effort {
        Effort {
            iterations: None,
            time: Some(time),
            threads: None,
        }
    }

    /// After which parts of it several threads share what they have found: a sixteenth, an eighth, and so on. The last part is
    /// the whole.
    pub(crate) fn rounds(&self, threads: usize, shares: bool) -> impl Iterator<Item = u32> {
        let (time, iterations) = (self.time, self.iterations);
        let looks = LEAST_LOOKS * threads as u64;
        let is_worth_it = move |part: u32| {
            time.is_none_or(|time| time / part >= LEAST_ROUND)
                && iterations.is_none_or(|iterations| iterations / u64::from(part) >= looks)
        };
        let parts = [16, 8, 4, 2, 1].into_iter();
        parts.filter(move |part| *part == 1 || (threads > 1 && shares && is_worth_it(*part)))
    }

    /// On how many threads it thinks if nobody else does.
    pub(crate) fn thread_count(&self) -> usize {
        match (self.threads, self.iterations) {
            (Some(threads), _) => threads.clamp(1, MOST_THREADS),
            (None, Some(_)) => 1,
            (None, None) => cores::all(),
        }
    }

    /// On how many threads it thinks now: one that may take all cores takes those that no other bot uses.
    pub(crate) fn threads_now(&self) -> usize {
        match (self.threads, self.iterations) {
            (None, None) => cores::free(),
            _ => self.thread_count(),
        }
    }
}

const MOST_THREADS: usize = 256;
/// To come together takes time as well: it is not done after less than this, nor after fewer looks ahead of each.
const LEAST_ROUND: Duration = Duration::from_millis(2);
pub(crate) const LEAST_LOOKS: u64 = 32;
const MOST_ITERATIONS: u64 = 1_000_000_000_000;

/// Which bot, and how hard it thinks.
///
/// Written as a level (`easy`, `medium`, `hard`, `expert`), a number of iterations (`500`), or a method with what limits
/// it: `flat:1000`, `tree:50ms`, `information:2s:threads=2`, `hard:200ms`.
///
/// ```
/// use parlor_bots::{Level, Method, Spec};
/// assert_eq!("hard".parse(), Ok(Spec::from(Level::Hard)));
/// assert_eq!("500".parse::<Spec>().unwrap().effort.iterations, Some(500));
/// assert_eq!("random".parse::<Spec>().unwrap().method, Method::Random);
/// let error = "hrad".parse::<Spec>().unwrap_err();
/// assert_eq!(error.to_string(), "there is no bot 'hrad'; did you mean hard?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    /// How it finds its command.
    pub method: Method,
    /// How hard it thinks.
    pub effort: Effort,
    /// What else can be changed, for experiments.
    pub tuning: Tuning,
    /// As it was written.
    name: String,
}

impl Spec {
    /// A bot with a method and an effort.
    ///
    /// ```
    /// use parlor_bots::{Effort, Method, Spec};
    /// assert_eq!(Spec::new(Method::Flat, Effort::iterations(1000)).to_string(), "flat:1000");
    /// ```
    pub fn new(method: Method, effort: Effort) -> Spec {
        let mut name = method.to_string();
        if let Some(iterations) = effort.iterations {
            name += &format!(":{iterations}");
        }
        if let Some(time) = effort.time {
            name += &format!(":{}ms", time.as_millis());
        }
        if let Some(threads) = effort.threads {
            name += &format!(":threads={threads}");
        }
        Spec {
            method,
            effort,
            tuning: Tuning::default(),
            name,
        }
    }

    /// A bot that plays at random.
    pub fn random() -> Spec {
        Spec {
            name: "random".into(),
            ..Spec::new(Method::Random, Effort::iterations(1))
        }
    }
}

impl From<Level> for Spec {
    fn from(level: Level) -> Spec {
        Spec {
            method: Method::Auto,
            effort: level.effort(),
            tuning: Tuning::default(),
            name: level.to_string(),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// What can be changed about a search, for experiments: nothing means what has proved itself.
///
/// ```
/// use parlor_bots::Spec;
/// let spec: Spec = "tree:1000:explore=70:solver=off".parse().unwrap();
/// assert_eq!((spec.tuning.explore, spec.tuning.solver), (Some(70), false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tuning {
    /// How much a move that was tried seldom is worth another look, in hundredths: high explores, low exploits.
    pub explore: Option<u32>,
    /// How promising a move is that was never tried, in hundredths.
    pub urgency: Option<u32>,
    /// So many commands are played at random before a position is judged by the game's objectives.
    pub horizon: Option<u32>,
    /// Whether tree search looks for certain wins and losses, and stops when it has found all there is.
    pub solver: bool,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning {
            explore: None,
            urgency: None,
            horizon: None,
            solver: true,
        }
    }
}

impl Tuning {
    fn set(&mut self, name: &str, value: &str) -> Result<(), SpecError> {
        let wrong = || SpecError::Tuning(format!("{name}={value}").chars().take(40).collect());
        let number = || {
            let number: u32 = value.parse().map_err(|_| wrong())?;
            (number <= 1_000_000).then_some(number).ok_or_else(wrong)
        };
        match (name, value) {
            ("explore", _) => self.explore = Some(number()?),
            ("urgency", _) => self.urgency = Some(number()?),
            ("horizon", _) => self.horizon = Some(number()?),
            ("solver", "on" | "off") => self.solver = value == "on",
            _ => return Err(wrong()),
        }
        Ok(())
    }
}

/// A text that names no bot.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// There is no such level or method.
    #[error("there is no bot '{text}'{}", .nearest.map_or(String::from("; there are easy, medium, hard, expert, random, flat, tree, information, single, minimax, or a number of iterations"), |name| format!("; did you mean {name}?")))]
    Unknown {
        /// What was written.
        text: String,
        /// What was perhaps meant.
        nearest: Option<&'static str>,
    },
    /// A limit that cannot be read.
    #[error(
        "'{0}' does not limit a bot: say iterations (1000, from 1 on), a time (50ms, 2s, up to 24 hours) or threads (threads=2, up to 256)"
    )]
    Limit(String),
    /// The same kind of limit twice.
    #[error("'{0}' comes after another one of its kind: say it once")]
    Twice(String),
    /// Something that cannot be changed, or not to this.
    #[error("'{0}' changes nothing: there are explore=70, urgency=60, horizon=24 and solver=off")]
    Tuning(String),
}

impl SpecError {
    fn unknown(text: &str) -> SpecError {
        let names = ["easy", "medium", "hard", "expert"].into_iter();
        let names = names.chain(Method::ALL.iter().map(|(name, _)| *name));
        SpecError::Unknown {
            nearest: nearest(text, names),
            text: text.chars().take(40).collect(),
        }
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let mut parts = text.trim().split(':');
        let first = parts.next().unwrap_or_default();
        let mut spec = match first.parse::<Level>() {
            Ok(level) => Spec::from(level),
            Err(_) if first.starts_with(|c: char| c.is_ascii_digit()) => {
                let mut effort = Effort {
                    iterations: None,
                    time: None,
                    threads: None,
                };
                limit(&mut effort, first)?;
                Spec::new(Method::Auto, effort)
            }
            Err(_) => match first.parse()? {
                Method::Random => Spec::random(),
                method => Spec::new(method, Level::Medium.effort()),
            },
        };
        let is_level = first.parse::<Level>().is_ok();
        let is_number = first.starts_with(|c: char| c.is_ascii_digit());
        let limits: Vec<&str> = parts.collect();
        // Whoever says a time or iterations means these alone, not those of a level as well.
        if !is_number && limits.iter().any(|limit| !limit.contains('=')) {
            spec.effort = Effort {
                iterations: None,
                time: None,
                threads: spec.effort.threads.filter(|_| is_level),
            };
        }
        for (place, text) in limits.iter().enumerate() {
            match text.split_once('=').filter(|(name, _)| *name != "threads") {
                Some((name, value)) => spec.tuning.set(name, value)?,
                None => limit(&mut spec.effort, text)?,
            }
            let earlier = limits[..place].iter().chain(is_number.then_some(&first));
            if earlier
                .map(|other| kind(other))
                .any(|other| other == kind(text))
            {
                return Err(SpecError::Twice(text.chars().take(40).collect()));
            }
        }
        spec.name = text.trim().to_string();
        Ok(spec)
    }
}

/// What a part of a bot's text is about.
fn kind(text: &str) -> &str {
    match text.split_once('=') {
        Some((name, _)) => name,
        None if text.ends_with('s') => "time",
        None => "iterations",
    }
}

fn limit(effort: &mut Effort, text: &str) -> Result<(), SpecError> {
    let wrong = || SpecError::Limit(text.chars().take(40).collect());
    let whole = |text: &str, most: u64| {
        if !text.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(wrong());
        }
        let number: u64 = text.replace('_', "").parse().map_err(|_| wrong())?;
        (1..=most)
            .contains(&number)
            .then_some(number)
            .ok_or_else(wrong)
    };
    const MOST_MS: u64 = 24 * 60 * 60 * 1000;
    if let Some(threads) = text.strip_prefix("threads=") {
        effort.threads = Some(whole(threads, MOST_THREADS as u64)? as usize);
    } else if let Some(ms) = text.strip_suffix("ms") {
        effort.time = Some(Duration::from_millis(whole(ms, MOST_MS)?));
    } else if let Some(seconds) = text.strip_suffix('s') {
        let ms = match seconds.split_once('.') {
            None => whole(seconds, MOST_MS / 1000)? * 1000,
            // As tenths of a second.
            Some((seconds, tenth)) if tenth.len() == 1 => {
                whole(&format!("{seconds}{tenth}"), MOST_MS / 100)? * 100
            }
            Some(_) => return Err(wrong()),
        };
        effort.time = Some(Duration::from_millis(ms));
    } else {
        effort.iterations = Some(whole(text, MOST_ITERATIONS)?);
    }
    Ok(())
}
