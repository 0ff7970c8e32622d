//! The state of a match: the table, and how far the rules are.

use parlor_core::SeatSet;
use parlor_table::Piece;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

use crate::program::{Program, TextNumber};
use crate::{Act, Said};

/// The state of a match of a ruleset: its table, and how far its rules are.
///
/// ```
/// # fn is_data<T: parlor_core::Data>() {}
/// is_data::<parlor_ruleset::State>();
/// ```
pub type State = parlor_tabletop::State<Progress, Act, Said>;

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Status {
    Waiting,
    Playing,
    Finished,
}

/// How far the rules are: all that is not on the table.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    pub(crate) phase: u16,
    pub(crate) current: u8,
    pub(crate) direction: i8,
    pub(crate) taken: u32,
    pub(crate) turn: u32,
    pub(crate) status: Status,
    pub(crate) dealt: bool,
    pub(crate) scored: bool,
    /// Whether this round has been scored.
    pub(crate) round_scored: bool,
    /// How many rounds are to be played; 0 for any number.
    pub(crate) rounds: u32,
    /// How many are over.
    pub(crate) rounds_over: u32,
    /// How many commands there were.
    pub(crate) commands: u32,
    /// Nobody can go on.
    pub(crate) over: bool,
    /// Who still looks at what the automatic phase shows, before it is left.
    #[serde(default, skip_serializing_if = "is_nobody")]
    pub(crate) looking: SeatSet,
    /// Which cards lie face up, a bit each.
    pub(crate) faces: SmallVec<[u64; 2]>,
    pub(crate) vars: Numbers,
    /// The texts of the variables; [`NO_TEXT`] for those that are not there.
    pub(crate) texts: SmallVec<[TextNumber; 2]>,
    /// The scores of the seats, then those of the roles.
    pub(crate) scores: Numbers,
    pub(crate) results: SmallVec<[Option<i8>; 4]>,
    /// The results of earlier rounds together.
    pub(crate) totals: SmallVec<[i32; 4]>,
    /// Texts that are not in the ruleset.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) extra: Vec<Box<str>>,
}

fn is_nobody(seats: &SeatSet) -> bool {
    seats.is_empty()
}

/// A text variable that is not there.
pub(crate) const NO_TEXT: TextNumber = TextNumber::MAX;

/// The position before anything has happened.
pub(crate) fn lay(program: &Program, seats: u8, rounds: u32) -> State {
    let table = program.schema.lay(seats);
    let roles = program.roles.len();
    let mut at = Progress {
        phase: 0,
        current: 0,
        direction: 1,
        taken: 0,
        turn: 1,
        status: Status::Waiting,
        dealt: false,
        scored: false,
        round_scored: false,
        rounds,
        rounds_over: 0,
        commands: 0,
        over: false,
        looking: SeatSet::EMPTY,
        faces: SmallVec::from_elem(0, program.deck.len().div_ceil(64)),
        vars: Numbers::none(program.vars.len()),
        texts: SmallVec::new(),
        scores: Numbers::none(usize::from(seats) + roles),
        results: SmallVec::from_elem(None, seats.into()),
        totals: SmallVec::from_elem(0, seats.into()),
        extra: Vec::new(),
    };
    at.begin_variables(program);
    State::new(table, at)
}

impl Progress {
    /// Variables as they are at the beginning of a round; sums over all rounds stay.
    pub(crate) fn begin_variables(&mut self, program: &Program) {
        for (index, var) in program.vars.iter().enumerate() {
            if !var.lasts || self.vars.get(index).is_none() {
                self.vars.set(index, var.initial);
            }
        }
        self.texts.clear();
        let initial = program
            .text_vars
            .iter()
            .map(|var| var.initial.unwrap_or(NO_TEXT));
        self.texts.extend(initial);
    }

    #[inline]
    pub(crate) fn is_face_up(&self, piece: Piece) -> bool {
        let index = usize::from(piece.0);
        self.faces[index / 64] >> (index % 64) & 1 == 1
    }

    #[inline]
    pub(crate) fn turn_face(&mut self, piece: Piece, up: bool) {
        let index = usize::from(piece.0);
        let bit = 1 << (index % 64);
        match up {
            true => self.faces[index / 64] |= bit,
            false => self.faces[index / 64] &= !bit,
        }
    }

    /// The number of a text that is not in the ruleset.
    pub(crate) fn extra_text(&mut self, program: &Program, text: &str) -> TextNumber {
        let words = program.words.len();
        let known = self.extra.iter().position(|known| &**known == text);
        let index = known.unwrap_or_else(|| {
            self.extra.push(text.into());
            self.extra.len() - 1
        });
        (words + index) as TextNumber
    }
}

impl Clone for Progress {
    fn clone(&self) -> Progress {
        Progress {
            faces: self.faces.clone(),
            vars: self.vars.clone(),
            texts: self.texts.clone(),
            scores: self.scores.clone(),
            results: self.results.clone(),
            totals: self.totals.clone(),
            extra: self.extra.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &Progress) {
        // All of them, so that none is forgotten.
        let Progress {
            phase,
            current,
            direction,
            taken,
            turn,
            status,
            dealt,
            scored,
            round_scored,
            rounds,
            rounds_over,
            commands,
            over,
            looking,
            faces,
            vars,
            texts,
            scores,
            results,
            totals,
            extra,
        } = other;
        self.phase = *phase;
        self.current = *current;
        self.direction = *direction;
        self.taken = *taken;
        self.turn = *turn;
        self.status = *status;
        self.dealt = *dealt;
        self.scored = *scored;
        self.round_scored = *round_scored;
        self.rounds = *rounds;
        self.rounds_over = *rounds_over;
        self.commands = *commands;
        self.over = *over;
        self.looking = *looking;
        self.faces.clone_from(faces);
        self.vars.clone_from(vars);
        self.texts.clone_from(texts);
        self.scores.clone_from(scores);
        self.results.clone_from(results);
        self.totals.clone_from(totals);
        self.extra.clone_from(extra);
    }
}

/// Numbers, each of which may be missing.
#[derive(Debug, PartialEq)]
pub(crate) struct Numbers {
    present: u128,
    values: SmallVec<[f64; 8]>,
}

impl Clone for Numbers {
    fn clone(&self) -> Numbers {
        Numbers {
            present: self.present,
            values: self.values.clone(),
        }
    }

    fn clone_from(&mut self, other: &Numbers) {
        let Numbers { present, values } = other;
        self.present = *present;
        self.values.clone_from(values);
    }
}

impl Numbers {
    pub fn none(count: usize) -> Numbers {
        Numbers {
            present: 0,
            values: SmallVec::from_elem(0.0, count),
        }
    }

    #[inline]
    pub fn get(&self, index: usize) -> Option<f64> {
        (self.present >> index & 1 == 1).then(|| self.values[index])
    }

    #[inline]
    pub fn set(&mut self, index: usize, value: Option<f64>) {
        match value {
            Some(value) => {
                self.present |= 1 << index;
                // There is one zero.
                self.values[index] = value + 0.0;
            }
            None => {
                self.present &= !(1 << index);
                self.values[index] = 0.0;
            }
        }
    }

    pub fn clear(&mut self) {
        self.present = 0;
        self.values.fill(0.0);
    }
}

/// A number in a file: whole ones as they are, others as text, so that every digit is kept.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Written {
    Whole(i64),
    Text(String),
}

impl Serialize for Numbers {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.values.len()).map(|index| {
            self.get(index).map(|value| match value {
                value if value.fract() == 0.0 && value.abs() < 1e15 => Written::Whole(value as i64),
                value => Written::Text(value.to_string()),
            })
        }))
    }
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Numbers, D::Error> {
        let written = Vec::<Option<Written>>::deserialize(deserializer)?;
        if written.len() > 128 {
            return Err(serde::de::Error::custom("there are at most 128 numbers"));
        }
        let mut numbers = Numbers::none(written.len());
        for (index, written) in written.into_iter().enumerate() {
            let value = match written {
                None => None,
                Some(Written::Whole(whole)) => Some(whole as f64),
                Some(Written::Text(text)) => {
                    let value = text.parse::<f64>().ok().filter(|value| value.is_finite());
                    Some(value.ok_or_else(|| serde::de::Error::custom("this is no number"))?)
                }
            };
            numbers.set(index, value);
        }
        Ok(numbers)
    }
}
