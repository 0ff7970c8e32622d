//! Positions as text: a line with the dice and the goal, then a line for each seat with its tracks and abilities.
//!
//! ```text
//! shelf d4:3 d6a:5 d8b:2 d12:7 d20:14 | cupboard d6b:1 d8a:4 d10a:10 d10b:2 | cauldron | goal 2
//! ferment 3 7 8* | dilute 20 | recipes | spoiled 1 | stir -nudge flip
//! ```
//!
//! The first die in the cupboard comes next. A star stands at a pure potion; a dash before an ability that is used up.

use parlor_core::Game;
use parlor_flow::prelude::*;
use parlor_flow::{Entry, State};
use parlor_table::Schema;

use super::brew::{ABILITIES, Brew, DICE, POTION, SHELF, Vessel, show};
use crate::TextError;

/// Prints a position. Whose turn it is follows: the first of those who have made the fewest potions. That a player has
/// left is not told.
///
/// ```
/// use parlor_games::potions::{parse, potions, print};
/// let text = "shelf d4:3 d6a:5 d8b:2 d12:7 d20:14 | cupboard d6b:1 d8a:4 d10a:10 d10b:2 | cauldron | goal 2\n\
///             ferment 3 7 8* | dilute 20 | recipes | spoiled 1 | stir -nudge flip sweep";
/// assert_eq!(print(&parse(&potions(), text).unwrap()), text);
///
/// let error = parse(&potions(), &text.replace("8*", "7")).unwrap_err();
/// assert_eq!(error.to_string(), "ferment goes up: after 7 comes 8 or more, not 7");
/// ```
pub fn print(state: &State) -> String {
    let (table, brew) = (state.table(), Brew::declare(&mut Schema::new()));
    let dice = |name: &str, zone| {
        let shape = |die: Piece| DICE[usize::from(die.0)].0;
        let dice = table.zone(zone).pieces();
        let dice = dice.map(|die| format!("{}:{}", shape(die), table.get(die, brew.face)));
        words(name, dice)
    };
    let parts = [
        dice("shelf", brew.shelf),
        dice("cupboard", brew.cupboard),
        dice("cauldron", brew.cauldron),
        format!("goal {}", table.value(brew.goal)),
    ];
    let mut lines = vec![parts.join(" | ")];
    for seat in table.seats() {
        let tracks = Vessel::ALL.map(|vessel| {
            let entries = brew.entries(table, seat, vessel);
            match vessel {
                Vessel::Spoiled => format!("spoiled {}", entries.len()),
                _ => words(
                    vessel.name(),
                    entries.iter().map(|entry| show(Entry::unpack(*entry))),
                ),
            }
        });
        let abilities = Abilities::all(table.list(seat, brew.abilities)).map(|(_, earned)| {
            let dash = if earned.used { "-" } else { "" };
            format!("{dash}{}", ABILITIES.name(earned.ability))
        });
        let abilities: Vec<String> = abilities.collect();
        let line = format!("{} | {}", tracks.join(" | "), abilities.join(" "));
        lines.push(line.trim_end().into());
    }
    lines.join("\n")
}

fn words(name: &str, words: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = std::iter::once(name.to_owned()).chain(words).collect();
    all.join(" ")
}

/// Reads what [`print()`] prints.
pub fn parse(game: &FlowGame, text: &str) -> Result<State, TextError> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut lines = lines.map(|line| line.split('|').map(str::trim).collect::<Vec<&str>>());
    let first = lines.next().unwrap_or_default();
    let [shelf, cupboard, cauldron, goal] = first[..] else {
        return Err(wrong(
            "the first line is: shelf … | cupboard … | cauldron … | goal 2",
        ));
    };
    let zones = [
        after("shelf", shelf)?,
        after("cupboard", cupboard)?,
        after("cauldron", cauldron)?,
    ];
    let dice = parse_dice(zones)?;
    let goal = after("goal", goal)?.trim().parse::<i64>();
    let goal = goal.map_err(|_| wrong("the goal is a number of tracks"))?;
    let seats: Vec<Sheet> = lines
        .map(|line| Sheet::parse(&line))
        .collect::<Result<_, _>>()?;
    let setup = Setup::new(&game.info(), seats.len());
    let setup = setup.and_then(|setup| setup.option("goal", goal));
    let setup = setup.map_err(|error| wrong(error.to_string()))?;
    take_turns(&seats)?;

    let brew = Brew::declare(&mut Schema::new());
    let state = game.begin_from(&setup, |dealer| {
        for (zone, dice) in [brew.shelf, brew.cupboard, brew.cauldron]
            .into_iter()
            .zip(&dice)
        {
            for (index, value) in dice {
                // The dice were laid in the order of their list.
                let die = Piece(*index as u16);
                dealer.set(die, brew.face, *value);
                dealer.put(die, zone);
            }
        }
        for (seat, sheet) in (0..).map(Seat).zip(seats) {
            for (list, entries) in brew.tracks.into_iter().zip(sheet.tracks) {
                dealer.set_list(seat, list, entries);
            }
            dealer.set_list(seat, brew.abilities, sheet.abilities);
        }
    });
    state.map_err(|rejection| wrong(rejection.to_string()))
}

/// What comes after a name.
fn after<'t>(name: &str, text: &'t str) -> Result<&'t str, TextError> {
    let rest = text.strip_prefix(name);
    rest.ok_or_else(|| wrong(format!("'{text}' does not begin with {name}")))
}

/// The dice of three zones, by their numbers and what they show.
fn parse_dice(zones: [&str; 3]) -> Result<[Vec<(usize, i64)>; 3], TextError> {
    let mut found: [Vec<(usize, i64)>; 3] = Default::default();
    let mut known: Vec<usize> = Vec::new();
    for (dice, text) in found.iter_mut().zip(zones) {
        for word in text.split_whitespace() {
            let read = |word: &str| {
                let (name, value) = word.split_once(':')?;
                let index = DICE.iter().position(|die| die.0 == name)?;
                let value = value.parse::<i64>().ok()?;
                (1..=i64::from(DICE[index].1))
                    .contains(&value)
                    .then_some((index, value))
            };
            let die =
                read(word).ok_or_else(|| wrong(format!("'{word}' is no die, as d8a:5 is")))?;
            if known.contains(&die.0) {
                return Err(wrong(format!("{} is there twice", DICE[die.0].0)));
            }
            known.push(die.0);
            dice.push(die);
        }
    }
    let cupboard = DICE.len() - SHELF;
    match [found[0].len(), found[1].len(), found[2].len()] {
        counts if counts == [SHELF, cupboard, 0] => Ok(found),
        counts if counts == [SHELF - POTION, cupboard, POTION] => Ok(found),
        _ => Err(wrong(
            "there are 5 dice on the shelf, or 3 and 2 in the cauldron, and 4 in the cupboard",
        )),
    }
}

/// What a seat has.
struct Sheet {
    tracks: [Vec<i64>; 4],
    abilities: Vec<i64>,
}

impl Sheet {
    fn parse(parts: &[&str]) -> Result<Sheet, TextError> {
        let [ferment, dilute, recipes, spoiled, abilities] = *parts else {
            return Err(wrong(
                "a seat's line is: ferment … | dilute … | recipes … | spoiled 0 | abilities",
            ));
        };
        let marks = after("spoiled", spoiled)?.trim().parse::<usize>();
        let marks = marks
            .ok()
            .filter(|marks| Vessel::Spoiled.track().limit() >= Some(*marks));
        let marks = marks.ok_or_else(|| wrong("0 to 4 potions are spoiled"))?;
        let spoiled = (1..=marks as i64)
            .map(|mark| Entry::plain(mark).pack())
            .collect();
        Ok(Sheet {
            tracks: [
                parse_track(Vessel::Ferment, ferment)?,
                parse_track(Vessel::Dilute, dilute)?,
                parse_track(Vessel::Recipes, recipes)?,
                spoiled,
            ],
            abilities: parse_abilities(abilities)?,
        })
    }

    fn turns(&self) -> usize {
        self.tracks.iter().map(Vec::len).sum()
    }
}

fn parse_track(vessel: Vessel, text: &str) -> Result<Vec<i64>, TextError> {
    let mut entries = Vec::new();
    for word in after(vessel.name(), text)?.split_whitespace() {
        let digits = word.strip_suffix('*');
        let value = digits.unwrap_or(word).parse::<i64>().ok();
        // Two equal dice have an even sum, and two dice at most that of the largest.
        let value = value.filter(|value| (2..=32).contains(value));
        let value = value.filter(|value| digits.is_none() || *value % 2 == 0 && *value <= 24);
        let value = value.ok_or_else(|| wrong(format!("no two dice make a potion of {word}")))?;
        let special = digits.is_some();
        let entry = Entry { value, special };
        let legal = vessel.track().check(&entries, entry);
        legal.map_err(|rejection| wrong(rejection.to_string()))?;
        entries.push(entry.pack());
    }
    Ok(entries)
}

fn parse_abilities(text: &str) -> Result<Vec<i64>, TextError> {
    let abilities = text.split_whitespace().map(|word| {
        let name = word.strip_prefix('-');
        let ability = ABILITIES.find(name.unwrap_or(word));
        let ability = ability.ok_or_else(|| wrong(format!("no ability is called {word}")))?;
        let earned = Abilities::earned(ability, None);
        match name {
            None => Ok(earned),
            Some(_) => Ok(Abilities::use_one(&[earned], ability).map_or(earned, |used| used.1)),
        }
    });
    abilities.collect()
}

/// Makes sure that everybody has had as many turns as the order of seats gives.
fn take_turns(seats: &[Sheet]) -> Result<(), TextError> {
    let first = seats.first().map_or(0, Sheet::turns);
    let mut before = first;
    for (seat, sheet) in seats.iter().enumerate() {
        let turns = sheet.turns();
        if turns > before || turns + 1 < first {
            return Err(wrong(format!(
                "seats take turns, but seat 0 has made {first} potions, and seat {seat} {turns}"
            )));
        }
        before = turns;
    }
    Ok(())
}

fn wrong(what: impl Into<String>) -> TextError {
    TextError::Rule(what.into())
}
