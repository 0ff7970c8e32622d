//! What a seat can do now: every action with every combination of answers, found without writing commands out.

use parlor_core::Rejection;
use parlor_table::{Table, Word};
use smallvec::SmallVec;

use crate::action::Action;
use crate::args::{Amount, Resolved, ResolvedArgs};
use crate::combine::{combination, combinations};
use crate::{Args, At, Command, FlowGame};

/// The number of the command that ends a step.
pub(crate) const DONE_ACTION: u16 = u16::MAX;

/// More than so many commands are not listed: nobody could read them, and finding them would take too long.
const MOST_LEAVES: usize = 100_000;

/// All that a seat can do, in groups that differ in the last answer only.
#[derive(Default)]
pub(crate) struct Leaves {
    groups: SmallVec<[Group; 4]>,
    last: Vec<i64>,
    /// The answers to choices before the last that are still to be gone through.
    open: Vec<i64>,
    total: usize,
}

struct Group {
    action: u16,
    args: ResolvedArgs,
    /// The last answers; nothing when the answers are complete.
    last: Option<Last>,
}

/// The last answers of a group: what can be chosen, as a range of `Leaves::last`, and how many ways there are to do it.
struct Last {
    range: std::ops::Range<usize>,
    ways: usize,
    /// Several of them are chosen.
    amount: Option<Amount>,
}

impl Last {
    fn answer(&self, last: &[i64], number: usize) -> Resolved {
        let items = &last[self.range.clone()];
        match &self.amount {
            None => Resolved::One(items[number]),
            Some(amount) => Resolved::Many(combination(items, amount, number)),
        }
    }
}

impl Leaves {
    pub fn len(&self) -> usize {
        self.total
    }

    fn push(&mut self, action: u16, args: ResolvedArgs) {
        self.total += 1;
        self.groups.push(Group {
            action,
            args,
            last: None,
        });
    }

    /// The leaf with this number.
    pub fn take(&mut self, mut number: usize) -> Option<(u16, ResolvedArgs)> {
        for group in &mut self.groups {
            match &group.last {
                None if number == 0 => {
                    return Some((group.action, std::mem::take(&mut group.args)));
                }
                None => number -= 1,
                Some(last) if number < last.ways => {
                    let mut args = std::mem::take(&mut group.args);
                    args.push(last.answer(&self.last, number));
                    return Some((group.action, args));
                }
                Some(last) => number -= last.ways,
            }
        }
        None
    }

    /// Every leaf, in order.
    pub fn each(&self, mut visit: impl FnMut(u16, &[Resolved])) {
        for group in &self.groups {
            match &group.last {
                None => visit(group.action, &group.args),
                Some(last) => {
                    let mut args = group.args.clone();
                    for number in 0..last.ways {
                        args.push(last.answer(&self.last, number));
                        visit(group.action, &args);
                        args.pop();
                    }
                }
            }
        }
    }
}

impl FlowGame {
    /// Adds all that can be done with these actions.
    pub(crate) fn leaves(&self, actions: &[u16], at: &At<'_>, done: bool) -> Leaves {
        let mut leaves = Leaves::default();
        self.find_leaves(actions, at, done, &mut leaves);
        leaves
    }

    /// The same into what has been used before.
    pub(crate) fn find_leaves(
        &self,
        actions: &[u16],
        at: &At<'_>,
        done: bool,
        leaves: &mut Leaves,
    ) {
        leaves.groups.clear();
        leaves.last.clear();
        leaves.total = 0;
        for index in actions {
            let action = &self.actions[usize::from(*index)];
            if action
                .conditions
                .iter()
                .all(|condition| (condition.holds)(at))
            {
                let mut args = ResolvedArgs::new();
                expand(action, *index, at, &mut args, leaves);
            }
        }
        if done {
            leaves.push(DONE_ACTION, ResolvedArgs::new());
        }
    }

    /// Whether there is anything that can be done with these actions.
    pub(crate) fn can_act(&self, actions: &[u16], at: &At<'_>) -> bool {
        actions.iter().any(|index| {
            let action = &self.actions[usize::from(*index)];
            let conditions = action.conditions.iter();
            conditions.clone().all(|condition| (condition.holds)(at))
                && can_expand(action, at, &mut ResolvedArgs::new())
        })
    }

    /// Whether what was chosen before is still possible.
    pub(crate) fn is_possible(&self, at: &At<'_>, action: u16, args: &[Resolved]) -> bool {
        let Some(action) = self.actions.get(usize::from(action)) else {
            return false;
        };
        let holds = action
            .conditions
            .iter()
            .all(|condition| (condition.holds)(at));
        let answered = (0..args.len()).all(|number| {
            let given = &args[..number];
            let here = at.with(Args {
                action: Some(action),
                given,
            });
            action.choices[number].takes(&here, &args[number])
        });
        let args = Args {
            action: Some(action),
            given: args,
        };
        let check = action.check.as_ref();
        holds && answered && check.is_none_or(|check| check(&at.with(args), args).is_ok())
    }

    /// The command that these answers make.
    pub(crate) fn command(&self, table: &Table, action: u16, args: &[Resolved]) -> Command {
        let Some(action) = self.actions.get(usize::from(action)) else {
            return Command::new(crate::step::DONE);
        };
        let inputs = action.choices.iter().zip(args);
        Command {
            action: action.name,
            args: inputs
                .map(|(choice, resolved)| choice.input(table, resolved))
                .collect(),
        }
    }

    /// What a command means, or why it is not possible now.
    pub(crate) fn resolve(
        &self,
        actions: &[u16],
        at: &At<'_>,
        done: bool,
        command: &Command,
    ) -> Result<(u16, ResolvedArgs), Rejection> {
        if done && command.action.as_str() == crate::step::DONE && command.args.is_empty() {
            return Ok((DONE_ACTION, ResolvedArgs::new()));
        }
        let named = |index: &&u16| self.actions[usize::from(**index)].name == command.action;
        let Some(index) = actions.iter().find(named) else {
            return Err(self.not_now(command.action));
        };
        let action = &self.actions[usize::from(*index)];
        for condition in &action.conditions {
            if !(condition.holds)(at) {
                return Err(Rejection::new(condition.code, condition.text));
            }
        }
        if command.args.len() != action.choices.len() {
            return Err(
                Rejection::new("wrong_answers", "{action} asks for: {names}")
                    .with("action", action.name.to_string())
                    .with("count", action.choices.len() as u64)
                    .with("names", action.names()),
            );
        }
        let mut args = ResolvedArgs::new();
        for (choice, input) in action.choices.iter().zip(&command.args) {
            let here = Args {
                action: Some(action),
                given: &args,
            };
            let resolved = choice.resolve(&at.with(here), input)?;
            args.push(resolved);
        }
        if let Some(check) = &action.check {
            let args = Args {
                action: Some(action),
                given: &args,
            };
            check(&at.with(args), args)?;
        }
        Ok((*index, args))
    }

    fn not_now(&self, name: Word) -> Rejection {
        let known = self.actions.iter().any(|action| action.name == name);
        match known || name.as_str() == crate::step::DONE {
            true => Rejection::new("not_now", "{action} is not possible now")
                .with("action", name.to_string()),
            false => Rejection::malformed(format!("there is no action '{name}'")),
        }
    }
}

/// Whether there are answers to an action's choices from here on.
fn can_expand(action: &Action, at: &At<'_>, args: &mut ResolvedArgs) -> bool {
    let here = Args {
        action: Some(action),
        given: args,
    };
    let Some(choice) = action.choices.get(args.len()) else {
        let check = action.check.as_ref();
        return check.is_none_or(|check| check(&at.with(here), here).is_ok());
    };
    let answers = choice.answers(&at.with(here));
    answers.into_iter().any(|answer| {
        args.push(answer);
        let can = can_expand(action, at, args);
        args.pop();
        can
    })
}

/// Adds an action with all answers to its choices from here on.
fn expand(action: &Action, index: u16, at: &At<'_>, args: &mut ResolvedArgs, leaves: &mut Leaves) {
    let here = Args {
        action: Some(action),
        given: args,
    };
    if leaves.total >= MOST_LEAVES {
        return;
    }
    let Some(choice) = action.choices.get(args.len()) else {
        let allowed = match &action.check {
            Some(check) => check(&at.with(here), here).is_ok(),
            None => true,
        };
        if allowed {
            leaves.push(index, args.clone());
        }
        return;
    };
    let is_last = args.len() + 1 == action.choices.len();
    if is_last && action.check.is_none() && choice.is_listed() {
        let start = leaves.last.len();
        choice.candidates(&at.with(here), &mut leaves.last);
        let candidates = &mut leaves.last[start..];
        let ways = match &choice.amount {
            None => candidates.len(),
            Some(amount) => {
                candidates.sort_by_key(|raw| choice.key(at, *raw));
                combinations(candidates.len(), amount)
            }
        };
        if ways > 0 {
            leaves.total += ways;
            leaves.groups.push(Group {
                action: index,
                args: args.clone(),
                last: Some(Last {
                    range: start..leaves.last.len(),
                    ways,
                    amount: choice.amount.clone(),
                }),
            });
        }
        return;
    }
    if choice.amount.is_none() && choice.is_listed() {
        // The most common case, without a list of its own.
        let start = leaves.open.len();
        choice.candidates(&at.with(here), &mut leaves.open);
        for number in start..leaves.open.len() {
            args.push(Resolved::One(leaves.open[number]));
            expand(action, index, at, args, leaves);
            args.pop();
        }
        return leaves.open.truncate(start);
    }
    for answer in choice.answers(&at.with(here)) {
        args.push(answer);
        expand(action, index, at, args, leaves);
        args.pop();
    }
}

impl Action {
    fn names(&self) -> String {
        let names: Vec<&str> = self.choices.iter().map(|choice| &*choice.name).collect();
        names.join(", ")
    }
}
