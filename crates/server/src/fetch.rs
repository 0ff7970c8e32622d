//! Fetches a ruleset from somewhere else, carefully: the server must not be sent to places that only it can reach.

use crate::failure::Failure;

/// The text at an address of the public web, of so many bytes at most.
pub(crate) async fn fetch(_url: &str, _most: usize) -> Result<String, Failure> {
    Err(Failure::bad(
        "no_fetching",
        "rulesets cannot be fetched yet",
    ))
}
