//! Sea battle: hide your ships, and find those of the other by shooting at the sea.
//!
//! These are the well-known rules of the pencil-and-paper game, as they are played where ships may not touch. Each of two
//! players has a square of sea that the other does not see, ten by ten cells unless the host wants another `size`, and a
//! `fleet` of ships that lie in a line, one of 5 cells, one of 4, two of 3 and one of 2; or the other well-known fleet, one
//! of 4, two of 3, three of 2 and four of 1. Both place their ships at the same time, by hand or at random, so that no two of
//! them touch, not even at a corner.
//!
//! Then they shoot at one cell of the other's sea in turn, and are told whether they hit water or a ship, and when all of
//! a ship was hit, that it sank. A host may let whoever hits shoot again. Whoever has sunk the whole fleet of the other has won.

mod fleet;
mod sea;
#[cfg(test)]
mod tests;
mod text;

use parlor_flow::prelude::*;

use fleet::Known;
use sea::Sea;

pub use text::{parse, print};

/// The rules.
///
/// ```
/// use parlor_core::prelude::*;
/// let game = parlor_games::sea_battle::sea_battle();
/// let setup = Setup::new(&game.info(), 2).unwrap();
/// let mut battle = Match::new(game, setup, Seed::Integer(1)).unwrap();
/// for seat in [Seat(0), Seat(1)] {
///     let random = battle.legal(seat).into_iter().find(|command| command.to_string() == "random");
///     battle.play(seat, &random.unwrap()).unwrap();
/// }
/// let seen = |viewer| battle.view(viewer).zones[0].pieces.len();
/// assert_eq!((seen(Viewer::Seat(Seat(0))), seen(Viewer::Seat(Seat(1)))), (17, 0));
/// assert_eq!(battle.legal(Seat(0)).len(), 100);
/// ```
pub fn sea_battle() -> FlowGame {
    let mut game = GameBuilder::new("sea-battle", "Sea battle", 2..=2);
    game.summary("Hide your ships, and sink those of the other.");
    game.tags(["board", "family"]);
    game.manifest(
        Manifest::new()
            .minutes(10, 20)
            .complexity(1)
            .age(7)
            .best_for([2])
            .picture("⛴")
            .scoreboard(["ships"])
            .source("traditional"),
    );
    game.words_json("de", include_str!("de.json"));
    game.option(OptionSpec::int("size", "Board size", 9..=11, 10));
    game.option(OptionSpec::choice("fleet", "Fleet", &sea::FLEETS));
    game.option(OptionSpec::bool("again", "Shoot again after a hit", false));
    game.chance();
    game.longest(2 * 11 * 11 + 2 * 10);

    let sea = Sea::declare(&mut game);
    let again = game.value("again", false).shown(Shown::Never).add();
    game.set_up(move |dealer, setup| {
        sea.set_up(dealer, setup);
        dealer.set_value(again, setup.bool("again"));
    });

    let ready = game.message("ready", "{seat} is ready for battle");
    let missed = game.message("missed", "{seat} shoots at {cell}: water");
    let hit = game.message("hit", "{seat} shoots at {cell}: a hit");
    let sank = game.message("sank", "{seat} shoots at {cell}: a ship of {length} sinks");

    let place_at_random = move |play: &mut Play<'_, '_>, seat: Seat| {
        let waters = sea.waters(play);
        let ships = sea.ships(play, seat);
        let left = &sea.fleet(play)[sea.placed(play, seat)..];
        let known = Known::default();
        let drawn = waters.draw(left, ships, &known, play.rng());
        // Where there is no room left, all ships are placed again.
        let all = drawn.or_else(|| {
            sea.clear(play, seat);
            waters.draw(sea.fleet(play), 0, &known, play.rng())
        });
        sea.place(play, seat, all.unwrap_or(0) & !sea.ships(play, seat));
        play.say(ready, [seat.into()]);
    };

    game.action("place")
        .prompt("Place your longest ship that is left")
        .choose_cell("bow", sea.of(Seat(0)), move |at, cell| {
            let fits = |up| sea.fits(at, at.seat(), cell, up);
            fits(false) || fits(true)
        })
        .touch(move |at, cell: Cell| sea.touch(at, at.seat(), cell))
        .prompt("Where does it begin?")
        .choose_word("way", ["right", "up"])
        .only(
            move |at, way: i64| sea.fits(at, at.seat(), at.args().cell("bow"), way == 1),
            "no_room",
            "ships lie on the board and do not touch each other",
        )
        .skip_if_only_one()
        .prompt("Which way does it lie?")
        .label("{bow} {way}")
        .quiet()
        .run(move |play, args| {
            let (seat, up) = (play.seat(), args.get::<i64>("way") == 1);
            if let Some(ship) = sea.next_ship(play, seat, args.cell("bow"), up) {
                sea.place(play, seat, ship);
            }
            if sea.is_ready(play, seat) {
                play.say(ready, [seat.into()]);
            }
        });

    game.action("random")
        .prompt("Place the rest at random")
        .label("place the rest at random")
        .quiet()
        .run(move |play, _| place_at_random(play, play.seat()));

    game.action("shoot")
        .prompt("Shoot at a cell of the other's sea")
        .choose_cell("cell", sea.of(Seat(0)), move |at, cell| {
            !sea.was_shot_at(at, at.seat().after(2), cell)
        })
        .touch(move |at, cell: Cell| sea.touch(at, at.seat().after(2), cell))
        .label("{cell}")
        .run(move |play, args| {
            let (seat, cell) = (play.seat(), args.cell("cell"));
            let other = seat.after(2);
            let name = play.place_name(sea.of(other).at(cell));
            let name = name.as_str();
            match sea.shoot(play, other, cell) {
                None => return play.say(missed, [seat.into(), name.into()]),
                Some(0) => play.say(hit, [seat.into(), name.into()]),
                Some(length) => play.say(sank, [seat.into(), name.into(), length.into()]),
            }
            if sea.is_lost(play, other) {
                // Now everybody may see where the others were.
                for seat in play.seats() {
                    play.open(sea.of(seat));
                }
            } else if play.value(again) {
                play.again();
            }
        });

    // Whoever imagines the other's ships knows where there were shots, and what they hit.
    game.after_resampling(move |dealer, viewer| {
        for seat in Seat::all(2).filter(|seat| !viewer.sees(*seat)) {
            sea.imagine(dealer, seat);
        }
    });

    game.ends_when(move |at| at.seats().any(|seat| sea.is_lost(at, seat)));
    game.winners("the other fleet is sunk", move |at| {
        at.seats().filter(|seat| !sea.is_lost(at, *seat)).collect()
    });
    sea.guide_bots(&mut game);

    let is_placing = move |at: &At<'_>, seat: Seat| !sea.is_ready(at, seat);
    game.flow(sequence([
        together(["place", "random"])
            .prompt("Place your ships")
            .seats(is_placing)
            .until(move |at, seat| sea.is_ready(at, seat))
            .on_timeout(move |play| place_at_random(play, play.seat()))
            .into(),
        forever(each_seat(step(["shoot"]))),
    ]))
}
