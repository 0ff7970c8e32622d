//! What expressions and effects mean at their edges, played line by line.

mod rules;
mod table;
mod values;
