//! What a viewer sees of a match and hears of an event.

use parlor_core::{Arg, Layout, Message, Seat, Told, View, Viewer, ZoneView};
use parlor_table::{Change, End, Eyes};
use parlor_tabletop::Looks;
use serde_json::Value as Json;

use crate::compile::ORDER;
use crate::document::PhaseKind;
use crate::nodes::{self, Effect};
use crate::program::{ActionInfo, Lies, PhaseInfo};
use crate::run::{Choice, Eval, Me, NO_TEXT, State, shown_number};
use crate::texts::{action_label, with};
use crate::{Act, Ruleset, Said};

impl Looks for Ruleset {
    fn dress(&self, state: &State, view: &mut View) {
        let zones = state.table.schema().zones();
        for (zone, drawn) in zones.zip(&mut view.zones) {
            match self.program().zone_info(zone).lies {
                _ if !matches!(drawn.layout, Layout::Row | Layout::Fan) => {}
                Lies::TopFirst => drawn.pieces.reverse(),
                Lies::TopLast => {}
                Lies::Pile => drawn.layout = Layout::Pile,
            }
        }
        self.draw_orders(&mut view.zones);
        self.draw_hints(view);
        self.draw_values(state, view);
    }

    /// Phases that run by themselves are the rules' own business, unless they wait for people who look at something.
    fn phase_of(&self, state: &State) -> Option<Message> {
        let phase = &self.program().phases[usize::from(state.at.phase)];
        let waits = phase.kind != PhaseKind::Automatic || !state.at.looking.is_empty();
        waits.then(|| crate::texts::phase_name(&phase.name))
    }

    fn prompt_of(&self, state: &State, seat: Seat) -> Option<Message> {
        Some(self.prompt(state, seat))
    }

    fn label_of(&self, (state, seat): &(&State, Seat), choice: &Choice) -> Message {
        self.label(state, *seat, *choice)
    }

    fn touches_of(&self, (state, seat): &(&State, Seat), choice: &Choice) -> Vec<String> {
        self.touches(state, *seat, *choice)
    }

    fn hear_act(&self, state: &State, act: &Act, viewer: Viewer) -> Option<Told> {
        let moved = match act.played {
            Some((piece, to)) => {
                let change = Change::Move {
                    piece,
                    to: to.into(),
                    end: End::Top,
                    seen: Eyes::NOBODY,
                };
                state.table.tell(&change, viewer)
            }
            // It has happened.
            None => state.told(0, viewer),
        };
        self.acted(state, act, moved.as_ref())
    }

    fn hear_said(&self, _: &State, said: &Said, _: Viewer) -> Option<Told> {
        let round = crate::rounds::heard(said.text.as_str());
        let message = round.unwrap_or_else(|| self.texts().say(said.seat, said.text.as_str()));
        Some(Told::new(message))
    }

    /// A card that moves, in words for those who see it. Long deals are told without.
    fn word(&self, state: &State, told: Told, index: usize) -> Told {
        self.worded(state, told, index)
    }
}

impl Ruleset {
    fn prompt(&self, state: &State, seat: Seat) -> Message {
        let mut labels: Vec<Message> = Vec::new();
        for choice in self.choices(state, seat) {
            let label = self.action_label(state, choice);
            if !labels.iter().any(|other| other.text == label.text) {
                labels.push(label);
            }
        }
        match <[Message; 2]>::try_from(labels) {
            Ok([first, second]) => Message::new("prompt.or", "{first} or {second}")
                .with("first", first)
                .with("second", second),
            Err(labels) if labels.len() == 1 => labels.into_iter().next().unwrap_or_default(),
            // More than two are a list, and that is shown anyhow.
            Err(_) => Message::new("prompt.choose", "Choose what to do"),
        }
    }

    /// Where the cards that are seen belong in a sorted hand. The legend does not list them: that would name cards that
    /// nobody has seen.
    fn draw_orders(&self, zones: &mut [ZoneView]) {
        let orders = &self.program().orders;
        if orders.is_empty() {
            return;
        }
        for zone in zones {
            for piece in &mut zone.pieces {
                let face = piece.face.as_deref();
                if let Some(order) = face.and_then(|face| orders.get(face)) {
                    piece.attributes.insert(ORDER.into(), (*order).into());
                }
            }
            self.draw_orders(&mut zone.zones);
        }
    }

    fn draw_hints(&self, view: &mut View) {
        let ui = &self.document().ui;
        let word = |value: Result<Json, _>| value.unwrap_or_default();
        view.hints
            .insert("layout".into(), word(serde_json::to_value(ui.layout)));
        view.hints.insert(
            "table_color".into(),
            word(serde_json::to_value(ui.table_color)),
        );
        if let Some(color) = &ui.custom_color {
            view.hints
                .insert("custom_color".into(), color.clone().into());
        }
    }

    /// Scores, rounds, and the variables that everybody may see.
    fn draw_values(&self, state: &State, view: &mut View) {
        let at = &state.at;
        let program = self.program();
        // Where nothing begins another round, all is one.
        if at.rounds != 1 && program.acts.contains(&nodes::Act::Do(Effect::ResetRound)) {
            view.values.insert("round".into(), at.turn.into());
        }
        // What belongs to a seat is shown there: `bet_1` is the second seat's bet.
        let values = self.document().ui.values.iter().flatten();
        let each: Vec<&str> = values
            .filter(|(_, value)| value.each_player == Some(true))
            .map(|(name, _)| &**name)
            .collect();
        let seat_value = |name: &str| {
            let (name, seat) = name.rsplit_once('_')?;
            let (own, seat) = (each.iter().find(|own| **own == name)?, seat.parse().ok()?);
            Some((*own, Seat(seat)))
        };
        let legend = view.legend.clone();
        let declared = |name: &str| legend.values.contains_key(name);
        for (index, var) in program
            .vars
            .iter()
            .enumerate()
            .filter(|(_, var)| !var.lasts)
        {
            let Some(value) = at.vars.get(index) else {
                continue;
            };
            if let Some((name, seat)) = seat_value(&var.name) {
                if seat.0 < state.seats() {
                    *view = std::mem::take(view).value(seat, name, shown_number(value));
                }
            } else if declared(&var.name) {
                view.values
                    .insert(var.name.to_string(), shown_number(value));
            }
        }
        let fuel = std::cell::Cell::new(0);
        let eval = Eval::new(program, state, Me::Current, &fuel);
        let texts = program.text_vars.iter().zip(&at.texts);
        // An empty text says nothing.
        for (var, text) in
            texts.filter(|(var, text)| declared(&var.name) && !matches!(**text, 0 | NO_TEXT))
        {
            view.values
                .insert(var.name.to_string(), eval.show_text(*text).into());
        }
        let seats = usize::from(state.seats());
        for (index, role) in program.roles.iter().enumerate() {
            if let Some(score) = at.scores.get(seats + index) {
                view.values
                    .insert(format!("{} score", role.name), shown_number(score));
            }
        }
        for seat in Seat::all(state.seats()) {
            let mut values = Vec::new();
            let total = program
                .cumulative
                .and_then(|first| at.vars.get(usize::from(first) + seat.index()));
            values.extend(total.map(|total| ("points", shown_number(total))));
            let score = at.scores.get(seat.index());
            values.extend(score.map(|score| ("score", shown_number(score))));
            if let Some(result) = at.results[seat.index()] {
                let word = ["lost", "tied", "won"][usize::from((result + 1) as u8).min(2)];
                values.push(("result", word.into()));
            }
            if at.rounds_over > 0 {
                values.push(("balance", at.totals[seat.index()].into()));
            }
            for (name, value) in values {
                *view = std::mem::take(view).value(seat, name, value);
            }
        }
    }

    fn action_numbered(&self, number: u16) -> Option<(&PhaseInfo, &ActionInfo)> {
        let phases = self.program().phases.iter();
        let mut all =
            phases.flat_map(|phase| phase.actions.iter().map(move |action| (phase, action)));
        all.find(|(_, action)| action.number == number)
    }

    /// An action as it is heard. Of a card that was played all hear what they see. What was chosen is heard where
    /// players take turns; where all act at once it may be a secret.
    fn acted(&self, state: &State, act: &Act, moved: Option<&Told>) -> Option<Told> {
        let (seat, params) = (act.seat, act.params);
        let (phase, action) = self.action_numbered(act.action)?;
        // That somebody goes on is no news.
        if phase.kind == PhaseKind::Automatic {
            return None;
        }
        let face = moved
            .and_then(|told| told.data.get("face"))
            .and_then(Json::as_str);
        let message = match (&action.play, face) {
            (Some(_), Some(face)) => {
                Message::new("plays_card", "{seat} plays {card}").with("card", Arg::face(face))
            }
            (Some(_), None) => Message::new("plays_unseen", "{seat} plays a card"),
            (None, _) => {
                let label = action_label(phase, action);
                let said = match phase.kind {
                    PhaseKind::TurnBased if !action.params.is_empty() => {
                        let message = with(label, "", action.params.len());
                        self.with_params(message, state, seat, action, params)
                    }
                    _ => label,
                };
                Message::new("acts", "{seat}: {action}").with("action", said)
            }
        };
        Some(Told::new(message.with("seat", seat)))
    }

    fn worded(&self, state: &State, told: Told, index: usize) -> Told {
        const MOST_WORDS: usize = 6;
        let Some(act) = state.act().filter(|_| index < MOST_WORDS) else {
            return told;
        };
        let plays = self
            .action_numbered(act.action)
            .is_some_and(|(_, action)| action.play.is_some());
        let text = |key: &str| told.data.get(key).and_then(Json::as_str);
        let (Some("move"), Some(face), Some(to)) = (text("change"), text("face"), text("to"))
        else {
            return told;
        };
        let schema = state.table.schema();
        let zone = schema.zones().find(|zone| schema.zone_name(*zone) == to);
        let Some(zone) = zone.filter(|_| !(plays && index == 0)) else {
            return told;
        };
        let info = self.program().zone_info(zone);
        // Whoever has heard who takes the trick need not hear it of each card.
        let looks = self.document().ui.zones.iter().flatten();
        let mut own = looks.filter(|(name, _)| **name == *info.name);
        let is_won = own.any(|(_, look)| look.role.as_deref() == Some("won"));
        if is_won && state.said().next().is_some() {
            return told;
        }
        let name = Message::word("zone", &info.name);
        let message = match info.is_each() {
            true => Message::new("goes_to_player", "{card} goes to {seat}: {zone}")
                .with("seat", zone.seat()),
            false => Message::new("goes_to", "{card} goes to the {zone}"),
        };
        let message = message.with("card", Arg::face(face)).with("zone", name);
        let data = told.data.clone();
        Told {
            data,
            ..Told::new(message)
        }
    }
}

/// A name as people read it: `player_turns` is "Player turns".
pub(crate) fn words(name: &str) -> String {
    let text = name.replace('_', " ");
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => text,
    }
}
