//! The binary as its users meet it: arguments, standard input, output, files and exit codes.

#[path = "cli/analyze.rs"]
mod analyze;
#[path = "cli/arena.rs"]
mod arena;
#[path = "cli/authors.rs"]
mod authors;
#[path = "cli/dev.rs"]
mod dev;
#[path = "cli/files.rs"]
mod files;
#[path = "cli/help.rs"]
mod help;
#[path = "cli/laws.rs"]
mod laws;
#[path = "cli/online.rs"]
mod online;
#[path = "cli/play.rs"]
mod play;
#[path = "cli/rulesets.rs"]
mod rulesets;
#[path = "cli/script.rs"]
mod script;
#[path = "cli/series.rs"]
mod series;
#[path = "cli/simulate.rs"]
mod simulate;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A home for one test: matches are saved here and go when the test is over.
struct Home {
    path: PathBuf,
}

/// What a run came to.
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Home {
    fn new() -> Home {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("parlor-cli-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Home { path }
    }

    /// Runs `parlor` with arguments that are split at blanks.
    fn run(&self, args: &str) -> Run {
        self.run_with(args, b"")
    }

    fn run_with(&self, args: &str, input: &[u8]) -> Run {
        let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .args(args.split_whitespace())
            .env("PARLOR_HOME", &self.path)
            .env("LC_ALL", "C")
            .env_remove("RUST_BACKTRACE")
            .current_dir(&self.path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        // Written beside the reading, so that neither side waits for the other; a program that ends early may not read it.
        let writer = std::thread::spawn(move || {
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        let run = Run {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        };
        assert!(!run.err.contains("panicked"), "{args}: {}", run.err);
        run
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path.join(name), content).unwrap();
    }

    fn read(&self, name: impl AsRef<Path>) -> String {
        std::fs::read_to_string(self.path.join(name)).unwrap()
    }

    /// Whether there is such a file.
    fn exists(&self, name: &str) -> bool {
        self.path.join(name).exists()
    }

    /// The files of saved matches.
    fn matches(&self) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(self.path.join("matches")).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

impl Run {
    #[track_caller]
    fn ok(self) -> String {
        assert_eq!(self.code, 0, "{}{}", self.out, self.err);
        self.out
    }

    /// What was said on a failure with this exit code.
    #[track_caller]
    fn fails(self, code: i32) -> String {
        assert_eq!(self.code, code, "{}{}", self.out, self.err);
        self.err
    }
}
