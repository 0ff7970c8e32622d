//! How patient a client is.

use std::time::Duration;

/// How patient a client is, and how much it takes.
///
/// ```
/// use std::time::Duration;
/// use parlor_client::Settings;
/// let hasty = Settings { first_wait: Duration::from_millis(10), ..Settings::default() };
/// assert_eq!(hasty.most_bytes, 4 << 20);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How long connecting may take.
    pub connect_timeout: Duration,
    /// How long to wait after the first failure; each further failure doubles it.
    pub first_wait: Duration,
    /// How long to wait at most.
    pub longest_wait: Duration,
    /// After so much silence the server is asked whether it is there.
    pub ping_after: Duration,
    /// After so much silence the connection is given up.
    pub silence: Duration,
    /// The largest frame that is taken from a server, in bytes.
    pub most_bytes: usize,
    /// How many events wait to be read. What does not fit is counted, and told as [`Event::Missed`](crate::Event::Missed).
    pub most_events: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            connect_timeout: Duration::from_secs(10),
            first_wait: Duration::from_millis(200),
            longest_wait: Duration::from_secs(20),
            ping_after: Duration::from_secs(15),
            silence: Duration::from_secs(40),
            most_bytes: 4 << 20,
            most_events: 1024,
        }
    }
}
