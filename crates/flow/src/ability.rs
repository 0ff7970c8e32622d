//! [`Abilities`]: powers that a player earns, uses up, and may get back.
//!
//! What a player has lives in the state of the match as a list of numbers, one packed [`Earned`] each. The functions here
//! read that list, or say which number to put where; they change nothing themselves.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

/// The kinds of abilities in a game, with how they look and where they come from.
///
/// ```
/// use parlor_flow::{Abilities, Ability, AbilityInfo, Source};
/// const REROLL: Ability = Ability(0);
/// const FLIP: Ability = Ability(1);
/// const STARTING: Source = Source(0);
///
/// let abilities = Abilities::new()
///     .with("reroll", AbilityInfo::new("🎲", "Reroll").described("Roll up to 2 dice again"))
///     .with("flip", AbilityInfo::new("↻", "Flip").colored("#9C27B0"))
///     .source("starting");
/// assert_eq!(abilities.find("flip"), Some(FLIP));
///
/// let mut mine = vec![Abilities::earned(REROLL, STARTING), Abilities::earned(FLIP, None)];
/// let (index, used) = Abilities::use_one(&mine, REROLL).unwrap();
/// mine[index] = used;
/// assert!(Abilities::has(&mine, REROLL) && !Abilities::has_unused(&mine, REROLL));
/// assert_eq!(Abilities::grouped(&mine), [(REROLL, 1, 0), (FLIP, 1, 1)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Abilities {
    kinds: Vec<(Cow<'static, str>, AbilityInfo)>,
    sources: Vec<Cow<'static, str>>,
}

/// A kind of ability: its place among those that [`Abilities::with`] declares, from 0.
///
/// ```
/// use parlor_flow::{Abilities, Ability, AbilityInfo};
/// let abilities = Abilities::new().with("skip", AbilityInfo::new("⏭", "Skip"));
/// assert_eq!(abilities.name(Ability(0)), "skip");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Ability(pub u8);

/// Where an ability was earned: its place among what [`Abilities::source`] declares, from 0.
///
/// ```
/// use parlor_flow::{Abilities, Source};
/// let abilities = Abilities::new().source("starting").source("track");
/// assert_eq!(abilities.source_name(Source(1)), "track");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Source(pub u8);

/// How a kind of ability is shown.
///
/// ```
/// use parlor_flow::AbilityInfo;
/// let info = AbilityInfo::new("+", "Bonus").colored("#4CAF50").described("Add 1 or 2 to your total");
/// assert_eq!(info.label, "Bonus");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[must_use]
pub struct AbilityInfo {
    /// A sign or two.
    pub icon: Cow<'static, str>,
    /// A word or two.
    pub label: Cow<'static, str>,
    /// A color as on the web, or nothing.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub color: Cow<'static, str>,
    /// What it does, in a sentence, or nothing.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub description: Cow<'static, str>,
}

/// One ability that a player has earned.
///
/// ```
/// use parlor_flow::{Ability, Earned, Source};
/// let earned = Earned { ability: Ability(2), source: Some(Source(0)), used: true };
/// assert_eq!(Earned::unpack(earned.pack()), earned);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Earned {
    /// Which kind.
    pub ability: Ability,
    /// Where it came from, if anybody cares.
    pub source: Option<Source>,
    /// Whether it has been used up.
    pub used: bool,
}

impl AbilityInfo {
    /// What is shown of every ability.
    pub fn new(icon: impl Into<Cow<'static, str>>, label: impl Into<Cow<'static, str>>) -> Self {
        AbilityInfo {
            icon: icon.into(),
            label: label.into(),
            ..AbilityInfo::default()
        }
    }

    /// The same in this color.
    pub fn colored(mut self, color: impl Into<Cow<'static, str>>) -> AbilityInfo {
        self.color = color.into();
        self
    }

    /// The same with a sentence on what it does.
    pub fn described(mut self, description: impl Into<Cow<'static, str>>) -> AbilityInfo {
        self.description = description.into();
        self
    }
}

impl Earned {
    // Bit 0: used. Bits 1 to 9: one more than the source, or 0 for none. From bit 16 on: the kind.
    const SOURCE: u32 = 1;
    const KIND: u32 = 16;

    /// The ability as one number.
    pub fn pack(self) -> i64 {
        let source = self.source.map_or(0, |source| i64::from(source.0) + 1);
        i64::from(self.ability.0) << Earned::KIND | source << Earned::SOURCE | i64::from(self.used)
    }

    /// The ability that this number packs.
    pub fn unpack(packed: i64) -> Earned {
        let source = (packed >> Earned::SOURCE) & 0x1ff;
        Earned {
            ability: Ability((packed >> Earned::KIND) as u8),
            source: (source > 0).then(|| Source((source - 1) as u8)),
            used: packed & 1 == 1,
        }
    }
}

/// The kinds.
impl Abilities {
    /// No kinds yet.
    pub fn new() -> Abilities {
        Abilities::default()
    }

    /// One more kind.
    ///
    /// # Panics
    /// When there is a kind of this name already, or 256 of them.
    pub fn with(mut self, name: impl Into<Cow<'static, str>>, info: AbilityInfo) -> Abilities {
        let name = name.into();
        assert!(
            self.find(&name).is_none(),
            "two abilities are called {name}"
        );
        assert!(self.kinds.len() < 256, "there is room for 256 abilities");
        self.kinds.push((name, info));
        self
    }

    /// One more place to earn abilities.
    ///
    /// # Panics
    /// When there is a source of this name already, or 256 of them.
    pub fn source(mut self, name: impl Into<Cow<'static, str>>) -> Abilities {
        let name = name.into();
        assert!(
            self.find_source(&name).is_none(),
            "two sources are called {name}"
        );
        assert!(self.sources.len() < 256, "there is room for 256 sources");
        self.sources.push(name);
        self
    }

    /// All kinds, as declared.
    pub fn declared(&self) -> impl Iterator<Item = (Ability, &str, &AbilityInfo)> {
        let kinds = self.kinds.iter().zip(0..=u8::MAX);
        kinds.map(|((name, info), index)| (Ability(index), &**name, info))
    }

    /// The kind of this name.
    pub fn find(&self, name: &str) -> Option<Ability> {
        let index = self.kinds.iter().position(|(known, _)| known == name);
        index.map(|index| Ability(index as u8))
    }

    /// The source of this name.
    pub fn find_source(&self, name: &str) -> Option<Source> {
        let index = self.sources.iter().position(|known| known == name);
        index.map(|index| Source(index as u8))
    }

    /// The name of a kind.
    ///
    /// # Panics
    /// When it is not declared here.
    pub fn name(&self, ability: Ability) -> &str {
        &self.kinds[usize::from(ability.0)].0
    }

    /// How a kind is shown.
    ///
    /// # Panics
    /// When it is not declared here.
    pub fn info(&self, ability: Ability) -> &AbilityInfo {
        &self.kinds[usize::from(ability.0)].1
    }

    /// The name of a source.
    ///
    /// # Panics
    /// When it is not declared here.
    pub fn source_name(&self, source: Source) -> &str {
        &self.sources[usize::from(source.0)]
    }
}

/// What a player has.
impl Abilities {
    /// A fresh ability, to be added to the list.
    pub fn earned(ability: Ability, source: impl Into<Option<Source>>) -> i64 {
        Earned {
            ability,
            source: source.into(),
            used: false,
        }
        .pack()
    }

    /// Where in the list the first unused ability of this kind is, and what to put there once it is used.
    pub fn use_one(entries: &[i64], ability: Ability) -> Option<(usize, i64)> {
        let mut unused = Abilities::unused(entries);
        let (index, earned) = unused.find(|(_, earned)| earned.ability == ability)?;
        let used = true;
        Some((index, Earned { used, ..earned }.pack()))
    }

    /// The same ability, unused again.
    pub fn refreshed(entry: i64) -> i64 {
        let used = false;
        Earned {
            used,
            ..Earned::unpack(entry)
        }
        .pack()
    }

    /// Everything in the list, with its place there.
    pub fn all(entries: &[i64]) -> impl Iterator<Item = (usize, Earned)> {
        entries
            .iter()
            .map(|&packed| Earned::unpack(packed))
            .enumerate()
    }

    /// What is not used yet, with its place in the list.
    pub fn unused(entries: &[i64]) -> impl Iterator<Item = (usize, Earned)> {
        Abilities::all(entries).filter(|(_, earned)| !earned.used)
    }

    /// What is used up, with its place in the list.
    pub fn used(entries: &[i64]) -> impl Iterator<Item = (usize, Earned)> {
        Abilities::all(entries).filter(|(_, earned)| earned.used)
    }

    /// Whether there is one of this kind, used or not.
    pub fn has(entries: &[i64], ability: Ability) -> bool {
        Abilities::all(entries).any(|(_, earned)| earned.ability == ability)
    }

    /// Whether there is one of this kind to use.
    pub fn has_unused(entries: &[i64], ability: Ability) -> bool {
        Abilities::unused(entries).any(|(_, earned)| earned.ability == ability)
    }

    /// How many there are of this kind, used or not.
    pub fn count(entries: &[i64], ability: Ability) -> usize {
        Abilities::all(entries)
            .filter(|(_, earned)| earned.ability == ability)
            .count()
    }

    /// How many there are of this kind to use.
    pub fn count_unused(entries: &[i64], ability: Ability) -> usize {
        Abilities::unused(entries)
            .filter(|(_, earned)| earned.ability == ability)
            .count()
    }

    /// How many there are to use, of all kinds.
    pub fn count_all_unused(entries: &[i64]) -> usize {
        Abilities::unused(entries).count()
    }

    /// The kinds there are, each once, in the order in which they were first earned.
    pub fn kinds(entries: &[i64]) -> Vec<Ability> {
        let grouped = Abilities::grouped(entries);
        grouped.into_iter().map(|(ability, ..)| ability).collect()
    }

    /// How many there are of each kind, in all and to use, in the order in which the kinds were first earned.
    pub fn grouped(entries: &[i64]) -> Vec<(Ability, usize, usize)> {
        let mut groups: Vec<(Ability, usize, usize)> = Vec::new();
        for (_, earned) in Abilities::all(entries) {
            let unused = usize::from(!earned.used);
            match groups.iter_mut().find(|group| group.0 == earned.ability) {
                Some(group) => *group = (group.0, group.1 + 1, group.2 + unused),
                None => groups.push((earned.ability, 1, unused)),
            }
        }
        groups
    }
}

#[cfg(test)]
#[path = "ability_tests.rs"]
mod tests;
