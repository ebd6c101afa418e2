//! Chooses which worms serve which destinations.

mod budget;
mod dual_path;
mod effort;
mod exchange;
mod multi_path;
mod multicast_half;
mod ocms;
mod otms;
mod ports;
mod search;

pub use effort::Effort;
pub use ports::Ports;
pub use search::Search;

use super::error::PlanError;
use super::multicast_set::MulticastSet;
use super::path::Star;

/// How a multicast set is served by paths. Every scheme looks at the destinations above the source and those below by
/// themselves: their paths share no channels.
///
/// # Cost
/// O(k·N) for distances of k destinations on N nodes, and what the variants say.
///
/// # Source
/// That of the variants; free ports are ours.
///
/// # Example
/// The set of Fig. 2 of Chen, Chang and Sheu: channels of all paths, and of the longest.
/// ```
/// use meshcast_algorithms::pathbased::{MulticastSet, Network, NodeName, Ports, Scheme};
/// let mesh = Network::mesh(&[8, 8])?;
/// let name = |(x, y)| NodeName::new(vec![x, y]);
/// let destinations = [(1, 6), (2, 6), (1, 7), (2, 3), (5, 2), (1, 2), (0, 2), (6, 1)].map(name);
/// let set = MulticastSet::named(&mesh, &name((2, 5)), &destinations)?;
/// let dual_path = Scheme::DualPath.star(&set)?;
/// assert_eq!((dual_path.links(), dual_path.max_length()), (23, 18));
/// let multi_path = Scheme::MultiPath.star(&set)?;
/// assert_eq!((multi_path.links(), multi_path.max_length()), (17, 8));
/// assert_eq!(Scheme::Ocms(Ports::Strict).star(&set)?.links(), 22);
/// assert_eq!(Scheme::Otms(Ports::Strict).star(&set)?.max_length(), 18);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// One path upwards, one downwards, in the order of labels: O(k·log k) for k destinations. Lin, `McKinley`, Ni, 1994.
    DualPath,
    /// Two upwards and two downwards, on planes; the source leaves by the port on a destination's side: O(k·log k).
    /// Lin, `McKinley`, Ni, 1994.
    MultiPath,
    /// The paths that take the fewest channels in all, by a minimum-weight assignment of p ports and k destinations to
    /// k destinations and p ends: O((k + p)³). Bouchitté, Cohen, Fleury, 1997, §3 and §5, where labels must ascend in
    /// eq. 7, too.
    Ocms(Ports),
    /// The paths of which the longest is the shortest, by dynamic programming over stars that no other of their class
    /// is better than: O(k²·N) for two ports on N nodes, O(kᵖ⁻¹) classes for p. Bouchitté, Cohen, Fleury, 1997, §4 and
    /// §5, whose Algorithm 2 has no body in print.
    Otms(Ports),
}

impl Scheme {
    /// The paths that serve `set`, with the usual [`Effort`].
    ///
    /// # Errors
    /// Those of [`Search::star`].
    pub fn star(self, set: &MulticastSet) -> Result<Star, PlanError> {
        Search::from(self).star(set)
    }

    /// The scheme with an effort.
    pub fn within(self, effort: Effort) -> Search {
        Search { scheme: self, effort }
    }
}
