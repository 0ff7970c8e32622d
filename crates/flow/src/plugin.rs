//! Plugins: functions that extend a builder, by name, so that two of them that declare the same thing are both named.

use crate::GameBuilder;

/// What has been declared, and by whom.
#[derive(Default)]
pub(crate) struct Claims {
    claims: Vec<Claim>,
    /// The plugin that is extending the game.
    by: Option<String>,
}

struct Claim {
    what: &'static str,
    name: String,
    by: Option<String>,
}

impl Claims {
    /// Notes what is new among all that is declared.
    ///
    /// # Panics
    /// When something was declared before under the same name.
    fn add(&mut self, game: &str, declared: Vec<(&'static str, String)>) {
        let mut seen: Vec<usize> = Vec::new();
        for (what, name) in declared {
            let known = self.claims.iter().enumerate();
            let known = known.filter(|(_, claim)| claim.what == what && claim.name == name);
            let at = known.map(|(at, _)| at).find(|at| !seen.contains(at));
            if let Some(at) = at {
                seen.push(at);
                continue;
            }
            let by = self.by.clone();
            let new = Claim { what, name, by };
            let same = |other: &&Claim| other.what == what && other.name == new.name;
            // Within a game a name may mean two things, where its author can tell them apart. Others cannot.
            let clashes =
                |other: &&Claim| what == "action" || other.by.is_some() || new.by.is_some();
            if let Some(other) = self.claims.iter().filter(same).find(clashes) {
                panic!("{}", clash(game, other, &new));
            }
            self.claims.push(new);
            seen.push(self.claims.len() - 1);
        }
    }
}

fn clash(game: &str, one: &Claim, other: &Claim) -> String {
    let who = |claim: &Claim| match &claim.by {
        Some(plugin) => format!("by the plugin '{plugin}'"),
        None => "by the game itself".into(),
    };
    let (what, name) = (one.what, &one.name);
    match (&one.by, &other.by) {
        (None, None) => format!("{game}: there are two {what}s called '{name}'"),
        (Some(first), Some(second)) if first == second => {
            format!("{game}: the plugin '{first}' declares two {what}s called '{name}'")
        }
        _ => format!(
            "{game}: the {what} '{name}' is declared twice, {} and {}: rename one of them",
            who(one),
            who(other)
        ),
    }
}

impl GameBuilder {
    /// Lets a plugin extend the game: a function that declares what it needs and gives what others need of it. Whatever it
    /// declares is known to be its own, so that two plugins that take the same name are both named in the error.
    ///
    /// # Panics
    /// When it declares something under a name that is taken.
    ///
    /// ```
    /// use parlor_flow::prelude::*;
    /// /// Whoever is poisoned loses a point at the beginning of each turn.
    /// fn poison(game: &mut GameBuilder, health: SeatValue<i64>) -> SeatValue<i64> {
    ///     let poison = game.value("poison", 0_i64).each_seat();
    ///     game.on_turn(move |play, it| {
    ///         for seat in it.seats.iter() {
    ///             let loss = play.of(*seat, poison);
    ///             play.add_to(*seat, health, -loss);
    ///         }
    ///     });
    ///     poison
    /// }
    /// let mut game = GameBuilder::new("duel", "Duel", 1..=1);
    /// let health = game.value("health", 20_i64).each_seat();
    /// let poison = game.plugin("poison", |game| poison(game, health));
    /// game.opening(move |play| play.set_of(Seat(0), poison, 2));
    /// game.action("wait").run(|_, _| {});
    /// let game = game.flow(repeat(3, each_seat(step(["wait"]))));
    ///
    /// let mut duel = Scenario::new(&game, 1, 1);
    /// duel.play("wait").unwrap();
    /// assert_eq!(duel.table().of(Seat(0), health), 16);
    /// ```
    pub fn plugin<T>(&mut self, name: &str, extend: impl FnOnce(&mut GameBuilder) -> T) -> T {
        self.claim();
        let outer = self.claims.by.replace(name.into());
        let made = extend(self);
        self.claim();
        self.claims.by = outer;
        made
    }

    /// Something is declared again under a name that is taken.
    pub(crate) fn is_taken(&mut self, what: &'static str, name: &str) -> ! {
        self.claim();
        let by = self.claims.by.clone();
        let name = name.to_string();
        let new = Claim { what, name, by };
        let mut known = self.claims.claims.iter();
        let known = known.find(|claim| claim.what == what && claim.name == new.name);
        panic!("{}", clash(&self.info.name, known.unwrap_or(&new), &new))
    }

    /// Notes who has declared what came since the last time.
    pub(crate) fn claim(&mut self) {
        let mut declared: Vec<(&'static str, String)> = self.schema.declarations().collect();
        declared.extend(
            self.actions
                .iter()
                .map(|one| ("action", one.name.to_string())),
        );
        declared.extend(
            self.messages
                .iter()
                .map(|one| ("message", one.id.to_string())),
        );
        let procedures = self.procedures.iter();
        declared.extend(procedures.map(|one| ("procedure", one.name.to_string())));
        let options = self.info.options.iter();
        declared.extend(options.map(|one| ("option", one.name.clone())));
        let brings = self.info.brings.iter();
        declared.extend(brings.map(|one| ("bring", one.id.clone())));
        let derived = self.derived.iter();
        declared.extend(derived.map(|(name, _)| ("derived attribute", name.to_string())));
        let sides = self.sides.iter();
        declared.extend(sides.map(|side| ("side", side.id.trim_start_matches("side.").into())));
        let name = self.info.name.clone();
        self.claims.add(&name, declared);
    }
}
