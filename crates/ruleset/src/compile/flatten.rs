//! Conditions as questions of which each leads to the next: no tree is walked in play.

use super::Compiler;
use crate::program::*;
use crate::run::MOST_ONCE;

/// What is known of the card that is about to be played.
#[derive(Default)]
struct CardOnly {
    /// The zone that it lies in, if there is just one.
    from: Option<u8>,
    is_certain: bool,
    slots: u8,
}

impl Compiler<'_> {
    /// A condition as questions.
    pub(super) fn flatten(&mut self, tree: BoolId) -> Condition {
        let first = self.lead(tree, TestId::HOLDS, TestId::FAILS, &mut CardOnly::default());
        Condition { tree, first }
    }

    /// The condition of `play_card` for a certain card: what is the same for all cards is asked once.
    pub(super) fn flatten_for_card(&mut self, tree: BoolId, from: &[u8]) -> TestId {
        let mut card = CardOnly {
            from: from.first().copied().filter(|_| from.len() == 1),
            is_certain: true,
            slots: 0,
        };
        self.lead(tree, TestId::HOLDS, TestId::FAILS, &mut card)
    }

    /// The first question of a part, which leads to `yes` or to `no`. The last questions are made first.
    fn lead(&mut self, id: BoolId, yes: TestId, no: TestId, card: &mut CardOnly) -> TestId {
        match self.program.bools[id.0 as usize] {
            Bool::Const(true) => yes,
            Bool::Const(false) => no,
            Bool::IsAvailabilityCheck if card.is_certain => no,
            Bool::Not(of) => self.lead(of, no, yes, card),
            Bool::And(a, b) => {
                let then = self.lead(b, yes, no, card);
                self.lead(a, then, no, card)
            }
            Bool::Or(a, b) => {
                let other = self.lead(b, yes, no, card);
                self.lead(a, yes, other, card)
            }
            Bool::If(condition, a, b, branch) => {
                let then = self.lead(a, yes, no, card);
                let then = self.ask(Bool::Mark(branch, true), then, then, None);
                let other = self.lead(b, yes, no, card);
                let other = self.ask(Bool::Mark(branch, false), other, other, None);
                self.lead(condition, then, other, card)
            }
            question => self.leaf(question, yes, no, card),
        }
    }

    fn leaf(&mut self, question: Bool, yes: TestId, no: TestId, card: &mut CardOnly) -> TestId {
        let num = |id: NumId| self.program.nums[id.0 as usize];
        let text = |id: TextId| self.program.texts[id.0 as usize];
        // A certain card has a position.
        if card.is_certain
            && let Bool::NumEqual(a, b) = question
            && let (Num::PlayedIndex, Num::Const(number)) | (Num::Const(number), Num::PlayedIndex) =
                (num(a), num(b))
            && number < 0.0
        {
            return no;
        }
        // None of a rank: the same as not having one, but found out sooner.
        if let Bool::NumEqual(a, b) = question
            && let (Num::CountRank(zone, rank), Num::Const(0.0)) = (num(a), num(b))
        {
            return self.leaf(Bool::HasRank(zone, rank), no, yes, card);
        }
        let question = match question {
            Bool::TextEqual(a, b) => match (text(a), text(b)) {
                (Text::Var(var), Text::Const(word)) | (Text::Const(word), Text::Var(var)) => {
                    Bool::TextVarIs(var, word)
                }
                (Text::CardRankName(zone, index), Text::Const(word)) => match num(index) {
                    Num::PlayedIndex if self.holds_card(zone, card) => Bool::PlayedRankIs(word),
                    Num::Const(0.0) => Bool::TopRankIs(zone, word),
                    _ => question,
                },
                (Text::CardSuit(zone, index), other) => match (num(index), other) {
                    (Num::PlayedIndex, _) if self.holds_card(zone, card) => Bool::PlayedSuitIs(b),
                    (Num::Const(0.0), Text::Const(word)) => Bool::TopSuitIs(zone, word),
                    _ => question,
                },
                _ => question,
            },
            question => question,
        };
        let same =
            card.is_certain && !self.question_asks(question) && usize::from(card.slots) < MOST_ONCE;
        let once = same.then_some(card.slots);
        card.slots += u8::from(same);
        self.ask(question, yes, no, once)
    }

    /// Whether a zone is the one from which the card is played.
    fn holds_card(&self, zone: ZoneId, card: &CardOnly) -> bool {
        match self.program.zone_exprs[zone.0 as usize] {
            ZoneExpr::Mine(mine) => {
                card.from.is_some() && self.program.mine[usize::from(mine)].kind == card.from
            }
            _ => false,
        }
    }

    fn ask(&mut self, ask: Bool, yes: TestId, no: TestId, once: Option<u8>) -> TestId {
        self.program.tests.push(Test { ask, yes, no, once });
        TestId(self.program.tests.len() as u16 - 1)
    }
}
