//! The machine of a tile: cut out of a larger one with its packets, and put back.

use super::totals::TileTotals;
use super::window::{Copying, Window};
use crate::geometry::Port;
use crate::machine::{Machine, Options};
use crate::node::Frame;
use crate::trace::Recorder;
use std::sync::Arc;

/// Nodes of a tile whose memory is kept for other tiles: a small one's is soon used up, a large one's would be much.
const SPARE_NODES: usize = 1 << 12;

impl Machine {
    /// A machine for the nodes of a window, without packets.
    fn tile_machine(&mut self, window: Window, windows: usize) -> Box<Machine> {
        let recorder = self.recorder.as_ref().map(|parent| Recorder::new(None, parent.next_packet));
        let frame = window.frame(&self.frame);
        // The threads are busy with the windows; one window alone passes them on.
        let threads = if windows > 1 { 1 } else { self.options.threads };
        match self.spares.pop() {
            Some(mut spare) => {
                spare.options.threads = threads;
                spare.move_to(frame, recorder);
                spare
            }
            None => Box::new(self.blank(frame, threads, recorder)),
        }
    }

    /// A machine without packets in the same run.
    pub(crate) fn blank(
        &self,
        frame: Frame,
        threads: usize,
        recorder: Option<Recorder>,
    ) -> Machine {
        let options = Options { threads, trace: None, ..self.options.clone() };
        let messages = Arc::clone(&self.messages);
        let mut machine =
            Machine::build(frame.shape, frame, messages, self.capacity, options, recorder);
        machine.headers = Arc::clone(&self.headers);
        machine.output = self.output.of_tile();
        machine.run = Arc::clone(&self.run);
        machine.workers = Arc::clone(&self.workers);
        machine.unenforced = self.unenforced;
        machine.rehearses = self.rehearses;
        machine.rehearsals = Arc::clone(&self.rehearsals);
        machine
    }

    /// Brings another machine of the run to the same time and the same buffers.
    pub(crate) fn join(&self, machine: &mut Machine) {
        machine.clock = self.clock;
        machine.local_passes = self.local_passes;
        machine.buffers.add_lanes(self.buffers.lanes());
    }

    /// A machine that holds the packets of a window.
    pub(super) fn cut_out(&mut self, window: Window, windows: usize) -> Box<Machine> {
        let shape = window.shape();
        let mut machine = self.tile_machine(window, windows);
        self.join(&mut machine);
        for lane in (0..self.buffers.open_lanes()).filter(|&lane| self.buffers.is_live(lane)) {
            machine.buffers.enliven(lane);
            window.copy(&self.buffers, &mut machine.buffers, lane, self.shape, Copying::Out);
        }
        let (outer, inner) = (&mut self.buffers.queues, &mut machine.buffers.queues);
        if outer.in_use() {
            for node in 0..shape.nodes() {
                inner.take_over(node, outer, window.outer(self.shape, node));
            }
        }
        machine.survey_fully(0);
        machine
    }

    /// Puts the packets of a window back and returns what it has counted.
    pub(super) fn put_back(&mut self, window: Window, machine: Box<Machine>) -> TileTotals {
        let mut machine = machine;
        assert!(
            machine.is_of(&self.run, window.frame(&self.frame)) && machine.clock >= self.clock,
            "a program replaced its machine"
        );
        self.buffers.add_lanes(machine.buffers.lanes());
        self.buffers.forget_counts();
        for lane in 0..self.buffers.open_lanes().max(machine.buffers.open_lanes()) {
            if self.buffers.is_live(lane) || machine.buffers.is_live(lane) {
                machine.buffers.open(lane);
                self.buffers.enliven(lane);
                window.copy(&machine.buffers, &mut self.buffers, lane, self.shape, Copying::Back);
            }
        }
        let (outer, inner) = (&mut self.buffers.queues, &mut machine.buffers.queues);
        if inner.in_use() {
            for node in 0..machine.shape.nodes() {
                outer.take_over(window.outer(self.shape, node), inner, node);
            }
        }
        let mut occupancy = Vec::new();
        if let (Some(whole), Some(part)) = (&mut self.audit.full, machine.audit.full.take()) {
            for node in 0..machine.shape.nodes() {
                let at = window.outer(self.shape, node);
                whole.node_peaks[at] = whole.node_peaks[at].max(part.node_peaks[node]);
                // The tile's sums begin with the moment that those of the whole end with.
                let held = &mut self.audit.held[at];
                whole.node_sums[at] += part.node_sums[node];
                whole.node_sums[at] -= u64::from(*held);
                *held = machine.audit.held[node];
                for port in Port::ALL {
                    let outer = if window.transposed { port.transposed() } else { port };
                    whole.link_uses[at][outer.number()] += part.link_uses[node][port.number()];
                }
            }
            occupancy = part.occupancy;
        }
        let started = self.recorder.as_ref().map_or(0, |recorder| recorder.next_packet);
        let (events, next) = machine
            .recorder
            .take()
            .map_or((Vec::new(), started), |recorder| (recorder.events, recorder.next_packet));
        let totals = TileTotals {
            steps: machine.clock - self.clock,
            control: machine.control,
            local_passes: machine.local_passes,
            ledger: machine.ledger.hand_over(),
            audit: machine.audit.hand_over(),
            beside: std::mem::take(&mut machine.output.beside),
            events,
            new_packets: next - started,
            occupancy,
        };
        if machine.shape.nodes() <= SPARE_NODES && machine.go_on().is_ok() {
            self.spares.push(machine);
        }
        totals
    }
}
