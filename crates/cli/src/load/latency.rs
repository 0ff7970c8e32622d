//! How long answers took: counted in buckets that are narrow where times are short.

use std::time::Duration;

/// Times below this many microseconds have a bucket each; above, a bucket is a 64th of its times wide.
const EXACT: u64 = 128;

/// Times, counted.
#[derive(Clone, Default)]
pub struct Latency {
    counts: Vec<u64>,
    total: u64,
    longest_us: u64,
}

impl Latency {
    /// Counts a time.
    pub fn add(&mut self, time: Duration) {
        let us = time.as_micros() as u64;
        let bucket = bucket(us);
        if self.counts.len() <= bucket {
            self.counts.resize(bucket + 1, 0);
        }
        self.counts[bucket] += 1;
        self.total += 1;
        self.longest_us = self.longest_us.max(us);
    }

    /// How many were counted.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The time that so many hundredths are within, in microseconds.
    pub fn percentile_us(&self, percent: f64) -> u64 {
        let wanted = (self.total as f64 * percent / 100.0).ceil() as u64;
        let mut sum = 0;
        for (bucket, count) in self.counts.iter().enumerate() {
            sum += count;
            if sum >= wanted.max(1) {
                return top(bucket).min(self.longest_us);
            }
        }
        self.longest_us
    }

    /// The longest, in microseconds.
    pub fn longest_us(&self) -> u64 {
        self.longest_us
    }
}

fn bucket(us: u64) -> usize {
    if us < EXACT {
        return us as usize;
    }
    let doublings = us.ilog2() - EXACT.ilog2();
    let within = (us >> (doublings + 1)) - EXACT / 2;
    (EXACT + u64::from(doublings) * (EXACT / 2) + within) as usize
}

/// The longest time of a bucket.
fn top(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    if bucket < EXACT {
        return bucket;
    }
    let doublings = (bucket - EXACT) / (EXACT / 2);
    let within = (bucket - EXACT) % (EXACT / 2);
    ((within + EXACT / 2 + 1) << (doublings + 1)) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_is_in_a_bucket_that_is_hardly_wider() {
        let mut last = 0;
        for us in (0..10_000).chain((10_000..100_000_000).step_by(9973)) {
            let bucket = bucket(us);
            assert!(bucket >= last && top(bucket) >= us, "{us}");
            assert!(top(bucket) <= us + us / 60, "{us} {}", top(bucket));
            last = bucket;
        }
    }

    #[test]
    fn percentiles_are_what_they_say() {
        let mut latency = Latency::default();
        assert_eq!(latency.percentile_us(99.0), 0);
        (1..=100).for_each(|us| latency.add(Duration::from_micros(us)));
        latency.add(Duration::from_secs(3));
        let found = [50.0, 90.0, 99.0, 100.0].map(|percent| latency.percentile_us(percent));
        assert_eq!(found, [51, 91, 100, 3_000_000]);
        assert_eq!((latency.total(), latency.longest_us()), (101, 3_000_000));
    }
}
