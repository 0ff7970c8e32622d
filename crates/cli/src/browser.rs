//! The browser of whoever sits at this machine.

use std::process::{Command, Stdio};

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
