//! [`Share`]: a part of something, and how sure that is.

use serde::Serialize;

/// How many standard deviations 95 % lie within.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// A part of a number of trials, with the interval in which its true value lies with 95 % confidence.
///
/// The interval is Wilson's: it never leaves the range from 0 to 1, and says something also after few trials or
/// where everything went one way. Where trials can end half-way (a draw), it is a little wider than it need be.
///
/// ```
/// use parlor_bots::Share;
/// let share = Share::of(99.0, 100);
/// assert_eq!(share.value, 0.99);
/// assert!(share.low > 0.94 && share.high < 1.0);
/// assert_eq!(share.to_string(), "99.0 %, 95 % interval 94.6–99.8 %");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The share that was found.
    pub value: f64,
    /// The lowest that it may be.
    pub low: f64,
    /// The highest that it may be.
    pub high: f64,
}

impl Share {
    /// So many of so many; between no trials nothing is known.
    pub fn of(part: f64, trials: u64) -> Share {
        if trials == 0 {
            return Share {
                value: 0.5,
                low: 0.0,
                high: 1.0,
            };
        }
        let n = trials as f64;
        let share = (part / n).clamp(0.0, 1.0);
        let centre = share + Z * Z / (2.0 * n);
        let margin = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        Share {
            value: share,
            low: ((centre - margin) / scale).max(0.0),
            high: ((centre + margin) / scale).min(1.0),
        }
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Share { value, low, high } = self;
        write!(
            f,
            "{:.1} %, 95 % interval {:.1}–{:.1} %",
            100.0 * value,
            100.0 * low,
            100.0 * high
        )
    }
}
