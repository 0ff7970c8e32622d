//! Tests that read like the game: a position, moves, and what comes of them.

use std::fmt::Display;

use expect_test::Expect;
use parlor_core::{Budget, Decision, Game, Rejection, Rng};
use parlor_flow::{FlowGame, Scenario, State};

/// Plays moves by their text (in the order of the seats to act) from a position, and compares what comes of them.
pub(crate) fn check<G>(game: &G, position: G::State, moves: &str, expect: Expect)
where
    G: Game<State: Display, Command: serde::de::DeserializeOwned>,
{
    let mut state = position;
    for text in moves.split_whitespace() {
        if let Err(rejection) = play(game, &mut state, text) {
            return expect.assert_eq(&format!(
                "{text} is refused ({}): {rejection}",
                rejection.code()
            ));
        }
    }
    expect.assert_eq(&format!("{state} — {}", summary(game, &state)));
}

fn play<G: Game>(game: &G, state: &mut G::State, text: &str) -> Result<(), Rejection> {
    let seat = game.to_act(state).first();
    let seat = seat.ok_or_else(|| Rejection::new("match_over", "the match is over"))?;
    let command = serde_json::from_value(text.into()).map_err(Rejection::malformed)?;
    let (mut rng, mut events) = (Rng::from_integer(1), Vec::new());
    let mut decision = Decision::new(&mut rng, &mut events, Budget::default());
    game.decide(state, seat, &command, &mut decision)?;
    for event in &events {
        game.apply(state, event);
    }
    Ok(())
}

fn summary<G: Game>(game: &G, state: &G::State) -> String {
    if let Some(outcome) = game.outcome(state) {
        let reason = &outcome.standings()[0].reason;
        return match (outcome.is_draw(), outcome.winners().first()) {
            (false, Some(seat)) => format!("{seat} wins: {reason}"),
            _ => format!("a draw: {reason}"),
        };
    }
    let seats = game.to_act(state).iter().map(|seat| {
        let mut commands = Vec::new();
        game.legal(state, seat, &mut commands);
        let mut texts: Vec<String> = commands.iter().map(ToString::to_string).collect();
        texts.sort();
        format!("{seat} to act: {}", texts.join(" "))
    });
    seats.collect::<Vec<_>>().join("; ")
}

/// Plays commands of a game on the table from a position, and compares the position after them, what was told of the last
/// one, and who is to act or has won. What dice show after a roll is the seed's.
pub(crate) fn check_on_table(
    game: &FlowGame,
    position: State,
    print: impl Fn(&State) -> String,
    commands: &[&str],
    expect: Expect,
) {
    let mut scenario = Scenario::at(game, position, 1);
    for command in commands {
        if let Err(rejection) = scenario.play(command) {
            let code = rejection.code();
            return expect.assert_eq(&format!("{command} is refused ({code}): {rejection}"));
        }
    }
    let mut lines = vec![print(scenario.state())];
    lines.extend(scenario.heard().iter().map(|heard| format!("- {heard}")));
    let acts = scenario.to_act();
    lines.push(match acts.first() {
        Some(seat) => format!("{seat} to act"),
        None => format!("{:?} first", scenario.winners()),
    });
    expect.assert_eq(&lines.join("\n"));
}
