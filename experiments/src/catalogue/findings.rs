//! Defines what an algorithm chose for a message set, and what it found out.

use crate::readable::{counted, grouped};
use std::fmt::Debug;

/// The findings of a run. Serialised, they are fields of the parameters of its result.
pub(crate) trait Findings: erased_serde::Serialize + Debug + Send + Sync {
    /// Whether it makes a difference what nodes know of the congestion.
    fn needs_congestion(&self) -> bool {
        true
    }

    /// The choices in a few words.
    fn remark(&self) -> String {
        String::new()
    }

    /// How many phases or rounds there were, of an algorithm that has them.
    fn phases(&self) -> Option<usize> {
        None
    }

    /// What was left after each, and of what, if they leave something.
    fn leftovers(&self) -> Option<(&[u32], &'static str)> {
        None
    }

    /// Guesses at the congestion, if it is unknown.
    fn guesses(&self) -> &[usize] {
        &[]
    }

    /// Flags that make no difference with so much congestion: the whole mesh was toured, or was the only tile.
    fn idle_flags(&self, _congestion: usize) -> &'static [&'static str] {
        &[]
    }

    /// What it found out that it had excluded.
    fn complaint(&self) -> Option<String> {
        None
    }

    /// Lines of a text, each with its heading.
    fn lines(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

erased_serde::serialize_trait_object!(Findings);

/// Phases, and the tiles of the first.
pub(super) fn visits(tiles: &[(usize, usize)], phases: usize) -> String {
    let phases = counted(phases as u64, "phase");
    match tiles.first() {
        Some((down, across)) => format!("{phases}, {}", counted((down * across) as u64, "tile")),
        None => phases,
    }
}

/// The end of a remark on a run in which so many packets went past every node, if there are any.
pub(super) fn and_broadcast(packets: u32) -> String {
    if packets > 0 {
        format!(", {} past every node", counted(u64::from(packets), "packet"))
    } else {
        String::new()
    }
}

/// Numbers of one phase after the other.
pub(crate) fn one_after_another(numbers: impl Iterator<Item = u64>) -> String {
    let numbers: Vec<String> = numbers.map(grouped).collect();
    if numbers.is_empty() { "none".to_owned() } else { numbers.join(", then ") }
}
