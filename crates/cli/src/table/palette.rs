//! Colours, or none where the user wants none (`NO_COLOR`): then weight and reversal do their work.

use parlor_core::Seat;
use ratatui::style::{Color, Modifier, Style};

/// How things are coloured.
#[derive(Clone, Copy, Debug)]
pub struct Palette {
    colour: bool,
}

const SEATS: [Color; 6] = [
    Color::Cyan,
    Color::Yellow,
    Color::Magenta,
    Color::Green,
    Color::Blue,
    Color::Red,
];

impl Palette {
    /// As the user wants it: see no-color.org.
    pub fn from_environment() -> Palette {
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Palette { colour: !no_colour }
    }

    /// Without colours.
    pub fn plain() -> Palette {
        Palette { colour: false }
    }

    /// What belongs to a seat.
    pub fn seat(self, seat: Seat) -> Style {
        self.fg(SEATS[seat.index() % SEATS.len()])
            .add_modifier(Modifier::BOLD)
    }

    /// What is there only to guide the eye.
    pub fn faint(self) -> Style {
        match self.colour {
            true => Style::new().fg(Color::DarkGray),
            false => Style::new().add_modifier(Modifier::DIM),
        }
    }

    /// What can be touched now.
    pub fn legal(self) -> Style {
        match self.colour {
            true => Style::new().bg(Color::Indexed(236)),
            false => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    /// What was touched already.
    pub fn picked(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
    }

    /// What the latest record changed.
    pub fn fresh(self) -> Style {
        Style::new().add_modifier(Modifier::UNDERLINED)
    }

    /// The cursor.
    pub fn cursor(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// A refusal or a question.
    pub fn alert(self) -> Style {
        self.fg(Color::LightRed).add_modifier(Modifier::BOLD)
    }

    /// A heading, or a key to press.
    pub fn strong(self) -> Style {
        self.fg(Color::White).add_modifier(Modifier::BOLD)
    }

    fn fg(self, colour: Color) -> Style {
        match self.colour {
            true => Style::new().fg(colour),
            false => Style::new(),
        }
    }
}
