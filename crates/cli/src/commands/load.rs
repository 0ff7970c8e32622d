//! `parlor load`: how much a server can take.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;
use parlor_client::{Address, Api};
use parlor_core::OptionValue;

use crate::failure::Failure;
use crate::load::{self, Idle, Plan, Process, Server};
use crate::numbers::grouped;
use crate::progress;
use crate::setup::{self, OptionArgs};

const MOST_MATCHES: u64 = 100_000;

/// Load-tests a server with many matches at once
///
/// Every player has an account and a socket of its own, and plays random legal commands. A move counts from the moment at
/// which it is sent, or with --rate from the moment at which it was due, until the server has acknowledged it.
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  parlor load                                   a server of its own, as fast as it goes
  parlor load --rate 1000                       1,000 moves a second, spread evenly
  parlor load --game hex --option size=7 --matches 50 --seconds 30
  parlor load --server http://localhost:7777    a server that runs already
  parlor load --sockets 10000 --idle            sockets that only wait
  parlor load --json                            for programs

Without --server, a server is started for it with its matches in SQLite, in a folder for temporary files that is removed
afterwards, and with limits that let so much in; --set changes its settings. Of a server on this machine it says what the
process has used as well (on Linux).

Rooms are made ahead of time, so that who has finished a match goes on with the next at once; more are made meanwhile, and
what that costs counts as well. With a larger --ahead, or a longer game, less of it falls into the time that is measured.
A server that runs already refuses a load as its limits say: raise limits.frames_per_minute, requests_per_minute,
guests_per_minute, sockets_per_address, rooms_per_account and rooms_per_minute there.")]
pub struct Load {
    /// The address of a server [default: one is started for it]
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// How many matches at once, of two players each
    #[arg(short = 'n', long, default_value = "200", value_parser = matches_number)]
    matches: u64,
    /// The id of a game for two
    #[arg(long, default_value = "connect-four")]
    game: String,
    #[command(flatten)]
    options: OptionArgs,
    /// For how long
    #[arg(short, long, default_value = "10", value_parser = seconds_number)]
    seconds: u64,
    /// How many moves a second; 0 = unlimited
    #[arg(short, long, default_value = "0", value_name = "MOVES_PER_SECOND", value_parser = rate_number)]
    rate: f64,
    /// How many rooms to have ready for each two players before it begins
    #[arg(long, default_value = "12", value_name = "ROOMS")]
    ahead: u64,
    /// How many idle sockets
    #[arg(long, default_value = "10000", requires = "idle", value_parser = matches_number)]
    sockets: u64,
    /// Only opens sockets, which then wait
    #[arg(long, conflicts_with_all = ["matches", "game", "rate"])]
    idle: bool,
    /// The process of the server, if it is on this machine [default: what the server says]
    #[arg(long)]
    pid: Option<u32>,
    /// A setting of the server that is started, as in --set server.threads=1; may be given several times
    #[arg(long, value_name = "NAME=VALUE", conflicts_with = "server")]
    set: Vec<String>,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
}

impl Load {
    /// Loads and reports.
    pub fn run(self) -> Result<()> {
        let mut options = std::collections::BTreeMap::new();
        for option in &self.options.options {
            let Some((name, value)) = option.split_once('=') else {
                let text = format!("'{option}' is no option: write it as name=value");
                return Err(Failure::usage(text).into());
            };
            options.insert(name.trim().to_string(), OptionValue::from(value.trim()));
        }
        let mut own = None;
        let address: Address = match &self.server {
            Some(address) => address.parse().map_err(Failure::usage)?,
            None => own.insert(Server::start(&self.set)?).address.clone(),
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .context("cannot start")?;
        let pid = self.pid.or(own.as_ref().map(Server::pid));
        let report = runtime.block_on(async {
            let process = process(&address, pid).await?;
            match self.idle {
                true => self.wait(address, process).await,
                false => self.play(address, process, options).await,
            }
        });
        drop(own);
        let mut out = io::stdout().lock();
        let (text, json) = report?;
        match self.json {
            true => writeln!(out, "{json}")?,
            false => write!(out, "{text}")?,
        }
        Ok(())
    }

    async fn play(
        &self,
        address: Address,
        process: Option<Process>,
        options: std::collections::BTreeMap<String, OptionValue>,
    ) -> Result<(String, serde_json::Value)> {
        let plan = Plan {
            address,
            process,
            wish: load::Wish {
                game: self.game.clone(),
                options,
            },
            matches: self.matches as usize,
            time: Duration::from_secs(self.seconds),
            rate: self.rate,
            ahead: self.ahead as usize,
        };
        let bar = progress::bar(self.seconds * 2, "half seconds");
        let plain = !io::stderr().is_terminal() && !self.json;
        let report = load::play(plan, |doing, moves| {
            if !doing.is_empty() {
                bar.set_message(doing.to_string());
                if plain {
                    eprintln!("{doing}");
                }
                return;
            }
            bar.inc(1);
            bar.set_message(format!("{} moves", grouped(moves)));
        });
        let report = report.await;
        bar.finish_and_clear();
        let report = report?;
        Ok((report.text(), report.json()))
    }

    async fn wait(
        &self,
        address: Address,
        process: Option<Process>,
    ) -> Result<(String, serde_json::Value)> {
        let idle = Idle {
            address,
            process,
            sockets: self.sockets as usize,
            time: Duration::from_secs(self.seconds),
        };
        let quiet = self.json;
        let report = idle.run(|doing| {
            if !quiet {
                eprintln!("{doing}");
            }
        });
        let report = report.await.map_err(explain)?;
        Ok((report.text(), report.json()))
    }
}

/// The process of the server, if it can be known.
async fn process(address: &Address, pid: Option<u32>) -> Result<Option<Process>> {
    if let Some(pid) = pid {
        let gone = || Failure::usage(format!("nothing can be known of a process {pid}"));
        return Ok(match cfg!(target_os = "linux") {
            true => Some(Process::find(pid).ok_or_else(gone)?),
            false => None,
        });
    }
    if !address.is_loopback() {
        return Ok(None);
    }
    let api = Api::new(&address.to_string())?;
    // A server need not tell; one that cannot be reached will be told of soon enough.
    let metrics = api.metrics().await.unwrap_or_default();
    Ok(load::id_in_metrics(&metrics).and_then(Process::find))
}

/// What can be done about too many files.
fn explain(error: anyhow::Error) -> anyhow::Error {
    let text = format!("{error:#}");
    match text.contains("Too many open files") || text.contains("os error 24") {
        true => Failure::failed(text)
            .hint("every socket is an open file: raise the limit with 'ulimit -n 65536'")
            .into(),
        false => error,
    }
}

fn matches_number(text: &str) -> Result<u64, String> {
    setup::number(text, MOST_MATCHES)
}

fn seconds_number(text: &str) -> Result<u64, String> {
    setup::number(text, 86_400)
}

fn rate_number(text: &str) -> Result<f64, String> {
    match text.replace('_', "").parse::<f64>() {
        Ok(rate) if (0.0..=1e7).contains(&rate) => Ok(rate),
        _ => Err("say a number of moves a second, or 0".into()),
    }
}
