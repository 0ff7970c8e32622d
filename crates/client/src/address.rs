//! Where a server is.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use hyper::Uri;

use crate::Error;

/// Where a server is: `https://parlor.example`, `http://localhost:8080`, or without the scheme. Names are then taken for
/// `https`, `localhost` and numbers for `http`.
///
/// ```
/// use parlor_client::Address;
/// let address: Address = "localhost:8080".parse().unwrap();
/// assert_eq!(address.to_string(), "http://localhost:8080");
/// assert_eq!("parlor.example/games/".parse::<Address>().unwrap().to_string(), "https://parlor.example/games");
/// assert!("ftp://parlor.example".parse::<Address>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    pub(crate) tls: bool,
    /// As it stands in an address: numbers of six have brackets.
    host: String,
    pub(crate) port: u16,
    /// What goes before every path; without a slash at its end.
    base: String,
}

impl Address {
    /// The host without brackets, as names are looked up.
    pub(crate) fn host(&self) -> &str {
        bare(&self.host)
    }

    /// What the server is called in the header `Host`.
    ///
    /// ```
    /// let address: parlor_client::Address = "localhost:8080/games".parse().unwrap();
    /// assert_eq!(address.authority(), "localhost:8080");
    /// assert_eq!(address.path("/api/me"), "/games/api/me");
    /// assert!(address.is_loopback());
    /// ```
    pub fn authority(&self) -> String {
        match self.is_usual_port() {
            true => self.host.clone(),
            false => format!("{}:{}", self.host, self.port),
        }
    }

    /// The path of a request, which begins with a slash, behind what all paths of this server begin with.
    pub fn path(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// Whether it is on this machine.
    pub fn is_loopback(&self) -> bool {
        let number = self.host().parse::<IpAddr>();
        self.host() == "localhost" || number.is_ok_and(|number| number.is_loopback())
    }

    /// The address of a socket.
    pub(crate) fn socket(&self) -> String {
        let scheme = if self.tls { "wss" } else { "ws" };
        let path = self.path("/api/socket");
        format!("{scheme}://{}{path}", self.authority())
    }

    fn is_usual_port(&self) -> bool {
        self.port == if self.tls { 443 } else { 80 }
    }
}

impl FromStr for Address {
    type Err = Error;

    fn from_str(text: &str) -> Result<Address, Error> {
        let wrong = || Error::Address(text.chars().take(200).collect());
        let text = text.trim();
        let (scheme, rest) = text.split_once("://").unwrap_or(("", text));
        let uri: Uri = format!("http://{rest}").parse().map_err(|_| wrong())?;
        let authority = uri.authority().ok_or_else(wrong)?;
        // Who is meant goes by the token, and never into an address.
        if authority.as_str().contains('@') || authority.host().is_empty() || uri.query().is_some()
        {
            return Err(wrong());
        }
        let host = authority.host().to_string();
        let tls = match scheme {
            "https" | "wss" => true,
            "http" | "ws" => false,
            "" => host != "localhost" && bare(&host).parse::<IpAddr>().is_err(),
            _ => return Err(wrong()),
        };
        let port = match authority.as_str().strip_prefix(authority.host()) {
            Some("") | None => [80, 443][usize::from(tls)],
            Some(port) => {
                let number = port.strip_prefix(':').and_then(|port| port.parse().ok());
                number.ok_or_else(wrong)?
            }
        };
        Ok(Address {
            tls,
            host,
            port,
            base: uri.path().trim_end_matches('/').to_string(),
        })
    }
}

fn bare(host: &str) -> &str {
    host.trim_start_matches('[').trim_end_matches(']')
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.tls { "https" } else { "http" };
        write!(f, "{scheme}://{}{}", self.authority(), self.base)
    }
}

/// A text as one part of a path: what a player has typed must not lead elsewhere.
pub(crate) fn segment(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'~' => {
                out.push(char::from(byte));
            }
            byte => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_as_people_write_them() {
        let read = |text: &str| match text.parse::<Address>() {
            Ok(address) => format!("{address} {}", address.socket()),
            Err(error) => error.to_string(),
        };
        let all = [
            "localhost:8080",
            "127.0.0.1",
            "[::1]:9000",
            "parlor.example",
            "http://parlor.example:80/a/b/",
            "wss://parlor.example:8443",
            "",
            "ann@parlor.example",
            "parlor.example:99999",
            "a b",
            "http://",
            "http://x/?q=1",
        ];
        let lines: Vec<String> = all.iter().map(|text| read(text)).collect();
        expect_test::expect![[r#"
            http://localhost:8080 ws://localhost:8080/api/socket
            http://127.0.0.1 ws://127.0.0.1/api/socket
            http://[::1]:9000 ws://[::1]:9000/api/socket
            https://parlor.example wss://parlor.example/api/socket
            http://parlor.example/a/b ws://parlor.example/a/b/api/socket
            https://parlor.example:8443 wss://parlor.example:8443/api/socket
            '' is no address of a server: write it like https://parlor.example or localhost:8080
            'ann@parlor.example' is no address of a server: write it like https://parlor.example or localhost:8080
            'parlor.example:99999' is no address of a server: write it like https://parlor.example or localhost:8080
            'a b' is no address of a server: write it like https://parlor.example or localhost:8080
            'http://' is no address of a server: write it like https://parlor.example or localhost:8080
            'http://x/?q=1' is no address of a server: write it like https://parlor.example or localhost:8080"#]]
        .assert_eq(&lines.join("\n"));
    }

    #[test]
    fn what_is_typed_stays_one_part_of_a_path() {
        assert_eq!(segment("AB-12"), "AB-12");
        assert_eq!(segment("../me?x=ä"), "%2E%2E%2Fme%3Fx%3D%C3%A4");
    }
}
