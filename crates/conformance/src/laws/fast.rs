//! Advancing in place leads where events lead, and sampling is uniform over what is legal.

use parlor_core::{DynFast, Game, Seat, SeatSet, follow_sides};

use crate::position::{IN_PART, Position};

pub(super) fn fast_equals_slow<G: Game>(position: &Position<'_, '_, G>) -> Result<(), String> {
    let Some(fast) = position.game().capabilities().fast else {
        return Ok(());
    };
    let state = position.state();
    let (acting, to_act) = (fast.acting(state), position.game().to_act(state));
    if acting != to_act {
        return Err(format!(
            "the fast way says that {acting:?} may act, the rules say {to_act:?}"
        ));
    }
    for seat in to_act.iter() {
        let legal = position.legal(state, seat);
        let mut rng = position.rng(seat.0.into());
        for stream in 0..8 {
            if let Some(command) = rng.pick(&legal) {
                same_step(position, fast, seat, command, stream)?;
            }
        }
        sampling(position, fast, seat, &legal)?;
    }
    if position.play.side().is_none() {
        same_playout(position, fast)?;
    }
    let winners = match position.game().outcome(state) {
        Some(outcome) => outcome.winners(),
        None => SeatSet::EMPTY,
    };
    match fast.winners(state) == winners {
        true => Ok(()),
        false => Err(format!(
            "the fast way says that {:?} have won, the outcome says {winners:?}",
            fast.winners(state)
        )),
    }
}

/// A playout is sampling and advancing to the end, however it is written.
fn same_playout<G: Game>(position: &Position<'_, '_, G>, fast: &DynFast<G>) -> Result<(), String> {
    let most = position.bench.info.longest.min(200);
    let (mut rng, mut same) = (position.rng(5), position.rng(5));
    let (mut whole, mut steps) = (position.state().clone(), position.state().clone());
    let length = fast.playout(&mut whole, &mut rng, most);
    let mut taken = 0;
    while taken < most
        && let Some(seat) = position.game().to_act(&steps).first()
    {
        let command = fast.sample(&steps, seat, &mut same);
        fast.advance(&mut steps, seat, &command, &mut same);
        taken += 1;
    }
    match length == taken && whole == steps {
        true => Ok(()),
        false => Err(format!(
            "a playout of {length} commands is not what {taken} single steps lead to"
        )),
    }
}

fn same_step<G: Game>(
    position: &Position<'_, '_, G>,
    fast: &DynFast<G>,
    seat: Seat,
    command: &G::Command,
    stream: u64,
) -> Result<(), String> {
    let state = position.state();
    let (mut slow_rng, mut fast_rng) = (position.rng(stream), position.rng(stream));
    let Ok(events) = position.decide(state, seat, command, &mut slow_rng) else {
        return Ok(());
    };
    let mut slow = state.clone();
    for event in &events {
        position.game().apply(&mut slow, event);
    }
    // In play without a log, sides act at once.
    if follow_sides(position.game(), &mut slow, &mut slow_rng).is_err() {
        return Ok(());
    }
    let mut quick = state.clone();
    fast.advance(&mut quick, seat, command, &mut fast_rng);
    if quick != slow {
        return Err(format!(
            "{command} of {seat} leads to another state when advanced in place:\n    fast {quick:?}\n    slow {slow:?}"
        ));
    }
    if fast_rng.drawn() != slow_rng.drawn() {
        return Err(format!(
            "{command} of {seat} draws another amount of chance in place"
        ));
    }
    Ok(())
}

/// Every sample is legal; where the list is short, each command comes about as often as it should.
fn sampling<G: Game>(
    position: &Position<'_, '_, G>,
    fast: &DynFast<G>,
    seat: Seat,
    legal: &[G::Command],
) -> Result<(), String> {
    /// 100 times each is expected; less than 40 or more than 160 has a chance below one in a hundred million.
    const EACH: usize = 100;
    let short = (1..=32).contains(&legal.len()) && position.play.version() % 4 == 1;
    let samples = if short { legal.len() * EACH } else { 8 };
    let mut rng = position.rng(1_000);
    let mut counts = vec![0; legal.len()];
    for _ in 0..samples {
        let command = fast.sample(position.state(), seat, &mut rng);
        match legal.iter().position(|known| *known == command) {
            Some(index) => counts[index] += 1,
            None if legal.len() >= IN_PART && is_accepted(position, seat, &command) => {}
            None => return Err(format!("{command} is sampled for {seat} and is not legal")),
        }
    }
    for (command, count) in legal.iter().zip(&counts) {
        if short && !(EACH * 2 / 5..=EACH * 8 / 5).contains(count) {
            return Err(format!(
                "{command} is sampled {count} times of {samples}, though {EACH} would be fair"
            ));
        }
    }
    Ok(())
}

fn is_accepted<G: Game>(position: &Position<'_, '_, G>, seat: Seat, command: &G::Command) -> bool {
    let decided = position.decide(position.state(), seat, command, &mut position.rng(0));
    decided.is_ok()
}
