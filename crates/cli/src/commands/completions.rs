//! `parlor completions`: scripts that let a shell complete commands.

use std::io::{self, Write};

use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

/// Prints a script that lets your shell complete parlor's commands
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  parlor completions bash > ~/.local/share/bash-completion/completions/parlor
  parlor completions fish > ~/.config/fish/completions/parlor.fish")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub fn run(self) -> Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(
            self.shell,
            &mut super::Cli::command(),
            "parlor",
            &mut script,
        );
        io::stdout().lock().write_all(&script)?;
        Ok(())
    }
}
