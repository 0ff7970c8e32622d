//! How a match ended: a [`Standing`] for each seat.

use serde::{Deserialize, Deserializer, Serialize};

use crate::{Message, Seat, SeatSet};

/// How a match ended, seat by seat.
///
/// ```
/// use parlor_core::{Outcome, Seat};
/// let outcome = Outcome::win(2, Seat(1), "three in a row");
/// assert_eq!(outcome.winners().first(), Some(Seat(1)));
/// assert_eq!(outcome.standing(Seat(0)).unwrap().place, 2);
///
/// let scores = Outcome::by_score(&[30, 70, 70], "most points");
/// assert_eq!(scores.winners().len(), 2);
/// assert_eq!(scores.standing(Seat(0)).unwrap().place, 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outcome {
    standings: Vec<Standing>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ranking: Option<Ranking>,
}

/// Which scores are better.
///
/// ```
/// use parlor_core::{Outcome, Ranking};
/// assert_eq!(Outcome::by_score(&[30, 70], "most points").ranking(), Some(Ranking::Highest));
/// assert_eq!(Outcome::draw(2, "the board is full").ranking(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Ranking {
    /// High ones.
    Highest,
    /// Low ones.
    Lowest,
}

/// How a match ended for one seat.
///
/// ```
/// use parlor_core::{Fate, Outcome, Standing};
/// let out_first = Standing { fate: Fate::Eliminated, ..Standing::finished(2, "out of dice") };
/// let outcome = Outcome::of([Standing::finished(1, "the last one"), out_first]);
/// assert_eq!(outcome.winners().len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// 1 is first; seats that tie share a place, and the places after it stay empty. Whoever plays alone against the rules
    /// and loses to them is second.
    pub place: u8,
    /// The score, in games that count one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// How this seat's play ended.
    pub fate: Fate,
    /// Why, in a few words. A text without an id gets one that is made of it, which changes with the text: `("reason.row",
    /// "three in a row")` names both.
    #[serde(deserialize_with = "message_or_text")]
    pub reason: Message,
}

/// Reasons were texts once, and finished rooms that are stored still have them so.
fn message_or_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Message, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Text(String),
        Message(Message),
    }
    Ok(match Either::deserialize(deserializer)? {
        Either::Text(text) => Message::from(text).or_id_of_text("reason"),
        Either::Message(message) => message,
    })
}

/// How a seat's play ended.
///
/// ```
/// use parlor_core::{Fate, Outcome, Seat};
/// let outcome = Outcome::abandoned(3, Seat(1), Fate::TimedOut);
/// assert_eq!(outcome.standing(Seat(1)).unwrap().fate, Fate::TimedOut);
/// assert_eq!(outcome.winners().len(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It was in the match to the end.
    Finished,
    /// The rules put it out before the end.
    Eliminated,
    /// Its player gave up.
    Resigned,
    /// Its player's time ran out.
    TimedOut,
    /// The match was called off.
    Aborted,
}

impl Outcome {
    /// One seat wins, all others lose.
    pub fn win(seats: u8, winner: Seat, reason: impl Into<Message>) -> Outcome {
        Outcome::winners_are(seats, SeatSet::one(winner), reason)
    }

    /// Several seats win together, all others lose.
    pub fn winners_are(seats: u8, winners: SeatSet, reason: impl Into<Message>) -> Outcome {
        let reason = reason.into().or_id_of_text("reason");
        let loses_at = winners.len() as u8 + 1;
        Outcome::of(Seat::all(seats).map(|seat| Standing {
            place: if winners.contains(seat) { 1 } else { loses_at },
            ..Standing::finished(1, reason.clone())
        }))
    }

    /// Nobody wins: all seats share the first place.
    pub fn draw(seats: u8, reason: impl Into<Message>) -> Outcome {
        let reason = reason.into();
        Outcome::of(Seat::all(seats).map(|_| Standing::finished(1, reason.clone())))
    }

    /// All lose to a force that the rules play: nobody is first.
    ///
    /// ```
    /// use parlor_core::Outcome;
    /// let outcome = Outcome::all_lose(2, "the zombies are in");
    /// assert!(outcome.winners().is_empty() && !outcome.is_draw());
    /// ```
    pub fn all_lose(seats: u8, reason: impl Into<Message>) -> Outcome {
        let reason = reason.into();
        Outcome::of(Seat::all(seats).map(|_| Standing::finished(2, reason.clone())))
    }

    /// A win if somebody has won, a draw if the board is full, nothing yet otherwise.
    pub fn win_or_full(
        seats: u8,
        winner: Option<Seat>,
        full: bool,
        reason: impl Into<Message>,
    ) -> Option<Outcome> {
        match winner {
            Some(winner) => Some(Outcome::win(seats, winner, reason)),
            None => full.then(|| Outcome::draw(seats, ("reason.full", "the board is full"))),
        }
    }

    /// The seat with the highest score is first; equal scores share a place.
    pub fn by_score(scores: &[i64], reason: impl Into<Message>) -> Outcome {
        let reason = reason.into();
        let outcome = Outcome::of(scores.iter().map(|score| {
            let better = scores.iter().filter(|other| *other > score).count();
            Standing {
                score: Some(*score),
                ..Standing::finished(better as u8 + 1, reason.clone())
            }
        }));
        outcome.ranked(Some(Ranking::Highest))
    }

    /// These standings, seat by seat.
    pub fn of(standings: impl IntoIterator<Item = Standing>) -> Outcome {
        Outcome {
            standings: standings.into_iter().collect(),
            ranking: None,
        }
    }

    /// Says which scores are better, where the rules know: it orders those who share a place.
    ///
    /// ```
    /// use parlor_core::{Outcome, Ranking, Standing};
    /// let golf = |place, strokes| Standing { score: Some(strokes), ..Standing::finished(place, "strokes") };
    /// let outcome = Outcome::of([golf(2, 80), golf(1, 71)]).ranked(Some(Ranking::Lowest));
    /// assert_eq!(outcome.ranking(), Some(Ranking::Lowest));
    /// ```
    #[must_use]
    pub fn ranked(mut self, ranking: Option<Ranking>) -> Outcome {
        self.ranking = ranking;
        self
    }

    /// The match ends because a player left: that seat is last, the others share the first place.
    pub fn abandoned(seats: u8, seat: Seat, fate: Fate) -> Outcome {
        let others = SeatSet::all(seats).without(seat);
        let mut outcome = Outcome::winners_are(
            seats,
            others,
            match fate {
                Fate::TimedOut => ("reason.time", "time ran out"),
                _ => ("reason.resignation", "resignation"),
            },
        );
        if let Some(standing) = outcome.standings.get_mut(seat.index()) {
            standing.fate = fate;
            // Whoever plays alone and gives up has not won.
            standing.place = standing.place.max(2);
        }
        outcome
    }

    /// The match is called off: nobody has won or lost.
    ///
    /// ```
    /// use parlor_core::Outcome;
    /// let outcome = Outcome::aborted(2);
    /// assert!(outcome.is_aborted() && outcome.winners().is_empty() && !outcome.is_draw());
    /// ```
    pub fn aborted(seats: u8) -> Outcome {
        Outcome::of(Seat::all(seats).map(|_| Standing {
            fate: Fate::Aborted,
            ..Standing::finished(1, ("reason.called_off", "called off"))
        }))
    }

    /// Whether the match was called off.
    pub fn is_aborted(&self) -> bool {
        (self.standings.iter()).any(|standing| standing.fate == Fate::Aborted)
    }

    /// The standings, by seat.
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }

    /// Which scores are better, where there are scores and the rules say so.
    pub fn ranking(&self) -> Option<Ranking> {
        self.ranking
    }

    /// The standing of one seat.
    pub fn standing(&self, seat: Seat) -> Option<&Standing> {
        self.standings.get(seat.index())
    }

    /// The seats in first place: one for a win, several for a shared win, all for a draw, none in a match that was called off.
    pub fn winners(&self) -> SeatSet {
        Seat::all(self.standings.len() as u8)
            .filter(|seat| {
                let standing = &self.standings[seat.index()];
                standing.place == 1 && standing.fate != Fate::Aborted
            })
            .collect()
    }

    /// Whether nobody came out ahead of anybody.
    pub fn is_draw(&self) -> bool {
        self.standings.len() > 1 && self.winners().len() == self.standings.len()
    }
}

impl Standing {
    /// A seat that played to the end.
    pub fn finished(place: u8, reason: impl Into<Message>) -> Standing {
        Standing {
            place,
            score: None,
            fate: Fate::Finished,
            reason: reason.into().or_id_of_text("reason"),
        }
    }
}
