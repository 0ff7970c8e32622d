//! Sight, lines and distances, drawn.

use expect_test::expect;

use super::*;

/// Draws a grid from the top row down, each cell by a letter.
fn picture(grid: &Grid, letter: impl Fn(Cell) -> char) -> String {
    let rows = (0..grid.rows()).rev().map(|row| {
        let columns = (0..grid.columns()).filter_map(|column| grid.at(column, row));
        columns.map(&letter).collect::<String>() + "\n"
    });
    rows.collect()
}

#[test]
fn pillars_cast_shadows() {
    let grid = Grid::new(15, 9, Adjacency::All);
    let [eye] = cells(&grid, ["d4"]);
    let pillars = cells(&grid, ["f4", "g5", "d6", "e6", "b2", "h2"]);
    let blocks = |cell| pillars.contains(&cell);
    let drawn = picture(&grid, |cell| match cell {
        _ if cell == eye => '@',
        _ if blocks(cell) => '#',
        _ if grid.sees(eye, cell, blocks) => '.',
        _ => '~',
    });
    expect![[r#"
        ..~~~~~.......~
        ...~~~......~~~
        ...~~~....~~~~~
        ...##...~~~~~~~
        ......#~~~~~~~~
        ...@.#~~~~~~~~~
        ........~~~~~~~
        .#.....#~...~~~
        ~.......~~~....
    "#]]
    .assert_eq(&drawn);
}

#[test]
fn a_line_keeps_to_its_left() {
    let grid = Grid::new(9, 5, Adjacency::All);
    let [a1, i5] = cells(&grid, ["a1", "i5"]);
    let (there, back) = (grid.line(a1, i5), grid.line(i5, a1));
    let drawn = picture(&grid, |cell| {
        match (there.contains(&cell), back.contains(&cell)) {
            (true, true) => 'x',
            (true, false) => '>',
            (false, true) => '<',
            (false, false) => '.',
        }
    });
    expect![[r#"
        .......>x
        .....>x<.
        ...>x<...
        .>x<.....
        x<.......
    "#]]
    .assert_eq(&drawn);
}

#[test]
fn steps_on_a_hexagon_count_outwards() {
    let board = Hexes::hexagon(3, Orientation::Pointy);
    let [corner] = cells(&board, ["a1"]);
    let mut drawn = String::new();
    for r in -3..=3_i16 {
        drawn += &" ".repeat(r.unsigned_abs().into());
        let row = (-3..=3).filter_map(|q| board.at(Hex::new(q, r)));
        for cell in row {
            drawn += &format!("{} ", board.distance(corner, cell).unwrap());
        }
        drawn.truncate(drawn.trim_end().len());
        drawn.push('\n');
    }
    expect![[r#"
           0 1 2 3
          1 1 2 3 4
         2 2 2 3 4 5
        3 3 3 3 4 5 6
         4 4 4 4 5 6
          5 5 5 5 6
           6 6 6 6
    "#]]
    .assert_eq(&drawn);
}
