//! Matches on their way in and out: [`NewMatch`], [`Append`], [`Stored`], and what is kept with them.

use crate::Put;

/// A match to be kept, all of it or nothing. [`NewMatch::from_text`] makes one of a match file.
///
/// ```
/// use parlor_store::{NewMatch, Note, Put};
/// let new = NewMatch::new("m1", "hex", "{\"parlor\":1}")
///     .secret("{\"seed\":7}")
///     .records(["{\"version\":1,\"actor\":\"system\"}"])
///     .note(Note::new("it is white's turn").due(1_700_000_000_000))
///     .puts([Put::new("room", "r1", "{\"match\":\"m1\"}").over(3)]);
/// assert_eq!((new.game.as_str(), new.records.len(), new.puts.len()), ("hex", 1, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMatch {
    /// What it is called, everywhere.
    pub id: String,
    /// The id of its game.
    pub game: String,
    /// The first line of its text.
    pub header: String,
    /// The last line of its text, which tells its seed. Nobody but the server may read it before the match is over.
    pub secret: String,
    /// The records that it has already, as lines. A record of a seat with a key is known by `seat/key` from then on, as
    /// [`Append::key`] has it, and its answer is empty.
    pub records: Vec<String>,
    /// The first note.
    pub note: Option<Note>,
    /// Documents that change with it: nothing is kept unless they can.
    pub puts: Vec<Put>,
}

impl NewMatch {
    /// A match without a secret, records, a note or documents.
    pub fn new(
        id: impl Into<String>,
        game: impl Into<String>,
        header: impl Into<String>,
    ) -> NewMatch {
        NewMatch {
            id: id.into(),
            game: game.into(),
            header: header.into(),
            secret: String::new(),
            records: Vec::new(),
            note: None,
            puts: Vec::new(),
        }
    }

    /// The same with its secret.
    #[must_use]
    pub fn secret(mut self, secret: impl Into<String>) -> NewMatch {
        self.secret = secret.into();
        self
    }

    /// The same with these records.
    #[must_use]
    pub fn records(mut self, records: impl IntoIterator<Item = impl Into<String>>) -> NewMatch {
        self.records = records.into_iter().map(Into::into).collect();
        self
    }

    /// The same with a note.
    #[must_use]
    pub fn note(mut self, note: Note) -> NewMatch {
        self.note = Some(note);
        self
    }

    /// The same with documents that change along.
    #[must_use]
    pub fn puts(mut self, puts: impl IntoIterator<Item = Put>) -> NewMatch {
        self.puts = puts.into_iter().collect();
        self
    }
}

/// A record to be added, and what changes with it.
///
/// ```
/// use parlor_store::{Append, Note};
/// let append = Append::new("m1", 4, "{\"version\":5}").key("0/a1").answer("accepted");
/// assert_eq!((append.after, append.key.as_deref()), (4, Some("0/a1")));
/// let timed = append.note(Note::new("it is black's turn").due(1_700_000_000_000));
/// assert!(timed.note.is_some() && timed.puts.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// To which match.
    pub id: String,
    /// The version that the match must have before: 0 if there is no record yet.
    pub after: u64,
    /// What tells this submission from all others of the match. Two seats may choose the same word, so it is written
    /// `seat/key`: `0/a1` is the key `a1` of seat 0. A match that is imported gets its keys back in this form.
    pub key: Option<String>,
    /// The record, as a line.
    pub record: String,
    /// What whoever sent it is told, now and whenever the key comes again.
    pub answer: String,
    /// The note from now on; `None` leaves the one that is there.
    pub note: Option<Note>,
    /// Documents that change with it: the record is not added unless they can.
    pub puts: Vec<Put>,
}

impl Append {
    /// A record without a key, an answer, a note or documents.
    pub fn new(id: impl Into<String>, after: u64, record: impl Into<String>) -> Append {
        Append {
            id: id.into(),
            after,
            key: None,
            record: record.into(),
            answer: String::new(),
            note: None,
            puts: Vec::new(),
        }
    }

    /// The same under a key.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Append {
        self.key = Some(key.into());
        self
    }

    /// The same with an answer.
    #[must_use]
    pub fn answer(mut self, answer: impl Into<String>) -> Append {
        self.answer = answer.into();
        self
    }

    /// The same with a note.
    #[must_use]
    pub fn note(mut self, note: Note) -> Append {
        self.note = Some(note);
        self
    }

    /// The same with documents that change along.
    #[must_use]
    pub fn puts(mut self, puts: impl IntoIterator<Item = Put>) -> Append {
        self.puts = puts.into_iter().collect();
        self
    }
}

/// What came of adding a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is there now, and will be.
    New,
    /// A record under the same key was there already.
    Repeated {
        /// Its version.
        version: u64,
        /// What was answered then.
        answer: String,
    },
}

/// What a server wants to know of a match when it wakes it, and when to wake it.
///
/// ```
/// use parlor_store::Note;
/// let note = Note::new("it is white's turn").due(1_700_000_000_000);
/// assert_eq!(note.due_ms, Some(1_700_000_000_000));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What to know: clocks, offers.
    pub text: String,
    /// When to wake it, in milliseconds since 1970 (below 2⁶³).
    pub due_ms: Option<u64>,
}

impl Note {
    /// A note that is never due.
    pub fn new(text: impl Into<String>) -> Note {
        Note {
            text: text.into(),
            due_ms: None,
        }
    }

    /// The same, due at a time.
    #[must_use]
    pub fn due(mut self, due_ms: u64) -> Note {
        self.due_ms = Some(due_ms);
        self
    }
}

/// A match that is to be woken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// Which match.
    pub id: String,
    /// When, in milliseconds since 1970.
    pub due_ms: u64,
}

/// A match as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The id of its game.
    pub game: String,
    /// The first line of its text.
    pub header: String,
    /// The last line of its text.
    pub secret: String,
    /// How many records it has.
    pub version: u64,
    /// The records that were asked for, in order.
    pub records: Vec<String>,
    /// The latest note.
    pub note: Option<Note>,
}

/// A state that can be worked out from the records before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// After which record.
    pub version: u64,
    /// The state.
    pub data: Vec<u8>,
}
