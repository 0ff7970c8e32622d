//! The paper that charts are drawn on: elements of SVG, colours, and labels made safe.

use std::fmt::Write;

use super::Chart;

/// How wide every chart is, in its own units.
pub(crate) const WIDTH: f64 = 720.0;
/// The room at the edges.
pub(crate) const EDGE: f64 = 24.0;
/// The longest label that is written out.
const LONGEST: usize = 36;

/// Written for both kinds of page: the colours of data stand out on each, the rest changes with it.
const STYLE: &str = "\
.plot{max-width:720px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;font-size:13px}\
.plot .paper{fill:#fff}.plot text{fill:#39414f}.plot .title{font-size:17px;font-weight:600;fill:#161b25}\
.plot .small{font-size:12px;fill:#68717f}.plot .grid{stroke:#e6e9ee}.plot .axis{stroke:#aab1bd}\
.plot .whisker{stroke:#161b25;stroke-width:1.5}.plot .reference{stroke:#68717f;stroke-dasharray:4 4}\
.plot .line{fill:none;stroke-width:2.5;stroke-linejoin:round;stroke-linecap:round}.plot .dot{stroke:#fff;stroke-width:1.5}\
.plot .label{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}\
@media(prefers-color-scheme:dark){.plot .paper{fill:#15181e}.plot text{fill:#c3cad6}.plot .title{fill:#f1f3f7}\
.plot .small{fill:#8f99a9}.plot .grid{stroke:#262b34}.plot .axis{stroke:#4a5261}.plot .whisker{stroke:#f1f3f7}\
.plot .reference{stroke:#8f99a9}.plot .dot,.plot .label{stroke:#15181e}}";

/// Colours that can be told apart on light and dark, also by most who see few colours.
const COLOURS: [&str; 6] = [
    "#3d85d9", "#e2803b", "#23a07a", "#a473d6", "#d4566a", "#b5922a",
];

/// The colour with this number. They come round again.
pub(crate) fn colour(number: usize) -> &'static str {
    COLOURS[number % COLOURS.len()]
}

/// Where a text is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A chart as it is drawn.
pub(crate) struct Paper {
    body: String,
}

impl Paper {
    pub fn new() -> Paper {
        Paper {
            body: String::new(),
        }
    }

    /// Adds what is sound already.
    pub fn raw(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }

    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        self.raw(&format!(
            r#"<line class="{class}" x1="{}" y1="{}" x2="{}" y2="{}"/>"#,
            at(from.0),
            at(from.1),
            at(to.0),
            at(to.1)
        ));
    }

    pub fn text(&mut self, class: &str, place: (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => r#" text-anchor="middle""#,
            Anchor::End => r#" text-anchor="end""#,
        };
        let class = match class {
            "" => String::new(),
            class => format!(r#" class="{class}""#),
        };
        self.raw(&format!(
            r#"<text{class} x="{}" y="{}"{anchor}>{}</text>"#,
            at(place.0),
            at(place.1),
            escape(text)
        ));
    }

    /// A filled box that says what it is to whoever points at it.
    pub fn bar(
        &mut self,
        colour: &str,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
        hint: &str,
    ) {
        self.raw(&format!(
            r#"<rect fill="{colour}" x="{}" y="{}" width="{}" height="{}" rx="2"><title>{}</title></rect>"#,
            at(x),
            at(y),
            at(width),
            at(height),
            escape(hint)
        ));
    }

    /// A dot that says what it is to whoever points at it.
    pub fn dot(&mut self, colour: &str, (x, y): (f64, f64), radius: f64, hint: &str) {
        self.raw(&format!(
            r#"<circle class="dot" fill="{colour}" cx="{}" cy="{}" r="{}"><title>{}</title></circle>"#,
            at(x),
            at(y),
            at(radius),
            escape(hint)
        ));
    }

    /// The name of the vertical axis, beside it.
    pub fn upright(&mut self, (x, y): (f64, f64), text: &str) {
        if !text.is_empty() {
            self.raw(&format!(
                r#"<text class="small" transform="translate({} {}) rotate(-90)" text-anchor="middle">{}</text>"#,
                at(x),
                at(y),
                escape(text)
            ));
        }
    }

    /// The whole picture. `told` says in words what it shows.
    pub fn finish(self, chart: &Chart<'_>, height: f64, told: &str) -> String {
        // A picture without a title is called by what it shows.
        let title = if chart.title.is_empty() {
            told
        } else {
            chart.title
        };
        let (title, height) = (escape(title), at(height));
        let width = at(WIDTH);
        let mut out = String::new();
        let _ = writeln!(
            out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 {width} {height}" role="img" aria-label="{title}">"#
        );
        let _ = writeln!(out, "<title>{title}</title>");
        let _ = writeln!(out, "<desc>{}</desc>", escape(told));
        let _ = writeln!(out, "<style>{STYLE}</style>");
        let _ = writeln!(
            out,
            r#"<rect class="paper" width="{width}" height="{height}" rx="8"/>"#
        );
        if !chart.title.is_empty() {
            let _ = writeln!(
                out,
                r#"<text class="title" x="{}" y="36">{}</text>"#,
                at(EDGE),
                escape(&short(chart.title, 72))
            );
        }
        out.push_str(&self.body);
        out.push_str("</svg>\n");
        out
    }
}

/// Where the data may begin, below the title.
pub(crate) fn top(chart: &Chart<'_>) -> f64 {
    match chart.title.is_empty() {
        true => EDGE,
        false => 60.0,
    }
}

/// A coordinate, to a tenth.
pub(crate) fn at(value: f64) -> String {
    let text = format!("{value:.1}");
    match text.strip_suffix(".0") {
        Some("-0") => "0".into(),
        Some(whole) => whole.into(),
        None => text,
    }
}

/// A label that fits, with dots in place of its end.
pub(crate) fn label(text: &str) -> String {
    short(text, LONGEST)
}

fn short(text: &str, longest: usize) -> String {
    match text.chars().count() > longest {
        true => text.chars().take(longest - 1).chain(['…']).collect(),
        false => text.into(),
    }
}

/// About how wide a text is.
pub(crate) fn width(text: &str) -> f64 {
    let wide = |c: char| match c {
        'i' | 'l' | 'j' | 't' | 'f' | '.' | ',' | ':' | ';' | '\'' | ' ' | '|' | '-' => 4.8,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 11.0,
        c if c.is_ascii_lowercase() || c.is_ascii_digit() => 8.0,
        c if (c as u32) < 0x1100 => 9.4,
        _ => 13.5,
    };
    text.chars().map(wide).sum()
}

/// A text that cannot be taken for markup, nor for what XML does not allow.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Nor may it turn the text around it.
            '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {}
            '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
