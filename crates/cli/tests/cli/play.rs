//! Playing in lines of text, quitting and going on.

use expect_test::expect;

use crate::Home;

#[test]
fn a_game_is_read_in_the_language_that_is_asked_for() {
    let home = Home::new();
    let args = "play old-maid --lang de --seats human,random --names Ann,Bob --seed 1";
    let out = home.run_with(args, b"1\n").ok();
    let lines = |words: &str| out.lines().filter(|line| line.contains(words)).count();
    assert!(out.starts_with("Schwarzer Peter: Ann"), "{out}");
    assert!(lines("Karte vom Nachbarn ziehen") > 0, "{out}");
    assert!(lines("Paare") > 0, "{out}");
    for english in ["Draw a card", "Neighbor", "couples", "Baker"] {
        assert_eq!(lines(english), 0, "{out}");
    }
}

#[test]
fn a_whole_game_can_be_played_in_a_pipe() {
    let home = Home::new();
    let args = "play tic-tac-toe --seats human,human --names Ann,Bob --seed 1 --file game.jsonl";
    let input = b"b2\nnonsense\nb2\na1\n1\na2\nhelp\nb3\n";
    let out = home.run_with(args, input).ok();
    expect![[r#"
        Tic-tac-toe: Ann, Bob
        Type 'help' for help.

         3  . . .
         2  . . .
         1  . . .
            a b c
        It is the turn of Ann.
        1) a1  2) b1  3) c1  4) a2  5) b2  6) c2  7) a3  8) b3  9) c3
        Ann> b2
        - Ann plays b2

         3  . . .
         2  . X .
         1  . . .
            a b c
        It is the turn of Bob.
        1) a1  2) b1  3) c1  4) a2  5) c2  6) a3  7) b3  8) c3
        Bob> nonsense
        No: 'nonsense' is not a legal command; type 'list' to see them.
        Bob> b2
        No: that is not possible now.
        Bob> a1
        - Bob plays a1

         3  . . .
         2  . X .
         1  O . .
            a b c
        It is the turn of Ann.
        1) b1  2) c1  3) a2  4) c2  5) a3  6) b3  7) c3
        Ann> 1
        - Ann plays b1

         3  . . .
         2  . X .
         1  O X .
            a b c
        It is the turn of Bob.
        1) c1  2) a2  3) c2  4) a3  5) b3  6) c3
        Bob> a2
        - Bob plays a2

         3  . . .
         2  O X .
         1  O X .
            a b c
        It is the turn of Ann.
        1) c1  2) c2  3) a3  4) b3  5) c3
        Ann> help
        Type the number of a command, or the command itself.
          list      lists all legal commands; 'list b' those with a b in them
          hint      says what a strong bot would play, and what it is worth
          undo      takes back your latest command
          redo      plays it again
          resign    gives up
          quit      leaves; the match is saved and can be resumed
          help      says this
        Ann> b3
        - Ann plays b3

         3  . X .
         2  O X .
         1  O X .
            a b c
        Ann wins: three in a row.
          1. Ann
          2. Bob
        The match and its seed are in game.jsonl
        'parlor verify' proves from them that the rules were kept.
    "#]]
    .assert_eq(&out);
}

#[test]
fn a_match_is_resumed_where_it_was_left() {
    let home = Home::new();
    let args = "play tic-tac-toe --seed 5 --names Ann";
    let out = home.run_with(args, b"b2\nquit\n").ok();
    assert!(
        out.contains("Resume with: parlor play tic-tac-toe --resume"),
        "{out}"
    );
    assert_eq!(home.matches().len(), 1);
    let before = home.read(&home.matches()[0]);

    let out = home
        .run_with("play tic-tac-toe --resume", b"undo\nquit\n")
        .ok();
    assert!(out.contains(" 2  . X ."), "{out}");
    assert!(out.contains("Ann takes back"), "{out}");
    let after = home.read(&home.matches()[0]);
    let records = |text: &str| text.lines().count() - 2;
    assert_eq!(records(&after), records(&before) + 1);
    assert_eq!(home.matches().len(), 1, "nothing is left beside the match");
    home.run(&format!("verify {}", home.matches()[0].display()))
        .ok();
}

/// The commands of the match in a file.
fn commands(home: &Home, file: &str) -> Vec<serde_json::Value> {
    let text = home.read(file);
    let records = text.lines().skip(1).filter_map(|line| {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        record.get("command").cloned()
    });
    records.collect()
}

#[test]
fn the_same_seed_and_the_same_input_give_the_same_match() {
    let play = || {
        let home = Home::new();
        let input = b"1\n1\n2\n1\n1\n";
        home.run_with("play liars-dice --seed 7 --file a.jsonl", input)
            .ok();
        commands(&home, "a.jsonl")
    };
    let one = play();
    assert!(one.len() > 3);
    assert_eq!(one, play());
}

#[test]
fn a_match_in_two_sittings_is_the_match_in_one() {
    let home = Home::new();
    let (one, other) = (
        "play hex --seed 7 --file one.jsonl",
        "play hex --seed 7 --file two.jsonl",
    );
    home.run_with(one, b"1\n1\n1\n1\n").ok();
    home.run_with(other, b"1\n1\n").ok();
    home.run_with("play hex --resume --file two.jsonl", b"1\n1\n")
        .ok();
    assert_eq!(commands(&home, "one.jsonl").len(), 8);
    assert_eq!(commands(&home, "one.jsonl"), commands(&home, "two.jsonl"));
}

#[test]
fn without_a_seed_the_seed_is_secret_and_the_file_private() {
    let home = Home::new();
    home.run("play tic-tac-toe").ok();
    let path = &home.matches()[0];
    let text = home.read(path);
    let seed: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(seed["seed"].as_str().unwrap().len(), 64);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn undo_redo_and_resign_work_in_words() {
    let home = Home::new();
    let args = "play tic-tac-toe --seats human,human --names Ann,Bob --seed 1";
    let out = home
        .run_with(args, b"b2\nundo\ny\nredo\nundo\nn\nresign\nn\nresign\ny\n")
        .ok();
    assert!(out.contains("Ann takes back"), "{out}");
    assert!(out.contains("Ann plays it again"), "{out}");
    assert!(out.contains("Ann wins: resignation."), "{out}");
}

#[test]
fn several_humans_with_secrets_take_turns_at_the_screen() {
    let home = Home::new();
    let args = "play liars-dice --seats human,human --names Ann,Bob --seed 1";
    let out = home.run_with(args, b"\n1 x 2\n\nquit\n").ok();
    let (before, after) = out.split_once("Pass the device to Bob").unwrap();
    let (_, ann) = before.split_once("Pass the device to Ann").unwrap();
    let dice = |text: &str, name: &str| {
        let line = text
            .lines()
            .find(|line| line.starts_with(&format!("{name}, dice: ")))
            .unwrap();
        line.contains('?')
    };
    assert!(!dice(ann, "Ann") && dice(ann, "Bob"), "{ann}");
    assert!(dice(after, "Ann") && !dice(after, "Bob"), "{after}");
}

#[test]
fn a_file_that_exists_is_not_overwritten() {
    let home = Home::new();
    home.write("mine.txt", "precious");
    let err = home.run("play hex --file mine.txt").fails(2);
    assert!(err.contains("mine.txt exists already"), "{err}");
    assert_eq!(home.read("mine.txt"), "precious");
    home.run("play hex --file mine.txt --resume").fails(1);
    assert_eq!(home.read("mine.txt"), "precious");
}

#[test]
fn there_must_be_something_to_resume() {
    let home = Home::new();
    let err = home.run("play hex --resume").fails(1);
    expect![[r#"
        error: there is no unfinished match of Hex
        hint: begin one with: parlor play hex
    "#]]
    .assert_eq(&err);
    home.run("play hex --seats bot,bot").ok();
    home.run("play hex --resume").fails(1);
    home.run("play tic-tac-toe --file t.jsonl").ok();
    let err = home.run("play hex --resume --file t.jsonl").fails(2);
    assert!(
        err.contains("t.jsonl is a match of tic-tac-toe, not of hex"),
        "{err}"
    );
}

#[test]
fn bots_play_to_the_end_by_themselves() {
    let home = Home::new();
    for game in ["tic-tac-toe", "connect-four", "hex", "liars-dice"] {
        let out = home
            .run(&format!(
                "play {game} --seats bot,bot --seed 2 --file {game}.jsonl"
            ))
            .ok();
        assert!(
            out.contains("The match and its seed are in"),
            "{game}: {out}"
        );
        home.run(&format!("verify {game}.jsonl")).ok();
    }
}

#[test]
fn a_folder_that_cannot_be_written_to_is_told() {
    let home = Home::new();
    home.write("matches", "a file where the folder should be");
    let err = home.run("play hex").fails(1);
    assert!(
        err.contains("cannot save to") && err.contains("PARLOR_HOME"),
        "{err}"
    );
}

#[test]
fn bots_play_at_the_level_that_is_asked_for_and_their_names_say_so() {
    let home = Home::new();
    let args = "play tic-tac-toe --seats human,bot --level hard --seed 3 --file a.jsonl";
    // X does not see that O wins with the second row.
    let out = home.run_with(args, b"a1\nc3\n").ok();
    assert!(
        out.starts_with("Tic-tac-toe: Player 1, Bot (hard)"),
        "{out}"
    );
    assert!(home.read("a.jsonl").contains("Bot (hard)"));
    let err = home.run("play hex --seats human,hrad").fails(2);
    assert!(err.contains("did you mean hard?"), "{err}");
    let err = home.run("play liars-dice --seats human,minimax").fails(2);
    assert!(err.contains("minimax does not play Liar's dice"), "{err}");
    let out = home.run_with("play hex --seats 30,human,random --option size=4", b"");
    assert!(out.fails(2).contains("2 seats"));
}

#[test]
fn a_bot_that_counts_plays_the_same_match_again() {
    let home = Home::new();
    for file in ["one.jsonl", "two.jsonl"] {
        let args = "play connect-four --seats medium,tree:300 --seed 42 --file";
        home.run(&format!("{args} {file}")).ok();
    }
    let one = commands(&home, "one.jsonl");
    assert_eq!(one, commands(&home, "two.jsonl"));
    assert!(one.len() >= 7);
}

#[test]
fn who_plays_can_be_said_anew_when_a_match_goes_on() {
    let home = Home::new();
    let args = "play tic-tac-toe --seats human,human --seed 5 --file a.jsonl --names";
    let err = home.run(&format!("{args} Ann,Zoe(hard)")).fails(2);
    assert!(err.contains("a bot's name"), "{err}");
    home.run_with(&format!("{args} Ann,Bob"), b"b2\n").ok();
    let resume = "play tic-tac-toe --resume --file a.jsonl --seats human,hard";
    let out = home.run_with(resume, b"").ok();
    assert!(out.contains("Bob plays "), "{out}");
}

#[test]
fn hints_say_what_to_play() {
    let home = Home::new();
    let args = "play tic-tac-toe --seats human,human --names Ann,Bob --seed 1 --file a.jsonl";
    let out = home.run_with(args, b"b2\na1\na2\nb1\nhint\n").ok();
    // Ann wins at once; Bob would, too.
    assert!(out.contains("You could: c2 (wins for certain)."), "{out}");
    let out = home.run("hint a.jsonl").ok();
    assert!(
        out.starts_with("For Ann:\nYou could: c2 (wins for certain).\nOr: "),
        "{out}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&home.run("hint a.jsonl --bot tree:500 --json").ok()).unwrap();
    assert_eq!(json["seat"], 0);
    assert_eq!(json["moves"][0]["text"], "c2");
    assert_eq!(json["moves"][0]["proven"], true);
    let err = home.run("hint a.jsonl --seat 1").fails(1);
    assert!(
        err.contains("seat 1 is not to act now, but seat 0"),
        "{err}"
    );
    assert!(
        home.run("hint a.jsonl --seat 7")
            .fails(2)
            .contains("no seat 7")
    );
    home.run_with("play tic-tac-toe --resume --file a.jsonl", b"c2\n")
        .ok();
    assert!(home.run("hint a.jsonl").fails(1).contains("is over"));
}

#[test]
fn a_hint_tells_nobody_elses_secrets_unasked() {
    let home = Home::new();
    let play = "play liars-dice --seed 1 --seats";
    home.run_with(&format!("{play} human,human --file two.jsonl"), b"")
        .ok();
    let err = home.run("hint two.jsonl --bot 100").fails(2);
    assert!(
        err.contains("has secrets") && err.contains("--seat 0"),
        "{err}"
    );
    home.run("hint two.jsonl --bot 100 --seat 0").ok();
    // The only person at the table is the one who asks.
    home.run_with(&format!("{play} human,easy --file one.jsonl"), b"")
        .ok();
    home.run("hint one.jsonl --bot 100").ok();
    let err = home.run("hint one.jsonl --bot random").fails(2);
    assert!(err.contains("say hard"), "{err}");
}
