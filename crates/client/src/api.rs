//! All that can be asked of a server without a socket.

use std::collections::BTreeMap;

use parlor_core::{Seat, Words};
use parlor_protocol::{
    Account, Bring, Checked, Credentials, GameCard, GameDetails, Join, NewGuest, NewRoom,
    PastMatch, Ranked, RatingShown, Room, RulesetUpload, Seek, Session, SetBrings, SetSeat, Sought,
};

use crate::address::segment;
use crate::http::{Http, nothing};
use crate::{Address, Error};

/// All that can be asked of a server without a socket, as somebody or as nobody yet.
///
/// ```no_run
/// # async fn ask() -> Result<(), parlor_client::Error> {
/// use parlor_client::Api;
/// use parlor_protocol::{Join, NewRoom};
/// let api = Api::new("https://parlor.example")?;
/// let ann = api.with_token(&api.guest("Ann").await?.token);
/// let bob = api.with_token(&api.guest("Bob").await?.token);
/// let room = ann.create_room(&NewRoom::of("hex")).await?;
/// bob.join(room.code.as_deref().unwrap_or(&room.id), &Join::default()).await?;
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
pub struct Api {
    http: Http,
}

impl Api {
    /// A server, asked by nobody yet.
    ///
    /// ```
    /// let api = parlor_client::Api::new("localhost:8080").unwrap();
    /// assert_eq!(api.address().to_string(), "http://localhost:8080");
    /// ```
    pub fn new(address: &str) -> Result<Api, Error> {
        Ok(Api::with(Http::new(address.parse()?)))
    }

    /// A server with limits of one's own.
    pub fn with(http: Http) -> Api {
        Api { http }
    }

    /// The same server, asked by whoever this token belongs to.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Api {
        Api::with(self.http.with_token(token))
    }

    /// Where the server is.
    pub fn address(&self) -> &Address {
        self.http.address()
    }

    /// Becomes a guest of this name.
    pub async fn guest(&self, name: &str) -> Result<Session, Error> {
        let guest = NewGuest { name: name.into() };
        self.http.send("POST", "/api/guests", Some(&guest)).await
    }

    /// Makes an account.
    pub async fn create_account(&self, credentials: &Credentials) -> Result<Session, Error> {
        let path = "/api/accounts";
        self.http.send("POST", path, Some(credentials)).await
    }

    /// Logs in.
    pub async fn log_in(&self, credentials: &Credentials) -> Result<Session, Error> {
        let path = "/api/sessions";
        self.http.send("POST", path, Some(credentials)).await
    }

    /// Logs out: the token is of no use from then on.
    pub async fn log_out(&self) -> Result<(), Error> {
        self.http.send("DELETE", "/api/sessions", nothing()).await
    }

    /// Who asks.
    pub async fn me(&self) -> Result<Account, Error> {
        self.get("/api/me").await
    }

    /// The games that the server has.
    pub async fn games(&self) -> Result<Vec<GameCard>, Error> {
        self.get("/api/games").await
    }

    /// All about a game.
    pub async fn game(&self, id: &str) -> Result<GameDetails, Error> {
        self.get(&format!("/api/games/{}", segment(id))).await
    }

    /// What a game says in a language.
    pub async fn words(&self, id: &str, language: &str) -> Result<Words, Error> {
        let path = format!("/api/games/{}/words/{}", segment(id), segment(language));
        let texts: BTreeMap<String, String> = self.get(&path).await?;
        let mut words = Words::new();
        words.add(language.to_owned(), texts);
        Ok(words)
    }

    /// Adds a ruleset, where the host allows it.
    pub async fn add_ruleset(&self, upload: &RulesetUpload) -> Result<GameCard, Error> {
        self.http.send("POST", "/api/games", Some(upload)).await
    }

    /// Makes a room.
    pub async fn create_room(&self, room: &NewRoom) -> Result<Room, Error> {
        self.http.send("POST", "/api/rooms", Some(room)).await
    }

    /// The public rooms, of one game or of all.
    pub async fn rooms(&self, game: Option<&str>) -> Result<Vec<Room>, Error> {
        match game {
            Some(game) => {
                let path = format!("/api/rooms?game={}", segment(game));
                self.get(&path).await
            }
            None => self.get("/api/rooms").await,
        }
    }

    /// The room with this id or code.
    pub async fn room(&self, room: &str) -> Result<Room, Error> {
        self.get(&of_room(room, "")).await
    }

    /// Takes a seat in the room with this id or code.
    pub async fn join(&self, room: &str, join: &Join) -> Result<Room, Error> {
        let path = of_room(room, "/join");
        self.http.send("POST", &path, Some(join)).await
    }

    /// Leaves a room.
    pub async fn leave(&self, room: &str) -> Result<Room, Error> {
        self.post(&of_room(room, "/leave")).await
    }

    /// Begins the match of a room before it begins by itself.
    pub async fn start(&self, room: &str) -> Result<Room, Error> {
        self.post(&of_room(room, "/start")).await
    }

    /// Makes a room for another match of the same players.
    pub async fn rematch(&self, room: &str) -> Result<Room, Error> {
        self.post(&of_room(room, "/rematch")).await
    }

    /// Says that one is ready for the next game of a series.
    pub async fn ready(&self, room: &str) -> Result<Room, Error> {
        self.post(&of_room(room, "/ready")).await
    }

    /// Says who is to have a seat: `open`, or a bot's level.
    pub async fn set_seat(&self, room: &str, seat: Seat, player: &str) -> Result<Room, Error> {
        let path = of_room(room, &format!("/seats/{}", seat.0));
        let player = player.into();
        let set = SetSeat { player };
        self.http.send("PUT", &path, Some(&set)).await
    }

    /// Says what to bring to the match, before it begins. The problem names all that is wrong with it.
    pub async fn bring(
        &self,
        room: &str,
        seat: Seat,
        brings: &BTreeMap<String, Bring>,
    ) -> Result<Room, Error> {
        let path = of_room(room, &format!("/seats/{}/brings", seat.0));
        let brings = brings.clone();
        let set = SetBrings { brings };
        self.http.send("PUT", &path, Some(&set)).await
    }

    /// The QR code of a room's link, as a picture in SVG.
    pub async fn qr_svg(&self, room: &str) -> Result<String, Error> {
        self.http.text("GET", &of_room(room, "/qr.svg")).await
    }

    /// The rooms of whoever asks.
    pub async fn mine(&self) -> Result<Vec<Room>, Error> {
        self.get("/api/mine").await
    }

    /// What somebody has played.
    pub async fn matches_of(&self, account: &str) -> Result<Vec<PastMatch>, Error> {
        let path = format!("/api/accounts/{}/matches", segment(account));
        self.get(&path).await
    }

    /// How strong somebody is, by game.
    pub async fn ratings_of(&self, account: &str) -> Result<BTreeMap<String, RatingShown>, Error> {
        let path = format!("/api/accounts/{}/ratings", segment(account));
        self.get(&path).await
    }

    /// A match as a file.
    pub async fn export(&self, id: &str) -> Result<String, Error> {
        let path = format!("/api/matches/{}/export", segment(id));
        self.http.text("GET", &path).await
    }

    /// Whether a match's log is what it claims to be.
    pub async fn verify(&self, id: &str) -> Result<Checked, Error> {
        let path = format!("/api/matches/{}/verify", segment(id));
        self.get(&path).await
    }

    /// The strongest at a game.
    pub async fn leaderboard(&self, game: &str) -> Result<Vec<Ranked>, Error> {
        let path = format!("/api/leaderboards/{}", segment(game));
        self.get(&path).await
    }

    /// Looks for an opponent. Who has a socket hears of a match as [`Event::Paired`](crate::Event::Paired).
    pub async fn seek(&self, seek: &Seek) -> Result<Sought, Error> {
        self.http.send("POST", "/api/queue", Some(seek)).await
    }

    /// Whether an opponent was found.
    pub async fn sought(&self) -> Result<Sought, Error> {
        self.get("/api/queue").await
    }

    /// Looks no longer.
    pub async fn stop_seeking(&self) -> Result<Sought, Error> {
        self.http.send("DELETE", "/api/queue", nothing()).await
    }

    /// How the server does, in Prometheus' words.
    pub async fn metrics(&self) -> Result<String, Error> {
        self.http.text("GET", "/metrics").await
    }

    async fn get<A: serde::de::DeserializeOwned>(&self, path: &str) -> Result<A, Error> {
        self.http.send("GET", path, nothing()).await
    }

    async fn post<A: serde::de::DeserializeOwned>(&self, path: &str) -> Result<A, Error> {
        self.http.send("POST", path, nothing()).await
    }
}

fn of_room(room: &str, what: &str) -> String {
    format!("/api/rooms/{}{what}", segment(room))
}
