//! Playing many random games, and counting what came of them.

use crate::{
    Budget, Decision, Game, Rejection, Rng, Seat, SeatSet, Setup, SetupError, SystemCommand,
};

/// Of so many games one is played by the long way, to count the legal commands.
const SURVEY_EVERY: u64 = 256;

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
        ..Tally::default()
    };
    let start = game.setup(setup)?;
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
        let length = match fast {
            Some(fast) if number % SURVEY_EVERY != 0 => {
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
