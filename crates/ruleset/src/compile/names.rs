//! What a name in an expression means: a zone, a score, a variable, a builtin without arguments.

use super::Compiler;
use super::declare::RESERVED;
use super::typed::Typed;
use crate::builtins::{builtin, builtins};
use crate::expression::{Expr, Kind};
use crate::program::*;
use crate::{Code, Problem};

impl Compiler<'_> {
    /// What a name means, in the order of `rulesets.md`.
    pub(super) fn name(&mut self, expr: &Expr, name: &str) -> Typed {
        match name {
            "current_player" => return Typed::Player,
            "current_player_index" => return self.typed_num(Num::PlayerIndex),
            "turn_number" => return self.typed_num(Num::TurnNumber),
            "player_count" => return self.typed_num(Num::PlayerCount),
            "played_card_index" if self.context.played => return self.typed_num(Num::PlayedIndex),
            _ => {}
        }
        if self.context.scored {
            if matches!(name, "my_score" | "hand_value") {
                return self.typed_num(Num::MyScore);
            }
            if let Some(key) = self.role_score(name) {
                return self.typed_num(Num::Score(key));
            }
        }
        if let Some(zone) = self.zone_called(expr, name) {
            return zone;
        }
        if let Some(key) = self.score_called(name) {
            return self.typed_num(Num::Score(key));
        }
        if let Some(var) = self.vars.get(name) {
            return self.typed_num(Num::Var(*var));
        }
        if let Some(var) = self.text_vars.get(name) {
            return self.typed_text(Text::Var(*var));
        }
        if builtin(name).is_some_and(|builtin| builtin.needs == 0) {
            return self.call(expr, name, &[]);
        }
        self.unknown_name(expr, name);
        Typed::Bad
    }

    /// Whether nothing at all is called so.
    pub(super) fn means_nothing(&self, name: &str) -> bool {
        let base = name.split(':').next().unwrap_or(name);
        !RESERVED.contains(&name)
            && !self.zones.contains_key(base)
            && !self.vars.contains_key(name)
            && !self.text_vars.contains_key(name)
            && builtin(name).is_none()
            && self.role_score(name).is_none()
            && !matches!(base, "player" | "player_score" | "result")
    }

    fn unknown_name(&mut self, expr: &Expr, name: &str) {
        let message = format!("'{name}' means nothing here");
        let problem = self.problem(Code::UnknownName, expr, message);
        let problem = match builtin(name) {
            Some(builtin) => problem.help(format!("it is a builtin: {}", builtin.signature())),
            None if name == "played_card_index" => {
                problem.help("it is known in the condition of play_card, before the card has moved")
            }
            None if matches!(name, "my_score" | "hand_value") => {
                problem.help("it is known in winCondition, bustCondition and tieCondition")
            }
            None => {
                let zones = self.document.zones.iter().map(|zone| &*zone.name);
                let vars = self
                    .vars
                    .keys()
                    .chain(self.text_vars.keys())
                    .map(|name| &**name);
                let calls = builtins().iter().map(|builtin| builtin.name);
                let words = [
                    "current_player",
                    "current_player_index",
                    "turn_number",
                    "player_count",
                ];
                problem.near(name, zones.chain(vars).chain(calls).chain(words))
            }
        };
        self.report(problem);
    }

    /// A score that is called so: `player:0`, `result:1`, `dealer`, `dealer_score`.
    fn score_called(&mut self, name: &str) -> Option<ScoreKey> {
        let seats = self.document.meta.players.max;
        if let Some((of, seat)) = name.split_once(':') {
            let seat = seat.parse::<u8>().ok().filter(|seat| *seat < seats)?;
            return match of {
                "player" | "player_score" => Some(ScoreKey::Player(seat)),
                "result" => Some(ScoreKey::Result(seat)),
                _ => None,
            };
        }
        self.role_score(name)
    }

    /// The score of a role that people do not play.
    fn role_score(&self, name: &str) -> Option<ScoreKey> {
        let roles = (0..).zip(&self.program.roles);
        let mut others = roles.filter(|(_, role)| !role.is_human);
        let found = others.find(|(_, role)| {
            let rest = name.strip_prefix(&*role.name);
            matches!(rest, Some("" | "_score" | "_value"))
        });
        found.map(|(number, _)| ScoreKey::Role(number))
    }

    /// A zone that is called so, or nothing if none is.
    pub(super) fn zone_called(&mut self, expr: &Expr, name: &str) -> Option<Typed> {
        if let Some(kind) = self.zones.get(name) {
            return Some(match self.program.zones[usize::from(*kind)].at {
                ZoneAt::One(zone) => Typed::Zone(self.add_zone(ZoneExpr::Fixed(zone))),
                ZoneAt::Each(_) => Typed::Each(*kind),
            });
        }
        let (base, number) = name.split_once(':')?;
        let kind = *self.zones.get(base)?;
        let zone = &self.program.zones[usize::from(kind)];
        let players = self.document.meta.players;
        let number: u32 = number.parse().ok()?;
        if !zone.is_each() || number >= players.max.into() {
            let message = format!("there is no zone '{}'", name.escape_debug());
            let problem = self.problem(Code::UnknownZone, expr, message);
            self.report(match zone.is_each() {
                true => problem.help(format!(
                    "there are at most {} players, from 0 on",
                    players.max
                )),
                false => problem.help(format!(
                    "all players share the zone '{base}': leave out the number"
                )),
            });
            return Some(Typed::Bad);
        }
        if number >= self.context.players.into() && !self.context.scoring {
            let message = format!(
                "with {} players there is no zone '{name}'",
                self.context.players
            );
            let problem = self.problem(Code::SeatMissing, expr, message);
            let guard = format!("ask first: if(player_count > {number}, …, …)");
            self.report(problem.help(guard));
        }
        Some(Typed::Zone(
            self.add_zone(ZoneExpr::Seat(kind, number as u8)),
        ))
    }

    pub(super) fn member(&mut self, expr: &Expr, of: &Expr, property: &str) -> Typed {
        if !matches!(&of.kind, Kind::Name(name) if name == "current_player") {
            let problem = self.problem(
                Code::UnknownName,
                of,
                "only current_player has something after a point",
            );
            self.report(problem);
            return Typed::Bad;
        }
        if property == "index" && !self.zones.contains_key("index") {
            return self.typed_num(Num::PlayerIndex);
        }
        match self.mine(property) {
            Some(number) => Typed::Zone(self.add_zone(ZoneExpr::Mine(number))),
            None => {
                let message = format!("current_player has no zone '{property}'");
                let problem = self.problem(Code::UnknownZone, expr, message);
                let each = self.program.zones.iter().filter(|zone| zone.is_each());
                let names: Vec<String> = each.map(|zone| zone.name.to_string()).collect();
                self.report(match self.zones.contains_key(property) {
                    true => problem.help(format!("all players share it: say {property}")),
                    false => problem.near(property, names.iter().map(|name| &**name)),
                });
                Typed::Bad
            }
        }
    }

    /// The zone of this name that whoever acts or is scored has.
    pub(super) fn mine(&mut self, name: &str) -> Option<u16> {
        let kind = self.zones.get(name).copied();
        let kind = kind.filter(|kind| self.program.zones[usize::from(*kind)].is_each());
        let roles: Vec<_> = self
            .program
            .roles
            .iter()
            .map(|role| {
                let full = format!("{}_{name}", role.name);
                let mut declared = self.document.zones.iter().zip(&self.program.zones);
                let owned = declared.find(|(zone, _)| {
                    zone.owners.iter().any(|owner| **owner == *role.name)
                        && (zone.name == full || zone.name == name)
                });
                match owned.map(|(_, info)| info.at) {
                    Some(ZoneAt::One(zone)) if !role.is_human => Some(zone),
                    _ => None,
                }
            })
            .collect();
        let known = kind.is_some() || self.context.scoring && roles.iter().any(Option::is_some);
        known.then(|| {
            self.program.mine.push(MineInfo { kind, roles });
            self.program.mine.len() as u16 - 1
        })
    }

    pub(super) fn unknown_zone(&mut self, expr: &Expr, name: &str) {
        let message = format!("there is no zone '{}'", name.escape_debug());
        let names = self.document.zones.iter().map(|zone| &*zone.name);
        let problem: Problem = self
            .problem(Code::UnknownZone, expr, message)
            .near(name, names);
        self.report(problem);
    }
}
