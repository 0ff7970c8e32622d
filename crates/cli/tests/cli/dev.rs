//! A table for whoever writes a game: what is saved is played at once.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use expect_test::{Expect, expect};
use parlor_ruleset::doc::HIGH_CARD;

use crate::Home;

/// Long enough for a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(60);

/// `parlor dev` while it runs.
struct Dev {
    home: Home,
    child: Child,
    lines: Receiver<String>,
}

impl Dev {
    fn new(home: Home, args: &str) -> Dev {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(["dev", "--no-open", "--port", "0"])
            .args(args.split_whitespace())
            .current_dir(&home.path)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Dev { home, child, lines }
    }

    /// What it says up to a line that begins like this, without what is different in each run.
    #[track_caller]
    fn check(&self, last: &str, expected: Expect) {
        let mut said = String::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|_| panic!("it did not say '{last}' but\n{said}"));
            let words = line.split(' ').map(|word| match word {
                word if word.starts_with("http://") => "URL",
                word if word.len() == 16 && word.chars().all(char::is_alphanumeric) => "ID",
                word => word,
            });
            said.push_str(&words.collect::<Vec<_>>().join(" "));
            said.push('\n');
            if line.starts_with(last) {
                return expected.assert_eq(&said);
            }
        }
    }

    /// Saves as editors do: a new file in place of the old one.
    fn save(&self, name: &str, text: &str) {
        self.home.write("unfinished", text);
        let path = &self.home.path;
        std::fs::rename(path.join("unfinished"), path.join(name)).unwrap();
    }
}

impl Drop for Dev {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_ruleset_that_is_saved_is_played_at_once() {
    let home = Home::new();
    home.write("high.cardgame.json", HIGH_CARD);
    let dev = Dev::new(home, "high.cardgame.json --seed 7 --bots easy");
    dev.check(
        "your table",
        expect![[r#"
            serving on URL
            high.cardgame.json: fine
            others join at URL
            your table: URL
        "#]],
    );
    dev.save(
        "high.cardgame.json",
        &HIGH_CARD.replace("\"deck\"", "\"dekc\""),
    );
    dev.check("high.cardgame.json cannot", expect![[r#"
        error[R101]: the field 'deck' is missing
         --> high.cardgame.json:1:1
          |
        1 | {
          | ^
          = expected: an object in `{` and `}`

        error[R102]: there is no field 'dekc'
         --> high.cardgame.json:7:3
          |
        7 |   "dekc": {
          |   ^^^^^^
          = at dekc
          = expected: one of `$schema`, `ai`, `deck`, `globalTransitions`, `initialVariables`, `meta`, `phases`, `roles`, `scoring`, `translations`, `ui`, `variables`, `visibility` or `zones`
          = help: did you mean 'deck'?

        2 errors
        high.cardgame.json cannot be played: it has 2 errors; it continues with the old rules
    "#]]);
    dev.save(
        "high.cardgame.json",
        &HIGH_CARD.replace("High Card", "Highest Card"),
    );
    dev.check(
        "match",
        expect![[r#"
        high.cardgame.json: fine
        match ID kept: 0 commands played again by the new rules
    "#]],
    );
    let players = HIGH_CARD.replace("\"min\": 2", "\"min\": 3");
    assert_ne!(players, HIGH_CARD);
    dev.save("high.cardgame.json", &players);
    dev.check("match", expect![[r#"
        high.cardgame.json: fine
        match ID cannot continue with the changed rules: High Card takes 3 to 4 seats, not 2; it continues with the old rules
    "#]]);
    std::fs::remove_file(dev.home.path.join("high.cardgame.json")).unwrap();
    dev.check(
        "high.cardgame.json is gone",
        expect![[r#"
        high.cardgame.json is gone: its game stays as it was until this ends
    "#]],
    );
}

#[test]
fn rulesets_come_into_a_folder_and_leave_it() {
    let dev = Dev::new(Home::new(), ".");
    dev.check(
        "your table",
        expect![[r#"
        serving on URL
        your table: URL
    "#]],
    );
    dev.save("high.cardgame.json", HIGH_CARD);
    dev.check(
        "./high.cardgame.json",
        expect![[r#"
        ./high.cardgame.json: fine
    "#]],
    );
    std::fs::remove_file(dev.home.path.join("high.cardgame.json")).unwrap();
    dev.check(
        "./high.cardgame.json is gone",
        expect![[r#"
        ./high.cardgame.json is gone: its game stays as it was until this ends
    "#]],
    );
}

#[test]
fn a_ruleset_that_cannot_be_played_is_opened_once_it_can() {
    let home = Home::new();
    home.write("high.cardgame.json", "{");
    let dev = Dev::new(home, "high.cardgame.json");
    dev.check(
        "it is opened",
        expect![[r#"
        serving on URL
        error[R002]: the file ends within the object that begins in line 1
         --> high.cardgame.json:1:2
          |
        1 | {
          |  ^
          = expected: `}`

        1 error
        high.cardgame.json cannot be played: it has 1 error
        it is opened as soon as it can be played
    "#]],
    );
    dev.save("high.cardgame.json", HIGH_CARD);
    dev.check(
        "your table",
        expect![[r#"
        high.cardgame.json: fine
        others join at URL
        your table: URL
    "#]],
    );
}

#[test]
fn mistakes_are_told_before_anything_is_opened() {
    let home = Home::new();
    let check = |args: &str, expected: Expect| expected.assert_eq(&home.run(args).fails(2));
    check(
        "dev hexx",
        expect![[r#"
        error: there is no game 'hexx'; did you mean hex?
        hint: 'parlor games' lists all games; a ruleset goes by its file
    "#]],
    );
    check(
        "dev hex --bots 5",
        expect![[r#"
        error: there are 5 bots for 2 seats
        hint: say how many seats there are: --seats
    "#]],
    );
    check(
        "dev hex --seats 3",
        expect![[r#"
        error: Hex takes 2 seats, not 3
        hint: 'parlor games' lists how many seats each game takes
    "#]],
    );
    check(
        "dev hex --seed x",
        expect![[r#"
        error: a seed is a number below 2^32 or 64 hexadecimal digits
        hint: omit --seed for a secret random seed
    "#]],
    );
}

#[test]
fn what_fails_in_play_is_told_when_a_ruleset_is_saved() {
    let home = Home::new();
    let failing = r#""label": "Stand", "effect": ["set_lead_player(9)", "end_turn()"]"#;
    let text = HIGH_CARD.replacen(r#""label": "Stand", "effect": ["end_turn()"]"#, failing, 1);
    home.write("high.cardgame.json", text);
    let dev = Dev::new(home, "high.cardgame.json --seed 1 --bots 0");
    dev.check(
        "high.cardgame.json can",
        expect![[r#"
            serving on URL
            error[R801]: phase 'turns', action 'stand' cannot be taken: there is no player with that number
              --> high.cardgame.json:34:58
               |
            34 |         { "name": "stand", "label": "Stand", "effect": ["set_lead_player(9)", "end_turn()"] }
               |                                                          ^^^^^^^^^^^^^^^^^^
               = at phases[1].actions[1].effect[0]
               = help: players are numbered from 0 to player_count - 1; trick_winner is -1 if nobody leads

            1 error
            high.cardgame.json can be played, but its rules fail in 1 place
        "#]],
    );
}
