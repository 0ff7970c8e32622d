//! Records a second, each confirmed only after it is on disk, from many matches at once.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlor_store::{Append, Memory, NewMatch, Sqlite, Store};

const MATCHES: u64 = 200;
const TIME: Duration = Duration::from_secs(1);
/// What a record of a small game looks like.
const RECORD: &str = r#"{"version":12,"actor":{"seat":1},"command":"c4","events":["c4"],"time_ms":1700000000000,"hash":"8b1a9953c4611296a827abf8c47804d78b1a9953c4611296a827abf8c47804d7"}"#;

fn main() {
    let folder = std::env::temp_dir().join(format!("parlor-store-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    println!(
        "{:<8} {:>8} {:>12} {:>10} {:>10} {:>10}",
        "store", "matches", "records/s", "p50 ms", "p99 ms", "of 15,000"
    );
    for matches in [1, MATCHES] {
        let file = folder.join(format!("{matches}.db"));
        measure("memory", Arc::new(Memory::new()), matches);
        let store = Sqlite::open(&file).expect("a store");
        measure("sqlite", Arc::new(store), matches);
    }
    let _ = std::fs::remove_dir_all(&folder);
}

fn measure(name: &str, store: Arc<dyn Store>, matches: u64) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .build()
        .expect("a runtime");
    let mut waits = runtime.block_on(async {
        let end = Instant::now() + TIME;
        let writers = (0..matches).map(|number| tokio::spawn(write(store.clone(), number, end)));
        let mut waits = Vec::new();
        for writer in writers.collect::<Vec<_>>() {
            waits.extend(writer.await.expect("it is not called off"));
        }
        waits
    });
    waits.sort_unstable();
    let at = |share: usize| waits[(waits.len() - 1) * share / 100].as_secs_f64() * 1e3;
    let speed = waits.len() as f64 / TIME.as_secs_f64();
    println!(
        "{name:<8} {matches:>8} {speed:>12.0} {:>10.3} {:>10.3} {:>10.2}",
        at(50),
        at(99),
        speed / 15_000.0
    );
}

/// Adds one record after the other, and says how long each took.
async fn write(store: Arc<dyn Store>, number: u64, end: Instant) -> Vec<Duration> {
    let id = format!("match-{number}");
    let new = NewMatch::new(&id, "hex", "{}");
    store.create(new).await.expect("it is new");
    let mut waits = Vec::new();
    while Instant::now() < end {
        let version = waits.len() as u64;
        let append = Append::new(&id, version, RECORD).key(format!("0 {version}"));
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
