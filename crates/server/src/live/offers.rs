//! What players ask for besides moves, and what needs others to agree.

use parlor_core::{Ending, Rejection, Seat, SeatSet, Undo};
use parlor_protocol::{Ask, Offer, RoomStatus, ToClient};
use parlor_store::Put;
use serde::{Deserialize, Serialize};

use super::Live;
use super::play::{By, No, note};
use super::watch::not_begun;
use crate::failure::Failure;

/// What is asked, and at which version: once the match has gone on, it counts no more.
#[derive(Serialize, Deserialize)]
struct KeptOffer {
    version: u64,
    offer: Option<Offer>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    asked: Vec<Asked>,
}

/// What a seat has asked for, and when: it does not ask for it again and again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Asked {
    by: Seat,
    ask: Ask,
    version: u64,
}

/// After so many moves a draw can be offered again, and something else asked for again.
const DRAW_AGAIN: u64 = 8;
const ASK_AGAIN: u64 = 2;

impl Live {
    /// A socket asks for something.
    pub(super) async fn ask(&mut self, socket: u64, seat: Option<Seat>, ask: Ask) {
        let asked = match self.seat_of(socket, seat.or_else(|| self.last_seat_of(socket, ask))) {
            Ok(seat) => self.ask_for(seat, ask).await,
            Err(rejection) => Err(No::Rejected(rejection)),
        };
        let Some(watcher) = self.watcher(socket) else {
            return self.refuse_stranger(socket);
        };
        let id = self.room.id.clone();
        match asked {
            Ok(()) => {}
            Err(No::Rejected(rejection)) => {
                watcher.outbox.send(&ToClient::Rejected {
                    id,
                    key: None,
                    rejection,
                });
            }
            Err(No::Failed(failure)) => {
                let problem = failure.problem;
                watcher.outbox.send(&ToClient::Refused {
                    id: Some(id),
                    key: None,
                    problem,
                });
            }
        }
    }

    /// Of somebody's seats the one that has moved last, which is meant where something is taken back, or put back.
    fn last_seat_of(&self, socket: u64, ask: Ask) -> Option<Seat> {
        let mine = self.room.seats_of(&self.watcher(socket)?.account.id);
        if self.is_ruleless() {
            return mine.iter().next();
        }
        let current = &self.play.as_ref()?.current;
        match ask {
            Ask::Undo => mine.iter().max_by_key(|seat| current.undo_target(*seat)),
            Ask::Redo => mine.iter().find(|seat| current.can_redo(*seat)),
            _ => None,
        }
    }

    async fn ask_for(&mut self, seat: Seat, ask: Ask) -> Result<(), No> {
        match self.room.status {
            RoomStatus::Gathering if ask == Ask::ResignSeries && self.room.is_later_game() => {
                return Ok(self.end_series(Some(seat)).await?);
            }
            RoomStatus::Gathering => return Err(not_begun().into()),
            RoomStatus::Over => {
                return Err(Rejection::new("match_over", "the match is over").into());
            }
            RoomStatus::Playing if self.is_ruleless() => {
                return match ask {
                    Ask::Abort | Ask::Resign | Ask::ResignSeries => {
                        Ok(self.abort_ruleless().await?)
                    }
                    _ => Err(self.no_play().into()),
                };
            }
            RoomStatus::Playing => {}
        }
        match ask {
            Ask::Resign => Ok(self.resign(SeatSet::one(seat)).await?),
            Ask::ResignSeries => Ok(self.concede_series(seat).await?),
            Ask::Redo => {
                let time_ms = self.hub.time.wall_ms();
                let receipt = self.change(|current| current.redo(seat, time_ms)).await?;
                self.keep_record(By::Other, None, receipt).await?;
                self.after_record();
                Ok(())
            }
            Ask::Resume => self.resume().await,
            Ask::Agree => self.agree(seat).await,
            Ask::Refuse => {
                let offer = self.offer.take().ok_or_else(nothing_asked)?;
                // Who has asked may think better of it.
                if offer.by != seat && !offer.needs.contains(seat) {
                    self.offer = Some(offer);
                    return Err(nothing_asked().into());
                }
                self.keep_offer().await;
                self.tell_status();
                Ok(())
            }
            Ask::Draw | Ask::Abort | Ask::Undo | Ask::Pause => self.offer(seat, ask).await,
        }
    }

    /// Asks the others, or does it if nobody has to agree.
    async fn offer(&mut self, seat: Seat, ask: Ask) -> Result<(), No> {
        if let Some(offer) = &self.offer {
            // Two who want the same agree.
            return match offer.ask == ask && offer.needs.contains(seat) {
                true => self.agree(seat).await,
                false => {
                    Err(Rejection::new("open_offer", "there is an open question already").into())
                }
            };
        }
        let needs = self.needs(seat, ask)?;
        let offer = Offer {
            by: seat,
            ask,
            needs,
        };
        match needs.is_empty() {
            true => self.agreed(&offer).await,
            false => {
                self.check_asked(seat, ask)?;
                self.offer = Some(offer);
                self.keep_offer().await;
                self.tell_status();
                Ok(())
            }
        }
    }

    /// Lets a seat ask, unless it has asked for the same a short while ago.
    fn check_asked(&mut self, by: Seat, ask: Ask) -> Result<(), Rejection> {
        let play = self.play.as_ref().ok_or_else(not_begun)?;
        let version = play.current.version();
        let pause = match ask {
            Ask::Draw => DRAW_AGAIN,
            _ => ASK_AGAIN,
        };
        let same = |asked: &&Asked| asked.by == by && asked.ask == ask;
        let latest = self.asked.iter().find(same).map(|asked| asked.version);
        if let Some(from) = latest.map(|latest| latest + pause)
            && version < from
        {
            let text = "you asked for this already; moves until you can ask again: {moves}";
            return Err(Rejection::new("asked_before", text).with("moves", from - version));
        }
        self.asked.retain(|asked| !same(&asked));
        self.asked.push(Asked { by, ask, version });
        Ok(())
    }

    /// Who has to agree. Bots always do, and nobody agrees with themselves.
    fn needs(&self, seat: Seat, ask: Ask) -> Result<SeatSet, Rejection> {
        let play = self.play.as_ref().ok_or_else(not_begun)?;
        let humans = self.room.humans();
        let owner = self.room.seats[seat.index()]
            .account()
            .map(|owner| owner.id.clone());
        let own = owner
            .map(|owner| self.room.seats_of(&owner))
            .unwrap_or_default();
        let others = humans.minus(own);
        match ask {
            Ask::Undo => {
                let nothing = || Rejection::new("nothing_to_undo", "there is nothing to undo");
                let to = play.current.undo_target(seat).ok_or_else(nothing)?;
                let needs = play.current.undo_needs(seat, to)?;
                Ok(needs.minus(needs.minus(others)))
            }
            Ask::Pause if play.clock.is_none() => Err(Rejection::new(
                "no_clock",
                "this match has no clock to stop",
            )),
            // Before the second move nothing is lost, unless it is played for ratings: there whoever has seen a bad hand, or a
            // strong opponent, would begin anew. In a series other games are lost with it.
            Ask::Abort
                if !self.room.rated
                    && !self.room.is_later_game()
                    && play.current.played().len() < 2 =>
            {
                Ok(SeatSet::EMPTY)
            }
            _ => Ok(others),
        }
    }

    async fn agree(&mut self, seat: Seat) -> Result<(), No> {
        let offer = self.offer.as_mut().ok_or_else(nothing_asked)?;
        if !offer.needs.contains(seat) {
            return Err(nothing_asked().into());
        }
        offer.needs = offer.needs.without(seat);
        if !offer.needs.is_empty() {
            self.keep_offer().await;
            self.tell_status();
            return Ok(());
        }
        match self.offer.take() {
            Some(offer) => {
                let done = self.agreed(&offer).await;
                self.keep_offer().await;
                done
            }
            None => Ok(()),
        }
    }

    /// Does what all have agreed on.
    async fn agreed(&mut self, offer: &Offer) -> Result<(), No> {
        let time_ms = self.hub.time.wall_ms();
        let before = self.moves();
        let receipt = match offer.ask {
            Ask::Draw => {
                self.change(|current| current.end(Ending::Draw, time_ms))
                    .await?
            }
            Ask::Abort => {
                self.change(|current| current.end(Ending::Abort, time_ms))
                    .await?
            }
            Ask::Undo => {
                let seat = offer.by;
                let undo = move |current: &mut dyn parlor_core::AnyMatch| {
                    let nothing = || Rejection::new("nothing_to_undo", "there is nothing to undo");
                    let to = current.undo_target(seat).ok_or_else(nothing)?;
                    let needs = current.undo_needs(seat, to)?;
                    current.undo(Undo {
                        time_ms,
                        ..Undo::new(seat, to).consent(needs)
                    })
                };
                self.change(undo).await?
            }
            Ask::Pause => return self.pause(offer.by).await,
            _ => return Ok(()),
        };
        let after = self.moves();
        let fewer = |seat: &Seat| {
            let count = |moves: &[Seat]| moves.iter().filter(|one| *one == seat).count();
            count(&after) < count(&before)
        };
        let taken_back: SeatSet = before.iter().copied().filter(fewer).collect();
        self.keep_record(By::Undo(taken_back), None, receipt)
            .await?;
        self.after_record();
        self.tell_status();
        Ok(())
    }

    /// Who has made the moves that are in effect.
    fn moves(&self) -> Vec<Seat> {
        let played = self.play.as_ref().map(|play| play.current.played());
        let played = played.unwrap_or_default().into_iter();
        played.map(|played| played.seat).collect()
    }

    /// Keeps what is asked, for as long as the match stays where it is: those who are asked may come days later.
    async fn keep_offer(&mut self) {
        let version = self.play.as_ref().map(|play| play.current.version());
        let kept = KeptOffer {
            version: version.unwrap_or_default(),
            offer: self.offer.clone(),
            asked: self.asked.clone(),
        };
        let text = serde_json::to_string(&kept).unwrap_or_default();
        let put = Put::new("offer", &self.room.id, text).anyway();
        if let Err(error) = self.hub.store.put(vec![put]).await {
            tracing::warn!(room = self.room.id, %error, "an offer was not kept");
        }
    }

    /// What was asked before the room fell asleep, if the match is still where it was.
    pub(super) async fn read_offer(&mut self) -> Result<(), Failure> {
        self.offer = None;
        let Some(found) = self.hub.store.get("offer", &self.room.id).await? else {
            return Ok(());
        };
        let version = self.play.as_ref().map(|play| play.current.version());
        let kept: Option<KeptOffer> = serde_json::from_str(&found.text).ok();
        if let Some(kept) = &kept {
            self.asked = kept.asked.clone();
        }
        let here = kept.filter(|kept| Some(kept.version) == version);
        self.offer = here.and_then(|kept| kept.offer);
        Ok(())
    }

    async fn pause(&mut self, by: Seat) -> Result<(), No> {
        let now_ms = self.hub.time.server_ms();
        self.set_clock(|clock| clock.pause(by, now_ms)).await
    }

    async fn resume(&mut self) -> Result<(), No> {
        let now_ms = self.hub.time.server_ms();
        self.set_clock(|clock| clock.resume(now_ms)).await?;
        self.wake_bots();
        Ok(())
    }

    /// Changes the clock, and keeps it.
    async fn set_clock(&mut self, set: impl FnOnce(&mut crate::clock::Clock)) -> Result<(), No> {
        let play = self.play.as_mut().ok_or_else(not_begun)?;
        let no_clock = || Rejection::new("no_clock", "this match has no clock to stop");
        let clock = play.clock.as_mut().ok_or_else(no_clock)?;
        set(clock);
        let kept = self.hub.store.note(&self.room.match_id, note(clock)).await;
        if let Err(error) = kept {
            self.lose_track();
            return Err(No::Failed(Failure::from(error)));
        }
        self.tell_status();
        Ok(())
    }
}

fn nothing_asked() -> Rejection {
    Rejection::new("nothing_asked", "nobody has asked you for anything")
}
