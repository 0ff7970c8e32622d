//! [`StoreAt`]: where matches are kept, with a password that is never printed.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Where matches and accounts are kept.
///
/// However it is printed or serialised, a password in it is not.
///
/// ```
/// use parlor_server::StoreAt;
/// let store: StoreAt = "postgres://ada:secret@db.example.org/parlor".parse().unwrap();
/// assert_eq!(store.to_string(), "postgres://ada:…@db.example.org/parlor");
/// let StoreAt::Postgres(url) = store else { unreachable!() };
/// assert_eq!(url.expose(), "postgres://ada:secret@db.example.org/parlor");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum StoreAt {
    /// In memory: all is forgotten when the server stops.
    Memory,
    /// In this file.
    Sqlite(String),
    /// In PostgreSQL.
    Postgres(PostgresUrl),
}

/// The address of a PostgreSQL database, with a password perhaps.
///
/// ```
/// use parlor_server::StoreAt;
/// let store: StoreAt = "postgres://ada:secret@db.example.org/parlor".parse().unwrap();
/// assert!(!format!("{store:?}").contains("secret"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl(String);

/// Why this is no place for a store.
///
/// ```
/// use parlor_server::{StoreAt, StoreAtError};
/// assert_eq!("mongo://db".parse::<StoreAt>(), Err(StoreAtError::Unknown));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreAtError {
    /// It is none of the forms.
    #[error("this is no store: say memory, sqlite:FILE or postgres://USER:PASSWORD@HOST/DATABASE")]
    Unknown,
    /// It was printed by Parlor, which leaves the password out.
    #[error(
        "the password was left out when this was printed: write it in again, or set PARLOR_STORE__URL"
    )]
    Hidden,
}

const HIDDEN: &str = "…";

impl PostgresUrl {
    /// The address with its password, for the connection and nothing else.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The address without any password. What cannot be told for sure is hidden.
    fn masked(&self) -> String {
        let (scheme, rest) = self.0.split_once("://").unwrap_or(("", &self.0));
        let (address, query) = match rest.split_once('?') {
            Some((address, query)) if query.to_lowercase().contains("password") => {
                (address, format!("?{HIDDEN}"))
            }
            Some((address, query)) => (address, format!("?{query}")),
            None => (rest, String::new()),
        };
        let address = match address.split_once('@') {
            // A password that was not escaped may have any of these in it, and then nobody knows where it ends.
            _ if query.contains('@') => HIDDEN.into(),
            Some((user, host)) if user.contains('/') || host.contains('@') => HIDDEN.into(),
            Some((user, host)) => match user.split_once(':') {
                Some((name, _)) => format!("{name}:{HIDDEN}@{host}"),
                None => address.into(),
            },
            None => address.to_string(),
        };
        match address == HIDDEN {
            true => format!("{scheme}://{HIDDEN}"),
            false => format!("{scheme}://{address}{query}"),
        }
    }
}

impl FromStr for StoreAt {
    type Err = StoreAtError;

    fn from_str(text: &str) -> Result<StoreAt, StoreAtError> {
        if text == "memory" {
            return Ok(StoreAt::Memory);
        }
        if let Some(file) = text.strip_prefix("sqlite:") {
            // SQLite's own word for memory would be a store that looks durable and is not.
            return match file.trim() {
                "" | ":memory:" => Err(StoreAtError::Unknown),
                file => Ok(StoreAt::Sqlite(file.into())),
            };
        }
        let postgres = text.strip_prefix("postgres://");
        match postgres.or_else(|| text.strip_prefix("postgresql://")) {
            Some("") | None => Err(StoreAtError::Unknown),
            Some(_) if text.contains(char::is_whitespace) => Err(StoreAtError::Unknown),
            Some(_) if text.contains(HIDDEN) => Err(StoreAtError::Hidden),
            Some(_) => Ok(StoreAt::Postgres(PostgresUrl(text.into()))),
        }
    }
}

impl fmt::Display for StoreAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreAt::Memory => f.write_str("memory"),
            StoreAt::Sqlite(file) => write!(f, "sqlite:{file}"),
            StoreAt::Postgres(url) => f.write_str(&url.masked()),
        }
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.masked())
    }
}

impl From<StoreAt> for String {
    fn from(store: StoreAt) -> String {
        store.to_string()
    }
}

impl TryFrom<String> for StoreAt {
    type Error = StoreAtError;

    fn try_from(text: String) -> Result<StoreAt, StoreAtError> {
        text.parse()
    }
}
