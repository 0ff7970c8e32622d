//! [`Network`]: what a graph is made of, how it is built, and how it is read and written.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{BoardError, Cell, Edge};

/// Nodes, the roads between them, and who is called what.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "NetworkData", into = "NetworkData")]
pub(super) struct Network {
    pub(super) nodes: Vec<Node>,
    pub(super) roads: Vec<Road>,
    pub(super) names: BTreeMap<String, Cell>,
}

/// One place, and all that leads away from it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) name: String,
    pub(super) position: Option<(i32, i32)>,
    pub(super) neighbours: Vec<Cell>,
    // What leads away, sorted, so that edges to the same cell follow on each other.
    pub(super) exits: Vec<(Cell, Edge)>,
}

/// One edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Road {
    pub(super) ends: (Cell, Cell),
    pub(super) weight: u32,
    pub(super) one_way: bool,
    pub(super) closed: bool,
}

impl Network {
    pub(super) fn add_node(
        &mut self,
        name: &str,
        position: Option<(i32, i32)>,
    ) -> Result<(), BoardError> {
        if self.nodes.len() == usize::from(u16::MAX) {
            return Err(BoardError::TooMany);
        }
        let cell = Cell(self.nodes.len() as u16);
        if self.names.insert(name.into(), cell).is_some() {
            return Err(BoardError::SameName(name.into()));
        }
        self.nodes.push(Node {
            name: name.into(),
            position,
            neighbours: Vec::new(),
            exits: Vec::new(),
        });
        Ok(())
    }

    pub(super) fn add_edge(
        &mut self,
        from: &str,
        to: &str,
        weight: u32,
        one_way: bool,
    ) -> Result<(), BoardError> {
        if self.roads.len() == usize::from(u16::MAX) {
            return Err(BoardError::TooMany);
        }
        let ends = (self.find(from)?, self.find(to)?);
        if ends.0 == ends.1 {
            return Err(BoardError::Loop(from.into()));
        }
        let edge = Edge(self.roads.len() as u16);
        self.roads.push(Road {
            ends,
            weight,
            one_way,
            closed: false,
        });
        self.nodes[ends.0.index()].add_exit(ends.1, edge);
        if !one_way {
            self.nodes[ends.1.index()].add_exit(ends.0, edge);
        }
        Ok(())
    }

    /// The edge that was added last is closed at first.
    pub(super) fn close_last(&mut self) -> Result<(), BoardError> {
        let road = self.roads.last_mut().ok_or(BoardError::NothingToClose)?;
        road.closed = true;
        Ok(())
    }

    fn find(&self, name: &str) -> Result<Cell, BoardError> {
        self.names.get(name).copied().ok_or_else(|| {
            // A message is no place for thousands of names.
            let names = self.names.keys().map(String::as_str);
            let mut known: Vec<&str> = names.take(20).collect();
            if known.len() < self.names.len() {
                known.push("...");
            }
            BoardError::UnknownNode {
                name: name.into(),
                known: known.join(", "),
            }
        })
    }
}

impl Node {
    fn add_exit(&mut self, to: Cell, edge: Edge) {
        let index = self.exits.partition_point(|exit| *exit < (to, edge));
        self.exits.insert(index, (to, edge));
        if let Err(index) = self.neighbours.binary_search(&to) {
            self.neighbours.insert(index, to);
        }
    }
}

/// A network as JSON: edges name their ends, as people would.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NetworkData {
    nodes: Vec<NodeData>,
    #[serde(default)]
    edges: Vec<EdgeData>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NodeData {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<(i32, i32)>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EdgeData {
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

impl TryFrom<NetworkData> for Network {
    type Error = BoardError;

    fn try_from(data: NetworkData) -> Result<Network, BoardError> {
        let mut network = Network::default();
        for node in data.nodes {
            network.add_node(&node.name, node.at)?;
        }
        for edge in data.edges {
            network.add_edge(&edge.from, &edge.to, edge.weight, edge.one_way)?;
            if edge.closed {
                network.close_last()?;
            }
        }
        Ok(network)
    }
}

impl From<Network> for NetworkData {
    fn from(network: Network) -> NetworkData {
        let name = |cell: Cell| network.nodes[cell.index()].name.clone();
        let nodes = network.nodes.iter().map(|node| NodeData {
            name: node.name.clone(),
            at: node.position,
        });
        let edges = network.roads.iter().map(|road| EdgeData {
            from: name(road.ends.0),
            to: name(road.ends.1),
            weight: road.weight,
            one_way: road.one_way,
            closed: road.closed,
        });
        NetworkData {
            nodes: nodes.collect(),
            edges: edges.collect(),
        }
    }
}
