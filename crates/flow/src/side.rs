//! [`Side`]: a force that the rules play. It acts in steps of its own, by the same actions as seats.

use parlor_core::{Decision, Message, Rejection, Rng, Seat, Sided};
use parlor_tabletop::TableGame;
use serde::{Deserialize, Serialize};

use crate::compile::{Op, Step};
use crate::{Args, At, Command, Event, FlowGame, GameBuilder, Play, State, Way};

/// A force that the rules play without a seat, declared by [`GameBuilder::side`]. It acts in steps that say
/// [`by_side`](crate::StepSpec::by_side).
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("tide", "Tide", 1..=1);
/// let height = game.value("height", 3_i64).add();
/// let sea = game.side("sea", "The sea");
/// game.action("build").choose_number("sand", |_| 1..=2).run(move |play, args| play.add(height, args.number("sand")));
/// game.action("wash").choose_number("sand", |_| 1..=2).run(move |play, args| play.add(height, -args.number("sand")));
/// game.ends_when(move |at| at.value(height) >= 8 || at.value(height) <= 0);
/// game.winners("the castle stands", move |at| match at.value(height) > 0 {
///     true => at.seat_set(),
///     false => SeatSet::EMPTY,
/// });
/// let game = game.flow(forever(sequence([
///     step(["build"]).into(),
///     // The sea takes as much as it can.
///     step(["wash"]).by_side(sea).prefers(|_, _, args| args.number("sand")).into(),
/// ])));
/// let mut play = Scenario::new(&game, 1, 1);
/// play.play("build 1").unwrap();
/// assert_eq!(play.table().value(height), 2);
/// assert_eq!(play.heard(), ["seat 0: build 1", "The sea: wash 2"]);
/// parlor_conformance::check(&game);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Side(pub(crate) u8);

/// What a side makes of a legal command: the more, the better.
pub(crate) type Prefers = Box<dyn Fn(&At<'_>, &str, Args<'_>) -> i64 + Send + Sync>;

/// So many commands of sides in a row end a playout, as an endless flow does.
const MOST_IN_A_ROW: u32 = 1_000;

impl Side {
    /// Sides are known inside by numbers that no seat has.
    #[inline]
    pub(crate) fn seat(self) -> Seat {
        Seat(Seat::MAX + self.0)
    }

    #[inline]
    pub(crate) fn of(seat: Seat) -> Option<Side> {
        seat.0.checked_sub(Seat::MAX).map(Side)
    }
}

impl GameBuilder {
    /// Declares a force that the rules play: its id, and what people call it.
    ///
    /// # Panics
    /// When a side with this id is there already.
    pub fn side(&mut self, id: &str, name: impl Into<std::borrow::Cow<'static, str>>) -> Side {
        let name = Message::new(format!("side.{id}"), name);
        if self.sides.iter().any(|side| side.id == name.id) {
            self.is_taken("side", id);
        }
        assert!(
            self.sides.len() < 64,
            "{}: there are at most 64 sides",
            self.info.id
        );
        self.sides.push(name);
        Side(self.sides.len() as u8 - 1)
    }
}

impl FlowGame {
    /// The step of a side that the flow is at.
    fn side_step(&self, state: &State) -> Option<(Side, &Step)> {
        let frame = state.at.frames.last().filter(|_| !state.at.over)?;
        match &self.ops[usize::from(frame.node)] {
            Op::Step(step) => Some((step.spec.side?, step)),
            _ => None,
        }
    }

    /// What the rules choose for the side that acts now.
    fn side_way(&self, state: &State, rng: &mut Rng) -> Option<Way> {
        let (side, step) = self.side_step(state)?;
        let at = self.at(state, side.seat());
        let Some(prefers) = &step.spec.prefers else {
            return match step.spec.at_random {
                true => self.draw_choice(&at, rng),
                false => self.best_ways(&at, false, |_| 0).pop(),
            };
        };
        let best = self.best_ways(&at, step.spec.at_random, |Way(action, args)| {
            let action = self.actions.get(usize::from(*action));
            let args = Args {
                action,
                given: args,
            };
            let name = action.map_or(crate::step::DONE, |action| action.name.as_str());
            prefers(&at.with(args), name, args)
        });
        match best.len() {
            0 | 1 => best.into_iter().next(),
            _ => rng.pick(&best).cloned(),
        }
    }

    /// The legal commands that score highest: all of them, or the first.
    fn best_ways(&self, at: &At<'_>, all: bool, score: impl Fn(&Way) -> i64) -> Vec<Way> {
        let (mut best, mut highest) = (Vec::new(), None);
        self.each_choice(at, &mut |way| {
            let score = score(way);
            if highest.is_none_or(|highest| score > highest) {
                highest = Some(score);
                best.clear();
                best.push(way.clone());
            } else if all && highest == Some(score) {
                best.push(way.clone());
            }
            false
        });
        best
    }
}

impl Sided for FlowGame {
    fn side(&self, state: &State) -> Option<Message> {
        let (side, _) = self.side_step(state)?;
        self.sides.get(usize::from(side.0)).cloned()
    }

    fn side_legal(&self, state: &State, out: &mut Vec<Command>) {
        if let Some((side, _)) = self.side_step(state) {
            parlor_tabletop::legal(self, state, side.seat(), out);
        }
    }

    fn side_choice(&self, state: &State, rng: &mut Rng) -> Option<Command> {
        let (side, _) = self.side_step(state)?;
        let way = self.side_way(state, rng)?;
        Some(self.command_of(&self.at(state, side.seat()), &way))
    }

    fn side_reach(
        &self,
        state: &State,
        command: &Command,
        decision: &mut Decision<'_, Event>,
    ) -> Result<Option<State>, Rejection> {
        let (side, _) = self.side_step(state).ok_or_else(Rejection::illegal)?;
        parlor_tabletop::reach(self, state, side.seat(), command, decision)
    }

    fn side_label(&self, state: &State, command: &Command) -> Message {
        let label = self.side_step(state).and_then(|(side, _)| {
            let at = self.at(state, side.seat());
            let Way(action, args) = self.choice_of(&at, command).ok()?;
            Some(self.label(state, side.seat(), action, &args))
        });
        label.unwrap_or_else(|| command.to_string().into())
    }
}

impl Play<'_, '_> {
    /// In play without a log, sides act as soon as it is their turn.
    pub(crate) fn side_acts(&mut self) {
        self.made_by_sides += 1;
        let way = self.game.side_way(self.state, self.sink.rng());
        let (Some(side), Some(Way(action, args))) = (Side::of(self.seat), way) else {
            return self.leave_node();
        };
        if self.made_by_sides > MOST_IN_A_ROW {
            self.state.at.over = true;
            return;
        }
        self.act(side.seat(), action, &args, None);
        // Somebody has acted: loops begin to count anew.
        self.turns.clear();
        self.look_around();
    }
}
