//! A PostgreSQL server of a test's own, which it can kill and start again.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

/// A PostgreSQL server that ends with the test.
pub struct Database {
    pub address: String,
    control: String,
    server: Child,
    /// The server goes on as long as this is open.
    hold: Option<ChildStdin>,
}

impl Database {
    /// Nothing if the tests do not run beside PostgreSQL.
    pub fn start() -> Option<Database> {
        if std::env::var_os("PARLOR_TEST_POSTGRES").is_none() {
            eprintln!("skipped: there is no PostgreSQL (scripts/with-postgres starts one)");
            return None;
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/with-postgres");
        let say = "echo \"$PARLOR_TEST_POSTGRES\"; echo \"$PARLOR_TEST_POSTGRES_CONTROL\"; cat";
        let mut server = Command::new(script)
            .args(["sh", "-c", say])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let hold = server.stdin.take();
        let mut lines = BufReader::new(server.stdout.take().unwrap()).lines();
        let mut line = || lines.next().unwrap().unwrap();
        let (address, control) = (line(), line());
        Some(Database {
            address,
            control,
            server,
            hold,
        })
    }

    /// Ends all of its processes in the middle of what they do.
    pub fn kill(&self) {
        self.does("kill");
    }

    /// Starts it again.
    pub fn start_again(&self) {
        self.does("start");
    }

    fn does(&self, what: &str) {
        let command = format!("{} {what}", self.control);
        let done = Command::new("sh").args(["-c", &command]).status().unwrap();
        assert!(done.success(), "{command}");
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        drop(self.hold.take());
        let _ = self.server.wait();
    }
}
