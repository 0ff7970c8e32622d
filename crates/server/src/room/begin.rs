//! Rooms as they begin: wished for, as analysis boards, as rematches.

use std::collections::BTreeMap;

use parlor_core::{GameInfo, Seat, Setup};
use parlor_protocol::{Account, Leavers, NewRoom, Player, RoomStatus, Spectators, Visibility};

use super::{Brings, RoomSeries, RoomState, guests_not_rated, seat_of};
use crate::clock::ClockRules;
use crate::failure::Failure;

/// The longest that spectators can be kept behind.
const LONGEST_DELAY_S: u32 = 3600;

impl RoomState {
    /// A room as somebody wishes it, if that is possible.
    pub fn new(
        wish: NewRoom,
        host: &Account,
        info: &GameInfo,
        bot_time_ms: u64,
    ) -> Result<RoomState, Failure> {
        let clock: ClockRules = wish
            .clock
            .parse()
            .map_err(|error: crate::clock::ClockError| {
                Failure::bad("bad_clock", error.to_string())
            })?;
        let wanted = match wish.seats.is_empty() {
            true => usual_seats(info),
            false => wish.seats,
        };
        let setup = Setup::new(info, wanted.len())?.options(wish.options)?;
        let mut seats = Vec::with_capacity(wanted.len());
        for word in &wanted {
            seats.push(match &**word {
                "me" => human(host.clone(), None),
                other => seat_of(other, bot_time_ms)?,
            });
        }
        let bots = seats
            .iter()
            .any(|player| matches!(player, Player::Bot { .. }));
        let own = seats
            .iter()
            .filter(|player| player.account().is_some())
            .count();
        if wish.rated && (bots || own > 1 || seats.len() < 2) {
            let text = "only a match between different people is rated";
            return Err(Failure::bad("not_rated", text).hint("leave out 'rated'"));
        }
        if wish.rated && host.guest {
            return Err(guests_not_rated());
        }
        if wish.rated && wish.seed.is_some() {
            let text = "a match with a known seed cannot be rated";
            return Err(Failure::bad("not_rated", text));
        }
        if wish.late_join && !info.late_join {
            let text = format!("{} cannot be joined once it has begun", info.name);
            return Err(Failure::bad("no_late_join", text).hint("leave out 'late_join'"));
        }
        if let Leavers::Bot(level) = &wish.leavers {
            seat_of(level, bot_time_ms)?;
        }
        if wish.spectators.delay_seconds > LONGEST_DELAY_S {
            let text = format!("spectators can be {LONGEST_DELAY_S} seconds behind at most");
            return Err(Failure::bad("bad_delay", text));
        }
        let series = match wish.series {
            Some(length) => Some(RoomSeries::new(length, seats.len())?),
            None => None,
        };
        let mut room = RoomState {
            id: String::new(),
            code: String::new(),
            match_id: String::new(),
            game: info.id.clone(),
            options: setup.option_values().clone(),
            seats,
            status: RoomStatus::Gathering,
            visibility: wish.visibility,
            clock,
            rated: wish.rated,
            spectators: wish.spectators,
            leavers: wish.leavers,
            late_join: wish.late_join,
            start_when_full: wish.start_when_full,
            host: host.id.clone(),
            created_ms: 0,
            brings: Brings::default(),
            commitments: BTreeMap::new(),
            seed: wish.seed,
            next: None,
            analysis_of: None,
            outcome: None,
            awaited: Vec::new(),
            ended_ms: None,
            from: None,
            series,
        };
        room.tell_all_apart();
        Ok(room)
    }

    /// A room in which one person tries out how this match could have gone: every seat is theirs.
    pub fn analysis(&self, by: &Account, names: Vec<String>) -> RoomState {
        RoomState {
            id: String::new(),
            seats: (names.into_iter())
                .map(|name| human(by.clone(), Some(name)))
                .collect(),
            status: RoomStatus::Playing,
            visibility: Visibility::ByCode,
            clock: ClockRules::None,
            rated: false,
            spectators: Spectators::default(),
            leavers: Leavers::Resign,
            late_join: false,
            host: by.id.clone(),
            brings: Brings::default(),
            commitments: BTreeMap::new(),
            seed: None,
            next: None,
            analysis_of: Some(self.id.clone()),
            outcome: None,
            awaited: Vec::new(),
            ended_ms: None,
            series: None,
            ..self.clone()
        }
    }

    /// The same room once more, for the same people, with the seats moved on by one so that another begins. It begins when all
    /// of them have come.
    pub fn again(&self, by: &str) -> RoomState {
        let mut seats = self.seats.clone();
        seats.rotate_left(1);
        for player in &mut seats {
            // Who has left is not waited for.
            if let Player::Bot { instead_of, .. } = player {
                *instead_of = None;
            }
        }
        let mut brings = self.brings.moved_on(seats.len());
        for (seat, player) in (0..).map(Seat).zip(&seats) {
            if player.account().is_none() {
                brings.forget(seat);
            }
        }
        let mut room = RoomState {
            seats,
            brings,
            commitments: BTreeMap::new(),
            status: RoomStatus::Gathering,
            next: None,
            outcome: None,
            ended_ms: None,
            awaited: (self.accounts().into_iter())
                .map(|account| account.id.clone())
                .filter(|account| account != by)
                .collect(),
            host: by.into(),
            seed: None,
            series: self.series_again(),
            ..self.clone()
        };
        room.tell_all_apart();
        room
    }
}

/// Me, and as many open seats as the game needs.
fn usual_seats(info: &GameInfo) -> Vec<String> {
    let open = usize::from(info.min_seats).saturating_sub(1);
    let mut seats = vec!["me".to_string()];
    seats.extend(std::iter::repeat_n("open".to_string(), open));
    seats
}

fn human(account: Account, name: Option<String>) -> Player {
    Player::Human {
        account,
        name,
        rating: None,
    }
}
