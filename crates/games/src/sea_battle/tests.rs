//! Sea battle: placing, shooting, sinking, and what the other can know.

use std::collections::BTreeSet;

use expect_test::expect;
use parlor_core::{Game, Hidden, Match, Rng, Seed};

use super::fleet::{Known, Waters};
use super::*;

#[test]
fn the_laws_hold() {
    // A look at a position takes long where a hundred shots are legal.
    let game = sea_battle();
    let setup = Setup::new(&game.info(), 2).unwrap();
    let checker = parlor_conformance::Checker::new(&game).setups([setup]);
    let checker = checker.positions(240);
    if let Err(violation) = checker.run() {
        panic!("{violation}");
    }
}

/// Nine by nine cells of water, apart from the rows at the top.
fn sea(rows: &str) -> String {
    let given = rows.lines().count();
    rows.to_owned() + &".........\n".repeat(9 - given)
}

fn battle<'g>(game: &'g FlowGame, one: &str, other: &str, turn: u8) -> Scenario<'g> {
    let text = format!("{}\n{}turn: {turn}\n", sea(one), sea(other));
    Scenario::at(game, parse(game, &text).unwrap(), 1)
}

#[test]
fn a_shot_is_told_as_water_as_a_hit_or_with_the_ship_that_sinks() {
    let game = sea_battle();
    let mut scenario = battle(&game, "###......\n", "##.......\n.........\n###......\n", 0);
    let mut heard = Vec::new();
    for shot in ["shoot d9", "shoot c9", "shoot a9", "shoot b9", "shoot b9"] {
        match scenario.play(shot) {
            Ok(()) => heard.extend(scenario.heard().to_vec()),
            Err(refused) => heard.push(refused.to_string()),
        }
    }
    expect![[r#"
        seat 0 shoots at d9: water
        seat 1 shoots at c9: a hit
        seat 0 shoots at a9: a hit
        seat 1 shoots at b9: a hit
        seat 0 shoots at b9: a ship of 2 sinks"#]]
    .assert_eq(&heard.join("\n"));
    expect![[r#"
        #xx......
        .........
        .........
        .........
        .........
        .........
        .........
        .........
        .........

        @@.o.....
        .........
        ###......
        .........
        .........
        .........
        .........
        .........
        .........
        turn: 1
    "#]]
    .assert_eq(&print(scenario.state()));
}

#[test]
fn whoever_sinks_the_whole_fleet_has_won_and_both_seas_are_open() {
    let game = sea_battle();
    let mut scenario = battle(&game, "###......\n", "@@.......\n.........\nxx#......\n", 0);
    let hidden = scenario.view(Viewer::Spectator).zones[0].pieces.len();
    scenario.play("shoot c7").unwrap();
    assert_eq!(scenario.winners(), [Seat(0)]);
    assert_eq!(
        scenario.view(Viewer::Spectator).zones[0].pieces.len(),
        hidden + 3
    );
}

#[test]
fn ships_lie_on_the_board_and_do_not_touch() {
    let game = sea_battle();
    let mut scenario = Scenario::new(&game, 2, 1);
    scenario.play_as(Seat(0), "place c3 right").unwrap();
    for place in [
        "place h4 up",
        "place b2 right",
        "place g1 up",
        "place j1 right",
    ] {
        let refused = scenario.play_as(Seat(0), place);
        assert!(refused.is_err(), "{place}");
    }
    scenario.play_as(Seat(0), "place i2 up").unwrap();
    scenario.play_as(Seat(1), "random").unwrap();
    scenario.play_as(Seat(0), "random").unwrap();
    assert_eq!(scenario.to_act(), [Seat(0)]);
    let seas = print(scenario.state());
    assert_eq!(seas.matches('#').count(), 2 * 17);
}

#[test]
fn a_fleet_that_leaves_no_room_is_placed_again_at_random() {
    let game = sea_battle();
    let setup = Setup::new(&game.info(), 2).unwrap();
    let setup = setup.option("fleet", "ten ships").unwrap();
    for seed in 0..20 {
        let (mut scenario, mut rng) = (
            Scenario::with(&game, &setup, seed),
            Rng::fast(1, seed.into()),
        );
        loop {
            let places = scenario.legal_for(Seat(0));
            let Some(place) = rng.pick(&places) else {
                break;
            };
            scenario.play_as(Seat(0), place).unwrap();
        }
        scenario.play_as(Seat(1), "random").unwrap();
        assert_eq!(print(scenario.state()).matches('#').count(), 2 * 20);
    }
}

#[test]
fn whoever_hits_shoots_again_where_the_host_wants_it() {
    let game = sea_battle();
    let setup = Setup::new(&game.info(), 2).unwrap();
    let setup = setup.option("again", true).unwrap();
    let mut scenario = Scenario::with(&game, &setup, 3);
    scenario.play_as(Seat(0), "random").unwrap();
    scenario.play_as(Seat(1), "random").unwrap();
    let seas = print(scenario.state());
    let rows: Vec<&str> = seas
        .split("\n\n")
        .nth(1)
        .unwrap()
        .lines()
        .take(10)
        .collect();
    let at = |sign: char| {
        let row = rows.iter().position(|row| row.contains(sign)).unwrap();
        let column = rows[row].find(sign).unwrap();
        format!("shoot {}{}", char::from(b'a' + column as u8), 10 - row)
    };
    scenario.play(&at('#')).unwrap();
    assert_eq!(scenario.to_act(), [Seat(0)]);
    scenario.play(&at('.')).unwrap();
    assert_eq!(scenario.to_act(), [Seat(1)]);
}

#[test]
fn nobody_sees_the_other_ships_nor_where_they_are_placed() {
    let game = sea_battle();
    let mut scenario = Scenario::new(&game, 2, 1);
    let seen = |scenario: &Scenario<'_>| {
        let view = scenario.view(Viewer::Seat(Seat(1)));
        serde_json::to_string(&view.zones[0]).unwrap()
    };
    let before = seen(&scenario);
    scenario.play_as(Seat(0), "place c3 up").unwrap();
    assert!(
        !scenario.heard().concat().contains("c3"),
        "{:?}",
        scenario.heard()
    );
    scenario.play_as(Seat(0), "random").unwrap();
    assert_eq!(seen(&scenario), before);
}

/// Two matches in which all is placed and some shots were made.
fn matches() -> impl Iterator<Item = Match<FlowGame>> {
    (0..40_u32).map(|seed| {
        let game = sea_battle();
        let setup = Setup::new(&game.info(), 2).unwrap();
        let mut battle = Match::new(game, setup, Seed::Integer(seed)).unwrap();
        for seat in Seat::all(2) {
            let random = battle.legal(seat).pop().unwrap();
            assert_eq!(random.to_string(), "random");
            battle.play(seat, &random).unwrap();
        }
        battle
    })
}

#[test]
fn a_first_shot_at_what_is_imagined_hits_as_often_as_chance() {
    let (game, mut rng) = (sea_battle(), Rng::fast(1, 0));
    let (mut right, mut shots) = (0, 0);
    for battle in matches() {
        let sea = Sea::of_game();
        let truth = sea.ships(battle.state().table(), Seat(1));
        for _ in 0..25 {
            let sample = game.resample(battle.state(), Viewer::Seat(Seat(0)), &mut rng);
            let imagined = sea.ships(sample.table(), Seat(1));
            right += (imagined & truth).count_ones();
            shots += imagined.count_ones();
        }
    }
    // 17 cells of 100: a little more, since ships lie in the middle more often.
    let share = f64::from(right) / f64::from(shots);
    assert!((0.15..0.22).contains(&share), "{share}");
}

#[test]
fn what_is_imagined_fits_all_shots_and_varies() {
    let (game, mut rng) = (sea_battle(), Rng::fast(1, 0));
    for mut battle in matches().take(8) {
        let sea = Sea::of_game();
        let mut shots = 0;
        while let Some(seat) = battle.to_act().first() {
            let me = Viewer::Seat(seat);
            let known = sea.known(battle.state().table(), seat.after(2));
            let waters = sea.waters(battle.state().table());
            let mut different = BTreeSet::new();
            for _ in 0..6 {
                let sample = game.resample(battle.state(), me, &mut rng);
                let ships = sea.ships(sample.table(), seat.after(2)) | known.hits;
                let mut lengths = waters.lengths(ships | known.sunk);
                lengths.sort_unstable();
                assert_eq!(lengths, [2, 3, 3, 4, 5]);
                assert_eq!(ships & known.misses, 0);
                different.insert(ships);
            }
            assert!(different.len() > 1 || shots > 60, "after {shots} shots");
            let shot = rng.pick(&battle.legal(seat)).cloned().unwrap();
            battle.play(seat, &shot).unwrap();
            shots += 1;
        }
    }
}

/// All fleets that fit, found by trying every place for every ship.
fn every_fleet(
    waters: Waters,
    size: u16,
    lengths: &[u8],
    ships: u128,
    known: &Known,
) -> BTreeSet<u128> {
    let Some((length, rest)) = lengths.split_first() else {
        let fits = known.hits & !ships == 0;
        return fits.then_some(ships).into_iter().collect();
    };
    let places = (0..size * size).flat_map(|cell| [(cell, false), (cell, true)]);
    let lying = places.filter_map(|(cell, up)| waters.ship(cell, *length, up));
    let apart = lying.filter(|ship| waters.around(*ship) & ships == 0);
    let unsunk = apart.filter(|ship| {
        ship & (known.misses | waters.around(known.sunk)) == 0 && ship & !known.hits != 0
    });
    unsunk
        .flat_map(|ship| every_fleet(waters, size, rest, ships | ship, known))
        .collect()
}

#[test]
fn every_fleet_that_fits_is_drawn_and_no_other() {
    let waters = Waters::new(4);
    let mut rng = Rng::fast(1, 0);
    for known in [
        Known::default(),
        Known {
            misses: 0b0110_0000_0001,
            ..Known::default()
        },
        Known {
            hits: 1 << 5,
            misses: 1 << 10,
            ..Known::default()
        },
        Known {
            sunk: 0b11,
            hits: 1 << 12,
            ..Known::default()
        },
    ] {
        let all = every_fleet(waters, 4, &[3, 2], 0, &known);
        let draw = |_| waters.draw(&[3, 2], 0, &known, &mut rng).unwrap();
        let drawn: BTreeSet<u128> = (0..4_000).map(draw).collect();
        assert_eq!(drawn, all);
        assert!(!all.is_empty());
    }
}
