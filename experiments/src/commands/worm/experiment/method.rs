//! Serves a set by a scheme and a grouping, and measures what that takes.

use crate::commands::worm::deadlock::unsent;
use crate::commands::worm::error::WormError;
use crate::commands::worm::request::{check_plane, is_plane, planless};
use crate::flags::WormTimesArgs;
use crate::results::worm::{grouping_names, scheme_names};
use crate::results::worm_experiment::MethodName;
use meshcast_algorithms::pathbased::{
    Effort, Grouping, Leaders, MOST_DESTINATIONS, MulticastSet, Network, Plan, PlanError, Ports,
    Scheme, Threshold, Topology,
};
use meshcast_engine::wormhole::{self, Routers, Start};

/// A scheme and a grouping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Method {
    pub(crate) scheme: Scheme,
    pub(crate) effort: Effort,
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
        let search = self.scheme.within(self.effort);
        let plan = match several_groups(self.grouping, set) {
            Ok(Some(groups)) => Plan::of_groups(set, search, groups),
            Ok(None) => Plan::new(set, search, Grouping::None),
            Err(error) => Err(error),
        };
        plan.map_err(|error| {
            let flag = match error {
                PlanError::NoBoxes => "--groupings",
                _ => "--schemes",
            };
            planless(flag, error, set.network())
        })
    }
}

/// The schemes that a network has, dual-path first.
pub(crate) fn schemes_of(network: &Network) -> Vec<Scheme> {
    let [strict, free] = [Ports::Strict, Ports::Free];
    let optima =
        [Scheme::Ocms(strict), Scheme::Ocms(free), Scheme::Otms(strict), Scheme::Otms(free)];
    let multi_path = is_plane(network).then_some(Scheme::MultiPath);
    [Scheme::DualPath].into_iter().chain(multi_path).chain(optima).collect()
}

/// The groupings that a network has, none first.
pub(crate) fn groupings_of(network: &Network, threshold: Threshold) -> Vec<Grouping> {
    let boxes = [Grouping::Gpg(threshold), Grouping::Ppg].into_iter();
    let boxes = boxes.filter(|_| network.topology() != Topology::Graph);
    [Grouping::None].into_iter().chain(boxes).collect()
}

/// Whether a scheme searches for its plan.
pub(crate) fn searches(scheme: Scheme) -> bool {
    matches!(scheme, Scheme::Ocms(_) | Scheme::Otms(_))
}

/// Refuses a scheme that `network` does not have.
pub(crate) fn check_scheme(
    flag: &'static str,
    scheme: Scheme,
    network: &Network,
) -> Result<(), WormError> {
    if scheme == Scheme::MultiPath { check_plane(flag, network) } else { Ok(()) }
}

/// Refuses sets of so many destinations if a scheme that may serve them without groups searches for no plan of that many.
pub(crate) fn check_size(
    flag: &'static str,
    size: usize,
    mut ungrouped: impl Iterator<Item = Scheme>,
) -> Result<(), WormError> {
    if size > MOST_DESTINATIONS && ungrouped.any(searches) {
        return Err(WormError::LargeSets { flag, found: size });
    }
    Ok(())
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
    /// Whether the scheme has proved its plan the best; true if it looks for none.
    pub(super) is_proved: bool,
}

/// What `plan` takes.
pub(super) fn sample(
    set: &MulticastSet,
    plan: &Plan,
    (times, routers): (&WormTimesArgs, Routers),
) -> Result<Sample, WormError> {
    let network = set.network();
    let time = |leaders| {
        let worms = times.schedule(leaders).worms(plan, network, &Start::At(0), 0);
        match wormhole::run(routers, network.channels(), &worms) {
            Ok(outcome) => Ok(outcome.end()),
            Err(error) => Err(unsent(network, &worms, error)),
        }
    };
    let barrier = time(Leaders::Barrier)?;
    let groups = plan.groups().len();
    let on_their_own = if groups > 1 { time(Leaders::Async)? } else { barrier };
    let (links, groups) = (plan.links() as u32, groups as u32);
    let is_proved = plan.is_optimal() != Some(false);
    Ok(Sample { links, groups, times: [barrier, on_their_own], is_proved })
}

/// The plans of a scheme for `set` with all of `groupings`, none first: by grouping, none where the grouping finds one group, which the
/// plan without groups serves.
pub(super) fn plans(
    set: &MulticastSet,
    (scheme, effort): (Scheme, Effort),
    groupings: &[Grouping],
) -> Result<(Plan, Vec<Option<Plan>>), WormError> {
    let search = scheme.within(effort);
    let refused = |error| planless("--schemes", error, set.network());
    let plain = Plan::new(set, search, Grouping::None).map_err(refused)?;
    let grouped = groupings.iter().map(|&grouping| {
        let groups = several_groups(grouping, set)?;
        groups.map(|groups| Plan::of_groups(set, search, groups)).transpose()
    });
    Ok((plain, grouped.collect::<Result<_, _>>().map_err(refused)?))
}

/// What the plans of a scheme take, by grouping.
pub(super) fn samples(
    set: &MulticastSet,
    (plain, grouped): &(Plan, Vec<Option<Plan>>),
    how: (&WormTimesArgs, Routers),
) -> Result<Vec<Sample>, WormError> {
    let plain = sample(set, plain, how)?;
    let of = |plan: &Option<Plan>| plan.as_ref().map_or(Ok(plain), |plan| sample(set, plan, how));
    grouped.iter().map(of).collect()
}
