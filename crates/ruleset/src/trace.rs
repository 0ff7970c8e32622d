//! Playing a ruleset line by line as the format's first engine does: actions as JSON in, positions as JSON out.

use std::collections::BTreeMap;

use parlor_core::{Rng, Seat};
use parlor_table::{Piece, Zone};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};

use crate::Ruleset;
use crate::cover::{Source, Trouble, TroubleKind};
use crate::document::PhaseKind;
use crate::limits::FUEL;
use crate::nodes::Node;
use crate::program::{ActionInfo, ParamChoices, ParamInfo, Program, TextNumber, Value};
use crate::run::{
    Choice, Engine, Eval, Failure, Me, NO_TEXT, Pace, Played, State, Status, is_available,
    js_number, json_number, lay,
};

/// A match that is played by actions in the guide's form, with chance from an integer seed.
///
/// ```
/// use parlor_ruleset::{Ruleset, Trace};
/// let ruleset = Ruleset::load(parlor_ruleset::doc::HIGH_CARD.as_bytes()).unwrap();
/// let mut trace = Trace::new(&ruleset, 2, 42).unwrap();
/// let line = trace.act(r#"{"kind":"start_game"}"#);
/// assert_eq!(line["state"]["phase"], "turns");
/// let line = trace.act(r#"{"kind":"declare","player":1,"declaration":"stand"}"#);
/// assert_eq!(line["rejected"], "it is not player 1's turn");
/// ```
pub struct Trace<'r> {
    ruleset: &'r Ruleset,
    program: &'r Program,
    state: State,
    rng: Rng,
    /// What went wrong with the last action, if it was the rules.
    trouble: Option<Trouble>,
    /// What the guide calls the cards, by piece.
    ids: Vec<String>,
}

/// An action in the guide's form.
#[derive(Deserialize)]
struct Action {
    kind: String,
    player: Option<u64>,
    declaration: Option<String>,
    params: Option<BTreeMap<String, Json>>,
    #[serde(rename = "cardId")]
    card_id: Option<String>,
    card: Option<String>,
    #[serde(rename = "fromZone")]
    from_zone: Option<String>,
    #[serde(rename = "toZone")]
    to_zone: Option<String>,
}

/// Why a match cannot be traced.
///
/// ```
/// use parlor_ruleset::{Ruleset, Trace};
/// let ruleset = Ruleset::load(parlor_ruleset::doc::HIGH_CARD.as_bytes()).unwrap();
/// let error = Trace::new(&ruleset, 9, 42).err().unwrap();
/// assert_eq!(error.to_string(), "High Card is for 2 to 4 players, not 9");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} is for {}, not {players}", people(*.min, *.max))]
pub struct TraceError {
    name: String,
    min: u8,
    max: u8,
    players: u8,
}

fn people(min: u8, max: u8) -> String {
    match (min, max) {
        (1, 1) => "1 player".into(),
        (min, max) if min == max => format!("{min} players"),
        (min, max) => format!("{min} to {max} players"),
    }
}

type Rejected<T> = Result<T, String>;

impl<'r> Trace<'r> {
    /// A match that has not begun, for so many players.
    pub fn new(ruleset: &'r Ruleset, players: u8, seed: u32) -> Result<Trace<'r>, TraceError> {
        let limits = ruleset.document().meta.players;
        if !(limits.min..=limits.max).contains(&players) {
            return Err(TraceError {
                name: ruleset.document().meta.name.clone(),
                min: limits.min,
                max: limits.max,
                players,
            });
        }
        let program = ruleset.program();
        // One generator names the cards, another one from the same seed serves the shuffles.
        let mut names = Rng::from_integer(seed);
        let mut half = || (f64::from(names.word()) / 4_294_967_296.0 * 4_294_967_295.0) as u32;
        let mut ids: Vec<String> = Vec::with_capacity(program.deck.len());
        for _ in &program.deck {
            let (first, second) = (half(), half());
            ids.push(format!("card-{first:08x}-{second:08x}"));
        }
        // The last card was laid first.
        ids.reverse();
        Ok(Trace {
            ruleset,
            program,
            trouble: None,
            state: lay(program, players, 0),
            rng: Rng::from_integer(seed),
            ids,
        })
    }

    /// Takes an action, one JSON object, and gives the line that follows from it.
    pub fn act(&mut self, line: &str) -> Json {
        self.trouble = None;
        let result = match serde_json::from_str::<Action>(line) {
            Ok(action) => self.take(&action),
            Err(error) => Err(format!("this is no action: {error}")),
        };
        let mut out = Map::new();
        if let Err(reason) = result {
            out.insert("rejected".into(), reason.into());
        }
        out.insert("state".into(), self.state());
        out.insert("valid".into(), self.valid());
        Json::Object(out)
    }

    /// Where the rules went wrong, if they did so in the last action.
    ///
    /// ```
    /// use parlor_ruleset::{Ruleset, Trace, doc::HIGH_CARD};
    /// let text = HIGH_CARD.replace("\"shuffle(draw_pile)\"", "\"set_var('best', top_card_rank(discard))\"");
    /// let ruleset = Ruleset::load(text.as_bytes()).unwrap();
    /// let mut trace = Trace::new(&ruleset, 2, 42).unwrap();
    /// trace.act(r#"{"kind":"start_game"}"#);
    /// assert_eq!(trace.trouble().unwrap().text.as_deref(), Some("top_card_rank(discard)"));
    /// ```
    pub fn trouble(&self) -> Option<&Trouble> {
        self.trouble.as_ref()
    }

    /// Notes where the rules went wrong, and says why.
    fn fails(&mut self, failure: Failure) -> String {
        let source = Source::of(self.ruleset.document());
        let kind = TroubleKind::Step;
        self.trouble = Some(self.ruleset.trouble(&source, kind, None, failure));
        failure.fault.message(self.program)
    }

    fn take(&mut self, action: &Action) -> Rejected<()> {
        match (&*action.kind, self.state.at.status) {
            ("start_game", Status::Waiting) => self.run(|engine| engine.start()),
            ("start_game", _) => Err("the game has begun already".into()),
            (_, Status::Waiting) => Err("the game has not begun".into()),
            (_, Status::Finished) => Err("the game is over".into()),
            ("step_phase", _) => self.run(|engine| engine.step().map(|_| ())),
            ("declare", _) => {
                let name = action
                    .declaration
                    .as_deref()
                    .ok_or("the action has no declaration")?;
                self.declare(action, name)
            }
            ("play_card", _) => self.play(action),
            // A phase may offer actions of these names.
            ("draw_card" | "end_turn", _) => self.declare(action, &action.kind),
            (kind, _) => Err(format!(
                "there is no kind of action '{}'",
                kind.escape_debug()
            )),
        }
    }

    /// Lets the rules work on a copy, which takes the place of the state if all goes well.
    fn run(
        &mut self,
        work: impl FnOnce(&mut Engine<'_, '_>) -> Result<(), crate::run::Fault>,
    ) -> Rejected<()> {
        let (mut state, mut rng) = (self.state.clone(), self.rng.clone());
        let mut engine = Engine::new(self.program, &mut state, &mut rng);
        engine.pace = Pace::Stepwise;
        engine.locate();
        let done = work(&mut engine).map_err(|fault| engine.failure(fault));
        done.map_err(|failure| self.fails(failure))?;
        (self.state, self.rng) = (state, rng);
        Ok(())
    }

    /// Who acts, and which action of the phase it is.
    fn offered(&self, action: &Action, name: &str) -> Rejected<(Seat, u8, &'r ActionInfo)> {
        let phase = &self.program.phases[usize::from(self.state.at.phase)];
        let player = action.player.ok_or("the action has no player")?;
        let seat = u8::try_from(player)
            .ok()
            .filter(|seat| *seat < self.state.seats());
        let seat = seat.ok_or_else(|| format!("there is no player {player}"))?;
        match phase.kind {
            PhaseKind::Automatic => {
                return Err(format!("nobody acts in the phase '{}'", phase.name));
            }
            PhaseKind::TurnBased if self.state.at.current != seat => {
                return Err(format!("it is not player {seat}'s turn"));
            }
            PhaseKind::TurnBased | PhaseKind::AllPlayers => {}
        }
        let mut actions = (0..).zip(&phase.actions);
        let found = actions.find(|(_, info)| *info.name == *name);
        let (number, info) = found.ok_or_else(|| {
            format!(
                "the phase '{}' does not offer '{}'",
                phase.name,
                name.escape_debug()
            )
        })?;
        Ok((Seat(seat), number, info))
    }

    fn declare(&mut self, action: &Action, name: &str) -> Rejected<()> {
        let (seat, number, info) = self.offered(action, name)?;
        if info.play.is_some() {
            return Err("say which card is played: {\"kind\":\"play_card\", …}".into());
        }
        // As in the first engine, players may choose what they like, and the conditions say whether it will do.
        let mut params = Vec::new();
        for (name, value) in action.params.iter().flatten() {
            let value = match value {
                Json::Bool(value) => Value::Num(f64::from(u8::from(*value))),
                Json::Number(number) => Value::Num(number.as_f64().unwrap_or(0.0)),
                Json::String(text) => Value::Text(self.text_number(text)),
                _ => {
                    let name = name.escape_debug();
                    return Err(format!(
                        "the parameter '{name}' should be a number or a text"
                    ));
                }
            };
            // A name that is not in the ruleset is never asked for.
            params.extend(self.program.word_number(name).map(|name| (name, value)));
        }
        for param in info.params.iter().filter(|param| param.declared) {
            self.check_choice(param, seat, &params)?;
        }
        self.check(info, seat, None, &params)?;
        let choice = Choice {
            action: number,
            to: 0,
            piece: Piece(0),
            params: 0,
        };
        self.run(|engine| engine.act_with(seat, choice, &params))
    }

    /// What a file says that players may choose, they must choose from.
    fn check_choice(
        &self,
        param: &ParamInfo,
        seat: Seat,
        params: &[(TextNumber, Value)],
    ) -> Rejected<()> {
        let given = params.iter().find(|(name, _)| *name == param.text);
        let given = given.map_or(Value::Num(0.0), |(_, value)| *value);
        let mut all =
            (0..param.choices.count(self.state.seats())).map(|n| param.choices.value(n, seat));
        if all.any(|value| value == given) {
            return Ok(());
        }
        let choices = match &param.choices {
            ParamChoices::Player { .. } => "a player".into(),
            ParamChoices::Values(values) => {
                let shown = values.iter().take(20).map(|value| match value {
                    Value::Num(number) => js_number(*number),
                    Value::Bool(value) => value.to_string(),
                    Value::Text(text) => self.program.word(*text).to_owned(),
                });
                format!("one of {}", shown.collect::<Vec<_>>().join(", "))
            }
        };
        Err(format!("choose {choices} as '{}'", param.name))
    }

    fn text_number(&mut self, text: &str) -> TextNumber {
        match self.program.word_number(text) {
            Some(word) => word,
            None => self.state.at.extra_text(self.program, text),
        }
    }

    fn check(
        &mut self,
        info: &ActionInfo,
        seat: Seat,
        played: Option<Played>,
        params: &[(u32, Value)],
    ) -> Rejected<()> {
        let Some(condition) = info.condition else {
            return Ok(());
        };
        let fuel = std::cell::Cell::new(FUEL);
        let mut eval = Eval::new(self.program, &self.state, Me::Seat(seat.0), &fuel);
        eval.played = played;
        eval.params = params;
        let holds = eval.test(condition.first);
        match eval.done(holds) {
            Ok(true) => Ok(()),
            Ok(false) => Err(format!("'{}' is not possible now", info.name)),
            Err(fault) => {
                let node = Some(eval.culprit(Node::Bool(condition.tree), fault));
                let phase = self.state.at.phase;
                Err(self.fails(Failure { fault, phase, node }))
            }
        }
    }

    fn play(&mut self, action: &Action) -> Rejected<()> {
        let (seat, number, info) = self.offered(action, "play_card")?;
        let play = info.play.as_ref().ok_or("this phase plays no cards")?;
        let route = |zones: &[u8], name: &Option<String>, what: &str| {
            let zone = |kind: &u8| self.program.zones[usize::from(*kind)].of(seat.0);
            let found = match name {
                Some(name) => zones
                    .iter()
                    .position(|kind| self.program.zone_name(zone(kind)) == *name),
                None if zones.len() == 1 => Some(0),
                None => return Err(format!("the action has no {what}")),
            };
            let index = found.ok_or_else(|| {
                let name = name.as_deref().unwrap_or("").escape_debug();
                format!(
                    "player {} cannot play a card with {what} '{name}' here",
                    seat.0
                )
            })?;
            Ok((index as u8, zone(&zones[index])))
        };
        let (_, from) = route(&play.from, &action.from_zone, "fromZone")?;
        let (to, _) = route(&play.to, &action.to_zone, "toZone")?;
        let (index, piece) = self.find_card(action, from)?;
        let choice = Choice {
            action: number,
            to,
            piece,
            params: 0,
        };
        let played = Played {
            index: index as u16,
            zone: from,
            piece,
        };
        self.check(info, seat, Some(played), &[])?;
        self.run(|engine| engine.act(seat, choice))
    }

    fn find_card(&self, action: &Action, zone: Zone) -> Rejected<(usize, Piece)> {
        let mut cards = self.state.table.zone(zone).downwards().enumerate();
        let found = match (&action.card_id, &action.card) {
            (Some(id), _) => cards.find(|(_, piece)| self.ids[usize::from(piece.0)] == *id),
            (None, Some(card)) => cards.find(|(_, piece)| self.face(*piece) == *card),
            (None, None) => return Err("the action has neither cardId nor card".into()),
        };
        found.ok_or_else(|| format!("that card is not in {}", self.program.zone_name(zone)))
    }

    /// A card as `rank|suit`.
    fn face(&self, piece: Piece) -> String {
        let card = &self.program.cards[usize::from(self.state.table.definition(piece).0)];
        format!(
            "{}|{}",
            self.program.word(card.rank),
            self.program.word(card.suit)
        )
    }

    /// The cards of the deck in the order of their creation: id, rank, suit.
    pub fn deck(&self) -> Vec<[String; 3]> {
        let pieces = (0..self.ids.len() as u16).rev().map(Piece);
        let card = |piece: Piece| {
            let card = &self.program.cards[usize::from(self.state.table.definition(piece).0)];
            let word = |text| self.program.word(text).to_owned();
            [
                self.ids[usize::from(piece.0)].clone(),
                word(card.rank),
                word(card.suit),
            ]
        };
        pieces.map(card).collect()
    }

    /// The whole position.
    pub fn state(&self) -> Json {
        let at = &self.state.at;
        let phase = &self.program.phases[usize::from(at.phase)];
        let status = match at.status {
            Status::Waiting => "waiting_for_players",
            Status::Playing => "in_progress",
            Status::Finished => "finished",
        };
        json!({
            "phase": &*phase.name,
            "cur": at.current,
            "turn": at.turn,
            "dir": at.effective_direction(self.program),
            "taken": at.taken,
            "status": { "kind": status },
            "scores": self.scores(),
            "vars": self.vars(),
            "svars": self.texts(),
            "zones": self.zones(),
        })
    }

    fn scores(&self) -> Map<String, Json> {
        let at = &self.state.at;
        let seats = usize::from(self.state.seats());
        let mut scores = Map::new();
        for seat in 0..seats {
            if let Some(score) = at.scores.get(seat) {
                scores.insert(format!("player:{seat}"), json_number(score));
            }
        }
        for (index, role) in self.program.roles.iter().enumerate() {
            if let Some(score) = at.scores.get(seats + index) {
                scores.insert(role.name.to_string(), json_number(score));
            }
        }
        for (seat, result) in at.results.iter().enumerate() {
            if let Some(result) = result {
                scores.insert(format!("result:{seat}"), (*result).into());
            }
        }
        scores
    }

    fn vars(&self) -> Map<String, Json> {
        let all = self.program.vars.iter().enumerate();
        let present = all.filter_map(|(index, var)| {
            let value = self.state.at.vars.get(index)?;
            Some((var.name.to_string(), json_number(value)))
        });
        present.collect()
    }

    fn texts(&self) -> Map<String, Json> {
        let fuel = std::cell::Cell::new(0);
        let eval = Eval::new(self.program, &self.state, Me::Current, &fuel);
        let all = self.program.text_vars.iter().zip(&self.state.at.texts);
        let present = all.filter(|(_, text)| **text != NO_TEXT);
        present
            .map(|(var, text)| (var.name.to_string(), eval.show_text(*text).into()))
            .collect()
    }

    fn zones(&self) -> Map<String, Json> {
        let mut zones = Map::new();
        for info in &self.program.zones {
            for seat in 0..info.copies(self.state.seats()) {
                let zone = info.of(seat);
                let cards = self.state.table.zone(zone).downwards().map(|piece| {
                    let up = if self.state.at.is_face_up(piece) {
                        "+"
                    } else {
                        ""
                    };
                    Json::String(format!("{}{up}", self.face(piece)))
                });
                zones.insert(self.program.zone_name(zone), cards.collect());
            }
        }
        zones
    }

    /// What each player may do; `!` stands before what is listed but not possible now.
    pub fn valid(&self) -> Json {
        let phase = &self.program.phases[usize::from(self.state.at.phase)];
        let mut valid = Map::new();
        for seat in 0..self.state.seats() {
            let acts = self.state.at.status == Status::Playing
                && match phase.kind {
                    PhaseKind::Automatic => false,
                    PhaseKind::TurnBased => self.state.at.current == seat,
                    PhaseKind::AllPlayers => true,
                };
            let actions = phase.actions.iter().filter(|_| acts).map(|action| {
                let available = is_available(self.program, &self.state, Seat(seat), action);
                let mark = if available { "" } else { "!" };
                Json::String(format!("{mark}{}", action.name))
            });
            valid.insert(seat.to_string(), actions.collect());
        }
        Json::Object(valid)
    }
}
