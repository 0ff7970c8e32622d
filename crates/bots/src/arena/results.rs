//! What came of an arena: [`Results`] for each bot, each pairing and each seat.

use serde::Serialize;

use super::elo::ratings;
use super::{Elo, Played, Share, Work};
use crate::{Method, Spec};

/// What came of an arena.
///
/// ```
/// use parlor_bots::{Played, Results, Spec};
/// let bots: [Spec; 2] = ["easy", "random"].map(|bot| bot.parse().unwrap());
/// let won = |number| Played { number, seats: vec![0, 1], winners: vec![0], ..Played::default() };
/// let results = Results::new(&bots, 2, 8, &[won(0), won(1), won(2)]);
/// assert_eq!((results.games, results.planned), (3, 8));
/// assert_eq!(results.bots[0].points, 3.0);
/// // One draw is added between every two bots, so that nobody is infinitely strong.
/// assert_eq!(results.bots[0].elo.to_string(), "+338 ± 515");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Results {
    /// How many games were played.
    pub games: u64,
    /// How many there were to be. Fewer were played if somebody ended it early.
    pub planned: u64,
    /// How many games were called off and count as draws: too long, or nobody could do anything.
    pub unfinished: u64,
    /// How many seats a table has.
    pub seats: usize,
    /// Whether all bots sat at one table; otherwise every two of them met.
    pub one_table: bool,
    /// The bot whose Elo is 0; nothing if it is the mean of all.
    pub zero: Option<usize>,
    /// The bots, in the order in which they were given.
    pub bots: Vec<BotResult>,
    /// Every two bots.
    pub pairs: Vec<PairResult>,
}

/// What came of a bot.
///
/// ```
/// use parlor_bots::{Played, Results, Spec};
/// let bots: [Spec; 2] = ["easy", "random"].map(|bot| bot.parse().unwrap());
/// let won = Played { seats: vec![1, 0], winners: vec![1], ..Played::default() };
/// let results = Results::new(&bots, 2, 1, &[won]);
/// let easy = &results.bots[0];
/// assert_eq!((easy.name.as_str(), easy.games, easy.wins), ("easy", 1, 1));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BotResult {
    /// The bot, as it was written; with a number if another one is called the same.
    pub name: String,
    /// How many games it played.
    pub games: u64,
    /// Games that nobody else won.
    pub wins: u64,
    /// Games that it won together with others: draws.
    pub shared: u64,
    /// Games that others won.
    pub losses: u64,
    /// One for each win, a part of one for a shared win.
    pub points: f64,
    /// The points as a share of the games.
    pub score: Share,
    /// How strong it is, with the interval in which that lies.
    pub elo: Elo,
    /// What came of it on each seat.
    pub by_seat: Vec<SeatResult>,
    /// How many commands it chose.
    pub decisions: u64,
    /// Looks ahead for a decision, on average.
    pub iterations_per_decision: f64,
    /// Milliseconds for a decision, on average.
    pub ms_per_decision: f64,
}

/// What came of a bot on one seat.
///
/// ```
/// use parlor_bots::{Played, Results, Spec};
/// let bots: [Spec; 2] = ["easy", "random"].map(|bot| bot.parse().unwrap());
/// let won = Played { seats: vec![1, 0], winners: vec![1], ..Played::default() };
/// let results = Results::new(&bots, 2, 1, &[won]);
/// assert_eq!(results.bots[0].by_seat[1].wins, 1);
/// assert_eq!(results.bots[0].by_seat[0].games, 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SeatResult {
    /// How often it sat there.
    pub games: u64,
    /// How often it won there alone.
    pub wins: u64,
}

/// What came of two bots against each other.
///
/// ```
/// use parlor_bots::{Played, Results, Spec};
/// let bots: [Spec; 2] = ["easy", "random"].map(|bot| bot.parse().unwrap());
/// let won = Played { seats: vec![1, 0], winners: vec![1], ..Played::default() };
/// let results = Results::new(&bots, 2, 1, &[won]);
/// assert_eq!(results.between(0, 1).unwrap().wins, 1);
/// assert_eq!(results.between(1, 0).unwrap().losses, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PairResult {
    /// The one, by its place in the list of bots.
    pub one: usize,
    /// The other.
    pub other: usize,
    /// How often they met. At a table with others, games in which neither came out ahead of the other because a third one
    /// won do not count.
    pub games: u64,
    /// How often the one came out ahead.
    pub wins: u64,
    /// How often neither did.
    pub draws: u64,
    /// How often the other came out ahead.
    pub losses: u64,
    /// The points of the one, as a share of the games.
    pub score: Share,
}

impl Results {
    /// Sums up games between these bots, of which there were to be so many.
    pub fn new(bots: &[Spec], seats: usize, planned: u64, games: &[Played]) -> Results {
        let one_table = bots.len() == seats && seats > 2;
        let zero = bots.iter().position(|bot| bot.method == Method::Random);
        let mut met = vec![vec![Met::default(); bots.len()]; bots.len()];
        for game in games {
            for (one, other) in pairs(bots.len()) {
                let Some(points) = points_against(game, one, other, one_table) else {
                    continue;
                };
                met[one][other].add(points.0);
                met[other][one].add(points.1);
            }
        }
        // The comparisons of one game with many bots rest on each other: together they tell about as much as
        // the winner alone.
        let weight = if one_table { 2.0 / seats as f64 } else { 1.0 };
        let weighted = |met: &Met| met.points * weight;
        let points = met.iter().map(|row| row.iter().map(weighted).collect());
        let elos = ratings(&points.collect::<Vec<_>>(), zero);
        let results = bots.iter().zip(names(bots)).zip(elos).enumerate();
        Results {
            games: games.len() as u64,
            planned,
            unfinished: games.iter().filter(|game| game.unfinished).count() as u64,
            seats,
            one_table,
            zero,
            bots: results
                .map(|(bot, ((_, name), elo))| BotResult::new(bot, name, elo, seats, games))
                .collect(),
            pairs: pairs(bots.len())
                .map(|(one, other)| met[one][other].result(one, other, met[other][one].wins))
                .collect(),
        }
    }

    /// The bots, the strongest first.
    pub fn ranking(&self) -> Vec<&BotResult> {
        let mut ranking: Vec<&BotResult> = self.bots.iter().collect();
        ranking.sort_by(|a, b| b.elo.value.total_cmp(&a.elo.value));
        ranking
    }

    /// What came of two bots against each other, seen from the first of them.
    pub fn between(&self, one: usize, other: usize) -> Option<PairResult> {
        let is = |pair: &&PairResult| (pair.one, pair.other) == (one.min(other), one.max(other));
        let pair = self.pairs.iter().find(is)?;
        Some(match one < other {
            true => pair.clone(),
            false => pair.turned(),
        })
    }

    /// The share of the points that a bot makes where all are equally strong.
    pub fn fair_score(&self) -> f64 {
        match self.one_table {
            true => 1.0 / self.seats as f64,
            false => 0.5,
        }
    }
}

impl BotResult {
    fn new(bot: usize, name: String, elo: Elo, seats: usize, games: &[Played]) -> BotResult {
        let mut result = BotResult {
            name,
            games: 0,
            wins: 0,
            shared: 0,
            losses: 0,
            points: 0.0,
            score: Share::of(0.0, 0),
            elo,
            by_seat: vec![SeatResult::default(); seats],
            decisions: 0,
            iterations_per_decision: 0.0,
            ms_per_decision: 0.0,
        };
        let mut work = Work::default();
        for game in games.iter().filter(|game| game.seats.contains(&bot)) {
            let points = game.points(bot);
            result.games += 1;
            result.points += points;
            match points {
                0.0 => result.losses += 1,
                1.0 => result.wins += 1,
                _ => result.shared += 1,
            }
            let own = |seat: &usize| game.seats[*seat] == bot;
            for seat in (0..game.seats.len().min(seats)).filter(own) {
                let by_seat = &mut result.by_seat[seat];
                by_seat.games += 1;
                by_seat.wins += u64::from(points == 1.0 && game.winners.contains(&seat));
                if let Some(own) = game.work.get(seat) {
                    work.add(own);
                }
            }
        }
        result.score = Share::of(result.points, result.games);
        result.decisions = work.decisions;
        result.iterations_per_decision = work.iterations_per_decision();
        result.ms_per_decision = work.ms_per_decision();
        result
    }
}

impl PairResult {
    fn turned(&self) -> PairResult {
        PairResult {
            one: self.other,
            other: self.one,
            wins: self.losses,
            losses: self.wins,
            score: Share {
                value: 1.0 - self.score.value,
                low: 1.0 - self.score.high,
                high: 1.0 - self.score.low,
            },
            ..self.clone()
        }
    }
}

/// What a bot did against another one.
#[derive(Clone, Copy, Debug, Default)]
struct Met {
    games: u64,
    wins: u64,
    points: f64,
}

impl Met {
    fn add(&mut self, points: f64) {
        self.games += 1;
        self.wins += u64::from(points == 1.0);
        self.points += points;
    }

    fn result(&self, one: usize, other: usize, losses: u64) -> PairResult {
        PairResult {
            one,
            other,
            games: self.games,
            wins: self.wins,
            draws: self.games - self.wins - losses,
            losses,
            score: Share::of(self.points, self.games),
        }
    }
}

/// What two bots made of a game against each other; nothing if it says nothing about them.
fn points_against(game: &Played, one: usize, other: usize, one_table: bool) -> Option<(f64, f64)> {
    let seat_of = |bot: usize| game.seats.iter().position(|own| *own == bot);
    let (seat, other_seat) = (seat_of(one)?, seat_of(other)?);
    if !one_table {
        return Some((game.points(one), game.points(other)));
    }
    let won = [seat, other_seat].map(|seat| game.winners.contains(&seat));
    let places = (game.places.get(seat), game.places.get(other_seat));
    match (won, places) {
        ([true, true], _) => Some((0.5, 0.5)),
        ([true, false], _) => Some((1.0, 0.0)),
        ([false, true], _) => Some((0.0, 1.0)),
        (_, (Some(a), Some(b))) if a < b => Some((1.0, 0.0)),
        (_, (Some(a), Some(b))) if a > b => Some((0.0, 1.0)),
        // Both lost to a third one.
        _ => None,
    }
}

fn pairs(bots: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..bots).flat_map(move |one| (one + 1..bots).map(move |other| (one, other)))
}

/// The bots' names. Where one comes again it gets a number.
fn names(bots: &[Spec]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (place, bot) in bots.iter().enumerate() {
        let earlier = bots[..place].iter();
        let same = earlier.filter(|other| other.to_string() == bot.to_string());
        names.push(match same.count() {
            0 => bot.to_string(),
            earlier => format!("{bot} #{}", earlier + 1),
        });
    }
    names
}
