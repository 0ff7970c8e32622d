//! [`Kind`]: what a setting may be, whether it comes from a file or as plain text.

use std::net::SocketAddr;

use toml::Value;

use super::store_at::StoreAt;

/// What a setting may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Address,
    /// A colour, or none.
    Colour,
    Flag,
    /// A folder, or none.
    Folder,
    Levels,
    /// A name that people read.
    Name,
    Number {
        least: u32,
        most: u32,
    },
    /// One origin, or none.
    Origin,
    Origins,
    Paths,
    Store,
    /// One of the page's themes.
    Theme,
}

const THEMES: [&str; 6] = ["system", "light", "dark", "felt", "wood", "contrast"];
const LONGEST_NAME: usize = 40;
const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

impl Kind {
    /// What it may be, in words.
    pub(super) fn allowed(self) -> String {
        match self {
            Kind::Address => "an address with a port, like 127.0.0.1:7777 or [::]:7777".into(),
            Kind::Colour => "a colour like #216151; empty for the usual one".into(),
            Kind::Flag => "true or false".into(),
            Kind::Folder => "the path of a folder; empty for none".into(),
            Kind::Name => format!("1 to {LONGEST_NAME} letters"),
            Kind::Theme => THEMES.join(", "),
            Kind::Levels => format!("{}; or with parts, like info,parlor_server=debug", LEVELS.join(", ")),
            Kind::Number { least, most } => format!("a number from {least} to {most}"),
            Kind::Origin => "a site like https://example.org, in small letters and without a path; empty for none".into(),
            Kind::Origins => "a list of sites like https://example.org, in small letters and without a path".into(),
            Kind::Paths => "a list of files and folders".into(),
            Kind::Store => "memory, sqlite:FILE or postgres://USER:PASSWORD@HOST/DATABASE".into(),
        }
    }

    /// This text as the value that a file would have: lists have commas. It is yet to be checked.
    pub(super) fn value(self, text: &str) -> Value {
        let text = text.trim();
        match self {
            Kind::Flag => text.parse().map(Value::Boolean).ok(),
            Kind::Number { .. } => text.parse().map(Value::Integer).ok(),
            Kind::Origins | Kind::Paths => {
                let parts = text
                    .split(',')
                    .map(str::trim)
                    .filter(|part| !part.is_empty());
                Some(Value::Array(parts.map(Value::from).collect()))
            }
            _ => None,
        }
        .unwrap_or_else(|| text.into())
    }

    /// What is wrong with a value, if anything is.
    pub(super) fn problem(self, value: &Value) -> Option<String> {
        let fits = match (self, value) {
            (Kind::Address, Value::String(text)) => text.parse::<SocketAddr>().is_ok(),
            (Kind::Colour, Value::String(text)) => text.is_empty() || is_colour(text),
            (Kind::Flag, Value::Boolean(_)) | (Kind::Folder, Value::String(_)) => true,
            (Kind::Name, Value::String(text)) => {
                let letters = text.chars().count();
                (1..=LONGEST_NAME).contains(&letters) && !text.chars().any(char::is_control)
            }
            (Kind::Theme, Value::String(text)) => THEMES.contains(&&**text),
            (Kind::Levels, Value::String(text)) => are_levels(text),
            (Kind::Number { least, most }, Value::Integer(number)) => {
                (i64::from(least)..=i64::from(most)).contains(number)
            }
            (Kind::Origin, Value::String(text)) => text.is_empty() || is_origin(text),
            (Kind::Origins, Value::Array(list)) => {
                list.iter().all(|one| one.as_str().is_some_and(is_origin))
            }
            (Kind::Paths, Value::Array(list)) => list
                .iter()
                .all(|one| one.as_str().is_some_and(|path| !path.trim().is_empty())),
            (Kind::Store, Value::String(text)) => match text.parse::<StoreAt>() {
                Ok(_) => true,
                // What was written may have a password, and is not said again.
                Err(error) => return Some(error.to_string()),
            },
            _ => false,
        };
        if fits {
            return None;
        }
        let allowed = self.allowed();
        Some(match self {
            Kind::Store => format!("this is none of: {allowed}"),
            _ => format!("{} is not allowed here; say {allowed}", shortened(value)),
        })
    }
}

/// A value as it can be said in a line.
fn shortened(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Whether this is `#` and six hexadecimal digits.
fn is_colour(text: &str) -> bool {
    let digits = text.strip_prefix('#').unwrap_or_default();
    digits.len() == 6 && digits.chars().all(|c| c.is_ascii_hexdigit())
}

/// Whether this is `level`, or several `part=level` with commas.
fn are_levels(text: &str) -> bool {
    let is_level = |level: &str| LEVELS.contains(&level);
    text.split(',').all(|part| match part.split_once('=') {
        Some((target, level)) => {
            let mut letters = target.chars();
            !target.is_empty()
                && letters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | ':'))
                && is_level(level)
        }
        None => is_level(part),
    })
}

/// Whether this is an origin as browsers send it: scheme, host, and a port where it is needed.
fn is_origin(text: &str) -> bool {
    let hosted = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    let Some(hosted) = hosted else {
        return false;
    };
    // The host of an IPv6 address has colons of its own, inside brackets.
    let (host, port) = match hosted.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (hosted, None),
    };
    let name = |host: &str| {
        host.chars()
            .all(|c| matches!(c, 'a'..='z' | '0'..='9' | '.' | '-'))
    };
    let bracketed = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    let host_is_one = match bracketed {
        Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
        None => !host.is_empty() && name(host),
    };
    host_is_one && port.is_none_or(|port| port.parse::<u16>().is_ok_and(|port| port > 0))
}
