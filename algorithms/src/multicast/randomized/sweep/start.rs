//! The start: every message at a random node, its two halves on the belts of their windows.

use super::windows::{EAST, REST, WEST, Windows};
use meshcast_engine::{Machine, Node, Order, Port, Shape, Violation};
use meshcast_primitives::{Sort, expansion, expansion_steps};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The slot of a half that goes west to its window.
const WESTBOUND: usize = 2;

/// A random key for every node; the stream starts two long jumps (2^192 numbers each) after the seed's own, since
/// workloads draw from the one after the first.
fn random_keys(seed: u64, nodes: usize) -> Vec<u32> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    generator.long_jump();
    generator.long_jump();
    (0..nodes).map(|_| (generator.next_u64() >> 32) as u32).collect()
}

/// The steps of a [`shuffle`].
pub(super) fn shuffle_steps(shape: Shape, packets: usize) -> u64 {
    let sort = Sort::new(shape, order(shape.nodes(), packets)).steps();
    sort + if packets < shape.nodes() { expansion_steps(shape) } else { 0 }
}

fn order(nodes: usize, packets: usize) -> Order {
    if packets < nodes { Order::RowMajor } else { Order::Snake }
}

/// Moves the `packets` packets to random nodes: sorts them by random keys and, if there are fewer than nodes, spreads
/// them evenly.
pub(super) fn shuffle(machine: &mut Machine, seed: u64, packets: usize) -> Result<(), Violation> {
    let shape = machine.shape();
    let keys = random_keys(seed, shape.nodes());
    machine.rekey(0, |node| Some(keys[node.id() as usize]))?;
    Sort::new(shape, order(shape.nodes(), packets)).run(machine)?;
    if packets < shape.nodes() {
        let place = |rank: usize| (rank as u64 * shape.nodes() as u64 / packets as u64) as u32;
        machine.rekey(0, |node| Some(place(node.index())))?;
        expansion(machine, Order::RowMajor)?;
    }
    Ok(())
}

impl Windows {
    /// The steps of [`Windows::fill`].
    pub(super) fn fill_steps(self) -> u64 {
        1 + self.left as u64
    }

    /// Makes two packets of each one, with the destinations in either window, and moves each to its window: the half for
    /// the own window starts eastbound where it is; the other goes over by the width of the first window and starts
    /// westbound. If the second window is narrower, the half of the first one's last column has no place there: it rests
    /// in the first column of the second window until there is one.
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
        for hop in 0..self.left {
            machine.step(|step| {
                step.transmit_into(
                    WEST..WESTBOUND + 1,
                    &[Port::East, Port::West],
                    |node, sends| {
                        for (lane, port) in [(WEST, Port::East), (WESTBOUND, Port::West)] {
                            if node.packet(lane).is_some() {
                                sends.send(lane, port);
                            }
                        }
                    },
                    |_, port| if port == Port::East { WEST } else { WESTBOUND },
                )
            })?;
            if hop == 0 && self.uneven() {
                machine.swap_lanes(|node| {
                    let rests = node.col() == self.left && node.packet(WEST).is_some();
                    rests.then_some((WEST, REST))
                })?;
            }
        }
        machine.swap_lanes(|node| node.packet(WESTBOUND).map(|_| (WESTBOUND, WEST)))
    }

    /// Puts resting packets on the belt where it has a place.
    pub(super) fn admit(self, machine: &mut Machine) -> Result<(), Violation> {
        machine.swap_lanes(|node| {
            node.packet(REST)?;
            let free = [EAST, WEST].into_iter().find(|&lane| node.packet(lane).is_none())?;
            Some((REST, free))
        })
    }
}
