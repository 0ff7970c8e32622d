//! The laws, one file for each idea.

mod acting;
mod brings;
mod fast;
mod guide;
mod inner;
mod learned;
mod legal;
mod log;
mod moves;
mod naive;
mod samples;
mod search;
mod secrets;
mod sides;
mod sight;
mod undo;
mod unseen;
mod waiting;

use std::fmt;

use parlor_core::Game;

use crate::position::Position;
pub(crate) use learned::learned;
pub(crate) use unseen::{About, Unseen};

/// A law that every game must keep.
///
/// ```
/// # use parlor_core::doc::Sticks;
/// use parlor_conformance::{Checker, Law};
/// let only = Checker::new(&Sticks).laws([Law::GamesEnd]).run();
/// assert!(only.is_ok());
/// assert_eq!(Law::ViewHidesSecrets.name(), "view_hides_secrets");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// Every command that is listed as legal is accepted, and each is listed once.
    LegalIsAccepted,
    /// Every other command is refused with a code, and changes nothing.
    IllegalIsRefusedAndChangesNothing,
    /// The events alone, without the seed, rebuild every state.
    LogRebuildsState,
    /// The seed and the commands rebuild the log, byte for byte.
    SeedAndCommandsRebuildLog,
    /// A snapshot is what replaying leads to, at every version.
    SnapshotEqualsReplay,
    /// A state or match that is saved and loaded is the same, and goes on the same.
    SaveAndLoadChangeNothing,
    /// Advancing in place leads where events lead; sampling is uniform over what is legal.
    FastEqualsSlow,
    /// What a viewer cannot see changes nothing that reaches it: views, told events, legal commands, rejections.
    ViewHidesSecrets,
    /// The numbers by which the rules know things inside reach nobody: with others, everybody sees and hears the same.
    InnerNumbersStayInside,
    /// What a viewer imagines depends on what it knows and on chance alone, however often it is drawn again; each piece
    /// that it cannot know is re-dealt.
    SamplesTellNoSecrets,
    /// Which cells of a board in fog a seat sees is what the rules say, at every step and in whatever anybody imagines.
    SightIsTrue,
    /// Where a piece lies that a viewer cannot see is re-dealt, to each place at which the viewer must think it possible.
    UnseenMoves,
    /// What a viewer imagines is a position like any other: the rules play on from there without an error.
    SamplesPlayOn,
    /// What a seat brings in secret changes nothing that reaches others at the opening, and nothing that they imagine.
    BringsStaySecret,
    /// A patch between two views leads from the one to the other.
    PatchEqualsView,
    /// Undo brings back every viewer's view, redo undoes that, and nothing revealed can be taken back in silence.
    UndoRestoresEveryView,
    /// Until the match is over, somebody can act; after it, nobody.
    SomeoneActsUntilOver,
    /// What a side does is one of its legal commands, chosen by the rules and by chance alone, and each of them is accepted.
    SidesKeepTheRules,
    /// Whoever is asked may leave or run out of time, and nobody waits for it.
    LeaversUnblock,
    /// Every question has an answer, from the rules where nobody gives one: no time-out leaves everything as it was.
    QuestionsHaveAnswers,
    /// Every match ends within the game's declared length.
    GamesEnd,
    /// The questions of a guided game lead to exactly the legal commands.
    GuideLeadsToLegal,
    /// The numbers of a game that numbers its commands stand for exactly the legal ones, and tell no more.
    NumbersAreCommands,
    /// Positions with the same key are positions from which the same can happen.
    KeysTellPositionsApart,
}

impl Law {
    /// All laws.
    pub const ALL: [Law; 24] = [
        Law::SomeoneActsUntilOver,
        Law::SidesKeepTheRules,
        Law::LegalIsAccepted,
        Law::IllegalIsRefusedAndChangesNothing,
        Law::LogRebuildsState,
        Law::SeedAndCommandsRebuildLog,
        Law::SnapshotEqualsReplay,
        Law::SaveAndLoadChangeNothing,
        Law::FastEqualsSlow,
        Law::ViewHidesSecrets,
        Law::InnerNumbersStayInside,
        Law::SamplesTellNoSecrets,
        Law::SightIsTrue,
        Law::UnseenMoves,
        Law::SamplesPlayOn,
        Law::BringsStaySecret,
        Law::PatchEqualsView,
        Law::UndoRestoresEveryView,
        Law::LeaversUnblock,
        Law::QuestionsHaveAnswers,
        Law::GamesEnd,
        Law::GuideLeadsToLegal,
        Law::NumbersAreCommands,
        Law::KeysTellPositionsApart,
    ];

    /// The law's name.
    pub fn name(self) -> &'static str {
        match self {
            Law::LegalIsAccepted => "legal_is_accepted",
            Law::IllegalIsRefusedAndChangesNothing => "illegal_is_refused_and_changes_nothing",
            Law::LogRebuildsState => "log_rebuilds_state",
            Law::SeedAndCommandsRebuildLog => "seed_and_commands_rebuild_log",
            Law::SnapshotEqualsReplay => "snapshot_equals_replay",
            Law::SaveAndLoadChangeNothing => "save_and_load_change_nothing",
            Law::FastEqualsSlow => "fast_equals_slow",
            Law::ViewHidesSecrets => "view_hides_secrets",
            Law::InnerNumbersStayInside => "inner_numbers_stay_inside",
            Law::SamplesTellNoSecrets => "samples_tell_no_secrets",
            Law::SightIsTrue => "sight_is_true",
            Law::UnseenMoves => "unseen_moves",
            Law::SamplesPlayOn => "samples_play_on",
            Law::BringsStaySecret => "brings_stay_secret",
            Law::PatchEqualsView => "patch_equals_view",
            Law::UndoRestoresEveryView => "undo_restores_every_view",
            Law::SomeoneActsUntilOver => "someone_acts_until_over",
            Law::SidesKeepTheRules => "sides_keep_the_rules",
            Law::LeaversUnblock => "leavers_unblock",
            Law::QuestionsHaveAnswers => "questions_have_answers",
            Law::GamesEnd => "games_end",
            Law::GuideLeadsToLegal => "guide_leads_to_legal",
            Law::NumbersAreCommands => "numbers_are_commands",
            Law::KeysTellPositionsApart => "keys_tell_positions_apart",
        }
    }

    /// Whether the law is about the log as a whole, so that it need not be held at each of its records.
    pub(crate) fn is_about_the_log(self) -> bool {
        matches!(
            self,
            Law::LogRebuildsState
                | Law::SeedAndCommandsRebuildLog
                | Law::SnapshotEqualsReplay
                | Law::SaveAndLoadChangeNothing
        )
    }

    pub(crate) fn check<G: Game>(self, position: &Position<'_, '_, G>) -> Result<(), String> {
        match self {
            Law::LegalIsAccepted => legal::legal_is_accepted(position),
            Law::IllegalIsRefusedAndChangesNothing => legal::illegal_is_refused(position),
            Law::LogRebuildsState => log::log_rebuilds_state(position),
            Law::SeedAndCommandsRebuildLog => log::seed_and_commands_rebuild_log(position),
            Law::SnapshotEqualsReplay => log::snapshot_equals_replay(position),
            Law::SaveAndLoadChangeNothing => log::save_and_load_change_nothing(position),
            Law::FastEqualsSlow => fast::fast_equals_slow(position),
            Law::ViewHidesSecrets => secrets::view_hides_secrets(position),
            Law::InnerNumbersStayInside => inner::inner_numbers_stay_inside(position),
            Law::SamplesTellNoSecrets => samples::samples_tell_no_secrets(position),
            Law::SightIsTrue => sight::sight_is_true(position),
            Law::UnseenMoves => moves::unseen_moves(position),
            Law::SamplesPlayOn => waiting::samples_play_on(position),
            Law::BringsStaySecret => brings::brings_stay_secret(position),
            Law::PatchEqualsView => undo::patch_equals_view(position),
            Law::UndoRestoresEveryView => undo::undo_restores_every_view(position),
            Law::SomeoneActsUntilOver => acting::someone_acts_until_over(position),
            Law::SidesKeepTheRules => sides::sides_keep_the_rules(position),
            Law::LeaversUnblock => waiting::leavers_unblock(position),
            Law::QuestionsHaveAnswers => waiting::questions_have_answers(position),
            // Held by whoever plays: a single position cannot tell.
            Law::GamesEnd => Ok(()),
            Law::GuideLeadsToLegal => guide::guide_leads_to_legal(position),
            Law::NumbersAreCommands => search::numbers_are_commands(position),
            Law::KeysTellPositionsApart => search::keys_tell_positions_apart(position),
        }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
