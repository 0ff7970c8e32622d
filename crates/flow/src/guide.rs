//! Step by step to a command: which action, then an answer to each of its choices.

use parlor_core::{
    Answer, Answers, Arg, Choice as Offer, Guide, Guided, Message, Question, Rejection, Seat,
};
use parlor_tabletop::{Asked, Asks, no_answer, which_action};

use crate::action::{Action, Choice, Kind};
use crate::args::{Amount, Resolved, ResolvedArgs};
use crate::leaves::DONE_ACTION;
use crate::{Args, At, Command, FlowGame, Input, State};

/// What answers that nothing, or nothing more, is chosen.
const NOTHING: &str = "nothing";
const ENOUGH: &str = "enough";

/// What has been answered on the way to a command.
pub struct Path {
    action: Option<u16>,
    args: ResolvedArgs,
    /// Of several, those that were chosen so far.
    many: Vec<i64>,
    /// Everything that the action can be.
    leaves: Vec<ResolvedArgs>,
}

/// What one answer adds.
pub enum Part {
    Action(u16),
    Arg(Resolved),
    /// One of several.
    More(i64),
}

impl Guided for FlowGame {
    fn guide(
        &self,
        state: &State,
        seat: Seat,
        answers: &[Answer],
    ) -> Result<Guide<Command>, Rejection> {
        parlor_tabletop::guide(self, state, seat, answers)
    }
}

impl Asks for FlowGame {
    type Path = Path;
    type Part = Part;

    fn begin(&self, at: &At<'_>) -> Result<Path, Rejection> {
        let asked = self.asked(at.state);
        match asked.is_some_and(|asked| asked.seats.contains(at.seat)) {
            true => Ok(Path {
                action: None,
                args: ResolvedArgs::new(),
                many: Vec::new(),
                leaves: Vec::new(),
            }),
            false => Err(Rejection::illegal()),
        }
    }

    fn ask(&self, at: &At<'_>, path: &Path) -> Result<Asked<Part, Command>, Rejection> {
        let Some(index) = path.action else {
            return self.ask_action(at);
        };
        let Some(action) = self.actions.get(usize::from(index)) else {
            return Ok(Asked::Done(Command::new(crate::step::DONE)));
        };
        let args = Args {
            action: Some(action),
            given: &path.args,
        };
        let (here, number) = (at.with(args), path.args.len());
        let Some(choice) = action.choices.get(number) else {
            // A text may be anything, so that only the whole command can tell.
            let check = action.check.as_ref();
            check.map_or(Ok(()), |check| check(&here, args))?;
            return Ok(Asked::Done(self.command(at, index, &path.args)));
        };
        Ok(match &choice.kind {
            Kind::Text { .. } => choice.ask_open(action, &here),
            Kind::Number(_) if action.check.is_none() && choice.amount.is_none() => {
                choice.ask_open(action, &here)
            }
            // What follows an answer that is not listed is found anew for that answer.
            _ if action.is_open(number) => {
                let listed = choice.answers(&here);
                choice.ask_listed(action, &here, &listed.iter().collect::<Vec<_>>(), path)
            }
            _ => {
                let leaves = path.leaves.iter();
                let left = leaves.filter(|leaf| leaf.get(..number) == Some(&path.args[..]));
                let listed: Vec<&Resolved> = left.filter_map(|leaf| leaf.get(number)).collect();
                choice.ask_listed(action, &here, &listed, path)
            }
        })
    }

    fn take(&self, at: &At<'_>, path: &mut Path, part: Part) {
        match part {
            Part::Action(action) => {
                path.action = Some(action);
                if action != DONE_ACTION {
                    self.leaves(&[action], at, false)
                        .each(self, at, |_, args| path.leaves.push(args.into()));
                }
            }
            Part::Arg(resolved) => {
                path.args.push(resolved);
                path.many.clear();
            }
            Part::More(raw) => path.many.push(raw),
        }
    }

    fn read(&self, at: &At<'_>, path: &Path, answer: &Answer) -> Result<Part, Rejection> {
        let action = path
            .action
            .and_then(|index| self.actions.get(usize::from(index)));
        let choice = action.and_then(|action| action.choices.get(path.args.len()));
        let choice = choice.ok_or_else(|| no_answer(answer))?;
        let here = at.with(Args {
            action,
            given: &path.args,
        });
        choice.read_answer(&here, answer).map(Part::Arg)
    }
}

impl FlowGame {
    fn ask_action(&self, at: &At<'_>) -> Result<Asked<Part, Command>, Rejection> {
        let asked = self.asked(at.state).ok_or_else(Rejection::illegal)?;
        let actions = asked.actions.iter().copied();
        let possible: Vec<u16> = actions
            .filter(|action| self.can_act(&[*action], at))
            .chain(asked.done.then_some(DONE_ACTION))
            .collect();
        match possible.as_slice() {
            [] => Err(Rejection::illegal()),
            [only] => Ok(Asked::Known(Part::Action(*only))),
            several => {
                let offers = several
                    .iter()
                    .map(|action| (self.action_offer(*action), Part::Action(*action)));
                Ok(Asked::OneOf(which_action(), offers.collect()))
            }
        }
    }

    fn action_offer(&self, action: u16) -> Offer {
        let action = self.actions.get(usize::from(action));
        let name = action.map_or(crate::step::DONE.into(), |action| action.name.to_string());
        let label = match action.and_then(|action| action.prompt.clone()) {
            Some(prompt) => prompt,
            None => Message::word("answer", &name),
        };
        Offer {
            answer: Answer::Text(name),
            label,
            touch: None,
        }
    }
}

impl Action {
    /// Whether one of the first choices takes answers that are not all listed.
    fn is_open(&self, before: usize) -> bool {
        let mut choices = self.choices[..before].iter();
        choices.any(|choice| matches!(choice.kind, Kind::Text { .. } | Kind::Number(_)))
    }
}

impl Choice {
    fn asks(&self, action: &Action, at: &At<'_>) -> Message {
        let own = at.question().and_then(|question| question.message());
        if let (Kind::Asked, Some(prompt)) = (&self.kind, own) {
            return prompt.clone();
        }
        let prompt = match &action.prompt {
            Some(prompt) if !self.has_prompt && action.choices.len() == 1 => prompt,
            _ => &self.prompt,
        };
        prompt.clone()
    }

    /// A number or a text.
    fn ask_open(&self, action: &Action, at: &At<'_>) -> Asked<Part, Command> {
        let answers = match &self.kind {
            Kind::Number(range)
                if !self.optional && self.valid.is_none() && self.only.is_none() =>
            {
                let range = range(at);
                let (min, max) = (*range.start(), *range.end());
                if self.skip_if_only_one && min == max {
                    return Asked::Known(Part::Arg(Resolved::One(min)));
                }
                Answers::Number { min, max }
            }
            Kind::Text { length, .. } => Answers::Text {
                longest: *length.end() as u32,
            },
            _ => {
                let mut candidates = Vec::new();
                self.candidates(at, &mut candidates);
                let offers = candidates.iter().map(|raw| self.offer(at, *raw));
                let nothing = self.optional.then(|| word_offer(NOTHING, "nothing"));
                Answers::OneOf(offers.chain(nothing).collect())
            }
        };
        let prompt = self.asks(action, at);
        Asked::Open(Question { prompt, answers })
    }

    /// What an answer to an open question means.
    fn read_answer(&self, at: &At<'_>, answer: &Answer) -> Result<Resolved, Rejection> {
        let input = match (answer, &self.kind) {
            // Of a text that may be omitted, nothing at all is nothing.
            (Answer::Text(text), Kind::Text { .. }) if self.optional && text.is_empty() => {
                Input::Nothing
            }
            (Answer::Text(text), Kind::Number(_)) if self.optional && text == NOTHING => {
                Input::Nothing
            }
            (Answer::Text(text), _) => text.as_str().into(),
            (Answer::Number(number), Kind::Text { .. }) => number.to_string().as_str().into(),
            (Answer::Number(number), _) => Input::Number(*number),
        };
        self.resolve(at, &input)
    }

    /// One or several of what is listed.
    fn ask_listed(
        &self,
        action: &Action,
        at: &At<'_>,
        listed: &[&Resolved],
        path: &Path,
    ) -> Asked<Part, Command> {
        if let Some(amount) = self.amount(at) {
            return self.ask_many(action, at, &amount, listed, &path.many);
        }
        let mut different: Vec<&Resolved> = Vec::new();
        for resolved in listed {
            if !different.contains(resolved) {
                different.push(resolved);
            }
        }
        if let ([only], true) = (different.as_slice(), self.skip_if_only_one) {
            return Asked::Known(Part::Arg((*only).clone()));
        }
        let offers = different.into_iter().map(|resolved| {
            let offer = match resolved {
                Resolved::One(raw) => self.offer(at, *raw),
                _ => word_offer(NOTHING, "nothing"),
            };
            (offer, Part::Arg(resolved.clone()))
        });
        Asked::OneOf(self.asks(action, at), offers.collect())
    }

    /// Several, one question after the other.
    fn ask_many(
        &self,
        action: &Action,
        at: &At<'_>,
        amount: &Amount,
        listed: &[&Resolved],
        chosen: &[i64],
    ) -> Asked<Part, Command> {
        let (complete, mut more) = match action.check {
            // Where every set of the right size will do, there may be more of them than are listed.
            None => {
                let mut more = Vec::new();
                if chosen.len() < *amount.end() {
                    self.candidates(at, &mut more);
                }
                (amount.contains(&chosen.len()), more)
            }
            Some(_) => {
                let sets = listed.iter().filter_map(|resolved| match resolved {
                    Resolved::Many(raws) => Some(&**raws),
                    _ => None,
                });
                let fits = |set: &&[i64]| chosen.iter().all(|raw| set.contains(raw));
                let left: Vec<&[i64]> = sets.filter(fits).collect();
                let complete = left.iter().any(|set| set.len() == chosen.len());
                (complete, left.concat())
            }
        };
        more.retain(|raw| !chosen.contains(raw));
        more.sort_by_key(|raw| self.key(at, *raw));
        more.dedup();
        let done = || {
            let mut chosen = chosen.to_vec();
            chosen.sort_by_key(|raw| self.key(at, *raw));
            Part::Arg(Resolved::Many(chosen.into()))
        };
        if complete && more.is_empty() {
            return Asked::Known(done());
        }
        let each = more.iter();
        let mut offers: Vec<(Offer, Part)> = each
            .map(|raw| (self.offer(at, *raw), Part::More(*raw)))
            .collect();
        if complete {
            offers.push((word_offer(ENOUGH, "That is enough"), done()));
        }
        if self.optional && chosen.is_empty() {
            offers.push((word_offer(NOTHING, "nothing"), Part::Arg(Resolved::Nothing)));
        }
        Asked::OneOf(self.asks(action, at), offers)
    }

    fn answer(&self, at: &At<'_>, raw: i64) -> Answer {
        match self.input_of(at, raw) {
            Input::Number(number) => Answer::Number(number),
            input => Answer::Text(input.to_string()),
        }
    }

    fn offer(&self, at: &At<'_>, raw: i64) -> Offer {
        Offer {
            answer: self.answer(at, raw),
            label: match self.read_one(at, raw, false) {
                Arg::Message(message) => *message,
                arg => Message::new("answer", "{answer}").with("answer", arg),
            },
            touch: self.touched(at, raw),
        }
    }
}

fn word_offer(answer: &'static str, label: &'static str) -> Offer {
    Offer {
        answer: Answer::Text(answer.into()),
        label: Message::new(answer, label),
        touch: None,
    }
}
