//! A match on a server as a screen shows it: who looks, what is asked, what is under way. Nothing here touches a socket, a
//! clock or a terminal.

use std::collections::BTreeMap;
use std::sync::Arc;

use parlor_client::Client;
use parlor_core::{Answer, GameInfo, Outcome, Seat, View, Viewer};
use parlor_protocol::{Account, Ask, ChatLine, ClockShown, Role, Room, Status};
use serde_json::Value;

use crate::play::choices::is_asked;
use crate::play::chooser::Chooser;
use crate::table::{self, Palette, text};

/// Where and as whom somebody plays.
#[derive(Clone)]
pub struct Place {
    /// The address of the server.
    pub server: String,
    /// The game.
    pub game: GameInfo,
    /// Who plays or looks on.
    pub me: Account,
    /// As what.
    pub role: Option<Role>,
}

/// What a client knows of a match.
#[derive(Clone, Default)]
pub struct Seen {
    pub version: Option<u64>,
    pub views: BTreeMap<Viewer, Arc<View>>,
    pub status: Option<Status>,
    pub chat: Vec<ChatLine>,
}

impl Seen {
    /// What this client knows of this match now.
    pub fn of(client: &Client, id: &str) -> Seen {
        let viewers = client.viewers(id).into_iter();
        Seen {
            version: client.version(id),
            views: viewers
                .filter_map(|viewer| Some((viewer, client.view(id, viewer)?)))
                .collect(),
            status: client.status(id),
            chat: client.chat_lines(id),
        }
    }
}

/// The state of the screen. `hear` and `keys` change it, `draw` shows it.
pub struct App {
    pub(super) place: Place,
    pub(super) chooser: Chooser,
    /// The room as it was told last.
    pub room: Room,
    pub(super) status: Option<Status>,
    /// The clocks as they are now.
    pub clock: Option<ClockShown>,
    pub(super) mode: Mode,
    pub(super) link: Link,
    pub(super) under_way: UnderWay,
    /// What is to be done about all this, in order.
    pub deeds: Vec<Deed>,
    /// Whether questions lead to commands, also where the commands are listed.
    pub(super) guided: bool,
    pub(super) seen: Seen,
    /// The version up to which everything was told.
    pub(super) heard: u64,
    /// The version that is shown; none before anybody looks at the match.
    pub(super) shown: Option<u64>,
    /// What was told, and to whom if not to everybody here.
    told: Vec<(Option<Viewer>, String)>,
    /// What was said last.
    pub(super) said: Option<ChatLine>,
}

/// What keys do now.
#[derive(Debug, PartialEq)]
pub(super) enum Mode {
    /// They play.
    Table,
    /// They close the help.
    Help,
    /// Enter lets this seat's player look.
    Curtain(Seat),
    /// `y` and `n` answer whether this is to be asked for.
    Sure(Ask),
    /// They write to the others.
    Chat(String),
}

/// How the connection is.
#[derive(Debug, PartialEq)]
pub(super) enum Link {
    /// It does not stand yet.
    New,
    /// It stands.
    Up,
    /// It has just come back.
    Again,
    /// It is gone, and tried again.
    Lost,
}

/// What was sent and has not come back: until then nothing else can be chosen.
#[derive(Debug, PartialEq)]
pub(super) enum UnderWay {
    Nothing,
    /// A command, and how it was typed if it was.
    Command(Option<String>),
    /// A command that was accepted, and what it led to comes with this version.
    Accepted(u64),
    /// These answers, and the next question comes.
    Question(Vec<Answer>),
    /// Another match.
    Another,
}

/// What is to be done on the server.
#[derive(Debug, PartialEq)]
pub enum Deed {
    Submit(Seat, Value),
    Guide(Seat, Vec<Answer>),
    Ask(Seat, Ask),
    Chat(String),
    /// Goes into the room of the next match.
    Another,
}

impl App {
    /// A screen for a room.
    pub fn new(place: Place, room: Room, palette: Palette) -> App {
        App {
            place,
            chooser: Chooser::new(Viewer::Spectator, View::default(), palette),
            room,
            status: None,
            clock: None,
            mode: Mode::Table,
            link: Link::New,
            under_way: UnderWay::Nothing,
            deeds: Vec::new(),
            guided: false,
            seen: Seen::default(),
            heard: 0,
            shown: None,
            told: Vec::new(),
            said: None,
        }
    }

    /// The same screen for the next match.
    #[must_use]
    pub fn in_room(self, room: Room) -> App {
        App {
            link: self.link,
            ..App::new(self.place, room, self.chooser.palette)
        }
    }

    /// Whether the match has ended.
    pub fn is_over(&self) -> bool {
        self.chooser.view.outcome.is_some()
    }

    /// How it ended, and the names of the players.
    pub fn outcome(&self) -> Option<(&Outcome, Vec<String>)> {
        let outcome = self.chooser.view.outcome.as_ref()?;
        Some((outcome, text::names(&self.chooser.view)))
    }

    /// Whether something that was chosen waits for its answer.
    pub(super) fn is_sending(&self) -> bool {
        match &self.under_way {
            UnderWay::Command(_) => true,
            UnderWay::Question(answers) => !answers.is_empty(),
            UnderWay::Nothing | UnderWay::Accepted(_) | UnderWay::Another => false,
        }
    }

    /// Whether the connection has just come back.
    pub fn is_back(&self) -> bool {
        self.link == Link::Again
    }

    /// That it has come back is no news any more.
    pub fn calm(&mut self) {
        if self.is_back() {
            self.link = Link::Up;
        }
    }

    /// Whether time must be shown to pass.
    pub fn ticks(&self) -> bool {
        let clock = self.clock.as_ref();
        clock.is_some_and(|clock| !clock.paused) && !self.is_over()
    }

    /// The seats of whoever sits here.
    pub(super) fn own_seats(&self) -> Vec<Seat> {
        let seats = self.seen.views.keys().filter_map(|viewer| viewer.seat());
        seats.collect()
    }

    /// The own seat that is to answer what somebody has asked for.
    pub(super) fn to_answer(&self) -> Option<Seat> {
        let offer = self.status.as_ref()?.offer.as_ref()?;
        let own = self.own_seats();
        offer.needs.iter().find(|seat| own.contains(seat))
    }

    /// Whether something can be chosen now.
    pub(super) fn can_choose(&self) -> bool {
        self.under_way == UnderWay::Nothing && self.chooser.is_asked()
    }

    /// Tells something to everybody here, or to one of them.
    pub(super) fn tell(&mut self, viewer: Option<Viewer>, line: String) {
        if viewer.is_none_or(|viewer| viewer == self.chooser.viewer) {
            self.chooser.log.push(line.clone());
        }
        self.told.push((viewer, line));
    }

    /// Finds out who looks, and shows it to them, once everything up to now was told.
    pub(super) fn look(&mut self) {
        if self.seen.version != Some(self.heard) {
            return;
        }
        let Some((first, any)) = self.seen.views.iter().next() else {
            return;
        };
        let own = self.own_seats();
        let acting = own.iter().copied().find(|seat| any.to_act.contains(*seat));
        let now = self.shown.map(|_| self.chooser.viewer);
        let now = now.filter(|viewer| self.seen.views.contains_key(viewer));
        let viewer = match (acting, now) {
            (Some(seat), _) => Viewer::Seat(seat),
            (None, Some(viewer)) => viewer,
            (None, None) => *first,
        };
        let has_secrets = self.place.game.hidden && own.len() > 1 && any.outcome.is_none();
        match viewer.seat() {
            // Nobody sees the secrets of the next player who only holds the device.
            Some(seat) if has_secrets && now != Some(viewer) => self.mode = Mode::Curtain(seat),
            _ => {
                if matches!(self.mode, Mode::Curtain(_)) {
                    self.mode = Mode::Table;
                }
                self.show(viewer);
            }
        }
    }

    /// Shows what a viewer sees now.
    pub(super) fn show(&mut self, viewer: Viewer) {
        let Some(view) = self.seen.views.get(&viewer) else {
            return;
        };
        let same = self.shown.is_some() && self.chooser.viewer == viewer;
        if same && self.shown == Some(self.heard) {
            return;
        }
        // What others do at the same time does not disturb whoever is choosing.
        let still_asked = same && self.chooser.is_asked() && is_asked(view, viewer);
        let goes_on =
            still_asked && !self.asks_questions() && self.chooser.view.actions == view.actions;
        let answers = match &self.under_way {
            UnderWay::Nothing if still_asked => self.chooser.choices.answers.clone(),
            UnderWay::Question(answers) if still_asked => answers.clone(),
            _ => Vec::new(),
        };
        let chooser = &mut self.chooser;
        chooser.fresh = match same {
            true => table::changed(&chooser.view, view),
            false => Default::default(),
        };
        chooser.view = View::clone(view);
        if chooser.viewer != viewer {
            chooser.viewer = viewer;
            chooser.notice = None;
            let heard = |to: &Option<Viewer>| to.is_none_or(|to| to == viewer);
            let lines = self.told.iter().filter(|(to, _)| heard(to));
            chooser.log = lines.map(|(_, line)| line.clone()).collect();
        }
        self.shown = Some(self.heard);
        if matches!(self.under_way, UnderWay::Accepted(version) if version <= self.heard) {
            self.under_way = UnderWay::Nothing;
        }
        if !goes_on {
            self.go_on_choosing(answers);
        }
    }

    /// Whether questions lead to commands: where there are too many to list, or somebody wants to be asked.
    pub(super) fn asks_questions(&self) -> bool {
        self.guided || self.chooser.view.actions.is_empty()
    }

    /// From the beginning: no touches, no answers.
    pub(super) fn start_choosing(&mut self) {
        self.go_on_choosing(Vec::new());
    }

    /// From these answers on, where questions are asked.
    fn go_on_choosing(&mut self, answers: Vec<Answer>) {
        self.chooser.start();
        let is_free = matches!(self.under_way, UnderWay::Nothing | UnderWay::Question(_));
        if is_free {
            self.under_way = UnderWay::Nothing;
            if self.asks_questions() && self.chooser.is_asked() {
                self.ask_question(answers);
            }
        }
    }

    /// Asks the server for the next question, or for the command that the answers add up to.
    pub(super) fn ask_question(&mut self, answers: Vec<Answer>) {
        if let Some(seat) = self.chooser.viewer.seat() {
            self.chooser.typed = None;
            self.under_way = UnderWay::Question(answers.clone());
            self.deeds.push(Deed::Guide(seat, answers));
        }
    }

    /// Sends a command for the viewer's seat.
    pub(super) fn submit(&mut self, command: Value, typed: Option<String>) {
        if let Some(seat) = self.chooser.viewer.seat() {
            self.chooser.typed = None;
            self.under_way = UnderWay::Command(typed);
            self.deeds.push(Deed::Submit(seat, command));
        }
    }
}
