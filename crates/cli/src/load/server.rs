//! A server of our own, for as long as it is measured.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context, Result};
use parlor_client::Address;

use crate::failure::Failure;

/// What a server says once it is there, before its address.
const LISTENING: &str = "listening on ";

/// So long may it take until then.
const PATIENCE: Duration = Duration::from_secs(30);

/// Limits that are made for people, raised for a load.
const RAISED: [&str; 11] = [
    "limits.sockets=1000000",
    "limits.sockets_per_address=1000000",
    "limits.rooms_per_account=1000",
    "limits.rooms_per_minute=100000",
    "limits.frames_per_minute=1000000",
    "limits.frames_burst=100000",
    "limits.requests_per_minute=1000000",
    "limits.guests_per_minute=100000",
    "limits.subscriptions_per_socket=1000",
    "limits.socket_idle_seconds=3600",
    "log.level=warn",
];

/// A server in a process of its own, with its matches in a folder that goes with it.
pub struct Server {
    child: Child,
    folder: PathBuf,
    /// Where it listens.
    pub address: Address,
}

impl Server {
    /// Starts one.
    pub fn start(set: &[String]) -> Result<Server> {
        let folder = std::env::temp_dir().join(format!("parlor-load-{}", std::process::id()));
        fs::create_dir_all(&folder).context("cannot make a folder for the server")?;
        let log = folder.join("log");
        let program = std::env::current_exe().context("cannot find this program")?;
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--store"]);
        command.arg(format!("sqlite:{}", folder.join("load.db").display()));
        for setting in RAISED.iter().copied().chain(set.iter().map(String::as_str)) {
            command.args(["--set", setting]);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        command.stderr(File::create(&log)?);
        let mut child = command.spawn().context("cannot start a server")?;
        let out = child.stdout.take();
        let heard = out.and_then(|out| address(BufReader::new(out)));
        match heard.and_then(|address| address.parse().ok()) {
            Some(address) => Ok(Server {
                child,
                folder,
                address,
            }),
            None => {
                let _ = child.kill();
                let _ = child.wait();
                let said = fs::read_to_string(&log).unwrap_or_default();
                let _ = fs::remove_dir_all(&folder);
                let said = said.trim().to_string();
                Err(Failure::failed("the server did not start")
                    .shown(said + "\n")
                    .into())
            }
        }
    }

    /// The id of its process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The address in what a server says, which is read to its end elsewhere so that it never waits for us.
fn address(mut out: impl BufRead + Send + 'static) -> Option<String> {
    let (send, heard) = mpsc::channel();
    std::thread::spawn(move || {
        let mut line = String::new();
        while matches!(out.read_line(&mut line), Ok(1..)) {
            if let Some((_, address)) = line.split_once(LISTENING) {
                let address = address.split_whitespace().next().unwrap_or_default();
                let _ = send.send(address.to_string());
            }
            line.clear();
        }
    });
    heard.recv_timeout(PATIENCE).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_says_where_it_is() {
        let said = "starting\nlistening on http://127.0.0.1:4711 (a note)\nmore\n".as_bytes();
        assert_eq!(address(said).as_deref(), Some("http://127.0.0.1:4711"));
        assert_eq!(address("error: no\n".as_bytes()), None);
    }
}
