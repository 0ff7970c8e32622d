//! A table with everything on it, somebody who does anything to it, and short ways to say what is where.

use std::marker::PhantomData;

use parlor_core::{Rng, Seat, SeatSet, Viewer};

use crate::id::Holder;
use crate::spec::Held;
use crate::*;

pub const SEATS: u8 = 3;

/// Everybody from whom something is hidden.
pub fn viewers() -> impl Iterator<Item = Viewer> {
    Viewer::all(SEATS).filter(|viewer| *viewer != Viewer::Referee)
}

pub fn seat(index: u8) -> Viewer {
    Viewer::Seat(Seat(index))
}

/// Runs a test for many seeds; the one that fails is printed.
pub fn seeds(count: u64, test: impl Fn(u64)) {
    struct Seed(u64);
    impl Drop for Seed {
        fn drop(&mut self) {
            if std::thread::panicking() {
                eprintln!("this was seed {}", self.0);
            }
        }
    }
    for seed in 0..count {
        let _told_on_failure = Seed(seed);
        test(seed);
    }
}

/// Every kind of zone, attribute, value, die and board.
pub fn everything() -> Table {
    let mut schema = Schema::new();
    let worth = schema.attribute::<i64>("worth").add();
    let set = schema.attribute::<u8>("set").shown(Shown::Always).add();
    let mark = schema.attribute::<u8>("mark").shown(Shown::ToOwner).add();
    let code = schema.attribute::<i64>("code").shown(Shown::Never).add();
    let face = schema.attribute::<i64>("face").changes().add();
    schema.attribute::<i64>("damage").changes().add();
    let shown = [
        ("tapped", Shown::Always),
        ("note", Shown::ToOwner),
        ("memo", Shown::Never),
    ];
    for (name, shown) in shown {
        schema.attribute::<i64>(name).changes().shown(shown).add();
    }
    schema.attribute::<i64>("curse").sparse().add();
    schema.counter("poison");
    schema.value("round", 1_u32).add();
    schema.value("trump", 0_u8).words(["♣", "♦"]).add();
    schema.value("solution", 7_i64).shown(Shown::Never).add();
    schema.value("score", 0_i64).each_seat();
    schema.value("bid", 3_i64).shown(Shown::ToOwner).each_seat();
    schema.seat_list("sheet");
    schema.seat_list("tricks");
    schema.list::<Piece>("stack").add();
    let guess = schema.list::<i64>("guess").between(0..=8);
    guess.shown(Shown::ToOwner).each_seat();
    schema.list::<Piece>("friends").each_piece();
    let marks = schema.list::<i64>("marks").shown(Shown::Always);
    marks.each_piece();

    let deck = schema.zone("deck").hidden().stacked().add();
    schema.zone("discard").stacked().add();
    let row = schema.zone("row").add();
    let hand = schema.zone("hand").owner_sees().each_seat();
    let pool = schema.zone("pool").unordered().add();
    let bag = schema.zone("bag").count_only().add();
    let vault = schema
        .zone("vault")
        .owner_sees()
        .others_see(Others::Nothing)
        .each_seat();
    let prizes = schema.zone("prizes").hidden().each_seat();
    let cup = schema.zone("cup").owner_sees().each_seat();
    let shaker = schema.zone("shaker").hidden().add();
    let mat = schema.zone("mat").each_seat();
    schema
        .zone("pocket")
        .hidden()
        .inside(mat.of(Seat(0)))
        .each_seat();
    let grid = Grid::new(3, 2, Adjacency::All);
    let board = schema.zone("board").board(grid.clone()).add();
    schema.zone("towers").board(grid.clone()).stacked().add();
    schema.zone("fog").board(grid).unordered().add();
    let roads = Graph::new()
        .node("a")
        .node_at("b", 1, 2)
        .node("c")
        .edge("a", "b")
        .edge("b", "c");
    schema.zone("roads").board(roads).hidden().add();

    for index in 0..20_u8 {
        let card = schema.definition("card", &format!("card-{index:02}"));
        schema.give(card, worth, 7_000_000 + i64::from(index));
        schema.give(card, code, 8_000_000 + i64::from(index));
        if index % 5 == 4 {
            schema.give(card, set, 1);
            schema.give(card, mark, 1);
        }
        if index % 4 == 3 {
            schema.back(card, "gold");
        }
        match index {
            0..8 => schema.place(card, deck, 1),
            8..11 => schema.place(card, hand.of(Seat(index - 8)), 1),
            11..14 => schema.place(card, prizes.of(Seat(index - 11)), 1),
            14 => schema.place(card, bag, 1),
            15 => schema.place(card, vault.of(Seat(0)), 1),
            16 => schema.place(card, pool, 1),
            _ => schema.place(card, row, 1),
        }
    }
    for seat in 0..SEATS {
        let d6 = schema.die(&format!("die-{seat}"), Die::d6(), face);
        schema.place(d6, cup.of(Seat(seat)), 1);
        let stone = schema.token("stone", &format!("stone-{seat}"));
        schema.place(stone, board.at(Cell(seat.into())), 1);
    }
    let d20 = schema.die("die-20", Die::d20(), face);
    schema.place(d20, shaker, 1);
    let coin = schema.die("coin", Die::new(2).labels(["heads", "tails"]), face);
    schema.place(coin, shaker, 1);
    schema.lay(SEATS)
}

/// A table after so many random changes.
pub fn stirred(seed: u64, steps: u32) -> Table {
    let (mut table, mut rng) = (everything(), Rng::fast(seed, 1));
    let mut dealer = Dealer::new(&mut table, &mut rng);
    for _ in 0..steps {
        stir(&mut dealer);
    }
    table
}

/// What a random verb does to this table.
pub fn some_changes(table: &Table, rng: &mut Rng) -> Vec<Change> {
    let mut log = Vec::new();
    stir(&mut Dealer::new(&mut table.clone(), rng).log(&mut log));
    log
}

/// Does something: any verb, to anything that is there.
pub fn stir(hands: &mut impl Changes) {
    let schema = hands.table().schema.clone();
    let pieces = hands.table().pieces.len() as u32;
    let zones: Vec<Zone> = schema.zones().collect();
    let any = |hands: &mut _, count: usize| below(hands, count.max(1));
    let piece = Piece(any(hands, pieces as usize) as u16);
    let (from, zone) = (
        zones[any(hands, zones.len())],
        zones[any(hands, zones.len())],
    );
    let cells = schema.zones[zone.kind as usize].places;
    let place = zone.at(Cell(any(hands, cells.into()) as u16));
    let seats: SeatSet = Seat::all(schema.seats)
        .filter(|_| any(hands, 2) == 0)
        .collect();
    let seat = Seat(any(hands, schema.seats.into()) as u8);
    let number = any(hands, 9) as i64;
    let attribute = any(hands, schema.attributes.len().max(1));
    let attribute = Attribute::<i64>(attribute as u8, PhantomData);
    let changes = schema
        .attributes
        .get(attribute.0 as usize)
        .is_some_and(|spec| spec.slot.is_some());
    let eyes = [Eyes::ALL, Eyes::NOBODY, Eyes::of_all(seats), Eyes::of(seat)][any(hands, 4)];
    let others = [
        Others::Backs,
        Others::Unordered,
        Others::Count,
        Others::Nothing,
    ];
    let others = others[any(hands, 4)];
    let face = schema
        .attributes
        .iter()
        .position(|spec| spec.name == "face");
    let face = face.map(|face| Attribute::<i64>(face as u8, PhantomData));
    let die = (0..pieces as u16).map(Piece).find(|die| {
        let definition = hands.table().definition(*die);
        die.0 >= piece.0 && schema.definitions[definition.0 as usize].die.is_some()
    });
    let owner = [None, Some(seat)][any(hands, 2)];
    if pieces == 0 {
        return;
    }
    // A die is never set to a face that it has not.
    let possible = schema.die_face != Some(attribute.0)
        || hands.table().die(piece).is_none_or(|die| die.holds(number));
    match any(hands, 38) {
        0..5 => hands.put(piece, place),
        5..7 => hands.put_under(piece, place),
        7 if number < 6 => hands.put_openly(piece, place),
        7 => hands.put_all([piece], place),
        8 => hands.empty(from, place),
        9 if number < 3 => hands.remove(piece),
        10 if pieces < 40 => {
            let definition = Definition(any(hands, schema.definitions.len()) as u16);
            hands.create(definition, place, owner);
        }
        9..12 => {
            hands.draw_many(from, place, 1 + number as usize % 3);
        }
        12 if schema.zones[zone.kind as usize].each => hands.deal(from, EachZone(zone.kind), 1),
        12..15 => hands.shuffle(place),
        15 => hands.sort(place, attribute),
        16 if changes && possible => hands.set(piece, attribute, number),
        17 | 18 => {
            if let (Some(die), Some(face)) = (die, face) {
                hands.roll(die, face);
                hands.flip(die, face);
            }
        }
        19 if number < 5 => hands.give(piece, owner),
        19 => hands.control(piece, owner),
        20 => {
            for (index, spec) in (0..).zip(&schema.values) {
                if spec.each && schema.seats > 0 {
                    hands.set_of(seat, SeatValue::<i64>(index, PhantomData), number);
                } else if !spec.each {
                    hands.set_value(Value::<i64>(index, PhantomData), number);
                }
            }
        }
        21 => {
            if let Some(board) = &schema.zones[zone.kind as usize].board {
                let edges = board.edges();
                edges.for_each(|edge| hands.set_open(zone, edge, number % 2 == 0));
            } else if !schema.lists.is_empty() && schema.seats > 0 {
                let list = any(hands, schema.lists.len()) as u8;
                let spec = &schema.lists[usize::from(list)];
                let holder = match spec.held {
                    Held::Table => Holder::Table,
                    Held::Seats => Holder::Seat(seat),
                    Held::Pieces => Holder::Piece(piece),
                };
                let item = match spec.shown_as {
                    ShownAs::Piece => any(hands, pieces as usize) as i64,
                    _ => number,
                };
                hands.push_item(ListOf::<i64>(list, holder, PhantomData), item);
            }
        }
        22 => hands.show_to_all(piece),
        23 => hands.show_to(piece, seats),
        24 => hands.show_only_to(piece, seats),
        25 => hands.hide_from(piece, seats),
        26 => hands.hide(piece),
        27 | 28 => hands.show_as_zone(piece),
        29 => hands.reveal(piece, eyes),
        30 => hands.look(zone, Sight { eyes, others }),
        31 => hands.open(zone),
        32 => hands.close(zone),
        33 => hands.open_to(zone, seats),
        34 => hands.close_to(zone, seats),
        35 if number < 7 => {
            let host = Piece(any(hands, pieces as usize) as u16);
            if !hands.table().tree(piece).contains(&host) {
                hands.attach(piece, host);
            }
        }
        _ => hands.put(piece, from),
    }
}

pub fn below(hands: &mut impl Changes, bound: usize) -> usize {
    hands.rng().below(bound as u32) as usize
}

/// A deck and a discard pile, hands, and a secret pile; the cards are called by letters and lie in the deck, A at the
/// bottom.
pub struct Small {
    pub table: Table,
    pub rng: Rng,
    pub deck: Zone,
    pub discard: Zone,
    pub pile: Zone,
    pub hand: EachZone,
}

pub fn small(cards: &str) -> Small {
    let mut schema = Schema::new();
    let deck = schema.zone("deck").hidden().stacked().add();
    let discard = schema.zone("discard").add();
    let pile = schema.zone("pile").hidden().add();
    let hand = schema.zone("hand").owner_sees().each_seat();
    for letter in cards.chars() {
        let card = schema.definition("card", &letter.to_string());
        schema.place(card, deck, 1);
    }
    let (table, rng) = (schema.lay(2), Rng::fast(7, 7));
    Small {
        table,
        rng,
        deck,
        discard,
        pile,
        hand,
    }
}

impl Small {
    pub fn dealer(&mut self) -> Dealer<'_> {
        Dealer::new(&mut self.table, &mut self.rng)
    }

    /// The card with this letter.
    pub fn card(&self, letter: &str) -> Piece {
        let mut pieces = (0..self.table.pieces.len() as u16).map(Piece);
        pieces
            .find(|piece| self.table.name(*piece) == letter)
            .expect("it is one of the cards")
    }

    /// Moves a card.
    pub fn put(&mut self, letter: &str, to: Zone) {
        let card = self.card(letter);
        self.dealer().put(card, to);
    }

    /// What lies in a zone.
    pub fn cards(&self, zone: Zone) -> String {
        names(&self.table, zone)
    }

    /// What lies in a zone, as a viewer imagines it, so many times.
    pub fn imagined(&mut self, viewer: Viewer, zone: Zone, times: usize) -> Vec<String> {
        let samples = (0..times).map(|_| self.table.resample(viewer, &mut self.rng));
        samples.map(|sample| names(&sample, zone)).collect()
    }
}

/// The names of what lies in a zone, one after the other.
pub fn names(table: &Table, zone: Zone) -> String {
    table
        .zone(zone)
        .pieces()
        .map(|piece| table.name(piece))
        .collect()
}

pub fn zone_called(table: &Table, name: &str) -> Zone {
    let mut zones = table.schema.zones();
    let called = |zone: &Zone| table.schema.zone_name(*zone) == name;
    zones.find(called).expect("there is such a zone")
}

/// Whether a viewer has seen two tables differ by this change, be it for a moment or under something else.
pub fn saw_different_things(table: &Table, twin: &Table, change: &Change, viewer: Viewer) -> bool {
    let saw = |piece: &Piece| match change {
        Change::Reveal {
            piece: shown,
            to: seen,
        }
        | Change::Move {
            piece: shown, seen, ..
        } if shown == piece && seen.see(viewer) => true,
        _ => table.sees(viewer, *piece),
    };
    let mut pieces = (0..table.pieces.len() as u16).map(Piece).filter(saw);
    let differs = |piece: Piece| {
        table.definition(piece) != twin.definition(piece) || table.face(piece) != twin.face(piece)
    };
    pieces.any(differs)
}
