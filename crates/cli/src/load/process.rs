//! What a process of this machine has used: read from `/proc`, where there is one.

use std::fs;
use std::time::Duration;

/// A process of this machine.
#[derive(Clone, Copy, Debug)]
pub struct Process {
    pid: u32,
}

/// The kernel counts time for programs in hundredths of a second on all machines that we know of.
const TICK: Duration = Duration::from_millis(10);

impl Process {
    /// The process with this id, if something can be known of it.
    pub fn find(pid: u32) -> Option<Process> {
        let process = Process { pid };
        process.memory_bytes().map(|_| process)
    }

    /// How much memory it has, in bytes.
    pub fn memory_bytes(self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid)).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kilobytes * 1024)
    }

    /// How long it was on a processor, with all its threads.
    pub fn cpu(self) -> Option<Duration> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.pid)).ok()?;
        // The name of the program may contain anything, and ends with the last bracket.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |at: usize| fields.get(at)?.parse::<u32>().ok();
        Some(TICK * (ticks(11)? + ticks(12)?))
    }
}

/// The process that a server says it is, in what it tells Prometheus.
pub fn id_in_metrics(metrics: &str) -> Option<u32> {
    let value = |line: &str| line.strip_prefix("parlor_process_id ")?.trim().parse().ok();
    metrics.lines().find_map(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_says_which_process_it_is() {
        let metrics = "# TYPE parlor_process_id gauge\nparlor_process_id 4711\nparlor_sockets 3\n";
        assert_eq!(id_in_metrics(metrics), Some(4711));
        assert_eq!(id_in_metrics("parlor_sockets 3"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_uses_memory_and_time() {
        let me = Process::find(std::process::id()).unwrap();
        assert!(me.memory_bytes().unwrap() > 100_000);
        assert!(me.cpu().is_some());
        assert!(Process::find(u32::MAX).is_none());
    }
}
