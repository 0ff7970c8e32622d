//! Which seats of a table bots take.

use std::str::FromStr;

use anyhow::Result;
use parlor_bots::{Level, Spec, SpecError};

use crate::failure::Failure;

/// Bots, as somebody asks for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bots {
    /// So many of the usual level.
    Count(usize),
    /// These; one alone takes all seats but the first.
    These(Vec<Spec>),
}

impl Default for Bots {
    fn default() -> Bots {
        Bots::These(vec![Level::Medium.into()])
    }
}

impl FromStr for Bots {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Bots, SpecError> {
        if let Ok(count) = text.trim().parse() {
            return Ok(Bots::Count(count));
        }
        let bots: Result<Vec<Spec>, SpecError> = text.split(',').map(str::parse).collect();
        Ok(Bots::These(bots?))
    }
}

impl Bots {
    /// Who takes each seat, in the words of a room: bots the last ones, me the first that is left.
    pub fn seats(&self, seats: usize) -> Result<Vec<String>> {
        let bots: Vec<String> = match self {
            Bots::Count(count) => vec![Level::Medium.to_string(); *count],
            Bots::These(bots) if bots.len() == 1 => {
                vec![bots[0].to_string(); seats.saturating_sub(1)]
            }
            Bots::These(bots) => bots.iter().map(Spec::to_string).collect(),
        };
        let Some(others) = seats.checked_sub(bots.len()) else {
            let text = format!("there are {} bots for {seats} seats", bots.len());
            return Err(Failure::usage(text)
                .hint("say how many seats there are: --seats")
                .into());
        };
        let people = (0..others).map(|seat| if seat == 0 { "me" } else { "open" }.to_string());
        Ok(people.chain(bots).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bots: &str, seats: usize, expected: &[&str]) {
        let bots: Bots = bots.parse().unwrap();
        assert_eq!(bots.seats(seats).unwrap(), expected);
    }

    #[test]
    fn bots_take_the_last_seats() {
        check("medium", 3, &["me", "medium", "medium"]);
        check("easy,hard", 4, &["me", "open", "easy", "hard"]);
        check("1", 3, &["me", "open", "medium"]);
        check("0", 2, &["me", "open"]);
        check("2", 2, &["medium", "medium"]);
        check("easy", 1, &["me"]);
        assert_eq!(
            Bots::default().seats(2).unwrap(),
            ["me", "medium"],
            "unless somebody says otherwise"
        );
    }

    #[test]
    fn too_many_bots_are_a_mistake() {
        assert!(Bots::Count(3).seats(2).is_err());
        assert!("hrad".parse::<Bots>().is_err());
    }
}
