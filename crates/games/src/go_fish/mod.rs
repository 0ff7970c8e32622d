//! Go Fish: ask another player for a rank that you hold; get all those cards, or fish one from the pond.
//!
//! Everybody is dealt seven cards, or five when four or more play; the rest is the pond. Who has cards left asks somebody
//! who has, for a rank of which the asker holds at least one card. Whoever is asked gives all cards of that rank, shown to
//! all, and the asker goes on; or says "go fish", and the asker draws from the pond: a card of the rank asked for is shown
//! and the asker goes on, any other ends the turn. Four of a rank are a book and are laid open at once. A player without
//! cards draws one at the start of the turn. When all books are made, whoever has most has won.

mod memory;
#[cfg(test)]
mod tests;
mod text;

use memory::Memory;
use parlor_flow::prelude::*;

pub use text::{parse, print};

/// The rules.
///
/// ```
/// use parlor_core::prelude::*;
/// let game = parlor_games::go_fish::go_fish();
/// let setup = Setup::new(&game.info(), 3).unwrap();
/// let fish = Match::new(game, setup, Seed::Integer(1)).unwrap();
/// assert_eq!(fish.view(Viewer::Spectator).zones[0].count, Some(31));
/// ```
pub fn go_fish() -> FlowGame {
    let mut game = GameBuilder::new("go-fish", "Go Fish", 2..=6);
    game.summary("Ask for a rank, or go fish; collect books.");
    game.tags(["cards", "family"]);
    game.manifest(
        Manifest::new()
            .minutes(10, 20)
            .complexity(1)
            .age(5)
            .best_for([3, 4])
            .picture("♥")
            .scoreboard(["books"])
            .source("traditional")
            .license("MIT OR Apache-2.0"),
    );
    game.words_json("de", include_str!("de.json"));
    game.chance();
    game.longest(4_000);

    let pond = game.zone("pond").hidden().stacked().label("Pond").add();
    let hand = game.zone("hand").owner_sees().each_seat();
    let books = game
        .zone("books")
        .role(Role::Won)
        .label("Books")
        .each_seat();
    let rank = Cards::standard(game.schema(), pond).rank;

    let memory = Memory::new(&mut game);

    let gives = game.message("gives", "{seat} gives {asker} {cards} × {rank}");
    let fishes = game.message("fishes", "{seat} has no {rank}: {asker} goes fishing");
    let lucky = game.message("lucky", "{asker} fished a {rank} and goes on");
    let draws = game.message("draws", "{asker} draws {card}");
    let book = game.message("book", "{seat} has a book of {rank}");

    // Four of a rank are a book, whenever a card comes into a hand.
    let look_for_a_book = move |play: &mut Play<'_, '_>, seat: Seat, rank_of_card: Rank| {
        let hand = play.zone(hand.of(seat));
        if hand.pieces().with(rank, rank_of_card).count() == 4 {
            let four: Vec<Piece> = hand.pieces().with(rank, rank_of_card).collect();
            play.put_all(four, books.of(seat));
            memory.booked(play, rank_of_card);
            play.say(book, [seat.into(), rank_of_card.into()]);
        }
    };

    game.opening(move |play| {
        play.shuffle(pond);
        let cards = if play.seats().len() < 4 { 7 } else { 5 };
        for _ in 0..cards {
            for seat in play.seats() {
                if let Some(card) = play.draw(pond, hand.of(seat)) {
                    let rank_of_card = play.get(card, rank);
                    look_for_a_book(play, seat, rank_of_card);
                }
            }
        }
    });

    game.action("ask")
        .prompt("Ask somebody for a rank that you hold")
        .choose_seat("who", move |at, seat| {
            seat != at.seat() && !at.zone(hand.of(seat)).is_empty()
        })
        .skip_if_only_one()
        .choose_from("rank", move |at| {
            at.zone(hand.of(at.seat())).pieces().different(rank)
        })
        .display(|_, rank: Rank| rank.to_string())
        .label("ask {who} for {rank}")
        .run(move |play, args| {
            let (asker, asked, wanted) = (play.seat(), args.seat("who"), args.get::<Rank>("rank"));
            let cards: Vec<Piece> = play
                .zone(hand.of(asked))
                .pieces()
                .with(rank, wanted)
                .collect();
            memory.asked(play, asker, asked, wanted);
            if cards.is_empty() {
                play.say(fishes, [asked.into(), wanted.into(), asker.into()]);
                let Some(card) = play.zone(pond).top() else {
                    return;
                };
                if play.get(card, rank) == wanted {
                    memory.got(play, asker, wanted, 1);
                    play.put_openly(card, hand.of(asker));
                    look_for_a_book(play, asker, wanted);
                    play.say(lucky, [asker.into(), wanted.into()]);
                    play.again();
                } else {
                    memory.drew(play, asker, Some(wanted));
                    let drawn = play.get(card, rank);
                    play.put(card, hand.of(asker));
                    look_for_a_book(play, asker, drawn);
                    play.say(draws, [asker.into(), card.into()]);
                }
            } else {
                play.say(
                    gives,
                    [
                        asked.into(),
                        asker.into(),
                        cards.len().into(),
                        wanted.into(),
                    ],
                );
                memory.got(play, asker, wanted, cards.len());
                for card in cards {
                    play.put_openly(card, hand.of(asker));
                    look_for_a_book(play, asker, wanted);
                }
                play.again();
            }
        });

    game.ends_when(move |at| {
        at.seats().all(|seat| at.zone(hand.of(seat)).is_empty()) && at.zone(pond).is_empty()
    });
    game.scores(("reason.books", "most books"), move |at, seat| {
        at.zone(books.of(seat)).len() as i64 / 4
    });
    for (name, lead, weight) in [
        ("more books than others", 1, 0.5),
        ("two books more", 2, 0.4),
        ("three books more", 3, 0.3),
    ] {
        game.objective(name, weight, move |at| {
            let count = |seat| at.zone(books.of(seat)).len() / 4;
            let mut others = at.players().filter(|seat| *seat != at.seat());
            others.all(|seat| count(seat) + lead <= count(at.seat()))
        });
    }
    game.objective("three of a rank", 0.2, move |at| {
        let hand = at.zone(hand.of(at.seat())).pieces();
        hand.groups(rank).iter().any(|(_, cards)| cards.len() == 3)
    });
    // Whoever wonders what others hold remembers who asked for what, and knows that four of a kind would lie open.
    game.contradictions(move |at| {
        let ranks = |seat| at.zone(hand.of(seat)).pieces().values(rank);
        let wrong = |seat| memory.contradictions(at, seat, ranks(seat));
        at.seats().map(wrong).sum()
    });
    // The cards of a player who leaves go back into the pond.
    game.on_leave(move |play, seat| {
        play.empty(hand.of(seat), pond);
        play.shuffle(pond);
        memory.left(play, seat);
    });

    let refill = run(move |play| {
        let seat = play.seat();
        if play.zone(hand.of(seat)).is_empty()
            && let Some(card) = play.draw(pond, hand.of(seat))
        {
            let drawn = play.get(card, rank);
            look_for_a_book(play, seat, drawn);
            memory.drew(play, seat, None);
            play.say(draws, [seat.into(), card.into()]);
        }
    });
    let cards_left = move |at: &At<'_>| {
        let with_cards = at
            .players()
            .filter(|seat| !at.zone(hand.of(*seat)).is_empty());
        !at.zone(pond).is_empty() || with_cards.count() > 1
    };
    game.flow(repeat_while(
        cards_left,
        each_seat(sequence([refill, step(["ask"]).into()])),
    ))
}
