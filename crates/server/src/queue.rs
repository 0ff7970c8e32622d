//! [`Queue`]: a [`Line`] to wait in. Whoever no longer waits is out of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::fair::{Line, Work};

/// Places at which work is done, and those who wait for one.
pub(crate) struct Queue {
    state: Mutex<State>,
    /// How much of one account's work may wait.
    most_waiting: usize,
}

struct State {
    line: Line,
    called: HashMap<u64, oneshot::Sender<()>>,
}

/// A place, or the wait for one. Dropped, it is free for the next.
pub(crate) struct Turn {
    queue: Arc<Queue>,
    ticket: u64,
}

/// An account has too much waiting already.
#[derive(Debug)]
pub(crate) struct Full;

impl Queue {
    /// So many places, and so much that may wait of one account's.
    pub fn new(places: usize, most_waiting: usize) -> Arc<Queue> {
        Arc::new(Queue {
            state: Mutex::new(State {
                line: Line::new(places),
                called: HashMap::new(),
            }),
            most_waiting,
        })
    }

    /// Waits for a place.
    pub async fn turn(self: &Arc<Self>, work: Work) -> Result<Turn, Full> {
        let (call, called) = oneshot::channel();
        let turn = {
            let mut state = self.state();
            if state.line.waiting_of(&work.account) >= self.most_waiting {
                return Err(Full);
            }
            let ticket = state.line.join(work);
            state.called.insert(ticket, call);
            Turn {
                queue: self.clone(),
                ticket,
            }
        };
        self.state().call();
        match called.await {
            Ok(()) => Ok(turn),
            // Nobody else ends the wait.
            Err(_) => Err(Full),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change is one step: there is nothing to be found half done.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Lets those begin for whom there is a place.
    fn call(&mut self) {
        while let Some(ticket) = self.line.take() {
            // Whoever does not hear it is about to leave.
            if let Some(called) = self.called.remove(&ticket) {
                let _ = called.send(());
            }
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.called.remove(&self.ticket);
        state.line.leave(self.ticket);
        state.call();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    fn work(account: &str, cost_ms: u32) -> Work {
        Work {
            address: None,
            account: account.into(),
            cost_ms,
            patient: false,
        }
    }

    #[tokio::test]
    async fn a_place_is_free_again_when_its_turn_is_over_or_nobody_waits_for_it() {
        let queue = Queue::new(1, 2);
        let first = queue.turn(work("ann", 10)).await.unwrap();
        // Whoever gives up waiting leaves no gap.
        let short = Duration::from_millis(5);
        assert!(timeout(short, queue.turn(work("bob", 10))).await.is_err());
        let waiting = tokio::spawn({
            let queue = queue.clone();
            async move { queue.turn(work("cid", 10)).await.is_ok() }
        });
        tokio::task::yield_now().await;
        drop(first);
        assert!(waiting.await.unwrap());
        assert!(queue.turn(work("dan", 10)).await.is_ok());
    }

    #[tokio::test]
    async fn an_account_has_so_much_waiting_and_no_more() {
        let queue = Queue::new(1, 2);
        let _first = queue.turn(work("ann", 10)).await.unwrap();
        let mut waiting = Vec::new();
        for _ in 0..2 {
            let queue = queue.clone();
            waiting.push(tokio::spawn(async move {
                queue.turn(work("ann", 10)).await.is_ok()
            }));
            tokio::task::yield_now().await;
        }
        assert!(queue.turn(work("ann", 10)).await.is_err());
        // Others are not turned away.
        let short = Duration::from_millis(5);
        assert!(timeout(short, queue.turn(work("bob", 10))).await.is_err());
        waiting.iter().for_each(tokio::task::JoinHandle::abort);
    }
}
