//! What a viewer sees: one type for all games, so that whoever can draw a [`View`] can draw every game.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use smol_str::ToSmolStr;

use crate::{
    Drawn, Face, Legend, Message, Outcome, Progress, Role, Seat, SeatSet, Shape, Square, Stands,
    Told, ValueType, Viewer,
};

/// A text of a view. Up to 23 bytes, as nearly all of them have, it takes no memory of its own: views are made all the time.
///
/// ```
/// use parlor_core::Text;
/// let place: Text = "b2".into();
/// assert_eq!(place.len(), 2);
/// assert_eq!(place, "b2");
/// ```
pub type Text = smol_str::SmolStr;

/// What a viewer may know: zones with pieces, seats with their values, whose turn it is and what can be done.
///
/// Build it by saying what is there; nothing gets in by itself.
///
/// ```
/// use parlor_core::{PieceView, Seat, Square, View, ZoneView};
/// let view = View::new()
///     .zone(ZoneView::grid("board", 3, 3).piece(PieceView::new("stone", "X").owner(Seat(0)).at(Square::new(1, 1))))
///     .zone(ZoneView::pile("deck", 40))
///     .prompt("place", "Place a stone");
/// assert_eq!(view.zones[0].pieces[0].at.as_deref(), Some("b2"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct View {
    /// Whose view this is.
    pub viewer: Option<Viewer>,
    /// The part of the game we are in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Message>,
    /// What is asked of this viewer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<Message>,
    /// Who is to act.
    pub to_act: SeatSet,
    /// The side that acts, where the rules play one: then no seat is to act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Message>,
    /// How far this viewer is in what is asked of it, where that takes several moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub progress: Option<Progress>,
    /// How long those who are to act may think, where the rules limit it. Whoever runs the match keeps the clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_limit_ms: Option<u64>,
    /// What has just happened, as this viewer may hear it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recent: Vec<Told>,
    /// Values of the table: the round, the trump suit.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, Value>,
    /// How the table wants to look: hints that a client may follow, such as `layout` and `table_color`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hints: BTreeMap<String, Value>,
    /// What the names in this view mean: the types and labels of its values, and how its pieces are drawn.
    #[serde(default, with = "shared", skip_serializing_if = "is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Legend"))]
    pub legend: Arc<Legend>,
    /// The seats, in order.
    pub seats: Vec<SeatView>,
    /// The places and what lies in them.
    pub zones: Vec<ZoneView>,
    /// What this viewer's seat can do now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<ActionView>,
    /// How the match ended, once it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// What a viewer may know of a seat.
///
/// ```
/// use parlor_core::{Seat, View};
/// let view = View::new().value(Seat(1), "score", 12).named(&["Ann".into(), "Bob".into()]);
/// assert_eq!(view.seats[1].name, "Bob");
/// assert_eq!(view.seats[1].values["score"], 12);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeatView {
    /// The player's name.
    pub name: Text,
    /// Scores, counts, roles.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, Value>,
}

/// What a viewer may know of a zone.
///
/// ```
/// use parlor_core::{PieceView, Seat, ZoneView};
/// let hand = ZoneView::row("hand-0").owner(Seat(0)).piece(PieceView::new("card", "Q♠"));
/// assert_eq!(hand.pieces.len(), 1);
/// assert_eq!(ZoneView::pile("deck", 40).count, Some(40));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ZoneView {
    /// The name that pieces and commands refer to.
    pub id: Text,
    /// How it is laid out.
    pub layout: Layout,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<Role>,
    /// What people call it, where that is not the word for its role.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Message>,
    /// Where it stands, where that is not where its owner sits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stands: Option<Stands>,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// How many pieces it holds, where they are not shown one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// The pieces that the viewer may know of. Where they came one after the other, the latest is the last: the right end of a
    /// row, the top of a pile.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<PieceView>,
    /// Zones within this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub zones: Vec<ZoneView>,
    /// Whatever else the game wants to show of it; of a map its [`Spot`]s and [`Link`]s.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "ZoneAttributes"))]
    pub attributes: BTreeMap<String, Value>,
}

/// The attributes of a zone that mean the same in every game.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[expect(dead_code, reason = "it is there to be described")]
struct ZoneAttributes {
    /// Where the places of a map are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    spots: Vec<Spot>,
    /// The ways between them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    links: Vec<Link>,
    /// Of a grid: what stands below its columns, from left to right, in place of letters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    columns: Vec<String>,
    /// Of a grid: what stands beside its rows, from the bottom to the top, in place of numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    rows: Vec<String>,
    /// Of a grid: its squares have two colors in turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    checkered: bool,
    /// Of a grid: whoever sits opposite sees it from the other side.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    facing: bool,
    /// The color of a board, such as `#9cc7e0`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    surface: Option<String>,
    /// Of hexagons in rows whose sides are to be connected: whose are the top and the bottom, and whose left and right.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    sides: Vec<Seat>,
    /// Two neighbors between which there is a wall. Doors are `links`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    walls: Vec<Vec<String>>,
    /// What the viewer knows of the cells of a board, by their names: their values, and in fog their `sight`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    cells: BTreeMap<String, BTreeMap<String, Value>>,
    /// The colors of cells, by the name of a value and the word that it has there.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    colors: BTreeMap<String, BTreeMap<String, String>>,
    /// The board lies in fog: what `cells` has no `sight` of (`seen` or `explored`) was never seen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    fog: bool,
    /// Of a map whose places are hexagons: how they stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hexes: Option<Hexagons>,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

/// How hexagons stand.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(rename_all = "snake_case")]
#[expect(dead_code, reason = "it is there to be described")]
enum Hexagons {
    /// On a point, side by side in rows.
    Pointy,
    /// On a side, one on the other in columns.
    Flat,
}

/// A place of a map, and where it is drawn: x to the right, y downwards. Hexagons lie two units apart within a row or a
/// column, and rows and columns two units from each other.
///
/// ```
/// use parlor_core::Spot;
/// let spot = Spot { at: "a1".into(), x: 0, y: 6 };
/// assert_eq!(serde_json::to_string(&spot).unwrap(), r#"{"at":"a1","x":0,"y":6}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spot {
    /// The name of the place.
    pub at: Text,
    /// How far to the right.
    pub x: i32,
    /// How far down.
    pub y: i32,
}

/// A way between two places of a map.
///
/// ```
/// use parlor_core::Link;
/// let link = Link { from: "a1".into(), to: "d1".into(), open: true };
/// assert_eq!(serde_json::to_string(&link).unwrap(), r#"{"from":"a1","to":"d1","open":true}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Link {
    /// The place at one end.
    pub from: Text,
    /// The place at the other.
    pub to: Text,
    /// Whether it can be taken now.
    pub open: bool,
}

/// How the pieces of a zone lie.
///
/// ```
/// use parlor_core::{Layout, ZoneView};
/// assert_eq!(ZoneView::grid("board", 8, 8).layout, Layout::Grid { columns: 8, rows: 8 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Layout {
    /// On squares; places are `a1`, `b1`, … from the bottom left.
    Grid {
        /// How many columns.
        columns: u8,
        /// How many rows.
        rows: u8,
    },
    /// On hexagons, each row half a place to the right of the row above; places are `a1`, `b1`, … from the top left.
    Hexes {
        /// How many columns.
        columns: u8,
        /// How many rows.
        rows: u8,
    },
    /// At the `spots` that the zone's attributes name, with `links` between them: see [`ZoneView::map`].
    Map,
    /// Side by side, from left to right; closer together where there are many.
    Row,
    /// As cards are held in a hand, from left to right; their owner sees them sorted.
    Fan,
    /// Side by side and never one over another, in several rows where there are many.
    Spread,
    /// Each one over the one before, so that a strip of each is seen.
    Overlap,
    /// One on the other, from the bottom to the top: the last piece is the one to see. Where only the top is known, the zone's
    /// `count` says how high the pile is.
    Pile,
}

/// What a viewer may know of a piece.
///
/// ```
/// use parlor_core::{PieceView, Seat};
/// let shown = PieceView::new("card", "Q♠").owner(Seat(0)).handle("k3");
/// let hidden = PieceView::face_down("card").handle("k4");
/// assert!(shown.face.is_some() && hidden.face.is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceView {
    /// What it is: `stone`, `disc`, `card`, `die`.
    pub kind: Text,
    /// What is on it, or nothing if the viewer may not see that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub face: Option<Text>,
    /// An opaque name by which this viewer can follow and touch it. It says nothing of what it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handle: Option<Text>,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// Who decides over it, where that is not its owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub controller: Option<Seat>,
    /// The place in the zone's layout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Text>,
    /// Whatever else the game wants to show of it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, Value>,
    /// What is attached to it: auras, equipment, cargo.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attached: Vec<PieceView>,
}

/// Something that the viewer's seat can do now.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::prelude::*;
/// let setup = Setup::new(&Sticks.info(), 2).unwrap();
/// let game = Match::new(Sticks, setup, Seed::Integer(1)).unwrap();
/// let view = game.view(Viewer::Seat(Seat(0)));
/// assert_eq!(view.actions[1].command, 2);
/// assert_eq!(view.actions[1].text, "2");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ActionView {
    /// The command to send.
    pub command: Value,
    /// How people say it.
    pub text: Text,
    /// The same for translators, where the game has named messages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<Message>,
    /// The places, pieces, zones or seats ([`Seat::touch`]) to touch for it, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub touches: Vec<Text>,
}

impl View {
    /// An empty table.
    pub fn new() -> View {
        View::default()
    }

    /// The whole view of a drawn game: what it draws, and who is to act, what can be done, how it ended.
    pub fn of<G: Drawn>(game: &G, state: &G::State, viewer: Viewer) -> View {
        let mut view = game.draw(state, viewer);
        view.viewer = Some(viewer);
        view.to_act = game.to_act(state);
        view.side = (game.capabilities().sided).and_then(|sided| sided.side(state));
        view.outcome = game.outcome(state);
        if let Some(seat) = viewer.seat() {
            let mut commands = Vec::new();
            game.legal(state, seat, &mut commands);
            view.actions = commands
                .iter()
                .map(|command| (command, game.label(state, command)))
                .map(|(command, label)| ActionView {
                    command: serde_json::to_value(command).unwrap_or_default(),
                    text: label.to_smolstr(),
                    label: (!label.id.is_empty()).then_some(label),
                    touches: game
                        .touches(state, command)
                        .into_iter()
                        .map(Text::from)
                        .collect(),
                })
                .collect();
            // People look for a place by its name, whatever order the rules find them in.
            view.actions.sort_by_cached_key(|action| {
                let place = action.touches.first();
                place.and_then(|place| place.parse::<Square>().ok())
            });
        }
        view
    }

    /// A board of squares with X and O wherever `has` says that a seat has a stone.
    ///
    /// ```
    /// use parlor_core::{Seat, Square, View};
    /// let view = View::stones(3, 3, |seat, square| seat == Seat(1) && square == Square::new(1, 1));
    /// assert_eq!(view.zones[0].pieces[0].at.as_deref(), Some("b2"));
    /// ```
    pub fn stones(columns: u8, rows: u8, has: impl Fn(Seat, Square) -> bool) -> View {
        let stone = |square| {
            let seat = Seat::all(2).find(|seat| has(*seat, square))?;
            Some(PieceView::stone(seat).at(square))
        };
        let stones = Square::all(columns, rows).filter_map(stone);
        View::new()
            .zone(ZoneView::grid("board", columns, rows).pieces(stones))
            .face("stone", Face::new().shape(Shape::Mark))
    }

    /// With one more zone.
    #[must_use]
    pub fn zone(mut self, zone: ZoneView) -> View {
        self.zones.push(zone);
        self
    }

    /// Says how the table wants to look, for clients that follow: `table_color`, `layout`, `falls` where pieces fall into their
    /// places, `card_back` with a picture.
    ///
    /// ```
    /// let view = parlor_core::View::new().hint("falls", true);
    /// assert_eq!(view.hints["falls"], true);
    /// ```
    #[must_use]
    pub fn hint(mut self, name: impl Into<String>, value: impl Into<Value>) -> View {
        self.hints.insert(name.into(), value.into());
        self
    }

    /// Says what a value is and what people call it, in English: translators look it up as `value.NAME`. A value that is not
    /// declared is not shown to people.
    ///
    /// ```
    /// use parlor_core::{Seat, ValueType, View};
    /// let view = View::new().value(Seat(0), "chips", 20).declare("chips", ValueType::Money, "Chips");
    /// assert_eq!(view.legend.values["chips"].shown_as, ValueType::Money);
    /// ```
    #[must_use]
    pub fn declare(mut self, name: &str, shown_as: ValueType, label: &'static str) -> View {
        let legend = Arc::make_mut(&mut self.legend);
        legend.value(name, shown_as).label(label);
        self
    }

    /// Says how a kind of piece is drawn.
    #[must_use]
    pub fn face(mut self, kind: impl Into<Text>, face: Face) -> View {
        let legend = Arc::make_mut(&mut self.legend);
        legend.pieces.insert(kind.into(), face);
        self
    }

    /// With something asked of this viewer.
    #[must_use]
    pub fn prompt(mut self, id: &'static str, text: &'static str) -> View {
        self.prompt = Some(Message::new(id, text));
        self
    }

    /// With a value of a seat that this viewer may know.
    #[must_use]
    pub fn value(mut self, seat: Seat, name: &str, value: impl Into<Value>) -> View {
        if self.seats.len() <= seat.index() {
            self.seats.resize_with(seat.index() + 1, SeatView::default);
        }
        self.seats[seat.index()]
            .values
            .insert(name.into(), value.into());
        self
    }

    /// With the players' names, and a seat for each.
    #[must_use]
    pub fn named(mut self, names: &[String]) -> View {
        self.seats.resize_with(names.len(), SeatView::default);
        for (seat, name) in self.seats.iter_mut().zip(names) {
            seat.name = name.into();
        }
        for action in &mut self.actions {
            if let Some(label) = &action.label {
                action.text = label.render(names).into();
            }
        }
        self
    }
}

impl ZoneView {
    /// A zone without pieces yet. A board has the role of a board, and a zone that is called like a role (`deck`, `hand-0`) has
    /// that role.
    pub fn new(id: impl Into<Text>, layout: Layout) -> ZoneView {
        let id = id.into();
        let role = match layout {
            Layout::Grid { .. } | Layout::Hexes { .. } | Layout::Map => Some(Role::Board),
            _ => Role::known(kind_of(&id)),
        };
        ZoneView {
            id,
            layout,
            role,
            label: None,
            stands: None,
            owner: None,
            count: None,
            pieces: Vec::new(),
            zones: Vec::new(),
            attributes: BTreeMap::new(),
        }
    }

    /// A board of squares.
    pub fn grid(id: impl Into<Text>, columns: u8, rows: u8) -> ZoneView {
        ZoneView::new(id, Layout::Grid { columns, rows })
    }

    /// A board of hexagons.
    pub fn hexes(id: impl Into<Text>, columns: u8, rows: u8) -> ZoneView {
        ZoneView::new(id, Layout::Hexes { columns, rows })
    }

    /// A board of places anywhere, with ways between some of them.
    ///
    /// ```
    /// use parlor_core::{Link, Spot, ZoneView};
    /// let spot = |at: &str, x| Spot { at: at.into(), x, y: 0 };
    /// let way = Link { from: "west".into(), to: "east".into(), open: true };
    /// let map = ZoneView::map("board", [spot("west", 0), spot("east", 4)], [way]);
    /// assert_eq!(map.attributes["spots"][1]["at"], "east");
    /// ```
    pub fn map(
        id: impl Into<Text>,
        spots: impl IntoIterator<Item = Spot>,
        links: impl IntoIterator<Item = Link>,
    ) -> ZoneView {
        let list = |items: Vec<Value>| Value::Array(items);
        let json = |item: serde_json::Result<Value>| item.unwrap_or_default();
        let spots = spots
            .into_iter()
            .map(|spot| json(serde_json::to_value(spot)));
        let links = links
            .into_iter()
            .map(|link| json(serde_json::to_value(link)));
        let (spots, links) = (list(spots.collect()), list(links.collect()));
        let mut map = ZoneView::new(id, Layout::Map).attribute("spots", spots);
        // Fields of hexagons lie beside each other without any.
        if links.as_array().is_some_and(|links| !links.is_empty()) {
            map = map.attribute("links", links);
        }
        map
    }

    /// Pieces side by side.
    pub fn row(id: impl Into<Text>) -> ZoneView {
        ZoneView::new(id, Layout::Row)
    }

    /// A pile of which only the height is known.
    pub fn pile(id: impl Into<Text>, count: u32) -> ZoneView {
        ZoneView {
            count: Some(count),
            ..ZoneView::new(id, Layout::Pile)
        }
    }

    /// What it is for.
    ///
    /// ```
    /// use parlor_core::{Role, ZoneView};
    /// let pond = ZoneView::pile("pond", 31).role(Role::Deck).label("pond", "Pond");
    /// assert_eq!(pond.name().text, "Pond");
    /// assert_eq!(ZoneView::pile("deck", 40).name().text, "Deck");
    /// ```
    #[must_use]
    pub fn role(mut self, role: Role) -> ZoneView {
        self.role = Some(role);
        self
    }

    /// What people call it, in English: translators look it up as `zone.ID`.
    #[must_use]
    pub fn label(mut self, id: &str, text: &'static str) -> ZoneView {
        self.label = Some(Message::new(format!("zone.{id}"), text));
        self
    }

    /// Where it stands.
    #[must_use]
    pub fn stands(mut self, stands: Stands) -> ZoneView {
        self.stands = Some(stands);
        self
    }

    /// How its pieces lie.
    #[must_use]
    pub fn layout(mut self, layout: Layout) -> ZoneView {
        self.layout = layout;
        self
    }

    /// What people call it: its label, or the word for its role, or its id as people write it.
    pub fn name(&self) -> Message {
        let word = || match &self.role {
            Some(role) => role.word(),
            None => kind_of(&self.id),
        };
        let named = || Message::new(format!("zone.{}", word()), crate::written(word()));
        self.label.clone().unwrap_or_else(named)
    }

    /// Of this seat.
    #[must_use]
    pub fn owner(mut self, seat: Seat) -> ZoneView {
        self.owner = Some(seat);
        self
    }

    /// With one more piece.
    #[must_use]
    pub fn piece(mut self, piece: PieceView) -> ZoneView {
        self.pieces.push(piece);
        self
    }

    /// With more pieces.
    #[must_use]
    pub fn pieces(mut self, pieces: impl IntoIterator<Item = PieceView>) -> ZoneView {
        self.pieces.extend(pieces);
        self
    }

    /// With something else to show.
    #[must_use]
    pub fn attribute(mut self, name: &str, value: impl Into<Value>) -> ZoneView {
        self.attributes.insert(name.into(), value.into());
        self
    }
}

impl PieceView {
    /// A piece of a kind with something on it.
    pub fn new(kind: impl Into<Text>, face: impl Into<Text>) -> PieceView {
        PieceView {
            face: Some(face.into()),
            ..PieceView::face_down(kind)
        }
    }

    /// A stone of a seat: X of the first, O of the second.
    pub fn stone(seat: Seat) -> PieceView {
        let face = ["X", "O"].get(seat.index()).copied().unwrap_or("*");
        PieceView::new("stone", face).owner(seat)
    }

    /// A piece that the viewer may not see the face of.
    pub fn face_down(kind: impl Into<Text>) -> PieceView {
        PieceView {
            kind: kind.into(),
            face: None,
            handle: None,
            owner: None,
            controller: None,
            at: None,
            attributes: BTreeMap::new(),
            attached: Vec::new(),
        }
    }

    /// Of this seat.
    #[must_use]
    pub fn owner(mut self, seat: Seat) -> PieceView {
        self.owner = Some(seat);
        self
    }

    /// Decided over by this seat.
    #[must_use]
    pub fn controller(mut self, seat: Seat) -> PieceView {
        self.controller = Some(seat);
        self
    }

    /// With another piece attached to it.
    #[must_use]
    pub fn attach(mut self, piece: PieceView) -> PieceView {
        self.attached.push(piece);
        self
    }

    /// At this place.
    #[must_use]
    pub fn at(mut self, place: impl Display) -> PieceView {
        self.at = Some(place.to_smolstr());
        self
    }

    /// To be touched by this opaque name.
    #[must_use]
    pub fn handle(mut self, handle: impl Into<Text>) -> PieceView {
        self.handle = Some(handle.into());
        self
    }

    /// With something else to show.
    #[must_use]
    pub fn attribute(mut self, name: &str, value: impl Into<Value>) -> PieceView {
        self.attributes.insert(name.into(), value.into());
        self
    }
}

/// A zone's id without the number of its seat: `hand-0` is a `hand`.
fn kind_of(id: &str) -> &str {
    match id.rsplit_once('-') {
        Some((kind, seat)) if seat.bytes().all(|byte| byte.is_ascii_digit()) => kind,
        _ => id,
    }
}

fn is_empty(legend: &Arc<Legend>) -> bool {
    legend.is_empty()
}

/// All views of a match share one legend.
mod shared {
    use super::{Arc, Deserialize, Legend, Serialize};

    pub fn serialize<S: serde::Serializer>(legend: &Arc<Legend>, to: S) -> Result<S::Ok, S::Error> {
        (**legend).serialize(to)
    }

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Arc<Legend>, D::Error> {
        Legend::deserialize(from).map(Arc::new)
    }
}
