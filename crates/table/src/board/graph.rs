//! [`Graph`]: named places and the edges between them, which may open and close as the game goes.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::network::{Network, Road};
use super::{BoardError, Cell, Doors, Geometry, Scratch, search};

/// One edge of one board: its index, in the order in which they were added. Each edge of a graph is one, and on other boards
/// each door and each additional edge.
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
/// Which edges are open is part of the match's state, not of the board: see [`Geometry`].
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
/// assert_eq!(map.through(|edge| Some(edge) != sea).distance(london, rome), None);
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

    /// The same graph, where the edge that was added last is closed when a match begins.
    ///
    /// # Panics
    /// When there is no edge yet.
    pub fn closed(self) -> Graph {
        self.build(Network::close_last)
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
        self.ways(cell).iter().map(|(to, edge)| (*edge, *to))
    }

    fn ways(&self, cell: Cell) -> &[(Cell, Edge)] {
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

    fn edge_count(&self) -> u16 {
        self.0.roads.len() as u16
    }

    fn ends(&self, edge: Edge) -> (Cell, Cell) {
        self.road(edge).ends
    }

    fn edge_between(&self, a: Cell, b: Cell) -> Option<Edge> {
        let mut ways = self.ways(a).iter();
        ways.find(|(to, _)| *to == b).map(|(_, edge)| *edge)
    }

    fn is_closed_at_first(&self, edge: Edge) -> bool {
        self.road(edge).closed
    }

    fn step_through(&self, from: Cell, to: Cell, doors: &impl Doors) -> Option<u32> {
        let ways = self.ways(from).iter();
        let open = ways.filter(|(end, edge)| *end == to && doors.is_open(*edge));
        open.map(|(_, edge)| self.weight(*edge)).min()
    }

    fn line_through(&self, a: Cell, b: Cell, doors: &impl Doors) -> Vec<Cell> {
        self.through(|edge| doors.is_open(edge))
            .path(a, b, |_| true)
            .unwrap_or_default()
    }

    /// Any of the shortest paths, there or back, may be the clear one.
    fn sees_through(
        &self,
        a: Cell,
        b: Cell,
        blocks: impl Fn(Cell) -> bool,
        doors: &impl Doors,
    ) -> bool {
        let clear = |from: Cell, to: Cell| {
            let mut scratch = Scratch::default();
            let path = search::path(&mut scratch, self.len(), from, to, |cell| {
                let ways = self.ways(cell).iter();
                let open = ways.filter(|(_, edge)| doors.is_open(*edge));
                let next = open.map(|(next, _)| *next);
                next.filter(|next| *next == to || !blocks(*next))
            });
            let steps = path.map(|path| path.len() as u32 - 1);
            steps.is_some() && self.distance_through(from, to, doors) == steps
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
