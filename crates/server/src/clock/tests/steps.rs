//! Steps that the rules themselves limit.

use expect_test::expect;

use super::check;

#[test]
fn the_rules_may_limit_a_step_with_or_without_a_clock() {
    let script = "
        0 start 2 0
        0 limit 5000
        1000 pause
        2000 resume
        5999 look
        6000 moves 0 1
        6000 limit none
        7000 limit 500
        7400 stop";
    check(
        "none",
        script,
        expect![[r#"
        0 start 2 0: left [] running []
        0 limit 5000: left [5000, 5000] running [0] due 5000
        1000 pause: left [4000, 4000] running [0] paused
        2000 resume: left [4000, 4000] running [0] due 6000
        5999 look: left [1, 4000] running [0] due 6000
        6000 moves 0 1: left [] running []
        6000 limit none: left [] running []
        7000 limit 500: left [500, 500] running [1] due 7500
        7400 stop: left [] running []
    "#]],
    );
    check(
        "3s",
        script,
        expect![[r#"
        0 start 2 0: left [3000, 3000] running [0] due 3000
        0 limit 5000: left [3000, 3000] running [0] due 3000
        1000 pause: left [2000, 3000] running [0] paused
        2000 resume: left [2000, 3000] running [0] due 4000
        5999 look: left [0, 3000] running [0] due 4000 out [0]
        6000 moves 0 1: left [0, 3000] running [1] due 9000
        6000 limit none: left [0, 3000] running [1] due 9000
        7000 limit 500: left [0, 500] running [1] due 7500
        7400 stop: left [0, 1600] running []
    "#]],
    );
    check(
        "10s+1s",
        script,
        expect![[r#"
        0 start 2 0: left [10000, 10000] running [0] due 10000
        0 limit 5000: left [5000, 10000] running [0] due 5000
        1000 pause: left [4000, 10000] running [0] paused
        2000 resume: left [4000, 10000] running [0] due 6000
        5999 look: left [1, 10000] running [0] due 6000
        6000 moves 0 1: left [6000, 10000] running [1] due 16000
        6000 limit none: left [6000, 10000] running [1] due 16000
        7000 limit 500: left [6000, 500] running [1] due 7500
        7400 stop: left [6000, 8600] running []
    "#]],
    );
}

#[test]
fn who_chooses_at_the_same_time_as_others_gains_none_by_them() {
    let script = "
        0 start 3 012
        0 limit 5000
        4000 moves 1 02
        4000 limit 5000
        4500 moves 0 2
        4500 limit 5000
        4600 moves 2 012
        4600 limit 5000";
    check(
        "none",
        script,
        expect![[r#"
        0 start 3 012: left [] running []
        0 limit 5000: left [5000, 5000, 5000] running [0, 1, 2] due 5000
        4000 moves 1 02: left [1000, 5000, 1000] running [0, 2] due 5000
        4000 limit 5000: left [1000, 5000, 1000] running [0, 2] due 5000
        4500 moves 0 2: left [5000, 5000, 500] running [2] due 5000
        4500 limit 5000: left [5000, 5000, 500] running [2] due 5000
        4600 moves 2 012: left [] running []
        4600 limit 5000: left [5000, 5000, 5000] running [0, 1, 2] due 9600
    "#]],
    );
}
