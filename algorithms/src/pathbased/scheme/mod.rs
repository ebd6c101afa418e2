//! Schemes: which worms serve which destinations.

mod dual_path;
mod multi_path;
pub(super) mod ocms;
pub(super) mod otms;

use super::error::PlanError;
use super::half::{Branch, Costs, Half};
use super::multicast_set::MulticastSet;
use super::path::Star;

/// The most destinations on one side of the source that optima are found for: distances grow with their square.
pub const MOST_DESTINATIONS: usize = 4096;

/// How a multicast set is served by paths. Every scheme looks at the destinations above the source and those below by themselves: their paths share no
/// channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// One path upwards, one downwards.
    DualPath,
    /// Two upwards and two downwards, on planes; the source leaves by the port on a destination's side.
    MultiPath,
    /// The paths that take the fewest channels in all.
    Ocms(Ports),
    /// The paths of which the longest is the shortest.
    Otms(Ports),
}

/// By which ports a worm may leave the source for its first destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ports {
    /// By that of R alone.
    Strict,
    /// By any to a neighbour whose label is between the source's and the destination's, that of the destination included.
    Free,
}

impl Scheme {
    /// The paths that serve `set`.
    ///
    /// # Errors
    /// [`Scheme::MultiPath`] refuses networks other than meshes of two dimensions, [`Scheme::Ocms`] and [`Scheme::Otms`] more than
    /// [`MOST_DESTINATIONS`] destinations on one side, [`Scheme::Ocms`] an assignment and [`Scheme::Otms`] a search of too many steps.
    pub fn star(self, set: &MulticastSet) -> Result<Star, PlanError> {
        let mut star = Star::default();
        for downwards in [false, true] {
            let half = Half::of(set, downwards);
            if half.targets().is_empty() {
                continue;
            }
            let branches = self.branches(&half)?;
            star.paths.extend(half.paths(&branches));
        }
        Ok(star)
    }

    /// The paths of one half, which has targets.
    fn branches(self, half: &Half) -> Result<Vec<Branch>, PlanError> {
        match self {
            Self::DualPath => Ok(dual_path::branches(half)),
            Self::MultiPath => multi_path::branches(half),
            Self::Ocms(ports) => ocms::branches(&costs(half, ports)?),
            Self::Otms(ports) => otms::branches(&costs(half, ports)?),
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
