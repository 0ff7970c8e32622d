//! A screen and the match that a server would have, in one place.

use std::sync::Arc;
use std::time::Duration;

use parlor_client::Event;
use parlor_core::{AnyMatch, Seat, SeatSet, Submission, Viewer};
use parlor_protocol::{Account, Ask, ChatLine, Offer, Role, Room, Status};
use serde_json::{Value, json};

use crate::online::screen::app::{App, Deed, Place, Seen};
use crate::online::screen::draw;
use crate::play::tests::{drawn, pressed};
use crate::table::Palette;

pub const ANN: Seat = Seat(0);
pub const BOB: Seat = Seat(1);

/// A screen, and the match that the server would have.
pub struct Table {
    pub app: App,
    pub current: Box<dyn AnyMatch>,
    pub seen: Seen,
}

impl Table {
    /// A match of Ann and Bob, as Ann sees it.
    pub fn new(game: &str) -> Table {
        let mut table = Table::gathering(game, &[Viewer::Seat(ANN)], None);
        table.begin();
        table
    }

    /// A room whose match has not begun, for those who look at this screen.
    pub fn gathering(game: &str, viewers: &[Viewer], role: Option<Role>) -> Table {
        let games = parlor_games::all();
        let game = games.get(game).unwrap();
        let setup = crate::setup::set_up(game.info(), 2, &[]).unwrap();
        let setup = setup.named(["Ann", "Bob"]).unwrap();
        let seed = crate::setup::seed(Some("1")).unwrap();
        let current = game.begin(setup, seed, 1).unwrap();
        let place = Place {
            server: "http://parlor.example".into(),
            game: game.info().clone(),
            me: account("ann", "Ann"),
            role,
        };
        let room = room(game.info().name.as_str());
        let views = viewers.iter().map(|viewer| (*viewer, Arc::default()));
        let seen = Seen {
            views: views.collect(),
            ..Seen::default()
        };
        let mut app = App::new(place, room, Palette::plain());
        let back = Event::Back {
            account: account("ann", "Ann"),
            server: "1".into(),
            again: false,
        };
        app.hear(back, Seen::default()).unwrap();
        Table { app, current, seen }
    }

    pub fn begin(&mut self) {
        let room = room(&self.app.room.game_name);
        let status = status(&room, "playing");
        self.seen.status = Some(status);
        self.look();
        let event = Event::Table {
            id: "m1".into(),
            version: self.current.version(),
        };
        self.hear(event);
    }

    /// The client knows what the server knows.
    pub fn look(&mut self) {
        self.seen.version = Some(self.current.version());
        for (viewer, view) in &mut self.seen.views {
            *view = Arc::new(self.current.view(*viewer));
        }
    }

    pub fn hear(&mut self, event: Event) {
        self.app.hear(event, self.seen.clone()).unwrap();
    }

    /// Everybody here hears of the latest record.
    pub fn update(&mut self) {
        self.look();
        let version = self.current.version();
        for viewer in self.seen.views.keys().copied().collect::<Vec<_>>() {
            let told = self.current.told(version, viewer);
            self.hear(Event::Update {
                id: "m1".into(),
                viewer,
                version,
                told,
            });
        }
    }

    /// The server plays a command.
    pub fn play(&mut self, seat: Seat, command: Value) {
        self.current.submit(Submission::new(seat, command)).unwrap();
        self.update();
    }

    pub fn tell(&mut self, change: impl FnOnce(&mut Status)) {
        change(self.seen.status.as_mut().unwrap());
        self.hear(Event::Status { id: "m1".into() });
    }

    pub fn offer(&mut self, by: Seat, ask: Ask) {
        let needs = SeatSet::one(Seat(1 - by.0));
        self.tell(|status| status.offer = Some(Offer { by, ask, needs }));
    }

    pub fn lose(&mut self) {
        let retry_in = Duration::from_secs(1);
        let why = "the cable is out".into();
        self.hear(Event::Lost { why, retry_in });
    }

    pub fn come_back(&mut self) {
        self.hear(Event::Back {
            account: account("ann", "Ann"),
            server: "1".into(),
            again: true,
        });
    }

    /// Presses keys, and says whether the last one leaves.
    pub fn press(&mut self, keys: &str) -> bool {
        pressed(keys).map(|key| self.app.key(key)).last().unwrap()
    }

    /// What is to be done on the server since the last time.
    pub fn deeds(&mut self) -> Vec<Deed> {
        std::mem::take(&mut self.app.deeds)
    }

    pub fn screen(&mut self) -> String {
        drawn(80, 24, |frame| draw::draw(frame, &mut self.app))
    }

    /// The two lines at the bottom.
    pub fn bottom(&mut self) -> String {
        let screen = self.screen();
        let lines: Vec<&str> = screen.lines().collect();
        lines[22..].join("\n")
    }
}

pub fn account(id: &str, name: &str) -> Account {
    serde_json::from_value(json!({"id": id, "name": name, "guest": true})).unwrap()
}

pub fn room(game_name: &str) -> Room {
    let seat = |id, name| json!({"kind": "human", "account": account(id, name)});
    serde_json::from_value(json!({
        "id": "m1", "game": "x", "game_name": game_name, "options": {},
        "seats": [seat("ann", "Ann"), seat("bob", "Bob")],
        "status": "playing", "visibility": "by_code", "clock": "none", "rated": false,
        "spectators": {}, "leavers": "resign", "late_join": false, "host": "ann", "created_ms": 1,
        "code": "ABCDEF", "link": "http://parlor.example/join/ABCDEF",
    }))
    .unwrap()
}

pub fn status(room: &Room, how_far: &str) -> Status {
    let mut room = serde_json::to_value(room).unwrap();
    room["status"] = how_far.into();
    let status = json!({"match": "m1", "room": room, "here": [], "spectators": 0});
    serde_json::from_value(status).unwrap()
}

pub fn line(from: &str, text: &str, time_ms: u64) -> ChatLine {
    ChatLine {
        from: from.into(),
        account: from.to_lowercase(),
        guest: false,
        text: text.into(),
        time_ms,
    }
}

pub fn say(table: &mut Table, chat: ChatLine) {
    table.seen.chat.push(chat.clone());
    table.hear(Event::Chat {
        id: "m1".into(),
        line: chat,
    });
}
