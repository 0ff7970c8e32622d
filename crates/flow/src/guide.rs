//! Step by step to a command: which action, then an answer to each of its choices.

use parlor_core::{
    Answer, Answers, Choice as Offer, Guide, Guided, Message, Question, Rejection, Seat,
};

use crate::action::{Action, Choice, Kind};
use crate::args::{Amount, Resolved, ResolvedArgs};
use crate::leaves::DONE_ACTION;
use crate::{Args, At, Command, FlowGame, Input, State};

/// What answers that nothing, or nothing more, is chosen.
const NOTHING: &str = "nothing";
const ENOUGH: &str = "enough";

impl Guided for FlowGame {
    fn guide(
        &self,
        state: &State,
        seat: Seat,
        answers: &[Answer],
    ) -> Result<Guide<Command>, Rejection> {
        let Some(asked) = self.asked(state).filter(|asked| asked.seats.contains(seat)) else {
            return Err(Rejection::illegal());
        };
        let at = At::new(self, state, seat);
        let possible: Vec<u16> = asked
            .actions
            .iter()
            .copied()
            .filter(|action| self.can_act(&[*action], &at))
            .chain(asked.done.then_some(DONE_ACTION))
            .collect();
        let (action, answers) = match (possible.as_slice(), answers) {
            ([], _) => return Err(Rejection::illegal()),
            ([only], answers) => (*only, answers),
            (_, []) => return Ok(self.which_action(&possible)),
            (_, [first, rest @ ..]) => {
                let named = |action: &&u16| *first == Answer::Text(self.name_of(**action));
                match possible.iter().find(named) {
                    Some(action) => (*action, rest),
                    None => return Err(no_answer(first)),
                }
            }
        };
        match self.actions.get(usize::from(action)) {
            None => Ok(Guide::Done(Command::new(crate::step::DONE))),
            Some(spec) => self.ask(action, spec, &at, answers),
        }
    }
}

impl FlowGame {
    fn name_of(&self, action: u16) -> String {
        let action = self.actions.get(usize::from(action));
        action.map_or(crate::step::DONE.into(), |action| action.name.to_string())
    }

    fn which_action(&self, possible: &[u16]) -> Guide<Command> {
        let offers = possible.iter().map(|action| {
            let name = self.name_of(*action);
            let prompt = self
                .actions
                .get(usize::from(*action))
                .and_then(|action| action.prompt.clone());
            Offer {
                answer: Answer::Text(name.clone()),
                label: Message::new(name.clone(), prompt.unwrap_or(name.into())),
                touch: None,
            }
        });
        Guide::Ask(Question {
            prompt: Message::new("which_action", "What do you do?"),
            answers: Answers::OneOf(offers.collect()),
        })
    }

    /// The next question of an action. Only answers are offered that lead to a command.
    fn ask(
        &self,
        index: u16,
        action: &Action,
        at: &At<'_>,
        answers: &[Answer],
    ) -> Result<Guide<Command>, Rejection> {
        let mut rest = answers;
        let mut args = ResolvedArgs::new();
        let mut leaves: Vec<ResolvedArgs> = Vec::new();
        self.leaves(&[index], at, false)
            .each(self, at, |_, args| leaves.push(args.into()));
        for (number, choice) in action.choices.iter().enumerate() {
            let here = at.with(Args {
                action: Some(action),
                given: &args,
            });
            let answer = match &choice.kind {
                Kind::Text { .. } => choice.ask_open(action, &here, &mut rest)?,
                Kind::Number(_) if action.check.is_none() && choice.amount.is_none() => {
                    choice.ask_open(action, &here, &mut rest)?
                }
                // What follows an answer that is not listed is found anew for that answer.
                _ if action.is_open(number) => {
                    let listed = choice.answers(&here);
                    choice.ask_listed(
                        action,
                        &here,
                        &listed.iter().collect::<Vec<_>>(),
                        &mut rest,
                    )?
                }
                _ => {
                    leaves.retain(|leaf| leaf[..number] == args[..]);
                    let listed: Vec<&Resolved> =
                        leaves.iter().filter_map(|leaf| leaf.get(number)).collect();
                    choice.ask_listed(action, &here, &listed, &mut rest)?
                }
            };
            match answer {
                Asked::Question(question) => return Ok(Guide::Ask(question)),
                Asked::Answer(resolved) => args.push(resolved),
            }
        }
        if let Some(check) = &action.check {
            // A text may be anything, so that only the whole command can tell.
            let args = Args {
                action: Some(action),
                given: &args,
            };
            check(&at.with(args), args)?;
        }
        match rest {
            [] => Ok(Guide::Done(self.command(at, index, &args))),
            [extra, ..] => Err(no_answer(extra)),
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

enum Asked {
    Question(Question),
    Answer(Resolved),
}

impl Choice {
    fn question(&self, action: &Action, at: &At<'_>, answers: Answers) -> Asked {
        let own = at.question().and_then(|question| question.message());
        if let (Kind::Asked, Some(prompt)) = (&self.kind, own) {
            let prompt = prompt.clone();
            return Asked::Question(Question { prompt, answers });
        }
        let only_choice = action.choices.len() == 1;
        let text = match (&self.prompt, &action.prompt) {
            (Some(prompt), _) => prompt.clone(),
            (None, Some(prompt)) if only_choice => prompt.clone(),
            _ => {
                let mut name = self.name.chars();
                let first: String = name
                    .next()
                    .into_iter()
                    .flat_map(char::to_uppercase)
                    .collect();
                format!("{first}{}?", name.as_str().replace('_', " ")).into()
            }
        };
        Asked::Question(Question {
            prompt: Message::new(format!("choose.{}", self.name), text),
            answers,
        })
    }

    /// A number or a text.
    fn ask_open(
        &self,
        action: &Action,
        at: &At<'_>,
        rest: &mut &[Answer],
    ) -> Result<Asked, Rejection> {
        if let Some((first, others)) = rest.split_first() {
            *rest = others;
            let input = match (first, &self.kind) {
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
            return self.resolve(at, &input).map(Asked::Answer);
        }
        let mut candidates = Vec::new();
        self.candidates(at, &mut candidates);
        Ok(match &self.kind {
            Kind::Number(range)
                if !self.optional && self.valid.is_none() && self.only.is_none() =>
            {
                let range = range(at);
                if self.skip_if_only_one && range.start() == range.end() {
                    return Ok(Asked::Answer(Resolved::One(*range.start())));
                }
                self.question(
                    action,
                    at,
                    Answers::Number {
                        min: *range.start(),
                        max: *range.end(),
                    },
                )
            }
            Kind::Text { length, .. } => self.question(
                action,
                at,
                Answers::Text {
                    longest: *length.end() as u32,
                },
            ),
            _ => {
                let mut offers: Vec<Offer> =
                    candidates.iter().map(|raw| self.offer(at, *raw)).collect();
                if self.optional {
                    offers.push(word_offer(NOTHING, "Nothing"));
                }
                self.question(action, at, Answers::OneOf(offers))
            }
        })
    }

    /// One or several of what is listed.
    fn ask_listed(
        &self,
        action: &Action,
        at: &At<'_>,
        listed: &[&Resolved],
        rest: &mut &[Answer],
    ) -> Result<Asked, Rejection> {
        if let Some(amount) = self.amount(at) {
            return self.ask_many(action, at, &amount, listed, rest);
        }
        let mut different: Vec<&Resolved> = Vec::new();
        for resolved in listed {
            if !different.contains(resolved) {
                different.push(resolved);
            }
        }
        if let ([only], true) = (different.as_slice(), self.skip_if_only_one) {
            return Ok(Asked::Answer((*only).clone()));
        }
        let Some((first, others)) = rest.split_first() else {
            let offers = different.iter().map(|resolved| match resolved {
                Resolved::One(raw) => self.offer(at, *raw),
                _ => word_offer(NOTHING, "Nothing"),
            });
            return Ok(self.question(action, at, Answers::OneOf(offers.collect())));
        };
        *rest = others;
        let answered = |resolved: &&&Resolved| match resolved {
            Resolved::One(raw) => self.answer(at, *raw) == *first,
            _ => *first == Answer::Text(NOTHING.into()),
        };
        match different.iter().find(answered) {
            Some(resolved) => Ok(Asked::Answer((**resolved).clone())),
            None => Err(no_answer(first)),
        }
    }

    /// Several, one question after the other.
    fn ask_many(
        &self,
        action: &Action,
        at: &At<'_>,
        amount: &Amount,
        listed: &[&Resolved],
        rest: &mut &[Answer],
    ) -> Result<Asked, Rejection> {
        let sets: Vec<&[i64]> = listed
            .iter()
            .filter_map(|resolved| match resolved {
                Resolved::Many(raws) => Some(&**raws),
                _ => None,
            })
            .collect();
        // Where every set of the right size will do, there may be more of them than are listed.
        let mut candidates = Vec::new();
        if action.check.is_none() {
            self.candidates(at, &mut candidates);
        }
        let mut chosen: Vec<i64> = Vec::new();
        loop {
            let fits = |set: &&&[i64]| chosen.iter().all(|raw| set.contains(raw));
            let left: Vec<&[i64]> = sets.iter().filter(fits).copied().collect();
            let (complete, mut more) = match action.check {
                None if chosen.len() < *amount.end() => {
                    (amount.contains(&chosen.len()), candidates.clone())
                }
                None => (true, Vec::new()),
                Some(_) => {
                    let complete = left.iter().any(|set| set.len() == chosen.len());
                    (
                        complete,
                        left.iter().flat_map(|set| set.iter().copied()).collect(),
                    )
                }
            };
            more.retain(|raw| !chosen.contains(raw));
            more.sort_by_key(|raw| self.key(at, *raw));
            more.dedup();
            let done = |mut chosen: Vec<i64>| {
                chosen.sort_by_key(|raw| self.key(at, *raw));
                Ok(Asked::Answer(Resolved::Many(chosen.into())))
            };
            if complete && more.is_empty() {
                return done(chosen);
            }
            let nothing = self.optional && chosen.is_empty();
            let Some((first, others)) = rest.split_first() else {
                let mut offers: Vec<Offer> = more.iter().map(|raw| self.offer(at, *raw)).collect();
                if complete {
                    offers.push(word_offer(ENOUGH, "Enough"));
                }
                if nothing {
                    offers.push(word_offer(NOTHING, "Nothing"));
                }
                return Ok(self.question(action, at, Answers::OneOf(offers)));
            };
            *rest = others;
            if complete && *first == Answer::Text(ENOUGH.into()) {
                return done(chosen);
            }
            if nothing && *first == Answer::Text(NOTHING.into()) {
                return Ok(Asked::Answer(Resolved::Nothing));
            }
            match more.iter().find(|raw| self.answer(at, **raw) == *first) {
                Some(raw) => chosen.push(*raw),
                None => return Err(no_answer(first)),
            }
        }
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
            label: Message::new(format!("answer.{}", self.name), "{answer}")
                .with("answer", self.read_one(at, raw)),
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

fn no_answer(answer: &Answer) -> Rejection {
    let text = match answer {
        Answer::Number(number) => number.to_string(),
        Answer::Text(text) => text.chars().take(40).collect(),
    };
    Rejection::new("no_answer", "{answer} is not among the answers").with("answer", text)
}
