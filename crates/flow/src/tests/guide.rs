//! Step by step: the questions that lead to a command.

use parlor_core::{Answer, Answers, Guide, Guided};

use crate::prelude::*;

/// The question after these answers, or the command that they add up to.
fn ask(game: &FlowGame, answers: &[Answer]) -> String {
    let scenario = Scenario::new(game, 2, 1);
    let seat = scenario.to_act()[0];
    match game.guide(scenario.state(), seat, answers) {
        Ok(Guide::Done(command)) => format!("done: {command}"),
        Err(rejection) => format!("no: {rejection}"),
        Ok(Guide::Ask(question)) => {
            let answers = match question.answers {
                Answers::OneOf(choices) => {
                    let labels = choices.iter().map(|choice| choice.label.to_string());
                    labels.collect::<Vec<_>>().join(", ")
                }
                Answers::Number { min, max } => format!("{min} to {max}"),
                Answers::Text { longest } => format!("at most {longest} letters"),
            };
            format!("{} {answers}", question.prompt)
        }
    }
}

fn text(text: &str) -> Answer {
    Answer::Text(text.into())
}

#[test]
fn it_asks_for_the_action_then_for_each_choice() {
    let mut game = GameBuilder::new("test", "Test", 2..=2);
    let row = game.zone("row").add();
    for name in ["a", "b", "c"] {
        let tile = game.definition("tile", name);
        game.place(tile, row, 1);
    }
    game.action("take")
        .prompt("Take tiles")
        .choose_piece("tiles", move |_| row, |_, _| true)
        .many(1..=2)
        .prompt("Which ones?")
        .choose_seat("for", |at, seat| seat != at.seat())
        .skip_if_only_one()
        .run(|_, _| {});
    game.action("bid")
        .choose_number("coins", |_| 1..=9)
        .run(|_, _| {});
    game.action("shout")
        .choose_text("word", 1..=9, |_| vec!["hey".into()])
        .run(|_, _| {});
    let game = game.flow(step(["take", "bid", "shout"]).moves(0..=2));
    let lines = [
        ask(&game, &[]),
        ask(&game, &[text("take")]),
        ask(&game, &[text("take"), Answer::Number(1)]),
        ask(&game, &[text("take"), Answer::Number(1), Answer::Number(0)]),
        ask(&game, &[text("take"), Answer::Number(1), text("enough")]),
        ask(&game, &[text("take"), Answer::Number(7)]),
        ask(&game, &[text("bid")]),
        ask(&game, &[text("bid"), Answer::Number(3)]),
        ask(&game, &[text("bid"), Answer::Number(30)]),
        ask(&game, &[text("shout")]),
        ask(&game, &[text("shout"), text("ahoy")]),
        ask(&game, &[text("done")]),
        ask(&game, &[text("fly")]),
    ];
    expect_test::expect![[r#"
        What do you do? Take tiles, bid, shout, done
        Which ones? a, b, c
        Which ones? a, c, That is enough
        done: take 0+1 1
        done: take 1 1
        no: 7 is not among the answers
        Coins? 1 to 9
        done: bid 3
        no: 30 cannot be chosen as coins now
        Word? at most 9 letters
        done: shout ahoy
        done: done
        no: fly is not among the answers"#]]
    .assert_eq(&lines.join("\n"));
}

fn offered(game: &FlowGame, answers: &[Answer]) -> usize {
    let scenario = Scenario::new(game, 2, 1);
    match game.guide(scenario.state(), Seat(0), answers) {
        Ok(Guide::Ask(question)) => match question.answers {
            Answers::OneOf(choices) => choices.len(),
            _ => 0,
        },
        _ => 0,
    }
}

#[test]
fn what_depends_on_a_number_is_offered_for_that_number() {
    let mut game = GameBuilder::new("test", "Test", 2..=2);
    game.action("x")
        .choose_number("number", |_| 1..=3)
        .choose_from("times", |at| {
            let number = at.args().number("number");
            vec![number * 10, number * 100]
        })
        .run(|_, _| {});
    let game = game.flow(repeat(4, each_seat(step(["x"]))));
    parlor_conformance::check(&game);
    assert_eq!(
        ask(&game, &[Answer::Number(2), Answer::Number(20)]),
        "done: x 2 20"
    );
    assert!(ask(&game, &[Answer::Number(2), Answer::Number(10)]).starts_with("no"));
}

#[test]
fn many_can_be_left_away_and_be_more_than_are_listed() {
    let mut game = GameBuilder::new("test", "Test", 2..=2);
    let row = game.zone("row").add();
    let tile = game.definition("tile", "t");
    game.place(tile, row, 20);
    game.action("take")
        .choose_piece("tiles", move |_| row, |_, _| true)
        .many(7..=7)
        .optional()
        .run(|_, _| {});
    let game = game.flow(step(["take"]));
    assert_eq!(offered(&game, &[]), 21);
    assert_eq!(ask(&game, &[text("nothing")]), "done: take -");
    let last: Vec<Answer> = (13..20).rev().map(Answer::Number).collect();
    assert_eq!(ask(&game, &last), "done: take 13+14+15+16+17+18+19");
}

#[test]
fn a_text_can_be_left_away() {
    let mut game = GameBuilder::new("test", "Test", 2..=2);
    game.action("sign")
        .choose_text("name", 1..=20, |_| vec!["Ann".into()])
        .optional()
        .run(|_, _| {});
    let game = game.flow(step(["sign"]));
    assert_eq!(ask(&game, &[text("Bob")]), "done: sign Bob");
    assert_eq!(ask(&game, &[text("")]), "done: sign -");
}

#[test]
fn a_text_that_is_checked_is_asked_for_and_checked() {
    let mut game = GameBuilder::new("test", "Test", 2..=2);
    game.action("count")
        .choose_text("number", 1..=9, |_| vec!["7".into()])
        .check(|_, args| match args.text("number").parse::<u32>() {
            Ok(_) => Ok(()),
            Err(_) => Err(Rejection::new("no_number", "this is no number")),
        })
        .run(|_, _| {});
    let game = game.flow(step(["count"]));
    assert_eq!(ask(&game, &[text("12")]), "done: count 12");
    assert_eq!(ask(&game, &[text("x")]), "no: this is no number");
}
