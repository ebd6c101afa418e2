//! Holds the results of `meshcast pram`.

use super::audit_summary::AuditSummary;
use super::{LedgerEntry, Links, MachineResult, PrimitiveBuffer, Registers, Spatial, Timing};
use meshcast_algorithms::PramConflict;
use serde::Serialize;

/// The result of a run.
#[derive(Debug, Serialize)]
pub(crate) struct PramResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) program: &'static str,
    pub(crate) pram: &'static str,
    /// Where values are combined.
    pub(crate) operator: Option<&'static str>,
    pub(crate) layout: &'static str,
    pub(crate) mode: &'static str,
    pub(crate) seed: u64,
    /// The file or workload of the input, where the program has one.
    pub(crate) source: Option<String>,
    /// Of the program access.
    pub(crate) pattern: Option<&'static str>,
    pub(crate) machine: MachineResult,
    pub(crate) cells: u64,
    pub(crate) tile_side: usize,
    /// Requests that a node of a tile takes at a time.
    pub(crate) per_node: usize,
    /// The most cells of a node.
    pub(crate) memory_words: usize,
    pub(crate) pram_steps: u64,
    /// Reads and writes.
    pub(crate) accesses: u64,
    pub(crate) steps: u64,
    pub(crate) steps_per_pram_step: f64,
    /// Steps of a read and of a write, by their formulas.
    pub(crate) read_steps: u64,
    pub(crate) write_steps: u64,
    /// Steps that no way to serve the first reads can do without.
    pub(crate) lower_bound: u64,
    pub(crate) rehashes: u32,
    /// The most rounds of an access.
    pub(crate) rounds: u32,
    pub(crate) buffer: PrimitiveBuffer,
    pub(crate) registers: Registers,
    pub(crate) links: Links,
    #[serde(flatten)]
    pub(crate) spatial: Spatial,
    pub(crate) copies: u64,
    pub(crate) correct: bool,
    /// The ledger by the parts of reads and writes.
    pub(crate) parts: Vec<Part>,
    pub(crate) ledger: Vec<LedgerEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) audit: Option<AuditSummary>,
    pub(crate) timing: Timing,
}

/// A part of all steps of the PRAM.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Part {
    pub(crate) part: String,
    pub(crate) steps: u64,
}

impl Part {
    /// The parts of a ledger whose outermost spans are steps of the PRAM: what they read, write and so on, by the spans inside that.
    pub(crate) fn all(ledger: &[LedgerEntry]) -> Vec<Self> {
        let mut parts: Vec<Self> = Vec::new();
        for LedgerEntry { path, steps, .. } in ledger {
            let inside: Vec<&str> = path.split('/').skip(1).take(2).collect();
            let part = inside.join("/");
            match parts.iter_mut().find(|known| known.part == part) {
                Some(known) => known.steps += steps,
                None => parts.push(Self { part, steps: *steps }),
            }
        }
        parts.retain(|part| part.steps > 0);
        parts
    }
}

/// A conflict that has ended a run.
#[derive(Debug, Serialize)]
pub(crate) struct ConflictResult {
    schema: &'static str,
    pram_step: u64,
    cell: u32,
    processors: [u32; 2],
    access: String,
    message: String,
}

impl ConflictResult {
    pub(crate) fn of(conflict: &PramConflict) -> Self {
        let PramConflict { pram_step, cell, processors, access, .. } = *conflict;
        let (access, message) = (access.to_string(), conflict.to_string());
        Self { schema: "meshcast.pram-conflict/1", pram_step, cell, processors, access, message }
    }
}

/// One read in several ways.
#[derive(Debug, Serialize)]
pub(crate) struct CompareResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) layout: &'static str,
    pub(crate) seed: u64,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) tile_side: usize,
    pub(crate) per_node: usize,
    pub(crate) reads: Vec<ComparedRead>,
    pub(crate) timing: Timing,
}

/// A read of a pattern.
#[derive(Debug, Serialize)]
pub(crate) struct ComparedRead {
    pub(crate) pattern: &'static str,
    pub(crate) ways: Vec<ReadWay>,
}

/// A way to serve a read.
#[derive(Debug, Serialize)]
pub(crate) struct ReadWay {
    pub(crate) way: &'static str,
    pub(crate) steps: u64,
    pub(crate) peak: u32,
    /// Whether nodes learn for free that all is done.
    pub(crate) told_when_done: bool,
}

/// How often a tile is overloaded.
#[derive(Debug, Serialize)]
pub(crate) struct OverloadsResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) rows: usize,
    pub(crate) cols: usize,
    pub(crate) cells: u64,
    pub(crate) tile_side: usize,
    pub(crate) per_node: usize,
    /// The first seed.
    pub(crate) seed: u64,
    pub(crate) seeds: usize,
    /// Seeds whose keys overload a tile.
    pub(crate) overloads: usize,
    /// Of all seeds.
    pub(crate) share: f64,
    /// The probability of an overload, at most.
    pub(crate) bound: f64,
    /// The load of the fullest tile over what it serves in a round: the greatest over all seeds, and the mean.
    pub(crate) greatest_fill: f64,
    pub(crate) mean_fill: f64,
}

/// The programs.
#[derive(Debug, Serialize)]
pub(crate) struct ListResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) programs: Vec<ListedProgram>,
}

/// A program.
#[derive(Debug, Serialize)]
pub(crate) struct ListedProgram {
    pub(crate) program: &'static str,
    /// The strictest kind of PRAM in which it is lawful.
    pub(crate) pram: &'static str,
    pub(crate) input: &'static str,
    pub(crate) description: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up_what_steps_of_the_pram_have_in_common() {
        let entry = |path: &str, steps| LedgerEntry {
            path: path.to_owned(),
            calls: 1,
            steps,
            peak: 1,
            peak_is: None,
        };
        let ledger = [
            entry("inject", 0),
            entry("step 1/read", 2),
            entry("step 1/read/sort/blocks", 5),
            entry("step 1/read/sort", 1),
            entry("step 2/read/sort", 7),
            entry("step 2/end", 4),
        ];
        let part = |part: &str, steps| Part { part: part.to_owned(), steps };
        let expected = [part("read", 2), part("read/sort", 13), part("end", 4)];
        assert_eq!(Part::all(&ledger), expected);
    }
}
