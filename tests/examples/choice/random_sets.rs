//! Draws message sets of many kinds.

use super::Instance;
use meshcast_algorithms::{Workload, generate};
use meshcast_engine::{Messages, Shape};
use meshcast_tests::corpus::{MOST_DELIVERIES, below, generator, some_of};

/// Congestions are powers of this root of two, rounded down.
const STEPS_OF_CONGESTION: usize = 2;

/// From which sides sets are drawn, and the nodes of a mesh for one of the greatest congestion.
#[derive(Clone, Copy)]
pub(crate) struct Range {
    least: usize,
    most: usize,
    nodes: usize,
}

impl Range {
    pub(crate) const SMALL: Self = Self { least: 4, most: 40, nodes: 4 };

    /// Those of meshes whose larger side may be `most`.
    pub(crate) fn up_to(most: usize) -> Self {
        Self { least: 16, most, nodes: 16 }
    }

    pub(crate) fn is_wide(self) -> bool {
        self.most > Self::SMALL.most
    }
}

/// Random set `number`, and what it is; none where it would have too many deliveries.
pub(crate) fn random_set(number: u64, sides: Range) -> Option<Instance> {
    let random = &mut generator(number);
    let mut side = || sides.least + below(random, sides.most + 1 - sides.least);
    let (rows, cols) = (side(), side());
    let kind = below(random, 9);
    let workloads = [
        Workload::Uniform,
        Workload::Sparse,
        Workload::HotBlock,
        Workload::Broadcast,
        Workload::Cluster,
        Workload::PowerLaw,
    ];
    let nodes = if kind < workloads.len() { rows * rows } else { rows * cols };
    let range = STEPS_OF_CONGESTION * (nodes / sides.nodes).ilog2() as usize + 1;
    let c = 2_f64.powf(below(random, range) as f64 / STEPS_OF_CONGESTION as f64) as usize;
    if sides.is_wide() && c * nodes > MOST_DELIVERIES {
        return None;
    }
    if let Some(&workload) = workloads.get(kind) {
        let degree = match workload {
            Workload::Sparse => Some(1 + below(random, c)),
            Workload::HotBlock => Some(1 + below(random, 4)),
            _ => None,
        };
        let messages = generate(workload, rows, degree, Some(c), number).ok()?;
        let shape = Shape::new(rows, rows).ok()?;
        return Some(Instance { shape, messages, what: workload.name().to_string() });
    }
    // Few nodes or many have a message, for nodes anywhere or in one part.
    let senders = match kind {
        6 => 1 + below(random, (2 * nodes.isqrt()).min(nodes)),
        7 => 1 + below(random, nodes),
        _ => nodes,
    };
    let part = nodes / (1 + below(random, 4));
    let degree = (c * part / senders).clamp(1, part);
    let messages = some_of(nodes, senders, number).into_iter().map(|sender| {
        let destinations = some_of(part, 1 + below(random, degree), u64::from(sender) ^ number);
        (sender, destinations)
    });
    let messages = Messages::new(nodes, messages.collect::<Vec<_>>()).ok()?;
    let shape = Shape::new(rows, cols).ok()?;
    Some(Instance { shape, messages, what: format!("{senders} senders") })
}
