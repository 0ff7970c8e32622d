//! Clients and a server that breaks connections, forgets, and sends nonsense.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use parlor_client::{Answer, Api, Client, Error, Event, Events, Settings};
use parlor_core::{AnyMatch, Patch, Seat, Seed, Setup, Submission, View, Viewer};
use parlor_protocol::{Problem, ToServer};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

/// A server for one client, that does what a test says.
struct Server {
    listener: TcpListener,
}

/// A connection as the server has it.
struct Socket(WebSocketStream<TcpStream>);

impl Server {
    async fn new() -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Server { listener }
    }

    fn connect(&self) -> (Client, Events) {
        let settings = Settings {
            first_wait: Duration::from_millis(4),
            longest_wait: Duration::from_millis(40),
            ping_after: Duration::from_millis(200),
            silence: Duration::from_millis(400),
            most_bytes: 50_000,
            ..Settings::default()
        };
        Client::connect_with(self.address().parse().unwrap(), "secret", settings)
    }

    fn address(&self) -> String {
        self.listener.local_addr().unwrap().to_string()
    }

    /// The next connection, before anything was said.
    async fn accept(&self) -> Socket {
        let (stream, _) = self.listener.accept().await.unwrap();
        Socket(tokio_tungstenite::accept_async(stream).await.unwrap())
    }

    /// The next connection, once it was welcomed.
    async fn welcome(&self) -> Socket {
        let mut socket = self.accept().await;
        let hello = socket.hear().await;
        assert_eq!(hello, json!({"type":"hello","token":"secret","protocol":1}));
        let account = json!({"id":"a","name":"Ann","guest":true});
        socket
            .say(
                json!({"type":"welcome","account":account,"protocol":1,"server":"0.1","time_ms":1}),
            )
            .await;
        socket
    }

    /// Answers one request without a socket.
    async fn answer(&self, status: &str, body: &str) -> String {
        let (mut stream, _) = self.listener.accept().await.unwrap();
        let mut bytes = vec![0; 4096];
        let length = stream.read(&mut bytes).await.unwrap();
        let head = format!(
            "HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all((head + body).as_bytes()).await.unwrap();
        String::from_utf8(bytes[..length].into()).unwrap()
    }
}

impl Socket {
    async fn hear(&mut self) -> Value {
        loop {
            let limit = Duration::from_secs(10);
            let next = tokio::time::timeout(limit, self.0.next());
            match next.await.expect("nothing was said") {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).unwrap(),
                Some(Ok(_)) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    async fn say(&mut self, frame: Value) {
        let text = Message::text(frame.to_string());
        self.0.send(text).await.unwrap();
    }
}

/// A match of tic-tac-toe with what has to be sent of it.
struct Match {
    current: Box<dyn AnyMatch>,
    before: View,
}

const ANN: Viewer = Viewer::Seat(Seat(0));

impl Match {
    fn new() -> Match {
        let games = parlor_games::all();
        let game = games.get("tic-tac-toe").unwrap();
        let setup = Setup::new(game.info(), 2).unwrap();
        let current = game.begin(setup, Seed::Integer(1), 0).unwrap();
        let before = current.view(ANN);
        Match { current, before }
    }

    fn play(&mut self, seat: u8, command: &str, key: &str) -> u64 {
        self.before = self.current.view(ANN);
        let submission = Submission::new(Seat(seat), command.into()).key(key);
        self.current.submit(submission).unwrap();
        self.current.version()
    }

    fn update(&self) -> Value {
        let patch = Patch::between(&self.before, &self.current.view(ANN));
        let version = self.current.version();
        json!({"type":"update","match":"m","viewer":0,"version":version,"patch":patch})
    }

    fn table(&self) -> Value {
        let room = json!({"id":"m","game":"g","game_name":"G","options":{},"seats":[],"status":"playing","visibility":"public",
            "clock":"none","rated":false,"spectators":{},"leavers":"resign","late_join":false,"host":"a","created_ms":1});
        let status = json!({"match":"m","room":room,"here":[],"spectators":0});
        let views = json!([{"viewer":0,"view":self.current.view(ANN)}]);
        let version = self.current.version();
        json!({"type":"table","match":"m","version":version,"views":views,"chat":[],"status":status})
    }
}

/// Waits for an event.
async fn until(events: &mut Events, wanted: impl Fn(&Event) -> bool) -> Event {
    let wait = async {
        loop {
            let event = events.next().await.expect("the events ended");
            if wanted(&event) {
                return event;
            }
        }
    };
    let limit = Duration::from_secs(10);
    tokio::time::timeout(limit, wait)
        .await
        .expect("no such event")
}

fn is_update(event: &Event) -> bool {
    matches!(event, Event::Update { .. })
}

#[tokio::test]
async fn a_command_is_played_once_though_the_server_dies_before_it_answers() {
    let server = Server::new().await;
    let mut game = Match::new();
    let (client, mut events) = server.connect();
    client.subscribe("m", None);
    let mut socket = server.welcome().await;
    assert_eq!(socket.hear().await, json!({"type":"subscribe","match":"m"}));
    socket.say(game.table()).await;
    until(&mut events, |event| matches!(event, Event::Table { .. })).await;

    let answer = client.submit("m", Some(Seat(0)), "b2".into());
    let first = socket.hear().await;
    let key = first["key"].as_str().unwrap().to_string();
    assert_eq!(
        (&first["type"], &first["command"]),
        (&json!("submit"), &json!("b2"))
    );
    // It is played and kept, and then the server is gone before anybody hears of it.
    let seen = game.current.version();
    let version = game.play(0, "b2", &key);
    drop(socket);
    until(&mut events, |event| matches!(event, Event::Lost { .. })).await;
    // The next try fails as well.
    drop(server.accept().await);

    let mut socket = server.welcome().await;
    until(&mut events, |event| {
        matches!(event, Event::Back { again: true, .. })
    })
    .await;
    assert_eq!(
        socket.hear().await,
        json!({"type":"subscribe","match":"m","after":seen})
    );
    assert_eq!(socket.hear().await, first);
    // A server that knows the key gives the first answer again.
    let submission = Submission::new(Seat(0), "b2".into()).key(key.clone());
    assert_eq!(game.current.submit(submission).unwrap().version, version);
    assert_eq!(game.current.version(), version);
    socket.say(game.update()).await;
    socket
        .say(json!({"type":"accepted","match":"m","key":key,"version":version}))
        .await;
    assert_eq!(answer.await.unwrap(), Answer::Accepted { version });
    until(&mut events, is_update).await;
    assert_eq!(*client.view("m", ANN).unwrap(), game.current.view(ANN));
    assert_eq!(client.version("m"), Some(version));
}

#[tokio::test]
async fn a_patch_that_does_not_fit_brings_the_whole_table() {
    let server = Server::new().await;
    let mut game = Match::new();
    let (client, mut events) = server.connect();
    client.subscribe("m", None);
    let mut socket = server.welcome().await;
    socket.hear().await;
    socket.say(game.table()).await;
    game.play(0, "b2", "k1");
    // One is lost on the way.
    game.play(1, "a1", "k2");
    socket.say(game.update()).await;
    assert_eq!(socket.hear().await, json!({"type":"subscribe","match":"m"}));
    socket.say(game.table()).await;
    game.play(0, "b1", "k3");
    socket.say(game.update()).await;
    until(&mut events, is_update).await;
    assert_eq!(*client.view("m", ANN).unwrap(), game.current.view(ANN));
}

#[tokio::test]
async fn nonsense_is_passed_over_and_what_is_too_large_is_refused() {
    let server = Server::new().await;
    let (client, mut events) = server.connect();
    let mut socket = server.welcome().await;
    for nonsense in [
        json!(7),
        json!({"type":"update"}),
        json!({"type":"new_thing"}),
        json!([]),
    ] {
        socket.say(nonsense).await;
        until(&mut events, |event| {
            matches!(event, Event::Unreadable { .. })
        })
        .await;
    }
    let deep = "[".repeat(20_000);
    socket.0.send(Message::text(deep)).await.unwrap();
    until(&mut events, |event| {
        matches!(event, Event::Unreadable { .. })
    })
    .await;
    socket.0.send(Message::binary(vec![0; 10])).await.unwrap();
    socket.say(json!({"type":"paired","match":"m"})).await;
    until(&mut events, |event| {
        *event == Event::Paired { id: "m".into() }
    })
    .await;
    assert!(client.is_connected());

    let _ = socket.0.send(Message::text("x".repeat(60_000))).await;
    let lost = until(&mut events, |event| matches!(event, Event::Lost { .. })).await;
    assert!(format!("{lost:?}").contains("too long"), "{lost:?}");
    // Nor does it help to send it in parts.
    let mut socket = server.welcome().await;
    until(&mut events, |event| matches!(event, Event::Back { .. })).await;
    for kind in [Data::Text, Data::Continue, Data::Continue] {
        let part = Frame::message(vec![b'x'; 20_000], OpCode::Data(kind), false);
        let _ = socket.0.send(Message::Frame(part)).await;
    }
    let lost = until(&mut events, |event| matches!(event, Event::Lost { .. })).await;
    assert!(format!("{lost:?}").contains("too long"), "{lost:?}");
}

#[tokio::test]
async fn a_silent_server_is_asked_and_then_given_up() {
    let server = Server::new().await;
    let (_client, mut events) = server.connect();
    let mut socket = server.welcome().await;
    assert_eq!(socket.hear().await, json!({"type":"ping","at":0}));
    socket.say(json!({"type":"pong","at":0})).await;
    assert_eq!(socket.hear().await, json!({"type":"ping","at":0}));
    until(&mut events, |event| matches!(event, Event::Lost { .. })).await;
    server.welcome().await;
}

#[tokio::test]
async fn who_is_not_let_in_hears_why_and_does_not_try_again() {
    let server = Server::new().await;
    let (client, mut events) = server.connect();
    let answer = client.submit("m", None, "b2".into());
    let mut socket = server.accept().await;
    socket.hear().await;
    socket
        .say(json!({"type":"bye","code":"unauthenticated","text":"this token is not known"}))
        .await;
    let ended = until(&mut events, |event| matches!(event, Event::Ended { .. })).await;
    let why = Problem::new("unauthenticated", "this token is not known");
    assert_eq!(ended, Event::Ended { why });
    assert_eq!(events.next().await, None);
    assert!(matches!(answer.await, Err(Error::Ended)));
}

#[tokio::test]
async fn a_server_that_goes_down_is_waited_for_as_long_as_it_says() {
    let server = Server::new().await;
    let (_client, mut events) = server.connect();
    let mut socket = server.welcome().await;
    socket
        .say(json!({"type":"bye","code":"closing","text":"back soon","retry_after_ms":30}))
        .await;
    let lost = until(&mut events, |event| matches!(event, Event::Lost { .. })).await;
    let Event::Lost { why, retry_in } = lost else {
        panic!()
    };
    assert_eq!(
        (why.as_str(), retry_in.as_millis() >= 30),
        ("back soon", true)
    );
    server.welcome().await;
    until(&mut events, |event| {
        matches!(event, Event::Back { again: true, .. })
    })
    .await;
}

#[tokio::test]
async fn whoever_reads_no_events_still_gets_answers_and_learns_how_many_were_missed() {
    let server = Server::new().await;
    let address = server.address().parse().unwrap();
    let settings = Settings {
        most_events: 3,
        ..Settings::default()
    };
    let (client, mut events) = Client::connect_with(address, "secret", settings);
    let mut socket = server.welcome().await;
    for _ in 0..10 {
        socket.say(json!({"type":"paired","match":"m"})).await;
    }
    let answer = client.submit("m", None, "b2".into());
    let key = socket.hear().await["key"].clone();
    socket
        .say(json!({"type":"accepted","match":"m","key":key,"version":2}))
        .await;
    assert_eq!(answer.await.unwrap(), Answer::Accepted { version: 2 });
    for _ in 0..3 {
        events.next().await.unwrap();
    }
    socket.say(json!({"type":"paired","match":"n"})).await;
    assert_eq!(events.next().await, Some(Event::Missed { events: 9 }));
    assert_eq!(events.next().await, Some(Event::Paired { id: "n".into() }));
}

#[tokio::test]
async fn nothing_is_left_when_nobody_holds_the_client() {
    let server = Server::new().await;
    let (client, mut events) = server.connect();
    let mut socket = server.welcome().await;
    let other = client.clone();
    drop(client);
    other.chat("m", "hello");
    other.sent().await;
    let heard = socket.hear().await;
    let said: ToServer = serde_json::from_value(heard).unwrap();
    assert_eq!(
        said,
        ToServer::Chat {
            id: "m".into(),
            text: "hello".into()
        }
    );
    drop(other);
    while events.next().await.is_some() {}
}

#[tokio::test]
async fn requests_come_back_as_what_they_are_or_as_what_was_wrong() {
    let server = Server::new().await;
    let api = Api::new(&server.address()).unwrap();
    let session = r#"{"account":{"id":"a","name":"Ann","guest":true},"token":"t"}"#;
    let (heard, got) = tokio::join!(server.answer("200 OK", session), api.guest("Ann"));
    assert_eq!(got.unwrap().account.name, "Ann");
    assert!(
        heard.starts_with("POST /api/guests HTTP/1.1\r\n") && heard.ends_with(r#"{"name":"Ann"}"#)
    );

    let ann = api.with_token("t");
    let problem = r#"{"code":"no_such_room","text":"there is no room 'X/Y'"}"#;
    let (heard, got) = tokio::join!(server.answer("404 Not Found", problem), ann.room("X/Y"));
    assert_eq!(got.unwrap_err().to_string(), "there is no room 'X/Y'");
    assert!(heard.contains("GET /api/rooms/X%2FY HTTP"), "{heard}");
    assert!(
        heard.to_lowercase().contains("authorization: bearer t\r\n"),
        "{heard}"
    );
    assert!(!format!("{ann:?}").contains("Bearer t"), "{ann:?}");

    // A connection that the server has closed is not used again.
    let (_, got) = tokio::join!(server.answer("502 Bad Gateway", "<html>"), ann.me());
    assert_eq!(got.unwrap_err().problem().unwrap().code, "status_502");
    let (_, got) = tokio::join!(server.answer("204 No Content", ""), ann.log_out());
    got.unwrap();
    let (_, got) = tokio::join!(server.answer("200 OK", "{}"), ann.me());
    assert!(matches!(got, Err(Error::Unreadable { .. })));
}

#[tokio::test]
async fn an_answer_without_an_end_is_cut() {
    let server = Server::new().await;
    let mut http = parlor_client::http::Http::new(server.address().parse().unwrap());
    http.most_bytes = 100;
    let large = "x".repeat(200);
    let api = Api::with(http.clone());
    let (_, got) = tokio::join!(server.answer("200 OK", &large), api.metrics());
    assert!(matches!(got, Err(Error::TooLarge { most_bytes: 100 })));
    http.timeout = Duration::from_millis(20);
    let api = Api::with(http);
    assert!(matches!(api.metrics().await, Err(Error::TooSlow(_))));
}
