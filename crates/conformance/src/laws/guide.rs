//! The questions of a guided game lead to exactly the legal commands.

use parlor_core::{Answer, Answers, DynGuided, Game, Guide, Seat};

use crate::position::Position;

/// How many ways to answer are tried.
const MOST: usize = 2_000;

pub(super) fn guide_leads_to_legal<G: Game>(position: &Position<'_, '_, G>) -> Result<(), String> {
    let Some(guided) = position.game().capabilities().guided else {
        return Ok(());
    };
    for seat in position.game().to_act(position.state()).iter() {
        let legal = position.legal(position.state(), seat);
        let Some(found) = commands(position, guided, seat)? else {
            continue;
        };
        if let Some(command) = found.iter().find(|command| !legal.contains(command)) {
            return Err(format!(
                "the questions to {seat} lead to {command}, which is not legal"
            ));
        }
        if let Some(command) = legal.iter().find(|command| !found.contains(command)) {
            return Err(format!(
                "no answers of {seat} lead to {command}, which is legal"
            ));
        }
    }
    Ok(())
}

/// Every command that answers lead to; nothing if there are too many to try, or texts among them.
fn commands<G: Game>(
    position: &Position<'_, '_, G>,
    guided: &DynGuided<G>,
    seat: Seat,
) -> Result<Option<Vec<G::Command>>, String> {
    let mut found = Vec::new();
    let mut open = vec![Vec::<Answer>::new()];
    let mut tried = 0;
    while let Some(answers) = open.pop() {
        tried += 1;
        if tried > MOST {
            return Ok(None);
        }
        let guide = guided.guide(position.state(), seat, &answers);
        let question = match guide {
            Ok(Guide::Done(command)) => {
                found.push(command);
                continue;
            }
            Ok(Guide::Ask(question)) => question,
            Err(rejection) => {
                return Err(format!(
                    "the answers {answers:?} of {seat} were offered, but refused: {rejection}"
                ));
            }
        };
        let offered: Vec<Answer> = match question.answers {
            Answers::OneOf(choices) => choices.into_iter().map(|choice| choice.answer).collect(),
            Answers::Number { min, max } if max - min < MOST as i64 => {
                (min..=max).map(Answer::Number).collect()
            }
            Answers::Number { .. } | Answers::Text { .. } => return Ok(None),
        };
        if offered.is_empty() {
            return Err(format!("after {answers:?} nothing can be answered"));
        }
        open.extend(
            offered
                .into_iter()
                .map(|answer| [answers.as_slice(), &[answer]].concat()),
        );
    }
    Ok(Some(found))
}
