//! What an end, or a position that is not the end, is worth to each seat.

use parlor_core::{Rehearsal, Seat};

use crate::Tuning;

/// So many ends tell how far values lie apart.
const FIRST_JUDGED: u64 = 16;
const LEAST_RANGE: f32 = 0.05;

/// Says what a position is worth to each seat, from 0 to 1.
#[derive(Clone)]
pub(crate) struct Judge {
    /// What the latest position is worth, by seat.
    pub values: Vec<f32>,
    /// So many commands are played at random before a position is judged.
    pub horizon: u64,
    has_objectives: bool,
    /// What each seat has reached, while judging.
    reached: Vec<f64>,
    /// How many ends were judged, their mean for the seat that thinks, and the sum of squares about it.
    judged: u64,
    mean: f64,
    squares: f64,
    /// The lowest and the highest score so far, for a seat that plays alone.
    scores: Option<(i64, i64)>,
}

impl Judge {
    pub fn new(rehearsal: &dyn Rehearsal, tuning: &Tuning) -> Judge {
        let longest = rehearsal.info().longest;
        let horizon = rehearsal.horizon();
        let tuned = horizon.map(|horizon| tuning.horizon.map_or(horizon, u64::from));
        Judge {
            values: vec![0.5; rehearsal.seats().into()],
            horizon: tuned.map_or(longest, |horizon| horizon.min(longest)),
            has_objectives: horizon.is_some(),
            reached: Vec::new(),
            judged: 0,
            mean: 0.0,
            squares: 0.0,
            scores: None,
        }
    }

    /// How far the values lie apart for a seat: 1 if they are wins and losses, less where objectives tell only small
    /// differences. What is unknown counts as much less, or else differences would drown in it.
    pub fn range(&mut self, seat: Seat) -> f32 {
        let value = f64::from(self.values[seat.index()]);
        self.judged += 1;
        let (before, judged) = (value - self.mean, self.judged as f64);
        self.mean += before / judged;
        self.squares += before * (value - self.mean);
        // Scores of one who plays alone lie between the worst and the best so far already.
        match self.judged < FIRST_JUDGED || self.values.len() == 1 {
            true => 1.0,
            false => (2.0 * (self.squares / judged).sqrt() as f32).clamp(LEAST_RANGE, 1.0),
        }
    }

    /// Whether what one of two seats wins the other loses here, so that a value for one is a value for both.
    pub fn is_zero_sum(&self) -> bool {
        self.values.iter().sum::<f32>() == 1.0
    }

    /// Judges the position that is played now.
    #[inline]
    pub fn judge(&mut self, rehearsal: &dyn Rehearsal) {
        if self.values.len() == 1 {
            return self.judge_alone(rehearsal);
        }
        let winners = rehearsal.winners();
        if winners.is_empty() {
            return self.judge_unfinished(rehearsal);
        }
        let share = match winners.len() {
            1 => 1.0,
            many => 1.0 / many as f32,
        };
        for (seat, value) in (0..).zip(&mut self.values) {
            *value = if winners.contains(Seat(seat)) {
                share
            } else {
                0.0
            };
        }
    }

    /// Nobody has won yet: objectives tell who is ahead, and without them nobody is.
    #[cold]
    fn judge_unfinished(&mut self, rehearsal: &dyn Rehearsal) {
        let seats = self.values.len();
        if rehearsal.to_act().is_empty() {
            // It is over, and nobody has won: all have lost.
            return self.values.fill(0.0);
        }
        self.values.fill(1.0 / seats as f32);
        if !self.has_objectives {
            return;
        }
        self.reached.clear();
        // Whatever an author's weights are, they can be added up.
        let reached = |seat| match rehearsal.reached(seat) {
            sum if sum.is_nan() => 0.0,
            sum => sum.clamp(-1e9, 1e9),
        };
        self.reached.extend(Seat::all(seats as u8).map(reached));
        let total: f64 = self.reached.iter().sum();
        for (value, own) in self.values.iter_mut().zip(&self.reached) {
            let others = (total - own) / (seats - 1) as f64;
            let ahead = own - others;
            // Never as good as a win, never as bad as a loss.
            let lead = (ahead / (1.0 + ahead.abs())) as f32;
            *value *= 1.0 + 0.8 * lead;
        }
    }

    /// A seat that plays alone wants a high score: the worst so far is worth 0, the best 1.
    #[cold]
    fn judge_alone(&mut self, rehearsal: &dyn Rehearsal) {
        let Some(score) = rehearsal.score(Seat(0)) else {
            let won = rehearsal.winners().contains(Seat(0));
            self.values[0] = match won {
                true => 1.0,
                false => (0.5 + 0.4 * rehearsal.reached(Seat(0)).clamp(-1.0, 1.0)) as f32,
            };
            return;
        };
        let (low, high) = self.scores.unwrap_or((score, score));
        let (low, high) = (low.min(score), high.max(score));
        self.scores = Some((low, high));
        self.values[0] = match high.saturating_sub(low) {
            0 => 0.5,
            range => score.saturating_sub(low) as f32 / range as f32,
        };
    }
}
