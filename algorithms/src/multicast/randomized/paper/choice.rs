//! Chooses the tiles of a phase, and the migrations of a visit that are enough there.

use super::double_tessellation::{DoubleTessellation, first_enough};
use super::tour;
use crate::multicast::visits::{excess, excess_at_most};
use meshcast_engine::Shape;

/// Deliveries that the first execution of Step 2 may be expected to leave.
const LEFT: f64 = 0.125;

/// Blocks that a tile of m nodes may have, for each of √m; 0 for one block.
const BLOCKS: [f64; 5] = [2.0, 1.0, 0.5, 0.25, 0.0];

/// Steps of Step 2, for each √(cn), for which no other tiles are looked for.
const ENOUGH: f64 = 49.5;

/// Steps are counted for tiles with which Step 2 is estimated to take at most so many times the steps of the best, or of those that are
/// enough.
const SLACK: f64 = 1.2;

/// Tiles, and what is known of Step 2 on them.
struct Candidate {
    cut: DoubleTessellation,
    instances: usize,
    /// Its steps, about.
    estimate: f64,
}

/// The tiles for `load` packets for a node, and the fewest migrations of a visit after which Step 2 is expected to leave nothing: of
/// tiles whose groups can be balanced, and for which Step 2 is estimated to take few steps, the nearest for which it takes at most
/// [`ENOUGH`] steps for each √(cn), or else those for which it takes the fewest.
pub(super) fn choose(shape: Shape, load: usize) -> (DoubleTessellation, usize) {
    let cuts = DoubleTessellation::near(shape, load, &BLOCKS);
    let mut candidates: Vec<Candidate> = cuts
        .filter(|cut| cut.tentative_groups() > 0)
        .map(|cut| {
            let instances = instances(&cut, load);
            let visit = instances as f64 * cut.visit_steps() + 2.0 * cut.shift_steps();
            Candidate { cut, instances, estimate: cut.tiles() as f64 * visit }
        })
        .collect();
    let enough = ENOUGH * (shape.nodes() as f64 * load as f64).sqrt();
    let least = candidates.iter().map(|candidate| candidate.estimate).reduce(f64::min);
    let close = SLACK * enough.max(least.unwrap_or(0.0));
    candidates.retain(|candidate| candidate.estimate <= close);
    let counted = |of: &Candidate| tour::steps_on(shape, &of.cut, of.instances) as f64;
    if let Some(Candidate { cut, instances, .. }) = first_enough(candidates, enough, counted) {
        (cut, instances)
    } else {
        let cut = DoubleTessellation::whole(shape, &BLOCKS);
        (cut, instances(&cut, load))
    }
}

/// The fewest migrations of a visit with which all copies are expected to be made for a block that is wanted by `load` packets for each
/// of its nodes, even if all groups had two full segments.
///
/// Of the packets of such a group as many want the block as of any packets that are drawn at random: a hypergeometric number. It
/// varies less than a binomial one of as many draws, whether these are the packets of the group or those that want the block.
fn instances(cut: &DoubleTessellation, load: usize) -> usize {
    let nodes = cut.nodes();
    let block = cut.smallest_block();
    let (group, wanted) = ((2 * cut.core().nodes()).min(nodes), (load * block).min(nodes));
    let (draws, chance) = (group.min(wanted), group.max(wanted) as f64 / nodes as f64);
    let (mean, all) = (draws as f64 * chance, load as f64 * nodes as f64);
    let left = |instances: &usize| {
        let room = (instances * block) as f64;
        // What is beyond a room is no less than what the mean is beyond it.
        let at_least = (mean - room) / mean;
        let at_most = excess_at_most(draws as f64, chance, room);
        all * at_least <= LEFT
            && (all * at_most <= LEFT || all * excess(draws as f64, chance, room) <= LEFT)
    };
    let fewest = (mean / block as f64) as usize;
    (fewest.max(1)..=load).find(left).unwrap_or(load)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    #[test]
    fn tiles_are_about_as_many_as_packets_for_a_node() {
        for (rows, cols) in [(1, 32), (2, 16), (4, 4), (5, 7), (8, 8), (13, 19), (16, 16), (61, 61)]
        {
            let shape = Shape::new(rows, cols).expect("small");
            for load in 1..=shape.nodes() / 16 {
                let (cut, instances) = choose(shape, load);
                let tiles = cut.tiles();
                assert!(4 * tiles >= load && tiles <= 6 * load, "{tiles} for {load} on {shape:?}");
                assert!((1..=5).contains(&instances), "{instances} for {load} on {shape:?}");
            }
        }
    }

    /// Groups of two segments that are drawn at random, and what is beyond the room of a visit for one block: in as many draws as there are
    /// groups and blocks in ten sets.
    #[test]
    fn so_many_migrations_leave_next_to_nothing_and_fewer_leave_more() {
        let (mut beyond, mut beyond_fewer) = (0, 0);
        for (side, load) in [(16, 4), (16, 16), (23, 16), (32, 64), (37, 20), (53, 24)] {
            let shape = Shape::new(side, side).expect("small");
            let (cut, instances) = choose(shape, load);
            let (nodes, block) = (shape.nodes() as u32, cut.smallest_block());
            let group = (2 * cut.core().nodes()).min(shape.nodes());
            let pairs = cut.tiles() * cut.tiles() * cut.blocks.0 * cut.blocks.1;
            let mut draws = Draws::of_phase(side as u64, load);
            for _ in 0..10 * pairs {
                // Of the packets 0 to n − 1 the first want the block.
                let mut wanting = (load * block).min(shape.nodes()) as u32;
                let mut found = 0;
                for drawn in 0..group as u32 {
                    let hit = u32::from(draws.below(nodes - drawn) < wanting);
                    (wanting, found) = (wanting - hit, found + hit as usize);
                }
                beyond += found.saturating_sub(instances * block);
                beyond_fewer += found.saturating_sub((instances - 1) * block);
            }
        }
        // An eighth is expected at most for each of six times ten sets, and that by a bound.
        assert!(beyond <= 8, "{beyond}");
        assert!(beyond_fewer > 800, "{beyond_fewer}");
    }
}
