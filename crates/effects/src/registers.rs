//! What a program keeps: lists of pieces, seats and numbers, one behind the other, each after its length.

use std::ops::Range;

/// What an effect knows from the beginning: whose effect it is, who controls that, and what it is about.
pub(crate) const THIS: usize = 0;
pub(crate) const YOU: usize = 1;
pub(crate) const IT: usize = 2;

/// Where a register's entries lie; nothing, if it was never written.
fn span(locals: &[i64], register: usize) -> Range<usize> {
    let mut start = 0;
    for _ in 0..register {
        match locals.get(start) {
            Some(length) => start += 1 + *length as usize,
            None => return locals.len()..locals.len(),
        }
    }
    match locals.get(start) {
        Some(length) => start + 1..start + 1 + *length as usize,
        None => locals.len()..locals.len(),
    }
}

/// What is in a register.
pub(crate) fn get(locals: &[i64], register: usize) -> &[i64] {
    locals.get(span(locals, register)).unwrap_or(&[])
}

/// Puts something else into a register.
pub(crate) fn put(locals: &mut Vec<i64>, register: usize, entries: &[i64]) {
    let mut start = 0;
    for _ in 0..register {
        if start >= locals.len() {
            locals.push(0);
        }
        start += 1 + locals[start] as usize;
    }
    if start >= locals.len() {
        locals.push(0);
    }
    let old = start..start + 1 + locals[start] as usize;
    let new = std::iter::once(entries.len() as i64).chain(entries.iter().copied());
    locals.splice(old, new);
}

/// The register to which a local belongs, unless it is a length.
pub(crate) fn owner(locals: &[i64], local: usize) -> Option<usize> {
    let (mut start, mut register) = (0, 0);
    while let Some(length) = locals.get(start) {
        let next = start + 1 + *length as usize;
        if (start + 1..next).contains(&local) {
            return Some(register);
        }
        (start, register) = (next, register + 1);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registers_grow_and_shrink_without_touching_others() {
        let mut locals = Vec::new();
        put(&mut locals, 2, &[7, 8]);
        put(&mut locals, 0, &[1]);
        put(&mut locals, 1, &[2, 3, 4]);
        put(&mut locals, 0, &[]);
        assert_eq!(locals, [0, 3, 2, 3, 4, 2, 7, 8]);
        assert_eq!(
            (get(&locals, 1), get(&locals, 2), get(&locals, 5)),
            (&[2, 3, 4][..], &[7, 8][..], &[][..])
        );
        let owners: Vec<_> = (0..8).map(|local| owner(&locals, local)).collect();
        assert_eq!(
            owners,
            [
                None,
                None,
                Some(1),
                Some(1),
                Some(1),
                None,
                Some(2),
                Some(2)
            ]
        );
    }
}
