//! A ruleset as the core sees it: a game like any other.

use parlor_core::{
    Capabilities, Decision, Fast, Game, GameInfo, Hidden, Outcome, Rejection, Rng, Ruling, Seat,
    SeatSet, Setup, SetupError, SystemCommand, Told, View, Viewer,
};
use parlor_table::{Piece, Zone};
use parlor_tabletop::{Secrets, Sink, TableGame};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::command::Name;
use crate::document::PhaseKind;
use crate::limits::LONGEST_MATCH;
use crate::ruleset::ROUNDS;
use crate::run::{Choice, Engine, Fault, Progress, Scratch, State, Status, each_choice, lay};
use crate::{Command, Ruleset};

/// What happened in a match of a ruleset.
///
/// ```
/// # fn is_data<T: parlor_core::Data>() {}
/// is_data::<parlor_ruleset::Event>();
/// ```
pub type Event = parlor_tabletop::Event<Act, Said, Went>;

/// A seat takes an action.
///
/// ```
/// # fn is_data<T: parlor_core::Data>() {}
/// is_data::<parlor_ruleset::Act>();
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Act {
    /// Whose.
    pub seat: Seat,
    /// The action, by its number in the ruleset.
    pub action: u16,
    /// What was chosen with it, as one number.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub params: u16,
    /// The card that it plays, and where to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<(Piece, Zone)>,
}

impl Act {
    /// What a position keeps of it. Which card was played is in what has changed.
    pub(crate) fn kept(&self) -> Option<Act> {
        Some(Act {
            played: None,
            ..*self
        })
    }
}

/// The rules say something to everybody.
///
/// ```
/// # fn is_data<T: parlor_core::Data>() {}
/// is_data::<parlor_ruleset::Said>();
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Said {
    /// Of whom: who is `{player}` in it.
    pub seat: Seat,
    /// What, with `{player:0}` for the name of a certain player.
    pub text: Name,
}

/// The rules went on.
///
/// ```
/// # fn is_data<T: parlor_core::Data>() {}
/// is_data::<parlor_ruleset::Went>();
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Went {
    /// To here.
    Progress(Box<Progress>),
}

fn is_zero(number: &u16) -> bool {
    *number == 0
}

/// What a seat can do, in one piece of memory.
type Choices = SmallVec<[Choice; 32]>;

impl Ruleset {
    pub(crate) fn choices(&self, state: &State, seat: Seat) -> Choices {
        let mut choices = Choices::new();
        let scratch = Scratch::spare();
        each_choice(self.program(), state, seat, &scratch, |choice| {
            choices.push(choice);
            false
        });
        scratch.put_away();
        choices
    }

    fn can_act(&self, state: &State, seat: Seat, scratch: &Scratch) -> bool {
        let mut can = false;
        each_choice(self.program(), state, seat, scratch, |_| {
            can = true;
            true
        });
        can
    }

    /// Whether a match is over whatever its players can do: it was ended, or it has gone on for long enough.
    fn has_ended(&self, state: &State) -> bool {
        let at = &state.at;
        let phase = &self.program().phases[usize::from(at.phase)];
        at.status == Status::Finished
            || phase.kind == PhaseKind::Automatic && at.looking.is_empty()
            || at.rounds > 0 && at.rounds_over >= at.rounds
            || at.commands >= LONGEST_MATCH
    }

    /// Notes whether the match is over: it has ended, or nobody can do anything.
    pub(crate) fn settle(&self, state: &mut State) {
        let scratch = Scratch::spare();
        self.settle_with(state, &scratch);
        scratch.put_away();
    }

    pub(crate) fn settle_with(&self, state: &mut State, scratch: &Scratch) {
        scratch.refuel();
        let waits = |seat| self.can_act(state, seat, scratch);
        let phase = &self.program().phases[usize::from(state.at.phase)];
        state.at.over = self.has_ended(state)
            || match phase.kind {
                PhaseKind::TurnBased => !waits(Seat(state.at.current)),
                _ => !Seat::all(state.seats()).any(waits),
            };
    }

    /// The first seat that can do something, with all that it can do; nobody once the match is over.
    fn next_to_act(&self, state: &State, scratch: &Scratch, choices: &mut Choices) -> Option<Seat> {
        if state.at.over || state.at.status != Status::Playing || self.has_ended(state) {
            return None;
        }
        let phase = &self.program().phases[usize::from(state.at.phase)];
        let seats = match phase.kind {
            PhaseKind::TurnBased => state.at.current..state.at.current + 1,
            _ => 0..state.seats(),
        };
        scratch.refuel();
        seats.map(Seat).find(|seat| {
            choices.clear();
            each_choice(self.program(), state, *seat, scratch, |choice| {
                choices.push(choice);
                false
            });
            !choices.is_empty()
        })
    }

    /// Plays a choice in place and says whether it went well: if not, nothing has happened. Whether anybody can go on is
    /// still to be found out.
    pub(crate) fn act_in_place(
        &self,
        state: &mut State,
        seat: Seat,
        choice: Choice,
        before: &mut Option<State>,
        rng: &mut Rng,
    ) -> bool {
        let action = self.action_of(state, choice);
        let may_fail = action.risky || action.endless;
        if may_fail {
            match before {
                Some(before) => before.clone_from(state),
                None => *before = Some(state.clone()),
            }
        }
        let done = Engine::new(self.program(), state, rng).act(seat, choice);
        if done.is_err()
            && let Some(before) = before.as_ref().filter(|_| may_fail)
        {
            state.clone_from(before);
        }
        done.is_ok()
    }
}

impl Game for Ruleset {
    type State = State;
    type Command = Command;
    type Event = Event;

    fn info(&self) -> GameInfo {
        self.info.clone()
    }

    fn setup(&self, setup: &Setup) -> Result<State, SetupError> {
        let has_rounds = self.info.options.iter().any(|option| option.name == ROUNDS);
        let rounds = match has_rounds {
            true => u32::try_from(setup.int(ROUNDS)).unwrap_or(0),
            false => 0,
        };
        Ok(lay(self.program(), setup.seats(), rounds))
    }

    fn to_act(&self, state: &State) -> SeatSet {
        let at = &state.at;
        if at.over || at.status != Status::Playing {
            return SeatSet::EMPTY;
        }
        match self.program().phases[usize::from(at.phase)].kind {
            PhaseKind::Automatic => at.looking,
            PhaseKind::TurnBased => SeatSet::one(Seat(at.current)),
            PhaseKind::AllPlayers => {
                let scratch = Scratch::spare();
                let seats = Seat::all(state.seats())
                    .filter(|seat| self.can_act(state, *seat, &scratch))
                    .fold(SeatSet::EMPTY, |seats, seat| seats.with(seat));
                scratch.put_away();
                seats
            }
        }
    }

    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Command>) {
        parlor_tabletop::legal(self, state, seat, out);
    }

    fn decide(
        &self,
        state: &State,
        seat: Seat,
        command: &Command,
        decision: &mut Decision<'_, Event>,
    ) -> Result<(), Rejection> {
        self.reach(state, seat, command, decision).map(drop)
    }

    fn reach(
        &self,
        state: &State,
        seat: Seat,
        command: &Command,
        decision: &mut Decision<'_, Event>,
    ) -> Result<Option<State>, Rejection> {
        parlor_tabletop::reach(self, state, seat, command, decision)
    }

    fn apply(&self, state: &mut State, event: &Event) {
        parlor_tabletop::apply(self, state, event);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.standings(state)
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        parlor_tabletop::view(self, state, viewer)
    }

    fn tell(&self, state: &State, event: &Event, viewer: Viewer) -> Option<Told> {
        parlor_tabletop::tell(self, state, event, viewer)
    }

    fn system(
        &self,
        state: &State,
        command: &SystemCommand,
        decision: &mut Decision<'_, Event>,
    ) -> Result<Ruling, Rejection> {
        match command {
            SystemCommand::Open => {
                parlor_tabletop::decided(self, state, decision, |state, sink| {
                    let mut engine = Engine::into(self.program(), state, sink);
                    engine.start().map_err(Fault::opening_rejection)?;
                    engine.written()?;
                    self.settle(state);
                    Ok(())
                })?;
                Ok(Ruling::Continue)
            }
            SystemCommand::Resign { .. } | SystemCommand::TimeOut { .. } => Ok(Ruling::End),
        }
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none()
            .fast(self)
            .hidden(self)
            .guided(self)
            .objectives(self)
            .numbered(self)
    }
}

impl TableGame for Ruleset {
    type Progress = Progress;
    type Act = Act;
    type Said = Said;
    type Went = Went;
    type Choice = Choice;
    type At<'a> = (&'a State, Seat);

    fn at<'a>(&'a self, state: &'a State, seat: Seat) -> (&'a State, Seat) {
        (state, seat)
    }

    fn each_choice(&self, at: &(&State, Seat), look: &mut dyn FnMut(&Choice) -> bool) {
        let scratch = Scratch::spare();
        each_choice(self.program(), at.0, at.1, &scratch, |choice| look(&choice));
        scratch.put_away();
    }

    fn choice_of(&self, at: &(&State, Seat), command: &Command) -> Result<Choice, Rejection> {
        self.resolve(at.0, at.1, command)
    }

    fn command_of(&self, at: &(&State, Seat), choice: &Choice) -> Command {
        self.command(at.0, at.1, *choice)
    }

    fn play_choice(
        &self,
        state: &mut State,
        seat: Seat,
        choice: &Choice,
        _: Option<&Command>,
        sink: Sink<'_, '_, Event>,
    ) -> Result<(), Rejection> {
        let scratch = Scratch::spare();
        let played = match sink {
            Sink::Fast(rng) => {
                let mut before = scratch.before.borrow_mut();
                match self.act_in_place(state, seat, *choice, &mut before, rng) {
                    true => Ok(()),
                    false => Err(Rejection::illegal()),
                }
            }
            log => {
                let mut engine = Engine::into(self.program(), state, log);
                let done = engine.act(seat, *choice);
                done.map_err(Fault::rejection)
                    .and_then(|()| engine.written())
            }
        };
        if played.is_ok() {
            self.settle_with(state, &scratch);
        }
        scratch.put_away();
        played
    }

    fn went(&self, _: &Progress, after: &Progress) -> Went {
        Went::Progress(Box::new(after.clone()))
    }

    fn go(&self, at: &mut Progress, Went::Progress(progress): &Went) {
        at.clone_from(progress);
    }

    fn news(&self, before: &Progress, Went::Progress(after): &Went) -> Option<Said> {
        crate::rounds::over(self, before, after)
    }

    fn keeps(&self, act: &Act) -> Option<Act> {
        act.kept()
    }
}

impl Fast for Ruleset {
    fn sample(&self, state: &State, seat: Seat, rng: &mut Rng) -> Command {
        let command = parlor_tabletop::sample(self, state, seat, rng);
        command.unwrap_or_else(|| Command::of(&"nothing".into()))
    }

    fn advance(&self, state: &mut State, seat: Seat, command: &Command, rng: &mut Rng) {
        parlor_tabletop::advance(self, state, seat, command, rng);
    }

    fn playout(&self, state: &mut State, rng: &mut Rng, most: u64) -> u64 {
        let (mut length, mut choices) = (0, Choices::new());
        let scratch = Scratch::hopeful();
        while let Some(seat) = self.next_to_act(state, &scratch, &mut choices) {
            if length == most {
                scratch.put_away();
                return length;
            }
            let mut before = scratch.before.borrow_mut();
            while !choices.is_empty() {
                let index = rng.below(choices.len() as u32) as usize;
                if self.act_in_place(state, seat, choices[index], &mut before, rng) {
                    break;
                }
                // It should not have been offered: another one, each as likely as if it had not been.
                choices.swap_remove(index);
            }
            if choices.is_empty() {
                break;
            }
            length += 1;
        }
        scratch.put_away();
        // Whether anybody can go on was found out by looking.
        state.at.over |= state.at.status != Status::Waiting;
        length
    }
}

impl Hidden for Ruleset {
    fn resample(&self, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
        parlor_tabletop::resample(self, state, viewer, rng)
    }

    fn redraw(&self, sample: &mut State, viewer: Viewer, rng: &mut Rng) {
        sample.table.redraw(viewer, rng);
    }

    fn renumbered(&self, state: &State, rng: &mut Rng) -> Option<State> {
        Some(parlor_tabletop::renumbered(self, state, rng))
    }
}

impl Secrets for Ruleset {}
