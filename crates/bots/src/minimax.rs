//! Minimax with alpha-beta, deeper and deeper, for small games of two seats in which everything is known.

use std::collections::HashMap;

use parlor_core::{Rehearsal, Rng, Seat};

use crate::Tuning;
use crate::clock::Clock;
use crate::judge::Judge;
use crate::search::{Look, MOST_MOVES, Root};

/// Nobody looks deeper than so many moves.
const DEEPEST: usize = 128;
/// So many positions are remembered.
const MOST_KNOWN: usize = 1 << 20;

pub(crate) struct Minimax {
    pub rehearsal: Box<dyn Rehearsal>,
    rng: Rng,
    judge: Judge,
    roots: Vec<Root>,
    depth: usize,
    /// Whether the game lists every command.
    lists_all: bool,
    /// Positions that were looked at to this depth: the value for the seat that is to act, and whether it is certain.
    known: HashMap<u64, Known>,
}

#[derive(Clone, Copy)]
struct Known {
    depth: u8,
    value: f32,
    certain: bool,
    bound: Bound,
}

/// What a remembered value says.
#[derive(Clone, Copy, PartialEq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// The value of a position to the seat that is to act, and whether nothing was left out to find it.
#[derive(Clone, Copy)]
struct Value {
    value: f32,
    certain: bool,
}

/// There was no time left.
struct Interrupted;

impl Minimax {
    pub fn new(mut rehearsal: Box<dyn Rehearsal>, mut rng: Rng, tuning: &Tuning) -> Minimax {
        rehearsal.start(&mut rng);
        let mut moves: Vec<u32> = rehearsal
            .list(rehearsal.seat(), MOST_MOVES, &mut rng)
            .collect();
        rng.shuffle(&mut moves);
        let root = |number| Root {
            number,
            visits: 0,
            value: 0.5,
            proven: false,
        };
        Minimax {
            judge: Judge::new(&*rehearsal, tuning),
            roots: moves.into_iter().map(root).collect(),
            depth: 0,
            lists_all: rehearsal.lists_all(),
            known: HashMap::new(),
            rehearsal,
            rng,
        }
    }

    /// Looks one move deeper.
    pub fn look(&mut self, clock: &mut Clock) -> Look {
        if self.roots.is_empty() || self.depth >= DEEPEST {
            return Look::Finished;
        }
        self.depth += 1;
        let seat = self.rehearsal.seat();
        let first_move = self.end_of_list();
        let mut best = f32::MIN;
        let mut found = self.roots.clone();
        self.known.retain(|_, known| known.certain);
        let mut all_certain = true;
        for root in &mut found {
            self.rehearsal.restart();
            self.rehearsal.play(seat, root.number, &mut self.rng);
            // Each gets a value of its own: whoever looks at the result wants to know more than the best.
            match self.value(seat, self.depth - 1, f32::MIN, f32::MAX, 1, clock) {
                Ok(Value { value, certain }) => {
                    root.visits += 1;
                    root.value = value.into();
                    root.proven = certain;
                    all_certain &= certain;
                    best = best.max(value);
                }
                Err(Interrupted) => {
                    self.rehearsal.forget(first_move);
                    return Look::Interrupted;
                }
            }
        }
        self.rehearsal.forget(first_move);
        found.sort_by(|a, b| b.value.total_cmp(&a.value));
        let wins = best >= 1.0 && found.first().is_some_and(|root| root.proven);
        self.roots = found;
        match all_certain || wins || self.roots.len() == 1 {
            true => Look::Finished,
            false => Look::Done,
        }
    }

    fn end_of_list(&mut self) -> u32 {
        let nobody = self.rehearsal.seat();
        let listed = self.rehearsal.list(nobody, 1, &mut self.rng);
        self.rehearsal.forget(listed.start);
        listed.start
    }

    /// The value of the position that is played now for a seat, between `low` and `high` as far as that matters.
    fn value(
        &mut self,
        seat: Seat,
        depth: usize,
        low: f32,
        high: f32,
        level: usize,
        clock: &mut Clock,
    ) -> Result<Value, Interrupted> {
        if clock.is_up(1) {
            return Err(Interrupted);
        }
        let to_act = self.rehearsal.to_act();
        let Some(mover) = to_act.first() else {
            self.judge.judge(&*self.rehearsal);
            let value = self.judge.values[seat.index()];
            return Ok(Value {
                value,
                certain: self.judge.is_zero_sum(),
            });
        };
        // Where several act at once, who is first is not a matter of choosing well.
        if depth == 0 || to_act.len() > 1 {
            self.judge.judge(&*self.rehearsal);
            let value = self.judge.values[seat.index()];
            return Ok(Value {
                value,
                certain: false,
            });
        }
        if mover == seat {
            return self.best(mover, depth, low, high, level, clock);
        }
        let Value { value, certain } =
            self.best(mover, depth, 1.0 - high, 1.0 - low, level, clock)?;
        Ok(Value {
            value: 1.0 - value,
            certain,
        })
    }

    /// The best that the seat that is to act can reach.
    fn best(
        &mut self,
        mover: Seat,
        depth: usize,
        mut low: f32,
        high: f32,
        level: usize,
        clock: &mut Clock,
    ) -> Result<Value, Interrupted> {
        let key = self.rehearsal.key();
        if let Some(known) = key.and_then(|key| self.known.get(&key))
            && (known.certain || usize::from(known.depth) >= depth)
        {
            let decides = match known.bound {
                Bound::Exact => true,
                Bound::AtLeast => known.value >= high,
                Bound::AtMost => known.value <= low,
            };
            if decides {
                return Ok(Value {
                    value: known.value,
                    certain: known.certain,
                });
            }
        }
        self.rehearsal.remember(level);
        let moves = self.rehearsal.list(mover, MOST_MOVES, &mut self.rng);
        let floor = low;
        let mut best = f32::MIN;
        let mut certain = self.lists_all && !moves.is_empty() && moves.len() < MOST_MOVES;
        for number in moves.clone() {
            self.rehearsal.play(mover, number, &mut self.rng);
            let found = self.value(mover, depth - 1, low, high, level + 1, clock)?;
            self.rehearsal.recall(level);
            certain &= found.certain;
            if found.value > best {
                best = found.value;
                if found.value >= 1.0 && found.certain {
                    // There is nothing better than a win.
                    certain = true;
                    break;
                }
            }
            low = low.max(best);
            if low >= high {
                // This one move is enough to know that it is at least so good.
                certain = found.certain;
                break;
            }
        }
        self.rehearsal.forget(moves.start);
        let best = if moves.is_empty() { 0.5 } else { best };
        let bound = match best {
            _ if best >= high && best < 1.0 => Bound::AtLeast,
            _ if best <= floor => Bound::AtMost,
            _ => Bound::Exact,
        };
        if let Some(key) = key
            && self.known.len() < MOST_KNOWN
        {
            let known = Known {
                depth: depth.min(255) as u8,
                value: best,
                certain,
                bound,
            };
            self.known.insert(key, known);
        }
        Ok(Value {
            value: best,
            certain,
        })
    }

    pub fn roots(&self) -> Vec<Root> {
        self.roots.clone()
    }
}
