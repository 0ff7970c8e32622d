//! Tiny games for the examples in the documentation: one plain, one with chance and a secret, one to which seats bring
//! something, one in which the rules play a force of their own.

mod duel;
mod tide;

pub use duel::{DECKS, Duel, Numbers, numbers};
pub use tide::{Castle, Tide};

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

    fn abilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none().keyed(self).objectives(self)
    }
}

impl Keyed for Sticks {
    fn key(&self, heap: &Heap) -> u64 {
        u64::from(heap.sticks) << 8 | u64::from(heap.turn.0)
    }
}

impl Objectives for Sticks {
    fn objectives(&self) -> &[Objective] {
        const OBJECTIVES: &[Objective] = &[Objective::new("leave a multiple of three", 1.0)];
        OBJECTIVES
    }

    fn holds(&self, _: usize, heap: &Heap, seat: Seat) -> bool {
        heap.sticks.is_multiple_of(3) && heap.turn != seat
    }
}

/// A die is rolled under a cup: the first seat may look, the second guesses what it is, once.
pub struct Cup;

/// What lies under the cup, and what was guessed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// The die under the cup; 0 before it is rolled.
    pub die: u8,
    /// The guess, once there is one.
    pub guess: Option<u8>,
}

/// What happens with a cup.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Happening {
    /// The die was rolled.
    Rolled(u8),
    /// A face was guessed, and the cup lifted.
    Guessed(u8),
}

impl Game for Cup {
    type State = Table;
    type Command = u8;
    type Event = Happening;

    fn info(&self) -> GameInfo {
        GameInfo::new("cup", "Cup", 2..=2).hidden().chance()
    }

    fn setup(&self, _: &Setup) -> Result<Table, SetupError> {
        Ok(Table {
            die: 0,
            guess: None,
        })
    }

    fn to_act(&self, table: &Table) -> SeatSet {
        match table.guess {
            Some(_) => SeatSet::EMPTY,
            None => SeatSet::one(Seat(1)),
        }
    }

    fn legal(&self, table: &Table, seat: Seat, out: &mut Vec<u8>) {
        if self.to_act(table).contains(seat) {
            out.extend(1..=6);
        }
    }

    fn decide(
        &self,
        _: &Table,
        _: Seat,
        face: &u8,
        decision: &mut Decision<'_, Happening>,
    ) -> Result<(), Rejection> {
        match face {
            1..=6 => decision.emit(Happening::Guessed(*face)),
            _ => Err(Rejection::new(
                "no_such_face",
                "a die has faces from 1 to 6",
            )),
        }
    }

    fn apply(&self, table: &mut Table, event: &Happening) {
        match event {
            Happening::Rolled(face) => table.die = *face,
            Happening::Guessed(face) => table.guess = Some(*face),
        }
    }

    fn outcome(&self, table: &Table) -> Option<Outcome> {
        let winner = Seat(u8::from(table.guess? == table.die));
        Some(Outcome::win(2, winner, "the cup was lifted"))
    }

    fn view(&self, table: &Table, viewer: Viewer) -> View {
        View::of(self, table, viewer)
    }

    fn tell(&self, _: &Table, event: &Happening, viewer: Viewer) -> Option<Told> {
        Some(match event {
            Happening::Rolled(face) if viewer.sees(Seat(0)) => {
                Told::new(Message::new("rolled", "the die shows {face}").with("face", *face))
            }
            Happening::Rolled(_) => Told::new(Message::new("rolled", "a die is rolled")),
            Happening::Guessed(face) => {
                Told::new(Message::new("guessed", "the guess is {face}").with("face", *face))
            }
        })
    }

    fn system(
        &self,
        _: &Table,
        command: &SystemCommand,
        decision: &mut Decision<'_, Happening>,
    ) -> Result<Ruling, Rejection> {
        match command {
            SystemCommand::Open => {
                let face = decision.rng().between(1, 6) as u8;
                decision.emit(Happening::Rolled(face))?;
                Ok(Ruling::Continue)
            }
            SystemCommand::Resign { .. } | SystemCommand::TimeOut { .. } => Ok(Ruling::End),
        }
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none()
            .fast(self)
            .hidden(self)
            .guided(self)
            .numbered(self)
    }
}

impl Drawn for Cup {
    fn draw(&self, table: &Table, viewer: Viewer) -> View {
        let seen = viewer.sees(Seat(0)) || table.guess.is_some();
        let die = match seen {
            true => PieceView::new("die", table.die.to_string()),
            false => PieceView::face_down("die"),
        };
        View::new().zone(ZoneView::row("cup").piece(die))
    }
}

impl Fast for Cup {
    fn sample(&self, _: &Table, _: Seat, rng: &mut Rng) -> u8 {
        rng.between(1, 6) as u8
    }
}

impl Hidden for Cup {
    fn resample(&self, table: &Table, viewer: Viewer, rng: &mut Rng) -> Table {
        let known = viewer.sees(Seat(0)) || table.guess.is_some() || table.die == 0;
        Table {
            die: if known {
                table.die
            } else {
                rng.between(1, 6) as u8
            },
            ..table.clone()
        }
    }
}

impl Guided for Cup {
    fn guide(&self, _: &Table, _: Seat, answers: &[Answer]) -> Result<Guide<u8>, Rejection> {
        match answers {
            [] => Ok(Guide::Ask(Question {
                prompt: Message::new("which", "Which face is it?"),
                answers: Answers::Number { min: 1, max: 6 },
            })),
            [Answer::Number(face @ 1..=6)] => Ok(Guide::Done(*face as u8)),
            _ => Err(Rejection::new(
                "no_such_face",
                "a die has faces from 1 to 6",
            )),
        }
    }
}

impl Numbered for Cup {
    fn numbers(&self, table: &Table, seat: Seat, most: usize, rng: &mut Rng, out: &mut Vec<u64>) {
        let mut faces = Vec::new();
        self.legal(table, seat, &mut faces);
        if faces.len() > most {
            rng.shuffle(&mut faces);
        }
        out.extend(faces.into_iter().take(most).map(u64::from));
    }

    fn advance_number(&self, table: &mut Table, seat: Seat, number: u64, _: &mut Rng) -> bool {
        match self.numbered(table, seat, number) {
            Some(face) => {
                table.guess = Some(face);
                true
            }
            None => false,
        }
    }

    fn numbered(&self, table: &Table, seat: Seat, number: u64) -> Option<u8> {
        let legal = self.to_act(table).contains(seat) && (1..=6).contains(&number);
        legal.then_some(number as u8)
    }
}
