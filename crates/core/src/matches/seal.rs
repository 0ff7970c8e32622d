//! What seats bring, in a header: open, or as a salted hash that is opened at the end.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::{LoadProblem, SetupError};
use crate::brings::canonical;
use crate::{BringFault, Game, Message, Seat, Seed, Setup};

/// What a seat brings, as the header of a match says it.
///
/// ```
/// use parlor_core::Declared;
/// let open = Declared::Open(serde_json::json!("mage"));
/// assert_eq!(serde_json::to_string(&open).unwrap(), r#"{"open":"mage"}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Declared {
    /// Everybody may know it.
    Open(Json),
    /// The commitment to a secret: see [`Opened::seal`].
    Sealed(String),
}

/// A secret that a seat brought, and the salt without which its commitment could be found by trying decks.
///
/// It stands in the host's own file beside the seed, and in the file that others get once the match is over.
///
/// ```
/// use parlor_core::{Opened, Seat};
/// let deck = Opened { salt: "00ff".into(), value: serde_json::json!(["ox", "spark"]) };
/// let seal = deck.seal(Seat(1), "deck");
/// assert_eq!(seal.len(), 64);
/// assert_ne!(seal, deck.seal(Seat(0), "deck"));
/// assert!(!format!("{deck:?}").contains("spark"));
/// ```
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    /// The salt, as text.
    pub salt: String,
    /// What the seat brought.
    pub value: Json,
}

impl Opened {
    /// The commitment: a BLAKE3 hash of salt, seat, id and value.
    pub fn seal(&self, seat: Seat, bring: &str) -> String {
        let mut hasher = blake3::Hasher::new_derive_key("parlor 2026 what a seat brings");
        let value = canonical(&self.value);
        for part in [
            self.salt.as_bytes(),
            &[seat.0],
            bring.as_bytes(),
            value.as_bytes(),
        ] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        hasher.finalize().to_hex().to_string()
    }
}

/// It is a secret: it does not print itself.
impl std::fmt::Debug for Opened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Opened(…)")
    }
}

/// What seats bring by its id, one entry for each seat; empty where the game declares nothing of the kind.
pub(super) type BySeat<T> = Vec<BTreeMap<String, T>>;

/// What a set-up's seats bring: as the header says it, and what opens the secrets. The salts come from the seed.
pub(super) fn declare(setup: &Setup, seed: &Seed) -> (BySeat<Declared>, BySeat<Opened>) {
    let mut declared = BySeat::new();
    let mut opened = BySeat::new();
    if setup.bring_specs().is_empty() {
        return (declared, opened);
    }
    for seat in Seat::all(setup.seats()) {
        let (mut header, mut secrets) = (BTreeMap::new(), BTreeMap::new());
        for spec in setup.bring_specs() {
            let value = setup.of(seat, &spec.id).clone();
            if spec.secret {
                let salt = seed.salt(seat, &spec.id);
                let secret = Opened { salt, value };
                let sealed = Declared::Sealed(secret.seal(seat, &spec.id));
                header.insert(spec.id.clone(), sealed);
                secrets.insert(spec.id.clone(), secret);
            } else {
                header.insert(spec.id.clone(), Declared::Open(value));
            }
        }
        declared.push(header);
        opened.push(secrets);
    }
    if opened.iter().all(BTreeMap::is_empty) {
        opened.clear();
    }
    (declared, opened)
}

/// Adds to a set-up what the header says of what its seats bring, with what opens the secrets.
pub(super) fn open(
    setup: Setup,
    declared: &[BTreeMap<String, Declared>],
    opened: &[BTreeMap<String, Opened>],
) -> Result<Setup, LoadProblem> {
    if setup.bring_specs().is_empty() && declared.is_empty() && opened.is_empty() {
        return Ok(setup);
    }
    let specs: Vec<(String, bool)> = (setup.bring_specs().iter())
        .map(|spec| (spec.id.clone(), spec.secret))
        .collect();
    let nothing = BTreeMap::new();
    let mut setup = setup;
    let mut used = 0;
    for seat in Seat::all(setup.seats()) {
        let header = declared.get(seat.index()).unwrap_or(&nothing);
        let known = |id: &String| specs.iter().any(|(spec, _)| spec == id);
        if let Some(id) = header.keys().find(|id| !known(id)) {
            return Err(LoadProblem::Damaged(format!(
                "{seat} brings '{id}', which this game does not ask for"
            )));
        }
        for (id, secret) in &specs {
            let value = match (header.get(id), secret) {
                (Some(Declared::Open(value)), false) => value.clone(),
                (Some(Declared::Sealed(seal)), true) => {
                    let opening = opened.get(seat.index()).and_then(|seat| seat.get(id));
                    let bring = id.clone();
                    let Some(opening) = opening else {
                        return Err(LoadProblem::StillSealed { bring, seat });
                    };
                    if opening.seal(seat, id) != *seal {
                        return Err(LoadProblem::OtherBring { bring, seat });
                    }
                    used += 1;
                    opening.value.clone()
                }
                (Some(_), true) => {
                    return Err(LoadProblem::Damaged(format!(
                        "the {id} of {seat} is a secret, and it stands open in the header"
                    )));
                }
                (Some(_), false) => {
                    return Err(LoadProblem::Damaged(format!(
                        "the {id} of {seat} is no secret, and it is sealed in the header"
                    )));
                }
                (None, _) => {
                    return Err(LoadProblem::Damaged(format!(
                        "it does not say what {id} {seat} brings"
                    )));
                }
            };
            setup = setup.bring(seat, id, value)?;
        }
    }
    let all: usize = opened.iter().map(BTreeMap::len).sum();
    if declared.len() > usize::from(setup.seats()) || all != used {
        let problem = "it opens what no seat has sealed";
        return Err(LoadProblem::Damaged(problem.into()));
    }
    Ok(setup)
}

/// Everything that is wrong with what the seats of a set-up bring, as the game sees it.
pub(crate) fn faults<G: Game>(game: &G, setup: &Setup) -> Vec<BringFault> {
    let mut faults = Vec::new();
    for seat in Seat::all(setup.seats()) {
        for spec in setup.bring_specs() {
            let value = setup.of(seat, &spec.id);
            let found = match (value, spec.optional) {
                (Json::Null, true) => Vec::new(),
                (Json::Null, false) => vec![Message::new("missing", "it is missing")],
                (value, _) => game.check_bring(setup, seat, &spec.id, value),
            };
            faults.extend(found.into_iter().map(|fault| BringFault {
                seat,
                bring: spec.id.clone(),
                fault,
            }));
        }
    }
    faults
}

/// Refuses a set-up whose seats bring what the game does not allow.
pub(crate) fn check<G: Game>(game: &G, setup: &Setup) -> Result<(), SetupError> {
    match faults(game, setup) {
        faults if faults.is_empty() => Ok(()),
        faults => Err(SetupError::Brings(faults)),
    }
}
