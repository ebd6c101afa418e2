//! Defines the rows of a store: flat, so that any reader of `SQLite` or CSV understands them.

use super::load_row::LoadRow;
use super::pram_row::PramRow;
use crate::input::hexadecimal;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt;

/// A run of a sweep. What is null was not reached: of a run that was refused or broke a rule, all but its configuration.
///
/// Columns that cannot repeat start with `timing_`; all others are the same whenever and wherever the run is made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "parquet", derive(parquet_derive::ParquetRecordWriter))]
pub(crate) struct RunRow {
    /// SHA-256 of `configuration`, in hexadecimal digits.
    pub(crate) key: String,
    /// Everything that the run depends on, as JSON.
    pub(crate) configuration: String,
    /// The algorithm with its variant and parameters, as `deterministic:rounds schedule=shrink`.
    pub(crate) algorithm: String,
    /// The workload or the name of the file.
    pub(crate) source: String,
    pub(crate) mesh_rows: u64,
    pub(crate) mesh_cols: u64,
    pub(crate) nodes: u64,
    /// What the workload was asked for, if it was.
    pub(crate) asked_congestion: Option<u64>,
    pub(crate) asked_degree: Option<u64>,
    pub(crate) seed: u64,
    /// `step` or `leap`.
    pub(crate) mode: String,
    /// Whether nodes know the congestion: `known`, `counted` or `doubled`.
    pub(crate) knowledge: String,
    /// `done`; `refused`, where the workload or the algorithm is not for such parameters; or `failed`, a run that broke a rule
    /// or made a wrong delivery.
    pub(crate) status: String,
    /// What is wrong, if anything.
    pub(crate) error: Option<String>,
    /// Measured on the message set, as are degree, congestion and deliveries.
    pub(crate) messages: Option<u64>,
    /// Messages of the node that has most.
    pub(crate) per_node: Option<u64>,
    pub(crate) degree: Option<u64>,
    pub(crate) congestion: Option<u64>,
    pub(crate) deliveries: Option<u64>,
    pub(crate) undelivered: Option<u64>,
    pub(crate) steps: Option<u64>,
    pub(crate) steps_over_sqrt_cn: Option<f64>,
    /// Steps that no algorithm can do without on this very set.
    pub(crate) lower_bound: Option<u64>,
    /// Packets of the fullest buffer.
    pub(crate) peak: Option<u64>,
    /// `measured` or `bound`.
    pub(crate) peak_is: Option<String>,
    pub(crate) peak_phase: Option<String>,
    /// Packets that a buffer has room for; null where unlimited.
    pub(crate) capacity: Option<u64>,
    /// Hops of all packets and words, an exchange being two: the energy of the run.
    pub(crate) link_uses: Option<u64>,
    /// The energy that no algorithm can do without on this very set.
    pub(crate) energy_lower_bound: Option<u64>,
    /// No chain of dependent messages has more messages, or makes more hops.
    pub(crate) depth: Option<u64>,
    pub(crate) distance: Option<u64>,
    pub(crate) copies: Option<u64>,
    /// Phases or rounds, of an algorithm that has them.
    pub(crate) phases: Option<u64>,
    /// What was left after each, as JSON.
    pub(crate) leftovers: Option<String>,
    /// The parameters, ledger and audit of `meshcast route`, as JSON.
    pub(crate) parameters: Option<String>,
    pub(crate) ledger: Option<String>,
    pub(crate) audit: Option<String>,
    /// The version of the program and the commit that it was built from.
    pub(crate) version: String,
    pub(crate) build_commit: String,
    pub(crate) timing_seconds: Option<f64>,
    pub(crate) timing_node_steps_per_second: Option<f64>,
}

/// The key of a row whose run is named by `text`: its SHA-256 in hexadecimal digits.
pub(crate) fn key_of(text: &str) -> String {
    hexadecimal(Sha256::new().chain_update(text))
}

impl RunRow {
    /// A parameter that the algorithm chose.
    pub(crate) fn parameter(&self, name: &str) -> Option<Value> {
        let parameters: Value = serde_json::from_str(self.parameters.as_deref()?).ok()?;
        parameters.get(name).cloned()
    }

    /// What a run of one message a node has in common with all runs that take the same steps but for their seeds: its configuration
    /// without the seed, the mode, the audit and the way in which several rows of a file would have been dealt to a node.
    pub(crate) fn cell(&self) -> Map<String, Value> {
        let mut configuration = self.configured();
        for key in ["seed", "mode", "audit", "block"] {
            configuration.remove(key);
        }
        configuration
    }

    /// Whether a node may have had several messages: claims and figures are about one. Rows that do not say it count as such where
    /// several rows of a file could be dealt to a node.
    pub(crate) fn has_several_messages(&self) -> bool {
        self.per_node.map_or_else(|| self.may_be_in_blocks(), |per_node| per_node > 1)
    }

    /// The row of a program that did not say how many messages a node had: one, unless several rows of a file could be dealt to a node.
    pub(super) fn with_messages_of_a_node(self) -> Self {
        let is_known = self.messages.is_some() && !self.may_be_in_blocks();
        Self { per_node: is_known.then_some(1), ..self }
    }

    fn may_be_in_blocks(&self) -> bool {
        self.configured().contains_key("block")
    }

    fn configured(&self) -> Map<String, Value> {
        serde_json::from_str(&self.configuration).unwrap_or_default()
    }

    /// Whether a tour of the whole mesh took the place of the algorithm that was asked for.
    pub(crate) fn fell_back(&self) -> bool {
        self.parameter("fallback") == Some(Value::Bool(true))
    }
}

/// A verified expander of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "parquet", derive(parquet_derive::ParquetRecordWriter))]
pub(crate) struct ExpanderRow {
    /// SHA-256 of `configuration`, in hexadecimal digits.
    pub(crate) key: String,
    pub(crate) configuration: String,
    /// m, c and r, and the seed of the permutation.
    pub(crate) inputs: u64,
    pub(crate) outputs: u64,
    pub(crate) degree: u64,
    pub(crate) seed: u64,
    /// Search moves that the verification may make.
    pub(crate) effort: u64,
    /// `done` or `refused`.
    pub(crate) status: String,
    pub(crate) error: Option<String>,
    pub(crate) definition_ok: Option<bool>,
    pub(crate) vacuous: Option<bool>,
    pub(crate) regular: Option<bool>,
    pub(crate) parallel_edges: Option<u64>,
    pub(crate) lambda_exact: Option<bool>,
    pub(crate) lambda_lower: Option<f64>,
    pub(crate) lambda_lower_by: Option<String>,
    pub(crate) lambda_upper: Option<f64>,
    pub(crate) lambda_upper_by: Option<String>,
    /// The λ that all but 2^`union_failure_log2` of the permutations have.
    pub(crate) union_lambda: Option<f64>,
    pub(crate) union_failure_log2: Option<f64>,
    pub(crate) alpha_certified: Option<u64>,
    pub(crate) alpha_at_least: Option<u64>,
    pub(crate) version: String,
    pub(crate) build_commit: String,
    pub(crate) timing_seconds: Option<f64>,
}

/// A plan that runs are from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct PlanRow {
    /// SHA-256 of `name`, `seed` and `text`, a line each, in hexadecimal digits.
    pub(crate) key: String,
    /// The name of a shipped plan or of the file.
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) text: String,
    /// The seed of its tables without seeds.
    pub(crate) seed: u64,
}

/// The program that a row is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Build<'a> {
    pub(crate) version: &'a str,
    pub(crate) commit: &'a str,
}

impl fmt::Display for Build<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "meshcast {}, commit {}", self.version, self.commit)
    }
}

/// The programs that rows are from: of a store, one if all is well.
pub(crate) fn builds<'a, R: super::Tabled + 'a>(
    rows: impl IntoIterator<Item = &'a R>,
) -> BTreeSet<Build<'a>> {
    rows.into_iter().map(R::build).collect()
}

/// A row of one of the tables that runs are stored in.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Row {
    Run(Box<RunRow>),
    Expander(Box<ExpanderRow>),
    Load(Box<LoadRow>),
    Pram(Box<PramRow>),
}

impl Row {
    /// Whether the run broke a rule or has a wrong result.
    pub(crate) fn has_failed(&self) -> bool {
        self.status() == FAILED
    }

    /// Whether there is no such run.
    pub(crate) fn is_refused(&self) -> bool {
        self.status() == REFUSED
    }

    fn status(&self) -> &str {
        match self {
            Self::Run(row) => &row.status,
            Self::Expander(row) => &row.status,
            Self::Load(row) => &row.status,
            Self::Pram(row) => &row.status,
        }
    }
}

pub(crate) const DONE: &str = "done";
pub(crate) const REFUSED: &str = "refused";
pub(crate) const FAILED: &str = "failed";
