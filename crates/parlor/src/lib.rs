//! One engine for turn-based games: you write the rules, and the match, the log, the views and the proof are there.
//!
//! | to do this | look at |
//! |---|---|
//! | write a game of cards, boards or dice | [`flow`]: [`GameBuilder`](flow::GameBuilder), with zones and pieces from [`table`] |
//! | write a game by hand | [`PlainGame`](core::PlainGame) where the command is what happens, [`Game`](core::Game) for all others |
//! | hold it to the laws | [`check`], and [`conformance`] for seeds, set-ups and effort of your choice |
//! | play it | [`Match`](core::Match) with its types; [`AnyGame`](core::AnyGame) and [`AnyMatch`](core::AnyMatch) with JSON |
//! | say what cards and units do as data | [`effects`]: [`Effect`](effects::Effect) |
//! | write a card game as JSON | [`ruleset`]: [`Ruleset`](ruleset::Ruleset) |
//! | let bots play | [`bots`]: [`Bot`](bots::Bot) |
//! | copy from one that is there | [`games`] |
//! | know every type | [`core`], [`table`], [`flow`] |
//!
//! ```
//! use parlor::prelude::*;
//!
//! /// Count to 21: add 1, 2 or 3 in turn; who says 21 wins.
//! struct TwentyOne;
//!
//! #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
//! struct Count { said: u8, turn: Seat }
//!
//! impl PlainGame for TwentyOne {
//!     type State = Count;
//!     type Command = u8;
//!
//!     fn about(&self) -> GameInfo { GameInfo::new("twenty-one", "Twenty-one", 2..=2) }
//!     fn start(&self, _: &Setup) -> Count { Count { said: 0, turn: Seat(0) } }
//!     fn turn(&self, count: &Count) -> Option<Seat> { (count.said < 21).then_some(count.turn) }
//!     fn moves(&self, count: &Count, out: &mut Vec<u8>) { out.extend(1..=(21 - count.said).min(3)) }
//!     fn play(&self, count: &mut Count, add: &u8) {
//!         count.said += add;
//!         count.turn = count.turn.after(2);
//!     }
//!     fn result(&self, count: &Count) -> Option<Outcome> {
//!         (count.said == 21).then(|| Outcome::win(2, count.turn.after(2), "said 21"))
//!     }
//!     fn scene(&self, count: &Count) -> View {
//!         View::new().zone(ZoneView::pile("said", count.said.into()))
//!     }
//! }
//!
//! parlor::check(&TwentyOne);
//!
//! let setup = Setup::new(&TwentyOne.info(), 2).unwrap();
//! let mut play = Match::new(TwentyOne, setup, Seed::Integer(1)).unwrap();
//! play.play(Seat(0), &3).unwrap();
//! assert_eq!(play.legal(Seat(1)), [1, 2, 3]);
//! assert!(play.play(Seat(0), &1).is_err());
//! ```

pub use parlor_bots as bots;
pub use parlor_conformance as conformance;
pub use parlor_conformance::check;
pub use parlor_core as core;
pub use parlor_effects as effects;
pub use parlor_flow as flow;
pub use parlor_games as games;
pub use parlor_ruleset as ruleset;
pub use parlor_table as table;

/// What an author of games needs: `use parlor::prelude::*`.
pub mod prelude {
    pub use parlor_core::prelude::*;
    pub use parlor_flow::prelude::*;
}

/// Every Rust block of the pages that people read first is compiled and run.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../README.md")]
    struct Readme;

    #[doc = include_str!("../../../CONTRIBUTING.md")]
    struct Contributing;

    #[doc = include_str!("../../../docs/book/1-first-game.md")]
    struct FirstGame;

    #[doc = include_str!("../../../docs/book/2-cards-and-secrets.md")]
    struct CardsAndSecrets;

    #[doc = include_str!("../../../docs/book/3-boards.md")]
    struct Boards;

    #[doc = include_str!("../../../docs/book/4-flow.md")]
    struct Flow;

    #[doc = include_str!("../../../docs/book/5-actions.md")]
    struct Actions;

    #[doc = include_str!("../../../docs/book/6-randomness-and-undo.md")]
    struct RandomnessAndUndo;

    #[doc = include_str!("../../../docs/book/7-testing.md")]
    struct Testing;

    #[doc = include_str!("../../../docs/book/8-bots.md")]
    struct Bots;

    #[doc = include_str!("../../../docs/book/9-online-play.md")]
    struct OnlinePlay;

    #[doc = include_str!("../../../docs/book/10-browser-table.md")]
    struct TheBrowserTable;

    #[doc = include_str!("../../../docs/book/11-words.md")]
    struct WordsAndTranslations;
}
