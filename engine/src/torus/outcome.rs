//! Reports what a run on a torus leaves behind.

use super::messages::TorusMessages;
use crate::geometry::TorusChannel;
use crate::ledger::LedgerLine;

/// The result of a run.
#[derive(Clone, Debug)]
pub struct TorusOutcome {
    /// What was sent.
    pub messages: TorusMessages,
    /// Steps, the sum of the ledger.
    pub steps: u64,
    /// Where the steps went.
    pub ledger: Vec<LedgerLine>,
    /// Most messages that waited in one node at the end of any step, t = 0 included.
    pub peak: u32,
    /// The ledger path of the first span that attains the peak.
    pub peak_path: String,
    /// Most messages that waited for one channel at the end of any step, t = 0 included.
    pub longest_queue: u32,
    /// Messages that crossed a channel, added up.
    pub link_uses: u64,
    /// Most messages that crossed one channel.
    pub link_peak: u32,
    /// Copies that nodes made to pass a message on over more than one channel.
    pub copies: u64,
    /// Deliveries that were due and came.
    pub delivered: u64,
    /// Deliveries that were not due, or due once and came again.
    pub wrong: u64,
    /// The full audit, if the run was asked for it.
    pub audit: Option<TorusAudit>,
}

/// What a full audit records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TorusAudit {
    /// Most messages that waited in each node at the end of any step, t = 0 included.
    pub node_peaks: Vec<u32>,
    /// For t = 0, 1, … the messages that waited in all nodes at the end of step t.
    pub waiting: Vec<u64>,
    /// Messages that crossed each channel, by channel and then by node.
    pub link_uses: Vec<Vec<u32>>,
}

impl TorusAudit {
    /// Messages that crossed `channel` of `node`.
    pub fn uses(&self, node: u32, channel: TorusChannel) -> u32 {
        self.link_uses[channel.number()][node as usize]
    }
}
