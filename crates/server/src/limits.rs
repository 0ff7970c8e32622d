//! How often somebody may do something: token buckets, by any key, in bounded memory.
//!
//! A bucket is one number: the time at which it will be full again. So a bucket that is full by now is the same as none,
//! and forgetting it forgives nothing. When there are more keys than fit, those that are soonest full again go first:
//! whoever has used up its bucket is remembered the longest, and whoever is forgotten gains no more than a bucket that
//! was nearly full anyway. Nobody is ever turned away because others are many.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;

/// So much at once, and so much a minute in the long run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// What a full bucket holds.
    pub burst: u32,
    /// What flows back in a minute.
    pub per_minute: u32,
}

impl Rate {
    /// So much a minute, which may come all at once.
    pub fn per_minute(per_minute: u32) -> Rate {
        Rate {
            burst: per_minute,
            per_minute,
        }
    }

    /// The time in which one more flows in. None at all would lock for ever, so that there is one at least.
    fn each_us(self) -> u64 {
        60_000_000 / u64::from(self.per_minute.max(1))
    }

    /// The time in which an empty bucket becomes full.
    fn full_us(self) -> u64 {
        self.each_us() * u64::from(self.burst.max(1))
    }
}

/// It was too often: wait so long, then one more is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too often: try again in {retry_after_ms} ms")]
pub struct TooOften {
    /// How long to wait.
    pub retry_after_ms: u64,
}

/// One bucket: for what has a place to keep it, such as a socket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bucket {
    /// When it will be full again.
    full_at_us: u64,
}

impl Bucket {
    /// Takes one, or says how long to wait for it.
    pub fn take(&mut self, rate: Rate, now_ms: u64) -> Result<(), TooOften> {
        let now_us = now_ms.saturating_mul(1000);
        let latest_us = now_us.saturating_add(rate.full_us());
        // When time goes backwards, a bucket is empty at most.
        self.full_at_us = self.full_at_us.clamp(now_us, latest_us);
        let taken_us = self.full_at_us.saturating_add(rate.each_us());
        if taken_us > latest_us {
            let retry_after_ms = (taken_us - latest_us).div_ceil(1000);
            return Err(TooOften { retry_after_ms });
        }
        self.full_at_us = taken_us;
        Ok(())
    }

    /// Whether it is as if nothing had ever been taken.
    pub fn is_full(self, now_ms: u64) -> bool {
        self.full_at_us <= now_ms.saturating_mul(1000)
    }
}

/// A bucket for each key.
#[derive(Debug)]
pub struct Buckets<K> {
    rate: Rate,
    buckets: HashMap<K, Bucket>,
    /// Never more keys than this.
    most: usize,
    /// At so many keys the full buckets are swept out.
    sweep_at: usize,
}

impl<K: Hash + Eq> Buckets<K> {
    /// So many keys are remembered, unless it is said otherwise: a few megabytes.
    const MOST: usize = 65_536;
    /// Fewer keys are not worth a sweep.
    const FEW: usize = 256;

    /// No keys yet.
    pub fn new(rate: Rate) -> Buckets<K> {
        Buckets::with_most(rate, Self::MOST)
    }

    /// No keys yet, and never more than so many.
    pub fn with_most(rate: Rate, most: usize) -> Buckets<K> {
        let most = most.max(1);
        Buckets {
            rate,
            buckets: HashMap::new(),
            most,
            sweep_at: Self::FEW.min(most),
        }
    }

    /// Takes one for this key, or says how long to wait for it.
    pub fn take(&mut self, key: K, now_ms: u64) -> Result<(), TooOften> {
        if let Some(bucket) = self.buckets.get_mut(&key) {
            return bucket.take(self.rate, now_ms);
        }
        if self.buckets.len() >= self.sweep_at {
            self.sweep(now_ms);
        }
        let mut bucket = Bucket::default();
        let taken = bucket.take(self.rate, now_ms);
        self.buckets.insert(key, bucket);
        taken
    }

    /// Forgets the keys whose buckets are full. It is done by itself as keys come in; once a minute gives memory back.
    pub fn sweep(&mut self, now_ms: u64) {
        self.buckets.retain(|_, bucket| !bucket.is_full(now_ms));
        // A quarter becomes free at once: so a flood of keys pays for a look at all of them once in many keys.
        let kept = self.most - self.most.div_ceil(4);
        self.forget(self.buckets.len().saturating_sub(kept));
        // Twice as many may come before the next look: the work stays small for each.
        self.sweep_at = (2 * self.buckets.len()).max(Self::FEW).min(self.most);
        self.buckets.shrink_to(self.sweep_at);
    }

    /// How many keys are remembered.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.buckets.len()
    }

    /// Forgets so many keys, those that are soonest full again first.
    fn forget(&mut self, keys: usize) {
        let mut times: Vec<u64> = self.buckets.values().map(|b| b.full_at_us).collect();
        let Some(last) = keys.checked_sub(1).filter(|last| *last < times.len()) else {
            return;
        };
        let (sooner, &mut limit_us, _) = times.select_nth_unstable(last);
        let sooner = sooner.iter().filter(|time_us| **time_us < limit_us).count();
        let mut equal = keys - sooner;
        self.buckets.retain(|_, bucket| {
            let goes = bucket.full_at_us < limit_us || (bucket.full_at_us == limit_us && equal > 0);
            if goes && bucket.full_at_us == limit_us {
                equal -= 1;
            }
            !goes
        });
    }
}

/// The key by which an address is counted: an IPv4 address by itself, an IPv6 address with its whole /64, because that is
/// the least that a provider hands out.
pub fn address_key(address: IpAddr) -> [u8; 16] {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_ipv6_mapped().octets(),
        IpAddr::V6(address) => {
            let mut key = address.octets();
            key[8..].fill(0);
            key
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use parlor_core::Rng;

    use super::{Bucket, Buckets, Rate, TooOften, address_key};

    const RATE: Rate = Rate {
        burst: 3,
        per_minute: 60,
    };

    fn wait(retry_after_ms: u64) -> Result<(), TooOften> {
        Err(TooOften { retry_after_ms })
    }

    #[test]
    fn a_burst_then_one_after_the_other() {
        let mut buckets = Buckets::new(RATE);
        for _ in 0..3 {
            assert_eq!(buckets.take("ada", 5000), Ok(()));
        }
        assert_eq!(buckets.take("ada", 5000), wait(1000));
        assert_eq!(buckets.take("ada", 5400), wait(600));
        assert_eq!(buckets.take("bob", 5400), Ok(()));
        assert_eq!(buckets.take("ada", 5999), wait(1));
        assert_eq!(buckets.take("ada", 6000), Ok(()));
        assert_eq!(buckets.take("ada", 6000), wait(1000));
        // Full again, and no fuller.
        for _ in 0..3 {
            assert_eq!(buckets.take("ada", 90_000), Ok(()));
        }
        assert_eq!(buckets.take("ada", 90_000), wait(1000));
    }

    #[test]
    fn whoever_waits_as_told_is_let_in_and_nobody_gets_more_than_the_rate() {
        for seed in 0..200 {
            let mut rng = Rng::from_integer(seed);
            let rate = Rate {
                burst: rng.between(1, 50),
                per_minute: rng.between(1, 5000),
            };
            let (mut bucket, mut now, mut taken) = (Bucket::default(), 0, 0);
            for _ in 0..400 {
                match bucket.take(rate, now) {
                    Ok(()) => taken += 1,
                    Err(TooOften { retry_after_ms }) => {
                        let early = bucket.take(rate, now + retry_after_ms - 1);
                        assert_eq!(early, wait(1), "seed {seed}");
                        now += retry_after_ms;
                        assert_eq!(bucket.take(rate, now), Ok(()), "seed {seed}");
                        taken += 1;
                    }
                }
                now += u64::from(rng.below(30));
            }
            // An interval is cut to whole microseconds: a little more than exact, never much.
            let allowed = u64::from(rate.burst) + now * u64::from(rate.per_minute) / 60_000;
            assert!(taken <= allowed + 1 + allowed / 1000, "seed {seed}");
        }
    }

    #[test]
    fn idle_keys_are_forgotten() {
        let mut buckets = Buckets::new(RATE);
        for key in 0..10_000u32 {
            let _ = buckets.take(key, u64::from(key) * 10);
        }
        // A bucket that gave one is full after a second: a hundred keys, and what has come since the last look.
        assert!(buckets.len() <= 512, "{}", buckets.len());
        buckets.sweep(1_000_000);
        assert_eq!(buckets.len(), 0);
    }

    #[test]
    fn a_flood_of_addresses_neither_fills_memory_nor_locks_anybody_out() {
        let mut buckets = Buckets::with_most(RATE, 1000);
        for _ in 0..3 {
            assert_eq!(buckets.take(u32::MAX, 0), Ok(()));
        }
        assert_eq!(buckets.take(u32::MAX, 0), wait(1000));
        for key in 0..100_000 {
            // Each of the flood, an honest newcomer among them, is let in once.
            assert_eq!(buckets.take(key, 1), Ok(()));
            assert!(buckets.len() <= 1000);
        }
        assert!(buckets.len() > 700);
        // Whoever had used up its bucket is not forgotten by that.
        assert_eq!(buckets.take(u32::MAX, 1), wait(999));
        assert_eq!(buckets.take(u32::MAX, 1000), Ok(()));
    }

    #[test]
    fn who_has_taken_the_least_is_forgotten_first() {
        let rate = Rate {
            burst: 10,
            per_minute: 60,
        };
        let mut buckets = Buckets::with_most(rate, 100);
        for key in 0..100 {
            for _ in 0..=key / 10 {
                assert_eq!(buckets.take(key, 0), Ok(()));
            }
        }
        assert_eq!(buckets.take(100, 0), Ok(()));
        assert_eq!(buckets.len(), 76);
        // A quarter went: ten that took one, ten that took two, and some of those that took three.
        assert!((0..20).all(|key| !buckets.buckets.contains_key(&key)));
        assert!((30..=100).all(|key| buckets.buckets.contains_key(&key)));
        assert_eq!(buckets.take(99, 0), wait(1000));
    }

    #[test]
    fn a_flood_is_cheap() {
        let start = std::time::Instant::now();
        // At once, and at such a pace that whenever one comes another one is just full again.
        for pace in [0, 1000] {
            let mut buckets = Buckets::new(RATE);
            for key in 0..1_000_000u64 {
                let _ = buckets.take(key, key * pace / 65_535);
            }
        }
        // A look at all keys for each new one would take minutes.
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }

    #[test]
    fn odd_numbers_lock_nobody_for_ever_and_overflow_nothing() {
        let mut none = Buckets::with_most(
            Rate {
                burst: 0,
                per_minute: 0,
            },
            0,
        );
        assert_eq!(none.take(1, 0), Ok(()));
        assert_eq!(none.take(1, 0), wait(60_000));
        assert_eq!(none.take(2, 0), Ok(()));
        assert_eq!(none.len(), 1);
        let mut much = Bucket::default();
        assert_eq!(much.take(Rate::per_minute(u32::MAX), u64::MAX), Ok(()));
        assert_eq!(much.take(RATE, 0), wait(1000));
        let mut two = Buckets::with_most(RATE, 2);
        for key in 0..10 {
            assert_eq!(two.take(key, 0), Ok(()));
            assert!((1..=2).contains(&two.len()));
        }
    }

    #[test]
    fn time_that_goes_backwards_locks_for_no_longer_than_an_empty_bucket() {
        let mut bucket = Bucket::default();
        assert_eq!(bucket.take(RATE, 1_000_000), Ok(()));
        assert_eq!(bucket.take(RATE, 0), wait(1000));
        assert_eq!(bucket.take(RATE, 1000), Ok(()));
    }

    #[test]
    fn addresses_are_counted_by_what_a_provider_hands_out() {
        let key = |text: &str| address_key(text.parse::<IpAddr>().unwrap());
        assert_eq!(key("2001:db8:1:2::1"), key("2001:db8:1:2:ffff::9"));
        assert_ne!(key("2001:db8:1:2::1"), key("2001:db8:1:3::1"));
        assert_ne!(key("192.0.2.1"), key("192.0.2.2"));
        assert_eq!(key("192.0.2.1"), key("::ffff:192.0.2.1"));
        assert_ne!(key("0.0.0.1"), key("::1"));
    }
}
