//! What can go wrong while a ruleset runs. The command is refused then, and the match is as it was.

use parlor_core::Rejection;
use parlor_table::Zone;

use crate::limits::{LONGEST_TEXT, MOST_PHASES_IN_A_ROW, MOST_STEPS, MOST_TURNS};
use crate::program::Program;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fault {
    NoCard { zone: Zone, index: i16 },
    NoSeat { kind: u8, seat: i16 },
    NoZone,
    NoVariable(u16),
    NoVariableNamed,
    NoScore,
    NoPlayer,
    WrongType(&'static str),
    DivisionByZero,
    TextTooLong,
    OntoItself(Zone),
    Full(Zone),
    LoopTooLong,
    TooManySteps,
    TooManyPhases,
    OutOfFuel,
}

impl Fault {
    /// What programs call it: which of the two it is tells nothing about cards.
    pub fn code(self) -> &'static str {
        match self {
            Fault::LoopTooLong | Fault::TooManySteps | Fault::TooManyPhases | Fault::OutOfFuel => {
                "over_budget"
            }
            _ => "rules_failed",
        }
    }

    /// What went wrong, for the author.
    pub fn message(self, program: &Program) -> String {
        let zone = |zone| program.zone_name(zone);
        match self {
            Fault::NoCard { zone: at, index: 0 } => {
                format!("the zone {} is empty, so it has no top card", zone(at))
            }
            Fault::NoCard { zone: at, index } => {
                format!("the zone {} has no card at {index}", zone(at))
            }
            Fault::NoSeat { kind, seat } => {
                let name = &program.zones[usize::from(kind)].name;
                format!("there is no zone {name}:{seat}")
            }
            Fault::NoZone => "there is no zone of that name".into(),
            Fault::NoVariable(var) => {
                let name = &program.vars[usize::from(var)].name;
                format!("the variable {name} has not been set")
            }
            Fault::NoVariableNamed => "there is no variable of that name".into(),
            Fault::NoScore => "that score has not been calculated".into(),
            Fault::NoPlayer => "there is no player with that number".into(),
            Fault::WrongType(wanted) => format!("a parameter should be {wanted}"),
            Fault::DivisionByZero => "a number is divided by zero".into(),
            Fault::TextTooLong => format!("a text became longer than {LONGEST_TEXT} bytes"),
            Fault::OntoItself(at) => format!("the cards already lie in the zone {}", zone(at)),
            Fault::Full(at) => format!("the zone {} is full", zone(at)),
            Fault::LoopTooLong => format!("a loop went round more than {MOST_TURNS} times"),
            Fault::TooManySteps => {
                format!("the phase did not end within {MOST_STEPS} runs of its onStep effects")
            }
            Fault::TooManyPhases => {
                format!("more than {MOST_PHASES_IN_A_ROW} automatic phases followed each other")
            }
            Fault::OutOfFuel => "the rules looked at too many cards for one command".into(),
        }
    }

    /// What the author can do about it.
    pub fn help(self, program: &Program) -> String {
        let base = |zone| program.zone_info(zone).name.to_string();
        match self {
            Fault::NoCard { zone, index: 0 } => format!(
                "ask first: if(card_count(…) > 0, …) with the zone {}",
                base(zone)
            ),
            Fault::NoCard { zone, .. } => format!(
                "cards are counted from 0, the top card: ask card_count of the zone {} first",
                base(zone)
            ),
            Fault::NoSeat { .. } => {
                "players are numbered from 0 to player_count - 1: use % player_count to go round"
                    .into()
            }
            Fault::NoZone => {
                "write a zone's name as it is declared, with :0, :1, … if each player has one"
                    .into()
            }
            Fault::NoVariable(_) => {
                "give it an initial value, or set it before it is read for the first time".into()
            }
            Fault::NoVariableNamed => "declare the variable, or correct the name".into(),
            Fault::NoScore => "run calculate_scores() before the score is read".into(),
            Fault::NoPlayer => {
                "players are numbered from 0 to player_count - 1; trick_winner is -1 if nobody leads"
                    .into()
            }
            Fault::WrongType(_) => "say in the action's params what may be chosen".into(),
            Fault::DivisionByZero => "ask first whether the divisor is 0: if(… != 0, …, …)".into(),
            Fault::TextTooLong => {
                "concat in a loop makes texts longer and longer: build them from short parts".into()
            }
            Fault::OntoItself(_) => {
                "move cards between two different zones, or leave this move out".into()
            }
            Fault::Full(zone) => format!(
                "raise maxCards of the zone {}, or ask card_count first",
                base(zone)
            ),
            Fault::LoopTooLong => "make the condition of while false sooner".into(),
            Fault::TooManySteps => "let a transition of the phase become true sooner".into(),
            Fault::TooManyPhases => {
                "let one of these phases wait for players, or lead out of the circle".into()
            }
            Fault::OutOfFuel => "loops and large piles cost most: ask less often".into(),
        }
    }

    /// The refusal of a command, for players. It does not say what went wrong: that may hang on cards that they do not see.
    pub fn rejection(self) -> Rejection {
        let text = match self {
            Fault::LoopTooLong | Fault::TooManySteps | Fault::TooManyPhases | Fault::OutOfFuel => {
                "The rules of this game take too long here. Choose something else."
            }
            _ => "The rules of this game have an error here. Choose something else.",
        };
        Rejection::new(self.code(), text)
    }

    /// The refusal to begin a match.
    pub fn opening_rejection(self) -> Rejection {
        Rejection::new(self.code(), "the rules of this game have an error")
    }
}
