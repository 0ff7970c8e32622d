//! Matches looked back at: read from the store beside the room that plays them, on a thread that may take its time.

use std::net::IpAddr;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use parlor_bots::{Analysis, AnalysisError, Bot, Effort, Method, Spec, Stopper, analyze};
use parlor_core::{AnyGame, AnyMatch, Header, LoadError, Patch, Viewer};
use parlor_protocol::{Advice, Checked, History, Inside, LegalCommand, Step};
use parlor_store::{Put, StoreError};

use crate::failure::Failure;
use crate::fair::Work;
use crate::hub::Hub;
use crate::ids;
use crate::limits::address_key;
use crate::queue::{Full, Turn};
use crate::room::RoomState;

/// A page of a history has so many versions at most, and if nobody says how many.
pub(crate) const MOST_STEPS: u64 = 500;
/// So long a bot thinks about all moves of a match together, and about each at least.
const THINK_MS: u64 = 4000;
const LEAST_THINK_MS: u64 = 4;
/// So much of a match is read in a millisecond, at least.
const BYTES_PER_MS: usize = 10_000;
/// Whoever wants more than this waits until others have seen what they want to see.
const LONG_MS: u32 = 1000;
/// Whoever has asked for too much may ask again after so long.
const RETRY_MS: u64 = 2000;
/// After so long an analysis ends where it is.
const LONGEST: Duration = Duration::from_secs(20);

/// Somebody who looks back at a match, and about how long that takes.
#[derive(Clone)]
pub(crate) struct Reader {
    pub account: String,
    pub address: IpAddr,
    /// How long it takes besides reading the match, in milliseconds.
    pub cost_ms: u32,
}

impl Reader {
    fn work(&self, text: &str) -> Work {
        let reading_ms = 10 + (text.len() / BYTES_PER_MS) as u32;
        Work {
            address: Some(address_key(self.address)),
            account: self.account.clone(),
            cost_ms: self.cost_ms.saturating_add(reading_ms),
            // What takes so long leaves a place to those who only want to see.
            patient: self.cost_ms > LONG_MS,
        }
    }
}

/// Has somebody look back at the match of a room.
pub(crate) async fn look_back<T: Send + 'static>(
    hub: &Arc<Hub>,
    by: Reader,
    room: &RoomState,
    look: impl FnOnce(&dyn AnyMatch) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let stored = match hub.store.read(&room.match_id, 0).await {
        // A room in which nobody has ever played.
        Err(StoreError::NoMatch(_)) => {
            return Err(Failure::conflict("not_begun", "the match has not begun"));
        }
        stored => stored?,
    };
    let text = stored.text();
    let unreadable = |_| rules_changed();
    let header = Header::read(&text).map_err(unreadable)?;
    let game = hub.rules_of(&header).await?.ok_or_else(rules_changed)?;
    aside(hub, by, game, text, unreadable, look).await
}

fn rules_changed() -> Failure {
    let text = "the rules of this game have changed since this match was played";
    Failure::conflict("rules_changed", text)
}

/// Has somebody look at a match that they have as a file.
pub(crate) async fn look_at_file<T: Send + 'static>(
    hub: &Arc<Hub>,
    by: Reader,
    text: String,
    look: impl FnOnce(&dyn AnyMatch) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let bad = |error: LoadError| Failure::bad("bad_match", error.to_string());
    let header = Header::read(&text).map_err(bad)?;
    let game = match hub.rules_of(&header).await? {
        Some(game) => game,
        None => hub.game(&header.game)?,
    };
    aside(hub, by, game, text, bad, look).await
}

/// Reads a match and looks at it, where that keeps nobody waiting: one look at a time for everybody.
async fn aside<T: Send + 'static>(
    hub: &Arc<Hub>,
    by: Reader,
    game: Arc<dyn AnyGame>,
    text: String,
    unreadable: impl FnOnce(LoadError) -> Failure + Send + 'static,
    look: impl FnOnce(&dyn AnyMatch) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let turn = turn(hub, by.work(&text)).await?;
    let looked = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let looked = catch_unwind(AssertUnwindSafe(|| {
            let current = game.load(&text).map_err(unreadable)?;
            look(&*current)
        }));
        looked.unwrap_or_else(|_| Err(Failure::internal()))
    });
    looked.await.map_err(|_| Failure::internal())?
}

async fn turn(hub: &Hub, work: Work) -> Result<Turn, Failure> {
    let turn = hub.readers.turn(work).await;
    turn.map_err(|Full| {
        Failure::too_many(
            "you are reviewing too many matches at once: try again in a moment",
            RETRY_MS,
        )
    })
}

/// A part of a history: what came after a version, so many versions at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    pub after: u64,
    pub limit: u64,
}

/// A page of a match as one viewer has seen it.
pub(crate) fn history(
    current: &dyn AnyMatch,
    viewer: Viewer,
    page: Page,
) -> Result<History, Failure> {
    let latest = current.version();
    let version = page.after;
    let end = latest.min(version.saturating_add(page.limit));
    let view_at = |version| current.view_at(version, viewer).ok_or_else(no_version);
    let view = view_at(version)?;
    let mut before = view.clone();
    let mut steps = Vec::new();
    for version in version + 1..=end {
        let now = view_at(version)?;
        steps.push(Step {
            version,
            patch: Patch::between(&before, &now),
            told: current.told(version, viewer),
        });
        before = now;
    }
    Ok(History {
        game: current.info().id.clone(),
        game_name: current.info().name.clone(),
        seats: current.header().seats.clone(),
        viewer,
        version,
        view,
        steps,
        next: (end < latest).then_some(end),
        checked: None,
    })
}

fn no_version() -> Failure {
    Failure::bad("no_such_version", "the match has no such version")
}

/// Whether a match is what it claims to be.
pub(crate) fn checked(current: &dyn AnyMatch) -> Checked {
    let (sound, text) = match current.verify() {
        Ok(proof) if proof.drawn == 0 => {
            let text = "every record follows from the rules; no chance was drawn";
            (true, text.to_string())
        }
        Ok(proof) => {
            let text = format!(
                "every record follows from the rules, and {} of {} words of chance from the seed that was committed to",
                proof.proved, proof.drawn
            );
            (true, text)
        }
        Err(error) => (false, error.to_string()),
    };
    Checked {
        sound,
        version: current.version(),
        hash: current.hash(),
        text,
    }
}

/// The text of a match of its own from a version on.
pub(crate) fn forked(
    current: &dyn AnyMatch,
    version: u64,
    time_ms: u64,
) -> Result<String, Failure> {
    let seed = parlor_core::Seed::Secret(ids::random()?);
    let fork = current.fork(version, seed, time_ms);
    let fork = fork.map_err(|error| Failure::bad("no_such_version", error.to_string()))?;
    if fork.outcome().is_some() {
        let text = "at this version the match is over";
        return Err(Failure::conflict("over_there", text).hint("choose an earlier one"));
    }
    Ok(fork.save())
}

/// What a bot thinks of every move of a match. Once it is found, it is kept.
pub(crate) async fn analysis(
    hub: &Arc<Hub>,
    by: &Reader,
    room: &RoomState,
) -> Result<String, Failure> {
    if let Some(kept) = hub.store.get("analysis", &room.match_id).await? {
        return Ok(kept.text);
    }
    // Of those who ask for the same one, one waits for its turn, and the others for what it finds.
    let alone = hub.thought_about(&room.match_id);
    let _alone = alone.lock().await;
    if let Some(kept) = hub.store.get("analysis", &room.match_id).await? {
        return Ok(kept.text);
    }
    let by = Reader {
        cost_ms: THINK_MS as u32,
        ..by.clone()
    };
    let found = look_back(hub, by, room, |current| {
        let moves = current.played().len() as u64;
        let think_ms = (THINK_MS / moves.max(1)).max(LEAST_THINK_MS);
        let effort = Effort {
            threads: Some(1),
            ..Effort::time(Duration::from_millis(think_ms))
        };
        judged(current, &Spec::new(Method::Auto, effort))
    });
    let text = serde_json::to_string(&found.await?).map_err(|_| Failure::internal())?;
    let put = Put::new("analysis", &room.match_id, &*text).anyway();
    hub.store.put(vec![put]).await?;
    Ok(text)
}

fn judged(current: &dyn AnyMatch, spec: &Spec) -> Result<Analysis, Failure> {
    let stopper = Stopper::default();
    let begun = std::time::Instant::now();
    let found = analyze(current, spec, 0, &stopper, &mut |_, _| {
        if begun.elapsed() > LONGEST {
            stopper.stop();
        }
    });
    found.map_err(|error| match error {
        AnalysisError::NoThreads => Failure::unavailable(),
        error => Failure::conflict("cannot_judge", error.to_string()),
    })
}

/// What a bot would play for whoever is to act.
pub(crate) fn advice(current: &dyn AnyMatch, spec: Spec) -> Result<Advice, Failure> {
    let seat = current.to_act().iter().next();
    let seat = seat.ok_or_else(|| Failure::conflict("nobody_acts", "nobody is to act"))?;
    let no_way = || Failure::conflict("cannot_think", "no bot can think about this fairly");
    let rehearsal = current.rehearse(seat).ok_or_else(no_way)?;
    let thought = Bot::new(spec, current.version()).think(rehearsal);
    let thought = thought.map_err(|error| Failure::conflict("cannot_think", error.to_string()))?;
    let actions = current.view(Viewer::Seat(seat)).actions;
    let named = actions
        .iter()
        .find(|action| action.command == thought.command);
    Ok(Advice {
        seat,
        text: named.map_or_else(
            || thought.command.to_string(),
            |action| action.text.to_string(),
        ),
        label: named.and_then(|action| action.label.clone()),
        command: thought.command,
    })
}

/// A version of a match with all that is behind it.
pub(crate) fn inside(current: &dyn AnyMatch, version: Option<u64>) -> Result<Inside, Failure> {
    let latest = current.version();
    let version = version.unwrap_or(latest);
    let referee = current.view_at(version, Viewer::Referee);
    let to_act = referee.ok_or_else(no_version)?.to_act;
    let mut legal = Vec::new();
    for seat in to_act.iter() {
        let view = current.view_at(version, Viewer::Seat(seat));
        let actions = view.map(|view| view.actions).unwrap_or_default();
        legal.extend(actions.into_iter().map(|action| LegalCommand {
            seat,
            command: action.command,
            text: action.text.to_string(),
        }));
    }
    let seed = current.seed().map(serde_json::to_value);
    Ok(Inside {
        version,
        latest,
        seed: seed.and_then(Result::ok).map(|seed| match seed {
            serde_json::Value::String(text) => text,
            number => number.to_string(),
        }),
        state: current.state_at(version).unwrap_or_default(),
        events: current.events(version),
        to_act: to_act.iter().collect(),
        legal,
    })
}
