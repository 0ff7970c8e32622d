//! What kind of command a command is, for any game: by the name of its action, or by how it reads.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// With more different commands than these they are told apart by their kinds.
const MOST_TEXTS: usize = 24;

/// How often something was possible, and how often it was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub offered: u64,
    pub taken: u64,
}

/// How often commands were possible and played: one by one as long as there are few, and by kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Kinds {
    texts: BTreeMap<String, Count>,
    /// There are too many different ones to count each.
    many: bool,
    words: BTreeMap<String, Count>,
}

impl Kinds {
    /// Counts a choice: what was possible, and what was chosen.
    pub fn count(&mut self, legal: &[Value], chosen: &Value) {
        let words: BTreeSet<String> = legal.iter().map(word).collect();
        add(&mut self.words, words, word(chosen));
        if !self.many {
            let texts: BTreeSet<String> = legal.iter().map(text).collect();
            add(&mut self.texts, texts, text(chosen));
            self.forget_texts();
        }
    }

    pub fn merge(&mut self, other: Kinds) {
        join(&mut self.words, other.words);
        self.many |= other.many;
        join(&mut self.texts, other.texts);
        self.forget_texts();
    }

    /// Each with its counts.
    pub fn counts(&self) -> &BTreeMap<String, Count> {
        match self.many {
            true => &self.words,
            false => &self.texts,
        }
    }

    fn forget_texts(&mut self) {
        self.many |= self.texts.len() > MOST_TEXTS;
        if self.many {
            self.texts.clear();
        }
    }
}

fn add(counts: &mut BTreeMap<String, Count>, offered: BTreeSet<String>, taken: String) {
    // What can be sampled but is not listed is still possible.
    let is_listed = offered.contains(&taken);
    for kind in offered {
        counts.entry(kind).or_default().offered += 1;
    }
    let count = counts.entry(taken).or_default();
    count.taken += 1;
    count.offered += u64::from(!is_listed);
}

fn join(counts: &mut BTreeMap<String, Count>, others: BTreeMap<String, Count>) {
    for (kind, other) in others {
        let count = counts.entry(kind).or_default();
        count.offered += other.offered;
        count.taken += other.taken;
    }
}

/// The name of a command's action, if it has one.
fn action(command: &Value) -> Option<&str> {
    let object = command.as_object()?;
    let named = ["action", "type", "kind"]
        .iter()
        .find_map(|key| object.get(*key)?.as_str());
    // Or else, as in {"bid": …}, what the object is about.
    named.or_else(|| object.keys().next().map(String::as_str))
}

/// The command itself, where it is simple enough to be told; otherwise its kind.
fn text(command: &Value) -> String {
    match (command, action(command)) {
        (_, Some(action)) => action.into(),
        (Value::String(text), _) => text.clone(),
        (command, _) => command.to_string(),
    }
}

/// The kind of a command: the name of its action, or what it reads like up to the first blank or digit.
fn word(command: &Value) -> String {
    let text = text(command);
    if action(command).is_some() {
        return text;
    }
    let end = text.find(|c: char| c.is_whitespace() || c.is_ascii_digit());
    let word = text[..end.unwrap_or(text.len())].trim_end_matches(['-', ':', '_', '[', '"']);
    match word {
        "" => "a number".into(),
        word => word.chars().take(40).collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn commands_of_any_game_have_a_kind() {
        let words = [
            json!({"action": "ask", "args": [1, 7]}),
            json!({"bid": {"count": 2, "face": 6}}),
            json!("call"),
            json!("b12"),
            json!("3 x 6"),
            json!("take all"),
            json!(4),
            json!([1, 2]),
        ]
        .map(|command| word(&command));
        let expected = [
            "ask", "bid", "call", "b", "a number", "take", "a number", "a number",
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn few_commands_are_counted_each_and_many_by_their_kind() {
        let mut few = Kinds::default();
        few.count(&[json!("a1"), json!("b1")], &json!("b1"));
        few.count(&[json!("a1")], &json!("a1"));
        let count = |offered, taken| Count { offered, taken };
        assert_eq!(few.counts()["a1"], count(2, 1));
        assert_eq!(few.counts()["b1"], count(1, 1));
        let board: Vec<Value> = (1..=20).map(|row| json!(format!("a{row}"))).collect();
        let other: Vec<Value> = (1..=20).map(|row| json!(format!("b{row}"))).collect();
        let mut one = Kinds::default();
        one.count(&board, &board[3]);
        let mut two = Kinds::default();
        two.count(&other, &other[3]);
        assert_eq!(one.counts().len(), 20);
        let mut both = one.clone();
        both.merge(two.clone());
        two.merge(one);
        assert_eq!(both, two, "the order does not matter");
        assert_eq!(
            both.counts()["a"],
            count(1, 1),
            "twenty commands are one offer"
        );
    }
}
