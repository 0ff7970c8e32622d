//! A tiny game in which the rules have a force of their own: for examples and tests of sides.

use crate::prelude::*;
use crate::{Message, Sided};

/// Build a castle of ten handfuls of sand, one or two at a time; the sea takes one or two after each, and the castle lasts
/// twelve waves or falls.
pub struct Tide;

/// How high the castle is, and what the sea has done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Castle {
    /// Handfuls of sand.
    pub height: u8,
    /// Waves that have come.
    pub waves: u8,
    /// Whether the sea is to act.
    pub wave: bool,
}

impl PlainGame for Tide {
    type State = Castle;
    type Command = u8;

    fn about(&self) -> GameInfo {
        GameInfo::new("tide", "Tide", 1..=1).chance()
    }

    fn start(&self, _: &Setup) -> Castle {
        Castle {
            height: 3,
            waves: 0,
            wave: false,
        }
    }

    fn turn(&self, castle: &Castle) -> Option<Seat> {
        (!castle.wave && self.result(castle).is_none()).then_some(Seat(0))
    }

    fn moves(&self, _: &Castle, out: &mut Vec<u8>) {
        out.extend([1, 2]);
    }

    fn play(&self, castle: &mut Castle, command: &u8) {
        match castle.wave {
            true => {
                castle.height = castle.height.saturating_sub(*command);
                castle.waves += 1;
            }
            false => castle.height += command,
        }
        castle.wave = !castle.wave;
    }

    fn result(&self, castle: &Castle) -> Option<Outcome> {
        match castle.height {
            10.. => Some(Outcome::win(1, Seat(0), "the castle stands")),
            0 => Some(Outcome::all_lose(1, "the sea has taken the castle")),
            _ if castle.waves == 12 => Some(Outcome::all_lose(1, "the tide is in")),
            _ => None,
        }
    }

    fn scene(&self, castle: &Castle) -> View {
        View::new().zone(ZoneView::pile("castle", castle.height.into()))
    }

    fn abilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none().sided(self)
    }
}

/// A high castle tempts the sea; otherwise it takes what chance says.
impl Sided for Tide {
    fn side(&self, castle: &Castle) -> Option<Message> {
        let acts = castle.wave && self.result(castle).is_none();
        acts.then(|| Message::new("side.sea", "The sea"))
    }

    fn side_legal(&self, castle: &Castle, out: &mut Vec<u8>) {
        if self.side(castle).is_some() {
            self.moves(castle, out);
        }
    }

    fn side_choice(&self, castle: &Castle, rng: &mut Rng) -> Option<u8> {
        self.side(castle)?;
        Some(match castle.height {
            7.. => 2,
            5 => 1,
            _ => rng.between(1, 2) as u8,
        })
    }

    fn side_reach(
        &self,
        castle: &Castle,
        command: &u8,
        decision: &mut Decision<'_, u8>,
    ) -> Result<Option<Castle>, Rejection> {
        self.check(castle, command)?;
        decision.emit(*command).map(|()| None)
    }
}
