//! What can be asked by HTTP. One list makes both the routes and their description.
//!
//! | file | holds |
//! |---|---|
//! | `endpoint` | an entry of the list, and the OpenAPI document that follows from all of them |
//! | `around`, `origins` | what goes for every request, and for those of pages of other sites |
//! | `extract` | who asks, and what they send |
//! | `accounts`, `games`, `rooms`, `matches`, `past` | the answers |

mod accounts;
mod around;
mod endpoint;
mod extract;
mod games;
mod matches;
mod origins;
mod past;
mod rooms;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use parlor_bots::Analysis;
use parlor_core::View;
use parlor_protocol::{
    Account, Advice, AskAdvice, AuthorNews, Checked, Credentials, Fork, GameCard, GameDetails,
    History, Inside, Join, NewGuest, NewRoom, PastMatch, Problem, Ranked, RatingShown, Room,
    RulesetUpload, Seek, Session, SetBrings, SetSeat, Sought,
};
use std::collections::BTreeMap;

use crate::failure::Failure;
use crate::hub::Hub;
use crate::socket;
use crate::web;
use endpoint::{Endpoint, delete_, get_, post, put_};
pub(crate) use extract::From;

type Shared = State<Arc<Hub>>;
type Answer<T> = Result<axum::Json<T>, Failure>;

/// What lets somebody look on who has no seat.
const WITH_CODE: &str = "The code of the room, for spectators of a room that is not public";

/// All that can be asked.
fn endpoints() -> Vec<Endpoint> {
    vec![
        post("/api/guests", "Sign in as a guest", accounts::guest)
            .takes::<NewGuest>()
            .gives::<Session>()
            .open(),
        post("/api/accounts", "Create an account", accounts::create)
            .takes::<Credentials>()
            .gives::<Session>()
            .open(),
        post("/api/sessions", "Log in", accounts::log_in)
            .takes::<Credentials>()
            .gives::<Session>()
            .open(),
        delete_("/api/sessions", "Log out", accounts::log_out).answers("204"),
        get_("/api/me", "The current account", accounts::me).gives::<Account>(),
        put_("/api/me", "Rename a guest", accounts::rename)
            .takes::<NewGuest>()
            .gives::<Session>(),
        get_("/api/games", "The games", games::list)
            .gives::<Vec<GameCard>>()
            .open(),
        post(
            "/api/games",
            "Upload a ruleset, where the host allows it",
            games::upload,
        )
        .takes::<RulesetUpload>()
        .gives::<GameCard>(),
        get_(
            "/api/games/{id}",
            "A game with its options and their schema",
            games::details,
        )
        .gives::<GameDetails>()
        .open(),
        get_(
            "/api/games/{id}/opening",
            "A game's opening position, as a view",
            games::opening,
        )
        .gives::<View>()
        .open(),
        get_(
            "/api/games/{id}/words/{language}",
            "What a game says in a language, by the ids of its messages",
            games::words,
        )
        .gives::<std::collections::BTreeMap<String, String>>()
        .open(),
        get_("/api/rooms", "The public rooms", rooms::list)
            .query("game", "The id of a game, for its rooms alone")
            .gives::<Vec<Room>>()
            .open(),
        post("/api/rooms", "Create a room", rooms::create)
            .takes::<NewRoom>()
            .gives::<Room>(),
        get_("/api/rooms/{id}", "A room, by its id or code", rooms::look)
            .query("code", WITH_CODE)
            .gives::<Room>(),
        post(
            "/api/rooms/{id}/join",
            "Take a seat, by the room's id or code",
            rooms::join,
        )
        .takes::<Join>()
        .gives::<Room>(),
        post("/api/rooms/{id}/leave", "Leave the room", rooms::leave).gives::<Room>(),
        post(
            "/api/rooms/{id}/start",
            "Start the match, as the host",
            rooms::start,
        )
        .gives::<Room>(),
        post(
            "/api/rooms/{id}/rematch",
            "Ask for a rematch: returns the new room",
            rooms::rematch,
        )
        .gives::<Room>(),
        post(
            "/api/rooms/{id}/ready",
            "Ready for the next game of a series",
            rooms::ready,
        )
        .gives::<Room>(),
        put_(
            "/api/rooms/{id}/seats/{seat}",
            "Open a seat or give it to a bot, as the host",
            rooms::set_seat,
        )
        .takes::<SetSeat>()
        .gives::<Room>(),
        put_(
            "/api/rooms/{id}/seats/{seat}/brings",
            "Change what a seat brings, before the match begins",
            rooms::bring,
        )
        .takes::<SetBrings>()
        .gives::<Room>(),
        get_(
            "/api/rooms/{id}/qr.svg",
            "The room's link as a QR code",
            rooms::qr,
        )
        .open(),
        get_("/api/mine", "The account's rooms", rooms::mine).gives::<Vec<Room>>(),
        get_(
            "/api/matches/{id}/export",
            "A match as a file",
            matches::export,
        )
        .query("code", WITH_CODE)
        .open(),
        get_(
            "/api/matches/{id}/verify",
            "Verify a match: its rules, its log and its chance",
            matches::verify,
        )
        .query("code", WITH_CODE)
        .gives::<Checked>()
        .open(),
        get_(
            "/api/matches/{id}/history",
            "A match version by version, as one viewer has seen it, a page at a time",
            past::history,
        )
        .query(
            "viewer",
            "A seat's number, 'spectator' or 'referee'; other seats only once the match is over",
        )
        .query(
            "after",
            "The version to continue from: the `next` of the previous page",
        )
        .query("limit", "How many versions, 1 to 500; 500 by default")
        .query("code", WITH_CODE)
        .gives::<History>(),
        post(
            "/api/replay",
            "A match file version by version; the body is the file",
            past::replay,
        )
        .query(
            "viewer",
            "A seat's number, 'spectator', or 'referee', who sees everything",
        )
        .query(
            "after",
            "The version to continue from: the `next` of the previous page",
        )
        .query("limit", "How many versions, 1 to 500; 500 by default")
        .gives::<History>(),
        post(
            "/api/matches/{id}/fork",
            "Start an analysis board from a version",
            past::fork,
        )
        .query("code", WITH_CODE)
        .takes::<Fork>()
        .gives::<Room>(),
        get_(
            "/api/matches/{id}/analysis",
            "What a bot thinks of every move, once the match is over",
            past::analysis,
        )
        .query("code", WITH_CODE)
        .gives::<Analysis>(),
        post(
            "/api/matches/{id}/advice",
            "What a bot would play, on an analysis board",
            past::advice,
        )
        .takes::<AskAdvice>()
        .gives::<Advice>(),
        get_(
            "/api/matches/{id}/inside",
            "A version with its hidden state, for the game's author",
            past::inside,
        )
        .query("version", "Which version; the latest by default")
        .gives::<Inside>(),
        get_(
            "/api/author",
            "The state of the file that an author saved last",
            past::author,
        )
        .gives::<AuthorNews>(),
        get_(
            "/api/accounts/{id}/matches",
            "An account's matches, latest first",
            matches::past,
        )
        .gives::<Vec<PastMatch>>()
        .open(),
        get_(
            "/api/accounts/{id}/ratings",
            "An account's ratings, by game",
            matches::ratings,
        )
        .gives::<BTreeMap<String, RatingShown>>()
        .open(),
        get_(
            "/api/leaderboards/{game}",
            "A game's leaderboard",
            matches::leaderboard,
        )
        .gives::<Vec<Ranked>>()
        .open(),
        post("/api/queue", "Look for an opponent", matches::seek)
            .takes::<Seek>()
            .gives::<Sought>(),
        get_(
            "/api/queue",
            "Whether an opponent was found",
            matches::sought,
        )
        .gives::<Sought>(),
        delete_(
            "/api/queue",
            "Stop looking for an opponent",
            matches::stop_seeking,
        )
        .gives::<Sought>(),
        get_(
            "/api/socket",
            "The socket: see the frames `ToServer` and `ToClient`",
            socket::open,
        )
        .answers("101")
        .open(),
    ]
}

/// The whole server as a function from requests to answers.
pub(crate) fn app(hub: Arc<Hub>) -> Router {
    let mut router = Router::new();
    for endpoint in endpoints() {
        router = router.route(endpoint.path, endpoint.route);
    }
    router
        .route("/api/openapi.json", get(openapi))
        .route("/health", get(|| async { "ok\n" }))
        .route("/ready", get(ready))
        .route("/metrics", get(metrics))
        .route("/", get(web::page))
        .route("/game/{id}", get(web::page))
        .route("/join/{code}", get(web::page))
        .route("/match/{id}", get(web::page))
        .route("/screen/{id}", get(web::page))
        .route("/replay", get(web::page))
        .route("/replay/{id}", get(web::page))
        .route("/assets/{name}", get(web::asset))
        .route("/images/{name}", get(web::image))
        .route("/icon.svg", get(web::icon))
        .fallback(nothing_here)
        .layer(middleware::from_fn_with_state(hub.clone(), around::around))
        .with_state(hub)
}

/// Written once: nothing else costs as much, and anybody can ask for it.
async fn openapi() -> Response {
    static DOCUMENT: LazyLock<String> =
        LazyLock::new(|| endpoint::document(&endpoints()).to_string());
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (kind, DOCUMENT.as_str()).into_response()
}

/// Whether the server can do its work: it can read and write its store, and is not about to end.
async fn ready(State(hub): Shared) -> Response {
    if *hub.closing.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "closing\n").into_response();
    }
    match hub.store.get("server", "heartbeat").await {
        Ok(_) if hub.time.is_beating() => "ready\n".into_response(),
        _ => (
            StatusCode::SERVICE_UNAVAILABLE,
            "the store does not answer\n",
        )
            .into_response(),
    }
}

async fn metrics(State(hub): Shared) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    (kind, hub.metrics.text(hub.time.server_ms())).into_response()
}

/// Programs are told what there is; people who follow a wrong link get the page.
async fn nothing_here(hub: Shared, uri: Uri, headers: HeaderMap) -> Response {
    let wants = |kind: &str| {
        let accept = headers.get(header::ACCEPT);
        accept.is_some_and(|value| value.to_str().is_ok_and(|value| value.contains(kind)))
    };
    if wants("text/html") && !uri.path().starts_with("/api") {
        return (StatusCode::NOT_FOUND, web::page(hub).await).into_response();
    }
    let problem = Problem::new("nothing_here", "there is nothing at this address");
    Failure::not_found(problem.hint("/api/openapi.json says what there is")).into_response()
}
