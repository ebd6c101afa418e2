//! Serves a set by a scheme and a grouping, and measures what that takes.

use crate::commands::worm::error::WormError;
use crate::commands::worm::request::planless;
use crate::results::worm::{grouping_names, scheme_names};
use crate::results::worm_experiment::MethodName;
use meshcast_algorithms::pathbased::{
    Grouping, Leaders, MulticastSet, Plan, PlanError, Schedule, Scheme,
};
use meshcast_engine::wormhole::{self, Start, Timing};

/// A scheme and a grouping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Method {
    pub(crate) scheme: Scheme,
    pub(crate) grouping: Grouping,
}

impl Method {
    pub(crate) fn name(self) -> MethodName {
        let (scheme, ports) = scheme_names(self.scheme);
        let (grouping, _) = grouping_names(self.grouping);
        MethodName { scheme, ports, grouping }
    }

    /// The plan for `set`; the scheme alone where the grouping finds one group.
    pub(crate) fn plan(self, set: &MulticastSet) -> Result<Plan, WormError> {
        let plan = match several_groups(self.grouping, set) {
            Ok(Some(groups)) => Plan::of_groups(set, self.scheme, groups),
            Ok(None) => Plan::new(set, self.scheme, Grouping::None),
            Err(error) => Err(error),
        };
        plan.map_err(|error| planless("--schemes", error, set.network()))
    }
}

/// The groups of `set`, if there are several: one is served as if there was no grouping.
fn several_groups(
    grouping: Grouping,
    set: &MulticastSet,
) -> Result<Option<Vec<Vec<u32>>>, PlanError> {
    Ok(grouping.groups(set)?.filter(|groups| groups.len() > 1))
}

/// What a method takes for a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) links: u32,
    pub(super) groups: u32,
    /// Latencies in nanoseconds, with a barrier and async.
    pub(super) times: [u64; 2],
}

/// What `plan` takes.
pub(super) fn sample(
    set: &MulticastSet,
    plan: &Plan,
    timing: Timing,
    schedule: impl Fn(Leaders) -> Schedule,
) -> Result<Sample, WormError> {
    let network = set.network();
    let time = |leaders| {
        let worms = schedule(leaders).worms(plan, network, &Start::At(0), 0);
        wormhole::run(timing, network.channels(), &worms).map(|outcome| outcome.end())
    };
    let barrier = time(Leaders::Barrier)?;
    let groups = plan.groups().len();
    let on_their_own = if groups > 1 { time(Leaders::Async)? } else { barrier };
    let (links, groups) = (plan.links() as u32, groups as u32);
    Ok(Sample { links, groups, times: [barrier, on_their_own] })
}

/// What all of `schemes` with all of `groupings`, none first, take for `set`: by scheme, then by grouping.
pub(super) fn samples(
    set: &MulticastSet,
    (schemes, groupings): (&[Scheme], &[Grouping]),
    timing: Timing,
    schedule: impl Fn(Leaders) -> Schedule,
) -> Result<Vec<Sample>, WormError> {
    let refused = |error| planless("--schemes", error, set.network());
    let groups = groupings.iter().map(|&grouping| several_groups(grouping, set));
    let groups: Vec<_> = groups.collect::<Result<_, _>>().map_err(refused)?;
    let mut samples = Vec::with_capacity(schemes.len() * groupings.len());
    for &scheme in schemes {
        let plain = Plan::new(set, scheme, Grouping::None).map_err(refused)?;
        let plain = sample(set, &plain, timing, &schedule)?;
        for groups in &groups {
            samples.push(match groups {
                Some(groups) => {
                    let plan = Plan::of_groups(set, scheme, groups.clone()).map_err(refused)?;
                    sample(set, &plan, timing, &schedule)?
                }
                None => plain,
            });
        }
    }
    Ok(samples)
}
