//! Which parts of a condition ask which card is played: the others are the same for every card.

use super::Compiler;
use crate::nodes::bool_parts;
use crate::program::*;

impl Compiler<'_> {
    /// Whether a condition asks which card it is.
    pub(super) fn bool_asks(&self, id: BoolId) -> bool {
        self.question_asks(self.program.bools[id.0 as usize])
    }

    /// Whether a question asks which card it is.
    pub(super) fn question_asks(&self, question: Bool) -> bool {
        let itself = matches!(
            question,
            Bool::PlayedMatchesTop(_) | Bool::PlayedRankIs(_) | Bool::PlayedSuitIs(_)
        );
        itself || bool_parts(question).into_iter().any(|part| self.asks(part))
    }

    fn asks(&self, node: Node) -> bool {
        match node {
            Node::Bool(id) => self.bool_asks(id),
            Node::Num(id) if self.program.nums[id.0 as usize] == Num::PlayedIndex => true,
            _ => {
                let mut parts = self.program.parts(node).into_iter();
                parts.any(|part| self.asks(part))
            }
        }
    }
}
