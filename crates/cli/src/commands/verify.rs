//! `parlor verify`: proof that a match followed the rules and that its chance was fair.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use parlor_core::{AnyMatch, Entropy, Proof, Registry};

use crate::failure::Failure;
use crate::{matchfile, rulesets};

/// Proves that a match followed the rules and that its chance came from the seed
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  parlor verify match.jsonl
  parlor verify match.jsonl --hash 9f2c...    and nothing was cut off at its end
  parlor verify match.jsonl --commitment 51d0... --entropy 77ab...    against what you heard and told before it began
  parlor verify match.jsonl --game my.cardgame.json

A file whose last records were cut off looks like a match that is not over yet. Whoever has the match's hash from its
end can tell the difference.

Exit codes: 0 everything holds, 1 the file is damaged or forged; the first wrong record is named.")]
pub struct Verify {
    /// A match file
    file: PathBuf,
    /// The hash that the match must end with
    #[arg(long)]
    hash: Option<String>,
    /// The commitment to the seed that you heard before the match began
    #[arg(long, value_name = "HEX")]
    commitment: Option<String>,
    /// The entropy that you added to the seed
    #[arg(long, value_name = "HEX")]
    entropy: Option<Entropy>,
    /// The .cardgame.json file of its rules, where they are none of Parlor's own
    #[arg(long, value_name = "FILE")]
    game: Option<String>,
}

impl Verify {
    /// Checks the file and says what was proved.
    pub fn run(self, games: &Registry) -> Result<()> {
        let games = rulesets::with_file(games, self.game.as_deref())?;
        let loaded = matchfile::load_as_it_is(&games, &self.file)?;
        let proof = loaded
            .current
            .verify()
            .map_err(|error| Failure::failed(format!("{}: {error}", self.file.display())))?;
        let header = loaded.current.header();
        (header.check(self.commitment.as_deref(), self.entropy))
            .map_err(|error| Failure::failed(format!("{}: {error}", self.file.display())))?;
        let hash = loaded.current.hash();
        if let Some(expected) = self
            .hash
            .filter(|expected| !expected.eq_ignore_ascii_case(&hash))
        {
            let text = format!(
                "{}: it ends with the hash {hash}, not with {expected}",
                self.file.display()
            );
            let hint = "records are missing at its end, were added, or it is another match";
            return Err(Failure::failed(text).hint(hint).into());
        }
        let mut out = io::stdout().lock();
        for line in lines(&*loaded.current, &proof) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

fn lines(current: &dyn AnyMatch, proof: &Proof) -> Vec<String> {
    let header = current.header();
    let state = match current.outcome() {
        Some(_) => "it is over",
        None => "it is not over yet",
    };
    let chance = match (proof.drawn, proof.seed_known) {
        (0, _) => "Chance: none was drawn.".into(),
        (drawn, false) => {
            format!(
                "Chance: {drawn} words were drawn; nothing can be proved of them without the seed."
            )
        }
        (drawn, true) if drawn == proof.proved => {
            format!("Chance: all {drawn} words that were drawn come from the seed.")
        }
        (drawn, true) => format!(
            "Chance: {} of {drawn} words come from the seed; those before the fork came from another one.",
            proof.proved
        ),
    };
    let seed = match proof.seed_known {
        true => "Seed: it is in the file, and is the one that was committed to.",
        false => "Seed: not revealed yet.",
    };
    let mut lines = vec![
        format!(
            "{} {}: {}; {state}.",
            current.info().name,
            header.game_version,
            header.seats.join(", ")
        ),
        format!(
            "Records: {}, whole and in order; they follow from the rules.",
            proof.records
        ),
        chance,
        seed.into(),
    ];
    let seats = |seats: parlor_core::SeatSet| {
        let names = seats
            .iter()
            .filter_map(|seat| header.seats.get(seat.index()));
        names.cloned().collect::<Vec<_>>().join(", ")
    };
    if !proof.contributed.is_empty() {
        lines.push(format!("Added to the seed: {}.", seats(proof.contributed)));
    }
    if !proof.left_out.is_empty() {
        let names = seats(proof.left_out);
        lines.push(format!(
            "Left out of the seed, not having told in time: {names}."
        ));
    }
    lines.extend([
        format!("Commitment: {}", current.commitment()),
        format!("Hash: {}", current.hash()),
    ]);
    lines
}
