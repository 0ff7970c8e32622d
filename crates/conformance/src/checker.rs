//! Plays games and holds the laws at every step.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use parlor_core::{Game, Rng, Seat, Setup, SystemCommand};

use crate::laws::{About, Law, Unseen, learned};
use crate::position::{Bench, Play, Position, Step};
use crate::shrink::{self, Shrunk};
use crate::tries::{pool, random_step, setups};
use crate::violation::{Report, Violation};

/// Holds a game to the laws, with seeds, set-ups and effort of your choice.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_conformance::Checker;
/// let report = Checker::new(&Sticks).seed(17).positions(50).run().unwrap();
/// assert!(report.positions >= 50);
/// ```
pub struct Checker<'g, G: Game> {
    game: &'g G,
    first_seed: u32,
    positions: u64,
    setups: Vec<Setup>,
    laws: Vec<Law>,
    games: u64,
    may_be_open: bool,
    shrink_while: &'g dyn Fn() -> bool,
}

/// After so many commands of a game only its end is looked for.
const LONG: u64 = 500;

impl<'g, G: Game> Checker<'g, G> {
    /// All laws, with every number of seats that the game allows, from seed 1 on. With the fewest and the most, its options
    /// are at their defaults and extremes.
    pub fn new(game: &'g G) -> Checker<'g, G> {
        Checker {
            game,
            first_seed: 1,
            positions: 1_000,
            setups: setups(game),
            laws: Law::ALL.to_vec(),
            games: u64::MAX,
            may_be_open: false,
            shrink_while: &|| true,
        }
    }

    /// Begins with this seed; the games after the first take the seeds after it.
    #[must_use]
    pub fn seed(mut self, seed: u32) -> Self {
        self.first_seed = seed;
        self
    }

    /// Looks at about so many positions, shared out between the set-ups.
    #[must_use]
    pub fn positions(mut self, positions: u64) -> Self {
        self.positions = positions;
        self
    }

    /// Plays at most so many games with each set-up.
    #[must_use]
    pub fn games(mut self, games: u64) -> Self {
        self.games = games;
        self
    }

    /// Accepts that resampling never changes anything. A game that is data may be declared to have secrets by whatever runs
    /// it, and show everything all the same. Whatever is hidden in it must be re-dealt like in any other game:
    /// [`Report::hidden`] says whether there was anything.
    #[must_use]
    pub fn may_be_open(mut self) -> Self {
        self.may_be_open = true;
        self
    }

    /// Looks for a shorter script, and for the secret that is told, only as long as `go_on` says so.
    ///
    /// ```
    /// # use parlor_core::doc::Sticks;
    /// use parlor_conformance::Checker;
    /// let no_time = || false;
    /// assert!(Checker::new(&Sticks).shrink_while(&no_time).run().is_ok());
    /// ```
    #[must_use]
    pub fn shrink_while(mut self, go_on: &'g dyn Fn() -> bool) -> Self {
        self.shrink_while = go_on;
        self
    }

    /// Tries only these set-ups.
    #[must_use]
    pub fn setups(mut self, setups: impl IntoIterator<Item = Setup>) -> Self {
        self.setups = setups.into_iter().collect();
        self
    }

    /// Holds only these laws.
    #[must_use]
    pub fn laws(mut self, laws: impl IntoIterator<Item = Law>) -> Self {
        self.laws = laws.into_iter().collect();
        self
    }

    /// Plays and looks.
    pub fn run(&self) -> Result<Report, Violation> {
        self.run_while(&|_| true)
    }

    /// The same for as long as `go_on` says so, which is asked at each position. Of a run that was stopped it is not said that
    /// resampling never changes anything.
    ///
    /// ```
    /// # use parlor_core::doc::Sticks;
    /// let checker = parlor_conformance::Checker::new(&Sticks);
    /// let report = checker.run_while(&|so_far| so_far.positions < 7).unwrap();
    /// assert_eq!(report.positions, 7);
    /// ```
    pub fn run_while(&self, go_on: &dyn Fn(&Report) -> bool) -> Result<Report, Violation> {
        let mut report = Report::default();
        for setup in &self.setups {
            let positions = (self.positions / self.setups.len() as u64).max(1);
            if !self.check_setup(setup.clone(), positions, &mut report, go_on)? {
                return Ok(report);
            }
            report.setups += 1;
        }
        Ok(report)
    }

    /// Says whether it came to its end.
    fn check_setup(
        &self,
        setup: Setup,
        positions: u64,
        report: &mut Report,
        go_on: &dyn Fn(&Report) -> bool,
    ) -> Result<bool, Violation> {
        let mut bench = Bench {
            game: self.game,
            info: self.game.info(),
            setup,
            pool: Vec::new(),
            resampling_varies: Cell::new(false),
            resampled: Cell::new(false),
            unseen: Unseen::default(),
            twin: RefCell::new(None),
        };
        bench.pool = pool(&bench, self.first_seed);
        let enough = report.positions.saturating_add(positions);
        let most_games = report.games.saturating_add(self.games);
        let mut seed = self.first_seed;
        let mut more_matches = MORE_MATCHES;
        let mut stopped = false;
        while report.games < most_games {
            if report.positions >= enough {
                if more_matches == 0 || !bench.unseen.is_unsure() {
                    break;
                }
                more_matches -= 1;
            }
            if !self.check_game(&bench, seed, report, go_on)? {
                stopped = true;
                break;
            }
            report.games += 1;
            seed = seed.wrapping_add(1);
        }
        let (hidden, redealt) = bench.unseen.counts();
        report.hidden += hidden;
        report.redealt += redealt;
        let dull = bench.resampled.get() && !bench.resampling_varies.get();
        if dull && !stopped && !self.may_be_open && self.laws.contains(&Law::ViewHidesSecrets) {
            let problem =
                "the game says that it has secrets, but resampling never changes anything";
            return Err(bench.violation(Law::ViewHidesSecrets, problem, self.first_seed, &[]));
        }
        for (law, about) in [
            (Law::SamplesTellNoSecrets, About::What),
            (Law::UnseenMoves, About::Where),
        ] {
            let problem = bench.unseen.never_redrawn(about);
            if let (Some(problem), true) = (problem, self.laws.contains(&law)) {
                return Err(bench.violation(law, &problem, self.first_seed, &[]));
            }
        }
        Ok(!stopped)
    }

    /// One random game, with the laws held at every step. Says whether to go on.
    fn check_game(
        &self,
        bench: &Bench<'g, G>,
        seed: u32,
        report: &mut Report,
        go_on: &dyn Fn(&Report) -> bool,
    ) -> Result<bool, Violation> {
        let mut play = match catch(|| bench.begin(seed).map_err(|error| error.to_string())) {
            Ok(play) => play,
            Err(problem) => {
                return Err(bench.violation(Law::LegalIsAccepted, &problem, seed, &[]));
            }
        };
        let mut rng = Rng::fast(seed.into(), u64::MAX);
        let mut script: Vec<Step<G::Command>> = Vec::new();
        // In every fourth match somebody leaves early on.
        let leaves_after = seed.is_multiple_of(4).then(|| rng.below(8) as usize);
        loop {
            // An endless game is not worth a look at each of its positions, only at whether it ends.
            if !go_on(report) {
                return Ok(false);
            }
            if (script.len() as u64) < LONG {
                let over = play.to_act().is_empty() && play.side().is_none();
                let last = over || script.len() as u64 + 1 == LONG;
                self.look(bench, &play, seed, last, &script)?;
                report.positions += 1;
            }
            if leaves_after == Some(script.len()) {
                let seat = Seat(rng.below(bench.setup.seats().into()) as u8);
                let leave = Step::Leave(match rng.below(2) {
                    0 => SystemCommand::Resign { seat },
                    _ => SystemCommand::TimeOut { seat },
                });
                let left = catch(|| Ok(leave.take(&mut play).is_ok())).map_err(|problem| {
                    bench.violation(Law::SomeoneActsUntilOver, &problem, seed, &script)
                })?;
                // Who is out already cannot leave; then nobody leaves this match.
                if left {
                    script.push(leave);
                    continue;
                }
            }
            let Some(step) = random_step(&play, &mut rng) else {
                return Ok(true);
            };
            if script.len() as u64 >= bench.info.longest {
                if !self.laws.contains(&Law::GamesEnd) {
                    return Ok(true);
                }
                let problem = format!("it goes on after {} commands", script.len());
                return Err(bench.violation(Law::GamesEnd, &problem, seed, &script));
            }
            let accepted = catch(|| {
                step.take(&mut play)
                    .map_err(|rejection| rejection.to_string())
            });
            script.push(step);
            if let Err(problem) = accepted {
                if !self.laws.contains(&Law::LegalIsAccepted) {
                    return Ok(true);
                }
                let problem = format!("a legal command is refused: {problem}");
                return Err(bench.violation(Law::LegalIsAccepted, &problem, seed, &script));
            }
        }
    }

    /// Holds every law at one position. Laws about the whole log need not be held at each of its records.
    fn look(
        &self,
        bench: &Bench<'g, G>,
        play: &Play<'g, G>,
        seed: u32,
        last: bool,
        script: &[Step<G::Command>],
    ) -> Result<(), Violation> {
        let position = Position { bench, play, seed };
        if bench.info.hidden {
            for viewer in position.players_and_spectator() {
                let view = catch(|| Ok(bench.game.view(play.state(), viewer)));
                // A view that panics is for the laws to find.
                if let Ok(view) = view {
                    bench.unseen.learn(seed, viewer, &view);
                }
            }
        }
        for law in &self.laws {
            if law.is_about_the_log() && !last && script.len() % 16 != 3 {
                continue;
            }
            if let Err(problem) = catch(|| law.check(&position)) {
                let go_on = self.shrink_while;
                let Shrunk {
                    script,
                    problem,
                    cut_short,
                } = shrink::shortest(bench, *law, seed, script, problem, go_on);
                let learned = match law {
                    Law::ViewHidesSecrets => learned_after(bench, seed, &script, go_on),
                    _ => None,
                };
                return Err(Violation {
                    learned,
                    cut_short,
                    ..bench.violation(*law, &problem, seed, &script)
                });
            }
        }
        Ok(())
    }
}

impl<G: Game> Bench<'_, G> {
    fn violation(
        &self,
        law: Law,
        problem: &str,
        seed: u32,
        script: &[Step<G::Command>],
    ) -> Violation {
        let options: Vec<String> = (self.setup.option_values().iter())
            .map(|(name, value)| format!(", {name} {value}"))
            .collect();
        Violation {
            law,
            problem: problem.into(),
            setup: format!(
                "{} {}, {} seats{}",
                self.info.name,
                self.info.version,
                self.setup.seats(),
                options.concat()
            ),
            seed,
            script: script.iter().map(ToString::to_string).collect(),
            learned: None,
            cut_short: false,
        }
    }
}

/// Which secret somebody learns after a script, if there is time to find out.
fn learned_after<G: Game>(
    bench: &Bench<'_, G>,
    seed: u32,
    script: &[Step<G::Command>],
    go_on: &dyn Fn() -> bool,
) -> Option<String> {
    let found = catch(|| {
        let play = bench.play(seed, script).ok_or_else(String::new)?;
        let play = &play;
        Ok(learned(&Position { bench, play, seed }, go_on))
    });
    found.ok().flatten()
}

/// So many matches more are played when it is not clear whether a viewer knows what it is always right about.
const MORE_MATCHES: u32 = 8;

/// How the problem begins when the rules have panicked.
pub(crate) const PANICKED: &str = "the rules panicked";

/// A panic in the rules is a violation like any other, with a seed and a script.
pub(crate) fn catch<T>(look: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(look)).unwrap_or_else(|panic| {
        let text = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        Err(format!("{PANICKED}: {text}"))
    })
}
