//! What results are worth, and who is ranked.

use parlor_store::Memory;

use super::*;

fn account(name: &str, guest: bool) -> Account {
    Account {
        id: name.to_lowercase(),
        name: name.into(),
        guest,
    }
}

fn ended(outcome: &Outcome, now_ms: u64) -> Ended<'_> {
    Ended {
        outcome,
        moves: vec![9; outcome.standings().len()],
        agreed: false,
        now_ms,
        shown_from_ms: now_ms,
    }
}

async fn plays<const N: usize>(store: &Memory, players: [&Account; N], ended: Ended<'_>) {
    let mut before = Vec::new();
    for player in players {
        let mut known_as = vec![player.id.clone()];
        // Whoever has an address in the name was made from there a moment ago.
        if let Some((_, from)) = player.id.split_once('@') {
            known_as.insert(0, format!("from:{from}"));
        }
        let kept = Kept::read(store, "hex", player).await.unwrap();
        before.push(kept.known_as(known_as));
    }
    store.put(after("hex", before, &ended)).await.unwrap();
}

/// All of them against each other, once.
async fn plays_round(store: &Memory, players: &[Account], now_ms: u64) {
    for (at, one) in players.iter().enumerate() {
        for other in &players[at + 1..] {
            let won = Outcome::win(2, Seat(0), "test");
            plays(store, [one, other], ended(&won, now_ms)).await;
        }
    }
}

async fn shown(store: &Memory, player: &Account, now_ms: u64) -> RatingShown {
    let kept = Kept::read(store, "hex", player).await.unwrap();
    kept.shown(now_ms)
}

async fn names(store: &Memory, now_ms: u64) -> Vec<String> {
    let board = leaderboard(store, "hex", 10, now_ms).await.unwrap();
    board
        .into_iter()
        .map(|ranked| ranked.account.name)
        .collect()
}

/// A week later everything counts in full again.
fn week(number: u64) -> u64 {
    1 + number * WEEK_MS
}

#[tokio::test]
async fn who_wins_climbs_and_guests_are_not_ranked() {
    let store = Memory::new();
    let [ann, bob, cid] =
        [("Ann", false), ("Bob", true), ("Cid", true)].map(|(n, g)| account(n, g));
    let others = [bob.clone(), cid.clone(), account("Dan", true)];
    plays_round(&store, &others, week(0)).await;
    for round in 1..=20 {
        let outcome = Outcome::win(2, Seat(u8::from(round % 3 == 0)), "test");
        plays(&store, [&ann, &bob], ended(&outcome, week(round))).await;
        plays(&store, [&ann, &cid], ended(&outcome, week(round))).await;
    }
    let now_ms = week(21);
    assert!(shown(&store, &ann, now_ms).await.rating > shown(&store, &bob, now_ms).await.rating);
    assert_eq!(shown(&store, &ann, now_ms).await.matches, 40);
    assert_eq!(
        names(&store, now_ms).await,
        ["Ann"],
        "one row for each, and none for guests"
    );
}

#[tokio::test]
async fn whoever_has_one_opponent_alone_is_not_ranked() {
    let store = Memory::new();
    let [ann, bob] = ["Ann", "Bob"].map(|name| account(name, false));
    for round in 1..=60 {
        let outcome = Outcome::win(2, Seat((round % 2) as u8), "test");
        plays(&store, [&ann, &bob], ended(&outcome, week(round))).await;
    }
    let ann = shown(&store, &ann, week(60)).await;
    assert!(f64::from(ann.deviation) < RANKED_DEVIATION);
    assert_eq!(names(&store, week(60)).await, [""; 0]);
}

#[tokio::test]
async fn the_same_opponent_counts_less_and_less_until_a_week_has_gone_by() {
    let store = Memory::new();
    let [ann, bob, cid, dan] = ["Ann", "Bob", "Cid", "Dan"].map(|name| account(name, false));
    let others = [bob.clone(), cid.clone(), dan];
    plays_round(&store, &others, week(0)).await;
    let won = Outcome::win(2, Seat(0), "test");
    let mut gains = Vec::new();
    let mut last = 1500;
    for _ in 0..12 {
        plays(&store, [&ann, &bob], ended(&won, week(0))).await;
        let now = shown(&store, &ann, week(0)).await.rating;
        gains.push(now - last);
        last = now;
    }
    assert!(gains[2] > 20 && gains[11] <= 1, "{gains:?}");
    // Another opponent is news, and so is the same one after a while.
    plays(&store, [&ann, &cid], ended(&won, week(0))).await;
    let now = shown(&store, &ann, week(0)).await.rating;
    assert!(now - last > 10, "{last} {now}");
    plays(&store, [&ann, &bob], ended(&won, week(1))).await;
    assert!(shown(&store, &ann, week(1)).await.rating - now > 2);
}

#[tokio::test]
async fn who_runs_away_loses_and_nobody_wins_by_it() {
    let store = Memory::new();
    let [ann, bob] = ["Ann", "Bob"].map(|name| account(name, false));
    for fate in [Fate::Resigned, Fate::TimedOut] {
        let outcome = Outcome::abandoned(2, Seat(1), fate);
        let early = Ended {
            moves: vec![9, 1],
            ..ended(&outcome, 5)
        };
        plays(&store, [&ann, &bob], early).await;
    }
    assert_eq!(shown(&store, &ann, 5).await.matches, 0);
    let bob = shown(&store, &bob, 5).await;
    assert!(bob.rating < 1500 && bob.matches == 2, "{bob:?}");
    // What the rules have ended counts, however short it was.
    let short = Outcome::win(2, Seat(0), "the higher card");
    let quick = Ended {
        moves: vec![1, 1],
        ..ended(&short, 6)
    };
    plays(&store, [&ann, &account("Cid", false)], quick).await;
    assert!(shown(&store, &ann, 6).await.rating > 1500);
}

#[tokio::test]
async fn others_learn_of_it_when_they_may() {
    let store = Memory::new();
    let people = ["Ann", "Bob", "Cid", "Dan"].map(|name| account(name, false));
    for round in 1..=15 {
        plays_round(&store, &people, week(round)).await;
    }
    let now_ms = week(16);
    let before = (
        shown(&store, &people[0], now_ms).await,
        names(&store, now_ms).await,
    );
    assert_eq!(before.1, ["Ann", "Bob", "Cid", "Dan"]);
    let lost = Outcome::win(2, Seat(1), "test");
    // Matches with shorter delays, or none, do not tell how the first one ended.
    for (round, delay_ms) in (0..).zip([100, 50, 0, 20]) {
        let late = Ended {
            shown_from_ms: now_ms + delay_ms,
            ..ended(&lost, now_ms + round)
        };
        plays(&store, [&people[0], &people[2]], late).await;
    }
    let held = |at_ms| {
        let (store, ann) = (&store, &people[0]);
        async move { (shown(store, ann, at_ms).await, names(store, at_ms).await) }
    };
    assert_eq!(held(now_ms + 50).await, before);
    let after = held(now_ms + 200).await;
    assert!(after.0.rating < before.0.rating && after.0.matches == before.0.matches + 4);
}

/// How strong somebody is who wins four matches against each of these in one week.
async fn fed_by(store: &Memory, losers: &[Account]) -> i32 {
    let main = account("Main", false);
    for loser in losers {
        for _ in 0..4 {
            let won = Outcome::win(2, Seat(0), "test");
            plays(store, [&main, loser], ended(&won, week(1))).await;
        }
    }
    assert_eq!(names(store, week(1)).await, [""; 0]);
    shown(store, &main, week(1)).await.rating
}

/// So many accounts that were all made from the same address, or each from its own.
fn throw_aways(many: usize, one_address: bool) -> Vec<Account> {
    let from = |number| if one_address { 0 } else { number };
    let names = (0..many).map(|number| format!("t{number}@{}", from(number)));
    names.map(|name| account(&name, false)).collect()
}

#[tokio::test]
async fn a_hundred_accounts_that_nobody_else_has_played_are_worth_one() {
    let one = fed_by(&Memory::new(), &throw_aways(1, true)).await;
    for one_address in [true, false] {
        let hundred = fed_by(&Memory::new(), &throw_aways(100, one_address)).await;
        assert!((one..one + 40).contains(&hundred), "{one} {hundred}");
    }
}

#[tokio::test]
async fn a_ring_of_new_accounts_from_one_address_vouches_for_nobody() {
    let one = fed_by(&Memory::new(), &throw_aways(1, true)).await;
    let store = Memory::new();
    let ring = throw_aways(10, true);
    plays_round(&store, &ring, week(1)).await;
    let fed = fed_by(&store, &ring).await;
    assert!((one - 100..one + 40).contains(&fed), "{one} {fed}");
}

#[tokio::test]
async fn nobody_inherits_the_rating_of_a_newcomer() {
    let store = Memory::new();
    let row = throw_aways(9, false);
    let mut strengths = Vec::new();
    for pair in row.windows(2) {
        for _ in 0..4 {
            let won = Outcome::win(2, Seat(1), "test");
            plays(&store, [&pair[0], &pair[1]], ended(&won, week(1))).await;
        }
        strengths.push(shown(&store, &pair[1], week(1)).await.rating);
    }
    let first = strengths[0];
    assert!(
        strengths.iter().all(|strength| *strength <= first),
        "{strengths:?}"
    );
}

#[tokio::test]
async fn many_newcomers_at_one_table_are_worth_one_of_them() {
    let (alone, crowd) = (Memory::new(), Memory::new());
    let main = account("Main", false);
    let losers = throw_aways(5, false);
    let won = Outcome::win(2, Seat(0), "test");
    plays(&alone, [&main, &losers[0]], ended(&won, week(1))).await;
    let won = Outcome::win(6, Seat(0), "test");
    let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|at| &losers[at]);
    plays(&crowd, [&main, a, b, c, d, e], ended(&won, week(1))).await;
    let (alone, crowd) = (
        shown(&alone, &main, week(1)).await,
        shown(&crowd, &main, week(1)).await,
    );
    assert_eq!(alone.rating, crowd.rating);
}

#[tokio::test]
async fn four_who_play_each_other_have_a_leaderboard() {
    let store = Memory::new();
    let people = ["Ann", "Bob", "Cid", "Dan"].map(|name| account(name, false));
    for round in 1..=15 {
        plays_round(&store, &people, week(round)).await;
    }
    assert_eq!(names(&store, week(15)).await, ["Ann", "Bob", "Cid", "Dan"]);
}
