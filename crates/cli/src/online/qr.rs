//! A link as a picture of characters, for a phone to look at.

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

/// A QR code in lines of text; none for a text that is too long for one.
pub fn lines(link: &str) -> Vec<String> {
    let Ok(code) = QrCode::new(link) else {
        return Vec::new();
    };
    // Terminals are dark more often than not: what is light is drawn, so that the picture has its light frame.
    let picture = code
        .render::<Dense1x2>()
        .dark_color(Dense1x2::Light)
        .light_color(Dense1x2::Dark)
        .build();
    picture.lines().map(String::from).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_link_becomes_a_square_of_characters() {
        let lines = super::lines("http://localhost:7777/join/ABCDEF");
        let width = lines[0].chars().count();
        assert!(lines.iter().all(|line| line.chars().count() == width));
        // A line holds two rows.
        assert_eq!(width.div_ceil(2), lines.len());
        assert_eq!(lines[0], "█".repeat(width));
        assert!(super::lines(&"x".repeat(10_000)).is_empty());
    }
}
