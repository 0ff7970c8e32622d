//! A game with secrets and chance, for the tests: draw from a shuffled deck, or lay a card down, covered or open.

use std::fmt;

use parlor_core::prelude::*;

pub struct Cards;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    pub deck: Vec<u8>,
    pub hands: [Vec<u8>; 2],
    /// Cards on the table, and whether they lie open.
    pub laid: Vec<(u8, bool)>,
    pub turn: Seat,
    pub turns: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Takes the top card.
    Draw,
    /// Lays the oldest card of the hand down open.
    Open,
    /// Lays the oldest card of the hand down covered.
    Cover,
    /// Rolls a die, of which nothing comes.
    Roll,
    /// Rolls twenty thousand dice.
    Many,
    /// Never ends.
    Loop,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fact {
    Shuffled(Vec<u8>),
    Drew,
    Laid { open: bool },
    Rolled(u32),
    Noise,
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl Game for Cards {
    type State = Table;
    type Command = Act;
    type Event = Fact;

    fn info(&self) -> GameInfo {
        GameInfo::new("cards", "Cards", 2..=2).hidden().chance()
    }

    fn setup(&self, _: &Setup) -> Result<Table, SetupError> {
        Ok(Table {
            deck: Vec::new(),
            hands: Default::default(),
            laid: Vec::new(),
            turn: Seat(0),
            turns: 0,
        })
    }

    fn to_act(&self, table: &Table) -> SeatSet {
        match table.turns < 100 {
            true => SeatSet::one(table.turn),
            false => SeatSet::EMPTY,
        }
    }

    fn legal(&self, table: &Table, seat: Seat, out: &mut Vec<Act>) {
        if !self.to_act(table).contains(seat) {
            return;
        }
        if !table.deck.is_empty() {
            out.push(Act::Draw);
        }
        if !table.hands[seat.index()].is_empty() {
            out.extend([Act::Open, Act::Cover]);
        }
        out.push(Act::Roll);
    }

    fn decide(
        &self,
        table: &Table,
        seat: Seat,
        act: &Act,
        decision: &mut Decision<'_, Fact>,
    ) -> Result<(), Rejection> {
        match act {
            Act::Draw if table.deck.is_empty() => Err(Rejection::illegal()),
            Act::Open | Act::Cover if table.hands[seat.index()].is_empty() => {
                Err(Rejection::illegal())
            }
            Act::Draw => decision.emit(Fact::Drew),
            Act::Open => decision.emit(Fact::Laid { open: true }),
            Act::Cover => decision.emit(Fact::Laid { open: false }),
            Act::Roll => {
                let face = decision.rng().between(1, 6);
                decision.emit(Fact::Rolled(face))
            }
            Act::Many => (0..20_000).try_for_each(|_| decision.emit(Fact::Noise)),
            Act::Loop => loop {
                decision.emit(Fact::Drew)?;
            },
        }
    }

    fn apply(&self, table: &mut Table, fact: &Fact) {
        let seat = table.turn.index();
        match fact {
            Fact::Shuffled(deck) => {
                table.deck.clone_from(deck);
                table.hands = [table.deck.split_off(8), table.deck.split_off(6)];
                return;
            }
            Fact::Drew => {
                let card = table.deck.pop();
                table.hands[seat].extend(card);
            }
            Fact::Laid { open } => {
                let card = table.hands[seat].remove(0);
                table.laid.push((card, *open));
            }
            Fact::Rolled(_) => {}
            Fact::Noise => return,
        }
        table.turn = table.turn.after(2);
        table.turns += 1;
    }

    fn outcome(&self, table: &Table) -> Option<Outcome> {
        (table.turns >= 100).then(|| Outcome::draw(2, "enough"))
    }

    fn view(&self, table: &Table, viewer: Viewer) -> View {
        View::of(self, table, viewer)
    }

    fn tell(&self, table: &Table, fact: &Fact, viewer: Viewer) -> Option<Told> {
        let sees = viewer.sees(table.turn);
        Some(match fact {
            Fact::Shuffled(_) => Told::new(Message::new("dealt", "the cards are dealt")),
            Fact::Drew if sees => {
                Told::new(Message::new("drew", "a card")).data(&table.deck.last())
            }
            Fact::Drew => Told::new(Message::new("drew", "a card")),
            Fact::Laid { open } if *open || sees => {
                Told::new(Message::new("laid", "laid")).data(&table.hands[table.turn.index()][0])
            }
            Fact::Laid { .. } => Told::new(Message::new("laid", "laid")),
            Fact::Noise => return None,
            Fact::Rolled(face) => Told::new(Message::new("rolled", "rolled")).data(face),
        })
    }

    fn system(
        &self,
        _: &Table,
        command: &SystemCommand,
        decision: &mut Decision<'_, Fact>,
    ) -> Result<Ruling, Rejection> {
        if *command != SystemCommand::Open {
            return Ok(Ruling::End);
        }
        let mut deck: Vec<u8> = (1..=10).collect();
        decision.rng().shuffle(&mut deck);
        decision.emit(Fact::Shuffled(deck))?;
        Ok(Ruling::Continue)
    }

    fn capabilities(&self) -> Capabilities<'_, Self> {
        Capabilities::none().hidden(self)
    }
}

impl Drawn for Cards {
    fn draw(&self, table: &Table, viewer: Viewer) -> View {
        let card = |card: u8, open: bool| match open {
            true => PieceView::new("card", card.to_string()),
            false => PieceView::face_down("card"),
        };
        let mut view = View::new().zone(ZoneView::pile("deck", table.deck.len() as u32));
        for seat in Seat::all(2) {
            let hand = table.hands[seat.index()].iter();
            let hand = hand.map(|face| card(*face, viewer.sees(seat)));
            view = view.zone(
                ZoneView::row(format!("hand-{}", seat.0))
                    .owner(seat)
                    .pieces(hand),
            );
        }
        let laid = table
            .laid
            .iter()
            .map(|(face, open)| card(*face, *open || viewer == Viewer::Referee));
        view.zone(ZoneView::row("table").pieces(laid))
    }
}

impl Hidden for Cards {
    /// Everything but the own hand and what lies open. Nobody remembers what was covered, which is true of both players.
    fn resample(&self, table: &Table, viewer: Viewer, rng: &mut Rng) -> Table {
        let mut sample = table.clone();
        let mut unseen: Vec<&mut u8> = sample.deck.iter_mut().collect();
        for (seat, hand) in Seat::all(2).zip(&mut sample.hands) {
            if !viewer.sees(seat) {
                unseen.extend(hand);
            }
        }
        if viewer != Viewer::Referee {
            unseen.extend(
                sample
                    .laid
                    .iter_mut()
                    .filter(|(_, open)| !open)
                    .map(|(card, _)| card),
            );
        } else {
            unseen.clear();
        }
        let mut cards: Vec<u8> = unseen.iter().map(|card| **card).collect();
        rng.shuffle(&mut cards);
        for (place, card) in unseen.into_iter().zip(cards) {
            *place = card;
        }
        sample
    }
}

/// A match of Cards from a secret seed.
pub fn cards() -> Match<Cards> {
    let setup = Setup::new(&Cards.info(), 2).unwrap();
    Match::new(Cards, setup, Seed::Secret([9; 32])).unwrap()
}

/// A match of Cards in which this has been done in turn.
pub fn acted(acts: &[Act]) -> Match<Cards> {
    let mut game = cards();
    for act in acts {
        let seat = game.to_act().first().unwrap();
        game.play(seat, act).unwrap();
    }
    game
}
