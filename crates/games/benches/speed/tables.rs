//! Games on the table: random games and actions a second, and what copying the state at every move costs.

use parlor_core::{Budget, Decision, Fast, Game, Rng, Seat, Setup, SystemCommand, Viewer};
use parlor_flow::FlowGame;
use parlor_table::{Cards, Changes, Dealer, EachZone, Piece, Rank, Schema, Suit, Table, Zone};

use crate::by_hand::{Random, crazy_eights as by_hand};
use crate::measure::{Contender, compare, rates, thousands};

/// Games of the flow, how many seats play, and what they are to reach: games a second, and where that number is from.
pub fn run(games: Vec<(FlowGame, u8, f64, String)>) {
    println!("Games on the table, random play, one thread.\n");
    for (game, seats, goal, from) in &games {
        flow_game(game, *seats, *goal, from);
    }
    card_game();
    imagining();
}

fn flow_game(game: &FlowGame, seats: u8, goal: f64, from: &str) {
    let info = game.info();
    let setup = Setup::new(&info, seats.into()).expect("so many seats fit");
    let setup = match info.options.iter().any(|option| option.name == "swap") {
        true => setup.option("swap", false).expect("it is declared"),
        false => setup,
    };
    let start = game.setup(&setup).expect("the set-up is checked");
    let mut events = Vec::new();
    let mut open = |rng: &mut Rng| {
        events.clear();
        let mut decision = Decision::new(rng, &mut events, Budget::default());
        let opened = game.system(&start, &SystemCommand::Open, &mut decision);
        opened.expect("every match can be opened");
        let mut state = start.clone();
        events
            .iter()
            .for_each(|event| game.apply(&mut state, event));
        state
    };
    let mut rng = Rng::fast(1, 0);
    let lengths: u64 = (0..500)
        .map(|_| game.playout(&mut open(&mut rng), &mut rng, info.longest))
        .sum();
    let opened: Vec<_> = (0..200).map(|_| open(&mut rng)).collect();
    let (mut a, mut b, mut c) = (Rng::fast(2, 0), Rng::fast(3, 0), Rng::fast(4, 0));
    let (mut next, mut turn) = (opened.iter().cycle(), opened.iter().cycle());
    let (mut here, mut there, mut copy) = (start.clone(), start.clone(), start.clone());
    let rates = rates(&mut [
        Contender::new("whole games", || {
            game.playout(&mut open(&mut a), &mut a, info.longest);
            1
        }),
        Contender::new("moves of a playout", || {
            here.clone_from(next.next().expect("it goes round"));
            game.playout(&mut here, &mut b, info.longest)
        }),
        Contender::new("the same on a copy each", || {
            there.clone_from(turn.next().expect("it goes round"));
            let mut moves = 0;
            while game.playout(&mut there, &mut c, 1) == 1 {
                // What was is kept, and play goes on with a copy of it.
                copy.clone_from(&there);
                std::mem::swap(&mut copy, &mut there);
                moves += 1;
            }
            moves
        }),
    ]);
    println!("{}, {seats} seats", info.name);
    println!(
        "  {:<44} {:>14} games/s{:>8.2} × {from}",
        "opened and played out",
        thousands(rates[0]),
        rates[0] / goal
    );
    println!(
        "  {:<44} {:>14} moves/s, {} a game",
        "played out",
        thousands(rates[1]),
        lengths / 500
    );
    println!(
        "  {:<44} {:>14} moves/s{:>8.2} ×",
        "the same, copying the state at every move",
        thousands(rates[2]),
        rates[2] / rates[1]
    );
    println!();
}

/// Crazy eights: the table alone, with rules by hand, beside a program that keeps cards in lists.
fn card_game() {
    let eights = CrazyEights::new();
    let (mut random, mut a, mut b, mut c) = (
        Random::new(1),
        Rng::fast(1, 0),
        Rng::fast(2, 0),
        Rng::fast(3, 0),
    );
    let mut log = Vec::new();
    compare(
        "crazy eights, 2 seats",
        "actions/s",
        vec![
            Contender::new("by hand, cards in lists", || by_hand::play(&mut random)),
            Contender::new("on the table", || eights.play(&mut a, None, false)),
            Contender::new("on the table, changes written down", || {
                log.clear();
                eights.play(&mut b, Some(&mut log), false)
            }),
            Contender::new("on the table, copied at every action", || {
                eights.play(&mut c, None, true)
            }),
        ],
    );
}

/// What a bot does before each look ahead: back to what it knows, and all else dealt anew.
fn imagining() {
    let eights = CrazyEights::new();
    let mut table = eights.start.clone();
    let mut rng = Rng::fast(1, 0);
    let mut dealer = Dealer::new(&mut table, &mut rng);
    dealer.shuffle(eights.stock);
    dealer.deal(eights.stock, eights.hand, 7);
    let viewer = Viewer::Seat(Seat(0));
    let known = table.resample(viewer, &mut rng);
    let (mut here, mut there) = (known.clone(), known.clone());
    let (mut a, mut b) = (Rng::fast(2, 0), Rng::fast(3, 0));
    compare(
        "what a seat imagines, 52 cards",
        "samples/s",
        vec![
            Contender::new("resampled", || {
                let sample = table.resample(viewer, &mut a);
                u64::from(sample.piece_count() == 52)
            }),
            Contender::new("copied over and redrawn", || {
                here.clone_from(&known);
                here.redraw(viewer, &mut b);
                1
            }),
            Contender::new("copied over", || {
                there.clone_from(&known);
                1
            }),
        ],
    );
}

/// Match the rank or the suit, eights match everything and name a suit; who cannot draws one card and passes.
struct CrazyEights {
    start: Table,
    stock: Zone,
    pile: Zone,
    hand: EachZone,
    cards: Cards,
}

impl CrazyEights {
    fn new() -> CrazyEights {
        let mut schema = Schema::new();
        let stock = schema.zone("stock").hidden().stacked().add();
        let pile = schema.zone("pile").stacked().add();
        let hand = schema.zone("hand").owner_sees().each_seat();
        let cards = Cards::standard(&mut schema, stock);
        CrazyEights {
            start: schema.lay(2),
            stock,
            pile,
            hand,
            cards,
        }
    }

    fn play(
        &self,
        rng: &mut Rng,
        log: Option<&mut Vec<parlor_table::Change>>,
        copying: bool,
    ) -> u64 {
        let mut table = self.start.clone();
        let mut copy = if copying {
            table.clone()
        } else {
            Schema::new().lay(1)
        };
        let mut unlogged = Vec::new();
        let (log, logging) = match log {
            Some(log) => (log, true),
            None => (&mut unlogged, false),
        };
        let mut choose = Rng::fast(rng.word().into(), 1);
        let mut dealer = Dealer::new(&mut table, rng);
        dealer.shuffle(self.stock);
        dealer.deal(self.stock, self.hand, 7);
        dealer.draw(self.stock, self.pile);
        let mut suit = self.top(&table).map_or(Suit::Clubs, |(_, suit)| suit);
        let (mut seat, mut passes, mut actions) = (Seat(0), 0, 0);
        let mut playable = Vec::new();
        while passes < 2 && !table.zone(self.hand.of(seat.after(2))).is_empty() {
            if copying {
                copy.clone_from(&table);
                std::mem::swap(&mut copy, &mut table);
            }
            let Some((rank, _)) = self.top(&table) else {
                break;
            };
            let fits = |card: &Piece| {
                let own = table.get(*card, self.cards.rank);
                own == Rank(8) || own == rank || table.get(*card, self.cards.suit) == suit
            };
            playable.clear();
            playable.extend(table.zone(self.hand.of(seat)).pieces().filter(fits));
            let chosen = choose.pick(&playable).copied();
            let dealer = Dealer::new(&mut table, rng);
            let mut dealer = if logging { dealer.log(log) } else { dealer };
            passes = match chosen {
                Some(card) => {
                    dealer.put(card, self.pile);
                    0
                }
                None => match dealer.draw(self.stock, self.hand.of(seat)) {
                    Some(_) => 0,
                    None => passes + 1,
                },
            };
            if let Some(card) = chosen {
                suit = match table.get(card, self.cards.rank) {
                    Rank(8) => Suit::ALL[choose.below(4) as usize],
                    _ => table.get(card, self.cards.suit),
                };
            }
            seat = seat.after(2);
            actions += 1;
        }
        actions
    }

    fn top(&self, table: &Table) -> Option<(Rank, Suit)> {
        let card = table.zone(self.pile).top()?;
        Some((
            table.get(card, self.cards.rank),
            table.get(card, self.cards.suit),
        ))
    }
}
