//! What the server counts, as Prometheus reads it. Nothing here says who, which room or what was played.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, Ordering};

/// A number that goes up, or up and down.
#[derive(Default)]
pub(crate) struct Count(AtomicI64);

impl Count {
    pub fn add(&self, more: i64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub fn sub(&self, less: i64) {
        self.0.fetch_sub(less, Ordering::Relaxed);
    }

    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// All that is counted.
#[derive(Default)]
pub(crate) struct Metrics {
    pub rooms: Count,
    pub sockets: Count,
    pub connections: Count,
    pub matches: Count,
    pub finished: Count,
    pub moves: Count,
    pub bot_moves: Count,
    pub rejected: Count,
    pub refused: Count,
    pub cut: Count,
    pub requests: Count,
    pub requests_failed: Count,
}

impl Metrics {
    /// The text that Prometheus reads.
    pub fn text(&self) -> String {
        let gauges = [
            ("rooms_awake", "Rooms that are awake", &self.rooms),
            ("sockets", "Open sockets", &self.sockets),
            ("connections", "Open connections", &self.connections),
        ];
        let counters = [
            ("matches_begun", "Matches that have begun", &self.matches),
            ("matches_ended", "Matches that have ended", &self.finished),
            (
                "moves_accepted",
                "Commands of players that were acknowledged",
                &self.moves,
            ),
            ("bot_moves", "Commands of bots", &self.bot_moves),
            (
                "moves_rejected",
                "Commands that the rules have refused",
                &self.rejected,
            ),
            (
                "frames_refused",
                "Frames that made no sense or were too many",
                &self.refused,
            ),
            ("sockets_cut", "Sockets that were cut off", &self.cut),
            ("requests", "HTTP requests", &self.requests),
            (
                "requests_failed",
                "HTTP requests that the server failed at",
                &self.requests_failed,
            ),
        ];
        let mut out = String::new();
        let mut write = |name: &str, help: &str, kind: &str, suffix: &str, value: i64| {
            // Writing into a text cannot fail.
            let _ = write!(
                out,
                "# HELP parlor_{name}{suffix} {help}\n# TYPE parlor_{name}{suffix} {kind}\nparlor_{name}{suffix} {value}\n"
            );
        };
        for (name, help, count) in gauges {
            write(name, help, "gauge", "", count.get());
        }
        for (name, help, count) in counters {
            write(name, help, "counter", "_total", count.get());
        }
        write(
            "process_id",
            "The id of the server's process",
            "gauge",
            "",
            std::process::id().into(),
        );
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prometheus_can_read_it() {
        let metrics = Metrics::default();
        metrics.moves.add(3);
        metrics.sockets.add(2);
        metrics.sockets.sub(1);
        let text = metrics.text();
        assert!(text.contains(
            "# TYPE parlor_moves_accepted_total counter\nparlor_moves_accepted_total 3\n"
        ));
        assert!(text.contains("parlor_sockets 1\n"));
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (name, value) = line.split_once(' ').unwrap();
            assert!(
                name.starts_with("parlor_") && value.parse::<i64>().is_ok(),
                "{line}"
            );
        }
    }
}
