//! The types of the page are those of this workspace: `web/src/protocol/types.ts` is printed from them.
//!
//! `UPDATE_EXPECT=1 cargo test -p parlor-protocol` writes the file anew.

mod print;

use std::path::Path;

use parlor_bots::Analysis;
use parlor_core::{SheetBox, TrackState, View};
use parlor_protocol::{
    About, Account, Advice, AskAdvice, AuthorNews, Checked, Credentials, Fork, GameCard,
    GameDetails, History, Inside, Join, NewGuest, NewRoom, PastMatch, Problem, Ranked, RatingShown,
    Room, RulesetUpload, Seek, Session, SetBrings, SetSeat, Sought, ToClient, ToServer,
};
use parlor_table::ToldChange;
use print::Types;

const HEAD: &str = "\
// What travels between the page and a server. Printed from the Rust types, which say what everything means: change those, and run
//   UPDATE_EXPECT=1 cargo test -p parlor-protocol
";

/// All that the page reads or sends.
fn types() -> String {
    let mut heard = Types::written();
    macro_rules! heard { ($($type:ty),* $(,)?) => { $( heard.add::<$type>(); )* } }
    heard![
        ToClient,
        About,
        Account,
        Advice,
        Analysis,
        AuthorNews,
        Checked,
        GameCard,
        GameDetails,
        History,
        Inside,
        PastMatch,
        Problem,
        Ranked,
        RatingShown,
        Room,
        Session,
        SheetBox,
        Sought,
        ToldChange,
        TrackState,
        View,
    ];
    let mut sent = Types::read();
    macro_rules! sent { ($($type:ty),* $(,)?) => { $( sent.add::<$type>(); )* } }
    sent![
        ToServer,
        AskAdvice,
        Credentials,
        Fork,
        Join,
        NewGuest,
        NewRoom,
        RulesetUpload,
        Seek,
        SetBrings,
        SetSeat,
    ];
    print::module(HEAD, heard, sent)
}

#[test]
fn the_types_of_the_page_are_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol/types.ts");
    let printed = types();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &printed).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = kept
        .lines()
        .zip(printed.lines())
        .find(|(kept, printed)| kept != printed);
    assert!(
        kept == printed,
        "web/src/protocol/types.ts is stale: run `UPDATE_EXPECT=1 cargo test -p parlor-protocol`; \
         the first difference is {differs:?}"
    );
}

/// Whatever is told of a table, or drawn of a map, is among them under the names that travel.
#[test]
fn what_a_table_tells_and_draws_is_described() {
    let types = types();
    for field in [
        "from_at?: string;",
        "to_at?: string;",
        "spots?: Spot[];",
        "links?: Link[];",
    ] {
        assert!(types.contains(field), "{field}");
    }
}
