//! How large a ruleset may be and how long it may run: the one place for these numbers. The page about limits is written from it.

use parlor_language::limits::{DEEPEST, MOST_BYTES, MOST_LEVELS, MOST_NODES, MOST_VALUES};

/// The most cards of a deck, copies and all.
pub(crate) const MOST_CARDS: usize = 1000;
/// The most parts of all expressions together.
pub(crate) const MOST_NODES_OF_ALL: usize = 15_000;
pub(crate) const MOST_ROLES: usize = 20;
pub(crate) const MOST_ZONES: usize = 100;
pub(crate) const MOST_PHASES: usize = 200;
pub(crate) const MOST_VARIABLES: usize = 100;
/// The most actions, and the most transitions, of a phase.
pub(crate) const MOST_ACTIONS: usize = 100;
/// The most ways in which the parameters of an action can be chosen.
pub(crate) const MOST_CHOICES: usize = 2000;
/// Bots ask for all of them after most of their iterations.
pub(crate) const MOST_OBJECTIVES: usize = 50;
/// The most players: the schema says the same.
pub(crate) const MOST_PLAYERS: u8 = 31;
/// The most turns of a `while`.
pub(crate) const MOST_TURNS: u32 = 100;
/// The most automatic phases after a command.
pub(crate) const MOST_PHASES_IN_A_ROW: u32 = 50;
/// The most steps of one automatic phase.
pub(crate) const MOST_STEPS: u32 = 200;
/// How many cards may be looked at or moved for one command, and to list the legal commands of a position.
pub(crate) const FUEL: u32 = 300_000;
/// How many cards may be looked at for the check of one objective. Bots ask often, so this is far less than a command may
/// take.
pub(crate) const CHECK_FUEL: u32 = 5000;
/// The most bytes of a text that is put together in play.
pub(crate) const LONGEST_TEXT: usize = 200;
/// The most messages of one command.
pub(crate) const MOST_MESSAGES: usize = 20;
/// The most commands of a match.
pub(crate) const LONGEST_MATCH: u32 = 50_000;

/// A limit as the documentation says it.
///
/// ```
/// let limits = parlor_ruleset::limits();
/// assert!(limits.iter().any(|limit| limit.what == "turns of one `while`" && limit.most == "100"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// What is limited.
    pub what: &'static str,
    /// The most there can be, in words.
    pub most: String,
    /// What happens to more: the code of a problem, or what happens in play.
    pub beyond: &'static str,
}

/// All limits that authors may run into, with the numbers that the checker and the engine go by.
///
/// ```
/// assert!(parlor_ruleset::limits().iter().all(|limit| !limit.most.is_empty()));
/// ```
pub fn limits() -> Vec<Limit> {
    const REFUSED: &str = "the action is refused";
    let limit = |what, most, beyond| Limit { what, most, beyond };
    vec![
        limit(
            "the file",
            format!(
                "{} MiB, {MOST_LEVELS} levels, {} values",
                MOST_BYTES >> 20,
                grouped(MOST_VALUES)
            ),
            "R004, R005",
        ),
        limit(
            "a deck, copies and all",
            format!("{} cards", grouped(MOST_CARDS)),
            "R504",
        ),
        limit(
            "an expression",
            format!("{} parts, {DEEPEST} levels", grouped(MOST_NODES)),
            "R307",
        ),
        limit(
            "all expressions together",
            format!("{} parts", grouped(MOST_NODES_OF_ALL)),
            "R702",
        ),
        limit(
            "roles; zones; phases; variables",
            format!("{MOST_ROLES}; {MOST_ZONES}; {MOST_PHASES}; {MOST_VARIABLES}"),
            "R702",
        ),
        limit(
            "actions or transitions of a phase",
            MOST_ACTIONS.to_string(),
            "R702",
        ),
        limit("ways to take one action", grouped(MOST_CHOICES), "R702"),
        limit("objectives", MOST_OBJECTIVES.to_string(), "R702"),
        limit("players", MOST_PLAYERS.to_string(), "R105"),
        limit("turns of one `while`", MOST_TURNS.to_string(), REFUSED),
        limit(
            "automatic phases in a row",
            MOST_PHASES_IN_A_ROW.to_string(),
            REFUSED,
        ),
        limit(
            "steps of one automatic phase",
            MOST_STEPS.to_string(),
            REFUSED,
        ),
        limit(
            "cards looked at or moved by one action",
            grouped(FUEL as usize),
            REFUSED,
        ),
        limit(
            "cards looked at by the check of one objective",
            grouped(CHECK_FUEL as usize),
            "it does not hold",
        ),
        limit("a text", format!("{LONGEST_TEXT} bytes"), REFUSED),
        limit(
            "messages of one action",
            MOST_MESSAGES.to_string(),
            "the rest is not said",
        ),
        limit(
            "a match",
            format!("{} commands", grouped(LONGEST_MATCH as usize)),
            "it ends there",
        ),
    ]
}

/// A number as people write it: `50,000`, and `1000` without a comma.
fn grouped(number: usize) -> String {
    match number {
        0..10_000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    }
}
