//! What players choose with an action: the card and where it goes, and parameters.

use std::collections::BTreeMap;
use std::sync::Arc;

use smallvec::SmallVec;

use super::Compiler;
use crate::builtins::{Takes, builtin};
use crate::document::{Action, Parameter, Phase, Scalar};
use crate::expression::{Binary, Expr, Kind};
use crate::limits::MOST_CHOICES;
use crate::program::*;
use crate::{Code, Place, Problem};

/// The most ways from zone to zone in which cards can be played.
const MOST_ROUTES: usize = 12;
/// What a parameter can be if nothing says it.
const OPEN_CHOICES: i32 = 9;

/// What is known of a parameter from where it is used.
#[derive(Default)]
struct Used {
    rank: bool,
    suit: bool,
    player: bool,
    compared: Vec<Value>,
}

impl Compiler<'_> {
    /// The expressions of an action.
    fn of_action(&self, place: &Place) -> Vec<Expr> {
        let within = format!("{}/", place.pointer);
        let mine = self
            .parsed
            .range(within.clone()..)
            .take_while(|(at, _)| at.starts_with(&within));
        mine.map(|(_, expr)| expr.clone()).collect()
    }

    pub(super) fn params(&mut self, action: &Action, place: &Place) -> Vec<ParamInfo> {
        let mut used: BTreeMap<String, (Used, Expr, Place)> = BTreeMap::new();
        for (at, expr) in self.parsed.range(format!("{}/", place.pointer)..) {
            if !at.starts_with(&format!("{}/", place.pointer)) {
                break;
            }
            expr.walk(&mut |part| {
                if let Some(name) = param(part) {
                    let entry = || (Used::default(), part.clone(), Place::of(at.clone()));
                    used.entry(name.to_owned()).or_insert_with(entry);
                }
            });
        }
        let exprs = self.of_action(place);
        for expr in &exprs {
            expr.walk(&mut |part| self.note_use(part, &mut used));
        }
        let declared = action.params.iter().flatten();
        let mut infos: Vec<ParamInfo> = Vec::new();
        for (name, parameter) in declared {
            let choices = self.declared_choices(parameter);
            if !used.contains_key(name) {
                let at = place.field("params").field(name).key();
                let message = format!("nothing asks for the parameter '{}'", name.escape_debug());
                let problem = Problem::new(Code::NothingHappens, at, message);
                self.report(
                    problem.help(format!("read it with get_param(\"{name}\"), or remove it")),
                );
            }
            infos.push(self.param_info(name, choices, true));
        }
        for (name, (used, expr, at)) in used {
            if action
                .params
                .as_ref()
                .is_some_and(|params| params.contains_key(&name))
            {
                continue;
            }
            let choices = self.guessed_choices(&name, used, &expr, at);
            infos.push(self.param_info(&name, choices, false));
        }
        let counts = infos.iter().map(|info| match &info.choices {
            ParamChoices::Values(values) => values.len(),
            ParamChoices::Player { .. } => self.document.meta.players.max.into(),
        });
        if counts.fold(1_usize, |product, count| product.saturating_mul(count)) > MOST_CHOICES {
            let message = format!("there are more than {MOST_CHOICES} ways to take this action");
            self.report(Problem::new(Code::TooMuch, place.clone(), message));
            infos.clear();
        }
        infos
    }

    fn param_info(&mut self, name: &str, choices: ParamChoices, declared: bool) -> ParamInfo {
        ParamInfo {
            name: Arc::from(name),
            text: self.word(name),
            choices,
            declared,
        }
    }

    fn declared_choices(&mut self, parameter: &Parameter) -> ParamChoices {
        ParamChoices::Values(match parameter {
            Parameter::Player { including_self } => {
                return ParamChoices::Player {
                    including_self: *including_self,
                };
            }
            Parameter::Options(options) => options
                .iter()
                .map(|option| match option {
                    Scalar::Number(number) => Value::Num(*number),
                    Scalar::Text(text) => Value::Text(self.word(text)),
                })
                .collect(),
            Parameter::Range { min, max } => {
                let most = min.saturating_add(MOST_CHOICES as i32);
                let numbers = *min..=(*max).min(most);
                numbers.map(|number| Value::Num(number.into())).collect()
            }
            Parameter::Rank {} => self.distinct_words(|card| card.rank),
            Parameter::Suit {} => self.distinct_words(|card| card.suit),
        })
    }

    /// The ranks or suits of the deck.
    fn distinct_words(&self, of: impl Fn(&Card) -> TextNumber) -> Vec<Value> {
        let mut words = Vec::new();
        for card in &self.program.cards {
            let word = Value::Text(of(card));
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }

    fn guessed_choices(&mut self, name: &str, used: Used, expr: &Expr, at: Place) -> ParamChoices {
        if used.player {
            return ParamChoices::Player {
                including_self: false,
            };
        }
        if used.rank {
            return ParamChoices::Values(self.distinct_words(|card| card.rank));
        }
        if used.suit {
            return ParamChoices::Values(self.distinct_words(|card| card.suit));
        }
        if !used.compared.is_empty() {
            return ParamChoices::Values(used.compared);
        }
        let message = format!(
            "nothing says what players may choose for '{}'",
            name.escape_debug()
        );
        let problem = Problem::new(Code::OpenParameter, at.within(expr.span.clone()), message);
        let example =
            format!("\"params\": {{ \"{name}\": {{ \"options\": [\"red\", \"blue\"] }} }}");
        self.report(problem.help(format!(
            "add it to the action, like {example}; as it is, the numbers 0 to {OPEN_CHOICES}"
        )));
        let numbers = 0..=OPEN_CHOICES;
        ParamChoices::Values(numbers.map(|number| Value::Num(number.into())).collect())
    }

    /// Notes what an expression says about the parameters in it.
    fn note_use(&self, expr: &Expr, used: &mut BTreeMap<String, (Used, Expr, Place)>) {
        let mut note = |part: &Expr, is: &dyn Fn(&mut Used)| {
            if let Some(name) = param(part)
                && let Some((used, ..)) = used.get_mut(name)
            {
                is(used);
            }
        };
        match &expr.kind {
            Kind::Call(name, args) if name == "concat" => {
                if let [first, second] = args.as_slice()
                    && matches!(&first.kind, Kind::Text(text) if text.ends_with(':'))
                {
                    note(second, &|used| used.player = true);
                }
            }
            Kind::Call(name, args) => {
                let takes = builtin(name).map_or(&[][..], |builtin| builtin.takes);
                for (arg, takes) in args.iter().zip(takes) {
                    match takes {
                        Takes::Rank => note(arg, &|used| used.rank = true),
                        Takes::Suit => note(arg, &|used| used.suit = true),
                        Takes::Player => note(arg, &|used| used.player = true),
                        _ => {}
                    }
                }
            }
            Kind::Binary(sign, left, right) => {
                for (part, other) in [(left, right), (right, left)] {
                    if matches!(&other.kind, Kind::Name(name) if matches!(&**name, "player_count" | "current_player_index"))
                    {
                        note(part, &|used| used.player = true);
                    }
                    if matches!(sign, Binary::Equal | Binary::Unequal)
                        && let Some(value) = self.literal(other)
                    {
                        note(part, &|used| {
                            if !used.compared.contains(&value) {
                                used.compared.push(value);
                            }
                        });
                    }
                }
            }
            _ => {}
        }
    }

    fn literal(&self, expr: &Expr) -> Option<Value> {
        match &expr.kind {
            Kind::Number(number) => Some(Value::Num(*number)),
            Kind::Text(text) => self.program.word_number(text).map(Value::Text),
            _ => None,
        }
    }

    /// From where to where `play_card` plays: what the action says, or what its expressions speak of.
    pub(super) fn play(
        &mut self,
        action: &Action,
        phase: &Phase,
        place: &Place,
        condition: Option<Condition>,
    ) -> PlayInfo {
        let from = match &action.from {
            Some(names) => self.named_zones(names, &place.field("from")),
            None => self.sources(),
        };
        if from.is_empty() {
            let message = "no player has a zone from which cards could be played";
            let problem = Problem::new(Code::NowhereToPlay, place.clone(), message);
            self.report(
                problem.help(
                    "add \"from\": [\"hand\"] to the action, and a zone that each player owns",
                ),
            );
        }
        let to = match &action.to {
            Some(names) => self.named_zones(names, &place.field("to")),
            None => self.targets(phase, place, &from),
        };
        if to.is_empty() {
            let message = "nothing says where the card goes";
            let problem = Problem::new(Code::NowhereToPlay, place.clone(), message);
            self.report(problem.help("add \"to\": [\"discard\"] to the action"));
        }
        if from.len() * to.len() > MOST_ROUTES {
            let message =
                format!("cards can be played in more than {MOST_ROUTES} ways from zone to zone");
            self.report(Problem::new(Code::TooMuch, place.clone(), message));
        }
        let by_card = condition.is_some_and(|condition| self.bool_asks(condition.tree));
        let card = condition.map(|condition| self.flatten_for_card(condition.tree, &from));
        PlayInfo {
            from,
            to,
            card,
            by_card,
        }
    }

    fn named_zones(&mut self, names: &[String], place: &Place) -> SmallVec<[u8; 2]> {
        let mut zones = SmallVec::new();
        for (name, index) in names.iter().zip(0..) {
            match self.zones.get(&**name) {
                Some(zone) => zones.push(*zone),
                None => {
                    let message = format!("there is no zone '{}'", name.escape_debug());
                    let problem = Problem::new(Code::UnknownZone, place.index(index), message);
                    let names = self.document.zones.iter().map(|zone| &*zone.name);
                    self.report(problem.near(name, names));
                }
            }
        }
        zones
    }

    /// The players' hands, or else whatever zones of theirs they can see into.
    fn sources(&self) -> SmallVec<[u8; 2]> {
        let each = |zone: &u8| self.program.zones[usize::from(*zone)].is_each();
        if let Some(hand) = self.zones.get("hand").copied().filter(|zone| each(zone)) {
            return SmallVec::from_slice(&[hand]);
        }
        let zones = 0..self.program.zones.len() as u8;
        zones
            .filter(each)
            .filter(|zone| self.is_seen(*zone))
            .take(1)
            .collect()
    }

    fn is_seen(&self, zone: u8) -> bool {
        let shows = &self.program.zones[usize::from(zone)].shows;
        !shows.iter().all(|shows| *shows == Shows::Hidden)
    }

    /// The zones that the action speaks of, or else its phase; or the discard pile.
    fn targets(&self, phase: &Phase, place: &Place, from: &[u8]) -> SmallVec<[u8; 2]> {
        let fits = |zone: &u8| !from.contains(zone) && self.is_seen(*zone);
        let spoken = |exprs: Vec<Expr>| {
            let mut zones = SmallVec::<[u8; 2]>::new();
            for expr in &exprs {
                expr.walk(&mut |part| {
                    let name = match &part.kind {
                        Kind::Name(name) | Kind::Text(name) | Kind::Member(_, name) => name,
                        _ => return,
                    };
                    let name = name.split(':').next().unwrap_or(name);
                    if let Some(zone) = self.zones.get(name)
                        && fits(zone)
                        && !zones.contains(zone)
                    {
                        zones.push(*zone);
                    }
                });
            }
            zones
        };
        let by_action = spoken(self.of_action(place));
        if !by_action.is_empty() {
            return by_action;
        }
        let base = place
            .pointer
            .rsplit_once("/actions/")
            .map_or("", |(base, _)| base);
        let mut whens = Vec::new();
        for index in 0..phase.transitions.len() {
            let at = format!("{base}/transitions/{index}/when");
            whens.extend(self.parsed.get(&at).cloned());
        }
        let by_phase = spoken(whens);
        if !by_phase.is_empty() {
            return by_phase;
        }
        let discard = ["discard", "discard_pile"]
            .iter()
            .find_map(|name| self.zones.get(name));
        discard.copied().into_iter().collect()
    }
}

/// The name of the parameter that an expression reads.
fn param(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        Kind::Call(name, args) if name == "get_param" => match &args.first()?.kind {
            Kind::Text(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}
