//! A link as a QR code, for a phone to look at.

use std::io::{self, IsTerminal};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use crate::terminal::has_colours;

/// A link as a QR code of two lines of dots to a line of text, or nothing if it is too long for one.
pub fn qr(link: &str) -> String {
    picture(link, has_colours(io::stdout().is_terminal()))
}

/// The same for whoever colours it: the light dots in the colour of the text.
pub fn light_on_dark(link: &str) -> String {
    picture(link, false)
}

fn picture(link: &str, colours: bool) -> String {
    let Ok(code) = QrCode::new(link) else {
        return String::new();
    };
    let mut renderer = code.render::<Dense1x2>();
    if !colours {
        // Most terminals write light on dark.
        renderer
            .dark_color(Dense1x2::Light)
            .light_color(Dense1x2::Dark);
        return renderer.build() + "\n";
    }
    let lines = renderer.build();
    let lines = lines
        .lines()
        .map(|line| format!("\x1b[30;107m{line}\x1b[0m\n"));
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_a_square_of_dots() {
        let plain = picture("http://192.168.1.20:7777", false);
        let lines: Vec<&str> = plain.lines().collect();
        let width = lines[0].chars().count();
        assert!(lines.iter().all(|line| line.chars().count() == width));
        assert!(lines.len().abs_diff(width.div_ceil(2)) <= 1, "{plain}");
        assert_eq!(lines[0], "█".repeat(width));
        assert!(picture(&"x".repeat(10_000), false).is_empty());
        // With colours it is dark on light, whatever the terminal is like.
        let coloured = picture("http://192.168.1.20:7777", true);
        assert_eq!(coloured.lines().count(), lines.len());
        assert!(coloured.lines().all(|line| line.ends_with("\x1b[0m")));
    }
}
