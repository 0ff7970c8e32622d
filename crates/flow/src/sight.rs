//! Sight on boards in fog: [`GameBuilder::sight`] and what rules can do about it.

use parlor_table::{Changes, Piece, SightRule, Table, ZoneKind};

use crate::{GameBuilder, Play};

impl GameBuilder {
    /// Who sees which cells of a board in [fog](parlor_table::ZoneBuilder::fog): how far each piece there sees, if it does, in
    /// straight lines that pass open edges and no place that [blocks](SightRule::blocked). Sight follows by itself whatever happens,
    /// in one change after each action and reaction; [`Play::look_around`] does so in the middle of a rule.
    ///
    /// ```
    /// use parlor_core::Viewer;
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("walk", "Walk", 2..=2);
    /// let field = game.zone("field").board(Grid::new(9, 1, Adjacency::All)).fog().add();
    /// let scout = game.definition("unit", "scout");
    /// game.sight(field, |_, _| Some(3)).blocked(move |table, place| table.count_at(place) > 1);
    /// game.opening(move |play| {
    ///     play.create(scout, field.at(Cell(0)), Some(Seat(0)));
    ///     play.create(scout, field.at(Cell(8)), Some(Seat(1)));
    /// });
    /// game.action("advance").run(move |play, _| {
    ///     let (unit, cell) = (Piece(0), play.cell_of(Piece(0)));
    ///     play.put(unit, field.at(Cell(cell.0 + 5)));
    /// });
    /// let game = game.flow(step(["advance"]));
    /// let mut scenario = Scenario::new(&game, 2, 1);
    /// let units = |scenario: &Scenario<'_>| scenario.view(Viewer::Seat(Seat(1))).zones[0].pieces.len();
    /// assert_eq!(units(&scenario), 1);
    /// scenario.play("advance").unwrap();
    /// assert_eq!(units(&scenario), 2);
    /// ```
    pub fn sight(
        &mut self,
        zone: impl Into<ZoneKind>,
        range: impl Fn(&Table, Piece) -> Option<u32> + Send + Sync + 'static,
    ) -> &mut SightRule {
        let index = self.sights.len();
        self.sights.push(SightRule::new(zone, range));
        &mut self.sights[index]
    }
}

impl Play<'_, '_> {
    /// Works out who sees what of boards in fog now, and not only when the rule that runs has returned: for rules that walk
    /// several steps. It costs no more than what changed.
    #[inline]
    pub fn look_around(&mut self) {
        if !self.game.sights.is_empty() {
            self.see_changes();
        }
    }

    #[inline(never)]
    fn see_changes(&mut self) {
        for change in self.state.table.look_around(&self.game.sights) {
            self.change(change);
        }
    }

    /// Works out afresh who sees what of boards in fog: after something changed that a rule of sight asks for and that is
    /// neither a piece nor a cell nor an edge, such as a value of the table.
    pub fn look_again(&mut self) {
        self.state.table.look_again();
        self.look_around();
    }
}
