//! Numbers for commands: what search knows them by. They are mixed from the answers, without writing commands out.

use std::cell::Cell;

use parlor_core::{Numbered, Rng, Seat};
use parlor_table::{Packed, Piece};
use parlor_tabletop::{Coded, mix, piece_code, unmix};

use crate::action::{Choice, Kind};
use crate::args::Resolved;
use crate::choice::Shape;
use crate::combine::MOST_ITEMS;
use crate::draw::distinct;
use crate::leaves::{Group, Leaves};
use crate::subset::subset;
use crate::ways::{Items, LISTED_NUMBERS, Last};
use crate::{At, Command, FlowGame, State, Target, Way};

/// What sets the kinds of answers apart.
const NOTHING: u64 = 0x4E6F_7468_696E_6721;
const MANY: u64 = 0x6D61_6E79_206F_6E65;
const ONE: u64 = 0x6F6E_6520_6F66_2061;

thread_local! {
    /// Memory that has been used before.
    static CODES: Cell<Vec<u64>> = const { Cell::new(Vec::new()) };
}

impl Numbered for FlowGame {
    fn numbers(&self, state: &State, seat: Seat, most: usize, rng: &mut Rng, out: &mut Vec<u64>) {
        let Some(asked) = self.asked(state).filter(|asked| asked.seats.contains(seat)) else {
            return;
        };
        let at = At::new(self, state, seat);
        let mut leaves = Leaves::spare();
        self.find_leaves(&asked.actions, &at, asked.done, &mut leaves);
        let first = out.len();
        match (leaves.total <= most as u64, leaves.unsure) {
            (false, false) => self.number_ways(&at, &leaves, out, |number| {
                distinct(most, leaves.total, rng, number);
            }),
            (false, true) => {
                self.try_numbers(&at, &mut leaves, most, rng, out);
                if out.len() < first + most {
                    // There are few, or they are hard to find: those that are listed, then.
                    out.truncate(first);
                    self.list_numbers(&at, &leaves, out);
                    rng.keep_some(out, first, most);
                }
            }
            (true, _) => {
                self.list_numbers(&at, &leaves, out);
                rng.keep_some(out, first, most);
            }
        }
        leaves.put_away();
    }

    fn numbers_all(&self) -> bool {
        let mut choices = self.actions.iter().flat_map(|action| &action.choices);
        !choices.any(|choice| matches!(choice.kind, Kind::Text { .. }))
    }

    fn advance_number(&self, state: &mut State, seat: Seat, number: u64, rng: &mut Rng) -> bool {
        parlor_tabletop::advance_number(self, state, seat, number, rng)
    }

    fn numbered(&self, state: &State, seat: Seat, number: u64) -> Option<Command> {
        parlor_tabletop::numbered(self, state, seat, number)
    }
}

impl Coded for FlowGame {
    fn number_of(&self, at: &At<'_>, Way(action, args): &Way) -> u64 {
        self.number(at, *action, args)
    }

    fn choice_numbered(&self, at: &At<'_>, number: u64) -> Option<Way> {
        self.find_number(at, number)
    }
}

impl FlowGame {
    /// The number of everything that is listed.
    fn list_numbers(&self, at: &At<'_>, leaves: &Leaves, out: &mut Vec<u64>) {
        if !leaves.unsure && leaves.total <= LISTED_NUMBERS {
            // All of it.
            return self.number_ways(at, leaves, out, |number| (0..leaves.total).for_each(number));
        }
        leaves.each(self, at, |action, args| {
            out.push(self.number(at, action, args));
        });
    }

    /// Adds the numbers of some ways, which come from the first to the last.
    fn number_ways(
        &self,
        at: &At<'_>,
        leaves: &Leaves,
        out: &mut Vec<u64>,
        ways: impl FnOnce(&mut dyn FnMut(u64)),
    ) {
        let mut groups = leaves.groups.iter();
        let (mut group, mut first) = (groups.next(), 0);
        // What the ways of a group have in common.
        let (mut prefix, mut codes) = (None, CODES.take());
        ways(&mut |number| {
            while let Some(whole) = group.filter(|group| number - first >= group.ways()) {
                first += whole.ways();
                group = groups.next();
                prefix = None;
            }
            let Some(group) = group else { return };
            let (Some(last), Some(choice)) = (&group.last, self.choice_of(group)) else {
                return out.push(self.number(at, group.action, &group.args));
            };
            let prefix = *prefix.get_or_insert_with(|| {
                if last.amount.is_some() {
                    self.codes(at, choice, last, leaves, &mut codes);
                }
                self.prefix(at, group.action, &group.args)
            });
            let number = number - first;
            if last.amount.is_none() || last.nothing && number == 0 {
                let answered = last.answer(&leaves.last, number);
                return out.push(prefix ^ answer(at, Some(choice), &answered));
            }
            let mut sum = prefix ^ MANY;
            last.each_code(&codes, number, |code| sum ^= code);
            out.push(sum);
        });
        CODES.set(codes);
    }

    /// The same where not every way is one: as many as are found in reasonable time.
    fn try_numbers(
        &self,
        at: &At<'_>,
        leaves: &mut Leaves,
        most: usize,
        rng: &mut Rng,
        out: &mut Vec<u64>,
    ) {
        let first = out.len();
        let mut missing = most;
        while missing > 0 {
            for _ in 0..missing {
                let Some((group, action, args)) = leaves.try_draw(self, at, rng) else {
                    return;
                };
                out.push(self.number(at, action, &args));
                leaves.put_back(group, args);
            }
            out[first..].sort_unstable();
            let mut kept = first;
            for index in first..out.len() {
                if index == first || out[index] != out[kept - 1] {
                    out[kept] = out[index];
                    kept += 1;
                }
            }
            out.truncate(kept);
            // Where the same come up again and again, there are hardly any others.
            let found = kept - first;
            if most - found >= missing {
                return;
            }
            missing = most - found;
        }
    }

    /// What has this number, if it is possible.
    fn find_number(&self, at: &At<'_>, number: u64) -> Option<Way> {
        let asked = self.asked(at.state)?;
        if !asked.seats.contains(at.seat) {
            return None;
        }
        let mut leaves = Leaves::spare();
        self.find_leaves(&asked.actions, at, asked.done, &mut leaves);
        let mut groups = 0..leaves.groups.len();
        let found = groups.find_map(|group| {
            let way = self.find_way(at, &leaves, &leaves.groups[group], number)?;
            let sure = leaves.groups[group]
                .last
                .as_ref()
                .is_none_or(|last| last.sure);
            let (action, args) = leaves.take(group, way);
            (sure || self.passes(at, action, &args)).then_some(Way(action, args))
        });
        leaves.put_away();
        found
    }

    /// The way of a group that has this number.
    fn find_way(&self, at: &At<'_>, leaves: &Leaves, group: &Group, number: u64) -> Option<u64> {
        let Some(last) = &group.last else {
            let own = self.number(at, group.action, &group.args);
            return (own == number).then_some(0);
        };
        let left = number ^ self.prefix(at, group.action, &group.args);
        if last.nothing && left == NOTHING {
            return Some(0);
        }
        let choice = self.choice_of(group)?;
        let way = match (&last.items, &last.amount) {
            (Items::Between(low, high), _) => {
                let raw = (unmix(left).wrapping_sub(ONE)) as i64;
                (*low..=*high).contains(&raw).then(|| raw.abs_diff(*low))
            }
            (Items::Listed(items), None) => {
                let mut raws = leaves.last[items.clone()].iter();
                let way = raws.position(|raw| item(at, choice, *raw) == left);
                way.map(|way| way as u64)
            }
            (Items::Listed(_), Some(amount)) => {
                let mut codes = CODES.take();
                self.codes(at, choice, last, leaves, &mut codes);
                let is_it = |number: &u64| {
                    let mut sum = left ^ MANY;
                    last.each_code(&codes, *number, |code| sum ^= code);
                    sum == 0
                };
                let way = match codes.len() <= MOST_ITEMS {
                    true => subset(&codes, left ^ MANY, amount),
                    false => (u64::from(last.nothing)..last.ways)
                        .find(is_it)
                        .map(|number| number - u64::from(last.nothing)),
                };
                CODES.set(codes);
                way
            }
        };
        way.map(|way| way + u64::from(last.nothing))
    }

    /// The choice that a group's last answers answer.
    fn choice_of(&self, group: &Group) -> Option<&Choice> {
        let action = self.actions.get(usize::from(group.action))?;
        action.choices.get(group.args.len())
    }

    fn codes(
        &self,
        at: &At<'_>,
        choice: &Choice,
        last: &Last,
        leaves: &Leaves,
        codes: &mut Vec<u64>,
    ) {
        codes.clear();
        if let Items::Listed(items) = &last.items {
            let raws = leaves.last[items.clone()].iter();
            codes.extend(raws.map(|raw| item(at, choice, *raw)));
        }
    }

    /// The number of an action with answers to all its choices.
    fn number(&self, at: &At<'_>, action: u16, args: &[Resolved]) -> u64 {
        let Some((last, before)) = args.split_last() else {
            return self.prefix(at, action, args);
        };
        let known = self.actions.get(usize::from(action));
        let choice = known.and_then(|action| action.choices.get(before.len()));
        self.prefix(at, action, before) ^ answer(at, choice, last)
    }

    /// What the numbers of all commands have in common that begin with these answers.
    fn prefix(&self, at: &At<'_>, action: u16, args: &[Resolved]) -> u64 {
        let known = self.actions.get(usize::from(action));
        let mut number = mix(u64::from(action) + 1);
        for (index, arg) in args.iter().enumerate() {
            let choice = known.and_then(|action| action.choices.get(index));
            number = mix((number ^ answer(at, choice, arg)).wrapping_add(index as u64 + 1));
        }
        number
    }
}

/// An answer as a number.
fn answer(at: &At<'_>, choice: Option<&Choice>, resolved: &Resolved) -> u64 {
    let item = |raw: &i64| choice.map_or(0, |choice| item(at, choice, *raw));
    match resolved {
        Resolved::Nothing => NOTHING,
        Resolved::One(raw) => item(raw),
        // In whichever order.
        Resolved::Many(raws) => raws.iter().fold(MANY, |sum, raw| sum ^ item(raw)),
        Resolved::Text(text) => (text.bytes()).fold(text.len() as u64, |sum, byte| {
            mix(sum.wrapping_add(u64::from(byte) + 1))
        }),
    }
}

/// Something to choose as a number.
fn item(at: &At<'_>, choice: &Choice, raw: i64) -> u64 {
    match (choice.shape(at), Target::unpack(raw)) {
        (Shape::Piece, _) => piece_code(at, Piece::unpack(raw), at.seat()),
        (Shape::Target, Target::Piece(piece)) => piece_code(at, piece, at.seat()),
        _ => mix((raw as u64).wrapping_add(ONE)),
    }
}
