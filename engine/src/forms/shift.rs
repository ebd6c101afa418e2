//! Packets advance along a circuit, all at once.

use crate::buffers::Slot;
use crate::geometry::{Circuit, Port};
use crate::machine::Machine;
use crate::packet::EMPTY;
use crate::step::{Footprint, Step, lane_bit};
use crate::trace::Action;
use crate::violation::Violation;

/// Which way packets go round a circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// From station i to station i+1.
    Forward,
    /// From station i+1 to station i.
    Backward,
}

/// The two lanes that one stream of circulating packets uses: at homes and at relays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamLanes {
    /// The slot of a node's home station.
    pub home: usize,
    /// The slot of a node's relay station; not used where the circuit has no relays.
    pub relay: usize,
}

/// A circuit with its tables: where each node's next packet comes from, each way.
#[derive(Clone, Debug)]
pub struct Ring {
    circuit: Circuit,
    forward: Hops,
    backward: Hops,
}

/// One shift of all stations.
#[derive(Clone, Debug)]
struct Hops {
    /// For each node, the node of the station from which its home receives.
    sources: Vec<u32>,
    /// The hops into and out of relays.
    relays: Vec<Hop>,
}

#[derive(Clone, Copy, Debug)]
struct Hop {
    from: Station,
    to: Station,
}

#[derive(Clone, Copy, Debug)]
struct Station {
    node: u32,
    is_relay: bool,
}

impl Ring {
    /// The tables of `circuit`: 8 bytes a node beside it, 32 more a relay.
    pub fn new(circuit: Circuit) -> Self {
        let forward = Hops::new(&circuit, Way::Forward);
        let backward = Hops::new(&circuit, Way::Backward);
        Self { circuit, forward, backward }
    }

    /// The circuit.
    pub fn circuit(&self) -> &Circuit {
        &self.circuit
    }
}

impl Hops {
    fn new(circuit: &Circuit, way: Way) -> Self {
        let count = circuit.stations().len();
        let step = if way == Way::Forward { 1 } else { count - 1 };
        let station = |i: usize| {
            let node = circuit.stations()[i % count];
            Station { node, is_relay: circuit.homes()[node as usize] as usize != i % count }
        };
        let before = |i: usize| i + count - step;
        let into = |i: usize| Hop { from: station(before(i)), to: station(i) };
        let relays = circuit.relays().iter().map(|&relay| relay as usize);
        let mut hops: Vec<usize> =
            relays.flat_map(|relay| [relay, (relay + step) % count]).collect();
        // Two relays in a row share a hop.
        hops.sort_unstable();
        hops.dedup();
        Self {
            sources: circuit
                .homes()
                .iter()
                .map(|&home| station(before(home as usize)).node)
                .collect(),
            relays: hops.into_iter().map(into).collect(),
        }
    }
}

impl Station {
    fn slot(self, lanes: StreamLanes) -> Slot {
        Slot {
            lane: if self.is_relay { lanes.relay } else { lanes.home },
            node: self.node as usize,
        }
    }
}

impl Step<'_> {
    /// Moves every packet of a stream one station on.
    ///
    /// # Errors
    /// M1, M3, M4 if another form of this step uses a port or one of the lanes; M6 if a buffer has no such lane.
    ///
    /// # Panics
    /// If the ring is of another shape, or the two lanes are one.
    pub fn shift(&mut self, ring: &Ring, way: Way, lanes: StreamLanes) -> Result<(), Violation> {
        assert_eq!(ring.circuit.shape(), self.machine.shape, "the ring is of another mesh");
        assert_ne!(lanes.home, lanes.relay, "homes and relays need a lane each");
        let has_relays = !ring.circuit.relays().is_empty();
        let both = lane_bit(lanes.home) | if has_relays { lane_bit(lanes.relay) } else { 0 };
        self.claim(&Footprint {
            acting: both,
            entered: both,
            ports: &Port::ALL,
            // A node with a relay sends from two stations.
            ports_per_node: if has_relays { 2 } else { 1 },
            ..Footprint::default()
        })?;
        let last = if has_relays { lanes.home.max(lanes.relay) } else { lanes.home };
        self.machine.need_lanes(last + 1, 0)?;
        if ring.circuit.stations().len() > 1 {
            self.machine.shift(ring, way, lanes);
        }
        Ok(())
    }
}

impl Machine {
    fn shift(&mut self, ring: &Ring, way: Way, lanes: StreamLanes) {
        let hops = if way == Way::Forward { &ring.forward } else { &ring.backward };
        if self.recorder.is_some() || self.audit.full.is_some() {
            self.log_shift(ring.circuit.stations(), way, lanes);
        }
        // What hops into or out of a relay is set aside while homes gather from homes.
        let mut aside = std::mem::take(&mut self.aside);
        aside.extend(hops.relays.iter().map(|hop| self.buffers.held(hop.from.slot(lanes))));
        let mut moved = self.gather(lanes.home, &hops.sources);
        for (hop, held) in hops.relays.iter().zip(aside.drain(..)) {
            let to = hop.to.slot(lanes);
            let gathered = self.buffers.take(to).is_some() && !hop.to.is_relay;
            moved += u64::from(held.is_some());
            moved -= u64::from(gathered);
            if let Some(held) = held {
                self.buffers.put(to, held);
            }
        }
        self.aside = aside;
        self.audit.link_uses += moved;
    }

    fn log_shift(&mut self, stations: &[u32], way: Way, lanes: StreamLanes) {
        let mut visited = vec![false; self.shape.nodes()];
        for (i, &node) in stations.iter().enumerate() {
            let is_relay = std::mem::replace(&mut visited[node as usize], true);
            let onward = match way {
                Way::Forward => i + 1,
                Way::Backward => i + stations.len() - 1,
            };
            let to = stations[onward % stations.len()];
            self.log_move(Station { node, is_relay }.slot(lanes), to as usize);
        }
    }

    /// Every node takes the slot `lane` of its source; returns the packets moved.
    fn gather(&mut self, lane: usize, sources: &[u32]) -> u64 {
        if let Some(identities) = &mut self.buffers.identities {
            self.scratch_identities.clear();
            self.scratch_identities
                .extend(sources.iter().map(|&node| identities[lane][node as usize]));
            std::mem::swap(&mut identities[lane], &mut self.scratch_identities);
        }
        let plane = &self.buffers.planes[lane];
        self.scratch.resize(plane.len(), EMPTY);
        let mut moved = 0;
        for (slot, &source) in self.scratch.iter_mut().zip(sources) {
            *slot = plane[source as usize];
            moved += u64::from(*slot != EMPTY);
        }
        std::mem::swap(&mut self.buffers.planes[lane], &mut self.scratch);
        moved
    }

    /// Writes the move of the packet in `slot`, if there is one, to a neighbour into the trace and the full audit.
    pub(crate) fn log_move(&mut self, slot: Slot, to: usize) {
        if self.buffers.packet(slot).is_none() {
            return;
        }
        let packet = self.buffers.identity(slot);
        self.log_link(slot.node, to, |frame| Action::Move {
            from: frame.id_of(slot.node),
            to: frame.id_of(to),
            packet,
        });
    }
}
