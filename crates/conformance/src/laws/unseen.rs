//! Whether what a viewer cannot know is ever re-dealt when it imagines: only a whole run can tell.
//!
//! Three things must vary from sample to sample for every piece that is hidden: what lies at its place, where it lies, and,
//! where a viewer is not even shown which places are taken, which ones those are. A piece need not vary that the viewer has
//! been shown and can still point at, by the name under which it saw it, or that it saw go into the zone. By these two the
//! rules say what can be known: what they show, or reveal for a moment, is known for as long as it can be followed. Nor need
//! the last one vary when all others lie open.

use std::cell::RefCell;
use std::collections::BTreeMap;

use parlor_core::{PieceView, View, Viewer, ZoneView};
use serde_json::Value;

/// What was hidden at so many positions must have been re-dealt at one of them.
const ENOUGH: u64 = 30;
/// And in so many matches: in a single one a viewer may well work out where something went.
const ENOUGH_MATCHES: u64 = 4;

/// What the viewers could not see over a whole run, thing by thing.
#[derive(Default)]
pub(crate) struct Unseen(RefCell<Notes>);

#[derive(Default)]
struct Notes {
    /// The match that was looked at last.
    seed: u32,
    /// What the viewers have been shown in it.
    shown: BTreeMap<Viewer, Shown>,
    things: BTreeMap<(Viewer, String), Thing>,
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
    /// Takes note of what a viewer does not see at a position, and of what it imagines there. The samples are seen as the
    /// referee sees them.
    pub(super) fn note(
        &self,
        seed: u32,
        viewer: Viewer,
        view: &View,
        referee: &View,
        samples: &[View],
    ) {
        let mut notes = self.0.borrow_mut();
        if notes.seed != seed {
            notes.seed = seed;
            notes.shown.clear();
        }
        let Notes { shown, things, .. } = &mut *notes;
        let shown = shown.entry(viewer).or_default();
        shown.learn(view);
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
            thing.differs |= thing.first != how;
            thing.varies |= varies;
        }
    }

    /// What was hidden often enough and in several matches, was not always the same, and yet was in all samples as it was in truth.
    pub(crate) fn never_redrawn(&self) -> Option<String> {
        let notes = self.0.borrow();
        let kept = |thing: &Thing| thing.is_suspect() && thing.matches >= ENOUGH_MATCHES;
        let ((viewer, name), _) = notes.things.iter().find(|(_, thing)| kept(thing))?;
        Some(format!(
            "what {viewer} cannot see of {name} is the same in every sample: it is not redrawn"
        ))
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
    fn hidden(&self, view: &View, referee: &View) -> BTreeMap<String, Vec<String>> {
        let mut things: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut note = |thing: String, how: String| things.entry(thing).or_default().push(how);
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
                note((*name).to_owned(), format!("{face} {at}"));
                note(format!("where {face} lies"), format!("{name} {at}"));
                if let (Some(at), false) = (&piece.at, *listed) {
                    note(format!("which places of {name} are taken"), at.to_string());
                }
            }
        }
        for (index, seat) in referee.seats.iter().enumerate() {
            for (name, value) in &seat.values {
                let shown = view.seats.get(index).and_then(|seat| seat.values.get(name));
                if shown != Some(value) {
                    note(format!("{name} of seat {index}"), value.to_string());
                }
            }
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
    let mut zones = BTreeMap::new();
    by_name(&referee.zones, &mut zones);
    let is_value = |name: &str| {
        let mut values = referee.seats.iter().flat_map(|seat| seat.values.keys());
        values.any(|value| name.starts_with(&format!("{value} of seat ")))
    };
    things.retain(|name, _| zones.contains_key(name.as_str()) || is_value(name));
    things
}

fn by_name<'v>(zones: &'v [ZoneView], names: &mut BTreeMap<&'v str, &'v ZoneView>) {
    for zone in zones {
        names.insert(&zone.id, zone);
        by_name(&zone.zones, names);
    }
}
