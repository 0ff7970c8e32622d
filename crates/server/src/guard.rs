//! [`Guard`]: how much one address or account may ask for.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::config::LimitsConfig;
use crate::failure::Failure;
use crate::limits::{Bucket, Buckets, Rate, TooOften, address_key};

/// How much one address or account may ask for.
pub(crate) struct Guard {
    requests: Mutex<Buckets<[u8; 16]>>,
    logins: Mutex<Buckets<[u8; 16]>>,
    guests: Mutex<Buckets<[u8; 16]>>,
    accounts: Mutex<Buckets<[u8; 16]>>,
    rooms: Mutex<Buckets<[u8; 16]>>,
    chat: Mutex<Buckets<String>>,
    connections: Arc<Mutex<HashMap<[u8; 16], u32>>>,
    per_address: u32,
    /// Held while a ruleset is taken in: one after the other, so that none is counted too late.
    pub uploads: tokio::sync::Mutex<()>,
    /// Held while a public room is made: one after the other, so that none is counted too late.
    pub listing: tokio::sync::Mutex<()>,
}

/// What somebody asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wish {
    Request,
    Login,
    Guest,
    Account,
    Room,
}

impl Wish {
    /// How much slower time goes for it: buckets count by the minute, and accounts are counted by the hour.
    fn slower(self) -> u64 {
        match self {
            Wish::Account => 60,
            _ => 1,
        }
    }
}

/// An open connection. Dropped, it no longer counts.
pub(crate) struct Counted {
    key: [u8; 16],
    connections: Arc<Mutex<HashMap<[u8; 16], u32>>>,
}

impl Guard {
    pub fn new(limits: &LimitsConfig) -> Guard {
        let addresses = |per_minute| Mutex::new(Buckets::new(Rate::per_minute(per_minute)));
        Guard {
            requests: addresses(limits.requests_per_minute),
            logins: addresses(limits.logins_per_minute),
            guests: addresses(limits.guests_per_minute),
            accounts: addresses(limits.accounts_per_hour),
            rooms: addresses(limits.rooms_per_minute),
            chat: Mutex::new(Buckets::new(Rate::per_minute(limits.chat_per_minute))),
            connections: Arc::default(),
            per_address: limits.sockets_per_address,
            uploads: tokio::sync::Mutex::default(),
            listing: tokio::sync::Mutex::default(),
        }
    }

    /// Whether an address may do this now.
    pub fn allow(&self, wish: Wish, address: IpAddr, now_ms: u64) -> Result<(), Failure> {
        let (buckets, text) = match wish {
            Wish::Request => (&self.requests, "too many requests from your address"),
            Wish::Login => (
                &self.logins,
                "too many attempts to log in from your address",
            ),
            Wish::Guest => (&self.guests, "too many new guests from your address"),
            Wish::Account => (&self.accounts, "too many new accounts from your address"),
            Wish::Room => (&self.rooms, "too many new rooms from your address"),
        };
        let slower = wish.slower();
        let mut buckets = buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = buckets.take(address_key(address), now_ms / slower);
        taken
            .map_err(|TooOften { retry_after_ms }| Failure::too_many(text, retry_after_ms * slower))
    }

    /// Whether an account may say something now.
    pub fn allow_chat(&self, account: &str, now_ms: u64) -> Result<(), TooOften> {
        let mut buckets = self.chat.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.take(account.into(), now_ms)
    }

    /// Lets in one more connection from an address, if there are not too many.
    pub fn connect(&self, address: IpAddr) -> Option<Counted> {
        let key = address_key(address);
        let mut connections = self
            .connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let open = connections.entry(key).or_default();
        if *open >= self.per_address {
            return None;
        }
        *open += 1;
        Some(Counted {
            key,
            connections: self.connections.clone(),
        })
    }

    /// Forgets what need not be remembered.
    pub fn sweep(&self, now_ms: u64) {
        let all = [
            (&self.requests, now_ms),
            (&self.logins, now_ms),
            (&self.guests, now_ms),
            (&self.accounts, now_ms / Wish::Account.slower()),
            (&self.rooms, now_ms),
        ];
        for (buckets, now_ms) in all {
            buckets
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .sweep(now_ms);
        }
        self.chat
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .sweep(now_ms);
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut connections = self
            .connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = connections.get_mut(&self.key) {
            *open -= 1;
            if *open == 0 {
                connections.remove(&self.key);
            }
        }
    }
}

/// How often frames may come: over one socket, and over all sockets of an account, which may be twice as many.
pub(crate) struct Frames {
    own: Bucket,
    account: Arc<Mutex<Bucket>>,
    rate: Rate,
}

impl Frames {
    pub fn new(limits: &LimitsConfig, account: Arc<Mutex<Bucket>>) -> Frames {
        Frames {
            own: Bucket::default(),
            account,
            rate: Rate {
                burst: limits.frames_burst,
                per_minute: limits.frames_per_minute,
            },
        }
    }

    pub fn take(&mut self, now_ms: u64) -> Result<(), TooOften> {
        self.own.take(self.rate, now_ms)?;
        let twice = Rate {
            burst: self.rate.burst * 2,
            per_minute: self.rate.per_minute * 2,
        };
        let mut account = self.account.lock().unwrap_or_else(PoisonError::into_inner);
        account.take(twice, now_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn connections_of_an_address_are_counted_while_they_are_open() {
        let mut limits = Config::default().limits;
        limits.sockets_per_address = 2;
        let guard = Guard::new(&limits);
        let address: IpAddr = "10.0.0.1".parse().unwrap();
        let first = guard.connect(address).unwrap();
        let _second = guard.connect(address).unwrap();
        assert!(guard.connect(address).is_none());
        assert!(guard.connect("10.0.0.2".parse().unwrap()).is_some());
        drop(first);
        assert!(guard.connect(address).is_some());
    }

    #[test]
    fn accounts_are_counted_by_the_hour() {
        let mut limits = Config::default().limits;
        limits.accounts_per_hour = 2;
        let guard = Guard::new(&limits);
        let address: IpAddr = "10.0.0.1".parse().unwrap();
        let make = |now_ms| guard.allow(Wish::Account, address, now_ms);
        assert!(make(0).is_ok() && make(0).is_ok());
        let refused = make(60_000).unwrap_err();
        let wait_ms = refused.problem.retry_after_ms.unwrap();
        assert!((1_700_000..=1_800_000).contains(&wait_ms), "{wait_ms}");
        guard.sweep(60_000);
        assert!(make(60_000).is_err() && make(60_000 + wait_ms).is_ok());
    }

    #[test]
    fn an_account_gains_little_by_many_sockets() {
        let mut limits = Config::default().limits;
        limits.frames_burst = 10;
        let account = Arc::new(Mutex::new(Bucket::default()));
        let taken: usize = (0..5)
            .map(|_| {
                let mut frames = Frames::new(&limits, account.clone());
                (0..100).filter(|_| frames.take(1000).is_ok()).count()
            })
            .sum();
        assert_eq!(taken, 20);
    }
}
