//! Tests for authors: play a game by what people say, from a seed or a position of your own, and look at what comes of it.

use parlor_core::{
    Budget, Decision, Game, Rejection, Rng, Seat, Setup, Sided, SystemCommand, View, Viewer,
};
use parlor_table::{Dealer, Table};

use crate::compile::Op;
use crate::{At, Command, FlowGame, Input, State};

/// A game under test: seeded, played by texts, with pictures where an assertion fails.
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("nim", "Nim", 2..=2);
/// let heap = game.value("heap", 5_i64).add();
/// game.action("take")
///     .choose_number("sticks", move |at| 1..=at.value(heap).min(2))
///     .run(move |play, args| play.add(heap, -args.number("sticks")));
/// game.ends_when(move |at| at.value(heap) == 0);
/// game.winners("took the last stick", |at| SeatSet::one(at.seat()));
/// let nim = game.flow(forever(each_seat(step(["take"]))));
///
/// let mut scenario = Scenario::new(&nim, 2, 42);
/// scenario.set_up(|dealer| dealer.set_value(heap, 3));
/// scenario.play_all(["take 2"]).unwrap();
/// assert_eq!(scenario.legal(), ["take 1"]);
/// assert_eq!(scenario.play("take 2").unwrap_err().code(), "not_a_choice");
/// scenario.play("take 1").unwrap();
/// assert_eq!(scenario.winners(), [Seat(1)]);
/// ```
pub struct Scenario<'g> {
    game: &'g FlowGame,
    state: State,
    rng: Rng,
    heard: Vec<String>,
}

impl<'g> Scenario<'g> {
    /// A match with so many seats and default options, opened with this seed.
    ///
    /// # Panics
    /// When the game does not take so many seats, or its opening is refused.
    pub fn new(game: &'g FlowGame, seats: u8, seed: u32) -> Scenario<'g> {
        match Setup::new(&game.info(), seats.into()) {
            Ok(setup) => Scenario::with(game, &setup, seed),
            Err(error) => panic!("{error}"),
        }
    }

    /// A match with these options, opened with this seed.
    ///
    /// # Panics
    /// When the game's opening is refused.
    pub fn with(game: &'g FlowGame, setup: &Setup, seed: u32) -> Scenario<'g> {
        let state = match game.setup(setup) {
            Ok(state) => state,
            Err(error) => panic!("{error}"),
        };
        let mut scenario = Scenario::at(game, state, seed);
        if let Err(rejection) = scenario.system(SystemCommand::Open) {
            panic!("the opening is refused: {rejection}");
        }
        scenario
    }

    /// From a position of your own, with chance from this seed; see [`FlowGame::begin_from`].
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("sum", "Sum", 1..=1);
    /// let sum = game.value("sum", 0_i64).add();
    /// game.action("add").run(move |play, _| play.add(sum, 1));
    /// let game = game.flow(repeat(3, step(["add"])));
    /// let begun = Scenario::new(&game, 1, 1);
    /// let mut scenario = Scenario::at(&game, begun.state().clone(), 1);
    /// scenario.play("add").unwrap();
    /// assert_eq!((begun.table().value(sum), scenario.table().value(sum)), (0, 1));
    /// ```
    pub fn at(game: &'g FlowGame, state: State, seed: u32) -> Scenario<'g> {
        Scenario {
            game,
            state,
            rng: Rng::from_integer(seed),
            heard: Vec::new(),
        }
    }

    /// Changes the position by hand. What the flow waits for stays the same.
    pub fn set_up(&mut self, change: impl FnOnce(&mut Dealer<'_>)) {
        change(&mut Dealer::new(&mut self.state.table, &mut self.rng));
    }

    /// Arranges the table as a text says: see [`Table::arrange`]. What the flow waits for stays the same.
    ///
    /// # Panics
    /// When the text describes no position of this table.
    #[track_caller]
    pub fn arrange(&mut self, text: &str) {
        if let Err(error) = self.state.table.arrange(text) {
            panic!("{error}");
        }
    }

    /// It is this seat's turn now: the innermost round of the flow is at this seat, and so is the step that waits.
    pub fn set_turn(&mut self, seat: Seat) {
        self.game.set_turn(&mut self.state, seat);
    }

    /// The system acts: a resignation, a time-out.
    pub fn system(&mut self, command: SystemCommand) -> Result<(), Rejection> {
        let mut events = Vec::new();
        let mut decision = Decision::new(&mut self.rng, &mut events, Budget::default());
        self.game.system(&self.state, &command, &mut decision)?;
        self.heard.clear();
        self.happen(&events);
        self.follow()
    }

    /// The first seat that is to act says this: the label of a legal command, or the command itself.
    pub fn play(&mut self, text: &str) -> Result<(), Rejection> {
        match self.game.to_act(&self.state).first() {
            Some(seat) => self.play_as(seat, text),
            None => Err(Rejection::new("match_over", "the match is over")),
        }
    }

    /// This seat says this.
    pub fn play_as(&mut self, seat: Seat, text: &str) -> Result<(), Rejection> {
        if !self.game.to_act(&self.state).contains(seat) {
            return Err(Rejection::new("not_your_turn", "it is not your turn"));
        }
        let command = match self.labeled(seat, text) {
            Some(command) => command,
            None => self.game.read(&self.state, seat, text)?,
        };
        let mut events = Vec::new();
        let mut decision = Decision::new(&mut self.rng, &mut events, Budget::default());
        self.game
            .decide(&self.state, seat, &command, &mut decision)?;
        self.heard.clear();
        self.happen(&events);
        self.follow()
    }

    /// The command that people read as this text: twins are numbered in it.
    fn labeled(&self, seat: Seat, text: &str) -> Option<Command> {
        let mut actions = self.view(Viewer::Seat(seat)).actions.into_iter();
        let action = actions.find(|action| action.text == text)?;
        serde_json::from_value(action.command).ok()
    }

    /// One after the other says one of these.
    pub fn play_all<'t>(
        &mut self,
        texts: impl IntoIterator<Item = &'t str>,
    ) -> Result<(), Rejection> {
        texts.into_iter().try_for_each(|text| self.play(text))
    }

    /// Lets sides act until a seat has to.
    fn follow(&mut self) -> Result<(), Rejection> {
        for _ in 0..Budget::default().commands {
            let Some(command) = self.game.side_choice(&self.state, &mut self.rng) else {
                return Ok(());
            };
            let mut events = Vec::new();
            let mut decision = Decision::new(&mut self.rng, &mut events, Budget::default());
            self.game.side_reach(&self.state, &command, &mut decision)?;
            self.happen(&events);
        }
        Err(Rejection::new("endless_side", "sides act on and on"))
    }

    fn happen(&mut self, events: &[crate::Event]) {
        for event in events {
            if let Some(told) = self.game.tell(&self.state, event, Viewer::Referee)
                && !told.message.text.is_empty()
            {
                self.heard.push(told.message.to_string());
            }
            self.game.apply(&mut self.state, event);
        }
    }

    /// The position.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.state.table
    }

    /// What a viewer sees.
    pub fn view(&self, viewer: Viewer) -> View {
        self.game.view(&self.state, viewer)
    }

    /// What was told of the latest command, to one who may hear all.
    pub fn heard(&self) -> &[String] {
        &self.heard
    }

    /// The seats that are to act.
    pub fn to_act(&self) -> Vec<Seat> {
        self.game.to_act(&self.state).iter().collect()
    }

    /// What the first seat to act can do, as people say it.
    pub fn legal(&self) -> Vec<String> {
        let seat = self.game.to_act(&self.state).first();
        seat.map_or(Vec::new(), |seat| self.legal_for(seat))
    }

    /// What a seat can do, as people say it.
    pub fn legal_for(&self, seat: Seat) -> Vec<String> {
        let actions = self.view(Viewer::Seat(seat)).actions;
        actions
            .into_iter()
            .map(|action| action.text.into())
            .collect()
    }

    /// Who has won; nobody before the end.
    pub fn winners(&self) -> Vec<Seat> {
        let outcome = self.game.outcome(&self.state);
        outcome.map_or(Vec::new(), |outcome| outcome.winners().iter().collect())
    }

    /// The position as a table of text: zones, values, who is to act. For assertions and their messages.
    pub fn picture(&self) -> String {
        picture(&self.view(Viewer::Referee))
    }

    /// Fails with a picture of the position unless this holds.
    ///
    /// # Panics
    /// When it does not hold: that is its purpose.
    #[track_caller]
    pub fn assert(&self, what: &str, holds: impl FnOnce(&Table) -> bool) {
        assert!(
            holds(&self.state.table),
            "{what} does not hold:\n{}",
            self.picture()
        );
    }

    /// Fails with a picture of the position unless the zone holds these pieces, by their names and in this order.
    ///
    /// # Panics
    /// When it holds others: that is its purpose.
    #[track_caller]
    pub fn assert_zone(&self, zone: parlor_table::Zone, names: &[&str]) {
        let pieces = self.table().zone(zone).pieces();
        let found: Vec<String> = pieces.map(|piece| self.table().face(piece)).collect();
        assert!(
            found == names,
            "{} holds {}, not {}:\n{}",
            self.table().schema().zone_name(zone),
            found.join(" "),
            names.join(" "),
            self.picture()
        );
    }
}

impl FlowGame {
    /// Puts the innermost round of the flow, and the step that waits, at this seat.
    pub fn set_turn(&self, state: &mut State, seat: Seat) {
        let seats = state.table.schema().seats();
        state.at.turn = seat;
        for frame in state.at.frames.iter_mut().rev() {
            match &self.ops[usize::from(frame.node)] {
                Op::Step(step) if step.spec.side.is_none() => frame.seat = seat.0,
                Op::EachSeat { order, .. } => {
                    frame.seat = seat.0;
                    if frame.round.is_none() && seats > 0 {
                        let ahead = (seat.0 + seats - frame.start % seats) % seats;
                        let steps = if order.backward {
                            (seats - ahead) % seats
                        } else {
                            ahead
                        };
                        frame.count = u32::from(steps) + 1;
                    }
                    return;
                }
                _ => {}
            }
        }
    }

    /// A position that somebody has set up: the table as it is laid, with these changes, and the flow from its beginning
    /// to the first step that waits. There is no opening, and hooks stay silent. Games whose flow follows the table (the
    /// seat with the fewest turns acts, say) can read their positions from text with this.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("nim", "Nim", 2..=2);
    /// let heap = game.value("heap", 5_i64).add();
    /// let turn = game.value("turn", Seat(0)).add();
    /// game.action("take").run(move |play, _| {
    ///     play.add(heap, -1);
    ///     play.set_value(turn, play.next(play.seat()));
    /// });
    /// let nim = game.flow(repeat_while(move |at| at.value(heap) > 0, step(["take"]).by(move |at| at.value(turn))));
    ///
    /// # use parlor_core::Game;
    /// let setup = Setup::new(&nim.info(), 2).unwrap();
    /// let state = nim.begin_from(&setup, |dealer| dealer.set_value(turn, Seat(1))).unwrap();
    /// assert_eq!(Scenario::at(&nim, state, 1).to_act(), [Seat(1)]);
    /// ```
    pub fn begin_from(
        &self,
        setup: &Setup,
        change: impl FnOnce(&mut Dealer<'_>),
    ) -> Result<State, Rejection> {
        let state = self.setup(setup);
        let mut state = state.map_err(|error| Rejection::new("set_up", error.to_string()))?;
        // A flow that rolls dice before anybody acts rolls the same ones every time.
        let mut rng = Rng::fast(0, 0);
        change(&mut Dealer::new(&mut state.table, &mut rng));
        self.begin(&mut state, &mut rng)?;
        Ok(state)
    }

    /// The legal command that people say so, or the command that is written so, in words or in JSON.
    pub fn read(&self, state: &State, seat: Seat, text: &str) -> Result<Command, Rejection> {
        if let Some(asked) = self.asked(state).filter(|asked| asked.seats.contains(seat)) {
            let mut found = None;
            let at = At::new(self, state, seat);
            let leaves = self.leaves(&asked.actions, &at, asked.done);
            leaves.each(self, &at, |action, args| {
                if found.is_none() {
                    let label = self.label(state, seat, action, args).to_string();
                    let command = self.command(&at, action, args);
                    if label == text || command.to_string() == text {
                        found = Some(command);
                    }
                }
            });
            if let Some(command) = found {
                return Ok(command);
            }
        }
        if text.starts_with('{') {
            return serde_json::from_str(text).map_err(Rejection::malformed);
        }
        let mut words = text.split_whitespace();
        let action = words.next().unwrap_or_default();
        if !self
            .actions
            .iter()
            .any(|known| known.name.as_str() == action)
            && action != crate::step::DONE
        {
            return Err(Rejection::new("not_legal", "'{text}' is not legal now")
                .with("text", text.to_string()));
        }
        let args = words.map(|word| match word.parse::<i64>() {
            Ok(number) => Input::Number(number),
            Err(_) => word.into(),
        });
        Ok(args.fold(Command::new(action), Command::with))
    }
}

/// A view as lines of text: zones with their pieces, values, who is to act.
pub fn picture(view: &View) -> String {
    let mut lines = Vec::new();
    if let Some(phase) = &view.phase {
        lines.push(format!("phase: {phase}"));
    }
    for (name, value) in &view.values {
        lines.push(format!("{name}: {value}"));
    }
    for (number, seat) in view.seats.iter().enumerate() {
        let values: Vec<String> = seat
            .values
            .iter()
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        lines.push(format!("seat {number}: {}", values.join(", ")));
    }
    let mut zones: Vec<(usize, &parlor_core::ZoneView)> =
        view.zones.iter().rev().map(|zone| (0, zone)).collect();
    while let Some((depth, zone)) = zones.pop() {
        let pieces: Vec<String> = zone
            .pieces
            .iter()
            .map(|piece| {
                let face = piece.face.as_deref().unwrap_or("?");
                match &piece.at {
                    Some(at) => format!("{at}:{face}"),
                    None => face.to_string(),
                }
            })
            .collect();
        let count = zone
            .count
            .map_or(String::new(), |count| format!(" ({count})"));
        let line = format!(
            "{}{}{count}: {}",
            "  ".repeat(depth),
            zone.id,
            pieces.join(" ")
        );
        lines.push(line.trim_end().to_string());
        zones.extend(zone.zones.iter().rev().map(|inner| (depth + 1, inner)));
    }
    match &view.outcome {
        Some(outcome) => {
            let winners: Vec<String> = outcome
                .winners()
                .iter()
                .map(|seat| seat.to_string())
                .collect();
            lines.push(format!("over: {} first", winners.join(", ")));
        }
        None => {
            let seats: Vec<String> = view.to_act.iter().map(|seat| seat.to_string()).collect();
            lines.push(format!("to act: {}", seats.join(", ")));
        }
    }
    lines.join("\n")
}
