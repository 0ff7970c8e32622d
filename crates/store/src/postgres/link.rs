//! A connection to the database, and how to get one.

use std::collections::HashMap;
use std::error::Error as _;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio_postgres::config::Host;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Error, Row, Statement};

use super::address;
use super::tls::Tls;
use crate::StoreError;

/// So long a server may take to be found, and to acknowledge what was sent, unless the address says otherwise.
const PATIENCE: Duration = Duration::from_secs(10);

/// The database notices after some ten seconds that this machine is gone: then others can have what it held.
const NOTICED: &str = "SET tcp_keepalives_idle TO 5; SET tcp_keepalives_interval TO 2; \
    SET tcp_keepalives_count TO 3; SET tcp_user_timeout TO 10000";

/// Where the database is.
pub(super) struct Place {
    config: Config,
    tls: Tls,
    schema: String,
}

impl Place {
    pub fn read(url: &str) -> Result<Place, StoreError> {
        // The address may hold a password.
        let unusable = |why| StoreError::Opening {
            place: "the address of the database".into(),
            why,
        };
        let (url, wish) = address::split(url);
        let (mode, tls) = wish.read().map_err(unusable)?;
        let mut config: Config = url.parse().map_err(|error| unusable(words(&error)))?;
        config.ssl_mode(mode);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(PATIENCE);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(PATIENCE);
        }
        let options = config.get_options().unwrap_or_default();
        let named = options.split_once("search_path=").map(|(_, name)| name);
        let named = named.and_then(|name| name.split([' ', ',']).next());
        let schema = named.filter(|name| !name.is_empty()).unwrap_or("parlor");
        let schema = schema.trim_matches('"').to_string();
        Ok(Place {
            config,
            tls,
            schema,
        })
    }

    /// The schema of the tables.
    pub fn schema(&self) -> &str {
        &self.schema
    }

    /// What to call it, without the password.
    pub fn name(&self) -> String {
        let host = match self.config.get_hosts().first() {
            Some(Host::Tcp(name)) => name.clone(),
            #[cfg(unix)]
            Some(Host::Unix(folder)) => folder.display().to_string(),
            None => "localhost".into(),
        };
        match self.config.get_dbname() {
            Some(name) => format!("the database {name} at {host}"),
            None => format!("the database at {host}"),
        }
    }

    /// A connection, in which a commit is confirmed only once it is on disk.
    pub async fn link(&self) -> Result<Link, String> {
        let connected = self.config.connect(self.tls.clone()).await;
        let (client, connection) = connected.map_err(|error| words(&error))?;
        // It ends when the client is dropped, or when the connection is lost: then the client knows.
        tokio::spawn(connection);
        let setting = format!(
            "SET search_path TO {}; SET synchronous_commit TO on; SET client_min_messages TO warning; {NOTICED}",
            quoted(&self.schema)
        );
        let set = client.batch_execute(&setting).await;
        set.map_err(|error| words(&error))?;
        Ok(Link {
            client,
            statements: Mutex::default(),
        })
    }
}

/// A name as SQL has it.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// What went wrong, all the way down.
pub(super) fn words(error: &Error) -> String {
    if let Some(error) = error.as_db_error() {
        return error.message().into();
    }
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}

pub(super) fn broken(error: Error) -> StoreError {
    StoreError::Unavailable(words(&error))
}

/// A connection, with the statements that it knows already.
pub(super) struct Link {
    client: Client,
    statements: Mutex<HashMap<&'static str, Statement>>,
}

impl Link {
    pub fn is_open(&self) -> bool {
        !self.client.is_closed()
    }

    /// Several statements without parameters.
    pub async fn run(&self, sql: &str) -> Result<(), Error> {
        self.client.batch_execute(sql).await
    }

    pub async fn query(
        &self,
        sql: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, Error> {
        let statement = self.statement(sql).await?;
        self.client.query(&statement, parameters).await
    }

    /// Says how many rows have changed.
    pub async fn execute(
        &self,
        sql: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<u64, Error> {
        let statement = self.statement(sql).await?;
        self.client.execute(&statement, parameters).await
    }

    async fn statement(&self, sql: &'static str) -> Result<Statement, Error> {
        let known = || {
            self.statements
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(statement) = known().get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).await?;
        known().insert(sql, statement.clone());
        Ok(statement)
    }
}

/// A number as the database has it.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
