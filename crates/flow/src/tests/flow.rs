//! Nodes: what happens in which order.

use parlor_core::{Budget, Decision, Game, Rng, SystemCommand};

use super::Diary;
use crate::prelude::*;

#[test]
fn a_round_goes_forward_from_the_first_seat() {
    let diary = Diary::new(3..=3);
    let round = each_seat(diary.seat());
    assert_eq!(diary.read(3, round), [0, 1, 2]);
}

#[test]
fn a_round_goes_backward_from_the_last_seat() {
    let diary = Diary::new(3..=3);
    let round = each_seat(diary.seat()).order(Order::backward());
    assert_eq!(diary.read(3, round), [2, 1, 0]);
}

#[test]
fn a_round_starts_where_it_is_told_to() {
    let diary = Diary::new(4..=4);
    let forward = each_seat(diary.seat()).order(Order::forward().starting_from(|_| Seat(2)));
    let backward = each_seat(diary.seat()).order(Order::backward().starting_from(|_| Seat(2)));
    assert_eq!(
        diary.read(4, sequence([forward, backward])),
        [2, 3, 0, 1, 2, 1, 0, 3]
    );
}

#[test]
fn a_round_goes_on_from_whoever_was_last() {
    let diary = Diary::new(3..=3);
    let first = each_seat(diary.seat()).order(Order::forward().only([Seat(1)]));
    let again = each_seat(diary.seat()).order(Order::from_current());
    let next = each_seat(diary.seat()).order(Order::from_next());
    assert_eq!(
        diary.read(3, sequence([first, again, next])),
        [1, 1, 2, 0, 1, 2, 0]
    );
}

#[test]
fn a_round_takes_only_some_seats_or_a_list_of_them() {
    let diary = Diary::new(4..=4);
    let only = each_seat(diary.seat()).order(Order::forward().only([Seat(3), Seat(1)]));
    let filter = each_seat(diary.seat()).order(Order::forward().filter(|_, seat| seat.0 % 2 == 0));
    let list = each_seat(diary.seat()).order(Order::by(|_| vec![Seat(3), Seat(0), Seat(3)]));
    assert_eq!(
        diary.read(4, sequence([only, filter, list])),
        [1, 3, 0, 2, 3, 0, 3]
    );
}

#[test]
fn whoever_is_out_is_left_out() {
    let diary = Diary::new(3..=3);
    let out = run(|play| play.eliminate(Seat(1)));
    let flow = sequence([out, each_seat(diary.seat())]);
    assert_eq!(diary.read(3, flow), [0, 2]);
}

#[test]
fn an_outer_round_goes_on_with_its_own_seat() {
    let diary = Diary::new(2..=2);
    let inner = each_seat(run(|_| {})).order(Order::backward());
    let flow = each_seat(sequence([inner, diary.seat()]));
    assert_eq!(diary.read(2, flow), [0, 1]);
}

#[test]
fn an_item_is_the_same_in_rounds_within_its_for_each() {
    let items = |_: &At<'_>| vec![10_i64, 20];
    let diary = Diary::new(2..=2);
    let twice = for_each(items, |item| {
        repeat(2, diary.number(move |at| at.local(item)))
    });
    assert_eq!(diary.read(2, twice), [10, 10, 20, 20]);
    let diary = Diary::new(2..=2);
    let by = Order::by(|_| vec![Seat(1), Seat(0)]);
    let seats = for_each(items, |item| {
        each_seat(diary.number(move |at| at.local(item))).order(by)
    });
    assert_eq!(diary.read(2, seats), [10, 10, 20, 20]);
    let diary = Diary::new(2..=2);
    let pairs = for_each(items, |outer| {
        let inner = move |at: &At<'_>| vec![at.local(outer) + 1, at.local(outer) + 2];
        for_each(inner, |item| {
            diary.number(move |at| at.local(outer) + at.local(item))
        })
    });
    assert_eq!(diary.read(2, pairs), [21, 22, 41, 42]);
}

#[test]
fn loops_repeat_and_count() {
    let mut diary = Diary::new(1..=1);
    let left = diary.game.value("left", 3_i64).add();
    let down = run(move |play| play.add(left, -1));
    let until_zero = repeat_while(
        move |at| at.value(left) > 0,
        sequence([diary.number(move |at| at.value(left)), down]),
    );
    let twice = repeat(2, diary.number(|_| 7));
    let items = for_each(
        |_| vec![5_i64, 8],
        |item| diary.number(move |at| at.local(item)),
    );
    assert_eq!(
        diary.read(1, sequence([until_zero, twice, items])),
        [3, 2, 1, 7, 7, 5, 8]
    );
}

#[test]
fn how_often_to_repeat_is_said_once() {
    let mut diary = Diary::new(1..=1);
    let times = diary.game.value("times", 2_i64).add();
    let body = sequence([run(move |play| play.add(times, 5)), diary.number(|_| 1)]);
    let flow = repeat_times(move |at| at.value(times), body);
    assert_eq!(diary.read(1, flow), [1, 1]);
}

#[test]
fn branches_take_one_way() {
    let mut diary = Diary::new(1..=1);
    let value = diary.game.value("value", 2_i64).add();
    let on = move |at: &At<'_>| at.value(value);
    let cases = switch(on, [(1, diary.number(|_| 10)), (2, diary.number(|_| 20))]);
    let none = switch(on, [(1, diary.number(|_| 10))]).otherwise(diary.number(|_| 30));
    let yes = when(move |at| at.value(value) == 2, diary.number(|_| 1));
    let no =
        when(move |at| at.value(value) == 3, diary.number(|_| 2)).otherwise(diary.number(|_| 3));
    let change = set(value, |_| 9);
    let after = diary.number(on);
    assert_eq!(
        diary.read(1, sequence([cases, none, yes, no, change, after])),
        [20, 30, 1, 3, 9]
    );
}

#[test]
fn a_state_machine_goes_where_its_transitions_lead() {
    let mut diary = Diary::new(1..=1);
    let energy = diary.game.value("energy", 2_i64).add();
    let tired = move |at: &At<'_>| at.value(energy) == 0;
    let work = sequence([diary.number(|_| 1), run(move |play| play.add(energy, -1))]);
    let rest = diary.number(|_| 2);
    let machine = states([
        state("work", work).to("rest", tired).to("work", |_| true),
        state("rest", rest),
    ]);
    assert_eq!(diary.read(1, machine), [1, 1, 2]);
}

#[test]
#[should_panic(expected = "there is no such state")]
fn a_transition_into_nowhere_is_a_mistake() {
    states([state("here", sequence([])).to("there", |_| true)]);
}

#[test]
fn phases_begin_and_end() {
    let diary = Diary::new(1..=1);
    let pages = diary.pages;
    let inner = phase("inner", "Inner", diary.number(|_| 2));
    let outer = phase("outer", "Outer", sequence([inner, diary.number(|_| 3)]))
        .on_enter(move |play| play.push(Seat(0), pages, 1))
        .on_leave(move |play| play.push(Seat(0), pages, 4));
    assert_eq!(diary.read(1, outer), [1, 2, 3, 4]);
}

/// One seat that can count up, and give up.
fn counting(step: StepSpec) -> (FlowGame, Value<i64>) {
    let mut game = GameBuilder::new("count", "Count", 1..=2);
    let count = game.value("count", 0_i64).add();
    game.action("up").run(move |play, _| play.add(count, 1));
    game.action("again").run(move |play, _| {
        play.add(count, 10);
        play.again();
    });
    let end = set(count, move |at| at.value(count) + 1_000);
    (
        game.flow(sequence([phase("counting", "Counting", step), end])),
        count,
    )
}

#[test]
fn a_step_takes_as_many_moves_as_it_says() {
    let (game, count) = counting(step(["up"]).moves(2..=3));
    let mut scenario = Scenario::new(&game, 1, 1);
    assert_eq!(scenario.play("done").unwrap_err().code(), "not_now");
    scenario.play_all(["up", "up"]).unwrap();
    assert_eq!(scenario.legal(), ["up", "done"]);
    scenario.play("done").unwrap();
    assert_eq!(scenario.table().value(count), 1_002);
    let mut scenario = Scenario::new(&game, 1, 1);
    scenario.play_all(["up", "up", "up"]).unwrap();
    assert!(scenario.to_act().is_empty());
}

#[test]
fn a_step_repeats_until_something_holds() {
    let mut spec = None;
    let (_, count) = counting(step(["up"]));
    spec.get_or_insert(step(["up"]).until(move |at| at.value(count) == 2));
    let (game, count) = counting(spec.unwrap());
    let mut scenario = Scenario::new(&game, 1, 1);
    scenario.play_all(["up", "up"]).unwrap();
    assert_eq!(scenario.table().value(count), 1_002);
}

#[test]
fn an_extra_move_does_not_count() {
    let (game, count) = counting(step(["up", "again"]));
    let mut scenario = Scenario::new(&game, 1, 1);
    scenario.play_all(["again", "again", "up"]).unwrap();
    assert_eq!(scenario.table().value(count), 1_021);
}

#[test]
fn a_step_can_be_skipped_and_belong_to_another_seat() {
    let (game, count) = counting(step(["up"]).skip_if(|_| true));
    assert_eq!(Scenario::new(&game, 1, 1).table().value(count), 1_000);
    let (game, _) = counting(step(["up"]).by(|_| Seat(1)));
    assert_eq!(Scenario::new(&game, 2, 1).to_act(), [Seat(1)]);
}

#[test]
fn the_view_says_phase_prompt_and_time() {
    let (game, _) = counting(step(["up"]).prompt("Count!").time_limit_ms(5_000));
    let scenario = Scenario::new(&game, 1, 1);
    let view = scenario.view(Viewer::Seat(Seat(0)));
    assert_eq!(view.phase.unwrap().to_string(), "Counting");
    assert_eq!(view.prompt.unwrap().to_string(), "Count!");
    assert_eq!(view.time_limit_ms, Some(5_000));
    assert!(parlor_core::Game::info(&game).timed);
    assert_eq!(scenario.view(Viewer::Spectator).prompt, None);
}

/// What the opening of a game answers.
fn opening(game: &FlowGame) -> Result<(), String> {
    let setup = Setup::new(&game.info(), 1).unwrap();
    let state = game.setup(&setup).unwrap();
    let (mut rng, mut events) = (Rng::from_integer(1), Vec::new());
    let mut decision = Decision::new(&mut rng, &mut events, Budget::default());
    let answer = game.system(&state, &SystemCommand::Open, &mut decision);
    answer
        .map(|_| ())
        .map_err(|rejection| rejection.to_string())
}

#[test]
fn endless_flows_end_in_a_clear_error() {
    let turns = |most| {
        let game = GameBuilder::new("endless", "Endless", 1..=1);
        opening(&game.flow(repeat_while(|_| true, run(|_| {})).at_most(most)))
    };
    expect_test::expect![
        "a loop of the flow (node 1) went on for more than 50 turns without anybody acting"
    ]
    .assert_eq(&turns(50).unwrap_err());
    expect_test::expect!["the rules went past their limit of 10000 steps for one command"]
        .assert_eq(&turns(u32::MAX).unwrap_err());
}

#[test]
fn hooks_that_set_each_other_off_end_in_a_clear_error() {
    let mut game = GameBuilder::new("pingpong", "Ping pong", 1..=1);
    let (ping, pong) = (game.zone("ping").add(), game.zone("pong").add());
    let ball = game.definition("ball", "ball");
    game.place(ball, ping, 1);
    game.on_enter(ping, move |play, ball| play.put(ball, pong));
    game.on_enter(pong, move |play, ball| play.put(ball, ping));
    game.opening(move |play| {
        play.draw(ping, pong);
    });
    expect_test::expect!["the rules react to each other without end"]
        .assert_eq(&opening(&game.flow(sequence([]))).unwrap_err());
}

#[test]
fn hooks_fire_when_a_piece_comes_and_goes() {
    let mut diary = Diary::new(1..=1);
    let (here, there) = (
        diary.game.zone("here").add(),
        diary.game.zone("there").each_seat(),
    );
    let stone = diary.game.definition("stone", "stone");
    let pages = diary.pages;
    diary
        .game
        .on_enter(there, move |play, _| play.push(Seat(0), pages, 1));
    diary
        .game
        .on_exit(there, move |play, _| play.push(Seat(0), pages, 2));
    let flow = run(move |play| {
        let stone = play.create(stone, here, None);
        play.put(stone, there.of(Seat(0)));
        play.put_under(stone, there.of(Seat(0)));
        play.remove(stone);
    });
    assert_eq!(diary.read(1, flow), [1, 2]);
}

#[test]
#[should_panic(expected = "the flow asks for the action 'fly'; there are: walk")]
fn a_flow_that_asks_for_an_unknown_action_is_a_mistake() {
    let mut game = GameBuilder::new("none", "None", 1..=1);
    game.action("walk").run(|_, _| {});
    game.flow(step(["fly"]));
}

#[test]
fn the_match_ends_as_soon_as_the_rules_say() {
    let mut game = GameBuilder::new("first", "First", 2..=2);
    let count = game.value("count", 0_i64).add();
    game.action("up").run(move |play, _| play.add(count, 1));
    game.ends_when(move |at| at.value(count) == 3);
    game.winners("counted to three", |at| SeatSet::one(at.seat()));
    let game = game.flow(forever(each_seat(step(["up"]))));
    let mut scenario = Scenario::new(&game, 2, 1);
    scenario.play_all(["up", "up", "up"]).unwrap();
    assert_eq!(scenario.winners(), [Seat(0)]);
    assert_eq!(scenario.play("up").unwrap_err().code(), "match_over");
}

#[test]
fn another_move_is_asked_for_only_in_the_step_that_grants_it() {
    let mut game = GameBuilder::new("leak", "Leak", 2..=2);
    let count = game.value("count", 0_i64).add();
    game.action("go").run(|play, _| play.again());
    game.action("up").run(move |play, _| play.add(count, 1));
    let wish = run(|play| play.again());
    let both = together(["go"]).at_once();
    let game = game.flow(sequence([both.into(), wish, step(["up"]).into()]));
    let mut scenario = Scenario::new(&game, 2, 1);
    scenario.play_all(["go", "go", "up"]).unwrap();
    assert!(scenario.to_act().is_empty());
}

#[test]
fn who_can_do_nothing_may_have_lost() {
    let mut game = GameBuilder::new("stuck", "Stuck", 2..=2);
    let heap = game.value("heap", 3_i64).add();
    game.action("take")
        .choose_number("sticks", move |at| 1..=at.value(heap).min(2))
        .run(move |play, args| play.add(heap, -args.number("sticks")));
    game.winners("the other one is stuck", |at| {
        SeatSet::one(at.next(at.seat()))
    });
    let turn = step(["take"]).if_stuck(|play| play.finish());
    let game = game.flow(forever(each_seat(turn)));
    parlor_conformance::check(&game);
    let mut scenario = Scenario::new(&game, 2, 1);
    scenario.play_all(["take 2", "take 1"]).unwrap();
    assert_eq!(scenario.winners(), [Seat(1)]);
}

#[test]
fn a_loop_may_wait_as_often_as_it_likes() {
    let mut game = GameBuilder::new("long", "Long", 1..=1);
    let count = game.value("count", 0_i64).add();
    game.action("up").run(move |play, _| play.add(count, 1));
    let game = game.flow(repeat_while(move |at| at.value(count) < 30, step(["up"])).at_most(5));
    let mut scenario = Scenario::new(&game, 1, 1);
    scenario.play_all(["up"; 30]).unwrap();
    assert!(scenario.to_act().is_empty());
}
