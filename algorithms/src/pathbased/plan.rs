//! Plans groups first, then paths to their leaders and from them.

use super::error::PlanError;
use super::grouping::{Grouping, Space};
use super::multicast_set::MulticastSet;
use super::path::{Bound, Path, Star};
use super::scheme::Search;

/// Some destinations and the one of them that is told first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// All destinations of the group, in the order of their names.
    pub members: Vec<u32>,
    /// The member nearest to the source, of equally near ones the first; none if the source serves all itself.
    pub leader: Option<u32>,
}

/// A worm of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Worm<'a> {
    /// 1 from the source, 2 from a leader.
    pub stage: usize,
    /// Of a leader's worm, the place of its group.
    pub group: Option<usize>,
    /// Its way.
    pub path: &'a Path,
}

/// How a multicast set is served: by one star, or by one to the leaders of groups and one from every leader to the others of its group.
///
/// # Cost
/// The channels of all paths; in time, as far as lengths go, the longest path of the first stage and the longest of the second.
///
/// # Source
/// Chen, Chang, Sheu, Algorithm 1, with any scheme for both stages. A group of one sends no second worm.
///
/// # Example
/// The set of their Fig. 2: dual-path alone takes 23 channels, by way of PPG's groups 15.
/// ```
/// use meshcast_algorithms::pathbased::{Grouping, MulticastSet, Network, NodeName, Plan, Scheme};
/// let mesh = Network::mesh(&[8, 8])?;
/// let name = |(x, y)| NodeName::new(vec![x, y]);
/// let destinations = [(1, 6), (2, 6), (1, 7), (2, 3), (5, 2), (1, 2), (0, 2), (6, 1)].map(name);
/// let set = MulticastSet::named(&mesh, &name((2, 5)), &destinations)?;
/// let plan = Plan::new(&set, Scheme::DualPath, Grouping::None)?;
/// assert_eq!((plan.links(), plan.max_length()), (5 + 18, 18));
/// assert_eq!(Plan::new(&set, Scheme::DualPath, Grouping::Ppg)?.links(), 7 + 8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    groups: Vec<Group>,
    first: Star,
    /// By group; without paths if nobody but the leader is in it.
    second: Vec<Star>,
}

impl Plan {
    /// The plan of `set` with the groups of `grouping` and the paths of a scheme, alone or with an [`Effort`](super::Effort).
    ///
    /// # Errors
    /// If the grouping or the scheme has no answer for the set.
    pub fn new(
        set: &MulticastSet,
        scheme: impl Into<Search>,
        grouping: Grouping,
    ) -> Result<Self, PlanError> {
        let search = scheme.into();
        if let Some(groups) = grouping.groups(set)? {
            return Self::of_groups(set, search, groups);
        }
        let groups = vec![Group { members: set.destinations().to_vec(), leader: None }];
        Ok(Self { groups, first: search.star(set)?, second: Vec::new() })
    }

    /// The plan of `set` with these groups and the paths of a scheme.
    ///
    /// # Errors
    /// If the groups are not the destinations, each in one of them, or the scheme has no answer.
    pub fn of_groups(
        set: &MulticastSet,
        scheme: impl Into<Search>,
        mut groups: Vec<Vec<u32>>,
    ) -> Result<Self, PlanError> {
        let search = scheme.into();
        let network = set.network();
        let name = |&node: &u32| network.coordinates(node);
        let mut all = groups.concat();
        all.sort_by_cached_key(name);
        if all != set.destinations() || groups.iter().any(Vec::is_empty) {
            let (expected, found) = (set.destinations().len(), all.len());
            return Err(PlanError::NotAPartition { expected, found });
        }
        let (space, source) = (Space::of(network), network.coordinates(set.source()));
        let group = |members: &mut Vec<u32>| {
            members.sort_by_cached_key(name);
            let distance = |node: &u32| space.manhattan(&source, &name(node));
            let nearest = members.iter().copied().min_by_key(distance);
            Group { members: std::mem::take(members), leader: nearest }
        };
        let groups: Vec<Group> = groups.iter_mut().map(group).collect();
        let mut leaders: Vec<u32> = groups.iter().filter_map(|group| group.leader).collect();
        leaders.sort_by_cached_key(name);
        let first = search.star(&set.part(set.source(), leaders))?;
        let star = |group: &Group| {
            let others = group.members.iter().copied().filter(|&node| Some(node) != group.leader);
            let part = set.part(group.leader.unwrap_or(set.source()), others.collect());
            search.star(&part)
        };
        let second = groups.iter().map(star).collect::<Result<_, _>>()?;
        Ok(Self { groups, first, second })
    }

    /// The groups; without a grouping, one of all destinations.
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The worms of the first stage, then those of the second, group by group.
    pub fn worms(&self) -> impl Iterator<Item = Worm<'_>> {
        let first = self.first.paths().iter().map(|path| Worm { stage: 1, group: None, path });
        let second = self.second.iter().enumerate().flat_map(|(group, star)| {
            star.paths().iter().map(move |path| Worm { stage: 2, group: Some(group), path })
        });
        first.chain(second)
    }

    /// How many channels all paths take.
    pub fn links(&self) -> usize {
        self.first.links() + self.second.iter().map(Star::links).sum::<usize>()
    }

    /// The longest path of the first stage and the longest one of the second, together.
    pub fn max_length(&self) -> usize {
        self.first.max_length() + self.second.iter().map(Star::max_length).max().unwrap_or(0)
    }

    /// What the scheme has proved that it cannot get below with these groups; none of a scheme without a goal.
    pub fn bound(&self) -> Option<Bound> {
        let second = self.second.iter().filter_map(Star::bound).reduce(Bound::beside);
        match (self.first.bound(), second) {
            (Some(first), Some(second)) => Some(first.before(second)),
            (first, second) => first.or(second),
        }
    }

    /// Whether no plan with these groups, by paths under the same rule for ports, has less of what the scheme looks for; none of a scheme
    /// without a goal.
    pub fn is_optimal(&self) -> Option<bool> {
        self.bound().map(|bound| bound.is_met(self.links(), self.max_length()))
    }
}
