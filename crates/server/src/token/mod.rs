//! Who somebody is: names and ids of accounts, and the tokens that prove them.
//!
//! A guest's token says the account and a signature over it, so that guests cost the store nothing. A named account's
//! session is a random secret of which only the hash is stored, so that a stolen store opens no session.

mod looks;
mod name;

use std::fmt;

pub(crate) use looks::are_alike;
pub use name::{AccountId, AccountName};

/// A token that opens an account to whoever has it. It is shown to its owner only: see [`Token::expose`].
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// The token of a new session, of random bytes.
    pub fn session(random: [u8; 32]) -> Token {
        Token(format!("s1.{}", hex(&random)))
    }

    /// The text itself, to be sent to its owner and nowhere else.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// What the store keeps of a session's token; nothing if the text is no such token.
pub fn session_hash(token: &str) -> Option<String> {
    let digits = token.strip_prefix("s1.")?;
    // A token has 256 random bits: one plain hash keeps it.
    is_hex(digits, 64).then(|| blake3::hash(token.as_bytes()).to_hex().to_string())
}

/// Signs the tokens of guests, with a secret that only the server has.
#[derive(Clone)]
pub struct Signer {
    key: [u8; 32],
}

impl Signer {
    /// A signer with this secret.
    pub fn new(secret: [u8; 32]) -> Signer {
        // A key of its own: what else the secret may be good for cannot be confused with guests.
        let key = blake3::derive_key("parlor guest tokens 1", &secret);
        Signer { key }
    }

    /// The token of a guest: `g1.ACCOUNT.NAME.UNTIL.SIGNATURE`, the name in hexadecimal digits, the time in milliseconds since
    /// 1970.
    pub fn sign(&self, guest: &AccountId, name: &AccountName, until_ms: u64) -> Token {
        let name = hex(name.as_str().as_bytes());
        let signed = format!("{}.{name}.{until_ms}", guest.as_str());
        let signature = self.signature(&signed).to_hex();
        Token(format!("g1.{signed}.{signature}"))
    }

    /// The guest that this token is of, and its name, if this server has signed it and its time has not come.
    pub fn verify(&self, token: &str, now_ms: u64) -> Option<(AccountId, AccountName)> {
        let (signed, signature) = token.strip_prefix("g1.")?.rsplit_once('.')?;
        if !is_hex(signature, 64) {
            return None;
        }
        let signature = blake3::Hash::from_hex(signature).ok()?;
        // Hashes are compared in constant time: the answer's delay tells nothing of the right one.
        if signature != self.signature(signed) {
            return None;
        }
        let (signed, until_ms) = signed.rsplit_once('.')?;
        if until_ms.parse::<u64>().ok()? <= now_ms {
            return None;
        }
        let (guest, name) = signed.split_once('.')?;
        let guest = AccountId::try_from(guest.to_string()).ok()?;
        let name = AccountName::new(&String::from_utf8(unhex(name)?).ok()?).ok()?;
        guest.is_guest().then_some((guest, name))
    }

    /// What stands for an address in the store: the same every time, and no way back to the address for who reads the store
    /// without its secret.
    pub fn mark(&self, address: [u8; 16]) -> String {
        let key = blake3::derive_key("parlor address marks 1", &self.key);
        let mark = blake3::keyed_hash(&key, &address);
        hex(&mark.as_bytes()[..16])
    }

    fn signature(&self, signed: &str) -> blake3::Hash {
        blake3::keyed_hash(&self.key, signed.as_bytes())
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    pairs
        .map(|pair| (pair.len() == 2).then(|| byte(pair))?)
        .collect()
}

/// Whether this is so many hex digits, the small ones: one secret has one text.
fn is_hex(text: &str, digits: usize) -> bool {
    text.len() == digits
        && text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::{AccountId, AccountName, Signer, Token, session_hash};

    fn ann() -> AccountName {
        AccountName::new("Änn").unwrap()
    }

    const NOW: u64 = 1000;
    const UNTIL: u64 = 2000;

    fn guest() -> AccountId {
        AccountId::guest([0xab; 16])
    }

    #[test]
    fn a_guest_is_known_by_its_token() {
        let signer = Signer::new([7; 32]);
        let token = signer.sign(&guest(), &ann(), UNTIL);
        assert!(token.expose().starts_with("g1.~abab"), "{}", token.expose());
        assert_eq!(signer.verify(token.expose(), NOW), Some((guest(), ann())));
        assert_eq!(signer.sign(&guest(), &ann(), UNTIL), token);
        // It is the same after a restart with the same secret, and not with another one.
        assert_eq!(
            Signer::new([7; 32]).verify(token.expose(), NOW),
            Some((guest(), ann()))
        );
        assert_eq!(Signer::new([8; 32]).verify(token.expose(), NOW), None);
    }

    #[test]
    fn a_token_that_was_changed_anywhere_is_worth_nothing() {
        let signer = Signer::new([7; 32]);
        let token = signer.sign(&guest(), &ann(), UNTIL).expose().to_string();
        for at in 0..token.len() {
            for other in ["0", "f", "A", ".", "~", ""] {
                let mut changed = token.clone();
                changed.replace_range(at..=at, other);
                if changed != token {
                    assert_eq!(signer.verify(&changed, NOW), None, "{changed}");
                }
            }
            assert_eq!(signer.verify(&token[..at], NOW), None);
        }
        for odd in [
            "",
            "g1",
            "g1.",
            "g1..",
            "g1.é.é",
            &token.to_uppercase(),
            &format!("{token} "),
        ] {
            assert_eq!(signer.verify(odd, NOW), None, "{odd}");
        }
    }

    #[test]
    fn a_token_ends_when_its_time_has_come() {
        let signer = Signer::new([7; 32]);
        let token = signer.sign(&guest(), &ann(), UNTIL);
        assert!(signer.verify(token.expose(), UNTIL - 1).is_some());
        assert_eq!(signer.verify(token.expose(), UNTIL), None);
        let longer = token.expose().replace(".2000.", ".9000.");
        assert_ne!(longer, token.expose());
        assert_eq!(signer.verify(&longer, NOW), None);
    }

    #[test]
    fn no_signature_makes_a_guest_of_a_named_account() {
        let signer = Signer::new([7; 32]);
        let ada = AccountName::new("Ada").unwrap().id();
        assert_eq!(
            signer.verify(signer.sign(&ada, &ann(), UNTIL).expose(), NOW),
            None
        );
    }

    #[test]
    fn the_secret_signs_nothing_by_itself() {
        let token = Signer::new([7; 32]).sign(&guest(), &ann(), UNTIL);
        let plain = blake3::keyed_hash(&[7; 32], guest().as_str().as_bytes());
        assert!(!token.expose().contains(plain.to_hex().as_str()));
    }

    #[test]
    fn the_store_cannot_open_a_session() {
        let token = Token::session([0x5c; 32]);
        let hash = session_hash(token.expose()).unwrap();
        assert_eq!(hash, session_hash(token.expose()).unwrap());
        assert!(!hash.contains("5c5c") && hash.len() == 64);
        assert_ne!(
            Some(hash.clone()),
            session_hash(Token::session([0x5d; 32]).expose())
        );
        let upper = token.expose().to_uppercase();
        for odd in [
            "",
            "s1.",
            "s1.5c",
            &hash,
            &upper,
            &format!("{}0", token.expose()),
        ] {
            assert_eq!(session_hash(odd), None, "{odd}");
        }
    }

    #[test]
    fn secrets_are_not_printed() {
        assert_eq!(format!("{:?}", Signer::new([7; 32])), "…");
        assert_eq!(format!("{:?}", Token::session([7; 32])), "…");
        assert_eq!(
            format!("{:#?}", Some(Token::session([7; 32]))).replace(char::is_whitespace, ""),
            "Some(…,)"
        );
    }
}
