//! Changes can be told again, written down and read.

use parlor_core::{Rng, Seat};

use super::world::*;
use crate::*;

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

#[test]
fn tokens_that_come_and_go_leave_no_trace() {
    let mut schema = Schema::new();
    let (field, grave) = (schema.zone("field").add(), schema.zone("grave").add());
    let damage = schema.attribute::<i64>("damage").changes().add();
    let (card, token) = (
        schema.definition("card", "Ox"),
        schema.token("token", "Goblin"),
    );
    schema.place(card, field, 1);
    let (mut table, mut rng) = (schema.lay(2), Rng::fast(1, 0));
    let mut dealer = Dealer::new(&mut table, &mut rng);
    let ox = dealer.table().zone(field).top().unwrap();
    let mut handles = std::collections::BTreeSet::new();
    for _ in 0..100 {
        let two = [0; 2].map(|_| dealer.create(token, field, Some(Seat(1))));
        for goblin in two {
            assert_ne!(goblin, ox);
            assert_eq!(dealer.table().get(goblin, damage), 0);
            assert_eq!(dealer.table().eyes(goblin), Eyes::ALL);
            let handle = dealer.table().handle(goblin, seat(0)).unwrap();
            assert!(handles.insert(handle), "{handle} was another one's");
            dealer.set(goblin, damage, 3);
            dealer.show_only_to(goblin, parlor_core::SeatSet::one(Seat(0)));
        }
        // Neither a card that was removed nor one at the bottom of what was removed stands in the way.
        dealer.remove(ox);
        dealer.put(two[0], grave);
        dealer.remove(two[0]);
        dealer.put_under(two[1], Zone::REMOVED);
        dealer.put(ox, field);
    }
    assert_eq!(table.piece_count(), 3);
    let text = serde_json::to_string(&table).unwrap();
    assert_eq!(serde_json::from_str::<Table>(&text).unwrap(), table);
}
