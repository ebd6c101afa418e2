//! Defines the row of a run of a PRAM program.

use serde::{Deserialize, Serialize};

/// A PRAM program on a mesh. What is null was not reached: of a run that was refused or failed, all but its configuration.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "parquet", derive(parquet_derive::ParquetRecordWriter))]
pub(crate) struct PramRow {
    /// SHA-256 of `configuration`, in hexadecimal digits.
    pub(crate) key: String,
    /// Everything that the run depends on, as JSON.
    pub(crate) configuration: String,
    pub(crate) program: String,
    /// The kind of PRAM.
    pub(crate) pram: String,
    /// What combines values, if they are combined.
    pub(crate) operator: Option<String>,
    /// `hashed` or `identity`.
    pub(crate) layout: String,
    /// Of the program `access`.
    pub(crate) pattern: Option<String>,
    /// The workload or the name of the file, of programs that take a message set.
    pub(crate) source: Option<String>,
    pub(crate) mesh_rows: Option<u64>,
    pub(crate) mesh_cols: Option<u64>,
    pub(crate) nodes: Option<u64>,
    pub(crate) cells: Option<u64>,
    pub(crate) seed: u64,
    /// `step` or `leap`.
    pub(crate) mode: String,
    /// `done`; `refused`, where there is no such run; or `failed`, a run that broke a rule, broke its kind of PRAM or left a
    /// wrong result.
    pub(crate) status: String,
    /// What is wrong, if anything.
    pub(crate) error: Option<String>,
    /// The most cells of a node.
    pub(crate) memory_words: Option<u64>,
    pub(crate) pram_steps: Option<u64>,
    pub(crate) accesses: Option<u64>,
    pub(crate) steps: Option<u64>,
    /// Steps of the mesh for a step of the PRAM, over √n.
    pub(crate) sides_per_pram_step: Option<f64>,
    /// Of a read and of a write without overload, by formulas.
    pub(crate) read_steps: Option<u64>,
    pub(crate) write_steps: Option<u64>,
    /// Steps that no way to serve the first reads can do without.
    pub(crate) lower_bound: Option<u64>,
    pub(crate) rehashes: Option<u64>,
    /// The most rounds of an access.
    pub(crate) rounds: Option<u64>,
    /// Packets of the fullest buffer.
    pub(crate) peak: Option<u64>,
    /// `measured` or `bound`.
    pub(crate) peak_is: Option<String>,
    pub(crate) capacity: Option<u64>,
    /// Hops of all packets and words, an exchange being two: the energy of the run.
    pub(crate) link_uses: Option<u64>,
    pub(crate) depth: Option<u64>,
    pub(crate) distance: Option<u64>,
    pub(crate) copies: Option<u64>,
    /// The steps by the parts of reads and writes, as JSON.
    pub(crate) parts: Option<String>,
    /// The version of the program and the commit that it was built from.
    pub(crate) version: String,
    pub(crate) build_commit: String,
    pub(crate) timing_seconds: Option<f64>,
    pub(crate) timing_node_steps_per_second: Option<f64>,
}
