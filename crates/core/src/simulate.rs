//! Playing many random games, and counting what came of them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::{
    Budget, Decision, Game, Outcome, Rejection, Rng, Seat, SeatSet, Setup, SetupError,
    SystemCommand, follow_sides,
};

/// Of so many games one is played by the long way, to count the legal commands.
const SURVEY_EVERY: u64 = 256;

/// In so many games of each stream it is noted why they ended. An outcome takes longer than some whole games.
const ENDINGS: u64 = 16;

/// Which game of a stream is the first to be played by the long way. Streams begin with different ones, so that short
/// streams are not played by the long way more often than long ones; the first stream begins with its first game.
fn survey_at(stream: u64) -> u64 {
    // The fractional part of a multiple of the golden ratio, in steps of 1/256: as even as can be.
    stream.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56
}

/// What came of many games.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::{Game, Setup, simulate};
/// let setup = Setup::new(&Sticks.info(), 2).unwrap();
/// let tally = simulate(&Sticks, &setup, 42, 0, 1000).unwrap();
/// assert_eq!(tally.games, 1000);
/// assert_eq!(tally.wins[0] + tally.wins[1], 1000);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games that were stopped at the game's greatest length.
    pub unfinished: u64,
    /// By seat: games in which it was first alone.
    pub wins: Vec<u64>,
    /// By seat: games in which it shared the first place.
    pub shared: Vec<u64>,
    /// By seat, with three seats or more: games that it lost alone, while all others shared the first place.
    pub lost: Vec<u64>,
    /// Why games ended, as their outcome says, in those games that were looked at: the first of each stream.
    pub endings: BTreeMap<Cow<'static, str>, u64>,
    /// By length: games that took so many commands.
    pub lengths: Vec<u64>,
    /// Positions in which the legal commands were counted.
    pub positions: u64,
    /// The legal commands in these positions together.
    pub choices: u64,
    /// The most legal commands in one position.
    pub most_choices: u64,
}

impl Tally {
    /// Adds what another simulation counted.
    pub fn merge(&mut self, other: &Tally) {
        self.games += other.games;
        self.unfinished += other.unfinished;
        add(&mut self.wins, &other.wins);
        add(&mut self.shared, &other.shared);
        add(&mut self.lost, &other.lost);
        for (reason, games) in &other.endings {
            *self.endings.entry(reason.clone()).or_default() += games;
        }
        add(&mut self.lengths, &other.lengths);
        self.positions += other.positions;
        self.choices += other.choices;
        self.most_choices = self.most_choices.max(other.most_choices);
    }

    /// All commands together.
    pub fn commands(&self) -> u64 {
        (0..).zip(&self.lengths).map(|(length, n)| length * n).sum()
    }

    fn count(&mut self, length: u64, winners: SeatSet, over: bool) {
        self.games += 1;
        let length = length as usize;
        if self.lengths.len() <= length {
            self.lengths.resize(length + 1, 0);
        }
        self.lengths[length] += 1;
        if !over {
            self.unfinished += 1;
            return;
        }
        let seats = self.lost.len();
        let mut out = (0..seats).filter(|seat| !winners.contains(Seat(*seat as u8)));
        if let (3.., Some(loser), None) = (seats, out.next(), out.next()) {
            self.lost[loser] += 1;
        }
        let counts = match winners.len() {
            1 => &mut self.wins,
            _ => &mut self.shared,
        };
        for seat in winners.iter() {
            if let Some(count) = counts.get_mut(seat.index()) {
                *count += 1;
            }
        }
    }

    /// Why a game ended: what the standing of a seat in first place says.
    fn note_ending(&mut self, outcome: Option<&Outcome>) {
        let standings = outcome.map_or(&[][..], Outcome::standings);
        let first = standings.iter().find(|standing| standing.place == 1);
        if let Some(standing) = first.or(standings.first()) {
            *self
                .endings
                .entry(standing.reason.to_string().into())
                .or_default() += 1;
        }
    }

    fn survey(&mut self, choices: usize) {
        self.positions += 1;
        self.choices += choices as u64;
        self.most_choices = self.most_choices.max(choices as u64);
    }
}

fn add(to: &mut Vec<u64>, from: &[u64]) {
    if to.len() < from.len() {
        to.resize(from.len(), 0);
    }
    for (to, from) in to.iter_mut().zip(from) {
        *to += from;
    }
}

/// Plays random games from one stream of chance: the same seed and stream give the same tally on every machine.
///
/// Whoever has several cores gives each of them streams of its own and [merges](Tally::merge) the tallies.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::{Game, Setup, simulate};
/// let setup = Setup::new(&Sticks.info(), 2).unwrap();
/// let mut whole = simulate(&Sticks, &setup, 42, 0, 100).unwrap();
/// whole.merge(&simulate(&Sticks, &setup, 42, 1, 100).unwrap());
/// assert_eq!(whole.games, 200);
/// ```
pub fn simulate<G: Game>(
    game: &G,
    setup: &Setup,
    seed: u64,
    stream: u64,
    games: u64,
) -> Result<Tally, SetupError> {
    let info = game.info();
    let fast = game.capabilities().fast;
    let refused = |rejection: Rejection| SetupError::Other(format!("{}: {rejection}", info.name));
    let mut rng = Rng::fast(seed, stream);
    let mut tally = Tally {
        wins: vec![0; setup.seats().into()],
        shared: vec![0; setup.seats().into()],
        lost: vec![0; setup.seats().into()],
        ..Tally::default()
    };
    crate::matches::check_brings(game, setup)?;
    let start = game.setup(setup)?;
    let survey_at = survey_at(stream);
    let mut buffers = Buffers::default();
    for number in 0..games {
        let mut state = start.clone();
        step(
            game,
            &mut state,
            &mut rng,
            &mut buffers.events,
            |decision, state| {
                game.system(state, &SystemCommand::Open, decision)
                    .map(|_| ())
            },
        )
        .map_err(refused)?;
        follow_sides(game, &mut state, &mut rng).map_err(refused)?;
        let length = match fast {
            Some(fast) if number % SURVEY_EVERY != survey_at => {
                fast.playout(&mut state, &mut rng, info.longest)
            }
            _ => slow_playout(
                game,
                &mut state,
                &mut rng,
                &mut buffers,
                info.longest,
                &mut tally,
            )
            .map_err(refused)?,
        };
        let over = game.to_act(&state).is_empty();
        let winners = match fast {
            Some(fast) => fast.winners(&state),
            None => game
                .outcome(&state)
                .map_or(SeatSet::EMPTY, |outcome| outcome.winners()),
        };
        tally.count(length, winners, over);
        if over && number < ENDINGS {
            tally.note_ending(game.outcome(&state).as_ref());
        }
    }
    Ok(tally)
}

struct Buffers<G: Game> {
    commands: Vec<G::Command>,
    events: Vec<G::Event>,
}

impl<G: Game> Default for Buffers<G> {
    fn default() -> Self {
        Buffers {
            commands: Vec::new(),
            events: Vec::new(),
        }
    }
}

/// A random game by the long way, which lists the legal commands and counts them.
fn slow_playout<G: Game>(
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
    buffers: &mut Buffers<G>,
    most: u64,
    tally: &mut Tally,
) -> Result<u64, Rejection> {
    let mut length = 0;
    while length < most
        && let Some(seat) = game.to_act(state).first()
    {
        buffers.commands.clear();
        game.legal(state, seat, &mut buffers.commands);
        tally.survey(buffers.commands.len());
        let Some(command) = rng.pick(&buffers.commands).cloned() else {
            return Err(stuck(seat));
        };
        step(game, state, rng, &mut buffers.events, |decision, state| {
            game.decide(state, seat, &command, decision)
        })?;
        follow_sides(game, state, rng)?;
        length += 1;
    }
    Ok(length)
}

fn stuck(seat: Seat) -> Rejection {
    Rejection::new("stuck", "{seat} is to act and has no legal command").with("seat", seat)
}

/// Decides and applies, without a log.
fn step<G: Game>(
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
    events: &mut Vec<G::Event>,
    decide: impl FnOnce(&mut Decision<'_, G::Event>, &G::State) -> Result<(), Rejection>,
) -> Result<(), Rejection> {
    events.clear();
    decide(&mut Decision::new(rng, events, Budget::default()), state)?;
    for event in events.iter() {
        game.apply(state, event);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc::Sticks;

    #[test]
    fn short_streams_are_surveyed_as_often_as_long_ones() {
        for length in [1, 4, 16, 100, 1024] {
            let streams = 100_000 / length;
            let surveyed = |stream: &u64| survey_at(*stream) % SURVEY_EVERY < length;
            let games = streams * length;
            let count =
                (0..streams).filter(surveyed).count() as u64 * length.div_ceil(SURVEY_EVERY);
            let wanted = games / SURVEY_EVERY;
            assert!(
                count.abs_diff(wanted) <= wanted / 20,
                "{count} of {games} in streams of {length}"
            );
        }
        assert_eq!(survey_at(0), 0, "a single game is surveyed");
    }

    #[test]
    fn a_game_that_one_of_several_loses_is_counted_as_lost() {
        let mut tally = Tally {
            lost: vec![0; 3],
            shared: vec![0; 3],
            wins: vec![0; 3],
            ..Tally::default()
        };
        tally.count(5, SeatSet::all(3).without(Seat(1)), true);
        tally.count(5, SeatSet::all(3), true);
        tally.count(5, SeatSet::one(Seat(1)), true);
        assert_eq!(tally.lost, [0, 1, 0]);
        // Of two players the one wins whom the other loses to.
        let setup = Setup::new(&Sticks.info(), 2).unwrap();
        assert_eq!(simulate(&Sticks, &setup, 1, 0, 50).unwrap().lost, [0, 0]);
    }

    #[test]
    fn the_first_games_of_a_stream_say_why_they_ended() {
        let setup = Setup::new(&Sticks.info(), 2).unwrap();
        let tally = simulate(&Sticks, &setup, 1, 0, 50).unwrap();
        assert_eq!(tally.endings.values().sum::<u64>(), ENDINGS);
    }
}
