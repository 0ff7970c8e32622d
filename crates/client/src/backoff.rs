//! How long to wait before the next try to connect.

use std::time::Duration;

use crate::Settings;

/// The time before a try: twice as long after each that failed, and different for each client, so that a server that comes
/// back is not run over by all of them at once. `chance` is any number.
pub(crate) fn wait(settings: &Settings, failed: u32, chance: u64) -> Duration {
    let doubled = settings
        .first_wait
        .saturating_mul(1u32.checked_shl(failed).unwrap_or(u32::MAX));
    let longest = doubled.min(settings.longest_wait);
    // Between one half and the whole.
    longest / 2 + longest.mul_f64((chance % 1024) as f64 / 2048.0)
}

/// A number that nobody can guess; the same one again and again where the system gives none.
pub(crate) fn chance() -> u64 {
    getrandom::u64().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_up_to_a_limit_and_differ() {
        let settings = Settings::default();
        let wait = |failed, chance| wait(&settings, failed, chance).as_millis();
        assert_eq!([wait(0, 0), wait(1, 0), wait(2, 0)], [100, 200, 400]);
        assert_eq!([wait(20, 0), wait(40, 0)], [10_000, 10_000]);
        assert!(wait(0, 1023) > 190 && wait(0, 1023) <= 200);
        assert!(wait(u32::MAX, u64::MAX) <= 20_000);
    }
}
