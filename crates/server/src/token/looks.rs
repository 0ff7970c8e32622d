//! What names look like: two names that people could confuse have a look in common.

/// Letters that look like another one, or are read as it: of Latin with marks, Cyrillic, Greek, Armenian, and signs that
/// stand in for letters. Only what can be taken for a Latin letter at a glance; small letters.
const ALIKE: &[(&str, &str)] = &[
    ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặɑаӑӓαά"),
    ("ae", "æǣǽӕ"),
    ("b", "ƀɓвьβ"),
    ("c", "çćĉċčсϲ"),
    ("d", "ďđḍḏɗԁð"),
    ("e", "èéêëēĕėęěȅȇȩẹẻẽếềểễệəеѐёєεέ"),
    ("f", "ƒḟ"),
    ("g", "ĝğġģǧǵɡցգ"),
    ("h", "ĥħḥһнհ"),
    ("i", "ìíîïĩīĭįǐȉȋıḭịỉɩіїιίϊΐ"),
    ("j", "ĵǰјʝյ"),
    ("k", "ķĸǩкқκ"),
    ("l", "ĺļľŀłḷḻӏ1丨ㅣ"),
    ("m", "ḿṁṃм"),
    ("n", "ñńņňŉŋṅṇпηήոռ"),
    ("o", "òóôõöøōŏőơǒǫȍȏȯọỏốồổỗộớờởỡợоοόσөօ0〇ㅇ"),
    ("oe", "œ"),
    ("p", "ṕṗрρ"),
    ("q", "ԛզ"),
    ("r", "ŕŗřȑȓṙṛг"),
    ("s", "śŝşšșṡṣſѕ"),
    ("ss", "ßẞ"),
    ("t", "ţťŧțṫṭтτ"),
    ("u", "ùúûüũūŭůűųưǔȕȗụủứừửữựυύμս"),
    ("v", "ṽṿνѵ"),
    ("w", "ŵẁẃẅẇẉѡԝωώ"),
    ("x", "ẋẍхχ"),
    ("y", "ýÿŷȳẏỳỵỷỹуўγү"),
    ("z", "źżžẑẓζ"),
    ("3", "зʒ"),
    ("6", "б"),
];

/// Capital letters that look like something else than their small forms do.
const CAPITALS: &[(&str, &str)] = &[
    ("l", "IІӀΙ"),
    ("b", "Β"),
    ("h", "Η"),
    ("m", "Μ"),
    ("n", "Ν"),
    ("u", "Ս"),
    ("y", "Υ"),
    ("x", "Χ"),
    ("z", "Ζ"),
];

/// Letters that look like a dash beside Latin ones.
const DASHES: [char; 4] = ['ー', '一', 'ㅡ', 'ᅳ'];

/// How capital letters are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Capitals {
    /// For what they look like.
    Seen,
    /// For the Latin capital that they look like, read as a small letter.
    Read,
    /// For their own small letters.
    Small,
}

/// What a name looks like. There are several looks where capitals look like other letters than small ones do: `AIice` is
/// `alice` to the eye and `aiice` to whoever reads on.
pub(crate) fn looks(name: &str) -> Vec<String> {
    let ways = [Capitals::Seen, Capitals::Read, Capitals::Small];
    let mut looks: Vec<String> = ways.map(|way| look(name, way)).into();
    looks.sort_unstable();
    looks.dedup();
    looks
}

/// Whether two names could be confused.
pub(crate) fn are_alike(one: &str, other: &str) -> bool {
    let others = looks(other);
    looks(one).iter().any(|look| others.contains(look))
}

fn look(name: &str, capitals: Capitals) -> String {
    let latin = name.chars().any(|letter| letter.is_ascii_alphabetic());
    let mut look = String::with_capacity(name.len());
    for letter in name.chars() {
        // Where words end and which marks stand over a letter is easily overlooked.
        if matches!(letter, ' ' | '-' | '_')
            || is_point(letter)
            || (latin && DASHES.contains(&letter))
        {
            continue;
        }
        let capital = match (capitals, find(CAPITALS, letter)) {
            (Capitals::Small, _) | (_, None) => None,
            (Capitals::Read, Some("l")) => Some("i"),
            (_, capital) => capital,
        };
        if let Some(like) = capital.or_else(|| find(ALIKE, letter)) {
            look.push_str(like);
            continue;
        }
        // Up and down again folds what going down alone leaves apart: ſ and s, ς and σ.
        let small = letter.to_uppercase().flat_map(char::to_lowercase);
        for small in small.filter(|small| !is_point(*small)) {
            match find(ALIKE, small) {
                Some(like) => look.push_str(like),
                None => look.push(small),
            }
        }
    }
    look.replace("rn", "m").replace("vv", "w")
}

fn find(table: &[(&'static str, &str)], letter: char) -> Option<&'static str> {
    let row = table.iter().find(|(_, letters)| letters.contains(letter));
    row.map(|(like, _)| *like)
}

/// Marks over and under letters, and the vowel points of Hebrew and Arabic: names are told apart without them.
fn is_point(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}'
        | '\u{670}' | '\u{6d6}'..='\u{6ed}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_could_be_confused_are_alike() {
        for (one, other) in [
            ("Alice", "AIice"),
            ("Alice", "a1ice"),
            ("Bob", "B0b"),
            ("Bob", "Вов"),
            ("Cope", "Соре"),
            ("Anna", "Аппа"),
            ("HANNA", "НАNNА"),
            ("Nina", "ΝΙΝΑ"),
            ("Martin", "Martin_"),
            ("Martin", "Mar tin"),
            ("Martin", "Màrtín"),
            ("Modern", "Modem"),
            ("William", "VVilliam"),
            ("Straße", "STRASSE"),
            ("Bob", "B〇b"),
            ("Ann", "Annー"),
            ("Ольга", "ОЛЬГА"),
            ("محمد", "مُحمد"),
            ("İpek", "ipek"),
        ] {
            assert!(are_alike(one, other), "{one} {other}");
            assert!(are_alike(other, one), "{other} {one}");
        }
    }

    #[test]
    fn names_that_differ_are_not() {
        for (one, other) in [
            ("Ann", "Anna"),
            ("Elia", "Ella"),
            ("Mia", "Mla"),
            ("Bob", "Bod"),
            ("Ольга", "Олег"),
            ("太郎", "太一"),
            ("अर्जुन", "अर्जन"),
            ("Ann 2", "Ann 3"),
        ] {
            assert!(!are_alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn no_letter_is_in_two_rows() {
        for table in [ALIKE, CAPITALS] {
            let all: Vec<char> = table
                .iter()
                .flat_map(|(_, letters)| letters.chars())
                .collect();
            for (at, letter) in all.iter().enumerate() {
                assert!(!all[..at].contains(letter), "{letter}");
            }
        }
        // Each small letter is found as it is folded.
        for (like, letters) in ALIKE {
            for letter in letters.chars() {
                let looks = looks(&letter.to_string());
                assert!(
                    looks.iter().any(|look| look == like),
                    "{letter} {like} {looks:?}"
                );
            }
        }
    }
}
