//! Takes packets out of their slots: all that a row sends at once if it is lawful, otherwise rule by rule.

use super::route::{Program, Route, Sends};
use crate::geometry::Port;
use crate::machine::{Departing, Flight, RowSends, Stage};
use crate::packet::EMPTY;
use crate::violation::{Fault, Rule, Violation};
use std::ops::Range;

impl Stage {
    /// Takes out what a whole row sends, if it can be asked at once and all of it is lawful; otherwise does nothing and
    /// returns false.
    pub(super) fn depart_row(
        &mut self,
        flight: &mut Flight,
        row: usize,
        route: &Route<'_>,
        (program, sends): (&impl Program, &mut RowSends),
    ) -> bool {
        sends.list.clear();
        self.enforces_all()
            && program.ask_row(&self.nodes, row, sends)
            && self.depart_listed(flight, row, route, &sends.list)
    }

    /// Takes out packets of a row, unless one of them has no port or shares it with another; returns whether it has.
    fn depart_listed(
        &mut self,
        flight: &mut Flight,
        row: usize,
        route: &Route<'_>,
        list: &[(u16, Port, u32)],
    ) -> bool {
        let (departing, ports) =
            (Departing::from_row(row), route.ports_of(self.nodes.shape(), row));
        let first = self.nodes.shape().index(row, 0);
        let planes = self.nodes.buffers.planes_mut();
        for (i, &(lane, port, col)) in list.iter().enumerate() {
            let col = col as usize;
            if ports.at(col) >> port.number() & 1 == 1 {
                let place = flight.rows.place(departing, port, col);
                if *place == EMPTY {
                    *place = std::mem::replace(&mut planes[usize::from(lane)][first + col], EMPTY);
                    continue;
                }
            }
            for &(lane, port, col) in &list[..i] {
                let (place, col) = (flight.rows.place(departing, port, col as usize), col as usize);
                planes[usize::from(lane)][first + col] = std::mem::replace(place, EMPTY);
            }
            return false;
        }
        if self.nodes.buffers.counts_known() {
            for &(_, _, col) in list {
                self.nodes.buffers.count_out(first + col as usize, 1);
            }
        }
        self.count_links(list.len());
        true
    }

    /// Takes out what the nodes of a row send, one node after the other.
    pub(super) fn depart_each(
        &mut self,
        flight: &mut Flight,
        row: usize,
        route: &Route<'_>,
        program: &impl Program,
    ) -> Result<(), Violation> {
        let shape = self.nodes.shape();
        let logged = self.is_watched();
        let counted = self.nodes.buffers.counts_known();
        let departing = Departing::from_row(row);
        let mut sends = Sends::none();
        let ports = route.ports_of(shape, row);
        for col in 0..shape.cols() {
            sends.clear();
            program.ask(&self.nodes.node_at(row, col), &mut sends);
            let list = sends.list();
            if list.is_empty() {
                continue;
            }
            let ports = ports.at(col);
            if logged || !self.depart(flight, departing, (row, col), &route.lanes, ports, list) {
                self.depart_plainly(flight, (row, col), route, list)?;
            } else if counted {
                self.nodes.buffers.count_out(shape.index(row, col), list.len() as u32);
            }
        }
        Ok(())
    }

    /// Takes out what a node sends, if all of it is lawful; otherwise does nothing and returns false.
    #[expect(clippy::inline_always, reason = "a call for every node costs a fifth of a step")]
    #[inline(always)]
    fn depart(
        &mut self,
        flight: &mut Flight,
        departing: Departing,
        (row, col): (usize, usize),
        lanes: &Range<usize>,
        mut ports: u8,
        list: &[(u16, Port)],
    ) -> bool {
        let node = self.nodes.shape().index(row, col);
        let planes = self.nodes.buffers.planes_mut();
        for (i, &(lane, port)) in list.iter().enumerate() {
            let lane = usize::from(lane);
            let held = match planes.get_mut(lane).and_then(|plane| plane.get_mut(node)) {
                // A slot already sent from is empty, a port already used has lost its bit.
                Some(slot) if ports >> port.number() & 1 == 1 && lanes.contains(&lane) => {
                    std::mem::replace(slot, EMPTY)
                }
                _ => EMPTY,
            };
            if held == EMPTY {
                for &(lane, port) in &list[..i] {
                    let place = flight.rows.place(departing, port, col);
                    planes[usize::from(lane)][node] = std::mem::replace(place, EMPTY);
                }
                return false;
            }
            ports &= !(1 << port.number());
            *flight.rows.place(departing, port, col) = held;
        }
        self.count_links(list.len());
        true
    }

    /// The reference: rule by rule, with everything a trace or a full audit wants to know.
    #[cold]
    fn depart_plainly(
        &mut self,
        flight: &mut Flight,
        (row, col): (usize, usize),
        route: &Route<'_>,
        list: &[(u16, Port)],
    ) -> Result<(), Violation> {
        let node = self.nodes.shape().index(row, col);
        for (i, &(lane, port)) in list.iter().enumerate() {
            let lane = usize::from(lane);
            let over_edge = port.step(self.nodes.shape(), row, col).is_none();
            if !route.ports.contains(&port) {
                self.breach(Rule::M5, node, 1, 0, Fault::UndeclaredPort(port))?;
            } else if !route.lanes.contains(&lane) {
                self.breach(Rule::M5, node, 1, 0, Fault::UndeclaredSlot(lane))?;
            } else if over_edge {
                self.breach(Rule::M5, node, 1, 0, Fault::NoLink(port))?;
            }
            let port_taken = list[..i].iter().any(|&(_, other)| other == port);
            if port_taken {
                self.breach(Rule::M1, node, 2, 1, Fault::SecondOnLink(port))?;
            }
            if list[..i].iter().any(|&(other, _)| usize::from(other) == lane) {
                self.breach(Rule::M3, node, 2, 1, Fault::PacketTwice)?;
            }
            let Some((slot, held)) = self.own_packet(lane, node)? else { continue };
            // A packet sent twice, where M3 is not enforced, leaves with its last send.
            if !list[i + 1..].iter().any(|&(other, _)| usize::from(other) == lane) {
                self.nodes.buffers.take(slot);
            }
            self.count_links(1);
            let to = self.across(port, row, col);
            self.log_move(node, to, held.identity);
            if port_taken || over_edge {
                flight.excess.push((to, held));
            } else {
                let (to_row, to_col) = self.nodes.shape().position(to);
                flight.rows.of(to_row).put(port, to_col, held);
            }
        }
        Ok(())
    }
}
