//! A tiny game to which seats bring something: for examples and tests of decks that others must not know.

use serde_json::{Value as Json, json};

use crate::prelude::*;
use crate::{Message, Told};

/// Both bring three secret numbers and an open hero. In turn they play a number; the higher one of each pair wins a point.
#[derive(Debug)]
pub struct Duel;

/// What each seat has in hand and has played, and how many numbers that are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Numbers {
    /// What each seat has not played yet, from the lowest on.
    pub hands: [Vec<u64>; 2],
    /// What each seat has played.
    pub played: [Vec<u64>; 2],
}

/// The decks that people know of.
pub const DECKS: [(&str, [u64; 3]); 4] = [
    ("low", [1, 2, 3]),
    ("odd", [3, 5, 7]),
    ("high", [5, 7, 8]),
    ("wide", [2, 4, 9]),
];

/// The numbers of a deck, from the lowest on.
pub fn numbers(value: &Json) -> Option<Vec<u64>> {
    let numbers: Option<Vec<u64>> = value.as_array()?.iter().map(Json::as_u64).collect();
    let mut numbers = numbers?;
    numbers.sort_unstable();
    Some(numbers)
}

impl Numbers {
    fn turn(&self) -> Option<Seat> {
        let played = self.played[0].len() + self.played[1].len();
        (played < 6).then_some(Seat((played % 2) as u8))
    }
}

impl Game for Duel {
    type State = Numbers;
    type Command = u64;
    type Event = u64;

    fn info(&self) -> GameInfo {
        let mut deck = BringSpec::new("deck", "Deck").secret();
        for (id, numbers) in DECKS {
            deck = deck.preset(id, id, json!(numbers));
        }
        let hero = BringSpec::new("hero", "Hero").preset("mage", "Mage", "mage");
        let pet = BringSpec::new("pet", "Pet").optional();
        let info = GameInfo::new("duel", "Duel", 2..=2).longest(6);
        info.bring(deck).bring(hero).bring(pet)
    }

    fn check_bring(&self, _: &Setup, _: Seat, bring: &str, value: &Json) -> Vec<Message> {
        let mut faults = Vec::new();
        match (bring, numbers(value)) {
            ("deck", Some(deck)) => {
                if deck.len() != 3 {
                    let text = "a deck has 3 numbers, not {size}";
                    faults.push(Message::new("size", text).with("size", deck.len() as u64));
                }
                let large = deck.iter().filter(|number| **number > 9);
                faults.extend(large.map(|number| {
                    Message::new("large", "{number} is more than 9").with("number", *number)
                }));
            }
            ("deck", None) => faults.push(Message::new("no_list", "a deck is a list of numbers")),
            _ => {}
        }
        faults
    }

    fn random_bring(&self, _: &Setup, _: Seat, bring: &str, rng: &mut Rng) -> Option<Json> {
        (bring == "deck").then(|| json!([0; 3].map(|_: u32| rng.below(10))))
    }

    fn setup(&self, setup: &Setup) -> Result<Numbers, SetupError> {
        let deck = |seat| numbers(setup.of(Seat(seat), "deck")).unwrap_or_default();
        let played = Default::default();
        Ok(Numbers {
            hands: [0, 1].map(deck),
            played,
        })
    }

    fn to_act(&self, state: &Numbers) -> SeatSet {
        state.turn().map_or(SeatSet::EMPTY, SeatSet::one)
    }

    fn legal(&self, state: &Numbers, seat: Seat, out: &mut Vec<u64>) {
        if state.turn() == Some(seat) {
            out.extend(&state.hands[seat.index()]);
            out.dedup();
        }
    }

    fn decide(
        &self,
        state: &Numbers,
        seat: Seat,
        number: &u64,
        decision: &mut Decision<'_, u64>,
    ) -> Result<(), Rejection> {
        match state.hands[seat.index()].contains(number) {
            true => decision.emit(*number),
            false => {
                Err(Rejection::new("not_yours", "you do not have {number}").with("number", *number))
            }
        }
    }

    fn apply(&self, state: &mut Numbers, number: &u64) {
        let Some(seat) = state.turn() else { return };
        let hand = &mut state.hands[seat.index()];
        if let Some(index) = hand.iter().position(|other| other == number) {
            state.played[seat.index()].push(hand.remove(index));
        }
    }

    fn outcome(&self, state: &Numbers) -> Option<Outcome> {
        let [first, second] = &state.played;
        let points = |own: &[u64], other: &[u64]| {
            own.iter()
                .zip(other)
                .filter(|(own, other)| own > other)
                .count() as i64
        };
        let scores = [points(first, second), points(second, first)];
        state
            .turn()
            .is_none()
            .then(|| Outcome::by_score(&scores, "more higher numbers"))
    }

    fn view(&self, state: &Numbers, viewer: Viewer) -> View {
        View::of(self, state, viewer)
    }

    fn tell(&self, state: &Numbers, number: &u64, _: Viewer) -> Option<Told> {
        let message = Message::new("plays", "{seat} plays {number}").with("number", *number);
        Some(Told::new(message.with("seat", state.turn()?)))
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none().hidden(self)
    }
}

impl Drawn for Duel {
    fn draw(&self, state: &Numbers, viewer: Viewer) -> View {
        let mut view = View::new();
        for seat in Seat::all(2) {
            let card = |number: &u64| PieceView::new("number", number.to_string());
            let hand = (state.hands[seat.index()].iter()).map(|number| match viewer.sees(seat) {
                true => card(number),
                false => PieceView::face_down("number"),
            });
            let played = state.played[seat.index()].iter().map(card);
            view = view
                .zone(
                    ZoneView::row(format!("hand-{}", seat.0))
                        .owner(seat)
                        .pieces(hand),
                )
                .zone(
                    ZoneView::row(format!("played-{}", seat.0))
                        .owner(seat)
                        .pieces(played),
                );
        }
        view
    }
}

impl Hidden for Duel {
    /// The other deck could be any of those that people know and that fit what was played; what is really in it does not
    /// count.
    fn resample(&self, state: &Numbers, viewer: Viewer, rng: &mut Rng) -> Numbers {
        let mut sample = state.clone();
        for seat in Seat::all(2).filter(|seat| !viewer.sees(*seat)) {
            let index = seat.index();
            let rest = |deck: [u64; 3]| {
                let mut rest = deck.to_vec();
                let mut missing = 0;
                for number in &state.played[index] {
                    match rest.iter().position(|other| other == number) {
                        Some(at) => drop(rest.remove(at)),
                        None => missing += 1,
                    }
                }
                (missing, rest)
            };
            let fits = DECKS.map(|(_, deck)| rest(deck));
            let least = fits.iter().map(|(missing, _)| *missing).min();
            let fits: Vec<_> = fits
                .iter()
                .filter(|(missing, _)| Some(*missing) == least)
                .collect();
            if let Some((_, rest)) = rng.pick(&fits) {
                let size = sample.hands[index].len();
                sample.hands[index] = rest.iter().copied().take(size).collect();
            }
        }
        sample
    }
}
