//! What guides bots: who has reached what in a position, and whether that tells who will win.

use expect_test::{Expect, expect};
use parlor_core::{Fast, Game, Match, Objectives, Rng, Seat, Seed, Setup};
use parlor_flow::{FlowGame, State};

use crate::{checkers, cribbage, go_fish, nine_mens_morris, yacht_dice};

/// What each of two seats has reached in a position.
fn check(game: &FlowGame, state: &State, expect: Expect) {
    let lines = Seat::all(2).map(|seat| {
        let numbered = game.objectives().iter().enumerate();
        let reached = numbered.filter(|(number, _)| game.holds(*number, state, seat));
        let names: Vec<&str> = reached.map(|(_, objective)| &*objective.name).collect();
        let names = if names.is_empty() {
            vec!["nothing"]
        } else {
            names
        };
        format!("{seat}: {}", names.join(", "))
    });
    expect.assert_eq(&lines.collect::<Vec<String>>().join("\n"));
}

/// How often the seat that has reached most somewhere in a random game of two wins it.
fn leader_wins(make: impl Fn() -> FlowGame) -> f64 {
    let game = make();
    let setup = Setup::new(&game.info(), 2).unwrap();
    let mut rng = Rng::fast(7, 0);
    let (mut won, mut all) = (0.0, 0.0);
    for seed in 0..200 {
        let begun = Match::new(make(), setup.clone(), Seed::Integer(seed)).unwrap();
        let mut state = begun.state().clone();
        let length = game.playout(&mut begun.state().clone(), &mut rng, u64::MAX);
        let some = rng.below(length as u32).into();
        game.playout(&mut state, &mut rng, some);
        let weight = |seat: Seat| {
            let objectives = game.objectives().iter().enumerate();
            let reached = objectives.filter(|(number, _)| game.holds(*number, &state, seat));
            reached.map(|(_, objective)| objective.weight).sum::<f64>()
        };
        let lead = weight(Seat(0)) - weight(Seat(1));
        if lead != 0.0 {
            let leader = if lead > 0.0 { Seat(0) } else { Seat(1) };
            game.playout(&mut state, &mut rng, u64::MAX);
            won += f64::from(u8::from(game.winners(&state).contains(leader)));
            all += 1.0;
        }
    }
    won / all
}

#[test]
fn who_has_reached_more_wins_more_often() {
    let games: [fn() -> FlowGame; 5] = [
        checkers::checkers,
        cribbage::cribbage,
        go_fish::go_fish,
        nine_mens_morris::nine_mens_morris,
        yacht_dice::yacht_dice,
    ];
    for make in games {
        let wins = leader_wins(make);
        let id = make().info().id;
        assert!(wins > 0.6, "{id}: the leader wins {wins:.2} of 1");
    }
}

#[test]
fn pieces_kings_the_centre_and_the_first_row_count_at_checkers() {
    let game = checkers::checkers();
    let at = |position| checkers::parse(&game, position).unwrap();
    check(
        &game,
        &at("B:W21:B1"),
        expect![[r#"
            seat 0: nothing
            seat 1: nothing"#]],
    );
    check(
        &game,
        &at("B:W21,22,23,24:B1,2,K15"),
        expect![[r#"
        seat 0: more kings, guards the first row
        seat 1: more pieces, holds the centre"#]],
    );
    check(
        &game,
        &at("B:WK21,22:BK15,K18,1,2"),
        expect![[r#"
            seat 0: more pieces, a piece more, more kings, holds the centre, guards the first row
            seat 1: nothing"#]],
    );
}

#[test]
fn men_mills_and_room_count_at_nine_mens_morris() {
    let game = nine_mens_morris::nine_mens_morris();
    let at = |position| nine_mens_morris::parse(&game, position).unwrap();
    check(
        &game,
        &at(".../.../.../....../.../.../... w 9 9"),
        expect![[r#"
        seat 0: nothing
        seat 1: nothing"#]],
    );
    check(
        &game,
        &at("www/.../b.b/....../.b./.../b.. w"),
        expect![[r#"
        seat 0: more mills
        seat 1: more men, more room"#]],
    );
    check(
        &game,
        &at("wwb/w../w../....../w.w/.b./..b w"),
        expect![[r#"
        seat 0: more men, two men more, more room
        seat 1: nothing"#]],
    );
}

#[test]
fn the_score_counts_at_cribbage() {
    let game = cribbage::cribbage();
    let at = |scores: &str| {
        let text = format!(
            "scores {scores} of 121 | dealer 0 | hands 5♥ / K♠ | starter 9♦ | crib A♥ A♣ 8♦ 8♣ | played 4♥ 6♥ 7♥ / Q♣ J♣ 2♠ | turn 1"
        );
        cribbage::parse(&game, &text).unwrap()
    };
    check(
        &game,
        &at("20 20"),
        expect![[r#"
            seat 0: nothing
            seat 1: nothing"#]],
    );
    check(
        &game,
        &at("20 23"),
        expect![[r#"
            seat 0: nothing
            seat 1: is ahead"#]],
    );
    check(
        &game,
        &at("60 35"),
        expect![[r#"
            seat 0: is ahead, is ahead by a good hand, is far ahead
            seat 1: nothing"#]],
    );
}

#[test]
fn books_and_three_of_a_rank_count_at_go_fish() {
    let game = go_fish::go_fish();
    let text = "pond: 2♣\nhand-0: 7♠ 7♥ 7♦\nhand-1: 3♥\nbooks-1: K♠ K♥ K♦ K♣\nturn: 0\n";
    check(
        &game,
        &go_fish::parse(&game, text).unwrap(),
        expect![[r#"
        seat 0: three of a rank
        seat 1: more books than others"#]],
    );
}

#[test]
fn boxes_are_held_against_their_par_at_yacht_dice() {
    let game = yacht_dice::yacht_dice();
    let at = |text: &str| yacht_dice::parse(&game, text).unwrap();
    check(
        &game,
        &at("- | - | roll 1: 1 2 3 4 6"),
        expect![[r#"
            seat 0: nothing
            seat 1: nothing"#]],
    );
    // 24 in the sixes make up for one in the ones; 40 for a large straight do not make up for nothing for a yacht.
    check(
        &game,
        &at("sixes 24 ones 1 | large-straight 40 yacht 0 | roll 1: 1 2 3 4 6"),
        expect![[r#"
            seat 0: better than par, better than the others, on the way to the bonus
            seat 1: nothing"#]],
    );
    check(
        &game,
        &at("twos 4 | yacht 50 | roll 1: 1 2 3 4 6"),
        expect![[r#"
            seat 0: nothing
            seat 1: better than par, far better than par, better than the others"#]],
    );
}
