//! What can go wrong while a ruleset runs. The command is refused then, and the match is as it was.

use parlor_core::Rejection;
use parlor_table::Zone;

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
    TooLarge,
    OntoItself(Zone),
    Full(Zone),
    LoopTooLong,
    TooManyPhases,
    OutOfFuel,
}

impl Fault {
    /// What programs call it.
    pub fn code(self) -> &'static str {
        match self {
            Fault::NoCard { .. } => "no_card",
            Fault::NoSeat { .. } | Fault::NoZone => "no_zone",
            Fault::NoVariable(_) | Fault::NoVariableNamed => "no_variable",
            Fault::NoScore => "no_score",
            Fault::NoPlayer => "no_player",
            Fault::WrongType(_) => "wrong_type",
            Fault::DivisionByZero => "division_by_zero",
            Fault::TooLarge => "too_large",
            Fault::OntoItself(_) => "onto_itself",
            Fault::Full(_) => "zone_full",
            Fault::LoopTooLong | Fault::TooManyPhases | Fault::OutOfFuel => "over_budget",
        }
    }

    /// What went wrong. Nothing in it says what a card is.
    pub fn message(self, program: &Program) -> String {
        match self {
            Fault::NoCard { zone, index } => {
                format!(
                    "the zone {} has no card at {index}",
                    program.zone_name(zone)
                )
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
            Fault::DivisionByZero => "nothing can be divided by zero".into(),
            Fault::TooLarge => "a number became too large".into(),
            Fault::OntoItself(zone) => {
                format!(
                    "the cards already lie in the zone {}",
                    program.zone_name(zone)
                )
            }
            Fault::Full(zone) => format!("the zone {} is full", program.zone_name(zone)),
            Fault::LoopTooLong => "a loop went round more than 100 times".into(),
            Fault::TooManyPhases => "more than 50 automatic phases followed each other".into(),
            Fault::OutOfFuel => "the rules took too long".into(),
        }
    }

    /// The refusal of a command.
    pub fn rejection(self, program: &Program) -> Rejection {
        let message = format!("the rules cannot do that: {}", self.message(program));
        Rejection::new(self.code(), message)
    }
}
