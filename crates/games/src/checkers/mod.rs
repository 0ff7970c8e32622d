//! Checkers, or English draughts: jump over the other's pieces; who cannot move has lost.
//!
//! Each side has twelve men on the dark squares of its first three rows; the first seat is Black, sits at the bottom and
//! begins. Men move one square diagonally forward, kings in all four directions. A piece of the other side on the next
//! square is jumped and taken when the square behind it is free; who can jump must, but may choose among the jumps. A
//! piece that can jump on does so in the same turn, one command for each jump. A man that reaches the last row becomes a
//! king, and its turn ends there, even where the king could jump on.
//!
//! Who is to move and cannot, blocked or without pieces, has lost. The match is drawn after 40 moves of each side in a
//! row, 80 commands, in which nothing is taken and no man moves; and when a position comes up for the third time with the
//! same side to move. Both are found when the move is made, so that such a move draws even if it blocks the other side.
//!
//! Positions are text, see [`parse`]; [`moves`] lists what can be played, chains of jumps in full.

mod objectives;
mod set;
#[cfg(test)]
mod tests;
mod text;

use parlor_flow::prelude::*;

use set::Set;
pub use text::{moves, parse, pdn, print};

/// The rules.
///
/// ```
/// use parlor_flow::Scenario;
/// let game = parlor_games::checkers::checkers();
/// let mut scenario = Scenario::new(&game, 2, 1);
/// scenario.play_all(["c3-d4", "f6-e5"]).unwrap();
/// assert_eq!(scenario.legal(), ["d4xf6"]);
/// ```
pub fn checkers() -> FlowGame {
    let mut game = GameBuilder::new("checkers", "Checkers", 2..=2);
    game.summary("Jump over the other's pieces.");
    game.tags(["board", "classic"]);
    game.manifest(
        Manifest::new()
            .minutes(10, 30)
            .complexity(2)
            .age(6)
            .best_for([2])
            .picture("⛂")
            .source("American checkers (English draughts)")
            .license("MIT OR Apache-2.0"),
    );
    game.words_json("de", include_str!("de.json"));
    // At most 144 men's moves and 23 captures by kings, with less than 80 other moves before, between and after them.
    game.longest(13_440);

    let set = Set::new(game.schema());
    let crowned = game.message("crowned", "{seat} has a king on {place}");
    game.set_up(move |dealer, _| set.set_up(dealer));

    // Puts a piece down, and crowns a man on the last row. Says whether it may go on.
    let arrive = move |play: &mut Play<'_, '_>, piece: Piece, to: Cell| {
        let (seat, place) = (play.seat(), set.board.at(to));
        let crowns = set.is_last_row(seat, to) && !set.is_king(play, piece);
        if crowns {
            play.remove(piece);
            play.create(set.kings[seat.index()], place, Some(seat));
            let place = play.schema().place_word(place);
            play.say(crowned, [seat.into(), place.into()]);
        } else {
            play.put(piece, place);
        }
        play.set_value(set.moved, Some(piece));
        !crowns
    };

    let square = |at: &At<'_>, piece: Piece| at.place_name(at.place_of(piece));
    game.action("jump")
        .choose_piece_of("piece", move |at| set.jumpers(at, at.seat()).collect())
        .prompt("Which piece jumps?")
        .display(square)
        .choose_cell_of("to", set.board, move |at| {
            set.jumps(at, at.args().piece("piece")).collect()
        })
        .prompt("Where does it land?")
        .label("{piece}x{to}")
        .run(move |play, args| {
            let (piece, to) = (args.piece("piece"), args.cell("to"));
            if let Some(taken) = set.between(play, piece, to) {
                play.remove(taken);
            }
            set.progress(play);
            if arrive(play, piece, to) && set.jumps(play, piece).next().is_some() {
                play.again();
            }
        });

    game.action("move")
        .when(
            move |at| set.jumpers(at, at.seat()).next().is_none(),
            "must_jump",
            "you can jump, and who can must",
        )
        .choose_piece_of("piece", move |at| set.movers(at, at.seat()).collect())
        .prompt("Which piece moves?")
        .display(square)
        .choose_cell_of("to", set.board, move |at| {
            set.steps(at, at.args().piece("piece")).collect()
        })
        .prompt("Where to?")
        .label("{piece}-{to}")
        .run(move |play, args| {
            let (piece, to) = (args.piece("piece"), args.cell("to"));
            if set.is_king(play, piece) {
                set.quiet_move(play, piece, to);
            } else {
                set.progress(play);
            }
            arrive(play, piece, to);
            if set.drawn(play).is_some() {
                play.finish();
            }
        });

    game.outcome(move |at| match set.drawn(at) {
        Some(reason) => Outcome::draw(2, reason),
        None => Outcome::win(
            2,
            at.next(at.seat()),
            ("reason.stuck", "the other side cannot move"),
        ),
    });

    objectives::declare(&mut game, set);

    let lose_if_blocked = run(move |play| {
        if !set.moved_last(play, play.seat()) {
            play.finish();
        }
    });
    let ask = step(["jump", "move"]).prompt("Move a piece; who can jump must");
    let turn = sequence([ask.into(), lose_if_blocked]);
    let order = Order::forward().starting_from(move |at| at.value(set.first));
    game.flow(forever(each_seat(turn).order(order)))
}
