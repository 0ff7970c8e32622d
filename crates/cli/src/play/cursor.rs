//! The cursor on the board: it stands only where something can be touched.

use super::chooser::Chooser;
use crate::table::Spot;

impl Chooser {
    /// Puts the cursor on something that can be touched, near where it was.
    pub(super) fn place_cursor(&mut self) {
        let legal = self.choices.touches();
        if self
            .cursor
            .as_ref()
            .is_some_and(|name| legal.contains(name))
        {
            return self.select_under_cursor();
        }
        let picture = self.picture(self.room);
        // The first time it begins in the middle of the board.
        let middle = |of: fn(&Spot) -> u16| {
            let spots = picture.spots.iter().map(of);
            (spots.clone().min().unwrap_or(0) + spots.max().unwrap_or(0)) / 2
        };
        let (x, y) = self
            .cursor_at
            .unwrap_or_else(|| (middle(|spot| spot.x), middle(|spot| spot.y)));
        let near = |spot: &&Spot| 2 * spot.y.abs_diff(y) + spot.x.abs_diff(x);
        let spots = picture
            .spots
            .iter()
            .filter(|spot| legal.contains(&spot.name));
        self.cursor = spots.min_by_key(near).map(|spot| spot.name.clone());
        self.select_under_cursor();
    }

    /// The list follows the cursor.
    pub(super) fn select_under_cursor(&mut self) {
        let Some(cursor) = &self.cursor else { return };
        let items = &self.choices.items;
        let found = items
            .iter()
            .position(|item| item.touch.as_ref() == Some(cursor));
        if let Some(index) = found {
            self.selected = index;
        }
    }

    /// Moves the cursor to the nearest thing in a direction that can be touched.
    pub(super) fn move_cursor(&mut self, dx: i32, dy: i32) {
        let picture = self.picture(self.room);
        let legal = self.choices.touches();
        let Some(cursor) = &self.cursor else { return };
        let Some(from) = picture.spots.iter().find(|spot| spot.name == *cursor) else {
            return;
        };
        let cost = |spot: &Spot| {
            // A character is about half as wide as it is high.
            let across = (
                i32::from(spot.x) - i32::from(from.x),
                2 * (i32::from(spot.y) - i32::from(from.y)),
            );
            let along = across.0 * dx + across.1 * dy;
            let aside = (across.0 * dy).abs() + (across.1 * dx).abs();
            (along > 0).then_some(along + 3 * aside)
        };
        let next = picture
            .spots
            .iter()
            .filter(|spot| legal.contains(&spot.name))
            .filter_map(|spot| Some((cost(spot)?, spot)))
            .min_by_key(|(cost, _)| *cost);
        if let Some((_, spot)) = next {
            self.cursor = Some(spot.name.clone());
            self.cursor_at = Some((spot.x, spot.y));
            self.select_under_cursor();
        }
    }
}
