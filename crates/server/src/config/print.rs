//! How settings are printed: as a file that says what each is for, and as a table for the book.

use std::fmt::Write;

use super::settings::{Config, SETTINGS, Setting};

impl Config {
    /// These settings as a file: what each is for, what it may be, what it is without, and what it is here.
    ///
    /// Reading the file gives the same settings again; only a password is left out.
    ///
    /// ```
    /// use parlor_server::Config;
    /// let config = Config::default();
    /// let file = config.print();
    /// assert!(file.contains("\nlisten = \"127.0.0.1:7777\"\n"));
    /// let none: [(String, String); 0] = [];
    /// assert_eq!(Config::read(Some(("parlor.toml", &file)), none, [""; 0]), Ok(config));
    /// ```
    pub fn print(&self) -> String {
        let mut file = String::from(
            "# The settings of Parlor. Each may also come from the environment: PARLOR_SECTION__NAME=value.\n",
        );
        let mut section = "";
        for setting in SETTINGS {
            if setting.section != section {
                section = setting.section;
                let _ = write!(file, "\n[{section}]\n");
            }
            let about = setting.about();
            let (allowed, default) = (setting.allowed(), setting.default());
            let _ = write!(
                file,
                "# {about}\n# Allowed: {allowed}. Default: {default}.\n{} = {}\n",
                setting.name,
                self.value(setting),
            );
        }
        file
    }

    /// All settings as a table in Markdown.
    ///
    /// ```
    /// let table = parlor_server::Config::reference();
    /// assert!(table.contains("| `limits.sockets` | `20000` |"));
    /// ```
    pub fn reference() -> String {
        let mut table =
            String::from("| setting | default | allowed | what it is for |\n|---|---|---|---|\n");
        for setting in SETTINGS {
            let _ = writeln!(
                table,
                "| `{}` | `{}` | {} | {} |",
                setting.key(),
                setting.default(),
                setting.allowed(),
                setting.about(),
            );
        }
        table
    }

    /// A setting as a file has it. What is not set is an empty text.
    pub(super) fn value(&self, setting: &Setting) -> String {
        // It is what serde says, so that a new setting needs nothing here; passwords are hidden by their own type.
        let table = toml::Table::try_from(self).unwrap_or_default();
        let section = table.get(setting.section);
        let value = section.and_then(|section| section.get(setting.name));
        value.map_or_else(|| "\"\"".into(), |value| value.to_string())
    }
}
