//! What lies on the table: five dice, and a score sheet for each seat.

use parlor_flow::prelude::*;
use parlor_table::Schema;

use super::category::{Category, Counts};

/// The upper boxes earn a bonus from here on: three of each face.
pub(super) const UPPER_GOAL: i64 = 63;
/// The bonus for the upper boxes.
pub(super) const UPPER_BONUS: i64 = 35;
/// What each box is good for, played well, in the order of [`Category::ALL`].
const PAR: [i64; 13] = [2, 5, 8, 12, 15, 19, 21, 13, 22, 29, 32, 16, 22];
/// What each further five of a kind earns.
pub(super) const EXTRA_BONUS: i64 = 100;

/// The parts of the table. They are declared in one order, so that texts can find them as the rules do.
#[derive(Clone, Copy)]
pub(super) struct Sheet {
    pub dice: Zone,
    pub face: Attribute<i64>,
    /// How often the dice have been rolled in this turn; 0 before it.
    pub rolls: Value<i64>,
    pub jokers: Value<bool>,
    pub boxes: [SeatValue<Option<i64>>; 13],
    /// How many more fives of a kind there were after one that earned 50.
    pub extra: SeatValue<i64>,
}

impl Sheet {
    pub fn declare(schema: &mut Schema) -> Sheet {
        let dice = schema.zone("dice").add();
        let face = schema.attribute("face").changes().add();
        let die = schema.die("d6", Die::d6(), face);
        schema.place(die, dice, 5);
        let rolls = schema.value("rolls", 0).add();
        let jokers = schema.value("jokers", true).shown(Shown::Never).add();
        let boxes = Category::ALL.map(|category| {
            let value = schema.value(category.name(), None);
            // The sheet is shown as a whole.
            value.shown(Shown::Never).each_seat()
        });
        let extra = schema.value("extra", 0).shown(Shown::Never).each_seat();
        Sheet {
            dice,
            face,
            rolls,
            jokers,
            boxes,
            extra,
        }
    }

    pub fn get(&self, table: &Table, seat: Seat, category: Category) -> Option<i64> {
        table.of(seat, self.boxes[category as usize])
    }

    pub fn is_open(&self, table: &Table, seat: Seat, category: Category) -> bool {
        self.get(table, seat, category).is_none()
    }

    /// How many boxes are filled: as many as the seat has had turns.
    pub fn filled(&self, table: &Table, seat: Seat) -> usize {
        let filled = |value: &&SeatValue<Option<i64>>| table.of(seat, **value).is_some();
        self.boxes.iter().filter(filled).count()
    }

    /// The points in the upper boxes, without the bonus.
    pub fn upper(&self, table: &Table, seat: Seat) -> i64 {
        let boxes = self.boxes[..6].iter();
        boxes.filter_map(|value| table.of(seat, *value)).sum()
    }

    /// Everything: boxes, the bonus for the upper ones, further fives of a kind.
    pub fn score(&self, table: &Table, seat: Seat) -> i64 {
        let boxes = self.boxes.iter();
        let boxes: i64 = boxes.filter_map(|value| table.of(seat, *value)).sum();
        let bonus = match self.upper(table, seat) >= UPPER_GOAL {
            true => UPPER_BONUS,
            false => 0,
        };
        boxes + bonus + EXTRA_BONUS * table.of(seat, self.extra)
    }

    /// By how much the score is better than what the filled boxes are good for on the average.
    pub fn over_par(&self, table: &Table, seat: Seat) -> i64 {
        let filled = self.boxes.iter().zip(PAR);
        let filled = filled.filter(|(value, _)| table.of(seat, **value).is_some());
        self.score(table, seat) - filled.map(|(_, par)| par).sum::<i64>()
    }

    /// Whether the upper boxes that are filled have at least three of their face on the average.
    pub fn is_on_the_way(&self, table: &Table, seat: Seat) -> bool {
        let upper = self.boxes[..6].iter().zip(1..);
        let filled = upper.filter_map(|(value, face)| Some((table.of(seat, *value)?, 3 * face)));
        let (points, wanted) = filled.fold((0, 0), |(points, wanted), (own, three)| {
            (points + own, wanted + three)
        });
        wanted > 0 && points >= wanted
    }

    pub fn counts(&self, table: &Table) -> Counts {
        let mut counts = [0; 6];
        for face in table.zone(self.dice).pieces().values(self.face) {
            counts[face as usize - 1] += 1;
        }
        counts
    }

    /// The upper box of the face that all dice show, when the box for five of a kind is filled: then they are a joker.
    pub fn joker(&self, table: &Table, seat: Seat) -> Option<Category> {
        // Most of the time there is none, and this is asked for every box.
        if self.is_open(table, seat, Category::Yacht) || !table.value(self.jokers) {
            return None;
        }
        let mut faces = (1..).zip(self.counts(table));
        let (face, _) = faces.find(|(_, count)| *count == 5)?;
        Some(Category::upper(face))
    }

    /// What the dice are worth in a box.
    pub fn points(&self, table: &Table, seat: Seat, category: Category) -> i64 {
        let joker = self.joker(table, seat).is_some();
        category.points(self.counts(table), joker)
    }

    /// Whether the dice may go into a box, and if not, why not.
    pub fn check(&self, table: &Table, seat: Seat, category: Category) -> Result<(), Rejection> {
        if !self.is_open(table, seat, category) {
            return Err(Rejection::new("filled", "that box is filled already"));
        }
        let Some(upper) = self.joker(table, seat) else {
            return Ok(());
        };
        let lower_is_open = || {
            let mut lower = Category::ALL[6..].iter();
            lower.any(|category| self.is_open(table, seat, *category))
        };
        if self.is_open(table, seat, upper) {
            if category != upper {
                let text = "another five of a kind goes into {upper} while that is open";
                return Err(Rejection::new("joker_upper", text)
                    .with("upper", Message::word("word", upper.name())));
            }
        } else if category.is_upper() && lower_is_open() {
            let text = "another five of a kind goes into a lower box while one is open";
            return Err(Rejection::new("joker_lower", text));
        }
        Ok(())
    }

    /// Some boxes with what is in them, and what the dice would bring whoever is to fill one.
    pub fn read(
        &self,
        table: &Table,
        seat: Seat,
        boxes: &[Category],
        fills: bool,
    ) -> Vec<SheetBox> {
        let read = |category: &Category| match self.get(table, seat, *category) {
            Some(points) => SheetBox::Written(points),
            None if fills && self.check(table, seat, *category).is_ok() => SheetBox::Would {
                would: self.points(table, seat, *category),
            },
            None => SheetBox::Free(()),
        };
        boxes.iter().map(read).collect()
    }
}
