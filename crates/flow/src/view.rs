//! What a viewer sees of a position and hears of an event.

use parlor_core::Text;
use parlor_core::{ActionView, Game, Message, Seat, Square, Told, View, Viewer};
use serde_json::Value as Json;

use crate::compile::Op;
use crate::leaves::DONE_ACTION;
use crate::state::Recent;
use crate::{At, Command, Event, FlowGame, State};

impl FlowGame {
    pub(crate) fn draw_view(&self, state: &State, viewer: Viewer) -> View {
        let mut view = state.table.view(viewer);
        self.draw_shown(state, &mut view);
        view.viewer = Some(viewer);
        view.to_act = self.to_act(state);
        view.outcome = self.outcome(state);
        view.phase = self.phase(state);
        view.recent = state
            .recent
            .iter()
            .filter_map(|recent| match recent {
                Recent::Said(said) => {
                    let heard = said.heard(&self.messages, &state.table, viewer);
                    heard.map(Told::new)
                }
                Recent::Change(trace) => {
                    let schema = state.table.schema();
                    state.traces.tell(*trace as usize, schema, viewer)
                }
            })
            .collect();
        if !state.at.over {
            view.time_limit_ms = self.time_limit_ms(state);
        }
        if let Some(seat) = viewer.seat()
            && view.to_act.contains(seat)
        {
            view.prompt = self.prompt(state, seat);
            view.actions = self.action_views(state, seat);
        }
        view
    }

    fn draw_shown(&self, state: &State, view: &mut View) {
        for (name, shows) in &self.shown {
            for seat in state.table.seats() {
                match shows(&At::new(self, state, seat), seat) {
                    Json::Null => {
                        let values = view.seats.get_mut(seat.index());
                        values.and_then(|seat| seat.values.remove(&**name));
                    }
                    value => *view = std::mem::take(view).value(seat, name, value),
                }
            }
        }
    }

    fn action_views(&self, state: &State, seat: Seat) -> Vec<ActionView> {
        let Some(asked) = self.asked(state) else {
            return Vec::new();
        };
        let mut views = Vec::new();
        let at = At::new(self, state, seat);
        let leaves = self.leaves(&asked.actions, &at, asked.done);
        leaves.each(self, &at, |action, args| {
            let command = self.command(&at, action, args);
            let label = self.label(state, seat, action, args);
            views.push(ActionView {
                command: serde_json::to_value(&command).unwrap_or_default(),
                text: label.to_string().into(),
                label: Some(label),
                touches: self
                    .touches(state, seat, action, args)
                    .into_iter()
                    .map(Text::from)
                    .collect(),
            });
        });
        // People look for a place by its name, whatever order the rules find them in.
        views.sort_by_key(|action| {
            let place = action.touches.first();
            place.and_then(|place| place.parse::<Square>().ok())
        });
        views
    }

    /// The innermost phase that has begun.
    pub(crate) fn phase(&self, state: &State) -> Option<Message> {
        let frames = state.at.frames.iter().rev();
        let mut phases = frames.filter_map(|frame| match &self.ops[usize::from(frame.node)] {
            Op::Phase { message, .. } => Some(message.clone()),
            _ => None,
        });
        phases.next()
    }

    fn prompt(&self, state: &State, seat: Seat) -> Option<Message> {
        let frame = state.at.frames.last()?;
        let (prompt, actions) = match &self.ops[usize::from(frame.node)] {
            Op::Step(step) => {
                if let Some(prompt) = &step.spec.prompt_by {
                    return Some(prompt(&At::new(self, state, seat)));
                }
                (&step.spec.prompt, &step.actions)
            }
            Op::Together(step) => (&step.spec.prompt, &step.actions),
            Op::Ask { .. } | Op::Program => {
                let at = At::new(self, state, seat);
                let prompt = at.question().and_then(|question| question.message());
                return Some(
                    prompt
                        .cloned()
                        .unwrap_or(Message::new("answer", "Your answer?")),
                );
            }
            _ => return None,
        };
        let of_action = |index: &u16| self.actions[usize::from(*index)].prompt.clone();
        let text = match (prompt, actions.as_slice()) {
            (Some(prompt), _) => prompt.clone(),
            (None, actions) => {
                let at = At::new(self, state, seat);
                let possible = |index: &&u16| self.can_act(&[**index], &at);
                actions.iter().filter(possible).find_map(of_action)?
            }
        };
        // By the actions, so that a translation survives changes of the flow.
        let names: Vec<&str> = actions
            .iter()
            .map(|index| self.actions[usize::from(*index)].name.as_str())
            .collect();
        Some(Message::new(format!("prompt.{}", names.join(".")), text))
    }

    fn time_limit_ms(&self, state: &State) -> Option<u64> {
        let frame = state.at.frames.last()?;
        self.ops[usize::from(frame.node)].time_limit_ms()
    }

    pub(crate) fn tell_event(&self, state: &State, event: &Event, viewer: Viewer) -> Option<Told> {
        match event {
            Event::Act { seat, command } => {
                let seat = (*seat)?;
                match command {
                    Some(command) => self.announce(state, seat, command),
                    None => Some(Told::new(
                        Message::new("has_chosen", "{seat} has chosen").with("seat", seat),
                    )),
                }
            }
            Event::Change(change) => state.table.tell(change, viewer),
            Event::Say(said) => said
                .heard(&self.messages, &state.table, viewer)
                .map(Told::new),
            Event::Flow(_) | Event::Frames { .. } => None,
        }
    }

    /// In a game without secrets a command is told as it is; in others the rules say what is to be heard.
    fn announce(&self, state: &State, seat: Seat, command: &Command) -> Option<Told> {
        if self.info.hidden {
            return None;
        }
        let asked = self.asked(state)?;
        let at = At::new(self, state, seat);
        let (action, args) = self
            .resolve(&asked.actions, &at, asked.done, command)
            .ok()?;
        if action != DONE_ACTION && self.actions[usize::from(action)].quiet {
            return None;
        }
        let label = self.label(state, seat, action, &args);
        let mut message = Message::new(label.id, format!("{{seat}}: {}", label.text));
        message.args = label.args;
        Some(Told::new(message.with("seat", seat)))
    }
}
