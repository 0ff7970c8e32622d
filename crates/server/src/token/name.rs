//! The names and ids of accounts.

use serde::{Deserialize, Serialize};

use super::{hex, is_hex};

/// The id of an account, as the store knows it: of a name, or of a guest (`~` and 32 hex digits, which is no name).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct AccountId(String);

/// The name of an account, as people see it.
///
/// Letters and digits of any language, `-`, `_` and single blanks inside. Names that only look different in case have
/// one id, and letters that merely look Latin do not stand beside Latin ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountName(String);

/// Why this is no name for an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Too short or too long.
    #[error(
        "a name has from {} to {} characters",
        AccountName::LEAST,
        AccountName::MOST
    )]
    Length,
    /// A character that names do not have.
    #[error("a name has letters, digits, - _ and blanks, not {0:?}")]
    Character(char),
    /// Blanks at an end, or two in a row.
    #[error("a name has single blanks, and none at its ends")]
    Blanks,
    /// Nothing but signs.
    #[error("a name has at least one letter or digit")]
    Empty,
    /// Letters of several alphabets that look alike.
    #[error("a name has letters of one alphabet: {0:?} looks like another letter")]
    Mixed(char),
    /// An id that is neither of a name nor of a guest.
    #[error("this is no account")]
    Id,
}

impl AccountName {
    const LEAST: usize = 2;
    const MOST: usize = 24;

    /// This text as a name, if it is one.
    pub fn new(text: &str) -> Result<AccountName, NameError> {
        // The bound in bytes comes first: nobody counts the characters of a megabyte.
        if text.len() > 4 * AccountName::MOST
            || !(AccountName::LEAST..=AccountName::MOST).contains(&text.chars().count())
        {
            return Err(NameError::Length);
        }
        if let Some(odd) = text.chars().find(|&letter| !is_allowed(letter)) {
            return Err(NameError::Character(odd));
        }
        if text.starts_with(' ') || text.ends_with(' ') || text.contains("  ") {
            return Err(NameError::Blanks);
        }
        if !text.chars().any(char::is_alphanumeric) {
            return Err(NameError::Empty);
        }
        let latin = text.chars().any(|letter| letter.is_ascii_alphabetic());
        match text.chars().find(|&letter| looks_latin(letter)) {
            Some(letter) if latin => Err(NameError::Mixed(letter)),
            _ => Ok(AccountName(text.into())),
        }
    }

    /// The name as it was chosen.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id: the same for all names that differ in case alone.
    pub fn id(&self) -> AccountId {
        // Up and down again folds what going down alone leaves apart: ſ and s, ς and σ.
        let up = self.0.chars().flat_map(char::to_uppercase);
        AccountId(up.flat_map(char::to_lowercase).collect())
    }
}

/// Whether names may have this character.
fn is_allowed(letter: char) -> bool {
    let odd_forms = matches!(letter,
        // Signs that count as letters: ª º, superscripts and fractions, small letters set high.
        '\u{80}'..='\u{bf}' | '\u{2b0}'..='\u{2ff}' | '\u{1d2c}'..='\u{1d6a}'
        // Letters in circles, in bold or in full width: the same letter once more.
        | '\u{2000}'..='\u{2bff}' | '\u{ff00}'..='\u{ffef}' | '\u{1d400}'..='\u{1d7ff}' | '\u{1f000}'..='\u{1ffff}'
        // Letters that cannot be seen.
        | '\u{115f}' | '\u{1160}' | '\u{3164}');
    matches!(letter, '-' | '_' | ' ') || (letter.is_alphanumeric() && !odd_forms)
}

/// Whether this is a letter of an alphabet with many letters that look Latin: Greek, Cyrillic, Armenian, Cherokee, Lisu.
fn looks_latin(letter: char) -> bool {
    matches!(letter, '\u{370}'..='\u{58f}' | '\u{13a0}'..='\u{13ff}' | '\u{1c80}'..='\u{1c8f}'
        | '\u{1f00}'..='\u{1fff}' | '\u{a4d0}'..='\u{a4ff}' | '\u{a640}'..='\u{a69f}' | '\u{ab70}'..='\u{abbf}')
}

impl AccountId {
    /// The id of a new guest, of random bytes.
    pub fn guest(random: [u8; 16]) -> AccountId {
        AccountId(format!("~{}", hex(&random)))
    }

    /// Whether this is a guest.
    pub fn is_guest(&self) -> bool {
        self.0.starts_with('~')
    }

    /// The id as the store knows it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for AccountId {
    type Error = NameError;

    fn try_from(text: String) -> Result<AccountId, NameError> {
        let known = match text.strip_prefix('~') {
            Some(digits) => is_hex(digits, 32),
            // A letter may fold into two, so that an id can be longer than its name: 24 of them at most.
            None => !text.is_empty() && text.len() <= 300 && !text.contains(['.', '~']),
        };
        if known {
            Ok(AccountId(text))
        } else {
            Err(NameError::Id)
        }
    }
}

impl From<AccountId> for String {
    fn from(id: AccountId) -> String {
        id.0
    }
}

#[cfg(test)]
mod tests {
    use super::{AccountId, AccountName, NameError};

    fn guest() -> AccountId {
        AccountId::guest([0xab; 16])
    }

    #[test]
    fn names_of_many_languages() {
        for name in [
            "Al",
            "Ada Lovelace",
            "x_x-9",
            "Zoë",
            "Ольга",
            "Ελένη",
            "太郎",
            "Ken 太郎",
            "محمد",
            "한글",
            "24_characters_are_okay_x",
        ] {
            assert_eq!(
                AccountName::new(name).map(|name| name.0),
                Ok(name.to_string())
            );
        }
    }

    #[test]
    fn names_that_differ_in_case_alone_are_one_account() {
        let id = |name: &str| AccountName::new(name).unwrap().id();
        assert_eq!(id("ADA Lovelace"), id("ada lovelace"));
        assert_eq!(id("ОЛЬГА"), id("ольга"));
        assert_eq!(id("ΣΑΣ"), id("σας"));
        assert_eq!(id("Straße"), id("STRASSE"));
        assert_eq!(id("boſs"), id("BOSS"));
        assert_ne!(id("ada-l"), id("ada_l"));
        assert_eq!(id("Ada").as_str(), "ada");
        assert!(!id("Ada").is_guest() && guest().is_guest());
    }

    #[test]
    fn names_that_deceive_are_refused() {
        use NameError::{Blanks, Character, Empty, Length, Mixed};
        let cases = [
            ("a", Length),
            ("", Length),
            ("25_characters_are_one_off", Length),
            (" ada", Blanks),
            ("ada ", Blanks),
            ("ada  l", Blanks),
            ("--_", Empty),
            ("ada\n", Character('\n')),
            ("ada\u{202e}", Character('\u{202e}')),
            ("ada\u{200b}", Character('\u{200b}')),
            ("ada\u{3164}", Character('\u{3164}')),
            ("e\u{301}va", Character('\u{301}')),
            ("~guest", Character('~')),
            ("a.b", Character('.')),
            ("a<b", Character('<')),
            ("ada²", Character('²')),
            ("ａｄａ", Character('ａ')),
            ("𝐚𝐝𝐚", Character('𝐚')),
            ("Ⓐda", Character('Ⓐ')),
            ("\u{212a}en", Character('\u{212a}')),
            ("аda", Mixed('а')),
            ("Αda", Mixed('Α')),
        ];
        for (name, error) in cases {
            assert_eq!(AccountName::new(name), Err(error), "{name}");
        }
        assert_eq!(AccountName::new(&"x".repeat(1_000_000)), Err(Length));
    }

    #[test]
    fn ids_come_back_from_the_store_and_nothing_else_does() {
        for id in [guest(), AccountName::new("Ada L").unwrap().id()] {
            let json = serde_json::to_string(&id).unwrap();
            assert_eq!(serde_json::from_str::<AccountId>(&json).unwrap(), id);
        }
        for odd in [
            "",
            "~",
            "~abab",
            "~ABABABABABABABABABABABABABABABAB",
            "a.b",
            "a~b",
        ] {
            assert_eq!(
                AccountId::try_from(odd.to_string()),
                Err(NameError::Id),
                "{odd}"
            );
        }
        // Whatever a name folds into is an id.
        let long = AccountName::new(&"ΐ".repeat(24)).unwrap().id();
        assert_eq!(AccountId::try_from(long.as_str().to_string()), Ok(long));
    }
}
