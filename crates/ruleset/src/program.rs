//! A compiled ruleset: names are numbers, expressions are typed nodes in flat lists, cards are entries in a table.

use std::collections::HashMap;
use std::sync::Arc;

use parlor_core::{Objective, Seat};
use parlor_table::{EachZone, Schema, Zone};
use smallvec::SmallVec;

use crate::document::{PhaseKind, Ranking, TurnOrder};
pub(crate) use crate::nodes::*;
use crate::spans::Spans;

/// A card: what all pieces of its definition have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Card {
    pub rank: TextNumber,
    pub suit: TextNumber,
    /// The value, or the high one of two.
    pub value: f64,
    /// The low one of two; the same where there is one.
    pub low: f64,
}

/// A zone of the ruleset. At the table its number is one more.
#[derive(Clone, Debug)]
pub(crate) struct ZoneInfo {
    pub name: Arc<str>,
    pub at: ZoneAt,
    pub max_cards: Option<u16>,
    /// What it shows where no phase says otherwise.
    pub usual: Shows,
    /// What it shows, phase by phase.
    pub shows: Vec<Shows>,
    /// How its cards lie where they are seen one by one.
    pub lies: Lies,
}

/// How the cards of a zone lie where they are seen one by one: the latest is always the last that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lies {
    /// Side by side from the top on: cards come to the bottom.
    TopFirst,
    /// Side by side up to the top: cards are played onto it.
    TopLast,
    /// On one another: cards are played onto the top, which counts.
    Pile,
}

/// A zone at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ZoneAt {
    One(Zone),
    Each(EachZone),
}

impl ZoneInfo {
    pub fn is_each(&self) -> bool {
        matches!(self.at, ZoneAt::Each(_))
    }

    /// How many there are of it, with so many players.
    pub fn copies(&self, seats: u8) -> u8 {
        if self.is_each() { seats } else { 1 }
    }

    /// The zone of a player, or the one that all share.
    #[inline]
    pub fn of(&self, seat: u8) -> Zone {
        match self.at {
            ZoneAt::One(zone) => zone,
            ZoneAt::Each(each) => each.of(Seat(seat)),
        }
    }
}

/// Who sees the cards of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shows {
    Public,
    Owner,
    Hidden,
    FirstCard,
    FaceUp,
}

impl Shows {
    /// How many see a card, by its index from the top and whether it lies face up: 0 nobody, 1 its owner, 2 everybody.
    pub fn how_many_see(self, index: usize, face_up: bool) -> u8 {
        match self {
            Shows::Public => 2,
            Shows::Owner => 1,
            Shows::Hidden => 0,
            Shows::FirstCard => 2 * u8::from(index == 0),
            Shows::FaceUp => 2 * u8::from(face_up),
        }
    }

    /// Whether it depends on the card.
    pub fn is_partial(self) -> bool {
        matches!(self, Shows::FirstCard | Shows::FaceUp)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct PhaseInfo {
    pub name: Arc<str>,
    pub kind: PhaseKind,
    pub order: TurnOrder,
    pub enter: Effects,
    pub step: Effects,
    /// What players can do. In an automatic phase that is nothing, or to go on once they have seen what it shows them.
    pub actions: Vec<ActionInfo>,
    pub transitions: Vec<TransitionInfo>,
    pub auto_end: Option<Condition>,
}

#[derive(Clone, Debug)]
pub(crate) struct TransitionInfo {
    pub to: u16,
    pub when: Condition,
    /// Its number among all transitions of the ruleset.
    pub number: u16,
}

#[derive(Clone, Debug)]
pub(crate) struct ActionInfo {
    pub name: Arc<str>,
    pub label: Arc<str>,
    pub condition: Option<Condition>,
    pub effects: Effects,
    pub params: Vec<ParamInfo>,
    /// Where cards go, if it plays one.
    pub play: Option<PlayInfo>,
    /// Whether it begins another round.
    pub resets: bool,
    /// Whether something in what follows may go wrong, so that it must be tried before it is offered.
    pub risky: bool,
    /// Whether loops or automatic phases in what follows may go on for too long.
    pub endless: bool,
    /// Its number among all actions of the ruleset.
    pub number: u16,
    /// How many parts its condition has.
    pub cost: u16,
}

impl ActionInfo {
    /// In how many ways its parameters can be chosen, with so many players.
    pub fn combinations(&self, seats: u8) -> u16 {
        let counts = self.params.iter().map(|param| param.choices.count(seats));
        counts.product()
    }
}

/// From where to where cards are played. Zones that each player has are the player's own.
#[derive(Clone, Debug)]
pub(crate) struct PlayInfo {
    pub from: SmallVec<[u8; 2]>,
    pub to: SmallVec<[u8; 2]>,
    /// The action's condition for a certain card.
    pub card: Option<TestId>,
    /// Whether it asks which card it is.
    pub by_card: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct ParamInfo {
    pub name: Arc<str>,
    pub text: TextNumber,
    pub choices: ParamChoices,
    /// Whether the file says what may be chosen; otherwise it was guessed.
    pub declared: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum ParamChoices {
    Values(Vec<Value>),
    Player { including_self: bool },
}

/// A value in play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    Num(f64),
    Bool(bool),
    Text(TextNumber),
}

#[derive(Clone, Debug)]
pub(crate) struct RoleInfo {
    pub name: Arc<str>,
    pub is_human: bool,
}

/// A name after `current_player.`: whose zone it is depends on who acts or is scored.
#[derive(Clone, Debug)]
pub(crate) struct MineInfo {
    /// The kind of the players' zones.
    pub kind: Option<u8>,
    /// The zone of each role, by number; nothing for roles that people play.
    pub roles: Vec<Option<Zone>>,
}

#[derive(Clone, Debug)]
pub(crate) struct VarInfo {
    pub name: Arc<str>,
    /// What it is at the beginning of a round; nothing if it is not there yet.
    pub initial: Option<f64>,
    /// Whether it survives the end of a round.
    pub lasts: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct TextVarInfo {
    pub name: Arc<str>,
    pub initial: Option<TextNumber>,
}

#[derive(Clone, Debug)]
pub(crate) struct ScoringInfo {
    pub method: NumId,
    pub win: Condition,
    pub bust: Option<Condition>,
    pub tie: Option<Condition>,
    /// Why a player's match ended as it did.
    pub reason: Option<TextId>,
    pub ranking: Option<Ranking>,
}

/// When a player has reached an objective.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AimInfo {
    pub check: Condition,
    /// How many parts the check has.
    pub cost: u16,
}

/// A compiled ruleset.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub nums: Vec<Num>,
    pub bools: Vec<Bool>,
    pub tests: Vec<Test>,
    pub texts: Vec<Text>,
    pub anys: Vec<Any>,
    pub zone_exprs: Vec<ZoneExpr>,
    pub acts: Vec<Act>,
    /// Every text that occurs, each once, and its number.
    pub words: Vec<Arc<str>>,
    pub word_numbers: HashMap<Arc<str>, TextNumber>,
    /// The cards, by definition.
    pub cards: Vec<Card>,
    /// What is on the cards' faces, by definition.
    pub faces: Vec<Arc<str>>,
    /// Where cards stand in a sorted hand, by what is on their faces, where the file brings its own deck.
    pub orders: HashMap<Arc<str>, u16>,
    /// The definitions of the deck's cards, in the order of creation.
    pub deck: Vec<u16>,
    /// Whether there are two cards alike.
    pub twins: bool,
    /// By their numbers at the table minus one.
    pub zones: Vec<ZoneInfo>,
    /// Where the deck lies at first.
    pub deck_zone: Zone,
    pub roles: Vec<RoleInfo>,
    pub mine: Vec<MineInfo>,
    pub vars: Vec<VarInfo>,
    pub text_vars: Vec<TextVarInfo>,
    /// The variable `lead_player`, if the ruleset speaks of it.
    pub lead: Option<u16>,
    /// The text variables `active_suit` and `trump_suit`.
    pub active_suit: Option<u16>,
    pub trump_suit: Option<u16>,
    /// The first of the variables `cumulative_score_0` and so on.
    pub cumulative: Option<u16>,
    pub phases: Vec<PhaseInfo>,
    pub global: Vec<TransitionInfo>,
    pub scoring: ScoringInfo,
    /// What guides bots.
    pub objectives: Vec<Objective>,
    /// How many actions bots play at random before they ask for them.
    pub horizon: u64,
    /// When a player has reached each of them.
    pub aims: Vec<AimInfo>,
    /// Where all nodes stand in the file.
    pub spans: Spans,
    /// Where each choice of an expression stands.
    pub branches: Vec<crate::Place>,
    pub schema: Schema,
    /// Whether a phase changes what zones show, or only some cards of a zone are seen.
    pub sights_change: bool,
    pub partial: bool,
}

impl Program {
    pub fn word(&self, number: TextNumber) -> &str {
        self.words.get(number as usize).map_or("", |word| word)
    }

    /// The number of a word that occurs in the ruleset.
    pub fn word_number(&self, text: &str) -> Option<TextNumber> {
        self.word_numbers.get(text).copied()
    }

    pub fn zone_info(&self, zone: Zone) -> &ZoneInfo {
        &self.zones[zone.number() - 1]
    }

    /// A zone's name as the guide writes it: `hand:1`.
    pub fn zone_name(&self, zone: Zone) -> String {
        let info = self.zone_info(zone);
        match info.is_each() {
            true => format!("{}:{}", info.name, zone.seat().0),
            false => info.name.to_string(),
        }
    }
}
