//! Tokens to a tree, by how tightly signs bind.

use std::ops::Range;

use super::token::{Token, tokens};
use super::{Binary, Expr, Kind, SyntaxError};
use crate::limits::{DEEPEST, MOST_NODES};

/// How deep parentheses may go: they are free, but the stack is not.
const DEEPEST_PARENTHESES: usize = 250;

/// The longest text of an expression, in bytes: a thousand parts fit in easily.
const LONGEST: usize = 20_000;

/// Reads an expression.
pub fn parse(text: &str) -> Result<Expr, SyntaxError> {
    if text.len() > LONGEST {
        return Err(too_complex(0..1, &format!("has more than {LONGEST} bytes")));
    }
    let mut parser = Parser {
        tokens: tokens(text)?,
        next: 0,
        nodes: 0,
        open: 0,
    };
    if parser.peek() == &Token::End {
        return Err(SyntaxError::new(
            0..text.len(),
            "there is no expression here",
        ));
    }
    let (expr, _) = parser.expression(0)?;
    match parser.peek() {
        Token::End => Ok(expr),
        token => {
            let message = format!("after a whole expression comes {}", token.describe());
            let error = SyntaxError::new(parser.span(), message);
            Err(match token {
                Token::Close => error.help("there is one ')' too many"),
                Token::Comma => {
                    error.help("two effects are two entries of the list, each in quotes of its own")
                }
                Token::Name(word) if word == "and" => error.help("did you mean '&&'?"),
                Token::Name(word) if word == "or" => error.help("did you mean '||'?"),
                _ => error.help("put a sign between the two, or a comma if they are arguments"),
            })
        }
    }
}

struct Parser {
    tokens: Vec<(Token, Range<usize>)>,
    next: usize,
    nodes: usize,
    open: usize,
}

/// An expression and how deep it is.
type Parsed = Result<(Expr, usize), SyntaxError>;

impl Parser {
    // The last token is always the end.
    fn peek(&self) -> &Token {
        &self.tokens[self.next.min(self.tokens.len() - 1)].0
    }

    fn span(&self) -> Range<usize> {
        self.tokens[self.next.min(self.tokens.len() - 1)].1.clone()
    }

    fn advance(&mut self) -> (Token, Range<usize>) {
        let token = self.tokens[self.next.min(self.tokens.len() - 1)].clone();
        self.next += 1;
        token
    }

    /// An expression of signs that bind more tightly than `least`.
    fn expression(&mut self, least: u8) -> Parsed {
        self.open += 1;
        if self.open > DEEPEST_PARENTHESES {
            return Err(too_complex(self.span(), "is nested too deeply"));
        }
        let (left, depth) = self.unary()?;
        let parsed = self.signs_after(left, depth, least)?;
        self.open -= 1;
        Ok(parsed)
    }

    /// What an expression becomes with the signs after it that bind more tightly than `least`.
    fn signs_after(&mut self, mut left: Expr, mut depth: usize, least: u8) -> Parsed {
        while let Token::Sign(sign) = *self.peek()
            && sign.strength() > least
        {
            self.advance();
            let (right, right_depth) = self.expression(sign.strength())?;
            depth = depth.max(right_depth) + 1;
            let span = left.span.start..right.span.end;
            left = self.node(
                Kind::Binary(sign, Box::new(left), Box::new(right)),
                span,
                depth,
            )?;
        }
        Ok((left, depth))
    }

    fn unary(&mut self) -> Parsed {
        // Signs before an expression are read in a row: a thousand of them must not fill the stack.
        let mut signs = Vec::new();
        loop {
            let is_not = match self.peek() {
                Token::Not => true,
                Token::Sign(Binary::Minus) => false,
                _ => break,
            };
            signs.push((is_not, self.advance().1.start));
        }
        let (mut expr, mut depth) = self.member()?;
        for (is_not, start) in signs.into_iter().rev() {
            let span = start..expr.span.end;
            let kind = match is_not {
                true => Kind::Not(Box::new(expr)),
                false => Kind::Negative(Box::new(expr)),
            };
            depth += 1;
            expr = self.node(kind, span, depth)?;
        }
        Ok((expr, depth))
    }

    fn member(&mut self) -> Parsed {
        let (expr, depth) = self.primary()?;
        self.members_after(expr, depth)
    }

    fn members_after(&mut self, mut expr: Expr, mut depth: usize) -> Parsed {
        while self.peek() == &Token::Dot {
            self.advance();
            let (token, span) = self.advance();
            let Token::Name(name) = token else {
                let message = format!("after a point comes a name, not {}", token.describe());
                return Err(SyntaxError::new(span, message));
            };
            depth += 1;
            let span = expr.span.start..span.end;
            expr = self.node(Kind::Member(Box::new(expr), name), span, depth)?;
        }
        Ok((expr, depth))
    }

    fn primary(&mut self) -> Parsed {
        let (token, span) = self.advance();
        let kind = match token {
            Token::Number(number) => Kind::Number(number),
            Token::Text(text) => Kind::Text(text),
            Token::Bool(value) => Kind::Bool(value),
            Token::Name(name) if self.peek() == &Token::Open => return self.call(name, span),
            Token::Name(name) => Kind::Name(name),
            Token::Open => return self.parenthesized(span),
            token => {
                let message = format!("here should be a value, not {}", token.describe());
                return Err(SyntaxError::new(span, message));
            }
        };
        Ok((self.node(kind, span, 0)?, 0))
    }

    /// An expression in parentheses. Many that open in a row are read in a row: they must not fill the stack.
    fn parenthesized(&mut self, first: Range<usize>) -> Parsed {
        let mut opened = vec![first];
        while self.peek() == &Token::Open {
            opened.push(self.advance().1);
        }
        let (mut expr, mut depth) = self.expression(0)?;
        while let Some(open) = opened.pop() {
            let end = self.close(&open)?;
            expr.span = open.start..end;
            if !opened.is_empty() {
                (expr, depth) = self.members_after(expr, depth)?;
                (expr, depth) = self.signs_after(expr, depth, 0)?;
            }
        }
        Ok((expr, depth))
    }

    fn call(&mut self, name: String, span: Range<usize>) -> Parsed {
        let open = self.advance().1;
        let (mut args, mut depth) = (Vec::new(), 0);
        if self.peek() != &Token::Close {
            loop {
                let (arg, deep) = self.expression(0)?;
                args.push(arg);
                depth = depth.max(deep);
                if self.peek() != &Token::Comma {
                    break;
                }
                self.advance();
            }
        }
        let end = self.close(&open)?;
        let depth = depth + 1;
        let expr = self.node(Kind::Call(name, args), span.start..end, depth)?;
        Ok((expr, depth))
    }

    /// Goes past a closing parenthesis and says where it ends.
    fn close(&mut self, open: &Range<usize>) -> Result<usize, SyntaxError> {
        match self.advance() {
            (Token::Close, span) => Ok(span.end),
            (Token::End, _) => {
                let error = SyntaxError::new(open.clone(), "this '(' is never closed");
                Err(error.help("add a ')'"))
            }
            (token, span) => {
                let message = format!("here should be ',' or ')', not {}", token.describe());
                Err(SyntaxError::new(span, message))
            }
        }
    }

    fn node(&mut self, kind: Kind, span: Range<usize>, depth: usize) -> Result<Expr, SyntaxError> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return Err(too_complex(
                span,
                &format!("has more than {MOST_NODES} parts"),
            ));
        }
        if depth > DEEPEST {
            return Err(too_complex(
                span,
                &format!("is more than {DEEPEST} levels deep"),
            ));
        }
        Ok(Expr { kind, span })
    }
}

fn too_complex(span: Range<usize>, how: &str) -> SyntaxError {
    SyntaxError {
        too_complex: true,
        ..SyntaxError::new(span, format!("this expression {how}"))
    }
}
