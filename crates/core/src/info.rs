//! The facts about a game, as plain data: [`GameInfo`] and the options it declares.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::{Arg, BringSpec, Manifest, Seat, Words};

/// What can be known of a game without playing it.
///
/// ```
/// use parlor_core::{GameInfo, OptionSpec};
/// let info = GameInfo::new("hex", "Hex", 2..=2)
///     .version("1.2.0")
///     .summary("Connect your two sides.")
///     .option(OptionSpec::int("size", "Board size", 3..=19, 11))
///     .option(OptionSpec::bool("swap", "Swap rule", true));
/// assert_eq!(info.options.len(), 2);
/// assert!(!info.hidden && !info.chance);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameInfo {
    /// What programs call it: lower case, digits and hyphens.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// The version of its rules. A match is pinned to it.
    pub version: String,
    /// One sentence for a catalogue.
    pub summary: String,
    /// What kind of game it is, in a few words by which people look for it: `cards`, `family`, `bluff`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// What people want to know before they choose it.
    #[serde(default, skip_serializing_if = "Manifest::is_empty")]
    pub manifest: Manifest,
    /// The fewest seats.
    pub min_seats: u8,
    /// The most seats.
    pub max_seats: u8,
    /// What can be chosen before a match.
    pub options: Vec<OptionSpec>,
    /// What each seat brings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub brings: Vec<BringSpec>,
    /// Whether a seat may know what another does not.
    pub hidden: bool,
    /// Whether chance plays a part.
    pub chance: bool,
    /// Whether the rules limit how long a seat may think at some step: [`View::time_limit_ms`](crate::View::time_limit_ms).
    #[serde(default)]
    pub timed: bool,
    /// Whether somebody else may take over a seat after the match has begun.
    #[serde(default = "yes")]
    pub late_join: bool,
    /// No match takes more commands than this.
    pub longest: u64,
    /// A [`Fingerprint`](crate::Fingerprint) of the rules themselves, as far as they are data; empty for rules that are all
    /// code, which go by their version alone.
    pub fingerprint: String,
    /// The fingerprints that earlier versions of Parlor gave to these very rules: matches of theirs can be read.
    #[serde(skip)]
    pub earlier: Vec<String>,
    /// What is said in other languages, by the ids of messages. Whoever serves the game hands it on.
    #[serde(skip)]
    pub words: Words,
}

/// An option that a game declares.
///
/// ```
/// use parlor_core::{OptionKind, OptionSpec};
/// let size = OptionSpec::int("size", "Board size", 3..=19, 11);
/// assert_eq!(size.kind, OptionKind::Int { min: 3, max: 19, default: 11 });
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionSpec {
    /// What programs call it.
    pub name: String,
    /// What people call it.
    pub label: String,
    /// What it may be, and what it is unless somebody says otherwise.
    #[serde(flatten)]
    pub kind: OptionKind,
}

/// What an option may be.
///
/// ```
/// use parlor_core::OptionSpec;
/// let kind = OptionSpec::choice("deck", "Deck", &["short", "full"]).kind;
/// assert_eq!(kind.to_string(), "one of short, full");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OptionKind {
    /// Yes or no.
    Bool {
        /// The value unless somebody says otherwise.
        default: bool,
    },
    /// A whole number.
    Int {
        /// The lowest.
        min: i64,
        /// The highest.
        max: i64,
        /// The value unless somebody says otherwise.
        default: i64,
    },
    /// One of several words.
    Choice {
        /// The words.
        choices: Vec<String>,
        /// The value unless somebody says otherwise.
        default: String,
    },
}

fn yes() -> bool {
    true
}

impl GameInfo {
    /// A game with an id, a name and a number of seats (1 to 64).
    ///
    /// # Panics
    /// When the number of seats is not within 1 to 64, which is a mistake of the game's author.
    pub fn new(
        id: impl Into<String>,
        name: impl Into<String>,
        seats: RangeInclusive<u8>,
    ) -> GameInfo {
        let (min_seats, max_seats) = seats.into_inner();
        assert!(
            1 <= min_seats && min_seats <= max_seats && max_seats <= Seat::MAX,
            "a game has 1 to {} seats",
            Seat::MAX
        );
        GameInfo {
            id: id.into(),
            name: name.into(),
            version: "1.0.0".into(),
            summary: String::new(),
            tags: Vec::new(),
            manifest: Manifest::default(),
            min_seats,
            max_seats,
            options: Vec::new(),
            brings: Vec::new(),
            hidden: false,
            chance: false,
            timed: false,
            late_join: true,
            longest: 10_000,
            fingerprint: String::new(),
            earlier: Vec::new(),
            words: Words::basic(),
        }
    }

    /// With this version of the rules.
    #[must_use]
    pub fn version(mut self, version: impl Into<String>) -> GameInfo {
        self.version = version.into();
        self
    }

    /// Says what kind of game it is, in words by which people look for it.
    ///
    /// ```
    /// let info = parlor_core::GameInfo::new("hex", "Hex", 2..=2).tags(["board", "strategy"]);
    /// assert_eq!(info.tags, ["board", "strategy"]);
    /// ```
    #[must_use]
    pub fn tags<T: Into<String>>(mut self, tags: impl IntoIterator<Item = T>) -> GameInfo {
        self.tags = tags.into_iter().map(Into::into).collect();
        self
    }

    /// With what people want to know before they choose it.
    #[must_use]
    pub fn manifest(mut self, manifest: Manifest) -> GameInfo {
        self.manifest = manifest;
        self
    }

    /// With texts in a language, by the ids of messages. A game is called `game.name` there, its summary `game.summary`, an
    /// option `option.NAME`, what seats bring `bring.ID`.
    ///
    /// ```
    /// use parlor_core::{GameInfo, OptionSpec};
    /// let info = GameInfo::new("checkers", "Checkers", 2..=2)
    ///     .option(OptionSpec::bool("long", "Long", false))
    ///     .words("de", [("game.name", "Dame"), ("option.long", "Lang")]);
    /// assert_eq!(info.translated("de").name, "Dame");
    /// assert_eq!(info.translated("fr").name, "Checkers");
    /// ```
    #[must_use]
    pub fn words<const N: usize>(
        mut self,
        language: &'static str,
        texts: [(&'static str, &'static str); N],
    ) -> GameInfo {
        self.words.add(language, texts);
        self
    }

    /// The same from a JSON object of texts, as a file beside the rules has it.
    ///
    /// # Panics
    /// When it is not an object of texts, which is a mistake of the game's author.
    #[must_use]
    pub fn words_json(mut self, language: &'static str, json: &str) -> GameInfo {
        self.words.add_json(language, json);
        self
    }

    /// The facts as they read in a language: name, summary, options and what is brought. What has no translation stays.
    #[must_use]
    pub fn translated(&self, language: &str) -> GameInfo {
        let mut info = self.clone();
        for (id, text) in info.labels() {
            if let Some(words) = self.words.get(language, &id) {
                *text = words.into();
            }
        }
        info
    }

    /// All words for which there is an id and an English text: those of the catalogue, and of the facts.
    pub fn english(&self) -> Words {
        let mut words = self.words.clone();
        let mut info = self.clone();
        let labels = info.labels().into_iter();
        let texts = labels.filter(|(_, text)| !text.is_empty());
        words.add("en", texts.map(|(id, text)| (id, std::mem::take(text))));
        for option in &self.options {
            if let OptionKind::Choice { choices, .. } = &option.kind {
                let group = format!("option.{}", option.name);
                let words_of = |choice: &String| match Arg::named(&group, choice) {
                    Arg::Message(word) => Some((word.id, choice.clone())),
                    _ => None,
                };
                words.add("en", choices.iter().filter_map(words_of));
            }
        }
        words
    }

    /// The texts for people, each with its id.
    fn labels(&mut self) -> Vec<(String, &mut String)> {
        let mut labels = vec![
            ("game.name".to_owned(), &mut self.name),
            ("game.summary".to_owned(), &mut self.summary),
        ];
        for option in &mut self.options {
            labels.push((format!("option.{}", option.name), &mut option.label));
        }
        for bring in &mut self.brings {
            let id = format!("bring.{}", bring.id);
            labels.push((format!("{id}.description"), &mut bring.description));
            for preset in &mut bring.presets {
                labels.push((format!("{id}.{}", preset.id), &mut preset.label));
            }
            labels.push((id, &mut bring.label));
        }
        labels
    }

    /// With one sentence for a catalogue.
    #[must_use]
    pub fn summary(mut self, summary: impl Into<String>) -> GameInfo {
        self.summary = summary.into();
        self
    }

    /// With one more option.
    #[must_use]
    pub fn option(mut self, option: OptionSpec) -> GameInfo {
        self.options.push(option);
        self
    }

    /// With one more thing that each seat brings. What is secret makes it a game with secrets.
    ///
    /// # Panics
    /// When the game asks for something of that id already, which is a mistake of the game's author.
    #[must_use]
    pub fn bring(mut self, spec: BringSpec) -> GameInfo {
        assert!(
            self.brings.iter().all(|other| other.id != spec.id),
            "{} asks twice for what is called '{}'",
            self.id,
            spec.id
        );
        self.hidden |= spec.secret;
        self.brings.push(spec);
        self
    }

    /// A game in which a seat may know what another does not.
    #[must_use]
    pub fn hidden(mut self) -> GameInfo {
        self.hidden = true;
        self
    }

    /// A game in which chance plays a part.
    #[must_use]
    pub fn chance(mut self) -> GameInfo {
        self.chance = true;
        self
    }

    /// A game whose rules limit how long a seat may think.
    #[must_use]
    pub fn timed(mut self) -> GameInfo {
        self.timed = true;
        self
    }

    /// A game in which no seat changes hands once it has begun.
    #[must_use]
    pub fn without_late_join(mut self) -> GameInfo {
        self.late_join = false;
        self
    }

    /// A game of which no match takes more than `commands`.
    #[must_use]
    pub fn longest(mut self, commands: u64) -> GameInfo {
        self.longest = commands;
        self
    }

    /// With a fingerprint of rules that are data.
    #[must_use]
    pub fn fingerprint(mut self, fingerprint: impl Into<String>) -> GameInfo {
        self.fingerprint = fingerprint.into();
        self
    }

    /// With a fingerprint that an earlier version of Parlor gave to the same rules.
    #[must_use]
    pub fn earlier(mut self, fingerprint: impl Into<String>) -> GameInfo {
        self.earlier.push(fingerprint.into());
        self
    }

    /// The hash that a match's header pins: id, version and fingerprint of the rules.
    pub fn content_hash(&self) -> String {
        self.hash_with(&self.fingerprint)
    }

    /// All hashes that headers of matches of these rules may have: today's, then those of earlier versions of Parlor.
    ///
    /// ```
    /// use parlor_core::GameInfo;
    /// let before = GameInfo::new("war", "War", 2..=2).fingerprint("text and all");
    /// let now = GameInfo::new("war", "War", 2..=2).fingerprint("rules alone").earlier("text and all");
    /// assert_eq!(now.hashes(), [now.content_hash(), before.content_hash()]);
    /// ```
    pub fn hashes(&self) -> Vec<String> {
        let fingerprints = std::iter::once(&self.fingerprint).chain(&self.earlier);
        fingerprints
            .map(|fingerprint| self.hash_with(fingerprint))
            .collect()
    }

    fn hash_with(&self, fingerprint: &str) -> String {
        let mut hasher = blake3::Hasher::new_derive_key("parlor 2026 content of a game");
        for part in [self.id.as_str(), &self.version, fingerprint] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        hasher.finalize().to_hex().to_string()
    }
}

impl OptionSpec {
    /// A yes-or-no option.
    pub fn bool(name: &str, label: &str, default: bool) -> OptionSpec {
        OptionSpec {
            name: name.into(),
            label: label.into(),
            kind: OptionKind::Bool { default },
        }
    }

    /// A whole number within a range.
    pub fn int(name: &str, label: &str, range: RangeInclusive<i64>, default: i64) -> OptionSpec {
        let (min, max) = range.into_inner();
        OptionSpec {
            name: name.into(),
            label: label.into(),
            kind: OptionKind::Int { min, max, default },
        }
    }

    /// One of several words, the first of them unless somebody says otherwise.
    pub fn choice(name: &str, label: &str, choices: &[&str]) -> OptionSpec {
        OptionSpec {
            name: name.into(),
            label: label.into(),
            kind: OptionKind::Choice {
                default: choices.first().copied().unwrap_or_default().into(),
                choices: choices.iter().copied().map(Into::into).collect(),
            },
        }
    }
}
