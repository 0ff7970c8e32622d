//! Finds keys that are twice in one object.

use std::collections::HashMap;

use super::path::Path;
use super::tree::{Content, Node, Span, Tree};
use crate::problem::{MOST_PROBLEMS, shown};
use crate::{Code, Place, Problem};

/// A key that is there again: the place of the key, its bytes, and the bytes of the first one.
struct Repeated {
    place: Place,
    key: Box<str>,
    again: Span,
    first: Span,
}

pub(super) fn find(tree: &mut Tree) {
    let mut found = Vec::new();
    walk(tree.root(), &Path::Root, &mut found);
    for repeated in found {
        let first = tree.position(repeated.first);
        let place = Place {
            position: Some(tree.position(repeated.again)),
            ..repeated.place.key()
        };
        let message = format!("the key '{}' is there twice", shown(&repeated.key));
        let help = format!(
            "the first one is in line {}, column {}",
            first.line, first.column
        );
        tree.add(Problem::new(Code::DuplicateKey, place, message).help(help));
    }
}

fn walk(node: &Node, path: &Path<'_>, found: &mut Vec<Repeated>) {
    for (index, entry) in node.entries().iter().enumerate() {
        walk(entry, &Path::Index(path, index), found);
    }
    let members = node.members();
    // Most objects are small: there, looking through the keys before costs less than a map.
    let large = members.len() > 16;
    let mut seen = HashMap::new();
    for (index, member) in members.iter().enumerate() {
        if found.len() >= MOST_PROBLEMS {
            return;
        }
        let path = Path::Key(path, &member.key);
        let first = if large {
            let first = *seen.entry(&*member.key).or_insert(member.key_span);
            (first.start != member.key_span.start).then_some(first)
        } else {
            let before = members[..index]
                .iter()
                .find(|before| before.key == member.key);
            before.map(|first| first.key_span)
        };
        if let Some(first) = first {
            found.push(Repeated {
                place: path.place(),
                key: member.key.clone(),
                again: member.key_span,
                first,
            });
        }
        if matches!(member.value.content, Content::Object(_) | Content::List(_)) {
            walk(&member.value, &path, found);
        }
    }
}
