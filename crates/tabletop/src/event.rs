//! [`Event`]: what happened in a game on a table.

use parlor_table::Change;
use serde::{Deserialize, Serialize};

/// What happened: somebody acted, something changed on the table, something was said, the rules went on.
///
/// How far the rules are is logged in their own words, beside the other three.
///
/// ```
/// use parlor_table::Change;
/// use parlor_tabletop::doc::{Act, Went};
/// use parlor_tabletop::Event;
/// type Happened = Event<Act, (), Went>;
/// let json = |event: Happened| serde_json::to_string(&event).unwrap();
/// let change = Event::Change(Change::Count { index: 0, value: 7 });
/// assert_eq!(json(change), r#"{"change":{"count":{"index":0,"value":7}}}"#);
/// assert_eq!(json(Event::Went(Went::Turn(3))), r#"{"turn":3}"#);
/// assert_eq!(serde_json::from_str::<Happened>(r#"{"turn":3}"#).unwrap(), Event::Went(Went::Turn(3)));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event<A, S, W> {
    /// A command begins. What was chosen in secret is not in here.
    Act(A),
    /// Something changed on the table.
    Change(Change),
    /// Something was said.
    Say(S),
    /// The rules went on.
    #[serde(untagged)]
    Went(W),
}
