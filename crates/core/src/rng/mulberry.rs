//! mulberry32: the small generator that rulesets expect of an integer seed.

const STEP: u32 = 0x6D2B_79F5;

#[derive(Clone)]
pub(super) struct Mulberry32 {
    state: u32,
}

impl Mulberry32 {
    pub(super) fn new(seed: u32) -> Mulberry32 {
        Mulberry32 { state: seed }
    }

    /// The same generator `words` draws later: its state is a counter, so this costs nothing.
    pub(super) fn skipping(self, words: u64) -> Mulberry32 {
        Mulberry32 {
            state: self.state.wrapping_add(STEP.wrapping_mul(words as u32)),
        }
    }

    pub(super) fn next_word(&mut self) -> u32 {
        self.state = self.state.wrapping_add(STEP);
        let a = self.state;
        let mut t = (a ^ (a >> 15)).wrapping_mul(a | 1);
        t ^= t.wrapping_add((t ^ (t >> 7)).wrapping_mul(t | 61));
        t ^ (t >> 14)
    }
}
