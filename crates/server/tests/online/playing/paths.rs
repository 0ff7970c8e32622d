//! All that the server says it can be asked.

use serde_json::Value;

use crate::house::{House, request};
use parlor_protocol::NewRoom;

#[tokio::test]
async fn every_described_path_answers() {
    let house = House::open().await;
    let ann = house.guest("Ann").await;
    let room = ann.api.create_room(&NewRoom::of("tic-tac-toe")).await;
    let id = room.unwrap().id;
    let reply = request(house.address, "GET", "/api/openapi.json", None, "").await;
    let document: Value = serde_json::from_str(&reply.body).unwrap();
    let mut asked = 0;
    for (path, methods) in document["paths"].as_object().unwrap() {
        let name = match path.as_str() {
            path if path.contains("/games/") || path.contains("/leaderboards/") => "tic-tac-toe",
            path if path.contains("/accounts/") => &*ann.account.id,
            _ => &*id,
        };
        let there = path.replace("{id}", name).replace("{game}", name);
        let there = there.replace("{seat}", "1");
        for (method, described) in methods.as_object().unwrap() {
            asked += 1;
            let method = method.to_uppercase();
            let ask = async |token: Option<&str>| {
                request(house.address, &method, &there, token, "{}").await
            };
            let reply = ask(Some(&ann.token)).await;
            let what = format!("{method} {path}: {reply:?}");
            assert!((200..500).contains(&reply.status), "{what}");
            assert!(reply.status != 405, "{what}");
            assert!(reply.code() != "nothing_here", "{what}");
            // A refusal says why.
            assert!(reply.status < 300 || !reply.code().is_empty(), "{what}");
            let answers = described["responses"].as_object().unwrap();
            let told = answers.contains_key(&reply.status.to_string());
            assert!(reply.status >= 300 || told, "{what}");
            let open = described.get("security").is_none();
            let reply = ask(None).await;
            assert_eq!(reply.status == 401, !open, "{method} {path}: {reply:?}");
        }
    }
    assert!(asked > 25);
    for path in ["/health", "/ready", "/metrics", "/", "/join/ABCDEF"] {
        let reply = request(house.address, "GET", path, None, "").await;
        assert_eq!(reply.status, 200, "{path}");
        assert!(reply.head.contains("x-request-id"));
    }
}

#[tokio::test]
async fn a_path_or_method_that_makes_no_sense_is_a_problem_too() {
    let house = House::open().await;
    let ann = house.guest("Ann").await;
    let room = ann.api.create_room(&NewRoom::of("tic-tac-toe")).await;
    let id = room.unwrap().id;
    for (method, path, status, code) in [
        (
            "PUT",
            &*format!("/api/rooms/{id}/seats/first"),
            400,
            "malformed",
        ),
        (
            "PUT",
            &format!("/api/rooms/{id}/seats/-1"),
            400,
            "malformed",
        ),
        (
            "PUT",
            &format!("/api/rooms/{id}/seats/256"),
            400,
            "malformed",
        ),
        ("GET", "/api/rooms/%ff", 400, "malformed"),
        ("GET", "/api/rooms?game=hex&game=hex", 400, "malformed"),
        ("POST", "/api/me", 405, "wrong_method"),
    ] {
        let reply = request(house.address, method, path, Some(&ann.token), "{}").await;
        let what = format!("{method} {path}: {reply:?}");
        assert_eq!((reply.status, &*reply.code()), (status, code), "{what}");
        assert!(reply.head.contains("application/json"), "{what}");
        assert_eq!(reply.head.contains("allow: GET"), status == 405, "{what}");
    }
}
