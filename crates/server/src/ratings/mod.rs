//! Ratings as they are kept, and the leaderboards that follow from them.
//!
//! What a result is worth depends on who vouches for the opponent. Accounts cost nothing, so wins against accounts that
//! nobody else has played must not add up: such newcomers count together as one opponent, however many they are, and nobody
//! is ranked by them.

use parlor_core::{Fate, Outcome, Seat};
use parlor_protocol::{Account, Ranked, RatingShown};
use parlor_store::{Put, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::rating::{Rating, ratings_after};

const DAY_MS: u64 = 24 * 3600 * 1000;
/// Whoever's strength is less sure than this is not ranked yet.
const RANKED_DEVIATION: f64 = 150.0;
/// Whoever has met fewer established opponents than this is not ranked.
const RANKED_OPPONENTS: usize = 2;
/// Established is, to anybody, who has met so many others than them. All who are not count together as one opponent.
const ESTABLISHED_BY: usize = 2;
/// So many of those whom somebody has met are remembered for that: whoever asks may be among them, by either of their names.
const MOST_OPPONENTS: usize = ESTABLISHED_BY + 2;
/// What all opponents are called together who are not established. No account has such an id.
const NEWCOMERS: &str = "newcomers:";
/// Nobody wins anything by an opponent who gives up, or agrees to a draw, before so many moves of their own.
const LEAST_MOVES: usize = 2;
/// Matches against one opponent count in full for so many in a week; each one after them counts half of the one before.
const FULL_MATCHES: usize = 3;
const WEEK_MS: u64 = 7 * DAY_MS;
/// So many of the latest matches are remembered by opponent.
const MOST_MET: usize = 64;

/// Somebody's rating in one game, as the store has it.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    account: Account,
    /// What opponents know the account by, see [`Hub::known_as`]: the first counts today.
    ///
    /// [`Hub::known_as`]: crate::hub::Hub::known_as
    known_as: Vec<String>,
    revision: u64,
    entry: Entry,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Entry {
    rating: Rating,
    matches: u32,
    /// When the latest rated match ended.
    latest_ms: u64,
    /// Where it stands on the leaderboard, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rank_id: Option<String>,
    /// The opponents of the latest matches, and when these ended.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    met: Vec<(String, u64)>,
    /// Opponents of all times, as far as they are needed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    opponents: Vec<String>,
    /// Those of them who were established then, as far as they are needed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    established: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    held: Option<Held>,
}

/// What others are shown until they may know how the latest matches ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Held {
    rating: RatingShown,
    until_ms: u64,
}

/// What a leaderboard knows of somebody.
#[derive(Serialize, Deserialize)]
struct Row {
    account: Account,
    rating: RatingShown,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    held: Option<Held>,
}

/// How a rated match ended.
pub(crate) struct Ended<'a> {
    pub outcome: &'a Outcome,
    /// How many moves each seat has made.
    pub moves: Vec<usize>,
    /// Whether the players have agreed on it.
    pub agreed: bool,
    pub now_ms: u64,
    /// When everybody may know it.
    pub shown_from_ms: u64,
}

impl Ended<'_> {
    /// Whether a seat has gone before it had played.
    fn ran_away(&self, seat: usize) -> bool {
        let fate = (self.outcome.standings().get(seat)).map(|standing| standing.fate);
        self.has_not_played(seat) && matches!(fate, Some(Fate::Resigned | Fate::TimedOut))
    }

    fn has_not_played(&self, seat: usize) -> bool {
        self.moves
            .get(seat)
            .is_none_or(|moves| *moves < LEAST_MOVES)
    }

    /// Whether the result against an opponent counts for a seat. Who runs away loses; nobody wins by that.
    fn counts(&self, seat: usize, opponent: usize) -> bool {
        if self.agreed && (self.has_not_played(seat) || self.has_not_played(opponent)) {
            return false;
        }
        let place = |seat: usize| {
            let standing = self.outcome.standing(Seat(seat as u8));
            standing.map(|standing| standing.place)
        };
        !self.ran_away(opponent) || place(seat) > place(opponent)
    }
}

impl Entry {
    /// How much the next match against an opponent counts.
    fn share(&self, opponent: &str, now_ms: u64) -> f64 {
        let lately = |(who, at_ms): &&(String, u64)| who == opponent && now_ms < at_ms + WEEK_MS;
        let met = self.met.iter().filter(lately).count();
        let halves = (met + 1).saturating_sub(FULL_MATCHES);
        0.5_f64.powi(halves as i32)
    }

    /// A match against an opponent, or several who count as one, has counted.
    fn meet(&mut self, opponent: &str, now_ms: u64) {
        self.met.retain(|(_, at_ms)| now_ms < at_ms + WEEK_MS);
        if self.met.len() >= MOST_MET {
            self.met.remove(0);
        }
        self.met.push((opponent.into(), now_ms));
    }

    fn shown(&self) -> RatingShown {
        RatingShown {
            rating: self.rating.rating.round() as i32,
            deviation: self.rating.deviation.round() as i32,
            matches: self.matches,
        }
    }
}

/// Remembers one more, if there is room for it.
fn remember(known: &mut Vec<String>, new: &str, most: usize) {
    if known.len() < most && known.iter().all(|known| known != new) {
        known.push(new.into());
    }
}

fn kind(game: &str) -> String {
    format!("rating:{game}")
}

fn rank_kind(game: &str) -> String {
    format!("rank:{game}")
}

impl Kept {
    /// Somebody's rating; a newcomer's if there is none.
    pub async fn read(
        store: &dyn Store,
        game: &str,
        account: &Account,
    ) -> Result<Kept, StoreError> {
        let found = store.get(&kind(game), &account.id).await?;
        let revision = found.as_ref().map_or(0, |found| found.revision);
        let entry = found.and_then(|found| serde_json::from_str(&found.text).ok());
        Ok(Kept {
            account: account.clone(),
            known_as: vec![account.id.clone()],
            revision,
            entry: entry.unwrap_or_default(),
        })
    }

    /// The same for an account that opponents know by these names.
    pub fn known_as(self, known_as: Vec<String>) -> Kept {
        Kept { known_as, ..self }
    }

    /// Whether enough others than this one have played them: a handful of accounts that exist for one player are no proof of
    /// that player's strength.
    fn is_established_for(&self, other: &Kept) -> bool {
        let others = self.entry.opponents.iter();
        let others = others.filter(|opponent| !other.known_as.contains(opponent));
        others.count() >= ESTABLISHED_BY
    }

    /// What they count as among the opponents of this one.
    fn counts_as(&self, other: &Kept) -> &str {
        match self.known_as.first() {
            Some(name) if self.is_established_for(other) => name,
            _ => NEWCOMERS,
        }
    }

    /// What everybody may know of it by now.
    pub fn shown(&self, now_ms: u64) -> RatingShown {
        match self.entry.held {
            Some(held) if now_ms < held.until_ms => held.rating,
            _ => self.entry.shown(),
        }
    }

    /// How strong, for pairing.
    pub fn strength(&self) -> f64 {
        self.entry.rating.rating
    }
}

/// What is to be kept when players with these ratings, by seat, have ended a match like this.
pub(crate) fn after(game: &str, before: Vec<Kept>, ended: &Ended<'_>) -> Vec<Put> {
    let now_ms = ended.now_ms;
    let rested = before.iter().map(|kept| {
        let idle_ms = match kept.entry.latest_ms {
            0 => 0,
            latest_ms => now_ms.saturating_sub(latest_ms),
        };
        kept.entry.rating.after_idle_days((idle_ms / DAY_MS) as u32)
    });
    let ratings: Vec<Rating> = rested.collect();
    let players = before.clone();
    let counts_as = |seat: usize, other: usize| players[other].counts_as(&players[seat]);
    let ratings = ratings_after(&ratings, ended.outcome, |seat, other| {
        let name = counts_as(seat, other);
        // Nobody vouches for the rating of a newcomer: else each of a row of accounts would inherit that of the one before.
        let strength = match name == NEWCOMERS {
            true => Rating::default(),
            false => ratings[other],
        };
        if !ended.counts(seat, other) {
            return (strength, 0.0);
        }
        // Several at one table who count as one opponent share what one is worth.
        let alike = (0..players.len())
            .filter(|at| *at != seat && ended.counts(seat, *at) && counts_as(seat, *at) == name);
        let share = players[seat].entry.share(name, now_ms) / alike.count().max(1) as f64;
        (strength, share)
    });
    let mut puts = Vec::new();
    for (seat, (mut kept, rating)) in before.into_iter().zip(ratings).enumerate() {
        let met: Vec<usize> = (0..players.len())
            .filter(|other| *other != seat && ended.counts(seat, *other))
            .collect();
        if met.is_empty() {
            continue;
        }
        if let Some(rank_id) = kept.entry.rank_id.take() {
            puts.push(Put::remove(rank_kind(game), rank_id));
        }
        // What is held back already stays so: an open match must not tell how a delayed one ended.
        let held_until_ms = kept.entry.held.map_or(0, |held| held.until_ms);
        let until_ms = held_until_ms.max(ended.shown_from_ms);
        kept.entry.held = (now_ms < until_ms).then(|| Held {
            rating: kept.shown(now_ms),
            until_ms,
        });
        let mut names: Vec<&str> = met.iter().map(|other| counts_as(seat, *other)).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            kept.entry.meet(name, now_ms);
        }
        for other in met.iter().map(|other| &players[*other]) {
            let name = other.known_as.first().map_or("", |name| name);
            remember(&mut kept.entry.opponents, name, MOST_OPPONENTS);
            if other.is_established_for(&players[seat]) {
                remember(&mut kept.entry.established, name, RANKED_OPPONENTS);
            }
        }
        kept.entry.rating = rating;
        kept.entry.matches += 1;
        kept.entry.latest_ms = now_ms;
        let known = kept.entry.established.len() >= RANKED_OPPONENTS;
        if rating.deviation <= RANKED_DEVIATION && known && !kept.account.guest {
            // The strongest first, in the order of texts.
            let place = 1_000_000 - (rating.rating * 10.0).clamp(0.0, 999_999.0) as u32;
            let rank_id = format!("{place:07}-{}", kept.account.id);
            let row = Row {
                account: kept.account.clone(),
                rating: kept.entry.shown(),
                held: kept.entry.held,
            };
            let text = serde_json::to_string(&row).unwrap_or_default();
            puts.push(Put::new(rank_kind(game), &rank_id, text).anyway());
            kept.entry.rank_id = Some(rank_id);
        }
        let text = serde_json::to_string(&kept.entry).unwrap_or_default();
        puts.push(Put::new(kind(game), &kept.account.id, text).over(kept.revision));
    }
    puts
}

/// The strongest of a game, as far as everybody may know it by now.
pub(crate) async fn leaderboard(
    store: &dyn Store,
    game: &str,
    most: usize,
    now_ms: u64,
) -> Result<Vec<Ranked>, StoreError> {
    let rows = store.list(&rank_kind(game), "", most).await?;
    let rows = rows
        .into_iter()
        .filter_map(|row| serde_json::from_str::<Row>(&row.text).ok());
    let mut rows: Vec<Row> = rows
        .map(|row| match row.held {
            Some(held) if now_ms < held.until_ms => Row {
                rating: held.rating,
                ..row
            },
            _ => row,
        })
        // Whoever is here only since a match that others do not know of yet is not here yet.
        .filter(|row| f64::from(row.rating.deviation) <= RANKED_DEVIATION)
        .collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.rating.rating));
    Ok((1..)
        .zip(rows)
        .map(|(rank, row)| Ranked {
            rank,
            account: row.account,
            rating: row.rating,
        })
        .collect())
}

#[cfg(test)]
mod tests;
