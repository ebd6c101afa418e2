//! Moves packets one station along a circuit, all at once.

use crate::geometry::{Circuit, Port, Way};
use crate::machine::{Footprint, Stage, Step, Traffic};
use crate::nodes::{Slot, lane_bit};
use crate::packet::EMPTY;
use crate::violation::Violation;
use crate::workers::{cut, least};
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
        assert_eq!(circuit.shape(), self.stage.nodes.shape(), "the circuit is of another mesh");
        assert_ne!(lanes.home, lanes.relay, "homes and relays need a lane each");
        let has_relays = !circuit.relays().is_empty();
        let both = lane_bit(lanes.home) | if has_relays { lane_bit(lanes.relay) } else { 0 };
        // A node with a relay sends from two stations.
        let streams = if has_relays { 2 } else { 1 };
        let Some(mut stage) = self.claim(&passing_on("shift", both, streams))? else {
            return Ok(());
        };
        let stage = &mut *stage;
        let last = if has_relays { lanes.home.max(lanes.relay) } else { lanes.home };
        stage.need_lanes(last + 1)?;
        if circuit.stations().len() > 1 {
            stage.shift(circuit, way, lanes);
        }
        Ok(())
    }

    /// Moves every packet of lane `forward` one station on, and every packet of lane `backward` one station back: they use the two
    /// links of an edge.
    ///
    /// # Errors
    /// M1, M3, M4 if another form of this step uses a port or one of the lanes; M6 if a buffer has no such lane.
    ///
    /// # Panics
    /// If the circuit is of another shape or [not a cycle](Circuit::is_cycle), or the two lanes are one.
    pub fn shift_both(
        &mut self,
        circuit: &Circuit,
        forward: usize,
        backward: usize,
    ) -> Result<(), Violation> {
        assert_eq!(circuit.shape(), self.stage.nodes.shape(), "the circuit is of another mesh");
        assert!(circuit.is_cycle(), "the two ways round share links");
        assert_ne!(forward, backward, "the two ways need a lane each");
        let both = lane_bit(forward) | lane_bit(backward);
        let Some(mut stage) = self.claim(&passing_on("shift_both", both, 2))? else {
            return Ok(());
        };
        let stage = &mut *stage;
        stage.need_lanes(forward.max(backward) + 1)?;
        // Relays have no lane, for there are none.
        for (way, home) in [(Way::Forward, forward), (Way::Backward, backward)] {
            stage.shift(circuit, way, StreamLanes { home, relay: home });
        }
        Ok(())
    }
}

/// What a form touches that passes packets of some lanes on, each node those of so many streams.
fn passing_on(name: &'static str, lanes: u64, streams: u64) -> Footprint<'static> {
    Footprint {
        name,
        acting: lanes,
        entered: lanes,
        ports: &Port::ALL,
        ports_per_node: streams,
        traffic: Traffic::PassedOn,
        ..Footprint::default()
    }
}

/// The slot of a station.
fn slot(circuit: &Circuit, station: usize, lanes: StreamLanes) -> Slot {
    let lane = if circuit.relays().contains(&station) { lanes.relay } else { lanes.home };
    Slot { lane, node: circuit.stations()[station] as usize }
}

impl Stage {
    fn shift(&mut self, circuit: &Circuit, way: Way, lanes: StreamLanes) {
        if self.is_watched() {
            for station in 0..circuit.stations().len() {
                let from = slot(circuit, station, lanes);
                if let Some(held) = self.nodes.buffers.held(from) {
                    let to = slot(circuit, circuit.next(station, way), lanes);
                    self.log_move(from.node, to.node, held.identity);
                }
            }
        }
        if let Some(identities) = self.nodes.buffers.identities_mut() {
            let memory = (&mut self.scratch.identities, &mut Vec::new());
            rotate(circuit, way, lanes, identities, memory, |home, moved| {
                gather(circuit, way, 0..home.len(), home, moved);
            });
        }
        let relays = circuit.relays().map(|relay| slot(circuit, relay, lanes));
        let relays = relays.filter(|&relay| self.nodes.buffers.packet(relay).is_some()).count();
        let homes = AtomicUsize::new(0);
        let gather_some = |home: &[u64], moved: &mut [u64], nodes: Range<usize>| {
            let held = home[nodes.clone()].iter().filter(|&&slot| slot != EMPTY).count();
            homes.fetch_add(held, Ordering::Relaxed);
            gather(circuit, way, nodes, home, moved);
        };
        let shape = self.nodes.shape();
        let bands = self.bands(shape.nodes(), least::SHIFT);
        let (cols, workers) = (shape.cols(), self.workers());
        let gather_all = |home: &[u64], moved: &mut [u64]| match &bands {
            Some(bands) => workers.run(cut(moved, cols, bands).zip(bands), |(moved, rows)| {
                gather_some(home, moved, rows.start * cols..rows.end * cols);
            }),
            None => gather_some(home, moved, 0..home.len()),
        };
        let planes = self.nodes.buffers.planes_mut();
        let memory = (&mut self.scratch.plane, &mut self.scratch.aside);
        rotate(circuit, way, lanes, planes, memory, gather_all);
        if !circuit.relays().is_empty() {
            self.nodes.buffers.enliven(lanes.home);
            self.nodes.buffers.enliven(lanes.relay);
        }
        self.count_links(homes.into_inner() + relays);
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
    (scratch, aside): (&mut Vec<T>, &mut Vec<T>),
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
