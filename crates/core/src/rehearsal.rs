//! [`Rehearsal`]: what one seat knows of a match, as something to think with.

use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;

use crate::{Budget, Decision, Game, GameInfo, Rng, Seat, SeatSet, Viewer, follow_sides};

/// What one seat knows of a match, as something to think with: it is played on, put back and played on again, as often as
/// a bot likes, while the match itself stays as it is.
///
/// A bot gets this and nothing else. All that the seat cannot know is drawn anew whenever the rehearsal starts over, so
/// there is nothing in here to peek at: rehearsals of states that the seat cannot tell apart go exactly alike.
///
/// Moves are listed once and then known by their numbers: a position in one long list that the rehearsal keeps.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_core::{Game, Match, Rng, Seat, Seed, Setup};
/// let sticks = Match::new(Sticks, Setup::new(&Sticks.info(), 2).unwrap(), Seed::Integer(1)).unwrap();
/// let mut rng = Rng::fast(1, 0);
/// let mut rehearsal = sticks.rehearse(Seat(0)).unwrap();
/// let moves = rehearsal.list(Seat(0), 100, &mut rng);
/// assert_eq!(moves.len(), 2);
/// let mut wins = 0;
/// for _ in 0..100 {
///     rehearsal.start(&mut rng);
///     rehearsal.play(Seat(0), moves.start, &mut rng);
///     rehearsal.playout(&mut rng, 100);
///     wins += u32::from(rehearsal.winners().contains(Seat(0)));
/// }
/// assert!(wins > 0 && wins < 100);
/// assert_eq!(rehearsal.command(moves.start), Some(1.into()));
/// ```
pub trait Rehearsal: Any + Send {
    /// The facts about the game.
    fn info(&self) -> &GameInfo;
    /// Who thinks.
    fn seat(&self) -> Seat;
    /// How many seats there are.
    fn seats(&self) -> u8;
    /// Goes back to what the seat knows, draws anew what it does not, and says who is to act.
    fn start(&mut self, rng: &mut Rng) -> SeatSet;
    /// Goes back to where the latest start began, with the same drawn for what the seat does not know.
    fn restart(&mut self) -> SeatSet;
    /// Who is to act.
    fn to_act(&self) -> SeatSet;
    /// Lists what a seat can play; where that is more than `most`, so much of it, drawn at random.
    fn list(&mut self, seat: Seat, most: usize, rng: &mut Rng) -> Range<u32>;
    /// Whether lists name everything that can be played, as far as `most` allows it.
    fn lists_all(&self) -> bool;
    /// For each listed move the place of the same move among the known ones.
    fn find(&self, listed: Range<u32>, known: &[u32], found: &mut Vec<Option<u32>>);
    /// Exchanges the numbers of two moves.
    fn swap(&mut self, one: u32, other: u32);
    /// Forgets all moves with this number or a higher one.
    fn forget(&mut self, from: u32);
    /// Forgets all moves but these, which get new numbers in this order.
    fn keep(&mut self, moves: &[Range<u32>]);
    /// Plays a move, and says who is to act then. A move that is not possible here changes nothing.
    fn play(&mut self, seat: Seat, number: u32, rng: &mut Rng) -> SeatSet;
    /// Remembers the position, for [`Rehearsal::recall`] at the same depth.
    fn remember(&mut self, depth: usize);
    /// Goes back to the position that was remembered at this depth.
    fn recall(&mut self, depth: usize);
    /// Plays at random to the end, or so many commands at most, and says how many.
    fn playout(&mut self, rng: &mut Rng, most: u64) -> u64;
    /// The seats in first place once it is over; none before.
    fn winners(&self) -> SeatSet;
    /// The score of a seat once it is over, in games that count one.
    fn score(&self, seat: Seat) -> Option<i64>;
    /// The number of the position, if the game tells them apart by numbers.
    fn key(&self) -> Option<u64>;
    /// After how many commands the game's objectives are to be asked; nothing if it has none.
    fn horizon(&self) -> Option<u64>;
    /// The weights of the objectives that a seat has reached, together.
    fn reached(&self, seat: Seat) -> f64;
    /// A move of the first position as the command that it stands for, if it is possible there.
    fn command(&self, number: u32) -> Option<Value>;
    /// The same as people read it.
    fn text(&self, number: u32) -> Option<String>;
    /// Another rehearsal of the same, with a copy of the list.
    fn another(&self) -> Box<dyn Rehearsal>;
    /// Whether the position is the one from which the other rehearsal starts. Never where the seat does not know all.
    fn is_where_it_starts(&self, other: &dyn Rehearsal) -> bool;
    /// From now on, starts from the position that is played now. Only where the seat knows all.
    fn start_from_here(&mut self);
}

/// Lets a seat think about a state of a match with so many seats.
///
/// Nothing if the game has secrets and does not say what a viewer cannot tell apart: then there is no fair way to think.
///
/// ```
/// # use parlor_core::doc::{Cup, Table};
/// use std::sync::Arc;
/// use parlor_core::{Rng, Seat, rehearse};
/// let table = Table { die: 4, guess: None };
/// let mut rehearsal = rehearse(Arc::new(Cup), &table, 2, Seat(1)).unwrap();
/// let mut rng = Rng::fast(1, 0);
/// let guess = rehearsal.list(Seat(1), 100, &mut rng).start;
/// let mut hits = 0;
/// for _ in 0..600 {
///     rehearsal.start(&mut rng);
///     rehearsal.play(Seat(1), guess, &mut rng);
///     hits += u32::from(rehearsal.winners().contains(Seat(1)));
/// }
/// // Whatever lies under the cup: who cannot look hits one time in six.
/// assert!((60..140).contains(&hits));
/// ```
pub fn rehearse<G: Game + 'static>(
    game: Arc<G>,
    state: &G::State,
    seats: u8,
    seat: Seat,
) -> Option<Box<dyn Rehearsal>> {
    let info = Arc::new(game.info());
    let known = match game.capabilities().hidden {
        // Whatever the state holds that the seat does not know is gone from here on.
        Some(hidden) => hidden.resample(state, Viewer::Seat(seat), &mut Rng::fast(0, 0)),
        None if info.hidden => return None,
        None => state.clone(),
    };
    let stage = Stage {
        drawn: known.clone(),
        now: known.clone(),
        known,
        info,
        game,
        seats,
        seat,
        remembered: Vec::new(),
        commands: Vec::new(),
        events: Vec::new(),
    };
    Some(match stage.game.capabilities().numbered {
        Some(_) => Box::new(Rehearsed::<G, Numbers> {
            stage,
            moves: Vec::new(),
        }),
        None => Box::new(Rehearsed::<G, Commands> {
            stage,
            moves: Vec::new(),
        }),
    })
}

/// The states of a rehearsal, and the rules.
struct Stage<G: Game> {
    game: Arc<G>,
    info: Arc<GameInfo>,
    seats: u8,
    seat: Seat,
    /// What the seat knows, the rest being filled in somehow.
    known: G::State,
    /// Where the latest start began. Only kept where something was drawn.
    drawn: G::State,
    now: G::State,
    /// By depth.
    remembered: Vec<G::State>,
    commands: Vec<G::Command>,
    events: Vec<G::Event>,
}

impl<G: Game> Stage<G> {
    /// By the long way: decides and applies.
    fn decide(&mut self, seat: Seat, command: &G::Command, rng: &mut Rng) -> bool {
        self.events.clear();
        let mut decision = Decision::new(rng, &mut self.events, Budget::default());
        let decided = self.game.decide(&self.now, seat, command, &mut decision);
        if decided.is_ok() {
            for event in &self.events {
                self.game.apply(&mut self.now, event);
            }
        }
        decided.is_ok() && follow_sides(&*self.game, &mut self.now, rng).is_ok()
    }

    fn draws(&self) -> bool {
        self.info.hidden
    }
}

/// How moves are kept: as commands, or as numbers where the game has some.
trait Moves<G: Game>: Send + 'static {
    type Move: Clone + PartialEq + Send;

    fn list(
        stage: &mut Stage<G>,
        seat: Seat,
        most: usize,
        rng: &mut Rng,
        out: &mut Vec<Self::Move>,
    );
    fn advance(stage: &mut Stage<G>, seat: Seat, chosen: &Self::Move, rng: &mut Rng);
    fn command(stage: &Stage<G>, chosen: &Self::Move) -> Option<G::Command>;
}

struct Commands;

impl<G: Game> Moves<G> for Commands {
    type Move = G::Command;

    #[inline]
    fn list(
        stage: &mut Stage<G>,
        seat: Seat,
        most: usize,
        rng: &mut Rng,
        out: &mut Vec<G::Command>,
    ) {
        let first = out.len();
        stage.game.legal(&stage.now, seat, out);
        rng.keep_some(out, first, most);
    }

    #[inline]
    fn advance(stage: &mut Stage<G>, seat: Seat, command: &G::Command, rng: &mut Rng) {
        match stage.game.capabilities().fast {
            Some(fast) => fast.advance(&mut stage.now, seat, command, rng),
            None => {
                stage.decide(seat, command, rng);
            }
        }
    }

    fn command(_: &Stage<G>, command: &G::Command) -> Option<G::Command> {
        Some(command.clone())
    }
}

struct Numbers;

impl<G: Game> Moves<G> for Numbers {
    type Move = u64;

    fn list(stage: &mut Stage<G>, seat: Seat, most: usize, rng: &mut Rng, out: &mut Vec<u64>) {
        if let Some(numbered) = stage.game.capabilities().numbered {
            numbered.numbers(&stage.now, seat, most, rng, out);
        }
    }

    fn advance(stage: &mut Stage<G>, seat: Seat, number: &u64, rng: &mut Rng) {
        if let Some(numbered) = stage.game.capabilities().numbered {
            numbered.advance_number(&mut stage.now, seat, *number, rng);
        }
    }

    fn command(stage: &Stage<G>, number: &u64) -> Option<G::Command> {
        let numbered = stage.game.capabilities().numbered?;
        numbered.numbered(&stage.known, stage.seat, *number)
    }
}

struct Rehearsed<G: Game, M: Moves<G>> {
    stage: Stage<G>,
    moves: Vec<M::Move>,
}

impl<G: Game + 'static, M: Moves<G>> Rehearsal for Rehearsed<G, M> {
    fn info(&self) -> &GameInfo {
        &self.stage.info
    }

    fn seat(&self) -> Seat {
        self.stage.seat
    }

    fn seats(&self) -> u8 {
        self.stage.seats
    }

    #[inline]
    fn start(&mut self, rng: &mut Rng) -> SeatSet {
        let stage = &mut self.stage;
        stage.now.clone_from(&stage.known);
        if stage.draws()
            && let Some(hidden) = stage.game.capabilities().hidden
        {
            hidden.redraw(&mut stage.now, Viewer::Seat(stage.seat), rng);
            stage.drawn.clone_from(&stage.now);
        }
        self.to_act()
    }

    fn restart(&mut self) -> SeatSet {
        let stage = &mut self.stage;
        match stage.draws() {
            true => stage.now.clone_from(&stage.drawn),
            false => stage.now.clone_from(&stage.known),
        }
        self.to_act()
    }

    #[inline]
    fn to_act(&self) -> SeatSet {
        let stage = &self.stage;
        match stage.game.capabilities().fast {
            Some(fast) => fast.acting(&stage.now),
            None => stage.game.to_act(&stage.now),
        }
    }

    #[inline]
    fn list(&mut self, seat: Seat, most: usize, rng: &mut Rng) -> Range<u32> {
        let first = self.moves.len() as u32;
        M::list(&mut self.stage, seat, most, rng, &mut self.moves);
        first..self.moves.len() as u32
    }

    fn lists_all(&self) -> bool {
        let numbered = self.stage.game.capabilities().numbered;
        numbered.is_none_or(|numbered| numbered.numbers_all())
    }

    fn find(&self, listed: Range<u32>, known: &[u32], found: &mut Vec<Option<u32>>) {
        found.clear();
        // Moves tend to come in the same order, so that the next one is most likely to be the next one.
        let mut next = 0;
        for listed in &self.moves[listed.start as usize..listed.end as usize] {
            let is_it = |place: &usize| self.moves[known[*place] as usize] == *listed;
            let place = (next..known.len()).chain(0..next).find(is_it);
            next = place.map_or(next, |place| place + 1);
            found.push(place.map(|place| place as u32));
        }
    }

    #[inline]
    fn swap(&mut self, one: u32, other: u32) {
        self.moves.swap(one as usize, other as usize);
    }

    fn forget(&mut self, from: u32) {
        self.moves.truncate(from as usize);
    }

    fn keep(&mut self, moves: &[Range<u32>]) {
        let kept = moves.iter().cloned().flatten();
        let kept = kept.map(|number| self.moves[number as usize].clone());
        self.moves = kept.collect();
    }

    #[inline]
    fn play(&mut self, seat: Seat, number: u32, rng: &mut Rng) -> SeatSet {
        M::advance(&mut self.stage, seat, &self.moves[number as usize], rng);
        self.to_act()
    }

    fn remember(&mut self, depth: usize) {
        let stage = &mut self.stage;
        match stage.remembered.get_mut(depth) {
            Some(slot) => slot.clone_from(&stage.now),
            None => stage.remembered.resize(depth + 1, stage.now.clone()),
        }
    }

    fn recall(&mut self, depth: usize) {
        let stage = &mut self.stage;
        if let Some(slot) = stage.remembered.get(depth) {
            stage.now.clone_from(slot);
        }
    }

    fn playout(&mut self, rng: &mut Rng, most: u64) -> u64 {
        let stage = &mut self.stage;
        if let Some(fast) = stage.game.capabilities().fast {
            return fast.playout(&mut stage.now, rng, most);
        }
        let mut length = 0;
        let mut commands = std::mem::take(&mut stage.commands);
        while length < most
            && let Some(seat) = stage.game.to_act(&stage.now).first()
        {
            commands.clear();
            stage.game.legal(&stage.now, seat, &mut commands);
            let command = rng.pick(&commands);
            if !command.is_some_and(|command| stage.decide(seat, command, rng)) {
                break;
            }
            length += 1;
        }
        stage.commands = commands;
        length
    }

    #[inline]
    fn winners(&self) -> SeatSet {
        let stage = &self.stage;
        match stage.game.capabilities().fast {
            Some(fast) => fast.winners(&stage.now),
            None => {
                let outcome = stage.game.outcome(&stage.now);
                outcome.map_or(SeatSet::EMPTY, |outcome| outcome.winners())
            }
        }
    }

    fn score(&self, seat: Seat) -> Option<i64> {
        let outcome = self.stage.game.outcome(&self.stage.now)?;
        outcome.standing(seat)?.score
    }

    #[inline]
    fn key(&self) -> Option<u64> {
        let keyed = self.stage.game.capabilities().keyed?;
        Some(keyed.key(&self.stage.now))
    }

    fn horizon(&self) -> Option<u64> {
        let game = self.stage.game.capabilities().objectives?;
        (!game.objectives().is_empty()).then(|| game.horizon())
    }

    fn reached(&self, seat: Seat) -> f64 {
        let Some(game) = self.stage.game.capabilities().objectives else {
            return 0.0;
        };
        let reached = game.objectives().iter().enumerate();
        let reached = reached.filter(|(number, _)| game.holds(*number, &self.stage.now, seat));
        reached.map(|(_, objective)| objective.weight).sum()
    }

    fn command(&self, number: u32) -> Option<Value> {
        let command = M::command(&self.stage, self.moves.get(number as usize)?)?;
        serde_json::to_value(command).ok()
    }

    fn text(&self, number: u32) -> Option<String> {
        let command = M::command(&self.stage, self.moves.get(number as usize)?)?;
        Some(command.to_string())
    }

    fn another(&self) -> Box<dyn Rehearsal> {
        let stage = &self.stage;
        Box::new(Rehearsed::<G, M> {
            stage: Stage {
                game: stage.game.clone(),
                info: stage.info.clone(),
                seats: stage.seats,
                seat: stage.seat,
                known: stage.known.clone(),
                drawn: stage.known.clone(),
                now: stage.known.clone(),
                remembered: Vec::new(),
                commands: Vec::new(),
                events: Vec::new(),
            },
            moves: self.moves.clone(),
        })
    }

    fn is_where_it_starts(&self, other: &dyn Rehearsal) -> bool {
        let other = (other as &dyn Any).downcast_ref::<Rehearsed<G, M>>();
        !self.info().hidden && other.is_some_and(|other| other.stage.known == self.stage.now)
    }

    fn start_from_here(&mut self) {
        self.stage.known.clone_from(&self.stage.now);
    }
}
