//! Drawing several different numbers without listing all that there are.

use parlor_core::Rng;
use smallvec::SmallVec;

use crate::leaves::below;

/// Visits `many` different numbers below the bound, from the lowest to the highest; each choice of them is as likely as any
/// other. There are at least so many.
pub(crate) fn distinct(many: usize, bound: u64, rng: &mut Rng, mut visit: impl FnMut(u64)) {
    let wanted = many as u64;
    if bound / 4 <= wanted {
        // Most of them: one look at each.
        let mut left = wanted;
        for number in 0..bound {
            if left > 0 && below(rng, bound - number) < left {
                visit(number);
                left -= 1;
            }
        }
        return;
    }
    let mut drawn = SmallVec::<[u64; 64]>::new();
    while drawn.len() < many {
        for _ in drawn.len()..many {
            drawn.push(below(rng, bound));
        }
        drawn.sort_unstable();
        drawn.dedup();
    }
    drawn.into_iter().for_each(visit);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_numbers_each_as_likely_as_any_other() {
        let mut rng = Rng::fast(1, 0);
        for (many, bound) in [(3, 5), (3, 20), (1, 1 << 40)] {
            let mut counts = [0; 20];
            for _ in 0..2_000 {
                let mut numbers = Vec::new();
                distinct(many, bound, &mut rng, |number| numbers.push(number));
                assert_eq!(numbers.len(), many);
                assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
                assert!(numbers.iter().all(|number| *number < bound));
                let small = numbers.iter().filter(|number| **number < 20);
                small.for_each(|number| counts[*number as usize] += 1);
            }
            let expected = 2_000 * many as u64 / bound;
            let of_all = counts.iter().take(bound.min(20) as usize);
            for count in of_all.filter(|_| bound <= 20) {
                assert!(
                    (expected * 4 / 5..=expected * 6 / 5).contains(count),
                    "{counts:?}"
                );
            }
        }
    }
}
