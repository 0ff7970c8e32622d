//! Edges that open, close and lead one way.

use super::*;

#[test]
fn edges_open_and_close() {
    let europe = europe();
    let [london, paris, rome, vienna, malta] =
        cells(&europe, ["london", "paris", "rome", "vienna", "malta"]);
    assert_eq!(europe.neighbours(london), [paris]);
    assert_eq!(europe.edges_from(london).count(), 2);
    // Closing one of two lines leaves the other.
    let near = |closed: &[u16]| {
        let open = |edge: Edge| !closed.contains(&edge.0);
        europe.through(open).exits(london).collect::<Vec<_>>()
    };
    assert_eq!(near(&[]), [paris]);
    assert_eq!(near(&[0]), [paris]);
    assert_eq!(near(&[0, 1]), []);

    let tunnel = europe.edge_between(rome, paris).unwrap();
    assert_eq!(
        (europe.ends(tunnel), europe.weight(tunnel)),
        ((paris, rome), 7)
    );
    let flooded = europe.through(|edge: Edge| edge != tunnel);
    let detour = flooded.path(london, rome, |_| true).unwrap();
    assert_eq!(names(&europe, &detour), "london paris vienna rome");
    assert_eq!(
        europe.through(|_: Edge| true).distance(london, rome),
        Some(2)
    );
    let slow = europe.through(|edge: Edge| edge != Edge(0));
    let light = slow.lightest_path(london, rome);
    assert_eq!(light, Some((12, vec![london, paris, rome])));
    assert_eq!(flooded.region(rome, |_| true).len(), 5);
    let cut = europe.through(|edge: Edge| edge.0 < 3);
    assert_eq!(cut.region(vienna, |_| true), [vienna]);

    assert!(europe.is_one_way(Edge(5)));
    assert_eq!(europe.edge_between(malta, rome), None);
    assert_eq!(europe.distance(malta, london), None);
    assert!(europe.sees(malta, london, |_| false));
    assert_eq!(europe.position(paris), Some((10, 20)));
}

#[test]
fn a_clear_way_round_is_sight_enough_on_a_graph() {
    let square = Graph::new().node("a").node("b").node("c").node("d");
    let square = square
        .edge("a", "b")
        .edge("b", "c")
        .edge("c", "d")
        .edge("d", "a");
    let [a, b, c, d] = cells(&square, ["a", "b", "c", "d"]);
    assert!(square.sees(a, c, |cell| cell == b));
    assert!(square.sees(a, c, |cell| cell == d));
    assert!(!square.sees(a, c, |cell| cell == b || cell == d));
    assert!(square.sees(a, b, |_| true));
}

#[test]
#[should_panic(expected = "no node is named 'berlin': the nodes are london, paris")]
fn an_edge_to_nowhere_is_a_mistake() {
    let _ = Graph::new()
        .node("london")
        .node("paris")
        .edge("london", "berlin");
}

#[test]
#[should_panic(expected = "two nodes are named 'london'")]
fn a_name_given_twice_is_a_mistake() {
    let _ = Graph::new().node("london").node("london");
}

#[test]
fn of_equally_light_paths_the_one_with_fewer_steps_is_taken() {
    let map = ["a", "b", "c", "d", "e"]
        .iter()
        .fold(Graph::new(), |map, name| map.node(name));
    let map = map.edge("a", "b").edge("b", "c").edge("c", "d");
    let map = map.edge_with("a", "e", 3).edge_with("e", "d", 0);
    let [a, d, e] = cells(&map, ["a", "d", "e"]);
    let lightest = map.through(|_: Edge| true).lightest_path(a, d);
    assert_eq!(lightest, Some((3, vec![a, e, d])));
}
