//! Scripts: a position, what is said, and what comes of it, as text. Made for `expect![…]`.

use parlor_core::{Game, OptionValue, Seat, Setup, SystemCommand, Viewer};

use crate::{FlowGame, Scenario};

/// Plays a script and says what came of it, line by line. A script has these lines, in this order:
///
/// - `seats: 3`, `seed: 7` and `option size: 5`, where the fewest seats, seed 1 and the defaults will not do;
/// - `turn: 1` and zones, values and lists as in [`Table::arrange`](parlor_table::Table::arrange), where the opening is
///   not what the test is about;
/// - `> ask seat 1 for 7`: the first seat to act says this; `2> …`: seat 2 does; `resign 1`, `time-out 1`;
/// - `legal`, `legal 1`: what the first seat to act, or seat 1, can say; `view 1`, `view spectator`: what a viewer sees; `table`: the position.
///
/// What is heard of a command comes back indented, a refusal with its code, and at the end who is to act or who has won.
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("nim", "Nim", 2..=2);
/// let heap = game.value("heap", 5_i64).add();
/// game.action("take")
///     .choose_number("sticks", move |at| 1..=at.value(heap).min(2))
///     .run(move |play, args| play.add(heap, -args.number("sticks")));
/// game.ends_when(move |at| at.value(heap) == 0);
/// game.winners("took the last stick", |at| SeatSet::one(at.seat()));
/// let nim = game.flow(forever(each_seat(step(["take"]))));
///
/// let told = parlor_flow::transcript(&nim, "
///     heap: 3
///     > take 2
///     > take 2
///     legal
///     > take 1
/// ");
/// assert_eq!(told, "\
/// > take 2
///   seat 0: take 2
/// > take 2
///   refused (not_a_choice): 2 cannot be chosen as sticks now
/// legal
///   take 1
/// > take 1
///   seat 1: take 1
/// over: seat 1 first");
/// ```
///
/// # Panics
/// When a line is none of these, which is a mistake in the test.
pub fn transcript(game: &FlowGame, script: &str) -> String {
    let lines: Vec<&str> = script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let is_command = |line: &&str| {
        let first = line.split([' ', '>']).next().unwrap_or_default();
        let says = line
            .split_once('>')
            .is_some_and(|(seat, _)| seat.is_empty() || seat.parse::<u8>().is_ok());
        says || ["resign", "time-out", "legal", "view", "table"].contains(&first)
    };
    let start = lines.iter().position(is_command).unwrap_or(lines.len());
    let (before, after) = lines.split_at(start);
    let mut scenario = begin(game, before);
    let mut out = Vec::new();
    for line in after {
        out.push(line.to_string());
        out.extend(
            follow(&mut scenario, line)
                .into_iter()
                .map(|line| format!("  {line}")),
        );
    }
    let picture = scenario.picture();
    out.extend(picture.lines().last().map(String::from));
    out.join("\n")
}

/// The position in which a script begins.
fn begin<'g>(game: &'g FlowGame, lines: &[&str]) -> Scenario<'g> {
    let (mut seats, mut seed, mut turn) = (game.info().min_seats.into(), 1, None);
    let (mut options, mut position) = (Vec::new(), String::new());
    for line in lines {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let number = || {
            value
                .trim()
                .parse::<u32>()
                .unwrap_or_else(|_| panic!("'{line}' needs a number"))
        };
        match name {
            "seats" => seats = number() as usize,
            "seed" => seed = number(),
            "turn" => turn = Some(Seat(number() as u8)),
            _ => match name.strip_prefix("option ") {
                Some(option) => options.push((option.to_string(), OptionValue::from(value.trim()))),
                None => position.extend([line, "\n"]),
            },
        }
    }
    let setup = Setup::new(&game.info(), seats).unwrap_or_else(|error| panic!("{error}"));
    let setup = options.into_iter().fold(setup, |setup, (name, value)| {
        setup
            .option(&name, value)
            .unwrap_or_else(|error| panic!("{error}"))
    });
    let mut scenario = Scenario::with(game, &setup, seed);
    if let Some(seat) = turn {
        scenario.set_turn(seat);
    }
    scenario.arrange(&position);
    scenario
}

/// What comes of one line.
fn follow(scenario: &mut Scenario<'_>, line: &str) -> Vec<String> {
    let seats = scenario.table().schema().seats();
    let seat = |text: &str| match text.trim().parse() {
        Ok(seat) if seat < seats => Seat(seat),
        _ => panic!("'{line}' needs a seat from 0 to {}", seats - 1),
    };
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let answer = match word {
        "legal" if rest.is_empty() => return scenario.legal(),
        "legal" => return scenario.legal_for(seat(rest)),
        "table" => return scenario.table().text().lines().map(String::from).collect(),
        "view" => {
            let viewer = match rest {
                "spectator" => Viewer::Spectator,
                "referee" => Viewer::Referee,
                number => Viewer::Seat(seat(number)),
            };
            let picture = crate::picture(&scenario.view(viewer));
            return picture.lines().map(String::from).collect();
        }
        "resign" => scenario.system(SystemCommand::Resign { seat: seat(rest) }),
        "time-out" => scenario.system(SystemCommand::TimeOut { seat: seat(rest) }),
        _ => match line.split_once('>') {
            Some(("", text)) => scenario.play(text.trim()),
            Some((number, text)) => scenario.play_as(seat(number), text.trim()),
            None => panic!("'{line}' is no line of a script"),
        },
    };
    match answer {
        Ok(()) => scenario.heard().to_vec(),
        Err(rejection) => vec![format!("refused ({}): {rejection}", rejection.code())],
    }
}
