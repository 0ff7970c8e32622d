//! The language of conditions and effects: text to a tree with spans.

mod parse;
mod token;

use std::ops::Range;

pub(crate) use parse::parse;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Expr {
    pub kind: Kind,
    /// The bytes of the text that it is made of.
    pub span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Number(f64),
    Text(String),
    Bool(bool),
    /// A name, perhaps with a number: `draw_pile`, `hand:0`.
    Name(String),
    /// `current_player.hand`.
    Member(Box<Expr>, String),
    Call(String, Vec<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Negative(Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    Greater,
    LessOrEqual,
    GreaterOrEqual,
    Plus,
    Minus,
    Times,
    Divided,
    Remainder,
}

impl Binary {
    /// How it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Binary::Or => "||",
            Binary::And => "&&",
            Binary::Equal => "==",
            Binary::Unequal => "!=",
            Binary::Less => "<",
            Binary::Greater => ">",
            Binary::LessOrEqual => "<=",
            Binary::GreaterOrEqual => ">=",
            Binary::Plus => "+",
            Binary::Minus => "-",
            Binary::Times => "*",
            Binary::Divided => "/",
            Binary::Remainder => "%",
        }
    }

    /// How tightly it binds.
    pub fn strength(self) -> u8 {
        match self {
            Binary::Or => 1,
            Binary::And => 2,
            Binary::Equal | Binary::Unequal => 3,
            Binary::Less | Binary::Greater | Binary::LessOrEqual | Binary::GreaterOrEqual => 4,
            Binary::Plus | Binary::Minus => 5,
            Binary::Times | Binary::Divided | Binary::Remainder => 6,
        }
    }
}

/// Why an expression cannot be read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SyntaxError {
    pub span: Range<usize>,
    pub message: String,
    pub help: Option<String>,
    /// Whether it is too large rather than wrong.
    pub too_complex: bool,
}

impl SyntaxError {
    pub fn new(span: Range<usize>, message: impl Into<String>) -> SyntaxError {
        SyntaxError {
            span,
            message: message.into(),
            help: None,
            too_complex: false,
        }
    }

    pub fn help(mut self, help: impl Into<String>) -> SyntaxError {
        self.help = Some(help.into());
        self
    }
}

impl Expr {
    /// Calls `look` on this expression and all its parts.
    pub fn walk<'e>(&'e self, look: &mut impl FnMut(&'e Expr)) {
        look(self);
        match &self.kind {
            Kind::Number(_) | Kind::Text(_) | Kind::Bool(_) | Kind::Name(_) => {}
            Kind::Member(of, _) | Kind::Not(of) | Kind::Negative(of) => of.walk(look),
            Kind::Call(_, args) => args.iter().for_each(|arg| arg.walk(look)),
            Kind::Binary(_, left, right) => {
                left.walk(look);
                right.walk(look);
            }
        }
    }
}

#[cfg(test)]
mod tests;
