//! The screen, played by keys and looked at, without a terminal.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use expect_test::expect;
use parlor_core::{ActionView, Seat, View, Viewer};
use ratatui::backend::TestBackend;
use ratatui::{Frame, Terminal};

use super::app::{App, Ending};
use super::choices::{Choices, Then};
use super::{Session, draw};
use crate::setup::{self, Player};
use crate::table::Palette;

const BOTH: [Player; 2] = [Player::Human, Player::Human];

/// A bot that needs no time.
fn bot() -> Player {
    Player::Bot("flat:20".parse().unwrap())
}

fn one() -> [Player; 2] {
    [Player::Human, bot()]
}

/// A screen with a match in a file of its own, which goes when the test is over.
struct Table {
    app: App,
}

impl Table {
    fn new(game: &str, players: &[Player], seed: &str) -> Table {
        let games = parlor_games::all();
        let game = games.get(game).unwrap().clone();
        let names = setup::names(players, &["Ann".into(), "Bob".into()]);
        let setup = setup::set_up(game.info(), players.len(), &[]).unwrap();
        let setup = setup.named(names).unwrap();
        let number = std::thread::current().id();
        let name = format!(
            "parlor-play-{}-{number:?}-{}.jsonl",
            std::process::id(),
            game.info().id
        );
        let path = std::env::temp_dir().join(name.replace(['(', ')'], ""));
        let seed = setup::seed(Some(seed)).unwrap();
        let session = Session::begin(game, setup, players.to_vec(), seed, Some(path)).unwrap();
        Table {
            app: App::new(session, Palette::plain()),
        }
    }

    fn press(&mut self, keys: &str) -> Option<Ending> {
        let pressed = pressed(keys).map(|key| self.app.key(key));
        pressed.last().flatten()
    }

    fn bots(&mut self) {
        while self.app.waiting_bot().is_some() {
            self.tick();
        }
    }

    /// Lets time pass, as much as a bot needs.
    fn tick(&mut self) {
        let later = Instant::now() + Duration::from_secs(60);
        self.app.tick(later).unwrap();
        // What began to think just now may act after a pause.
        self.app.tick(later + Duration::from_secs(60)).unwrap();
    }

    fn screen(&mut self, width: u16, height: u16) -> String {
        drawn(width, height, |frame| draw::draw(frame, &mut self.app))
    }

    fn version(&self) -> u64 {
        self.app.session.current.version()
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.app.session.path);
    }
}

/// What is drawn into a window of this size.
pub fn drawn(width: u16, height: u16, draw: impl FnOnce(&mut Frame<'_>)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(draw).unwrap();
    let buffer = terminal.backend().buffer().clone();
    let lines = buffer.content.chunks(width.into()).map(|row| {
        let line: String = row.iter().map(|cell| cell.symbol()).collect();
        // The bar keeps the blanks at the beginning of lines in snapshots.
        format!("|{}\n", line.trim_end())
    });
    lines.collect()
}

/// Keys: each letter is one, and words in angles are others.
pub fn pressed(keys: &str) -> impl Iterator<Item = KeyEvent> {
    let keys = keys.split_inclusive(['>', ' ']).flat_map(keys_of);
    keys.map(|key| KeyEvent::new(key, KeyModifiers::NONE))
}

fn keys_of(text: &str) -> Vec<KeyCode> {
    match text.trim() {
        "<enter>" => vec![KeyCode::Enter],
        "<up>" => vec![KeyCode::Up],
        "<down>" => vec![KeyCode::Down],
        "<left>" => vec![KeyCode::Left],
        "<right>" => vec![KeyCode::Right],
        "<esc>" => vec![KeyCode::Esc],
        letters => letters.chars().map(KeyCode::Char).collect(),
    }
}

#[test]
fn the_table_shows_board_seats_choices_and_log() {
    let mut table = Table::new("tic-tac-toe", &BOTH, "1");
    table.press("<enter> <up> <enter>");
    expect![[r#"
        | Tic-tac-toe: Ann, Bob                                        version 3
        |                                             Seats ─────────────────────
        |                                            ▶ X Ann (you)
        |                                              O Bob
        |                ┌───┬───┬───┐                Choose: 7 ─────────────────
        |              3 │[·]│ O │ · │                 1  a1
        |                ├───┼───┼───┤                 2  b1
        |              2 │ · │ X │ · │                 3  c1
        |                ├───┼───┼───┤                 4  a2
        |              1 │ · │ · │ · │                 5  c2
        |                └───┴───┴───┘                 6 ›a3
        |                  a   b   c                   7  c3
        |                                             Log ───────────────────────
        |                                            Ann plays b2
        |                                            Bob plays b3
        |
        | Your turn
        | arrows move  Enter play  / type  h hint  u undo  ? help  q quit
    "#]]
    .assert_eq(&table.screen(72, 18));
}

#[test]
fn arrows_move_over_what_can_be_touched_only() {
    let mut table = Table::new("tic-tac-toe", &BOTH, "1");
    assert_eq!(table.app.chooser.cursor.as_deref(), Some("b2"));
    table.press("<enter>");
    table.press("/a2 <enter>");
    table.press("/a1 <enter>");
    let cursor = |table: &Table| table.app.chooser.cursor.clone().unwrap();
    table.press("<left> <left> <down> <down> <right> <right>");
    assert_eq!(cursor(&table), "c1");
    table.press("<up> <left>");
    assert_ne!(cursor(&table), "b2", "b2 is taken");
}

#[test]
fn commands_are_typed_or_chosen_by_number() {
    let mut table = Table::new("tic-tac-toe", &BOTH, "1");
    table.press(":C3 <enter>");
    assert!(table.screen(80, 24).contains("Ann plays c3"));
    table.press("2 <enter>");
    assert!(table.screen(80, 24).contains("Bob plays b1"));
    table.press("/zz <enter>");
    assert!(
        table
            .screen(80, 24)
            .contains("'zz' is nothing that you can choose now")
    );
    assert_eq!(table.version(), 3);
    table.press("<esc> h");
    assert!(table.screen(80, 24).contains("Thinking about a hint …"));
    while table.app.hinting.is_some() {
        table.tick();
    }
    let screen = table.screen(80, 24);
    let hinted = table.app.chooser.cursor.as_deref().unwrap();
    let hint = format!("You could: {hinted} (wins for certain). Or: ");
    assert!(screen.contains(&hint), "{screen}");
}

#[test]
fn undo_against_a_bot_goes_back_to_the_humans_turn() {
    let mut table = Table::new("tic-tac-toe", &one(), "1");
    let before = table.app.chooser.view.clone();
    table.press("<enter>");
    table.bots();
    let after = table.app.chooser.view.clone();
    assert_ne!(before, after);
    table.press("u");
    assert_eq!(table.app.chooser.view, before);
    table.press("r");
    assert_eq!(table.app.chooser.view, after);
    table.press("r");
    assert!(
        table
            .screen(80, 24)
            .contains("there is nothing to play again")
    );
}

#[test]
fn undo_between_humans_asks_first() {
    let mut table = Table::new("tic-tac-toe", &BOTH, "1");
    table.press("/b2 <enter>");
    table.press("/a1 <enter>");
    table.press("u");
    assert!(
        table
            .screen(80, 24)
            .contains("Undo Bob's latest command? (y/n)")
    );
    table.press("n");
    assert_eq!(table.version(), 3);
    table.press("uy");
    assert_eq!(table.version(), 4);
    assert_eq!(table.app.chooser.viewer, Viewer::Seat(Seat(1)));
}

#[test]
fn a_curtain_hides_everything_from_whoever_holds_the_device() {
    let mut screens = Vec::new();
    for seed in ["1", "2"] {
        let mut table = Table::new("liars-dice", &BOTH, seed);
        screens.push(table.screen(80, 24));
        assert_eq!(table.app.chooser.viewer, Viewer::Spectator);
        table.press("<right> u ? R");
        assert_eq!(
            table.screen(80, 24),
            screens[0],
            "only Enter raises the curtain"
        );
        table.press("<enter>");
        let open = table.screen(80, 24);
        assert!(
            open.contains("Ann (you)") && !open.contains("Pass the device"),
            "{open}"
        );
        table.press("g/1 x 3<enter>");
    }
    assert!(screens[0].contains("Pass the device to Ann."));
    assert_eq!(
        screens[0], screens[1],
        "the curtain tells nothing of the dice"
    );
}

#[test]
fn after_the_curtain_only_the_own_dice_are_seen() {
    let mut table = Table::new("liars-dice", &BOTH, "1");
    table.press("<enter>");
    let ann = table.screen(80, 24);
    assert_eq!(ann.matches("│ ? │").count(), 5, "{ann}");
    table.press("1 <enter>");
    table.press("3 <enter>");
    let curtain = table.screen(80, 24);
    assert!(curtain.contains("Pass the device to Bob.") && curtain.contains("Ann bids 1 x 3"));
    table.press("<enter>");
    let bob = table.screen(80, 24);
    assert_eq!(bob.matches("│ ? │").count(), 5, "{bob}");
    assert!(bob.contains("Bob (you)"));
}

#[test]
fn at_the_end_of_a_shared_match_nobodys_secrets_are_left_on_the_screen() {
    let mut table = Table::new("liars-dice", &BOTH, "1");
    table.press("<enter>");
    table.press("Ry");
    assert_eq!(table.app.chooser.viewer, Viewer::Spectator);
    let screen = table.screen(80, 24);
    assert!(screen.contains("Bob wins"), "{screen}");
    let faces = (1..=6).filter(|face| screen.contains(&format!("│ {face} │")));
    assert_eq!(faces.count(), 0, "{screen}");
}

#[test]
fn a_lone_human_keeps_the_own_view_while_bots_act() {
    let mut table = Table::new("liars-dice", &[bot(), Player::Human], "1");
    assert!(table.app.waiting_bot().is_some());
    assert_eq!(table.app.chooser.viewer, Viewer::Seat(Seat(1)));
    let screen = table.screen(80, 24);
    assert_eq!(screen.matches("│ ? │").count(), 5, "{screen}");
    assert!(screen.contains("is thinking"));
}

#[test]
fn bots_among_themselves_are_watched_by_a_spectator() {
    let mut table = Table::new("liars-dice", &[bot(), bot()], "1");
    assert_eq!(table.app.chooser.viewer, Viewer::Spectator);
    assert_eq!(table.screen(80, 24).matches("│ ? │").count(), 10);
    table.bots();
    assert!(table.screen(80, 24).contains("wins"));
}

#[test]
fn a_bot_that_thinks_for_long_is_called_off() {
    let slow = Player::Bot("tree:3600s:threads=1".parse().unwrap());
    let mut table = Table::new("hex", &[Player::Human, slow], "1");
    table.press("<enter>");
    let now = Instant::now();
    assert!(table.app.tick(now).unwrap().is_some());
    let later = now + Duration::from_secs(5);
    table.app.tick(later).unwrap();
    assert!(table.screen(80, 24).contains("is thinking"));
    assert_eq!(table.version(), 2);
    // The bot thinks about a version that is no more.
    table.press("u");
    assert_eq!(table.app.tick(later).unwrap(), None);
    assert_eq!(table.version(), 3);
    table.press("<enter>");
    table.app.tick(later).unwrap();
    assert_eq!(table.press("q"), Some(Ending::Quit));
    table.app.call_off();
}

#[test]
fn questions_lead_to_a_command_and_back() {
    let mut table = Table::new("liars-dice", &one(), "1");
    assert!(table.screen(80, 24).contains("How many dice?"));
    table.press("2 <enter>");
    assert!(table.screen(80, 24).contains("Of which face?"));
    table.press("<esc>");
    assert!(table.screen(80, 24).contains("How many dice?"));
    table.press("2 <enter>");
    table.press("5 <enter>");
    assert!(table.screen(80, 24).contains("Ann bids 2 x 5"));
}

#[test]
fn resigning_asks_and_ends_the_match() {
    let mut table = Table::new("tic-tac-toe", &one(), "1");
    table.press("Rn");
    assert_eq!(table.version(), 1);
    assert_eq!(
        table.press("n"),
        None,
        "another match is offered at the end only"
    );
    table.press("Ry");
    let screen = table.screen(80, 24);
    assert!(
        screen.contains("Bob (flat:20) wins: resignation."),
        "{screen}"
    );
    assert!(screen.contains("parlor verify"));
    assert_eq!(table.press("n"), Some(Ending::Another));
    assert_eq!(table.press("q"), Some(Ending::Quit));
}

#[test]
fn a_small_window_says_so_and_any_other_size_is_drawn() {
    let mut table = Table::new("hex", &one(), "1");
    assert!(table.screen(30, 10).contains("This window is too small"));
    for (width, height) in [(50, 16), (80, 24), (81, 50), (200, 60), (300, 16)] {
        assert!(
            table.screen(width, height).contains("Hex: Ann"),
            "{width} × {height}"
        );
    }
    table.press("?");
    assert!(table.screen(50, 16).contains("move the cursor"));
}

#[test]
fn every_accepted_command_is_in_the_file() {
    let mut table = Table::new("tic-tac-toe", &BOTH, "1");
    table.press("<enter>");
    let saved = std::fs::read_to_string(&table.app.session.path).unwrap();
    assert_eq!(saved, table.app.session.current.save());
}

#[test]
fn touches_one_after_the_other_narrow_down_the_commands() {
    let action = |text: &str, touches: &[&str]| ActionView {
        command: text.into(),
        text: text.into(),
        label: None,
        touches: touches.iter().copied().map(Into::into).collect(),
    };
    let view = View {
        actions: vec![
            action("a1-a2", &["a1", "a2"]),
            action("a1-b1", &["a1", "b1"]),
            action("c1-c2", &["c1", "c2"]),
        ],
        ..View::default()
    };
    let all = Choices::commands(&view, vec![]);
    assert_eq!(all.touches().into_iter().collect::<Vec<_>>(), ["a1", "c1"]);
    let from_a1 = Choices::commands(&view, vec!["a1".into()]);
    assert_eq!(
        from_a1.touches().into_iter().collect::<Vec<_>>(),
        ["a2", "b1"]
    );
    assert_eq!(from_a1.items[1].then, Then::Play("a1-b1".into()));
    assert_eq!(
        all.matching("2"),
        [1, 0, 2],
        "a number comes before a part of a text"
    );
}
