//! Ways to choose several of some items, by number: what can be chosen need not be written out to choose one of them.

use smallvec::SmallVec;

use crate::args::Amount;

/// Of more combinations so many are listed.
pub(crate) const LISTED_COMBINATIONS: u64 = 5_000;
/// Of so many items every combination has a number. Of more items there are too many to tell them apart by numbers, and
/// some of them, far from each other, stand for all.
pub(crate) const MOST_ITEMS: usize = 60;

/// How many ways there are to choose so many of some items.
pub(crate) fn combinations(items: usize, amount: &Amount) -> u64 {
    let all = all_combinations(items, amount);
    match items <= MOST_ITEMS {
        true => u64::try_from(all).unwrap_or(u64::MAX),
        false => all.min(LISTED_COMBINATIONS.into()) as u64,
    }
}

fn all_combinations(items: usize, amount: &Amount) -> u128 {
    let sizes = *amount.start()..=*amount.end().min(&items);
    let ways = sizes.map(|size| binomial(items, size));
    ways.fold(0, u128::saturating_add)
}

/// One of those ways: fewer items come before more, and earlier ones before later ones.
pub(crate) fn combination(items: &[i64], amount: &Amount, number: u64) -> Box<[i64]> {
    let mut chosen = SmallVec::<[i64; 16]>::new();
    each_chosen(items, amount, number, |item| chosen.push(*item));
    chosen.as_slice().into()
}

/// The same, one by one.
pub(crate) fn each_chosen<T>(items: &[T], amount: &Amount, number: u64, visit: impl FnMut(&T)) {
    if items.len() <= MOST_ITEMS {
        let binomial = |items: usize, size: usize| PASCAL[items][size];
        return each_counted(items, amount, number, binomial, visit);
    }
    match all_combinations(items.len(), amount) {
        u128::MAX => each_scattered(items, amount, number, visit),
        all => {
            let every = (all / u128::from(LISTED_COMBINATIONS)).max(1);
            each_counted(items, amount, u128::from(number) * every, binomial, visit);
        }
    }
}

/// One of those ways where all can be counted.
#[inline]
fn each_counted<T, N: Copy + PartialOrd + std::ops::SubAssign>(
    items: &[T],
    amount: &Amount,
    mut number: N,
    binomial: impl Fn(usize, usize) -> N,
    mut visit: impl FnMut(&T),
) {
    let mut left = *amount.start();
    while left < items.len() && number >= binomial(items.len(), left) {
        number -= binomial(items.len(), left);
        left += 1;
    }
    for (index, item) in items.iter().enumerate() {
        if left == 0 {
            break;
        }
        let ways = binomial(items.len() - index - 1, left - 1);
        if number < ways {
            visit(item);
            left -= 1;
        } else {
            number -= ways;
        }
    }
}

/// The number of the way that chooses these items, a bit each. Only where every way has a number.
pub(crate) fn rank(items: usize, amount: &Amount, chosen: u64) -> Option<u64> {
    let size = chosen.count_ones() as usize;
    if !amount.contains(&size) || items > MOST_ITEMS {
        return None;
    }
    let smaller = (*amount.start()..size).map(|size| binomial(items, size));
    let (mut number, mut left): (u128, usize) = (smaller.sum(), size);
    for index in (0..items).take_while(|index| chosen >> index != 0) {
        match chosen >> index & 1 {
            1 => left -= 1,
            _ => number += binomial(items - index - 1, left - 1),
        }
    }
    u64::try_from(number).ok()
}

/// One of more ways than can be counted: each item is taken as likely as any other.
fn each_scattered<T>(items: &[T], amount: &Amount, number: u64, mut visit: impl FnMut(&T)) {
    let (least, most) = (*amount.start(), *amount.end().min(&items.len()));
    let mut left = (items.len() / 2).clamp(least, most);
    let mut mixed = number;
    for (index, item) in items.iter().enumerate() {
        mixed = parlor_tabletop::mix(mixed.wrapping_add(index as u64 + 1));
        let others = (items.len() - index) as u64;
        if mixed % others < left as u64 {
            visit(item);
            left -= 1;
        }
    }
}

/// Pascal's triangle as far as it is needed all the time.
static PASCAL: [[u64; MOST_ITEMS + 1]; MOST_ITEMS + 1] = pascal();

const fn pascal() -> [[u64; MOST_ITEMS + 1]; MOST_ITEMS + 1] {
    let mut rows = [[0; MOST_ITEMS + 1]; MOST_ITEMS + 1];
    let mut row = 0;
    while row <= MOST_ITEMS {
        rows[row][0] = 1;
        let mut size = 1;
        while size <= row {
            rows[row][size] = rows[row - 1][size - 1] + rows[row - 1][size];
            size += 1;
        }
        row += 1;
    }
    rows
}

/// How many ways there are to choose `size` of `items`, or the largest number there is if they are more.
fn binomial(items: usize, size: usize) -> u128 {
    let Some(others) = items.checked_sub(size) else {
        return 0;
    };
    if items <= MOST_ITEMS {
        return PASCAL[items][size].into();
    }
    let size = size.min(others) as u128;
    let mut ways: u128 = 1;
    for step in 0..size {
        match ways.checked_mul(items as u128 - step) {
            Some(product) => ways = product / (step + 1),
            None => return u128::MAX,
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(items: &[i64], amount: Amount) -> Vec<Vec<i64>> {
        let ways = 0..combinations(items.len(), &amount);
        ways.map(|number| combination(items, &amount, number).into_vec())
            .collect()
    }

    #[test]
    fn combinations_come_in_order_each_once() {
        let expected: [&[i64]; 7] = [&[], &[7], &[8], &[9], &[7, 8], &[7, 9], &[8, 9]];
        assert_eq!(all(&[7, 8, 9], 0..=2), expected);
    }

    #[test]
    fn there_are_no_ways_to_choose_more_than_there_is() {
        assert_eq!(combinations(3, &(4..=5)), 0);
        assert_eq!(combinations(0, &(0..=5)), 1);
    }

    #[test]
    fn every_five_of_a_deck_have_a_number() {
        assert_eq!(combinations(52, &(5..=5)), 2_598_960);
        let deck: Vec<i64> = (0..52).collect();
        let last = combination(&deck, &(5..=5), 2_598_959);
        assert_eq!(*last, [47, 48, 49, 50, 51]);
    }

    #[test]
    fn of_too_many_items_some_combinations_stand_for_all() {
        // 2 of 80 can be listed, 3 of 80 can be counted, 100 of 200 cannot.
        for (items, size, ways) in [(80, 2, 3_160), (80, 3, 5_000), (200, 100, 5_000)] {
            let items: Vec<i64> = (0..items).collect();
            let mut all = all(&items, size..=size);
            assert_eq!(all.len(), ways);
            assert!(all.iter().all(|chosen| chosen.len() == size));
            assert!(all.iter().any(|chosen| chosen[0] > 4));
            all.sort();
            all.dedup();
            assert_eq!(all.len(), ways);
        }
    }
}
