//! Yacht dice: three rolls of five dice, thirteen boxes to fill, and each box only once.
//!
//! These are the well-known rules with thirteen boxes, which grew out of the public-domain game of Yacht. In a turn you
//! roll five dice, then up to twice again as many of them as you like, and enter what they show into one open box, for
//! nothing if they do not fit:
//!
//! - the upper boxes, ones to sixes: all dice of that face, added up; 63 or more in the six of them earn 35 more;
//! - three of a kind and four of a kind: all five dice added up; chance: the same, whatever they show;
//! - full house, three of one face and two of another: 25; small straight, four faces in a row: 30; large straight,
//!   five in a row: 40; yacht, five of a kind: 50.
//!
//! Five of a kind when the yacht is filled are a joker. If the yacht was entered for 50, they earn 100 more. They go into
//! the upper box of their face while that is open; else into any open lower box, where they count as a full house or a
//! straight in full; and only when all lower boxes are filled into another upper box, for nothing. A host can play without
//! jokers: then a further five of a kind is dice like any other. Five of a kind are no full house otherwise.
//!
//! A turn may end after the first or second roll. When all boxes are filled, whoever has most points has won.

mod category;
mod sheet;
#[cfg(test)]
mod tests;
mod text;

use parlor_core::{Message, written};
use parlor_flow::prelude::*;

pub use category::{Category, Counts};
pub use text::{parse, print};

use sheet::{EXTRA_BONUS, Sheet, UPPER_BONUS, UPPER_GOAL};

/// The rules.
///
/// ```
/// use parlor_core::prelude::*;
/// let game = parlor_games::yacht_dice::yacht_dice();
/// let setup = Setup::new(&game.info(), 2).unwrap();
/// let dice = Match::new(game, setup, Seed::Integer(1)).unwrap();
/// // Thirteen boxes, and thirty-one ways to roll some of five dice again.
/// assert_eq!(dice.view(Viewer::Seat(Seat(0))).actions.len(), 13 + 31);
/// ```
pub fn yacht_dice() -> FlowGame {
    let mut game = GameBuilder::new("yacht-dice", "Yacht dice", 1..=6);
    game.version("1.1.0");
    game.summary("Roll five dice and fill thirteen boxes.");
    game.tags(["dice", "family"]);
    game.manifest(
        Manifest::new()
            .minutes(15, 30)
            .complexity(2)
            .age(8)
            .best_for([2, 3, 4])
            .picture("⚅")
            .scoreboard(["score"])
            .source("traditional")
            .license("MIT OR Apache-2.0"),
    );
    game.words_json("de", include_str!("de.json"));
    game.option(OptionSpec::bool(
        "jokers",
        "Further fives of a kind are jokers",
        true,
    ));
    game.chance();
    game.longest(6 * 13 * 3);

    let sheet = Sheet::declare(game.schema());
    let Sheet {
        dice,
        face,
        rolls,
        jokers,
        boxes,
        extra,
    } = sheet;
    let rolled = game.message("rolled", "{seat} has rolled {dice}");
    let another = game.message(
        "another",
        "Another five of a kind: {points} more for {seat}",
    );
    let bonus = game.message(
        "bonus",
        "{seat} has {upper} in the upper boxes: {points} more",
    );

    game.set_up(move |dealer, setup| dealer.set_value(jokers, setup.bool("jokers")));

    // All dice lie in their places: what they show reads from left to right.
    let say_dice = move |play: &mut Play<'_, '_>| {
        let mut text = String::with_capacity(9);
        for value in play.zone(dice).pieces().values(face) {
            text.push_str(if text.is_empty() { "" } else { " " });
            text.push((b'0' + value as u8).into());
        }
        play.say(rolled, [play.seat().into(), text.as_str().into()]);
    };

    game.action("roll")
        .prompt("Roll some dice again")
        .choose_piece("dice", move |_| dice, |_, _| true)
        .many(1..=5)
        .prompt("Which dice do you roll again?")
        .label("roll {dice} again")
        .run(move |play, args| {
            for die in args.pieces("dice") {
                play.roll(die, face);
            }
            play.add(rolls, 1);
            say_dice(play);
        });

    game.action("enter")
        .prompt("Fill a box")
        .choose_word("box", Category::ALL.map(Category::name))
        .valid(move |at, category| sheet.check(at, at.seat(), category))
        .display(move |at, category: Category| {
            Message::new("box", "{box} for {points}")
                .with("box", Message::word("word", &category.title()))
                .with("points", sheet.points(at, at.seat(), category))
        })
        .touch(|_, category: Category| category.box_id())
        .prompt("Which box do you fill?")
        .label("enter {box}")
        .run(move |play, args| {
            let (seat, category) = (play.seat(), args.get::<Category>("box"));
            let is_another = sheet.joker(play, seat).is_some()
                && sheet.get(play, seat, Category::Yacht) == Some(50);
            let points = sheet.points(play, seat, category);
            let before = sheet.upper(play, seat);
            play.set_of(seat, boxes[category as usize], Some(points));
            if is_another {
                play.add_to(seat, extra, 1);
                play.say(another, [EXTRA_BONUS.into(), seat.into()]);
            }
            let upper = sheet.upper(play, seat);
            if before < UPPER_GOAL && upper >= UPPER_GOAL {
                play.say(bonus, [seat.into(), upper.into(), UPPER_BONUS.into()]);
            }
        });

    // Seats are compared by what they have made of the boxes that they have filled, not by how many these are.
    game.objective("better than par", 0.2, move |at| {
        sheet.over_par(at, at.seat()) > 0
    });
    game.objective("far better than par", 0.2, move |at| {
        sheet.over_par(at, at.seat()) > 30
    });
    game.objective("far below par", -0.2, move |at| {
        sheet.over_par(at, at.seat()) < -30
    });
    game.objective("better than the others", 0.4, move |at| {
        let own = sheet.over_par(at, at.seat());
        let mut others = at.players().filter(|seat| *seat != at.seat());
        others.all(|seat| sheet.over_par(at, seat) < own)
    });
    game.objective("on the way to the bonus", 0.2, move |at| {
        sheet.is_on_the_way(at, at.seat())
    });

    game.scores(("reason.points", "most points"), move |at, seat| {
        sheet.score(at, seat)
    });
    let (upper, lower) = Category::ALL.split_at(6);
    for (name, categories, goal) in [
        ("upper", upper.to_vec(), Some(UPPER_GOAL)),
        ("lower", lower.to_vec(), None),
    ] {
        let label = |category: &Category| Message::new(category.box_id(), written(category.name()));
        let boxes = categories.iter().map(label).collect();
        game.show(name, move |at, seat| {
            let fills = at.turn() == seat && at.value(rolls) > 0;
            sheet.read(at, seat, &categories, fills)
        })
        .shown_as(ValueType::Sheet { boxes, goal });
    }
    game.show("extra", move |at, seat| match at.of(seat, extra) {
        0 => None,
        count => Some(format!("{count} × {EXTRA_BONUS}")),
    })
    .label("Further yachts");
    game.show("score", move |at, seat| sheet.score(at, seat))
        .shown_as(ValueType::points());

    // The flow follows the table: a turn goes on where the number of rolls says, and the seat with the fewest boxes
    // filled is next. So a position that was read from text goes on like one that was played.
    let first_roll = run(move |play| {
        if play.value(rolls) == 0 {
            play.roll_all(dice, face);
            play.set_value(rolls, 1);
            say_dice(play);
        }
    });
    let after = move |count, step: StepSpec| when(move |at| at.value(rolls) == count, step);
    let turn = sequence([
        first_roll,
        after(
            1,
            step(["enter", "roll"]).prompt((
                "prompt.two_rolls",
                "Fill a box, or roll some dice again: two rolls are left",
            )),
        ),
        after(
            2,
            step(["enter", "roll"]).prompt((
                "prompt.one_roll",
                "Fill a box, or roll some dice again: one roll is left",
            )),
        ),
        after(
            3,
            step(["enter"]).prompt(("prompt.last_roll", "Fill a box: that was the last roll")),
        ),
        set(rolls, |_| 0),
    ]);
    let fewest = move |at: &At<'_>| at.players().map(|seat| sheet.filled(at, seat)).min();
    let is_next = move |at: &At<'_>, seat| fewest(at) == Some(sheet.filled(at, seat));
    game.flow(repeat_while(
        move |at| fewest(at) < Some(boxes.len()),
        each_seat(turn).order(Order::forward().filter(is_next)),
    ))
}
