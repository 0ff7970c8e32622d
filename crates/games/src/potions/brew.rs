//! What lies on the table: nine dice, and for each seat four tracks and its abilities.

use std::sync::LazyLock;

use parlor_core::Arg;
use parlor_flow::Entry;
use parlor_flow::prelude::*;
use parlor_table::Schema;

/// The dice, by name. What comes twice has a letter.
pub(super) const DICE: [(&str, u8); 9] = [
    ("d4", 4),
    ("d6a", 6),
    ("d6b", 6),
    ("d8a", 8),
    ("d8b", 8),
    ("d10a", 10),
    ("d10b", 10),
    ("d12", 12),
    ("d20", 20),
];

/// How many dice lie on the shelf at the beginning of a turn, and how many make a potion.
pub(super) const SHELF: usize = 5;
pub(super) const POTION: usize = 2;

/// What a potion can be poured into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vessel {
    Ferment,
    Dilute,
    Recipes,
    Spoiled,
}

impl Vessel {
    pub const ALL: [Vessel; 4] = [
        Vessel::Ferment,
        Vessel::Dilute,
        Vessel::Recipes,
        Vessel::Spoiled,
    ];
    /// All but the one for what fits nowhere.
    pub const BREWS: [Vessel; 3] = [Vessel::Ferment, Vessel::Dilute, Vessel::Recipes];

    pub const fn name(self) -> &'static str {
        match self {
            Vessel::Ferment => "ferment",
            Vessel::Dilute => "dilute",
            Vessel::Recipes => "recipes",
            Vessel::Spoiled => "spoiled",
        }
    }

    pub fn track(self) -> &'static Track {
        &TRACKS[self as usize]
    }

    /// The ability that comes with the so-manieth entry, counted from 1.
    pub fn gift(self, entries: usize) -> Option<Ability> {
        match (self, entries) {
            (Vessel::Ferment, 3) | (Vessel::Recipes, 2) => Some(FLIP),
            (Vessel::Ferment, 5) | (Vessel::Spoiled, 1) => Some(SWEEP),
            (Vessel::Dilute, 2) | (Vessel::Recipes, 4) => Some(NUDGE),
            (Vessel::Dilute, 4) | (Vessel::Spoiled, 3) => Some(STIR),
            _ => None,
        }
    }
}

impl Packed for Vessel {
    fn pack(self) -> i64 {
        self as i64
    }

    fn unpack(number: i64) -> Vessel {
        Vessel::ALL[number as usize]
    }
}

static TRACKS: LazyLock<[Track; 4]> = LazyLock::new(|| {
    [
        Track::increasing("ferment")
            .most(7)
            .points([1, 2, 3, 5, 7, 10, 14])
            .bonus(8)
            .special_may_repeat(),
        Track::decreasing("dilute")
            .most(6)
            .points([1, 2, 4, 6, 9, 13])
            .bonus(7)
            .special_may_repeat(),
        Track::unique("recipes")
            .range(3..=18)
            .most(6)
            .points_by(|value| (value - 10).abs())
            .bonus(6)
            .special_may_repeat(),
        Track::counter("spoiled").most(4).points([-1, -2, -4, -7]),
    ]
});

pub(super) const STIR: Ability = Ability(0);
pub(super) const FLIP: Ability = Ability(1);
pub(super) const NUDGE: Ability = Ability(2);
pub(super) const SWEEP: Ability = Ability(3);

/// What everybody has at the beginning.
pub(super) const FIRST: [Ability; 2] = [STIR, NUDGE];

pub(super) static ABILITIES: LazyLock<Abilities> = LazyLock::new(|| {
    let info = |icon, label, description| AbilityInfo::new(icon, label).described(description);
    Abilities::new()
        .with(
            "stir",
            info("🎲", "Stir", "Roll one or two dice of the shelf again"),
        )
        .with(
            "flip",
            info(
                "↻",
                "Flip",
                "Turn a die of the shelf over to its opposite face",
            ),
        )
        .with(
            "nudge",
            info("±", "Nudge", "Turn a die of the shelf one up or down"),
        )
        .with(
            "sweep",
            info("🧹", "Sweep", "Roll all dice of the shelf again"),
        )
});

/// The parts of the table. They are declared in one order, so that texts can find them as the rules do.
#[derive(Clone, Copy)]
pub(super) struct Brew {
    /// The dice to choose from.
    pub shelf: Zone,
    /// The dice that come onto the shelf next, the first one first.
    pub cupboard: Zone,
    /// The two dice of the potion that is being made.
    pub cauldron: Zone,
    pub face: Attribute<i64>,
    /// How many complete tracks of one seat end the match.
    pub goal: Value<i64>,
    pub tracks: [SeatList; 4],
    pub abilities: SeatList,
}

impl Brew {
    pub fn declare(schema: &mut Schema) -> Brew {
        let shelf = schema.zone("shelf").role(Role::Market).label("Shelf").add();
        let cupboard = schema
            .zone("cupboard")
            .role(Role::Reserve)
            .label("Cupboard")
            .add();
        let cauldron = schema.zone("cauldron").label("Cauldron").add();
        let face = schema.attribute("face").changes().add();
        let sides = schema.attribute("sides").add();
        for (name, count) in DICE {
            // What a die shows says little without its shape.
            let labels = (1..=count).map(|face| format!("{face} (d{count})"));
            let die = schema.die(name, Die::new(count).labels(labels), face);
            schema.give(die, sides, count);
            schema.place(die, cupboard, 1);
        }
        let goal = schema
            .value("tracks_to_complete", 2)
            .label("Tracks to complete")
            .add();
        Brew {
            shelf,
            cupboard,
            cauldron,
            face,
            goal,
            tracks: Vessel::ALL.map(|vessel| schema.seat_list(vessel.name())),
            abilities: schema.seat_list("abilities"),
        }
    }

    pub fn entries<'t>(&self, table: &'t Table, seat: Seat, vessel: Vessel) -> &'t [i64] {
        table.list(seat, self.tracks[vessel as usize])
    }

    /// The potion in the cauldron: pure if both dice show the same.
    pub fn potion(&self, table: &Table) -> Entry {
        let mut faces = table.zone(self.cauldron).pieces().values(self.face);
        let (first, second) = (faces.next().unwrap_or(0), faces.next().unwrap_or(0));
        Entry {
            value: first + second,
            special: first == second,
        }
    }

    /// What the potion in the cauldron would be in a vessel.
    pub fn entry(&self, table: &Table, seat: Seat, vessel: Vessel) -> Entry {
        match vessel {
            Vessel::Spoiled => Track::mark(self.entries(table, seat, vessel)),
            _ => self.potion(table),
        }
    }

    /// Whether the potion in the cauldron may go into a vessel, and if not, why not.
    pub fn check(&self, table: &Table, seat: Seat, vessel: Vessel) -> Result<(), Rejection> {
        let fits = |brew: &&Vessel| {
            let entries = self.entries(table, seat, **brew);
            brew.track().can_add(entries, self.potion(table))
        };
        if vessel == Vessel::Spoiled
            && let Some(brew) = Vessel::BREWS.iter().find(fits)
        {
            let text = "{value} is not spoiled: it fits into {track}";
            return Err(Rejection::new("fits_elsewhere", text)
                .with("value", self.potion(table).value)
                .with("track", Message::word("word", brew.name())));
        }
        let entry = self.entry(table, seat, vessel);
        vessel
            .track()
            .check(self.entries(table, seat, vessel), entry)
    }

    /// How many potions a seat has made.
    pub fn turns(&self, table: &Table, seat: Seat) -> usize {
        let lengths = self.tracks.iter().map(|list| table.list(seat, *list).len());
        lengths.sum()
    }

    pub fn score(&self, table: &Table, seat: Seat) -> i64 {
        let totals = Vessel::ALL.iter().map(|vessel| {
            let entries = self.entries(table, seat, *vessel);
            vessel.track().total(entries)
        });
        totals.sum()
    }

    /// Whether what a seat has done ends the match.
    pub fn is_done(&self, table: &Table, seat: Seat) -> bool {
        let complete = |vessel: &&Vessel| {
            let entries = self.entries(table, seat, **vessel);
            vessel.track().is_complete(entries)
        };
        let brews = Vessel::BREWS.iter().filter(complete).count();
        complete(&&Vessel::Spoiled) || brews as i64 >= table.value(self.goal)
    }

    /// A track with its open boxes and its points.
    pub fn read(&self, table: &Table, seat: Seat, vessel: Vessel) -> TrackState {
        let (track, entries) = (vessel.track(), self.entries(table, seat, vessel));
        let limit = track.limit().unwrap_or(0);
        let boxes = (0..limit).map(|index| match entries.get(index) {
            Some(_) if vessel == Vessel::Spoiled => Some("×".into()),
            Some(packed) => Some(show(Entry::unpack(*packed)).into()),
            None => None,
        });
        TrackState {
            steps: boxes.collect(),
            points: track.total(entries),
        }
    }

    /// The abilities that a seat can still use: `stir nudge×2`.
    pub fn read_abilities(&self, table: &Table, seat: Seat) -> Message {
        let groups = Abilities::grouped(table.list(seat, self.abilities));
        let unused = groups.iter().filter(|(_, _, unused)| *unused > 0);
        let named = unused.map(|(ability, _, unused)| {
            let name = Message::word("word", ABILITIES.name(*ability));
            match unused {
                1 => name.into(),
                _ => Message::new("times", "{ability}×{count}")
                    .with("ability", name)
                    .with("count", *unused as u32)
                    .into(),
            }
        });
        let named: Vec<Arg> = named.collect();
        match named.is_empty() {
            true => Message::word("word", "none"),
            false => Message::new("abilities", "{list}").with("list", named),
        }
    }
}

/// A value, with a star if it is pure.
pub(super) fn show(entry: Entry) -> String {
    let star = if entry.special { "*" } else { "" };
    format!("{}{star}", entry.value)
}
