//! Ways to choose several of some items, by number: what can be chosen need not be written out to choose one of them.

use crate::args::Amount;

/// More combinations of many answers are not listed.
const LISTED_COMBINATIONS: usize = 5_000;

/// How many ways there are to choose so many of some items, as far as they are listed.
pub(crate) fn combinations(items: usize, amount: &Amount) -> usize {
    let sizes = *amount.start()..=*amount.end().min(&items);
    let mut ways = sizes.map(|size| binomial(items, size));
    let sum = ways.try_fold(0, |sum: usize, ways| sum.checked_add(ways));
    sum.unwrap_or(usize::MAX).min(LISTED_COMBINATIONS)
}

/// One of those ways: fewer items come before more, and earlier ones before later ones.
pub(crate) fn combination(items: &[i64], amount: &Amount, mut number: usize) -> Box<[i64]> {
    let mut size = *amount.start();
    while number >= binomial(items.len(), size) {
        number -= binomial(items.len(), size);
        size += 1;
    }
    let mut chosen = Vec::with_capacity(size);
    for (index, item) in items.iter().enumerate() {
        if chosen.len() == size {
            break;
        }
        let ways = binomial(items.len() - index - 1, size - chosen.len() - 1);
        match number.checked_sub(ways) {
            None => chosen.push(*item),
            Some(rest) => number = rest,
        }
    }
    chosen.into()
}

/// How many ways there are to choose `size` of `items`, or the largest number there is if they are more.
fn binomial(items: usize, size: usize) -> usize {
    let Some(others) = items.checked_sub(size) else {
        return 0;
    };
    let size = size.min(others) as u128;
    let mut ways: u128 = 1;
    for step in 0..size {
        ways = ways * (items as u128 - step) / (step + 1);
        if ways > usize::MAX as u128 {
            return usize::MAX;
        }
    }
    ways as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_come_in_order_each_once() {
        let amount = 0..=2;
        let ways = 0..combinations(3, &amount);
        let all: Vec<Vec<i64>> = ways
            .map(|number| combination(&[7, 8, 9], &amount, number).into_vec())
            .collect();
        let expected: [&[i64]; 7] = [&[], &[7], &[8], &[9], &[7, 8], &[7, 9], &[8, 9]];
        assert_eq!(all, expected);
    }

    #[test]
    fn there_are_no_ways_to_choose_more_than_there_is() {
        assert_eq!(combinations(3, &(4..=5)), 0);
        assert_eq!(combinations(0, &(0..=5)), 1);
    }

    #[test]
    fn too_many_combinations_are_listed_in_part() {
        let items: Vec<i64> = (0..200).collect();
        assert_eq!(combinations(200, &(100..=100)), LISTED_COMBINATIONS);
        let last = combination(&items, &(100..=100), LISTED_COMBINATIONS - 1);
        assert_eq!((last.len(), last[..97].to_vec()), (100, (0..97).collect()));
        assert_eq!(binomial(200, 100), usize::MAX);
    }
}
