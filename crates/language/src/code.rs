//! The kinds of problems a ruleset can have, each with a code that never changes and a page in `docs/errors`.

use std::fmt;

use serde::{Serialize, Serializer};

/// Whether a ruleset can be played all the same.
///
/// ```
/// use parlor_language::{Code, Severity};
/// assert_eq!(Code::UnknownZone.severity(), Severity::Error);
/// assert_eq!(Code::PhaseNeverReached.severity(), Severity::Warning);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// It can, but hardly as its author meant.
    Warning,
    /// It cannot.
    Error,
}

macro_rules! codes {
    ($($name:ident $id:literal $severity:ident $title:literal;)*) => {
        /// A kind of problem.
        ///
        /// ```
        /// use parlor_language::Code;
        /// assert_eq!(Code::UnknownZone.id(), "R201");
        /// assert_eq!(Code::UnknownZone.title(), "There is no such zone");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $title] $name,)*
        }

        impl Code {
            /// All codes, in order.
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// What never changes: `R201`.
            pub fn id(self) -> &'static str {
                match self { $(Code::$name => $id,)* }
            }

            /// What it is about, in a few words.
            pub fn title(self) -> &'static str {
                match self { $(Code::$name => $title,)* }
            }

            /// Whether the ruleset can be played all the same.
            pub fn severity(self) -> Severity {
                match self { $(Code::$name => Severity::$severity,)* }
            }
        }
    };
}

codes! {
    NotText            "R001" Error   "The file is not text in UTF-8";
    BadJson            "R002" Error   "The file is not JSON";
    DuplicateKey       "R003" Error   "A key is there twice";
    FileTooLarge       "R004" Error   "The file is too large";
    TooDeep            "R005" Error   "The file is nested too deeply";

    MissingField       "R101" Error   "A field is missing";
    UnknownField       "R102" Error   "There is no such field";
    WrongType          "R103" Error   "A value is of the wrong type";
    UnknownWord        "R104" Error   "A word is not one of those allowed";
    OutOfRange         "R105" Error   "A number or a list is too small or too large";
    BadFormat          "R106" Error   "A text does not have the form it must have";
    SaidTwice          "R107" Error   "The same thing is said in both dialects";
    MixedDialects      "R108" Warning "Two dialects are mixed";
    PlayersReversed    "R109" Error   "The fewest players are more than the most";
    NothingHappens     "R110" Warning "A field is here without effect";
    ColorMissing       "R111" Warning "The custom color is missing";
    BlankName          "R112" Warning "A name is blank";

    UnknownZone        "R201" Error   "There is no such zone";
    UnknownPhase       "R202" Error   "There is no such phase";
    UnknownRole        "R203" Error   "There is no such role";
    UnknownVariable    "R204" Error   "There is no such variable";
    UnknownName        "R205" Error   "A name means nothing here";
    UnknownBuiltin     "R206" Error   "There is no such builtin";
    WrongArguments     "R207" Error   "A builtin has too few or too many arguments";
    NameTwice          "R208" Error   "A name is given twice";
    NameHidden         "R209" Warning "A variable cannot be read by its name";
    WhoseZone          "R210" Error   "It is not said whose zone is meant";
    SeatMissing        "R211" Warning "A zone is not there with fewer players";
    OpenParameter      "R212" Warning "It is not said what a player may choose";
    VariableNeverSet   "R213" Warning "A variable is read, but nothing is ever put into it";
    VariableNeverRead  "R214" Warning "A variable is set that nothing declares or reads";
    LikeSeatsZone      "R215" Warning "A zone is named like a zone of one player";
    RoleOnce           "R216" Warning "A role is there only once";
    TextInNumber       "R217" Warning "A text is put into a number";
    UnknownText        "R218" Warning "A translation is of nothing that is said";
    TextMissing        "R219" Warning "A translation is not complete";
    PlaceMissing       "R220" Warning "A translation names what its text does not have";

    Syntax             "R301" Error   "An expression cannot be read";
    TypeMismatch       "R302" Error   "An expression has the wrong type";
    EffectInCondition  "R303" Error   "A condition changes the game";
    NoEffect           "R304" Warning "An expression does nothing";
    NeverEqual         "R305" Warning "Two things of different types are compared";
    DivisionByZero     "R306" Error   "Something is divided by zero";
    TooComplex         "R307" Error   "An expression is too large";
    NeverEnds          "R308" Error   "A loop never ends";

    PhaseNeverReached  "R401" Warning "A phase can never be reached";
    PhaseNeverLeft     "R402" Warning "A phase can never be left";
    AutomaticLoop      "R403" Error   "Automatic phases go round for ever";
    AutomaticActions   "R404" Warning "An automatic phase has actions";
    NobodyCanAct       "R405" Error   "A phase waits for players who can do nothing";
    ActionNeverTaken   "R406" Warning "An action can never be taken";
    TransitionNeverTaken "R407" Warning "A transition can never be taken";
    NowhereToPlay      "R408" Error   "It is not clear where cards are played";
    NeverScored        "R409" Warning "The game is never scored";
    WinnersBeforeScores "R410" Warning "Winners are determined before there are scores";

    CardWithoutValue   "R501" Error   "A card has no value";
    DeckTooSmall       "R502" Error   "There are too few cards to deal";
    ValueWithoutCard   "R503" Warning "A value is for a rank that is not in the deck";
    DeckTooLarge       "R504" Error   "There are too many cards";
    DeckCards          "R505" Error   "The list of cards and the preset do not fit";
    NoPlaceForDeck     "R506" Error   "There is no zone for the deck";
    TooManyForZone     "R507" Error   "A zone cannot hold the cards that it gets";
    NoSuchCard         "R508" Warning "No card has such a suit or rank";

    UnknownRule        "R601" Warning "A partial visibility has an unknown rule";
    VisibilityTwice    "R602" Warning "A zone's visibility is said twice, and not alike";
    NobodyOwns         "R603" Warning "A zone shows its cards to an owner that it does not have";
    ReadsSecrets       "R604" Warning "A condition reads cards that the player may not see";

    OntoItself         "R701" Error   "Cards are moved onto their own zone";
    TooMuch            "R702" Error   "The file has too many parts";

    RulesFail          "R801" Error   "The rules fail in play";
    ConditionFails     "R802" Warning "A condition fails in play";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    use super::*;

    fn folder() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/errors")
    }

    #[test]
    fn every_code_has_a_page() {
        let index = std::fs::read_to_string(folder().join("README.md")).unwrap();
        for code in Code::ALL {
            let file = format!("{code}.md");
            let page = std::fs::read_to_string(folder().join(&file)).unwrap_or_default();
            let heading = format!("# {code}: {}", code.title());
            assert_eq!(page.lines().next(), Some(&*heading), "docs/errors/{file}");
            for section in ["\n## Example\n", "\n```", "\n## How to fix it\n"] {
                assert!(
                    page.contains(section),
                    "docs/errors/{file} has no {section:?}"
                );
            }
            let severity = match code.severity() {
                Severity::Error => "*An error:",
                Severity::Warning => "*A warning:",
            };
            assert!(
                page.contains(severity),
                "docs/errors/{file} says {severity}"
            );
            let link = format!("[{code}]({file}) {}", code.title());
            assert!(index.contains(&link), "docs/errors/README.md has no {link}");
        }
    }

    #[test]
    fn every_page_has_a_code_and_every_code_is_there_once() {
        let files: BTreeSet<String> = std::fs::read_dir(folder())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != "README.md")
            .collect();
        let codes: BTreeSet<String> = Code::ALL.iter().map(|code| format!("{code}.md")).collect();
        assert_eq!(files, codes);
        assert_eq!(codes.len(), Code::ALL.len());
    }
}
