//! `parlor` alone: a server for this machine, and its page in the browser.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Result;
use parlor_core::Registry;
use parlor_server::{Server, StoreAt};
use parlor_store::{Memory, Store};
use tokio::net::TcpListener;

use super::serve;
use crate::failure::Failure;
use crate::terminal::is_interactive;
use crate::{browser, saves};

/// The port, unless it is taken.
const PORT: u16 = 7777;

/// Serves this machine until it is told to stop, and opens the page where somebody sits in front of it.
pub fn run(games: &Registry) -> Result<()> {
    let config = serve::settings(None, &["log.level=warn".into()])?;
    serve::start_log(&config);
    let games = serve::all_games(games, &config.server.rulesets)?;
    serve::runtime(&config)?.block_on(async {
        let store = store().await;
        let listener = listen().await?;
        let url = format!("http://{}", listener.local_addr()?);
        let server = Server::begin(config, games, store);
        let server = server.await.map_err(Failure::failed)?;
        line(&format!("Parlor is at {url}"));
        if is_interactive() {
            let opened = browser::open(&url);
            line(match opened {
                true => "Your browser shows it. Ctrl-C ends it.",
                false => "No browser could be opened: open this address yourself. Ctrl-C ends it.",
            });
            line(
                "In this terminal: parlor menu. For others in your network: parlor serve --listen 0.0.0.0:7777",
            );
        }
        server.run(listener, serve::told_to_stop()).await?;
        Ok(())
    })
}

/// Where matches are kept: with those of the terminal, or nowhere if another Parlor has that place.
async fn store() -> Arc<dyn Store> {
    let place = saves::private_file("parlor.db");
    let opened = match place {
        Ok(path) => serve::open_store(&StoreAt::Sqlite(path.display().to_string())).await,
        Err(error) => Err(error),
    };
    opened.unwrap_or_else(|error| {
        line(&format!("{error:#}: nothing is kept this time"));
        Arc::new(Memory::new())
    })
}

async fn listen() -> Result<TcpListener> {
    let here = |port| SocketAddr::from(([127, 0, 0, 1], port));
    let listener = match TcpListener::bind(here(PORT)).await {
        Err(_) => TcpListener::bind(here(0)).await,
        bound => bound,
    };
    listener.map_err(|error| {
        let text = format!("cannot listen on this machine: {error}");
        Failure::failed(text).into()
    })
}

fn line(text: &str) {
    let mut out = io::stdout().lock();
    // Where nobody reads, there is nobody to tell.
    let _ = writeln!(out, "{text}");
    let _ = out.flush();
}
