//! What is listed as legal is accepted; everything else is refused and changes nothing.

use parlor_core::{Game, Match, Seat, Seed};

use crate::position::{IN_PART, Position};

pub(super) fn legal_is_accepted<G: Game>(position: &Position<'_, '_, G>) -> Result<(), String> {
    let state = position.state();
    let to_act = position.game().to_act(state);
    for seat in Seat::all(position.seats()) {
        let legal = position.legal(state, seat);
        if !to_act.contains(seat) && !legal.is_empty() {
            return Err(format!("{seat} is not to act and has legal commands"));
        }
        for (index, command) in legal.iter().enumerate() {
            // Quadratic, so only as far as the lists of ordinary games go.
            if index < 256 && legal[..index].contains(command) {
                return Err(format!("{command} of {seat} is listed twice"));
            }
            let mut rng = position.rng(index as u64);
            if let Err(rejection) = position.decide(state, seat, command, &mut rng) {
                return Err(format!(
                    "{command} of {seat} is legal, but refused: {rejection}"
                ));
            }
        }
    }
    Ok(())
}

pub(super) fn illegal_is_refused<G: Game>(position: &Position<'_, '_, G>) -> Result<(), String> {
    let state = position.state();
    let play = position.play;
    let mut copy = play
        .fork(play.version(), Seed::Secret([0xF0; 32]), 0)
        .map_err(|error| error.to_string())?;
    for seat in Seat::all(position.seats() + 1) {
        let legal = match position.game().to_act(state).contains(seat) {
            true => position.legal(state, seat),
            false => Vec::new(),
        };
        let illegal = || {
            let pool = position.bench.pool.iter();
            pool.filter(|command| !legal.contains(command))
        };
        let before = fingerprint(&copy);
        for command in illegal() {
            match copy.play(seat, command) {
                // It may be one of those that are too many to list: then it is another match now.
                Ok(_) if legal.len() >= IN_PART => return Ok(()),
                Ok(_) => return Err(format!("{command} of {seat} is not legal, but accepted")),
                Err(rejection) if rejection.code().is_empty() => {
                    return Err(format!("{command} of {seat} is refused without a code"));
                }
                Err(_) => {}
            }
        }
        // Writing a state out takes a while: once for all of them, and again only if one was the culprit.
        if before != fingerprint(&copy) {
            let culprit = illegal().find(|command| {
                let before = fingerprint(&copy);
                let _ = copy.play(seat, command);
                before != fingerprint(&copy)
            });
            return Err(match culprit {
                Some(command) => format!("{command} of {seat} was refused, but changed the match"),
                None => format!("a command of {seat} was refused, but changed the match"),
            });
        }
    }
    Ok(())
}

/// Version, hash and state of a match. The state as text: a copy could share memory with it and change along.
fn fingerprint<G: Game>(play: &Match<G>) -> (u64, [u8; 32], String) {
    let state = serde_json::to_string(play.state()).unwrap_or_default();
    (play.version(), *play.hash(), state)
}
