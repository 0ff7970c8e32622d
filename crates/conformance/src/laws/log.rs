//! The log is the truth: it rebuilds states, it follows from the seed and the commands, and it survives being saved.

use parlor_core::{Game, Match, Viewer};

use crate::position::{ByRef, Position};

pub(super) fn log_rebuilds_state<G: Game>(position: &Position<'_, '_, G>) -> Result<(), String> {
    let (play, game) = (position.play, position.game());
    let Some(replayed) = play.replay(play.version()) else {
        return Err("the recorded events lead to no state".into());
    };
    if replayed != *position.state() {
        return Err("applying the recorded events again leads to another state".into());
    }
    // What has just been told need not be part of what makes states equal.
    for viewer in Viewer::all(position.seats()) {
        if game.view(&replayed, viewer) != game.view(position.state(), viewer) {
            return Err(format!(
                "applying the recorded events again leads to another view of {viewer}"
            ));
        }
    }
    Ok(())
}

pub(super) fn seed_and_commands_rebuild_log<G: Game>(
    position: &Position<'_, '_, G>,
) -> Result<(), String> {
    let mut records = position.play.records();
    if !position.bench.info.chance && records.any(|record| !record.chance.is_empty()) {
        return Err("chance is drawn, and the game's info does not say so".into());
    }
    let again = match position.play.rederive() {
        Some(Ok(again)) => again,
        Some(Err(rejection)) => {
            return Err(format!(
                "played again from the same seed, a command is refused: {rejection}"
            ));
        }
        None => return Ok(()),
    };
    let (first, second) = (position.play.save(), again.save());
    let differs = first.lines().zip(second.lines()).position(|(a, b)| a != b);
    match differs {
        Some(record) => Err(format!(
            "played again from the same seed, record {record} differs"
        )),
        None => Ok(()),
    }
}

pub(super) fn snapshot_equals_replay<G: Game>(
    position: &Position<'_, '_, G>,
) -> Result<(), String> {
    let play = position.play;
    let fresh = position.game().setup(&position.bench.setup);
    for (version, snapshot) in play.snapshots() {
        let truth = match version {
            0 => fresh.as_ref().ok().cloned(),
            _ => play.replay(version),
        };
        if truth.as_ref() != Some(snapshot) {
            return Err(format!(
                "the snapshot at version {version} has changed since it was taken"
            ));
        }
    }
    Ok(())
}

pub(super) fn save_and_load_change_nothing<G: Game>(
    position: &Position<'_, '_, G>,
) -> Result<(), String> {
    let state = position.state();
    let text = serde_json::to_string(state)
        .map_err(|error| format!("the state cannot be saved: {error}"))?;
    let read: G::State = serde_json::from_str(&text)
        .map_err(|error| format!("the saved state cannot be read: {error}"))?;
    if read != *state {
        return Err("the state is another one after being saved and loaded".into());
    }
    let text = position.play.save();
    let loaded = Match::load(ByRef::new(position.game()), &text)
        .map_err(|error| format!("the saved match cannot be loaded: {error}"))?;
    if loaded.state() != state || loaded.save() != text {
        return Err("the match is another one after being saved and loaded".into());
    }
    for viewer in Viewer::all(position.seats()) {
        if loaded.view(viewer) != position.play.view(viewer) {
            return Err(format!("the view of {viewer} is another one after loading"));
        }
    }
    Ok(())
}
