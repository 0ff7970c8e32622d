//! The same games written by hand for speed alone: what Parlor's fast games are compared with.
//!
//! Each plays one random game to its end and returns how many moves that took. `sample` draws moves directly; `list` lists
//! all legal moves into a reused buffer and picks one. They share nothing with Parlor, not even the generator.

/// xorshift64*: a word of state in a register.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let word = (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32) as u32;
        ((u64::from(word) * u64::from(bound)) >> 32) as u32
    }
}

pub mod tic_tac_toe {
    use super::Random;

    fn lined(stones: u32) -> bool {
        const LINES: [u32; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        LINES.iter().any(|line| stones & line == *line)
    }

    pub fn sample(random: &mut Random) -> u64 {
        let (mut mine, mut theirs) = (0u32, 0u32);
        let mut free: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
        for move_number in 1..=9 {
            // What is chosen trades places with the last one that is free.
            let left = 10 - move_number;
            let chosen = random.below(left) as usize;
            mine |= 1 << free[chosen];
            free[chosen] = free[left as usize - 1];
            if lined(mine) {
                return u64::from(move_number);
            }
            std::mem::swap(&mut mine, &mut theirs);
        }
        9
    }

    pub fn list(random: &mut Random, buffer: &mut Vec<u8>) -> u64 {
        let (mut mine, mut theirs) = (0u32, 0u32);
        for move_number in 1..=9 {
            buffer.clear();
            let mut free = !(mine | theirs) & 0o777;
            while free != 0 {
                buffer.push(free.trailing_zeros() as u8);
                free &= free - 1;
            }
            mine |= 1 << buffer[random.below(buffer.len() as u32) as usize];
            if lined(mine) {
                return move_number;
            }
            std::mem::swap(&mut mine, &mut theirs);
        }
        9
    }
}

pub mod connect_four {
    use super::Random;

    const TOP: u64 = 0b100000_0100000_0100000_0100000_0100000_0100000_0100000;
    const FULL: u64 = 0b0111111_0111111_0111111_0111111_0111111_0111111_0111111;

    #[inline]
    fn lined(discs: u64) -> bool {
        let line = |step: u32| {
            let pairs = discs & (discs >> step);
            pairs & (pairs >> (2 * step))
        };
        line(1) | line(7) | line(6) | line(8) != 0
    }

    pub fn sample(random: &mut Random) -> u64 {
        let (mut mine, mut taken) = (0u64, 0u64);
        let mut moves = 0;
        loop {
            let column = loop {
                let column = random.below(7);
                if taken & (TOP & (0x3f << (column * 7))) == 0 {
                    break column;
                }
            };
            let landed = (taken + (1 << (column * 7))) & !taken & FULL;
            mine |= landed;
            taken |= landed;
            moves += 1;
            if lined(mine) || taken == FULL {
                return moves;
            }
            mine ^= taken;
        }
    }

    pub fn list(random: &mut Random, buffer: &mut Vec<u8>) -> u64 {
        let (mut mine, mut taken) = (0u64, 0u64);
        let mut moves = 0;
        loop {
            buffer.clear();
            for column in 0..7 {
                if taken & (1 << (column * 7 + 5)) == 0 {
                    buffer.push(column);
                }
            }
            let column = u32::from(buffer[random.below(buffer.len() as u32) as usize]);
            let landed = (taken + (1 << (column * 7))) & !taken & FULL;
            mine |= landed;
            taken |= landed;
            moves += 1;
            if lined(mine) || taken == FULL {
                return moves;
            }
            mine ^= taken;
        }
    }
}

/// Hex of 11 × 11 on a board with a border, each stone linked to its side at most once.
pub mod hex {
    use super::Random;

    const SIZE: usize = 11;
    const STRIDE: usize = SIZE + 2;
    const CELLS: usize = STRIDE * STRIDE;
    const AROUND: [isize; 6] = [
        1,
        -1,
        STRIDE as isize,
        -(STRIDE as isize),
        STRIDE as isize - 1,
        1 - STRIDE as isize,
    ];

    /// What a cell holds: nothing, or a stone of a seat, linked to its first side or not, or the second side.
    const EMPTY: u8 = 0;
    const STONE: [u8; 2] = [1, 2];
    const LINKED: [u8; 2] = [3, 4];
    const GOAL: [u8; 2] = [5, 6];
    const WALL: u8 = 7;

    const fn empty_board() -> [u8; CELLS] {
        let mut board = [WALL; CELLS];
        let mut i = 1;
        while i <= SIZE {
            board[i] = LINKED[0];
            board[(SIZE + 1) * STRIDE + i] = GOAL[0];
            board[i * STRIDE] = LINKED[1];
            board[i * STRIDE + SIZE + 1] = GOAL[1];
            let mut j = 1;
            while j <= SIZE {
                board[i * STRIDE + j] = EMPTY;
                j += 1;
            }
            i += 1;
        }
        board
    }

    const fn all_cells() -> [u8; SIZE * SIZE] {
        let mut cells = [0; SIZE * SIZE];
        let mut i = 0;
        while i < SIZE * SIZE {
            cells[i] = ((i / SIZE + 1) * STRIDE + i % SIZE + 1) as u8;
            i += 1;
        }
        cells
    }

    /// Places a stone and says whether it wins.
    #[inline]
    fn place(board: &mut [u8; CELLS], cell: usize, seat: usize, stack: &mut Vec<u8>) -> bool {
        board[cell] = STONE[seat];
        let near = |cell: usize, around: isize| (cell as isize + around) as usize;
        if !AROUND
            .iter()
            .any(|around| board[near(cell, *around)] == LINKED[seat])
        {
            return false;
        }
        board[cell] = LINKED[seat];
        stack.clear();
        stack.push(cell as u8);
        let mut won = false;
        while let Some(cell) = stack.pop() {
            for around in AROUND {
                let next = near(cell.into(), around);
                if board[next] == STONE[seat] {
                    board[next] = LINKED[seat];
                    stack.push(next as u8);
                }
                won |= board[next] == GOAL[seat];
            }
        }
        won
    }

    pub fn sample(random: &mut Random, stack: &mut Vec<u8>) -> u64 {
        let mut board = empty_board();
        let mut free = all_cells();
        for moves in 0..SIZE * SIZE {
            // What is chosen trades places with the last one that is free.
            let left = SIZE * SIZE - moves;
            let chosen = random.below(left as u32) as usize;
            let cell = free[chosen];
            free[chosen] = free[left - 1];
            if place(&mut board, cell.into(), moves % 2, stack) {
                return moves as u64 + 1;
            }
        }
        unreachable!("somebody always connects")
    }

    /// Like `list`, from a list of free cells that is kept along and copied.
    pub fn list_kept(random: &mut Random, stack: &mut Vec<u8>, buffer: &mut Vec<u8>) -> u64 {
        let mut board = empty_board();
        let mut free = all_cells();
        for moves in 0..SIZE * SIZE {
            let left = SIZE * SIZE - moves;
            buffer.clear();
            buffer.extend_from_slice(&free[..left]);
            let chosen = random.below(buffer.len() as u32) as usize;
            let cell = buffer[chosen];
            free[chosen] = free[left - 1];
            if place(&mut board, cell.into(), moves % 2, stack) {
                return moves as u64 + 1;
            }
        }
        unreachable!("somebody always connects")
    }

    pub fn list(random: &mut Random, stack: &mut Vec<u8>, buffer: &mut Vec<u8>) -> u64 {
        let mut board = empty_board();
        let mut free = [!0u16 >> (16 - SIZE); SIZE];
        for moves in 0..SIZE * SIZE {
            buffer.clear();
            for (row, bits) in free.iter().enumerate() {
                let mut rest = *bits;
                while rest != 0 {
                    let column = rest.trailing_zeros() as usize;
                    buffer.push(((row + 1) * STRIDE + column + 1) as u8);
                    rest &= rest - 1;
                }
            }
            let cell = usize::from(buffer[random.below(buffer.len() as u32) as usize]);
            free[cell / STRIDE - 1] &= !(1 << (cell % STRIDE - 1));
            if place(&mut board, cell, moves % 2, stack) {
                return moves as u64 + 1;
            }
        }
        unreachable!("somebody always connects")
    }
}

/// Liar's dice for two seats with five dice each and wild ones. All dice of a face are counted when they are rolled.
pub mod liars_dice {
    use super::Random;

    /// How many dice of the seats show each face, ones counted as all of them.
    fn roll(random: &mut Random, dice: [u32; 2]) -> [u32; 7] {
        let mut counts = [0; 7];
        for _ in 0..dice[0] + dice[1] {
            counts[random.below(6) as usize + 1] += 1;
        }
        for face in 2..7 {
            counts[face] += counts[1];
        }
        counts
    }

    pub fn sample(random: &mut Random) -> u64 {
        let mut dice = [5, 5];
        let mut turn = 0;
        let mut commands = 0;
        while dice[0] > 0 && dice[1] > 0 {
            let counts = roll(random, dice);
            let bids = (dice[0] + dice[1]) * 5;
            // Bids are numbered from 1, the lowest; 0 is none yet.
            let mut bid = 0;
            loop {
                commands += 1;
                let higher = bids - bid;
                let choice = random.below(higher + u32::from(bid > 0));
                if choice == higher {
                    break;
                }
                bid += 1 + choice;
                turn = 1 - turn;
            }
            let (count, face) = ((bid - 1) / 5 + 1, (bid - 1) % 5 + 2);
            // The caller is to move; the other one has bid. Who loses a die begins.
            if counts[face as usize] < count {
                turn = 1 - turn;
            }
            dice[turn] -= 1;
            if dice[turn] == 0 {
                turn = 1 - turn;
            }
        }
        commands
    }
}

/// Crazy eights for two, with the cards as numbers in lists.
pub mod crazy_eights {
    use super::Random;

    pub fn play(random: &mut Random) -> u64 {
        let mut stock: Vec<u8> = (0..52).collect();
        for last in (1..stock.len()).rev() {
            stock.swap(last, random.below(last as u32 + 1) as usize);
        }
        let mut hands = [Vec::with_capacity(20), Vec::with_capacity(20)];
        for _ in 0..7 {
            for hand in &mut hands {
                hand.extend(stock.pop());
            }
        }
        let mut pile: Vec<u8> = stock.pop().into_iter().collect();
        let mut suit = pile[0] / 13;
        let (mut seat, mut passes, mut actions) = (0, 0, 0);
        let mut playable = Vec::new();
        while passes < 2 && !hands[1 - seat].is_empty() {
            let rank = pile[pile.len() - 1] % 13;
            playable.clear();
            for (index, card) in hands[seat].iter().enumerate() {
                if card % 13 == 7 || card % 13 == rank || card / 13 == suit {
                    playable.push(index);
                }
            }
            if playable.is_empty() {
                match stock.pop() {
                    Some(card) => {
                        hands[seat].push(card);
                        passes = 0;
                    }
                    None => passes += 1,
                }
            } else {
                let index = playable[random.below(playable.len() as u32) as usize];
                let card = hands[seat].remove(index);
                pile.push(card);
                suit = match card % 13 {
                    7 => random.below(4) as u8,
                    _ => card / 13,
                };
                passes = 0;
            }
            seat = 1 - seat;
            actions += 1;
        }
        actions
    }
}
