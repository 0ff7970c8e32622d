//! What a ruleset says, as messages with ids: its names, and the texts that its expressions put together.
//!
//! An expression such as `concat("{player} wins ", concat(pot, " chips"))` is known before play as the template
//! `{player} wins {1} chips`. The text that it gives in play is held against the templates, and what stands in the holes
//! becomes arguments.

use std::sync::LazyLock;

use parlor_core::{Arg, Message, Seat, ValueType, Words};
use serde_json::Value as Json;

use crate::document::{Document, PhaseKind, Preset};
use crate::expression::{Expr, Kind, parse};
use crate::program::{ActionInfo, ParamChoices, PhaseInfo, Program, Value};
use crate::view::words;

/// The templates of what a file says and why it says that somebody has won.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    said: Vec<Template>,
    reasons: Vec<Template>,
}

#[derive(Clone, Debug, PartialEq)]
struct Template {
    id: String,
    text: String,
    /// What stands before, between and after the holes.
    parts: Vec<String>,
}

/// How many texts one expression can give are told apart.
const MOST_TEMPLATES: usize = 64;

/// The place of a player who is named by a number.
const WHO: &str = "{who}";

/// The words for what every ruleset says.
pub(crate) fn basic() -> Words {
    static BASIC: LazyLock<Words> = LazyLock::new(|| {
        let mut words = Words::basic();
        words.add_json("en", include_str!("words/en.json"));
        words.add_json("de", include_str!("words/de.json"));
        words
    });
    BASIC.clone()
}

/// Adds the English of all that a ruleset can say.
pub(crate) fn declare(words: &mut Words, program: &Program, texts: &Texts) {
    let mut all: Vec<Message> = program.schema.texts();
    // What cards are called follows from their ranks and suits.
    all.retain(|text| !text.id.starts_with("face."));
    all.extend(
        cards(program)
            .flat_map(|(_, parts)| parts)
            .filter_map(named),
    );
    let acts = |phase: &&PhaseInfo| phase.kind != PhaseKind::Automatic;
    for phase in program.phases.iter().filter(acts) {
        all.push(phase_name(&phase.name));
        for action in &phase.actions {
            all.push(action_label(phase, action));
            for param in &action.params {
                all.push(Message::word("word", &param.name));
                if let ParamChoices::Values(values) = &param.choices {
                    let chosen = values.iter().filter_map(|value| match value {
                        Value::Text(text) => named(&program.words[*text as usize]),
                        _ => None,
                    });
                    all.extend(chosen);
                }
            }
        }
    }
    let mut schema = program.schema.clone();
    all.extend(
        schema
            .legend()
            .values
            .values()
            .filter(|look| look.shown_as != ValueType::Hidden)
            .map(|look| look.label.clone()),
    );
    let templates = texts.said.iter().chain(&texts.reasons);
    all.extend(templates.map(|one| Message::new(one.id.clone(), one.text.clone())));
    words.add("en", all.into_iter().map(|text| (text.id, text.text)));
}

/// The cards that are called by words, each with the words: the rank, and the suit where that is said.
fn cards(program: &Program) -> impl Iterator<Item = (&str, Vec<&str>)> {
    let words = |number: u32| &*program.words[number as usize];
    let all = program.cards.iter().zip(&program.faces);
    let named = all.filter(|(_, face)| matches!(Arg::face(face), Arg::Message(_)));
    named.map(move |(card, face)| match words(card.rank) {
        rank if *rank == **face => (&**face, vec![rank]),
        rank => (&**face, vec![rank, words(card.suit)]),
    })
}

/// Adds what cards are called in the languages in which their ranks and suits are known. The cards of a deck that the file brings
/// are only named to those who can read it.
pub(crate) fn name_cards(words: &mut Words, document: &Document, program: &Program) {
    let known = basic();
    let languages: Vec<String> = words.languages().map(String::from).collect();
    for (face, parts) in cards(program) {
        let id = Message::word("face", face).id.into_owned();
        for language in languages.iter().filter(|language| *language != "en") {
            let part = |part: &&str| match named(part) {
                Some(word) => words.get(language, &word.id).unwrap_or(part).to_owned(),
                None => (*part).to_owned(),
            };
            let name = parts.iter().map(part).collect::<Vec<_>>().join(" ");
            if name != face && words.get(language, &id).is_none() {
                words.add(language.clone(), [(id.clone(), name)]);
            }
        }
        if document.deck.preset == Preset::Custom {
            words.close(&id);
            let own = parts.iter().filter_map(|part| named(part));
            for word in own.filter(|word| known.get("en", &word.id).is_none()) {
                words.close(&word.id);
            }
        }
    }
}

fn named(word: &str) -> Option<Message> {
    match Arg::named("word", word) {
        Arg::Message(message) => Some(*message),
        _ => None,
    }
}

/// A phase as people read it.
pub(crate) fn phase_name(name: &str) -> Message {
    Message::new(format!("phase.{name}"), words(name))
}

/// An action as people read it: actions of different phases may share a name. Where the rules only wait, one goes on.
pub(crate) fn action_label(phase: &PhaseInfo, action: &ActionInfo) -> Message {
    let id = match phase.kind {
        PhaseKind::Automatic => action.name.to_string(),
        _ => format!("action.{}.{}", phase.name, action.name),
    };
    Message::new(id, action.label.to_string())
}

/// A label with what was chosen: the parts in `card.from.to`, then so many parameters.
pub(crate) fn with(label: Message, parts: &str, params: usize) -> Message {
    let parts = parts
        .split('.')
        .filter(|part| !part.is_empty())
        .map(String::from);
    let params = (0..params).map(|index| format!("param_{index}"));
    let all: Vec<String> = parts.chain(params).collect();
    if all.is_empty() {
        return label;
    }
    let places = all.iter().map(|part| match part.as_str() {
        "from" => "from {from}".into(),
        "to" => "to {to}".into(),
        part => format!("{{{part}}}"),
    });
    let places: Vec<String> = places.collect();
    let id = format!("with.{}", all.join("."));
    Message::new(id, format!("{{label}}: {}", places.join(", "))).with("label", label)
}

impl Texts {
    pub fn of(document: &Document) -> Texts {
        let mut texts = Texts::default();
        let phases = serde_json::to_value(&document.phases).unwrap_or_default();
        each_string(&phases, &mut |text| {
            let Ok(expr) = parse(text) else { return };
            expr.walk(&mut |part| {
                if let Kind::Call(name, args) = &part.kind
                    && name == "say"
                    && let [text] = args.as_slice()
                {
                    add("say", text, &mut texts.said);
                }
            });
        });
        let reason = document.scoring.reason.as_deref().map(parse);
        if let Some(Ok(reason)) = reason {
            add("reason", &reason, &mut texts.reasons);
        }
        texts
    }

    /// What the rules say when it is the turn of `seat`, with the players in it by their names.
    pub fn say(&self, seat: Seat, text: &str) -> Message {
        let (text, who) = players(text);
        let mut message = fill("say", &self.said, &text);
        if text.contains("{player}") {
            message = message.with("player", seat);
        }
        for (index, seat) in (1..).zip(who) {
            message = message.with(who_name(index), seat);
        }
        message
    }

    /// Why it ended so.
    pub fn reason(&self, text: &str) -> Message {
        fill("reason", &self.reasons, text)
    }
}

fn each_string(value: &Json, see: &mut impl FnMut(&str)) {
    match value {
        Json::String(text) => see(text),
        Json::Array(list) => list.iter().for_each(|value| each_string(value, see)),
        Json::Object(fields) => fields.values().for_each(|value| each_string(value, see)),
        _ => {}
    }
}

/// Adds the templates of all texts that an expression can give.
fn add(group: &str, expr: &Expr, templates: &mut Vec<Template>) {
    for segments in alternatives(expr) {
        // Neighbors join; a player that is named by a number is a place of its own.
        let (mut parts, mut text) = (vec![String::new()], String::new());
        let mut in_player = false;
        let mut players = 0;
        for segment in segments {
            let Some(literal) = segment else {
                if in_player {
                    continue;
                }
                text.push_str(&format!("{{{}}}", parts.len()));
                parts.push(String::new());
                continue;
            };
            let mut literal = literal.as_str();
            if in_player && let Some(rest) = literal.strip_prefix('}') {
                (literal, in_player) = (rest, false);
            }
            let before = match literal.strip_suffix("{player:") {
                Some(before) => {
                    in_player = true;
                    players += 1;
                    format!("{before}{{{}}}", who_name(players))
                }
                None => literal.to_owned(),
            };
            text.push_str(&before);
            if let Some(part) = parts.last_mut() {
                part.push_str(&before);
            }
        }
        // A text that is all holes says nothing that could be known before.
        if text.chars().any(char::is_alphabetic) && parts.iter().any(|part| !part.is_empty()) {
            let id = Message::word(group, &text).id.into_owned();
            let template = Template { id, text, parts };
            if !templates.contains(&template) {
                templates.push(template);
            }
        }
    }
}

/// What an expression can give: literal texts, with nothing where something is worked out.
fn alternatives(expr: &Expr) -> Vec<Vec<Option<String>>> {
    match &expr.kind {
        Kind::Text(text) => vec![vec![Some(text.clone())]],
        Kind::Call(name, args) if name == "concat" && args.len() == 2 => {
            let (first, second) = (alternatives(&args[0]), alternatives(&args[1]));
            let all = first.iter().flat_map(|first| {
                let both = second.iter();
                both.map(move |second| [first.as_slice(), second].concat())
            });
            all.take(MOST_TEMPLATES).collect()
        }
        Kind::Call(name, args) if name == "if" && args.len() == 3 => {
            let all = alternatives(&args[1])
                .into_iter()
                .chain(alternatives(&args[2]));
            all.take(MOST_TEMPLATES).collect()
        }
        _ => vec![vec![None]],
    }
}

/// A text with a place for each player that is named by a number, and who they are.
fn players(text: &str) -> (String, Vec<Seat>) {
    const BEGINS: &str = "{player:";
    let (mut out, mut who) = (String::with_capacity(text.len()), Vec::new());
    let mut rest = text;
    while let Some(at) = rest.find(BEGINS) {
        let (before, after) = (&rest[..at], &rest[at + BEGINS.len()..]);
        out.push_str(before);
        match after.split_once('}') {
            Some((number, left)) if number.parse::<u8>().is_ok() => {
                who.extend(number.parse().map(Seat));
                out.push_str(&format!("{{{}}}", who_name(who.len())));
                rest = left;
            }
            _ => {
                out.push_str(BEGINS);
                rest = after;
            }
        }
    }
    out.push_str(rest);
    (out, who)
}

fn who_name(index: usize) -> String {
    match index {
        1 => WHO.trim_matches(['{', '}']).to_owned(),
        _ => format!("who_{index}"),
    }
}

/// The message of the first template that a text follows.
fn fill(group: &str, templates: &[Template], text: &str) -> Message {
    for template in templates {
        if let Some(holes) = template.holes(text) {
            let mut message = Message::new(template.id.clone(), template.text.clone());
            for (index, hole) in (1..).zip(holes) {
                let arg = match hole.parse::<i64>() {
                    Ok(number) => number.into(),
                    Err(_) => Arg::named("word", hole),
                };
                message = message.with(format!("{index}"), arg);
            }
            return message;
        }
    }
    Message::new(group.to_owned(), text.to_owned())
}

impl Template {
    /// What stands in the holes, if a text follows the template.
    fn holes<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        let (first, others) = self.parts.split_first()?;
        let mut rest = text.strip_prefix(first.as_str())?;
        let mut holes = Vec::new();
        for (index, part) in others.iter().enumerate() {
            let is_last = index + 1 == others.len();
            let end = match is_last {
                true => rest.strip_suffix(part.as_str())?.len(),
                false => rest.find(part.as_str())?,
            };
            holes.push(&rest[..end]);
            rest = &rest[end + part.len()..];
        }
        rest.is_empty().then_some(holes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(expression: &str, text: &str, id: &str, english: &str) {
        let mut templates = Vec::new();
        add("say", &parse(expression).unwrap(), &mut templates);
        let texts = Texts {
            said: templates,
            reasons: Vec::new(),
        };
        let message = texts.say(Seat(1), text);
        assert_eq!(message.id, id);
        let names = ["Ann".to_owned(), "Bob".to_owned()];
        assert_eq!(message.render(&names), english);
    }

    #[test]
    fn what_expressions_put_together_becomes_a_message_with_arguments() {
        check("say_that(1)", "nothing is known", "say", "nothing is known");
        check(
            r#"concat(concat("{player} wins ", 3), concat(" chips with ", poker_hand_name(x)))"#,
            "{player} wins 3 chips with a flush",
            "say.player_wins_1_chips_with_2",
            "Bob wins 3 chips with a flush",
        );
        check(
            r#"concat(concat("{player:", shooter), "} shot the moon")"#,
            "{player:0} shot the moon",
            "say.who_shot_the_moon",
            "Ann shot the moon",
        );
        check(
            r#"if(a, "{player} loses the last life", "{player} loses a life")"#,
            "{player} loses a life",
            "say.player_loses_a_life",
            "Bob loses a life",
        );
    }
}
