//! What a viewer sees of a table, and hears of a change: built by allow-list from what the viewer may know.

use std::collections::BTreeMap;
use std::sync::Arc;

use parlor_core::{Link, PieceView, Seat, Spot, Told, View, Viewer, ZoneView};
use serde_json::{Value as Json, json};

use crate::board::{Board, Cell, Geometry, HexShape, Orientation};
use crate::id::Holder;
use crate::spec::{AttributeSpec, Held, ListSpec, ValueSpec};
use crate::terrain::CellSpec;
use crate::{Change, Others, Piece, Place, Shown, ShownAs, Table, Traces, Zone};

impl Table {
    /// The zones, pieces and values that a viewer may know of.
    ///
    /// ```
    /// use parlor_core::{Seat, Viewer};
    /// use parlor_table::Schema;
    /// let mut schema = Schema::new();
    /// let hand = schema.zone("hand").owner_sees().each_seat();
    /// let ace = schema.definition("card", "A♠");
    /// schema.place(ace, hand.of(Seat(0)), 1);
    /// let table = schema.lay(2);
    /// let face = |viewer| table.view(viewer).zones[0].pieces[0].face.clone();
    /// assert_eq!(face(Viewer::Seat(Seat(0))).as_deref(), Some("A♠"));
    /// assert_eq!(face(Viewer::Seat(Seat(1))), None);
    /// ```
    pub fn view(&self, viewer: Viewer) -> View {
        let mut view = View::new();
        let values = self.schema.values.iter();
        let declared = |name: &str| self.schema.legend.values.contains_key(name);
        for spec in values.filter(|spec| declared(&spec.name)) {
            self.draw_value(spec, viewer, &mut view);
        }
        for (list, spec) in (0..).zip(&self.schema.lists) {
            self.draw_list(list, spec, viewer, &mut view);
        }
        view.legend = Arc::clone(&self.schema.shared_legend);
        view.hints.clone_from(&self.schema.hints);
        let outermost = self.schema.zones().filter(|zone| {
            let spec = &self.schema.zones[zone.kind as usize];
            spec.inside.is_none()
        });
        view.zones
            .extend(outermost.map(|zone| self.draw_zone(zone, viewer)));
        view
    }

    fn draw_value(&self, spec: &ValueSpec, viewer: Viewer, view: &mut View) {
        let shown = |seat: Option<Seat>| match spec.shown {
            Shown::WithFace | Shown::Always => true,
            Shown::ToOwner => seat.map_or(viewer == Viewer::Referee, |seat| viewer.sees(seat)),
            Shown::Never => false,
        };
        let first = usize::from(spec.first);
        if !spec.each {
            if shown(None) {
                let value = self.worded(self.numbers[first], &spec.words, spec.shown_as, viewer);
                view.values.insert(spec.name.clone(), value);
            }
            return;
        }
        for seat in self.seats().filter(|seat| shown(Some(*seat))) {
            let number = self.numbers[first + seat.index()];
            let value = self.worded(number, &spec.words, spec.shown_as, viewer);
            *view = std::mem::take(view).value(seat, &spec.name, value);
        }
    }

    fn draw_list(&self, list: u8, spec: &ListSpec, viewer: Viewer, view: &mut View) {
        let seats = match (spec.held, spec.shown) {
            (_, Shown::Never) | (Held::Pieces, _) => return,
            (Held::Table, _) => 0,
            (Held::Seats, _) => self.schema.seats,
        };
        let drawn = |holder: Holder, seen: bool| -> Json {
            let seen = seen || spec.shown != Shown::ToOwner;
            let items = self.raw_items(list, holder).iter();
            // Whoever does not see them sees how many there are.
            let items = items.map(|item| match seen {
                true => self.worded(*item, &[], spec.shown_as, viewer),
                false => Json::Null,
            });
            items.collect()
        };
        if spec.held == Held::Table {
            let items = drawn(Holder::Table, viewer == Viewer::Referee);
            view.values.insert(spec.name.clone(), items);
        }
        for seat in Seat::all(seats) {
            let items = drawn(Holder::Seat(seat), viewer.sees(seat));
            *view = std::mem::take(view).value(seat, &spec.name, items);
        }
    }

    fn draw_zone(&self, zone: Zone, viewer: Viewer) -> ZoneView {
        let spec = &self.schema.zones[zone.kind as usize];
        let mut drawn = match &spec.board {
            Some(board) => self.draw_board(zone, board),
            None => ZoneView::row(self.schema.zone_name(zone)),
        };
        let role = spec.role();
        if spec.board.is_none() {
            drawn.layout = spec.layout(&role);
        }
        drawn.label = spec.label(&role);
        drawn.role = Some(role);
        drawn.stands = spec.look.stands;
        drawn.attributes.extend(
            spec.look
                .attributes
                .iter()
                .map(|(name, value)| (name.clone(), value.clone())),
        );
        drawn.owner = self.schema.owner(zone);
        self.draw_seams(zone, &mut drawn);
        self.draw_cells(zone, viewer, &mut drawn);
        let sight = self.sight(zone);
        let pieces = self.zone(zone).pieces();
        let seen = |piece: &Piece| self.sees(viewer, *piece);
        let outermost = |piece: &Piece| self.host(*piece).is_none_or(|host| !seen(&host));
        let sees_all = sight.eyes.see(viewer);
        match sight.others {
            _ if spec.stacked && (sees_all || sight.others == Others::Backs) => {
                // Of a stack one sees the topmost piece.
                let height = self.zone(zone).len();
                drawn.count = Some(height as u32);
                let tops = (0..spec.places).filter_map(|cell| self.zone(zone.at(Cell(cell))).top());
                drawn
                    .pieces
                    .extend(tops.map(|piece| self.draw(piece, viewer)));
            }
            _ if sees_all => drawn
                .pieces
                .extend(pieces.map(|piece| self.draw(piece, viewer))),
            Others::Backs => drawn
                .pieces
                .extend(pieces.map(|piece| self.draw(piece, viewer))),
            Others::Unordered => {
                // Which back is which must not show: not in the handles, and not in the order.
                let (faces, backs): (Vec<Piece>, Vec<Piece>) = self.all_in(zone).partition(seen);
                let faces: Vec<Piece> = faces.into_iter().filter(outermost).collect();
                drawn
                    .pieces
                    .extend(faces.iter().map(|piece| self.draw(*piece, viewer)));
                let backs = backs.iter().map(|piece| self.back(*piece));
                drawn.pieces.extend(backs.map(PieceView::face_down));
                drawn
                    .pieces
                    .sort_by(|a, b| (&a.handle, &a.kind).cmp(&(&b.handle, &b.kind)));
            }
            Others::Count | Others::Nothing => {
                if sight.others == Others::Count {
                    drawn.count = Some(self.zone(zone).len() as u32);
                }
                let pieces = self.all_in(zone).filter(seen).filter(outermost);
                drawn
                    .pieces
                    .extend(pieces.map(|piece| self.draw(piece, viewer)));
                drawn.pieces.sort_by(|a, b| a.handle.cmp(&b.handle));
            }
        }
        let inner = self.schema.zones().filter(|inner| {
            let spec = &self.schema.zones[inner.kind as usize];
            let same_seat =
                !spec.each || self.schema.owner(zone).is_none() || inner.seat == zone.seat;
            spec.inside == Some(zone.kind) && same_seat
        });
        drawn.zones = inner.map(|inner| self.draw_zone(inner, viewer)).collect();
        drawn
    }

    /// What a viewer knows of the cells of a board, by their names: their values, and in fog what is seen now and what has
    /// been. And which of them make regions.
    fn draw_cells(&self, zone: Zone, viewer: Viewer, drawn: &mut ZoneView) {
        let specs = (0..).zip(&self.schema.cell_values);
        let specs: Vec<(u8, &CellSpec)> = specs
            .filter(|(_, spec)| spec.zone == zone.kind && spec.shown != Shown::Never)
            .collect();
        let fog = self.has_fog(zone);
        if fog {
            drawn.attributes.insert("fog".into(), true.into());
        }
        if fog || !specs.is_empty() {
            let mut cells = serde_json::Map::new();
            for cell in (0..self.place_count(zone)).map(Cell) {
                let known = self.draw_cell(zone.at(cell), &specs, viewer);
                if !known.is_empty() {
                    cells.insert(self.place_name(zone.at(cell)), known.into());
                }
            }
            drawn.attributes.insert("cells".into(), cells.into());
        }
        let mut regions = serde_json::Map::new();
        let shown = self.schema.regions.iter();
        for spec in shown.filter(|spec| spec.zone == zone.kind && !spec.hidden) {
            let names = spec.cells.iter().map(|cell| self.place_name(zone.at(cell)));
            let names: Vec<String> = names.collect();
            let mut region = json!({ "cells": names });
            if !spec.tags.is_empty() {
                region["tags"] = spec.tags.clone().into();
            }
            for (name, value) in &spec.values {
                region[name] = (*value).into();
            }
            regions.insert(spec.name.clone(), region);
        }
        if !regions.is_empty() {
            drawn.attributes.insert("regions".into(), regions.into());
        }
    }

    fn draw_cell(
        &self,
        place: Place,
        specs: &[(u8, &CellSpec)],
        viewer: Viewer,
    ) -> serde_json::Map<String, Json> {
        let mut known = serde_json::Map::new();
        let (seen, explored) = (
            self.sees_cell(viewer, place),
            self.has_explored(viewer, place),
        );
        for (value, spec) in specs {
            let shown = match spec.shown {
                Shown::Always => true,
                Shown::WithFace => seen || (explored && !spec.changes),
                Shown::ToOwner => match self.schema.owner(place.zone) {
                    Some(owner) => viewer.sees(owner),
                    None => viewer == Viewer::Referee,
                },
                Shown::Never => false,
            };
            let number = self.raw_cell(place, *value);
            if shown && number != spec.start {
                let worded = self.worded(number, &spec.words, spec.shown_as, viewer);
                known.insert(spec.name.clone(), worded);
            }
        }
        if self.has_fog(place.zone) && (seen || explored) {
            let word = if seen { "seen" } else { "explored" };
            known.insert("sight".into(), word.into());
            let marks = self.last_seen(viewer, place).map(|(definition, owner)| {
                let spec = &self.schema.definitions[usize::from(definition.0)];
                json!({ "kind": spec.kind, "face": spec.name, "owner": owner })
            });
            let marks: Vec<Json> = marks.collect();
            if !marks.is_empty() {
                known.insert("last_seen".into(), marks.into());
            }
        }
        known
    }

    /// A board, empty yet.
    fn draw_board(&self, zone: Zone, board: &Board) -> ZoneView {
        let id = self.schema.zone_name(zone);
        let spots = board.cells().map(|cell| {
            let (x, y) = position(board, cell);
            let at = board.name(cell).into();
            Spot { at, x, y }
        });
        match board {
            Board::Grid(grid) => ZoneView::grid(id, grid.columns(), grid.rows()),
            Board::Hexes(hexes) => match hexes.shape() {
                HexShape::Parallelogram { columns, rows, .. } => ZoneView::hexes(id, columns, rows),
                _ => ZoneView::map(id, spots, []).attribute(
                    "hexes",
                    match hexes.orientation() {
                        Orientation::Pointy => "pointy",
                        Orientation::Flat => "flat",
                    },
                ),
            },
            Board::Graph(_) => ZoneView::map(id, spots, self.draw_edges(zone, board)),
        }
    }

    fn draw_edges(&self, zone: Zone, board: &Board) -> Vec<Link> {
        let links = board.edges().map(|edge| {
            let (from, to) = board.ends(edge);
            Link {
                from: board.name(from).into(),
                to: board.name(to).into(),
                open: self.is_open(zone, edge),
            }
        });
        links.collect()
    }

    /// What stands between the cells of a grid or of hexagons: walls, and doors and additional edges with whether they are
    /// open.
    fn draw_seams(&self, zone: Zone, drawn: &mut ZoneView) {
        let Some(board) = &self.schema.zones[zone.kind as usize].board else {
            return;
        };
        let walls = board.walls().into_iter();
        let walls = walls.map(|(a, b)| json!([board.name(a), board.name(b)]));
        let walls: Vec<Json> = walls.collect();
        if !walls.is_empty() {
            drawn.attributes.insert("walls".into(), walls.into());
        }
        if !matches!(board, Board::Graph(_)) && board.edge_count() > 0 {
            let links = json!(self.draw_edges(zone, board));
            drawn.attributes.insert("links".into(), links);
        }
    }

    /// A piece that the viewer can tell from the others of its zone.
    fn draw(&self, piece: Piece, viewer: Viewer) -> PieceView {
        let seen = self.sees(viewer, piece);
        let definition = &self.schema.definitions[self.definition(piece).0 as usize];
        let mut drawn = match seen {
            true => PieceView::new(&*definition.kind, self.face(piece)),
            false => PieceView::face_down(&*definition.back),
        };
        let handle = self.handle(piece, viewer);
        drawn.handle = handle.map(|handle| handle.to_string().into());
        drawn.owner = self.owner(piece);
        let controller = self.controller(piece);
        drawn.controller = controller.filter(|_| controller != drawn.owner);
        let place = self.place_of(piece);
        let attached = self.host(piece).is_some();
        if !attached && self.schema.zones[place.zone.kind as usize].board.is_some() {
            drawn.at = Some(self.place_name(place).into());
        }
        drawn.attributes = self.attributes(piece, viewer, |spec| {
            (seen && spec.shown == Shown::WithFace)
                || self.shows_from_behind(spec.shown, piece, viewer)
        });
        if !self.piece_lists.is_empty() {
            self.draw_items(piece, viewer, seen, &mut drawn);
        }
        // What is attached shows with it as far as the viewer can tell it from the rest of the zone.
        let tracked = self.sight(place.zone).tracked().see(viewer);
        let attached = self.attached(piece);
        let attached = attached.filter(|piece| tracked || self.sees(viewer, *piece));
        drawn
            .attached
            .extend(attached.map(|piece| self.draw(piece, viewer)));
        drawn
    }

    /// The lists of a piece that have something in them.
    fn draw_items(&self, piece: Piece, viewer: Viewer, seen: bool, drawn: &mut PieceView) {
        for (list, spec) in (0..).zip(&self.schema.lists) {
            let items = self.raw_items(list, Holder::Piece(piece));
            let shown = (seen && spec.shown == Shown::WithFace)
                || self.shows_from_behind(spec.shown, piece, viewer);
            if spec.held == Held::Pieces && shown && !items.is_empty() {
                let items = items.iter();
                let items = items.map(|item| self.worded(*item, &[], spec.shown_as, viewer));
                let items = items.collect();
                drawn.attributes.insert(spec.name.clone(), items);
            }
        }
    }

    /// Whether a viewer sees such an attribute of a piece even without seeing its face.
    pub(crate) fn shows_from_behind(&self, shown: Shown, piece: Piece, viewer: Viewer) -> bool {
        match shown {
            Shown::WithFace | Shown::Never => false,
            Shown::Always => true,
            Shown::ToOwner => {
                let owned = self.owner(piece).is_some_and(|seat| viewer.sees(seat));
                owned || viewer == Viewer::Referee
            }
        }
    }

    fn attributes(
        &self,
        piece: Piece,
        viewer: Viewer,
        shown: impl Fn(&AttributeSpec) -> bool,
    ) -> BTreeMap<String, Json> {
        let specs = (0..).zip(&self.schema.attributes);
        let specs = specs.filter(|(_, spec)| shown(spec));
        // What is not set says nothing, and would only make views long.
        let values = specs.map(|(index, spec)| (spec, self.raw_attribute(piece, index)));
        let values = values.filter(|(spec, value)| *value != spec.start || !spec.words.is_empty());
        values
            .map(|(spec, value)| {
                let worded = self.worded(value, &spec.words, spec.shown_as, viewer);
                (spec.name.clone(), worded)
            })
            .collect()
    }

    fn worded(&self, value: i64, words: &[String], shown_as: ShownAs, viewer: Viewer) -> Json {
        let index = usize::try_from(value).ok();
        match (index.and_then(|index| words.get(index)), shown_as) {
            (Some(word), _) => word.as_str().into(),
            (None, ShownAs::Number) => value.into(),
            (None, ShownAs::YesOrNo) => (value != 0).into(),
            (None, ShownAs::Seat) => index.map_or(Json::Null, |seat| json!({ "seat": seat })),
            (None, ShownAs::Piece) => {
                let piece = index.filter(|index| *index < self.pieces.len());
                let piece = piece.map(|index| Piece(index as u16));
                let handle = piece.and_then(|piece| self.handle(piece, viewer));
                handle.map_or(Json::Null, |handle| handle.to_string().into())
            }
        }
    }

    /// What is on a piece: its name, and for a die the face that it shows.
    pub fn face(&self, piece: Piece) -> String {
        let definition = &self.schema.definitions[self.definition(piece).0 as usize];
        let Some(die) = &definition.die else {
            return definition.name.clone();
        };
        match self.schema.die_face {
            Some(face) => die.label(self.raw_attribute(piece, face)).into(),
            None => definition.name.clone(),
        }
    }

    /// What a piece looks like from behind.
    pub fn back(&self, piece: Piece) -> &str {
        &self.schema.definitions[self.definition(piece).0 as usize].back
    }

    /// A change as a viewer may hear it: data for animation, without words. `self` is the table before the change.
    pub fn tell(&self, change: &Change, viewer: Viewer) -> Option<Told> {
        let mut traces = Traces::default();
        self.trace(change, &mut traces);
        traces.tell(0, &self.schema, viewer)
    }
}

/// Where a spot is drawn. Hexagons lie two units apart along their rows.
fn position(board: &Board, cell: Cell) -> (i32, i32) {
    match board {
        Board::Grid(grid) => (grid.column(cell).into(), grid.row(cell).into()),
        Board::Hexes(hexes) => {
            let hex = hexes.hex(cell);
            let (q, r) = (i32::from(hex.q), i32::from(hex.r));
            match hexes.orientation() {
                Orientation::Pointy => (2 * q + r, 2 * r),
                Orientation::Flat => (2 * q, 2 * r + q),
            }
        }
        // Nodes that nobody placed stand in a row.
        Board::Graph(graph) => graph.position(cell).unwrap_or((i32::from(cell.0), 0)),
    }
}
