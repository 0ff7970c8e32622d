//! The flow: nodes that say what happens when. The position in it is plain data; the nodes are the rules.

use std::borrow::Cow;

use parlor_core::{Message, Seat};
use parlor_table::{Packed, ShownAs, Value};

use crate::local::Scope;
use crate::{Ask, At, Local, Order, Play, StepSpec, TogetherSpec};

pub(crate) type Asks<T> = Box<dyn Fn(&At<'_>) -> T + Send + Sync>;
pub(crate) type Does = Box<dyn Fn(&mut Play<'_, '_>) + Send + Sync>;
pub(crate) type AsksOf = Box<dyn Fn(&At<'_>, Seat) -> bool + Send + Sync>;

/// A part of a game's flow. Put together by the functions of this crate: [`sequence`], [`repeat_while`], [`repeat`],
/// [`each_seat`], [`for_each`], [`bind`], [`ask`](crate::ask), [`step`](crate::step), [`together`](crate::together), [`phase`], [`switch`],
/// [`when`], [`run`], [`set`], [`states`].
///
/// ```
/// use parlor_flow::prelude::*;
/// let flow: Flow = sequence([
///     run(|play| { /* deal */ let _ = play; }),
///     repeat(3, each_seat(step(["play", "pass"]))),
/// ]);
/// # let _ = flow;
/// ```
pub struct Flow(pub(crate) Node);

pub(crate) enum Node {
    Sequence(Vec<Flow>),
    While {
        holds: Asks<bool>,
        limit: u32,
        body: Box<Flow>,
    },
    Repeat {
        times: Asks<i64>,
        body: Box<Flow>,
    },
    EachSeat {
        order: Order,
        body: Box<Flow>,
    },
    ForEach {
        items: Asks<Vec<i64>>,
        scope: Scope,
        kind: ShownAs,
        body: Box<Flow>,
    },
    Bind {
        value: Asks<i64>,
        scope: Scope,
        kind: ShownAs,
        body: Box<Flow>,
    },
    Ask {
        question: Asks<Ask>,
        scope: Scope,
        kind: ShownAs,
        body: Box<Flow>,
        time_limit_ms: Option<u64>,
    },
    Step(StepSpec),
    Together(TogetherSpec),
    Phase {
        message: Message,
        enter: Option<Does>,
        leave: Option<Does>,
        body: Box<Flow>,
    },
    Switch {
        on: Asks<i64>,
        cases: Vec<(i64, Flow)>,
        otherwise: Option<Box<Flow>>,
    },
    If {
        holds: Asks<bool>,
        then: Box<Flow>,
        otherwise: Option<Box<Flow>>,
    },
    Run(Does),
    States(Vec<NamedState>),
}

/// One after the other.
pub fn sequence(nodes: impl IntoIterator<Item = Flow>) -> Flow {
    Flow(Node::Sequence(nodes.into_iter().collect()))
}

/// Again and again while something holds. A loop that makes 10,000 turns without anybody acting is an error; see
/// [`Flow::at_most`].
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("none", "None", 2..=2);
/// let deck = game.zone("deck").hidden().add();
/// let flow = repeat_while(move |at| !at.zone(deck).is_empty(), each_seat(step(["draw"])));
/// # let _ = flow;
/// ```
pub fn repeat_while(
    holds: impl Fn(&At<'_>) -> bool + Send + Sync + 'static,
    body: impl Into<Flow>,
) -> Flow {
    Flow(Node::While {
        holds: Box::new(holds),
        limit: 10_000,
        body: Box::new(body.into()),
    })
}

/// Until the match ends by itself.
pub fn forever(body: impl Into<Flow>) -> Flow {
    repeat_while(|_| true, body).at_most(u32::MAX)
}

/// So many times.
pub fn repeat(times: i64, body: impl Into<Flow>) -> Flow {
    repeat_times(move |_| times, body)
}

/// As many times as the position says when we get here.
pub fn repeat_times(
    times: impl Fn(&At<'_>) -> i64 + Send + Sync + 'static,
    body: impl Into<Flow>,
) -> Flow {
    let (times, body) = (Box::new(times), Box::new(body.into()));
    Flow(Node::Repeat { times, body })
}

/// For each seat that is still in the match, once around the table. Add an [`Order`] with [`Flow::order`].
pub fn each_seat(body: impl Into<Flow>) -> Flow {
    Flow(Node::EachSeat {
        order: Order::forward(),
        body: Box::new(body.into()),
    })
}

/// For each of these; a [`Local`] says which.
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("sum", "Sum", 1..=1);
/// let sum = game.value("sum", 0_i64).add();
/// let flow = for_each(|_| vec![2_i64, 3, 5], |item| run(move |play| {
///     let item = play.local(item);
///     play.add(sum, item);
/// }));
/// let game = game.flow(flow);
/// assert_eq!(Scenario::new(&game, 1, 1).table().value(sum), 10);
/// ```
pub fn for_each<T: Packed, F: Into<Flow>>(
    items: impl Fn(&At<'_>) -> Vec<T> + Send + Sync + 'static,
    body: impl FnOnce(Local<T>) -> F,
) -> Flow {
    let scope = Scope::new();
    Flow(Node::ForEach {
        items: Box::new(move |at: &At<'_>| items(at).into_iter().map(T::pack).collect()),
        scope,
        kind: T::SHOWN_AS,
        body: Box::new(body(Local::new(scope, 0)).into()),
    })
}

/// Keeps a value, as it is when we get here, for a part of the flow.
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("double", "Double", 1..=1);
/// let sum = game.value("sum", 3_i64).add();
/// let flow = bind(move |at| at.value(sum), |before| run(move |play| {
///     let before = play.local(before);
///     play.add(sum, before);
/// }));
/// let game = game.flow(flow);
/// assert_eq!(Scenario::new(&game, 1, 1).table().value(sum), 6);
/// ```
pub fn bind<T: Packed, F: Into<Flow>>(
    value: impl Fn(&At<'_>) -> T + Send + Sync + 'static,
    body: impl FnOnce(Local<T>) -> F,
) -> Flow {
    let scope = Scope::new();
    Flow(Node::Bind {
        value: Box::new(move |at| value(at).pack()),
        scope,
        kind: T::SHOWN_AS,
        body: Box::new(body(Local::new(scope, 0)).into()),
    })
}

/// A part of the game with a name that viewers see.
///
/// ```
/// use parlor_flow::prelude::*;
/// let flow = phase("discard", "Lay away two cards", together(["discard"]))
///     .on_enter(|play| { /* … */ let _ = play; })
///     .on_leave(|play| { /* … */ let _ = play; });
/// # let _: Flow = flow;
/// ```
pub fn phase(
    id: impl Into<Cow<'static, str>>,
    text: impl Into<Cow<'static, str>>,
    body: impl Into<Flow>,
) -> Flow {
    Flow(Node::Phase {
        message: Message::new(id, text),
        enter: None,
        leave: None,
        body: Box::new(body.into()),
    })
}

/// One of several ways, by a value.
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("none", "None", 2..=2);
/// let weather = game.value("weather", 0_i64).add();
/// let flow = switch(move |at| at.value(weather), [(0, step(["row"])), (1, step(["sail"]))]);
/// # let _ = flow;
/// ```
pub fn switch<T: Packed>(
    on: impl Fn(&At<'_>) -> T + Send + Sync + 'static,
    cases: impl IntoIterator<Item = (T, impl Into<Flow>)>,
) -> Flow {
    let cases = cases
        .into_iter()
        .map(|(value, flow)| (value.pack(), flow.into()));
    Flow(Node::Switch {
        on: Box::new(move |at| on(at).pack()),
        cases: cases.collect(),
        otherwise: None,
    })
}

/// Only if something holds; see [`Flow::otherwise`].
pub fn when(
    holds: impl Fn(&At<'_>) -> bool + Send + Sync + 'static,
    then: impl Into<Flow>,
) -> Flow {
    Flow(Node::If {
        holds: Box::new(holds),
        then: Box::new(then.into()),
        otherwise: None,
    })
}

/// Does something, without asking anybody.
pub fn run(does: impl Fn(&mut Play<'_, '_>) + Send + Sync + 'static) -> Flow {
    Flow(Node::Run(Box::new(does)))
}

/// Sets a value.
pub fn set<T: Packed + Send + Sync + 'static>(
    value: Value<T>,
    to: impl Fn(&At<'_>) -> T + Send + Sync + 'static,
) -> Flow {
    run(move |play| {
        let to = to(&play.at());
        parlor_table::Changes::set_value(play, value, to);
    })
}

/// A state machine: named states, the first of which is where it begins. When a state's flow is done, the first of its
/// transitions that holds leads to the next one; when none holds, the machine is done.
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("door", "Door", 1..=1);
/// let open = game.value("open", false).add();
/// let flow = states([
///     state("closed", step(["push"])).to("open", move |at| at.value(open)).to("closed", |_| true),
///     state("open", step(["walk"])),
/// ]);
/// # let _ = flow;
/// ```
pub fn states(states: impl IntoIterator<Item = NamedState>) -> Flow {
    let states: Vec<NamedState> = states.into_iter().collect();
    for (target, _) in states.iter().flat_map(|state| &state.transitions) {
        assert!(
            states.iter().any(|state| state.name == *target),
            "a transition leads to '{target}', and there is no such state"
        );
    }
    Flow(Node::States(states))
}

/// A state of a state machine; see [`states`].
pub fn state(name: &'static str, body: impl Into<Flow>) -> NamedState {
    NamedState {
        name,
        body: body.into(),
        transitions: Vec::new(),
    }
}

/// A state of a state machine, and where it leads; see [`states`].
///
/// ```
/// use parlor_flow::prelude::*;
/// let resting = state("resting", step(["wake"])).to("resting", |_| true);
/// # let _: NamedState = resting;
/// ```
pub struct NamedState {
    pub(crate) name: &'static str,
    pub(crate) body: Flow,
    pub(crate) transitions: Vec<(&'static str, Asks<bool>)>,
}

impl NamedState {
    /// Leads to another state if this holds when the state's flow is done.
    #[must_use]
    pub fn to(
        mut self,
        state: &'static str,
        holds: impl Fn(&At<'_>) -> bool + Send + Sync + 'static,
    ) -> NamedState {
        self.transitions.push((state, Box::new(holds)));
        self
    }
}

/// Takes what an author says of a node or an action.
///
/// # Panics
/// When it was said before: the second must not replace the first unseen.
#[track_caller]
pub(crate) fn once<T>(slot: &mut Option<T>, said: T, what: &str) {
    assert!(
        slot.is_none(),
        "{what}() is called twice: call it once, and tell the cases apart in it"
    );
    *slot = Some(said);
}

impl Flow {
    /// The most turns that this loop may make without anybody acting; more are refused with an error that names the loop.
    #[must_use]
    pub fn at_most(mut self, turns: u32) -> Flow {
        match &mut self.0 {
            Node::While { limit, .. } => *limit = turns,
            _ => panic!("at_most() belongs to repeat_while()"),
        }
        self
    }

    /// How long the seat that is asked may think before the default answer is taken.
    #[must_use]
    pub fn time_limit_ms(mut self, limit: u64) -> Flow {
        match &mut self.0 {
            Node::Ask { time_limit_ms, .. } => *time_limit_ms = Some(limit),
            _ => panic!("time_limit_ms() belongs to ask() and steps"),
        }
        self
    }

    /// In which order the seats come.
    #[must_use]
    pub fn order(mut self, by: Order) -> Flow {
        match &mut self.0 {
            Node::EachSeat { order, .. } => *order = by,
            _ => panic!("order() belongs to each_seat()"),
        }
        self
    }

    /// What happens when a phase begins.
    #[must_use]
    pub fn on_enter(mut self, does: impl Fn(&mut Play<'_, '_>) + Send + Sync + 'static) -> Flow {
        match &mut self.0 {
            Node::Phase { enter, .. } => once(enter, Box::new(does), "on_enter"),
            _ => panic!("on_enter() belongs to phase()"),
        }
        self
    }

    /// What happens when a phase is over.
    #[must_use]
    pub fn on_leave(mut self, does: impl Fn(&mut Play<'_, '_>) + Send + Sync + 'static) -> Flow {
        match &mut self.0 {
            Node::Phase { leave, .. } => once(leave, Box::new(does), "on_leave"),
            _ => panic!("on_leave() belongs to phase()"),
        }
        self
    }

    /// What happens if the condition does not hold, or no case fits.
    #[must_use]
    pub fn otherwise(mut self, flow: impl Into<Flow>) -> Flow {
        match &mut self.0 {
            Node::If { otherwise, .. } | Node::Switch { otherwise, .. } => {
                *otherwise = Some(Box::new(flow.into()));
            }
            _ => panic!("otherwise() belongs to when() and switch()"),
        }
        self
    }
}
