//! What is agreed before a match: seats, names, options, what each seat brings. A [`Setup`] has been checked against its game.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::brings::Brought;
use crate::{
    BringFault, BringSpec, Contribution, GameInfo, Message, OptionKind, OptionSpec, Seat,
    SeriesError, SeriesGame,
};

/// What is agreed before a match, checked against what the game declares.
///
/// ```
/// use parlor_core::{BringSpec, GameInfo, OptionSpec, Seat, Setup};
/// let info = GameInfo::new("hex", "Hex", 2..=2).option(OptionSpec::int("size", "Board size", 3..=19, 11));
/// let setup = Setup::new(&info, 2).unwrap().named(["Ann"]).unwrap().option("size", 7).unwrap();
/// assert_eq!(setup.int("size"), 7);
/// assert_eq!(setup.names(), ["Ann", "Player 2"]);
/// let error = Setup::new(&info, 2).unwrap().option("size", 99).unwrap_err();
/// assert_eq!(error.to_string(), "option 'size' of Hex is a number from 3 to 19, not 99");
///
/// let info = GameInfo::new("race", "Race", 2..=2).option(OptionSpec::choice("target", "Points to win", &["121", "61"]));
/// let setup = Setup::new(&info, 2).unwrap().option("target", "61").unwrap();
/// assert_eq!(setup.choice("target"), "61");
///
/// let info = GameInfo::new("duel", "Duel", 2..=2).bring(BringSpec::new("hero", "Hero").preset("mage", "Mage", "mage"));
/// let setup = Setup::new(&info, 2).unwrap().bring(Seat(1), "hero", "thief").unwrap();
/// assert_eq!((setup.of(Seat(0), "hero"), setup.of(Seat(1), "hero")), (&"mage".into(), &"thief".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    game: String,
    names: Vec<String>,
    options: BTreeMap<String, OptionValue>,
    specs: Vec<OptionSpec>,
    brings: Vec<BTreeMap<String, Brought>>,
    bring_specs: Arc<[BringSpec]>,
    contributions: Vec<Contribution>,
    series: Option<SeriesGame>,
}

/// The value of an option.
///
/// ```
/// use parlor_core::OptionValue;
/// assert_eq!(OptionValue::from("11"), OptionValue::Int(11));
/// assert_eq!(OptionValue::from("true"), OptionValue::Bool(true));
/// assert_eq!(OptionValue::from("short"), OptionValue::Choice("short".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum OptionValue {
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A word.
    Choice(String),
}

/// A set-up that the game cannot be played with.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::{Game, Setup};
/// let error = Setup::new(&Sticks.info(), 3).unwrap_err();
/// assert_eq!(error.to_string(), "Sticks takes 2 seats, not 3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Too few or too many seats.
    #[error("{game} takes {}, not {seats}", people(*min, *max))]
    Seats {
        /// The game's name.
        game: String,
        /// What was asked for.
        seats: usize,
        /// The fewest seats.
        min: u8,
        /// The most seats.
        max: u8,
    },
    /// A name that is empty, too long, or has characters that do not print.
    #[error(
        "a player's name has 1 to {} printable characters, unlike {name:?}",
        Setup::LONGEST_NAME
    )]
    Name {
        /// The name.
        name: String,
    },
    /// An option that the game does not have.
    #[error("{game} has no option '{option}'{}", has(known))]
    UnknownOption {
        /// The game's name.
        game: String,
        /// The option.
        option: String,
        /// The options that it has.
        known: Vec<String>,
    },
    /// A value that the option cannot have.
    #[error("option '{option}' of {game} is {expected}, not {value}")]
    OptionValue {
        /// The game's name.
        game: String,
        /// The option.
        option: String,
        /// What it may be.
        expected: String,
        /// What it was set to.
        value: String,
    },
    /// Something that seats do not bring to this game.
    #[error("nobody brings '{bring}' to {game}{}", has(known))]
    UnknownBring {
        /// The game's name.
        game: String,
        /// What it was called.
        bring: String,
        /// What seats do bring.
        known: Vec<String>,
    },
    /// What seats bring is not what the game allows: everything that is wrong with it.
    #[error("{}", all(.0))]
    Brings(Vec<BringFault>),
    /// It is no game of the series that it is said to belong to.
    #[error(transparent)]
    Series(#[from] SeriesError),
    /// The game's own objection to options that are each fine by themselves.
    #[error("{0}")]
    Other(String),
}

impl Setup {
    /// The longest name of a player, in characters.
    pub const LONGEST_NAME: usize = 40;

    /// A table of `seats` for this game, with default names and options.
    pub fn new(info: &GameInfo, seats: usize) -> Result<Setup, SetupError> {
        let (min, max) = (info.min_seats, info.max_seats);
        if !(usize::from(min)..=usize::from(max)).contains(&seats) {
            return Err(SetupError::Seats {
                game: info.name.clone(),
                seats,
                min,
                max,
            });
        }
        let defaults = info.options.iter().map(|spec| {
            let value = match &spec.kind {
                OptionKind::Bool { default } => OptionValue::Bool(*default),
                OptionKind::Int { default, .. } => OptionValue::Int(*default),
                OptionKind::Choice { default, .. } => OptionValue::Choice(default.clone()),
            };
            (spec.name.clone(), value)
        });
        Ok(Setup {
            game: info.name.clone(),
            names: (1..=seats).map(|n| format!("Player {n}")).collect(),
            options: defaults.collect(),
            specs: info.options.clone(),
            brings: vec![default_brings(info); seats],
            bring_specs: info.brings.clone().into(),
            contributions: Vec::new(),
            series: None,
        })
    }

    /// With these names for the first seats.
    pub fn named<N: Into<String>>(
        mut self,
        names: impl IntoIterator<Item = N>,
    ) -> Result<Setup, SetupError> {
        for (seat, name) in self.names.iter_mut().zip(names) {
            let name = name.into();
            let fits = (1..=Setup::LONGEST_NAME).contains(&name.chars().count());
            if !fits || name.trim().is_empty() || name.chars().any(is_invisible) {
                return Err(SetupError::Name { name });
            }
            *seat = name;
        }
        Ok(self)
    }

    /// With this value for an option.
    pub fn option(
        mut self,
        name: &str,
        value: impl Into<OptionValue>,
    ) -> Result<Setup, SetupError> {
        let value = value.into();
        let Some(spec) = self.specs.iter().find(|spec| spec.name == name) else {
            return Err(SetupError::UnknownOption {
                game: self.game,
                option: name.into(),
                known: self.specs.into_iter().map(|spec| spec.name).collect(),
            });
        };
        // A choice may be between words that look like numbers.
        let value = match spec.kind {
            OptionKind::Choice { .. } => OptionValue::Choice(value.to_string()),
            _ => value,
        };
        if !spec.kind.allows(&value) {
            return Err(SetupError::OptionValue {
                game: self.game,
                option: name.into(),
                expected: spec.kind.to_string(),
                value: value.to_string(),
            });
        }
        self.options.insert(name.into(), value);
        Ok(self)
    }

    /// With all these options.
    pub fn options(
        self,
        options: impl IntoIterator<Item = (String, OptionValue)>,
    ) -> Result<Setup, SetupError> {
        options
            .into_iter()
            .try_fold(self, |setup, (name, value)| setup.option(&name, value))
    }

    /// With what a seat brings. Whether the game allows it is found out when a match begins, or by
    /// [`AnyGame::faults`](crate::AnyGame::faults); here it is only looked at whether any game could.
    pub fn bring(
        mut self,
        seat: Seat,
        bring: &str,
        value: impl Into<Json>,
    ) -> Result<Setup, SetupError> {
        let value = value.into();
        let Some(spec) = self.bring_specs.iter().find(|spec| spec.id == bring) else {
            return Err(SetupError::UnknownBring {
                game: self.game,
                bring: bring.into(),
                known: (self.bring_specs.iter())
                    .map(|spec| spec.id.clone())
                    .collect(),
            });
        };
        let fault = BringSpec::check_shape(&value).err();
        let fault = fault.or((seat.index() >= self.brings.len())
            .then(|| Message::new("no_such_seat", "there is no such seat")));
        if let Some(fault) = fault {
            let bring = bring.into();
            return Err(SetupError::Brings(vec![BringFault { seat, bring, fault }]));
        }
        let secret = spec.secret;
        self.brings[seat.index()].insert(bring.into(), Brought { value, secret });
        Ok(self)
    }

    /// What a seat brings; null if it brings nothing.
    ///
    /// # Panics
    /// When the game does not ask for it, which is a mistake of the game's author.
    pub fn of(&self, seat: Seat, bring: &str) -> &Json {
        match self
            .brings
            .get(seat.index())
            .and_then(|seat| seat.get(bring))
        {
            Some(brought) => &brought.value,
            None => panic!("{} asks {seat} for no '{bring}'", self.game),
        }
    }

    /// What the game asks seats for.
    pub fn bring_specs(&self) -> &[BringSpec] {
        &self.bring_specs
    }

    /// The same seats, names, options and contributions for other rules of the game, if they take them.
    ///
    /// ```
    /// use parlor_core::{GameInfo, OptionSpec, Setup};
    /// let info = |most| GameInfo::new("hex", "Hex", 2..=2).option(OptionSpec::int("size", "Board size", 3..=most, 3));
    /// let setup = Setup::new(&info(19), 2).unwrap().option("size", 15).unwrap();
    /// assert_eq!(setup.adapted(&info(17)).unwrap().int("size"), 15);
    /// assert!(setup.adapted(&info(11)).is_err());
    /// ```
    pub fn adapted(&self, info: &GameInfo) -> Result<Setup, SetupError> {
        let mut setup = Setup::new(info, self.names.len())?
            .named(self.names.clone())?
            .options(self.options.clone())?;
        for (seat, brings) in (0..).map(Seat).zip(&self.brings) {
            for (bring, brought) in brings {
                setup = setup.bring(seat, bring, brought.value.clone())?;
            }
        }
        for contribution in &self.contributions {
            setup = setup.contribution(contribution.clone())?;
        }
        setup.series.clone_from(&self.series);
        Ok(setup)
    }

    /// With what a seat contributes to the seed, in the order of the seats.
    ///
    /// ```
    /// use parlor_core::{Contribution, Entropy, GameInfo, Seat, Setup};
    /// let info = GameInfo::new("war", "War", 2..=2);
    /// let mine = Contribution::revealed(Seat(1), Entropy([7; 32]));
    /// let setup = Setup::new(&info, 2).unwrap().contribution(mine.clone()).unwrap();
    /// assert_eq!(setup.contributions(), [mine.clone()]);
    /// assert!(setup.contribution(mine).is_err());
    /// ```
    pub fn contribution(mut self, contribution: Contribution) -> Result<Setup, SetupError> {
        let seat = contribution.seat;
        let wrong = |text: String| Err(SetupError::Other(text));
        if seat.index() >= self.names.len() {
            return wrong(format!(
                "{seat} contributes to the seed, and there is no such seat"
            ));
        }
        if self
            .contributions
            .last()
            .is_some_and(|last| last.seat >= seat)
        {
            return wrong(format!("{seat} contributes to the seed out of turn"));
        }
        if !contribution.is_sound() {
            return wrong(format!(
                "{seat} has told other entropy than it had committed to"
            ));
        }
        self.contributions.push(contribution);
        Ok(self)
    }

    /// What seats contribute to the seed.
    pub fn contributions(&self) -> &[Contribution] {
        &self.contributions
    }

    /// As this game of a series. The header says so; the rules of the game need not care.
    ///
    /// ```
    /// use parlor_core::{GameInfo, Series, SeriesLength, Setup};
    /// let info = GameInfo::new("hex", "Hex", 2..=2);
    /// let series = Series::new(SeriesLength::BestOf(3), 2).unwrap();
    /// let setup = Setup::new(&info, 2).unwrap().in_series(series.game("s1")).unwrap();
    /// assert_eq!(setup.series().unwrap().number, 1);
    /// ```
    pub fn in_series(mut self, game: SeriesGame) -> Result<Setup, SetupError> {
        game.check(self.seats())?;
        self.series = Some(game);
        Ok(self)
    }

    /// Which game of a series it is, if it is one.
    pub fn series(&self) -> Option<&SeriesGame> {
        self.series.as_ref()
    }

    /// The same with every player one seat further, so that another begins, as in the next game of a series. What each of them
    /// brings moves with them; nobody has contributed to the seed.
    ///
    /// ```
    /// use parlor_core::{GameInfo, Setup};
    /// let setup = Setup::new(&GameInfo::new("hex", "Hex", 2..=2), 2).unwrap().named(["Ann", "Bob"]).unwrap();
    /// assert_eq!(setup.moved_on().names(), ["Bob", "Ann"]);
    /// ```
    #[must_use]
    pub fn moved_on(mut self) -> Setup {
        self.names.rotate_left(1);
        self.brings.rotate_left(1);
        self.contributions.clear();
        self
    }

    /// The same by itself, and no game of a series.
    #[must_use]
    pub fn out_of_series(self) -> Setup {
        Setup {
            series: None,
            ..self
        }
    }

    /// How many seats there are.
    pub fn seats(&self) -> u8 {
        self.names.len() as u8
    }

    /// The players' names, by seat.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The name of a seat's player.
    pub fn name(&self, seat: Seat) -> &str {
        self.names
            .get(seat.index())
            .map_or("nobody", String::as_str)
    }

    /// The value of every declared option.
    pub fn option_values(&self) -> &BTreeMap<String, OptionValue> {
        &self.options
    }

    /// The value of a declared number.
    ///
    /// # Panics
    /// When the game declares no such number, which is a mistake of the game's author.
    pub fn int(&self, name: &str) -> i64 {
        match self.options.get(name) {
            Some(OptionValue::Int(value)) => *value,
            _ => panic!("{} declares no number '{name}'", self.game),
        }
    }

    /// The value of a declared yes-or-no option.
    ///
    /// # Panics
    /// When the game declares no such option, which is a mistake of the game's author.
    pub fn bool(&self, name: &str) -> bool {
        match self.options.get(name) {
            Some(OptionValue::Bool(value)) => *value,
            _ => panic!("{} declares no yes-or-no option '{name}'", self.game),
        }
    }

    /// The value of a declared choice of words.
    ///
    /// # Panics
    /// When the game declares no such choice, which is a mistake of the game's author.
    pub fn choice(&self, name: &str) -> &str {
        match self.options.get(name) {
            Some(OptionValue::Choice(value)) => value,
            _ => panic!("{} declares no choice '{name}'", self.game),
        }
    }
}

fn default_brings(info: &GameInfo) -> BTreeMap<String, Brought> {
    let brought = |spec: &BringSpec| Brought {
        value: spec.default_value().clone(),
        secret: spec.secret,
    };
    (info.brings.iter())
        .map(|spec| (spec.id.clone(), brought(spec)))
        .collect()
}

impl OptionKind {
    fn allows(&self, value: &OptionValue) -> bool {
        match (self, value) {
            (OptionKind::Bool { .. }, OptionValue::Bool(_)) => true,
            (OptionKind::Int { min, max, .. }, OptionValue::Int(value)) => {
                (min..=max).contains(&value)
            }
            (OptionKind::Choice { choices, .. }, OptionValue::Choice(value)) => {
                choices.contains(value)
            }
            _ => false,
        }
    }
}

impl std::fmt::Display for OptionKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OptionKind::Bool { .. } => f.write_str("true or false"),
            OptionKind::Int { min, max, .. } => write!(f, "a number from {min} to {max}"),
            OptionKind::Choice { choices, .. } => write!(f, "one of {}", choices.join(", ")),
        }
    }
}

impl std::fmt::Display for OptionValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OptionValue::Bool(value) => value.fmt(f),
            OptionValue::Int(value) => value.fmt(f),
            OptionValue::Choice(value) => value.fmt(f),
        }
    }
}

/// Reads what somebody typed: `true`, `11`, or a word.
impl From<&str> for OptionValue {
    fn from(text: &str) -> OptionValue {
        match (text.parse(), text.parse()) {
            (Ok(value), _) => OptionValue::Bool(value),
            (_, Ok(value)) => OptionValue::Int(value),
            _ => OptionValue::Choice(text.into()),
        }
    }
}

impl From<i64> for OptionValue {
    fn from(value: i64) -> OptionValue {
        OptionValue::Int(value)
    }
}

impl From<bool> for OptionValue {
    fn from(value: bool) -> OptionValue {
        OptionValue::Bool(value)
    }
}

/// Characters that show nothing and can turn the text around them: a name made of them could pass for another one.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

fn people(min: u8, max: u8) -> String {
    match (min, max) {
        (1, 1) => "1 seat".into(),
        (min, max) if min == max => format!("{min} seats"),
        (min, max) => format!("{min} to {max} seats"),
    }
}

fn all(faults: &[BringFault]) -> String {
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    faults.join("; ")
}

fn has(known: &[String]) -> String {
    match known {
        [] => ", nor any other".into(),
        known => format!("; it has {}", known.join(", ")),
    }
}
