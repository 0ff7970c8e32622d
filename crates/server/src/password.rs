//! Passwords: kept as argon2id hashes, never printed.
//!
//! A hash takes 19 MiB of memory and some hundredths of a second, on purpose: whoever calls this limits how many are
//! made at once, and does not do it where others wait.

use std::fmt;

use argon2::password_hash::{PasswordHash as Phc, PasswordHasher, PasswordVerifier, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use serde::{Deserialize, Serialize};

/// A password as somebody has typed it.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Password(String);

/// What is kept of a password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PasswordHash(String);

/// Why there is no hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    /// Too easy to guess.
    #[error("a password has at least {} bytes", Password::LEAST)]
    TooShort,
    /// Longer than anybody types.
    #[error("a password has at most {} bytes", Password::MOST)]
    TooLong,
    /// The hash function refused.
    #[error("the password could not be hashed")]
    Hash,
}

impl Password {
    /// The least bytes that a password has.
    pub const LEAST: usize = 8;
    /// The most bytes that a password has.
    pub const MOST: usize = 128;

    /// A password, as it was typed.
    pub fn new(text: impl Into<String>) -> Password {
        Password(text.into())
    }

    /// The hash to keep. The salt is random, and used only here.
    pub fn hash(&self, salt: [u8; 16]) -> Result<PasswordHash, PasswordError> {
        if self.0.len() < Password::LEAST {
            return Err(PasswordError::TooShort);
        }
        if self.0.len() > Password::MOST {
            return Err(PasswordError::TooLong);
        }
        let salt = SaltString::encode_b64(&salt).map_err(|_| PasswordError::Hash)?;
        let hash = function()?.hash_password(self.0.as_bytes(), &salt);
        Ok(PasswordHash(
            hash.map_err(|_| PasswordError::Hash)?.to_string(),
        ))
    }

    /// Whether this is the password of which the hash was kept.
    ///
    /// An account that does not exist (`None`) takes as long as one that does: the delay tells nobody which names there
    /// are.
    pub fn is(&self, kept: Option<&PasswordHash>) -> bool {
        if self.0.len() > Password::MOST {
            return false;
        }
        let Ok(hash) = Phc::new(kept.map_or(NOBODYS, |kept| &kept.0)) else {
            return false;
        };
        let verified =
            function().map(|function| function.verify_password(self.0.as_bytes(), &hash));
        kept.is_some() && matches!(verified, Ok(Ok(())))
    }
}

/// A hash as those that are kept, of no password: what a password is checked against where there is no account.
const NOBODYS: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Argon2id with the least parameters that OWASP recommends: 19 MiB, two passes, one lane.
fn function() -> Result<Argon2<'static>, PasswordError> {
    let params = Params::new(19 * 1024, 2, 1, None).map_err(|_| PasswordError::Hash)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

#[cfg(test)]
mod tests {
    use super::{NOBODYS, Password, PasswordError, PasswordHash, Phc};

    #[test]
    fn the_right_password_opens_and_others_do_not() {
        let password = Password::new("correct horse");
        let kept = password.hash([1; 16]).unwrap();
        assert!(password.is(Some(&kept)));
        for other in [
            "correct horsf",
            "Correct horse",
            "correct horse ",
            "",
            "correct",
        ] {
            assert!(!Password::new(other).is(Some(&kept)), "{other}");
        }
        assert!(!password.is(None));
        assert!(!password.is(Some(&PasswordHash("nonsense".into()))));
    }

    #[test]
    fn the_hash_says_how_it_was_made_and_not_of_what() {
        let password = Password::new("correct horse");
        let kept = password.hash([1; 16]).unwrap();
        assert!(
            kept.0.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{}",
            kept.0
        );
        assert!(!kept.0.contains("horse"));
        assert_ne!(kept, password.hash([2; 16]).unwrap());
        let json = serde_json::to_string(&kept).unwrap();
        assert_eq!(serde_json::from_str::<PasswordHash>(&json).unwrap(), kept);
    }

    #[test]
    fn lengths_have_limits() {
        let hash = |length| Password::new("x".repeat(length)).hash([1; 16]).err();
        assert_eq!(hash(7), Some(PasswordError::TooShort));
        assert_eq!(hash(8), None);
        assert_eq!(hash(128), None);
        assert_eq!(hash(129), Some(PasswordError::TooLong));
        let kept = Password::new("x".repeat(128)).hash([1; 16]).unwrap();
        assert!(!Password::new("x".repeat(1_000_000)).is(Some(&kept)));
    }

    /// What takes time is the hash, and that goes by its parameters: the same path and the same parameters take as long.
    #[test]
    fn an_account_that_does_not_exist_takes_as_long() {
        let kept = Password::new("correct horse").hash([1; 16]).unwrap();
        let parameters = |text: &str| {
            let hash = Phc::new(text).unwrap();
            let salt = hash.salt.unwrap().len();
            let bytes = hash.hash.unwrap().len();
            let (algorithm, version) = (hash.algorithm.to_string(), hash.version);
            (algorithm, version, hash.params.to_string(), salt, bytes)
        };
        assert_eq!(parameters(NOBODYS), parameters(&kept.0));
    }

    #[test]
    fn passwords_are_not_printed() {
        let password = Password::new("correct horse");
        assert_eq!(
            format!("{password:?} {:?}", password.hash([1; 16]).unwrap()),
            "… …"
        );
        let body: Password = serde_json::from_str("\"correct horse\"").unwrap();
        assert_eq!(body, password);
    }
}
