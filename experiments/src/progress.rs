//! A sign of life during long work.

use crossbeam::channel::{RecvTimeoutError, bounded};
use indicatif::{ProgressBar, ProgressStyle};
use std::thread;
use std::time::Duration;

/// Work that is done sooner goes without.
const QUIET: Duration = Duration::from_secs(2);

/// Between two turns of the spinner.
const TICK: Duration = Duration::from_millis(100);

/// Does `work`; if it takes long and progress is `shown`, standard error says what is going on and for how long.
pub(crate) fn watch<T>(doing: &'static str, shown: bool, work: impl FnOnce() -> T) -> T {
    if !shown {
        return work();
    }
    thread::scope(|scope| {
        // Dropped when the work is done or panics, which wakes the watcher.
        let (_working, done) = bounded::<()>(0);
        scope.spawn(move || {
            if done.recv_timeout(QUIET) == Err(RecvTimeoutError::Timeout) {
                let spinner = ProgressBar::new_spinner().with_message(doing).with_elapsed(QUIET);
                if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}, {elapsed}") {
                    spinner.set_style(style);
                }
                spinner.enable_steady_tick(TICK);
                // No message ever comes: only the end of the work.
                let _ = done.recv();
                spinner.finish_and_clear();
            }
        });
        work()
    })
}
