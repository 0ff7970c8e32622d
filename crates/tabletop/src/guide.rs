//! [`Asks`]: step by step to a command, from one description of what is asked.

use parlor_core::{Answer, Answers, Choice as Offer, Guide, Message, Question, Rejection, Seat};

use crate::TableGame;

/// A game on a table that leads to its commands by questions.
///
/// It says what is asked after the answers so far; offering, reading and refusing answers is done for it.
///
/// ```
/// use parlor_core::{Answer, Game, Guide, Guided, Match, Seat, Seed, Setup};
/// use parlor_tabletop::doc::{Draft, Take};
/// let setup = Setup::new(&Draft.info(), 2).unwrap();
/// let draft = Match::new(Draft, setup, Seed::Integer(1)).unwrap();
/// let Ok(Guide::Ask(question)) = Draft.guide(draft.state(), Seat(0), &[]) else { panic!("a question") };
/// assert_eq!(question.prompt.text, "What do you do?");
/// let bottom = [Answer::Text("bottom".into())];
/// assert_eq!(Draft.guide(draft.state(), Seat(0), &bottom), Ok(Guide::Done(Take::Bottom)));
/// ```
pub trait Asks: TableGame {
    /// What has been answered.
    type Path;
    /// What one answer adds.
    type Part;

    /// Nothing has been answered yet. A seat that can do nothing is asked nothing.
    fn begin(&self, at: &Self::At<'_>) -> Result<Self::Path, Rejection>;

    /// What is asked next. Only what leads to a command is offered.
    fn ask(
        &self,
        at: &Self::At<'_>,
        path: &Self::Path,
    ) -> Result<Asked<Self::Part, Self::Command>, Rejection>;

    /// Goes on with an answer.
    fn take(&self, at: &Self::At<'_>, path: &mut Self::Path, part: Self::Part);

    /// What an answer to an open question means, or why it is none.
    fn read(
        &self,
        at: &Self::At<'_>,
        path: &Self::Path,
        answer: &Answer,
    ) -> Result<Self::Part, Rejection> {
        let _ = (at, path);
        Err(no_answer(answer))
    }
}

/// What is asked next on the way to a command.
///
/// ```
/// use parlor_tabletop::Asked;
/// assert_eq!(Asked::<u8, &str>::Done("pass"), Asked::Done("pass"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Asked<T, C> {
    /// Nothing: there is only one answer.
    Known(T),
    /// One of these, each with what it adds.
    OneOf(Message, Vec<(Offer, T)>),
    /// Something that is not all listed.
    Open(Question),
    /// Nothing more: this is the command.
    Done(C),
}

/// [`Guided::guide`](parlor_core::Guided::guide): the next question after these answers, or the command that they add up to.
pub fn guide<G: Asks>(
    game: &G,
    state: &G::State,
    seat: Seat,
    answers: &[Answer],
) -> Result<Guide<G::Command>, Rejection> {
    let at = game.at(state, seat);
    let (mut path, mut rest) = (game.begin(&at)?, answers.iter());
    loop {
        let part = match (game.ask(&at, &path)?, rest.as_slice().first()) {
            (Asked::Done(command), None) => return Ok(Guide::Done(command)),
            (Asked::Done(_), Some(extra)) => return Err(no_answer(extra)),
            (Asked::Known(part), _) => {
                game.take(&at, &mut path, part);
                continue;
            }
            (Asked::Open(question), None) => return Ok(Guide::Ask(question)),
            (Asked::Open(_), Some(answer)) => game.read(&at, &path, answer)?,
            (Asked::OneOf(prompt, offers), None) => {
                let offers = offers.into_iter().map(|(offer, _)| offer);
                let answers = Answers::OneOf(offers.collect());
                return Ok(Guide::Ask(Question { prompt, answers }));
            }
            (Asked::OneOf(_, offers), Some(answer)) => {
                let mut offers = offers.into_iter();
                let found = offers.find(|(offer, _)| offer.answer == *answer);
                found.ok_or_else(|| no_answer(answer))?.1
            }
        };
        rest.next();
        game.take(&at, &mut path, part);
    }
}

/// The first question of most games: which of several actions.
pub fn which_action() -> Message {
    Message::new("which_action", "What do you do?")
}

/// An answer that is not among those that were offered.
pub fn no_answer(answer: &Answer) -> Rejection {
    let text = match answer {
        Answer::Number(number) => number.to_string(),
        Answer::Text(text) => text.chars().take(40).collect(),
    };
    Rejection::new("no_answer", "{answer} is not among the answers").with("answer", text)
}
