//! The address of a database, in either of PostgreSQL's two forms: what it says about encryption is read here.

use super::tls::Wish;

/// An address without what it says about encryption, and that.
pub(super) fn split(address: &str) -> (String, Wish) {
    let mut wish = Wish::default();
    let rest = match address.split_once('?') {
        Some((place, query)) if address.contains("://") => {
            let mut rest: Vec<&str> = Vec::new();
            for pair in query.split('&') {
                match pair.split_once('=') {
                    Some((name, value)) if wish.takes(name, || decoded(value)) => {}
                    _ => rest.push(pair),
                }
            }
            match rest.is_empty() {
                true => place.into(),
                false => format!("{place}?{}", rest.join("&")),
            }
        }
        _ if address.contains("://") => address.into(),
        _ => {
            let mut rest: Vec<&str> = words(address);
            rest.retain(|word| match word.split_once('=') {
                Some((name, value)) => !wish.takes(name.trim_end(), || unquoted(value)),
                None => true,
            });
            rest.join(" ")
        }
    };
    (rest, wish)
}

impl Wish {
    /// Whether this is about encryption.
    fn takes(&mut self, name: &str, value: impl FnOnce() -> String) -> bool {
        match name {
            "sslmode" => self.mode = Some(value()),
            "sslrootcert" => self.root = Some(value()),
            _ => return false,
        }
        true
    }
}

/// The parts of `host=here options='-c a=b'`, apart at the spaces that are not quoted.
fn words(text: &str) -> Vec<&str> {
    let (mut quoted, mut escaped) = (false, false);
    let parts = text.split(|letter: char| {
        let ends = letter.is_whitespace() && !quoted && !escaped;
        quoted ^= letter == '\'' && !escaped;
        escaped = letter == '\\' && !escaped;
        ends
    });
    parts.filter(|part| !part.is_empty()).collect()
}

/// A value of the first form: `%2F` is a `/`.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        let code = rest.get(at + 1..at + 3);
        let Some(byte) = code.and_then(|code| u8::from_str_radix(code, 16).ok()) else {
            break;
        };
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        bytes.push(byte);
        rest = &rest[at + 3..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A value of the second form, which may stand in quotes.
fn unquoted(text: &str) -> String {
    let inner = text
        .strip_prefix('\'')
        .and_then(|text| text.strip_suffix('\''));
    inner
        .unwrap_or(text)
        .replace("\\'", "'")
        .replace("\\\\", "\\")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_about_encryption_is_found_in_both_forms() {
        let cases = [
            (
                "postgres://ada:s%3Fx@db/parlor?sslmode=verify-full&connect_timeout=3&sslrootcert=%2Fetc%2Fca.pem",
                "postgres://ada:s%3Fx@db/parlor?connect_timeout=3",
                Some("verify-full"),
                Some("/etc/ca.pem"),
            ),
            (
                "postgres://db/parlor?sslmode=require",
                "postgres://db/parlor",
                Some("require"),
                None,
            ),
            ("postgres://db/parlor", "postgres://db/parlor", None, None),
            (
                "host=db options='-c a=b -c sslmode=no' sslmode=disable sslrootcert='/my ca.pem'",
                "host=db options='-c a=b -c sslmode=no'",
                Some("disable"),
                Some("/my ca.pem"),
            ),
        ];
        for (address, rest, mode, root) in cases {
            let wish = Wish {
                mode: mode.map(String::from),
                root: root.map(String::from),
            };
            assert_eq!(split(address), (rest.to_string(), wish), "{address}");
        }
    }

    #[test]
    fn what_cannot_be_meant_is_refused_with_what_can() {
        let refused = |mode: &str, root: Option<&str>| {
            let wish = Wish {
                mode: Some(mode.into()),
                root: root.map(String::from),
            };
            wish.read().err().unwrap()
        };
        assert_eq!(
            refused("allow", None),
            "sslmode 'allow' is unknown: use disable, prefer, require, verify-ca or verify-full"
        );
        let missing = refused("verify-full", Some("/nowhere/ca.pem"));
        assert!(
            missing.starts_with("sslrootcert: cannot read /nowhere/ca.pem: "),
            "{missing}"
        );
    }
}
