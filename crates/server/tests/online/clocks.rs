//! Time that runs out, stands still, and survives the server.

use parlor_core::Seat;
use parlor_protocol::{NewRoom, RoomStatus};
use parlor_store::{Memory, Note, Put, Store};
use serde_json::Value;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::house::{Folder, House, games, generous, play, seen, status, until};

fn with(clock: &str) -> NewRoom {
    NewRoom {
        clock: clock.into(),
        ..NewRoom::of("tic-tac-toe")
    }
}

fn is_over(status: &parlor_protocol::Status) -> bool {
    status.room.status == RoomStatus::Over
}

/// How many records of a log are time-outs.
fn time_outs(log: &[Value]) -> usize {
    let is = |line: &&Value| line["system"].get("time_out").is_some();
    log.iter().filter(is).count()
}

/// Plays with this clock until it has run out for the first seat, after it has moved once.
async fn runs_out(clock: &str) {
    let house = House::open().await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, with(clock)).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    play(&one, &room.id, "a1").await;
    seen(&two, &room.id, 2).await;
    play(&two, &room.id, "b2").await;
    let over = status(&two, &room.id, is_over).await;
    let outcome = over.room.outcome.unwrap();
    assert_eq!(outcome.winners().first(), Some(Seat(1)));
    // Whatever else happens to the room, it happens once.
    drop((one, two));
    tokio::time::sleep(Duration::from_millis(700)).await;
    ann.api.room(&room.id).await.unwrap();
    let log = house.log(&room.id).await;
    assert_eq!((time_outs(&log), log.len()), (1, 4));
    assert_eq!(house.metric("parlor_matches_ended_total").await, 1);
}

#[tokio::test]
async fn a_move_that_takes_too_long_loses_once() {
    runs_out("1s").await;
}

#[tokio::test]
async fn a_match_that_takes_too_long_loses_once() {
    runs_out("10s+0").await;
}

#[tokio::test]
async fn a_deadline_survives_a_crash_and_the_time_between_is_nobodys() {
    let folder = Folder::new();
    let house = House::at(&folder, generous()).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, with("1m+0")).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    play(&one, &room.id, "a1").await;
    let remaining = async |house: &House| {
        let (client, _events) = house.look(&bob, &room.id, None).await;
        client.clock(&room.id).unwrap().remaining_ms[1]
    };
    let begin = Instant::now();
    let before = remaining(&house).await;
    drop(one);
    house.crash();
    let down = Instant::now();
    tokio::time::sleep(Duration::from_secs(3)).await;
    let down = down.elapsed();
    let house = House::at(&folder, generous()).await;
    let after = remaining(&house).await;
    // At most a heartbeat is given, and no more is taken than the time while a server ran.
    let up = begin.elapsed() - down;
    let taken = before as i64 - after as i64;
    assert!(taken >= -1500, "{taken} ms");
    assert!(taken <= up.as_millis() as i64 + 500, "{taken} ms, {up:?}");

    // Now the time is nearly out when it crashes: nobody has to come for it to run out.
    let mut note = house.store.read(&room.id, 0).await.unwrap().note.unwrap();
    let mut clock: Value = serde_json::from_str(&note.text).unwrap();
    let due = note.due_ms.unwrap() - 58_000;
    for seat in clock["seats"].as_array_mut().unwrap() {
        let left_ms = seat["left_ms"].as_u64().unwrap();
        seat["left_ms"] = left_ms.saturating_sub(58_000).into();
    }
    note = Note::new(clock.to_string()).due(due);
    house.crash();
    let store = parlor_store::Sqlite::open(&folder.path.join("parlor.db")).unwrap();
    parlor_store::Store::note(&store, &room.id, note)
        .await
        .unwrap();
    drop(store);
    let house = House::at(&folder, generous()).await;
    let over = async {
        while house
            .api
            .with_token(&ann.token)
            .room(&room.id)
            .await
            .unwrap()
            .status
            != RoomStatus::Over
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(crate::house::LONG, over)
        .await
        .unwrap();
    assert_eq!(time_outs(&house.log(&room.id).await), 1);
}

#[tokio::test]
async fn a_machine_that_boots_ten_days_behind_stops_no_clock() {
    const DAYS_MS: u64 = 10 * 24 * 3_600_000;
    let store: Arc<dyn Store> = Arc::new(Memory::new());
    let house = House::with(generous(), games(), store.clone()).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, with("2s")).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    play(&one, &room.id, "a1").await;
    drop(one);
    house.close().await;
    // The server before has kept what it would have kept with a clock that was ten days ahead of the one of today.
    let later = |value: &mut Value| {
        if let Some(ms) = value.as_u64() {
            *value = (ms + DAYS_MS).into();
        }
    };
    let found = store.get("server", "heartbeat").await.unwrap().unwrap();
    let mut heartbeat: Value = serde_json::from_str(&found.text).unwrap();
    for name in ["alive_ms", "server_ms"] {
        later(&mut heartbeat[name]);
    }
    let put = Put::new("server", "heartbeat", heartbeat.to_string()).anyway();
    store.put(vec![put]).await.unwrap();
    let note = store.read(&room.id, 0).await.unwrap().note.unwrap();
    let mut clock: Value = serde_json::from_str(&note.text).unwrap();
    for seat in clock["seats"].as_array_mut().unwrap() {
        later(&mut seat["since_ms"]);
    }
    let note = Note::new(clock.to_string()).due(note.due_ms.unwrap() + DAYS_MS);
    store.note(&room.id, note).await.unwrap();

    let house = House::with(generous(), games(), store).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    status(&two, &room.id, is_over).await;
    assert_eq!(time_outs(&house.log(&room.id).await), 1);
}

#[tokio::test]
async fn a_match_that_sleeps_is_woken_when_its_time_is_out() {
    let mut config = generous();
    config.limits.match_idle_seconds = 1;
    let store = std::sync::Arc::new(parlor_store::Memory::new());
    let house = House::with(config, crate::house::games(), store).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let long = ann.plays(&bob, with("3d")).await;
    let short = ann.plays(&bob, with("6s")).await;
    let none = ann.plays(&bob, with("none")).await;
    // Somebody looks at one of them for a while. When nobody does, all fall asleep, whatever their clocks.
    let (one, _events) = house.look(&ann, &long.id, None).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    drop(one);
    let asleep = async {
        while house.metric("parlor_rooms_awake").await > 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(crate::house::LONG, asleep)
        .await
        .unwrap();
    assert_eq!(
        time_outs(&house.log(&short.id).await),
        0,
        "it slept before its time was out"
    );
    let over = async {
        while ann.api.room(&short.id).await.unwrap().status != RoomStatus::Over {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(crate::house::LONG, over)
        .await
        .unwrap();
    assert_eq!(time_outs(&house.log(&short.id).await), 1);
    for room in [&long, &none] {
        let now = ann.api.room(&room.id).await.unwrap();
        assert_eq!(now.status, RoomStatus::Playing);
        let (one, _events) = house.look(&ann, &room.id, None).await;
        play(&one, &room.id, "a1").await;
    }
    // A room in which somebody looks on stays awake.
    let (one, _events) = house.look(&ann, &long.id, None).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    until(|| one.is_connected()).await;
    assert!(house.metric("parlor_rooms_awake").await >= 1);
}
