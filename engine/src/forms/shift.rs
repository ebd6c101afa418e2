//! Packets advance along a circuit, all at once.

use crate::bands::{cut, least};
use crate::buffers::Slot;
use crate::geometry::{Circuit, Port, Way};
use crate::machine::Machine;
use crate::packet::EMPTY;
use crate::step::{Footprint, Step, lane_bit};
use crate::trace::Action;
use crate::violation::Violation;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The two lanes that one stream of circulating packets uses: at homes and at relays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamLanes {
    /// The slot of a node's home station.
    pub home: usize,
    /// The slot of a node's relay station; not used where the circuit has no relays.
    pub relay: usize,
}

impl Step<'_> {
    /// Moves every packet of a stream one station on.
    ///
    /// # Errors
    /// M1, M3, M4 if another form of this step uses a port or one of the lanes; M6 if a buffer has no such lane.
    ///
    /// # Panics
    /// If the circuit is of another shape, or the two lanes are one.
    pub fn shift(
        &mut self,
        circuit: &Circuit,
        way: Way,
        lanes: StreamLanes,
    ) -> Result<(), Violation> {
        assert_eq!(circuit.shape(), self.machine.shape, "the circuit is of another mesh");
        assert_ne!(lanes.home, lanes.relay, "homes and relays need a lane each");
        let has_relays = !circuit.relays().is_empty();
        let both = lane_bit(lanes.home) | if has_relays { lane_bit(lanes.relay) } else { 0 };
        let Some(machine) = self.claim(&Footprint {
            acting: both,
            entered: both,
            ports: &Port::ALL,
            // A node with a relay sends from two stations.
            ports_per_node: if has_relays { 2 } else { 1 },
            ..Footprint::default()
        })?
        else {
            return Ok(());
        };
        let last = if has_relays { lanes.home.max(lanes.relay) } else { lanes.home };
        machine.need_lanes(last + 1, 0)?;
        if circuit.stations().len() > 1 {
            machine.shift(circuit, way, lanes);
        }
        Ok(())
    }
}

/// The slot of a station.
fn slot(circuit: &Circuit, station: usize, lanes: StreamLanes) -> Slot {
    let lane = if circuit.relays().contains(&station) { lanes.relay } else { lanes.home };
    Slot { lane, node: circuit.stations()[station] as usize }
}

impl Machine {
    fn shift(&mut self, circuit: &Circuit, way: Way, lanes: StreamLanes) {
        if self.recorder.is_some() || self.audit.full.is_some() {
            for station in 0..circuit.stations().len() {
                let to = slot(circuit, circuit.next(station, way), lanes);
                self.log_move(slot(circuit, station, lanes), to.node);
            }
        }
        if let Some(mut identities) = self.buffers.identities.take() {
            let mut scratch = std::mem::take(&mut self.scratch_identities);
            rotate(
                circuit,
                way,
                lanes,
                &mut identities,
                &mut scratch,
                &mut Vec::new(),
                |home, moved| {
                    gather(circuit, way, 0..home.len(), home, moved);
                },
            );
            (self.buffers.identities, self.scratch_identities) = (Some(identities), scratch);
        }
        let relays = circuit.relays().map(|relay| slot(circuit, relay, lanes));
        let relays = relays.filter(|&relay| self.buffers.packet(relay).is_some()).count();
        let homes = AtomicUsize::new(0);
        let gather_some = |home: &[u64], moved: &mut [u64], nodes: Range<usize>| {
            let held = home[nodes.clone()].iter().filter(|&&slot| slot != EMPTY).count();
            homes.fetch_add(held, Ordering::Relaxed);
            gather(circuit, way, nodes, home, moved);
        };
        let bands = self.bands(self.shape.nodes(), least::SHIFT);
        let (cols, workers) = (self.shape.cols(), &self.workers);
        let gather_all = |home: &[u64], moved: &mut [u64]| match &bands {
            Some(bands) => workers.run(cut(moved, cols, bands).zip(bands), |(moved, rows)| {
                gather_some(home, moved, rows.start * cols..rows.end * cols);
            }),
            None => gather_some(home, moved, 0..home.len()),
        };
        let planes = &mut self.buffers.planes;
        rotate(circuit, way, lanes, planes, &mut self.scratch, &mut self.aside, gather_all);
        if !circuit.relays().is_empty() {
            self.buffers.enliven(lanes.home);
            self.buffers.enliven(lanes.relay);
        }
        self.audit.link_uses += (homes.into_inner() + relays) as u64;
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

/// Brings what is at the stations behind the homes of `nodes` into `moved`.
fn gather<T: Copy>(circuit: &Circuit, way: Way, nodes: Range<usize>, home: &[T], moved: &mut [T]) {
    for (place, behind) in moved.iter_mut().zip(circuit.behind(way, nodes)) {
        *place = home[behind];
    }
}

/// Moves what every station has to the next one. Where a node's home lies behind another home, `gather` brings it from there; the
/// relays, which are stations in a row, and the home behind them are set aside before and written after.
fn rotate<T: Copy + Default>(
    circuit: &Circuit,
    way: Way,
    lanes: StreamLanes,
    planes: &mut [Vec<T>],
    scratch: &mut Vec<T>,
    aside: &mut Vec<T>,
    gather: impl FnOnce(&[T], &mut [T]),
) {
    let behind_relays = match (way, circuit.relays().is_empty()) {
        (_, true) => None,
        (Way::Forward, _) => Some(circuit.next(circuit.relays().end - 1, way)),
        (Way::Backward, _) => Some(circuit.next(circuit.relays().start, way)),
    };
    let hops = || {
        circuit.relays().chain(behind_relays).map(|to| {
            (slot(circuit, circuit.next(to, way.reversed()), lanes), slot(circuit, to, lanes))
        })
    };
    aside.clear();
    aside.extend(hops().map(|(from, _)| planes[from.lane][from.node]));
    let home = &planes[lanes.home];
    scratch.resize(home.len(), T::default());
    gather(home, scratch);
    std::mem::swap(&mut planes[lanes.home], scratch);
    for ((_, to), &held) in hops().zip(aside.iter()) {
        planes[to.lane][to.node] = held;
    }
}
