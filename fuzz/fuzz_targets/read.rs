//! Any bytes: the reader gives a tree or a problem, and every problem can be shown.

#![no_main]

use libfuzzer_sys::fuzz_target;
use parlor_ruleset::{read, render};

fuzz_target!(|bytes: &[u8]| {
    match read(bytes) {
        Ok(tree) => drop(tree.value()),
        Err(problem) => drop(render("fuzz", bytes, &[*problem], false)),
    }
});
