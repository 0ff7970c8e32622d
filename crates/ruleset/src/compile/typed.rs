//! Expressions to typed nodes: what a name means, what type a part has, whether it may stand where it stands.

use super::{Compiler, Context};
use crate::Code;
use crate::builtins::builtin;
use crate::expression::{Binary, Expr, Kind};
use crate::program::*;

/// A part of an expression by its type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Typed {
    Num(NumId),
    Bool(BoolId),
    Text(TextId),
    Any(AnyId),
    Zone(ZoneId),
    /// The name of a zone that each player has.
    Each(u8),
    /// It changes the game.
    Act(ActId),
    /// `current_player` itself.
    Player,
    /// It is wrong, and that has been said.
    Bad,
}

impl Typed {
    fn word(self) -> &'static str {
        match self {
            Typed::Num(_) => "a number",
            Typed::Bool(_) => "true or false",
            Typed::Text(_) => "a text",
            Typed::Any(_) => "a number or a text",
            Typed::Zone(_) | Typed::Each(_) => "a zone",
            Typed::Act(_) => "an effect",
            Typed::Player => "a player",
            Typed::Bad => "wrong",
        }
    }
}

macro_rules! add {
    ($($function:ident $list:ident $node:ident $id:ident)*) => {
        $(pub(super) fn $function(&mut self, node: $node) -> $id {
            self.program.$list.push(node);
            self.program.spans.$list.push(self.span);
            $id(self.program.$list.len() as u32 - 1)
        })*
    };
}

impl Compiler<'_> {
    add! {
        add_num nums Num NumId
        add_bool bools Bool BoolId
        add_text texts Text TextId
        add_any anys Any AnyId
        add_zone zone_exprs ZoneExpr ZoneId
        add_act acts Act ActId
    }

    /// Works on a part of the expression at hand: the nodes that are made stand there.
    pub(super) fn of_part<T>(&mut self, expr: &Expr, work: impl FnOnce(&mut Self) -> T) -> T {
        let whole = self.span;
        self.span = whole.narrowed(&expr.span);
        let made = work(self);
        self.span = whole;
        made
    }

    pub(super) fn typed_num(&mut self, node: Num) -> Typed {
        Typed::Num(self.add_num(node))
    }

    pub(super) fn typed_bool(&mut self, node: Bool) -> Typed {
        Typed::Bool(self.add_bool(node))
    }

    pub(super) fn typed_text(&mut self, node: Text) -> Typed {
        Typed::Text(self.add_text(node))
    }

    fn mismatch(&mut self, expr: &Expr, is: Typed, wanted: &str) {
        if is == Typed::Bad {
            return;
        }
        let problem = match is {
            Typed::Act(_) => self
                .problem(
                    Code::EffectInCondition,
                    expr,
                    format!("this changes the game, but here should be {wanted}"),
                )
                .help("effects stand by themselves in a list, or within if and while"),
            _ => self.problem(
                Code::TypeMismatch,
                expr,
                format!("this is {}, but here should be {wanted}", is.word()),
            ),
        };
        self.report(problem);
    }

    /// An expression that must be a number.
    pub(super) fn num(&mut self, expr: &Expr) -> NumId {
        self.of_part(expr, |this| match this.typed(expr) {
            Typed::Num(id) => id,
            Typed::Any(any) => this.add_num(Num::FromAny(any)),
            other => {
                this.mismatch(expr, other, "a number");
                this.add_num(Num::Const(0.0))
            }
        })
    }

    /// An expression that must be true or false.
    pub(super) fn bool(&mut self, expr: &Expr) -> BoolId {
        self.of_part(expr, |this| match this.typed(expr) {
            Typed::Bool(id) => id,
            Typed::Any(any) => this.add_bool(Bool::FromAny(any)),
            other => {
                this.mismatch(expr, other, "true or false");
                this.add_bool(Bool::Const(false))
            }
        })
    }

    /// An expression that must be a text.
    pub(super) fn text(&mut self, expr: &Expr) -> TextId {
        self.of_part(expr, |this| match this.typed(expr) {
            Typed::Text(id) => id,
            Typed::Any(any) => this.add_text(Text::FromAny(any)),
            Typed::Zone(zone) => this.add_text(Text::ZoneName(zone)),
            Typed::Each(kind) => {
                let name = this.program.zones[usize::from(kind)].name.clone();
                let word = this.word(&name);
                this.add_text(Text::Const(word))
            }
            other => {
                this.mismatch(expr, other, "a text");
                this.add_text(Text::Const(0))
            }
        })
    }

    /// An expression that may be anything but an effect.
    pub(super) fn any(&mut self, expr: &Expr) -> AnyId {
        let typed = self.typed(expr);
        self.of_part(expr, |this| this.any_of(expr, typed))
    }

    fn any_of(&mut self, expr: &Expr, typed: Typed) -> AnyId {
        match typed {
            Typed::Num(id) => self.add_any(Any::Num(id)),
            Typed::Bool(id) => self.add_any(Any::Bool(id)),
            Typed::Text(id) => self.add_any(Any::Text(id)),
            Typed::Any(any) => any,
            Typed::Zone(_) | Typed::Each(_) => {
                let text = self.text(expr);
                self.add_any(Any::Text(text))
            }
            other => {
                self.mismatch(expr, other, "a value");
                let zero = self.add_num(Num::Const(0.0));
                self.add_any(Any::Num(zero))
            }
        }
    }

    /// An expression that stands in a list of effects.
    pub(super) fn act(&mut self, expr: &Expr) -> ActId {
        self.of_part(expr, |this| this.act_of(expr))
    }

    fn act_of(&mut self, expr: &Expr) -> ActId {
        if let Kind::Binary(sign @ (Binary::And | Binary::Or), left, right) = &expr.kind
            && changes_game(right)
        {
            let condition = self.bool(left);
            let condition = self.flatten(condition);
            let act = self.act(right);
            return self.add_act(match sign {
                Binary::And => Act::Then(condition, act),
                _ => Act::Else(condition, act),
            });
        }
        match self.typed(expr) {
            Typed::Act(act) => act,
            typed => {
                if typed != Typed::Bad {
                    let message = "this is worked out, but nothing happens";
                    let problem = self.problem(Code::NoEffect, expr, message);
                    self.report(problem.help("remove it, or say what is to happen"));
                }
                let any = self.any_of(expr, typed);
                self.add_act(Act::Look(any))
            }
        }
    }

    pub(super) fn typed(&mut self, expr: &Expr) -> Typed {
        self.of_part(expr, |this| this.typed_of(expr))
    }

    fn typed_of(&mut self, expr: &Expr) -> Typed {
        match &expr.kind {
            Kind::Number(number) => self.typed_num(Num::Const(*number)),
            Kind::Bool(value) => self.typed_bool(Bool::Const(*value)),
            Kind::Text(text) => {
                let word = self.word(text);
                self.typed_text(Text::Const(word))
            }
            Kind::Name(name) => self.name(expr, name),
            Kind::Member(of, property) => self.member(expr, of, property),
            Kind::Call(name, args) => self.call(expr, name, args),
            Kind::Not(of) => {
                let of = self.bool(of);
                self.typed_bool(Bool::Not(of))
            }
            Kind::Negative(of) => {
                let of = self.num(of);
                self.typed_num(match self.program.nums[of.0 as usize] {
                    Num::Const(number) => Num::Const(-number),
                    _ => Num::Negative(of),
                })
            }
            Kind::Binary(sign, left, right) => self.binary(expr, *sign, left, right),
        }
    }

    fn binary(&mut self, expr: &Expr, sign: Binary, left: &Expr, right: &Expr) -> Typed {
        match sign {
            Binary::And | Binary::Or => {
                let a = self.bool(left);
                let context = self.context;
                if sign == Binary::And {
                    self.know_players(left, true);
                } else {
                    self.know_players(left, false);
                }
                let b = self.bool(right);
                self.context = context;
                self.typed_bool(match sign {
                    Binary::And => Bool::And(a, b),
                    _ => Bool::Or(a, b),
                })
            }
            Binary::Equal => self.equal(expr, left, right),
            Binary::Unequal => match self.equal(expr, left, right) {
                Typed::Bool(equal) => self.typed_bool(Bool::Not(equal)),
                other => other,
            },
            _ => {
                let (a, b) = (self.num(left), self.num(right));
                match sign {
                    Binary::Less => self.typed_bool(Bool::Less(a, b)),
                    Binary::Greater => self.typed_bool(Bool::Less(b, a)),
                    Binary::LessOrEqual => self.typed_bool(Bool::LessOrEqual(a, b)),
                    Binary::GreaterOrEqual => self.typed_bool(Bool::LessOrEqual(b, a)),
                    Binary::Plus => self.typed_num(Num::Plus(a, b)),
                    Binary::Minus => self.typed_num(Num::Minus(a, b)),
                    Binary::Times => self.typed_num(Num::Times(a, b)),
                    _ => {
                        if self.program.nums[b.0 as usize] == Num::Const(0.0) {
                            let message = "nothing can be divided by zero";
                            let problem = self.problem(Code::DivisionByZero, right, message);
                            self.report(problem);
                        }
                        self.typed_num(match sign {
                            Binary::Divided => Num::Divided(a, b),
                            _ => Num::Remainder(a, b),
                        })
                    }
                }
            }
        }
    }

    fn equal(&mut self, expr: &Expr, left: &Expr, right: &Expr) -> Typed {
        let (a, b) = (self.typed(left), self.typed(right));
        match (a, b) {
            (Typed::Bad, _) | (_, Typed::Bad) => Typed::Bad,
            (Typed::Num(a), Typed::Num(b)) => {
                let small = |number: f64| (0.0..1e4).contains(&number) && number.fract() == 0.0;
                let nodes = (
                    self.program.nums[a.0 as usize],
                    self.program.nums[b.0 as usize],
                );
                self.typed_bool(match nodes {
                    (Num::CardCount(zone), Num::Const(count)) if small(count) => {
                        Bool::CountIs(zone, count as u16)
                    }
                    _ => Bool::NumEqual(a, b),
                })
            }
            (Typed::Bool(a), Typed::Bool(b)) => self.typed_bool(Bool::SameTruth(a, b)),
            (Typed::Text(a), Typed::Text(b)) => self.typed_bool(Bool::TextEqual(a, b)),
            (Typed::Act(_) | Typed::Player, _) => {
                self.mismatch(left, a, "a value to compare");
                Typed::Bad
            }
            (_, Typed::Act(_) | Typed::Player) => {
                self.mismatch(right, b, "a value to compare");
                Typed::Bad
            }
            _ => {
                let is_text =
                    |typed| matches!(typed, Typed::Text(_) | Typed::Zone(_) | Typed::Each(_));
                let open = |typed| matches!(typed, Typed::Any(_));
                let comparable = open(a) || open(b) || is_text(a) && is_text(b);
                if !comparable {
                    let message = format!("{} is never equal to {}", a.word(), b.word());
                    let problem = self.problem(Code::NeverEqual, expr, message);
                    self.report(problem.help("compare two numbers or two texts"));
                }
                let (a, b) = (self.any_of(left, a), self.any_of(right, b));
                self.typed_bool(Bool::AnyEqual(a, b))
            }
        }
    }

    /// Notes what a condition says about the number of players, where it holds or does not.
    pub(super) fn know_players(&mut self, condition: &Expr, holds: bool) {
        let least = least_players(condition, holds).unwrap_or(0);
        self.context = Context {
            players: self.context.players.max(least),
            ..self.context
        };
    }

    /// A new branch of an expression.
    pub(super) fn branch(&mut self, expr: &Expr) -> Branch {
        let place = self.place.within(expr.span.clone());
        self.program.branches.push(place);
        Branch(self.program.branches.len() as u16 - 1)
    }
}

/// The fewest players that there are if a condition holds, or if it does not.
fn least_players(condition: &Expr, holds: bool) -> Option<u8> {
    let Kind::Binary(sign, left, right) = &condition.kind else {
        return None;
    };
    if *sign == Binary::And && holds {
        return least_players(left, true).max(least_players(right, true));
    }
    let (Kind::Name(name), Kind::Number(number)) = (&left.kind, &right.kind) else {
        return None;
    };
    if name != "player_count" || !(0.0..=31.0).contains(number) {
        return None;
    }
    let number = *number as u8;
    match (sign, holds) {
        (Binary::Greater, true) | (Binary::LessOrEqual, false) => Some(number + 1),
        (Binary::GreaterOrEqual | Binary::Equal, true)
        | (Binary::Less | Binary::Unequal, false) => Some(number),
        _ => None,
    }
}

/// Whether an effect is called somewhere in an expression.
pub(super) fn changes_game(expr: &Expr) -> bool {
    let mut changes = false;
    expr.walk(&mut |part| {
        if let Kind::Call(name, _) = &part.kind {
            changes |= builtin(name).is_some_and(|builtin| builtin.gives == crate::Gives::Effect);
        }
    });
    changes
}
