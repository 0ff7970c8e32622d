//! Small charts as SVG: bars and dots with intervals, lines, histograms.
//!
//! Each is a text that is the same wherever it is made, scales to the room it gets, suits light and dark pages, and says in
//! words what it shows. Labels may hold anything: what a browser could take for markup is written out.

mod histogram;
mod lines;
mod rows;
mod scale;
mod svg;
#[cfg(test)]
mod tests;

pub(crate) use svg::escape;

/// What a chart says around its data. Fill in what you need, the rest stays away.
///
/// ```
/// use parlor_bots::plot::{Chart, Mark};
/// let chart = Chart { title: "Tic-tac-toe", x: "points", percent: true, range: Some((0.0, 1.0)), ..Chart::default() };
/// let svg = chart.bars(&[Mark::new("hard", 0.97).within(0.93, 0.99), Mark::new("random", 0.03)]);
/// assert!(svg.starts_with("<svg") && svg.contains("97.0 %"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chart<'a> {
    /// What it is about.
    pub title: &'a str,
    /// What the horizontal axis measures.
    pub x: &'a str,
    /// What the vertical axis measures.
    pub y: &'a str,
    /// From where to where values go; nothing means as far as there are any. Values are horizontal in bars and dots,
    /// vertical in lines and histograms.
    pub range: Option<(f64, f64)>,
    /// A value to compare the others with, and what it is; in a histogram a number of the horizontal axis, such as the mean.
    pub reference: Option<(f64, &'a str)>,
    /// Whether values are shares of one, to be read in percent.
    pub percent: bool,
}

/// A labelled value, perhaps with the interval in which it lies.
///
/// ```
/// use parlor_bots::plot::Mark;
/// let mark = Mark::new("hard", 312.0).within(280.0, 344.0);
/// assert_eq!(mark.interval, Some((280.0, 344.0)));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// What it belongs to.
    pub label: String,
    /// The value.
    pub value: f64,
    /// From where to where it may lie.
    pub interval: Option<(f64, f64)>,
}

/// A line through points, from left to right.
///
/// ```
/// use parlor_bots::plot::Series;
/// let series = Series::new("Ann", [(0.0, 0.5), (1.0, 0.7)]).mark(1.0, 0.7, "b2");
/// assert_eq!(series.points.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it belongs to.
    pub name: String,
    /// Where it goes.
    pub points: Vec<(f64, f64)>,
    /// Points to look at, and why.
    pub marks: Vec<(f64, f64, String)>,
}

impl Chart<'_> {
    /// A horizontal bar for each value, with a whisker where there is an interval.
    ///
    /// ```
    /// use parlor_bots::plot::{Chart, Mark};
    /// let chart = Chart { title: "Wins by seat", reference: Some((0.5, "fair")), percent: true, ..Chart::default() };
    /// let svg = chart.bars(&[Mark::new("seat 0", 0.58).within(0.55, 0.61), Mark::new("seat 1", 0.42)]);
    /// assert!(svg.contains(">fair</text>"));
    /// ```
    pub fn bars(&self, marks: &[Mark]) -> String {
        rows::draw(self, marks, rows::Shape::Bar)
    }

    /// A dot for each value, with a whisker where there is an interval: for values that do not start at nothing.
    ///
    /// ```
    /// use parlor_bots::plot::{Chart, Mark};
    /// let chart = Chart { title: "Connect four", x: "Elo", ..Chart::default() };
    /// let svg = chart.dots(&[Mark::new("hard", 212.0).within(180.0, 244.0), Mark::new("easy", -212.0)]);
    /// assert!(svg.contains("<circle"));
    /// ```
    pub fn dots(&self, marks: &[Mark]) -> String {
        rows::draw(self, marks, rows::Shape::Dot)
    }

    /// A line for each series.
    ///
    /// ```
    /// use parlor_bots::plot::{Chart, Series};
    /// let chart = Chart {
    ///     title: "Who was winning", x: "move", percent: true, range: Some((0.0, 1.0)), ..Chart::default()
    /// };
    /// let svg = chart.lines(&[Series::new("Ann", [(0.0, 0.5), (1.0, 0.7), (2.0, 0.2)]).mark(2.0, 0.2, "a1")]);
    /// assert!(svg.contains(">a1</text>"));
    /// ```
    pub fn lines(&self, series: &[Series]) -> String {
        lines::draw(self, series)
    }

    /// How often each number came up, the number being the place in the list; many numbers share a column.
    ///
    /// ```
    /// use parlor_bots::plot::Chart;
    /// let chart = Chart { title: "Length", x: "commands", y: "games", ..Chart::default() };
    /// // Three games took two commands, one took four.
    /// let svg = chart.histogram(&[0, 0, 3, 0, 1]);
    /// assert!(svg.contains("<title>2: 3</title>"));
    /// ```
    pub fn histogram(&self, counts: &[u64]) -> String {
        histogram::draw(self, counts)
    }
}

impl Mark {
    /// A value without an interval.
    pub fn new(label: impl Into<String>, value: f64) -> Mark {
        Mark {
            label: label.into(),
            value,
            interval: None,
        }
    }

    /// With the interval in which it lies.
    #[must_use]
    pub fn within(mut self, low: f64, high: f64) -> Mark {
        self.interval = Some((low, high));
        self
    }
}

impl Series {
    /// A line through these points.
    pub fn new(name: impl Into<String>, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        Series {
            name: name.into(),
            points: points.into_iter().collect(),
            marks: Vec::new(),
        }
    }

    /// And with a point to look at.
    #[must_use]
    pub fn mark(mut self, x: f64, y: f64, label: impl Into<String>) -> Series {
        self.marks.push((x, y, label.into()));
        self
    }
}
