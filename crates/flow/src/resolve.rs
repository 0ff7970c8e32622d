//! From answers to commands and back: what a command means, or why it is not possible now.

use parlor_core::Rejection;
use parlor_table::Word;

use crate::action::Action;
use crate::args::{Resolved, ResolvedArgs};
use crate::leaves::DONE_ACTION;
use crate::{Args, At, Command, FlowGame};

impl FlowGame {
    /// Whether what was chosen before is still possible.
    pub(crate) fn is_possible(&self, at: &At<'_>, action: u16, args: &[Resolved]) -> bool {
        let Some(action) = self.actions.get(usize::from(action)) else {
            return false;
        };
        let holds = action
            .conditions
            .iter()
            .all(|condition| (condition.holds)(at));
        let answered = (0..args.len()).all(|number| {
            let given = &args[..number];
            let here = at.with(Args {
                action: Some(action),
                given,
            });
            action.choices[number].takes(&here, &args[number])
        });
        let args = Args {
            action: Some(action),
            given: args,
        };
        let check = action.check.as_ref();
        holds && answered && check.is_none_or(|check| check(&at.with(args), args).is_ok())
    }

    /// The command that these answers make, in the names of the seat that sends it.
    pub(crate) fn command(&self, at: &At<'_>, action: u16, args: &[Resolved]) -> Command {
        let Some(action) = self.actions.get(usize::from(action)) else {
            return Command::new(crate::step::DONE);
        };
        let inputs = action.choices.iter().zip(args);
        Command {
            action: action.name,
            args: inputs
                .map(|(choice, resolved)| choice.input(at, resolved))
                .collect(),
        }
    }

    /// What a command means, or why it is not possible now.
    pub(crate) fn resolve(
        &self,
        actions: &[u16],
        at: &At<'_>,
        done: bool,
        command: &Command,
    ) -> Result<(u16, ResolvedArgs), Rejection> {
        if done && command.action.as_str() == crate::step::DONE && command.args.is_empty() {
            return Ok((DONE_ACTION, ResolvedArgs::new()));
        }
        let named = |index: &&u16| self.actions[usize::from(**index)].name == command.action;
        let Some(index) = actions.iter().find(named) else {
            return Err(self.not_now(command.action));
        };
        let action = &self.actions[usize::from(*index)];
        for condition in &action.conditions {
            if !(condition.holds)(at) {
                return Err(Rejection::new(
                    condition.code.clone(),
                    condition.text.clone(),
                ));
            }
        }
        if command.args.len() != action.choices.len() {
            return Err(
                Rejection::new("wrong_answers", "{action} asks for: {names}")
                    .with("action", action.name.to_string())
                    .with("count", action.choices.len() as u64)
                    .with("names", action.names()),
            );
        }
        let mut args = ResolvedArgs::new();
        for (choice, input) in action.choices.iter().zip(&command.args) {
            let here = Args {
                action: Some(action),
                given: &args,
            };
            let resolved = choice.resolve(&at.with(here), input)?;
            args.push(resolved);
        }
        if let Some(check) = &action.check {
            let args = Args {
                action: Some(action),
                given: &args,
            };
            check(&at.with(args), args)?;
        }
        Ok((*index, args))
    }

    fn not_now(&self, name: Word) -> Rejection {
        let known = self.actions.iter().any(|action| action.name == name);
        match known || name.as_str() == crate::step::DONE {
            true => Rejection::new("not_now", "{action} is not possible now")
                .with("action", name.to_string()),
            false => Rejection::malformed(format!("there is no action '{name}'")),
        }
    }
}

impl Action {
    fn names(&self) -> String {
        let names: Vec<&str> = self.choices.iter().map(|choice| &*choice.name).collect();
        names.join(", ")
    }
}
