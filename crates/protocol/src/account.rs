//! Who somebody is.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Somebody who plays, as everybody may know them.
///
/// ```
/// use parlor_protocol::Account;
/// let ann = Account { id: "ann".into(), name: "Ann".into(), guest: false };
/// assert_eq!(serde_json::to_string(&ann).unwrap(), r#"{"id":"ann","name":"Ann","guest":false}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Account {
    /// What programs call them.
    pub id: String,
    /// What people call them.
    pub name: String,
    /// Whether they have no password: whoever loses the token of a guest has lost the account.
    pub guest: bool,
}

/// A wish to play without an account of one's own.
///
/// ```
/// let guest: parlor_protocol::NewGuest = serde_json::from_str(r#"{"name":"Ann"}"#).unwrap();
/// assert_eq!(guest.name, "Ann");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGuest {
    /// What the others will read.
    pub name: String,
}

/// A name with its password: to make an account, or to log in.
///
/// ```
/// use parlor_protocol::Credentials;
/// let ann = Credentials { name: "Ann".into(), password: "correct horse".into() };
/// assert!(!format!("{ann:?}").contains("horse"));
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The name.
    pub name: String,
    /// The password, of 8 bytes or more.
    pub password: String,
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Credentials({:?}, …)", self.name)
    }
}

/// Proof of who somebody is: the token goes into the header `Authorization: Bearer …`, and into a socket's first frame.
///
/// ```
/// use parlor_protocol::{Account, Session};
/// let account = Account { id: "ann".into(), name: "Ann".into(), guest: true };
/// let session = Session { account, token: "g1.secret".into() };
/// assert!(!format!("{session:?}").contains("secret"));
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Session {
    /// Whose it is.
    pub account: Account,
    /// The proof. Whoever has it is this account: keep it as you would a password.
    pub token: String,
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Session({:?}, …)", self.account)
    }
}
