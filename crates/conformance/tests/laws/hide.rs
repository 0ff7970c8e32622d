//! A small game of hiding, and the bugs that give a hiding place away or get wrong who sees it.
//!
//! Each of two seats has a unit on nine squares that the other does not see. In turn, shoot at one of the other's squares, or
//! look at them first, of which the other hears nothing. Whoever is hit has lost; after eight shots nobody has won.

use parlor_conformance::{Checker, Law, Violation};
use parlor_core::prelude::*;

/// What is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bug {
    None,
    /// A unit is imagined where it truly is.
    SampleKeepsCell,
    /// Nobody is imagined in the middle.
    SampleAvoidsMiddle,
    /// Shots at the row of a unit that is not seen are not listed, and refused.
    ListTellsRow,
    /// The same, where everybody imagines units in their true rows.
    ListTellsRowThatSamplesKeep,
    /// A unit has a new name once somebody has looked at it, in samples as well: whoever imagines keeps that somebody has.
    LookRenewsHandle,
    /// Whoever looks does not see more than before.
    LookMarksNothing,
    /// Who is imagined to have looked, or not to have, sees what it truly sees.
    SampleKeepsSight,
}

/// All squares, as bits.
const ALL: u32 = (1 << 9) - 1;

struct Hide(Bug);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct State {
    units: [u32; 2],
    /// The squares of each seat at which there were shots, as bits.
    shots: [u32; 2],
    /// Whether each seat has looked at the other's unit.
    looked: [bool; 2],
    /// The squares of the other that each seat sees, as bits: kept, though it follows from shots and looks.
    seen: [u32; 2],
    turn: Seat,
    hit: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Command {
    Shoot(u32),
    Look,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Event {
    Hidden([u32; 2]),
    Shot(Seat, u32),
    Looked(Seat),
}

impl std::fmt::Display for Command {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Command::Shoot(cell) => write!(f, "shoot {cell}"),
            Command::Look => f.write_str("look"),
        }
    }
}

impl State {
    /// The squares of a seat at which there was no shot.
    fn free(&self, seat: Seat) -> impl Iterator<Item = u32> + Clone + use<> {
        let shots = self.shots[seat.index()];
        (0..9).filter(move |cell| shots & (1 << cell) == 0)
    }

    /// Whether a viewer sees the unit of a seat.
    fn sees(&self, viewer: Viewer, seat: Seat) -> bool {
        let other = seat.after(2);
        let seen = self.seen[other.index()] & (1 << self.units[seat.index()]) != 0;
        viewer.sees(seat) || (viewer.sees(other) && seen) || self.hit
    }

    /// The squares of the other that a seat sees, worked out afresh.
    fn sight(&self, seat: Seat) -> u32 {
        match self.looked[seat.index()] {
            true => ALL,
            false => self.shots[seat.after(2).index()],
        }
    }
}

impl Game for Hide {
    type State = State;
    type Command = Command;
    type Event = Event;

    fn info(&self) -> GameInfo {
        GameInfo::new("hide", "Hide", 2..=2)
            .chance()
            .hidden()
            .longest(20)
    }

    fn setup(&self, _: &Setup) -> Result<State, SetupError> {
        Ok(State {
            units: [0; 2],
            shots: [0; 2],
            looked: [false; 2],
            seen: [0; 2],
            turn: Seat(0),
            hit: false,
        })
    }

    fn to_act(&self, state: &State) -> SeatSet {
        match state.hit
            || state
                .shots
                .iter()
                .map(|shots| shots.count_ones())
                .sum::<u32>()
                == 8
        {
            true => SeatSet::EMPTY,
            false => SeatSet::one(state.turn),
        }
    }

    fn legal(&self, state: &State, seat: Seat, out: &mut Vec<Command>) {
        if !self.to_act(state).contains(seat) {
            return;
        }
        let other = seat.after(2);
        let tells = matches!(self.0, Bug::ListTellsRow | Bug::ListTellsRowThatSamplesKeep);
        let row = state.units[other.index()] / 3;
        let free = state.free(other);
        let listed = free.filter(|cell| !tells || state.free(other).count() < 7 || cell / 3 != row);
        out.extend(listed.map(Command::Shoot));
        if !state.looked[seat.index()] {
            out.push(Command::Look);
        }
    }

    fn decide(
        &self,
        state: &State,
        seat: Seat,
        command: &Command,
        decision: &mut Decision<'_, Event>,
    ) -> Result<(), Rejection> {
        let mut legal = Vec::new();
        self.legal(state, seat, &mut legal);
        if !legal.contains(command) {
            return Err(Rejection::illegal());
        }
        decision.emit(match command {
            Command::Shoot(cell) => Event::Shot(seat, *cell),
            Command::Look => Event::Looked(seat),
        })
    }

    fn apply(&self, state: &mut State, event: &Event) {
        match event {
            Event::Hidden(units) => state.units = *units,
            Event::Shot(seat, cell) => {
                let other = seat.after(2);
                state.shots[other.index()] |= 1 << cell;
                state.seen[seat.index()] |= 1 << cell;
                state.hit = state.units[other.index()] == *cell;
                state.turn = other;
            }
            Event::Looked(seat) => {
                state.looked[seat.index()] = true;
                if self.0 != Bug::LookMarksNothing {
                    state.seen[seat.index()] = ALL;
                }
            }
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let over = self.to_act(state).is_empty();
        over.then(|| match state.hit {
            true => Outcome::win(2, state.turn.after(2), "hit"),
            false => Outcome::draw(2, "nobody was hit"),
        })
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::of(self, state, viewer)
    }

    fn tell(&self, _: &State, event: &Event, viewer: Viewer) -> Option<Told> {
        let told = |id: &'static str, text: &'static str| Told::new(Message::new(id, text));
        match event {
            Event::Hidden(_) => Some(told("hidden", "two units hide")),
            Event::Shot(_, cell) => Some(told("shot", "a shot").data(cell)),
            Event::Looked(seat) => viewer.sees(*seat).then(|| told("looked", "a look")),
        }
    }

    fn system(
        &self,
        _: &State,
        command: &SystemCommand,
        decision: &mut Decision<'_, Event>,
    ) -> Result<Ruling, Rejection> {
        match command {
            SystemCommand::Open => {
                let units = [9, 9].map(|cells| decision.rng().below(cells));
                decision.emit(Event::Hidden(units))?;
                Ok(Ruling::Continue)
            }
            _ => Ok(Ruling::End),
        }
    }

    /// A shot cannot be taken back: so that no other law finds out what it would tell.
    fn is_final(&self, command: &Command) -> bool {
        matches!(command, Command::Shoot(_))
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none().hidden(self)
    }
}

impl Drawn for Hide {
    fn draw(&self, state: &State, viewer: Viewer) -> View {
        let name =
            |cell: u32| ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"][cell as usize];
        Seat::all(2).fold(View::new(), |view, seat| {
            let shots = (0..9).filter(|cell| state.shots[seat.index()] & (1 << cell) != 0);
            let shots = shots.map(|cell| PieceView::new("shot", "x").at(name(cell)));
            let mut sea = ZoneView::grid(format!("sea-{}", seat.0), 3, 3).pieces(shots);
            if state.sees(viewer, seat) {
                let looked = state.looked[seat.after(2).index()];
                let renewed = self.0 == Bug::LookRenewsHandle && looked;
                let handle = if renewed { "unit-2" } else { "unit-1" };
                let unit = PieceView::new("unit", "unit").handle(handle);
                sea = sea.piece(unit.at(name(state.units[seat.index()])));
            }
            view.zone(sea.owner(seat))
        })
    }
}

impl Hidden for Hide {
    fn resample(&self, state: &State, viewer: Viewer, rng: &mut Rng) -> State {
        let mut sample = state.clone();
        if viewer == Viewer::Referee || state.hit {
            return sample;
        }
        for seat in Seat::all(2) {
            let other = seat.after(2);
            if !viewer.sees(other) && self.0 != Bug::LookRenewsHandle {
                sample.looked[other.index()] = rng.below(2) == 0;
                if self.0 != Bug::SampleKeepsSight {
                    sample.seen[other.index()] = sample.sight(other);
                }
            }
            let unit = state.units[seat.index()];
            let may_be = |cell: &u32| match self.0 {
                Bug::SampleKeepsCell => *cell == unit,
                Bug::SampleAvoidsMiddle => *cell != 4,
                Bug::ListTellsRowThatSamplesKeep => cell / 3 == unit / 3,
                _ => true,
            };
            if !state.sees(viewer, seat) {
                let cells: Vec<u32> = state.free(seat).filter(may_be).collect();
                sample.units[seat.index()] = rng.pick(&cells).copied().unwrap_or(4);
            }
        }
        sample
    }

    fn mistake(&self, state: &State) -> Option<String> {
        Seat::all(2).find_map(|seat| {
            let (kept, sees) = (state.seen[seat.index()], state.sight(seat));
            (kept != sees).then(|| format!("{seat} sees squares {sees:b}, and not {kept:b}"))
        })
    }

    fn scrambled(&self, state: &State, _: Viewer, rng: &mut Rng) -> Option<State> {
        let mut other = state.clone();
        let seat = Seat(rng.below(2) as u8);
        other.units[seat.index()] = rng.below(9);
        let hidden = other
            .free(seat)
            .any(|cell| cell == other.units[seat.index()]);
        (hidden && !state.hit).then_some(other)
    }
}

fn violation(bug: Bug, laws: &[Law]) -> Option<Violation> {
    let game = Hide(bug);
    Checker::new(&game).laws(laws.iter().copied()).run().err()
}

/// Holds the game to one law, which must find the bug, and to all others, which must not.
fn caught_by_one_law_alone(bug: Bug, law: Law) -> Violation {
    let others: Vec<Law> = Law::ALL.into_iter().filter(|one| *one != law).collect();
    assert_eq!(violation(bug, &others), None, "{bug:?}");
    let found = violation(bug, &[law]);
    let found = found.unwrap_or_else(|| panic!("{law} misses {bug:?}"));
    assert_eq!(found.law, law, "{bug:?}");
    found
}

#[test]
fn hiding_without_a_bug_keeps_every_law() {
    parlor_conformance::check(&Hide(Bug::None));
}

#[test]
fn what_gives_a_hiding_place_away_is_caught_by_one_law_alone() {
    for (bug, law) in [
        (Bug::SampleKeepsCell, Law::UnseenMoves),
        (Bug::SampleAvoidsMiddle, Law::UnseenMoves),
        (Bug::LookRenewsHandle, Law::ViewHidesSecrets),
    ] {
        caught_by_one_law_alone(bug, law);
    }
}

#[test]
fn a_wrong_note_of_what_is_seen_is_caught_by_one_law_alone() {
    for (bug, problem) in [
        (
            Bug::LookMarksNothing,
            "seat 0 sees squares 111111111, and not 0",
        ),
        (
            Bug::SampleKeepsSight,
            "in what seat 0 imagines, seat 1 sees squares ",
        ),
    ] {
        let found = caught_by_one_law_alone(bug, Law::SightIsTrue);
        assert!(found.problem.starts_with(problem), "{bug:?}: {found}");
    }
}

#[test]
fn a_list_of_commands_that_tells_of_a_unit_is_caught_even_where_samples_keep_what_it_tells() {
    for bug in [Bug::ListTellsRow, Bug::ListTellsRowThatSamplesKeep] {
        let found = violation(bug, &[Law::ViewHidesSecrets]).unwrap();
        assert!(found.problem.contains("the view of seat"), "{found}");
    }
}

#[test]
fn what_no_sample_has_though_it_could_be_is_named() {
    let found = violation(Bug::SampleAvoidsMiddle, &Law::ALL).unwrap();
    let problem =
        "for all that seat 0 knows, where unit lies could be sea-1 b2, and it is so in no sample";
    assert_eq!(found.problem, problem);
    let found = violation(Bug::SampleKeepsCell, &Law::ALL).unwrap();
    assert!(found.problem.contains("it is not redrawn"), "{found}");
}
