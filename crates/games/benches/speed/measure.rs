//! Measuring two things side by side.

#![expect(clippy::disallowed_types, reason = "a benchmark looks at the clock")]

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long a slice takes.
const SLICE: Duration = Duration::from_millis(50);
/// How many slices each contender gets.
const SLICES: usize = 21;

/// Something to measure: does a piece of work and says how many units it was.
pub struct Contender<'a> {
    pub name: &'a str,
    pub work: Box<dyn FnMut() -> u64 + 'a>,
}

impl<'a> Contender<'a> {
    pub fn new(name: &'a str, work: impl FnMut() -> u64 + 'a) -> Contender<'a> {
        Contender {
            name,
            work: Box::new(work),
        }
    }
}

/// Units a second of each contender: the medians of slices taken in turns.
pub fn rates(contenders: &mut [Contender<'_>]) -> Vec<f64> {
    let mut slices = vec![Vec::with_capacity(SLICES); contenders.len()];
    for round in 0..=SLICES {
        for (contender, slices) in contenders.iter_mut().zip(&mut slices) {
            let rate = slice(&mut contender.work);
            // The first round only warms up.
            if round > 0 {
                slices.push(rate);
            }
        }
    }
    slices
        .into_iter()
        .map(|mut rates| {
            rates.sort_by(f64::total_cmp);
            rates[rates.len() / 2]
        })
        .collect()
}

fn slice(work: &mut dyn FnMut() -> u64) -> f64 {
    let start = Instant::now();
    let mut units = 0;
    while start.elapsed() < SLICE {
        units += black_box(work());
    }
    units as f64 / start.elapsed().as_secs_f64()
}

/// Prints the contenders' rates, and each as a ratio of the first.
pub fn compare(title: &str, unit: &str, mut contenders: Vec<Contender<'_>>) {
    let rates = rates(&mut contenders);
    println!("{title}");
    for (index, (contender, rate)) in contenders.iter().zip(&rates).enumerate() {
        let ratio = match index {
            0 => String::new(),
            _ => format!("{:>8.2} ×", rate / rates[0]),
        };
        println!(
            "  {:<44} {:>14} {unit}{ratio}",
            contender.name,
            thousands(*rate)
        );
    }
    println!();
}

pub fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
