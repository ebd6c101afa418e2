//! Every node sends what it chooses over its ports: the general step of routing.

use crate::buffers::Held;
use crate::geometry::{Port, Shape};
use crate::machine::Machine;
use crate::node::Node;
use crate::packet::{EMPTY, Packet};
use crate::step::{Footprint, Step, lane_bit};
use crate::trace::Action;
use crate::violation::{Rule, Violation};
use std::ops::Range;

/// Lanes that are sooner counted over again after a step than packet by packet in it.
const FEW_LANES: usize = 8;

/// What one node sends in one step, as its program says it.
#[derive(Clone, Copy, Debug)]
pub struct Sends {
    list: [(u16, Port); Sends::MOST],
    count: u8,
}

impl Sends {
    /// Sends a program may ask of one node; a lawful one needs at most four.
    const MOST: usize = 8;

    fn none() -> Self {
        Self { list: [(0, Port::East); Self::MOST], count: 0 }
    }

    /// The packet in slot `lane` leaves over `port`.
    ///
    /// # Panics
    /// Beyond eight sends of one node, or a lane past 65 535.
    pub fn send(&mut self, lane: usize, port: Port) {
        self.list[usize::from(self.count)] = (lane_number(lane), port);
        self.count += 1;
    }
}

/// Packets between two nodes while a transmission sweeps over the rows: for the row that receives next, the row that
/// departs and the row below it, a slot for every column and port of departure.
#[derive(Debug, Default)]
pub(crate) struct Flight {
    rows: [Arrivals; 3],
    sends: RowSends,
    /// Packets that share a link with another, or have none: only a machine that does not enforce M1 or M5 has them.
    excess: Vec<(usize, Held)>,
}

#[derive(Debug, Default)]
struct Arrivals {
    slots: [Vec<u64>; 4],
    /// Of a traced machine.
    identities: [Vec<u32>; 4],
}

impl Flight {
    /// Where a packet sent by the node in column `col` of a departing row over `port` waits; the port must exist.
    #[inline]
    fn place(&mut self, row: Departing, port: Port, col: usize) -> &mut u64 {
        const OFFSETS: [usize; 4] = [1, usize::MAX, 0, 0];
        let port = port.number();
        &mut self.rows[row.0[port]].slots[port][col.wrapping_add(OFFSETS[port])]
    }

    fn prepare(&mut self, cols: usize, traced: bool) {
        for arrivals in &mut self.rows {
            for port in 0..4 {
                arrivals.slots[port].resize(cols, EMPTY);
                arrivals.identities[port].resize(if traced { cols } else { 0 }, 0);
            }
        }
    }
}

/// Where in the [`Flight`] the packets of a departing row wait, by port.
#[derive(Clone, Copy, Debug)]
struct Departing([usize; 4]);

impl Departing {
    fn from_row(row: usize) -> Self {
        Self([row % 3, row % 3, (row + 1) % 3, (row + 2) % 3])
    }
}

impl Arrivals {
    fn put(&mut self, port: Port, col: usize, held: Held) {
        self.slots[port.number()][col] = held.packet.slot();
        if let Some(identity) = self.identities[port.number()].get_mut(col) {
            *identity = held.identity;
        }
    }
}

impl Step<'_> {
    /// Every node sends packets of `lanes` over `ports`, at most one a port, as `program` decides from what the node
    /// holds. Departures empty their slots first; arrivals then take the lowest empty slot of `lanes`, from the west
    /// neighbour first, then from the east, the north and the south.
    ///
    /// # Errors
    /// M1 for a second packet on a port, or if another form of this step uses one of the ports; M3 for a packet sent
    /// twice; M5 for an empty slot, a slot outside `lanes`, a port outside `ports` or at the edge of the mesh; M6 where
    /// an arrival finds no slot.
    pub fn transmit(
        &mut self,
        lanes: Range<usize>,
        ports: &[Port],
        program: impl Fn(&Node<'_>, &mut Sends) + Sync,
    ) -> Result<(), Violation> {
        self.transmission(lanes, ports, &program, |_, _| None)
    }

    /// [`Step::transmit`] where the receiver says which slot an arrival takes: `landing` gets the port over which the
    /// packet was sent, and is asked only where one arrives.
    ///
    /// # Errors
    /// Those of [`Step::transmit`]; M6 where the slot is taken.
    pub fn transmit_into(
        &mut self,
        lanes: Range<usize>,
        ports: &[Port],
        program: impl Fn(&Node<'_>, &mut Sends) + Sync,
        landing: impl Fn(&Node<'_>, Port) -> usize + Sync,
    ) -> Result<(), Violation> {
        self.transmission(lanes, ports, &program, |node, port| Some(landing(node, port)))
    }

    pub(super) fn transmission(
        &mut self,
        lanes: Range<usize>,
        ports: &[Port],
        program: &impl Program,
        landing: impl Fn(&Node<'_>, Port) -> Option<usize>,
    ) -> Result<(), Violation> {
        let all = lanes.clone().fold(0, |bits, lane| bits | lane_bit(lane));
        let Some(machine) = self.claim(&Footprint {
            acting: all,
            entered: all,
            ports,
            ports_per_node: ports.len() as u64,
            keeps_counts: lanes.len() > FEW_LANES,
            ..Footprint::default()
        })?
        else {
            return Ok(());
        };
        let mut flight = std::mem::take(&mut machine.flight);
        flight.prepare(machine.shape.cols(), machine.recorder.is_some());
        let route = Route { lanes, ports };
        let result = machine.transmit(&mut flight, &route, program, landing);
        machine.flight = flight;
        result
    }
}

/// What the nodes of a transmission send.
pub(super) trait Program {
    /// What one node sends.
    fn ask(&self, node: &Node<'_>, sends: &mut Sends);

    /// Lists what all nodes of a row send, none of it from an empty slot; false if only [`Program::ask`] can tell.
    fn ask_row(&self, _machine: &Machine, _row: usize, _sends: &mut RowSends) -> bool {
        false
    }
}

impl<T: Fn(&Node<'_>, &mut Sends)> Program for T {
    #[inline]
    fn ask(&self, node: &Node<'_>, sends: &mut Sends) {
        self(node, sends);
    }
}

/// What the nodes of one row send.
#[derive(Debug, Default)]
pub(super) struct RowSends {
    /// Lanes of packets, and the ports and columns where they leave.
    list: Vec<(u16, Port, u32)>,
    /// For either way along a line and every column, how far the packet that is farthest from its place has to go, and its lane.
    pub(super) farthest: [Vec<(u32, u32)>; 2],
}

impl RowSends {
    /// The packet in slot `lane` of the node in column `col` leaves over `port`.
    #[inline]
    pub(super) fn push(&mut self, lane: usize, port: Port, col: usize) {
        self.list.push((lane_number(lane), port, col as u32));
    }
}

fn lane_number(lane: usize) -> u16 {
    u16::try_from(lane).expect("a lane is at most 65 535")
}

/// The slots and links that a transmission may use.
struct Route<'a> {
    lanes: Range<usize>,
    ports: &'a [Port],
}

impl Route<'_> {
    fn ports_of(&self, shape: Shape, row: usize) -> RowPorts {
        let bit = |port: Port| 1 << port.number();
        let mut inner = self.ports.iter().fold(0, |bits, &port| bits | bit(port));
        if row == 0 {
            inner &= !bit(Port::North);
        }
        if row + 1 == shape.rows() {
            inner &= !bit(Port::South);
        }
        RowPorts { inner, last_col: shape.cols() - 1 }
    }
}

/// The ports over which the nodes of one row may send, a bit each.
#[derive(Clone, Copy)]
struct RowPorts {
    /// Those of a node with neighbours on both sides.
    inner: u8,
    last_col: usize,
}

impl RowPorts {
    #[inline]
    fn at(self, col: usize) -> u8 {
        let west = u8::from(col == 0) << Port::West.number();
        let east = u8::from(col == self.last_col) << Port::East.number();
        self.inner & !(west | east)
    }
}

impl Machine {
    /// Rows depart from the top; a row receives once the row below it has departed.
    fn transmit(
        &mut self,
        flight: &mut Flight,
        route: &Route<'_>,
        program: &impl Program,
        landing: impl Fn(&Node<'_>, Port) -> Option<usize>,
    ) -> Result<(), Violation> {
        let shape = self.shape;
        let plainly = self.recorder.is_some() || self.audit.full.is_some();
        let mut sends = std::mem::take(&mut flight.sends);
        for row in 0..shape.rows() {
            if plainly || !self.depart_row(flight, row, route, (program, &mut sends)) {
                self.depart_each(flight, row, route, program)?;
            }
            if row > 0 {
                self.receive(flight, row - 1, route, &landing)?;
            }
        }
        self.receive(flight, shape.rows() - 1, route, &landing)?;
        flight.sends = sends;
        for (node, held) in flight.excess.drain(..) {
            let slot = self.free_slot(route.lanes.clone(), node)?;
            self.buffers.put(slot, held);
        }
        Ok(())
    }

    /// Takes out what a whole row sends, if it can be asked at once and all of it is lawful; otherwise does nothing and
    /// returns false.
    fn depart_row(
        &mut self,
        flight: &mut Flight,
        row: usize,
        route: &Route<'_>,
        (program, sends): (&impl Program, &mut RowSends),
    ) -> bool {
        sends.list.clear();
        self.unenforced.is_none()
            && program.ask_row(self, row, sends)
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
        let (departing, ports) = (Departing::from_row(row), route.ports_of(self.shape, row));
        let first = self.shape.index(row, 0);
        let planes = &mut self.buffers.planes;
        for (i, &(lane, port, col)) in list.iter().enumerate() {
            let col = col as usize;
            if ports.at(col) >> port.number() & 1 == 1 {
                let place = flight.place(departing, port, col);
                if *place == EMPTY {
                    *place = std::mem::replace(&mut planes[usize::from(lane)][first + col], EMPTY);
                    continue;
                }
            }
            for &(lane, port, col) in &list[..i] {
                let (place, col) = (flight.place(departing, port, col as usize), col as usize);
                planes[usize::from(lane)][first + col] = std::mem::replace(place, EMPTY);
            }
            return false;
        }
        if self.buffers.counts_known() {
            for &(_, _, col) in list {
                self.buffers.count_out(first + col as usize, 1);
            }
        }
        self.audit.link_uses += list.len() as u64;
        true
    }

    /// Takes out what the nodes of a row send, one node after the other.
    fn depart_each(
        &mut self,
        flight: &mut Flight,
        row: usize,
        route: &Route<'_>,
        program: &impl Program,
    ) -> Result<(), Violation> {
        let shape = self.shape;
        let logged = self.recorder.is_some() || self.audit.full.is_some();
        let counted = self.buffers.counts_known();
        let departing = Departing::from_row(row);
        let mut sends = Sends::none();
        let ports = route.ports_of(shape, row);
        for col in 0..shape.cols() {
            sends.count = 0;
            program.ask(&self.node_at(row, col), &mut sends);
            let list = &sends.list[..usize::from(sends.count)];
            if list.is_empty() {
                continue;
            }
            let ports = ports.at(col);
            if logged || !self.depart(flight, departing, (row, col), &route.lanes, ports, list) {
                self.depart_plainly(flight, (row, col), route, list)?;
            } else if counted {
                self.buffers.count_out(shape.index(row, col), list.len() as u32);
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
        let node = self.shape.index(row, col);
        let planes = &mut self.buffers.planes;
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
                    let place = flight.place(departing, port, col);
                    planes[usize::from(lane)][node] = std::mem::replace(place, EMPTY);
                }
                return false;
            }
            ports &= !(1 << port.number());
            *flight.place(departing, port, col) = held;
        }
        self.audit.link_uses += list.len() as u64;
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
        let node = self.shape.index(row, col);
        for (i, &(lane, port)) in list.iter().enumerate() {
            let lane = usize::from(lane);
            let over_edge = port.step(self.shape, row, col).is_none();
            if over_edge || !route.ports.contains(&port) || !route.lanes.contains(&lane) {
                self.breach(Rule::M5, node, 1, 0)?;
            }
            let port_taken = list[..i].iter().any(|&(_, other)| other == port);
            if port_taken {
                self.breach(Rule::M1, node, 2, 1)?;
            }
            if list[..i].iter().any(|&(other, _)| usize::from(other) == lane) {
                self.breach(Rule::M3, node, 2, 1)?;
            }
            let Some(slot) = self.own_slot(lane, node)? else { continue };
            let Some(held) = self.buffers.held(slot) else { continue };
            // A packet sent twice, where M3 is not enforced, leaves with its last send.
            if !list[i + 1..].iter().any(|&(other, _)| usize::from(other) == lane) {
                self.buffers.take(slot);
            }
            self.audit.link_uses += 1;
            let to = self.across(port, row, col);
            self.log_link(node, to, |frame| Action::Move {
                from: frame.id_of(node),
                to: frame.id_of(to),
                packet: held.identity,
            });
            if port_taken || over_edge {
                flight.excess.push((to, held));
            } else {
                let (to_row, to_col) = self.shape.position(to);
                flight.rows[to_row % 3].put(port, to_col, held);
            }
        }
        Ok(())
    }

    /// Puts what is in flight to `row` into the slots of its nodes.
    fn receive(
        &mut self,
        flight: &mut Flight,
        row: usize,
        route: &Route<'_>,
        landing: &impl Fn(&Node<'_>, Port) -> Option<usize>,
    ) -> Result<(), Violation> {
        let arrivals = &mut flight.rows[row % 3];
        let plainly = self.recorder.is_some() || self.unenforced.is_some();
        if plainly || !self.receive_lawful(arrivals, row, route, landing) {
            self.receive_plainly(arrivals, row, route, landing)?;
        }
        Ok(())
    }

    /// Port by port, in the order of their numbers, all packets that find a slot; returns whether all did. The others wait.
    fn receive_lawful(
        &mut self,
        arrivals: &mut Arrivals,
        row: usize,
        route: &Route<'_>,
        landing: &impl Fn(&Node<'_>, Port) -> Option<usize>,
    ) -> bool {
        let first = self.shape.index(row, 0);
        let mut all_landed = true;
        for port in Port::ALL.into_iter().filter(|port| route.ports.contains(port)) {
            for (col, held) in arrivals.slots[port.number()].iter_mut().enumerate() {
                if *held == EMPTY {
                    continue;
                }
                let lanes = match landing(&self.node_at(row, col), port) {
                    Some(lane) => lane..lane + 1,
                    None => route.lanes.clone(),
                };
                if self.buffers.land(lanes, first + col, *held) {
                    *held = EMPTY;
                } else {
                    all_landed = false;
                }
            }
        }
        all_landed
    }

    /// The reference: node by node, with everything a trace wants to know.
    #[cold]
    fn receive_plainly(
        &mut self,
        arrivals: &mut Arrivals,
        row: usize,
        route: &Route<'_>,
        landing: &impl Fn(&Node<'_>, Port) -> Option<usize>,
    ) -> Result<(), Violation> {
        for col in 0..self.shape.cols() {
            let node = self.shape.index(row, col);
            for port in Port::ALL {
                let held = std::mem::replace(&mut arrivals.slots[port.number()][col], EMPTY);
                let Some(packet) = Packet::in_slot(held) else { continue };
                let lanes = match landing(&self.node_at(row, col), port) {
                    Some(lane) => lane..lane + 1,
                    None => route.lanes.clone(),
                };
                let slot = self.free_slot(lanes, node)?;
                let identities = &arrivals.identities[port.number()];
                let identity = identities.get(col).copied().unwrap_or(0);
                self.buffers.put(slot, Held { packet, identity });
            }
        }
        Ok(())
    }
}
