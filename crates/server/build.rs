//! Lists the built page, so that it is part of the binary: running needs no Node.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root =
        Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../../web/dist");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    walk(&root, "", &mut files)?;
    files.sort();
    let mut list = String::from("pub(crate) const FILES: &[(&str, &[u8])] = &[\n");
    for name in files {
        let path = root.join(&name);
        let _ = writeln!(list, "    ({name:?}, include_bytes!({path:?})),");
    }
    list.push_str("];\n");
    fs::write(
        Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("web.rs"),
        list,
    )
}

fn walk(folder: &Path, prefix: &str, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match entry.file_type()?.is_dir() {
            true => walk(&entry.path(), &format!("{name}/"), files)?,
            false => files.push(name),
        }
    }
    Ok(())
}
