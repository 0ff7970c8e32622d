//! Ends something long early: q or Ctrl-C in a terminal.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyModifiers};
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use parlor_bots::Stopper;

use crate::terminal::{Input, wait};

/// Watches the keys for as long as it lives.
pub struct Keys {
    over: Arc<AtomicBool>,
    watcher: Option<JoinHandle<()>>,
}

impl Keys {
    /// Stops the bots when somebody asks for it. In a pipe nobody can: there Ctrl-C ends the program as always.
    pub fn watch(stopper: &Stopper) -> Keys {
        let over = Arc::new(AtomicBool::new(false));
        // Whoever reads the output in a pager needs the keyboard for that.
        let alone =
            io::stdin().is_terminal() && io::stdout().is_terminal() && io::stderr().is_terminal();
        let watcher = (alone && enable_raw_mode().is_ok()).then(|| {
            let (over, stopper) = (over.clone(), stopper.clone());
            std::thread::spawn(move || {
                while !over.load(Ordering::Relaxed) {
                    match wait(Some(Duration::from_millis(100))) {
                        Ok(Input::Key(key)) => {
                            let control = key.modifiers.contains(KeyModifiers::CONTROL);
                            match key.code {
                                KeyCode::Char('q') => stopper.stop(),
                                KeyCode::Char('c') if control => stopper.stop(),
                                _ => {}
                            }
                        }
                        Ok(_) => {}
                        Err(_) => break,
                    }
                }
            })
        });
        Keys { over, watcher }
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
        if let Some(watcher) = self.watcher.take() {
            let _ = watcher.join();
            let _ = disable_raw_mode();
        }
    }
}
