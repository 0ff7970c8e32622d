//! In a wide game, what is certain is found, shared and believed.

use parlor_core::prelude::*;

use super::{begin, think};

/// One move among many is worth something.
struct Wide {
    moves: u8,
    kind: Kind,
}

#[derive(PartialEq)]
enum Kind {
    /// It wins at once; otherwise four moves decide, each way as likely.
    Wins,
    /// It wins after any reply, and all others lose.
    Saves,
}

const GOOD: u8 = 37;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Played(Vec<u8>);

impl PlainGame for Wide {
    type State = Played;
    type Command = u8;

    fn about(&self) -> GameInfo {
        GameInfo::new("wide", "Wide", 2..=2)
    }

    fn start(&self, _: &Setup) -> Played {
        Played::default()
    }

    fn turn(&self, played: &Played) -> Option<Seat> {
        let seat = Seat((played.0.len() % 2) as u8);
        self.result(played).is_none().then_some(seat)
    }

    fn moves(&self, _: &Played, out: &mut Vec<u8>) {
        out.extend(0..self.moves);
    }

    fn play(&self, played: &mut Played, number: &u8) {
        played.0.push(*number);
    }

    fn result(&self, Played(played): &Played) -> Option<Outcome> {
        let winner = match (&self.kind, &played[..]) {
            (Kind::Wins, [GOOD]) => 0,
            (Kind::Wins, [.., _, _, _, last]) => last % 2,
            (Kind::Saves, [first, _]) => u8::from(*first != GOOD),
            _ => return None,
        };
        Some(Outcome::win(2, Seat(winner), "so it ends"))
    }

    fn scene(&self, _: &Played) -> View {
        View::new()
    }
}

/// How often a bot finds the good move, of twenty times.
fn found(kind: Kind, moves: u8, spec: &str) -> usize {
    let game = begin(Wide { moves, kind }, 1);
    let found = |seed: &u64| think(&game, spec, *seed).text == GOOD.to_string();
    (0..20).filter(found).count()
}

#[test]
fn a_win_that_any_thread_has_found_is_played() {
    for spec in ["tree:1000", "tree:1000:threads=2", "tree:4000:threads=4"] {
        assert_eq!(found(Kind::Wins, 60, spec), 20, "{spec}");
    }
}

#[test]
fn what_was_not_tried_is_better_than_what_is_known_to_lose() {
    for spec in ["tree:600", "tree:1000:threads=2"] {
        assert_eq!(found(Kind::Saves, 200, spec), 20, "{spec}");
    }
    // With too little time for all of them it never plays one that it knows to lose.
    let game = begin(
        Wide {
            moves: 200,
            kind: Kind::Saves,
        },
        1,
    );
    for seed in 0..20 {
        let thought = think(&game, "tree:100", seed);
        assert!(!thought.proven || thought.value > 0.0);
    }
}
