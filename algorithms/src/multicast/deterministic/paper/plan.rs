//! Plans the phases for a congestion, known or guessed.

use super::alive_count::AliveCount;
use super::assignment::{Assignment, largest_group};
use super::bound::BlockDemand;
use super::phase_steps::PhaseSteps;
use super::replicas::Replicas;
use super::replication::Marks;
use super::run_record::DeterministicPaperGuess;
use super::tour::Tour;
use crate::multicast::congestion::Congestion;
use crate::multicast::randomized::DoubleTessellation;
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

/// m: as many packets as have a node for each replica, in the segments and in the cores of all tiles that may be used.
pub(super) fn class(
    tessellations: &[(usize, DoubleTessellation)],
    instances: usize,
) -> Option<usize> {
    let places = tessellations.iter().map(|(_, tiles)| tiles.tiles() * tiles.core().nodes()).min();
    places.map(|places| places / instances)
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

/// The steps of visits a replica that are enough for any congestion, about, if every visit serves a whole group.
const STEPS: f64 = 28.0;

/// The tiles for a congestion: the nearest to as many, and no fewer, as Lemma 4 wants, for which visits take at most [`STEPS`] a
/// replica.
fn tiles_for(shape: Shape, congestion: usize) -> DoubleTessellation {
    let cost =
        |cut: &DoubleTessellation| (cut.tiles() >= congestion).then(|| steps_of_a_replica(cut));
    DoubleTessellation::nearest(shape, congestion, STEPS, cost)
}

/// The steps of visits, for each replica of a node. On t tiles, whose cores have p nodes, t·p replicas take t visits at the same time, each
/// with as many migrations as p is blocks.
fn steps_of_a_replica(cut: &DoubleTessellation) -> f64 {
    let migrations = cut.core().nodes().div_ceil(cut.smallest_block()) as f64;
    let visit = migrations * cut.visit_steps() + cut.shift_steps();
    // All sizes as numbers that do not overflow on meshes for formulas alone.
    let (tiles, places) = (cut.tiles() as f64, cut.core().nodes() as f64);
    visit * cut.nodes() as f64 / (tiles * places * places)
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
        let mut dear = 0;
        for _ in 0..200 {
            let side = 16 + draws.below(285) as usize;
            let most = (side * side / 16) as f64;
            let congestion = most.powf(f64::from(draws.below(1 << 20)) / f64::from(1 << 20));
            let cut = tiles_for(Shape::new(side, side).expect("small"), congestion as usize);
            let steps = steps_of_a_replica(&cut);
            dear += u32::from(steps > STEPS);
            assert!(steps <= 1.1 * STEPS, "side {side}, c = {congestion}: {steps} with {cut:?}");
        }
        assert!(dear <= 4, "{dear} of 200");
    }
}
