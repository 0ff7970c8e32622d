//! Nobody waits for ever: whoever leaves or runs out of time is not waited for, and what bots imagine can be played on.

use parlor_core::{
    Budget, Decision, Game, Rejection, Rng, Ruling, Seat, SystemCommand, Viewer, follow_sides,
};

use crate::position::Position;

/// How far a sample is played on.
const MOVES: usize = 50;

/// So many times it is tried whether the rules fail in truth as well.
const TRUE_GAMES: u64 = 20;

/// Whoever is asked may leave or run out of time, and play goes on without waiting for it.
pub(super) fn leavers_unblock<G: Game>(position: &Position<'_, '_, G>) -> Result<(), String> {
    let (game, state) = (position.game(), position.state());
    for seat in game.to_act(state).iter() {
        for command in [
            SystemCommand::Resign { seat },
            SystemCommand::TimeOut { seat },
        ] {
            let after = system(position, command)
                .map_err(|rejection| format!("{}: refused: {rejection}", words(command)))?;
            let Some(after) = after else {
                continue;
            };
            let to_act = game.to_act(&after);
            let resigned = matches!(command, SystemCommand::Resign { .. });
            if resigned && to_act.contains(seat) {
                return Err(format!("{}, and is still asked", words(command)));
            }
            if to_act.is_empty() && game.outcome(&after).is_none() {
                return Err(format!("{}, and nobody is to act", words(command)));
            }
            if let Some(stuck) = to_act
                .iter()
                .find(|seat| position.legal(&after, *seat).is_empty())
            {
                return Err(format!(
                    "{}, and {stuck} has no legal command",
                    words(command)
                ));
            }
        }
    }
    Ok(())
}

/// Every question has an answer, from whoever is asked, or from the rules when its time is over: a time-out that changes nothing
/// would be followed by the same one for ever.
pub(super) fn questions_have_answers<G: Game>(
    position: &Position<'_, '_, G>,
) -> Result<(), String> {
    let (game, state) = (position.game(), position.state());
    for seat in game.to_act(state).iter() {
        let timed_out = system(position, SystemCommand::TimeOut { seat });
        if let Ok(Some(after)) = timed_out
            && game.to_act(&after) == game.to_act(state)
            && json(&after) == json(state)
        {
            return Err(format!(
                "{seat} runs out of time, and is asked the same again"
            ));
        }
    }
    Ok(())
}

/// Where a seat's or the system's command leads, unless the match ends by it.
fn system<G: Game>(
    position: &Position<'_, '_, G>,
    command: SystemCommand,
) -> Result<Option<G::State>, Rejection> {
    let (mut rng, mut events) = (position.rng(300), Vec::new());
    let mut decision = Decision::new(&mut rng, &mut events, Budget::default());
    let game = position.game();
    let ruling = game.system(position.state(), &command, &mut decision)?;
    let mut after = position.state().clone();
    for event in &events {
        game.apply(&mut after, event);
    }
    if ruling == Ruling::Continue {
        follow_sides(game, &mut after, &mut rng)?;
    }
    Ok((ruling == Ruling::Continue).then_some(after))
}

fn words(command: SystemCommand) -> String {
    match command {
        SystemCommand::Resign { seat } => format!("{seat} resigns"),
        SystemCommand::TimeOut { seat } => format!("{seat} runs out of time"),
        SystemCommand::Open => "the match opens".into(),
    }
}

fn json(data: &impl serde::Serialize) -> Option<String> {
    serde_json::to_string(data).ok()
}

/// What a viewer imagines is a position like any other: the rules play on from there without an error.
pub(super) fn samples_play_on<G: Game>(position: &Position<'_, '_, G>) -> Result<(), String> {
    let Some(hidden) = position.game().capabilities().hidden else {
        return Ok(());
    };
    let viewers: Vec<Viewer> = position.players_and_spectator().collect();
    // Playing on takes long: each viewer in its turn.
    let viewer = viewers[position.play.version() as usize % viewers.len()];
    let mut rng = position.rng(400);
    let sample = hidden.resample(position.state(), viewer, &mut rng);
    let Err(problem) = plays_on(position, sample, &mut rng) else {
        return Ok(());
    };
    // Where the rules fail in truth as well, it is not the sample's fault, and another law says so.
    let in_truth = |stream| {
        let state = position.state().clone();
        plays_on(position, state, &mut position.rng(stream)).is_err()
    };
    match (500..500 + TRUE_GAMES).any(in_truth) {
        true => Ok(()),
        false => Err(format!(
            "what {viewer} imagines cannot be played on: {problem}"
        )),
    }
}

/// Plays at random from a state, as far as is looked.
fn plays_on<G: Game>(
    position: &Position<'_, '_, G>,
    mut state: G::State,
    rng: &mut Rng,
) -> Result<(), String> {
    let game = position.game();
    follow_sides(game, &mut state, rng).map_err(|problem| problem.to_string())?;
    for made in 0..MOVES {
        let to_act: Vec<Seat> = game.to_act(&state).iter().collect();
        let Some(seat) = rng.pick(&to_act).copied() else {
            return match game.outcome(&state) {
                Some(_) => Ok(()),
                None => Err(format!("{made} moves on, nobody is to act")),
            };
        };
        let legal = position.legal(&state, seat);
        let Some(command) = rng.pick(&legal) else {
            return Err(format!("{made} moves on, {seat} has no legal command"));
        };
        let events = position
            .decide(&state, seat, command, rng)
            .map_err(|rejection| {
                format!("{made} moves on, {command} of {seat} is legal, but refused: {rejection}")
            })?;
        for event in &events {
            game.apply(&mut state, event);
        }
        follow_sides(game, &mut state, rng).map_err(|problem| problem.to_string())?;
    }
    Ok(())
}
