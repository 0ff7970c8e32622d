//! How Liar's dice looks and sounds: everybody's dice from behind, the own ones from the front.

use parlor_core::prelude::*;

use super::{Event, LiarsDice, MOST, Say, State, state::Dice};

impl Drawn for LiarsDice {
    fn label(&self, _: &State, command: &Say) -> Message {
        match command {
            Say::Bid { count, face } => Message::new("action.bid", "{count} x {face}")
                .with("count", *count)
                .with("face", *face),
            Say::Liar => Message::new("action.liar", "liar"),
        }
    }

    fn draw(&self, state: &State, viewer: Viewer) -> View {
        let mut view = View::new();
        for seat in Seat::all(state.seats()) {
            let rolled = state.dice(seat).iter().filter(|_| state.has_rolled(seat));
            let dice = rolled.map(|face| match viewer.sees(seat) {
                true => die(*face),
                false => PieceView::face_down("die"),
            });
            view = view.value(seat, "dice", state.count(seat)).zone(
                ZoneView::row(format!("dice-{}", seat.0))
                    .owner(seat)
                    .role(Role::Hand)
                    .label("dice", "Dice")
                    .pieces(dice),
            );
        }
        view = view.declare("dice", ValueType::Counter, "Dice").declare(
            "loser",
            ValueType::YesNo,
            "loses a die",
        );
        if let Some(shown) = state.showdown() {
            for seat in Seat::all(state.seats()) {
                let dice = shown.dice[seat.index()].iter().filter(|face| **face > 0);
                view = view.zone(
                    ZoneView::row(format!("shown-{}", seat.0))
                        .owner(seat)
                        .role(Role::Tableau)
                        .label("shown", "Shown dice")
                        .attribute("loser", shown.loser == seat)
                        .pieces(dice.map(|face| die(*face))),
                );
            }
        }
        view.phase = Some(match state.bid() {
            Some(bid) => Message::new("last_bid", "{seat} bids {count} x {face}")
                .with("seat", bid.seat)
                .with("count", bid.count)
                .with("face", bid.face),
            None => Message::new("phase.no_bid", "no bid yet"),
        });
        match (viewer.seat() == Some(state.turn()), state.bid()) {
            (true, None) => view.prompt("begin", "Begin the bidding"),
            (true, Some(_)) => view.prompt("raise_or_call", "Bid higher, or call the liar"),
            (false, _) => view,
        }
    }
}

/// What a viewer hears of an event.
pub(super) fn tell(state: &State, event: &Event, viewer: Viewer) -> Told {
    match event {
        Event::Rolled { dice } => {
            let message = Message::new("rolled", "Everybody rolls");
            let own: Vec<&Dice> = Seat::all(MOST as u8)
                .filter(|seat| viewer.sees(*seat))
                .map(|seat| &dice[seat.index()])
                .collect();
            Told::new(message).data(&own)
        }
        Event::Bid(bid) => Told::new(
            Message::new("bid", "{seat} bids {count} x {face}")
                .with("seat", bid.seat)
                .with("count", bid.count)
                .with("face", bid.face),
        ),
        Event::Called { seat } => {
            let mut after = state.clone();
            after.show_down(*seat);
            let message = Message::new(
                "called",
                "{seat} calls. Matching dice: {found}. {loser} loses a die",
            )
            .with("seat", *seat);
            Told::new(match after.showdown() {
                Some(shown) => message
                    .with("found", shown.found)
                    .with("loser", shown.loser),
                None => message,
            })
        }
        Event::Left { seat, .. } => {
            Told::new(Message::new("left", "{seat} leaves the table").with("seat", *seat))
        }
    }
}

fn die(face: u8) -> PieceView {
    PieceView::new("die", face.to_string())
}
