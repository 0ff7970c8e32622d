//! A table in words: what plain mode and replays print, and the lines that screens show beside the board.

use std::collections::BTreeMap;

use parlor_core::{
    AnyMatch, Fate, Message, Outcome, Seat, SeatView, SheetBox, Standing, TrackState, ValueLook,
    ValueType, View, Viewer,
};
use serde::Deserialize;
use serde_json::Value;

use super::{Marks, Palette, picture};

/// The whole view as lines of text.
pub fn lines(view: &View) -> Vec<String> {
    let mut lines = picture(view, &Marks::default(), Palette::plain(), None).lines();
    let names = &names(view);
    let own = |seat: &SeatView| Some((seat.name.clone(), values(view, &seat.values)));
    let own = view.seats.iter().filter_map(own);
    let own = own.filter(|(_, values)| !values.is_empty());
    lines.extend(own.map(|(name, values)| format!("{name}: {values}")));
    let shared = values(view, &view.values);
    if !shared.is_empty() {
        lines.push(shared);
    }
    if let Some(phase) = &view.phase {
        lines.push(phase.render(names));
    }
    match &view.outcome {
        Some(outcome) => lines.extend(result(outcome, names)),
        None => lines.extend(turn(view)),
    }
    lines
}

/// The players' names.
pub fn names(view: &View) -> Vec<String> {
    view.seats
        .iter()
        .map(|seat| seat.name.to_string())
        .collect()
}

/// Whose turn it is, in words.
pub fn turn(view: &View) -> Option<String> {
    let names: Vec<&str> = view
        .to_act
        .iter()
        .filter_map(|seat| view.seats.get(seat.index()))
        .map(|seat| seat.name.as_str())
        .collect();
    match names[..] {
        [] => None,
        [name] => Some(format!("It is the turn of {name}.")),
        _ => Some(format!("To act: {}.", names.join(", "))),
    }
}

/// Values as people read them, in the order that the game declares: `Connects top and bottom, Score 3`. What is not declared is
/// for programs.
pub fn values(view: &View, values: &BTreeMap<String, Value>) -> String {
    let looks = &view.legend.values;
    let declared = values
        .iter()
        .filter_map(|(name, value)| Some((looks.get(&**name)?, value)));
    let mut declared: Vec<(&ValueLook, &Value)> = declared.collect();
    declared.sort_by_key(|(look, _)| look.order);
    let names = &names(view);
    let each = declared.into_iter().filter_map(|(look, value)| {
        let label = look.label.render(names);
        Some(match (&look.shown_as, value) {
            (ValueType::Hidden, _) | (_, Value::Null) => return None,
            (ValueType::YesNo, value) => match value.as_i64() {
                Some(0) => return None,
                None if *value != true => return None,
                _ => label,
            },
            (ValueType::Seat, value) => {
                let seat = value.get("seat").unwrap_or(value).as_u64();
                let name = seat.and_then(|seat| names.get(seat as usize))?;
                format!("{label} {name}")
            }
            (ValueType::Sheet { boxes, .. }, value) => format!("{label}: {}", sheet(boxes, value)?),
            (ValueType::Track, value) => format!("{label} {}", track(value)?),
            (_, Value::String(text)) => format!("{label} {text}"),
            (_, other) => format!("{label} {other}"),
        })
    });
    each.collect::<Vec<_>>().join(", ")
}

/// The boxes of a sheet that are filled: `Ones 3, Full house 25`.
fn sheet(boxes: &[Message], value: &Value) -> Option<String> {
    let row = Vec::<SheetBox>::deserialize(value).ok()?;
    let filled = boxes
        .iter()
        .zip(row)
        .filter_map(|(label, entry)| match entry {
            SheetBox::Written(points) => Some(format!("{} {points}", label.text)),
            SheetBox::Would { .. } | SheetBox::Free(()) => None,
        });
    let filled: Vec<String> = filled.collect();
    (!filled.is_empty()).then(|| filled.join(", "))
}

/// A track with its free steps and its points: `3 7 · · = 3`.
fn track(value: &Value) -> Option<String> {
    let track = TrackState::deserialize(value).ok()?;
    let steps = track.steps.iter();
    let steps: Vec<&str> = steps.map(|step| step.as_deref().unwrap_or("·")).collect();
    Some(format!("{} = {}", steps.join(" "), track.points))
}

/// What the game says of a zone besides, under its own names: `loser`.
pub fn attributes(values: &BTreeMap<String, Value>, names: &[String]) -> String {
    let each = values.iter().filter_map(|(name, value)| {
        let name = name.replace('_', " ");
        Some(match value {
            Value::String(text) => format!("{name} {text}"),
            Value::Bool(true) => name,
            // What is not so is better left unsaid.
            Value::Bool(false) | Value::Null => return None,
            // A seat is known by its player's name.
            Value::Object(seat) if seat.contains_key("seat") => {
                let index = seat["seat"]
                    .as_u64()
                    .and_then(|seat| names.get(seat as usize));
                format!("{name} {}", index.map_or("nobody", String::as_str))
            }
            other => format!("{name} {other}"),
        })
    });
    each.collect::<Vec<_>>().join(", ")
}

/// How the match ended, a headline and a line for each seat.
pub fn result(outcome: &Outcome, names: &[String]) -> Vec<String> {
    let name = |seat: Seat| names.get(seat.index()).map_or("nobody", String::as_str);
    let reason = |seat| {
        let standing = outcome.standing(seat);
        standing.map_or(String::new(), |standing| standing.reason.render(names))
    };
    let winners: Vec<Seat> = outcome.winners().iter().collect();
    let stayed = |seat| {
        let standing = outcome.standing(seat);
        standing.is_none_or(|standing| matches!(standing.fate, Fate::Finished | Fate::Eliminated))
    };
    let mut lines = vec![match winners[..] {
        // Who plays alone and gives up has beaten nobody.
        [seat] if !stayed(seat) => format!("{} has stopped: {}.", name(seat), reason(seat)),
        [seat] => format!("{} wins: {}.", name(seat), reason(seat)),
        _ if outcome.is_draw() => format!("A draw: {}.", reason(Seat(0))),
        [] if outcome.is_aborted() => "The match was called off.".into(),
        [] => "Nobody wins.".into(),
        _ => {
            let all: Vec<&str> = winners.iter().map(|seat| name(*seat)).collect();
            format!(
                "{} win together: {}.",
                all.join(" and "),
                reason(winners[0])
            )
        }
    }];
    let mut standings: Vec<(Seat, &Standing)> = (0..).map(Seat).zip(outcome.standings()).collect();
    standings.sort_by_key(|(_, standing)| standing.place);
    for (seat, standing) in standings {
        let score = standing.score.map(|score| format!(", score {score}"));
        let fate = match standing.fate {
            Fate::Finished => "",
            Fate::Eliminated => ", put out",
            Fate::Resigned => ", resigned",
            Fate::TimedOut => ", ran out of time",
            Fate::Aborted => "",
        };
        let score = score.unwrap_or_default();
        lines.push(format!("  {}. {}{score}{fate}", standing.place, name(seat)));
    }
    lines
}

/// What a viewer heard of the record that led to a version.
pub fn told(current: &dyn AnyMatch, version: u64, viewer: Viewer) -> Vec<String> {
    let told = current.told(version, viewer);
    // What only an animation needs has no words.
    told.iter()
        .filter(|told| !told.message.text.is_empty())
        .map(|told| told.message.render(&current.header().seats))
        .collect()
}

/// A viewer as people say it.
pub fn viewer_name(viewer: Viewer, names: &[String]) -> String {
    match viewer {
        Viewer::Seat(seat) => match names.get(seat.index()) {
            Some(name) => format!("{name} (seat {})", seat.0),
            None => seat.to_string(),
        },
        Viewer::Spectator => "a spectator".into(),
        Viewer::Referee => "the referee".into(),
    }
}
