//! Arguments of builtins: zones, players' zones, names of variables.

use super::Compiler;
use super::typed::Typed;
use crate::expression::{Expr, Kind};
use crate::program::*;
use crate::{Code, Problem};

/// A variable as a builtin names it.
pub(super) enum Variable {
    Known(u16),
    /// Its name is found out in play.
    Named(TextId),
    /// There is none, and that has been said.
    Bad,
}

impl Compiler<'_> {
    /// A zone.
    pub(super) fn zone(&mut self, expr: &Expr) -> ZoneId {
        self.of_part(expr, |this| this.zone_of(expr))
    }

    fn zone_of(&mut self, expr: &Expr) -> ZoneId {
        let typed = match &expr.kind {
            Kind::Text(name) => match self.zone_called(expr, name) {
                Some(zone) => zone,
                None => {
                    self.unknown_zone(expr, name);
                    Typed::Bad
                }
            },
            Kind::Name(name) if self.means_nothing(name) => {
                self.unknown_zone(expr, name);
                Typed::Bad
            }
            _ => self.typed(expr),
        };
        match typed {
            Typed::Zone(zone) => zone,
            Typed::Each(kind) => self.whose(expr, kind),
            Typed::Text(text) => self.zone_of_text(text),
            Typed::Any(any) => {
                let text = self.add_text(Text::FromAny(any));
                self.add_zone(ZoneExpr::Named(text))
            }
            Typed::Bad => self.no_zone(),
            _ => {
                let problem = self.problem(Code::TypeMismatch, expr, "here should be a zone");
                self.report(problem);
                self.no_zone()
            }
        }
    }

    /// A zone that is none: what is wrong has been said.
    fn no_zone(&mut self) -> ZoneId {
        let nothing = self.add_text(Text::Const(0));
        self.add_zone(ZoneExpr::Named(nothing))
    }

    /// The name of a zone that each player has: in scoring, that of the player who is scored.
    fn whose(&mut self, expr: &Expr, kind: u8) -> ZoneId {
        let name = self.program.zones[usize::from(kind)].name.clone();
        if self.context.scoring
            && let Some(mine) = self.mine(&name)
        {
            return self.add_zone(ZoneExpr::Mine(mine));
        }
        let message = format!("each player has a zone '{name}', and it is not said whose is meant");
        let problem = self.problem(Code::WhoseZone, expr, message);
        self.report(problem.help(format!("say current_player.{name}, or {name}:0")));
        self.no_zone()
    }

    /// A zone whose name is put together in play: mostly a player's, by number.
    fn zone_of_text(&mut self, text: TextId) -> ZoneId {
        if let Text::Concat(first, second) = self.program.texts[text.0 as usize]
            && let Any::Text(first) = self.program.anys[first.0 as usize]
            && let Text::Const(word) = self.program.texts[first.0 as usize]
            && let Some(base) = self.program.word(word).strip_suffix(':')
            && let Some(kind) = self.zones.get(base).copied()
            && self.program.zones[usize::from(kind)].is_each()
        {
            let number = match self.program.anys[second.0 as usize] {
                Any::Num(number) => number,
                _ => self.add_num(Num::FromAny(second)),
            };
            return self.add_zone(ZoneExpr::OfSeat(kind, number));
        }
        self.add_zone(ZoneExpr::Named(text))
    }

    /// A zone that each player has, by its name alone.
    pub(super) fn each_zone(&mut self, expr: &Expr) -> u8 {
        let name = match &expr.kind {
            Kind::Text(name) | Kind::Name(name) => name,
            _ => {
                let message = "here should be the name of a zone that each player has";
                let problem = self.problem(Code::TypeMismatch, expr, message);
                self.report(problem);
                return 0;
            }
        };
        let kind = self.zones.get(&**name).copied();
        match kind.filter(|kind| self.program.zones[usize::from(*kind)].is_each()) {
            Some(kind) => kind,
            None => {
                let message = format!("no zone '{}' is there for each player", name.escape_debug());
                let each = self.program.zones.iter().filter(|zone| zone.is_each());
                let names: Vec<String> = each.map(|zone| zone.name.to_string()).collect();
                let problem: Problem = self
                    .problem(Code::UnknownZone, expr, message)
                    .near(name, names.iter().map(|name| &**name));
                self.report(problem);
                0
            }
        }
    }

    /// A zone, or all players' zones of a name.
    pub(super) fn zone_or_each(&mut self, expr: &Expr) -> Result<ZoneId, u8> {
        if let Kind::Name(name) | Kind::Text(name) = &expr.kind
            && let Some(kind) = self.zones.get(&**name).copied()
            && self.program.zones[usize::from(kind)].is_each()
        {
            return Err(kind);
        }
        Ok(self.zone(expr))
    }

    /// A variable for numbers.
    pub(super) fn variable(&mut self, expr: &Expr) -> Variable {
        if let Kind::Text(name) = &expr.kind {
            let declared = |var: &u16| self.program.text_vars[usize::from(*var)].initial.is_some();
            let is_text = self.text_vars.get(&**name).is_some_and(declared);
            if let Some(var) = self.vars.get(&**name)
                && !(is_text && self.program.vars[usize::from(*var)].initial.is_none())
            {
                return Variable::Known(*var);
            }
            let help = self
                .text_vars
                .contains_key(&**name)
                .then(|| format!("'{name}' is a text: use get_str_var and set_str_var"));
            self.unknown_variable(expr, name, help);
            return Variable::Bad;
        }
        Variable::Named(self.text(expr))
    }

    /// A variable for texts. One that is not there reads as an empty text.
    pub(super) fn text_variable(&mut self, expr: &Expr) -> Variable {
        if let Kind::Text(name) = &expr.kind {
            if let Some(var) = self.text_vars.get(&**name) {
                return Variable::Known(*var);
            }
            if self.vars.contains_key(&**name) {
                let help = format!("'{name}' is a number: use get_var and set_var");
                self.unknown_variable(expr, name, Some(help));
                return Variable::Bad;
            }
            let message = format!("nothing is ever put into '{}'", name.escape_debug());
            let problem = self.problem(Code::VariableNeverSet, expr, message);
            let names = self.text_vars.keys().map(|name| &**name);
            let problem = problem.near(name, names);
            self.report(problem);
        }
        Variable::Named(self.text(expr))
    }

    fn unknown_variable(&mut self, expr: &Expr, name: &str, help: Option<String>) {
        let message = format!(
            "there is no variable '{}', and nothing is ever put into it",
            name.escape_debug()
        );
        let problem = self.problem(Code::UnknownVariable, expr, message);
        let problem = match help {
            Some(help) => problem.help(help),
            None => {
                let names = self.vars.keys().chain(self.text_vars.keys());
                problem.near(name, names.map(|name| &**name))
            }
        };
        self.report(problem);
    }
}
