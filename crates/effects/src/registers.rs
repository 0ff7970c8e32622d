//! What a program keeps: lists of pieces, seats and numbers, one behind the other, each after its length.

use std::ops::Range;

/// What an effect knows from the beginning: whose effect it is, who controls that, and what it is about.
pub(crate) const THIS: usize = 0;
pub(crate) const YOU: usize = 1;
pub(crate) const IT: usize = 2;

/// Where the register ends that begins here. A saved match may hold any numbers: no register is longer than what is there.
fn end(locals: &[i64], start: usize) -> usize {
    let left = locals.len() - start - 1;
    let length = usize::try_from(locals[start]).unwrap_or(0);
    start + 1 + length.min(left)
}

/// Where a register's entries lie; nothing, if it was never written.
fn span(locals: &[i64], register: usize) -> Range<usize> {
    let mut start = 0;
    for _ in 0..register {
        if start >= locals.len() {
            break;
        }
        start = end(locals, start);
    }
    match start < locals.len() {
        true => start + 1..end(locals, start),
        false => locals.len()..locals.len(),
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
        start = end(locals, start);
    }
    if start >= locals.len() {
        locals.push(0);
    }
    let old = start..end(locals, start);
    let new = std::iter::once(entries.len() as i64).chain(entries.iter().copied());
    locals.splice(old, new);
}

/// The register to which a local belongs, unless it is a length.
pub(crate) fn owner(locals: &[i64], local: usize) -> Option<usize> {
    let (mut start, mut register) = (0, 0);
    while start < locals.len() {
        let next = end(locals, start);
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

    #[test]
    fn whatever_a_file_says_nothing_is_read_beyond_the_end() {
        for length in [i64::MIN, -1, 3, i64::MAX] {
            let mut locals = vec![1, length, length, 5];
            for register in 0..6 {
                let _ = (get(&locals, register), owner(&locals, register));
            }
            put(&mut locals, 3, &[9]);
            assert!(locals.len() < 10);
        }
    }
}
