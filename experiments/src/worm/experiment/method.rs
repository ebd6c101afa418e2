//! Ways to serve a set, and what each takes.

use crate::failure::Failure;
use crate::worm::result::{grouping_names, scheme_names};
use meshcast_algorithms::pathbased::{
    Grouping, Leaders, MulticastSet, Plan, PlanError, Schedule, Scheme,
};
use meshcast_engine::wormhole::{self, Start, Timing};
use serde::Serialize;

/// A scheme and a grouping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Method {
    pub(super) scheme: Scheme,
    pub(super) grouping: Grouping,
}

/// What a method is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct MethodName {
    pub(crate) scheme: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ports: Option<&'static str>,
    pub(crate) grouping: &'static str,
}

impl Method {
    pub(super) fn name(self) -> MethodName {
        let (scheme, ports) = scheme_names(self.scheme);
        let (grouping, _) = grouping_names(self.grouping);
        MethodName { scheme, ports, grouping }
    }

    /// The plan for `set`; the scheme alone where the grouping finds one group.
    pub(super) fn plan(self, set: &MulticastSet) -> Result<Plan, Failure> {
        let plan = match self.grouping.groups(set)? {
            Some(groups) if groups.len() > 1 => Plan::of_groups(set, self.scheme, groups)?,
            _ => Plan::new(set, self.scheme, Grouping::None)?,
        };
        Ok(plan)
    }
}

impl MethodName {
    /// In a word or two.
    pub(crate) fn text(&self) -> String {
        match self.ports {
            Some(ports) => format!("{} {ports}", self.scheme),
            None => self.scheme.to_owned(),
        }
    }
}

/// What a method takes for a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) links: usize,
    pub(super) groups: usize,
    /// Latencies in nanoseconds, with a barrier and async.
    pub(super) times: [u64; 2],
}

/// What `plan` takes.
pub(super) fn sample(
    set: &MulticastSet,
    plan: &Plan,
    timing: Timing,
    schedule: impl Fn(Leaders) -> Schedule,
) -> Result<Sample, Failure> {
    let network = set.network();
    let time = |leaders| {
        let worms = schedule(leaders).worms(plan, network, &Start::At(0), 0);
        wormhole::run(timing, network.channels(), &worms).map(|outcome| outcome.end())
    };
    let barrier = time(Leaders::Barrier)?;
    let is_grouped = plan.groups().len() > 1;
    let on_their_own = if is_grouped { time(Leaders::Async)? } else { barrier };
    Ok(Sample { links: plan.links(), groups: plan.groups().len(), times: [barrier, on_their_own] })
}

/// What all of `schemes` with all of `groupings`, none first, take for `set`: by scheme, then by grouping.
pub(super) fn samples(
    set: &MulticastSet,
    (schemes, groupings): (&[Scheme], &[Grouping]),
    timing: Timing,
    schedule: impl Fn(Leaders) -> Schedule,
) -> Result<Vec<Sample>, Failure> {
    let groups: Vec<_> =
        groupings.iter().map(|grouping| grouping.groups(set)).collect::<Result<_, PlanError>>()?;
    let mut samples = Vec::with_capacity(schemes.len() * groupings.len());
    for &scheme in schemes {
        let plain = Plan::new(set, scheme, Grouping::None)?;
        let plain = sample(set, &plain, timing, &schedule)?;
        for groups in &groups {
            samples.push(match groups {
                Some(groups) if groups.len() > 1 => {
                    let plan = Plan::of_groups(set, scheme, groups.clone())?;
                    sample(set, &plan, timing, &schedule)?
                }
                _ => plain,
            });
        }
    }
    Ok(samples)
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        Self::Planless { flag: "--schemes", error }
    }
}
