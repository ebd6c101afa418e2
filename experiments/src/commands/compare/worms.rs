//! Sends the set of a comparison as worms, and gives the steps of store-and-forward in nanoseconds.

use crate::commands::worm::{Fleet, Way, WormError};
use crate::console::terminal::Terminal;
use crate::flags::{CompareArgs, LeadersName};
use crate::message_set::MessageSet;
use crate::results::worm::{grouping_names, scheme_names};
use crate::results::{CompareResult, InNanoseconds, WayLeftOut, WormComparison};
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
    args: &CompareArgs,
    set: &MessageSet,
    runs: &CompareResult,
    terminal: Terminal,
) -> Result<(WormComparison, Vec<String>), WormError> {
    args.times.timing()?;
    // A message over one link, as a worm that does not wait takes it.
    let step_ns = args.times.packet_ns();
    let in_nanoseconds = runs.runs.iter().map(|run| InNanoseconds {
        algorithm: run.algorithm,
        variant: run.variant,
        ns: args.times.startup.saturating_add(run.steps.saturating_mul(step_ns)),
    });
    let mut comparison = WormComparison {
        step_ns,
        store_and_forward: in_nanoseconds.collect(),
        runs: Vec::new(),
        left_out: Vec::new(),
    };
    let mut complaints = Vec::new();
    let fleet = Fleet::on(set, &args.times, &args.run);
    for (scheme, grouping) in WAYS {
        let way = Way { search: scheme.into(), grouping, leaders: LeadersName::default() };
        let (scheme, grouping) = (scheme_names(scheme).0, grouping_names(grouping).0);
        let named = |what: &str| format!("worms by {scheme}, groups {grouping}: {what}");
        let sent = match &fleet {
            Ok(fleet) => fleet.send(way, terminal.progress),
            Err(error) => {
                let reason = error.to_string();
                comparison.left_out.push(WayLeftOut { scheme, grouping, reason });
                continue;
            }
        };
        match sent {
            Ok((run, complaint)) => {
                complaints.extend(complaint.map(|what| named(&what)));
                comparison.runs.push(run);
            }
            Err(WormError::Deadlock(deadlock)) => complaints.push(named(&deadlock.to_string())),
            Err(error) => return Err(error),
        }
    }
    Ok((comparison, complaints))
}
