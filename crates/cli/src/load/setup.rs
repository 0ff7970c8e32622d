//! From a plan to numbers: guests, sockets, rooms, a warm-up, and then the clock runs.

use std::future::Future;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use parlor_client::Address;
use parlor_client::http::Http;
use parlor_protocol::{PROTOCOL, ToServer};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::frame::Frame;
use super::pair::{self, Pair, Tally, lock};
use super::rooms::{self, Wish};
use super::wire::Wire;
use super::{Process, Report, metronome};
use crate::failure::Failure;

/// So long may nothing come.
const PATIENCE: Duration = Duration::from_secs(30);

/// What to do to a server.
pub struct Plan {
    /// Where it is.
    pub address: Address,
    /// Its process, if it is on this machine.
    pub process: Option<Process>,
    /// What to play.
    pub wish: Wish,
    /// How many matches at once.
    pub matches: usize,
    /// For how long.
    pub time: Duration,
    /// How many moves a second; 0 for as many as it goes.
    pub rate: f64,
    /// How many rooms to have ready for each two players before it begins.
    pub ahead: usize,
}

/// A socket that has been welcomed.
pub async fn socket(address: Address, token: String) -> Result<Wire> {
    let mut wire = Wire::open(&address).await?;
    let hello = ToServer::Hello {
        token,
        protocol: PROTOCOL,
    };
    wire.send(&serde_json::to_vec(&hello)?);
    wire.until(|text| {
        let frame: Frame<'_> = serde_json::from_slice(text)?;
        match frame.kind {
            "welcome" => Ok(true),
            _ => Err(anyhow!(
                "a socket was not welcomed: {}",
                frame.text.unwrap_or_default()
            )),
        }
    })
    .await?;
    Ok(wire)
}

/// Plays, and tells how it went. `progress` hears now and then what is done, and how many moves there are so far.
pub async fn play(plan: Plan, mut progress: impl FnMut(&str, u64)) -> Result<Report> {
    let memory = || plan.process.and_then(Process::memory_bytes);
    progress("guests come in", 0);
    let http = Http::new(plan.address.clone());
    let count = plan.matches * 2;
    let guests = rooms::many(count, |number| {
        let http = http.clone();
        async move { rooms::guest(&http, number).await }
    })
    .await?;
    let now = Instant::now();
    let tally = Arc::new(Mutex::new(Tally {
        begin: now + Duration::from_secs(1 << 30),
        end: now + Duration::from_secs(1 << 30),
        latency: Default::default(),
        rejected: 0,
        ended: 0,
        made: 0,
    }));
    let (orders, ordered) = mpsc::unbounded_channel();
    let paced = plan.rate > 0.0;
    let pairs: Vec<Arc<Mutex<Pair>>> = (0..plan.matches)
        .map(|index| Pair::new(index, paced, orders.clone(), tally.clone()))
        .map(|pair| Arc::new(Mutex::new(pair)))
        .collect();
    let pairs = Arc::new(pairs);
    let players = guests.iter().map(|guest| http.with_token(&guest.token));
    let players: Arc<Vec<Http>> = Arc::new(players.collect());
    let mut tasks: JoinSet<anyhow::Error> = JoinSet::new();
    let wish = Arc::new(plan.wish.clone());
    tasks.spawn(rooms::make_rooms(ordered, pairs.clone(), players, wish));

    // One match first: what a server needs once, whatever is played on it, is no match's own.
    let mut memory_live = [None; 2];
    for (those, memory_live) in [0..1, 1..plan.matches].into_iter().zip(&mut memory_live) {
        progress("sockets open", 0);
        let wires = rooms::many(those.len() * 2, |number| {
            let guest = &guests[those.start * 2 + number];
            socket(plan.address.clone(), guest.token.clone())
        })
        .await?;
        for (number, wire) in (those.start * 2..).zip(wires) {
            tasks.spawn(pair::play(pairs[number / 2].clone(), number % 2, wire));
        }
        progress("matches begin", 0);
        let those = &pairs[those];
        those.iter().for_each(|pair| lock(pair).stock(0));
        wait_for(&mut tasks, "the matches do not begin", those.len(), || {
            those.iter().filter(|pair| lock(pair).is_live()).count()
        })
        .await?;
        *memory_live = memory();
    }

    progress("more rooms are made", 0);
    pairs.iter().for_each(|pair| lock(pair).stock(plan.ahead));
    let rooms = plan.matches * (plan.ahead + 1);
    wait_for(&mut tasks, "no more rooms are made", rooms, || {
        pairs.iter().map(|pair| lock(pair).rooms_ready()).sum()
    })
    .await?;

    for pair in pairs.iter() {
        let mut pair = lock(pair);
        pair.playing = true;
        pair.wake();
    }
    let mut _metronome = None;
    if paced {
        let (mut due, metronome) = metronome::start(plan.matches, plan.rate);
        _metronome = Some(metronome);
        let pairs = pairs.clone();
        tasks.spawn(async move {
            while let Some((index, at)) = due.recv().await {
                lock(&pairs[index]).tick(at);
            }
            anyhow!("the metronome has stopped")
        });
    }
    let warm_up = (plan.time / 5).min(Duration::from_secs(1));
    both(&mut tasks, tokio::time::sleep(warm_up)).await?;

    let begin = Instant::now();
    let (ended_before, made_before) = {
        let mut tally = lock(&tally);
        tally.begin = begin;
        tally.end = begin + plan.time;
        (tally.ended, tally.made)
    };
    let me = Process::find(std::process::id());
    let own_before = me.and_then(Process::cpu);
    let cpu_before = plan.process.and_then(Process::cpu);
    while begin.elapsed() < plan.time {
        let left = plan.time.saturating_sub(begin.elapsed());
        let pause = left.min(Duration::from_millis(500));
        both(&mut tasks, tokio::time::sleep(pause)).await?;
        progress("", lock(&tally).latency.total());
    }
    let cpu_after = plan.process.and_then(Process::cpu);
    let own_after = me.and_then(Process::cpu);
    let seconds = begin.elapsed();
    let memory_after = memory();

    let end = Instant::now();
    let mut tally = lock(&tally);
    let moves = tally.latency.total();
    let mut overdue = 0;
    if paced {
        // Who still waits for an answer has waited: leaving these out would praise a server that stands still.
        for pair in pairs.iter() {
            for since in lock(pair).unanswered().filter(|since| *since >= begin) {
                tally.latency.add(end.saturating_duration_since(since));
                overdue += 1;
            }
        }
    }
    if moves == 0 {
        let text = format!("nobody could move at {}", plan.wish.game);
        return Err(Failure::failed(text)
            .hint("a game must list its commands, as most do, and take two players")
            .into());
    }
    let used = |after: Option<Duration>, before: Option<Duration>| {
        let both = after.zip(before);
        both.map(|(after, before)| after.saturating_sub(before))
    };
    Ok(Report {
        game: plan.wish.game.clone(),
        matches: plan.matches,
        rate: plan.rate,
        seconds: seconds.as_secs_f64(),
        moves,
        overdue,
        rejected: tally.rejected,
        ended: tally.ended - ended_before,
        made: tally.made - made_before,
        latency: tally.latency.clone(),
        cpu: used(cpu_after, cpu_before),
        own_cpu: used(own_after, own_before),
        memory_live,
        memory_after,
    })
}

/// Waits for something, unless something else goes wrong.
pub async fn both<T>(
    tasks: &mut JoinSet<anyhow::Error>,
    wanted: impl Future<Output = T>,
) -> Result<T> {
    tokio::select! {
        done = wanted => Ok(done),
        Some(error) = tasks.join_next() => Err(error?),
    }
}

/// Waits until all of something are there. Many take their time; that no more come for long means that something is wrong.
async fn wait_for(
    tasks: &mut JoinSet<anyhow::Error>,
    or: &str,
    wanted: usize,
    ready: impl Fn() -> usize,
) -> Result<()> {
    let (mut latest, mut since) = (0, Instant::now());
    loop {
        let now = ready();
        if now >= wanted {
            return Ok(());
        }
        if now > latest {
            (latest, since) = (now, Instant::now());
        }
        if since.elapsed() > PATIENCE {
            let text = format!("{or}: {now} of {wanted} are there");
            return Err(Failure::failed(text).into());
        }
        both(tasks, tokio::time::sleep(Duration::from_millis(20))).await?;
    }
}
