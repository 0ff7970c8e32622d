//! Patches that are made, written and applied.

use super::*;
use crate::Seat;

fn round_trip(before: &View, after: &View) {
    let patch = Patch::between(before, after);
    let text = serde_json::to_string(&patch).unwrap();
    let read: Patch = serde_json::from_str(&text).unwrap();
    assert_eq!(read, patch);
    let written = serde_json::to_string(&Patch::written(before, after)).unwrap();
    assert_eq!(serde_json::from_str::<Patch>(&written).unwrap(), patch);
    assert_eq!(&read.apply(before).unwrap(), after);
}

#[test]
fn pieces_come_and_go() {
    let row = |faces: &[&str]| {
        View::new().zone(
            ZoneView::row("hand").pieces(faces.iter().map(|face| PieceView::new("card", *face))),
        )
    };
    let views = [
        row(&[]),
        row(&["A"]),
        row(&["K", "A"]),
        row(&["A", "K", "Q"]),
    ];
    for before in &views {
        for after in &views {
            round_trip(before, after);
        }
    }
}

#[test]
fn every_field_of_a_view_can_change() {
    use crate::{ActionView, Message, Outcome, SeatSet, Told, Viewer};
    let told = |id: &'static str| Told::new(Message::new(id, "{n}").with("n", 1));
    let action = |text: &str| ActionView {
        command: text.into(),
        text: text.into(),
        label: None,
        touches: vec![text.into()],
    };
    let mut full = View::new()
        .zone(
            ZoneView::row("hand")
                .owner(Seat(0))
                .piece(
                    PieceView::new("card", "A")
                        .owner(Seat(1))
                        .handle("h")
                        .at("a1"),
                )
                .piece(PieceView::new("card", "K").attribute("tapped", true))
                .attribute("fan", 3),
        )
        .value(Seat(0), "score", 4)
        .prompt("ask", "Ask");
    full.zones[0].zones.push(ZoneView::pile("under", 3));
    full.viewer = Some(Viewer::Seat(Seat(1)));
    full.phase = Some(Message::new("deal", "the deal"));
    full.to_act = SeatSet::one(Seat(1));
    full.side = Some(Message::new("side.sea", "The sea"));
    full.time_limit_ms = Some(5);
    full.recent = vec![told("a")];
    full.values.insert("round".into(), 2.into());
    full.hints.insert("color".into(), "green".into());
    full.actions = vec![action("x"), action("y")];
    full.outcome = Some(Outcome::draw(2, "full"));

    // Each field of the written view, taken away or replaced, alone.
    let text = serde_json::to_value(&full).unwrap();
    let mut paths = Vec::new();
    fn walk(value: &Value, at: &str, paths: &mut Vec<String>) {
        match value {
            Value::Object(fields) => fields.iter().for_each(|(name, value)| {
                paths.push(format!("{at}/{name}"));
                walk(value, &format!("{at}/{name}"), paths);
            }),
            Value::Array(items) => items.iter().enumerate().for_each(|(index, item)| {
                paths.push(format!("{at}/{index}"));
                walk(item, &format!("{at}/{index}"), paths);
            }),
            _ => {}
        }
    }
    walk(&text, "", &mut paths);
    let mut tried = 0;
    for path in &paths {
        let (parent, name) = path.rsplit_once('/').unwrap();
        let others = [
            None,
            Some(Value::from(1)),
            Some("other".into()),
            Some(0.into()),
        ];
        for other in others.into_iter().chain([Some(Value::Array(Vec::new()))]) {
            let mut changed = text.clone();
            match (changed.pointer_mut(parent).unwrap(), other) {
                (Value::Object(fields), Some(value)) => drop(fields.insert(name.into(), value)),
                (Value::Object(fields), None) => drop(fields.remove(name)),
                (Value::Array(items), None) => drop(items.remove(name.parse().unwrap())),
                (Value::Array(items), Some(value)) => items[name.parse::<usize>().unwrap()] = value,
                _ => {}
            }
            if let Ok(view) = serde_json::from_value::<View>(changed) {
                round_trip(&full, &view);
                round_trip(&view, &full);
                assert_eq!(
                    Patch::between(&full, &view).is_empty(),
                    full == view,
                    "{path}"
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 80, "{tried}");
    round_trip(&full, &View::new());
    round_trip(&View::new(), &full);
}

#[test]
fn odd_names_and_nulls_survive() {
    let plain = View::new();
    let odd = View::new()
        .value(Seat(0), "a/b~c", Value::Null)
        .value(Seat(1), "", 3);
    round_trip(&plain, &odd);
    round_trip(&odd, &plain);
    round_trip(&odd, &View::new().value(Seat(0), "a/b~c", 1));
}

#[test]
fn a_patch_on_the_wrong_view_is_refused() {
    let before = View::new().zone(ZoneView::pile("deck", 2));
    let after = View::new().zone(ZoneView::pile("deck", 1));
    let error = Patch::between(&before, &after)
        .apply(&View::new())
        .unwrap_err();
    assert_eq!(error.at, "/zones/0/count");
}
