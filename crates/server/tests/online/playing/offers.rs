//! What is asked for besides moves.

use parlor_client::{Answer, Event};
use parlor_core::Seat;
use parlor_protocol::{Ask, NewRoom, RoomStatus};

use crate::house::{Folder, House, Person, generous, play, seen, status};

struct Two {
    house: House,
    id: String,
    one: parlor_client::Client,
    two: parlor_client::Client,
    heard: parlor_client::Events,
    _heard: parlor_client::Events,
    people: [Person; 2],
}

async fn two_at(wish: NewRoom) -> Two {
    let house = House::open().await;
    let people = [house.guest("Ann").await, house.guest("Bob").await];
    let room = people[0].plays(&people[1], wish).await;
    let (one, heard) = house.look(&people[0], &room.id, None).await;
    let (two, _heard) = house.look(&people[1], &room.id, None).await;
    Two {
        house,
        id: room.id,
        one,
        two,
        heard,
        _heard,
        people,
    }
}

impl Two {
    /// The code of the next rejection that the first seat hears.
    async fn refusal(&mut self) -> String {
        loop {
            if let Event::Rejected { rejection, .. } = self.heard.next().await.unwrap() {
                return rejection.code().into();
            }
        }
    }
}

fn game() -> NewRoom {
    NewRoom::of("tic-tac-toe")
}

#[tokio::test]
async fn a_draw_is_offered_refused_and_agreed_on() {
    let mut table = two_at(game()).await;
    let id = table.id.clone();
    table.one.ask(&id, None, Ask::Draw);
    let asked = status(&table.two, &id, |status| status.offer.is_some()).await;
    let offer = asked.offer.unwrap();
    assert_eq!((offer.by, offer.ask), (Seat(0), Ask::Draw));
    assert_eq!(offer.needs.first(), Some(Seat(1)));
    // Nobody agrees with themselves.
    table.one.ask(&id, None, Ask::Agree);
    assert_eq!(table.refusal().await, "nothing_asked");
    table.two.ask(&id, None, Ask::Refuse);
    status(&table.one, &id, |status| status.offer.is_none()).await;
    // Nobody asks again and again.
    table.one.ask(&id, None, Ask::Draw);
    assert_eq!(table.refusal().await, "asked_before");
    table.two.ask(&id, None, Ask::Draw);
    status(&table.one, &id, |status| status.offer.is_some()).await;
    // Two who want the same agree.
    table.one.ask(&id, None, Ask::Draw);
    let over = status(&table.two, &id, |status| {
        status.room.status == RoomStatus::Over
    });
    assert!(over.await.room.outcome.unwrap().is_draw());
    table.one.ask(&id, None, Ask::Draw);
    assert_eq!(table.refusal().await, "match_over");
}

#[tokio::test]
async fn a_move_is_an_answer_too() {
    let table = two_at(game()).await;
    table.two.ask(&table.id, None, Ask::Draw);
    status(&table.one, &table.id, |status| status.offer.is_some()).await;
    play(&table.one, &table.id, "a1").await;
    status(&table.two, &table.id, |status| status.offer.is_none()).await;
}

#[tokio::test]
async fn a_command_is_taken_back_with_and_without_consent() {
    let table = two_at(game()).await;
    let id = &table.id;
    play(&table.one, id, "a1").await;
    // The other side has seen it, but nothing has come of it: tic-tac-toe hides nothing.
    table.one.ask(id, None, Ask::Undo);
    let undone = |status: &parlor_protocol::Status| status.offer.is_some();
    let asked = tokio::select! {
        asked = status(&table.two, id, undone) => Some(asked),
        () = seen(&table.one, id, 3) => None,
    };
    if asked.is_some() {
        table.two.ask(id, None, Ask::Agree);
        seen(&table.one, id, 3).await;
    }
    assert_eq!(asked.is_some(), needs_consent());
    play(&table.one, id, "b2").await;
    seen(&table.two, id, 4).await;
    play(&table.two, id, "a1").await;
    // Now another seat has moved since: it has to agree.
    table.one.ask(id, None, Ask::Undo);
    let asked = status(&table.two, id, undone).await;
    assert_eq!(asked.offer.unwrap().needs.first(), Some(Seat(1)));
    table.two.ask(id, None, Ask::Agree);
    seen(&table.one, id, 6).await;
    let view = table.one.view(id, parlor_core::Viewer::Seat(Seat(0)));
    assert_eq!(view.unwrap().to_act.first(), Some(Seat(0)));
    // And once more what was taken back.
    table.one.ask(id, None, Ask::Redo);
    seen(&table.one, id, 7).await;
}

/// Whether the core's fence asks for consent after a lone first move.
fn needs_consent() -> bool {
    use parlor_core::{Seed, Setup, Submission};
    let game = crate::house::games().get("tic-tac-toe").unwrap();
    let setup = Setup::new(game.info(), 2).unwrap();
    let mut current = game.begin(setup, Seed::Integer(1), 0).unwrap();
    let first = Submission::new(Seat(0), "a1".into());
    current.submit(first).unwrap();
    !current.undo_needs(Seat(0), 1).unwrap().is_empty()
}

#[tokio::test]
async fn a_pause_stops_the_clock_and_the_match() {
    let table = two_at(NewRoom {
        clock: "10m+0".into(),
        ..game()
    })
    .await;
    let id = &table.id;
    table.one.ask(id, None, Ask::Pause);
    status(&table.two, id, |status| status.offer.is_some()).await;
    table.two.ask(id, None, Ask::Agree);
    let is_paused =
        |status: &parlor_protocol::Status| status.clock.as_ref().is_some_and(|clock| clock.paused);
    let paused = status(&table.one, id, is_paused).await;
    let clock = paused.clock.unwrap();
    // Who asked for it, not who agreed; whoever comes later is told as well.
    assert_eq!(clock.paused_by, Some(Seat(0)));
    let carol = table.house.guest("Carol").await;
    let (watching, _events) = table.house.look(&carol, id, None).await;
    let seen = status(&watching, id, is_paused).await;
    assert_eq!(seen.clock.unwrap().paused_by, Some(Seat(0)));
    let left = clock.remaining_ms;
    let answer = table.one.submit(id, None, "a1".into()).await.unwrap();
    assert!(matches!(answer, Answer::Rejected(no) if no.code() == "paused"));
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    table.two.ask(id, None, Ask::Resume);
    let on = status(&table.one, id, |status| !is_paused(status)).await;
    // What was slept through is nobody's time: more than that has not gone by since, or nothing would be left to compare.
    let clock = on.clock.unwrap();
    assert_eq!(clock.paused_by, None);
    let now = clock.remaining_ms;
    assert_eq!(now[1], left[1]);
    assert!(left[0] - now[0] < 300, "{left:?} {now:?}");
    play(&table.one, id, "a1").await;
}

#[tokio::test]
async fn a_command_that_was_played_is_known_also_during_a_pause() {
    let house = House::open().await;
    let people = [house.guest("Ann").await, house.guest("Bob").await];
    let wish = NewRoom {
        clock: "10m+0".into(),
        ..game()
    };
    let room = people[0].plays(&people[1], wish).await;
    let mut one = crate::house::Socket::welcomed(house.address, &people[0].token).await;
    one.subscribe(&room.id).await;
    one.submit(&room.id, "a1", "k1").await;
    let first = one.frame("accepted").await;
    let (two, _events) = house.look(&people[1], &room.id, None).await;
    two.ask(&room.id, None, Ask::Pause);
    status(&two, &room.id, |status| status.offer.is_some()).await;
    one.send(serde_json::json!({"type": "ask", "match": room.id, "ask": "agree"}))
        .await;
    one.until(|frame| frame["clock"]["paused"] == true).await;
    one.submit(&room.id, "a1", "k1").await;
    let again = one.until(|frame| frame["key"] == "k1").await;
    assert_eq!(again, first);
}

#[tokio::test]
async fn a_match_without_a_clock_cannot_be_paused() {
    let mut table = two_at(game()).await;
    table.one.ask(&table.id, None, Ask::Pause);
    assert_eq!(table.refusal().await, "no_clock");
}

#[tokio::test]
async fn a_match_is_called_off_alone_at_first_and_together_later() {
    let table = two_at(game()).await;
    let id = &table.id;
    play(&table.one, id, "a1").await;
    table.two.ask(id, None, Ask::Abort);
    let over = |status: &parlor_protocol::Status| status.room.status == RoomStatus::Over;
    let aborted = status(&table.one, id, over).await;
    assert!(aborted.room.outcome.unwrap().is_aborted());

    let table = two_at(game()).await;
    let id = &table.id;
    play(&table.one, id, "a1").await;
    seen(&table.two, id, 2).await;
    play(&table.two, id, "b2").await;
    table.two.ask(id, None, Ask::Abort);
    status(&table.one, id, |status| status.offer.is_some()).await;
    table.one.ask(id, None, Ask::Agree);
    let aborted = status(&table.one, id, over).await;
    assert!(aborted.room.outcome.unwrap().is_aborted());
}

#[tokio::test]
async fn who_resigns_has_lost() {
    let table = two_at(game()).await;
    let id = &table.id;
    // Also when it is not their turn.
    table.two.ask(id, None, Ask::Resign);
    let over = status(&table.one, id, |status| status.room.outcome.is_some()).await;
    let outcome = over.room.outcome.unwrap();
    assert_eq!(outcome.winners().first(), Some(Seat(0)));
    assert_eq!(outcome.winners().len(), 1);
    let answer = table.one.submit(id, None, "a1".into()).await.unwrap();
    assert!(matches!(answer, Answer::Rejected(no) if no.code() == "match_over"));
    for person in &table.people {
        assert_eq!(person.api.mine().await.unwrap(), []);
    }
}

#[tokio::test]
async fn an_offer_waits_until_those_who_are_asked_come_back() {
    let folder = Folder::new();
    let house = House::at(&folder, generous()).await;
    let (ann, bob) = (house.guest("Ann").await, house.guest("Bob").await);
    let room = ann.plays(&bob, game()).await;
    let (one, _events) = house.look(&ann, &room.id, None).await;
    one.ask(&room.id, None, Ask::Draw);
    status(&one, &room.id, |status| status.offer.is_some()).await;
    drop(one);
    house.close().await;
    let house = House::at(&folder, generous()).await;
    let (two, _events) = house.look(&bob, &room.id, None).await;
    let asked = status(&two, &room.id, |status| status.offer.is_some()).await;
    assert_eq!(asked.offer.unwrap().ask, Ask::Draw);
    two.ask(&room.id, None, Ask::Agree);
    let over = status(&two, &room.id, |status| status.room.outcome.is_some()).await;
    assert!(over.room.outcome.unwrap().is_draw());
}
