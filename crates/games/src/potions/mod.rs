//! Polyhedral Potions: draft two dice of many shapes, add them up, and find a track that still takes the sum.
//!
//! Nine dice (a d4, two each of d6, d8 and d10, a d12, a d20) are rolled and put in a row by chance. The first five lie on
//! the shelf, the other four wait in the cupboard, and all that they show is seen by all. In your turn you take two dice
//! from the shelf. Their sum is your potion, a pure one if both show the same, and you pour it into one of your tracks:
//!
//! - *ferment* takes seven potions, each stronger than the one before, for 1, 2, 3, 5, 7, 10 and 14 points, and 8 more
//!   when it is complete;
//! - *dilute* takes six potions, each weaker than the one before, for 1, 2, 4, 6, 9 and 13 points, and 7 more;
//! - *recipes* take six different potions from 3 to 18, each for as many points as it is away from 10, and 6 more;
//! - a potion that fits into none of them is *spoiled*: of those there are four at most, and they cost 1, 2, 4 and 7.
//!
//! A pure potion may be as strong as the last one in ferment and dilute, and may repeat a recipe. The dice you took are
//! then rolled and go to the end of the cupboard, and its first two come onto the shelf as they are.
//!
//! Before you take dice you may use abilities, each only once: *stir* rolls one or two dice of the shelf again, *flip*
//! turns one over (the d4 has no opposite face), *nudge* turns one a single step up or down, *sweep* rolls the whole
//! shelf again. Everybody begins with a stir and a nudge. The third potion in ferment earns a flip and the fifth a sweep,
//! the second in dilute a nudge and the fourth a stir, the second recipe a flip and the fourth a nudge; the first spoiled
//! potion earns a sweep and the third a stir, for comfort.
//!
//! When somebody has completed two of the three tracks (a host may say one, or all three) or spoiled a fourth potion, the
//! round is played to its end, so that all have had as many turns. Most points win. Alone you play for points.

mod brew;
#[cfg(test)]
mod tests;
mod text;

use parlor_flow::prelude::*;

pub use text::{parse, print};

use brew::{ABILITIES, Brew, FIRST, FLIP, NUDGE, POTION, SHELF, STIR, SWEEP, Vessel, show};

/// The rules.
///
/// ```
/// use parlor_core::prelude::*;
/// let game = parlor_games::potions::potions();
/// let setup = Setup::new(&game.info(), 2).unwrap();
/// let potions = Match::new(game, setup, Seed::Integer(1)).unwrap();
/// let view = potions.view(Viewer::Spectator);
/// assert_eq!((view.zones[0].id.as_str(), view.zones[0].pieces.len()), ("shelf", 5));
/// let abilities = serde_json::from_value::<Message>(view.seats[0].values["abilities"].clone()).unwrap();
/// assert_eq!(abilities.to_string(), "stir nudge");
/// ```
pub fn potions() -> FlowGame {
    let mut game = GameBuilder::new("polyhedral-potions", "Polyhedral Potions", 1..=4);
    game.summary("Draft dice of many shapes and brew potions.");
    game.tags(["dice", "strategy"]);
    game.manifest(
        Manifest::new()
            .minutes(20, 40)
            .complexity(3)
            .age(10)
            .best_for([2, 3])
            .picture("⚗")
            .scoreboard(["score"])
            .license("MIT OR Apache-2.0"),
    );
    game.words_json("de", include_str!("de.json"));
    let goal_option = OptionSpec::int("goal", "Complete tracks that end the match", 1..=3, 2);
    game.option(goal_option);
    game.chance();
    // At most 22 turns of two commands each, and ten abilities.
    game.longest(4 * (22 * 2 + 10));

    let brew = Brew::declare(game.schema());
    let Brew {
        shelf,
        cupboard,
        cauldron,
        face,
        goal,
        tracks,
        abilities,
    } = brew;
    let shows = game.message("shows", "{die} shows {face}");
    let earns = game.message("earns", "{seat} earns an ability: {ability}");
    let full = game.message("full", "{seat} has completed {track}: {points} more");

    game.set_up(move |dealer, setup| {
        dealer.set_value(goal, setup.int("goal"));
        for seat in dealer.table().seats() {
            dealer.set_list(
                seat,
                abilities,
                FIRST.map(|ability| Abilities::earned(ability, None)),
            );
        }
    });
    game.opening(move |play| {
        play.roll_all(cupboard, face);
        play.shuffle(cupboard);
        stock(play, brew);
    });

    game.action("take")
        .prompt("Take two dice")
        .choose_piece("dice", move |_| shelf, |_, _| true)
        .many(POTION..=POTION)
        .prompt("Which two dice do you take?")
        .label("take {dice}")
        .run(move |play, args| play.put_all(args.pieces("dice"), cauldron));

    let has = move |ability| {
        move |at: &At<'_>| Abilities::has_unused(at.list(at.seat(), abilities), ability)
    };
    let use_up = move |play: &mut Play<'_, '_>, ability| {
        let seat = play.seat();
        let mut list = play.list(seat, abilities).to_vec();
        if let Some((index, used)) = Abilities::use_one(&list, ability) {
            list[index] = used;
            play.set_list(seat, abilities, list);
        }
    };
    let roll = move |play: &mut Play<'_, '_>, die| {
        let value = play.roll(die, face);
        play.say(shows, [die.into(), value.into()]);
    };

    game.action("stir")
        .prompt("Stir: roll one or two dice again")
        .when(has(STIR), "no_stir", "you have no stir left")
        .choose_piece("dice", move |_| shelf, |_, _| true)
        .many(1..=2)
        .prompt("Which dice do you roll again?")
        .label("stir {dice}")
        .run(move |play, args| {
            use_up(play, STIR);
            for die in args.pieces("dice") {
                roll(play, die);
            }
        });

    game.action("flip")
        .prompt("Flip: turn a die over")
        .when(has(FLIP), "no_flip", "you have no flip left")
        .choose_piece("die", move |_| shelf, |_, _| true)
        .valid(move |at, die| match opposite(at, brew, die) {
            Some(_) => Ok(()),
            None => Err(Rejection::new("no_opposite", "a d4 has no opposite face")),
        })
        .display(move |at, die| {
            let to = opposite(at, brew, die).unwrap_or(0);
            Message::new("flip", "{die} to {to}")
                .with("die", at.face(die))
                .with("to", to)
        })
        .prompt("Which die do you turn over?")
        .label("flip {die}")
        .run(move |play, args| {
            use_up(play, FLIP);
            play.flip(args.piece("die"), face);
        });

    game.action("nudge")
        .prompt("Nudge: turn a die one up or down")
        .when(has(NUDGE), "no_nudge", "you have no nudge left")
        .choose_piece("die", move |_| shelf, |_, _| true)
        .prompt("Which die do you nudge?")
        .choose_word("way", ["up", "down"])
        .valid(move |at, way| {
            let die = at.args().piece("die");
            let value = nudged(at.get(die, face), way);
            match at.die(die).is_some_and(|die| die.holds(value)) {
                true => Ok(()),
                false => Err(Rejection::new("no_such_face", "the die has no face {face}")
                    .with("face", value)),
            }
        })
        .display(move |at, way| nudged(at.get(at.args().piece("die"), face), way).to_string())
        .prompt("Up or down?")
        .label("nudge {die} to {way}")
        .run(move |play, args| {
            use_up(play, NUDGE);
            let die = args.piece("die");
            let value = nudged(play.get(die, face), args.get("way"));
            play.set(die, face, value);
        });

    game.action("sweep")
        .prompt("Sweep: roll the whole shelf again")
        .when(has(SWEEP), "no_sweep", "you have no sweep left")
        .label("sweep the shelf")
        .run(move |play, _| {
            use_up(play, SWEEP);
            let dice: Vec<Piece> = play.zone(shelf).pieces().collect();
            for die in dice {
                roll(play, die);
            }
        });

    game.action("pour")
        .prompt("Pour the potion into a track")
        .choose_word("track", Vessel::ALL.map(Vessel::name))
        .valid(move |at, vessel| brew.check(at, at.seat(), vessel))
        .display(move |at, vessel: Vessel| {
            let entries = brew.entries(at, at.seat(), vessel);
            let entry = brew.entry(at, at.seat(), vessel);
            let (potion, points) = (
                show(brew.potion(at)),
                vessel.track().points_for(entries, entry),
            );
            Message::new("pour", "{potion} into {track} for {points}")
                .with("potion", potion)
                .with("track", Message::word("word", vessel.name()))
                .with("points", points)
        })
        .prompt("Which track?")
        .label("pour {track}")
        .run(move |play, args| {
            let (seat, vessel) = (play.seat(), args.get::<Vessel>("track"));
            let entry = brew.entry(play, seat, vessel);
            play.push(seat, tracks[vessel as usize], entry.pack());
            let entries = brew.entries(play, seat, vessel);
            let (count, bonus) = (entries.len(), vessel.track().bonus_earned(entries));
            if let Some(ability) = vessel.gift(count) {
                play.push(seat, abilities, Abilities::earned(ability, None));
                play.say(earns, [seat.into(), ABILITIES.name(ability).into()]);
            }
            if bonus > 0 {
                play.say(full, [seat.into(), vessel.name().into(), bonus.into()]);
            }
        });

    game.scores(("reason.points", "most points"), move |at, seat| {
        brew.score(at, seat)
    });
    game.show("score", move |at, seat| brew.score(at, seat))
        .shown_as(ValueType::points());
    game.show("abilities", move |at, seat| brew.read_abilities(at, seat));
    for vessel in Vessel::ALL {
        game.show(vessel.name(), move |at, seat| brew.read(at, seat, vessel))
            .shown_as(ValueType::Track);
    }

    // The flow follows the table: who has made the fewest potions is next, and dice in the cauldron have to be poured.
    // So a position that was read from text goes on like one that was played.
    let has_potion = move |at: &At<'_>| !at.zone(cauldron).is_empty();
    let turn = sequence([
        step(["take", "stir", "flip", "nudge", "sweep"])
            .prompt("Take two dice for a potion, or use an ability first")
            .skip_if(has_potion)
            .until(has_potion)
            .into(),
        step(["pour"]).into(),
        run(move |play| stock(play, brew)),
    ]);
    let fewest = move |at: &At<'_>| at.players().map(|seat| brew.turns(at, seat)).min();
    let is_next = move |at: &At<'_>, seat| fewest(at) == Some(brew.turns(at, seat));
    let goes_on = move |at: &At<'_>| {
        let round_is_over = at.players().all(|seat| is_next(at, seat));
        !(round_is_over && at.players().any(|seat| brew.is_done(at, seat)))
    };
    game.flow(repeat_while(
        goes_on,
        each_seat(turn).order(Order::forward().filter(is_next)),
    ))
}

/// Dice that were used are rolled and go to the end of the cupboard; its first ones fill the shelf.
fn stock(play: &mut Play<'_, '_>, brew: Brew) {
    while let Some(die) = play.zone(brew.cauldron).first() {
        play.roll(die, brew.face);
        play.put(die, brew.cupboard);
    }
    while play.zone(brew.shelf).len() < SHELF
        && let Some(die) = play.zone(brew.cupboard).first()
    {
        play.put(die, brew.shelf);
    }
}

fn opposite(table: &Table, brew: Brew, die: Piece) -> Option<i64> {
    table.die(die)?.opposite(table.get(die, brew.face))
}

/// What a die shows when it is turned one step: up first, down second.
fn nudged(value: i64, way: i64) -> i64 {
    if way == 0 { value + 1 } else { value - 1 }
}
