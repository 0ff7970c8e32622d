//! The board of Hex: a bit for each place, and which stones hang together with their seat's first side.

use parlor_core::prelude::*;

use super::Move;

/// Rows with a border all around, and so columns: 19 and 2.
const LINES: usize = 21;

/// A set of places: a word for each line, a bit for each column, borders included.
type Places = [u32; LINES];

/// A position.
///
/// The borders are stones of the seat that wants to connect them. `linked` are a seat's stones that hang together with its
/// first border; when the second border joins them, the seat has won. Each stone is linked once, so finding out costs
/// next to nothing. `free` lists a move to each free place, in an order that depends on what has been played, so that a
/// random one is found at once and all are copied at once.
///
/// ```
/// use parlor_games::hex::Board;
/// let board: Board = "x.o/xo./x..".parse().unwrap();
/// assert!(board.won());
/// assert_eq!(board.free().len(), 4);
/// ```
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Board {
    size: u8,
    turn: Seat,
    /// How many times somebody has played: the swap comes second or never.
    plays: u16,
    swap_rule: bool,
    won: bool,
    free: Vec<Move>,
    /// Where each place stands in `free`, row by row.
    slots: Vec<u16>,
    stones: [Places; 2],
    linked: [Places; 2],
}

impl Clone for Board {
    fn clone(&self) -> Board {
        Board {
            free: self.free.clone(),
            slots: self.slots.clone(),
            ..*self
        }
    }

    /// A copy into memory that is there already: for whoever tries out one move after the other.
    #[inline]
    fn clone_from(&mut self, other: &Board) {
        let (mut free, mut slots) = (
            std::mem::take(&mut self.free),
            std::mem::take(&mut self.slots),
        );
        free.clone_from(&other.free);
        slots.clone_from(&other.slots);
        *self = Board {
            free,
            slots,
            ..*other
        };
    }
}

impl Board {
    /// An empty board.
    ///
    /// # Panics
    /// When the size is not within 3 to 19.
    pub fn new(size: u8, swap_rule: bool) -> Board {
        assert!((3..=19).contains(&size), "a board has 3 to 19 rows");
        let mut board = Board {
            size,
            turn: Seat(0),
            plays: 0,
            swap_rule,
            won: false,
            free: Vec::new(),
            slots: Vec::new(),
            stones: [[0; LINES]; 2],
            linked: [[0; LINES]; 2],
        };
        board.clear();
        board
    }

    /// Takes all stones away.
    fn clear(&mut self) {
        let size = self.size;
        let end = usize::from(size) + 1;
        let inside = ((1 << size) - 1) << 1;
        self.stones = [[0; LINES]; 2];
        self.linked = [[0; LINES]; 2];
        self.linked[0][0] = inside;
        self.stones[0][0] = inside;
        self.stones[0][end] = inside;
        for line in 1..end {
            self.linked[1][line] = 1;
            self.stones[1][line] = 1 | 1 << end;
        }
        self.free.clear();
        self.free.extend(Square::all(size, size).map(Move::Place));
        self.slots.clear();
        self.slots.extend(0..u16::from(size) * u16::from(size));
    }

    /// How many rows and columns there are.
    #[inline]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Whose turn it is, or would be.
    #[inline]
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Whether the seat that played last has connected its sides.
    #[inline]
    pub fn won(&self) -> bool {
        self.won
    }

    /// Whether this place is on the board.
    pub fn contains(&self, square: Square) -> bool {
        square.column() < self.size && square.row() < self.size
    }

    /// Whether this place is on the board and free.
    #[inline]
    pub fn is_free(&self, square: Square) -> bool {
        let (line, column) = (line(square), column(square));
        self.contains(square)
            && !Seat::all(2).any(|seat| has(&self.stones[seat.index()], line, column))
    }

    /// A move to each free place, in an order that depends on what has been played.
    #[inline]
    pub fn free(&self) -> &[Move] {
        &self.free
    }

    #[inline]
    fn number(&self, square: Square) -> usize {
        usize::from(square.row()) * usize::from(self.size) + usize::from(square.column())
    }

    /// Whether a seat has a stone here.
    pub fn has_stone(&self, seat: Seat, square: Square) -> bool {
        self.contains(square) && has(&self.stones[seat.index() & 1], line(square), column(square))
    }

    /// Whether the swap rule lets the seat to move take over the first stone.
    #[inline]
    pub fn can_swap(&self) -> bool {
        self.swap_rule && self.plays == 1
    }

    /// A number for the position: the stones, whose turn it is, and whether a swap is possible. Who has won follows from the
    /// stones.
    pub(super) fn key(&self) -> u64 {
        let mut key = u64::from(self.turn.0) | u64::from(self.can_swap()) << 1;
        // Line by line, none of which waits for another one.
        for line in 1..=usize::from(self.size) {
            let stones = u64::from(self.stones[0][line]) | u64::from(self.stones[1][line]) << 32;
            let salt = (line as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let product = u128::from(stones ^ salt) * u128::from(salt ^ 0xD6E8_FEB8_6659_FD93);
            key = key.wrapping_add(product as u64 ^ (product >> 64) as u64);
        }
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 32
    }

    /// The stone that a swap would take over.
    pub fn first_stone(&self) -> Option<Square> {
        Square::all(self.size, self.size).find(|square| self.has_stone(Seat(0), *square))
    }

    /// Places a stone of the seat whose turn it is on a free place.
    #[inline]
    pub(super) fn place(&mut self, square: Square) {
        let seat = self.turn.index() & 1;
        let (line, column) = (line(square), column(square));
        // The last free place takes the slot of the one that is taken.
        let slot = self.slots[self.number(square)];
        self.free.swap_remove(slot.into());
        if let Some(Move::Place(moved)) = self.free.get(usize::from(slot)) {
            let number = self.number(*moved);
            self.slots[number] = slot;
        }
        self.stones[seat][line] |= 1 << column;
        self.link(seat, line, column);
        self.plays += 1;
        self.turn = Seat(1 - self.turn.0);
    }

    /// Takes over the first stone: it becomes the other seat's, mirrored.
    pub(super) fn swap(&mut self) {
        let Some(stone) = self.first_stone() else {
            return;
        };
        self.clear();
        self.turn = Seat(1);
        self.place(Square::new(stone.row(), stone.column()));
        self.plays = 2;
    }

    /// If the new stone touches a linked one, it is linked, and so is every stone that hangs together with it.
    #[inline]
    fn link(&mut self, seat: usize, line: usize, column: u32) {
        if around(&self.linked[seat], line) & (1 << column) != 0 {
            self.linked[seat][line] |= 1 << column;
            self.spread(seat, line, column);
        }
    }

    /// Links the stones that hang together with a linked one.
    fn spread(&mut self, seat: usize, line: usize, column: u32) {
        let (stones, linked) = (&self.stones[seat], &mut self.linked[seat]);
        let goal = usize::from(self.size) + 1;
        // Lines with freshly linked stones, whose neighbours are still to be looked at.
        let mut fresh: Places = [0; LINES];
        fresh[line] = 1 << column;
        let mut pending: u32 = 1 << line;
        while pending != 0 {
            let line = pending.trailing_zeros() as usize;
            let from = std::mem::take(&mut fresh[line]);
            pending &= pending - 1;
            let mut reach = |line: usize, near: u32| {
                let new = near & stones[line] & !linked[line];
                linked[line] |= new;
                fresh[line] |= new;
                pending |= u32::from(new != 0) << line;
            };
            // The border's own lines have neighbours on one side only, and nothing comes of the other.
            reach(line.saturating_sub(1), from | from << 1);
            reach(line, from << 1 | from >> 1);
            reach((line + 1).min(LINES - 1), from | from >> 1);
        }
        self.won = match seat {
            0 => linked[goal] != 0,
            _ => linked[1..goal].iter().any(|line| line >> goal & 1 != 0),
        };
    }
}

/// The places of a line with a neighbour in this set: two above, two beside, two below.
#[inline]
fn around(places: &Places, line: usize) -> u32 {
    let above = if line > 0 { places[line - 1] } else { 0 };
    let here = places[line];
    let below = if line + 1 < LINES {
        places[line + 1]
    } else {
        0
    };
    (above | above >> 1) | (here << 1 | here >> 1) | (below | below << 1)
}

#[inline]
fn line(square: Square) -> usize {
    usize::from(square.row()) + 1
}

#[inline]
fn column(square: Square) -> u32 {
    u32::from(square.column()) + 1
}

#[inline]
fn has(places: &Places, line: usize, column: u32) -> bool {
    places[line] >> column & 1 != 0
}
