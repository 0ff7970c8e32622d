//! Match files: verified, replayed, damaged and forged.

use expect_test::expect;

use crate::Home;

/// A finished match of Liar's dice in `dice.jsonl`.
fn dice() -> Home {
    let home = Home::new();
    home.run("play liars-dice --seats bot,bot --seed 3 --file dice.jsonl")
        .ok();
    home
}

#[test]
fn a_fair_match_is_proved() {
    let home = dice();
    let out = home.run("verify dice.jsonl").ok();
    assert!(out.contains("follow from the rules"), "{out}");
    assert!(
        out.contains("words that were drawn come from the seed"),
        "{out}"
    );
    let without_seed: Vec<String> = home.read("dice.jsonl").lines().map(String::from).collect();
    home.write(
        "public.jsonl",
        without_seed[..without_seed.len() - 1].join("\n") + "\n",
    );
    let out = home.run("verify public.jsonl").ok();
    assert!(out.contains("Seed: not revealed yet."), "{out}");
    assert!(
        out.contains("nothing can be proved of them without the seed"),
        "{out}"
    );
}

#[test]
fn damage_is_named_by_its_record() {
    let home = dice();
    let text = home.read("dice.jsonl");
    let lines: Vec<&str> = text.lines().collect();
    let changed = |name: &str, lines: &[String]| {
        home.write(name, lines.join("\n") + "\n");
        home.run(&format!("verify {name}")).fails(1)
    };
    let mut cut: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
    cut[3].truncate(20);
    let err = changed("cut.jsonl", &cut);
    assert!(err.contains("cut.jsonl: record 3 (line 4)"), "{err}");

    let mut swapped: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
    swapped.swap(3, 4);
    let err = changed("swapped.jsonl", &swapped);
    assert!(err.contains("record 3 (line 4)"), "{err}");

    let mut seed: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
    *seed.last_mut().unwrap() = "{\"seed\":4}".into();
    let err = changed("seed.jsonl", &seed);
    let problem = "the seed is not the one that was committed to at the start";
    assert!(err.contains(problem), "{err}");
    assert_eq!(
        err.lines()
            .filter(|line| line.starts_with("error: "))
            .count(),
        1
    );
}

#[test]
fn a_cut_tail_is_found_by_the_hash() {
    let home = Home::new();
    home.run("play tic-tac-toe --seats bot,bot --seed 3 --file whole.jsonl")
        .ok();
    let out = home.run("verify whole.jsonl").ok();
    let hash = out
        .lines()
        .find_map(|line| line.strip_prefix("Hash: "))
        .unwrap();
    home.run(&format!("verify whole.jsonl --hash {hash}")).ok();
    let text = home.read("whole.jsonl");
    let lines: Vec<&str> = text.lines().collect();
    home.write("cut.jsonl", lines[..lines.len() - 2].join("\n"));
    home.run("verify cut.jsonl").ok();
    let err = home
        .run(&format!("verify cut.jsonl --hash {hash}"))
        .fails(1);
    assert!(err.contains("records are missing at its end"), "{err}");
}

#[test]
fn what_is_no_match_is_refused_in_one_line() {
    let home = Home::new();
    home.write("empty", "");
    home.write("garbage", (0..=255).cycle().take(5000).collect::<Vec<u8>>());
    home.write("escape", "{\"parlor\":1,\"game\":\"\u{1b}[31mred\"}\n");
    home.write("deep", "[".repeat(100_000));
    home.write("newer", "{\"parlor\":99}\n");
    for name in [
        "empty", "garbage", "escape", "deep", "newer", "missing", ".",
    ] {
        for command in ["verify", "replay", "play tic-tac-toe --resume --file"] {
            let err = home.run(&format!("{command} {name}")).fails(1);
            assert!(err.starts_with("error: "), "{name}: {err}");
            assert!(
                !err.contains('\u{1b}') && err.lines().count() <= 2,
                "{name}: {err}"
            );
        }
    }
    let err = home.run("verify missing").fails(1);
    expect![[r#"
        error: cannot read missing: No such file or directory (os error 2)
        hint: give the path of a match file; 'parlor play' says where it saves
    "#]]
    .assert_eq(&err);
}

#[test]
fn a_replay_shows_what_its_viewer_may_see() {
    let home = Home::new();
    home.run_with(
        "play liars-dice --seed 3 --file open.jsonl --names Ann",
        b"1 x 3\nquit\n",
    )
    .ok();
    let hidden = |args: &str| {
        let out = home.run(&format!("replay open.jsonl --at 1 {args}")).ok();
        (
            out.lines().next().unwrap().to_string(),
            out.matches("[?]").count(),
        )
    };
    let title = |viewer: &str| format!("Liar's dice: Ann, Bot (medium); seen by {viewer}");
    assert_eq!(hidden(""), (title("a spectator"), 10));
    assert_eq!(hidden("--viewer 0"), (title("Ann (seat 0)"), 5));
    assert_eq!(hidden("--viewer referee"), (title("the referee"), 0));
    let over = dice().run("replay dice.jsonl --plain").ok();
    assert!(
        over.lines()
            .next()
            .unwrap()
            .ends_with("seen by the referee")
    );
}

#[test]
fn a_replay_prints_every_version_or_one() {
    let home = Home::new();
    home.run_with(
        "play tic-tac-toe --seats human,human --file t.jsonl",
        b"b2\na1\nquit\n",
    )
    .ok();
    let out = home.run("replay t.jsonl").ok();
    expect![[r#"
        Tic-tac-toe: Player 1, Player 2; seen by the referee

        version 1 of 3
         3  . . .
         2  . . .
         1  . . .
            a b c
        It is the turn of Player 1.

        version 2 of 3
        - Player 1 plays b2
         3  . . .
         2  . X .
         1  . . .
            a b c
        It is the turn of Player 2.

        version 3 of 3
        - Player 2 plays a1
         3  . . .
         2  . X .
         1  O . .
            a b c
        It is the turn of Player 1.
    "#]]
    .assert_eq(&out);
    let out = home.run("replay t.jsonl --at 2").ok();
    assert!(out.contains("version 2 of 3") && !out.contains("version 3 of 3"));
    let err = home.run("replay t.jsonl --at 9").fails(2);
    expect![[r#"
        error: there is no version 9
        hint: this match has versions 1 to 3
    "#]]
    .assert_eq(&err);
    home.run("replay t.jsonl --viewer 2").fails(2);
    home.run("replay t.jsonl --viewer everybody").fails(2);
}
