//! What a viewer sees of a position and hears of an event.

use parlor_core::{Message, Progress, Seat, Told, View, Viewer};
use parlor_tabletop::Looks;
use serde_json::Value as Json;

use crate::compile::Op;
use crate::leaves::DONE_ACTION;
use crate::{Act, At, Command, FlowGame, Said, Side, State, Way};

impl Looks for FlowGame {
    fn dress(&self, state: &State, view: &mut View) {
        self.draw_shown(state, view);
        self.draw_derived(state, view);
        if !state.at.over {
            view.time_limit_ms = self.time_limit_ms(state);
        }
    }

    fn phase_of(&self, state: &State) -> Option<Message> {
        self.phase(state)
    }

    fn prompt_of(&self, state: &State, seat: Seat) -> Option<Message> {
        self.prompt(state, seat)
    }

    fn progress_of(&self, state: &State, _: Seat) -> Option<Progress> {
        self.progress(state)
    }

    fn label_of(&self, at: &At<'_>, Way(action, args): &Way) -> Message {
        self.label(at.state, at.seat, *action, args)
    }

    fn numbered_label_of(&self, at: &At<'_>, Way(action, args): &Way) -> Message {
        self.label_numbered(at.state, at.seat, *action, args, true)
    }

    fn touches_of(&self, at: &At<'_>, Way(action, args): &Way) -> Vec<String> {
        self.touches(at.state, at.seat, *action, args)
    }

    fn hear_act(&self, state: &State, act: &Act, _: Viewer) -> Option<Told> {
        let seat = act.seat.or(act.side.map(Side::seat))?;
        match &act.command {
            Some(command) => self.announce(state, seat, command),
            None => Some(Told::new(
                Message::new("has_chosen", "{seat} has chosen").with("seat", seat),
            )),
        }
    }

    fn hear_said(&self, state: &State, said: &Said, viewer: Viewer) -> Option<Told> {
        let heard = said.heard(&self.messages, &state.table, viewer);
        heard.map(Told::new)
    }
}

impl FlowGame {
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

    /// The innermost phase that has begun.
    pub(crate) fn phase(&self, state: &State) -> Option<Message> {
        let frames = state.at.frames.iter().rev();
        let mut phases = frames.filter_map(|frame| match &self.ops[usize::from(frame.node)] {
            Op::Phase { message, .. } => {
                let id = format!("phase.{}", message.id);
                Some(Message::new(id, message.text.clone()))
            }
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
                        .unwrap_or(Message::new("answer.question", "Your answer?")),
                );
            }
            _ => return None,
        };
        if let Some(prompt) = prompt {
            return Some(prompt.clone());
        }
        let of_action = |index: &u16| self.actions[usize::from(*index)].prompt.clone();
        let at = At::new(self, state, seat);
        let possible = |index: &&u16| self.can_act(&[**index], &at);
        actions.iter().filter(possible).find_map(of_action)
    }

    /// How far the acting seat is in a step of several moves.
    fn progress(&self, state: &State) -> Option<Progress> {
        let frame = state.at.frames.last()?;
        let Op::Step(step) = &self.ops[usize::from(frame.node)] else {
            return None;
        };
        let (least, most) = (*step.spec.moves.start(), *step.spec.moves.end());
        (most > 1).then_some(Progress {
            made: frame.count,
            least,
            most: (most < u32::MAX).then_some(most),
        })
    }

    fn time_limit_ms(&self, state: &State) -> Option<u64> {
        let frame = state.at.frames.last()?;
        self.ops[usize::from(frame.node)].time_limit_ms()
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
        let message = match Side::of(seat) {
            None => Message::new("acts", "{seat}: {action}").with("seat", seat),
            Some(side) => Message::new("side_acts", "{side}: {action}")
                .with("side", self.sides.get(usize::from(side.0))?.clone()),
        };
        Some(Told::new(message.with("action", label)))
    }
}
