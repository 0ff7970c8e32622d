//! A whole game on a table, written by hand: for examples, for tests, and to copy from.

use std::fmt;

use parlor_core::prelude::*;
use parlor_core::{Answer, Choice as Offer, Guide, Guided, Numbered, Ruling, SystemCommand};
use parlor_table::{Change, Definition, End, Eyes, Piece, Schema, Table, Zone};

use crate::{Asked, Asks, Coded, Event, EventOf, Looks, Secrets, Sink, StateOf, TableGame};

/// Six cards lie face down. In turn, two seats take the top or the bottom one for all to see, until each has two; the
/// higher sum wins.
///
/// ```
/// use parlor_core::{Game, Match, Seat, Seed, Setup};
/// use parlor_tabletop::doc::{Draft, Take};
/// let setup = Setup::new(&Draft.info(), 2).unwrap();
/// let mut draft = Match::new(Draft, setup, Seed::Integer(1)).unwrap();
/// for (seat, take) in [(0, Take::Top), (1, Take::Bottom), (0, Take::Bottom), (1, Take::Top)] {
///     draft.play(Seat(seat), &take).unwrap();
/// }
/// assert!(draft.outcome().is_some());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Draft;

/// What a seat takes.
///
/// ```
/// assert_eq!(parlor_tabletop::doc::Take::Top.to_string(), "take the top card");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Take {
    /// The top card.
    Top,
    /// The bottom card.
    Bottom,
}

/// Who takes.
///
/// ```
/// # fn is_data<T: parlor_core::Data>() {}
/// is_data::<parlor_tabletop::doc::Act>();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Act {
    seat: Seat,
    take: Take,
}

/// How many cards have been taken.
///
/// ```
/// # fn is_data<T: parlor_core::Data>() {}
/// is_data::<parlor_tabletop::doc::Went>();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Went {
    /// So many.
    Turn(u8),
}

type State = StateOf<Draft>;

/// The deck, then the hands.
fn lay() -> (Table, Zone, [Zone; 2]) {
    let mut schema = Schema::new();
    let deck = schema.zone("deck").hidden().stacked().add();
    let hand = schema.zone("hand").each_seat();
    schema.value("deals", 0_i64).add();
    for name in ["1", "2", "3", "4", "5", "6"] {
        let card = schema.definition("card", name);
        schema.place(card, deck, 1);
    }
    (schema.lay(2), deck, [hand.of(Seat(0)), hand.of(Seat(1))])
}

fn sum(state: &State, seat: usize) -> i64 {
    let cards = state.table.zone(lay().2[seat]).pieces();
    let value = |card: Piece| -> Definition { state.table.definition(card) };
    cards.map(|card| i64::from(value(card).0) + 1).sum()
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Take::Top => "take the top card",
            Take::Bottom => "take the bottom card",
        })
    }
}

impl TableGame for Draft {
    type Progress = u8;
    type Act = Act;
    type Said = ();
    type Went = Went;
    type Choice = Take;
    type At<'a> = (&'a State, Seat);

    fn at<'a>(&'a self, state: &'a State, seat: Seat) -> (&'a State, Seat) {
        (state, seat)
    }

    fn each_choice(&self, at: &(&State, Seat), look: &mut dyn FnMut(&Take) -> bool) {
        if self.to_act(at.0).contains(at.1) {
            let _ = look(&Take::Top) || look(&Take::Bottom);
        }
    }

    fn choice_of(&self, _: &(&State, Seat), command: &Take) -> Result<Take, Rejection> {
        Ok(*command)
    }

    fn command_of(&self, _: &(&State, Seat), choice: &Take) -> Take {
        *choice
    }

    fn play_choice(
        &self,
        state: &mut State,
        seat: Seat,
        choice: &Take,
        _: Option<&Take>,
        mut sink: Sink<'_, '_, EventOf<Draft>>,
    ) -> Result<(), Rejection> {
        let take = *choice;
        sink.begin(state, |act| Some(*act), || Act { seat, take })?;
        let (_, deck, hands) = lay();
        let mut cards = state.table.zone(deck).downwards();
        let card = match take {
            Take::Top => cards.next(),
            Take::Bottom => cards.last(),
        };
        state.at += 1;
        let Some(piece) = card else { return Ok(()) };
        let to = hands[seat.index()].into();
        let change = Change::Move {
            piece,
            to,
            end: End::Top,
            seen: Eyes::NOBODY,
        };
        sink.change(state, &change, true)
    }

    fn went(&self, _: &u8, after: &u8) -> Went {
        Went::Turn(*after)
    }

    fn go(&self, at: &mut u8, Went::Turn(turn): &Went) {
        *at = *turn;
    }

    fn keeps(&self, act: &Act) -> Option<Act> {
        Some(*act)
    }
}

impl Game for Draft {
    type State = State;
    type Command = Take;
    type Event = Event<Act, (), Went>;

    fn info(&self) -> GameInfo {
        GameInfo::new("draft", "Draft", 2..=2).chance().hidden()
    }

    fn setup(&self, _: &Setup) -> Result<State, SetupError> {
        Ok(State::new(lay().0, 0))
    }

    fn to_act(&self, state: &State) -> SeatSet {
        match state.at {
            4.. => SeatSet::EMPTY,
            turn => SeatSet::one(Seat(turn % 2)),
        }
    }

    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Take>) {
        crate::legal(self, state, seat, out);
    }

    fn decide(
        &self,
        state: &State,
        seat: Seat,
        take: &Take,
        decision: &mut Decision<'_, Self::Event>,
    ) -> Result<(), Rejection> {
        self.reach(state, seat, take, decision).map(drop)
    }

    fn reach(
        &self,
        state: &State,
        seat: Seat,
        take: &Take,
        decision: &mut Decision<'_, Self::Event>,
    ) -> Result<Option<State>, Rejection> {
        crate::reach(self, state, seat, take, decision)
    }

    fn apply(&self, state: &mut State, event: &Self::Event) {
        crate::apply(self, state, event);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let scores = [sum(state, 0), sum(state, 1)];
        (state.at >= 4).then(|| Outcome::by_score(&scores, "the higher sum"))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        crate::view(self, state, viewer)
    }

    fn tell(&self, state: &State, event: &Self::Event, viewer: Viewer) -> Option<Told> {
        crate::tell(self, state, event, viewer)
    }

    fn system(
        &self,
        state: &State,
        command: &SystemCommand,
        decision: &mut Decision<'_, Self::Event>,
    ) -> Result<Ruling, Rejection> {
        if *command != SystemCommand::Open {
            return Ok(Ruling::End);
        }
        crate::decided(self, state, decision, |state, mut sink| {
            let deck = lay().1;
            let mut order: Vec<Piece> = state.table.zone(deck).pieces().collect();
            sink.rng().shuffle(&mut order);
            let (place, order) = (deck.into(), order.into());
            sink.change(state, &Change::Order { place, order }, true)
        })?;
        Ok(Ruling::Continue)
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none()
            .fast(self)
            .hidden(self)
            .guided(self)
            .numbered(self)
    }
}

impl Fast for Draft {
    fn sample(&self, state: &State, seat: Seat, rng: &mut Rng) -> Take {
        crate::sample(self, state, seat, rng).unwrap_or(Take::Top)
    }

    fn advance(&self, state: &mut State, seat: Seat, take: &Take, rng: &mut Rng) {
        crate::advance(self, state, seat, take, rng);
    }
}

impl Hidden for Draft {
    fn resample(&self, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
        crate::resample(self, state, viewer, rng)
    }

    fn redraw(&self, sample: &mut State, viewer: Viewer, rng: &mut Rng) {
        if viewer != Viewer::Referee {
            sample.table.redraw(viewer, rng);
        }
    }

    fn renumbered(&self, state: &State, rng: &mut Rng) -> Option<State> {
        Some(crate::renumbered(self, state, rng))
    }
}

impl Secrets for Draft {}

impl Guided for Draft {
    fn guide(
        &self,
        state: &State,
        seat: Seat,
        answers: &[Answer],
    ) -> Result<Guide<Take>, Rejection> {
        crate::guide(self, state, seat, answers)
    }
}

impl Asks for Draft {
    type Path = Option<Take>;
    type Part = Take;

    fn begin(&self, at: &(&State, Seat)) -> Result<Option<Take>, Rejection> {
        match self.to_act(at.0).contains(at.1) {
            true => Ok(None),
            false => Err(Rejection::illegal()),
        }
    }

    fn ask(
        &self,
        at: &(&State, Seat),
        take: &Option<Take>,
    ) -> Result<Asked<Take, Take>, Rejection> {
        let offer = |take: Take, word: &str| Offer {
            answer: Answer::Text(word.into()),
            label: self.label_of(at, &take),
            touch: None,
        };
        let offers = [(Take::Top, "top"), (Take::Bottom, "bottom")];
        Ok(match take {
            Some(take) => Asked::Done(*take),
            None => Asked::OneOf(
                crate::which_action(),
                offers.map(|(take, word)| (offer(take, word), take)).into(),
            ),
        })
    }

    fn take(&self, _: &(&State, Seat), path: &mut Option<Take>, take: Take) {
        *path = Some(take);
    }
}

impl Looks for Draft {
    fn prompt_of(&self, _: &State, _: Seat) -> Option<Message> {
        Some(Message::new("prompt.take", "Take a card"))
    }

    fn label_of(&self, _: &(&State, Seat), take: &Take) -> Message {
        match take {
            Take::Top => Message::new("take.top", "take the top card"),
            Take::Bottom => Message::new("take.bottom", "take the bottom card"),
        }
    }

    fn touches_of(&self, _: &(&State, Seat), _: &Take) -> Vec<String> {
        vec!["deck".into()]
    }

    fn hear_act(&self, _: &State, act: &Act, _: Viewer) -> Option<Told> {
        let text = format!("{{seat}}: {}", act.take);
        Some(Told::new(
            Message::new("takes", text).with("seat", act.seat),
        ))
    }

    fn hear_said(&self, _: &State, (): &(), _: Viewer) -> Option<Told> {
        None
    }
}

impl Coded for Draft {
    fn number_of(&self, _: &(&State, Seat), take: &Take) -> u64 {
        crate::mix(*take as u64)
    }
}

impl Numbered for Draft {
    fn numbers(&self, state: &State, seat: Seat, most: usize, rng: &mut Rng, out: &mut Vec<u64>) {
        crate::numbers(self, state, seat, most, rng, out);
    }

    fn advance_number(&self, state: &mut State, seat: Seat, number: u64, rng: &mut Rng) -> bool {
        crate::advance_number(self, state, seat, number, rng)
    }

    fn numbered(&self, state: &State, seat: Seat, number: u64) -> Option<Take> {
        crate::numbered(self, state, seat, number)
    }
}
