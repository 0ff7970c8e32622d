//! A table in words: what plain mode and replays print, and the lines that screens show beside the board.

use crate::speech::language;
use std::collections::BTreeMap;

use parlor_core::{
    AnyMatch, Fate, Message, Outcome, PieceView, Seat, SeatView, SheetBox, Standing, Text,
    TrackState, ValueLook, ValueType, View, Viewer,
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
        None => {
            lines.extend(turn(view));
            lines.extend(progress(view));
        }
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
    if let Some(side) = &view.side {
        return Some(format!("To act: {}.", side.render(&names(view))));
    }
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

/// How far the viewer is in what is asked of it, where that takes several moves.
pub fn progress(view: &View) -> Option<String> {
    let progress = view.progress?;
    let acts = view
        .viewer?
        .seat()
        .is_some_and(|seat| view.to_act.contains(seat));
    let made = progress.made;
    match (progress.most, progress.required()) {
        _ if !acts => None,
        (Some(most), _) => Some(format!("{made} of {most} moves made.")),
        (None, 0) => None,
        (None, more) => Some(format!("At least {more} more.")),
    }
}

/// What stands in the corners of a piece, its bars, and that it lies on its side, as its game declares it.
pub fn marks(view: &View, piece: &PieceView) -> Vec<String> {
    let Some(face) = view.legend.pieces.get(&piece.kind) else {
        return Vec::new();
    };
    let value = |name: &Text| plain(view, piece.attributes.get(&**name)?);
    let corners = face.corners.values().filter_map(|names| {
        let values: Vec<String> = names.iter().filter_map(value).collect();
        (!values.is_empty()).then(|| values.join("/"))
    });
    let bars = face
        .bars
        .iter()
        .filter_map(|bar| Some(format!("{}/{}", value(&bar.value)?, value(&bar.most)?)));
    let turned = face
        .turned
        .as_ref()
        .and_then(|name| piece.attributes.get(&**name));
    let turned = turned
        .filter(|turned| **turned == true)
        .map(|_| "↷".to_owned());
    corners.chain(bars).chain(turned).collect()
}

/// The lines of text on a piece: `Bear: Draws a card.`
pub fn rules(view: &View, piece: &PieceView) -> Option<String> {
    let face = view.legend.pieces.get(&piece.kind)?;
    let lines = face
        .text
        .iter()
        .filter_map(|name| plain(view, piece.attributes.get(&**name)?));
    let lines: Vec<String> = lines.collect();
    (!lines.is_empty()).then(|| {
        format!(
            "{}: {}",
            piece.face.as_deref().unwrap_or("?"),
            lines.join(" ")
        )
    })
}

/// A value without a type: pieces are known by their faces.
fn plain(view: &View, value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(true) => Some("✓".into()),
        Value::String(text) if text.is_empty() => None,
        Value::String(text) => Some(face_of(view, text).unwrap_or_else(|| text.clone())),
        Value::Array(items) => {
            let items = items
                .iter()
                .map(|item| plain(view, item).unwrap_or_else(|| "?".into()));
            let items: Vec<String> = items.collect();
            (!items.is_empty()).then(|| items.join(", "))
        }
        _ => None,
    }
}

/// What is on the piece with this handle.
fn face_of(view: &View, handle: &str) -> Option<String> {
    fn find<'a>(pieces: &'a [PieceView], handle: &str) -> Option<&'a PieceView> {
        let found = |piece: &'a PieceView| match piece.handle.as_deref() == Some(handle) {
            true => Some(piece),
            false => find(&piece.attached, handle),
        };
        pieces.iter().find_map(found)
    }
    let zones = view
        .zones
        .iter()
        .flat_map(|zone| std::iter::once(zone).chain(&zone.zones));
    let piece = zones
        .into_iter()
        .find_map(|zone| find(&zone.pieces, handle))?;
    Some(piece.face.as_deref().unwrap_or("?").to_owned())
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
        if let (Value::Array(items), false) = (
            value,
            matches!(look.shown_as, ValueType::Sheet { .. } | ValueType::Hidden),
        ) {
            let items = items.iter().map(|item| match (&look.shown_as, item) {
                // What is somebody else's secret is counted.
                (_, Value::Null) => "?".into(),
                (ValueType::Seat, item) => {
                    let seat = item.get("seat").unwrap_or(item).as_u64();
                    let name = seat.and_then(|seat| names.get(seat as usize));
                    name.map_or_else(|| "?".into(), Clone::clone)
                }
                (_, item) => plain(view, item).unwrap_or_else(|| "?".into()),
            });
            let items: Vec<String> = items.collect();
            return (!items.is_empty()).then(|| format!("{label} {}", items.join(", ")));
        }
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
            (ValueType::Piece, Value::String(handle)) => {
                format!("{label} {}", face_of(view, handle)?)
            }
            (_, Value::String(text)) => format!("{label} {text}"),
            // Several words are a message.
            (_, other) => match Message::deserialize(other) {
                Ok(message) => format!("{label} {}", message.render(names)),
                Err(_) => format!("{label} {other}"),
            },
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
    let (words, names) = (&current.info().words, &current.header().seats);
    told.iter()
        .filter(|told| !told.message.text.is_empty())
        .map(|told| words.say(language(), &told.message, names))
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
