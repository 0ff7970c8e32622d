//! Choosing: questions, several who act at once, several at one device.

use std::sync::Arc;

use parlor_client::{Answer, Event};
use parlor_core::{ActionView, Rejection, SeatSet, View, Viewer};

use super::harness::{ANN, BOB, Table};
use crate::online::screen::app::Deed;

/// Shows the match as if it were at this version, without a list of commands.
fn show_unlisted(table: &mut Table, version: u64) {
    table.look();
    let view = table.seen.views.get_mut(&Viewer::Seat(ANN)).unwrap();
    Arc::make_mut(view).actions.clear();
    table.seen.version = Some(version);
    let id = "m1".into();
    table.hear(Event::Table { id, version });
}

/// The server answers what was answered.
fn answer(table: &mut Table) {
    let [Deed::Guide(seat, answers)] = &table.deeds()[..] else {
        panic!("nothing was asked");
    };
    let guide = table.current.guide(*seat, answers).unwrap();
    table.app.guided(Ok(guide)).unwrap();
}

#[test]
fn questions_lead_to_a_command_where_commands_are_not_listed() {
    let mut table = Table::new("liars-dice");
    show_unlisted(&mut table, 2);
    table.press("<enter>");
    answer(&mut table);
    assert!(table.screen().contains("How many dice?"));
    table.press("2 <enter>");
    answer(&mut table);
    assert!(table.screen().contains("Of which face?"));
    table.press("<esc>");
    answer(&mut table);
    assert!(table.screen().contains("How many dice?"));
    table.press("2 <enter>");
    answer(&mut table);
    table.press("5 <enter>");
    answer(&mut table);
    let listed = table.current.view(Viewer::Seat(ANN)).actions;
    let bid = listed.iter().find(|action| action.text == "2 x 5").unwrap();
    assert_eq!(table.deeds(), [Deed::Submit(ANN, bid.command.clone())]);
}

#[test]
fn answers_stay_when_others_do_something_unless_they_are_worthless_then() {
    let mut table = Table::new("liars-dice");
    show_unlisted(&mut table, 2);
    answer(&mut table);
    table.press("2 <enter>");
    answer(&mut table);
    show_unlisted(&mut table, 3);
    answer(&mut table);
    assert!(table.screen().contains("Of which face?"));
    show_unlisted(&mut table, 4);
    // Also while the next question is under way.
    show_unlisted(&mut table, 5);
    let asked = || Deed::Guide(ANN, vec![parlor_core::Answer::Number(2)]);
    assert_eq!(table.deeds(), [asked(), asked()]);
    let no = Rejection::new("too_low", "that is too low now");
    table.app.guided(Ok(Err(no))).unwrap();
    assert!(table.bottom().contains("that is too low now"));
    answer(&mut table);
    assert!(table.screen().contains("How many dice?"));
}

#[test]
fn whoever_may_go_on_is_asked_again_once_the_command_is_accepted() {
    let mut table = Table::new("liars-dice");
    show_unlisted(&mut table, 2);
    for keys in ["2 <enter>", "5 <enter>"] {
        answer(&mut table);
        table.press(keys);
    }
    answer(&mut table);
    assert!(matches!(table.deeds()[..], [Deed::Submit(ANN, _)]));
    show_unlisted(&mut table, 3);
    assert_eq!(table.deeds(), [], "the answer is still to come");
    let played = Answer::Accepted { version: 3 };
    table.app.played(Ok(played)).unwrap();
    assert_eq!(table.deeds(), [Deed::Guide(ANN, vec![])]);
}

#[test]
fn a_game_without_questions_says_so_and_keeps_its_list() {
    let mut table = Table::new("tic-tac-toe");
    table.press("g");
    assert_eq!(table.deeds(), [Deed::Guide(ANN, vec![])]);
    let no = Rejection::new("not_guided", "this game asks no questions");
    table.app.guided(Ok(Err(no))).unwrap();
    assert!(table.bottom().contains("this game asks no questions"));
    table.press("<enter>");
    assert_eq!(table.deeds(), [Deed::Submit(ANN, "b2".into())]);
}

#[test]
fn what_others_do_meanwhile_does_not_disturb_whoever_is_choosing() {
    let mut table = Table::new("tic-tac-toe");
    let action = |text: &str| ActionView {
        command: text.into(),
        text: text.into(),
        label: None,
        touches: Default::default(),
    };
    let mut view = View {
        actions: ["rock", "paper", "scissors"].map(action).to_vec(),
        ..table.current.view(Viewer::Seat(ANN))
    };
    let mut show = |table: &mut Table, version, to_act| {
        view.to_act = to_act;
        let shown = Arc::new(view.clone());
        table.seen.views.insert(Viewer::Seat(ANN), shown);
        table.seen.version = Some(version);
        table.hear(Event::Update {
            id: "m1".into(),
            viewer: Viewer::Seat(ANN),
            version,
            told: Vec::new(),
        });
    };
    let both: SeatSet = [ANN, BOB].into_iter().collect();
    show(&mut table, 2, both);
    table.press("/sc");
    show(&mut table, 3, SeatSet::one(ANN));
    assert!(table.bottom().contains("› sc"));
    table.press("<enter>");
    assert_eq!(table.deeds(), [Deed::Submit(ANN, "scissors".into())]);
}

#[test]
fn at_a_shared_device_a_curtain_hides_what_the_next_one_holds() {
    let seats = [Viewer::Seat(ANN), Viewer::Seat(BOB)];
    let mut table = Table::gathering("liars-dice", &seats, None);
    table.begin();
    let curtain = table.screen();
    assert!(curtain.contains("Pass the device to Ann."), "{curtain}");
    table.press("g?uR");
    assert_eq!(table.screen(), curtain, "only Enter raises the curtain");
    table.press("<enter>");
    let ann = table.screen();
    assert_eq!(ann.matches("│ ? │").count(), 5, "{ann}");
    table.press("2 <enter> <enter>");
    let sent = table.deeds();
    let [Deed::Submit(ANN, command)] = &sent[..] else {
        panic!("{sent:?}");
    };
    table.play(ANN, command.clone());
    table
        .app
        .played(Ok(Answer::Accepted { version: 2 }))
        .unwrap();
    let curtain = table.screen();
    assert!(curtain.contains("Pass the device to Bob."), "{curtain}");
    table.press("<enter>");
    let bob = table.screen();
    assert!(bob.contains("Bob (you)"), "{bob}");
    assert_eq!(
        bob.matches("Ann bids 1 x 3").count(),
        2,
        "log and bid: {bob}"
    );
    table.press("1 <enter>");
    assert!(matches!(table.deeds()[..], [Deed::Submit(BOB, _)]));
}
