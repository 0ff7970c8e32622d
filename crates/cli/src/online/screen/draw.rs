//! How a match on a server looks: what is said around the board and the choices.

use parlor_core::Seat;
use parlor_protocol::Ask;
use ratatui::Frame;
use ratatui::text::{Line, Span};

use super::app::{App, Link, Mode};
use super::gathering;
use crate::failure::printable;
use crate::online::news::pause;
use crate::online::words;
use crate::play::around::{self, Around, Key, draw_curtain, draw_help, draw_match};
use crate::play::frame::{SeatNote, is_too_small};
use crate::series::Standing;

/// What ends a pause.
pub(super) const RESUMES: &str = "Press p to resume it.";
/// With less time than this it is time to hurry.
const SHORT_MS: u64 = 20_000;

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, app: &mut App) {
    if is_too_small(frame) {
        return;
    }
    let palette = app.chooser.palette;
    let game = printable(&app.room.game_name);
    if let Mode::Curtain(seat) = app.mode {
        return draw_curtain(frame, palette, &game, &app.name(seat), Vec::new());
    }
    let (status, keys) = (status(app), keys(app));
    if app.shown.is_none() {
        gathering::draw(frame, app, status, &keys);
    } else {
        let around = Around {
            title: title(app, &game),
            place: place(app),
            notes: notes(app),
            below_result: below_result(app),
            status,
            keys,
        };
        draw_match(frame, &mut app.chooser, around);
    }
    if app.mode == Mode::Help {
        let title = format!("{game}: {}", printable(&app.place.game.summary));
        draw_help(frame, palette, &title, &HELP);
    }
}

fn title(app: &App, game: &str) -> String {
    let series = app.room.series.as_ref().filter(|_| !app.is_over());
    let text = match series {
        Some(series) => Standing::shown(series).line(&app.names()),
        None => app.names().join(", "),
    };
    format!("{game}: {}", printable(&text))
}

fn place(app: &App) -> String {
    let spectators = app.status.as_ref().map_or(0, |status| status.spectators);
    let looking = match spectators {
        0 => String::new(),
        1 => "1 spectator, ".into(),
        more => format!("{more} spectators, "),
    };
    match app.link {
        Link::Up | Link::Again => format!("{looking}version {}", app.shown.unwrap_or(0)),
        Link::New => "connecting".into(),
        Link::Lost => "no connection".into(),
    }
}

/// Who is away, and how much time everybody has.
pub(super) fn notes(app: &App) -> Vec<SeatNote> {
    let here = app.status.iter().flat_map(|status| &status.here);
    let away: Vec<&str> = here
        .filter(|presence| presence.away && presence.account != app.place.me.id)
        .map(|presence| presence.account.as_str())
        .collect();
    let clock = app.clock.as_ref().filter(|_| !app.is_over());
    let note = |(seat, player): (usize, &parlor_protocol::Player)| {
        let is_away = player
            .account()
            .is_some_and(|account| away.contains(&account.id.as_str()));
        let time = clock.and_then(|clock| clock.remaining_ms.get(seat).copied());
        let paused = if clock.is_some_and(|clock| clock.paused) {
            "paused "
        } else {
            ""
        };
        SeatNote {
            behind: if is_away {
                "away".into()
            } else {
                String::new()
            },
            time: time.map_or_else(String::new, |ms| format!("{paused}{}", words::time(ms))),
            alert: time.is_some_and(|ms| ms < SHORT_MS),
        }
    };
    app.room.seats.iter().enumerate().map(note).collect()
}

fn below_result(app: &App) -> Vec<Line<'static>> {
    let series = app.room.series.as_ref();
    let goes_on = series.is_some_and(|series| series.outcome.is_none());
    let next = match app.room.next {
        Some(_) if goes_on => "The next game waits for you: press n.",
        Some(_) => "There is another match: press n.",
        None => "Press n for another match.",
    };
    let mut lines = vec![Line::raw("")];
    lines.extend(series.map(|series| {
        let line = Standing::shown(series).line(&app.names());
        Line::styled(printable(&line), app.chooser.palette.strong())
    }));
    lines.push(Line::styled(next, app.chooser.palette.faint()));
    lines
}

/// What is going on.
fn status(app: &App) -> Line<'static> {
    let palette = app.chooser.palette;
    let alert = |text: String| Line::styled(format!(" {text}"), palette.alert());
    match &app.mode {
        Mode::Sure(ask) => return alert(sure(*ask).into()),
        Mode::Chat(line) => return around::typing("Say ", line, palette),
        Mode::Table | Mode::Help | Mode::Curtain(_) => {}
    }
    let alerts = app
        .chooser
        .notice
        .as_ref()
        .is_some_and(|notice| notice.alert);
    if app.link == Link::Lost && app.chooser.typed.is_none() && !alerts {
        let sent = match app.is_sending() {
            true => " What you have chosen is kept.",
            false => "",
        };
        return alert(format!("Connection lost, trying again …{sent}"));
    }
    if let Some(line) = around::pressing(&app.chooser) {
        return line;
    }
    let paused = (app.status.as_ref()).and_then(|status| pause(status, &app.place.me, RESUMES));
    let offer = app.status.as_ref().and_then(|status| status.offer.as_ref());
    let offer = offer.map(|offer| format!("{} {}", app.name(offer.by), words::wish(offer.ask)));
    let mut line = match offer {
        Some(offer) if app.to_answer().is_some() => alert(format!("{offer}: y agrees, n refuses.")),
        _ if app.shown.is_none() => Line::raw(gathering::status(app)),
        _ if let Some(paused) = paused => alert(printable(&paused)),
        Some(offer) => {
            let mut line = around::turn(&app.chooser);
            line.push_span(Span::styled(format!("  ({offer})"), palette.faint()));
            line
        }
        None => around::turn(&app.chooser),
    };
    if app.is_back() {
        let again = Span::styled(" Connected again.", palette.strong());
        line.spans.insert(0, again);
    }
    line
}

fn sure(ask: Ask) -> &'static str {
    match ask {
        Ask::Draw => "Offer a draw? (y/n)",
        Ask::Abort => "Call the match off, if all agree? (y/n)",
        Ask::Resign => "Resign? (y/n)",
        Ask::ResignSeries => "Resign the whole series? (y/n)",
        _ => "Are you sure? (y/n)",
    }
}

/// The keys that do something now.
fn keys(app: &App) -> Vec<Key> {
    match &app.mode {
        Mode::Sure(_) => return vec![("y", "yes"), ("n", "no")],
        Mode::Chat(_) => return vec![("Enter", "say"), ("Esc", "back")],
        Mode::Table | Mode::Help | Mode::Curtain(_) => {}
    }
    if app.chooser.typed.is_some() {
        return vec![("Enter", "choose"), ("↑↓", "move"), ("Esc", "back")];
    }
    let mut keys: Vec<Key> = Vec::new();
    let plays = app.chooser.viewer.seat().is_some() && !app.is_over();
    if app.is_over() {
        keys.push(("n", "another"));
    } else if app.to_answer().is_some() {
        keys.extend([("y", "agree"), ("n", "refuse")]);
    }
    if app.can_choose() {
        keys.extend([("arrows", "move"), ("Enter", "play"), ("/", "type")]);
        if app.chooser.is_on_the_way() {
            keys.push(("Esc", "back"));
        }
    }
    keys.push(("c", "chat"));
    // The rest is in the help: the line fits into 80 columns.
    if plays && app.to_answer().is_none() && !app.chooser.is_on_the_way() {
        keys.extend([("d", "draw"), ("u", "undo")]);
    }
    let quit = match app.shown {
        Some(_) => "quit",
        None => "leave the room",
    };
    keys.extend([("?", "help"), ("q", quit)]);
    keys
}

const HELP: [Key; 16] = [
    ("arrows", "move the cursor, or through the list"),
    ("Enter", "play what is under the cursor or selected"),
    ("1 2 3 …", "choose by number, then Enter"),
    ("/ or :", "type a command or a part of it, then Enter"),
    ("Tab PgUp PgDn", "move through the list"),
    ("Esc", "take one step back on the way to a command"),
    ("g", "questions or the whole list, where a game has both"),
    ("c", "say something to the others"),
    ("d", "offer a draw"),
    ("u  r", "take your latest command back; play it again"),
    ("p", "pause the match if all agree; resume it"),
    ("y  n", "agree or refuse when somebody asks for something"),
    ("A", "call the match off, if all agree"),
    ("R", "resign"),
    ("q", "quit; the match stays on the server"),
    ("signs", "[x] cursor  (x) can be touched  · free and legal"),
];

impl App {
    /// A seat's name.
    pub(super) fn name(&self, seat: Seat) -> String {
        let names = self.names();
        let name = names.get(seat.index()).map_or("nobody", String::as_str);
        printable(name)
    }
}
