//! `parlor menu`: a menu of games and unfinished matches, and then the table.

mod draw;
mod form;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::CommandFactory;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use parlor_core::{AnyGame, Registry};

use crate::matchfile::Loaded;
use crate::play::{Session, screen};
use crate::saves;
use crate::setup::seed;
use crate::table::Palette;
use crate::terminal::{Input, Screen, is_interactive, wait};
use form::Form;

/// How many unfinished matches are offered.
const OFFERED: usize = 9;

/// The menu.
struct Menu {
    entries: Vec<Entry>,
    selected: usize,
    form: Option<Form>,
    notice: Option<String>,
    palette: Palette,
}

enum Entry {
    Begin(Arc<dyn AnyGame>),
    Resume(PathBuf, Box<Loaded>),
}

/// What a key led to.
enum Next {
    Stay,
    Play(Box<Session>),
    Leave,
}

/// Opens the menu, or says what there is where nobody sits in front of a terminal.
pub fn run(games: &Registry) -> Result<()> {
    if !is_interactive() {
        let mut out = io::stdout().lock();
        writeln!(out, "{}", super::Cli::command().render_help())?;
        write!(out, "{}", super::games::table(games))?;
        return Ok(());
    }
    let mut terminal = Screen::open()?;
    let mut menu = Menu::new(games);
    let mut played = None;
    loop {
        terminal.terminal.draw(|frame| draw::draw(frame, &menu))?;
        let Input::Key(key) = wait(None)? else {
            continue;
        };
        match menu.key(key) {
            Next::Stay => {}
            Next::Leave => break,
            Next::Play(session) => {
                played = Some(screen::run(&mut terminal, *session)?);
                menu = Menu::new(games);
            }
        }
    }
    drop(terminal);
    match played {
        Some(session) => super::play::farewell(&session),
        None => Ok(()),
    }
}

impl Menu {
    fn new(games: &Registry) -> Menu {
        let begin = games.iter().cloned().map(Entry::Begin);
        let resume = saves::unfinished(games, None)
            .into_iter()
            .take(OFFERED)
            .map(|(path, loaded)| Entry::Resume(path, Box::new(loaded)));
        Menu {
            entries: begin.chain(resume).collect(),
            selected: 0,
            form: None,
            notice: None,
            palette: Palette::from_environment(),
        }
    }

    fn key(&mut self, key: KeyEvent) -> Next {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('c' | 'd' | 'q') => Next::Leave,
                _ => Next::Stay,
            };
        }
        self.notice = None;
        let Some(form) = &mut self.form else {
            return self.list_key(key.code);
        };
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => self.form = None,
            KeyCode::Enter => {
                let begun = form.setup().and_then(|(setup, players)| {
                    Session::begin(form.game.clone(), setup, players, seed(None)?, None)
                });
                match begun {
                    Ok(session) => return Next::Play(Box::new(session)),
                    Err(error) => self.notice = Some(format!("{error:#}")),
                }
            }
            code => form.key(code),
        }
        Next::Stay
    }

    fn list_key(&mut self, code: KeyCode) -> Next {
        let last = self.entries.len().saturating_sub(1);
        match code {
            KeyCode::Char('q') | KeyCode::Esc => return Next::Leave,
            KeyCode::Up | KeyCode::Char('k') => self.selected = self.selected.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.selected = (self.selected + 1).min(last),
            KeyCode::Home => self.selected = 0,
            KeyCode::End => self.selected = last,
            KeyCode::Char(digit) if digit.is_ascii_digit() => {
                let number = digit as usize - '0' as usize;
                if (1..=self.entries.len()).contains(&number) {
                    self.selected = number - 1;
                    return self.open();
                }
            }
            KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Right => return self.open(),
            _ => {}
        }
        Next::Stay
    }

    fn open(&mut self) -> Next {
        match self.entries.get(self.selected) {
            Some(Entry::Begin(game)) => {
                self.form = Some(Form::new(game.clone()));
                Next::Stay
            }
            Some(Entry::Resume(..)) => {
                let Entry::Resume(path, loaded) = self.entries.remove(self.selected) else {
                    return Next::Stay;
                };
                match Session::resume(*loaded, path, &[], None) {
                    Ok(session) => Next::Play(Box::new(session)),
                    Err(error) => {
                        self.notice = Some(format!("{error:#}"));
                        Next::Stay
                    }
                }
            }
            None => Next::Stay,
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    use super::*;

    fn menu() -> Menu {
        let games = parlor_games::all();
        Menu {
            entries: games.iter().cloned().map(Entry::Begin).collect(),
            selected: 0,
            form: None,
            notice: None,
            palette: Palette::plain(),
        }
    }

    fn press(menu: &mut Menu, keys: &[KeyCode]) {
        for key in keys {
            menu.key(KeyEvent::new(*key, KeyModifiers::NONE));
        }
    }

    fn check(menu: &Menu, expected: Expect) {
        let mut terminal = Terminal::new(TestBackend::new(76, 16)).unwrap();
        terminal.draw(|frame| draw::draw(frame, menu)).unwrap();
        let buffer = terminal.backend().buffer();
        let lines = buffer.content.chunks(76).map(|row| {
            let line: String = row.iter().map(|cell| cell.symbol()).collect();
            format!("|{}\n", line.trim_end())
        });
        expected.assert_eq(&lines.collect::<String>());
    }

    #[test]
    fn the_menu_lists_the_games() {
        let mut menu = menu();
        press(&mut menu, &[KeyCode::Down]);
        check(
            &menu,
            expect![[r#"
                | What do you want to play?                                     Parlor 0.1.0
                |
                | 1   Checkers             Jump over the other's pieces.
                | 2 › Connect four         Drop discs; four in a line win.
                | 3   Cribbage             Play to 31; count fifteens, pairs and runs.
                | 4   Go Fish              Ask for a rank, or go fish; collect books.
                | 5   Hex                  Connect your two sides.
                | 6   Hex (on the table)   Connect your two sides, with stones on a table.
                | 7   Liar's dice          Roll in secret, bid higher, call the liar.
                | 8   Nine men's morris    Close mills of three to take the other's men.
                | 9   Polyhedral Potions   Draft dice of many shapes and brew potions.
                |     Sea battle           Hide your ships, and sink those of the other.
                |     Tic-tac-toe          Three in a row win.
                |     Yacht dice           Roll five dice and fill thirteen boxes.
                |
                | ↑↓ move  Enter choose  1-9 choose  q quit
            "#]],
        );
    }

    #[test]
    fn options_and_players_are_chosen_with_arrows_and_digits() {
        use KeyCode::{Char, Down, Left};
        let mut menu = menu();
        press(
            &mut menu,
            &[
                Char('5'),
                Down,
                Left,
                Left,
                Left,
                Down,
                Char('1'),
                Char('3'),
                Down,
                Left,
            ],
        );
        check(
            &menu,
            expect![[r#"
                | Hex                                                           Parlor 0.1.0
                |
                | Connect your two sides.
                | 2 players · 10-40 minutes · ages 8+ · complexity 2/5
                |
                |     Player 1    ◂ human ▸          at this terminal
                |     Player 2    ◂ human ▸          at this terminal
                |     Board size  ◂ 13 ▸             3 to 19, default 11
                |   › Swap rule   ◂ no ▸
                |
                |
                |
                |
                |
                |
                | ↑↓ move  ←→ change  0-9 number  Enter begin  Esc back
            "#]],
        );
        let (setup, players) = menu.form.as_ref().unwrap().setup().unwrap();
        assert!(players.len() == 2 && !players.iter().any(|player| player.is_bot()));
        assert_eq!((setup.int("size"), setup.bool("swap")), (13, false));
        press(&mut menu, &[KeyCode::Esc]);
        assert!(menu.form.is_none());
    }

    #[test]
    fn more_seats_get_more_players() {
        let mut menu = menu();
        press(
            &mut menu,
            &[KeyCode::Char('7'), KeyCode::Right, KeyCode::Right],
        );
        let (setup, players) = menu.form.as_ref().unwrap().setup().unwrap();
        assert_eq!((setup.seats(), players.len()), (4, 4));
    }
}
