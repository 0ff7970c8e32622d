//! Sockets that say hello and then nothing: what it costs to have many people connected.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use parlor_client::Address;
use parlor_client::http::Http;
use tokio::task::JoinSet;

use super::setup::{both, socket};
use super::{IdleReport, Process, rooms};

/// So many sockets have one guest.
const SOCKETS_EACH: usize = 20;

/// So many idle sockets, for so long.
pub struct Idle {
    /// Where.
    pub address: Address,
    /// The server's process, if it is on this machine.
    pub process: Option<Process>,
    /// How many.
    pub sockets: usize,
    /// For how long.
    pub time: Duration,
}

impl Idle {
    /// Opens them, waits, and tells what they cost.
    pub async fn run(self, mut progress: impl FnMut(&str)) -> Result<IdleReport> {
        let memory = || self.process.and_then(Process::memory_bytes);
        let cpu = || self.process.and_then(Process::cpu);
        let http = Http::new(self.address.clone());
        progress("guests come in");
        let guests = rooms::many(self.sockets.div_ceil(SOCKETS_EACH), |number| {
            let http = http.clone();
            async move { rooms::guest(&http, number).await }
        })
        .await?;
        let memory_before = memory();
        progress("sockets open");
        let begin = Instant::now();
        let wires = rooms::many(self.sockets, |number| {
            let token = guests[number / SOCKETS_EACH].token.clone();
            socket(self.address.clone(), token)
        })
        .await?;
        let opening = begin.elapsed();
        let mut tasks: JoinSet<anyhow::Error> = JoinSet::new();
        for mut wire in wires {
            // Whatever comes is read and passed over; pings are answered.
            tasks.spawn(async move {
                let heard = wire.until(|_| Ok(false)).await;
                heard.err().unwrap_or_else(|| anyhow!("a socket has ended"))
            });
        }
        progress("all is quiet");
        both(&mut tasks, tokio::time::sleep(Duration::from_secs(1))).await?;
        let (begin, cpu_before) = (Instant::now(), cpu());
        both(&mut tasks, tokio::time::sleep(self.time)).await?;
        let used = cpu().zip(cpu_before);
        Ok(IdleReport {
            sockets: self.sockets,
            opening,
            seconds: begin.elapsed().as_secs_f64(),
            cpu: used.map(|(after, before)| after.saturating_sub(before)),
            memory_before,
            memory_after: memory(),
        })
    }
}
