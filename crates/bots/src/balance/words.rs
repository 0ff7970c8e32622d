//! What the numbers mean, in sentences.

use super::{BalanceReport, FirstPlayer, Spread, Verdict};
use crate::Share;

impl BalanceReport {
    /// What the numbers mean, a sentence or two for each question.
    ///
    /// ```
    /// use parlor_bots::Balance;
    /// use parlor_core::Setup;
    /// let games = parlor_games::all();
    /// let game = games.get("tic-tac-toe").unwrap();
    /// let setup = Setup::new(game.info(), 2).unwrap();
    /// let bots = ["random", "random"].map(|bot| bot.parse().unwrap());
    /// let report = Balance::new(&**game, setup, bots).run(&|_| {}).unwrap();
    /// assert!(report.summary()[0].starts_with("The first player "));
    /// ```
    pub fn summary(&self) -> Vec<String> {
        let mut summary = vec![match self.seats.len() {
            0 | 1 => self.alone(),
            _ => first_player(&self.first_player, self.games),
        }];
        summary.extend(Some(self.decisiveness()).filter(|text| !text.is_empty()));
        let Spread {
            median, p5, p95, ..
        } = self.length;
        summary.push(match p5 == p95 {
            true => format!("A game takes {}.", count(median, "move")),
            false => format!(
                "A game takes {}; of 100 games, 90 take {p5} to {p95}.",
                count(median, "move")
            ),
        });
        summary.push(format!(
            "A player has {:.1} things to choose from on average, and {} at most.",
            self.branching.mean, self.branching.max
        ));
        summary.extend(self.neglected());
        if self.games < self.planned {
            let planned = count(self.planned, "game");
            summary.push(format!(
                "It was ended early, after {} of {planned}.",
                self.games
            ));
        }
        summary
    }

    /// How one who plays alone did.
    fn alone(&self) -> String {
        let Some(score) = &self.score else {
            let wins = self.seats.first().map_or(0, |seat| seat.wins);
            let games = count(self.games, "game");
            return format!("One player plays alone, and wins {wins} of {games}.");
        };
        let Spread {
            mean,
            p5,
            p95,
            min,
            max,
            ..
        } = score;
        let mut text = format!("One player plays alone, and scores {mean:.1} on average");
        text += &match min == max {
            true => String::from("."),
            false => format!("; of 100 games, 90 score {p5} to {p95}. The best game scored {max}."),
        };
        text
    }

    fn decisiveness(&self) -> String {
        let mut text = match self.draws.value {
            _ if self.seats.len() < 2 => String::new(),
            0.0 => "Every game had a single winner.".into(),
            1.0 => "No game had a single winner.".into(),
            share => format!(
                "{} of the games ended without a single winner.",
                percent(share)
            ),
        };
        if self.unfinished > 0 {
            let were = if self.unfinished == 1 { "was" } else { "were" };
            let games = count(self.unfinished, "game");
            text += &format!(" {games} {were} stopped before the end.");
        }
        if let Some(margin) = &self.margin {
            text += &format!(
                " The winner was {:.1} points ahead on average.",
                margin.mean
            );
        }
        if let Some(lead) = &self.lead {
            let changes = lead.changes.mean;
            let word = match changes {
                ..0.5 => "seldom changes hands",
                ..1.5 => "changes hands about once",
                _ => "goes back and forth",
            };
            text += &format!(
                " The lead {word} ({changes:.1} times in a game, as the bots see it), and is taken for good after {} of the game.",
                percent(lead.taken_at)
            );
        }
        text.trim().into()
    }

    /// What is offered again and again, and hardly ever chosen.
    fn neglected(&self) -> Option<String> {
        let often = self.branching.positions / 20;
        let seldom = self.actions.iter().filter(|action| {
            action.offered > often.max(20)
                && action.taken_share.high < 0.02
                && self.actions.len() > 1
        });
        let names: Vec<String> = seldom
            .map(|action| format!("“{}”", action.action))
            .collect();
        match names.len() {
            0 => None,
            1..=5 => Some(format!("Hardly anybody ever chooses {}.", names.join(", "))),
            many => Some(format!(
                "Hardly anybody ever chooses {}, and {} others.",
                names[..4].join(", "),
                many - 4
            )),
        }
    }
}

/// Whether it is good to be first.
fn first_player(first: &FirstPlayer, games: u64) -> String {
    let Share { value, low, high } = first.share;
    let found = format!(
        "{} of the points, between {} and {} with 95 % confidence, where {} would be even",
        percent(value),
        percent(low),
        percent(high),
        percent(first.even)
    );
    if !first.same_bots {
        return format!(
            "Different bots have the seats, so that this says as much of the bots as of the game: the first seat makes {found}."
        );
    }
    match first.verdict {
        Verdict::Ahead => format!("The first player has an advantage: {found}."),
        Verdict::Behind => format!("The first player has a disadvantage: {found}."),
        Verdict::Even => format!("The first player has no advantage worth the name: {found}."),
        Verdict::Unclear => format!(
            "The first player has no advantage that shows in {}: {found}. More games would tell.",
            count(games, "game")
        ),
        Verdict::Alone => "There is one seat only, so that nobody is first.".into(),
    }
}

/// So many of something.
pub(super) fn count(number: u64, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        many => format!("{} {one}s", grouped(many)),
    }
}

/// A number in groups of three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A share as people say it.
pub(super) fn percent(share: f64) -> String {
    let percent = 100.0 * share;
    match percent {
        _ if percent == percent.round() => format!("{percent:.0} %"),
        _ => format!("{percent:.1} %"),
    }
}
