//! Conditions of actions that give away cards which the player does not see (R604).

use smallvec::{SmallVec, smallvec};

use super::Findings;
use super::facts::kind_of;
use crate::document::PhaseKind;
use crate::program::*;
use crate::{Code, Place, Problem};

pub(super) fn check(program: &Program, findings: &mut Findings) {
    for (phase, info) in program.phases.iter().enumerate() {
        for (index, action) in info.actions.iter().enumerate() {
            let Some(condition) = action.condition else {
                continue;
            };
            let mut reader = Reader {
                program,
                phase,
                secret: None,
                known: Vec::new(),
                from: action.play.as_ref().map_or(&[], |play| &play.from),
                own: None,
            };
            reader.node(Node::Bool(condition.tree));
            if let Some(kind) = reader.own.filter(|_| info.kind == PhaseKind::AllPlayers) {
                tells_others(program, findings, (phase, index), kind);
            }
            let Some((kind, _)) = reader.secret else {
                continue;
            };
            let zone = &program.zones[kind].name;
            let place = Place::of("/phases").index(phase).field("actions");
            let message = format!(
                "players do not see the cards of '{zone}', but whether '{}' is possible tells about them",
                action.name
            );
            let problem = Problem::new(
                Code::ReadsSecrets,
                place.index(index).field("condition"),
                message,
            )
            .expected("a condition on cards that the player sees; counting cards is fine");
            findings.report(problem.help(format!(
                "ask in the effect with if(…), or let players see '{zone}' in the phase '{}'",
                info.name
            )));
        }
    }
}

/// Where all act at once everybody sees who still can.
fn tells_others(program: &Program, findings: &mut Findings, at: (usize, usize), kind: usize) {
    let (phase, index) = at;
    let place = Place::of("/phases").index(phase).field("actions");
    let zone = &program.zones[kind].name;
    let message = format!(
        "who may act tells everybody about the cards of '{zone}', which only their owner sees"
    );
    let problem = Problem::new(
        Code::ReadsSecrets,
        place.index(index).field("condition"),
        message,
    );
    let help = "let players act one after the other (turn_based), or offer something to everybody";
    findings.report(problem.help(help));
}

/// Kinds of zones, and whether they are the player's own.
type Zones = SmallVec<[(usize, bool); 4]>;

/// A part of a name that is put together in play.
enum NamePart {
    Word(String),
    Number(NumId),
    /// Something of which nothing is known.
    Open,
}

struct Reader<'p> {
    program: &'p Program,
    phase: usize,
    /// The first zone whose cards are read and not seen, and whether it would be seen by its own player.
    secret: Option<(usize, bool)>,
    /// What is the number of the player who acts, as far as conditions around say so.
    known: Vec<NumId>,
    /// The zones from which a card is played.
    from: &'p [u8],
    /// The first zone of the player's own that only they see into, and that is read.
    own: Option<usize>,
}

impl Reader<'_> {
    /// The cards of a zone are read: all of them, or the one at an index.
    fn reads(&mut self, zone: ZoneId, index: Option<NumId>) {
        let program = self.program;
        let top = index.is_some_and(|index| program.nums[index.0 as usize] == Num::Const(0.0));
        for (kind, own) in self.zones_meant(zone) {
            self.note(kind, own, top);
        }
    }

    /// Which zones an expression may mean, and whether it is certain that it is the player's own.
    fn zones_meant(&mut self, zone: ZoneId) -> Zones {
        let program = self.program;
        let of = |kind: u8, own| smallvec![(usize::from(kind), own)];
        match program.zone_exprs[zone.0 as usize] {
            ZoneExpr::Current(kind) => of(kind, true),
            ZoneExpr::OfSeat(kind, seat) => {
                self.node(Node::Num(seat));
                of(kind, self.is_me(seat))
            }
            ZoneExpr::Seat(kind, seat) => of(kind, self.is_seat(seat)),
            ZoneExpr::Named(name) => {
                self.node(Node::Text(name));
                self.zones_named(name)
            }
            ZoneExpr::Mine(_) | ZoneExpr::Fixed(_) => {
                let mine = matches!(program.zone_exprs[zone.0 as usize], ZoneExpr::Mine(_));
                let kind = kind_of(program, zone);
                kind.map(|kind| (kind, mine)).into_iter().collect()
            }
        }
    }

    /// Whether a number is certainly that of the player who acts.
    fn is_me(&self, seat: NumId) -> bool {
        let node = |id: NumId| self.program.nums[id.0 as usize];
        node(seat) == Num::PlayerIndex || self.known.iter().any(|known| node(*known) == node(seat))
    }

    /// Whether the player who acts certainly has this number.
    fn is_seat(&self, seat: u8) -> bool {
        let is = |known: &NumId| self.program.nums[known.0 as usize] == Num::Const(f64::from(seat));
        self.known.iter().any(is)
    }

    /// The zones that a name may mean that is found out in play. Where nothing is known of it, it may be any.
    fn zones_named(&mut self, name: TextId) -> Zones {
        let mut parts = Vec::new();
        self.parts_of(name, &mut parts);
        let mut base = String::new();
        for (index, part) in parts.iter().enumerate() {
            match part {
                NamePart::Word(word) => base.push_str(word),
                NamePart::Number(seat) if index + 1 == parts.len() && base.ends_with(':') => {
                    let kind = self.kind_called(base.trim_end_matches(':'));
                    let own = self.is_me(*seat);
                    return kind.map(|kind| (kind, own)).into_iter().collect();
                }
                NamePart::Number(_) | NamePart::Open => return self.zones_that_begin(&base),
            }
        }
        let (base, seat) = match base.split_once(':') {
            Some((base, seat)) => (base, seat.parse::<u8>().ok()),
            None => (&*base, None),
        };
        let own = seat.is_some_and(|seat| self.is_seat(seat));
        let kind = self.kind_called(base);
        kind.map(|kind| (kind, own)).into_iter().collect()
    }

    fn kind_called(&self, name: &str) -> Option<usize> {
        let mut zones = self.program.zones.iter();
        zones.position(|zone| &*zone.name == name)
    }

    /// All zones whose name may begin like this: any, where nothing is known of the name.
    fn zones_that_begin(&self, known: &str) -> Zones {
        let (base, whole) = match known.split_once(':') {
            Some((base, _)) => (base, true),
            None => (known, false),
        };
        let zones = self.program.zones.iter().enumerate();
        let fits = zones.filter(|(_, zone)| match whole {
            true => &*zone.name == base,
            false => zone.name.starts_with(base),
        });
        fits.map(|(kind, _)| (kind, false)).collect()
    }

    /// What a text is put together from.
    fn parts_of(&self, text: TextId, parts: &mut Vec<NamePart>) {
        let program = self.program;
        match program.texts[text.0 as usize] {
            Text::Const(word) => parts.push(NamePart::Word(program.word(word).into())),
            Text::Concat(a, b) => {
                for any in [a, b] {
                    match program.anys[any.0 as usize] {
                        Any::Text(text) => self.parts_of(text, parts),
                        Any::Num(number) => parts.push(self.number_part(number)),
                        Any::Bool(_) | Any::Param(_) | Any::If(..) => parts.push(NamePart::Open),
                    }
                }
            }
            Text::ZoneName(zone) => match kind_of(program, zone) {
                Some(kind) => parts.push(NamePart::Word(program.zones[kind].name.to_string())),
                None => parts.push(NamePart::Open),
            },
            _ => parts.push(NamePart::Open),
        }
    }

    fn number_part(&self, number: NumId) -> NamePart {
        match self.program.nums[number.0 as usize] {
            Num::Const(number) if number.fract() == 0.0 => NamePart::Word(format!("{number}")),
            _ => NamePart::Number(number),
        }
    }

    /// Reads on where it is known that a condition holds, or that it does not.
    fn knowing(&mut self, condition: BoolId, holds: bool, read: impl FnOnce(&mut Self)) {
        let before = self.known.len();
        self.learn(condition, holds);
        read(self);
        self.known.truncate(before);
    }

    /// Notes what is then the number of the player who acts.
    fn learn(&mut self, condition: BoolId, holds: bool) {
        let num = |id: NumId| self.program.nums[id.0 as usize];
        match self.program.bools[condition.0 as usize] {
            Bool::Not(of) => self.learn(of, !holds),
            Bool::And(a, b) if holds => {
                self.learn(a, true);
                self.learn(b, true);
            }
            Bool::Or(a, b) if !holds => {
                self.learn(a, false);
                self.learn(b, false);
            }
            Bool::NumEqual(a, b) if holds && num(a) == Num::PlayerIndex => self.known.push(b),
            Bool::NumEqual(a, b) if holds && num(b) == Num::PlayerIndex => self.known.push(a),
            _ => {}
        }
    }

    fn note(&mut self, kind: usize, own: bool, top: bool) {
        let Some(shows) = self.program.zones[kind].shows.get(self.phase) else {
            return;
        };
        let secret = match shows {
            Shows::Public => false,
            Shows::Owner => !own,
            Shows::FaceUp => true,
            Shows::FirstCard => !top,
            Shows::Hidden => true,
        };
        if own && *shows == Shows::Owner {
            self.own.get_or_insert(kind);
        }
        // What nobody sees counts for more than what somebody sees.
        let by_seat = *shows == Shows::Owner;
        if secret && self.secret.is_none_or(|(_, before)| before && !by_seat) {
            self.secret = Some((kind, by_seat));
        }
    }

    /// Whatever takes a zone reads its cards, unless it is known to count them or to look at the top one.
    fn node(&mut self, node: Node) {
        if let Some((condition, yes, no)) = self.program.condition(node) {
            self.node(Node::Bool(condition));
            self.knowing(condition, true, |this| this.node(yes));
            self.knowing(condition, false, |this| this.node(no));
            return;
        }
        match node {
            Node::Num(id) => self.num(id),
            Node::Bool(id) => self.bool(id),
            Node::Text(id) => self.text(id),
            Node::Zone(zone) => self.reads(zone, None),
            Node::Any(_) | Node::Act(_) => self.parts(node),
        }
    }

    fn parts(&mut self, node: Node) {
        for part in self.program.parts(node) {
            self.node(part);
        }
    }

    fn num(&mut self, id: NumId) {
        match self.program.nums[id.0 as usize] {
            Num::CardRank(zone, index) => self.card(zone, index),
            Num::TrickWinner(kind) => self.note(kind.into(), false, true),
            Num::CardCount(_) => {}
            _ => self.parts(Node::Num(id)),
        }
    }

    fn card(&mut self, zone: ZoneId, index: NumId) {
        self.reads(zone, Some(index));
        self.node(Node::Num(index));
    }

    fn bool(&mut self, id: BoolId) {
        match self.program.bools[id.0 as usize] {
            // Each side matters only where the other one leaves it open.
            Bool::And(a, b) => {
                self.knowing(b, true, |this| this.node(Node::Bool(a)));
                self.knowing(a, true, |this| this.node(Node::Bool(b)));
            }
            Bool::Or(a, b) => {
                self.knowing(b, false, |this| this.node(Node::Bool(a)));
                self.knowing(a, false, |this| this.node(Node::Bool(b)));
            }
            Bool::CardMatchesTop(zone, index, target) => {
                self.card(zone, index);
                self.top(target);
            }
            Bool::PlayedMatchesTop(target) => {
                for from in self.from {
                    self.note(usize::from(*from), true, false);
                }
                self.top(target);
            }
            Bool::HasPlayable(zone, target) => {
                self.reads(zone, None);
                self.top(target);
            }
            Bool::TopRankIs(zone, _) | Bool::TopSuitIs(zone, _) => self.top(zone),
            Bool::CountIs(..) => {}
            _ => self.parts(Node::Bool(id)),
        }
    }

    /// The top card of a zone is read.
    fn top(&mut self, zone: ZoneId) {
        for (kind, own) in self.zones_meant(zone) {
            self.note(kind, own, true);
        }
    }

    fn text(&mut self, id: TextId) {
        match self.program.texts[id.0 as usize] {
            Text::CardSuit(zone, index) | Text::CardRankName(zone, index) => self.card(zone, index),
            Text::LedSuit(kind) => self.note(kind.into(), false, true),
            Text::ZoneName(_) => {}
            _ => self.parts(Node::Text(id)),
        }
    }
}
