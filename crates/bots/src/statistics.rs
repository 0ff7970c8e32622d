//! How sure one can be of what was counted.

/// How many standard deviations to each side hold 95 of 100.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// Wilson's interval: where a true share lies with 95 % confidence, if it came up so often of so many.
///
/// ```
/// use parlor_bots::statistics::wilson;
/// let (low, high) = wilson(81, 263);
/// assert_eq!((format!("{low:.4}"), format!("{high:.4}")), ("0.2553".into(), "0.3662".into()));
/// assert_eq!(wilson(0, 0), (0.0, 1.0));
/// ```
pub fn wilson(count: u64, of: u64) -> (f64, f64) {
    wilson_share(share(count, of), of)
}

/// The same for a share of so many that may be made up of parts, such as draws that count half. Parts vary less than
/// wholes, so that the interval is rather too wide than too narrow.
///
/// ```
/// use parlor_bots::statistics::{wilson, wilson_share};
/// assert_eq!(wilson_share(0.25, 100), wilson(25, 100));
/// ```
pub fn wilson_share(share: f64, of: u64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let n = of as f64;
    let centre = share + Z_95 * Z_95 / (2.0 * n);
    let margin = Z_95 * (share * (1.0 - share) / n + Z_95 * Z_95 / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z_95 * Z_95 / n;
    (
        ((centre - margin) / scale).max(0.0),
        ((centre + margin) / scale).min(1.0),
    )
}

/// A part of a whole, from 0 to 1; of nothing it is nothing.
///
/// ```
/// assert_eq!(parlor_bots::statistics::share(1, 4), 0.25);
/// assert_eq!(parlor_bots::statistics::share(0, 0), 0.0);
/// ```
pub fn share(count: u64, of: u64) -> f64 {
    match of {
        0 => 0.0,
        of => count as f64 / of as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilsons_interval_is_the_one_in_the_books() {
        // Newcombe 1998, table I: 81 of 263 and 0 of 20.
        let (low, high) = wilson(81, 263);
        assert!(
            (low - 0.2553).abs() < 1e-4 && (high - 0.3662).abs() < 1e-4,
            "{low} {high}"
        );
        let (low, high) = wilson(0, 20);
        assert!(low == 0.0 && (high - 0.1611).abs() < 1e-4, "{low} {high}");
    }
}
