//! What is asked for besides moves: draws, pauses, the end, another match.

use expect_test::expect;
use parlor_core::{SeatSet, SystemCommand, Viewer};
use parlor_protocol::{Ask, ClockShown, Role};

use super::harness::{ANN, BOB, Table};
use crate::online::screen::app::Deed;

#[test]
fn draws_are_offered_when_one_is_sure_and_answered_with_a_key() {
    let mut table = Table::new("tic-tac-toe");
    table.press("d");
    assert!(table.bottom().contains("Offer a draw? (y/n)"));
    table.press("n");
    table.press("y");
    assert_eq!(table.deeds(), [], "nobody has asked for anything");
    table.press("dy");
    assert_eq!(table.deeds(), [Deed::Ask(ANN, Ask::Draw)]);
    table.offer(ANN, Ask::Draw);
    assert!(table.bottom().contains("Your turn  (Ann offers a draw)"));
    table.press("y");
    assert_eq!(table.deeds(), [], "it is for the others to answer");
    table.offer(BOB, Ask::Undo);
    expect![[r#"
        | Bob asks to take a command back: y agrees, n refuses.
        | y agree  n refuse  arrows move  Enter play  / type  c chat  ? help  q quit"#]]
    .assert_eq(&table.bottom());
    table.press("n");
    table.press("y");
    let answers = [Deed::Ask(ANN, Ask::Refuse), Deed::Ask(ANN, Ask::Agree)];
    assert_eq!(table.deeds(), answers);
}

#[test]
fn clocks_are_stopped_only_where_there_are_some() {
    let mut table = Table::new("tic-tac-toe");
    table.press("p");
    assert!(table.bottom().contains("there are no clocks"));
    let clock = ClockShown {
        remaining_ms: vec![1000, 1000],
        running: SeatSet::one(ANN),
        paused: false,
        paused_by: None,
    };
    table.app.clock = Some(clock.clone());
    table.press("p");
    table.app.clock = Some(ClockShown {
        paused: true,
        ..clock
    });
    table.press("p");
    let asked = [Deed::Ask(ANN, Ask::Pause), Deed::Ask(ANN, Ask::Resume)];
    assert_eq!(table.deeds(), asked);
}

#[test]
fn a_pause_says_who_wanted_it_and_how_it_ends() {
    let mut table = Table::new("tic-tac-toe");
    table.tell(|status| {
        status.clock = Some(ClockShown {
            remaining_ms: vec![1000, 1000],
            running: SeatSet::one(ANN),
            paused: true,
            paused_by: Some(BOB),
        });
    });
    let bottom = table.bottom();
    assert!(
        bottom.contains("Bob paused the match. Press p to resume it."),
        "{bottom}"
    );
}

#[test]
fn giving_up_takes_a_second_key_and_then_another_match_is_one_key_away() {
    let mut table = Table::new("tic-tac-toe");
    table.press("Rn");
    table.press("n");
    assert_eq!(table.deeds(), []);
    table.press("Ry");
    assert_eq!(table.deeds(), [Deed::Ask(ANN, Ask::Resign)]);
    let resign = SystemCommand::Resign { seat: ANN };
    table.current.system(resign, 2).unwrap();
    table.update();
    let screen = table.screen();
    assert!(screen.contains("Bob wins: resignation."), "{screen}");
    assert!(screen.contains("Press n for another match."), "{screen}");
    table.press("nn");
    assert_eq!(table.deeds(), [Deed::Another]);
    assert!(table.press("q"));
}

#[test]
fn whoever_looks_on_can_chat_and_go_along_to_the_next_match() {
    let role = Some(Role::Spectator);
    let mut table = Table::gathering("tic-tac-toe", &[Viewer::Spectator], role);
    table.begin();
    table.press("u");
    assert!(table.bottom().contains("you are a spectator here"));
    table.press("Ry");
    table.press("cquiet! <enter>");
    // The keys are letters while something is written.
    assert_eq!(table.deeds(), [Deed::Chat("quiet!".into())]);
    let resign = SystemCommand::Resign { seat: ANN };
    table.current.system(resign, 2).unwrap();
    table.update();
    table.press("n");
    assert!(table.bottom().contains("there is no other match yet"));
    table.tell(|status| status.room.next = Some("m2".into()));
    table.press("n");
    assert_eq!(table.deeds(), [Deed::Another]);
}
