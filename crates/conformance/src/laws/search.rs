//! What bots search by: the numbers of commands stand for commands, the keys of positions for positions.

use parlor_core::{DynKeyed, DynNumbered, Game, Rng, Seat, Viewer, follow_sides};

use crate::position::{IN_PART, Position};

/// So many commands of a list are looked at one by one.
const LOOKS: usize = 12;
/// How often a viewer's secrets are re-dealt.
const SAMPLES: u64 = 3;
/// How many ways to go on are followed, and how far.
const WALKS: u64 = 8;
const STEPS: u32 = 6;
/// So far two positions with the same key are played on side by side.
const FAR: u32 = 50;

pub(super) fn numbers_are_commands<G: Game>(position: &Position<'_, '_, G>) -> Result<(), String> {
    let Some(numbered) = position.game().capabilities().numbered else {
        return Ok(());
    };
    let state = position.state();
    for seat in Seat::all(position.seats()) {
        let legal = position.legal(state, seat);
        let numbers = list(position, numbered, state, seat);
        if numbers.len() != legal.len() {
            return Err(format!(
                "{seat} has {} legal commands and {} numbers",
                legal.len(),
                numbers.len()
            ));
        }
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        if let Some(same) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!(
                "two commands of {seat} have the number {}",
                same[0]
            ));
        }
        let seen = Seen {
            position,
            numbered,
            seat,
            legal: &legal,
            numbers: &numbers,
            sorted: &sorted,
        };
        seen.stand_for_commands()?;
        seen.others_are_refused()?;
        seen.are_drawn()?;
        seen.tell_no_secrets()?;
    }
    Ok(())
}

fn list<G: Game>(
    position: &Position<'_, '_, G>,
    numbered: &DynNumbered<G>,
    state: &G::State,
    seat: Seat,
) -> Vec<u64> {
    let mut numbers = Vec::new();
    numbered.numbers(state, seat, usize::MAX, &mut position.rng(0), &mut numbers);
    numbers
}

/// The numbers of a seat's commands at a position.
struct Seen<'s, 'b, 'g, G: Game> {
    position: &'s Position<'b, 'g, G>,
    numbered: &'s DynNumbered<G>,
    seat: Seat,
    legal: &'s [G::Command],
    numbers: &'s [u64],
    sorted: &'s [u64],
}

impl<G: Game> Seen<'_, '_, '_, G> {
    /// Some of the places in the list: the ends, and what lies between at random.
    fn looks(&self) -> Vec<usize> {
        let many = self.legal.len();
        if many <= LOOKS {
            return (0..many).collect();
        }
        let mut rng = self.position.rng(2_000);
        let between = (2..LOOKS).map(|_| rng.below(many as u32) as usize);
        [0, many - 1].into_iter().chain(between).collect()
    }

    fn is_listed(&self, number: u64) -> bool {
        self.sorted.binary_search(&number).is_ok()
    }

    /// A number gives its command back, and leads where the command leads.
    fn stand_for_commands(&self) -> Result<(), String> {
        let (position, seat, state) = (self.position, self.seat, self.position.state());
        for index in self.looks() {
            let (number, command) = (self.numbers[index], &self.legal[index]);
            match self.numbered.numbered(state, seat, number) {
                Some(found) if found == *command => {}
                Some(found) => {
                    return Err(format!(
                        "{number} is the number of {command} of {seat}, and gives {found} back"
                    ));
                }
                None => {
                    return Err(format!(
                        "the number of {command} of {seat} gives nothing back"
                    ));
                }
            }
            let (mut slow_rng, mut rng) = (position.rng(3_000), position.rng(3_000));
            let Ok(events) = position.decide(state, seat, command, &mut slow_rng) else {
                continue;
            };
            let (mut slow, mut quick) = (state.clone(), state.clone());
            for event in &events {
                position.game().apply(&mut slow, event);
            }
            if follow_sides(position.game(), &mut slow, &mut slow_rng).is_err() {
                continue;
            }
            if !self
                .numbered
                .advance_number(&mut quick, seat, number, &mut rng)
            {
                return Err(format!(
                    "{command} of {seat} cannot be played by its number"
                ));
            }
            if quick != slow {
                return Err(format!(
                    "{command} of {seat} leads to another state by its number:\n    number {quick:?}\n    slow   {slow:?}"
                ));
            }
            if rng.drawn() != slow_rng.drawn() {
                return Err(format!(
                    "{command} of {seat} draws another amount of chance by its number"
                ));
            }
        }
        Ok(())
    }

    /// A number that is nobody's does nothing.
    fn others_are_refused(&self) -> Result<(), String> {
        let (position, seat, state) = (self.position, self.seat, self.position.state());
        let mut rng = position.rng(4_000);
        let random = u64::from(rng.word()) << 32 | u64::from(rng.word());
        let near = self
            .numbers
            .first()
            .map_or(0, |number| number.wrapping_add(1));
        for number in [random, near, u64::MAX] {
            if self.is_listed(number) || self.legal.len() >= IN_PART {
                continue;
            }
            if let Some(command) = self.numbered.numbered(state, seat, number) {
                return Err(format!(
                    "{number} is no number of {seat}, and gives {command} back"
                ));
            }
            let (mut after, drawn) = (state.clone(), rng.drawn());
            let played = self
                .numbered
                .advance_number(&mut after, seat, number, &mut rng);
            if played || after != *state || rng.drawn() != drawn {
                return Err(format!(
                    "{number} is no number of {seat}, and playing it does something"
                ));
            }
        }
        Ok(())
    }

    /// Where fewer are asked for, they are drawn: different ones of the list, and any of them.
    fn are_drawn(&self) -> Result<(), String> {
        let (position, seat, state) = (self.position, self.seat, self.position.state());
        let mut rng = position.rng(5_000);
        let many = self.numbers.len();
        let mut draw = |most: usize| {
            let mut drawn = Vec::new();
            self.numbered
                .numbers(state, seat, most, &mut rng, &mut drawn);
            drawn
        };
        for most in [1, many / 2, many.saturating_sub(1)] {
            if most == 0 || most >= many {
                continue;
            }
            let mut drawn = draw(most);
            drawn.sort_unstable();
            drawn.dedup();
            if drawn.len() != most {
                return Err(format!(
                    "of {many} commands {most} were asked for, and {} came",
                    drawn.len()
                ));
            }
            let others = drawn
                .iter()
                .copied()
                .filter(|number| !self.is_listed(*number));
            for number in others.take(LOOKS) {
                // Of very many commands, one that is not listed may come.
                let command = self.numbered.numbered(state, seat, number);
                let legal = command.filter(|_| many >= IN_PART).is_some_and(|command| {
                    position
                        .decide(state, seat, &command, &mut position.rng(0))
                        .is_ok()
                });
                if !legal {
                    return Err(format!(
                        "{number} is drawn for {seat}, and is the number of nothing legal"
                    ));
                }
            }
        }
        if (2..=8).contains(&many) && position.play.version() % 4 == 1 {
            // That one of eight never comes has a chance below one in a million million.
            let drawn: Vec<u64> = (0..40 * many).flat_map(|_| draw(1)).collect();
            let missing = (self.numbers.iter()).position(|number| !drawn.contains(number));
            if let Some(index) = missing {
                return Err(format!("{} of {seat} is never drawn", self.legal[index]));
            }
        }
        Ok(())
    }

    /// In a state that the seat cannot tell from this one, the numbers are the same and mean the same.
    fn tell_no_secrets(&self) -> Result<(), String> {
        let (position, seat, state) = (self.position, self.seat, self.position.state());
        let hidden = position.game().capabilities().hidden;
        let Some(hidden) = hidden.filter(|_| position.bench.info.hidden) else {
            return Ok(());
        };
        for sample in 0..SAMPLES {
            let other = hidden.resample(state, Viewer::Seat(seat), &mut position.rng(sample));
            let numbers = list(position, self.numbered, &other, seat);
            if numbers != self.numbers {
                return Err(format!(
                    "the numbers of commands tell {seat} what it must not know"
                ));
            }
            let legal = position.legal(&other, seat);
            if let Some(index) = (0..legal.len()).find(|index| legal[*index] != self.legal[*index])
            {
                return Err(format!(
                    "{} is the number of {} and, where {seat} cannot tell the difference, of {}",
                    numbers[index], self.legal[index], legal[index]
                ));
            }
        }
        Ok(())
    }
}

pub(super) fn keys_tell_positions_apart<G: Game>(
    position: &Position<'_, '_, G>,
) -> Result<(), String> {
    let Some(keyed) = position.game().capabilities().keyed else {
        return Ok(());
    };
    let state = position.state();
    if keyed.key(state) != keyed.key(&state.clone()) {
        return Err("a state and its copy have different keys".into());
    }
    // Where random ways lead from here, and how they came there.
    let mut known: Vec<(u64, G::State, String)> = Vec::new();
    for walk in 0..WALKS {
        let (mut state, mut rng) = (state.clone(), position.rng(6_000 + walk));
        for _ in 0..STEPS {
            let key = keyed.key(&state);
            let signs = signs(position, &state);
            match known.iter().find(|(other, ..)| *other == key) {
                None => known.push((key, state.clone(), signs)),
                Some((_, other, _)) if *other == state => {}
                Some((_, other, others)) => {
                    if *others != signs {
                        return Err(format!(
                            "two different positions have the key {key}:\n    {others}\n    {signs}"
                        ));
                    }
                    go_on_alike(position, keyed, &state, other)?;
                }
            }
            if !step(position, &mut state, &mut rng) {
                break;
            }
        }
    }
    Ok(())
}

/// What follows from two positions with the same key is the same.
fn go_on_alike<G: Game>(
    position: &Position<'_, '_, G>,
    keyed: &DynKeyed<G>,
    one: &G::State,
    other: &G::State,
) -> Result<(), String> {
    let key = keyed.key(one);
    let (mut one, mut other) = (one.clone(), other.clone());
    let (mut rng, mut same) = (position.rng(7_000), position.rng(7_000));
    for _ in 0..FAR {
        let went_on = step(position, &mut one, &mut rng);
        step(position, &mut other, &mut same);
        let (signs, others) = (signs(position, &one), signs(position, &other));
        if signs != others {
            return Err(format!(
                "two positions with the key {key} go on differently:\n    {signs}\n    {others}"
            ));
        }
        if !went_on {
            break;
        }
    }
    Ok(())
}

/// Plays a random command of whoever is first to act; the same in positions in which the same is legal, in any order.
fn step<G: Game>(position: &Position<'_, '_, G>, state: &mut G::State, rng: &mut Rng) -> bool {
    let Some(seat) = position.game().to_act(state).first() else {
        return false;
    };
    let mut legal = position.legal(state, seat);
    legal.sort_by_cached_key(ToString::to_string);
    let Some(command) = rng.pick(&legal) else {
        return false;
    };
    let Ok(events) = position.decide(state, seat, command, rng) else {
        return false;
    };
    for event in &events {
        position.game().apply(state, event);
    }
    follow_sides(position.game(), state, rng).is_ok()
}

/// Who is to act, what is legal, and how it ended.
fn signs<G: Game>(position: &Position<'_, '_, G>, state: &G::State) -> String {
    let to_act = position.game().to_act(state);
    let mut legal: Vec<String> = to_act
        .iter()
        .flat_map(|seat| position.legal(state, seat))
        .map(|command| command.to_string())
        .collect();
    legal.sort();
    let outcome = position.game().outcome(state);
    format!(
        "to act {to_act:?}, legal {}, outcome {outcome:?}",
        legal.join(", ")
    )
}
