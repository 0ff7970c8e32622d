//! Nine men's morris: close mills, three men in a line, to take the other's men; who has two left or cannot move has lost.
//!
//! The board has 24 points on three squares, one in the other, and lines that join the middles of their sides. Each side
//! has nine men. The first seat is White and begins. First, the sides take turns placing a man on any free point. Once all
//! eighteen are placed, they take turns moving a man along a line to the next point, if that is free. A side with only
//! three men left may fly: move a man to any free point.
//!
//! Whoever gets three men on one of the sixteen lines closes a mill, and at once takes one of the other's men from the
//! board, one even if two mills close together. A man that is part of a mill is safe while the other has a man on the
//! board that is not. A mill may be opened and closed again, and takes a man every time.
//!
//! A side with fewer than three men, on the board and still to be placed, has lost; so has a side that is to move and
//! cannot. The match is drawn after 50 moves of each side in a row, 100 moves, in which no mill is closed; and when a
//! position comes up for the third time with the same side to move. Nothing is counted before all men are placed.
//!
//! Positions are text, see [`parse`].

mod board;
mod objectives;
mod set;
#[cfg(test)]
mod tests;
mod text;

use parlor_flow::prelude::*;

use set::Set;
pub use text::{parse, print};

/// The rules.
///
/// ```
/// use parlor_flow::Scenario;
/// let game = parlor_games::nine_mens_morris::nine_mens_morris();
/// let mut scenario = Scenario::new(&game, 2, 1);
/// scenario.play_all(["a7", "d6", "d7", "f6", "g7"]).unwrap();
/// assert_eq!(scenario.legal(), ["take d6", "take f6"]);
/// ```
pub fn nine_mens_morris() -> FlowGame {
    let mut game = GameBuilder::new("nine-mens-morris", "Nine men's morris", 2..=2);
    game.summary("Close mills of three to take the other's men.");
    game.tags(["board", "classic"]);
    game.manifest(
        Manifest::new()
            .minutes(10, 30)
            .complexity(2)
            .age(6)
            .best_for([2])
            .picture("●")
            .source("traditional")
            .license("MIT OR Apache-2.0"),
    );
    game.words_json("de", include_str!("de.json"));
    // 18 men are placed and at most 13 taken; there are at most 100 moves before the first mill and after each.
    game.longest(18 + 13 + 14 * 100);

    let set = Set::new(game.schema());
    let mill = game.message("mill", "{seat} closes a mill");
    game.set_up(move |dealer, _| set.set_up(dealer));

    let arrive = move |play: &mut Play<'_, '_>, piece: Piece, to: Cell| {
        play.put(piece, set.board.at(to));
        let closes = set.in_mill(play, to);
        if closes {
            play.say(mill, [play.seat().into()]);
            play.set_value(set.taking, true);
        }
        closes
    };
    let point = |at: &At<'_>, piece: Piece| at.place_name(at.place_of(piece));

    game.action("place")
        .prompt("Place a man")
        .when(
            move |at| set.left(at, at.seat()) > 0,
            "all_placed",
            "all your men are placed: move one",
        )
        .choose_empty_cell("to", set.board)
        .label("{to}")
        .run(move |play, args| {
            if let Some(piece) = play.zone(set.supply.of(play.seat())).top() {
                arrive(play, piece, args.cell("to"));
            }
        });

    game.action("move")
        .when(
            move |at| set.left(at, at.seat()) == 0,
            "place_first",
            "place all your men before you move one",
        )
        .choose_piece_of("piece", move |at| set.movers(at, at.seat()).collect())
        .prompt("Which man moves?")
        .display(point)
        .choose_cell_of("to", set.board, move |at| {
            set.targets(at, at.args().piece("piece")).collect()
        })
        .prompt("Where to?")
        .label("{piece}-{to}")
        .run(move |play, args| {
            if !arrive(play, args.piece("piece"), args.cell("to")) {
                play.set_value(set.quiet, play.value(set.quiet) + 1);
            }
        });

    game.action("take")
        .prompt("Take a man that is in no mill")
        .choose_piece_of("piece", move |at| set.takeable(at, at.seat()))
        .display(point)
        .label("take {piece}")
        .run(move |play, args| {
            play.remove(args.piece("piece"));
            play.set_value(set.quiet, 0);
            play.set_value(set.taking, false);
        });

    game.outcome(move |at| {
        let (winner, loser) = (at.seat(), at.next(at.seat()));
        match set.drawn(at) {
            Some(reason) => Outcome::draw(2, reason),
            None if set.is_beaten(at, loser) => {
                Outcome::win(2, winner, ("reason.two_men", "the other has two men"))
            }
            None => Outcome::win(2, winner, ("reason.stuck", "the other cannot move")),
        }
    });

    objectives::declare(&mut game, set);

    let act = step(["place", "move"])
        .prompt_by(move |at| set.prompt(at))
        .skip_if(move |at| at.value(set.taking));
    let take = step(["take"])
        .prompt("Take a man that is in no mill")
        .skip_if(move |at| !at.value(set.taking));
    let judge = run(move |play| {
        set.remember(play);
        let next = play.next(play.seat());
        let lost = set.is_beaten(play, next) || set.is_blocked(play, next);
        if lost || set.drawn(play).is_some() {
            play.finish();
        }
    });
    let turn = sequence([act.into(), take.into(), judge]);
    let order = Order::forward().starting_from(move |at| at.value(set.first));
    game.flow(forever(each_seat(turn).order(order)))
}
