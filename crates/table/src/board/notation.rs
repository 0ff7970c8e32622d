//! How people write a place in columns and rows: `a1`, and `aa1` after `z1`.

/// The name of a place, both counted from 0.
pub(super) fn write(column: usize, row: usize) -> String {
    let mut letters = Vec::new();
    // There is no letter for nothing: after z comes aa, so that each further letter counts from 1.
    let mut rest = column + 1;
    while rest > 0 {
        letters.push((b'a' + ((rest - 1) % 26) as u8) as char);
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect::<String>() + &(row + 1).to_string()
}

/// The column and row of a name, both counted from 0.
pub(super) fn read(name: &str) -> Option<(usize, usize)> {
    let (letters, digits) = name.split_at(name.find(|letter: char| letter.is_ascii_digit())?);
    // No board is larger, and nothing overflows.
    if letters.is_empty() || letters.len() > 3 || digits.len() > 5 || digits.starts_with('0') {
        return None;
    }
    let column = letters.bytes().try_fold(0, |column, letter| {
        let letter = letter.to_ascii_lowercase();
        let place = letter.is_ascii_lowercase().then(|| letter - b'a' + 1)?;
        Some(column * 26 + usize::from(place))
    })?;
    let digit = |digit: u8| digit.is_ascii_digit().then(|| usize::from(digit - b'0'));
    let row = digits
        .bytes()
        .try_fold(0, |row, next| Some(row * 10 + digit(next)?))?;
    Some((column - 1, row - 1))
}
