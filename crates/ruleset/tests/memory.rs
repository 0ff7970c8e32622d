//! Playing on from a position again and again needs no new memory.

use parlor_core::{
    Budget, Decision, Fast, Game, Hidden, Numbered, Rng, Seat, Setup, SystemCommand, Viewer,
};
use parlor_ruleset::{Ruleset, State, bundled};

/// How often memory is asked for in 20 looks ahead, once it is warm.
fn asked_for(slug: &str) -> u64 {
    let mut files = bundled().iter();
    let file = files.find(|file| file.file.starts_with(slug)).unwrap();
    let game = Ruleset::load(file.text.as_bytes()).unwrap();
    let info = game.info();
    let setup = Setup::new(&info, info.min_seats.into()).unwrap();
    let mut state = game.setup(&setup).unwrap();
    let (mut rng, mut events) = (Rng::from_integer(1), Vec::new());
    let mut decision = Decision::new(&mut rng, &mut events, Budget::default());
    game.system(&state, &SystemCommand::Open, &mut decision)
        .unwrap();
    for event in &events {
        game.apply(&mut state, event);
    }
    let viewer = Viewer::Seat(Seat(0));
    let known = game.resample(&state, viewer, &mut rng);
    let mut numbers = Vec::new();
    let mut look_ahead = |state: &mut State, rng: &mut Rng| {
        state.clone_from(&known);
        game.redraw(state, viewer, rng);
        for _ in 0..5 {
            let Some(seat) = game.to_act(state).first() else {
                break;
            };
            numbers.clear();
            game.numbers(state, seat, usize::MAX, rng, &mut numbers);
            let number = *rng.pick(&numbers).unwrap();
            assert!(game.advance_number(state, seat, number, rng));
        }
        game.playout(state, rng, 100);
    };
    for _ in 0..50 {
        look_ahead(&mut state, &mut rng);
    }
    let memory = allocation_counter::measure(|| {
        for _ in 0..20 {
            look_ahead(&mut state, &mut rng);
        }
    });
    memory.count_total
}

#[test]
fn looking_ahead_needs_no_new_memory() {
    for slug in ["go-fish", "war"] {
        assert_eq!(asked_for(slug), 0, "{slug}");
    }
}

#[test]
fn but_for_the_order_of_a_shuffle() {
    // A hundred commands of random play shuffle a few times.
    let asked = asked_for("crazy-eights");
    assert!(asked < 20 * 6, "{asked}");
}
