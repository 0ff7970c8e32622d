//! Document to program: names become numbers, expressions become typed nodes. All problems are noted, none stops it.

mod arguments;
mod asks;
mod calls;
mod deck;
mod declare;
mod direct;
mod flatten;
mod looks;
mod names;
mod objectives;
mod phases;
mod piles;
mod play;
mod risk;
mod slips;
mod texts;
mod typed;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parlor_table::{Schema, Zone};

use crate::document::Document;
use crate::expression::{Expr, parse};
use crate::limits::MOST_NODES_OF_ALL;
use crate::program::*;
use crate::spans::{Span, Spans};
use crate::{Code, Place, Problem, Severity};
use parlor_language::limits::MOST_PROBLEMS;

pub(crate) use looks::ORDER;

/// A condition that never holds.
const NEVER: Condition = Condition {
    tree: BoolId(0),
    first: TestId::FAILS,
};

/// Compiles a document whose shape has been checked. Without errors there is a program.
pub(crate) fn compile(document: &Document) -> (Option<Program>, Vec<Problem>) {
    let mut compiler = Compiler::new(document);
    compiler.check_texts();
    compiler.parse_all();
    compiler.declare_roles();
    compiler.declare_phases();
    compiler.declare_variables();
    compiler.declare_deck();
    compiler.declare_zones();
    compiler.declare_looks();
    compiler.compile_phases();
    compiler.find_piles();
    compiler.compile_objectives();
    compiler.compile_scoring();
    compiler.compile_rests();
    compiler.find_slips();
    if compiler.failed {
        return (None, compiler.problems);
    }
    // Only a program without errors is whole.
    compiler.find_risks();
    (Some(compiler.program), compiler.problems)
}

/// What an expression may speak of, by where it stands.
#[derive(Clone, Copy, Debug, Default)]
struct Context {
    /// It scores a player or role: the name of a zone that each player has means that player's.
    scoring: bool,
    /// The score is known.
    scored: bool,
    /// A card is about to be played.
    played: bool,
    /// It is somebody's action, who stays the same however turns go on.
    acting: bool,
    /// It may not change anything.
    pure: bool,
    /// There are at least so many players.
    players: u8,
}

struct Compiler<'d> {
    document: &'d Document,
    problems: Vec<Problem>,
    /// Whether any of them is an error.
    failed: bool,
    program: Program,
    /// The expressions, by where they stand.
    parsed: BTreeMap<String, Expr>,
    zones: HashMap<&'d str, u8>,
    phases: HashMap<&'d str, u16>,
    vars: HashMap<Arc<str>, u16>,
    text_vars: HashMap<Arc<str>, u16>,
    /// The zones that scoring speaks of begin here in [`Program::mine`].
    scoring_zones: usize,
    place: Place,
    /// The part of the file that nodes are made from now.
    span: Span,
    context: Context,
}

impl<'d> Compiler<'d> {
    fn new(document: &'d Document) -> Compiler<'d> {
        let program = Program {
            nums: Vec::new(),
            bools: Vec::new(),
            tests: Vec::new(),
            texts: Vec::new(),
            anys: Vec::new(),
            zone_exprs: Vec::new(),
            acts: Vec::new(),
            words: Vec::new(),
            word_numbers: HashMap::new(),
            cards: Vec::new(),
            faces: Vec::new(),
            orders: HashMap::new(),
            deck: Vec::new(),
            twins: false,
            zones: Vec::new(),
            deck_zone: Zone::REMOVED,
            roles: Vec::new(),
            mine: Vec::new(),
            vars: Vec::new(),
            text_vars: Vec::new(),
            lead: None,
            active_suit: None,
            trump_suit: None,
            cumulative: None,
            phases: Vec::new(),
            global: Vec::new(),
            scoring: ScoringInfo {
                method: NumId(0),
                win: NEVER,
                bust: None,
                tie: None,
                reason: None,
                ranking: None,
            },
            objectives: Vec::new(),
            horizon: parlor_core::HORIZON,
            aims: Vec::new(),
            spans: Spans::default(),
            branches: Vec::new(),
            schema: Schema::new(),
            sights_change: false,
            partial: false,
        };
        let mut compiler = Compiler {
            document,
            problems: Vec::new(),
            failed: false,
            program,
            parsed: BTreeMap::new(),
            zones: HashMap::new(),
            phases: HashMap::new(),
            vars: HashMap::new(),
            text_vars: HashMap::new(),
            scoring_zones: 0,
            place: Place::default(),
            span: Span::NONE,
            context: Context::default(),
        };
        // The empty text is the first word.
        compiler.word("");
        compiler
    }

    fn report(&mut self, problem: Problem) {
        let is_error = problem.severity() == Severity::Error;
        self.failed |= is_error;
        // Whoever made a thousand mistakes reads the first of them first, and an error is more than a warning.
        let most = if is_error {
            2 * MOST_PROBLEMS
        } else {
            MOST_PROBLEMS
        };
        if self.problems.len() < most {
            self.problems.push(problem);
        }
    }

    /// A problem with a part of the expression at hand.
    fn problem(&self, code: Code, expr: &Expr, message: impl Into<String>) -> Problem {
        Problem::new(code, self.place.within(expr.span.clone()), message)
    }

    /// The number of a word.
    fn word(&mut self, text: &str) -> TextNumber {
        if let Some(number) = self.program.word_number(text) {
            return number;
        }
        let (number, word) = (self.program.words.len() as TextNumber, Arc::from(text));
        self.program.words.push(Arc::clone(&word));
        self.program.word_numbers.insert(word, number);
        number
    }

    /// Reads every expression of the document, so that all of it is known before any of it is compiled.
    fn parse_all(&mut self) {
        let mut nodes = 0;
        for (place, text) in expressions(self.document) {
            match parse(text) {
                Ok(expr) => {
                    expr.walk(&mut |_| nodes += 1);
                    if nodes > MOST_NODES_OF_ALL {
                        let message = format!(
                            "the expressions have more than {MOST_NODES_OF_ALL} parts together"
                        );
                        self.report(Problem::new(Code::TooMuch, place, message));
                        return;
                    }
                    self.parsed.insert(place.pointer, expr);
                }
                Err(error) => {
                    let code = match error.too_complex {
                        true => Code::TooComplex,
                        false => Code::Syntax,
                    };
                    let mut problem = Problem::new(code, place.within(error.span), error.message);
                    problem.help = error.help;
                    self.report(problem);
                }
            }
        }
    }

    /// The expression at a place, ready to be compiled; nothing if it could not be read.
    fn expression_at(&mut self, place: Place) -> Option<Expr> {
        let expr = self.parsed.get(&place.pointer)?.clone();
        self.span = self.program.spans.begin(&place).narrowed(&expr.span);
        self.place = place;
        Some(expr)
    }

    /// A condition at a place.
    fn condition(&mut self, place: Place, context: Context) -> Condition {
        self.context = Context {
            pure: true,
            ..context
        };
        let tree = match self.expression_at(place) {
            Some(expr) => self.bool(&expr),
            None => self.add_bool(Bool::Const(false)),
        };
        self.flatten(tree)
    }

    /// A list of effects at a place.
    fn effects(&mut self, place: &Place, count: usize, context: Context) -> Effects {
        let mut acts = Vec::with_capacity(count);
        for index in 0..count {
            self.context = context;
            if let Some(expr) = self.expression_at(place.index(index)) {
                acts.push(self.act(&expr));
            }
        }
        let direct = self.is_direct(place, count, context);
        Effects { acts, direct }
    }

    fn everywhere(&self) -> Context {
        Context {
            players: self.document.meta.players.min,
            ..Context::default()
        }
    }
}

/// Every expression of a document and where it stands.
fn expressions(document: &Document) -> Vec<(Place, &str)> {
    let mut all = Vec::new();
    let root = Place::default();
    for (index, phase) in document.phases.iter().enumerate() {
        let at = root.field("phases").index(index);
        for (action, index) in phase.actions.iter().zip(0..) {
            let at = at.field("actions").index(index);
            if let Some(condition) = &action.condition {
                all.push((at.field("condition"), &**condition));
            }
            list(&mut all, &at.field("effect"), &action.effect);
        }
        for (transition, index) in phase.transitions.iter().zip(0..) {
            let at = at.field("transitions").index(index).field("when");
            all.push((at, &*transition.when));
        }
        let lists = [
            ("automaticSequence", &phase.automatic_sequence),
            ("onEnter", &phase.on_enter),
            ("onStep", &phase.on_step),
            ("onExit", &phase.on_exit),
        ];
        for (name, texts) in lists {
            list(&mut all, &at.field(name), texts.as_deref().unwrap_or(&[]));
        }
        if let Some(condition) = &phase.auto_end_turn_condition {
            all.push((at.field("autoEndTurnCondition"), &**condition));
        }
    }
    let global = document.global_transitions.iter().flatten();
    for (transition, index) in global.zip(0..) {
        let at = root.field("globalTransitions").index(index).field("when");
        all.push((at, &*transition.when));
    }
    let scoring = &document.scoring;
    let at = root.field("scoring");
    all.push((at.field("method"), &*scoring.method));
    all.push((at.field("winCondition"), &*scoring.win_condition));
    let optional = [
        ("bustCondition", &scoring.bust_condition),
        ("tieCondition", &scoring.tie_condition),
        ("autoEndTurnCondition", &scoring.auto_end_turn_condition),
        ("reason", &scoring.reason),
    ];
    for (name, condition) in optional {
        if let Some(condition) = condition {
            all.push((at.field(name), &**condition));
        }
    }
    let objectives = document.ai.iter().flat_map(|ai| &ai.objectives);
    for (objective, index) in objectives.zip(0..) {
        let at = root.field("ai").field("objectives").index(index);
        all.push((at.field("check"), &*objective.check));
    }
    all
}

fn list<'d>(all: &mut Vec<(Place, &'d str)>, at: &Place, texts: &'d [String]) {
    let places = (0..).map(|index| at.index(index));
    all.extend(places.zip(texts.iter().map(|text| &**text)));
}
