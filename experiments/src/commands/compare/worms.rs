//! Sends the set of a comparison as worms, and gives the steps of store-and-forward in nanoseconds.

use crate::commands::worm::{Ending, Sending, Way, WormError};
use crate::flags::{LeadersName, WormTimesArgs};
use crate::results::worm::{grouping_names, scheme_names};
use crate::results::worm_routes::DeadlockResult;
use crate::results::{CompareResult, InNanoseconds, WormComparison, WormsStuck};
use meshcast_algorithms::pathbased::{Grouping, Scheme};

/// The ways that need no search.
const WAYS: [(Scheme, Grouping); 4] = [
    (Scheme::DualPath, Grouping::None),
    (Scheme::DualPath, Grouping::Ppg),
    (Scheme::MultiPath, Grouping::None),
    (Scheme::MultiPath, Grouping::Ppg),
];

/// The set as worms beside the runs so far, and what is wrong with them.
pub(super) fn worms(
    sending: &Sending,
    times: &WormTimesArgs,
    runs: &CompareResult,
    watched: bool,
) -> Result<(WormComparison, Vec<String>), WormError> {
    // A message over one link, as a worm that does not wait takes it.
    let step_ns = times.packet_ns();
    let in_nanoseconds = runs.runs.iter().map(|run| InNanoseconds {
        algorithm: run.algorithm,
        variant: run.variant,
        ns: times.startup.saturating_add(run.steps.saturating_mul(step_ns)),
    });
    let store_and_forward = in_nanoseconds.collect();
    let mut comparison =
        WormComparison { step_ns, store_and_forward, runs: Vec::new(), deadlocks: Vec::new() };
    let mut complaints = Vec::new();
    for (scheme, grouping) in WAYS {
        let way = Way { search: scheme.into(), grouping, leaders: LeadersName::default() };
        let (scheme, grouping) = (scheme_names(scheme).0, grouping_names(grouping).0);
        let named = |what: String| format!("worms by {scheme}, groups {grouping}: {what}");
        match sending.send(way, watched)? {
            Ending::Arrived(arrived) => {
                let (run, complaint) = arrived.result();
                complaints.extend(complaint.map(named));
                comparison.runs.push(run);
            }
            Ending::Stuck { deadlock, ways, .. } => {
                let deadlock = DeadlockResult::of(sending.network(), &deadlock, &ways);
                complaints.push(named(deadlock.complaint()));
                comparison.deadlocks.push(WormsStuck { scheme, grouping, deadlock });
            }
        }
    }
    Ok((comparison, complaints))
}
