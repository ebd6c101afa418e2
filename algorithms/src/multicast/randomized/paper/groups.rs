//! Deals the packets out to random groups, and each group evenly to the nodes of a tile: step 1.

use super::double_tessellation::DoubleTessellation;
use super::lanes::{ASIDE, MASTERS};
use crate::draws::Draws;
use meshcast_engine::{Machine, Node, Order, Shape, Violation};
use meshcast_primitives::{PermutationRouting, Sort, group_ranks, scan, scan_steps};

/// Blocks a side of the routing: two keep the packets on their way below the lanes of the masters.
const BLOCKS: usize = 2;

/// Step 1 on one mesh.
#[derive(Clone, Debug)]
pub(super) struct Grouping {
    shape: Shape,
    sort: Sort,
    routing: PermutationRouting,
}

impl Grouping {
    pub(super) fn new(shape: Shape) -> Self {
        let sort = Sort::new(shape, Order::Snake);
        let routing = PermutationRouting::new(shape, BLOCKS);
        debug_assert!(routing.capacity().max(Sort::CAPACITY) <= MASTERS[0]);
        Self { shape, sort, routing }
    }

    /// Steps of [`Grouping::run`], also on meshes for formulas alone.
    pub(super) fn steps_on(shape: Shape) -> u64 {
        2 * Sort::steps_on(shape, Order::Snake)
            + 3 * scan_steps(shape, Order::Snake, 1)
            + 2 * PermutationRouting::steps_on(shape, BLOCKS)
    }

    /// Steps of a [`Grouping::run`].
    pub(super) fn steps(&self) -> u64 {
        2 * self.sort.steps() + 3 * self.scan_steps() + 2 * self.routing.steps()
    }

    /// Steps of a [`Grouping::gather`].
    pub(super) fn gather_steps(&self) -> u64 {
        self.scan_steps() + 2 * self.routing.steps()
    }

    /// Brings the packets of lane 0, at most one a node, to their nodes in tiles, at most two of them a node, in the
    /// lanes of the masters.
    pub(super) fn run(
        &self,
        tiles: &DoubleTessellation,
        draws: &mut Draws,
        machine: &mut Machine,
    ) -> Result<(), Violation> {
        machine.span("group", |machine| {
            let (groups, size) = (tiles.tiles(), tiles.core().nodes() as u32);
            // (a) Tentative groups. Every node has drawn one.
            let tentative = tiles.tentative_groups() as u32;
            let drawn: Vec<u32> = (0..self.shape.nodes()).map(|_| draws.below(tentative)).collect();
            machine.rekey(0, |node| Some(drawn[node.id() as usize]))?;
            // (b)
            self.sort.run(machine)?;
            let ranks = group_ranks(machine, Order::Snake)?;
            // (c) The segment of a packet is the number of packets, up to and with it, that begin one, less 1.
            let mut segments = machine.variable(1, |node, _| {
                let begins = node.packet(0).is_some() && node.own(&ranks)[0] % size == 0;
                u32::from(begins)
            })?;
            scan(machine, &mut segments, Order::Snake, |before, here| before + here)?;
            // (d)
            machine.rekey(0, |node| {
                let segment = node.own(&segments)[0].checked_sub(1)?;
                Some(segment % groups as u32)
            })?;
            // (e)
            self.sort.run(machine)?;
            let ranks = group_ranks(machine, Order::Snake)?;
            machine.rekey(0, |node| {
                let group = node.packet(0)?.key() as usize;
                Some(tiles.node_of(group, node.own(&ranks)[0] as usize))
            })?;
            // (f) First the first packets of all nodes, then the second.
            machine.swap_lanes(|node| {
                let second = node.packet(0).is_some() && node.own(&ranks)[0] >= size;
                second.then_some((0, ASIDE))
            })?;
            self.routing.run(machine)?;
            machine.swap_lanes(|_| [(0, MASTERS[0]), (0, ASIDE)])?;
            self.routing.run(machine)?;
            machine.swap_lanes(|_| [(0, MASTERS[1])])
        })
    }

    /// Brings the masters, at most two a node, to nodes of their own, lane 0: what a [`Grouping::run`] starts with.
    pub(super) fn gather(&self, machine: &mut Machine) -> Result<(), Violation> {
        machine.span("gather", |machine| {
            let held = |node: &Node<'_>, lane| u32::from(node.packet(lane).is_some());
            let mut ranks = machine
                .variable(1, |node, _| MASTERS.iter().map(|&lane| held(node, lane)).sum::<u32>())?;
            scan(machine, &mut ranks, Order::RowMajor, |before, here| before + here)?;
            for (lane, later) in [(MASTERS[0], Some(MASTERS[1])), (MASTERS[1], None)] {
                machine.rekey(lane, |node| {
                    let behind = later.map_or(0, |lane| held(node, lane));
                    Some(node.own(&ranks)[0] - behind - 1)
                })?;
            }
            machine.swap_lanes(|_| [(0, MASTERS[0])])?;
            self.routing.run(machine)?;
            machine.swap_lanes(|_| [(0, ASIDE), (0, MASTERS[1])])?;
            self.routing.run(machine)?;
            machine.swap_lanes(|node| node.packet(ASIDE).map(|_| (0, ASIDE)))
        })
    }

    fn scan_steps(&self) -> u64 {
        scan_steps(self.shape, Order::Snake, 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::multicast::randomized::paper::choice::choose;
    use meshcast_engine::{LeftPacket, Messages, Options, Outcome, Tile};
    use std::sync::Arc;

    /// A machine with a packet at every node whose number, scrambled, is below `percent`.
    fn machine(shape: Shape, percent: u32) -> (Machine, usize) {
        let sources = (0..shape.nodes() as u32).filter(|node| node * 7919 % 100 < percent);
        let set = Messages::new(shape.nodes(), sources.map(|node| (node, vec![]))).expect("small");
        let count = set.count();
        let mut machine = Machine::new(shape, Arc::new(set), Some(ASIDE + 1), Options::default());
        machine.inject(0, |_| 0);
        (machine, count)
    }

    /// The messages of the masters in each tile, and of each of its nodes.
    fn masters(outcome: &Outcome, tiles: &DoubleTessellation) -> Vec<Vec<Vec<u32>>> {
        let of_tile = |tile: &Tile| {
            (0..tile.shape.nodes())
                .map(|node| {
                    let (row, col) = tile.shape.position(node);
                    let (row, col) = (tile.first_row + row, tile.first_col + col);
                    assert!(
                        (0..=ASIDE)
                            .filter(|lane| !MASTERS.contains(lane))
                            .all(|lane| { outcome.packet(lane, row, col).is_none() })
                    );
                    let packets = MASTERS.iter().filter_map(|&lane| outcome.packet(lane, row, col));
                    packets.map(LeftPacket::message).collect()
                })
                .collect()
        };
        tiles.tiling().tiles().iter().map(of_tile).collect()
    }

    fn shapes() -> impl Iterator<Item = Shape> {
        let sides = [(1, 32), (33, 1), (4, 4), (5, 7), (7, 7), (8, 8), (16, 16), (6, 20), (19, 13)];
        sides.into_iter().map(|(rows, cols)| Shape::new(rows, cols).expect("small"))
    }

    #[test]
    fn groups_are_balanced_and_complete() {
        for shape in shapes() {
            for (c, percent) in [(1, 100), (2, 100), (shape.nodes() / 16, 100), (2, 30), (2, 0)] {
                let tiles = choose(shape, c).0;
                let grouping = Grouping::new(shape);
                let (mut machine, count) = machine(shape, percent);
                grouping.run(&tiles, &mut Draws::of_phase(1, 0), &mut machine).expect("lawful");
                let outcome = machine.finish();
                assert_eq!(outcome.steps, grouping.steps(), "{shape:?} {c}");
                let groups = masters(&outcome, &tiles);
                let mut all = Vec::new();
                for group in &groups {
                    let size: usize = group.iter().map(Vec::len).sum();
                    assert!(size <= 2 * tiles.core().nodes(), "{shape:?} {c}: {size}");
                    // There are as many segments as groups, and each group gets one before any gets two.
                    assert!(size > 0 || percent < 100, "{shape:?} {c}");
                    // Evenly: no node of the core has two more than another.
                    let mut loads: Vec<usize> = group.iter().map(Vec::len).collect();
                    loads.sort_unstable();
                    let core = &loads[loads.len() - tiles.core().nodes()..];
                    assert!(core[core.len() - 1] - core[0] <= 1, "{shape:?} {c}: {loads:?}");
                    all.extend(group.iter().flatten().copied());
                }
                all.sort_unstable();
                assert!(all.iter().copied().eq(0..count as u32), "{shape:?} {c}");
            }
        }
    }

    /// Any packet is as likely to be in a group as any other: 400 draws for each of 16 packets, the standard deviation of
    /// a count being at most 10. The groups are not alike: the first ones have two segments.
    #[test]
    fn groups_are_random() {
        let shape = Shape::new(8, 8).expect("small");
        let tiles = choose(shape, 4).0;
        let mut counts = [[0_u32; 4]; 16];
        for seed in 0..400 {
            let (mut machine, _) = machine(shape, 100);
            let mut draws = Draws::of_phase(seed, 0);
            Grouping::new(shape).run(&tiles, &mut draws, &mut machine).expect("lawful");
            for (group, nodes) in masters(&machine.finish(), &tiles).iter().enumerate() {
                for message in nodes.iter().flatten().filter(|&&message| message < 16) {
                    counts[*message as usize][group] += 1;
                }
            }
        }
        for group in 0..4 {
            let mean = counts.iter().map(|of| of[group]).sum::<u32>() / 16;
            assert!(counts.iter().all(|of| of[group].abs_diff(mean) < 50), "{counts:?}");
        }
    }

    #[test]
    fn packets_gathered_have_nodes_of_their_own() {
        for shape in shapes() {
            let tiles = choose(shape, 2).0;
            let grouping = Grouping::new(shape);
            let (mut machine, count) = machine(shape, 90);
            grouping.run(&tiles, &mut Draws::of_phase(5, 1), &mut machine).expect("lawful");
            grouping.gather(&mut machine).expect("lawful");
            let outcome = machine.finish();
            assert_eq!(outcome.steps, grouping.steps() + grouping.gather_steps());
            let mut found = Vec::new();
            for node in 0..shape.nodes() {
                let (row, col) = shape.position(node);
                let packet = outcome.packet(0, row, col).map(LeftPacket::message);
                assert_eq!(outcome.packets_left(row, col), u32::from(node < count));
                found.extend(packet);
            }
            found.sort_unstable();
            assert!(found.iter().copied().eq(0..count as u32));
        }
    }
}
