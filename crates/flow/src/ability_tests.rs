//! Abilities as they are earned, used and refreshed.

use super::*;

const REROLL: Ability = Ability(0);
const FLIP: Ability = Ability(1);
const SKIP: Ability = Ability(2);
const TRACK: Source = Source(1);

/// Two rerolls around a flip.
fn entries() -> Vec<i64> {
    vec![
        Abilities::earned(FLIP, None),
        Abilities::earned(REROLL, TRACK),
        Abilities::earned(REROLL, None),
    ]
}

#[test]
fn every_earned_ability_unpacks_to_itself() {
    for kind in [0, 1, 200, 255] {
        for source in [None, Some(Source(0)), Some(Source(255))] {
            for used in [false, true] {
                let ability = Ability(kind);
                let earned = Earned {
                    ability,
                    source,
                    used,
                };
                assert_eq!(Earned::unpack(earned.pack()), earned);
            }
        }
    }
}

#[test]
fn abilities_are_used_in_the_order_in_which_they_were_earned() {
    let mut mine = entries();
    let mut places = Vec::new();
    while let Some((index, used)) = Abilities::use_one(&mine, REROLL) {
        mine[index] = used;
        places.push(index);
    }
    assert_eq!(places, [1, 2]);
    assert!(Abilities::has(&mine, REROLL) && !Abilities::has_unused(&mine, REROLL));
    assert!(Abilities::has_unused(&mine, FLIP));
    assert_eq!(Abilities::use_one(&mine, SKIP), None);
    assert_eq!(Earned::unpack(mine[1]).source, Some(TRACK));
}

#[test]
fn a_refreshed_ability_is_as_it_was_earned() {
    let mut mine = entries();
    for ability in [REROLL, REROLL, FLIP] {
        let (index, used) = Abilities::use_one(&mine, ability).unwrap();
        mine[index] = used;
    }
    assert_eq!(Abilities::count_all_unused(&mine), 0);
    let refreshed: Vec<i64> = mine.into_iter().map(Abilities::refreshed).collect();
    assert_eq!(refreshed, entries());
}

#[test]
fn abilities_are_counted_by_kind() {
    let mut mine = entries();
    let (index, used) = Abilities::use_one(&mine, REROLL).unwrap();
    mine[index] = used;
    assert_eq!(
        (
            Abilities::count(&mine, REROLL),
            Abilities::count_unused(&mine, REROLL)
        ),
        (2, 1)
    );
    assert_eq!(
        (Abilities::count(&mine, SKIP), Abilities::has(&mine, SKIP)),
        (0, false)
    );
    assert_eq!(Abilities::count_all_unused(&mine), 2);
    assert_eq!(Abilities::kinds(&mine), [FLIP, REROLL]);
    assert_eq!(Abilities::grouped(&mine), [(FLIP, 1, 1), (REROLL, 2, 1)]);
    let place = |(index, _)| index;
    assert_eq!(
        Abilities::unused(&mine).map(place).collect::<Vec<_>>(),
        [0, 2]
    );
    assert_eq!(Abilities::used(&mine).map(place).collect::<Vec<_>>(), [1]);
}

#[test]
fn names_lead_to_kinds_and_back() {
    let abilities = Abilities::new()
        .with("reroll", AbilityInfo::new("🎲", "Reroll"))
        .with("flip", AbilityInfo::new("↻", "Flip"))
        .source("starting")
        .source("track");
    for (ability, name, info) in abilities.declared() {
        assert_eq!(abilities.find(name), Some(ability));
        assert_eq!(
            (abilities.name(ability), abilities.info(ability)),
            (name, info)
        );
    }
    assert_eq!(abilities.declared().count(), 2);
    assert_eq!(
        (abilities.find("flip"), abilities.find("skip")),
        (Some(FLIP), None)
    );
    assert_eq!(abilities.find_source("track"), Some(TRACK));
    assert_eq!(abilities.source_name(TRACK), "track");
}

#[test]
#[should_panic(expected = "two abilities are called flip")]
fn a_kind_is_declared_once() {
    let info = AbilityInfo::new("↻", "Flip");
    let _ = Abilities::new()
        .with("flip", info.clone())
        .with("flip", info);
}
