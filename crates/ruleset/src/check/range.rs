//! What is known of a number or a condition before anybody plays.

/// The numbers that an expression may come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Range {
    pub low: f64,
    pub high: f64,
    /// Whether it may go wrong.
    pub fails: bool,
}

impl Range {
    pub const ANY: Range = Range::of(f64::NEG_INFINITY, f64::INFINITY);

    pub const fn of(low: f64, high: f64) -> Range {
        Range {
            low,
            high,
            fails: false,
        }
    }

    pub const fn only(number: f64) -> Range {
        Range::of(number, number)
    }

    /// From nothing to so many.
    pub fn up_to(most: usize) -> Range {
        Range::of(0.0, most as f64)
    }

    /// The number, if there is just one.
    pub fn number(self) -> Option<f64> {
        (self.low == self.high && !self.fails).then_some(self.low)
    }

    pub fn or_fails(self, fails: bool) -> Range {
        Range {
            fails: self.fails || fails,
            ..self
        }
    }

    /// Either of the two.
    pub fn or(self, other: Range) -> Range {
        Range {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            fails: self.fails || other.fails,
        }
    }

    pub fn negative(self) -> Range {
        Range {
            low: -self.high,
            high: -self.low,
            ..self
        }
    }

    pub fn plus(self, other: Range) -> Range {
        self.hull(other, [self.low + other.low, self.high + other.high])
    }

    pub fn minus(self, other: Range) -> Range {
        self.plus(other.negative())
    }

    pub fn times(self, other: Range) -> Range {
        self.hull(
            other,
            [
                self.low * other.low,
                self.low * other.high,
                self.high * other.low,
                self.high * other.high,
            ],
        )
    }

    pub fn divided(self, other: Range) -> Range {
        if other.may_be(0.0) {
            return Range::ANY.or_fails(true);
        }
        self.hull(
            other,
            [
                self.low / other.low,
                self.low / other.high,
                self.high / other.low,
                self.high / other.high,
            ],
        )
    }

    pub fn remainder(self, other: Range) -> Range {
        let fails = self.fails || other.fails || other.may_be(0.0);
        if let (Some(a), Some(b)) = (self.number(), other.number())
            && b != 0.0
        {
            return Range::only(a % b);
        }
        let most = other.low.abs().max(other.high.abs());
        let low = if self.low >= 0.0 { 0.0 } else { -most };
        let high = if self.high <= 0.0 { 0.0 } else { most };
        Range::of(low, high).or_fails(fails)
    }

    /// All that lies between the corners. Something without bound times nothing is nothing.
    fn hull<const N: usize>(self, other: Range, corners: [f64; N]) -> Range {
        let corners = corners.map(|corner| if corner.is_nan() { 0.0 } else { corner });
        let low = corners.iter().copied().fold(f64::INFINITY, f64::min);
        let high = corners.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // What becomes too large goes wrong.
        let fails = self.fails || other.fails || low.is_infinite() || high.is_infinite();
        Range { low, high, fails }
    }

    pub fn may_be(self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }

    pub fn less(self, other: Range) -> Truth {
        Truth {
            yes: self.low < other.high,
            no: self.high >= other.low,
            fails: self.fails || other.fails,
        }
    }

    pub fn less_or_equal(self, other: Range) -> Truth {
        other.less(self).not()
    }

    pub fn equal(self, other: Range) -> Truth {
        Truth {
            yes: self.low <= other.high && other.low <= self.high,
            no: !(self.low == self.high && other.low == other.high && self.low == other.low),
            fails: self.fails || other.fails,
        }
    }
}

/// What a condition may come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Truth {
    pub yes: bool,
    pub no: bool,
    /// Whether it may go wrong; then it does not hold, and neither does its opposite.
    pub fails: bool,
}

impl Truth {
    pub const ALWAYS: Truth = Truth::of(true, false, false);
    pub const NEVER: Truth = Truth::of(false, true, false);
    pub const SOMETIMES: Truth = Truth::of(true, true, false);
    pub const UNKNOWN: Truth = Truth::of(true, true, true);

    const fn of(yes: bool, no: bool, fails: bool) -> Truth {
        Truth { yes, no, fails }
    }

    /// One or the other, for certain.
    pub fn is(value: bool) -> Truth {
        match value {
            true => Truth::ALWAYS,
            false => Truth::NEVER,
        }
    }

    /// It may hold, or it never does.
    pub fn possible(possible: bool) -> Truth {
        match possible {
            true => Truth::SOMETIMES,
            false => Truth::NEVER,
        }
    }

    pub fn is_always(self) -> bool {
        self.yes && !self.no && !self.fails
    }

    pub fn is_never(self) -> bool {
        !self.yes
    }

    pub fn or_fails(self, fails: bool) -> Truth {
        Truth {
            fails: self.fails || fails,
            ..self
        }
    }

    pub fn not(self) -> Truth {
        Truth::of(self.no, self.yes, self.fails)
    }

    /// Both; the second is only asked if the first holds.
    pub fn and(self, other: Truth) -> Truth {
        Truth {
            yes: self.yes && other.yes,
            no: self.no || self.yes && other.no,
            fails: self.fails || self.yes && other.fails,
        }
    }

    /// Either; the second is only asked if the first does not hold.
    pub fn or(self, other: Truth) -> Truth {
        self.not().and(other.not()).not()
    }

    /// The first where this holds, the second where it does not.
    pub fn choose(self, then: Truth, other: Truth) -> Truth {
        Truth {
            yes: self.yes && then.yes || self.no && other.yes,
            no: self.yes && then.no || self.no && other.no,
            fails: self.fails || self.yes && then.fails || self.no && other.fails,
        }
    }

    pub fn same(self, other: Truth) -> Truth {
        Truth {
            yes: self.yes && other.yes || self.no && other.no,
            no: self.yes && other.no || self.no && other.yes,
            fails: self.fails || other.fails,
        }
    }
}
