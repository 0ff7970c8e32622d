//! The law: two worlds that differ only in what a viewer cannot see send this viewer the same bytes.
//!
//! Each position of a hidden game is played on two servers: as it is on one, and on the other with all that the viewer
//! cannot see drawn anew. Whatever the viewer does, and whatever the others do as far as the rules themselves tell the
//! viewer the same of it, every frame must be equal. Ids, codes, addresses and times of day are masked, nothing else.

use std::sync::Arc;

use futures_util::StreamExt;
use futures_util::future::join;
use parlor_core::prelude::*;
use parlor_core::{AnyGame, AnyMatch, OptionValue, erase};
use parlor_games::{go_fish::go_fish, liars_dice::LiarsDice};
use parlor_protocol::{NewRoom, Room};
use parlor_ruleset::Ruleset;
use parlor_store::Memory;
use serde_json::{Value, json};

use super::placed::{Leak, Placed, random_position};
use crate::house::{House, Person, Socket, generous};
use parlor_server::Games;

const SEATS: usize = 3;
const POSITIONS: usize = 20;
const SEED: &str = "6ea5a9d53f2c41e88f1d7d0e3b9f0c55a1b2c3d4e5f60718293a4b5c6d7e8f90";
/// So many commands are played from each position at most.
const COMMANDS: usize = 4;

/// One of the two servers, with somebody for each seat and somebody who looks on.
struct World {
    house: House,
    game: Arc<dyn AnyGame>,
    people: Vec<Person>,
}

/// A position in one of the worlds.
struct At<'a> {
    world: &'a World,
    room: Room,
    /// The sockets of the seats, and of the spectator where that is the viewer.
    sockets: Vec<Socket>,
    viewer: usize,
    /// The same match by the book.
    book: Box<dyn AnyMatch>,
}

/// What came of comparing.
#[derive(Default, Debug)]
struct Seen {
    frames: usize,
    commands: usize,
    hidden: usize,
}

fn viewers() -> Vec<Viewer> {
    let seats = (0..SEATS as u8).map(|seat| Viewer::Seat(Seat(seat)));
    seats.chain([Viewer::Spectator]).collect()
}

async fn world(game: Arc<dyn AnyGame>) -> World {
    let mut config = generous();
    config.server.allow_seeds = true;
    let mut games = Games::new();
    games.add(game.clone());
    let house = House::with(config, games, Arc::new(Memory::new())).await;
    let mut people = Vec::new();
    for name in ["Ann", "Bob", "Cleo", "Watcher"] {
        people.push(house.guest(name).await);
    }
    World {
        house,
        game,
        people,
    }
}

impl World {
    /// Makes a room with this position, and lets everybody look at it, the viewer first.
    async fn at(&self, position: usize, viewer: Viewer) -> At<'_> {
        let mut seats = vec!["me".to_string()];
        seats.resize(SEATS, "open".into());
        let position = OptionValue::Int(position as i64);
        let options = [("position".to_string(), position)];
        let wish = NewRoom {
            seats,
            options: options.clone().into(),
            seed: Some(SEED.into()),
            ..NewRoom::of(&self.game.info().id)
        };
        let mut room = self.people[0].api.create_room(&wish).await.unwrap();
        for person in &self.people[1..SEATS] {
            room = person.join(&room).await;
        }
        let setup = Setup::new(self.game.info(), SEATS).unwrap();
        let setup = setup.named(["Ann", "Bob", "Cleo"].map(String::from));
        let setup = setup.unwrap().options(options).unwrap();
        let book = self.game.begin(setup, SEED.parse().unwrap(), 0).unwrap();
        let viewer = viewer.seat().map_or(SEATS, |seat| seat.index());
        let mut order: Vec<usize> = (0..SEATS).filter(|seat| *seat != viewer).collect();
        order.insert(0, viewer);
        let mut sockets: Vec<Option<Socket>> = (0..=SEATS).map(|_| None).collect();
        for seat in order {
            let token = &self.people[seat].token;
            let mut socket = Socket::welcomed(self.house.address, token).await;
            socket.look_on(&room).await;
            if seat == SEATS {
                // That somebody looks on is told after a moment.
                socket.frame("status").await;
            }
            sockets[seat] = Some(socket);
        }
        At {
            world: self,
            sockets: sockets.into_iter().flatten().collect(),
            viewer,
            room,
            book,
        }
    }
}

impl At<'_> {
    /// The viewer says something, and hears the answer.
    async fn ask(&mut self, mut frame: Value, key: &str) -> Value {
        frame["match"] = self.room.id.clone().into();
        frame["key"] = key.into();
        let socket = &mut self.sockets[self.viewer];
        socket.send(frame).await;
        socket.until(|frame| frame["key"] == *key).await
    }

    async fn submit(&mut self, command: &Value, key: &str) -> Value {
        self.ask(json!({"type": "submit", "command": command}), key)
            .await
    }

    /// A seat plays a command that the book has accepted; the viewer hears all of it.
    async fn play(&mut self, seat: Seat, command: &Value, version: u64, key: &str) {
        let id = self.room.id.clone();
        let socket = &mut self.sockets[seat.index()];
        socket.submit(&id, command.clone(), key).await;
        let answer = socket.until(|frame| frame["key"] == *key).await;
        assert_eq!(answer["type"], "accepted", "{answer}");
        let viewer = &mut self.sockets[self.viewer];
        viewer
            .until(|frame| frame["version"] == version && frame["type"] == "update")
            .await;
        viewer.settle(&id).await;
    }

    /// All that the viewer has heard, without what is random in every room.
    fn heard(&self) -> Vec<String> {
        let heard = &self.sockets[self.viewer].heard;
        heard.iter().map(|text| self.masked(text)).collect()
    }

    fn masked(&self, text: &str) -> String {
        let code = self.room.code.as_deref().unwrap();
        let address = self.world.house.address.to_string();
        let mut text = text
            .replace(&self.room.id, "ROOM")
            .replace(code, "CODE")
            .replace(&address, "ADDRESS");
        for (number, person) in self.world.people.iter().enumerate() {
            text = text.replace(&person.account.id, &format!("ACCOUNT{number}"));
        }
        without_times(&text)
    }
}

/// Times of day become 0.
fn without_times(text: &str) -> String {
    let mut text = text.to_string();
    for name in ["\"time_ms\":", "\"created_ms\":"] {
        let mut parts = text.split(name);
        let mut out = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let rest = part.trim_start_matches(|letter: char| letter.is_ascii_digit());
            out.push_str(&format!("{name}0{rest}"));
        }
        text = out;
    }
    text
}

/// Plays one position in both worlds, and compares all that the viewer hears. The pool has commands that are legal
/// somewhere, and hardly ever here.
async fn compare(
    worlds: &[World; 2],
    position: usize,
    viewer: Viewer,
    pool: &[Value],
    mut rng: Rng,
) -> Result<Seen, String> {
    let [here, there] = worlds;
    let (mut here, mut there) = join(here.at(position, viewer), there.at(position, viewer)).await;
    let mut seen = Seen::default();
    // What is not legal, or makes no sense, or comes too late.
    let mut commands = vec![json!("nonsense"), json!(null), json!({"bid": [1]})];
    commands.extend((0..8).filter_map(|_| rng.pick(pool).cloned()));
    for (number, command) in commands.iter().enumerate() {
        // Asking why not plays nothing, so that legal commands may be asked about, too.
        let why = json!({"type": "why", "command": command});
        let key = format!("why{number}");
        join(here.ask(why.clone(), &key), there.ask(why, &key)).await;
        if let Some(seat) = viewer.seat() {
            let legal = [&here.book, &there.book].map(|book| book.legal(seat).contains(command));
            if legal[0] && legal[1] {
                continue;
            }
        }
        let key = format!("bad{number}");
        join(here.submit(command, &key), there.submit(command, &key)).await;
        let stale = json!({"type": "submit", "command": command, "version": 77});
        let key = format!("stale{number}");
        join(here.ask(stale.clone(), &key), there.ask(stale, &key)).await;
    }
    // The questions that lead to a command, and the first answers to them.
    let mut answers: Vec<Value> = Vec::new();
    for depth in 0..4 {
        let guide = json!({"type": "guide", "answers": answers});
        let key = format!("guide{depth}");
        let (question, _) = join(here.ask(guide.clone(), &key), there.ask(guide, &key)).await;
        let choices = &question["guide"]["ask"]["answers"]["one_of"];
        let choices = choices.as_array().cloned().unwrap_or_default();
        let Some(choice) = rng.pick(&choices) else {
            break;
        };
        answers.push(choice["answer"].clone());
    }
    for number in 0..COMMANDS {
        let Some((seat, command)) = common(&here, &there, &mut rng) else {
            break;
        };
        let play = |book: &mut Box<dyn AnyMatch>| {
            let submission = Submission::new(seat, command.clone());
            let receipt = book.submit(submission).ok()?;
            let version = receipt.version;
            Some((version, book.view(viewer), book.told(version, viewer)))
        };
        let (Some(one), Some(two)) = (play(&mut here.book), play(&mut there.book)) else {
            break;
        };
        // From here on the rules themselves tell the viewer apart in which world it is.
        if one != two {
            break;
        }
        let key = format!("command{number}");
        join(
            here.play(seat, &command, one.0, &key),
            there.play(seat, &command, one.0, &key),
        )
        .await;
        seen.commands += 1;
    }
    let (ours, theirs) = (here.heard(), there.heard());
    let told = ours.iter().zip(&theirs);
    let told: Vec<String> = told
        .filter(|(ours, theirs)| ours != theirs)
        .map(|(ours, theirs)| format!("{ours}\n{theirs}"))
        .collect();
    if !told.is_empty() {
        return Err(format!("{viewer:?} can tell:\n{}", told.join("\n")));
    }
    if ours.len() != theirs.len() {
        return Err(format!("{} frames, {}", ours.len(), theirs.len()));
    }
    seen.frames = ours.len();
    Ok(seen)
}

/// A command that is legal in both worlds, of a seat that is to act in both.
fn common(here: &At<'_>, there: &At<'_>, rng: &mut Rng) -> Option<(Seat, Value)> {
    let seat = here.book.to_act().first()?;
    let theirs = there.book.legal(seat);
    let mut both = here.book.legal(seat);
    both.retain(|command| theirs.contains(command));
    Some((seat, rng.pick(&both)?.clone()))
}

/// Holds a game to the law, for all viewers at many positions.
async fn check<G: Game + 'static>(make: impl Fn() -> G, leak: Leak) -> Result<Seen, String> {
    let game = make();
    let setup = Setup::new(&game.info(), SEATS).unwrap();
    let seed = 0xC0FFEE;
    let mut rng = Rng::from_integer(seed);
    let viewers = viewers();
    let mut states = [Vec::new(), Vec::new()];
    let mut hidden = 0;
    let mut pool = Vec::new();
    for _ in 0..POSITIONS {
        for viewer in &viewers {
            let state = random_position(&game, &setup, &mut rng);
            let mut legal = Vec::new();
            if let Some(seat) = game.to_act(&state).first() {
                game.legal(&state, seat, &mut legal);
            }
            pool.extend(legal.iter().map(|command| json!(command)));
            let resampler = game.capabilities().hidden.unwrap();
            let other = resampler.resample(&state, *viewer, &mut rng);
            hidden += usize::from(state != other);
            states[0].push(state);
            states[1].push(other);
        }
    }
    let [ours, theirs] = states.map(|positions| {
        erase(Placed {
            inner: make(),
            positions,
            leak,
        })
    });
    let (ours, theirs) = join(world(ours), world(theirs)).await;
    let worlds = [ours, theirs];
    let all = (0..POSITIONS * viewers.len()).map(|position| {
        let viewer = viewers[position % viewers.len()];
        let rng = Rng::fast(seed.into(), position as u64);
        let compared = compare(&worlds, position, viewer, &pool, rng);
        async move {
            compared
                .await
                .map_err(|why| format!("position {position} of seed {seed:#x}: {why}"))
        }
    });
    let mut all = futures_util::stream::iter(all).buffer_unordered(8);
    let mut total = Seen {
        hidden,
        ..Seen::default()
    };
    while let Some(seen) = all.next().await {
        let seen = seen?;
        total.frames += seen.frames;
        total.commands += seen.commands;
    }
    Ok(total)
}

fn ruleset(name: &str) -> Ruleset {
    let bundled = parlor_ruleset::bundled().iter();
    let mut bundled = bundled.filter(|ruleset| ruleset.file.starts_with(name));
    Ruleset::load(bundled.next().unwrap().text.as_bytes()).unwrap()
}

/// Enough was hidden, played and heard for the law to mean something.
fn is_worth_it(seen: Seen) {
    println!("{seen:?}");
    let positions = POSITIONS * (SEATS + 1);
    assert!(seen.hidden * 10 >= positions * 8, "{seen:?}");
    assert!(seen.commands >= positions / 2, "{seen:?}");
    assert!(seen.frames >= positions * 8, "{seen:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn go_fish_tells_nobody_what_others_hold() {
    is_worth_it(check(go_fish, Leak::None).await.unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn liars_dice_tells_nobody_what_others_rolled() {
    is_worth_it(check(|| LiarsDice, Leak::None).await.unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ruleset_tells_nobody_what_others_hold() {
    is_worth_it(check(|| ruleset("crazy-eights"), Leak::None).await.unwrap());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_leak_is_found() {
    let why = check(|| LiarsDice, Leak::View).await.unwrap_err();
    assert!(why.contains("\"leak\":"), "{why}");
    let why = check(|| LiarsDice, Leak::Rejection).await.unwrap_err();
    for frame in ["rejected", "why"] {
        let frame = format!("{{\"type\":\"{frame}\"");
        let mut lines = why.lines().filter(|line| line.starts_with(&frame));
        assert!(lines.any(|line| line.contains("\"leak\":")), "{why}");
    }
}
