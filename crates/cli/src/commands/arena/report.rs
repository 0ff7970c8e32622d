//! What an arena says: for people, as JSON, and as a picture.

use parlor_bots::plot::{Chart, Mark};
use parlor_bots::{BotResult, PairResult, Results, Share};
use parlor_core::{GameInfo, Setup};
use serde_json::{Value, json};

use crate::numbers::counted;

/// The results of an arena, and what they are about.
pub struct Report<'a> {
    pub info: &'a GameInfo,
    pub setup: &'a Setup,
    pub seed: u64,
    pub results: Results,
    pub games_at_a_time: usize,
    pub seconds: f64,
}

impl Report<'_> {
    /// For programs. With bots whose iterations are counted all but the times (`speed`, `ms_per_decision`) is the same for
    /// the same seed.
    pub fn json(&self) -> Value {
        let results = &self.results;
        let name = |bot: usize| results.bots.get(bot).map(|bot| &bot.name);
        let pairs = results.pairs.iter().map(|pair| {
            let mut json = json!(pair);
            json["one"] = json!(name(pair.one));
            json["other"] = json!(name(pair.other));
            json
        });
        let pairs: Vec<Value> = pairs.collect();
        let ranking = results.ranking();
        json!({
            "game": self.info.id,
            "options": self.setup.option_values(),
            "seats": results.seats,
            "seed": self.seed,
            "games": results.games,
            "planned": results.planned,
            "unfinished": results.unfinished,
            "one_table": results.one_table,
            "zero": results.zero.and_then(name),
            "ranking": ranking.iter().map(|bot| &bot.name).collect::<Vec<_>>(),
            "bots": results.bots,
            "pairs": pairs,
            "verdict": self.verdict(),
            "speed": {
                "games_at_a_time": self.games_at_a_time,
                "seconds": self.seconds,
            },
        })
    }

    /// The ratings as a picture.
    pub fn svg(&self) -> String {
        let results = &self.results;
        let games = counted(results.games, "game");
        let title = format!("{}: Elo after {games}", self.info.name);
        let chart = Chart {
            title: &title,
            x: "Elo, with 95 % intervals",
            reference: Some((0.0, self.zero())),
            ..Chart::default()
        };
        let mark = |bot: &&BotResult| {
            Mark::new(&bot.name, bot.elo.value).within(bot.elo.low, bot.elo.high)
        };
        chart.dots(&results.ranking().iter().map(mark).collect::<Vec<_>>())
    }

    /// For people.
    pub fn text(&self) -> String {
        let results = &self.results;
        let mut text = format!(
            "{}: {}, {}, seed {}\n\n",
            self.info.name,
            counted(results.bots.len() as u64, "bot"),
            counted(results.games, "game"),
            self.seed
        );
        if results.games < results.planned {
            text += &format!(
                "ended early, after {} of {} games\n\n",
                results.games, results.planned
            );
        }
        text += &self.table();
        if results.bots.len() > 2 {
            text += "\n";
            text += &self.against();
        }
        text += "\n";
        for line in self.verdict() {
            text += &line;
            text += "\n";
        }
        if results.unfinished > 0 {
            let (games, count) = match results.unfinished {
                1 => ("1 game".into(), "counts as a draw"),
                many => (counted(many, "game"), "count as draws"),
            };
            text += &format!("{games} did not end and {count}\n");
        }
        text + &format!("Elo: {} is 0; ± is a 95 % interval\n", self.zero())
    }

    /// Whose Elo is 0.
    fn zero(&self) -> &str {
        let results = &self.results;
        let bot = results.zero.and_then(|bot| results.bots.get(bot));
        bot.map_or("the mean", |bot| &bot.name)
    }

    /// A line for each bot.
    fn table(&self) -> String {
        let head = [
            "#",
            "bot",
            "Elo",
            "games",
            "won",
            "drawn",
            "lost",
            "points",
            "95 % interval",
            "ms/move",
            "iterations/move",
        ];
        let mut rows = vec![head.map(String::from)];
        for (place, bot) in self.results.ranking().into_iter().enumerate() {
            let score = &bot.score;
            rows.push([
                (place + 1).to_string(),
                bot.name.clone(),
                bot.elo.to_string(),
                bot.games.to_string(),
                bot.wins.to_string(),
                bot.shared.to_string(),
                bot.losses.to_string(),
                percent(score.value),
                interval(score),
                few_digits(bot.ms_per_decision),
                few_digits(bot.iterations_per_decision),
            ]);
        }
        columns(&rows)
    }

    /// The points of each bot (line) against each other one (column).
    fn against(&self) -> String {
        let results = &self.results;
        let ranking = ranked(results);
        let head = ["#", "points against"].map(String::from).into_iter();
        let head = head.chain((1..=ranking.len()).map(|place| place.to_string()));
        let mut rows: Vec<Vec<String>> = vec![head.collect()];
        for (place, one) in ranking.iter().enumerate() {
            let mut row = vec![(place + 1).to_string(), results.bots[*one].name.clone()];
            row.extend(ranking.iter().map(|other| {
                match results.between(*one, *other).filter(|pair| pair.games > 0) {
                    Some(pair) => percent(pair.score.value),
                    None => "–".into(),
                }
            }));
            rows.push(row);
        }
        columns(&rows)
    }

    /// Who beats whom, in words: the two bots, or each and the next one in the ranking.
    fn verdict(&self) -> Vec<String> {
        let results = &self.results;
        if results.games == 0 {
            return vec!["nothing was played".into()];
        }
        if results.one_table {
            return vec![self.verdict_at_one_table()];
        }
        let ranking = ranked(results);
        let next = ranking.windows(2);
        next.filter_map(|two| results.between(two[0], two[1]))
            // Whoever ended it early may have left some that never met.
            .filter(|pair| pair.games > 0)
            .map(|pair| self.verdict_on(&pair))
            .collect()
    }

    fn verdict_on(&self, pair: &PairResult) -> String {
        let [one, other] = [pair.one, pair.other].map(|bot| &self.results.bots[bot].name);
        let score = &pair.score;
        if score.low > 0.5 {
            return format!("{one} beats {other}: {}", of_points(score));
        }
        if score.high < 0.5
            && let Some(turned) = self.results.between(pair.other, pair.one)
        {
            return format!("{other} beats {one}: {}", of_points(&turned.score));
        }
        format!(
            "{} cannot tell {one} and {other} apart: {one} makes {}",
            counted(pair.games, "game"),
            of_points(score)
        )
    }

    fn verdict_at_one_table(&self) -> String {
        let fair = 100.0 * self.results.fair_score();
        match self.results.ranking().first() {
            Some(best) if best.score.low > self.results.fair_score() => format!(
                "{} is ahead: {}, where {fair:.1} % is a fair share",
                best.name,
                of_points(&best.score)
            ),
            _ => format!(
                "nobody is clearly ahead after {}; {fair:.1} % is a fair share",
                counted(self.results.games, "game")
            ),
        }
    }
}

/// The bots by strength, as places in the list.
fn ranked(results: &Results) -> Vec<usize> {
    let mut ranked: Vec<usize> = (0..results.bots.len()).collect();
    let elo = |bot: &usize| results.bots[*bot].elo.value;
    ranked.sort_by(|a, b| elo(b).total_cmp(&elo(a)));
    ranked
}

fn of_points(share: &Share) -> String {
    let (value, interval) = (percent(share.value), interval(share));
    format!("{value} of points, 95 % interval {interval}")
}

fn interval(share: &Share) -> String {
    format!("{:.1}–{}", 100.0 * share.low, percent(share.high))
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Three digits or so: more would be noise.
fn few_digits(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 1.0 => format!("{value:.1}"),
        0.0 => "0".into(),
        value => format!("{value:.3}"),
    }
}

/// Rows with their cells below each other: the bots' names, in the second column, to the left, all else to the right.
fn columns<R: AsRef<[String]>>(rows: &[R]) -> String {
    let most = rows.iter().map(|row| row.as_ref().len()).max().unwrap_or(0);
    let cells = |column: usize| rows.iter().filter_map(move |row| row.as_ref().get(column));
    let wide = |column| cells(column).map(|cell| cell.chars().count()).max();
    let wide: Vec<usize> = (0..most).map(|column| wide(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let row = row.as_ref().iter().zip(&wide).enumerate();
        let row: Vec<String> = row
            .map(|(column, (cell, wide))| match column {
                1 => format!("{cell:<wide$}"),
                _ => format!("{cell:>wide$}"),
            })
            .collect();
        text += row.join("  ").trim_end();
        text += "\n";
    }
    text
}
