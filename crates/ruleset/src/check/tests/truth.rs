//! What is said to hold always or never, against games that are played.

use std::cell::Cell;

use parlor_core::{Rng, Seat};
use serde_json::{Value, json};

use super::{base, put};
use crate::Document;
use crate::check::facts::Facts;
use crate::check::fold::Fold;
use crate::check::range::Range;
use crate::compile::compile;
use crate::program::Program;
use crate::run::{Engine, Eval, Me, Scratch, each_choice, lay};

#[test]
fn what_comes_of_two_ranges_lies_in_the_range_of_both() {
    let ends = [-3.0, -1.0, 0.0, 2.0, 3.0];
    let mut ranges = Vec::new();
    for low in ends {
        let high = ends.into_iter().filter(|high| *high >= low);
        ranges.extend(high.map(|high| Range::of(low, high)));
    }
    let inside = |range: Range| ends.into_iter().filter(move |end| range.may_be(*end));
    for (a, b) in ranges
        .iter()
        .flat_map(|a| ranges.iter().map(move |b| (*a, *b)))
    {
        for (x, y) in inside(a).flat_map(|x| inside(b).map(move |y| (x, y))) {
            let results = [
                (a.plus(b), x + y),
                (a.minus(b), x - y),
                (a.times(b), x * y),
                (a.divided(b), if y == 0.0 { 0.0 } else { x / y }),
                (a.remainder(b), if y == 0.0 { 0.0 } else { x % y }),
                (a.negative(), -x),
                (a.or(b), x),
            ];
            for (range, result) in results {
                assert!(
                    range.may_be(result),
                    "{a:?} {b:?}: {result} is not in {range:?}"
                );
            }
            for (truth, result) in [
                (a.less(b), x < y),
                (a.less_or_equal(b), x <= y),
                (a.equal(b), x == y),
            ] {
                assert!(
                    if result { truth.yes } else { truth.no },
                    "{a:?} {b:?} {x} {y}"
                );
            }
        }
    }
}

/// Expressions by chance.
struct Author(Rng);

impl Author {
    fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.0.below(texts.len() as u32) as usize]
    }

    fn num(&mut self, depth: u32) -> String {
        const PLAIN: [&str; 20] = [
            "0",
            "1",
            "2",
            "5",
            "52",
            "player_count",
            "current_player_index",
            "turn_number",
            "stage",
            "turn_direction()",
            "card_count(discard)",
            "card_count(stash)",
            "card_count(current_player.hand)",
            "card_count(\"hand:3\")",
            "hand_value(discard)",
            "max_card_rank(stash)",
            "top_card_rank(discard)",
            "count_rank(discard, \"A\")",
            "max_run_length(current_player.hand)",
            "trick_card_count(hand)",
        ];
        if depth == 0 || self.0.below(3) == 0 {
            return self.pick(&PLAIN).into();
        }
        let (a, b) = (self.num(depth - 1), self.num(depth - 1));
        match self.0.below(9) {
            0 => format!("-({a})"),
            1 => format!("if({}, {a}, {b})", self.bool(depth - 1)),
            2 => format!("({a} % ({b} + 0))"),
            3 => format!("({a} / ({b} + 0))"),
            _ => format!("({a} {} {b})", self.pick(&["+", "-", "*"])),
        }
    }

    fn bool(&mut self, depth: u32) -> String {
        const PLAIN: [&str; 10] = [
            "true",
            "all_hands_dealt",
            "scores_calculated",
            "continue_game",
            "all_players_done",
            "active_suit == \"hearts\"",
            "active_suit == \"\"",
            "top_card_suit(discard) == \"spades\"",
            "has_card_matching_rank(current_player.hand, \"Joker\")",
            "card_count(draw_pile) == 40",
        ];
        if depth == 0 {
            return self.pick(&PLAIN).into();
        }
        match self.0.below(6) {
            0 => self.pick(&PLAIN).into(),
            1 => format!("!({})", self.bool(depth - 1)),
            2 => {
                let sign = self.pick(&["&&", "||"]);
                format!("({} {sign} {})", self.bool(depth - 1), self.bool(depth - 1))
            }
            _ => {
                let sign = self.pick(&["<", ">", "<=", ">=", "==", "!="]);
                format!("{} {sign} {}", self.num(depth - 1), self.num(depth - 1))
            }
        }
    }
}

/// A game with a phase that is never reached, and a hundred conditions in it.
fn game(seed: u64) -> (Document, Program) {
    let mut author = Author(Rng::fast(seed, 0));
    let actions: Vec<Value> = (0..100)
        .map(|number| {
            let condition = author.bool(3);
            json!({ "name": format!("a{number}"), "label": "?", "condition": condition, "effect": ["end_turn()"] })
        })
        .collect();
    let mut game = base();
    put(&mut game, "/meta/players/max", json!(5));
    put(
        &mut game,
        "/variables",
        json!({ "stage": { "initial": 0 }, "active_suit": { "initial": "" } }),
    );
    let effects = [
        "set_var(\"stage\", if(turn_number > 3, card_count(discard), 1))",
        "set_str_var(\"active_suit\", \"hearts\")",
    ];
    for effect in effects {
        put(&mut game, "/phases/1/actions/1/effect/-", json!(effect));
    }
    let phase =
        json!({ "name": "asks", "kind": "turn_based", "actions": actions, "transitions": [] });
    put(&mut game, "/phases/-", phase);
    let document: Document = serde_json::from_value(game).expect("the shape of a ruleset");
    let (program, problems) = compile(&document);
    (document, program.unwrap_or_else(|| panic!("{problems:#?}")))
}

#[test]
fn what_is_said_of_conditions_is_so_in_every_game() {
    let (mut never, mut always) = (0, 0);
    for seed in 0..30 {
        let (document, program) = game(seed);
        let facts = Facts::of(&program, (2, 5));
        let fold = Fold::new(&program, &facts, (2, 5));
        let asks = program.phases.last().expect("phases");
        let conditions: Vec<_> = asks
            .actions
            .iter()
            .filter_map(|action| action.condition)
            .collect();
        let truths: Vec<_> = conditions
            .iter()
            .map(|condition| fold.condition(condition.tree))
            .collect();
        never += truths.iter().filter(|truth| truth.is_never()).count();
        always += truths.iter().filter(|truth| truth.is_always()).count();
        for seats in 2..=5 {
            let mut rng = Rng::fast(seed, 0);
            let mut state = lay(&program, seats, 1);
            Engine::new(&program, &mut state, &mut rng)
                .start()
                .expect("a start");
            for _ in 0..60 {
                for (index, (condition, truth)) in conditions.iter().zip(&truths).enumerate() {
                    let fuel = Cell::new(100_000);
                    let held =
                        Eval::new(&program, &state, Me::Current, &fuel).test(condition.first);
                    let right = match held {
                        Ok(true) => truth.yes,
                        Ok(false) => truth.no,
                        Err(_) => truth.fails,
                    };
                    let text = &document.phases[4].actions[index].condition;
                    assert!(right, "seed {seed}: {text:?} is {held:?}, not {truth:?}");
                }
                let seat = Seat(state.at.current);
                let mut choices = Vec::new();
                each_choice(&program, &state, seat, &Scratch::new(), |choice| {
                    choices.push(choice);
                    false
                });
                if choices.is_empty() {
                    break;
                }
                let choice = choices[rng.below(choices.len() as u32) as usize];
                Engine::new(&program, &mut state, &mut rng)
                    .act(seat, choice)
                    .expect("a choice that was offered");
            }
        }
    }
    assert!(
        never > 100 && always > 100,
        "{never} never, {always} always"
    );
}
