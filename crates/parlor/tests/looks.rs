//! Every zone and value that a player of a bundled game sees is declared: no name of the rules reaches people by itself.

use std::collections::BTreeSet;
use std::sync::Arc;

use expect_test::expect_file;
use parlor::core::{
    AnyGame, Layout, Rng, Role, Seed, Setup, Submission, ValueType, View, ZoneView,
};
use parlor::core::{Viewer, erase};

/// What the attributes of zones may be that clients draw.
const DRAWN: [&str; 14] = [
    "spots",
    "links",
    "walls",
    "cells",
    "regions",
    "columns",
    "rows",
    "checkered",
    "facing",
    "hexes",
    "sides",
    "surface",
    "fog",
    "colors",
];

#[derive(Default)]
struct Seen {
    lines: BTreeSet<String>,
    problems: BTreeSet<String>,
}

impl Seen {
    fn look(&mut self, view: &View) {
        view.zones.iter().for_each(|zone| self.zone(view, zone));
        let of_seats = view.seats.iter().flat_map(|seat| seat.values.keys());
        for (whose, name) in (view.values.keys().map(|name| ("table", name)))
            .chain(of_seats.map(|name| ("seat", name)))
        {
            match view.legend.values.get(&**name) {
                None => drop(
                    self.problems
                        .insert(format!("the value '{name}' is not declared")),
                ),
                Some(look) if look.shown_as == ValueType::Hidden => {}
                Some(look) => {
                    let kind = serde_json::to_value(&look.shown_as).unwrap();
                    let kind = kind["kind"].as_str().unwrap().to_owned();
                    self.lines
                        .insert(format!("{whose} value {}: {kind}", look.label.text));
                }
            }
        }
    }

    fn zone(&mut self, view: &View, zone: &ZoneView) {
        let role = zone.role.as_ref().map(Role::word);
        // A board that is alone needs no name; whatever else has none of its own is called by its role.
        let known = role.is_some_and(|word| Role::known(word).is_some());
        if zone.label.is_none() && !known {
            self.problems
                .insert(format!("the zone '{}' has no label", zone.id));
        }
        let undrawn = zone.attributes.keys().filter(|name| {
            !DRAWN.contains(&name.as_str()) && !view.legend.values.contains_key(&***name)
        });
        for name in undrawn {
            self.problems
                .insert(format!("nobody draws '{name}' of the zone '{}'", zone.id));
        }
        let layout = match zone.layout {
            Layout::Grid { .. } => "grid",
            Layout::Hexes { .. } => "hexes",
            Layout::Map => "map",
            Layout::Row => "row",
            Layout::Fan => "fan",
            Layout::Spread => "spread",
            Layout::Overlap => "overlap",
            Layout::Pile => "pile",
        };
        let whose = if zone.owner.is_some() { "each " } else { "" };
        self.lines.insert(format!(
            "{whose}zone {}: {} in a {layout}",
            zone.name().text,
            role.unwrap_or("nothing")
        ));
        zone.zones.iter().for_each(|inner| self.zone(view, inner));
    }
}

/// What all viewers of random games see.
fn seen(game: &dyn AnyGame) -> Seen {
    const COMMANDS: usize = 200;
    let info = game.info();
    let mut all = Seen::default();
    for seats in [info.min_seats, info.max_seats.min(info.min_seats + 2)] {
        for seed in 0..3_u32 {
            let setup = Setup::new(info, usize::from(seats)).unwrap();
            let mut play = game.begin(setup, Seed::Integer(seed), 0).unwrap();
            let mut rng = Rng::fast(u64::from(seed), 7);
            for _ in 0..COMMANDS {
                let seat = play.to_act().first();
                let viewers = seat.map(Viewer::Seat).into_iter();
                for viewer in viewers.chain([Viewer::Spectator]) {
                    all.look(&play.view(viewer));
                }
                let Some(seat) = seat else { break };
                let Some(command) = play.random_command(seat, &mut rng) else {
                    break;
                };
                play.submit(Submission::new(seat, command)).unwrap();
            }
        }
    }
    all
}

/// A name that is new here was read by a person: is it a word for players, and is it worth their while?
#[test]
fn players_see_only_what_games_declare() {
    let mut games: Vec<Arc<dyn AnyGame>> = parlor::games::all().iter().cloned().collect();
    games.extend(parlor::ruleset::bundled_games().into_iter().map(erase));
    let mut text = String::new();
    let mut problems = Vec::new();
    for game in games {
        let seen = seen(&*game);
        let id = &game.info().id;
        text.push_str(&format!("{id}\n"));
        seen.lines
            .iter()
            .for_each(|line| text.push_str(&format!("  {line}\n")));
        problems.extend(
            seen.problems
                .iter()
                .map(|problem| format!("{id}: {problem}")),
        );
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    expect_file!["looks.txt"].assert_eq(&text);
}
