//! A bar that shows how far something has got, for people only.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar up to `total` of something, such as games, with a message behind it. Nothing is shown where nobody looks.
pub fn bar(total: u64, things: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
    }
    let template = format!(
        "[{{bar:30}}] {{percent}}%  {{human_pos}} of {{human_len}} {things}, {{eta}} left  {{msg}}"
    );
    let style = ProgressStyle::with_template(&template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(total).with_style(style.progress_chars("#> "))
}
