//! Whether what a viewer cannot see is ever dealt anew when it imagines: only a whole run can tell.

use std::cell::RefCell;
use std::collections::BTreeMap;

use parlor_core::{View, Viewer, ZoneView};

/// A place that was hidden at so many positions must have been dealt anew at one of them.
const ENOUGH: u64 = 30;

/// What the viewers could not see over a whole run, place by place.
#[derive(Default)]
pub(crate) struct Unseen(RefCell<BTreeMap<(Viewer, String), Place>>);

/// A zone or a value that is hidden from a viewer, at least now and then.
#[derive(Default)]
struct Place {
    positions: u64,
    /// What was hidden there at first.
    first: Vec<String>,
    /// Whether something else was hidden there at another position: then there is something to imagine.
    differs: bool,
    /// Whether it ever differed between samples of one position.
    varies: bool,
}

impl Unseen {
    /// Takes note of what a viewer does not see at a position, and of what it imagines there. The samples are seen as the
    /// referee sees them.
    pub(super) fn note(&self, viewer: Viewer, view: &View, referee: &View, samples: &[View]) {
        let mut places = self.0.borrow_mut();
        let imagined: Vec<_> = samples.iter().map(|sample| hidden(view, sample)).collect();
        for (name, content) in hidden(view, referee) {
            let varies = imagined
                .windows(2)
                .any(|pair| pair[0].get(&name) != pair[1].get(&name));
            let place = places.entry((viewer, name)).or_default();
            if place.positions == 0 {
                place.first.clone_from(&content);
            }
            place.positions += 1;
            place.differs |= place.first != content;
            place.varies |= varies;
        }
    }

    /// What was hidden often enough, was not always the same, and yet was the same in all samples of each position.
    pub(crate) fn never_redrawn(&self) -> Option<String> {
        let places = self.0.borrow();
        let kept = |place: &Place| place.positions >= ENOUGH && place.differs && !place.varies;
        let ((viewer, name), _) = places.iter().find(|(_, place)| kept(place))?;
        Some(format!(
            "what {viewer} cannot see of {name} is the same in every sample: it is not redrawn"
        ))
    }
}

/// What the referee sees and the viewer does not, by the names of the places.
fn hidden(view: &View, referee: &View) -> BTreeMap<String, Vec<String>> {
    let mut places = BTreeMap::new();
    let (mut seen, mut all) = (BTreeMap::new(), BTreeMap::new());
    by_name(&view.zones, &mut seen);
    by_name(&referee.zones, &mut all);
    for (name, zone) in all {
        let faces = covered(seen.get(name).copied(), zone);
        if !faces.is_empty() {
            places.insert(name.to_owned(), faces);
        }
    }
    for (index, seat) in referee.seats.iter().enumerate() {
        for (name, value) in &seat.values {
            let shown = view.seats.get(index).and_then(|seat| seat.values.get(name));
            if shown != Some(value) {
                places.insert(format!("{name} of seat {index}"), vec![value.to_string()]);
            }
        }
    }
    places
}

fn by_name<'v>(zones: &'v [ZoneView], names: &mut BTreeMap<&'v str, &'v ZoneView>) {
    for zone in zones {
        names.insert(&zone.id, zone);
        by_name(&zone.zones, names);
    }
}

/// The faces in a zone that the viewer does not see, in order and with their places.
fn covered(seen: Option<&ZoneView>, zone: &ZoneView) -> Vec<String> {
    let shown = seen.map_or(&[][..], |seen| &seen.pieces);
    let one_by_one = shown.len() == zone.pieces.len();
    let mut shown_faces: Vec<_> = shown
        .iter()
        .filter_map(|piece| piece.face.as_ref())
        .collect();
    let mut faces = Vec::new();
    for (index, piece) in zone.pieces.iter().enumerate() {
        let Some(face) = &piece.face else { continue };
        let visible = match one_by_one {
            true => shown[index].face.is_some(),
            // Some are not even listed: what is shown may be any of them.
            false => match shown_faces.iter().position(|shown| *shown == face) {
                Some(found) => {
                    shown_faces.swap_remove(found);
                    true
                }
                None => false,
            },
        };
        if !visible {
            let at = piece.at.as_deref().unwrap_or_default();
            faces.push(format!("{face} {at}"));
        }
    }
    faces
}
