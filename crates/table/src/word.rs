//! [`Word`]: a short name that copies like a number.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A text of at most 31 bytes, kept in place: for names that are copied and compared all the time. Long enough for what
/// people call an action or a place, and still only four machine words.
///
/// ```
/// use parlor_table::Word;
/// let word = Word::new("ask").unwrap();
/// assert_eq!(word.as_str(), "ask");
/// assert_eq!(Word::new("much_too_long_for_the_name_of_anything"), None);
/// assert_eq!(serde_json::to_string(&word).unwrap(), "\"ask\"");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Word([u8; Word::MOST + 1]);

/// A text that is too long for a [`Word`].
///
/// ```
/// let error = serde_json::from_str::<parlor_table::Word>("\"much_too_long_for_the_name_of_anything\"").unwrap_err();
/// assert!(error.to_string().starts_with("a word has at most 31 bytes"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a word has at most {} bytes", Word::MOST)]
pub struct WordError;

impl Word {
    /// The most bytes in a word.
    pub const MOST: usize = 31;

    /// The text as a word, if it is short enough.
    pub fn new(text: &str) -> Option<Word> {
        let mut bytes = [0; Word::MOST + 1];
        bytes
            .get_mut(..text.len())
            .filter(|_| text.len() <= Word::MOST)?
            .copy_from_slice(text.as_bytes());
        bytes[Word::MOST] = text.len() as u8;
        Some(Word(bytes))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        let length = usize::from(self.0[Word::MOST]).min(Word::MOST);
        std::str::from_utf8(&self.0[..length]).unwrap_or_default()
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

impl From<Word> for String {
    fn from(word: Word) -> String {
        word.as_str().into()
    }
}

impl TryFrom<String> for Word {
    type Error = WordError;

    fn try_from(text: String) -> Result<Word, WordError> {
        Word::new(&text).ok_or(WordError)
    }
}

impl TryFrom<&str> for Word {
    type Error = WordError;

    fn try_from(text: &str) -> Result<Word, WordError> {
        Word::new(text).ok_or(WordError)
    }
}
