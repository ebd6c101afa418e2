//! Searches for the star of a scheme, with as much effort as it may take.

use super::super::error::PlanError;
use super::super::limits::MOST_DESTINATIONS;
use super::super::multicast_set::MulticastSet;
use super::super::path::{Bound, Star};
use super::effort::Effort;
use super::multicast_half::{Branch, Costs, Half};
use super::{Ports, Scheme, dual_path, multi_path, ocms, otms};

/// A scheme with the effort that it may take. A scheme alone has the usual one.
///
/// [`Scheme::Ocms`] and [`Scheme::Otms`] answer whatever the effort: with the best star if they find and prove it in time, else with the
/// best of dual-path, multi-path where the rule for ports allows it, and a greedy star, improved by exchanges. Their stars have a
/// [`Bound`], which no star under the same rule for ports is below.
///
/// # Example
/// Without any effort the answer on the set of Fig. 2 of Chen, Chang and Sheu is a star that its bound proves to be the best.
/// ```
/// use meshcast_algorithms::pathbased::{
///     Bound, Effort, MulticastSet, Network, NodeName, Ports, Scheme,
/// };
/// let mesh = Network::mesh(&[8, 8])?;
/// let name = |(x, y)| NodeName::new(vec![x, y]);
/// let destinations = [(1, 6), (2, 6), (1, 7), (2, 3), (5, 2), (1, 2), (0, 2), (6, 1)].map(name);
/// let set = MulticastSet::named(&mesh, &name((2, 5)), &destinations)?;
/// let found = Scheme::Otms(Ports::Free).within(Effort(0)).star(&set)?;
/// assert_eq!((found.max_length(), found.bound()), (8, Some(Bound::MaxLength(8))));
/// let best = Scheme::Otms(Ports::Free).star(&set)?;
/// assert_eq!((best.max_length(), best.bound()), (8, Some(Bound::MaxLength(8))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Search {
    /// The scheme.
    pub scheme: Scheme,
    /// What it may take.
    pub effort: Effort,
}

impl From<Scheme> for Search {
    fn from(scheme: Scheme) -> Self {
        Self { scheme, effort: Effort::default() }
    }
}

impl Search {
    /// The paths that serve `set`.
    ///
    /// # Errors
    /// [`Scheme::MultiPath`] refuses networks other than meshes of two dimensions, [`Scheme::Ocms`] and [`Scheme::Otms`] more than
    /// [`MOST_DESTINATIONS`] destinations on one side.
    pub fn star(self, set: &MulticastSet) -> Result<Star, PlanError> {
        let mut star = Star::default();
        for downwards in [false, true] {
            let half = Half::of(set, downwards);
            if half.targets().is_empty() {
                continue;
            }
            let (branches, bound) = self.branches(&half)?;
            star.paths.extend(half.paths(&branches));
            star.bound = match (star.bound, bound) {
                (Some(one), Some(other)) => Some(one.beside(other)),
                (one, other) => one.or(other),
            };
        }
        Ok(star)
    }

    /// The paths of one half, which has targets.
    fn branches(self, half: &Half) -> Result<(Vec<Branch>, Option<Bound>), PlanError> {
        match self.scheme {
            Scheme::DualPath => Ok((dual_path::branches(half), None)),
            Scheme::MultiPath => Ok((multi_path::branches(half)?, None)),
            Scheme::Ocms(ports) => {
                let found = ocms::found(&costs(half, ports)?, self.effort, || simple(half));
                Ok((found.branches, Some(Bound::Links(found.bound as usize))))
            }
            Scheme::Otms(ports) => {
                let found = otms::found(&costs(half, ports)?, self.effort, || simple(half));
                Ok((found.branches, Some(Bound::MaxLength(found.bound as usize))))
            }
        }
    }
}

fn costs(half: &Half, ports: Ports) -> Result<Costs, PlanError> {
    let found = half.targets().len();
    if found > MOST_DESTINATIONS {
        return Err(PlanError::ManyDestinations { found });
    }
    Ok(half.costs(ports))
}

/// The stars of the schemes that need no search.
fn simple(half: &Half) -> Vec<Vec<Branch>> {
    let multi_path = multi_path::branches(half).ok();
    [dual_path::branches(half)].into_iter().chain(multi_path).collect()
}
