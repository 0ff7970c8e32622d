//! What is a die and what is not, and how dice look as text and JSON.

use super::*;

fn json(die: &Die) -> String {
    serde_json::to_string(die).unwrap()
}

#[test]
fn a_die_reads_back_from_its_text() {
    for sides in 2..=100 {
        let die = Die::new(sides);
        assert_eq!(die.to_string().parse(), Ok(die.clone()));
        let zero = die.from_zero();
        assert_eq!(zero.to_string().parse(), Ok(zero));
    }
    assert_eq!("D12".parse(), Ok(Die::d12()));
}

#[test]
fn what_is_no_die_is_refused() {
    for text in [
        "", "6", "d", "dd6", "2d6", "d-6", "d+6", "d6 ", "d0-", "d1-6", "d6+1", "dé",
    ] {
        assert_eq!(text.parse::<Die>(), Err(DieError::Unreadable(text.into())));
    }
    for (text, sides) in [
        ("d0", 0),
        ("d1", 1),
        ("d101", 101),
        ("d0-0", 1),
        ("d0-100", 101),
    ] {
        assert_eq!(text.parse::<Die>(), Err(DieError::Sides(sides)));
    }
}

#[test]
fn a_pool_is_one_to_a_hundred_dice() {
    let sides = |text| Die::pool(text).map(|dice| dice.iter().map(Die::sides).collect::<Vec<_>>());
    assert_eq!(sides(" 2D6\td8  1d20 "), Ok(vec![6, 6, 8, 20]));
    assert_eq!(sides("100d6").unwrap().len(), 100);
    assert_eq!(sides(""), Err(DieError::Count(0)));
    assert_eq!(sides("d8 0d6"), Err(DieError::Unreadable("0d6".into())));
    assert_eq!(sides("60d6 41d8"), Err(DieError::Count(101)));
    assert_eq!(
        sides("999999999d6"),
        Err(DieError::Unreadable("999999999d6".into()))
    );
    assert_eq!(sides("2d6 3x"), Err(DieError::Unreadable("3x".into())));
    assert_eq!(sides("-1d6"), Err(DieError::Unreadable("-1d6".into())));
    assert_eq!(sides("2d"), Err(DieError::Unreadable("d".into())));
    assert_eq!(sides("2d1"), Err(DieError::Sides(1)));
}

#[test]
fn opposite_faces_pair_up() {
    for die in Die::poly_set()
        .into_iter()
        .chain([Die::d10().from_zero(), Die::new(7)])
    {
        let flat = !matches!(die.sides(), 4 | 7);
        for value in die.values() {
            let opposite = die.opposite(value);
            assert_eq!(opposite.is_some(), flat, "{die}");
            assert!(opposite.is_none_or(|far| die.opposite(far) == Some(value) && far != value));
        }
        assert_eq!(die.opposite(die.lowest() - 1), None);
        assert_eq!(die.opposite(die.highest() + 1), None);
    }
}

#[test]
fn labels_name_the_faces_from_the_lowest_up() {
    let coin = Die::new(2).from_zero().labels(["tails", "heads"]);
    assert_eq!(
        (coin.label(0), coin.label(1)),
        ("tails".into(), "heads".into())
    );
    assert_eq!((coin.label(-1), coin.label(2)), ("-1".into(), "2".into()));
    assert_eq!(coin.label(i64::MIN), i64::MIN.to_string());
    assert_eq!(Die::d6().label(6), "6");
}

#[test]
#[should_panic(expected = "a die with 6 sides takes 6 labels, not 2")]
fn each_side_needs_a_label() {
    let _ = Die::d6().labels(["heads", "tails"]);
}

#[test]
fn json_keeps_the_whole_shape_and_lets_no_false_one_in() {
    assert_eq!(json(&Die::d6()), r#"{"sides":6}"#);
    let coin = Die::new(2).from_zero().labels(["tails", "heads"]);
    assert_eq!(
        json(&coin),
        r#"{"sides":2,"from_zero":true,"labels":["tails","heads"]}"#
    );
    for die in [Die::d6(), coin] {
        assert_eq!(serde_json::from_str::<Die>(&json(&die)).unwrap(), die);
    }
    for bad in [
        r#"{"sides":1}"#,
        r#"{"sides":200}"#,
        r#"{"sides":2,"labels":["x"]}"#,
    ] {
        assert!(serde_json::from_str::<Die>(bad).is_err(), "{bad}");
    }
}
