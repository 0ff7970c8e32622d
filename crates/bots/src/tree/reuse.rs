//! Going on with a tree after the match has gone on.

use parlor_core::{Rehearsal, Rng};

use super::TreeSearch;

impl TreeSearch {
    /// Goes on from a later position if the tree knows it, or else begins anew.
    pub fn go_on(self, rehearsal: Box<dyn Rehearsal>, rng: Rng) -> TreeSearch {
        TreeSearch::new(rehearsal, rng)
    }
}
