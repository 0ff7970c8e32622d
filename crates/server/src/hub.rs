//! [`Hub`]: what all parts of a server share: the store, the games, the rooms that are awake.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};

use parlor_core::AnyGame;
use parlor_protocol::{Account, AuthorNews, Room, RoomStatus, ToClient, Visibility};
use parlor_store::{Put, Store, StoreError};
use tokio::sync::{Semaphore, oneshot, watch};

use crate::config::Config;
use crate::failure::Failure;
use crate::games::Games;
use crate::guard::Guard;
use crate::ids;
use crate::limits::Bucket;
use crate::live::{self, Call, Deed, Do, Inbox, Reload, Reply};
use crate::metrics::Metrics;
use crate::new_room::BEGINS;
use crate::own_address::own_address;
use crate::pages::Pages;
use crate::pairing::Pairing;
use crate::queue::Queue;
use crate::room::{RoomState, hide_end};
use crate::serve::Reloaded;
use crate::socket::Outbox;
use crate::time::Time;
use crate::token::Signer;
use crate::web::page_of;

/// How often a call is made to a room that falls asleep just then.
const TRIES: usize = 3;
/// So many passwords are hashed at the same time.
const HASHERS: usize = 2;
/// So many look back at matches at the same time, and so many requests of one account wait for that.
const READERS: usize = 2;
const MOST_READING: usize = 8;
/// So many bots of one account's rooms wait to think: a few in each of its rooms.
const MOST_THINKING: usize = 1000;

/// What all parts of a server share.
pub(crate) struct Hub {
    pub config: Config,
    /// The page for browsers.
    pub page: String,
    pub store: Arc<dyn Store>,
    pub time: Time,
    pub metrics: Metrics,
    pub signer: Signer,
    pub guard: Guard,
    /// Where bots wait until they may think.
    pub bots: Arc<Queue>,
    /// Where those wait who look back at matches.
    pub readers: Arc<Queue>,
    /// The matches that somebody wants to know about what a bot thinks of them.
    analyses: Mutex<HashMap<String, Arc<tokio::sync::Mutex<()>>>>,
    /// What is told to whoever writes a game.
    pub author: Mutex<AuthorNews>,
    pub hashers: Arc<Semaphore>,
    pub pairing: Pairing,
    pub games: RwLock<Games>,
    /// Rules that are no game's any more, while matches are played by them.
    kept_rules: Mutex<HashMap<String, Weak<dyn AnyGame>>>,
    /// The rooms that are awake.
    rooms: Mutex<HashMap<String, Inbox>>,
    /// Those who are connected, by account.
    present: Mutex<HashMap<String, Present>>,
    /// Where the server can be reached, once it is known.
    base: RwLock<String>,
    /// Whether the server is about to end.
    pub closing: watch::Sender<bool>,
    /// The server that has taken the store from this one, if that has happened.
    pub lost: watch::Sender<Option<String>>,
}

/// Somebody who is connected.
#[derive(Default)]
struct Present {
    sockets: Vec<(u64, Outbox)>,
    /// How many frames they may send, over all sockets.
    frames: Arc<Mutex<Bucket>>,
}

impl Present {
    /// Whether they are gone, and might send as much as anybody else if they came back.
    fn is_forgettable(&self, now_ms: u64) -> bool {
        self.sockets.is_empty() && lock(&self.frames).is_full(now_ms)
    }
}

/// What was locked is sound even if somebody who held it has failed: every change under a lock is one step.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hub {
    /// Begins with what the store knows.
    pub async fn begin(
        config: Config,
        games: Games,
        store: Arc<dyn Store>,
    ) -> Result<Arc<Hub>, StoreError> {
        let time = Time::begin(&*store).await?;
        let signer = Signer::new(secret(&*store).await?);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let bot_threads = match config.bots.threads {
            0 => cores,
            threads => threads as usize,
        };
        let guard = Guard::new(&config.limits);
        Ok(Arc::new(Hub {
            store,
            time,
            metrics: Metrics::default(),
            signer,
            guard,
            bots: Queue::new(bot_threads, MOST_THINKING),
            readers: Queue::new(READERS, MOST_READING),
            analyses: Mutex::default(),
            author: Mutex::default(),
            hashers: Arc::new(Semaphore::new(HASHERS)),
            pairing: Pairing::default(),
            games: RwLock::new(games),
            kept_rules: Mutex::default(),
            rooms: Mutex::default(),
            present: Mutex::default(),
            base: RwLock::new(config.server.public_url.clone().unwrap_or_default()),
            closing: watch::Sender::new(false),
            lost: watch::Sender::new(None),
            page: page_of(&config),
            config,
        }))
    }

    /// What those hold one after the other who ask for what a bot thinks of a match.
    pub fn thought_about(&self, id: &str) -> Arc<tokio::sync::Mutex<()>> {
        lock(&self.analyses).entry(id.into()).or_default().clone()
    }

    /// Waits until the server is about to end.
    pub async fn until_closing(&self) {
        let mut closing = self.closing.subscribe();
        let _ = closing.wait_for(|closing| *closing).await;
    }

    /// Waits until another server has taken the store, and says which.
    pub async fn until_lost(&self) -> String {
        let mut lost = self.lost.subscribe();
        let by = lost.wait_for(Option::is_some).await;
        by.ok().and_then(|by| by.clone()).unwrap_or_default()
    }

    /// Where the server can be reached.
    pub fn base_url(&self) -> String {
        let base = self.base.read().unwrap_or_else(PoisonError::into_inner);
        base.trim_end_matches('/').to_string()
    }

    /// Says where the server can be reached, if nobody has said so before.
    pub fn set_base_url(&self, url: String) {
        let mut base = self.base.write().unwrap_or_else(PoisonError::into_inner);
        if base.is_empty() {
            *base = reachable(url);
        }
    }

    /// The game with this id.
    pub fn game(&self, id: &str) -> Result<Arc<dyn AnyGame>, Failure> {
        let games = self.games.read().unwrap_or_else(PoisonError::into_inner);
        Ok(games.get(id)?)
    }

    /// Rules that some match is played by, by their hash.
    pub fn known_rules(&self, hash: &str) -> Option<Arc<dyn AnyGame>> {
        lock(&self.kept_rules).get(hash)?.upgrade()
    }

    /// Remembers rules for as long as a match is played by them.
    pub fn know_rules(&self, hash: &str, game: &Arc<dyn AnyGame>) {
        let mut known = lock(&self.kept_rules);
        known.retain(|_, game| game.strong_count() > 0);
        known.insert(hash.into(), Arc::downgrade(game));
    }

    /// Changes the games.
    pub fn change_games<T>(&self, change: impl FnOnce(&mut Games) -> T) -> T {
        let mut games = self.games.write().unwrap_or_else(PoisonError::into_inner);
        change(&mut games)
    }

    /// Where a room takes calls; it is woken if it sleeps.
    pub fn room(self: &Arc<Self>, id: &str) -> Inbox {
        let mut rooms = lock(&self.rooms);
        if let Some(inbox) = rooms.get(id)
            && !inbox.is_closed()
        {
            return inbox.clone();
        }
        let inbox = live::wake(self.clone(), id.into());
        rooms.insert(id.into(), inbox.clone());
        inbox
    }

    /// A room falls asleep. It may have been woken again meanwhile: then this is about the one before.
    pub fn asleep(&self, id: &str) {
        let mut rooms = lock(&self.rooms);
        if rooms
            .get(id)
            .is_some_and(|inbox| inbox.is_closed() || inbox.strong_count() == 1)
        {
            rooms.remove(id);
        }
    }

    /// The rooms that are awake.
    pub fn awake(&self) -> Vec<String> {
        lock(&self.rooms).keys().cloned().collect()
    }

    /// Has the rooms of a game that are awake look at its new rules.
    pub async fn reload(self: &Arc<Self>, game: &Arc<dyn AnyGame>) -> Vec<Reloaded> {
        let mut reloaded = Vec::new();
        for room in self.awake() {
            let Ok(state) = self.look(&room).await else {
                continue;
            };
            if state.game != game.info().id {
                continue;
            }
            let call = |reply| {
                let game = game.clone();
                Call::Reload(Box::new(Reload { game, reply }))
            };
            let replayed = self.call(&room, call).await;
            reloaded.push(Reloaded {
                id: room,
                replayed: replayed.map_err(|failure| failure.problem.text),
            });
        }
        reloaded
    }

    /// Whether a room is awake.
    pub fn is_awake(&self, id: &str) -> bool {
        lock(&self.rooms)
            .get(id)
            .is_some_and(|inbox| !inbox.is_closed())
    }

    /// A deadline of a match that sleeps has passed: its room looks at it. One whose room is gone is not looked at again: it
    /// would stand before all others for ever.
    pub async fn time_out(self: &Arc<Self>, room: &str, id: &str) {
        match self.look(room).await {
            Ok(_) => drop(self.room(room).send(Call::TimeOut).await),
            Err(failure) if failure.is_unavailable() => {}
            Err(failure) => {
                tracing::warn!(room, problem = %failure.problem, "a deadline has passed in a match that cannot be played");
                self.shelve(id).await;
            }
        }
    }

    /// Forgets when something is due in a match, and keeps its clock.
    pub async fn shelve(&self, id: &str) {
        let Ok(stored) = self.store.read(id, u64::MAX).await else {
            return;
        };
        if let Some(mut note) = stored.note {
            note.due_ms = None;
            let _ = self.store.note(id, note).await;
        }
    }

    /// Whether an account may be in one room more.
    pub async fn check_room_limit(&self, account: &str, room: Option<&str>) -> Result<(), Failure> {
        let most = self.config.limits.rooms_per_account as usize;
        let mine = self.store.list(&format!("mine:{account}"), "", most + 1);
        let mine = mine.await?;
        if mine.len() < most || mine.iter().any(|one| Some(&*one.id) == room) {
            return Ok(());
        }
        let text = format!("you are in {most} rooms already, and more is not possible here");
        Err(Failure::conflict("too_many_rooms", text).hint("leave one of them"))
    }

    /// Asks a room, and waits for its answer.
    pub async fn call<T>(
        self: &Arc<Self>,
        id: &str,
        mut call: impl FnMut(Reply<T>) -> Call,
    ) -> Result<T, Failure> {
        for _ in 0..TRIES {
            let (reply, answer) = oneshot::channel();
            if self.room(id).send(call(reply)).await.is_ok()
                && let Ok(answer) = answer.await
            {
                return answer;
            }
        }
        tracing::error!(room = id, "a room does not answer");
        Err(Failure::internal())
    }

    /// A room as it is now.
    pub async fn look(self: &Arc<Self>, id: &str) -> Result<RoomState, Failure> {
        // A room that is in the middle of something may ask for itself: the store knows as well.
        let found = self.store.get("room", id).await?;
        let found = found.ok_or_else(|| ids::no_such_room(id))?;
        serde_json::from_str(&found.text).map_err(|_| Failure::internal())
    }

    /// Has an account do something to a room.
    pub async fn act(
        self: &Arc<Self>,
        id: &str,
        account: &Arc<Account>,
        mut deed: impl FnMut() -> Deed,
    ) -> Result<RoomState, Failure> {
        self.call(id, |reply| {
            Call::Do(Box::new(Do {
                account: account.clone(),
                deed: deed(),
                reply,
            }))
        })
        .await
    }

    /// The id of the room that somebody means by its id or code, and whether it was by its code.
    pub async fn find_room(&self, text: &str) -> Result<(String, bool), Failure> {
        if ids::is_id(text) {
            return Ok((text.into(), false));
        }
        let code = ids::as_code(text).ok_or_else(|| ids::no_such_room(text))?;
        let found = self.store.get("code", &code).await?;
        let found = found.ok_or_else(|| ids::no_such_room(text))?;
        Ok((found.text, true))
    }

    /// The room that somebody means by its id or code, if it is open to them: whether they have come by the code, too.
    pub async fn enter(
        self: &Arc<Self>,
        text: &str,
        account: Option<&str>,
        code: Option<&str>,
    ) -> Result<(RoomState, bool), Failure> {
        let (id, by_code) = self.find_room(text).await?;
        let room = self.look(&id).await?;
        let code = if by_code { Some(text) } else { code };
        match room.is_open_to(account, code, self.time.wall_ms()) {
            true => {
                let has_code = room.is_code(code);
                Ok((room, has_code))
            }
            // The code would be of no use to whoever only wants to look on.
            false if !room.spectators.allowed && room.status != RoomStatus::Gathering => {
                let text = "this table does not allow spectators";
                Err(Failure::forbidden("no_spectators", text))
            }
            false => Err(Failure {
                problem: live::code_needed(),
                ..Failure::forbidden("", "")
            }),
        }
    }

    /// A room as an account may see it: who is in, or has come by the code, learns the code.
    pub fn shown(&self, room: &RoomState, account: Option<&str>, by_code: bool) -> Room {
        let name = self
            .game(&room.game)
            .map_or(room.game.clone(), |game| game.info().name.clone());
        let inside = by_code
            || room.visibility == Visibility::Public
            || account.is_some_and(|account| room.has(account));
        let base = self.base_url();
        let mut shown = room.shown(&name, inside.then_some(&*base));
        self.set_begin(&mut shown);
        if !inside {
            // Where they go on is a matter of those who play.
            shown.next = None;
        }
        if room.is_late_for(account, self.time.wall_ms()) {
            hide_end(&mut shown, room);
        }
        shown
    }

    /// Says by the clock of people when a game begins by itself.
    pub fn set_begin(&self, shown: &mut Room) {
        let series = shown.series.as_mut();
        if let Some(begins_ms) = series.and_then(|series| series.begins_ms.as_mut()) {
            let left_ms = begins_ms.saturating_sub(self.time.server_ms());
            *begins_ms = self.time.wall_ms() + left_ms;
        }
    }

    /// Whether what seats have brought in secret to this room may still be a secret in another game of the same series, for
    /// somebody who sees everything as late as this account does.
    pub async fn keeps_brings(
        &self,
        room: &RoomState,
        account: Option<&str>,
    ) -> Result<bool, Failure> {
        let Some(series) = &room.series else {
            return Ok(false);
        };
        let secret = |game: Arc<dyn AnyGame>| game.info().brings.iter().any(|spec| spec.secret);
        if !self.game(&room.game).is_ok_and(secret) {
            return Ok(false);
        }
        let over = self.store.get(SERIES_OVER, &series.id).await?;
        let shown_from_ms = over.and_then(|over| over.text.parse::<u64>().ok());
        let inside = account.is_some_and(|account| room.has(account));
        Ok(shown_from_ms.is_none_or(|from_ms| !inside && self.time.wall_ms() < from_ms))
    }

    /// Wakes the rooms in which a game begins by itself.
    pub async fn wake_beginning(self: &Arc<Self>) -> Result<(), StoreError> {
        let mut pages = Pages::of(&*self.store, BEGINS);
        while let Some(rooms) = pages.next().await? {
            for room in rooms {
                let _ = self.room(&room.id).send(Call::TimeOut).await;
            }
        }
        Ok(())
    }

    /// An account has opened a socket. Gives what limits its frames.
    pub fn opened(&self, account: &str, socket: u64, outbox: Outbox) -> Arc<Mutex<Bucket>> {
        let mut present = lock(&self.present);
        let present = present.entry(account.into()).or_default();
        present.sockets.push((socket, outbox));
        present.frames.clone()
    }

    /// An account has closed a socket.
    pub fn closed(&self, account: &str, socket: u64) {
        let mut all = lock(&self.present);
        if let Some(present) = all.get_mut(account) {
            present.sockets.retain(|(known, _)| *known != socket);
            // Whoever comes back at once may send no more than if they had stayed.
            if present.is_forgettable(self.time.server_ms()) {
                all.remove(account);
            }
        }
    }

    /// Forgets those who are gone for long enough.
    pub fn sweep(&self) {
        let now_ms = self.time.server_ms();
        self.guard.sweep(now_ms);
        lock(&self.present).retain(|_, present| !present.is_forgettable(now_ms));
        lock(&self.analyses).retain(|_, held| Arc::strong_count(held) > 1);
    }

    /// Whether an account has a socket.
    pub fn is_connected(&self, account: &str) -> bool {
        let present = lock(&self.present);
        present
            .get(account)
            .is_some_and(|present| !present.sockets.is_empty())
    }

    /// Closes all sockets of an account.
    pub fn cut(&self, account: &str) {
        if let Some(present) = lock(&self.present).get(account) {
            for (_, outbox) in &present.sockets {
                outbox.cut();
            }
        }
    }

    /// Has nobody else find a room any more. Its code may lead to a later game of its series by now, or to another room.
    pub async fn close(&self, room: &RoomState) -> Result<(), StoreError> {
        let code = self.store.get("code", &room.code).await?;
        let mut puts = room.closed();
        if code.is_none_or(|code| code.text != room.id) {
            puts.retain(|put| put.kind != "code");
        }
        self.store.put(puts).await
    }

    /// Closes the rooms that have waited for players for too long.
    pub async fn tidy_rooms(self: &Arc<Self>) -> Result<(), StoreError> {
        let most_ms = u64::from(self.config.limits.gathering_hours) * 3_600_000;
        let since_ms = self.time.wall_ms().saturating_sub(most_ms);
        let mut pages = Pages::of(&*self.store, "code");
        while let Some(codes) = pages.next().await? {
            for code in codes {
                let Ok(room) = self.look(&code.text).await else {
                    continue;
                };
                if room.status == RoomStatus::Gathering && room.created_ms < since_ms {
                    let _ = self.room(&room.id).send(Call::Expire).await;
                }
                let seen = !room.is_late_for(None, self.time.wall_ms());
                if room.status == RoomStatus::Over && seen {
                    self.store.put(room.closed()).await?;
                }
            }
        }
        Ok(())
    }

    /// Says something to all sockets of an account.
    pub fn tell(&self, account: &str, frame: &ToClient) {
        if let Some(present) = lock(&self.present).get(account) {
            for (_, outbox) in &present.sockets {
                outbox.send(frame);
            }
        }
    }
}

/// Under which kind the series are kept that are over, with when everybody may know it.
pub(crate) const SERIES_OVER: &str = "series_over";

/// An address that other machines can use in place of one that means all of this machine's.
fn reachable(url: String) -> String {
    let all = ["0.0.0.0", "[::]"]
        .into_iter()
        .find(|all| url.contains(all));
    match all {
        None => url,
        Some(all) => {
            let own = own_address().map_or("localhost".into(), |own| own.to_string());
            url.replace(all, &own)
        }
    }
}

/// The secret that tokens are signed with: made once, kept in the store.
async fn secret(store: &dyn Store) -> Result<[u8; 32], StoreError> {
    for _ in 0..2 {
        if let Some(found) = store.get("server", "secret").await? {
            let kept: Option<[u8; 32]> = serde_json::from_str(&found.text).ok();
            return kept.ok_or_else(|| {
                StoreError::Unavailable("its secret for signing tokens cannot be read".into())
            });
        }
        let secret: [u8; 32] = ids::random()
            .map_err(|_| StoreError::Unavailable("this system gives no random numbers".into()))?;
        let text = serde_json::to_string(&secret).unwrap_or_default();
        match store.put(vec![Put::new("server", "secret", text)]).await {
            // Another server was faster: its secret is ours.
            Ok(()) | Err(StoreError::Changed { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Err(StoreError::Unavailable("its secret comes and goes".into()))
}
