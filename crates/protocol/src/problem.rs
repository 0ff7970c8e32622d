//! Why a request was refused.

use std::fmt;

use parlor_core::BringFault;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Why a request was refused: a stable code for programs, a text for people, and a way out where there is one.
///
/// ```
/// use parlor_protocol::Problem;
/// let problem = Problem::new("no_such_room", "there is no room 'ABCDEF'").hint("ask for the code again");
/// assert_eq!(problem.to_string(), "there is no room 'ABCDEF' (ask for the code again)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Problem {
    /// What programs go by.
    pub code: String,
    /// What people read.
    pub text: String,
    /// What to do instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// After how many milliseconds to try again, where that would help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
    /// Everything that is wrong with what somebody wants to bring to a match, where that is the problem.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<BringFault>,
}

impl Problem {
    /// A problem with its code and text.
    pub fn new(code: impl Into<String>, text: impl Into<String>) -> Problem {
        Problem {
            code: code.into(),
            text: text.into(),
            hint: None,
            retry_after_ms: None,
            faults: Vec::new(),
        }
    }

    /// The same with a way out.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Problem {}
