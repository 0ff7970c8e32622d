//! [`Graph`]: named places and the edges between them, which may open and close as the game goes.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::network::{Network, Road};
use super::{BoardError, Cell, Geometry, search};

/// One edge of one graph: its index, in the order in which they were added.
///
/// ```
/// use parlor_table::{Edge, Geometry, Graph};
/// let graph = Graph::new().node("london").node("paris").edge("london", "paris");
/// let [london, paris] = ["london", "paris"].map(|name| graph.cell(name).unwrap());
/// assert_eq!(graph.edge_between(paris, london), Some(Edge(0)));
/// assert_eq!(graph.ends(Edge(0)), (london, paris));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Edge(pub u16);

/// A board of named nodes and the edges between them: maps, mills, underground lines.
///
/// Which edges are open is part of the match's state, not of the board: what is asked [through](Graph::path_through)
/// edges takes a question that tells.
///
/// ```
/// use parlor_table::{Geometry, Graph};
/// let map = Graph::new()
///     .node("london")
///     .node("paris")
///     .node("rome")
///     .edge("london", "paris")
///     .edge_with("paris", "rome", 3)
///     .one_way("rome", "london");
/// let [london, paris, rome] = ["london", "paris", "rome"].map(|name| map.cell(name).unwrap());
/// assert_eq!(map.distance(london, rome), Some(2));
/// assert_eq!(map.distance(rome, london), Some(1));
/// let sea = map.edge_between(london, paris);
/// assert_eq!(map.distance_through(london, rome, |edge| Some(edge) != sea), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(from = "Network", into = "Network")]
pub struct Graph(Arc<Network>);

/// Building.
///
/// # Panics
/// When a name is given twice, when an edge names a node that is not there yet or joins one with itself, and beyond 65535
/// nodes or edges: these are mistakes of whoever writes the graph down. What is read as JSON gives an error instead.
impl Graph {
    /// A graph without nodes.
    pub fn new() -> Graph {
        Graph::default()
    }

    /// With one more node.
    pub fn node(self, name: &str) -> Graph {
        self.build(|network| network.add_node(name, None))
    }

    /// With one more node, to be drawn here: `x` grows to the right and `y` down.
    pub fn node_at(self, name: &str, x: i32, y: i32) -> Graph {
        self.build(|network| network.add_node(name, Some((x, y))))
    }

    /// With an edge that leads both ways.
    pub fn edge(self, a: &str, b: &str) -> Graph {
        self.edge_with(a, b, 1)
    }

    /// With an edge of this weight that leads both ways.
    pub fn edge_with(self, a: &str, b: &str, weight: u32) -> Graph {
        self.build(|network| network.add_edge(a, b, weight, false))
    }

    /// With an edge that leads only from the first to the second.
    pub fn one_way(self, from: &str, to: &str) -> Graph {
        self.one_way_with(from, to, 1)
    }

    /// With an edge of this weight that leads only from the first to the second.
    pub fn one_way_with(self, from: &str, to: &str, weight: u32) -> Graph {
        self.build(|network| network.add_edge(from, to, weight, true))
    }

    fn build(mut self, add: impl FnOnce(&mut Network) -> Result<(), BoardError>) -> Graph {
        let added = add(Arc::make_mut(&mut self.0));
        added.unwrap_or_else(|error| panic!("{error}"));
        self
    }
}

impl Graph {
    /// Where the node is to be drawn, if that was said.
    pub fn position(&self, cell: Cell) -> Option<(i32, i32)> {
        self.0.nodes.get(cell.index())?.position
    }

    /// All the edges, in the order in which they were added.
    pub fn edges(&self) -> impl DoubleEndedIterator<Item = Edge> + ExactSizeIterator + use<> {
        (0..self.0.roads.len() as u16).map(Edge)
    }

    /// The first edge that leads from the one to the other.
    pub fn edge_between(&self, a: Cell, b: Cell) -> Option<Edge> {
        let mut exits = self.exits(a).iter();
        exits.find(|(to, _)| *to == b).map(|(_, edge)| *edge)
    }

    /// What the edge joins; a one-way edge leads from the first to the second.
    ///
    /// # Panics
    /// When the edge is none of this graph's.
    pub fn ends(&self, edge: Edge) -> (Cell, Cell) {
        self.road(edge).ends
    }

    /// The edge's weight, 1 when nothing else was said.
    ///
    /// # Panics
    /// When the edge is none of this graph's.
    pub fn weight(&self, edge: Edge) -> u32 {
        self.road(edge).weight
    }

    /// Whether the edge leads one way only.
    ///
    /// # Panics
    /// When the edge is none of this graph's.
    pub fn is_one_way(&self, edge: Edge) -> bool {
        self.road(edge).one_way
    }

    /// The edges that lead away from the cell, and where to, from the lowest cell up. Two nodes may be joined by several.
    pub fn edges_from(&self, cell: Cell) -> impl Iterator<Item = (Edge, Cell)> {
        self.exits(cell).iter().map(|(to, edge)| (*edge, *to))
    }

    /// The cells one step away over edges that are open, from the lowest up.
    pub fn neighbours_through(
        &self,
        cell: Cell,
        open: impl Fn(Edge) -> bool,
    ) -> impl Iterator<Item = Cell> {
        let mut before = None;
        let exits = self.exits(cell).iter();
        let open = exits.filter(move |(_, edge)| open(*edge));
        open.filter_map(move |(to, _)| (before.replace(*to) != Some(*to)).then_some(*to))
    }

    /// A shortest path over edges that are open, both ends included.
    pub fn path_through(
        &self,
        from: Cell,
        to: Cell,
        open: impl Fn(Edge) -> bool,
    ) -> Option<Vec<Cell>> {
        let next = |cell| self.neighbours_through(cell, &open);
        search::path(self.len(), from, to, next)
    }

    /// How many steps it takes over edges that are open.
    pub fn distance_through(
        &self,
        from: Cell,
        to: Cell,
        open: impl Fn(Edge) -> bool,
    ) -> Option<u32> {
        let next = |cell| self.neighbours_through(cell, &open);
        search::steps(self.len(), from, to, next)
    }

    /// The path of least weight over edges that are open, both ends included, and its weight.
    ///
    /// ```
    /// use parlor_table::{Geometry, Graph};
    /// let map = Graph::new().node("a").node("b").node("c");
    /// let map = map.edge_with("a", "c", 9).edge_with("a", "b", 2).edge_with("b", "c", 3);
    /// let [a, b, c] = ["a", "b", "c"].map(|name| map.cell(name).unwrap());
    /// assert_eq!(map.lightest_path_through(a, c, |_| true), Some((5, vec![a, b, c])));
    /// ```
    pub fn lightest_path_through(
        &self,
        from: Cell,
        to: Cell,
        open: impl Fn(Edge) -> bool,
    ) -> Option<(u32, Vec<Cell>)> {
        let next = |cell| {
            let open = self.edges_from(cell).filter(|(edge, _)| open(*edge));
            open.map(|(edge, to)| (to, self.weight(edge)))
        };
        search::cheapest_path(self.len(), from, to, next)
    }

    /// All that can be reached over edges that are open, from the lowest up, this cell included.
    pub fn region_through(&self, from: Cell, open: impl Fn(Edge) -> bool) -> Vec<Cell> {
        let start = self.contains(from).then_some(from);
        let next = |cell| self.neighbours_through(cell, &open);
        search::flood(self.len(), start, next)
    }

    fn exits(&self, cell: Cell) -> &[(Cell, Edge)] {
        match self.0.nodes.get(cell.index()) {
            Some(node) => &node.exits,
            None => &[],
        }
    }

    fn road(&self, edge: Edge) -> &Road {
        &self.0.roads[usize::from(edge.0)]
    }
}

impl Geometry for Graph {
    #[inline]
    fn len(&self) -> usize {
        self.0.nodes.len()
    }

    #[inline]
    fn neighbours(&self, cell: Cell) -> &[Cell] {
        match self.0.nodes.get(cell.index()) {
            Some(node) => &node.neighbours,
            None => &[],
        }
    }

    fn name(&self, cell: Cell) -> String {
        match self.0.nodes.get(cell.index()) {
            Some(node) => node.name.clone(),
            None => "?".into(),
        }
    }

    fn cell(&self, name: &str) -> Option<Cell> {
        self.0.names.get(name).copied()
    }

    fn distance(&self, a: Cell, b: Cell) -> Option<u32> {
        search::steps(self.len(), a, b, |cell| {
            self.neighbours(cell).iter().copied()
        })
    }

    fn line(&self, a: Cell, b: Cell) -> Vec<Cell> {
        self.path(a, b, |_| true).unwrap_or_default()
    }

    /// Any of the shortest paths, there or back, may be the clear one.
    fn sees(&self, a: Cell, b: Cell, blocks: impl Fn(Cell) -> bool) -> bool {
        let clear = |from: Cell, to: Cell| {
            let path = self.path(from, to, |cell| cell == to || !blocks(cell));
            path.is_some_and(|path| self.distance(from, to) == Some(path.len() as u32 - 1))
        };
        clear(a, b) || clear(b, a)
    }
}

impl From<Network> for Graph {
    fn from(network: Network) -> Graph {
        Graph(Arc::new(network))
    }
}

impl From<Graph> for Network {
    fn from(graph: Graph) -> Network {
        Arc::unwrap_or_clone(graph.0)
    }
}
