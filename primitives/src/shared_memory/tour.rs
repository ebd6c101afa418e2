//! Takes requests round their tiles, past the nodes that hold their cells.

use super::placement::Placement;
use super::request;
use crate::by_shape::ByShape;
use meshcast_engine::{
    Circuit, Effect, Machine, Rehearsal, Shape, StreamLanes, Tiling, Variable, Violation, Way,
};

/// What requests want of the nodes that hold their cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Errand {
    /// The value of a cell.
    Fetch,
    /// To leave a value in it.
    Store,
}

/// A tour of the requests in lanes 0 to k−1.
///
/// Those of even lanes go forward along the [`Circuit`] of their tile and those of odd lanes backward, at the same time, past every node.
/// On a tile of one node they are served in one step.
/// Where a circuit is no cycle, a link may serve both ways, so that lane after lane goes, once round.
#[derive(Clone, Debug)]
pub(super) struct Tour {
    tiling: Tiling,
    circuits: ByShape<Circuit>,
    placement: Placement,
    lanes: usize,
    /// Of the two errands.
    rehearsals: [Rehearsal; 2],
}

/// The way of a lane.
fn way(lane: usize) -> Way {
    if lane.is_multiple_of(2) { Way::Forward } else { Way::Backward }
}

/// The lanes that tour a tile at a time, and their hops.
fn turns(tile: Shape, lanes: usize) -> (usize, usize) {
    match (tile.nodes(), Circuit::length(tile)) {
        (1, _) => (lanes, 1),
        // A cycle.
        (nodes, stations) if stations == nodes && nodes > 2 => (2, stations - 1),
        (_, stations) => (1, stations),
    }
}

/// Steps of a tour of tiles of some shapes.
fn slowest(tiles: impl Iterator<Item = Shape>, lanes: usize) -> u64 {
    let steps = |tile: Shape| {
        let (at_a_time, hops) = turns(tile, lanes);
        (lanes.div_ceil(at_a_time) * hops) as u64
    };
    tiles.map(steps).max().unwrap_or(0)
}

impl Tour {
    pub(super) fn new(placement: Placement, lanes: usize) -> Self {
        let (down, across) = placement.grid();
        let tiling = Tiling::grid(placement.shape(), down, across);
        let circuits = ByShape::new(&tiling, Circuit::new);
        Self { tiling, circuits, placement, lanes, rehearsals: Default::default() }
    }

    /// Lanes that it uses: the one behind those of the requests is for relays.
    pub(super) fn capacity(&self) -> usize {
        self.lanes + 1
    }

    /// Steps of a tour.
    pub(super) fn steps(&self) -> u64 {
        slowest(self.circuits.iter().map(Circuit::shape), self.lanes)
    }

    /// The same on a mesh of any size.
    pub(super) fn steps_on(placement: Placement, lanes: usize) -> u64 {
        let (down, across) = placement.grid();
        slowest(Tiling::shapes_in_grid(placement.shape(), down, across), lanes)
    }

    /// Takes all requests round.
    pub(super) fn run(
        &self,
        machine: &mut Machine,
        memory: &mut Variable<u64>,
        errand: Errand,
    ) -> Result<(), Violation> {
        let rehearsal = &self.rehearsals[errand as usize];
        let leap = machine.leap(rehearsal, 0..self.capacity(), |machine| {
            machine.span("tour", |machine| {
                machine.in_parallel_with(&self.tiling, memory, |tile, memory| {
                    self.tour(tile, memory, errand)
                })
            })
        })?;
        if let Some(mut effect) = leap {
            self.bring_about(&mut effect, memory, errand);
        }
        Ok(())
    }

    fn tour(
        &self,
        tile: &mut Machine,
        memory: &mut Variable<u64>,
        errand: Errand,
    ) -> Result<(), Violation> {
        let circuit = self.circuits.of(tile.shape());
        let (at_a_time, hops) = turns(circuit.shape(), self.lanes);
        for first in (0..self.lanes).step_by(at_a_time) {
            let lanes = first..self.lanes.min(first + at_a_time);
            for hop in 0..=hops {
                if hop > 0 {
                    tile.step(|step| match lanes.len() {
                        _ if circuit.stations().len() == 1 => Ok(()),
                        2 => step.shift_both(circuit, first, first + 1),
                        _ => {
                            let lanes = StreamLanes { home: first, relay: self.lanes };
                            step.shift(circuit, way(first), lanes)
                        }
                    })?;
                }
                for lane in lanes.clone() {
                    self.serve(tile, memory, lane, errand)?;
                }
            }
        }
        Ok(())
    }

    /// Every node serves the request in a lane if it holds the cell.
    fn serve(
        &self,
        tile: &mut Machine,
        memory: &mut Variable<u64>,
        lane: usize,
        errand: Errand,
    ) -> Result<(), Violation> {
        let placement = self.placement;
        let is_here = |words: &[u64], id: u32| placement.is_at(request::place(words), id as usize);
        match errand {
            Errand::Fetch => tile.rewrite_payload(lane, |node, words| {
                if is_here(words, node.id()) {
                    words[request::VALUE] = node.own(memory)[placement.slot(request::place(words))];
                }
            }),
            Errand::Store => tile.compute(memory, |node, cells| {
                let words = node.payload(lane);
                if !words.is_empty() && is_here(words, node.id()) {
                    cells[placement.slot(request::place(words))] = words[request::VALUE];
                }
            }),
        }
    }

    /// What a tour brings about: every request is served, and stands one hop short of its whole round, or behind it.
    fn bring_about(&self, effect: &mut Effect<'_>, memory: &mut Variable<u64>, errand: Errand) {
        let (shape, slots) = (self.placement.shape(), self.placement.words());
        let cells = effect.values(memory);
        let mut hops = 0;
        let mut packets = Vec::new();
        for tile in self.tiling.tiles() {
            let circuit = self.circuits.of(tile.shape);
            let at = |inside: usize| {
                let (row, col) = tile.shape.position(inside);
                shape.index(tile.first_row + row, tile.first_col + col)
            };
            let (_, of_each) = turns(circuit.shape(), self.lanes);
            for lane in 0..self.lanes {
                for inside in 0..tile.shape.nodes() {
                    let Some(packet) = effect.take(lane, at(inside)) else { continue };
                    let home = circuit.homes()[inside] as usize;
                    let stands = if circuit.is_cycle() {
                        circuit.stations()[circuit.next(home, way(lane).reversed())] as usize
                    } else {
                        inside
                    };
                    packets.push((lane, at(stands), packet));
                }
            }
            if circuit.stations().len() > 1 {
                hops += (of_each * packets.len()) as u64;
            }
            for (lane, node, packet) in packets.drain(..) {
                let mut words = effect.payload(packet).to_vec();
                let place = request::place(&words);
                let owner = self.placement.node_of_place(place);
                let cell = &mut cells[owner * slots + self.placement.slot(place)];
                match errand {
                    Errand::Fetch => {
                        words[request::VALUE] = *cell;
                        effect.rewrite_payload(packet, &words);
                    }
                    Errand::Store => *cell = words[request::VALUE],
                }
                effect.put(lane, node, packet, packet.key());
            }
        }
        effect.count_hops(hops);
    }
}
