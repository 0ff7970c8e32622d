//! Whether what a viewer cannot know is ever re-dealt when it imagines: only a whole run can tell.
//!
//! Three things must vary from sample to sample for every piece that is hidden: what lies at its place, where it lies, and,
//! where a viewer is not even shown which places are taken, which ones those are. The first is for the law
//! `samples_tell_no_secrets`, the others are for `unseen_moves`. A piece need not vary that the viewer has
//! been shown and can still point at, by the name under which it saw it, or that it saw go into the zone. By these two the
//! rules say what can be known: what they show, or reveal for a moment, is known for as long as it can be followed. Nor need
//! the last one vary when all others lie open.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use parlor_core::{PieceView, View, Viewer, ZoneView};
use serde_json::Value;

/// What was hidden at so many positions must have been re-dealt at one of them.
const ENOUGH: u64 = 30;
/// And in so many matches: in a single one a viewer may well work out where something went.
const ENOUGH_MATCHES: u64 = 4;
/// What is possible must be imagined when this many samples are expected to have it, were all that is possible as likely.
const EXPECTED: u64 = 20;

/// Which law asks for something that is hidden to vary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum About {
    /// What lies somewhere: `samples_tell_no_secrets`.
    What,
    /// Where something lies: `unseen_moves`.
    Where,
}

/// Something that is hidden, by its name.
type Secret = (About, String);

/// What the viewers could not see over a whole run, thing by thing.
#[derive(Default)]
pub(crate) struct Unseen(RefCell<Notes>);

#[derive(Default)]
struct Notes {
    /// The match that was looked at last.
    seed: u32,
    /// What the viewers have been shown in it.
    shown: BTreeMap<Viewer, Shown>,
    /// The positions at which samples were looked at last, by seed and version.
    seen: BTreeMap<Viewer, (u32, u64)>,
    things: BTreeMap<(Viewer, Secret), Thing>,
    supports: BTreeMap<(Viewer, Secret), Support>,
}

/// How something could be, found by the naive generator, beside how it was in samples at the same positions.
#[derive(Default)]
struct Support {
    /// For each way how many samples were taken where it was possible.
    possible: BTreeMap<String, u64>,
    imagined: BTreeSet<String>,
    /// The most pieces that were hidden at one of the positions.
    pieces: u64,
}

/// What a viewer has been shown in one match.
#[derive(Default)]
struct Shown {
    /// Faces by the names that the pieces have.
    faces: BTreeMap<String, String>,
    /// Faces that went into a zone for it to see.
    went: BTreeMap<String, Vec<String>>,
}

/// Something that is hidden from a viewer, at least now and then: what lies at a place, or where something lies.
#[derive(Default)]
struct Thing {
    positions: u64,
    matches: u64,
    /// The match in which it was hidden last.
    seed: u32,
    /// How it was at first.
    first: Vec<String>,
    /// Whether it was otherwise at another position: then there is something to imagine.
    differs: bool,
    /// Whether a sample ever had it otherwise than it was.
    varies: bool,
}

impl Unseen {
    /// Takes note of what a viewer is shown at a position: at every position of a match, in order.
    pub(crate) fn learn(&self, seed: u32, viewer: Viewer, view: &View) {
        let mut notes = self.0.borrow_mut();
        if notes.seed != seed {
            notes.seed = seed;
            notes.shown.clear();
        }
        notes.shown.entry(viewer).or_default().learn(view);
    }

    /// What a viewer knows of what the referee sees: what it sees itself, and what it has been shown before.
    pub(super) fn known(&self, viewer: Viewer, view: &View, referee: &View) -> Vec<String> {
        let notes = self.0.borrow();
        let nothing = Shown::default();
        let shown = notes.shown.get(&viewer).unwrap_or(&nothing);
        shown.known(view, referee)
    }

    /// Whether what this viewer imagines at a position has not been noted yet.
    pub(super) fn is_new(&self, at: (u32, u64), viewer: Viewer) -> bool {
        self.0.borrow_mut().seen.insert(viewer, at) != Some(at)
    }

    /// Takes note of how things could be for all that a viewer knows at a position, and of how it imagines them.
    pub(super) fn compare(&self, viewer: Viewer, view: &View, worlds: &[View], samples: &[View]) {
        let mut notes = self.0.borrow_mut();
        let Notes {
            shown, supports, ..
        } = &mut *notes;
        let shown = shown.entry(viewer).or_default();
        let pieces = worlds.first().map_or(0, count);
        let mut possible: BTreeMap<Secret, BTreeSet<String>> = BTreeMap::new();
        for (secret, ways) in worlds.iter().flat_map(|world| shown.hidden(view, world)) {
            possible.entry(secret).or_default().extend(ways);
        }
        for (secret, ways) in possible
            .into_iter()
            .filter(|((about, _), _)| *about == About::Where)
        {
            let support = supports.entry((viewer, secret)).or_default();
            for way in ways {
                *support.possible.entry(way).or_default() += samples.len() as u64;
            }
            support.pieces = support.pieces.max(pieces);
        }
        for (secret, ways) in samples.iter().flat_map(|sample| shown.hidden(view, sample)) {
            if let Some(support) = supports.get_mut(&(viewer, secret)) {
                support.imagined.extend(ways);
            }
        }
    }

    /// Takes note of what a viewer does not see at a position, and of what it imagines there. The samples are seen as the
    /// referee sees them.
    pub(super) fn note(
        &self,
        (seed, _): (u32, u64),
        viewer: Viewer,
        view: &View,
        referee: &View,
        samples: &[View],
    ) {
        let mut notes = self.0.borrow_mut();
        let Notes { shown, things, .. } = &mut *notes;
        let shown = shown.entry(viewer).or_default();
        let imagined: Vec<_> = samples
            .iter()
            .map(|sample| shown.hidden(view, sample))
            .collect();
        for (name, how) in shown.hidden(view, referee) {
            let varies = imagined
                .iter()
                .any(|sample| sample.get(&name) != Some(&how));
            let thing = things.entry((viewer, name)).or_default();
            if thing.positions == 0 {
                thing.first.clone_from(&how);
            }
            if thing.positions == 0 || thing.seed != seed {
                thing.matches += 1;
                thing.seed = seed;
            }
            thing.positions += 1;
            thing.differs |= thing.first != how && !more_of_the_same(&thing.first, &how);
            thing.varies |= varies;
        }
    }

    /// What was hidden often enough and in several matches, was not always the same, and yet was in all samples as it was in truth.
    pub(crate) fn never_redrawn(&self, wanted: About) -> Option<String> {
        let notes = self.0.borrow();
        let kept = |thing: &Thing| thing.is_suspect() && thing.matches >= ENOUGH_MATCHES;
        let mut things = notes.things.iter();
        let found = things.find(|((_, (about, _)), thing)| *about == wanted && kept(thing));
        if let Some(((viewer, (_, name)), _)) = found {
            return Some(format!(
                "what {viewer} cannot see of {name} is the same in every sample: it is not redrawn"
            ));
        }
        let supports = notes.supports.iter();
        let mut supports = supports.filter(|((_, (about, _)), _)| *about == wanted);
        supports.find_map(|((viewer, (_, name)), support)| {
            let way = support.never_imagined()?;
            Some(format!(
                "for all that {viewer} knows, {name} could be {way}, and it is so in no sample"
            ))
        })
    }

    /// How many things were hidden from somebody, and how many of them were re-dealt.
    pub(crate) fn counts(&self) -> (u64, u64) {
        let notes = self.0.borrow();
        let redealt = notes.things.values().filter(|thing| thing.varies);
        (notes.things.len() as u64, redealt.count() as u64)
    }

    /// Whether more matches are needed to tell what cannot be known from what is never redrawn.
    pub(crate) fn is_unsure(&self) -> bool {
        let unsure = |thing: &Thing| thing.is_suspect() && thing.matches < ENOUGH_MATCHES;
        self.0.borrow().things.values().any(unsure)
    }
}

/// Whether there is one and the same kind of thing in both, more or less often: then there is nothing to imagine but how many.
fn more_of_the_same(first: &[String], how: &[String]) -> bool {
    let mut all = first.iter().chain(how);
    let kind = all.next();
    !first.is_empty() && !how.is_empty() && all.all(|other| Some(other) == kind)
}

impl Support {
    /// A way how it could be that was in no sample, though there were enough.
    fn never_imagined(&self) -> Option<&str> {
        let ways = self.possible.len().max(self.imagined.len()) as u64;
        let ways = ways.max(self.pieces);
        let missing = |(way, samples): &(&String, &u64)| {
            !self.imagined.contains(*way) && **samples >= EXPECTED * ways
        };
        let (way, _) = self.possible.iter().find(missing)?;
        Some(way)
    }
}

impl Thing {
    fn is_suspect(&self) -> bool {
        self.positions >= ENOUGH && self.differs && !self.varies
    }
}

impl Shown {
    /// What the viewer sees and hears now.
    fn learn(&mut self, view: &View) {
        let mut zones = BTreeMap::new();
        by_name(&view.zones, &mut zones);
        for piece in zones.values().flat_map(|zone| &zone.pieces) {
            if let (Some(handle), Some(face)) = (&piece.handle, &piece.face) {
                self.faces.insert(handle.to_string(), face.to_string());
            }
        }
        for told in &view.recent {
            let word = |key: &str| told.data.get(key).and_then(Value::as_str);
            let called = word("piece").or(word("was"));
            if let (Some(called), Some(face)) = (called, word("face")) {
                self.faces.insert(called.to_owned(), face.to_owned());
            }
            if let (Some(zone), Some(face)) = (word("to"), word("face")) {
                let went = self.went.entry(zone.to_owned()).or_default();
                went.push(face.to_owned());
            }
        }
    }

    /// What the referee sees and the viewer can neither see nor know: thing by thing, how it is.
    fn hidden(&self, view: &View, referee: &View) -> BTreeMap<Secret, Vec<String>> {
        let mut things: BTreeMap<Secret, Vec<String>> = BTreeMap::new();
        let mut note = |about: About, thing: String, how: String| {
            things.entry((about, thing)).or_default().push(how);
        };
        let (mut seen, mut all) = (BTreeMap::new(), BTreeMap::new());
        by_name(&view.zones, &mut seen);
        by_name(&referee.zones, &mut all);
        let counted = |zone: &&ZoneView| zone.count.is_some_and(|n| n as usize > zone.pieces.len());
        let all_are_shown = !all.values().any(counted);
        let covered: Vec<_> = all
            .into_iter()
            .map(|(name, zone)| (name, self.covered(seen.get(name).copied(), zone)))
            .collect();
        for (name, (pieces, listed)) in &covered {
            for piece in pieces {
                if all_are_shown && is_the_last_of_its_kind(piece, &covered) {
                    continue;
                }
                let face = piece.face.as_deref().unwrap_or_default();
                let at = piece.at.as_deref().unwrap_or_default();
                // Where nobody sees the places, which of them are taken is asked by itself.
                let what = match listed {
                    true => format!("{face} {at}"),
                    false => face.to_owned(),
                };
                note(About::What, (*name).to_owned(), what);
                let place = format!("{name} {at}").trim_end().to_owned();
                note(About::Where, format!("where {face} lies"), place);
                if let (Some(at), false) = (&piece.at, *listed) {
                    let taken = format!("which places of {name} are taken");
                    note(About::Where, taken, at.to_string());
                }
            }
        }
        for (index, seat) in referee.seats.iter().enumerate() {
            for (name, value) in &seat.values {
                let shown = view.seats.get(index).and_then(|seat| seat.values.get(name));
                if shown != Some(value) {
                    note(
                        About::What,
                        format!("{name} of seat {index}"),
                        value.to_string(),
                    );
                }
            }
        }
        things
    }

    /// What the referee sees and the viewer sees or knows, zone by zone.
    fn known(&self, view: &View, referee: &View) -> Vec<String> {
        let (mut seen, mut all) = (BTreeMap::new(), BTreeMap::new());
        by_name(&view.zones, &mut seen);
        by_name(&referee.zones, &mut all);
        let mut things = Vec::new();
        for (name, zone) in all {
            let (covered, listed) = self.covered(seen.get(name).copied(), zone);
            let is_covered =
                |piece: &PieceView| covered.iter().any(|other| std::ptr::eq(*other, piece));
            let known = zone
                .pieces
                .iter()
                .enumerate()
                .filter(|(_, piece)| !is_covered(piece));
            let first = things.len();
            things.extend(known.map(|(index, piece)| {
                let face = piece.face.as_deref().unwrap_or_default();
                match listed {
                    true => format!("{name} {index} {face}"),
                    false => format!("{name} {face}"),
                }
            }));
            things[first..].sort_unstable();
        }
        things
    }

    /// The pieces of a zone that the viewer neither sees nor knows, in order; and whether it sees where they lie.
    fn covered<'v>(
        &self,
        seen: Option<&ZoneView>,
        zone: &'v ZoneView,
    ) -> (Vec<&'v PieceView>, bool) {
        let shown = seen.map_or(&[][..], |seen| &seen.pieces);
        let same =
            |(one, other): (&PieceView, &PieceView)| one.face.is_none() || one.face == other.face;
        let one_by_one =
            shown.len() == zone.pieces.len() && shown.iter().zip(&zone.pieces).all(same);
        let known = |piece: &PieceView| {
            let handle = piece.handle.as_deref();
            piece.face.is_some() || handle.is_some_and(|handle| self.faces.contains_key(handle))
        };
        let faced = |pieces: &'v [PieceView]| pieces.iter().filter(|piece| piece.face.is_some());
        if one_by_one {
            let pieces = zone.pieces.iter().zip(shown);
            let covered = pieces.filter(|(piece, shown)| piece.face.is_some() && !known(shown));
            return (covered.map(|(piece, _)| piece).collect(), true);
        }
        // Some are not even listed: what is shown, or was seen going there, may be any of them.
        let shown = shown.iter().filter_map(|piece| piece.face.as_deref());
        let went = self.went.get(&*zone.id).into_iter().flatten();
        let mut known: Vec<&str> = shown.chain(went.map(String::as_str)).collect();
        let covered = faced(&zone.pieces).filter(|piece| {
            let face = piece.face.as_deref();
            match known.iter().position(|known| Some(*known) == face) {
                Some(found) => {
                    known.swap_remove(found);
                    false
                }
                None => true,
            }
        });
        (covered.collect(), false)
    }
}

/// Whether the places of a kind of pieces are all known, and every piece that lies there unseen has the same face: then the
/// viewer knows what it is, as the last card of a deck is known when all others lie open.
fn is_the_last_of_its_kind(piece: &PieceView, covered: &[(&str, (Vec<&PieceView>, bool))]) -> bool {
    covered.iter().all(|(_, (pieces, listed))| {
        let mut alike = pieces.iter().filter(|other| other.kind == piece.kind);
        alike.all(|other| *listed && other.face == piece.face)
    })
}

/// What the referee sees and the viewer does not, by the names of the places: what lies there, and not where something lies.
pub(super) fn hidden(view: &View, referee: &View) -> BTreeMap<String, Vec<String>> {
    let mut things = Shown::default().hidden(view, referee);
    things.retain(|(about, _), _| *about == About::What);
    things
        .into_iter()
        .map(|((_, name), ways)| (name, ways))
        .collect()
}

/// How many pieces there are, shown or not.
fn count(view: &View) -> u64 {
    let mut zones = BTreeMap::new();
    by_name(&view.zones, &mut zones);
    let in_zone =
        |zone: &&ZoneView| u64::from(zone.count.unwrap_or(0)).max(zone.pieces.len() as u64);
    zones.values().map(in_zone).sum()
}

fn by_name<'v>(zones: &'v [ZoneView], names: &mut BTreeMap<&'v str, &'v ZoneView>) {
    for zone in zones {
        names.insert(&zone.id, zone);
        by_name(&zone.zones, names);
    }
}
