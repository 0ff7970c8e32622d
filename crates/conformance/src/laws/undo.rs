//! Views change as patches say, and undo brings them back.

use parlor_core::{Game, Patch, SeatSet, Seed, Undo, View, Viewer, ZoneView};

use crate::position::Position;

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
        .fork(play.version(), Seed::Integer(1), 0)
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
    if position.bench.info.hidden && needs.is_empty() {
        for ((viewer, before), after) in Viewer::all(position.seats()).zip(&before).zip(&after) {
            let ((shown, covered), (shown_after, covered_after)) = (count(before), count(after));
            if viewer != Viewer::Referee && shown_after > shown && covered_after < covered {
                return Err(format!(
                    "{viewer} has seen a piece for the first time, yet {seat} could take that back in silence: \
                     resampling must deal anew all that {viewer} could not see"
                ));
            }
        }
    }
    Ok(())
}

/// How many pieces a viewer sees the faces of, and how many it only knows to be there.
fn count(view: &View) -> (u32, u32) {
    fn add(zones: &[ZoneView], (shown, covered): (u32, u32)) -> (u32, u32) {
        zones.iter().fold((shown, covered), |sum, zone| {
            let faces = zone
                .pieces
                .iter()
                .filter(|piece| piece.face.is_some())
                .count() as u32;
            let hidden = zone.pieces.len() as u32 - faces + zone.count.unwrap_or(0);
            add(&zone.zones, (sum.0 + faces, sum.1 + hidden))
        })
    }
    add(&view.zones, (0, 0))
}
