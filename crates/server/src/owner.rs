//! One server has a store for itself: it is taken at the start, and a server that has lost it ends.

use std::time::{Duration, Instant};

use parlor_store::{Owner, Store, StoreError};

use crate::config::Config;
use crate::ids;

/// How often a store that is in use is tried again.
const AGAIN: Duration = Duration::from_millis(50);

/// Takes the store, or waits a while for whoever has it to end: a server that is restarted meets the one before.
pub(crate) async fn take(store: &dyn Store, config: &Config) -> Result<(), StoreError> {
    let id = ids::new_id().map_err(|failure| StoreError::Unavailable(failure.problem.text))?;
    let owner = Owner::new(id, name(config));
    let patience = Duration::from_secs(config.store.wait_seconds.into());
    let begun = Instant::now();
    let mut told = false;
    loop {
        match store.claim(owner.clone()).await {
            Err(StoreError::Taken { by }) if begun.elapsed() < patience => {
                if !told {
                    tracing::warn!(
                        by,
                        seconds = patience.as_secs(),
                        "another server uses this store: waiting for it to end"
                    );
                }
                told = true;
                tokio::time::sleep(AGAIN).await;
            }
            done => return done,
        }
    }
}

/// What the host of another server needs to know to find this one.
fn name(config: &Config) -> String {
    let machine = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let machine = machine.or_else(|| std::env::var("HOSTNAME").ok());
    let machine = machine.or_else(|| std::env::var("COMPUTERNAME").ok());
    let machine = machine.unwrap_or_else(|| "unknown".into());
    format!(
        "process {} on the machine '{}', started to listen on {}",
        std::process::id(),
        machine.trim(),
        config.server.listen
    )
}
