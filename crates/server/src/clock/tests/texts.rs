//! Rules of clocks as people write them.

use super::super::{ClockError, ClockRules};

#[test]
fn rules_have_a_text_form() {
    for text in [
        "none", "1s", "90s", "2m", "24h", "10s+0", "5m+3s", "24h+1h", "1d", "30d",
    ] {
        let rules: ClockRules = text.parse().unwrap();
        assert_eq!(rules.to_string(), text);
        let json = serde_json::to_string(&rules).unwrap();
        assert_eq!(serde_json::from_str::<ClockRules>(&json).unwrap(), rules);
    }
    let same = |text: &str, other: &str| {
        assert_eq!(text.parse::<ClockRules>(), other.parse::<ClockRules>());
    };
    same(" 60s ", "1m");
    same("5m+0s", "5m+0");
}

#[test]
fn rules_out_of_range_are_refused_with_the_range() {
    let refused = |text: &str| text.parse::<ClockRules>().unwrap_err();
    assert_eq!(refused("0s"), ClockError::PerMove { seconds: 0 });
    assert_eq!(refused("25h"), ClockError::PerMove { seconds: 90_000 });
    assert_eq!(refused("9s+1s"), ClockError::PerGame { seconds: 9 });
    assert_eq!(refused("86401s+0"), ClockError::PerGame { seconds: 86_401 });
    assert_eq!(refused("1m+3601s"), ClockError::Increment { seconds: 3601 });
    assert_eq!(refused("0d"), ClockError::Days { days: 0 });
    assert_eq!(refused("31d"), ClockError::Days { days: 31 });
    for text in [
        "", "5", "5+3", "+3s", "5m+", "5m+3", "-1s", "+5s", "1.5m", "s", "d", "9999999h",
        "5m+3s+1s", "5m++3s", "1d+1s", "ms",
    ] {
        assert!(matches!(refused(text), ClockError::Text(_)), "{text}");
    }
    let huge = "x".repeat(5000);
    assert!(refused(&huge).to_string().len() < 300);
    for json in [
        r#"{"kind":"correspondence","days":31}"#,
        r#"{"kind":"per_move","seconds":5,"days":1}"#,
        r#"{"kind":"sundial"}"#,
    ] {
        assert!(serde_json::from_str::<ClockRules>(json).is_err(), "{json}");
    }
}
