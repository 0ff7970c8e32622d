//! What a table is made of, declared before play: definitions, attributes, zones, values. It never changes in a match.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::Arc;

use parlor_core::{Legend, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::board::{Board, Cell};
use crate::declare::{AttributeBuilder, ListBuilder, ValueBuilder, ZoneBuilder};
use crate::dice::Die;
use crate::laid::Cache;
use crate::look::{ValueDeclared, ZoneLook};
use crate::spec::{
    AttributeSpec, DefinitionSpec, Faces, Held, ListSpec, SPARSE, Span, ValueSpec, ZoneSpec,
};
use crate::terrain::{CellSpec, RegionSpec};
use crate::{
    Attribute, Definition, Eyes, MOST_SEATS, Others, Packed, Place, SeatList, Shown, Sight, Table,
    Word, Zone,
};

/// What a table is made of. Declare it, then [lay](Schema::lay) the table.
///
/// ```
/// use parlor_core::Seat;
/// use parlor_table::Schema;
/// let mut schema = Schema::new();
/// let deck = schema.zone("deck").hidden().stacked().add();
/// let hand = schema.zone("hand").owner_sees().each_seat();
/// let joker = schema.definition("card", "Joker");
/// schema.place(joker, deck, 2);
/// let table = schema.lay(3);
/// assert_eq!(table.zone(deck).len(), 2);
/// assert!(table.zone(hand.of(Seat(2))).is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schema {
    pub(crate) seats: u8,
    pub(crate) definitions: Vec<DefinitionSpec>,
    pub(crate) attributes: Vec<AttributeSpec>,
    pub(crate) zones: Vec<ZoneSpec>,
    pub(crate) values: Vec<ValueSpec>,
    pub(crate) lists: Vec<ListSpec>,
    /// What cells are, and which of them have a name together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) cell_values: Vec<CellSpec>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) regions: Vec<RegionSpec>,
    pub(crate) start: Vec<(Definition, Place, u16)>,
    /// The zone of each place, and how many attributes of a piece change. Found when the table is laid.
    pub(crate) zone_of_place: Vec<Zone>,
    #[serde(default, skip)]
    pub(crate) place_words: Vec<Word>,
    /// What is asked for all the time, close together.
    #[serde(default, skip)]
    pub(crate) spans: Vec<Span>,
    #[serde(default, skip)]
    pub(crate) slots: Vec<u8>,
    #[serde(default, skip)]
    pub(crate) fixed: Vec<i64>,
    /// For each definition the first one that looks like it from behind: with all marks that owners see, with those that
    /// everybody sees, by the back alone. And how many different looks there are.
    #[serde(default, skip)]
    pub(crate) looks: Vec<[u16; 3]>,
    #[serde(default, skip)]
    pub(crate) look_counts: [u16; 3],
    /// The attribute that dice show.
    pub(crate) die_face: Option<u8>,
    pub(crate) changing: u8,
    pub(crate) numbers: u16,
    /// How many words of bits say who sees which cell. Found when the table is laid.
    #[serde(default, skip)]
    pub(crate) fog_words: u32,
    #[serde(default, skip)]
    pub(crate) cache: Cache,
    /// What people read: the rules do not depend on it.
    #[serde(default)]
    pub(crate) legend: Legend,
    #[serde(default)]
    pub(crate) hints: BTreeMap<String, Json>,
    /// The legend as all views share it. Found when the table is laid.
    #[serde(default, skip)]
    pub(crate) shared_legend: Arc<Legend>,
}

impl Schema {
    /// Nothing yet, apart from the place for [removed](Zone::REMOVED) pieces.
    pub fn new() -> Schema {
        let mut schema = Schema {
            seats: 0,
            definitions: Vec::new(),
            attributes: Vec::new(),
            zones: Vec::new(),
            values: Vec::new(),
            lists: Vec::new(),
            cell_values: Vec::new(),
            regions: Vec::new(),
            start: Vec::new(),
            zone_of_place: Vec::new(),
            place_words: Vec::new(),
            spans: Vec::new(),
            slots: Vec::new(),
            fixed: Vec::new(),
            looks: Vec::new(),
            look_counts: [0; 3],
            die_face: None,
            changing: 0,
            numbers: 0,
            fog_words: 0,
            cache: Cache::default(),
            legend: Legend::default(),
            hints: BTreeMap::new(),
            shared_legend: Arc::default(),
        };
        // Whoever saw a piece go knows it still; to the others removing it shows nothing.
        schema.zone("removed").hidden().add();
        schema
    }

    /// A definition: what kind of thing it is, and what is on its face.
    pub fn definition(&mut self, kind: &str, name: &str) -> Definition {
        self.declared();
        self.definitions.push(DefinitionSpec {
            kind: kind.into(),
            name: name.into(),
            back: kind.into(),
            values: Vec::new(),
            die: None,
            token: false,
        });
        Definition(small(self.definitions.len() - 1, "definitions"))
    }

    /// A die: its face is an attribute that changes in play, the same for all dice of a table.
    ///
    /// # Panics
    /// When other dice show another attribute, or one that does not change: mistakes of the game's author.
    pub fn die(&mut self, name: &str, die: Die, face: Attribute<i64>) -> Definition {
        let changes = self.attributes[face.0 as usize].slot.is_some();
        assert!(
            changes,
            "the face of a die changes: declare it with changes()"
        );
        let same = *self.die_face.get_or_insert(face.0) == face.0;
        assert!(same, "all dice of a table show the same attribute");
        let definition = self.definition("die", name);
        self.give(definition, face, die.lowest());
        self.definitions[definition.0 as usize].die = Some(die);
        definition
    }

    /// A token: what rules create and remove over and over again. A removed one is gone for good, and its number goes to the
    /// next token that is created, so that the table does not grow: keep no removed token in a value or an attribute.
    /// Viewers cannot tell: they never call two pieces the same.
    ///
    /// ```
    /// use parlor_core::Rng;
    /// use parlor_table::{Changes, Dealer, Schema};
    /// let mut schema = Schema::new();
    /// let field = schema.zone("field").add();
    /// let goblin = schema.token("token", "Goblin");
    /// let mut table = schema.lay(2);
    /// let mut rng = Rng::from_integer(1);
    /// let mut dealer = Dealer::new(&mut table, &mut rng);
    /// for _ in 0..1000 {
    ///     let goblin = dealer.create(goblin, field, None);
    ///     dealer.remove(goblin);
    /// }
    /// assert_eq!(table.piece_count(), 1);
    /// ```
    pub fn token(&mut self, kind: &str, name: &str) -> Definition {
        let definition = self.definition(kind, name);
        self.definitions[definition.0 as usize].token = true;
        definition
    }

    /// What a piece of this definition shows at first if it is a die, and 0 if not.
    pub(crate) fn first_face(&self, definition: Definition) -> i32 {
        let spec = &self.definitions[definition.0 as usize];
        match (&spec.die, self.die_face) {
            (Some(_), Some(face)) => spec.values[face as usize] as i32,
            _ => 0,
        }
    }

    /// Gives all pieces of a definition this back: what they look like to those who may not see their faces.
    pub fn back(&mut self, definition: Definition, back: &str) {
        self.declared();
        self.definitions[definition.0 as usize].back = back.into();
    }

    /// Gives all pieces of a definition this attribute.
    ///
    /// # Panics
    /// When it is the face of a die that has no such face, or sparse: mistakes of the game's author.
    pub fn give<T: Packed>(&mut self, definition: Definition, attribute: Attribute<T>, value: T) {
        self.declared();
        let spec = &self.definitions[definition.0 as usize];
        if let (Some(die), true) = (&spec.die, self.die_face == Some(attribute.0)) {
            let (value, name) = (value.pack(), &spec.name);
            assert!(
                die.holds(value),
                "{name} has no face {value}: it shows {} to {}",
                die.lowest(),
                die.highest()
            );
        }
        let spec = &self.attributes[attribute.0 as usize];
        assert!(
            spec.slot != Some(SPARSE),
            "{} is sparse: all pieces start with the same",
            spec.name
        );
        let starts = self.attributes.iter().map(|spec| spec.start);
        let values = &mut self.definitions[definition.0 as usize].values;
        let known = values.len();
        values.extend(starts.skip(known));
        values[attribute.0 as usize] = value.pack();
    }

    /// Begins an attribute.
    pub fn attribute<T: Packed>(&mut self, name: &str) -> AttributeBuilder<'_, T> {
        let spec = AttributeSpec {
            name: name.into(),
            start: 0,
            slot: None,
            shown: Shown::WithFace,
            shown_as: T::SHOWN_AS,
            words: Vec::new(),
        };
        AttributeBuilder {
            schema: self,
            spec,
            of: PhantomData,
        }
    }

    /// Counters of a kind: any number of them lie on a piece, for everybody to see who sees the piece at all. They are an
    /// attribute of numbers, kept for those pieces alone that have some.
    ///
    /// ```
    /// use parlor_core::{Rng, Viewer};
    /// use parlor_table::{Changes, Dealer, Schema};
    /// let mut schema = Schema::new();
    /// let plus = schema.counter("+1/+1");
    /// let (field, ox) = (schema.zone("field").add(), schema.definition("card", "Ox"));
    /// schema.place(ox, field, 1);
    /// let (mut table, mut rng) = (schema.lay(2), Rng::from_integer(1));
    /// let ox = table.zone(field).top().unwrap();
    /// Dealer::new(&mut table, &mut rng).add_counters(ox, plus, 2);
    /// assert_eq!(table.get(ox, plus), 2);
    /// assert_eq!(table.view(Viewer::Spectator).zones[0].pieces[0].attributes["+1/+1"], 2);
    /// assert_eq!(table.text(), "field: Ox{+1/+1=2}\n");
    /// ```
    pub fn counter(&mut self, name: &str) -> Attribute<i64> {
        let counter = self.attribute(name).sparse();
        counter.shown(Shown::Always).add()
    }

    /// Begins a zone.
    pub fn zone(&mut self, name: &str) -> ZoneBuilder<'_> {
        let spec = ZoneSpec {
            name: name.into(),
            each: false,
            faces: Faces::All,
            others: Others::Backs,
            stacked: false,
            board: None,
            inside: None,
            most: None,
            look: ZoneLook::default(),
            first_place: 0,
            places: 1,
            first_instance: 0,
            first_edge: 0,
            fog: false,
            first_fog: 0,
        };
        ZoneBuilder { schema: self, spec }
    }

    /// Puts another board into a zone: for games whose options say how large it is.
    pub fn set_board(&mut self, zone: Zone, board: Board) {
        self.declared();
        self.zones[zone.kind as usize].board = Some(board);
    }

    /// Begins a value of the table, or of each seat.
    pub fn value<T: Packed>(&mut self, name: &str, start: T) -> ValueBuilder<'_, T> {
        let spec = ValueSpec {
            name: name.into(),
            start: start.pack(),
            each: false,
            shown: Shown::WithFace,
            shown_as: T::SHOWN_AS,
            words: Vec::new(),
            between: None,
            first: 0,
        };
        ValueBuilder {
            schema: self,
            spec,
            look: ValueDeclared::default(),
            of: PhantomData,
        }
    }

    /// What is declared of values and pieces for those who look at the table.
    pub fn legend(&mut self) -> &mut Legend {
        self.declared();
        &mut self.legend
    }

    /// A list of numbers that each seat has, which everybody may know.
    pub fn seat_list(&mut self, name: &str) -> SeatList {
        self.list(name).each_seat()
    }

    /// Begins a list of the table, of each seat or of each piece.
    ///
    /// ```
    /// use parlor_core::{Rng, Seat, Viewer};
    /// use parlor_table::{Changes, Dealer, Piece, Schema};
    /// let mut schema = Schema::new();
    /// let stack = schema.list::<Piece>("stack").add();
    /// let (field, ox) = (schema.zone("field").add(), schema.definition("card", "Ox"));
    /// schema.place(ox, field, 2);
    /// let (mut table, mut rng) = (schema.lay(2), Rng::from_integer(1));
    /// let ox = table.zone(field).top().unwrap();
    /// let mut dealer = Dealer::new(&mut table, &mut rng);
    /// dealer.push_item(stack, ox);
    /// // Viewers read what they call the pieces.
    /// assert_eq!(dealer.table().view(Viewer::Seat(Seat(0))).values["stack"][0], "#1");
    /// assert_eq!(dealer.pop_item(stack), Some(ox));
    /// ```
    pub fn list<T: Packed>(&mut self, name: &str) -> ListBuilder<'_, T> {
        let spec = ListSpec {
            name: name.into(),
            held: Held::Table,
            shown: Shown::WithFace,
            shown_as: T::SHOWN_AS,
            between: None,
            first: 0,
        };
        ListBuilder {
            schema: self,
            spec,
            look: ValueDeclared::default(),
            of: PhantomData,
        }
    }

    /// So many pieces of a definition lie here when the table is laid.
    pub fn place(&mut self, definition: Definition, to: impl Into<Place>, count: u16) {
        self.declared();
        self.start.push((definition, to.into(), count));
    }

    /// The table as it is before play, for so many seats.
    ///
    /// # Panics
    /// With more than [`MOST_SEATS`] seats or 65,000 places, values or pieces, which is a mistake of the game's author.
    pub fn lay(&self, seats: u8) -> Table {
        assert!(
            seats <= MOST_SEATS,
            "a table has at most {MOST_SEATS} seats"
        );
        self.laid(seats)
    }

    /// The seats that the table is laid for.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Whether anything is not seen by everybody.
    pub fn has_secrets(&self) -> bool {
        let closed = |zone: &ZoneSpec| zone.faces != Faces::All;
        self.zones.iter().skip(1).any(closed)
            || self.values.iter().any(ValueSpec::is_secret)
            || (self.lists.iter()).any(|list| list.shown == Shown::ToOwner)
            || self
                .attributes
                .iter()
                .any(|attribute| attribute.shown == Shown::ToOwner)
    }

    /// The first value or list that only its seat sees and that does not say what can be in it, so that nobody could imagine it.
    pub fn unimaginable(&self) -> Option<&str> {
        let values = self.values.iter();
        let values = values.filter(|spec| spec.shown == Shown::ToOwner && spec.between.is_none());
        let lists = self.lists.iter();
        let lists = lists.filter(|spec| spec.is_secret() && spec.between.is_none());
        let values = values.map(|spec| spec.name.as_str());
        values.chain(lists.map(|spec| spec.name.as_str())).next()
    }

    /// How many lists the table and the seats have.
    pub(crate) fn list_count(&self) -> usize {
        let copies = self.lists.iter().map(|spec| spec.copies(self.seats));
        copies.map(usize::from).sum()
    }

    /// A zone's number among all zones.
    #[inline]
    pub(crate) fn instance(&self, zone: Zone) -> usize {
        usize::from(self.spans[zone.kind as usize].first_instance) + usize::from(zone.seat)
    }

    /// A place's number among all places.
    #[inline]
    pub(crate) fn place_index(&self, place: Place) -> usize {
        let spec = self.spans[place.zone.kind as usize];
        usize::from(spec.first_place)
            + usize::from(place.zone.seat) * usize::from(spec.places)
            + usize::from(place.cell.0)
    }

    pub(crate) fn place_of_index(&self, index: u16) -> Place {
        let zone = self.zone_of_place[index as usize];
        let first = self.place_index(zone.into()) as u16;
        zone.at(Cell(index - first))
    }

    /// All zones, in the order in which they were declared, seat by seat. Without the removed pieces.
    pub fn zones(&self) -> impl Iterator<Item = Zone> + '_ {
        (0..).zip(&self.zones).skip(1).flat_map(|(kind, spec)| {
            let copies = if spec.each { self.seats } else { 1 };
            (0..copies).map(move |seat| Zone { kind, seat })
        })
    }

    /// Whose zone it is.
    pub fn owner(&self, zone: Zone) -> Option<Seat> {
        self.zones[zone.kind as usize]
            .each
            .then_some(Seat(zone.seat))
    }

    /// What is declared by a name, in the order of declaration: what kind of thing (`zone`, `attribute`, `value`, `list`), and the
    /// name. Two of a kind can have the same name here; whoever declares for others finds out with this.
    ///
    /// ```
    /// use parlor_table::Schema;
    /// let mut schema = Schema::new();
    /// schema.zone("deck").add();
    /// schema.value("round", 0_i64).add();
    /// let declared: Vec<_> = schema.declarations().collect();
    /// assert_eq!(declared, [("zone", "deck".into()), ("value", "round".into())]);
    /// ```
    pub fn declarations(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        let zones = self
            .zones
            .iter()
            .skip(1)
            .map(|one| ("zone", one.name.to_string()));
        let attributes = self
            .attributes
            .iter()
            .map(|one| ("attribute", one.name.to_string()));
        let values = self
            .values
            .iter()
            .map(|one| ("value", one.name.to_string()));
        let lists = self.lists.iter().map(|one| ("list", one.name.to_string()));
        zones.chain(attributes).chain(values).chain(lists)
    }

    /// A zone's name: `deck`, `hand-0`.
    pub fn zone_name(&self, zone: Zone) -> String {
        let spec = &self.zones[zone.kind as usize];
        match spec.each {
            true => format!("{}-{}", spec.name, zone.seat),
            false => spec.name.clone(),
        }
    }

    /// What all zones of its kind are called: `hand` of `hand-0`.
    pub fn zone_kind_name(&self, zone: Zone) -> &str {
        &self.zones[zone.kind as usize].name
    }

    /// Whether each seat has such a zone.
    pub fn is_each(&self, zone: Zone) -> bool {
        self.zones[zone.kind as usize].each
    }

    /// What is on the face of a piece of this definition.
    pub fn name(&self, definition: Definition) -> &str {
        &self.definitions[definition.0 as usize].name
    }

    /// What a piece of this definition looks like from behind.
    pub fn back_of(&self, definition: Definition) -> &str {
        &self.definitions[definition.0 as usize].back
    }

    /// The first definition with the same back: all that is left of a definition for whoever saw no more.
    ///
    /// ```
    /// use parlor_table::Schema;
    /// let mut schema = Schema::new();
    /// let (ace, king) = (schema.definition("card", "A"), schema.definition("card", "K"));
    /// let coin = schema.definition("coin", "1");
    /// let table = schema.lay(1);
    /// assert_eq!(table.schema().alike(king), ace);
    /// assert_eq!(table.schema().alike(coin), coin);
    /// ```
    pub fn alike(&self, definition: Definition) -> Definition {
        let looks = self.looks.get(usize::from(definition.0));
        looks.map_or(definition, |[.., back]| Definition(*back))
    }

    /// The definition with this name.
    pub fn find(&self, name: &str) -> Option<Definition> {
        let index = self.definitions.iter().position(|spec| spec.name == name)?;
        Some(Definition(index as u16))
    }

    /// What a zone shows before anything has changed.
    pub(crate) fn sight(&self, zone: Zone) -> Sight {
        let spec = &self.zones[zone.kind as usize];
        let eyes = match (spec.faces, self.owner(zone)) {
            (Faces::All, _) => Eyes::ALL,
            (Faces::Owner, Some(seat)) => Eyes::of(seat),
            (Faces::Owner, None) | (Faces::Nobody, _) => Eyes::NOBODY,
        };
        Sight {
            eyes,
            others: spec.others,
        }
    }
}

impl Default for Schema {
    fn default() -> Schema {
        Schema::new()
    }
}

/// A count that must fit.
pub(crate) fn small<N: TryFrom<usize>>(count: usize, of: &str) -> N {
    N::try_from(count).unwrap_or_else(|_| panic!("too many {of}: {count}"))
}
