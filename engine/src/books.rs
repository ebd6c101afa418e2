//! The books that a machine keeps of what happens: trace, audit and peaks.

use crate::geometry::Port;
use crate::machine::Machine;
use crate::node::Frame;
use crate::packet::Held;
use crate::trace::{Action, Recorder};

impl Machine {
    /// Writes an event into the trace, if there is one.
    #[inline]
    pub(crate) fn record(&mut self, action: impl FnOnce(&Frame) -> Action) {
        if let Some(recorder) = &mut self.recorder {
            recorder.record(action(&self.frame));
        }
    }

    /// Writes the use of the link from `from` to its neighbour `to` into the full audit, and an event into the trace.
    #[inline]
    pub(crate) fn log_link(
        &mut self,
        from: usize,
        to: usize,
        action: impl FnOnce(&Frame) -> Action,
    ) {
        if let Some(full) = &mut self.audit.full {
            let cols = self.shape.cols();
            let port = match (to > from, to.abs_diff(from) == cols && from % cols == to % cols) {
                (true, false) => Port::East,
                (false, false) => Port::West,
                (true, true) => Port::South,
                (false, true) => Port::North,
            };
            full.count_link(from, port);
        }
        self.record(action);
    }

    /// Writes a copy of the packet `original` of node `node` into the books and returns its identity.
    pub(crate) fn log_copy(&mut self, node: usize, original: u32) -> u32 {
        let copy = self.recorder.as_mut().map_or(0, Recorder::new_packet);
        self.audit.copies += 1;
        self.record(|frame| Action::Copy { at: frame.id_of(node), packet: original, copy });
        copy
    }

    /// Puts the message of a packet of node `node` into its output queue.
    pub(crate) fn log_delivery(&mut self, node: usize, held: Held) {
        let message = self.messages.message_of(held.packet.handle());
        let again = self.output.put(&self.messages, message, self.frame.id_of(node));
        let packet = held.identity;
        self.record(|frame| {
            let at = frame.id_of(node);
            if again { Action::Duplicate { at, packet } } else { Action::Deliver { at, packet } }
        });
    }

    /// Takes the books at the end of a form that was charged `steps`. Returns the most packets in one buffer, or 0 where
    /// it does not look, since so few lanes hold packets that the peak cannot rise.
    pub(crate) fn observe(&mut self, steps: u64) -> u32 {
        if self.rehearses {
            // Where packets would have been looked at; how many there may be is said when the rehearsal is charged.
            self.ledger.observe(1);
            return 0;
        }
        let peak = if self.audit.full.is_some() {
            self.survey_fully(steps)
        } else if self.ledger.open_peak() < self.buffers.bound() {
            // A span that has seen as many packets as a node may hold need not look again.
            self.buffers.greatest(self.options.kernels)
        } else {
            self.buffers.forget_counts();
            return 0;
        };
        self.ledger.observe(peak);
        peak
    }

    /// Takes the buffers into the full audit, if there is one, and returns the greatest occupancy.
    pub(crate) fn survey_fully(&mut self, steps: u64) -> u32 {
        let Some(full) = &mut self.audit.full else { return 0 };
        let held = &mut self.audit.held;
        let mut histogram: Vec<u32> = Vec::new();
        let mut packets = 0;
        let peak = self.buffers.survey(|node, count| {
            full.node_peaks[node] = full.node_peaks[node].max(count);
            let sum = &mut full.node_sums[node];
            *sum = match steps {
                // A form that is charged nothing changes the end of the step before it.
                0 => *sum - u64::from(held[node]) + u64::from(count),
                _ => *sum + steps * u64::from(count),
            };
            held[node] = count;
            packets += u64::from(count);
            histogram.resize(histogram.len().max(count as usize + 1), 0);
            histogram[count as usize] += 1;
        });
        full.push_occupancy(&histogram, steps);
        self.ledger.hold(packets, self.shape.nodes() as u64, steps);
        peak
    }
}
