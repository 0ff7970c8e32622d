//! Ratings as they are kept, and the leaderboards that follow from them.

use parlor_core::Outcome;
use parlor_protocol::{Account, Ranked, RatingShown};
use parlor_store::{Put, Store, StoreError};
use serde::{Deserialize, Serialize};

use crate::rating::{Rating, ratings_after};

const DAY_MS: u64 = 24 * 3600 * 1000;
/// Whoever's strength is less sure than this is not ranked yet.
const RANKED_DEVIATION: f64 = 150.0;

/// Somebody's rating in one game, as the store has it.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    account: Account,
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
}

/// What a leaderboard knows of somebody.
#[derive(Serialize, Deserialize)]
struct Row {
    account: Account,
    rating: RatingShown,
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
            revision,
            entry: entry.unwrap_or_default(),
        })
    }

    pub fn shown(&self) -> RatingShown {
        RatingShown {
            rating: self.entry.rating.rating.round() as i32,
            deviation: self.entry.rating.deviation.round() as i32,
            matches: self.entry.matches,
        }
    }

    /// How strong, for pairing.
    pub fn strength(&self) -> f64 {
        self.entry.rating.rating
    }
}

/// What is to be kept when players with these ratings, by seat, have ended a match like this.
pub(crate) fn after(game: &str, before: Vec<Kept>, outcome: &Outcome, now_ms: u64) -> Vec<Put> {
    let rested = before.iter().map(|kept| {
        let idle_ms = match kept.entry.latest_ms {
            0 => 0,
            latest_ms => now_ms.saturating_sub(latest_ms),
        };
        kept.entry.rating.after_idle_days((idle_ms / DAY_MS) as u32)
    });
    let ratings: Vec<Rating> = rested.collect();
    let ratings = ratings_after(&ratings, Some(outcome));
    let mut puts = Vec::new();
    for (mut kept, rating) in before.into_iter().zip(ratings) {
        if let Some(rank_id) = kept.entry.rank_id.take() {
            puts.push(Put::remove(rank_kind(game), rank_id));
        }
        kept.entry.rating = rating;
        kept.entry.matches += 1;
        kept.entry.latest_ms = now_ms;
        if rating.deviation <= RANKED_DEVIATION && !kept.account.guest {
            // The strongest first, in the order of texts.
            let place = 1_000_000 - (rating.rating * 10.0).clamp(0.0, 999_999.0) as u32;
            let rank_id = format!("{place:07}-{}", kept.account.id);
            let row = Row {
                account: kept.account.clone(),
                rating: kept.shown(),
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

/// The strongest of a game.
pub(crate) async fn leaderboard(
    store: &dyn Store,
    game: &str,
    most: usize,
) -> Result<Vec<Ranked>, StoreError> {
    let rows = store.list(&rank_kind(game), "", most).await?;
    let rows = rows
        .into_iter()
        .filter_map(|row| serde_json::from_str::<Row>(&row.text).ok());
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
mod tests {
    use parlor_core::Seat;
    use parlor_store::Memory;

    use super::*;

    fn account(name: &str, guest: bool) -> Account {
        Account {
            id: name.to_lowercase(),
            name: name.into(),
            guest,
        }
    }

    #[tokio::test]
    async fn who_wins_climbs_and_guests_are_not_ranked() {
        let store = Memory::new();
        let players = [account("Ann", false), account("Bob", true)];
        for round in 1..=20 {
            let mut before = Vec::new();
            for player in &players {
                before.push(Kept::read(&store, "hex", player).await.unwrap());
            }
            let outcome = Outcome::win(2, Seat(u8::from(round % 3 == 0)), "test");
            store
                .put(after("hex", before, &outcome, round))
                .await
                .unwrap();
        }
        let ann = Kept::read(&store, "hex", &players[0]).await.unwrap();
        let bob = Kept::read(&store, "hex", &players[1]).await.unwrap();
        assert!(ann.strength() > bob.strength());
        assert_eq!(ann.shown().matches, 20);
        let board = leaderboard(&store, "hex", 10).await.unwrap();
        assert_eq!(
            board.len(),
            1,
            "one row for each, and none for guests: {board:?}"
        );
        assert_eq!((board[0].rank, &*board[0].account.name), (1, "Ann"));
    }
}
