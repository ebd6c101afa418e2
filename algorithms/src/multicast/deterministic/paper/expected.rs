//! Says how many steps are expected, on meshes that machines have room for and beyond.

use super::DeterministicPaper;
use super::bound::BlockDemand;
use super::phase_steps::PhaseSteps;
use super::plan::tessellation;
use super::replication::{ALPHA, Marks, default_instances};
use crate::multicast::message_parameters::MessageParameters;
use meshcast_engine::{Order, Shape};
use meshcast_primitives::{Circulation, reduce_steps, scan_steps};

impl DeterministicPaper {
    /// The steps for `known` messages, of which all nodes know the congestion, if every class takes the phases that Lemma 4 allows: a
    /// phase more for as long as the one before may leave a packet alive for a block, but none after one that serves whole groups. α is 4
    /// unless it is given, whatever a graph certifies. Also on meshes for formulas alone.
    pub fn expected_steps(
        shape: Shape,
        known: MessageParameters,
        (instances, alpha, marks): (Option<usize>, Option<usize>, Marks),
    ) -> u64 {
        let Some((congestion, tiles)) = tessellation(shape, known.congestion) else {
            return Circulation::steps_on(shape);
        };
        let by_default = || default_instances(shape.nodes(), tiles.places());
        let (instances, alpha) = (instances.unwrap_or_else(by_default), alpha.unwrap_or(ALPHA));
        let class = (tiles.places() / instances).max(1);
        let demand = BlockDemand {
            congestion,
            instances,
            group: (class * instances).div_ceil(tiles.tiles()),
            block: tiles.smallest_block(),
        };
        let steps = PhaseSteps::new(shape, &tiles, instances, marks);
        // A phase that serves whole groups is the last.
        let is_served = demand.serves_all(alpha * instances);
        let is_needed = |&phase: &usize| match phase.checked_sub(1) {
            None => true,
            Some(before) => !is_served && demand.by_lemma_4(before) >= 1.0,
        };
        let phases = (0..).take_while(is_needed);
        let of_class = phases.map(|phase| {
            let most = alpha * if phase == 0 { instances } else { 1 };
            let migrations = most.min(demand.group.div_ceil(demand.block));
            steps.of_phase(phase == 0, migrations, true)
        });
        let number = scan_steps(shape, Order::RowMajor, 1) + reduce_steps(shape);
        1 + number + known.packets.div_ceil(class) as u64 * of_class.sum::<u64>()
    }
}
