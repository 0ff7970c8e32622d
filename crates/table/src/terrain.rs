//! What cells are: values of each cell, fixed or changing, and regions with names.

use std::borrow::Cow;
use std::marker::PhantomData;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::board::{Cell, CellSet};
use crate::look::plain_type;
use crate::schema::small;
use crate::{Packed, Place, Schema, Shown, ShownAs, Table, ZoneKind};

/// A value that each cell of a board has: terrain, height, cover, light. Declared with [`Schema::cell_value`].
///
/// ```
/// use parlor_table::{Adjacency, Cell, Grid, Schema};
/// let mut schema = Schema::new();
/// let field = schema.zone("field").board(Grid::new(3, 3, Adjacency::All)).add();
/// let height = schema.cell_value::<i64>("height", field).at([Cell(4)], 2).add();
/// let table = schema.lay(2);
/// assert_eq!((table.cell(field.at(Cell(4)), height), table.cell(field.at(Cell(0)), height)), (2, 0));
/// ```
#[derive(Debug)]
pub struct CellValue<T>(pub(crate) u8, pub(crate) PhantomData<T>);

impl<T> Clone for CellValue<T> {
    fn clone(&self) -> CellValue<T> {
        *self
    }
}

impl<T> Copy for CellValue<T> {}

/// Some cells of a board with a name: a spawn, a room, a safe zone. Declared with [`Schema::region`].
///
/// ```
/// use parlor_table::{Adjacency, Cell, Grid, Schema};
/// let mut schema = Schema::new();
/// let field = schema.zone("field").board(Grid::new(3, 3, Adjacency::All)).add();
/// let spawn = schema.region("spawn", field, [Cell(0), Cell(1)]).tag("safe").with("noise", 2).add();
/// let table = schema.lay(2);
/// assert_eq!(table.regions_of(field.at(Cell(1))).collect::<Vec<_>>(), [spawn]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Region(pub(crate) u16);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CellSpec {
    pub name: String,
    pub zone: u8,
    pub start: i64,
    /// The cells that are not as at the start.
    pub map: Vec<(Cell, i64)>,
    pub changes: bool,
    pub shown: Shown,
    pub shown_as: ShownAs,
    pub words: Vec<String>,
}

impl CellSpec {
    /// What the map says of a cell.
    #[inline]
    fn of(&self, cell: Cell) -> i64 {
        let found = self.map.binary_search_by_key(&cell, |(cell, _)| *cell);
        found.map_or(self.start, |index| self.map[index].1)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RegionSpec {
    pub name: String,
    pub zone: u8,
    pub cells: CellSet,
    pub tags: Vec<String>,
    pub values: Vec<(String, i64)>,
    pub hidden: bool,
}

/// A value of cells that is being declared; the same everywhere and for good, unless you say otherwise.
///
/// ```
/// use parlor_table::{Adjacency, Grid, Schema};
/// let mut schema = Schema::new();
/// let (grid, map) = Grid::from_map("~~.\n~..", Adjacency::All).unwrap();
/// let field = schema.zone("field").board(grid).add();
/// let water = schema.cell_value::<bool>("water", field).at(map.cells('~').iter(), true).add();
/// let fire = schema.cell_value::<u8>("fire", field).words(["", "smoke", "flames"]).changes().add();
/// ```
#[must_use = "end with add()"]
pub struct CellValueBuilder<'s, T> {
    schema: &'s mut Schema,
    spec: CellSpec,
    of: PhantomData<T>,
}

impl<T: Packed> CellValueBuilder<'_, T> {
    /// What it is where nothing else is said.
    pub fn start(mut self, value: T) -> Self {
        self.spec.start = value.pack();
        self
    }

    /// What it is at these cells when a match begins.
    pub fn at(mut self, cells: impl IntoIterator<Item = Cell>, value: T) -> Self {
        let value = value.pack();
        for cell in cells {
            let map = &mut self.spec.map;
            match map.binary_search_by_key(&cell, |(cell, _)| *cell) {
                Ok(index) => map[index].1 = value,
                Err(index) => map.insert(index, (cell, value)),
            }
        }
        self
    }

    /// It changes in play: [`Changes::set_cell`](crate::Changes::set_cell).
    pub fn changes(mut self) -> Self {
        self.spec.changes = true;
        self
    }

    /// Who sees it. [`Shown::WithFace`], which it is unless you say otherwise, is everybody, and on a board in
    /// [fog](crate::ZoneBuilder::fog) those who see the cell; what does not change stays known once it was seen.
    pub fn shown(mut self, shown: Shown) -> Self {
        self.spec.shown = shown;
        self
    }

    /// The words for its values, from 0 on.
    pub fn words<W: Into<String>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        self.spec.words = words.into_iter().map(Into::into).collect();
        self
    }

    /// The value.
    ///
    /// # Panics
    /// When the cells have a value of this name already.
    pub fn add(self) -> CellValue<T> {
        let mut others = self.schema.cell_values.iter();
        let is_twice = others.any(|one| one.name == self.spec.name && one.zone == self.spec.zone);
        assert!(!is_twice, "cells have two values called {}", self.spec.name);
        self.schema.declared();
        self.schema.cell_values.push(self.spec);
        let index = self.schema.cell_values.len() - 1;
        CellValue(small(index, "values of cells"), PhantomData)
    }
}

impl<T: Packed> CellValueBuilder<'_, T> {
    /// What people call it, in English: without a name they see no more of it than the [colors](CellValueBuilder::colors).
    ///
    /// ```
    /// use parlor_core::Viewer;
    /// use parlor_table::{Adjacency, Cell, Grid, Schema};
    /// let mut schema = Schema::new();
    /// let field = schema.zone("field").board(Grid::new(2, 1, Adjacency::All)).add();
    /// let ground = schema.cell_value::<u8>("ground", field).words(["grass", "water"]).label("Ground");
    /// ground.colors(["", "#8ab8d8"]).at([Cell(1)], 1).add();
    /// let view = schema.lay(2).view(Viewer::Spectator);
    /// assert_eq!(view.legend.values["ground"].label.text, "Ground");
    /// assert_eq!(view.zones[0].attributes["colors"]["ground"]["water"], "#8ab8d8");
    /// ```
    pub fn label(self, label: impl Into<Cow<'static, str>>) -> Self {
        let plain = plain_type(self.spec.shown_as, &self.spec.words);
        let look = self.schema.legend.value(&self.spec.name, plain);
        look.label(label);
        self
    }

    /// The colors of its [words](CellValueBuilder::words), from 0 on, which come before; an empty one is none.
    pub fn colors<'w>(self, colors: impl IntoIterator<Item = &'w str>) -> Self {
        let words = self.spec.words.iter().cloned().zip(colors);
        let colored = words.filter(|(_, color)| !color.is_empty());
        let colors: serde_json::Map<String, Json> =
            colored.map(|(word, color)| (word, color.into())).collect();
        let attributes = &mut self.schema.zones[usize::from(self.spec.zone)]
            .look
            .attributes;
        attributes
            .entry("colors".into())
            .or_insert_with(|| Json::Object(Default::default()))[&self.spec.name] = colors.into();
        self
    }
}

/// A region that is being declared.
///
/// ```
/// use parlor_table::{Adjacency, Cell, Grid, Schema};
/// let mut schema = Schema::new();
/// let field = schema.zone("field").board(Grid::new(3, 3, Adjacency::All)).add();
/// let trap = schema.region("trap", field, [Cell(4)]).hidden().add();
/// ```
#[must_use = "end with add()"]
pub struct RegionBuilder<'s> {
    schema: &'s mut Schema,
    spec: RegionSpec,
}

impl RegionBuilder<'_> {
    /// With a tag, by which regions can be found.
    pub fn tag(mut self, tag: &str) -> Self {
        self.spec.tags.push(tag.into());
        self
    }

    /// With a number of its own.
    ///
    /// # Panics
    /// When it is called `cells` or `tags`, which views say of every region.
    pub fn with(mut self, name: &str, value: i64) -> Self {
        assert!(
            !["cells", "tags"].contains(&name),
            "no number of a region can be called {name}"
        );
        self.spec.values.push((name.into(), value));
        self
    }

    /// For the rules alone: views do not show it. Everybody who reads the rules knows of it all the same.
    pub fn hidden(mut self) -> Self {
        self.spec.hidden = true;
        self
    }

    /// The region.
    ///
    /// # Panics
    /// When there is one of this name already.
    pub fn add(self) -> Region {
        let is_twice = self.schema.region_called(&self.spec.name).is_some();
        assert!(!is_twice, "two regions are called {}", self.spec.name);
        self.schema.declared();
        self.schema.regions.push(self.spec);
        Region(small(self.schema.regions.len() - 1, "regions"))
    }
}

impl Schema {
    /// Begins a value that each cell of a zone's board has.
    ///
    /// # Panics
    /// When it is a piece, which a viewer may not know: keep those in attributes.
    pub fn cell_value<T: Packed>(
        &mut self,
        name: &str,
        zone: impl Into<ZoneKind>,
    ) -> CellValueBuilder<'_, T> {
        assert!(
            T::SHOWN_AS != ShownAs::Piece,
            "a cell has no piece for a value"
        );
        let spec = CellSpec {
            name: name.into(),
            zone: zone.into().0,
            start: 0,
            map: Vec::new(),
            changes: false,
            shown: Shown::WithFace,
            shown_as: T::SHOWN_AS,
            words: Vec::new(),
        };
        CellValueBuilder {
            schema: self,
            spec,
            of: PhantomData,
        }
    }

    /// Begins a region: some cells of a zone's board with a name. Regions may overlap.
    pub fn region(
        &mut self,
        name: &str,
        zone: impl Into<ZoneKind>,
        cells: impl IntoIterator<Item = Cell>,
    ) -> RegionBuilder<'_> {
        let spec = RegionSpec {
            name: name.into(),
            zone: zone.into().0,
            cells: cells.into_iter().collect(),
            tags: Vec::new(),
            values: Vec::new(),
            hidden: false,
        };
        RegionBuilder { schema: self, spec }
    }

    /// The region of this name.
    pub fn region_called(&self, name: &str) -> Option<Region> {
        let index = self.regions.iter().position(|spec| spec.name == name)?;
        Some(Region(index as u16))
    }

    /// All regions with this tag, in the order in which they were declared.
    pub fn regions_tagged<'s>(&'s self, tag: &'s str) -> impl Iterator<Item = Region> + 's {
        let all = (0..).zip(&self.regions);
        let tagged = all.filter(move |(_, spec)| spec.tags.iter().any(|other| other == tag));
        tagged.map(|(index, _)| Region(index))
    }

    /// What a region is called.
    pub fn region_name(&self, region: Region) -> &str {
        &self.regions[usize::from(region.0)].name
    }

    /// Whether a region has this tag.
    pub fn has_tag(&self, region: Region, tag: &str) -> bool {
        let tags = &self.regions[usize::from(region.0)].tags;
        tags.iter().any(|other| other == tag)
    }

    /// A number of a region, if it was given one of this name.
    pub fn region_value(&self, region: Region, name: &str) -> Option<i64> {
        let values = &self.regions[usize::from(region.0)].values;
        let found = values.iter().find(|(other, _)| other == name);
        found.map(|(_, value)| *value)
    }

    /// The cells of a region.
    pub fn region_cells(&self, region: Region) -> &CellSet {
        &self.regions[usize::from(region.0)].cells
    }
}

impl Table {
    /// What the cell at a place is now.
    #[inline]
    pub fn cell<T: Packed>(&self, place: impl Into<Place>, value: CellValue<T>) -> T {
        T::unpack(self.raw_cell(place.into(), value.0))
    }

    pub(crate) fn raw_cell(&self, place: Place, value: u8) -> i64 {
        let spec = &self.schema.cell_values[usize::from(value)];
        if spec.changes && !self.terrain.is_empty() {
            let key = (value, self.schema.place_index(place) as u16);
            let found = self.terrain.binary_search_by_key(&key, |(key, _)| *key);
            if let Ok(index) = found {
                return self.terrain[index].1;
            }
        }
        spec.of(place.cell)
    }

    /// Only what is not as the map says is kept.
    pub(crate) fn write_cell(&mut self, place: Place, value: u8, to: i64) {
        let spec = &self.schema.cell_values[usize::from(value)];
        let as_mapped = spec.of(place.cell) == to;
        let key = (value, self.schema.place_index(place) as u16);
        let found = self.terrain.binary_search_by_key(&key, |(key, _)| *key);
        match (found, as_mapped) {
            (Ok(index), true) => {
                self.terrain.remove(index);
            }
            (Ok(index), false) => self.terrain[index].1 = to,
            (Err(_), true) => {}
            (Err(index), false) => self.terrain.insert(index, (key, to)),
        }
    }

    /// The regions in which a place lies, in the order in which they were declared.
    pub fn regions_of(&self, place: impl Into<Place>) -> impl Iterator<Item = Region> {
        let place = place.into();
        let all = (0..).zip(&self.schema.regions);
        let around = all.filter(move |(_, spec)| {
            spec.zone == place.zone.kind && spec.cells.contains(place.cell)
        });
        around.map(|(index, _)| Region(index))
    }

    /// Whether a place lies in a region.
    pub fn is_in(&self, place: impl Into<Place>, region: Region) -> bool {
        let (place, spec) = (place.into(), &self.schema.regions[usize::from(region.0)]);
        spec.zone == place.zone.kind && spec.cells.contains(place.cell)
    }

    /// What changed at cells that a viewer does not see, it imagines as the map says.
    pub(crate) fn forget_terrain(&mut self, viewer: parlor_core::Viewer) {
        if self.terrain.is_empty() {
            return;
        }
        let schema = self.schema.clone();
        let fog = (self.terrain.iter()).map(|((value, place), _)| {
            let spec = &schema.cell_values[usize::from(*value)];
            let place = schema.place_of_index(*place);
            spec.shown == Shown::WithFace && !self.sees_cell(viewer, place)
        });
        let fog: Vec<bool> = fog.collect();
        let mut unseen = fog.into_iter();
        self.terrain.retain(|_| !unseen.next().unwrap_or(false));
    }
}
