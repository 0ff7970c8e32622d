//! [`Effect`]: one thing that rules written as data do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One thing that rules written as data do. The field that comes first names the verb, the others say *who*, *how many* and *where*.
///
/// | to do this | write |
/// |---|---|
/// | several things, one after the other | `[..]` |
/// | something if, or as often as | `if`, `repeat`, `for_each` |
/// | let a seat decide | `may`, `one_of`, `choose` |
/// | something with pieces | `move`, `create`, `shuffle`, `reveal`, `attach`, `control` |
/// | something with numbers | `add`, `set`, `roll` |
///
/// ```
/// use parlor_effects::Effect;
/// let effect: Effect = serde_json::from_str(r#"[{ "move": "target", "to": "grave" }, { "add": 1, "to": "you.life" }]"#).unwrap();
/// assert!(matches!(&effect, Effect::All(all) if all.len() == 2));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Effect {
    /// One after the other.
    All(Vec<Effect>),
    /// Only if something holds.
    If(If),
    /// If a seat wants to.
    May(May),
    /// One of several, as a seat chooses.
    OneOf(OneOf),
    /// Once for each.
    ForEach(ForEach),
    /// So many times.
    Repeat(Repeat),
    /// Finds pieces or seats, and gives them a name for what follows.
    Choose(Choose),
    /// Pieces go somewhere.
    Move(Move),
    /// New pieces.
    Create(Create),
    /// Shuffles a zone.
    Shuffle(Shuffle),
    /// Shows pieces for a moment.
    Reveal(Reveal),
    /// Puts pieces onto another one.
    Attach(Attach),
    /// Gives a seat control of pieces.
    Control(Control),
    /// Adds to a number.
    Add(Add),
    /// Sets a number.
    Set(Set),
    /// Rolls dice, and gives the sum a name for what follows.
    Roll(Roll),
}

/// A number: one that is written, or an expression such as `"2 * it.power"`.
///
/// ```
/// use parlor_effects::Amount;
/// assert_eq!(Amount::from(3), serde_json::from_str("3").unwrap());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Amount {
    /// This one.
    Number(i64),
    /// What this is worth.
    Text(String),
}

impl From<i64> for Amount {
    fn from(number: i64) -> Amount {
        Amount::Number(number)
    }
}

impl From<&str> for Amount {
    fn from(text: &str) -> Amount {
        Amount::Text(text.into())
    }
}

/// Pieces or seats: by name, or by what they are.
///
/// A name is `this` (whose effect it is), `you` (who controls it), `it` (the one that a filter or a loop looks at), `opponents`,
/// `everyone`, `target`, or one that [`Choose`] gave; with `.owner`, `.controller`, `.host` or `.attached` behind it.
///
/// ```
/// use parlor_effects::{Pick, Those};
/// let pick: Pick = serde_json::from_str(r#"{ "in": "field", "of": "opponents", "count": 1 }"#).unwrap();
/// let one = Those { zone: "field".into(), of: Some("opponents".into()), count: Some(1.into()), ..Those::default() };
/// assert_eq!(pick, Pick::from(one));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Pick {
    /// By name.
    Name(String),
    /// Those that lie somewhere and fit.
    Those(Box<Those>),
}

impl From<&str> for Pick {
    fn from(name: &str) -> Pick {
        Pick::Name(name.into())
    }
}

impl From<Those> for Pick {
    fn from(those: Those) -> Pick {
        Pick::Those(Box::new(those))
    }
}

/// Pieces that lie somewhere and fit; all of them, unless it is said how many.
///
/// ```
/// use parlor_effects::Those;
/// let those = Those { zone: "field".into(), filter: Some("it.power >= 4".into()), ..Those::default() };
/// assert_eq!(those.count, None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Those {
    /// The zone in which they lie.
    #[serde(rename = "in")]
    pub zone: String,
    /// Whose zone, where each seat has one: that of everyone, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// What kind they are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Which seats control them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// What holds of each, called `it`.
    #[serde(rename = "where", default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
    /// Not the piece itself whose effect it is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other: bool,
    /// How many of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Amount>,
    /// Or fewer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub up_to: bool,
    /// Which of them, where there are more.
    #[serde(default, skip_serializing_if = "is_chosen")]
    pub which: Which,
    /// Who chooses: you, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chooser: Option<String>,
}

/// Which of those that fit.
///
/// ```
/// use parlor_effects::Which;
/// assert_eq!(Which::default(), Which::Chosen);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    /// Somebody chooses.
    #[default]
    Chosen,
    /// Chance.
    Random,
    /// The topmost.
    Top,
    /// The lowest.
    Bottom,
}

fn is_chosen(which: &Which) -> bool {
    *which == Which::Chosen
}

/// Declares what a verb takes, with the examples that [`verbs`] checks.
macro_rules! verb {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident : $type:ty),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $type,)*
        }
    };
}

verb! {
    /// `{ "if": "you.life < 5", "then": .., "else": .. }`
    ///
    /// ```
    /// # use parlor_effects::If;
    /// let text = r#"{ "if": "you.life < 5", "then": { "add": 5, "to": "you.life" } }"#;
    /// assert!(serde_json::from_str::<If>(text).unwrap().otherwise.is_none());
    /// ```
    If {
        /// What has to hold.
        #[serde(rename = "if")]
        holds: String,
        /// What happens then.
        then: Box<Effect>,
        /// And what if it does not.
        #[serde(rename = "else", default, skip_serializing_if = "Option::is_none")]
        otherwise: Option<Box<Effect>>,
    }
}

verb! {
    /// `{ "may": .., "who": "you", "prompt": "Draw a card" }`
    ///
    /// ```
    /// # use parlor_effects::May;
    /// let text = r#"{ "may": { "shuffle": "deck" }, "prompt": "Shuffle" }"#;
    /// assert_eq!(serde_json::from_str::<May>(text).unwrap().prompt, "Shuffle");
    /// ```
    May {
        /// What happens if the seat wants it.
        may: Box<Effect>,
        /// What it is asked.
        prompt: String,
        /// Which seat is asked: you, if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<String>,
        /// What happens if it does not.
        #[serde(rename = "else", default, skip_serializing_if = "Option::is_none")]
        otherwise: Option<Box<Effect>>,
    }
}

verb! {
    /// `{ "one_of": [{ "label": "draw", "do": .. }, ..] }`
    ///
    /// ```
    /// # use parlor_effects::OneOf;
    /// let text = r#"{ "one_of": [{ "label": "heal", "do": [] }, { "label": "hurt", "do": [] }] }"#;
    /// assert_eq!(serde_json::from_str::<OneOf>(text).unwrap().one_of.len(), 2);
    /// ```
    OneOf {
        /// What there is to choose from.
        one_of: Vec<Mode>,
        /// Who chooses: you, if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<String>,
    }
}

verb! {
    /// One of the things that [`OneOf`] lists.
    ///
    /// ```
    /// # use parlor_effects::Mode;
    /// assert_eq!(serde_json::from_str::<Mode>(r#"{ "label": "heal", "do": [] }"#).unwrap().label, "heal");
    /// ```
    Mode {
        /// What it is called: at most 31 bytes.
        label: String,
        /// What happens.
        #[serde(rename = "do")]
        does: Effect,
    }
}

verb! {
    /// `{ "for_each": "everyone", "do": .. }`: whom it is done for is `it`.
    ///
    /// ```
    /// # use parlor_effects::{ForEach, Pick};
    /// let text = r#"{ "for_each": "opponents", "do": { "add": -1, "to": "it.life" } }"#;
    /// assert_eq!(serde_json::from_str::<ForEach>(text).unwrap().for_each, Pick::from("opponents"));
    /// ```
    ForEach {
        /// For whom, in this order.
        for_each: Pick,
        /// What happens.
        #[serde(rename = "do")]
        does: Box<Effect>,
    }
}

verb! {
    /// `{ "repeat": 3, "do": .. }`
    ///
    /// ```
    /// # use parlor_effects::{Amount, Repeat};
    /// assert_eq!(serde_json::from_str::<Repeat>(r#"{ "repeat": 3, "do": [] }"#).unwrap().repeat, Amount::from(3));
    /// ```
    Repeat {
        /// How often.
        repeat: Amount,
        /// What happens.
        #[serde(rename = "do")]
        does: Box<Effect>,
    }
}

verb! {
    /// `{ "choose": { "in": "field", "count": 1 }, "as": "victim" }`
    ///
    /// ```
    /// # use parlor_effects::Choose;
    /// let text = r#"{ "choose": { "in": "field", "count": 1 }, "as": "victim" }"#;
    /// assert_eq!(serde_json::from_str::<Choose>(text).unwrap().name, "victim");
    /// ```
    Choose {
        /// Which.
        choose: Pick,
        /// What they are called from then on.
        #[serde(rename = "as")]
        name: String,
    }
}

verb! {
    /// `{ "move": "target", "to": "grave" }`: to the zone of their owners, where each seat has one.
    ///
    /// ```
    /// # use parlor_effects::{End, Move};
    /// let text = r#"{ "move": "it", "to": "deck", "at": "bottom", "because": "mill" }"#;
    /// assert_eq!(serde_json::from_str::<Move>(text).unwrap().at, End::Bottom);
    /// ```
    Move {
        /// Which pieces.
        #[serde(rename = "move")]
        pieces: Pick,
        /// To which zone.
        to: String,
        /// Whose zone, if not that of their owners.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
        /// At which end.
        #[serde(default, skip_serializing_if = "End::is_top")]
        at: End,
        /// Whether everybody sees which they are.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        openly: bool,
        /// The cause, which others react to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        because: Option<String>,
    }
}

/// An end of a zone.
///
/// ```
/// assert!(parlor_effects::End::default().is_top());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// On top.
    #[default]
    Top,
    /// At the bottom.
    Bottom,
}

impl End {
    /// Whether it is the usual one.
    pub fn is_top(&self) -> bool {
        *self == End::Top
    }
}

verb! {
    /// `{ "create": "wolf", "to": "field" }`: yours.
    ///
    /// ```
    /// # use parlor_effects::Create;
    /// assert_eq!(serde_json::from_str::<Create>(r#"{ "create": "wolf", "to": "field" }"#).unwrap().count, None);
    /// ```
    Create {
        /// What they are.
        create: String,
        /// To which zone.
        to: String,
        /// How many: one, if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        count: Option<Amount>,
        /// Whose: yours, if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
    }
}

verb! {
    /// `{ "shuffle": "deck", "of": "opponents" }`
    ///
    /// ```
    /// # use parlor_effects::Shuffle;
    /// assert_eq!(serde_json::from_str::<Shuffle>(r#"{ "shuffle": "deck" }"#).unwrap().of, None);
    /// ```
    Shuffle {
        /// Which zone.
        shuffle: String,
        /// Whose: yours, if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
    }
}

verb! {
    /// `{ "reveal": "it", "to": "opponents" }`
    ///
    /// ```
    /// # use parlor_effects::Reveal;
    /// assert_eq!(serde_json::from_str::<Reveal>(r#"{ "reveal": "it" }"#).unwrap().to, None);
    /// ```
    Reveal {
        /// Which pieces.
        reveal: Pick,
        /// To whom: to all, if nothing is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    }
}

verb! {
    /// `{ "attach": "this", "to": "target" }`
    ///
    /// ```
    /// # use parlor_effects::Attach;
    /// assert_eq!(serde_json::from_str::<Attach>(r#"{ "attach": "this", "to": "target" }"#).unwrap().to, "target");
    /// ```
    Attach {
        /// Which pieces.
        attach: Pick,
        /// To which one.
        to: String,
    }
}

verb! {
    /// `{ "control": "target", "by": "you" }`
    ///
    /// ```
    /// # use parlor_effects::Control;
    /// assert_eq!(serde_json::from_str::<Control>(r#"{ "control": "target", "by": "you" }"#).unwrap().by, "you");
    /// ```
    Control {
        /// Which pieces.
        control: Pick,
        /// Who decides over them now.
        by: String,
    }
}

verb! {
    /// `{ "add": 2, "to": "you.life" }`
    ///
    /// ```
    /// # use parlor_effects::Add;
    /// assert_eq!(serde_json::from_str::<Add>(r#"{ "add": -2, "to": "it.life" }"#).unwrap().to, "it.life");
    /// ```
    Add {
        /// How much.
        add: Amount,
        /// To which number: that of the table, or of pieces or seats.
        to: String,
    }
}

verb! {
    /// `{ "set": "target.power", "to": 1 }`
    ///
    /// ```
    /// # use parlor_effects::Set;
    /// assert_eq!(serde_json::from_str::<Set>(r#"{ "set": "it.power", "to": 1 }"#).unwrap().set, "it.power");
    /// ```
    Set {
        /// Which number: that of the table, or of pieces or seats.
        set: String,
        /// What it is from then on.
        to: Amount,
    }
}

verb! {
    /// `{ "roll": "2d6", "as": "rolled" }`
    ///
    /// ```
    /// # use parlor_effects::Roll;
    /// assert_eq!(serde_json::from_str::<Roll>(r#"{ "roll": "2d6", "as": "rolled" }"#).unwrap().roll, "2d6");
    /// ```
    Roll {
        /// How many dice with how many sides.
        roll: String,
        /// What the sum is called from then on.
        #[serde(rename = "as")]
        name: String,
    }
}
