//! Questions that the flow asks by itself, as data: of whom, among what, how many, and what is taken when nobody answers.

use std::borrow::Cow;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use parlor_core::{Message, Seat, Viewer};
use parlor_table::{Cell, Packed, Piece, ShownAs, Word, Zone};

use crate::action::{Action, Choice, Kind};
use crate::args::Amount;
use crate::local::Scope;
use crate::node::Node;
use crate::{At, Flow, Local};

/// The command that answers every question.
pub(crate) const ANSWER: &str = "answer";

/// The longest range of numbers that a question lists.
const MOST_NUMBERS: i64 = 2_000;

/// A question to one seat. [`ask`] asks it in a flow; whoever runs out of time, or leaves, gives the default answer.
///
/// ```
/// use parlor_flow::prelude::*;
/// let question = Ask::number(Seat(1), 0..=3).prompt("pay", "How much do you pay?").default([2]);
/// assert_eq!(question.seat(), Seat(1));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ask<T = i64> {
    seat: Seat,
    pub(crate) among: Options,
    amount: Option<Amount>,
    default: Option<Vec<i64>>,
    prompt: Option<Message>,
    skip_if_only_one: bool,
    of: PhantomData<fn() -> T>,
}

/// What a question is about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Options {
    Pieces(Vec<Piece>),
    Cells(Zone, Vec<Cell>),
    Zones(Vec<Zone>),
    Seats(Vec<Seat>),
    Targets(Vec<Target>),
    Number(RangeInclusive<i64>),
    Words(Vec<Word>),
}

/// Something that can be aimed at: a seat or a piece.
///
/// ```
/// use parlor_core::Seat;
/// use parlor_flow::Target;
/// use parlor_table::{Packed, Piece};
/// for target in [Target::Seat(Seat(3)), Target::Piece(Piece(7))] {
///     assert_eq!(Target::unpack(target.pack()), target);
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// A seat.
    Seat(Seat),
    /// A piece.
    Piece(Piece),
}

impl Packed for Target {
    const SHOWN_AS: ShownAs = ShownAs::Piece;

    /// Pieces are their numbers, seats come below zero.
    fn pack(self) -> i64 {
        match self {
            Target::Seat(seat) => -1 - i64::from(seat.0),
            Target::Piece(piece) => piece.pack(),
        }
    }

    fn unpack(number: i64) -> Target {
        match number {
            ..0 => Target::Seat(Seat((-1 - number) as u8)),
            _ => Target::Piece(Piece::unpack(number)),
        }
    }
}

impl From<Seat> for Target {
    fn from(seat: Seat) -> Target {
        Target::Seat(seat)
    }
}

impl From<Piece> for Target {
    fn from(piece: Piece) -> Target {
        Target::Piece(piece)
    }
}

impl Ask {
    /// Which of these pieces? Those that the seat cannot tell from others are not offered.
    pub fn pieces(seat: Seat, pieces: impl IntoIterator<Item = Piece>) -> Ask<Piece> {
        Ask::among(seat, Options::Pieces(pieces.into_iter().collect()))
    }

    /// Which of these cells of a board?
    pub fn cells(seat: Seat, board: Zone, cells: impl IntoIterator<Item = Cell>) -> Ask<Cell> {
        Ask::among(seat, Options::Cells(board, cells.into_iter().collect()))
    }

    /// Which of these zones?
    pub fn zones(seat: Seat, zones: impl IntoIterator<Item = Zone>) -> Ask<Zone> {
        Ask::among(seat, Options::Zones(zones.into_iter().collect()))
    }

    /// Which of these seats?
    pub fn seats(seat: Seat, seats: impl IntoIterator<Item = Seat>) -> Ask<Seat> {
        Ask::among(seat, Options::Seats(seats.into_iter().collect()))
    }

    /// Which of these seats and pieces?
    pub fn targets(seat: Seat, targets: impl IntoIterator<Item = Target>) -> Ask<Target> {
        Ask::among(seat, Options::Targets(targets.into_iter().collect()))
    }

    /// Which number? Of ranges with more than 2,000 numbers the first 2,000 are offered.
    pub fn number(seat: Seat, range: RangeInclusive<i64>) -> Ask<i64> {
        Ask::among(seat, Options::Number(range))
    }

    /// Which of these words? The answer is its number, from 0.
    ///
    /// # Panics
    /// When a word has more than 31 bytes, which is a mistake of the game's author.
    pub fn words<'w>(seat: Seat, words: impl IntoIterator<Item = &'w str>) -> Ask<usize> {
        let word = |text: &str| match Word::new(text) {
            Some(word) => word,
            None => panic!("{}", crate::step::too_long("an answer", text)),
        };
        let words = words.into_iter().map(word).collect();
        Ask::among(seat, Options::Words(words))
    }

    /// Yes or no? The default answer is no.
    pub fn yes_no(seat: Seat) -> Ask<bool> {
        let Ask { among, .. } = Ask::words(seat, ["no", "yes"]);
        Ask::among(seat, among)
    }

    fn among<T>(seat: Seat, among: Options) -> Ask<T> {
        Ask {
            seat,
            among,
            amount: None,
            default: None,
            prompt: None,
            skip_if_only_one: false,
            of: PhantomData,
        }
    }
}

impl<T: Packed> Ask<T> {
    /// So many answers, all different; fewer where there are not so many. [`At::locals`] reads them.
    #[must_use]
    pub fn many(mut self, amount: RangeInclusive<usize>) -> Ask<T> {
        self.amount = Some(amount);
        self
    }

    /// What is taken from whoever runs out of time or leaves. Without it, the first answers that are possible.
    #[must_use]
    pub fn default(mut self, answers: impl IntoIterator<Item = T>) -> Ask<T> {
        self.default = Some(answers.into_iter().map(T::pack).collect());
        self
    }

    /// What the seat is asked, with a stable id for translations.
    #[must_use]
    pub fn prompt(
        self,
        id: impl Into<Cow<'static, str>>,
        text: impl Into<Cow<'static, str>>,
    ) -> Ask<T> {
        self.prompt_by(Message::new(id, text))
    }

    /// What the seat is asked, with arguments.
    #[must_use]
    pub fn prompt_by(mut self, prompt: Message) -> Ask<T> {
        self.prompt = Some(prompt);
        self
    }

    /// Where only one answer is possible, it is given without asking.
    #[must_use]
    pub fn skip_if_only_one(mut self) -> Ask<T> {
        self.skip_if_only_one = true;
        self
    }

    /// Who is asked.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The same question, whatever its answers are: what programs ask.
    pub fn untyped(self) -> Ask {
        Ask {
            seat: self.seat,
            among: self.among,
            amount: self.amount,
            default: self.default,
            prompt: self.prompt,
            skip_if_only_one: self.skip_if_only_one,
            of: PhantomData,
        }
    }
}

impl Ask {
    pub(crate) fn message(&self) -> Option<&Message> {
        self.prompt.as_ref()
    }

    /// How many answers it takes, of those that there are; nothing where it takes exactly one.
    pub(crate) fn amount(&self, at: &At<'_>) -> Option<Amount> {
        let amount = self.amount.clone()?;
        let there = self.candidates(at).len();
        let most = (*amount.end()).min(there);
        Some((*amount.start()).min(most)..=most)
    }

    /// All that can be answered, each as a number.
    pub(crate) fn candidates(&self, at: &At<'_>) -> Vec<i64> {
        let viewer = Viewer::Seat(self.seat);
        let can_follow = |piece: &Piece| at.can_follow(*piece, viewer);
        match &self.among {
            Options::Pieces(pieces) => {
                let pieces = pieces.iter().copied().filter(can_follow);
                pieces.map(Piece::pack).collect()
            }
            Options::Cells(_, cells) => cells.iter().copied().map(Cell::pack).collect(),
            Options::Zones(zones) => zones.iter().copied().map(Zone::pack).collect(),
            Options::Seats(seats) => seats.iter().copied().map(Seat::pack).collect(),
            Options::Targets(targets) => {
                let known = |target: &Target| match target {
                    Target::Piece(piece) => can_follow(piece),
                    Target::Seat(_) => true,
                };
                let targets = targets.iter().copied().filter(known);
                targets.map(Target::pack).collect()
            }
            Options::Number(range) => {
                let most = range.start().saturating_add(MOST_NUMBERS - 1);
                (*range.start()..=(*range.end()).min(most)).collect()
            }
            Options::Words(words) => (0..words.len() as i64).collect(),
        }
    }

    /// What is taken when nobody answers: the default as far as it is possible, and otherwise the first that is.
    pub(crate) fn default_answer(&self, at: &At<'_>) -> Vec<i64> {
        let candidates = self.candidates(at);
        let (least, most) = match self.amount(at) {
            Some(amount) => amount.into_inner(),
            None => (1, 1),
        };
        let mut answers: Vec<i64> = Vec::new();
        let wished = self.default.iter().flatten();
        for answer in wished.filter(|answer| candidates.contains(answer)) {
            if answers.len() < most && !answers.contains(answer) {
                answers.push(*answer);
            }
        }
        for candidate in &candidates {
            if answers.len() < least && !answers.contains(candidate) {
                answers.push(*candidate);
            }
        }
        answers
    }

    /// The answer, where nobody need be asked: nothing is possible, or one thing alone and the question says so.
    pub(crate) fn forced(&self, at: &At<'_>) -> Option<Vec<i64>> {
        let candidates = self.candidates(at);
        match (candidates.as_slice(), self.amount(at)) {
            ([], _) => Some(Vec::new()),
            (_, Some(amount)) if *amount.end() == 0 => Some(Vec::new()),
            ([only], None) if self.skip_if_only_one => Some(vec![*only]),
            (all, Some(amount)) if self.skip_if_only_one && *amount.start() == all.len() => {
                Some(candidates)
            }
            _ => None,
        }
    }
}

/// Asks a seat, and goes on with its answer. A question without a possible answer is not asked: [`At::locals`] is empty then, and
/// [`At::local`] reads a number as 0.
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("tax", "Tax", 2..=2);
/// let gold = game.value("gold", 5_i64).each_seat();
/// let tax = game.procedure("tax", move |who: Local<Seat>, most: Local<i64>| {
///     let question = move |at: &At<'_>| {
///         let (who, most) = (at.local(who), at.local(most));
///         Ask::number(who, 0..=most).prompt("pay", "How much do you pay?")
///     };
///     ask(question, move |paid| run(move |play| {
///         let (who, paid) = (play.local(who), play.local(paid));
///         play.add_to(who, gold, -paid);
///     }))
/// });
/// let game = game.flow(run(move |play| {
///     play.call(tax, (Seat(1), 3));
///     play.call(tax, (Seat(0), 1));
/// }));
/// let mut scenario = Scenario::new(&game, 2, 1);
/// scenario.play("answer 2").unwrap();
/// scenario.play("answer 1").unwrap();
/// assert_eq!((scenario.table().of(Seat(0), gold), scenario.table().of(Seat(1), gold)), (4, 3));
/// ```
///
/// [`At::local`]: crate::At::local
/// [`At::locals`]: crate::At::locals
pub fn ask<T: Packed + 'static, F: Into<Flow>>(
    question: impl Fn(&At<'_>) -> Ask<T> + Send + Sync + 'static,
    then: impl FnOnce(Local<T>) -> F,
) -> Flow {
    let scope = Scope::new();
    Flow(Node::Ask {
        question: Box::new(move |at| question(at).untyped()),
        scope,
        kind: T::SHOWN_AS,
        body: Box::new(then(Local::new(scope, 0)).into()),
        time_limit_ms: None,
    })
}

/// The action behind the one command that answers all questions.
pub(crate) fn answer() -> Action {
    Action {
        name: Word::new(ANSWER).unwrap_or_default(),
        prompt: None,
        label: Message::new("answer", "{answer}"),
        conditions: Vec::new(),
        choices: vec![Choice {
            name: ANSWER.into(),
            kind: Kind::Asked,
            prompt: Message::new("answer.question", "Your answer?"),
            has_prompt: false,
            amount: None,
            optional: false,
            skip_if_only_one: false,
            only: None,
            valid: None,
            display: None,
            touch: None,
        }],
        check: None,
        // What an answer does is the flow's affair.
        run: Box::new(|_, _| {}),
        is_final: false,
        quiet: false,
    }
}
