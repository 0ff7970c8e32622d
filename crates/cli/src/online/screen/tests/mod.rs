//! The screen of a match on a server, played by keys and looked at, without a server.

mod asking;
mod choosing;
mod harness;

use expect_test::expect;
use parlor_client::{Answer, Event};
use parlor_core::{Rejection, SeatSet, Viewer};
use parlor_protocol::{ClockShown, Player, Presence};

use super::app::Deed;
use super::draw;
use crate::play::tests::drawn;
use harness::{ANN, BOB, Table, line, say, status};

#[test]
fn the_screen_shows_who_is_away_how_much_time_is_left_and_what_was_said() {
    let mut table = Table::new("tic-tac-toe");
    table.play(ANN, "b2".into());
    table.play(BOB, "a1".into());
    say(&mut table, line("Bob", "good \u{1b}[31mluck", 5));
    table.tell(|status| {
        status.here = vec![Presence {
            account: "bob".into(),
            away: true,
        }];
        status.spectators = 2;
    });
    table.app.clock = Some(ClockShown {
        remaining_ms: vec![9_000, 301_000],
        running: SeatSet::one(ANN),
        paused: false,
        paused_by: None,
    });
    expect![[r#"
        | Tic-tac-toe: Ann, Bob                                  2 spectators, version 3
        |                                                 Seats ─────────────────────────
        |                                                ▶ X Ann (you)               0:09
        |                                                  O Bob away                5:01
        |                                                 Choose: 7 ─────────────────────
        |                                                  1 ›b1
        |                                                  2  c1
        |                  ┌───┬───┬───┐                   3  a2
        |                3 │ · │ · │ · │                   4  c2
        |                  ├───┼───┼───┤                   5  a3
        |                2 │ · │ X │ · │                   6  b3
        |                  ├───┼───┼───┤                   7  c3
        |                1 │ O │[·]│ · │
        |                  └───┴───┴───┘
        |                    a   b   c
        |
        |                                                 Log ───────────────────────────
        |                                                Ann plays b2
        |                                                Bob plays a1
        |                                                Bob says: good  [31mluck
        |
        |
        | Your turn
        | arrows move  Enter play  / type  c chat  d draw  u undo  ? help  q quit
    "#]]
    .assert_eq(&table.screen());
    assert!(table.app.ticks());
    table.app.clock.as_mut().unwrap().paused = true;
    assert!(table.screen().contains("paused 5:01"));
    assert!(!table.app.ticks());
}

#[test]
fn a_room_says_how_others_get_in_until_they_are_there() {
    let viewers = [Viewer::Seat(ANN)];
    let mut table = Table::gathering("hex", &viewers, None);
    let views = std::mem::take(&mut table.seen.views);
    let mut open = status(&table.app.room, "gathering");
    open.room.seats[1] = Player::Open;
    table.app.room = open.room.clone();
    assert!(table.bottom().contains("Connecting …"));
    table.seen.status = Some(open);
    table.hear(Event::Table {
        id: "m1".into(),
        version: 0,
    });
    expect![[r#"
        | Hex on http://parlor.example, as Ann
        |  Seats ─────────────────────────────────
        |   Ann (you)                              █████████████████████████████████████
        |   nobody yet                             █████████████████████████████████████
        |                                          ████ ▄▄▄▄▄ █▄███ ▄▄ █▀▄█▀█ ▄▄▄▄▄ ████
        |  Others join with ────────────────────── ████ █   █ █▄ █ █▄█▀▀  ▀██ █   █ ████
        | the code ABCDEF                          ████ █▄▄▄█ █▀█ ▄ ▀▀▄ ▀ █ █ █▄▄▄█ ████
        | parlor play --server                     ████▄▄▄▄▄▄▄█▄█ ▀▄▀▄█▄█ █ █▄▄▄▄▄▄▄████
        | http://parlor.example --join ABCDEF      ████ █ ▀▀▀▄ █  █▀▄█▄ ▀█  ▀▀ ██▄▀ ████
        | http://parlor.example/join/ABCDEF        ████▄█  ██▄ ▄█▄▄▄▄ ▀ ▄ ▄ ▄ ▀▀▄▄█▄████
        |                                          ████▄▄▀▀  ▄▄▀▀ ▄▀  █▄▀█▀ ▄  ██▀▀ ████
        |  Log ─────────────────────────────────── ████▄ ▀█▄ ▄ █▀▄▀ ▀█▄▄██▄▄█▀  ▄██▄████
        | Waiting for one more player.             ████▄ ▄▀  ▄█ ▀▄█▄▄█ ▀█▄ ▀█  █ ▀▀ ████
        |                                          ████▄▄ ▀▀▀▄ ▄ █ ▀▄ █ ▄▄▄▀▀▄▄████▄████
        |                                          ████▄▄█▄▄█▄▄ ▄ █   █▀▀ █ ▄▄▄  ▀▄▀████
        |                                          ████ ▄▄▄▄▄ █▄▄█ █▀█▄█▀▀▀ █▄█ ▀██ ████
        |                                          ████ █   █ ██▄▀█▄▄█▀    ▄ ▄  ██ █████
        |                                          ████ █▄▄▄█ █▄ ▀▀▄▄█ ▀▄ ▄ █▀▀▄ ▄▄▄████
        |                                          ████▄▄▄▄▄▄▄█▄▄▄██▄████▄█▄▄▄▄▄▄██▄████
        |                                          █████████████████████████████████████
        |                                          ▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀
        |
        | Waiting for one more player.
        | c chat  ? help  q leave the room
    "#]]
    .assert_eq(&table.screen());
    for (width, height) in [(50, 16), (60, 20), (120, 40), (300, 16)] {
        let screen = drawn(width, height, |frame| draw::draw(frame, &mut table.app));
        assert!(screen.contains("ABCDEF"), "{width} × {height}: {screen}");
    }
    table.press("R u d <enter>");
    assert_eq!(table.deeds(), [], "there is nothing to play yet");
    table.press("chi <enter>");
    assert_eq!(table.deeds(), [Deed::Chat("hi".into())]);
    table.seen.views = views;
    table.begin();
    let screen = table.screen();
    assert!(screen.contains("Hex: Ann, Bob") && screen.contains("Bob has come."));
    assert!(!screen.contains("ABCDEF"), "{screen}");
}

#[test]
fn a_command_is_sent_once_and_what_is_asked_next_waits_for_what_it_led_to() {
    let mut table = Table::new("tic-tac-toe");
    table.press("<enter> <enter> /a1 <enter> 3 <enter>");
    let sent = table.deeds();
    assert_eq!(sent, [Deed::Submit(ANN, "b2".into())]);
    // The answer comes before what it led to, and Ann is asked the same until then.
    table
        .app
        .played(Ok(Answer::Accepted { version: 2 }))
        .unwrap();
    table.press("<enter>");
    assert_eq!(table.deeds(), []);
    table.play(ANN, "b2".into());
    assert!(table.bottom().contains("It is the turn of Bob."));
    table.play(BOB, "a1".into());
    table.press("/c1 <enter>");
    assert_eq!(table.deeds(), [Deed::Submit(ANN, "c1".into())]);
    // And the other way round.
    table.play(ANN, "c1".into());
    table.play(BOB, "c3".into());
    table.press("<enter>");
    assert_eq!(table.deeds(), [], "the answer to c1 is still to come");
    table
        .app
        .played(Ok(Answer::Accepted { version: 4 }))
        .unwrap();
    table.press("/a3 <enter>");
    assert_eq!(table.deeds(), [Deed::Submit(ANN, "a3".into())]);
}

#[test]
fn what_the_rules_refuse_can_be_chosen_anew() {
    let mut table = Table::new("tic-tac-toe");
    table.press("/b9 <enter>");
    assert_eq!(table.deeds(), [Deed::Submit(ANN, "b9".into())]);
    let no = Rejection::new("malformed", "what is that?");
    table.app.played(Ok(Answer::Rejected(no))).unwrap();
    assert!(
        table
            .bottom()
            .contains("'b9' is nothing that you can choose now")
    );
    // The list has followed what was typed.
    table.press("<enter>");
    assert_eq!(table.deeds(), [Deed::Submit(ANN, "b1".into())]);
    let no = Rejection::new("taken", "{seat} has it").with("seat", BOB);
    table.app.played(Ok(Answer::Rejected(no))).unwrap();
    assert!(table.bottom().contains("Bob has it"));
}

#[test]
fn a_lost_connection_is_told_and_nothing_is_lost_with_it() {
    let mut table = Table::new("tic-tac-toe");
    table.lose();
    table.lose();
    assert!(table.bottom().contains("Connection lost, trying again …"));
    let screen = table.screen();
    assert!(screen.contains("no connection"), "{screen}");
    assert_eq!(
        screen.matches("Connection lost: the").count(),
        1,
        "{screen}"
    );
    table.press("<enter> <enter>");
    assert_eq!(table.deeds(), [Deed::Submit(ANN, "b2".into())]);
    assert!(table.bottom().contains("What you have chosen is kept."));
    table.come_back();
    table
        .app
        .played(Ok(Answer::Accepted { version: 2 }))
        .unwrap();
    table.play(ANN, "b2".into());
    let screen = table.screen();
    assert!(
        screen.contains("Connected again. It is the turn of Bob."),
        "{screen}"
    );
    assert!(screen.contains("Ann plays b2") && screen.contains("version 2"));
    table.app.calm();
    assert!(!table.bottom().contains("Connected again."));
}

#[test]
fn what_was_said_during_a_break_is_told_once() {
    let mut table = Table::new("tic-tac-toe");
    say(&mut table, line("Bob", "hello", 5));
    table.seen.chat.push(line("Bob", "are you there?", 6));
    let event = Event::Table {
        id: "m1".into(),
        version: 1,
    };
    table.hear(event.clone());
    table.hear(event);
    let screen = table.screen();
    assert_eq!(screen.matches("Bob says: hello").count(), 1, "{screen}");
    assert_eq!(screen.matches("Bob says: are you").count(), 1, "{screen}");
}

#[test]
fn a_guest_is_told_apart_from_an_account_of_that_name() {
    let mut table = Table::new("tic-tac-toe");
    let guest = parlor_protocol::ChatLine {
        guest: true,
        ..line("Bob", "send me your password", 5)
    };
    say(&mut table, guest);
    let screen = table.screen();
    assert!(screen.contains("Bob (guest) says: send me"), "{screen}");
}
