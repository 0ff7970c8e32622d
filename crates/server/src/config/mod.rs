//! The settings of a server: from a file, then the environment, then flags, with all mistakes told at once.

mod kind;
mod print;
mod settings;
mod store_at;
#[cfg(test)]
mod tests;

use std::fmt;

use parlor_core::nearest;
use toml::{Table, Value};

pub use settings::{
    BotsConfig, BrandConfig, Config, LimitsConfig, LogConfig, SETTINGS, ServerConfig, Setting,
    StoreConfig,
};
pub use store_at::{PostgresUrl, StoreAt, StoreAtError};

/// All that is wrong with the settings.
///
/// ```
/// use parlor_server::Config;
/// let none: [(String, String); 0] = [];
/// let error = Config::read(None, none, ["limits.sokets=5", "log.json=maybe"]).unwrap_err();
/// let told: Vec<String> = error.problems.iter().map(|problem| problem.to_string()).collect();
/// assert_eq!(told, [
///     "flag limits.sokets: there is no such setting; did you mean limits.sockets?",
///     "flag log.json: \"maybe\" is not allowed here; say true or false",
/// ]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ConfigError {
    /// One for each mistake, in the order in which the settings are read.
    pub problems: Vec<ConfigProblem>,
}

/// One mistake in the settings.
///
/// ```
/// use parlor_server::Config;
/// let none: [(String, String); 0] = [];
/// let file = ("parlor.toml", "[server]\nthreads = -1");
/// let error = Config::read(Some(file), none, [""; 0]).unwrap_err();
/// assert_eq!(error.problems[0].at, "parlor.toml: server.threads");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigProblem {
    /// Where it is: the file and the key, the environment variable, or the flag.
    pub at: String,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl Config {
    /// The settings of a file (its name and its text), over which go those of the environment, over which go those of
    /// flags (`section.name=value`). What nobody says has its default.
    ///
    /// Of the environment only variables that begin with `PARLOR_` count; lists have commas.
    pub fn read(
        file: Option<(&str, &str)>,
        environment: impl IntoIterator<Item = (String, String)>,
        flags: impl IntoIterator<Item = impl AsRef<str>>,
    ) -> Result<Config, ConfigError> {
        let mut reading = Reading::default();
        if let Some((name, text)) = file {
            reading.file(name, text);
        }
        // The environment has no order of its own: mistakes are told in the same one every time.
        let mut environment: Vec<_> = environment.into_iter().collect();
        environment.sort();
        for (variable, text) in environment {
            reading.variable(&variable, &text);
        }
        for flag in flags {
            reading.flag(flag.as_ref());
        }
        let Reading {
            table,
            mut problems,
        } = reading;
        if problems.is_empty() {
            match table.try_into() {
                Ok(config) => return Ok(config),
                // The list let through what the structs do not take.
                Err(error) => problems.push(ConfigProblem {
                    at: "settings".into(),
                    what: error.message().into(),
                }),
            }
        }
        Err(ConfigError { problems })
    }
}

/// What was read so far.
#[derive(Default)]
struct Reading {
    table: Table,
    problems: Vec<ConfigProblem>,
}

impl Reading {
    fn file(&mut self, file: &str, text: &str) {
        let table: Table = match text.parse() {
            Ok(table) => table,
            Err(error) => {
                // Not the line itself: it may have a password.
                let error: toml::de::Error = error;
                let before = error.span().and_then(|span| text.get(..span.start));
                let line = before.map_or(1, |before| before.matches('\n').count() + 1);
                return self.wrong(format!("{file}:{line}"), error.message());
            }
        };
        for (section, settings) in table {
            let at = format!("{file}: {section}");
            match settings {
                Value::Table(settings) if has_section(&section) => {
                    for (name, value) in settings {
                        let key = format!("{section}.{name}");
                        match find(&key) {
                            Some(setting) => self.set(format!("{file}: {key}"), setting, value),
                            None => self.unknown(format!("{file}: {key}"), &key, Setting::key),
                        }
                    }
                }
                _ if has_section(&section) => {
                    self.wrong(at, "this is a section: write its settings below it")
                }
                Value::Table(_) => {
                    let sections = SETTINGS.iter().map(|setting| setting.section);
                    let what = match nearest(&section, sections) {
                        Some(near) => format!("there is no such section; did you mean [{near}]?"),
                        None => "there is no such section".into(),
                    };
                    self.wrong(at, &what);
                }
                _ => self.unknown(at, &section, Setting::key),
            }
        }
    }

    fn variable(&mut self, variable: &str, text: &str) {
        let name = variable.to_ascii_uppercase();
        let Some(rest) = name.strip_prefix("PARLOR_") else {
            return;
        };
        let key = rest.to_ascii_lowercase().replacen("__", ".", 1);
        match find(&key) {
            Some(setting) => self.set(variable.into(), setting, setting.kind.value(text)),
            None if rest.contains("__") || is_nearly(rest) => {
                self.unknown(variable.into(), &key, Setting::variable);
            }
            // Others have such variables as well: Parlor's own (PARLOR_HOME), and those that containers get for services.
            None => {}
        }
    }

    fn flag(&mut self, flag: &str) {
        let is_key = |key: &str| {
            key.chars()
                .all(|c| matches!(c, 'a'..='z' | 'A'..='Z' | '_' | '.'))
        };
        let parts = flag.split_once('=').filter(|(key, _)| is_key(key));
        let Some((key, text)) = parts else {
            // Not the flag itself, which may have a password.
            return self.wrong("flag".into(), "say it as section.name=value");
        };
        let at = format!("flag {key}");
        match find(key) {
            Some(setting) => self.set(at, setting, setting.kind.value(text)),
            None => self.unknown(at, key, Setting::key),
        }
    }

    fn set(&mut self, at: String, setting: &Setting, value: Value) {
        if let Some(problem) = setting.kind.problem(&value) {
            return self.wrong(at, &problem);
        }
        let section = self.table.entry(setting.section);
        let section = section.or_insert_with(|| Value::Table(Table::new()));
        let Value::Table(section) = section else {
            return;
        };
        if setting.kind == kind::Kind::Origin && value.as_str() == Some("") {
            section.remove(setting.name);
        } else {
            section.insert(setting.name.into(), value);
        }
    }

    fn unknown(&mut self, at: String, key: &str, named: fn(&Setting) -> String) {
        let what = match meant(key) {
            Some(setting) => format!("there is no such setting; did you mean {}?", named(setting)),
            None => "there is no such setting".into(),
        };
        self.wrong(at, &what);
    }

    fn wrong(&mut self, at: String, what: &str) {
        let what = what.into();
        self.problems.push(ConfigProblem { at, what });
    }
}

fn find(key: &str) -> Option<&'static Setting> {
    let (section, name) = key.split_once('.')?;
    let same = |setting: &&Setting| setting.section == section && setting.name == name;
    SETTINGS.iter().find(same)
}

fn has_section(section: &str) -> bool {
    SETTINGS.iter().any(|setting| setting.section == section)
}

/// Whether a variable without a double underscore was surely meant as a setting: but for underscores it is one, or it
/// is one without its section, or a section.
fn is_nearly(rest: &str) -> bool {
    let letters = |text: &str| text.to_ascii_lowercase().replace(['_', '.'], "");
    let wanted = letters(rest);
    let like = |setting: &Setting| {
        wanted == letters(&setting.key()) || rest.eq_ignore_ascii_case(setting.name)
    };
    SETTINGS.iter().any(like) || has_section(&rest.to_ascii_lowercase())
}

/// The setting that was probably meant.
fn meant(key: &str) -> Option<&'static Setting> {
    let (section, name) = match key.split_once('.') {
        Some((section, name)) => (section, name),
        None => ("", key),
    };
    let of = |section: &str| {
        let inside = SETTINGS
            .iter()
            .filter(move |setting| setting.section == section);
        inside.collect::<Vec<_>>()
    };
    let like = |settings: &[&'static Setting], name: &str| {
        let near = nearest(name, settings.iter().map(|setting| setting.name))?;
        settings
            .iter()
            .find(|setting| setting.name == near)
            .copied()
    };
    let all: Vec<&Setting> = SETTINGS.iter().collect();
    let sections = all.iter().map(|setting| setting.section);
    // A slip in the name, in the section, in both; or a section, or a setting of another one.
    like(&of(section), name)
        .or_else(|| like(&of(nearest(section, sections)?), name))
        .or_else(|| {
            let key = key.replace('.', "_");
            let near = all
                .iter()
                .find(|setting| setting.key().replace('.', "_") == key);
            near.copied()
        })
        .or_else(|| of(name).first().copied())
        .or_else(|| like(&all, name))
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.problems.iter().map(|p| p.to_string()).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl fmt::Display for ConfigProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.what)
    }
}
