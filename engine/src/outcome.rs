//! What a finished run leaves behind.

use crate::audit::FullAudit;
use crate::buffers::{Buffers, Slot};
use crate::cost::CostModel;
use crate::deliveries::Deliveries;
use crate::geometry::Shape;
use crate::ledger::LedgerLine;
use crate::machine::Machine;
use crate::packet::Packet;
use crate::told::Control;
use crate::trace::Record;
use crate::variable::RunMark;
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

impl Machine {
    /// Ends the run.
    ///
    /// # Panics
    /// If the run broke a rule: there is no outcome then.
    pub fn finish(mut self) -> Outcome {
        if let Err(violation) = self.go_on() {
            panic!("a run that broke a rule has no outcome: {violation}");
        }
        self.check_peaks();
        if let Some(recorder) = &mut self.recorder {
            recorder.send(Record::End { steps: self.clock });
        }
        // They share the output queues.
        self.spares.clear();
        let lines = self.ledger.lines();
        if let Some(full) = &mut self.audit.full {
            full.spans = self.ledger.occupancies();
        }
        debug_assert_eq!(lines.iter().map(|line| line.steps).sum::<u64>(), self.clock);
        Outcome {
            shape: self.shape,
            model: self.options.model,
            capacity: self.capacity,
            steps: self.clock,
            ledger: lines,
            peak: self.ledger.peak(),
            peak_path: self.ledger.peak_path(),
            peak_is_bound: self.ledger.has_bounds(),
            link_uses: (!self.audit.links_uncounted).then_some(self.audit.link_uses),
            copies: self.audit.copies,
            claims: self.audit.claims,
            deliveries: self.output.close(self.messages),
            told_when_done: self.control == Control::Gift,
            audit: self.audit.full,
            buffers: self.buffers,
            run: self.run,
        }
    }
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
