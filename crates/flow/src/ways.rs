//! The ways to answer the last choice of an action, by number: long ranges and many combinations are not written out.

use std::ops::Range;

use crate::action::{Choice, Kind};
use crate::args::{Amount, Resolved};
use crate::choice::is_long;
use crate::combine::{LISTED_COMBINATIONS, combination, combinations, each_chosen};
use crate::{Args, At, FlowGame};

/// Longer ranges of numbers are not listed in full.
pub(crate) const LISTED_NUMBERS: u64 = 1_000;

/// The ways to answer the last choice of an action.
pub(crate) struct Last {
    pub items: Items,
    /// Several are chosen.
    pub amount: Option<Amount>,
    /// The first way is to choose nothing.
    pub nothing: bool,
    pub ways: u64,
    /// Every way is one; otherwise each has to be tried.
    pub sure: bool,
}

/// What can be chosen.
pub(crate) enum Items {
    /// These, a part of `Leaves::last`.
    Listed(Range<usize>),
    /// All numbers from the first to the second.
    Between(i64, i64),
}

impl Choice {
    /// The ways to answer. What can be chosen is added to `out`, unless it is a long range.
    pub fn last(&self, at: &At<'_>, out: &mut Vec<i64>) -> Last {
        let start = out.len();
        let amount = self.amount(at);
        let range = match (&self.kind, &amount) {
            (Kind::Number(range), None) => Some(range(at)).filter(is_long),
            _ => None,
        };
        let (items, ways, sure) = match range {
            Some(range) => {
                let (low, high) = range.into_inner();
                let ways = high.abs_diff(low).saturating_add(1);
                let sure = self.only.is_none() && self.valid.is_none();
                (Items::Between(low, high), ways, sure)
            }
            None => {
                self.candidates(at, out);
                let many = out.len() - start;
                let ways = match &amount {
                    None => many as u64,
                    Some(amount) => {
                        if !self.lists_in_order(at) {
                            out[start..].sort_by_key(|raw| self.key(at, *raw));
                        }
                        combinations(many, amount)
                    }
                };
                (Items::Listed(start..out.len()), ways, true)
            }
        };
        Last {
            items,
            amount,
            nothing: self.optional,
            ways: ways.saturating_add(self.optional.into()),
            sure,
        }
    }
}

impl Last {
    /// The answer with this number.
    pub fn answer(&self, last: &[i64], number: u64) -> Resolved {
        let Some(number) = number.checked_sub(self.nothing.into()) else {
            return Resolved::Nothing;
        };
        match (&self.items, &self.amount) {
            (Items::Between(low, _), _) => Resolved::One(low.wrapping_add(number as i64)),
            (Items::Listed(items), None) => Resolved::One(last[items.start + number as usize]),
            (Items::Listed(items), Some(amount)) => {
                Resolved::Many(combination(&last[items.clone()], amount, number))
            }
        }
    }

    /// What is chosen with this number, by codes of the items that are listed.
    pub fn each_code(&self, codes: &[u64], number: u64, visit: impl FnMut(&u64)) {
        if let (Items::Listed(_), Some(amount)) = (&self.items, &self.amount) {
            each_chosen(codes, amount, number - u64::from(self.nothing), visit);
        }
    }

    /// The numbers of the answers that are listed: all, or some from the first to the last.
    pub fn listed(&self) -> impl Iterator<Item = u64> + use<> {
        let most = match self.amount {
            Some(_) => LISTED_COMBINATIONS,
            None => LISTED_NUMBERS,
        };
        let first = u64::from(self.nothing);
        let (nothing, end) = (0..first, self.ways);
        // A list that is there anyway is listed in full.
        let every = match (&self.items, &self.amount) {
            (Items::Listed(_), None) => 1,
            _ => ((end - first).saturating_sub(1) / most).max(1),
        };
        let steps = (end - first).div_ceil(every);
        let left_out = every > 1 && (end - 1 - first) % every != 0;
        let regular = (0..steps).map(move |step| first + step * every);
        nothing.chain(regular).chain(left_out.then(|| end - 1))
    }
}

impl FlowGame {
    /// Whether these are answers to all choices of an action that can be given. The last one is looked at; those before
    /// are known to be possible.
    pub(crate) fn passes(&self, at: &At<'_>, action: u16, args: &[Resolved]) -> bool {
        let Some(action) = self.actions.get(usize::from(action)) else {
            return true;
        };
        if let (Some((Resolved::One(raw), before)), Some(choice)) =
            (args.split_last(), action.choices.last())
            && matches!(choice.kind, Kind::Number(_))
        {
            let here = Args {
                action: Some(action),
                given: before,
            };
            if !choice.allows(&at.with(here), *raw) {
                return false;
            }
        }
        let given = Args {
            action: Some(action),
            given: args,
        };
        let check = action.check.as_ref();
        check.is_none_or(|check| check(&at.with(given), given).is_ok())
    }
}
