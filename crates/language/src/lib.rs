//! The language of Parlor's data files: JSON that knows where it stands, the shape of a document, expressions, and problems that
//! say what to do.
//!
//! | to do this | look at |
//! |---|---|
//! | read a file, with comments and positions | [`read()`], [`Tree`], [`Node`] |
//! | hold it against the type of its document | [`Checker`], [`schema_of`], [`PublishedSchema`] |
//! | read conditions and effects | [`expression`] |
//! | say everything that is wrong, and where | [`Problem`], [`Code`], [`Place`], [`render()`] |
//!
//! What names and builtins mean is for those who use it: rulesets, formats, card sets and scenarios.
//!
//! ```
//! use parlor_language::{expression, read, render};
//! let file = b"{ \"when\": \"score >= 10\" }";
//! let tree = read(file).unwrap();
//! let when = tree.root().get("when").and_then(|node| node.text()).unwrap();
//! let expression = expression::parse(when).unwrap();
//! assert!(matches!(expression.kind, expression::Kind::Binary(expression::Binary::GreaterOrEqual, ..)));
//!
//! let problem = read(b"{ \"when\": }").unwrap_err();
//! assert!(render("my.json", b"{ \"when\": }", &[*problem], false).starts_with("error[R002]"));
//! ```

mod code;
pub mod expression;
pub mod limits;
mod problem;
mod read;
mod render;
mod schema;
mod shape;

pub use code::{Code, Severity};
pub use problem::{Place, Position, Problem, shown};
pub use read::{Content, Member, Node, Path, Span, Tree, read};
pub use render::{readable, render};
pub use schema::{PublishedSchema, schema_of};
pub use shape::{Checker, Field, Spot, each, entries, find, section, unchecked_feature};
