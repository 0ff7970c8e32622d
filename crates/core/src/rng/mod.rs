//! Chance: one generator type with named, portable algorithms, unbiased ranges and a shuffle of our own.
//!
//! Nothing here depends on the platform: the same seed gives the same words, the same numbers and the same
//! shuffles everywhere and for ever. That is why ranges and shuffles are written out rather than borrowed.

mod entropy;
mod mulberry;
mod seed;

use std::fmt;

use chacha20::ChaCha20Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};

pub use entropy::{Contribution, Entropy, EntropyError};
use mulberry::Mulberry32;
pub use seed::{Algorithm, Domain, Seed, SeedError};

/// How many words are made at a time.
const BLOCK: usize = 64;

/// A deterministic source of chance.
///
/// A [`Match`](crate::Match) hands one to the rules for each command and writes what they drew into the log;
/// simulations and searches make their own.
///
/// ```
/// use parlor_core::Rng;
/// let mut rng = Rng::from_integer(42);
/// let mut deck: Vec<u8> = (0..52).collect();
/// rng.shuffle(&mut deck);
/// assert_eq!(deck[..5], [41, 47, 14, 25, 51]);
/// assert!(rng.below(6) < 6);
/// ```
#[derive(Clone)]
pub struct Rng {
    words: [u32; BLOCK],
    /// The next word to hand out; `BLOCK` when all are used.
    next: usize,
    /// Words handed out from blocks before this one.
    earlier: u64,
    /// All the words handed out from blocks before this one, if the draws are being recorded.
    tape: Option<Vec<u32>>,
    source: Source,
}

enum Source {
    ChaCha20(Box<ChaCha20Rng>),
    Mulberry32(Mulberry32),
    Splitmix64(u64),
    Recorded {
        words: Vec<u32>,
        used: usize,
        algorithm: Algorithm,
    },
}

impl Clone for Source {
    fn clone(&self) -> Source {
        match self {
            Source::ChaCha20(chacha) => {
                let mut copy = ChaCha20Rng::from_seed(chacha.get_seed());
                copy.set_stream(chacha.get_stream());
                copy.set_word_pos(chacha.get_word_pos());
                Source::ChaCha20(Box::new(copy))
            }
            Source::Mulberry32(mulberry) => Source::Mulberry32(mulberry.clone()),
            Source::Splitmix64(state) => Source::Splitmix64(*state),
            Source::Recorded {
                words,
                used,
                algorithm,
            } => Source::Recorded {
                words: words.clone(),
                used: *used,
                algorithm: *algorithm,
            },
        }
    }
}

/// The streams of one domain of a seed, with their key ready.
#[derive(Clone)]
pub(crate) enum Streams {
    ChaCha20 { key: [u8; 32] },
    Mulberry32 { seed: u32 },
}

impl Streams {
    pub(crate) fn rng(&self, stream: u64) -> Rng {
        Rng::start(match self {
            Streams::ChaCha20 { key } => {
                let mut chacha = ChaCha20Rng::from_seed(*key);
                chacha.set_stream(stream);
                Source::ChaCha20(Box::new(chacha))
            }
            Streams::Mulberry32 { seed } => {
                Source::Mulberry32(Mulberry32::new(*seed).skipping(stream))
            }
        })
    }
}

impl Rng {
    /// The stream with this number in a domain of a seed.
    ///
    /// That is ChaCha20 with a key of its own for each domain and a nonce for each stream, but for the match of an
    /// integer seed: there it is mulberry32, which has one stream, and `stream` is the number of words to skip.
    pub fn new(seed: &Seed, domain: Domain, stream: u64) -> Rng {
        seed.streams(domain).rng(stream)
    }

    /// mulberry32 from an integer: reproducible games for people who type `--seed 42`.
    pub fn from_integer(seed: u32) -> Rng {
        Rng::new(&Seed::Integer(seed), Domain::Match, 0)
    }

    /// A fast generator (SplitMix64) for simulation and search, where nobody gains by guessing the next draw.
    /// Matches never use it.
    ///
    /// ```
    /// use parlor_core::Rng;
    /// assert_eq!(Rng::fast(7, 3).below(1000), Rng::fast(7, 3).below(1000));
    /// assert_ne!(Rng::fast(7, 3).word(), Rng::fast(7, 4).word());
    /// ```
    pub fn fast(seed: u64, stream: u64) -> Rng {
        // Streams of one seed start far apart in the generator's single cycle: both numbers go through its mixer.
        let start = splitmix64(splitmix64(seed).wrapping_add(stream.wrapping_mul(SPLITMIX_STEP)));
        Rng::start(Source::Splitmix64(start))
    }

    /// Hands out recorded words again, making of them what the algorithm that drew them made of them. Once they are
    /// used up it goes on with others, and [`Rng::overdrawn`] is true.
    pub fn replaying(words: &[u32], algorithm: Algorithm) -> Rng {
        Rng::start(Source::Recorded {
            words: words.to_vec(),
            used: 0,
            algorithm,
        })
    }

    fn start(source: Source) -> Rng {
        Rng {
            words: [0; BLOCK],
            next: BLOCK,
            earlier: 0,
            tape: None,
            source,
        }
    }

    /// Keeps every word drawn from now on, for [`Rng::recorded`].
    #[must_use]
    pub fn recording(mut self) -> Rng {
        self.tape = Some(Vec::new());
        self
    }

    /// The words drawn since [`Rng::recording`]; none without it.
    pub fn recorded(&self) -> Vec<u32> {
        let Some(tape) = &self.tape else {
            return Vec::new();
        };
        let mut words = tape.clone();
        if self.drawn() > 0 {
            words.extend_from_slice(&self.words[..self.next]);
        }
        words
    }

    /// How many words have been drawn.
    #[inline]
    pub fn drawn(&self) -> u64 {
        // Before the first block `next` stands at its end with nothing handed out.
        (self.earlier + self.next as u64).saturating_sub(BLOCK as u64)
    }

    /// Whether more was drawn than had been recorded (only of [`Rng::replaying`]).
    pub fn overdrawn(&self) -> bool {
        match &self.source {
            Source::Recorded { words, .. } => self.drawn() > words.len() as u64,
            _ => false,
        }
    }

    /// The next 32 random bits.
    #[inline]
    pub fn word(&mut self) -> u32 {
        if self.next >= BLOCK {
            self.refill();
        }
        // The mask tells the compiler what the line above has made sure of.
        let word = self.words[self.next & (BLOCK - 1)];
        self.next += 1;
        word
    }

    /// A uniform number from 0 up to, and without, `bound`. A bound of 0 gives 0.
    ///
    /// Multiply and shift, drawing again in the rare case that would make a number more likely than another.
    /// mulberry32 does without that last step, as rulesets with an integer seed expect `floor(r · bound)`.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        let product = u64::from(self.word()) * u64::from(bound);
        if (product as u32) < bound {
            self.below_fairly(bound, product)
        } else {
            (product >> 32) as u32
        }
    }

    #[cold]
    fn below_fairly(&mut self, bound: u32, mut product: u64) -> u32 {
        if self.redraws() {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u32) < threshold {
                product = u64::from(self.word()) * u64::from(bound);
            }
        }
        (product >> 32) as u32
    }

    /// Whether a draw that would make a number more likely than another is thrown away.
    fn redraws(&self) -> bool {
        match &self.source {
            Source::ChaCha20(_) | Source::Splitmix64(_) => true,
            Source::Mulberry32(_) => false,
            Source::Recorded { algorithm, .. } => *algorithm != Algorithm::Mulberry32,
        }
    }

    /// Two independent uniform numbers, each below its bound, from one word where that will do: a place on a board.
    ///
    /// ```
    /// use parlor_core::Rng;
    /// let (column, row) = Rng::fast(1, 0).pair(8, 8);
    /// assert!(column < 8 && row < 8);
    /// ```
    #[inline]
    pub fn pair(&mut self, first: u16, second: u16) -> (u16, u16) {
        let word = self.word();
        let a = (word >> 16) * u32::from(first);
        let b = (word & 0xFFFF) * u32::from(second);
        if (a as u16) < first || (b as u16) < second {
            return self.pair_fairly(first, second, a, b);
        }
        ((a >> 16) as u16, (b >> 16) as u16)
    }

    #[cold]
    fn pair_fairly(&mut self, first: u16, second: u16, mut a: u32, mut b: u32) -> (u16, u16) {
        let threshold = |bound: u16| bound.wrapping_neg().checked_rem(bound).unwrap_or(0);
        while self.redraws() && ((a as u16) < threshold(first) || (b as u16) < threshold(second)) {
            let word = self.word();
            a = (word >> 16) * u32::from(first);
            b = (word & 0xFFFF) * u32::from(second);
        }
        ((a >> 16) as u16, (b >> 16) as u16)
    }

    /// A uniform number from `low` to `high`, both included: a die is `rng.between(1, 6)`.
    #[inline]
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        let low = low.min(high);
        match (high - low).checked_add(1) {
            Some(bound) => low + self.below(bound),
            None => self.word(),
        }
    }

    /// A uniformly random element, or nothing of nothing.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.below(items.len() as u32) as usize)
    }

    /// Puts the items into a uniformly random order: Fisher and Yates, from the last down.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i as u32 + 1) as usize;
            items.swap(i, j);
        }
    }

    /// Keeps at most so many of the items from `first` on, drawn at random; all of them, in their order, where there are no
    /// more.
    ///
    /// ```
    /// let mut items: Vec<u8> = (0..10).collect();
    /// parlor_core::Rng::fast(1, 0).keep_some(&mut items, 2, 3);
    /// assert_eq!(items[..2], [0, 1]);
    /// assert_eq!(items.len(), 5);
    /// ```
    pub fn keep_some<T>(&mut self, items: &mut Vec<T>, first: usize, most: usize) {
        let many = items.len().saturating_sub(first);
        if many > most {
            for place in 0..most {
                let other = place + self.below((many - place) as u32) as usize;
                items.swap(first + place, first + other);
            }
            items.truncate(first + most);
        }
    }

    #[cold]
    #[inline(never)]
    fn refill(&mut self) {
        if let Some(tape) = &mut self.tape
            && self.earlier > 0
        {
            tape.extend_from_slice(&self.words);
        }
        self.earlier += BLOCK as u64;
        self.next = 0;
        match &mut self.source {
            Source::ChaCha20(chacha) => {
                let mut bytes = [0u8; BLOCK * 4];
                chacha.fill_bytes(&mut bytes);
                for (word, four) in self.words.iter_mut().zip(bytes.chunks_exact(4)) {
                    *word = u32::from_le_bytes([four[0], four[1], four[2], four[3]]);
                }
            }
            Source::Mulberry32(mulberry) => self.words.fill_with(|| mulberry.next_word()),
            Source::Splitmix64(state) => {
                for pair in self.words.chunks_exact_mut(2) {
                    *state = state.wrapping_add(SPLITMIX_STEP);
                    let mixed = splitmix64(*state);
                    pair[0] = mixed as u32;
                    pair[1] = (mixed >> 32) as u32;
                }
            }
            Source::Recorded { words, used, .. } => {
                let rest = &words[(*used).min(words.len())..];
                let count = rest.len().min(BLOCK);
                self.words[..count].copy_from_slice(&rest[..count]);
                // What comes after the recording is no use to anybody, but rules that wait for a six must get one.
                let mut filler = *used as u64;
                self.words[count..].fill_with(|| {
                    filler = filler.wrapping_add(SPLITMIX_STEP);
                    splitmix64(filler) as u32
                });
                *used += BLOCK;
            }
        }
    }
}

/// The generator's state never reaches a log: whoever knows it knows every draw to come.
impl fmt::Debug for Rng {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rng")
            .field("drawn", &self.drawn())
            .finish_non_exhaustive()
    }
}

const SPLITMIX_STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// Steele, Lea and Flood's mixer, which makes a counter look random.
#[inline]
fn splitmix64(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests;
