//! A socket that stays: what a user of this crate holds in hand.

use std::pin::Pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Instant;

use futures_util::Stream;
use parlor_core::{Answer as Reply, Entropy, Guide, Rejection, Seat, View, Viewer, Words};
use parlor_protocol::{Ask, ChatLine, ClockShown, Role, Status, ToServer};
use serde_json::Value;
use tokio::sync::{Notify, mpsc, oneshot};

use crate::known::{Known, Seen};
use crate::{Address, Answer, Error, Event, Settings, backoff, link};

/// A socket that stays: it comes back by itself when the network or the server was gone, and knows what is seen now.
///
/// Clones are the same client. It ends when the last of them is dropped, or by [`close`](Client::close).
///
/// ```no_run
/// # async fn look_on() {
/// use parlor_client::{Client, Event};
/// use parlor_core::Viewer;
/// use parlor_protocol::Role;
/// let (client, mut events) = Client::connect("localhost:8080".parse().unwrap(), "a token");
/// client.subscribe("m1", Some(Role::Spectator));
/// while let Some(event) = events.next().await {
///     if let Event::Update { told, .. } = event {
///         println!("{told:?}");
///     }
/// }
/// # }
/// ```
#[derive(Clone)]
pub struct Client {
    shared: Arc<Shared>,
    /// While one of these is there, somebody holds the client.
    _held: mpsc::Sender<()>,
}

/// What happens, in order. Also a [`Stream`].
///
/// ```no_run
/// # async fn hear(mut events: parlor_client::Events) {
/// while let Some(event) = events.next().await {
///     println!("{event:?}");
/// }
/// # }
/// ```
pub struct Events {
    receiver: mpsc::Receiver<Event>,
}

/// What the client and its link share.
pub(crate) struct Shared {
    known: Mutex<Known>,
    /// Something is to be sent.
    pub nudge: Notify,
    /// All was sent.
    pub sent: Notify,
    /// It is to end.
    pub close: Notify,
    /// What all keys of this client begin with.
    keys: String,
    next_key: AtomicU64,
}

impl Client {
    /// Connects as whoever this token belongs to, with the usual settings. What comes of it is among the events.
    ///
    /// Called within a tokio runtime, which does the work from then on.
    pub fn connect(address: Address, token: &str) -> (Client, Events) {
        Client::connect_with(address, token, Settings::default())
    }

    /// The same with settings of one's own.
    pub fn connect_with(address: Address, token: &str, settings: Settings) -> (Client, Events) {
        let (send, receiver) = mpsc::channel(settings.most_events.max(1));
        let (held, holders) = mpsc::channel(1);
        let shared = Arc::new(Shared {
            known: Mutex::default(),
            nudge: Notify::new(),
            sent: Notify::new(),
            close: Notify::new(),
            keys: format!("{:016x}{:08x}", backoff::chance(), backoff::chance() as u32),
            next_key: AtomicU64::new(0),
        });
        let link = link::Link::new(address, token.into(), settings, shared.clone(), send);
        tokio::spawn(link.run(holders));
        let client = Client {
            shared,
            _held: held,
        };
        (client, Events { receiver })
    }

    /// Ends it. Whoever waits for an answer hears [`Error::Ended`].
    pub fn close(&self) {
        self.shared.close.notify_one();
    }

    /// Looks at a match from now on: as all seats that one has, or in another role.
    pub fn subscribe(&self, id: &str, role: Option<Role>) {
        self.subscribe_by_code(id, role, None);
    }

    /// The same with the code of the room: a match in a room that is not public is shown to those who play there, and to
    /// those who know its code.
    pub fn subscribe_by_code(&self, id: &str, role: Option<Role>, code: Option<&str>) {
        self.shared.known().subscribe(id, role, code);
        self.shared.nudge.notify_one();
    }

    /// Adds to the seed of a match that has not begun: call it before [`Client::subscribe`], and say the
    /// [commitment](Entropy::commitment) already when you join the room or make it. The client tells the entropy as soon as the
    /// server has committed to its own part, and only once.
    ///
    /// ```no_run
    /// # async fn play(api: parlor_client::Api, client: parlor_client::Client) -> Result<(), parlor_client::Error> {
    /// use parlor_protocol::Join;
    /// let entropy = parlor_client::entropy();
    /// let commitment = Some(entropy.commitment());
    /// let room = api.join("ABCDEF", &Join { commitment, ..Join::default() }).await?;
    /// client.contribute(&room.id, entropy);
    /// client.subscribe(&room.id, None);
    /// # Ok(()) }
    /// ```
    pub fn contribute(&self, id: &str, entropy: Entropy) {
        self.shared.known().contribute(id, entropy);
    }

    /// What was told of a match's seed and what the server had committed to before it was told: for
    /// [`Header::check`](parlor_core::Header::check) once the match is over. Nothing if nothing was told.
    pub fn contributed(&self, id: &str) -> Option<(Entropy, String)> {
        self.seen(id, |seen| {
            let own = seen.entropy.as_ref()?;
            Some((own.entropy, own.heard.clone()?))
        })
    }

    /// Looks at it no longer.
    pub fn unsubscribe(&self, id: &str) {
        self.shared.known().unsubscribe(id);
        self.shared.nudge.notify_one();
    }

    /// Sends a command, for the only seat that one has if none is said. It is sent at once, also if nobody waits for the
    /// answer; and again until there is one, under the same key, so that it is played once at most.
    pub fn submit(
        &self,
        id: &str,
        seat: Option<Seat>,
        command: Value,
    ) -> impl Future<Output = Result<Answer, Error>> + Send + 'static {
        self.submit_at(id, seat, command, None)
    }

    /// The same, but only if the match is still at this version.
    pub fn submit_at(
        &self,
        id: &str,
        seat: Option<Seat>,
        command: Value,
        version: Option<u64>,
    ) -> impl Future<Output = Result<Answer, Error>> + Send + 'static {
        let key = self.shared.new_key();
        let frame = ToServer::Submit {
            id: id.into(),
            seat,
            command,
            version,
            key: key.clone(),
        };
        let (send, answer) = oneshot::channel();
        self.shared.known().submit(id, key, frame, send);
        self.shared.nudge.notify_one();
        async move { answer.await.map_err(|_| Error::Ended) }
    }

    /// Asks for the next question on the way to a command, in games that have so many that they ask for parts of it.
    pub async fn guide(
        &self,
        id: &str,
        seat: Option<Seat>,
        answers: Vec<Reply>,
    ) -> Result<Result<Guide<Value>, Rejection>, Error> {
        let (send, answer) = oneshot::channel();
        let key = self.shared.new_key();
        self.shared.known().guide(id, seat, answers, key, send);
        self.shared.nudge.notify_one();
        answer.await.map_err(|_| Error::Ended)
    }

    /// Asks why a command is not possible now; nothing if it is. It is not played, whatever the answer is.
    pub async fn why(
        &self,
        id: &str,
        seat: Option<Seat>,
        command: Value,
    ) -> Result<Option<Rejection>, Error> {
        let (send, answer) = oneshot::channel();
        let key = self.shared.new_key();
        self.shared.known().why(id, seat, command, key, send);
        self.shared.nudge.notify_one();
        answer.await.map_err(|_| Error::Ended)
    }

    /// Asks for something that is not a move: a draw, an undo, to give up. What comes of it is among the events.
    pub fn ask(&self, id: &str, seat: Option<Seat>, ask: Ask) {
        let id = id.into();
        self.shared
            .known()
            .send_once(ToServer::Ask { id, seat, ask });
        self.shared.nudge.notify_one();
    }

    /// Says something to the others.
    pub fn chat(&self, id: &str, text: &str) {
        let (id, text) = (id.into(), text.into());
        self.shared.known().send_once(ToServer::Chat { id, text });
        self.shared.nudge.notify_one();
    }

    /// Waits until all that was to be sent has been handed to the network: before a program ends, say.
    pub async fn sent(&self) {
        while self.shared.known().has_frames() {
            self.shared.sent.notified().await;
        }
    }

    /// Whether the connection stands now.
    pub fn is_connected(&self) -> bool {
        self.shared.known().is_welcomed()
    }

    /// Reads games in a language from now on, with their words in it: [`Api::words`](crate::Api::words). Views, what is told, what
    /// is asked and why something is refused come in that language.
    pub fn speak(&self, language: &str, words: Words) {
        self.shared.known().speech.0 = Some((language.into(), words));
    }

    /// What a viewer sees now.
    pub fn view(&self, id: &str, viewer: Viewer) -> Option<Arc<View>> {
        let known = self.shared.known();
        let view = &known.matches.get(id)?.views.get(&viewer)?.1;
        Some(known.speech.view(view))
    }

    /// Those whose views this client gets.
    pub fn viewers(&self, id: &str) -> Vec<Viewer> {
        self.seen(id, |seen| Some(seen.views.keys().copied().collect()))
            .unwrap_or_default()
    }

    /// The latest version that was seen; nothing before the match has begun.
    pub fn version(&self, id: &str) -> Option<u64> {
        self.seen(id, Seen::version)
    }

    /// The room, who is there, what is asked.
    pub fn status(&self, id: &str) -> Option<Status> {
        self.seen(id, |seen| seen.status.clone())
    }

    /// The clocks as they are now.
    pub fn clock(&self, id: &str) -> Option<ClockShown> {
        self.seen(id, |seen| seen.clock(Instant::now()))
    }

    /// What was said lately.
    pub fn chat_lines(&self, id: &str) -> Vec<ChatLine> {
        self.seen(id, |seen| Some(seen.chat.clone()))
            .unwrap_or_default()
    }

    fn seen<T>(&self, id: &str, get: impl FnOnce(&Seen) -> Option<T>) -> Option<T> {
        get(self.shared.known().matches.get(id)?)
    }
}

/// Entropy for a match, from the system's own randomness.
pub fn entropy() -> Entropy {
    let mut bits = [0; 32];
    // Where the system gives none, nothing is added that others could not guess, and the match is as fair as without it.
    let _ = getrandom::fill(&mut bits);
    Entropy(bits)
}

impl Shared {
    pub fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn new_key(&self) -> String {
        let number = self.next_key.fetch_add(1, Ordering::Relaxed);
        format!("{}-{number}", self.keys)
    }
}

impl Events {
    /// The next event; nothing once the client has ended.
    pub async fn next(&mut self) -> Option<Event> {
        self.receiver.recv().await
    }
}

impl Stream for Events {
    type Item = Event;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Event>> {
        self.receiver.poll_recv(context)
    }
}
