//! Compares predicted memory with what there is, before anything large is allocated.
//!
//! A prediction is what Linux counts as resident at the peak: pages that are never written, such as the part of an array that it
//! has not grown into, do not count. It is within a factor of 1.5 of the peak, unless its documentation says that data decide; then
//! it is for the worst data. `experiments/tests/memory.rs` measures both.

mod available;
mod cgroup;
mod files;
mod film;
mod mesh;
mod pram;
mod sketch;
mod torus;
mod worm;

pub(crate) use available::{Available, available};
pub(crate) use files::{FileSketch, Seen, SetFormat, reading_permutation, reading_result};
pub(crate) use film::filming;
pub(crate) use mesh::{Records, SetSize, graph, kept};
pub(crate) use pram::shared_memory;
pub(crate) use sketch::Sketch;
pub(crate) use torus::{communicating, measuring};
pub(crate) use worm::{
    comparing, dependencies, filming_worms, loading, looping, reading_paths, recording, sending,
    under_way,
};

use available::Limit;
use thiserror::Error;

/// A run that would not fit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{subject} needs about {} of memory; {} {}{}",
    Size(*.needed),
    Size(.available.bytes),
    left_by(.available.by),
    if *.leaping { ": use --mode leap" } else { "" }
)]
pub(crate) struct MemoryError {
    subject: String,
    needed: u64,
    available: Available,
    /// Whether it would fit if it leapt.
    leaping: bool,
}

/// What it means that so much is available and no more.
fn left_by(limit: Limit) -> &'static str {
    match limit {
        Limit::Machine => "is available",
        Limit::Container => "is left of this container's limit",
        Limit::AddressSpace => "is left of the limit that ulimit -v sets",
    }
}

/// Bytes in a unit that keeps the number short.
struct Size(u64);

impl std::fmt::Display for Size {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const UNITS: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        let (mut size, mut unit) = (self.0 as f64, 0);
        // What is rounded to 1024 of a unit is one of the next.
        while size >= 1023.5 {
            size /= 1024.0;
            unit += 1;
        }
        let decimals = usize::from(unit > 0 && size < 9.95);
        write!(out, "{size:.decimals$} {}", UNITS[unit])
    }
}

/// What something needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Need {
    /// Bytes.
    pub(crate) bytes: u64,
    /// Bytes if it leapt, where a flag can make it.
    pub(crate) leaping: Option<u64>,
}

impl From<u64> for Need {
    fn from(bytes: u64) -> Self {
        Self { bytes, leaping: None }
    }
}

/// Refuses a need above the memory that is available, where the system says how much that is.
pub(crate) fn check(
    subject: impl FnOnce() -> String,
    need: impl Into<Need>,
) -> Result<(), MemoryError> {
    check_against(subject, need.into(), available())
}

/// Who sees to it that something fits in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// What the system has available now.
    Available,
    /// Whoever set memory aside for it before: the runs of a sweep share what there was when it began, and what is available while
    /// they go on is less than that by what they use themselves.
    Granted,
}

impl Room {
    /// Refuses a need that there is no room for.
    pub(crate) fn check(
        self,
        subject: impl FnOnce() -> String,
        need: impl Into<Need>,
    ) -> Result<(), MemoryError> {
        match self {
            Self::Available => check(subject, need),
            Self::Granted => Ok(()),
        }
    }
}

/// Refuses a need above what was available before, where the system said how much that was.
pub(crate) fn check_against(
    subject: impl FnOnce() -> String,
    need: Need,
    available: Option<Available>,
) -> Result<(), MemoryError> {
    let Some(available) = available.filter(|available| need.bytes > available.bytes) else {
        return Ok(());
    };
    let leaping = need.leaping.is_some_and(|leaping| leaping <= available.bytes);
    Err(MemoryError { subject: subject(), needed: need.bytes, available, leaping })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(need: Need, bytes: u64, by: Limit) -> Option<String> {
        let available = Some(Available { bytes, by });
        check_against(|| "uniform".to_owned(), need, available).err().map(|e| e.to_string())
    }

    #[test]
    fn a_need_above_what_is_available_is_refused_with_both_numbers_and_what_limits_it() {
        let refusal = |needed: u64, by| refusal(needed.into(), 1536, by);
        for (by, left) in [
            (Limit::Machine, "1.5 KiB is available"),
            (Limit::Container, "1.5 KiB is left of this container's limit"),
            (Limit::AddressSpace, "1.5 KiB is left of the limit that ulimit -v sets"),
        ] {
            let expected = format!("uniform needs about 16 EiB of memory; {left}");
            assert_eq!(refusal(u64::MAX, by), Some(expected));
            assert_eq!(refusal(1536, by), None);
        }
    }

    #[test]
    fn leaping_is_advised_where_it_helps() {
        let refusal = |leaping| refusal(Need { bytes: 20 << 30, leaping }, 3 << 30, Limit::Machine);
        let without = "uniform needs about 20 GiB of memory; 3.0 GiB is available";
        assert_eq!(refusal(Some(3 << 30)), Some(format!("{without}: use --mode leap")));
        assert_eq!(refusal(Some((3 << 30) + 1)).as_deref(), Some(without));
        assert_eq!(refusal(None).as_deref(), Some(without));
    }

    #[test]
    fn sizes_are_short() {
        for (bytes, text) in [
            (0, "0 bytes"),
            (1023, "1023 bytes"),
            (1024, "1.0 KiB"),
            (10_188, "9.9 KiB"),
            (10_189, "10 KiB"),
            ((1 << 20) - 1, "1.0 MiB"),
            (u64::MAX, "16 EiB"),
        ] {
            assert_eq!(Size(bytes).to_string(), text);
        }
    }

    #[test]
    fn a_system_that_does_not_say_refuses_nothing() {
        assert_eq!(check_against(String::new, u64::MAX.into(), None), Ok(()));
    }

    #[test]
    fn what_was_granted_is_not_asked_for_again() {
        let subject = || "uniform".to_owned();
        assert_eq!(Room::Granted.check(subject, u64::MAX), Ok(()));
        assert_eq!(Room::Available.check(subject, u64::MAX).is_ok(), available().is_none());
    }
}
