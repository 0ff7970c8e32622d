//! What each seat brings to a game: declared on the builder, laid out as pieces, imagined by those who must not know it.

use parlor_core::{BringSpec, Message, Rng, Seat, Setup, Viewer};
use parlor_table::{Changes, Definition, EachZone};
use serde_json::Value as Json;

use crate::node::once;
use crate::{FlowGame, GameBuilder, State};

type Checks = Box<dyn Fn(&Setup, &Json) -> Vec<Message> + Send + Sync>;
type Draws = Box<dyn Fn(&mut Rng) -> Json + Send + Sync>;
type Lists = Box<dyn Fn(&Json) -> Vec<Definition> + Send + Sync>;

/// Something that each seat brings, as the game knows it.
pub(crate) struct Bring {
    id: String,
    check: Option<Checks>,
    draw: Option<Draws>,
    /// What others imagine, as pieces, where it is a secret that becomes pieces.
    lists: Vec<Vec<Definition>>,
}

/// Something that each seat brings, while it is being declared: see [`GameBuilder::brings`].
#[must_use = "call add()"]
pub struct BringBuilder<'g> {
    game: &'g mut GameBuilder,
    spec: BringSpec,
    check: Option<Checks>,
    draw: Option<Draws>,
    pieces: Option<(EachZone, Lists)>,
    pool: Vec<Json>,
}

impl GameBuilder {
    /// Something that each seat brings to a match: a deck, a squad, a character. Rooms, scripts, the terminal and the page
    /// ask for it; [`Setup::of`] hands it to [`GameBuilder::set_up`].
    ///
    /// ```
    /// use parlor_core::{Message, Rng};
    /// use parlor_flow::prelude::*;
    /// use serde_json::{Value, json};
    ///
    /// let mut game = GameBuilder::new("war", "War of lists", 2..=2);
    /// game.chance();
    /// let deck = game.zone("deck").owner_sees().each_seat();
    /// let field = game.zone("field").each_seat();
    /// let names = ["ox", "spark", "gull", "wave"];
    /// let cards = names.map(|name| game.definition("card", name));
    /// let card = move |name: &Value| cards[names.iter().position(|other| name == other).unwrap_or(0)];
    /// let list = move |value: &Value| value.as_array().into_iter().flatten().map(card).collect();
    ///
    /// game.brings("deck", "Deck")
    ///     .describe("Three cards.")
    ///     .secret()
    ///     .preset("fire", "Fire", json!(["ox", "ox", "spark"]))
    ///     .preset("water", "Water", json!(["gull", "wave", "wave"]))
    ///     .check(move |_, value| {
    ///         let cards: &[Value] = value.as_array().map_or(&[], |cards| cards);
    ///         let mut faults = Vec::new();
    ///         if cards.len() != 3 {
    ///             faults.push(Message::new("size", "a deck has 3 cards, not {size}").with("size", cards.len() as u64));
    ///         }
    ///         for card in cards.iter().filter(|card| names.iter().all(|name| card != name)) {
    ///             faults.push(Message::new("unknown", "there is no card {card}").with("card", card.to_string()));
    ///         }
    ///         faults
    ///     })
    ///     .pieces(deck, list)
    ///     .add();
    /// game.opening(move |play| Seat::all(2).for_each(|seat| play.shuffle(deck.of(seat))));
    /// game.action("play").run(move |play, _| { play.draw(deck.of(play.seat()), field.of(play.seat())); });
    /// let game = game.flow(repeat(3, each_seat(step(["play"]))));
    /// parlor_conformance::check(&game);
    ///
    /// use parlor_core::Game;
    /// let setup = Setup::new(&game.info(), 2).unwrap().bring(Seat(1), "deck", json!(["ox", "axe"])).unwrap();
    /// let faults = game.check_bring(&setup, Seat(1), "deck", setup.of(Seat(1), "deck"));
    /// let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    /// assert_eq!(faults, ["a deck has 3 cards, not 2", "there is no card \"axe\""]);
    /// ```
    pub fn brings(&mut self, id: &str, label: &str) -> BringBuilder<'_> {
        BringBuilder {
            game: self,
            spec: BringSpec::new(id, label),
            check: None,
            draw: None,
            pieces: None,
            pool: Vec::new(),
        }
    }
}

impl BringBuilder<'_> {
    /// With a sentence or two on what it may be.
    pub fn describe(mut self, description: &str) -> Self {
        self.spec = self.spec.describe(description);
        self
    }

    /// The other seats must not know it before the match is over. What viewers imagine instead is one of the presets or of
    /// the [pool](BringBuilder::pool) that fits what they have seen.
    pub fn secret(mut self) -> Self {
        self.spec = self.spec.secret();
        self
    }

    /// A seat may bring nothing.
    pub fn optional(mut self) -> Self {
        self.spec = self.spec.optional();
        self
    }

    /// With one more ready-made value; the first is what a seat brings that says nothing.
    pub fn preset(mut self, id: &str, label: &str, value: impl Into<Json>) -> Self {
        self.spec = self.spec.preset(id, label, value);
        self
    }

    /// What is wrong with a value: all of it, so that nobody has to correct one fault to be told the next.
    pub fn check(
        mut self,
        check: impl Fn(&Setup, &Json) -> Vec<Message> + Send + Sync + 'static,
    ) -> Self {
        once(&mut self.check, Box::new(check) as Checks, "check");
        self
    }

    /// Draws a value that somebody could bring: what the laws try beside the presets.
    pub fn random(mut self, draw: impl Fn(&mut Rng) -> Json + Send + Sync + 'static) -> Self {
        self.draw = Some(Box::new(draw));
        self
    }

    /// Becomes pieces in this zone of the seat that brings it, which owns them. `list` sees only what the check has passed.
    pub fn pieces(
        mut self,
        zone: EachZone,
        list: impl Fn(&Json) -> Vec<Definition> + Send + Sync + 'static,
    ) -> Self {
        self.pieces = Some((zone, Box::new(list)));
        self
    }

    /// More values that viewers think possible of a secret, beside the presets: decks that are played a lot.
    pub fn pool(mut self, values: impl IntoIterator<Item = Json>) -> Self {
        self.pool.extend(values);
        self
    }

    /// Declares it.
    ///
    /// # Panics
    /// When the game asks for something of that id already, or nobody could imagine a secret that becomes pieces: mistakes
    /// of the game's author.
    pub fn add(self) {
        let BringBuilder {
            game,
            spec,
            check,
            draw,
            pieces,
            pool,
        } = self;
        let mut lists = Vec::new();
        if let (true, Some((_, list))) = (spec.secret, &pieces) {
            let presets = spec.presets.iter().map(|preset| &preset.value);
            lists = presets.chain(&pool).map(list).collect();
            assert!(
                !lists.is_empty(),
                "the {} is a secret: say what others can imagine with preset() or pool()",
                spec.id
            );
        }
        let id = spec.id.clone();
        game.add_bring(
            spec,
            Bring {
                id: id.clone(),
                check,
                draw,
                lists,
            },
        );
        if let Some((zone, list)) = pieces {
            game.set_up(move |dealer, setup| {
                for seat in Seat::all(setup.seats()) {
                    for definition in list(setup.of(seat, &id)) {
                        dealer.create(definition, zone.of(seat), Some(seat));
                    }
                }
            });
        }
    }
}

impl Bring {
    /// Whether others imagine what it is, as pieces.
    pub(crate) fn is_imagined(&self) -> bool {
        !self.lists.is_empty()
    }
}

impl FlowGame {
    fn bring(&self, id: &str) -> Option<&Bring> {
        self.brings.iter().find(|bring| bring.id == id)
    }

    pub(crate) fn bring_faults(&self, setup: &Setup, id: &str, value: &Json) -> Vec<Message> {
        let check = self.bring(id).and_then(|bring| bring.check.as_ref());
        check.map_or(Vec::new(), |check| check(setup, value))
    }

    pub(crate) fn draw_bring(&self, id: &str, rng: &mut Rng) -> Option<Json> {
        Some((self.bring(id)?.draw.as_ref()?)(rng))
    }

    /// What others have brought in secret could be any list that fits what the viewer has seen of it.
    pub(crate) fn imagine_brings(&self, sample: &mut State, viewer: Viewer, rng: &mut Rng) {
        for bring in self.brings.iter().filter(|bring| !bring.lists.is_empty()) {
            for seat in Seat::all(sample.table.schema().seats()) {
                sample.table.recast(viewer, seat, &bring.lists, rng);
            }
        }
    }
}
