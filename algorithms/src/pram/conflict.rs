//! Finds out which accesses break the rules of a kind of PRAM.

use super::memory_map::MemoryMap;
use meshcast_engine::{Machine, Variable, Violation};
use meshcast_primitives::{Clash, reduce};
use thiserror::Error;

/// Two processors that access one cell as their kind of PRAM forbids: of all such cells of the step the one with the lowest address, and
/// of the processors that are next to each other among those that access it, the first two at odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "PRAM step {pram_step}: processors {} and {} {access} cell {cell} at once, which {rule}",
    processors[0],
    processors[1]
)]
pub struct PramConflict {
    /// The step of the PRAM, counted from 1.
    pub pram_step: u64,
    /// The cell.
    pub cell: u32,
    /// The processors.
    pub processors: [u32; 2],
    /// Whether they read or write it.
    pub access: Access,
    /// What forbids it.
    pub rule: Forbidden,
}

/// What processors do with a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// They read it.
    Read,
    /// They write it.
    Write,
}

impl std::fmt::Display for Access {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Write => "write",
        })
    }
}

/// What a kind of PRAM forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// Any two accesses to one cell.
    Sharing,
    /// Writes of different values.
    Difference,
}

impl std::fmt::Display for Forbidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Sharing => "the mode forbids",
            Self::Difference => "the mode allows for one value only",
        })
    }
}

/// The cell with the lowest address that processors clash at, and the first two that do: two reductions.
pub(super) fn first_clash(
    machine: &mut Machine,
    clashes: &Variable<Option<Clash>>,
    map: &MemoryMap,
) -> Result<(u32, [u32; 2]), Violation> {
    machine.span("conflict", |machine| {
        let found = |clash: &Option<Clash>| {
            clash.map_or(u64::MAX, |Clash { place, nodes: [first, _] }| {
                u64::from(map.address(place)) << 32 | u64::from(first)
            })
        };
        let mut least = machine.map(clashes, |_, clash| found(clash))?;
        let least = reduce(machine, &mut least, u64::min)?;
        let mut second = machine.map(clashes, |_, clash| match clash {
            Some(Clash { nodes: [_, second], .. }) if found(clash) == least => *second,
            _ => u32::MAX,
        })?;
        let second = reduce(machine, &mut second, u32::min)?;
        Ok(((least >> 32) as u32, [least as u32, second]))
    })
}
