//! The names and ids of accounts.

use serde::{Deserialize, Serialize};

use super::looks::{are_alike, looks};
use super::{hex, is_hex};

/// The id of an account, as the store knows it: of a name, or of a guest (`~` and 32 hex digits, which is no name).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct AccountId(String);

/// The name of an account, as people see it.
///
/// Letters and digits of any one script, `-`, `_` and single blanks inside; only Latin and the scripts of East Asia stand
/// beside each other. Names that differ in case alone have one id, and names that could be confused have a look in common.
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
    /// Letters of several scripts, which could look alike.
    #[error("a name has letters of one script: {0:?} is of another one")]
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
        if let Some(stray) = stray_mark(text) {
            return Err(NameError::Character(stray));
        }
        match other_script(text) {
            Some(letter) => Err(NameError::Mixed(letter)),
            None => Ok(AccountName(text.into())),
        }
    }

    /// What the name looks like: names that could be confused have one of these in common.
    pub(crate) fn looks(&self) -> Vec<String> {
        looks(&self.0)
    }

    /// Whether it is what the place itself, or nobody, could be called.
    pub(crate) fn is_official(&self) -> bool {
        OFFICIAL.iter().any(|official| are_alike(&self.0, official))
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

/// What nobody is called: it would be taken for the place itself, for a bot, for a free seat, or for what the page calls
/// others and whoever reads it, in the languages of the page. (The page calls people on one device `Player 2`.)
const OFFICIAL: [&str; 39] = [
    "admin",
    "administrator",
    "moderator",
    "system",
    "server",
    "parlor",
    "support",
    "staff",
    "dealer",
    "host",
    "referee",
    "nobody",
    "nobody yet",
    "everybody",
    "you",
    "computer",
    "spectator",
    "bot",
    "random bot",
    "easy bot",
    "medium bot",
    "hard bot",
    "expert bot",
    "bot random",
    "bot easy",
    "bot medium",
    "bot hard",
    "bot expert",
    "du",
    "gastgeber",
    "spielleiter",
    "schiedsrichter",
    "niemand",
    "noch niemand",
    "alle",
    "zuschauer",
    "bot leicht",
    "bot mittel",
    "bot schwer",
];

/// Whether names may have this character.
fn is_allowed(letter: char) -> bool {
    let odd_forms = matches!(letter,
        // Signs that count as letters: ª º, superscripts and fractions, small letters set high.
        '\u{80}'..='\u{bf}' | '\u{2b0}'..='\u{2ff}' | '\u{1d2c}'..='\u{1d6a}'
        // Letters in circles, in bold, in full width or joined: the same letter once more.
        | '\u{2000}'..='\u{2bff}' | '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{ff00}'..='\u{ffef}'
        | '\u{1d400}'..='\u{1d7ff}' | '\u{1f000}'..='\u{1ffff}'
        // Marks over letters, which stand beside the letters that have them already.
        | '\u{300}'..='\u{36f}'
        // Letters of phonetic alphabets and small capitals, which pass for others: ᴏ ᴄ ɪ ʟ ǀ. What languages write with stays.
        | '\u{196}' | '\u{1c0}'..='\u{1c3}' | '\u{250}'..='\u{252}' | '\u{255}' | '\u{258}' | '\u{25a}'
        | '\u{25c}'..='\u{262}' | '\u{264}'..='\u{28a}' | '\u{28c}'..='\u{2af}' | '\u{1d00}'..='\u{1dbf}'
        | '\u{a720}'..='\u{a7ff}' | '\u{ab30}'..='\u{ab6f}'
        // Letters that cannot be seen.
        | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{3164}');
    matches!(letter, '-' | '_' | ' ')
        || ((letter.is_alphanumeric() || is_mark(letter)) && !odd_forms)
}

/// Marks without which words of a script cannot be written, and which do not count as letters: of India and Southeast Asia.
fn is_mark(letter: char) -> bool {
    let code = u32::from(letter);
    match letter {
        // Blocks of one plan: the dot below, and the mark that takes a vowel away.
        '\u{900}'..='\u{d7f}' => matches!(code % 0x80, 0x3c | 0x4d),
        '\u{dca}' | '\u{e47}'..='\u{e4e}' | '\u{ec8}'..='\u{ece}' => true,
        '\u{f39}' | '\u{f84}' | '\u{1037}' | '\u{1039}' | '\u{103a}' | '\u{17c9}'..='\u{17d3}' => {
            true
        }
        _ => false,
    }
}

/// A mark without a letter of its own script in front of it.
fn stray_mark(text: &str) -> Option<char> {
    let mut before: Option<char> = None;
    for letter in text.chars() {
        let fits = |before: char| script(before) == script(letter) && !is_mark(before);
        if is_mark(letter) && !before.is_some_and(fits) {
            return Some(letter);
        }
        before = Some(letter);
    }
    None
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Script {
    /// What stands beside letters of every script.
    Any,
    Latin,
    /// Han, kana, bopomofo and hangul, which stand beside each other and beside Latin.
    EastAsian,
    /// Another one, by where it begins.
    From(u32),
}

fn script(letter: char) -> Script {
    match letter {
        ' ' | '-' | '_' | '0'..='9' => Script::Any,
        '\u{41}'..='\u{24f}'
        | '\u{250}'..='\u{2af}'
        | '\u{1d00}'..='\u{1dbf}'
        | '\u{1e00}'..='\u{1eff}'
        | '\u{a720}'..='\u{a7ff}'
        | '\u{ab30}'..='\u{ab6f}' => Script::Latin,
        '\u{1100}'..='\u{11ff}'
        | '\u{3005}'..='\u{30ff}'
        | '\u{3100}'..='\u{31ff}'
        | '\u{3400}'..='\u{9fff}'
        | '\u{a960}'..='\u{a97f}'
        | '\u{ac00}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{1b000}'..='\u{1b16f}'
        | '\u{20000}'..='\u{3ffff}' => Script::EastAsian,
        // Those that have more than one block, or part of one.
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Script::From(0x370),
        '\u{400}'..='\u{52f}' | '\u{1c80}'..='\u{1c8f}' | '\u{a640}'..='\u{a69f}' => {
            Script::From(0x400)
        }
        '\u{530}'..='\u{58f}' => Script::From(0x530),
        '\u{590}'..='\u{5ff}' => Script::From(0x590),
        '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{870}'..='\u{8ff}' => {
            Script::From(0x600)
        }
        '\u{f00}'..='\u{fff}' => Script::From(0xf00),
        '\u{1000}'..='\u{109f}' | '\u{a9e0}'..='\u{a9ff}' | '\u{aa60}'..='\u{aa7f}' => {
            Script::From(0x1000)
        }
        '\u{10a0}'..='\u{10ff}' | '\u{1c90}'..='\u{1cbf}' => Script::From(0x10a0),
        '\u{1200}'..='\u{139f}' => Script::From(0x1200),
        '\u{13a0}'..='\u{13ff}' | '\u{ab70}'..='\u{abbf}' => Script::From(0x13a0),
        '\u{1780}'..='\u{17ff}' => Script::From(0x1780),
        // All others have blocks of a hundred and twenty-eight.
        _ => Script::From(u32::from(letter) / 0x80 * 0x80),
    }
}

/// The first letter that is of another script than the rest.
fn other_script(text: &str) -> Option<char> {
    let letters = || text.chars().filter(|letter| script(*letter) != Script::Any);
    let has_latin = letters().any(|letter| script(letter) == Script::Latin);
    let first = letters().next().map(script)?;
    let main = if has_latin { Script::Latin } else { first };
    let fits = |other: Script| {
        other == main
            || matches!(
                (main, other),
                (Script::Latin, Script::EastAsian) | (Script::EastAsian, Script::Latin)
            )
    };
    letters().find(|letter| !fits(script(*letter)))
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
    fn letters_that_only_pass_for_others_are_refused() {
        for letter in "ᴏᴄᴠɪʟɴɑɡǀꞁƖꞃꭓᶦʏ".chars() {
            let name = format!("Vi{letter}la");
            assert!(AccountName::new(&name).is_err(), "{name}");
            let alone = format!("{letter}{letter}");
            assert!(AccountName::new(&alone).is_err(), "{alone}");
        }
        // These are letters of languages: Azerbaijani, Ewe, Hausa.
        for name in ["Pərvanə", "Kɔfi", "Ɗanladi", "ɓauna"] {
            assert!(AccountName::new(name).is_ok(), "{name}");
        }
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
            "अर्जुन",
            "கண்ணன்",
            "ก้อง",
            "Łukasz",
            "Nguyễn",
            "ლუკა",
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
            ("äда", Mixed('д')),
            ("Оλга", Mixed('λ')),
            ("Ада٥", Mixed('٥')),
            ("Ann५", Mixed('५')),
            ("अ\u{200d}ब", Character('\u{200d}')),
            ("Ann\u{94d}", Character('\u{94d}')),
            ("अ\u{94d}\u{94d}", Character('\u{94d}')),
            ("ﷺﷺ", Character('ﷺ')),
        ];
        for (name, error) in cases {
            assert_eq!(AccountName::new(name), Err(error), "{name}");
        }
        assert_eq!(AccountName::new(&"x".repeat(1_000_000)), Err(Length));
    }

    #[test]
    fn nobody_is_called_like_the_place_itself() {
        for name in [
            "Admin",
            "SERVER",
            "Systém",
            "Nobody yet",
            "B0t",
            "Bot hard",
            "рагlоr",
        ] {
            let name = AccountName::new(name);
            assert!(name.is_err() || name.unwrap().is_official());
        }
        assert!(!AccountName::new("Adminka").unwrap().is_official());
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
