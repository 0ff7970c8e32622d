//! Shows problems to people: what, where, the line with the offending text underlined, and help.

use std::fmt::Write;

use crate::limits::MOST_PROBLEMS;
use crate::problem::push_harmless;
use crate::{Position, Problem, Severity};

/// The most columns of a line that are shown.
const MOST_COLUMNS: usize = 100;
/// How many columns are shown before the underlined text, where a line is cut.
const COLUMNS_BEFORE: usize = 30;
/// The width of a tab.
const TAB: usize = 4;

/// All problems of a file as text, the worst news in the last line: "2 errors, 1 warning".
///
/// The file is given as bytes, since one of the problems may be that it is not text. Whatever is in it, no control
/// character of it gets through. With `colours`, headings and underlines have ANSI colours.
///
/// ```
/// let source = b"{ \"copies\": 2, }";
/// let problem = parlor_language::read(source).unwrap_err();
/// assert_eq!(parlor_language::render("my.cardgame.json", source, &[*problem], false), "\
/// error[R002]: there is a comma after the last field of the object
///  --> my.cardgame.json:1:14
///   |
/// 1 | { \"copies\": 2, }
///   |              ^
///   = expected: `}`
///   = help: remove the comma
///
/// 1 error
/// ");
/// ```
pub fn render(file: &str, source: &[u8], problems: &[Problem], colours: bool) -> String {
    let source = String::from_utf8_lossy(source);
    let paint = Paint { colours };
    let mut out = String::new();
    for problem in problems {
        one(&mut out, file, &source, problem, &paint);
        out.push('\n');
    }
    if !problems.is_empty() {
        out.push_str(&summary(problems));
        out.push('\n');
    }
    out
}

/// A JSON pointer as people read it: "/phases/0/name" is "phases\[0\].name".
///
/// ```
/// assert_eq!(parlor_language::readable("/phases/0/name"), "phases[0].name");
/// ```
pub fn readable(pointer: &str) -> String {
    let mut path = String::new();
    for step in pointer.split('/').skip(1) {
        let step = step.replace("~1", "/").replace("~0", "~");
        if !step.is_empty() && step.bytes().all(|byte| byte.is_ascii_digit()) {
            // Writing to a string cannot fail.
            let _ = write!(path, "[{step}]");
            continue;
        }
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(&crate::problem::shown(&step));
    }
    if path.is_empty() {
        path.push_str("the file");
    }
    path
}

/// "2 errors, 1 warning".
fn summary(problems: &[Problem]) -> String {
    let errors = problems
        .iter()
        .filter(|problem| problem.severity() == Severity::Error)
        .count();
    let counts = [(errors, "error"), (problems.len() - errors, "warning")];
    let counts: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}{}", if *count == 1 { "" } else { "s" }))
        .collect();
    let more = if problems.len() >= MOST_PROBLEMS {
        ", and there may be more"
    } else {
        ""
    };
    counts.join(", ") + more
}

struct Paint {
    colours: bool,
}

impl Paint {
    fn paint(&self, text: &str, colour: &str) -> String {
        if self.colours {
            format!("\x1b[{colour}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }

    fn of(&self, text: &str, severity: Severity) -> String {
        let colour = match severity {
            Severity::Error => "1;31",
            Severity::Warning => "1;33",
        };
        self.paint(text, colour)
    }

    fn frame(&self, text: &str) -> String {
        self.paint(text, "1;34")
    }
}

fn one(out: &mut String, file: &str, source: &str, problem: &Problem, paint: &Paint) {
    let severity = problem.severity();
    let heading = problem.to_string();
    let (kind, message) = heading.split_once(": ").unwrap_or(("", &heading));
    let message = paint.paint(&format!(": {}", harmless(message)), "1");
    out.push_str(&paint.of(kind, severity));
    out.push_str(&message);
    out.push('\n');
    let position = problem.place.position;
    let margin = " ".repeat(position.map_or(1, |position| position.line.to_string().len()));
    let arrow = paint.frame(&format!("{margin}-->"));
    let file = harmless(file);
    // Writing to a string cannot fail.
    let _ = match position {
        Some(position) => writeln!(out, "{arrow} {file}:{position}"),
        None => writeln!(out, "{arrow} {file}"),
    };
    if let Some(position) = position {
        let excerpt = Excerpt::of(source, position);
        let bar = paint.frame("|");
        let line = paint.frame(&position.line.to_string());
        let under = paint.of(&"^".repeat(excerpt.carets), severity);
        let _ = writeln!(out, "{margin} {bar}");
        let _ = writeln!(
            out,
            "{}",
            format!("{line} {bar} {}", excerpt.line).trim_end()
        );
        let _ = writeln!(out, "{margin} {bar} {}{under}", " ".repeat(excerpt.before));
    }
    let at = (!problem.place.pointer.is_empty()).then(|| readable(&problem.place.pointer));
    let notes = [
        ("at ", at.as_deref()),
        ("expected: ", problem.expected.as_deref()),
        ("help: ", problem.help.as_deref()),
    ];
    for (what, note) in notes {
        if let Some(note) = note {
            let _ = writeln!(
                out,
                "{margin} {} {what}{}",
                paint.frame("="),
                harmless(note)
            );
        }
    }
}

fn harmless(text: &str) -> String {
    let mut harmless = String::new();
    text.chars()
        .for_each(|letter| push_harmless(&mut harmless, letter));
    harmless
}

/// A line of the file as it is shown: cut, without tabs and control characters, and what of it is underlined.
struct Excerpt {
    line: String,
    /// The columns before the underlined ones.
    before: usize,
    carets: usize,
}

impl Excerpt {
    fn of(source: &str, position: Position) -> Excerpt {
        let start = floor(source, position.start);
        let end = floor(source, position.end.max(start));
        // Looking no further than what can be shown: a line of a megabyte costs no more than a short one.
        let from = floor(source, start.saturating_sub(4 * MOST_COLUMNS));
        let to = floor(source, start + 8 * MOST_COLUMNS);
        let newline = source[from..start].rfind('\n');
        let before = &source[newline.map_or(from, |newline| from + newline + 1)..start];
        let rest = source[start..to].split('\n').next().unwrap_or_default();
        let (meant, after) = rest.split_at((end - start).min(rest.len()));

        let whole = newline.is_some() || from == 0;
        let fits = whole && wide(before) + wide(meant) <= MOST_COLUMNS;
        let mut lead: Vec<char> = before
            .chars()
            .rev()
            .take(if fits { MOST_COLUMNS } else { COLUMNS_BEFORE })
            .collect();
        lead.reverse();
        let is_cut = !whole || lead.len() < before.chars().count();
        let mut line = Line::default();
        if is_cut {
            line.push('…');
        }
        lead.iter().for_each(|letter| line.push(*letter));
        let first = line.columns;
        line.push_all(meant.trim_end_matches('\r'));
        let carets = (line.columns - first).max(1);
        line.push_all(after.trim_end_matches('\r'));
        Excerpt {
            line: line.text.trim_end().to_owned(),
            before: first,
            carets,
        }
    }
}

#[derive(Default)]
struct Line {
    text: String,
    columns: usize,
    full: bool,
}

impl Line {
    fn push_all(&mut self, text: &str) {
        for letter in text.chars() {
            if self.full {
                return;
            }
            if self.columns >= MOST_COLUMNS {
                self.full = true;
                self.push('…');
                return;
            }
            self.push(letter);
        }
    }

    fn push(&mut self, letter: char) {
        if letter == '\t' {
            let spaces = TAB - self.columns % TAB;
            self.text.push_str(&" ".repeat(spaces));
            self.columns += spaces;
            return;
        }
        let before = self.text.len();
        push_harmless(&mut self.text, letter);
        self.columns += self.text[before..].chars().map(columns).sum::<usize>();
    }
}

/// How many columns a text takes, counted no further than a line is shown.
fn wide(text: &str) -> usize {
    text.chars().take(MOST_COLUMNS + 1).map(columns).sum()
}

/// How many columns a terminal gives a character: none to accents that join the one before, two to East Asian
/// characters and emoji.
fn columns(letter: char) -> usize {
    match letter {
        '\u{300}'..='\u{36f}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1f64f}'
        | '\u{1f680}'..='\u{1f6ff}'
        | '\u{1f900}'..='\u{1f9ff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

/// The character boundary at or before a byte.
fn floor(source: &str, at: usize) -> usize {
    let mut at = at.min(source.len());
    while !source.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests;
