//! Slips that can be played all the same: variables that nothing reads, texts in numbers, suits that no card has.

use std::collections::BTreeSet;

use super::{Compiler, expressions};
use crate::builtins::{Takes, builtin};
use crate::document::{Parameter, Scalar, VariableKind};
use crate::expression::{Binary, Expr, Kind};
use crate::program::TextNumber;
use crate::{Code, Place, Problem};

/// What the expressions of a ruleset read.
#[derive(Default)]
struct Reads {
    names: BTreeSet<String>,
    /// How names begin that are put together in play.
    beginnings: Vec<String>,
}

impl Compiler<'_> {
    pub(super) fn find_slips(&mut self) {
        let all: Vec<(Place, Expr)> = expressions(self.document)
            .into_iter()
            .filter_map(|(place, _)| {
                Some((place.clone(), self.parsed.get(&place.pointer)?.clone()))
            })
            .collect();
        let mut reads = Reads::default();
        for (_, expr) in &all {
            expr.walk(&mut |part| reads.note(part));
        }
        let mut said = BTreeSet::new();
        for (place, expr) in &all {
            let mut problems = Vec::new();
            expr.walk(&mut |part| {
                let at = |part: &Expr| place.within(part.span.clone());
                if let Kind::Call(name, args) = &part.kind {
                    if name != "set_str_var" && set_by(name, args).is_some() {
                        let text = self.text_in_number(place, args);
                        problems.extend(text.map(|text| text.at(at(&args[1]))));
                    }
                    if let Some((variable, name)) = set_by(name, args) {
                        let unread = self.is_unread(name, &reads) && said.insert(name.to_owned());
                        problems
                            .extend(unread.then(|| self.never_read(name, &reads, at(variable))));
                    }
                    problems.extend(
                        self.text_by_name(name, args)
                            .map(|text| text.at(at(&args[0]))),
                    );
                }
                for (word, is_suit) in card_words(part) {
                    if let Kind::Text(text) = &word.kind {
                        problems.extend(self.no_such_card(text, is_suit, at(word)));
                    }
                }
            });
            for problem in problems {
                self.report(problem);
            }
        }
    }

    /// Whether nothing declares or reads a variable, nor is it one that the engine itself reads.
    fn is_unread(&self, name: &str, reads: &Reads) -> bool {
        let known = matches!(name, "lead_player" | "active_suit" | "trump_suit")
            || name.starts_with("cumulative_score_");
        let begins = |beginning: &String| name.starts_with(&**beginning);
        !known
            && !self.declared().any(|declared| declared == name)
            && !reads.names.contains(name)
            && !reads.beginnings.iter().any(begins)
    }

    fn declared(&self) -> impl Iterator<Item = &str> {
        let older = self
            .document
            .initial_variables
            .iter()
            .flatten()
            .map(|(name, _)| name);
        let newer = self
            .document
            .variables
            .iter()
            .flatten()
            .map(|(name, _)| name);
        older.chain(newer).map(|name| &**name)
    }

    fn never_read(&self, name: &str, reads: &Reads, place: Place) -> Problem {
        let message = format!(
            "'{}' is not among the declared variables, and nothing reads it",
            name.escape_debug()
        );
        let known =
            |name: &&str| self.vars.contains_key(*name) || self.text_vars.contains_key(*name);
        let read = reads.names.iter().map(|name| &**name).filter(known);
        let problem = Problem::new(Code::VariableNeverRead, place, message)
            .near(name, self.declared().chain(read));
        match problem.help {
            Some(_) => problem,
            None => problem.help("declare it in 'variables', or leave the effect out"),
        }
    }

    /// A declared number that is set like a text.
    fn text_by_name(&self, call: &str, args: &[Expr]) -> Option<TextInNumber> {
        let ("set_str_var", Some(Kind::Text(name))) = (call, args.first().map(|arg| &arg.kind))
        else {
            return None;
        };
        let older = self.document.initial_variables.iter().flatten();
        let newer = self.document.variables.iter().flatten();
        let number = newer.clone().any(|(other, variable)| {
            let is_number = match variable.kind {
                Some(kind) => kind == VariableKind::Number,
                None => matches!(variable.initial, Scalar::Number(_)),
            };
            other == name && is_number
        });
        let is_number = number || older.map(|(other, _)| other).any(|other| other == name);
        is_number.then(|| TextInNumber {
            message: format!(
                "'{}' is declared as a number: this makes a text of the same name beside it",
                name.escape_debug()
            ),
            help: "declare it with a text as its 'initial', or use set_var with a number".into(),
        })
    }

    /// A choice that is always a text, put into a number.
    fn text_in_number(&self, place: &Place, args: &[Expr]) -> Option<TextInNumber> {
        let Kind::Call(call, chosen) = &args.get(1)?.kind else {
            return None;
        };
        let (
            "get_param",
            [
                Expr {
                    kind: Kind::Text(param),
                    ..
                },
            ],
        ) = (&**call, &**chosen)
        else {
            return None;
        };
        let steps: Vec<&str> = place.pointer.split('/').collect();
        let ["", "phases", phase, "actions", action, ..] = *steps else {
            return None;
        };
        let phase = self.document.phases.get(phase.parse::<usize>().ok()?)?;
        let action = phase.actions.get(action.parse::<usize>().ok()?)?;
        let is_text = match action.params.as_ref()?.get(param)? {
            Parameter::Rank {} | Parameter::Suit {} => true,
            Parameter::Options(options) => options
                .iter()
                .all(|option| matches!(option, Scalar::Text(_))),
            Parameter::Range { .. } | Parameter::Player { .. } => false,
        };
        is_text.then(|| TextInNumber {
            message: format!("what is chosen for '{}' is a text", param.escape_debug()),
            help: "use set_str_var, and get_str_var to read it".into(),
        })
    }

    fn no_such_card(&self, word: &str, is_suit: bool, place: Place) -> Option<Problem> {
        let cards = self.program.cards.iter();
        let words: BTreeSet<TextNumber> = cards
            .map(|card| if is_suit { card.suit } else { card.rank })
            .collect();
        let names = || words.iter().map(|word| self.program.word(*word));
        if word.is_empty() || words.is_empty() || names().any(|name| name == word) {
            return None;
        }
        let what = if is_suit { "suit" } else { "rank" };
        let message = format!(
            "no card of the deck has the {what} '{}'",
            word.escape_debug()
        );
        let problem = Problem::new(Code::NoSuchCard, place, message).near(word, names());
        Some(match problem.help {
            Some(_) => problem,
            None => {
                let names: Vec<&str> = names().take(13).collect();
                problem.help(format!("there are {}", names.join(", ")))
            }
        })
    }
}

/// A text that is put into a number, and what to do about it.
struct TextInNumber {
    message: String,
    help: String,
}

impl TextInNumber {
    fn at(self, place: Place) -> Problem {
        Problem::new(Code::TextInNumber, place, self.message).help(self.help)
    }
}

impl Reads {
    fn note(&mut self, part: &Expr) {
        match &part.kind {
            Kind::Name(name) => {
                self.names.insert(name.clone());
            }
            Kind::Call(name, args) if matches!(&**name, "get_var" | "get_str_var") => {
                match args.first().map(|arg| &arg.kind) {
                    Some(Kind::Text(name)) => {
                        self.names.insert(name.clone());
                    }
                    Some(kind) => self.beginnings.push(beginning(kind)),
                    None => {}
                }
            }
            _ => {}
        }
    }
}

/// How a text begins that is put together; nothing is known of most others.
fn beginning(kind: &Kind) -> String {
    match kind {
        Kind::Call(name, args) if name == "concat" => match args.first().map(|arg| &arg.kind) {
            Some(Kind::Text(text)) => text.clone(),
            Some(kind) => beginning(kind),
            None => String::new(),
        },
        _ => String::new(),
    }
}

/// The variable that an effect sets, if its name is written there.
fn set_by<'e>(call: &str, args: &'e [Expr]) -> Option<(&'e Expr, &'e str)> {
    let sets = matches!(call, "set_var" | "inc_var" | "set_str_var");
    match args {
        [
            variable @ Expr {
                kind: Kind::Text(name),
                ..
            },
            ..,
        ] if sets => Some((variable, name)),
        _ => None,
    }
}

/// The parts of an expression that should be a suit (true) or a rank (false) of the deck.
fn card_words(part: &Expr) -> Vec<(&Expr, bool)> {
    match &part.kind {
        Kind::Call(name, args) => {
            let takes = builtin(name).map_or(&[][..], |builtin| builtin.takes);
            let words = args
                .iter()
                .zip(takes)
                .filter_map(|(arg, takes)| match takes {
                    Takes::Suit => Some((arg, true)),
                    Takes::Rank => Some((arg, false)),
                    _ => None,
                });
            words.collect()
        }
        Kind::Binary(Binary::Equal | Binary::Unequal, left, right) => {
            let asks = |side: &Expr| match &side.kind {
                Kind::Call(name, _) => match &**name {
                    "card_suit" | "top_card_suit" | "led_card_suit" => Some(true),
                    "card_rank_name" | "top_card_rank_name" => Some(false),
                    _ => None,
                },
                _ => None,
            };
            let sides = [(left, right), (right, left)];
            let words = sides
                .into_iter()
                .filter_map(|(asked, word)| Some((&**word, asks(asked)?)));
            words.collect()
        }
        _ => Vec::new(),
    }
}
