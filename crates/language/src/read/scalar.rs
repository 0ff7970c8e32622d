//! Reads numbers and the three words that are values.

use parlor_core::nearest;

use super::parse::{Fault, Parser, with_help};
use super::tree::Content;
use crate::Code;
use crate::problem::shown;

impl<'s> Parser<'s> {
    pub(super) fn number(&mut self) -> Result<f64, Fault> {
        let start = self.at;
        if let Some(number) = self.short_number() {
            return Ok(number);
        }
        let digits = self.source[start..].bytes();
        let length = digits
            .take_while(|byte| byte.is_ascii_alphanumeric() || b"+-._".contains(byte))
            .count();
        self.at += length;
        let written = &self.source[start..self.at];
        if !is_number(written) {
            let fault = self.fault(
                start,
                self.at,
                format!("'{}' is not a number", shown(written)),
            );
            let expected = "a number, like `-3`, `2.5` or `1e6`, without a zero in front";
            return Err(Box::new(fault.expected(expected)));
        }
        match written.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            _ => {
                let mut fault = self.fault(
                    start,
                    self.at,
                    format!("the number {} is too large", shown(written)),
                );
                fault.code = Code::OutOfRange;
                Err(Box::new(fault.expected("a number below 1.8e308")))
            }
        }
    }

    /// A whole number of a few digits, which is what nearly all numbers are.
    fn short_number(&mut self) -> Option<f64> {
        let rest = &self.source.as_bytes()[self.at..];
        let digits = rest
            .iter()
            .take(16)
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let ends = rest
            .get(digits)
            .is_none_or(|byte| matches!(byte, b',' | b']' | b'}' | b' ' | b'\n'));
        let plain = (1..16).contains(&digits) && ends && (digits == 1 || rest[0] != b'0');
        let number = rest[..digits]
            .iter()
            .fold(0, |number, digit| number * 10 + u64::from(digit - b'0'));
        plain.then(|| {
            self.at += digits;
            number as f64
        })
    }

    pub(super) fn word(&mut self) -> Result<Content, Fault> {
        let start = self.at;
        let word = self.bare_word();
        let content = match word {
            "true" => Content::Bool(true),
            "false" => Content::Bool(false),
            "null" => Content::Null,
            _ => {
                let (message, end) = match (word, self.peek()) {
                    ("", None) => ("the file ends where a value should be".to_owned(), start),
                    ("", Some(b',' | b'}' | b']' | b':')) => {
                        ("a value is missing".to_owned(), start + 1)
                    }
                    ("", Some(_)) => ("no value begins like this".to_owned(), self.letter_end()),
                    (word, _) => (
                        format!("{} is not a value", shown(word)),
                        start + word.len(),
                    ),
                };
                let fault = self.fault(start, end, message);
                let near = nearest(word, ["true", "false", "null"]);
                let help = match near {
                    Some(near) => Some(format!("did you mean `{near}`?")),
                    None if word.starts_with('\'') => Some("texts are in double quotes".to_owned()),
                    None if word.is_empty() => None,
                    None => Some(format!("write \"{}\" if a text is meant", shown(word))),
                };
                let expected = "an object, a list, a text in double quotes, a number, `true`, `false` or `null`";
                return Err(Box::new(with_help(fault.expected(expected), help)));
            }
        };
        self.at += word.len();
        Ok(content)
    }

    /// The letters, digits and single quotes that stand here without double quotes.
    pub(super) fn bare_word(&self) -> &'s str {
        let rest = &self.source[self.at..];
        let end = rest.find(|letter: char| !(letter.is_alphanumeric() || "_$-'.".contains(letter)));
        &rest[..end.unwrap_or(rest.len())]
    }
}

/// Whether this is a number as JSON writes it.
fn is_number(written: &str) -> bool {
    fn digits(text: &str) -> bool {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
    }
    let (number, exponent) = match written.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, Some(exponent)),
        None => (written, None),
    };
    let number = number.strip_prefix('-').unwrap_or(number);
    let (whole, fraction) = match number.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (number, None),
    };
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent
            .is_none_or(|exponent| digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)))
}
