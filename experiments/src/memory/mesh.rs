//! Predicts what message sets and runs on the mesh need.

use meshcast_algorithms::{Congestion, DEFAULT_CONGESTION, DEFAULT_DEGREE, Workload};
use meshcast_engine::{Messages, Mode, Shape};
use std::f64::consts::PI;

/// What generating a workload on n = side² nodes needs, the set included.
pub(super) fn generating(workload: Workload, shape: Shape, size: SetSize) -> u64 {
    // The sources in random order, how often every node may still be drawn, and how often it was; of uniform sets four permutations at
    // once, and in which row every node stood last.
    const BYTES_A_NODE: u64 = 20;
    const BYTES_A_DELIVERY: u64 = 4;
    let SetSize { deliveries, congestion, .. } = size;
    let nodes = shape.nodes() as u64;
    // Lists of sources in another order are put in order in a second array; almost all pairs are chosen by those that are not.
    let arrays = match workload {
        Workload::Uniform if 2 * congestion > nodes => 2,
        Workload::Uniform | Workload::Permutation | Workload::Transpose => 1,
        _ => 2,
    };
    size.bytes() + nodes * BYTES_A_NODE + deliveries * (arrays - 1) * BYTES_A_DELIVERY
}

/// What generating messages that collide under `rounds` permutations needs at most.
pub(super) fn colliding(shape: Shape, size: SetSize, rounds: usize) -> u64 {
    // Blocks, families and the like.
    const BYTES_A_NODE: u64 = 64;
    // A permutation, the groups of messages and the messages of groups, and what has been read of a file of 8 bytes a number.
    const BYTES_A_PLACE: u64 = 3 * 4 + 8;
    const BYTES_A_DELIVERY: u64 = 4;
    // Lists of sources in another order are put in order in a second array; arrays double as they grow.
    const ARRAYS: u64 = 3;
    let nodes = shape.nodes() as u64;
    let places = nodes.saturating_mul(rounds as u64);
    nodes * BYTES_A_NODE
        + places.saturating_mul(BYTES_A_PLACE)
        + size.deliveries * ARRAYS * BYTES_A_DELIVERY
}

/// What a graph with this many edges and outputs needs, the permutation, the file and the verification included.
pub(crate) fn graph(edges: usize, outputs: usize, threads: usize) -> u64 {
    const BYTES_AN_EDGE: u64 = 32;
    const BYTES_AN_OUTPUT: u64 = 32;
    const BYTES_AN_OUTPUT_AND_THREAD: u64 = 4;
    let of_outputs = BYTES_AN_OUTPUT + BYTES_AN_OUTPUT_AND_THREAD * threads as u64;
    edges as u64 * BYTES_AN_EDGE + outputs as u64 * of_outputs
}

/// What a run keeps beside its machine.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Records {
    /// Whether the audit is full.
    pub(crate) audit: bool,
    /// Whether the run is traced.
    pub(crate) trace: bool,
    /// Whether parts of the run leap: they need no registers.
    pub(crate) mode: Mode,
    /// Outcomes of other runs on the same machine that are kept meanwhile.
    pub(crate) other_outcomes: u64,
    /// Whether a flag could make them leap.
    pub(crate) may_leap: bool,
    /// Permutations of the nodes from files.
    pub(crate) permutations: usize,
    /// Threads that run tiles.
    pub(crate) threads: usize,
    /// What nodes know of the congestion.
    pub(crate) known: Congestion,
}

impl Records {
    /// Whether a flag would make a run leap that does not.
    pub(crate) fn can_leap(&self) -> bool {
        self.may_leap && !self.leaps() && !self.audit && !self.trace
    }

    /// Whether parts of the run leap.
    pub(super) fn leaps(&self) -> bool {
        self.mode == Mode::Leap
    }
}

/// How large a message set is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SetSize {
    pub(crate) messages: u64,
    pub(crate) deliveries: u64,
    pub(crate) degree: u64,
    pub(crate) congestion: u64,
}

impl SetSize {
    pub(crate) fn of(messages: &Messages) -> Self {
        Self {
            messages: messages.count() as u64,
            deliveries: messages.deliveries() as u64,
            degree: messages.degree() as u64,
            congestion: messages.congestion() as u64,
        }
    }

    /// That of a set that collides, at most, on n = side² nodes.
    pub(super) fn adversarial(
        shape: Shape,
        degree: Option<usize>,
        congestion: Option<usize>,
    ) -> Self {
        let nodes = shape.nodes() as u64;
        let clamp = |value: usize| (value as u64).min(nodes);
        let congestion = clamp(congestion.unwrap_or(DEFAULT_CONGESTION));
        let degree = clamp(degree.unwrap_or(DEFAULT_DEGREE)).min(congestion);
        Self { messages: nodes, deliveries: nodes * degree, degree, congestion }
    }

    /// That of tokens for the top k of so many experts, of which all are chosen alike: others have a greater congestion.
    pub(crate) fn of_experts(shape: Shape, (experts, top): (usize, usize)) -> Self {
        let nodes = shape.nodes() as u64;
        // Values out of range are refused by the generator.
        let experts = (experts as u64).clamp(1, nodes);
        let degree = (top as u64).min(experts);
        let deliveries = nodes * degree;
        Self { messages: nodes, deliveries, degree, congestion: deliveries.div_ceil(experts) }
    }

    /// What the set takes: a destination in 4 bytes, of a message its source and where its destinations begin.
    pub(crate) fn bytes(&self) -> u64 {
        4 * self.deliveries + 12 * self.messages
    }

    /// That of a workload at most, on n = side² nodes.
    pub(crate) fn predicted(
        workload: Workload,
        shape: Shape,
        degree: Option<usize>,
        congestion: Option<usize>,
    ) -> Self {
        // Values out of range are refused by the generator; here they only must not overflow.
        let nodes = shape.nodes() as u64;
        let clamp = |value: usize| (value as u64).min(nodes);
        let congestion = clamp(congestion.unwrap_or(DEFAULT_CONGESTION));
        let congestion = match workload {
            Workload::Permutation | Workload::Transpose => 1,
            _ => congestion,
        };
        let asked = clamp(degree.unwrap_or(DEFAULT_DEGREE));
        let square = |nodes: u64| (nodes / congestion.max(1)).isqrt().pow(2).max(1) * congestion;
        let (messages, degree, deliveries) = match workload {
            Workload::Permutation | Workload::Transpose => (nodes, 1, nodes),
            Workload::LowerBound => (square(nodes / 2), 1, square(nodes / 2)),
            Workload::HotBlock => {
                let degree = clamp(degree.unwrap_or(1)).max(1);
                (square(nodes).div_ceil(degree), degree, square(nodes))
            }
            Workload::Uniform | Workload::Cluster => (nodes, congestion, nodes * congestion),
            Workload::Broadcast => (congestion, nodes, nodes * congestion),
            Workload::Sparse => (nodes, asked, nodes * asked.min(congestion)),
            Workload::PowerLaw => {
                // Of Zipf(2) up to n the mean is (ln n + γ) · 6/π², about, and the standard deviation √(n · 6/π²), so that of the
                // mean of n messages is √(6/π²).
                const SIX: f64 = 6.0 / (PI * PI);
                const GAMMA: f64 = 0.58;
                let degree = SIX * ((nodes as f64).ln() + GAMMA) + 2.0 * SIX.sqrt();
                (nodes, nodes, nodes * congestion.min(degree.ceil() as u64))
            }
        };
        Self { messages, deliveries, degree, congestion }
    }
}

/// What a run keeps beside its machine: a bit for every delivery and one for its check, the rows of a full audit for so many steps, and
/// so many events a node that a trace holds back.
pub(crate) fn kept(
    size: SetSize,
    records: Records,
    shape: Shape,
    (steps, held_events): (u64, u64),
) -> u64 {
    // Peaks, sums, four links, and what is held now; a histogram in a list, of a step.
    const AUDITED_NODE: u64 = 32;
    const AUDITED_STEP: u64 = 80;
    const EVENT: u64 = 40;
    let nodes = shape.nodes() as u64;
    let mut bytes = size.deliveries.div_ceil(4);
    if records.audit {
        bytes += nodes * AUDITED_NODE + steps.saturating_mul(AUDITED_STEP);
    }
    if records.trace {
        // An identity for every slot in use.
        bytes += nodes * 8 * 4 + (nodes * EVENT).saturating_mul(held_events);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use meshcast_algorithms::{Popularity, generate, mixture_of_experts};

    #[test]
    fn no_parameter_overflows_a_prediction() {
        let shape = Shape::new(8192, 8192).unwrap();
        for workload in Workload::ALL {
            for asked in [None, Some(0), Some(1), Some(usize::MAX)] {
                let size = SetSize::predicted(workload, shape, asked, asked);
                assert!(size.deliveries <= 1 << 52, "{workload}, {asked:?}: {size:?}");
                assert!(generating(workload, shape, size) >= size.bytes(), "{workload}, {asked:?}");
            }
        }
    }

    #[test]
    fn sizes_of_tokens_for_experts_are_known_but_for_the_fullest() {
        let shape = Shape::new(16, 16).unwrap();
        for (experts, top) in [(1, 1), (8, 3), (256, 256)] {
            let set = mixture_of_experts(16, &Popularity::Zipf(experts), top, 1).unwrap();
            let found = SetSize::of(&set);
            let predicted = SetSize::of_experts(shape, (experts, top));
            let known = |size: SetSize| (size.messages, size.deliveries, size.degree);
            assert_eq!(known(predicted), known(found), "{experts}, {top}");
            assert!(predicted.congestion <= found.congestion, "{experts}, {top}");
        }
    }

    #[test]
    fn predicted_sizes_are_those_of_the_sets() {
        let shape = Shape::new(64, 64).unwrap();
        for workload in Workload::ALL {
            let asked = match workload {
                Workload::Permutation | Workload::Transpose => None,
                _ => Some(9),
            };
            let predicted = SetSize::predicted(workload, shape, None, asked);
            let found = SetSize::of(&generate(workload, 64, None, asked, 1).unwrap());
            let is_near = |a: u64, b: u64| 4 * a <= 5 * b && 4 * b <= 5 * a;
            assert!(is_near(found.deliveries, predicted.deliveries), "{workload}: {found:?}");
            assert!(found.messages <= predicted.messages, "{workload}: {found:?}");
            assert!(found.degree <= predicted.degree, "{workload}: {found:?}");
            let is_full = workload != Workload::Sparse;
            assert!(found.congestion <= predicted.congestion, "{workload}: {found:?}");
            assert!(!is_full || found.congestion == predicted.congestion, "{workload}: {found:?}");
        }
    }
}
