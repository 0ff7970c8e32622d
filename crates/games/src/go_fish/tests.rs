//! Go Fish: the special cases.

use super::*;

#[test]
fn the_laws_hold() {
    parlor_conformance::check(&go_fish());
}
