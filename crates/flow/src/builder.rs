//! [`GameBuilder`]: say what is on the table, what can be done and when, and get a game.

use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

use parlor_core::{
    BringSpec, GameInfo, Manifest, Message, OptionSpec, Outcome, Seat, SeatSet, Setup, ValueLook,
    ValueType, Viewer,
};
use parlor_table::{
    Board, Dealer, MayBeAt, Piece, Place, Schema, SightRule, Table, Word, Zone, ZoneKind,
};
use serde_json::Value as Json;

use crate::action::{Action, ActionBuilder};
use crate::brings::Bring;
use crate::compile::{Op, compile, push};
use crate::derived::Derives;
use crate::fingerprint::fingerprint;
use crate::happening::{Kind, Watchers};
use crate::local::{ProcedureSpec, Scope};
use crate::objective::Aims;
use crate::plugin::Claims;
use crate::program::Programs;
use crate::said::Template;
use crate::{At, Body, Flow, FlowGame, Happening, HappeningId, MessageId, Params, Play, Procedure};

pub(crate) type SetsUp = Box<dyn Fn(&mut Dealer<'_>, &Setup) + Send + Sync>;
pub(crate) type Leaves = Box<dyn Fn(&mut Play<'_, '_>, Seat) + Send + Sync>;
pub(crate) type Resamples = Box<dyn Fn(&mut Dealer<'_>, Viewer) + Send + Sync>;
pub(crate) type Shows = Box<dyn Fn(&At<'_>, Seat) -> Json + Send + Sync>;
/// How the commands of matches of an older version are translated.
pub(crate) type Migration = (
    String,
    Box<dyn Fn(Seat, Json) -> Result<Json, String> + Send + Sync>,
);
pub(crate) type Boards = Box<dyn Fn(&Setup) -> Board + Send + Sync>;

/// A game that is being written: zones, pieces and values as in a [`Schema`], actions, hooks, then the flow.
///
/// A [plugin](GameBuilder::plugin) is a function that takes the builder: `fn with_dice(game: &mut GameBuilder) -> Dice`.
///
/// ```
/// use parlor_flow::prelude::*;
///
/// /// Everybody draws a card; the highest one wins.
/// let mut game = GameBuilder::new("high-card", "High card", 2..=4);
/// game.chance();
/// let deck = game.zone("deck").hidden().stacked().add();
/// let shown = game.zone("shown").each_seat();
/// let cards = Cards::standard(game.schema(), deck);
/// game.opening(move |play| play.shuffle(deck));
/// game.action("draw").run(move |play, _| { play.draw(deck, shown.of(play.seat())); });
/// game.scores("the highest card", move |at, seat| at.zone(shown.of(seat)).pieces().sum_of(cards.rank));
/// let game = game.flow(each_seat(step(["draw"])));
///
/// let mut scenario = Scenario::new(&game, 2, 42);
/// scenario.play("draw").unwrap();
/// scenario.play("draw").unwrap();
/// assert_eq!(scenario.winners(), [Seat(1)]);
/// ```
pub struct GameBuilder {
    pub(crate) info: GameInfo,
    pub(crate) schema: Schema,
    pub(crate) actions: Vec<Action>,
    pub(crate) messages: Vec<Template>,
    watchers: Watchers,
    pub(crate) sights: Vec<SightRule>,
    pub(crate) procedures: Vec<ProcedureSpec>,
    pub(crate) claims: Claims,
    programs: Option<Box<dyn Programs>>,
    boards: Vec<(Zone, Boards)>,
    shown: Vec<(Cow<'static, str>, Shows)>,
    pub(crate) derived: Vec<(Cow<'static, str>, Derives)>,
    set_up: Vec<SetsUp>,
    opening: Option<crate::node::Does>,
    ends_when: Option<crate::node::Asks<bool>>,
    outcome: Option<crate::node::Asks<Outcome>>,
    on_leave: Option<Leaves>,
    on_timeout: Option<Leaves>,
    resample: Option<Resamples>,
    contradictions: Option<crate::node::Asks<usize>>,
    may_be_at: Vec<(ZoneKind, Box<MayBeAt>)>,
    /// What the author adds to the fingerprint.
    data: Vec<Vec<u8>>,
    pub(crate) aims: Aims,
    brings: Vec<Bring>,
    pub(crate) sides: Vec<Message>,
    migrations: Vec<Migration>,
    open: bool,
}

impl GameBuilder {
    /// A game with an id (`go-fish`), a name, and so many seats.
    pub fn new(id: &str, name: &str, seats: std::ops::RangeInclusive<u8>) -> GameBuilder {
        assert!(
            *seats.end() <= parlor_table::MOST_SEATS,
            "a table has at most {} seats",
            parlor_table::MOST_SEATS
        );
        GameBuilder {
            info: GameInfo::new(id, name, seats),
            schema: Schema::new(),
            actions: Vec::new(),
            messages: vec![
                Template::new("shown".into(), "{piece} is shown".into()),
                Template::new(
                    "too_late".into(),
                    "what {seat} has chosen is no longer possible".into(),
                ),
            ],
            watchers: Watchers::default(),
            sights: Vec::new(),
            procedures: Vec::new(),
            claims: Claims::default(),
            programs: None,
            boards: Vec::new(),
            shown: Vec::new(),
            derived: Vec::new(),
            set_up: Vec::new(),
            opening: None,
            ends_when: None,
            outcome: None,
            on_leave: None,
            on_timeout: None,
            resample: None,
            contradictions: None,
            may_be_at: Vec::new(),
            data: Vec::new(),
            aims: Aims::default(),
            brings: Vec::new(),
            sides: Vec::new(),
            migrations: Vec::new(),
            open: false,
        }
    }

    /// The rules in a sentence.
    pub fn summary(&mut self, summary: &'static str) {
        self.info = self.info.clone().summary(summary);
    }

    /// The version of the rules, 1.0.0 unless you say so. Raise it whenever you change what happens inside a closure: a
    /// match that was played under another version is refused with both versions named, instead of looking like a forgery.
    /// What is declared (the table, actions, choices, messages, the flow) is noticed without that.
    ///
    /// ```
    /// use parlor_core::{Game, Match, Seed};
    /// use parlor_flow::prelude::*;
    /// let build = |version: &str| {
    ///     let mut game = GameBuilder::new("wait", "Wait", 1..=1);
    ///     game.version(version);
    ///     game.action("wait").run(|_, _| {});
    ///     game.flow(repeat(3, each_seat(step(["wait"]))))
    /// };
    /// let setup = Setup::new(&build("1.0.0").info(), 1).unwrap();
    /// let played = Match::new(build("1.0.0"), setup, Seed::Integer(1)).unwrap().save();
    /// assert!(Match::load(build("1.0.0"), &played).is_ok());
    /// let error = Match::load(build("1.1.0"), &played).err().unwrap().to_string();
    /// assert!(error.contains("this match was played with Wait 1.0.0, and this is Wait 1.1.0"), "{error}");
    /// ```
    pub fn version(&mut self, version: impl Into<String>) {
        self.info = self.info.clone().version(version);
    }

    /// Reads matches that were played with an older version: `translate` makes of each of their commands, in JSON, one of
    /// today, or says why there is none. Today's rules then play them again from the chance that was recorded, so what
    /// they decide may differ in every event; where they refuse a command or draw another amount of chance, the match is refused with
    /// that reason.
    ///
    /// # Panics
    /// When there is a translation of that version already.
    ///
    /// ```
    /// use parlor_core::{Game, Match, Seat, Seed};
    /// use parlor_flow::prelude::*;
    /// // What was called "pass" is called "wait" since version 1.1.0.
    /// let build = |version: &str, word: &'static str| {
    ///     let mut game = GameBuilder::new("wait", "Wait", 1..=1);
    ///     game.version(version);
    ///     game.action(word).run(|_, _| {});
    ///     if version == "1.1.0" {
    ///         game.migrate_from("1.0.0", |_, mut command| match command["action"] == "pass" {
    ///             true => { command["action"] = "wait".into(); Ok(command) }
    ///             false => Err(format!("nobody could {} then", command["action"])),
    ///         });
    ///     }
    ///     game.flow(repeat(3, each_seat(step([word]))))
    /// };
    /// let old = build("1.0.0", "pass");
    /// let setup = Setup::new(&old.info(), 1).unwrap();
    /// let mut old = Match::new(old, setup, Seed::Integer(1)).unwrap();
    /// let command = old.legal(Seat(0))[0].clone();
    /// old.play(Seat(0), &command).unwrap();
    ///
    /// let today = Match::migrate(build("1.1.0", "wait"), &old.save()).unwrap();
    /// assert_eq!(today.version(), old.version());
    /// assert_eq!(today.header().migrated.as_ref().unwrap().game_version, "1.0.0");
    /// // From now on it is a match of today's rules like any other.
    /// assert!(Match::load(build("1.1.0", "wait"), &today.save()).is_ok());
    /// ```
    pub fn migrate_from(
        &mut self,
        version: &str,
        translate: impl Fn(Seat, Json) -> Result<Json, String> + Send + Sync + 'static,
    ) {
        assert!(
            self.migrations.iter().all(|(known, _)| known != version),
            "{}: matches of version {version} are translated twice",
            self.info.id
        );
        self.migrations.push((version.into(), Box::new(translate)));
    }

    /// Adds data to the fingerprint that the rules go by and that is not declared here: a list of cards that was read from
    /// a file, say. A match that was played with other data is refused.
    ///
    /// ```
    /// use parlor_core::Game;
    /// use parlor_flow::prelude::*;
    /// let build = |cards: &str| {
    ///     let mut game = GameBuilder::new("cards", "Cards", 1..=1);
    ///     game.fingerprint(cards);
    ///     game.flow(sequence([])).info().fingerprint.clone()
    /// };
    /// assert_eq!(build("ace king"), build("ace king"));
    /// assert_ne!(build("ace king"), build("ace queen"));
    /// ```
    pub fn fingerprint(&mut self, data: impl AsRef<[u8]>) {
        self.data.push(data.as_ref().to_vec());
    }

    /// What kind of game it is, in words by which people look for it.
    pub fn tags<const N: usize>(&mut self, tags: [&'static str; N]) {
        self.info = self.info.clone().tags(tags);
    }

    /// What people want to know before they choose the game.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("nim", "Nim", 2..=2);
    /// game.manifest(Manifest::new().minutes(1, 5).complexity(1).age(6));
    /// ```
    pub fn manifest(&mut self, manifest: Manifest) {
        self.info.manifest = manifest;
    }

    /// Texts in a language, by the ids of messages. Of what is declared the ids follow from the names: `prompt.ACTION`,
    /// `action.ACTION`, `ask.ACTION.CHOICE`, `zone.ZONE`, `value.VALUE`, `phase.PHASE`, `word.WORD`, `face.FACE`,
    /// `option.OPTION`, `game.name` and `game.summary`; messages, reasons and refusals have the ids that you gave them.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("nim", "Nim", 2..=2);
    /// game.action("take").label("take {sticks}").choose_number("sticks", |_| 1..=3).run(|_, _| {});
    /// game.words("de", [("game.name", "Nim"), ("action.take", "nimm {sticks}")]);
    /// let nim = game.flow(forever(each_seat(step(["take"]))));
    /// assert_eq!(parlor_core::Game::info(&nim).words.get("de", "action.take"), Some("nimm {sticks}"));
    /// assert_eq!(parlor_core::Game::info(&nim).words.get("en", "action.take"), Some("take {sticks}"));
    /// ```
    pub fn words<const N: usize>(
        &mut self,
        language: &'static str,
        texts: [(&'static str, &'static str); N],
    ) {
        self.info.words.add(language, texts);
    }

    /// The same from a JSON object of texts: a file per language beside the rules, with `include_str!`.
    ///
    /// # Panics
    /// When it is not an object of texts, which is a mistake of the game's author.
    pub fn words_json(&mut self, language: &'static str, json: &str) {
        self.info.words.add_json(language, json);
    }

    /// An option that hosts can set.
    pub fn option(&mut self, option: OptionSpec) {
        self.info = self.info.clone().option(option);
    }

    pub(crate) fn add_bring(&mut self, spec: BringSpec, bring: Bring) {
        self.info = self.info.clone().bring(spec);
        self.brings.push(bring);
    }

    /// There is chance in this game.
    pub fn chance(&mut self) {
        self.info = self.info.clone().chance();
    }

    /// The most commands that a game can take.
    pub fn longest(&mut self, commands: u64) {
        self.info = self.info.clone().longest(commands);
    }

    /// There are secrets, although all zones are open at first: pieces and zones are hidden in play.
    pub fn secrets(&mut self) {
        self.info = self.info.clone().hidden();
    }

    /// Everything is public although there are zones that not everybody sees into, or simultaneous steps.
    pub fn no_secrets(&mut self) {
        self.open = true;
    }

    /// What the table is made of.
    pub fn schema(&mut self) -> &mut Schema {
        &mut self.schema
    }

    /// A zone's board depends on the options.
    pub fn board(&mut self, zone: Zone, board: impl Fn(&Setup) -> Board + Send + Sync + 'static) {
        self.boards.push((zone, Box::new(board)));
    }

    /// What every seat shows under a name: a score that follows from the table, a list in words. A value or list of that
    /// name is not shown as it is then; null shows nothing. Everybody sees it, so it must follow from what everybody knows.
    ///
    /// It is shown as words under its name, unless you say what it is and what people call it.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("none", "None", 1..=1);
    /// let throws = game.seat_list("throws");
    /// let limit = game.value("limit", 3_i64).label("Limit").each_seat();
    /// game.opening(move |play| play.set_list(Seat(0), throws, [20, 5]));
    /// game.show("throws", move |at, seat| format!("{} darts", at.list(seat, throws).len()));
    /// game.show("score", move |at, seat| at.list(seat, throws).iter().sum::<i64>())
    ///     .shown_as(ValueType::points())
    ///     .label("Points");
    /// game.show("limit", |_, _| ());
    /// let game = game.flow(sequence([]));
    ///
    /// let view = Scenario::new(&game, 1, 1).view(Viewer::Spectator);
    /// assert_eq!(view.seats[0].values["throws"], "2 darts");
    /// assert_eq!(view.seats[0].values["score"], 25);
    /// assert!(!view.seats[0].values.contains_key("limit"));
    /// # let _ = limit;
    /// ```
    pub fn show<T: Into<Json>>(
        &mut self,
        name: impl Into<Cow<'static, str>>,
        shows: impl Fn(&At<'_>, Seat) -> T + Send + Sync + 'static,
    ) -> &mut ValueLook {
        let name = name.into();
        let shows = Box::new(move |at: &At<'_>, seat| shows(at, seat).into());
        self.shown.push((name.clone(), shows));
        self.schema.legend().value(&name, ValueType::Word)
    }

    /// A message with named arguments in braces, in the order in which they will be given.
    pub fn message(
        &mut self,
        id: impl Into<Cow<'static, str>>,
        text: impl Into<Cow<'static, str>>,
    ) -> MessageId {
        self.messages.push(Template::new(id.into(), text.into()));
        MessageId(self.messages.len() as u16 - 1)
    }

    /// Begins an action.
    pub fn action(&mut self, name: &str) -> ActionBuilder<'_> {
        ActionBuilder::new(self, name)
    }

    pub(crate) fn add_action(&mut self, action: Action) {
        assert!(
            action.name.as_str() != crate::step::DONE,
            "'done' is what ends a step: call the action something else"
        );
        assert!(
            action.name.as_str() != crate::question::ANSWER,
            "'answer' is what answers questions: call the action something else"
        );
        self.actions.push(action);
        self.claim();
    }

    /// What the options do to the table, before play and without chance.
    pub fn set_up(&mut self, set_up: impl Fn(&mut Dealer<'_>, &Setup) + Send + Sync + 'static) {
        self.set_up.push(Box::new(set_up));
    }

    /// What happens when the match begins: shuffle, deal, roll. Several openings happen one after the other.
    pub fn opening(&mut self, opening: impl Fn(&mut Play<'_, '_>) + Send + Sync + 'static) {
        self.opening = Some(match self.opening.take() {
            None => Box::new(opening),
            Some(before) => Box::new(move |play| {
                before(play);
                opening(play);
            }),
        });
    }

    /// Reacts to each piece that goes into a zone of this kind, when the rule that moved it has returned.
    pub fn on_enter(
        &mut self,
        zone: impl Into<ZoneKind>,
        react: impl Fn(&mut Play<'_, '_>, Piece) + Send + Sync + 'static,
    ) {
        let zone = zone.into();
        let react = std::sync::Arc::new(react);
        let created = react.clone();
        let enters = move |it: &Happening| it.piece().filter(|_| it.enters(zone));
        self.on_move(move |play, it| {
            if let Some(piece) = enters(it) {
                react(play, piece);
            }
        });
        self.watch(Kind::Created, move |play, it| {
            if let Some(piece) = enters(it) {
                created(play, piece);
            }
        });
    }

    /// Reacts to each piece that leaves a zone of this kind, when the rule that moved it has returned.
    pub fn on_exit(
        &mut self,
        zone: impl Into<ZoneKind>,
        react: impl Fn(&mut Play<'_, '_>, Piece) + Send + Sync + 'static,
    ) {
        let zone = zone.into();
        self.on_move(move |play, it| {
            if let Some(piece) = it.piece().filter(|_| it.leaves(zone)) {
                react(play, piece);
            }
        });
    }

    /// Reacts to each piece that goes from one zone to another, when the rule that moved it has returned. The happening says from
    /// where, to where and why.
    pub fn on_move(
        &mut self,
        react: impl Fn(&mut Play<'_, '_>, &Happening) + Send + Sync + 'static,
    ) {
        self.watch(Kind::Moved, react);
    }

    /// Reacts to each piece that is attached to another one, or taken off: the happening is about the piece, and about what it is
    /// attached to now, if it is.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("bear", "Bear", 1..=1);
    /// let (field, chained) = (game.zone("field").add(), game.value("chained", 0_i64).add());
    /// for name in ["bear", "chains"] {
    ///     let piece = game.definition("card", name);
    ///     game.place(piece, field, 1);
    /// }
    /// game.on_attach(move |play, it| play.set_value(chained, it.pieces.len() as i64 - 1));
    /// let game = game.flow(run(|play| play.attach(Piece(1), Piece(0))));
    /// assert_eq!(Scenario::new(&game, 1, 1).table().value(chained), 1);
    /// ```
    pub fn on_attach(
        &mut self,
        react: impl Fn(&mut Play<'_, '_>, &Happening) + Send + Sync + 'static,
    ) {
        self.watch(Kind::Attached, react);
    }

    /// Reacts to each piece that comes to the table.
    pub fn on_create(
        &mut self,
        react: impl Fn(&mut Play<'_, '_>, &Happening) + Send + Sync + 'static,
    ) {
        self.watch(Kind::Created, react);
    }

    /// Reacts to each change of an attribute; the happening says by how much.
    pub fn on_set<T>(
        &mut self,
        attribute: parlor_table::Attribute<T>,
        react: impl Fn(&mut Play<'_, '_>, &Happening) + Send + Sync + 'static,
    ) {
        self.watch(Kind::Set(attribute.number()), react);
    }

    /// Reacts to each turn that begins in an [`each_seat`](crate::each_seat).
    pub fn on_turn(
        &mut self,
        react: impl Fn(&mut Play<'_, '_>, &Happening) + Send + Sync + 'static,
    ) {
        self.watch(Kind::TurnBegan, react);
    }

    /// Reacts to whatever rules [post](Play::post) by this name.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("echo", "Echo", 1..=1);
    /// let heard = game.value("heard", 0_i64).add();
    /// let rings = game.happening("rings", "the bell rings {times} times");
    /// game.on(rings, move |play, it| play.add(heard, it.amount));
    /// let game = game.flow(run(move |play| play.post(rings, [3.into()])));
    /// assert_eq!(Scenario::new(&game, 1, 1).table().value(heard), 3);
    /// ```
    pub fn on(
        &mut self,
        id: HappeningId,
        react: impl Fn(&mut Play<'_, '_>, &Happening) + Send + Sync + 'static,
    ) {
        self.watch(Kind::Named(id.0.0), react);
    }

    fn watch(
        &mut self,
        kind: Kind,
        react: impl Fn(&mut Play<'_, '_>, &Happening) + Send + Sync + 'static,
    ) {
        self.watchers.add(kind, Box::new(react));
    }

    /// Declares something that happens, by a stable id and a text: rules [post](Play::post) it, players read it, and rules of
    /// [`GameBuilder::on`] react to it.
    pub fn happening(
        &mut self,
        id: impl Into<Cow<'static, str>>,
        text: impl Into<Cow<'static, str>>,
    ) -> HappeningId {
        HappeningId(self.message(id, text))
    }

    /// Replaces moves into a zone of this kind: with the place that this says, a piece goes there instead. Each of these rules is
    /// asked once for each move.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("exile", "Exile", 1..=1);
    /// let (field, grave) = (game.zone("field").add(), game.zone("grave").add());
    /// let exile = game.zone("exile").add();
    /// let ox = game.definition("card", "ox");
    /// game.place(ox, field, 1);
    /// game.instead_of_move(grave, move |_, _| Some(exile.into()));
    /// let game = game.flow(run(move |play| {
    ///     play.draw(field, grave);
    /// }));
    /// assert_eq!(Scenario::new(&game, 1, 1).table().zone(exile).len(), 1);
    /// ```
    pub fn instead_of_move(
        &mut self,
        zone: impl Into<ZoneKind>,
        replace: impl Fn(&At<'_>, &Happening) -> Option<Place> + Send + Sync + 'static,
    ) {
        let instead = &mut self.watchers.instead;
        instead.push((zone.into(), Box::new(replace)));
    }

    /// Brings the position in order after everything that rules do, again and again until no rule says that it changed something:
    /// whoever has no health left dies, whatever has lost its host goes.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("carry", "Carry", 1..=1);
    /// let (ones, tens) = (game.value("ones", 0_i64).add(), game.value("tens", 0_i64).add());
    /// game.settle(move |play| {
    ///     let too_many = play.value(ones) >= 10;
    ///     if too_many {
    ///         play.add(ones, -10);
    ///         play.add(tens, 1);
    ///     }
    ///     too_many
    /// });
    /// let game = game.flow(run(move |play| play.set_value(ones, 34)));
    /// assert_eq!(Scenario::new(&game, 1, 1).table().value(tens), 3);
    /// ```
    pub fn settle(&mut self, settle: impl Fn(&mut Play<'_, '_>) -> bool + Send + Sync + 'static) {
        self.watchers.settle.push(Box::new(settle));
    }

    /// A flow that rules can call with parameters: [`Play::call`]. It can ask, loop and call others; the closure gets the names of its
    /// parameters.
    ///
    /// # Panics
    /// When two procedures have this name: a mistake of the game's author.
    pub fn procedure<P: Params>(&mut self, name: &str, body: impl Body<P>) -> Procedure<P> {
        let procedure = self.announce::<P>(name);
        if self.procedures[usize::from(procedure.index)].body.is_some() {
            self.is_taken("procedure", name);
        }
        let spec = &mut self.procedures[usize::from(procedure.index)];
        spec.body = Some(body.build(spec.scope.number()));
        procedure
    }

    /// The procedure of this name, which is [written](GameBuilder::procedure) later: for those that call themselves or each other.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("count", "Count", 1..=1);
    /// let sum = game.value("sum", 0_i64).add();
    /// let down = game.announce::<(i64,)>("down");
    /// game.procedure("down", move |from: Local<i64>| run(move |play| {
    ///     let from = play.local(from);
    ///     play.add(sum, from);
    ///     if from > 0 {
    ///         play.call(down, (from - 1,));
    ///     }
    /// }));
    /// let game = game.flow(run(move |play| play.call(down, (4,))));
    /// assert_eq!(Scenario::new(&game, 1, 1).table().value(sum), 10);
    /// ```
    ///
    /// # Panics
    /// When it has other parameters elsewhere: a mistake of the game's author.
    pub fn announce<P: Params>(&mut self, name: &str) -> Procedure<P> {
        let known = self.procedures.iter().position(|spec| spec.name == name);
        let index = known.unwrap_or_else(|| {
            self.procedures.push(ProcedureSpec {
                name: name.into(),
                scope: Scope::new(),
                kinds: P::kinds(),
                body: None,
            });
            self.procedures.len() - 1
        });
        assert!(
            self.procedures[index].kinds == P::kinds(),
            "the procedure '{name}' takes other values elsewhere"
        );
        Procedure::new(index as u16)
    }

    /// The programs that [`Play::start`] starts: what effects written as data compile to.
    ///
    /// # Panics
    /// When there are some already: a mistake of the game's author.
    pub fn programs(&mut self, programs: impl Programs) {
        assert!(
            self.programs.is_none(),
            "{}: programs() is called twice",
            self.info.id
        );
        self.programs = Some(Box::new(programs));
    }

    /// The match is over as soon as this holds after something was done. It is over at the end of the flow in any case.
    /// Where there are several such conditions, any of them ends it.
    pub fn ends_when(&mut self, holds: impl Fn(&At<'_>) -> bool + Send + Sync + 'static) {
        self.ends_when = Some(match self.ends_when.take() {
            None => Box::new(holds),
            Some(before) => Box::new(move |at| before(at) || holds(at)),
        });
    }

    /// How it ended, once it has. A match ends one way, so this is said once: here, with [`GameBuilder::scores`] or with
    /// [`GameBuilder::winners`].
    ///
    /// # Panics
    /// When it was said before.
    pub fn outcome(&mut self, outcome: impl Fn(&At<'_>) -> Outcome + Send + Sync + 'static) {
        assert!(
            self.outcome.is_none(),
            "{}: how a match ends is said twice: call one of outcome(), scores() and winners(), once, and tell the cases apart in it",
            self.info.id
        );
        self.outcome = Some(Box::new(outcome));
    }

    /// Who has the most points wins.
    pub fn scores(
        &mut self,
        reason: impl Into<Message>,
        score: impl Fn(&At<'_>, Seat) -> i64 + Send + Sync + 'static,
    ) {
        let reason = self.reason(reason);
        self.outcome(move |at| {
            let scores: Vec<i64> = at.seats().map(|seat| score(at, seat)).collect();
            Outcome::by_score(&scores, reason.clone())
        });
    }

    /// These have won; all others have lost. Where nobody has won it is a draw, or, in a game with a
    /// [side](GameBuilder::side), all have lost to it.
    pub fn winners(
        &mut self,
        reason: impl Into<Message>,
        winners: impl Fn(&At<'_>) -> SeatSet + Send + Sync + 'static,
    ) {
        let reason = self.reason(reason);
        self.outcome(move |at| {
            let (seats, winners) = (at.schema().seats(), winners(at));
            match winners.is_empty() && !at.game.sides.is_empty() {
                true => Outcome::all_lose(seats, reason.clone()),
                false => Outcome::winners_are(seats, winners, reason.clone()),
            }
        });
    }

    /// A reason with its id, which translators find listed.
    fn reason(&mut self, reason: impl Into<Message>) -> Message {
        let reason = reason.into().or_id_of_text("reason");
        let text = (reason.id.clone(), reason.text.clone());
        self.info.words.add("en", [text]);
        reason
    }

    /// What becomes of the things of a player who leaves, in a match that goes on without it. Where this is said several
    /// times, all of it happens, in that order.
    ///
    /// With two seats, or when only one player is left, leaving ends the match; against a [side](GameBuilder::side) it goes
    /// on until nobody is left.
    pub fn on_leave(&mut self, does: impl Fn(&mut Play<'_, '_>, Seat) + Send + Sync + 'static) {
        self.on_leave = Some(match self.on_leave.take() {
            None => Box::new(does),
            Some(before) => Box::new(move |play, seat| {
                before(play, seat);
                does(play, seat);
            }),
        });
    }

    /// What happens when a player's time has run out, instead of leaving: play for it, skip its turn.
    /// A step's own [`on_timeout`](crate::StepSpec::on_timeout) goes before. The step is over then.
    ///
    /// # Panics
    /// When it was said before: one seat's time is made up for once, not twice.
    pub fn on_timeout(&mut self, does: impl Fn(&mut Play<'_, '_>, Seat) + Send + Sync + 'static) {
        assert!(
            self.on_timeout.is_none(),
            "{}: on_timeout() is called twice: call it once, and use the on_timeout() of a step where that step differs",
            self.info.id
        );
        self.on_timeout = Some(Box::new(does));
    }

    /// What else has to change when what a viewer cannot see is re-dealt: values that follow from hidden pieces. Where
    /// this is said several times, all of it happens, in that order.
    ///
    /// Work all of it out from what lies on the table now, and set values and attributes only, or put pieces elsewhere on a board
    /// on which the viewer does not see them. What they were before is left over from another deal, and whatever follows from
    /// it would tell what the viewer must not know; the law `samples_tell_no_secrets` says so.
    pub fn after_resampling(
        &mut self,
        does: impl Fn(&mut Dealer<'_>, Viewer) + Send + Sync + 'static,
    ) {
        self.resample = Some(match self.resample.take() {
            None => Box::new(does),
            Some(before) => Box::new(move |dealer, viewer| {
                before(dealer, viewer);
                does(dealer, viewer);
            }),
        });
    }

    /// How many things are on the table that whoever has followed the match knows to be otherwise: somebody holds a card
    /// that they said they had not, say. When a viewer imagines what it cannot see, hidden pieces change places until nothing
    /// contradicts. Count from what everybody could know, not from what is true. [`At::seat`] is not the viewer here.
    ///
    /// Each thing that is wrong should count by itself: then what is better can be told from what is worse. Several counts
    /// are added up.
    pub fn contradictions(&mut self, count: impl Fn(&At<'_>) -> usize + Send + Sync + 'static) {
        self.contradictions = Some(match self.contradictions.take() {
            None => Box::new(count),
            Some(before) => Box::new(move |at| before(at) + count(at)),
        });
    }

    /// Where on a board a piece could lie that a viewer does not see there: it is imagined at one of the places of which
    /// this holds. Without such a rule that is any place at which nothing else lies.
    ///
    /// Go by what the viewer knows, not by what is true. The pieces that are still to be dealt lie nowhere while it is asked,
    /// so that what lies on the table is what the viewer sees and what has been imagined before. Where a shape of several
    /// pieces hides, place all of it in [`GameBuilder::after_resampling`].
    ///
    /// ```
    /// use parlor_core::{Hidden, Rng};
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("mole", "Mole", 2..=2);
    /// let garden = game.zone("garden").owner_sees().others_see(Others::Nothing);
    /// let garden = garden.board(Grid::new(5, 5, Adjacency::All)).each_seat();
    /// let mole = game.definition("animal", "mole");
    /// game.place(mole, garden.of(Seat(0)).at(Cell(12)), 1);
    /// // Moles keep away from the fence.
    /// game.may_be_at(garden, |table, _, _, place| {
    ///     let grid = table.grid(place.zone);
    ///     (1..4).contains(&grid.column(place.cell)) && (1..4).contains(&grid.row(place.cell))
    /// });
    /// game.action("dig").run(|_, _| {});
    /// let game = game.flow(each_seat(step(["dig"])));
    ///
    /// let (scenario, mut rng) = (Scenario::new(&game, 2, 1), Rng::fast(1, 0));
    /// let mut cells: Vec<Cell> = Vec::new();
    /// for _ in 0..200 {
    ///     let sample = game.resample(scenario.state(), Viewer::Seat(Seat(1)), &mut rng);
    ///     let mole = sample.table().zone(garden.of(Seat(0))).top().unwrap();
    ///     cells.push(sample.table().cell_of(mole));
    /// }
    /// cells.sort_unstable();
    /// cells.dedup();
    /// assert_eq!(cells, [6, 7, 8, 11, 12, 13, 16, 17, 18].map(Cell));
    /// ```
    ///
    /// # Panics
    /// When it was said of this zone before.
    pub fn may_be_at(
        &mut self,
        zone: impl Into<ZoneKind>,
        rule: impl Fn(&Table, Viewer, Piece, Place) -> bool + Send + Sync + 'static,
    ) {
        let kind = zone.into();
        assert!(
            self.may_be_at.iter().all(|(known, _)| *known != kind),
            "{}: may_be_at() is called twice for the same zone",
            self.info.id
        );
        self.may_be_at.push((kind, Box::new(rule)));
    }

    /// The game, with this flow.
    ///
    /// # Panics
    /// When the flow asks for an action that nobody has written, or a secret value does not say what it can be: mistakes of
    /// the game's author.
    pub fn flow(mut self, flow: impl Into<Flow>) -> FlowGame {
        self.claim();
        let find = |name: Word| match self.actions.iter().position(|action| action.name == name) {
            Some(index) => index as u16,
            None => {
                let known: Vec<&str> = self
                    .actions
                    .iter()
                    .map(|action| action.name.as_str())
                    .collect();
                panic!(
                    "the flow asks for the action '{name}'; there are: {}",
                    known.join(", ")
                )
            }
        };
        if let (Some(name), None) = (self.schema.unimaginable(), &self.resample) {
            panic!(
                "the value {name} is a secret: say what it can be with between(), or use after_resampling()"
            );
        }
        let mut ops = Vec::new();
        let root = compile(flow.into(), &find, &mut ops);
        let mut procedures = Vec::new();
        for spec in self.procedures {
            let Some(body) = spec.body else {
                panic!(
                    "the procedure '{}' is announced and never written",
                    spec.name
                );
            };
            let (scope, kinds) = (spec.scope, spec.kinds);
            let body = compile(body, &find, &mut ops);
            procedures.push(push(Op::Procedure { scope, kinds, body }, &mut ops));
        }
        let program = match self.programs {
            Some(_) => push(Op::Program, &mut ops),
            None => 0,
        };
        let deep = ops
            .iter()
            .any(|op| matches!(op, Op::Procedure { .. } | Op::Ask { .. } | Op::Program));
        let answer = [self.actions.len() as u16];
        if deep {
            self.actions.push(crate::question::answer());
        }
        let in_secret = ops
            .iter()
            .any(|op| matches!(op, Op::Together(step) if !step.spec.at_once));
        let mut info = self.info;
        if !self.open && (in_secret || self.schema.has_secrets()) {
            info = info.hidden();
        }
        if ops
            .iter()
            .any(|op| matches!(op, Op::Step(step) if step.spec.at_random))
        {
            info = info.chance();
        }
        if ops.iter().any(|op| op.time_limit_ms().is_some()) {
            info = info.timed();
        }
        let shown: Vec<&str> = self.shown.iter().map(|(name, _)| &**name).collect();
        let mut words = crate::texts::basic();
        let (schema, actions) = (&self.schema, &self.actions);
        crate::texts::declare(
            &mut words,
            schema,
            actions,
            &self.messages,
            &ops,
            &shown,
            &self.sides,
        );
        words.extend(&info.words);
        info.words = words;
        info.fingerprint = fingerprint(
            &info,
            &self.schema,
            &self.actions,
            &self.messages,
            &ops,
            &self.watchers,
            &self.data,
        );
        FlowGame {
            info,
            schema: self.schema,
            actions: self.actions,
            messages: self.messages,
            watchers: self.watchers,
            sights: self.sights,
            boards: self.boards,
            shown: self.shown,
            derived: self.derived,
            set_up: self.set_up,
            opening: self.opening,
            ends_when: self.ends_when,
            outcome: self.outcome,
            on_leave: self.on_leave,
            on_timeout: self.on_timeout,
            resample: self.resample,
            contradictions: self.contradictions,
            may_be_at: self.may_be_at,
            aims: self.aims,
            brings: self.brings,
            sides: self.sides,
            migrations: self.migrations,
            ops,
            root,
            procedures,
            programs: self.programs,
            program,
            answer,
            deep,
        }
    }
}

/// Zones, attributes, values and definitions are declared on the builder itself.
impl Deref for GameBuilder {
    type Target = Schema;

    fn deref(&self) -> &Schema {
        &self.schema
    }
}

impl DerefMut for GameBuilder {
    fn deref_mut(&mut self) -> &mut Schema {
        &mut self.schema
    }
}
