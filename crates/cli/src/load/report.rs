//! What came of it, for people and for programs.

use std::fmt::Write;
use std::time::Duration;

use serde_json::{Value, json};

use super::latency::Latency;
use crate::numbers::grouped;

/// How a server did under load.
pub struct Report {
    pub game: String,
    pub matches: usize,
    pub rate: f64,
    pub seconds: f64,
    /// Moves that were acknowledged.
    pub moves: u64,
    /// Moves that were due and had no answer at the end.
    pub overdue: u64,
    pub rejected: u64,
    /// Matches that ended.
    pub ended: u64,
    /// Rooms that were made meanwhile.
    pub made: u64,
    pub latency: Latency,
    /// What the server used.
    pub cpu: Option<Duration>,
    /// What making the load used.
    pub own_cpu: Option<Duration>,
    /// Of the server: with one match, and with all of them.
    pub memory_live: [Option<u64>; 2],
    pub memory_after: Option<u64>,
}

impl Report {
    fn moves_a_second(&self) -> f64 {
        self.moves as f64 / self.seconds
    }

    fn us_a_move(&self, cpu: Option<Duration>) -> Option<f64> {
        Some(cpu?.as_secs_f64() * 1e6 / self.moves.max(1) as f64)
    }

    fn bytes_a_match(&self) -> Option<u64> {
        let [one, all] = self.memory_live;
        all?.saturating_sub(one?)
            .checked_div(self.matches as u64 - 1)
    }

    fn percentiles(&self) -> [(&'static str, u64); 4] {
        let latency = &self.latency;
        [
            ("p50", latency.percentile_us(50.0)),
            ("p90", latency.percentile_us(90.0)),
            ("p99", latency.percentile_us(99.0)),
            ("max", latency.longest_us()),
        ]
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let pace = match self.rate {
            0.0 => "as fast as it goes".into(),
            rate => format!("{rate} moves a second"),
        };
        // Writing into a text cannot fail.
        let _ = writeln!(
            out,
            "{}: {} matches at once for {:.1} s, {pace}",
            self.game, self.matches, self.seconds
        );
        let _ = writeln!(
            out,
            "moves    {} a second, {} altogether; {} matches ended, {} rooms made",
            grouped(self.moves_a_second() as u64),
            grouped(self.moves),
            grouped(self.ended),
            grouped(self.made)
        );
        let times = self
            .percentiles()
            .map(|(name, us)| format!("{name} {}", ms(us)));
        let _ = writeln!(out, "answers  {}", times.join(", "));
        if self.overdue > 0 {
            let overdue = grouped(self.overdue);
            let _ = writeln!(out, "overdue  {overdue} moves had no answer at the end");
        }
        if self.rejected > 0 {
            let _ = writeln!(out, "rejected {} commands", grouped(self.rejected));
        }
        for (who, cpu) in [("server  ", self.cpu), ("load    ", self.own_cpu)] {
            if let (Some(us), Some(cpu)) = (self.us_a_move(cpu), cpu) {
                let cores = cpu.as_secs_f64() / self.seconds;
                let _ = writeln!(out, "{who} {us:.1} µs of CPU a move, {cores:.2} cores");
            }
        }
        if let ([Some(one), Some(all)], Some(each)) = (self.memory_live, self.bytes_a_match()) {
            let _ = writeln!(
                out,
                "memory   {} with one match, {} with all of them live: {:.1} KB a match; {} at the end",
                mb(one),
                mb(all),
                each as f64 / 1e3,
                self.memory_after.map(mb).unwrap_or_default()
            );
        }
        out
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let latency: serde_json::Map<String, Value> = self
            .percentiles()
            .into_iter()
            .map(|(name, us)| (format!("{name}_us"), us.into()))
            .collect();
        json!({
            "game": self.game,
            "matches": self.matches,
            "rate": self.rate,
            "seconds": self.seconds,
            "moves": self.moves,
            "moves_per_second": self.moves_a_second(),
            "overdue": self.overdue,
            "rejected": self.rejected,
            "matches_ended": self.ended,
            "rooms_made": self.made,
            "load_cpu_us_per_move": self.us_a_move(self.own_cpu),
            "latency": latency,
            "server": {
                "cpu_us": self.cpu.map(|cpu| cpu.as_micros() as u64),
                "cpu_us_per_move": self.us_a_move(self.cpu),
                "memory_with_one": self.memory_live[0],
                "memory_live": self.memory_live[1],
                "memory_after": self.memory_after,
                "memory_per_match": self.bytes_a_match(),
            },
        })
    }
}

/// What idle sockets cost.
pub struct IdleReport {
    pub sockets: usize,
    /// How long it took to open them.
    pub opening: Duration,
    pub seconds: f64,
    pub cpu: Option<Duration>,
    pub memory_before: Option<u64>,
    pub memory_after: Option<u64>,
}

impl IdleReport {
    fn bytes_each(&self) -> Option<u64> {
        let more = self.memory_after?.saturating_sub(self.memory_before?);
        Some(more / self.sockets as u64)
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut out = format!(
            "{} idle sockets, opened in {:.1} s, held for {:.1} s\n",
            grouped(self.sockets as u64),
            self.opening.as_secs_f64(),
            self.seconds
        );
        if let Some(cpu) = self.cpu {
            let share = cpu.as_secs_f64() / self.seconds * 100.0;
            let _ = writeln!(out, "server   {share:.1} % of a core");
        }
        if let (Some(before), Some(after), Some(each)) =
            (self.memory_before, self.memory_after, self.bytes_each())
        {
            let each = each as f64 / 1024.0;
            let (before, after) = (mb(before), mb(after));
            let _ = writeln!(
                out,
                "memory   {before} before, {after} with them: {each:.1} KiB a socket"
            );
        }
        out
    }

    /// For programs.
    pub fn json(&self) -> Value {
        json!({
            "sockets": self.sockets,
            "opening_seconds": self.opening.as_secs_f64(),
            "seconds": self.seconds,
            "server": {
                "cpu_us": self.cpu.map(|cpu| cpu.as_micros() as u64),
                "memory_before": self.memory_before,
                "memory_after": self.memory_after,
                "memory_per_socket": self.bytes_each(),
            },
        })
    }
}

fn ms(us: u64) -> String {
    match us {
        0..10_000 => format!("{:.2} ms", us as f64 / 1e3),
        _ => format!("{:.1} ms", us as f64 / 1e3),
    }
}

fn mb(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
