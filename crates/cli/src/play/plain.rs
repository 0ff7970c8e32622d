//! Playing in lines of text, for pipes, screen readers and terminals that can do no more.

use crate::speech;
use std::io::{self, BufRead, Write};

use anyhow::Result;
use parlor_core::{ActionView, Rejection, Seat, Viewer};

use super::hint::Hint;
use super::session::{Answer, Session};
use crate::failure::printable;
use crate::lines::{Line, read_line};
use crate::table::text;

/// How many commands are listed unasked.
const LISTED: usize = 20;

/// The longest line that somebody may type, in bytes.
const LONGEST_LINE: usize = 4096;

const HELP: &str = "\
Type the number of a command, or the command itself.
  list      lists all legal commands; 'list b' those with a b in them
  hint      says what a strong bot would play, and what it is worth
  undo      takes back your latest command
  redo      plays it again
  resign    gives up
  quit      leaves; the match is saved and can be resumed
  help      says this";

/// Plays to the end of the match or of the input. Where no terminal shows what is typed, `echo` does.
pub fn run(
    session: &mut Session,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    echo: bool,
) -> Result<()> {
    Table {
        session,
        input,
        out,
        echo,
        viewer: None,
        heard: 0,
    }
    .run()
}

struct Table<'a> {
    session: &'a mut Session,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    echo: bool,
    viewer: Option<Viewer>,
    /// The version up to which the viewer has heard everything.
    heard: u64,
}

impl Table<'_> {
    fn run(&mut self) -> Result<()> {
        let info = speech::info(self.session.current.info());
        write!(self.out, "{}: ", info.name)?;
        self.introduce()?;
        writeln!(self.out, "Type 'help' for help.")?;
        loop {
            self.look()?;
            self.tell()?;
            if self.session.current.outcome().is_some() {
                self.show()?;
                if let Some(standing) = self.session.standing() {
                    writeln!(self.out, "{}", standing.line(self.session.names()))?;
                }
                if !self.next_game()? {
                    return self.farewell();
                }
                continue;
            }
            if let Some(bot) = self.session.acting_bot() {
                self.session.play_bot(bot)?;
                continue;
            }
            let Some(seat) = self.session.acting_human() else {
                return Ok(());
            };
            self.show()?;
            let actions = speech::view(&*self.session.current, Viewer::Seat(seat)).actions;
            self.list(&actions, "", LISTED)?;
            if !self.ask(seat, &actions)? {
                return self.farewell();
            }
        }
    }

    /// Begins the next game of the series, if there is one and somebody who wants it.
    fn next_game(&mut self) -> Result<bool> {
        if !self.session.has_next_game() {
            return Ok(false);
        }
        let humans = !self.session.humans().is_empty();
        if humans && self.prompt("Press Enter for the next game. ")?.is_none() {
            writeln!(self.out)?;
            return Ok(false);
        }
        *self.session = self.session.another()?;
        (self.viewer, self.heard) = (None, 0);
        self.introduce()?;
        Ok(true)
    }

    /// Says who plays, and how their series stands.
    fn introduce(&mut self) -> Result<()> {
        let names = self.session.names();
        match self.session.standing() {
            Some(standing) => writeln!(self.out, "{}", standing.line(names))?,
            None => writeln!(self.out, "{}", names.join(", "))?,
        }
        Ok(())
    }

    /// Lets the right person look.
    fn look(&mut self) -> Result<()> {
        let viewer = self.session.viewer(self.viewer);
        if self.viewer == Some(viewer) {
            return Ok(());
        }
        if let (true, Some(seat)) = (self.session.needs_curtain(viewer), viewer.seat()) {
            // What the last player saw scrolls away before the next one is called.
            write!(self.out, "{}", "\n".repeat(40))?;
            let name = self.session.name(seat).to_string();
            self.prompt(&format!("Pass the device to {name}, then press Enter. "))?;
        }
        self.viewer = Some(viewer);
        Ok(())
    }

    /// Says what has happened since the last time.
    fn tell(&mut self) -> Result<()> {
        let viewer = self.viewer.unwrap_or(Viewer::Spectator);
        for version in self.heard + 1..=self.session.current.version() {
            for line in text::told(&*self.session.current, version, viewer) {
                writeln!(self.out, "- {line}")?;
            }
        }
        self.heard = self.session.current.version();
        Ok(())
    }

    fn show(&mut self) -> Result<()> {
        let viewer = self.viewer.unwrap_or(Viewer::Spectator);
        let view = speech::view(&*self.session.current, viewer);
        writeln!(self.out)?;
        for line in text::lines(&view) {
            writeln!(self.out, "{line}")?;
        }
        if let (Some(prompt), true) = (&view.prompt, view.outcome.is_none()) {
            writeln!(self.out, "{}", prompt.render(self.session.names()))?;
        }
        Ok(())
    }

    fn list(&mut self, actions: &[ActionView], with: &str, most: usize) -> Result<()> {
        let found: Vec<String> = (1..)
            .zip(actions)
            .filter(|(_, action)| action.text.to_lowercase().contains(with))
            .map(|(number, action): (usize, _)| format!("{number}) {}", action.text))
            .collect();
        let shown = found.len().min(most);
        let more = match found.len() - shown {
            0 => String::new(),
            more => format!("  … and {more} more: type 'list'"),
        };
        writeln!(self.out, "{}{more}", found[..shown].join("  "))?;
        Ok(())
    }

    /// Asks a human until something has happened; false when there is nobody left to ask.
    fn ask(&mut self, seat: Seat, actions: &[ActionView]) -> Result<bool> {
        loop {
            let name = self.session.name(seat).to_string();
            let Some(line) = self.prompt(&format!("{name}> "))? else {
                writeln!(self.out)?;
                return Ok(false);
            };
            let lower = line.to_lowercase();
            let (word, rest) = lower.split_once(' ').unwrap_or((&lower, ""));
            // A game may have a command that reads like one of ours; then it is the game's.
            let is_command = actions
                .iter()
                .any(|action| action.text.to_lowercase() == lower);
            let answer = match word {
                "" => continue,
                _ if is_command => self.play(seat, actions, &line),
                "quit" | "exit" | "q" => return Ok(false),
                "help" | "?" => {
                    writeln!(self.out, "{HELP}")?;
                    continue;
                }
                "list" => {
                    self.list(actions, rest.trim(), usize::MAX)?;
                    continue;
                }
                "hint" | "h" => {
                    self.hint(seat, actions)?;
                    continue;
                }
                "undo" | "u" => self.undo(seat)?,
                "redo" | "r" => self.session.redo(),
                "resign" => match self.confirm("Resign? (y/n) ")? {
                    true => self.session.resign(seat),
                    false => continue,
                },
                _ => self.play(seat, actions, &line),
            };
            match answer? {
                Ok(()) => return Ok(true),
                Err(rejection) => self.refuse(&rejection)?,
            }
        }
    }

    fn hint(&mut self, seat: Seat, actions: &[ActionView]) -> Result<()> {
        let Some(thinking) = self.session.think_hint(seat) else {
            writeln!(self.out, "There are no hints for this game.")?;
            return Ok(());
        };
        let (_, thought) = thinking?.wait()?;
        let hint = Hint::new(&thought, actions, self.session.players.len());
        for line in hint.lines() {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    fn play(&mut self, seat: Seat, actions: &[ActionView], line: &str) -> Answer {
        // A text comes before a number: the commands of some games are numbers themselves.
        let current = &self.session.current;
        let meant = current.command(seat, line).or_else(|| {
            let number: usize = line.parse().ok()?;
            let action = actions.get(number.checked_sub(1)?)?;
            Some(action.command.clone())
        });
        match meant {
            Some(command) => self.session.play(seat, command),
            // The rules know best why it is not legal; what they cannot read at all is told in simpler words.
            None => match self.session.play(seat, line.into())? {
                Err(rejection) if rejection.code() == "malformed" => Ok(Err(unknown(line))),
                answer => Ok(answer),
            },
        }
    }

    fn undo(&mut self, seat: Seat) -> Result<Answer> {
        let plan = match self.session.plan_undo() {
            Ok(plan) => plan,
            Err(rejection) => return Ok(Ok(Err(rejection))),
        };
        let asker = self.session.name(plan.seat).to_string();
        if plan.ask.is_empty() && plan.seat != seat {
            // Somebody else than the one who moved may have typed it.
            let question = format!("Undo {asker}'s latest command? (y/n) ");
            if !self.confirm(&question)? {
                let no = Rejection::new("no_undo", "nothing was undone");
                return Ok(Ok(Err(no)));
            }
        }
        for seat in &plan.ask {
            let name = self.session.name(*seat).to_string();
            if !self.confirm(&format!("{name}, may {asker} undo? (y/n) "))? {
                let no = Rejection::new("no_consent", "{seat} does not agree").with("seat", *seat);
                return Ok(Ok(Err(no)));
            }
        }
        Ok(self.session.undo(&plan))
    }

    fn refuse(&mut self, rejection: &Rejection) -> Result<()> {
        let text = self.session.why_not(rejection);
        writeln!(self.out, "No: {text}.")?;
        Ok(())
    }

    fn confirm(&mut self, question: &str) -> Result<bool> {
        let answer = self.prompt(question)?.unwrap_or_default().to_lowercase();
        Ok(answer == "y" || answer == "yes")
    }

    fn prompt(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let line = match read_line(self.input, LONGEST_LINE)? {
            Line::End => return Ok(None),
            Line::TooLong => "a line that is far too long".into(),
            Line::Text(bytes) => printable(String::from_utf8_lossy(&bytes).trim()),
        };
        if self.echo {
            writeln!(self.out, "{line}")?;
        }
        Ok(Some(line))
    }

    fn farewell(&mut self) -> Result<()> {
        let path = self.session.path.display();
        match self.session.current.outcome() {
            Some(_) => writeln!(
                self.out,
                "The match and its seed are in {path}\n{}",
                self.session.proof_note()
            )?,
            None => {
                let resume = self.session.how_to_resume();
                writeln!(self.out, "Saved in {path}\nResume with: {resume}")?;
            }
        }
        Ok(())
    }
}

fn unknown(line: &str) -> Rejection {
    let line: String = line.chars().take(40).collect();
    Rejection::new(
        "unknown",
        "'{line}' is not a legal command; type 'list' to see them",
    )
    .with("line", line)
}
