//! A search of any method: one look ahead after the other, and what has been found.

use parlor_core::{Rehearsal, Rng};

use crate::clock::Clock;
use crate::flat::Flat;
use crate::information::Information;
use crate::minimax::Minimax;
use crate::random::Random;
use crate::tree::{Snapshot, TreeSearch};
use crate::{Considered, Method, Thought, Tuning};

/// Of more moves than these so many are looked at, drawn at random.
pub(crate) const MOST_MOVES: usize = 500;

/// What came of one look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// It counts.
    Done,
    /// There was no time for it.
    Interrupted,
    /// There is nothing more to find.
    Finished,
}

/// A move of the first position, with what has been found about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Root {
    /// Its number in the rehearsal.
    pub number: u32,
    pub visits: u64,
    pub value: f64,
    pub proven: bool,
}

/// A search of some method.
pub(crate) enum Search {
    Random(Random),
    Flat(Box<Flat>),
    Tree(Box<TreeSearch>),
    Information(Box<Information>),
    Minimax(Box<Minimax>),
}

impl Search {
    /// Begins, or goes on with an earlier search if the position follows from it.
    pub fn begin(
        method: Method,
        tuning: &Tuning,
        rehearsal: Box<dyn Rehearsal>,
        earlier: Option<Search>,
        rng: Rng,
    ) -> Search {
        match method {
            Method::Random => Search::Random(Random::new(rehearsal, rng)),
            Method::Flat => Search::Flat(Box::new(Flat::new(rehearsal, rng, tuning))),
            Method::Auto | Method::Tree => Search::Tree(Box::new(match earlier {
                Some(Search::Tree(earlier)) => earlier.go_on(rehearsal, rng, tuning),
                _ => TreeSearch::new(rehearsal, rng, tuning),
            })),
            Method::Information => {
                Search::Information(Box::new(Information::new(rehearsal, rng, tuning)))
            }
            Method::Single => Search::Information(Box::new(
                Information::new(rehearsal, rng, tuning).drawing_once(),
            )),
            Method::Minimax => Search::Minimax(Box::new(Minimax::new(rehearsal, rng, tuning))),
        }
    }

    /// Another search of the same position, with chance of its own. A tree begins where this one is now.
    pub fn another(&self, method: Method, tuning: &Tuning, rng: Rng) -> Search {
        if let Search::Tree(tree) = self {
            return Search::Tree(Box::new(tree.another(rng)));
        }
        let mut rehearsal = self.rehearsal().another();
        rehearsal.forget(0);
        Search::begin(method, tuning, rehearsal, None, rng)
    }

    /// Whether what several of them find can come together in one of them, so that all go on with it.
    pub fn can_share(&self) -> bool {
        matches!(self, Search::Tree(_))
    }

    /// What all searches have in common that go on from here, if there are several and they can share what they find.
    pub fn snapshot(&self, searches: usize) -> Option<Snapshot> {
        match self {
            Search::Tree(tree) if searches > 1 => Some(tree.snapshot()),
            _ => None,
        }
    }

    /// Takes over what others have found since they had this in common.
    pub fn absorb(&mut self, others: &[Search], common: &Snapshot) {
        for other in others {
            if let (Search::Tree(tree), Search::Tree(other)) = (&mut *self, other) {
                tree.absorb(other, common);
            }
        }
    }

    /// Whether there is nothing more to find.
    pub fn is_finished(&self) -> bool {
        matches!(self, Search::Tree(tree) if tree.is_finished())
    }

    /// Looks ahead until the iterations or the time are used up, or nothing is left to find, and reports now and then.
    pub fn run(&mut self, iterations: u64, mut clock: Clock, report: &mut dyn FnMut(Report)) {
        // Whatever happens, there is an answer.
        report(self.report(0));
        let (mut done, mut next) = (0, FIRST_REPORT);
        while done < iterations {
            match self.look(&mut clock) {
                Look::Done => done += 1,
                Look::Interrupted => break,
                Look::Finished => {
                    done += 1;
                    break;
                }
            }
            if done == next {
                report(self.report(done));
                next = done.saturating_mul(4);
            }
            if clock.is_up(1) {
                break;
            }
        }
        report(self.report(done));
    }

    #[inline]
    pub fn look(&mut self, clock: &mut Clock) -> Look {
        match self {
            Search::Random(_) => Look::Finished,
            Search::Flat(flat) => flat.look(clock),
            Search::Tree(tree) => tree.look(clock),
            Search::Information(information) => information.look(clock),
            Search::Minimax(minimax) => minimax.look(clock),
        }
    }

    fn rehearsal(&self) -> &dyn Rehearsal {
        match self {
            Search::Random(random) => &*random.rehearsal,
            Search::Flat(flat) => &*flat.rehearsal,
            Search::Tree(tree) => &*tree.rehearsal,
            Search::Information(information) => &*information.rehearsal,
            Search::Minimax(minimax) => &*minimax.rehearsal,
        }
    }

    /// What it has found, after so many looks ahead.
    pub fn report(&self, iterations: u64) -> Report {
        let roots = match self {
            Search::Random(random) => random.roots(),
            Search::Flat(flat) => flat.roots(),
            Search::Tree(tree) => tree.roots(),
            Search::Information(information) => information.roots(),
            Search::Minimax(minimax) => minimax.roots(),
        };
        let rehearsal = self.rehearsal();
        let considered = roots.into_iter().filter_map(|root| {
            Some(Considered {
                command: rehearsal.command(root.number)?,
                text: rehearsal.text(root.number)?,
                visits: root.visits,
                value: root.value,
                proven: root.proven,
            })
        });
        Report {
            iterations,
            considered: considered.collect(),
            evenly: matches!(self, Search::Flat(_) | Search::Minimax(_)),
        }
    }
}

/// The first report comes after so many looks ahead, each further one after four times as many.
const FIRST_REPORT: u64 = 16;

/// What a search has found so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    pub iterations: u64,
    pub considered: Vec<Considered>,
    /// Whether every command was looked at equally often, so that only the values tell which is best.
    pub evenly: bool,
}

impl Report {
    /// What several searches of the same position have found together.
    pub fn merge(reports: Vec<Report>) -> Option<Thought> {
        let mut all = Report::default();
        for report in reports {
            all.iterations += report.iterations;
            all.evenly = report.evenly;
            for new in report.considered {
                let same = |known: &&mut Considered| known.command == new.command;
                match all.considered.iter_mut().find(same) {
                    Some(known) => join(known, &new),
                    None => all.considered.push(new),
                }
            }
        }
        let mut moves = all.considered;
        match all.evenly {
            true => moves.sort_by(|a, b| b.value.total_cmp(&a.value)),
            false => moves.sort_by(|a, b| rank(b).total_cmp(&rank(a))),
        }
        // Among equals the first one found stays first. A draw that is certain beats what looks worse than a draw.
        let certain = moves.iter().position(|one| one.proven && one.value > 0.0);
        if let (Some(certain), Some(first)) = (certain, moves.first())
            && !first.proven
            && first.value < moves[certain].value
        {
            moves[..=certain].rotate_right(1);
        }
        let best = moves.first()?;
        Some(Thought {
            command: best.command.clone(),
            text: best.text.clone(),
            value: best.value,
            proven: best.proven,
            iterations: all.iterations,
            moves,
        })
    }
}

fn join(known: &mut Considered, new: &Considered) {
    let visits = known.visits + new.visits;
    match (known.proven, new.proven) {
        (true, _) => {}
        (false, true) => {
            known.value = new.value;
            known.proven = true;
        }
        (false, false) if visits > 0 => {
            let sum = known.value * known.visits as f64 + new.value * new.visits as f64;
            known.value = sum / visits as f64;
        }
        (false, false) => {}
    }
    known.visits = visits;
}

/// By what commands are compared: a certain win is best, a certain loss worst, and between them counts how often the bot
/// looked there.
fn rank(considered: &Considered) -> f64 {
    match considered.proven {
        true if considered.value >= 1.0 => f64::INFINITY,
        true if considered.value <= 0.0 => -1.0 / (2.0 + considered.visits as f64),
        _ => considered.visits as f64 + considered.value,
    }
}
