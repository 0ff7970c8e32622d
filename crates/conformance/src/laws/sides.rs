//! Sides without a seat are played by the rules, and keep to them.

use parlor_core::{Budget, Decision, DynSided, Game, Rejection};

use crate::position::{IN_PART, Position};

/// What a side does is one of its legal commands, chosen by the rules and by chance alone, and each of them is accepted.
pub(super) fn sides_keep_the_rules<G: Game>(position: &Position<'_, '_, G>) -> Result<(), String> {
    let (game, state) = (position.game(), position.state());
    let Some(sided) = game.capabilities().sided else {
        return Ok(());
    };
    let mut legal = Vec::new();
    sided.side_legal(state, &mut legal);
    let Some(side) = sided.side(state) else {
        return match (
            legal.is_empty(),
            sided.side_choice(state, &mut position.rng(0)),
        ) {
            (true, None) => Ok(()),
            _ => Err("no side is to act, and one has commands".into()),
        };
    };
    for (index, command) in legal.iter().enumerate() {
        if index < 256 && legal[..index].contains(command) {
            return Err(format!("{side}: {command} is listed twice"));
        }
        if let Err(rejection) = accepts(position, sided, command) {
            return Err(format!(
                "{side}: {command} is legal, but refused: {rejection}"
            ));
        }
    }
    for command in position
        .bench
        .pool
        .iter()
        .filter(|command| !legal.contains(command))
    {
        if legal.len() < IN_PART && accepts(position, sided, command).is_ok() {
            return Err(format!("{side}: {command} is not legal, but accepted"));
        }
    }
    for stream in 0..4 {
        let [(one, drawn), (same, again)] = [(); 2].map(|()| {
            let mut rng = position.rng(stream);
            (sided.side_choice(state, &mut rng), rng.drawn())
        });
        let Some(command) = one else {
            return Err(format!("{side} is to act, and the rules choose nothing"));
        };
        if same.as_ref() != Some(&command) || drawn != again {
            return Err(format!(
                "{side}: from the same position and chance the rules choose {command} once, then something else"
            ));
        }
        let known = legal.contains(&command) || legal.len() >= IN_PART;
        if !known || accepts(position, sided, &command).is_err() {
            return Err(format!(
                "{side}: the rules choose {command}, which is not legal"
            ));
        }
    }
    Ok(())
}

/// Whether the rules accept a command of a side.
fn accepts<G: Game>(
    position: &Position<'_, '_, G>,
    sided: &DynSided<G>,
    command: &G::Command,
) -> Result<(), Rejection> {
    let (mut rng, mut events) = (position.rng(0), Vec::new());
    let mut decision = Decision::new(&mut rng, &mut events, Budget::default());
    sided
        .side_reach(position.state(), command, &mut decision)
        .map(drop)
}
