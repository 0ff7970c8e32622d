//! From expressions to numbers, conditions and names.

use std::cmp::Ordering;

use parlor_language::expression::{Binary, Expr, Kind, parse};
use parlor_language::{Code, Place, Problem};
use parlor_table::Named;

use crate::code::{Base, Fits, Num, Ref, Slot, Test, Via, Work};
use crate::compile::Compiler;
use crate::registers::IT;

/// What an expression is.
enum Meaning {
    Number(Num),
    Test(Test),
    Targets(Ref),
}

impl Compiler<'_> {
    pub fn number(&mut self, text: &str, place: &Place) -> Num {
        let meaning = self.parsed(text, place);
        match meaning {
            Some(Meaning::Number(number)) => number,
            Some(_) => {
                self.add(Code::TypeMismatch, place, format!("'{text}' is no number"));
                Num::Const(0)
            }
            None => Num::Const(0),
        }
    }

    pub fn test(&mut self, text: &str, place: &Place) -> Test {
        match self.parsed(text, place) {
            Some(Meaning::Test(test)) => test,
            Some(_) => {
                let problem = self.add(
                    Code::TypeMismatch,
                    place,
                    format!("'{text}' is no condition"),
                );
                problem.expected = Some("something that holds or does not: 'you.life < 5'".into());
                Test::Const(false)
            }
            None => Test::Const(false),
        }
    }

    pub fn reference(&mut self, text: &str, place: &Place) -> Ref {
        match self.parsed(text, place) {
            Some(Meaning::Targets(targets)) => targets,
            Some(_) => {
                let problem = self.add(
                    Code::TypeMismatch,
                    place,
                    format!("'{text}' is neither pieces nor seats"),
                );
                problem.expected = Some("a name such as 'target' or 'it.controller'".into());
                nothing()
            }
            None => nothing(),
        }
    }

    fn parsed(&mut self, text: &str, place: &Place) -> Option<Meaning> {
        match parse(text) {
            Ok(expr) => self.meaning(&expr, place),
            Err(error) => {
                let code = match error.too_complex {
                    true => Code::TooComplex,
                    false => Code::Syntax,
                };
                let mut problem = Problem::new(code, place.within(error.span), error.message);
                problem.help = error.help;
                self.problems.push(problem);
                None
            }
        }
    }

    fn meaning(&mut self, expr: &Expr, place: &Place) -> Option<Meaning> {
        let here = place.within(expr.span.clone());
        Some(match &expr.kind {
            Kind::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => {
                Meaning::Number(Num::Const(*number as i64))
            }
            Kind::Number(_) => {
                self.add(
                    Code::TypeMismatch,
                    &here,
                    "effects count in whole numbers".into(),
                );
                return None;
            }
            Kind::Bool(holds) => Meaning::Test(Test::Const(*holds)),
            Kind::Text(_) => {
                self.add(Code::TypeMismatch, &here, "a text is of no use here".into());
                return None;
            }
            Kind::Name(name) => return self.name_means(name, &here),
            Kind::Member(of, name) => {
                let Meaning::Targets(of) = self.meaning(of, place)? else {
                    self.add(
                        Code::TypeMismatch,
                        &here,
                        format!("what is before '.{name}' is neither pieces nor seats"),
                    );
                    return None;
                };
                return self.member(of, name, &here);
            }
            Kind::Call(name, args) => return self.call(name, args, place, &here),
            Kind::Negative(of) => {
                let of = self.part(of, place)?;
                Meaning::Number(Num::Work(Work::Minus, Box::new((Num::Const(0), of))))
            }
            Kind::Not(of) => Meaning::Test(Test::Not(Box::new(self.condition(of, place)?))),
            Kind::Binary(binary, left, right) => {
                return self.binary(*binary, left, right, place, &here);
            }
        })
    }

    fn name_means(&mut self, name: &str, here: &Place) -> Option<Meaning> {
        let base = |base| {
            Some(Meaning::Targets(Ref {
                base,
                via: Vec::new(),
            }))
        };
        match name {
            "it" if self.scope.filters => return base(Base::Candidate),
            "opponents" => return base(Base::Opponents),
            "everyone" => return base(Base::Everyone),
            _ => {}
        }
        let mut names = self.scope.names.iter().rev();
        if let Some((_, register)) = names.find(|(own, _)| own == name) {
            return match self.holds_targets(*register) {
                true => base(Base::Register(*register)),
                false => Some(Meaning::Number(Num::Register(*register))),
            };
        }
        if let Some(Named::Value(value)) = self.scope.schema.named(name) {
            return Some(Meaning::Number(Num::Slot(Box::new(Slot::Table(value)))));
        }
        let declared = self
            .scope
            .schema
            .names()
            .filter_map(|(name, named)| match named {
                Named::Value(_) => Some(name),
                _ => None,
            });
        let bound = self.scope.names.iter().map(|(name, _)| &**name);
        let known: Vec<&str> = bound
            .chain(declared)
            .chain(["opponents", "everyone"])
            .collect();
        let problem = Problem::new(
            Code::UnknownName,
            here.clone(),
            format!("'{name}' means nothing here"),
        );
        let problem = problem.near(name, known);
        self.problems.push(problem);
        None
    }

    fn member(&mut self, mut of: Ref, name: &str, here: &Place) -> Option<Meaning> {
        let via = match name {
            "owner" => Some(Via::Owner),
            "controller" => Some(Via::Controller),
            "host" => Some(Via::Host),
            "attached" => Some(Via::Attached),
            _ => None,
        };
        if let Some(via) = via {
            of.via.push(via);
            return Some(Meaning::Targets(of));
        }
        let slot = match self.scope.schema.named(name) {
            Some(Named::Attribute(stat) | Named::Printed(stat)) => Slot::Pieces(of, stat),
            Some(Named::SeatValue(value)) => Slot::Seats(of, value),
            _ => {
                let names = self
                    .scope
                    .schema
                    .names()
                    .filter_map(|(name, named)| match named {
                        Named::Attribute(_) | Named::Printed(_) | Named::SeatValue(_) => Some(name),
                        _ => None,
                    });
                let known: Vec<&str> = names
                    .chain(["owner", "controller", "host", "attached"])
                    .collect();
                let message = format!("neither pieces nor seats have '{name}'");
                let problem =
                    Problem::new(Code::UnknownName, here.clone(), message).near(name, known);
                self.problems.push(problem);
                return None;
            }
        };
        Some(Meaning::Number(Num::Slot(Box::new(slot))))
    }

    fn call(&mut self, name: &str, args: &[Expr], place: &Place, here: &Place) -> Option<Meaning> {
        match (name, args) {
            ("min" | "max", [_, _, ..]) => {
                let mut all = Vec::with_capacity(args.len());
                for arg in args {
                    all.push(self.part(arg, place)?);
                }
                Some(Meaning::Number(match name {
                    "min" => Num::Least(all),
                    _ => Num::Most(all),
                }))
            }
            ("count", [zone, more @ ..]) if more.len() <= 2 => {
                let fits = self.lying(zone, more, place)?;
                Some(Meaning::Number(Num::Count(Box::new(fits))))
            }
            ("sum", [stat, zone, more @ ..]) if more.len() <= 2 => {
                let stat = match &stat.kind {
                    Kind::Name(name) => self.scope.schema.named(name),
                    _ => None,
                };
                let Some(Named::Attribute(stat) | Named::Printed(stat)) = stat else {
                    self.add(
                        Code::TypeMismatch,
                        here,
                        "sum() begins with a number that pieces have".into(),
                    );
                    return None;
                };
                let fits = self.lying(zone, more, place)?;
                Some(Meaning::Number(Num::Sum(Box::new(fits), stat)))
            }
            ("size", [of]) => Some(Meaning::Number(Num::Size(self.targets(of, place)?))),
            ("any", [of]) => Some(Meaning::Test(Test::Any(self.targets(of, place)?))),
            (
                "is",
                [
                    of,
                    Expr {
                        kind: Kind::Text(kind),
                        span,
                    },
                ],
            ) => {
                let of = self.targets(of, place)?;
                let kind = self.kind(kind, &place.within(span.clone()))?;
                Some(Meaning::Test(Test::Is(of, kind)))
            }
            (
                "in",
                [
                    of,
                    Expr {
                        kind: Kind::Name(zone),
                        span,
                    },
                ],
            ) => {
                let of = self.targets(of, place)?;
                let zone = self.zone(zone, &place.within(span.clone()))?;
                Some(Meaning::Test(Test::In(of, zone)))
            }
            _ => {
                let known = ["min", "max", "count", "sum", "size", "any", "is", "in"];
                let problem = match known.contains(&name) {
                    true => Problem::new(
                        Code::WrongArguments,
                        here.clone(),
                        format!("{name}() is used in another way"),
                    )
                    .expected(usage(name)),
                    false => Problem::new(
                        Code::UnknownBuiltin,
                        here.clone(),
                        format!("there is no '{name}()'"),
                    )
                    .near(name, known),
                };
                self.problems.push(problem);
                None
            }
        }
    }

    /// `zone, whose, "kind"`.
    fn lying(&mut self, zone: &Expr, more: &[Expr], place: &Place) -> Option<Fits> {
        let Kind::Name(name) = &zone.kind else {
            self.add(
                Code::TypeMismatch,
                &place.within(zone.span.clone()),
                "this is no zone".into(),
            );
            return None;
        };
        let zone = self.zone(name, &place.within(zone.span.clone()))?;
        let mut of = Ref {
            base: Base::Everyone,
            via: Vec::new(),
        };
        let mut kind = None;
        for part in more {
            match &part.kind {
                Kind::Text(text) => kind = Some(self.kind(text, &place.within(part.span.clone()))?),
                _ => of = self.targets(part, place)?,
            }
        }
        Some(Fits {
            zone,
            of,
            kind,
            by: None,
            filter: None,
            other: false,
        })
    }

    fn binary(
        &mut self,
        binary: Binary,
        left: &Expr,
        right: &Expr,
        place: &Place,
        here: &Place,
    ) -> Option<Meaning> {
        let work = match binary {
            Binary::Plus => Some(Work::Plus),
            Binary::Minus => Some(Work::Minus),
            Binary::Times => Some(Work::Times),
            Binary::Divided => Some(Work::Divided),
            Binary::Remainder => Some(Work::Remainder),
            _ => None,
        };
        if let Some(work) = work {
            let both = (self.part(left, place)?, self.part(right, place)?);
            return Some(Meaning::Number(Num::Work(work, Box::new(both))));
        }
        if let Binary::And | Binary::Or = binary {
            let both = Box::new((self.condition(left, place)?, self.condition(right, place)?));
            return Some(Meaning::Test(match binary {
                Binary::And => Test::And(both),
                _ => Test::Or(both),
            }));
        }
        let test = match (self.meaning(left, place)?, self.meaning(right, place)?) {
            (Meaning::Targets(one), Meaning::Targets(other)) => match binary {
                Binary::Equal => Test::Same(one, other),
                Binary::Unequal => Test::Not(Box::new(Test::Same(one, other))),
                _ => {
                    self.add(
                        Code::TypeMismatch,
                        here,
                        "pieces and seats are only equal or not".into(),
                    );
                    return None;
                }
            },
            (Meaning::Number(one), Meaning::Number(other)) => {
                let both = Box::new((one, other));
                match binary {
                    Binary::Less => Test::Compare(Ordering::Less, false, both),
                    Binary::LessOrEqual => Test::Compare(Ordering::Less, true, both),
                    Binary::Greater => Test::Compare(Ordering::Greater, false, both),
                    Binary::GreaterOrEqual => Test::Compare(Ordering::Greater, true, both),
                    Binary::Unequal => {
                        Test::Not(Box::new(Test::Compare(Ordering::Equal, false, both)))
                    }
                    _ => Test::Compare(Ordering::Equal, false, both),
                }
            }
            _ => {
                self.add(
                    Code::TypeMismatch,
                    here,
                    "two things of different types are compared".into(),
                );
                return None;
            }
        };
        Some(Meaning::Test(test))
    }

    fn part(&mut self, expr: &Expr, place: &Place) -> Option<Num> {
        match self.meaning(expr, place)? {
            Meaning::Number(number) => Some(number),
            _ => {
                self.add(
                    Code::TypeMismatch,
                    &place.within(expr.span.clone()),
                    "this is no number".into(),
                );
                None
            }
        }
    }

    fn condition(&mut self, expr: &Expr, place: &Place) -> Option<Test> {
        match self.meaning(expr, place)? {
            Meaning::Test(test) => Some(test),
            _ => {
                self.add(
                    Code::TypeMismatch,
                    &place.within(expr.span.clone()),
                    "this is no condition".into(),
                );
                None
            }
        }
    }

    fn targets(&mut self, expr: &Expr, place: &Place) -> Option<Ref> {
        match self.meaning(expr, place)? {
            Meaning::Targets(of) => Some(of),
            _ => {
                let message = "these are neither pieces nor seats".into();
                self.add(
                    Code::TypeMismatch,
                    &place.within(expr.span.clone()),
                    message,
                );
                None
            }
        }
    }
}

/// What stands in for a name that means nothing: the effect is not used.
fn nothing() -> Ref {
    Ref {
        base: Base::Register(IT),
        via: Vec::new(),
    }
}

fn usage(name: &str) -> &'static str {
    match name {
        "count" => "count(field), count(field, you) or count(field, you, \"creature\")",
        "sum" => {
            "sum(power, field), sum(power, field, you) or sum(power, field, you, \"creature\")"
        }
        "size" => "size(targets)",
        "any" => "any(targets)",
        "is" => "is(it, \"creature\")",
        "in" => "in(it, field)",
        "min" => "min(a, b)",
        _ => "max(a, b)",
    }
}
