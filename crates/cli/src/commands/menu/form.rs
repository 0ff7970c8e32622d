//! What is chosen before a match: the seats, who plays them, and the game's options.

use std::sync::Arc;

use anyhow::Result;
use crossterm::event::KeyCode;
use parlor_bots::{Level, Spec};
use parlor_core::{AnyGame, OptionKind, OptionSpec, OptionValue, Setup};

use crate::failure::Failure;
use crate::setup::{self, Player};

/// The form for one game.
pub struct Form {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// What can be set, from top to bottom.
    pub fields: Vec<Field>,
    /// The field that keys change.
    pub selected: usize,
    /// Digits that were typed into a number.
    typed: String,
}

/// Something to set.
pub enum Field {
    /// How many seats there are.
    Seats {
        /// The number.
        count: u8,
    },
    /// Who plays a seat.
    Player {
        /// Who.
        player: Player,
    },
    /// An option of the game.
    Option {
        /// What it may be.
        spec: OptionSpec,
        /// What it is.
        value: OptionValue,
    },
}

impl Form {
    /// The form with what most people want: one human, bots otherwise, the options as the game suggests.
    pub fn new(game: Arc<dyn AnyGame>) -> Form {
        let info = game.info();
        let mut fields = Vec::new();
        if info.min_seats < info.max_seats {
            fields.push(Field::Seats {
                count: info.min_seats,
            });
        }
        let players = setup::players(info, &[], &setup::usual_level());
        fields.extend(players.into_iter().map(|player| Field::Player { player }));
        fields.extend(crate::speech::info(info).options.into_iter().map(|spec| {
            let value = match &spec.kind {
                OptionKind::Bool { default } => OptionValue::Bool(*default),
                OptionKind::Int { default, .. } => OptionValue::Int(*default),
                OptionKind::Choice { default, .. } => OptionValue::Choice(default.clone()),
            };
            Field::Option { spec, value }
        }));
        Form {
            game,
            fields,
            selected: 0,
            typed: String::new(),
        }
    }

    /// Does what a key says.
    pub fn key(&mut self, code: KeyCode) {
        if let KeyCode::Char(digit) = code
            && digit.is_ascii_digit()
        {
            return self.type_digit(digit);
        }
        self.typed.clear();
        match code {
            KeyCode::Up | KeyCode::BackTab => self.selected = self.selected.saturating_sub(1),
            KeyCode::Down | KeyCode::Tab => {
                self.selected = (self.selected + 1).min(self.fields.len().saturating_sub(1));
            }
            KeyCode::Left => self.change(-1),
            KeyCode::Right | KeyCode::Char(' ') => self.change(1),
            _ => {}
        }
    }

    /// The set-up, and who plays.
    pub fn setup(&self) -> Result<(Setup, Vec<Player>)> {
        let players = self.players();
        let mut setup = Setup::new(self.game.info(), players.len())
            .and_then(|setup| setup.named(setup::names(&players, &[])))
            .map_err(Failure::usage)?;
        for field in &self.fields {
            if let Field::Option { spec, value } = field {
                setup = setup
                    .option(&spec.name, value.clone())
                    .map_err(Failure::usage)?;
            }
        }
        Ok((setup, players))
    }

    fn players(&self) -> Vec<Player> {
        let player = |field: &Field| match field {
            Field::Player { player } => Some(player.clone()),
            _ => None,
        };
        self.fields.iter().filter_map(player).collect()
    }

    fn change(&mut self, step: i64) {
        let info = self.game.info();
        let (min_seats, max_seats) = (info.min_seats, info.max_seats);
        match self.fields.get_mut(self.selected) {
            Some(Field::Seats { count }) => {
                let wanted = i64::from(*count) + step;
                *count = wanted.clamp(min_seats.into(), max_seats.into()) as u8;
                let count = *count;
                self.set_seats(count);
            }
            Some(Field::Player { player }) => *player = next_player(player, step),
            Some(Field::Option { spec, value }) => *value = stepped(&spec.kind, value, step),
            None => {}
        }
    }

    /// As many lines for players as there are seats.
    fn set_seats(&mut self, count: u8) {
        let is_player = |field: &Field| matches!(field, Field::Player { .. });
        let Some(first) = self.fields.iter().position(is_player) else {
            return;
        };
        let mut players = self.players();
        self.fields.retain(|field| !is_player(field));
        players.resize(count.into(), Player::Bot(setup::usual_level()));
        let players = players.into_iter().map(|player| Field::Player { player });
        self.fields.splice(first..first, players);
    }

    fn type_digit(&mut self, digit: char) {
        self.typed.push(digit);
        let Some(Field::Option { spec, value }) = self.fields.get_mut(self.selected) else {
            self.typed.clear();
            return;
        };
        if let OptionKind::Int { min, max, .. } = spec.kind {
            let number: i64 = self.typed.parse().unwrap_or(max);
            *value = OptionValue::Int(number.clamp(min, max));
            // Another digit would lead beyond the range, so the next one begins anew.
            if number.saturating_mul(10) > max {
                self.typed.clear();
            }
        }
    }
}

/// The next or the previous of those who may play: a human, then bots, from the weakest on.
fn next_player(player: &Player, step: i64) -> Player {
    let bots = Level::ALL.map(|level| Player::Bot(level.into()));
    let random = Player::Bot(Spec::random());
    let all: Vec<Player> = [Player::Human, random].into_iter().chain(bots).collect();
    let now = all.iter().position(|other| other == player).unwrap_or(0) as i64;
    all[(now + step).rem_euclid(all.len() as i64) as usize].clone()
}

/// The next or the previous value.
fn stepped(kind: &OptionKind, value: &OptionValue, step: i64) -> OptionValue {
    match (kind, value) {
        (OptionKind::Bool { .. }, OptionValue::Bool(on)) => OptionValue::Bool(!on),
        (OptionKind::Int { min, max, .. }, OptionValue::Int(number)) => {
            OptionValue::Int(number.saturating_add(step).clamp(*min, *max))
        }
        (OptionKind::Choice { choices, .. }, OptionValue::Choice(word)) => {
            let now = choices
                .iter()
                .position(|choice| choice == word)
                .unwrap_or(0) as i64;
            let next = (now + step).rem_euclid(choices.len().max(1) as i64) as usize;
            choices
                .get(next)
                .map_or(value.clone(), |word| OptionValue::Choice(word.clone()))
        }
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_step_from_humans_to_stronger_and_stronger_bots() {
        let mut player = Player::Human;
        let mut seen = Vec::new();
        for _ in 0..6 {
            player = next_player(&player, 1);
            seen.push(setup::names(&[player.clone()], &[]).remove(0));
        }
        let bots = ["random", "easy", "medium", "hard", "expert"];
        let bots = bots.map(|level| format!("Bot ({level})"));
        assert_eq!(seen[..5], bots);
        assert_eq!(player, Player::Human);
        assert_eq!(next_player(&player, -1), Player::Bot(Level::Expert.into()));
    }

    #[test]
    fn options_step_within_their_ranges() {
        let size = OptionSpec::int("size", "Size", 3..=5, 4).kind;
        assert_eq!(stepped(&size, &5.into(), 1), 5.into());
        assert_eq!(stepped(&size, &5.into(), -1), 4.into());
        let mode = OptionSpec::choice("mode", "Mode", &["slow", "fast"]).kind;
        assert_eq!(stepped(&mode, &"slow".into(), -1), "fast".into());
    }
}
