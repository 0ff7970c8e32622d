//! Positions as text, one behaviour a test.

use expect_test::{Expect, expect};

use super::*;

/// Plays commands from a position, and compares the position after them, what was told of the last one, and who is to act
/// or has won. What the dice show after a roll is the seed's.
fn check(position: &str, commands: &[&str], expect: Expect) {
    let game = yacht_dice();
    let position = parse(&game, position).unwrap();
    crate::testing::check_on_table(&game, position, print, commands, expect);
}

/// The boxes that are offered, with their points.
fn boxes(position: &str) -> String {
    let game = yacht_dice();
    let scenario = Scenario::at(&game, parse(&game, position).unwrap(), 1);
    let legal = scenario.legal();
    let boxes = legal.iter().filter_map(|text| text.strip_prefix("enter "));
    boxes.collect::<Vec<_>>().join(", ")
}

/// A sheet of twelve boxes, all but one, for nothing in the lower ones.
fn all_but(open: Category) -> String {
    let filled = Category::ALL
        .into_iter()
        .filter(|category| *category != open);
    let texts = filled.map(|category| match category {
        Category::Chance => "chance 5".into(),
        _ => format!("{} 0", category.name()),
    });
    texts.collect::<Vec<_>>().join(" ")
}

#[test]
fn every_box_has_its_points() {
    expect!["ones for 1, twos for 2, threes for 6, fours for 0, fives for 5, sixes for 0, three of a kind for 0, four of a kind for 0, full house for 0, small straight for 0, large straight for 0, yacht for 0, chance for 14"]
        .assert_eq(&boxes("- | roll 1: 1 2 3 3 5"));
}

#[test]
fn a_turn_has_three_rolls_and_ends_with_a_box() {
    check(
        "- | - | roll 1: 1 2 3 4 6",
        &["roll 6 again"],
        expect![[r#"
            - | - | roll 2: 1 2 3 4 4
            - seat 0: roll 6 again
            - seat 0 has rolled 1 2 3 4 4
            seat 0 to act"#]],
    );
    check(
        "- | - | roll 1: 1 2 3 4 6",
        &["roll 6 again", "roll 1 2 again"],
        expect![[r#"
            - | - | roll 3: 1 4 3 4 4
            - seat 0: roll 1 2 again
            - seat 0 has rolled 1 4 3 4 4
            seat 0 to act"#]],
    );
    check(
        "- | - | roll 3: 1 2 3 4 6",
        &["roll 6 again"],
        expect!["roll 6 again is refused (not_now): roll is not possible now"],
    );
    check(
        "- | - | roll 3: 1 2 3 4 6",
        &["enter small-straight"],
        expect![[r#"
            small-straight 30 | - | roll 1: 4 1 4 6 6
            - seat 0: enter small straight for 30
            - seat 1 has rolled 4 1 4 6 6
            seat 1 to act"#]],
    );
}

#[test]
fn a_turn_may_end_before_the_last_roll() {
    check(
        "- | roll 1: 2 3 4 5 6",
        &["enter large-straight"],
        expect![[r#"
            large-straight 40 | roll 1: 4 1 4 6 6
            - seat 0: enter large straight for 40
            - seat 0 has rolled 4 1 4 6 6
            seat 0 to act"#]],
    );
    check(
        "- | roll 2: 2 3 4 5 6",
        &["enter large-straight"],
        expect![[r#"
            large-straight 40 | roll 1: 4 1 4 6 6
            - seat 0: enter large straight for 40
            - seat 0 has rolled 4 1 4 6 6
            seat 0 to act"#]],
    );
}

#[test]
fn any_dice_are_rolled_again_but_not_none() {
    check(
        "- | roll 1: 1 2 3 4 6",
        &["roll"],
        expect!["roll is refused (wrong_answers): roll asks for: dice"],
    );
    let game = yacht_dice();
    let scenario = Scenario::at(&game, parse(&game, "- | roll 1: 1 2 3 4 6").unwrap(), 1);
    let legal = scenario.legal();
    let rolls = legal.iter().filter(|text| text.starts_with("roll "));
    assert_eq!(rolls.count(), 31);
}

#[test]
fn a_box_is_filled_only_once() {
    check(
        "chance 20 | roll 1: 1 2 3 4 6",
        &["enter chance"],
        expect!["enter chance is refused (filled): that box is filled already"],
    );
}

#[test]
fn what_does_not_fit_counts_nothing() {
    check(
        "- | roll 3: 1 1 3 4 6",
        &["enter yacht"],
        expect![[r#"
        yacht 0 | roll 1: 4 1 4 6 6
        - seat 0: enter yacht for 0
        - seat 0 has rolled 4 1 4 6 6
        seat 0 to act"#]],
    );
}

#[test]
fn three_and_four_alike_count_all_dice() {
    let sheet = "ones 0 twos 0 threes 0 fours 0 fives 0 sixes 0";
    let offered = |dice: &str| boxes(&format!("{sheet} | roll 3: {dice}"));
    expect!["three of a kind for 22, four of a kind for 22, full house for 0, small straight for 0, large straight for 0, yacht for 0, chance for 22"].assert_eq(&offered("4 4 4 4 6"));
    expect!["three of a kind for 19, four of a kind for 0, full house for 25, small straight for 0, large straight for 0, yacht for 0, chance for 19"].assert_eq(&offered("2 5 2 5 5"));
}

#[test]
fn five_of_a_kind_are_no_full_house_while_the_yacht_is_open() {
    let sheet = "ones 0 twos 0 threes 0 fours 0 fives 0 sixes 0";
    expect!["three of a kind for 25, four of a kind for 25, full house for 0, small straight for 0, large straight for 0, yacht for 50, chance for 25"].assert_eq(&boxes(&format!("{sheet} | roll 3: 5 5 5 5 5")));
}

#[test]
fn the_upper_bonus_comes_at_exactly_63() {
    let sheet = "twos 6 threes 9 fours 12 fives 15 sixes 18";
    check(
        &format!("{sheet} | roll 3: 1 1 1 2 3"),
        &["enter ones"],
        expect![[r#"
            ones 3 twos 6 threes 9 fours 12 fives 15 sixes 18 | roll 1: 4 1 4 6 6
            - seat 0: enter ones for 3
            - seat 0 has 63 in the upper boxes: 35 more
            - seat 0 has rolled 4 1 4 6 6
            seat 0 to act"#]],
    );
    check(
        &format!("{sheet} | roll 3: 1 1 4 2 3"),
        &["enter ones"],
        expect![[r#"
            ones 2 twos 6 threes 9 fours 12 fives 15 sixes 18 | roll 1: 4 1 4 6 6
            - seat 0: enter ones for 2
            - seat 0 has rolled 4 1 4 6 6
            seat 0 to act"#]],
    );
    let score = |position: &str| {
        let game = yacht_dice();
        let scenario = Scenario::at(&game, parse(&game, position).unwrap(), 1);
        scenario.view(Viewer::Spectator).seats[0].values["score"].clone()
    };
    assert_eq!(
        score(&format!("ones 3 {sheet} | roll 1: 1 1 1 2 3")),
        63 + 35
    );
    assert_eq!(score(&format!("ones 2 {sheet} | roll 1: 1 1 1 2 3")), 62);
}

#[test]
fn a_joker_goes_into_the_upper_box_of_its_face_first() {
    let position = "yacht 50 | roll 2: 4 4 4 4 4";
    expect!["fours for 20"].assert_eq(&boxes(position));
    check(
        position,
        &["enter full-house"],
        expect![
            "enter full-house is refused (joker_upper): another five of a kind goes into fours while that is open"
        ],
    );
    check(
        position,
        &["enter fours"],
        expect![[r#"
        fours 20 yacht 50 extra 1 | roll 1: 4 1 4 6 6
        - seat 0: enter fours for 20
        - Another five of a kind: 100 more for seat 0
        - seat 0 has rolled 4 1 4 6 6
        seat 0 to act"#]],
    );
}

#[test]
fn a_joker_goes_into_a_lower_box_next_and_counts_in_full() {
    let position = "fours 16 yacht 50 | roll 2: 4 4 4 4 4";
    expect!["three of a kind for 20, four of a kind for 20, full house for 25, small straight for 30, large straight for 40, chance for 20"].assert_eq(&boxes(position));
    check(
        position,
        &["enter ones"],
        expect![
            "enter ones is refused (joker_lower): another five of a kind goes into a lower box while one is open"
        ],
    );
    check(
        position,
        &["enter large-straight"],
        expect![[r#"
        fours 16 large-straight 40 yacht 50 extra 1 | roll 1: 4 1 4 6 6
        - seat 0: enter large straight for 40
        - Another five of a kind: 100 more for seat 0
        - seat 0 has rolled 4 1 4 6 6
        seat 0 to act"#]],
    );
}

#[test]
fn a_joker_goes_into_another_upper_box_last_and_for_nothing() {
    let lower = "three-of-a-kind 20 four-of-a-kind 0 full-house 25 small-straight 30 large-straight 40 yacht 50 chance 20";
    let position = format!("fours 16 {lower} | roll 3: 4 4 4 4 4");
    expect!["ones for 0, twos for 0, threes for 0, fives for 0, sixes for 0"]
        .assert_eq(&boxes(&position));
    check(
        &position,
        &["enter ones"],
        expect![[r#"
        ones 0 fours 16 three-of-a-kind 20 four-of-a-kind 0 full-house 25 small-straight 30 large-straight 40 yacht 50 chance 20 extra 1 | roll 1: 4 1 4 6 6
        - seat 0: enter ones for 0
        - Another five of a kind: 100 more for seat 0
        - seat 0 has rolled 4 1 4 6 6
        seat 0 to act"#]],
    );
}

#[test]
fn a_yacht_for_nothing_makes_jokers_without_the_hundred() {
    check(
        "fours 16 yacht 0 | roll 2: 4 4 4 4 4",
        &["enter small-straight"],
        expect![[r#"
            fours 16 small-straight 30 yacht 0 | roll 1: 4 1 4 6 6
            - seat 0: enter small straight for 30
            - seat 0 has rolled 4 1 4 6 6
            seat 0 to act"#]],
    );
}

#[test]
fn the_first_yacht_is_no_joker() {
    check(
        "fours 16 | roll 2: 4 4 4 4 4",
        &["enter yacht"],
        expect![[r#"
            fours 16 yacht 50 | roll 1: 4 1 4 6 6
            - seat 0: enter yacht for 50
            - seat 0 has rolled 4 1 4 6 6
            seat 0 to act"#]],
    );
}

#[test]
fn without_jokers_five_of_a_kind_are_dice_like_any_other() {
    let position = "yacht 50 | roll 2: 4 4 4 4 4, no jokers";
    expect!["ones for 0, twos for 0, threes for 0, fours for 20, fives for 0, sixes for 0, three of a kind for 20, four of a kind for 20, full house for 0, small straight for 0, large straight for 0, chance for 20"].assert_eq(&boxes(position));
    check(
        position,
        &["enter full-house"],
        expect![[r#"
        full-house 0 yacht 50 | roll 1: 4 1 4 6 6, no jokers
        - seat 0: enter full house for 0
        - seat 0 has rolled 4 1 4 6 6
        seat 0 to act"#]],
    );
}

#[test]
fn the_last_box_ends_the_match() {
    let (first, second) = (all_but(Category::Sixes), all_but(Category::Chance));
    let position = format!("{first} sixes 6 | {second} | roll 3: 1 2 2 2 2");
    check(
        &position,
        &["enter chance"],
        expect![[r#"
        ones 0 twos 0 threes 0 fours 0 fives 0 sixes 6 three-of-a-kind 0 four-of-a-kind 0 full-house 0 small-straight 0 large-straight 0 yacht 0 chance 5 | ones 0 twos 0 threes 0 fours 0 fives 0 sixes 0 three-of-a-kind 0 four-of-a-kind 0 full-house 0 small-straight 0 large-straight 0 yacht 0 chance 9 | roll 0: 1 2 2 2 2
        - seat 1: enter chance for 9
        [Seat(0)] first"#]],
    );
    check(
        &position,
        &["enter chance", "enter chance"],
        expect!["enter chance is refused (match_over): the match is over"],
    );
}

#[test]
fn a_player_who_leaves_is_passed_over() {
    let game = yacht_dice();
    let state = parse(&game, "chance 20 | - | - | roll 2: 1 2 3 4 6").unwrap();
    let mut scenario = Scenario::at(&game, state, 1);
    scenario
        .system(parlor_core::SystemCommand::Resign { seat: Seat(1) })
        .unwrap();
    expect!["chance 20 | - | - | roll 1: 4 1 4 6 6 — [Seat(2)]"].assert_eq(&format!(
        "{} — {:?}",
        print(scenario.state()),
        scenario.to_act()
    ));
    scenario.play("enter ones").unwrap();
    assert_eq!(scenario.to_act(), [Seat(0)]);
}

#[test]
fn texts_that_are_no_positions_say_why() {
    let error = |text: &str| parse(&yacht_dice(), text).unwrap_err().to_string();
    let texts = [
        "roll 1: 1 2 3 4 5",
        "ones | roll 1: 1 2 3 4 5",
        "ones x | roll 1: 1 2 3 4 5",
        "elevens 3 | roll 1: 1 2 3 4 5",
        "twos 3 | roll 1: 1 2 3 4 5",
        "full-house 20 | roll 1: 1 2 3 4 5",
        "ones 3 ones 3 | roll 1: 1 2 3 4 5",
        "yacht 50 extra 1 | roll 1: 1 2 3 4 5",
        "ones 3 yacht 50 extra 1 | roll 1: 1 2 3 4 5, no jokers",
        "- | ones 3 | roll 1: 1 2 3 4 5",
        "- | roll 4: 1 2 3 4 5",
        "- | roll 0: 1 2 3 4 5",
        "- | roll 1: 1 2 3 4",
        "- | roll 1: 1 2 3 4 7",
        "- | rolled",
    ];
    let errors: Vec<String> = texts.iter().map(|text| error(text)).collect();
    expect![[r#"
        Yacht dice takes 1 to 6 seats, not 0
        each box has a name and its points, as in 'ones 3'
        'x' is no number of points
        no box is called 'elevens'
        twos cannot be worth 3
        full-house cannot be worth 20
        ones is there twice
        there can be 0 to 0 extra, not 1
        without jokers there is nothing extra
        seats take turns, but seat 0 has filled 0 boxes, and seat 1 1
        the dice are rolled 1 to 3 times, or 0 when all boxes are filled
        the dice are rolled 1 to 3 times, or 0 when all boxes are filled
        there are five dice that show 1 to 6
        there are five dice that show 1 to 6
        the last part is 'roll 2: 3 4 4 6 6'"#]]
    .assert_eq(&errors.join("\n"));
}

#[test]
fn a_sheet_reads_well() {
    let game = yacht_dice();
    let first = "ones 3 twos 6 threes 9 fours 12 fives 15 sixes 18 full-house 25 yacht 50 extra 2";
    let second =
        "ones 3 twos 6 threes 9 four-of-a-kind 0 full-house 25 small-straight 30 chance 20";
    let text = format!("{first} | {second} | roll 2: 1 1 1 2 3");
    let scenario = Scenario::at(&game, parse(&game, &text).unwrap(), 1);
    expect![[r#"
        seat 0: extra "2 × 100", lower [null,null,25,null,null,50,null], score 373, upper [3,6,9,12,15,18]
        seat 1: lower [{"would":8},0,25,30,{"would":0},{"would":0},20], score 93, upper [3,6,9,{"would":0},{"would":0},{"would":0}]
        dice: 1 1 1 2 3
        to act: seat 1"#]].assert_eq(&scenario.picture());
}

#[test]
fn the_laws_hold() {
    parlor_conformance::check(&yacht_dice());
}
