//! How long the worst of the hostile files takes, and how much memory: `cargo bench -p parlor-ruleset --bench hostile`.

#[path = "../tests/hostile/files.rs"]
mod files;

use std::process::Command;
use std::time::Instant;

use files::hostile_files;
use parlor_core::{Game, Match, Objectives, Seed, Setup, Viewer};
use parlor_ruleset::Ruleset;

const LIMIT_MS: f64 = 50.0;
const LIMIT_MIB: f64 = 64.0;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let Some(number) = args.iter().skip_while(|arg| *arg != "--only").nth(1) {
        only(number.parse().unwrap_or(0));
        return;
    }
    let (mut slowest, mut largest) = (Vec::new(), Vec::new());
    for (number, file) in hostile_files().iter().enumerate() {
        let Some((ms, mib)) = apart(number) else {
            println!("'{}' ends badly", file.what);
            continue;
        };
        slowest.push((ms, file.what.clone()));
        largest.push((mib, file.what.clone()));
    }
    report(&mut slowest, LIMIT_MS, "ms");
    report(&mut largest, LIMIT_MIB, "MiB");
}

fn report(all: &mut [(f64, String)], limit: f64, unit: &str) {
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!(
        "{} files; the worst of the limit of {limit} {unit}:",
        all.len()
    );
    for (value, what) in all.iter().take(5) {
        println!(
            "  {:>6.2} of it  {value:>8.2} {unit}  {what}",
            value / limit
        );
    }
}

/// One file in a process of its own: how long its longest step took, and how much memory there was at most.
fn apart(number: usize) -> Option<(f64, f64)> {
    let program = std::env::current_exe().ok()?;
    let output = Command::new(program)
        .args(["--only", &number.to_string()])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut numbers = text.split_whitespace().map(|word| word.parse::<f64>().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// Loads the file, opens a match, takes a command, looks at it: each is a step.
fn only(number: usize) {
    let files = hostile_files();
    let bytes = files[number].bytes.clone();
    drop(files);
    let before = memory("VmRSS");
    let mut longest = 0.0_f64;
    let mut timed = |start: Instant| longest = longest.max(start.elapsed().as_secs_f64() * 1000.0);
    let start = Instant::now();
    let ruleset = Ruleset::check(&bytes).ruleset;
    timed(start);
    if let Some(ruleset) = ruleset {
        let info = ruleset.info();
        if let Ok(setup) = Setup::new(&info, info.max_seats.into()) {
            let start = Instant::now();
            let play = Match::new(ruleset.clone(), setup, Seed::Integer(1));
            timed(start);
            if let Ok(mut play) = play
                && let Some(seat) = play.to_act().first()
            {
                for which in 0..4 {
                    let start = Instant::now();
                    let commands = play.legal(seat);
                    timed(start);
                    if let Some(command) = commands.get(which) {
                        let start = Instant::now();
                        let _ = play.play(seat, command);
                        timed(start);
                    }
                    let start = Instant::now();
                    play.view(Viewer::Seat(seat));
                    timed(start);
                    let start = Instant::now();
                    for number in 0..ruleset.objectives().len() {
                        ruleset.holds(number, play.state(), seat);
                    }
                    timed(start);
                }
            }
        }
    }
    println!("{longest} {}", (memory("VmHWM") - before).max(0.0));
}

/// A line of the system's account of this process, in MiB; 0 where there is none.
fn memory(name: &str) -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(name));
    let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<f64>().ok());
    kib.unwrap_or(0.0) / 1024.0
}
