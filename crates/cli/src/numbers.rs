//! Numbers as people read them.

/// A number in groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// So many of something, in words: "1 game", "2 games".
pub fn counted(number: u64, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        many => format!("{} {one}s", grouped(many)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_many_and_many_have_groups() {
        let numbers = [1, 2, 0, 1_234_567].map(|number| counted(number, "game"));
        assert_eq!(numbers, ["1 game", "2 games", "0 games", "1,234,567 games"]);
    }
}
