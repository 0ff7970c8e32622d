//! Tracks as lists of what is tried, and what becomes of it.

use super::*;

/// Writes what may be written, `!` for special entries; says the codes of what may not, and the points in the end.
fn play(track: &Track, tries: &str) -> String {
    let (mut entries, mut log) = (Vec::new(), Vec::new());
    for text in tries.split_whitespace() {
        let value = text.trim_end_matches('!').parse().unwrap();
        let special = text.ends_with('!');
        let entry = Entry { value, special };
        let before = track.total(&entries);
        match track.check(&entries, entry) {
            Ok(()) => {
                let points = track.points_for(&entries, entry);
                entries.push(entry.pack());
                let bonus = track.bonus_earned(&entries);
                assert_eq!(track.total(&entries), before + points + bonus);
            }
            Err(refusal) => log.push(format!("{text} {}", refusal.code())),
        }
        assert_eq!(
            track.can_add(&entries, entry),
            track.check(&entries, entry).is_ok()
        );
    }
    log.push(format!("{} points", track.total(&entries)));
    log.join(", ")
}

#[test]
fn values_rise_in_an_increasing_track() {
    let track = Track::increasing("fulminate")
        .most(3)
        .points([0, 1, 3])
        .bonus(65);
    assert_eq!(play(&track, "-2 5"), "1 points");
    assert_eq!(
        play(&track, "3 3 2 3! 4 9 10"),
        "3 must_increase, 2 must_increase, 3! must_increase, 10 track_full, 69 points"
    );
}

#[test]
fn values_fall_in_a_decreasing_track() {
    let track = Track::decreasing("column").points([0, -10, -5]);
    assert_eq!(
        play(&track, "9 9 10 8 0"),
        "9 must_decrease, 10 must_decrease, -15 points"
    );
}

#[test]
fn positions_beyond_the_list_of_points_score_nothing() {
    assert_eq!(
        play(&Track::increasing("short").points([7, 7]), "1 2 3 4"),
        "14 points"
    );
}

#[test]
fn only_special_entries_repeat_where_only_they_may() {
    let track = Track::decreasing("column")
        .special_may_repeat()
        .points_each(1);
    assert_eq!(
        play(&track, "5 5 5! 6! 5"),
        "5 must_decrease, 6! must_decrease, 5 must_decrease, 2 points"
    );
    let track = Track::increasing("any").may_repeat().points_each(1);
    assert_eq!(play(&track, "5 5 4 5!"), "4 must_increase, 3 points");
}

#[test]
fn values_come_once_in_a_unique_track() {
    let track = Track::unique("ones").range(1..=6).points_by(|value| value);
    assert_eq!(
        play(&track, "3 1 3 3! 7 0 6"),
        "3 already_there, 3! already_there, 7 out_of_range, 0 out_of_range, 10 points"
    );
    assert_eq!(
        play(&track.special_may_repeat(), "3 1 3! 3"),
        "3 already_there, 7 points"
    );
}

#[test]
fn a_counter_takes_anything_until_it_is_full() {
    let track = Track::counter("poison").most(3).points_each(2).bonus(10);
    assert_eq!(play(&track, "1 1"), "4 points");
    assert_eq!(play(&track, "1 1 0 1"), "1 track_full, 16 points");
}

#[test]
fn refusals_say_what_would_be_right() {
    let text = |track: &Track, entries: &[i64], value| {
        let entries: Vec<i64> = entries
            .iter()
            .map(|&value| Entry::plain(value).pack())
            .collect();
        let refusal = track.check(&entries, Entry::plain(value)).unwrap_err();
        refusal.message().to_string()
    };
    let up = Track::increasing("up")
        .titled("The stairs")
        .most(2)
        .range(1..=6);
    assert_eq!(
        text(&up, &[2], 2),
        "The stairs goes up: after 2 comes 3 or more, not 2"
    );
    assert_eq!(
        text(&up, &[2], 7),
        "The stairs takes values from 1 to 6, not 7"
    );
    assert_eq!(
        text(&up, &[2, 3], 4),
        "The stairs is full: it has room for 2"
    );
    let once = Track::unique("once");
    assert_eq!(
        text(&once, &[2], 2),
        "once has 2 already, and takes each value once"
    );
}

#[test]
fn packed_entries_unpack_and_what_does_not_fit_is_refused() {
    let (lowest, highest) = (*Entry::VALUES.start(), *Entry::VALUES.end());
    for value in [lowest, -3, -1, 0, 1, 8, highest] {
        for entry in [Entry::plain(value), Entry::special(value)] {
            assert_eq!(Entry::unpack(entry.pack()), entry);
        }
    }
    let track = Track::counter("any").range(i64::MIN..=i64::MAX);
    assert!(track.can_add(&[], Entry::special(highest)));
    assert!(!track.can_add(&[], Entry::plain(highest + 1)));
    assert!(!track.can_add(&[], Entry::plain(lowest - 1)));
}

#[test]
fn a_track_tells_what_is_written() {
    let entries = [Entry::plain(4).pack(), Entry::special(2).pack()];
    assert_eq!(Track::last(&entries), Some(Entry::special(2)));
    assert_eq!(Track::last(&[]), None);
    assert!(Track::holds(&entries, 4) && !Track::holds(&entries, 8));
    assert_eq!(Track::values(&entries).collect::<Vec<_>>(), [4, 2]);
}
