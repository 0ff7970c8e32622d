//! Series of games, at this terminal and on a server.

use crate::Home;
use crate::online::{Player, Server};

/// Whoever begins wins.
const WIN: &str = "a1\na2\nb1\nb2\nc1\n";

#[test]
fn a_best_of_three_says_how_it_stands_before_and_after_each_game() {
    let home = Home::new();
    let input = format!("{WIN}\n{WIN}\n{WIN}");
    let args = "play tic-tac-toe --seats human,human --names Ann,Bob --best-of 3";
    let out = home.run_with(args, input.as_bytes()).ok();
    let lines: Vec<&str> = (out.lines())
        .filter(|line| line.contains("Best of 3"))
        .collect();
    // Another player begins each game.
    assert_eq!(
        lines,
        [
            "Tic-tac-toe: Best of 3, game 1: Ann 0, Bob 0",
            "Best of 3, game 1: Ann 1, Bob 0",
            "Best of 3, game 2: Bob 0, Ann 1",
            "Best of 3, game 2: Bob 1, Ann 1",
            "Best of 3, game 3: Ann 1, Bob 1",
            "Best of 3: Ann 2, Bob 1 – Ann wins the series",
        ],
        "{out}"
    );
    // Each game has a file of its own.
    let files = std::fs::read_dir(home.path.join("matches")).unwrap();
    assert_eq!(files.count(), 3);
}

#[test]
fn a_series_that_was_left_goes_on_where_it_was() {
    let home = Home::new();
    let args = "play tic-tac-toe --seats human,human --names Ann,Bob --best-of 3";
    home.run_with(args, format!("{WIN}\na1\nquit\n").as_bytes())
        .ok();
    let out = home
        .run_with(
            "play tic-tac-toe --resume --seats human,human",
            b"a2\nb1\nb2\nc1\n",
        )
        .ok();
    assert!(
        out.contains("Tic-tac-toe: Best of 3, game 2: Bob 0, Ann 1"),
        "{out}"
    );
    assert!(out.contains("Best of 3, game 2: Bob 1, Ann 1"), "{out}");
}

#[test]
fn a_length_that_no_series_has_is_refused() {
    let home = Home::new();
    let refused = home.run("play tic-tac-toe --best-of 1");
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("a series has 2 to 99 games, not 1"),
        "{}",
        refused.err
    );
}

#[test]
fn on_a_server_the_next_game_follows_in_the_same_terminal() {
    let home = Home::new();
    let server = Server::start(&home, 0);
    let at = &server.address;
    let args =
        format!("play tic-tac-toe --server {at} --name Ann --seats human,random --best-of 3");
    let mut ann = Player::start(&home, &args);
    ann.until("Ann> ");
    ann.say(":resign");
    ann.until("Best of 3, game 1: Ann 0, Bot (random) 1");
    // The bot begins.
    ann.until("Ann> ");
    ann.say(":resign");
    ann.until("Best of 3: Bot (random) 2, Ann 0 – Bot (random) wins the series");
    assert_eq!(ann.end().code, 0);
}
