//! Objectives: what is worth having on the way to the end, so that bots need not look that far.

use std::borrow::Cow;

use parlor_core::{Objective, Objectives, Seat};

use crate::node::Asks;
use crate::{At, FlowGame, GameBuilder, State};

/// An objective's check is asked after most of a bot's playouts, so that there cannot be any number of them.
const MOST_OBJECTIVES: usize = 50;

/// The objectives of a game, and how to find out whether a seat has reached them, by the same numbers.
#[derive(Default)]
pub(crate) struct Aims {
    named: Vec<Objective>,
    checks: Vec<Asks<bool>>,
    horizon: Option<u64>,
}

impl GameBuilder {
    /// How many commands bots play at random before they ask for the objectives, if not 24: more than it takes for a choice
    /// to show in them, and not many more, since random play blurs what it was good for.
    ///
    /// ```
    /// use parlor_core::{Game, Objectives};
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("wait", "Wait", 2..=2);
    /// game.action("wait").run(|_, _| {});
    /// game.horizon(8);
    /// assert_eq!(game.flow(forever(each_seat(step(["wait"])))).horizon(), 8);
    /// ```
    pub fn horizon(&mut self, commands: u64) {
        self.aims.horizon = Some(commands);
    }

    /// Something worth having on the way to the end, for bots that cannot look that far: its name, how much it is worth,
    /// and whether [`At::seat`] has it.
    ///
    /// A weight of 1 is a lot; a negative one is for what had better be avoided. Rules are not touched by it: nobody wins
    /// by an objective, and people never see it. A check is asked very often, so keep it short, and it may look at
    /// everything on the table: what a bot cannot see has been re-dealt before.
    ///
    /// ```
    /// use parlor_core::{Game, Objectives};
    /// use parlor_flow::prelude::*;
    ///
    /// let mut game = GameBuilder::new("race", "Race", 2..=2);
    /// let steps = game.value("steps", 0_i64).each_seat();
    /// game.action("walk")
    ///     .choose_number("far", |_| 1..=3)
    ///     .run(move |play, args| play.add_to(play.seat(), steps, args.number("far")));
    /// game.ends_when(move |at| at.seats().any(|seat| at.of(seat, steps) >= 100));
    /// game.scores("the most steps", move |at, seat| at.of(seat, steps));
    /// game.objective("is ahead", 0.5, move |at| {
    ///     let other = at.next(at.seat());
    ///     at.of(at.seat(), steps) > at.of(other, steps)
    /// });
    /// let game = game.flow(forever(each_seat(step(["walk"]))));
    ///
    /// assert_eq!(game.objectives()[0].name, "is ahead");
    /// let mut scenario = Scenario::new(&game, 2, 1);
    /// scenario.play_all(["walk 3", "walk 1"]).unwrap();
    /// assert!(game.holds(0, scenario.state(), Seat(0)));
    /// assert!(!game.holds(0, scenario.state(), Seat(1)));
    /// ```
    ///
    /// # Panics
    /// When the weight is zero, no number or beyond 100, there are two objectives of this name, or more than fifty: mistakes of the
    /// game's author.
    pub fn objective(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        weight: f64,
        holds: impl Fn(&At<'_>) -> bool + Send + Sync + 'static,
    ) {
        let name = name.into();
        let Aims { named, checks, .. } = &mut self.aims;
        assert!(
            weight != 0.0 && weight.abs() <= 100.0,
            "the objective '{name}' has the weight {weight}: it must lie between -100 and 100, and not be 0"
        );
        assert!(
            named.iter().all(|other| other.name != name),
            "there are two objectives called '{name}'"
        );
        assert!(
            named.len() < MOST_OBJECTIVES,
            "there are more than {MOST_OBJECTIVES} objectives"
        );
        named.push(Objective { name, weight });
        checks.push(Box::new(holds));
    }
}

impl Objectives for FlowGame {
    fn objectives(&self) -> &[Objective] {
        &self.aims.named
    }

    fn horizon(&self) -> u64 {
        self.aims.horizon.unwrap_or(parlor_core::HORIZON)
    }

    fn holds(&self, number: usize, state: &State, seat: Seat) -> bool {
        let check = self.aims.checks.get(number);
        check.is_some_and(|holds| holds(&At::new(self, state, seat)))
    }
}
