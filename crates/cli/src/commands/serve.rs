//! `parlor serve`: a server for online play.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use parlor_core::{Game, Registry, erase};
use parlor_ruleset::Ruleset;
use parlor_server::{Config, ConfigError, Games, Server, StoreAt};
use parlor_store::{Memory, Sqlite, Store, StoreError};
use tokio::net::TcpListener;

use crate::failure::{Failure, printable};
use crate::rulesets;

/// Serves all games to browsers, terminals and programs
#[derive(Args, Debug)]
#[command(after_help = "\
EXAMPLES:
  parlor serve                                     on this machine, in parlor.db
  parlor serve --listen 0.0.0.0:7777               for everybody who can reach it
  parlor serve --store memory                      forgets everything at its end
  parlor serve --config parlor.toml --print-config show all settings, as they are and what they may be
  PARLOR_LIMITS__SOCKETS=500 parlor serve          any setting can come from the environment
  parlor serve --set limits.sockets=500            or from the command line, which goes first

Ctrl-C or a TERM signal ends it gently: what is under way is finished, and clocks stand still until it is back.

Exit codes: 0 it was ended, 1 it could not begin, 2 a setting was not understood.")]
pub struct Serve {
    /// A file with settings, in TOML
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The address to listen on; port 0 takes any that is free
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<String>,
    /// Where to keep everything: sqlite:FILE, postgres://…, or memory
    #[arg(long, value_name = "PLACE")]
    store: Option<String>,
    /// Sets anything, as in --set limits.sockets=500; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Prints all settings with what they are for, and does nothing else
    #[arg(long)]
    print_config: bool,
}

impl Serve {
    /// Serves until it is told to stop.
    pub fn run(self, games: &Registry) -> Result<()> {
        let config = self.settings()?;
        if self.print_config {
            print!("{}", config.print());
            return Ok(());
        }
        start_log(&config);
        let games = all_games(games, &config.server.rulesets)?;
        runtime(&config)?.block_on(serve(config, games))
    }

    fn settings(&self) -> Result<Config> {
        let named = |name: &str, value: &Option<String>| {
            value.as_ref().map(|value| format!("{name}={value}"))
        };
        let mut flags: Vec<String> = Vec::new();
        flags.extend(named("server.listen", &self.listen));
        flags.extend(named("store.url", &self.store));
        flags.extend(self.set.iter().cloned());
        settings(self.config.as_deref(), &flags)
    }
}

/// The settings of a file, the environment and the command line.
pub fn settings(file: Option<&Path>, flags: &[String]) -> Result<Config> {
    let text = match file {
        Some(path) => {
            let text = std::fs::read_to_string(path);
            let text = text.map_err(|error| {
                Failure::usage(format!("cannot read {}: {error}", path.display()))
                    .hint("'parlor serve --print-config' prints a file to begin with")
            })?;
            Some((path.display().to_string(), text))
        }
        None => None,
    };
    let file = text
        .as_ref()
        .map(|(path, text)| (path.as_str(), text.as_str()));
    let environment = std::env::vars().filter(|(name, _)| name.starts_with("PARLOR_"));
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let config = Config::read(file, environment, flags);
    config.map_err(|error| {
        mistakes(&error)
            .hint("'parlor serve --print-config' shows all settings and what they may be")
            .into()
    })
}

/// One line for each mistake in the settings.
fn mistakes(error: &ConfigError) -> Failure {
    match &error.problems[..] {
        [problem] => Failure::usage(problem),
        problems => {
            let lines = problems.iter().map(|problem| problem.to_string());
            let lines = lines.map(|line| printable(&line) + "\n");
            let text = format!("{} settings are not understood", problems.len());
            Failure::usage(text).shown(lines.collect::<String>())
        }
    }
}

/// The games that come with Parlor, and those of files and folders.
pub fn all_games(games: &Registry, more: &[String]) -> Result<Games> {
    let mut all = Games::of(games.clone());
    for ruleset in parlor_ruleset::bundled() {
        let id = ruleset.file.trim_end_matches(rulesets::ENDING);
        if let (Ok(game), Ok(ruleset)) = (games.get(id), Ruleset::load(ruleset.text.as_bytes()))
            // A game in Rust may have the id of a bundled ruleset.
            && game.info().fingerprint == ruleset.info().fingerprint
        {
            all.add_ruleset(game.clone(), rules_of(&ruleset)?);
        }
    }
    for place in more {
        for file in rulesets::files(Path::new(place))? {
            let (ruleset, _) = rulesets::load(&file)?;
            let rules = rules_of(&ruleset)?;
            all.add_ruleset(erase(ruleset), rules);
        }
    }
    Ok(all)
}

/// The rules as plain JSON: a file may have comments.
fn rules_of(ruleset: &Ruleset) -> Result<serde_json::Value> {
    Ok(serde_json::to_value(ruleset.document()).map_err(Failure::failed)?)
}

/// Where everything is kept.
pub async fn open_store(at: &StoreAt) -> Result<Arc<dyn Store>> {
    Ok(match at {
        StoreAt::Memory => Arc::new(Memory::new()),
        StoreAt::Sqlite(path) => Arc::new(Sqlite::open(Path::new(path)).map_err(|error| {
            Failure::failed(error).hint("choose another file: --store sqlite:FILE")
        })?),
        StoreAt::Postgres(url) => {
            let store = parlor_store::Postgres::connect(url.expose()).await;
            Arc::new(store.map_err(Failure::failed)?)
        }
    })
}

/// The threads that everything runs on.
pub fn runtime(config: &Config) -> Result<tokio::runtime::Runtime> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    if config.server.threads > 0 {
        builder.worker_threads(config.server.threads as usize);
    }
    let runtime = builder.enable_all().build();
    runtime.context("the server's threads could not be started")
}

async fn serve(config: Config, games: Games) -> Result<()> {
    let store = open_store(&config.store.url).await?;
    let listener = listen(&config).await?;
    let server = Server::begin(config, games, store);
    let server = server.await.map_err(|error| match error {
        StoreError::Taken { .. } => Failure::failed(error)
            .hint("stop that server, or give this one a store of its own: --store sqlite:FILE"),
        error => Failure::failed(error),
    })?;
    // Programs that start a server read this line.
    println!("listening on http://{}", listener.local_addr()?);
    std::io::stdout().flush()?;
    server.run(listener, told_to_stop()).await?;
    Ok(())
}

/// Listens where the settings say.
pub async fn listen(config: &Config) -> Result<TcpListener> {
    let address = config.server.listen;
    let listener = TcpListener::bind(address).await;
    listener.map_err(|error| {
        Failure::failed(format!("cannot listen on {address}: {error}"))
            .hint("choose another address: --listen 127.0.0.1:0 takes any free port")
            .into()
    })
}

/// Waits for Ctrl-C, or for a TERM signal where there are such.
pub async fn told_to_stop() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut term) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = term.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Writes what happens to standard error.
pub fn start_log(config: &Config) {
    use tracing_subscriber::filter::{LevelFilter, Targets};
    use tracing_subscriber::fmt::layer;
    use tracing_subscriber::layer::SubscriberExt;
    use tracing_subscriber::util::SubscriberInitExt;
    let usual = || Targets::new().with_default(LevelFilter::INFO);
    let filter: Targets = config.log.level.parse().unwrap_or_else(|_| usual());
    let registry = tracing_subscriber::registry().with(filter);
    let colours = crate::terminal::has_colours(std::io::stderr().is_terminal());
    let started = match config.log.json {
        true => registry
            .with(layer().json().with_writer(std::io::stderr))
            .try_init(),
        false => registry
            .with(layer().with_ansi(colours).with_writer(std::io::stderr))
            .try_init(),
    };
    // Whoever has started a log before wants it their way.
    let _ = started;
}
