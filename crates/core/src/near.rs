//! Names that people may have meant.

/// The name that is most like this one, if one is like it at all: for "did you mean …?".
///
/// ```
/// use parlor_core::nearest;
/// assert_eq!(nearest("drawpile", ["discard", "draw_pile"]), Some("draw_pile"));
/// assert_eq!(nearest("hnad", ["hand"]), Some("hand"));
/// assert_eq!(nearest("chess", ["go", "hex"]), None);
/// ```
pub fn nearest<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    if name.len() > 60 {
        return None;
    }
    let letters = |text: &str| text.to_lowercase().replace(['-', '_', ' '], "");
    let wanted = letters(name);
    let distances = names
        .into_iter()
        .filter(|known| known.len() <= 60)
        .map(|known| {
            let known_letters = letters(known);
            (distance(&wanted, &known_letters), known)
        });
    distances
        .filter(|(distance, known)| *distance <= known.len().max(name.len()) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// How many letters must be added, dropped, changed or exchanged with their neighbours to get from one text to the other.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut before = vec![0; to.len() + 1];
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for i in 1..=from.len() {
        let mut row = vec![i; to.len() + 1];
        for j in 1..=to.len() {
            let same = from[i - 1] == to[j - 1];
            row[j] = (last[j - 1] + usize::from(!same))
                .min(last[j] + 1)
                .min(row[j - 1] + 1);
            if i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[to.len()]
}
