//! From effects to programs.

use parlor_language::{Code, Place, Problem};
use parlor_table::{Named, Schema, Word};

use crate::code::{Base, Draw, Find, Fits, Num, Program, Ref, Slot, Step, Verb, Whereto};
use crate::effect::{self, Amount, Effect, Pick, Those, Which};
use crate::registers::{IT, THIS, YOU};

/// What names mean where an effect is written.
pub(crate) struct Scope<'s> {
    pub schema: &'s Schema,
    pub kinds: &'s [String],
    /// The names that registers have, the latest last.
    pub names: Vec<(String, usize)>,
    /// Whether `it` is what a filter looks at.
    pub filters: bool,
}

pub(crate) struct Compiler<'s> {
    pub scope: Scope<'s>,
    pub problems: Vec<Problem>,
    program: Program,
}

/// The longest program, in steps: more is a mistake.
const MOST_STEPS: usize = 10_000;
/// The most registers.
const MOST_REGISTERS: usize = 200;

impl<'s> Compiler<'s> {
    pub fn new(schema: &'s Schema, kinds: &'s [String], targets: &[&str]) -> Compiler<'s> {
        let mut compiler = Compiler {
            scope: Scope {
                schema,
                kinds,
                names: Vec::new(),
                filters: false,
            },
            problems: Vec::new(),
            program: Program::default(),
        };
        for (register, name) in [(THIS, "this"), (YOU, "you"), (IT, "it")] {
            debug_assert_eq!(
                compiler.register(true),
                register,
                "the first three are known by their numbers"
            );
            compiler.scope.names.push((name.into(), register));
        }
        for name in targets {
            let register = compiler.register(true);
            compiler.scope.names.push(((*name).into(), register));
        }
        compiler
    }

    pub fn finish(self) -> (Program, Vec<Problem>) {
        (self.program, self.problems)
    }

    pub fn add(&mut self, code: Code, place: &Place, message: String) -> &mut Problem {
        self.problems
            .push(Problem::new(code, place.clone(), message));
        let last = self.problems.len() - 1;
        &mut self.problems[last]
    }

    fn register(&mut self, targets: bool) -> usize {
        self.program.targets.push(targets);
        self.program.targets.len() - 1
    }

    fn emit(&mut self, step: Step) -> usize {
        self.program.steps.push(step);
        self.program.steps.len() - 1
    }

    fn here(&self) -> usize {
        self.program.steps.len()
    }

    /// Lets a step that was written before lead here.
    fn land(&mut self, step: usize) {
        let here = self.here();
        match &mut self.program.steps[step] {
            Step::Jump(to) | Step::Unless(_, to) => *to = here,
            Step::May { otherwise, .. } => *otherwise = here,
            Step::Next { end, .. } | Step::Down { end, .. } => *end = here,
            _ => {}
        }
    }

    pub fn effect(&mut self, effect: &Effect, place: &Place) {
        let (registers, steps) = (self.program.targets.len(), self.program.steps.len());
        if registers > MOST_REGISTERS || steps > MOST_STEPS {
            if self
                .problems
                .iter()
                .all(|problem| problem.code != Code::TooComplex)
            {
                self.add(Code::TooComplex, place, "this effect is too large".into());
            }
            return;
        }
        match effect {
            Effect::All(all) => {
                let names = self.scope.names.len();
                for (index, one) in all.iter().enumerate() {
                    self.effect(one, &place.index(index));
                }
                self.scope.names.truncate(names);
            }
            Effect::If(one) => {
                let holds = self.test(&one.holds, &place.field("if"));
                let unless = self.emit(Step::Unless(holds, 0));
                self.effect(&one.then, &place.field("then"));
                self.otherwise(unless, one.otherwise.as_deref(), place);
            }
            Effect::May(one) => {
                let who = self.who(one.who.as_deref(), &place.field("who"));
                let (prompt, otherwise) = (one.prompt.clone(), 0);
                let may = self.emit(Step::May {
                    who,
                    prompt,
                    otherwise,
                });
                self.effect(&one.may, &place.field("may"));
                self.otherwise(may, one.otherwise.as_deref(), place);
            }
            Effect::OneOf(one) => self.one_of(one, place),
            Effect::ForEach(one) => {
                let list = self.found(&one.for_each, &place.field("for_each"), true);
                let into = self.register(true);
                let start = self.emit(Step::Next { list, into, end: 0 });
                self.with_name("it", into, |it| it.effect(&one.does, &place.field("do")));
                self.emit(Step::Jump(start));
                self.land(start);
            }
            Effect::Repeat(one) => {
                let number = self.amount(&one.repeat, &place.field("repeat"));
                let count = self.register(false);
                self.emit(Step::Note {
                    number,
                    into: count,
                });
                let start = self.emit(Step::Down { count, end: 0 });
                self.effect(&one.does, &place.field("do"));
                self.emit(Step::Jump(start));
                self.land(start);
            }
            Effect::Choose(one) => {
                let found = self.found(&one.choose, &place.field("choose"), true);
                self.name(&one.name, found, &place.field("as"));
            }
            Effect::Roll(one) => match dice(&one.roll) {
                Some((dice, sides)) => {
                    let into = self.register(false);
                    self.emit(Step::Do(Verb::Roll { dice, sides, into }));
                    self.name(&one.name, into, &place.field("as"));
                }
                None => {
                    let problem = self.add(
                        Code::BadFormat,
                        &place.field("roll"),
                        format!("'{}' is not dice", one.roll),
                    );
                    problem.expected = Some("how many dice with how many sides: '2d6'".into());
                }
            },
            verb => {
                if let Some(verb) = self.verb(verb, place) {
                    self.emit(Step::Do(verb));
                }
            }
        }
    }

    fn otherwise(&mut self, from: usize, otherwise: Option<&Effect>, place: &Place) {
        match otherwise {
            Some(otherwise) => {
                let over = self.emit(Step::Jump(0));
                self.land(from);
                self.effect(otherwise, &place.field("else"));
                self.land(over);
            }
            None => self.land(from),
        }
    }

    fn one_of(&mut self, one: &effect::OneOf, place: &Place) {
        let who = self.who(one.who.as_deref(), &place.field("who"));
        let list = place.field("one_of");
        if one.one_of.is_empty() {
            self.add(
                Code::OutOfRange,
                &list,
                "there is nothing to choose from".into(),
            );
            return;
        }
        let mut labels = Vec::new();
        for (index, mode) in one.one_of.iter().enumerate() {
            match Word::new(&mode.label).filter(|word| !labels.contains(word)) {
                Some(word) => labels.push(word),
                None => {
                    let label = list.index(index).field("label");
                    let problem = self.add(
                        Code::BadFormat,
                        &label,
                        format!("'{}' cannot be a label here", mode.label),
                    );
                    problem.expected = Some("at most 31 bytes, different from the others".into());
                }
            }
        }
        let ways = Vec::new();
        let asks = self.emit(Step::OneOf { who, labels, ways });
        let (mut starts, mut ends) = (Vec::new(), Vec::new());
        for (index, mode) in one.one_of.iter().enumerate() {
            starts.push(self.here());
            self.effect(&mode.does, &list.index(index).field("do"));
            ends.push(self.emit(Step::Jump(0)));
        }
        ends.into_iter().for_each(|end| self.land(end));
        if let Step::OneOf { ways, .. } = &mut self.program.steps[asks] {
            *ways = starts;
        }
    }

    fn verb(&mut self, effect: &Effect, place: &Place) -> Option<Verb> {
        Some(match effect {
            Effect::Move(one) => {
                let pieces = self.pick(&one.pieces, &place.field("move"));
                let to = self.zone(&one.to, &place.field("to"));
                let of = one
                    .of
                    .as_ref()
                    .map(|of| self.reference(of, &place.field("of")));
                let because = match &one.because {
                    Some(cause) => Some(self.word(cause, &place.field("because"))?),
                    None => None,
                };
                Verb::Move {
                    pieces,
                    to: to?,
                    of,
                    bottom: one.at == effect::End::Bottom,
                    openly: one.openly,
                    because,
                }
            }
            Effect::Create(one) => {
                let Some(definition) = self.scope.schema.find(&one.create) else {
                    let message = format!("there is no piece '{}'", one.create);
                    self.add(Code::UnknownName, &place.field("create"), message);
                    return None;
                };
                let to = self.zone(&one.to, &place.field("to"))?;
                let one_piece = Amount::Number(1);
                let count = one.count.as_ref().unwrap_or(&one_piece);
                Verb::Create {
                    definition,
                    to,
                    count: self.amount(count, &place.field("count")),
                    of: self.who(one.of.as_deref(), &place.field("of")),
                }
            }
            Effect::Shuffle(one) => Verb::Shuffle {
                zone: self.zone(&one.shuffle, &place.field("shuffle"))?,
                of: self.who(one.of.as_deref(), &place.field("of")),
            },
            Effect::Reveal(one) => Verb::Reveal {
                pieces: self.pick(&one.reveal, &place.field("reveal")),
                to: one
                    .to
                    .as_ref()
                    .map(|to| self.reference(to, &place.field("to"))),
            },
            Effect::Attach(one) => Verb::Attach {
                pieces: self.pick(&one.attach, &place.field("attach")),
                to: self.reference(&one.to, &place.field("to")),
            },
            Effect::Control(one) => Verb::Control {
                pieces: self.pick(&one.control, &place.field("control")),
                by: self.reference(&one.by, &place.field("by")),
            },
            Effect::Add(one) => {
                let slot = self.slot(&one.to, &place.field("to"));
                let amount = self.amount(&one.add, &place.field("add"));
                let (slot, add) = (slot?, true);
                Verb::Write { slot, amount, add }
            }
            Effect::Set(one) => {
                let slot = self.slot(&one.set, &place.field("set"));
                let amount = self.amount(&one.to, &place.field("to"));
                let (slot, add) = (slot?, false);
                Verb::Write { slot, amount, add }
            }
            _ => return None,
        })
    }

    /// Those that are picked, by the register that they are put into first unless they have a name.
    fn pick(&mut self, pick: &Pick, place: &Place) -> Ref {
        match pick {
            Pick::Name(name) => self.reference(name, place),
            Pick::Those(_) => Ref {
                base: Base::Register(self.found(pick, place, false)),
                via: Vec::new(),
            },
        }
    }

    /// The register into which those that are picked are put. A copy of its own can be taken apart.
    fn found(&mut self, pick: &Pick, place: &Place, own: bool) -> usize {
        if let Pick::Those(those) = pick
            && those.count.is_none()
            && (those.up_to || those.which != Which::Chosen)
        {
            let problem = self.add(Code::MissingField, place, "it is not said how many".into());
            problem.expected = Some("a count".into());
        }
        let find = match pick {
            Pick::Name(name) => {
                let named = self.reference(name, place);
                match (&named.base, named.via.is_empty(), own) {
                    (Base::Register(register), true, false) => return *register,
                    _ => Find::Named(named),
                }
            }
            Pick::Those(those) => match self.fits(those, place) {
                Some(fits) => {
                    let count = those.count.as_ref();
                    Find::Those(Box::new(Draw {
                        those: fits,
                        count: count.map(|count| self.amount(count, &place.field("count"))),
                        up_to: those.up_to,
                        which: those.which,
                        chooser: self.who(those.chooser.as_deref(), &place.field("chooser")),
                    }))
                }
                None => return IT,
            },
        };
        let into = self.register(true);
        self.emit(Step::Find { find, into });
        into
    }

    fn fits(&mut self, those: &Those, place: &Place) -> Option<Fits> {
        let zone = self.zone(&those.zone, &place.field("in"))?;
        let whose = those.of.as_deref().unwrap_or("everyone");
        let of = self.reference(whose, &place.field("of"));
        let kind = match &those.kind {
            Some(kind) => Some(self.kind(kind, &place.field("kind"))?),
            None => None,
        };
        let by = those
            .by
            .as_ref()
            .map(|by| self.reference(by, &place.field("by")));
        let filter = those.filter.as_ref().map(|filter| {
            let outer = std::mem::replace(&mut self.scope.filters, true);
            let test = self.test(filter, &place.field("where"));
            self.scope.filters = outer;
            test
        });
        Some(Fits {
            zone,
            of,
            kind,
            by,
            filter,
            other: those.other,
        })
    }

    pub fn kind(&mut self, name: &str, place: &Place) -> Option<usize> {
        let kinds = self.scope.kinds;
        let found = kinds.iter().position(|kind| kind == name);
        if found.is_none() {
            let problem = Problem::new(
                Code::UnknownName,
                place.clone(),
                format!("there is no kind '{name}'"),
            );
            self.problems
                .push(problem.near(name, kinds.iter().map(|kind| &**kind)));
        }
        found
    }

    pub fn zone(&mut self, name: &str, place: &Place) -> Option<Whereto> {
        match self.scope.schema.named(name) {
            Some(Named::Zone(zone)) => return Some(Whereto::One(zone)),
            Some(Named::EachZone(zone)) => return Some(Whereto::Each(zone)),
            _ => {}
        }
        let zones = self
            .scope
            .schema
            .names()
            .filter_map(|(name, named)| match named {
                Named::Zone(_) | Named::EachZone(_) => Some(name),
                _ => None,
            });
        let problem = Problem::new(
            Code::UnknownZone,
            place.clone(),
            format!("there is no zone '{name}'"),
        );
        self.problems.push(problem.near(name, zones));
        None
    }

    fn who(&mut self, name: Option<&str>, place: &Place) -> Ref {
        self.reference(name.unwrap_or("you"), place)
    }

    fn word(&mut self, text: &str, place: &Place) -> Option<Word> {
        let word = Word::new(text);
        if word.is_none() {
            self.add(Code::BadFormat, place, format!("'{text}' is too long"))
                .expected = Some("at most 31 bytes".into());
        }
        word
    }

    fn name(&mut self, name: &str, register: usize, place: &Place) {
        let taken = ["this", "you", "it", "opponents", "everyone"];
        if taken.contains(&name) || !is_name(name) {
            let problem = self.add(
                Code::BadFormat,
                place,
                format!("'{name}' cannot be a name here"),
            );
            problem.expected = Some(format!(
                "letters, digits and '_', none of: {}",
                taken.join(", ")
            ));
        }
        self.scope.names.push((name.into(), register));
    }

    fn with_name(&mut self, name: &str, register: usize, inner: impl FnOnce(&mut Self)) {
        self.scope.names.push((name.into(), register));
        inner(self);
        self.scope.names.pop();
    }

    fn amount(&mut self, amount: &Amount, place: &Place) -> Num {
        match amount {
            Amount::Number(number) => Num::Const(*number),
            Amount::Text(text) => self.number(text, place),
        }
    }

    /// A number that can be written: `you.life`, `it.power`, `round`.
    fn slot(&mut self, text: &str, place: &Place) -> Option<Slot> {
        let before = self.problems.len();
        match self.number(text, place) {
            Num::Slot(slot) if self.changes(&slot) => Some(*slot),
            _ if self.problems.len() > before => None,
            _ => {
                let problem = self.add(
                    Code::TypeMismatch,
                    place,
                    format!("'{text}' cannot be changed"),
                );
                problem.expected =
                    Some("a value of the table, of seats or of pieces: 'you.life'".into());
                None
            }
        }
    }
}

impl Compiler<'_> {
    fn changes(&self, slot: &Slot) -> bool {
        match slot {
            Slot::Table(_) | Slot::Seats(..) => true,
            Slot::Pieces(_, stat) => self.scope.schema.names().any(|(_, named)| {
                matches!(named, Named::Attribute(own) if own.number() == stat.number())
            }),
        }
    }

    pub fn holds_targets(&self, register: usize) -> bool {
        self.program.targets[register]
    }
}

fn is_name(name: &str) -> bool {
    let mut letters = name.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic())
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// `2d6`.
fn dice(text: &str) -> Option<(u32, u32)> {
    let (dice, sides) = text.split_once('d')?;
    let (dice, sides) = (dice.parse().ok()?, sides.parse().ok()?);
    ((1..=100).contains(&dice) && (2..=1_000_000).contains(&sides)).then_some((dice, sides))
}
