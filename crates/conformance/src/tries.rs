//! What is tried: set-ups, random commands, and commands that are illegal most of the time.

use parlor_core::{Game, OptionKind, OptionValue, Rng, Seat, Setup};
use serde_json::Value;

use crate::checker::catch;
use crate::position::{Bench, Play, Step};

/// A random legal command of a random seat that is to act.
pub(crate) fn random_step<G: Game>(play: &Play<'_, G>, rng: &mut Rng) -> Option<Step<G::Command>> {
    if play.side().is_some() {
        return Some(Step::Side);
    }
    let seats: Vec<_> = play.to_act().iter().collect();
    let seat = *rng.pick(&seats)?;
    let commands = play.legal(seat);
    Some(Step::Command(seat, rng.pick(&commands)?.clone()))
}

/// Commands from a few random games, each once, and what becomes of them when their numbers and words are changed: most of
/// them are illegal most of the time, and some always.
pub(crate) fn pool<G: Game>(bench: &Bench<'_, G>, seed: u32) -> Vec<G::Command> {
    const MOST: usize = 24;
    let mut pool: Vec<G::Command> = Vec::new();
    let mut rng = Rng::fast(seed.into(), u64::MAX - 1);
    for game in 0..4 {
        let _ = catch(|| {
            let mut play = bench
                .begin(seed.wrapping_add(game))
                .map_err(|error| error.to_string())?;
            for _ in 0..64 {
                let Some(Step::Command(seat, command)) = random_step(&play, &mut rng) else {
                    break;
                };
                let _ = play.play(seat, &command);
                if pool.len() < MOST && !pool.contains(&command) {
                    pool.push(command);
                }
            }
            Ok(())
        });
    }
    let strange: Vec<G::Command> = pool
        .iter()
        .filter_map(|command| serde_json::to_value(command).ok())
        .flat_map(|json| (0..4).map(move |way| changed(&json, way)))
        .filter_map(|json| serde_json::from_value(json).ok())
        .collect();
    for command in strange {
        if pool.len() < 2 * MOST && !pool.contains(&command) {
            pool.push(command);
        }
    }
    pool
}

/// A command with its numbers moved, one way or another.
fn changed(json: &Value, way: u8) -> Value {
    match json {
        Value::Number(number) => match (number.as_i64(), way) {
            (Some(number), 0) => (number + 1).into(),
            (Some(number), 1) => (number - 1).into(),
            (Some(_), 2) => 0.into(),
            (Some(_), _) => 99.into(),
            (None, _) => json.clone(),
        },
        Value::Array(items) => items.iter().map(|item| changed(item, way)).collect(),
        Value::Object(fields) => {
            let fields = fields.iter();
            Value::Object(
                fields
                    .map(|(name, value)| (name.clone(), changed(value, way)))
                    .collect(),
            )
        }
        _ => json.clone(),
    }
}

/// How many drawn values are tried of what seats bring.
const DRAWN: u64 = 2;

/// What seats could bring beside the default: each preset at one seat and another at the next, and values drawn at random.
fn brings<G: Game>(game: &G, setup: &Setup) -> Vec<Setup> {
    let specs = setup.bring_specs();
    let presets = specs.iter().map(|spec| spec.presets.len()).max();
    let mut tried = Vec::new();
    for shift in 0..presets.unwrap_or(0) {
        let mut other = Ok(setup.clone());
        for (seat, spec) in
            Seat::all(setup.seats()).flat_map(|seat| specs.iter().map(move |spec| (seat, spec)))
        {
            let mut presets = spec.presets.iter().cycle();
            if let Some(preset) = presets.nth(shift + seat.index()) {
                other = other.and_then(|setup| setup.bring(seat, &spec.id, preset.value.clone()));
            }
        }
        tried.extend(other);
    }
    for stream in 0..DRAWN {
        let mut rng = Rng::fast(1, stream);
        let mut other = Ok(setup.clone());
        for (seat, spec) in
            Seat::all(setup.seats()).flat_map(|seat| specs.iter().map(move |spec| (seat, spec)))
        {
            if let Some(value) = game.random_bring(setup, seat, &spec.id, &mut rng) {
                other = other.and_then(|setup| setup.bring(seat, &spec.id, value));
            }
        }
        tried.extend(other);
    }
    tried
}

/// Every number of seats; with the fewest and the most, each option at its default and at each of its extremes.
pub(crate) fn setups<G: Game>(game: &G) -> Vec<Setup> {
    let info = &game.info();
    let mut setups: Vec<Setup> = Vec::new();
    let mut add = |setup: Setup| {
        if !setups.contains(&setup) {
            setups.push(setup);
        }
    };
    for seats in info.min_seats..=info.max_seats {
        let Ok(setup) = Setup::new(info, seats.into()) else {
            continue;
        };
        add(setup.clone());
        for other in brings(game, &setup) {
            add(other);
        }
        if seats != info.min_seats && seats != info.max_seats {
            continue;
        }
        for option in &info.options {
            let values = match &option.kind {
                OptionKind::Bool { .. } => vec![OptionValue::Bool(false), OptionValue::Bool(true)],
                OptionKind::Int { min, max, .. } => {
                    vec![OptionValue::Int(*min), OptionValue::Int(*max)]
                }
                OptionKind::Choice { choices, .. } => {
                    choices.iter().cloned().map(OptionValue::Choice).collect()
                }
            };
            for value in values {
                if let Ok(setup) = setup.clone().option(&option.name, value) {
                    add(setup);
                }
            }
        }
    }
    setups
}
