//! Playing on a server, and loading one, with the real server in a process of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use expect_test::expect;

use crate::{Home, Run};

/// A server that goes with the test.
pub struct Server {
    child: Child,
    pub address: String,
}

impl Server {
    pub fn start(home: &Home, port: u16) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(["serve", "--listen", &format!("127.0.0.1:{port}"), "--store"])
            .arg(format!("sqlite:{}", home.path.join("server.db").display()))
            .args(["--set", "limits.guests_per_minute=1000"])
            .args(["--set", "limits.requests_per_minute=10000"])
            .current_dir(&home.path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().expect("the server has not started").unwrap();
            if let Some((_, address)) = line.split_once("listening on ") {
                break address.trim().to_string();
            }
        };
        std::thread::spawn(move || lines.count());
        Server { child, address }
    }

    fn port(&self) -> u16 {
        self.address.rsplit(':').next().unwrap().parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Somebody at a terminal of their own, who is written to line by line and read from letter by letter.
pub struct Player {
    child: Child,
    out: mpsc::Receiver<u8>,
}

/// So long may it take until something comes.
const PATIENCE: Duration = Duration::from_secs(60);

impl Player {
    pub fn start(home: &Home, args: &str) -> Player {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(args.split_whitespace())
            .env("PARLOR_HOME", &home.path)
            .current_dir(&home.path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (send, out) = mpsc::channel();
        std::thread::spawn(move || stdout.bytes().try_for_each(|byte| send.send(byte.unwrap())));
        Player { child, out }
    }

    /// Reads until a text comes, and gives what came since the last time.
    pub fn until(&mut self, wanted: &str) -> String {
        let mut heard = Vec::new();
        while !heard.ends_with(wanted.as_bytes()) {
            match self.out.recv_timeout(PATIENCE) {
                Ok(byte) => heard.push(byte),
                Err(_) => panic!(
                    "'{wanted}' did not come:\n{}",
                    String::from_utf8_lossy(&heard)
                ),
            }
        }
        String::from_utf8(heard).unwrap()
    }

    pub fn say(&mut self, line: &str) {
        let stdin = self.child.stdin.as_mut().unwrap();
        stdin.write_all(format!("{line}\n").as_bytes()).unwrap();
        stdin.flush().unwrap();
    }

    /// Reads to the end.
    pub fn end(mut self) -> Run {
        drop(self.child.stdin.take());
        let mut out = Vec::new();
        while let Ok(byte) = self.out.recv_timeout(PATIENCE) {
            out.push(byte);
        }
        let mut err = String::new();
        let mut stderr = self.child.stderr.take().unwrap();
        stderr.read_to_string(&mut err).unwrap();
        Run {
            code: self.child.wait().unwrap().code().unwrap_or(-1),
            out: String::from_utf8(out).unwrap(),
            err,
        }
    }
}

fn code_of(invitation: &str) -> String {
    let code = invitation.split("Room ").nth(1).unwrap();
    code.split('.').next().unwrap().to_string()
}

#[test]
fn two_play_from_their_terminals_and_a_third_looks_on() {
    let home = Home::new();
    let server = Server::start(&home, 0);
    let at = &server.address;
    let mut ann = Player::start(&home, &format!("play tic-tac-toe --server {at} --name Ann"));
    let invitation = ann.until("Waiting for one more player.\n");
    assert!(
        invitation.contains(&format!("Tic-tac-toe on {at}, as Ann")),
        "{invitation}"
    );
    assert!(invitation.contains("█"), "{invitation}");
    let code = code_of(&invitation);
    let mut bob = Player::start(
        &home,
        &format!("play --server {at} --join {code} --name Bob"),
    );
    ann.until("Bob has come.\n");
    bob.until("Tic-tac-toe: Ann, Bob\n");
    let asked = ann.until("Ann> ");
    assert!(
        asked.contains(" 1  . . .\n    a b c\nIt is the turn of Ann.\n1) a1  2) b1"),
        "{asked}"
    );
    let looks = format!("play --server {at} --join {code} --spectate --name Eve");
    let mut eve = Player::start(&home, &looks);
    eve.until("It is the turn of Ann.\n");

    ann.say("b2");
    ann.until("- Ann plays b2\n");
    let asked = bob.until("Bob> ");
    assert!(asked.contains("- Ann plays b2\n"), "{asked}");
    bob.say("b2");
    bob.until("No: that is not possible now.\nBob> ");
    bob.say("nonsense");
    bob.until("No: 'nonsense' is not a legal command; type 'list' to see them.\nBob> ");
    bob.say(":chat  good luck");
    ann.until("Bob (guest): good luck\n");
    bob.say("a1");
    ann.until("Ann> ");
    ann.say(":undo");
    // Bob has moved since, and is asked.
    bob.until("Ann asks to take a command back: ':agree' or ':refuse'.\n");
    bob.say(":refuse");
    ann.until("What was asked for is settled.\n");
    ann.say("b1");
    bob.until("Bob> ");
    bob.say("1");
    ann.until("Ann> ");
    ann.say("b3");
    let over = ann.end().ok();
    assert!(
        over.ends_with("Ann wins: three in a row.\n  1. Ann\n  2. Bob\n"),
        "{over}"
    );
    assert!(bob.end().ok().contains("Ann wins: three in a row."));
    let looked_on = eve.end().ok();
    assert!(
        looked_on.contains("Ann wins: three in a row."),
        "{looked_on}"
    );
    assert!(!looked_on.contains("> "), "{looked_on}");

    let kept = home.read("sessions.json");
    assert!(kept.contains("Ann") && kept.contains("token"), "{kept}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = home
            .path
            .join("sessions.json")
            .metadata()
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn a_match_goes_on_after_the_server_was_killed_and_after_the_player_was_gone() {
    let home = Home::new();
    let server = Server::start(&home, 0);
    let (at, port) = (server.address.clone(), server.port());
    let args = format!("play connect-four --server {at} --name Ann --seats human,easy");
    let mut ann = Player::start(&home, &args);
    ann.until("Ann> ");
    drop(server);
    ann.until("trying again.\n");
    // It is sent as soon as somebody is there to take it.
    ann.say("d");
    let server = Server::start(&home, port);
    let back = ann.until("Connected again.\n");
    assert!(!back.contains("plays d"), "{back}");
    ann.until("- Ann plays d\n");
    ann.until("Ann> ");
    ann.say(":quit");
    let left = ann.end().ok();
    let resume = format!("Resume with: parlor play connect-four --server {at} --resume\n");
    assert!(left.ends_with(&resume), "{left}");

    let args = format!("play connect-four --server {at} --resume");
    let mut ann = Player::start(&home, &args);
    let back = ann.until("Ann> ");
    assert!(back.contains("as Ann") && back.contains("X"), "{back}");
    ann.say(":resign");
    let over = ann.end().ok();
    assert!(
        over.contains("1. Bot (easy)") && over.contains("2. Ann, resigned"),
        "{over}"
    );
    let none = home.run(&args).fails(1);
    assert!(
        none.contains("you have no unfinished match of connect-four there"),
        "{none}"
    );
    drop(server);
}

#[test]
fn what_goes_wrong_is_told_in_one_line() {
    let home = Home::new();
    let server = Server::start(&home, 0);
    let at = server.address.clone();
    let said = home.run(&format!("play chess --server {at}")).fails(1);
    assert!(
        said.starts_with("error: ") && said.contains("chess"),
        "{said}"
    );
    let said = home
        .run(&format!("play --server {at} --join XXXXXX"))
        .fails(1);
    assert!(said.starts_with("error: "), "{said}");
    let said = home.run("play hex --server ftp://x").fails(2);
    assert!(
        said.contains("'ftp://x' is no address of a server"),
        "{said}"
    );
    let said = home.run("play hex --seats human,open").fails(2);
    assert!(
        said.contains("hint: say on which server with --server URL"),
        "{said}"
    );
    let said = home.run("play").fails(2);
    assert!(said.starts_with("error: "), "{said}");
    drop(server);
    let said = home.run(&format!("play hex --server {at}")).fails(1);
    assert!(said.contains("hint: is the server running?"), "{said}");
}

#[test]
fn a_load_is_counted_and_measured() {
    let home = Home::new();
    for game in ["tic-tac-toe", "go-fish"] {
        let args = format!("load --game {game} --matches 4 --seconds 1 --json");
        let run: serde_json::Value = serde_json::from_str(&home.run(&args).ok()).unwrap();
        assert!(run["moves"].as_u64().unwrap() > 20, "{run}");
        assert!(
            run["latency"]["p99_us"].as_u64() >= run["latency"]["p50_us"].as_u64(),
            "{run}"
        );
        if cfg!(target_os = "linux") {
            assert!(
                run["server"]["memory_live"].as_u64().unwrap() > 1_000_000,
                "{run}"
            );
        }
    }
    let text = home
        .run("load --matches 2 --seconds 1 --rate 50 --game hex")
        .ok();
    let moves = text.lines().find(|line| line.starts_with("moves")).unwrap();
    let number: u64 = moves.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!((40..=60).contains(&number), "{text}");
    let text = home.run("load --idle --sockets 30 --seconds 1").ok();
    assert!(text.starts_with("30 idle sockets"), "{text}");
    let said = home
        .run("load --matches 2 --seconds 1 --game chess")
        .fails(1);
    assert!(said.contains("chess"), "{said}");
}

#[test]
fn each_mistake_in_the_settings_has_a_line_of_its_own() {
    let home = Home::new();
    let Run { code, out, err } =
        home.run("serve --set limits.sokets=5 --set log.json=maybe --set server.threads=-1");
    assert_eq!((code, &*out), (2, ""));
    expect![[r#"
        flag limits.sokets: there is no such setting; did you mean limits.sockets?
        flag log.json: "maybe" is not allowed here; say true or false
        flag server.threads: -1 is not allowed here; say a number from 0 to 1024
        error: 3 settings are not understood
        hint: 'parlor serve --print-config' shows all settings and what they may be
    "#]]
    .assert_eq(&err);
    let Run { err, .. } = home.run("serve --set log.json=maybe");
    expect![[r#"
        error: flag log.json: "maybe" is not allowed here; say true or false
        hint: 'parlor serve --print-config' shows all settings and what they may be
    "#]]
    .assert_eq(&err);
}

#[test]
fn whoever_sits_here_has_a_name_that_the_server_takes() {
    let home = Home::new();
    let server = Server::start(&home, 0);
    let play = |name: &str| {
        let mut play = Command::new(env!("CARGO_BIN_EXE_parlor"));
        play.args([
            "play",
            "tic-tac-toe",
            "--plain",
            "--server",
            &server.address,
        ]);
        play.args(["--seats", "human,easy"])
            .args(name.split_whitespace());
        play.env("PARLOR_HOME", &home.path).env("USER", "j.doe");
        play.stdin(Stdio::null()).output().unwrap()
    };
    let told = play("");
    let out = String::from_utf8(told.stdout).unwrap();
    assert!(out.contains(", as jdoe"), "{out}");
    let told = play("--name j.doe");
    expect![[r#"
        error: a name has letters, digits, - _ and blanks, not '.'
        hint: choose a name with --name NAME
    "#]]
    .assert_eq(&String::from_utf8(told.stderr).unwrap());
}
