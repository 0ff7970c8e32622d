//! Games from actions and a turn structure.
