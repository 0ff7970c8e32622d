//! Matches as the text of a file: a header, a record a line, and the seed last.

use std::collections::HashSet;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::{NewMatch, Stored};

/// Why a text is not a match.
///
/// ```
/// use parlor_store::NewMatch;
/// let error = NewMatch::from_text("m1", "hex", "{\"parlor\":1}\n{\"version\":3}\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 2 of the match: it says that it is record 3, and record 1 belongs here");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the match: {why}")]
pub struct TextError {
    /// Which line, from 1 on.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

/// All that a store needs to know of a record.
#[derive(Deserialize)]
struct Line {
    version: u64,
    actor: Option<Actor>,
    key: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Actor {
    Seat(u8),
    System(IgnoredAny),
}

#[derive(Deserialize)]
struct Header {
    #[serde(rename = "parlor")]
    _format: u64,
}

impl NewMatch {
    /// The match of a file, with its records and its secret if the file has one. What [`Stored::text`] then gives is the
    /// same text.
    ///
    /// Only that it is whole is looked at here: that every line is in its place. Whether the game allows what it says is for
    /// whoever knows the game.
    ///
    /// ```
    /// use parlor_store::{Memory, NewMatch, Store};
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let text = "{\"parlor\":1}\n{\"version\":1,\"actor\":0,\"key\":\"a\"}\n{\"seed\":7}\n";
    /// let store = Memory::new();
    /// store.create(NewMatch::from_text("m1", "hex", text).unwrap()).await.unwrap();
    /// assert_eq!(store.read("m1", 0).await.unwrap().text(), text);
    /// # });
    /// ```
    pub fn from_text(
        id: impl Into<String>,
        game: impl Into<String>,
        text: &str,
    ) -> Result<NewMatch, TextError> {
        let mut lines = (1..).zip(text.lines());
        let wrong = |line, why: String| TextError { line, why };
        let header = lines.next().map_or("", |(_, line)| line);
        if serde_json::from_str::<Header>(header).is_err() {
            let why = "a match begins with a line that has \"parlor\" with a format number";
            return Err(wrong(1, why.into()));
        }
        let mut new = NewMatch::new(id, game, header);
        for (number, line) in lines {
            if !new.secret.is_empty() {
                return Err(wrong(number, "there is more after the seed".into()));
            }
            if line.starts_with("{\"seed\"") {
                new.secret = line.into();
                continue;
            }
            let expected = new.records.len() as u64 + 1;
            match serde_json::from_str::<Line>(line) {
                Ok(record) if record.version == expected => new.records.push(line.into()),
                Ok(record) => {
                    let version = record.version;
                    return Err(wrong(
                        number,
                        format!(
                            "it says that it is record {version}, and record {expected} belongs here"
                        ),
                    ));
                }
                Err(error) => return Err(wrong(number, format!("it is no record: {error}"))),
            }
        }
        Ok(new)
    }
}

impl Stored {
    /// The match as the text of a file, with its secret: for the server itself, or when the match is over.
    ///
    /// ```
    /// use parlor_store::Stored;
    /// let stored = Stored {
    ///     game: "hex".into(),
    ///     header: "{}".into(),
    ///     secret: String::new(),
    ///     version: 1,
    ///     records: vec!["[1]".into()],
    ///     note: None,
    /// };
    /// assert_eq!(stored.text(), "{}\n[1]\n");
    /// ```
    pub fn text(&self) -> String {
        let records = self.records.iter().map(String::as_str);
        let lines = std::iter::once(&*self.header)
            .chain(records)
            .chain([&*self.secret]);
        let lines = lines.filter(|line| !line.is_empty());
        lines.flat_map(|line| [line, "\n"]).collect()
    }
}

/// Records with the keys that they are known by. Should one come twice, it belongs to the first.
pub(crate) fn with_keys(records: Vec<String>) -> impl Iterator<Item = (Option<String>, String)> {
    let mut seen = HashSet::new();
    records.into_iter().map(move |record| {
        let key = key_of(&record).filter(|key| seen.insert(key.clone()));
        (key, record)
    })
}

fn key_of(record: &str) -> Option<String> {
    match serde_json::from_str(record).ok()? {
        Line {
            actor: Some(Actor::Seat(seat)),
            key: Some(key),
            ..
        } => Some(format!("{seat}/{key}")),
        _ => None,
    }
}
