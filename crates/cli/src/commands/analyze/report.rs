//! What an analysis says: a table, a summary, a picture.

use parlor_bots::plot::{Chart, Series};
use parlor_bots::{Analysis, Judged, Judgement, Summary};
use parlor_core::GameInfo;

use crate::failure::printable;

/// For people.
pub fn text(analysis: &Analysis, info: &GameInfo) -> String {
    let mut text = format!(
        "{}: {}; judged by {}\n",
        info.name,
        analysis.seats.join(", "),
        analysis.bot
    );
    if analysis.hidden {
        text.push_str("Each move is judged by what its player knew.\n");
    }
    text.push('\n');
    if analysis.seats.len() < 2 {
        return text + &alone(analysis) + &sides(analysis);
    }
    text.push_str(&table(
        [
            "",
            "player",
            "played",
            "",
            "worth",
            "better",
            "worth",
            "given away",
        ],
        &analysis
            .moves
            .iter()
            .map(|one| row(analysis, one))
            .collect::<Vec<_>>(),
    ));
    if !analysis.complete {
        text.push_str("… and so on: it was ended early.\n");
    }
    text.push('\n');
    text.push_str(&table(
        [
            "player",
            "choices",
            "best",
            "?!",
            "?",
            "??",
            "given away",
            "accuracy",
        ],
        &analysis
            .players
            .iter()
            .map(|player| summary(analysis, player))
            .collect::<Vec<_>>(),
    ));
    text + &sides(analysis)
}

/// What sides did that the rules play, and what else was open to them.
fn sides(analysis: &Analysis) -> String {
    if analysis.sides.is_empty() {
        return String::new();
    }
    let rows: Vec<[String; 4]> = (analysis.sides.iter())
        .map(|one| {
            let version = one.version.to_string();
            [
                version,
                one.side.clone(),
                one.text.clone(),
                one.others.join(", "),
            ]
        })
        .collect();
    format!(
        "\n{}",
        table(["version", "side", "played", "instead of"], &rows)
    )
}

/// For one who plays alone.
fn alone(analysis: &Analysis) -> String {
    let rows: Vec<[String; 4]> = analysis.moves.iter().map(row_alone).collect();
    let mut text = table(["", "played", "", "the bot would play"], &rows);
    if !analysis.complete {
        text.push_str("… and so on: it was ended early.\n");
    }
    for player in &analysis.players {
        let Summary { best, choices, .. } = player;
        text += &format!("\nAs the bot would: {best} of {choices}\n");
    }
    text
}

/// Who was winning when, where two or more play.
pub fn svg(analysis: &Analysis, info: &GameInfo) -> String {
    let name = |seat: parlor_core::Seat| analysis.seats[seat.index()].as_str();
    let series = analysis.curves.iter().map(|curve| {
        let points = curve.points.iter();
        let points = points.map(|point| (f64::from(point.moves), point.value));
        let only = analysis.curves.len() == 1;
        let series = Series::new(name(curve.seat), points);
        let blunders = analysis.moves.iter().filter(|one| {
            one.judgement == Some(Judgement::Blunder) && (only || one.seat == curve.seat)
        });
        // A blunder shows where it leads to: at the point after it.
        blunders.fold(series, |series, one| {
            let after = curve.points.iter().find(|point| point.moves >= one.number);
            let before = one.before.unwrap_or_default();
            let value = after.map_or(before, |after| after.value);
            let moves = after.map_or(one.number, |after| after.moves);
            let text = format!("{}. {}??", one.number, one.text);
            series.mark(f64::from(moves), value, &text)
        })
    });
    let series: Vec<Series> = series.collect();
    let title = match &series[..] {
        [only] => format!("{}: the chances of {}", info.name, only.name),
        _ => format!("{}: the chances of each player", info.name),
    };
    let chart = Chart {
        title: &title,
        x: "moves played",
        y: "chance to win",
        range: Some((0.0, 1.0)),
        reference: Some((1.0 / analysis.seats.len() as f64, "even")),
        percent: true,
    };
    chart.lines(&series)
}

fn row(analysis: &Analysis, one: &Judged) -> [String; 8] {
    // A row that gives something away says what would have been better.
    let better = one.best.as_ref().filter(|_| !given_away(one).is_empty());
    let mark = one.judgement.map_or("", Judgement::mark);
    [
        one.number.to_string(),
        analysis.seats[one.seat.index()].clone(),
        one.text.clone(),
        if one.forced { "forced" } else { mark }.into(),
        match one.forced {
            true => String::new(),
            false => worth(one.value, one.proven),
        },
        better.map_or(String::new(), |best| best.text.clone()),
        better.map_or(String::new(), |best| worth(best.value, best.proven)),
        given_away(one),
    ]
}

/// What a move gives away, between the two values that are shown; nothing if it is as good as the best.
fn given_away(one: &Judged) -> String {
    match (one.loss, one.judgement) {
        _ if one.forced => String::new(),
        (Some(loss), _) if loss > 0.0 => format!("{:.0}", 100.0 * loss),
        (Some(_), _) | (None, Some(Judgement::Best)) => String::new(),
        (None, _) => "unsure".into(),
    }
}

/// A move of one who plays alone: there is nobody to win against, and the bot says only what it would have played.
fn row_alone(one: &Judged) -> [String; 4] {
    let best = one.best.as_ref().map(|best| best.text.clone());
    [
        one.number.to_string(),
        one.text.clone(),
        if one.forced { "forced" } else { "" }.into(),
        best.unwrap_or_default(),
    ]
}

fn worth(value: Option<f64>, proven: bool) -> String {
    match value {
        None => "unknown".into(),
        Some(value) if proven => match value {
            1.0.. => "wins, certain".into(),
            ..=0.0 => "loses, certain".into(),
            // More than two may share.
            value if value != 0.5 => format!("{:.0} %, certain", 100.0 * value),
            _ => "draws, certain".into(),
        },
        Some(value) => format!("{:.0} %", 100.0 * value),
    }
}

fn summary(analysis: &Analysis, player: &Summary) -> [String; 8] {
    let percent = |value: Option<f64>, unit: &str| {
        value.map_or("-".into(), |value| format!("{:.1}{unit}", 100.0 * value))
    };
    [
        analysis.seats[player.seat.index()].clone(),
        player.choices.to_string(),
        player.best.to_string(),
        player.inaccuracies.to_string(),
        player.mistakes.to_string(),
        player.blunders.to_string(),
        percent(player.average_loss, ""),
        percent(player.accuracy, " %"),
    ]
}

/// Lines with columns as wide as what is in them. Names come from a file, so that they must not steer the terminal.
fn table<const N: usize>(heads: [&str; N], rows: &[[String; N]]) -> String {
    let heads = heads.map(String::from);
    let rows = rows
        .iter()
        .map(|row| row.clone().map(|cell| printable(&cell)));
    let rows: Vec<[String; N]> = std::iter::once(heads).chain(rows).collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            let cells = rows.iter().map(|row| row[column].chars().count());
            let width = cells.max().unwrap_or(0);
            let pad = " ".repeat(width - cell.chars().count() + 2);
            line.push_str(cell);
            line.push_str(&pad);
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
