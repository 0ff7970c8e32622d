//! Arithmetic that comes out the same on every machine.

/// The natural logarithm of a whole number, good to two digits, which is plenty here. The one that systems bring along may
/// differ in its last bits, and with them the move of a bot.
#[inline]
pub(crate) fn ln(number: u32) -> f32 {
    let bits = (number.max(1) as f32).to_bits();
    let exponent = (bits >> 23) as f32 - 127.0;
    // From 1 up to 2, as a parabola that meets the logarithm at both ends.
    let m = f32::from_bits(bits & 0x007F_FFFF | 0x3F80_0000) - 1.0;
    (exponent + m * (1.34 - 0.34 * m)) * std::f32::consts::LN_2
}

/// A number that was given in hundredths, or what it is otherwise.
pub(crate) fn hundredths(given: Option<u32>, otherwise: f32) -> f32 {
    given.map_or(otherwise, |given| given as f32 / 100.0)
}

#[cfg(test)]
mod tests {
    use super::ln;

    #[test]
    fn the_logarithm_is_good_enough_and_grows() {
        let mut before = -1.0;
        for number in (1..100_000).chain((100_000..1_000_000_000).step_by(999_983)) {
            let (found, right) = (f64::from(ln(number)), f64::from(number).ln());
            assert!(
                (found - right).abs() < 7e-3,
                "ln({number}) is {right}, not {found}"
            );
            assert!(found >= before, "it falls at {number}");
            before = found;
        }
    }
}
