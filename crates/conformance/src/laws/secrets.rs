//! What a viewer cannot see changes nothing that reaches it.

use parlor_core::{
    Budget, Decision, DynHidden, Game, Rng, Seat, SystemCommand, Told, View, Viewer, ZoneView,
};
use serde_json::Value;

use super::naive::{whose_turn, worlds};
use crate::position::Position;

/// How often a viewer's secrets are re-dealt at each position.
const SAMPLES: u64 = 6;

pub(super) fn view_hides_secrets<G: Game>(position: &Position<'_, '_, G>) -> Result<(), String> {
    if !position.bench.info.hidden {
        return nothing_is_hidden(position);
    }
    let Some(hidden) = position.game().capabilities().hidden else {
        return Err("the game says that it has secrets, but not what a viewer cannot tell apart: it lacks Hidden".into());
    };
    let state = position.state();
    if hidden.resample(state, Viewer::Referee, &mut position.rng(0)) != *state {
        return Err("the referee sees everything, so nothing may be resampled for it".into());
    }
    if position.play.version() == 1 {
        for viewer in position.players_and_spectator() {
            told_at_the_opening(position, viewer)?;
        }
    }
    for viewer in position.players_and_spectator() {
        let view = position.game().view(state, viewer);
        for sample in 0..SAMPLES {
            let other = hidden.resample(state, viewer, &mut position.rng(sample));
            position.bench.resampled.set(true);
            if other != *state {
                position.bench.resampling_varies.set(true);
            }
            cannot_tell_apart(position, viewer, &view, &other)?;
        }
        told_after_commands(position, hidden, viewer)?;
    }
    // What resampling never thinks of must not show either.
    let viewer = whose_turn(position);
    handles_stay_unless_something_is_told(position, viewer)?;
    let view = position.game().view(state, viewer);
    // The last ones have changed most.
    for other in worlds(position, hidden, viewer, 620).iter().rev().take(2) {
        cannot_tell_apart(position, viewer, &view, other)?;
    }
    Ok(())
}

/// In a game without secrets everybody sees the same.
fn nothing_is_hidden<G: Game>(position: &Position<'_, '_, G>) -> Result<(), String> {
    let table = |viewer| {
        let view = position.game().view(position.state(), viewer);
        (view.zones, view.seats, view.phase)
    };
    let all = table(Viewer::Referee);
    match position
        .players_and_spectator()
        .find(|viewer| table(*viewer) != all)
    {
        Some(viewer) => Err(format!(
            "the game says that it has no secrets, but {viewer} does not see all"
        )),
        None => Ok(()),
    }
}

/// View, legal commands and rejections are byte-equal in a state that the viewer cannot tell from this one.
pub(super) fn cannot_tell_apart<G: Game>(
    position: &Position<'_, '_, G>,
    viewer: Viewer,
    view: &View,
    other: &G::State,
) -> Result<(), String> {
    let (game, state) = (position.game(), position.state());
    let other_view = game.view(other, viewer);
    if *view != other_view {
        return Err(format!(
            "the view of {viewer} tells what it must not know: {}",
            difference("", &json(view), &json(&other_view))
        ));
    }
    if game.to_act(state) != game.to_act(other) || game.outcome(state) != game.outcome(other) {
        return Err(format!(
            "who is to act, or how it ended, tells {viewer} what it must not know"
        ));
    }
    let Some(seat) = viewer.seat() else {
        return Ok(());
    };
    let (legal, other_legal) = (position.legal(state, seat), position.legal(other, seat));
    if legal.len() != other_legal.len() {
        return Err(format!(
            "the number of legal commands tells {seat} what it must not know"
        ));
    }
    if legal != other_legal {
        return Err(format!(
            "the legal commands tell {seat} what it must not know"
        ));
    }
    if !game.to_act(state).contains(seat) {
        return Ok(());
    }
    for command in &position.bench.pool {
        let answer = |state: &G::State| {
            position
                .decide(state, seat, command, &mut position.rng(0))
                .err()
                .map(|rejection| json(&rejection))
        };
        let (answer, other_answer) = (answer(state), answer(other));
        if answer != other_answer {
            let text = |answer: Option<Value>| answer.map_or("yes".into(), |no| no.to_string());
            return Err(format!(
                "the answer to {command} tells {seat} what it must not know: {} or {}",
                text(answer),
                text(other_answer)
            ));
        }
    }
    Ok(())
}

/// What is told may be no more than what the view shows afterwards: equal views, equal words.
struct Heard {
    viewer: Viewer,
    by_view: Vec<(View, Vec<Told>)>,
}

impl Heard {
    fn new(viewer: Viewer) -> Heard {
        Heard {
            viewer,
            by_view: Vec::new(),
        }
    }

    /// Lets events happen, and compares what is heard with what was heard when the view was the same afterwards.
    fn hear<G: Game>(
        &mut self,
        position: &Position<'_, '_, G>,
        before: &G::State,
        events: &[G::Event],
    ) -> Result<(), String> {
        let (after, told) = position.happen(before, events, self.viewer);
        let view = position.game().view(&after, self.viewer);
        match self.by_view.iter().find(|(known, _)| *known == view) {
            Some((_, known)) if *known != told => Err(format!(
                "what {} is told is more than it sees: {}",
                self.viewer,
                difference("", &json(known), &json(&told))
            )),
            Some(_) => Ok(()),
            None => {
                self.by_view.push((view, told));
                Ok(())
            }
        }
    }
}

/// A name that changes tells that something happened, and to which piece.
fn handles_stay_unless_something_is_told<G: Game>(
    position: &Position<'_, '_, G>,
    viewer: Viewer,
) -> Result<(), String> {
    let version = position.play.version();
    if version <= 1 || !position.play.told(version, viewer).is_empty() {
        return Ok(());
    }
    let Some(before) = position.play.view_at(version - 1, viewer) else {
        return Ok(());
    };
    let now = position.play.view(viewer);
    if before.zones != now.zones && nameless(&before.zones) == nameless(&now.zones) {
        return Err(format!(
            "{viewer} is told nothing, and calls a piece something else afterwards: {}",
            difference("", &json(&before.zones), &json(&now.zones))
        ));
    }
    Ok(())
}

/// Zones without what the viewer calls the pieces in them.
fn nameless(zones: &[ZoneView]) -> Vec<ZoneView> {
    let mut zones = zones.to_vec();
    for zone in &mut zones {
        zone.pieces.iter_mut().for_each(|piece| piece.handle = None);
        zone.zones = nameless(&zone.zones);
    }
    zones
}

fn told_at_the_opening<G: Game>(
    position: &Position<'_, '_, G>,
    viewer: Viewer,
) -> Result<(), String> {
    let Ok(before) = position.game().setup(&position.bench.setup) else {
        return Ok(());
    };
    let mut heard = Heard::new(viewer);
    for stream in 0..64 {
        let (mut rng, mut events) = (position.rng(stream), Vec::new());
        let mut decision = Decision::new(&mut rng, &mut events, Budget::default());
        let opened = position
            .game()
            .system(&before, &SystemCommand::Open, &mut decision);
        if opened.is_ok() {
            heard.hear(position, &before, &events)?;
        }
    }
    Ok(())
}

fn told_after_commands<G: Game>(
    position: &Position<'_, '_, G>,
    hidden: &DynHidden<G>,
    viewer: Viewer,
) -> Result<(), String> {
    let state = position.state();
    let mut choose: Rng = position.rng(77);
    let seats: Vec<Seat> = position.game().to_act(state).iter().collect();
    for seat in seats {
        let legal = position.legal(state, seat);
        for _ in 0..2 {
            let Some(command) = choose.pick(&legal) else {
                continue;
            };
            let mut heard = Heard::new(viewer);
            for sample in 0..2 * SAMPLES {
                let before = match sample {
                    0 => state.clone(),
                    _ => hidden.resample(state, viewer, &mut position.rng(sample)),
                };
                // The same chance for all: what differs must come from what the viewer cannot see.
                let same = position.decide(&before, seat, command, &mut position.rng(0));
                let fresh = position.decide(&before, seat, command, &mut position.rng(sample));
                for events in [same, fresh].into_iter().flatten() {
                    heard.hear(position, &before, &events)?;
                }
            }
        }
    }
    Ok(())
}

pub(super) fn json(data: &impl serde::Serialize) -> Value {
    serde_json::to_value(data).unwrap_or_default()
}

/// Where two JSON values first differ.
pub(super) fn difference(at: &str, a: &Value, b: &Value) -> String {
    match (a, b) {
        (Value::Object(x), Value::Object(y)) if x.keys().eq(y.keys()) => x
            .iter()
            .find(|(name, value)| y.get(*name) != Some(value))
            .map_or(String::new(), |(name, value)| {
                difference(&format!("{at}/{name}"), value, &y[name])
            }),
        (Value::Array(x), Value::Array(y)) if x.len() == y.len() => (0..x.len())
            .find(|index| x[*index] != y[*index])
            .map_or(String::new(), |index| {
                difference(&format!("{at}/{index}"), &x[index], &y[index])
            }),
        _ => format!("at '{at}' it is {a} or {b}"),
    }
}
