//! `parlor serve` as a process that dies: what was acknowledged is there afterwards, once, and clients go on by themselves.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use parlor_client::{Answer, Api, Client, Event, Events, Settings};
use parlor_core::{Rng, Seat, Viewer};
use parlor_protocol::{Join, NewRoom, Room, RoomStatus};
use parlor_store::{Sqlite, Store};
use serde_json::Value;
use tokio::time::{sleep, timeout};

/// So many pairs play at the same time.
const PAIRS: usize = 5;
/// Nothing takes longer than this, or it never comes.
const LONG: Duration = Duration::from_secs(60);

/// A place for a server: a port and a file that outlive it.
struct Place {
    folder: PathBuf,
    port: u16,
}

impl Place {
    fn new() -> Place {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("parlor-killed-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        Place { folder, port }
    }

    fn file(&self) -> PathBuf {
        self.folder.join("parlor.db")
    }

    fn api(&self) -> Api {
        Api::new(&format!("http://127.0.0.1:{}", self.port)).unwrap()
    }

    /// Starts a server, and does not wait for it.
    fn spawn(&self) -> Child {
        let sets = [
            "limits.frames_per_minute=1000000",
            "limits.frames_burst=100000",
            "limits.requests_per_minute=1000000",
            "limits.guests_per_minute=100000",
            "limits.rooms_per_account=1000",
            "limits.rooms_per_minute=100000",
            "log.level=warn",
        ];
        Command::new(env!("CARGO_BIN_EXE_parlor"))
            .arg("serve")
            .args(["--listen", &format!("127.0.0.1:{}", self.port)])
            .args(["--store", &format!("sqlite:{}", self.file().display())])
            .args(sets.iter().flat_map(|set| ["--set", set]))
            .env("PARLOR_HOME", &self.folder)
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    }

    /// Starts a server, and waits until it listens.
    async fn start(&self) -> Child {
        let mut child = self.spawn();
        let out = child.stdout.take().unwrap();
        let listens = tokio::task::spawn_blocking(move || {
            let mut line = String::new();
            BufReader::new(out).read_line(&mut line).unwrap();
            line
        });
        let line = timeout(LONG, listens).await.unwrap().unwrap();
        assert!(line.starts_with("listening on"), "{line:?}");
        child
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// `kill -9`.
fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// `kill -TERM`, and waits for the end.
async fn end(child: Child) -> ExitStatus {
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status().unwrap();
    assert!(sent.success());
    let mut child = child;
    let ended = tokio::task::spawn_blocking(move || child.wait().unwrap());
    timeout(LONG, ended).await.unwrap().unwrap()
}

/// What was acknowledged: the match, the key, the version.
type Acknowledged = Arc<Mutex<BTreeSet<(String, String, u64)>>>;

/// What all pairs share.
#[derive(Clone, Default)]
struct Shared {
    acknowledged: Acknowledged,
    matches: Arc<Mutex<BTreeSet<String>>>,
    /// No new matches are begun.
    last: Arc<AtomicBool>,
    losses: Arc<AtomicUsize>,
}

/// Asks until there is an answer: what goes by HTTP is asked anew by whoever wants it.
async fn insist<T, F>(mut ask: impl FnMut() -> F) -> T
where
    F: Future<Output = Result<T, parlor_client::Error>>,
{
    let mut latest = String::new();
    let insist = async {
        loop {
            match ask().await {
                Ok(answer) => return answer,
                Err(error) => latest = error.to_string(),
            }
            sleep(Duration::from_millis(20)).await;
        }
    };
    match timeout(LONG, insist).await {
        Ok(answer) => answer,
        Err(_) => panic!("no answer but: {latest}"),
    }
}

fn connect(api: &Api, token: &str) -> (Client, Events) {
    let settings = Settings {
        first_wait: Duration::from_millis(10),
        longest_wait: Duration::from_millis(100),
        most_events: 1_000_000,
        ..Settings::default()
    };
    Client::connect_with(api.address().clone(), token, settings)
}

/// Writes down what a client is told was accepted, and how often it lost its connection.
async fn listen(mut events: Events, shared: Shared) {
    while let Some(event) = events.next().await {
        match event {
            Event::Accepted { id, key, version } => {
                let mut all = shared.acknowledged.lock().unwrap();
                all.insert((id, key, version));
            }
            Event::Lost { .. } => {
                shared.losses.fetch_add(1, Ordering::Relaxed);
            }
            Event::Missed { .. } | Event::Ended { .. } | Event::Unreadable { .. } => {
                panic!("{event:?}")
            }
            _ => {}
        }
    }
}

/// Takes the free seat of a room.
async fn join(api: &Api, room: &Room) -> Result<Room, parlor_client::Error> {
    let join = Join {
        code: room.code.clone(),
        ..Join::default()
    };
    let error = match api.join(&room.id, &join).await {
        Ok(joined) => return Ok(joined),
        Err(error) => error,
    };
    // It may have been done before the answer was lost.
    let now = api.room(&room.id).await?;
    match now.status {
        RoomStatus::Gathering => Err(error),
        _ => Ok(now),
    }
}

/// Two people who play one match after the other.
async fn pair(api: Api, shared: Shared, mut rng: Rng) {
    let mut people = Vec::new();
    for name in ["Ann", "Bob"] {
        let session = insist(|| api.guest(name)).await;
        let (client, events) = connect(&api, &session.token);
        tokio::spawn(listen(events, shared.clone()));
        people.push((api.with_token(&session.token), client));
    }
    loop {
        let wish = NewRoom::of("tic-tac-toe");
        let room = insist(|| people[0].0.create_room(&wish)).await;
        let room = insist(|| join(&people[1].0, &room)).await;
        shared.matches.lock().unwrap().insert(room.id.clone());
        for (_, client) in &people {
            client.subscribe(&room.id, None);
        }
        let mut seats = [rng.word(), rng.word()].map(Rng::from_integer);
        let [first, second] = &mut seats;
        tokio::join!(
            play(&people[0].1, &room.id, Seat(0), first),
            play(&people[1].1, &room.id, Seat(1), second)
        );
        for (_, client) in &people {
            client.unsubscribe(&room.id);
        }
        if shared.last.load(Ordering::Relaxed) {
            return;
        }
    }
}

/// Plays a seat to the end of the match, whatever happens to the server.
async fn play(client: &Client, id: &str, seat: Seat, rng: &mut Rng) {
    let play = async {
        loop {
            let status = client.status(id);
            if status.is_some_and(|status| status.room.status == RoomStatus::Over) {
                return;
            }
            let view = client.view(id, Viewer::Seat(seat));
            let version = client.version(id);
            let action = view.and_then(|view| Some(rng.pick(&view.actions)?.command.clone()));
            let Some(action) = action else {
                sleep(Duration::from_millis(2)).await;
                continue;
            };
            match client.submit_at(id, Some(seat), action, version).await {
                // It is played when it is seen.
                Ok(Answer::Accepted { version }) => {
                    while client.version(id) < Some(version) {
                        sleep(Duration::from_millis(1)).await;
                    }
                }
                Ok(_) => sleep(Duration::from_millis(2)).await,
                Err(error) => panic!("{error}"),
            }
        }
    };
    timeout(LONG * 4, play)
        .await
        .expect("the match stands still");
}

/// Every acknowledged command is in its match's log, once, at the version that was said; and all matches are over.
async fn check(place: &Place, shared: &Shared) {
    let store = Sqlite::open(&place.file()).unwrap();
    let games = parlor_games::all();
    let game = games.get("tic-tac-toe").unwrap();
    let mut logs: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let matches = shared.matches.lock().unwrap().clone();
    for id in &matches {
        let text = store.read(id, 0).await.unwrap().text();
        let book = game.load(&text).unwrap();
        book.verify().unwrap();
        assert!(book.outcome().is_some(), "{id} is not over");
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        let records: Vec<Value> = lines
            .filter(|line: &Value| line.get("version").is_some())
            .collect();
        for (number, record) in records.iter().enumerate() {
            assert_eq!(record["version"], number + 1);
        }
        let keys: Vec<String> = (records.iter())
            .filter_map(|record| Some(format!("{}{}", record["actor"], record["key"].as_str()?)))
            .collect();
        let different: BTreeSet<&String> = keys.iter().collect();
        assert_eq!(keys.len(), different.len(), "{id}: a key was played twice");
        logs.insert(id.clone(), records);
    }
    for (id, key, version) in shared.acknowledged.lock().unwrap().iter() {
        let record = &logs[id][*version as usize - 1];
        assert_eq!(record["key"], **key, "{id}, version {version}");
    }
}

/// Plays while the server dies so many times.
async fn survive(kills: usize) {
    let place = Place::new();
    let shared = Shared::default();
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let seed = now.unwrap().as_millis() as u32;
    println!("seed {seed}");
    let mut rng = Rng::from_integer(seed);
    let mut pairs = Vec::new();
    for _ in 0..PAIRS {
        let rng = Rng::from_integer(rng.word());
        pairs.push(tokio::spawn(pair(place.api(), shared.clone(), rng)));
    }
    for number in 0..kills {
        // Now and then it dies before it listens.
        if number % 8 == 7 {
            let child = place.spawn();
            sleep(Duration::from_millis(rng.below(60).into())).await;
            kill(child);
            continue;
        }
        let child = place.start().await;
        sleep(Duration::from_millis((50 + rng.below(400)).into())).await;
        kill(child);
    }
    shared.last.store(true, Ordering::Relaxed);
    let child = place.start().await;
    for pair in pairs {
        timeout(LONG * 4, pair).await.unwrap().unwrap();
    }
    assert!(end(child).await.success());
    let acknowledged = shared.acknowledged.lock().unwrap().len();
    let matches = shared.matches.lock().unwrap().len();
    let losses = shared.losses.load(Ordering::Relaxed);
    println!(
        "{kills} kills, {losses} lost connections, {matches} matches, {acknowledged} acknowledged"
    );
    assert!(losses >= kills, "nobody was there when it died");
    assert!(acknowledged > kills);
    check(&place, &shared).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_loses_nothing_and_plays_nothing_twice() {
    let long = std::env::var_os("PARLOR_LONG").is_some();
    survive(if long { 200 } else { 20 }).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_told_to_stop_ends_gently_and_clients_come_back() {
    let place = Place::new();
    let shared = Shared::default();
    let pairs: Vec<_> = (0..PAIRS)
        .map(|number| {
            let rng = Rng::from_integer(number as u32);
            tokio::spawn(pair(place.api(), shared.clone(), rng))
        })
        .collect();
    for _ in 0..3 {
        let child = place.start().await;
        let before = shared.acknowledged.lock().unwrap().len();
        let played = async {
            while shared.acknowledged.lock().unwrap().len() < before + 20 {
                sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(LONG, played).await.expect("nobody came back");
        let status = end(child).await;
        assert_eq!(status.code(), Some(0));
    }
    shared.last.store(true, Ordering::Relaxed);
    let child = place.start().await;
    for pair in pairs {
        timeout(LONG, pair).await.unwrap().unwrap();
    }
    assert!(end(child).await.success());
    assert!(shared.losses.load(Ordering::Relaxed) >= 3 * PAIRS);
    check(&place, &shared).await;
}
