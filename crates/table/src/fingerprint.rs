//! What of a schema makes a difference to the rules.

use parlor_core::Fingerprint;

use crate::spec::{Held, ListSpec};
use crate::{Schema, Shown};

impl Schema {
    /// Adds all that is declared here and that a match depends on: definitions, attributes, zones with their boards, values
    /// and lists, and what lies where at first. Words for people may change.
    ///
    /// ```
    /// use parlor_core::Fingerprint;
    /// use parlor_table::Schema;
    /// let hash = |zones: &[&str]| {
    ///     let mut schema = Schema::new();
    ///     for zone in zones {
    ///         schema.zone(zone).add();
    ///     }
    ///     schema.fingerprint(Fingerprint::new()).finish()
    /// };
    /// assert_eq!(hash(&["deck", "hand"]), hash(&["deck", "hand"]));
    /// assert_ne!(hash(&["deck", "hand"]), hash(&["hand", "deck"]));
    /// ```
    pub fn fingerprint(&self, mut hash: Fingerprint) -> Fingerprint {
        hash = hash.with(&(self.definitions.len(), self.attributes.len()));
        hash = hash.with(&(self.zones.len(), self.values.len()));
        for spec in &self.definitions {
            hash = hash.with(&(&spec.kind, &spec.name, &spec.back, &spec.values, &spec.die));
            if spec.token {
                hash = hash.with("token");
            }
        }
        for spec in &self.attributes {
            hash = hash.with(&(&spec.name, spec.start, spec.slot, spec.shown));
        }
        for spec in &self.zones {
            let sight = (spec.faces, spec.others);
            let shape = (spec.each, spec.stacked, spec.inside, &spec.board);
            hash = hash.with(&(&spec.name, sight, shape));
            if let Some(most) = spec.most {
                hash = hash.with(&("most", most));
            }
            if spec.fog {
                hash = hash.with("fog");
            }
        }
        for spec in &self.values {
            let shown = (spec.shown, spec.between);
            hash = hash.with(&(&spec.name, spec.start, spec.each, shown));
        }
        // What was declared before these were there keeps its hash.
        for spec in &self.cell_values {
            hash = hash.with(&(&spec.name, spec.zone, spec.start, &spec.map, spec.changes));
        }
        for spec in &self.regions {
            hash = hash.with(&(&spec.name, spec.zone, &spec.cells, &spec.tags, &spec.values));
        }
        let names: Vec<&String> = self.lists.iter().map(|spec| &spec.name).collect();
        hash = hash.with(&(names, &self.start));
        // What was all there was says no more than its name.
        let is_plain = |spec: &&ListSpec| {
            spec.held == Held::Seats && spec.shown == Shown::WithFace && spec.between.is_none()
        };
        for spec in self.lists.iter().filter(|spec| !is_plain(spec)) {
            hash = hash.with(&(&spec.name, spec.held, spec.shown, spec.between));
        }
        hash
    }
}
