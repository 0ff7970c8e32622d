//! Charts as text, and what they do with odd data.

use expect_test::{Expect, expect};

use super::scale::{Scale, number};
use super::*;

/// A chart without its style, which is always the same.
fn check(svg: String, expected: Expect) {
    let lines = svg.lines().filter(|line| !line.starts_with("<style>"));
    let lines: Vec<&str> = lines.collect();
    expected.assert_eq(&(lines.join("\n") + "\n"));
}

fn of(title: &str) -> Chart<'_> {
    Chart {
        title,
        ..Chart::default()
    }
}

#[test]
fn bars_have_whiskers_and_a_reference() {
    let chart = Chart {
        x: "wins",
        percent: true,
        reference: Some((0.5, "fair")),
        ..of("Seats")
    };
    let marks = [
        Mark::new("seat 0", 0.6).within(0.55, 0.65),
        Mark::new("seat 1", 0.4),
    ];
    check(
        chart.bars(&marks),
        expect![[r##"
        <svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 720 198" role="img" aria-label="Seats">
        <title>Seats</title>
        <desc>seat 0: 60.0 % (55.0 % to 65.0 %); seat 1: 40.0 %</desc>
        <rect class="paper" width="720" height="198" rx="8"/>
        <text class="title" x="24" y="36">Seats</text>
        <line class="grid" x1="79.6" y1="76" x2="79.6" y2="140"/>
        <text class="small" x="79.6" y="158" text-anchor="middle">0 %</text>
        <line class="grid" x1="216.2" y1="76" x2="216.2" y2="140"/>
        <text class="small" x="216.2" y="158" text-anchor="middle">20 %</text>
        <line class="grid" x1="352.8" y1="76" x2="352.8" y2="140"/>
        <text class="small" x="352.8" y="158" text-anchor="middle">40 %</text>
        <line class="grid" x1="489.4" y1="76" x2="489.4" y2="140"/>
        <text class="small" x="489.4" y="158" text-anchor="middle">60 %</text>
        <line class="grid" x1="626" y1="76" x2="626" y2="140"/>
        <text class="small" x="626" y="158" text-anchor="middle">80 %</text>
        <line class="axis" x1="79.6" y1="76" x2="79.6" y2="140"/>
        <text x="65.6" y="96.5" text-anchor="end">seat 0</text>
        <rect fill="#3d85d9" x="79.6" y="83" width="409.8" height="18" rx="2"><title>seat 0: 60.0 % (55.0 % to 65.0 %)</title></rect>
        <path class="whisker" fill="none" d="M455.2 87v10M455.2 92H523.5M523.5 87v10"/>
        <text x="696" y="96.5" text-anchor="end">60.0 %</text>
        <text x="65.6" y="128.5" text-anchor="end">seat 1</text>
        <rect fill="#3d85d9" x="79.6" y="115" width="273.2" height="18" rx="2"><title>seat 1: 40.0 %</title></rect>
        <text x="696" y="128.5" text-anchor="end">40.0 %</text>
        <line class="reference" x1="421.1" y1="72" x2="421.1" y2="140"/>
        <text class="small" x="421.1" y="66" text-anchor="middle">fair</text>
        <text class="small" x="352.8" y="180" text-anchor="middle">wins</text>
        </svg>
    "##]],
    );
}

#[test]
fn dots_need_no_zero() {
    let marks = [
        Mark::new("hard", 1100.0).within(1050.0, 1150.0),
        Mark::new("easy", 900.0),
    ];
    check(
        of("").dots(&marks),
        expect![[r##"
            <svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 720 124" role="img" aria-label="hard: 1,100 (1,050 to 1,150); easy: 900">
            <title>hard: 1,100 (1,050 to 1,150); easy: 900</title>
            <desc>hard: 1,100 (1,050 to 1,150); easy: 900</desc>
            <rect class="paper" width="720" height="124" rx="8"/>
            <line class="grid" x1="70" y1="24" x2="70" y2="88"/>
            <text class="small" x="70" y="106" text-anchor="middle">900</text>
            <line class="grid" x1="181.2" y1="24" x2="181.2" y2="88"/>
            <text class="small" x="181.2" y="106" text-anchor="middle">950</text>
            <line class="grid" x1="292.4" y1="24" x2="292.4" y2="88"/>
            <text class="small" x="292.4" y="106" text-anchor="middle">1,000</text>
            <line class="grid" x1="403.6" y1="24" x2="403.6" y2="88"/>
            <text class="small" x="403.6" y="106" text-anchor="middle">1,050</text>
            <line class="grid" x1="514.8" y1="24" x2="514.8" y2="88"/>
            <text class="small" x="514.8" y="106" text-anchor="middle">1,100</text>
            <line class="grid" x1="626" y1="24" x2="626" y2="88"/>
            <text class="small" x="626" y="106" text-anchor="middle">1,150</text>
            <text x="56" y="44.5" text-anchor="end">hard</text>
            <path class="whisker" fill="none" d="M403.6 35v10M403.6 40H626M626 35v10"/>
            <circle class="dot" fill="#3d85d9" cx="514.8" cy="40" r="6"><title>hard: 1,100 (1,050 to 1,150)</title></circle>
            <text x="696" y="44.5" text-anchor="end">1,100</text>
            <text x="56" y="76.5" text-anchor="end">easy</text>
            <circle class="dot" fill="#3d85d9" cx="70" cy="72" r="6"><title>easy: 900</title></circle>
            <text x="696" y="76.5" text-anchor="end">900</text>
            </svg>
        "##]],
    );
}

#[test]
fn lines_have_names_marks_and_gaps() {
    let chart = Chart {
        y: "chance",
        percent: true,
        range: Some((0.0, 1.0)),
        ..of("Chances")
    };
    let points = [
        (0.0, 0.5),
        (1.0, 0.7),
        (2.0, f64::NAN),
        (3.0, 0.2),
        (4.0, 0.1),
    ];
    let ann = Series::new("Ann", points).mark(1.0, 0.7, "b2");
    check(
        chart.lines(&[ann]),
        expect![[r##"
            <svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 720 384" role="img" aria-label="Chances">
            <title>Chances</title>
            <desc>Ann: from 50.0 % to 10.0 %</desc>
            <rect class="paper" width="720" height="384" rx="8"/>
            <text class="title" x="24" y="36">Chances</text>
            <line class="grid" x1="91.8" y1="346" x2="696" y2="346"/>
            <text class="small" x="81.8" y="350" text-anchor="end">0 %</text>
            <line class="grid" x1="91.8" y1="294" x2="696" y2="294"/>
            <text class="small" x="81.8" y="298" text-anchor="end">20 %</text>
            <line class="grid" x1="91.8" y1="242" x2="696" y2="242"/>
            <text class="small" x="81.8" y="246" text-anchor="end">40 %</text>
            <line class="grid" x1="91.8" y1="190" x2="696" y2="190"/>
            <text class="small" x="81.8" y="194" text-anchor="end">60 %</text>
            <line class="grid" x1="91.8" y1="138" x2="696" y2="138"/>
            <text class="small" x="81.8" y="142" text-anchor="end">80 %</text>
            <line class="grid" x1="91.8" y1="86" x2="696" y2="86"/>
            <text class="small" x="81.8" y="90" text-anchor="end">100 %</text>
            <line class="axis" x1="91.8" y1="346" x2="91.8" y2="351"/>
            <text class="small" x="91.8" y="366" text-anchor="middle">0</text>
            <line class="axis" x1="242.9" y1="346" x2="242.9" y2="351"/>
            <text class="small" x="242.9" y="366" text-anchor="middle">1</text>
            <line class="axis" x1="393.9" y1="346" x2="393.9" y2="351"/>
            <text class="small" x="393.9" y="366" text-anchor="middle">2</text>
            <line class="axis" x1="545" y1="346" x2="545" y2="351"/>
            <text class="small" x="545" y="366" text-anchor="middle">3</text>
            <line class="axis" x1="696" y1="346" x2="696" y2="351"/>
            <text class="small" x="696" y="366" text-anchor="middle">4</text>
            <line class="axis" x1="91.8" y1="346" x2="696" y2="346"/>
            <path class="line" stroke="#3d85d9" d="M91.8 216L242.9 164M545 294L696 320"/>
            <circle class="dot" fill="#3d85d9" cx="242.9" cy="164" r="5"><title>b2: 70.0 %</title></circle>
            <text class="label" x="242.9" y="153" text-anchor="middle">b2</text>
            <rect fill="#3d85d9" x="24" y="60" width="14" height="4" rx="2"/>
            <text x="46" y="66">Ann</text>
            <text class="small" transform="translate(26 216) rotate(-90)" text-anchor="middle">chance</text>
            </svg>
        "##]],
    );
}

#[test]
fn a_histogram_begins_at_the_first_number_that_came_up() {
    let chart = Chart {
        x: "commands",
        ..of("Length")
    };
    check(
        chart.histogram(&[0, 0, 0, 4, 1200, 7]),
        expect![[r##"
        <svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox="0 0 720 340" role="img" aria-label="Length">
        <title>Length</title>
        <desc>3: 4; 4: 1,200; 5: 7</desc>
        <rect class="paper" width="720" height="340" rx="8"/>
        <text class="title" x="24" y="36">Length</text>
        <line class="grid" x1="70.8" y1="280" x2="696" y2="280"/>
        <text class="small" x="60.8" y="284" text-anchor="end">0</text>
        <line class="grid" x1="70.8" y1="206.7" x2="696" y2="206.7"/>
        <text class="small" x="60.8" y="210.7" text-anchor="end">500</text>
        <line class="grid" x1="70.8" y1="133.3" x2="696" y2="133.3"/>
        <text class="small" x="60.8" y="137.3" text-anchor="end">1,000</text>
        <line class="grid" x1="70.8" y1="60" x2="696" y2="60"/>
        <text class="small" x="60.8" y="64" text-anchor="end">1,500</text>
        <rect fill="#3d85d9" x="143" y="278.5" width="64" height="1.5" rx="2"><title>3: 4</title></rect>
        <line class="axis" x1="175" y1="280" x2="175" y2="285"/>
        <text class="small" x="175" y="300" text-anchor="middle">3</text>
        <rect fill="#3d85d9" x="351.4" y="104" width="64" height="176" rx="2"><title>4: 1,200</title></rect>
        <line class="axis" x1="383.4" y1="280" x2="383.4" y2="285"/>
        <text class="small" x="383.4" y="300" text-anchor="middle">4</text>
        <rect fill="#3d85d9" x="559.8" y="278.5" width="64" height="1.5" rx="2"><title>5: 7</title></rect>
        <line class="axis" x1="591.8" y1="280" x2="591.8" y2="285"/>
        <text class="small" x="591.8" y="300" text-anchor="middle">5</text>
        <line class="axis" x1="70.8" y1="280" x2="696" y2="280"/>
        <text class="small" x="383.4" y="322" text-anchor="middle">commands</text>
        </svg>
    "##]],
    );
}

#[test]
fn many_numbers_share_columns_with_round_bounds() {
    let mut counts = vec![0; 1000];
    counts[103] = 2;
    counts[999] = 1;
    let svg = of("").histogram(&counts);
    assert!(svg.contains("<title>100 to 149: 2</title>"), "{svg}");
    assert!(svg.contains("<title>950 to 999: 1</title>"), "{svg}");
}

#[test]
fn labels_cannot_be_taken_for_markup() {
    let evil = "</text><script>alert(\"1\")</script>&'\u{0}\u{202E}";
    let chart = Chart {
        title: evil,
        x: evil,
        y: evil,
        reference: Some((1.0, evil)),
        ..Chart::default()
    };
    let series = Series::new(evil, [(0.0, 1.0), (2.0, 3.0)]).mark(0.0, 1.0, evil);
    for svg in [
        chart.bars(&[Mark::new(evil, 1.0)]),
        chart.dots(&[Mark::new(evil, 1.0)]),
        chart.lines(&[series]),
        chart.histogram(&[1, 2]),
    ] {
        assert!(
            !svg.contains("<script") && svg.contains("&lt;script"),
            "{svg}"
        );
        assert!(!svg.contains(['\u{0}', '\u{202E}']), "{svg}");
        let (opened, closed) = (svg.matches("<text").count(), svg.matches("</text>").count());
        assert_eq!(opened, closed, "{svg}");
    }
}

#[test]
fn odd_numbers_never_reach_the_paper() {
    let odd = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        1e-300,
        -0.0,
    ];
    let marks: Vec<Mark> = odd
        .into_iter()
        .flat_map(|value| odd.map(|end| Mark::new("x", value).within(end, value)))
        .collect();
    let points = odd.into_iter().flat_map(|x| odd.map(|y| (x, y)));
    let series = Series::new("x", points).mark(f64::NAN, f64::MAX, "m");
    for range in [
        None,
        Some((0.0, 0.0)),
        Some((f64::NAN, 1.0)),
        Some((5.0, -5.0)),
    ] {
        let chart = Chart {
            range,
            reference: Some((f64::NAN, "r")),
            ..Chart::default()
        };
        for svg in [
            chart.bars(&marks),
            chart.dots(&marks),
            chart.bars(&[]),
            chart.lines(std::slice::from_ref(&series)),
            chart.lines(&[]),
            chart.histogram(&[]),
            chart.histogram(&[u64::MAX]),
        ] {
            let paper = svg.split("</desc>").nth(1).unwrap();
            let coordinates = paper.split('<').filter(|part| part.contains("=\""));
            for element in coordinates {
                let element = element.split('>').next().unwrap();
                assert!(
                    !element.contains("NaN") && !element.contains("inf"),
                    "{element}"
                );
            }
        }
    }
}

#[test]
fn ticks_are_round_numbers() {
    let check = |values: [f64; 2], percent, expected: Expect| {
        let scale = Scale::new(values.into_iter(), None, (0.0, 100.0), 5, percent);
        let ticks = scale.ticks().into_iter();
        let ticks: Vec<String> = ticks
            .map(|(place, text)| format!("{text} at {place:.0}"))
            .collect();
        expected.assert_eq(&ticks.join(", "));
    };
    check(
        [0.0, 1.0],
        true,
        expect!["0 % at 0, 20 % at 20, 40 % at 40, 60 % at 60, 80 % at 80, 100 % at 100"],
    );
    check(
        [-310.0, 1270.0],
        false,
        expect!["−500 at 0, 0 at 25, 500 at 50, 1,000 at 75, 1,500 at 100"],
    );
    check(
        [0.48, 0.52],
        true,
        expect!["48 % at 0, 49 % at 25, 50 % at 50, 51 % at 75, 52 % at 100"],
    );
    check(
        [0.0, 0.003],
        false,
        expect!["0.000 at 0, 0.001 at 33, 0.002 at 67, 0.003 at 100"],
    );
    check(
        [7.0, 7.0],
        false,
        expect!["6.0 at 0, 6.5 at 25, 7.0 at 50, 7.5 at 75, 8.0 at 100"],
    );
    check(
        [0.0, 12_345_678.0],
        false,
        expect!["0 at 0, 5,000,000 at 33, 10,000,000 at 67, 15,000,000 at 100"],
    );
}

#[test]
fn numbers_are_grouped_and_zero_has_no_sign() {
    assert_eq!(number(-1_234_567.25, 1), "−1,234,567.3");
    assert_eq!(number(-0.01, 1), "0.0");
    assert_eq!(number(999.0, 0), "999");
    assert_eq!(number(1058.5, 0), "1,059");
}
