//! Who may look on, and who no longer may.

use parlor_protocol::{Problem, Role, ToClient};

use super::Live;
use super::watch::Watcher;

impl Live {
    /// Whether somebody may look on like this.
    pub(super) fn admit(
        &self,
        role: Role,
        account: &str,
        code: Option<&str>,
    ) -> Result<(), Problem> {
        let inside = self.room.has(account);
        let most = self.hub.config.limits.spectators_per_match;
        if role == Role::Display && !inside && !self.room.is_code(code) {
            let text = "only players, or a screen with the code, can display this room";
            return Err(Problem::new("not_yours", text));
        }
        if !self.may_look_on(role, account) {
            return Err(nobody_looks_on());
        }
        if !self
            .room
            .is_open_to(Some(account), code, self.hub.time.wall_ms())
        {
            return Err(code_needed());
        }
        let looking_on = (self.watchers.iter()).filter(|watcher| watcher.role != Role::Player);
        match role != Role::Player && !inside && looking_on.count() >= most as usize {
            true => Err(Problem::new(
                "full",
                "this room has no space for more spectators",
            )),
            false => Ok(()),
        }
    }

    /// Whether the table lets somebody look on at all.
    fn may_look_on(&self, role: Role, account: &str) -> bool {
        role == Role::Player || self.room.spectators.allowed || self.room.has(account)
    }

    /// Whether somebody may know the code. A display knows it, or it would not have been let in.
    pub(super) fn is_inside(&self, watcher: &Watcher) -> bool {
        watcher.role == Role::Display || self.room.has(&watcher.account.id)
    }

    /// Somebody who was turned away says something all the same.
    pub(super) fn refuse_stranger(&self, socket: u64) {
        let found = self.turned_away.iter().find(|(known, _)| *known == socket);
        if let Some((_, outbox)) = found {
            outbox.send(&ToClient::Refused {
                id: Some(self.room.id.clone()),
                key: None,
                problem: Problem::new("not_subscribed", "you do not follow this match"),
            });
        }
    }

    /// Who has left a table at which nobody may look on sees no more of it.
    pub(super) fn turn_away(&mut self) {
        let may = |watcher: &&Watcher| self.may_look_on(watcher.role, &watcher.account.id);
        let gone = self.watchers.iter().filter(|watcher| !may(watcher));
        let gone: Vec<u64> = gone.map(|watcher| watcher.socket).collect();
        for socket in gone {
            let at = (self.watchers.iter()).position(|watcher| watcher.socket == socket);
            let Some(watcher) = at.map(|at| self.watchers.swap_remove(at)) else {
                continue;
            };
            watcher.outbox.send(&ToClient::Refused {
                id: Some(self.room.id.clone()),
                key: None,
                problem: nobody_looks_on(),
            });
            self.turned_away.push((watcher.socket, watcher.outbox));
        }
    }
}

/// Why a room is closed to whoever does not know its code.
pub(crate) fn code_needed() -> Problem {
    Problem::new("code_needed", "this room is entered by its code")
        .hint("ask somebody at the table for it")
}

fn nobody_looks_on() -> Problem {
    Problem::new("no_spectators", "this table does not allow spectators")
}
