//! A tiny game for the examples in this crate's documentation.

use crate::prelude::*;

/// Take one or two of seven sticks; who takes the last one wins.
pub struct Sticks;

/// What is left, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heap {
    /// Sticks left.
    pub sticks: u8,
    /// Whose turn it is.
    pub turn: Seat,
}

impl PlainGame for Sticks {
    type State = Heap;
    type Command = u8;

    fn about(&self) -> GameInfo {
        GameInfo::new("sticks", "Sticks", 2..=2).summary("Take one or two; the last one wins.")
    }

    fn start(&self, _: &Setup) -> Heap {
        Heap {
            sticks: 7,
            turn: Seat(0),
        }
    }

    fn turn(&self, heap: &Heap) -> Option<Seat> {
        (heap.sticks > 0).then_some(heap.turn)
    }

    fn moves(&self, heap: &Heap, out: &mut Vec<u8>) {
        out.extend(1..=heap.sticks.min(2));
    }

    fn play(&self, heap: &mut Heap, take: &u8) {
        heap.sticks -= take;
        heap.turn = heap.turn.after(2);
    }

    fn result(&self, heap: &Heap) -> Option<Outcome> {
        (heap.sticks == 0).then(|| Outcome::win(2, heap.turn.after(2), "took the last stick"))
    }

    fn scene(&self, heap: &Heap) -> View {
        View::new().zone(ZoneView::pile("heap", heap.sticks.into()))
    }
}
