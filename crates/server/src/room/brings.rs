//! What the seats of a room bring to its match.

use std::collections::BTreeMap;
use std::fmt;

use parlor_core::{AnyGame, Seat, Setup, SetupError};
use parlor_protocol::{Bring, RoomStatus};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::RoomState;
use crate::failure::Failure;

/// What each seat brings, by its id. It is never printed, and nobody is sent it.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Brings(Vec<BTreeMap<String, Value>>);

impl fmt::Debug for Brings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Brings(…)")
    }
}

impl Brings {
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(BTreeMap::is_empty)
    }

    /// Somebody else has the seat now, who has said nothing.
    pub fn forget(&mut self, seat: Seat) {
        if let Some(brings) = self.0.get_mut(seat.index()) {
            brings.clear();
        }
    }

    /// The same when each seat has moved on by one.
    pub fn moved_on(&self, seats: usize) -> Brings {
        let mut brings = self.0.clone();
        brings.resize(seats, BTreeMap::new());
        brings.rotate_left(1);
        Brings(brings)
    }

    fn set(&mut self, seat: Seat, bring: &str, value: Value) {
        if self.0.len() <= seat.index() {
            self.0.resize(seat.index() + 1, BTreeMap::new());
        }
        self.0[seat.index()].insert(bring.into(), value);
    }

    fn each(&self) -> impl Iterator<Item = (Seat, &String, &Value)> {
        let seats = (0..).map(Seat).zip(&self.0);
        seats.flat_map(|(seat, brings)| brings.iter().map(move |(id, value)| (seat, id, value)))
    }
}

impl RoomState {
    /// Somebody at this seat brings these. All that is wrong with them is said at once, and then nothing changes.
    pub fn bring(
        &mut self,
        game: &dyn AnyGame,
        seat: Seat,
        wishes: &BTreeMap<String, Bring>,
    ) -> Result<(), Failure> {
        if wishes.is_empty() {
            return Ok(());
        }
        if self.status != RoomStatus::Gathering {
            return Err(Failure::conflict("begun", "the match has begun"));
        }
        let mut brings = self.brings.clone();
        for (id, wish) in wishes {
            let value = match wish {
                Bring::Value(value) => value.clone(),
                Bring::Preset(name) => preset(game, id, name)?,
            };
            brings.set(seat, id, value);
        }
        let mut setup = self.bare_setup(game)?;
        for (_, id, value) in brings.each().filter(|(other, ..)| *other == seat) {
            setup = setup.bring(seat, id, value.clone())?;
        }
        let faults = game.faults(&setup).into_iter();
        let faults: Vec<_> = faults.filter(|fault| fault.seat == seat).collect();
        if !faults.is_empty() {
            return Err(SetupError::Brings(faults).into());
        }
        self.brings = brings;
        Ok(())
    }

    fn bare_setup(&self, game: &dyn AnyGame) -> Result<Setup, SetupError> {
        Setup::new(game.info(), self.seats.len())?.options(self.options.clone())
    }

    /// What was agreed on, with what the seats bring.
    pub fn setup(&self, game: &dyn AnyGame) -> Result<Setup, Failure> {
        let mut setup = self.bare_setup(game)?.named(self.names())?;
        if let Some(series) = &self.series {
            setup = setup.in_series(series.before.game(&*series.id))?;
        }
        for (seat, id, value) in self.brings.each() {
            let brought = setup.bring(seat, id, value.clone());
            setup = brought.map_err(|_| self.no_longer_fits(seat))?;
        }
        // Whoever begins the match is told whose it is, and not what.
        match game.faults(&setup).first() {
            Some(fault) => Err(self.no_longer_fits(fault.seat)),
            None => Ok(setup),
        }
    }

    fn no_longer_fits(&self, seat: Seat) -> Failure {
        let name = self.seats.get(seat.index()).map(|player| player.name());
        let text = format!(
            "what {} brings does not fit the rules",
            name.unwrap_or_default()
        );
        Failure::conflict("bring_does_not_fit", text).hint("bring something else")
    }
}

fn preset(game: &dyn AnyGame, id: &str, name: &str) -> Result<Value, Failure> {
    let spec = game.info().brings.iter().find(|spec| spec.id == id);
    // What nobody brings is refused in a moment, with what there is.
    let Some(spec) = spec else {
        return Ok(Value::Null);
    };
    match spec.find_preset(name) {
        Some(preset) => Ok(preset.value.clone()),
        None => {
            let known: Vec<&str> = spec.presets.iter().map(|preset| &*preset.id).collect();
            let text = format!("there is no ready-made {id} called '{name}'");
            let failure = Failure::bad("no_such_preset", text);
            Err(failure.hint(format!("there are: {}", known.join(", "))))
        }
    }
}
