//! The language that games are read in: `--lang`, or what the system says.

use std::sync::OnceLock;

use parlor_core::{AnyMatch, GameInfo, View, Viewer};

static LANGUAGE: OnceLock<String> = OnceLock::new();

/// Reads games in this language, whatever the system says.
pub fn speak(language: Option<&str>) {
    let system = || {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
        let mut set = names.iter().filter_map(|name| std::env::var(name).ok());
        set.find(|value| !value.is_empty()).unwrap_or_default()
    };
    let asked = language.map_or_else(system, str::to_owned);
    let _ = LANGUAGE.set(code(&asked));
}

/// The language: `en` where nobody says otherwise.
pub fn language() -> &'static str {
    LANGUAGE.get().map_or("en", |language| language)
}

/// The language of what systems call `de_DE.UTF-8`; `C` is no language.
fn code(name: &str) -> String {
    let end = name.find(|c: char| !c.is_ascii_alphabetic());
    let code = name[..end.unwrap_or(name.len())].to_lowercase();
    match code.len() {
        2 | 3 => code,
        _ => "en".into(),
    }
}

/// The facts about a game as they are read.
pub fn info(info: &GameInfo) -> GameInfo {
    info.translated(language())
}

/// What a viewer sees, as it is read.
pub fn view(current: &dyn AnyMatch, viewer: Viewer) -> View {
    read(current, current.view(viewer))
}

/// What a viewer saw at a version, as it is read.
pub fn view_at(current: &dyn AnyMatch, version: u64, viewer: Viewer) -> Option<View> {
    Some(read(current, current.view_at(version, viewer)?))
}

fn read(current: &dyn AnyMatch, view: View) -> View {
    current.info().words.translated_view(language(), view)
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn languages_are_read_as_systems_write_them() {
        for (name, language) in [
            ("de_DE.UTF-8", "de"),
            ("de", "de"),
            ("pt-BR", "pt"),
            ("C.UTF-8", "en"),
            ("POSIX", "en"),
            ("", "en"),
        ] {
            assert_eq!(code(name), language, "{name}");
        }
    }
}
