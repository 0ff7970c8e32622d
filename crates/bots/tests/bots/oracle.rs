//! What search calls certain is so: compared with trying everything, on many small games made at random.

use std::collections::HashMap;

use parlor_core::prelude::*;

use super::think;

/// A game made at random from a number: positions in layers, of which each leads to some of the next, whoever is to move there.
/// Positions are reached in several ways, seats move twice in a row, and ends are wins, losses and draws.
#[derive(Clone, Copy)]
struct Maze(u64);

const LAYERS: u8 = 6;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct At {
    layer: u8,
    place: u8,
}

impl Maze {
    /// A number that belongs to a place.
    fn mix(self, at: &At, what: u64) -> u64 {
        let number = self.0 << 32 | u64::from(at.layer) << 16 | u64::from(at.place) << 8 | what;
        let mut rng = Rng::fast(number, 1);
        rng.word().into()
    }

    fn is_end(self, at: &At) -> bool {
        at.layer == LAYERS || at.layer > 2 && self.mix(at, 1).is_multiple_of(5)
    }

    /// What it is worth to the first seat, by trying everything.
    fn value(self, at: &At, known: &mut HashMap<(u8, u8), f64>) -> f64 {
        if let Some(value) = known.get(&(at.layer, at.place)) {
            return *value;
        }
        let value = match self.turn(at) {
            None => [0.0, 0.5, 1.0][self.mix(at, 2) as usize % 3],
            Some(seat) => {
                let mut moves = Vec::new();
                self.moves(at, &mut moves);
                let values = moves.iter().map(|place| {
                    let mut next = at.clone();
                    self.play(&mut next, place);
                    self.value(&next, known)
                });
                match seat {
                    Seat(0) => values.fold(0.0, f64::max),
                    _ => values.fold(1.0, f64::min),
                }
            }
        };
        known.insert((at.layer, at.place), value);
        value
    }
}

impl PlainGame for Maze {
    type State = At;
    type Command = u8;

    fn about(&self) -> GameInfo {
        GameInfo::new("maze", "Maze", 2..=2)
    }

    fn start(&self, _: &Setup) -> At {
        At { layer: 0, place: 0 }
    }

    fn turn(&self, at: &At) -> Option<Seat> {
        (!self.is_end(at)).then(|| Seat((self.mix(at, 3) % 2) as u8))
    }

    fn moves(&self, at: &At, out: &mut Vec<u8>) {
        let many = 1 + self.mix(at, 4) % 4;
        let mut places: Vec<u8> = (0..many)
            .map(|way| (self.mix(at, 5 + way) % 6) as u8)
            .collect();
        places.sort();
        places.dedup();
        out.extend(places);
    }

    fn play(&self, at: &mut At, place: &u8) {
        *at = At {
            layer: at.layer + 1,
            place: *place,
        };
    }

    fn result(&self, at: &At) -> Option<Outcome> {
        self.is_end(at).then(|| match self.mix(at, 2) % 3 {
            0 => Outcome::win(2, Seat(1), "lost"),
            1 => Outcome::draw(2, "even"),
            _ => Outcome::win(2, Seat(0), "won"),
        })
    }

    fn scene(&self, _: &At) -> View {
        View::new()
    }

    fn abilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none().keyed(self)
    }
}

impl Keyed for Maze {
    fn key(&self, at: &At) -> u64 {
        (u64::from(at.layer) << 8 | u64::from(at.place)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

#[test]
fn what_is_called_certain_is_what_trying_everything_finds() {
    let mut proven = 0;
    for number in 0..300 {
        let maze = Maze(number);
        let current = super::begin(maze, 1);
        let Some(seat) = current.to_act().first() else {
            continue;
        };
        let mut known = HashMap::new();
        let for_seat = |value: f64| if seat == Seat(0) { value } else { 1.0 - value };
        let best = for_seat(maze.value(current.state(), &mut known));
        for spec in [
            "tree:60",
            "tree:3000",
            "tree:400:threads=2",
            "minimax:3",
            "minimax:12",
        ] {
            let thought = think(&current, spec, number);
            for one in thought.moves.iter().filter(|one| one.proven) {
                let mut next = current.state().clone();
                maze.play(&mut next, &(one.command.as_u64().unwrap() as u8));
                let right = for_seat(maze.value(&next, &mut known));
                assert_eq!(one.value, right, "maze {number}, {spec}: {}", one.text);
                proven += 1;
            }
            if thought.proven {
                assert_eq!(thought.value, best, "maze {number}, {spec}");
            }
            if spec == "tree:3000" || spec == "minimax:12" {
                assert!(
                    thought.proven || thought.moves.len() == 1,
                    "maze {number}, {spec}"
                );
            }
        }
    }
    assert!(proven > 1000, "{proven}");
}

/// Both name a number at once; the first seat wants them equal, the second different. Nothing is certain, and each is best
/// named half of the time.
struct Pennies;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Named {
    open: bool,
    numbers: [Option<u8>; 2],
}

impl Game for Pennies {
    type State = Named;
    type Command = u8;
    type Event = (Seat, u8);

    fn info(&self) -> GameInfo {
        GameInfo::new("pennies", "Pennies", 2..=2).hidden()
    }
    fn setup(&self, _: &Setup) -> Result<Named, SetupError> {
        Ok(Named {
            open: false,
            numbers: [None; 2],
        })
    }
    fn to_act(&self, named: &Named) -> SeatSet {
        Seat::all(2)
            .filter(|seat| named.numbers[seat.index()].is_none())
            .collect()
    }
    fn legal(&self, named: &Named, seat: Seat, out: &mut Vec<u8>) {
        if self.to_act(named).contains(seat) {
            out.extend([0, 1]);
        }
    }
    fn decide(
        &self,
        _: &Named,
        seat: Seat,
        number: &u8,
        decision: &mut Decision<'_, (Seat, u8)>,
    ) -> Result<(), Rejection> {
        match number {
            0 | 1 => decision.emit((seat, *number)),
            _ => Err(Rejection::illegal()),
        }
    }
    fn apply(&self, named: &mut Named, (seat, number): &(Seat, u8)) {
        named.numbers[seat.index()] = Some(*number);
    }
    fn outcome(&self, named: &Named) -> Option<Outcome> {
        let [first, second] = named.numbers;
        let equal = first? == second?;
        Some(Outcome::win(2, Seat(u8::from(!equal)), "shown"))
    }
    fn view(&self, named: &Named, viewer: Viewer) -> View {
        View::of(self, named, viewer)
    }
    fn tell(&self, _: &Named, _: &(Seat, u8), _: Viewer) -> Option<Told> {
        None
    }
    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none().hidden(self)
    }
}

impl Drawn for Pennies {
    fn draw(&self, _: &Named, _: Viewer) -> View {
        View::new()
    }
}

impl Hidden for Pennies {
    fn resample(&self, named: &Named, viewer: Viewer, rng: &mut Rng) -> Named {
        let mut sample = named.clone();
        for seat in Seat::all(2).filter(|seat| !viewer.sees(*seat)) {
            let number = rng.below(2) as u8;
            let slot = &mut sample.numbers[seat.index()];
            *slot = slot.map(|_| number);
        }
        sample
    }
}

#[test]
fn who_acts_at_the_same_time_does_not_know_what_the_other_does() {
    let pennies = super::begin(Pennies, 1);
    let thought = think(&pennies, "information:4000", 3);
    // If the second seat knew, the first could never win; if the first knew, it always would.
    for one in &thought.moves {
        assert!((0.3..0.7).contains(&one.value), "{thought:?}");
        assert!(one.visits > 1000, "{thought:?}");
    }
}

/// Alone, four times: a number from 0 to 2 is added; one wants as much as possible.
struct Solo;

impl PlainGame for Solo {
    type State = Vec<u8>;
    type Command = u8;

    fn about(&self) -> GameInfo {
        GameInfo::new("solo", "Solo", 1..=1)
    }
    fn start(&self, _: &Setup) -> Vec<u8> {
        Vec::new()
    }
    fn turn(&self, added: &Vec<u8>) -> Option<Seat> {
        (added.len() < 4).then_some(Seat(0))
    }
    fn moves(&self, _: &Vec<u8>, out: &mut Vec<u8>) {
        out.extend(0..3);
    }
    fn play(&self, added: &mut Vec<u8>, number: &u8) {
        added.push(*number);
    }
    fn result(&self, added: &Vec<u8>) -> Option<Outcome> {
        let sum: u8 = added.iter().sum();
        (added.len() == 4).then(|| Outcome::by_score(&[sum.into()], "the sum"))
    }
    fn scene(&self, _: &Vec<u8>) -> View {
        View::new()
    }
}

#[test]
fn whoever_plays_alone_wants_a_high_score() {
    let setup = Setup::new(&Solo.info(), 1).unwrap();
    let solo = Match::new(Solo, setup, Seed::Integer(1)).unwrap();
    for spec in ["tree:500", "flat:300", "information:500"] {
        assert_eq!(think(&solo, spec, 1).text, "2", "{spec}");
    }
}
