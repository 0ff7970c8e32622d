//! From values to places on paper, with ticks at round numbers.

/// Beyond this no value is drawn: what is left of a number with so many digits cannot be read.
const MOST: f64 = 1e15;

/// Values from one end to the other, and where on paper they lie.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    step: f64,
    /// Where the ends are on paper.
    from: f64,
    to: f64,
    percent: bool,
}

impl Scale {
    /// A scale that holds all of these values. Without a range of its own it reaches to the next round number.
    pub fn new(
        values: impl Iterator<Item = f64>,
        range: Option<(f64, f64)>,
        (from, to): (f64, f64),
        ticks: u32,
        percent: bool,
    ) -> Scale {
        let sound = |value: &f64| value.is_finite() && value.abs() <= MOST;
        let found = values.filter(sound).fold(None, |ends, value| match ends {
            None => Some((value, value)),
            Some((low, high)) => Some((value.min(low), value.max(high))),
        });
        let given = range.filter(|(low, high)| sound(low) && sound(high) && low < high);
        let (low, high) = given.or(found).unwrap_or((0.0, 1.0));
        let (low, high) = match high - low > 0.0 {
            true => (low, high),
            // A single value lies in the middle.
            false => (low - 1.0, low + 1.0),
        };
        let step = round_step((high - low) / f64::from(ticks.max(1)));
        let (low, high) = match given {
            Some(given) => given,
            None => ((low / step).floor() * step, (high / step).ceil() * step),
        };
        Scale {
            low,
            high,
            step,
            from,
            to,
            percent,
        }
    }

    /// Without ticks between whole numbers.
    pub fn whole(mut self) -> Scale {
        self.step = self.step.max(1.0);
        self
    }

    /// Where a value lies on paper: at an end if it is beyond it, nowhere if it is no number.
    pub fn place(&self, value: f64) -> Option<f64> {
        if value.is_nan() {
            return None;
        }
        let share = (value.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        Some(self.from + share * (self.to - self.from))
    }

    /// The lowest value.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// Ticks at round numbers: where, and what to write there.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        // A hair of room, so that what is round in decimal digits but not in binary ones still counts.
        let hair = self.step * 1e-6;
        let first = ((self.low - hair) / self.step).ceil();
        let many = ((self.high + hair) / self.step).floor() - first;
        (0..=many.clamp(0.0, 100.0) as u32)
            .filter_map(|tick| {
                let value = (first + f64::from(tick)) * self.step;
                Some((self.place(value)?, self.text_of_tick(value)))
            })
            .collect()
    }

    fn text_of_tick(&self, value: f64) -> String {
        let (value, step) = match self.percent {
            true => (value * 100.0, self.step * 100.0),
            false => (value, self.step),
        };
        let digits = (0..6).find(|digits| step * power_of_ten(*digits) > 0.999);
        with_unit(value, digits.unwrap_or(6) as usize, self.percent)
    }

    /// A value as it stands beside its mark: finer than a tick.
    pub fn text(&self, value: f64) -> String {
        match self.percent {
            true => with_unit(value * 100.0, 1, true),
            false => {
                let digits = (0..6).find(|digits| self.step * power_of_ten(*digits) > 9.99);
                with_unit(value, digits.unwrap_or(6) as usize, false)
            }
        }
    }
}

fn with_unit(value: f64, digits: usize, percent: bool) -> String {
    let text = number(value, digits);
    match percent {
        true => text + " %",
        false => text,
    }
}

/// A number with so many digits behind the point, and in groups of three before it.
pub(crate) fn number(value: f64, digits: usize) -> String {
    // Halves go up, as people expect it; formatting alone would go to the even digit.
    let scale = power_of_ten(digits as u32);
    let rounded = (value.abs() * scale).round() / scale;
    let text = format!("{rounded:.digits$}");
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    // A zero has no sign.
    if value < 0.0 && text.contains(|digit: char| ('1'..='9').contains(&digit)) {
        grouped.push('−');
    }
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) && whole.is_ascii() {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + rest
}

/// The round number (1, 2 or 5, and zeros) that is next above this one.
fn round_step(rough: f64) -> f64 {
    // Only exact powers of ten, from above and from below, so that every machine finds the same.
    let magnitude = (0..=24)
        .rev()
        .map(|zeros| 1.0 / power_of_ten(zeros))
        .chain((1..=16).map(power_of_ten))
        .take_while(|power| *power <= rough)
        .last()
        .unwrap_or(1.0);
    let steps = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * magnitude);
    let enough = steps.into_iter().find(|step| *step >= rough * (1.0 - 1e-9));
    enough.unwrap_or(10.0 * magnitude)
}

fn power_of_ten(zeros: u32) -> f64 {
    (0..zeros).fold(1.0, |power, _| power * 10.0)
}
