//! The parts of a compiled expression: typed nodes that name each other by number.

use parlor_table::Zone;

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
