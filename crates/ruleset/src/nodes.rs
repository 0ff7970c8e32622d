//! The nodes of compiled expressions, which name each other by number, and what each is worked out from.

use parlor_table::Zone;
use smallvec::{SmallVec, smallvec};

use crate::program::Program;

/// A text that the program knows: a literal, a rank, a suit, a name.
pub(crate) type TextNumber = u32;

macro_rules! ids {
    ($($name:ident)*) => {
        $(#[derive(Clone, Copy, Debug, PartialEq, Eq)] pub(crate) struct $name(pub u32);)*
    };
}
ids!(NumId BoolId TextId ZoneId AnyId ActId);

/// A node of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Num(NumId),
    Bool(BoolId),
    Text(TextId),
    Any(AnyId),
    Zone(ZoneId),
    Act(ActId),
}

/// An expression that is a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Num {
    Const(f64),
    Var(u16),
    /// A variable whose name is found out in play.
    VarNamed(TextId),
    Negative(NumId),
    Plus(NumId, NumId),
    Minus(NumId, NumId),
    Times(NumId, NumId),
    Divided(NumId, NumId),
    Remainder(NumId, NumId),
    If(BoolId, NumId, NumId, Branch),
    FromAny(AnyId),
    TurnNumber,
    PlayerCount,
    PlayerIndex,
    Direction,
    PlayedIndex,
    MyScore,
    Score(ScoreKey),
    CardCount(ZoneId),
    HandValue(ZoneId, NumId),
    CardRank(ZoneId, NumId),
    MaxCardRank(ZoneId),
    CountRank(ZoneId, TextId),
    CountSuit(ZoneId, TextId),
    SumSuit(ZoneId, TextId),
    CountSets(ZoneId, NumId),
    MaxSetSize(ZoneId),
    CountRuns(ZoneId, NumId),
    MaxRunLength(ZoneId),
    /// Of the cards of both zones; the same zone twice means that there is one.
    PokerHand(ZoneId, ZoneId),
    /// Of the zones that each player has, by number.
    TrickWinner(u8),
    TrickCardCount(u8),
    Cumulative(NumId),
    MaxCumulative,
    MinCumulative,
}

/// An expression that is true or false.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Bool {
    Const(bool),
    Not(BoolId),
    And(BoolId, BoolId),
    Or(BoolId, BoolId),
    If(BoolId, BoolId, BoolId, Branch),
    Less(NumId, NumId),
    LessOrEqual(NumId, NumId),
    NumEqual(NumId, NumId),
    /// The most frequent questions, without a detour.
    CountIs(ZoneId, u16),
    TextVarIs(u16, TextNumber),
    TopRankIs(ZoneId, TextNumber),
    TopSuitIs(ZoneId, TextNumber),
    PlayedRankIs(TextNumber),
    PlayedSuitIs(TextId),
    /// Holds always, and notes which way was gone.
    Mark(Branch, bool),
    TextEqual(TextId, TextId),
    SameTruth(BoolId, BoolId),
    AnyEqual(AnyId, AnyId),
    FromAny(AnyId),
    AllPlayersDone,
    Dealt,
    Scored,
    Continue,
    IsAvailabilityCheck,
    HasSuit(ZoneId, TextId),
    HasRank(ZoneId, TextId),
    HasCard(ZoneId, TextId, TextId),
    CardMatchesTop(ZoneId, NumId, ZoneId),
    PlayedMatchesTop(ZoneId),
    HasPlayable(ZoneId, ZoneId),
    HasFlush(ZoneId, NumId),
    HasStraight(ZoneId, NumId),
}

/// A condition: as a tree, and as questions of which each leads to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    pub tree: BoolId,
    pub first: TestId,
}

/// A question of a condition, by number; the last two numbers are the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TestId(pub u16);

impl TestId {
    pub const HOLDS: TestId = TestId(u16::MAX);
    pub const FAILS: TestId = TestId(u16::MAX - 1);
}

/// A question of a condition, and where it goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Test {
    pub ask: Bool,
    pub yes: TestId,
    pub no: TestId,
    /// Where the answer is kept, if it is the same for all cards that could be played.
    pub once: Option<u8>,
}

/// An expression that is a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Text {
    Const(TextNumber),
    Var(u16),
    VarNamed(TextId),
    If(BoolId, TextId, TextId, Branch),
    FromAny(AnyId),
    CardSuit(ZoneId, NumId),
    CardRankName(ZoneId, NumId),
    /// What a hand is called at poker that is worth so much.
    PokerName(NumId),
    LedSuit(u8),
    Concat(AnyId, AnyId),
    /// The name of a zone: `hand:1`.
    ZoneName(ZoneId),
}

/// An expression whose type is known only in play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Any {
    Num(NumId),
    Bool(BoolId),
    Text(TextId),
    Param(TextId),
    If(BoolId, AnyId, AnyId, Branch),
}

/// An expression that names a zone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ZoneExpr {
    /// One that is there whoever plays.
    Fixed(Zone),
    /// A player's, by number.
    Seat(u8, u8),
    /// The one of whoever acts or is scored: an entry of [`Program::mine`].
    Mine(u16),
    /// The one of whoever's turn it is when it happens.
    Current(u8),
    /// The one of a player whose number is found out in play.
    OfSeat(u8, NumId),
    /// Its name is found out in play.
    Named(TextId),
}

/// Something that happens, or a choice of such.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Act {
    Do(Effect),
    If(Condition, ActId, Option<ActId>, Branch),
    While(Condition, ActId),
    /// The second only if the first holds.
    Then(Condition, ActId),
    /// The second only if the first does not hold.
    Else(Condition, ActId),
    /// Nothing happens, but it is worked out.
    Look(AnyId),
}

/// A list of effects.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    pub acts: Vec<ActId>,
    /// Whether none after the first asks anything, so that each can happen as soon as it is worked out.
    pub direct: bool,
}

impl std::ops::Deref for Effects {
    type Target = [ActId];

    fn deref(&self) -> &[ActId] {
        &self.acts
    }
}

/// What an effect builtin does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Effect {
    Shuffle(ZoneId),
    Deal(ZoneId, ZoneId, NumId),
    /// To every player's zone of a kind.
    DealAll(ZoneId, u8, NumId),
    Draw(ZoneId, ZoneId, NumId),
    MoveTop(ZoneId, ZoneId, NumId),
    MoveAll(ZoneId, ZoneId),
    MoveRank(ZoneId, ZoneId, TextId),
    FlipTop(ZoneId, NumId),
    SetFaceUp(ZoneId, NumId, BoolId),
    RevealAll(ZoneId),
    CollectAllTo(ZoneId),
    CollectTrick(u8, ZoneId),
    EndTurn,
    Reverse,
    SkipNext,
    SetNext(NumId),
    SetLead(NumId),
    CalculateScores,
    DetermineWinners,
    AccumulateScores,
    ResetRound,
    EndGame,
    SetVar(u16, NumId),
    SetVarNamed(TextId, NumId),
    IncVar(u16, NumId),
    IncVarNamed(TextId, NumId),
    SetText(u16, TextId),
    SetTextNamed(TextId, TextId),
    /// Tells everybody something.
    Say(TextId),
}

/// A choice in an expression, for those who count which ways were gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Branch(pub u16);

/// A score that expressions can read by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScoreKey {
    Player(u8),
    Result(u8),
    /// A role that people do not play, by number.
    Role(u8),
}

/// The nodes that another one is worked out from.
pub(crate) type Parts = SmallVec<[Node; 4]>;

impl Program {
    /// Of an `if`, its condition and both branches.
    pub(crate) fn condition(&self, node: Node) -> Option<(BoolId, Node, Node)> {
        use Node as N;
        match node {
            N::Num(id) => match self.nums[id.0 as usize] {
                Num::If(condition, a, b, _) => Some((condition, N::Num(a), N::Num(b))),
                _ => None,
            },
            N::Bool(id) => match self.bools[id.0 as usize] {
                Bool::If(condition, a, b, _) => Some((condition, N::Bool(a), N::Bool(b))),
                _ => None,
            },
            N::Text(id) => match self.texts[id.0 as usize] {
                Text::If(condition, a, b, _) => Some((condition, N::Text(a), N::Text(b))),
                _ => None,
            },
            N::Any(id) => match self.anys[id.0 as usize] {
                Any::If(condition, a, b, _) => Some((condition, N::Any(a), N::Any(b))),
                _ => None,
            },
            N::Zone(_) | N::Act(_) => None,
        }
    }

    /// What a node is worked out from, in that order.
    pub(crate) fn parts(&self, node: Node) -> Parts {
        use Node as N;
        match node {
            N::Num(id) => match self.nums[id.0 as usize] {
                Num::If(condition, a, b, _) => {
                    smallvec![N::Bool(condition), N::Num(a), N::Num(b)]
                }
                Num::VarNamed(name) => smallvec![N::Text(name)],
                Num::Negative(a) | Num::Cumulative(a) => smallvec![N::Num(a)],
                Num::Plus(a, b)
                | Num::Minus(a, b)
                | Num::Times(a, b)
                | Num::Divided(a, b)
                | Num::Remainder(a, b) => smallvec![N::Num(a), N::Num(b)],
                Num::FromAny(any) => smallvec![N::Any(any)],
                Num::CardCount(zone)
                | Num::MaxCardRank(zone)
                | Num::MaxSetSize(zone)
                | Num::MaxRunLength(zone) => smallvec![N::Zone(zone)],
                Num::HandValue(zone, number)
                | Num::CardRank(zone, number)
                | Num::CountSets(zone, number)
                | Num::CountRuns(zone, number) => smallvec![N::Zone(zone), N::Num(number)],
                Num::CountRank(zone, text)
                | Num::CountSuit(zone, text)
                | Num::SumSuit(zone, text) => smallvec![N::Zone(zone), N::Text(text)],
                Num::PokerHand(a, b) => smallvec![N::Zone(a), N::Zone(b)],
                Num::Const(_)
                | Num::Var(_)
                | Num::TurnNumber
                | Num::PlayerCount
                | Num::PlayerIndex
                | Num::Direction
                | Num::PlayedIndex
                | Num::MyScore
                | Num::Score(_)
                | Num::TrickWinner(_)
                | Num::TrickCardCount(_)
                | Num::MaxCumulative
                | Num::MinCumulative => Parts::new(),
            },
            N::Bool(id) => bool_parts(self.bools[id.0 as usize]),
            N::Text(id) => match self.texts[id.0 as usize] {
                Text::If(condition, a, b, _) => {
                    smallvec![N::Bool(condition), N::Text(a), N::Text(b)]
                }
                Text::VarNamed(name) => smallvec![N::Text(name)],
                Text::FromAny(any) => smallvec![N::Any(any)],
                Text::CardSuit(zone, index) | Text::CardRankName(zone, index) => {
                    smallvec![N::Zone(zone), N::Num(index)]
                }
                Text::Concat(a, b) => smallvec![N::Any(a), N::Any(b)],
                Text::PokerName(number) => smallvec![N::Num(number)],
                Text::ZoneName(zone) => smallvec![N::Zone(zone)],
                Text::Const(_) | Text::Var(_) | Text::LedSuit(_) => Parts::new(),
            },
            N::Any(id) => match self.anys[id.0 as usize] {
                Any::If(condition, a, b, _) => {
                    smallvec![N::Bool(condition), N::Any(a), N::Any(b)]
                }
                Any::Num(number) => smallvec![N::Num(number)],
                Any::Bool(value) => smallvec![N::Bool(value)],
                Any::Text(text) | Any::Param(text) => smallvec![N::Text(text)],
            },
            N::Zone(id) => match self.zone_exprs[id.0 as usize] {
                ZoneExpr::OfSeat(_, seat) => smallvec![N::Num(seat)],
                ZoneExpr::Named(name) => smallvec![N::Text(name)],
                ZoneExpr::Fixed(_)
                | ZoneExpr::Seat(..)
                | ZoneExpr::Mine(_)
                | ZoneExpr::Current(_) => Parts::new(),
            },
            N::Act(id) => match self.acts[id.0 as usize] {
                Act::Do(effect) => effect_parts(effect),
                Act::Look(any) => smallvec![N::Any(any)],
                Act::If(..) | Act::While(..) | Act::Then(..) | Act::Else(..) => Parts::new(),
            },
        }
    }
}

/// What a condition is worked out from.
pub(crate) fn bool_parts(condition: Bool) -> Parts {
    use Node as N;
    match condition {
        Bool::If(condition, a, b, _) => {
            smallvec![N::Bool(condition), N::Bool(a), N::Bool(b)]
        }
        Bool::Not(a) => smallvec![N::Bool(a)],
        Bool::And(a, b) | Bool::Or(a, b) | Bool::SameTruth(a, b) => {
            smallvec![N::Bool(a), N::Bool(b)]
        }
        Bool::Less(a, b) | Bool::LessOrEqual(a, b) | Bool::NumEqual(a, b) => {
            smallvec![N::Num(a), N::Num(b)]
        }
        Bool::TextEqual(a, b) => smallvec![N::Text(a), N::Text(b)],
        Bool::AnyEqual(a, b) => smallvec![N::Any(a), N::Any(b)],
        Bool::FromAny(any) => smallvec![N::Any(any)],
        Bool::CountIs(zone, _)
        | Bool::TopRankIs(zone, _)
        | Bool::TopSuitIs(zone, _)
        | Bool::PlayedMatchesTop(zone) => smallvec![N::Zone(zone)],
        Bool::PlayedSuitIs(text) => smallvec![N::Text(text)],
        Bool::HasSuit(zone, text) | Bool::HasRank(zone, text) => {
            smallvec![N::Zone(zone), N::Text(text)]
        }
        Bool::HasCard(zone, a, b) => smallvec![N::Zone(zone), N::Text(a), N::Text(b)],
        Bool::CardMatchesTop(zone, index, target) => {
            smallvec![N::Zone(zone), N::Num(index), N::Zone(target)]
        }
        Bool::HasPlayable(a, b) => smallvec![N::Zone(a), N::Zone(b)],
        Bool::HasFlush(zone, number) | Bool::HasStraight(zone, number) => {
            smallvec![N::Zone(zone), N::Num(number)]
        }
        Bool::Const(_)
        | Bool::TextVarIs(..)
        | Bool::PlayedRankIs(_)
        | Bool::Mark(..)
        | Bool::AllPlayersDone
        | Bool::Dealt
        | Bool::Scored
        | Bool::Continue
        | Bool::IsAvailabilityCheck => Parts::new(),
    }
}

/// What an effect is worked out from.
fn effect_parts(effect: Effect) -> Parts {
    use Node as N;
    match effect {
        Effect::Shuffle(zone)
        | Effect::RevealAll(zone)
        | Effect::CollectAllTo(zone)
        | Effect::CollectTrick(_, zone) => smallvec![N::Zone(zone)],
        Effect::Deal(from, to, many)
        | Effect::MoveTop(from, to, many)
        | Effect::Draw(from, to, many) => smallvec![N::Zone(from), N::Zone(to), N::Num(many)],
        Effect::DealAll(from, _, many) => smallvec![N::Zone(from), N::Num(many)],
        Effect::MoveAll(from, to) => smallvec![N::Zone(from), N::Zone(to)],
        Effect::MoveRank(from, to, rank) => smallvec![N::Zone(from), N::Zone(to), N::Text(rank)],
        Effect::FlipTop(zone, many) => smallvec![N::Zone(zone), N::Num(many)],
        Effect::SetFaceUp(zone, index, up) => {
            smallvec![N::Zone(zone), N::Num(index), N::Bool(up)]
        }
        Effect::SetNext(number)
        | Effect::SetLead(number)
        | Effect::SetVar(_, number)
        | Effect::IncVar(_, number) => smallvec![N::Num(number)],
        Effect::SetVarNamed(name, value) | Effect::IncVarNamed(name, value) => {
            smallvec![N::Text(name), N::Num(value)]
        }
        Effect::SetText(_, text) | Effect::Say(text) => smallvec![N::Text(text)],
        Effect::SetTextNamed(name, text) => smallvec![N::Text(name), N::Text(text)],
        Effect::EndTurn
        | Effect::Reverse
        | Effect::SkipNext
        | Effect::CalculateScores
        | Effect::DetermineWinners
        | Effect::AccumulateScores
        | Effect::ResetRound
        | Effect::EndGame => Parts::new(),
    }
}
