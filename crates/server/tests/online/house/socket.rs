//! A bare socket: sends whatever it is told to, and keeps every byte that it hears.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use parlor_protocol::{PROTOCOL, Room, ToServer};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use super::LONG;

/// A socket without manners.
pub struct Socket {
    pub stream: WebSocketStream<TcpStream>,
    /// All texts that were heard, in order.
    pub heard: Vec<String>,
}

/// Something that a socket hears.
#[derive(Debug)]
pub enum Heard {
    Frame(Value),
    /// The server has closed, for a reason or none.
    Closed(Option<String>),
}

impl Heard {
    /// The type of a frame, with its code where it has one, or how it ended.
    pub fn name(&self) -> String {
        match self {
            Heard::Frame(frame) => {
                let kind = frame["type"].as_str().unwrap_or_default();
                match frame["code"].as_str() {
                    Some(code) => format!("{kind} {code}"),
                    None => kind.into(),
                }
            }
            Heard::Closed(Some(reason)) => format!("closed {reason}"),
            Heard::Closed(None) => "closed".into(),
        }
    }
}

impl Socket {
    /// Connects, and says nothing yet.
    pub async fn open(address: SocketAddr) -> Socket {
        let stream = TcpStream::connect(address).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Socket::over(address, stream).await
    }

    pub async fn over(address: SocketAddr, stream: TcpStream) -> Socket {
        let url = format!("ws://{address}/api/socket");
        let opened = tokio_tungstenite::client_async(url, stream).await;
        Socket {
            stream: opened.unwrap().0,
            heard: Vec::new(),
        }
    }

    /// Connects, says hello and is welcomed.
    pub async fn welcomed(address: SocketAddr, token: &str) -> Socket {
        let mut socket = Socket::open(address).await;
        socket.hello(token).await;
        assert_eq!(socket.hear().await.name(), "welcome");
        socket
    }

    pub async fn hello(&mut self, token: &str) {
        let token = token.into();
        let protocol = PROTOCOL;
        self.say(&ToServer::Hello { token, protocol }).await;
    }

    /// Subscribes, and gives the table, or whatever comes instead.
    pub async fn subscribe(&mut self, id: &str) -> Value {
        self.send(json!({"type": "subscribe", "match": id})).await;
        self.frame("table").await
    }

    /// The same for somebody who has no seat, and was told the code.
    pub async fn look_on(&mut self, room: &Room) -> Value {
        self.send(json!({"type": "subscribe", "match": room.id, "code": room.code}))
            .await;
        self.frame("table").await
    }

    pub async fn submit(&mut self, id: &str, command: impl Into<Value>, key: &str) {
        let command = command.into();
        self.send(json!({"type": "submit", "match": id, "command": command, "key": key}))
            .await;
    }

    pub async fn say(&mut self, frame: &ToServer) {
        self.text(&serde_json::to_string(frame).unwrap()).await;
    }

    pub async fn send(&mut self, frame: Value) {
        self.text(&frame.to_string()).await;
    }

    pub async fn text(&mut self, text: &str) {
        // Whether it was closed meanwhile is seen by what is heard next.
        let _ = self.stream.send(Message::text(text)).await;
    }

    pub async fn hear(&mut self) -> Heard {
        let heard = timeout(LONG, self.hear_now()).await;
        heard.expect("nothing was heard")
    }

    async fn hear_now(&mut self) -> Heard {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => {
                    self.heard.push(text.to_string());
                    return Heard::Frame(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(frame))) => {
                    return Heard::Closed(frame.map(|frame| frame.reason.to_string()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Heard::Closed(None),
            }
        }
    }

    /// The next frame of a type; what comes before it is passed over.
    pub async fn frame(&mut self, kind: &str) -> Value {
        self.until(|frame| frame["type"] == kind).await
    }

    /// The next frame that is as it should be; what comes before it is passed over.
    pub async fn until(&mut self, is: impl Fn(&Value) -> bool) -> Value {
        loop {
            match self.hear().await {
                Heard::Frame(frame) if is(&frame) => return frame,
                Heard::Frame(_) => {}
                closed => panic!("{}, after {:#?}", closed.name(), self.heard),
            }
        }
    }

    /// All that comes until the server closes, by name.
    pub async fn until_closed(&mut self) -> Vec<String> {
        let mut names = Vec::new();
        loop {
            let heard = self.hear().await;
            names.push(heard.name());
            if matches!(heard, Heard::Closed(_)) {
                return names;
            }
        }
    }

    /// Asks the room something and waits for its answer: all that it had to say before has come.
    pub async fn settle(&mut self, id: &str) {
        let key = format!("settle-{}", self.heard.len());
        self.send(json!({"type": "guide", "match": id, "key": key}))
            .await;
        self.until(|frame| frame["key"] == *key).await;
    }
}
