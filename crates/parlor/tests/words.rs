//! Every text that reaches a player: readable, with an id, and there in German.

use std::collections::{BTreeMap, BTreeSet};

use parlor::core::{
    Answers, AnyGame, Arg, Guide, Message, Rng, Seed, Setup, Submission, ValueType, View, Viewer,
};

/// What was said in a game: each message by its id, and every text as players read it.
#[derive(Default)]
struct Said {
    /// The English of each id.
    ids: BTreeMap<String, BTreeSet<String>>,
    /// Arguments that are told as they are, in every language.
    signs: BTreeSet<String>,
    /// Whole texts, with people's names.
    texts: BTreeSet<String>,
}

impl Said {
    fn hear(&mut self, message: &Message, names: &[String]) {
        if message.text.is_empty() {
            return;
        }
        self.texts.insert(message.render(names));
        self.note(message);
    }

    fn note(&mut self, message: &Message) {
        let texts = self.ids.entry(message.id.to_string()).or_default();
        texts.insert(message.text.to_string());
        for arg in message.args.values() {
            self.note_arg(arg);
        }
    }

    fn note_arg(&mut self, arg: &Arg) {
        match arg {
            Arg::Message(message) => self.note(message),
            Arg::List { list } => list.iter().for_each(|arg| self.note_arg(arg)),
            Arg::Text(text) => {
                self.signs.insert(text.to_string());
            }
            Arg::Seat { .. } | Arg::Number(_) => {}
        }
    }

    fn look(&mut self, view: &View, names: &[String]) {
        let told = view.recent.iter().map(|told| &told.message);
        let asked = view.phase.iter().chain(&view.prompt);
        for message in told.chain(asked) {
            self.hear(message, names);
        }
        for action in &view.actions {
            match &action.label {
                Some(label) => self.hear(label, names),
                None => {
                    self.signs.insert(action.text.to_string());
                    self.texts.insert(action.text.to_string());
                }
            }
        }
        let looks = view.legend.values.values();
        for look in looks.filter(|look| look.shown_as != ValueType::Hidden) {
            self.hear(&look.label, names);
            if let ValueType::Sheet { boxes, .. } = &look.shown_as {
                boxes.iter().for_each(|label| self.hear(label, names));
            }
        }
        let standings = view.outcome.iter().flat_map(|outcome| outcome.standings());
        for standing in standings {
            self.hear(&standing.reason, names);
        }
    }
}

/// Plays random games of every number of players, and listens to everybody.
fn listen(game: &dyn AnyGame) -> Said {
    const COMMANDS: usize = 150;
    let info = game.info();
    let mut said = Said::default();
    for seats in info.min_seats..=info.max_seats.min(info.min_seats + 2) {
        let names: Vec<String> = (0..seats).map(|seat| format!("Player{seat}")).collect();
        for seed in 0..3_u32 {
            let setup = Setup::new(info, usize::from(seats)).unwrap();
            let mut play = game.begin(setup, Seed::Integer(seed), 0).unwrap();
            let mut rng = Rng::fast(u64::from(seed), 7);
            for _ in 0..COMMANDS {
                let seat = play.to_act().first();
                for viewer in seat
                    .map(Viewer::Seat)
                    .into_iter()
                    .chain([Viewer::Spectator])
                {
                    said.look(&play.view(viewer), &names);
                    for told in play.told(play.version(), viewer) {
                        said.hear(&told.message, &names);
                    }
                }
                let Some(seat) = seat else { break };
                if let Some(Ok(Guide::Ask(question))) = play.guide(seat, &[]) {
                    said.hear(&question.prompt, &names);
                    if let Answers::OneOf(offers) = &question.answers {
                        for offer in offers {
                            said.hear(&offer.label, &names);
                        }
                    }
                }
                let Some(command) = play.random_command(seat, &mut rng) else {
                    break;
                };
                play.submit(Submission::new(seat, command)).unwrap();
            }
        }
    }
    said
}

/// What no player should read.
fn is_raw(text: &str) -> bool {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || ",:;()".contains(c))
        .collect();
    let is_snake = |word: &&str| {
        let mut parts = word.split('_');
        word.contains('_') && parts.all(|part| part.chars().any(char::is_alphanumeric))
    };
    let is_handle = |word: &&str| {
        let number = word.strip_prefix('#');
        number
            .is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
    };
    // Dice and pieces as the rules call them: `d6a:5`.
    let is_key = |text: &str| {
        let mut parts = text.split(' ').flat_map(|word| word.split_once(':'));
        parts.any(|(key, value)| {
            key.contains(|c: char| c.is_ascii_digit())
                && key.contains(|c: char| c.is_ascii_lowercase())
                && value.starts_with(|c: char| c.is_ascii_digit())
        })
    };
    text.contains(['{', '}', '\\'])
        || text.contains("seat 0")
        || text.contains("seat 1")
        || words.iter().any(is_snake)
        || words.iter().any(is_handle)
        || is_key(text)
}

fn has_words(text: &str) -> bool {
    let mut pairs = text.as_bytes().windows(2);
    pairs.any(|two| two.iter().all(u8::is_ascii_lowercase))
}

fn games() -> Vec<std::sync::Arc<dyn AnyGame>> {
    let mut all: Vec<std::sync::Arc<dyn AnyGame>> = parlor::games::all().iter().cloned().collect();
    all.extend(
        parlor::ruleset::bundled_games()
            .into_iter()
            .map(parlor::core::erase),
    );
    all
}

#[test]
fn raw_texts_are_told_from_readable_ones() {
    for raw in [
        "pass_by 1",
        "take d6a:5 d6b:4",
        "{card} goes",
        "seat 0: a1",
        "draw #3",
    ] {
        assert!(is_raw(raw), "{raw}");
    }
    for readable in [
        "Pass",
        "take 5 (d6) 4 (d6)",
        "Ann: Q♠",
        "e3-e4",
        "Play a card: Q♠, to discard",
    ] {
        assert!(!is_raw(readable), "{readable}");
    }
}

#[test]
fn players_read_words_and_find_all_of_them_in_german() {
    let mut problems = Vec::new();
    for game in games() {
        let said = listen(&*game);
        let (info, english) = (game.info(), game.info().english());
        let mut report = |problem: String| problems.push(format!("{}: {problem}", info.id));
        for text in said.texts.iter().filter(|text| is_raw(text)) {
            report(format!("players read '{text}'"));
        }
        for (id, texts) in &said.ids {
            if id.is_empty() {
                report(format!("these have no id: {texts:?}"));
            } else if info.words.get("de", id).is_none() {
                report(format!("'{id}' is not there in German: {texts:?}"));
            }
            if texts.len() > 1 {
                report(format!("'{id}' stands for several texts: {texts:?}"));
            }
        }
        for sign in said.signs.iter().filter(|sign| has_words(sign)) {
            report(format!("'{sign}' is English in every language"));
        }
        for id in english.missing("de") {
            report(format!(
                "'{id}' is missing in German: {:?}",
                english.get("en", id)
            ));
        }
    }
    problems.dedup();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn translations_have_the_places_of_what_they_translate() {
    let places = |text: &str| -> BTreeSet<String> {
        let parts = text.split('{').skip(1);
        let names = parts.filter_map(|part| part.split_once('}'));
        names.map(|(name, _)| name.to_owned()).collect()
    };
    for game in games() {
        let english = game.info().english();
        for (id, german) in english.texts("de") {
            let Some(text) = english.get("en", id) else {
                continue;
            };
            let extra: Vec<String> = places(german).difference(&places(text)).cloned().collect();
            assert!(
                extra.is_empty(),
                "{}: '{id}' has no {extra:?}: {text}",
                game.info().id
            );
        }
    }
}
