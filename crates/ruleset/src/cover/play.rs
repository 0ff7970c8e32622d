//! Random games that note which parts of a ruleset they go through.

use parlor_core::{Game, Objectives, Rng, Seat, Setup};

use crate::Ruleset;
use crate::run::{
    Choice, Coverage, Engine, Scratch, State, Status, each_choice_covered, is_available_covered,
};

/// A game that takes longer is left.
const MOST_COMMANDS: u64 = 5_000;

/// How many commands there are for each game on the average; long games make fewer games.
const COMMANDS_A_GAME: u64 = 1_000;

impl Ruleset {
    /// Plays random games. Says how many there were, and how many commands they took together.
    pub(super) fn play_covered(
        &self,
        setup: &Setup,
        seed: u64,
        games: u64,
        coverage: &Coverage,
        go_on: &dyn Fn() -> bool,
    ) -> (u64, u64) {
        let Ok(start) = self.setup(setup) else {
            return (0, 0);
        };
        let mut rng = Rng::fast(seed, 0);
        let mut commands = 0;
        for number in 0..games {
            if commands >= games.saturating_mul(COMMANDS_A_GAME) || !go_on() {
                return (number, commands);
            }
            commands += self.play_one(start.clone(), number, &mut rng, coverage, go_on);
        }
        (games, commands)
    }

    fn play_one(
        &self,
        mut state: State,
        number: u64,
        rng: &mut Rng,
        coverage: &Coverage,
        go_on: &dyn Fn() -> bool,
    ) -> u64 {
        let mut engine = Engine::new(self.program(), &mut state, rng);
        engine.coverage = Some(coverage);
        engine.locate();
        if let Err(fault) = engine.start() {
            coverage.cannot_open(engine.failure(fault));
            return 0;
        }
        for commands in 0..MOST_COMMANDS {
            if !go_on() {
                return commands;
            }
            self.settle(&mut state);
            self.look_for_objectives(&state, coverage);
            let seats: Vec<Seat> = self.to_act(&state).iter().collect();
            let Some(seat) = rng.pick(&seats).copied() else {
                self.standings_covered(&state, Some(coverage));
                self.look_why(&mut state, coverage);
                return commands;
            };
            let choices = self.look_around(&state, seat, coverage);
            // Where there are many cards to play, the other actions would hardly ever be chosen.
            let even = number % 2 == 1;
            let Some(choice) = pick(&choices, even, rng) else {
                return commands;
            };
            self.act_covered(&mut state, seat, choice, rng, coverage);
        }
        MOST_COMMANDS
    }

    /// What everybody has reached.
    fn look_for_objectives(&self, state: &State, coverage: &Coverage) {
        for seat in Seat::all(state.seats()) {
            for number in 0..self.objectives().len() {
                self.has_reached(number, state, seat, Some(coverage));
            }
        }
    }

    /// Nobody can go on: perhaps because everything that they could do goes wrong.
    fn look_why(&self, state: &mut State, coverage: &Coverage) {
        if state.at.status == Status::Playing {
            state.at.over = false;
            for seat in Seat::all(state.seats()) {
                self.look_around(state, seat, coverage);
            }
        }
    }

    /// What a seat can do, with a look at what is offered at all.
    fn look_around(&self, state: &State, seat: Seat, coverage: &Coverage) -> Vec<Choice> {
        let phase = &self.program().phases[usize::from(state.at.phase)];
        for action in &phase.actions {
            is_available_covered(self.program(), state, seat, action, Some(coverage));
        }
        let mut choices = Vec::new();
        let scratch = Scratch::new();
        let coverage = Some(coverage);
        each_choice_covered(self.program(), state, seat, &scratch, coverage, |choice| {
            choices.push(choice);
            false
        });
        choices
    }

    fn act_covered(
        &self,
        state: &mut State,
        seat: Seat,
        choice: Choice,
        rng: &mut Rng,
        coverage: &Coverage,
    ) {
        let phase = &self.program().phases[usize::from(state.at.phase)];
        let action = phase.actions[usize::from(choice.action)].number;
        let before = state.clone();
        let mut engine = Engine::new(self.program(), state, rng);
        engine.coverage = Some(coverage);
        engine.locate();
        if let Err(fault) = engine.act(seat, choice) {
            coverage.refuse(action, engine.failure(fault));
            *state = before;
            state.at.commands += 1;
        }
        debug_assert_ne!(state.at.status, Status::Waiting, "the game has begun");
    }
}

/// One of the choices: each as likely as the others, or each action as likely as the others.
fn pick(choices: &[Choice], even: bool, rng: &mut Rng) -> Option<Choice> {
    if !even {
        return rng.pick(choices).copied();
    }
    let mut actions: Vec<u8> = choices.iter().map(|choice| choice.action).collect();
    actions.dedup();
    let action = *rng.pick(&actions)?;
    let of_action = choices.iter().filter(|choice| choice.action == action);
    rng.pick(&of_action.copied().collect::<Vec<Choice>>())
        .copied()
}
