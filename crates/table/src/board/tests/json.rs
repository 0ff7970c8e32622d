//! What is written can be read, and nonsense is refused.

use expect_test::{Expect, expect};

use super::*;

#[test]
fn boards_survive_json() {
    for board in boards() {
        let text = serde_json::to_string(&board).unwrap();
        let read: Board = serde_json::from_str(&text).unwrap();
        assert_eq!(read, board);
        let cells = board.cells();
        assert!(
            cells
                .into_iter()
                .all(|cell| read.neighbours(cell) == board.neighbours(cell))
        );
    }
    let text = serde_json::to_string(&Board::from(europe())).unwrap();
    expect![[r#"{"kind":"graph","nodes":[{"name":"london","at":[0,0]},{"name":"paris","at":[10,20]},{"name":"rome"},{"name":"vienna"},{"name":"malta"}],"edges":[{"from":"london","to":"paris","weight":2},{"from":"london","to":"paris","weight":5},{"from":"paris","to":"rome","weight":7},{"from":"paris","to":"vienna","weight":6},{"from":"vienna","to":"rome"},{"from":"rome","to":"malta","one_way":true}]}"#]]
        .assert_eq(&text);
}

#[test]
fn hostile_json_is_refused() {
    let check = |text: &str, expect: Expect| {
        let error = serde_json::from_str::<Board>(text).expect_err(text);
        expect.assert_eq(&error.to_string());
    };
    check(
        r#"{"kind":"grid","columns":0,"rows":3,"adjacency":"all"}"#,
        expect!["0 columns and 3 rows make no board: say at least 1 of each"],
    );
    check(
        r#"{"kind":"grid","columns":4000000000,"rows":4000000000,"adjacency":"all"}"#,
        expect!["invalid value: integer `4000000000`, expected u8"],
    );
    check(
        r#"{"kind":"grid","columns":3,"rows":3,"adjacency":"all","wrap":true}"#,
        expect![
            "unknown field `wrap`, expected one of `columns`, `rows`, `adjacency`, `wrap_columns`, `wrap_rows`, `seams`"
        ],
    );
    check(
        r#"{"kind":"hexes","shape":"hexagon","radius":148,"orientation":"flat"}"#,
        expect!["a hexagon of radius 148 is too large: the largest is 147"],
    );
    check(
        r#"{"kind":"hexes","shape":"rectangle","columns":-1,"rows":2,"offset":"odd_rows"}"#,
        expect!["invalid value: integer `-1`, expected u8"],
    );
    check(
        r#"{"kind":"hexes","shape":"rectangle","columns":1,"rows":2,"offset":"odd_rows","radius":3}"#,
        expect!["unknown field `radius`, expected one of `columns`, `rows`, `offset`"],
    );
    check(
        r#"{"kind":"graph","nodes":[{"name":"a"},{"name":"a"}]}"#,
        expect!["two nodes are named 'a': give each its own name"],
    );
    check(
        r#"{"kind":"graph","nodes":[{"name":"a"},{"name":"b"}],"edges":[{"from":"a","to":"c"}]}"#,
        expect!["no node is named 'c': the nodes are a, b"],
    );
    check(
        r#"{"kind":"graph","nodes":[{"name":"a"}],"edges":[{"from":"a","to":"a"}]}"#,
        expect!["an edge leads from 'a' to itself: an edge joins two nodes"],
    );
    let nodes: Vec<String> = (0..70_000)
        .map(|name| format!(r#"{{"name":"{name}"}}"#))
        .collect();
    check(
        &format!(r#"{{"kind":"graph","nodes":[{}]}}"#, nodes.join(",")),
        expect!["a graph has at most 65535 nodes and 65535 edges"],
    );
}
