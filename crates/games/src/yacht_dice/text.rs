//! Positions as text: the filled boxes of each seat, then how often the dice were rolled in this turn and what they show,
//! as in `ones 3 yacht 50 extra 1 | sixes 18 | roll 2: 3 4 4 6 6`, with `, no jokers` after the dice where that is so.

use parlor_core::Game;
use parlor_flow::State;
use parlor_flow::prelude::*;
use parlor_table::Schema;

use super::{Category, sheet::Sheet};
use crate::TextError;

/// Prints a position. Whose turn it is follows: the first of those who have filled the fewest boxes. That a player has
/// left is not told.
///
/// ```
/// use parlor_games::yacht_dice::{parse, print, yacht_dice};
/// let text = "ones 3 yacht 50 | sixes 18 | roll 2: 3 4 4 6 6";
/// assert_eq!(print(&parse(&yacht_dice(), text).unwrap()), text);
///
/// let error = parse(&yacht_dice(), "ones 3 yacht 50 | - | roll 2: 3 4 4 6 6").unwrap_err();
/// assert_eq!(error.to_string(), "seats take turns, but seat 0 has filled 2 boxes, and seat 1 0");
/// ```
pub fn print(state: &State) -> String {
    let (table, sheet) = (state.table(), Sheet::declare(&mut Schema::new()));
    let mut text = String::new();
    for seat in table.seats() {
        let filled = Category::ALL.iter().filter_map(|category| {
            let points = sheet.get(table, seat, *category)?;
            Some(format!("{} {points}", category.name()))
        });
        let extra = match table.of(seat, sheet.extra) {
            0 => None,
            count => Some(format!("extra {count}")),
        };
        let boxes: Vec<String> = filled.chain(extra).collect();
        text.push_str(if boxes.is_empty() { "-" } else { "" });
        text.push_str(&boxes.join(" "));
        text.push_str(" | ");
    }
    text.push_str(&format!("roll {}:", table.value(sheet.rolls)));
    for face in table.zone(sheet.dice).pieces().values(sheet.face) {
        text.push_str(&format!(" {face}"));
    }
    if !table.value(sheet.jokers) {
        text.push_str(", no jokers");
    }
    text
}

/// Reads what [`print()`] prints.
pub fn parse(game: &FlowGame, text: &str) -> Result<State, TextError> {
    let mut parts: Vec<&str> = text.split('|').map(str::trim).collect();
    let dice = parts.pop().unwrap_or_default();
    let seats = parts.iter().map(|part| Boxes::parse(part));
    let seats: Vec<Boxes> = seats.collect::<Result<_, _>>()?;
    let (dice, jokers) = match dice.strip_suffix(", no jokers") {
        Some(dice) => (dice, false),
        None => (dice, true),
    };
    let setup = Setup::new(&game.info(), seats.len());
    let setup = setup.and_then(|setup| setup.option("jokers", jokers));
    let setup = setup.map_err(|error| wrong(error.to_string()))?;
    take_turns(&seats)?;
    let over = seats.iter().all(|boxes| boxes.points.len() == 13);
    let (rolls, faces) = parse_dice(dice, over)?;
    let extra = seats.iter().any(|boxes| boxes.extra > 0);
    if extra && !jokers {
        return Err(wrong("without jokers there is nothing extra"));
    }

    let sheet = Sheet::declare(&mut Schema::new());
    let state = game.begin_from(&setup, |dealer| {
        for (seat, boxes) in (0..).map(Seat).zip(&seats) {
            for (category, points) in &boxes.points {
                dealer.set_of(seat, sheet.boxes[*category as usize], Some(*points));
            }
            dealer.set_of(seat, sheet.extra, boxes.extra);
        }
        dealer.set_value(sheet.rolls, rolls);
        let pieces: Vec<Piece> = dealer.table().zone(sheet.dice).pieces().collect();
        for (die, face) in pieces.into_iter().zip(faces) {
            dealer.set(die, sheet.face, face);
        }
    });
    state.map_err(|rejection| wrong(rejection.to_string()))
}

/// What a seat has filled.
#[derive(Default)]
struct Boxes {
    points: Vec<(Category, i64)>,
    extra: i64,
}

impl Boxes {
    fn parse(text: &str) -> Result<Boxes, TextError> {
        let mut boxes = Boxes::default();
        let words: Vec<&str> = text
            .split_whitespace()
            .filter(|word| *word != "-")
            .collect();
        for pair in words.chunks(2) {
            let [name, number] = pair else {
                return Err(wrong("each box has a name and its points, as in 'ones 3'"));
            };
            let points = number.parse::<i64>();
            let points = points.map_err(|_| wrong(format!("'{number}' is no number of points")))?;
            if *name == "extra" {
                boxes.extra = points;
                continue;
            }
            let mut known = Category::ALL.into_iter();
            let Some(category) = known.find(|category| category.name() == *name) else {
                return Err(wrong(format!("no box is called '{name}'")));
            };
            if !category.can_be_worth(points) {
                return Err(wrong(format!("{name} cannot be worth {points}")));
            }
            if boxes.points.iter().any(|(other, _)| *other == category) {
                return Err(wrong(format!("{name} is there twice")));
            }
            boxes.points.push((category, points));
        }
        // Each of them has been entered into a box, after the yacht.
        let most = match boxes.points.contains(&(Category::Yacht, 50)) {
            true => boxes.points.len() as i64 - 1,
            false => 0,
        };
        match (0..=most).contains(&boxes.extra) {
            true => Ok(boxes),
            false => Err(wrong(format!(
                "there can be 0 to {most} extra, not {}",
                boxes.extra
            ))),
        }
    }
}

/// Makes sure that everybody has had as many turns as the order of seats gives.
fn take_turns(seats: &[Boxes]) -> Result<(), TextError> {
    let first = seats.first().map_or(0, |boxes| boxes.points.len());
    let mut before = first;
    for (seat, boxes) in seats.iter().enumerate() {
        let filled = boxes.points.len();
        if filled > before || filled + 1 < first {
            return Err(wrong(format!(
                "seats take turns, but seat 0 has filled {first} boxes, and seat {seat} {filled}"
            )));
        }
        before = filled;
    }
    Ok(())
}

fn parse_dice(text: &str, over: bool) -> Result<(i64, [i64; 5]), TextError> {
    let parts = text
        .strip_prefix("roll ")
        .and_then(|rest| rest.split_once(':'));
    let (rolls, faces) = parts.ok_or_else(|| wrong("the last part is 'roll 2: 3 4 4 6 6'"))?;
    let rolls = match (rolls.trim().parse::<i64>(), over) {
        (Ok(0), true) => 0,
        (Ok(rolls @ 1..=3), false) => rolls,
        _ => {
            return Err(wrong(
                "the dice are rolled 1 to 3 times, or 0 when all boxes are filled",
            ));
        }
    };
    let faces = faces
        .split_whitespace()
        .map(|face| face.parse::<i64>().ok());
    let faces = faces.map(|face| face.filter(|face| (1..=6).contains(face)));
    let faces: Option<Vec<i64>> = faces.collect();
    let faces = faces.and_then(|faces| <[i64; 5]>::try_from(faces).ok());
    let faces = faces.ok_or_else(|| wrong("there are five dice that show 1 to 6"))?;
    Ok((rolls, faces))
}

fn wrong(what: impl Into<String>) -> TextError {
    TextError::Rule(what.into())
}
