//! A game in which it shows only at the end whose stones are where: for keys that forget it.

use std::fmt;

use parlor_core::prelude::*;

/// Four corners are taken in turn; whoever has the first one wins. With or without forgetting who took what.
pub struct Corners {
    pub forgets_who: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Taken(Vec<u8>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Corner(u8);

impl PlainGame for Corners {
    type State = Taken;
    type Command = Corner;

    fn about(&self) -> GameInfo {
        GameInfo::new("corners", "Corners", 2..=2)
    }

    fn start(&self, _: &Setup) -> Taken {
        Taken::default()
    }

    fn turn(&self, taken: &Taken) -> Option<Seat> {
        (taken.0.len() < 4).then_some(Seat(taken.0.len() as u8 % 2))
    }

    fn moves(&self, taken: &Taken, out: &mut Vec<Corner>) {
        let free = (0..4).filter(|corner| !taken.0.contains(corner));
        out.extend(free.map(Corner));
    }

    fn play(&self, taken: &mut Taken, corner: &Corner) {
        taken.0.push(corner.0);
    }

    fn result(&self, taken: &Taken) -> Option<Outcome> {
        let first = taken.0.iter().position(|corner| *corner == 0);
        let winner = first.map(|place| Seat(place as u8 % 2));
        let winner = winner.filter(|_| taken.0.len() == 4);
        winner.map(|winner| Outcome::win(2, winner, "the first corner"))
    }

    fn scene(&self, _: &Taken) -> View {
        View::new()
    }

    fn abilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none().keyed(self)
    }
}

impl Keyed for Corners {
    fn key(&self, taken: &Taken) -> u64 {
        let key = |(place, corner): (usize, &u8)| match self.forgets_who {
            true => 1 << corner,
            false => (1 << corner) << (8 * (place % 2)),
        };
        taken.0.iter().enumerate().map(key).sum()
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
