//! Matches whose good and bad moves are known.

use expect_test::{Expect, expect};
use parlor_core::{Seat, Seed, Setup, Submission, Undo};

use super::*;

/// A match after these commands; "undo" takes the latest one back.
fn record(game: &str, seats: usize, moves: &[&str]) -> Box<dyn AnyMatch> {
    let game = parlor_games::all().get(game).unwrap().clone();
    let setup = Setup::new(game.info(), seats).unwrap();
    let mut current = game.begin(setup, Seed::Integer(1), 0).unwrap();
    let mut latest = Seat(0);
    for text in moves {
        if *text == "undo" {
            let to = current.undo_target(latest).unwrap();
            let needs = current.undo_needs(latest, to).unwrap();
            let undo = Undo::new(latest, to).consent(needs);
            current.undo(undo).unwrap();
            continue;
        }
        latest = current.to_act().first().unwrap();
        let command = current.command(latest, text).unwrap();
        current.submit(Submission::new(latest, command)).unwrap();
    }
    current
}

fn judge(current: &dyn AnyMatch, bot: &str) -> Analysis {
    let stopper = Stopper::default();
    analyze(current, &bot.parse().unwrap(), 1, &stopper, &mut |_, _| {}).unwrap()
}

fn check(game: &str, moves: &[&str], bot: &str, expected: Expect) {
    let analysis = judge(&*record(game, 2, moves), bot);
    let line = |one: &Judged| {
        let judgement = one.judgement.unwrap_or(Judgement::Best);
        // Which of several good moves a bot prefers is no matter here.
        let best = one.best.as_ref().filter(|_| judgement > Judgement::Good);
        let best = best.map(|best| format!(" best {}", best.text));
        let mark = judgement.mark();
        let best = best.unwrap_or_default();
        format!("{} {} {}{mark}{best}\n", one.version, one.seat, one.text)
    };
    expected.assert_eq(&analysis.moves.iter().map(line).collect::<String>());
}

#[test]
fn what_was_taken_back_is_not_judged() {
    check(
        "tic-tac-toe",
        &["b2", "b1", "undo", "a1", "c3", "c1", "a2", "b1"],
        "tree:20000",
        expect![[r#"
            2 seat 0 b2
            5 seat 1 a1
            6 seat 0 c3
            7 seat 1 c1
            8 seat 0 a2?? best b1
            9 seat 1 b1
        "#]],
    );
}

#[test]
fn every_method_judges_and_a_move_that_was_never_looked_at_is_looked_at_then() {
    let moves = ["b2", "a1", "c3", "c1", "a2", "b1"];
    for bot in [
        "minimax:50",
        "tree:solver=off:2000",
        "information:4000",
        "tree:20",
    ] {
        let analysis = judge(&*record("tic-tac-toe", 2, &moves), bot);
        let blunder = &analysis.moves[4];
        assert_eq!(blunder.judgement, Some(Judgement::Blunder), "{bot}");
        assert!(analysis.moves.iter().all(|one| one.value.is_some()));
    }
}

#[test]
fn with_few_looks_ahead_an_odd_move_still_gets_its_own() {
    // Ten looks cannot have been at both of these, of 121 squares.
    let analysis = judge(&*record("hex", 2, &["a1", "k11"]), "tree:10");
    for one in &analysis.moves {
        assert!(one.value.is_some_and(|value| value > 0.0), "{one:?}");
    }
}

#[test]
fn a_last_choice_is_no_choice_and_the_curve_ends_with_the_result() {
    let moves = ["b2", "a1", "c3", "b1", "c1", "a3", "a2", "c2", "b3"];
    let analysis = judge(&*record("tic-tac-toe", 2, &moves), "tree:3000");
    assert!(analysis.moves[8].forced && !analysis.moves[7].forced);
    assert_eq!(analysis.players[0].choices, 4);
    let curve = &analysis.curves[0];
    // Nothing was thought about the last move, so that there is no point before it.
    let last = &analysis.moves[8];
    assert_eq!((last.value, last.before, last.loss), (None, None, None));
    assert_eq!(last.judgement, None);
    assert_eq!((curve.seat, curve.points.len()), (Seat(0), 9));
    let end = curve.points[8];
    assert_eq!(
        end,
        Point {
            moves: 9,
            value: 0.5
        }
    );
    assert!(
        curve
            .points
            .iter()
            .all(|point| (0.0..=1.0).contains(&point.value))
    );
}

#[test]
fn only_what_the_player_knew_counts() {
    // Whatever the others have rolled: the same judgement, to the last digit.
    let bid = |seed| {
        let game = parlor_games::all().get("liars-dice").unwrap().clone();
        let setup = Setup::new(game.info(), 2).unwrap();
        let mut current = game.begin(setup, Seed::Integer(seed), 0).unwrap();
        let own = current.view(parlor_core::Viewer::Seat(Seat(0)));
        let command = current.command(Seat(0), "2 x 6").unwrap();
        current.submit(Submission::new(Seat(0), command)).unwrap();
        let zone = |view: &parlor_core::View, n: usize| format!("{:?}", view.zones[n].pieces);
        let other = current.view(parlor_core::Viewer::Seat(Seat(1)));
        let analysis = judge(&*current, "information:300");
        let first = analysis.moves[0].clone();
        (zone(&own, 0), zone(&other, 1), first)
    };
    let mut seen = std::collections::BTreeMap::<String, Vec<(String, Judged)>>::new();
    for seed in 0..400 {
        let (own, other, judged) = bid(seed);
        seen.entry(own).or_default().push((other, judged));
    }
    let twins = seen
        .values()
        .find(|same| same.iter().any(|one| one.0 != same[0].0));
    let twins = twins.expect("two deals with the same own dice");
    for (_, judged) in twins {
        assert_eq!(*judged, twins[0].1);
    }
}

#[test]
fn more_than_two_seats_have_a_curve_each() {
    let moves = ["1 x 6", "2 x 6", "3 x 6", "4 x 6"];
    let analysis = judge(&*record("liars-dice", 3, &moves), "information:500");
    assert_eq!(analysis.curves.len(), 3);
    assert_eq!(analysis.curves[0].points.len(), 2);
    assert!(analysis.hidden && analysis.complete);
}

#[test]
fn it_can_be_called_off_and_says_so() {
    let current = record("tic-tac-toe", 2, &["b2", "a1", "c3"]);
    let stopper = Stopper::default();
    let bot = "tree:solver=off:100000000000".parse().unwrap();
    let analysis = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            stopper.stop();
        });
        analyze(&*current, &bot, 1, &stopper, &mut |_, _| {}).unwrap()
    });
    assert!(!analysis.complete && analysis.moves.is_empty());
}

#[test]
fn progress_counts_to_the_end_and_random_bots_judge_nothing() {
    let current = record("tic-tac-toe", 2, &["b2", "a1", "c3"]);
    let mut heard = Vec::new();
    let stopper = Stopper::default();
    let easy = crate::Level::Easy.into();
    analyze(&*current, &easy, 1, &stopper, &mut |done, of| {
        heard.push((done, of))
    })
    .unwrap();
    assert_eq!(heard, [(1, 3), (2, 3), (3, 3)]);
    let random = analyze(&*current, &Spec::random(), 1, &stopper, &mut |_, _| {});
    assert_eq!(random, Err(AnalysisError::Random));
}

#[test]
fn a_sound_reply_is_no_mistake_whatever_the_chance() {
    let current = record("tic-tac-toe", 2, &["b2", "a1"]);
    let bot = "tree:2000".parse().unwrap();
    for seed in 0..30 {
        let analysis = analyze(&*current, &bot, seed, &Stopper::default(), &mut |_, _| {}).unwrap();
        for one in &analysis.moves {
            assert!(one.judgement <= Some(Judgement::Good), "{seed}: {one:?}");
        }
    }
}

#[test]
fn what_is_given_away_is_what_a_reader_reckons() {
    let points = |value: f64| (100.0 * value).round() as i64;
    for moves in [
        ["a1", "k11", "f6", "a2", "b2"],
        ["f6", "e5", "a1", "k1", "g7"],
    ] {
        let analysis = judge(&*record("hex", 2, &moves), "tree:300");
        for one in &analysis.moves {
            let (before, value) = (one.before.unwrap(), one.value.unwrap());
            let loss = points(before) - points(value);
            assert_eq!(points(one.loss.unwrap()), loss, "{one:?}");
            assert_eq!(one.judgement, Some(Judgement::of(loss as f64 / 100.0)));
            assert!(loss == 0 || one.best.is_some(), "{one:?}");
        }
    }
}

#[test]
fn thresholds_are_where_the_table_says() {
    let words = [0.0049, 0.0051, 0.0449, 0.0451, 0.094, 0.096, 0.194, 0.196].map(Judgement::of);
    use Judgement::*;
    assert_eq!(
        words,
        [
            Best, Good, Good, Inaccuracy, Inaccuracy, Mistake, Mistake, Blunder
        ]
    );
}

#[test]
fn who_plays_alone_has_no_chances_to_win() {
    let mut current = record("yacht-dice", 1, &[]);
    for _ in 0..4 {
        let command = current.legal(Seat(0))[0].clone();
        current.submit(Submission::new(Seat(0), command)).unwrap();
    }
    let analysis = judge(&*current, "50");
    assert!(analysis.curves.is_empty());
    for one in &analysis.moves {
        assert_eq!((one.value, one.before, one.loss), (None, None, None));
        assert!(one.best.is_some() || one.forced || one.judgement == Some(Judgement::Best));
    }
}

#[test]
fn moves_read_as_their_players_read_them() {
    let mut current = record("go-fish", 2, &[]);
    let view = current.view(parlor_core::Viewer::Seat(Seat(0)));
    let action = view.actions[0].clone();
    current
        .submit(Submission::new(Seat(0), action.command))
        .unwrap();
    let analysis = judge(&*current, "100");
    assert_eq!(analysis.moves[0].text, action.text);
    let texts: Vec<&str> = view.actions.iter().map(|action| &*action.text).collect();
    if let Some(best) = &analysis.moves[0].best {
        assert!(texts.contains(&&*best.text), "{best:?}");
    }
}
