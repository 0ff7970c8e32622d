//! What a seat can do now: every action with every combination of answers, found without writing commands out.

use parlor_core::Rng;

use crate::action::{Action, Kind};
use crate::args::{Resolved, ResolvedArgs};
use crate::combine::LISTED_COMBINATIONS;
use crate::ways::Last;
use crate::{Args, At, FlowGame};

/// The number of the command that ends a step.
pub(crate) const DONE_ACTION: u16 = u16::MAX;

/// More than so many commands are not listed: nobody could read them, and finding them would take too long.
const MOST_LEAVES: usize = 100_000;
/// So often a way is drawn that turns out to be none, before those that are listed are looked at.
const MOST_DRAWS: u32 = 256;

/// All that a seat can do, in groups that differ in the last answer only.
#[derive(Default)]
pub(crate) struct Leaves {
    pub groups: Vec<Group>,
    pub last: Vec<i64>,
    /// The answers to choices before the last that are still to be gone through.
    open: Vec<i64>,
    /// How many ways the groups have together.
    pub total: u64,
    /// Some of the ways may turn out to be none.
    pub unsure: bool,
    /// How many groups there may be before the next action gets its turn.
    most: usize,
}

pub(crate) struct Group {
    pub action: u16,
    pub args: ResolvedArgs,
    /// The last answers; nothing when the answers are complete.
    pub last: Option<Last>,
}

impl Group {
    pub fn ways(&self) -> u64 {
        self.last.as_ref().map_or(1, |last| last.ways)
    }

    /// Whether every way is one.
    fn is_sure(&self) -> bool {
        self.last.as_ref().is_none_or(|last| last.sure)
    }
}

thread_local! {
    /// Memory that has been used before.
    static SPARE: std::cell::Cell<Leaves> = const { std::cell::Cell::new(Leaves::EMPTY) };
}

impl Leaves {
    const EMPTY: Leaves = Leaves {
        groups: Vec::new(),
        last: Vec::new(),
        open: Vec::new(),
        total: 0,
        unsure: false,
        most: 0,
    };

    /// Empty, with memory that has been used before.
    pub fn spare() -> Leaves {
        SPARE.take()
    }

    /// Keeps the memory for the next one who needs it.
    pub fn put_away(self) {
        const MOST_KEPT: usize = 10_000;
        if self.groups.capacity() < MOST_KEPT && self.last.capacity() < MOST_KEPT {
            SPARE.set(self);
        }
    }

    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    pub fn push(&mut self, action: u16, args: ResolvedArgs) {
        self.push_group(Group {
            action,
            args,
            last: None,
        });
    }

    fn push_group(&mut self, group: Group) {
        self.total = self.total.saturating_add(group.ways());
        self.unsure |= !group.is_sure();
        self.groups.push(group);
    }

    /// The group of the way with this number, and the way's number in it.
    fn find(&self, mut number: u64) -> Option<(usize, u64)> {
        for (index, group) in self.groups.iter().enumerate() {
            match number.checked_sub(group.ways()) {
                None => return Some((index, number)),
                Some(rest) => number = rest,
            }
        }
        None
    }

    /// Takes a way of a group out; the group is no longer whole then.
    pub fn take(&mut self, group: usize, number: u64) -> (u16, ResolvedArgs) {
        let group = &mut self.groups[group];
        let mut args = std::mem::take(&mut group.args);
        if let Some(last) = &group.last {
            args.push(last.answer(&self.last, number));
        }
        (group.action, args)
    }

    /// One of the leaves, each as likely as any other; nothing if there is none. Where not all ways are sure, a leaf is as
    /// likely as a way.
    pub fn draw(
        &mut self,
        game: &FlowGame,
        at: &At<'_>,
        rng: &mut Rng,
    ) -> Option<(u16, ResolvedArgs)> {
        if !self.unsure {
            let number = below(rng, self.total.max(1));
            let (group, number) = self.find(number)?;
            return Some(self.take(group, number));
        }
        if let Some((_, action, args)) = self.try_draw(game, at, rng) {
            return Some((action, args));
        }
        let mut many = 0;
        self.each(game, at, |_, _| many += 1);
        let (mut left, mut chosen) = (below(rng, many.max(1)), None);
        self.each(game, at, |action, args| {
            if left == 0 && chosen.is_none() {
                chosen = Some((action, args.into()));
            }
            left = left.saturating_sub(1);
        });
        chosen
    }

    /// Draws ways until one can be played: from which group, and what it is. Nothing if that takes too long.
    pub fn try_draw(
        &mut self,
        game: &FlowGame,
        at: &At<'_>,
        rng: &mut Rng,
    ) -> Option<(usize, u16, ResolvedArgs)> {
        for _ in 0..MOST_DRAWS {
            let (index, number) = self.find(below(rng, self.total))?;
            let (action, args) = self.take(index, number);
            if self.groups[index].is_sure() || game.passes(at, action, &args) {
                return Some((index, action, args));
            }
            self.put_back(index, args);
        }
        None
    }

    /// Makes a group whole again from which something was taken.
    pub fn put_back(&mut self, group: usize, mut args: ResolvedArgs) {
        let group = &mut self.groups[group];
        if group.last.is_some() {
            args.pop();
        }
        group.args = args;
    }

    /// Every leaf that is listed, in order: all of them, unless they are too many.
    pub fn each(&self, game: &FlowGame, at: &At<'_>, mut visit: impl FnMut(u16, &[Resolved])) {
        let mut actions = 1;
        for pair in self.groups.windows(2) {
            actions += usize::from(pair[0].action != pair[1].action);
        }
        // Each action gets its share.
        let (mut listed, mut listed_of) = (0, DONE_ACTION);
        for group in &self.groups {
            if group.action != listed_of {
                (listed, listed_of) = (0, group.action);
            }
            if listed > MOST_LEAVES / actions {
                continue;
            }
            self.each_of(group, game, at, |args| {
                listed += 1;
                visit(group.action, args);
            });
        }
    }

    /// Every leaf of a group that is listed.
    pub fn each_of(
        &self,
        group: &Group,
        game: &FlowGame,
        at: &At<'_>,
        mut visit: impl FnMut(&[Resolved]),
    ) {
        let Some(last) = &group.last else {
            return visit(&group.args);
        };
        let mut args = group.args.clone();
        if last.sure {
            for number in last.listed() {
                args.push(last.answer(&self.last, number));
                visit(&args);
                args.pop();
            }
            return;
        }
        let action = &game.actions[usize::from(group.action)];
        let here = Args {
            action: Some(action),
            given: &group.args,
        };
        let answers = (action.choices.get(args.len())).map(|choice| choice.answers(&at.with(here)));
        for answer in answers.into_iter().flatten() {
            args.push(answer);
            if game.passes(at, group.action, &args) {
                visit(&args);
            }
            args.pop();
        }
    }
}

/// A number below the bound, each as likely as any other.
pub(crate) fn below(rng: &mut Rng, bound: u64) -> u64 {
    match u32::try_from(bound) {
        Ok(bound) => rng.below(bound).into(),
        Err(_) => {
            let word = u64::from(rng.word()) << 32 | u64::from(rng.word());
            ((u128::from(word) * u128::from(bound)) >> 64) as u64
        }
    }
}

impl FlowGame {
    /// All that can be done with these actions.
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
        leaves.unsure = false;
        for index in actions {
            let action = &self.actions[usize::from(*index)];
            if action.is_on(at) {
                leaves.most = leaves.groups.len() + MOST_LEAVES / actions.len();
                let mut args = ResolvedArgs::new();
                self.expand(action, *index, at, &mut args, leaves);
            }
        }
        if done {
            leaves.push(DONE_ACTION, ResolvedArgs::new());
        }
    }

    /// Whether there is anything that can be done with these actions.
    pub(crate) fn can_act(&self, actions: &[u16], at: &At<'_>) -> bool {
        let mut leaves = Leaves::spare();
        leaves.groups.clear();
        leaves.last.clear();
        // The first one will do.
        leaves.most = 1;
        let can = actions.iter().any(|index| {
            let action = &self.actions[usize::from(*index)];
            if action.is_on(at) {
                self.expand(action, *index, at, &mut ResolvedArgs::new(), &mut leaves);
            }
            !leaves.is_empty()
        });
        leaves.put_away();
        can
    }

    /// Adds an action with all answers to its choices from here on.
    fn expand(
        &self,
        action: &Action,
        index: u16,
        at: &At<'_>,
        args: &mut ResolvedArgs,
        leaves: &mut Leaves,
    ) {
        if leaves.groups.len() >= leaves.most {
            return;
        }
        let here = at.with(Args {
            action: Some(action),
            given: args,
        });
        let Some(choice) = action.choices.get(args.len()) else {
            if self.passes(at, index, args) {
                leaves.push(index, args.clone());
            }
            return;
        };
        let is_text = matches!(choice.kind, Kind::Text { .. });
        if args.len() + 1 == action.choices.len() && !is_text {
            let start = leaves.last.len();
            let last = choice.last(&here, &mut leaves.last);
            return self.expand_last(action, index, at, args, last, start, leaves);
        }
        if choice.amount.is_none() && !choice.optional && !is_text {
            // The most common case, without a list of its own.
            let start = leaves.open.len();
            choice.candidates(&here, &mut leaves.open);
            for number in start..leaves.open.len() {
                args.push(Resolved::One(leaves.open[number]));
                self.expand(action, index, at, args, leaves);
                args.pop();
            }
            return leaves.open.truncate(start);
        }
        for answer in choice.answers(&here) {
            args.push(answer);
            self.expand(action, index, at, args, leaves);
            args.pop();
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the state of one recursion")]
    fn expand_last(
        &self,
        action: &Action,
        index: u16,
        at: &At<'_>,
        args: &mut ResolvedArgs,
        mut last: Last,
        start: usize,
        leaves: &mut Leaves,
    ) {
        if last.ways == 0 {
            return;
        }
        if action.check.is_some() && last.sure && last.ways <= LISTED_COMBINATIONS {
            for number in last.listed() {
                args.push(last.answer(&leaves.last, number));
                if self.passes(at, index, args) {
                    leaves.push(index, args.clone());
                }
                args.pop();
            }
            return leaves.last.truncate(start);
        }
        last.sure &= action.check.is_none();
        let group = Group {
            action: index,
            args: args.clone(),
            last: Some(last),
        };
        match group.is_sure() || self.has_leaf(&group, at, leaves) {
            true => leaves.push_group(group),
            false => leaves.last.truncate(start),
        }
    }
}

impl FlowGame {
    /// Whether any of the ways of a group is one: a quick look first, and a thorough one where that finds nothing.
    fn has_leaf(&self, group: &Group, at: &At<'_>, leaves: &Leaves) -> bool {
        let mut args = group.args.clone();
        let passes = |number: u64| {
            args.extend(
                group
                    .last
                    .as_ref()
                    .map(|last| last.answer(&leaves.last, number)),
            );
            let passes = self.passes(at, group.action, &args);
            args.pop();
            passes
        };
        let numbers = group.last.as_ref().map(Last::listed);
        if numbers.into_iter().flatten().any(passes) {
            return true;
        }
        let mut any = false;
        leaves.each_of(group, self, at, |_| any = true);
        any
    }
}

impl Action {
    fn is_on(&self, at: &At<'_>) -> bool {
        let mut conditions = self.conditions.iter();
        conditions.all(|condition| (condition.holds)(at))
    }
}
