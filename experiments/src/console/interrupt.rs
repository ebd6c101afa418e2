//! Ends the program on a signal: temporary files go, and a sweep says how to resume it.

use crate::readable::shell_word;
use std::ffi::OsString;
use std::sync::{Mutex, PoisonError};

/// The command line that resumes what is being done, if anything can be resumed. No result depends on it.
static RESUMED_BY: Mutex<Option<String>> = Mutex::new(None);

/// Does `work`, which the same command line resumes if a signal ends it.
pub(crate) fn resumed_by<T>(args: &[OsString], work: impl FnOnce() -> T) -> T {
    let words: Vec<String> = args.iter().map(|word| shell_word(word)).collect();
    set(Some(words.join(" ")));
    let done = work();
    set(None);
    done
}

fn set(command: Option<String>) {
    *RESUMED_BY.lock().unwrap_or_else(PoisonError::into_inner) = command;
}

/// Lets SIGINT, SIGTERM and SIGHUP, where they are not ignored, end this process without temporary files, and a sweep with a line that
/// says how to resume it. The exit status is that of a process which the signal has ended.
///
/// For the `main` of a process that runs [command lines](crate::command_line), once: it starts a thread. [`run`](crate::run) does it.
///
/// # Errors
/// Whatever the system says.
#[cfg(unix)]
pub fn end_cleanly_on_signals() -> std::io::Result<()> {
    use crate::output::end_without_partials;
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::io::Write as _;
    use std::sync::{Arc, Barrier};

    let ignored = ignored_signals();
    let handled =
        [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = Signals::new(handled)?;
    let waits = Arc::new(Barrier::new(2));
    let starts = Arc::clone(&waits);
    std::thread::spawn(move || {
        let mut signals = signals.forever();
        starts.wait();
        if let Some(signal) = signals.next() {
            end_without_partials(|| {
                let command = RESUMED_BY.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(command) = &*command {
                    // Standard error may be closed, which must not keep the process alive.
                    let _ = writeln!(std::io::stderr(), "interrupted; resume with: {command}");
                }
                // It fails for signals without a default only.
                let _ = emulate_default_handler(signal);
            });
        }
    });
    // A thread that starts takes 64 MiB of address space for its heap, and gives them back where a limit leaves no more. Whoever asks
    // how much is left must not see it in between.
    waits.wait();
    Ok(())
}

/// The signals that this process was started to ignore, as `nohup` does: bit s - 1 for signal s. Where the system does not say, all of
/// them: a signal that is not handled does what it did.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(u64::MAX)
}

/// Does nothing: here signals end the process as they do by default.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn end_cleanly_on_signals() -> std::io::Result<()> {
    Ok(())
}
