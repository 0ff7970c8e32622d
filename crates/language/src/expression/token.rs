//! Text to tokens.

use std::ops::Range;

use super::{Binary, SyntaxError};

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(f64),
    Text(String),
    Bool(bool),
    Name(String),
    Sign(Binary),
    Not,
    Open,
    Close,
    Comma,
    Dot,
    End,
}

impl Token {
    /// How a message names it.
    pub fn describe(&self) -> String {
        match self {
            Token::Number(number) => format!("the number {number}"),
            Token::Text(_) => "a text".into(),
            Token::Bool(value) => format!("'{value}'"),
            Token::Name(name) => format!("'{name}'"),
            Token::Sign(sign) => format!("'{}'", sign.sign()),
            Token::Not => "'!'".into(),
            Token::Open => "'('".into(),
            Token::Close => "')'".into(),
            Token::Comma => "','".into(),
            Token::Dot => "'.'".into(),
            Token::End => "the end".into(),
        }
    }
}

/// All tokens with their places, the end last.
pub(super) fn tokens(text: &str) -> Result<Vec<(Token, Range<usize>)>, SyntaxError> {
    let mut scanner = Scanner { text, at: 0 };
    let mut tokens = Vec::new();
    loop {
        scanner.skip_while(|c| matches!(c, ' ' | '\t' | '\n' | '\r'));
        let start = scanner.at;
        let token = scanner.next()?;
        let is_end = token == Token::End;
        tokens.push((token, start..scanner.at));
        if is_end {
            return Ok(tokens);
        }
    }
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn skip_while(&mut self, like: impl Fn(char) -> bool) {
        let rest = &self.text[self.at..];
        self.at += rest.find(|c| !like(c)).unwrap_or(rest.len());
    }

    /// Goes past this text if it comes next.
    fn eat(&mut self, text: &str) -> bool {
        let found = self.text[self.at..].starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    fn next(&mut self) -> Result<Token, SyntaxError> {
        let start = self.at;
        let Some(c) = self.peek() else {
            return Ok(Token::End);
        };
        match c {
            '0'..='9' => return self.number(),
            'a'..='z' | 'A'..='Z' | '_' => return Ok(self.name()),
            '"' | '\'' => return self.quoted(c),
            _ => {}
        }
        let signs = [
            ("||", Token::Sign(Binary::Or)),
            ("&&", Token::Sign(Binary::And)),
            ("==", Token::Sign(Binary::Equal)),
            ("!=", Token::Sign(Binary::Unequal)),
            ("<=", Token::Sign(Binary::LessOrEqual)),
            (">=", Token::Sign(Binary::GreaterOrEqual)),
            ("<", Token::Sign(Binary::Less)),
            (">", Token::Sign(Binary::Greater)),
            ("+", Token::Sign(Binary::Plus)),
            ("-", Token::Sign(Binary::Minus)),
            ("*", Token::Sign(Binary::Times)),
            ("/", Token::Sign(Binary::Divided)),
            ("%", Token::Sign(Binary::Remainder)),
            ("!", Token::Not),
            ("(", Token::Open),
            (")", Token::Close),
            (",", Token::Comma),
            (".", Token::Dot),
        ];
        for (text, token) in signs {
            if self.eat(text) {
                return Ok(token);
            }
        }
        self.at += c.len_utf8();
        let error = SyntaxError::new(
            start..self.at,
            format!("'{}' means nothing here", c.escape_debug()),
        );
        Err(match c {
            '=' | '&' | '|' => error.help(format!("did you mean '{c}{c}'?")),
            ';' => error.help("two effects are two entries of the list, each in quotes of its own"),
            '?' => error.help("a choice is written if(condition, then, else)"),
            _ => error,
        })
    }

    fn number(&mut self) -> Result<Token, SyntaxError> {
        let start = self.at;
        self.skip_while(|c| c.is_ascii_digit());
        if self.eat(".") {
            let fraction = self.at;
            self.skip_while(|c| c.is_ascii_digit());
            if self.at == fraction {
                let error = SyntaxError::new(start..self.at, "a number ends in a point");
                return Err(error.help("write a digit after the point, or remove it"));
            }
        }
        match self.text[start..self.at].parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Token::Number(number)),
            _ => Err(SyntaxError::new(start..self.at, "this number is too large")),
        }
    }

    /// A name, and the number of a player after a colon: `hand:0`.
    fn name(&mut self) -> Token {
        let start = self.at;
        self.skip_while(|c| c.is_ascii_alphanumeric() || c == '_');
        let mut after = self.text[self.at..].chars();
        if after.next() == Some(':') && after.next().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
            self.skip_while(|c| c.is_ascii_digit());
        }
        match &self.text[start..self.at] {
            "true" => Token::Bool(true),
            "false" => Token::Bool(false),
            name => Token::Name(name.into()),
        }
    }

    fn quoted(&mut self, quote: char) -> Result<Token, SyntaxError> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let Some(c) = self.peek() else {
                let error = SyntaxError::new(start..self.at, "a text has no end");
                return Err(error.help(format!("close it with {quote}")));
            };
            self.at += c.len_utf8();
            match c {
                c if c == quote => return Ok(Token::Text(text)),
                '\\' => {
                    if let Some(escaped) = self.peek() {
                        self.at += escaped.len_utf8();
                        text.push(match escaped {
                            'n' => '\n',
                            't' => '\t',
                            other => other,
                        });
                    }
                }
                c => text.push(c),
            }
        }
    }
}
