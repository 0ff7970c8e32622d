//! [`Seams`]: what is unusual between the cells of a grid or a board of hexagons: walls, doors and edges to elsewhere.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::network::Road;
use super::{BoardError, Cell, CellSet, Doors, Edge};

/// Walls, doors and edges of a board, said one after the other.
macro_rules! with_seams {
    ($board:ident, $plain:ident) => {
        impl $board {
            /// With a wall between two cells that touch: nothing goes or sees across.
            ///
            /// # Panics
            /// When the two do not touch, or one of them is not on the board: a mistake of whoever writes it down.
            pub fn wall(self, a: &str, b: &str) -> $board {
                self.seam(SeamKind::Wall, a, b, 1, false)
            }

            /// With a door between two cells that touch: an [`Edge`] that opens and closes.
            ///
            /// # Panics
            /// When the two do not touch, or one of them is not on the board: a mistake of whoever writes it down.
            pub fn door(self, a: &str, b: &str) -> $board {
                self.seam(SeamKind::Door, a, b, 1, false)
            }

            /// With an additional edge, wherever it leads: a tunnel, a bridge, a portal. Nobody sees through it.
            ///
            /// # Panics
            /// When one of the two is not on the board: a mistake of whoever writes it down.
            pub fn edge(self, a: &str, b: &str) -> $board {
                self.edge_with(a, b, 1)
            }

            /// With an additional edge of this weight.
            ///
            /// # Panics
            /// When one of the two is not on the board: a mistake of whoever writes it down.
            pub fn edge_with(self, a: &str, b: &str, weight: u32) -> $board {
                self.seam(SeamKind::Edge, a, b, weight, false)
            }

            /// With an additional edge that leads only from the first to the second.
            ///
            /// # Panics
            /// When one of the two is not on the board: a mistake of whoever writes it down.
            pub fn one_way(self, from: &str, to: &str) -> $board {
                self.seam(SeamKind::Edge, from, to, 1, true)
            }

            /// The same board, where the door or edge that was added last is closed when a match begins.
            ///
            /// # Panics
            /// When there is none yet.
            pub fn closed(mut self) -> $board {
                let closed = Arc::make_mut(&mut self.seams).close_last();
                closed.unwrap_or_else(|error| panic!("{error}"));
                self
            }

            pub(super) fn walls(&self) -> Vec<(Cell, Cell)> {
                self.seams.walls()
            }

            fn seam(
                mut self,
                kind: SeamKind,
                a: &str,
                b: &str,
                weight: u32,
                one_way: bool,
            ) -> $board {
                let seams = Arc::make_mut(&mut self.seams);
                let added = seams.add(&self.$plain, kind, (a, b), weight, one_way);
                added.unwrap_or_else(|error| panic!("{error}"));
                self
            }
        }
    };
}
pub(super) use with_seams;

/// Walls, doors and additional edges of a board, and what follows from them for each cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Seams {
    seams: Vec<Seam>,
    /// The doors and additional edges, by their numbers.
    roads: Vec<Road>,
    /// The cells at which there is anything.
    touched: CellSet,
    sides: BTreeMap<Cell, Vec<(Cell, Side)>>,
    /// The cells whose neighbours are others than usual, and which they are.
    changed: CellSet,
    neighbours: BTreeMap<Cell, Vec<Cell>>,
}

/// What was declared, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Seam {
    kind: SeamKind,
    road: Road,
}

/// What stands between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum SeamKind {
    /// Nothing passes.
    Wall,
    /// What is open or closed.
    Door,
    /// A way that would not be there otherwise.
    Edge,
}

/// The same as seen from one of the cells.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Wall,
    Door(Edge),
    Edge(Edge),
}

/// What stands between two cells, as JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeamData {
    kind: SeamKind,
    from: String,
    to: String,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    weight: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    one_way: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    closed: bool,
}

fn one() -> u32 {
    1
}

fn is_one(weight: &u32) -> bool {
    *weight == 1
}

/// What the board is without its seams.
pub(super) trait Seamed {
    fn cell_called(&self, name: &str) -> Option<Cell>;
    fn name_of(&self, cell: Cell) -> String;
    /// The cells one step away, were there no seams.
    fn plain_neighbours(&self, cell: Cell) -> &[Cell];
    /// Whether the two share a side or a corner.
    fn touch(&self, a: Cell, b: Cell) -> bool;
    /// For two cells that share no more than a corner: those between them.
    fn corners(&self, a: Cell, b: Cell) -> Option<[Option<Cell>; 2]>;
}

impl Seams {
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.seams.is_empty()
    }

    pub fn roads(&self) -> &[Road] {
        &self.roads
    }

    pub fn add(
        &mut self,
        board: &impl Seamed,
        kind: SeamKind,
        ends: (&str, &str),
        weight: u32,
        one_way: bool,
    ) -> Result<(), BoardError> {
        let find = |name: &str| {
            let cell = board.cell_called(name);
            cell.ok_or_else(|| BoardError::UnknownCell(name.into()))
        };
        let (a, b) = (find(ends.0)?, find(ends.1)?);
        if a == b {
            return Err(BoardError::Loop(ends.0.into()));
        }
        let beside = board.touch(a, b) || board.plain_neighbours(a).contains(&b);
        if kind != SeamKind::Edge && !beside {
            return Err(BoardError::Apart(ends.0.into(), ends.1.into()));
        }
        if self.roads.len() == usize::from(u16::MAX) {
            return Err(BoardError::TooMany);
        }
        let road = Road {
            ends: (a, b),
            weight,
            one_way,
            closed: false,
        };
        let edge = Edge(self.roads.len() as u16);
        let side = match kind {
            SeamKind::Wall => Side::Wall,
            SeamKind::Door => Side::Door(edge),
            SeamKind::Edge => Side::Edge(edge),
        };
        if kind != SeamKind::Wall {
            self.roads.push(road);
        }
        self.seams.push(Seam { kind, road });
        self.sides.entry(a).or_default().push((b, side));
        if !one_way {
            self.sides.entry(b).or_default().push((a, side));
        }
        for end in [a, b] {
            self.touched.insert(end);
            self.renew(board, end);
            // Past a corner of this one, others may be out of reach.
            for near in board.plain_neighbours(end).to_vec() {
                self.renew(board, near);
            }
        }
        Ok(())
    }

    /// The edge that was added last is closed at first.
    pub fn close_last(&mut self) -> Result<(), BoardError> {
        let seam = self.seams.last_mut();
        let (Some(seam), Some(road)) = (
            seam.filter(|seam| seam.kind != SeamKind::Wall),
            self.roads.last_mut(),
        ) else {
            return Err(BoardError::NothingToClose);
        };
        seam.road.closed = true;
        road.closed = true;
        Ok(())
    }

    /// Works out which cells are one step away when all that can be open is.
    fn renew(&mut self, board: &impl Seamed, cell: Cell) {
        let open = &|_: Edge| true;
        let near = board.plain_neighbours(cell).iter().copied();
        let mut near: Vec<Cell> = near
            .filter(|to| self.passes(board, cell, *to, open))
            .chain(self.edges_from(cell).map(|(_, to)| to))
            .collect();
        near.sort_unstable();
        near.dedup();
        self.changed.insert(cell);
        self.neighbours.insert(cell, near);
    }

    /// The cells one step away, where seams change them.
    #[inline]
    pub fn neighbours(&self, cell: Cell) -> Option<&[Cell]> {
        if self.seams.is_empty() || !self.changed.contains(cell) {
            return None;
        }
        self.neighbours.get(&cell).map(Vec::as_slice)
    }

    /// Whether nothing bars the way between two cells that share a side or a corner. Past a corner there must be a clear way
    /// round one of the two sides.
    pub fn passes(&self, board: &impl Seamed, a: Cell, b: Cell, doors: &impl Doors) -> bool {
        if !self.touched.contains(a) && !self.touched.contains(b) {
            return true;
        }
        let clear = |a: Cell, b: Cell| !self.is_barred(a, b, doors);
        let round = |corners: [Option<Cell>; 2]| {
            let mut corners = corners.into_iter().flatten();
            corners.any(|corner| clear(a, corner) && clear(corner, b))
        };
        clear(a, b) && board.corners(a, b).is_none_or(round)
    }

    fn is_barred(&self, a: Cell, b: Cell, doors: &impl Doors) -> bool {
        let Some(sides) = self.sides.get(&a) else {
            return false;
        };
        sides.iter().any(|(to, side)| {
            *to == b
                && match side {
                    Side::Wall => true,
                    Side::Door(edge) => !doors.is_open(*edge),
                    Side::Edge(_) => false,
                }
        })
    }

    /// What a step costs over what is open: 1 to a neighbour of the plain board, and elsewhere what the lightest edge weighs.
    pub fn step(
        &self,
        board: &impl Seamed,
        from: Cell,
        to: Cell,
        doors: &impl Doors,
    ) -> Option<u32> {
        let plain = board.plain_neighbours(from).contains(&to);
        let door = self.door(from, to).map(|edge| self.road(edge).weight);
        let beside = (plain && self.passes(board, from, to, doors)).then(|| door.unwrap_or(1));
        let edges = self.edges_from(from).filter(|(_, end)| *end == to);
        let open = edges.filter(|(edge, _)| doors.is_open(*edge));
        let lightest = open.map(|(edge, _)| self.road(edge).weight).min();
        match (beside, lightest) {
            (Some(beside), Some(edge)) => Some(beside.min(edge)),
            (beside, edge) => beside.or(edge),
        }
    }

    /// Whether a step between neighbours can only be as on the plain board.
    #[inline]
    pub fn is_plain(&self, from: Cell, to: Cell) -> bool {
        self.seams.is_empty() || !self.touched.contains(from) && !self.touched.contains(to)
    }

    fn road(&self, edge: Edge) -> &Road {
        &self.roads[usize::from(edge.0)]
    }

    fn door(&self, a: Cell, b: Cell) -> Option<Edge> {
        self.sides
            .get(&a)?
            .iter()
            .find_map(|(to, side)| match side {
                Side::Door(edge) if *to == b => Some(*edge),
                _ => None,
            })
    }

    fn edges_from(&self, cell: Cell) -> impl Iterator<Item = (Edge, Cell)> {
        let sides = self.sides.get(&cell).into_iter().flatten();
        sides.filter_map(|(to, side)| match side {
            Side::Edge(edge) => Some((*edge, *to)),
            _ => None,
        })
    }

    /// The first door or edge that leads from the one to the other.
    pub fn edge_between(&self, a: Cell, b: Cell) -> Option<Edge> {
        let edge = self.edges_from(a).find(|(_, to)| *to == b);
        let edge = edge.map(|(edge, _)| edge);
        let door = self.door(a, b);
        match (door, edge) {
            (Some(door), Some(edge)) => Some(door.min(edge)),
            (door, edge) => door.or(edge),
        }
    }

    pub fn walls(&self) -> Vec<(Cell, Cell)> {
        let walls = self.seams.iter().filter(|seam| seam.kind == SeamKind::Wall);
        walls.map(|seam| seam.road.ends).collect()
    }

    /// In the form in which they are written.
    pub fn write(&self, board: &impl Seamed) -> Vec<SeamData> {
        let seams = self.seams.iter();
        let data = seams.map(|seam| SeamData {
            kind: seam.kind,
            from: board.name_of(seam.road.ends.0),
            to: board.name_of(seam.road.ends.1),
            weight: seam.road.weight,
            one_way: seam.road.one_way,
            closed: seam.road.closed,
        });
        data.collect()
    }

    pub fn read(board: &impl Seamed, data: &[SeamData]) -> Result<Seams, BoardError> {
        let mut seams = Seams::default();
        for seam in data {
            let ends = (seam.from.as_str(), seam.to.as_str());
            if seam.one_way && seam.kind != SeamKind::Edge {
                return Err(BoardError::TwoWays(seam.from.clone(), seam.to.clone()));
            }
            seams.add(board, seam.kind, ends, seam.weight, seam.one_way)?;
            if seam.closed {
                seams.close_last()?;
            }
        }
        Ok(seams)
    }
}

// All else follows from what was declared.
impl PartialEq for Seams {
    fn eq(&self, other: &Seams) -> bool {
        self.seams == other.seams
    }
}
