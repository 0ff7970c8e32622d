//! Getting into a room: making one, joining one, or going back to one.

use std::collections::BTreeMap;
use std::io::{self, Write};

use anyhow::Result;
use parlor_client::Api;
use parlor_core::OptionValue;
use parlor_protocol::{Account, Bring, Join, NewRoom, Room, RoomStatus, Visibility};

use super::{OnlineArgs, Told, failure};
use crate::brings;
use crate::failure::{Failure, printable};
use crate::qr::qr;

/// Which room.
pub enum Wish {
    /// A new one.
    New(Box<NewRoom>),
    /// The one with this code or id.
    Join(String, BTreeMap<String, Bring>),
    /// The same, to look on.
    Look(String),
    /// The latest of this game that is not over.
    Resume(String),
}

impl Wish {
    /// What the command line wishes.
    pub fn new(args: &OnlineArgs, told: Told) -> Result<Wish> {
        if let Some(code) = &args.join {
            // A link ends with the code.
            let code = code.trim_end_matches('/').rsplit('/').next();
            let code = code.unwrap_or_default().trim().to_string();
            return Ok(match args.spectate {
                true => Wish::Look(code),
                false => Wish::Join(code, brings::wishes(&told.brings)?),
            });
        }
        let game = told
            .game
            .ok_or_else(|| Failure::usage("which game? say its id, or --join CODE"))?;
        if told.resume {
            return Ok(Wish::Resume(game));
        }
        let mut options = BTreeMap::new();
        for option in &told.options {
            let Some((name, value)) = option.split_once('=') else {
                let text = format!("'{option}' is no option: write it as name=value");
                return Err(Failure::usage(text).into());
            };
            options.insert(name.trim().into(), OptionValue::from(value.trim()));
        }
        let usual = NewRoom::of(game);
        let visibility = match args.public {
            true => Visibility::Public,
            false => Visibility::ByCode,
        };
        Ok(Wish::New(Box::new(NewRoom {
            options,
            brings: brings::wishes(&told.brings)?,
            seats: told.seats,
            visibility,
            clock: args.clock.clone().unwrap_or(usual.clock.clone()),
            rated: args.rated,
            seed: told.seed,
            series: told.series,
            ..usual
        })))
    }
}

/// Gets into it.
pub async fn enter(api: &Api, wish: &Wish, me: &Account, commitment: &str) -> Result<Room> {
    match wish {
        Wish::New(room) => {
            let mut room = (**room).clone();
            // A match that is to be repeated draws from its seed alone.
            room.commitment = room.seed.is_none().then(|| commitment.into());
            api.create_room(&room).await.map_err(failure)
        }
        Wish::Look(code) => api.room(code).await.map_err(failure),
        Wish::Join(code, brings) => {
            let room = api.room(code).await.map_err(failure)?;
            let mine = |account: &Account| account.id == me.id;
            if room
                .seats
                .iter()
                .filter_map(|seat| seat.account())
                .any(mine)
            {
                return Ok(room);
            }
            let join = Join {
                code: Some(code.clone()),
                brings: brings.clone(),
                commitment: Some(commitment.into()),
                ..Join::default()
            };
            api.join(&room.id, &join).await.map_err(failure)
        }
        Wish::Resume(game) => {
            let rooms = api.mine().await.map_err(failure)?;
            let wanted = |room: &Room| room.game == *game && room.status != RoomStatus::Over;
            let latest = rooms.into_iter().filter(wanted);
            latest.max_by_key(|room| room.created_ms).ok_or_else(|| {
                let text = format!("you have no unfinished match of {game} there");
                let hint = "omit --resume to make a room, or join one with --join CODE";
                Failure::failed(text).hint(hint).into()
            })
        }
    }
}

/// Whether the match has not begun.
pub async fn is_gathering(api: &Api, id: &str) -> bool {
    let room = api.room(id).await;
    room.is_ok_and(|room| room.status == RoomStatus::Gathering)
}

/// Says how others get in.
pub fn invite(room: &Room, server: &str, out: &mut dyn Write) -> io::Result<()> {
    if let Some(code) = &room.code {
        let code = printable(code);
        writeln!(
            out,
            "Room {code}. Others join with: parlor play --server {server} --join {code}"
        )?;
    }
    if let Some(link) = &room.link {
        writeln!(out, "Or in a browser: {}", printable(link))?;
        write!(out, "{}", qr(link))?;
    }
    Ok(())
}
