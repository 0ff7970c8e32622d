//! Who somebody is: guests by signed token, named accounts by password.

use std::net::IpAddr;
use std::sync::Arc;

use parlor_protocol::{Account, Credentials, NewGuest, Session};
use parlor_store::{Put, StoreError};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::hub::Hub;
use crate::ids;
use crate::limits::address_key;
use crate::pages::Pages;
use crate::password::{Password, PasswordHash};
use crate::token::{AccountId, AccountName, Token, session_hash};

/// After so long a session has to be opened anew.
const SESSION_MS: u64 = 90 * 24 * 3600 * 1000;
/// For so long the token of a guest is good. A guest has no password to come back with: so it is long.
const GUEST_MS: u64 = 365 * 24 * 3600 * 1000;
/// For so long all accounts that were made from one address are one opponent.
const NEW_MS: u64 = 7 * 24 * 3600 * 1000;

/// An account as it is kept.
#[derive(Serialize, Deserialize)]
struct Kept {
    name: String,
    password: PasswordHash,
    created_ms: u64,
    /// What stands for the address that it was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<String>,
}

/// A guest who has logged out, as it is kept until none of their tokens is good any more.
#[derive(Serialize, Deserialize)]
struct EndedGuest {
    until_ms: u64,
}

/// A session as it is kept, under the hash of its token.
#[derive(Serialize, Deserialize)]
struct KeptSession {
    account: Account,
    until_ms: u64,
}

fn name_of(text: &str) -> Result<AccountName, Failure> {
    AccountName::new(text.trim()).map_err(|error| Failure::bad("bad_name", error.to_string()))
}

fn name_taken() -> Failure {
    Failure::conflict(
        "name_taken",
        "this name is taken, or looks like one that is",
    )
    .hint("log in, or choose another name")
}

/// What keeps others from a name: all that it looks like.
fn name_puts(name: &AccountName, id: &str) -> impl Iterator<Item = Put> {
    let looks = name.looks().into_iter();
    looks.map(move |look| Put::new("name", look, id))
}

impl Hub {
    /// Lets somebody in without a password.
    pub async fn new_guest(&self, wish: &NewGuest) -> Result<Session, Failure> {
        let name = name_of(&wish.name)?;
        self.check_name(&name, None).await?;
        let id = AccountId::guest(ids::random()?);
        Ok(self.guest_session(&id, &name))
    }

    /// Gives a guest another name. They stay who they are, at every table; where they sit already, they keep the name that the
    /// match knows.
    pub async fn rename_guest(&self, token: &str, wish: &NewGuest) -> Result<Session, Failure> {
        let name = name_of(&wish.name)?;
        let not_guest = || Failure::conflict("no_guest", "accounts cannot change their name");
        let (id, _) = self
            .signer
            .verify(token, self.time.wall_ms())
            .ok_or_else(not_guest)?;
        self.check_name(&name, None).await?;
        Ok(self.guest_session(&id, &name))
    }

    /// What a guest is known by: signed, so that nothing has to be kept.
    fn guest_session(&self, id: &AccountId, name: &AccountName) -> Session {
        Session {
            account: Account {
                id: id.as_str().into(),
                name: name.as_str().into(),
                guest: true,
            },
            token: self.guest_token(id, name).expose().into(),
        }
    }

    fn guest_token(&self, id: &AccountId, name: &AccountName) -> Token {
        let until_ms = self.time.wall_ms() + GUEST_MS;
        self.signer.sign(id, name, until_ms)
    }

    /// Makes an account for somebody at this address, and opens a session for it.
    pub async fn new_account(
        &self,
        wish: Credentials,
        address: IpAddr,
    ) -> Result<Session, Failure> {
        let name = name_of(&wish.name)?;
        self.check_name(&name, None).await?;
        let salt = ids::random()?;
        let password = Password::new(wish.password);
        let hash = self.hashing(move || password.hash(salt)).await?;
        let hash = hash.map_err(|error| Failure::bad("bad_password", error.to_string()))?;
        let kept = Kept {
            name: name.as_str().into(),
            password: hash,
            created_ms: self.time.wall_ms(),
            from: Some(self.signer.mark(address_key(address))),
        };
        let id = name.id().as_str().to_string();
        let text = serde_json::to_string(&kept).unwrap_or_default();
        let mut puts = vec![Put::new("account", &id, text)];
        puts.extend(name_puts(&name, &id));
        match self.store.put(puts).await {
            Ok(()) => {}
            Err(StoreError::Changed { .. }) => return Err(name_taken()),
            Err(error) => return Err(error.into()),
        }
        let account = Account {
            id,
            name: name.as_str().into(),
            guest: false,
        };
        self.open_session(account).await
    }

    /// What opponents know an account by in their ratings: by itself, and by the address that it was made from. The first counts
    /// today: whoever makes many accounts has one opponent for a week, and people of one house have as many as they are after it.
    pub async fn known_as(&self, id: &str) -> Result<Vec<String>, StoreError> {
        let mut names = vec![id.to_string()];
        let found = self.store.get("account", id).await?;
        let kept = found.and_then(|found| serde_json::from_str::<Kept>(&found.text).ok());
        if let Some(kept) = kept
            && let Some(from) = kept.from
        {
            // Names of accounts have no colon.
            names.push(format!("from:{from}"));
            if self.time.wall_ms().abs_diff(kept.created_ms) < NEW_MS {
                names.reverse();
            }
        }
        Ok(names)
    }

    /// Opens a session for somebody who knows the password.
    pub async fn log_in(&self, wish: Credentials) -> Result<Session, Failure> {
        let wrong = || Failure {
            status: axum::http::StatusCode::UNAUTHORIZED,
            problem: parlor_protocol::Problem::new(
                "wrong_password",
                "there is no account with this name and password",
            ),
        };
        let name = name_of(&wish.name).map_err(|_| wrong())?;
        let id = name.id().as_str().to_string();
        let found = self.store.get("account", &id).await?;
        let kept = found.and_then(|found| serde_json::from_str::<Kept>(&found.text).ok());
        let (display, hash) = match kept {
            Some(kept) => (kept.name, Some(kept.password)),
            None => (String::new(), None),
        };
        let password = Password::new(wish.password);
        // A name that nobody has takes as long as a wrong password.
        let right = self.hashing(move || password.is(hash.as_ref())).await?;
        if !right {
            return Err(wrong());
        }
        let account = Account {
            id,
            name: display,
            guest: false,
        };
        self.open_session(account).await
    }

    async fn open_session(&self, account: Account) -> Result<Session, Failure> {
        let token = Token::session(ids::random()?);
        let hash = session_hash(token.expose()).ok_or_else(Failure::internal)?;
        let kept = KeptSession {
            account: account.clone(),
            until_ms: self.time.wall_ms() + SESSION_MS,
        };
        let text = serde_json::to_string(&kept).unwrap_or_default();
        self.store
            .put(vec![Put::new("session", hash, text)])
            .await?;
        Ok(Session {
            account,
            token: token.expose().into(),
        })
    }

    /// Whether a name is free, or that of this account: neither the name of an account, nor one that could be taken for it.
    pub async fn check_name(&self, name: &AccountName, own: Option<&str>) -> Result<(), Failure> {
        if name.is_official() {
            return Err(name_taken());
        }
        for look in name.looks() {
            let found = self.store.get("name", &look).await?;
            if found.is_some_and(|found| Some(&*found.text) != own) {
                return Err(name_taken());
            }
        }
        Ok(())
    }

    /// Whether somebody may appear under their name: a guest may have had it before there was an account of that name.
    pub async fn check_speaker(&self, account: &Account) -> Result<(), Failure> {
        match account.guest {
            true => self.check_name(&name_of(&account.name)?, None).await,
            false => Ok(()),
        }
    }

    /// Keeps the names of accounts that were made before names were kept by their looks. Of two that look alike the first
    /// one has it.
    pub async fn keep_names(&self) -> Result<(), StoreError> {
        if self.store.get("server", "names").await?.is_some() {
            return Ok(());
        }
        let mut pages = Pages::of(&*self.store, "account");
        while let Some(accounts) = pages.next().await? {
            for account in accounts {
                let kept = serde_json::from_str::<Kept>(&account.text).ok();
                let Some(name) = kept.and_then(|kept| AccountName::new(&kept.name).ok()) else {
                    continue;
                };
                for put in name_puts(&name, &account.id) {
                    match self.store.put(vec![put]).await {
                        Ok(()) | Err(StoreError::Changed { .. }) => {}
                        Err(error) => return Err(error),
                    }
                }
            }
        }
        let done = Put::new("server", "names", "{}").anyway();
        self.store.put(vec![done]).await
    }

    /// Ends a session. With a guest's token all tokens of that guest end: nothing is kept by which they could be told apart.
    pub async fn log_out(&self, token: &str) -> Result<(), Failure> {
        if let Some((guest, _)) = self.signer.verify(token, self.time.wall_ms()) {
            let ended = EndedGuest {
                until_ms: self.time.wall_ms() + GUEST_MS,
            };
            let text = serde_json::to_string(&ended).unwrap_or_default();
            let ended = Put::new("ended_guest", guest.as_str(), text).anyway();
            self.store.put(vec![ended]).await?;
            self.cut(guest.as_str());
            return Ok(());
        }
        if let Some(hash) = session_hash(token) {
            let account = self.who(token).await;
            self.store.put(vec![Put::remove("session", hash)]).await?;
            // Whoever has another session comes back with it.
            if let Ok(account) = account {
                self.cut(&account.id);
            }
        }
        Ok(())
    }

    /// Removes what has run out: sessions, and guests who have logged out so long ago that no token of theirs is left.
    pub async fn tidy_sessions(&self) -> Result<(), StoreError> {
        self.tidy("session", |text| {
            let kept = serde_json::from_str::<KeptSession>(text);
            kept.ok().map(|session| session.until_ms)
        })
        .await?;
        self.tidy("ended_guest", |text| {
            let kept = serde_json::from_str::<EndedGuest>(text);
            kept.ok().map(|ended| ended.until_ms)
        })
        .await
    }

    /// Removes the documents of a kind whose time has come.
    async fn tidy(
        &self,
        kind: &str,
        until_ms: impl Fn(&str) -> Option<u64>,
    ) -> Result<(), StoreError> {
        let now_ms = self.time.wall_ms();
        let mut pages = Pages::of(&*self.store, kind);
        while let Some(documents) = pages.next().await? {
            let over = documents.iter().filter(|document| {
                until_ms(&document.text).is_some_and(|until_ms| until_ms <= now_ms)
            });
            let puts: Vec<Put> = over
                .map(|document| Put::remove(kind, &document.id))
                .collect();
            if !puts.is_empty() {
                self.store.put(puts).await?;
            }
        }
        Ok(())
    }

    /// Whose token this is.
    pub async fn who(&self, token: &str) -> Result<Arc<Account>, Failure> {
        if let Some((id, name)) = self.signer.verify(token, self.time.wall_ms()) {
            // While the store is away guests are believed: they may wait for it at their table, and nothing is kept anyway.
            let ended = self.store.get("ended_guest", id.as_str()).await;
            if matches!(ended, Ok(Some(_))) {
                return Err(Failure::unauthenticated());
            }
            return Ok(Arc::new(Account {
                id: id.as_str().into(),
                name: name.as_str().into(),
                guest: true,
            }));
        }
        let hash = session_hash(token).ok_or_else(Failure::unauthenticated)?;
        let found = self.store.get("session", &hash).await?;
        let kept = found.and_then(|found| serde_json::from_str::<KeptSession>(&found.text).ok());
        match kept {
            Some(kept) if kept.until_ms > self.time.wall_ms() => Ok(Arc::new(kept.account)),
            _ => Err(Failure::unauthenticated()),
        }
    }

    /// Hashing takes long and much memory: few at a time, and apart from everything else.
    async fn hashing<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let busy = || {
            Failure::too_many(
                "too many people are logging in: try again in a moment",
                1000,
            )
        };
        let waits = std::time::Duration::from_secs(5);
        let permit = tokio::time::timeout(waits, self.hashers.clone().acquire_owned());
        let permit = permit.await.map_err(|_| busy())?.map_err(|_| busy())?;
        let done = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        done.await.map_err(|_| Failure::internal())
    }
}
