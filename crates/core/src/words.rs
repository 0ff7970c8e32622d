//! What is said in other languages: [`Words`], which a game carries with it.

mod view;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use crate::Message;

/// Texts by the ids of messages, for each language.
///
/// English is the language in which games are written. What is listed as `en` is what there is to translate, so that what a
/// translation lacks can be told: see [`Words::missing`]. The English of a message itself is in the message.
///
/// ```
/// use parlor_core::{Message, Seat, Words};
/// let mut words = Words::new();
/// words.add("en", [("bids", "{seat} bids {count}")]);
/// words.add("de", [("bids", "{seat} bietet {count}")]);
/// let bids = Message::new("bids", "{seat} bids {count}").with("seat", Seat(0)).with("count", 3);
/// assert_eq!(words.say("de", &bids, &["Ann".into()]), "Ann bietet 3");
/// assert_eq!(words.say("fr", &bids, &["Ann".into()]), "Ann bids 3");
/// assert!(words.missing("de").is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    texts: Arc<BTreeMap<Cow<'static, str>, Texts>>,
    closed: Arc<BTreeSet<String>>,
}

/// The texts of one language.
type Texts = BTreeMap<Cow<'static, str>, Cow<'static, str>>;

/// The language that messages are written in.
pub(crate) const ENGLISH: &str = "en";

impl Words {
    /// No words yet.
    pub fn new() -> Words {
        Words::default()
    }

    /// The words for what every match says: who left, what cannot be undone, whose turn it is.
    ///
    /// ```
    /// use parlor_core::Words;
    /// assert_eq!(Words::basic().get("de", "match_over"), Some("Die Partie ist zu Ende."));
    /// ```
    pub fn basic() -> Words {
        static BASIC: LazyLock<Words> = LazyLock::new(|| {
            let mut words = Words::new();
            words.add_json("en", include_str!("words/en.json"));
            words.add_json("de", include_str!("words/de.json"));
            words
        });
        BASIC.clone()
    }

    /// Adds texts in a language, by their ids. A text that is there already is replaced.
    pub fn add<I: Into<Cow<'static, str>>, T: Into<Cow<'static, str>>>(
        &mut self,
        language: impl Into<Cow<'static, str>>,
        texts: impl IntoIterator<Item = (I, T)>,
    ) {
        let known = Arc::make_mut(&mut self.texts)
            .entry(language.into())
            .or_default();
        known.extend(texts.into_iter().map(|(id, text)| (id.into(), text.into())));
    }

    /// The same from a JSON object, as a file beside the rules has it.
    ///
    /// ```
    /// let mut words = parlor_core::Words::new();
    /// words.add_json("de", r#"{"prompt.mark": "Wähle ein Feld"}"#);
    /// assert_eq!(words.get("de", "prompt.mark"), Some("Wähle ein Feld"));
    /// ```
    ///
    /// # Panics
    /// When it is not an object of texts, which is a mistake of the game's author.
    pub fn add_json(&mut self, language: impl Into<Cow<'static, str>>, json: &str) {
        let language = language.into();
        match serde_json::from_str::<BTreeMap<String, String>>(json) {
            Ok(texts) => self.add(language, texts),
            Err(error) => panic!("the words for '{language}' are no object of texts: {error}"),
        }
    }

    /// Adds all texts of `other`, in place of those with the same ids.
    pub fn extend(&mut self, other: &Words) {
        for (language, texts) in other.texts.iter() {
            let texts = texts.iter().map(|(id, text)| (id.clone(), text.clone()));
            self.add(language.clone(), texts);
        }
        for id in other.closed.iter() {
            self.close(id);
        }
    }

    /// Keeps the text with this id from those who only play: it names something that they may not know yet, such as a card.
    ///
    /// ```
    /// let mut words = parlor_core::Words::new();
    /// words.add("de", [("face.spy", "Spion"), ("zone.hand", "Hand")]);
    /// words.close("face.spy");
    /// assert_eq!(words.open("de").collect::<Vec<_>>(), [("zone.hand", "Hand")]);
    /// ```
    pub fn close(&mut self, id: &str) {
        if !self.closed.contains(id) {
            Arc::make_mut(&mut self.closed).insert(id.to_owned());
        }
    }

    /// The texts of a language, but those that were [closed](Words::close).
    pub fn open(&self, language: &str) -> impl Iterator<Item = (&str, &str)> {
        self.texts(language)
            .filter(|(id, _)| !self.closed.contains(*id))
    }

    /// The text with this id in a language.
    pub fn get(&self, language: &str, id: &str) -> Option<&str> {
        let text = self.texts.get(language)?.get(id)?;
        Some(text)
    }

    /// All texts of a language, by their ids.
    pub fn texts(&self, language: &str) -> impl Iterator<Item = (&str, &str)> {
        let texts = self.texts.get(language).into_iter().flatten();
        texts.map(|(id, text)| (&**id, &**text))
    }

    /// The languages that there are words in.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(|language| &**language)
    }

    /// What there is in English and not in this language.
    pub fn missing(&self, language: &str) -> Vec<&str> {
        let ids = self.texts(ENGLISH).map(|(id, _)| id);
        ids.filter(|id| self.get(language, id).is_none()).collect()
    }

    /// A message in a language, with seats by their names. What has no translation stays English.
    pub fn say(&self, language: &str, message: &Message, names: &[String]) -> String {
        let mut out = String::new();
        let english = language == ENGLISH;
        // The English of a message is its own.
        let words = |id: &str| (!english).then(|| self.get(language, id)).flatten();
        message.fill(&words, names, &mut out);
        out
    }
}
