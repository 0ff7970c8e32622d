//! The difference between two views, so that only what changed travels.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

use crate::{PieceView, View, ZoneView};

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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Patch {
    changes: Vec<Change>,
}

/// One change: a JSON pointer, and what stands there now. Nothing means: take it away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "PatchChange"))]
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
        Difference::new(&mut changes).view(before, after);
        Patch { changes }
    }

    /// The same as it is written, without being made: for servers, which write far more patches than they read.
    ///
    /// ```
    /// use parlor_core::{Patch, View, ZoneView};
    /// let before = View::new().zone(ZoneView::pile("deck", 40));
    /// let after = View::new().zone(ZoneView::pile("deck", 39));
    /// let written = serde_json::to_string(&Patch::written(&before, &after)).unwrap();
    /// assert_eq!(serde_json::from_str::<Patch>(&written).unwrap(), Patch::between(&before, &after));
    /// ```
    pub fn written<'a>(before: &'a View, after: &'a View) -> impl Serialize + 'a {
        Written { before, after }
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

/// Takes the changes, one after the other.
trait Sink {
    /// Something stands there now.
    fn set<T: Serialize + ?Sized>(&mut self, at: &str, value: &T);
    /// Nothing stands there any more.
    fn remove(&mut self, at: &str);
}

impl Sink for Vec<Change> {
    fn set<T: Serialize + ?Sized>(&mut self, at: &str, value: &T) {
        self.push(Change {
            at: at.into(),
            set: Some(json(value)),
        });
    }

    fn remove(&mut self, at: &str) {
        self.push(Change {
            at: at.into(),
            set: None,
        });
    }
}

/// A patch that is found while it is written.
struct Written<'a> {
    before: &'a View,
    after: &'a View,
}

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut changes = Writing {
            changes: serializer.serialize_seq(None)?,
            failed: None,
        };
        Difference::new(&mut changes).view(self.before, self.after);
        match changes.failed {
            Some(error) => Err(error),
            None => changes.changes.end(),
        }
    }
}

/// Writes each change as it comes.
struct Writing<S: SerializeSeq> {
    changes: S,
    failed: Option<S::Error>,
}

#[derive(Serialize)]
struct WrittenChange<'a, T: ?Sized> {
    at: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    set: Option<&'a T>,
}

impl<S: SerializeSeq> Writing<S> {
    fn write<T: Serialize + ?Sized>(&mut self, at: &str, set: Option<&T>) {
        if self.failed.is_none() {
            let written = self.changes.serialize_element(&WrittenChange { at, set });
            self.failed = written.err();
        }
    }
}

impl<S: SerializeSeq> Sink for Writing<S> {
    fn set<T: Serialize + ?Sized>(&mut self, at: &str, value: &T) {
        self.write(at, Some(value));
    }

    fn remove(&mut self, at: &str) {
        self.write::<()>(at, None);
    }
}

/// Finds what differs, field by field: only what has changed becomes JSON. The names are those that the views are
/// written with.
struct Difference<'s, S> {
    /// Where we are.
    at: String,
    changes: &'s mut S,
}

impl<'s, S: Sink> Difference<'s, S> {
    fn new(changes: &'s mut S) -> Difference<'s, S> {
        Difference {
            at: String::with_capacity(64),
            changes,
        }
    }

    fn view(&mut self, old: &View, new: &View) {
        self.value("viewer", &old.viewer, &new.viewer);
        self.maybe("phase", &old.phase, &new.phase);
        self.maybe("prompt", &old.prompt, &new.prompt);
        self.value("to_act", &old.to_act, &new.to_act);
        self.maybe("side", &old.side, &new.side);
        self.maybe("progress", &old.progress, &new.progress);
        self.maybe("time_limit_ms", &old.time_limit_ms, &new.time_limit_ms);
        self.sparse("recent", &old.recent, &new.recent, Self::whole);
        self.fields("values", &old.values, &new.values);
        self.fields("hints", &old.hints, &new.hints);
        // It is nearly always the same one.
        if old.legend != new.legend {
            let legend = |view: &View| (!view.legend.is_empty()).then(|| (*view.legend).clone());
            self.maybe("legend", &legend(old), &legend(new));
        }
        self.list("seats", &old.seats, &new.seats, |at, old, new| {
            at.value("name", &old.name, &new.name);
            at.fields("values", &old.values, &new.values);
        });
        self.list("zones", &old.zones, &new.zones, Self::zone);
        self.sparse("actions", &old.actions, &new.actions, Self::whole);
        self.maybe("outcome", &old.outcome, &new.outcome);
    }

    fn zone(&mut self, old: &ZoneView, new: &ZoneView) {
        self.value("id", &old.id, &new.id);
        self.value("layout", &old.layout, &new.layout);
        self.maybe("role", &old.role, &new.role);
        self.maybe("label", &old.label, &new.label);
        self.maybe("stands", &old.stands, &new.stands);
        self.maybe("owner", &old.owner, &new.owner);
        self.maybe("count", &old.count, &new.count);
        self.sparse("pieces", &old.pieces, &new.pieces, Self::piece);
        self.sparse("zones", &old.zones, &new.zones, Self::zone);
        self.fields("attributes", &old.attributes, &new.attributes);
    }

    fn piece(&mut self, old: &PieceView, new: &PieceView) {
        self.value("kind", &old.kind, &new.kind);
        self.maybe("face", &old.face, &new.face);
        self.maybe("handle", &old.handle, &new.handle);
        self.maybe("owner", &old.owner, &new.owner);
        self.maybe("controller", &old.controller, &new.controller);
        self.maybe("at", &old.at, &new.at);
        self.fields("attributes", &old.attributes, &new.attributes);
        self.sparse("attached", &old.attached, &new.attached, Self::piece);
    }

    /// What changes as a whole, at the place where we are.
    fn whole<T: Serialize>(&mut self, _: &T, new: &T) {
        self.changes.set(&self.at, new);
    }

    /// A field that is always there.
    fn value<T: PartialEq + Serialize>(&mut self, name: &str, old: &T, new: &T) {
        if old != new {
            self.below(name, |at| at.changes.set(&at.at, new));
        }
    }

    /// A field that may be away.
    fn maybe<T: PartialEq + Serialize>(&mut self, name: &str, old: &Option<T>, new: &Option<T>) {
        if old != new {
            self.below(name, |at| match new {
                Some(new) => at.changes.set(&at.at, new),
                None => at.changes.remove(&at.at),
            });
        }
    }

    /// Named values, which are away where there are none.
    fn fields(&mut self, name: &str, old: &BTreeMap<String, Value>, new: &BTreeMap<String, Value>) {
        if old == new {
            return;
        }
        self.below(name, |at| match (old.is_empty(), new.is_empty()) {
            (_, true) => at.changes.remove(&at.at),
            (true, _) => at.changes.set(&at.at, new),
            _ => {
                for gone in old.keys().filter(|name| !new.contains_key(*name)) {
                    at.below(gone, |at| at.changes.remove(&at.at));
                }
                for (name, value) in new {
                    at.below(name, |at| at.json(old.get(name), value));
                }
            }
        });
    }

    /// A value of any shape: of an object, only the fields that differ.
    fn json(&mut self, old: Option<&Value>, new: &Value) {
        match (old, new) {
            (Some(old), new) if old == new => {}
            (Some(Value::Object(old)), Value::Object(new)) => {
                for gone in old.keys().filter(|name| !new.contains_key(*name)) {
                    self.below(gone, |at| at.changes.remove(&at.at));
                }
                for (name, value) in new {
                    self.below(name, |at| at.json(old.get(name), value));
                }
            }
            _ => self.changes.set(&self.at, new),
        }
    }

    /// A list that is away where it is empty.
    fn sparse<T: PartialEq + Serialize>(
        &mut self,
        name: &str,
        old: &[T],
        new: &[T],
        differ: impl Fn(&mut Self, &T, &T),
    ) {
        match (old.is_empty(), new.is_empty()) {
            (true, true) => {}
            (false, true) => self.below(name, |at| at.changes.remove(&at.at)),
            (true, false) => self.below(name, |at| at.changes.set(&at.at, new)),
            (false, false) => self.list(name, old, new, differ),
        }
    }

    /// A list that is always there.
    fn list<T: PartialEq + Serialize>(
        &mut self,
        name: &str,
        old: &[T],
        new: &[T],
        differ: impl Fn(&mut Self, &T, &T),
    ) {
        if old == new {
            return;
        }
        self.below(name, |at| {
            for index in (new.len()..old.len()).rev() {
                at.below_index(index, |at| at.changes.remove(&at.at));
            }
            for (index, item) in new.iter().enumerate() {
                match old.get(index) {
                    Some(old) if old == item => {}
                    Some(old) => at.below_index(index, |at| differ(at, old, item)),
                    None => at.below_index(index, |at| at.changes.set(&at.at, item)),
                }
            }
        });
    }

    /// Looks one name deeper.
    fn below(&mut self, name: &str, visit: impl FnOnce(&mut Self)) {
        let length = self.at.len();
        self.at.push('/');
        match name.contains(['~', '/']) {
            true => self
                .at
                .push_str(&name.replace('~', "~0").replace('/', "~1")),
            false => self.at.push_str(name),
        }
        visit(self);
        self.at.truncate(length);
    }

    fn below_index(&mut self, index: usize, visit: impl FnOnce(&mut Self)) {
        let length = self.at.len();
        // Writing into a string cannot fail.
        let _ = write!(self.at, "/{index}");
        visit(self);
        self.at.truncate(length);
    }
}

fn some_value<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

fn json<T: Serialize + ?Sized>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

#[cfg(test)]
mod tests;
