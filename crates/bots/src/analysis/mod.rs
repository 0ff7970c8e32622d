//! What a recorded match was worth, move by move: [`analyze`].

mod judge;
#[cfg(test)]
mod tests;
mod work;

use parlor_core::{AnyMatch, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{BotError, Method, Spec, Stopper};

pub use judge::Judgement;

/// A match as a bot sees it, move by move.
///
/// Each move is judged by what its player knew then: the bot gets what that seat could see, and nothing else. Commands that
/// were taken back are left out.
///
/// Values are chances to win, from 0 to 1, for the seat that moves; a draw counts as half a win. A forced move has none, and
/// neither has a move of one who plays alone: there the bot says only what it would have played.
///
/// ```
/// # use parlor_bots::{Judgement, Stopper, analyze};
/// # use parlor_core::{Seat, Seed, Setup, Submission};
/// # let games = parlor_games::all();
/// # let game = games.get("tic-tac-toe").unwrap();
/// # let mut current = game.begin(Setup::new(game.info(), 2).unwrap(), Seed::Integer(1), 0).unwrap();
/// # for (seat, square) in [(0, "b2"), (1, "a1"), (0, "c3"), (1, "c1"), (0, "a2"), (1, "b1")] {
/// #     current.submit(Submission::new(Seat(seat), square.into())).unwrap();
/// # }
/// # let bot = "tree:2000".parse().unwrap();
/// # let analysis = analyze(&*current, &bot, 1, &Stopper::default(), &mut |_, _| {}).unwrap();
/// let json = serde_json::to_value(&analysis).unwrap();
/// assert_eq!(json["moves"][4]["judgement"], "blunder");
/// assert!(analysis.complete && !analysis.hidden);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Analysis {
    /// The game's id.
    pub game: String,
    /// The players' names, by seat.
    pub seats: Vec<String>,
    /// The bot that judged.
    pub bot: String,
    /// What its chance came from.
    pub seed: u64,
    /// Whether the game has secrets: then players could not know all that a reader of the match knows.
    pub hidden: bool,
    /// Whether it went through to the end, or was called off before.
    pub complete: bool,
    /// The moves in effect, as far as they were judged.
    pub moves: Vec<Judged>,
    /// By seat.
    pub players: Vec<Summary>,
    /// How the chances went: seat 0's where there are two seats, one for each seat where there are more, none where one
    /// plays alone.
    pub curves: Vec<Curve>,
    /// What sides did that the rules play, and what else they could have done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sides: Vec<SideMove>,
}

/// A command of a side that the rules play, and what it could have done instead.
///
/// ```
/// use parlor_bots::{Stopper, analyze};
/// use parlor_core::{Seat, Seed, Setup, Submission, doc::Tide, erase};
/// let game = erase(Tide);
/// let mut current = game.begin(Setup::new(game.info(), 1).unwrap(), Seed::Integer(1), 0).unwrap();
/// current.submit(Submission::new(Seat(0), 2.into())).unwrap();
/// let bot = "flat:50".parse().unwrap();
/// let analysis = analyze(&*current, &bot, 1, &Stopper::default(), &mut |_, _| {}).unwrap();
/// let sea = &analysis.sides[0];
/// assert_eq!((sea.version, sea.side.as_str(), sea.text.as_str()), (3, "The sea", "1"));
/// assert_eq!(sea.others, ["2"]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideMove {
    /// The version of the match that it led to.
    pub version: u64,
    /// Who acted.
    pub side: String,
    /// What it did.
    pub text: String,
    /// What else it could have done.
    pub others: Vec<String>,
}

/// A move of a match, judged.
///
/// ```
/// # use parlor_bots::{Judgement, Stopper, analyze};
/// # use parlor_core::{Seat, Seed, Setup, Submission};
/// # let games = parlor_games::all();
/// # let game = games.get("tic-tac-toe").unwrap();
/// # let mut current = game.begin(Setup::new(game.info(), 2).unwrap(), Seed::Integer(1), 0).unwrap();
/// # for (seat, square) in [(0, "b2"), (1, "a1"), (0, "c3"), (1, "c1"), (0, "a2"), (1, "b1")] {
/// #     current.submit(Submission::new(Seat(seat), square.into())).unwrap();
/// # }
/// # let bot = "tree:2000".parse().unwrap();
/// # let analysis = analyze(&*current, &bot, 1, &Stopper::default(), &mut |_, _| {}).unwrap();
/// let last = &analysis.moves[5];
/// assert_eq!((last.number, last.seat, last.text.as_str()), (6, Seat(1), "b1"));
/// assert!(last.proven && last.value == Some(1.0));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Judged {
    /// Its number; the first is 1.
    pub number: u32,
    /// The version of the match that it led to.
    pub version: u64,
    /// Who played.
    pub seat: Seat,
    /// What.
    pub command: Value,
    /// What, as people read it.
    pub text: String,
    /// What the best move was worth; nothing where this one was forced, or where one plays alone.
    pub before: Option<f64>,
    /// What this one was worth; nothing where that could not be found out.
    pub value: Option<f64>,
    /// Whether its worth is certain.
    pub proven: bool,
    /// The bot's choice, if it is another one.
    pub best: Option<Alternative>,
    /// How much worse it was than the best one, from 0 to 1, in whole hundredths. Nothing where that is in doubt: where the
    /// worth of one of the two is certain, that of the other is not, and they are not far apart.
    pub loss: Option<f64>,
    /// The same in a word; in doubt nothing worse than good.
    pub judgement: Option<Judgement>,
    /// Whether there was nothing to choose.
    pub forced: bool,
}

/// A move that could have been played instead.
///
/// ```
/// # use parlor_bots::{Judgement, Stopper, analyze};
/// # use parlor_core::{Seat, Seed, Setup, Submission};
/// # let games = parlor_games::all();
/// # let game = games.get("tic-tac-toe").unwrap();
/// # let mut current = game.begin(Setup::new(game.info(), 2).unwrap(), Seed::Integer(1), 0).unwrap();
/// # for (seat, square) in [(0, "b2"), (1, "a1"), (0, "c3"), (1, "c1"), (0, "a2"), (1, "b1")] {
/// #     current.submit(Submission::new(Seat(seat), square.into())).unwrap();
/// # }
/// # let bot = "tree:2000".parse().unwrap();
/// # let analysis = analyze(&*current, &bot, 1, &Stopper::default(), &mut |_, _| {}).unwrap();
/// let better = analysis.moves[4].best.as_ref().unwrap();
/// assert!(better.value > analysis.moves[4].value);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Alternative {
    /// The command.
    pub command: Value,
    /// The command as people read it.
    pub text: String,
    /// What it was worth; nothing where one plays alone.
    pub value: Option<f64>,
    /// Whether that is certain.
    pub proven: bool,
}

/// How a player did.
///
/// ```
/// # use parlor_bots::{Judgement, Stopper, analyze};
/// # use parlor_core::{Seat, Seed, Setup, Submission};
/// # let games = parlor_games::all();
/// # let game = games.get("tic-tac-toe").unwrap();
/// # let mut current = game.begin(Setup::new(game.info(), 2).unwrap(), Seed::Integer(1), 0).unwrap();
/// # for (seat, square) in [(0, "b2"), (1, "a1"), (0, "c3"), (1, "c1"), (0, "a2"), (1, "b1")] {
/// #     current.submit(Submission::new(Seat(seat), square.into())).unwrap();
/// # }
/// # let bot = "tree:2000".parse().unwrap();
/// # let analysis = analyze(&*current, &bot, 1, &Stopper::default(), &mut |_, _| {}).unwrap();
/// assert_eq!(analysis.players[0].blunders, 1);
/// assert!(analysis.players[1].accuracy > analysis.players[0].accuracy);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// Who.
    pub seat: Seat,
    /// How many moves had something to choose.
    pub choices: u32,
    /// How many of them were the best, or as good.
    pub best: u32,
    /// How many were inaccuracies.
    pub inaccuracies: u32,
    /// How many were mistakes.
    pub mistakes: u32,
    /// How many were blunders.
    pub blunders: u32,
    /// What was given away with each choice, on average; nothing without choices.
    pub average_loss: Option<f64>,
    /// From 0 to 1, see [`Judgement::accuracy`]; nothing without choices.
    pub accuracy: Option<f64>,
}

/// How the chances of a seat went.
///
/// ```
/// # use parlor_bots::{Judgement, Stopper, analyze};
/// # use parlor_core::{Seat, Seed, Setup, Submission};
/// # let games = parlor_games::all();
/// # let game = games.get("tic-tac-toe").unwrap();
/// # let mut current = game.begin(Setup::new(game.info(), 2).unwrap(), Seed::Integer(1), 0).unwrap();
/// # for (seat, square) in [(0, "b2"), (1, "a1"), (0, "c3"), (1, "c1"), (0, "a2"), (1, "b1")] {
/// #     current.submit(Submission::new(Seat(seat), square.into())).unwrap();
/// # }
/// # let bot = "tree:2000".parse().unwrap();
/// # let analysis = analyze(&*current, &bot, 1, &Stopper::default(), &mut |_, _| {}).unwrap();
/// // What one of two wins the other loses: one curve is enough.
/// assert_eq!(analysis.curves.len(), 1);
/// assert_eq!(analysis.curves[0].points.len(), 7);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Curve {
    /// Whose.
    pub seat: Seat,
    /// From the first move on.
    pub points: Vec<Point>,
}

/// The chance of a seat at some time.
///
/// ```
/// # use parlor_bots::{Judgement, Stopper, analyze};
/// # use parlor_core::{Seat, Seed, Setup, Submission};
/// # let games = parlor_games::all();
/// # let game = games.get("tic-tac-toe").unwrap();
/// # let mut current = game.begin(Setup::new(game.info(), 2).unwrap(), Seed::Integer(1), 0).unwrap();
/// # for (seat, square) in [(0, "b2"), (1, "a1"), (0, "c3"), (1, "c1"), (0, "a2"), (1, "b1")] {
/// #     current.submit(Submission::new(Seat(seat), square.into())).unwrap();
/// # }
/// # let bot = "tree:2000".parse().unwrap();
/// # let analysis = analyze(&*current, &bot, 1, &Stopper::default(), &mut |_, _| {}).unwrap();
/// let end = analysis.curves[0].points[6];
/// assert_eq!((end.moves, end.value), (6, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Point {
    /// How many moves had been played.
    pub moves: u32,
    /// The chance to win, from 0 to 1.
    pub value: f64,
}

/// Why a match cannot be judged.
///
/// ```
/// let text = parlor_bots::AnalysisError::Random.to_string();
/// assert_eq!(text, "a bot that plays at random judges nothing");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnalysisError {
    /// The bot cannot play this game.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// The game has secrets and does not say what a seat cannot know.
    #[error("there is no fair way to think about {0}: it has secrets and cannot be resampled")]
    Secrets(String),
    /// A bot that does not think.
    #[error("a bot that plays at random judges nothing")]
    Random,
    /// Threads could not be started.
    #[error("no thread could be started")]
    NoThreads,
}

/// Judges each move of a match that is in effect, with a bot. `progress` hears how many moves are judged, and of how many.
///
/// Several moves are judged at once, one for each core that the bot leaves free. With counted iterations the result follows
/// from the match and the seed alone.
///
/// ```
/// use parlor_bots::{Judgement, Stopper, analyze};
/// use parlor_core::{Seat, Seed, Setup, Submission};
/// let games = parlor_games::all();
/// let game = games.get("tic-tac-toe").unwrap();
/// let mut current = game.begin(Setup::new(game.info(), 2).unwrap(), Seed::Integer(1), 0).unwrap();
/// // X does not see that O is about to win.
/// for (seat, square) in [(0, "b2"), (1, "a1"), (0, "c3"), (1, "c1"), (0, "a2"), (1, "b1")] {
///     current.submit(Submission::new(Seat(seat), square.into())).unwrap();
/// }
/// let bot = "tree:2000".parse().unwrap();
/// let analysis = analyze(&*current, &bot, 1, &Stopper::default(), &mut |_, _| {}).unwrap();
/// let blunder = &analysis.moves[4];
/// assert_eq!(blunder.judgement, Some(Judgement::Blunder));
/// assert_eq!(blunder.best.as_ref().unwrap().text, "b1");
/// assert_eq!(analysis.curves[0].points.last().unwrap().value, 0.0);
/// ```
pub fn analyze(
    current: &dyn AnyMatch,
    spec: &Spec,
    seed: u64,
    stopper: &Stopper,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Analysis, AnalysisError> {
    if spec.method == Method::Random {
        return Err(AnalysisError::Random);
    }
    let played = current.played();
    let moves = work::judge_all(current, &played, spec, seed, stopper, progress)?;
    let seats = current.header().seat_count();
    let complete = moves.len() == played.len();
    // Where it was called off, the curve ends there.
    let outcome = current.outcome().filter(|_| complete);
    Ok(Analysis {
        game: current.info().id.clone(),
        seats: current.header().seats.clone(),
        bot: spec.to_string(),
        seed,
        hidden: current.info().hidden,
        complete,
        players: Seat::all(seats)
            .map(|seat| judge::summary(seat, &moves))
            .collect(),
        curves: judge::curves(seats, &moves, outcome.as_ref()),
        sides: sides(current),
        moves,
    })
}

/// What sides did, for people to read.
fn sides(current: &dyn AnyMatch) -> Vec<SideMove> {
    let names = &current.header().seats;
    let moves = current.side_turns().into_iter().map(|turn| SideMove {
        version: turn.version,
        side: turn.side.render(names),
        text: turn.command.render(names),
        others: turn
            .others
            .iter()
            .map(|other| other.render(names))
            .collect(),
    });
    moves.collect()
}
