//! What is counted: whole numbers only, so that games can be added up in any order.

use std::collections::BTreeMap;

use parlor_core::{Outcome, Seat};

use super::kinds::Kinds;
use crate::Work;

/// By move number only so far: what is beyond counts as a whole.
pub(super) const MOST_MOVES: usize = 500;

/// What came of some games.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tally {
    pub games: u64,
    /// Games that were stopped: too long, or nobody could do anything.
    pub unfinished: u64,
    /// By how many seats shared the first place, less one, and by seat: so often it was among them.
    pub first_among: Vec<Vec<u64>>,
    /// By length in commands.
    pub lengths: Vec<u64>,
    /// How far the first was ahead of the second, where scores are counted: so often by so much.
    pub margins: BTreeMap<u64, u64>,
    /// The scores of one who plays alone: so often that many.
    pub scores: BTreeMap<i64, u64>,
    /// By move number: positions, legal commands together, the most of them.
    pub branching: Vec<[u64; 3]>,
    /// The same over all moves.
    pub all_branching: [u64; 3],
    pub kinds: Kinds,
    /// By how often the lead changed hands, where all bots think.
    pub lead_changes: Vec<u64>,
    /// When the last leader took the lead, in thousandths of the game, together.
    pub lead_taken: u64,
    /// By seat.
    pub work: Vec<Work>,
}

impl Tally {
    pub fn new(seats: u8) -> Tally {
        let seats = usize::from(seats);
        Tally {
            games: 0,
            unfinished: 0,
            first_among: vec![vec![0; seats]; seats],
            lengths: Vec::new(),
            margins: BTreeMap::new(),
            scores: BTreeMap::new(),
            branching: Vec::new(),
            all_branching: [0; 3],
            kinds: Kinds::default(),
            lead_changes: Vec::new(),
            lead_taken: 0,
            work: vec![Work::default(); seats],
        }
    }

    /// Counts a position with so many legal commands.
    pub fn survey(&mut self, number: usize, legal: usize) {
        let one = [1, legal as u64, legal as u64];
        join_branching(&mut self.all_branching, one);
        if number < MOST_MOVES {
            if self.branching.len() <= number {
                self.branching.resize(number + 1, [0; 3]);
            }
            join_branching(&mut self.branching[number], one);
        }
    }

    /// Counts how a game ended.
    pub fn end(&mut self, length: usize, outcome: Option<&Outcome>) {
        self.games += 1;
        add_at(&mut self.lengths, length, 1);
        let Some(outcome) = outcome else {
            self.unfinished += 1;
            return;
        };
        let winners = outcome.winners();
        if let Some(counts) = self.first_among.get_mut(winners.len().wrapping_sub(1)) {
            for seat in winners.iter() {
                counts[seat.index()] += 1;
            }
        }
        let scores = outcome.standings().iter().map(|standing| standing.score);
        let scores: Option<Vec<i64>> = scores.collect();
        if let Some([score]) = scores.as_deref() {
            *self.scores.entry(*score).or_default() += 1;
        }
        if let Some(mut scores) = scores.filter(|scores| scores.len() > 1) {
            scores.sort_unstable();
            // In some games the lowest score wins: whoever is first counts, not who has most.
            let places = outcome.standings().iter();
            let best = places.filter(|standing| standing.place == 1);
            let best = best.filter_map(|standing| standing.score).next();
            let last = scores.len() - 1;
            let margin = match best {
                Some(best) if best == scores[0] => scores[1].abs_diff(best),
                _ => scores[last].abs_diff(scores[last - 1]),
            };
            *self.margins.entry(margin).or_default() += 1;
        }
    }

    pub fn merge(&mut self, other: Tally) {
        self.games += other.games;
        self.unfinished += other.unfinished;
        for (counts, others) in self.first_among.iter_mut().zip(other.first_among) {
            add_all(counts, &others);
        }
        add_all(&mut self.lengths, &other.lengths);
        for (margin, count) in other.margins {
            *self.margins.entry(margin).or_default() += count;
        }
        for (score, count) in other.scores {
            *self.scores.entry(score).or_default() += count;
        }
        if self.branching.len() < other.branching.len() {
            self.branching.resize(other.branching.len(), [0; 3]);
        }
        for (one, other) in self.branching.iter_mut().zip(other.branching) {
            join_branching(one, other);
        }
        join_branching(&mut self.all_branching, other.all_branching);
        self.kinds.merge(other.kinds);
        add_all(&mut self.lead_changes, &other.lead_changes);
        self.lead_taken += other.lead_taken;
        for (one, other) in self.work.iter_mut().zip(&other.work) {
            one.add(other);
        }
    }
}

/// Who leads, as the bots see it.
pub(super) struct Leader {
    values: Vec<Option<f64>>,
    leader: Option<Seat>,
    changes: usize,
    taken_at: usize,
}

/// So much more than the next one makes a leader; less could be chance.
const AHEAD: f64 = 0.1;

impl Leader {
    pub fn new(seats: u8) -> Leader {
        Leader {
            values: vec![None; seats.into()],
            leader: None,
            changes: 0,
            taken_at: 0,
        }
    }

    /// Hears what a seat thinks of its chances before its move with this number.
    pub fn hear(&mut self, number: usize, seat: Seat, value: f64) {
        self.values[seat.index()] = Some(value);
        if let [_, _] = self.values[..] {
            // What one of two wins the other loses.
            self.values[1 - seat.index()] = Some(1.0 - value);
        }
        let known: Option<Vec<f64>> = self.values.iter().copied().collect();
        let Some(known) = known else { return };
        let first = Seat::all(known.len() as u8)
            .max_by(|a, b| known[a.index()].total_cmp(&known[b.index()]));
        let Some(first) = first else { return };
        let is_ahead = (0..known.len())
            .filter(|other| *other != first.index())
            .all(|other| known[first.index()] - known[other] > AHEAD);
        if is_ahead && self.leader != Some(first) {
            self.changes += usize::from(self.leader.is_some());
            self.leader = Some(first);
            self.taken_at = number;
        }
    }

    pub fn end(&self, length: usize, tally: &mut Tally) {
        add_at(&mut tally.lead_changes, self.changes, 1);
        tally.lead_taken += (1000 * self.taken_at / length.max(1)) as u64;
    }
}

fn join_branching(one: &mut [u64; 3], other: [u64; 3]) {
    one[0] += other[0];
    one[1] += other[1];
    one[2] = one[2].max(other[2]);
}

fn add_at(counts: &mut Vec<u64>, place: usize, count: u64) {
    if counts.len() <= place {
        counts.resize(place + 1, 0);
    }
    counts[place] += count;
}

fn add_all(counts: &mut Vec<u64>, others: &[u64]) {
    if counts.len() < others.len() {
        counts.resize(others.len(), 0);
    }
    for (count, other) in counts.iter_mut().zip(others) {
        *count += other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_without_an_end_and_low_scores_count() {
        let mut stopped = Tally::new(2);
        stopped.end(7, None);
        let mut low_wins = Tally::new(2);
        let standing = |place, score| parlor_core::Standing {
            score: Some(score),
            ..parlor_core::Standing::finished(place, "fewest points")
        };
        low_wins.end(3, Some(&Outcome::of([standing(2, 40), standing(1, 15)])));
        let mut both = Tally::new(2);
        both.merge(stopped);
        both.merge(low_wins);
        assert_eq!((both.games, both.unfinished), (2, 1));
        assert_eq!(both.first_among[0], [0, 1]);
        assert_eq!(both.margins, BTreeMap::from([(25, 1)]));
        assert_eq!(both.lengths, [0, 0, 0, 1, 0, 0, 0, 1]);
    }

    #[test]
    fn the_lead_changes_when_somebody_else_is_clearly_ahead() {
        let mut leader = Leader::new(2);
        let values = [(0, 0.5), (1, 0.3), (0, 0.54), (1, 0.52), (0, 0.2), (1, 0.9)];
        for (number, (seat, value)) in values.into_iter().enumerate() {
            leader.hear(number, Seat(seat), value);
        }
        let mut tally = Tally::new(2);
        leader.end(8, &mut tally);
        assert_eq!(tally.lead_changes, [0, 1]);
        // The second seat took the lead for good at move 4 of 8.
        assert_eq!(tally.lead_taken, 500);
    }
}
