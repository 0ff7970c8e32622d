//! What a seat can do, kept as the text it came in: it is read when a command is chosen, once for each move.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::frame::Change;

/// What a seat can do.
#[derive(Default)]
pub struct Actions {
    /// A list in JSON; empty for none.
    text: String,
}

#[derive(Deserialize)]
struct Action<'a> {
    #[serde(borrow)]
    command: &'a RawValue,
}

impl Actions {
    /// Takes a whole list, or none.
    pub fn set(&mut self, list: Option<&RawValue>) {
        self.text.clear();
        if let Some(list) = list {
            self.text.push_str(list.get());
        }
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.text.len() <= 2
    }

    /// Takes a change of a view, if it is about actions. One that does not fit is no command of ours: the server will say so.
    pub fn change(&mut self, change: &Change<'_>) {
        let Some(rest) = change.at.strip_prefix("/actions") else {
            return;
        };
        if rest.is_empty() {
            return self.set(change.set);
        }
        let Some(index) = rest
            .strip_prefix('/')
            .and_then(|index| index.parse::<usize>().ok())
        else {
            return;
        };
        let mut list: Vec<&RawValue> = serde_json::from_str(&self.text).unwrap_or_default();
        match change.set {
            Some(action) if index == list.len() => list.push(action),
            Some(action) if index < list.len() => list[index] = action,
            Some(_) => return,
            None => list.truncate(index),
        }
        let texts: Vec<&str> = list.iter().map(|action| action.get()).collect();
        self.text = format!("[{}]", texts.join(","));
    }

    /// One of the commands, by any number.
    pub fn choose(&self, chance: u64) -> Option<&str> {
        if self.is_empty() {
            return None;
        }
        let list: Vec<Action<'_>> = serde_json::from_str(&self.text).ok()?;
        let index = chance.checked_rem(list.len() as u64)?;
        list.get(index as usize).map(|action| action.command.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(actions: &Actions) -> Vec<String> {
        let list: Vec<Action<'_>> = serde_json::from_str(&actions.text).unwrap_or_default();
        list.iter()
            .map(|action| action.command.get().into())
            .collect()
    }

    fn change(actions: &mut Actions, json: &str) {
        actions.change(&serde_json::from_str(json).unwrap());
    }

    #[test]
    fn they_follow_the_patches_of_a_view() {
        let mut actions = Actions::default();
        assert!(actions.is_empty() && actions.choose(5).is_none());
        change(
            &mut actions,
            r#"{"at":"/actions","set":[{"command":"a","text":"A"},{"command":{"b":[1]},"text":"B"}]}"#,
        );
        assert_eq!(all(&actions), [r#""a""#, r#"{"b":[1]}"#]);
        assert_eq!(actions.choose(3), Some(r#"{"b":[1]}"#));
        change(
            &mut actions,
            r#"{"at":"/actions/2","set":{"command":3,"text":"3"}}"#,
        );
        change(
            &mut actions,
            r#"{"at":"/actions/0","set":{"command":0,"text":"0"}}"#,
        );
        change(&mut actions, r#"{"at":"/zones/0","set":7}"#);
        assert_eq!(all(&actions), ["0", r#"{"b":[1]}"#, "3"]);
        change(&mut actions, r#"{"at":"/actions/2"}"#);
        change(&mut actions, r#"{"at":"/actions/9","set":{"command":9}}"#);
        assert_eq!(all(&actions), ["0", r#"{"b":[1]}"#]);
        change(&mut actions, r#"{"at":"/actions"}"#);
        assert!(actions.is_empty());
    }

    #[test]
    fn they_are_the_same_as_those_of_the_patched_view() {
        use parlor_core::{ActionView, Patch, View};
        let view = |commands: &[u8]| {
            let mut view = View::new();
            view.actions = commands
                .iter()
                .map(|command| ActionView {
                    command: (*command).into(),
                    text: command.to_string().into(),
                    label: None,
                    touches: Vec::new(),
                })
                .collect();
            view
        };
        let lists: [&[u8]; 6] = [&[], &[1], &[2, 1], &[1, 2, 3, 4], &[4, 3], &[9, 2, 3]];
        for before in lists {
            for after in lists {
                let patch = Patch::between(&view(before), &view(after));
                let patch = serde_json::to_string(&patch).unwrap();
                let changes: Vec<Change<'_>> = serde_json::from_str(&patch).unwrap();
                let mut actions = Actions::default();
                let list = serde_json::value::to_raw_value(&view(before).actions).unwrap();
                actions.set(Some(&list));
                changes.iter().for_each(|change| actions.change(change));
                let wanted: Vec<String> = after.iter().map(ToString::to_string).collect();
                assert_eq!(all(&actions), wanted);
            }
        }
    }
}
