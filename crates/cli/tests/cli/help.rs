//! Help, lists, completions, and mistakes in the command line.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use expect_test::expect;

use crate::Home;

#[test]
fn without_a_terminal_the_menu_says_what_there_is() {
    let out = Home::new().run("menu").ok();
    assert!(out.contains("Usage: parlor"));
    assert!(out.contains("tic-tac-toe"));
}

#[test]
fn parlor_alone_serves_the_page() {
    let home = Home::new();
    let mut parlor = std::process::Command::new(env!("CARGO_BIN_EXE_parlor"))
        .env("PARLOR_HOME", &home.path)
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(parlor.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    let address = line.trim().strip_prefix("Parlor is at http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    parlor.kill().unwrap();
    parlor.wait().unwrap();
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("<div id=\"app\">"), "{page}");
    // What is played there is kept with what is played in the terminal.
    assert!(home.path.join("parlor.db").exists());
}

#[test]
fn every_command_has_help_with_examples() {
    let home = Home::new();
    for command in [
        "games",
        "play",
        "simulate",
        "arena",
        "load",
        "replay",
        "verify",
        "dev",
        "script",
        "completions",
        "check",
        "explain",
        "trace",
        "catalog",
        "schema",
    ] {
        let out = home.run(&format!("{command} --help")).ok();
        assert!(out.contains("EXAMPLES:"), "{command}: {out}");
        assert!(
            out.contains(&format!("parlor {command}")),
            "{command}: {out}"
        );
    }
    assert!(home.run("--version").ok().starts_with("parlor 0."));
}

#[test]
fn the_games_are_listed_for_people_and_programs() {
    let home = Home::new();
    let out = home.run("games").ok();
    let line = out
        .lines()
        .find(|line| line.starts_with("tic-tac-toe"))
        .unwrap();
    expect![
        "tic-tac-toe         Tic-tac-toe         2      1-3      4+    1/5    Three in a row win."
    ]
    .assert_eq(line);
    let german = home.run("games --lang de").ok();
    let line = german.lines().find(|line| line.starts_with("old-maid"));
    expect![
        "old-maid            Schwarzer Peter      2-6    10-15    4+    1/5    Sechzehn Paare aus der Stadt und ein Schwarzer Peter."
    ]
    .assert_eq(line.unwrap());
    let json: serde_json::Value = serde_json::from_str(&home.run("games --json").ok()).unwrap();
    let hex = json
        .as_array()
        .unwrap()
        .iter()
        .find(|game| game["id"] == "hex")
        .unwrap();
    assert_eq!(hex["options"][0]["max"], 19);
}

#[test]
fn completions_are_there_for_every_shell() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let out = home.run(&format!("completions {shell}")).ok();
        assert!(out.contains("simulate"), "{shell}");
    }
    home.run("completions tcsh").fails(2);
}

#[test]
fn mistakes_are_told_in_one_line_with_a_way_out() {
    let home = Home::new();
    let check = |args: &str, expected: expect_test::Expect| {
        expected.assert_eq(&home.run(args).fails(2));
    };
    check(
        "play tictactoe",
        expect![[r#"
        error: there is no game 'tictactoe'; did you mean tic-tac-toe?
        hint: 'parlor games' lists all games; a ruleset goes by its file
    "#]],
    );
    check(
        "play hex --option size=99",
        expect![[r#"
        error: option 'size' of Hex is a number from 3 to 19, not 99
        hint: the options of Hex are size (3 to 19, default 11), swap (true or false, default true)
    "#]],
    );
    check(
        "play hex --option colour=red",
        expect![[r#"
        error: Hex has no option 'colour'; it has size, swap
        hint: the options of Hex are size (3 to 19, default 11), swap (true or false, default true)
    "#]],
    );
    check(
        "play hex --option size",
        expect![[r#"
        error: 'size' is no option: write it as name=value
        hint: the options of Hex are size (3 to 19, default 11), swap (true or false, default true)
    "#]],
    );
    check(
        "play hex --seats human,human,human",
        expect![[r#"
            error: Hex takes 2 seats, not 3
            hint: 'parlor games' lists how many seats each game takes
        "#]],
    );
    check(
        "play hex --seed minus-one",
        expect![[r#"
        error: a seed is a number below 2^32 or 64 hexadecimal digits
        hint: omit --seed for a secret random seed
    "#]],
    );
    check(
        "play hex --names a,b,c",
        expect![[r#"
        error: there are 3 names for 2 seats
        hint: say who plays with --seats human,human
    "#]],
    );
    check(
        "simulate chess",
        expect![[r#"
        error: there is no game 'chess'
        hint: 'parlor games' lists all games; a ruleset goes by its file
    "#]],
    );
    check(
        "simulate hex --seats 3",
        expect![[r#"
            error: Hex takes 2 seats, not 3
            hint: 'parlor games' lists how many seats each game takes
        "#]],
    );
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    for args in [&["games"][..], &["completions", "bash"], &["menu"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(args)
            .stdin(std::process::Stdio::null())
            .stdout(writer)
            .stderr(std::process::Stdio::piped())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    }
}
