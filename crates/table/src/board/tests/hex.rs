//! The arithmetic of hexagons.

use super::*;

#[test]
fn hexagons_turn_and_mirror() {
    for hex in Hex::new(3, -7).range(5) {
        let turned = (0..6).fold(hex, |hex, _| hex.rotate_left());
        assert_eq!(turned, hex);
        assert_eq!(hex.rotate_left().rotate_right(), hex);
        for mirrored in [hex.reflect_q(), hex.reflect_r(), hex.reflect_s()] {
            assert_eq!(mirrored.distance(Hex::ORIGIN), hex.distance(Hex::ORIGIN));
        }
        assert_eq!(hex.reflect_q().reflect_q(), hex);
        assert_eq!(hex.reflect_r().reflect_r(), hex);
        assert_eq!(hex.reflect_s().reflect_s(), hex);
        assert_eq!(Hex::from_cube(hex.cube()), Some(hex));
        for offset in OFFSETS {
            let (column, row) = hex.to_offset(offset);
            assert_eq!(Hex::from_offset(column as i16, row as i16, offset), hex);
        }
    }
    let directions = Hex::directions();
    for side in 0..6 {
        assert_eq!(directions[side].rotate_left(), directions[(side + 1) % 6]);
    }
    assert_eq!(Hex::from_cube([1, 1, 1]), None);
    assert_eq!(Hex::from_cube([i32::MAX, i32::MIN, 1]), None);
}

#[test]
fn rings_go_round_once() {
    let middle = Hex::new(-2, 5);
    for radius in 1..6 {
        let ring: Vec<Hex> = middle.ring(radius).collect();
        assert_eq!(ring.len(), 6 * usize::from(radius));
        assert!(
            ring.iter()
                .all(|hex| middle.distance(*hex) == u32::from(radius))
        );
        let next = ring.iter().cycle().skip(1);
        assert!(ring.iter().zip(next).all(|(a, b)| a.distance(*b) == 1));
    }
}

#[test]
fn no_coordinate_is_too_far_to_ask() {
    let board = Hexes::hexagon(2, Orientation::Pointy);
    let far = [i16::MIN, -1, 0, i16::MAX];
    for hex in far.into_iter().flat_map(|q| far.map(|r| Hex::new(q, r))) {
        assert_eq!(board.at(hex).is_some(), hex.distance(Hex::ORIGIN) <= 2);
        let _ = (
            hex.rotate_left(),
            hex.rotate_right(),
            -hex,
            hex + hex,
            hex.reflect_q(),
        );
        let _ = (
            hex.ring(255).count(),
            hex.line(Hex::new(i16::MAX, i16::MAX)).count(),
        );
        let _ = OFFSETS.map(|offset| {
            (
                hex.to_offset(offset),
                Hex::from_offset(hex.q, hex.r, offset),
            )
        });
    }
}

#[test]
fn a_line_turns_with_its_ends() {
    for end in Hex::ORIGIN.range(6) {
        let turned = Hex::ORIGIN.line(end).map(Hex::rotate_left);
        assert!(turned.eq(Hex::ORIGIN.line(end.rotate_left())), "{end:?}");
    }
}
