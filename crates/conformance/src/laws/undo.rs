//! Views change as patches say, and undo brings them back.

use parlor_core::{Actor, Entry, Game, Patch, SeatSet, Seed, Undo, View, Viewer};

use crate::position::{Position, Step};

pub(super) fn patch_equals_view<G: Game>(position: &Position<'_, '_, G>) -> Result<(), String> {
    let play = position.play;
    for viewer in Viewer::all(position.seats()) {
        let Some(before) = play.view_at(play.version() - 1, viewer) else {
            continue;
        };
        let after = play.view(viewer);
        let text = serde_json::to_string(&Patch::between(&before, &after))
            .map_err(|error| format!("the patch cannot be written: {error}"))?;
        let patch: Patch = serde_json::from_str(&text)
            .map_err(|error| format!("the patch cannot be read: {error}"))?;
        // A view is a function of the state: asked again, it is the same.
        if patch.apply(&before).as_ref() != Ok(&play.view(viewer)) {
            return Err(format!(
                "the view of {viewer}, patched, is not the view after the command"
            ));
        }
    }
    Ok(())
}

pub(super) fn undo_restores_every_view<G: Game>(
    position: &Position<'_, '_, G>,
) -> Result<(), String> {
    let play = position.play;
    let Some((seat, _)) = position.last_command() else {
        return Ok(());
    };
    // Then the seed is revealed, and the match takes nothing back.
    if position.bench.info.chance && play.outcome().is_some() {
        return Ok(());
    }
    let Some(to) = play.undo_target(seat) else {
        return Err(format!(
            "{seat} has just played and has nothing to take back"
        ));
    };
    let views = |play: &parlor_core::Match<_>| -> Vec<View> {
        Viewer::all(position.seats())
            .map(|viewer| play.view(viewer))
            .collect()
    };
    let before: Vec<View> = Viewer::all(position.seats())
        .filter_map(|viewer| play.view_at(to, viewer))
        .collect();
    let after = views(play);
    let mut copy = play
        .fork(play.version(), Seed::Secret([0xF0; 32]), 0)
        .map_err(|error| error.to_string())?;
    let undo = Undo::new(seat, to).consent(SeatSet::all(position.seats()));
    copy.undo(undo)
        .map_err(|rejection| format!("undo is refused: {rejection}"))?;
    if views(&copy) != before {
        return Err("after undo, a view is not what it was".into());
    }
    copy.redo(seat, 0)
        .map_err(|rejection| format!("redo is refused: {rejection}"))?;
    if views(&copy) != after {
        return Err("after redo, a view is not what it was".into());
    }
    let needs = play
        .undo_needs(seat, to)
        .map_err(|rejection| rejection.to_string())?;
    // Whoever plays alone has nobody to ask.
    let could_ask = position.seats() > 1;
    match could_ask && position.bench.info.hidden && needs.is_empty() {
        true => nobody_has_learned(position),
        false => Ok(()),
    }
}

/// How many other matches are played to see what else could have happened.
const MATCHES: u32 = 100;
/// After more commands than this, hardly any other match looks the same to anybody.
const EARLY: usize = 4;

/// Plays the same commands from other seeds. Where a viewer saw the same until the last command and something else after
/// it, that command has told it something.
///
/// This asks nothing of the game's own resampling, which the match relies on to find fences.
fn nobody_has_learned<G: Game>(position: &Position<'_, '_, G>) -> Result<(), String> {
    let play = position.play;
    let commands: Vec<_> = play
        .records()
        .filter_map(|record| match (&record.actor, &record.entry) {
            (Actor::Seat(seat), Entry::Command { command, .. }) => {
                Some(Step::Command(*seat, command.clone()))
            }
            _ => None,
        })
        .collect();
    let Some((Step::Command(seat, last), earlier)) = commands.split_last() else {
        return Ok(());
    };
    // Somebody has left, or there are too many commands: nothing to compare with.
    if earlier.len() as u64 + 2 < play.version() || earlier.len() >= EARLY {
        return Ok(());
    }
    // What each viewer has seen, from the opening to before the last command.
    let seen: Vec<(Viewer, Vec<Option<View>>)> = position
        .players_and_spectator()
        .map(|viewer| {
            let views = (1..play.version()).map(|version| play.view_at(version, viewer));
            (viewer, views.collect())
        })
        .collect();
    for seed in 0..MATCHES {
        let Some(mut other) = position.bench.play(seed, earlier) else {
            continue;
        };
        let saw_the_same = |(viewer, views): &&(Viewer, Vec<Option<View>>)| {
            let mut versions = (1..).zip(views);
            versions.all(|(version, view)| other.view_at(version, *viewer) == *view)
        };
        let alike: Vec<Viewer> = seen
            .iter()
            .filter(saw_the_same)
            .map(|(viewer, _)| *viewer)
            .collect();
        let refused = other.play(*seat, last).is_err();
        for viewer in alike {
            if refused || other.view(viewer) != play.view(viewer) {
                return Err(format!(
                    "{last} has told {viewer} something, yet {seat} could take it back in silence: \
                     resampling must re-deal all that {viewer} cannot see"
                ));
            }
        }
    }
    Ok(())
}
