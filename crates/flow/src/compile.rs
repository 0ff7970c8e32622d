//! The tree of nodes laid out flat, so that a position in it is a list of small numbers.

use parlor_core::{Fingerprint, Message};
use parlor_table::{ShownAs, Word};

use crate::local::Scope;
use crate::node::{Asks, Does, Flow, Node};
use crate::{Ask, Order, StepSpec, TogetherSpec};

/// A node whose children are known by number.
pub(crate) enum Op {
    Sequence(Vec<u16>),
    While {
        holds: Asks<bool>,
        limit: u32,
        body: u16,
    },
    Repeat {
        times: Asks<i64>,
        body: u16,
    },
    EachSeat {
        order: Order,
        body: u16,
    },
    ForEach {
        items: Asks<Vec<i64>>,
        scope: Scope,
        kind: ShownAs,
        body: u16,
    },
    Bind {
        value: Asks<i64>,
        scope: Scope,
        kind: ShownAs,
        body: u16,
    },
    Ask {
        question: Asks<Ask>,
        scope: Scope,
        kind: ShownAs,
        body: u16,
        time_limit_ms: Option<u64>,
    },
    /// A procedure that was called.
    Procedure {
        scope: Scope,
        kinds: Vec<ShownAs>,
        body: u16,
    },
    /// A program that was started.
    Program,
    Step(Step),
    Together(Together),
    Phase {
        message: Message,
        enter: Option<Does>,
        leave: Option<Does>,
        body: u16,
    },
    Switch {
        on: Asks<i64>,
        cases: Vec<(i64, u16)>,
        otherwise: Option<u16>,
    },
    If {
        holds: Asks<bool>,
        then: u16,
        otherwise: Option<u16>,
    },
    Run(Does),
    States(Vec<MachineState>),
}

/// A state of a state machine: its flow, and where it leads under which condition.
pub(crate) struct MachineState {
    pub body: u16,
    pub transitions: Vec<(u16, Asks<bool>)>,
}

pub(crate) struct Step {
    pub spec: StepSpec,
    pub actions: Vec<u16>,
}

pub(crate) struct Together {
    pub spec: TogetherSpec,
    pub actions: Vec<u16>,
}

/// Lays a flow out; the root comes last. Actions that nobody has written are a mistake of the game's author.
impl Op {
    /// What is declared of it, as part of the rules' hash.
    pub(crate) fn fingerprint(&self, hash: Fingerprint) -> Fingerprint {
        match self {
            Op::Sequence(nodes) => hash.with(&("sequence", nodes)),
            Op::While { limit, body, .. } => hash.with(&("while", limit, body)),
            Op::Repeat { body, .. } => hash.with(&("repeat", body)),
            Op::EachSeat { order, body } => {
                let own = (
                    order.start.is_some(),
                    order.filter.is_some(),
                    order.list.is_some(),
                );
                hash.with(&("each seat", order.backward, order.only, own, body))
            }
            Op::ForEach { body, .. } => hash.with(&("for each", body)),
            Op::Bind { body, .. } => hash.with(&("bind", body)),
            Op::Ask {
                body,
                time_limit_ms,
                ..
            } => hash.with(&("ask", body, time_limit_ms)),
            Op::Procedure { kinds, body, .. } => hash.with(&("procedure", kinds.len(), body)),
            Op::Program => hash.with("program"),
            Op::Step(step) => {
                let spec = &step.spec;
                let asks = (
                    spec.seat.is_some(),
                    spec.skip.is_some(),
                    spec.until.is_some(),
                );
                let does = (spec.on_timeout.is_some(), spec.if_stuck.is_some());
                let moves = (spec.moves.start(), spec.moves.end());
                let hash =
                    hash.with(&("step", &step.actions, asks, does, moves, spec.time_limit_ms));
                match spec.side {
                    None => hash,
                    Some(side) => hash.with(&(side, spec.prefers.is_some(), spec.at_random)),
                }
            }
            Op::Together(step) => {
                let spec = &step.spec;
                let asks = (spec.seats.is_some(), spec.done.is_some(), spec.at_once);
                let does = spec.on_timeout.is_some();
                hash.with(&("together", &step.actions, asks, does, spec.time_limit_ms))
            }
            Op::Phase {
                message,
                enter,
                leave,
                body,
            } => hash.with(&("phase", &message.id, enter.is_some(), leave.is_some(), body)),
            Op::Switch {
                cases, otherwise, ..
            } => hash.with(&("switch", cases, otherwise)),
            Op::If {
                then, otherwise, ..
            } => hash.with(&("if", then, otherwise)),
            Op::Run(_) => hash.with("run"),
            Op::States(states) => {
                let hash = hash.with(&("states", states.len()));
                states.iter().fold(hash, |hash, state| {
                    let to: Vec<u16> = state.transitions.iter().map(|(to, _)| *to).collect();
                    hash.with(&(state.body, to))
                })
            }
        }
    }

    /// How long those who are to act may think, if this limits it.
    pub(crate) fn time_limit_ms(&self) -> Option<u64> {
        match self {
            Op::Step(step) => step.spec.time_limit_ms,
            Op::Together(step) => step.spec.time_limit_ms,
            Op::Ask { time_limit_ms, .. } => *time_limit_ms,
            _ => None,
        }
    }

    /// The scope of the values that its frame holds.
    pub(crate) fn scope(&self) -> Option<Scope> {
        match self {
            Op::ForEach { scope, .. }
            | Op::Bind { scope, .. }
            | Op::Ask { scope, .. }
            | Op::Procedure { scope, .. } => Some(*scope),
            _ => None,
        }
    }

    /// What the values of its frame are: of lists, all the same.
    pub(crate) fn kinds(&self) -> &[ShownAs] {
        match self {
            Op::ForEach { kind, .. } | Op::Bind { kind, .. } | Op::Ask { kind, .. } => {
                std::slice::from_ref(kind)
            }
            Op::Procedure { kinds, .. } => kinds,
            _ => &[],
        }
    }
}

pub(crate) fn compile(flow: Flow, find: &impl Fn(Word) -> u16, ops: &mut Vec<Op>) -> u16 {
    let actions = |names: &[Word]| names.iter().map(|name| find(*name)).collect();
    let op = match flow.0 {
        Node::Sequence(nodes) => Op::Sequence(
            nodes
                .into_iter()
                .map(|node| compile(node, find, ops))
                .collect(),
        ),
        Node::While { holds, limit, body } => Op::While {
            holds,
            limit,
            body: compile(*body, find, ops),
        },
        Node::Repeat { times, body } => Op::Repeat {
            times,
            body: compile(*body, find, ops),
        },
        Node::EachSeat { order, body } => Op::EachSeat {
            order,
            body: compile(*body, find, ops),
        },
        Node::ForEach {
            items,
            scope,
            kind,
            body,
        } => Op::ForEach {
            items,
            scope,
            kind,
            body: compile(*body, find, ops),
        },
        Node::Bind {
            value,
            scope,
            kind,
            body,
        } => Op::Bind {
            value,
            scope,
            kind,
            body: compile(*body, find, ops),
        },
        Node::Ask {
            question,
            scope,
            kind,
            body,
            time_limit_ms,
        } => Op::Ask {
            question,
            scope,
            kind,
            body: compile(*body, find, ops),
            time_limit_ms,
        },
        Node::Step(spec) => {
            spec.check();
            Op::Step(Step {
                actions: actions(&spec.actions),
                spec,
            })
        }
        Node::Together(spec) => Op::Together(Together {
            actions: actions(&spec.actions),
            spec,
        }),
        Node::Phase {
            message,
            enter,
            leave,
            body,
        } => Op::Phase {
            message,
            enter,
            leave,
            body: compile(*body, find, ops),
        },
        Node::Switch {
            on,
            cases,
            otherwise,
        } => Op::Switch {
            on,
            cases: cases
                .into_iter()
                .map(|(value, flow)| (value, compile(flow, find, ops)))
                .collect(),
            otherwise: otherwise.map(|flow| compile(*flow, find, ops)),
        },
        Node::If {
            holds,
            then,
            otherwise,
        } => Op::If {
            holds,
            then: compile(*then, find, ops),
            otherwise: otherwise.map(|flow| compile(*flow, find, ops)),
        },
        Node::Run(does) => Op::Run(does),
        Node::States(states) => {
            let names: Vec<&str> = states.iter().map(|state| state.name).collect();
            let number =
                |name: &str| names.iter().position(|known| *known == name).unwrap_or(0) as u16;
            let compiled = states.into_iter().map(|state| {
                let to = state.transitions.into_iter();
                let transitions = to.map(|(name, holds)| (number(name), holds)).collect();
                MachineState {
                    body: compile(state.body, find, ops),
                    transitions,
                }
            });
            Op::States(compiled.collect())
        }
    };
    push(op, ops)
}

/// Adds a node, and says its number.
pub(crate) fn push(op: Op, ops: &mut Vec<Op>) -> u16 {
    ops.push(op);
    match u16::try_from(ops.len() - 1) {
        Ok(index) => index,
        Err(_) => panic!("this flow has too many nodes"),
    }
}
