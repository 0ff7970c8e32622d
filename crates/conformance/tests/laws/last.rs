//! A game in which a single card is hidden in the end, so that everybody knows which one it is.

use std::fmt;

use parlor_core::prelude::*;

/// Five cards are shuffled. All lie open but the last one or two, and nothing happens for ten turns.
pub struct Last {
    /// One stays hidden; otherwise two do, and are never re-dealt.
    pub one_stays: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cards {
    /// Those from the back are hidden.
    deck: Vec<u8>,
    hidden: usize,
    waits: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Dealt(Vec<u8>),
    Waited,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub struct Wait {}

const LONGEST: u8 = 10;

impl Game for Last {
    type State = Cards;
    type Command = Wait;
    type Event = Event;

    fn info(&self) -> GameInfo {
        GameInfo::new("last", "Last", 2..=2)
            .hidden()
            .chance()
            .longest(LONGEST.into())
    }

    fn setup(&self, _: &Setup) -> Result<Cards, SetupError> {
        Ok(Cards {
            deck: (1..=5).collect(),
            hidden: if self.one_stays { 1 } else { 2 },
            waits: 0,
        })
    }

    fn system(
        &self,
        state: &Cards,
        command: &SystemCommand,
        decision: &mut Decision<'_, Event>,
    ) -> Result<Ruling, Rejection> {
        match command {
            SystemCommand::Open => {
                let mut deck = state.deck.clone();
                decision.rng().shuffle(&mut deck);
                decision.emit(Event::Dealt(deck))?;
                Ok(Ruling::Continue)
            }
            SystemCommand::Resign { .. } | SystemCommand::TimeOut { .. } => Ok(Ruling::End),
        }
    }

    fn to_act(&self, state: &Cards) -> SeatSet {
        match state.waits < LONGEST {
            true => SeatSet::one(Seat(state.waits % 2)),
            false => SeatSet::EMPTY,
        }
    }

    fn legal(&self, state: &Cards, seat: Seat, out: &mut Vec<Wait>) {
        if self.to_act(state).contains(seat) {
            out.push(Wait {});
        }
    }

    fn decide(
        &self,
        _: &Cards,
        _: Seat,
        _: &Wait,
        decision: &mut Decision<'_, Event>,
    ) -> Result<(), Rejection> {
        decision.emit(Event::Waited)
    }

    fn apply(&self, state: &mut Cards, event: &Event) {
        match event {
            Event::Dealt(deck) => state.deck.clone_from(deck),
            Event::Waited => state.waits += 1,
        }
    }

    fn outcome(&self, state: &Cards) -> Option<Outcome> {
        (state.waits >= LONGEST).then(|| Outcome::draw(2, "all have waited"))
    }

    fn view(&self, state: &Cards, viewer: Viewer) -> View {
        View::of(self, state, viewer)
    }

    fn tell(&self, _: &Cards, event: &Event, _: Viewer) -> Option<Told> {
        Some(Told::new(match event {
            Event::Dealt(_) => Message::new("dealt", "the cards are dealt"),
            Event::Waited => Message::new("waited", "nothing happens"),
        }))
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none().hidden(self)
    }
}

impl Drawn for Last {
    fn draw(&self, state: &Cards, viewer: Viewer) -> View {
        let open = state.deck.len() - state.hidden;
        let card = |value: &u8| PieceView::new("card", value.to_string());
        let hidden = state.deck[open..].iter().map(|value| match viewer {
            Viewer::Referee => card(value),
            _ => PieceView::face_down("card"),
        });
        View::new()
            .zone(ZoneView::row("open").pieces(state.deck[..open].iter().map(card)))
            .zone(ZoneView::row("hidden").pieces(hidden))
    }
}

impl Hidden for Last {
    /// Nothing is ever re-dealt: right with one hidden card, and wrong with two.
    fn resample(&self, state: &Cards, _: Viewer, _: &mut Rng) -> Cards {
        state.clone()
    }
}

impl fmt::Display for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("wait")
    }
}
