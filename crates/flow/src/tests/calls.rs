//! Procedures, questions and programs: rules that ask in the middle of what they do.

use parlor_core::{Fate, Game, Hidden, Match, Rng, Ruling, Seed, Setup, SystemCommand, Viewer};
use parlor_table::Packed;

use super::Diary;
use crate::prelude::*;
use crate::{Next, ProgramFrame, Programs};

#[test]
fn what_is_called_first_comes_first_and_after_the_rule_that_calls() {
    let mut diary = Diary::new(1..=1);
    let pages = diary.pages;
    let note = diary.game.procedure("note", move |number: Local<i64>| {
        run(move |play| {
            let number = play.local(number);
            play.push(Seat(0), pages, number);
        })
    });
    let calls = run(move |play| {
        play.call(note, (1,));
        play.call(note, (2,));
        play.push(Seat(0), pages, 0);
    });
    let flow = sequence([calls, diary.number(|_| 9)]);
    assert_eq!(diary.read(1, flow), [0, 1, 2, 9]);
}

#[test]
fn each_call_has_values_of_its_own() {
    let mut diary = Diary::new(1..=1);
    let pages = diary.pages;
    let tree = diary.game.announce::<(i64, i64)>("tree");
    diary
        .game
        .procedure("tree", move |depth: Local<i64>, name: Local<i64>| {
            let branch = run(move |play| {
                let (depth, name) = (play.local(depth), play.local(name));
                if depth > 0 {
                    play.call(tree, (depth - 1, 2 * name));
                    play.call(tree, (depth - 1, 2 * name + 1));
                }
            });
            let leave = run(move |play| {
                let name = play.local(name);
                play.push(Seat(0), pages, name);
            });
            sequence([branch, leave])
        });
    let flow = run(move |play| play.call(tree, (2, 1)));
    assert_eq!(diary.read(1, flow), [4, 5, 2, 6, 7, 3, 1]);
}

#[test]
fn a_procedure_that_calls_itself_for_ever_is_refused() {
    let mut game = GameBuilder::new("mirror", "Mirror", 1..=1);
    let mirror = game.announce::<()>("mirror");
    game.procedure("mirror", move || run(move |play| play.call(mirror, ())));
    game.action("look")
        .run(move |play, _| play.call(mirror, ()));
    let game = game.flow(forever(each_seat(step(["look"]))));
    let mut scenario = Scenario::new(&game, 1, 1);
    let before = scenario.state().clone();
    assert_eq!(scenario.play("look").unwrap_err().code(), "calls_too_deep");
    assert_eq!(*scenario.state(), before);
}

#[test]
#[should_panic(expected = "the procedure 'later' is announced and never written")]
fn a_procedure_that_is_only_announced_does_not_build() {
    let mut game = GameBuilder::new("none", "None", 1..=1);
    game.announce::<()>("later");
    game.flow(sequence([]));
}

#[test]
#[should_panic(expected = "outside of the part of the flow that it belongs to")]
fn a_local_read_elsewhere_panics() {
    let mut diary = Diary::new(1..=1);
    let mut leaked = None;
    let inside = bind(
        |_| 7_i64,
        |local| {
            leaked = Some(local);
            diary.number(|_| 1)
        },
    );
    let local = leaked.unwrap();
    let outside = diary.number(move |at| at.local(local));
    diary.game.summary("");
    diary.read(1, sequence([inside, outside]));
}

/// Whoever is attacked discards so many cards of a secret hand, and may pay gold instead.
struct Duel {
    game: FlowGame,
    hand: EachZone,
    gold: SeatValue<i64>,
}

fn duel() -> Duel {
    let mut game = GameBuilder::new("duel", "Duel", 2..=4);
    game.chance();
    let deck = game.zone("deck").hidden().stacked().add();
    let hand = game.zone("hand").owner_sees().each_seat();
    let pile = game.zone("pile").add();
    let gold = game.value("gold", 3_i64).each_seat();
    for number in 0..20 {
        let card = game.definition("card", &format!("card {number}"));
        game.place(card, deck, 1);
    }
    game.opening(move |play| {
        play.shuffle(deck);
        play.deal(deck, hand, 4);
    });
    let discard = game.procedure("discard", move |who: Local<Seat>, many: Local<i64>| {
        let offer =
            move |at: &At<'_>| Ask::yes_no(at.local(who)).prompt("ransom", "Pay a gold instead?");
        let cards = move |at: &At<'_>| {
            let many = at.local(many) as usize;
            let hand = at.zone(hand.of(at.local(who)));
            Ask::pieces(at.local(who), hand.pieces()).many(many..=many)
        };
        let give_up = ask(cards, move |chosen| {
            run(move |play| {
                let chosen = play.locals(chosen);
                play.put_all(chosen, pile);
            })
        });
        ask(offer, move |pays| {
            when(
                move |at| at.local(pays),
                run(move |play| {
                    let who = play.local(who);
                    play.add_to(who, gold, -1);
                }),
            )
            .otherwise(give_up)
        })
    });
    game.action("attack")
        .choose_seat("whom", |at, seat| seat != at.seat())
        .choose_number("cards", |_| 1..=2)
        .run(move |play, args| play.call(discard, (args.seat("whom"), args.number("cards"))));
    game.action("draw").run(move |play, _| {
        let seat = play.seat();
        play.draw(deck, hand.of(seat));
    });
    game.ends_when(move |at| at.zone(deck).is_empty());
    game.scores("gold", move |at, seat| at.of(seat, gold));
    let game = game.flow(forever(each_seat(step(["attack", "draw"]))));
    Duel { game, hand, gold }
}

#[test]
fn rules_ask_in_the_middle_and_go_on_with_the_answer() {
    let Duel { game, hand, gold } = duel();
    let mut scenario = Scenario::new(&game, 3, 7);
    scenario.play("attack 1 2").unwrap();
    assert_eq!(
        scenario.to_act(),
        [Seat(1)],
        "not whose turn it is, but who is asked"
    );
    assert_eq!(scenario.legal(), ["no", "yes"]);
    scenario.play("no").unwrap();
    assert_eq!(scenario.legal().len(), 6, "two of four cards");
    let first = scenario.legal()[0].clone();
    scenario.play(&first).unwrap();
    assert_eq!(scenario.table().zone(hand.of(Seat(1))).len(), 2);
    assert_eq!(scenario.to_act(), [Seat(1)], "it is the next one's turn");
    scenario.play("attack 0 1").unwrap();
    scenario.play("yes").unwrap();
    assert_eq!(scenario.table().of(Seat(0), gold), 2);
}

#[test]
fn the_laws_hold_in_the_middle_of_a_rule() {
    parlor_conformance::check(&duel().game);
}

#[test]
fn whoever_runs_out_of_time_takes_the_default_and_stays() {
    let Duel { game, hand, .. } = duel();
    let setup = Setup::new(&game.info(), 2).unwrap();
    let mut duel = Match::new(game, setup, Seed::Integer(3)).unwrap();
    let attack = duel.legal(Seat(0)).remove(1);
    duel.submit(parlor_core::Submission::new(Seat(0), attack))
        .unwrap();
    assert_eq!(duel.to_act(), SeatSet::one(Seat(1)));
    // No is the default, and then the first cards go.
    for cards in [4, 2] {
        duel.system(SystemCommand::TimeOut { seat: Seat(1) }, 0)
            .unwrap();
        assert_eq!(duel.outcome(), None);
        assert_eq!(duel.state().table().zone(hand.of(Seat(1))).len(), cards);
    }
}

#[test]
fn whoever_leaves_is_not_waited_for() {
    let Duel { game, .. } = duel();
    let mut scenario = Scenario::new(&game, 3, 3);
    scenario.play("attack 1 2").unwrap();
    let mut rng = Rng::from_integer(1);
    let mut events = Vec::new();
    let mut decision =
        parlor_core::Decision::new(&mut rng, &mut events, parlor_core::Budget::default());
    let resign = SystemCommand::Resign { seat: Seat(1) };
    let ruling = game
        .system(scenario.state(), &resign, &mut decision)
        .unwrap();
    assert_eq!(ruling, Ruling::Continue);
    let mut state = scenario.state().clone();
    for event in &events {
        game.apply(&mut state, event);
    }
    assert_eq!(game.to_act(&state), SeatSet::one(Seat(2)));
    assert_eq!(state.at.left[0], (Seat(1), Fate::Resigned));
}

#[test]
fn only_what_is_new_of_the_frames_is_logged() {
    let Duel { game, .. } = duel();
    let setup = Setup::new(&game.info(), 2).unwrap();
    let mut duel = Match::new(game, setup, Seed::Integer(3)).unwrap();
    let attack = duel.legal(Seat(0)).remove(1);
    duel.submit(parlor_core::Submission::new(Seat(0), attack))
        .unwrap();
    let line = duel.last_line();
    let kept = line.split(r#""frames":{"kept":"#).nth(1);
    let kept = kept.and_then(|rest| rest.split(|letter: char| !letter.is_ascii_digit()).next());
    assert!(kept.is_some_and(|kept| kept != "0"), "{line}");
    let again = Match::load(self::duel().game, &duel.save()).unwrap();
    assert_eq!(again.state(), duel.state());
}

#[test]
fn a_sample_in_the_middle_of_a_rule_offers_the_asked_seat_what_it_holds_there() {
    let Duel { game, hand, .. } = duel();
    let mut scenario = Scenario::new(&game, 2, 5);
    scenario.play("attack 1 1").unwrap();
    scenario.play("no").unwrap();
    let mut rng = Rng::fast(1, 0);
    for _ in 0..50 {
        let sample = game.resample(scenario.state(), Viewer::Seat(Seat(0)), &mut rng);
        let mut commands = Vec::new();
        game.legal(&sample, Seat(1), &mut commands);
        assert_eq!(commands.len(), sample.table().zone(hand.of(Seat(1))).len());
    }
}

#[test]
fn where_nothing_can_be_answered_nobody_is_asked() {
    let mut diary = Diary::new(1..=1);
    let pages = diary.pages;
    let empty = diary.game.zone("empty").add();
    let none = ask(
        move |at| Ask::pieces(Seat(0), at.zone(empty).pieces()).many(1..=3),
        move |chosen: Local<Piece>| {
            run(move |play| {
                let many = play.locals(chosen).len() as i64;
                play.push(Seat(0), pages, many);
            })
        },
    );
    let only = ask(
        |_| Ask::number(Seat(0), 4..=4).skip_if_only_one(),
        move |number| {
            run(move |play| {
                let number = play.local(number);
                play.push(Seat(0), pages, number);
            })
        },
    );
    assert_eq!(diary.read(1, sequence([none, only])), [0, 4]);
}

#[test]
fn the_default_is_what_was_said_as_far_as_it_is_possible() {
    let mut game = GameBuilder::new("none", "None", 1..=1);
    let _ = game.zone("none").add();
    let game = game.flow(ask(|_| Ask::number(Seat(0), 1..=3), |_| sequence([])));
    let scenario = Scenario::new(&game, 1, 1);
    let at = At::new(&game, scenario.state(), Seat(0));
    let default = |question: Ask| question.default_answer(&at);
    assert_eq!(default(Ask::number(Seat(0), 1..=3)), [1]);
    assert_eq!(default(Ask::number(Seat(0), 1..=3).default([2])), [2]);
    assert_eq!(default(Ask::number(Seat(0), 1..=3).default([9])), [1]);
    let many = |least, most| Ask::number(Seat(0), 1..=3).many(least..=most);
    assert_eq!(default(many(0, 2)), [0_i64; 0]);
    assert_eq!(default(many(2, 2).default([3])), [3, 1]);
    assert_eq!(default(many(5, 9)), [1, 2, 3]);
    assert_eq!(default(Ask::yes_no(Seat(0)).untyped()), [0]);
}

#[test]
fn a_guide_asks_with_the_prompt_of_the_question() {
    let mut game = GameBuilder::new("none", "None", 1..=1);
    let _ = game.zone("none").add();
    let question =
        |_: &At<'_>| Ask::words(Seat(0), ["red", "blue"]).prompt("color", "Which color?");
    let game = game.flow(ask(question, |_| sequence([])));
    let scenario = Scenario::new(&game, 1, 1);
    let view = game.view(scenario.state(), Viewer::Seat(Seat(0)));
    assert_eq!(view.prompt.unwrap().to_string(), "Which color?");
    let guide = parlor_core::Guided::guide(&game, scenario.state(), Seat(0), &[]).unwrap();
    let parlor_core::Guide::Ask(question) = guide else {
        panic!("{guide:?}");
    };
    assert_eq!(question.prompt.to_string(), "Which color?");
}

/// Program 0 asks seat 1 for a card of the hand and starts program 1, which notes it, twice.
struct Steals {
    hand: EachZone,
    pages: SeatList,
}

impl Programs for Steals {
    fn run(&self, play: &mut Play<'_, '_>, frame: &mut ProgramFrame) -> Next {
        frame.counter += 1;
        match (frame.program, frame.counter) {
            (0, 1) => Next::Ask,
            (0, 2) => {
                frame.locals = frame.answer.take().unwrap_or_default();
                play.start(1, &frame.locals);
                play.start(1, &frame.locals);
                Next::Called
            }
            (1, 1) => {
                play.push(Seat(0), self.pages, frame.locals[0]);
                Next::Again
            }
            _ => Next::Done,
        }
    }

    fn question(&self, at: &At<'_>, _frame: &ProgramFrame) -> Ask {
        Ask::pieces(Seat(1), at.zone(self.hand.of(Seat(1))).pieces()).untyped()
    }

    fn shows(&self, _frame: &ProgramFrame, _local: usize) -> parlor_table::ShownAs {
        parlor_table::ShownAs::Piece
    }
}

#[test]
fn programs_run_ask_and_call() {
    let mut diary = Diary::new(2..=2);
    let pages = diary.pages;
    let hand = diary.game.zone("hand").owner_sees().each_seat();
    let card = diary.game.definition("card", "ace");
    diary.game.place(card, hand.of(Seat(1)), 3);
    diary.game.programs(Steals { hand, pages });
    let game = diary.game.flow(sequence([
        run(|play| play.start(0, &[])),
        run(move |play| play.push(Seat(0), pages, -1)),
    ]));
    let mut scenario = Scenario::new(&game, 2, 1);
    assert_eq!(scenario.to_act(), [Seat(1)]);
    let piece = scenario
        .table()
        .zone(hand.of(Seat(1)))
        .pieces()
        .nth(1)
        .unwrap();
    let handle = scenario
        .table()
        .handle(piece, Viewer::Seat(Seat(1)))
        .unwrap();
    scenario.play(&format!("answer {}", handle.0)).unwrap();
    assert_eq!(
        scenario.table().list(Seat(0), pages),
        [piece.pack(), piece.pack(), -1]
    );
}
