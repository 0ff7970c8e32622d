//! What comes of a check: how much was looked at, or which law is broken and how to see it.

use std::fmt;

use crate::laws::Law;

/// What was looked at without finding a violation.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// let report = parlor_conformance::Checker::new(&Sticks).positions(20).run().unwrap();
/// assert_eq!(report.setups, 1);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Set-ups tried.
    pub setups: u64,
    /// Games played to their end.
    pub games: u64,
    /// Positions at which the laws were held.
    pub positions: u64,
    /// What some viewer could not see somewhere: what lies at a place, or where something lies. Counted for each viewer and
    /// set-up by the law [`Law::SamplesTellNoSecrets`].
    pub hidden: u64,
    /// How much of that was seen to be re-dealt.
    pub redealt: u64,
}

/// A law that was broken, and how to see it.
///
/// ```
/// use parlor_conformance::{Law, Violation};
/// let violation = Violation {
///     law: Law::GamesEnd,
///     problem: "it goes on after 100 commands".into(),
///     setup: "Endless 1.0.0, 2 seats".into(),
///     seed: 7,
///     script: Vec::new(),
///     learned: None,
///     cut_short: false,
/// };
/// assert!(violation.to_string().starts_with("the law games_end is broken"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The law.
    pub law: Law,
    /// What was seen.
    pub problem: String,
    /// The game and its set-up, in words.
    pub setup: String,
    /// The seed that repeats it.
    pub seed: u32,
    /// The shortest script of commands that was found to show it.
    pub script: Vec<String>,
    /// Where a secret is told: which one, to whom, and by what.
    pub learned: Option<String>,
    /// Whether time was over before the search for a shorter script was.
    pub cut_short: bool,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "the law {} is broken", self.law)?;
        writeln!(f, "  game:    {}", self.setup)?;
        writeln!(f, "  seed:    {}", self.seed)?;
        match self.script.as_slice() {
            [] => writeln!(f, "  script:  nothing but the opening")?,
            script => {
                writeln!(f, "  script:")?;
                for (number, step) in (1..).zip(script.iter().take(40)) {
                    writeln!(f, "    {number:>3}. {step}")?;
                }
                if script.len() > 40 {
                    writeln!(f, "    … and {} more", script.len() - 40)?;
                }
            }
        }
        if self.cut_short {
            writeln!(f, "           (time ran out: a shorter script may do)")?;
        }
        writeln!(f, "  problem: {}", self.problem)?;
        if let Some(learned) = &self.learned {
            writeln!(f, "  secret:  {learned}")?;
        }
        write!(
            f,
            "  repeat:  Checker::new(&game).seed({}).run()",
            self.seed
        )
    }
}

impl std::error::Error for Violation {}
