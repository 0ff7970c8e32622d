//! What lies in the two seas, and what everybody knows of it.

use parlor_core::Shape;
use parlor_flow::prelude::*;

use super::fleet::{Cells, Known, Waters};

/// The fleets by their names.
pub(super) const FLEETS: [&str; 2] = ["five ships", "ten ships"];

/// Their ships, the longest first.
const SHIPS: [&[u8]; 2] = [&[5, 4, 3, 3, 2], &[4, 3, 3, 2, 2, 2, 1, 1, 1, 1]];

/// The color of the sea.
const WATER: &str = "#6aa9c9";

/// The parts of the largest fleet: so far can one be ahead in hits, or behind.
const PARTS: i64 = 20;

/// The zones, pieces and values of the game.
#[derive(Clone, Copy)]
pub(super) struct Sea {
    seas: EachZone,
    /// A part of a ship; one that was hit; one of a ship that has sunk; and where a shot hit nothing.
    ship: Definition,
    hit: Definition,
    wreck: Definition,
    splash: Definition,
    size: Value<u16>,
    fleet: Value<u8>,
    /// How many ships each seat has placed, and how many of them are afloat.
    placed: SeatValue<i64>,
    afloat: SeatValue<i64>,
    /// How often each seat was hit.
    hits: SeatValue<i64>,
}

impl Sea {
    pub fn declare(game: &mut GameBuilder) -> Sea {
        let seas = game.zone("sea").label("Waters").surface(WATER);
        let seas = seas.owner_sees().others_see(Others::Nothing);
        let seas = seas.each_seat();
        for seat in Seat::all(2) {
            game.board(seas.of(seat), |setup| {
                let size = setup.int("size") as u8;
                Grid::new(size, size, Adjacency::All).into()
            });
        }
        let colors = ["#2f3f50", "#d8443a", "#7a2a2a", "#ffffff"];
        let color = game.attribute::<u8>("color").words(colors).add();
        let names = [("ship", "■"), ("hit", "×"), ("wreck", "▣"), ("splash", "○")];
        let [ship, hit, wreck, splash] = names.map(|(kind, face)| game.definition(kind, face));
        for (number, piece) in (0..).zip([ship, hit, wreck, splash]) {
            game.give(piece, color, number);
        }
        for kind in ["hit", "wreck"] {
            game.face(kind).shape(Shape::Tile).color(color);
        }
        for kind in ["ship", "splash"] {
            game.face(kind).shape(Shape::Mark).color(color);
        }
        game.table_color("felt_blue");
        let placed = game.value("placed", 0_i64).each_seat();
        let sea = Sea {
            seas,
            ship,
            hit,
            wreck,
            splash,
            size: game.value("size", 0_u16).shown(Shown::Never).add(),
            fleet: game.value("fleet", 0_u8).shown(Shown::Never).add(),
            placed,
            afloat: game.value("afloat", 0_i64).shown(Shown::Never).each_seat(),
            hits: game.value("hits", 0_i64).shown(Shown::Never).each_seat(),
        };
        game.show("placed", move |at, seat| {
            (!sea.is_ready(at, seat)).then(|| at.of(seat, sea.placed))
        })
        .shown_as(ValueType::Counter)
        .label("Ships placed");
        game.show("ships", move |at, seat| {
            sea.is_ready(at, seat).then(|| at.of(seat, sea.afloat))
        })
        .shown_as(ValueType::Counter)
        .label("Ships afloat");
        sea
    }

    /// The same for a table of a game that is there already: they are declared in the same order.
    pub fn of_game() -> Sea {
        Sea::declare(&mut GameBuilder::new("sea-battle", "Sea battle", 2..=2))
    }

    /// What is written of a cell.
    pub fn sign(self, table: &Table, seat: Seat, cell: Cell) -> char {
        let there = table.zone(self.of(seat).at(cell)).top();
        let what = there.map(|piece| table.definition(piece));
        let mut signs = self.signs().into_iter();
        signs
            .find(|(known, _)| Some(*known) == what)
            .map_or('.', |(_, sign)| sign)
    }

    /// Puts there what is written of a cell, if anything is called so.
    pub fn put(self, dealer: &mut impl Changes, seat: Seat, cell: Cell, sign: char) -> bool {
        let Some((what, _)) = self.signs().into_iter().find(|(_, known)| *known == sign) else {
            return false;
        };
        let place = self.of(seat).at(cell);
        match what == self.ship {
            true => drop(dealer.create(what, place, Some(seat))),
            false => self.put_openly(dealer, what, place),
        }
        true
    }

    fn signs(self) -> [(Definition, char); 4] {
        [
            (self.ship, '#'),
            (self.hit, 'x'),
            (self.wreck, '@'),
            (self.splash, 'o'),
        ]
    }

    /// Counts the ships that lie there, all of which are placed.
    pub fn count(self, dealer: &mut impl Changes, seat: Seat) {
        let table = dealer.table();
        let (whole, known) = (self.ships(table, seat), self.known(table, seat));
        let afloat = self.waters(table).lengths(whole | known.hits).len();
        let all = self.fleet(table).len();
        let hits = (known.hits | known.sunk).count_ones();
        dealer.set_of(seat, self.placed, all as i64);
        dealer.set_of(seat, self.afloat, afloat as i64);
        dealer.set_of(seat, self.hits, hits.into());
    }

    pub fn set_up(self, dealer: &mut impl Changes, setup: &Setup) {
        let fleet = FLEETS
            .iter()
            .position(|name| *name == setup.choice("fleet"));
        dealer.set_value(self.fleet, fleet.unwrap_or(0) as u8);
        dealer.set_value(self.size, setup.int("size") as u16);
    }

    /// The sea of a seat.
    pub fn of(self, seat: Seat) -> Zone {
        self.seas.of(seat)
    }

    pub fn waters(self, table: &Table) -> Waters {
        Waters::new(table.value(self.size))
    }

    /// The lengths of all ships of a seat.
    pub fn fleet(self, table: &Table) -> &'static [u8] {
        SHIPS[usize::from(table.value(self.fleet))]
    }

    pub fn placed(self, table: &Table, seat: Seat) -> usize {
        table.of(seat, self.placed) as usize
    }

    pub fn is_ready(self, table: &Table, seat: Seat) -> bool {
        self.placed(table, seat) == self.fleet(table).len()
    }

    pub fn is_lost(self, table: &Table, seat: Seat) -> bool {
        self.is_ready(table, seat) && table.of(seat, self.afloat) == 0
    }

    fn cells_of(self, table: &Table, seat: Seat, what: Definition) -> Cells {
        let pieces = table.zone(self.of(seat)).pieces().of(what);
        pieces.fold(0, |cells, piece| cells | bit(table.cell_of(piece)))
    }

    /// Where parts of ships lie that were not hit.
    pub fn ships(self, table: &Table, seat: Seat) -> Cells {
        self.cells_of(table, seat, self.ship)
    }

    /// What everybody knows of a sea.
    pub fn known(self, table: &Table, seat: Seat) -> Known {
        Known {
            hits: self.cells_of(table, seat, self.hit),
            sunk: self.cells_of(table, seat, self.wreck),
            misses: self.cells_of(table, seat, self.splash),
        }
    }

    pub fn was_shot_at(self, table: &Table, seat: Seat, cell: Cell) -> bool {
        let there = table.zone(self.of(seat).at(cell)).top();
        there.is_some_and(|piece| table.definition(piece) != self.ship)
    }

    /// The cells of the longest ship that a seat has not placed, if it can lie there.
    pub fn next_ship(self, table: &Table, seat: Seat, bow: Cell, up: bool) -> Option<Cells> {
        let length = *self.fleet(table).get(self.placed(table, seat))?;
        let waters = self.waters(table);
        let ship = waters.ship(bow.0, length, up)?;
        let fits = waters.allows(ship, self.ships(table, seat), &Known::default());
        fits.then_some(ship)
    }

    /// Whether that ship can lie there. One of a single cell lies one way only.
    pub fn fits(self, table: &Table, seat: Seat, bow: Cell, up: bool) -> bool {
        let ship = self.next_ship(table, seat, bow, up);
        ship.is_some_and(|ship| !up || ship.count_ones() > 1)
    }

    /// Places ships at these cells.
    pub fn place(self, play: &mut impl Changes, seat: Seat, cells: Cells) {
        let ships = self.waters(play.table()).lengths(cells).len() as i64;
        for cell in cells_in(cells) {
            play.create(self.ship, self.of(seat).at(cell), Some(seat));
        }
        play.add_to(seat, self.placed, ships);
        play.add_to(seat, self.afloat, ships);
    }

    /// Takes all ships of a seat away again.
    pub fn clear(self, play: &mut impl Changes, seat: Seat) {
        let ships: Vec<Piece> = play.table().zone(self.of(seat)).pieces().collect();
        ships.into_iter().for_each(|ship| play.remove(ship));
        play.set_of(seat, self.placed, 0);
        play.set_of(seat, self.afloat, 0);
    }

    /// Shoots at a cell. Nothing where there is water, else the length of the ship if it sinks, or 0.
    pub fn shoot(self, play: &mut impl Changes, seat: Seat, cell: Cell) -> Option<usize> {
        let place = self.of(seat).at(cell);
        let Some(part) = play.table().zone(place).top() else {
            self.put_openly(play, self.splash, place);
            return None;
        };
        play.remove(part);
        play.add_to(seat, self.hits, 1);
        self.put_openly(play, self.hit, place);
        let table = play.table();
        let (whole, hits) = (self.ships(table, seat), self.known(table, seat).hits);
        let ship = self.waters(table).hanging_together(bit(cell), whole | hits);
        if ship & whole != 0 {
            return Some(0);
        }
        for cell in cells_in(ship) {
            let place = self.of(seat).at(cell);
            if let Some(hit) = play.table().zone(place).top() {
                play.remove(hit);
            }
            self.put_openly(play, self.wreck, place);
        }
        play.add_to(seat, self.afloat, -1);
        Some(ship.count_ones() as usize)
    }

    fn put_openly(self, play: &mut impl Changes, what: Definition, place: Place) {
        let piece = play.create(what, place, None);
        play.show_to_all(piece);
    }

    /// Puts the ships that nobody else sees to where they could lie, for all that everybody knows.
    pub fn imagine(self, dealer: &mut impl Changes, seat: Seat) {
        let table = dealer.table();
        if table.sight(self.of(seat)).eyes == Eyes::ALL {
            return;
        }
        let (waters, known) = (self.waters(table), self.known(table, seat));
        let mut afloat = self.fleet(table)[..self.placed(table, seat)].to_vec();
        for sunk in waters.lengths(known.sunk) {
            if let Some(index) = afloat.iter().position(|length| *length == sunk) {
                afloat.remove(index);
            }
        }
        let mut parts: Vec<Piece> = table.zone(self.of(seat)).pieces().of(self.ship).collect();
        parts.sort_unstable();
        let Some(ships) = waters.draw(&afloat, 0, &known, dealer.rng()) else {
            return;
        };
        for (part, cell) in parts.into_iter().zip(cells_in(ships & !known.hits)) {
            dealer.put(part, self.of(seat).at(cell));
        }
    }

    /// What a cell of a sea is called where it is touched: there are two of each name.
    pub fn touch(self, table: &Table, seat: Seat, cell: Cell) -> String {
        let place = self.of(seat).at(cell);
        let zone = table.schema().zone_name(place.zone);
        format!("{zone}/{}", table.place_name(place))
    }

    /// A hit is a step on the way, whoever is ahead.
    pub fn guide_bots(self, game: &mut GameBuilder) {
        for lead in 1 - PARTS..=PARTS {
            game.objective(format!("{lead} hits ahead"), 0.05, move |at| {
                let hits = |seat| at.of(seat, self.hits);
                hits(at.seat().after(2)) - hits(at.seat()) >= lead
            });
        }
        game.horizon(1);
    }
}

fn bit(cell: Cell) -> Cells {
    1 << cell.0
}

/// The cells of a set, from the lowest up.
fn cells_in(mut cells: Cells) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = cells.trailing_zeros();
        cells &= cells.wrapping_sub(1);
        (cell < Cells::BITS).then_some(Cell(cell as u16))
    })
}
