//! The report as one page of HTML that needs nothing else.

use std::fmt::Write;

use super::words::{count, grouped, percent};
use super::{ActionBalance, BalanceReport, Branching, Spread};
use crate::plot::{Chart, Mark, Series, escape};

/// So many actions are drawn; the table has more.
const DRAWN: usize = 16;
/// So many actions are listed.
const LISTED: usize = 60;

const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#161b25;--soft:#5b6472;--paper:#f4f5f7;--card:#fff;--edge:#e0e4ea;--blue:#2f6fc0}\
@media(prefers-color-scheme:dark){:root{--ink:#eceff4;--soft:#9aa4b3;--paper:#0e1014;--card:#15181e;--edge:#272d37;--blue:#6fa8ea}}\
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);\
font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}\
main{max-width:74rem;margin:0 auto;padding:2rem 1rem 3rem}h1{font-size:1.9rem;line-height:1.2;margin:0}\
h2{font-size:1.15rem;margin:2.2rem 0 .7rem}.about{color:var(--soft);margin:.3rem 0 1.6rem}\
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.7rem;margin:0 0 1.4rem;padding:0}\
.tile{background:var(--card);border:1px solid var(--edge);border-radius:10px;padding:.75rem .9rem}\
.tile dt{color:var(--soft);font-size:.82rem}.tile dd{margin:.1rem 0 0;font-size:1.35rem;font-weight:600}\
.tile small{display:block;color:var(--soft);font-size:.78rem;font-weight:400;line-height:1.35}\
.card{background:var(--card);border:1px solid var(--edge);border-radius:10px;padding:.9rem 1.1rem}\
ul.card{margin:0;padding-left:2rem}ul.card li{margin:.3rem 0}\
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(33rem,100%),1fr));gap:.8rem}\
figure{margin:0;background:var(--card);border:1px solid var(--edge);border-radius:10px;overflow:hidden}\
figure svg{display:block;width:100%;height:auto;max-width:none!important}\
@media(max-width:34rem){figure{overflow-x:auto}figure svg{min-width:33rem}}\
.wide{overflow-x:auto;padding:.3rem 1.1rem}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}\
th,td{padding:.42rem .6rem .42rem 0;text-align:right;border-bottom:1px solid var(--edge);white-space:nowrap}\
th{color:var(--soft);font-weight:500;font-size:.85rem}th:first-child,td:first-child{text-align:left;white-space:normal}\
tr:last-child td{border-bottom:0}code{font:.9em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}\
pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}.meter{display:inline-block;width:5rem;height:.5rem;border-radius:3px;\
background:var(--edge);margin-right:.5rem;overflow:hidden;vertical-align:middle}.meter i{display:block;height:100%;background:var(--blue)}\
footer{color:var(--soft);font-size:.85rem;margin-top:2rem}\
@media print{:root{--ink:#000;--soft:#444;--paper:#fff;--card:#fff;--edge:#ccc}main{padding:0;max-width:none}.tile,.card,figure,tr{break-inside:avoid}h2{break-after:avoid}}";

impl BalanceReport {
    /// The report as one page of HTML that needs nothing else; `repeat` is the command line that makes it again.
    ///
    /// ```
    /// use parlor_bots::Balance;
    /// use parlor_core::Setup;
    /// let games = parlor_games::all();
    /// let game = games.get("tic-tac-toe").unwrap();
    /// let setup = Setup::new(game.info(), 2).unwrap();
    /// let bots = ["random", "random"].map(|bot| bot.parse().unwrap());
    /// let report = Balance::new(&**game, setup, bots).run(&|_| {}).unwrap();
    /// assert!(report.page("make me again").contains("make me again"));
    /// ```
    pub fn page(&self, repeat: &str) -> String {
        let mut out = String::new();
        let title = format!("{}: how balanced is it?", self.name);
        let _ = write!(
            out,
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<title>{title}</title>\n\
             <style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n<p class=\"about\">{about}</p>\n",
            title = escape(&title),
            about = escape(&self.about()),
        );
        out.push_str(&self.tiles());
        section(&mut out, "In words");
        out.push_str("<ul class=\"card\">\n");
        for sentence in self.summary() {
            let _ = writeln!(out, "<li>{}</li>", escape(&sentence));
        }
        out.push_str("</ul>\n");
        section(&mut out, "In pictures");
        out.push_str("<div class=\"plots\">\n");
        for plot in self.plots() {
            let _ = writeln!(out, "<figure>{plot}</figure>");
        }
        out.push_str("</div>\n");
        section(&mut out, "Seats");
        self.seat_table(&mut out);
        section(&mut out, "Spread");
        self.spread_table(&mut out);
        section(&mut out, "What can be done, and what is");
        self.action_table(&mut out);
        section(&mut out, "How it was made");
        self.settings(&mut out, repeat);
        out.push_str("<footer>Made by Parlor. This page needs no network.</footer>\n</main>\n</body>\n</html>\n");
        out
    }

    fn about(&self) -> String {
        let mut bots: Vec<&str> = self.seats.iter().map(|seat| seat.bot.as_str()).collect();
        if self.first_player.same_bots {
            bots.truncate(1);
        }
        let bots = bots.join(", ");
        format!(
            "{}, {}, played by {bots}",
            count(self.games, "game"),
            count(self.seats.len() as u64, "seat")
        )
    }

    fn tiles(&self) -> String {
        let first = &self.first_player;
        let mut tiles = vec![(
            "Length",
            count(self.length.median, "move"),
            format!("90 of 100 games: {} to {}", self.length.p5, self.length.p95),
        )];
        if let Some(score) = &self.score {
            let note = format!("90 of 100 games: {} to {}", score.p5, score.p95);
            tiles.insert(0, ("Score", format!("{:.1}", score.mean), note));
        }
        if self.seats.len() > 1 {
            let interval = format!(
                "{} to {}",
                percent(first.share.low),
                percent(first.share.high)
            );
            let even = percent(first.even);
            tiles.insert(
                0,
                (
                    match first.same_bots {
                        true => "First player",
                        false => "First seat",
                    },
                    percent(first.share.value),
                    format!("{interval}; even is {even}"),
                ),
            );
            let note = match &self.lead {
                Some(lead) => format!("the lead changes {:.1} times", lead.changes.mean),
                None => "no single winner".into(),
            };
            tiles.insert(1, ("Draws", percent(self.draws.value), note));
        }
        let Branching { mean, max, .. } = self.branching;
        tiles.push(("Choices", format!("{mean:.1}"), format!("at most {max}")));
        let mut out = String::from("<dl class=\"tiles\">\n");
        for (name, value, note) in tiles {
            let _ = writeln!(
                out,
                "<div class=\"tile\"><dt>{name}</dt><dd>{}<small>{}</small></dd></div>",
                escape(&value),
                escape(&note)
            );
        }
        out.push_str("</dl>\n");
        out
    }

    /// The pictures that there is something to see in.
    fn plots(&self) -> Vec<String> {
        let mut plots = Vec::new();
        if self.seats.len() > 1 {
            let marks = self.seats.iter().map(|seat| {
                let name = format!("{}, {}", seat.seat, seat.bot);
                Mark::new(name, seat.share.value).within(seat.share.low, seat.share.high)
            });
            let chart = Chart {
                title: "Points by seat",
                x: "share of all points, with 95 % intervals",
                range: Some((0.0, 1.0)),
                reference: Some((self.first_player.even, "even")),
                percent: true,
                ..Chart::default()
            };
            plots.push(chart.bars(&marks.collect::<Vec<_>>()));
        }
        plots.extend(self.score.as_ref().and_then(scores));
        plots.push(histogram("How long games are", "moves", &self.length));
        let by_move = self.branching.by_move.iter();
        let points = (1..)
            .zip(by_move)
            .map(|(number, mean)| (f64::from(number), *mean));
        let points: Vec<(f64, f64)> = points.collect();
        if points.len() > 1 {
            let chart = Chart {
                title: "How much there is to choose from",
                x: "move",
                y: "legal commands",
                reference: Some((self.branching.mean, "average")),
                ..Chart::default()
            };
            plots.push(chart.lines(&[Series::new("", points)]));
        }
        plots.extend(
            self.margin
                .as_ref()
                .map(|margin| histogram("How far ahead the winner is", "points", margin)),
        );
        plots.extend(self.lead.as_ref().map(|lead| {
            histogram(
                "How often the lead changes hands",
                "changes in a game",
                &lead.changes,
            )
        }));
        if self.actions.len() > 1 {
            let mark = |action: &ActionBalance| {
                let share = action.taken_share;
                Mark::new(&action.action, share.value).within(share.low, share.high)
            };
            let marks: Vec<Mark> = self.actions.iter().take(DRAWN).map(mark).collect();
            let chart = Chart {
                title: "How often it is chosen when it can be",
                x: "share of the positions that offer it, with 95 % intervals",
                range: Some((0.0, 1.0)),
                percent: true,
                ..Chart::default()
            };
            plots.push(chart.bars(&marks));
        }
        plots
    }

    fn seat_table(&self, out: &mut String) {
        if let [seat] = &self.seats[..] {
            let thinking = &seat.thinking;
            let score = self
                .score
                .as_ref()
                .map(|score| format!("{:.1}", score.mean));
            let row = vec![
                escape(&format!("{}, {}", seat.seat, seat.bot)),
                score.unwrap_or_else(|| "none".into()),
                format!("{:.0}", thinking.iterations),
                format!("{:.2} ms", thinking.ms),
            ];
            let heads = ["Seat", "Score", "Looks ahead", "Time a move"];
            return table(out, &heads, std::iter::once(row));
        }
        let rows = self.seats.iter().map(|seat| {
            let thinking = &seat.thinking;
            vec![
                escape(&format!("{}, {}", seat.seat, seat.bot)),
                grouped(seat.wins),
                grouped(seat.shared),
                percent(seat.share.value),
                format!(
                    "{} to {}",
                    percent(seat.share.low),
                    percent(seat.share.high)
                ),
                format!("{:.0}", thinking.iterations),
                format!("{:.2} ms", thinking.ms),
            ]
        });
        let heads = [
            "Seat",
            "Wins",
            "Shared",
            "Points",
            "95 % interval",
            "Looks ahead",
            "Time a move",
        ];
        table(out, &heads, rows);
    }

    fn spread_table(&self, out: &mut String) {
        let changes = self.lead.as_ref().map(|lead| &lead.changes);
        let rows = [
            self.score.as_ref().map(|score| spread_row("Score", score)),
            Some(spread_row("Moves in a game", &self.length)),
            self.margin
                .as_ref()
                .map(|margin| spread_row("Points that the winner is ahead", margin)),
            changes.map(|changes| spread_row("Changes of the lead", changes)),
        ];
        let rows = rows.into_iter().flatten();
        table(
            out,
            &["", "Least", "5 %", "Median", "Mean", "95 %", "Most"],
            rows,
        );
    }

    fn action_table(&self, out: &mut String) {
        let rows = self.actions.iter().take(LISTED).map(|action| {
            let meter = |share: f64| {
                let text = percent(share);
                let width = 100.0 * share;
                format!("<span class=\"meter\"><i style=\"width:{width:.1}%\"></i></span>{text}")
            };
            vec![
                escape(&action.action),
                grouped(action.offered),
                meter(action.offered_share),
                grouped(action.taken),
                meter(action.taken_share.value),
            ]
        });
        let heads = [
            "Action",
            "Offered",
            "of all positions",
            "Taken",
            "when offered",
        ];
        table(out, &heads, rows);
        if self.actions.len() > LISTED {
            let more = self.actions.len() - LISTED;
            let _ = writeln!(
                out,
                "<p class=\"about\">And {more} more, offered less often.</p>"
            );
        }
    }

    fn settings(&self, out: &mut String, repeat: &str) {
        let options = self
            .options
            .iter()
            .map(|(name, value)| format!("{name} = {value}"));
        let options: Vec<String> = options.collect();
        let bots = self
            .seats
            .iter()
            .map(|seat| format!("{}: {}", seat.seat, seat.bot));
        let bots: Vec<String> = bots.collect();
        let or_none = |text: String| if text.is_empty() { "none".into() } else { text };
        let rows = [
            ("Game", format!("{} ({})", self.name, self.game)),
            ("Options", or_none(options.join(", "))),
            ("Bots", bots.join("; ")),
            ("Games", grouped(self.games)),
            ("Positions", grouped(self.branching.positions)),
            ("Seed", self.seed.to_string()),
        ];
        let rows = rows.map(|(name, value)| vec![name.into(), escape(&value)]);
        table(out, &["", ""], rows.into_iter());
        let _ = writeln!(
            out,
            "<p>The same again, to the last digit if the bots count instead of looking at the clock:</p>\n\
             <pre class=\"card\"><code>{}</code></pre>",
            escape(repeat)
        );
    }
}

fn histogram(title: &str, x: &str, spread: &Spread) -> String {
    // Scores may be anything; what is beyond a picture is drawn at its edge.
    const EDGE: u64 = 1_000_000;
    let mut counts = vec![0; spread.max.min(EDGE) as usize + 1];
    for (number, count) in &spread.counts {
        counts[(*number).min(EDGE) as usize] += *count;
    }
    let chart = Chart {
        title,
        x,
        y: "games",
        reference: Some((spread.mean, "average")),
        ..Chart::default()
    };
    chart.histogram(&counts)
}

/// The scores, unless some are below zero, where no column could be.
fn scores(score: &Spread<i64>) -> Option<String> {
    let place = |score: i64| u64::try_from(score).ok();
    let counts = score.counts.iter();
    let counts: Option<_> = counts
        .map(|(score, count)| Some((place(*score)?, *count)))
        .collect();
    let spread = Spread {
        min: place(score.min)?,
        p5: place(score.p5)?,
        median: place(score.median)?,
        mean: score.mean,
        p95: place(score.p95)?,
        max: place(score.max)?,
        counts: counts?,
    };
    Some(histogram("What games score", "score", &spread))
}

fn spread_row<N: Ord + ToString>(name: &str, spread: &Spread<N>) -> Vec<String> {
    vec![
        name.into(),
        spread.min.to_string(),
        spread.p5.to_string(),
        spread.median.to_string(),
        format!("{:.1}", spread.mean),
        spread.p95.to_string(),
        spread.max.to_string(),
    ]
}

fn section(out: &mut String, title: &str) {
    let _ = writeln!(out, "<h2>{title}</h2>");
}

fn table(out: &mut String, heads: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    out.push_str("<div class=\"card wide\"><table>\n");
    if heads.iter().any(|head| !head.is_empty()) {
        out.push_str("<tr>");
        for head in heads {
            let _ = write!(out, "<th scope=\"col\">{head}</th>");
        }
        out.push_str("</tr>\n");
    }
    for row in rows {
        out.push_str("<tr>");
        for cell in row {
            let _ = write!(out, "<td>{cell}</td>");
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table></div>\n");
}
