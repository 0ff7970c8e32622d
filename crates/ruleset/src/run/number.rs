//! Numbers as the format prints them.

/// A number as JavaScript prints it: `1`, `0.30000000000000004`, `1e+21`, and `0` for `-0`.
pub(crate) fn js_number(number: f64) -> String {
    let size = number.abs();
    if size < 1e15 && number.fract() == 0.0 {
        return (number as i64).to_string();
    }
    if !(1e-6..1e21).contains(&size) && number.is_finite() {
        let text = format!("{number:e}");
        return match text.split_once('e') {
            Some((digits, power)) if !power.starts_with('-') => format!("{digits}e+{power}"),
            _ => text,
        };
    }
    number.to_string()
}

/// A number as JSON: whole ones without a point.
pub(crate) fn json_number(number: f64) -> serde_json::Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() <= EXACT {
        return (number as i64).into();
    }
    serde_json::Number::from_f64(number).map_or(serde_json::Value::Null, Into::into)
}

/// A number as views show it: six digits after the point are enough for people, and survive every reader of JSON.
pub(crate) fn shown_number(number: f64) -> serde_json::Value {
    const DIGITS: f64 = 1e6;
    if number.fract() != 0.0 && number.abs() < 1e9 {
        return json_number((number * DIGITS).round() / DIGITS);
    }
    match json_number(number) {
        whole if whole.is_i64() => whole,
        _ => js_number(number).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::{js_number, shown_number};

    #[test]
    fn views_show_short_numbers() {
        assert_eq!(shown_number(3.0), 3);
        assert_eq!(shown_number(0.1 + 0.2), 0.3);
        assert_eq!(shown_number(1e300), "1e+300");
    }

    #[test]
    fn numbers_print_as_in_javascript() {
        let cases = [
            (0.1 + 0.2, "0.30000000000000004"),
            (-0.0, "0"),
            (12.0, "12"),
            (-1.5, "-1.5"),
            (1e21, "1e+21"),
            (123456789012345680000.0, "123456789012345680000"),
            (1.5e300, "1.5e+300"),
            (1e-7, "1e-7"),
            (0.000001, "0.000001"),
        ];
        for (number, text) in cases {
            assert_eq!(js_number(number), text);
        }
    }
}
