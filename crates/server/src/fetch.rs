//! Fetches a ruleset from somewhere else, carefully: the server must not be sent to places that only it can reach.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use parlor_client::http::Http;

use crate::failure::Failure;

/// The text at an address of the public web, of so many bytes at most. It goes where it is told and no further.
pub(crate) async fn fetch(url: &str, most: usize) -> Result<String, Failure> {
    let unusable = |why: String| {
        Failure::bad(
            "no_fetching",
            format!("the ruleset could not be fetched: {why}"),
        )
        .hint("send its text instead")
    };
    let split = url.find("://").and_then(|scheme| {
        let path = url[scheme + 3..].find('/')?;
        Some(url.split_at(scheme + 3 + path))
    });
    let Some((server, path)) = split.filter(|(server, _)| server.starts_with("http")) else {
        return Err(unusable(
            "say an address like https://example.org/war.cardgame.json".into(),
        ));
    };
    let address = server
        .parse()
        .map_err(|error: parlor_client::Error| unusable(error.to_string()))?;
    let mut http = Http::new(address);
    http.timeout = Duration::from_secs(10);
    http.most_bytes = most;
    http.allow = is_public;
    // What the other server has said is not passed on: it may be one that only this server can see.
    let fetched = http.text("GET", path).await;
    fetched.map_err(|_| unusable("there is no answer, or none that can be used".into()))
}

/// Whether an address is one of the public internet, which everybody can reach.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, ..] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_broadcast()
        || address.is_documentation()
        || matches!(
            (first, second),
            (0, _) | (100, 64..=127) | (192, 0) | (198, 18..=19) | (240..=255, _)
        ))
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let first = address.segments()[0];
    // 2000::/3 is what is handed out; of it, tunnels lead back to addresses that are not public.
    first & 0xe000 == 0x2000 && first != 0x2002 && !(first == 0x2001 && address.segments()[1] == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_public_internet_is_asked() {
        let public = ["93.184.216.34", "2606:2800:220:1::1", "8.8.8.8"];
        let inside = [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "::ffff:127.0.0.1",
            "2002:7f00:1::",
            "224.0.0.1",
            "255.255.255.255",
        ];
        for text in public {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
        for text in inside {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
    }

    #[tokio::test]
    async fn a_server_is_not_sent_to_itself() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        for host in ["127.0.0.1", "localhost"] {
            let fetched = fetch(&format!("http://{host}:{port}/x.json"), 1000).await;
            assert_eq!(fetched.unwrap_err().problem.code, "no_fetching");
        }
        for odd in [
            "",
            "file:///etc/passwd",
            "http://",
            "gopher://x/y",
            "http//x",
        ] {
            assert_eq!(
                fetch(odd, 10).await.unwrap_err().problem.code,
                "no_fetching",
                "{odd}"
            );
        }
        let nobody = tokio::time::timeout(Duration::from_millis(50), listener.accept()).await;
        assert!(nobody.is_err());
    }
}
