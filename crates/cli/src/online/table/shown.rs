//! What is written: the table, the commands, and the line that asks for one.

use std::io::Write;

use anyhow::Result;
use parlor_core::{Seat, View};

use super::Table;
use crate::failure::printable;
use crate::online::news::{Before, changes};
use crate::online::words;
use crate::table::text;

impl Table {
    pub(super) fn show(&mut self, view: &View, out: &mut dyn Write) -> Result<()> {
        self.say(out, "")?;
        for line in text::lines(view) {
            writeln!(out, "{}", printable(&line))?;
        }
        if let (Some(prompt), true) = (&view.prompt, view.outcome.is_none()) {
            writeln!(out, "{}", printable(&prompt.render(&text::names(view))))?;
        }
        if let (Some(clocks), true) = (self.clocks(), view.outcome.is_none()) {
            writeln!(out, "{clocks}")?;
        }
        Ok(())
    }

    pub(super) fn list(&mut self, with: &str, most: usize, out: &mut dyn Write) -> Result<()> {
        let Some(asking) = &self.asking else {
            writeln!(out, "It is not your turn.")?;
            return Ok(());
        };
        let names = self.names();
        if let Some(prompt) = asking.prompt(&names) {
            writeln!(out, "{}", printable(&prompt))?;
        }
        let found: Vec<String> = (1..)
            .zip(asking.items(&names))
            .filter(|(_, item)| item.to_lowercase().contains(with))
            .map(|(number, item): (usize, _)| format!("{number}) {}", printable(&item)))
            .collect();
        if found.is_empty() {
            return Ok(());
        }
        let shown = found.len().min(most);
        let more = match found.len() - shown {
            0 => String::new(),
            more => format!("  … and {more} more: type 'list'"),
        };
        writeln!(out, "{}{more}", found[..shown].join("  "))?;
        Ok(())
    }

    /// Tells what has changed since the last time, besides moves.
    pub(super) fn news(&mut self, out: &mut dyn Write) -> Result<()> {
        let Some(status) = self.client.status(&self.id) else {
            return Ok(());
        };
        let before = Before {
            room: &self.room,
            status: self.status.as_ref(),
            me: &self.me,
            answers: "':agree' or ':refuse'",
            resumes: "Type ':resume' to resume it.",
        };
        for line in changes(&before, &status) {
            self.say(out, &printable(&line))?;
        }
        self.room = status.room.clone();
        self.status = Some(status);
        Ok(())
    }

    /// The clocks in one line, with a star where time runs.
    pub(super) fn clocks(&self) -> Option<String> {
        let clock = self.client.clock(&self.id)?;
        let each: Vec<String> = (clock.remaining_ms.iter().zip(self.names()))
            .enumerate()
            .map(|(seat, (ms, name))| {
                let runs = clock.running.iter().any(|running| running.index() == seat);
                let star = if runs && !clock.paused { "*" } else { "" };
                format!("{} {}{star}", printable(&name), words::time(*ms))
            })
            .collect();
        let paused = if clock.paused { " (paused)" } else { "" };
        Some(format!("Time: {}{paused}", each.join(", ")))
    }

    /// Writes a line, on a line of its own.
    pub(super) fn say(&mut self, out: &mut dyn Write, line: &str) -> Result<()> {
        if std::mem::take(&mut self.prompted) {
            writeln!(out)?;
        }
        writeln!(out, "{line}")?;
        Ok(())
    }

    /// Asks for a line, if one is wanted.
    pub(super) fn prompt(&mut self, out: &mut dyn Write) -> Result<()> {
        if !self.prompted && self.waiting.is_none() {
            let names = self.names();
            let name = |seat: Seat| names.get(seat.index()).cloned().unwrap_or_default();
            if let Some(seat) = self.curtain {
                let name = printable(&name(seat));
                write!(out, "Pass the device to {name}, then press Enter. ")?;
                self.prompted = true;
            } else if let Some(asking) = &self.asking {
                write!(out, "{}> ", printable(&name(asking.seat)))?;
                self.prompted = true;
            }
        }
        out.flush()?;
        Ok(())
    }
}
