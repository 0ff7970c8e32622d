//! Which places have something on them, so that what lies on a large board is found without walking over all of it.

use std::ops::Range;

/// A bit for each place, and one for each of at most 64 stretches of them.
#[derive(Debug, PartialEq)]
pub(crate) struct Occupied {
    words: Vec<u64>,
    /// The stretches in which there is anything.
    stretches: u64,
    /// How many words make a stretch, as a power of two.
    shift: u32,
}

const BITS: usize = u64::BITS as usize;

impl Occupied {
    /// None of so many places.
    pub fn new(places: usize) -> Occupied {
        let words = places.div_ceil(BITS);
        Occupied {
            words: vec![0; words],
            stretches: 0,
            shift: words
                .div_ceil(BITS)
                .max(1)
                .next_power_of_two()
                .trailing_zeros(),
        }
    }

    #[inline]
    pub fn insert(&mut self, place: usize) {
        let word = place / BITS;
        self.words[word] |= 1 << (place % BITS);
        self.stretches |= 1 << (word >> self.shift);
    }

    #[inline]
    pub fn remove(&mut self, place: usize) {
        let word = place / BITS;
        self.words[word] &= !(1 << (place % BITS));
        if self.words[word] == 0 {
            let first = (word >> self.shift) << self.shift;
            let last = self.words.len().min(first + (1 << self.shift));
            if self.words[first..last].iter().all(|word| *word == 0) {
                self.stretches &= !(1 << (word >> self.shift));
            }
        }
    }

    /// The first of these places with something on it.
    #[inline]
    pub fn first(&self, places: Range<usize>) -> Option<usize> {
        if places.is_empty() {
            return None;
        }
        let (mut word, last) = (places.start / BITS, (places.end - 1) / BITS);
        let mut bits = self.words[word] & (u64::MAX << (places.start % BITS));
        while bits == 0 {
            word += 1;
            let rest = self.stretches & u64::MAX.checked_shl((word >> self.shift) as u32)?;
            // An empty stretch is skipped at once.
            word = word.max((rest.trailing_zeros() as usize) << self.shift);
            if word > last {
                return None;
            }
            bits = self.words[word];
        }
        let place = word * BITS + bits.trailing_zeros() as usize;
        (place < places.end).then_some(place)
    }

    /// The last of these places with something on it.
    #[inline]
    pub fn last(&self, places: Range<usize>) -> Option<usize> {
        if places.is_empty() {
            return None;
        }
        let (first, mut word) = (places.start / BITS, (places.end - 1) / BITS);
        let mut bits = self.words[word] & (u64::MAX >> (BITS - 1 - (places.end - 1) % BITS));
        while bits == 0 {
            if word == first {
                return None;
            }
            word -= 1;
            let stretch = word >> self.shift;
            let rest = self.stretches & (u64::MAX >> (BITS - 1 - stretch));
            if rest >> stretch == 0 {
                let below = BITS - rest.leading_zeros() as usize;
                // The word after the last one of the stretch below: the next round goes on from there.
                word = below << self.shift;
                if word <= first {
                    return None;
                }
                word -= 1;
            }
            bits = self.words[word];
        }
        let place = word * BITS + (BITS - 1 - bits.leading_zeros() as usize);
        (place >= places.start).then_some(place)
    }

    /// Each of these places with something on it, from the first to the last.
    #[inline]
    pub fn each<B>(&self, places: Range<usize>, start: B, mut add: impl FnMut(B, usize) -> B) -> B {
        if places.is_empty() {
            return start;
        }
        let (mut sum, mut word) = (start, places.start / BITS);
        let last = (places.end - 1) / BITS;
        let mut bits = self.words[word] & (u64::MAX << (places.start % BITS));
        loop {
            if word == last {
                bits &= u64::MAX >> (BITS - 1 - (places.end - 1) % BITS);
            }
            while bits != 0 {
                sum = add(sum, word * BITS + bits.trailing_zeros() as usize);
                bits &= bits - 1;
            }
            word += 1;
            if word > last {
                return sum;
            }
            bits = self.words[word];
            if bits == 0 {
                let rest = self.stretches & (u64::MAX << (word >> self.shift));
                word = word.max((rest.trailing_zeros() as usize) << self.shift);
                if word > last {
                    return sum;
                }
                bits = self.words[word];
            }
        }
    }

    /// The places among these on which nothing lies.
    #[inline]
    pub fn gaps(&self, places: Range<usize>) -> impl Iterator<Item = usize> {
        let (mut word, mut free) = (places.start / BITS, 0);
        if let Some(bits) = self.words.get(word) {
            free = !bits & (u64::MAX << (places.start % BITS));
        }
        std::iter::from_fn(move || {
            while free == 0 {
                word += 1;
                if word * BITS >= places.end {
                    return None;
                }
                free = !self.words[word];
            }
            let place = word * BITS + free.trailing_zeros() as usize;
            free &= free - 1;
            (place < places.end).then_some(place)
        })
    }
}

impl Clone for Occupied {
    fn clone(&self) -> Occupied {
        Occupied {
            words: self.words.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &Occupied) {
        self.words.clone_from(&other.words);
        (self.stretches, self.shift) = (other.stretches, other.shift);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use parlor_core::Rng;

    use super::Occupied;

    #[test]
    fn it_finds_what_a_set_finds() {
        let mut rng = Rng::fast(1, 0);
        for places in [1, 3, 63, 64, 65, 700, 4096, 4097, 10_000, 65_000_u32] {
            let (mut occupied, mut set) = (Occupied::new(places as usize), BTreeSet::new());
            for step in 0..2000 {
                let place = rng.below(places) as usize;
                // Few, then many, then few again.
                if (rng.below(1000) < 500) == (step < 1000) {
                    occupied.insert(place);
                    set.insert(place);
                } else {
                    occupied.remove(place);
                    set.remove(&place);
                }
                let (a, b) = (
                    rng.below(places + 1) as usize,
                    rng.below(places + 1) as usize,
                );
                let range = a.min(b)..a.max(b);
                assert_eq!(
                    occupied.first(range.clone()),
                    set.range(range.clone()).next().copied()
                );
                assert_eq!(
                    occupied.last(range.clone()),
                    set.range(range.clone()).next_back().copied()
                );
                if step % 50 == 0 {
                    let count = occupied.each(range.clone(), 0, |count, place| {
                        assert!(set.contains(&place));
                        count + 1
                    });
                    assert_eq!(count, set.range(range.clone()).count());
                    let gaps: Vec<usize> = occupied.gaps(range.clone()).collect();
                    assert_eq!(
                        gaps,
                        range
                            .filter(|place| !set.contains(place))
                            .collect::<Vec<_>>()
                    );
                }
            }
        }
    }
}
