//! Messages that a game declares once and says often: cheap to say, heard by each viewer as it may hear them.

use std::borrow::Cow;

use parlor_core::{Arg, Message, Seat, Viewer};
use parlor_table::{Definition, Eyes, Others, Packed, Piece, Rank, Schema, Suit, Table, Word};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A message that a game has declared.
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("none", "None", 2..=2);
/// let hello = game.message("hello", "{seat} says hello to {other}");
/// game.opening(move |play| play.say(hello, [Seat(0).into(), Seat(1).into()]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageId(pub(crate) u16);

/// What is heard when a piece is shown for a moment; every game has it.
pub(crate) const SHOWN: MessageId = MessageId(0);
/// What is heard when something chosen in secret has become impossible.
pub(crate) const TOO_LATE: MessageId = MessageId(1);

/// What a piece is called to those who saw nothing of it.
pub(crate) const SOMETHING: &str = "something";

/// How a message is declared: its id, its English text, and the names in it, in their order.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    pub id: Cow<'static, str>,
    pub text: Cow<'static, str>,
    pub names: Vec<String>,
}

impl Template {
    pub fn new(id: Cow<'static, str>, text: Cow<'static, str>) -> Template {
        let pieces = text.split('{').skip(1);
        let mut names: Vec<String> = Vec::new();
        for name in pieces.filter_map(|piece| piece.split_once('}')) {
            if !names.iter().any(|known| known == name.0) {
                names.push(name.0.into());
            }
        }
        Template { id, text, names }
    }
}

/// Something that was said, and who may hear it: as it is in the log.
///
/// ```
/// # fn is_data<T: parlor_core::Data>() {}
/// is_data::<parlor_flow::Said>();
/// ```
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub struct Said {
    pub(crate) message: u16,
    pub(crate) to: Eyes,
    pub(crate) args: SmallVec<[SaidArg; 3]>,
}

impl Clone for Said {
    fn clone(&self) -> Said {
        Said {
            args: self.args.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &Said) {
        (self.message, self.to) = (other.message, other.to);
        self.args.clone_from(&other.args);
    }
}

/// What goes into a message: a seat, a number, a short text, a piece.
///
/// ```
/// use parlor_core::Seat;
/// use parlor_flow::Say;
/// let args: [Say; 3] = [Seat(1).into(), 3.into(), "red".into()];
/// assert_eq!(args[1], Say::Number(3));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Say {
    /// A seat, shown by its player's name.
    Seat(Seat),
    /// A number.
    Number(i64),
    /// A short text.
    Word(Word),
    /// A longer text.
    Text(Box<str>),
    /// A piece: its name to those who know it now, its back to all others.
    Piece(Piece),
    /// A definition, by its name.
    Definition(Definition),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SaidArg {
    Seat(Seat),
    Number(i64),
    Word(Word),
    Text(Box<str>),
    /// What it was, who knew it when it was said, and who saw at least its back.
    Piece(Definition, Eyes, Eyes),
}

impl Say {
    pub(crate) fn fix(self, table: &Table) -> SaidArg {
        match self {
            Say::Seat(seat) => SaidArg::Seat(seat),
            Say::Number(number) => SaidArg::Number(number),
            Say::Word(word) => SaidArg::Word(word),
            Say::Text(text) => SaidArg::Text(text),
            Say::Piece(piece) => {
                let sight = table.sight(table.zone_of(piece));
                let backs = match sight.others {
                    Others::Backs | Others::Unordered => Eyes::ALL,
                    Others::Count | Others::Nothing => sight.eyes,
                };
                SaidArg::Piece(table.definition(piece), table.eyes(piece), backs)
            }
            Say::Definition(definition) => SaidArg::Piece(definition, Eyes::ALL, Eyes::ALL),
        }
    }
}

impl Said {
    /// Keeps no more of it than what a viewer was told.
    pub(crate) fn hide_from(&mut self, viewer: Viewer, schema: &Schema) {
        if !self.to.see(viewer) {
            return self.args.clear();
        }
        for arg in &mut self.args {
            if let SaidArg::Piece(definition, eyes, backs) = *arg
                && !eyes.see(viewer)
            {
                *arg = match backs.see(viewer) {
                    true => SaidArg::Piece(schema.alike(definition), eyes, backs),
                    false => SaidArg::Word(Word::new(SOMETHING).unwrap_or_default()),
                };
            }
        }
    }

    /// The message as a viewer hears it.
    pub(crate) fn heard(
        &self,
        templates: &[Template],
        table: &Table,
        viewer: Viewer,
    ) -> Option<Message> {
        if !self.to.see(viewer) {
            return None;
        }
        let template = templates.get(usize::from(self.message))?;
        let mut message = Message::new(template.id.clone(), template.text.clone());
        for (name, arg) in template.names.iter().zip(&self.args) {
            message = match arg {
                SaidArg::Seat(seat) => message.with(name.clone(), *seat),
                SaidArg::Number(number) => message.with(name.clone(), *number),
                SaidArg::Text(text) => message.with(name.clone(), text.to_string()),
                SaidArg::Word(word) => {
                    message.with(name.clone(), Arg::named("word", word.as_str()))
                }
                SaidArg::Piece(definition, eyes, backs) => {
                    let schema = table.schema();
                    let piece: Arg = match (eyes.see(viewer), backs.see(viewer)) {
                        (true, _) => Arg::face(schema.name(*definition)),
                        (false, true) => {
                            let back = schema.back_of(*definition);
                            let a_back = Message::word("a_back", back);
                            Message::new(a_back.id, format!("a {}", a_back.text)).into()
                        }
                        (false, false) => Message::new(SOMETHING, SOMETHING).into(),
                    };
                    message.with(name.clone(), piece)
                }
            };
        }
        Some(message)
    }
}

impl From<Seat> for Say {
    fn from(seat: Seat) -> Say {
        Say::Seat(seat)
    }
}

impl From<i64> for Say {
    fn from(number: i64) -> Say {
        Say::Number(number)
    }
}

impl From<i32> for Say {
    fn from(number: i32) -> Say {
        Say::Number(number.into())
    }
}

impl From<u32> for Say {
    fn from(number: u32) -> Say {
        Say::Number(number.into())
    }
}

impl From<u8> for Say {
    fn from(number: u8) -> Say {
        Say::Number(number.into())
    }
}

impl From<usize> for Say {
    fn from(number: usize) -> Say {
        Say::Number(number.pack())
    }
}

impl From<&str> for Say {
    fn from(text: &str) -> Say {
        match Word::new(text) {
            Some(word) => Say::Word(word),
            None => Say::Text(text.into()),
        }
    }
}

impl From<Word> for Say {
    fn from(word: Word) -> Say {
        Say::Word(word)
    }
}

impl From<Rank> for Say {
    fn from(rank: Rank) -> Say {
        rank.sign().into()
    }
}

impl From<Suit> for Say {
    fn from(suit: Suit) -> Say {
        suit.sign().into()
    }
}

impl From<Piece> for Say {
    fn from(piece: Piece) -> Say {
        Say::Piece(piece)
    }
}

impl From<Definition> for Say {
    fn from(definition: Definition) -> Say {
        Say::Definition(definition)
    }
}
