//! What the rules decide with: chance, a place for events, and a budget that stops runaway rules.

use crate::{Rejection, Rng};

/// How much one command may take. Nothing here looks at a clock, so the answer is the same on every machine.
///
/// Rules are held to it whenever they [emit](Decision::emit), [step](Decision::step), [burn](Decision::burn) or go
/// [deeper](Decision::deeper), and an interpreter does one of these at every turn. A loop in Rust that does none of them is
/// out of reach: nothing can stop it without a clock.
///
/// ```
/// use parlor_core::Budget;
/// let strict = Budget { events: 100, ..Budget::default() };
/// assert!(strict.steps > 100);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Steps: automatic phases, triggers, turns of a loop.
    pub steps: u32,
    /// Events.
    pub events: u32,
    /// How deep rules may call each other.
    pub depth: u32,
    /// Fuel: whatever else an interpreter counts.
    pub fuel: u64,
    /// Commands that sides without a seat send in a row.
    pub commands: u32,
}

impl Budget {
    /// The most that a match can be allowed. What is read from a file is decided again under this budget, so that whatever
    /// was once accepted can be loaded, and a hostile file still comes to an end.
    pub const CEILING: Budget = Budget {
        steps: 1_000_000,
        events: 1_000_000,
        depth: 512,
        fuel: 1_000_000_000,
        commands: 100_000,
    };

    /// This budget, or the ceiling where it goes beyond.
    #[must_use]
    pub fn capped(self) -> Budget {
        Budget {
            steps: self.steps.min(Budget::CEILING.steps),
            events: self.events.min(Budget::CEILING.events),
            depth: self.depth.min(Budget::CEILING.depth),
            fuel: self.fuel.min(Budget::CEILING.fuel),
            commands: self.commands.min(Budget::CEILING.commands),
        }
    }
}

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            steps: 10_000,
            events: 10_000,
            depth: 64,
            fuel: 1_000_000,
            commands: 1_000,
        }
    }
}

/// What the rules decide with.
///
/// ```
/// use parlor_core::{Budget, Decision, Rejection, Rng};
///
/// fn roll_until_six(decision: &mut Decision<u32>) -> Result<(), Rejection> {
///     loop {
///         let face = decision.rng().between(1, 6);
///         decision.emit(face)?;
///         if face == 6 {
///             return Ok(());
///         }
///     }
/// }
/// let (mut rng, mut events) = (Rng::from_integer(42), Vec::new());
/// let mut decision = Decision::new(&mut rng, &mut events, Budget::default());
/// roll_until_six(&mut decision).unwrap();
/// assert_eq!(events, [4, 3, 6]);
/// ```
#[derive(Debug)]
pub struct Decision<'a, E> {
    rng: &'a mut Rng,
    events: &'a mut Vec<E>,
    limit: Budget,
    steps: u32,
    depth: u32,
    fuel: u64,
}

impl<'a, E> Decision<'a, E> {
    /// A decision that draws from `rng` and adds to `events`.
    #[inline]
    pub fn new(rng: &'a mut Rng, events: &'a mut Vec<E>, budget: Budget) -> Decision<'a, E> {
        Decision {
            rng,
            events,
            limit: budget,
            steps: 0,
            depth: 0,
            fuel: 0,
        }
    }

    /// The source of chance. What is drawn here goes into the log.
    #[inline]
    pub fn rng(&mut self) -> &mut Rng {
        self.rng
    }

    /// Says that this happens.
    #[inline]
    pub fn emit(&mut self, event: E) -> Result<(), Rejection> {
        if self.events.len() >= self.limit.events as usize {
            return Err(Rejection::over_budget("events", self.limit.events.into()));
        }
        self.events.push(event);
        Ok(())
    }

    /// What has been emitted so far.
    #[inline]
    pub fn events(&self) -> &[E] {
        self.events
    }

    /// Counts one step of the rules.
    #[inline]
    pub fn step(&mut self) -> Result<(), Rejection> {
        self.steps += 1;
        if self.steps > self.limit.steps {
            return Err(Rejection::over_budget("steps", self.limit.steps.into()));
        }
        Ok(())
    }

    /// Burns fuel.
    #[inline]
    pub fn burn(&mut self, fuel: u64) -> Result<(), Rejection> {
        self.fuel = self.fuel.saturating_add(fuel);
        if self.fuel > self.limit.fuel {
            return Err(Rejection::over_budget("units of fuel", self.limit.fuel));
        }
        Ok(())
    }

    /// Runs a rule one level deeper.
    pub fn deeper<T>(
        &mut self,
        rule: impl FnOnce(&mut Self) -> Result<T, Rejection>,
    ) -> Result<T, Rejection> {
        if self.depth >= self.limit.depth {
            return Err(Rejection::over_budget("levels", self.limit.depth.into()));
        }
        self.depth += 1;
        let result = rule(self);
        self.depth -= 1;
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(rule: impl FnOnce(&mut Decision<u8>) -> Result<(), Rejection>) -> String {
        let (mut rng, mut events) = (Rng::from_integer(1), Vec::new());
        let budget = Budget {
            steps: 10,
            events: 10,
            depth: 10,
            fuel: 10,
            commands: 10,
        };
        let rejection = rule(&mut Decision::new(&mut rng, &mut events, budget)).unwrap_err();
        assert_eq!(rejection.code(), "over_budget");
        rejection.to_string()
    }

    #[test]
    fn runaway_rules_end_in_a_rejection() {
        fn dig(decision: &mut Decision<u8>) -> Result<(), Rejection> {
            decision.deeper(dig)
        }
        let texts = [
            refused(|decision| {
                loop {
                    decision.emit(0)?;
                }
            }),
            refused(|decision| {
                loop {
                    decision.step()?;
                }
            }),
            refused(|decision| {
                loop {
                    decision.burn(3)?;
                }
            }),
            refused(dig),
        ];
        expect_test::expect![[r#"
            the rules went past their limit of 10 events for one command
            the rules went past their limit of 10 steps for one command
            the rules went past their limit of 10 units of fuel for one command
            the rules went past their limit of 10 levels for one command"#]]
        .assert_eq(&texts.join("\n"));
    }

    #[test]
    fn a_budget_allows_exactly_its_number() {
        let (mut rng, mut events) = (Rng::from_integer(1), Vec::new());
        let budget = Budget {
            steps: 1,
            events: 1,
            depth: 1,
            fuel: 1,
            commands: 1,
        };
        let mut decision = Decision::new(&mut rng, &mut events, budget);
        decision.emit(0).unwrap();
        decision.step().unwrap();
        decision.burn(1).unwrap();
        decision.deeper(|_| Ok(())).unwrap();
        decision.deeper(|_| Ok(())).unwrap();
        assert!(decision.emit(0).is_err() && decision.step().is_err() && decision.burn(1).is_err());
    }
}
