//! Liar's dice by questions: bid or call, how many, of which face.

use parlor_core::prelude::*;

use super::{LiarsDice, Say, State};

impl Guided for LiarsDice {
    fn guide(&self, state: &State, _: Seat, answers: &[Answer]) -> Result<Guide<Say>, Rejection> {
        // With no bid to call, the first question is how many.
        let answers = match (state.bid(), answers) {
            (None, _) => answers,
            (Some(_), []) => return Ok(bid_or_call(state)),
            (Some(_), [Answer::Text(word)]) if word == "liar" => return Ok(Guide::Done(Say::Liar)),
            (Some(_), [Answer::Text(word), rest @ ..])
                if word == "bid" && state.bids_left() > 0 =>
            {
                rest
            }
            _ => return Err(Rejection::new("no_answer", "answer bid or liar")),
        };
        match *answers {
            [] => Ok(how_many(state)),
            [Answer::Number(count)] => which_face(state, small(count)),
            [Answer::Number(count), Answer::Number(face)] => {
                let (count, face) = (small(count), small(face));
                state.check_bid(count, face)?;
                Ok(Guide::Done(Say::Bid { count, face }))
            }
            _ => Err(Rejection::new(
                "no_answer",
                "answer with a number of dice, then a face",
            )),
        }
    }
}

fn bid_or_call(state: &State) -> Guide<Say> {
    let bid = Choice {
        answer: Answer::Text("bid".into()),
        label: Message::new("bid_higher", "Bid higher"),
        touch: None,
    };
    let call = Choice {
        answer: Answer::Text("liar".into()),
        label: Message::new("call_liar", "Call the liar"),
        touch: None,
    };
    let mut choices = vec![bid, call];
    if state.bids_left() == 0 {
        choices.remove(0);
    }
    ask(
        Message::new("bid_or_call", "Bid higher, or call the liar?"),
        Answers::OneOf(choices),
    )
}

fn how_many(state: &State) -> Guide<Say> {
    // The same number will do while a higher face is left.
    let min = match state.bid() {
        None => 1,
        Some(bid) if bid.face < 6 => bid.count,
        Some(bid) => bid.count + 1,
    };
    ask(
        Message::new("how_many", "How many dice?"),
        Answers::Number {
            min: min.into(),
            max: state.total().into(),
        },
    )
}

fn which_face(state: &State, count: u8) -> Result<Guide<Say>, Rejection> {
    let faces: Vec<u8> = (state.lowest_face()..=6)
        .filter(|face| state.check_bid(count, *face).is_ok())
        .collect();
    if faces.is_empty() {
        state.check_bid(count, 6)?;
    }
    let choices = faces.into_iter().map(|face| Choice {
        answer: Answer::Number(face.into()),
        label: Message::new("face", "{face}").with("face", face),
        touch: None,
    });
    Ok(ask(
        Message::new("which_face", "Of which face?"),
        Answers::OneOf(choices.collect()),
    ))
}

fn ask(prompt: Message, answers: Answers) -> Guide<Say> {
    Guide::Ask(Question { prompt, answers })
}

/// A number as an answer may have it; what no die or count can be becomes 0, which every check refuses.
fn small(number: i64) -> u8 {
    u8::try_from(number).unwrap_or(0)
}
