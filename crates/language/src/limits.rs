//! How large a file and its expressions may be, whatever they are about.

/// The most bytes of a file.
pub const MOST_BYTES: usize = 1 << 20;
/// How deep lists and objects may be nested in a file.
pub const MOST_LEVELS: usize = 64;
/// The most values in a file. Games have a few hundred; half a million zeros would cost more than their megabyte.
pub const MOST_VALUES: usize = 20_000;
/// The most parts of an expression.
pub const MOST_NODES: usize = 1000;
/// How deep an expression may be. Parentheses do not count.
pub const DEEPEST: usize = 64;
/// A file with more problems than this is reported up to here.
pub const MOST_PROBLEMS: usize = 100;
