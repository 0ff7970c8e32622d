//! [`TableGame`]: what differs from one language of rules to another, and what follows from it for all of them.

use parlor_core::{Data, Decision, Game, Rejection, Rng, Seat};

use crate::{Event, Sink, State};

/// The state of a game on a table.
pub type StateOf<G> =
    State<<G as TableGame>::Progress, <G as TableGame>::Act, <G as TableGame>::Said>;

/// The events of a game on a table.
pub type EventOf<G> = Event<<G as TableGame>::Act, <G as TableGame>::Said, <G as TableGame>::Went>;

/// A game on a table: what a seat can choose, and what that leads to.
///
/// A **choice** is a command worked out: pieces instead of their names. Legal commands, labels, numbers and random play all go
/// through the same list of choices, so they cannot disagree. [`doc::Draft`](crate::doc::Draft) is a whole game.
///
/// ```
/// use parlor_tabletop::doc::Draft;
/// parlor_conformance::check(&Draft);
/// ```
pub trait TableGame: Game<State = StateOf<Self>, Event = EventOf<Self>> + Sized {
    /// How far the rules are: all of a position that is not on the table.
    type Progress: Data;
    /// A command as it is logged: who acts, and what of it all may know.
    type Act: Data;
    /// Something that the rules say.
    type Said: Data;
    /// How it is logged that the rules went on.
    type Went: Data;
    /// One thing that a seat can do, worked out.
    type Choice: Clone;
    /// A position seen from a seat that is asked.
    type At<'a>
    where
        Self: 'a;

    /// A position seen from a seat.
    fn at<'a>(&'a self, state: &'a StateOf<Self>, seat: Seat) -> Self::At<'a>;

    /// Shows `look` everything that the seat can do, each once, until it says that this is enough.
    fn each_choice(&self, at: &Self::At<'_>, look: &mut dyn FnMut(&Self::Choice) -> bool);

    /// What a command means, or why it is not possible now.
    fn choice_of(
        &self,
        at: &Self::At<'_>,
        command: &Self::Command,
    ) -> Result<Self::Choice, Rejection>;

    /// A choice as the seat writes it.
    fn command_of(&self, at: &Self::At<'_>, choice: &Self::Choice) -> Self::Command;

    /// One of the choices, each as likely as any other.
    fn draw_choice(&self, at: &Self::At<'_>, rng: &mut Rng) -> Option<Self::Choice> {
        let mut choices = Vec::new();
        self.each_choice(at, &mut |choice| {
            choices.push(choice.clone());
            false
        });
        rng.pick(&choices).cloned()
    }

    /// Plays a choice, up to where somebody is asked again. The command is what it was written as, if anybody wrote it. What
    /// goes wrong has changed nothing where the sink is fast.
    fn play_choice(
        &self,
        state: &mut StateOf<Self>,
        seat: Seat,
        choice: &Self::Choice,
        command: Option<&Self::Command>,
        sink: Sink<'_, '_, EventOf<Self>>,
    ) -> Result<(), Rejection>;

    /// How it is logged that the rules went from one place to another.
    fn went(&self, before: &Self::Progress, after: &Self::Progress) -> Self::Went;

    /// Goes there.
    fn go(&self, at: &mut Self::Progress, went: &Self::Went);

    /// What is told when the rules have gone there, such as how a round has ended. It is no part of the log.
    fn news(&self, before: &Self::Progress, went: &Self::Went) -> Option<Self::Said> {
        let _ = (before, went);
        None
    }

    /// What a position keeps of the latest command, for views.
    fn keeps(&self, act: &Self::Act) -> Option<Self::Act> {
        let _ = act;
        None
    }

    /// Whether views tell what changed. Where there are no secrets, they show it.
    fn is_traced(&self) -> bool {
        true
    }
}

/// [`Game::legal`]: the commands of everything that the seat can do.
pub fn legal<G: TableGame>(game: &G, state: &G::State, seat: Seat, out: &mut Vec<G::Command>) {
    let at = game.at(state, seat);
    game.each_choice(&at, &mut |choice| {
        out.push(game.command_of(&at, choice));
        false
    });
}

/// [`Game::reach`]: plays a command on a copy of the state, and hands that over.
pub fn reach<G: TableGame>(
    game: &G,
    state: &G::State,
    seat: Seat,
    command: &G::Command,
    decision: &mut Decision<'_, G::Event>,
) -> Result<Option<G::State>, Rejection> {
    let choice = game.choice_of(&game.at(state, seat), command)?;
    let reached = decided(game, state, decision, |state, sink| {
        game.play_choice(state, seat, &choice, Some(command), sink)
    })?;
    Ok(Some(reached))
}

/// Lets rules run on a copy of a state, and writes down what happens. The copy is the state that this leads to.
pub fn decided<G: TableGame>(
    game: &G,
    state: &G::State,
    decision: &mut Decision<'_, G::Event>,
    rule: impl FnOnce(&mut G::State, Sink<'_, '_, G::Event>) -> Result<(), Rejection>,
) -> Result<G::State, Rejection> {
    let mut after = state.clone();
    rule(&mut after, Sink::Log(&mut *decision))?;
    let went = game.went(&state.at, &after.at);
    if let Some(said) = game.news(&state.at, &went) {
        after.say(said);
    }
    decision.emit(Event::Went(went))?;
    Ok(after)
}

/// [`Game::apply`]: makes an event part of the state.
pub fn apply<G: TableGame>(game: &G, state: &mut G::State, event: &G::Event) {
    match event {
        Event::Act(act) => state.begin(game.keeps(act)),
        Event::Change(change) => state.change(change, game.is_traced()),
        Event::Say(said) => state.say(said.clone()),
        Event::Went(went) => {
            let said = game.news(&state.at, went);
            game.go(&mut state.at, went);
            said.into_iter().for_each(|said| state.say(said));
        }
    }
}
