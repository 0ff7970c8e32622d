//! [`FlowGame`]: a game made of actions and a flow, as the core sees it.

use parlor_core::{
    Capabilities, Decision, Fast, Fate, Game, GameInfo, Message, Outcome, Rejection, Rng, Rules,
    Ruling, Seat, SeatSet, Setup, SetupError, Standing, SystemCommand, Told, View, Viewer,
};
use parlor_table::{Dealer, MayBeAt, Schema, SightRule, Zone, ZoneKind};
use parlor_tabletop::TableGame;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::action::Action;
use crate::args::ResolvedArgs;
use crate::brings::Bring;
use crate::builder::{Boards, Leaves as OnLeave, Migration, Resamples, SetsUp, Shows};
use crate::compile::Op;
use crate::happening::Watchers;
use crate::leaves::{DONE_ACTION, Leaves};
use crate::node::{Asks, Does};
use crate::objective::Aims;
use crate::play::Sink;
use crate::program::Programs;
use crate::said::{Said, Template};
use crate::state::{Frame, Position};
use crate::{At, Command, Play, Side, State, Way};

/// A game made with [`GameBuilder`](crate::GameBuilder). It can do all that a game can: play fast, keep secrets, ask step
/// by step.
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("nim", "Nim", 2..=2);
/// let heap = game.value("heap", 5_i64).add();
/// game.action("take")
///     .choose_number("sticks", move |at| 1..=at.value(heap).min(2))
///     .run(move |play, args| play.add(heap, -args.number("sticks")));
/// game.ends_when(move |at| at.value(heap) == 0);
/// game.winners("took the last stick", |at| SeatSet::one(at.seat()));
/// let nim: FlowGame = game.flow(forever(each_seat(step(["take"]))));
/// parlor_conformance::check(&nim);
/// ```
pub struct FlowGame {
    pub(crate) info: GameInfo,
    pub(crate) schema: Schema,
    pub(crate) actions: Vec<Action>,
    pub(crate) messages: Vec<Template>,
    pub(crate) watchers: Watchers,
    pub(crate) sights: Vec<SightRule>,
    pub(crate) boards: Vec<(Zone, Boards)>,
    pub(crate) shown: Vec<(std::borrow::Cow<'static, str>, Shows)>,
    pub(crate) derived: Vec<(std::borrow::Cow<'static, str>, crate::derived::Derives)>,
    pub(crate) set_up: Vec<SetsUp>,
    pub(crate) opening: Option<Does>,
    pub(crate) ends_when: Option<Asks<bool>>,
    pub(crate) outcome: Option<Asks<Outcome>>,
    pub(crate) on_leave: Option<OnLeave>,
    pub(crate) on_timeout: Option<OnLeave>,
    pub(crate) resample: Option<Resamples>,
    pub(crate) contradictions: Option<Asks<usize>>,
    pub(crate) may_be_at: Vec<(ZoneKind, Box<MayBeAt>)>,
    pub(crate) aims: Aims,
    pub(crate) brings: Vec<Bring>,
    /// What people call the forces that the rules play.
    pub(crate) sides: Vec<Message>,
    pub(crate) migrations: Vec<Migration>,
    pub(crate) ops: Vec<Op>,
    pub(crate) root: u16,
    /// The node of each procedure.
    pub(crate) procedures: Vec<u16>,
    pub(crate) programs: Option<Box<dyn Programs>>,
    /// The node that runs programs.
    pub(crate) program: u16,
    /// The action that answers questions.
    pub(crate) answer: [u16; 1],
    /// Whether frames can lie on each other without end, so that only what is new of them is logged.
    pub(crate) deep: bool,
}

/// What happened in a game made with [`GameBuilder`](crate::GameBuilder).
///
/// ```
/// use parlor_flow::Event;
/// use parlor_table::Change;
/// let event = Event::Change(Change::Count { index: 0, value: 7 });
/// let json = serde_json::to_string(&event).unwrap();
/// assert_eq!(json, r#"{"change":{"count":{"index":0,"value":7}}}"#);
/// ```
pub type Event = parlor_tabletop::Event<Act, Said, Went>;

/// Who acts, and with which command.
///
/// ```
/// # fn is_data<T: parlor_core::Data>() {}
/// is_data::<parlor_flow::Act>();
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Act {
    /// Whose command, if a seat's.
    pub seat: Option<Seat>,
    /// Whose, if it is a side's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The command, unless it was chosen in secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Box<Command>>,
}

/// The flow went on.
///
/// ```
/// # fn is_data<T: parlor_core::Data>() {}
/// is_data::<parlor_flow::Went>();
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Went {
    /// To this position.
    Flow(Box<Position>),
    /// The same, in a game in which it can be many calls deep.
    Frames {
        /// How many frames from the bottom stay as they were.
        kept: u16,
        /// The position, with the frames on top of those.
        at: Box<Position>,
    },
}

impl FlowGame {
    /// Lets a rule run on a copy of a state, and writes down what happens. The copy is the state that this leads to.
    fn decided(
        &self,
        state: &State,
        seat: Seat,
        decision: &mut Decision<'_, Event>,
        rule: impl FnOnce(&mut Play<'_, '_>),
    ) -> Result<State, Rejection> {
        parlor_tabletop::decided(self, state, decision, |state, sink| {
            self.run(state, seat, sink, rule)
        })
    }

    /// Lets a rule run, and the flow go on to where somebody is asked.
    fn run(
        &self,
        state: &mut State,
        seat: Seat,
        sink: Sink<'_, '_>,
        rule: impl FnOnce(&mut Play<'_, '_>),
    ) -> Result<(), Rejection> {
        let mut play = Play::new(self, state, sink, seat);
        rule(&mut play);
        play.go_on(false);
        play.error.map_or(Ok(()), Err)
    }

    /// Goes to the first step of the flow that waits.
    pub(crate) fn begin(&self, state: &mut State, rng: &mut Rng) -> Result<(), Rejection> {
        state.at.frames.push(Frame::new(self.root));
        self.run(state, Seat(0), Sink::Fast(rng), |play| {
            play.look_for_the_end();
        })
    }

    /// A player's time has run out, and the rules know what to do then.
    fn times_out(&self, state: &State, seat: Seat) -> Option<&OnLeave> {
        let asked = self.asked(state)?;
        asked.seats.contains(seat).then_some(())?;
        self.on_timeout.as_ref()
    }

    /// Whether it is a question that waits, and not a step.
    fn asks(&self, state: &State) -> bool {
        let frame = state.at.frames.last();
        frame.is_some_and(|frame| {
            matches!(
                self.ops[usize::from(frame.node)],
                Op::Ask { .. } | Op::Program
            )
        })
    }

    fn step_times_out(&self, state: &State) -> Option<&Does> {
        let frame = state.at.frames.last()?;
        match &self.ops[usize::from(frame.node)] {
            Op::Step(step) => step.spec.on_timeout.as_ref(),
            Op::Together(step) => step.spec.on_timeout.as_ref(),
            _ => None,
        }
    }
}

impl Play<'_, '_> {
    /// What was asked of a seat is no longer asked of it.
    fn excuse(&mut self, seat: Seat) {
        let Some(frame) = self.state.at.frames.last() else {
            return;
        };
        match &self.game.ops[usize::from(frame.node)] {
            Op::Together(_) => {
                self.state.at.chosen.retain(|chosen| chosen.seat != seat);
                if frame.waiting.contains(seat) {
                    self.acted(seat);
                }
            }
            Op::Step(_) if frame.seat == seat.0 => self.leave_node(),
            _ => {
                self.answer_by_default(seat);
            }
        }
    }
}

impl Game for FlowGame {
    type State = State;
    type Command = Command;
    type Event = Event;

    fn info(&self) -> GameInfo {
        self.info.clone()
    }

    fn setup(&self, setup: &Setup) -> Result<State, SetupError> {
        let mut table = match self.boards.is_empty() {
            true => self.schema.lay(setup.seats()),
            false => {
                let mut schema = self.schema.clone();
                for (zone, board) in &self.boards {
                    schema.set_board(*zone, board(setup));
                }
                schema.lay(setup.seats())
            }
        };
        // There is no chance in a set-up; whoever draws some here gets the same every time.
        let mut rng = Rng::fast(0, 0);
        for set_up in &self.set_up {
            set_up(&mut Dealer::new(&mut table, &mut rng), setup);
        }
        Ok(State::new(table, Position::new()))
    }

    fn check_bring(&self, setup: &Setup, _: Seat, bring: &str, value: &Json) -> Vec<Message> {
        self.bring_faults(setup, bring, value)
    }

    fn random_bring(&self, _: &Setup, _: Seat, bring: &str, rng: &mut Rng) -> Option<Json> {
        self.draw_bring(bring, rng)
    }

    #[inline]
    fn to_act(&self, state: &State) -> SeatSet {
        self.asked(state)
            .map_or(SeatSet::EMPTY, |asked| asked.seats)
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
        if !state.at.over {
            return None;
        }
        let seats = state.table.schema().seats();
        let at = At::new(self, state, state.at.turn);
        let players = state.table.seat_set().minus(state.at.out);
        let outcome = match (&self.outcome, players.first()) {
            // Who plays against the rules plays on alone.
            (_, Some(last))
                if players.len() == 1
                    && seats > 1
                    && !state.at.left.is_empty()
                    && self.sides.is_empty() =>
            {
                Outcome::win(seats, last, ("reason.others_left", "the others have left"))
            }
            (Some(outcome), _) => outcome(&at),
            (None, _) => Outcome::draw(seats, ("reason.nobody", "nobody has won")),
        };
        Some(with_fates(outcome, state))
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
        match *command {
            SystemCommand::Open => {
                self.decided(state, Seat(0), decision, |play| {
                    play.begin(None, None);
                    if let Some(opening) = &self.opening {
                        opening(play);
                    }
                    play.state.at.frames.push(Frame::new(self.root));
                    play.look_for_the_end();
                })?;
            }
            SystemCommand::Resign { seat } | SystemCommand::TimeOut { seat } => {
                if state.at.out.contains(seat) {
                    return Err(
                        Rejection::new("is_out", "{seat} is out already").with("seat", seat)
                    );
                }
                let timed_out = matches!(command, SystemCommand::TimeOut { .. });
                let asked = self.to_act(state).contains(seat);
                let by_step = self.step_times_out(state).filter(|_| timed_out && asked);
                let by_game = self.times_out(state, seat).filter(|_| timed_out);
                if timed_out && by_step.is_none() && asked && self.asks(state) {
                    self.decided(state, seat, decision, |play| {
                        play.begin(None, None);
                        play.answer_by_default(seat);
                    })?;
                    return Ok(Ruling::Continue);
                }
                if by_step.is_some() || by_game.is_some() {
                    self.decided(state, seat, decision, |play| {
                        play.begin(None, None);
                        match (by_step, by_game) {
                            (Some(does), _) => does(play),
                            (None, Some(does)) => does(play, seat),
                            (None, None) => {}
                        }
                        play.excuse(seat);
                        play.look_for_the_end();
                    })?;
                    return Ok(Ruling::Continue);
                }
                let left = state.table.seat_set().minus(state.at.out).without(seat);
                let least = if self.sides.is_empty() { 2 } else { 1 };
                if least == 2 && state.table.schema().seats() <= 2 {
                    return Ok(Ruling::End);
                }
                let fate = if timed_out {
                    Fate::TimedOut
                } else {
                    Fate::Resigned
                };
                self.decided(state, seat, decision, |play| {
                    play.begin(None, None);
                    play.state.at.out = play.state.at.out.with(seat);
                    play.state.at.left.push((seat, fate));
                    if let Some(on_leave) = &self.on_leave {
                        on_leave(play, seat);
                    }
                    play.excuse(seat);
                    if left.len() < least {
                        play.finish();
                    }
                    play.look_for_the_end();
                })?;
            }
        }
        Ok(Ruling::Continue)
    }

    fn migrates(&self, from: &Rules) -> bool {
        let mut migrations = self.migrations.iter();
        migrations.any(|(version, _)| *version == from.version)
    }

    fn migrate(&self, from: &Rules, seat: Seat, command: Json) -> Result<Json, String> {
        let mut migrations = self.migrations.iter();
        match migrations.find(|(version, _)| *version == from.version) {
            Some((_, translate)) => translate(seat, command),
            None => Ok(command),
        }
    }

    fn is_final(&self, command: &Command) -> bool {
        let mut actions = self.actions.iter();
        actions.any(|action| action.name == command.action && action.is_final)
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        let all = Capabilities::none()
            .fast(self)
            .hidden(self)
            .guided(self)
            .objectives(self)
            .numbered(self);
        match self.sides.is_empty() {
            true => all,
            false => all.sided(self),
        }
    }
}

/// Those who left come last; those whom the rules put out before the end are said to be.
fn with_fates(outcome: Outcome, state: &State) -> Outcome {
    if state.at.out.is_empty() {
        return outcome;
    }
    let left = |seat: Seat| {
        let mut left = state.at.left.iter();
        left.find(|(other, _)| *other == seat)
            .map(|(_, fate)| *fate)
    };
    let seats = Seat::all(outcome.standings().len() as u8);
    let all = Seat::all(outcome.standings().len() as u8);
    let stayed = all.filter(|seat| left(*seat).is_none()).count() as u8;
    let place = |seat: Seat, own: &Standing| {
        let others = Seat::all(outcome.standings().len() as u8).zip(outcome.standings());
        let better = others.filter(|(other, standing)| {
            *other != seat && left(*other).is_none() && standing.place < own.place
        });
        better.count() as u8 + 1
    };
    let standings = seats.zip(outcome.standings()).map(|(seat, standing)| {
        let mut standing = standing.clone();
        match left(seat) {
            Some(fate) => {
                standing.place = stayed.max(1) + 1;
                standing.fate = fate;
            }
            None => {
                standing.place = place(seat, &standing);
                if state.at.out.contains(seat) {
                    standing.fate = Fate::Eliminated;
                }
            }
        }
        standing
    });
    Outcome::of(standings).ranked(outcome.ranking())
}

impl TableGame for FlowGame {
    type Progress = Position;
    type Act = Act;
    type Said = Said;
    type Went = Went;
    type Choice = Way;
    type At<'a> = At<'a>;

    #[inline]
    fn at<'a>(&'a self, state: &'a State, seat: Seat) -> At<'a> {
        At::new(self, state, seat)
    }

    fn each_choice(&self, at: &At<'_>, look: &mut dyn FnMut(&Way) -> bool) {
        let asked = self.asked(at.state);
        let Some(asked) = asked.filter(|asked| asked.asks(at.seat)) else {
            return;
        };
        let (mut choice, mut enough) = (Way(0, ResolvedArgs::new()), false);
        let leaves = self.leaves(&asked.actions, at, asked.done);
        leaves.each(self, at, |action, args| {
            if !enough {
                choice.0 = action;
                choice.1.clear();
                choice.1.extend(args.iter().cloned());
                enough = look(&choice);
            }
        });
    }

    fn choice_of(&self, at: &At<'_>, command: &Command) -> Result<Way, Rejection> {
        let Some(asked) = self.asked(at.state) else {
            return Err(Rejection::illegal());
        };
        let (action, args) = self.resolve(&asked.actions, at, asked.done, command)?;
        Ok(Way(action, args))
    }

    fn command_of(&self, at: &At<'_>, Way(action, args): &Way) -> Command {
        self.command(at, *action, args)
    }

    fn draw_choice(&self, at: &At<'_>, rng: &mut Rng) -> Option<Way> {
        let asked = self.asked(at.state)?;
        let mut leaves = self.leaves(&asked.actions, at, asked.done);
        let (action, args) = leaves.draw(self, at, rng)?;
        Some(Way(action, args))
    }

    fn play_choice(
        &self,
        state: &mut State,
        seat: Seat,
        Way(action, args): &Way,
        command: Option<&Command>,
        sink: Sink<'_, '_>,
    ) -> Result<(), Rejection> {
        self.run(state, seat, sink, |play| {
            play.act(seat, *action, args, command);
        })
    }

    fn went(&self, before: &Position, after: &Position) -> Went {
        let mut at = Box::new(after.clone());
        match self.deep {
            false => Went::Flow(at),
            true => {
                let kept = at.kept_from(before);
                at.frames.drain(..kept);
                let kept = kept as u16;
                Went::Frames { kept, at }
            }
        }
    }

    fn go(&self, at: &mut Position, went: &Went) {
        match went {
            Went::Flow(position) => at.clone_from(position),
            Went::Frames { kept, at: new } => {
                let mut frames = std::mem::take(&mut at.frames);
                frames.truncate(usize::from(*kept));
                frames.extend(new.frames.iter().cloned());
                at.clone_from(new);
                at.frames = frames;
            }
        }
    }

    fn is_traced(&self) -> bool {
        self.info.hidden
    }
}

impl Fast for FlowGame {
    fn sample(&self, state: &State, seat: Seat, rng: &mut Rng) -> Command {
        let command = parlor_tabletop::sample(self, state, seat, rng);
        command.unwrap_or_else(|| Command::new(crate::step::DONE))
    }

    fn advance(&self, state: &mut State, seat: Seat, command: &Command, rng: &mut Rng) {
        parlor_tabletop::advance(self, state, seat, command, rng);
    }

    fn playout(&self, state: &mut State, rng: &mut Rng, most: u64) -> u64 {
        let (mut length, mut leaves) = (0, Leaves::spare());
        while length < most
            && let Some(asked) = self.asked(state)
            && let Some(seat) = asked.seats.first()
        {
            let at = At::new(self, state, seat);
            self.find_leaves(&asked.actions, &at, false, &mut leaves);
            // A step may turn out to offer nothing, since the flow did not look: then it is over.
            let stuck = leaves.is_empty();
            if asked.done {
                leaves.push(DONE_ACTION, ResolvedArgs::new());
            }
            let drawn = match stuck {
                true => None,
                false => leaves.draw(self, &at, rng),
            };
            let mut play = Play::new(self, state, Sink::Fast(rng), seat);
            match drawn {
                Some((action, args)) => {
                    length += 1;
                    play.act(seat, action, &args, None);
                }
                None => play.get_stuck(),
            }
            play.go_on(true);
        }
        leaves.put_away();
        if self.asked(state).is_some() {
            // The last step may offer nothing as well.
            let turn = state.at.turn;
            Play::new(self, state, Sink::Fast(rng), turn).go_on(false);
        }
        length
    }
}
