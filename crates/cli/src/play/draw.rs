//! How a match that is played here looks: what is said around the board and the choices.

use ratatui::Frame;
use ratatui::text::Line;

use super::app::{App, Ask, Mode};
use super::around::{self, Around, Key, draw_curtain, draw_help, draw_match};
use super::frame::is_too_small;

/// Draws everything.
pub fn draw(frame: &mut Frame<'_>, app: &mut App) {
    if is_too_small(frame) {
        return;
    }
    let palette = app.chooser.palette;
    let info = crate::speech::info(app.session.current.info());
    if let Mode::Curtain(seat) = app.mode {
        // What everybody knows may be read by whoever holds the device.
        let public = app.public_news();
        return draw_curtain(frame, palette, &info.name, app.session.name(seat), public);
    }
    let around = Around {
        title: title(app, &info.name),
        place: format!("version {}", app.session.current.version()),
        notes: Vec::new(),
        below_result: below_result(app),
        status: status(app),
        keys: keys(app),
    };
    draw_match(frame, &mut app.chooser, around);
    if app.mode == Mode::Help {
        let title = format!("{}: {}", info.name, info.summary);
        draw_help(frame, palette, &title, &HELP);
    }
}

fn title(app: &App, game: &str) -> String {
    let standing = (app.session.standing()).filter(|_| app.chooser.view.outcome.is_none());
    match standing {
        Some(standing) => format!("{game}: {}", standing.line(app.session.names())),
        None => format!("{game}: {}", app.session.names().join(", ")),
    }
}

fn below_result(app: &App) -> Vec<Line<'static>> {
    let palette = app.chooser.palette;
    let mut lines = Vec::new();
    if let Some(standing) = app.session.standing() {
        let line = standing.line(app.session.names());
        lines.push(Line::styled(line, palette.strong()));
        if standing.outcome.is_none() {
            lines.push(Line::styled("Press n for the next game.", palette.faint()));
        }
    }
    lines.extend([
        Line::styled("The match and its seed are in", palette.faint()),
        Line::raw(app.session.path.display().to_string()),
        Line::styled(app.session.proof_note(), palette.faint()),
    ]);
    lines
}

fn status(app: &App) -> Line<'static> {
    let alert = app.chooser.palette.alert();
    match &app.mode {
        Mode::Ask(Ask::Undo(plan)) => {
            let others: Vec<&str> = plan
                .ask
                .iter()
                .map(|seat| app.session.name(*seat))
                .collect();
            let asker = app.session.name(plan.seat);
            let text = match others[..] {
                [] => format!(" Undo {asker}'s latest command? (y/n)"),
                _ => format!(" {}: may {asker} undo? (y/n)", others.join(", ")),
            };
            return Line::styled(text, alert);
        }
        Mode::Ask(Ask::Resign(seat)) => {
            let text = format!(" {}: resign? (y/n)", app.session.name(*seat));
            return Line::styled(text, alert);
        }
        Mode::Table | Mode::Help | Mode::Curtain(_) => {}
    }
    let thinking = || {
        let bot = app.session.acting_bot().filter(|_| !app.is_asked())?;
        let text = format!(" {} is thinking …", app.session.name(bot));
        Some(Line::raw(text))
    };
    around::pressing(&app.chooser)
        .or_else(thinking)
        .unwrap_or_else(|| around::turn(&app.chooser))
}

/// The keys that do something now.
fn keys(app: &App) -> Vec<Key> {
    let mut keys: Vec<Key> = Vec::new();
    if matches!(app.mode, Mode::Ask(_)) {
        keys.extend([("y", "yes"), ("n", "no")]);
    } else if app.chooser.typed.is_some() {
        keys.extend([("Enter", "choose"), ("↑↓", "move"), ("Esc", "back")]);
    } else {
        if app.chooser.view.outcome.is_some() {
            keys.push((
                "n",
                if app.session.has_next_game() {
                    "next game"
                } else {
                    "another"
                },
            ));
        } else if app.is_asked() {
            keys.extend([
                ("arrows", "move"),
                ("Enter", "play"),
                ("/", "type"),
                ("h", "hint"),
            ]);
            if app.chooser.is_on_the_way() {
                keys.push(("Esc", "back"));
            }
        }
        // The rest is in the help: the line fits into 80 columns.
        keys.extend([("u", "undo"), ("?", "help"), ("q", "quit")]);
    }
    keys
}

const HELP: [Key; 12] = [
    ("arrows", "move the cursor, or through the list"),
    ("Enter", "play what is under the cursor or selected"),
    ("1 2 3 …", "choose by number, then Enter"),
    ("/ or :", "type a command or a part of it, then Enter"),
    ("Tab PgUp PgDn", "move through the list"),
    ("Esc", "take one step back on the way to a command"),
    ("h", "hint: what a strong bot would play, and its worth"),
    ("g", "questions or the whole list, where a game has both"),
    ("u  r", "undo; redo"),
    ("R", "resign"),
    ("q", "quit; the match is saved and can be resumed"),
    ("signs", "[x] cursor  (x) can be touched  · free and legal"),
];
