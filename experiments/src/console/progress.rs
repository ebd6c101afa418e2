//! Shows a sign of life during long work.

use crossbeam::channel::{RecvTimeoutError, bounded};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::{self, IsTerminal as _, Write as _};
use std::thread;
use std::time::Duration;

/// Work that is done sooner goes without.
const QUIET: Duration = Duration::from_secs(2);

/// How far long work is.
const BAR: &str = "{bar:40} {percent} % of the work, {elapsed} so far, {left}";

/// Between two turns of the spinner.
const TICK: Duration = Duration::from_millis(100);

/// Between two lines where standard error is no terminal.
const BETWEEN_LINES: Duration = Duration::from_millis(500);

/// Does `work`; if it takes long and progress is `shown`, standard error says what is going on and for how long.
pub(crate) fn watch<T>(doing: &'static str, shown: bool, work: impl FnOnce() -> T) -> T {
    let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    let spinner = styled(spinner.with_message(doing), "{spinner} {msg}, {elapsed}");
    show_after_a_while(&spinner, shown, work)
}

/// Does `work`, which tells the bar how much of a `total` is done; if it takes long and progress is `shown`, standard
/// error says how much is and about how long the rest will take.
pub(crate) fn watch_parts<T>(total: u64, shown: bool, work: impl FnOnce(&ProgressBar) -> T) -> T {
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::hidden());
    let bar = styled(bar, BAR);
    show_after_a_while(&bar, shown, || work(&bar))
}

/// A bar or spinner that looks like `template`.
fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style.with_key("left", left)),
        Err(_) => bar,
    }
}

/// Writes how long the rest takes, if anything is done: the speed is not known before.
fn left(state: &ProgressState, out: &mut dyn fmt::Write) {
    // What cannot be shown is no fault of the work.
    let _ = match state.pos() {
        0 => out.write_str("no estimate yet"),
        _ => write!(out, "about {:#} to go", HumanDuration(state.eta())),
    };
}

fn show_after_a_while<T>(bar: &ProgressBar, shown: bool, work: impl FnOnce() -> T) -> T {
    if !shown {
        return work();
    }
    let (mut work, mut result) = (Some(work), None);
    beside_a_watcher(bar, &mut || result = work.take().map(|work| work()));
    result.expect("the work has been done")
}

/// Does `work`, once, while a thread shows the bar. Behind a pointer: the thread is not compiled for each work.
fn beside_a_watcher(bar: &ProgressBar, work: &mut dyn FnMut()) {
    thread::scope(|scope| {
        // Dropped when the work is done or panics, which wakes the watcher.
        let (_working, done) = bounded::<()>(0);
        scope.spawn(move || {
            if done.recv_timeout(QUIET) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            if !io::stderr().is_terminal() {
                while done.recv_timeout(BETWEEN_LINES) == Err(RecvTimeoutError::Timeout) {
                    // Whoever closed standard error does not want to know.
                    let _ = writeln!(io::stderr(), "{}", line_of(bar));
                }
                return;
            }
            bar.set_draw_target(ProgressDrawTarget::stderr());
            bar.enable_steady_tick(TICK);
            // No message ever comes: only the end of the work.
            let _ = done.recv();
            bar.finish_and_clear();
        });
        work();
    });
}

/// What the bar or spinner shows, for a reader that is no terminal.
fn line_of(bar: &ProgressBar) -> String {
    let elapsed = HumanDuration(bar.elapsed());
    match bar.length() {
        Some(total) => {
            let percent = bar.position().saturating_mul(100) / total.max(1);
            format!("{percent} % of the work, {elapsed:#} so far")
        }
        None => format!("{}, {elapsed:#}", bar.message()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_much_is_done_where_that_is_known() {
        let known = ProgressBar::with_draw_target(Some(8), ProgressDrawTarget::hidden());
        known.inc(6);
        assert_eq!(line_of(&known), "75 % of the work, 0s so far");
        let unknown = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        assert_eq!(line_of(&unknown.with_message("routing")), "routing, 0s");
    }
}
