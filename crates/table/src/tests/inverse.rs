//! Changes can be taken back, told again, written down and read.

use parlor_core::Rng;

use super::world::*;
use crate::*;

/// Keeps how to take back what it does.
struct Undoing<'a> {
    table: &'a mut Table,
    rng: &'a mut Rng,
    inverses: Vec<Inverse>,
}

impl Changes for Undoing<'_> {
    fn table(&self) -> &Table {
        self.table
    }

    fn rng(&mut self) -> &mut Rng {
        self.rng
    }

    fn change(&mut self, change: Change) {
        let before = self.table.clone();
        let mut expected = before.clone();
        expected.apply(&change);
        let inverse = self.table.apply_with_inverse(&change);
        assert_eq!(
            *self.table, expected,
            "{change:?} is the same with and without its inverse"
        );
        self.table.take_back(inverse);
        assert_eq!(*self.table, before, "{change:?} taken back");
        self.inverses.push(self.table.apply_with_inverse(&change));
    }
}

#[test]
fn whatever_is_done_can_be_taken_back() {
    seeds(60, |seed| {
        let (mut table, mut rng) = (everything(), Rng::fast(seed, 0));
        for _ in 0..12 {
            let before = table.clone();
            let mut hands = Undoing {
                table: &mut table,
                rng: &mut rng,
                inverses: Vec::new(),
            };
            for _ in 0..8 {
                stir(&mut hands);
            }
            let inverses = hands.inverses;
            for inverse in inverses.into_iter().rev() {
                table.take_back(inverse);
            }
            assert_eq!(table, before);
            stir(&mut Dealer::new(&mut table, &mut rng));
        }
    });
}

#[test]
fn the_log_rebuilds_the_table() {
    seeds(60, |seed| {
        let (mut table, mut copy) = (everything(), everything());
        let (mut rng, mut log) = (Rng::fast(seed, 0), Vec::new());
        let mut dealer = Dealer::new(&mut table, &mut rng).log(&mut log);
        for _ in 0..60 {
            stir(&mut dealer);
        }
        let text = serde_json::to_string(&log).unwrap();
        let log: Vec<Change> = serde_json::from_str(&text).unwrap();
        for change in &log {
            copy.apply(change);
        }
        assert_eq!(copy, table);
    });
}

#[test]
fn a_table_is_the_same_after_saving_and_loading() {
    seeds(60, |seed| {
        let table = stirred(seed, 60);
        let text = serde_json::to_string(&table).unwrap();
        assert_eq!(serde_json::from_str::<Table>(&text).unwrap(), table);
    });
}

#[test]
fn a_table_can_be_laid_again_from_its_schema() {
    let table = everything();
    assert_eq!(table.schema().lay(SEATS), table);
}
