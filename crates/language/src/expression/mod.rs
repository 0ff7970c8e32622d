//! The language of conditions and effects: text to a tree with spans.

mod parse;
mod token;

use std::ops::Range;

pub use parse::parse;

/// An expression.
///
/// ```
/// use parlor_language::expression::{Kind, parse};
/// let sum = parse("1 + hand_size(my.hand)").unwrap();
/// let mut calls = 0;
/// sum.walk(&mut |part| calls += usize::from(matches!(part.kind, Kind::Call(..))));
/// assert_eq!((calls, sum.span), (1, 0..22));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: Kind,
    /// The bytes of the text that it is made of.
    pub span: Range<usize>,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `2.5`.
    Number(f64),
    /// `"hearts"`.
    Text(String),
    /// `true`.
    Bool(bool),
    /// A name, perhaps with a number: `draw_pile`, `hand:0`.
    Name(String),
    /// `current_player.hand`.
    Member(Box<Expr>, String),
    /// `draw(deck, hand, 1)`.
    Call(String, Vec<Expr>),
    /// Two expressions with a sign between them.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `!over`.
    Not(Box<Expr>),
    /// `-1`.
    Negative(Box<Expr>),
}

/// A sign between two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// `||`.
    Or,
    /// `&&`.
    And,
    /// `==`.
    Equal,
    /// `!=`.
    Unequal,
    /// `<`.
    Less,
    /// `>`.
    Greater,
    /// `<=`.
    LessOrEqual,
    /// `>=`.
    GreaterOrEqual,
    /// `+`.
    Plus,
    /// `-`.
    Minus,
    /// `*`.
    Times,
    /// `/`.
    Divided,
    /// `%`.
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
pub struct SyntaxError {
    /// The bytes that are wrong.
    pub span: Range<usize>,
    /// What is wrong with them.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// Whether it is too large rather than wrong.
    pub too_complex: bool,
}

impl SyntaxError {
    /// An error.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> SyntaxError {
        SyntaxError {
            span,
            message: message.into(),
            help: None,
            too_complex: false,
        }
    }

    /// With what to do about it.
    #[must_use]
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
