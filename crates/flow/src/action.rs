//! Actions: named kinds of commands, the questions they ask, when they are possible, and what they do.

use std::borrow::Cow;

use parlor_core::{Arg, Message, Rejection, Seat};
use parlor_table::{Cell, Packed, Piece, Word, Zone};

use crate::args::Amount;
use crate::node::once;
use crate::{Args, At, GameBuilder, Play, Target};

type Asks<T> = Box<dyn Fn(&At<'_>) -> T + Send + Sync>;
/// Adds what can be chosen, each as a number.
type Lists = Box<dyn Fn(&At<'_>, &mut Vec<i64>) + Send + Sync>;
type Runs = Box<dyn Fn(&mut Play<'_, '_>, Args<'_>) + Send + Sync>;
type Check = Box<dyn Fn(&At<'_>, Args<'_>) -> Result<(), Rejection> + Send + Sync>;
type Filter = Box<dyn Fn(&At<'_>, i64) -> bool + Send + Sync>;
type Reads = Box<dyn Fn(&At<'_>, i64) -> Arg + Send + Sync>;
type Touches = Box<dyn Fn(&At<'_>, i64) -> String + Send + Sync>;
type Valid = Box<dyn Fn(&At<'_>, i64) -> Result<(), Rejection> + Send + Sync>;

/// A named kind of command.
pub(crate) struct Action {
    pub name: Word,
    pub prompt: Option<Message>,
    /// How people say the whole command; what is declared without words of its own is read by its name.
    pub label: Message,
    pub conditions: Vec<Condition>,
    pub choices: Vec<Choice>,
    pub check: Option<Check>,
    pub run: Runs,
    pub is_final: bool,
    pub quiet: bool,
}

pub(crate) struct Condition {
    pub holds: Asks<bool>,
    pub code: Cow<'static, str>,
    pub text: Cow<'static, str>,
}

/// A question that an action asks.
pub(crate) struct Choice {
    pub name: Cow<'static, str>,
    pub kind: Kind,
    pub prompt: Message,
    /// Whether the author has said what it asks.
    pub has_prompt: bool,
    pub amount: Option<Amount>,
    pub optional: bool,
    pub skip_if_only_one: bool,
    pub only: Option<Only>,
    pub valid: Option<Valid>,
    pub display: Option<Reads>,
    pub touch: Option<Touches>,
}

/// What answers must fulfil, and why not otherwise.
pub(crate) struct Only {
    pub holds: Filter,
    pub code: Cow<'static, str>,
    pub text: Cow<'static, str>,
}

/// What a choice is from.
pub(crate) enum Kind {
    /// The pieces of a zone that pass.
    Piece { from: Asks<Zone>, filter: Filter },
    /// These pieces.
    Pieces(Lists),
    /// The cells of a board that pass.
    Cell { zone: Zone, among: Among },
    /// These zones.
    Zones(Lists),
    /// These seats and pieces.
    Targets(Lists),
    /// The seats that pass.
    Seat(Filter),
    /// A number in a range.
    Number(Asks<std::ops::RangeInclusive<i64>>),
    /// These numbers, or what stands for numbers.
    List(Lists),
    /// One of these words.
    Words(Vec<Word>),
    /// Any text of such a length; these are worth a try.
    Text {
        length: Amount,
        examples: Asks<Vec<String>>,
    },
    /// Whatever the question that waits is about.
    Asked,
}

pub(crate) enum Among {
    All(Filter),
    These(Lists),
}

fn lists<T: Packed>(list: impl Fn(&At<'_>) -> Vec<T> + Send + Sync + 'static) -> Lists {
    Box::new(move |at, out| out.extend(list(at).into_iter().map(T::pack)))
}

/// An action that is being written. It is part of the game once [`ActionBuilder::run`] says what it does.
///
/// Conditions come first, then choices in the order in which they are asked; what follows a choice is about that choice.
///
/// ```
/// use parlor_flow::prelude::*;
/// let mut game = GameBuilder::new("draw", "Draw", 2..=4);
/// let deck = game.zone("deck").hidden().stacked().add();
/// let hand = game.zone("hand").owner_sees().each_seat();
/// let cards = Cards::standard(game.schema(), deck);
/// game.action("give")
///     .prompt("Give a card away")
///     .when(move |at| !at.zone(hand.of(at.seat())).is_empty(), "no_cards", "you have no cards")
///     .choose_piece("card", move |at| hand.of(at.seat()), |_, _| true)
///     .choose_seat("to", |at, seat| seat != at.seat())
///     .label("give {card} to {to}")
///     .run(move |play, args| play.put(args.piece("card"), hand.of(args.seat("to"))));
/// game.opening(move |play| play.deal(deck, hand, 5));
/// let game = game.flow(each_seat(step(["give"])));
/// let mut scenario = Scenario::new(&game, 2, 7);
/// scenario.play("give A♠ to seat 1").unwrap_err();
/// scenario.play("give K♠ to seat 1").unwrap();
/// # let _ = cards;
/// ```
#[must_use = "an action does something: end with run()"]
pub struct ActionBuilder<'g> {
    game: &'g mut GameBuilder,
    name: Word,
    prompt: Option<Message>,
    label: Option<Message>,
    conditions: Vec<Condition>,
    choices: Vec<Choice>,
    check: Option<Check>,
    is_final: bool,
    quiet: bool,
}

impl<'g> ActionBuilder<'g> {
    pub(crate) fn new(game: &'g mut GameBuilder, name: &str) -> ActionBuilder<'g> {
        let Some(name) = Word::new(name) else {
            panic!("{}", crate::step::too_long("the name of an action", name));
        };
        ActionBuilder {
            game,
            name,
            prompt: None,
            label: None,
            conditions: Vec::new(),
            choices: Vec::new(),
            check: None,
            is_final: false,
            quiet: false,
        }
    }

    /// What is asked of the player; after a choice, what that choice asks. Translations find it as `prompt.ACTION` and
    /// `ask.ACTION.CHOICE`.
    pub fn prompt(mut self, prompt: impl Into<Message>) -> Self {
        let name = self.name;
        let prompt = prompt.into();
        match self.choices.last_mut() {
            Some(choice) => {
                choice.prompt = prompt.or_id(format!("ask.{name}.{}", choice.name));
                choice.has_prompt = true;
            }
            None => self.prompt = Some(prompt.or_id(format!("prompt.{name}"))),
        }
        self
    }

    /// How people say the whole command, with the choices in braces: `ask {target} for {rank}`. Translations find it as
    /// `action.ACTION`. Without it, the name of the action and the choices do, as readable words.
    pub fn label(mut self, label: impl Into<Message>) -> Self {
        self.label = Some(label.into().or_id(format!("action.{}", self.name)));
        self
    }

    /// The action is possible only when this holds; otherwise the code and text say why not.
    pub fn when(
        mut self,
        holds: impl Fn(&At<'_>) -> bool + Send + Sync + 'static,
        code: impl Into<Cow<'static, str>>,
        text: impl Into<Cow<'static, str>>,
    ) -> Self {
        let holds = Box::new(holds);
        let (code, text) = (code.into(), text.into());
        self.conditions.push(Condition { holds, code, text });
        self
    }

    fn choose(mut self, name: impl Into<Cow<'static, str>>, kind: Kind) -> Self {
        let name = name.into();
        assert!(
            self.choices.iter().all(|choice| choice.name != name),
            "the action {} asks for '{name}' twice",
            self.name
        );
        let prompt = readable(&name);
        self.choices.push(Choice {
            prompt: Message::new(format!("ask.{}.{name}", self.name), format!("{prompt}?")),
            has_prompt: false,
            name,
            kind,
            amount: None,
            optional: false,
            skip_if_only_one: false,
            only: None,
            valid: None,
            display: None,
            touch: None,
        });
        self
    }

    /// Choose a piece of a zone.
    pub fn choose_piece(
        self,
        name: impl Into<Cow<'static, str>>,
        from: impl Fn(&At<'_>) -> Zone + Send + Sync + 'static,
        filter: impl Fn(&At<'_>, Piece) -> bool + Send + Sync + 'static,
    ) -> Self {
        let from = Box::new(from);
        let filter: Filter = Box::new(move |at, raw| filter(at, Piece::unpack(raw)));
        self.choose(name, Kind::Piece { from, filter })
    }

    /// Choose one of these pieces.
    pub fn choose_piece_of(
        self,
        name: impl Into<Cow<'static, str>>,
        pieces: impl Fn(&At<'_>) -> Vec<Piece> + Send + Sync + 'static,
    ) -> Self {
        self.choose(name, Kind::Pieces(lists(pieces)))
    }

    /// Choose a cell of a board. Where each seat has such a board, name any of them: their cells are alike, and
    /// [`Args::cell`] says which.
    pub fn choose_cell(
        self,
        name: impl Into<Cow<'static, str>>,
        board: Zone,
        filter: impl Fn(&At<'_>, Cell) -> bool + Send + Sync + 'static,
    ) -> Self {
        let filter: Filter = Box::new(move |at, raw| filter(at, Cell::unpack(raw)));
        let among = Among::All(filter);
        self.choose(name, Kind::Cell { zone: board, among })
    }

    /// Choose one of these cells of a board.
    pub fn choose_cell_of(
        self,
        name: impl Into<Cow<'static, str>>,
        board: Zone,
        cells: impl Fn(&At<'_>) -> Vec<Cell> + Send + Sync + 'static,
    ) -> Self {
        let among = Among::These(lists(cells));
        self.choose(name, Kind::Cell { zone: board, among })
    }

    /// Choose a cell of a board on which nothing lies.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("fill", "Fill", 2..=2);
    /// let board = game.zone("board").board(Grid::new(2, 1, Adjacency::All)).add();
    /// let stone = game.definition("stone", "X");
    /// game.action("place")
    ///     .choose_empty_cell("cell", board)
    ///     .run(move |play, args| {
    ///         play.create(stone, args.place("cell"), Some(play.seat()));
    ///     });
    /// let game = game.flow(forever(each_seat(step(["place"]))));
    /// let mut scenario = Scenario::new(&game, 2, 1);
    /// scenario.play("place b1").unwrap();
    /// assert_eq!(scenario.legal(), ["place a1"]);
    /// ```
    pub fn choose_empty_cell(self, name: impl Into<Cow<'static, str>>, board: Zone) -> Self {
        let among = Among::These(Box::new(move |at, out| {
            out.reserve(at.place_count(board).into());
            out.extend(at.empty_cells(board).map(Cell::pack));
        }));
        self.choose(name, Kind::Cell { zone: board, among })
    }

    /// Choose one of these zones.
    pub fn choose_zone(
        self,
        name: impl Into<Cow<'static, str>>,
        zones: impl Fn(&At<'_>) -> Vec<Zone> + Send + Sync + 'static,
    ) -> Self {
        self.choose(name, Kind::Zones(lists(zones)))
    }

    /// Choose a seat that is still in the match.
    pub fn choose_seat(
        self,
        name: impl Into<Cow<'static, str>>,
        filter: impl Fn(&At<'_>, Seat) -> bool + Send + Sync + 'static,
    ) -> Self {
        let filter: Filter = Box::new(move |at, raw| filter(at, Seat::unpack(raw)));
        self.choose(name, Kind::Seat(filter))
    }

    /// Choose one of these seats and pieces. Plates and pieces light up.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("bolt", "Bolt", 2..=2);
    /// let field = game.zone("field").add();
    /// let hit = game.value("hit", false).each_seat();
    /// let ox = game.definition("card", "ox");
    /// game.place(ox, field, 1);
    /// game.action("bolt")
    ///     .choose_target("at", move |at| {
    ///         let seats = at.players().map(Target::Seat);
    ///         seats.chain(at.zone(field).pieces().map(Target::Piece)).collect()
    ///     })
    ///     .run(move |play, args| match args.get("at") {
    ///         Target::Seat(seat) => play.set_of(seat, hit, true),
    ///         Target::Piece(piece) => play.remove(piece),
    ///     });
    /// let game = game.flow(forever(each_seat(step(["bolt"]))));
    /// let mut scenario = Scenario::new(&game, 2, 1);
    /// scenario.play("bolt ox").unwrap();
    /// scenario.play("bolt @0").unwrap();
    /// assert!(scenario.table().zone(field).is_empty() && scenario.table().of(Seat(0), hit));
    /// ```
    pub fn choose_target(
        self,
        name: impl Into<Cow<'static, str>>,
        targets: impl Fn(&At<'_>) -> Vec<Target> + Send + Sync + 'static,
    ) -> Self {
        self.choose(name, Kind::Targets(lists(targets)))
    }

    /// Choose a number in a range. Ranges of up to two thousand numbers are listed; of longer ones, some. Bots draw from all.
    pub fn choose_number(
        self,
        name: impl Into<Cow<'static, str>>,
        range: impl Fn(&At<'_>) -> std::ops::RangeInclusive<i64> + Send + Sync + 'static,
    ) -> Self {
        self.choose(name, Kind::Number(Box::new(range)))
    }

    /// Choose from a list of whatever fits into a number: ranks, suits, definitions, your own enums.
    pub fn choose_from<T: Packed>(
        self,
        name: impl Into<Cow<'static, str>>,
        list: impl Fn(&At<'_>) -> Vec<T> + Send + Sync + 'static,
    ) -> Self {
        self.choose(name, Kind::List(lists(list)))
    }

    /// Choose one of these words, each of 31 bytes at most.
    pub fn choose_word<const N: usize>(
        self,
        name: impl Into<Cow<'static, str>>,
        words: [&str; N],
    ) -> Self {
        let word = |text: &&str| match Word::new(text) {
            Some(word) => word,
            None => panic!("{}", crate::step::too_long("a choice of words", text)),
        };
        let words = words.iter().map(word).collect();
        self.choose(name, Kind::Words(words))
    }

    /// Write a text of such a length, in characters. The examples are what bots and lists of legal commands offer;
    /// where none has the right length, they offer some text that has.
    pub fn choose_text(
        self,
        name: impl Into<Cow<'static, str>>,
        length: Amount,
        examples: impl Fn(&At<'_>) -> Vec<String> + Send + Sync + 'static,
    ) -> Self {
        let examples = Box::new(examples);
        self.choose(name, Kind::Text { length, examples })
    }

    /// The last choice, of which something is said that makes no sense of a text.
    fn last_listed(&mut self) -> &mut Choice {
        let name = self.name;
        let choice = self.last();
        assert!(
            !matches!(choice.kind, Kind::Text { .. }),
            "the action {name} writes a text: its length is all that can be asked of it here; use check()"
        );
        choice
    }

    fn last(&mut self) -> &mut Choice {
        match self.choices.last_mut() {
            Some(choice) => choice,
            None => panic!("the action {} has no choice yet to say this of", self.name),
        }
    }

    /// So many different ones are to be chosen, not just one.
    pub fn many(mut self, amount: Amount) -> Self {
        self.last_listed().amount = Some(amount);
        self
    }

    /// The choice may be left open.
    pub fn optional(mut self) -> Self {
        self.last().optional = true;
        self
    }

    /// Where there is only one answer, the question is not asked.
    pub fn skip_if_only_one(mut self) -> Self {
        self.last().skip_if_only_one = true;
        self
    }

    /// Only answers of which this holds; for others the code and text say why not. Answers to many are tried one by one.
    pub fn only<T: Packed>(
        mut self,
        holds: impl Fn(&At<'_>, T) -> bool + Send + Sync + 'static,
        code: impl Into<Cow<'static, str>>,
        text: impl Into<Cow<'static, str>>,
    ) -> Self {
        let holds = Box::new(move |at: &At<'_>, raw| holds(at, T::unpack(raw)));
        let (code, text) = (code.into(), text.into());
        once(
            &mut self.last_listed().only,
            Only { holds, code, text },
            "only",
        );
        self
    }

    /// An answer must pass this; otherwise the rejection says why not, in words that depend on the answer. See also
    /// [`ActionBuilder::only`], which is quicker.
    pub fn valid<T: Packed>(
        mut self,
        valid: impl Fn(&At<'_>, T) -> Result<(), Rejection> + Send + Sync + 'static,
    ) -> Self {
        let valid: Valid = Box::new(move |at, raw| valid(at, T::unpack(raw)));
        once(&mut self.last_listed().valid, valid, "valid");
        self
    }

    /// How people read an answer: a [`Message`], which can be translated and has arguments of its own, or a text that reads
    /// the same in every language.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// let mut game = GameBuilder::new("gift", "Gift", 2..=2);
    /// game.action("give")
    ///     .choose_number("coins", |_| 1..=2)
    ///     .display(|_, coins: i64| match coins {
    ///         1 => Message::new("coins.one", "one coin"),
    ///         _ => Message::new("coins", "{coins} coins").with("coins", coins),
    ///     })
    ///     .run(|_, _| {});
    /// let game = game.flow(each_seat(step(["give"])));
    /// assert_eq!(Scenario::new(&game, 2, 1).legal(), ["give one coin", "give 2 coins"]);
    /// ```
    pub fn display<T: Packed, A: Into<Arg>>(
        mut self,
        display: impl Fn(&At<'_>, T) -> A + Send + Sync + 'static,
    ) -> Self {
        self.last().display = Some(Box::new(move |at, raw| display(at, T::unpack(raw)).into()));
        self
    }

    /// What on the table lights up for an answer: the name of a place or a zone, a piece's handle, or a seat
    /// ([`Seat::touch`]). Pieces, places, zones and seats light up by themselves.
    pub fn touch<T: Packed>(
        mut self,
        touch: impl Fn(&At<'_>, T) -> String + Send + Sync + 'static,
    ) -> Self {
        self.last().touch = Some(Box::new(move |at, raw| touch(at, T::unpack(raw))));
        self
    }

    /// The whole command must pass this; otherwise the rejection says why not.
    pub fn check(
        mut self,
        check: impl Fn(&At<'_>, Args<'_>) -> Result<(), Rejection> + Send + Sync + 'static,
    ) -> Self {
        once(&mut self.check, Box::new(check) as Check, "check");
        self
    }

    /// The action cannot be taken back in silence, whatever it has shown.
    pub fn not_undoable(mut self) -> Self {
        self.is_final = true;
        self
    }

    /// The action is not announced by itself. Games with secrets announce nothing by themselves anyway.
    pub fn quiet(mut self) -> Self {
        self.quiet = true;
        self
    }

    /// What the action does.
    pub fn run(self, run: impl Fn(&mut Play<'_, '_>, Args<'_>) + Send + Sync + 'static) {
        let label = match self.label {
            Some(label) => label,
            None => plain_label(self.name, &self.choices),
        };
        let action = Action {
            name: self.name,
            prompt: self.prompt,
            label,
            conditions: self.conditions,
            choices: self.choices,
            check: self.check,
            run: Box::new(run),
            is_final: self.is_final,
            quiet: self.quiet,
        };
        self.game.add_action(action);
    }
}

/// How people read an action of which nothing more is said than its name.
fn plain_label(name: Word, choices: &[Choice]) -> Message {
    let places = choices.iter().map(|choice| format!(" {{{}}}", choice.name));
    let text: String = std::iter::once(name.as_str().replace('_', " "))
        .chain(places)
        .collect();
    Message::new(format!("action.{name}"), text)
}

/// A name as people read it: `to_where` is "To where".
fn readable(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let rest = letters.as_str().replace('_', " ");
    first.chain(rest.chars()).collect()
}
