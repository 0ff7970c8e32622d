//! What somebody types besides commands of the game.

use parlor_protocol::{Ask, ChatLine};

/// Who says a line of chat: anybody can be a guest by any name.
pub fn speaker(line: &ChatLine) -> String {
    match line.guest {
        true => format!("{} (guest)", line.from),
        false => line.from.clone(),
    }
}

/// What somebody wants.
#[derive(Debug, PartialEq)]
pub enum Word {
    /// To ask the others, or to answer them.
    Ask(Ask),
    /// To say something.
    Chat(String),
    /// To see the commands with this in them.
    List(String),
    /// To see the clocks.
    Clock,
    /// To go.
    Quit,
    /// To know what can be typed.
    Help,
    /// Something that is not known.
    Unknown(String),
}

/// What can be typed.
pub const HELP: &str = "\
Type the number of a command, or the command itself.
  list            lists all legal commands; 'list b' those with a b in them
  :chat hello     says hello to the others
  :draw           offers a draw
  :undo, :redo    takes your latest command back, or plays it again
  :agree, :refuse answers what somebody has asked for
  :pause, :resume pauses the match if all agree, and resumes it
  :clock          says how much time is left
  :resign         gives up; ':resign series' gives up the whole series
  :abort          calls the match off, if all agree
  :quit           leaves; the match stays on the server
  :help           says this";

/// Reads a line that begins with a colon, or one of the few words that need none; nothing if it is a command of the game.
pub fn read(line: &str) -> Option<Word> {
    let (has_colon, rest) = match line.strip_prefix(':') {
        Some(rest) => (true, rest.trim_start()),
        None => (false, line),
    };
    let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let rest = rest.trim();
    Some(match (word.to_lowercase().as_str(), has_colon) {
        ("help" | "?", _) => Word::Help,
        ("list", _) => Word::List(rest.to_lowercase()),
        ("quit" | "exit" | "q", _) => Word::Quit,
        ("resign", _) if rest == "series" => Word::Ask(Ask::ResignSeries),
        ("resign", _) => Word::Ask(Ask::Resign),
        ("draw", true) => Word::Ask(Ask::Draw),
        ("abort", true) => Word::Ask(Ask::Abort),
        ("undo", _) => Word::Ask(Ask::Undo),
        ("redo", _) => Word::Ask(Ask::Redo),
        ("pause", true) => Word::Ask(Ask::Pause),
        ("go" | "resume", true) => Word::Ask(Ask::Resume),
        ("agree" | "yes", true) => Word::Ask(Ask::Agree),
        ("refuse" | "no", true) => Word::Ask(Ask::Refuse),
        ("clock", true) => Word::Clock,
        ("chat" | "say", true) => Word::Chat(rest.into()),
        (word, true) => Word::Unknown(word.into()),
        (_, false) => return None,
    })
}

/// What somebody has asked for, in words.
pub fn wish(ask: Ask) -> &'static str {
    match ask {
        Ask::Draw => "offers a draw",
        Ask::Undo => "asks to take a command back",
        Ask::Redo => "asks to play a command again",
        Ask::Abort => "asks to call the match off",
        Ask::Pause => "asks to pause the match",
        Ask::Resume => "resumes the match",
        Ask::Resign => "gives up",
        Ask::ResignSeries => "gives up the series",
        Ask::Agree => "agrees",
        Ask::Refuse => "does not agree",
    }
}

/// A time as clocks show it.
pub fn time(ms: u64) -> String {
    let seconds = ms / 1000;
    let (days, hours) = (seconds / 86_400, seconds / 3600 % 24);
    let (minutes, rest) = (seconds / 60 % 60, seconds % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes}:{rest:02}"),
        (0, hours) => format!("{hours}:{minutes:02}:{rest:02}"),
        (days, hours) => format!("{days} d {hours} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_from_commands_of_the_game() {
        assert_eq!(read(":draw"), Some(Word::Ask(Ask::Draw)));
        assert_eq!(read(": Undo"), Some(Word::Ask(Ask::Undo)));
        assert_eq!(
            read(":chat  Hello  you "),
            Some(Word::Chat("Hello  you".into()))
        );
        assert_eq!(read("list B"), Some(Word::List("b".into())));
        assert_eq!(read(":dance"), Some(Word::Unknown("dance".into())));
        // Many card games have such a command.
        assert_eq!(read("draw"), None);
        assert_eq!(read("b2"), None);
        assert_eq!(read(""), None);
    }

    #[test]
    fn clocks_show_what_matters() {
        let shown = [999, 61_000, 3_661_000, 200_000_000].map(time);
        assert_eq!(shown, ["0:00", "1:01", "1:01:01", "2 d 7 h"]);
    }
}
