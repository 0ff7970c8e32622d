//! Positions as text, one behaviour a test.

use expect_test::{Expect, expect};

use super::*;

const SHELF: &str =
    "shelf d4:3 d6a:5 d8b:5 d12:7 d20:14 | cupboard d6b:1 d8a:4 d10a:10 d10b:2 | cauldron | goal 2";
const NEW: &str = "ferment | dilute | recipes | spoiled 0 | stir nudge";

/// Plays commands from a position, and compares the position after them, what was told of the last one, and who is to act
/// or has won. What dice show after a roll is the seed's.
fn check(position: &[&str], commands: &[&str], expect: Expect) {
    let game = potions();
    let position = parse(&game, &position.join("\n")).unwrap();
    crate::testing::check_on_table(&game, position, print, commands, expect);
}

/// What can be done after these commands.
fn legal(position: &[&str], commands: &[&str]) -> String {
    let game = potions();
    let mut scenario = Scenario::at(&game, parse(&game, &position.join("\n")).unwrap(), 1);
    scenario.play_all(commands.iter().copied()).unwrap();
    scenario.legal().join("\n")
}

#[test]
fn two_dice_of_the_shelf_make_a_potion() {
    check(
        &[SHELF, NEW],
        &["take 3 (d4) 14 (d20)"],
        expect![[r#"
        shelf d6a:5 d8b:5 d12:7 | cupboard d6b:1 d8a:4 d10a:10 d10b:2 | cauldron d4:3 d20:14 | goal 2
        ferment | dilute | recipes | spoiled 0 | stir nudge
        - seat 0: take 3 (d4) 14 (d20)
        seat 0 to act"#]],
    );
    check(
        &[SHELF, NEW],
        &["take #0"],
        expect!["take #0 is refused (not_a_choice): #0 cannot be chosen as dice now"],
    );
    expect![[r#"
        take 3 (d4) 5 (d6)
        take 3 (d4) 5 (d8)
        take 3 (d4) 7 (d12)
        take 3 (d4) 14 (d20)
        take 5 (d6) 5 (d8)
        take 5 (d6) 7 (d12)
        take 5 (d6) 14 (d20)
        take 5 (d8) 7 (d12)
        take 5 (d8) 14 (d20)
        take 7 (d12) 14 (d20)
        stir 3 (d4)
        stir 5 (d6)
        stir 5 (d8)
        stir 7 (d12)
        stir 14 (d20)
        stir 3 (d4) 5 (d6)
        stir 3 (d4) 5 (d8)
        stir 3 (d4) 7 (d12)
        stir 3 (d4) 14 (d20)
        stir 5 (d6) 5 (d8)
        stir 5 (d6) 7 (d12)
        stir 5 (d6) 14 (d20)
        stir 5 (d8) 7 (d12)
        stir 5 (d8) 14 (d20)
        stir 7 (d12) 14 (d20)
        nudge 3 (d4) to 4
        nudge 3 (d4) to 2
        nudge 5 (d6) to 6
        nudge 5 (d6) to 4
        nudge 5 (d8) to 6
        nudge 5 (d8) to 4
        nudge 7 (d12) to 8
        nudge 7 (d12) to 6
        nudge 14 (d20) to 15
        nudge 14 (d20) to 13"#]]
    .assert_eq(&legal(&[SHELF, NEW], &[]));
}

#[test]
fn used_dice_are_rolled_and_the_first_of_the_cupboard_come_as_they_are() {
    check(
        &[SHELF, NEW],
        &["take 3 (d4) 14 (d20)", "pour ferment"],
        expect![[r#"
            shelf d6a:5 d8b:5 d12:7 d6b:1 d8a:4 | cupboard d10a:10 d10b:2 d4:3 d20:1 | cauldron | goal 2
            ferment 17 | dilute | recipes | spoiled 0 | stir nudge
            - seat 0: pour 17 into ferment for 1
            seat 0 to act"#]],
    );
}

#[test]
fn only_tracks_that_take_the_potion_are_offered() {
    let seat = "ferment 3 9 | dilute 20 16 | recipes 4 12 | spoiled 0 | stir nudge flip flip";
    expect![[r#"
        pour 12 into ferment for 3
        pour 12 into dilute for 4"#]]
    .assert_eq(&legal(&[SHELF, seat], &["take 5 (d6) 7 (d12)"]));
    expect!["pour 19 into ferment for 3"]
        .assert_eq(&legal(&[SHELF, seat], &["take 5 (d6) 14 (d20)"]));
}

#[test]
fn a_track_says_why_it_refuses() {
    let seat = "ferment 3 17 | dilute 20 16 11 | recipes 4 12 | spoiled 0 | stir nudge";
    let refused = |dice, track, expect| check(&[SHELF, seat], &[dice, track], expect);
    refused(
        "take 5 (d6) 7 (d12)",
        "pour ferment",
        expect![
            "pour ferment is refused (must_increase): ferment goes up: after 17 comes 18 or more, not 12"
        ],
    );
    refused(
        "take 5 (d6) 7 (d12)",
        "pour dilute",
        expect![
            "pour dilute is refused (must_decrease): dilute goes down: after 11 comes 10 or less, not 12"
        ],
    );
    refused(
        "take 5 (d6) 7 (d12)",
        "pour recipes",
        expect![
            "pour recipes is refused (already_there): recipes has 12 already, and takes each value once"
        ],
    );
    refused(
        "take 5 (d6) 14 (d20)",
        "pour recipes",
        expect![
            "pour recipes is refused (out_of_range): recipes takes values from 3 to 18, not 19"
        ],
    );
    refused(
        "take 5 (d6) 14 (d20)",
        "pour spoiled",
        expect![
            "pour spoiled is refused (fits_elsewhere): 19 is not spoiled: it fits into ferment"
        ],
    );
    let full = "ferment 3 4 5 6 7 8 9 | dilute | recipes | spoiled 0 |";
    check(
        &[SHELF, full],
        &["take 5 (d6) 7 (d12)", "pour ferment"],
        expect!["pour ferment is refused (track_full): ferment is full: it has room for 7"],
    );
}

#[test]
fn what_fits_nowhere_is_spoiled() {
    let seat = "ferment 3 17 | dilute 20 11 | recipes 4 12 | spoiled 0 | -stir -nudge";
    expect!["pour 12 into spoiled for -1"]
        .assert_eq(&legal(&[SHELF, seat], &["take 5 (d6) 7 (d12)"]));
    check(
        &[SHELF, seat],
        &["take 5 (d6) 7 (d12)", "pour spoiled"],
        expect![[r#"
            shelf d4:3 d8b:5 d20:14 d6b:1 d8a:4 | cupboard d10a:10 d10b:2 d6a:4 d12:1 | cauldron | goal 2
            ferment 3 17 | dilute 20 11 | recipes 4 12 | spoiled 1 | -stir -nudge sweep
            - seat 0: pour 12 into spoiled for -1
            - seat 0 earns an ability: sweep
            seat 0 to act"#]],
    );
}

#[test]
fn a_pure_potion_may_repeat() {
    let seat = "ferment 3 10 | dilute 12 10 | recipes 10 | spoiled 0 |";
    expect![[r#"
        pour 10* into ferment for 3
        pour 10* into dilute for 4
        pour 10* into recipes for 0"#]]
    .assert_eq(&legal(&[SHELF, seat], &["take 5 (d6) 5 (d8)"]));
    check(
        &[SHELF, seat],
        &["take 5 (d6) 5 (d8)", "pour recipes"],
        expect![[r#"
            shelf d4:3 d12:7 d20:14 d6b:1 d8a:4 | cupboard d10a:10 d10b:2 d6a:4 d8b:1 | cauldron | goal 2
            ferment 3 10 | dilute 12 10 | recipes 10 10* | spoiled 0 | flip
            - seat 0: pour 10* into recipes for 0
            - seat 0 earns an ability: flip
            seat 0 to act"#]],
    );
    // As strong as the last one, not weaker.
    check(
        &[SHELF, "ferment 3 11 | dilute | recipes | spoiled 0 |"],
        &["take 5 (d6) 5 (d8)", "pour ferment"],
        expect![
            "pour ferment is refused (must_increase): ferment goes up: after 11 comes 11 or more, not 10"
        ],
    );
}

#[test]
fn abilities_are_used_up() {
    check(
        &[SHELF, NEW],
        &["stir 3 (d4) 14 (d20)"],
        expect![[r#"
        shelf d4:3 d6a:5 d8b:5 d12:7 d20:1 | cupboard d6b:1 d8a:4 d10a:10 d10b:2 | cauldron | goal 2
        ferment | dilute | recipes | spoiled 0 | -stir nudge
        - seat 0: stir 3 (d4) 14 (d20)
        - d4 shows 3
        - d20 shows 1
        seat 0 to act"#]],
    );
    check(
        &[SHELF, NEW],
        &["stir 3 (d4)", "stir 5 (d6)"],
        expect!["stir 5 (d6) is refused (no_stir): you have no stir left"],
    );
    check(
        &[SHELF, NEW],
        &["flip 5 (d6) to 2"],
        expect!["flip 5 (d6) to 2 is refused (no_flip): you have no flip left"],
    );
    check(
        &[SHELF, NEW],
        &["sweep the shelf"],
        expect!["sweep the shelf is refused (no_sweep): you have no sweep left"],
    );
    let twice = "ferment | dilute | recipes | spoiled 0 | -nudge nudge nudge";
    check(
        &[SHELF, twice],
        &["nudge 3 (d4) to 4"],
        expect![[r#"
        shelf d4:4 d6a:5 d8b:5 d12:7 d20:14 | cupboard d6b:1 d8a:4 d10a:10 d10b:2 | cauldron | goal 2
        ferment | dilute | recipes | spoiled 0 | -nudge -nudge nudge
        - seat 0: nudge 3 (d4) to 4
        seat 0 to act"#]],
    );
}

#[test]
fn a_flip_shows_the_opposite_face_which_a_d4_has_not() {
    let seat = "ferment | dilute | recipes | spoiled 0 | flip";
    check(
        &[SHELF, seat],
        &["flip 14 (d20) to 7"],
        expect![[r#"
        shelf d4:3 d6a:5 d8b:5 d12:7 d20:7 | cupboard d6b:1 d8a:4 d10a:10 d10b:2 | cauldron | goal 2
        ferment | dilute | recipes | spoiled 0 | -flip
        - seat 0: flip 14 (d20) to 7
        seat 0 to act"#]],
    );
    let offered = legal(&[SHELF, seat], &[]);
    let flips: Vec<&str> = offered
        .lines()
        .filter(|line| line.starts_with("flip"))
        .collect();
    expect!["flip 5 (d6) to 2, flip 5 (d8) to 4, flip 7 (d12) to 6, flip 14 (d20) to 7"]
        .assert_eq(&flips.join(", "));
    check(
        &[SHELF, seat],
        &["flip 0"],
        expect!["flip 0 is refused (no_opposite): a d4 has no opposite face"],
    );
}

#[test]
fn a_nudge_stays_on_the_die() {
    let seat = "ferment | dilute | recipes | spoiled 0 | nudge";
    let shelf = SHELF.replace("d4:3", "d4:4").replace("d8b:5", "d8b:1");
    let offered = legal(&[&shelf, seat], &[]);
    let nudges: Vec<&str> = offered
        .lines()
        .filter(|line| line.starts_with("nudge"))
        .collect();
    expect!["nudge 4 (d4) to 3, nudge 5 (d6) to 6, nudge 5 (d6) to 4, nudge 1 (d8) to 2, nudge 7 (d12) to 8, nudge 7 (d12) to 6, nudge 14 (d20) to 15, nudge 14 (d20) to 13"].assert_eq(&nudges.join(", "));
    check(
        &[&shelf, seat],
        &["nudge 0 up"],
        expect!["nudge 0 up is refused (no_such_face): the die has no face 5"],
    );
    check(
        &[&shelf, seat],
        &["nudge 1 (d8) to 2"],
        expect![[r#"
        shelf d4:4 d6a:5 d8b:2 d12:7 d20:14 | cupboard d6b:1 d8a:4 d10a:10 d10b:2 | cauldron | goal 2
        ferment | dilute | recipes | spoiled 0 | -nudge
        - seat 0: nudge 1 (d8) to 2
        seat 0 to act"#]],
    );
}

#[test]
fn a_sweep_rolls_the_whole_shelf() {
    let seat = "ferment | dilute | recipes | spoiled 0 | sweep";
    check(
        &[SHELF, seat],
        &["sweep the shelf"],
        expect![[r#"
        shelf d4:3 d6a:1 d8b:5 d12:12 d20:20 | cupboard d6b:1 d8a:4 d10a:10 d10b:2 | cauldron | goal 2
        ferment | dilute | recipes | spoiled 0 | -sweep
        - seat 0: sweep the shelf
        - d4 shows 3
        - d6a shows 1
        - d8b shows 5
        - d12 shows 12
        - d20 shows 20
        seat 0 to act"#]],
    );
}

#[test]
fn abilities_are_for_the_shelf_not_for_the_cauldron() {
    check(
        &[SHELF, NEW],
        &["take 3 (d4) 14 (d20)", "nudge 3 (d4) to 4"],
        expect!["nudge 3 (d4) to 4 is refused (not_now): nudge is not possible now"],
    );
}

#[test]
fn tracks_give_abilities() {
    let gifts = |seat: &str, track: &str| {
        let game = potions();
        let position = format!("{SHELF}\n{seat}");
        let mut scenario = Scenario::at(&game, parse(&game, &position).unwrap(), 1);
        scenario.play_all(["take 5 (d6) 7 (d12)", track]).unwrap();
        let heard = scenario
            .heard()
            .iter()
            .filter(|heard| heard.contains("earns"));
        heard.cloned().collect::<Vec<_>>().join("; ")
    };
    let expect_gift = |ability: &str| format!("seat 0 earns an ability: {ability}");
    let ferment = |before: &str| {
        gifts(
            &format!("ferment {before} | dilute | recipes | spoiled 0 |"),
            "pour ferment",
        )
    };
    assert_eq!(ferment("3 4"), expect_gift("flip"));
    assert_eq!(ferment("3 4 5"), "");
    assert_eq!(ferment("3 4 5 6"), expect_gift("sweep"));
    let dilute = |before: &str| {
        gifts(
            &format!("ferment | dilute {before} | recipes | spoiled 0 |"),
            "pour dilute",
        )
    };
    assert_eq!(dilute("20"), expect_gift("nudge"));
    assert_eq!(dilute("20 19 18"), expect_gift("stir"));
    let recipes = |before: &str| {
        gifts(
            &format!("ferment | dilute | recipes {before} | spoiled 0 |"),
            "pour recipes",
        )
    };
    assert_eq!(recipes("4"), expect_gift("flip"));
    assert_eq!(recipes("4 5 6"), expect_gift("nudge"));
    let spoiled = |marks: u8| {
        gifts(
            &format!("ferment 17 | dilute 3 | recipes 12 | spoiled {marks} |"),
            "pour spoiled",
        )
    };
    assert_eq!(spoiled(0), expect_gift("sweep"));
    assert_eq!(spoiled(1), "");
    assert_eq!(spoiled(2), expect_gift("stir"));
}

#[test]
fn a_complete_track_earns_its_bonus() {
    let seat = "ferment 3 4 5 6 7 8 | dilute | recipes | spoiled 0 |";
    check(
        &[SHELF, seat],
        &["take 5 (d6) 7 (d12)", "pour ferment"],
        expect![[r#"
            shelf d4:3 d8b:5 d20:14 d6b:1 d8a:4 | cupboard d10a:10 d10b:2 d6a:4 d12:1 | cauldron | goal 2
            ferment 3 4 5 6 7 8 12 | dilute | recipes | spoiled 0 |
            - seat 0: pour 12 into ferment for 14
            - seat 0 has completed ferment: 8 more
            seat 0 to act"#]],
    );
    let score = |seat: &str| {
        let game = potions();
        let scenario = Scenario::at(&game, parse(&game, &format!("{SHELF}\n{seat}")).unwrap(), 1);
        scenario.view(Viewer::Spectator).seats[0].values["score"].clone()
    };
    assert_eq!(score(seat), 1 + 2 + 3 + 5 + 7 + 10);
    assert_eq!(
        score("ferment 3 4 5 6 7 8 9 | dilute | recipes | spoiled 0 |"),
        42 + 8
    );
    assert_eq!(
        score("ferment | dilute 9 8 7 6 5 4 | recipes | spoiled 0 |"),
        35 + 7
    );
    assert_eq!(
        score("ferment | dilute | recipes 3 18 10 9 11 5 | spoiled 0 |"),
        7 + 8 + 1 + 1 + 5 + 6
    );
    assert_eq!(score("ferment | dilute | recipes | spoiled 3 |"), -7);
}

#[test]
fn two_complete_tracks_end_the_match_after_the_round() {
    let one = "ferment 3 4 5 6 7 8 | dilute 9 8 7 6 5 4 | recipes | spoiled 0 |";
    let two = "ferment 3 4 5 6 7 8 9 | dilute 9 8 7 6 5 | recipes | spoiled 0 |";
    check(
        &[SHELF, one, two],
        &["take 5 (d6) 7 (d12)", "pour ferment"],
        expect![[r#"
            shelf d4:3 d8b:5 d20:14 d6b:1 d8a:4 | cupboard d10a:10 d10b:2 d6a:4 d12:1 | cauldron | goal 2
            ferment 3 4 5 6 7 8 12 | dilute 9 8 7 6 5 4 | recipes | spoiled 0 |
            ferment 3 4 5 6 7 8 9 | dilute 9 8 7 6 5 | recipes | spoiled 0 |
            - seat 0: pour 12 into ferment for 14
            - seat 0 has completed ferment: 8 more
            seat 1 to act"#]],
    );
    check(
        &[SHELF, one, two],
        &[
            "take 5 (d6) 7 (d12)",
            "pour ferment",
            "take 3 (d4) 1 (d6)",
            "pour recipes",
        ],
        expect![[r#"
            shelf d8b:5 d20:14 d8a:4 d10a:10 d10b:2 | cupboard d6a:4 d12:1 d4:3 d6b:6 | cauldron | goal 2
            ferment 3 4 5 6 7 8 12 | dilute 9 8 7 6 5 4 | recipes | spoiled 0 |
            ferment 3 4 5 6 7 8 9 | dilute 9 8 7 6 5 | recipes 4 | spoiled 0 |
            - seat 1: pour 4 into recipes for 6
            [Seat(0)] first"#]],
    );
}

#[test]
fn a_round_that_is_read_from_text_is_played_to_its_end() {
    let done = "ferment 3 4 5 6 7 8 9 | dilute 9 8 7 6 5 4 | recipes | spoiled 0 |";
    let next = "ferment 3 4 5 6 7 8 9 | dilute 9 8 7 6 5 | recipes | spoiled 0 |";
    let game = potions();
    let to_act = |seats: [&str; 2]| {
        let text = format!("{SHELF}\n{}", seats.join("\n"));
        Scenario::at(&game, parse(&game, &text).unwrap(), 1).to_act()
    };
    assert_eq!(to_act([done, next]), [Seat(1)]);
    assert_eq!(to_act([done, done]), []);
}

#[test]
fn the_goal_can_be_one_track_or_three() {
    let seat = "ferment 3 4 5 6 7 8 | dilute | recipes | spoiled 0 |";
    let commands = ["take 5 (d6) 7 (d12)", "pour ferment"];
    let ends = |goal: &str| {
        let game = potions();
        let position = format!("{}\n{seat}", SHELF.replace("goal 2", goal));
        let mut scenario = Scenario::at(&game, parse(&game, &position).unwrap(), 1);
        scenario.play_all(commands).unwrap();
        scenario.to_act().is_empty()
    };
    assert!(ends("goal 1"));
    assert!(!ends("goal 2"));
    let two = "ferment 3 4 5 6 7 8 9 | dilute 9 8 7 6 5 4 | recipes | spoiled 0 |";
    let position = |goal: &str| format!("{}\n{two}", SHELF.replace("goal 2", goal));
    let game = potions();
    let is_over = |text: &str| {
        Scenario::at(&game, parse(&game, text).unwrap(), 1)
            .to_act()
            .is_empty()
    };
    assert!(is_over(&position("goal 2")));
    assert!(!is_over(&position("goal 3")));
}

#[test]
fn a_fourth_spoiled_potion_ends_the_match() {
    let seat = "ferment 17 | dilute 3 | recipes 12 | spoiled 3 |";
    check(
        &[SHELF, seat],
        &["take 5 (d6) 7 (d12)", "pour spoiled"],
        expect![[r#"
            shelf d4:3 d8b:5 d20:14 d6b:1 d8a:4 | cupboard d10a:10 d10b:2 d6a:4 d12:1 | cauldron | goal 2
            ferment 17 | dilute 3 | recipes 12 | spoiled 4 |
            - seat 0: pour 12 into spoiled for -7
            [Seat(0)] first"#]],
    );
}

#[test]
fn the_dice_of_a_player_who_leaves_go_back() {
    let game = potions();
    let position = format!("{SHELF}\n{NEW}\n{NEW}\n{NEW}");
    let mut scenario = Scenario::at(&game, parse(&game, &position).unwrap(), 1);
    scenario.play("take 3 (d4) 14 (d20)").unwrap();
    let resign = parlor_core::SystemCommand::Resign { seat: Seat(0) };
    scenario.system(resign).unwrap();
    assert_eq!(scenario.to_act(), [Seat(1)]);
    expect!["shelf d6a:5 d8b:5 d12:7 d6b:1 d8a:4 | cupboard d10a:10 d10b:2 d4:3 d20:1 | cauldron | goal 2"].assert_eq(print(scenario.state()).lines().next().unwrap());
}

#[test]
fn texts_that_are_no_positions_say_why() {
    let error = |line: &str, seat: &str| {
        parse(&potions(), &format!("{line}\n{seat}"))
            .unwrap_err()
            .to_string()
    };
    let errors = [
        error("shelf", NEW),
        error(&SHELF.replace("cupboard", "drawer"), NEW),
        error(&SHELF.replace("d4:3", "d5:3"), NEW),
        error(&SHELF.replace("d4:3", "d4:5"), NEW),
        error(&SHELF.replace("d6a", "d6b"), NEW),
        error(&SHELF.replace("d4:3 ", ""), NEW),
        error(&SHELF.replace("goal 2", "goal 4"), NEW),
        error(SHELF, ""),
        error(SHELF, "ferment"),
        error(SHELF, &NEW.replace("ferment", "ferment 33")),
        error(SHELF, &NEW.replace("ferment", "ferment 5*")),
        error(SHELF, &NEW.replace("dilute", "dilute 5 6")),
        error(SHELF, &NEW.replace("recipes", "recipes 5 5")),
        error(SHELF, &NEW.replace("spoiled 0", "spoiled 5")),
        error(SHELF, &NEW.replace("nudge", "juggle")),
        error(
            &format!("{SHELF}\n{NEW}"),
            &NEW.replace("ferment", "ferment 5"),
        ),
    ];
    expect![[r#"
        the first line is: shelf … | cupboard … | cauldron … | goal 2
        'drawer d6b:1 d8a:4 d10a:10 d10b:2' does not begin with cupboard
        'd5:3' is no die, as d8a:5 is
        'd4:5' is no die, as d8a:5 is
        d6b is there twice
        there are 5 dice on the shelf, or 3 and 2 in the cauldron, and 4 in the cupboard
        option 'goal' of Polyhedral Potions is a number from 1 to 3, not 4
        Polyhedral Potions takes 1 to 4 seats, not 0
        a seat's line is: ferment … | dilute … | recipes … | spoiled 0 | abilities
        no two dice make a potion of 33
        no two dice make a potion of 5*
        dilute goes down: after 5 comes 4 or less, not 6
        recipes has 5 already, and takes each value once
        0 to 4 potions are spoiled
        no ability is called juggle
        seats take turns, but seat 0 has made 0 potions, and seat 1 1"#]]
    .assert_eq(&errors.join("\n"));
}

#[test]
fn a_sheet_reads_well() {
    let game = potions();
    let first =
        "ferment 3 9 10* | dilute 20 16 | recipes 4 12 | spoiled 1 | stir -nudge flip flip sweep";
    let second = "ferment 3 9 | dilute 20 16 | recipes 4 12 | spoiled 1 | -stir -nudge";
    let text = format!("{SHELF}\n{first}\n{second}");
    let scenario = Scenario::at(&game, parse(&game, &text).unwrap(), 1);
    expect![[r#"
        tracks_to_complete: 2
        seat 0: abilities {"args":{"list":{"list":[{"id":"word.stir","text":"stir"},{"args":{"ability":{"id":"word.flip","text":"flip"},"count":2},"id":"times","text":"{ability}×{count}"},{"id":"word.sweep","text":"sweep"}]}},"id":"abilities","text":"{list}"}, dilute {"points":3,"steps":["20","16",null,null,null,null]}, ferment {"points":6,"steps":["3","9","10*",null,null,null,null]}, recipes {"points":8,"steps":["4","12",null,null,null,null]}, score 16, spoiled {"points":-1,"steps":["×",null,null,null]}
        seat 1: abilities {"id":"word.none","text":"none"}, dilute {"points":3,"steps":["20","16",null,null,null,null]}, ferment {"points":3,"steps":["3","9",null,null,null,null,null]}, recipes {"points":8,"steps":["4","12",null,null,null,null]}, score 13, spoiled {"points":-1,"steps":["×",null,null,null]}
        shelf: 3 (d4) 5 (d6) 5 (d8) 7 (d12) 14 (d20)
        cupboard: 1 (d6) 4 (d8) 10 (d10) 2 (d10)
        cauldron:
        to act: seat 1"#]].assert_eq(&scenario.picture());
}

#[test]
fn the_laws_hold() {
    parlor_conformance::check(&potions());
}
