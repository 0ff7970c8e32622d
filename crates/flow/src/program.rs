//! Programs: flat lists of small instructions that rules written as data compile to, run by the flow with one kind of frame.

use parlor_table::ShownAs;
use serde::{Deserialize, Serialize};

use crate::{Ask, At, Play};

/// The programs of a game: what effects written as data compile to. Ten thousand cards are ten thousand programs, and not one
/// closure more.
///
/// A program runs on a [`ProgramFrame`]: a counter and locals. Each instruction finishes, asks, or calls another program; what it
/// waits for is a plain frame in the position, so that undo, logs, samples and bots work in the middle of it.
///
/// ```
/// use parlor_flow::prelude::*;
/// use parlor_flow::{Next, ProgramFrame, Programs};
///
/// /// Program n asks seat 0 n times for a number and adds them up.
/// struct Sums(Value<i64>);
///
/// impl Programs for Sums {
///     fn run(&self, play: &mut Play<'_, '_>, frame: &mut ProgramFrame) -> Next {
///         if let Some(answer) = frame.answer.take() {
///             play.add(self.0, answer[0]);
///             frame.counter += 1;
///         }
///         match frame.counter < frame.program {
///             true => Next::Ask,
///             false => Next::Done,
///         }
///     }
///
///     fn question(&self, _at: &At<'_>, _frame: &ProgramFrame) -> Ask {
///         Ask::number(Seat(0), 1..=9)
///     }
/// }
///
/// let mut game = GameBuilder::new("sums", "Sums", 1..=1);
/// let sum = game.value("sum", 0_i64).add();
/// game.programs(Sums(sum));
/// let game = game.flow(run(|play| play.start(2, &[])));
/// let mut scenario = Scenario::new(&game, 1, 1);
/// scenario.play("answer 4").unwrap();
/// scenario.play("answer 5").unwrap();
/// assert_eq!(scenario.table().value(sum), 9);
/// ```
pub trait Programs: Send + Sync + 'static {
    /// Runs the instruction at the frame's counter, and moves the counter.
    fn run(&self, play: &mut Play<'_, '_>, frame: &mut ProgramFrame) -> Next;

    /// What the instruction at the frame's counter asks, after [`Programs::run`] has said [`Next::Ask`]. It is found out afresh
    /// whenever it is needed, from the position alone, so that it fits what a bot imagines, too.
    fn question(&self, at: &At<'_>, frame: &ProgramFrame) -> Ask;

    /// What a local of a program is: pieces among them must be known as such. A number, if nothing is said.
    fn shows(&self, frame: &ProgramFrame, local: usize) -> ShownAs {
        let _ = (frame, local);
        ShownAs::Number
    }
}

/// What comes after an instruction.
///
/// ```
/// use parlor_flow::Next;
/// assert_ne!(Next::Again, Next::Done);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The instruction at the counter.
    Again,
    /// The answer to the [question](Programs::question) of the instruction at the counter: it runs again then, with
    /// [`ProgramFrame::answer`].
    Ask,
    /// What has been called by [`Play::call`] and [`Play::start`]; then the instruction at the counter.
    Called,
    /// The program is over.
    Done,
}

/// How far a program is: all there is to know of it.
///
/// ```
/// # fn is_data<T: parlor_core::Data>() {}
/// is_data::<parlor_flow::ProgramFrame>();
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramFrame {
    /// Which program.
    pub program: u32,
    /// Which instruction comes next.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub counter: u32,
    /// What the program keeps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locals: Vec<i64>,
    /// The answer to what the instruction asked, before it runs again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Vec<i64>>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}
