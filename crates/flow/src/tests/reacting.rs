//! Happenings, watchers, schedules, and what settles a position.

use super::Diary;
use crate::prelude::*;

#[test]
fn watchers_react_when_the_rule_has_returned_and_in_the_order_of_what_happened() {
    let mut diary = Diary::new(1..=1);
    let pages = diary.pages;
    let (from, to) = (diary.game.zone("from").add(), diary.game.zone("to").add());
    for number in 0..3 {
        let card = diary.game.definition("card", &number.to_string());
        diary.game.place(card, from, 1);
    }
    diary.game.on_move(move |play, it| {
        assert!(it.leaves(from) && it.enters(to));
        let piece = it.piece().unwrap().pack();
        play.push(Seat(0), pages, piece);
    });
    let moves = run(move |play| {
        play.draw_many(from, to, 3);
        play.push(Seat(0), pages, -1);
    });
    assert_eq!(diary.read(1, moves), [-1, 2, 1, 0]);
}

#[test]
fn moves_within_a_zone_are_no_news() {
    let mut diary = Diary::new(1..=1);
    let zone = diary.game.zone("zone").add();
    let card = diary.game.definition("card", "a");
    diary.game.place(card, zone, 2);
    diary.game.on_move(|_, _| panic!("nothing went anywhere"));
    let moves = run(move |play| {
        let first = play.zone(zone).first().unwrap();
        play.put(first, zone);
    });
    assert_eq!(diary.read(1, moves), [0_i64; 0]);
}

#[test]
fn what_watchers_do_is_watched_too() {
    let mut diary = Diary::new(1..=1);
    let pages = diary.pages;
    let zones: Vec<Zone> = ["a", "b", "c"]
        .map(|name| diary.game.zone(name).add())
        .to_vec();
    let (a, b, c) = (zones[0], zones[1], zones[2]);
    let card = diary.game.definition("card", "x");
    diary.game.place(card, a, 1);
    diary.game.on_enter(b, move |play, piece| {
        play.push(Seat(0), pages, 1);
        play.put(piece, c);
    });
    diary
        .game
        .on_exit(b, move |play, _| play.push(Seat(0), pages, 2));
    let moves = run(move |play| {
        play.draw(a, b);
    });
    assert_eq!(diary.read(1, moves), [1, 2]);
}

#[test]
fn reactions_without_end_are_refused() {
    let mut game = GameBuilder::new("echo", "Echo", 1..=1);
    let ping = game.happening("ping", "ping");
    game.on(ping, move |play, _| play.post(ping, []));
    game.action("call").run(move |play, _| play.post(ping, []));
    let game = game.flow(forever(each_seat(step(["call"]))));
    let mut scenario = Scenario::new(&game, 1, 1);
    let code = scenario.play("call").unwrap_err().code().to_string();
    assert!(
        ["endless_reactions", "over_budget"].contains(&&*code),
        "{code}"
    );

    let mut game = GameBuilder::new("never", "Never", 1..=1);
    let on = game.value("on", false).add();
    game.settle(move |play| {
        let now = play.value(on);
        play.set_value(on, !now);
        true
    });
    game.action("call").run(|_, _| {});
    let game = game.flow(forever(each_seat(step(["call"]))));
    let setup = parlor_core::Setup::new(&parlor_core::Game::info(&game), 1).unwrap();
    let mut never = parlor_core::Match::new(game, setup, parlor_core::Seed::Integer(1)).unwrap();
    let call = never.legal(Seat(0)).remove(0);
    let refused = never.play(Seat(0), &call).unwrap_err();
    let code = refused.code().to_string();
    assert!(
        ["endless_reactions", "over_budget"].contains(&&*code),
        "{code}"
    );
}

#[test]
fn a_cause_and_an_amount_reach_the_watcher() {
    let mut diary = Diary::new(2..=2);
    let pages = diary.pages;
    let hurt = diary.game.happening("hurt", "{seat} loses {amount}");
    diary.game.on(hurt, move |play, it| {
        assert_eq!(it.cause.unwrap().as_str(), "poison");
        assert_eq!(it.seat(), Some(Seat(1)));
        play.push(Seat(0), pages, it.amount);
    });
    let flow = run(move |play| {
        play.because("poison", |play| play.post(hurt, [Seat(1).into(), 4.into()]));
    });
    assert_eq!(diary.read(2, flow), [4]);
}

#[test]
fn attributes_that_change_are_watched_with_the_difference() {
    let mut diary = Diary::new(1..=1);
    let pages = diary.pages;
    let zone = diary.game.zone("zone").add();
    let health = diary
        .game
        .attribute::<i64>("health")
        .changes()
        .start(5)
        .add();
    let ox = diary.game.definition("card", "ox");
    diary.game.place(ox, zone, 1);
    diary
        .game
        .on_set(health, move |play, it| play.push(Seat(0), pages, it.amount));
    let flow = run(move |play| {
        let ox = play.zone(zone).top().unwrap();
        play.set(ox, health, 2);
    });
    assert_eq!(diary.read(1, flow), [-3]);
}

#[test]
fn a_replacement_is_asked_once_for_each_move() {
    let mut diary = Diary::new(1..=1);
    let pages = diary.pages;
    let (a, b, c) = (
        diary.game.zone("a").add(),
        diary.game.zone("b").add(),
        diary.game.zone("c").add(),
    );
    let card = diary.game.definition("card", "x");
    diary.game.place(card, a, 1);
    // To and fro, which would go on for ever.
    diary.game.instead_of_move(b, move |_, _| Some(c.into()));
    diary.game.instead_of_move(c, move |_, _| Some(b.into()));
    diary.game.on_move(move |play, it| {
        let there = it.enters(b);
        play.push(Seat(0), pages, there.into());
    });
    let flow = run(move |play| {
        play.draw(a, b);
    });
    assert_eq!(diary.read(1, flow), [1]);
}

/// Two seats in turn, who can schedule a note.
fn noting(diary: &mut Diary, when: impl Fn(Piece) -> When + Send + Sync + 'static) -> [Zone; 2] {
    let pages = diary.pages;
    let (field, grave) = (
        diary.game.zone("field").add(),
        diary.game.zone("grave").add(),
    );
    let ox = diary.game.definition("card", "ox");
    diary.game.place(ox, field, 1);
    let note = diary.game.procedure("note", move || {
        run(move |play| {
            let turn = play.at().turn().pack();
            play.push(Seat(0), pages, turn);
        })
    });
    diary.game.action("plan").run(move |play, _| {
        let ox = play.zone(field).top().unwrap();
        play.schedule(when(ox), note, ());
    });
    diary.game.action("wait").run(|_, _| {});
    diary.game.action("bury").run(move |play, _| {
        play.draw(field, grave);
    });
    [field, grave]
}

fn noted(diary: Diary, script: &[&str]) -> Vec<i64> {
    let pages = diary.pages;
    let game = diary
        .game
        .flow(forever(each_seat(step(["plan", "wait", "bury"]))));
    let mut scenario = Scenario::new(&game, 2, 1);
    for command in script {
        scenario.play(command).unwrap();
    }
    scenario.table().list(Seat(0), pages).to_vec()
}

#[test]
fn what_is_scheduled_comes_once_or_every_time() {
    let script = ["plan", "wait", "wait", "wait", "wait"];
    let mut diary = Diary::new(2..=2);
    noting(&mut diary, |_| When::turn_of(Seat(0)));
    assert_eq!(noted(diary, &script), [0]);
    let mut diary = Diary::new(2..=2);
    noting(&mut diary, |_| When::turn_of(Seat(0)).every());
    assert_eq!(noted(diary, &script), [0, 0]);
    let mut diary = Diary::new(2..=2);
    noting(&mut diary, |_| When::next_turn().every());
    assert_eq!(noted(diary, &script), [1, 0, 1, 0, 1]);
}

#[test]
fn what_is_scheduled_goes_with_its_source() {
    let mut diary = Diary::new(2..=2);
    noting(&mut diary, |ox| When::next_turn().every().while_stays(ox));
    assert_eq!(
        noted(diary, &["plan", "wait", "bury", "wait", "wait"]),
        [1, 0]
    );
}

#[test]
fn a_schedule_survives_saving() {
    let mut diary = Diary::new(2..=2);
    noting(&mut diary, |_| When::turn_of(Seat(0)).every());
    let game = diary.game.flow(forever(each_seat(step(["plan", "wait"]))));
    let mut scenario = Scenario::new(&game, 2, 1);
    scenario.play("plan").unwrap();
    let text = serde_json::to_string(scenario.state()).unwrap();
    let again: crate::State = serde_json::from_str(&text).unwrap();
    assert_eq!(again, *scenario.state());
    assert!(text.contains("scheduled"));
}

#[test]
fn the_laws_hold_for_what_reacts() {
    let mut diary = Diary::new(2..=2);
    noting(&mut diary, |ox| When::next_turn().every().while_stays(ox));
    diary.game.longest(60);
    let moves = diary.game.value("moves", 0_i64).add();
    diary.game.on_turn(move |play, _| play.add(moves, 1));
    diary.game.ends_when(move |at| at.value(moves) > 20);
    let buried = |at: &At<'_>, action: &str| {
        action == "wait"
            || at.pieces().any(|piece| {
                at.name(piece) == "ox" && at.schema().zone_name(at.zone_of(piece)) == "field"
            })
    };
    let game = diary.game.flow(forever(each_seat(
        step(["plan", "wait", "bury"]).offers(buried),
    )));
    parlor_conformance::check(&game);
}

#[test]
fn what_is_attached_goes_along_and_is_heard_of() {
    let mut diary = Diary::new(1..=1);
    let pages = diary.pages;
    let (field, grave) = (
        diary.game.zone("field").add(),
        diary.game.zone("grave").add(),
    );
    for name in ["bear", "chains", "rust"] {
        let card = diary.game.definition("card", name);
        diary.game.place(card, field, 1);
    }
    let [bear, chains, rust] = [0, 1, 2].map(Piece);
    diary.game.on_attach(move |play, it| {
        let [about, host] =
            [it.pieces.first(), it.pieces.get(1)].map(|one| one.map_or(-1, |one| one.pack()));
        play.push(Seat(0), pages, 100 + 10 * about + host);
    });
    diary.game.on_exit(field, move |play, piece| {
        play.push(Seat(0), pages, piece.pack())
    });
    let moves = run(move |play| {
        play.attach(chains, bear);
        play.attach(rust, chains);
        // Once more is no news.
        play.attach(rust, chains);
        play.put(bear, grave);
        play.put(rust, grave);
    });
    // Chains on the bear, rust on the chains; all three go; rust comes off.
    assert_eq!(diary.read(1, moves), [110, 121, 0, 1, 2, 119]);

    let mut diary = Diary::new(1..=1);
    let pages = diary.pages;
    let field = diary.game.zone("field").add();
    let card = diary.game.definition("card", "a");
    diary.game.place(card, field, 2);
    diary.game.on_attach(move |play, it| {
        let hosts = it.pieces.len() as i64 - 1;
        play.push(Seat(0), pages, 100 + hosts);
    });
    diary.game.on_exit(field, move |play, piece| {
        play.push(Seat(0), pages, piece.pack())
    });
    let removes = run(move |play| {
        play.attach(Piece(1), Piece(0));
        play.remove(Piece(0));
    });
    // Both leave, and the second falls off: what is removed is attached to nothing.
    assert_eq!(diary.read(1, removes), [101, 0, 1, 100]);
}

#[test]
fn what_is_scheduled_by_something_attached_ends_when_that_goes_along() {
    [false, true].into_iter().for_each(goes_along);
}

fn goes_along(removed: bool) {
    let mut diary = Diary::new(1..=1);
    let pages = diary.pages;
    let (field, grave) = (
        diary.game.zone("field").add(),
        diary.game.zone("grave").add(),
    );
    let card = diary.game.definition("card", "a");
    diary.game.place(card, field, 2);
    let note = diary.game.procedure("note", move |what: Local<i64>| {
        run(move |play| {
            let what = play.local(what);
            play.push(Seat(0), pages, what);
        })
    });
    let moves = sequence([
        run(move |play| {
            play.attach(Piece(1), Piece(0));
            play.schedule(When::turn_of(Seat(0)).while_stays(Piece(1)), note, (7,));
            play.schedule(When::turn_of(Seat(0)), note, (8,));
            match removed {
                true => play.remove(Piece(0)),
                false => play.put(Piece(0), grave),
            }
        }),
        each_seat(run(|_| {})),
    ]);
    assert_eq!(diary.read(1, moves), [8]);
}
