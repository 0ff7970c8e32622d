//! [`Looks`]: what a viewer sees of a position and hears of an event.

use std::collections::BTreeSet;

use parlor_core::{ActionView, Message, Progress, Seat, Square, Text, Told, View, Viewer};

use crate::state::Recent;
use crate::{Event, EventOf, StateOf, TableGame};

/// The words of a game on a table, and what its views show beyond the table.
///
/// ```
/// use parlor_core::{Game, Match, Seat, Seed, Setup, Viewer};
/// use parlor_tabletop::doc::Draft;
/// let setup = Setup::new(&Draft.info(), 2).unwrap();
/// let view = Match::new(Draft, setup, Seed::Integer(1)).unwrap().view(Viewer::Seat(Seat(0)));
/// assert_eq!(view.prompt.unwrap().text, "Take a card");
/// assert_eq!(view.actions[0].text, "take the top card");
/// ```
pub trait Looks: TableGame {
    /// Adds to a view of the table: values, hints, how much time there is.
    fn dress(&self, state: &StateOf<Self>, view: &mut View) {
        let _ = (state, view);
    }

    /// Where in the rules we are.
    fn phase_of(&self, state: &StateOf<Self>) -> Option<Message> {
        let _ = state;
        None
    }

    /// What a seat that is to act is asked.
    fn prompt_of(&self, state: &StateOf<Self>, seat: Seat) -> Option<Message>;

    /// How far a seat that is to act is, where that takes several moves.
    fn progress_of(&self, state: &StateOf<Self>, seat: Seat) -> Option<Progress> {
        let _ = (state, seat);
        None
    }

    /// How people say a choice.
    fn label_of(&self, at: &Self::At<'_>, choice: &Self::Choice) -> Message;

    /// The same, with numbers for pieces that share a name: asked for where two choices read the same.
    fn numbered_label_of(&self, at: &Self::At<'_>, choice: &Self::Choice) -> Message {
        self.label_of(at, choice)
    }

    /// What to touch on the table for a choice, in order.
    fn touches_of(&self, at: &Self::At<'_>, choice: &Self::Choice) -> Vec<String>;

    /// A command as a viewer may hear it.
    fn hear_act(&self, state: &StateOf<Self>, act: &Self::Act, viewer: Viewer) -> Option<Told>;

    /// What was said as a viewer may hear it.
    fn hear_said(&self, state: &StateOf<Self>, said: &Self::Said, viewer: Viewer) -> Option<Told>;

    /// Words for a change that is told: the one with this number since the latest command.
    fn word(&self, state: &StateOf<Self>, told: Told, change: usize) -> Told {
        let _ = (state, change);
        told
    }
}

/// [`Game::view`](parlor_core::Game::view): the table as the viewer sees it, what it has just heard, and what it can do.
pub fn view<G: Looks>(game: &G, state: &G::State, viewer: Viewer) -> View {
    let mut view = state.table.view(viewer);
    view.viewer = Some(viewer);
    view.to_act = game.to_act(state);
    view.side = (game.capabilities().sided).and_then(|sided| sided.side(state));
    view.outcome = game.outcome(state);
    view.phase = game.phase_of(state);
    view.recent = recent(game, state, viewer);
    game.dress(state, &mut view);
    if let Some(seat) = viewer.seat()
        && view.to_act.contains(seat)
    {
        view.prompt = game.prompt_of(state, seat);
        view.progress = game.progress_of(state, seat);
        view.actions = actions(game, state, seat);
    }
    view
}

/// What has just happened, as a viewer may hear it.
fn recent<G: Looks>(game: &G, state: &G::State, viewer: Viewer) -> Vec<Told> {
    let heard = state.recent.iter().filter_map(|recent| match recent {
        Recent::Act(act) => game.hear_act(state, act, viewer),
        Recent::Said(said) => game.hear_said(state, said, viewer),
        Recent::Change(trace) => {
            let change = *trace as usize;
            let told = state.told(change, viewer)?;
            Some(game.word(state, told, change))
        }
    });
    heard.collect()
}

fn actions<G: Looks>(game: &G, state: &G::State, seat: Seat) -> Vec<ActionView> {
    let (at, mut views) = (game.at(state, seat), Vec::new());
    let (mut texts, mut are_different) = (BTreeSet::new(), true);
    game.each_choice(&at, &mut |choice| {
        let label = game.label_of(&at, choice);
        are_different &= texts.insert(label.to_string());
        let touches = game.touches_of(&at, choice).into_iter();
        views.push(ActionView {
            command: serde_json::to_value(game.command_of(&at, choice)).unwrap_or_default(),
            text: label.to_string().into(),
            label: Some(label),
            touches: touches.map(Text::from).collect(),
        });
        false
    });
    if !are_different {
        let mut views = views.iter_mut();
        game.each_choice(&at, &mut |choice| {
            if let Some(view) = views.next() {
                let label = game.numbered_label_of(&at, choice);
                view.text = label.to_string().into();
                view.label = Some(label);
            }
            false
        });
    }
    // People look for a place by its name, whatever order the rules find them in.
    views.sort_by_key(|action: &ActionView| {
        let place = action.touches.first();
        place.and_then(|place| place.parse::<Square>().ok())
    });
    views
}

/// [`Game::tell`](parlor_core::Game::tell): an event as a viewer may hear it.
pub fn tell<G: Looks>(
    game: &G,
    state: &G::State,
    event: &EventOf<G>,
    viewer: Viewer,
) -> Option<Told> {
    match event {
        Event::Act(act) => game.hear_act(state, act, viewer),
        Event::Change(change) => {
            let told = state.table.tell(change, viewer)?;
            Some(game.word(state, told, state.traces.len()))
        }
        Event::Say(said) => game.hear_said(state, said, viewer),
        Event::Went(went) => {
            let said = game.news(&state.at, went)?;
            game.hear_said(state, &said, viewer)
        }
    }
}
