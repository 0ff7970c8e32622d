//! A server of one's own for each test, and the people who come to it.

mod database;
mod faulty;
mod http;
mod log;
mod socket;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use parlor_client::{Answer, Api, Client, Error, Events};
use parlor_core::{Viewer, erase};
use parlor_protocol::{Account, Credentials, Join, NewRoom, Role, Room, Session, Status};
use parlor_server::{Config, Games, Handle, Server};
use parlor_store::{Memory, Sqlite, Store};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

pub use database::Database;
pub use faulty::{Fault, Faulty};
pub use http::{Reply, request, request_with};
pub use log::Log;
pub use socket::{Heard, Socket};

/// No test waits longer than this for something that has to come.
pub const LONG: Duration = Duration::from_secs(40);

/// A server with threads of its own, so that it can die like a process.
pub struct House {
    pub address: SocketAddr,
    pub api: Api,
    pub store: Arc<dyn Store>,
    pub handle: Handle,
    runtime: Option<Runtime>,
    stop: Option<oneshot::Sender<()>>,
    ended: Option<oneshot::Receiver<std::io::Result<()>>>,
}

/// Somebody with a token.
#[derive(Clone)]
pub struct Person {
    pub account: Account,
    pub token: String,
    pub api: Api,
}

/// Settings under which a test is not slowed down: who wants a limit sets it.
pub fn generous() -> Config {
    let mut config = Config::default();
    config.limits.sockets_per_address = 100_000;
    config.limits.rooms_per_account = 1000;
    config.limits.frames_per_minute = 1_000_000;
    config.limits.frames_burst = 100_000;
    config.limits.requests_per_minute = 1_000_000;
    config.limits.logins_per_minute = 100_000;
    config.limits.guests_per_minute = 100_000;
    config.limits.accounts_per_hour = 100_000;
    config.limits.rooms_per_minute = 100_000;
    config.limits.chat_per_minute = 10_000;
    config.server.shutdown_seconds = 2;
    config
}

/// The same behind a proxy, which says where people come from.
pub fn proxied() -> Config {
    let mut config = generous();
    config.server.behind_proxy = true;
    config
}

/// The bundled games, rulesets included.
pub fn games() -> Games {
    let mut games = Games::of(parlor_games::all());
    for ruleset in parlor_ruleset::bundled_games() {
        games.add(erase(ruleset));
    }
    games
}

impl House {
    /// A server that forgets everything, with generous settings.
    pub async fn open() -> House {
        House::with(generous(), games(), Arc::new(Memory::new())).await
    }

    /// A server that keeps everything in a file.
    pub async fn at(file: &Folder, config: Config) -> House {
        let store = Sqlite::open(&file.path.join("parlor.db")).unwrap();
        House::with(config, games(), Arc::new(store)).await
    }

    pub async fn with(config: Config, games: Games, store: Arc<dyn Store>) -> House {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let (end, ended) = oneshot::channel();
        let kept = store.clone();
        let (address, handle) = runtime
            .spawn(async move {
                let server = Server::begin(config, games, store).await.unwrap();
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                let address = listener.local_addr().unwrap();
                let handle = server.handle();
                tokio::spawn(async move {
                    let stop = async {
                        let _ = stopped.await;
                    };
                    let _ = end.send(server.run(listener, stop).await);
                });
                (address, handle)
            })
            .await
            .unwrap();
        House {
            address,
            api: Api::new(&format!("http://{address}")).unwrap(),
            store: kept,
            handle,
            runtime: Some(runtime),
            stop: Some(stop),
            ended: Some(ended),
        }
    }

    /// Ends it gently, and waits until it has ended.
    pub async fn close(mut self) {
        drop(self.stop.take());
        let ended = self.ended.take().unwrap();
        timeout(LONG, ended).await.unwrap().unwrap().unwrap();
    }

    /// Waits until it ends by itself, and says why it did.
    pub async fn ends(mut self) -> String {
        let ended = self.ended.take().unwrap();
        let ended = timeout(LONG, ended).await.unwrap().unwrap();
        ended.unwrap_err().to_string()
    }

    /// Ends it from one moment to the next, as a power cut would.
    pub fn crash(mut self) {
        self.end_now();
    }

    fn end_now(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    pub async fn guest(&self, name: &str) -> Person {
        let session = self.api.guest(name).await.unwrap();
        Person {
            api: self.api.with_token(&session.token),
            account: session.account,
            token: session.token,
        }
    }

    /// Somebody with a password.
    pub async fn member(&self, name: &str) -> Person {
        let credentials = Credentials {
            name: name.into(),
            password: format!("password of {name}"),
        };
        let session = self.api.create_account(&credentials).await.unwrap();
        Person {
            api: self.api.with_token(&session.token),
            account: session.account,
            token: session.token,
        }
    }

    /// Somebody with a password who comes from this address: the server has to believe the proxy in front.
    pub async fn member_from(&self, name: &str, from: &str) -> Person {
        let credentials = Credentials {
            name: name.into(),
            password: format!("password of {name}"),
        };
        let body = serde_json::to_string(&credentials).unwrap();
        let from = format!("X-Forwarded-For: {from}\r\n");
        let reply = request_with(self.address, "POST", "/api/accounts", &from, &body).await;
        let session: Session = serde_json::from_str(&reply.body).unwrap();
        Person {
            api: self.api.with_token(&session.token),
            account: session.account,
            token: session.token,
        }
    }

    /// A client that looks at a match, and sees it already.
    pub async fn look(&self, person: &Person, id: &str, role: Option<Role>) -> (Client, Events) {
        let (client, events) = self.connect(person);
        client.subscribe_by_code(id, role, self.code_of(id).await.as_deref());
        until(|| client.status(id).is_some()).await;
        (client, events)
    }

    /// The code of a room, as somebody at the table would tell it.
    pub async fn code_of(&self, id: &str) -> Option<String> {
        let kept = self.store.get("room", id).await.ok()??;
        let room: Value = serde_json::from_str(&kept.text).unwrap();
        Some(room["code"].as_str()?.into())
    }

    pub fn connect(&self, person: &Person) -> (Client, Events) {
        let settings = parlor_client::Settings {
            first_wait: Duration::from_millis(20),
            longest_wait: Duration::from_millis(200),
            most_events: 100_000,
            ..Default::default()
        };
        Client::connect_with(self.api.address().clone(), &person.token, settings)
    }

    /// What the server counts under this name.
    pub async fn metric(&self, name: &str) -> i64 {
        let text = self.api.metrics().await.unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap().trim().parse().unwrap()
    }

    /// The lines of a match as the store has them.
    pub async fn log(&self, id: &str) -> Vec<Value> {
        let stored = self.store.read(id, 0).await.unwrap();
        let lines = stored.text();
        lines
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .filter(|line: &Value| line.get("version").is_some())
            .collect()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.end_now();
    }
}

impl Person {
    pub async fn join(&self, room: &Room) -> Room {
        let join = Join {
            code: room.code.clone(),
            ..Join::default()
        };
        self.api.join(&room.id, &join).await.unwrap()
    }

    /// A room for two, with somebody else in it: the match is on.
    pub async fn plays(&self, other: &Person, wish: NewRoom) -> Room {
        let room = self.api.create_room(&wish).await.unwrap();
        other.join(&room).await
    }
}

/// Plays a command of the view's, and waits until it is accepted and seen.
pub async fn play(client: &Client, id: &str, command: impl Into<Value>) -> u64 {
    let answer = timeout(LONG, client.submit(id, None, command.into())).await;
    let Answer::Accepted { version } = answer.unwrap().unwrap() else {
        panic!("not accepted");
    };
    seen(client, id, version).await;
    version
}

/// Waits until a client has seen a version.
pub async fn seen(client: &Client, id: &str, version: u64) {
    until(|| client.version(id) >= Some(version)).await;
}

/// Waits until the status of a match is as it should be.
pub async fn status(client: &Client, id: &str, is: impl Fn(&Status) -> bool) -> Status {
    until(|| client.status(id).is_some_and(|status| is(&status))).await;
    client.status(id).unwrap()
}

/// Waits until something holds.
pub async fn until(holds: impl Fn() -> bool) {
    let wait = async {
        while !holds() {
            sleep(Duration::from_millis(2)).await;
        }
    };
    assert!(timeout(LONG, wait).await.is_ok(), "it never came");
}

/// The code of the problem that a request met with.
pub fn code<T: std::fmt::Debug>(answer: Result<T, Error>) -> String {
    answer.unwrap_err().problem().unwrap().code.clone()
}

/// The seats of a client, as it sees them.
pub fn seats(client: &Client, id: &str) -> Vec<u8> {
    let seats = client.viewers(id);
    let seats = seats.into_iter().filter_map(Viewer::seat);
    seats.map(|seat| seat.0).collect()
}

/// A folder that goes when the test is over.
pub struct Folder {
    pub path: PathBuf,
}

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("parlor-online-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder { path }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
