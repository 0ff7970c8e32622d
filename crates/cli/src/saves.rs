//! Where matches are kept between sittings, and how they are written so that no crash can harm them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use parlor_core::Registry;

use crate::failure::Failure;
use crate::matchfile::{self, Loaded};

/// How many of the latest files are looked into for unfinished matches.
const LOOKED_INTO: usize = 50;

/// Milliseconds since 1970.
pub fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

/// The folder of saved matches.
pub fn folder() -> PathBuf {
    home().join("matches")
}

/// The folder of all that is kept for the user.
fn home() -> PathBuf {
    let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    set("PARLOR_HOME")
        .map(PathBuf::from)
        .or_else(|| set("XDG_DATA_HOME").map(|data| Path::new(&data).join("parlor")))
        .or_else(|| set("LOCALAPPDATA").map(|data| Path::new(&data).join("parlor")))
        .or_else(|| set("HOME").map(|home| Path::new(&home).join(".local/share/parlor")))
        .unwrap_or_else(|| std::env::temp_dir().join("parlor"))
}

/// A file for what is no match; its folder is there afterwards.
pub fn private_file(name: &str) -> Result<PathBuf> {
    let home = home();
    make_folder(&home).map_err(|error| cannot_save(&home, error))?;
    Ok(home.join(name))
}

/// A new file for a match of this game. It is made at once, so that two matches never get the same one.
pub fn new_file(game: &str, time_ms: u64) -> Result<PathBuf> {
    let folder = folder();
    make_folder(&folder).map_err(|error| cannot_save(&folder, error))?;
    let stamp = stamp(time_ms);
    for number in 1..1000 {
        let name = match number {
            1 => format!("{game}-{stamp}.jsonl"),
            _ => format!("{game}-{stamp}-{number}.jsonl"),
        };
        let path = folder.join(name);
        match create(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(cannot_save(&path, error).into()),
        }
    }
    Err(Failure::failed(format!("{} is full", folder.display())).into())
}

/// Replaces a file's content, all or nothing: whoever looks sees the old text or the new one, even after a crash.
pub fn write(path: &Path, text: &str) -> Result<()> {
    write_all(path, text).map_err(|error| cannot_save(path, error).into())
}

/// Writes something that is made for reading: a page or a picture.
pub fn write_page(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).map_err(|error| cannot_write(path, error).into())
}

/// Whether a page can be written here: better told before an hour of games than after it.
pub fn check_page(path: &Path) -> Result<()> {
    let checked = match path.exists() {
        true => OpenOptions::new().append(true).open(path).map(|_| ()),
        // Whatever comes in between, nothing empty is left there: another file is made beside it, and taken away.
        false => {
            let beside = beside(path);
            create(&beside).and_then(|_| fs::remove_file(&beside))
        }
    };
    checked.map_err(|error| cannot_write(path, error).into())
}

/// A file in the same folder that nobody else uses.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

fn cannot_write(path: &Path, error: io::Error) -> Failure {
    Failure::failed(format!("cannot write {}: {error}", path.display()))
}

/// The files of matches, the latest first.
fn latest() -> impl Iterator<Item = PathBuf> {
    let mut files: Vec<(SystemTime, PathBuf)> = fs::read_dir(folder())
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .filter(|(_, path)| path.extension().is_some_and(|end| end == "jsonl"))
        .collect();
    files.sort();
    let latest = files.into_iter().rev().take(LOOKED_INTO);
    latest.map(|(_, path)| path)
}

/// The unfinished matches, the latest first: of one game, or of all.
pub fn unfinished(games: &Registry, game: Option<&str>) -> Vec<(PathBuf, Loaded)> {
    latest()
        .filter_map(|path| Some((matchfile::load(games, &path).ok()?, path)))
        .filter(|(loaded, _)| {
            let wanted = game.is_none_or(|game| loaded.game.info().id == game);
            wanted && loaded.current.outcome().is_none()
        })
        .map(|(loaded, path)| (path, loaded))
        .collect()
}

/// Why the latest match of a game cannot be opened, if it cannot: it may have been begun with another version of its rules.
pub fn check_latest(games: &Registry, game: &str) -> Result<()> {
    match latest().find(|path| matchfile::game_of(path).is_some_and(|id| id == game)) {
        Some(path) => matchfile::load(games, &path).map(|_| ()),
        None => Ok(()),
    }
}

fn write_all(path: &Path, text: &str) -> io::Result<()> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let temporary = beside(path);
    // One of this name can only be what an earlier crash left.
    let _ = fs::remove_file(&temporary);
    let written = create(&temporary).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    });
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
        return written;
    }
    // The new name lasts once the folder is on the disk too; where folders cannot be opened it does by itself.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// A new file that only its owner can read: it will hold the seed, and with it every secret of the match.
fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn cannot_save(path: &Path, error: io::Error) -> Failure {
    Failure::failed(format!("cannot save to {}: {error}", path.display()))
        .hint("say --file PATH, or set PARLOR_HOME to a folder that you can write to")
}

/// The time in UTC as `20260102-030405`.
fn stamp(time_ms: u64) -> String {
    let seconds = time_ms / 1000;
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Days are counted from the first of March of the year 0, so that leap days come last in their year.
    let shifted = days + 719_468;
    let era = shifted / 146_097;
    let day_of_era = shifted % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = (month_from_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}{month:02}{day:02}-{hour:02}{minute:02}{second:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_people_read_them() {
        assert_eq!(stamp(0), "19700101-000000");
        assert_eq!(stamp(951_782_400_000), "20000229-000000");
        assert_eq!(stamp(1_767_323_045_000), "20260102-030405");
        assert_eq!(stamp(1_798_761_599_000), "20261231-235959");
    }

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = std::env::temp_dir().join(format!("parlor-saves-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("match.jsonl");
        write(&path, "a longer text").unwrap();
        write(&path, "short").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "short");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        #[cfg(unix)]
        {
            let mode =
                std::os::unix::fs::PermissionsExt::mode(&path.metadata().unwrap().permissions());
            assert_eq!(mode & 0o777, 0o600);
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
