//! Says when the next move is due, more precisely than a runtime's timers do.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;

/// A system wakes a sleeper about this late; the rest is waited for awake.
const LATE: Duration = Duration::from_micros(80);

/// Moves that are due: which match, and since when.
pub type Due = (usize, Instant);

/// A thread that says so many times a second which match is to move, each in its turn. It ends with the receiver, or with
/// what is returned.
pub fn start(matches: usize, rate: f64) -> (mpsc::UnboundedReceiver<Due>, Metronome) {
    let (send, receiver) = mpsc::unbounded_channel();
    let over = Arc::new(AtomicBool::new(false));
    let metronome = Metronome { over: over.clone() };
    let begin = Instant::now();
    std::thread::spawn(move || {
        for beat in 0_u64.. {
            // From the beginning, so that nothing adds up.
            let due = begin + Duration::from_secs_f64(beat as f64 / rate);
            wait_until(due);
            let index = (beat % matches.max(1) as u64) as usize;
            if over.load(Ordering::Relaxed) || send.send((index, due)).is_err() {
                return;
            }
        }
    });
    (receiver, metronome)
}

/// Ends the thread when it is dropped.
pub struct Metronome {
    over: Arc<AtomicBool>,
}

impl Drop for Metronome {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}

fn wait_until(due: Instant) {
    let left = due.saturating_duration_since(Instant::now());
    if let Some(sleep) = left.checked_sub(LATE) {
        std::thread::sleep(sleep);
    }
    while Instant::now() < due {
        std::hint::spin_loop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn matches_take_turns_at_an_even_pace() {
        let (mut due, _metronome) = start(3, 500.0);
        let mut beats = Vec::new();
        for _ in 0..6 {
            beats.push(due.recv().await.unwrap());
        }
        let indexes: Vec<usize> = beats.iter().map(|(index, _)| *index).collect();
        assert_eq!(indexes, [0, 1, 2, 0, 1, 2]);
        let apart = beats[5].1 - beats[0].1;
        assert_eq!(apart.as_micros(), 10_000);
        assert!(beats[5].1 <= Instant::now());
    }
}
