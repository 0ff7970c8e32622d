//! One store is for one server: two would each play on without the other.

use std::path::Path;
use std::sync::Arc;

use parlor_protocol::NewRoom;
use parlor_server::{Config, Server};
use parlor_store::{Postgres, Sqlite, Store, StoreError};

use crate::house::{Database, Fault, Faulty, Folder, House, Socket, games, generous, play};

/// Settings of a server that does not wait for another to end.
fn impatient() -> Config {
    let mut config = generous();
    config.store.wait_seconds = 0;
    config
}

/// Whoever has a store already, as a second server is told.
async fn taken_by(store: Arc<dyn Store>) -> String {
    match Server::begin(impatient(), games(), store).await {
        Err(error @ StoreError::Taken { .. }) => error.to_string(),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("two servers have one store"),
    }
}

/// A match goes on while others try to get its store, and is there for whoever comes after a crash.
async fn is_for_one_alone(open: impl AsyncFn() -> Arc<dyn Store>) {
    let house = House::with(impatient(), games(), open().await).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, NewRoom::of("tic-tac-toe")).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    for _ in 0..2 {
        let by = taken_by(open().await).await;
        let here = format!("process {} on the machine", std::process::id());
        assert!(by.starts_with("another server uses this store: "), "{by}");
        assert!(by.contains(&here), "{by}");
    }
    play(&one, &room.id, "a1").await;
    drop(one);
    // Nobody says goodbye, and the next one can start all the same.
    house.crash();
    let house = House::with(generous(), games(), open().await).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    assert_eq!(play(&two, &room.id, "b2").await, 3);
}

#[tokio::test]
async fn a_file_is_for_one_server_alone() {
    let folder = Folder::new();
    let file = folder.path.join("parlor.db");
    let open = async || Arc::new(Sqlite::open(&file).unwrap()) as Arc<dyn Store>;
    is_for_one_alone(open).await;
    // Another name of the same file is the same file.
    #[cfg(unix)]
    {
        let other = folder.path.join("other.db");
        std::os::unix::fs::symlink(&file, &other).unwrap();
        let house = House::with(generous(), games(), open().await).await;
        taken_by(Arc::new(Sqlite::open(Path::new(&other)).unwrap())).await;
        house.close().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_is_for_one_server_alone() {
    let Some(database) = Database::start() else {
        return;
    };
    let open = async || {
        let store = Postgres::connect(&database.address).await;
        Arc::new(store.unwrap()) as Arc<dyn Store>
    };
    is_for_one_alone(open).await;
}

#[tokio::test]
async fn a_server_waits_for_the_one_before_to_end() {
    let folder = Folder::new();
    let house = House::at(&folder, generous()).await;
    let (next, ()) = tokio::join!(House::at(&folder, generous()), house.close());
    next.guest("Ann").await;
}

#[tokio::test]
async fn a_server_that_has_lost_its_store_stops_serving_and_says_so() {
    let store = Arc::new(Faulty::default());
    let house = House::with(generous(), games(), store.clone()).await;
    let ann = house.guest("Ann").await;
    let mut socket = Socket::welcomed(house.address, &ann.token).await;
    store.fails(Fault::Taken);
    let why = house.ends().await;
    assert_eq!(
        why,
        "another server has taken the store: process 7 on the machine 'attic'"
    );
    assert!(!socket.until_closed().await.is_empty());
}

#[tokio::test]
async fn a_server_whose_lock_was_removed_stops_as_soon_as_another_has_its_file() {
    let folder = Folder::new();
    let first = House::at(&folder, generous()).await;
    let ann = first.guest("Ann").await;
    let mut socket = Socket::welcomed(first.address, &ann.token).await;
    std::fs::remove_file(folder.path.join("parlor.db-owner")).unwrap();
    // Alone it goes on.
    first.guest("Bob").await;
    let second = House::at(&folder, generous()).await;
    let why = first.ends().await;
    let by = format!(
        "another server has taken the store: process {} on the machine",
        std::process::id()
    );
    assert!(why.starts_with(&by), "{why}");
    assert!(!socket.until_closed().await.is_empty());
    second.member("Cid").await;
}
