//! What a seat has seen it knows, for as long as it can follow it; and it knows no more.

use std::collections::BTreeSet;

use parlor_core::{Rng, Seat, SeatSet, Viewer};

use super::world::*;
use crate::*;

const ME: Seat = Seat(0);
const YOU: Seat = Seat(1);

#[test]
fn a_card_that_went_openly_into_a_hand_stays_there() {
    let mut game = small("ABCDEFG");
    let (deck, hand) = (game.deck, game.hand);
    game.dealer().deal(deck, hand, 2);
    game.put("A", game.discard);
    game.put("A", hand.of(YOU));
    let hands = game.imagined(seat(0), hand.of(YOU), 100);
    assert!(hands.iter().all(|cards| cards.contains('A')));
    let places: BTreeSet<_> = hands.iter().map(|cards| cards.find('A')).collect();
    assert_eq!(places.len(), 3, "nobody knows which of the three it is");
}

#[test]
fn a_card_played_unseen_may_have_been_the_known_one() {
    let mut game = small("ABCDEFG");
    let (deck, hand, pile) = (game.deck, game.hand, game.pile);
    game.dealer().deal(deck, hand, 2);
    game.put("A", game.discard);
    game.put("A", hand.of(YOU));
    let other = game.table.zone(hand.of(YOU)).first().unwrap();
    game.dealer().put(other, pile);
    let piles: BTreeSet<_> = game.imagined(seat(0), pile, 200).into_iter().collect();
    assert!(piles.contains("A") && piles.len() > 3, "{piles:?}");
    assert!(
        game.imagined(seat(1), pile, 50)
            .iter()
            .all(|cards| *cards == game.cards(pile))
    );
}

#[test]
fn a_card_played_openly_leaves_the_known_one_where_it_is() {
    let mut game = small("ABCDEFG");
    let (deck, hand, discard) = (game.deck, game.hand, game.discard);
    game.dealer().deal(deck, hand, 2);
    game.put("A", discard);
    game.put("A", hand.of(YOU));
    let other = game.table.zone(hand.of(YOU)).first().unwrap();
    game.dealer().put(other, discard);
    let hands = game.imagined(seat(0), hand.of(YOU), 100);
    assert!(hands.iter().all(|cards| cards.contains('A')));
}

#[test]
fn sorting_ones_hand_card_by_card_hides_nothing_that_was_known() {
    let mut game = small("ABCDEFG");
    let (deck, hand) = (game.deck, game.hand);
    game.dealer().deal(deck, hand, 2);
    game.put("A", game.discard);
    game.put("A", hand.of(YOU));
    let first = game.table.zone(hand.of(YOU)).first().unwrap();
    game.dealer().put(first, hand.of(YOU));
    let hands = game.imagined(seat(0), hand.of(YOU), 100);
    assert!(hands.iter().all(|cards| cards.contains('A')));
}

#[test]
fn a_card_seen_on_the_deck_stays_there_until_the_shuffle() {
    let mut game = small("ABCDE");
    let (deck, hand) = (game.deck, game.hand);
    game.dealer().draw(deck, hand.of(YOU));
    let top = game.table.zone(deck).top().unwrap();
    game.dealer().reveal(top, Eyes::of(ME));
    let decks = game.imagined(seat(0), deck, 100);
    assert!(decks.iter().all(|cards| cards.ends_with('D')));
    let yours: BTreeSet<_> = game.imagined(seat(1), deck, 200).into_iter().collect();
    assert_eq!(yours.len(), 24, "you did not see it");

    game.dealer().shuffle(deck);
    let decks: BTreeSet<_> = game.imagined(seat(0), deck, 500).into_iter().collect();
    assert!(
        decks.iter().all(|cards| cards.contains('D')),
        "it is still in there"
    );
    let places: BTreeSet<_> = decks.iter().map(|cards| cards.find('D')).collect();
    assert_eq!(places.len(), 4, "and anywhere in there");
}

#[test]
fn a_card_drawn_from_a_shuffled_deck_may_be_the_one_seen_in_it() {
    let mut game = small("ABCDE");
    let (deck, hand) = (game.deck, game.hand);
    let known = game.card("E");
    game.dealer().reveal(known, Eyes::of(ME));
    game.dealer().shuffle(deck);
    if game.table.zone(deck).top() == Some(known) {
        game.dealer().put_under(known, deck);
        game.dealer().shuffle(deck);
    }
    assert_ne!(game.table.zone(deck).top(), Some(known));
    game.dealer().draw(deck, hand.of(YOU));
    let drawn: BTreeSet<_> = game
        .imagined(seat(0), hand.of(YOU), 200)
        .into_iter()
        .collect();
    assert_eq!(drawn.len(), 5, "anything, and E too: {drawn:?}");
}

#[test]
fn a_card_drawn_from_the_deck_is_anything_unseen() {
    let mut game = small("ABCDE");
    let (deck, hand) = (game.deck, game.hand);
    game.put("A", game.discard);
    game.put("B", hand.of(ME));
    game.dealer().draw(deck, hand.of(YOU));
    let drawn: BTreeSet<_> = game
        .imagined(seat(0), hand.of(YOU), 200)
        .into_iter()
        .collect();
    assert_eq!(drawn, BTreeSet::from(["C".into(), "D".into(), "E".into()]));
    let mine: BTreeSet<_> = game
        .imagined(seat(1), hand.of(ME), 200)
        .into_iter()
        .collect();
    assert_eq!(mine, BTreeSet::from(["B".into(), "C".into(), "D".into()]));
}

#[test]
fn a_card_followed_face_down_is_still_known() {
    let mut game = small("ABCDE");
    game.put("C", game.discard);
    game.put("C", game.pile);
    game.put("D", game.pile);
    let piles = game.imagined(Viewer::Spectator, game.pile, 50);
    assert!(piles.iter().all(|cards| cards.starts_with('C')));
    assert!(piles.iter().any(|cards| cards != "CD"));
}

#[test]
fn a_card_shown_from_a_hand_is_remembered_after_others_have_left_it() {
    let mut game = small("ABCDE");
    let (deck, hand, pile) = (game.deck, game.hand, game.pile);
    game.dealer().deal(deck, hand, 2);
    let shown = game.table.zone(hand.of(YOU)).top().unwrap();
    let other = game.table.zone(hand.of(YOU)).first().unwrap();
    game.dealer().show_to(shown, SeatSet::one(ME));
    game.dealer().put(other, pile);
    game.dealer().show_as_zone(shown);
    let name = game.table.name(shown).to_owned();
    assert!(
        game.imagined(seat(0), hand.of(YOU), 50)
            .iter()
            .all(|cards| *cards == name)
    );
}

#[test]
fn who_saw_a_card_in_an_unordered_zone_cannot_point_at_it_later() {
    let mut game = small("ABCDE");
    let (deck, hand) = (game.deck, game.hand);
    game.dealer().deal(deck, hand, 2);
    let seen = game.table.zone(hand.of(YOU)).top().unwrap();
    game.dealer().reveal(seen, Eyes::of(ME));
    game.dealer().look(hand.of(YOU), Sight::HIDDEN);
    let hands: BTreeSet<_> = game
        .imagined(seat(0), hand.of(YOU), 100)
        .into_iter()
        .collect();
    let name = game.table.name(seen);
    assert!(hands.iter().all(|cards| cards.contains(name)));
    assert!(
        hands.iter().any(|cards| cards.starts_with(name)),
        "{hands:?}"
    );
}

#[test]
fn a_known_card_of_a_hand_is_not_pointed_at_once_the_backs_show() {
    let mut game = small("ABCDE");
    let (deck, hand) = (game.deck, game.hand);
    game.dealer().deal(deck, hand, 1);
    game.put("A", game.discard);
    game.put("A", hand.of(YOU));
    game.dealer().look(hand.of(YOU), Sight::HIDDEN);
    let hands = game.imagined(seat(0), hand.of(YOU), 50);
    let places: BTreeSet<_> = hands.iter().map(|cards| cards.find('A')).collect();
    assert_eq!(places, [Some(0), Some(1)].into());
}

#[test]
fn a_card_shown_from_a_hand_is_followed_out_of_it() {
    let mut game = small("ABCDE");
    let (deck, hand, pile) = (game.deck, game.hand, game.pile);
    game.dealer().deal(deck, hand, 2);
    let shown = game.table.zone(hand.of(YOU)).top().unwrap();
    game.dealer().show_to(shown, SeatSet::one(ME));
    game.dealer().put(shown, pile);
    assert!(game.table.known_to(shown).see(seat(0)));
    assert!(!game.table.known_to(shown).see(Viewer::Spectator));
}

#[test]
fn a_card_moved_openly_is_known_wherever_it_goes() {
    let mut game = small("ABCDE");
    let (deck, hand, pile) = (game.deck, game.hand, game.pile);
    let card = game.card("C");
    game.dealer().put_openly(card, hand.of(YOU));
    game.dealer().draw(deck, hand.of(YOU));
    let hands = game.imagined(seat(0), hand.of(YOU), 50);
    assert!(hands.iter().all(|cards| cards.contains('C')));
    game.dealer().put_openly(card, pile);
    assert!(game.table.known_to(card).see(Viewer::Spectator));
}

#[test]
fn a_card_moved_openly_within_its_zone_is_known_too() {
    let mut game = small("ABCDE");
    let deck = game.deck;
    let card = game.card("A");
    game.dealer().put_openly(card, deck);
    assert!(
        game.imagined(seat(0), deck, 50)
            .iter()
            .all(|cards| cards.ends_with('A'))
    );
}

#[test]
fn a_hand_that_was_open_for_a_while_is_remembered() {
    let mut game = small("ABCDE");
    let (deck, hand) = (game.deck, game.hand);
    game.dealer().deal(deck, hand, 2);
    game.dealer().open_to(hand.of(YOU), SeatSet::one(ME));
    game.dealer().close(hand.of(YOU));
    let hands: BTreeSet<_> = game
        .imagined(seat(0), hand.of(YOU), 50)
        .into_iter()
        .collect();
    assert_eq!(hands, ["BD".into(), "DB".into()].into());
    let hands = game.imagined(Viewer::Spectator, hand.of(YOU), 50);
    assert!(hands.into_iter().collect::<BTreeSet<_>>().len() > 5);
}

#[test]
fn opening_a_zone_does_not_show_what_is_hidden_in_it() {
    let mut game = small("ABC");
    let (deck, hand) = (game.deck, game.hand);
    let card = game.card("B");
    game.dealer().draw(deck, hand.of(YOU));
    game.dealer().hide(card);
    game.dealer().open(deck);
    assert!(!game.table.known_to(card).see(seat(0)));
    assert!(game.table.known_to(game.card("A")).see(seat(0)));
}

#[test]
fn nobody_follows_hidden_cards_of_an_open_zone_through_a_shuffle() {
    let mut game = small("ABCD");
    let (deck, discard) = (game.deck, game.discard);
    game.dealer().draw_many(deck, discard, 4);
    for letter in ["A", "B"] {
        let card = game.card(letter);
        game.dealer().hide(card);
    }
    let handles =
        |game: &Small| ["A", "B"].map(|card| game.table.handle(game.card(card), seat(0)).unwrap());
    let before = handles(&game);
    game.dealer().shuffle(discard);
    assert!(handles(&game).iter().all(|handle| !before.contains(handle)));
    let piles: BTreeSet<_> = game.imagined(seat(0), discard, 50).into_iter().collect();
    assert_eq!(
        piles.len(),
        2,
        "A and B are there, but which is which? {piles:?}"
    );
}

#[test]
fn a_die_rolled_unseen_shows_anything() {
    let mut schema = Schema::new();
    let face = schema.attribute("face").changes().add();
    let (tray, cup) = (schema.zone("tray").add(), schema.zone("cup").hidden().add());
    let d6 = schema.die("d6", Die::d6(), face);
    schema.place(d6, tray, 1);
    let (mut table, mut rng) = (schema.lay(2), Rng::fast(1, 0));
    let die = table.zone(tray).top().unwrap();
    Dealer::new(&mut table, &mut rng).put(die, cup);
    let faces = |table: &Table, rng: &mut Rng| -> BTreeSet<i64> {
        (0..100)
            .map(|_| table.resample(seat(0), rng).get(die, face))
            .collect()
    };
    assert_eq!(
        faces(&table, &mut rng),
        [1].into(),
        "it was seen as it went in"
    );
    Dealer::new(&mut table, &mut rng).roll(die, face);
    assert_eq!(faces(&table, &mut rng).len(), 6);
}

/// What a viewer knows: which piece is what, and what is in a zone without knowing where.
#[derive(Debug, PartialEq)]
struct Knowledge {
    exact: Vec<(Piece, Definition)>,
    within: Vec<(Zone, Definition)>,
}

fn knowledge(table: &Table, viewer: Viewer) -> Knowledge {
    let pieces = || (0..table.pieces.len() as u16).map(Piece);
    let known = |piece: &Piece| table.known_to(*piece).see(viewer);
    let exact = pieces()
        .filter(known)
        .map(|piece| (piece, table.definition(piece)));
    let within = pieces().filter(|piece| !known(piece));
    let within = within.filter(|piece| table.pieces[piece.0 as usize].within.see(viewer));
    let mut within: Vec<_> = within
        .map(|piece| (table.zone_of(piece), table.definition(piece)))
        .collect();
    within.sort_unstable();
    let exact = exact.collect();
    Knowledge { exact, within }
}

#[test]
fn resampling_keeps_what_is_known() {
    seeds(100, |seed| {
        let mut rng = Rng::fast(seed, 0);
        let mut table = everything();
        for _ in 0..40 {
            stir(&mut Dealer::new(&mut table, &mut rng));
            for viewer in viewers() {
                let sample = table.resample(viewer, &mut rng);
                assert_eq!(
                    knowledge(&sample, viewer),
                    knowledge(&table, viewer),
                    "{viewer}"
                );
            }
        }
    });
}

/// Two tables that a viewer cannot tell apart, on which the same happens, as far as the viewer can see and hear.
#[test]
fn knowledge_follows_from_what_was_seen_and_from_nothing_else() {
    let mut steps = 0;
    let steps_of = |seed: u64, viewer: Viewer| {
        let mut rng = Rng::fast(seed, 0);
        let mut table = stirred(seed, 20);
        let mut twin = table.resample(viewer, &mut rng);
        let mut steps = 0;
        for _ in 0..60 {
            for change in some_changes(&table, &mut rng) {
                // What cannot be told apart may lie elsewhere in the twin, where the same order is none of its place.
                if let Change::Order { place, order } = &change {
                    let mut there: Vec<Piece> = twin.zone(*place).pieces().collect();
                    let mut order = order.to_vec();
                    there.sort_unstable();
                    order.sort_unstable();
                    if there != order {
                        return steps;
                    }
                }
                let told = table.tell(&change, viewer) == twin.tell(&change, viewer);
                table.apply(&change);
                twin.apply(&change);
                if !told || table.view(viewer) != twin.view(viewer) {
                    return steps;
                }
                if saw_different_things(&table, &twin, &change, viewer) {
                    return steps;
                }
                let (knows, would_know) = (knowledge(&table, viewer), knowledge(&twin, viewer));
                assert_eq!(knows, would_know, "seed {seed}, {viewer}, after {change:?}");
                steps += 1;
            }
        }
        steps
    };
    for seed in 0..250 {
        for viewer in viewers() {
            steps += steps_of(seed, viewer);
        }
    }
    assert!(steps > 5_000, "only {steps} steps");
}
