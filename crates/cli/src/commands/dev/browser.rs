//! The browser of whoever sits at this machine, and QR codes for those who do not.

use std::io::{self, IsTerminal};
use std::process::{Command, Stdio};

use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;

use crate::terminal::has_colours;

/// Opens a page, and says whether there was somebody to ask for it.
pub fn open(url: &str) -> bool {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        // The first text in quotes would be the title of a window.
        command.args(["/c", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    let quiet = command
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let Ok(mut child) = quiet.spawn() else {
        return false;
    };
    // Some of them stay as long as the browser does: nobody waits for them here.
    std::thread::spawn(move || child.wait());
    true
}

/// A link as a QR code of two lines of dots to a line of text, or nothing if it is too long for one.
pub fn qr(link: &str) -> String {
    picture(link, has_colours(io::stdout().is_terminal()))
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
        // With colours it is dark on light, whatever the terminal is like.
        let coloured = picture("http://192.168.1.20:7777", true);
        assert_eq!(coloured.lines().count(), lines.len());
        assert!(coloured.lines().all(|line| line.ends_with("\x1b[0m")));
    }
}
