//! Steps: where the flow waits for one seat, or for several at once.

use std::ops::RangeInclusive;

use parlor_core::{Message, Seat};
use parlor_table::Word;

use crate::node::{Asks, AsksOf, Does, Node, once};
use crate::side::Prefers;
use crate::{Args, At, Flow, Play, Side};

type Offers = Box<dyn Fn(&At<'_>, &str) -> bool + Send + Sync>;

/// A step in which one seat acts.
///
/// ```
/// use parlor_flow::prelude::*;
/// let flow: Flow = step(["play", "draw"])
///     .prompt("Play a card, or draw")
///     .moves(1..=2)
///     .time_limit_ms(30_000)
///     .into();
/// # let _ = flow;
/// ```
pub struct StepSpec {
    pub(crate) actions: Vec<Word>,
    pub(crate) seat: Option<Asks<Seat>>,
    pub(crate) side: Option<Side>,
    pub(crate) prefers: Option<Prefers>,
    pub(crate) at_random: bool,
    pub(crate) prompt: Option<Message>,
    pub(crate) prompt_by: Option<Asks<Message>>,
    pub(crate) offers: Option<Offers>,
    pub(crate) skip: Option<Asks<bool>>,
    pub(crate) until: Option<Asks<bool>>,
    pub(crate) moves: RangeInclusive<u32>,
    pub(crate) time_limit_ms: Option<u64>,
    pub(crate) on_timeout: Option<Does>,
    pub(crate) if_stuck: Option<Does>,
}

/// The seat whose turn it is does one of these actions. A step without any possible action is skipped.
pub fn step<const N: usize>(actions: [&str; N]) -> StepSpec {
    StepSpec {
        actions: words(&actions),
        seat: None,
        side: None,
        prefers: None,
        at_random: false,
        prompt: None,
        prompt_by: None,
        offers: None,
        skip: None,
        until: None,
        moves: 1..=1,
        time_limit_ms: None,
        on_timeout: None,
        if_stuck: None,
    }
}

/// By the actions, so that a translation survives changes of the flow.
fn prompt_id(actions: &[Word]) -> String {
    let names = actions.iter().map(|action| action.as_str());
    std::iter::once("prompt")
        .chain(names)
        .collect::<Vec<_>>()
        .join(".")
}

/// The command that ends a step in which more moves would be possible.
pub(crate) const DONE: &str = "done";

impl StepSpec {
    /// Another seat than the one whose turn it is.
    #[must_use]
    pub fn by(mut self, seat: impl Fn(&At<'_>) -> Seat + Send + Sync + 'static) -> StepSpec {
        once(&mut self.seat, Box::new(seat), "by");
        self
    }

    /// No seat acts here, but a force that the rules play: see [`Side`]. It does what the step
    /// [prefers](StepSpec::prefers): the first of what is as good, unless it is drawn [at random](StepSpec::at_random).
    #[must_use]
    pub fn by_side(mut self, side: Side) -> StepSpec {
        once(&mut self.side, side, "by_side");
        self
    }

    /// What the side of the step does: of all that is legal, what this makes most of. It is given the name of an action and
    /// the answers to its choices; where the step may end, the action `done` without answers, too.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("hunt", "Hunt", 1..=1);
    /// let wolves = game.side("wolves", "The wolves");
    /// game.action("bite").run(|_, _| {});
    /// game.action("howl").choose_number("times", |_| 1..=3).run(|_, _| {});
    /// game.action("hide").run(|_, _| {});
    /// // They bite if they can, and howl for long otherwise.
    /// let hunt = step(["bite", "howl"]).by_side(wolves).prefers(|_, action, args| match action {
    ///     "bite" => 100,
    ///     _ => args.number("times"),
    /// });
    /// let game = game.flow(sequence([step(["hide"]).into(), hunt.into(), step(["hide"]).into()]));
    /// let mut play = Scenario::new(&game, 1, 1);
    /// play.play("hide").unwrap();
    /// assert_eq!(play.heard(), ["seat 0: hide", "The wolves: bite"]);
    /// ```
    #[must_use]
    pub fn prefers(
        mut self,
        score: impl Fn(&At<'_>, &str, Args<'_>) -> i64 + Send + Sync + 'static,
    ) -> StepSpec {
        once(&mut self.prefers, Box::new(score), "prefers");
        self
    }

    /// Of what is as good, the side of the step draws one, by the chance of the match.
    #[must_use]
    pub fn at_random(mut self) -> StepSpec {
        self.at_random = true;
        self
    }

    /// What is asked of the seat. Translations find it as `prompt.` and the names of the actions, joined by dots, unless the
    /// prompt has an id: `("prompt.last", "Your last move")`.
    #[must_use]
    pub fn prompt(mut self, prompt: impl Into<Message>) -> StepSpec {
        self.prompt = Some(prompt.into().or_id(prompt_id(&self.actions)));
        self
    }

    /// What is asked of the seat, where that depends on the position.
    ///
    /// ```
    /// use parlor_core::Message;
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("none", "None", 2..=2);
    /// let rolls = game.value("rolls", 2_i64).add();
    /// let left = move |at: &At<'_>| Message::new("rolls_left", "{rolls} rolls are left").with("rolls", at.value(rolls));
    /// let flow: Flow = step(["roll"]).prompt_by(left).into();
    /// # let _ = flow;
    /// ```
    #[must_use]
    pub fn prompt_by(
        mut self,
        prompt: impl Fn(&At<'_>) -> Message + Send + Sync + 'static,
    ) -> StepSpec {
        self.prompt_by = Some(Box::new(prompt));
        self
    }

    /// Of its actions, only those of which this holds are offered: what a step offers may depend on the position.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("night", "Night", 1..=1);
    /// let night = game.value("night", true).add();
    /// game.action("work").run(|_, _| {});
    /// game.action("sleep").run(|_, _| {});
    /// let game = game.flow(step(["work", "sleep"]).offers(move |at, action| at.value(night) == (action == "sleep")));
    /// assert_eq!(Scenario::new(&game, 1, 1).legal(), ["sleep"]);
    /// ```
    #[must_use]
    pub fn offers(
        mut self,
        holds: impl Fn(&At<'_>, &str) -> bool + Send + Sync + 'static,
    ) -> StepSpec {
        once(&mut self.offers, Box::new(holds), "offers");
        self
    }

    /// The step is left out when this holds.
    #[must_use]
    pub fn skip_if(mut self, holds: impl Fn(&At<'_>) -> bool + Send + Sync + 'static) -> StepSpec {
        once(&mut self.skip, Box::new(holds), "skip_if");
        self
    }

    /// The seat acts again and again, until this holds after one of its actions.
    #[must_use]
    pub fn until(mut self, holds: impl Fn(&At<'_>) -> bool + Send + Sync + 'static) -> StepSpec {
        once(&mut self.until, Box::new(holds), "until");
        self
    }

    /// So many moves. Once there are enough, the seat may end the step with the command `done`.
    #[must_use]
    pub fn moves(mut self, moves: RangeInclusive<u32>) -> StepSpec {
        self.moves = moves;
        self
    }

    /// What happens when the seat can do nothing at all. Unless you say so, the step is just skipped.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let flow: Flow = step(["move"]).if_stuck(|play| play.finish()).into();
    /// # let _ = flow;
    /// ```
    #[must_use]
    pub fn if_stuck(
        mut self,
        does: impl Fn(&mut Play<'_, '_>) + Send + Sync + 'static,
    ) -> StepSpec {
        once(&mut self.if_stuck, Box::new(does), "if_stuck");
        self
    }

    /// How long the seat may think. Whoever runs the match keeps the clock and says when it has run out.
    #[must_use]
    pub fn time_limit_ms(mut self, limit: u64) -> StepSpec {
        self.time_limit_ms = Some(limit);
        self
    }

    /// What happens when the time runs out in this step, instead of what the game does otherwise. The step is over then.
    #[must_use]
    pub fn on_timeout(
        mut self,
        does: impl Fn(&mut Play<'_, '_>) + Send + Sync + 'static,
    ) -> StepSpec {
        once(&mut self.on_timeout, Box::new(does), "on_timeout");
        self
    }
}

impl StepSpec {
    /// What belongs to a side belongs to no seat.
    pub(crate) fn check(&self) {
        let timed = self.time_limit_ms.is_some() || self.on_timeout.is_some();
        match self.side {
            Some(_) => assert!(
                self.seat.is_none() && !timed,
                "a step that is by_side() has no seat and no clock: by(), time_limit_ms() and on_timeout() do not go with it"
            ),
            None => assert!(
                self.prefers.is_none() && !self.at_random,
                "prefers() and at_random() are for a step that is by_side(): a seat chooses by itself"
            ),
        }
    }
}

impl From<StepSpec> for Flow {
    fn from(spec: StepSpec) -> Flow {
        Flow(Node::Step(spec))
    }
}

/// A step in which several seats act at once.
///
/// ```
/// use parlor_flow::prelude::*;
/// let flow: Flow = together(["discard"]).prompt("Lay away two cards").into();
/// # let _ = flow;
/// ```
pub struct TogetherSpec {
    pub(crate) actions: Vec<Word>,
    pub(crate) seats: Option<AsksOf>,
    pub(crate) prompt: Option<Message>,
    pub(crate) at_once: bool,
    pub(crate) done: Option<AsksOf>,
    pub(crate) time_limit_ms: Option<u64>,
    pub(crate) on_timeout: Option<Does>,
}

/// All seats do one of these actions. What they choose stays secret until all have chosen, and then happens seat by
/// seat.
pub fn together<const N: usize>(actions: [&str; N]) -> TogetherSpec {
    TogetherSpec {
        actions: words(&actions),
        seats: None,
        prompt: None,
        at_once: false,
        done: None,
        time_limit_ms: None,
        on_timeout: None,
    }
}

impl TogetherSpec {
    /// Only the seats of which this holds when the step begins.
    #[must_use]
    pub fn seats(mut self, holds: impl Fn(&At<'_>, Seat) -> bool + Send + Sync + 'static) -> Self {
        once(&mut self.seats, Box::new(holds), "seats");
        self
    }

    /// What is asked of the seats.
    #[must_use]
    pub fn prompt(mut self, prompt: impl Into<Message>) -> Self {
        self.prompt = Some(prompt.into().or_id(prompt_id(&self.actions)));
        self
    }

    /// What a seat does happens when it does it, for everybody to see.
    #[must_use]
    pub fn at_once(mut self) -> Self {
        self.at_once = true;
        self
    }

    /// A seat goes on acting until this holds of it. Only where things happen [at once](TogetherSpec::at_once).
    #[must_use]
    pub fn until(mut self, done: impl Fn(&At<'_>, Seat) -> bool + Send + Sync + 'static) -> Self {
        self.at_once = true;
        once(&mut self.done, Box::new(done), "until");
        self
    }

    /// How long the seats may think.
    #[must_use]
    pub fn time_limit_ms(mut self, limit: u64) -> Self {
        self.time_limit_ms = Some(limit);
        self
    }

    /// What happens when a seat's time runs out in this step. The seat has acted then.
    #[must_use]
    pub fn on_timeout(mut self, does: impl Fn(&mut Play<'_, '_>) + Send + Sync + 'static) -> Self {
        once(&mut self.on_timeout, Box::new(does), "on_timeout");
        self
    }
}

impl From<TogetherSpec> for Flow {
    fn from(spec: TogetherSpec) -> Flow {
        Flow(Node::Together(spec))
    }
}

fn words(names: &[&str]) -> Vec<Word> {
    let word = |name: &&str| match Word::new(name) {
        Some(word) => word,
        None => panic!("{}", too_long("the name of an action", name)),
    };
    names.iter().map(word).collect()
}

/// What to say of a name that does not fit into a [`Word`].
pub(crate) fn too_long(what: &str, name: &str) -> String {
    let (length, most) = (name.len(), Word::MOST);
    format!(
        "'{name}' has {length} bytes, too many for {what}: use at most {most}, and say more in label() or prompt()"
    )
}
