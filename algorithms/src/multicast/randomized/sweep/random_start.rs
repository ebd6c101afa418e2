//! Brings every packet to a random row, and each of its halves to a random place on the belt of its window.

use super::windows::{EAST, WEST, Windows};
use crate::draws::Draws;
use crate::multicast::randomized::deal;
use meshcast_engine::{Effect, Lines, Machine, Node, Packet, Shape, Violation};
use std::ops::Range;

/// The slot of the half for the second window of a packet that is for both.
const SECOND_HALF: usize = deal::LANE + 1;

/// Slots for the packets of a node on their way along columns: one either way, and one at rest.
const COLUMN_LANES: Range<usize> = 0..3;

/// The same along rows: three that have not left or pass by, and two that have arrived.
const ROW_LANES: Range<usize> = 0..5;

/// The slots of a belt, by the lowest bits of a key.
const SLOTS: [usize; 2] = [EAST, WEST];

const SLOT_BITS: usize = 1;

/// Names the rehearsals of the ways to random rows and to places on belts.
#[derive(Debug, PartialEq)]
struct Along(Lines);

/// The steps of [`Windows::deal`].
pub(super) fn deal_steps(shape: Shape) -> u64 {
    (shape.rows() - 1) as u64 + 1 + (shape.cols() - 1) as u64
}

impl Windows {
    /// Moves every packet along its column to a random row, no two of a column to one; makes two packets of each one, with the
    /// destinations in either window; and moves each along the row to a random place on the belt of its window, no two to one.
    ///
    /// The permutations are drawn from the seed, so that every node knows those of its column and of its row. Nodes without a packet
    /// have a place in them all the same: whoever has none, the others come to random places.
    ///
    /// # Cost
    /// rows − 1 steps along columns, one to copy, cols − 1 along rows, where the packet with the farthest to go leaves first.
    ///
    /// **Steps along rows.** The packets that have to cross the link from column e − 1 to column e do not wait for others before they
    /// do. If at most k(i) of them start in columns up to i, the last has crossed after the greatest k(i) + (e − 1 − i) steps, i < e,
    /// where k(i) > 0: see `QueuedLine`. Beyond the first window and at its border all of them are for the second window, one from
    /// each column: k(i) = i + 1, and e ≤ cols − 1 steps. In the first window, k(i) ≤ 2(i + 1), and 2e ≤ 2(⌈cols/2⌉ − 1) ≤ cols − 1
    /// steps. Westward, it is the other way round.
    ///
    /// **Buffer along rows.** A node has two packets that may wait, and sends one in every step in which any wait to go a way, and gets one
    /// at most from that side: they are three with those that pass by. At most two have arrived.
    pub(super) fn deal(self, machine: &mut Machine, seed: u64) -> Result<(), Violation> {
        let shape = machine.shape();
        let draws = &mut Draws::of_phase(seed, 0);
        let rows = permutations(draws, shape.cols(), shape.rows());
        machine.rekey(deal::LANE, |node| Some(rows[node.col()][node.row()]))?;
        to_rows(machine)?;
        self.halve(machine)?;
        let halves = [(); 2].map(|()| permutations(draws, shape.rows(), shape.cols()));
        for lane in [deal::LANE, SECOND_HALF] {
            machine.rekey(lane, |node| {
                let is_left = self.is_for_left(node, *node.destinations(lane).first()?)?;
                let halves = &halves[usize::from(!is_left)];
                Some(self.place_key(is_left, halves[node.row()][node.col()] as usize))
            })?;
        }
        to_places(machine)
    }

    /// Makes two packets of each one that is for both windows.
    fn halve(self, machine: &mut Machine) -> Result<(), Violation> {
        let is_for_both = |node: &Node<'_>| {
            let list = node.destinations(deal::LANE);
            let [first, last] =
                [list.first(), list.last()].map(|id| id.and_then(|&id| self.is_for_left(node, id)));
            first != last
        };
        machine.step(|step| step.copy(deal::LANE, SECOND_HALF, is_for_both))?;
        // The header lists the destinations in the first window first.
        for (part, lane) in [deal::LANE, SECOND_HALF].into_iter().enumerate() {
            machine.narrow(lane, |node| node.packet(lane).map(|_| part))?;
        }
        Ok(())
    }

    /// Whether a destination is in the first window.
    fn is_for_left(self, node: &Node<'_>, id: u32) -> Option<bool> {
        node.locate(id).map(|at| self.is_left(at % self.cols))
    }

    /// The key of a packet that is for one of the places of its window: the column, and the slot there. Of the middle column the first
    /// window has the last place, westbound, and the second the first, eastbound.
    fn place_key(self, is_left: bool, place: usize) -> u32 {
        let skipped = usize::from(!is_left && self.middle().is_some());
        let first = if is_left { 0 } else { self.second() };
        let at = place + skipped;
        let (col, slot) = (first + at / 2, at % 2);
        let slot = if self.middle() == Some(col) { usize::from(is_left) } else { slot };
        (col << SLOT_BITS | slot) as u32
    }
}

/// Moves every packet to the row that its key says.
fn to_rows(machine: &mut Machine) -> Result<(), Violation> {
    let route = |machine: &mut Machine| {
        go_along(machine, Lines::Columns, COLUMN_LANES, |packet| packet.key() as usize)?;
        machine.swap_lanes(|node| {
            let held = COLUMN_LANES.into_iter().find(|&lane| node.packet(lane).is_some())?;
            (held > deal::LANE).then_some((deal::LANE, held))
        })
    };
    let leap = machine.leap(&machine.rehearsal(Along(Lines::Columns)), COLUMN_LANES, route)?;
    if let Some(mut effect) = leap {
        let shape = effect.shape();
        move_all(&mut effect, &[deal::LANE], |node, key| {
            (shape.index(key as usize, node % shape.cols()), deal::LANE)
        });
    }
    Ok(())
}

/// Moves every packet to the column and the slot that its key says.
fn to_places(machine: &mut Machine) -> Result<(), Violation> {
    let slot = |key: u32| SLOTS[key as usize & ((1 << SLOT_BITS) - 1)];
    let route = |machine: &mut Machine| {
        go_along(machine, Lines::Rows, ROW_LANES, col)?;
        SLOTS.into_iter().try_for_each(|lane| {
            machine.swap_lanes(|node| {
                let is_for_it = |&held: &usize| {
                    node.packet(held).is_some_and(|packet| slot(packet.key()) == lane)
                };
                let held = ROW_LANES.into_iter().find(is_for_it)?;
                (held != lane).then_some((held, lane))
            })
        })
    };
    let leap = machine.leap(&machine.rehearsal(Along(Lines::Rows)), ROW_LANES, route)?;
    if let Some(mut effect) = leap {
        let shape = effect.shape();
        move_all(&mut effect, &[deal::LANE, SECOND_HALF], |node, key| {
            (shape.index(node / shape.cols(), key as usize >> SLOT_BITS), slot(key))
        });
    }
    Ok(())
}

/// The column in the key of a packet.
fn col(packet: Packet) -> usize {
    packet.key() as usize >> SLOT_BITS
}

/// A permutation for each of `lines` lines of `length` nodes.
fn permutations(draws: &mut Draws, lines: usize, length: usize) -> Vec<Vec<u32>> {
    (0..lines).map(|_| draws.permutation(length)).collect()
}

/// Lets packets move along their lines in as many steps as those have links.
fn go_along(
    machine: &mut Machine,
    lines: Lines,
    lanes: Range<usize>,
    to: impl Fn(Packet) -> usize + Sync,
) -> Result<(), Violation> {
    machine.span(lines.name(), |machine| {
        (1..lines.length(machine.shape()))
            .try_for_each(|_| machine.step(|step| step.approach(lines, lanes.clone(), &to)))
    })
}

/// Moves the packets in some slots, each to the node and slot that `to` says for its node and key.
fn move_all(effect: &mut Effect<'_>, lanes: &[usize], to: impl Fn(usize, u32) -> (usize, usize)) {
    let slots =
        (0..effect.shape().nodes()).flat_map(|node| lanes.iter().map(move |&lane| (lane, node)));
    let moving: Vec<(usize, Packet)> =
        slots.filter_map(|(lane, node)| Some((node, effect.take(lane, node)?))).collect();
    for (from, packet) in moving {
        let (node, lane) = to(from, packet.key());
        effect.put(lane, node, packet, packet.key());
        effect.count_hops(effect.shape().distance(from, node) as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::super::places::places_of_a_node;
    use super::*;
    use meshcast_engine::{LeftPacket, Messages, Mode, Options, Outcome};
    use std::sync::Arc;

    /// Where the halves are of the messages of every `nth` node, which are for the first and the last column: by window, then node.
    fn dealt(
        shape: Shape,
        nth: usize,
        seed: u64,
        mode: Mode,
    ) -> (Outcome, [Vec<Option<usize>>; 2]) {
        let (nodes, windows) = (shape.nodes(), Windows::new(shape.cols()));
        let ends = [0, shape.cols() as u32 - 1];
        let lists =
            (0..nodes as u32).step_by(nth).map(|node| (node, ends[..shape.cols().min(2)].to_vec()));
        let set = Messages::new(nodes, lists).expect("small");
        let cols = shape.cols();
        let halves = set.in_parts_where(|_, a, b| {
            windows.is_left(a as usize % cols) != windows.is_left(b as usize % cols)
        });
        let options = Options { mode, ..Options::default() };
        let mut machine =
            Machine::new(shape, Arc::new(halves), Some(places_of_a_node(windows)), options);
        machine.inject(deal::LANE, |_| 0);
        windows.deal(&mut machine, seed).expect("lawful");
        let outcome = machine.finish();
        let mut found = [vec![None; nodes], vec![None; nodes]];
        let places = (0..nodes).flat_map(|node| SLOTS.map(|lane| (node, lane)));
        for (node, lane) in places {
            let (row, col) = shape.position(node);
            if let Some(message) = outcome.packet(lane, row, col).map(LeftPacket::message) {
                let is_left =
                    if windows.middle() == Some(col) { lane == WEST } else { windows.is_left(col) };
                let half = &mut found[usize::from(!is_left)][message as usize];
                assert!(half.is_none(), "{shape:?}: two packets of a half");
                *half = Some(node);
            }
        }
        (outcome, found)
    }

    /// The machine enforces the slots: that no two packets have one place.
    #[test]
    fn halves_come_to_places_of_their_windows() {
        for (rows, cols) in
            [(1, 1), (1, 2), (1, 3), (2, 2), (3, 3), (4, 7), (5, 5), (8, 8), (7, 40)]
        {
            let shape = Shape::new(rows, cols).expect("small");
            for (nth, seed) in
                [1, 2, 3, 7].into_iter().flat_map(|nth| (0..20).map(move |seed| (nth, seed)))
            {
                let (stepped, found) = dealt(shape, nth, seed, Mode::Step);
                assert_eq!(stepped.steps, deal_steps(shape), "{shape:?}");
                let (leapt, same) = dealt(shape, nth, seed, Mode::Leap);
                assert_eq!(
                    (leapt.steps, leapt.link_uses, same),
                    (stepped.steps, stepped.link_uses, found.clone())
                );
                let windows = if cols > 1 { 2 } else { 1 };
                let count = (rows * cols).div_ceil(nth);
                for half in &found[..windows] {
                    assert_eq!(half.iter().flatten().count(), count, "{shape:?}, every {nth}th");
                }
            }
        }
    }

    /// 3,000 seeds, and 8 to 12 nodes of either window: the standard deviation of a count is 18. The middle column has half as many places.
    #[test]
    fn halves_come_to_all_nodes_of_their_windows_alike() {
        for cols in [4, 5] {
            let shape = Shape::new(4, cols).expect("small");
            let mut counts = [vec![0_usize; 4 * cols], vec![0; 4 * cols]];
            for seed in 0..3000 {
                let (_, found) = dealt(shape, 3, seed, Mode::Leap);
                for (counts, half) in counts.iter_mut().zip(&found) {
                    counts[half[1].expect("a packet")] += 1;
                }
            }
            let windows = Windows::new(cols);
            for (window, counts) in counts.iter().enumerate() {
                for (node, count) in counts.iter().enumerate() {
                    let col = node % cols;
                    let places = match (windows.middle() == Some(col), windows.is_left(col)) {
                        (true, _) => 1,
                        (_, is_left) => 2 * usize::from(is_left == (window == 0)),
                    };
                    let expected = 3000 * places / (4 * cols);
                    assert!(count.abs_diff(expected) < 100, "{cols}: {counts:?}");
                }
            }
        }
    }
}
