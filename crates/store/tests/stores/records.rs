//! Records: each is there once, in its order.

use std::sync::Arc;

use parlor_store::{Append, Appended, NewMatch, Snapshot, Store, StoreError};

use crate::{begin, stale};

pub async fn records_come_back_in_order(store: Arc<dyn Store>) {
    begin(&*store).await;
    for version in 0..10 {
        let record = format!("[{}]", version + 1);
        let added = store.append(Append::new("m", version, record)).await;
        assert_eq!(added, Ok(Appended::New));
    }
    let all = store.read("m", 0).await.unwrap();
    assert_eq!((all.version, all.records.len()), (10, 10));
    assert_eq!(all.text().lines().next(), Some("{\"parlor\":1}"));
    assert_eq!(all.text().lines().last(), Some("{\"seed\":7}"));
    let tail = store.read("m", 7).await.unwrap();
    assert_eq!(tail.records, ["[8]", "[9]", "[10]"]);
    assert_eq!(tail.version, 10);
    let nothing = store.read("m", 10).await.unwrap();
    assert_eq!((nothing.version, nothing.records.len()), (10, 0));
    let beyond = store.read("m", u64::MAX).await.unwrap();
    assert_eq!((beyond.version, beyond.records.len()), (10, 0));
}

pub async fn a_key_gets_its_first_answer_again(store: Arc<dyn Store>) {
    begin(&*store).await;
    let first = Append::new("m", 0, "[1]").key("a").answer("accepted as 1");
    assert_eq!(store.append(first.clone()).await, Ok(Appended::New));
    let more = Append::new("m", 1, "[2]").key("b").answer("accepted as 2");
    assert_eq!(store.append(more).await, Ok(Appended::New));
    let again = Appended::Repeated {
        version: 1,
        answer: "accepted as 1".into(),
    };
    assert_eq!(store.append(first).await, Ok(again.clone()));
    // Also if the version would be right this time.
    let later = Append::new("m", 2, "[3]").key("a").answer("something else");
    assert_eq!(store.append(later).await, Ok(again));
    assert_eq!(store.read("m", 0).await.unwrap().records, ["[1]", "[2]"]);
}

pub async fn of_many_with_one_key_one_is_added(store: Arc<dyn Store>) {
    begin(&*store).await;
    let racers = (0..64).map(|racer| {
        let store = store.clone();
        let append = Append::new("m", 0, format!("[{racer}]")).key("same");
        let append = append.answer(format!("racer {racer}"));
        tokio::spawn(async move { store.append(append).await })
    });
    let racers: Vec<_> = racers.collect();
    let (mut new, mut answers) = (0, Vec::new());
    for racer in racers {
        match racer.await.unwrap().unwrap() {
            Appended::New => new += 1,
            Appended::Repeated { version, answer } => {
                assert_eq!(version, 1);
                answers.push(answer);
            }
        }
    }
    answers.dedup();
    assert_eq!((new, answers.len()), (1, 1));
    assert_eq!(store.read("m", 0).await.unwrap().version, 1);
}

pub async fn of_many_at_one_version_one_wins(store: Arc<dyn Store>) {
    begin(&*store).await;
    let racers = (0..64).map(|racer| {
        let store = store.clone();
        let append = Append::new("m", 0, format!("[{racer}]")).key(racer.to_string());
        tokio::spawn(async move { store.append(append).await })
    });
    let racers: Vec<_> = racers.collect();
    let mut new = 0;
    for racer in racers {
        match racer.await.unwrap() {
            Ok(added) => {
                assert_eq!(added, Appended::New);
                new += 1;
            }
            refused => assert_eq!(refused, stale(1)),
        }
    }
    assert_eq!(new, 1);
    assert_eq!(store.read("m", 0).await.unwrap().records.len(), 1);
}

pub async fn a_key_counts_for_its_match_alone(store: Arc<dyn Store>) {
    begin(&*store).await;
    let other = NewMatch::new("other", "hex", "{}");
    store.create(other).await.unwrap();
    for id in ["m", "other"] {
        let append = Append::new(id, 0, "[1]").key("a");
        assert_eq!(store.append(append).await, Ok(Appended::New));
    }
}

pub async fn what_is_refused_changes_nothing(store: Arc<dyn Store>) {
    begin(&*store).await;
    let before = store.read("m", 0).await.unwrap();
    let early = Append::new("m", 3, "[4]").key("a");
    assert_eq!(store.append(early).await, stale(0));
    let nowhere = Append::new("n", 0, "[1]").key("a");
    let missing = StoreError::NoMatch("n".into());
    assert_eq!(store.append(nowhere).await, Err(missing.clone()));
    assert_eq!(store.read("n", 0).await, Err(missing));
    assert_eq!(store.read("m", 0).await.unwrap(), before);
    // The key was not used up.
    let right = Append::new("m", 0, "[1]").key("a");
    assert_eq!(store.append(right).await, Ok(Appended::New));
}

pub async fn a_match_is_made_once(store: Arc<dyn Store>) {
    begin(&*store).await;
    store.append(Append::new("m", 0, "[1]")).await.unwrap();
    let again = store.create(NewMatch::new("m", "chess", "{}")).await;
    assert_eq!(again, Err(StoreError::MatchExists("m".into())));
    let kept = store.read("m", 0).await.unwrap();
    assert_eq!((kept.game.as_str(), kept.version), ("hex", 1));
}

pub async fn snapshots_are_kept_and_replaced(store: Arc<dyn Store>) {
    begin(&*store).await;
    assert_eq!(store.snapshot("m").await, Ok(None));
    for version in [4, 9] {
        let snapshot = Snapshot {
            version,
            data: vec![0, 255, version as u8],
        };
        store.keep_snapshot("m", snapshot.clone()).await.unwrap();
        assert_eq!(store.snapshot("m").await, Ok(Some(snapshot)));
    }
    let missing = store.snapshot("n").await;
    assert_eq!(missing, Err(StoreError::NoMatch("n".into())));
}
