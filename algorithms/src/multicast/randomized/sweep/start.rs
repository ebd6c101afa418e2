//! Brings a packet of every message to the node where it begins, and its two halves to the belts of their windows.

use super::random_start::deal_steps;
use super::windows::{EAST, WEST, Windows};
use crate::multicast::randomized::deal;
use crate::permutation::Permutation;
use meshcast_engine::{Machine, Node, Port, Shape, Violation};
use meshcast_primitives::PermutationRouting;
use std::sync::Arc;

/// At which nodes packets begin.
#[derive(Clone, Debug)]
pub(super) enum Start {
    /// At random ones, drawn from a seed.
    Random(u64),
    /// At those that a stored permutation says: π(i) for the packet of node i.
    Stored(Arc<Permutation>),
}

impl Start {
    /// The steps of [`Start::run`].
    pub(super) fn steps(&self, shape: Shape) -> u64 {
        match self {
            Self::Random(_) => deal_steps(shape),
            Self::Stored(_) => stored_steps(shape),
        }
    }

    /// Brings all packets from their sources to the belts where they begin.
    pub(super) fn run(&self, machine: &mut Machine) -> Result<(), Violation> {
        let windows = Windows::new(machine.shape().cols());
        match self {
            Self::Random(seed) => machine.span("shuffle", |machine| windows.deal(machine, *seed)),
            Self::Stored(permutation) => {
                machine.span("scatter", |machine| scatter(machine, permutation))?;
                machine.span("split", |machine| windows.fill(machine))
            }
        }
    }
}

/// Brings every packet to the node that a stored permutation says.
fn scatter(machine: &mut Machine, permutation: &Permutation) -> Result<(), Violation> {
    machine.rekey(deal::LANE, |node| {
        let place = node.locate(permutation.entries()[node.id() as usize])?;
        node.packet(deal::LANE).map(|_| place as u32)
    })?;
    PermutationRouting::new(machine.shape(), PermutationRouting::BLOCKS).run(machine)
}

/// The steps of [`Start::run`] with a stored permutation, also on meshes for formulas alone.
pub(super) fn stored_steps(shape: Shape) -> u64 {
    scatter_steps(shape) + Windows::new(shape.cols()).fill_steps()
}

/// The steps of a [`scatter`].
fn scatter_steps(shape: Shape) -> u64 {
    PermutationRouting::steps_on(shape, PermutationRouting::BLOCKS)
}

/// The slot of a half that goes west to its window.
const WESTBOUND: usize = 2;

impl Windows {
    /// The steps of [`Windows::fill`].
    pub(super) fn fill_steps(self) -> u64 {
        1 + self.width as u64
    }

    /// Makes two packets of each one, with the destinations in either window, and moves each to its window: the half for
    /// the own window starts eastbound where it is; the other goes over ⌈cols/2⌉ columns to the west or ⌊cols/2⌋ to the east, and starts
    /// westbound. In the middle it is the other way round.
    pub(super) fn fill(self, machine: &mut Machine) -> Result<(), Violation> {
        let columns = |node: &Node<'_>| {
            let shape_col = |id: u32| node.locate(id).map(|at| at % self.cols);
            let list = node.destinations(EAST);
            Some((shape_col(*list.first()?)?, shape_col(*list.last()?)?))
        };
        // Whether there are destinations in the own and in the other window: the header lists those of the first first.
        let halves = |node: &Node<'_>| {
            columns(node).map_or((false, false), |(first, last)| {
                let own = self.is_left(node.col());
                let has = |left: bool| self.is_left(first) == left || self.is_left(last) == left;
                (has(own), has(!own))
            })
        };
        let other = |node: &Node<'_>| if self.is_left(node.col()) { WEST } else { WESTBOUND };
        machine.step(|step| step.copy(EAST, WESTBOUND, |node| halves(node) == (true, true)))?;
        machine.swap_lanes(|node| match halves(node) {
            (true, true) => Some((WESTBOUND, other(node))).filter(|(a, b)| a != b),
            (false, true) => Some((EAST, other(node))),
            _ => None,
        })?;
        // The part of a header that lies in the second window is its last one.
        let part = |node: &Node<'_>, lane: usize, own: bool| {
            let list = node.destinations(lane);
            let is_left =
                |id: &u32| node.locate(*id).is_some_and(|at| self.is_left(at % self.cols));
            let both = is_left(list.first()?) != is_left(list.last()?);
            let left = self.is_left(node.col()) == own;
            Some(usize::from(both && !left))
        };
        machine.narrow(EAST, |node| part(node, EAST, true))?;
        machine.narrow(WEST, |node| part(node, WEST, false))?;
        machine.narrow(WESTBOUND, |node| part(node, WESTBOUND, false))?;
        for hop in 0..self.width {
            machine.step(|step| {
                step.transmit_into(
                    WEST..WESTBOUND + 1,
                    &[Port::East, Port::West],
                    |node, sends| {
                        let is_under_way = hop < self.cols - self.width;
                        for (lane, port, moves) in
                            [(WEST, Port::East, is_under_way), (WESTBOUND, Port::West, true)]
                        {
                            if moves && node.packet(lane).is_some() {
                                sends.send(lane, port);
                            }
                        }
                    },
                    |_, port| if port == Port::East { WEST } else { WESTBOUND },
                )
            })?;
        }
        machine.swap_lanes(|node| node.packet(WESTBOUND).map(|_| (WESTBOUND, WEST)))?;
        machine.swap_lanes(|node| (self.middle() == Some(node.col())).then_some((EAST, WEST)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::places::places_of_a_node;
    use super::*;
    use meshcast_engine::{LeftPacket, Messages, Options};

    #[test]
    fn stored_places_are_routed_to_with_the_places_of_a_sweep() {
        for (rows, cols) in (1..=60).flat_map(|rows| (1..=60).map(move |cols| (rows, cols))) {
            let shape = Shape::new(rows, cols).expect("small");
            let needed = PermutationRouting::capacity_on(shape, PermutationRouting::BLOCKS);
            assert!(needed <= places_of_a_node(Windows::new(cols)), "{shape:?}: {needed}");
        }
    }

    #[test]
    fn packets_begin_where_the_stored_permutation_says() {
        for (rows, cols) in [(1, 1), (1, 7), (4, 4), (5, 9), (9, 5)] {
            let shape = Shape::new(rows, cols).expect("small");
            let places = Permutation::random(shape.nodes(), 4);
            for transposed in [false, true] {
                let set = Arc::new(Messages::one_each(shape.nodes()).expect("small"));
                let mut machine = Machine::new(
                    shape,
                    set,
                    Some(places_of_a_node(Windows::new(cols))),
                    Options::default(),
                );
                machine.inject(deal::LANE, |_| 0);
                let scattered = if transposed {
                    machine.transposed(|machine| scatter(machine, &places))
                } else {
                    scatter(&mut machine, &places)
                };
                scattered.expect("lawful");
                let outcome = machine.finish();
                let seen = if transposed { shape.transposed() } else { shape };
                assert_eq!(outcome.steps, scatter_steps(seen));
                for (source, &place) in (0..).zip(places.entries()) {
                    let (row, col) = shape.position(place as usize);
                    let found = outcome.packet(deal::LANE, row, col);
                    assert_eq!(found.map(LeftPacket::message), Some(source), "{shape:?}");
                }
            }
        }
    }
}
