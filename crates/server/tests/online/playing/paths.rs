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
