//! Transmits packets that go by a rule, each by its own: only the nodes that hold some are looked at.

use super::route::{Lowest, Program, Sends};
use crate::geometry::{Lines, Port};
use crate::machine::{RowSends, Step};
use crate::nodes::{Node, Nodes};
use crate::packet::{EMPTY, Packet};
use crate::violation::Violation;
use std::ops::Range;

impl Step<'_> {
    /// Every packet of `lanes` leaves over the port that `rule` gives for it, if it gives one: the
    /// [transmission](Step::transmit) in which every node sends these. `rule` gets the lane.
    ///
    /// # Errors
    /// Those of [`Step::transmit`]; M1 where two packets of a node are given the same port.
    pub fn carry(
        &mut self,
        lanes: Range<usize>,
        ports: &[Port],
        rule: impl Fn(&Node<'_>, usize, Packet) -> Option<Port> + Sync,
    ) -> Result<(), Violation> {
        self.transmission(lanes.clone(), ports, &Carried { lanes, rule }, &Lowest)
    }

    /// [`Step::carry`] where the receiver says which slot an arrival takes, as in [`Step::transmit_into`].
    ///
    /// # Errors
    /// Those of [`Step::carry`]; M6 where the slot is taken.
    pub fn carry_into(
        &mut self,
        lanes: Range<usize>,
        ports: &[Port],
        rule: impl Fn(&Node<'_>, usize, Packet) -> Option<Port> + Sync,
        landing: impl Fn(&Node<'_>, Port) -> usize + Sync,
    ) -> Result<(), Violation> {
        self.transmission(lanes.clone(), ports, &Carried { lanes, rule }, &landing)
    }

    /// Every node sends packets of `lanes` along its line towards the places on it that `to` says for them: of those
    /// that have to go the same way the one with the farthest to go, of several that in the lowest lane. A
    /// [transmission](Step::transmit).
    ///
    /// # Errors
    /// Those of [`Step::transmit`]; M5 where a place lies beyond the line.
    pub fn approach(
        &mut self,
        lines: Lines,
        lanes: Range<usize>,
        to: impl Fn(Packet) -> usize + Sync,
    ) -> Result<(), Violation> {
        let program = Approaching { lines, lanes: lanes.clone(), to };
        self.transmission(lanes, &lines.ports(), &program, &Lowest)
    }
}

struct Carried<R> {
    lanes: Range<usize>,
    rule: R,
}

impl<R: Fn(&Node<'_>, usize, Packet) -> Option<Port> + Sync> Program for Carried<R> {
    const NAME: &'static str = "carry";

    fn ask(&self, node: &Node<'_>, sends: &mut Sends) {
        for lane in self.lanes.clone() {
            let packet = node.packet(lane);
            if let Some(port) = packet.and_then(|packet| (self.rule)(node, lane, packet)) {
                sends.send(lane, port);
            }
        }
    }

    fn ask_row(&self, nodes: &Nodes, row: usize, sends: &mut RowSends) -> bool {
        nodes.visit_row(self.lanes.clone(), row, |lane, col, packet| {
            if let Some(port) = (self.rule)(&nodes.node_at(row, col), lane, packet) {
                sends.push(lane, port, col);
            }
        });
        true
    }
}

struct Approaching<T> {
    lines: Lines,
    lanes: Range<usize>,
    to: T,
}

impl<T: Fn(Packet) -> usize + Sync> Program for Approaching<T> {
    const NAME: &'static str = "approach";

    fn ask(&self, node: &Node<'_>, sends: &mut Sends) {
        let here = self.lines.place(node);
        // For either way, the farthest to go and the lane of the packet that has to.
        let mut first = [(0, 0); 2];
        for lane in self.lanes.clone() {
            let Some(to) = node.packet(lane).map(&self.to) else { continue };
            let way = usize::from(to < here);
            if to.abs_diff(here) > first[way].0 {
                first[way] = (to.abs_diff(here), lane);
            }
        }
        for ((distance, lane), port) in first.into_iter().zip(self.lines.ports()) {
            if distance > 0 {
                sends.send(lane, port);
            }
        }
    }

    fn ask_row(&self, nodes: &Nodes, row: usize, sends: &mut RowSends) -> bool {
        let mut farthest = std::mem::take(&mut sends.farthest);
        for way in &mut farthest {
            way.clear();
            way.resize(nodes.shape().cols(), (0, 0));
        }
        nodes.visit_row(self.lanes.clone(), row, |lane, col, packet| {
            let (to, here) = ((self.to)(packet), self.lines.place_at(row, col));
            let farthest = &mut farthest[usize::from(to < here)][col];
            let distance = to.abs_diff(here) as u32;
            if distance > farthest.0 {
                *farthest = (distance, lane as u32);
            }
        });
        for (way, port) in farthest.iter().zip(self.lines.ports()) {
            for (col, &(distance, lane)) in way.iter().enumerate() {
                if distance > 0 {
                    sends.push(lane as usize, port, col);
                }
            }
        }
        sends.farthest = farthest;
        true
    }
}

impl Nodes {
    /// Hands the packets of `lanes` in a row to `visit`, with their lanes and columns.
    #[inline]
    fn visit_row(
        &self,
        lanes: Range<usize>,
        row: usize,
        mut visit: impl FnMut(usize, usize, Packet),
    ) {
        const CHUNK: usize = 8;
        let (first, cols) = (self.shape().index(row, 0), self.shape().cols());
        for lane in lanes.start..lanes.end.min(self.buffers.open_lanes()) {
            if !self.buffers.is_live(lane) {
                continue;
            }
            let slots = &self.buffers.plane(lane)[first..first + cols];
            for (chunk, slots) in slots.chunks(CHUNK).enumerate() {
                // Empty slots have all bits that a slot can have.
                if slots.iter().fold(EMPTY, |bits, slot| bits & slot) == EMPTY {
                    continue;
                }
                for (i, &slot) in slots.iter().enumerate() {
                    if let Some(packet) = Packet::in_slot(slot) {
                        visit(lane, chunk * CHUNK + i, packet);
                    }
                }
            }
        }
    }
}
