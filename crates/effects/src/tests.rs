//! A small duel whose cards are effects: what each verb does, what is asked, what is wrong with an effect, and the laws.

use parlor_core::{Rejection, Seat, Viewer};
use parlor_flow::prelude::*;
use parlor_flow::{Next, ProgramFrame, Programs};
use parlor_language::Code;

use crate::run::Code as Runner;
use crate::{Effect, Effects, Source};

/// The cards of the duel: name, power, and what happens when one is played.
const CARDS: &[(&str, i64, &str)] = &[
    (
        "Bolt",
        0,
        r#"[{ "add": -3, "to": "opponents.life" }, { "move": "this", "to": "grave" }]"#,
    ),
    (
        "Ox",
        4,
        r#"[{ "move": "this", "to": "field", "of": "you" },
                  { "if": "count(field, you) > count(field, opponents)", "then": { "add": 1, "to": "this.power" } }]"#,
    ),
    (
        "Wolf",
        2,
        r#"[{ "move": "this", "to": "field", "of": "you" },
                    { "for_each": { "in": "field", "of": "opponents", "where": "it.power < this.power" },
                      "do": { "move": "it", "to": "grave", "because": "bite" } }]"#,
    ),
    (
        "Trap",
        0,
        r#"[{ "choose": { "in": "field", "of": "opponents", "count": 1 }, "as": "victim" },
                    { "move": "victim", "to": "deck", "at": "bottom" }, { "move": "this", "to": "grave" }]"#,
    ),
    (
        "Peddler",
        1,
        r#"[{ "move": "this", "to": "field", "of": "you" },
                       { "may": [{ "move": { "in": "deck", "of": "you", "count": 1, "which": "top" }, "to": "hand" },
                                 { "add": "0 - it.power - 1", "to": "you.life" }],
                         "prompt": "Buy a card for one life" }]"#,
    ),
    (
        "Herald",
        1,
        r#"[{ "move": "this", "to": "field", "of": "you" },
                      { "one_of": [{ "label": "hounds", "do": { "create": "Hound", "to": "field", "count": 2 } },
                                   { "label": "alms", "do": { "repeat": "count(field)", "do": { "add": 1, "to": "you.life" } } }] }]"#,
    ),
    (
        "Thief",
        1,
        r#"[{ "move": "this", "to": "field", "of": "you" },
                     { "control": { "in": "field", "of": "opponents", "count": 1, "which": "random" }, "by": "you" },
                     { "choose": { "in": "hand", "of": "you", "count": 1, "up_to": true }, "as": "bait" },
                     { "move": "bait", "to": "deck" }, { "shuffle": "deck" }]"#,
    ),
    (
        "Pennant",
        0,
        r#"[{ "choose": { "in": "field", "of": "you", "count": 1 }, "as": "bearer" },
                       { "if": "any(bearer)", "then": [{ "attach": "this", "to": "bearer" }, { "add": 2, "to": "bearer.power" }],
                         "else": [{ "roll": "1d6", "as": "luck" }, { "add": "luck", "to": "you.life" }, { "move": "this", "to": "grave" }] }]"#,
    ),
];

struct Duel {
    game: GameBuilder,
    life: SeatValue<i64>,
    hand: EachZone,
    field: EachZone,
    deck: EachZone,
    cards: Vec<Definition>,
}

fn table() -> Duel {
    let mut game = GameBuilder::new("duel", "Duel", 2..=2);
    let life = game.value("life", 12_i64).each_seat();
    let power = game.attribute::<i64>("power").changes().add();
    let hand = game.zone("hand").owner_sees().each_seat();
    let field = game.zone("field").each_seat();
    let deck = game.zone("deck").hidden().stacked().each_seat();
    game.zone("grave").each_seat();
    let mut cards = Vec::new();
    for (name, strength, _) in CARDS {
        let card = game.definition("card", name);
        game.give(card, power, *strength);
        cards.push(card);
    }
    let hound = game.definition("card", "Hound");
    game.give(hound, power, 1);
    Duel {
        game,
        life,
        hand,
        field,
        deck,
        cards,
    }
}

/// The whole duel: everybody has two of each card, draws one a turn, and plays one.
fn duel(install: impl FnOnce(Effects, &mut GameBuilder)) -> FlowGame {
    let Duel {
        mut game,
        life,
        hand,
        deck,
        cards,
        ..
    } = table();
    let mut effects = Effects::new();
    let compiled: Vec<_> = CARDS
        .iter()
        .map(|(name, _, text)| {
            let effect: Effect =
                serde_json::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            effects
                .add(&game, &effect, &[])
                .unwrap_or_else(|problems| panic!("{name}: {problems:?}"))
        })
        .collect();
    install(effects, &mut game);
    let decks = cards.clone();
    game.opening(move |play| {
        for seat in play.seats() {
            for card in decks.iter().chain(&decks) {
                play.create(*card, deck.of(seat), Some(seat));
            }
            play.shuffle(deck.of(seat));
            play.draw_many(deck.of(seat), hand.of(seat), 3);
        }
    });
    game.action("play")
        .choose_piece("card", move |at| hand.of(at.seat()), |_, _| true)
        .run(move |play, args| {
            let card = args.piece("card");
            let index = cards.iter().position(|own| *own == play.definition(card));
            let source = Source {
                this: Some(card),
                you: play.seat(),
            };
            if let Some(index) = index {
                compiled[index].start(play, source, None, &[]);
            }
        });
    game.action("pass").run(|_, _| {});
    game.ends_when(move |at| {
        at.seats()
            .any(|seat| at.of(seat, life) <= 0 || at.zone(deck.of(seat)).is_empty())
    });
    game.scores(("reason.life", "more life"), move |at, seat| {
        at.of(seat, life)
    });
    let draw = run(move |play| {
        let seat = play.seat();
        play.draw(deck.of(seat), hand.of(seat));
    });
    game.flow(forever(each_seat(sequence([
        draw,
        step(["play", "pass"]).into(),
    ]))))
}

#[test]
fn the_laws_hold() {
    parlor_conformance::check(&duel(Effects::install));
}

/// Programs that do not say which of their numbers are pieces.
struct Forgetful(Runner);

impl Programs for Forgetful {
    fn run(&self, play: &mut Play<'_, '_>, frame: &mut ProgramFrame) -> Next {
        self.0.run(play, frame)
    }

    fn question(&self, at: &At<'_>, frame: &ProgramFrame) -> Ask {
        self.0.question(at, frame)
    }
}

#[test]
fn programs_that_hide_their_pieces_are_found() {
    let game = duel(|effects, game| {
        game.chance();
        let Effects {
            programs, kinds, ..
        } = effects;
        game.programs(Forgetful(Runner { programs, kinds }));
    });
    let laws = [parlor_conformance::Law::InnerNumbersStayInside];
    let report = parlor_conformance::Checker::new(&game).laws(laws).run();
    let violation = report.unwrap_err();
    assert!(
        violation
            .to_string()
            .contains("with other numbers from here on"),
        "{violation}"
    );
}

/// Runs one effect of seat 0 on a table where each seat has two oxen in the field, a bolt in the hand and two wolves in the deck.
fn after(text: &str, answers: &[&str]) -> Result<(Vec<i64>, String), Rejection> {
    let Duel {
        mut game,
        life,
        hand,
        field,
        deck,
        cards,
        ..
    } = table();
    let [bolt, ox, wolf] = [0, 1, 2].map(|index| cards[index]);
    game.opening(move |play| {
        for seat in play.seats() {
            let places = [(ox, field, 2), (bolt, hand, 1), (wolf, deck, 2)];
            for (card, zone, count) in places {
                for _ in 0..count {
                    play.create(card, zone.of(seat), Some(seat));
                }
            }
        }
    });
    let mut effects = Effects::new();
    effects.kind("beast", [ox, wolf]);
    let effect: Effect = serde_json::from_str(text).unwrap();
    let compiled = effects.add(&game, &effect, &[]).unwrap();
    effects.install(&mut game);
    game.action("go").run(move |play, _| {
        let this = play.zone(field.of(Seat(0))).first();
        compiled.start(play, Source { this, you: Seat(0) }, None, &[]);
    });
    let game = game.flow(step(["go"]));
    let mut scenario = Scenario::new(&game, 2, 1);
    scenario.play("go")?;
    for answer in answers {
        match *answer {
            "first" => {
                let first = scenario.legal()[0].clone();
                scenario.play(&first)?;
            }
            answer => scenario.play(answer)?,
        }
    }
    let table = scenario.table();
    let lives = [Seat(0), Seat(1)].map(|seat| table.of(seat, life));
    Ok((lives.to_vec(), table.text()))
}

#[test]
fn numbers_are_added_and_set() {
    let (life, _) = after(r#"[{ "add": "2 * count(field, opponents, \"beast\")", "to": "you.life" }, { "set": "opponents.life", "to": "min(you.life, 5) % 3" }]"#, &[]).unwrap();
    assert_eq!(life, [16, 2]);
    let (life, _) = after(r#"{ "for_each": "everyone", "do": { "if": "it == you", "then": { "add": "sum(power, field, it)", "to": "it.life" }, "else": { "repeat": 3, "do": { "add": -2, "to": "it.life" } } } }"#, &[]).unwrap();
    assert_eq!(life, [20, 6]);
    // Whatever is counted, no sum leaves the numbers that there are.
    let huge = r#"[{ "set": "you.life", "to": 9000000000000 }, { "repeat": 40, "do": { "set": "you.life", "to": "you.life * you.life" } }]"#;
    assert_eq!(after(huge, &[]).unwrap().0[0], i64::MAX);
    assert_eq!(
        after(
            r#"{ "set": "you.life", "to": "you.life / (you.life - you.life)" }"#,
            &[]
        )
        .unwrap()
        .0[0],
        0
    );
}

#[test]
fn pieces_are_moved_created_attached_and_stolen() {
    let (_, text) = after(
        r#"{ "move": { "in": "field", "of": "you", "other": true }, "to": "grave" }"#,
        &[],
    )
    .unwrap();
    assert!(
        text.contains("field-0: Ox\n") && text.contains("grave-0: Ox\n"),
        "{text}"
    );
    let (_, text) = after(r#"[{ "create": "Hound", "to": "field", "count": 2 }, { "attach": { "in": "hand", "of": "you" }, "to": "this" }]"#, &[]).unwrap();
    assert!(
        text.contains("field-0: Ox[Bolt] Ox Hound Hound\n"),
        "{text}"
    );
    // What is under somebody else's control goes to its owner all the same.
    let (_, text) = after(r#"[{ "control": { "in": "field", "of": "opponents" }, "by": "you" }, { "move": { "in": "field", "by": "you", "of": "opponents" }, "to": "hand" }]"#, &[]).unwrap();
    assert!(text.contains("hand-1: Bolt Ox Ox\n"), "{text}");
}

#[test]
fn a_seat_chooses_where_there_is_a_choice() {
    let one = r#"[{ "choose": { "in": "field", "of": "opponents", "count": 1 }, "as": "victim" }, { "move": "victim", "to": "grave" }]"#;
    assert_eq!(
        after(one, &[]).unwrap().1.matches("grave").count(),
        0,
        "it waits"
    );
    assert!(after(one, &["first"]).unwrap().1.contains("grave-1: Ox\n"));
    // All there are is no choice, and nor is nothing.
    let both = one.replace("\"count\": 1", "\"count\": 2");
    assert!(after(&both, &[]).unwrap().1.contains("grave-1: Ox Ox\n"));
    let none = one.replace("\"count\": 1", "\"count\": 0");
    assert!(!after(&none, &[]).unwrap().1.contains("grave"));
}

#[test]
fn a_seat_may_and_a_seat_decides() {
    let may = r#"{ "may": { "add": 5, "to": "you.life" }, "prompt": "Rest", "else": { "add": 1, "to": "opponents.life" } }"#;
    assert_eq!(after(may, &["answer yes"]).unwrap().0, [17, 12]);
    assert_eq!(after(may, &["answer no"]).unwrap().0, [12, 13]);
    let modes = r#"{ "one_of": [{ "label": "heal", "do": { "add": 5, "to": "you.life" } }, { "label": "hurt", "do": { "add": -5, "to": "opponents.life" } }], "who": "opponents" }"#;
    assert_eq!(after(modes, &["answer hurt"]).unwrap().0, [12, 7]);
    assert_eq!(after(modes, &["answer heal"]).unwrap().0, [17, 12]);
}

#[test]
fn an_effect_that_is_too_much_is_refused() {
    let refused = after(
        r#"{ "create": "Hound", "to": "field", "count": 1001 }"#,
        &[],
    )
    .unwrap_err();
    assert_eq!(refused.code(), "too_many_created");
    let endless = r#"{ "repeat": 9000000000000, "do": { "repeat": 9000000000000, "do": [] } }"#;
    assert!(after(endless, &[]).is_err());
}

/// What is wrong with an effect: the code, the place, and the help.
fn faults(text: &str) -> Vec<(Code, String, Option<String>)> {
    let Duel { game, .. } = table();
    let effect: Effect = serde_json::from_str(text).unwrap();
    let problems = Effects::new().add(&game, &effect, &[]).unwrap_err();
    let fault =
        |problem: parlor_language::Problem| (problem.code, problem.place.pointer, problem.help);
    problems.into_iter().map(fault).collect()
}

#[test]
fn all_that_is_wrong_is_said_at_once_and_where() {
    let text = r#"[{ "move": "traget", "to": "graev" }, { "if": "you.life", "then": { "add": "you.lief", "to": "this.strength" } },
        { "add": 1, "to": "5" }, { "choose": { "in": "field", "kind": "beest", "up_to": true }, "as": "you" }, { "roll": "d6", "as": "x" }]"#;
    let did_you_mean = |name: &str| Some(format!("did you mean '{name}'?"));
    let faults = faults(text);
    let found: Vec<_> = faults
        .iter()
        .map(|(code, place, _)| (*code, place.as_str()))
        .collect();
    assert_eq!(
        found,
        [
            (Code::UnknownName, "/0/move"),
            (Code::UnknownZone, "/0/to"),
            (Code::TypeMismatch, "/1/if"),
            (Code::UnknownName, "/1/then/to"),
            (Code::UnknownName, "/1/then/add"),
            (Code::TypeMismatch, "/2/to"),
            (Code::MissingField, "/3/choose"),
            (Code::UnknownName, "/3/choose/kind"),
            (Code::BadFormat, "/3/as"),
            (Code::BadFormat, "/4/roll"),
        ]
    );
    assert_eq!(faults[1].2, did_you_mean("grave"));
    assert_eq!(faults[4].2, did_you_mean("life"));
}

#[test]
fn a_spectator_is_not_told_what_is_bought() {
    let game = duel(Effects::install);
    let scenario = Scenario::new(&game, 2, 3);
    let view = scenario.view(Viewer::Spectator);
    let hand = view
        .zones
        .iter()
        .find(|zone| zone.id.as_str() == "hand-0")
        .unwrap();
    assert!(hand.pieces.iter().all(|piece| piece.face.is_none()));
}
