//! The board of Hex: a bit for each place, and which stones hang together with their seat's first side.

use parlor_core::prelude::*;

/// Rows with a border all around, and so columns: 19 and 2.
const LINES: usize = 21;

/// A set of places: a word for each line, a bit for each column, borders included.
type Places = [u32; LINES];

/// A position.
///
/// The borders are stones of the seat that wants to connect them. `linked` are a seat's stones that hang together with its
/// first border; when the second border joins them, the seat has won. Each stone is linked once, so finding out costs
/// next to nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Board {
    size: u8,
    turn: Seat,
    /// How many times somebody has played: the swap comes second or never.
    plays: u16,
    swap_rule: bool,
    won: bool,
    free: Places,
    stones: [Places; 2],
    linked: [Places; 2],
}

impl Board {
    /// An empty board.
    ///
    /// # Panics
    /// When the size is not within 3 to 19.
    pub fn new(size: u8, swap_rule: bool) -> Board {
        assert!((3..=19).contains(&size), "a board has 3 to 19 rows");
        let end = usize::from(size) + 1;
        let inside = ((1 << size) - 1) << 1;
        let mut free = [0; LINES];
        free[1..end].fill(inside);
        let mut stones = [[0; LINES]; 2];
        let mut linked = [[0; LINES]; 2];
        linked[0][0] = inside;
        stones[0][0] = inside;
        stones[0][end] = inside;
        for line in 1..end {
            linked[1][line] = 1;
            stones[1][line] = 1 | 1 << end;
        }
        Board {
            size,
            turn: Seat(0),
            plays: 0,
            swap_rule,
            won: false,
            free,
            stones,
            linked,
        }
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
        self.contains(square) && has(&self.free, line(square), column(square))
    }

    /// The free places, row by row.
    #[inline]
    pub fn free(&self) -> impl Iterator<Item = Square> {
        (0..self.size).flat_map(|row| {
            let mut rest = self.free[usize::from(row) + 1] >> 1;
            std::iter::from_fn(move || {
                let column = (rest != 0).then(|| rest.trailing_zeros() as u8)?;
                rest &= rest - 1;
                Some(Square::new(column, row))
            })
        })
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

    /// The stone that a swap would take over.
    pub fn first_stone(&self) -> Option<Square> {
        Square::all(self.size, self.size).find(|square| self.has_stone(Seat(0), *square))
    }

    /// Places a stone of the seat whose turn it is on a free place.
    #[inline]
    pub(super) fn place(&mut self, square: Square) {
        let seat = self.turn.index() & 1;
        let (line, column) = (line(square), column(square));
        self.free[line] &= !(1 << column);
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
        let mut board = Board::new(self.size, self.swap_rule);
        board.turn = Seat(1);
        board.place(Square::new(stone.row(), stone.column()));
        board.plays = 2;
        *self = board;
    }

    /// If the new stone touches a linked one, it is linked, and so is every stone that hangs together with it.
    #[inline]
    fn link(&mut self, seat: usize, line: usize, column: u32) {
        if around(&self.linked[seat], line) & (1 << column) == 0 {
            return;
        }
        self.linked[seat][line] |= 1 << column;
        let fresh = &self.stones[seat];
        let linked = &self.linked[seat];
        let near = |at: usize, mask: u32| fresh[at] & !linked[at] & mask;
        let (here, right) = (1u32 << column, 1u32 << (column + 1));
        let left = here >> 1;
        if near(line - 1, here | right) | near(line, left | right) | near(line + 1, left | here)
            != 0
        {
            self.spread(seat, line);
        }
    }

    /// Links line by line, up and down, until nothing is added.
    fn spread(&mut self, seat: usize, start: usize) {
        let last = usize::from(self.size) + 1;
        let (mut low, mut high) = (start, start);
        // A line is looked at again when a neighbour has grown.
        let mut pending: u32 = 1 << start | 1 << (start - 1) | 1 << (start + 1);
        while pending != 0 {
            let line = pending.trailing_zeros() as usize;
            pending &= pending - 1;
            let grown = self.grow(seat, line);
            if grown {
                low = low.min(line);
                high = high.max(line);
                if line > 0 {
                    pending |= 1 << (line - 1);
                }
                if line < last {
                    pending |= 1 << (line + 1);
                }
            }
        }
        self.won = match seat {
            0 => self.linked[0][last] != 0,
            _ => self.linked[1][low..=high]
                .iter()
                .any(|line| line >> last & 1 != 0),
        };
    }

    /// Links what it can in one line, and says whether that was anything.
    fn grow(&mut self, seat: usize, line: usize) -> bool {
        let stones = self.stones[seat][line];
        let before = self.linked[seat][line];
        let mut linked = before | (around(&self.linked[seat], line) & stones);
        loop {
            let wider = linked | ((linked << 1 | linked >> 1) & stones);
            if wider == linked {
                break;
            }
            linked = wider;
        }
        self.linked[seat][line] = linked;
        linked != before
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
