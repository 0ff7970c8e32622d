//! [`Pairing`]: finds opponents of about the same strength. The longer somebody waits, the less it has to fit.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlor_protocol::{Account, NewRoom, Player, Seek, Sought, ToClient};

use crate::clock::ClockRules;
use crate::failure::Failure;
use crate::hub::Hub;
use crate::ratings::Kept;
use crate::room::{RoomState, guests_not_rated};

/// The clock of those who say nothing about it.
const USUAL_CLOCK: &str = "10m+5s";
/// How far apart two may be who have just come, and how much more with each second of waiting.
const NEAR: f64 = 100.0;
const NEARER_PER_SECOND: f64 = 25.0;
/// Who has heard nothing of the server for so long does not wait any more.
const PATIENCE_MS: u64 = 10 * 60 * 1000;
/// Who has no socket and does not ask for so long is gone.
const SILENCE_MS: u64 = 60 * 1000;
/// So many wait at most.
const MOST: usize = 50_000;

/// Those who look for an opponent.
#[derive(Default)]
pub(crate) struct Pairing {
    waiting: Mutex<Vec<Waiting>>,
}

#[derive(Clone, Debug)]
struct Waiting {
    account: Arc<Account>,
    game: String,
    clock: ClockRules,
    rated: bool,
    strength: f64,
    since_ms: u64,
    /// When it has asked last how its search stands, or come.
    heard_ms: u64,
    /// The match that was found. It is told once more to whoever asks for it.
    found: Option<String>,
}

impl Waiting {
    /// Whether these two would play each other now.
    fn fits(&self, other: &Waiting, now_ms: u64) -> bool {
        let wanted = |one: &Waiting| (one.game.clone(), one.clock, one.rated);
        let waited_s = |one: &Waiting| now_ms.saturating_sub(one.since_ms) as f64 / 1000.0;
        let far = (self.strength - other.strength).abs();
        wanted(self) == wanted(other)
            && self.account.id != other.account.id
            && far <= NEAR + NEARER_PER_SECOND * waited_s(self).min(waited_s(other))
    }
}

impl Pairing {
    fn waiting(&self) -> MutexGuard<'_, Vec<Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes two out who fit, those who have waited longest first.
    fn take_pair(&self, now_ms: u64, is_connected: impl Fn(&str) -> bool) -> Option<[Waiting; 2]> {
        let mut waiting = self.waiting();
        waiting.retain(|one| {
            let heard = now_ms.saturating_sub(one.heard_ms) < SILENCE_MS;
            let here = heard || is_connected(&one.account.id);
            here && now_ms.saturating_sub(one.since_ms) < PATIENCE_MS
        });
        for first in 0..waiting.len() {
            if waiting[first].found.is_some() {
                continue;
            }
            let fits =
                |other: &Waiting| other.found.is_none() && waiting[first].fits(other, now_ms);
            let nearest = (waiting.iter().enumerate().skip(first + 1))
                .filter(|(_, other)| fits(other))
                .min_by(|(_, a), (_, b)| {
                    let far = |other: &Waiting| (other.strength - waiting[first].strength).abs();
                    far(a).total_cmp(&far(b))
                });
            if let Some((second, _)) = nearest {
                let second = waiting.remove(second);
                return Some([waiting.remove(first), second]);
            }
        }
        None
    }

    fn put_back(&self, one: Waiting) {
        self.waiting().push(one);
    }
}

impl Hub {
    /// Somebody looks for an opponent.
    pub async fn seek(
        self: &Arc<Self>,
        account: &Arc<Account>,
        seek: Seek,
    ) -> Result<Sought, Failure> {
        let game = self.game(&seek.game)?;
        let info = game.info();
        if !(info.min_seats..=info.max_seats).contains(&2) {
            let text = format!("{} is not for two", info.name);
            return Err(Failure::bad("not_for_two", text).hint("make a room instead"));
        }
        let clock = match &*seek.clock {
            "" => USUAL_CLOCK,
            clock => clock,
        };
        let clock: ClockRules = (clock.parse()).map_err(|error: crate::clock::ClockError| {
            Failure::bad("bad_clock", error.to_string())
        })?;
        if seek.rated && account.guest {
            return Err(guests_not_rated());
        }
        self.check_speaker(account).await?;
        self.check_room_limit(&account.id, None).await?;
        let kept = Kept::read(&*self.store, &seek.game, account).await?;
        {
            let mut waiting = self.pairing.waiting();
            waiting.retain(|one| one.account.id != account.id);
            if waiting.len() >= MOST {
                return Err(Failure::too_many(
                    "too many players are looking for an opponent: try again in a moment",
                    10_000,
                ));
            }
            waiting.push(Waiting {
                account: account.clone(),
                game: seek.game,
                clock,
                rated: seek.rated,
                strength: kept.strength(),
                since_ms: self.time.server_ms(),
                heard_ms: self.time.server_ms(),
                found: None,
            });
        }
        self.pair_all().await;
        Ok(self.sought(&account.id))
    }

    /// Where somebody's search stands.
    pub fn sought(&self, account: &str) -> Sought {
        let now_ms = self.time.server_ms();
        let mut waiting = self.pairing.waiting();
        let mut own = waiting.iter_mut().find(|one| one.account.id == account);
        if let Some(own) = &mut own {
            own.heard_ms = now_ms;
        }
        let own = own.as_deref();
        Sought {
            waiting: own.is_some_and(|one| one.found.is_none()),
            id: own.and_then(|one| one.found.clone()),
        }
    }

    /// Somebody no longer looks for an opponent.
    pub fn stop_seeking(&self, account: &str) -> Sought {
        let mut waiting = self.pairing.waiting();
        waiting.retain(|one| one.account.id != account || one.found.is_some());
        Sought::default()
    }

    /// Makes rooms for all who fit.
    pub async fn pair_all(self: &Arc<Self>) {
        let is_connected = |account: &str| self.is_connected(account);
        while let Some(pair) = self.pairing.take_pair(self.time.server_ms(), is_connected) {
            match self.pair(&pair).await {
                Ok(id) => {
                    for mut one in pair {
                        let frame = ToClient::Paired { id: id.clone() };
                        self.tell(&one.account.id, &frame);
                        one.found = Some(id.clone());
                        self.pairing.put_back(one);
                    }
                }
                Err(failure) => {
                    tracing::error!(problem = %failure.problem, "two could not be paired");
                    pair.into_iter().for_each(|one| self.pairing.put_back(one));
                    return;
                }
            }
        }
    }

    async fn pair(self: &Arc<Self>, pair: &[Waiting; 2]) -> Result<String, Failure> {
        let [first, second] = pair;
        let game = self.game(&first.game)?;
        let wish = NewRoom {
            seats: vec!["me".into(), "open".into()],
            clock: first.clock.to_string(),
            rated: first.rated,
            ..NewRoom::of(&first.game)
        };
        let bot_time_ms = self.config.bots.time_ms.into();
        let mut room = RoomState::new(wish, &first.account, game.info(), bot_time_ms)?;
        let mut seats = Vec::new();
        for one in pair {
            let kept = Kept::read(&*self.store, &one.game, &one.account).await?;
            seats.push(Player::Human {
                account: (*one.account).clone(),
                name: None,
                rating: Some(kept.shown(self.time.wall_ms())).filter(|_| one.rated),
            });
        }
        // Who begins is a matter of luck.
        if crate::ids::random::<1>()?[0].is_multiple_of(2) {
            seats.reverse();
        }
        room.seats = seats;
        room.tell_all_apart();
        room.host = second.account.id.clone();
        // Who has gone away meanwhile loses nothing by it.
        room.awaited = pair.iter().map(|one| one.account.id.clone()).collect();
        Ok(self.make_room(room, true).await?.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(name: &str, strength: f64, since_ms: u64) -> Waiting {
        Waiting {
            account: Arc::new(Account {
                id: name.into(),
                name: name.into(),
                guest: true,
            }),
            game: "hex".into(),
            clock: ClockRules::None,
            rated: true,
            strength,
            since_ms,
            heard_ms: since_ms,
            found: None,
        }
    }

    fn pair(pairing: &Pairing, now_ms: u64) -> Option<String> {
        let [first, second] = pairing.take_pair(now_ms, |_| true)?;
        Some(format!("{}-{}", first.account.id, second.account.id))
    }

    #[test]
    fn the_nearest_is_found_and_patience_widens_the_search() {
        let pairing = Pairing::default();
        for one in [
            waiting("ann", 1500.0, 0),
            waiting("bob", 1590.0, 0),
            waiting("cid", 1520.0, 0),
            waiting("dan", 2000.0, 0),
        ] {
            pairing.put_back(one);
        }
        assert_eq!(pair(&pairing, 0).as_deref(), Some("ann-cid"));
        assert_eq!(pair(&pairing, 0), None);
        assert_eq!(pair(&pairing, 12_000), None);
        assert_eq!(pair(&pairing, 13_000).as_deref(), Some("bob-dan"));
    }

    #[test]
    fn other_wishes_do_not_fit() {
        let pairing = Pairing::default();
        pairing.put_back(waiting("ann", 1500.0, 0));
        pairing.put_back(Waiting {
            rated: false,
            ..waiting("bob", 1500.0, 0)
        });
        pairing.put_back(waiting("ann", 1500.0, 0));
        assert_eq!(pair(&pairing, 0), None);
        assert_eq!(pair(&pairing, PATIENCE_MS + 1), None);
        assert!(pairing.waiting().is_empty());
    }
}
