//! [`Time`]: what time it is, for people and for clocks that must not run while the server is down.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use parlor_store::{Put, Store, StoreError};
use serde::{Deserialize, Serialize};

/// How often the server says that it is alive. A crash is found out to have happened at most this much too early, and
/// players are given that time.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(1);

/// A server that has not been able to say so for this long does not work as it should.
const OVERDUE: Duration = Duration::from_secs(5);

/// Two times: the one that people know, and the server's own, which goes on from where the server before was seen last. Clocks
/// and deadlines go by the server's: so a time when it was down is nobody's time, and a machine that boots with a wrong date
/// stops no clock and loses nobody a match.
pub(crate) struct Time {
    started: Instant,
    /// When this server was started, in milliseconds since 1970, as far as the machine knew.
    wall_ms: u64,
    /// What the server's own time was then.
    server_ms: u64,
    /// Whether the latest heartbeat was not kept.
    failed: AtomicBool,
    /// When the latest one was kept, in milliseconds since 1970; 0 as long as nobody has begun to say that it is alive.
    kept_ms: AtomicU64,
}

#[derive(Serialize, Deserialize)]
struct Heartbeat {
    /// When, as people know it.
    alive_ms: u64,
    /// How much less the server's own time was: what earlier versions kept, and read.
    #[serde(default)]
    down_ms: u64,
    /// The server's own time.
    #[serde(default)]
    server_ms: Option<u64>,
}

const KIND: &str = "server";
const ID: &str = "heartbeat";

impl Time {
    /// Goes on where the server before has stopped.
    pub async fn begin(store: &dyn Store) -> Result<Time, StoreError> {
        Time::begin_at(store, wall_ms()).await
    }

    async fn begin_at(store: &dyn Store, wall_ms: u64) -> Result<Time, StoreError> {
        let before = store.get(KIND, ID).await?;
        let before = before.and_then(|found| serde_json::from_str::<Heartbeat>(&found.text).ok());
        let server_ms = before.map_or(wall_ms, |before| {
            let earlier = || before.alive_ms.saturating_sub(before.down_ms);
            before.server_ms.unwrap_or_else(earlier)
        });
        let time = Time {
            started: Instant::now(),
            wall_ms,
            server_ms,
            failed: AtomicBool::new(false),
            kept_ms: AtomicU64::new(0),
        };
        time.keep(store).await?;
        Ok(time)
    }

    /// Says that the server is alive.
    pub async fn beat(&self, store: &dyn Store) -> Result<(), StoreError> {
        // The first may already take too long.
        let first = self.kept_ms.load(Ordering::Relaxed) == 0;
        if first {
            self.kept_ms.store(self.wall_ms(), Ordering::Relaxed);
        }
        let kept = self.keep(store).await;
        if kept.is_ok() {
            self.kept_ms.store(self.wall_ms(), Ordering::Relaxed);
        }
        self.failed.store(kept.is_err(), Ordering::Relaxed);
        kept
    }

    /// Whether the latest heartbeat was kept, and not long ago.
    pub fn is_beating(&self) -> bool {
        let kept_ms = self.kept_ms.load(Ordering::Relaxed);
        let since_ms = self.wall_ms().saturating_sub(kept_ms);
        let overdue = kept_ms > 0 && u128::from(since_ms) > OVERDUE.as_millis();
        !overdue && !self.failed.load(Ordering::Relaxed)
    }

    async fn keep(&self, store: &dyn Store) -> Result<(), StoreError> {
        let heartbeat = Heartbeat {
            alive_ms: self.wall_ms(),
            down_ms: self.wall_ms().saturating_sub(self.server_ms()),
            server_ms: Some(self.server_ms()),
        };
        let text = serde_json::to_string(&heartbeat).unwrap_or_default();
        store.put(vec![Put::new(KIND, ID, text).anyway()]).await
    }

    /// Milliseconds since 1970. It never goes back, whatever is done to the system's clock.
    pub fn wall_ms(&self) -> u64 {
        self.wall_ms + self.running_ms()
    }

    fn running_ms(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    /// The server's own time, in milliseconds: what clocks and deadlines go by.
    pub fn server_ms(&self) -> u64 {
        self.server_ms + self.running_ms()
    }

    /// The moment at which the server's own time will be this.
    pub fn instant(&self, server_ms: u64) -> Instant {
        let wait = server_ms.saturating_sub(self.server_ms());
        // A deadline in a thousand years is as good as none.
        let most = Duration::from_secs(30 * 24 * 3600);
        Instant::now() + Duration::from_millis(wait).min(most)
    }
}

fn wall_ms() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use parlor_store::Memory;

    use super::*;

    #[tokio::test]
    async fn time_stands_still_while_no_server_runs() {
        let store = Memory::new();
        let first = Time::begin(&store).await.unwrap();
        assert!(first.wall_ms() - first.server_ms() < 5);
        // A server that ran an hour ago.
        let heartbeat = Heartbeat {
            alive_ms: first.wall_ms() - 3_600_000,
            down_ms: 7,
            server_ms: None,
        };
        let text = serde_json::to_string(&heartbeat).unwrap();
        let put = Put::new(KIND, ID, text).anyway();
        store.put(vec![put]).await.unwrap();
        let second = Time::begin(&store).await.unwrap();
        let behind = second.wall_ms() - second.server_ms();
        assert!((3_600_000..3_601_000).contains(&behind), "{behind}");
        // Started once more right away, nothing is added.
        let third = Time::begin(&store).await.unwrap();
        assert!(third.wall_ms() - third.server_ms() - behind < 1000);
    }

    #[tokio::test]
    async fn a_machine_that_boots_with_a_wrong_date_stops_no_clock() {
        const DAYS_MS: u64 = 10 * 24 * 3_600_000;
        let store = Memory::new();
        let right = wall_ms();
        let mut before = Time::begin_at(&store, right).await.unwrap().server_ms();
        // Ten days behind, then right, then ten days ahead, then right again.
        for wall_ms in [right - DAYS_MS, right, right + DAYS_MS, right] {
            let time = Time::begin_at(&store, wall_ms).await.unwrap();
            let now = time.server_ms();
            assert!((before..before + 1000).contains(&now), "{before} {now}");
            // It runs from now on, and does not wait for the date of before to come again.
            let deadline = time.instant(now + 200);
            assert!(deadline <= Instant::now() + Duration::from_millis(200));
            before = now;
        }
    }

    #[tokio::test]
    async fn a_heartbeat_that_does_not_come_is_noticed() {
        let store = Memory::new();
        let mut time = Time::begin(&store).await.unwrap();
        let later = |time: &mut Time, ms: u64| {
            time.wall_ms += ms;
            time.server_ms += ms;
        };
        // Nobody has said yet that there will be any.
        later(&mut time, 60_000);
        assert!(time.is_beating());
        time.beat(&store).await.unwrap();
        later(&mut time, 4000);
        assert!(time.is_beating());
        later(&mut time, 2000);
        assert!(!time.is_beating());
        time.beat(&store).await.unwrap();
        assert!(time.is_beating());
    }
}
