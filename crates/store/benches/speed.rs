//! Records a second and CPU time a record, each confirmed only after it is on disk, from many matches at once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlor_store::{Append, Memory, NewMatch, Note, Sqlite, Store};

const TIME: Duration = Duration::from_secs(2);
/// What the kernel counts CPU time in.
const TICK: Duration = Duration::from_millis(10);

fn main() {
    let folder = std::env::temp_dir().join(format!("parlor-store-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    println!(
        "{:<8} {:>8} {:>8} {:>6} {:>10} {:>8} {:>8} {:>8} {:>10}",
        "store", "matches", "long", "notes", "records/s", "p50 ms", "p99 ms", "cpu µs", "of 15,000"
    );
    let loads = [
        Load::new(1, 0),
        Load::new(200, 0),
        Load::new(200, 100),
        Load::new(200, 100).noted(),
        Load::new(200, 2000),
        Load::new(200, 100).busy(80),
    ];
    for (number, load) in loads.into_iter().enumerate() {
        let file = folder.join(format!("{number}.db"));
        measure("memory", Arc::new(Memory::new()), load);
        let store = Sqlite::open(&file).expect("a store");
        measure("sqlite", Arc::new(store), load);
        measure_postgres(number, load);
    }
    let _ = std::fs::remove_dir_all(&folder);
}

/// Beside a server that `scripts/with-postgres` has started; its own CPU time is not counted.
fn measure_postgres(number: usize, load: Load) {
    if let Ok(server) = std::env::var("PARLOR_TEST_POSTGRES") {
        let address = format!("{server} options='-c search_path=bench_{number}'");
        let runtime = runtime();
        let store = runtime.block_on(parlor_store::Postgres::connect(&address));
        measure("postgres", Arc::new(store.expect("a store")), load);
    }
}

/// Who writes, and where to.
#[derive(Clone, Copy)]
struct Load {
    /// To so many matches at once.
    matches: u64,
    /// Each of them so long already.
    long: u64,
    /// With a note for each record, as matches with clocks have.
    notes: bool,
    /// With so much to compute before each, as a server and its players have.
    busy: Duration,
}

impl Load {
    fn new(matches: u64, long: u64) -> Load {
        Load {
            matches,
            long,
            notes: false,
            busy: Duration::ZERO,
        }
    }

    fn noted(mut self) -> Load {
        self.notes = true;
        self
    }

    fn busy(mut self, micros: u64) -> Load {
        self.busy = Duration::from_micros(micros);
        self
    }
}

fn measure(name: &str, store: Arc<dyn Store>, load: Load) {
    let runtime = runtime();
    let (mut waits, cpu) = runtime.block_on(async {
        for number in 0..load.matches {
            let records = (1..=load.long).map(record);
            let new = NewMatch::new(format!("match-{number}"), "hex", header());
            store.create(new.records(records)).await.expect("it is new");
        }
        let before = cpu_time();
        let end = Instant::now() + TIME;
        let writers =
            (0..load.matches).map(|number| tokio::spawn(write(store.clone(), number, load, end)));
        let mut waits = Vec::new();
        for writer in writers.collect::<Vec<_>>() {
            waits.extend(writer.await.expect("it is not called off"));
        }
        (waits, cpu_time().saturating_sub(before))
    });
    waits.sort_unstable();
    let at = |share: usize| waits[(waits.len() - 1) * share / 100].as_secs_f64() * 1e3;
    let speed = waits.len() as f64 / TIME.as_secs_f64();
    println!(
        "{name:<8} {:>8} {:>8} {:>6} {speed:>10.0} {:>8.3} {:>8.3} {:>8.1} {:>10.2}",
        load.matches,
        load.long,
        if load.notes { "yes" } else { "no" },
        at(50),
        at(99),
        cpu.as_secs_f64() * 1e6 / waits.len() as f64 - load.busy.as_secs_f64() * 1e6,
        speed / 15_000.0
    );
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime")
}

/// What this process has taken so far, of all threads, in the kernel's name and its own. Zero where nobody tells.
fn cpu_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program comes second and may hold anything but a closing bracket of its own.
    let behind_name = stat.rsplit(')').next().unwrap_or_default();
    let fields = behind_name.split_whitespace().skip(11).take(2);
    let ticks: u32 = fields.filter_map(|ticks| ticks.parse::<u32>().ok()).sum();
    TICK * ticks
}

/// What the header of a small game looks like.
fn header() -> String {
    let hash = "8b1a9953c4611296a827abf8c47804d7".repeat(2);
    format!(
        r#"{{"parlor":1,"game":"hex","game_version":"1","rules":"{hash}","seats":["ann","bob"],"options":{{"size":11}},"chance":"chacha","commitment":"{hash}","time_ms":1700000000000}}"#
    )
}

/// What a record of a small game looks like.
fn record(version: u64) -> String {
    let (seat, hash) = (version % 2, "8b1a9953c4611296a827abf8c47804d7".repeat(2));
    format!(
        r#"{{"version":{version},"actor":{seat},"command":"c4","events":["c4"],"time_ms":1700000000000,"key":"{}","hash":"{hash}"}}"#,
        key(version)
    )
}

fn key(version: u64) -> String {
    format!("{:016x}", version.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// Adds one record after the other, and says how long each took.
async fn write(store: Arc<dyn Store>, number: u64, load: Load, end: Instant) -> Vec<Duration> {
    let id = format!("match-{number}");
    let mut waits = Vec::new();
    while Instant::now() < end {
        let begun = Instant::now();
        while begun.elapsed() < load.busy {
            std::hint::spin_loop();
        }
        let after = load.long + waits.len() as u64;
        let version = after + 1;
        let mut append = Append::new(&id, after, record(version));
        append = append.key(format!("{}/{}", version % 2, key(version)));
        if load.notes {
            let clocks = format!(r#"{{"clocks":[{version},60000],"running":0}}"#);
            append = append.note(Note::new(clocks).due(1_700_000_000_000 + version * 997));
        }
        let sent = Instant::now();
        store
            .append(append.answer("{}"))
            .await
            .expect("it is added");
        waits.push(sent.elapsed());
        // Memory answers at once: the others want their turn, too.
        tokio::task::yield_now().await;
    }
    waits
}
