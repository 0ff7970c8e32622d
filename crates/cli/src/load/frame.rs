//! What a player needs of a frame, without copying any of it.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

/// A frame from the server, as far as it matters.
#[derive(Deserialize)]
pub struct Frame<'a> {
    #[serde(rename = "type", borrow)]
    pub kind: &'a str,
    #[serde(rename = "match", borrow, default)]
    pub id: Option<Cow<'a, str>>,
    #[serde(default)]
    pub version: u64,
    #[serde(borrow, default)]
    pub key: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub patch: Vec<Change<'a>>,
    #[serde(borrow, default)]
    pub views: Vec<Shown<'a>>,
    /// Why something was refused.
    #[serde(borrow, default)]
    pub text: Option<Cow<'a, str>>,
    #[serde(borrow, default)]
    pub rejection: Option<&'a RawValue>,
}

/// A change of a view.
#[derive(Deserialize)]
pub struct Change<'a> {
    #[serde(borrow)]
    pub at: Cow<'a, str>,
    #[serde(borrow, default)]
    pub set: Option<&'a RawValue>,
}

/// A whole view.
#[derive(Deserialize)]
pub struct Shown<'a> {
    #[serde(borrow)]
    pub view: Seen<'a>,
}

/// Of a view, what can be done and whether it is over.
#[derive(Deserialize)]
pub struct Seen<'a> {
    #[serde(borrow, default)]
    pub actions: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub outcome: Option<&'a RawValue>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_as_far_as_needed() {
        let text = br#"{"type":"update","match":"m1","viewer":0,"version":7,"told":[{"message":{"id":"x","text":"y"}}],
            "patch":[{"at":"/zones/0/count","set":3},{"at":"/actions"},{"at":"/outcome","set":{"standings":[]}}]}"#;
        let frame: Frame<'_> = serde_json::from_slice(text).unwrap();
        assert_eq!((frame.kind, frame.version), ("update", 7));
        let changes: Vec<_> = frame
            .patch
            .iter()
            .map(|change| (&*change.at, change.set.map(RawValue::get)))
            .collect();
        assert_eq!(
            changes,
            [
                ("/zones/0/count", Some("3")),
                ("/actions", None),
                ("/outcome", Some(r#"{"standings":[]}"#))
            ]
        );
        let table = r#"{"type":"table","match":"m1","version":1,"views":[{"viewer":0,"view":{"viewer":0,"actions":[{"command":"a"}]}}]}"#;
        let frame: Frame<'_> = serde_json::from_str(table).unwrap();
        assert_eq!(
            frame.views[0].view.actions.map(RawValue::get),
            Some(r#"[{"command":"a"}]"#)
        );
        let frame: Frame<'_> =
            serde_json::from_str(r#"{"type":"refused","code":"x","text":"a \"b\""}"#).unwrap();
        assert_eq!(frame.text.as_deref(), Some("a \"b\""));
    }
}
