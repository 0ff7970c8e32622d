//! Finds keys that are twice in one object.

use std::collections::HashMap;

use super::path::Path;
use super::tree::{Member, Node, Span, Tree};
use crate::limits::MOST_PROBLEMS;
use crate::problem::shown;
use crate::{Code, Place, Problem};

/// A key that is there again: its place and bytes, and the bytes of the one before.
struct Repeated {
    place: Place,
    key: Box<str>,
    again: Span,
    before: Span,
}

pub(super) fn find(tree: &mut Tree) {
    let mut found = Vec::new();
    walk(tree.root(), &Path::Root, &mut found);
    for repeated in found {
        let before = tree.position(repeated.before);
        let place = Place {
            position: Some(tree.position(repeated.again)),
            ..repeated.place.key()
        };
        let message = format!("the key '{}' is there twice", shown(&repeated.key));
        let help = format!(
            "the other one is in line {}, column {}",
            before.line, before.column
        );
        tree.add(Problem::new(Code::DuplicateKey, place, message).help(help));
    }
}

fn walk(node: &Node, path: &Path<'_>, found: &mut Vec<Repeated>) {
    for (index, entry) in node.entries().iter().enumerate() {
        if entry.is_container() {
            walk(entry, &Path::Index(path, index), found);
        }
    }
    let members = node.members();
    // Most objects are small: there, looking through the keys before costs less than a map.
    let mut seen = (members.len() > 16).then(|| HashMap::with_capacity(members.len()));
    for (index, member) in members.iter().enumerate() {
        if found.len() >= MOST_PROBLEMS {
            return;
        }
        let before = match &mut seen {
            Some(seen) => seen.insert(&*member.key, member.key_span),
            None => earlier(&members[..index], &member.key),
        };
        let path = Path::Key(path, &member.key);
        if let Some(before) = before {
            found.push(Repeated {
                place: path.place(),
                key: member.key.clone(),
                again: member.key_span,
                before,
            });
        }
        if member.value.is_container() {
            walk(&member.value, &path, found);
        }
    }
}

fn earlier(members: &[Member], key: &str) -> Option<Span> {
    let member = members.iter().rev().find(|member| &*member.key == key);
    member.map(|member| member.key_span)
}
