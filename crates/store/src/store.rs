//! [`Store`]: what every store can do, and what goes in and comes out.

use std::pin::Pin;

/// What a store will have answered.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Keeps matches, record by record, and documents. What it has confirmed outlives a power cut (but for [`Memory`]).
///
/// [`Memory`]: crate::Memory
pub trait Store: Send + Sync {
    /// Keeps a new match, without records.
    fn create(&self, new: NewMatch) -> Answer<'_, ()>;

    /// Adds a record to a match, if the match is where the writer thinks it is. A key that was used before gets the
    /// first answer again, and nothing else happens.
    fn append(&self, append: Append) -> Answer<'_, Appended>;

    /// A match, with its records after a version: 0 for all of them.
    fn read(&self, id: &str, after: u64) -> Answer<'_, Stored>;

    /// Keeps a state of a match that can be worked out from its records, so that it need not be. It may be forgotten at any
    /// time.
    fn keep_snapshot(&self, id: &str, snapshot: Snapshot) -> Answer<'_, ()>;

    /// The latest snapshot of a match, if there is one.
    fn snapshot(&self, id: &str) -> Answer<'_, Option<Snapshot>>;

    /// Keeps a document in place of the one before, if that is still the one that the writer has seen. Gives the new revision.
    fn put(&self, put: Put) -> Answer<'_, u64>;

    /// A document.
    fn get(&self, kind: &str, id: &str) -> Answer<'_, Option<Document>>;

    /// Documents of a kind in the order of their ids, from behind an id on (an empty one for the first), so many at most.
    fn list(&self, kind: &str, after: &str, most: usize) -> Answer<'_, Vec<Document>>;
}

/// A match to be kept.
///
/// ```
/// use parlor_store::NewMatch;
/// let new = NewMatch::new("m1", "hex", "{\"parlor\":1}").secret("{\"seed\":7}");
/// assert_eq!(new.game, "hex");
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
}

impl NewMatch {
    /// A match without a secret.
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
        }
    }

    /// The same with its secret.
    #[must_use]
    pub fn secret(mut self, secret: impl Into<String>) -> NewMatch {
        self.secret = secret.into();
        self
    }
}

/// A record to be added.
///
/// ```
/// use parlor_store::Append;
/// let append = Append::new("m1", 4, "{\"version\":5}").key("seat 0, a1").answer("accepted");
/// assert_eq!((append.after, append.key.as_deref()), (4, Some("seat 0, a1")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Append {
    /// To which match.
    pub id: String,
    /// The version that the match must have before: 0 if there is no record yet.
    pub after: u64,
    /// What tells this submission from all others of the match.
    pub key: Option<String>,
    /// The record, as a line.
    pub record: String,
    /// What whoever sent it is told, now and whenever the key comes again.
    pub answer: String,
}

impl Append {
    /// A record without a key.
    pub fn new(id: impl Into<String>, after: u64, record: impl Into<String>) -> Append {
        Append {
            id: id.into(),
            after,
            key: None,
            record: record.into(),
            answer: String::new(),
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

/// A state that can be worked out from the records before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// After which record.
    pub version: u64,
    /// The state.
    pub data: Vec<u8>,
}

/// Something that is kept by its kind and id, and changes as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// What it is called among its kind.
    pub id: String,
    /// How often it has changed, from 1 on.
    pub revision: u64,
    /// What is in it.
    pub text: String,
}

/// A document to be kept.
///
/// ```
/// use parlor_store::Put;
/// let new = Put::new("account", "ann", "{}");
/// let changed = Put::new("account", "ann", "{\"rating\":1500}").over(1);
/// assert_eq!((new.over, changed.over), (0, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Put {
    /// Its kind.
    pub kind: String,
    /// What it is called among its kind.
    pub id: String,
    /// The revision that it must have before: 0 if there is no such document yet.
    pub over: u64,
    /// What is in it.
    pub text: String,
}

impl Put {
    /// A document that is not there yet.
    pub fn new(kind: impl Into<String>, id: impl Into<String>, text: impl Into<String>) -> Put {
        Put {
            kind: kind.into(),
            id: id.into(),
            over: 0,
            text: text.into(),
        }
    }

    /// In place of this revision.
    #[must_use]
    pub fn over(mut self, revision: u64) -> Put {
        self.over = revision;
        self
    }
}

/// Why a store could not do what it was asked. But for [`StoreError::Unavailable`], nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreError {
    /// There is no such match.
    #[error("there is no match '{0}'")]
    NoMatch(String),
    /// There is a match of this id already.
    #[error("there is a match '{0}' already")]
    MatchExists(String),
    /// Somebody else was faster.
    #[error("the match is at version {version} by now")]
    Stale {
        /// Where the match is.
        version: u64,
    },
    /// Somebody else has changed the document.
    #[error("'{id}' is at revision {revision} by now")]
    Changed {
        /// Which document.
        id: String,
        /// Where it is; 0 if it is not there.
        revision: u64,
    },
    /// The store could not be opened.
    #[error("{place}: {why}")]
    Opening {
        /// Which one.
        place: String,
        /// Why not.
        why: String,
    },
    /// The disk is full, broken or away. What was asked may have happened or not: read before you go on.
    #[error("the store does not answer as it should: {0}")]
    Unavailable(String),
}
