//! Plans the phases for a congestion, known or guessed.

use super::alive_count::AliveCount;
use super::assignment::{Assignment, largest_group};
use super::bound::BlockDemand;
use super::phase_steps::PhaseSteps;
use super::replicas::Replicas;
use super::replication::{ALPHA, Marks, default_instances};
use super::run_record::DeterministicPaperGuess;
use super::tour::Tour;
use crate::multicast::congestion::Congestion;
use crate::multicast::randomized::{DoubleTessellation, first_enough};
use crate::permutation::Permutation;
use meshcast_engine::{Machine, Messages, Shape, Tile, Violation};
use meshcast_primitives::Migration;

/// What is planned for a congestion, known or guessed.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    tiles: DoubleTessellation,
    pub(super) demand: BlockDemand,
    pub(super) replicas: Replicas,
    assignment: Assignment,
    tour: Tour,
    pub(super) alive_count: AliveCount,
    pub(super) steps: PhaseSteps,
}

impl Plan {
    pub(super) fn new(
        shape: Shape,
        tiles: DoubleTessellation,
        (congestion, instances): (usize, usize),
        marks: Marks,
        permutation: &Permutation,
    ) -> Self {
        let block = |tile: &Tile| {
            let blocks = tiles.blocks_of(tile.shape);
            blocks.tiles().iter().map(|block| block.shape.nodes()).min().unwrap_or(1)
        };
        let demand = BlockDemand {
            congestion,
            instances,
            group: largest_group(permutation.len(), tiles.tiles()),
            block: tiles.tiling().tiles().iter().map(block).min().unwrap_or(1),
        };
        Self {
            demand,
            replicas: Replicas::new(shape, permutation.len() / instances, instances),
            assignment: Assignment::new(shape, &tiles, permutation),
            tour: Tour::new(shape, &tiles, marks),
            alive_count: AliveCount::new(&tiles),
            steps: PhaseSteps::new(shape, &tiles, instances, marks),
            tiles,
        }
    }

    /// Makes a phase with so many migrations a visit. Lets all nodes learn how many destinations are open then, and how many
    /// packets are alive for a block, at most.
    pub(super) fn make_phase(
        &self,
        machine: &mut Machine,
        migrations: usize,
    ) -> Result<(u32, u32), Violation> {
        self.replicas.make(machine)?;
        self.assignment.form(machine)?;
        self.tour.run(machine, migrations)?;
        self.assignment.disband(machine)?;
        self.replicas.coalesce(machine)?;
        machine.span("strip", |machine| {
            machine.step(|step| step.discard(0, |node| !Migration::is_open(node, 0)))
        })?;
        self.alive_count.run(machine)
    }

    /// The record of it in a run.
    pub(super) fn record(&self) -> DeterministicPaperGuess {
        let (_, block) = self.tiles.largest();
        DeterministicPaperGuess {
            congestion: self.demand.congestion,
            tiles: self.tiles.grid(),
            block: (block.rows(), block.cols()),
        }
    }
}

/// The replicas that have a node each, in the segments and in the cores of all tiles that may be used.
pub(super) fn places(tessellations: &[(usize, DoubleTessellation)]) -> Option<usize> {
    tessellations.iter().map(|(_, tiles)| tiles.places()).min()
}

/// The tiles for the congestion or, if it is unknown, for every guess, a power of 4, up to n/16: above it the tour of
/// the whole mesh is optimal.
pub(super) fn tessellations(
    shape: Shape,
    messages: &Messages,
    known: Congestion,
) -> Vec<(usize, DoubleTessellation)> {
    let guesses: Vec<usize> = match known {
        Congestion::Known => vec![messages.congestion()],
        Congestion::Doubled | Congestion::Counted => {
            std::iter::successors(Some(1), |guess| Some(4 * guess))
                .take_while(|guess| 16 * guess <= shape.nodes())
                .collect()
        }
    };
    guesses.into_iter().filter_map(|guess| tessellation(shape, guess)).collect()
}

/// The tiles for a congestion, or for one, unless it is above n/16.
pub(super) fn tessellation(shape: Shape, congestion: usize) -> Option<(usize, DoubleTessellation)> {
    let usable = congestion.max(1);
    (16 * congestion <= shape.nodes()).then(|| (usable, tiles_for(shape, usable)))
}

/// Blocks that a tile of m nodes may have, for each of √m.
const BLOCKS: [f64; 4] = [2.0, 1.0, 0.5, 0.25];

/// What [`relative_steps`] are enough. Where sides are powers of two and c is one of four, the paper's own tiles and blocks have 25.
const STEPS: f64 = 26.0;

/// The tiles for a congestion: the nearest to as many, and no fewer, as Lemma 4 wants, whose visits take at most [`STEPS`], or else
/// those whose visits take the fewest.
fn tiles_for(shape: Shape, congestion: usize) -> DoubleTessellation {
    let cuts = DoubleTessellation::near(shape, congestion, &BLOCKS);
    let enough_tiles = cuts.filter(|cut| cut.tiles() >= congestion);
    first_enough(enough_tiles, STEPS, |cut| relative_steps(cut, congestion))
        .unwrap_or_else(|| DoubleTessellation::whole(shape, &BLOCKS))
}

/// The steps of visits for each replica of a packet if all nodes have a packet, for each of k√(cn). The number k is that of the
/// migrations of a visit to a tile of m = n/c nodes in as many blocks as the largest power of two that is at most √m.
///
/// A visit has as many migrations as serve a whole group, but no more than α·r, both as by default. On t tiles whose cores have p nodes
/// K classes for n packets have r ≤ K·t·p/n, and each class makes t visits: n/p visits for each replica at least. With √m blocks they take
/// steps that grow with √m; so k, which does so in leaps only, keeps friendly sizes as near to the letter as they are and lets all up
/// to the next ones cost no more.
fn relative_steps(cut: &DoubleTessellation, congestion: usize) -> f64 {
    // All sizes as numbers that do not overflow on meshes for formulas alone.
    let (nodes, load, group) = (cut.nodes() as f64, congestion as f64, cut.core().nodes() as f64);
    let most = (ALPHA * default_instances(cut.nodes(), cut.places())) as f64;
    let migrations = (group / cut.smallest_block() as f64).ceil().min(most);
    let in_letter = ((1_u64 << ((cut.nodes() / congestion).ilog2() / 2)) as f64).min(most);
    let steps = migrations * cut.visit_steps() * nodes / group;
    steps / (in_letter * (load * nodes).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    #[test]
    fn a_side_that_is_a_power_of_two_is_cut_as_in_the_paper() {
        for (side, c, grid, blocks) in [
            (128, 16, (4, 4), (4, 8)),
            (64, 16, (4, 4), (4, 4)),
            (64, 64, (8, 8), (2, 4)),
            (64, 4, (2, 2), (4, 8)),
            (32, 1, (1, 1), (4, 8)),
        ] {
            let cut = tiles_for(Shape::new(side, side).expect("small"), c);
            assert_eq!((cut.grid(), cut.blocks), (grid, blocks), "side {side}, c = {c}");
        }
    }

    #[test]
    fn meshes_for_formulas_alone_are_cut_into_as_many_tiles() {
        for (side, c, grid) in [(1 << 18, 4, (2, 2)), (1 << 23, 16, (4, 4)), (1 << 30, 64, (8, 8))]
        {
            let cut = tiles_for(Shape::unbounded(side, side).expect("in range"), c);
            assert_eq!(cut.grid(), grid, "side {side}, c = {c}");
        }
    }

    /// Any side from 16 to 300 and any c up to n/16.
    #[test]
    fn awkward_sides_and_congestions_cost_what_friendly_ones_do() {
        let mut draws = Draws::of_phase(1, 0);
        for _ in 0..200 {
            let side = 16 + draws.below(285) as usize;
            let most = (side * side / 16) as f64;
            let congestion = most.powf(f64::from(draws.below(1 << 20)) / f64::from(1 << 20));
            let cut = tiles_for(Shape::new(side, side).expect("small"), congestion as usize);
            let steps = relative_steps(&cut, congestion as usize);
            assert!(steps <= STEPS, "side {side}, c = {congestion}: {steps} with {cut:?}");
        }
    }
}
