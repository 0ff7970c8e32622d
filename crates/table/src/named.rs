//! [`Schema::named`]: what a name stands for, for rules that are written as data.

use std::marker::PhantomData;

use crate::{Attribute, EachZone, Schema, SeatValue, Value, Zone};

/// What a name stands for: see [`Schema::named`]. Numbers are as they are packed.
///
/// ```
/// use parlor_table::{Named, Schema};
/// let mut schema = Schema::new();
/// let hand = schema.zone("hand").each_seat();
/// assert!(matches!(schema.named("hand"), Some(Named::EachZone(found)) if found == hand));
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Named {
    /// A zone that all seats share.
    Zone(Zone),
    /// A zone of each seat.
    EachZone(EachZone),
    /// An attribute of pieces that changes in play.
    Attribute(Attribute<i64>),
    /// One that does not.
    Printed(Attribute<i64>),
    /// A value of the table.
    Value(Value<i64>),
    /// A value of each seat.
    SeatValue(SeatValue<i64>),
}

impl Schema {
    /// All that has a name: zones, attributes, values.
    ///
    /// ```
    /// use parlor_table::Schema;
    /// let mut schema = Schema::new();
    /// schema.zone("deck").add();
    /// assert_eq!(schema.names().map(|(name, _)| name).collect::<Vec<_>>(), ["deck"]);
    /// ```
    pub fn names(&self) -> impl Iterator<Item = (&str, Named)> {
        let zones = (0..).zip(&self.zones).skip(1).map(|(kind, spec)| {
            let named = match spec.each {
                true => Named::EachZone(EachZone(kind)),
                false => Named::Zone(Zone { kind, seat: 0 }),
            };
            (&*spec.name, named)
        });
        let attributes = (0..).zip(&self.attributes);
        let attributes = attributes.map(|(index, spec)| {
            let attribute = Attribute(index, PhantomData);
            let named = match spec.slot {
                Some(_) => Named::Attribute(attribute),
                None => Named::Printed(attribute),
            };
            (&*spec.name, named)
        });
        let values = (0..).zip(&self.values).map(|(index, spec)| {
            let named = match spec.each {
                true => Named::SeatValue(SeatValue(index, PhantomData)),
                false => Named::Value(Value(index, PhantomData)),
            };
            (&*spec.name, named)
        });
        zones.chain(attributes).chain(values)
    }

    /// What is declared by a name. Of several things with one name it is the first.
    ///
    /// ```
    /// use parlor_table::{Named, Schema};
    /// let mut schema = Schema::new();
    /// schema.value("life", 20_i64).each_seat();
    /// assert!(matches!(schema.named("life"), Some(Named::SeatValue(_))));
    /// assert!(schema.named("live").is_none());
    /// ```
    pub fn named(&self, name: &str) -> Option<Named> {
        let mut names = self.names();
        names.find(|(own, _)| *own == name).map(|(_, named)| named)
    }
}
