//! What a document declares: roles, phases, variables and zones.

use std::collections::HashSet;
use std::sync::Arc;

use parlor_table::ZoneBuilder;

use super::Compiler;
use super::looks::look;
use crate::builtins::builtin;
use crate::document::{Document, RoleCount, Scalar, VariableKind, Visibility};
use crate::expression::Kind;
use crate::limits::{MOST_PHASES, MOST_ROLES, MOST_VARIABLES, MOST_ZONES};
use crate::program::{Lies, RoleInfo, Shows, TextVarInfo, VarInfo, ZoneAt, ZoneInfo};
use crate::{Code, Place, Problem};

/// Names that expressions know by themselves.
pub(super) const RESERVED: [&str; 7] = [
    "current_player",
    "current_player_index",
    "turn_number",
    "player_count",
    "my_score",
    "hand_value",
    "played_card_index",
];

impl<'d> Compiler<'d> {
    fn twice(&mut self, place: Place, what: &str, name: &str) {
        let message = format!("there are two {what} called '{}'", name.escape_debug());
        self.report(Problem::new(Code::NameTwice, place, message).help("give one another name"));
    }

    fn too_many(&mut self, place: Place, what: &str, most: usize) {
        let message = format!("a ruleset has at most {most} {what}");
        self.report(Problem::new(Code::TooMuch, place, message));
    }

    pub(super) fn declare_roles(&mut self) {
        if self.document.roles.len() > MOST_ROLES {
            self.too_many(Place::of("/roles"), "roles", MOST_ROLES);
        }
        let mut names = HashSet::new();
        for (index, role) in self.document.roles.iter().enumerate() {
            if !names.insert(&role.name) {
                let place = Place::of("/roles").index(index).field("name");
                self.twice(place, "roles", &role.name);
            }
            if let RoleCount::Number(count @ 2..) = role.count {
                let place = Place::of("/roles").index(index).field("count");
                let message = format!(
                    "there is one '{}', not {count}: only 'per_player' makes more than one of a role",
                    role.name.escape_debug()
                );
                let problem = Problem::new(Code::RoleOnce, place, message);
                self.report(
                    problem
                        .expected("1 or \"per_player\"")
                        .help("write 1, and declare a role of its own for each of the others"),
                );
            }
            self.program.roles.push(RoleInfo {
                name: Arc::from(&*role.name),
                is_human: role.is_human,
            });
        }
    }

    pub(super) fn declare_phases(&mut self) {
        if self.document.phases.len() > MOST_PHASES {
            self.too_many(Place::of("/phases"), "phases", MOST_PHASES);
        }
        for (index, phase) in self.document.phases.iter().enumerate() {
            if self.phases.insert(&phase.name, index as u16).is_some() {
                let place = Place::of("/phases").index(index).field("name");
                self.twice(place, "phases", &phase.name);
            }
        }
    }

    pub(super) fn declare_variables(&mut self) {
        for (name, initial) in self.document.initial_variables.iter().flatten() {
            self.add_var(name, Some(*initial));
        }
        let declared = self.document.variables.iter().flatten();
        for (name, variable) in declared {
            match (&variable.initial, variable.kind) {
                (Scalar::Number(initial), None | Some(VariableKind::Number)) => {
                    self.add_var(name, Some(*initial));
                }
                (Scalar::Text(initial), None | Some(VariableKind::String)) => {
                    let initial = self.word(initial);
                    self.add_text_var(name, Some(initial));
                }
                (initial, _) => {
                    let (said, is) = match initial {
                        Scalar::Number(_) => ("string", "a number"),
                        Scalar::Text(_) => ("number", "a text"),
                    };
                    let place = Place::of("/variables").field(name).field("initial");
                    let message = format!("the variable '{name}' is a {said}, but begins as {is}");
                    self.report(Problem::new(Code::TypeMismatch, place, message));
                }
            }
        }
        self.check_names();
        self.declare_by_use();
        if self.program.vars.len() + self.program.text_vars.len() > MOST_VARIABLES {
            self.too_many(Place::default(), "variables", MOST_VARIABLES);
        }
        let text_var = |name: &str| self.text_vars.get(name).copied();
        self.program.active_suit = text_var("active_suit");
        self.program.trump_suit = text_var("trump_suit");
    }

    /// Variables whose names mean something else in expressions.
    fn check_names(&mut self) {
        let document = self.document;
        let older = document
            .initial_variables
            .iter()
            .flatten()
            .map(|(name, _)| ("initialVariables", name));
        let newer = document
            .variables
            .iter()
            .flatten()
            .map(|(name, _)| ("variables", name));
        for (field, name) in older.chain(newer) {
            let taken = RESERVED.contains(&&**name)
                || name.contains(':')
                || builtin(name).is_some_and(|builtin| builtin.needs == 0);
            if taken {
                let message = format!(
                    "in expressions '{}' means something else",
                    name.escape_debug()
                );
                let place = Place::default().field(field).field(name).key();
                let problem = Problem::new(Code::NameHidden, place, message);
                self.report(problem.help(format!(
                    "read it with get_var(\"{name}\"), or give it another name"
                )));
            }
        }
    }

    /// Variables that come to be when something is first put into them.
    fn declare_by_use(&mut self) {
        let (mut numbers, mut texts, mut leads, mut sums) = (Vec::new(), Vec::new(), false, false);
        for expr in self.parsed.values() {
            expr.walk(&mut |part| {
                if let Kind::Name(name) | Kind::Text(name) = &part.kind {
                    sums |= name.starts_with("cumulative_score_");
                }
                let Kind::Call(name, args) = &part.kind else {
                    return;
                };
                leads |= matches!(
                    &**name,
                    "set_lead_player" | "trick_winner" | "led_card_suit"
                );
                sums |= name.ends_with("cumulative_score") || name == "accumulate_scores";
                let variable = args.first().map(|arg| &arg.kind);
                match (&**name, variable) {
                    ("set_var" | "inc_var", Some(Kind::Text(name))) => numbers.push(name.clone()),
                    ("set_str_var", Some(Kind::Text(name))) => texts.push(name.clone()),
                    _ => {}
                }
            });
        }
        for name in numbers {
            if !self.vars.contains_key(&*name) {
                self.add_var(&name, None);
            }
        }
        for name in texts {
            if !self.text_vars.contains_key(&*name) {
                self.add_text_var(&name, None);
            }
        }
        if leads && !self.vars.contains_key("lead_player") {
            self.add_var("lead_player", None);
        }
        self.program.lead = self.vars.get("lead_player").copied();
        if sums {
            // They stand in a row, whatever was declared before.
            let first = self.program.vars.len() as u16;
            for seat in 0..self.document.meta.players.max {
                let name = format!("cumulative_score_{seat}");
                let declared = self.vars.remove(&*name);
                let initial = declared.and_then(|var| self.program.vars[usize::from(var)].initial);
                self.add_var(&name, initial);
            }
            self.program.cumulative = Some(first);
        }
    }

    fn add_var(&mut self, name: &str, initial: Option<f64>) {
        let name: Arc<str> = Arc::from(name);
        self.vars
            .insert(name.clone(), self.program.vars.len() as u16);
        self.program.vars.push(VarInfo {
            lasts: name.starts_with("cumulative_score_"),
            name,
            initial,
        });
    }

    fn add_text_var(&mut self, name: &str, initial: Option<u32>) {
        let name: Arc<str> = Arc::from(name);
        let number = self.program.text_vars.len() as u16;
        self.text_vars.insert(name.clone(), number);
        self.program.text_vars.push(TextVarInfo { name, initial });
    }

    pub(super) fn declare_zones(&mut self) {
        if self.document.zones.len() > MOST_ZONES {
            self.too_many(Place::of("/zones"), "zones", MOST_ZONES);
            return;
        }
        let roles = &self.document.roles;
        for (index, zone) in self.document.zones.iter().enumerate() {
            let place = Place::of("/zones").index(index);
            if self.zones.insert(&zone.name, index as u8).is_some() {
                self.twice(place.field("name"), "zones", &zone.name);
            }
            for (owner, index) in zone.owners.iter().zip(0..) {
                if !roles.iter().any(|role| role.name == *owner) {
                    let message = format!("there is no role '{}'", owner.escape_debug());
                    let place = place.field("owners").index(index);
                    let names = roles.iter().map(|role| &*role.name);
                    self.report(Problem::new(Code::UnknownRole, place, message).near(owner, names));
                }
            }
            if self.vars.contains_key(&*zone.name) || self.text_vars.contains_key(&*zone.name) {
                let message = format!("the zone '{}' hides the variable of that name", zone.name);
                let problem = Problem::new(Code::NameHidden, place.field("name"), message);
                self.report(problem.help(format!("read it with get_var(\"{}\")", zone.name)));
            }
            let each = zone
                .owners
                .iter()
                .any(|owner| is_each(self.document, owner));
            let (usual, shows) = self.shows(index, each);
            let looks = self.document.ui.zones.as_ref();
            let builder = self.program.schema.zone(&zone.name);
            let builder = look(builder, looks.and_then(|looks| looks.get(&zone.name)));
            // A hand lies side by side even if nobody sees it; other backs lie on one another.
            let is_pile = zone.name != "hand" && shows.iter().all(|shows| *shows == Shows::Hidden);
            let at = match each {
                true if is_pile => ZoneAt::Each(sight(builder, shows[0]).stacked().each_seat()),
                true => ZoneAt::Each(sight(builder, shows[0]).each_seat()),
                false if shows.contains(&Shows::Hidden) => {
                    ZoneAt::One(sight(builder, shows[0]).stacked().add())
                }
                false => ZoneAt::One(sight(builder, shows[0]).add()),
            };
            self.program.sights_change |= shows.iter().any(|other| *other != shows[0]);
            self.program.partial |= shows.iter().any(|shows| shows.is_partial());
            self.program.zones.push(ZoneInfo {
                name: Arc::from(&*zone.name),
                at,
                max_cards: zone.max_cards.map(|most| most.min(u16::MAX.into()) as u16),
                usual,
                shows,
                // Known when all actions are.
                lies: Lies::TopFirst,
            });
        }
        self.check_zone_names();
        self.check_visibility_rules();
        self.place_deck();
    }

    /// Who sees a zone's cards: where no phase says otherwise, and phase by phase.
    fn shows(&mut self, index: usize, each: bool) -> (Shows, Vec<Shows>) {
        let zone = &self.document.zones[index];
        let place = Place::of("/zones").index(index);
        let own = self.visibility(&zone.visibility, &place.field("visibility"), each);
        let mut usual = own;
        let mut shows = vec![own; self.document.phases.len()];
        let rules = self.document.visibility.iter().flatten().zip(0..);
        for (rule, index) in rules.filter(|(rule, _)| rule.zone == zone.name) {
            let place = Place::of("/visibility").index(index);
            let said = self.visibility(&rule.visibility, &place.field("visibility"), each);
            if said != own {
                let message = format!("the zone '{}' itself says something else", zone.name);
                let problem = Problem::new(Code::VisibilityTwice, place.clone(), message);
                self.report(problem.help("this rule holds; say the same in both places"));
            }
            usual = said;
            shows.fill(said);
            if let Some(other) = &rule.phase_override {
                let place = place.field("phaseOverride");
                let said = self.visibility(&other.visibility, &place.field("visibility"), each);
                if let Some(phase) = self.phase_called(&other.phase, place.field("phase")) {
                    shows[usize::from(phase)] = said;
                }
            }
        }
        for (other, index) in zone.phase_overrides.iter().flatten().zip(0..) {
            let place = place.field("phaseOverrides").index(index);
            let said = self.visibility(&other.visibility, &place.field("visibility"), each);
            if let Some(phase) = self.phase_called(&other.phase, place.field("phase")) {
                shows[usize::from(phase)] = said;
            }
        }
        (usual, shows)
    }

    fn visibility(&mut self, visibility: &Visibility, place: &Place, each: bool) -> Shows {
        match visibility {
            Visibility::Public {} => Shows::Public,
            Visibility::Hidden {} => Shows::Hidden,
            Visibility::OwnerOnly {} if each => Shows::Owner,
            Visibility::OwnerOnly {} => {
                let message = "no player owns this zone, so nobody sees its cards";
                let problem = Problem::new(Code::NobodyOwns, place.clone(), message);
                self.report(problem.help("let a role that is there per_player own it, or hide it"));
                Shows::Hidden
            }
            Visibility::Partial { rule } => match &**rule {
                "first_card_only" => Shows::FirstCard,
                "face_up_only" => Shows::FaceUp,
                _ => {
                    let message = format!("nobody knows the rule '{}'", rule.escape_debug());
                    let place = place.field("rule");
                    let problem = Problem::new(Code::UnknownRule, place, message)
                        .expected("'first_card_only' or 'face_up_only'")
                        .help("as it is, nobody sees the cards");
                    self.report(problem);
                    Shows::Hidden
                }
            },
        }
    }

    /// Zones that are named like those that the engine makes for each player.
    fn check_zone_names(&mut self) {
        let document = self.document;
        for (index, zone) in document.zones.iter().enumerate() {
            let Some((base, number)) = zone.name.split_once(':') else {
                continue;
            };
            let place = Place::of("/zones").index(index).field("name");
            let name = zone.name.escape_debug();
            let each = |zone: &crate::document::Zone| {
                zone.name == base && zone.owners.iter().any(|owner| is_each(document, owner))
            };
            let number = number.parse::<u8>().ok();
            let taken = number.is_some_and(|number| number < document.meta.players.max)
                && document.zones.iter().any(each);
            let free = zone.name.replace(':', "_");
            let problem = match taken {
                true => {
                    let message = format!(
                        "player {} has a zone '{name}' already, from '{base}'",
                        number.unwrap_or(0)
                    );
                    Problem::new(Code::NameTwice, place, message)
                }
                false => {
                    let message = format!("'{name}' reads like the zone of one player");
                    Problem::new(Code::LikeSeatsZone, place, message)
                }
            };
            self.report(problem.help(format!("call it '{free}'")));
        }
    }

    fn check_visibility_rules(&mut self) {
        let names: Vec<&str> = self.document.zones.iter().map(|zone| &*zone.name).collect();
        for (rule, index) in self.document.visibility.iter().flatten().zip(0..) {
            if !self.zones.contains_key(&*rule.zone) {
                let place = Place::of("/visibility").index(index).field("zone");
                let message = format!("there is no zone '{}'", rule.zone.escape_debug());
                let problem = Problem::new(Code::UnknownZone, place, message);
                self.report(problem.near(&rule.zone, names.iter().copied()));
            }
        }
    }

    /// The phase with this name.
    pub(super) fn phase_called(&mut self, name: &str, place: Place) -> Option<u16> {
        let phase = self.phases.get(name).copied();
        if phase.is_none() {
            let message = format!("there is no phase '{}'", name.escape_debug());
            let names = self.document.phases.iter().map(|phase| &*phase.name);
            self.report(Problem::new(Code::UnknownPhase, place, message).near(name, names));
        }
        phase
    }
}

/// Whether there is one of a role for each player.
fn is_each(document: &Document, role: &str) -> bool {
    let mut roles = document.roles.iter();
    roles.any(|other| other.name == role && matches!(other.count, RoleCount::Word(_)))
}

fn sight(builder: ZoneBuilder<'_>, shows: Shows) -> ZoneBuilder<'_> {
    match shows {
        Shows::Public => builder.open(),
        Shows::Owner => builder.owner_sees(),
        Shows::Hidden | Shows::FirstCard | Shows::FaceUp => builder.hidden(),
    }
}
