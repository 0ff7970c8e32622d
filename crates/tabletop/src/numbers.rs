//! Numbers for commands: what search knows them by, mixed from choices without writing commands out.

use parlor_core::{Rng, Seat, Viewer};
use parlor_table::{Packed, Piece, Table};

use crate::{Sink, TableGame};

/// What sets a piece that is known apart from a place.
const KNOWN: u64 = 0x6B6E_6F77_6E20_6173;
const UNKNOWN: u64 = 0x756E_6B6E_6F77_6E21;

/// A game on a table whose choices have numbers.
///
/// ```
/// use parlor_core::{Game, Match, Numbered, Rng, Seat, Seed, Setup};
/// use parlor_tabletop::doc::{Draft, Take};
/// let setup = Setup::new(&Draft.info(), 2).unwrap();
/// let draft = Match::new(Draft, setup, Seed::Integer(1)).unwrap();
/// let mut numbers = Vec::new();
/// Draft.numbers(draft.state(), Seat(0), 9, &mut Rng::fast(1, 0), &mut numbers);
/// assert_eq!(Draft.numbered(draft.state(), Seat(0), numbers[1]), Some(Take::Bottom));
/// ```
pub trait Coded: TableGame {
    /// The number of a choice, from what the seat knows of it: [`mix`] what there is.
    fn number_of(&self, at: &Self::At<'_>, choice: &Self::Choice) -> u64;

    /// The choice that has this number. Games with many choices find it without going through all of them.
    fn choice_numbered(&self, at: &Self::At<'_>, number: u64) -> Option<Self::Choice> {
        let mut found = None;
        self.each_choice(at, &mut |choice| {
            let is_it = self.number_of(at, choice) == number;
            if is_it {
                found = Some(choice.clone());
            }
            is_it
        });
        found
    }
}

/// [`Numbered::numbers`](parlor_core::Numbered::numbers): a number for each choice, or for so many of them.
pub fn numbers<G: Coded>(
    game: &G,
    state: &G::State,
    seat: Seat,
    most: usize,
    rng: &mut Rng,
    out: &mut Vec<u64>,
) {
    let (at, first) = (game.at(state, seat), out.len());
    game.each_choice(&at, &mut |choice| {
        out.push(game.number_of(&at, choice));
        false
    });
    rng.keep_some(out, first, most);
}

/// [`Numbered::advance_number`](parlor_core::Numbered::advance_number): plays the choice with this number in place.
pub fn advance_number<G: Coded>(
    game: &G,
    state: &mut G::State,
    seat: Seat,
    number: u64,
    rng: &mut Rng,
) -> bool {
    let choice = game.choice_numbered(&game.at(state, seat), number);
    choice.is_some_and(|choice| {
        let played = game.play_choice(state, seat, &choice, None, Sink::Fast(rng));
        played.is_ok()
    })
}

/// [`Numbered::numbered`](parlor_core::Numbered::numbered): the legal command with this number.
pub fn numbered<G: Coded>(
    game: &G,
    state: &G::State,
    seat: Seat,
    number: u64,
) -> Option<G::Command> {
    let at = game.at(state, seat);
    let choice = game.choice_numbered(&at, number)?;
    Some(game.command_of(&at, &choice))
}

/// Mixes the bits of a number; no two numbers become the same one. These are the last steps of SplitMix64.
///
/// ```
/// use parlor_tabletop::{mix, unmix};
/// for number in [0, 1, 2, 77, u64::MAX, 1 << 63] {
///     assert_eq!(unmix(mix(number)), number);
/// }
/// ```
#[inline]
pub const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}

/// The number that was [mixed](mix).
pub const fn unmix(number: u64) -> u64 {
    let number = (number ^ (number >> 31) ^ (number >> 62)).wrapping_mul(0x3196_42B2_D24D_8EC3);
    let number = (number ^ (number >> 27) ^ (number >> 54)).wrapping_mul(0x96DE_1B17_3F11_9089);
    number ^ (number >> 30) ^ (number >> 60)
}

/// A piece by what a seat knows of it: what it is and where, if it knows it, otherwise only where. Of equal ones it counts
/// which one it is. So the same card has the same number, whatever else lies on the table.
///
/// ```
/// use parlor_core::{Game, Setup, Seat};
/// use parlor_tabletop::{doc::Draft, piece_code};
/// let state = Draft.setup(&Setup::new(&Draft.info(), 2).unwrap()).unwrap();
/// let (top, bottom) = (parlor_table::Piece(5), parlor_table::Piece(0));
/// assert_ne!(piece_code(&state.table, top, Seat(0)), piece_code(&state.table, bottom, Seat(0)));
/// ```
pub fn piece_code(table: &Table, piece: Piece, seat: Seat) -> u64 {
    let viewer = Viewer::Seat(seat);
    let place = table.place_of(piece);
    let place_code = (place.zone.pack() as u64) << 16 | u64::from(place.cell.0);
    let definition = table.definition(piece);
    if !table.known_to(piece).see(viewer) {
        let downwards = table.zone(place).downwards();
        let before = downwards.take_while(|other| *other != piece);
        return mix(mix(place_code ^ UNKNOWN).wrapping_add(before.count() as u64));
    }
    let face = table.die_face(piece);
    let rank = match table.count_at(place) {
        1 => 0,
        _ => {
            let before = table.zone(place).pieces();
            let before = before.take_while(|other| *other != piece);
            let equal = before.filter(|other| {
                table.definition(*other) == definition
                    && table.die_face(*other) == face
                    && table.known_to(*other).see(viewer)
            });
            equal.count() as u64
        }
    };
    let what = (definition.pack() as u64) << 32 ^ (face.unwrap_or(0) as u64) << 48 ^ place_code;
    mix(mix(what ^ KNOWN).wrapping_add(rank))
}
