//! What people want to know before they choose a game: [`Manifest`].

use serde::{Deserialize, Serialize};

/// How long a game takes, how hard it is, for whom it is, who made it. All of it may be left out.
///
/// ```
/// use parlor_core::{GameInfo, Manifest};
/// let manifest = Manifest::new().minutes(5, 15).complexity(1).age(6).best_for([2]);
/// let info = GameInfo::new("hex", "Hex", 2..=2).manifest(manifest);
/// assert_eq!(info.manifest.minutes, Some([5, 15]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Manifest {
    /// How many minutes a match usually takes, from and to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minutes: Option<[u16; 2]>,
    /// How much there is to learn and to think about: 1 (explained in a minute) to 5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complexity: Option<u8>,
    /// The age from which people can play it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age: Option<u8>,
    /// The numbers of players with which it is best.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub best_for: Vec<u8>,
    /// A sign or two that stand for the game where a picture of its table has no room: `♠`, `⬡`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// What a scoreboard shows of each seat, by the names of the values in views, the most important first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scoreboard: Vec<String>,
    /// Who designed the game, or wrote its rules down.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<String>,
    /// Where the rules are from: a book, a page, a tradition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The license under which these rules can be passed on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
}

impl Manifest {
    /// The highest complexity.
    pub const MOST_COMPLEX: u8 = 5;

    /// Nothing is said yet.
    pub fn new() -> Manifest {
        Manifest::default()
    }

    /// With the minutes that a match usually takes.
    ///
    /// # Panics
    /// When `least` is more than `most`, which is a mistake of the game's author.
    #[must_use]
    pub fn minutes(mut self, least: u16, most: u16) -> Manifest {
        assert!(least <= most, "from {least} to {most} minutes");
        self.minutes = Some([least, most]);
        self
    }

    /// With a complexity of 1 to 5.
    ///
    /// # Panics
    /// When it is not within 1 to 5, which is a mistake of the game's author.
    #[must_use]
    pub fn complexity(mut self, complexity: u8) -> Manifest {
        assert!(
            (1..=Manifest::MOST_COMPLEX).contains(&complexity),
            "a complexity is 1 to {}, not {complexity}",
            Manifest::MOST_COMPLEX
        );
        self.complexity = Some(complexity);
        self
    }

    /// With the age from which people can play it.
    #[must_use]
    pub fn age(mut self, age: u8) -> Manifest {
        self.age = Some(age);
        self
    }

    /// With the numbers of players with which it is best.
    #[must_use]
    pub fn best_for(mut self, players: impl IntoIterator<Item = u8>) -> Manifest {
        self.best_for = players.into_iter().collect();
        self
    }

    /// With a sign that stands for it.
    #[must_use]
    pub fn picture(mut self, picture: impl Into<String>) -> Manifest {
        self.picture = Some(picture.into());
        self
    }

    /// With the values that a scoreboard shows.
    #[must_use]
    pub fn scoreboard<T: Into<String>>(mut self, values: impl IntoIterator<Item = T>) -> Manifest {
        self.scoreboard = values.into_iter().map(Into::into).collect();
        self
    }

    /// With those who made it.
    #[must_use]
    pub fn authors<T: Into<String>>(mut self, authors: impl IntoIterator<Item = T>) -> Manifest {
        self.authors = authors.into_iter().map(Into::into).collect();
        self
    }

    /// With where its rules are from.
    #[must_use]
    pub fn source(mut self, source: impl Into<String>) -> Manifest {
        self.source = Some(source.into());
        self
    }

    /// With its license.
    #[must_use]
    pub fn license(mut self, license: impl Into<String>) -> Manifest {
        self.license = Some(license.into());
        self
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Manifest::default()
    }
}
