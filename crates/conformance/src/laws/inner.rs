//! The numbers by which the rules know things inside reach nobody.
//!
//! A second match is played beside the first, with the same seed and the same commands, and with other numbers from its
//! set-up on. Whatever differs between what the same viewer gets of the two is such a number, or follows from one.

use parlor_core::{Actor, Entry, Game, Seat, Viewer};

use super::secrets::{difference, json};
use crate::position::{Play, Position, Step};

pub(super) fn inner_numbers_stay_inside<G: Game>(
    position: &Position<'_, '_, G>,
) -> Result<(), String> {
    let bench = position.bench;
    let Some(hidden) = position.game().capabilities().hidden else {
        return Ok(());
    };
    let Ok(before) = position.game().setup(&bench.setup) else {
        return Ok(());
    };
    // Where nothing is hidden there is nothing that a number could name; and not all rules have numbers.
    if !bench.info.hidden || hidden.renumbered(&before, &mut position.rng(0)).is_none() {
        return Ok(());
    }
    let known = bench.twin.take();
    let followed = known.filter(|(seed, twin)| *seed == position.seed && is_behind(twin, position));
    let mut twin = match followed {
        Some((_, twin)) => twin,
        None => bench
            .begin_renumbered(position.seed)
            .map_err(|error| error.to_string())?,
    };
    follow(&mut twin, position)?;
    let compared = compare(&mut twin, position);
    bench.twin.replace(Some((position.seed, twin)));
    compared?;
    // Playing on takes its time, and one position is much like the next.
    const EVERY: u64 = 4;
    if !position.play.version().is_multiple_of(EVERY) {
        return Ok(());
    }
    match hidden.renumbered(position.state(), &mut position.rng(0)) {
        Some(other) => goes_on_alike(position, other),
        None => Ok(()),
    }
}

/// A match whose numbers change in the middle of it goes on as it would have: what the rules wait for and have in mind knows
/// its pieces by their new numbers.
fn goes_on_alike<G: Game>(
    position: &Position<'_, '_, G>,
    mut other: G::State,
) -> Result<(), String> {
    const COMMANDS: u64 = 8;
    let (game, mut state) = (position.game(), position.state().clone());
    let mut choose = position.rng(1);
    for stream in 2..2 + COMMANDS {
        for viewer in position.players_and_spectator() {
            if game.view(&state, viewer) != game.view(&other, viewer) {
                return Err(format!(
                    "with other numbers from here on, {viewer} gets another view"
                ));
            }
        }
        let Some(seat) = game.to_act(&state).first() else {
            return Ok(());
        };
        let legal = position.legal(&state, seat);
        if legal != position.legal(&other, seat) {
            return Err(format!(
                "with other numbers from here on, {seat} can do something else"
            ));
        }
        let Some(command) = choose.pick(&legal) else {
            return Ok(());
        };
        let decide = |state: &G::State| {
            let events = position.decide(state, seat, command, &mut position.rng(stream));
            events.map(|events| position.happen(state, &events, Viewer::Spectator))
        };
        match (decide(&state), decide(&other)) {
            (Ok((one, told)), Ok((two, heard))) => {
                if told != heard {
                    return Err(format!(
                        "with other numbers from here on, {command} is told otherwise"
                    ));
                }
                (state, other) = (one, two);
            }
            (Err(_), Err(_)) => return Ok(()),
            _ => {
                return Err(format!(
                    "with other numbers from here on, {command} is refused, or not"
                ));
            }
        }
    }
    Ok(())
}

/// Whether the twin has played what the match has played up to there.
fn is_behind<G: Game>(twin: &Play<'_, G>, position: &Position<'_, '_, G>) -> bool {
    let mut both = twin.records().zip(position.play.records());
    twin.version() <= position.play.version()
        && both.all(|(one, other)| match (&one.entry, &other.entry) {
            (Entry::Command { command, .. }, Entry::Command { command: known, .. }) => {
                // The rules name pieces for their sides as they know them inside.
                one.actor == other.actor && (one.actor == Actor::System || command == known)
            }
            (Entry::System { command, .. }, Entry::System { command: known, .. }) => {
                command == known
            }
            _ => false,
        })
}

/// Plays in the twin what it lacks.
fn follow<G: Game>(twin: &mut Play<'_, G>, position: &Position<'_, '_, G>) -> Result<(), String> {
    for version in twin.version() + 1..=position.play.version() {
        let Some(record) = position.play.record(version) else {
            return Ok(());
        };
        let step = match (&record.actor, &record.entry) {
            (Actor::Seat(seat), Entry::Command { command, .. }) => {
                Step::Command(*seat, command.clone())
            }
            (Actor::System, Entry::Command { .. }) => Step::Side,
            (_, Entry::System { command, .. }) => Step::Leave(*command),
            _ => return Ok(()),
        };
        step.take(twin).map_err(|rejection| {
            format!("with other numbers inside, '{step}' is refused: {rejection}")
        })?;
    }
    Ok(())
}

/// All that reaches anybody is the same.
fn compare<G: Game>(twin: &mut Play<'_, G>, position: &Position<'_, '_, G>) -> Result<(), String> {
    let (game, play) = (position.game(), position.play);
    let (state, other) = (play.state(), twin.state());
    let differs = |viewer: Viewer, what: &str, one: &serde_json::Value, two: &serde_json::Value| {
        let difference = difference("", one, two);
        format!("with other numbers inside, {viewer} gets another {what}: {difference}")
    };
    for viewer in position.players_and_spectator() {
        let views = [game.view(state, viewer), game.view(other, viewer)];
        if views[0] != views[1] {
            return Err(differs(viewer, "view", &json(&views[0]), &json(&views[1])));
        }
        let Some(seat) = viewer.seat() else { continue };
        let legal = [state, other].map(|state| position.legal(state, seat));
        if legal[0] != legal[1] {
            return Err(differs(
                viewer,
                "list of commands",
                &json(&legal[0]),
                &json(&legal[1]),
            ));
        }
        answers_are_alike(position, other, seat)?;
    }
    let viewers: Vec<Viewer> = position.players_and_spectator().collect();
    let heard = twin.told_latest(&viewers);
    for (viewer, heard) in viewers.into_iter().zip(heard) {
        let told = play.told(play.version(), viewer);
        if told != heard {
            return Err(differs(
                viewer,
                "account of it",
                &json(&told),
                &json(&heard),
            ));
        }
    }
    match game.outcome(state) == game.outcome(twin.state()) {
        true => Ok(()),
        false => Err("with other numbers inside, it ends otherwise".into()),
    }
}

/// Refusals and questions say the same.
fn answers_are_alike<G: Game>(
    position: &Position<'_, '_, G>,
    other: &G::State,
    seat: Seat,
) -> Result<(), String> {
    let (game, state) = (position.game(), position.state());
    if !game.to_act(state).contains(seat) {
        return Ok(());
    }
    let guided = game.capabilities().guided;
    let asks = |state: &G::State| guided.map(|guided| json(&guided.guide(state, seat, &[]).ok()));
    if asks(state) != asks(other) {
        return Err(format!(
            "with other numbers inside, {seat} is asked something else"
        ));
    }
    for command in &position.bench.pool {
        let refusal = |state: &G::State| {
            let decided = position.decide(state, seat, command, &mut position.rng(0));
            decided.err().map(|rejection| json(&rejection))
        };
        if refusal(state) != refusal(other) {
            return Err(format!(
                "with other numbers inside, {seat} gets another answer to {command}"
            ));
        }
    }
    Ok(())
}
