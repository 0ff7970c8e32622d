//! Attributes and lists that few pieces have: kept for these alone, so that hundreds of them cost nothing where they are not set.

use crate::Piece;

/// What differs from the start, by piece and attribute, in order.
#[derive(Debug, PartialEq)]
pub(crate) struct Sparse<V = i64>(Vec<(u32, V)>);

impl<V> Default for Sparse<V> {
    fn default() -> Sparse<V> {
        Sparse(Vec::new())
    }
}

#[inline]
fn key(piece: Piece, attribute: u8) -> u32 {
    u32::from(piece.0) << 8 | u32::from(attribute)
}

impl<V: Clone> Sparse<V> {
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What a piece has instead of what it started with.
    #[inline]
    pub fn get(&self, piece: Piece, attribute: u8) -> Option<&V> {
        if self.0.is_empty() {
            return None;
        }
        let index = self.find(key(piece, attribute)).ok()?;
        Some(&self.0[index].1)
    }

    /// Nothing for what it started with.
    pub fn set(&mut self, piece: Piece, attribute: u8, value: Option<V>) {
        let key = key(piece, attribute);
        match (self.find(key), value) {
            (Ok(index), Some(value)) => self.0[index].1 = value,
            (Ok(index), None) => drop(self.0.remove(index)),
            (Err(index), Some(value)) => self.0.insert(index, (key, value)),
            (Err(_), None) => {}
        }
    }

    /// What two pieces have goes from the one to the other.
    pub fn swap(&mut self, a: Piece, b: Piece, attribute: u8) {
        let (x, y) = (
            self.get(a, attribute).cloned(),
            self.get(b, attribute).cloned(),
        );
        self.set(a, attribute, y);
        self.set(b, attribute, x);
    }

    /// The piece has again what it started with.
    pub fn clear(&mut self, piece: Piece) {
        self.0.retain(|(key, _)| key >> 8 != u32::from(piece.0));
    }

    /// All that is set.
    pub fn iter(&self) -> impl Iterator<Item = (Piece, u8, V)> {
        self.0
            .iter()
            .map(|(key, value)| (Piece((key >> 8) as u16), *key as u8, value.clone()))
    }

    fn find(&self, key: u32) -> Result<usize, usize> {
        self.0.binary_search_by_key(&key, |(key, _)| *key)
    }
}

impl<V> FromIterator<(Piece, u8, V)> for Sparse<V> {
    fn from_iter<I: IntoIterator<Item = (Piece, u8, V)>>(all: I) -> Sparse<V> {
        let all = all.into_iter();
        let mut all: Vec<_> = all
            .map(|(piece, attribute, value)| (key(piece, attribute), value))
            .collect();
        all.sort_by_key(|(key, _)| *key);
        all.dedup_by_key(|(key, _)| *key);
        Sparse(all)
    }
}

impl<V: Clone> Clone for Sparse<V> {
    fn clone(&self) -> Sparse<V> {
        Sparse(self.0.clone())
    }

    fn clone_from(&mut self, other: &Sparse<V>) {
        self.0.clone_from(&other.0);
    }
}
