//! Games of which it is known how balanced they are.

use parlor_core::Setup;

use super::*;

fn report(game: &str, seats: usize, bots: &[&str], games: u64, threads: usize) -> BalanceReport {
    let game = parlor_games::all().get(game).unwrap().clone();
    let setup = Setup::new(game.info(), seats).unwrap();
    let bots = bots.iter().map(|bot| bot.parse().unwrap());
    let balance = Balance {
        games,
        seed: 7,
        threads: Some(threads),
        ..Balance::new(&*game, setup, bots)
    };
    balance.run(&|_| {}).unwrap()
}

/// Without what differs from run to run.
fn timeless(mut report: BalanceReport) -> BalanceReport {
    for seat in &mut report.seats {
        seat.thinking.ms = 0.0;
    }
    report
}

#[test]
fn the_number_of_threads_does_not_change_the_numbers() {
    let play = |game, threads| timeless(report(game, 2, &["tree:50", "random"], 30, threads));
    let one = play("connect-four", 1);
    assert_eq!(one.games, 30);
    assert_eq!(one, play("connect-four", 3));
    let fish = |threads| timeless(report("go-fish", 2, &["20", "20"], 6, threads));
    assert_eq!(fish(1), fish(2));
}

#[test]
fn random_tic_tac_toe_comes_out_as_the_books_say() {
    let report = report("tic-tac-toe", 2, &["random", "random"], 3000, 2);
    // 58.5 % wins for X, 28.8 % for O, 12.7 % draws.
    let first = &report.first_player;
    assert!((first.share.value - 0.649).abs() < 0.03, "{first:?}");
    assert_eq!(first.verdict, Verdict::Ahead);
    assert!((report.draws.value - 0.127).abs() < 0.03);
    assert_eq!(report.branching.by_move.len(), 9);
    assert_eq!(report.branching.by_move[..3], [9.0, 8.0, 7.0]);
    assert_eq!((report.branching.max, report.length.max), (9, 9));
    // Every square is offered at first, and some later too.
    assert_eq!(report.actions.len(), 9);
    let taken: u64 = report.actions.iter().map(|action| action.taken).sum();
    assert_eq!(taken, report.branching.positions);
    assert!(report.lead.is_none() && report.margin.is_none());
}

#[test]
fn good_bots_draw_at_tic_tac_toe_and_nobody_leads() {
    let report = report("tic-tac-toe", 2, &["tree:3000", "tree:3000"], 10, 2);
    assert_eq!(report.draws.value, 1.0);
    assert_eq!(report.first_player.verdict, Verdict::Unclear);
    assert_eq!(report.first_player.share.value, 0.5);
    assert_eq!(report.length.min, 9);
    assert!(report.lead.unwrap().changes.mean < 3.0);
    assert!(report.seats[0].thinking.iterations > 50.0);
}

#[test]
fn scores_margins_and_many_seats_are_counted() {
    let report = report("go-fish", 3, &["random", "random", "random"], 40, 2);
    assert_eq!(report.seats.len(), 3);
    let points: f64 = report.seats.iter().map(|seat| seat.share.value).sum();
    assert!((points - 1.0).abs() < 1e-9, "{points}");
    assert!(report.margin.unwrap().max > 0);
    assert_eq!(report.actions[0].action, "ask");
    assert_eq!(report.actions[0].taken_share.value, 1.0);
}

#[test]
fn who_plays_alone_has_nobody_to_be_ahead_of() {
    let report = report("yacht-dice", 1, &["random"], 5, 1);
    assert_eq!(report.first_player.verdict, Verdict::Alone);
    let score = report.score.as_ref().unwrap();
    assert_eq!(score.counts.values().sum::<u64>(), 5);
    assert!(score.min <= score.median && score.mean <= score.max as f64);
    let summary = report.summary();
    assert!(summary[0].starts_with("One player plays alone, and scores "));
    assert!(summary.iter().all(|sentence| !sentence.is_empty()));
    let page = report.page("parlor");
    assert!(page.contains("What games score") && page.contains("5 games, 1 seat, played"));
    assert!(!page.contains("<th scope=\"col\">Wins</th>"));
}

#[test]
fn the_page_is_whole_and_safe() {
    let mut report = report("connect-four", 2, &["tree:50", "random"], 12, 2);
    report.name = "<script>alert(1)</script>".into();
    report.actions[0].action = "<img src=x>".into();
    let page = report.page("parlor simulate connect-four --bots 'a' & more");
    for tag in [
        "main", "table", "figure", "svg", "ul", "dl", "div", "tr", "td", "dd",
    ] {
        let open =
            page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(open, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
    assert!(
        !page.contains("<script") && !page.contains("<img"),
        "markup from names"
    );
    assert!(
        !page.contains("href=") && !page.contains("src=\""),
        "something from elsewhere"
    );
    assert!(page.contains("Different bots have the seats"));
    assert!(page.contains("--bots &#39;a&#39; &amp; more"));
}

#[test]
fn it_can_be_ended_early_and_unfit_bots_are_told() {
    let game = parlor_games::all().get("connect-four").unwrap().clone();
    let setup = Setup::new(game.info(), 2).unwrap();
    let bots = ["random", "random"].map(|bot| bot.parse::<Spec>().unwrap());
    let balance = Balance {
        games: 1_000_000,
        ..Balance::new(&*game, setup, bots)
    };
    let report = balance.run(&|_| balance.stopper.stop()).unwrap();
    assert!(report.games >= 1 && report.games < 100);
    assert!(
        report
            .summary()
            .iter()
            .any(|line| line.contains("ended early"))
    );
    let fish = parlor_games::all().get("go-fish").unwrap().clone();
    let setup = Setup::new(fish.info(), 2).unwrap();
    let bots = ["minimax", "random"].map(|bot| bot.parse::<Spec>().unwrap());
    let error = Balance::new(&*fish, setup, bots).run(&|_| {}).unwrap_err();
    assert!(error.to_string().contains("minimax does not play Go Fish"));
}

#[test]
fn random_and_forced_moves_are_no_looks_ahead() {
    let report = report("go-fish", 2, &["random", "30"], 3, 1);
    assert_eq!(report.seats[0].thinking.iterations, 0.0);
    assert!(report.seats[1].thinking.iterations <= 30.0);
    assert!(report.summary()[0].starts_with("Different bots have the seats"));
}
