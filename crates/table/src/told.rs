//! [`ToldChange`]: a change of the table as it is told, in the form in which it travels.

use serde::{Deserialize, Serialize};

/// A change of the table, as far as a viewer may know of it: what is in the data of a [`Told`](parlor_core::Told).
///
/// Zones are named as in the view, pieces by their handles, places as on their boards. What the viewer does not notice, or
/// cannot follow, is not there.
///
/// ```
/// use parlor_core::{Seat, Viewer};
/// use parlor_table::{Change, End, Eyes, Schema, ToldChange};
/// let mut schema = Schema::new();
/// let (deck, hand) = (schema.zone("deck").hidden().add(), schema.zone("hand").owner_sees().each_seat());
/// let ace = schema.definition("card", "A♠");
/// schema.place(ace, deck, 1);
/// let table = schema.lay(2);
/// let piece = table.zone(deck).top().unwrap();
/// let deal = Change::Move { piece, to: hand.of(Seat(0)).into(), end: End::Top, seen: Eyes::NOBODY };
/// let told = table.tell(&deal, Viewer::Seat(Seat(1))).unwrap();
/// let ToldChange::Move { from, to, face, .. } = serde_json::from_value(told.data).unwrap() else { panic!() };
/// assert_eq!((from.as_deref(), to.as_deref(), face), (Some("deck"), Some("hand-0"), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "change", rename_all = "snake_case")]
pub enum ToldChange {
    /// A piece is there that was not.
    Create {
        /// The zone that it came to.
        to: String,
        /// The place that it came to, on a board.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to_at: Option<String>,
        /// Its handle.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<String>,
        /// What is on it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        face: Option<String>,
    },
    /// A piece went from one place to another.
    Move {
        /// The zone that it left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<String>,
        /// The place that it left, on a board.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from_at: Option<String>,
        /// Its handle before.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<String>,
        /// The zone that it came to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
        /// The place that it came to, on a board.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to_at: Option<String>,
        /// The piece that it is attached to now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        onto: Option<String>,
        /// Its handle now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<String>,
        /// What is on it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        face: Option<String>,
    },
    /// The order of a zone has changed.
    Order {
        /// Which zone.
        zone: String,
    },
    /// Somebody has looked at a zone.
    Look {
        /// Which zone.
        zone: String,
    },
    /// A piece was turned, or shown to somebody.
    Show {
        /// Where it lies.
        zone: String,
        /// Its handle before, if it has another now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        was: Option<String>,
        /// Its handle now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<String>,
        /// What is on it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        face: Option<String>,
    },
    /// The viewer sees other cells of a board in fog than before.
    See {
        /// The board.
        zone: String,
        /// The cells that it sees now and did not before.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        seen: Vec<String>,
        /// The cells that it no longer sees.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        lost: Vec<String>,
    },
    /// A die was rolled.
    Roll {
        /// Where it lies.
        zone: String,
        /// Its handle.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        piece: Option<String>,
        /// What it shows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        face: Option<String>,
    },
}
