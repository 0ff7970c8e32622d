//! Where the nodes of a program stand in the file. Nothing reads this until something goes wrong, so it is kept apart from
//! the nodes.

use crate::Place;
use crate::nodes::Node;

/// A part of one of the file's expressions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Span {
    /// The expression, by its number in [`Spans::places`].
    place: u32,
    start: u32,
    end: u32,
}

impl Span {
    /// Of nodes that stand nowhere in the file.
    pub const NONE: Span = Span {
        place: u32::MAX,
        start: 0,
        end: 0,
    };

    /// Another part of the same expression.
    pub fn narrowed(self, bytes: &std::ops::Range<usize>) -> Span {
        Span {
            start: bytes.start as u32,
            end: bytes.end as u32,
            ..self
        }
    }
}

/// The parts of the file that nodes were made from, in the order of the nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spans {
    /// JSON pointers of expressions.
    places: Vec<String>,
    pub nums: Vec<Span>,
    pub bools: Vec<Span>,
    pub texts: Vec<Span>,
    pub anys: Vec<Span>,
    pub zone_exprs: Vec<Span>,
    pub acts: Vec<Span>,
}

impl Spans {
    /// An expression whose nodes follow.
    pub fn begin(&mut self, place: &Place) -> Span {
        self.places.push(place.pointer.clone());
        Span {
            place: self.places.len() as u32 - 1,
            ..Span::NONE
        }
    }

    /// Where a node stands.
    pub fn place(&self, node: Node) -> Option<Place> {
        let span = match node {
            Node::Num(id) => self.nums.get(id.0 as usize),
            Node::Bool(id) => self.bools.get(id.0 as usize),
            Node::Text(id) => self.texts.get(id.0 as usize),
            Node::Any(id) => self.anys.get(id.0 as usize),
            Node::Zone(id) => self.zone_exprs.get(id.0 as usize),
            Node::Act(id) => self.acts.get(id.0 as usize),
        }?;
        let place = Place::of(self.places.get(span.place as usize)?.clone());
        Some(place.within(span.start as usize..span.end as usize))
    }
}
