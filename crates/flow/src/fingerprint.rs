//! What is declared of a game, as a hash: two builds that differ in it cannot read each other's matches.
//!
//! Declared is what a match refers to: the table, options, actions with their choices, messages, and how the flow is laid
//! out. What is in closures cannot be hashed, so their author raises the version. Words for people are left out: a better
//! prompt is no other game.

use parlor_core::{Fingerprint, GameInfo};
use parlor_table::Schema;

use crate::action::{Action, Among, Choice, Kind};
use crate::compile::Op;
use crate::happening::Watchers;
use crate::said::Template;

/// What a game is declared to be; `data` is what its author adds, in the order in which it was added.
pub(crate) fn fingerprint(
    info: &GameInfo,
    schema: &Schema,
    actions: &[Action],
    messages: &[Template],
    ops: &[Op],
    watchers: &Watchers,
    data: &[Vec<u8>],
) -> String {
    let options = info
        .options
        .iter()
        .map(|option| (&option.name, &option.kind));
    let hash = Fingerprint::new().with(&options.collect::<Vec<_>>());
    let brings = (info.brings.iter()).map(|bring| (&bring.id, bring.secret, bring.optional));
    let hash = match info.brings.is_empty() {
        true => hash,
        false => hash.with(&brings.collect::<Vec<_>>()),
    };
    let mut hash = schema.fingerprint(hash);
    hash = hash.with(&(actions.len(), messages.len(), ops.len(), data.len()));
    for action in actions {
        hash = of_action(hash, action);
    }
    for message in messages {
        hash = hash.with(&(&message.id, &message.names));
    }
    for op in ops {
        hash = op.fingerprint(hash);
    }
    if !watchers.is_empty() {
        hash = hash.with(&watchers.counts());
    }
    for part in data {
        hash = hash.with(part);
    }
    hash.finish()
}

fn of_action(hash: Fingerprint, action: &Action) -> Fingerprint {
    let codes: Vec<&str> = action.conditions.iter().map(|when| &*when.code).collect();
    let flags = (action.check.is_some(), action.is_final);
    let hash = hash.with(&(action.name, codes, flags, action.choices.len()));
    action.choices.iter().fold(hash, of_choice)
}

fn of_choice(hash: Fingerprint, choice: &Choice) -> Fingerprint {
    let hash = match &choice.kind {
        Kind::Piece { .. } => hash.with("piece"),
        Kind::Pieces(_) => hash.with("pieces"),
        Kind::Cell { zone, among } => {
            let all = matches!(among, Among::All(_));
            hash.with(&("cell", zone, all))
        }
        Kind::Zones(_) => hash.with("zones"),
        Kind::Seat(_) => hash.with("seat"),
        Kind::Number(_) => hash.with("number"),
        Kind::List(_) => hash.with("list"),
        Kind::Targets(_) => hash.with("targets"),
        Kind::Asked => hash.with("asked"),
        Kind::Words(words) => hash.with(&("words", words)),
        Kind::Text { length, .. } => hash.with(&("text", length.start(), length.end())),
    };
    let amount = choice.amount.as_ref();
    let amount = amount.map(|amount| (*amount.start(), *amount.end()));
    let flags = (
        choice.optional,
        choice.skip_if_only_one,
        choice.valid.is_some(),
    );
    let only = choice.only.as_ref().map(|only| &*only.code);
    hash.with(&(&choice.name, amount, flags, only))
}
