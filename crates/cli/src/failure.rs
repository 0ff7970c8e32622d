//! What goes wrong, told in one line, with a hint where there is a way out.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// A failure that a user can do something about.
#[derive(Debug)]
pub struct Failure {
    text: String,
    shown: String,
    hint: Option<String>,
    code: u8,
}

impl Failure {
    /// What was asked cannot be asked like that: exit code 2.
    pub fn usage(text: impl fmt::Display) -> Failure {
        Failure {
            text: text.to_string(),
            shown: String::new(),
            hint: None,
            code: 2,
        }
    }

    /// It was asked well, and did not work out: exit code 1.
    pub fn failed(text: impl fmt::Display) -> Failure {
        Failure {
            code: 1,
            ..Failure::usage(text)
        }
    }

    /// With lines that go before it as they are: whoever wrote them has seen to it that they do not steer the terminal.
    #[must_use]
    pub fn shown(mut self, lines: impl Into<String>) -> Failure {
        self.shown = lines.into();
        self
    }

    /// With a way out.
    #[must_use]
    pub fn hint(mut self, hint: impl fmt::Display) -> Failure {
        self.hint = Some(hint.to_string());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Failure {}

/// A command line that was not understood: what clap says of it in several paragraphs, in one line and a hint.
pub fn misunderstood(error: &clap::Error) -> Failure {
    let text = error.to_string();
    let mut paragraphs = text.split("\n\n");
    let first = paragraphs.next().unwrap_or_default();
    let words: Vec<&str> = first.split_whitespace().skip(1).collect();
    let text = words
        .join(" ")
        .replace("invalid digit found in string", "it is no whole number");
    let tip = paragraphs.find_map(|paragraph| paragraph.trim().strip_prefix("tip: "));
    let failure = Failure::usage(text);
    match (tip, std::env::args().nth(1)) {
        (Some(tip), _) => failure.hint(tip),
        _ if error.kind() == clap::error::ErrorKind::InvalidSubcommand => {
            failure.hint("'parlor --help' lists the commands")
        }
        (None, Some(command)) if !command.starts_with('-') => {
            failure.hint(format!("'parlor {command} --help' explains it"))
        }
        (None, _) => failure.hint("'parlor --help' explains it"),
    }
}

/// Tells the user, and says with which code to end. A reader that went away (`parlor games | head -1`) is no failure.
pub fn report(error: &anyhow::Error) -> ExitCode {
    let gone = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    if error
        .chain()
        .any(|cause| cause.downcast_ref().is_some_and(gone))
    {
        return ExitCode::SUCCESS;
    }
    let mut stderr = io::stderr().lock();
    let failure = error.downcast_ref::<Failure>();
    // Where not even this can be written there is nobody left to tell.
    let shown = failure.map_or("", |failure| &failure.shown);
    let _ = write!(stderr, "{shown}");
    let _ = writeln!(stderr, "error: {}", printable(&format!("{error:#}")));
    if let Some(hint) = failure.and_then(|failure| failure.hint.as_ref()) {
        let _ = writeln!(stderr, "hint: {}", printable(hint));
    }
    ExitCode::from(failure.map_or(1, |failure| failure.code))
}

/// One line without control characters: what is quoted may come from a damaged file, and must not steer the terminal.
pub fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn what_is_quoted_cannot_steer_the_terminal() {
        assert_eq!(printable("a\x1b[31mb\nc"), "a [31mb c");
    }
}
