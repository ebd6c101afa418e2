//! Reports what a finished run leaves behind.

use crate::audit::FullAudit;
use crate::cost::CostModel;
use crate::deliveries::Deliveries;
use crate::geometry::Shape;
use crate::ledger::LedgerLine;
use crate::nodes::{Buffers, RunMark, Slot, Variable};
use crate::packet::Packet;
use std::sync::Arc;

/// The result of a run: everything counted, everything delivered, and the final buffers.
#[derive(Debug)]
pub struct Outcome {
    /// The mesh.
    pub shape: Shape,
    /// The charges under which the counts hold.
    pub model: CostModel,
    /// Packets a buffer may hold; `None` if unlimited.
    pub capacity: Option<usize>,
    /// Steps, the sum of the ledger.
    pub steps: u64,
    /// Where the steps went.
    pub ledger: Vec<LedgerLine>,
    /// Most packets in one buffer at the end of any step, t = 0 included.
    pub peak: u32,
    /// Whether the peak is a bound, since some of the ledger are: see [`Mode::Leap`](crate::Mode::Leap).
    pub peak_is_bound: bool,
    /// The ledger path of the first span that attains the peak.
    pub peak_path: String,
    /// Uses of directed links: a packet or a word 1, an exchange 2. `None` if a [leap](crate::Machine::leap) has moved
    /// packets whose ways were not followed.
    pub link_uses: Option<u64>,
    /// Packet copies made (deliveries not counted).
    pub copies: u64,
    /// Claims that the machine has checked; see [`Machine::claim`](crate::Machine::claim).
    pub claims: u64,
    /// What stands in the output queues.
    pub deliveries: Deliveries,
    /// Whether the program was told for nothing when all packets had left the network, as no node could know: see
    /// [`Machine::told_when_done`](crate::Machine::told_when_done).
    pub told_when_done: bool,
    /// The full audit, if the machine was asked for it.
    pub audit: Option<FullAudit>,
    pub(crate) buffers: Buffers,
    pub(crate) run: Arc<RunMark>,
}

impl Outcome {
    /// The packet left in slot `lane` of the node at `row`, `col`.
    pub fn packet(&self, lane: usize, row: usize, col: usize) -> Option<Packet> {
        self.buffers.packet(Slot { lane, node: self.shape.index(row, col) })
    }

    /// Packets left in the buffer of the node at `row`, `col`.
    pub fn packets_left(&self, row: usize, col: usize) -> u32 {
        self.buffers.occupancy(self.shape.index(row, col))
    }
}

impl<T> Variable<T> {
    /// The registers of all nodes, row-major, `per_node` each: for whoever started the run, once it is over.
    ///
    /// # Panics
    /// If `over` is the outcome of another run.
    pub fn reveal(self, over: &Outcome) -> Vec<T> {
        self.into_values(&over.run).expect("the registers are of another run")
    }
}
