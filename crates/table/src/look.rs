//! Declaring how a table looks: what zones are for and how they lie, what values are, what stands on pieces, hints.
//!
//! Nothing of this matters to the rules, and none of it is part of a [fingerprint](Schema::fingerprint).

use std::borrow::Cow;
use std::collections::BTreeMap;

use parlor_core::{
    Bar, Corner, Face, Layout, Message, Role, Seat, Shape, SortBy, Stands, Text, ValueType, written,
};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::declare::{ListBuilder, ValueBuilder, ZoneBuilder};
use crate::spec::{Faces, ZoneSpec};
use crate::{Attribute, Others, Packed, Schema, ShownAs};

/// How a zone looks, as far as its author said so.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ZoneLook {
    role: Option<Role>,
    layout: Option<Layout>,
    label: Option<Cow<'static, str>>,
    pub stands: Option<Stands>,
    /// What the view says of it besides.
    pub attributes: BTreeMap<String, Json>,
}

impl ZoneSpec {
    /// What it is for. Unless its author says so, that follows from its name or from who sees what in it.
    pub fn role(&self) -> Role {
        if let Some(role) = &self.look.role {
            return role.clone();
        }
        if self.board.is_some() {
            return Role::Board;
        }
        let by_sight = || match (self.faces, self.each) {
            (Faces::Owner, true) => Role::Hand,
            (Faces::Nobody, false) if self.stacked => Role::Deck,
            (Faces::Nobody, false) if self.others != Others::Backs => Role::Bag,
            _ => Role::Other(self.name.as_str().into()),
        };
        Role::known(&self.name).unwrap_or_else(by_sight)
    }

    /// How its pieces lie, where it is no board.
    pub fn layout(&self, role: &Role) -> Layout {
        match self.look.layout {
            Some(layout) => layout,
            None if self.stacked => Layout::Pile,
            None if *role == Role::Hand => Layout::Fan,
            None => Layout::Row,
        }
    }

    /// What people call it, where that is not the word for its role.
    pub fn label(&self, role: &Role) -> Option<Message> {
        let id = || format!("zone.{}", self.name);
        match &self.look.label {
            Some(label) => Some(Message::new(id(), label.clone())),
            None if role.word() == self.name => None,
            None => Some(Message::new(id(), written(&self.name))),
        }
    }
}

/// How a value looks, as far as its author said so.
#[derive(Clone, Debug, Default)]
pub(crate) struct ValueDeclared {
    shown_as: Option<ValueType>,
    label: Option<Cow<'static, str>>,
    order: Option<u8>,
}

impl ZoneBuilder<'_> {
    /// What it is for. Unless you say so, that follows from its name (`deck`, `discard`), or from who sees what: what each seat
    /// has and its owner sees is a hand, what is stacked and hidden a deck.
    ///
    /// ```
    /// use parlor_core::{Role, Viewer};
    /// use parlor_table::Schema;
    /// let mut schema = Schema::new();
    /// schema.zone("pond").hidden().stacked().add();
    /// schema.zone("played").role(Role::Trick).each_seat();
    /// let view = schema.lay(2).view(Viewer::Spectator);
    /// assert_eq!(view.zones[0].role, Some(Role::Deck));
    /// assert_eq!(view.zones[1].role, Some(Role::Trick));
    /// ```
    pub fn role(mut self, role: impl Into<Role>) -> Self {
        self.spec.look.role = Some(role.into());
        self
    }

    /// How its pieces lie: hands as a fan, stacks as a pile, and all else in a row unless you say so.
    pub fn layout(mut self, layout: Layout) -> Self {
        self.spec.look.layout = Some(layout);
        self
    }

    /// What people call it, in English. Unless you say so, it is its name. Translators look it up as `zone.NAME`.
    ///
    /// ```
    /// use parlor_core::Viewer;
    /// use parlor_table::Schema;
    /// let mut schema = Schema::new();
    /// schema.zone("sea").label("The sea").add();
    /// schema.zone("laid_down").add();
    /// let view = schema.lay(2).view(Viewer::Spectator);
    /// assert_eq!(view.zones[0].name().text, "The sea");
    /// assert_eq!(view.zones[1].name().text, "Laid down");
    /// ```
    pub fn label(mut self, label: impl Into<Cow<'static, str>>) -> Self {
        self.spec.look.label = Some(label.into());
        self
    }

    /// Where it stands: beside its owner, or in the middle. What nobody owns and tricks stand in the middle.
    pub fn stands(mut self, stands: Stands) -> Self {
        self.spec.look.stands = Some(stands);
        self
    }

    /// What stands below the columns of a grid, from left to right, in place of letters.
    ///
    /// ```
    /// use parlor_core::Viewer;
    /// use parlor_table::{Adjacency, Grid, Schema};
    /// let mut schema = Schema::new();
    /// let grid = Grid::new(2, 2, Adjacency::Orthogonal);
    /// schema.zone("field").board(grid).columns(["east", "west"]).rows(["low", "high"]).add();
    /// let view = schema.lay(2).view(Viewer::Spectator);
    /// assert_eq!(view.zones[0].attributes["columns"][0], "east");
    /// ```
    pub fn columns<'w>(self, names: impl IntoIterator<Item = &'w str>) -> Self {
        self.names("columns", names)
    }

    /// What stands beside the rows of a grid, from the bottom to the top, in place of numbers.
    pub fn rows<'w>(self, names: impl IntoIterator<Item = &'w str>) -> Self {
        self.names("rows", names)
    }

    fn names<'w>(mut self, of: &str, names: impl IntoIterator<Item = &'w str>) -> Self {
        let names = names.into_iter().map(Json::from).collect();
        self.spec.look.attributes.insert(of.into(), names);
        self
    }

    /// The squares of a grid have two colors in turn.
    pub fn checkered(self) -> Self {
        self.is("checkered")
    }

    /// The color of a board, such as `#9cc7e0`.
    ///
    /// ```
    /// use parlor_core::{Seat, Viewer};
    /// use parlor_table::{Adjacency, Grid, Hexes, Schema};
    /// let mut schema = Schema::new();
    /// schema.zone("sea").board(Grid::new(2, 2, Adjacency::All)).surface("#9cc7e0").add();
    /// let view = schema.lay(2).view(Viewer::Spectator);
    /// assert_eq!(view.zones[0].attributes["surface"], "#9cc7e0");
    /// ```
    pub fn surface(mut self, color: &str) -> Self {
        self.spec
            .look
            .attributes
            .insert("surface".into(), color.into());
        self
    }

    /// Of hexagons in rows whose sides are to be connected: whose are the top and the bottom, and whose left and right.
    pub fn sides(mut self, vertical: Seat, horizontal: Seat) -> Self {
        let sides = Json::from(vec![vertical.0, horizontal.0]);
        self.spec.look.attributes.insert("sides".into(), sides);
        self
    }

    /// Each player sees the grid from their own side: whoever sits opposite sees it turned.
    pub fn facing(self) -> Self {
        self.is("facing")
    }

    fn is(mut self, what: &str) -> Self {
        self.spec.look.attributes.insert(what.into(), true.into());
        self
    }
}

impl<T: Packed> ValueBuilder<'_, T> {
    /// What the value is, and so how people see it. A value that says neither this nor its [`label`](ValueBuilder::label) is for
    /// the rules alone: it is in no view.
    ///
    /// ```
    /// use parlor_core::{ValueType, Viewer};
    /// use parlor_table::Schema;
    /// let mut schema = Schema::new();
    /// schema.value("pot", 30_i64).shown_as(ValueType::Money).add();
    /// schema.value("round", 1_i64).label("Round").add();
    /// schema.value("passes", 0_i64).add();
    /// let view = schema.lay(2).view(Viewer::Spectator);
    /// assert_eq!(view.values.keys().collect::<Vec<_>>(), ["pot", "round"]);
    /// assert_eq!(view.legend.values["round"].shown_as, ValueType::Counter);
    /// ```
    pub fn shown_as(mut self, shown_as: ValueType) -> Self {
        self.look.shown_as = Some(shown_as);
        self
    }

    /// What people call it, in English. Unless you say so, it is its name. Translators look it up as `value.NAME`.
    pub fn label(mut self, label: impl Into<Cow<'static, str>>) -> Self {
        self.look.label = Some(label.into());
        self
    }

    /// Where it stands among the others: what comes first has the lowest number. Unless you say so, values stand in the order
    /// in which they are declared.
    pub fn order(mut self, order: u8) -> Self {
        self.look.order = Some(order);
        self
    }

    /// Puts it into the legend, if it is for people.
    pub(crate) fn declare(&mut self) {
        let look = std::mem::take(&mut self.look);
        let plain = plain_type(self.spec.shown_as, &self.spec.words);
        look.declare(self.schema, &self.spec.name, plain);
    }
}

impl ValueDeclared {
    /// Puts it into the legend, if it is for people.
    pub(crate) fn declare(self, schema: &mut Schema, name: &str, plain: ValueType) {
        if self.shown_as.is_none() && self.label.is_none() {
            return;
        }
        let declared = schema.legend.value(name, self.shown_as.unwrap_or(plain));
        if let Some(label) = self.label {
            declared.label(label);
        }
        if let Some(order) = self.order {
            declared.order(order);
        }
    }
}

impl<T: Packed> ListBuilder<'_, T> {
    /// What each item is, and so how people see it: see [`ValueBuilder::shown_as`].
    ///
    /// ```
    /// use parlor_core::{ValueType, Viewer};
    /// use parlor_table::{Piece, Schema};
    /// let mut schema = Schema::new();
    /// schema.list::<Piece>("stack").label("Waiting").add();
    /// let view = schema.lay(2).view(Viewer::Spectator);
    /// assert_eq!(view.legend.values["stack"].shown_as, ValueType::Piece);
    /// ```
    pub fn shown_as(mut self, shown_as: ValueType) -> Self {
        self.look.shown_as = Some(shown_as);
        self
    }

    /// What people call it, in English. Translators look it up as `value.NAME`.
    pub fn label(mut self, label: impl Into<Cow<'static, str>>) -> Self {
        self.look.label = Some(label.into());
        self
    }

    /// Puts it into the legend, if it is for people.
    pub(crate) fn declare(&mut self) {
        let look = std::mem::take(&mut self.look);
        look.declare(
            self.schema,
            &self.spec.name,
            plain_type(self.spec.shown_as, &[]),
        );
    }
}

/// What a value is, where its author only said that it is shown.
pub(crate) fn plain_type(shown_as: ShownAs, words: &[String]) -> ValueType {
    match shown_as {
        _ if !words.is_empty() => ValueType::Word,
        ShownAs::Number => ValueType::Counter,
        ShownAs::YesOrNo => ValueType::YesNo,
        ShownAs::Seat => ValueType::Seat,
        ShownAs::Piece => ValueType::Piece,
    }
}

impl Schema {
    /// How a kind of piece is drawn: which of its attributes stand where on it.
    ///
    /// ```
    /// use parlor_core::{Corner, Viewer};
    /// use parlor_table::Schema;
    /// let mut schema = Schema::new();
    /// let cost = schema.attribute::<i64>("cost").add();
    /// let attack = schema.attribute::<i64>("attack").add();
    /// let health = schema.attribute::<i64>("health").changes().add();
    /// let tapped = schema.attribute::<bool>("tapped").changes().add();
    /// schema
    ///     .face("card")
    ///     .corner(Corner::TopLeft, cost)
    ///     .corner(Corner::BottomRight, [attack, health])
    ///     .turned(tapped);
    /// let view = schema.lay(2).view(Viewer::Spectator);
    /// assert_eq!(view.legend.pieces["card"].corners[&Corner::BottomRight], ["attack", "health"]);
    /// ```
    pub fn face(&mut self, kind: &str) -> FaceBuilder<'_> {
        self.legend().pieces.entry(kind.into()).or_default();
        FaceBuilder {
            schema: self,
            kind: kind.into(),
        }
    }

    /// A hint that clients may follow. The methods of this type name those that ours follow.
    ///
    /// ```
    /// use parlor_core::Viewer;
    /// use parlor_table::Schema;
    /// let mut schema = Schema::new();
    /// schema.table_color("felt_green");
    /// schema.hint("weather", "rain");
    /// let view = schema.lay(2).view(Viewer::Spectator);
    /// assert_eq!(view.hints["table_color"], "felt_green");
    /// assert_eq!(view.hints["weather"], "rain");
    /// ```
    pub fn hint(&mut self, name: impl Into<String>, value: impl Into<Json>) {
        self.declared();
        self.hints.insert(name.into(), value.into());
    }

    /// The color of the table: `felt_green`, `felt_blue`, `wood`, `dark`, or a color such as `#204060`.
    pub fn table_color(&mut self, color: &str) {
        match color.starts_with('#') {
            true => {
                self.hint("table_color", "custom");
                self.hint("custom_color", color);
            }
            false => self.hint("table_color", color),
        }
    }

    /// The picture on the back of all cards: an address on the server, such as `/images/back.svg`, or a `data:` address.
    pub fn card_back(&mut self, picture: &str) {
        self.hint("card_back", picture);
    }

    /// Pieces fall into their places from above, as in connect four.
    pub fn falls(&mut self) {
        self.hint("falls", true);
    }

    /// How the players sit: `circle`, `semicircle`, `linear` or `grid`.
    pub fn seating(&mut self, layout: &str) {
        self.hint("layout", layout);
    }

    fn attribute_name(&self, index: u8) -> Text {
        self.attributes[usize::from(index)].name.as_str().into()
    }
}

/// One attribute, or several that belong together.
pub trait Attributes {
    /// Their numbers.
    #[doc(hidden)]
    fn numbers(&self) -> Vec<u8>;
}

impl<T> Attributes for Attribute<T> {
    fn numbers(&self) -> Vec<u8> {
        vec![self.0]
    }
}

impl<T, const N: usize> Attributes for [Attribute<T>; N] {
    fn numbers(&self) -> Vec<u8> {
        self.iter().map(|attribute| attribute.0).collect()
    }
}

/// How a kind of piece is drawn, while it is being declared: see [`Schema::face`].
///
/// ```
/// use parlor_core::Shape;
/// use parlor_table::Schema;
/// let mut schema = Schema::new();
/// let suit = schema.attribute::<u8>("suit").words(["sun", "moon"]).add();
/// schema.face("tarot").shape(Shape::Card).color(suit).sort_by(suit);
/// ```
pub struct FaceBuilder<'s> {
    schema: &'s mut Schema,
    kind: Text,
}

impl FaceBuilder<'_> {
    fn change(self, change: impl FnOnce(&mut Face)) -> Self {
        change(
            self.schema
                .legend()
                .pieces
                .entry(self.kind.clone())
                .or_default(),
        );
        self
    }

    fn names(&self, attributes: impl Attributes) -> Vec<Text> {
        let numbers = attributes.numbers().into_iter();
        numbers
            .map(|index| self.schema.attribute_name(index))
            .collect()
    }

    fn name<T>(&self, attribute: Attribute<T>) -> Text {
        self.schema.attribute_name(attribute.0)
    }

    /// What it is cut to. Unless you say so, what is called `card`, `die` or `tile` is one, and all else is a token.
    pub fn shape(self, shape: Shape) -> Self {
        self.change(|face| face.shape = Some(shape))
    }

    /// Attributes in a corner; several are written with a slash between.
    pub fn corner(self, corner: Corner, attributes: impl Attributes) -> Self {
        let names = self.names(attributes);
        self.change(|face| {
            face.corners.insert(corner, names);
        })
    }

    /// How much there is of how much, as a bar.
    pub fn bar(self, value: Attribute<i64>, most: Attribute<i64>) -> Self {
        let (value, most) = (self.name(value), self.name(most));
        self.change(|face| face.bars.push(Bar { value, most }))
    }

    /// A line of text.
    pub fn text<T>(self, attribute: Attribute<T>) -> Self {
        let name = self.name(attribute);
        self.change(|face| face.text.push(name))
    }

    /// It lies on its side while this is so.
    pub fn turned(self, attribute: Attribute<bool>) -> Self {
        let name = self.name(attribute);
        self.change(|face| face.turned = Some(name))
    }

    /// The attribute that names its color.
    pub fn color<T>(self, attribute: Attribute<T>) -> Self {
        let name = self.name(attribute);
        self.change(|face| face.color = Some(name))
    }

    /// The attribute with its picture: an address on the server, or a `data:` address.
    pub fn picture<T>(self, attribute: Attribute<T>) -> Self {
        let name = self.name(attribute);
        self.change(|face| face.picture = Some(name))
    }

    /// The picture on its back.
    pub fn back(self, picture: &str) -> Self {
        self.change(|face| face.back = Some(picture.into()))
    }

    /// People sort it in their hands by this attribute, after those that were named before: by its number, or in the order of
    /// its words. Everybody can read those words, so sort by a number where it is a secret which ones there are.
    pub fn sort_by<T>(self, attribute: Attribute<T>) -> Self {
        let spec = &self.schema.attributes[usize::from(attribute.0)];
        let words: Vec<Text> = spec.words.iter().map(Text::from).collect();
        let attribute = Text::from(&spec.name);
        self.change(|face| face.sort.push(SortBy { attribute, words }))
    }
}
