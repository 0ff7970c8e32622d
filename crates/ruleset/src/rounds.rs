//! How a round has ended, for those who listen: what everybody has scored, or who has won.

use std::fmt::Write;

use parlor_core::{Arg, Message, Seat};

use crate::run::Progress;
use crate::{Ruleset, Said};

/// How a text begins that stands for the end of a round; no text of a file has such a sign.
const OVER: char = '\u{1}';

/// What is told when a round is over, where the file wants that: the scores that were added up, or the results.
pub(crate) fn over(ruleset: &Ruleset, before: &Progress, after: &Progress) -> Option<Said> {
    if ruleset.document().ui.round_results != Some(true) {
        return None;
    }
    let seats = after.results.len();
    let mut text = String::from(OVER);
    let first = ruleset.program().cumulative.map(usize::from);
    let sums = |at: &Progress| {
        first.map(|first| (0..seats).map(|seat| at.vars.get(first + seat)).collect())
    };
    let (old, new): (Option<Vec<_>>, Option<Vec<_>>) = (sums(before), sums(after));
    let is_new = before.results.iter().all(Option::is_none);
    if let (Some(old), Some(new)) = (&old, &new)
        && old != new
    {
        for (old, new) in old.iter().zip(new) {
            let (old, new) = (old.unwrap_or(0.0), new.unwrap_or(0.0));
            let _ = write!(text, "p {} {};", new - old, new);
        }
    } else if first.is_none() && is_new && after.results.iter().all(Option::is_some) {
        for (seat, result) in after.results.iter().enumerate() {
            let sign = ['l', 't', 'w'][usize::from((result.unwrap_or(0) + 1) as u8).min(2)];
            let _ = write!(text, "{sign} {} 0;", after.scores.get(seat).unwrap_or(0.0));
        }
    } else {
        return None;
    }
    let text = text.as_str().into();
    Some(Said {
        seat: Seat(0),
        text,
    })
}

/// The message for such a text.
pub(crate) fn heard(text: &str) -> Option<Message> {
    let text = text.strip_prefix(OVER)?;
    let each = (0..).map(Seat).zip(text.split_terminator(';'));
    let results: Vec<Message> = each
        .filter_map(|(seat, result)| one(seat, result))
        .collect();
    let all = results.into_iter().rev().reduce(|rest, first| {
        Message::new("and_more", "{first}, {rest}")
            .with("first", first)
            .with("rest", rest)
    });
    Some(Message::new("round_over", "The round is over: {results}").with("results", all?))
}

fn one(seat: Seat, result: &str) -> Option<Message> {
    let mut words = result.split(' ');
    let (sign, score, sum) = (words.next()?, words.next()?, words.next()?);
    let message = match sign {
        "p" if score == sum => Message::new("round_points", "{seat} {score}"),
        "p" => Message::new("round_points_of", "{seat} {score} ({sum} in all)"),
        "w" => Message::new("round_won", "{seat} wins with {score}"),
        "t" => Message::new("round_tied", "{seat} ties with {score}"),
        _ => Message::new("round_lost", "{seat} loses with {score}"),
    };
    let number = |text: &str| match text.parse::<i64>() {
        Ok(number) => Arg::Number(number),
        Err(_) => text.to_owned().into(),
    };
    let message = match sign {
        "p" if score != sum => message.with("sum", number(sum)),
        _ => message,
    };
    Some(message.with("seat", seat).with("score", number(score)))
}

#[cfg(test)]
mod tests {
    use parlor_core::{Rng, Seed, Setup, Submission, Viewer, erase};

    use super::*;

    #[test]
    fn what_a_round_has_brought_is_a_message_about_each_player() {
        let names = ["Ann".to_owned(), "Bob".to_owned()];
        let message = heard("\u{1}p 5 5;p 8 21;").unwrap();
        let said = "The round is over: Ann 5, Bob 8 (21 in all)";
        assert_eq!(message.render(&names), said);
        let message = heard("\u{1}w 20 0;l 23 0;").unwrap();
        let said = "The round is over: Ann wins with 20, Bob loses with 23";
        assert_eq!(message.render(&names), said);
        assert_eq!(heard("is out of cards"), None);
    }

    #[test]
    fn the_end_of_a_round_is_told_once_to_everybody() {
        for (id, rounds) in [("hearts", 2), ("blackjack", 2), ("crazy-eights", 1)] {
            let file = crate::bundled()
                .iter()
                .find(|file| file.file.starts_with(id));
            let game = erase(Ruleset::load(file.unwrap().text.as_bytes()).unwrap());
            let seats = usize::from(game.info().min_seats.max(2));
            let setup = Setup::new(game.info(), seats).unwrap();
            let mut play = game.begin(setup, Seed::Integer(1), 0).unwrap();
            let (mut rng, mut told) = (Rng::fast(1, 1), 0);
            while let Some(seat) = play.to_act().first().filter(|_| told < rounds) {
                let command = play.random_command(seat, &mut rng).unwrap();
                play.submit(Submission::new(seat, command)).unwrap();
                let ends = [
                    Viewer::Seat(Seat(0)),
                    Viewer::Seat(Seat(1)),
                    Viewer::Spectator,
                ]
                .map(|viewer| {
                    let heard = play.told(play.version(), viewer);
                    let ends = heard
                        .iter()
                        .filter(|told| told.message.id == "round_over")
                        .count();
                    let view = play.view(viewer);
                    let shown = view
                        .recent
                        .iter()
                        .filter(|told| told.message.id == "round_over");
                    assert_eq!(shown.count(), ends, "{id}");
                    ends
                });
                assert!(ends == [0; 3] || ends == [1; 3], "{id}: {ends:?}");
                told += ends[0];
            }
            assert_eq!(told, rounds, "{id}");
        }
    }
}
