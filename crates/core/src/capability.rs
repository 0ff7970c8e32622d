//! What a game can do beyond the contract, each as a small trait: [`Fast`], [`Hidden`], [`Guided`], [`Drawn`].

use serde::{Deserialize, Serialize};

use crate::{
    Budget, Decision, Game, Keyed, Message, Numbered, Objectives, Rejection, Rng, Seat, SeatSet,
    Sided, View, Viewer,
};

/// Advances in place, without events: what simulation and search use.
///
/// The law `fast_equals_slow` holds it to [`Game::decide`] and [`Game::apply`].
///
/// ```
/// # use parlor_core::doc::Cup;
/// use parlor_core::{Fast, Game, Rng, Seat};
/// let mut table = parlor_core::doc::Table { die: 4, guess: None };
/// let commands = Cup.playout(&mut table, &mut Rng::fast(1, 0), 100);
/// assert_eq!(commands, 1);
/// assert_eq!(Cup.winners(&table).len(), 1);
/// ```
pub trait Fast: Game {
    /// A uniformly random legal command, without listing them all. The seat is to act.
    fn sample(&self, state: &Self::State, seat: Seat, rng: &mut Rng) -> Self::Command;

    /// Plays a legal command, drawing the same chance as `decide` would. Whoever calls has made sure that it is legal. Where
    /// a [side](Sided) acts next, it acts here as well: as the rules choose, drawing on.
    ///
    /// Unless a game says otherwise this decides and applies; write the short way where speed counts.
    fn advance(&self, state: &mut Self::State, seat: Seat, command: &Self::Command, rng: &mut Rng) {
        let mut events = Vec::new();
        let mut decision = Decision::new(rng, &mut events, Budget::default());
        if self.decide(state, seat, command, &mut decision).is_ok() {
            for event in &events {
                self.apply(state, event);
            }
        }
    }

    /// The seats that may act now, as [`Game::to_act`] says; write it out where that takes long to find out.
    #[inline]
    fn acting(&self, state: &Self::State) -> SeatSet {
        self.to_act(state)
    }

    /// The seats in first place once the match is over; none before.
    fn winners(&self, state: &Self::State) -> SeatSet {
        self.outcome(state)
            .map_or(SeatSet::EMPTY, |outcome| outcome.winners())
    }

    /// Plays random commands to the end, or for `most` of them, and says how many it took.
    fn playout(&self, state: &mut Self::State, rng: &mut Rng, most: u64) -> u64 {
        let mut length = 0;
        while length < most
            && let Some(seat) = self.acting(state).first()
        {
            let command = self.sample(state, seat, rng);
            self.advance(state, seat, &command, rng);
            length += 1;
        }
        length
    }
}

/// Knows what a viewer cannot tell apart.
///
/// ```
/// # use parlor_core::doc::{Cup, Table};
/// use parlor_core::{Hidden, Rng, Seat, Viewer};
/// let table = Table { die: 4, guess: None };
/// let mut rng = Rng::fast(1, 0);
/// // The first seat has looked under the cup; to the second it could be any face.
/// assert_eq!(Cup.resample(&table, Viewer::Seat(Seat(0)), &mut rng).die, 4);
/// assert!((0..50).any(|_| Cup.resample(&table, Viewer::Seat(Seat(1)), &mut rng).die != 4));
/// ```
pub trait Hidden: Game {
    /// Draws a state that the viewer cannot tell from this one: what it may know stays, all else is dealt anew, each
    /// possibility as likely as the viewer must think it. The referee sees everything: for it the state stays as it is.
    ///
    /// What is drawn may depend on what the viewer knows and on chance, and on nothing else: the law
    /// `samples_tell_no_secrets` resamples samples. Where things change places, bring them into an order first.
    fn resample(&self, state: &Self::State, viewer: Viewer, rng: &mut Rng) -> Self::State;

    /// Draws again, in place, for a state that was drawn by [`Hidden::resample`]: what search does before each look ahead.
    /// The order in which things lie no longer tells anything, so that this can be a mere shuffle.
    fn redraw(&self, sample: &mut Self::State, viewer: Viewer, rng: &mut Rng) {
        *sample = self.resample(sample, viewer, rng);
    }

    /// What a state keeps although it follows from the rest of it, and what is wrong with that if it is not what the rules say
    /// when they are asked afresh: which cells a seat sees, for one. The law `sight_is_true` asks at every step.
    fn mistake(&self, state: &Self::State) -> Option<String> {
        let _ = state;
        None
    }

    /// The same state before the opening, in which the numbers are others by which the rules know things inside, and by
    /// which nobody outside may know them: who knew the number of a card could name it wherever it lies. Nothing where the
    /// rules have no such numbers. The law `inner_numbers_stay_inside` plays a match from there, too, and compares.
    fn renumbered(&self, state: &Self::State, rng: &mut Rng) -> Option<Self::State> {
        let _ = (state, rng);
        None
    }

    /// The same state with one small thing changed that somebody may not see, without asking who sees it: two cards have
    /// changed places, a unit stands elsewhere. Nothing where the rules cannot say what could be changed.
    ///
    /// Laws take many such steps, keep those that a viewer does not notice, and compare with what [`Hidden::resample`]
    /// draws. So write it as simply as can be, and share no code with resampling. What everybody knows must stay so: a
    /// position that contradicts what was said is no other position.
    fn scrambled(&self, state: &Self::State, viewer: Viewer, rng: &mut Rng) -> Option<Self::State> {
        let _ = (state, viewer, rng);
        None
    }
}

/// Leads to a command by one question after the other, where there are too many commands to list.
///
/// ```
/// # use parlor_core::doc::{Cup, Table};
/// use parlor_core::{Answer, Answers, Guide, Guided, Seat};
/// let table = Table { die: 4, guess: None };
/// let Ok(Guide::Ask(question)) = Cup.guide(&table, Seat(1), &[]) else { panic!("a question") };
/// assert_eq!(question.answers, Answers::Number { min: 1, max: 6 });
/// assert_eq!(Cup.guide(&table, Seat(1), &[Answer::Number(4)]), Ok(Guide::Done(4)));
/// ```
pub trait Guided: Game {
    /// The next question after these answers, or the command that they add up to.
    fn guide(
        &self,
        state: &Self::State,
        seat: Seat,
        answers: &[Answer],
    ) -> Result<Guide<Self::Command>, Rejection>;
}

/// How a hand-written state looks on a table. With it, [`Game::view`] is `View::of(self, state, viewer)`.
///
/// ```
/// # use parlor_core::doc::{Cup, Table};
/// use parlor_core::{Drawn, Seat, Viewer};
/// let table = Table { die: 4, guess: None };
/// let die = |viewer| Cup.draw(&table, viewer).zones[0].pieces[0].face.clone();
/// assert_eq!(die(Viewer::Seat(Seat(0))).as_deref(), Some("4"));
/// assert_eq!(die(Viewer::Spectator), None);
/// ```
pub trait Drawn: Game {
    /// Zones, pieces, values of seats, phase and prompt. The rest of the view is filled in.
    fn draw(&self, state: &Self::State, viewer: Viewer) -> View;

    /// How people say a command. Its plain text will do where that reads the same in every language, as `b2` does.
    fn label(&self, state: &Self::State, command: &Self::Command) -> Message {
        let _ = state;
        command.to_string().into()
    }

    /// The places, pieces, zones or seats ([`Seat::touch`]) to touch for a command, in order: where from, where to.
    fn touches(&self, state: &Self::State, command: &Self::Command) -> Vec<String> {
        let _ = (state, command);
        Vec::new()
    }
}

/// A question on the way to a command, or its end.
///
/// ```
/// use parlor_core::Guide;
/// assert_eq!(serde_json::to_string(&Guide::Done("b2")).unwrap(), r#"{"done":"b2"}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Guide"))]
#[serde(rename_all = "snake_case")]
pub enum Guide<C> {
    /// This is to be answered next.
    Ask(Question),
    /// The answers add up to this command.
    Done(C),
}

/// A question on the way to a command.
///
/// ```
/// use parlor_core::{Answers, Message, Question};
/// let question = Question {
///     prompt: Message::new("how_many", "How many dice?"),
///     answers: Answers::Number { min: 1, max: 10 },
/// };
/// assert_eq!(question.prompt.to_string(), "How many dice?");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Question {
    /// What is asked.
    pub prompt: Message,
    /// What may be answered.
    pub answers: Answers,
}

/// What may be answered to a [`Question`].
///
/// ```
/// use parlor_core::Answers;
/// let json = serde_json::to_string(&Answers::Number { min: 1, max: 6 }).unwrap();
/// assert_eq!(json, r#"{"number":{"min":1,"max":6}}"#);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Answers {
    /// One of these.
    OneOf(Vec<Choice>),
    /// A whole number within these bounds.
    Number {
        /// The lowest.
        min: i64,
        /// The highest.
        max: i64,
    },
    /// A text of at most so many characters.
    Text {
        /// The most characters.
        longest: u32,
    },
}

/// Something to choose.
///
/// ```
/// use parlor_core::{Answer, Choice, Message};
/// let choice = Choice {
///     answer: Answer::Text("liar".into()),
///     label: Message::new("call", "Call the liar"),
///     touch: None,
/// };
/// assert_eq!(choice.label.to_string(), "Call the liar");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    /// What is answered by choosing it.
    pub answer: Answer,
    /// What people read.
    pub label: Message,
    /// The place, piece, zone or seat to touch instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub touch: Option<String>,
}

/// An answer to a [`Question`].
///
/// ```
/// use parlor_core::Answer;
/// assert_eq!(serde_json::from_str::<Answer>("3").unwrap(), Answer::Number(3));
/// assert_eq!(serde_json::from_str::<Answer>("\"bid\"").unwrap(), Answer::Text("bid".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Answer {
    /// A number.
    Number(i64),
    /// A word, a text, or the name of a place or piece.
    Text(String),
}

/// Some [`Fast`] game with the types of `G`.
pub type DynFast<G> = dyn Fast<State = <G as Game>::State, Command = <G as Game>::Command, Event = <G as Game>::Event>;
/// Some [`Hidden`] game with the types of `G`.
pub type DynHidden<G> = dyn Hidden<State = <G as Game>::State, Command = <G as Game>::Command, Event = <G as Game>::Event>;
/// Some [`Guided`] game with the types of `G`.
pub type DynGuided<G> = dyn Guided<State = <G as Game>::State, Command = <G as Game>::Command, Event = <G as Game>::Event>;
/// Some [`Keyed`] game with the types of `G`.
pub type DynKeyed<G> = dyn Keyed<State = <G as Game>::State, Command = <G as Game>::Command, Event = <G as Game>::Event>;
/// Some [`Numbered`] game with the types of `G`.
pub type DynNumbered<G> = dyn Numbered<State = <G as Game>::State, Command = <G as Game>::Command, Event = <G as Game>::Event>;
/// Some [`Objectives`] game with the types of `G`.
pub type DynObjectives<G> = dyn Objectives<
        State = <G as Game>::State,
        Command = <G as Game>::Command,
        Event = <G as Game>::Event,
    >;

/// Some [`Sided`] game with the types of `G`.
pub type DynSided<G> = dyn Sided<State = <G as Game>::State, Command = <G as Game>::Command, Event = <G as Game>::Event>;

/// The capabilities that a game says it has, so that laws, matches and tools find them by themselves.
///
/// ```
/// # use parlor_core::doc::{Cup, Sticks};
/// use parlor_core::{Capabilities, Game};
/// assert!(Cup.capabilities().hidden.is_some());
/// assert!(Sticks.capabilities().hidden.is_none());
/// ```
pub struct Capabilities<'a, G: Game> {
    /// Advances in place.
    pub fast: Option<&'a DynFast<G>>,
    /// Resamples what a viewer cannot see.
    pub hidden: Option<&'a DynHidden<G>>,
    /// Leads to a command by questions.
    pub guided: Option<&'a DynGuided<G>>,
    /// Tells positions apart by a number.
    pub keyed: Option<&'a DynKeyed<G>>,
    /// Numbers its commands.
    pub numbered: Option<&'a DynNumbered<G>>,
    /// Knows what is worth having.
    pub objectives: Option<&'a DynObjectives<G>>,
    /// Has forces that the rules play.
    pub sided: Option<&'a DynSided<G>>,
}

impl<'a, G: Game> Capabilities<'a, G> {
    /// Nothing beyond the contract.
    pub fn none() -> Self {
        Capabilities {
            fast: None,
            hidden: None,
            guided: None,
            keyed: None,
            numbered: None,
            objectives: None,
            sided: None,
        }
    }

    /// And [`Fast`].
    #[must_use]
    pub fn fast(mut self, game: &'a G) -> Self
    where
        G: Fast + 'static,
    {
        self.fast = Some(game);
        self
    }

    /// And [`Hidden`].
    #[must_use]
    pub fn hidden(mut self, game: &'a G) -> Self
    where
        G: Hidden + 'static,
    {
        self.hidden = Some(game);
        self
    }

    /// And [`Guided`].
    #[must_use]
    pub fn guided(mut self, game: &'a G) -> Self
    where
        G: Guided + 'static,
    {
        self.guided = Some(game);
        self
    }

    /// And [`Keyed`].
    #[must_use]
    pub fn keyed(mut self, game: &'a G) -> Self
    where
        G: Keyed + 'static,
    {
        self.keyed = Some(game);
        self
    }

    /// And [`Numbered`].
    #[must_use]
    pub fn numbered(mut self, game: &'a G) -> Self
    where
        G: Numbered + 'static,
    {
        self.numbered = Some(game);
        self
    }

    /// And [`Objectives`].
    #[must_use]
    pub fn objectives(mut self, game: &'a G) -> Self
    where
        G: Objectives + 'static,
    {
        self.objectives = Some(game);
        self
    }

    /// And [`Sided`].
    #[must_use]
    pub fn sided(mut self, game: &'a G) -> Self
    where
        G: Sided + 'static,
    {
        self.sided = Some(game);
        self
    }
}
