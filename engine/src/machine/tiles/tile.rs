//! Cuts the machine of a tile out of a larger one, with its packets, and puts it back.

use crate::machine::Machine;
use crate::machine::meter::Totals;
use crate::nodes::Window;

/// Nodes of a tile whose memory is kept for other tiles: a small one's is soon used up, a large one's would be much.
const SPARE_NODES: usize = 1 << 12;

impl Machine {
    /// A machine that holds the packets of a window.
    pub(super) fn cut_out(&mut self, window: Window, windows: usize) -> Box<Machine> {
        let frame = window.frame(self.nodes().frame());
        // The threads are busy with the windows; one window alone passes them on.
        let threads = if windows > 1 { 1 } else { self.stage.threads };
        let mut machine = match self.spares.pop() {
            Some(mut spare) => {
                spare.stage.begin_part(&self.stage, frame, threads);
                spare
            }
            None => Box::new(self.part(frame, threads, self.stage.rehearses())),
        };
        machine.stage.take_out(window, &mut self.stage);
        machine
    }

    /// Puts the packets of a window back and returns what it has counted.
    pub(super) fn put_back(&mut self, window: Window, mut machine: Box<Machine>) -> Totals {
        self.stage.nodes.put_back(window, &mut machine.stage.nodes);
        self.nodes().registers_held.end(&machine.nodes().registers_held);
        let payloads = machine.stage.nodes.buffers.beside.payloads.hand_over();
        let totals = machine.stage.meter.close(&self.stage.meter, payloads);
        if machine.shape().nodes() <= SPARE_NODES && machine.stage.go_on().is_ok() {
            self.spares.push(machine);
        }
        totals
    }
}
