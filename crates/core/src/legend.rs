//! What the names in a view mean: the [`Legend`] has the type and label of each value, and how each kind of piece is drawn.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Message, Ranking, Text};

/// What the names in a view mean. It is the same in all views of a match, so it travels once.
///
/// ```
/// use parlor_core::{Seat, ValueType, View};
/// let view = View::new()
///     .value(Seat(0), "score", 12)
///     .declare("score", ValueType::points(), "Score");
/// assert_eq!(view.legend.values["score"].label.text, "Score");
/// assert_eq!(view.legend.values["score"].label.id, "value.score");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Legend {
    /// The values of the table and of the seats, by name. What is not declared here is not shown to people.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<Text, ValueLook>,
    /// How pieces are drawn, by their kind. A kind that is not declared shows its face and nothing else.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pieces: BTreeMap<Text, Face>,
}

impl Legend {
    /// Whether nothing is declared.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.pieces.is_empty()
    }

    /// Declares a value, to be shown after those that were declared before. Its label is its name as people write it, and can
    /// be looked up by translators as `value.NAME`.
    pub fn value(&mut self, name: &str, shown_as: ValueType) -> &mut ValueLook {
        let order = u8::try_from(self.values.len()).unwrap_or(u8::MAX);
        let label = Message::new(Message::word("value", name).id, written(name));
        let look = ValueLook {
            shown_as,
            label,
            order,
        };
        self.values
            .entry(name.into())
            .and_modify(|known| known.shown_as = look.shown_as.clone())
            .or_insert(look)
    }
}

/// What a value is and what people call it.
///
/// ```
/// use parlor_core::{Legend, ValueType};
/// let mut legend = Legend::default();
/// legend.value("trump_suit", ValueType::Suit);
/// legend.value("pot", ValueType::Money).label("The pot").order(0);
/// assert_eq!(legend.values["trump_suit"].label.text, "Trump suit");
/// assert_eq!(legend.values["pot"].label.text, "The pot");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueLook {
    /// What it is, and so how it is shown.
    pub shown_as: ValueType,
    /// What people call it.
    pub label: Message,
    /// What comes first has the lowest number. Where there is little room, only the first ones are shown.
    #[serde(default)]
    pub order: u8,
}

impl ValueLook {
    /// What it is, and so how it is shown.
    pub fn shown_as(&mut self, shown_as: ValueType) -> &mut ValueLook {
        self.shown_as = shown_as;
        self
    }

    /// What people call it, in English.
    pub fn label(&mut self, text: impl Into<Cow<'static, str>>) -> &mut ValueLook {
        self.label.text = text.into();
        self
    }

    /// Where it stands among the others: what comes first has the lowest number.
    pub fn order(&mut self, order: u8) -> &mut ValueLook {
        self.order = order;
        self
    }
}

/// What a value is, and so how it is shown. Of a list that is what each of its items is.
///
/// ```
/// use parlor_core::{Ranking, ValueType};
/// assert_eq!(serde_json::to_string(&ValueType::Money).unwrap(), r#"{"kind":"money"}"#);
/// assert_eq!(ValueType::points(), ValueType::Points { better: Ranking::Highest });
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ValueType {
    /// A number of things, or of what happens: rounds, rolls that are left.
    Counter,
    /// What is compared in the end.
    Points {
        /// Which points are better.
        better: Ranking,
    },
    /// An amount of money or chips.
    Money,
    /// A seat, shown by its player's name: a number, or `{"seat":1}`.
    Seat,
    /// A piece, by its handle: shown by its face.
    Piece,
    /// Whether something is so. What is not so is not shown.
    YesNo,
    /// A suit or color of cards.
    Suit,
    /// A rank of cards.
    Rank,
    /// Words for people.
    #[default]
    Word,
    /// Boxes of a score sheet: a list with a [`SheetBox`] for each of these.
    Sheet {
        /// What people call the boxes, from top to bottom. Commands that fill a box touch it by the id of this.
        boxes: Vec<Message>,
        /// What the sum of all boxes should come to, where that is worth something.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        goal: Option<i64>,
    },
    /// A row of steps that are filled one after the other: a [`TrackState`].
    Track,
    /// For programs alone; no client shows it.
    Hidden,
}

impl ValueType {
    /// Points of which more are better.
    pub fn points() -> ValueType {
        ValueType::Points {
            better: Ranking::Highest,
        }
    }

    /// Points of which fewer are better.
    pub fn penalty() -> ValueType {
        ValueType::Points {
            better: Ranking::Lowest,
        }
    }
}

/// A box of a score sheet. A command that fills it touches the id of the box's label.
///
/// ```
/// use parlor_core::SheetBox;
/// let row = [SheetBox::Written(12), SheetBox::Would { would: 30 }, SheetBox::Free(())];
/// assert_eq!(serde_json::to_string(&row).unwrap(), r#"[12,{"would":30},null]"#);
/// assert_eq!(serde_json::from_str::<[SheetBox; 3]>(r#"[12,{"would":30},null]"#).unwrap(), row);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum SheetBox {
    /// It has these points.
    Written(i64),
    /// It is free, and would bring these points now.
    Would {
        /// How many.
        would: i64,
    },
    /// It is free.
    Free(()),
}

impl From<SheetBox> for serde_json::Value {
    fn from(entry: SheetBox) -> serde_json::Value {
        match entry {
            SheetBox::Written(points) => points.into(),
            SheetBox::Would { would } => serde_json::json!({ "would": would }),
            SheetBox::Free(()) => serde_json::Value::Null,
        }
    }
}

/// A row of steps on the way, each filled or free, and what they are worth.
///
/// ```
/// use parlor_core::TrackState;
/// let track = TrackState { steps: vec![Some("3".into()), None], points: 3 };
/// assert_eq!(serde_json::Value::from(track).to_string(), r#"{"points":3,"steps":["3",null]}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrackState {
    /// What is written into each step; nothing where it is free.
    pub steps: Vec<Option<Text>>,
    /// What all of it is worth.
    pub points: i64,
}

impl From<TrackState> for serde_json::Value {
    fn from(track: TrackState) -> serde_json::Value {
        serde_json::json!({ "steps": track.steps, "points": track.points })
    }
}

/// How a kind of piece is drawn beyond its face: which of its attributes stand where. Attributes that a viewer does not
/// see are left out.
///
/// ```
/// use parlor_core::{Corner, Face, PieceView, Shape, View};
/// let face = Face::new()
///     .shape(Shape::Card)
///     .corner(Corner::TopLeft, ["cost"])
///     .corner(Corner::BottomRight, ["attack", "health"])
///     .bar("health", "most_health")
///     .turned("tapped")
///     .text("rules");
/// let view = View::new().face("creature", face);
/// assert_eq!(view.legend.pieces["creature"].corners[&Corner::BottomRight], ["attack", "health"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Face {
    /// What it is cut to. Unless it says so, what is called `card`, `die` or `tile` is one, and all else is a token.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// Attributes that stand in a corner; several of them are written with a slash between.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub corners: BTreeMap<Corner, Vec<Text>>,
    /// What is shown as a bar: how much there is of how much.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bars: Vec<Bar>,
    /// Lines of text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<Text>,
    /// The attribute that says that it lies on its side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turned: Option<Text>,
    /// The attribute that names its color.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub color: Option<Text>,
    /// The attribute with its picture: an address on this server, or the picture itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Text>,
    /// The picture on its back: an address on this server, or the picture itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub back: Option<Text>,
    /// What people sort it by in their hands, the first attribute first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sort: Vec<SortBy>,
}

/// What a piece is cut to.
///
/// ```
/// assert_eq!(serde_json::to_string(&parlor_core::Shape::Card).unwrap(), r#""card""#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A card, higher than wide.
    Card,
    /// A square tile.
    Tile,
    /// A round token.
    Token,
    /// A sign on the board itself, without a body.
    Mark,
    /// A die.
    Die,
}

/// A corner of a piece.
///
/// ```
/// assert_eq!(serde_json::to_string(&parlor_core::Corner::TopLeft).unwrap(), r#""top_left""#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Corner {
    /// Where the cost of cards stands.
    TopLeft,
    /// Opposite.
    TopRight,
    /// Below the first one.
    BottomLeft,
    /// Where the strength of creatures stands.
    BottomRight,
}

/// Two attributes as a bar.
///
/// ```
/// use parlor_core::Bar;
/// let bar = Bar { value: "health".into(), most: "most_health".into() };
/// assert_eq!(serde_json::to_string(&bar).unwrap(), r#"{"value":"health","most":"most_health"}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bar {
    /// How much there is.
    pub value: Text,
    /// How much there can be.
    pub most: Text,
}

/// An attribute to sort by.
///
/// ```
/// use parlor_core::SortBy;
/// let suits = SortBy { attribute: "suit".into(), words: vec!["♠".into(), "♥".into()] };
/// assert_eq!(serde_json::to_string(&suits).unwrap(), r#"{"attribute":"suit","words":["♠","♥"]}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SortBy {
    /// Which one.
    pub attribute: Text,
    /// Its words in order, where it is not a number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<Text>,
}

impl Face {
    /// A piece that shows its face and nothing else.
    pub fn new() -> Face {
        Face::default()
    }

    /// What it is cut to.
    #[must_use]
    pub fn shape(mut self, shape: Shape) -> Face {
        self.shape = Some(shape);
        self
    }

    /// Attributes in a corner, with a slash between several.
    #[must_use]
    pub fn corner<const N: usize>(mut self, corner: Corner, attributes: [&str; N]) -> Face {
        let attributes = attributes.into_iter().map(Text::from);
        self.corners.insert(corner, attributes.collect());
        self
    }

    /// How much there is of how much, as a bar.
    #[must_use]
    pub fn bar(mut self, value: &str, most: &str) -> Face {
        let (value, most) = (value.into(), most.into());
        self.bars.push(Bar { value, most });
        self
    }

    /// A line of text.
    #[must_use]
    pub fn text(mut self, attribute: &str) -> Face {
        self.text.push(attribute.into());
        self
    }

    /// The attribute that says that it lies on its side.
    #[must_use]
    pub fn turned(mut self, attribute: &str) -> Face {
        self.turned = Some(attribute.into());
        self
    }

    /// The attribute that names its color.
    #[must_use]
    pub fn color(mut self, attribute: &str) -> Face {
        self.color = Some(attribute.into());
        self
    }

    /// The attribute with its picture.
    #[must_use]
    pub fn picture(mut self, attribute: &str) -> Face {
        self.picture = Some(attribute.into());
        self
    }

    /// The picture on its back.
    #[must_use]
    pub fn back(mut self, picture: &str) -> Face {
        self.back = Some(picture.into());
        self
    }

    /// People sort it by this attribute, after those that were named before. What is no number goes by the order of its words.
    #[must_use]
    pub fn sort_by<'w>(
        mut self,
        attribute: &str,
        words: impl IntoIterator<Item = &'w str>,
    ) -> Face {
        let attribute = attribute.into();
        let words = words.into_iter().map(Text::from).collect();
        self.sort.push(SortBy { attribute, words });
        self
    }
}

/// A name as people write it: `trump_suit` is "Trump suit".
pub fn written(name: &str) -> String {
    let text = name.replace(['_', '-'], " ");
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}

/// How far a seat is in what is asked of it now, where that takes several moves.
///
/// ```
/// use parlor_core::Progress;
/// let progress = Progress { made: 1, least: 3, most: Some(3) };
/// assert_eq!(progress.remaining(), Some(2));
/// assert_eq!(progress.required(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Progress {
    /// How many moves it has made.
    pub made: u32,
    /// How many it has to make.
    pub least: u32,
    /// How many it may make, where that is limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
}

impl Progress {
    /// How many more it has to make.
    pub fn required(self) -> u32 {
        self.least.saturating_sub(self.made)
    }

    /// How many more it may make, where that is limited.
    pub fn remaining(self) -> Option<u32> {
        self.most.map(|most| most.saturating_sub(self.made))
    }
}
