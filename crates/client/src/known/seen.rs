//! A match as a client sees it: the latest view of each viewer, kept up to date by patches.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use parlor_core::{Entropy, Patch, View, Viewer};
use parlor_protocol::{ChatLine, ClockShown, Role, RoomStatus, Status, Table, ToServer};

/// A match as a client sees it.
#[derive(Default)]
pub(crate) struct Seen {
    pub role: Option<Role>,
    /// The code of the room, where it is needed.
    pub code: Option<String>,
    /// The version and view of each viewer. They may differ where a connection breaks in between.
    pub views: BTreeMap<Viewer, (u64, Arc<View>)>,
    pub status: Option<Status>,
    /// When the clocks were heard.
    pub clock_at: Option<Instant>,
    pub chat: Vec<ChatLine>,
    /// Whether the match is to come as a whole, and patches are of no use until then.
    pub waits_for_table: bool,
    /// What is added to the seed of the match, if anything is.
    pub entropy: Option<Contributed>,
}

/// What a client adds to the seed of a match.
#[derive(Clone)]
pub(crate) struct Contributed {
    pub entropy: Entropy,
    /// What the server had committed to when it was told. It is told once: to a server that commits to something else
    /// afterwards it would be no secret any more.
    pub heard: Option<String>,
}

/// So many lines of chat are kept.
const MOST_LINES: usize = 200;

/// A patch does not fit what is known.
pub(crate) struct Misfit;

impl Seen {
    /// The version that all viewers have seen.
    pub fn version(&self) -> Option<u64> {
        self.views.values().map(|(version, _)| *version).min()
    }

    /// What asks for this match from here on.
    pub fn subscription(&self, id: &str) -> ToServer {
        ToServer::Subscribe {
            id: id.into(),
            after: self.version().filter(|_| !self.waits_for_table),
            role: self.role,
            code: self.code.clone(),
            commitment: (self.entropy.as_ref())
                .filter(|contributed| contributed.heard.is_none())
                .map(|contributed| contributed.entropy.commitment()),
        }
    }

    /// Whether somebody has left while the match was about to begin: what was told is no secret any more, and something new is
    /// committed to.
    pub fn begins_anew(&mut self) -> bool {
        let gathers = (self.status.as_ref()).is_some_and(|status| {
            status.room.status == RoomStatus::Gathering && status.dealing.is_none()
        });
        let told = |own: &&mut Contributed| own.heard.is_some();
        match self.entropy.as_mut().filter(told) {
            Some(own) if gathers => {
                *own = Contributed {
                    entropy: crate::entropy(),
                    heard: None,
                };
                true
            }
            _ => false,
        }
    }

    /// What to say if the match is about to begin and waits for this account's entropy.
    pub fn tells_entropy(&mut self, id: &str, account: &str) -> Option<ToServer> {
        let dealing = self.status.as_ref()?.dealing.as_ref()?;
        let own = self.entropy.as_mut()?;
        let waits = dealing.waits_for.iter().any(|other| other == account);
        if !waits || own.heard.is_some() {
            return None;
        }
        own.heard = Some(dealing.commitment.clone());
        Some(ToServer::Entropy {
            id: id.into(),
            entropy: own.entropy,
        })
    }

    /// Takes a match as a whole.
    pub fn set(&mut self, table: Table, now: Instant) {
        let Table {
            version,
            views,
            chat,
            status,
            ..
        } = table;
        let views = views
            .into_iter()
            .map(|shown| (shown.viewer, (version, Arc::new(shown.view))));
        self.views = views.collect();
        self.chat = chat;
        self.status = Some(status);
        self.clock_at = Some(now);
        self.waits_for_table = false;
    }

    /// Takes a line of chat.
    pub fn say(&mut self, line: ChatLine) {
        if self.chat.len() >= MOST_LINES {
            self.chat.remove(0);
        }
        self.chat.push(line);
    }

    /// Takes a patch. Says whether it brought something new: after a break things may come twice.
    pub fn update(&mut self, viewer: Viewer, version: u64, patch: &Patch) -> Result<bool, Misfit> {
        if self.waits_for_table {
            return Ok(false);
        }
        let patched = match self.views.get(&viewer) {
            Some((seen, _)) if *seen >= version => return Ok(false),
            Some((seen, view)) if seen.checked_add(1) == Some(version) => patch.apply(view).ok(),
            _ => None,
        };
        match patched {
            Some(view) => {
                self.views.insert(viewer, (version, Arc::new(view)));
                Ok(true)
            }
            None => {
                self.waits_for_table = true;
                Err(Misfit)
            }
        }
    }

    /// The clocks as they are now.
    pub fn clock(&self, now: Instant) -> Option<ClockShown> {
        let mut clock = self.status.as_ref()?.clock.clone()?;
        if !clock.paused {
            let since = now.saturating_duration_since(self.clock_at?).as_millis() as u64;
            for seat in clock.running.iter() {
                if let Some(remaining) = clock.remaining_ms.get_mut(seat.index()) {
                    *remaining = remaining.saturating_sub(since);
                }
            }
        }
        Some(clock)
    }
}
