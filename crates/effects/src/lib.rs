//! Effects as data: what cards and units do, written in JSON or in Rust, and run by the flow.
//!
//! An [`Effect`] says *what* happens, to *whom*, *how many* and *where*. It is compiled to a program of small steps, so that ten
//! thousand cards are no closures, and that a match can stop in the middle of an effect, ask somebody, be saved, taken back or
//! imagined by a bot, and go on.
//!
//! | to do this | look at |
//! |---|---|
//! | write an effect | [`Effect`], [`Pick`], [`Amount`] |
//! | compile effects, and let a game run them | [`Effects`], [`Compiled`] |
//!
//! ```
//! use parlor_effects::{Effects, Source};
//! use parlor_flow::prelude::*;
//! let mut game = GameBuilder::new("bolts", "Bolts", 2..=2);
//! let life = game.value("life", 20_i64).each_seat();
//! let (hand, grave) = (game.zone("hand").owner_sees().each_seat(), game.zone("grave").each_seat());
//! let bolt = game.definition("card", "Bolt");
//! game.place(bolt, hand.of(Seat(0)), 3);
//!
//! let mut effects = Effects::new();
//! let text = r#"[{ "move": "this", "to": "grave", "of": "you" },
//!                { "add": "0 - 2 * count(grave, you)", "to": "opponents.life" }]"#;
//! let burns = effects.add(&game, &serde_json::from_str(text).unwrap(), &[]).unwrap();
//! effects.install(&mut game);
//! game.action("play")
//!     .choose_piece("card", move |at| hand.of(at.seat()), |_, _| true)
//!     .run(move |play, args| {
//!         let source = Source { this: Some(args.piece("card")), you: play.seat() };
//!         burns.start(play, source, None, &[]);
//!     });
//! let game = game.flow(forever(step(["play"])));
//! let mut scenario = Scenario::new(&game, 2, 1);
//! for _ in 0..2 {
//!     let first = scenario.legal()[0].clone();
//!     scenario.play(&first).unwrap();
//! }
//! assert_eq!(scenario.table().of(Seat(1), life), 20 - 2 - 4);
//! ```

mod code;
mod compile;
mod effect;
mod look;
mod number;
mod registers;
mod run;
#[cfg(test)]
mod tests;

use parlor_core::Seat;
use parlor_flow::{GameBuilder, Play, Target};
use parlor_language::{Place, Problem};
use parlor_table::{Definition, Piece, Schema};

pub use effect::{
    Add, Amount, Attach, Choose, Control, Create, Effect, End, ForEach, If, May, Mode, Move, OneOf,
    Pick, Repeat, Reveal, Roll, Set, Shuffle, Those, Which,
};

use compile::Compiler;

/// The effects of a game: each is added once, and all are [installed](Effects::install) together.
///
/// ```
/// use parlor_effects::{Effect, Effects};
/// use parlor_flow::GameBuilder;
/// let mut game = GameBuilder::new("none", "None", 1..=1);
/// game.zone("grave").add();
/// let effect: Effect = serde_json::from_str(r#"{ "shuffle": "graev" }"#).unwrap();
/// let problems = Effects::new().add(&game, &effect, &[]).unwrap_err();
/// assert_eq!(problems[0].help.as_deref(), Some("did you mean 'grave'?"));
/// ```
#[derive(Debug, Default)]
pub struct Effects {
    programs: Vec<code::Program>,
    names: Vec<String>,
    kinds: Vec<Vec<bool>>,
    /// What was added, for the rules' hash.
    written: Vec<Effect>,
}

/// An effect that was compiled.
///
/// ```
/// use parlor_effects::{Effect, Effects};
/// use parlor_flow::GameBuilder;
/// let game = GameBuilder::new("none", "None", 1..=1);
/// let mut effects = Effects::new();
/// let nothing = Effect::All(Vec::new());
/// assert_ne!(effects.add(&game, &nothing, &[]).unwrap(), effects.add(&game, &nothing, &[]).unwrap());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compiled(u32);

/// Whose effect it is, and who controls that: `this` and `you`.
///
/// ```
/// use parlor_core::Seat;
/// let rules = parlor_effects::Source { this: None, you: Seat(0) };
/// assert_eq!(rules.this, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The piece, if it is the effect of one.
    pub this: Option<Piece>,
    /// The seat.
    pub you: Seat,
}

impl Effects {
    /// None yet.
    pub fn new() -> Effects {
        Effects::default()
    }

    /// Declares a kind, such as `creature`, with the definitions that are of it.
    ///
    /// ```
    /// use parlor_effects::{Effect, Effects};
    /// use parlor_flow::GameBuilder;
    /// let mut game = GameBuilder::new("herd", "Herd", 1..=1);
    /// game.zone("field").add();
    /// let ox = game.definition("card", "Ox");
    /// let mut effects = Effects::new();
    /// effects.kind("beast", [ox]);
    /// let text = r#"{ "for_each": { "in": "field", "kind": "beast" }, "do": { "reveal": "it" } }"#;
    /// assert!(effects.add(&game, &serde_json::from_str(text).unwrap(), &[]).is_ok());
    /// ```
    pub fn kind(&mut self, name: &str, definitions: impl IntoIterator<Item = Definition>) {
        let index = match self.names.iter().position(|own| own == name) {
            Some(index) => index,
            None => {
                self.names.push(name.into());
                self.kinds.push(Vec::new());
                self.names.len() - 1
            }
        };
        let kind = &mut self.kinds[index];
        for definition in definitions {
            let definition = usize::from(definition.0);
            if kind.len() <= definition {
                kind.resize(definition + 1, false);
            }
            kind[definition] = true;
        }
    }

    /// Compiles an effect. Its names mean what the table declares, and `targets` are what is chosen before it runs.
    ///
    /// # Errors
    /// All that is wrong with it, by the place in the effect.
    pub fn add(
        &mut self,
        schema: &Schema,
        effect: &Effect,
        targets: &[&str],
    ) -> Result<Compiled, Vec<Problem>> {
        let mut compiler = Compiler::new(schema, &self.names, targets);
        compiler.effect(effect, &Place::default());
        let (program, problems) = compiler.finish();
        if !problems.is_empty() {
            return Err(problems);
        }
        self.programs.push(program);
        self.written.push(effect.clone());
        Ok(Compiled(self.programs.len() as u32 - 1))
    }

    /// Lets a game run these effects, and makes them part of its rules' hash.
    ///
    /// # Panics
    /// When the game has programs already: a mistake of the game's author.
    pub fn install(self, game: &mut GameBuilder) {
        if self.programs.iter().any(code::Program::draws_chance) {
            game.chance();
        }
        let data = serde_json::to_vec(&(&self.written, &self.names, &self.kinds));
        game.fingerprint(data.unwrap_or_default());
        game.programs(run::Code {
            programs: self.programs,
            kinds: self.kinds,
        });
    }
}

impl Compiled {
    /// Lets the effect run, when the rule that starts it has returned: `it` is what it is about, and what was chosen for its targets
    /// comes in the order in which they were named.
    pub fn start(
        self,
        play: &mut Play<'_, '_>,
        source: Source,
        it: Option<Target>,
        chosen: &[&[Target]],
    ) {
        let locals = run::start(source.this, source.you, it, chosen);
        play.start(self.0, &locals);
    }
}
