//! What is wrong with a file, and where.

use std::ops::Range;

use parlor_core::nearest;
use serde::{Serialize, Serializer};

use crate::{Code, Severity};

/// Something wrong with a file: what, where, what was expected, and what to do.
///
/// ```
/// use parlor_language::{Code, Place, Problem};
/// let problem = Problem::new(Code::UnknownZone, Place::of("/phases/0/onEnter/1"), "there is no zone 'drawpile'")
///     .help("did you mean 'draw_pile'?");
/// assert_eq!(problem.to_string(), "error[R201]: there is no zone 'drawpile'");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// What kind of problem.
    pub code: Code,
    /// Where it is.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// What was expected instead.
    pub expected: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
}

/// A place in a file.
///
/// ```
/// use parlor_language::Place;
/// let place = Place::of("/phases").index(1).field("name");
/// assert_eq!(place.pointer, "/phases/1/name");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The JSON pointer of the value, or of the object in which something is missing.
    pub pointer: String,
    /// The bytes within a text that are meant, in the text as it is after escapes are resolved.
    #[serde(skip)]
    pub within: Option<Range<usize>>,
    /// Where that is in the file; found when the file is at hand.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// Whether the key is meant and not the value.
    #[serde(skip)]
    pub key: bool,
}

/// A position in a file.
///
/// ```
/// use parlor_language::Position;
/// assert_eq!(Position { line: 3, column: 7, start: 40, end: 44 }.to_string(), "3:7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// The bytes.
    #[serde(skip)]
    pub start: usize,
    /// The end of the bytes.
    #[serde(skip)]
    pub end: usize,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl Place {
    /// The place with this JSON pointer.
    pub fn of(pointer: impl Into<String>) -> Place {
        Place {
            pointer: pointer.into(),
            ..Place::default()
        }
    }

    /// A field of it.
    #[must_use]
    pub fn field(&self, name: &str) -> Place {
        let name = name.replace('~', "~0").replace('/', "~1");
        Place::of(format!("{}/{name}", self.pointer))
    }

    /// An entry of it.
    #[must_use]
    pub fn index(&self, index: usize) -> Place {
        Place::of(format!("{}/{index}", self.pointer))
    }

    /// Some bytes of its text.
    #[must_use]
    pub fn within(&self, bytes: Range<usize>) -> Place {
        Place {
            within: Some(bytes),
            ..self.clone()
        }
    }

    /// Its key.
    #[must_use]
    pub fn key(mut self) -> Place {
        self.key = true;
        self
    }
}

impl Problem {
    /// A problem.
    pub fn new(code: Code, place: Place, message: impl Into<String>) -> Problem {
        Problem {
            code,
            place,
            message: message.into(),
            expected: None,
            help: None,
        }
    }

    /// With what was expected.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Problem {
        self.expected = Some(expected.into());
        self
    }

    /// With what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }

    /// "did you mean …?", if one of the names is near.
    #[must_use]
    pub fn near<'n>(self, name: &str, names: impl IntoIterator<Item = &'n str>) -> Problem {
        match nearest(name, names) {
            Some(near) => self.help(format!("did you mean '{near}'?")),
            None => self,
        }
    }

    /// Whether the game can be played all the same.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let severity = match self.severity() {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        write!(f, "{severity}[{}]: {}", self.code, self.message)
    }
}

/// As programs read it: flat, and with the severity, which the code implies.
impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Flat<'p> {
            code: Code,
            severity: Severity,
            #[serde(flatten)]
            place: &'p Place,
            message: &'p str,
            #[serde(skip_serializing_if = "Option::is_none")]
            expected: Option<&'p str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            help: Option<&'p str>,
        }
        let flat = Flat {
            code: self.code,
            severity: self.severity(),
            place: &self.place,
            message: &self.message,
            expected: self.expected.as_deref(),
            help: self.help.as_deref(),
        };
        flat.serialize(serializer)
    }
}

/// A text of the file as messages show it: not too long, and without characters that would do something to a terminal.
///
/// ```
/// assert_eq!(parlor_language::shown("a\u{1b}[2J"), "a\\u{1b}[2J");
/// ```
pub fn shown(text: &str) -> String {
    const MOST: usize = 40;
    let mut shown = String::new();
    for (index, letter) in text.chars().enumerate() {
        if index == MOST {
            shown.push('…');
            break;
        }
        push_harmless(&mut shown, letter);
    }
    shown
}

/// Adds a character, or its escape if it would move the cursor, turn the writing round, or not be seen.
pub(crate) fn push_harmless(text: &mut String, letter: char) {
    let harmful = letter.is_control()
        || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    if harmful {
        text.extend(letter.escape_unicode());
    } else {
        text.push(letter);
    }
}
