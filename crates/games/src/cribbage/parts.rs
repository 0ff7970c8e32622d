//! What the game is played with: zones, values, and what is said.

use parlor_flow::prelude::*;
use parlor_table::Schema;

use super::Card;
use super::card::pips;

/// The zones, attributes and values.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    pub deck: Zone,
    pub starter: Zone,
    pub crib: Zone,
    pub hand: EachZone,
    /// The cards that each player has played. They stay there for the show.
    pub played: EachZone,
    pub cards: Cards,
    /// As which one of the present count a card was played, from 1 on; 0 for all other cards.
    pub order: Attribute<u8>,
    pub dealer: Value<Seat>,
    pub count: Value<i64>,
    pub target: Value<i64>,
    /// What the crib scored in the latest show.
    pub crib_points: Value<i64>,
    /// Whose turn it is in the play.
    pub turn: Value<Seat>,
    pub score: SeatValue<i64>,
    /// Who has said go in the present count.
    pub go: SeatValue<bool>,
    /// What the hand scored in the latest show.
    pub hand_points: SeatValue<i64>,
    /// All cards in the hand count more than this, as a go has told.
    pub above: SeatValue<i64>,
}

/// The highest count.
pub(super) const MOST: i64 = 31;
/// The most cards in a count: all that are played.
pub(super) const LONGEST: usize = 8;

impl Parts {
    pub fn declare(schema: &mut Schema) -> Parts {
        let deck = schema.zone("deck").hidden().stacked().add();
        Parts {
            deck,
            starter: schema.zone("starter").label("Starter").add(),
            crib: schema.zone("crib").hidden().add(),
            hand: schema.zone("hand").owner_sees().each_seat(),
            played: schema
                .zone("played")
                .role(Role::Trick)
                .label("Played")
                .each_seat(),
            cards: Cards::standard(schema, deck),
            order: schema.attribute("order").changes().add(),
            dealer: schema.value("dealer", Seat(0)).label("Dealer").add(),
            count: schema.value("count", 0).label("Count").order(0).add(),
            target: schema.value("target", 121).label("Points to win").add(),
            crib_points: schema
                .value("crib_points", 0)
                .label("Points of the crib")
                .add(),
            turn: schema.value("turn", Seat(0)).shown(Shown::Never).add(),
            score: schema
                .value("score", 0)
                .shown_as(ValueType::points())
                .label("Score")
                .order(0)
                .each_seat(),
            go: schema.value("go", false).label("Go").each_seat(),
            hand_points: schema
                .value("hand_points", 0)
                .label("Points of the hand")
                .each_seat(),
            above: schema.value("above", 0).shown(Shown::Never).each_seat(),
        }
    }

    /// The player who does not deal.
    pub fn other(self, table: &Table) -> Seat {
        table.value(self.dealer).after(2)
    }

    pub fn card(self, table: &Table, piece: Piece) -> Card {
        Card::new(
            table.get(piece, self.cards.rank),
            table.get(piece, self.cards.suit),
        )
    }

    /// Whether a card can be played without passing 31.
    pub fn fits(self, table: &Table, card: Piece) -> bool {
        let more = pips(table.get(card, self.cards.rank));
        table.value(self.count) + i64::from(more) <= MOST
    }

    /// Whether a seat has a card that can be played.
    pub fn can_play(self, table: &Table, seat: Seat) -> bool {
        let mut cards = table.zone(self.hand.of(seat)).pieces();
        cards.any(|card| self.fits(table, card))
    }

    /// The cards of the present count in the order in which they were played, and how many there are.
    pub fn pile(self, table: &Table) -> ([Piece; LONGEST], usize) {
        let (mut pile, mut length) = ([Piece(0); LONGEST], 0);
        for card in table
            .seats()
            .flat_map(|seat| table.zone(self.played.of(seat)).pieces())
        {
            if let Some(index) = usize::from(table.get(card, self.order)).checked_sub(1) {
                pile[index] = card;
                length += 1;
            }
        }
        (pile, length)
    }

    pub fn has_won(self, table: &Table, seat: Seat) -> bool {
        table.of(seat, self.score) >= table.value(self.target)
    }

    /// Gives points to a seat and says what for, if there are any. Nobody goes past the last hole of the board.
    pub fn score(self, play: &mut Play<'_, '_>, seat: Seat, points: u32, why: MessageId) {
        if points > 0 {
            let points = i64::from(points);
            play.say(why, [seat.into(), points.into()]);
            let score = play.of(seat, self.score) + points;
            let most = play.value(self.target);
            play.set_of(seat, self.score, score.min(most));
        }
    }
}

/// What is said.
#[derive(Clone, Copy)]
pub(super) struct Words {
    pub cuts: MessageId,
    pub deals: MessageId,
    pub starter: MessageId,
    pub heels: MessageId,
    pub plays: MessageId,
    pub fifteen: MessageId,
    pub thirty_one: MessageId,
    pub pair: MessageId,
    pub pair_royal: MessageId,
    pub double_pair_royal: MessageId,
    pub run: MessageId,
    pub go: MessageId,
    pub last: MessageId,
    pub last_of_all: MessageId,
    pub hand: MessageId,
    pub crib: MessageId,
    pub fifteens: MessageId,
    pub pairs: MessageId,
    pub runs: MessageId,
    pub flush: MessageId,
    pub nobs: MessageId,
}

impl Words {
    pub fn declare(game: &mut GameBuilder) -> Words {
        let mut scores = |id: &'static str, what: &str| {
            game.message(id, format!("{{seat}} scores {{points}} for {what}"))
        };
        Words {
            heels: scores("heels", "his heels"),
            fifteen: scores("fifteen", "fifteen"),
            thirty_one: scores("thirty_one", "thirty-one"),
            pair: scores("pair", "a pair"),
            pair_royal: scores("pair_royal", "a pair royal"),
            double_pair_royal: scores("double_pair_royal", "a double pair royal"),
            run: scores("run", "a run"),
            last: scores("last", "the go"),
            last_of_all: scores("last_of_all", "the last card"),
            fifteens: scores("fifteens", "fifteens"),
            pairs: scores("pairs", "pairs"),
            runs: scores("runs", "runs"),
            flush: scores("flush", "a flush"),
            nobs: scores("nobs", "his nobs"),
            cuts: game.message("cuts", "{seat} cuts {card}"),
            deals: game.message("deals", "{seat} deals"),
            starter: game.message("starter", "{card} is turned up"),
            plays: game.message("pegs", "{seat} plays {card}: {count}"),
            go: game.message("go", "{seat} says go"),
            hand: game.message("hand", SHOWN.replace("{what}", "hand")),
            crib: game.message("crib", SHOWN.replace("{what}", "crib")),
        }
    }
}

const SHOWN: &str =
    "{seat}'s {what} {first} {second} {third} {fourth} scores {points} with {starter}";
