//! Holds the result of `meshcast spmv`.

use super::{LedgerEntry, Links, MachineResult, MessagesResult, Registers, RouteBuffer, Timing};
use crate::catalogue::Class;
use serde::Serialize;

/// A product of a sparse matrix and a vector.
#[derive(Debug, Serialize)]
pub(crate) struct SpmvResult {
    pub(crate) schema: &'static str,
    pub(crate) version: &'static str,
    pub(crate) commit: &'static str,
    pub(crate) algorithm: &'static str,
    pub(crate) variant: Option<&'static str>,
    /// What `auto` chose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) chosen: Option<&'static str>,
    pub(crate) seed: u64,
    pub(crate) machine: MachineResult,
    pub(crate) messages: MessagesResult,
    /// Where the values of A are from: `file`, or `seeded`.
    pub(crate) values: &'static str,
    /// Those of the next two together.
    pub(crate) steps: u64,
    /// Steps of the multicast.
    pub(crate) communication_steps: u64,
    /// Steps of products and sums.
    pub(crate) product_steps: u64,
    /// Steps that no multicast of this set can do without.
    pub(crate) lower_bound: u64,
    /// Steps of `unicast` on the same set, without products.
    pub(crate) unicast_steps: u64,
    pub(crate) deliveries: usize,
    pub(crate) undelivered: usize,
    pub(crate) buffer: RouteBuffer,
    pub(crate) registers: Registers,
    pub(crate) links: Links,
    pub(crate) copies: u64,
    /// What came of each class of messages, if nodes have several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) classes: Vec<Class>,
    /// Whether an oracle told the program for free that routing had finished, which no node can know.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) told_when_done: bool,
    /// Whether y is what the host computes.
    pub(crate) correct: bool,
    pub(crate) ledger: Vec<LedgerEntry>,
    pub(crate) timing: Timing,
}
