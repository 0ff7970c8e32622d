//! What the server counts, as Prometheus reads it. Nothing here says who, which room or what was played.
//!
//! On a quiet server a count that goes up says that somebody has just moved. So what happens at a table whose spectators see it
//! later is counted when they see it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

/// What is counted later is counted at steps of so long: so there are not many of them.
const STEP_MS: u64 = 100;

/// What happens at a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Happened {
    Begin,
    Move,
    BotMove,
    Rejected,
    End,
}

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
    /// What nobody may know of yet: from when on, and how often.
    later: Mutex<BTreeMap<(u64, Happened), i64>>,
}

impl Metrics {
    /// Counts what has happened at a table that others see so much later.
    pub fn happened(&self, what: Happened, now_ms: u64, delay_ms: u64) {
        if delay_ms == 0 {
            return self.count(what).add(1);
        }
        let step = (now_ms + delay_ms).div_ceil(STEP_MS);
        let mut later = self.later.lock().unwrap_or_else(PoisonError::into_inner);
        *later.entry((step, what)).or_default() += 1;
    }

    fn count(&self, what: Happened) -> &Count {
        match what {
            Happened::Begin => &self.matches,
            Happened::Move => &self.moves,
            Happened::BotMove => &self.bot_moves,
            Happened::Rejected => &self.rejected,
            Happened::End => &self.finished,
        }
    }

    /// Counts what may be known by now.
    pub fn catch_up(&self, now_ms: u64) {
        let mut later = self.later.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(first) = later.first_entry()
            && first.key().0 * STEP_MS <= now_ms
        {
            let ((_, what), many) = first.remove_entry();
            self.count(what).add(many);
        }
    }

    /// The text that Prometheus reads.
    pub fn text(&self, now_ms: u64) -> String {
        self.catch_up(now_ms);
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
        let text = metrics.text(0);
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

    #[test]
    fn what_may_not_be_seen_yet_is_counted_later() {
        let metrics = Metrics::default();
        metrics.happened(Happened::Move, 1000, 0);
        metrics.happened(Happened::Move, 1001, 5000);
        metrics.happened(Happened::Move, 1002, 5000);
        metrics.happened(Happened::End, 1003, 9000);
        let counts = |now_ms| {
            metrics.catch_up(now_ms);
            (metrics.moves.get(), metrics.finished.get())
        };
        assert_eq!(counts(6000), (1, 0));
        assert_eq!(counts(6100), (3, 0));
        assert_eq!(counts(20_000), (3, 1));
        assert!(metrics.later.lock().unwrap().is_empty());
    }
}
