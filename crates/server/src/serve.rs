//! [`Server`]: the accept loop with its limits, what is done now and then, and the end.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use parlor_core::{AnyGame, Game, erase};
use parlor_ruleset::Ruleset;
use parlor_store::{Store, StoreError};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tower::ServiceExt;

use crate::api::app;
use crate::config::Config;
use crate::games::Games;
use crate::guard::Counted;
use crate::hub::Hub;
use crate::owner;
use crate::pages::Pages;
use crate::patient::Patient;
use crate::rules;
use crate::time::HEARTBEAT;

/// How often the server looks for deadlines of matches that sleep.
const DEADLINES: Duration = Duration::from_millis(500);
/// How often those who wait for an opponent are looked at.
const PAIRING: Duration = Duration::from_secs(1);
/// How often what need not be remembered is forgotten.
const SWEEP: Duration = Duration::from_secs(60);
/// How often rooms and sessions that have run out are put away.
const TIDY: Duration = Duration::from_secs(600);
/// A client that takes nothing of what it is sent is cut off after so many times what it has for its headers.
const UNREAD: u32 = 4;
/// Besides sockets, so many connections may be open.
const SPARE: usize = 256;
/// So many overdue matches are woken at once.
const MOST_DUE: usize = 100;
/// Headers of a request have so many bytes at most.
const HEADER_BYTES: usize = 16 * 1024;

/// A server: rooms, sockets, clocks and all.
///
/// ```
/// use std::sync::Arc;
/// use parlor_server::{Config, Games, Server};
/// # tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(async {
/// let games = Games::of(parlor_games::all());
/// let store = Arc::new(parlor_store::Memory::new());
/// let server = Server::begin(Config::default(), games, store).await.unwrap();
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
/// println!("listening on http://{}", listener.local_addr().unwrap());
/// server.run(listener, async { /* until somebody says stop */ }).await.unwrap();
/// # });
/// ```
pub struct Server {
    hub: Arc<Hub>,
}

impl Server {
    /// Takes the store for itself and begins with what it knows. If another server has it, waits a while for that one to end
    /// (`store.wait_seconds`), and gives up with [`StoreError::Taken`], which says where that server is.
    pub async fn begin(
        config: Config,
        mut games: Games,
        store: Arc<dyn Store>,
    ) -> Result<Server, StoreError> {
        owner::take(&*store, &config).await?;
        add_kept_rulesets(&mut games, &*store).await?;
        for (info, data) in games.data() {
            rules::keep(&*store, info, data).await?;
        }
        let hub = Hub::begin(config, games, store).await?;
        hub.keep_names().await?;
        Ok(Server { hub })
    }

    /// All that can be asked by HTTP, as a function: for tests, and for programs that have a server of their own.
    pub fn app(&self) -> Router {
        app(self.hub.clone())
    }

    /// A way to change the server while it runs.
    pub fn handle(&self) -> Handle {
        Handle {
            hub: self.hub.clone(),
        }
    }

    /// Serves until `stop` is there, then lets everybody know and waits for what is under way.
    ///
    /// Should another server take the store meanwhile, because this one could not be reached from there, it ends as well, with
    /// an error: what it knows is no longer true.
    pub async fn run(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()>,
    ) -> io::Result<()> {
        let hub = self.hub;
        hub.set_base_url(format!("http://{}", listener.local_addr()?));
        let (background, tidy) = (background(hub.clone()), tidy(hub.clone()));
        let background = tokio::spawn(async { tokio::join!(background, tidy) });
        let (alive, mut all_closed) = mpsc::channel::<()>(1);
        let connections = Arc::new(Semaphore::new(hub.config.limits.sockets as usize + SPARE));
        let app = app(hub.clone());
        tokio::pin!(stop);
        let mut lost = None;
        loop {
            let (stream, address) = tokio::select! {
                () = &mut stop => break,
                by = hub.until_lost() => {
                    tracing::error!(by, "another server has taken the store: this one stops serving");
                    lost = Some(by);
                    break;
                }
                accepted = listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        // Too many open files, most of the time: a moment later there may be one free.
                        tracing::warn!(%error, "a connection could not be accepted");
                        tokio::time::sleep(Duration::from_millis(50)).await;
                        continue;
                    }
                },
            };
            // Whoever is one too many is closed at once: that is cheaper than any answer.
            let Ok(permit) = connections.clone().try_acquire_owned() else {
                continue;
            };
            // Behind a proxy all come from one address: a socket is counted once it is known whose it is.
            let counted = match hub.config.server.behind_proxy {
                true => None,
                false => match hub.guard.connect(address.ip()) {
                    Some(counted) => Some(counted),
                    None => continue,
                },
            };
            let connected = Connected {
                _permit: permit,
                _counted: counted,
                _alive: alive.clone(),
            };
            let peer = Peer {
                address,
                _connected: Arc::new(connected),
            };
            tokio::spawn(connection(hub.clone(), stream, peer, app.clone()));
        }
        tracing::info!("closing");
        drop(listener);
        hub.closing.send_replace(true);
        drop(alive);
        let patience = Duration::from_secs(hub.config.server.shutdown_seconds.into());
        if tokio::time::timeout(patience, all_closed.recv())
            .await
            .is_err()
        {
            tracing::warn!("some were still connected when the server ended");
        }
        background.abort();
        if let Some(by) = lost {
            let text = format!("another server has taken the store: {by}");
            return Err(io::Error::other(text));
        }
        if let Err(error) = hub.time.beat(&*hub.store).await {
            tracing::warn!(%error, "the end was not kept");
        }
        Ok(())
    }
}

/// What an open connection holds: dropped, it no longer counts. A socket goes on holding it.
struct Connected {
    _permit: OwnedSemaphorePermit,
    _counted: Option<Counted>,
    _alive: mpsc::Sender<()>,
}

/// Where a request comes from.
#[derive(Clone)]
pub(crate) struct Peer {
    pub address: SocketAddr,
    _connected: Arc<Connected>,
}

/// A way to change a server while it runs.
///
/// ```
/// # use std::sync::Arc;
/// use parlor_server::{Config, Games, Server};
/// # tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(async {
/// # let store = Arc::new(parlor_store::Memory::new());
/// let server = Server::begin(Config::default(), Games::new(), store).await.unwrap();
/// let handle = server.handle();
/// let hex = parlor_games::all().get("hex").unwrap().clone();
/// let reloaded = handle.replace_game(hex, None).await;
/// assert!(reloaded.is_empty(), "no match of it was on");
/// # });
/// ```
#[derive(Clone)]
pub struct Handle {
    hub: Arc<Hub>,
}

/// What became of a match whose rules have changed.
///
/// ```
/// let kept = parlor_server::Reloaded { id: "m1".into(), replayed: Ok(12) };
/// assert_eq!(kept.replayed, Ok(12));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reloaded {
    /// Which match.
    pub id: String,
    /// How many commands were played again, or why the match goes on by the rules as they were.
    pub replayed: Result<u64, String>,
}

impl Handle {
    /// Puts a game in place of the one with the same id. The matches that are on are played again by the new rules, where
    /// their commands still fit.
    pub async fn replace_game(
        &self,
        game: Arc<dyn AnyGame>,
        rules: Option<serde_json::Value>,
    ) -> Vec<Reloaded> {
        let id = game.info().id.clone();
        if let Some(rules) = &rules
            && let Err(error) = rules::keep(&*self.hub.store, game.info(), rules).await
        {
            tracing::error!(%error, game = id, "the rules were not kept: matches cannot outlive them");
        }
        self.hub.change_games(|games| match rules {
            Some(rules) => games.add_ruleset(game.clone(), rules),
            None => games.add(game.clone()),
        });
        self.hub.reload(&game).await
    }

    /// Tells whoever writes a game how the file stands that was saved last: what is wrong with it, or nothing.
    pub fn tell_author(&self, file: &str, problems: Option<String>) {
        let mut news = self
            .hub
            .author
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        news.saves += 1;
        news.file = Some(file.into());
        news.problems = problems;
    }

    /// Where the server can be reached, as links say it.
    pub fn base_url(&self) -> String {
        self.hub.base_url()
    }
}

/// Serves one connection. Whoever takes too long over the headers, or is silent between requests, is closed.
async fn connection(hub: Arc<Hub>, stream: TcpStream, peer: Peer, app: Router) {
    hub.metrics.connections.add(1);
    let _ = stream.set_nodelay(true);
    let service = app.map_request(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        request
    });
    let patience = Duration::from_secs(hub.config.limits.header_seconds.into());
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(HEADER_BYTES)
        .serve_connection(
            TokioIo::new(Patient::new(stream, patience * UNREAD)),
            TowerToHyperService::new(service),
        )
        .with_upgrades();
    tokio::pin!(connection);
    tokio::select! {
        _ = connection.as_mut() => {}
        () = hub.until_closing() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
    hub.metrics.connections.sub(1);
}

/// What is done now and then.
async fn background(hub: Arc<Hub>) {
    if let Err(error) = hub.wake_beginning().await {
        tracing::error!(%error, "the next games of series begin when somebody comes");
    }
    let mut beat = tokio::time::interval(HEARTBEAT);
    let mut deadlines = tokio::time::interval(DEADLINES);
    let mut pairing = tokio::time::interval(PAIRING);
    let mut sweep = tokio::time::interval(SWEEP);
    loop {
        tokio::select! {
            _ = beat.tick() => {
                match hub.time.beat(&*hub.store).await {
                    Ok(()) => {}
                    Err(StoreError::Taken { by }) => drop(hub.lost.send_replace(Some(by))),
                    Err(error) => tracing::error!(%error, "the store does not answer"),
                }
            }
            _ = deadlines.tick() => wake_overdue(&hub).await,
            _ = pairing.tick() => hub.pair_all().await,
            _ = sweep.tick() => hub.sweep(),
        }
    }
}

/// Puts away what nobody needs any more, once in a while. It may take its time over it.
async fn tidy(hub: Arc<Hub>) {
    let mut next = tokio::time::interval(TIDY);
    loop {
        next.tick().await;
        let rooms = hub.tidy_rooms().await;
        let sessions = hub.tidy_sessions().await;
        if let Err(error) = rooms.and(sessions) {
            tracing::error!(%error, "what has run out cannot be put away");
        }
    }
}

/// Wakes matches that sleep and in which somebody's time is out. Those that are awake look after themselves.
async fn wake_overdue(hub: &Arc<Hub>) {
    let due = match hub.store.due(hub.time.server_ms(), MOST_DUE).await {
        Ok(due) => due,
        Err(error) => return tracing::error!(%error, "deadlines cannot be read"),
    };
    for due in due {
        // A match that was played again by changed rules has a number behind its room's id.
        let room = due.id.split('.').next().unwrap_or(&due.id);
        if !hub.is_awake(room) {
            hub.time_out(room, &due.id).await;
        }
    }
}

/// The rulesets that players have brought before.
async fn add_kept_rulesets(games: &mut Games, store: &dyn Store) -> Result<(), StoreError> {
    let mut pages = Pages::of(store, "ruleset");
    while let Some(page) = pages.next().await? {
        for document in page {
            let by = store.get("ruleset_by", &document.id).await?;
            // Also one that no longer works takes up room.
            games.brought(&document.id, by.as_ref().map_or("", |by| &by.text));
            match Ruleset::load(document.text.as_bytes()) {
                Ok(ruleset) => {
                    let rules = serde_json::to_value(ruleset.document()).unwrap_or_default();
                    match games.get(&document.id) {
                        Err(_) => games.add_ruleset(erase(ruleset), rules),
                        // Another game has the id by now; the matches that are on are still played by these rules.
                        Ok(_) => rules::keep(store, &ruleset.info(), &rules).await?,
                    }
                }
                Err(_) => tracing::warn!(
                    game = document.id,
                    "a ruleset that was brought no longer works"
                ),
            }
        }
    }
    Ok(())
}
