//! Dealing anew: the viewer sees no difference, all that it cannot know varies, and fairly.

use std::collections::BTreeMap;

use parlor_core::{Rng, Seat, Viewer};

use super::world::*;
use crate::*;

/// Random play, with every viewer's sample at every step.
fn samples(seeds_: u64, test: impl Fn(&Table, &Table, Viewer, &mut Rng)) {
    seeds(seeds_, |seed| {
        let (mut table, mut rng) = (everything(), Rng::fast(seed, 0));
        for _ in 0..40 {
            stir(&mut Dealer::new(&mut table, &mut rng));
            for viewer in viewers() {
                let sample = table.resample(viewer, &mut rng);
                test(&table, &sample, viewer, &mut rng);
            }
        }
    });
}

#[test]
fn a_viewer_cannot_tell_its_sample_from_the_table() {
    samples(60, |table, sample, viewer, _| {
        let (seen, dealt) = (table.view(viewer), sample.view(viewer));
        assert_eq!(
            serde_json::to_value(dealt).unwrap(),
            serde_json::to_value(seen).unwrap(),
            "{viewer}"
        );
    });
}

#[test]
fn a_viewer_is_told_the_same_unless_it_sees_something_else() {
    samples(60, |table, sample, viewer, rng| {
        let Some(change) = some_changes(table, rng).into_iter().next() else {
            return;
        };
        let (mut after, mut sample_after) = (table.clone(), sample.clone());
        after.apply(&change);
        sample_after.apply(&change);
        if !saw_different_things(&after, &sample_after, &change, viewer) {
            let told = (table.tell(&change, viewer), sample.tell(&change, viewer));
            assert_eq!(told.0, told.1, "{viewer}: {change:?}");
        }
    });
}

#[test]
fn what_a_viewer_knows_stays_and_nothing_is_added_or_lost() {
    samples(60, |table, sample, viewer, _| {
        let definitions = |table: &Table| {
            let mut all: Vec<_> = table.pieces.iter().map(|entry| entry.definition).collect();
            all.sort_unstable();
            all
        };
        assert_eq!(definitions(sample), definitions(table));
        for piece in (0..table.pieces.len() as u16).map(Piece) {
            let zone = table.zone_of(piece);
            assert_eq!(sample.zone_of(piece), zone);
            if table.followers(piece).see(viewer) || table.place_count(zone) == 1 {
                assert_eq!(sample.place_of(piece), table.place_of(piece));
            }
            assert_eq!(sample.names_of(piece), table.names_of(piece));
            if table.known_to(piece).see(viewer) {
                assert_eq!(
                    sample.definition(piece),
                    table.definition(piece),
                    "{viewer} {piece:?}"
                );
            }
        }
    });
}

#[test]
fn what_is_drawn_tells_nothing_of_how_things_lay() {
    samples(60, |table, sample, viewer, rng| {
        let stream = rng.word().into();
        let drawn = table.resample(viewer, &mut Rng::fast(1, stream));
        let redrawn = sample.resample(viewer, &mut Rng::fast(1, stream));
        assert_eq!(redrawn, drawn, "{viewer}");
    });
}

#[test]
fn a_sample_is_redrawn_as_a_table_is_resampled() {
    samples(30, |table, sample, viewer, rng| {
        let mut redrawn = sample.clone();
        redrawn.redraw(viewer, rng);
        assert_eq!(redrawn.view(viewer), table.view(viewer), "{viewer}");
        let (mut one, mut other) = (table.clone(), redrawn.clone());
        one.forget(viewer);
        other.forget(viewer);
        assert_eq!(other, one, "{viewer}");
    });
}

#[test]
fn two_real_shuffles_leave_the_same_to_imagine() {
    let imagined = |seed: u64| {
        let mut game = small("ABCDEFGH");
        game.rng = Rng::fast(seed, 0);
        let (deck, hand) = (game.deck, game.hand);
        game.dealer().shuffle(deck);
        game.dealer().draw_many(deck, hand.of(Seat(1)), 3);
        let sample = game.table.resample(seat(0), &mut Rng::fast(9, 9));
        let zones = [deck, hand.of(Seat(1))];
        zones.map(|zone| names(&sample, zone))
    };
    seeds(20, |seed| assert_eq!(imagined(seed), imagined(0)));
}

#[test]
fn a_sample_holds_together() {
    samples(20, |_, sample, _, _| {
        let json = serde_json::to_value(sample).unwrap();
        assert_eq!(serde_json::from_value::<Table>(json).unwrap(), *sample);
    });
}

#[test]
fn the_referee_has_nothing_to_guess() {
    seeds(20, |seed| {
        let table = stirred(seed, 50);
        assert_eq!(
            table.resample(Viewer::Referee, &mut Rng::fast(seed, 0)),
            table
        );
    });
}

/// How often each card lay at each place, told as `zone` and its position there.
fn frequencies(table: &Table, viewer: Viewer, zones: &[Zone]) -> BTreeMap<(String, String), u32> {
    let (mut rng, mut found) = (Rng::fast(5, 0), BTreeMap::new());
    for _ in 0..6000 {
        let sample = table.resample(viewer, &mut rng);
        for zone in zones {
            for (position, piece) in sample.zone(*zone).pieces().enumerate() {
                let place = format!("{}:{position}", sample.schema().zone_name(*zone));
                *found
                    .entry((place, sample.name(piece).to_owned()))
                    .or_default() += 1;
            }
        }
    }
    found
}

/// Six standard deviations, so that this fails about never when all is well.
fn assert_about(found: &BTreeMap<(String, String), u32>, place: &str, card: &str, one_in: f64) {
    let times = found
        .get(&(place.into(), card.into()))
        .copied()
        .unwrap_or(0);
    let (expected, p) = (6000.0 / one_in, 1.0 / one_in);
    let error = f64::from(times) - expected;
    assert!(
        error.abs() < 6.0 * (expected * (1.0 - p)).sqrt(),
        "{card} at {place}: {times}"
    );
}

#[test]
fn every_unseen_card_is_as_likely_at_every_unseen_place() {
    let mut game = small("ABCDEF");
    let (deck, hand) = (game.deck, game.hand);
    game.dealer().draw_many(deck, hand.of(Seat(1)), 2);
    game.put("A", hand.of(Seat(0)));
    let found = frequencies(&game.table, seat(0), &[deck, hand.of(Seat(1))]);
    for place in ["deck:0", "deck:1", "deck:2", "hand-1:0", "hand-1:1"] {
        for card in ["B", "C", "D", "E", "F"] {
            assert_about(&found, place, card, 5.0);
        }
    }
    assert_eq!(found.len(), 25);
}

#[test]
fn beside_a_known_card_every_other_is_as_likely() {
    let mut game = small("ABCDEF");
    let (deck, hand) = (game.deck, game.hand);
    game.dealer().draw_many(deck, hand.of(Seat(1)), 2);
    game.put("A", game.discard);
    game.put("A", hand.of(Seat(1)));
    let found = frequencies(&game.table, seat(0), &[deck, hand.of(Seat(1))]);
    for place in ["hand-1:0", "hand-1:1", "hand-1:2"] {
        assert_about(&found, place, "A", 3.0);
        for card in ["B", "C", "D", "E", "F"] {
            assert_about(&found, place, card, 7.5);
        }
    }
    for place in ["deck:0", "deck:1", "deck:2"] {
        for card in ["B", "C", "D", "E", "F"] {
            assert_about(&found, place, card, 5.0);
        }
    }
}

#[test]
fn cards_with_different_backs_never_change_places() {
    let mut schema = Schema::new();
    let deck = schema.zone("deck").hidden().add();
    for (name, back) in [("A", "red"), ("B", "blue"), ("C", "red"), ("D", "blue")] {
        let card = schema.definition("card", name);
        schema.back(card, back);
        schema.place(card, deck, 1);
    }
    let (table, mut rng) = (schema.lay(2), Rng::fast(2, 0));
    let mut seen: Vec<_> = (0..100)
        .map(|_| names(&table.resample(seat(0), &mut rng), deck))
        .collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, ["ABCD", "ADCB", "CBAD", "CDAB"]);
}

#[test]
fn a_mark_on_the_back_stays_where_it_is_seen() {
    let mut schema = Schema::new();
    let stain = schema.attribute::<u8>("stain").shown(Shown::Always).add();
    let mark = schema.attribute::<u8>("mark").shown(Shown::ToOwner).add();
    let pile = schema.zone("pile").hidden().each_seat();
    for (name, number) in [("A", 0), ("B", 1), ("C", 1), ("D", 2)] {
        let card = schema.definition("card", name);
        schema.give(card, stain, number / 2);
        schema.give(card, mark, number % 2);
        schema.place(card, pile.of(Seat(0)), 1);
        schema.place(card, pile.of(Seat(1)), 1);
    }
    let (table, mut rng) = (schema.lay(2), Rng::fast(2, 0));
    let mut varied = false;
    for viewer in [seat(0), seat(1), Viewer::Spectator].repeat(30) {
        let sample = table.resample(viewer, &mut rng);
        assert_eq!(sample.view(viewer), table.view(viewer));
        varied |= sample != table;
    }
    assert!(varied);
}

#[test]
fn what_an_owner_sees_of_its_hidden_pieces_stays_there_and_the_rest_goes_along() {
    let mut schema = Schema::new();
    let note = schema.attribute::<u8>("note").shown(Shown::ToOwner);
    let note = note.changes().add();
    let damage = schema.attribute::<u8>("damage").changes().add();
    let pile = schema.zone("pile").hidden().each_seat();
    for (name, owner) in [("A", 0), ("B", 1), ("C", 0), ("D", 1)] {
        let card = schema.definition("card", name);
        schema.place(card, pile.of(Seat(owner)), 1);
    }
    let (mut table, mut rng) = (schema.lay(2), Rng::fast(2, 0));
    let pieces: Vec<Piece> = table.pieces().collect();
    for (piece, number) in pieces.iter().zip(1..) {
        let mut dealer = Dealer::new(&mut table, &mut rng);
        dealer.set(*piece, note, number);
        dealer.set(*piece, damage, number);
    }
    for viewer in [seat(0), seat(1), Viewer::Spectator].repeat(30) {
        let sample = table.resample(viewer, &mut rng);
        assert_eq!(sample.view(viewer), table.view(viewer));
        let damages = |table: &Table| -> BTreeMap<String, u8> {
            let pieces = table.pieces();
            pieces
                .map(|piece| (table.name(piece).to_owned(), table.get(piece, damage)))
                .collect()
        };
        assert_eq!(damages(&sample), damages(&table));
    }
}

#[test]
fn unseen_dice_show_every_face() {
    let mut schema = Schema::new();
    let face = schema.attribute("face").changes().add();
    let cup = schema.zone("cup").owner_sees().each_seat();
    let d6 = schema.die("d6", Die::d6(), face);
    schema.place(d6, cup.of(Seat(0)), 1);
    schema.place(d6, cup.of(Seat(1)), 1);
    let (table, mut rng) = (schema.lay(2), Rng::fast(2, 0));
    let mut faces = [0; 7];
    for _ in 0..600 {
        let sample = table.resample(seat(0), &mut rng);
        let value = |seat| sample.get(sample.zone(cup.of(Seat(seat))).top().unwrap(), face);
        assert_eq!(value(0), 1, "my own die stays");
        faces[value(1) as usize] += 1;
    }
    assert!(
        faces[1..].iter().all(|times| (50..150).contains(times)),
        "{faces:?}"
    );
}

#[test]
fn a_die_whose_face_shows_is_not_rolled() {
    for shown in [Shown::Always, Shown::ToOwner] {
        let mut schema = Schema::new();
        let face = schema.attribute("face").changes().shown(shown).add();
        let cup = schema.zone("cup").hidden().each_seat();
        for (name, die) in [("d6", Die::d6()), ("d20", Die::d20())] {
            let die = schema.die(name, die, face);
            schema.place(die, cup.of(Seat(0)), 1);
        }
        let (mut table, mut rng) = (schema.lay(1), Rng::fast(2, 0));
        let mut dealer = Dealer::new(&mut table, &mut rng);
        dealer.shuffle(cup.of(Seat(0)));
        dealer.roll_all(cup.of(Seat(0)), face);
        for _ in 0..30 {
            assert_eq!(
                table.resample(seat(0), &mut rng).view(seat(0)),
                table.view(seat(0))
            );
        }
    }
}

#[test]
fn secret_bids_change_hands_among_the_others() {
    let mut schema = Schema::new();
    let bid = schema.value("bid", 0_i64).shown(Shown::ToOwner).each_seat();
    let (mut table, mut rng) = (schema.lay(3), Rng::fast(3, 0));
    for index in 0..3 {
        Dealer::new(&mut table, &mut rng).set_of(Seat(index), bid, index.into());
    }
    let mut seen: Vec<_> = (0..50)
        .map(|_| {
            let sample = table.resample(seat(1), &mut rng);
            Seat::all(3)
                .map(|seat| sample.of(seat, bid))
                .collect::<Vec<_>>()
        })
        .collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, [[0, 1, 2], [2, 1, 0]]);
}

#[test]
fn backs_that_a_viewer_does_not_see_do_not_bind_its_imagination() {
    let mut schema = Schema::new();
    let hand = schema
        .zone("hand")
        .owner_sees()
        .others_see(Others::Count)
        .each_seat();
    let bag = schema.zone("bag").count_only().add();
    let (red, blue) = (
        schema.definition("red", "r"),
        schema.definition("blue", "b"),
    );
    schema.place(red, bag, 4);
    schema.place(blue, bag, 4);
    let (mut table, mut rng) = (schema.lay(2), Rng::fast(1, 0));
    for card in [red, blue] {
        let card = table.zone(bag).pieces().of(card).next().unwrap();
        Dealer::new(&mut table, &mut rng).put(card, hand.of(Seat(1)));
    }
    let mut counts = [0; 3];
    for _ in 0..200 {
        let sample = table.resample(Viewer::Seat(Seat(0)), &mut rng);
        counts[sample.zone(hand.of(Seat(1))).pieces().of(red).count()] += 1;
    }
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}

/// A board on which the viewer sees nothing of others, with three of their pieces and one that has been shown.
fn sea() -> (Table, Zone) {
    let mut schema = Schema::new();
    let sea = schema.zone("sea").owner_sees().others_see(Others::Nothing);
    let sea = sea.board(Grid::new(8, 8, Adjacency::All)).each_seat();
    let sea = sea.of(Seat(1));
    let (boat, buoy) = (
        schema.definition("boat", "boat"),
        schema.definition("buoy", "buoy"),
    );
    schema.place(buoy, sea.at(Cell(20)), 1);
    for cell in [0, 9, 18] {
        schema.place(boat, sea.at(Cell(cell)), 1);
    }
    let (mut table, mut rng) = (schema.lay(2), Rng::fast(1, 0));
    Dealer::new(&mut table, &mut rng).show_to_all(Piece(0));
    (table, sea)
}

#[test]
fn hidden_pieces_lie_on_every_free_cell_and_shown_ones_stay() {
    let (table, sea) = sea();
    let (mut rng, mut found) = (Rng::fast(1, 0), [0; 64]);
    for _ in 0..2000 {
        let sample = table.resample(seat(0), &mut rng);
        assert_eq!(sample.view(seat(0)), table.view(seat(0)));
        assert_eq!(sample.cell_of(Piece(0)), Cell(20));
        let boats = sample.zone(sea).pieces().filter(|piece| *piece != Piece(0));
        for boat in boats {
            assert_eq!(sample.count_at(sample.place_of(boat)), 1);
            found[sample.cell_of(boat).index()] += 1;
        }
        assert_eq!(table.resample(seat(1), &mut rng), table);
    }
    assert_eq!(found[20], 0);
    let even = |times: &i32| (50..150).contains(times);
    assert_eq!(
        found.iter().filter(|times| even(times)).count(),
        63,
        "{found:?}"
    );
}

#[test]
fn each_card_of_a_hand_could_be_the_one_that_carries_something() {
    let mut schema = Schema::new();
    let hand = schema.zone("hand").owner_sees().each_seat();
    let names = ["A", "B", "C", "charm"];
    for name in names {
        let card = schema.definition("card", name);
        schema.place(card, hand.of(Seat(0)), 1);
    }
    let (mut table, mut rng) = (schema.lay(2), Rng::fast(1, 0));
    let charm = Piece(3);
    let mut dealer = Dealer::new(&mut table, &mut rng);
    dealer.attach(charm, Piece(1));
    dealer.show_to_all(charm);
    let mut carriers: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..3_000 {
        let sample = table.resample(seat(1), &mut rng);
        assert_eq!(sample.view(seat(1)), table.view(seat(1)));
        let host = sample.host(charm).unwrap();
        *carriers.entry(sample.name(host).into()).or_default() += 1;
    }
    assert_eq!(carriers.len(), 3);
    assert!(
        carriers.values().all(|times| times.abs_diff(1_000) < 150),
        "{carriers:?}"
    );
}

#[test]
fn pieces_of_different_owners_never_become_each_other() {
    let mut schema = Schema::new();
    let deck = schema.zone("deck").hidden().stacked().each_seat();
    let hand = schema.zone("hand").owner_sees().each_seat();
    let bag = schema.zone("bag").count_only().add();
    for (index, name) in ["A", "B", "C", "D", "E", "F", "G", "H"].iter().enumerate() {
        let card = schema.definition("card", name);
        schema.place(card, deck.of(Seat(index as u8 / 4)), 1);
    }
    let (mut table, mut rng) = (schema.lay(2), Rng::fast(4, 0));
    let mut dealer = Dealer::new(&mut table, &mut rng);
    for seat in Seat::all(2) {
        dealer.shuffle(deck.of(seat));
        dealer.draw(deck.of(seat), hand.of(seat));
        dealer.draw(deck.of(seat), bag);
        dealer.draw(deck.of(seat), bag);
    }
    let (mut orders, mut owned) = (Vec::new(), Vec::new());
    for _ in 0..300 {
        let sample = table.resample(Viewer::Spectator, &mut rng);
        for piece in sample.pieces() {
            let list = ["ABCD", "EFGH"][sample.owner(piece).unwrap().index()];
            assert!(list.contains(sample.name(piece)));
        }
        let of_first = |piece| sample.owner(piece) == Some(Seat(0));
        owned.push(sample.zone(bag).pieces().map(of_first).collect::<Vec<_>>());
        orders.push(names(&sample, bag));
    }
    // Four cards in the bag, two of each list: any two, in any order.
    for found in [
        &mut owned.iter().map(|owned| format!("{owned:?}")).collect(),
        &mut orders,
    ] {
        found.sort_unstable();
        found.dedup();
    }
    owned.sort_unstable();
    owned.dedup();
    assert_eq!(owned.len(), 6, "{owned:?}");
    assert!(orders.len() > 150, "{}", orders.len());
}
