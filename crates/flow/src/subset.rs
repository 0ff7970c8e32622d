//! Which of some codes were put together to make another one.

use crate::args::Amount;
use crate::combine::{MOST_ITEMS, rank};

/// The number of the combination whose codes, each mixed into the others by exclusive or, make the target.
///
/// Codes are rows of bits, so this is a system of linear equations. Codes are well mixed: almost always there is one
/// solution at most.
pub(crate) fn subset(codes: &[u64], target: u64, amount: &Amount) -> Option<u64> {
    /// More solutions than this many doublings are not looked through.
    const MOST_FREE: usize = 10;
    // Rows by their highest bit, with the codes that each was made of.
    let mut rows = [(0_u64, 0_u64); 64];
    let mut free = Vec::new();
    for (index, code) in codes.iter().enumerate().take(MOST_ITEMS) {
        let (mut row, mut made_of) = (*code, 1_u64 << index);
        reduce(&rows, &mut row, &mut made_of);
        match row {
            0 => free.push(made_of),
            _ => rows[row.ilog2() as usize] = (row, made_of),
        }
    }
    let (mut row, mut chosen) = (target, 0);
    reduce(&rows, &mut row, &mut chosen);
    if row != 0 {
        return None;
    }
    let free = &free[..free.len().min(MOST_FREE)];
    (0..1_u64 << free.len()).find_map(|ways| {
        let taken = free
            .iter()
            .enumerate()
            .filter(|(bit, _)| ways >> bit & 1 == 1);
        let chosen = taken.fold(chosen, |chosen, (_, other)| chosen ^ other);
        rank(codes.len(), amount, chosen)
    })
}

fn reduce(rows: &[(u64, u64); 64], row: &mut u64, made_of: &mut u64) {
    while *row != 0 {
        let (other, others) = rows[row.ilog2() as usize];
        if other == 0 {
            return;
        }
        *row ^= other;
        *made_of ^= others;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combine::{combinations, each_chosen};
    use parlor_tabletop::mix;

    fn check(codes: &[u64], amount: Amount, numbers: impl Iterator<Item = u64>) {
        for number in numbers {
            let mut sum = 0;
            each_chosen(codes, &amount, number, |code| sum ^= code);
            assert_eq!(subset(codes, sum, &amount), Some(number));
        }
        assert_eq!(subset(codes, mix(12_345), &amount), None);
    }

    #[test]
    fn every_combination_is_found_by_its_sum() {
        let codes: Vec<u64> = (1..=60).map(mix).collect();
        check(&codes[..7], 0..=7, 0..combinations(7, &(0..=7)));
        check(&codes[..52], 5..=5, (0..2_598_960).step_by(9_999));
        check(&codes, 30..=30, (0..1 << 56).step_by(1 << 48));
    }

    #[test]
    fn codes_that_depend_on_each_other_are_told_apart_by_how_many_there_are() {
        let codes = [1, 2, 3];
        assert_eq!(subset(&codes, 3, &(1..=1)), Some(2));
        assert_eq!(subset(&codes, 3, &(2..=2)), Some(0));
        assert_eq!(subset(&codes, 3, &(3..=3)), None);
    }
}
