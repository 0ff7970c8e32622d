//! A small card game with secrets, and many ways to get it wrong.
//!
//! Six cards are shuffled; each of two seats gets two. In turn, draw a card, play one from the hand to the table, or pass.
//! After ten turns, or when both have passed in a row, the higher sum on the table wins.

mod search;

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use parlor_core::prelude::*;

/// The game, with one of its bugs.
pub struct Peek(pub Bug);

/// What is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bug {
    None,
    ListsWhatItRefuses,
    ListsTwice,
    AcceptsWhatItDoesNotList,
    RefusalChangesState,
    RefusesWithoutCode,
    ApplyDrawsChance,
    ShuffleIgnoresSeed,
    ChanceIsNotDeclared,
    StatesShareMemory,
    SaveForgetsField,
    FastForgetsTurn,
    FastDrawsChance,
    SampleIsUneven,
    SampleIsIllegal,
    FastWinnerIsWrong,
    PlayoutStopsEarly,
    ViewShowsHands,
    EventTellsCard,
    DealTellsCards,
    HandleTellsCard,
    RejectionTellsHolder,
    LegalCountTellsDeck,
    SaysNothingIsHidden,
    CannotResample,
    ResampleChangesNothing,
    SampleKeepsOrder,
    SampleKeepsOneSeat,
    RedrawDealsOwnHand,
    RedrawIgnoresChance,
    CopyForgetsField,
    ViewHasLossyFloat,
    RevealIsNotFenced,
    NobodyIsToAct,
    ActsAfterTheEnd,
    LeaverStillActs,
    TimeOutPanics,
    StandingIsMissing,
    NobodyWins,
    StrangerActs,
    ListsForOthers,
    TurnTellsCard,
    LegalTellsDeck,
    RefereeIsResampled,
    StrangeRejectionTellsCard,
    ViewShowsSharedMemory,
    CommandIsReadAsAnother,
    NeverEnds,
    GuideMissesCommand,
    NumbersMissCommand,
    NumberStandsForTwo,
    NumberGivesAnother,
    NumberGivesNothing,
    NumberCannotBePlayed,
    NumberForgetsTurn,
    NumberDrawsChance,
    StrangeNumberGivesCommand,
    StrangeNumberIsPlayed,
    StrangeNumberDrawsChance,
    NumbersAreNotDrawn,
    NumbersAreDrawnTwice,
    MoreNumbersThanAskedFor,
    NumbersTellDeck,
    KeyIsTheSame,
    KeyComesFromOutside,
    KeyForgetsHands,
    Panics,
    ViewShowsInnerNumber,
    SampleKeepsOneCard,
    ApplyNeedsDecide,
    ReachForgetsPass,
    ReachForgetsToTell,
    LeavingDrawsChance,
    OpeningWritesIntoCopies,
    ResignationIsRefused,
    TimeOutAsksAgain,
    SampleHasStrangeCard,
    /// None at all: something happens that nobody hears of, or does not happen, by what nobody sees.
    HappensUnheard,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Saved", into = "Saved")]
pub struct State {
    bug: Bug,
    deck: Vec<u8>,
    hands: [Vec<u8>; 2],
    table: [Vec<u8>; 2],
    turn: Seat,
    turns: u32,
    passes: u32,
    /// By which number the rules know each card inside. A card goes by it unseen, and yet it is always the same card.
    inner: [u8; 6],
    shared: Shared,
    latest: Latest,
}

/// What the latest event was: shown, but no part of what makes states equal.
#[derive(Clone, Copy, Debug, Default)]
struct Latest(&'static str);

impl PartialEq for Latest {
    fn eq(&self, _: &Latest) -> bool {
        true
    }
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            deck: self.deck.clone(),
            hands: self.hands.clone(),
            table: self.table.clone(),
            shared: self.shared.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, other: &State) {
        let hands = match self.bug {
            Bug::CopyForgetsField => self.hands.clone(),
            _ => other.hands.clone(),
        };
        *self = State {
            hands,
            ..other.clone()
        };
    }
}

/// A count that all copies of a state share: what a state must never have.
#[derive(Clone, Debug, Default)]
struct Shared(Arc<AtomicU32>);

impl PartialEq for Shared {
    fn eq(&self, other: &Shared) -> bool {
        self.get() == other.get()
    }
}

impl Shared {
    fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    fn set(&self, count: u32) {
        self.0.store(count, Ordering::Relaxed);
    }

    fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[derive(Serialize, Deserialize)]
struct Saved {
    bug: Bug,
    deck: Vec<u8>,
    hands: [Vec<u8>; 2],
    table: [Vec<u8>; 2],
    turn: Seat,
    turns: u32,
    passes: u32,
    inner: [u8; 6],
    shared: u32,
}

impl From<Saved> for State {
    fn from(saved: Saved) -> State {
        State {
            bug: saved.bug,
            deck: saved.deck,
            hands: saved.hands,
            table: saved.table,
            turn: saved.turn,
            turns: saved.turns,
            passes: saved.passes,
            inner: saved.inner,
            shared: Shared(Arc::new(saved.shared.into())),
            latest: Latest::default(),
        }
    }
}

impl From<State> for Saved {
    fn from(state: State) -> Saved {
        Saved {
            passes: match state.bug {
                Bug::SaveForgetsField => 0,
                _ => state.passes,
            },
            bug: state.bug,
            deck: state.deck,
            hands: state.hands,
            table: state.table,
            turn: state.turn,
            turns: state.turns,
            inner: state.inner,
            shared: state.shared.get(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    Draw,
    Play(u8),
    Pass,
    /// Reads back as a pass: what a careless `serde` attribute does.
    #[serde(rename(serialize = "pass"))]
    Wait,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Shuffled(Vec<u8>),
    Drew(Seat),
    Played(Seat, u8),
    Passed(Seat),
    Waited(Seat),
    /// What nobody hears of.
    Unheard,
}

thread_local! {
    /// What `decide` leaves behind for `apply` outside of state and events, which no rule may do.
    static DECIDED: Cell<bool> = const { Cell::new(false) };
}

/// Chance from outside of the match, which no rule may use.
fn from_outside() -> u32 {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    COUNT.fetch_add(1, Ordering::Relaxed)
}

impl Peek {
    fn is_over(&self, state: &State) -> bool {
        state.passes >= 2 || (state.turns >= 10 && self.0 != Bug::NeverEnds)
    }

    fn do_event(&self, state: &mut State, event: &Event) {
        if matches!(self.0, Bug::StatesShareMemory | Bug::ViewShowsSharedMemory) {
            state.shared.add();
        }
        match event {
            Event::Shuffled(deck) => {
                if self.0 == Bug::OpeningWritesIntoCopies {
                    state.shared.set(1);
                }
                state.deck.clone_from(deck);
                for hand in &mut state.hands {
                    hand.extend([state.deck.pop(), state.deck.pop()].into_iter().flatten());
                }
                return;
            }
            Event::Drew(seat) => {
                let card = match self.0 {
                    Bug::ApplyDrawsChance if !state.deck.is_empty() => {
                        let index = from_outside() as usize % state.deck.len();
                        Some(state.deck.remove(index))
                    }
                    _ => state.deck.pop(),
                };
                state.hands[seat.index()].extend(card);
            }
            Event::Played(seat, card) => {
                state.hands[seat.index()].retain(|held| held != card);
                state.table[seat.index()].push(*card);
            }
            Event::Passed(_) | Event::Waited(_) => {}
            Event::Unheard => return,
        }
        state.latest = Latest(match event {
            Event::Drew(_) => "drawn",
            _ => "not drawn",
        });
        state.passes = match event {
            Event::Passed(_) if self.0 != Bug::NeverEnds => state.passes + 1,
            _ => 0,
        };
        state.turns += 1;
        state.turn = state.turn.after(2);
    }
}

impl Game for Peek {
    type State = State;
    type Command = Command;
    type Event = Event;

    fn info(&self) -> GameInfo {
        let info = GameInfo::new("peek", "Peek", 2..=2).longest(100);
        let info = match self.0 {
            Bug::ChanceIsNotDeclared | Bug::LeavingDrawsChance => info,
            _ => info.chance(),
        };
        match self.0 {
            Bug::SaysNothingIsHidden => info,
            _ => info.hidden(),
        }
    }

    fn setup(&self, _: &Setup) -> Result<State, SetupError> {
        Ok(State {
            bug: self.0,
            deck: Vec::new(),
            hands: Default::default(),
            table: Default::default(),
            turn: Seat(0),
            turns: 0,
            passes: 0,
            inner: [0, 1, 2, 3, 4, 5],
            shared: Shared::default(),
            latest: Latest::default(),
        })
    }

    fn to_act(&self, state: &State) -> SeatSet {
        match self.0 {
            Bug::NobodyIsToAct if state.turns == 3 => SeatSet::EMPTY,
            Bug::StrangerActs if state.turns == 3 => SeatSet::all(2).with(Seat(9)),
            Bug::TurnTellsCard if state.turns == 3 && !self.is_over(state) => {
                SeatSet::one(Seat(state.deck.last().map_or(0, |card| card % 2)))
            }
            Bug::ActsAfterTheEnd if state.turns < 20 => SeatSet::one(state.turn),
            _ if self.is_over(state) => SeatSet::EMPTY,
            _ => SeatSet::one(state.turn),
        }
    }

    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Command>) {
        if self.0 == Bug::ListsForOthers && state.turns == 1 {
            out.push(Command::Pass);
            return;
        }
        if !self.to_act(state).contains(seat) {
            return;
        }
        let can_draw = match self.0 {
            Bug::ListsWhatItRefuses => true,
            Bug::LegalCountTellsDeck => state.deck.last().is_some_and(|card| *card > 3),
            _ => !state.deck.is_empty(),
        };
        if can_draw {
            out.push(Command::Draw);
        }
        let mut cards = state.hands[seat.index()].clone();
        cards.sort();
        out.extend(cards.into_iter().map(Command::Play));
        if self.0 == Bug::LegalTellsDeck {
            // As many as ever, but another one.
            if let (Some(first), Some(top)) = (out.first_mut(), state.deck.last()) {
                *first = Command::Play(*top);
            }
        }
        out.push(Command::Pass);
        if self.0 == Bug::CommandIsReadAsAnother {
            out.push(Command::Wait);
        }
        if self.0 == Bug::ListsTwice && state.turns == 2 {
            out.push(Command::Pass);
        }
    }

    fn decide(
        &self,
        state: &State,
        seat: Seat,
        command: &Command,
        decision: &mut Decision<'_, Event>,
    ) -> Result<(), Rejection> {
        match *command {
            Command::Draw if state.deck.is_empty() => {
                if self.0 == Bug::RefusalChangesState {
                    state.shared.add();
                }
                Err(Rejection::new("deck_empty", "the deck is empty"))
            }
            Command::Draw => decision.emit(Event::Drew(seat)),
            Command::Play(0) => Err(Rejection::new("no_such_card", "there is no such card")),
            Command::Play(card) if state.hands[seat.index()].contains(&card) => {
                assert!(self.0 != Bug::Panics, "no such card");
                decision.emit(Event::Played(seat, card))
            }
            Command::Play(card) => match self.0 {
                Bug::StrangeRejectionTellsCard if card > 6 => {
                    let other = state.hands[1 - seat.index()].first().copied().unwrap_or(0);
                    Err(Rejection::new("too_high", "more than {card}").with("card", other))
                }
                Bug::AcceptsWhatItDoesNotList => decision.emit(Event::Played(seat, card)),
                Bug::RejectionTellsHolder if state.hands[1 - seat.index()].contains(&card) => {
                    Err(Rejection::new("not_yours", "the other one has it"))
                }
                Bug::RefusesWithoutCode => Err(Rejection::new("", "no")),
                _ => Err(Rejection::new("not_held", "you do not hold that card")),
            },
            Command::Pass => {
                let odd = state.deck.last().is_some_and(|card| card % 2 == 1);
                if self.0 == Bug::HappensUnheard && odd {
                    decision.emit(Event::Unheard)?;
                }
                DECIDED.set(true);
                decision.emit(Event::Passed(seat))
            }
            Command::Wait if self.0 == Bug::CommandIsReadAsAnother => {
                decision.emit(Event::Waited(seat))
            }
            Command::Wait => Err(Rejection::illegal()),
        }
    }

    fn reach(
        &self,
        state: &State,
        seat: Seat,
        command: &Command,
        decision: &mut Decision<'_, Event>,
    ) -> Result<Option<State>, Rejection> {
        self.decide(state, seat, command, decision)?;
        if !matches!(self.0, Bug::ReachForgetsPass | Bug::ReachForgetsToTell) {
            return Ok(None);
        }
        let mut reached = state.clone();
        for event in decision.events() {
            self.do_event(&mut reached, event);
        }
        match self.0 {
            Bug::ReachForgetsPass => reached.passes = 0,
            _ => reached.latest = state.latest,
        }
        Ok(Some(reached))
    }

    fn apply(&self, state: &mut State, event: &Event) {
        self.do_event(state, event);
        let passed = matches!(event, Event::Passed(_));
        if self.0 == Bug::ApplyNeedsDecide && passed && !DECIDED.take() {
            state.inner.rotate_left(1);
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let sum = |seat: usize| state.table[seat].iter().map(|card| i64::from(*card)).sum();
        self.is_over(state).then(|| match self.0 {
            Bug::StandingIsMissing => Outcome::by_score(&[sum(0)], "the higher sum"),
            Bug::NobodyWins => Outcome::of([2, 2].map(|place| Standing::finished(place, "none"))),
            _ => Outcome::by_score(&[sum(0), sum(1)], "the higher sum"),
        })
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::of(self, state, viewer)
    }

    fn tell(&self, state: &State, event: &Event, viewer: Viewer) -> Option<Told> {
        let told = |id: &'static str, text: &'static str| Told::new(Message::new(id, text));
        Some(match event {
            Event::Shuffled(deck) => match self.0 {
                Bug::DealTellsCards => told("shuffled", "the cards are dealt").data(deck),
                _ => told("shuffled", "the cards are dealt"),
            },
            Event::Drew(seat) => match viewer.sees(*seat) || self.0 == Bug::EventTellsCard {
                true => told("drew", "a card is drawn").data(&state.deck.last()),
                false => told("drew", "a card is drawn"),
            },
            Event::Played(_, card) => told("played", "a card is played").data(card),
            Event::Passed(_) | Event::Waited(_) => told("passed", "pass"),
            Event::Unheard => return None,
        })
    }

    fn system(
        &self,
        _: &State,
        command: &SystemCommand,
        decision: &mut Decision<'_, Event>,
    ) -> Result<Ruling, Rejection> {
        match command {
            SystemCommand::Open => {
                let mut deck: Vec<u8> = (1..=6).collect();
                if self.0 != Bug::LeavingDrawsChance {
                    decision.rng().shuffle(&mut deck);
                }
                if self.0 == Bug::ShuffleIgnoresSeed {
                    deck.rotate_left(from_outside() as usize % 6);
                }
                decision.emit(Event::Shuffled(deck))?;
                Ok(Ruling::Continue)
            }
            _ if self.0 == Bug::LeavingDrawsChance => {
                decision.rng().word();
                Ok(Ruling::End)
            }
            _ if self.0 == Bug::LeaverStillActs => Ok(Ruling::Continue),
            SystemCommand::TimeOut { .. } if self.0 == Bug::TimeOutPanics => panic!("no clock"),
            SystemCommand::TimeOut { .. } if self.0 == Bug::TimeOutAsksAgain => {
                Ok(Ruling::Continue)
            }
            SystemCommand::Resign { .. } if self.0 == Bug::ResignationIsRefused => {
                Err(Rejection::new("stay", "nobody may leave"))
            }
            _ => Ok(Ruling::End),
        }
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        let some = Capabilities::none()
            .fast(self)
            .guided(self)
            .numbered(self)
            .keyed(self);
        match self.0 {
            Bug::CannotResample => some,
            _ => some.hidden(self),
        }
    }
}

impl Drawn for Peek {
    fn draw(&self, state: &State, viewer: Viewer) -> View {
        let mut deck = ZoneView::pile("deck", state.deck.len() as u32);
        if self.0 == Bug::ViewHasLossyFloat {
            deck = deck.attribute("weight", LOSSY / f64::from(state.turns + 1));
        }
        if self.0 == Bug::ViewShowsSharedMemory {
            deck = deck.attribute("count", state.shared.get());
        }
        if let (Bug::ViewShowsInnerNumber, Some(top)) = (self.0, state.deck.last()) {
            deck = deck.attribute("top", state.inner[usize::from(*top) - 1]);
        }
        if self.0 == Bug::ReachForgetsToTell {
            deck = deck.attribute("latest", state.latest.0);
        }
        let mut view = View::new().zone(deck);
        for seat in Seat::all(2) {
            let cards = &state.hands[seat.index()];
            let shown = viewer.sees(seat) || self.0 == Bug::ViewShowsHands;
            let hand = cards.iter().enumerate().map(|(index, card)| {
                let piece = match shown {
                    true => PieceView::new("card", card.to_string()),
                    false => PieceView::face_down("card"),
                };
                match self.0 {
                    Bug::HandleTellsCard => piece.handle(format!("card-{card}")),
                    _ => piece.handle(format!("{}-{index}", seat.0)),
                }
            });
            view = view.zone(
                ZoneView::row(format!("hand-{}", seat.0))
                    .owner(seat)
                    .pieces(hand),
            );
            let table = state.table[seat.index()].iter();
            let table = table.map(|card| PieceView::new("card", card.to_string()));
            view = view.zone(
                ZoneView::row(format!("table-{}", seat.0))
                    .owner(seat)
                    .pieces(table),
            );
        }
        view
    }
}

fn viewer_sees_six(state: &State, viewer: Viewer) -> bool {
    let hands = state.hands.iter().zip(Seat::all(2));
    let mut seen = hands.filter(|(_, seat)| viewer.sees(*seat));
    seen.any(|(hand, _)| hand.contains(&6))
}

/// A number that is another one after it was written and read by a parser that is only almost exact.
const LOSSY: f64 = 1.0e-5;

impl Hidden for Peek {
    fn resample(&self, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
        let mut sample = state.clone();
        if self.0 == Bug::RefereeIsResampled && viewer == Viewer::Referee {
            rng.shuffle(&mut sample.deck);
            return sample;
        }
        if viewer == Viewer::Referee || self.0 == Bug::ResampleChangesNothing {
            return sample;
        }
        let kept = |seat| self.0 == Bug::SampleKeepsOneSeat && seat == Seat(1);
        let covered: Vec<Seat> = Seat::all(2)
            .filter(|seat| !viewer.sees(*seat) && !kept(*seat))
            .collect();
        let mut unseen: Vec<u8> = covered
            .iter()
            .flat_map(|seat| state.hands[seat.index()].iter().copied())
            .collect();
        if self.0 != Bug::RevealIsNotFenced {
            unseen.extend(&state.deck);
        }
        if self.0 == Bug::SampleHasStrangeCard {
            // From what is seen, so that nothing can be told by it.
            let seen = Seat::all(2).filter(|seat| viewer.sees(*seat));
            let mut seen: Vec<u8> = seen
                .flat_map(|seat| state.hands[seat.index()].clone())
                .collect();
            seen.extend(state.table.iter().flatten());
            unseen = (1..=6).filter(|card| !seen.contains(card)).collect();
        }
        if self.0 != Bug::SampleKeepsOrder {
            unseen.sort();
        }
        rng.shuffle(&mut unseen);
        for seat in covered {
            let hand = &mut sample.hands[seat.index()];
            let left = unseen.split_off(hand.len());
            *hand = std::mem::replace(&mut unseen, left);
        }
        if self.0 != Bug::RevealIsNotFenced {
            sample.deck = unseen;
        }
        if self.0 == Bug::SampleHasStrangeCard {
            if let Some(last) = sample.deck.first_mut() {
                *last = 0;
            }
            sample.inner = [0, 1, 2, 3, 4, 5];
            return sample;
        }
        if self.0 == Bug::SampleKeepsOneCard && !viewer_sees_six(state, viewer) {
            let six = |state: &State| {
                let hands = state.hands.iter();
                let zones = std::iter::once(&state.deck).chain(hands).enumerate();
                let mut found = zones.filter_map(|(zone, cards)| {
                    let index = cards.iter().position(|card| *card == 6)?;
                    Some((zone, index))
                });
                found.next()
            };
            if let (Some(was), Some(is)) = (six(state), six(&sample)) {
                let zones: [&mut Vec<u8>; 3] = {
                    let [one, other] = &mut sample.hands;
                    [&mut sample.deck, one, other]
                };
                let there = zones[was.0][was.1];
                zones[is.0][is.1] = there;
                zones[was.0][was.1] = 6;
            }
        }
        // A number stays where it is when what lies there is another card.
        let lie = |state: &State| -> Vec<u8> {
            let hands = state.hands.iter().flatten();
            state.deck.iter().chain(hands).copied().collect()
        };
        for (old, new) in lie(state).into_iter().zip(lie(&sample)) {
            sample.inner[usize::from(new) - 1] = state.inner[usize::from(old) - 1];
        }
        sample
    }

    fn renumbered(&self, state: &State, rng: &mut Rng) -> Option<State> {
        let mut other = state.clone();
        rng.shuffle(&mut other.inner);
        Some(other)
    }

    fn redraw(&self, sample: &mut State, viewer: Viewer, rng: &mut Rng) {
        *sample = self.resample(sample, viewer, rng);
        match self.0 {
            Bug::RedrawDealsOwnHand => {
                let [one, other] = &mut sample.hands;
                rng.shuffle(one);
                rng.shuffle(other);
            }
            Bug::RedrawIgnoresChance if !sample.deck.is_empty() => {
                let turns = from_outside() as usize % sample.deck.len();
                sample.deck.rotate_left(turns);
            }
            _ => {}
        }
    }
}

impl Fast for Peek {
    fn sample(&self, state: &State, seat: Seat, rng: &mut Rng) -> Command {
        let mut legal = Vec::new();
        self.legal(state, seat, &mut legal);
        match self.0 {
            Bug::SampleIsIllegal => Command::Play(99),
            Bug::SampleIsUneven => {
                legal[(rng.below(legal.len() as u32 + 1) as usize).min(legal.len() - 1)]
            }
            _ => rng.pick(&legal).copied().unwrap_or(Command::Pass),
        }
    }

    fn advance(&self, state: &mut State, seat: Seat, command: &Command, rng: &mut Rng) {
        let event = match *command {
            Command::Draw => Event::Drew(seat),
            Command::Play(card) => Event::Played(seat, card),
            Command::Pass => Event::Passed(seat),
            Command::Wait => Event::Waited(seat),
        };
        self.do_event(state, &event);
        match self.0 {
            Bug::FastForgetsTurn if state.turns == 3 => state.turn = seat,
            Bug::FastDrawsChance => {
                rng.word();
            }
            _ => {}
        }
    }

    fn playout(&self, state: &mut State, rng: &mut Rng, most: u64) -> u64 {
        let last = if self.0 == Bug::PlayoutStopsEarly {
            5
        } else {
            most
        };
        let mut length = 0;
        while length < last
            && let Some(seat) = self.to_act(state).first()
        {
            let command = self.sample(state, seat, rng);
            self.advance(state, seat, &command, rng);
            length += 1;
        }
        length
    }

    fn winners(&self, state: &State) -> SeatSet {
        match (self.0, self.outcome(state)) {
            (Bug::FastWinnerIsWrong, Some(_)) => SeatSet::one(Seat(0)),
            (_, Some(outcome)) => outcome.winners(),
            (_, None) => SeatSet::EMPTY,
        }
    }
}

impl Guided for Peek {
    fn guide(
        &self,
        state: &State,
        seat: Seat,
        answers: &[Answer],
    ) -> Result<Guide<Command>, Rejection> {
        let mut legal = Vec::new();
        self.legal(state, seat, &mut legal);
        legal.dedup();
        if self.0 == Bug::GuideMissesCommand {
            legal.pop();
        }
        match answers {
            [] => Ok(Guide::Ask(Question {
                prompt: Message::new("what", "What do you do?"),
                answers: Answers::OneOf(
                    (0..)
                        .zip(&legal)
                        .map(|(index, command)| Choice {
                            answer: Answer::Number(index),
                            label: Message::new("command", command.to_string()),
                            touch: None,
                        })
                        .collect(),
                ),
            })),
            [Answer::Number(index)] => legal
                .get(*index as usize)
                .map(|command| Guide::Done(*command))
                .ok_or_else(Rejection::illegal),
            _ => Err(Rejection::illegal()),
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Draw => f.write_str("draw"),
            Command::Play(card) => write!(f, "play {card}"),
            Command::Pass => f.write_str("pass"),
            Command::Wait => f.write_str("wait"),
        }
    }
}
