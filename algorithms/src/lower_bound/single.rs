//! Bounds the steps by what a single message needs.

use super::bound::{Deliveries, LowerBound, Reason};
use meshcast_engine::{Messages, Shape};

/// The bounds by single messages, and how far messages go.
pub(super) struct Singles {
    /// The greatest bound that one message alone gives.
    pub(super) bound: LowerBound,
    /// Messages with a destination at this distance or farther, by the distance.
    pub(super) going: Vec<u32>,
}

impl Singles {
    pub(super) fn new(shape: Shape, messages: &Messages, deliveries: Deliveries) -> Self {
        let mut bound = LowerBound { steps: 0, reason: Reason::NothingToDeliver };
        let mut going = vec![0; shape.rows() + shape.cols()];
        let mut copies = Copies::new(shape);
        for (source_node, destinations) in messages.iter() {
            let far = |&node: &u32| shape.distance(source_node as usize, node as usize);
            let Some(distance) = destinations.iter().map(far).max() else { continue };
            going[distance] += 1;
            let steps = distance as u64 + deliveries.steps();
            if steps > bound.steps {
                let mut farthest = destinations.iter().filter(|node| far(node) == distance);
                let destination = *farthest.next().expect("a destination is the farthest");
                bound = LowerBound { steps, reason: Reason::Distance { source_node, destination } };
            }
            // d destinations raise the bound by ⌈log₂ d⌉ at most.
            let most = steps + u64::from(destinations.len().next_power_of_two().ilog2());
            if deliveries == Deliveries::Charged && most > bound.steps {
                bound.raise(copies.bound(source_node, destinations));
            }
        }
        for distance in (1..going.len()).rev() {
            going[distance - 1] += going[distance];
        }
        Self { bound, going }
    }
}

/// Bounds the steps of messages that are copied.
struct Copies {
    shape: Shape,
    /// Destinations by their distance, empty between calls.
    at_distance: Vec<u32>,
}

impl Copies {
    fn new(shape: Shape) -> Self {
        Self { shape, at_distance: vec![0; shape.rows() + shape.cols()] }
    }

    /// 1 + ⌈log₂ Σ 2^D⌉ over the distances D of the destinations, of which there are some.
    fn bound(&mut self, source_node: u32, destinations: &[u32]) -> LowerBound {
        let mut farthest = (0, source_node);
        for &node in destinations {
            let distance = self.shape.distance(source_node as usize, node as usize);
            self.at_distance[distance] += 1;
            if distance > farthest.0 {
                farthest = (distance, node);
            }
        }
        // The sum in units of 2^D, rounded up, for each distance D in turn.
        let mut sum = 0u32;
        for count in &mut self.at_distance[..=farthest.0] {
            sum = sum.div_ceil(2) + std::mem::take(count);
        }
        let steps = 1 + farthest.0 as u64 + u64::from(sum.next_power_of_two().ilog2());
        let destinations = destinations.len() as u32;
        let reason = Reason::Copies { source_node, destination: farthest.1, destinations };
        LowerBound { steps, reason }
    }
}
