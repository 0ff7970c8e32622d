//! A duel with decks that others must not know, and the bugs that let them know.

use parlor_conformance::{Checker, Law};
use parlor_core::doc::{DECKS, Duel, Numbers};
use parlor_core::prelude::*;
use parlor_core::{Message, Rng};
use serde_json::Value;

/// What is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bug {
    None,
    /// Who imagines the other deck takes one whose sum is even if that of the real one is.
    SampleReadsDeck,
    /// The sum of a deck stands in the view, and resampling keeps it.
    ViewShowsSum,
}

struct Leaky(Bug);

impl Game for Leaky {
    type State = Numbers;
    type Command = u64;
    type Event = u64;

    fn info(&self) -> GameInfo {
        Duel.info()
    }

    fn check_bring(&self, setup: &Setup, seat: Seat, bring: &str, value: &Value) -> Vec<Message> {
        Duel.check_bring(setup, seat, bring, value)
    }

    fn setup(&self, setup: &Setup) -> Result<Numbers, SetupError> {
        Duel.setup(setup)
    }

    fn to_act(&self, state: &Numbers) -> SeatSet {
        Duel.to_act(state)
    }

    fn legal(&self, state: &Numbers, seat: Seat, out: &mut Vec<u64>) {
        Duel.legal(state, seat, out);
    }

    fn decide(
        &self,
        state: &Numbers,
        seat: Seat,
        number: &u64,
        decision: &mut Decision<'_, u64>,
    ) -> Result<(), Rejection> {
        Duel.decide(state, seat, number, decision)
    }

    fn apply(&self, state: &mut Numbers, number: &u64) {
        Duel.apply(state, number);
    }

    fn outcome(&self, state: &Numbers) -> Option<Outcome> {
        Duel.outcome(state)
    }

    fn view(&self, state: &Numbers, viewer: Viewer) -> View {
        View::of(self, state, viewer)
    }

    fn tell(&self, state: &Numbers, number: &u64, viewer: Viewer) -> Option<Told> {
        Duel.tell(state, number, viewer)
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none().hidden(self)
    }
}

impl Drawn for Leaky {
    fn draw(&self, state: &Numbers, viewer: Viewer) -> View {
        let view = Duel.draw(state, viewer);
        match self.0 {
            Bug::ViewShowsSum => {
                let sums = state.hands.each_ref().map(|hand| hand.iter().sum::<u64>());
                let [one, two] = sums;
                let phase = Message::new("sums", "sums {one} and {two}");
                let phase = phase.with("one", one).with("two", two);
                View {
                    phase: Some(phase),
                    ..view
                }
            }
            _ => view,
        }
    }
}

impl Hidden for Leaky {
    fn resample(&self, state: &Numbers, viewer: Viewer, rng: &mut Rng) -> Numbers {
        match self.0 {
            Bug::None => Duel.resample(state, viewer, rng),
            Bug::ViewShowsSum => state.clone(),
            Bug::SampleReadsDeck => {
                let mut sample = state.clone();
                for seat in Seat::all(2).filter(|seat| !viewer.sees(*seat)) {
                    let (hand, played) =
                        (&mut sample.hands[seat.index()], &state.played[seat.index()]);
                    let sum: u64 = hand.iter().chain(played).sum();
                    let alike = DECKS
                        .iter()
                        .filter(|(_, deck)| deck.iter().sum::<u64>() % 2 == sum % 2);
                    let alike: Vec<&[u64; 3]> = alike.map(|(_, deck)| deck).collect();
                    let fits = alike
                        .iter()
                        .filter(|deck| played.iter().all(|number| deck.contains(number)));
                    let fits: Vec<&&[u64; 3]> = fits.collect();
                    if let Some(deck) = rng.pick(&fits) {
                        let rest = deck.iter().filter(|number| !played.contains(number));
                        *hand = rest.copied().take(hand.len()).collect();
                    }
                }
                sample
            }
        }
    }
}

fn problem(bug: Bug, laws: impl IntoIterator<Item = Law>) -> Option<String> {
    let found = Checker::new(&Leaky(bug)).laws(laws).run().err()?;
    Some(found.problem)
}

#[test]
fn decks_that_others_must_not_know_are_tried() {
    let report = Checker::new(&Leaky(Bug::None)).run().unwrap();
    // The default, the presets turned around the table, and two drawn ones.
    assert!(report.setups >= 4, "{}", report.setups);
}

#[test]
fn a_sample_that_reads_a_deck_is_caught_by_one_law_alone() {
    let law = Law::BringsStaySecret;
    let found = problem(Bug::SampleReadsDeck, [law]).unwrap();
    let says = "what seat 1 imagines depends on which deck seat 0 has brought in secret: ";
    assert!(found.starts_with(says), "{found}");
    let others = Law::ALL.into_iter().filter(|other| *other != law);
    assert_eq!(problem(Bug::SampleReadsDeck, others), None);
}

#[test]
fn a_view_that_tells_a_deck_is_caught_though_resampling_keeps_it() {
    let found = problem(Bug::ViewShowsSum, [Law::BringsStaySecret]).unwrap();
    let says = "the view tells seat 1 which deck seat 0 has brought: ";
    assert!(found.starts_with(says), "{found}");
}
