//! From choices to commands and back, and step by step to a command.

use parlor_core::{Answer, Arg, Choice as Offer, Guide, Guided, Message, Rejection, Seat, Viewer};
use parlor_table::{Piece, Zone};
use parlor_tabletop::{Asked, Asks, which_action};

use crate::command::{Given, Name};
use crate::nodes::{Act, Effect, ZoneExpr};
use crate::program::{ActionInfo, ParamChoices, Value};
use crate::run::{Choice, Engine, State, json_number};
use crate::texts::{action_label, with};
use crate::{Command, Ruleset};

impl Ruleset {
    pub(crate) fn action_of(&self, state: &State, choice: Choice) -> &ActionInfo {
        let phase = &self.program().phases[usize::from(state.at.phase)];
        &phase.actions[usize::from(choice.action)]
    }

    /// A choice as a command.
    pub(crate) fn command(&self, state: &State, seat: Seat, choice: Choice) -> Command {
        let action = self.action_of(state, choice);
        let mut command = Command::of(&action.name);
        if let Some(play) = &action.play {
            command.card = Some(self.card_name(state, seat, choice.piece));
            if play.from.len() > 1 {
                let zone = state.table.zone_of(choice.piece);
                command.from = Some(Name(self.program().zone_info(zone).name.clone()));
            }
            if play.to.len() > 1 {
                let zone = play.to[usize::from(choice.to)];
                command.to = Some(Name(self.program().zones[usize::from(zone)].name.clone()));
            }
        }
        let values = choice.params(action, state.seats(), seat);
        for (param, (_, value)) in action.params.iter().zip(values) {
            command
                .params
                .insert(Name(param.name.clone()), self.given(value));
        }
        command
    }

    fn given(&self, value: Value) -> Given {
        match value {
            Value::Num(number) => match json_number(number).as_i64() {
                Some(whole) => Given::Whole(whole),
                None => Given::Number(number),
            },
            Value::Bool(value) => Given::Whole(value.into()),
            Value::Text(text) => Given::Text(Name(self.program().words[text as usize].clone())),
        }
    }

    /// What is on a card, or its place from the top if the player does not see that.
    pub(crate) fn card_name(&self, state: &State, seat: Seat, piece: Piece) -> Name {
        if state.table.sees(Viewer::Seat(seat), piece) {
            let definition = state.table.definition(piece);
            return Name(self.program().faces[usize::from(definition.0)].clone());
        }
        let zone = state.table.zone(state.table.zone_of(piece));
        let index = zone
            .downwards()
            .position(|other| other == piece)
            .unwrap_or(0);
        Name(format!("#{index}").into())
    }

    /// The choice that a command means, if it is possible.
    pub(crate) fn resolve(
        &self,
        state: &State,
        seat: Seat,
        command: &Command,
    ) -> Result<Choice, Rejection> {
        let mut choices = self.choices(state, seat).into_iter();
        let found = choices.find(|choice| {
            let action = self.action_of(state, *choice);
            *action.name == *command.action.as_str()
                && self.command(state, seat, *choice) == *command
        });
        found.ok_or_else(|| self.refusal(state, seat, command))
    }

    /// Why a command is not possible.
    fn refusal(&self, state: &State, seat: Seat, command: &Command) -> Rejection {
        let phase = &self.program().phases[usize::from(state.at.phase)];
        let name = command.action.as_str();
        let text = |text: &str| text.chars().take(40).collect::<String>();
        let Some(number) = phase
            .actions
            .iter()
            .position(|action| *action.name == *name)
        else {
            return Rejection::new("no_such_action", "there is no '{action}' in this phase")
                .with("action", text(name));
        };
        let action = &phase.actions[number];
        let rejection = |code: &'static str, words: &'static str| {
            let label = action_label(phase, action);
            Rejection::new(code, words).with("label", label)
        };
        let Some(play) = &action.play else {
            if action.params.len() != command.params.len() {
                return rejection("which", "{label}: say what you choose");
            }
            return match self.fault(state, seat, number as u8, command) {
                Some(rejection) => rejection,
                None => rejection("not_possible", "{label} is not possible now"),
            };
        };
        let Some(card) = &command.card else {
            return rejection("which_card", "{label}: say which card");
        };
        let mut zones = play
            .from
            .iter()
            .map(|kind| self.program().zones[usize::from(*kind)].of(seat.0));
        let has = zones.any(|zone| {
            let mut cards = state.table.zone(zone).downwards();
            cards.any(|piece| self.card_name(state, seat, piece) == *card)
        });
        let (code, words) = match has {
            true => ("cannot_play", "{card} cannot be played now"),
            false => ("no_such_card", "you have no {card} to play"),
        };
        Rejection::new(code, words).with("card", text(card.as_str()))
    }

    /// What goes wrong with an action whose condition holds.
    fn fault(&self, state: &State, seat: Seat, action: u8, command: &Command) -> Option<Rejection> {
        let info = &self.program().phases[usize::from(state.at.phase)].actions[usize::from(action)];
        let mut all = (0..info.combinations(state.seats())).map(|params| Choice {
            action,
            to: 0,
            piece: Piece(0),
            params,
        });
        let choice = all.find(|choice| self.command(state, seat, *choice) == *command)?;
        crate::run::condition_holds(self.program(), state, seat, info, choice).then_some(())?;
        let (mut copy, mut rng) = (state.clone(), parlor_core::Rng::fast(0, 0));
        let fault = Engine::new(self.program(), &mut copy, &mut rng)
            .act(seat, choice)
            .err()?;
        Some(fault.rejection())
    }

    /// An action as people read it.
    pub(crate) fn action_label(&self, state: &State, choice: Choice) -> Message {
        let phase = &self.program().phases[usize::from(state.at.phase)];
        let action = &phase.actions[usize::from(choice.action)];
        action_label(phase, action)
    }

    /// An action with everything chosen, as people read it.
    pub(crate) fn label(&self, state: &State, seat: Seat, choice: Choice) -> Message {
        let action = self.action_of(state, choice);
        let command = self.command(state, seat, choice);
        let parts = [
            ("card", "card", &command.card),
            ("from", "zone", &command.from),
            ("to", "zone", &command.to),
        ];
        let given = parts.iter().filter(|(.., value)| value.is_some());
        let names: Vec<&str> = given.map(|(name, ..)| *name).collect();
        let label = self.action_label(state, choice);
        let mut message = with(label, &names.join("."), action.params.len());
        for (name, group, value) in parts {
            message = match value {
                Some(value) if group == "card" => {
                    message.with(name, self.read_card(state, seat, choice.piece, value))
                }
                Some(value) => message.with(name, Message::word(group, value.as_str())),
                None => message,
            };
        }
        self.with_params(message, state, seat, action, choice.params)
    }

    /// A card by its face, and by its place in the zone where the player does not see that.
    fn read_card(&self, state: &State, seat: Seat, piece: Piece, name: &Name) -> Arg {
        match state.table.sees(Viewer::Seat(seat), piece) {
            true => Arg::face(name.as_str()),
            false => {
                let number = name.as_str().trim_start_matches('#').parse::<i64>();
                Message::new("card_number", "card {number}")
                    .with("number", number.unwrap_or(0) + 1)
                    .into()
            }
        }
    }

    /// A message with what was chosen, each as `param_0` and so on.
    pub(crate) fn with_params(
        &self,
        mut message: Message,
        state: &State,
        seat: Seat,
        action: &ActionInfo,
        params: u16,
    ) -> Message {
        let choice = Choice {
            action: 0,
            to: 0,
            piece: Piece(0),
            params,
        };
        let values = choice.params(action, state.seats(), seat);
        for (index, (param, (_, value))) in action.params.iter().zip(values).enumerate() {
            let key = format!("param_{index}");
            message = match (&param.choices, self.given(value)) {
                (ParamChoices::Player { .. }, Given::Whole(seat)) => {
                    message.with(key, Seat(seat as u8))
                }
                (_, given) => message.with(key, Arg::named("word", &given.to_string())),
            };
        }
        message
    }

    /// What is touched for a choice.
    pub(crate) fn touches(&self, state: &State, seat: Seat, choice: Choice) -> Vec<String> {
        let action = self.action_of(state, choice);
        let zone_name = |zone| state.table.schema().zone_name(zone);
        let mut touches = Vec::new();
        match choice.played(action, self.program(), seat) {
            Some((piece, to)) => {
                let handle = state.table.handle(piece, Viewer::Seat(seat));
                touches.extend(handle.map(|handle| handle.to_string()));
                if action.play.as_ref().is_some_and(|play| play.to.len() > 1) {
                    touches.push(zone_name(to));
                }
            }
            None => touches.extend(self.taken_from(action, seat).map(zone_name)),
        }
        let values = choice.params(action, state.seats(), seat);
        for (param, (_, value)) in action.params.iter().zip(values) {
            if let (ParamChoices::Player { .. }, Given::Whole(chosen)) =
                (&param.choices, self.given(value))
            {
                touches.push(Seat(chosen as u8).touch());
            }
        }
        touches
    }

    /// The zone that an action begins to take cards from, where nothing is chosen: whoever touches the pile means it.
    fn taken_from(&self, action: &ActionInfo, seat: Seat) -> Option<Zone> {
        let program = self.program();
        let first = action
            .effects
            .first()
            .filter(|_| action.params.is_empty())?;
        let of_seat = |kind: u8| program.zones[usize::from(kind)].of(seat.0);
        match program.acts[first.0 as usize] {
            Act::Do(Effect::Draw(from, ..) | Effect::MoveTop(from, ..)) => {
                match program.zone_exprs[from.0 as usize] {
                    ZoneExpr::Fixed(zone) => Some(zone),
                    ZoneExpr::Current(kind) => Some(of_seat(kind)),
                    ZoneExpr::Mine(mine) => program.mine[usize::from(mine)].kind.map(of_seat),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// A question on the way to a command, by what it is about.
#[derive(Clone, Copy)]
enum About {
    Action,
    Card,
    From,
    To,
    Param(usize),
}

impl Guided for Ruleset {
    fn guide(
        &self,
        state: &State,
        seat: Seat,
        answers: &[Answer],
    ) -> Result<Guide<Command>, Rejection> {
        parlor_tabletop::guide(self, state, seat, answers)
    }
}

impl Asks for Ruleset {
    /// The choices that are left.
    type Path = Vec<Choice>;
    type Part = Vec<Choice>;

    fn begin(&self, at: &(&State, Seat)) -> Result<Vec<Choice>, Rejection> {
        let choices = self.choices(at.0, at.1).to_vec();
        match choices.is_empty() {
            true => Err(Rejection::illegal()),
            false => Ok(choices),
        }
    }

    fn ask(
        &self,
        (state, seat): &(&State, Seat),
        left: &Vec<Choice>,
    ) -> Result<Asked<Vec<Choice>, Command>, Rejection> {
        Ok(match self.open_question(state, *seat, left) {
            None => Asked::Done(self.command(state, *seat, left[0])),
            Some(about) => {
                let prompt = self.asks(state, left[0], about);
                Asked::OneOf(prompt, self.offers(state, *seat, left, about))
            }
        })
    }

    fn take(&self, _: &(&State, Seat), left: &mut Vec<Choice>, part: Vec<Choice>) {
        *left = part;
    }
}

impl Ruleset {
    /// What has to be asked next, to tell the choices that are left apart.
    fn open_question(&self, state: &State, seat: Seat, left: &[Choice]) -> Option<About> {
        let params = self.action_of(state, left[0]).params.len();
        let fixed = [About::Action, About::Card, About::From, About::To];
        let mut all = fixed.into_iter().chain((0..params).map(About::Param));
        all.find(|about| {
            let first = self.answer(state, seat, left[0], *about);
            left.iter()
                .any(|choice| self.answer(state, seat, *choice, *about) != first)
        })
    }

    fn answer(&self, state: &State, seat: Seat, choice: Choice, about: About) -> Option<Answer> {
        let command = self.command(state, seat, choice);
        let text = |name: Name| Answer::Text(name.to_string());
        match about {
            About::Action => Some(text(command.action)),
            About::Card => command.card.map(text),
            About::From => command.from.map(text),
            About::To => command.to.map(text),
            About::Param(index) => {
                let param = self.action_of(state, choice).params.get(index)?;
                Some(match &command.params[&Name(param.name.clone())] {
                    Given::Whole(number) => Answer::Number(*number),
                    other => Answer::Text(other.to_string()),
                })
            }
        }
    }

    /// Each answer, with the choices that it leaves.
    fn offers(
        &self,
        state: &State,
        seat: Seat,
        left: &[Choice],
        about: About,
    ) -> Vec<(Offer, Vec<Choice>)> {
        let mut offers: Vec<(Offer, Vec<Choice>)> = Vec::new();
        for choice in left {
            let Some(answer) = self.answer(state, seat, *choice, about) else {
                continue;
            };
            if let Some((_, same)) = offers.iter_mut().find(|(offer, _)| offer.answer == answer) {
                same.push(*choice);
                continue;
            }
            let action = self.action_of(state, *choice);
            let arg: Arg = match (about, &answer) {
                (About::Action, _) => self.action_label(state, *choice).into(),
                (About::Card, Answer::Text(text)) => {
                    self.read_card(state, seat, choice.piece, &Name(text.as_str().into()))
                }
                (About::From | About::To, Answer::Text(text)) => Message::word("zone", text).into(),
                (_, Answer::Text(text)) => Arg::named("word", text),
                (_, Answer::Number(number)) => (*number).into(),
            };
            let player = match about {
                About::Param(index) => {
                    matches!(action.params[index].choices, ParamChoices::Player { .. })
                }
                _ => false,
            };
            let label = match answer {
                Answer::Number(number) if player => {
                    Message::new("player", "{seat}").with("seat", Seat(number as u8))
                }
                _ => match arg {
                    Arg::Message(message) => *message,
                    arg => Message::new("choice", "{choice}").with("choice", arg),
                },
            };
            let touch = match about {
                About::Card => self.touches(state, seat, *choice).into_iter().next(),
                About::To => self.touches(state, seat, *choice).into_iter().nth(1),
                About::Param(_) if player => match answer {
                    Answer::Number(number) => Some(Seat(number as u8).touch()),
                    Answer::Text(_) => None,
                },
                _ => None,
            };
            let offer = Offer {
                answer,
                label,
                touch,
            };
            offers.push((offer, vec![*choice]));
        }
        offers
    }

    fn asks(&self, state: &State, choice: Choice, about: About) -> Message {
        match about {
            About::Action => which_action(),
            About::Card => Message::new("which_card", "Which card?"),
            About::From => Message::new("which_from", "From where?"),
            About::To => Message::new("which_to", "Where to?"),
            About::Param(index) => {
                let name = &self.action_of(state, choice).params[index].name;
                let name = Message::word("word", name);
                Message::new("which_param", "Which {name}?").with("name", name)
            }
        }
    }
}
