//! What is said twice of a game, names of any sensible length, impossible dice, and what tells two builds apart.

use std::panic::{AssertUnwindSafe, catch_unwind};

use parlor_core::{Game, Match, Rng, Seed, SystemCommand};

use crate::prelude::*;

/// What a mistake of the author says when the game is built.
fn mistake(build: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(build)).expect_err("this should not build");
    match panic.downcast::<String>() {
        Ok(text) => *text,
        Err(panic) => panic.downcast::<&str>().unwrap().to_string(),
    }
}

fn wait(seats: u8) -> GameBuilder {
    let mut game = GameBuilder::new("wait", "Wait", 1..=seats);
    game.action("wait").run(|_, _| {});
    game
}

#[test]
fn every_opening_happens_in_order() {
    let mut game = wait(1);
    let notes = game.seat_list("notes");
    game.opening(move |play| play.push(Seat(0), notes, 1));
    game.opening(move |play| play.push(Seat(0), notes, 2));
    game.opening(move |play| play.push(Seat(0), notes, 3));
    let game = game.flow(each_seat(step(["wait"])));
    let scenario = Scenario::new(&game, 1, 1);
    assert_eq!(scenario.table().list(Seat(0), notes), [1, 2, 3]);
}

#[test]
fn any_of_several_ends_is_the_end() {
    for ends in [[true, false], [false, true], [false, false]] {
        let mut game = wait(1);
        for holds in ends {
            game.ends_when(move |_| holds);
        }
        let game = game.flow(forever(each_seat(step(["wait"]))));
        let mut scenario = Scenario::new(&game, 1, 1);
        if !scenario.to_act().is_empty() {
            scenario.play("wait").unwrap();
        }
        let over = ends.contains(&true);
        assert_eq!(scenario.to_act().is_empty(), over, "{ends:?}");
    }
}

#[test]
fn everything_happens_when_a_player_leaves() {
    let mut game = wait(3);
    let notes = game.seat_list("notes");
    for number in [1, 2] {
        game.on_leave(move |play, seat| play.push(seat, notes, number));
    }
    let game = game.flow(forever(each_seat(step(["wait"]))));
    let setup = Setup::new(&game.info(), 3).unwrap();
    let mut play = Match::new(game, setup, Seed::Integer(1)).unwrap();
    let resign = SystemCommand::Resign { seat: Seat(1) };
    play.system(resign, 0).unwrap();
    assert_eq!(play.state().table().list(Seat(1), notes), [1, 2]);
}

#[test]
fn what_follows_from_hidden_things_follows_whoever_says_so() {
    let mut game = GameBuilder::new("samples", "Samples", 2..=2);
    let hand = game.zone("hand").owner_sees().each_seat();
    let card = game.definition("card", "A");
    game.place(card, hand.of(Seat(0)), 1);
    let notes = game.seat_list("notes");
    game.show("notes", |_, _| ());
    game.action("wait").run(|_, _| {});
    for number in [1, 2] {
        game.after_resampling(move |dealer, _| dealer.push(Seat(0), notes, number));
        game.contradictions(move |_| number as usize);
    }
    let game = game.flow(each_seat(step(["wait"])));
    let scenario = Scenario::new(&game, 2, 1);
    assert_eq!(game.contradictions(scenario.state()), 3);
    let mut rng = Rng::fast(1, 0);
    let sample =
        parlor_core::Hidden::resample(&game, scenario.state(), Viewer::Seat(Seat(1)), &mut rng);
    assert_eq!(sample.table().list(Seat(0), notes), [1, 2]);
}

#[test]
fn what_can_only_be_said_once_does_not_build_twice() {
    let twice = mistake(|| {
        let mut game = wait(2);
        game.outcome(|_| Outcome::draw(2, "nothing"));
        game.scores("points", |_, _| 0);
    });
    assert_eq!(
        twice,
        "wait: how a match ends is said twice: call one of outcome(), scores() and winners(), once, and tell the cases apart in it"
    );
    let twice = mistake(|| {
        let mut game = wait(2);
        game.on_timeout(|_, _| {});
        game.on_timeout(|_, _| {});
    });
    assert_eq!(
        twice,
        "wait: on_timeout() is called twice: call it once, and use the on_timeout() of a step where that step differs"
    );
}

#[test]
fn a_second_condition_does_not_replace_the_first_unseen() {
    let twice = mistake(|| {
        let mut game = GameBuilder::new("count", "Count", 1..=1);
        let action = game.action("say").choose_number("number", |_| 1..=9);
        let action = action.valid(|_, _: i64| Ok(())).valid(|_, _: i64| Ok(()));
        action.run(|_, _| {});
    });
    assert_eq!(
        twice,
        "valid() is called twice: call it once, and tell the cases apart in it"
    );
    let built: [fn(); 6] = [
        || drop(step(["wait"]).until(|_| true).until(|_| false)),
        || drop(step(["wait"]).skip_if(|_| true).skip_if(|_| false)),
        || drop(step(["wait"]).if_stuck(|_| {}).if_stuck(|_| {})),
        || drop(together(["wait"]).seats(|_, _| true).seats(|_, _| true)),
        || {
            drop(
                phase("one", "One", sequence([]))
                    .on_enter(|_| {})
                    .on_enter(|_| {}),
            )
        },
        || {
            wait(1)
                .action("wait_again")
                .check(|_, _| Ok(()))
                .check(|_, _| Ok(()))
                .run(|_, _| {})
        },
    ];
    for build in built {
        assert!(mistake(build).contains("() is called twice"));
    }
}

#[test]
fn long_names_of_actions_places_and_words_can_be_played() {
    let mut game = GameBuilder::new("names", "Names", 1..=1);
    let graph = Graph::new().node("headquarters_of_the_north");
    let map = game.zone("map").board(graph).add();
    let flag = game.definition("flag", "F");
    game.action("activate_ability_of_a_creature")
        .choose_word("ability", ["double_strike_and_trample", "fly"])
        .choose_empty_cell("where", map)
        .run(move |play, args| {
            assert_eq!(args.word("ability").as_str(), "double_strike_and_trample");
            play.create(flag, args.place("where"), None);
        });
    let game = game.flow(each_seat(step(["activate_ability_of_a_creature"])));
    let mut scenario = Scenario::new(&game, 1, 1);
    let command =
        "activate ability of a creature double strike and trample headquarters of the north";
    assert_eq!(scenario.legal()[0], command);
    scenario.play(command).unwrap();
    scenario.assert_zone(map, &["F"]);
    let too_long = mistake(|| {
        let name = "a_name_that_goes_on_for_longer_than_any";
        GameBuilder::new("names", "Names", 1..=1)
            .action(name)
            .run(|_, _| {});
    });
    assert_eq!(
        too_long,
        "'a_name_that_goes_on_for_longer_than_any' has 39 bytes, too many for the name of an action: use at most 31, and say more in label() or prompt()"
    );
}

#[test]
fn a_die_is_never_set_to_a_face_that_it_has_not() {
    let mut game = GameBuilder::new("cheat", "Cheat", 1..=1);
    let face = game.attribute("face").changes().add();
    let d6 = game.die("d6", Die::d6(), face);
    let cup = game.zone("cup").add();
    game.place(d6, cup, 1);
    game.action("set")
        .choose_number("to", |_| 0..=9)
        .run(move |play, args| {
            if let Some(die) = play.zone(cup).first() {
                play.set(die, face, args.number("to"));
            }
        });
    let game = game.flow(forever(each_seat(step(["set"]))));
    let mut scenario = Scenario::new(&game, 1, 1);
    for impossible in ["set 9", "set 7", "set 0"] {
        let refused = scenario.play(impossible).unwrap_err();
        assert_eq!(refused.code(), "no_such_face");
        let value = impossible.trim_start_matches("set ");
        let text = format!("d6 has no face {value}: it shows 1 to 6");
        assert_eq!(refused.to_string(), text);
        scenario.assert_zone(cup, &["1"]);
    }
    scenario.play("set 6").unwrap();
    scenario.assert_zone(cup, &["6"]);
}

#[test]
fn a_match_of_another_version_is_not_taken_for_a_forgery() {
    let build = |version: &str, turns| {
        let mut game = wait(1);
        game.version(version);
        game.flow(repeat(turns, each_seat(step(["wait"]))))
    };
    let setup = Setup::new(&build("1.0.0", 3).info(), 1).unwrap();
    let mut play = Match::new(build("1.0.0", 3), setup, Seed::Integer(1)).unwrap();
    for _ in 0..3 {
        play.play(Seat(0), &Command::new("wait")).unwrap();
    }
    let file = play.save();
    let refused = |game| match Match::load(game, &file) {
        Ok(_) => String::from("it loads"),
        Err(error) => error.to_string(),
    };
    assert_eq!(refused(build("1.0.0", 3)), "it loads");
    assert_eq!(
        refused(build("1.1.0", 2)),
        "the header (line 1): this match was played with Wait 1.0.0, and this is Wait 1.1.0: open it with Wait 1.0.0, or begin a new match"
    );
    let mut other = wait(1);
    other.action("pass").run(|_, _| {});
    let other = other.flow(repeat(3, each_seat(step(["wait", "pass"]))));
    let text = refused(other);
    let begins =
        "the header (line 1): this match was played with other rules of Wait 1.0.0 (fingerprint ";
    assert!(text.starts_with(begins), "{text}");
}

#[test]
fn whatever_is_declared_tells_two_builds_apart() {
    type Change = fn(&mut GameBuilder);
    type Lay = fn() -> Flow;
    let hash = |change: Option<Change>, flow: Lay| {
        let mut game = GameBuilder::new("hash", "Hash", 2..=2);
        let deck = game.zone("deck").hidden().stacked().add();
        let cards = Cards::standard(game.schema(), deck);
        let _ = cards;
        if let Some(change) = change {
            change(&mut game);
        }
        game.action("wait").prompt("Wait").run(|_, _| {});
        game.action("draw")
            .choose_number("count", |_| 1..=3)
            .run(|_, _| {});
        game.flow(flow()).info().fingerprint.clone()
    };
    let plain: Lay = || each_seat(step(["wait", "draw"]));
    let own = hash(None, plain);
    assert_eq!(hash(None, plain), own, "the same build is the same");
    let changes: [(&str, Change); 12] = [
        ("zone", |game| _ = game.zone("hand").each_seat()),
        ("board", |game| {
            _ = game
                .zone("board")
                .board(Grid::new(2, 2, Adjacency::All))
                .add();
        }),
        ("definition", |game| _ = game.definition("stone", "X")),
        ("attribute", |game| _ = game.attribute::<i64>("cost").add()),
        ("value", |game| _ = game.value("round", 1_i64).add()),
        ("start", |game| _ = game.value("round", 2_i64).add()),
        ("list", |game| _ = game.seat_list("list")),
        ("option", |game| {
            game.option(OptionSpec::bool("swap", "Swap", true))
        }),
        ("message", |game| {
            _ = game.message("hello", "{seat} says hello")
        }),
        ("action", |game| game.action("pass").run(|_, _| {})),
        ("choice", |game| {
            game.action("pass")
                .choose_word("to", ["left", "right"])
                .run(|_, _| {});
        }),
        ("data", |game| game.fingerprint("ace king")),
    ];
    let mut all = vec![own.clone()];
    for (what, change) in changes {
        let hash = hash(Some(change), plain);
        assert!(!all.contains(&hash), "{what} makes no difference");
        all.push(hash);
    }
    let flows: [(&str, Lay); 7] = [
        ("order", || each_seat(step(["draw", "wait"]))),
        ("moves", || each_seat(step(["wait", "draw"]).moves(1..=2))),
        ("backward", || {
            each_seat(step(["wait", "draw"])).order(Order::backward())
        }),
        ("loop", || forever(each_seat(step(["wait", "draw"])))),
        ("phase", || {
            phase("turn", "Turn", each_seat(step(["wait", "draw"])))
        }),
        ("time", || {
            each_seat(step(["wait", "draw"]).time_limit_ms(1000))
        }),
        ("together", || together(["wait", "draw"]).into()),
    ];
    for (what, flow) in flows {
        let hash = hash(None, flow);
        assert!(!all.contains(&hash), "{what} makes no difference");
        all.push(hash);
    }
    // Words for people are no rules.
    let words: [Change; 3] = [
        |game| game.summary("Another sentence."),
        |game| game.tags(["cards"]),
        |game| game.ends_when(|_| false),
    ];
    for change in words {
        assert_eq!(hash(Some(change), plain), own);
    }
}

/// What two plugins that both do this say of each other.
fn clash(declare: impl Fn(&mut GameBuilder)) -> String {
    mistake(move || {
        let mut game = wait(1);
        game.plugin("poison", &declare);
        game.plugin("burn", &declare);
    })
}

#[test]
fn plugins_that_declare_the_same_thing_name_each_other() {
    type Claims = fn(&mut GameBuilder);
    let of = |what: &str| {
        format!(
            "Wait: the {what} is declared twice, by the plugin 'poison' and by the plugin 'burn': rename one of them"
        )
    };
    let claims: [(&str, Claims); 9] = [
        ("derived attribute 'might'", |game| {
            game.derived("might", |_, _| 1);
        }),
        ("action 'cure'", |game| game.action("cure").run(|_, _| {})),
        ("zone 'vial'", |game| _ = game.zone("vial").add()),
        ("value 'loss'", |game| {
            _ = game.value("loss", 0_i64).each_seat();
        }),
        ("list 'wounds'", |game| _ = game.seat_list("wounds")),
        ("attribute 'ill'", |game| {
            _ = game.attribute::<i64>("ill").changes().add();
        }),
        ("message 'hurt'", |game| _ = game.message("hurt", "ow")),
        ("message 'dies'", |game| _ = game.happening("dies", "dies")),
        ("procedure 'pay'", |game| {
            game.procedure("pay", |_: Local<i64>| run(|_| {}));
        }),
    ];
    for (what, declare) in claims {
        assert_eq!(clash(declare), of(what));
    }
}

#[test]
fn what_is_declared_twice_says_by_whom() {
    let by_the_game = mistake(|| {
        let mut game = wait(1);
        game.zone("deck").add();
        game.plugin("cards", |game| game.zone("deck").add());
    });
    assert!(
        by_the_game.contains(
            "the zone 'deck' is declared twice, by the game itself and by the plugin 'cards'"
        ),
        "{by_the_game}"
    );
    let afterwards = mistake(|| {
        let mut game = wait(1);
        game.plugin("cards", |game| game.zone("deck").add());
        game.zone("deck").add();
        game.flow(sequence([]));
    });
    assert!(
        afterwards.contains("by the plugin 'cards' and by the game itself"),
        "{afterwards}"
    );
    let alone = mistake(|| {
        let mut game = wait(1);
        game.action("wait").run(|_, _| {});
    });
    assert_eq!(alone, "Wait: there are two actions called 'wait'");
    let within = mistake(|| {
        let mut game = wait(1);
        game.plugin("outer", |game| {
            game.plugin("inner", |game| game.message("hurt", "ow"));
            game.message("hurt", "ow");
        });
    });
    assert!(
        within.contains("by the plugin 'inner' and by the plugin 'outer'"),
        "{within}"
    );
}
