//! Draws when nodes begin multicasts, and to which destinations.

use super::process::Clock;
use super::traffic::Traffic;
use crate::commands::worm::experiment::sets::set_from;
use meshcast_algorithms::pathbased::{MulticastSet, SetError};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A multicast and when it begins.
#[derive(Debug)]
pub(super) struct Arrival<'a> {
    pub(super) start: u64,
    pub(super) set: MulticastSet<'a>,
}

/// All multicasts of a run at `rate` a node and nanosecond, in the order of their moments, those of one moment by their sources.
///
/// Every node draws from a stream of its own, a number that its gap grows with and then a set, so that the j-th multicast of a node has the
/// same destinations at every rate, and only the gaps shrink.
pub(super) fn arrivals(
    traffic: &Traffic,
    rate: f64,
    seed: u64,
) -> Result<Vec<Arrival<'_>>, SetError> {
    let mut seeds = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut arrivals = Vec::new();
    for source in 0..traffic.network.nodes() as u32 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seeds.random());
        let mut clock = Clock::new(traffic.process, rate);
        loop {
            let start = clock.next(random.random());
            if start >= traffic.span.end() {
                break;
            }
            let how = (traffic.kind, traffic.size, traffic.clusters);
            let set = set_from(&traffic.network, source, how, &mut random)?;
            arrivals.push(Arrival { start, set });
        }
    }
    arrivals.sort_by_key(|arrival| (arrival.start, arrival.set.source()));
    Ok(arrivals)
}
