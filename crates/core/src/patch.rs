//! The difference between two views, so that only what changed travels.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::View;

/// What turns one view into another.
///
/// ```
/// use parlor_core::{Patch, View, ZoneView};
/// let before = View::new().zone(ZoneView::pile("deck", 40));
/// let after = View::new().zone(ZoneView::pile("deck", 39));
/// let patch = Patch::between(&before, &after);
/// assert_eq!(serde_json::to_string(&patch).unwrap(), r#"[{"at":"/zones/0/count","set":39}]"#);
/// assert_eq!(patch.apply(&before).unwrap(), after);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Patch {
    changes: Vec<Change>,
}

/// One change: a JSON pointer, and what stands there now. Nothing means: take it away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Change {
    at: String,
    // A null that is set differs from nothing set, so plain `Option` would not do.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "some_value"
    )]
    set: Option<Value>,
}

/// A patch that does not fit the view it was put on.
///
/// ```
/// use parlor_core::PatchError;
/// let error = PatchError { at: "/zones/0".into() };
/// assert!(error.to_string().ends_with("ask for the whole view"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the patch does not fit this view at '{at}': ask for the whole view")]
pub struct PatchError {
    /// Where it does not fit.
    pub at: String,
}

impl Patch {
    /// What turns `before` into `after`.
    pub fn between(before: &View, after: &View) -> Patch {
        let mut changes = Vec::new();
        compare(
            &json(before),
            &json(after),
            &mut String::new(),
            &mut changes,
        );
        Patch { changes }
    }

    /// The view after this patch.
    pub fn apply(&self, before: &View) -> Result<View, PatchError> {
        let mut value = json(before);
        for change in &self.changes {
            change.apply(&mut value).ok_or_else(|| PatchError {
                at: change.at.clone(),
            })?;
        }
        serde_json::from_value(value).map_err(|_| PatchError { at: String::new() })
    }

    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}

impl Change {
    fn apply(&self, root: &mut Value) -> Option<()> {
        let Some((parent, name)) = self.at.rsplit_once('/') else {
            *root = self.set.clone()?;
            return Some(());
        };
        let name = name.replace("~1", "/").replace("~0", "~");
        match root.pointer_mut(parent)? {
            Value::Object(fields) => match &self.set {
                Some(value) => {
                    fields.insert(name, value.clone());
                }
                None => {
                    fields.remove(&name)?;
                }
            },
            Value::Array(items) => {
                let index: usize = name.parse().ok()?;
                match &self.set {
                    Some(value) if index == items.len() => items.push(value.clone()),
                    Some(value) => *items.get_mut(index)? = value.clone(),
                    None if index + 1 == items.len() => {
                        items.pop();
                    }
                    None => return None,
                }
            }
            _ => return None,
        }
        Some(())
    }
}

fn compare(before: &Value, after: &Value, at: &mut String, changes: &mut Vec<Change>) {
    match (before, after) {
        _ if before == after => {}
        (Value::Object(old), Value::Object(new)) => {
            for name in old.keys().filter(|name| !new.contains_key(*name)) {
                below(at, name, |at| changes.push(Change::new(at, None)));
            }
            for (name, value) in new {
                below(at, name, |at| match old.get(name) {
                    Some(old) => compare(old, value, at, changes),
                    None => changes.push(Change::new(at, Some(value))),
                });
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            for index in (new.len()..old.len()).rev() {
                below(at, &index.to_string(), |at| {
                    changes.push(Change::new(at, None));
                });
            }
            for (index, value) in new.iter().enumerate() {
                below(at, &index.to_string(), |at| match old.get(index) {
                    Some(old) => compare(old, value, at, changes),
                    None => changes.push(Change::new(at, Some(value))),
                });
            }
        }
        _ => changes.push(Change::new(at, Some(after))),
    }
}

impl Change {
    fn new(at: &str, set: Option<&Value>) -> Change {
        Change {
            at: at.to_owned(),
            set: set.cloned(),
        }
    }
}

/// Runs `visit` with the pointer one name longer.
fn below(at: &mut String, name: &str, visit: impl FnOnce(&mut String)) {
    let length = at.len();
    at.push('/');
    at.push_str(&name.replace('~', "~0").replace('/', "~1"));
    visit(at);
    at.truncate(length);
}

fn some_value<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

fn json(view: &View) -> Value {
    serde_json::to_value(view).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PieceView, Seat, ZoneView};

    fn round_trip(before: &View, after: &View) {
        let patch = Patch::between(before, after);
        let text = serde_json::to_string(&patch).unwrap();
        let read: Patch = serde_json::from_str(&text).unwrap();
        assert_eq!(read, patch);
        assert_eq!(&read.apply(before).unwrap(), after);
    }

    #[test]
    fn pieces_come_and_go() {
        let row = |faces: &[&str]| {
            View::new().zone(
                ZoneView::row("hand")
                    .pieces(faces.iter().map(|face| PieceView::new("card", *face))),
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
}
