//! What is new at a table besides moves: who has come and gone, what is asked, whether the clocks run.

use parlor_protocol::{Account, Player, Room, RoomStatus, Status};

use super::words;

/// What was known before, and to whom it is told.
pub struct Before<'a> {
    /// The room.
    pub room: &'a Room,
    /// All else, if there was anything yet.
    pub status: Option<&'a Status>,
    /// Who hears it.
    pub me: &'a Account,
    /// How to answer what somebody asks for.
    pub answers: &'a str,
    /// How to end a pause.
    pub resumes: &'a str,
}

/// That the match is paused, by whom, and how it goes on for whoever plays; nothing while it is not.
pub fn pause(status: &Status, me: &Account, resumes: &str) -> Option<String> {
    let clock = status.clock.as_ref().filter(|clock| clock.paused)?;
    let player = |seat: parlor_core::Seat| status.room.seats.get(seat.index());
    let paused = match clock.paused_by.and_then(player) {
        Some(by) if by.account() == Some(me) => "You paused the match.".into(),
        Some(by) => format!("{} paused the match.", by.name()),
        None => "The match is paused.".into(),
    };
    let plays = (status.room.seats.iter()).any(|player| player.account() == Some(me));
    Some(match plays {
        true => format!("{paused} {resumes}"),
        false => paused,
    })
}

/// What has changed, in words.
pub fn changes(before: &Before<'_>, now: &Status) -> Vec<String> {
    let Before {
        room: before_room,
        status: before,
        me,
        answers,
        resumes,
    } = *before;
    let mut lines = Vec::new();
    let name = |account: &str| {
        let found = (now.room.seats.iter())
            .find(|player| player.account().is_some_and(|other| other.id == account));
        found.map(Player::name).unwrap_or_default()
    };
    let gathering = now.room.status == RoomStatus::Gathering;
    for (before, player) in before_room.seats.iter().zip(&now.room.seats) {
        match (before, player) {
            (Player::Open, Player::Human { account, .. }) if account.id != me.id => {
                lines.push(format!("{} has come.", player.name()));
            }
            (Player::Human { .. }, Player::Open) => {
                lines.push(format!("{} has left.", before.name()));
            }
            (Player::Human { .. }, Player::Bot { .. }) => {
                lines.push(format!("{} has left; a bot plays on.", before.name()));
            }
            _ => {}
        }
    }
    let open = (now.room.seats.iter()).filter(|player| **player == Player::Open);
    let missing = open.count();
    if gathering && missing > 0 && (before.is_none() || !lines.is_empty()) {
        lines.push(match missing {
            1 => "Waiting for one more player.".into(),
            more => format!("Waiting for {more} more players."),
        });
    }
    for here in now
        .here
        .iter()
        .filter(|here| here.account != me.id && !gathering)
    {
        let was = before.and_then(|before| {
            let same = before.here.iter().find(|was| was.account == here.account);
            same.map(|was| was.away)
        });
        match (was, here.away) {
            (Some(false), true) => lines.push(format!("{} is away.", name(&here.account))),
            (Some(true), false) => lines.push(format!("{} is here.", name(&here.account))),
            _ => {}
        }
    }
    let offer = now.offer.as_ref();
    if offer != before.and_then(|before| before.offer.as_ref()) {
        match offer {
            Some(offer) => {
                let player = now.room.seats.get(offer.by.index());
                let mine = |player: &Player| player.account() == Some(me);
                let who = player.map(Player::name).unwrap_or_default();
                let wish = words::wish(offer.ask);
                let to_answer = (now.room.seats.iter().enumerate()).any(|(seat, player)| {
                    mine(player) && offer.needs.iter().any(|needed| needed.index() == seat)
                });
                lines.push(match to_answer {
                    true => format!("{who} {wish}: {answers}."),
                    false => format!("{who} {wish}."),
                });
            }
            None => lines.push("What was asked for is settled.".into()),
        }
    }
    let paused = |status: Option<&Status>| {
        let clock = status.and_then(|status| status.clock.as_ref());
        clock.is_some_and(|clock| clock.paused)
    };
    match paused(before) {
        false => lines.extend(pause(now, me, resumes)),
        true if !paused(Some(now)) => lines.push("The match goes on, and the clocks run.".into()),
        true => {}
    }
    let trouble = now.trouble.as_ref();
    if let Some(problem) =
        trouble.filter(|_| before.and_then(|before| before.trouble.as_ref()) != trouble)
    {
        lines.push(format!("Trouble at this table: {problem}."));
    }
    lines
}
