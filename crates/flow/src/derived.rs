//! Attributes that follow from the position: worked out whenever somebody asks, and kept nowhere.

use std::borrow::Cow;

use parlor_core::{PieceView, View, Viewer, ZoneView};
use parlor_table::{Handle, Piece, Table};

use crate::{At, FlowGame, GameBuilder, State};

/// How an attribute is worked out.
pub(crate) type Derives = Box<dyn Fn(&Table, Piece) -> i64 + Send + Sync>;

/// An attribute that follows from the position, declared with [`GameBuilder::derived`] and asked for with [`At::derived`].
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("none", "None", 2..=2);
/// let crowd: Derived = game.derived("crowd", |table, piece| table.zone(table.zone_of(piece)).len() as i64);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Derived(u16);

impl GameBuilder {
    /// An attribute of pieces that follows from the position: an attack that others strengthen, say. It is worked out when it is
    /// asked for, so no event changes it. Views show it with the face of each piece, to whoever sees that face, unless it is 0.
    ///
    /// What others see of it must follow from what they may know: a bonus for each card in a hidden hand may, since everybody
    /// sees how many there are; one for each ace there may not.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("pack", "Pack", 1..=1);
    /// let field = game.zone("field").add();
    /// let strength = game.attribute::<i64>("strength").add();
    /// let wolf = game.definition("unit", "wolf");
    /// game.give(wolf, strength, 2);
    /// game.place(wolf, field, 3);
    /// // Each wolf is stronger by one for each other one.
    /// let attack = game.derived("attack", move |table, unit| {
    ///     table.get(unit, strength) + table.zone(table.zone_of(unit)).len() as i64 - 1
    /// });
    /// let all = game.value("all", 0_i64).add();
    /// let flow = game.flow(run(move |play| {
    ///     let at = play.at();
    ///     let sum = at.zone(field).pieces().map(|unit| at.derived(unit, attack)).sum();
    ///     play.set_value(all, sum);
    /// }));
    /// let pack = Scenario::new(&flow, 1, 1);
    /// assert_eq!(pack.table().value(all), 12);
    /// assert_eq!(pack.view(Viewer::Spectator).zones[0].pieces[0].attributes["attack"], 4);
    /// ```
    pub fn derived(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        derives: impl Fn(&Table, Piece) -> i64 + Send + Sync + 'static,
    ) -> Derived {
        self.derived.push((name.into(), Box::new(derives)));
        self.claim();
        Derived(self.derived.len() as u16 - 1)
    }
}

impl At<'_> {
    /// A derived attribute of a piece, as it is now.
    pub fn derived(&self, piece: Piece, attribute: Derived) -> i64 {
        let (_, derives) = &self.game.derived[usize::from(attribute.0)];
        derives(self, piece)
    }
}

impl FlowGame {
    /// Adds to the pieces of a view what is derived, where the viewer sees their faces.
    pub(crate) fn draw_derived(&self, state: &State, view: &mut View) {
        let Some(viewer) = view.viewer.filter(|_| !self.derived.is_empty()) else {
            return;
        };
        for zone in &mut view.zones {
            self.draw_derived_in(&state.table, viewer, zone);
        }
    }

    fn draw_derived_in(&self, table: &Table, viewer: Viewer, zone: &mut ZoneView) {
        self.draw_derived_of(table, viewer, &mut zone.pieces);
        for inner in &mut zone.zones {
            self.draw_derived_in(table, viewer, inner);
        }
    }

    fn draw_derived_of(&self, table: &Table, viewer: Viewer, pieces: &mut [PieceView]) {
        for drawn in pieces {
            self.draw_derived_of(table, viewer, &mut drawn.attached);
            let piece = drawn_piece(table, viewer, drawn);
            let Some(piece) = piece.filter(|piece| table.sees(viewer, *piece)) else {
                continue;
            };
            for (name, derives) in &self.derived {
                let value = derives(table, piece);
                if value != 0 {
                    drawn.attributes.insert(name.to_string(), value.into());
                }
            }
        }
    }
}

/// The piece that a view shows.
fn drawn_piece(table: &Table, viewer: Viewer, drawn: &PieceView) -> Option<Piece> {
    let handle = drawn.handle.as_deref()?.strip_prefix('#')?.parse().ok()?;
    table.by_handle(Handle(handle), viewer)
}
