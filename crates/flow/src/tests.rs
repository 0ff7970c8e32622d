//! Flow, actions, secrets and defaults, by small games made for the purpose.

mod actions;
mod building;
mod calls;
mod derived;
mod duel;
mod flow;
mod fog;
mod guide;
mod inner;
mod leaving;
mod numbers;
mod objectives;
mod page;
mod pieces;
mod places;
mod reacting;
mod secrets;
mod sides;
mod sight;
mod sink;

use crate::prelude::*;

/// A game whose flow writes down the seats and numbers that it comes by.
struct Diary {
    game: GameBuilder,
    pages: SeatList,
}

impl Diary {
    fn new(seats: std::ops::RangeInclusive<u8>) -> Diary {
        let mut game = GameBuilder::new("diary", "Diary", seats);
        let pages = game.seat_list("pages");
        Diary { game, pages }
    }

    /// Writes the seat whose turn it is.
    fn seat(&self) -> Flow {
        let pages = self.pages;
        run(move |play| play.push(Seat(0), pages, play.seat().pack()))
    }

    /// Writes a number.
    fn number(&self, number: impl Fn(&At<'_>) -> i64 + Send + Sync + 'static) -> Flow {
        let pages = self.pages;
        run(move |play| {
            let number = number(&play.at());
            play.push(Seat(0), pages, number);
        })
    }

    /// What is written when a flow without questions is through.
    fn read(self, seats: u8, flow: impl Into<Flow>) -> Vec<i64> {
        let pages = self.pages;
        let game = self.game.flow(flow);
        Scenario::new(&game, seats, 1)
            .table()
            .list(Seat(0), pages)
            .to_vec()
    }
}
