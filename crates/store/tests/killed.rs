//! What a store has confirmed is there after the process was killed, and once only.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use parlor_store::{Append, Appended, NewMatch, Sqlite, Store, StoreError};

const FILE: &str = "PARLOR_TEST_STORE_FILE";
const MATCHES: usize = 8;
/// So often a process is killed; a hundred and more with PARLOR_LONG set.
const KILLS: u64 = 10;

/// Adds records to several matches at once, and prints each that was confirmed, until it is killed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "it never ends: the test below starts it, and kills it"]
async fn writes_until_it_is_killed() {
    let Ok(file) = std::env::var(FILE) else {
        return;
    };
    let store = Arc::new(Sqlite::open(Path::new(&file)).unwrap());
    let writers = (0..MATCHES).map(|number| {
        let store = store.clone();
        tokio::spawn(async move {
            let id = format!("m{number}");
            let new = NewMatch::new(&id, "hex", "{}");
            match store.create(new).await {
                Ok(()) | Err(StoreError::MatchExists(_)) => {}
                Err(error) => panic!("{error}"),
            }
            let mut version = store.read(&id, 0).await.unwrap().version;
            loop {
                let append = Append::new(&id, version, format!("[{}]", version + 1));
                let append = append.key(format!("key {version}"));
                assert_eq!(store.append(append).await, Ok(Appended::New));
                version += 1;
                let line = format!("{id} {version}\n");
                // In one piece, so that no line is half of another.
                std::io::stdout().lock().write_all(line.as_bytes()).unwrap();
            }
        })
    });
    let writers: Vec<_> = writers.collect();
    // None of them ever ends, but for a failure.
    let first = writers.into_iter().next().unwrap();
    first.await.unwrap();
}

#[tokio::test]
async fn nothing_confirmed_is_lost_or_doubled_by_kill_nine() {
    let folder = std::env::temp_dir().join(format!("parlor-killed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("matches.db");
    let kills = match std::env::var_os("PARLOR_LONG") {
        Some(_) => KILLS * 20,
        None => KILLS,
    };
    let mut confirmed = [0_u64; MATCHES];
    for kill in 0..kills {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--ignored",
                "--exact",
                "writes_until_it_is_killed",
                "--nocapture",
            ])
            .env(FILE, &file)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let heard = BufReader::new(child.stdout.take().unwrap());
        let (began, begun) = mpsc::channel();
        let listener = std::thread::spawn(move || {
            let lines = heard.lines().map_while(Result::ok);
            let is_record = |line: &String| line.starts_with('m');
            let records = lines.filter(is_record);
            let told = records.inspect(|_| {
                let _ = began.send(());
            });
            told.collect()
        });
        begun.recv_timeout(Duration::from_secs(60)).unwrap();
        // At another moment each time.
        std::thread::sleep(Duration::from_millis(kill * 37 % 100));
        child.kill().unwrap();
        child.wait().unwrap();
        let lines: Vec<String> = listener.join().unwrap();
        for line in lines {
            if let Some((id, version)) = line.split_once(' ')
                && let (Some(Ok(number)), Ok(version)) = (
                    id.strip_prefix('m').map(str::parse::<usize>),
                    version.parse(),
                )
            {
                confirmed[number] = confirmed[number].max(version);
            }
        }
        let store = Sqlite::open(&file).unwrap();
        for (number, confirmed) in confirmed.iter().enumerate().filter(|(_, last)| **last > 0) {
            let stored = store.read(&format!("m{number}"), 0).await.unwrap();
            assert!(stored.version >= *confirmed, "m{number} lost something");
            let expected = (1..=stored.version).map(|version| format!("[{version}]"));
            assert!(stored.records.iter().cloned().eq(expected));
        }
    }
    let total: u64 = confirmed.iter().sum();
    assert!(total > kills, "only {total} records were confirmed");
    std::fs::remove_dir_all(&folder).unwrap();
}
