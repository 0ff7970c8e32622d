//! [`BalanceReport`]: what many games say about a game, as numbers.

use std::collections::BTreeMap;

use parlor_core::{OptionValue, Seat};
use serde::Serialize;

use super::Balance;
use super::tally::Tally;
use crate::Share;

/// What many games say about a game.
///
/// All but [`SeatBalance::thinking`] is the same for the same seed, if efforts are counted.
///
/// ```
/// # use parlor_bots::{Balance, Verdict};
/// # use parlor_core::{Seat, Setup};
/// # let games = parlor_games::all();
/// # let game = games.get("tic-tac-toe").unwrap();
/// # let setup = Setup::new(game.info(), 2).unwrap();
/// # let bots = ["tree:50", "random"].map(|bot| bot.parse().unwrap());
/// # let report = Balance { games: 20, ..Balance::new(&**game, setup, bots) }.run(&|_| {}).unwrap();
/// let json = serde_json::to_value(&report).unwrap();
/// assert_eq!(json["games"], 20);
/// assert_eq!(json["first_player"]["verdict"], "ahead");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BalanceReport {
    /// The game's id.
    pub game: String,
    /// The game's name.
    pub name: String,
    /// The value of every option.
    pub options: BTreeMap<String, OptionValue>,
    /// What all chance came from.
    pub seed: u64,
    /// How many games were played.
    pub games: u64,
    /// How many there were to be. Fewer were played if somebody ended it early.
    pub planned: u64,
    /// Games that were stopped: longer than games of this kind are, or nobody could do anything.
    pub unfinished: u64,
    /// Games without a single winner.
    pub draws: Share,
    /// By seat.
    pub seats: Vec<SeatBalance>,
    /// Whether it is good to be first.
    pub first_player: FirstPlayer,
    /// How many commands a game took.
    pub length: Spread,
    /// How far the first was ahead of the second, where scores are counted.
    pub margin: Option<Spread>,
    /// The scores of one who plays alone, where scores are counted.
    pub score: Option<Spread<i64>>,
    /// How often the lead changed hands, where all bots think.
    pub lead: Option<Lead>,
    /// How much there was to choose from.
    pub branching: Branching,
    /// What could be done, and what was: what was offered most often first.
    pub actions: Vec<ActionBalance>,
}

/// How a seat did.
///
/// ```
/// # use parlor_bots::{Balance, Verdict};
/// # use parlor_core::{Seat, Setup};
/// # let games = parlor_games::all();
/// # let game = games.get("tic-tac-toe").unwrap();
/// # let setup = Setup::new(game.info(), 2).unwrap();
/// # let bots = ["tree:50", "random"].map(|bot| bot.parse().unwrap());
/// # let report = Balance { games: 20, ..Balance::new(&**game, setup, bots) }.run(&|_| {}).unwrap();
/// let first = &report.seats[0];
/// assert_eq!((first.seat, first.bot.as_str()), (Seat(0), "tree:50"));
/// assert!(first.wins > report.seats[1].wins);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatBalance {
    /// Which.
    pub seat: Seat,
    /// Who played it.
    pub bot: String,
    /// Games that it won alone.
    pub wins: u64,
    /// Games in which it shared the first place.
    pub shared: u64,
    /// Its part of all points: one for a win, a part of one for a shared first place.
    pub share: Share,
    /// How hard its bot thought.
    pub thinking: Thinking,
}

/// How hard a bot thought.
///
/// ```
/// # use parlor_bots::{Balance, Verdict};
/// # use parlor_core::{Seat, Setup};
/// # let games = parlor_games::all();
/// # let game = games.get("tic-tac-toe").unwrap();
/// # let setup = Setup::new(game.info(), 2).unwrap();
/// # let bots = ["tree:50", "random"].map(|bot| bot.parse().unwrap());
/// # let report = Balance { games: 20, ..Balance::new(&**game, setup, bots) }.run(&|_| {}).unwrap();
/// assert!(report.seats[0].thinking.iterations > report.seats[1].thinking.iterations);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Thinking {
    /// How many commands it chose.
    pub decisions: u64,
    /// How often it looked ahead for each, on average.
    pub iterations: f64,
    /// How long it took for each, on average, in milliseconds.
    pub ms: f64,
}

/// Whether it is good to be first.
///
/// ```
/// # use parlor_bots::{Balance, Verdict};
/// # use parlor_core::{Seat, Setup};
/// # let games = parlor_games::all();
/// # let game = games.get("tic-tac-toe").unwrap();
/// # let setup = Setup::new(game.info(), 2).unwrap();
/// # let bots = ["tree:50", "random"].map(|bot| bot.parse().unwrap());
/// # let report = Balance { games: 20, ..Balance::new(&**game, setup, bots) }.run(&|_| {}).unwrap();
/// assert_eq!(report.first_player.even, 0.5);
/// assert!(!report.first_player.same_bots);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FirstPlayer {
    /// What every seat would get if it made no difference.
    pub even: f64,
    /// What the first seat got.
    pub share: Share,
    /// What that means.
    pub verdict: Verdict,
    /// Whether the same bot plays all seats. If not, this says as much of the bots as of the game.
    pub same_bots: bool,
}

/// Whether it is good to be first.
///
/// ```
/// # use parlor_bots::{Balance, Verdict};
/// # use parlor_core::{Seat, Setup};
/// # let games = parlor_games::all();
/// # let game = games.get("tic-tac-toe").unwrap();
/// # let setup = Setup::new(game.info(), 2).unwrap();
/// # let bots = ["tree:50", "random"].map(|bot| bot.parse().unwrap());
/// # let report = Balance { games: 20, ..Balance::new(&**game, setup, bots) }.run(&|_| {}).unwrap();
/// assert_eq!(report.first_player.verdict, Verdict::Ahead);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is.
    Ahead,
    /// It is not: the others do better.
    Behind,
    /// It makes no difference, or less than three points of a hundred.
    Even,
    /// More games would tell.
    Unclear,
    /// There is only one seat.
    Alone,
}

/// How a number came out, over all games.
///
/// ```
/// # use parlor_bots::{Balance, Verdict};
/// # use parlor_core::{Seat, Setup};
/// # let games = parlor_games::all();
/// # let game = games.get("tic-tac-toe").unwrap();
/// # let setup = Setup::new(game.info(), 2).unwrap();
/// # let bots = ["tree:50", "random"].map(|bot| bot.parse().unwrap());
/// # let report = Balance { games: 20, ..Balance::new(&**game, setup, bots) }.run(&|_| {}).unwrap();
/// assert!(report.length.min >= 5 && report.length.max <= 9);
/// assert_eq!(report.length.counts.values().sum::<u64>(), 20);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread<N: Ord = u64> {
    /// The lowest.
    pub min: N,
    /// Five games of a hundred are not above this.
    pub p5: N,
    /// Half of the games are not above this.
    pub median: N,
    /// The average.
    pub mean: f64,
    /// 95 games of a hundred are not above this.
    pub p95: N,
    /// The highest.
    pub max: N,
    /// How many games came to each number.
    pub counts: BTreeMap<N, u64>,
}

/// How often the lead changed hands, by what the bots thought of their chances.
///
/// ```
/// # use parlor_bots::{Balance, Verdict};
/// # use parlor_core::{Seat, Setup};
/// # let games = parlor_games::all();
/// # let game = games.get("tic-tac-toe").unwrap();
/// # let setup = Setup::new(game.info(), 2).unwrap();
/// # let bots = ["tree:50", "random"].map(|bot| bot.parse().unwrap());
/// # let report = Balance { games: 20, ..Balance::new(&**game, setup, bots) }.run(&|_| {}).unwrap();
/// // One of the two does not think.
/// assert!(report.lead.is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lead {
    /// How often in a game.
    pub changes: Spread,
    /// After which part of a game the last leader took the lead, on average, from 0 to 1.
    pub taken_at: f64,
}

/// How much there was to choose from.
///
/// ```
/// # use parlor_bots::{Balance, Verdict};
/// # use parlor_core::{Seat, Setup};
/// # let games = parlor_games::all();
/// # let game = games.get("tic-tac-toe").unwrap();
/// # let setup = Setup::new(game.info(), 2).unwrap();
/// # let bots = ["tree:50", "random"].map(|bot| bot.parse().unwrap());
/// # let report = Balance { games: 20, ..Balance::new(&**game, setup, bots) }.run(&|_| {}).unwrap();
/// assert_eq!(report.branching.by_move[0], 9.0);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Branching {
    /// In how many positions the legal commands were counted.
    pub positions: u64,
    /// How many there were, on average.
    pub mean: f64,
    /// The most.
    pub max: u64,
    /// How many there were on average at the first move, the second, and so on.
    pub by_move: Vec<f64>,
}

/// What could be done, and how often it was.
///
/// ```
/// # use parlor_bots::{Balance, Verdict};
/// # use parlor_core::{Seat, Setup};
/// # let games = parlor_games::all();
/// # let game = games.get("tic-tac-toe").unwrap();
/// # let setup = Setup::new(game.info(), 2).unwrap();
/// # let bots = ["tree:50", "random"].map(|bot| bot.parse().unwrap());
/// # let report = Balance { games: 20, ..Balance::new(&**game, setup, bots) }.run(&|_| {}).unwrap();
/// let middle = report.actions.iter().find(|action| action.action == "b2").unwrap();
/// assert!(0 < middle.taken && middle.taken <= middle.offered);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActionBalance {
    /// The name of the action, the command itself where there are few, or its first word.
    pub action: String,
    /// In how many positions it was possible.
    pub offered: u64,
    /// The same as a part of all positions.
    pub offered_share: f64,
    /// In how many positions it was chosen.
    pub taken: u64,
    /// The same as a part of those in which it was possible.
    pub taken_share: Share,
}

/// Within so much of an even share nobody has an advantage worth the name.
const EVEN: f64 = 0.03;

impl BalanceReport {
    pub(super) fn new(balance: &Balance<'_>, tally: &Tally) -> BalanceReport {
        let info = balance.game.info();
        let single: u64 = tally
            .first_among
            .first()
            .iter()
            .flat_map(|seats| *seats)
            .sum();
        let seats: Vec<SeatBalance> = Seat::all(balance.setup.seats())
            .map(|seat| seat_balance(balance, tally, seat))
            .collect();
        let same_bots = balance.bots.windows(2).all(|two| two[0] == two[1]);
        BalanceReport {
            game: info.id.clone(),
            name: info.name.clone(),
            options: balance.setup.option_values().clone(),
            seed: balance.seed,
            games: tally.games,
            planned: balance.games,
            unfinished: tally.unfinished,
            draws: Share::of(
                (tally.games - tally.unfinished - single) as f64,
                tally.games,
            ),
            first_player: first_player(&seats, same_bots),
            seats,
            length: Spread::of((0..).zip(tally.lengths.iter().copied())),
            margin: (!tally.margins.is_empty()).then(|| {
                Spread::of(
                    tally
                        .margins
                        .iter()
                        .map(|(margin, count)| (*margin, *count)),
                )
            }),
            score: (!tally.scores.is_empty())
                .then(|| Spread::of(tally.scores.iter().map(|(score, count)| (*score, *count)))),
            lead: (!tally.lead_changes.is_empty()).then(|| Lead {
                changes: Spread::of((0..).zip(tally.lead_changes.iter().copied())),
                taken_at: tally.lead_taken as f64 / 1000.0 / tally.games.max(1) as f64,
            }),
            branching: branching(tally),
            actions: actions(tally),
        }
    }
}

impl<N: Copy + Default + Ord + Into<i128>> Spread<N> {
    fn of(counts: impl Iterator<Item = (N, u64)>) -> Spread<N> {
        let counts: BTreeMap<N, u64> = counts.filter(|(_, count)| *count > 0).collect();
        let games: u64 = counts.values().sum();
        let percentile = |share: f64| {
            let wanted = ((games as f64 * share).ceil() as u64).max(1);
            let mut seen = 0;
            let reached = counts.iter().find(|(_, count)| {
                seen += *count;
                seen >= wanted
            });
            reached.map_or_else(N::default, |(number, _)| *number)
        };
        let times = |(number, count): (&N, &u64)| (*number).into() as f64 * *count as f64;
        let sum: f64 = counts.iter().map(times).sum();
        Spread {
            min: percentile(0.0),
            p5: percentile(0.05),
            median: percentile(0.5),
            mean: sum / games.max(1) as f64,
            p95: percentile(0.95),
            max: percentile(1.0),
            counts,
        }
    }
}

fn seat_balance(balance: &Balance<'_>, tally: &Tally, seat: Seat) -> SeatBalance {
    let index = seat.index();
    let first_among = (1..).zip(&tally.first_among);
    // A draw is worth as much as there are seats that share it; so is a game that nobody finished.
    let points: f64 = first_among
        .map(|(among, seats): (u32, _)| seats[index] as f64 / f64::from(among))
        .sum();
    let points = points + tally.unfinished as f64 / f64::from(balance.setup.seats());
    let work = &tally.work[index];
    let each = |sum: f64| sum / work.decisions.max(1) as f64;
    SeatBalance {
        seat,
        bot: balance.bots[index].to_string(),
        wins: tally.first_among[0][index],
        shared: tally.first_among[1..]
            .iter()
            .map(|seats| seats[index])
            .sum(),
        share: Share::of(points, tally.games),
        thinking: Thinking {
            decisions: work.decisions,
            iterations: each(work.iterations as f64),
            ms: each(1000.0 * work.time.as_secs_f64()),
        },
    }
}

fn first_player(seats: &[SeatBalance], same_bots: bool) -> FirstPlayer {
    let even = 1.0 / seats.len().max(1) as f64;
    let share = seats.first().map_or(Share::of(0.0, 0), |seat| seat.share);
    let verdict = match share {
        _ if seats.len() < 2 => Verdict::Alone,
        Share { low, .. } if low > even => Verdict::Ahead,
        Share { high, .. } if high < even => Verdict::Behind,
        Share { low, high, .. } if low > even - EVEN && high < even + EVEN => Verdict::Even,
        _ => Verdict::Unclear,
    };
    FirstPlayer {
        even,
        share,
        verdict,
        same_bots,
    }
}

fn branching(tally: &Tally) -> Branching {
    let mean = |[positions, legal, _]: &[u64; 3]| *legal as f64 / (*positions).max(1) as f64;
    Branching {
        positions: tally.all_branching[0],
        mean: mean(&tally.all_branching),
        max: tally.all_branching[2],
        by_move: tally.branching.iter().map(mean).collect(),
    }
}

fn actions(tally: &Tally) -> Vec<ActionBalance> {
    let positions = tally.all_branching[0];
    let counts = tally.kinds.counts().iter();
    let mut actions: Vec<ActionBalance> = counts
        .map(|(action, count)| ActionBalance {
            action: action.clone(),
            offered: count.offered,
            offered_share: count.offered as f64 / positions.max(1) as f64,
            taken: count.taken,
            taken_share: Share::of(count.taken as f64, count.offered),
        })
        .collect();
    // What is equal stays in the order of the alphabet.
    actions.sort_by_key(|action| std::cmp::Reverse(action.offered));
    actions
}
